"""Ladders: parallelograms side by side on spatial revolutes, turned at random, so that nothing is zero by chance."""

from __future__ import annotations

from math import cos, sin

import numpy as np
from scipy.integrate import solve_ivp
from scipy.spatial.transform import Rotation

import jourdain as jd

PULL = 9.81 * np.array([0.1, -0.9, 0.3])


def ladder(loops: int, angle: float = 1.0, seed: int = 3, misfit: float = 0.0) -> jd.Model:
    """Uprights of 1 m on the ground, bars between their tops, all hinged about one direction; three rows too many a loop.

    The whole machine is turned at random, and gravity pulls out of its plane. misfit [m]: of one end of each bar, any way.
    """
    turn = Rotation.random(random_state=seed)
    off = misfit * np.random.default_rng(seed).uniform(-1.0, 1.0, (loops, 3))
    model = jd.Model("ladder", gravity=tuple(PULL))
    axis, inertia = turn.apply([0.0, 0.0, 1.0]), (1e-3, 1 / 12, 1 / 12)
    tip = np.array([cos(angle), sin(angle), 0.0])

    def bar(name: str, centre: np.ndarray, about: float) -> jd.Body:
        way = (turn * Rotation.from_rotvec([0.0, 0.0, about])).as_rotvec()
        pose = jd.axis_angle(way / np.linalg.norm(way), float(np.linalg.norm(way)))
        return model.body(name, mass=1.0, inertia=inertia, at=turn.apply(centre), rotation=pose)

    feet = [np.array([float(i), 0.0, 0.0]) for i in range(loops + 1)]
    uprights = [bar(f"upright {i}", foot + 0.5 * tip, angle) for i, foot in enumerate(feet)]
    tops = [bar(f"top {i}", feet[i] + tip + np.array([0.5, 0.0, 0.0]), 0.0) for i in range(loops)]
    for i, foot in enumerate(feet):
        model.joint(f"A{i}", "revolute", model.ground, uprights[i], at=turn.apply(foot), axis=axis)
    for i, top in enumerate(tops):
        model.joint(f"B{i}", "revolute", uprights[i], top, at=turn.apply(feet[i] + tip), axis=axis)
        end = turn.apply(feet[i + 1] + tip)
        model.joint(f"C{i}", "revolute", top, uprights[i + 1], at_a=end, at_b=end + off[i], axis=axis)
    return model


def ladder_angle(loops: int, t: np.ndarray, angle: float = 1.0, seed: int = 3) -> np.ndarray:
    """The angle of all uprights (n,)."""
    x, y, _ = Rotation.random(random_state=seed).inv().apply(PULL)
    inertia, moment = (loops + 1) / 3 + loops, (loops + 1) / 2 + loops

    def slope(_: float, state: np.ndarray) -> list[float]:
        return [state[1], moment / inertia * (y * cos(state[0]) - x * sin(state[0]))]

    return solve_ivp(slope, (0.0, t[-1]), [angle, 0.0], "DOP853", rtol=1e-12, atol=1e-13, t_eval=t).y[0]


def ladder_upright(loops: int, i: int, t: np.ndarray, angle: float = 1.0, seed: int = 3) -> np.ndarray:
    """The centre of upright i (n, 3): all uprights turn alike, the tops move as their ends do."""
    turn, found = Rotation.random(random_state=seed), ladder_angle(loops, t, angle, seed)
    return turn.apply(
        np.array([float(i), 0.0, 0.0]) + 0.5 * np.stack([np.cos(found), np.sin(found), 0.0 * found], axis=1)
    )

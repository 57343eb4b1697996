"""Ladders: parallelograms side by side on spatial revolutes, turned at random, so that nothing is zero by chance."""

from __future__ import annotations

from math import cos, sin

import numpy as np
from scipy.spatial.transform import Rotation

import jourdain as jd


def ladder(loops: int, angle: float = 1.0, seed: int = 3) -> jd.Model:
    """Uprights of 1 m on the ground, bars between their tops, all hinged about one direction; three rows too many a loop.

    The whole machine is turned at random, and gravity pulls out of its plane.
    """
    turn = Rotation.random(random_state=seed)
    model = jd.Model("ladder", gravity=tuple(9.81 * np.array([0.1, -0.9, 0.3])))
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
        model.joint(f"C{i}", "revolute", top, uprights[i + 1], at=turn.apply(feet[i + 1] + tip), axis=axis)
    return model

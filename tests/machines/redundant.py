"""Redundant joints: a loop of four spatial revolutes (three rows too many) and a door on two hinges (five too many).

Both have one degree of freedom and an exact equation of motion.
"""

from __future__ import annotations

from math import cos, pi, sin
from typing import Any

import numpy as np
from scipy.integrate import solve_ivp
from scipy.spatial.transform import Rotation

import jourdain as jd
from machines import problems as pb

GRAVITY = 9.81


def four_bar(order: tuple[int, ...] = (0, 1, 2, 3), misfit: float = 0.0, shift: float = 0.0) -> jd.Model:
    """A parallelogram of 1 m bars on four revolutes about z; the bars are in line whenever the uprights lie flat.

    order: in which the joints are added; misfit, shift [m]: offset along z and x of the last joint on the ground.
    """
    model = jd.Model("four-bar", gravity=(0.0, -GRAVITY, 0.0))
    inertia = (1e-3, 1 / 12, 1 / 12)
    up = jd.axis_angle((0, 0, 1), pi / 2)
    moving: dict[str, Any] = {"velocity": (0.5, 0.0, 0.0), "spin": (0.0, 0.0, -1.0)}
    left = model.body("left", mass=1.0, inertia=inertia, at=(0.0, 0.5, 0.0), rotation=up, **moving)
    top = model.body("top", mass=1.0, inertia=inertia, at=(0.5, 1.0, 0.0), velocity=(1.0, 0.0, 0.0))
    right = model.body("right", mass=1.0, inertia=inertia, at=(1.0, 0.5, 0.0), rotation=up, **moving)
    joints = [
        ("A", model.ground, left, (0.0, 0.0, 0.0)),
        ("B", left, top, (0.0, 1.0, 0.0)),
        ("C", top, right, (1.0, 1.0, 0.0)),
        ("D", right, model.ground, (1.0, 0.0, 0.0)),
    ]
    for i in order:
        name, a, b, at = joints[i]
        other = (at[0] + shift, at[1], misfit) if name == "D" else at
        model.joint(name, "revolute", a, b, at_a=at, at_b=other, axis=(0, 0, 1))
    return model


def three_cranks(play: float = 0.0) -> jd.Model:
    """Three equal cranks under one coupler, in the plane: a row too many; play [m]: the last pivot is off along the base."""
    model = jd.Model("three cranks", planar=True, gravity=(0.0, -GRAVITY))
    start, along = 1.2, np.array([cos(1.2), sin(1.2)])
    speed = np.array([-along[1], along[0]])
    top = model.body("top", mass=2.0, inertia=0.5, at=along + np.array([0.5, 0.0]), velocity=speed)
    for i, x in enumerate((0.0, 0.5, 1.0)):
        at, moving = 0.5 * along + np.array([x, 0.0]), {"velocity": 0.5 * speed, "spin": 1.0}
        crank = model.body(f"crank {i}", mass=1.0, inertia=1 / 12, at=at, rotation=start, **moving)
        pivot = model.ground.marker(f"pivot {i}", at=(x + (play if i == 2 else 0.0), 0.0))
        model.joint(f"A{i}", "revolute", pivot, crank.marker("a", at=(-0.5, 0.0)))
        model.joint(f"B{i}", "revolute", crank.marker("b", at=(0.5, 0.0)), top.marker(f"t{i}", at=(x - 0.5, 0.0)))
    return model


def four_bar_centres(times: np.ndarray) -> np.ndarray:
    """Centres of left, top, right (nt, 3, 3) from the one equation of motion."""
    angle = pb.n_four_bar_angle(1, times)
    tip = np.stack([np.sin(angle), np.cos(angle), np.zeros_like(angle)], axis=-1)
    return np.stack([0.5 * tip, tip + np.array([0.5, 0.0, 0.0]), 0.5 * tip + np.array([1.0, 0.0, 0.0])], axis=1)


TILT = 0.2  # of the door's axis against the vertical, rad
AXIS = np.array([sin(TILT), 0.0, cos(TILT)])
RADIAL = np.array([cos(TILT), 0.0, -sin(TILT)])
DOOR_CENTRE = np.array([0.1, 0.45, 1.0])
DOOR_MASS, DOOR_INERTIA = 20.0, (3.0, 2.2, 0.9)
DOOR_POSE = jd.axis_angle((1, 2, 3), 0.3)


def door(order: tuple[int, ...] = (0, 1), misfit: tuple[float, ...] | np.ndarray = (0.0, 0.0, 0.0)) -> jd.Model:
    """A door on two revolutes of one tilted axis; misfit [m]: offset of the upper hinge on the door."""
    model = jd.Model("door", gravity=(0.0, 0.0, -GRAVITY))
    leaf = model.body("leaf", mass=DOOR_MASS, inertia=DOOR_INERTIA, at=DOOR_CENTRE, rotation=DOOR_POSE)
    hinges = [("lower hinge", 0.3 * AXIS, np.zeros(3)), ("upper hinge", 1.7 * AXIS, np.asarray(misfit))]
    for i in order:
        name, at, offset = hinges[i]
        model.joint(name, "revolute", model.ground, leaf, at_a=at, at_b=at + offset, axis=AXIS)
    return model


def door_motion(times: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Centre (nt, 3) and rotation matrix (nt, 3, 3) of the door: J th'' = moment of gravity about the axis."""
    pose = DOOR_POSE.matrix
    arm = DOOR_CENTRE - AXIS * (AXIS @ DOOR_CENTRE)
    inertia = AXIS @ pose @ np.diag(DOOR_INERTIA) @ pose.T @ AXIS + DOOR_MASS * arm @ arm
    weight = np.array([0.0, 0.0, -DOOR_MASS * GRAVITY])

    def slope(_t: float, y: np.ndarray) -> list[float]:
        moment = AXIS @ np.cross(Rotation.from_rotvec(AXIS * y[0]).apply(arm), weight)
        return [y[1], moment / inertia]

    solution = solve_ivp(slope, (0.0, times[-1]), [0.0, 0.0], "DOP853", t_eval=times, rtol=1e-13, atol=1e-13)
    turn = Rotation.from_rotvec(np.outer(solution.y[0], AXIS))
    return turn.apply(DOOR_CENTRE), turn.as_matrix() @ pose

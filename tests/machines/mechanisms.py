"""Mechanisms of known mobility and redundancy, built from their geometry."""

from __future__ import annotations

from math import atan, cos, pi, sin, tan
from typing import Any

import numpy as np

import jourdain as jd


def bar(model: jd.Model, name: str, a: Any, b: Any, **options: Any) -> Any:
    """A body between two points, 1 kg unless told otherwise."""
    n = 2 if model.planar else 3
    centre = 0.5 * (np.asarray(a, float) + np.asarray(b, float))[:n]
    inertia = options.pop("inertia", 0.1 if model.planar else (0.1, 0.1, 0.1))
    return model.body(name, mass=options.pop("mass", 1.0), inertia=inertia, at=centre, **options)


def planar_parallelogram(bars: int, angle: float = 1.0, *, speeds: tuple[float, ...] = ()) -> jd.Model:
    """Bars of 1 m side by side between the ground and a top; mobility 1, `bars` - 2 redundant rows, except lying flat.

    speeds [rad/s] of the bars, if they are to turn.
    """
    model = jd.Model("parallelogram", planar=True, gravity=(0.0, -9.81))
    up = np.array([cos(angle), sin(angle)])
    across = np.array([-sin(angle), cos(angle)])
    speeds = speeds or (0.0,) * bars
    top = bar(model, "top", up, up + np.array([bars - 1.0, 0.0]), velocity=across * speeds[0])
    for i in range(bars):
        foot = np.array([float(i), 0.0])
        one = bar(model, f"bar {i}", foot, foot + up, velocity=0.5 * across * speeds[i], spin=speeds[i])
        model.joint(f"foot {i}", "revolute", model.ground, one, at=foot)
        model.joint(f"head {i}", "revolute", one, top, at=foot + up)
    return model


def four_bar_in_space(kinds: tuple[str, ...] = ("revolute",) * 4) -> jd.Model:
    """A general four-bar in the x-y plane, all axes along z: three rows too many with four revolutes, mobility 1."""
    model = jd.Model("four-bar")
    points = [np.array(p) for p in ((0.0, 0.0, 0.0), (0.3, 0.9, 0.0), (1.7, 1.2, 0.0), (2.0, 0.0, 0.0))]
    links = [bar(model, f"link {i}", points[i], points[i + 1]) for i in range(3)]
    sides = [model.ground, *links, model.ground]
    for i, point in enumerate(points):
        model.joint("ABCD"[i], kinds[i], sides[i], sides[i + 1], at=point, axis=(0, 0, 1))
    return model


def bennett_frames(a: float, b: float, alpha: float, theta: float) -> list[np.ndarray]:
    """Joint frames (4, 4) of Bennett's linkage: lengths a b a b, twists alpha beta alpha beta, a/sin(alpha) = b/sin(beta).

    Opposite angles add to a full turn, and tan(theta_1/2) tan(theta_2/2) = sin((beta+alpha)/2) / sin((beta-alpha)/2).
    """
    beta = np.arcsin(b * sin(alpha) / a)
    other = 2.0 * atan(sin(0.5 * (beta + alpha)) / sin(0.5 * (beta - alpha)) / tan(0.5 * theta))
    angles = (theta, other, 2 * pi - theta, 2 * pi - other)
    frames = [np.eye(4)]
    for i, angle in enumerate(angles):
        length, twist = (a, alpha) if i % 2 == 0 else (b, beta)
        turn, bend = np.eye(4), np.eye(4)
        turn[:2, :2] = [[cos(angle), -sin(angle)], [sin(angle), cos(angle)]]
        bend[1:3, 1:3] = [[cos(twist), -sin(twist)], [sin(twist), cos(twist)]]
        bend[0, 3] = length
        frames.append(frames[-1] @ turn @ bend)
    assert np.allclose(frames[4], np.eye(4), atol=1e-12), "the loop closes"
    return frames[:4]


def bennett() -> jd.Model:
    """Four revolutes with skew axes that move all the same."""
    model = jd.Model("Bennett")
    frames = bennett_frames(1.0, 1.5, 0.5, 1.1)
    points = [frame[:3, 3] for frame in frames]
    links = [bar(model, f"link {i}", points[i], points[i + 1]) for i in range(3)]
    sides = [model.ground, *links, model.ground]
    for i, frame in enumerate(frames):
        model.joint("ABCD"[i], "revolute", sides[i], sides[i + 1], at=frame[:3, 3], axis=frame[:3, 2])
    return model


def door(second: str = "revolute", misfit: tuple[float, float, float] = (0.0, 0.0, 0.0)) -> jd.Model:
    """A leaf on two hinges of one vertical axis; misfit [m]: of the upper hinge on the leaf."""
    model = jd.Model("door", gravity=(0.0, 0.0, -9.81))
    leaf = model.body("leaf", shape=jd.box(0.9, 0.04, 2.0), density=600.0, at=(0.45, 0.0, 1.0))
    model.joint("lower", "revolute", model.ground, leaf, at=(0.0, 0.0, 0.3), axis=(0, 0, 1))
    upper = np.array([0.0, 0.0, 1.7])
    model.joint("upper", second, model.ground, leaf, at_a=upper, at_b=upper + np.array(misfit), axis=(0, 0, 1))
    return model

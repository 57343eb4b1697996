"""Legs after Theo Jansen on one crank, in the plane or in space with revolutes throughout, and their exact shape.

Link lengths are those that Jansen published (The Great Pretender, 2007), in hundredths of a metre here. A leg has six bodies
and three loops; in space every loop is redundant. At a given angle of the crank each pin is the meeting point of two
circles, on the side on which the leg was put together: that is the branch that a simulation has to stay on.
"""

from __future__ import annotations

from itertools import combinations
from math import pi
from typing import Any

import numpy as np
from scipy.spatial.transform import Rotation

import jourdain as jd

A, B, C, D, E, F, G, H, I, J, K, L, M = (
    x / 100 for x in (38.0, 41.5, 39.3, 40.1, 55.8, 39.4, 36.7, 65.7, 49.0, 50.0, 61.9, 7.8, 15.0)
)  # m
DENSITY = 2.0  # kg per metre of a link
SPEED = 2 * pi  # rad/s of the crank at the start
# of a leg: the pins that span a body, the first two giving its direction
PARTS = {
    "j": ("tip", "top"),
    "upper": ("pivot", "top", "back"),
    "k": ("tip", "knee"),
    "c": ("pivot", "knee"),
    "f": ("back", "heel"),
    "lower": ("knee", "heel", "foot"),
}
PINS = (  # name, its pin, the two parts it joins
    ("crank j", "tip", "crank", "j"),
    ("crank k", "tip", "crank", "k"),
    ("j upper", "top", "j", "upper"),
    ("base upper", "pivot", "ground", "upper"),
    ("base c", "pivot", "ground", "c"),
    ("k c", "knee", "k", "c"),
    ("c lower", "knee", "c", "lower"),
    ("upper f", "back", "upper", "f"),
    ("f lower", "heel", "f", "lower"),
)


def _meet(p: np.ndarray, a: float, q: np.ndarray, b: float, side: float) -> np.ndarray:
    """Where circles about p and q with radii a and b meet, to the left (side 1) or right (-1) of p -> q."""
    along = q - p
    length = np.hypot(*along)
    x = (a * a - b * b + length * length) / (2 * length)
    y = side * np.sqrt(a * a - x * x)
    return p + (x * along + y * np.array([-along[1], along[0]])) / length


def pins(angle: float, mirrored: bool) -> dict[str, np.ndarray]:
    """The pins of a leg to the left of the crank, whose own pin stands at `angle`; mirrored: of one to the right."""
    if mirrored:
        return {name: point * (-1, 1) for name, point in pins(pi - angle, False).items()}
    tip, pivot = M * np.array([np.cos(angle), np.sin(angle)]), np.array([-A, -L])
    top = _meet(pivot, B, tip, J, 1.0)
    knee = _meet(pivot, C, tip, K, -1.0)
    back = _meet(pivot, D, top, E, 1.0)
    heel = _meet(back, F, knee, G, -1.0)
    foot = _meet(heel, H, knee, I, -1.0)
    return {"tip": tip, "pivot": pivot, "top": top, "knee": knee, "back": back, "heel": heel, "foot": foot}


def poses(legs: int, angle: float) -> np.ndarray:
    """x, y, cos, sin of all parts of all legs (6 legs, 4) at an angle of the crank."""
    found = []
    for leg in range(legs):
        at = pins(angle + _phase(leg, legs), leg % 2 == 1)
        for names in PARTS.values():
            along = at[names[1]] - at[names[0]]
            found.append([*np.mean([at[n] for n in names], axis=0), *(along / np.hypot(*along))])
    return np.array(found)


def _phase(leg: int, legs: int) -> float:
    """Pairs of legs, left and right, share a crank pin; the pins are spread over a turn."""
    return 2 * pi * (leg // 2) / max(1, (legs + 1) // 2)


def machine(legs: int, spatial: bool = False, angle: float = 0.3, turn: Rotation | None = None) -> jd.Model:
    """The legs on one crank with a flywheel, turning by itself under gravity. turn: of the whole machine in space."""
    whole = turn or Rotation.identity()
    model = jd.Model(f"{legs} legs after Jansen", planar=not spatial, gravity=(0.0, -9.81, 0.0)[: 3 if spatial else 2])

    def place(point: Any, z: float) -> tuple[float, ...]:
        return tuple(whole.apply((*point, z))) if spatial else tuple(point)

    def body(name: str, mass: float, spread: float, state: np.ndarray, rate: np.ndarray, z: float) -> Any:
        about = float(np.arctan2(state[3], state[2]))
        inertia = mass * spread
        return model.body(
            name,
            mass=mass,
            inertia=(inertia, inertia, 2 * inertia) if spatial else inertia,
            at=place(state[:2], z),
            rotation=(whole * Rotation.from_rotvec((0, 0, about))).as_matrix() if spatial else about,
            velocity=place(SPEED * rate[:2], 0.0),
            spin=place((0, 0), SPEED * rate[2]) if spatial else SPEED * rate[2],
        )

    crank = body("crank", 40.0, 0.2, np.array([0, 0, np.cos(angle), np.sin(angle)]), np.array([0.0, 0.0, 1.0]), 0.0)
    axis: dict[str, Any] = {"axis": place((0, 0), 1.0)} if spatial else {}
    model.joint("shaft", "revolute", model.ground, crank, at=place((0, 0), 0), **axis)
    states = poses(legs, angle)
    slopes = _slopes(legs, angle)
    for leg in range(legs):
        at, z = pins(angle + _phase(leg, legs), leg % 2 == 1), 0.1 * leg
        parts: dict[str, Any] = {"crank": crank, "ground": model.ground}
        for i, (name, ends) in enumerate(PARTS.items(), start=6 * leg):
            length = sum(np.hypot(*(at[p] - at[q])) for p, q in combinations(ends, 2))
            spread = float(np.var([at[p] for p in ends], axis=0).sum()) / 2
            parts[name] = body(f"{leg} {name}", DENSITY * length, spread, states[i], slopes[i], z)
        for name, pin, a, b in PINS:
            model.joint(f"{leg} {name}", "revolute", parts[a], parts[b], at=place(at[pin], z), **axis)
    return model


def _slopes(legs: int, angle: float, step: float = 1e-2) -> np.ndarray:
    """dx, dy, dangle of all parts per radian of the crank (6 legs, 3), by differences of sixth order."""
    weights = ((1, 45 / 60), (2, -9 / 60), (3, 1 / 60))
    slope = sum(w * (poses(legs, angle + k * step) - poses(legs, angle - k * step)) for k, w in weights) / step
    now = poses(legs, angle)
    return np.column_stack([slope[:, :2], now[:, 2] * slope[:, 3] - now[:, 3] * slope[:, 2]])

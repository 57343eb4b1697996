"""A planar crank-rocker with its one equation of motion.

The crank (shortest bar) goes all the way round and no position is singular, so every method has to come through.
"""

from __future__ import annotations

from math import atan2, cos, hypot, sin

import numpy as np
from scipy.integrate import solve_ivp

from machines import problems as pb

GRAVITY = 9.81
LENGTHS = {"crank": 0.4, "coupler": 1.0, "rocker": 0.8}  # m
MASSES = {"crank": 1.0, "coupler": 2.0, "rocker": 1.5}  # kg
BASE = 1.1  # m, from A to D along x
START, SPEED = 0.9, 12.0  # angle and rate of the crank: fast enough to go round


def _unit(angle: float) -> np.ndarray:
    return np.array([cos(angle), sin(angle)])


def _across(angle: float) -> np.ndarray:
    return np.array([-sin(angle), cos(angle)])


def loop_angles(crank: float) -> np.ndarray:
    """Angles of crank, coupler (B to C) and rocker (D to C) for an angle of the crank: two circles meet above BD."""
    b, (r, s) = LENGTHS["crank"] * _unit(crank), (LENGTHS["coupler"], LENGTHS["rocker"])
    x, y = BASE - b[0], -b[1]
    d = hypot(x, y)
    lift = np.arccos((r * r + d * d - s * s) / (2 * r * d))
    coupler = atan2(y, x) + lift
    c = b + r * _unit(coupler)
    return np.array([crank, coupler, atan2(c[1], c[0] - BASE)])


def _rates(angles: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """First and second derivatives of the three angles by that of the crank."""
    lengths = np.array([*LENGTHS.values()]) * [1.0, 1.0, -1.0]  # crank + coupler - rocker = base
    first, second = np.ones(3), np.zeros(3)
    J = np.column_stack([lengths[k] * _across(angles[k]) for k in (1, 2)])
    first[1:] = np.linalg.solve(J, -lengths[0] * _across(angles[0]))
    bends = sum(lengths[k] * first[k] ** 2 * _unit(angles[k]) for k in range(3))
    second[1:] = np.linalg.solve(J, bends)
    return first, second


def _centres(angles: np.ndarray) -> np.ndarray:
    """(3, 2) m."""
    a, b, c = (length / 2 * _unit(angle) for length, angle in zip(LENGTHS.values(), angles, strict=True))
    return np.array([a, 2 * a + b, np.array([BASE, 0.0]) + c])


def _slopes(angles: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """d(centres)/d(crank), d2/d(crank)2 (3, 2) and d(angles)/d(crank), d2 stacked (2, 3)."""
    first, second = _rates(angles)
    half = np.array([*LENGTHS.values()]) / 2
    d1 = np.array([half[k] * first[k] * _across(angles[k]) for k in range(3)])
    d2 = np.array([half[k] * (second[k] * _across(angles[k]) - first[k] ** 2 * _unit(angles[k])) for k in range(3)])
    d1[1] += 2 * d1[0]
    d2[1] += 2 * d2[0]
    return d1, d2, np.array([first, second])


def crank_rocker() -> pb.Mechanism:
    """Uniform bars, moving at the start so that all rates are closed."""
    angles = loop_angles(START)
    d1, _, (first, _) = _slopes(angles)
    links = [
        pb.Link(
            name,
            MASSES[name],
            MASSES[name] * LENGTHS[name] ** 2 / 12,
            tuple(centre),
            float(angle),
            velocity=tuple(SPEED * rate),
            spin=SPEED * float(turn),
        )
        for name, centre, angle, rate, turn in zip(LENGTHS, _centres(angles), angles, d1, first, strict=True)
    ]
    a, b, c = (length / 2 for length in LENGTHS.values())
    pins = [
        pb.Pin("A", pb.GROUND, (0.0, 0.0), "crank", (-a, 0.0)),
        pb.Pin("B", "crank", (a, 0.0), "coupler", (-b, 0.0)),
        pb.Pin("C", "coupler", (b, 0.0), "rocker", (c, 0.0)),
        pb.Pin("D", pb.GROUND, (BASE, 0.0), "rocker", (-c, 0.0)),
    ]
    return pb.Mechanism("crank-rocker", links, pins, gravity=(0.0, -GRAVITY))


def crank_rocker_angles(times: np.ndarray) -> np.ndarray:
    """Angles (nt, 3) from m(a) a'' + m'(a) a'^2 / 2 + V'(a) = 0 in the angle a of the crank, near rounding accuracy.

    Those of coupler and rocker are between -pi and pi.
    """
    mass, inertia = np.array([*MASSES.values()]), np.array([MASSES[k] * LENGTHS[k] ** 2 / 12 for k in LENGTHS])

    def slope(_t: float, y: np.ndarray) -> list[float]:
        d1, d2, (first, second) = _slopes(loop_angles(y[0]))
        m = mass @ (d1 * d1).sum(axis=1) + inertia @ first**2
        half_m = mass @ (d1 * d2).sum(axis=1) + inertia @ (first * second)
        return [y[1], -(half_m * y[1] ** 2 + GRAVITY * mass @ d1[:, 1]) / m]

    solution = solve_ivp(slope, (0.0, times[-1]), [START, SPEED], "DOP853", t_eval=times, rtol=3e-14, atol=1e-14)
    return np.array([loop_angles(a) for a in solution.y[0]])


def crank_rocker_centres(angles: np.ndarray) -> np.ndarray:
    """Centres of mass (nt, 3, 2) of the bars at angles (nt, 3), m."""
    return np.array([_centres(a) for a in angles])

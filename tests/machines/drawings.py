"""Drawings of mechanisms, closed or not, for the tests of assembling; and a planar four-bar in formulas of its own."""

from __future__ import annotations

from collections.abc import Callable
from math import atan2, hypot, pi
from typing import Any

import numpy as np

import jourdain as jd
from jourdain.examples import slider_crank
from machines import problems

# --------------------------------------------------------------------------- models

LENGTHS = (1.0, 2.0, 1.5)  # crank, coupler, rocker of a crank-rocker [m]
SPAN = 2.0  # between the pins on the ground [m]


def four_bar_angles(phi: float, up: bool = True) -> tuple[np.ndarray, list[float]]:
    """Centres (3, 2) and angles of crank, coupler and rocker for a crank angle, by intersecting circles."""
    a, b, c = LENGTHS
    B, D = a * np.array([np.cos(phi), np.sin(phi)]), np.array([SPAN, 0.0])
    d = D - B
    x = (b * b - c * c + d @ d) / (2 * hypot(*d))
    side = np.sqrt(b * b - x * x) * (1 if up else -1)
    C = B + (x * d + side * np.array([-d[1], d[0]])) / hypot(*d)
    ends = [(np.zeros(2), B), (B, C), (D, C)]
    return np.array([(p + q) / 2 for p, q in ends]), [atan2(*(q - p)[::-1]) for p, q in ends]


def four_bar(phi: float = 1.0, up: bool = True, *, last: float = LENGTHS[2], span: float = SPAN) -> jd.Model:
    """Closed for last = LENGTHS[2] and span = SPAN; another length of the rocker or span leaves gaps."""
    m = jd.Model("four-bar", planar=True)
    centres, angles = four_bar_angles(phi, up)
    bars = [
        m.body(name, mass=2.0 * length, inertia=length**3 / 6, at=p, rotation=angle)
        for name, length, p, angle in zip(("crank", "coupler", "rocker"), LENGTHS, centres, angles, strict=True)
    ]
    half = [LENGTHS[0] / 2, LENGTHS[1] / 2, last / 2]
    left = [bar.marker("left", at=(-h, 0.0)) for bar, h in zip(bars, half, strict=True)]
    right = [bar.marker("right", at=(h, 0.0)) for bar, h in zip(bars, half, strict=True)]
    m.joint("A", "revolute", m.ground.marker("A"), left[0])
    m.joint("B", "revolute", right[0], left[1])
    m.joint("C", "revolute", right[1], right[2])
    m.joint("D", "revolute", m.ground.marker("D", at=(span, 0.0)), left[2])
    m.measure("phi", m.joints["A"].angle)
    return m


def elbow(model: jd.Model) -> float:
    """Sine of the angle from coupler to rocker: its sign tells the two branches of a crank-rocker."""
    return float(np.sin(model.bodies["rocker"].angle - model.bodies["coupler"].angle))


def disturbed(model: jd.Model, amount: float, seed: int = 1, *, velocities: float = 0.0, size: float = 1.0) -> jd.Model:
    """A copy with positions [of `size`, m], angles [rad] and velocities off at random."""
    rng = np.random.default_rng(seed)
    model = model.copy()
    for body in model.bodies.values():
        n = 2 if model.planar else 3
        shift, axis, speed, spin = np.zeros(3), rng.normal(size=3), np.zeros(3), rng.normal(size=3)
        shift[:n], speed[:n] = rng.normal(size=n), rng.normal(size=n)
        body.at = body.at + amount * size * shift
        if model.planar:
            body.angle += amount * float(rng.normal())
        else:
            body.rotation = body.rotation @ jd.axis_angle(axis, amount * float(rng.normal()))
        body.velocity = body.velocity + velocities * speed
        body.spin = body.spin + velocities * (spin if not model.planar else spin * [0, 0, 1])
    return model


def two_arms() -> jd.Model:
    """A spatial arm of a ball and a revolute, its tip held on a line: 2 motions; off-centre masses, full inertia."""
    m = jd.Model("arm")
    J = np.array([[0.3, 0.02, 0.01], [0.02, 0.4, -0.03], [0.01, -0.03, 0.5]])
    a = m.body("a", mass=2.0, inertia=J, at=(0.0, 0.0, 0.0), com=(0.5, 0.1, 0.0))
    b = m.body("b", mass=1.0, inertia=(0.1, 0.2, 0.25), at=(1.0, 0.0, 0.0), rotation=jd.axis_angle((1, 2, 3), 0.4))
    m.joint("ball", "spherical", m.ground, a, at=(0, 0, 0))
    m.joint("hinge", "revolute", a, b, at=(1, 0, 0), axis=(0, 1, 0))
    m.joint("line", "point_on_line", m.ground, b, at=(1.6, 0.3, 0.1), axis=(0, 0, 1))
    return m


def bent_chain() -> jd.Model:
    """Four bars on balls, not in line: every bar can be moved a little in any way."""
    return jd.assemble(disturbed(problems.chain(4), 0.5, 3)).model


MECHANISMS: dict[str, Callable[[], jd.Model]] = {
    "andrews": problems.andrews_model,
    "four-bars": lambda: problems.planar_model(problems.n_four_bar(3)),
    "four-bar": four_bar,
    "chain": lambda: problems.chain(4),
    "top": problems.heavy_top,
    "slider-crank": slider_crank,
    "arm": two_arms,
}
SIZE = {"andrews": 0.03, "slider-crank": 0.2}  # [m]; the others about 1 m


def largest(values: Any) -> float:
    return max((float(np.abs(v).max()) for v in values.values()), default=0.0)


# --------------------------------------------------------------------------- independent forms of the planar four-bar


def four_bar_rows(q: np.ndarray, last: float = LENGTHS[2], span: float = SPAN) -> np.ndarray:
    """Gaps of the pins A, B, C, D (8,) from (x, y, theta) of the three bars."""
    (xa, ya, ta), (xb, yb, tb), (xc, yc, tc) = q.reshape(3, 3)

    def end(x: float, y: float, angle: float, arm: float) -> np.ndarray:
        return np.array([x + arm * np.cos(angle), y + arm * np.sin(angle)])

    a, b, c = LENGTHS[0] / 2, LENGTHS[1] / 2, last / 2
    return np.concatenate(
        [
            end(xa, ya, ta, -a),
            end(xb, yb, tb, -b) - end(xa, ya, ta, a),
            end(xc, yc, tc, c) - end(xb, yb, tb, b),
            end(xc, yc, tc, -c) - [span, 0.0],
        ]
    )


def planar_state(model: jd.Model) -> np.ndarray:
    """(x, y, theta) of each body; centres of mass at the origins."""
    return np.concatenate([[*b.at[:2], b.angle] for b in model.bodies.values()])


def planar_velocity(model: jd.Model) -> np.ndarray:
    return np.concatenate([[*b.velocity[:2], b.spin[2]] for b in model.bodies.values()])


def planar_masses(model: jd.Model, weights: dict[str, float] | None = None) -> np.ndarray:
    factor = weights or {}
    return np.concatenate(
        [factor.get(n, 1.0) * np.array([b.mass, b.mass, b.inertia[2, 2]]) for n, b in model.bodies.items()]
    )


def numeric_jacobian(f: Callable[[np.ndarray], np.ndarray], q: np.ndarray, h: float = 1e-5) -> np.ndarray:
    return np.stack([(f(q + h * e) - f(q - h * e)) / (2 * h) for e in np.eye(len(q))], axis=1)


def displacement(model: jd.Model, states: np.ndarray) -> np.ndarray:
    """Half the mass-weighted sum of squares from the drawing of planar states (n, 9)."""
    d, mass = states - planar_state(model), planar_masses(model)
    return np.where(np.arange(9) % 3 == 2, 1.0 - np.cos(d), 0.5 * d * d) @ mass


def closed_four_bars(up: bool) -> np.ndarray:
    """Closed positions (n, 9) of one branch all around."""
    return np.array([np.column_stack(four_bar_angles(phi, up)).ravel() for phi in np.linspace(-pi, pi, 721)])

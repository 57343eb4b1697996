"""The plain reference of controlled Baumgarte carries a four-bar through its singular positions (Xu, Qi 2006)."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest
from scipy.integrate import solve_ivp

from integrators.dense_singular import (
    INERTIAS,
    LENGTHS,
    MASSES,
    START,
    TORQUE,
    ControlledBaumgarte,
    adams,
    fourbar,
    fourbar_start,
)

END, STEPS = 3.0, 3000


def motion(angle: complex) -> np.ndarray:
    """Velocities (9,) per unit speed of AB on the branch tan(th2/2) = 3 tan(th1/2), th3 = pi - th1, smooth everywhere.

    Directions: AB th1, BC th1 - th2, CD pi - th2; dth2/dth1 = 3/(cos^2(th1/2) + 9 sin^2(th1/2)).
    """
    slope = 3 / (np.cos(angle / 2) ** 2 + 9 * np.sin(angle / 2) ** 2)
    second = 2 * np.arctan(3 * np.tan(angle / 2))
    rates = [1.0, 1.0 - slope, -slope]
    turned = [
        length / 2 * np.array([-np.sin(a), np.cos(a)])
        for length, a in zip(LENGTHS, (angle, angle - second, np.pi - second), strict=True)
    ]
    b = 2 * turned[0] * rates[0]
    centres = turned[0] * rates[0], b + turned[1] * rates[1], b + (2 * turned[1] * rates[1]) + turned[2] * rates[2]
    return np.concatenate([[*centre, rate] for centre, rate in zip(centres, rates, strict=True)])


def inertia(angle: complex) -> complex:
    """Of the whole machine, about AB [kg m^2]."""
    return np.column_stack([MASSES, MASSES, INERTIAS]).ravel() @ motion(angle) ** 2


@cache
def reference() -> tuple[float, float]:
    """Angle of AB and y of the centre of CD at the end, from one equation without singularity."""

    def f(t: float, x: np.ndarray) -> list[float]:
        growth = np.imag(inertia(x[0] + 1e-100j)) / 1e-100
        return [x[1], (TORQUE - 0.5 * growth * x[1] ** 2) / np.real(inertia(x[0] + 0j))]

    angle = solve_ivp(f, (0.0, END), [START[0], 0.0], method="DOP853", rtol=1e-13, atol=1e-13).y[0, -1]
    return angle, -np.sin(2 * np.arctan(3 * np.tan(angle / 2)))


def test_reference() -> None:
    angle, y = reference()
    assert np.degrees(angle) == pytest.approx(359.494043, abs=1e-6) and y == pytest.approx(0.0264873492, abs=1e-9)


def test_levels_are_derivatives() -> None:
    """Closed at the start; G, rate and bias against differences."""
    problem = fourbar()
    assert np.abs(problem.Phi(0.0, fourbar_start())).max() < 1e-15
    q, v, a = np.random.default_rng(1).normal(size=(3, 9))
    s = 1e-5
    rate = (problem.Phi(0.0, q + s * v) - problem.Phi(0.0, q - s * v)) / (2 * s)
    assert np.allclose(problem.rate(0.0, q, v), rate, rtol=0, atol=1e-8)
    second = (problem.rate(0.0, q + s * v, v + s * a) - problem.rate(0.0, q - s * v, v - s * a)) / (2 * s)
    assert np.allclose(problem.G(0.0, q) @ a + problem.bias(0.0, q, v), second, rtol=0, atol=1e-8)


@pytest.mark.parametrize(("c", "c1"), [(1e-2, 3), (1e-4, 8), (1e2, 20), (1e3, 50)])
def test_through_the_singular_position(c: float, c1: float) -> None:
    """Four of the published pairs: the position at 3 s to 1e-5 m, and energy in balance to 1e-3 J at every step."""
    problem = fourbar()
    q, v = adams(ControlledBaumgarte(problem, c, c1), fourbar_start(), np.zeros(9), END / STEPS, STEPS)
    assert q[-1, 7] == pytest.approx(reference()[1], abs=1e-5)
    assert np.abs(problem.energy(q, v)).max() < 1e-3
    assert np.abs(problem.rate(0.0, q[-1], v[-1])).max() <= 1e-10

"""The plain reference of the block methods gives the published figures of the two-link arm (Li, Ding, Li 2019).

Ten seconds at h = 0.01, r = 4, equidistant nodes and k = r - 2 unless said. Newton's method is iterated until it has
converged, and the accelerations of the last node are carried into the next step: solving for them anew changes the
figures of index 2 and 3 (0.98536 becomes 0.91). From about 30 s on the motion is chaotic: energies then depend on
rounding and are no figures to compare with.
"""

from __future__ import annotations

from functools import cache
from itertools import islice
from typing import Any

import numpy as np
import pytest
from scipy.integrate import solve_ivp

from integrators.dense_block import Problem, State, arm, arm_start, block_steps, figures, rk4_steps, start, times, tip
from jourdain.integrators.block.coefficients import block_coefficients

ROUNDING = 1e-12


def end(steps: Any, number: int) -> State:
    """The state after so many steps."""
    return next(islice(steps, number - 1, None))


@pytest.mark.parametrize(
    ("index", "r", "nodes", "expected"),
    [
        (1, 4, "equidistant", (7.0007e-5, 6.8459e-7, 3.7480e-7, 0.0)),
        (1, 3, "equidistant", (2.1449e-3, 5.8212e-5, 3.9267e-4, 0.0)),
        (2, 4, "equidistant", (3.2163e-5, 4.3949e-9, 0.0, 0.070402)),
        (3, 4, "equidistant", (1.0830e-3, 0.0, 5.9405e-4, 0.98536)),
        (3, 4, "chebyshev", (4.3245e-5, 0.0, 1.8094e-4, 0.68804)),
    ],
)
def test_published_figures(index: int, r: int, nodes: str, expected: tuple[float, ...]) -> None:
    """Largest energy error and rows of the three levels: five digits, two units of the last; 0 stands for rounding."""
    steps = block_steps(arm(), arm_start(), block_coefficients(r, nodes), index, 0.01)
    found = figures(arm(), arm_start(), steps, 1000)
    for value, digits in zip((found.energy, found.position, found.velocity, found.acceleration), expected, strict=True):
        unit = 10.0 ** (np.floor(np.log10(digits)) - 4) if digits else ROUNDING / 2
        assert abs(value - digits) <= 2 * unit


def test_classical_runge_kutta() -> None:
    found = figures(arm(), arm_start(), rk4_steps(arm(), arm_start(), 0.01), 1000)
    assert found.energy == pytest.approx(0.26276, abs=2e-5)
    assert found.position == pytest.approx(8.713e-3, abs=2e-6) and found.velocity == pytest.approx(2.068e-3, abs=2e-6)
    assert found.acceleration < ROUNDING


@cache
def reference() -> State:
    """t = 1 with Radau IIA of order 11."""
    return end(block_steps(arm(), arm_start(), block_coefficients(6, "radau", 5), 1, 0.01), 100)


def test_end_point() -> None:
    assert np.allclose(tip(reference().q), [-0.88948437, -2.30102785], rtol=0, atol=6e-9)


@pytest.mark.parametrize(
    ("r", "nodes", "k", "orders"),
    [(3, "equidistant", 1, (3, 3, 2)), (4, "equidistant", 2, (5, 4, 3)), (3, "radau", 2, (5, 3, 2))],
)
def test_orders_in_index_3(r: int, nodes: str, k: int, orders: tuple[int, ...]) -> None:
    """Slopes of the errors in q, v and lam at t = 1 between h = 0.005 and 0.0025."""
    errors = []
    for h in (0.005, 0.0025):
        state = end(block_steps(arm(), arm_start(), block_coefficients(r, nodes, k), 3, h), round(1 / h))
        pairs = zip((state.q, state.v, state.lam), (reference().q, reference().v, reference().lam), strict=True)
        errors.append([np.linalg.norm(a - b) for a, b in pairs])
    slopes = np.log2(np.divide(*errors))
    assert abs(slopes[0] - orders[0]) < 0.15
    assert np.abs(slopes - orders).max() < 0.2  # in velocities and multipliers the next power of h is still felt


def test_error_of_positions() -> None:
    state = end(block_steps(arm(), arm_start(), block_coefficients(4, "equidistant"), 3, 0.01), 100)
    assert np.linalg.norm(state.q - reference().q) == pytest.approx(1.009e-6, rel=0.01)


# --------------------------------------------------------------------------- the reference itself


def swing() -> Problem:
    """A point on a bar of 1 m whose pivot is moved along x as 0.3 sin 2t, with gravity and drag; q = (x, y)."""
    pivot = lambda t, k=0: 0.3 * 2**k * np.sin(2 * t + k * np.pi / 2)  # noqa: E731  k-th derivative
    gap = lambda t, q: np.stack([q[..., 0] - pivot(t), q[..., 1]], axis=-1)  # noqa: E731
    return Problem(
        M=lambda q: np.zeros((*q.shape, 2)) + np.diag([2.0, 2.0]),
        h=lambda t, q, v: np.array([0.0, -2 * 9.81]) - 0.5 * v,
        Phi=lambda t, q: ((gap(t, q) ** 2).sum(-1, keepdims=True) - 1) / 2,
        Phi_t=lambda t, q: -gap(t, q)[..., :1] * np.asarray(pivot(t, 1))[..., None],
        G=lambda t, q: gap(t, q)[..., None, :],
        bias=lambda t, q, v: (
            (v[..., :1] - np.asarray(pivot(t, 1))[..., None]) ** 2
            + v[..., 1:] ** 2
            - gap(t, q)[..., :1] * np.asarray(pivot(t, 2))[..., None]
        ),
        energy=lambda q, v: (v * v).sum(-1),
    )


@pytest.mark.parametrize(("problem", "n"), [(arm(), 6), (swing(), 2)], ids=["arm", "swing"])
def test_levels_are_derivatives(problem: Problem, n: int) -> None:
    """rate and G vdot + bias against imaginary steps along a motion."""
    q, v, a = np.random.default_rng(3).normal(size=(3, n))
    s, t = 1e-100j, 0.7
    rate = problem.Phi(t + s, q + s * v).imag / 1e-100
    assert np.allclose(problem.rate(t, q, v), rate, rtol=0, atol=1e-14)
    second = problem.rate(t + s, q + s * v, v + s * a).imag / 1e-100
    assert np.allclose(times(problem.G(t, q), a) + problem.bias(t, q, v), second, rtol=0, atol=1e-14)


@pytest.mark.parametrize("index", [1, 2, 3])
def test_driven_pendulum(index: int) -> None:
    """Against the equation of the angle, phi'' = -g sin(phi) - x'' cos(phi) - c/m (phi' + x' cos(phi)), x: of the pivot."""

    def angle(t: float, y: np.ndarray) -> list[float]:
        x1, x2 = 0.6 * np.cos(2 * t), -1.2 * np.sin(2 * t)
        return [y[1], -9.81 * np.sin(y[0]) - x2 * np.cos(y[0]) - 0.25 * (y[1] + x1 * np.cos(y[0]))]

    phi, w = solve_ivp(angle, (0, 2), [1.0, 0.0], method="DOP853", rtol=1e-13, atol=1e-13).y[:, -1]
    first = start(swing(), 0.0, np.array([np.sin(1.0), -np.cos(1.0)]), np.array([0.6, 0.0]))
    last = end(block_steps(swing(), first, block_coefficients(4, "radau", 3), index, 0.02), 100)
    x, x1 = 0.3 * np.sin(4), 0.6 * np.cos(4)
    assert np.allclose(last.q, [x + np.sin(phi), -np.cos(phi)], rtol=0, atol=1e-9)
    assert np.allclose(last.v, [x1 + w * np.cos(phi), w * np.sin(phi)], rtol=0, atol=1e-5 if index == 3 else 1e-8)

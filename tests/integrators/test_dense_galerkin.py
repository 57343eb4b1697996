"""The plain reference of cG(k) has the properties that the methods are known by, without anything of the package.

Snakeboard of Ding, Pan (2011): the paper's run is a circle, which hides the order; the generic run has springs and shows it.
"""

from __future__ import annotations

from itertools import islice
from typing import Any

import numpy as np
import pytest

from integrators.dense_galerkin import (
    CIRCLE,
    GENERIC,
    GENERIC_END,
    Problem,
    bases,
    double_pendulum,
    galerkin,
    galerkin_step,
    gauss_steps,
    pendulum,
    rk4_steps,
    snakeboard,
)

VARIANTS = "ABCP"


def after(steps: Any, number: int) -> Any:
    """The state after so many steps."""
    return next(islice(steps, number - 1, None))


def circle() -> tuple[Problem, np.ndarray, np.ndarray]:
    problem, (q, v) = snakeboard(), CIRCLE
    return problem, q, problem.M(q) @ v


def generic(springs: float = 0.01) -> tuple[Problem, np.ndarray, np.ndarray]:
    problem = snakeboard(springs)
    return problem, *problem.consistent(*GENERIC)


@pytest.mark.parametrize(("k", "n", "expected"), [(1, 2, 9.424e-5), (2, 2, -1.413e-4), (3, 3, -7.03e-8)])
def test_energy_of_the_papers_run(k: int, n: int, expected: float) -> None:
    problem, q, p = circle()
    assert np.abs(problem.Psi(q, p)).max() < 1e-16
    last = after(galerkin(problem, q, p, 0.1, k, n, "B"), 100)
    assert problem.H(last.q, last.p) - problem.H(q, p) == pytest.approx(expected, rel=0.02)


def test_runge_kutta_on_the_papers_run() -> None:
    problem, q, p = circle()
    v, M = CIRCLE[1], problem.M(q)
    left = next(i for i, (x, _) in enumerate(rk4_steps(problem, q, v, 0.1), 1) if abs(x[4] - q[4]) > 0.5)
    assert 0.1 * left == pytest.approx(13.5, abs=0.3)
    x, u = after(rk4_steps(problem, q, v, 0.01), 1000)
    assert abs(problem.H(x, M @ u) - problem.H(q, p)) == pytest.approx(8.5e-8, rel=0.02)


@pytest.mark.parametrize(
    ("variant", "k", "order"),
    [
        ("B", 1, 2),
        ("B", 2, 4),
        ("B", 3, 6),
        ("P", 1, 2),
        ("P", 2, 4),
        ("P", 3, 6),
        ("A", 2, 2),
        ("A", 3, 2),
        ("C", 2, 4),
    ],
)
def test_orders_of_the_generic_run(variant: str, k: int, order: int) -> None:
    problem, q, p = generic()
    ends = [after(galerkin(problem, q, p, h, k, None, variant), round(2 / h)).q for h in (0.025, 0.0125)]
    errors = [np.abs(end - GENERIC_END).max() for end in ends]
    assert abs(np.log2(errors[0] / errors[1]) - order) < 0.15


@pytest.mark.parametrize("k", [1, 2, 3, 4])
def test_b_with_k_points_is_gauss_legendre(k: int) -> None:
    problem, q, p = generic()
    ours, gauss = after(galerkin(problem, q, p, 0.05, k, k, "B"), 40), after(gauss_steps(problem, q, p, 0.05, k), 40)
    assert np.abs(ours.q - gauss[0]).max() < 1e-11
    assert np.abs(ours.p - gauss[1]).max() < 1e-11


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("k", [1, 2, 3, 4])
def test_energy_of_one_step(k: int, variant: str) -> None:
    """Without a potential: energy changes by the work of the multipliers alone; in C and P there is none."""
    problem, q, p = generic(0.0)
    for n in (k, k + 1):
        step = galerkin_step(problem, q, p, 0.1, k, n, variant)
        change = problem.H(step.q, step.p) - problem.H(q, p)
        assert abs(change + step.work) < 1e-14
        assert abs(change) < 1e-14 if variant in "CP" else abs(change) > 1e-12


@pytest.mark.parametrize("k", [1, 2, 3])
def test_pendulum_stays_on_its_circle(k: int) -> None:
    problem, q, p = pendulum(), np.array([1.0, 0.0]), np.zeros(2)
    for step in islice(galerkin(problem, q, p, 0.05, k), 400):
        assert abs(np.hypot(*step.q) - 1) < 1e-12
        assert np.abs(problem.Psi(step.q, step.p)).max() < 1e-12
        assert abs(problem.H(step.q, step.p)) < 1e-12


@pytest.mark.parametrize(
    ("variant", "k", "order"),
    [("C", 1, 2), ("C", 2, 2), ("C", 3, 4), ("C", 4, 4), ("B", 1, 2), ("B", 2, 4), ("A", 3, 6)],
)
def test_rows_at_the_nodes(variant: str, k: int, order: int) -> None:
    """C: k (even), k + 1 (odd); A and B: 2 n, here with n = k."""
    problem, q, p = generic()
    sizes = []
    for h in (0.025, 0.0125):
        steps = islice(galerkin(problem, q, p, h, k, k, variant), round(0.5 / h))
        sizes.append(max(np.abs(problem.Psi(step.q, step.p)).max() for step in steps))
    assert abs(np.log2(sizes[0] / sizes[1]) - order) < 0.15


@pytest.mark.parametrize("k", [1, 2, 3])
def test_mass_matrix_that_depends_on_q(k: int) -> None:
    problem, q, p = double_pendulum(), np.array([1.0, 0.5]), np.array([0.0, 0.0])
    exact = after(gauss_steps(problem, q, p, 0.005, 5), 200)[0]
    ends = [after(galerkin(problem, q, p, h, k), round(1 / h)).q for h in (0.025, 0.0125)]
    errors = [np.abs(end - exact).max() for end in ends]
    assert abs(np.log2(errors[0] / errors[1]) - 2 * k) < 0.15


def test_too_few_points() -> None:
    with pytest.raises(ValueError, match="at least 3 are needed"):
        galerkin_step(*generic(), 0.1, 3, 2, "P")


# --------------------------------------------------------------------------- the reference itself


@pytest.mark.parametrize(("problem", "n"), [(snakeboard(0.01), 6), (pendulum(), 2), (double_pendulum(), 2)])
def test_velocities_are_derivatives(problem: Problem, n: int) -> None:
    q, p = np.random.default_rng(4).normal(size=(2, n))
    assert np.allclose(problem.Hp(q, p), problem.H(q, p + 1e-100j * np.eye(n)).imag / 1e-100, rtol=0, atol=1e-12)
    assert np.allclose(problem.M(q) @ problem.Hp(q, p), p, rtol=0, atol=1e-13)
    N = problem.normals(q)
    assert np.allclose(N.T @ np.linalg.solve(problem.M(q), N), np.eye(N.shape[1]), rtol=0, atol=1e-12)


def test_bases() -> None:
    """As the paper prints them for k = 2 and 3."""
    assert np.allclose(bases(2, 2).D, [[-3, 4, -1], [1, -4, 3]])
    assert np.allclose(bases(3, 3).D, [[-5.5, 9, -4.5, 1], [1 / 8, -27 / 8, 27 / 8, -1 / 8], [-1, 4.5, -9, 5.5]])

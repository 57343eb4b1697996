"""The compiled continuous-Galerkin methods against their plain reference, and what they are known by.

Lagrangian models have the coordinates of the reference: states must agree to rounding. Bodies are in test_galerkin_models.py.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from itertools import islice, product
from typing import Any

import numpy as np
import pytest

import jourdain as jd
from integrators import dense_galerkin as dense
from jourdain.lagrange.model import LagrangianModel
from jourdain.papers.snakeboard import Snakeboard

ALL = [(k, k + more, variant) for k, more, variant in product((1, 2, 3, 4), (0, 1, 2), "ABCP")]


def run(model: Any, t_end: float, h: float, output: Any = None, **options: Any) -> jd.Result:
    """Fixed steps, output at each of them unless given."""
    method = jd.Galerkin(step=h, **options)
    return jd.simulate(model, t_end, integrator=method, output=output or round(t_end / h), trust="fast")


def lost(found: jd.Result) -> float:
    """Largest energy that does not balance [J]."""
    return float(np.abs(np.asarray(found.energy.error)).max())


def order(errors: Any) -> float:
    """Of two errors, at a step and at half of it."""
    return float(np.log2(errors[0] / errors[1]))


def coordinates(names: str, q: Any, v: Any) -> dict[str, tuple[float, float]]:
    return {name: (float(x), float(u)) for name, x, u in zip(names.split(), q, v, strict=True)}


# --------------------------------------------------------------------------- systems, compiled and plain


@cache
def circle() -> Any:
    """The paper's run."""
    return jd.compile(Snakeboard().circle())


@cache
def generic(springs: float = 0.01) -> Any:
    """The snakeboard with springs, in no special position."""
    return jd.compile(Snakeboard(springs=springs).generic())


@cache
def rod() -> Any:
    """A unit point on a unit rod, released from the horizontal."""
    model = LagrangianModel(
        "rod",
        coordinates=coordinates("x y", (1, 0), (0, 0)),
        lagrangian="(x_rate**2 + y_rate**2)/2 - 9.81*y",
        position_rows={"rod": "(x**2 + y**2 - 1)/2"},
    )
    return jd.compile(model)


@cache
def angles() -> Any:
    """A double pendulum in its angles: the mass matrix depends on them."""
    kinetic = "a_rate**2 + b_rate**2/2 + a_rate*b_rate*cos(a - b)"
    model = LagrangianModel(
        "double pendulum",
        coordinates=coordinates("a b", (1, 0.5), (0, 0)),
        lagrangian=f"{kinetic} + 9.81*(2*cos(a) + cos(b))",
    )
    return jd.compile(model)


SKATE = np.array([0.0, 0.0, 0.3, -0.8, -0.6]), np.array([0.5, 0.1, 1.2, 0.2, 0.4])


@cache
def trailer() -> Any:
    """A skate on a slope that tows a point on a rod of 1 m: one nonholonomic row and a holonomic one."""
    model = LagrangianModel(
        "trailer",
        coordinates=coordinates("x y th u w", *SKATE),
        lagrangian="x_rate**2 + y_rate**2 + 0.1*th_rate**2 + (u_rate**2 + w_rate**2)/2 + 2*x + u",
        velocity_rows={"edge": "-x_rate*sin(th) + y_rate*cos(th)"},
        position_rows={"rod": "((u - x)**2 + (w - y)**2 - 1)/2"},
    )
    return jd.compile(model)


def plain_trailer() -> dense.Problem:
    """The same, rows in the order of positions first; both at velocity level."""

    def Phi(q: Any) -> Any:
        rows = np.zeros((*q.shape[:-1], 2, 5), q.dtype)
        gap = q[..., 3:5] - q[..., 0:2]
        rows[..., 0, 0:2], rows[..., 0, 3:5] = -gap, gap
        rows[..., 1, 0], rows[..., 1, 1] = -np.sin(q[..., 2]), np.cos(q[..., 2])
        return rows

    return dense.constant_mass(np.diag([2.0, 2.0, 0.2, 1.0, 1.0]), lambda q: -2 * q[..., 0] - q[..., 3], Phi)


PAIRS: dict[str, tuple[Callable[[], Any], dense.Problem, Any]] = {
    "snakeboard": (generic, dense.snakeboard(0.01), dense.GENERIC),
    "rod": (rod, dense.pendulum(), (np.array([1.0, 0.0]), np.zeros(2))),
    "double pendulum": (angles, dense.double_pendulum(), (np.array([1.0, 0.5]), np.zeros(2))),
    "trailer": (trailer, plain_trailer(), SKATE),
}


@cache
def plain(name: str, h: float, number: int, k: int, n: int, variant: str) -> tuple[Any, Any]:
    """q and v of the reference after each step, (number, ..)."""
    _, problem, start = PAIRS[name]
    q, p = problem.consistent(*start)
    steps = list(islice(dense.galerkin(problem, q, p, h, k, n, variant), number))
    q, p = (np.array([getattr(step, x) for step in steps]) for x in "qp")
    return q, problem.Hp(q, p)


# --------------------------------------------------------------------------- against the plain reference


@pytest.mark.parametrize(("k", "n", "variant"), ALL)
def test_snakeboard_is_the_reference(k: int, n: int, variant: str) -> None:
    found = run(generic(), 0.5, 0.05, k=k, n=n, variant=variant)
    q, v = plain("snakeboard", 0.05, 10, k, n, variant)
    assert np.abs(found.q[1:] - q).max() < 1e-11
    assert np.abs(found.v[1:] - v).max() < 1e-11


@pytest.mark.parametrize("variant", "ABCP")
@pytest.mark.parametrize("name", ["rod", "double pendulum", "trailer"])
@pytest.mark.parametrize(("k", "more"), [(1, 0), (1, 1), (2, 0), (2, 1), (3, 0), (4, 0)])
def test_others_are_the_reference(name: str, k: int, more: int, variant: str) -> None:
    found = run(PAIRS[name][0](), 0.4, 0.04, k=k, n=k + more, variant=variant)
    q, v = plain(name, 0.04, 10, k, k + more, variant)
    assert np.abs(found.q[1:] - q).max() < 1e-11
    assert np.abs(found.v[1:] - v).max() < 1e-11


@pytest.mark.parametrize("k", [1, 2, 3, 4])
def test_b_with_k_points_is_gauss_legendre(k: int) -> None:
    problem = dense.snakeboard(0.01)
    steps = dense.gauss_steps(problem, *problem.consistent(*dense.GENERIC), 0.05, k)
    q, p = next(islice(steps, 39, None))
    found = run(generic(), 2.0, 0.05, k=k, n=k, variant="B")
    assert np.abs(found.q[-1] - q).max() < 1e-11
    assert np.abs(found.v[-1] - problem.Hp(q, p)).max() < 1e-11


# --------------------------------------------------------------------------- the paper's run


@pytest.mark.parametrize(("k", "n", "expected"), [(1, 2, 9.424e-5), (2, 2, -1.413e-4), (3, 3, -7.03e-8)])
def test_energy_of_the_papers_run(k: int, n: int, expected: float) -> None:
    found = run(circle(), 10.0, 0.1, k=k, n=n, variant="B")
    assert float(found.energy.error[-1]) == pytest.approx(expected, rel=0.02)


# --------------------------------------------------------------------------- orders


@pytest.mark.parametrize(
    ("variant", "k", "expected"),
    [
        ("B", 1, 2),
        ("B", 2, 4),
        ("B", 3, 6),
        ("C", 2, 4),
        ("P", 1, 2),
        ("P", 2, 4),
        ("P", 3, 6),
        ("A", 2, 2),
        ("A", 3, 2),
    ],
)
def test_orders_of_the_generic_run(variant: str, k: int, expected: int) -> None:
    ends = [run(generic(), 2.0, h, output=1, k=k, n=k, variant=variant).q[-1] for h in (0.025, 0.0125)]
    assert abs(order([np.abs(q - dense.GENERIC_END).max() for q in ends]) - expected) < 0.15


def test_order_eight() -> None:
    """k = 4 comes to rounding earlier: between 0.1 and 0.05."""
    ends = [run(generic(), 2.0, h, output=1, k=4).q[-1] for h in (0.1, 0.05)]
    errors = [np.abs(q - dense.GENERIC_END).max() for q in ends]
    assert abs(order(errors) - 8) < 0.4
    assert errors[1] < 1e-8


@pytest.mark.parametrize("variant", "BP")
@pytest.mark.parametrize("k", [1, 2, 3])
@pytest.mark.parametrize("make", [angles, trailer])
def test_orders_of_other_systems(make: Callable[[], Any], k: int, variant: str) -> None:
    """A mass matrix that depends on q; holonomic and nonholonomic rows together."""
    exact = jd.simulate(make(), 1.0, integrator=jd.DOP853(tol=1e-13), output=1, trust="fast")
    steps = (0.04, 0.02) if k == 3 else (0.02, 0.01)
    ends = [run(make(), 1.0, h, output=1, k=k, variant=variant) for h in steps]
    for name in ("q", "v"):
        errors = [np.abs(getattr(end, name)[-1] - getattr(exact, name)[-1]).max() for end in ends]
        assert abs(order(errors) - 2 * k) < 0.2


@pytest.mark.parametrize(
    ("variant", "k", "expected"), [("C", 1, 2), ("C", 2, 2), ("C", 3, 4), ("B", 2, 4), ("A", 2, 4)]
)
def test_rows_between_steps(variant: str, k: int, expected: int) -> None:
    """Largest opening at velocity level: C of order k (even) or k + 1 (odd), A and B of order 2 n."""
    found = [run(generic(), 0.5, h, k=k, n=k, variant=variant) for h in (0.025, 0.0125)]
    assert abs(order([np.abs(one.rate_gap).max() for one in found]) - expected) < 0.15


# --------------------------------------------------------------------------- energy and rows


@pytest.mark.parametrize("variant", "CP")
@pytest.mark.parametrize("k", [1, 2, 3, 4])
def test_energy_is_kept_without_a_potential(k: int, variant: str) -> None:
    """Each of 20 long steps, with any number of points."""
    for n in (k, k + 1):
        found = run(generic(0.0), 2.0, 0.1, k=k, n=n, variant=variant)
        assert np.abs(np.diff(np.asarray(found.energy.error))).max() < 1e-14
        assert variant == "C" or np.abs(found.rate_gap).max() < 1e-14


@pytest.mark.parametrize("k", [1, 2, 3])
def test_energy_of_a_potential(k: int) -> None:
    """|H - H0| of the generic run, whose potential is no polynomial, is of order 2 n, whatever k."""
    for n in (k, k + 1):
        found = [run(generic(), 1.0, h, k=k, n=n) for h in (0.1, 0.05)]
        sizes = [lost(one) for one in found]
        assert sizes[1] < 1e-14 or abs(order(sizes) - 2 * n) < 0.6


@pytest.mark.parametrize("k", [1, 2, 3])
def test_rod_stays_on_its_circle(k: int) -> None:
    """Position, velocity and energy, all to rounding, since the row is quadratic and the potential linear."""
    found = run(rod(), 20.0, 0.05, k=k)
    assert np.abs(np.hypot(*found.q.T) - 1).max() < 1e-12
    assert np.abs((found.q * found.v).sum(axis=1)).max() < 1e-12
    assert lost(found) < 1e-12


def test_many_steps() -> None:
    """1e5 steps: what is left of the energy is rounding, 1e-11 of it at most, and has no trend."""
    found = run(generic(0.0), 2000.0, 0.02, output=1000, k=2)
    error = np.asarray(found.energy.error) / float(found.energies[0].sum())
    assert found.stats.steps == 100_000
    assert np.abs(error).max() < 1e-11
    assert np.abs(found.rate_gap).max() < 1e-13
    trend = np.polyfit(np.linspace(0.0, 1.0, len(error)), error, 1)[0]  # over the whole run
    assert abs(trend) < 1e-11


# --------------------------------------------------------------------------- settings


@pytest.mark.parametrize("tol", [1e-4, 1e-6, 1e-9])
@pytest.mark.parametrize("k", [1, 2, 3, 4])
def test_tol_bounds_the_error(k: int, tol: float) -> None:
    if k == 1 and tol < 1e-6:
        pytest.skip("second order: too many steps")
    method = jd.Galerkin(k=k, tol=tol)
    found = jd.simulate(generic(), 2.0, integrator=method, output=10, trust="fast")
    assert np.abs(found.q[-1] - dense.GENERIC_END).max() < 10 * tol


def test_smaller_tol_is_more_accurate() -> None:
    sizes = []
    for tol in (1e-4, 1e-6, 1e-8):
        found = jd.simulate(generic(), 2.0, integrator=jd.Galerkin(k=3, tol=tol), output=1, trust="fast")
        sizes.append(np.abs(found.q[-1] - dense.GENERIC_END).max())
    assert sizes[0] > sizes[1] > sizes[2]


@pytest.mark.parametrize("k", [2, 3])
def test_steps_end_at_outputs(k: int) -> None:
    """Output times that no step of its own would meet cost no accuracy."""
    exact = jd.simulate(generic(), 1.0, integrator=jd.DOP853(tol=1e-12), output=7, trust="fast")
    found, alone = (run(generic(), 1.0, 0.05, output=number, k=k) for number in (7, 1))
    errors = np.abs(found.q - exact.q).max(axis=1)
    assert errors.max() < 2 * np.abs(alone.q[-1] - exact.q[-1]).max()


def test_too_few_points() -> None:
    with pytest.raises(jd.ModelError, match=r"n = 2 .* k = 3; at least n = k"):
        jd.Galerkin(k=3, n=2)


@pytest.mark.parametrize(
    "wrong", [{"k": 0}, {"k": 5}, {"k": True}, {"variant": "D"}, {"n": -1}, {"step": 0.1, "tol": 1e-6}]
)
def test_wrong_settings(wrong: dict[str, Any]) -> None:
    with pytest.raises(jd.ModelError, match="Galerkin"):
        jd.Galerkin(**wrong)

"""Equations written by the user: the wheelset against the published solution, small ones against closed forms, refusals."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from numba import njit

import jourdain as jd
from verification import wheelset


def test_wheelset_starts_as_published() -> None:
    """Accelerations that do not hang on the last digits of the multipliers."""
    start = jd.simulate(wheelset.wheelset(), 1e-3, integrator=jd.Block(step=1e-3), output=1, trust="fast")
    assert start.a[0, [0, 3]] == pytest.approx(np.array(wheelset.FIRST_ACCELERATIONS)[[0, 3]], rel=3e-6)
    assert start.lam[0] == pytest.approx(wheelset.MULTIPLIERS, rel=5e-5)  # published with five digits


def test_wheelset_after_ten_seconds() -> None:
    """At least four digits of everything; the published solution itself holds about six."""
    end = jd.simulate(wheelset.wheelset(), 10.0, integrator=jd.Block(tol=1e-5, index=2), output=1, trust="fast")
    for found, published in ((end.q, wheelset.END), (end.v, wheelset.END_VELOCITIES), (end.w, wheelset.END_STATES)):
        assert found[-1] == pytest.approx(published, rel=5e-5)
    assert end["theta"][-1] == end.q[-1, 3] and end.gap.max() < 1e-5


def pendulum(wrap: Any, **more: Any) -> jd.Equations:
    """A point on a circle, released at rest at the height of its centre."""
    return jd.Equations(
        name="pendulum",
        mass=wrap(lambda t, q: np.eye(2)),
        force=wrap(lambda t, q, v, w, lam: np.array([0.0, -9.81])),
        constraints=wrap(lambda t, q, w: np.array([0.5 * (q[0] ** 2 + q[1] ** 2 - 1.0)])),
        q=[-1.0, 0.0],
        v=[0.0, 0.0],
        names=["x", "y"],
    )


END = (0.98629175, -0.16501085)  # after 1 s, by elliptic functions (simple pendulum A01 of the IFToMM library)
METHODS = {
    "DOP853": jd.DOP853(tol=1e-9),
    "Adams": jd.Adams(tol=1e-9),
    "RK4": jd.RK4(step=1e-3),
    "ABM4": jd.ABM4(step=5e-4),
    "block": jd.Block(tol=1e-8),
    "block, index 2": jd.Block(step=5e-3, index=2),
    "block, index 1": jd.Block(step=5e-3, index=1),
    "BDF": jd.BDF(tol=1e-9),
    "BDF, acceleration": jd.BDF(tol=1e-9, form="acceleration"),
    "BDF, decoupled": jd.BDF(tol=1e-9, coupled=False),
    "SDIRK4": jd.SDIRK4(tol=1e-8),
    "partitioning": jd.RK4(step=1e-3, constraints="partitioning"),
    "null space": jd.RK4(step=1e-3, constraints="null-space"),
    "baumgarte": jd.RK4(step=5e-4, constraints="baumgarte"),
}


@pytest.mark.parametrize("name", METHODS)
def test_every_method_runs_written_equations(name: str) -> None:
    found = jd.simulate(pendulum(njit), 1.0, integrator=METHODS[name], output=3, trust="fast")
    assert found.q[-1] == pytest.approx(END, abs=3e-8)
    tension = found.lam[-1, 0]  # lam = -(m v^2 + ..) on the unit circle
    assert -tension == pytest.approx(found.v[-1] @ found.v[-1] - 9.81 * found.q[-1, 1], rel=1e-6)


def test_python_functions_do_the_same() -> None:
    plain = jd.simulate(
        pendulum(lambda function: function), 0.3, integrator=jd.DOP853(tol=1e-8), output=3, trust="fast"
    )
    compiled = jd.simulate(pendulum(njit), 0.3, integrator=jd.DOP853(tol=1e-8), output=3, trust="fast")
    assert plain.q == pytest.approx(compiled.q, abs=1e-12) and not plain.equations.compiled


def test_error_is_estimated() -> None:
    found = jd.simulate(pendulum(njit), 1.0, tol=1e-6, output=4)
    true = np.abs(found.q[-1] - END).max()
    assert true / 3 <= found.error[-1] < 1e-4 and "accuracy" in str(found)


def test_velocity_rows_and_states() -> None:
    """A skate on a slope goes along its own axis; an extra state counts its way."""

    @njit
    def edge(t: float, q: Any) -> Any:
        return np.array([[-math.sin(q[2]), math.cos(q[2]), 0.0]])

    skate = jd.Equations(
        name="skate",
        mass=njit(lambda t, q: np.eye(3)),
        force=njit(lambda t, q, v, w, lam: np.array([0.0, -1.0, 0.0])),
        velocity_rows=edge,
        states=njit(lambda t, q, v, w, lam: np.array([math.hypot(v[0], v[1])])),
        q=[0.0, 0.0, 0.0],
        v=[0.0, 0.0, 2.0],
        w=[0.0],
    )
    for method in (jd.DOP853(tol=1e-10), jd.Block(tol=1e-9), jd.BDF(tol=1e-9)):
        found = jd.simulate(skate, 1.0, integrator=method, output=4, trust="fast")
        # spin 2: speed along the edge u' = -sin(2 t), so y = -(t/2 - sin(4 t)/8)/2 (cycloid)
        t = found.t
        speed = (np.cos(2 * t) - 1) / 2
        assert found.v[:, 0] == pytest.approx(speed * np.cos(2 * t), abs=1e-7)
        assert found.w[-1, 0] == pytest.approx(1 / 2 - math.sin(2) / 4, abs=1e-7)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"v": [0.0]}, "q has 2 numbers and v 1"),
        ({"mass": lambda t, q: np.eye(3)}, r"mass gives an array of shape \(3, 3\); expected is \(2, 2\)"),
        ({"force": lambda t, q, v, w, lam: 1 / 0}, "force.* failed at the start: division by zero"),
        ({"w": [1.0]}, "no function `states`"),
        ({"names": ["x"]}, "1 names for 2 coordinates"),
        ({"lam": [1.0, 2.0]}, "lam has 2 numbers for 1 rows"),
        ({"constraints": lambda t, q, w: np.array([q[0] - 1.0, 2 * q[0] - 3.0])}, "cannot be made consistent"),
    ],
)
def test_refusals(change: dict[str, Any], message: str) -> None:
    import dataclasses

    with pytest.raises((jd.ModelError, jd.ConvergenceError), match=message):
        jd.simulate(dataclasses.replace(pendulum(lambda function: function), **change), 0.1)


def test_galerkin_is_for_machines_and_lagrangians() -> None:
    with pytest.raises(jd.ModelError, match="use GeneralizedAlpha, Block"):
        jd.simulate(pendulum(njit), 0.1, integrator=jd.Galerkin(step=0.01))


@pytest.mark.parametrize("index", [2, 3])
def test_generalized_alpha_is_of_second_order_on_written_equations(index: int) -> None:
    true = jd.simulate(pendulum(njit), 0.5, integrator=jd.DOP853(tol=1e-12), trust="fast").q[-1]
    methods = [jd.GeneralizedAlpha(step=h, index=index) for h in (2e-3, 1e-3)]
    coarse, fine = (
        np.abs(jd.simulate(pendulum(njit), 0.5, integrator=m, trust="fast").q[-1] - true).max() for m in methods
    )
    assert np.log2(coarse / fine) == pytest.approx(2.0, abs=0.1)


def test_exceptions_of_functions_come_back() -> None:
    def force(t: float, q: Any, v: Any, w: Any, lam: Any) -> Any:
        if t > 0.05:
            raise RuntimeError("out of range")
        return np.array([0.0, -9.81])

    import dataclasses

    model = dataclasses.replace(pendulum(lambda function: function), force=force)
    with pytest.raises(jd.ConvergenceError, match="out of range"):
        jd.simulate(model, 0.2)

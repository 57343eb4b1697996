"""Block methods at small tolerances on closed machines in space, and on stiff extra states."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import pytest

import jourdain as jd
from jourdain.integrators.block.coefficients import block_coefficients
from jourdain.integrators.texts import method_text
from machines import problems
from machines.spatial_loops import MACHINES


@cache
def system(name: str) -> Any:
    return jd.compile(MACHINES[name][0]())


@cache
def reference(name: str) -> jd.Result:
    return jd.simulate(system(name), MACHINES[name][1], integrator=jd.DOP853(tol=1e-11), output=50, trust="fast")


@pytest.mark.parametrize("tol", [1e-6, 1e-7, 1e-8])
@pytest.mark.parametrize("name", MACHINES)
def test_index_3_at_small_tolerances(name: str, tol: float) -> None:
    """Rounding of g over h^2 stops neither Newton's method nor the error estimate: it is no error of the motion."""
    exact = reference(name)
    result = jd.simulate(system(name), MACHINES[name][1], integrator=jd.Block(tol=tol), output=50, trust="fast")
    assert np.abs(result.q - exact.q).max() < tol
    assert result.stats.steps < 5000


@cache
def several_turns() -> jd.Result:
    return jd.simulate(system("Bennett"), 5.0, integrator=jd.DOPRI5(tol=1e-11), output=100, trust="fast")


@pytest.mark.parametrize(
    "method",
    [jd.DOP853(tol=1e-8), jd.BDF(tol=1e-8), *(jd.Block(tol=1e-8, index=i) for i in (1, 2, 3))],
    ids=method_text,
)
def test_pivots_of_redundant_rows_change_places(method: Any) -> None:
    """Bennett's linkage, 5 s: in every turn the row that is eliminated last has no share in the dependence for a moment."""
    exact = several_turns()
    result = jd.simulate(system("Bennett"), 5.0, integrator=method, output=100, trust="fast")
    assert np.abs(result.q - exact.q).max() < (1e-9 if isinstance(method, jd.Block) else 5e-8)
    assert result.stats.singular == 0 and not result.trust.passages and result.stats.steps < 5000


@pytest.mark.parametrize(
    "method", [*(jd.Block(tol=1e-7, index=i) for i in (1, 2, 3)), jd.Block(step=0.01)], ids=method_text
)
def test_claims_where_pivots_change_places(method: Any) -> None:
    """What stays of redundant rows must not be soft: by eps over their pivots accelerations would be wrong in every step."""
    result = jd.simulate(system("Bennett"), 5.0, integrator=method, output=100)
    error = float(system("Bennett").layout.distances(result.q, several_turns().q, result.trust.length).max())
    assert error < 1e-8 and result.trust.worst > error / 3.0


@pytest.mark.parametrize("stiffness", [-1e4, -1e5, -1e6])
@pytest.mark.parametrize(("r", "k", "nodes"), [(4, 2, "chebyshev"), (4, 2, "equidistant"), (3, 2, "radau")])
def test_stiff_state_away_from_its_equilibrium(r: int, k: int, nodes: str, stiffness: float) -> None:
    """One step of y' = l (y - cos t) - sin t from 1.5, against a dense solve with the same coefficients.

    Nothing else moves: corrections of extra states alone must keep Newton's method going.
    """
    h, c = 0.1, block_coefficients(r, nodes, k)
    l = stiffness / h
    model = jd.Model("stiff state", planar=True)
    model.body("at rest", mass=1.0, inertia=1.0)
    model.state("y", f"{l!r}*(y - cos(t)) - sin(t)", start=1.5)
    result = jd.simulate(model, h, integrator=jd.Block(step=h, r=r, k=k, nodes=nodes), output=1, trust="fast")
    known, t = 1.5 + h * c.d * l * 0.5, h * c.c
    slopes = np.linalg.solve(np.eye(r) - h * l * c.B, l * (known - np.cos(t)) - np.sin(t))
    expected = (known + h * c.B @ slopes)[-1]
    assert abs(float(result.w[-1, 0]) - expected) < 1e-11 + 1e-6 * abs(expected - np.cos(h))


@pytest.mark.parametrize("index", [1, 3])
def test_stiff_spring_that_turns(index: int) -> None:
    """h omega = 100: no step has to be halved, though one matrix stands for all nodes of a step."""
    h, stiffness = 0.01, 1e8
    model = jd.Model("pendulum on a stiff spring", planar=True, gravity=(0.0, -9.81))
    bob = model.body("bob", mass=1.0, inertia=0.1, at=(-1.0, 0.0))
    model.force("spring", jd.distance(model.ground.marker("o"), bob.marker("c")), law=f"-{stiffness}*(x - 1)")
    result = jd.simulate(model, 1.0, integrator=jd.Block(step=h, index=index), output=100, trust="fast")
    rigid = problems.pendulum_position(result.t)
    assert result.stats.halvings == 0 and result.stats.steps == 100
    assert np.abs(result["bob"].position.values - rigid).max() < 1e-6

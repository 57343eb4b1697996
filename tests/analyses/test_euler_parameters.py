"""Equations in Euler parameters: the same motions, reactions and events as in Cartesian coordinates, and the same orders."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import jourdain as jd
from analyses.test_natural import EXACT, MODELS, assert_same, pair, reference
from jourdain.examples import slider_crank
from jourdain.model.joints import SPATIAL
from jourdain.system.parameters import from_parameters, to_parameters
from machines import interruptible, order_machines, random_machines
from machines.rods import STEEL, part

INSIDE = "euler-parameters"


def both(model: jd.Model, end: float, method: Any = EXACT, **options: Any) -> tuple[jd.Result, jd.Result]:
    """The run in Cartesian coordinates and in Euler parameters."""
    settings = {"output": 8, "trust": "fast"} | options
    other = replace(method, coordinates=INSIDE)
    return jd.simulate(model, end, integrator=method, **settings), jd.simulate(model, end, integrator=other, **settings)


def test_seven_velocities_and_a_row_of_each_body() -> None:
    model = random_machines.tree(5)
    cartesian, found = jd.compile(model), jd.compile(model, coordinates=INSIDE)
    bodies = len(model.bodies)
    assert (found.kind.q, found.kind.v) == (7 * bodies, 7 * bodies)
    assert found.n_rows == cartesian.n_rows + bodies
    assert [name for name in found.row_names if name.endswith("p.p")] == [
        f"{name} (length): p.p" for name in model.bodies
    ]


@pytest.mark.parametrize("kind", SPATIAL)
def test_every_joint_and_force(kind: str) -> None:
    expected, found = both(pair(kind, False), 0.3)
    assert_same(found, expected, 1e-9)
    assert np.abs(found.energy.error.values).max() < 1e-9


MACHINES = {
    **{name: make for name, make in MODELS.items() if not make().planar},
    "redundant 5": lambda: random_machines.redundant(5),
    "driven": order_machines.driven,
    "bicycle": lambda: jd.examples.whipple(5.0, 0.3),
}


@pytest.mark.parametrize("name", MACHINES)
def test_every_machine(name: str) -> None:
    expected, found = both(MACHINES[name](), 0.3)
    assert_same(found, expected, 1e-8)
    assert found.redundant == expected.redundant and found.not_unique == expected.not_unique


METHODS = {
    "GeneralizedAlpha": (jd.GeneralizedAlpha(step=1e-3), 3e-6),
    "Block": (jd.Block(tol=1e-9), 1e-9),
    "BDF": (jd.BDF(tol=1e-8), 1e-7),
    "SDIRK4": (jd.SDIRK4(step=1e-3), 1e-9),
    "Galerkin": (jd.Galerkin(step=1e-2), 1e-8),
    "RK4, null-space": (jd.RK4(step=2e-3, constraints="null-space"), 3e-9),
    "RK4, gauss": (jd.RK4(step=2e-3, constraints="gauss"), 3e-9),
    "RK4, partitioning": (jd.RK4(step=2e-3, constraints="partitioning"), 3e-9),
}


@pytest.mark.parametrize("name", METHODS)
def test_every_method(name: str) -> None:
    method, bound = METHODS[name]
    method = replace(method, coordinates=INSIDE)
    found = jd.simulate(pair("revolute", False), 0.3, integrator=method, output=8, trust="fast")
    assert_same(found, reference(False), bound)


@pytest.mark.parametrize(
    ("method", "order"),
    [(jd.RK4, 4.0), (jd.GeneralizedAlpha, 2.0), (jd.Galerkin, 4.0)],
    ids=["RK4", "alpha", "Galerkin"],
)
def test_orders_on_a_spinning_top(method: Any, order: float) -> None:
    exact = order_machines.reference("top")
    steps = [1e-2, 5e-3] if order == 4.0 else [2e-3, 1e-3]
    runs = [order_machines.run("top", method(step=step, coordinates=INSIDE)) for step in steps]
    coarse, fine = (order_machines.errors(run, exact)[:2] for run in runs)
    assert (np.log2(coarse / fine) > order - 0.4).all(), (coarse, fine)


def test_impacts() -> None:
    expected, found = both(interruptible.striking(False), 3.0)
    assert [event.name for event in found.events] == [event.name for event in expected.events] and len(found.events) > 3
    assert_same(found, expected, 1e-7)
    assert np.abs(found.q - expected.q).max() < 1e-7  # the sign of quaternions goes on over events


def test_files_and_points_between(tmp_path: Path) -> None:
    expected, found = both(pair("universal", False), 0.3, output=20)
    found.save(tmp_path / "run.nc")
    again = jd.load(tmp_path / "run.nc")
    assert again == found and again.integrator.coordinates == INSIDE
    assert_same(found.at([0.111, 0.222]), expected.at([0.111, 0.222]), 1e-7)
    assert jd.simulate(pair("universal", False), 0.3, coordinates=INSIDE, output=5).trust.worst < 1e-5


def test_states_there_and_back() -> None:
    rng = np.random.default_rng(4)
    q, v, a = rng.normal(size=(5, 14)), rng.normal(size=(5, 12)), rng.normal(size=(5, 12))
    p = q.reshape(5, 2, 7)[..., 3:]
    p /= np.linalg.norm(p, axis=-1, keepdims=True)
    inside, rates = to_parameters(q, v)
    h = 1e-6  # the spin is that of the change of the axes
    moved = inside + h * rates
    R, S = (jd.quaternion(*x[0, 3:7] / np.linalg.norm(x[0, 3:7])).matrix for x in (inside, moved))
    turned = (R.T @ S - S.T @ R) / (2.0 * h)
    np.testing.assert_allclose([turned[2, 1], turned[0, 2], turned[1, 0]], v[0, 3:6], atol=1e-5)
    back = from_parameters(inside, rates, to_parameters(q, a)[1])
    for one, other in zip(back, (q, v, a), strict=True):
        np.testing.assert_allclose(one, other, atol=1e-14)


def test_what_has_no_euler_parameters_is_refused_with_a_remedy() -> None:
    def refused(model: Any, *words: str, **options: Any) -> None:
        with pytest.raises(jd.ModelError) as problem:
            jd.simulate(model, 0.1, **{"coordinates": INSIDE} | options)
        for word in words:
            assert word in str(problem.value), str(problem.value)

    planar = pair("revolute", True)
    refused(planar, "is planar", "leave coordinates out")
    bending = jd.Model("rod")
    bending.flexible("rod", part(STEEL, 1), at=(0, 0, 0))
    refused(bending, "flexible body 'rod' bends", "leave coordinates out")
    refused(jd.lagrangian("mass", "x_rate**2/2", "x", start=[1]), "coordinates of its own", integrator=EXACT)
    refused(jd.compile(slider_crank(), coordinates=INSIDE), "give the model itself", coordinates=None)

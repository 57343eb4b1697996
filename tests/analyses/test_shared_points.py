"""Natural coordinates with shared points and directions: fewer numbers and rows, the same motions, reactions and events."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import jourdain as jd
from analyses.test_natural import EXACT, MODELS, assert_same, pair, reference
from jourdain.examples import slider_crank
from jourdain.model.joints import PLANAR, SPATIAL
from machines import driven, event_models, interruptible, mechanisms, random_machines
from machines import problems as pb

SHARED = {"coordinates": "natural", "share": True}


def both(model: jd.Model, end: float, method: Any = EXACT, **options: Any) -> tuple[jd.Result, jd.Result]:
    """The run in Cartesian and in shared natural coordinates."""
    settings = {"output": 8, "trust": "fast"} | options
    other = replace(method, **SHARED)
    return jd.simulate(model, end, integrator=method, **settings), jd.simulate(model, end, integrator=other, **settings)


def sizes(model: jd.Model) -> tuple[int, int]:
    """Velocities and rows."""
    system = jd.compile(model, coordinates="natural", share=True)
    return system.kind.v, system.n_rows


def test_numbers_and_rows_of_the_textbook() -> None:
    """Moving pins and lengths of bars, by hand; in space besides what keeps a body's own directions in their places."""
    assert sizes(pb.planar_model(pb.n_four_bar(1))) == (4, 3)
    assert sizes(pb.planar_model(pb.n_four_bar(3))) == (8, 7)
    assert sizes(pb.planar_model(pb.two_link_arm())) == (4, 2)
    assert sizes(MODELS["door on two hinges"]()) == (6, 5)  # both hinges and the axis stand still
    many = jd.Model("star", planar=True, gravity=(0.0, -9.81))
    for k, way in enumerate(np.eye(2).repeat(2, axis=0) * [[1], [-1], [1], [-1]]):
        many.body(f"ray {k}", mass=1.0, inertia=0.1, at=way)
        many.joint(f"end {k}", "revolute", "ground", f"ray {k}", at=2.0 * way)
    for k in range(3):  # four bars on one pin that moves
        many.joint(f"pin {k}", "revolute", f"ray {k}", f"ray {k + 1}", at=(0.0, 0.0))
    assert sizes(many) == (2, 3)  # of four circles through a point any follows from the others


JOINTS = [(k, True) for k in PLANAR] + [(k, False) for k in SPATIAL]


@pytest.mark.parametrize(("kind", "planar"), JOINTS)
def test_every_joint_and_force(kind: str, planar: bool) -> None:
    expected, found = both(pair(kind, planar), 0.3)
    assert_same(found, expected, 1e-9)
    assert np.abs(found.energy.error.values).max() < 1e-9


MACHINES = {
    **{f"{kind} {seed}": lambda k=kind, s=seed: random_machines.KINDS[k](s)
       for kind in ("tree", "loop", "redundant") for seed in (11, 12)},
    **{name: make for name, make in MODELS.items() if name.split()[0] not in ("rod,", "point", "rolling")
       and name != "massless coupler in space"},
    "driven four-bar": driven.four_bar,
    "driven arm": driven.arm,
    "slider-crank": slider_crank,
    "parallelogram of four": lambda: mechanisms.planar_parallelogram(4),
}  # fmt: skip


@pytest.mark.parametrize("name", MACHINES)
def test_every_machine(name: str) -> None:
    model = MACHINES[name]()
    expected, found = both(model, 0.3)
    assert_same(found, expected, 1e-8)
    assert found.redundant == expected.redundant and found.not_unique == expected.not_unique
    mobility = expected.system.kind.v - expected.system.n_rows + expected.redundant
    numbers, rows = sizes(model)
    assert rows - (numbers - mobility) >= 0  # rows that depend on others here, but not everywhere, stay


@settings(max_examples=4, deadline=None, derandomize=True)
@given(kind=st.sampled_from(["tree", "loop", "redundant"]), seed=st.integers(0, 10**6))
def test_machines_by_chance(kind: str, seed: int) -> None:
    expected, found = both(random_machines.KINDS[kind](seed), 0.3)
    assert_same(found, expected, 1e-7)


METHODS = {
    "GeneralizedAlpha": (jd.GeneralizedAlpha(step=1e-3), 3e-6),
    "Block": (jd.Block(tol=1e-9), 1e-9),
    "BDF": (jd.BDF(tol=1e-8), 1e-7),
    "Adams": (jd.Adams(tol=1e-9), 1e-8),
    **{
        f"RK4, {name}": (jd.RK4(step=2e-3, constraints=name), 3e-9)
        for name in ("direct", "partitioning", "null-space", "tangent-space")
    },
}


@pytest.mark.parametrize("name", METHODS)
def test_every_method(name: str) -> None:
    """Implicit ones in space, the others in the plane: each first run of a kind compiles."""
    method, bound = METHODS[name]
    planar = not method.implicit
    method = replace(method, **SHARED)
    found = jd.simulate(pair("revolute", planar), 0.3, integrator=method, output=8, trust="fast")
    assert_same(found, reference(planar), bound)


def test_order_of_fixed_steps() -> None:
    model, end = pb.planar_model(pb.n_four_bar(1)), 0.5
    exact = jd.simulate(model, end, integrator=EXACT, output=2, trust="fast").q[-1]
    steps = (1e-2, 5e-3)
    runs = [jd.simulate(model, end, integrator=jd.RK4(step=h, **SHARED), output=2, trust="fast") for h in steps]
    coarse, fine = (np.abs(run.q[-1] - exact).max() for run in runs)
    assert coarse / fine > 2**3.6 and fine > 1e-13


@pytest.mark.parametrize("planar", [True, False], ids=["planar", "spatial"])
def test_impacts(planar: bool) -> None:
    expected, found = both(interruptible.striking(planar), 3.0)
    assert [event.name for event in found.events] == [event.name for event in expected.events] and len(found.events) > 3
    assert_same(found, expected, 1e-7)
    assert np.abs(found.q - expected.q).max() < 1e-7


ACTIONS = {"lock": (jd.Lock("hinge"), jd.Unlock("hinge")), "release": (jd.Release("hinge"), jd.Stop())}


@pytest.mark.parametrize("name", ACTIONS)
def test_joints_that_events_switch_keep_their_rows(name: str) -> None:
    model, _ = event_models.pendulum()
    for k, action in enumerate(ACTIONS[name]):
        model.event(f"event {k}", f"t - {0.2 + 0.1 * k}", actions=action)
    expected, found = both(model, 0.5)
    assert len(found.events) == 2
    assert_same(found, expected, 1e-8)


def test_multipliers_that_are_read_keep_their_rows() -> None:
    model = pb.planar_model(pb.n_four_bar(1))
    joint = next(joint for joint in model.joints.values() if joint.kind == "revolute")
    before = sizes(model)
    model.state("pull", "force", inputs={"force": joint.multiplier(joint.rows[0].label)})
    assert sizes(model)[1] > before[1]
    expected, found = both(model, 0.3)
    assert_same(found, expected, 1e-8)
    np.testing.assert_allclose(found.w, expected.w, atol=1e-7)


def test_files_notes_and_points_between(tmp_path: Path) -> None:
    expected, found = both(pair("universal", False), 0.3, output=20)
    found.save(tmp_path / "run.nc")
    again = jd.load(tmp_path / "run.nc")
    assert again == found and again.integrator.share
    assert_same(found.at([0.111, 0.222]), expected.at([0.111, 0.222]), 1e-7)
    said = str(jd.simulate(pair("universal", False), 0.3, output=5, **SHARED))
    assert (
        "1 shared point and 0 shared directions: 21 numbers with 13 rows" in said
        and "reactions of joints without rows" in said
    )


def test_what_cannot_be_shared_is_refused_with_a_remedy() -> None:
    def refused(model: Any, *words: str, **options: Any) -> None:
        with pytest.raises(jd.ModelError) as problem:
            jd.simulate(model, 0.1, **SHARED | options)
        for word in words:
            assert word in str(problem.value), str(problem.value)

    planar = pair("revolute", True)
    refused(planar, "share = True", "'natural'", "leave share out", coordinates="joint")
    refused(planar, "gauss", "share = True", "projection", integrator=jd.RK4(step=1e-3, constraints="gauss"))
    refused(planar, "Galerkin", "share = True", integrator=jd.Galerkin(step=1e-3))
    refused(MODELS["point"](), "'body'", "moment of inertia", "leave share out")
    refused(random_machines.door(1), "share: redundant joints do not fit exactly", "assemble", integrator=EXACT)
    beam = jd.Model("beam", planar=True)
    rubber = jd.material(E=0.7e6, nu=0.3, density=5540)
    beam.beam("bar", start=(0, 0), end=(1, 0), section=jd.rectangle(0.2, 0.009), material=rubber, elements=2)
    refused(beam, "beam 'bar'", "leave share out")
    with pytest.raises(jd.ModelError, match="share: points are shared"):
        jd.compile(planar, share=True)
    refused(jd.compile(planar, coordinates="natural", share=True), "give the model itself")

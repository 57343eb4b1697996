"""Joint coordinates: the same motions, reactions and events as in Cartesian ones, by recursion over a tree."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import jourdain as jd
from analyses.test_natural import EXACT, MODELS, assert_same, pair
from jourdain.model.joints import PLANAR, SPATIAL
from jourdain.system.spanning import spanning_tree
from jourdain.system.tree import TreeSystem
from machines import driven, event_models, interruptible, many_elements, mechanisms, random_machines, spatial_loops
from machines import problems as pb


def both(model: jd.Model, end: float, method: Any = EXACT, **options: Any) -> tuple[jd.Result, jd.Result]:
    """The run in Cartesian and in joint coordinates."""
    settings = {"output": 8, "trust": "fast"} | options
    inside = replace(method, coordinates="joint")
    return (
        jd.simulate(model, end, integrator=method, **settings),
        jd.simulate(model, end, integrator=inside, **settings),
    )


def sizes(model: jd.Model) -> tuple[int, int]:
    """Velocities and rows in joint coordinates."""
    kind = jd.compile(model, coordinates="joint").kind
    return kind.v, kind.g + kind.a


# --------------------------------------------------------------------------- the tree

JOINTS = [
    (k, planar)
    for planar, kinds in ((True, PLANAR), (False, SPATIAL))
    for k in kinds
    if k not in ("coupler", "rolling")
]


@pytest.mark.parametrize(("kind", "planar"), JOINTS)
def test_every_joint_and_force(kind: str, planar: bool) -> None:
    expected, found = both(pair(kind, planar), 0.3)
    assert_same(found, expected, 1e-9)
    assert np.abs(found.energy.error.values).max() < 1e-9
    assert np.abs(expected.q[-1] - expected.q[0]).max() > 0.03


def chain(kinds: tuple[str, ...], backward: bool) -> jd.Model:
    """Bodies one behind the other by joints with axes at random; backward: the parent is the second body of each joint."""
    chance = np.random.default_rng(len(kinds))
    model = jd.Model("chain", gravity=(0.0, 0.0, -9.81))
    last, at = model.ground, np.zeros(3)
    for i, kind in enumerate(kinds):
        centre = at + chance.uniform(0.2, 0.5, 3)
        turned, com = jd.axis_angle(chance.normal(size=3), 2.0), chance.uniform(-0.1, 0.1, 3)
        body = model.body(f"body {i}", mass=1.0 + i, inertia=(0.05, 0.06, 0.07), at=centre, com=com, rotation=turned)
        options = {"pitch": 0.3} if kind == "screw" else {}
        sides = (body, last) if backward else (last, body)
        model.joint(f"joint {i}", kind, *sides, at=at, axis=chance.normal(size=3), **options)
        last, at = body, centre + chance.uniform(0.1, 0.4, 3)
    return model


TREE_FORMS = ("universal", "cylindrical", "screw", "prismatic", "planar", "spherical", "revolute", "fixed")


@pytest.mark.parametrize("backward", [False, True])
def test_all_joints_of_a_tree_in_a_row(backward: bool) -> None:
    model = chain(TREE_FORMS, backward)
    assert sizes(model) == (2 + 2 + 1 + 1 + 3 + 3 + 1 + 0, 0)
    expected, found = both(model, 0.3)
    assert_same(found, expected, 1e-8)


def test_axes_that_are_opposite() -> None:
    """The second marker of a revolute may stand on its head."""
    model = jd.Model("head", gravity=(0.0, 0.0, -9.81))
    body = model.body("body", mass=1.0, inertia=(0.1, 0.2, 0.3), at=(1, 0, 0))
    a = model.ground.marker("a", rotation=jd.axis_angle((1, 0, 0), 1.0))
    b = body.marker("b", at=(-1, 0, 0), rotation=jd.axis_angle((1, 0, 0), 1.0 + np.pi))
    model.joint("hinge", "revolute", a, b)
    expected, found = both(model, 0.3)
    assert sizes(model) == (1, 0)
    assert_same(found, expected, 1e-9)


COUNTS = {
    "planar four-bar": (lambda: driven.four_bar(None), (3, 2)),
    "Andrews": (pb.andrews_model, (7, 6)),
    "four-bar of revolutes in space": (mechanisms.four_bar_in_space, (3, 5)),
    "spatial slider-crank": (spatial_loops.slider_crank, None),
    "two four-bars": (lambda: pb.planar_model(pb.n_four_bar(2)), (5, 4)),
    "heavy top": (pb.heavy_top, (3, 0)),
    "tree": (lambda: random_machines.tree(3), None),
}


@pytest.mark.parametrize("name", COUNTS)
def test_number_of_coordinates(name: str) -> None:
    """As many as are counted by hand; rows less redundant ones are what separates them from the degrees of freedom."""
    make, expected = COUNTS[name]
    model = make()
    assert expected is None or sizes(model) == expected
    velocities, rows = sizes(model)
    found = jd.check(model)
    assert velocities - rows + found.redundant == found.mobility


def test_joints_with_the_fewest_rows_are_cut() -> None:
    model = mechanisms.four_bar_in_space(("revolute", "spherical", "revolute", "revolute"))
    tree = spanning_tree(model)
    assert tree.staying == {"B": "closes a loop"} and max(edge.depth for edge in tree.edges) == 2
    assert sizes(model) == (3, 3)


def test_bodies_that_hang_on_nothing_are_free() -> None:
    model = jd.Model("two", gravity=(0, 0, -9.81))
    one = model.body("one", mass=1.0, inertia=(1, 2, 3), at=(0, 0, 1), spin=(0.1, 2.0, 0.3))
    two = model.body("two", mass=2.0, inertia=(1, 2, 3), at=(1, 0, 1))
    model.joint("ball", "spherical", two, one, at=(0.5, 0, 1))
    tree = spanning_tree(model)
    assert len(tree.free) == 1 and sizes(model) == (9, 0)
    expected, found = both(model, 0.5)
    assert_same(found, expected, 1e-9)


# --------------------------------------------------------------------------- machines

MACHINES = {
    **{f"{kind} {seed}": (kind, seed) for kind in ("tree", "loop", "redundant") for seed in (11, 12)},
    "driven four-bar": driven.four_bar,
    "quick return": driven.quick_return,
    "arm": driven.arm,
    "cardan shafts": spatial_loops.cardan_shafts,
    "planetary gear": spatial_loops.planetary_gear,
    "Bricard": spatial_loops.bricard,
    "many elements": many_elements.machine,
    "linkage": many_elements.linkage,
    "parallelogram of four": lambda: mechanisms.planar_parallelogram(4),
    **{name: make for name, make in MODELS.items() if not name.startswith("massless")},
}


@pytest.mark.parametrize("name", MACHINES)
def test_every_machine(name: str) -> None:
    made = MACHINES[name]
    model = random_machines.KINDS[made[0]](made[1]) if isinstance(made, tuple) else made()
    expected, found = both(model, 0.3)
    assert_same(found, expected, 1e-8)
    assert found.redundant == expected.redundant


@settings(max_examples=4, deadline=None, derandomize=True)
@given(kind=st.sampled_from(["tree", "loop", "redundant"]), seed=st.integers(0, 10**6))
def test_machines_by_chance(kind: str, seed: int) -> None:
    """With a spring and a damper from the ground to one of the bodies, and a motor on one of the joints of a tree."""
    model = random_machines.KINDS[kind](seed)
    chance = np.random.default_rng(seed)
    body = model.bodies[str(chance.choice(list(model.bodies)))]
    hook, end = model.ground.marker("hook", at=(2, 1, 3)), body.marker("end", at=chance.normal(size=3))
    model.spring("spring", hook, end, stiffness=30.0, damping=1.0, rest=1.0)
    turning = [joint for joint in model.joints.values() if joint.kind == "revolute"]
    if kind == "tree" and turning:
        model.drive("motor", turning[0].angle, "0.3*sin(3*t)")
    expected, found = both(model, 0.3)
    assert_same(found, expected, 1e-7)


TREATMENTS = ("direct", "baumgarte", "controlled-baumgarte", "partitioning", "qr", "svd", "null-space", "tangent-space")
METHODS = {
    "Adams": (jd.Adams(tol=1e-9), 1e-7),
    "ABM4": (jd.ABM4(step=1e-3), 1e-7),
    "CentralDifference": (jd.CentralDifference(step=2e-4), 1e-5),
    **{f"RK4, {name}": (jd.RK4(step=1e-3, constraints=name), 1e-7) for name in TREATMENTS},
}


@pytest.mark.parametrize("name", METHODS)
def test_every_method(name: str) -> None:
    """On a redundant four-bar in space, against an accurate run in Cartesian coordinates."""
    method, bound = METHODS[name]
    model = random_machines.redundant(5)
    expected = jd.simulate(model, 0.3, integrator=EXACT, output=8, trust="fast")
    found = jd.simulate(model, 0.3, integrator=replace(method, coordinates="joint"), output=8, trust="fast")
    assert_same(found, expected, bound)


def test_energy_of_a_tree_is_kept_to_fourth_order() -> None:
    model = chain(("universal", "spherical", "prismatic"), False)
    errors = []
    for step in (4e-3, 2e-3, 1e-3):
        result = jd.simulate(model, 0.4, integrator=jd.RK4(step=step, coordinates="joint"), output=4, trust="fast")
        errors.append(np.abs(result.energy.error.values).max())
    orders = np.log2(np.array(errors[:-1]) / errors[1:])
    assert (orders > 3.7).all() and errors[-1] > 1e-13


# --------------------------------------------------------------------------- figures of others


def test_andrews_to_the_published_digits() -> None:
    result = jd.simulate(
        pb.andrews_model(), pb.ANDREWS_END, integrator=jd.DOP853(tol=1e-11, coordinates="joint"), output=10
    )
    angles = pb.planar_motion(pb.andrews(), result)[1]
    assert np.abs(pb.andrews_angles(angles[-1]) / pb.ANDREWS_FINAL - 1.0).max() < 1e-8


def test_heavy_top() -> None:
    """Displacement and orientation at t = 2 s, Bruls, Cardona and Arnold's top by another program (good to about 1.2e-6)."""
    result = jd.simulate(
        pb.heavy_top(), 2.0, integrator=jd.DOP853(tol=1e-9, coordinates="joint"), output=4, trust="fast"
    )
    top = result["top"] if "top" in result.system.bodies else result[result.system.bodies[0]]
    moved = top.position.values[-1] - np.array([0.0, 1.0, 0.0])
    np.testing.assert_allclose(moved, (-0.150416985652933, -1.724164450779749, -0.673023460701136), atol=3e-6)


# --------------------------------------------------------------------------- turns, events, runs that go on


@pytest.mark.parametrize("planar", [True, False], ids=["planar", "spatial"])
def test_angles_over_many_turns(planar: bool) -> None:
    n = 2 if planar else 3
    model = jd.Model("wheel", planar=planar)
    inertia, spin = (0.3, 40.0) if planar else ((0.3, 0.3, 0.3), (0, 0, 40.0))
    wheel = model.body("wheel", mass=1.0, inertia=inertia, spin=spin)
    pin = model.joint("pin", "revolute", model.ground, wheel, at=(0, 0.1, 0)[:n])
    model.measure("phi", pin.angle)
    result = jd.simulate(model, 2.0, integrator=jd.DOP853(tol=1e-10, coordinates="joint"), output=10, trust="fast")
    speed = 40.0 * 0.3 / (0.3 + 0.01)  # the pin takes what does not turn about it
    np.testing.assert_allclose(result.measure("phi"), speed * result.t, atol=1e-7)
    if planar:
        np.testing.assert_allclose(result["wheel"].angle, speed * result.t, atol=1e-7)


@pytest.mark.parametrize("planar", [True, False], ids=["planar", "spatial"])
def test_impacts(planar: bool) -> None:
    expected, found = both(interruptible.striking(planar), 3.0)
    assert [event.name for event in found.events] == [event.name for event in expected.events] and len(found.events) > 3
    for one, other in zip(found.events, expected.events, strict=True):
        assert one.t == pytest.approx(other.t, abs=1e-9)
        np.testing.assert_allclose(one.v_after, other.v_after, atol=1e-7)
        assert one.impulses == pytest.approx(other.impulses, abs=1e-7)
    assert_same(found, expected, 1e-7)
    assert np.abs(found.q - expected.q).max() < 1e-7  # the sign of quaternions goes on over events


ACTIONS = {
    "lock": lambda m: (jd.Lock("hinge"), jd.Unlock("hinge")),
    "release": lambda m: (jd.Release("hinge"), jd.Stop()),
}


@pytest.mark.parametrize("name", ACTIONS)
def test_joints_that_events_switch_stay_rows(name: str) -> None:
    model, _ = event_models.pendulum()
    first, second = ACTIONS[name](model)
    model.event("first", "t - 0.2", actions=first)
    model.event("second", "t - 0.3", actions=second)
    assert spanning_tree(model, {"hinge"}).staying == {"hinge": "may be switched by an event"}
    expected, found = both(model, 0.5)
    assert [event.name for event in found.events] == ["first", "second"]
    assert_same(found, expected, 1e-8)


def test_files_page_and_points_between(tmp_path: Path) -> None:
    expected, found = both(pair("universal", False), 0.3, output=20)
    found.save(tmp_path / "run.nc")
    again = jd.load(tmp_path / "run.nc")
    assert again == found and again.integrator.coordinates == "joint"
    assert_same(found.at([0.111, 0.222]), expected.at([0.111, 0.222]), 1e-7)
    assert jd.simulate(pair("universal", False), 0.3, coordinates="joint", output=5).trust.worst < 1e-5


# --------------------------------------------------------------------------- refusals


def refused(model: jd.Model, *words: str, **options: Any) -> None:
    with pytest.raises(jd.ModelError) as problem:
        jd.simulate(model, 0.1, **{"coordinates": "joint"} | options)
    for word in words:
        assert word in str(problem.value), str(problem.value)


def test_what_is_not_there_is_refused_with_a_remedy() -> None:
    model = pair("revolute", True)
    refused(model, "gauss", "projection", integrator=jd.RK4(step=1e-3, constraints="gauss"))
    refused(model, "Subcycling", integrator=jd.Subcycling(step=1e-3))
    refused(pair("revolute", False), "Galerkin", integrator=jd.Galerkin(step=1e-3))
    top = jd.LagrangianModel("spring", coordinates={"x": (1.0, 0.0)}, lagrangian="0.5*x_rate**2 - 0.5*x**2")
    refused(top, "coordinates of its own")
    beam = jd.Model("beam", planar=True)
    rubber = jd.material(E=0.7e6, nu=0.3, density=5540)
    beam.beam("bar", start=(0, 0), end=(1, 0), section=jd.rectangle(0.2, 0.009), material=rubber, elements=2)
    refused(beam, "beam 'bar' bends", "leave coordinates out")
    still = jd.Model("still", planar=True)
    still.joint("weld", "fixed", still.ground, still.body("block", mass=1.0, inertia=1.0), at=(0.0, 0.0))
    refused(still, "no joint of 'still' moves", integrator=jd.RK4(step=1e-3))


def test_motions_without_inertia_are_named() -> None:
    refused(MODELS["massless coupler in the plane"](), "'coupler'", "joint", "give it mass", integrator=EXACT)


def test_joints_that_do_not_fit_are_refused() -> None:
    refused(random_machines.door(1), "do not fit exactly", "assemble", integrator=EXACT)


def test_systems_know_their_tree() -> None:
    system = jd.compile(pb.andrews_model(), coordinates="joint")
    assert isinstance(system, TreeSystem) and len(system.tree.joints) == 7 and len(system.tree.staying) == 3

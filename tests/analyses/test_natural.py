"""Natural coordinates: the same motions, reactions and events as in Cartesian ones, whatever the model and the method."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import jourdain as jd
from jourdain.examples import whipple
from jourdain.model.joints import COUPLES_JOINTS, PLANAR, SPATIAL
from jourdain.system.directors import from_natural, to_natural
from machines import interruptible, mechanisms
from machines import problems as pb
from machines import rolling_models as rolling
from machines.every_element import OPTIONS

EXACT = jd.DOP853(tol=1e-11)


def both(model: jd.Model, end: float, method: Any = EXACT, **options: Any) -> tuple[jd.Result, jd.Result]:
    """The run in Cartesian and in natural coordinates."""
    settings = {"output": 8, "trust": "fast"} | options
    natural = replace(method, coordinates="natural")
    return (
        jd.simulate(model, end, integrator=method, **settings),
        jd.simulate(model, end, integrator=natural, **settings),
    )


def assert_same(found: jd.Result, expected: jd.Result, bound: float) -> None:
    """Positions, rotations, velocities, accelerations, multipliers and reactions, each against its largest."""
    assert found.q.shape == expected.q.shape and found.system.kind == expected.system.kind
    for body in expected.system.bodies:
        for part in ("position", "velocity", "acceleration", "angular_velocity", "angular_acceleration"):
            one, other = (getattr(result[body], part).values for result in (found, expected))
            assert np.abs(one - other).max() <= bound * max(1.0, np.abs(other).max()), (body, part)
        assert np.abs(found[body].matrices - expected[body].matrices).max() <= bound, body
    assert np.abs(found.lam - expected.lam).max(initial=0.0) <= bound * max(1.0, np.abs(expected.lam).max(initial=0.0))
    for joint in expected.model.joints:
        for part in ("force", "torque"):
            one, other = (getattr(result.reaction(joint), part).values for result in (found, expected))
            assert np.abs(one - other).max() <= bound * max(1.0, np.abs(other).max()), (joint, part)


def pair(kind: str, planar: bool) -> jd.Model:
    """Two bodies joined by one kind of joint, with a spring, a bushing, a load that follows and one that does not."""
    n = 2 if planar else 3
    model = jd.Model("pair", planar=planar, gravity=(0.3, -9.81, 0.1)[:n])
    turn: Any = (0.3, -0.9) if planar else (jd.cardan(0.3, 0.2, 0.1), jd.axis_angle((1, 2, 3), 2.5))
    inertia: Any = (0.1, 1.0) if planar else ((0.1, 0.2, 0.15), [[2, 0.1, 0.2], [0.1, 3, 0.3], [0.2, 0.3, 4]])
    arm = model.body(
        "arm",
        mass=1.3,
        inertia=inertia[0],
        at=(0.1, 0.2, 0.3)[:n],
        rotation=turn[0],
        spin=0.7 if planar else (0.7, -0.1, 1 / 3),
        com=(0.02, 0.05, -0.03)[:n],
    )
    fork = model.body(
        "fork", mass=2, inertia=inertia[1], at=(1.1, 0.2, -0.3)[:n], rotation=turn[1], velocity=(-0.2, 0.1, 1 / 3)[:n]
    )
    join(
        model, kind, n, {key: value for key, value in OPTIONS.get(kind, {}).items() if key not in ("length", "inside")}
    )
    hook = model.ground.marker("hook", at=(3, 1, 0)[:n])
    model.spring("spring", hook, fork.marker("s", at=(0.3, 0.1, 0.2)[:n]), stiffness=20, damping=0.5, rest=1.0)
    parts = 3 if planar else 6
    model.bushing("mount", hook, arm.marker("m", at=(0.2, 0, 0.1)[:n]), stiffness=[2] * parts, damping=[0.1] * parts)
    twist = 0.4 if planar else (0.1, 0.2, 0.3)
    model.load("follows", arm, force=(1, 2, 3)[:n], torque=twist, follow=True, at=(0.1, 0.2, 0.3)[:n])
    model.load("dead", fork, force=("sin(t)", 1, 2)[:n], torque="t" if planar else (0, "t", 0.3))
    return model


def join(model: jd.Model, kind: str, n: int, options: dict[str, Any]) -> None:
    arm, fork = model.bodies["arm"], model.bodies["fork"]
    if kind in COUPLES_JOINTS:
        first = model.joint("first", "revolute", model.ground, "arm", at=(0.4, 0.3, 0.2)[:n])
        second = model.joint(
            "second", "revolute" if kind == "gear" else "prismatic", model.ground, "fork", at=(1, 2, 3)[:n]
        )
        model.joint("joint", kind, first, second, **options)
    elif kind == "rolling":
        model.joint("joint", kind, model.ground.marker("road"), arm.marker("hub"), **options)
    elif kind in ("rolling_balls", "blade"):
        model.joint(
            "joint", kind, arm.marker("e", at=(0.5, 0.1, 0.2)[:n]), fork.marker("f", at=(0.3, 0.4, 0.7)[:n]), **options
        )
    elif kind in ("distance", "revolute_spherical"):
        model.joint("joint", kind, "arm", "fork", at_a=(0.1, 0.7, 0.4)[:n], at_b=(1, 1, 1)[:n], axis=(1, 2, 2)[:n])
    else:
        model.joint("joint", kind, "arm", "fork", at=(0.6, 0.4, 0.2)[:n], axis=(1, 2, 2)[:n], **options)


@pytest.mark.parametrize(("kind", "planar"), [(k, True) for k in PLANAR] + [(k, False) for k in SPATIAL])
def test_every_joint_and_force(kind: str, planar: bool) -> None:
    expected, found = both(pair(kind, planar), 0.4)
    assert_same(found, expected, 1e-9)
    assert np.abs(found.energy.error.values).max() < 1e-9
    assert np.abs(expected.q[-1] - expected.q[0]).max() > 0.05


TREATMENTS = (
    "gauss",
    "direct",
    "baumgarte",
    "controlled-baumgarte",
    "partitioning",
    "qr",
    "svd",
    "null-space",
    "tangent-space",
)
METHODS = {
    "GeneralizedAlpha": (jd.GeneralizedAlpha(step=1e-3), 3e-6),
    "GeneralizedAlpha, steps by tol": (jd.GeneralizedAlpha(tol=1e-7), 1e-5),
    "Block": (jd.Block(tol=1e-9), 1e-9),
    "BDF": (jd.BDF(tol=1e-8), 1e-7),
    "Adams": (jd.Adams(tol=1e-9), 1e-8),
    "ABM4": (jd.ABM4(step=1e-3), 1e-9),
    "SDIRK4": (jd.SDIRK4(step=1e-3), 1e-9),
    "CentralDifference": (jd.CentralDifference(step=1e-3), 3e-6),
    "Galerkin": (jd.Galerkin(step=1e-2), 1e-8),
    **{f"RK4, {name}": (jd.RK4(step=2e-3, constraints=name), 3e-9) for name in TREATMENTS},
}


@cache
def reference(planar: bool) -> jd.Result:
    return jd.simulate(pair("revolute", planar), 0.3, integrator=EXACT, output=8, trust="fast")


@pytest.mark.parametrize("planar", [True, False], ids=["planar", "spatial"])
@pytest.mark.parametrize("name", METHODS)
def test_every_method(name: str, planar: bool) -> None:
    """Against a run in Cartesian coordinates that is more accurate than any of these."""
    method, bound = METHODS[name]
    found = jd.simulate(
        pair("revolute", planar), 0.3, integrator=replace(method, coordinates="natural"), output=8, trust="fast"
    )
    assert_same(found, reference(planar), bound)


# --------------------------------------------------------------------------- bodies and loops of every sort


def hung(inertia: Any, joint: str = "spherical") -> jd.Model:
    model = jd.Model("hung", gravity=(0, 0, -9.81))
    body = model.body("body", mass=2, inertia=inertia, at=(0, 0, -0.5), spin=(1, 2, 3 if joint == "spherical" else 0))
    model.joint("pin", joint, model.ground, body, at=(0, 0, 0))
    return model


def with_massless_coupler(planar: bool) -> jd.Model:
    n = 2 if planar else 3
    model = jd.Model("four-bar", planar=planar, gravity=(0.0, -9.81, 0.3)[:n])
    ends = np.array([[0.0, 0.0, 0.0], [0.0, 0.3, 0.0], [0.9, 0.6, 0.1], [1.0, 0.0, 0.0]])
    for name, a, b, mass in (("crank", 0, 1, 1.0), ("rocker", 3, 2, 2.0), ("coupler", 1, 2, 0.0)):
        J = 0.04 * mass
        model.body(name, mass=mass, inertia=J if planar else (J, J, J), at=0.5 * (ends[a] + ends[b])[:n])
    hooke = {} if planar else {"axis": ends[2] - ends[1]}
    model.joint("A", "revolute", model.ground, "crank", at=ends[0][:n])
    model.joint("D", "revolute", model.ground, "rocker", at=ends[3][:n])
    model.joint("B", "revolute" if planar else "universal", "crank", "coupler", at=ends[1][:n], **hooke)
    model.joint("C", "revolute" if planar else "spherical", "coupler", "rocker", at=ends[2][:n])
    return model


MODELS = {
    "plate, without second moment across": lambda: hung((0.1, 0.2, 0.3)),
    "rod, without moment about itself": lambda: hung((0.2, 0.2, 0.0), "universal"),
    "point": lambda: hung((0.0, 0.0, 0.0), "universal"),
    "massless coupler in the plane": lambda: with_massless_coupler(True),
    "massless coupler in space": lambda: with_massless_coupler(False),
    "door on two hinges": interruptible.door,
    "parallelogram with a bar too many": lambda: mechanisms.planar_parallelogram(3, speeds=(2.0, 2.0, 2.0)),
    "four-bars": lambda: pb.planar_model(pb.n_four_bar(2)),
    "rolling disc": rolling.disc,
    "ball on a turntable": rolling.turntable,
}


@pytest.mark.parametrize("name", MODELS)
def test_every_body_and_loop(name: str) -> None:
    expected, found = both(MODELS[name](), 0.5)
    assert_same(found, expected, 1e-8)
    assert found.not_unique == expected.not_unique and found.redundant >= expected.redundant


def test_bicycle() -> None:
    """Uncontrolled, at a speed of its stable range, pushed: rolling wheels, fork and frame."""
    expected, found = both(whipple(5.0, 0.3), 0.5)
    assert_same(found, expected, 1e-8)


# --------------------------------------------------------------------------- turns, events, runs that go on


@pytest.mark.parametrize("planar", [True, False], ids=["planar", "spatial"])
def test_angles_over_many_turns(planar: bool) -> None:
    n = 2 if planar else 3
    model = jd.Model("wheel", planar=planar)
    inertia, spin = (0.3, 40.0) if planar else ((0.3, 0.3, 0.3), (0, 0, 40.0))
    wheel = model.body("wheel", mass=1.0, inertia=inertia, spin=spin)
    pin = model.joint("pin", "revolute", model.ground, wheel, at=(0, 0.1, 0)[:n])
    model.measure("phi", pin.angle)
    result = jd.simulate(model, 2.0, integrator=jd.DOP853(tol=1e-10, coordinates="natural"), output=10, trust="fast")
    speed = 40.0 * 0.3 / (0.3 + 0.01)  # the pin takes what does not turn about it
    np.testing.assert_allclose(result.measure("phi"), speed * result.t, atol=1e-7)
    if planar:
        np.testing.assert_allclose(result["wheel"].angle, speed * result.t, atol=1e-7)


@pytest.mark.parametrize("method", [EXACT, jd.Block(tol=1e-10)], ids=["DOP853", "Block"])
@pytest.mark.parametrize("planar", [True, False], ids=["planar", "spatial"])
def test_impacts(planar: bool, method: Any) -> None:
    expected, found = both(interruptible.striking(planar), 3.0, method)
    assert [event.name for event in found.events] == [event.name for event in expected.events] and len(found.events) > 3
    for one, other in zip(found.events, expected.events, strict=True):
        assert one.t == pytest.approx(other.t, abs=1e-9)
        np.testing.assert_allclose(one.v_after, other.v_after, atol=1e-7)
        assert one.impulses == pytest.approx(other.impulses, abs=1e-7)
    assert_same(found, expected, 1e-7)
    assert np.abs(found.q - expected.q).max() < 1e-7  # the sign of quaternions goes on over events


def test_files_page_and_points_between(tmp_path: Path) -> None:
    expected, found = both(pair("universal", False), 0.4, output=20)
    found.save(tmp_path / "run.nc")
    again = jd.load(tmp_path / "run.nc")
    assert again == found and again.integrator.coordinates == "natural"
    assert_same(found.at([0.111, 0.222]), expected.at([0.111, 0.222]), 1e-7)
    assert jd.simulate(pair("universal", False), 0.4, coordinates="natural", output=5).trust.worst < 1e-5


def test_states_there_and_back() -> None:
    rng = np.random.default_rng(4)
    for planar, nq, nv in ((True, 3, 3), (False, 7, 6)):
        q, v, a = rng.normal(size=(5, 2 * nq)), rng.normal(size=(5, 2 * nv)), rng.normal(size=(5, 2 * nv))
        if not planar:
            p = q.reshape(5, 2, 7)[:, :, 3:]
            p /= np.linalg.norm(p, axis=2, keepdims=True)
        for k in range(5):  # one by one: neighbours in time are no neighbours here
            there = to_natural(planar, q[k : k + 1], v[k : k + 1], a[k : k + 1])
            back = from_natural(planar, *there, q[k : k + 1, 2::3] if planar else np.zeros((1, 2)), q[k])
            for one, other in zip(back, (q[k], v[k], a[k]), strict=True):
                np.testing.assert_allclose(one[0], other, atol=1e-14)


def test_unknown_coordinates_are_refused() -> None:
    with pytest.raises(
        jd.ModelError,
        match="coordinates = 'polar'; they are 'cartesian', 'natural', 'euler-parameters', 'joint' or 'auto'",
    ):
        jd.simulate(pair("revolute", True), 0.1, coordinates="polar")

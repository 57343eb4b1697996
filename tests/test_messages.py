"""What a user is told: every message names the element, says what is wrong, and what to try; no raw tracebacks."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import jourdain as jd

NAN = math.nan


def model(**options: Any) -> jd.Model:
    """A spatial model with one body "crank"."""
    m = jd.Model("machine", gravity=(0.0, 0.0, -9.81))
    m.body("crank", **{"mass": 1.0, "inertia": (0.1, 0.1, 0.1), "at": (1.0, 0.0, 0.0)} | options)
    return m


def joint(kind: Any = "revolute", **options: Any) -> jd.Model:
    """The same, hinged to the ground."""
    m = model()
    if not any(name in options for name in ("at", "at_a", "at_b")):
        options["at"] = (0.0, 0.0, 0.0)
    m.joint("hinge", kind, m.ground, m.bodies["crank"], **options)
    return m


def pendulum(law: Any = None, drive: Any = None, load: Any = None) -> jd.Model:
    """A hinged body with a force "brake", a drive "motor" or a load "push"."""
    m = joint(axis=(0, 1, 0))
    angle = m.joints["hinge"].angle
    if law is not None:
        m.force("brake", angle, law=law)
    if drive is not None:
        m.drive("motor", angle, drive)
    if load is not None:
        m.load("push", m.bodies["crank"], force=(0.0, 0.0, load))
    return m


def gears(**options: Any) -> None:
    """Two wheels on the ground, geared."""
    m = jd.Model("gears")
    wheels = [m.body(name, mass=1.0, inertia=(1, 1, 1), at=at) for name, at in (("a", (0, 0, 0)), ("b", (1, 0, 0)))]
    shafts = [m.joint(f"shaft {w.name}", "revolute", m.ground, w, at=w.at) for w in wheels]
    m.joint("mesh", "gear", *shafts, **options)


def twice(act: Callable[[jd.Model], Any]) -> None:
    """The same action two times on one model."""
    m = model()
    act(m)
    act(m)


def foreign(use: Callable[[jd.Model, Any], Any]) -> None:
    """Use a body "other" that belongs to another model."""
    use(model(), jd.Model("elsewhere").body("other", mass=1.0, inertia=(1, 1, 1)))


def simulate(**options: Any) -> jd.Result:
    """One second of the pendulum."""
    return jd.simulate(pendulum(), options.pop("t_end", 1.0), **options)


def push(**options: Any) -> jd.System:
    """A load on the crank, compiled."""
    m = model()
    m.load("push", m.bodies["crank"], **options)
    return jd.compile(m)


def law(**options: Any) -> jd.System:
    """A force on the crank's x, compiled."""
    m = model()
    m.force("spring", jd.coordinate(m.bodies["crank"], "x"), **options)
    return jd.compile(m)


def rod(b: tuple[float, ...], **options: Any) -> jd.System:
    """A distance from the origin to a point, compiled."""
    return jd.compile(joint("distance", at_a=(0.0, 0.0, 0.0), at_b=b, **options))


# What is done -> words that the message must have: the element first, then what is wrong and what to do.
CASES: dict[str, tuple[Callable[[], Any], tuple[str, ...]]] = {
    # names
    "second body": (
        lambda: twice(lambda m: m.body("arm", mass=1, inertia=(1, 1, 1))),
        ("body 'arm'", "already", "choose"),
    ),
    "name of another kind": (
        lambda: model().load("crank", "crank", force=(0, 0, 1)),
        ("load 'crank'", "body of that name"),
    ),
    "name of the ground": (lambda: jd.Model().body("ground", mass=1, inertia=(1, 1, 1)), ("'ground'", "taken")),
    "empty name": (lambda: jd.Model().body(" ", mass=1, inertia=(1, 1, 1)), ("body", "empty")),
    "second marker": (lambda: twice(lambda m: m.bodies["crank"].marker("tip")), ("'tip'", "'crank'", "choose another")),
    "unknown body": (
        lambda: model().joint("hinge", "revolute", "ground", "krank", at=(0, 0, 0)),
        ("joint 'hinge'", "no body 'krank'", "Did you mean 'crank'?"),
    ),
    "body of another model": (
        lambda: foreign(lambda m, b: m.joint("hinge", "revolute", m.ground, b, at=(0, 0, 0))),
        ("joint 'hinge'", "other", "not a body of this model", "model.body"),
    ),
    "measure of another model": (
        lambda: foreign(lambda m, b: m.force("spring", jd.coordinate(b, "x"), stiffness=1.0)),
        ("force 'spring'", "'other'", "not in this model"),
    ),
    "unknown body of a result": (lambda: simulate(output=1)["krank"], ("'krank'", "Did you mean 'crank'?")),
    "unknown joint of a result": (lambda: simulate(output=1).reaction("hing"), ("'hing'", "Did you mean 'hinge'?")),
    "unknown name in a text": (lambda: law(law="2*stiffnes*x"), ("force 'spring'", "'stiffnes'", "unknown name")),
    # mass and inertia
    "mass is NaN": (lambda: model(mass=NAN), ("body 'crank'", "mass", "nan", "finite")),
    "negative mass": (lambda: model(mass=-1.0), ("body 'crank'", "mass", "-1", "must not be below 0")),
    "mass is text": (lambda: model(mass="heavy"), ("body 'crank'", "mass", "'heavy'", "not a number")),
    "no mass given": (lambda: model(mass=None), ("body 'crank'", "mass is missing", "shape with a density")),
    "no inertia given": (lambda: model(inertia=None), ("body 'crank'", "inertia is missing", "kg m2")),
    "massless body": (
        lambda: jd.simulate(model(mass=0.0), 1.0),
        ("'crank'", "no inertia", "Give the body a mass", "'distance'"),
    ),
    "body without inertia": (
        lambda: jd.simulate(model(inertia=(0.0, 0.1, 0.1)), 1.0),
        ("'crank'", "no inertia", "moments of inertia"),
    ),
    "triangle rule": (lambda: model(inertia=(1, 1, 3)), ("body 'crank'", "1, 1, 3", "triangle rule", "check")),
    "negative moment": (
        lambda: model(inertia=(1, 1, -1)),
        ("body 'crank'", "negative principal moment -1", "check signs"),
    ),
    "hidden negative moment": (
        lambda: model(inertia=[[1, 2, 0], [2, 1, 0], [0, 0, 1]]),
        ("body 'crank'", "negative principal moment -1", "check signs"),
    ),
    "unsymmetric inertia": (
        lambda: model(inertia=[[1, 0.1, 0], [0, 1, 0], [0, 0, 1]]),
        ("body 'crank'", "not symmetric", "J[i, j] = J[j, i]"),
    ),
    "inertia of two numbers": (lambda: model(inertia=(1, 1)), ("body 'crank'", "shape (2,)", "(Ixx, Iyy, Izz)")),
    "inertia is NaN": (lambda: model(inertia=(1, 1, NAN)), ("body 'crank'", "inertia", "not finite")),
    "shape and inertia": (
        lambda: model(shape=jd.box(1, 1, 1), mass=None, density=1.0),
        ("body 'crank'", "density and inertia", "leave inertia out"),
    ),
    "mass and density": (
        lambda: model(shape=jd.box(1, 1, 1), density=1.0),
        ("'crank'", "exactly one of mass and density"),
    ),
    "colour": (lambda: model(visuals=[jd.Visual(jd.sphere(1), colour="pinkish")]), ("visual", "'pinkish'", "#rrggbb")),
    "negative size": (lambda: jd.box(-1, 1, 1), ("box", "lx", "-1", "positive")),
    # places and orientations
    "place of two numbers": (lambda: model(at=(1, 2)), ("body 'crank'", "at = (1, 2)", "give 3 numbers")),
    "place is NaN": (lambda: model(at=(1, 2, NAN)), ("body 'crank'", "at =", "not finite")),
    "rotation is an angle": (lambda: model(rotation=0.3), ("body 'crank'", "rotation", "axis_angle")),
    "rotation is no rotation": (
        lambda: model(rotation=[[1, 0, 0], [0, 1, 0.1], [0, 0, 1]]),
        ("body 'crank'", "not orthonormal", "axis_angle"),
    ),
    "rotation is a mirror": (
        lambda: model(rotation=np.diag([1, 1, -1])),
        ("body 'crank'", "left-handed", "swap two columns"),
    ),
    # joints
    "joint on one body": (
        lambda: model().joint("hinge", "revolute", "crank", "crank", at=(0, 0, 0)),
        ("joint 'hinge'", "both sides are on 'crank'", "two different bodies"),
    ),
    "joint without place": (
        lambda: model().joint("hinge", "revolute", "ground", "crank"),
        ("joint 'hinge'", "say where", "at=(..)", "two markers"),
    ),
    "marker and body": (
        lambda: (lambda m: m.joint("hinge", "revolute", m.ground.marker("o"), m.bodies["crank"]))(model()),
        ("joint 'hinge'", "two markers, or two bodies", "at="),
    ),
    "unknown kind of joint": (lambda: joint("revolut"), ("joint 'hinge'", "'revolut'", "Did you mean 'revolute'?")),
    "kind of joint like no other": (lambda: joint("xyzzy"), ("'xyzzy'", "'revolute'", "'spherical'")),
    "spatial joint in the plane": (
        lambda: jd.Model("m", planar=True).joint("ball", "spherical", "ground", "crank", at=(0, 0)),
        ("'spherical'", "for spatial models"),
    ),
    "wrong option": (lambda: joint("revolute", pitch=0.1), ("joint 'hinge'", "'pitch'")),
    "missing option": (lambda: joint("screw"), ("joint 'hinge'", "'pitch'")),
    "axis without direction": (lambda: joint(axis=(0, 0, 0)), ("joint 'hinge'", "axis = (0, 0, 0)", "no direction")),
    "axis and rotation": (
        lambda: joint(axis=(0, 0, 1), rotation=np.eye(3)),
        ("joint 'hinge'", "axis or rotation, not both"),
    ),
    "negative teeth": (lambda: gears(teeth=(20, -40)), ("joint 'mesh'", "teeth = (20, -40)", "two positive numbers")),
    "negative length": (lambda: rod((1, 0, 0), length=-1.0), ("joint 'hinge'", "length = -1", "positive length")),
    "distance of coincident points": (
        lambda: rod((0.0, 0.0, 0.0), length=1.0),
        ("joint 'hinge'", "coincide", "'spherical'", "move one point"),
    ),
    "drive of no measure": (
        lambda: model().drive("motor", "angle", "t"),
        ("drive 'motor'", "'angle' is no measure", "'A.angle'"),
    ),
    "measure of bodies": (
        lambda: (lambda m: jd.distance(m.ground, m.bodies["crank"]))(model()),
        ("distance(a, b)", "two markers", "body 'ground'", "ground.marker("),
    ),
    "measure of a text": (
        lambda: (lambda m: jd.angle(m.ground.marker("o"), "tip"))(model()),
        ("angle(a, b)", "'tip' is none"),
    ),
    # forces and loads
    "stiffness is NaN": (lambda: law(stiffness=NAN), ("force 'spring'", "stiffness = nan", "finite")),
    "law is NaN": (lambda: law(law=NAN), ("force 'spring'", "nan", "finite")),
    "text cannot be read": (lambda: law(law="2x"), ("force 'spring'", "'2x'", "cannot be read", "need a *")),
    "function of wrong arguments": (lambda: law(law=lambda t: 0.0), ("force 'spring'", "f(t, x, v)", "define it")),
    "load on the ground": (
        lambda: (lambda m: m.load("push", m.ground, force=(0, 0, 1)))(model()),
        ("load 'push'", "ground"),
    ),
    "force of two numbers": (lambda: push(force=(0, 1)), ("load 'push'", "3 components")),
    "load of nothing": (lambda: push(), ("load 'push'", "give force")),
    # integrators and runs
    "step of zero": (lambda: jd.GeneralizedAlpha(step=0.0), ("GeneralizedAlpha", "step", "= 0", "positive")),
    "negative step": (lambda: jd.RK4(step=-1e-3), ("RK4", "step", "-0.001", "positive")),
    "step is NaN": (lambda: jd.RK4(step=NAN), ("RK4", "step", "finite")),
    "tolerance of zero": (lambda: jd.DOP853(tol=0.0), ("DOP853", "tol = 0", "positive")),
    "tolerance below rounding": (lambda: jd.DOP853(tol=1e-20), ("DOP853", "1e-20", "impossible", "1e-13 to 0.1")),
    "tolerance of everything": (
        lambda: jd.GeneralizedAlpha(tol=1.0),
        ("GeneralizedAlpha", "impossible", "1e-13 to 0.1"),
    ),
    "tolerance for RK4": (lambda: jd.RK4(tol=1e-6), ("RK4", "no error estimate", "DOP853(tol=..)")),
    "rho of one": (lambda: jd.GeneralizedAlpha(rho=1.0), ("rho = 1", "0 <= rho < 1")),
    "end before start": (lambda: simulate(t_end=1.0, t_start=2.0), ("t_end = 1", "not after t_start = 2")),
    "end at start": (lambda: simulate(t_end=0.0), ("t_end = 0", "not after t_start = 0")),
    "end is NaN": (lambda: simulate(t_end=NAN), ("t_end", "finite")),
    "no output": (lambda: simulate(output=0), ("output = 0", "at least one interval")),
    "output times run back": (lambda: simulate(output=[0, 0.5, 0.4, 1]), ("output", "increasing")),
    "output times go beyond": (lambda: simulate(output=[0, 2]), ("output", "0 to 2 s", "not go beyond t_end = 1")),
    "output times begin late": (lambda: simulate(output=[0.5, 1]), ("output", "must begin at t_start = 0")),
    "output times with NaN": (lambda: simulate(output=[0, NAN, 1]), ("output", "increasing")),
    "integrator by wrong name": (lambda: simulate(integrator="RK5"), ("'RK5'", "Did you mean 'RK4'")),
    "integrator by number": (lambda: simulate(integrator=4), ("integrator = 4", "RK4(step=1e-3)")),
    "constraints of a DAE method": (
        lambda: simulate(integrator=jd.Block(step=1e-2), constraints="baumgarte"),
        ("Block", "nothing left to treat", "RK4"),
    ),
    "empty model": (lambda: jd.compile(jd.Model("nothing")), ("'nothing'", "no body", "model.body")),
    "NaN at the start": (lambda: jd.simulate(pendulum("log(t - 1)"), 1.0), ("'machine'", "NaN", "t = 0 s", "check")),
    "algebraic state, explicit method": (
        lambda: algebraic(jd.RK4()),
        ("'valve'", "RK4", "explicit", "GeneralizedAlpha"),
    ),
    # things that easily end in a traceback from inside, or pass unseen
    "size is text": (lambda: jd.box("1 m", 1, 1), ("box", "lx", "'1 m'")),
    "shape by name": (lambda: model(shape="box", inertia=None), ("body 'crank'", "'box'", "jourdain.box")),
    "kind of joint in a list": (lambda: joint(["revolute"]), ("joint 'hinge'", "revolute")),
    "one number of teeth": (lambda: gears(teeth=3), ("joint 'mesh'", "teeth = 3", "two positive numbers")),
    "pitch is text": (lambda: joint("screw", pitch="1 mm"), ("joint 'hinge'", "pitch", "'1 mm'")),
    "pitch is NaN": (lambda: joint("screw", pitch=NAN), ("joint 'hinge'", "pitch", "finite")),
    "force is a number": (lambda: push(force=3.0), ("load 'push'", "3 components")),
    "torque is a number": (lambda: push(torque=3.0), ("load 'push'", "torque", "3")),
    "marker of another model": (
        lambda: foreign(
            lambda m, b: m.joint("hinge", "revolute", m.ground.marker("o"), b.marker("o")) and jd.compile(m)
        ),
        ("joint 'hinge'", "'other'", "not"),
    ),
    "step is text": (lambda: jd.RK4(step="1"), ("RK4", "step", "'1'", "not a number")),
    "output is text": (lambda: simulate(output="many"), ("output", "number of intervals")),
    "no model": (lambda: jd.simulate(None, 1.0), ("None", "Model")),
}


def algebraic(integrator: Any) -> jd.Result:
    """A model with an algebraic state."""
    m = pendulum()
    m.state("valve", "valve - 2*t", algebraic=True)
    return jd.simulate(m, 0.1, integrator=integrator, output=1)


@pytest.mark.parametrize("case", CASES)
def test_bad_input(case: str) -> None:
    """A ModelError of one line that names the element and a remedy."""
    act, words = CASES[case]
    with pytest.raises(jd.ModelError) as caught:
        act()
    message = str(caught.value)
    assert [word for word in words if word not in message] == [], message
    assert "\n" not in message and len(message) < 400


def test_misspelt_public_names_are_answered_by_the_nearest_one() -> None:
    for wrong, right in (
        ("distanc", "distance"),
        ("simulat", "simulate"),
        ("ModelEror", "ModelError"),
        ("DOPRI6", "DOPRI5"),
    ):
        with pytest.raises(AttributeError) as problem:
            getattr(jd, wrong)
        assert str(problem.value) == f"module 'jourdain' has no attribute {wrong!r}. Did you mean {right!r}?"
    with pytest.raises(AttributeError, match=r"^module 'jourdain' has no attribute '_distanc'$"):
        jd._distanc  # noqa: B018

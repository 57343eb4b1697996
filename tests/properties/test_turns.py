"""Angles over many turns: gears, torsion springs, screws, and what is recorded."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

import jourdain as jd
from helpers import Probe, close

TURN = 2.0 * math.pi
BOTH = pytest.mark.parametrize("planar", [True, False], ids=["planar", "spatial"])
INTEGRATORS = [jd.GeneralizedAlpha(step=0.01), jd.RK4(step=0.01)]
METHODS = pytest.mark.parametrize("integrator", INTEGRATORS, ids=lambda i: i.name)
AXIS = np.array([1.0, -2.0, 2.0]) / 3.0


def _rotor(
    model: jd.Model, name: str, x: float = 0.0, *, base: Any = None, start: float = 0.0, spin: float = 0.0
) -> Any:
    """A wheel on a revolute of the ground (or of another body), about z or AXIS; its angle at the start is `start`."""
    if model.planar:
        wheel = model.body(name, mass=1, inertia=0.1, at=(x, 0), rotation=start, spin=spin)
        ends = {"rotation": None}, {"rotation": None}
        at = (x, 0.0)
    else:
        wheel = model.body(
            name, mass=1, inertia=(0.1, 0.2, 0.15), at=(x, 0, 0), rotation=jd.axis_angle(AXIS, start), spin=spin * AXIS
        )
        frame = jd.axis_angle((1.0, 0.5, 0.2), 1.3).matrix
        z = frame[:, 2]
        turn = jd.axis_angle(np.cross(z, AXIS), math.acos(z @ AXIS)).matrix  # brings z of the frame to AXIS
        ends = {"rotation": turn @ frame}, {"rotation": turn @ frame}
        at = (x, 0.0, 0.0)
    carrier = base if base is not None else model.ground
    a = carrier.marker(f"for {name}", at=np.array(at) - carrier.at[: len(at)], **ends[0])
    return model.joint(f"{name} hinge", "revolute", a, wheel.marker("hub", **ends[1]))


def _orientation(result: Any, name: str) -> np.ndarray:
    """Angle of a wheel modulo a turn, from its orientation alone, in (-pi, pi]."""
    body = result[name]
    if result.system.planar:
        return np.angle(np.exp(1j * body.angle))
    w, along = body.quaternion[:, 0], body.quaternion[:, 1:] @ AXIS
    return np.angle(np.exp(2j * np.arctan2(along, w)))


def _same_angle(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """Difference modulo a turn."""
    return np.abs(np.angle(np.exp(1j * (a - b))))


@BOTH
@METHODS
def test_gear_over_a_thousand_turns(planar: bool, integrator: Any) -> None:
    """37 : 23 for 1000 turns of the driven wheel: the other has turned by 1000*37/23 to the rounding of 1e4 rad."""
    model = jd.Model("gears", planar=planar)
    first, second = _rotor(model, "first", start=0.4), _rotor(model, "second", 1.0, start=-0.3)
    model.joint("mesh", "gear", first, second, teeth=(37, 23))
    model.drive("motor", first.angle, f"0.4 + {1000 * TURN}*t/100")  # 0.6 rad a step
    model.measure("first angle", first.angle)
    model.measure("second angle", second.angle)
    r = jd.simulate(model, 100, integrator=integrator, output=8)
    turned = 1000 * TURN * r.t / 100
    ratio = 37.0 / 23.0
    assert np.abs(r.measure("first angle") - 0.4 - turned).max() < 1e-9
    assert np.abs(r.measure("second angle") + 0.3 + ratio * turned).max() < 1e-9
    assert _same_angle(_orientation(r, "first"), 0.4 + turned).max() < 1e-9
    assert _same_angle(_orientation(r, "second"), -0.3 - ratio * turned).max() < 1e-9
    assert r.stats.steps >= 10000


@BOTH
@METHODS
def test_wound_torsion_spring(planar: bool, integrator: Any) -> None:
    """Wound by three turns the spring pulls back with k * 6 pi, which the motor that holds it must supply."""
    model = jd.Model("spring", planar=planar)
    hinge = _rotor(model, "wheel")
    model.torsion_spring("spring", hinge, stiffness=0.7, rest=0.2)
    model.drive("motor", hinge.angle, f"{3 * TURN}*step5(t, 0, 0, 1, 1)")
    r = jd.simulate(model, 1.5, integrator=integrator, output=[0, 0.5, 1.2, 1.5])
    torque = r.multipliers["motor: drive"].values
    assert torque[2:] == pytest.approx(0.7 * (3 * TURN - 0.2), rel=1e-9)
    assert torque[0] == pytest.approx(-0.7 * 0.2, rel=1e-9)
    assert r.energy.potential[-1] == pytest.approx(0.5 * 0.7 * (3 * TURN - 0.2) ** 2, rel=1e-9)


@BOTH
@METHODS
def test_free_spring_oscillates_over_turns(planar: bool, integrator: Any) -> None:
    """A torsion oscillator with an amplitude of four turns: its motion is the harmonic one, and energy is kept."""
    model = jd.Model("oscillator", planar=planar)
    inertia = 0.1 if planar else float(AXIS @ (np.array([0.1, 0.2, 0.15]) * AXIS))
    omega = math.sqrt(0.9 / inertia)
    hinge = _rotor(model, "wheel", spin=4 * TURN * omega)
    model.torsion_spring("spring", hinge, stiffness=0.9)
    model.measure("angle", hinge.angle)
    fine = type(integrator)(step=1e-4 if integrator.implicit else 1e-3)
    r = jd.simulate(model, 2.0, integrator=fine, output=40)
    expected = 4 * TURN * np.sin(omega * r.t)
    assert np.abs(r.measure("angle") - expected).max() < (2e-3 if integrator.implicit else 1e-6)
    assert np.abs(expected).max() > 3.9 * TURN


@BOTH
@METHODS
@pytest.mark.parametrize("used", [True, False], ids=["in a force", "recorded only"])
def test_recorded_angle_is_continuous(planar: bool, integrator: Any, used: bool) -> None:
    """A free rotor passes +pi and -pi: the recorded angle goes on, whether or not some element needs it."""
    for spin in (7.0, -7.0):
        model = jd.Model("rotor", planar=planar)
        hinge = _rotor(model, "wheel", spin=spin)
        model.measure("angle", hinge.angle)
        if used:
            model.force("nothing", hinge.angle, law="0*x")
        r = jd.simulate(model, 3.0, integrator=integrator, output=30)
        assert np.abs(r.measure("angle") - spin * r.t).max() < 1e-5  # the error of the methods; a lost turn is 6
        assert np.abs(r.measure("angle")).max() > 3 * TURN


@METHODS
def test_relative_angle_on_moving_carrier(integrator: Any) -> None:
    """The angle between two moving bodies counts their relative turns, not those of either."""
    model = jd.Model("carrier")
    carrier = _rotor(model, "carrier")
    wheel = _rotor(model, "wheel", 0.5, base=model.bodies["carrier"])
    model.drive("outer", carrier.angle, "5*t")
    model.drive("inner", wheel.angle, "-9*t")
    model.measure("relative", wheel.angle)
    r = jd.simulate(model, 4.0, integrator=integrator, output=16)
    assert np.abs(r.measure("relative") + 9 * r.t).max() < 1e-9
    assert _same_angle(_orientation(r, "wheel"), -4 * r.t).max() < 1e-9


def test_screw_over_turns() -> None:
    """Five turns advance five pitches."""
    model = jd.Model("screw")
    nut = model.body("nut", mass=1, inertia=(0.1, 0.1, 0.1))
    screw = model.joint("screw", "screw", model.ground, nut, at=(0, 0, 0), axis=(0, 0, 1), pitch=0.25)
    model.drive("motor", screw.angle, f"{5 * TURN}*t")
    r = jd.simulate(model, 1, integrator=jd.GeneralizedAlpha(step=0.01), output=10)
    close(r["nut"].position[:, 2], 5 * 0.25 * r.t, 1e-11)


def test_turns_come_from_the_reference() -> None:
    """The kernel: an angle stepping over +pi or -pi, with references many turns away, is continuous."""
    model = jd.Model("angle")
    hinge = _rotor(model, "wheel")
    model.measure("angle", hinge.angle)
    p = Probe(model)
    i = p.system.recorded["angle"]
    p.q = p.system.q0.copy()
    for turns in (-7, 0, 3, 1000):
        for before, after in ((math.pi - 0.1, math.pi + 0.1), (-math.pi + 0.1, -math.pi - 0.1), (0.5, 1.9)):
            half = 0.5 * after
            p.q[3:] = math.cos(half), *(math.sin(half) * AXIS)
            x = p.get("x", ref=np.array([before + turns * TURN]))[i]
            assert x == pytest.approx(after + turns * TURN, abs=1e-11)


@BOTH
@METHODS
@pytest.mark.parametrize("start", [math.pi, -math.pi, math.pi - 1e-15, 4.0, -20.0])
def test_gears_mesh_as_they_stand(planar: bool, integrator: Any, start: float) -> None:
    """Wheels that stand at pi or beyond stay there when they are assembled, and turn together from there."""
    model = jd.Model("start", planar=planar)
    first = _rotor(model, "first", start=start, spin=3.0)
    second = _rotor(model, "second", 1.0, start=math.pi, spin=-6.0)
    model.joint("mesh", "gear", first, second, teeth=(2, 1))
    r = jd.simulate(model, 0.5, integrator=integrator, output=5)
    assert r.moved < 1e-9
    assert _same_angle(_orientation(r, "first"), start + 3 * r.t).max() < 1e-5
    assert _same_angle(2 * _orientation(r, "first") + _orientation(r, "second"), 2 * start + math.pi).max() < 1e-9


@BOTH
@pytest.mark.parametrize("start", [0.0, math.pi - 1e-4, -math.pi + 1e-4, math.pi])
@pytest.mark.parametrize("drive", [0.01, -0.01])
def test_assembly_turns_over_pi(planar: bool, start: float, drive: float) -> None:
    """The drive asks for a start 0.01 rad away; the meshing wheel, near pi, follows by as much, not by a turn more."""
    model = jd.Model("assembly", planar=planar)
    first, second = _rotor(model, "first"), _rotor(model, "second", 1.0, start=start)
    model.joint("mesh", "gear", first, second, teeth=(1, 1))
    model.drive("motor", first.angle, drive)
    r = jd.simulate(model, 0.1, integrator=jd.RK4(step=0.01), output=1)
    assert _same_angle(_orientation(r, "first"), drive * np.ones(2)).max() < 1e-12
    assert _same_angle(_orientation(r, "second"), (start - drive) * np.ones(2)).max() < 1e-12


@BOTH
@METHODS
@pytest.mark.parametrize("start", [3.0, math.pi, -math.pi, 4.0, -20.0])
def test_drive_goes_on_from_where_the_wheel_stands(planar: bool, integrator: Any, start: float) -> None:
    """A wheel that stands at 4 rad and a drive that begins at 4 rad fit, in space as in the plane."""
    model = jd.Model("start", planar=planar)
    hinge = _rotor(model, "wheel", start=start)
    model.drive("motor", hinge.angle, f"{start} + 3*t")
    r = jd.simulate(model, 0.5, integrator=integrator, output=5)
    assert r.moved < 1e-9
    assert _same_angle(_orientation(r, "wheel"), start + 3 * r.t).max() < 1e-9

"""What events do besides striking: switch, lock, release, engage, reset; against closed forms."""

from __future__ import annotations

from math import asin, cos, pi, sin, sqrt

import numpy as np
import pytest
from scipy.integrate import quad

import jourdain as jd
from helpers import close
from machines.event_models import METHODS, ROD, G, ball, oscillator, pendulum, run, slider

every_method = pytest.mark.parametrize("method", METHODS)
plane_and_space = pytest.mark.parametrize("planar", [True, False], ids=["plane", "space"])


# --------------------------------------------------------------------------- switches


def two_springs(t: float, right: float, left: float) -> float:
    """x of a unit mass released at rest at 1, on a spring of stiffness `right` where x > 0, `left` where x < 0."""
    quarter, half, amplitude = 0.5 * pi / sqrt(right), pi / sqrt(left), sqrt(right / left)
    t %= 2 * quarter + half
    if t < quarter:
        return cos(sqrt(right) * t)
    if t < quarter + half:
        return -amplitude * sin(sqrt(left) * (t - quarter))
    return sin(sqrt(right) * (t - quarter - half))


@every_method
@pytest.mark.parametrize("how", ["stiffness", "law", "parameter"])
def test_spring_switched_at_zero(method: str, how: str) -> None:
    """4 N/m on one side, 25 N/m on the other, by a new stiffness, a new law, or a new parameter of the law."""
    model, x = oscillator(4.0 if how == "stiffness" else 0.0)
    if how == "law":
        model.forces["spring"].law = "-4*x"
    elif how == "parameter":
        model.parameters["k"] = 4.0
        model.forces["spring"].law = "-k*x"
    for name, value in (("left", 25.0), ("right", 4.0)):
        action = {
            "stiffness": jd.Switch("spring", stiffness=value),
            "law": jd.Switch("spring", law=f"-{value}*x"),
            "parameter": jd.SetParameter("k", value),
        }[how]
        model.event(name, x, direction="falling" if name == "left" else "rising", actions=action)
    result = run(model, 3.0, method, output=60)
    assert [e.name for e in result.events] == ["left", "right", "left"]
    expected = [two_springs(t, 4.0, 25.0) for t in result.t]
    close(result.measure("x"), np.array(expected), METHODS[method][1])
    assert result.trust.energy_error < 10 * METHODS[method][1]


def test_switch_off_centre_does_work() -> None:
    """A spring that is stiffened while it is stretched gets energy from outside: it stands among the applied work."""
    model, x = oscillator(4.0)
    model.event("stiffer", x, 0.5, direction="falling", actions=jd.Switch("spring", stiffness=10.0))
    result = run(model, 1.0)
    assert abs(float(result.energy.applied[-1]) - 0.5 * 6.0 * 0.25) < 1e-10
    assert result.trust.energy_error < 1e-9


def test_switch_changes_only_what_is_named() -> None:
    """Damping is added, the spring stays: free, then damped vibration."""
    model, x = oscillator(4.0, at=0.0, speed=1.0)
    model.event("damp", x, direction="falling", actions=jd.Switch("spring", damping=0.8))
    result = run(model, 3.0, output=30)
    late = result.t > pi / 2
    s, w = result.t[late] - pi / 2, sqrt(4.0 - 0.16)
    close(np.asarray(result.measure("x"))[late], -np.exp(-0.4 * s) * np.sin(w * s) / w, 1e-9)
    close(np.asarray(result.measure("x"))[~late], 0.5 * np.sin(2 * result.t[~late]), 1e-9)


@every_method
def test_drive_with_another_motion(method: str) -> None:
    """A slider runs at 1 m/s and is stopped by a motion that begins where it is: the jump of speed is a plastic impact."""
    model, x = slider("t")
    model.event("end", x, 0.5, actions=jd.Switch("motor", motion=0.5))
    result = run(model, 1.0, method, output=4)
    close(result.measure("x"), np.array([0.0, 0.25, 0.5, 0.5, 0.5]), 1e-10)
    assert abs(result.events[0].impulses["motor: drive"] + 2.0) < 1e-9  # 2 kg from 1 m/s
    assert abs(float(result["block"].velocity[-1, 0])) < 1e-12


@every_method
def test_reset_of_a_controller(method: str) -> None:
    """An integrator that is emptied whenever it is full: a sawtooth that drives a force."""
    model, _ = oscillator(0.0, at=0.0)
    model.state("w", "2.0")
    model.forces["spring"].law = "w"
    model.forces["spring"].inputs = {"w": "w"}
    model.event("full", "w", 0.5, direction="rising", actions=jd.Reset("w", 0.0))
    result = run(model, 0.9, method, output=[0.0, 0.2, 0.3, 0.9])
    close(np.array([e.t for e in result.events]), np.array([0.25, 0.5, 0.75]), 1e-10)
    close(result.state("w"), np.array([0.0, 0.4, 0.1, 0.3]), 1e-9)
    close(result["mass"].velocity[-1, 0], 3 * 0.0625 + 0.15**2, METHODS[method][1])


# --------------------------------------------------------------------------- locks


@plane_and_space
@every_method
def test_lock_and_unlock(method: str, planar: bool) -> None:
    """A swinging rod is caught, held against its weight, and let go: energy, momentum and forces at each stage."""
    value = -0.7
    model, hinge = pendulum(planar)
    model.event("catch", hinge.angle, value, direction="falling", actions=jd.Lock("hinge"))
    model.event("let go", "t", 1.0, actions=jd.Unlock("hinge"))
    result = run(model, 1.4, method, output=14)
    catch, go = result.events
    speed = -sqrt(3 * G * sin(-value))
    tol = METHODS[method][1]
    assert abs(catch.v_before[-1] - speed) < 10 * tol and np.abs(catch.v_after).max() < 1e-12
    # all momentum goes into the hinge: m v of the centre, and I w about the hinge
    twist = {"hinge: angle": 1.0} if planar else {"hinge: align x y": -1.0}
    ((row, sign),) = twist.items()
    assert abs(sign * catch.impulses[row] + ROD * speed) < 10 * tol
    along = 0.5 * speed * np.array([sin(0.7), cos(0.7)])
    close(np.array([catch.impulses["hinge: slide x"], catch.impulses["hinge: slide y"]]), -along, 10 * tol)
    assert abs(float(result.energy.dampers[-1]) + 0.5 * ROD * speed**2) < 10 * tol
    held = (result.t > catch.t) & (result.t <= go.t)
    close(np.asarray(result.measure("phi"))[held], np.full(held.sum(), value), 1e-9)
    close(np.asarray(result.multipliers["hinge: slide y"])[held], np.full(held.sum(), G), 1e-9)
    moment = np.asarray(result.reaction("hinge", on="rod", frame="ground").torque)
    moment = moment if planar else moment[:, 2]
    close(moment[held], np.full(held.sum(), 0.5 * G * cos(value)), 1e-9)
    assert np.abs(moment[~held]).max() < 1e-9
    # and on from rest
    last = float(result.measure("phi")[-1])
    spent = quad(lambda u: 2 * u / sqrt(3 * G * (sin(value) - sin(value - u * u))), 0, sqrt(value - last))[0]
    assert abs(spent - 0.4) < 10 * tol
    assert result.trust.energy_error < 10 * tol


@pytest.mark.parametrize("method", ["alpha tol", "DOP853"])
def test_clutch(method: str) -> None:
    """Two rotors on one line: a free hinge between them is locked, runs as one, and is opened again."""
    model = jd.Model("clutch")
    moments, speeds = (0.3, 0.5), (10.0, -2.0)
    for i in range(2):
        body = model.body(f"rotor {i}", mass=1.0, inertia=(1, 1, moments[i]), at=(0, 0, i), spin=(0, 0, speeds[i]))
        model.joint(f"bearing {i}", "revolute", model.ground, body, at=(0, 0, i), axis=(0, 0, 1))
    model.joint("clutch", "revolute", model.bodies["rotor 0"], model.bodies["rotor 1"], at=(0, 0, 0.5), axis=(0, 0, 1))
    model.load("motor", model.bodies["rotor 0"], torque=(0, 0, 0.8))
    model.event("close", "t", 0.5, actions=jd.Lock("clutch"))
    model.event("open", "t", 1.0, actions=jd.Unlock("clutch"))
    result = run(model, 1.5, method, output=3)
    w0 = 10.0 + 0.5 * 0.8 / 0.3
    together = (0.3 * w0 - 0.5 * 2.0) / 0.8
    at_open = together + 0.5 * 0.8 / 0.8
    spins = np.array([result[f"rotor {i}"].angular_velocity[:, 2] for i in range(2)])
    close(spins[:, 1], np.array([w0, -2.0]), 1e-9)  # the output at the event itself is the state before
    close(spins[:, 2], np.array([at_open, at_open]), 1e-9)
    close(spins[:, 3], np.array([at_open + 0.5 * 0.8 / 0.3, at_open]), 1e-9)
    lost = 0.5 * 0.3 * 0.5 / 0.8 * (w0 + 2.0) ** 2
    assert abs(float(result.energy.dampers[-1]) + lost) < 1e-7
    assert abs(result.events[0].impulses["clutch: align x y"]) == pytest.approx(0.3 * abs(together - w0), abs=1e-9)


@every_method
def test_brake_locks_when_speed_is_gone(method: str) -> None:
    """A rotor is braked by a constant torque, locked when its speed passes zero, and turns back once it is unlocked."""
    model = jd.Model("brake")
    wheel = model.body(
        "wheel", mass=1.0, inertia=(0.1, 0.1, 0.2), rotation=jd.axis_angle((0, 0, 1), 0.4), spin=(0, 0, 5.0)
    )
    hinge = model.joint("hinge", "revolute", model.ground, wheel, at=(0, 0, 0), axis=(0, 0, 1))
    model.measure("phi", hinge.angle)
    model.load("brake", wheel, torque=(0, 0, -2.0))
    model.event("stands", "phi_rate", 0.0, direction="falling", actions=jd.Lock("hinge"))
    model.event("on", "t", 1.0, actions=jd.Unlock("hinge"))
    result = run(model, 1.5, method)
    assert [e.name for e in result.events] == ["stands", "on"]
    assert abs(result.events[0].t - 0.5) < 1e-6
    assert np.abs(list(result.events[0].impulses.values())).max() < 1e-9  # nothing is left to take
    held = (result.t > 0.5 + 1e-6) & (result.t <= 1.0)
    assert np.ptp(result.measure("phi")[held]) < 1e-12
    close(result["wheel"].angular_velocity[-1, 2], -5.0, 1e-9)


KINDS = [
    "revolute",
    "prismatic",
    "cylindrical",
    "spherical",
    "universal",
    "planar",
    "screw",
    "distance",
    "point_on_line",
    "point_in_plane",
    "parallel",
    "perpendicular",
    "constant_velocity",
    "revolute_spherical",
    "fixed",
]


def momenta(result: jd.Result) -> np.ndarray:
    """Linear momentum and angular momentum about the origin of all bodies, (nt, 6)."""
    total = np.zeros((len(result.t), 6))
    for name, body in result.model.bodies.items():
        motion = result[name]
        R, w = np.asarray(motion.rotation), np.asarray(motion.angular_velocity)
        p = body.mass * np.asarray(motion.velocity)
        spin = np.einsum("tij,jk,tlk,tl->ti", R, body.inertia, R, w)
        total += np.concatenate([p, spin + np.cross(np.asarray(motion.position), p)], axis=1)
    return total


@pytest.mark.parametrize("kind", KINDS)
def test_lock_any_joint_in_space(kind: str) -> None:
    """Two tumbling bodies, locked in flight and unlocked: no relative motion between, all momenta kept, energy only lost."""
    model = jd.Model("tumbling")
    a = model.body("a", mass=1.0, inertia=(0.1, 0.2, 0.25), velocity=(0.1, 0.0, 0.3), spin=(1.0, -0.5, 0.7))
    turned = jd.axis_angle((1, 0, 0), pi / 2) if kind == "perpendicular" else jd.axis_angle((0, 0, 1), 0.3)
    b = model.body("b", mass=2.0, inertia=(0.3, 0.2, 0.4), at=(0.5, 0.2, 0.1), rotation=turned, spin=(-0.4, 0.9, 1.6))
    options = {"pitch": 0.1} if kind == "screw" else {}
    if kind in ("distance", "revolute_spherical"):
        model.joint("j", kind, a, b, at_a=(0.1, 0.0, 0.0), at_b=(0.4, 0.2, 0.0), axis=(0, 0, 1))
    elif kind == "perpendicular":
        model.joint("j", kind, a.marker("a"), b.marker("b"))
    else:
        model.joint("j", kind, a, b, at=(0.3, 0.1, 0.0), axis=(0, 0, 1), **options)
    model.event("lock", "t", 0.2, actions=jd.Lock("j"))
    model.event("unlock", "t", 0.6, actions=jd.Unlock("j"))
    result = run(model, 1.0, jd.DOP853(tol=1e-10), output=20)
    held = (result.t > 0.21) & (result.t < 0.61)
    Ra, Rb = (np.asarray(result[name].rotation)[held] for name in "ab")
    d = np.asarray(result["b"].position - result["a"].position)[held]
    arm, turn = np.einsum("tji,tj->ti", Ra, d), np.einsum("tji,tjk->tik", Ra, Rb)
    assert np.ptp(arm, axis=0).max() < 1e-9 and np.ptp(turn, axis=0).max() < 1e-9
    close(momenta(result), np.tile(momenta(result)[0], (21, 1)), 1e-8)
    before, after = result.energy.kinetic[0], result.energy.kinetic[-1]
    assert float(after) <= float(before) + 1e-9 and (float(before - after) > 1e-4) == (kind != "fixed")
    assert result.trust.energy_error < 1e-8


def test_lock_of_a_drive_holds_what_it_drives() -> None:
    """A motor that is locked stands still where it is."""
    model, x = slider("sin(2*t)")
    model.event("hold", x, 0.5, direction="rising", actions=jd.Lock("motor"))
    model.event("on", "t", 2.0, actions=jd.Unlock("motor"))
    with pytest.raises(jd.ConvergenceError, match=r"puts 'motor: drive' in force while it is open by"):
        run(model, 3.0)
    del model.events["on"]
    result = run(model, 2.0)
    assert abs(float(result.measure("x")[-1]) - 0.5) < 1e-12


# --------------------------------------------------------------------------- release, engage


@plane_and_space
@every_method
def test_stone_leaves_a_sling(method: str, planar: bool) -> None:
    """A stone whirled on a rope flies straight on when it is let go, at the right speed, and the rope pulls no more."""
    model = jd.Model("sling", planar=planar)
    zero = (0.0,) if not planar else ()
    inertia = 1.0 if planar else (1.0, 1.0, 1.0)
    stone = model.body("stone", mass=2.0, inertia=inertia, at=(0.5, 0.0, *zero), velocity=(0.0, 3.0, *zero))
    model.joint("rope", "distance", model.ground, stone, at_a=(0.0, 0.0, *zero), at_b=(0.5, 0.0, *zero))
    model.measure("y", jd.coordinate(stone, "y"))
    model.event("let go", model.measures["y"], 0.3, direction="rising", actions=jd.Release("rope"))
    result = run(model, 0.5, method, output=50)
    go = result.events[0].t
    tol = METHODS[method][1]
    assert abs(go - asin(0.6) / 6.0) < tol
    assert np.abs(result.events[0].v_after - result.events[0].v_before).max() < 1e-12
    late = result.t > go
    s = (result.t[late] - go)[:, None]
    close(np.asarray(result["stone"].position)[late, :2], np.array([0.4, 0.3]) + s * np.array([-1.8, 2.4]), 3 * tol)
    pull = np.asarray(result.multipliers["rope: distance"])
    close(pull[~late], np.full((~late).sum(), -2.0 * 9.0 / 0.5), 10 * tol)
    assert (pull[late] == 0.0).all() and late.any()
    assert (np.asarray(result.reaction("rope", on="stone").force)[late] == 0.0).all()


@every_method
def test_rope_breaks_under_its_load(method: str) -> None:
    """An event on the multiplier of a joint may release that joint; the multiplier reads as zero from then on."""
    model = jd.Model("rope", planar=True, gravity=(0.0, -G))
    stone = model.body("stone", mass=1.0, inertia=0.1, at=(1.0, 0.0))
    rope = model.joint("rope", "distance", model.ground, stone, at_a=(0.0, 0.0), at_b=(1.0, 0.0))
    model.event("snap", "-F", 20.0, inputs={"F": rope.multiplier("distance")}, actions=jd.Release("rope"))
    result = run(model, 1.0, method)
    fallen = asin(20.0 / (3.0 * G))  # the pull is 3 m g sin
    (event,) = [e for e in result.events if e.rising]
    assert abs(event.t - quad(lambda u: 2 * u / sqrt(2 * G * sin(u * u)), 0, sqrt(fallen))[0]) < METHODS[method][1]
    at_break = result.at(event.t)
    assert abs(float(at_break.multipliers["rope: distance"][0]) + 20.0) < 1e-8  # whatever the motion's own accuracy
    close(result["stone"].acceleration[-1], np.array([0.0, -G]), 1e-12)
    assert len(result.events) == 1


@plane_and_space
@every_method
def test_two_carts_latch(method: str, planar: bool) -> None:
    """A cart runs into another and is coupled to it: momentum, plastic loss, one motion; then uncoupled."""
    model = jd.Model("carts", planar=planar)
    zero = (0.0,) if planar else (0.0, 0.0)
    inertia = 1.0 if planar else (1.0, 1.0, 1.0)
    a = model.body("a", mass=3.0, inertia=inertia, at=(0.0, *zero), velocity=(2.0, *zero))
    b = model.body("b", mass=1.0, inertia=inertia, at=(1.5, *zero))
    front, back = a.marker("front", at=(0.25, *zero)), b.marker("back", at=(-0.25, *zero))
    model.joint("latch", "fixed", front, back, active=False)
    model.event("contact", jd.slide(front, back, "x"), direction="falling", actions=jd.Engage("latch"))
    model.event("apart", "t", 1.0, actions=[jd.Release("latch"), jd.Impulse(b.marker("centre"), (1.0, *zero))])
    result = run(model, 1.5, method, output=3)
    contact = result.events[0]
    assert abs(contact.t - 0.5) < 1e-10
    close(result["a"].velocity[:, 0], np.array([2.0, 2.0, 1.5, 1.5]), 1e-9)
    close(result["b"].velocity[:, 0], np.array([0.0, 0.0, 1.5, 2.5]), 1e-9)
    assert abs(contact.impulses["latch: slide x"] - 1.5) < 1e-9
    assert abs(float(result.energy.dampers[-1]) + 0.5 * 0.75 * 4.0) < 1e-9
    assert [e.name for e in result.events if e.name == "contact"] == ["contact"]


def test_engage_holds_the_distance_of_that_moment() -> None:
    """A rope without a given length takes the length it has when it is put in force."""
    model = jd.Model("catch", planar=True)
    stone = model.body("stone", mass=1.0, inertia=1.0, at=(0.6, 0.0), velocity=(0.0, 1.0))
    model.joint("rope", "distance", model.ground, stone, at_a=(0, 0), at_b=(0.6, 0.0), active=False)
    model.measure("y", jd.coordinate(stone, "y"))
    model.event("catch", "y", 0.8, actions=jd.Engage("rope"))
    result = run(model, 2.0)
    (event,) = result.events
    close(np.hypot(*result["stone"].position[-1]), 1.0, 1e-10)
    # only the speed across the rope stays: (0, 1) - 0.8 (0.6, 0.8)
    close(event.v_after[:2], np.array([-0.48, 0.36]), 1e-12)
    assert abs(event.impulses["rope: distance"] + 0.8) < 1e-12


@every_method
def test_floor_that_only_pushes(method: str) -> None:
    """A growing pull lifts a ball off the floor it rests on when the force of the floor passes zero: z = 20 s^3/6."""
    model = ball()
    model.bodies["ball"].at[:] = 0.0
    model.joints["floor"].active = True
    del model.events["hit"]
    model.load("pull", "ball", force=(0.0, "20*t"))
    push = model.joints["floor"].multiplier("slide y")
    model.event("lift off", "F", direction="falling", inputs={"F": push}, actions=jd.Release("floor"))
    result = run(model, 1.0, method, output=20)
    (event,) = result.events
    assert abs(event.t - G / 20.0) < 1e-10
    s = np.maximum(result.t - G / 20.0, 0.0)
    close(result["ball"].position[:, 1], 20.0 * s**3 / 6.0, METHODS[method][1])
    close(result.multipliers["floor: slide y"], np.maximum(G - 20.0 * result.t, 0.0), 1e-9)


@pytest.mark.parametrize("method", ["alpha tol", "RK4", "DOP853"])
def test_ball_on_a_shaken_floor(method: str) -> None:
    """Lifted, thrown back, settled, lifted again, once a period: it never sinks in, and the floor never pulls."""
    model = ball(restitution=0.3, settle=jd.Engage("floor"))
    model.bodies["ball"].at[:] = (0.0, 0.05, 0.0)
    model.load("shaker", "ball", force=(0.0, "14*sin(2*pi*t)"))
    push = model.joints["floor"].multiplier("slide y")
    model.event("lift off", "F", direction="falling", inputs={"F": push}, actions=jd.Release("floor"))
    result = run(model, 5.0, method, output=500)
    lifted = [e.t for e in result.events if e.name == "lift off"]
    # 14 sin(2 pi t) passes the weight upwards once a period; the first time the ball is still falling
    close(np.array(lifted), np.arange(1, 5) + asin(G / 14) / (2 * pi), 1e-10)
    assert float(result["ball"].position[:, 1].min()) > -1e-9
    force = np.asarray(result.multipliers["floor: slide y"])
    assert force.min() > -1e-6 and (force > 1.0).mean() > 0.3
    assert result.trust.energy_error < 100 * METHODS[method][1]


def test_several_actions_and_events_in_sequence() -> None:
    """A crane: lift, stop, let go; the load falls on a spring scale that is switched on when it arrives."""
    model = jd.Model("crane", planar=True, gravity=(0.0, -G))
    load = model.body("load", mass=2.0, inertia=1.0)
    guide = model.joint("guide", "prismatic", model.ground, load, at=(0, 0), axis=(0, 1))
    x = model.measure("x", guide.slide)
    model.drive("hoist", x, "t")
    model.force("scale", x)
    model.event("top", x, 0.5, direction="rising", actions=[jd.Switch("hoist", motion=0.5)])
    model.parameters["dropped"] = 0.0
    model.event("drop", "t", 0.8, actions=[jd.Release("hoist"), jd.SetParameter("dropped", 1.0)])
    model.event("landed", x, 0.1, direction="falling", actions=jd.Switch("scale", stiffness=800.0, rest=0.1))
    result = run(model, 1.3)
    landed = 0.8 + sqrt(0.8 / G)
    names, when = zip(*[(e.name, e.t) for e in result.events], strict=True)
    assert names == ("top", "drop", "landed")
    close(np.array(when), np.array([0.5, 0.8, landed]), 1e-9)
    w, s = 20.0, 1.3 - landed
    sink = 2.0 * G / 800.0
    expected = 0.1 - sink + sink * cos(w * s) - sqrt(0.8 * G) / w * sin(w * s)
    assert abs(float(result.measure("x")[-1]) - expected) < 1e-9
    assert result.pieces[-1].model.parameters["dropped"] == 1.0 and result.model.parameters["dropped"] == 0.0
    assert result.trust.energy_error < 1e-8


def test_the_model_given_stays_as_it_is() -> None:
    """What events change belongs to the run."""
    model, hinge = pendulum()
    model.event("catch", hinge.angle, -0.5, actions=jd.Lock("hinge"))
    rows = model.joints["hinge"].rows
    first, second = run(model, 1.0), run(model, 1.0)
    assert model.joints["hinge"].rows is rows and len(rows) == 2
    assert first == second and len(first.model.joints["hinge"].rows) == 2
    assert len(first.pieces[-1].model.joints["hinge"].rows) == 3

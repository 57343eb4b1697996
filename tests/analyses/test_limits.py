"""Limits of joint coordinates: rigid stops against closed forms, contact that is found anew, compliant stops, refusals."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scipy.integrate import solve_ivp
from scipy.special import ellipk

import jourdain as jd

G, ARM, INERTIA = 9.81, 0.5, 0.1  # of a pendulum of 1 kg
ABOUT_PIN = INERTIA + ARM**2
METHODS = [
    jd.DOP853(tol=1e-11),
    jd.RK4(step=1e-3),
    jd.GeneralizedAlpha(step=1e-3),
    jd.Adams(tol=1e-9),
    jd.SDIRK4(tol=1e-8),
]


def pendulum(limits: Any, angle: float, torque: str | None = None) -> jd.Model:
    """A pendulum at an angle from straight down, at rest."""
    m = jd.Model("pendulum", planar=True, gravity=(0, -G))
    at = (ARM * np.sin(angle), -ARM * np.cos(angle))
    bob = m.body("bob", mass=1.0, inertia=INERTIA, at=at, rotation=angle)
    m.joint("pin", "revolute", m.ground.marker("pin"), bob.marker("pin", at=(0, ARM)), limits=limits)
    if torque:
        m.force("motor", m.joints["pin"].angle, law=torque)
    return m


def sliders(*limits: Any, at: tuple[float, ...], speed: tuple[float, ...] = (0.0, 0.0), g: float = G) -> jd.Model:
    """Masses of 1 kg on rails of their own, pulled towards smaller x."""
    m = jd.Model("sliders", planar=True, gravity=(-g, 0))
    for i, (one, x, v) in enumerate(zip(limits, at, speed, strict=False)):
        body = m.body(f"m{i}", mass=1.0, inertia=0.1, at=(x, 0), velocity=(v, 0))
        m.joint(f"rail{i}", "prismatic", m.ground.marker(f"rail{i}"), body.marker("mid"), limits=one)
    return m


def quarter(angle: float) -> float:
    """The time of a pendulum from an angle at rest to straight down [s]."""
    return float(ellipk(np.sin(angle / 2) ** 2)) / np.sqrt(G * ARM / ABOUT_PIN)


def travel(result: Any, joint: str) -> np.ndarray:
    """The angle of a joint at all states of all pieces, also those before and after blows."""
    index = result.system.bodies.index("bob")
    return np.concatenate([piece.q[:, 3 * index + 2] for piece in result.pieces])


def test_pendulum_against_a_stop_hits_it_when_elliptic_integrals_say() -> None:
    """It swings from -1 rad to a stop straight down and back, ever less: times, speeds and angles of every rebound."""
    e = 0.8
    result = jd.simulate(pendulum(jd.Limits(upper=0.0, restitution=e), -1.0), 4.0, integrator=METHODS[0], trust="fast")
    times = [event.t for event in result.events]
    assert len(times) >= 4
    angle, expected = 1.0, [quarter(1.0)]
    for _ in times[1:]:
        angle = np.arccos(1.0 - e**2 * (1.0 - np.cos(angle)))  # energy e^2 is left
        expected.append(expected[-1] + 2.0 * quarter(angle))
    np.testing.assert_allclose(times, expected, rtol=0, atol=1e-9)
    speed = np.sqrt(2.0 * G * ARM * (1.0 - np.cos(1.0)) / ABOUT_PIN)
    first = result.events[0]
    assert first.v_before[2] == pytest.approx(speed, abs=1e-9) and first.v_after[2] == pytest.approx(
        -e * speed, abs=1e-9
    )
    assert first.impulses["pin at its upper limit: impact"] == pytest.approx(-ABOUT_PIN * (1 + e) * speed, abs=1e-9)
    assert travel(result, "pin").max() <= 1e-9


@pytest.mark.parametrize("method", METHODS, ids=lambda one: one.name)
def test_rest_on_a_stop_has_the_static_reaction_and_lets_go_in_time(method: Any) -> None:
    """A torque that grows holds it against the stop at 0.6 rad until it is less than the weight needs."""
    limit = 0.6
    model = pendulum((-0.5, limit), 0.3, "6*cos(t)")
    result = jd.simulate(model, 1.5, integrator=method, trust="fast", output=300)
    names = [event.name for event in result.events]
    assert names == ["pin at its upper limit", "pin leaves its stop"]
    hit, left = (event.t for event in result.events)
    weight = G * ARM * np.sin(limit)
    assert left == pytest.approx(np.arccos(weight / 6.0), abs=1e-9)
    resting = (result.t > hit) & (result.t < left)
    held = result.multipliers["pin stop: stop"].values
    np.testing.assert_allclose(held[resting], weight - 6.0 * np.cos(result.t[resting]), rtol=0, atol=1e-10)
    assert np.nanmax(np.abs(held[~resting])) == 0.0
    assert np.abs(travel(result, "pin")[:-1]).max() <= limit + 1e-9
    assert result.reaction("pin stop").torque.values.shape == result.t.shape


def test_both_ends_act_and_nothing_goes_beyond() -> None:
    model = pendulum((-0.7, 1.2), 0.0, "6*sin(t)")
    result = jd.simulate(model, 6.0)
    names = {event.name for event in result.events}
    assert names == {"pin at its lower limit", "pin at its upper limit", "pin leaves its stop"}
    assert travel(result, "pin").max() <= 1.2 + 1e-9 and travel(result, "pin").min() >= -0.7 - 1e-9
    assert abs(result.energy.error.values).max() < 1e-6


@pytest.mark.parametrize("coordinates", ["cartesian", "natural"])
def test_bounces_pile_up_and_end_at_rest(coordinates: str) -> None:
    e, height = 0.5, 1.0
    model = sliders(jd.Limits(0.0, 2.0, restitution=e), at=(height,))
    result = jd.simulate(model, 2.0, coordinates=coordinates, trust="fast")
    fall = np.sqrt(2.0 * height / G)
    np.testing.assert_allclose(
        [event.t for event in result.events[:3]], fall * np.cumsum([1.0, 2 * e, 2 * e * e]), atol=1e-9
    )
    assert result.events[-1].actions == ("Engage",)
    assert result.events[-1].t == pytest.approx(fall * (1 + e) / (1 - e), abs=1e-7)
    x = result["m0"].position.values[:, 0]
    assert abs(x[-1]) <= 1e-9 and x.min() >= -1e-9
    assert result.multipliers["rail0 stop: stop"].values[-1] == pytest.approx(G, abs=1e-10)


@pytest.mark.parametrize("e", [0.0, 0.5, 1.0])
def test_what_starts_on_its_stop_rests_there_or_leaves(e: float) -> None:
    """Pressed on, it rests from the first output on; pulled away, it goes; both without an event."""
    limits = jd.Limits(0.0, 2.0, restitution=e)
    pressed = jd.simulate(sliders(limits, at=(0.0,)), 0.5, trust="fast")
    assert not pressed.events and np.abs(pressed["m0"].position.values).max() <= 1e-12
    np.testing.assert_allclose(pressed.multipliers["rail0 stop: stop"].values, G, rtol=0, atol=1e-10)
    pulled = jd.simulate(sliders(limits, at=(0.0,), g=-G), 0.5, trust="fast")
    assert not pulled.events
    assert pulled["m0"].position.values[-1, 0] == pytest.approx(0.5 * G * 0.25, abs=1e-9)


def test_several_stops_at_once() -> None:
    model = sliders((0, 5), (0, 5), jd.Limits(0, 5, restitution=0.5), at=(1.0, 1.0, 1.0), speed=(0, 0, 0))
    result = jd.simulate(model, 3.0, trust="fast")
    fall = np.sqrt(2.0 / G)
    assert sum(event.t == pytest.approx(fall, abs=1e-9) for event in result.events) == 3
    for i in range(3):
        assert abs(result[f"m{i}"].position.values[-1, 0]) <= 1e-9
        assert result.multipliers[f"rail{i} stop: stop"].values[-1] == pytest.approx(G, abs=1e-10)


def test_a_resting_stop_lets_go_in_a_blow_that_would_pull_on_it() -> None:
    """A lever that is pressed onto its stop is struck the other way: it swings away as if there were no stop."""
    e, speed, moment, arm = 0.5, 2.0, 0.3, 0.5
    m = jd.Model("lever", planar=True)
    slow = m.body("lever", mass=2.0, inertia=moment, at=(0, 0))
    ball = m.body("ball", mass=1.0, inertia=0.1, at=(-arm, 1.0), velocity=(0, -speed))
    m.joint("pivot", "revolute", m.ground, slow, at=(0, 0), limits=(0.0, 1.0))
    m.joint(
        "rail",
        "prismatic",
        m.ground.marker("rail", at=(-arm, 0), rotation=np.pi / 2),
        ball.marker("mid", rotation=np.pi / 2),
    )
    m.force("press", m.joints["pivot"].angle, law=-1.0)  # onto the stop
    gap = jd.distance(slow.marker("tip", at=(-arm, 0)), ball.marker("centre"))
    m.event("knock", gap, 0.2, direction="falling", actions=jd.Impact(e))
    result = jd.simulate(m, 0.6, integrator=METHODS[0], trust="fast")
    knock = result.events[0]
    assert knock.name == "knock" and knock.t == pytest.approx(0.4, abs=1e-9) and abs(knock.v_before[2]) <= 1e-15
    blow = (1 + e) * speed / (1 + arm**2 / moment)
    assert knock.v_after[2] == pytest.approx(blow * arm / moment, abs=1e-9)
    assert knock.impulses["knock: impact"] == pytest.approx(blow, abs=1e-9)
    assert result.pieces[-1].model.joints["pivot"].at_limit == () and abs(result.energy.error.values).max() < 1e-9
    assert np.concatenate([piece.q[:, 2] for piece in result.pieces]).min() >= -1e-9


def test_two_fingers_that_move_together_may_both_have_limits() -> None:
    """A coupled joint with limits of its own: two rows that depend on each other when both are at their ends."""
    m = sliders((0, 1), (0, 1), at=(0.5, 0.5))
    m.row("together", [(1.0, m.joints["rail0"].slide), (-1.0, m.joints["rail1"].slide)])
    result = jd.simulate(m, 1.0, trust="fast")
    at_end = [abs(result[name].position.values[-1, 0]) for name in ("m0", "m1")]
    assert max(at_end) <= 1e-9
    pushing = [result.multipliers[f"rail{i} stop: stop"].values[-1] for i in (0, 1)]
    assert min(pushing) >= -1e-10 and sum(pushing) == pytest.approx(2 * G, abs=1e-9)


def test_limits_act_beside_drives_and_of_every_coordinate() -> None:
    """A cylindrical joint in space, turned by a drive, slides down to its end."""
    m = jd.Model("bolt", gravity=(0, 0, -G))
    bolt = m.body("bolt", mass=1.0, inertia=(0.1, 0.2, 0.3), at=(0, 0, 1))
    m.joint(
        "hole",
        "cylindrical",
        m.ground,
        bolt,
        at=(0, 0, 1),
        axis=(0, 0, 1),
        limits={"slide": (-0.5, 0.5), "angle": (-9, 9)},
    )
    m.drive("turn", m.joints["hole"].angle, "2*t")
    result = jd.simulate(m, 1.0, trust="fast")
    assert [event.name for event in result.events] == ["hole slide at its lower limit"]
    assert result.events[0].t == pytest.approx(np.sqrt(1.0 / G), abs=1e-9)
    assert result["bolt"].position.values[-1, 2] == pytest.approx(0.5, abs=1e-9)
    assert result.multipliers["hole slide stop: stop"].values[-1] == pytest.approx(G, abs=1e-10)


@pytest.mark.parametrize("damping", [0.0, 40.0])
def test_compliant_stops_push_and_never_pull(damping: float) -> None:
    """Against the same law by SciPy with its end of contact located: no force is ever towards the stop."""
    k, x0, v0 = 1e4, 0.2, -3.0
    model = sliders(jd.Limits(0.0, 1.0, stiffness=k, damping=damping), at=(x0,), speed=(v0,), g=0.0)
    result = jd.simulate(model, 0.2, integrator=jd.DOP853(tol=1e-11), output=400)
    begin = -x0 / v0

    def end(t: float, y: np.ndarray) -> float:
        return float(k * y[0] + damping * y[1])

    end.terminal = True  # type: ignore[attr-defined]
    end.direction = 1.0  # type: ignore[attr-defined]
    inside = solve_ivp(lambda t, y: [y[1], -end(t, y)], (0, 0.1), [-1e-15, v0], rtol=1e-12, atol=1e-14, events=end)
    out = inside.y_events[0][0][1]
    assert result["m0"].velocity.values[-1, 0] == pytest.approx(out, abs=1e-7)
    force = result.reaction("rail0 lower limit").force.values[:, 0]
    assert force.min() >= 0.0 and force.max() > 100.0
    assert result.events[0].name == "rail0 at its lower limit" and result.events[0].t == pytest.approx(begin, abs=1e-9)


def test_starts_beyond_a_limit_are_put_back_or_refused_with_the_value() -> None:
    result = jd.simulate(sliders((0, 2), at=(-1e-6,)), 0.1, trust="fast")
    assert np.abs(result["m0"].position.values[:, 0]).max() <= 1e-9
    with pytest.raises(jd.ModelError, match=r"rail0 = -0\.1 m, 0\.1 beyond its lower limit 0"):
        jd.simulate(sliders((0, 2), at=(-0.1,)), 0.1)


@pytest.mark.parametrize(
    ("limits", "said"),
    [
        ((1.0, -1.0), "the lower one must be below"),
        ((-np.inf, np.inf), "without an end"),
        (0.5, r"give \(lower, upper\)"),
        ({"slide": (0, 1)}, "no coordinate 'slide'"),
        ({"lower": 0, "upper": 1, "stifness": 3}, "Did you mean|stiffness"),
        ({"lower": 0, "upper": 1, "restitution": 2}, "between 0"),
        ({"lower": 0, "upper": 1, "damping": 2}, "damping needs a stiffness"),
        ({"lower": 0, "upper": 1, "stiffness": 2, "restitution": 0.3}, "restitution is of rigid stops"),
        ((0.0, float("nan")), "limits: upper"),
        (("a", 1), "limits: lower"),
    ],
)
def test_refusals(limits: Any, said: str) -> None:
    with pytest.raises(jd.ModelError, match=f"joint 'pin' .revolute.: .*({said})"):
        pendulum(limits, 0.0)


def test_a_joint_without_a_coordinate_of_its_own_is_refused() -> None:
    m = jd.Model("ball")
    body = m.body("b", mass=1.0, inertia=(1, 1, 1))
    with pytest.raises(jd.ModelError, match="fixed joint has no coordinate of its own"):
        m.joint("j", "fixed", m.ground, body, at=(0, 0, 0), limits=(-1, 1))
    with pytest.raises(jd.ModelError, match=r"say of which coordinate, as in limits=\{'swing'"):
        m.joint("j", "spherical", m.ground, body, at=(0, 0, 0), limits=(-1, 1))
    with pytest.raises(jd.ModelError, match=r"limits: about_x = 1.6 rad; it is between -1.571 and 1.571"):
        m.joint("j", "universal", m.ground, body, at=(0, 0, 0), limits={"about_x": (-1, 1.6)})
    with pytest.raises(jd.ModelError, match="say of which coordinate"):
        m.joint("j", "cylindrical", m.ground, body, at=(0, 0, 0), limits=(-1, 1))


def hung(kind: str, limits: Any, spin: tuple[float, ...]) -> jd.Model:
    """A rod hanging from a hinge about y, a ball or a cross, with a spring that knows nothing of symmetry."""
    m = jd.Model("hung", gravity=(0, 0, -G))
    rod = m.body(
        "rod", mass=2.0, inertia=(0.3, 0.2, 0.1), at=(0, 0, -1.0), spin=spin, velocity=np.cross(spin, (0, 0, -1))
    )
    m.joint("J", kind, m.ground, rod, at=(0, 0, 0), axis="y" if kind == "revolute" else "z", limits=limits)
    m.load("push", rod, force=("3*cos(2*t)", 0, 0))
    return m


@pytest.mark.parametrize("rest", [{"restitution": 0.6}, {"stiffness": 400.0, "damping": 5.0}], ids=["rigid", "soft"])
def test_balls_and_crosses_have_the_limits_of_a_hinge(rest: dict[str, float], tmp_path: Path) -> None:
    """Moved in one plane they are one: a cone, the turn of a cross about y, and a hinge with the same ends."""
    ends = jd.Limits(-0.4, 0.4, **rest)
    limits = {
        "revolute": ends,
        "spherical": {"swing": jd.Limits(upper=0.4, **rest)},
        "constant_velocity": jd.Limits(upper=0.4, **rest),
        "universal": {"about_y": ends},
    }
    found = {}
    for kind, one in limits.items():
        model = hung(kind, one, (0, 2.0, 0))
        jd.write(model, tmp_path / "m.yaml")
        assert jd.read(tmp_path / "m.yaml").joints["J"].limits == model.joints["J"].limits
        found[kind] = jd.simulate(model, 2.0, output=100, integrator=jd.DOP853(tol=1e-11), trust="fast")
    hinge = found["revolute"]
    assert len(hinge.events) >= 3
    for kind, result in found.items():
        if "restitution" in rest:
            np.testing.assert_allclose([one.t for one in result.events], [one.t for one in hinge.events], atol=1e-8)
        np.testing.assert_allclose(result["rod"].position, hinge["rod"].position, rtol=0, atol=1e-8, err_msg=kind)
        swing = np.concatenate([np.arctan2(np.abs(piece.q[:, 0]), -piece.q[:, 2]) for piece in result.pieces])
        assert "stiffness" in rest or swing.max() <= 0.4 + 1e-9


def test_a_cone_and_twist_hold_in_any_direction() -> None:
    """A ball thrown about: neither end is passed at any stored state, and static rest on the cone has the moment of forces."""
    model = hung("spherical", {"swing": jd.Limits(upper=0.5, restitution=0.3), "twist": (-0.2, 0.3)}, (1.5, 0.8, 1.0))
    result = jd.simulate(model, 2.0, output=100, integrator=jd.DOP853(tol=1e-11), trust="fast")
    names = {one.name for one in result.events}
    assert {"J swing at its upper limit", "J twist at its upper limit"} <= names
    for q in (q for piece in result.pieces for q in piece.q):
        w, x, y, z = q[3:7]
        assert np.arccos(1 - 2 * (x * x + y * y)) <= 0.5 + 1e-9
        assert -0.2 - 1e-9 <= 2 * np.arctan(z / w) <= 0.3 + 1e-9
    model = hung("spherical", {"swing": jd.Limits(upper=0.4)}, (0, 0, 0))
    model.loads.clear()
    model.load("push", "rod", force=(40.0, 0, 0))
    here = jd.statics(model)
    assert "held by limits: J (upper limit 0.4)" in str(here)
    moment = 40.0 * np.cos(0.4) - 2.0 * G * np.sin(0.4)
    assert float(np.abs(here.result.reaction("J stop").torque.values[0]).max()) == pytest.approx(moment, abs=1e-9)
    with pytest.raises(jd.ModelError, match=r"J = 0 rad, 0\.1 beyond its lower limit 0\.1"):
        jd.simulate(hung("universal", {"about_x": (0.1, 0.4)}, (0, 0, 0)), 0.1)


LIMITED = """
name: door
planar: true
gravity: [0, -9.81]
bodies:
  bob: {mass: 1 kg, inertia: 0.1 kg*m2, at: [0, -500 mm]}
joints:
  pin:
    kind: revolute
    bodies: [ground, bob]
    at: [0, 0]
    limits: LIMITS
    rated: {effort: 12.0}
forces:
  motor: {measure: pin.angle, law: 6*sin(t)}
"""


@pytest.mark.parametrize(
    ("text", "limits"),
    [
        ("[-30 deg, 1.2]", jd.Limits(-np.pi / 6, 1.2)),
        ("{upper: 60 deg, restitution: 0.5}", jd.Limits(upper=np.pi / 3, restitution=0.5)),
        ("{angle: {lower: -1, upper: 1, stiffness: 2e4, damping: 10}}", jd.Limits(-1, 1, stiffness=2e4, damping=10)),
    ],
)
def test_files_hold_limits(tmp_path: Path, text: str, limits: jd.Limits) -> None:
    file = tmp_path / "door.yaml"
    file.write_text(LIMITED.replace("LIMITS", text))
    model = jd.read(file)
    found = model.joints["pin"].limits["angle"]
    assert (found.restitution, found.stiffness, found.damping) == (limits.restitution, limits.stiffness, limits.damping)
    assert found.lower == pytest.approx(limits.lower) and found.upper == pytest.approx(limits.upper)
    assert model.joints["pin"].rated == {"effort": 12.0}
    jd.write(model, tmp_path / "again.yaml")
    assert jd.read(tmp_path / "again.yaml") == model
    assert "stop" not in (tmp_path / "again.yaml").read_text()


def test_saved_results_and_checkpoints_know_which_stops_hold(tmp_path: Path) -> None:
    model = pendulum((-0.7, 1.2), 0.0, "6*sin(t)")
    result = jd.simulate(model, 6.0, trust="fast")
    result.save(tmp_path / "run.nc")
    loaded = jd.load(tmp_path / "run.nc")
    assert loaded == result and all(a.model == b.model for a, b in zip(loaded.pieces, result.pieces, strict=True))
    held = [piece.model for piece in result.pieces if piece.model.joints["pin"].at_limit]
    jd.write(held[0], tmp_path / "held.yaml")
    assert jd.read(tmp_path / "held.yaml").joints["pin"].at_limit == ("angle",)


def test_limits_are_parameters() -> None:
    model = pendulum((-0.7, 1.2), 0.0, "6*sin(t)")
    assert jd.parameters(model)["pin.limits.upper"].value == 1.2
    tighter = jd.with_parameters(jd.simulate(model, 0.1, trust="fast").model, {"pin.limits.upper": 0.5})
    assert tighter.joints["pin"].limits["angle"] == jd.Limits(-0.7, 0.5)
    result = jd.simulate(tighter, 3.0, trust="fast")
    assert travel(result, "pin").max() == pytest.approx(0.5, abs=1e-9)


# --------------------------------------------------------------------------- other analyses


def test_statics_rests_on_stops_and_leaves_them() -> None:
    """Straight down is beyond the limit: it hangs on its stop with the static moment; a torque lifts it off."""
    found = jd.statics(pendulum((0.4, 1.5), 0.5))
    here = found.equilibria[0]
    assert here.result["bob"].angle.values[0] == pytest.approx(0.4, abs=1e-10)
    moment = here.result.multipliers["pin stop: stop"].values[0]
    assert moment == pytest.approx(G * ARM * np.sin(0.4), abs=1e-10)
    assert any("held by limits: pin (lower limit 0.4)" in note for note in here.notes)
    lifted = jd.statics(pendulum((0.4, 1.5), 0.41, "3")).equilibria[0]
    assert lifted.result["bob"].angle.values[0] == pytest.approx(np.arcsin(3 / (G * ARM)), abs=1e-9)
    resting = jd.simulate(pendulum((0.4, 1.5), 0.9), 0.5, start="static", trust="fast")
    assert not resting.events and np.ptp(resting["bob"].angle.values) <= 1e-9


def test_check_kinematics_and_inverse_say_what_they_do_with_limits() -> None:
    model = pendulum((-0.5, 1.0), 0.0)
    model.joints["pin"].rated = {"effort": 5.0}
    found = jd.check(model)
    assert found.ok and found.joints == 1 and "limits act in simulate and statics: pin" in str(found)
    assert "kept and not acted on: effort of pin" in str(found)
    assert "0.5 beyond its upper limit 1" in str(jd.check(pendulum((-0.5, 1.0), 1.5)))
    model.drive("motor", model.joints["pin"].angle, "2*t")
    driven = jd.kinematics(model, 1.0)
    assert "pin goes beyond its limits by up to 1 rad, first at t = 0.505 s" in str(driven.trust)
    assert any("pin goes beyond" in note for note in jd.inverse(model, driven).notes)
    with pytest.raises(jd.ConvergenceError, match="pin"):
        jd.simulate(model, 1.0)


@pytest.mark.parametrize("method", ["direct", "differences"])
def test_sensitivity_goes_through_stops(method: str) -> None:
    """x = c + e v s - g s^2/2 behind the first bounce at c, by c and e, in closed form."""
    model = sliders(jd.Limits(0.0, 2.0, restitution=0.8), at=(1.0,))
    names = ["rail0.limits.lower", "rail0.limits.restitution"]
    steps = jd.GeneralizedAlpha(step=1e-2)
    found = jd.sensitivity(model, 0.8, parameters=names, outputs=["m0.x"], integrator=steps, output=20, method=method)

    def place(c: complex, e: complex) -> Any:
        fall = np.sqrt(2 * (1.0 - c) / G)
        after = found.t - fall
        return np.where(after.real > 0, c + e * G * fall * after - G * after**2 / 2, 1.0 - G * found.t**2 / 2)

    for k, name in enumerate(names):
        moved = np.array([0.0, 0.8]) + 1e-30j * np.eye(2)[k]
        np.testing.assert_allclose(found["m0.x", name], np.imag(place(*moved)) / 1e-30, rtol=0, atol=1e-6, err_msg=name)

"""Events: that every crossing is found, in the direction asked for, and when; against closed forms, with every integrator."""

from __future__ import annotations

from itertools import pairwise
from math import asin, exp, pi, sin, sqrt
from typing import Any

import numpy as np
import pytest
from scipy.optimize import brentq
from scipy.special import ellipk, ellipkinc

import jourdain as jd
from machines.event_models import METHODS, G, ball, oscillator, pendulum, run, slider

LOCATED = 1e-10  # s
every_method = pytest.mark.parametrize("method", METHODS)
plane_and_space = pytest.mark.parametrize("planar", [True, False], ids=["plane", "space"])


def times(result: jd.Result, name: str | None = None) -> np.ndarray:
    """When it happened [s]."""
    return np.array([e.t for e in result.events if name in (None, e.name)])


def near(actual: Any, expected: Any, tol: float = LOCATED) -> None:
    actual, expected = np.asarray(actual), np.asarray(expected)
    assert actual.shape == expected.shape, f"{actual} where {expected} is expected"
    assert np.abs(actual - expected).max(initial=0.0) <= tol


# --------------------------------------------------------------------------- the bouncing ball


def bounces(restitution: float, n: int) -> tuple[np.ndarray, np.ndarray]:
    """Times of n impacts of a ball dropped from 1 m, and the speeds before them."""
    speeds = sqrt(2 * G) * restitution ** np.arange(n)
    flights = 2 * speeds[1:] / G
    return np.cumsum([sqrt(2 / G), *flights]), speeds


@plane_and_space
@every_method
def test_bouncing_ball(method: str, planar: bool) -> None:
    """First impacts of a ball with restitution 0.9: times, velocities, impulses (also against published numbers)."""
    up = 1 if planar else 2
    result = run(ball(planar), 4.0, method, output=40)
    first = result.events[0]
    near(first.t, 0.4515236409857308, 1e-12)
    near(first.v_before[up], -4.429446918070019, 1e-9)
    near(first.v_after[up], 3.986502226263017, 1e-9)
    near(list(first.impulses.values()), [8.415949144333036], 1e-9)
    assert list(first.impulses) == ["hit: impact"] and first.actions == ("Impact",) and not first.rising
    expected, speeds = bounces(0.9, 6)
    near(times(result), expected, 1e-9)
    near([e.v_before[up] for e in result.events], -speeds, 1e-9)
    near([e.v_after[up] for e in result.events], 0.9 * speeds, 1e-9)
    assert result.trust.energy_error < 1e-12
    # the outputs are where they were asked for, and right
    near(result.t, np.linspace(0.0, 4.0, 41), 0.0)
    k = np.searchsorted(expected, result.t, side="left")
    since = result.t - np.concatenate([[0.0], expected])[k]
    start = np.concatenate([[0.0], 0.9 * speeds])[k]
    height = np.where(k == 0, 1.0, 0.0) + start * since - 0.5 * G * since**2
    near(result["ball"].position[:, up], height, 1e-9)


@every_method
def test_all_impacts_up_to_their_pile(method: str) -> None:
    """The whole sequence; it ends where the bounces pile up."""
    result = run(ball(settle=jd.Stop()), 10.0, method)
    expected, _ = bounces(0.9, len(result.events))
    near(times(result), expected, 1e-9)
    assert len(result.events) > 150 and result.events[-1].actions == ("Stop",)
    assert result.t[-1] == result.events[-1].t
    near(result.t[-1], 8.578949178728885, 2e-7)  # what is left is below 1e-8 of the run


# --------------------------------------------------------------------------- when


@plane_and_space
@every_method
@pytest.mark.parametrize("direction", ["rising", "falling", "both"])
def test_a_driven_measure(method: str, planar: bool, direction: str) -> None:
    """x = sin(2 pi t) through 1/2."""
    model, x = slider(planar=planar)
    model.event("half", x, 0.5, direction=direction)
    up, down = np.array([1, 13]) / 12, np.array([5, 17]) / 12
    expected = {"rising": up, "falling": down, "both": np.sort([*up, *down])}[direction]
    result = run(model, 1.5, method, output=6)
    near(times(result), expected)
    assert [e.rising for e in result.events] == [bool((t % 1.0) < 0.25) for t in expected]
    assert all(e.actions == () and not e.impulses for e in result.events)


@pytest.mark.parametrize("integrator", [jd.GeneralizedAlpha(step=0.06), jd.RK4(step=0.06), jd.DOP853(step=0.06)])
@pytest.mark.parametrize("direction", ["rising", "falling", "both"])
def test_through_and_back_within_one_step(integrator: Any, direction: str) -> None:
    """The slider is beyond 0.999 for 14 ms, in the middle of a step of 60 ms."""
    model, x = slider()
    model.event("peak", x, 0.999, direction=direction)
    up = asin(0.999) / (2 * pi)
    expected = {"rising": [up], "falling": [0.5 - up], "both": [up, 0.5 - up]}[direction]
    near(times(run(model, 0.6, integrator, output=1)), expected)


def swing_time(start: float, angle: float) -> float:
    """When a rod of 1 m released at rest at `start` from the downward vertical comes to `angle` for the first time."""
    k = sin(0.5 * start)
    u = ellipk(k * k) - ellipkinc(asin(sin(0.5 * angle) / k), k * k)
    return float(u / sqrt(1.5 * G))


@plane_and_space
@every_method
def test_a_pendulum(method: str, planar: bool) -> None:
    """Released horizontally; elliptic functions say when it is where. The run ends there."""
    value = -1.1  # rad from the x axis
    model, hinge = pendulum(planar)
    model.event("there", hinge.angle, value, actions=jd.Stop())
    result = run(model, 2.0, method)
    (event,) = result.events
    near(event.t, swing_time(pi / 2, pi / 2 + value), LOCATED if method in ("RK4", "DOP853") else METHODS[method][1])
    assert result.t[-1] == event.t and event.actions == ("Stop",)
    # whatever the accuracy of the motion, the last state is the one at the value
    near(result.measure("phi")[-1], value, LOCATED * abs(event.v_before[-1]))
    near(result.v[-1], event.v_before, 1e-12)


@plane_and_space
@pytest.mark.parametrize("integrator", [jd.RK4(step=1e-3), jd.DOP853(tol=1e-11)])
def test_angles_are_counted_over_turns(integrator: Any, planar: bool) -> None:
    """A rod that swings over and over: t = (2/w) F(phi/2, 6 g/w^2) from the lowest point, phi up to seven half turns."""
    speed = 10.0
    model, hinge = pendulum(planar, angle=-pi / 2, speed=speed)
    values = np.arange(1, 8) * pi
    for value in values:
        model.event(f"{value / pi:.0f} half turns", hinge.angle, float(value))
    expected = 2 / speed * ellipkinc(0.5 * values, 6 * G / speed**2)
    near(times(run(model, 3.5, integrator)), expected)


@every_method
def test_texts(method: str) -> None:
    """Of time, of measures, of both and of parameters, on a thrown body."""
    model = jd.Model("thrown", planar=True, gravity=(0.0, -G))
    body = model.body("stone", mass=1.0, inertia=1.0, velocity=(3.0, 4.0))
    model.measure("x", jd.coordinate(body, "x"))
    model.measure("y", jd.coordinate(body, "y"))
    model.parameters["R"] = 1.4
    model.event("late", "t", 0.3)
    model.event("away", "hypot(x, y) - R")
    model.event("wave", "y - 0.2*sin(9*t)", 0.5)
    result = run(model, 0.7, method)

    def y(t: float) -> float:
        return 4 * t - 0.5 * G * t * t

    def wave(t: float) -> float:
        return y(t) - 0.2 * sin(9 * t) - 0.5

    near(times(result, "late"), [0.3])
    near(times(result, "away"), [brentq(lambda t: np.hypot(3 * t, y(t)) - 1.4, 0.1, 0.7, xtol=1e-14)])
    grid = np.linspace(0.0, 0.7, 50)
    brackets = [(a, b) for a, b in pairwise(grid) if wave(a) * wave(b) < 0]
    assert len(brackets) == 2
    near(times(result, "wave"), [brentq(wave, a, b, xtol=1e-14) for a, b in brackets])
    assert list(times(result)) == sorted(times(result))


@every_method
def test_rates_multipliers_and_states(method: str) -> None:
    """Texts of what has no known rate of its own: the speed of a slider, the force of its motor, an extra state."""
    model, _ = slider("0.3*sin(4*t)")
    model.state("w", "0.3")
    model.event("speed", "x_rate", -0.6, direction="falling")
    model.event("force", "F", 5.0, direction="rising", inputs={"F": model.joints["motor"].multiplier("drive")})
    model.event("level", "w", 0.18)
    result = run(model, 1.5, method)
    near(times(result, "speed"), [(pi - np.arccos(0.5)) / 4])  # 1.2 cos(4 t) = -0.6
    near(times(result, "force"), [(pi + asin(5 / 9.6)) / 4])  # -9.6 sin(4 t) = 5
    near(times(result, "level"), [0.6])


@every_method
def test_two_at_the_same_instant(method: str) -> None:
    """Two balls dropped together, and a text of one of them: one instant, all recorded, both thrown back."""
    model = jd.Model("two balls", planar=True, gravity=(0.0, -G))
    for i in range(2):
        body = model.body(f"ball {i}", mass=1.0 + i, inertia=1.0, at=(float(i), 1.0))
        y = model.measure(f"y{i}", jd.coordinate(body, "y"))
        model.event(f"hit {i}", y, direction="falling", actions=jd.Impact(0.5 + 0.25 * i))
    model.event("seen", "2*y0 + y1", 0.0, direction="falling")
    result = run(model, 0.6, method)
    assert sorted(e.name for e in result.events) == ["hit 0", "hit 1", "seen"]
    near(times(result), [sqrt(2 / G)] * 3, 1e-11)
    after = result.events[-1].v_after if result.events[-1].name != "seen" else result.events[0].v_after
    near(after[[1, 4]], np.array([0.5, 0.75]) * sqrt(2 * G), 1e-9)
    near(result["ball 0"].velocity[-1, 1], 0.5 * sqrt(2 * G) - G * (0.6 - sqrt(2 / G)), 1e-9)


@every_method
def test_exactly_at_an_output_time(method: str) -> None:
    """x = t reaches 1/2 where an output is asked for; the output holds the state before, and none is lost or doubled."""
    model = jd.Model("passing", planar=True)
    body = model.body("stone", mass=2.0, inertia=1.0, velocity=(1.0, 0.0))
    x = jd.coordinate(body, "x")
    model.event("half", x, 0.5, actions=jd.Jump(x, 3.0))
    result = run(model, 1.0, method, output=4)
    near(times(result), [0.5])
    near(result.t, [0.0, 0.25, 0.5, 0.75, 1.0], 0.0)
    near(result["stone"].velocity[:, 0], [1.0, 1.0, 1.0, 3.0, 3.0], 1e-12)
    near(result["stone"].position[:, 0], [0.0, 0.25, 0.5, 1.25, 2.0], 1e-10)


@every_method
@pytest.mark.parametrize("offset", [-3e-10, 3e-10, -2e-11])
def test_close_to_an_output_time(method: str, offset: float) -> None:
    """A little before or after an output the event keeps its own time, and the output the state on its own side."""
    model = jd.Model("passing", planar=True)
    body = model.body("stone", mass=2.0, inertia=1.0, velocity=(1.0, 0.0))
    x = jd.coordinate(body, "x")
    model.event("half", x, 0.5 + offset, actions=jd.Jump(x, 3.0))
    result = run(model, 1.0, method, output=2)
    near(times(result), [0.5 + offset], 2e-12)
    near(result["stone"].position[-1, 0], 2.0 - 2 * offset, 1e-11)


@every_method
def test_at_the_start_value(method: str) -> None:
    """What starts on the value crosses it when it comes back, not at once."""
    model, x = oscillator(stiffness=4.0, at=0.0, speed=1.0)
    model.event("through", x)
    model.event("up", x, direction="rising")
    result = run(model, 3.5, method)
    tol = LOCATED if method in ("RK4", "DOP853") else METHODS[method][1]
    near(times(result, "through"), [pi / 2, pi], tol)
    near(times(result, "up"), [pi], tol)


def test_what_lies_on_its_stop_at_the_start() -> None:
    """A ball laid on the floor, or thrown at it from there, meets it at once: it has come from the free side."""
    model = ball(settle=jd.Engage("floor"))
    model.bodies["ball"].at[:] = 0.0
    result = run(model, 1.0, output=5)
    assert times(result).max() < 1e-6
    near(result["ball"].position[:, 1], np.zeros(6), 1e-12)
    near(result.multipliers["floor: slide y"][-1], G, 1e-10)
    model.bodies["ball"].velocity[1] = -2.0
    thrown = run(model, 0.3)
    near(thrown.events[0].t, 0.0, 1e-10)
    near(thrown["ball"].velocity[-1, 1], 1.8 - 0.3 * G, 1e-9)


@every_method
def test_a_held_measure_does_not_cross_by_rounding(method: str) -> None:
    """A rod locked in a slanted position stays on the value of four events without ever crossing it again."""
    model, hinge = pendulum(planar=False)
    value = -0.7
    model.event("lock", hinge.angle, value, direction="both", actions=jd.Lock("hinge"))
    for direction in ("rising", "falling", "both"):
        model.event(direction, hinge.angle, value, direction=direction)
    result = run(model, 1.5, method)
    assert sorted(e.name for e in result.events) == ["both", "falling", "lock"]
    near(result.measure("phi")[-1], value, 1e-10)


def test_time_of_an_event_in_a_text_stops_the_run() -> None:
    """A run may end at a time of its own; the outputs up to there, and that one."""
    model, _ = slider()
    model.event("enough", "t", 0.33, actions=jd.Stop())
    result = run(model, 1.0, output=10)
    near(result.t, [0.0, 0.1, 0.2, 0.3, 0.33], 1e-12)
    near(result.measure("x"), np.sin(2 * pi * result.t), 1e-12)


def test_events_only_record_without_changing_the_run() -> None:
    """The motion with events that do nothing is the motion without them, to the accuracy of the integrator."""
    plain, _ = pendulum()
    watched, hinge = pendulum()
    for value in np.linspace(-3.0, -0.1, 12):
        watched.event(f"at {value:.3f}", hinge.angle, float(value))
    a, b = run(plain, 2.0), run(watched, 2.0)
    assert len(b.events) > 12 and len(b.pieces) == 1
    near(a.q, b.q, 1e-9)


# --------------------------------------------------------------------------- the result around an event


@plane_and_space
def test_between_outputs_across_an_event(planar: bool) -> None:
    """result.at: right on both sides of an impact, the state before it at its own time, and equal to the outputs."""
    up = 1 if planar else 2
    result = run(ball(planar), 1.0, output=4)
    hit, speed = sqrt(2 / G), sqrt(2 * G)
    offsets = np.array([-0.05, -1e-7, 0.0, 1e-7, 0.05])
    velocity = np.array([-speed - G * d if d <= 0.0 else 0.9 * speed - G * d for d in offsets])
    there = result.at([result.events[0].t + d for d in offsets])
    near(there["ball"].velocity[:, up], velocity, 1e-9)
    height = [-speed * d - 0.5 * G * d * d if d <= 0.0 else 0.9 * speed * d - 0.5 * G * d * d for d in offsets]
    near(there["ball"].position[:, up], height, 1e-9)
    near(result.events[0].t, hit, 1e-12)
    same = result.at(result.t)
    near(same.q, result.q, 1e-12)
    near(same.v, result.v, 1e-11)


def test_at_the_time_of_an_event_that_is_an_output() -> None:
    """The outputs and result.at agree there: the state before."""
    model = jd.Model("passing", planar=True)
    body = model.body("stone", mass=2.0, inertia=1.0, velocity=(1.0, 0.0))
    model.event("half", "t", 0.5, actions=jd.Impulse(body.marker("centre"), (4.0, 0.0)))
    result = run(model, 1.0, output=2)
    near(result["stone"].velocity[:, 0], [1.0, 1.0, 3.0], 1e-12)
    near(result.at(result.t)["stone"].velocity[:, 0], [1.0, 1.0, 3.0], 1e-12)


@every_method
def test_companion_run_with_events(method: str) -> None:
    """The estimate of the error is there, and an honest bound for the motion through eight impacts."""
    result = run(ball(), 5.0, method, trust="full", output=50)
    assert result.trust.error is not None and np.isfinite(result.trust.error).all()
    assert result.trust.worst < 1e-9
    expected, speeds = bounces(0.9, 30)
    since = 5.0 - expected[expected < 5.0][-1]
    speed = 0.9 * speeds[(expected < 5.0).sum() - 1]
    assert (
        abs(float(result["ball"].position[-1, 1]) - (speed * since - 0.5 * G * since**2)) < result.trust.worst + 1e-13
    )


def test_summary_names_events() -> None:
    text = run(ball(), 2.0).summary()
    assert "events: 3 (hit at 0.451524 s" in text


@pytest.mark.parametrize("integrator", [jd.DOP853(), jd.GeneralizedAlpha(), jd.DOP853(max_step=1e-3)])
def test_texts_that_swing_where_nothing_moves(integrator: Any) -> None:
    """A free body needs no steps at all; a text is looked at 200 times in a run nevertheless, or as often as max_step says."""
    model = jd.Model("drifting", planar=True)
    model.body("stone", mass=1.0, inertia=1.0, velocity=(1.0, 0.0))
    beat = 40.0 if integrator.max_step is None else 800.0
    model.event("beat", f"sin({beat}*t + 0.3)", direction="rising")
    expected = (2 * pi * np.arange(1, 200) - 0.3) / beat
    near(times(run(model, 1.0, integrator)), expected[expected < 1.0])


def test_damped_motion_that_only_comes_near() -> None:
    """What approaches a value without reaching it does not cross it."""
    model = jd.Model("damped", planar=True)
    body = model.body("stone", mass=1.0, inertia=1.0, at=(1.0, 0.0), velocity=(-1.0, 0.0))
    x = jd.coordinate(body, "x")
    model.force("oil", x, damping=1.0)
    model.event("never", x)
    model.event("late", x, 1e-6)
    result = run(model, 20.0)
    (event,) = result.events
    assert event.name == "late" and abs(exp(-event.t) - 1e-6) < 1e-9

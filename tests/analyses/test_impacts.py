"""Blows: M dv = G^T Lambda with all joints taking their share, against dense algebra written here; rest after impacts."""

from __future__ import annotations

from math import pi, sqrt
from typing import Any

import numpy as np
import pytest

import jourdain as jd
from helpers import Probe, close
from machines.event_models import METHODS, ROD, G, ball, four_bar, pendulum, run

every_method = pytest.mark.parametrize("method", METHODS)
plane_and_space = pytest.mark.parametrize("planar", [True, False], ids=["plane", "space"])


def mass_matrix(model: jd.Model) -> np.ndarray:
    """M (nv, nv): velocities of the centres in ground axes, angular velocities in body axes."""
    blocks = []
    for body in model.bodies.values():
        blocks += (
            [body.mass] * 2 + [body.inertia[2, 2]] if body.planar else [body.mass] * 3 + list(np.diag(body.inertia))
        )
    return np.diag(blocks)


def planar_pins(result: jd.Result, q: np.ndarray) -> dict[str, np.ndarray]:
    """Rows of the pins of a planar mechanism, written from scratch: x and y of P_b - P_a."""
    model, names = result.model, list(result.model.bodies)
    rows = {}
    for joint in model.joints.values():
        G_joint = np.zeros((2, len(q)))
        for marker, sign in ((joint.a, -1.0), (joint.b, 1.0)):
            if marker.body == "ground":
                continue
            k = 3 * names.index(marker.body)
            c, s = np.cos(q[k + 2]), np.sin(q[k + 2])
            x, y = np.array(marker.at)[:2] - model.bodies[marker.body].com[:2]
            G_joint[:, k : k + 2] = sign * np.eye(2)
            G_joint[:, k + 2] = sign * np.array([-s * x - c * y, c * x - s * y])
        rows |= {f"{joint.name}: slide {axis}": row for axis, row in zip("xy", G_joint, strict=True)}
    return rows


def rows_at(result: jd.Result, q: np.ndarray) -> dict[str, np.ndarray]:
    """G by row name at positions q; in space the kernels' rows, checked here against differences."""
    if result.system.planar:
        return planar_pins(result, q)
    probe = Probe(result.system)
    probe.q, probe.ref = q, result.system.ref0.copy()
    probe.at()
    rows = probe.rows()
    close(rows, probe.difference_rows(), 1e-9)
    return dict(zip(result.system.row_names, rows, strict=True))


def strike(planar: bool, restitution: float, method: str = "DOP853") -> tuple[jd.Result, Any, np.ndarray, np.ndarray]:
    """The coupler of a moving four-bar strikes a wall at x = 0.6; result, event, G with the wall as last row, and J."""
    model = four_bar(planar)
    wall = model.measures["reach"]
    model.event("wall", wall, 0.6, direction="falling", actions=jd.Impact(restitution, settle=jd.Stop()))
    result = run(model, 0.6, method)
    event = result.events[0]
    rows = rows_at(result, result.pieces[0].q[-1])
    J = np.zeros(result.system.kind.v)
    J[(3 if planar else 6)] = 1.0  # x of the coupler, the second body
    rows["wall: impact"] = J
    assert set(rows) == set(event.impulses)
    G_all = np.array([rows[name] for name in event.impulses])
    return result, event, G_all, J


@plane_and_space
@pytest.mark.parametrize("restitution", [0.0, 0.35, 1.0])
def test_hit_four_bar(planar: bool, restitution: float) -> None:
    """Momentum balance, closed joints, restitution and loss of energy, with four pins and with redundant revolutes."""
    result, event, G_all, J = strike(planar, restitution)
    if not planar:
        assert result.redundant == 3
    M, dv = mass_matrix(result.model), event.v_after - event.v_before
    impulses = np.array(list(event.impulses.values()))
    speed = J @ event.v_before
    assert speed < -0.1 and abs(impulses[-1]) > 0.1
    size = np.abs(M @ dv).max()
    assert np.abs(M @ dv - G_all.T @ impulses).max() < 1e-12 * size
    # rates of the joints stay closed, the struck one is thrown back
    scale = np.abs(event.v_before).max()
    assert np.abs(G_all[:-1] @ event.v_after).max() < 1e-12 * scale
    assert abs(J @ event.v_after + restitution * speed) < 1e-12 * scale
    # the loss of energy is that of one body of the mass that the wall feels
    _, s, rows = np.linalg.svd(G_all[:-1])
    free = rows[(s > 1e-9 * s[0]).sum() :].T
    felt = 1.0 / (J @ free @ np.linalg.solve(free.T @ M @ free, free.T @ J))
    lost = 0.5 * (event.v_before @ M @ event.v_before - event.v_after @ M @ event.v_after)
    assert abs(lost - 0.5 * felt * (1 - restitution**2) * speed**2) < 1e-12 * max(1.0, felt * speed**2)
    assert abs(impulses[-1] + felt * (1 + restitution) * speed) < 1e-11 * abs(impulses[-1])


@plane_and_space
@every_method
def test_energy_balances_across_an_impact(method: str, planar: bool) -> None:
    """What the blow takes stands among the dampers; nothing else is lost."""
    result, event, _, _ = strike(planar, 0.5, method)
    M = mass_matrix(result.model)
    lost = 0.5 * (event.v_before @ M @ event.v_before - event.v_after @ M @ event.v_after)
    assert abs(float(result.energy.dampers[-1]) + lost) < 1e-12
    tol = METHODS[method][1]
    assert result.trust.energy_error < 10 * tol * max(1.0, result.trust.energy_size)
    assert float(np.abs(result.energy.error).max()) <= result.trust.energy_error + 1e-15


def test_redundant_joints_share_least_impulses() -> None:
    """Of all impulses of the 4R loop with the same effect, the smallest in the metric of the scaled rows; the plane's
    own impulses are among their components."""
    flat, flat_event, _, _ = strike(True, 0.5)
    space, event, _, _ = strike(False, 0.5)
    for name in ("A", "B", "C", "D"):
        for axis in "xy":
            assert abs(event.impulses[f"{name}: slide {axis}"] - flat_event.impulses[f"{name}: slide {axis}"]) < 1e-9
        assert abs(event.impulses[f"{name}: slide z"]) < 1e-12
    assert abs(event.t - flat_event.t) < 1e-10
    assert flat.redundant == 0 and space.redundant == 3


@plane_and_space
def test_blow_at_a_marker(planar: bool) -> None:
    """A hammer at the tip of a hanging rod: angular momentum about the hinge, and its reaction impulse."""
    model, _ = pendulum(planar, angle=-pi / 2)
    tip = model.bodies["rod"].marker("tip", at=(0.4, 0.0) if planar else (0.4, 0.0, 0.0))
    blow = (0.7, 0.2) if planar else (0.7, 0.2, 0.0)
    model.event("hammer", "t", 0.1, actions=jd.Impulse(tip, blow))
    result = run(model, 0.2)
    (event,) = result.events
    spin = 0.9 * 0.7 / ROD
    assert abs(event.v_after[-1] - spin) < 1e-12
    # centre at (0, -1/2): m v = blow + hinge
    assert abs(event.impulses["hinge: slide x"] - (0.5 * spin - 0.7)) < 1e-12
    assert abs(event.impulses["hinge: slide y"] + 0.2) < 1e-12
    assert abs(float(result.energy.applied[-1]) - 0.5 * ROD * spin**2) < 1e-12
    assert result.trust.energy_error < 1e-9


@plane_and_space
def test_jump_of_an_angle(planar: bool) -> None:
    """An impulsive moment sets the speed of a hinge; it is reported, and the hinge takes its share."""
    model, hinge = pendulum(planar, angle=-pi / 2)
    model.event("kick", "t", 0.1, actions=jd.Jump(hinge.angle, 5.0))
    result = run(model, 0.2)
    (event,) = result.events
    assert abs(event.v_after[-1] - 5.0) < 1e-12
    assert abs(event.impulses["kick: jump"] - 5.0 * ROD) < 1e-12
    assert abs(event.impulses["hinge: slide x"] - 2.5) < 1e-12


def test_several_blows_in_one_event() -> None:
    """Two jumps and a hammer at once: each measure takes its rate, the impulses are numbered."""
    model = jd.Model("free", planar=True)
    body = model.body("plate", mass=2.0, inertia=0.5)
    x, y = (jd.coordinate(body, c) for c in "xy")
    hammer = jd.Impulse(body.marker("corner", at=(0.3, 0.1)), (1.0, 2.0))
    model.event("now", "t", 0.5, actions=[jd.Jump(x, 3.0), hammer, jd.Jump(y, -1.0)])
    (event,) = run(model, 1.0).events
    close(event.v_after, np.array([3.0, -1.0, (0.3 * 2.0 - 0.1 * 1.0) / 0.5]), 1e-13)
    assert abs(event.impulses["now: jump"] - (6.0 - 1.0)) < 1e-12
    assert abs(event.impulses["now: jump 2"] - (-2.0 - 2.0)) < 1e-12
    assert event.actions == ("Jump", "Impulse", "Jump")


def test_impact_along_another_measure() -> None:
    """An event on a text strikes along the measure it names."""
    model = ball(restitution=0.5)
    y = jd.coordinate(model.bodies["ball"], "y")
    del model.events["hit"]
    model.measure("y", y)
    model.event("thud", "y - 0.1", direction="falling", actions=jd.Impact(0.5, measure=y))
    event = run(model, 0.6).events[0]
    assert abs(event.t - sqrt(1.8 / G)) < 1e-10
    assert abs(event.v_after[1] - 0.5 * sqrt(1.8 * G)) < 1e-9


# --------------------------------------------------------------------------- rest


@plane_and_space
@every_method
@pytest.mark.parametrize("restitution", [0.5, 0.0])
def test_settled_ball_rests(method: str, planar: bool, restitution: float) -> None:
    """Bounces pile up (or end at once), the floor takes over and carries the weight."""
    result = run(ball(planar, restitution, jd.Engage("floor")), 2.0, method, output=20)
    end = sqrt(2 / G) * (1 + 2 * restitution / (1 - restitution))
    last = result.events[-1]
    assert last.actions == (("Engage",) if restitution else ("Impact", "Engage"))
    assert abs(last.t - end) < 1e-7 and (restitution > 0 or len(result.events) == 1)
    row = f"floor: slide {'y' if planar else 'z'}"
    resting = result.t > end
    force = np.asarray(result.multipliers[row])
    assert np.abs(force[resting] - G).max() < 1e-9 and np.abs(force[~resting]).max() == 0.0
    reaction = result.reaction("floor", on="ball", frame="ground").force
    assert np.abs(np.asarray(reaction)[resting, 1 if planar else 2] - G).max() < 1e-9
    assert np.abs(np.asarray(result["ball"].position)[resting]).max() < 1e-9
    assert result.trust.energy_error < 1e-9
    if restitution == 0.0:
        assert abs(last.impulses["hit: impact"] - sqrt(2 * G)) < 1e-9


@every_method
def test_settling_on_a_slope(method: str) -> None:
    """A ball with an eccentric contact point comes to rest on a slanted line and slides along it."""
    slope = 0.37
    model = jd.Model("slope", planar=True, gravity=(0.0, -G))
    body = model.body("ball", mass=2.0, inertia=0.1, at=(0.0, 0.5))
    line, foot = model.ground.marker("line", rotation=slope), body.marker("foot")
    model.joint("line", "point_on_line", line, foot, active=False)
    distance = jd.slide(line, foot, "y")
    model.event("hit", distance, direction="falling", actions=jd.Impact(0.4, settle=jd.Engage("line")))
    result = run(model, 1.5, method)
    fall, along = sqrt(2 * 0.5 / G), G * np.sin(slope)
    end = fall * (1 + 2 * 0.4 / 0.6)
    assert abs(result.events[-1].t - end) < 1e-6
    # nothing acts along the line but gravity, from the start
    assert abs(float(result.multipliers["line: slide y"][-1]) - 2.0 * G * np.cos(slope)) < 1e-5
    assert (
        abs(
            float(result["ball"].position[-1] @ [np.cos(slope), np.sin(slope)])
            - (0.5 * np.sin(slope) - 0.5 * along * 1.5**2)
        )
        < METHODS[method][1]
    )


def test_plastic_impact_that_is_not_pressed() -> None:
    """A rod swings up against a stop and stays at it for no time: its weight takes it back, and no settling is asked for."""
    model, hinge = pendulum(angle=-pi / 2, speed=4.0)
    model.event("stop", hinge.angle, 0.5, direction="rising", actions=jd.Impact(0.0))
    result = run(model, 2.0)
    assert len(result.events) == 1 and abs(result.events[0].v_after[-1]) < 1e-12
    after = result.t > result.events[0].t
    assert float(result.measure("phi")[after].max()) <= 0.5
    # it swings back like a rod released at rest there
    assert abs(float(result.measure("phi")[after].min()) + 0.5) < 1e-3


def test_plastic_impact_that_is_pressed_needs_something_to_hold() -> None:
    with pytest.raises(jd.ConvergenceError, match=r"plastic impact at t = 0\.451523641 s the forces press on") as error:
        run(ball(restitution=0.0), 2.0)
    assert "settle=Engage('floor')" in str(error.value) and error.value.partial.t[-1] == 0.45
    stopped = run(ball(restitution=0.0, settle=jd.Stop()), 2.0)
    assert stopped.t[-1] == stopped.events[0].t and abs(stopped.v[-1, 1]) < 1e-12
    assert stopped.events[0].actions == ("Impact", "Stop")


@every_method
def test_impacts_that_never_settle(method: str) -> None:
    """Zeno: the error says when, by name, and carries the motion and the events up to there."""
    end = sqrt(2 / G) * 3
    with pytest.raises(jd.ConvergenceError, match=r"event 'hit' in model 'ball' never settles.*settle=Engage") as error:
        run(ball(restitution=0.5), 2.0, method, output=200)
    said = float(str(error.value).split("pile up at t = ")[1].split(" s")[0])
    assert abs(said - end) < 2e-8
    partial = error.value.partial
    assert partial.t[-1] == 1.35 and len(partial.t) == 136
    assert len(partial.events) > 20 and abs(partial.events[-1].t - end) < 1e-7
    assert abs(float(partial["ball"].position[0, 1]) - 1.0) < 1e-15


@every_method
def test_a_relay_that_never_settles(method: str) -> None:
    """w' = -sign(w) by switching: it stays at zero by switching for ever, which is said instead of done."""
    model = jd.Model("relay", planar=True)
    model.body("case", mass=1.0, inertia=1.0)
    model.parameters["u"] = -1.0
    model.state("w", "u", start=0.5)
    model.event("below", "w", direction="falling", actions=jd.SetParameter("u", 1.0))
    model.event("above", "w", direction="rising", actions=jd.SetParameter("u", -1.0))
    with pytest.raises(
        jd.ConvergenceError, match=r"never settles.*pile up at t = 0\.5\d* s.*some play between"
    ) as error:
        run(model, 1.0, method)
    assert len(error.value.partial.events) < 40


def test_a_relay_with_play_goes_on() -> None:
    """The remedy of that message: 0.1 of play gives a sawtooth of period 0.4."""
    model = jd.Model("relay", planar=True)
    model.body("case", mass=1.0, inertia=1.0)
    model.parameters["u"] = -1.0
    model.state("w", "u", start=0.5)
    model.event("below", "w", -0.1, direction="falling", actions=jd.SetParameter("u", 1.0))
    model.event("above", "w", 0.1, direction="rising", actions=jd.SetParameter("u", -1.0))
    result = run(model, 2.0)
    close(np.array([e.t for e in result.events]), 0.6 + 0.2 * np.arange(len(result.events)), 1e-10)
    assert len(result.events) in (7, 8)  # the last one is at the very end
    assert float(np.abs(result.state("w")[result.t > 0.5]).max()) < 0.1 + 1e-9


def test_blow_against_what_is_held() -> None:
    """A measure that a joint holds cannot jump; the message names it, and what was computed is kept."""
    model, hinge = pendulum()
    base = jd.slide(hinge.a, hinge.b, "x")
    model.event("kick", "t", 0.3, actions=jd.Jump(base, 1.0))
    with pytest.raises(
        jd.ConvergenceError, match="'kick: jump' asks a measure for the rate 1, but the joints"
    ) as error:
        run(model, 1.0, output=10)
    assert list(error.value.partial.t) == pytest.approx([0.0, 0.1, 0.2, 0.3])

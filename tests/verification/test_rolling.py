"""Rolling and edges against closed forms, with every integrator and treatment of constraints."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from scipy.linalg import expm

import jourdain as jd
from helpers import close
from jourdain.examples import whipple
from machines import rolling_models as rm
from machines.rolling_models import BALL, BALL_RADIUS, MASS, PERIOD, RADIUS, RATIO, TILT, TURN, G

UP = np.array([0.0, 0.0, 1.0])


def arrays(*parts: Any) -> list[np.ndarray]:
    return [np.asarray(part) for part in parts]


def slip(r: Any, joint: str) -> np.ndarray:
    """Velocity (nt, 3) of the point of b against that of a where a joint says that they touch."""
    point = np.asarray(r.reaction(joint).point)
    found = []
    for marker in (r.model.joints[joint].a, r.model.joints[joint].b):
        if marker.body == "ground":
            found.append(np.zeros_like(point))
            continue
        centre, v, w = arrays(r[marker.body].position, r[marker.body].velocity, r[marker.body].angular_velocity)
        found.append(v + np.cross(w, point - centre))
    return found[1] - found[0]


# --------------------------------------------------------------------------- a disc in a circle

# one turn of 5.85 s: error of the place [m], and of the tilt [rad]
METHODS: dict[str, tuple[Any, float, float]] = {
    "default": (None, 1e-6, 1e-7),
    "DOP853": (jd.DOP853(tol=1e-8), 1e-6, 1e-7),
    "RK4": (jd.RK4(step=2e-3), 1e-6, 1e-7),
    "Adams": (jd.Adams(tol=1e-8), 1e-6, 1e-7),
    "SDIRK4": (jd.SDIRK4(tol=1e-8), 1e-6, 1e-7),
    "Block": (jd.Block(tol=1e-8), 1e-6, 1e-7),
    "Block index 1": (jd.Block(tol=1e-8, index=1), 1e-6, 1e-7),
    "Block index 2": (jd.Block(tol=1e-8, index=2), 1e-6, 1e-7),
    "BDF": (jd.BDF(tol=1e-8), 1e-6, 1e-7),
    "BDF acceleration": (jd.BDF(tol=1e-8, form="acceleration"), 1e-6, 1e-7),
    "generalized-alpha": (jd.GeneralizedAlpha(tol=1e-8), 1e-6, 1e-7),
    "generalized-alpha, index 2": (jd.GeneralizedAlpha(step=2e-3, index=2), 1e-3, 1e-4),  # of order 2
    "central difference": (jd.CentralDifference(step=1e-3), 1e-4, 1e-5),
    "gauss": (jd.RK4(step=2e-3, constraints=jd.Gauss()), 1e-6, 1e-7),
    "partitioning": (jd.RK4(step=2e-3, constraints=jd.Partitioning()), 1e-6, 1e-7),
    "null-space": (jd.RK4(step=2e-3, constraints=jd.NullSpace()), 1e-6, 1e-7),
    "baumgarte": (jd.RK4(step=2e-3, constraints=jd.Baumgarte()), 1e-6, 1e-7),
}


@pytest.mark.parametrize("name", METHODS)
def test_disc_runs_its_circle(name: str) -> None:
    """After one turn it is where it was, its tilt has never changed, and no energy is lost."""
    integrator, place, tilt = METHODS[name]
    given = {} if integrator is None else {"integrator": integrator}
    r = jd.simulate(rm.disc(), PERIOD, output=40, trust="fast", **given)
    position = np.asarray(r["disc"].position)
    assert np.abs(position[-1] - position[0]).max() < place
    assert np.abs(np.arcsin(r["disc"].matrices[:, 2, 2]) - TILT).max() < tilt
    assert np.abs(np.asarray(r.energy.error)).max() < 0.1 * place
    assert np.abs(slip(r, "road")).max() < 1e-6


def test_disc_known_figures() -> None:
    close([10 * TURN, PERIOD], [10.7364981632612, 5.852173782956319], 1e-13)


def test_reaction_of_the_road() -> None:
    """Weight, and centripetal force of the circle of the centre, at the contact: no moment there; minus that on the road."""
    r = jd.simulate(rm.disc(), 1.5, integrator=jd.DOP853(tol=1e-10), output=12)
    road = r.reaction("road", frame="ground")
    angle = TURN * np.asarray(r.t)
    circle = RADIUS / RATIO * np.column_stack([np.sin(angle), 1 - np.cos(angle), 0 * angle])
    close(road.point, circle, 1e-9)
    inwards = np.column_stack([-np.sin(angle), np.cos(angle), 0 * angle])
    expected = MASS * TURN**2 * (RADIUS / RATIO - RADIUS * np.sin(TILT)) * inwards + MASS * G * UP
    close(road.force, expected, 1e-7)
    assert np.abs(np.asarray(road.torque)).max() < 1e-13
    other = r.reaction("road", on="ground")
    close(other.force, -np.asarray(r.reaction("road").force), 1e-12)
    assert np.abs(np.asarray(other.torque)).max() < 1e-13
    close(r.multipliers["road: height"], np.full(len(r.t), MASS * G), 1e-7)
    about_centre = r.reaction("road", frame="ground", at="disc")
    close(about_centre.torque, np.cross(circle - np.asarray(r["disc"].position), expected), 1e-8)


def _tumbling(crown: float) -> Any:
    """A disc that does not run its circle but wobbles."""
    return jd.simulate(rm.disc(crown, tilt=0.5), 0.5, integrator=jd.DOP853(tol=1e-12), output=10)


def test_tyre_becomes_a_disc() -> None:
    """Motions differ by no more than the crown does, in proportion."""
    sharp, fine, coarse = (np.asarray(_tumbling(crown)["disc"].position) for crown in (0.0, 1e-6, 2e-6))
    gap = np.abs(fine - sharp).max()
    assert 1e-7 < gap < 1e-4
    close((coarse - sharp) / 2, fine - sharp, 1e-3 * gap)


def test_tyre_becomes_a_ball() -> None:
    runs = [np.asarray(_tumbling(crown)["disc"].position) for crown in (RADIUS, RADIUS * (1 - 1e-9))]
    close(runs[1], runs[0], 1e-7)
    assert np.ptp(runs[0][:, 2]) < 1e-13  # the centre of a ball stays at its height


def test_tyre_does_not_slip() -> None:
    """With a crown in between, on a slope: material points rest on each other, the tyre stands on its lowest point."""
    model = rm.disc(0.02, tilt=0.3)
    model.gravity[:] = (2.0, 1.0, -9.0)
    r = jd.simulate(model, 1.0, integrator=jd.DOP853(tol=1e-10), output=20)
    assert np.abs(slip(r, "road")).max() < 1e-11
    point, centre = arrays(r.reaction("road").point, r["disc"].position)
    assert np.abs(point[:, 2]).max() < 1e-14
    axle = np.abs(r["disc"].matrices[:, 2, 2])
    close(centre[:, 2], 0.03 * np.sqrt(1 - axle**2) + 0.02, 1e-12)
    assert np.abs(np.asarray(r.energy.error)).max() < 1e-9
    assert np.abs(np.asarray(r.reaction("road").torque)).max() < 1e-12


# --------------------------------------------------------------------------- balls, moving planes


@pytest.mark.parametrize("crown", [0.0, BALL_RADIUS / 2, BALL_RADIUS], ids=["disc", "tyre", "ball"])
def test_down_a_slope(crown: float) -> None:
    """Upright and straight, all are alike: g sin(a) / (1 + I/(m r^2))."""
    model = jd.Model("slope", gravity=G * np.array([np.sin(0.3), 0, -np.cos(0.3)]))
    body = rm.ball(model, "wheel", BALL_RADIUS * UP, np.zeros(3), np.zeros(3))
    body.rotation = jd.axis_angle((1, 0, 0), np.pi / 2)
    model.joint("rolls", "rolling", model.ground.marker("plane"), body.marker("hub"), radius=BALL_RADIUS, crown=crown)
    r = jd.simulate(model, 1.0, integrator=jd.DOP853(tol=1e-10), output=5)
    close(r["wheel"].position[:, 0], 0.5 * G * np.sin(0.3) / 1.4 * np.asarray(r.t) ** 2, 1e-9)
    close(r["wheel"].angular_velocity[:, 1], np.asarray(r["wheel"].velocity[:, 0]) / BALL_RADIUS, 1e-9)


def test_disc_in_the_plane() -> None:
    """Planar models: down a slope at 2/3 of g sin(a); along with a plank that is pushed the same as in space."""
    model = jd.Model("slope", planar=True, gravity=(G * np.sin(0.3), -G * np.cos(0.3)))
    body = model.body("wheel", mass=2.0, inertia=0.01, at=(0, 0.1))
    model.joint("rolls", "rolling", model.ground.marker("line"), body.marker("hub"), radius=0.1)
    r = jd.simulate(model, 1.0, integrator=jd.DOP853(tol=1e-10), output=5)
    close(r["wheel"].position[:, 0], 0.5 * G * np.sin(0.3) / 1.5 * np.asarray(r.t) ** 2, 1e-9)
    close(r["wheel"].angle, -np.asarray(r["wheel"].position[:, 0]) / 0.1, 1e-9)
    force = r.reaction("rolls", frame="ground")
    close(force.force, np.tile(2.0 * G * np.array([-np.sin(0.3) / 3, np.cos(0.3)]), (6, 1)), 1e-9)
    close(force.torque, np.zeros(6), 1e-12)


@pytest.mark.parametrize(
    ("integrator", "by_rate", "tol"),
    [
        (jd.DOP853(tol=1e-10), False, 1e-8),
        (jd.DOP853(tol=1e-10), True, 1e-8),
        (jd.Block(tol=1e-9), True, 1e-8),
        (jd.BDF(tol=1e-9), True, 1e-6),
        (jd.GeneralizedAlpha(tol=1e-6), True, 1e-5),
    ],
)
def test_ball_on_a_turntable(integrator: Any, by_rate: bool, tol: float) -> None:
    """It runs a circle at 2/7 of the speed of the table, whatever the size of either."""
    omega = 3.0
    r = jd.simulate(rm.turntable(omega, by_rate), 4.0, integrator=integrator, output=30, trust="fast")
    angle = 2 / 7 * omega * np.asarray(r.t)
    v0 = np.array([0.2, 0.5])
    c, s = np.cos(angle), np.sin(angle)
    turned = np.column_stack([v0[0] * c - v0[1] * s, v0[0] * s + v0[1] * c])
    close(r["ball"].velocity[:, :2], turned, tol)
    way = np.column_stack([v0[0] * s + v0[1] * (c - 1), v0[0] * (1 - c) + v0[1] * s])
    close(r["ball"].position[:, :2], np.array([0.4, -0.1]) + way / (2 / 7 * omega), tol)
    assert np.abs(slip(r, "rolls")).max() < tol
    assert np.abs(np.asarray(r.energy.error)).max() < 10 * tol
    assert np.abs(np.asarray(r.energy.drives)).max() > 1e-3  # the motor does work against friction of the ball


def test_ball_on_a_pushed_plank() -> None:
    """F = M a + m a_ball, a_ball = 2/7 a."""
    model = jd.Model("plank", gravity=(0, 0, -G))
    plank = model.body("plank", mass=3.0, inertia=(0.1, 0.4, 0.4))
    model.joint("rail", "prismatic", model.ground, plank, at=(0, 0, 0), axis=(1, 0, 0))
    model.load("push", plank, force=(6.0, 0, 0))
    body = rm.ball(model, "ball", (0.1, 0.3, 0.05 + BALL_RADIUS), np.zeros(3), np.zeros(3))
    top = plank.marker("top", at=(0, 0, 0.05), rotation=jd.axis_angle((0, 0, 1), 2.0))
    model.joint("rolls", "rolling", top, body.marker("c"), radius=BALL_RADIUS, crown=BALL_RADIUS)
    r = jd.simulate(model, 1.0, integrator=jd.DOP853(tol=1e-10), output=4)
    a = 6.0 / (3.0 + BALL * 2 / 7)
    close(r["plank"].acceleration[:, 0], np.full(5, a), 1e-9)
    close(r["ball"].position[:, 0], 0.1 + 0.5 * 2 / 7 * a * np.asarray(r.t) ** 2, 1e-9)


@pytest.mark.parametrize("crown", [0.0, 0.03], ids=["disc", "tyre"])
def test_wheel_on_a_free_body(crown: float) -> None:
    """Nothing is held by the ground: material points rest on each other, momentum and energy stay."""
    model = jd.Model("free")
    plate = model.body(
        "plate", mass=3.0, inertia=(0.3, 0.4, 0.6), com=(0.1, 0.2, -0.3), spin=(0.4, -0.3, 0.5), velocity=(0.1, 0.2, 0)
    )
    wheel = model.body(
        "wheel",
        mass=1.0,
        inertia=(0.02, 0.03, 0.04),
        at=(0.2, 0.1, 0.2),
        com=(0.01, 0.02, 0.03),
        rotation=jd.cardan(1.2, 0.3, 0.0),
        spin=(1.0, 2.0, -1.0),
    )
    plane = plate.marker("plane", rotation=jd.cardan(0.1, 0.2, 0.3))
    model.joint("rolls", "rolling", plane, wheel.marker("hub"), radius=0.2, crown=crown)
    r = jd.simulate(model, 1.0, integrator=jd.DOP853(tol=1e-11), output=10)
    assert np.abs(slip(r, "rolls")).max() < 1e-10
    momentum, about = np.zeros((len(r.t), 3)), np.zeros((len(r.t), 3))
    for name, body in model.bodies.items():
        p, v, w = arrays(r[name].position, r[name].velocity, r[name].angular_velocity)
        R = r[name].matrices
        momentum += body.mass * v
        about += body.mass * np.cross(p, v) + np.einsum("tij,jk,tlk,tl->ti", R, body.inertia, R, w)
    close(momentum, np.tile(momentum[0], (len(r.t), 1)), 1e-9)
    close(about, np.tile(about[0], (len(r.t), 1)), 1e-9)
    assert np.abs(np.asarray(r.energy.error)).max() < 1e-9
    a, b = (np.asarray(r.reaction("rolls", on=name, frame="ground").force) for name in ("plate", "wheel"))
    close(a, -b, 1e-12)


def test_ball_in_a_bowl() -> None:
    """Small oscillations at sqrt(5 g / (7 (R - r)))."""
    bowl, amplitude = 0.7, 1e-4
    way = bowl - BALL_RADIUS
    model = jd.Model("bowl", gravity=(0, 0, -G))
    body = rm.ball(model, "ball", way * np.array([np.sin(amplitude), 0, -np.cos(amplitude)]), np.zeros(3), np.zeros(3))
    model.joint(
        "rolls", "rolling_balls", model.ground.marker("bowl"), body.marker("c"), radii=(bowl, BALL_RADIUS), inside=True
    )
    r = jd.simulate(model, 3.0, integrator=jd.DOP853(tol=1e-11), output=60)
    expected = way * amplitude * np.cos(np.sqrt(5 * G / (7 * way)) * np.asarray(r.t))
    close(np.asarray(r["ball"].position[:, 0]) / (way * amplitude), expected / (way * amplitude), 1e-6)
    assert np.abs(slip(r, "rolls")).max() < 1e-13


def test_ball_on_a_ball() -> None:
    """From the top of a fixed ball: N = m g (17 cos a - 10)/7, so that it would leave at 54 degrees; energy stays."""
    base = 0.5
    model = jd.Model("on top", gravity=(0, 0, -G))
    body = rm.ball(
        model, "ball", (base + BALL_RADIUS) * np.array([np.sin(0.05), 0, np.cos(0.05)]), np.zeros(3), np.zeros(3)
    )
    model.joint("rolls", "rolling_balls", model.ground.marker("base"), body.marker("c"), radii=(base, BALL_RADIUS))
    r = jd.simulate(model, 1.0, integrator=jd.DOP853(tol=1e-11), output=20)
    cosine = np.asarray(r["ball"].position[:, 2]) / (base + BALL_RADIUS)
    assert cosine[-1] < 0.9
    close(r.multipliers["rolls: distance"], BALL * G * (17 * cosine - 10 * np.cos(0.05)) / 7, 1e-8)
    force = r.reaction("rolls", frame="ground")
    close(force.point, np.asarray(r["ball"].position) * base / (base + BALL_RADIUS), 1e-12)
    assert np.abs(np.asarray(force.torque)).max() < 1e-12


def test_two_free_balls() -> None:
    """Momentum and energy stay, material points rest on each other."""
    model = jd.Model("free balls")
    first = rm.ball(model, "first", np.zeros(3), np.array([0.1, 0.2, 0.0]), np.array([1.0, 2.0, 0.5]), 0.3)
    second = rm.ball(model, "second", np.array([0.1, 0.2, 0.34]), np.zeros(3), np.array([0.0, -3.0, 1.0]))
    model.joint("rolls", "rolling_balls", first.marker("c"), second.marker("c"), radii=(0.3, 0.1))
    r = jd.simulate(model, 2.0, integrator=jd.DOP853(tol=1e-11), output=20)
    assert np.abs(slip(r, "rolls")).max() < 1e-10
    assert np.abs(np.asarray(r.energy.error)).max() < 1e-9
    momentum = np.asarray(r["first"].velocity) + np.asarray(r["second"].velocity)
    close(momentum, np.tile(momentum[0], (21, 1)), 1e-10)


# --------------------------------------------------------------------------- edges


@pytest.mark.parametrize("planar", [True, False], ids=["planar", "spatial"])
def test_sleigh(planar: bool) -> None:
    """The speed of the blade is V tanh(k t + c), and the energy of that and of the turn is constant."""
    r = jd.simulate(rm.sleigh(planar), 2.0, integrator=jd.DOP853(tol=1e-11), output=20)
    R, v, w = r["sleigh"].matrices, np.zeros((21, 3)), np.zeros((21, 3))
    v[:, : 2 if planar else 3] = r["sleigh"].velocity
    w[:, 2] = np.asarray(r["sleigh"].angular_velocity).reshape(21, -1)[:, -1]
    at_blade = v + np.cross(w, -0.3 * R[:, :, 0])
    close(np.einsum("ti,ti->t", at_blade, R[:, :, 0]), rm.sleigh_speed(np.asarray(r.t)), 1e-9)
    close(np.einsum("ti,ti->t", at_blade, R[:, :, 1]), np.zeros(21), 1e-12)
    assert np.abs(np.asarray(r.energy.error)).max() < 1e-9


WRITTEN = "cos(th)*y_rate - sin(th)*x_rate"


@pytest.mark.parametrize(
    "integrator",
    [
        jd.DOP853(tol=1e-9),
        jd.RK4(step=0.01),
        jd.ABM4(step=0.01),
        jd.SDIRK4(tol=1e-8),
        jd.Block(tol=1e-9),
        jd.BDF(tol=1e-8),
        jd.GeneralizedAlpha(step=0.01),
        jd.RK4(step=0.01, constraints=jd.Direct()),
    ],
    ids=lambda i: f"{i.name} {getattr(i, 'constraints', None)}",
)
def test_written_row_is_the_joint(integrator: Any) -> None:
    """The same equation as a text gives the same motion and the same force, step by step."""
    models = (rm.sleigh(written=text) for text in ("", WRITTEN))
    joint, row = (jd.simulate(model, 1.0, integrator=integrator, output=10, trust="fast") for model in models)
    close(row.q, joint.q, 1e-10)
    close(row.v, joint.v, 1e-10)
    tol = 1e-10 if not integrator.implicit else 1e-8  # Newton's method stops at 1e-9 of the accelerations
    close(row.lam, joint.lam, tol)
    close(
        np.asarray(row.reaction("edge", on="sleigh", frame="ground", at="sleigh").torque),
        np.asarray(joint.reaction("edge", frame="ground", at="sleigh").torque),
        tol,
    )


def test_edge_on_a_moving_plate() -> None:
    """The blade rests against the material point under it, not against the origin of the plate's marker."""
    model = jd.Model("plate", planar=True)
    plate = model.body("plate", mass=3.0, inertia=0.5, velocity=(0.2, -0.1), spin=0.8)
    body = model.body("skate", mass=1.0, inertia=0.1, at=(0.5, 0.3), com=(0.1, 0.0), velocity=(1.0, 0.0), spin=0.2)
    model.joint(
        "edge", "blade", plate.marker("o", at=(0.1, 0.1), rotation=0.3), body.marker("e", at=(0.05, 0.0), rotation=0.2)
    )
    r = jd.simulate(model, 1.0, integrator=jd.DOP853(tol=1e-10), output=10)
    point = np.asarray(r.point("skate", (0.05, 0.0)).position)
    states = [arrays(r[n].position, r[n].velocity, r[n].angular_velocity) for n in ("plate", "skate")]
    v = [vel + w.reshape(-1, 1) * np.column_stack([-(point - p)[:, 1], (point - p)[:, 0]]) for p, vel, w in states]
    heading = np.asarray(r["skate"].angle) + 0.2
    close(np.einsum("ti,ti->t", v[1] - v[0], np.column_stack([-np.sin(heading), np.cos(heading)])), np.zeros(11), 1e-11)
    assert np.abs(np.asarray(r.energy.error)).max() < 1e-9


# --------------------------------------------------------------------------- bicycle

BICYCLE_M = np.array([[80.81722, 2.31941332208709], [2.31941332208709, 0.29784188199686]])
BICYCLE_C1 = np.array([[0.0, 33.86641391492494], [-0.85035641456978, 1.68540397397560]])
BICYCLE_K0 = np.array([[-80.95, -2.59951685249872], [-2.59951685249872, -0.80329488458618]])
BICYCLE_K2 = np.array([[0.0, 76.59734589573222], [0.0, 2.65431523794604]])


@pytest.mark.parametrize("v", [3.0, 5.0, 7.0])
def test_bicycle(v: float) -> None:
    """Lean and steer after a small push are those of the published linear equations; energy stays."""
    push = 1e-5
    model = whipple(v, push)
    r = jd.simulate(model, 1.5, integrator=jd.DOP853(tol=1e-12), output=15)
    A = np.zeros((4, 4))
    A[:2, 2:] = np.eye(2)
    A[2:, :2] = -np.linalg.solve(BICYCLE_M, G * BICYCLE_K0 + v * v * BICYCLE_K2)
    A[2:, 2:] = -np.linalg.solve(BICYCLE_M, v * BICYCLE_C1)
    expected = np.array([expm(A * t) @ [0, 0, push, 0] for t in np.asarray(r.t)])
    lean, steer = np.arcsin(r["frame"].matrices[:, 2, 1]), -np.asarray(r.measure(model.joints["steer"].angle))
    close(lean / push, expected[:, 0] / push, 1e-6)
    close(steer / push, expected[:, 1] / push, 1e-6)
    assert np.abs(np.asarray(r.energy.error)).max() < 1e-10 * float(r.energy.kinetic[0])


def test_bicycle_keeps_itself_upright() -> None:
    """At 5 m/s a push of 0.3 rad/s dies out, with an implicit method at its own steps; at 3 m/s it falls."""
    r = jd.simulate(whipple(5.0, 0.3), 12.0, integrator=jd.Block(tol=1e-8), output=60)
    lean = np.arcsin(r["frame"].matrices[:, 2, 1])
    assert np.abs(lean).max() > 0.04 and np.abs(lean[-1]) < 0.003
    for wheel in ("rear wheel", "front wheel"):
        assert np.abs(slip(r, f"{wheel} rolls")).max() < 1e-7
    assert np.abs(np.asarray(r.energy.error)).max() < 1e-4
    r = jd.simulate(whipple(3.0, 0.1), 2.0, integrator=jd.DOP853(tol=1e-8), output=20)
    assert np.abs(np.arcsin(r["frame"].matrices[:, 2, 1])).max() > 0.3


# --------------------------------------------------------------------------- without acceleration


def _uniform(grips: bool) -> jd.Model:
    """A ball that rolls straight on; grips: that slides on, and rolls from x = 0.5 m."""
    model = jd.Model("uniform", gravity=(0, 0, -G))
    body = rm.ball(model, "ball", BALL_RADIUS * UP, (1.0, 0.5, 0.0), (0, 0, 0) if grips else (-5.0, 10.0, 0.0))
    road, centre = model.ground.marker("road"), body.marker("centre")
    model.joint("rolls", "rolling", road, centre, radius=BALL_RADIUS, crown=BALL_RADIUS, active=not grips)
    if grips:
        model.row("on the road", [(1.0, jd.slide(road, centre, "z"))], constant=BALL_RADIUS)
        model.event("grip", jd.slide(road, centre, "x"), 0.5, direction="rising", actions=jd.Engage("rolls"))
    return model


@pytest.mark.parametrize(
    "integrator",
    [jd.DOP853(tol=1e-9), jd.RK4(step=0.01), jd.Block(tol=1e-7), jd.GeneralizedAlpha(tol=1e-6), jd.BDF(tol=1e-7)],
    ids=lambda i: i.name,
)
def test_ball_rolls_straight_on(integrator: Any) -> None:
    r = jd.simulate(_uniform(False), 1.0, integrator=integrator, output=5, trust="fast")
    close(r["ball"].position, np.outer(np.asarray(r.t), [1.0, 0.5, 0.0]) + BALL_RADIUS * UP, 1e-9)
    close(r.reaction("rolls", frame="ground").force, np.tile(BALL * G * UP, (6, 1)), 1e-6)


@pytest.mark.parametrize(
    "integrator",
    [jd.DOP853(tol=1e-9), jd.RK4(step=0.01), jd.GeneralizedAlpha(tol=1e-6), jd.Block(tol=1e-8)],
    ids=lambda i: i.name,
)
def test_ball_grips(integrator: Any) -> None:
    """Rolling engaged while it slides: an impact that leaves 5/7 of its speed."""
    r = jd.simulate(_uniform(True), 1.0, integrator=integrator, output=10, trust="fast")
    close(r["ball"].velocity[-1], 5 / 7 * np.array([1.0, 0.5, 0.0]), 1e-9)
    close(r["ball"].angular_velocity[-1], 5 / 7 * np.array([-5.0, 10.0, 0.0]), 1e-8)
    assert r.events[0].impulses["rolls: no slip x"] == pytest.approx(-2 / 7 * BALL, rel=1e-9)

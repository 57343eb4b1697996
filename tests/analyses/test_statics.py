"""statics: equilibria against closed forms, their stability, every feature of a model, and what is refused."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
import scipy.optimize

import jourdain as jd
from jourdain.analyses.statics import verdict
from jourdain.analyses.statics.problem import Problem
from machines.features import FEATURES, machine
from machines.static_models import (
    SPIN,
    G,
    car,
    flying_pendulum,
    four_bar,
    governor,
    governor_balance,
    hanging_chain,
    pendulum,
)
from pairs import pairwise

# --------------------------------------------------------------------------- closed forms


@pytest.mark.parametrize(("n", "planar"), [(10, True), (10, False), (60, True)])
def test_hanging_chain(n: int, planar: bool) -> None:
    """Tangents of the angles of equal links are in arithmetic progression, by m g / H; and energy finds the same as Newton."""
    found = {method: jd.statics(hanging_chain(n, planar), method=method) for method in ("newton", "energy")}
    assert found["newton"].stable and found["newton"].result.imbalance.max() < 1e-12
    result = found["newton"].result
    x = result.system.layout.rotations(result.q[0])[:, :, 0]
    steps = np.diff(x[:, 1] / x[:, 0])
    assert np.abs(steps - steps.mean()).max() < 1e-10
    for i in (1, n // 2, n - 1):
        force = result.reaction(f"hinge {i}", on=f"link {i}", frame="ground").force.values[0]
        assert abs(force[0] - G / n / steps.mean()) < 1e-9 * np.abs(force).max()
    assert np.abs(found["energy"].result.q - result.q).max() < 1e-10


@pytest.mark.parametrize("motor", [True, False])
def test_governor(motor: bool) -> None:
    """A05: the moment balance in the turning frame, solved by another program."""
    found = jd.statics(governor(motor), turning=(0, 0, "2*pi"))
    angle, height = scipy.optimize.fsolve(governor_balance, [0.3, -0.3], xtol=1e-12)
    assert np.abs(governor_balance(np.array([angle, height]))).max() < 1e-7  # of forces of 160 N on springs of 8e5 N/m
    rod = found.result.system.layout.rotations(found.result.q[0])[3, :, 0]
    assert abs(np.arctan2(-rod[2], rod[0]) - angle) < 1e-10
    assert abs(found.result["slider"].position.values[0, 2] - height) < 1e-10
    assert found.linear.turning == pytest.approx([0.0, 0.0, SPIN])
    assert found.stability == ("stable" if motor else "neutral")  # without a motor it may turn to any angle
    assert motor or "shaft.rz" in found.first.free[0]


def test_centrifugal_stiffness_is_in_the_verdict() -> None:
    """A hanging ball is unstable above the critical rate, and stands out at cos = g/(l w^2) with the frequency w sin."""
    rate = float(1.5 * np.sqrt(G / 0.5))
    out = jd.statics(flying_pendulum(rate), turning=(0, 0, rate))
    cosine = G / (0.5 * rate**2)
    assert out.stable and out.result["ball"].position.values[0, 2] == pytest.approx(-0.5 * cosine, abs=1e-12)
    assert out.linear.frequencies[0] == pytest.approx(rate * np.sqrt(1 - cosine**2) / (2 * np.pi), rel=1e-9)
    several = jd.statics(flying_pendulum(rate), turning=(0, 0, rate), starts=12)
    heights = {round(float(e.result["ball"].position.values[0, 2]), 9): e.stability for e in several.equilibria}
    assert heights == {round(-0.5 * cosine, 9): "stable", -0.5: "unstable", 0.5: "unstable"}
    lowest = jd.statics(flying_pendulum(rate), turning=(0, 0, rate), method="energy")
    assert lowest.result.q == pytest.approx(out.result.q, abs=1e-10)
    # the model that is found goes on as it is
    run = jd.simulate(out.model, 1.0, trust="fast", output=4)
    assert run["ball"].position.values[:, 2] == pytest.approx(-0.5 * cosine, abs=1e-6)


def test_pendulum_has_two_equilibria() -> None:
    found = jd.statics(pendulum(), starts=20, seed=3)
    assert [e.stability for e in found.equilibria] == ["stable", "unstable"]
    assert [e.potential for e in found.equilibria] == pytest.approx([-2 * G, 2 * G])
    assert sum(e.starts for e in found.equilibria) == 20 == found.tried
    assert jd.statics(pendulum(damping=1.0)).first.verdict == "all deviations decay"


@pytest.mark.parametrize("method", ["newton", "energy", "relaxation"])
def test_upright_start(method: str) -> None:
    """Newton's method stays on top and says what that is; the others go down."""
    found = jd.statics(pendulum(np.pi), method=method)
    up = method == "newton"
    assert found.stability == ("unstable" if up else "stable")
    assert found.first.potential == pytest.approx(2 * G if up else -2 * G)


def test_drive_is_held_and_its_torque_is_the_slope_of_energy() -> None:
    """A crank held at the angle of t = 0.2 s: its torque is dV/dphi, by differences of the potential energy."""

    def held(t: float) -> jd.Statics:
        model = four_bar()
        model.drive("motor", model.joints["A"].angle, "0.4 + 3*t")
        return jd.statics(model, t=t)

    found, step = held(0.2), 1e-4
    slope = (held(0.2 + step).first.potential - held(0.2 - step).first.potential) / (6.0 * step)
    assert float(found.result.multipliers["motor: drive"][0]) == pytest.approx(slope, rel=1e-6)
    assert not found.result.v.any() and "drives held as they are at t = 0.2 s: motor" in str(found)


# --------------------------------------------------------------------------- every feature, in pairs

_FACTORS: dict[str, Any] = {name: (False, True) for name in FEATURES} | {"planar": (True, False)}
_FACTORS |= {"method": ("newton", "energy", "relaxation")}
CASES = pairwise(_FACTORS, lambda c: bool(c.get("velocity row")) and c.get("method", "newton") != "newton")


@pytest.mark.parametrize("case", CASES, ids=lambda c: "-".join(str(v)[:3] for v in c.values()))
def test_nothing_moves_at_an_equilibrium(case: dict[str, Any]) -> None:
    """Accelerations and rates of extra states, solved for by the compiled solver of runs, are zero."""
    features = [name for name in FEATURES if case[name]]
    found = jd.statics(machine(features, case["planar"]), t=0.3, method=case["method"])
    result = found.result
    assert np.abs(result.a).max() < 1e-10 and np.abs(result.pieces[0].wd).max(initial=0.0) < 1e-10
    assert np.abs(result.v).max() == 0.0 and result.trust.imbalance < 1e-11
    said = str(found)
    assert ("rows of rates carry forces at rest" in said) == ("velocity row" in features)
    assert ("friction too: force 'friction'" in said) == ("Python law" in features)
    assert ("drives held" in said) == ("drive" in features)


def test_extra_states_are_at_rest() -> None:
    """Integral action holds a pendulum at the angle that is asked for."""
    model = pendulum()
    model.state("e", "0.3 - phi")
    model.state("f", "5*(e - f)")
    model.force("servo", model.joints["hinge"].angle, law="20*f - 4*phi_rate - 30*phi")
    found = jd.statics(model)
    direction = 0.3 + 0.7  # drawn at 0.7, where phi is 0
    assert float(found.result.measure("phi")[0]) == pytest.approx(0.3, abs=1e-12)
    e = (2.0 * G * np.sin(direction) + 9.0) / 20.0
    assert [float(found.result.state(name)[0]) for name in "ef"] == pytest.approx([e, e], rel=1e-12)
    assert found.model.states["e"].start == pytest.approx(e)


def test_redundant_hinges_share_the_load() -> None:
    model = jd.Model("door", gravity=(0, 0, -G))
    door = model.body("door", shape=jd.box(0.8, 0.04, 2.0), mass=20.0, at=(0.4, 0.0, 1.0))
    for name, height in (("low", 0.2), ("high", 1.8)):
        model.joint(name, "revolute", model.ground, door, at=(0, 0, height), axis=(0, 0, 1))
    model.torsion_spring("closer", model.joints["low"], stiffness=10.0, rest=0.5)
    found = jd.statics(model)
    reactions = [found.result.reaction(name, frame="ground") for name in ("low", "high")]
    assert [float(r.force[0, 2]) for r in reactions] == pytest.approx([10 * G, 10 * G])  # least: half each
    assert not reactions[0].unique and "not unique" in str(found)
    x = found.result.system.layout.rotations(found.result.q[0])[0, :, 0]
    assert np.arctan2(x[1], x[0]) == pytest.approx(0.5, abs=1e-12)


def test_ball_rolls_to_rest_on_a_slope() -> None:
    """m g sin is carried by a spring at the centre of the ball; rolling rows carry m g cos and hold nothing else."""
    slope, radius = 0.3, 0.1
    model = jd.Model("ball", gravity=(0, 0, -G))
    plane = model.ground.marker("plane", rotation=jd.axis_angle((0, 1, 0), slope))
    down, up = np.array([np.cos(slope), 0, -np.sin(slope)]), np.array([np.sin(slope), 0, np.cos(slope)])
    ball = model.body("ball", mass=2.0, inertia=(0.008,) * 3, at=radius * up)
    model.joint("road", "rolling", plane, ball.marker("centre"), radius=radius, crown=radius)
    hook = model.ground.marker("hook", at=-0.5 * down + radius * up)
    model.spring("spring", hook, ball.marker("eye"), stiffness=100.0, rest=0.4)
    found = jd.statics(model)
    length = 0.4 + 2.0 * G * np.sin(slope) / 100.0
    assert np.abs(found.result["ball"].position.values[0] - (radius * up + (length - 0.5) * down)).max() < 1e-10
    assert found.result.reaction("road", on="ball", frame="ground").force.values[0] == pytest.approx(
        2.0 * G * np.cos(slope) * up, abs=1e-9
    )
    # a ball that rolled there has turned
    assert np.abs(found.result.system.layout.rotations(found.result.q[0])[0] - np.eye(3)).max() > 0.1


def test_lagrangian() -> None:
    """A bead on a turning hoop, in the frame of the hoop: cos = g/(r w^2)."""
    potential = "m*g*r*(1 - cos(th)) - 0.5*m*(w*r*sin(th))**2"
    parameters = {"m": 0.5, "r": 0.3, "g": G, "w": 8.0}
    model = jd.lagrangian("bead", f"m*(r*th_rate)**2/2 - ({potential})", ["th"], start=[0.4], parameters=parameters)
    found = jd.statics(model, starts=8)
    angle = np.arccos(G / (0.3 * 64.0))
    outside = [e for e in found.equilibria if e.stable]
    assert {round(abs(float(e.result["th"].value[0])), 9) for e in outside} == {round(angle, 9)}
    assert any(e.stability == "unstable" and abs(np.sin(e.result.q[0, 0])) < 1e-9 for e in found.equilibria)
    with pytest.raises(jd.ModelError, match="has no bodies that could turn"):
        jd.statics(model, turning=(0, 0, 1.0))


def test_family_is_said_by_name() -> None:
    found = jd.statics(four_bar(gravity=0.0))
    assert found.stability == "neutral" and "one of a family of equilibria: nothing holds crank.angle 1" in str(found)
    assert len(jd.statics(four_bar(gravity=0.0), starts=5).equilibria) == 1
    following = four_bar(gravity=0.0)
    following.state("e", "0.3 - 0.1*e + 0.2*phi")  # which holds nothing
    found = jd.statics(following)
    assert found.stability == "neutral" and float(found.result.state("e")[0]) == pytest.approx(
        3.0 + 2.0 * float(found.result.measure("phi")[0])
    )


def test_free_spin_about_principal_axes() -> None:
    """At rest in a frame that turns: stable about the axes of largest and least inertia, not about the middle one."""
    for axis, stability in ((0, "neutral"), (1, "unstable"), (2, "neutral")):
        model = jd.Model("book")
        model.body("book", mass=1.0, inertia=(1.0, 2.0, 2.5), at=(0.1, 0.2, 0.3))
        found = jd.statics(model, turning=np.eye(3)[axis])
        assert found.stability == stability


@pytest.mark.parametrize(
    "make", [pendulum, lambda: pendulum(np.pi), lambda: four_bar(0.0), lambda: hanging_chain(5, False)]
)
def test_large_models_are_judged_alike(make: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """The signs of the stiffness, which decide where matrices are too large, say what the linearisation says."""
    exact = jd.statics(make())
    monkeypatch.setattr(verdict, "MOST_LINEARISED", 0)
    quick = jd.statics(make())
    assert quick.linear is None and exact.linear is not None
    assert quick.stability == exact.stability


@pytest.mark.parametrize(("model", "turning"), [
    (governor(False), np.array([0.3, -0.5, 2.0])),
    (machine(FEATURES, True), np.zeros(3)),
    (machine(FEATURES, False), np.zeros(3)),
])  # fmt: skip
def test_stiffness_is_exact(model: jd.Model, turning: np.ndarray) -> None:
    """A of the Newton step against differences of the forces, with centrifugal stiffness and extra states."""
    rng, step = np.random.default_rng(2), 1e-5
    balance = Problem(model, 0.3, turning).balance
    lam = rng.normal(size=balance.system.n_rows)
    point = replace(
        balance.point(balance.closing.look(balance.system.q0, balance.system.ref0), balance.system.w0), lam=lam
    )
    A = balance.matrix(point)[: balance.nv + balance.nw, : balance.nv + balance.nw]

    def forces(x: np.ndarray) -> np.ndarray:
        q = balance.layout.moved(point.q, x[: balance.nv])
        return balance.evaluate(q, point.pose.ref, point.w + x[balance.nv :], lam)

    for _ in range(4):
        x = rng.normal(size=balance.nv + balance.nw)
        change = (forces(step * x) - forces(-step * x)) / (2.0 * step)
        assert np.abs(A @ x - change).max() < 1e-6 * np.abs(A).max()


def test_next_method_takes_over_and_says_so() -> None:
    """The size of x^3 - 2 x + 2 has a least value at x = 0.82, where Newton's method ends; energy goes on to the root."""
    model = jd.Model("trap", planar=True)
    block = model.body("block", mass=1.0, inertia=1.0)
    rail = model.joint("rail", "prismatic", model.ground, block, at=(0, 0), axis=(1, 0))
    model.force("law", rail.slide, law="-((x + 1)**3 - 2*(x + 1) + 2)")
    found = jd.statics(model)
    root = np.real(np.roots([1, 0, -2, 2])[0]) - 1.0
    assert float(found.result["block"].position[0, 0]) == pytest.approx(root, abs=1e-10)
    assert found.first.method == "energy minimisation" and "after Newton's method left" in str(found)
    with pytest.raises(jd.ConvergenceError, match="Newton's method left"):
        jd.statics(model, method="newton")


def test_contact_that_is_not_yet_made() -> None:
    """A ball above a floor that only pushes: no stiffness shows the way, it falls there, and sinks in by m g / k."""
    model = jd.Model("ball", planar=True, gravity=(0, -G))
    ball = model.body("ball", mass=1.0, inertia=1.0, at=(0, 1))
    model.joint("rail", "prismatic", model.ground, ball, at=(0, 0), axis=(0, 1))
    model.force("floor", jd.coordinate(ball, "y"), law="1e4*max(0, 0.1 - x)")
    found = jd.statics(model)
    assert found.stable and found.first.method == "energy minimisation"
    assert float(found.result["ball"].position[0, 1]) == pytest.approx(0.1 - G / 1e4, abs=1e-12)


# --------------------------------------------------------------------------- starts of other analyses


def test_static_start_of_runs_and_linearisations() -> None:
    model = car()
    run = jd.simulate(model, 0.5, start="static", output=5)
    sag = 0.4 - 400 * G / 2e4
    assert run["chassis"].position.values[:, 2] == pytest.approx(sag, abs=1e-12)
    assert "start: at rest in the equilibrium" in str(run)
    found = jd.linear(model, start="static")
    assert found.steady and found.eigenvalues == pytest.approx(jd.statics(model).linear.eigenvalues, rel=1e-12)
    assert not jd.linear(model).steady and model.bodies["chassis"].at[2] == 0.6
    assert jd.verify(model, 0.2, start="static", output=2).result.q[-1, 2] == pytest.approx(sag, abs=1e-10)
    with pytest.raises(jd.ModelError, match="start = 'statik'; it is 'drawn' or 'static'"):
        jd.simulate(model, 0.5, start="statik")
    with pytest.raises(jd.ModelError, match="give one of them"):
        jd.linear(model, at=run, start="static")


def test_static_start_comes_down() -> None:
    """Drawn on top, where Newton's method would stay, a run begins where it is stable."""
    run = jd.simulate(pendulum(np.pi), 0.5, start="static", output=2, trust="fast")
    assert run["rod"].position.values[:, 1] == pytest.approx(-1.0) and "stable" in str(run)


# --------------------------------------------------------------------------- wanted positions


def test_preload_for_a_wanted_position() -> None:
    found = jd.statics(car(), solve_for={"spring.rest": {"chassis.z": 0.5}})
    assert found.solved_for["spring.rest"] == pytest.approx(0.5 + 400 * G / 2e4, rel=1e-12)
    assert float(found.result["chassis"].position[0, 2]) == pytest.approx(0.5, abs=1e-11)
    assert found.model.forces["spring"].rest == found.solved_for["spring.rest"] and "solved for: spring.rest" in str(
        found
    )
    assert list(found.model.measures) == []


def test_two_preloads_level_a_car() -> None:
    """Springs at 0.9 m and 1.1 m from the centre of mass carry 11 : 9."""
    model = jd.Model("half car", planar=True, gravity=(0, -G))
    chassis = model.body("chassis", mass=400.0, inertia=200.0, at=(0.1, 0.6))
    for name, x in (("front", 1.0), ("rear", -1.0)):
        ends = model.ground.marker(name, at=(x, 0)), chassis.marker(name, at=(x - 0.1, 0))
        model.spring(name, *ends, stiffness=2e4, rest=0.4)
    model.force("hold", jd.coordinate(chassis, "x"), stiffness=1e4, rest=0.1)
    wanted = {"front.rest": {"chassis.y": 0.5}, "rear.rest": {"chassis.theta": 0.0}}
    found = jd.statics(model, solve_for=wanted)
    share = 400 * G / 2e4 / 2.0
    assert found.solved_for == pytest.approx(
        {"front.rest": 0.5 + 1.1 * share, "rear.rest": 0.5 + 0.9 * share}, rel=1e-10
    )


# --------------------------------------------------------------------------- refusals


def _falling() -> jd.Model:
    model = jd.Model("free", gravity=(0, 0, -G))
    cart = model.body("cart", mass=2.0, inertia=(1, 1, 1))
    model.joint("rail", "prismatic", model.ground, cart, at=(0, 0, 0), axis=(0, 0, 1))
    return model


def test_no_equilibrium() -> None:
    """By body and joint, with the best point."""
    with pytest.raises(jd.ConvergenceError, match=r"cart \(joint rail\) by 19.62 N.*add it") as caught:
        jd.statics(_falling())
    assert "energy minimisation ran away" in str(caught.value)
    assert caught.value.partial["cart"].position.values.shape == (1, 3)
    running = pendulum()
    running.state("clock", "1")
    with pytest.raises(jd.ConvergenceError, match="state clock changes by 1 /s"):
        jd.statics(running)


def _rate_driven() -> jd.Model:
    model = pendulum()
    model.row("motor", "phi_rate - 2", inputs={"phi": model.joints["hinge"].angle}, level="velocity")
    return model


def _driven_twice() -> jd.Model:
    model = pendulum()
    for name, motion in (("one", "t"), ("other", "t + 1")):
        model.drive(name, model.joints["hinge"].angle, motion)
    return model


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: jd.statics(3), "takes a jourdain.Model"),
        (lambda: jd.statics(pendulum(), method="newtn"), "Did you mean 'newton'"),
        (lambda: jd.statics(pendulum(), starts=0), "starts = 0; it must not be below 1"),
        (lambda: jd.statics(pendulum(), starts=2.5), "give a whole number"),
        (lambda: jd.statics(pendulum(), turning=(1, 0, 0)), "turns about z only"),
        (lambda: jd.statics(pendulum(), turning=(0, 1)), "give three rates"),
        (lambda: jd.statics(governor(True), turning=(0, 0, 3.0)), "motor: drive by -3.283 /s against it"),
        (lambda: jd.statics(car(), solve_for={"spring.rst": {"chassis.z": 1}}), "Did you mean 'spring.rest'"),
        (lambda: jd.statics(car(), solve_for={"spring.rest": {"chasis.z": 1}}), "Did you mean 'chassis.z'"),
        (lambda: jd.statics(car(), solve_for={"spring.rest": 0.5}), "one parameter brings about one thing"),
        (lambda: jd.statics(car(), solve_for={"spring.damping": {"chassis.z": 1}}), "cannot bring about chassis.z"),
        (lambda: jd.statics(_rate_driven()), "nothing can be at rest: motor"),
        (lambda: jd.statics(_driven_twice()), "drives contradict each other at t = 0 s: 'one', 'other'"),
    ],
)
def test_refusals(call: Any, words: str) -> None:
    with pytest.raises((jd.ModelError, jd.AssemblyError), match=words):
        call()


def test_what_cannot_be_reached_is_said() -> None:
    with pytest.raises(jd.ConvergenceError, match=r"wanted 0\.9\. Can it be reached"):
        jd.statics(car(), solve_for={"chassis.mass": {"chassis.z": 0.9}})


def test_gravity_that_turns_in_the_frame_is_no_equilibrium() -> None:
    model = flying_pendulum(5.0)
    model.gravity[:] = (G, 0.0, 0.0)
    found = jd.statics(model, turning=(0, 0, 5.0))
    assert found.stability == "unknown" and "forces balance at this moment only" in str(found)

"""assemble: branches, contradictions, bad drawings, and what is given back."""

from __future__ import annotations

import time
from dataclasses import replace
from math import pi

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import least_squares

import jourdain as jd
from helpers import close
from jourdain.examples import slider_crank
from jourdain.system.system import evaluate
from machines import problems
from machines.drawings import (
    MECHANISMS,
    SIZE,
    closed_four_bars,
    displacement,
    disturbed,
    elbow,
    four_bar,
    four_bar_rows,
    largest,
    numeric_jacobian,
    planar_masses,
    planar_state,
    planar_velocity,
)

# --------------------------------------------------------------------------- branches


@given(st.floats(0.0, 2 * pi), st.booleans(), st.integers(0, 10**6))
@settings(max_examples=40, deadline=None)
def test_small_errors_of_the_drawing_keep_the_branch(phi: float, up: bool, seed: int) -> None:
    model = disturbed(four_bar(phi, up), 0.08, seed)
    a = jd.assemble(model)
    assert not a.branch_changed and not a.warnings
    assert elbow(model) * elbow(a.model) > 0.0


def knee(side: float) -> jd.Model:
    """Two bars of 1 m between pins 1.9 m apart, drawn as a knee upwards, their centres beside it by `side` [m]."""
    m = jd.Model("knee", planar=True)
    rise = np.arccos(0.95)
    left, right = (
        m.body(n, mass=1.0, inertia=0.02, at=(x, side), rotation=angle)
        for n, x, angle in (("left", 0.475, rise), ("right", 1.425, -rise))
    )
    m.joint("A", "revolute", m.ground.marker("A"), left.marker("l", at=(-0.5, 0)))
    m.joint("B", "revolute", left.marker("r", at=(0.5, 0)), right.marker("l", at=(-0.5, 0)))
    m.joint("C", "revolute", m.ground.marker("C", at=(1.9, 0)), right.marker("r", at=(0.5, 0)))
    return m


@pytest.mark.parametrize("side", [0.2, -0.1, -0.6])
def test_a_knee_stays_a_knee(side: float) -> None:
    """However far beside its place it is drawn: a knee upwards closes upwards."""
    a = jd.assemble(knee(side))
    assert a.model.bodies["left"].angle == pytest.approx(np.arccos(0.95), abs=1e-12)
    assert not a.branch_changed and not a.warnings


def flipping() -> jd.Model:
    """A four-bar whose coupler and rocker are drawn with the elbow downwards, nearer to a position with it upwards."""
    m = four_bar(1.0)
    for body, angle in zip(m.bodies.values(), (0.8, 0.8, 0.2), strict=True):
        body.angle = angle
    return m


def test_branch_changed() -> None:
    """Where least motion ends on the other branch than drawn, it says so by the names of the loop."""
    model = flipping()
    a = jd.assemble(model)
    assert elbow(model) < -0.5 and elbow(a.model) > 0.5
    assert a.branch_changed
    assert "the loop A-B-C-D closed on another branch" in a.warnings[0] and a.warnings[0] in str(a)
    # it is indeed the least motion: no position of either branch is nearer
    found = displacement(model, planar_state(a.model))
    up, down = (displacement(model, closed_four_bars(up)).min() for up in (True, False))
    assert found <= up < down


def test_only_the_loop_that_flipped_is_named() -> None:
    """Beside one that flips: a pendulum drawn badly and a knee that stays."""
    m = flipping()
    other = knee(0.1)
    m.bodies |= other.bodies
    for name, joint in other.joints.items():
        m.joints[f"knee {name}"] = replace(joint, name=f"knee {name}")
    hung = m.body("hung", mass=1.0, inertia=0.1, at=(5.0, 1.0), rotation=2.0)
    m.joint("H", "revolute", m.ground.marker("H", at=(5, 0)), hung.marker("t", at=(0.5, 0)))
    a = jd.assemble(m)
    assert len(a.warnings) == 1 and "the loop A-B-C-D closed" in a.warnings[0]


def test_dead_point() -> None:
    """All bars drawn on one another in one line, where no linear step can close them: another way is found and told."""
    m = four_bar()
    for body in m.bodies.values():
        body.at, body.angle = np.zeros(3), 0.0
    a = jd.assemble(m)
    assert np.abs(four_bar_rows(planar_state(a.model))).max() < 1e-13
    assert any("dead point" in w for w in a.warnings)
    # the nearest of all closed positions, by trying every crank angle on both branches
    every = np.vstack([closed_four_bars(True), closed_four_bars(False)])
    assert displacement(m, planar_state(a.model)) <= displacement(m, every).min()


# --------------------------------------------------------------------------- what cannot be closed


def test_contradiction_is_the_least_sum_of_squares() -> None:
    """A rocker of 0.2 m cannot reach: gaps as SciPy's least_squares finds them, rows scaled by (G M^-1 G^T)_rr^1/2."""
    model = four_bar(last=0.2, span=4.0)
    with pytest.raises(jd.AssemblyError) as caught:
        jd.assemble(model)
    q0, inverse = planar_state(model), 1 / planar_masses(model)
    G = numeric_jacobian(lambda q: four_bar_rows(q, 0.2, 4.0), q0)
    scale = np.sqrt((G * G) @ inverse)
    best = min(
        (
            least_squares(
                lambda q: four_bar_rows(q, 0.2, 4.0) / scale,
                q0 + 0.3 * d,
                xtol=1e-15,
                ftol=1e-15,
                gtol=1e-15,
                x_scale=np.sqrt(inverse),
            )
            for d in (np.zeros(9), *np.random.default_rng(3).normal(size=(6, 9)))
        ),
        key=lambda r: r.cost,
    )
    gaps = np.array(list(caught.value.gaps.values()))
    assert list(caught.value.gaps) == [f"{j}: slide {x}" for j in "ABCD" for x in "xy"]
    assert 0.5 * ((gaps / scale) ** 2).sum() == pytest.approx(best.cost, rel=1e-9)
    close(gaps, four_bar_rows(best.x, 0.2, 4.0), 1e-6)
    for name in "ABCD":
        assert repr(name) in str(caught.value)
    assert f"open by {gaps[np.abs(gaps).argmax()]:.3g}" in str(caught.value)


def test_only_joints_concerned_are_named() -> None:
    """A chain hangs on the contradictory pair; its pins close and are not blamed."""
    m = four_bar(last=0.2, span=4.0)
    tail = m.body("tail", mass=1.0, inertia=0.1, at=(9.0, 9.0))
    m.joint("hook", "revolute", m.bodies["coupler"].marker("mid"), tail.marker("end", at=(0.3, 0)))
    with pytest.raises(jd.AssemblyError) as caught:
        jd.assemble(m)
    assert "'hook'" not in str(caught.value) and "'B'" in str(caught.value)
    assert max(abs(g) for n, g in caught.value.gaps.items() if n.startswith("hook")) < 1e-6


@pytest.mark.parametrize(
    ("fixed", "named", "joints"),
    [
        ({"phi": 0.5, "crank.x": 0.1}, ("'phi'", "'crank.x'"), ("'A'",)),
        ({"phi": 0.5, "rocker.theta": 0.1}, ("'phi'", "'rocker.theta'"), ("'A'", "'B'", "'C'", "'D'")),
        ({"phi": 0.5, "crank.theta": 0.6}, ("'phi'", "'crank.theta'"), ()),
        ({"phi_rate": 3.0, "crank.spin": 2.0}, ("'phi_rate'", "'crank.spin'"), ()),
        ({"phi_rate": 3.0, "crank.vx": 2.0}, ("'phi_rate'", "'crank.vx'"), ("'A'",)),
    ],
)
def test_too_many_exact_values(fixed: dict, named: tuple, joints: tuple) -> None:
    with pytest.raises(jd.AssemblyError, match="too many exact values") as caught:
        jd.assemble(four_bar(), fixed=fixed)
    text = str(caught.value).split("What is left")[0]
    assert all(name in text for name in (*named, *joints))
    assert sum(repr(j) in text for j in "ABCD") == len(joints)
    assert largest(caught.value.gaps) > 1e-3


def test_exact_values_are_not_blamed_for_the_joints() -> None:
    with pytest.raises(jd.AssemblyError, match="cannot be closed together") as caught:
        jd.assemble(four_bar(last=0.2, span=4.0), fixed="phi")
    assert "'phi'" not in str(caught.value)


def test_unreachable_drive() -> None:
    """A rocker cannot be driven all the way round."""
    m = four_bar()
    m.drive("motor", m.joints["D"].angle, "3")
    with pytest.raises(jd.AssemblyError, match="'motor'"):
        jd.assemble(m)


def test_values_that_are_no_numbers() -> None:
    m = four_bar()
    m.drive("motor", m.joints["A"].angle, "sqrt(1 - t)")
    with pytest.raises(jd.ModelError, match="motor: drive are NaN"):
        jd.assemble(m, t=2.0)

    def broken(t: float) -> float:
        if t > 1.0:
            raise ValueError("beyond the table")
        return 0.0

    m = four_bar()
    m.drive("motor", m.joints["A"].angle, broken)
    with pytest.raises(Exception, match="beyond the table"):
        jd.assemble(m, t=2.0)


# --------------------------------------------------------------------------- robustness


@given(st.sampled_from(sorted(MECHANISMS)), st.floats(0.0, 0.35), st.integers(0, 10**6))
@settings(max_examples=40, deadline=None)
def test_badly_drawn_mechanisms_assemble(name: str, amount: float, seed: int) -> None:
    """Positions and angles off by up to a third: closed to rounding, a second time nothing moves, and runs start there."""
    model = disturbed(MECHANISMS[name](), amount, seed, velocities=0.1, size=SIZE.get(name, 1.0))
    a = jd.assemble(model)
    assert largest(a.gaps_after) < 1e-13 and largest(a.rate_gaps_after) < 1e-11
    again = jd.assemble(a.model)
    assert largest(again.moved) < 1e-13
    assert largest(again.velocity_change) < 1e-11
    system = jd.compile(a.model)
    s = system.context()
    evaluate(system.kind, s, 0.0, system.q0, system.v0, ref=system.ref0)
    assert np.abs(s.g).max() < 1e-13 and np.abs(s.rate).max() < 1e-11  # the package's own rows see the same


def test_slider_crank_drawn_at_the_origin() -> None:
    model = slider_crank()
    for body in model.bodies.values():
        body.at, body.rotation = np.zeros(3), jd.quaternion(1, 0, 0, 0)
    a = jd.assemble(model)
    assert largest(a.gaps_after) < 1e-13
    result = jd.simulate(a.model, 0.01)
    assert result.moved < 1e-13


def test_far_away_and_upside_down() -> None:
    """A body turned by nearly half a turn and 100 m away comes home."""
    m = jd.Model("door")
    door = m.body("door", mass=10.0, inertia=(1, 1, 1), at=(100, -50, 30), rotation=jd.axis_angle((1, 0.2, 0), 3.0))
    hinges = [(m.ground.marker(n, at=(0, 0, z)), door.marker(n, at=(-0.5, 0, z))) for n, z in (("u", 1.0), ("l", -1.0))]
    for name, pair in zip(("upper", "lower"), hinges, strict=True):
        m.joint(name, "revolute", *pair)
    a = jd.assemble(m)
    assert largest(a.gaps_after) < 1e-12
    assert abs(np.hypot(*a.model.bodies["door"].at[:2]) - 0.5) < 1e-12


def test_redundant_joints_with_play() -> None:
    """Two hinges that do not quite fit: what is left open is told, and the door still turns as asked."""
    m = jd.Model("door")
    door = m.body("door", mass=10.0, inertia=(1, 1, 1), at=(0.5, 0, 0))
    m.joint("upper", "revolute", m.ground.marker("u", at=(0, 0, 1)), door.marker("u", at=(-0.5, 0, 1)))
    m.joint("lower", "revolute", m.ground.marker("l", at=(0, 0, -1)), door.marker("l", at=(-0.5, 1e-5, -1.00002)))
    a = jd.assemble(m, fixed={"upper": 0.7, "upper.angle_rate": 2.0})
    assert 1e-6 < largest(a.gaps_after) < 2e-5
    assert any("do not quite fit" in w for w in a.warnings)
    body = a.model.bodies["door"]
    assert np.arctan2(body.matrix[1, 0], body.matrix[0, 0]) == pytest.approx(0.7, abs=1e-9)
    assert body.spin[2] == pytest.approx(2.0, abs=1e-6)


def test_driven_models_at_other_times() -> None:
    """Positions and velocities as the drive has them at t; over many turns in space and in the plane."""
    m = four_bar(0.1)
    m.drive("motor", m.joints["A"].angle, "0.3 + 2*t**2")
    a = jd.assemble(m, t=0.5)
    assert a.model.bodies["crank"].angle == pytest.approx(0.8, abs=1e-14)
    assert a.model.bodies["crank"].spin[2] == pytest.approx(2.0, abs=1e-13)
    assert a.joint_gaps["motor"] == (pytest.approx(0.7), pytest.approx(0.0, abs=1e-14))
    assert jd.simulate(a.model, 0.6, t_start=0.5).moved < 1e-14
    for planar in (True, False):
        w = jd.Model("wheel", planar=planar)
        axis = {} if planar else {"axis": (0, 0, 1)}
        wheel = w.body("wheel", mass=1.0, inertia=1.0 if planar else (1, 1, 1))
        w.joint("axle", "revolute", w.ground, wheel, at=(0, 0, 0)[: 2 if planar else 3], **axis)
        w.drive("motor", w.joints["axle"].angle, "2*pi*t")
        body = jd.assemble(w, t=10.3).model.bodies["wheel"]
        assert np.exp(1j * np.arctan2(body.matrix[1, 0], body.matrix[0, 0])) == pytest.approx(
            np.exp(0.6j * pi), abs=1e-12
        )
        assert body.spin[2] == pytest.approx(2 * pi, abs=1e-13)


def test_held_rows_keep_what_was_drawn() -> None:
    """Rods without a length and gears hold the drawn value; the assembled model holds the same."""
    m = jd.Model("geared", planar=True)
    a, b = (
        m.body(n, mass=1.0, inertia=1.0, at=(x, 0.1), rotation=r) for n, x, r in (("a", 0.0, 0.3), ("b", 2.0, -0.2))
    )
    for name, body, x in (("p", a, 0.0), ("q", b, 2.0)):
        m.joint(name, "revolute", m.ground.marker(name, at=(x, 0)), body.marker("c"))
    m.joint("mesh", "gear", m.joints["p"], m.joints["q"], teeth=(2, 3))
    posed = jd.assemble(m, fixed={"p": 0.9}).model
    assert 2 * 0.9 + 3 * posed.bodies["b"].angle == pytest.approx(2 * 0.3 - 3 * 0.2, abs=1e-13)
    r = jd.simulate(posed, 0.01)
    assert r.moved < 1e-14
    bob = problems.pendulum()
    moved = jd.assemble(bob, fixed={"mass.x": 0.6}).model.bodies["mass"].at
    close(np.abs(moved[:2]), np.array([0.6, 0.8]), 1e-12)


# --------------------------------------------------------------------------- what is given back


@pytest.mark.parametrize("name", sorted(MECHANISMS))
def test_closed_models_are_unchanged(name: str) -> None:
    """Nothing to close: the same numbers to the last bit (or to rounding where the drawing itself is rounded)."""
    model = MECHANISMS[name]()
    a = jd.assemble(jd.assemble(model).model)
    b = jd.assemble(a.model)
    for first, second in zip(a.model.bodies.values(), b.model.bodies.values(), strict=True):
        assert first.at.tobytes() == second.at.tobytes() and first.angle == second.angle
        assert first.rotation.quaternion.tobytes() == second.rotation.quaternion.tobytes()
    assert largest(jd.assemble(model).moved) < 1e-14
    assert not b.warnings and not b.branch_changed


def test_the_given_model_stays_as_it_is() -> None:
    model = disturbed(four_bar(), 0.1, velocities=1.0)
    before = planar_state(model).tobytes(), planar_velocity(model).tobytes(), set(model.joints), set(model.measures)
    jd.assemble(model, fixed={"phi": 0.4, "phi_rate": 1.0}, weights={"crank": 2.0})
    assert before == (
        planar_state(model).tobytes(),
        planar_velocity(model).tobytes(),
        set(model.joints),
        set(model.measures),
    )


def test_inactive_joints_stay_open() -> None:
    m = four_bar()
    m.joint("latch", "revolute", m.ground.marker("far", at=(9, 9)), m.bodies["coupler"].marker("mid"), active=False)
    a = jd.assemble(m)
    assert "latch" not in a.joint_gaps and largest(a.moved) < 1e-14
    assert not a.model.joints["latch"].active


def test_forces_and_states_go_along_untouched() -> None:
    """Forces do not matter to closing, even impossible ones, and are in the new model."""
    m = four_bar()
    m.force("f", m.joints["A"].angle, law="sqrt(-1 - t)")
    m.state("w", "-w", start=2.0)
    assembled = jd.assemble(m).model
    assert set(assembled.forces) == {"f"} and assembled.states["w"].start == 2.0


def test_models_without_joints() -> None:
    """Nothing to close; values can be given all the same. What is no model is refused."""
    m = jd.Model("free")
    m.body("ball", mass=1.0, inertia=(1, 1, 1), at=(1, 2, 3), velocity=(1, 0, 0))
    assert largest(jd.assemble(m).moved) == 0.0
    ball = jd.assemble(m, fixed={"ball.x": 5.0, "ball.y": None, "ball.wz": 2.0}).model.bodies["ball"]
    close(np.array([ball.at, ball.velocity, ball.spin]), np.array([[5, 2, 3], [1, 0, 0], [0, 0, 2]]), 1e-14)
    with pytest.raises(jd.ModelError, match="assemble takes a"):
        jd.assemble(jd.compile(m))  # type: ignore[arg-type]


def test_report() -> None:
    """Gaps per row and per joint, and a table with every joint and body."""
    model = disturbed(four_bar(), 0.1, velocities=0.5)
    a = jd.assemble(model, fixed={"phi": 0.9})
    rows = four_bar_rows(planar_state(model))
    close(np.array(list(a.gaps_before.values()))[:8], rows, 1e-14)
    for i, name in enumerate("ABCD"):
        assert a.joint_gaps[name][0] == pytest.approx(np.abs(rows[2 * i : 2 * i + 2]).max())
        assert a.joint_gaps[name][1] < 1e-14
        assert a.joint_rate_gaps[name][1] < 1e-13
    lines = str(a).splitlines()
    for name in ("A", "D", "fixed phi", "crank", "coupler", "rocker"):
        assert any(line.startswith(f"{name} ") for line in lines), name
    assert f"{a.joint_gaps['A'][0]:.2e}" in next(line for line in lines if line.startswith("A "))


def test_cost() -> None:
    """Twenty bars badly drawn take well below a tenth of a second (the least of a few, other work may disturb)."""
    model = disturbed(problems.chain(20), 0.1)
    jd.assemble(model)
    times = []
    for _ in range(3):
        before = time.process_time()
        jd.assemble(model)
        times.append(time.process_time() - before)
    assert min(times) < 0.1

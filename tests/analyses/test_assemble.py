"""assemble: least motion and least change of velocity against SciPy and closed forms, exact values, branches, failures."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from math import atan2, hypot, pi
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import least_squares, minimize
from scipy.spatial.transform import Rotation

import jourdain as jd
import problems
from helpers import Probe, close, cross_matrix, rotation_matrix
from jourdain.examples import slider_crank
from jourdain.system import evaluate

# --------------------------------------------------------------------------- models

LENGTHS = (1.0, 2.0, 1.5)  # crank, coupler, rocker of a crank-rocker [m]
SPAN = 2.0  # between the pins on the ground [m]


def four_bar_angles(phi: float, up: bool = True) -> tuple[np.ndarray, list[float]]:
    """Centres (3, 2) and angles of crank, coupler and rocker for a crank angle, by intersecting circles."""
    a, b, c = LENGTHS
    B, D = a * np.array([np.cos(phi), np.sin(phi)]), np.array([SPAN, 0.0])
    d = D - B
    x = (b * b - c * c + d @ d) / (2 * hypot(*d))
    side = np.sqrt(b * b - x * x) * (1 if up else -1)
    C = B + (x * d + side * np.array([-d[1], d[0]])) / hypot(*d)
    ends = [(np.zeros(2), B), (B, C), (D, C)]
    return np.array([(p + q) / 2 for p, q in ends]), [atan2(*(q - p)[::-1]) for p, q in ends]


def four_bar(phi: float = 1.0, up: bool = True, *, last: float = LENGTHS[2], span: float = SPAN) -> jd.Model:
    """Closed for last = LENGTHS[2] and span = SPAN; another length of the rocker or span leaves gaps."""
    m = jd.Model("four-bar", planar=True)
    centres, angles = four_bar_angles(phi, up)
    bars = [m.body(name, mass=2.0 * length, inertia=length**3 / 6, at=p, rotation=angle) for name, length, p, angle
            in zip(("crank", "coupler", "rocker"), LENGTHS, centres, angles, strict=True)]
    half = [LENGTHS[0] / 2, LENGTHS[1] / 2, last / 2]
    left = [bar.marker("left", at=(-h, 0.0)) for bar, h in zip(bars, half, strict=True)]
    right = [bar.marker("right", at=(h, 0.0)) for bar, h in zip(bars, half, strict=True)]
    m.joint("A", "revolute", m.ground.marker("A"), left[0])
    m.joint("B", "revolute", right[0], left[1])
    m.joint("C", "revolute", right[1], right[2])
    m.joint("D", "revolute", m.ground.marker("D", at=(span, 0.0)), left[2])
    m.measure("phi", m.joints["A"].angle)
    return m


def elbow(model: jd.Model) -> float:
    """Sine of the angle from coupler to rocker: its sign tells the two branches of a crank-rocker."""
    return float(np.sin(model.bodies["rocker"].angle - model.bodies["coupler"].angle))


def disturbed(model: jd.Model, amount: float, seed: int = 1, *, velocities: float = 0.0, size: float = 1.0) -> jd.Model:
    """A copy with positions [of `size`, m], angles [rad] and velocities off at random."""
    rng = np.random.default_rng(seed)
    model = model.copy()
    for body in model.bodies.values():
        n = 2 if model.planar else 3
        shift, axis, speed, spin = np.zeros(3), rng.normal(size=3), np.zeros(3), rng.normal(size=3)
        shift[:n], speed[:n] = rng.normal(size=n), rng.normal(size=n)
        body.at = body.at + amount * size * shift
        if model.planar:
            body.angle += amount * float(rng.normal())
        else:
            body.rotation = body.rotation @ jd.axis_angle(axis, amount * float(rng.normal()))
        body.velocity = body.velocity + velocities * speed
        body.spin = body.spin + velocities * (spin if not model.planar else spin * [0, 0, 1])
    return model


def two_arms() -> jd.Model:
    """A spatial arm of a ball and a revolute, its tip held on a line: 2 motions; off-centre masses, full inertia."""
    m = jd.Model("arm")
    J = np.array([[0.3, 0.02, 0.01], [0.02, 0.4, -0.03], [0.01, -0.03, 0.5]])
    a = m.body("a", mass=2.0, inertia=J, at=(0.0, 0.0, 0.0), com=(0.5, 0.1, 0.0))
    b = m.body("b", mass=1.0, inertia=(0.1, 0.2, 0.25), at=(1.0, 0.0, 0.0), rotation=jd.axis_angle((1, 2, 3), 0.4))
    m.joint("ball", "spherical", m.ground, a, at=(0, 0, 0))
    m.joint("hinge", "revolute", a, b, at=(1, 0, 0), axis=(0, 1, 0))
    m.joint("line", "point_on_line", m.ground, b, at=(1.6, 0.3, 0.1), axis=(0, 0, 1))
    return m


def bent_chain() -> jd.Model:
    """Four bars on balls, not in line: every bar can be moved a little in any way."""
    return jd.assemble(disturbed(problems.chain(4), 0.5, 3)).model


MECHANISMS: dict[str, Callable[[], jd.Model]] = {
    "andrews": problems.andrews_model,
    "four-bars": lambda: problems.planar_model(problems.n_four_bar(3)),
    "four-bar": four_bar,
    "chain": lambda: problems.chain(4),
    "top": problems.heavy_top,
    "slider-crank": slider_crank,
    "arm": two_arms,
}
SIZE = {"andrews": 0.03, "slider-crank": 0.2}  # [m]; the others about 1 m


def largest(values: Any) -> float:
    return max((float(np.abs(v).max()) for v in values.values()), default=0.0)


# --------------------------------------------------------------------------- independent forms of the planar four-bar


def four_bar_rows(q: np.ndarray, last: float = LENGTHS[2], span: float = SPAN) -> np.ndarray:
    """Gaps of the pins A, B, C, D (8,) from (x, y, theta) of the three bars."""
    (xa, ya, ta), (xb, yb, tb), (xc, yc, tc) = q.reshape(3, 3)

    def end(x: float, y: float, angle: float, arm: float) -> np.ndarray:
        return np.array([x + arm * np.cos(angle), y + arm * np.sin(angle)])

    a, b, c = LENGTHS[0] / 2, LENGTHS[1] / 2, last / 2
    return np.concatenate([end(xa, ya, ta, -a), end(xb, yb, tb, -b) - end(xa, ya, ta, a),
                           end(xc, yc, tc, c) - end(xb, yb, tb, b), end(xc, yc, tc, -c) - [span, 0.0]])


def planar_state(model: jd.Model) -> np.ndarray:
    """(x, y, theta) of each body; centres of mass at the origins."""
    return np.concatenate([[*b.at[:2], b.angle] for b in model.bodies.values()])


def planar_velocity(model: jd.Model) -> np.ndarray:
    return np.concatenate([[*b.velocity[:2], b.spin[2]] for b in model.bodies.values()])


def planar_masses(model: jd.Model, weights: dict[str, float] | None = None) -> np.ndarray:
    factor = weights or {}
    return np.concatenate([factor.get(n, 1.0) * np.array([b.mass, b.mass, b.inertia[2, 2]])
                           for n, b in model.bodies.items()])


def numeric_jacobian(f: Callable[[np.ndarray], np.ndarray], q: np.ndarray, h: float = 1e-5) -> np.ndarray:
    return np.stack([(f(q + h * e) - f(q - h * e)) / (2 * h) for e in np.eye(len(q))], axis=1)


# --------------------------------------------------------------------------- least motion


@pytest.mark.parametrize("weights", [None, {"crank": 50.0}, {"rocker": 0.02, "coupler": 3.0}])
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_least_motion_in_the_plane(seed: int, weights: dict[str, float] | None) -> None:
    """min sum of m |dp|^2/2 + I (1 - cos dtheta) with closed pins, by SLSQP; drawn about 15 % off."""
    model = disturbed(four_bar(), 0.15, seed)
    q0, mass = planar_state(model), planar_masses(model, weights)

    def far(q: np.ndarray) -> float:
        d = q - q0
        return float(mass @ np.where(np.arange(9) % 3 == 2, 1.0 - np.cos(d), 0.5 * d * d))

    best = minimize(far, q0, method="SLSQP", constraints={"type": "eq", "fun": four_bar_rows},
                    options={"ftol": 1e-16, "maxiter": 500})
    found = planar_state(jd.assemble(model, weights=weights).model)
    assert np.abs(four_bar_rows(found)).max() < 1e-14
    assert far(found) <= best.fun * (1 + 1e-9)
    close(found, best.x, 2e-6)  # SLSQP ends where differences of a flat minimum no longer show


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_least_motion_in_space(seed: int) -> None:
    """The sum over particles of mass times squared displacement, each body taken as six particles of equal inertia."""
    model = disturbed(two_arms(), 0.2, seed)
    bodies, clouds = list(model.bodies.values()), []
    for body in bodies:  # points +- r_i along the principal axes, all of mass m/6, with the inertia of the body
        moments, axes = np.linalg.eigh(body.inertia)
        squares = (moments.sum() / 2 - moments) * 3 / body.mass
        arms = np.sqrt(squares)[:, None] * axes.T
        clouds.append(body.com + np.concatenate([arms, -arms]))

    def poses(x: np.ndarray) -> list[tuple[np.ndarray, np.ndarray]]:
        parts = zip(bodies, x.reshape(-1, 6), strict=True)
        return [(b.at + u[:3], b.matrix @ Rotation.from_rotvec(u[3:]).as_matrix()) for b, u in parts]

    def far(x: np.ndarray) -> float:
        total = 0.0
        for body, cloud, (p, R) in zip(bodies, clouds, poses(x), strict=True):
            move = (p + cloud @ R.T) - (body.at + cloud @ body.matrix.T)
            total += 0.5 * body.mass / 6 * (move**2).sum()
        return total

    markers = {name: (j.a, j.b) for name, j in model.joints.items()}

    def rows(x: np.ndarray) -> np.ndarray:
        place = dict(zip(model.bodies, poses(x), strict=True)) | {"ground": (np.zeros(3), np.eye(3))}

        def frame(marker: Any) -> tuple[np.ndarray, np.ndarray]:
            p, R = place[marker.body]
            return p + R @ np.array(marker.at), R @ marker.rotation.matrix

        (p1, _), (p2, _) = map(frame, markers["ball"])
        (p3, R3), (p4, R4) = map(frame, markers["hinge"])
        (p5, R5), (p6, _) = map(frame, markers["line"])
        return np.concatenate([p2 - p1, p4 - p3, R3[:, :2].T @ R4[:, 2], R5[:, :2].T @ (p6 - p5)])

    best = minimize(far, np.zeros(12), method="SLSQP", constraints={"type": "eq", "fun": rows},
                    options={"ftol": 1e-16, "maxiter": 500})
    assert best.success and np.abs(rows(best.x)).max() < 1e-9
    assembly = jd.assemble(model)
    for body, (p, R), (name, moved) in zip(assembly.model.bodies.values(), poses(best.x), assembly.moved.items(),
                                           strict=True):
        close(body.at, p, 1e-5)
        close(body.matrix, R, 1e-5)
        turn = np.arccos((np.trace(model.bodies[name].matrix.T @ body.matrix) - 1) / 2)
        centre = body.at + body.matrix @ body.com - model.bodies[name].at - model.bodies[name].matrix @ body.com
        assert moved == pytest.approx((np.linalg.norm(centre), turn), rel=1e-9)


def test_weights_hold_bodies_back() -> None:
    """A heavier body moves less; the same factor on all changes nothing; masses are what they were."""
    model = disturbed(bent_chain(), 0.1)
    plain, heavy = jd.assemble(model), jd.assemble(model, weights={"bar 2": 1e4})
    same = jd.assemble(model, weights=dict.fromkeys(model.bodies, 7.0))
    assert max(heavy.moved["bar 2"]) < 1e-3 * max(plain.moved["bar 2"])
    for name, body in plain.model.bodies.items():
        close(same.model.bodies[name].at, body.at, 1e-10)
        assert heavy.model.bodies[name].mass == body.mass


# --------------------------------------------------------------------------- velocities


def test_least_change_of_velocities_in_the_plane() -> None:
    """v+ = v - M^-1 G^T (G M^-1 G^T)^+ G v with G by differences of the pins."""
    model = disturbed(four_bar(), 0.1, velocities=1.0)
    assembly = jd.assemble(model)
    G = numeric_jacobian(four_bar_rows, planar_state(assembly.model))
    inverse, v = np.diag(1 / planar_masses(model)), planar_velocity(model)
    expected = v - inverse @ G.T @ np.linalg.pinv(G @ inverse @ G.T) @ (G @ v)
    close(planar_velocity(assembly.model), expected, 1e-9)
    close(np.array(list(assembly.rate_gaps_before.values())), G @ v, 1e-9)
    assert largest(assembly.rate_gaps_after) < 1e-14
    change = (expected - v).reshape(3, 3)
    for (speed, spin), part in zip(assembly.velocity_change.values(), change, strict=True):
        assert (speed, spin) == pytest.approx((hypot(*part[:2]), abs(part[2])), rel=1e-7)


@pytest.mark.parametrize("make", [slider_crank, two_arms, problems.heavy_top])
def test_least_change_of_velocities_in_space(make: Callable[[], jd.Model]) -> None:
    """The same with the dense G of the assembled model, also for redundant rows; spins are kept in ground axes."""
    model = disturbed(make(), 0.05, velocities=1.0)
    assembled = jd.assemble(model).model
    p = Probe(assembled)
    p.at(t=0.0, q=p.system.q0, v=p.system.v0, ref=p.system.ref0)
    G = p.rows()
    n = len(model.bodies)
    M = np.zeros((6 * n, 6 * n))
    v = np.zeros(6 * n)
    for i, (drawn, body) in enumerate(zip(model.bodies.values(), assembled.bodies.values(), strict=True)):
        k = 6 * i
        M[k:k + 3, k:k + 3], M[k + 3:k + 6, k + 3:k + 6] = body.mass * np.eye(3), body.inertia
        v[k:k + 6] = [*drawn.velocity, *(body.matrix.T @ drawn.spin)]
    inverse = np.linalg.inv(M)
    expected = v - inverse @ G.T @ np.linalg.pinv(G @ inverse @ G.T, rcond=1e-12) @ (G @ v)
    close(p.system.v0, expected, 1e-9)
    assert np.abs(G @ p.system.v0).max() < 1e-12 * max(1.0, np.abs(v).max())


def test_blade_holds_velocities_only() -> None:
    """A row at velocity level says nothing about where bodies stand, but takes the velocity across the edge."""
    m = jd.Model("sledge", planar=True)
    sledge = m.body("sledge", mass=2.0, inertia=0.1, at=(3.0, 1.0), rotation=0.4, velocity=(1.0, 0.5), spin=0.2)
    m.joint("rod", "distance", m.ground, sledge, at_a=(0, 0), at_b=(3, 1), length=3.0)
    m.row("edge", [(1.0, jd.blade(m.ground.marker("o"), sledge.marker("e"), "y"))], level="velocity")
    body = jd.assemble(m).model.bodies["sledge"]
    close(body.at[:2], np.array([3.0, 1.0]) * 3 / hypot(3, 1), 1e-12)  # straight along the rod, though the edge slants
    assert abs(-np.sin(body.angle) * body.velocity[0] + np.cos(body.angle) * body.velocity[1]) < 1e-14
    assert abs(body.velocity[:2] @ body.at[:2]) < 1e-14


# --------------------------------------------------------------------------- exact values


def parts(model: jd.Model, body: str) -> dict[str, Any]:
    b = model.bodies[body]
    centre = b.at + b.matrix @ b.com
    return {"position": centre, "rotation": b.matrix, "velocity": b.velocity, "spin": b.spin, "x": centre[0],
            "y": centre[1], "z": centre[2], "theta": b.angle, "vx": b.velocity[0], "vy": b.velocity[1],
            "vz": b.velocity[2], "wx": b.spin[0], "wz": b.spin[2]}


@pytest.mark.parametrize("part", ["rotation", "x", "y", "theta", "spin", "vx", "vy"])
def test_kept_in_the_plane(part: str) -> None:
    model = disturbed(four_bar(), 0.05, velocities=1.0)
    free, kept = jd.assemble(model), jd.assemble(model, fixed=f"coupler.{part}")
    drawn = parts(model, "coupler")[part]
    assert np.abs(parts(free.model, "coupler")[part] - drawn).max() > 1e-4
    assert np.abs(parts(kept.model, "coupler")[part] - drawn).max() < 1e-13
    assert largest(kept.gaps_after) < 1e-13 and largest(kept.rate_gaps_after) < 1e-13


@pytest.mark.parametrize("part", ["position", "rotation", "x", "z", "velocity", "spin", "vx", "vz", "wx", "wz"])
def test_kept_in_space(part: str) -> None:
    model = disturbed(bent_chain(), 0.05, velocities=1.0)
    name = "bar 2"
    free, kept = jd.assemble(model), jd.assemble(model, fixed=[f"{name}.{part}"])
    drawn = parts(model, name)[part]
    assert np.abs(parts(free.model, name)[part] - drawn).max() > 1e-5
    assert np.abs(parts(kept.model, name)[part] - drawn).max() < 1e-13
    assert largest(kept.gaps_after) < 1e-13 and largest(kept.rate_gaps_after) < 1e-13


@pytest.mark.parametrize("planar", [True, False])
def test_kept_body(planar: bool) -> None:
    """A whole body stays where it is; the rest comes to it. Its velocity is not kept by that."""
    if planar:
        m = jd.Model("pair", planar=True)
        a, b = (m.body(n, mass=1.0, inertia=0.1, at=(i, 0.2 * i), velocity=(i, 1)) for i, n in enumerate("ab"))
        m.joint("pin", "revolute", a.marker("r", at=(0.5, 0)), b.marker("l", at=(-0.4, 0)))
    else:
        m = disturbed(bent_chain(), 0.1, velocities=1.0)
        b = m.bodies["bar 2"]
    kept = jd.assemble(m, fixed=b.name)
    body = kept.model.bodies[b.name]
    assert np.abs(body.at - b.at).max() < 1e-13 and np.abs(body.matrix - b.matrix).max() < 1e-13
    assert largest(kept.gaps_after) < 1e-13
    assert max(kept.velocity_change[b.name]) > 0.01


@given(st.floats(-3.0, 3.0), st.floats(-20.0, 20.0))
@settings(max_examples=25, deadline=None)
def test_pose_by_a_measure(phi: float, rate: float) -> None:
    """phi and its rate as given; the other bars where circles intersect, on the branch drawn."""
    model = four_bar(phi - 0.4)
    a = jd.assemble(model, fixed={"phi": phi, "phi_rate": rate})
    centres, angles = four_bar_angles(phi)
    state = planar_state(a.model).reshape(3, 3)
    assert abs(state[0, 2] - phi) % (2 * pi) < 1e-13
    close(state[:, :2], centres, 1e-12)
    close(np.exp(1j * state[:, 2]), np.exp(1j * np.array(angles)), 1e-12)
    assert a.model.bodies["crank"].spin[2] == pytest.approx(rate, abs=1e-12)
    assert not a.branch_changed and not a.warnings


@pytest.mark.parametrize("key", ["A", "A.angle", "crank.theta", "phi"])
def test_names_of_one_angle(key: str) -> None:
    a = jd.assemble(four_bar(0.8), fixed={key: 1.1})
    assert a.model.bodies["crank"].angle == pytest.approx(1.1, abs=1e-14)
    assert a.gaps_before[next(n for n in a.gaps_before if n.startswith(f"fixed {key}"))] == pytest.approx(-0.3)


def test_joint_values_in_space() -> None:
    """The crank of the slider-crank at 2.5 rad, also by way of another turn; the slider by its slide."""
    model = slider_crank()
    model.measure("phi", model.joints["A"].angle)
    for value in (2.5, 2.5 - 2 * pi, 2.5 + 20 * pi):
        posed = jd.assemble(model, fixed={"A": value, "A.angle_rate": 3.0}).model
        result = jd.simulate(posed, 1e-3, integrator=jd.RK4(step=1e-3))
        assert np.exp(1j * result.measure("phi")[0]) == pytest.approx(np.exp(2.5j), abs=1e-12)
        assert np.linalg.norm(posed.bodies["crank"].spin) == pytest.approx(3.0, abs=1e-12)
        assert result.moved < 1e-14
    for key in ("guide", "guide.slide"):
        slid = jd.assemble(model, fixed={key: 0.05}).model.bodies["slider"]
        close(np.abs(slid.at - model.bodies["slider"].at), np.array([0.05, 0.0, 0.0]), 1e-13)


def test_joint_is_kept() -> None:
    """Naming a joint keeps what it leaves free as drawn, and nothing else."""
    model = disturbed(four_bar(), 0.05)
    drawn = model.bodies["coupler"].angle - model.bodies["crank"].angle
    kept, free = jd.assemble(model, fixed="B").model, jd.assemble(model).model
    assert kept.bodies["coupler"].angle - kept.bodies["crank"].angle == pytest.approx(drawn, abs=1e-13)
    assert abs(free.bodies["coupler"].angle - free.bodies["crank"].angle - drawn) > 1e-3


def test_rate_is_kept() -> None:
    model = disturbed(four_bar(), 0.0, velocities=1.0)
    kept = jd.assemble(model, fixed=("phi_rate",)).model
    assert kept.bodies["crank"].spin[2] == pytest.approx(model.bodies["crank"].spin[2], abs=1e-13)


@pytest.mark.parametrize(("fixed", "says"), [
    ("crnk", "Did you mean 'crank'"), ("crank.xx", "crank.x"), ("phi_rat", "Did you mean 'phi_rate'"),
    ("A.angel", "Did you mean 'angle'"), ({"crank": 1.0}, "crank.x"), ({"phi": "one"}, "not a number"),
    (3, "fixed = 3"), ([1.0], "is no name"), ("edge", "edge_rate"), ("bolt", "fixed joint"),
])
def test_wrong_names(fixed: Any, says: str) -> None:
    m = four_bar()
    m.measure("edge", jd.blade(m.ground.marker("o"), m.bodies["crank"].marker("e"), "y"))
    m.body("lid", mass=1.0, inertia=1.0)
    m.joint("bolt", "fixed", m.bodies["crank"], "lid", at=(0, 0))
    with pytest.raises(jd.ModelError, match="fixed") as caught:
        jd.assemble(m, fixed=fixed)
    assert says in str(caught.value)


@pytest.mark.parametrize(("weights", "says"), [({"crnk": 2.0}, "Did you mean 'crank'"), ({"crank": 0.0}, "positive"),
                                               (2.0, "mapping")])
def test_wrong_weights(weights: Any, says: str) -> None:
    with pytest.raises(jd.ModelError, match=says):
        jd.assemble(four_bar(), weights=weights)


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
    left, right = (m.body(n, mass=1.0, inertia=0.02, at=(x, side), rotation=angle)
                   for n, x, angle in (("left", 0.475, rise), ("right", 1.425, -rise)))
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


def displacement(model: jd.Model, states: np.ndarray) -> np.ndarray:
    """Half the mass-weighted sum of squares from the drawing of planar states (n, 9)."""
    d, mass = states - planar_state(model), planar_masses(model)
    return np.where(np.arange(9) % 3 == 2, 1.0 - np.cos(d), 0.5 * d * d) @ mass


def closed_four_bars(up: bool) -> np.ndarray:
    """Closed positions (n, 9) of one branch all around."""
    return np.array([np.column_stack(four_bar_angles(phi, up)).ravel() for phi in np.linspace(-pi, pi, 721)])


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
    best = min((least_squares(lambda q: four_bar_rows(q, 0.2, 4.0) / scale, q0 + 0.3 * d, xtol=1e-15, ftol=1e-15,
                              gtol=1e-15, x_scale=np.sqrt(inverse))
                for d in (np.zeros(9), *np.random.default_rng(3).normal(size=(6, 9)))), key=lambda r: r.cost)
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


@pytest.mark.parametrize(("fixed", "named", "joints"), [
    ({"phi": 0.5, "crank.x": 0.1}, ("'phi'", "'crank.x'"), ("'A'",)),
    ({"phi": 0.5, "rocker.theta": 0.1}, ("'phi'", "'rocker.theta'"), ("'A'", "'B'", "'C'", "'D'")),
    ({"phi": 0.5, "crank.theta": 0.6}, ("'phi'", "'crank.theta'"), ()),
    ({"phi_rate": 3.0, "crank.spin": 2.0}, ("'phi_rate'", "'crank.spin'"), ()),
    ({"phi_rate": 3.0, "crank.vx": 2.0}, ("'phi_rate'", "'crank.vx'"), ("'A'",)),
])
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
        w.joint("axle", "revolute", w.ground, wheel, at=(0, 0, 0)[:2 if planar else 3], **axis)
        w.drive("motor", w.joints["axle"].angle, "2*pi*t")
        body = jd.assemble(w, t=10.3).model.bodies["wheel"]
        assert np.exp(1j * np.arctan2(body.matrix[1, 0], body.matrix[0, 0])) == pytest.approx(np.exp(0.6j * pi), abs=1e-12)
        assert body.spin[2] == pytest.approx(2 * pi, abs=1e-13)


def test_held_rows_keep_what_was_drawn() -> None:
    """Rods without a length and gears hold the drawn value; the assembled model holds the same."""
    m = jd.Model("geared", planar=True)
    a, b = (m.body(n, mass=1.0, inertia=1.0, at=(x, 0.1), rotation=r) for n, x, r in (("a", 0.0, 0.3), ("b", 2.0, -0.2)))
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
    assert before == (planar_state(model).tobytes(), planar_velocity(model).tobytes(), set(model.joints), set(model.measures))


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


def test_report() -> None:
    """Gaps per row and per joint, and a table with every joint and body."""
    model = disturbed(four_bar(), 0.1, velocities=0.5)
    a = jd.assemble(model, fixed={"phi": 0.9})
    rows = four_bar_rows(planar_state(model))
    close(np.array(list(a.gaps_before.values()))[:8], rows, 1e-14)
    for i, name in enumerate("ABCD"):
        assert a.joint_gaps[name][0] == pytest.approx(np.abs(rows[2 * i:2 * i + 2]).max())
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


# --------------------------------------------------------------------------- the displacement itself


@pytest.mark.parametrize("make", [four_bar, two_arms])
def test_derivatives_of_the_displacement(make: Callable[[], jd.Model]) -> None:
    """Gradient and Hessian by increments against central differences, far from the drawing."""
    from jourdain.analyses.displacement import Displacement

    system = jd.compile(make())
    d = Displacement(system)
    rng = np.random.default_rng(4)
    q = d.retract(system.q0, 0.8 * rng.normal(size=system.kind.v))
    gradient, blocks = d.derivatives(q)
    n, h, eye = d.width, 1e-4, np.eye(system.kind.v)

    def value(u: np.ndarray) -> float:
        return d.value(d.retract(q, u))

    close(gradient, np.array([(value(h * e) - value(-h * e)) / (2 * h) for e in eye]), 1e-7)
    for b, block in enumerate(blocks):
        for i in range(n):
            for j in range(n):
                e, f = h * eye[n * b + i], h * eye[n * b + j]
                second = (value(e + f) - value(e - f) - value(f - e) + value(-e - f)) / (4 * h * h)
                assert block[i, j] == pytest.approx(second, abs=2e-6)
    at_start = d.derivatives(system.q0)[1]
    close(at_start, d.inertia, 1e-15)
    if not system.planar:  # orientation of the first body from independent formulas
        R0, R = rotation_matrix(system.q0[3:7]), rotation_matrix(q[3:7])
        c, e = d.turned(q)
        angle = 2 * np.arctan2(np.linalg.norm(e[0]), c[0])
        axis = e[0] / np.linalg.norm(e[0])
        turn = np.eye(3) + np.sin(angle) * cross_matrix(axis) + (1 - np.cos(angle)) * cross_matrix(axis) @ cross_matrix(axis)
        close(R0.T @ R, turn, 1e-13)

"""assemble: least motion and least change of velocity against SciPy and closed forms, and values kept exactly."""

from __future__ import annotations

from collections.abc import Callable
from math import hypot, pi
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import minimize
from scipy.spatial.transform import Rotation

import jourdain as jd
from helpers import Probe, close, cross_matrix, rotation_matrix
from jourdain.diagnosis.displacement import CoordinateChange, Displacement
from jourdain.examples import slider_crank
from jourdain.system.directors import to_natural
from machines import problems
from machines.drawings import (
    bent_chain,
    disturbed,
    four_bar,
    four_bar_angles,
    four_bar_rows,
    largest,
    numeric_jacobian,
    planar_masses,
    planar_state,
    planar_velocity,
    two_arms,
)

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

    best = minimize(
        far,
        q0,
        method="SLSQP",
        constraints={"type": "eq", "fun": four_bar_rows},
        options={"ftol": 1e-16, "maxiter": 500},
    )
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

    best = minimize(
        far,
        np.zeros(12),
        method="SLSQP",
        constraints={"type": "eq", "fun": rows},
        options={"ftol": 1e-16, "maxiter": 500},
    )
    assert best.success and np.abs(rows(best.x)).max() < 1e-9
    assembly = jd.assemble(model)
    for body, (p, R), (name, moved) in zip(
        assembly.model.bodies.values(), poses(best.x), assembly.moved.items(), strict=True
    ):
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
        M[k : k + 3, k : k + 3], M[k + 3 : k + 6, k + 3 : k + 6] = body.mass * np.eye(3), body.inertia
        v[k : k + 6] = [*drawn.velocity, *(body.matrix.T @ drawn.spin)]
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
    return {
        "position": centre,
        "rotation": b.matrix,
        "velocity": b.velocity,
        "spin": b.spin,
        "x": centre[0],
        "y": centre[1],
        "z": centre[2],
        "theta": b.angle,
        "vx": b.velocity[0],
        "vy": b.velocity[1],
        "vz": b.velocity[2],
        "wx": b.spin[0],
        "wz": b.spin[2],
    }


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


@pytest.mark.parametrize(
    ("fixed", "says"),
    [
        ("crnk", "Did you mean 'crank'"),
        ("crank.xx", "crank.x"),
        ("phi_rat", "Did you mean 'phi_rate'"),
        ("A.angel", "Did you mean 'angle'"),
        ({"crank": 1.0}, "crank.x"),
        ({"phi": "one"}, "not a number"),
        (3, "fixed = 3"),
        ([1.0], "is no name"),
        ("edge", "edge_rate"),
        ("bolt", "fixed joint"),
    ],
)
def test_wrong_names(fixed: Any, says: str) -> None:
    m = four_bar()
    m.measure("edge", jd.blade(m.ground.marker("o"), m.bodies["crank"].marker("e"), "y"))
    m.body("lid", mass=1.0, inertia=1.0)
    m.joint("bolt", "fixed", m.bodies["crank"], "lid", at=(0, 0))
    with pytest.raises(jd.ModelError, match="fixed") as caught:
        jd.assemble(m, fixed=fixed)
    assert says in str(caught.value)


@pytest.mark.parametrize(
    ("weights", "says"), [({"crnk": 2.0}, "Did you mean 'crank'"), ({"crank": 0.0}, "positive"), (2.0, "mapping")]
)
def test_wrong_weights(weights: Any, says: str) -> None:
    with pytest.raises(jd.ModelError, match=says):
        jd.assemble(four_bar(), weights=weights)


# --------------------------------------------------------------------------- the displacement itself


@pytest.mark.parametrize("make", [four_bar, two_arms])
def test_derivatives_of_the_displacement(make: Callable[[], jd.Model]) -> None:
    """Gradient and Hessian by increments against central differences, far from the drawing."""
    system = jd.compile(make())
    d = Displacement(system)
    rng = np.random.default_rng(4)
    q = d.layout.moved(system.q0, 0.8 * rng.normal(size=system.kind.v))
    gradient, blocks = d.derivatives(q)
    n, h, eye = d.layout.velocity_width, 1e-4, np.eye(system.kind.v)
    directors = CoordinateChange(jd.compile(make(), coordinates="natural"), 0.0)
    assert directors.value(to_natural(system.planar, q, system.v0, system.v0)[0]) == pytest.approx(
        d.value(q), rel=1e-12
    )

    def value(u: np.ndarray) -> float:
        return d.value(d.layout.moved(q, u))

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
        turn = (
            np.eye(3)
            + np.sin(angle) * cross_matrix(axis)
            + (1 - np.cos(angle)) * cross_matrix(axis) @ cross_matrix(axis)
        )
        close(R0.T @ R, turn, 1e-13)

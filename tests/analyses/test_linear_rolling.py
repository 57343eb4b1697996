"""linear about rolling: the benchmark bicycle of Meijaard, Papadopoulos, Ruina and Schwab (2007), and a disc in a circle.

A wheel has a massless companion on its axle whose x axis stays level: its lowest point is the point of contact, exactly, at any
lean. That point stays on the ground, moves not sideways, and moves forward as the wheel turns.
"""

from __future__ import annotations

import numpy as np
import pytest
import scipy.linalg

import jourdain as jd
from helpers import rotation_matrix
from jourdain.model.elements import Body

G = 9.81


def rolling(model: jd.Model, wheel: Body, radius: float, rotation: np.ndarray, rate: np.ndarray) -> None:
    """Let a wheel (axle along y, centre at its origin) roll on the plane z = 0, z down; rotation, rate: of the companion."""
    name = wheel.name
    patch = model.body(
        f"{name} patch",
        mass=0.0,
        inertia=(0.0, 0.0, 0.0),
        at=wheel.at,
        rotation=rotation,
        velocity=wheel.velocity,
        spin=rate,
    )
    ground, contact = model.ground.marker(f"{name} ground"), patch.marker("contact", at=(0.0, 0.0, radius))
    axle = model.joint(f"{name} axle", "revolute", patch, wheel, at=wheel.at, axis=rotation[:, 1])
    model.row(f"{name} level", [(1.0, jd.align(patch.marker("axes").x, ground.z))])
    model.row(f"{name} height", [(1.0, jd.slide(ground, contact, "z"))])
    model.row(f"{name} forward", [(1.0, jd.blade(ground, contact, "x")), (radius, axle.angle)], level="velocity")
    model.row(f"{name} sideways", [(1.0, jd.blade(ground, contact, "y"))], level="velocity")


def bicycle(speed: float, *, frame: np.ndarray | None = None) -> jd.Model:
    """Four bodies, x forward, z down."""
    base, trail, tilt, rear_radius, front_radius = 1.02, 0.08, np.pi / 10, 0.3, 0.35
    model = jd.Model("bicycle", gravity=(0.0, 0.0, G))
    turn = np.eye(3) if frame is None else frame
    ahead = turn @ [speed, 0.0, 0.0]

    def body(name: str, mass: float, x: float, z: float, inertia: list[float], spin: float = 0.0) -> Body:
        xx, yy, zz, xz = inertia
        return model.body(
            name,
            mass=mass,
            inertia=[[xx, 0, xz], [0, yy, 0], [xz, 0, zz]],
            at=turn @ [x, 0.0, z],
            rotation=turn,
            velocity=ahead,
            spin=turn @ [0.0, spin, 0.0],
        )

    rear = body("rear wheel", 2.0, 0.0, -rear_radius, [0.0603, 0.12, 0.0603, 0.0], -speed / rear_radius)
    rider = body("frame", 85.0, 0.3, -0.9, [9.2, 11.0, 2.8, 2.4])
    fork = body("fork", 4.0, 0.9, -0.7, [0.05892, 0.06, 0.00708, -0.00756])
    front = body("front wheel", 3.0, base, -front_radius, [0.1405, 0.28, 0.1405, 0.0], -speed / front_radius)
    across = turn @ [0.0, 1.0, 0.0]
    model.joint("rear", "revolute", rider, rear, at=rear.at, axis=across)
    model.joint("front", "revolute", fork, front, at=front.at, axis=across)
    axis = turn @ [np.sin(tilt), 0.0, np.cos(tilt)]
    model.joint("steer", "revolute", rider, fork, at=turn @ [base + trail, 0.0, 0.0], axis=axis)
    model.measure("steer angle", model.joints["steer"].angle)
    for wheel, radius in ((rear, rear_radius), (front, front_radius)):
        rolling(model, wheel, radius, turn, np.zeros(3))
    return model


M = np.array([[80.81722, 2.31941332208709], [2.31941332208709, 0.29784188199686]])
C1 = np.array([[0.0, 33.86641391492494], [-0.85035641456978, 1.68540397397560]])
K0 = np.array([[-80.95, -2.59951685249872], [-2.59951685249872, -0.80329488458618]])
K2 = np.array([[0.0, 76.59734589573222], [0.0, 2.65431523794604]])


def benchmark(speed: float) -> np.ndarray:
    """Eigenvalues of M q'' + v C1 q' + (g K0 + v^2 K2) q = 0 for lean and steer."""
    lower = -np.linalg.solve(M, np.hstack([G * K0 + speed**2 * K2, speed * C1]))
    return np.linalg.eigvals(np.vstack([np.hstack([np.zeros((2, 2)), np.eye(2)]), lower]))


def moving(found: jd.Linear) -> np.ndarray:
    return found.eigenvalues[found.free :]


def same(found: np.ndarray, expected: np.ndarray, tol: float) -> None:
    found, expected = np.sort_complex(np.round(found, 9)), np.sort_complex(np.round(expected, 9))
    assert found.shape == expected.shape
    assert np.abs(found - expected).max() < tol * np.abs(expected).max(), (found, expected)


@pytest.mark.parametrize("speed", [0.0, 1.0, 3.0, 5.0, 10.0])
def test_bicycle(speed: float) -> None:
    """Weave, capsize and castering, at standstill and in motion."""
    found = jd.linear(bicycle(speed))
    assert found.steady and not found.turning.any()
    same(moving(found), benchmark(speed), 1e-9)


def test_bicycle_in_another_direction() -> None:
    """North, west or anywhere: a bicycle is the same."""
    c, s = np.cos(0.8), np.sin(0.8)
    found = jd.linear(bicycle(5.0, frame=np.array([[c, -s, 0.0], [s, c, 0.0], [0.0, 0.0, 1.0]])))
    same(moving(found), benchmark(5.0), 1e-9)


def test_bicycle_steers_itself_between_two_speeds() -> None:
    """Weave speed 4.29238253634111 and capsize speed 6.02426201538837 m/s."""
    for speed, stable in ((4.292, False), (4.293, True), (6.024, True), (6.025, False)):
        assert (moving(jd.linear(bicycle(speed))).real.max() < 0.0) == stable


def test_bicycle_against_published_eigenvalues() -> None:
    expected = {
        1.0: (3.52696171 + 0.80774028j, -3.13423125, -7.11008015),
        5.0: (-0.77534188 + 4.46486771j, -0.32286643, -14.07838969),
        10.0: (-3.7201684 + 10.90681139j, 0.16105339, -24.62459635),
    }
    for speed, values in expected.items():
        found = moving(jd.linear(bicycle(speed)))
        for value in values:
            assert np.abs(found - value).min() < 1e-7


@pytest.mark.parametrize("rate", [7.0, 9.0])
def test_disc_rolling_straight(rate: float) -> None:
    """Upright and straight, J = m r^2 (1/4, 1/2, 1/4): s^2 = (g/r - 3 w^2)/1.25, stable from w^2 = g/3r on."""
    m, r = 0.3, 0.05
    model = jd.Model("disc", gravity=(0.0, 0.0, G))
    wheel = model.body(
        "disc",
        mass=m,
        inertia=m * r**2 * np.array([0.25, 0.5, 0.25]),
        at=(0.0, 0.0, -r),
        velocity=(rate * r, 0.0, 0.0),
        spin=(0.0, -rate, 0.0),
    )
    rolling(model, wheel, r, np.eye(3), np.zeros(3))
    found = jd.linear(model)
    root = np.sqrt(complex((G / r - 3 * rate**2) / 1.25))
    assert found.steady and ("unstable" in found.verdict()) == (rate**2 < G / (3 * r))
    same(moving(found), np.array([root, -root]), 1e-9)


def disc(lean: float, turns: float, radius: float = 0.05) -> jd.Model:
    """A thin disc that rolls in a circle of `turns` times its radius, leaning inward by `lean` [rad]; z down."""
    m, rho = 0.3048, 1.0 / turns
    sine, cosine = np.sin(lean), np.cos(lean)
    spin = np.sqrt(
        4 * (G / radius) * sine / ((6 - 5 * rho * sine) * rho * cosine)
    )  # of the point of contact along the rim
    way = rho * spin  # rate of the circle
    model = jd.Model("disc", gravity=(0.0, 0.0, G))
    # heading x, the circle to the right (+y): lean about x so that the top goes to +y, z down
    R = np.array([[1.0, 0.0, 0.0], [0.0, cosine, -sine], [0.0, sine, cosine]])
    centre = np.array([0.0, radius * sine, -radius * cosine])
    rate = np.array([0.0, 0.0, way])
    wheel_rate = rate - spin * R[:, 1]
    middle = np.array([0.0, turns * radius, 0.0])
    wheel = model.body(
        "disc",
        mass=m,
        inertia=m * radius**2 * np.array([0.25, 0.5, 0.25]),
        at=centre,
        rotation=R,
        spin=wheel_rate,
        velocity=np.cross(rate, centre - middle),
    )
    rolling(model, wheel, radius, R, rate)
    return model


def test_disc_in_a_circle() -> None:
    """A steady motion of which nothing but the frame is known beforehand; the rate of that is the closed form."""
    found = jd.linear(disc(np.radians(5.0), 10.0))
    assert found.steady
    assert found.turning == pytest.approx([0.0, 0.0, 1.07364981632612], rel=1e-9, abs=1e-9)


def turned(result: jd.Result, other: jd.Result, name: str) -> tuple[np.ndarray, np.ndarray]:
    """Difference of two runs at the end: way of the centre, and rotation vector in ground axes, for small differences."""
    a, b = (run[name] for run in (result, other))
    between = a.matrices[-1] @ b.matrices[-1].T
    skew = 0.5 * (between - between.T)
    return a.q[-1, :3] - b.q[-1, :3], np.array([skew[2, 1], skew[0, 2], skew[1, 0]])


def test_runs_deviate_as_the_linear_model_says() -> None:
    """A disc in its circle, disturbed both ways: half the difference, seen from the turning frame, is exp(A t) x."""
    model, t, size = disc(np.radians(5.0), 10.0), 0.4, 1e-4
    found = jd.linear(model)
    start, x = found.start, np.zeros(len(found.states))
    x[-1] = 10.0
    n, R = start.system.kind.v, {b: start.q.reshape(-1, 7)[b, 3:] for b in range(2)}
    change = found.reduced.basis @ x
    runs = []
    for sign in (1.0, -1.0):
        v = start.v.copy().reshape(-1, 6)
        for b, part in enumerate((sign * size * change[n : 2 * n]).reshape(-1, 6)):
            v[b, :3] += part[:3]
            v[b, 3:] += rotation_matrix(R[b]).T @ part[3:]
        disturbed = model.copy()
        for body, q, speed in zip(disturbed.bodies.values(), start.q.reshape(-1, 7), v, strict=True):
            body.velocity, body.spin = speed[:3], rotation_matrix(q[3:]) @ speed[3:]
        runs.append(jd.simulate(disturbed, t, integrator=jd.DOP853(tol=1e-12), output=2, trust="fast"))
    assert not change[:n].any()
    after = found.reduced.basis @ scipy.linalg.expm(found.A * t) @ x
    angle = found.turning[2] * t
    Q = np.array([[np.cos(angle), -np.sin(angle), 0.0], [np.sin(angle), np.cos(angle), 0.0], [0.0, 0.0, 1.0]])
    way, rotation = turned(runs[0], runs[1], "disc")
    assert np.abs(Q.T @ way / (2 * size) - after[:3]).max() < 1e-5 * np.abs(after[:3]).max()
    assert np.abs(Q.T @ rotation / (2 * size) - after[3:6]).max() < 1e-5 * np.abs(after[3:6]).max()

"""Classical problems shared by the tests and the benchmarks: one definition each, with reference solutions.

Planar pinned mechanisms are plain data (`Mechanism`), so that the same numbers can be given to another program.
The references are published values or minimal-coordinate equations integrated by SciPy; none comes from this package.

Sources
    Andrews' squeezing mechanism: IVP test set (Bari/CWI), also IFToMM benchmark A03
    pendulum, N four-bars: IFToMM benchmark library, A01 and A02; closed form, or its one equation of motion
    heavy top: Bruels, Cardona, Arnold (2012), values stored with the Kynema tests (step 2e-6 s)
"""

from __future__ import annotations

from dataclasses import dataclass, field
from math import cos, pi, sin, sqrt
from typing import Any

import numpy as np
from scipy.integrate import solve_ivp
from scipy.linalg import solveh_banded
from scipy.special import ellipj

import jourdain as jd

Point = tuple[float, float]
GROUND = "ground"


# --------------------------------------------------------------------------- planar pinned mechanisms as data


@dataclass(frozen=True)
class Link:
    """A planar rigid body: frame origin `at` (m) and `angle` (rad) at the start, centre of mass in its own frame."""

    name: str
    mass: float  # kg
    inertia: float  # about the centre of mass, kg m2
    at: Point
    angle: float = 0.0
    com: Point = (0.0, 0.0)
    velocity: Point = (0.0, 0.0)  # of the centre of mass, m/s
    spin: float = 0.0  # rad/s

    def to_ground(self, point: Point) -> np.ndarray:
        """A point of the body frame in ground axes at the start (2,)."""
        return np.asarray(self.at) + _rotation(self.angle) @ np.asarray(point)


@dataclass(frozen=True)
class Pin:
    """Two points, each in the frame of its body ("ground": ground coordinates), that stay together."""

    name: str
    a: str
    point_a: Point
    b: str
    point_b: Point


@dataclass(frozen=True)
class Mechanism:
    """Links and pins under gravity (m/s2)."""

    name: str
    links: list[Link]
    pins: list[Pin]
    gravity: Point = (0.0, 0.0)
    index: dict[str, int] = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "index", {link.name: i for i, link in enumerate(self.links)})

    def point(self, body: str, point: Point, centres: np.ndarray, angles: np.ndarray) -> np.ndarray:
        """Ground coordinates (..., 2) of a body point, from centres of mass (..., n, 2) and angles (..., n)."""
        if body == GROUND:
            return np.asarray(point)
        i = self.index[body]
        x, y = np.asarray(point) - np.asarray(self.links[i].com)
        c, s = np.cos(angles[..., i]), np.sin(angles[..., i])
        return centres[..., i, :] + np.stack([c * x - s * y, s * x + c * y], axis=-1)

    def gap(self, centres: np.ndarray, angles: np.ndarray) -> float:
        """Largest distance between pinned points (m)."""
        ends = [
            (self.point(p.a, p.point_a, centres, angles), self.point(p.b, p.point_b, centres, angles))
            for p in self.pins
        ]
        return max(float(np.linalg.norm(a - b, axis=-1).max()) for a, b in ends)


def _rotation(angle: float) -> np.ndarray:
    return np.array([[cos(angle), -sin(angle)], [sin(angle), cos(angle)]])


def planar_model(mechanism: Mechanism) -> jd.Model:
    """The planar model of a mechanism."""
    return _planar_parts(mechanism)[0]


def _planar_parts(mechanism: Mechanism) -> tuple[jd.Model, dict[str, Any]]:
    """Model and bodies by name: native planar bodies, a revolute joint per pin, one marker per body point."""
    model = jd.Model(mechanism.name, planar=True, gravity=mechanism.gravity)
    bodies: dict[str, Any] = {GROUND: model.ground}
    for k in mechanism.links:
        bodies[k.name] = model.body(
            k.name,
            mass=k.mass,
            inertia=k.inertia,
            at=k.at,
            rotation=k.angle,
            com=k.com,
            velocity=k.velocity,
            spin=k.spin,
        )
    markers: dict[tuple[str, Point], Any] = {}

    def marker(body: str, point: Point, name: str) -> Any:
        if (body, point) not in markers:
            markers[body, point] = bodies[body].marker(name, at=point)
        return markers[body, point]

    for p in mechanism.pins:
        model.joint(p.name, "revolute", marker(p.a, p.point_a, f"{p.name} a"), marker(p.b, p.point_b, f"{p.name} b"))
    return model, bodies


def planar_motion(mechanism: Mechanism, result: Any) -> tuple[np.ndarray, np.ndarray]:
    """Centres of mass (nt, n, 2) and angles (nt, n) of a planar Result, in the order of the links."""
    centres = np.stack([result[k.name].position for k in mechanism.links], axis=1)
    return centres, np.stack([result[k.name].angle for k in mechanism.links], axis=1)


# --------------------------------------------------------------------------- Andrews' squeezing mechanism

ANDREWS_O: Point = (0.0, 0.0)
ANDREWS_A: Point = (-0.06934, -0.00227)
ANDREWS_B: Point = (-0.03635, 0.03273)
ANDREWS_C: Point = (0.014, 0.072)  # spring on the ground
ANDREWS_D: Point = (0.02, -0.018)  # spring on K3
ANDREWS_SPRING = (4530.0, 0.07785)  # N/m, rest length m
ANDREWS_TORQUE = 0.033  # N m on K1
ANDREWS_END = 0.03  # s

# beta, theta, gamma, phi, delta, omega, epsilon at the start and at 0.03 s (PSIDE, tolerance 1e-14)
ANDREWS_START = np.array(
    [
        -0.0617138900142764496,
        0.0,
        0.455279819163070380,
        0.222668390165885885,
        0.487364979543842550,
        -0.222668390165885885,
        1.23054744454982119,
    ]
)
ANDREWS_FINAL = np.array(
    [
        15.81077119629904,
        -15.75637105984298,
        0.04082224013073101,
        -0.5347301163226948,
        0.5244099658805304,
        0.5347301163226948,
        1.048080741042263,
    ]
)
ANDREWS_FIRST_ACCELERATIONS = (14222.4439199541, -10666.8329399656)  # beta'', theta'' at the start, rad/s2


def andrews() -> Mechanism:
    """Seven bodies, ten pins, one degree of freedom; body frames sit at a pin."""
    beta, theta, gamma, phi, delta, omega, epsilon = ANDREWS_START
    f, g, h = (0.007, 0.0), (0.04, 0.0), (0.0, -0.04)

    def end(at: Point, angle: float, point: Point) -> Point:
        x, y = np.asarray(at) + _rotation(angle) @ np.asarray(point)
        return float(x), float(y)

    links = [
        Link("K1", 0.04325, 2.194e-6, ANDREWS_O, beta, (0.00092, 0.0)),
        Link("K2", 0.00365, 4.410e-7, end(ANDREWS_O, beta, f), beta + theta, (-0.0115, 0.0)),
        Link("K3", 0.02373, 5.255e-6, ANDREWS_B, gamma, (0.01043, -0.01874)),
        Link("K4", 0.00706, 5.667e-7, end(ANDREWS_A, delta, g), phi + delta, (0.0, -0.00579)),
        Link("K5", 0.07050, 1.169e-5, ANDREWS_A, delta, (0.02308, 0.00916)),
        Link("K6", 0.00706, 5.667e-7, end(ANDREWS_A, epsilon, h), omega + epsilon, (0.00579, 0.0)),
        Link("K7", 0.05498, 1.912e-5, ANDREWS_A, epsilon, (-0.00449, -0.01228)),
    ]
    e2: Point = (-0.028, 0.0)
    pins = [
        Pin("O", GROUND, ANDREWS_O, "K1", (0.0, 0.0)),
        Pin("F", "K1", f, "K2", (0.0, 0.0)),
        Pin("B", GROUND, ANDREWS_B, "K3", (0.0, 0.0)),
        Pin("A5", GROUND, ANDREWS_A, "K5", (0.0, 0.0)),
        Pin("G", "K5", g, "K4", (0.0, 0.0)),
        Pin("A7", GROUND, ANDREWS_A, "K7", (0.0, 0.0)),
        Pin("H", "K7", h, "K6", (0.0, 0.0)),
        Pin("E3", "K2", e2, "K3", (0.0, -0.035)),
        Pin("E4", "K2", e2, "K4", (0.0, -0.02)),
        Pin("E6", "K2", e2, "K6", (0.02, 0.0)),
    ]
    return Mechanism("Andrews", links, pins)


def andrews_model() -> jd.Model:
    """Andrews' mechanism with its spring and driving torque."""
    model, bodies = _planar_parts(andrews())
    stiffness, rest = ANDREWS_SPRING
    anchor = model.ground.marker("C", at=ANDREWS_C)
    model.spring("spring", anchor, bodies["K3"].marker("D", at=ANDREWS_D), stiffness=stiffness, rest=rest)
    model.load("torque", bodies["K1"], torque=ANDREWS_TORQUE)
    return model


def andrews_angles(body_angles: np.ndarray) -> np.ndarray:
    """The seven angles of the test set (..., 7) from the absolute angles of K1..K7 (..., 7)."""
    k1, k2, k3, k4, k5, k6, k7 = np.moveaxis(np.asarray(body_angles), -1, 0)
    return np.stack([k1, k2 - k1, k3, k4 - k5, k5, k6 - k7, k7], axis=-1)


# --------------------------------------------------------------------------- N four-bars


def n_four_bar(n: int) -> Mechanism:
    """2n + 1 bars of 1 m and 1 kg: n + 1 uprights on the ground, n couplers on top, tops moving at 1 m/s.

    Whenever the uprights lie flat the bars are in line, and the motion could leave the branch of parallel uprights.
    """
    inertia = 1.0 / 12.0
    uprights = [
        Link(f"upright {i}", 1.0, inertia, (float(i), 0.5), velocity=(0.5, 0.0), spin=-1.0) for i in range(n + 1)
    ]
    couplers = [Link(f"coupler {i}", 1.0, inertia, (i + 0.5, 1.0), velocity=(1.0, 0.0)) for i in range(n)]
    foot, top, left, right = (0.0, -0.5), (0.0, 0.5), (-0.5, 0.0), (0.5, 0.0)
    pins = [Pin(f"A{i}", GROUND, (float(i), 0.0), f"upright {i}", foot) for i in range(n + 1)]
    for i in range(n):
        pins.append(Pin(f"B{i}", f"upright {i}", top, f"coupler {i}", left))
        pins.append(Pin(f"C{i + 1}", f"coupler {i}", right, f"upright {i + 1}", top))
    return Mechanism(f"four-bar {n}", uprights + couplers, pins, gravity=(0.0, -9.81))


def n_four_bar_angle(n: int, times: np.ndarray) -> np.ndarray:
    """Inclination th of the parallel uprights from the vertical (nt,): top of the first one at (sin th, cos th).

    ((n+1)/3 + n) th'' = ((n+1)/2 + n) g sin th,  th(0) = 0, th'(0) = 1.
    """
    rate = ((n + 1) / 2 + n) * 9.81 / ((n + 1) / 3 + n)
    return _ode(lambda t, y: np.array([y[1], rate * sin(y[0])]), np.array([0.0, 1.0]), times)[:, 0]


# --------------------------------------------------------------------------- serial pendulums of rods


def two_link_arm() -> Mechanism:
    """Two uniform rods (1 m, 1 kg and sqrt(3) m, 2 kg) falling from +60 and -30 degrees, g = 9.8."""
    first, second, length = pi / 3, -pi / 6, sqrt(3.0)
    elbow = (cos(first), sin(first))
    middle = (elbow[0] + 0.5 * length * cos(second), elbow[1] + 0.5 * length * sin(second))
    links = [
        Link("upper", 1.0, 1.0 / 12.0, (0.5 * elbow[0], 0.5 * elbow[1]), first),
        Link("lower", 2.0, 2.0 * length**2 / 12.0, middle, second),
    ]
    pins = [
        Pin("shoulder", GROUND, (0.0, 0.0), "upper", (-0.5, 0.0)),
        Pin("elbow", "upper", (0.5, 0.0), "lower", (-0.5 * length, 0.0)),
    ]
    return Mechanism("two-link arm", links, pins, gravity=(0.0, -9.8))


def two_link_arm_angles(times: np.ndarray) -> np.ndarray:
    """Absolute angles of both rods (nt, 2)."""
    length = sqrt(3.0)
    inertias = np.array([1.0 / 12.0, 2.0 * length**2 / 12.0])
    start = np.array([pi / 3, -pi / 6])
    return rod_chain_angles(np.array([1.0, length]), np.array([1.0, 2.0]), inertias, start, 9.8, times)


CHAIN_RADIUS = 0.05  # m
CHAIN_INERTIA = (0.5 * CHAIN_RADIUS**2, (3 * CHAIN_RADIUS**2 + 1.0) / 12, (3 * CHAIN_RADIUS**2 + 1.0) / 12)  # kg m2


def chain(n: int) -> jd.Model:
    """Spatial chain of n round bars (1 m, 1 kg) on ball joints, starting along x, gravity -9.81 along z."""
    model = jd.Model(f"chain {n}", gravity=(0.0, 0.0, -9.81))
    end = model.ground.marker("end", at=(0.0, 0.0, 0.0))
    for i in range(n):
        body = model.body(f"bar {i}", mass=1.0, inertia=CHAIN_INERTIA, at=(i + 0.5, 0.0, 0.0))
        model.joint(f"ball {i}", "spherical", end, body.marker("start", at=(-0.5, 0.0, 0.0)))
        end = body.marker("end", at=(0.5, 0.0, 0.0))
    return model


def chain_centres(n: int, times: np.ndarray) -> np.ndarray:
    """Centres of mass (nt, n, 3): the start is plane and symmetric, so the motion stays in the x-z plane."""
    ones = np.ones(n)
    angles = rod_chain_angles(ones, ones, CHAIN_INERTIA[1] * ones, np.zeros(n), 9.81, times)
    steps = np.stack([np.cos(angles), np.zeros_like(angles), np.sin(angles)], axis=-1)
    return np.cumsum(steps, axis=1) - 0.5 * steps


def rod_chain_angles(
    lengths: np.ndarray, masses: np.ndarray, inertias: np.ndarray, start: np.ndarray, gravity: float, times: np.ndarray
) -> np.ndarray:
    """Angles (nt, n) to the horizontal of n uniform rods hung in series in a plane, released at rest.

    By the forces F_k with which each rod is held at its start: with e = (cos a, sin a), n = (-sin a, cos a) and
    P = L^2/(4 I) n n^T the ends that meet in joint k have the same acceleration if
    (1/m + P)_k-1 F_k + (1/m + P)_k F_k - (1/m - P)_k-1 F_k-1 - (1/m - P)_k F_k+1 = -(L a'^2 e/2)_k-1 - (L a'^2 e/2)_k.
    """
    n = len(lengths)
    whole = (1.0 / masses)[:, None, None] * np.eye(2)

    def slope(_t: float, y: np.ndarray) -> np.ndarray:
        angle, rate = y[:n], y[n:]
        along = np.stack([np.cos(angle), np.sin(angle)], axis=-1)
        across = np.stack([-along[:, 1], along[:, 0]], axis=-1)
        turning = (lengths**2 / (4.0 * inertias))[:, None, None] * across[:, :, None] * across[:, None, :]
        diagonal, beside, right = whole + turning, turning - whole, -0.5 * (lengths * rate**2)[:, None] * along
        diagonal[1:] += diagonal[:-1].copy()
        right[1:] += right[:-1].copy()
        right[0, 1] += gravity
        bands = np.zeros((4, 2 * n))
        bands[3] = diagonal[:, [0, 1], [0, 1]].ravel()
        bands[2, 1::2], bands[2, 2::2] = diagonal[:, 0, 1], beside[:-1, 1, 0]
        bands[1, 2:] = beside[:-1, [0, 1], [0, 1]].ravel()
        bands[0, 3::2] = beside[:-1, 0, 1]
        force = solveh_banded(bands, right.ravel()).reshape(n, 2)
        force[:-1] += force[1:].copy()
        return np.concatenate([rate, -0.5 * lengths / inertias * (across * force).sum(axis=-1)])

    return _ode(slope, np.concatenate([start, np.zeros(n)]), times)[:, :n]


def _ode(slope: Any, start: np.ndarray, times: np.ndarray) -> np.ndarray:
    """States (nt, n) of y' = slope(t, y) from t = 0, near rounding accuracy."""
    end = float(np.max(times))
    solution = solve_ivp(slope, (0.0, end), start, method="DOP853", rtol=3e-14, atol=1e-15, t_eval=times)
    assert solution.success, solution.message
    return solution.y.T


# --------------------------------------------------------------------------- single bodies

PENDULUM_GRAVITY = 9.81


def pendulum() -> jd.Model:
    """Point mass of 1 kg on a massless bar of 1 m, released horizontally at x = -1.

    The bar is a distance row to the centre of mass, so the body's inertia does not matter: nothing ever turns it.
    """
    model = jd.Model("pendulum", planar=True, gravity=(0.0, -PENDULUM_GRAVITY))
    mass = model.body("mass", mass=1.0, inertia=1.0, at=(-1.0, 0.0))
    model.joint("bar", "distance", model.ground, mass, at_a=(0.0, 0.0), at_b=(-1.0, 0.0))
    return model


def pendulum_position(times: np.ndarray) -> np.ndarray:
    """(nt, 2). Closed form: sin(a/2) = -k cd(sqrt(g) t | k^2), k^2 = 1/2, a from the downward vertical."""
    _, cn, dn, _ = ellipj(sqrt(PENDULUM_GRAVITY) * np.asarray(times), 0.5)
    angle = -2.0 * np.arcsin(sqrt(0.5) * cn / dn)
    return np.stack([np.sin(angle), -np.cos(angle)], axis=-1)


HEAVY_TOP_END = 2.0  # s
# displacement of the centre of mass (m) and orientation at 2 s
HEAVY_TOP_DISPLACEMENT = np.array([-0.150416985652933, -1.724164450779749, -0.673023460701136])
HEAVY_TOP_QUATERNION = np.array([0.122947275600560, -0.491079359219981, 0.350430794926147, -0.787986857972906])


def heavy_top() -> jd.Model:
    """15 kg on a ball joint at the origin, centre of mass at (0, 1, 0), spinning at 150 rad/s about y."""
    model = jd.Model("heavy top", gravity=(0.0, 0.0, -9.81))
    spin, centre = (0.0, 150.0, -4.61538), (0.0, 1.0, 0.0)
    velocity = tuple(float(x) for x in np.cross(spin, centre))
    top = model.body("top", mass=15.0, inertia=(0.234375, 0.46875, 0.234375), at=centre, velocity=velocity, spin=spin)
    model.joint("ball", "spherical", model.ground, top, at=(0.0, 0.0, 0.0))
    return model

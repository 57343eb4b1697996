"""Every kind of joint: rows = rank = 6 - dof (3 - dof), swapped sides, derivatives, motion in a moved frame."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import jourdain as jd
from helpers import Probe, check_rows, close, random_rotation
from jourdain.model.joints import COUPLES_JOINTS, PLANAR, SPATIAL

Relative = tuple[np.ndarray, np.ndarray]  # rotation and origin of marker b in marker a
LENGTH = 0.9
HERE: Relative = (np.eye(3), np.zeros(3))


def _about(axis: int, angle: float) -> np.ndarray:
    return jd.axis_angle(np.eye(3)[axis], angle).matrix


def _spatial_pose(kind: str, rng: np.random.Generator) -> Relative:
    """A random pose of b against a that the joint allows: its definition, in terms of frames."""
    any_turn, about_z = random_rotation(rng), _about(2, rng.uniform(-3.0, 3.0))
    x, y, z = rng.uniform(-1.0, 1.0, 3)
    tilt = jd.axis_angle((np.cos(y), np.sin(y), 0.0), x).matrix
    cross = _about(0, x) @ _about(1, y)
    across = about_z @ _about(0, np.pi / 2) @ _about(2, x)
    poses: dict[str, tuple[np.ndarray, Any]] = {
        "revolute": (about_z, (0, 0, 0)),
        "spherical": (any_turn, (0, 0, 0)),
        "universal": (cross, (0, 0, 0)),
        "constant_velocity": (tilt, (0, 0, 0)),
        "cylindrical": (about_z, (0, 0, z)),
        "screw": (about_z, (0, 0, z)),
        "prismatic": (np.eye(3), (0, 0, z)),
        "planar": (about_z, (x, y, 0)),
        "fixed": (np.eye(3), (0, 0, 0)),
        "distance": (any_turn, LENGTH * any_turn[0]),
        "revolute_spherical": (any_turn, (LENGTH * np.cos(x), LENGTH * np.sin(x), 0)),
        "point_on_line": (any_turn, (0, 0, z)),
        "point_in_plane": (any_turn, (x, y, 0)),
        "parallel": (about_z, (x, y, z)),
        "perpendicular": (across, (x, y, z)),
        "blade": (any_turn, (x, y, z)),
        "rolling": (any_turn, (x, y, 0.2 * np.hypot(*any_turn[2, :2]) + 0.1)),
        "rolling_balls": (any_turn, LENGTH * any_turn[0]),
    }
    return poses[kind][0], np.array(poses[kind][1], dtype=float)


def _planar_pose(kind: str, rng: np.random.Generator) -> Relative:
    x, y, angle = rng.uniform(-1.0, 1.0, 3)
    poses = {
        "revolute": (angle, (0, 0)),
        "prismatic": (0.0, (x, 0)),
        "fixed": (0.0, (0, 0)),
        "distance": (angle, (LENGTH * np.cos(x), LENGTH * np.sin(x))),
        "point_on_line": (angle, (x, 0)),
        "parallel": (0.0, (x, y)),
        "blade": (angle, (x, y)),
        "rolling": (angle, (x, 0.3)),
    }
    return _about(2, poses[kind][0]), np.array([*poses[kind][1], 0.0])


# degrees of freedom that each joint leaves between two bodies
SPATIAL_DOF = {
    "revolute": 1,
    "spherical": 3,
    "universal": 2,
    "constant_velocity": 2,
    "cylindrical": 2,
    "screw": 1,
    "prismatic": 1,
    "planar": 3,
    "fixed": 0,
    "distance": 5,
    "revolute_spherical": 4,
    "point_on_line": 4,
    "point_in_plane": 5,
    "parallel": 4,
    "perpendicular": 5,
    "blade": 5,
    "rolling": 3,
    "rolling_balls": 3,
}
PLANAR_DOF = {
    "revolute": 1,
    "prismatic": 1,
    "fixed": 0,
    "distance": 2,
    "point_on_line": 2,
    "parallel": 2,
    "blade": 2,
    "rolling": 1,
}
OPTIONS: dict[str, dict[str, Any]] = {
    "screw": {"pitch": 0.3},
    "distance": {"length": LENGTH},
    "revolute_spherical": {"length": LENGTH},
    "gear": {"teeth": (37, 23)},
    "rack_and_pinion": {"radius": 0.2},
    "coupler": {"factors": (2, -3.0), "of": ("angle", "angle")},
    "rolling_balls": {"radii": (LENGTH / 2, LENGTH / 2)},
}


def options_of(kind: str, planar: bool) -> dict[str, Any]:
    return {"radius": 0.3} | ({} if planar else {"crown": 0.1}) if kind == "rolling" else dict(OPTIONS.get(kind, {}))


KINDS = [pytest.param(False, kind, id=f"spatial {kind}") for kind in SPATIAL_DOF]
KINDS += [pytest.param(True, kind, id=f"planar {kind}") for kind in PLANAR_DOF]
COUPLERS = [
    pytest.param(planar, kind, id=f"{'planar' if planar else 'spatial'} {kind}")
    for planar in (False, True)
    for kind in COUPLES_JOINTS
]
# the marker of one side carries a line, plane or cross: exchanging the sides makes another joint
ONE_SIDED = {"universal", "revolute_spherical", "point_on_line", "point_in_plane", "blade", "rolling"}


class Machine:
    """Builds bodies at given poses in a frame that may be moved as a whole by (R, p)."""

    def __init__(self, planar: bool, rng: np.random.Generator, frame: Relative = HERE) -> None:
        self.planar, self.rng, self.frame, self.n = planar, rng, frame, 2 if planar else 3
        gravity = frame[0] @ (np.array([3.0, -9.0, 0.0]) if planar else np.array([1.0, -2.0, -9.0]))
        self.model = jd.Model("machine", planar=planar, gravity=gravity[: self.n])

    def rotation(self, R: np.ndarray) -> Any:
        return float(np.arctan2(R[1, 0], R[0, 0])) if self.planar else R

    def body(self, name: str, R: np.ndarray, p: np.ndarray) -> Any:
        """A body with random inertia, centre of mass and velocity, its frame at (R, p) of the movable frame."""
        Q, o = self.frame
        com, v, spin = self.rng.normal(size=(3, 3))
        J = 0.3 + self.rng.random() if self.planar else np.diag(0.4 + 0.3 * self.rng.random(3)) + 0.05
        return self.model.body(
            name,
            mass=1.0 + self.rng.random(),
            inertia=J,
            at=(Q @ p + o)[: self.n],
            rotation=self.rotation(Q @ R),
            com=0.3 * com[: self.n],
            velocity=(Q @ v)[: self.n],
            spin=spin[2] if self.planar else Q @ spin,
        )

    def frames(self, a: Any, R: np.ndarray, p: np.ndarray, relative: Relative, name: str) -> tuple[Any, Any, Any]:
        """Marker on body a (which stands at (R, p)), a new body, and its marker standing at `relative` of the first."""
        ends = []
        for _ in range(2):
            turn = _about(2, self.rng.uniform(-3, 3)) if self.planar else random_rotation(self.rng)
            at = self.rng.normal(size=3) * (1.0, 1.0, 0.0 if self.planar else 1.0)
            ends.append((turn, at))
        (Ra, pa), (Rb, pb) = ends
        R_new = R @ Ra @ relative[0] @ Rb.T
        p_new = p + R @ (pa + Ra @ relative[1]) - R_new @ pb
        body = self.body(name, R_new, p_new)
        return (
            a.marker(f"to {name}", at=pa[: self.n], rotation=self.rotation(Ra)),
            body,
            body.marker("own", at=pb[: self.n], rotation=self.rotation(Rb)),
        )


def pair(
    kind: str, planar: bool, seed: int, *, frame: Relative = HERE, swap: bool = False, hang: bool = False
) -> Machine:
    """Two bodies at a random pose that the joint allows; hang: the first is on a ball (pin) of the ground."""
    rng = np.random.default_rng(seed)
    m = Machine(planar, rng, frame)
    R, p = _about(2, 0.4) if planar else random_rotation(rng), np.array([0.3, -0.2, 0.0])
    first = m.body("first", R, p)
    pose: Callable[..., Relative] = _planar_pose if planar else _spatial_pose
    a, _, b = m.frames(first, R, p, pose(kind, rng), "second")
    m.model.joint("joint", kind, *((b, a) if swap else (a, b)), **options_of(kind, planar))
    if hang:
        m.model.joint(
            "hook", "revolute" if planar else "spherical", m.model.ground, first, at=(frame[0] @ p + frame[1])[: m.n]
        )
    return m


def coupled(
    kind: str, planar: bool, seed: int, *, frame: Relative = HERE, swap: bool = False, hang: bool = False
) -> Machine:
    """A moving carrier with two parts on joints of their own, which are coupled."""
    rng = np.random.default_rng(seed)
    m = Machine(planar, rng, frame)
    R, p = _about(2, 0.4) if planar else random_rotation(rng), np.array([0.3, -0.2, 0.0])
    carrier = m.body("carrier", R, p)
    pose: Callable[..., Relative] = _planar_pose if planar else _spatial_pose
    joints = []
    for name, own in (("wheel", "revolute"), ("other", "prismatic" if kind == "rack_and_pinion" else "revolute")):
        a, _, b = m.frames(carrier, R, p, pose(own, rng), name)
        joints.append(m.model.joint(f"{name} joint", own, a, b))
    options = dict(OPTIONS[kind])
    if swap:
        joints.reverse()
        which = "teeth" if kind == "gear" else "factors"
        options[which] = options[which][::-1]
    m.model.joint("joint", kind, *joints, **options)
    if hang:
        m.model.joint(
            "hook", "revolute" if planar else "spherical", m.model.ground, carrier, at=(frame[0] @ p + frame[1])[: m.n]
        )
    return m


def build(kind: str, planar: bool, seed: int, **more: Any) -> Machine:
    return (coupled if kind in COUPLES_JOINTS else pair)(kind, planar, seed, **more)


def assembled(machine: Machine) -> Probe:
    """The system at its start, with angles counted from there."""
    p = Probe(machine.model)
    p.q, p.v, p.t = p.system.q0.copy(), p.system.v0.copy(), 0.0
    p.ref[:] = 0.0
    p.settle()
    p.at()
    return p


def _row_space(G: np.ndarray) -> np.ndarray:
    """Projector on the rows."""
    _, sigma, Vt = np.linalg.svd(G, full_matrices=False)
    assert sigma.min() > 1e-3 * sigma.max()
    return Vt.T @ Vt


def test_all_kinds_are_tested() -> None:
    """A new joint needs a line in the tables of this file."""
    assert set(SPATIAL) == set(SPATIAL_DOF) | set(COUPLES_JOINTS)
    assert set(PLANAR) == set(PLANAR_DOF) | set(COUPLES_JOINTS)


@pytest.mark.parametrize("seed", [1, 2, 3])
@pytest.mark.parametrize(("planar", "kind"), KINDS)
def test_rows_and_rank(planar: bool, kind: str, seed: int) -> None:
    """Poses that the definition allows close the rows, and the rows take exactly the other motions away."""
    p = assembled(pair(kind, planar, seed))
    close(p.s.g, np.zeros_like(p.s.g), 1e-13)
    G = p.rows()
    rows = (3 - PLANAR_DOF[kind]) if planar else (6 - SPATIAL_DOF[kind])
    sigma = np.linalg.svd(G, compute_uv=False)
    assert len(G) == rows == int((sigma > 1e-3 * sigma[0]).sum())
    assert p.system.joint_rows["joint"].tolist() == list(range(rows))


@pytest.mark.parametrize(("planar", "kind"), COUPLERS)
def test_coupler_is_one_more_row(planar: bool, kind: str) -> None:
    """One row, independent of those of the coupled joints, closed at the start whatever the angles are there."""
    p = assembled(coupled(kind, planar, 1))
    close(p.s.g, np.zeros_like(p.s.g), 1e-13)
    sigma = np.linalg.svd(p.rows(), compute_uv=False)
    assert len(p.system.joint_rows["joint"]) == 1
    assert len(sigma) == int((sigma > 1e-3 * sigma[0]).sum())


@pytest.mark.parametrize(("planar", "kind"), KINDS + COUPLERS)
def test_derivatives(planar: bool, kind: str) -> None:
    """G, rates, gamma and K of every row off the manifold, and the assembled matrix."""
    p = Probe(build(kind, planar, 4).model, 4)
    check_rows(p)
    p.at(coefficients=(1.0, 0.3, 0.7, 0.2, 0.0))
    close(p.matrix(), p.difference_matrix(1.0, 0.3, 0.7, 0.2))


@pytest.mark.parametrize(("planar", "kind"), [c for c in KINDS + COUPLERS if c.values[1] != "rack_and_pinion"])
def test_swapped_sides(planar: bool, kind: str) -> None:
    """Exchanged sides hold the same motions; a one-sided joint holds others, but as many."""
    G, H = (assembled(build(kind, planar, 5, swap=swap)).rows() for swap in (False, True))
    assert G.shape == H.shape
    gap = np.abs(_row_space(G) - _row_space(H)).max()
    if kind in ONE_SIDED:
        assert gap > 1e-3
    else:
        assert gap < 1e-12


def test_universal_swapped() -> None:
    """x of a normal to y of b: the same cross from the other side once x and y are exchanged."""
    turn = np.array([[0.0, 1.0, 0.0], [1.0, 0.0, 0.0], [0.0, 0.0, -1.0]])
    m = pair("universal", False, 6)
    a, b = m.model.joints["joint"].a, m.model.joints["joint"].b
    G = assembled(m).rows()
    del m.model.joints["joint"]
    ends = [m.model.bodies[k.body].marker("swapped", at=k.at, rotation=k.rotation.matrix @ turn) for k in (b, a)]
    m.model.joint("joint", "universal", *ends)
    assert np.abs(_row_space(G) - _row_space(assembled(m).rows())).max() < 1e-12


@pytest.mark.parametrize(("planar", "kind"), KINDS + COUPLERS)
def test_moved_frame(planar: bool, kind: str) -> None:
    """The whole machine turned and moved, gravity too: the same motion and reactions, turned and moved."""
    rng = np.random.default_rng(8)
    Q = _about(2, 2.1) if planar else random_rotation(rng)
    frame = (Q, np.array([3.0, -2.0, 0.0 if planar else 1.0]))
    here, there = (
        jd.simulate(build(kind, planar, 9, frame=f, hang=True).model, 0.3, integrator=jd.RK4(step=0.01), output=5)
        for f in (HERE, frame)
    )
    n = 2 if planar else 3
    tol = 1e-11  # 30 steps of rounding, amplified by the distance from the origin
    for name in here.system.bodies:
        a, b = here[name], there[name]
        close(b.position, (a.position @ Q[:n, :n].T) + frame[1][:n], tol)
        close(b.rotation, Q @ a.rotation, tol)
        for vector in ("velocity", "acceleration"):
            close(getattr(b, vector), getattr(a, vector) @ Q[:n, :n].T, 10 * tol)
        for turning in ("angular_velocity", "angular_acceleration"):
            expected = getattr(a, turning) if planar else getattr(a, turning) @ Q.T
            close(getattr(b, turning), expected, 10 * tol)
    for joint in ("hook",) if kind in COUPLES_JOINTS else ("hook", "joint"):
        a, b = (result.reaction(joint, frame="ground") for result in (here, there))
        close(b.force, a.force @ Q[:n, :n].T, 10 * tol)
        close(b.torque, a.torque if planar else a.torque @ Q.T, 10 * tol)

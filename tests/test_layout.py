"""Layout: the one owner of where a body's numbers stand. Its properties, and that nobody else writes widths."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest
from scipy.linalg import expm

import jourdain as jd
from helpers import close, cross_matrix, derivative, rotation_matrix
from jourdain.model import quaternions
from jourdain.system.directors import to_natural
from jourdain.system.drawing import of_bodies, place, set_moving
from jourdain.system.layout import Layout

PACKAGE = Path(jd.__file__).parent

# --------------------------------------------------------------------------- nobody else knows a width

# the recursion over joints puts down states of bodies; nodes of a mesh are no bodies
OWNERS = ("kernels/bodies/", "kernels/kinds.py", "system/layout.py", "kernels/tree/recursion.py", "fe/")
PENDING: set[str] = set()
NUMBER = r"(?:3|4|6|7|12)"
STATE = r"\b(?:q0?|v0?|a|u|before|states?\[\"[qva]\"\]|speeds?|states)"
WIDTHS = {
    "a place counted by bodies": rf"(?<![\w.-]){NUMBER} \* (?:(?:\w+\.)*(?:b|nb|body|bodies)\b|len\((?:\w+\.)*bodies)",
    "the same the other way round": rf"\b(?:b|nb|body) \* {NUMBER}\b",
    "a state cut by a width": r"\.reshape\([^)]*, (?:6|7|12)\)",
    "a velocity cut by a width": rf"{STATE}\.reshape\([^)]*, [34]\)",
    "a pair of widths": r"\((?:3, [23]|7, [36]|6, 3|12, 12|4, 4)\) if .*[pP]lanar",
    "a width chosen by the plane": rf"\b(?:{NUMBER} if (?:\w+\.)*planar\b|if (?:\w+\.)*planar else (?:4|6|7|12)\b)",
    "bodies counted by a width": r"\.[qv] // (?:3|4|6|7|12)\b",
    "every third number": r"\[[^\]]*\d?::[3467]\]",
    "a part of a body's numbers": rf"{STATE}\[[^\]]*\b[23]:[467]?\]",
}  # fmt: skip
KNOWN_WAYS = ["q[7 * b + 3 : 7 * b + 7]", "q.reshape(n, -1, 7)", "v.reshape(-1, 3)", "n, d = (3, 2) if planar else (6, 3)",
              "nq = 3 if system.planar else 7", "range(kind.q // 7)", "pose.q[2::3]", "self.q[:, 3:]",
              "q[3 * system.bodies.index(body) + 2]", "np.zeros((n, 6 * nb))", "size = 2 if self.planar else 6"]  # fmt: skip


def _found(text: str) -> list[str]:
    return [what for what, pattern in WIDTHS.items() if re.search(pattern, text)]


@pytest.mark.parametrize("text", KNOWN_WAYS)
def test_scan_sees_the_ways_widths_are_written(text: str) -> None:
    assert _found(text)


def test_no_width_outside_its_owners() -> None:
    """Kernels of bodies, their table of kinds and Layout know how many numbers a body has; everybody else asks."""
    wrong = []
    for path in sorted(PACKAGE.rglob("*.py")):
        name = path.relative_to(PACKAGE).as_posix()
        if name.startswith(OWNERS) or name in PENDING:
            continue
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            wrong += [f"{name}:{number}: {what}: {line.strip()}" for what in _found(line.split("  # ")[0])]
    assert not wrong, "\n".join(wrong)


# --------------------------------------------------------------------------- systems and states


def _model(planar: bool) -> jd.Model:
    n = 2 if planar else 3
    model = jd.Model("two", planar=planar)
    for i, name in enumerate(("first", "second")):
        spin = 1.5 + i if planar else (0.3, -1.0, 2.0 + i)
        rotation = 0.4 + i if planar else jd.euler(0.3, 0.4, 1.0 + i)
        model.body(name, mass=1.0, inertia=1.0 if planar else (1.0, 2.0, 2.5), at=(1.0, float(i), -2.0)[:n],
                   com=(0.1, 0.2, 0.3)[:n], rotation=rotation, velocity=(0.5, 1.0, -1.0)[:n], spin=spin)  # fmt: skip
    return model


def _system(name: str) -> jd.System:
    if name == "lagrangian":
        from machines.lagrangians import model

        return jd.compile(model("spherical"))
    where, _, coordinates = name.partition(" ")
    return jd.compile(_model(where == "planar"), coordinates=coordinates or "cartesian")


BODIES = ["planar", "spatial", "planar natural", "spatial natural"]
CARTESIAN = BODIES[:2]


def _random(name: str, seed: int = 1) -> tuple[Layout, np.ndarray, np.ndarray]:
    """The layout of a system and a state of it: five times, two bodies."""
    system, rng = _system(name), np.random.default_rng(seed)
    plain = _system(name.split()[0])
    q, v = rng.normal(size=(5, plain.kind.q)), rng.normal(size=(5, plain.kind.v))
    plain.layout.normalise(q)
    if name.endswith("natural"):
        q, v, _ = to_natural(system.planar, q, v, np.zeros_like(v))
    return system.layout, q, v


# --------------------------------------------------------------------------- places


@pytest.mark.parametrize("name", [*BODIES, "lagrangian"])
def test_blocks_fill_the_state(name: str) -> None:
    """One block after the other, no gap: q, v of the kind. Columns and names agree with slices."""
    system = _system(name)
    layout = system.layout
    assert (layout.nq, layout.nv) == (system.kind.q, system.kind.v) == (len(system.q0), len(system.v0))
    for where, n in ((layout.q, layout.nq), (layout.v, layout.nv)):
        assert [i for b in range(layout.blocks) for i in range(n)[where(b)]] == list(range(n))
    assert layout.columns(np.arange(layout.blocks)).ravel().tolist() == list(range(layout.nv))
    assert len(layout.names) == len(layout.is_rotation) == layout.nv
    assert [layout.q(b) for b in layout.bodies] == [layout.q(i) for i in range(len(layout.bodies))]


@pytest.mark.parametrize("name", BODIES)
def test_views_cover_the_state_and_write_through(name: str) -> None:
    layout, q, v = _random(name)
    new_q, new_v = np.zeros_like(q), np.zeros_like(v)
    layout.points(new_q)[:], layout.orientations(new_q)[:] = layout.points(q), layout.orientations(q)
    layout.translations(new_v)[:], layout.turnings(new_v)[:] = layout.translations(v), layout.turnings(v)
    assert (new_q == q).all() and (new_v == v).all()
    assert layout.points(q).shape == (5, 2, layout.dimension)
    for b, body in enumerate(layout.bodies):
        alone = layout.alone(body)
        assert (alone.points(q[:, layout.q(body)])[:, 0] == layout.points(q)[:, b]).all()
        assert (layout.of_velocities(v)[:, b] == v[:, layout.v(body)]).all()


def test_names_and_sorts() -> None:
    assert _system("planar").layout.names[:3] == ("first.x", "first.y", "first.angle")
    assert _system("spatial").layout.names[:6] == tuple(f"first.{x}" for x in ("x", "y", "z", "rx", "ry", "rz"))
    assert _system("planar natural").layout.names[:4] == ("first.x", "first.y", "first.d1x", "first.d1y")
    assert _system("planar").layout.is_rotation.tolist() == [False, False, True] * 2
    assert _system("spatial").layout.units(5.0).tolist() == [5.0, 5.0, 5.0, 1.0, 1.0, 1.0] * 2
    assert _system("planar").layout.size(np.array([4.0, 0.0, 0.5, 0.0, -8.0, 0.1]), 4.0) == 2.0
    layout = _system("planar").layout
    assert [layout.coordinate("second", letter) for letter in ("x", "y", "theta")] == [0, 1, 2]


def test_a_lagrangian_has_coordinates_and_no_bodies() -> None:
    system = _system("lagrangian")
    layout, q = system.layout, system.q0
    assert layout.bodies == () and layout.names == layout.coordinates == system.coordinates and layout.blocks == 1
    assert layout.positions(q).shape == layout.velocities(q).shape == layout.spins(q, q).shape == (0, 3)
    assert layout.rotations(q).shape == (0, 3, 3) and not layout.is_rotation.any()
    assert (layout.moved(q, q) == 2.0 * q).all() and (layout.rate(q, system.v0) == system.v0).all()
    assert layout.distances(q, q + 0.5, 1.0) == 0.5 and (layout.units(7.0) == 1.0).all()


# --------------------------------------------------------------------------- rotations


@pytest.mark.parametrize("name", BODIES)
def test_rotations_and_frames(name: str) -> None:
    layout, q, _ = _random(name)
    plain, at, _ = _random(name.split()[0])
    R = layout.rotations(q)
    close(np.swapaxes(R, -1, -2) @ R, np.broadcast_to(np.eye(3), R.shape), 1e-14)
    close(R, plain.rotations(at), 1e-14)
    if name == "spatial":
        close(R[2, 1], rotation_matrix(q[2, 10:]), 1e-14)
    elif name == "planar":
        close(R[2, 1, :2, 0], [np.cos(q[2, 5]), np.sin(q[2, 5])], 1e-15)
    for body in layout.bodies:
        point, axes = layout.frame(body, q[3])
        close(point, layout.positions(q)[3, layout.block(body)], 1e-15)
        close(axes, R[3, layout.block(body)], 1e-15)


@pytest.mark.parametrize("name", BODIES)
def test_spins_and_rates_against_differences(name: str) -> None:
    """R' = spin~ R along q' = N(q) v; and along q moved by increments."""
    layout, q, v = _random(name)
    q, v = q[0], v[0]
    qd = layout.rate(q, v)
    turning = quaternions.cross_matrices(layout.spins(q, v)) @ layout.rotations(q)
    close(derivative(lambda h: layout.rotations(q + h * qd), 1e-3), turning, 1e-9)
    close(derivative(lambda h: layout.rotations(layout.moved(q, h * v)), 1e-3), turning, 1e-9)
    close(derivative(lambda h: layout.positions(layout.moved(q, h * v)), 1e-3), layout.velocities(v), 1e-9)


@pytest.mark.parametrize("name", CARTESIAN)
def test_speeds_are_the_way_back(name: str) -> None:
    layout, q, v = _random(name)
    close(layout.speeds(q, layout.velocities(v), layout.spins(q, v)), v, 1e-14)


@pytest.mark.parametrize("name", CARTESIAN)
def test_displaced_and_apart(name: str) -> None:
    layout, q, _ = _random(name)
    rng = np.random.default_rng(3)
    ways, turns = 0.3 * rng.normal(size=(2, 2, 3))
    if name == "planar":
        ways, turns = ways * [1.0, 1.0, 0.0], turns * [0.0, 0.0, 1.0]
    new = layout.displaced(q[0], ways, turns)
    for b in range(2):
        close(layout.rotations(new)[b], expm(cross_matrix(turns[b])) @ layout.rotations(q[0])[b], 1e-14)
    found, angles = layout.apart(q[0], new)
    close(found, ways[:, : layout.dimension], 1e-14)
    close(angles, np.linalg.norm(turns, axis=1), 1e-13)
    expected = max(np.abs(ways).max() / 2.0, np.linalg.norm(turns, axis=1).max())
    assert layout.distances(q[0], new, 2.0) == pytest.approx(expected, abs=1e-13)
    if name == "spatial":  # the other sign of a quaternion is the same place
        layout.orientations(new)[:] *= -1.0
        close(layout.apart(q[0], new)[1], angles, 1e-13)


@pytest.mark.parametrize("name", CARTESIAN)
def test_wrenches_have_the_power_of_the_generalised_forces(name: str) -> None:
    layout, q, v = _random(name)
    f = np.random.default_rng(8).normal(size=v.shape)
    force, torque = layout.wrenches(layout.of_velocities(f), layout.rotations(q))
    power = (force * layout.velocities(v)).sum(axis=(1, 2)) + (torque * layout.spins(q, v)).sum(axis=(1, 2))
    close(power, (f * v).sum(axis=1), 1e-13)


@pytest.mark.parametrize("name", CARTESIAN)
def test_bodies_are_drawn_and_placed(name: str) -> None:
    """What is compiled is where bodies were drawn; drawn anew at another state, they are compiled to that state."""
    model, system = _model(name == "planar"), _system(name)
    layout = system.layout
    for found, expected in zip(of_bodies(layout, model.bodies.values()), (system.q0, system.v0), strict=True):
        assert (found == expected).all()
    rng = np.random.default_rng(6)
    q, v = layout.moved(system.q0, 0.5 * rng.normal(size=layout.nv)), rng.normal(size=layout.nv)
    for body in model.bodies.values():
        place(layout, body, q)
        set_moving(layout, body, q, v)
    again = jd.compile(model)
    close(layout.distances(q, again.q0, 1.0), 0.0, 1e-14)
    close(again.v0, v, 1e-14)


# --------------------------------------------------------------------------- formulas of quaternions


def test_quaternions_against_single_rotations() -> None:
    rng = np.random.default_rng(2)
    p, q = quaternions.normalised(rng.normal(size=(2, 6, 4)))
    R = [np.array([jd.quaternion(*one).matrix for one in x]) for x in (p, q)]
    close(quaternions.matrices(p), R[0], 1e-15)
    close(quaternions.matrices(quaternions.product(p, q)), R[0] @ R[1], 1e-14)
    close(quaternions.matrices(quaternions.conjugate(p)), np.swapaxes(R[0], 1, 2), 1e-15)
    close(quaternions.angles_between(quaternions.of_matrices(R[0]), p), np.zeros(6), 1e-14)
    turns = rng.normal(size=(6, 3))
    turns[0] = 0.0
    expected = [jd.axis_angle(r, np.linalg.norm(r)).matrix if r.any() else np.eye(3) for r in turns]
    close(quaternions.matrices(quaternions.of_vectors(turns)), np.array(expected), 1e-14)
    close(quaternions.axial_vectors(quaternions.cross_matrices(turns)), turns, 1e-15)


def test_chart_of_rotations() -> None:
    """Increments there and back, and their two derivatives along a motion of given spin and acceleration."""
    rng = np.random.default_rng(9)
    p, u = quaternions.normalised(rng.normal(size=(4, 4))), rng.normal(size=(4, 3))
    close(quaternions.increment(p, quaternions.moved(p, u)), u, 1e-14)
    w, a = rng.normal(size=(2, 4, 3))
    d, dd = quaternions.increment_rates(u, w, a)
    close(quaternions.spin_of_increment(u, d), w, 1e-14)
    close(derivative(lambda h: quaternions.spin_of_increment(u + h * d + 0.5 * h * h * dd, d + h * dd), 1e-3), a, 1e-10)
    moving = quaternions.rate(quaternions.moved(p, u), w)
    close(derivative(lambda h: quaternions.moved(p, u + h * d), 1e-3), moving, 1e-10)

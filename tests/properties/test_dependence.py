"""Rank and dependencies of random mechanisms against NumPy's dense singular value decomposition, and against construction."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import jourdain as jd
from helpers import Probe, random_rotation
from jourdain.diagnosis.dependence import SHARE, Dependence, dependence, misfit, not_unique, removable
from jourdain.diagnosis.free_motions import massless_motions

SPATIAL_KINDS = (
    "revolute",
    "spherical",
    "universal",
    "cylindrical",
    "prismatic",
    "planar",
    "fixed",
    "point_on_line",
    "point_in_plane",
    "parallel",
    "perpendicular",
    "constant_velocity",
)
PLANAR_KINDS = ("revolute", "prismatic", "fixed", "point_on_line", "parallel")
# additions of which the redundancy is known: how many rows they add that a tree already holds
DOUBLES = ("same joint", "drives", "gears", "second hinge", "bar", "blade")


class Builder:
    """A random mechanism, closed as drawn; `known` counts the redundant rows added on purpose."""

    def __init__(self, planar: bool, seed: int, flat: bool) -> None:
        self.rng = np.random.default_rng(seed)
        self.planar, self.known, self.count = planar, 0, 0
        # flat: everything in space moves in parallel planes, where loops of revolutes are redundant
        self.flat = flat and not planar
        self.model = jd.Model("random", planar=planar)
        self.bodies: list[Any] = [self.model.ground]

    def point(self) -> np.ndarray:
        p = self.rng.uniform(-1.0, 1.0, size=2 if self.planar else 3)
        return p * (1.0, 1.0, 0.0) if self.flat else p

    def name(self) -> str:
        self.count += 1
        return f"J{self.count}"

    def frame(self) -> dict[str, Any]:
        if self.planar:
            return {"rotation": float(self.rng.normal())}
        return {"axis": (0, 0, 1)} if self.flat else {"rotation": random_rotation(self.rng)}

    def body(self) -> Any:
        rotation = self.rng.normal() if self.planar else random_rotation(self.rng)
        inertia = 0.3 if self.planar else (0.2, 0.3, 0.4)
        self.bodies.append(
            self.model.body(f"body {len(self.bodies)}", mass=1.0, inertia=inertia, at=self.point(), rotation=rotation)
        )
        return self.bodies[-1]

    def join(self, a: Any, b: Any, kind: str | None = None) -> tuple[Any, np.ndarray, dict[str, Any]]:
        kinds = (
            PLANAR_KINDS if self.planar else ("revolute", "prismatic", "cylindrical") if self.flat else SPATIAL_KINDS
        )
        kind = kind or str(self.rng.choice(kinds))
        at, frame = self.point(), self.frame()
        if kind == "perpendicular" and "rotation" in frame:  # two frames with perpendicular z
            R = frame["rotation"]
            turned = np.stack([R[:, 1], R[:, 2], R[:, 0]], axis=1)
            sides = [side.place("m", at, jd.direction_cosines(F), 0.0) for side, F in ((a, R), (b, turned))]
            return self.model.joint(self.name(), kind, *sides), at, frame
        return self.model.joint(self.name(), kind, a, b, at=at, **frame), at, frame

    def hinge(self) -> tuple[Any, Any, np.ndarray, dict[str, Any]]:
        """A new body on a revolute."""
        a = self.bodies[int(self.rng.integers(len(self.bodies)))]
        b = self.body()
        joint, at, frame = self.join(a, b, "revolute")
        return joint, (a, b), at, frame

    def add(self, what: str) -> None:
        model = self.model
        joint, (a, b), at, frame = self.hinge()
        if what == "same joint":
            model.joint(self.name(), "revolute", a, b, at=at, **frame)
            self.known += 2 if self.planar else 5
        elif what == "drives":
            model.drive(self.name(), joint.angle, 0.0)
            model.drive(self.name(), joint.angle, "0*t")
            self.known += 1
        elif what == "gears":  # a : b and b : c and a : c
            others = [self.hinge()[0] for _ in range(2)]
            for (x, y), teeth in (
                ((joint, others[0]), (2, 3)),
                ((others[0], others[1]), (3, 5)),
                ((joint, others[1]), (2, 5)),
            ):
                model.joint(self.name(), "gear", x, y, teeth=teeth, internal=True)
            self.known += 1
        elif what == "second hinge" and not self.planar:
            axis = np.array(frame["axis"], float) if self.flat else frame["rotation"][:, 2]
            model.joint(self.name(), "revolute", a, b, at=at + self.rng.uniform(0.5, 1.0) * axis, **frame)
            self.known += 5
        elif what == "bar" and self.planar:  # three parallel rods from a to a body that moves on a circle
            top = self.body()
            step = self.point()
            for foot in (self.point() for _ in range(3)):
                model.joint(self.name(), "distance", a, top, at_a=foot, at_b=foot + step)
            model.joint(self.name(), "parallel", a, top, at=foot, rotation=0.0)
            self.known += 2
        elif what == "blade":  # one edge twice
            a_mark, b_mark = model.ground.marker(None), b.marker(None, at=self.point())
            for _ in range(2):
                model.row(self.name(), [(1.0, jd.blade(a_mark, b_mark, "x"))], level="velocity")
            self.known += 1


@st.composite
def mechanisms(draw: Any) -> tuple[Builder, bool]:
    """Trees, with doubled joints, drives, gears, bars and edges, or with loops of any joints; planar and spatial."""
    build = Builder(draw(st.booleans()), draw(st.integers(0, 10**6)), draw(st.booleans()))
    for _ in range(draw(st.integers(1, 4))):
        build.join(build.bodies[int(build.rng.integers(len(build.bodies)))], build.body())
    for what in draw(st.lists(st.sampled_from(DOUBLES), max_size=3)):
        build.add(what)
    loops = draw(st.integers(0, 3))
    for _ in range(loops):
        i, j = build.rng.choice(len(build.bodies), size=2, replace=False)
        build.join(build.bodies[i], build.bodies[j])
    return build, loops == 0


def evaluated(model: jd.Model) -> tuple[Probe, Dependence]:
    """The system at its drawn start, and its dependence."""
    probe = Probe(model)
    system = probe.system
    s = probe.at(t=0.0, q=system.q0, v=system.v0, ref=system.ref0)
    return probe, dependence(system, s)


def scaled(probe: Probe) -> np.ndarray:
    """Dense G with rows one long, rotations counted at the model's length."""
    G = probe.rows()
    lengths = [1.0, 1.0] if probe.planar else [1.0, 1.0, 1.0]
    lengths += [probe.system.length] * (1 if probe.planar else 3)
    G = G / np.tile(lengths, len(probe.system.bodies))
    size = np.linalg.norm(G, axis=1, keepdims=True)
    return G / np.where(size > 1e-12, size, 1.0)


def rank_of(G: np.ndarray) -> int:
    """Rank, where there is no doubt."""
    if not len(G):
        return 0
    sigma = np.linalg.svd(G, compute_uv=False)
    assume(not ((sigma > 1e-10) & (sigma < 1e-4)).any())
    return int((sigma > 1e-6).sum())


@settings(max_examples=200, deadline=None, derandomize=True)
@given(mechanisms())
def test_random_mechanisms(case: tuple[Builder, bool]) -> None:
    """Rank, number, null vectors, rows that are not unique, rows that can go: all as dense linear algebra has them."""
    build, is_tree = case
    probe, found = evaluated(build.model)
    G = scaled(probe)
    rank = rank_of(G)
    m, nv = G.shape
    assert found.rank == rank and found.redundant == m - rank and found.mobility == nv - rank
    if is_tree:
        assert found.redundant == build.known

    N = np.zeros((m, m - rank))
    for j, (rows, y) in enumerate(found.null):
        N[rows, j] = y
    raw = probe.rows()
    assert np.abs(raw.T @ N).max(initial=0.0) < 1e-9 * max(1.0, np.abs(N).max(initial=0.0)) * max(
        1.0, np.abs(raw).max()
    )
    orthonormal = found.size[:, None] * N
    np.testing.assert_allclose(orthonormal.T @ orthonormal, np.eye(m - rank), atol=1e-9)

    left = np.linalg.svd(G)[0][:, rank:]
    share = np.linalg.norm(left, axis=1)
    assume(not ((share > 1e-9) & (share < 10.0 * SHARE)).any())
    assert not_unique(found).tolist() == np.flatnonzero(share > SHARE).tolist()

    without = removable(found)
    assert len(without) == m - rank and set(without) <= set(not_unique(found))
    kept = np.delete(G, without, axis=0)
    assert np.linalg.matrix_rank(kept, tol=1e-7) == rank == len(kept)


@settings(max_examples=40, deadline=None, derandomize=True)
@given(mechanisms(), st.integers(0, 10**6))
def test_misfit(case: tuple[Builder, bool], seed: int) -> None:
    """What a motion closes has no misfit; what is left after taking the misfit out is closed by some motion."""
    probe, found = evaluated(case[0].model)
    G = probe.rows()
    rng = np.random.default_rng(seed)
    y = G @ rng.normal(size=G.shape[1])
    assert np.abs(misfit(found, y)).max(initial=0.0) < 1e-9 * max(1.0, np.abs(y).max(initial=0.0))
    y = rng.normal(size=len(G))
    rest = y - misfit(found, y)
    motion = np.linalg.lstsq(G / found.size[:, None], rest / found.size, rcond=1e-9)[0]
    np.testing.assert_allclose(G @ motion, rest, atol=1e-7 * max(1.0, np.abs(rest).max(initial=0.0)))


@settings(max_examples=60, deadline=None, derandomize=True)
@given(mechanisms(), st.integers(0, 10**6))
def test_massless_motions(case: tuple[Builder, bool], seed: int) -> None:
    """Their number against the dense null space of G on all massless directions, for bodies made massless at random."""
    build, _ = case
    rng = np.random.default_rng(seed)
    n = 3 if build.planar else 6
    massless = []
    for b, body in enumerate(build.model.bodies.values()):
        which = int(rng.integers(4))
        if which in (1, 3):
            body.mass = 0.0
            massless += range(n * b, n * b + (2 if build.planar else 3))
        if which in (2, 3):
            body.inertia = np.zeros((3, 3))
            massless += range(n * b + (2 if build.planar else 3), n * b + n)
    probe, found = evaluated(build.model)
    number, names = massless_motions(probe.system, probe.s, found)
    assert number == len(massless) - rank_of(scaled(probe)[:, massless]) if massless else number == 0
    assert len(names) == min(20, number) and len(set(names)) == len(names)


def test_turned_rod_is_massless_about_its_axis_only() -> None:
    """A thin rod with a moment about two axes only, on a ball and on a revolute along itself: the spin is named."""
    for kind, number in (("spherical", 1), ("universal", 0)):
        model = jd.Model("rod")
        turn = jd.axis_angle((0, 0, 1), 0.7)
        rod = model.body("rod", mass=1.0, inertia=(0.0, 1.0, 1.0), at=turn.matrix @ (0.5, 0.0, 0.0), rotation=turn)
        # the cross holds the rod's own axis, z of the joint
        model.joint("J", kind, model.ground, rod, at=(0, 0, 0), axis=turn.matrix @ (1.0, 0.0, 0.0))
        probe, found = evaluated(model)
        count, names = massless_motions(probe.system, probe.s, found)
        assert count == number
        assert names == ["rotation of 'rod' about its x axis"][:number]


@pytest.mark.parametrize("n", [5, 60])
def test_chain_of_loops_stays_local(n: int) -> None:
    """n four-bars of revolutes in a row: three redundant rows each, mobility 1, and the cost of a step does not grow."""
    model = jd.Model("ladder")
    last = None
    for i in range(n + 1):
        post = model.body(f"post {i}", mass=1.0, inertia=(1.0, 1.0, 1.0), at=(i, 0.5, 0.0))
        model.joint(f"foot {i}", "revolute", model.ground, post, at=(i, 0.0, 0.0), axis=(0, 0, 1))
        if last is not None:
            top = model.body(f"top {i}", mass=1.0, inertia=(1.0, 1.0, 1.0), at=(i - 0.5, 1.0, 0.0))
            model.joint(f"left {i}", "revolute", last, top, at=(i - 1.0, 1.0, 0.0), axis=(0, 0, 1))
            model.joint(f"right {i}", "revolute", top, post, at=(i, 1.0, 0.0), axis=(0, 0, 1))
        last = post
    _, found = evaluated(model)
    assert found.redundant == 3 * n and found.mobility == 1
    assert max(len(rows) for rows, _ in found.null) < 600  # of 5 (3 n + 1) rows


def test_rows_that_hold_nothing_here() -> None:
    """A row with no gradient at the start is a dependency of its own and the one that can go."""
    model = jd.Model("flat", planar=True)
    body = model.body("body", mass=1.0, inertia=1.0)
    model.row("square", "x**2", inputs={"x": jd.coordinate(body, "x")})
    model.row("line", [(1.0, jd.coordinate(body, "y"))])
    probe, found = evaluated(model)
    assert (found.rank, found.mobility) == (1, 2)
    assert [probe.system.row_names[r] for r in removable(found)] == ["square: row"]


@pytest.mark.parametrize("factor", [1e-3, 1.0, 1e3])
def test_rank_does_not_depend_on_the_unit_of_length(factor: float) -> None:
    """The same four-bar in mm, m and km."""
    model = jd.Model("four-bar")
    points = [factor * np.array(p) for p in ((0.0, 0.0, 0.0), (0.3, 0.9, 0.0), (1.7, 1.2, 0.0), (2.0, 0.0, 0.0))]
    links = [
        model.body(f"link {i}", mass=1.0, inertia=(1.0, 1.0, 1.0), at=0.5 * (points[i] + points[i + 1]))
        for i in range(3)
    ]
    sides = [model.ground, *links, model.ground]
    for i, point in enumerate(points):
        model.joint("ABCD"[i], "revolute", sides[i], sides[i + 1], at=point, axis=(0, 0, 1))
    _, found = evaluated(model)
    assert (found.rank, found.mobility, found.redundant) == (17, 1, 3)


@settings(max_examples=40, deadline=None, derandomize=True)
@given(mechanisms())
def test_check_of_random_mechanisms(case: tuple[Builder, bool]) -> None:
    """No error is found where none is; the freer joints suggested remove exactly what is said, and keep the mobility."""
    model = case[0].model
    found = jd.check(model)
    assert not found.errors and len(str(found).splitlines()) <= 25
    assume(not found.singular)
    assert len(found.removable) == found.redundant == sum(group.count for group in found.locked)
    again = jd.check(found.freer(model))
    assert again.mobility == found.mobility
    assert again.redundant == found.redundant - sum(one.removes for one in found.suggestions)

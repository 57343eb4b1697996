"""Statics of beams against published cases, closed forms, and the equations of rods integrated along their length.

Elastica: K. E. Bisshopp, D. C. Drucker 1945. Bend of 45 degrees: K.-J. Bathe, S. Bolourchi 1979; J. C. Simo, L. Vu-Quoc 1986.
Toggle: F. W. Williams 1964. Deep arch: D. A. DaDeppo, R. Schmidt 1975. Frame with a hinge at each end: S.-L. Lee, F. S. Manuel,
E. C. Rossow 1968. Right-angled frame that tilts: J. H. Argyris and others 1979.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from scipy.integrate import solve_ivp
from scipy.optimize import brentq
from scipy.special import ellipe, ellipeinc, ellipk, ellipkinc

import jourdain as jd


def section(EA: float, GA: float, EI: float, GJ: float | None = None) -> Any:
    """By its stiffnesses; of the mass nothing is asked."""
    return jd.section(stiffness=[EA, GA, GA, GJ or EI, EI, EI], mass=[1, 1, 1, 0.2, 0.1, 0.1])


def in_space(v: Any) -> np.ndarray:
    """A vector of the plane in space."""
    return np.append(v, np.zeros(3 - len(v)))


def rod_end(rod: Any, result: jd.Result, joint: str, i: int, bend: float = 0.0) -> np.ndarray:
    """Where a rod that is held as its first section is, with the reaction there, ends: r' = R Gamma, R' = R kappa~.

    Forces are dead and act at its end alone; bend: its curvature about its third axis as drawn [1/m].
    """
    reaction = result.reaction(joint, on=rod.start.name, frame="ground")
    planar = rod.planar
    N = -in_space(reaction.force.values[i])  # of what is ahead on the start
    M = -reaction.torque.values[i] * np.array([0, 0, 1.0]) if planar else -reaction.torque.values[i]
    stiff = np.diagonal(rod.stiffness)
    C = np.array([stiff[0], stiff[1], 1.0, 1.0, 1.0, stiff[2]]) if planar else stiff
    start = result[rod.start.name]
    R = np.eye(3)
    if planar:
        c, s = math.cos(float(start.angle.values[i])), math.sin(float(start.angle.values[i]))
        R[:2, :2] = [[c, -s], [s, c]]
    else:
        R = start.rotation.values[i]

    def rates(_: float, y: np.ndarray) -> np.ndarray:
        R, M = y[3:12].reshape(3, 3), y[12:]
        Gamma, (a, b, c) = np.array([1.0, 0, 0]) + R.T @ N / C[:3], R.T @ M / C[3:] + (0, 0, bend)
        tilde = np.array([[0, -c, b], [c, 0, -a], [-b, a, 0]])
        return np.concatenate([R @ Gamma, (R @ tilde).ravel(), -np.cross(R @ Gamma, N)])

    y0 = np.concatenate([in_space(start.position.values[i]), R.ravel(), M])
    found = solve_ivp(rates, (0.0, rod.length), y0, method="DOP853", rtol=1e-10, atol=1e-12)
    return np.asarray(found.y[:, -1])


def elastica(load: float) -> tuple[float, float]:
    """Deflection and shortening of a cantilever, over its length, under a dead force F across: load = F L^2/(E I)."""

    def left(k: float) -> float:
        return float(ellipk(k * k) - ellipkinc(math.asin(math.sqrt(0.5) / k), k * k)) - math.sqrt(load)

    k = brentq(left, math.sqrt(0.5) + 1e-15, 1.0 - 1e-15, xtol=1e-15)
    turned = math.asin(math.sqrt(0.5) / k)
    return 1 - 2 / math.sqrt(load) * float(ellipe(k * k) - ellipeinc(turned, k * k)), 1 - math.sqrt(
        2 * (2 * k * k - 1) / load
    )


@pytest.mark.parametrize(("nodes", "elements", "order", "allowed"), [(2, (16, 32), 2, 2e-4), (3, (4, 8), 4, 3e-5)])
def test_elastica(nodes: int, elements: tuple[int, int], order: int, allowed: float) -> None:
    """Bent by ten times E I/L^2; the rod hardly stretches."""
    errors = []
    for n in elements:
        m = jd.Model("elastica", planar=True, gravity=(0, 0))
        rod = m.beam("rod", start=(0, 0), end=(1, 0), elements=n, nodes=nodes, section=section(1e8, 1e8, 1.0))
        m.joint("clamp", "fixed", m.ground, rod.start, at=(0, 0))
        m.load("tip", rod.end, force=(0, 10.0))
        x, y = jd.statics(m).result["rod"].shape.values[0, -1]
        errors.append(np.abs(np.array([y, 1 - x]) - elastica(10.0)).max())
    assert errors[1] < allowed and abs(math.log2(errors[0] / errors[1]) - order) < 0.25, errors
    assert elastica(1.0) == pytest.approx((0.30172, 0.05643), abs=1e-5)  # as tabulated


@pytest.mark.parametrize(("theory", "nodes"), [("exact", 2), ("exact", 3), ("ancf", 3)])
def test_bend_of_45_degrees(theory: str, nodes: int) -> None:
    """Eight elements on an eighth of a circle of 100, pushed out of its plane; tips as published, and of the rod itself."""
    R = 100.0
    at = [np.array([R * math.sin(a), R * (1 - math.cos(a)), 0.0]) for a in (0.0, math.pi / 8, math.pi / 4)]
    m = jd.Model("bend", gravity=(0, 0, 0))
    own = section(1e7, 1e7 / 2.4, 1e7 / 12)
    line: dict[str, Any] = dict(start=at[0], through=at[1], end=at[2], elements=8, nodes=nodes)
    rod = m.beam("rod", **line, section=own, theory=theory)
    m.joint("clamp", "fixed", m.ground, rod.start, at=at[0])
    m.load("tip", rod.end, force=(0, 0, 600.0))
    found = jd.statics(m)
    tip = found.result["rod"].shape.values[0, -1]
    assert found.stable
    assert np.abs(tip - (47.2, 15.9, 53.4)).max() < 0.25  # Bathe and Bolourchi
    assert np.abs(tip - (47.23, 15.79, 53.37)).max() < 0.15  # Simo and Vu-Quoc
    if nodes == 3:
        end = rod_end(rod, found.result, "clamp", 0, bend=1.0 / R)
        assert np.abs(end[:3] - tip).max() < 5e-3
        assert np.abs(end[12:]).max() < 5e-5 * 600.0 * R  # nothing turns its end


def test_toggle_of_williams() -> None:
    """A snap-through of a two-hundredth of the span is found however far the load is to grow."""
    half, rise, n = 12.943, 0.386, 6
    own = section(1.885e6, 6e5, 9.274e3)
    m = jd.Model("toggle", planar=True, gravity=(0, 0))
    left = m.beam("left", start=(-half, 0), end=(0, rise), elements=n, nodes=3, section=own)
    right = m.beam("right", start=(0, rise), end=(half, 0), elements=n, nodes=3, section=own)
    for name, beam, at in (("a", left.start, (-half, 0)), ("b", right.end, (half, 0))):
        m.joint(name, "fixed", m.ground, beam, at=at)
    m.joint("top", "fixed", left.end, right.start, at=(0, rise))
    m.load("push", left.end, force=(0, -1.0))
    found = [jd.load_path(m, to=to) for to in (80.0, 1000.0)]
    limits = np.array([[one.factor for one in path.critical] for path in found])
    assert all([one.kind for one in path.critical] == ["limit", "limit"] for path in found)
    assert np.abs(limits - limits[0]).max() < 1e-6 * limits.max()
    assert limits[0, 0] == pytest.approx(34.0, abs=0.5)  # read from the test and theory of Williams
    for i in range(0, len(found[0].t), 5):  # any equilibrium, on the way up, down and up again, is one of the rod
        end = rod_end(left, found[0], "a", i)
        top = found[0]["left"].shape.values[i, -1]
        slope = float(found[0]["left.end"].angle.values[i])
        assert np.abs(end[:2] - top).max() < 1e-4 * rise
        assert abs(math.atan2(end[6], end[3]) - slope) < 1e-3 * rise / half


def test_deep_arch() -> None:
    """215 degrees, a hinge and a clamp: it falls over at P R^2/(E I) = 8.97, with 40 elements of two sections at 9.0528."""
    R, half = 100.0, math.radians(107.5)
    ends = [(sign * R * math.sin(half), R * math.cos(half)) for sign in (-1, 1)]
    for nodes, elements, expected, allowed in ((3, 20, 897.0, 1e-3), (2, 40, 905.28, 3e-4)):
        m = jd.Model("arch", planar=True, gravity=(0, 0))
        line: dict[str, Any] = dict(start=ends[0], through=(0, R), end=ends[1], elements=elements, nodes=nodes)
        arch = m.beam("arch", **line, section=section(1e8, 5e7, 1e6))
        m.joint("hinge", "revolute", m.ground, arch.start, at=ends[0])
        m.joint("clamp", "fixed", m.ground, arch.end, at=ends[1])
        m.load("push", arch.node(0.5), force=(0, -1.0))
        path = jd.load_path(m, to=1000.0, most=70)
        (limit,) = path.critical
        assert limit.kind == "limit" and limit.factor == pytest.approx(expected, rel=allowed)


def test_frame_of_lee() -> None:
    """It snaps through, then back: the load falls below zero while its point goes up again."""
    E, side = 7.2e6, 120.0
    own = section(6 * E, 3 * E, 2 * E)
    m = jd.Model("frame", planar=True, gravity=(0, 0))
    post = m.beam("post", start=(0, 0), end=(0, side), elements=10, nodes=3, section=own)
    bar = m.beam("bar", start=(0, side), end=(side, side), elements=10, nodes=3, section=own)
    m.joint("foot", "revolute", m.ground, post.start, at=(0, 0))
    m.joint("wall", "revolute", m.ground, bar.end, at=(side, side))
    m.joint("corner", "fixed", post.end, bar.start, at=(0, side))
    m.load("push", bar.node(0.2), force=(0, -1.0))
    path = jd.load_path(m, to=3e4)
    assert [one.kind for one in path.critical] == ["limit", "limit"]
    assert [one.factor for one in path.critical] == pytest.approx([18552.0, -9450.0], rel=6e-3)
    sinking = side - path["bar"].shape.values[:, 4, 1]
    assert (np.diff(sinking) < 0).any() and path.ended == "the factor reached 30000"
    for i in range(0, len(path.t), 12):
        assert np.abs(rod_end(post, path, "foot", i)[:2] - path["post"].shape.values[i, -1]).max() < 1e-4 * side


def test_frame_that_tilts() -> None:
    """Two blades of 240 x 30 x 0.6 at a right angle, pushed in their plane: 1.088 (Argyris), 1.09 (Simo, Vu-Quoc)."""
    m = jd.Model("frame", gravity=(0, 0, 0))
    blade: dict[str, Any] = dict(
        section=jd.rectangle(0.6, 30.0), material=jd.material(E=71240.0, nu=0.31, density=1e-3)
    )
    one = m.beam("one", start=(0, 0, 0), end=(240, 0, 0), elements=12, **blade)
    two = m.beam("two", start=(240, 0, 0), end=(240, 0, -240), elements=12, normal=(1, 0, 0), **blade)
    m.joint("clamp", "fixed", m.ground, one.start, at=(0, 0, 0))
    m.joint("corner", "fixed", one.end, two.start, at=(240, 0, 0))
    m.load("push", two.end, force=(1.0, 0, 0))
    path = jd.load_path(m, to=1.5)
    (tilt,) = path.critical
    assert tilt.kind == "branching" and tilt.factor == pytest.approx(1.088, rel=5e-3)
    assert np.abs(tilt.shape.reshape(-1, 6)[:, [0, 2, 4]]).max() < 1e-3  # out of the plane


def test_shapes_that_follow_closely_are_all_found() -> None:
    """A clamped rod whose sides are nearly alike buckles about both within one step of the load: pi^2 E I/(4 L^2) each."""
    EI = (100.0, 102.0)
    stiffness = [1e9, 1e8, 1e8, 1e3, EI[0], EI[1]]
    m = jd.Model("column", gravity=(0, 0, 0))
    own = jd.section(stiffness=stiffness, mass=[1, 1, 1, 0.2, 0.1, 0.1])
    rod = m.beam("rod", start=(0, 0, 0), end=(0, 0, 1), elements=8, nodes=3, section=own)
    m.joint("clamp", "fixed", m.ground, rod.start, at=(0, 0, 0))
    m.load("push", rod.end, force=(0, 0, -1.0))
    path = jd.load_path(m, to=2500.0)
    expected = [k**2 * math.pi**2 / 4 * one for k in (1, 3) for one in EI]
    assert [one.factor for one in path.critical] == pytest.approx(expected, rel=2e-3)
    assert path.falling.tolist() == sorted(path.falling.tolist()) and path.falling[-1] == 4

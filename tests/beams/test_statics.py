"""Statics of beams against closed forms and published values: bending far, buckling, snapping through, hanging."""

from __future__ import annotations

import math
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scipy.optimize import brentq

import jourdain as jd
from jourdain.errors import ModelError

STEEL = jd.material(E=2.1e11, nu=0.3, density=7850)


def straight(planar: bool, length: float, elements: int, **options: Any) -> tuple[jd.Model, Any]:
    """A beam along x, clamped at its start, without gravity."""
    zero = (0,) * (2 if planar else 3)
    m = jd.Model("straight", planar=planar, gravity=zero)
    rod = m.beam("rod", start=zero, end=(length, *zero[1:]), elements=elements, **options)
    m.joint("clamp", "fixed", m.ground, rod.start, at=zero)
    return m, rod


def tip(found: Any) -> np.ndarray:
    """Place of the last section at the last output [m]."""
    return np.asarray(found["rod"].shape)[-1, -1]


@pytest.mark.parametrize("planar", [True, False], ids=["planar", "spatial"])
def test_cantilever_small_and_large(planar: bool) -> None:
    """F L^3/(3 E I) + F L/(k G A), and the large bending of Nachbagauer, Pechstein, Irschik, Gerstmayr (2011).

    In space the large load is far beyond lateral buckling, about which statics says so.
    """
    steel, section, h, L = jd.material(E=2.07e11, nu=0.3, density=7850), jd.rectangle(0.1, 0.5), 0.5, 2.0
    small = 5e5 * h**3
    for factor in (1.0, 1000.0):
        m, rod = straight(planar, L, 256, section=section, material=steel)
        m.load("tip", rod.end, force=(0, factor * small) if planar else (0, 0, factor * small))
        found = jd.statics(m)
        x, *_, y = tip(found.result)
        if factor == 1.0:
            k = 10 * 1.3 / (12 + 11 * 0.3)
            exact = small * L**3 / (3 * 2.07e11 * 0.1 * h**3 / 12) + small * L / (k * 2.07e11 / 2.6 * 0.1 * h)
            assert math.isclose(exact, 8.09903e-4, rel_tol=1e-5) and math.isclose(y, exact, rel_tol=1e-5)
            assert found.stable and found.first.method == "Newton's method"
        else:
            assert math.isclose(y, 0.71056837, rel_tol=1e-4) and math.isclose(L - x, 0.15097103, rel_tol=1e-4)
            assert found.stable == planar and "loads were put on" in str(found)


def test_princeton_beam() -> None:
    """Tip of a strip under a force at an angle: ANSYS beams, as quoted by Obrezkov and others (2022), to 3 %."""
    across = [0.0107141763, 0.01061328706, 0.0101116963, 0.008837226265, 0.006604665004, 0.003538889001, 0]
    up = [0, 0.04208232124, 0.07939482948, 0.108987937, 0.129887616, 0.142194370, 0.146245978]
    section = jd.rectangle(12.3777e-3, 3.2024e-3, shear=1.0)
    section = replace(section, torsion=0.198 * (section.Iy + section.Iz))
    aluminium = jd.material(E=71.7e9, nu=0.31, density=2700)
    for angle, y, z in zip(np.radians(np.arange(0, 91, 15)), across, up, strict=True):
        m, rod = straight(False, 0.508, 16, section=section, material=aluminium)
        m.load("tip", rod.end, force=(0, -8.896 * math.cos(angle), 8.896 * math.sin(angle)))
        found = tip(jd.statics(m).result)
        assert abs(found[1] + y) <= 0.03 * max(y, 1e-9) and abs(found[2] - z) <= 0.03 * max(z, 1e-9)


def test_roll_up_and_back() -> None:
    """A moment 2 pi E I/L bends a beam to a circle (Simo and Vu-Quoc, 1986); without it, it is straight again."""
    m, rod = straight(True, 10.0, 20, section=jd.rectangle(0.1, 0.1), material=jd.material(E=1.2e7, nu=0, density=1e3))
    m.load("tip", rod.end, torque=2 * math.pi * rod.stiffness[2, 2] / 10)
    found = jd.statics(m)
    assert np.abs(tip(found.result)).max() < 1e-4
    assert abs(found.result["rod.end"].angle.values[-1] - 2 * math.pi) < 1e-9
    assert np.allclose(found.result["rod"].moment, 2 * math.pi * rod.stiffness[2, 2] / 10)
    assert found.first.method == "load stepping" and found.stable and "bent" not in str(found)
    back = found.model
    back.loads.clear()
    shape = np.asarray(jd.statics(back).result["rod"].shape)[0]
    assert np.abs(shape - np.column_stack([np.linspace(0, 10, 21), np.zeros(21)])).max() < 1e-9


@pytest.mark.parametrize("pinned", [True, False])
def test_euler_buckling(pinned: bool) -> None:
    """P (1 + P/GA - P/EA) = pi^2 E I/l^2, l = L or 2 L; at order 2. The shape is a sine, the branch that leaves is stable."""
    factors = []
    for n in (8, 16, 32):
        m, rod = straight(True, 1.0, n, section=jd.rectangle(0.02, 0.002), material=STEEL)
        if pinned:
            m.joints.pop("clamp")
            m.joint("pin", "revolute", m.ground, rod.start, at=(0, 0))
            m.joint("guide", "point_on_line", m.ground, rod.end, at=(1, 0), axis=(1, 0))
        EA, GA, EI = np.diagonal(rod.stiffness)[:3]
        P = math.pi**2 * EI / (1.0 if pinned else 4.0)
        m.load("push", rod.end, force=(-P, 0))
        path = jd.load_path(m, to=1.2)
        (one,) = path.critical
        assert one.kind == "branching" and path.stable[0] and not path.stable[-1]
        factors.append(one.factor)
    errors = np.array(factors) - brentq(lambda f: f * (1 + f * P * (1 / GA - 1 / EA)) - 1.0, 0.9, 1.1)
    assert (np.abs(np.log2(errors[:-1] / errors[1:]) - 2.0) < 0.15).all() and errors[-1] < 2e-3
    s = np.linspace(0.0, 1.0, n + 1)
    expected = np.sin(math.pi * s) if pinned else 1.0 - np.cos(0.5 * math.pi * s)
    shape = one.shape[1::3]
    assert np.abs(shape / shape[np.abs(shape).argmax()] - expected).max() < 5e-3
    branch = path.branch(0, to=1.1)
    assert branch.stable.all() and not branch.critical and branch.factor[-1] == 1.1
    assert np.abs(np.asarray(branch["rod"].shape)[-1, :, 1]).max() > 0.2


def test_lateral_buckling() -> None:
    """A narrow cantilever tilts at 4.0126 sqrt(E Iz G J)/L^2 (Timoshenko and Gere, 1961), for Iz much below Iy."""
    factors = []
    for n in (8, 16):
        m, rod = straight(False, 1.0, n, section=jd.rectangle(0.002, 0.06), material=STEEL)
        C = np.diagonal(rod.stiffness)
        m.load("tip", rod.end, force=(0, 0, -4.0126 * math.sqrt(C[5] * C[3])))
        path = jd.load_path(m, to=1.3)
        factors.append(path.critical[0].factor)
        assert path.critical[0].kind == "branching"
    assert abs(factors[1] - (factors[0] - factors[1]) / 3 - 1.0) < 3e-3


def test_truss_of_von_mises_snaps_through() -> None:
    """Two springs to a sliding point: the whole path and both limit points in closed form."""
    width, height, k = 1.0, 0.3, 1000.0
    rest = math.hypot(width, height)
    m = jd.Model("truss", planar=True, gravity=(0, 0))
    top = m.body("top", mass=1.0, inertia=0.1, at=(0, height))
    m.joint("guide", "prismatic", m.ground, top, at=(0, height), axis=(0, 1))
    for name, side in (("left", -1), ("right", 1)):
        m.spring(name, m.ground.marker(name, at=(side * width, 0)), top.marker(name), stiffness=k, rest=rest)
    m.load("push", top, force=(0, -1.0))
    path = jd.load_path(m, to=100.0)
    y = path["top"].position.values[:, 1]

    def push(y: Any) -> Any:
        return 2 * k * y * (rest / np.hypot(width, y) - 1.0)

    assert np.abs(path.factor - push(y)).max() < 1e-9 and y[-1] < -height
    limit = push(math.sqrt((width**2 * rest) ** (2 / 3) - width**2))
    assert [one.kind for one in path.critical] == ["limit", "limit"]
    assert np.allclose([one.factor for one in path.critical], [limit, -limit], rtol=1e-9)
    force = path.reaction("left", frame="ground").force.values[:, 1]
    assert np.allclose(2 * force, path.factor, atol=1e-9)  # the loads of every output are its own


def test_equilibrium_is_where_a_damped_run_ends() -> None:
    """By three ways: Newton's method along growing loads, least energy, and time."""
    rubber = jd.material(E=2e7, nu=0.3, density=1500)
    m, _ = straight(True, 1.0, 6, section=jd.rectangle(0.05, 0.02), material=rubber, damping=0.3)
    m.gravity = np.array([0, -9.81, 0.0])
    found, least = jd.statics(m), jd.statics(m, method="energy")
    assert np.abs(found.result.q - least.result.q).max() < 1e-10
    run = jd.simulate(m, 40.0, integrator=jd.GeneralizedAlpha(step=2e-3), output=2, trust="fast")
    assert np.abs(run.q[-1] - found.result.q[0]).max() < 1e-8
    # what index 3 leaves open of a clamp goes with the square of the step: 1e-9 rad at 2 ms
    still = jd.simulate(m, 0.5, start="static", integrator=jd.GeneralizedAlpha(step=1e-3), output=10, trust="fast")
    assert np.abs(still.q - still.q[0]).max() < 1e-9


def test_machine_with_beams() -> None:
    """A table on four legs: sway as 12 E I/h^3 each, redundant joints, wanted height, a driven head."""
    m = jd.Model("table")
    table = m.body("table", shape=jd.box(0.6, 0.4, 0.05), mass=0.01, at=(0, 0, 0.5))
    for k, (x, y) in enumerate(((0.25, 0.15), (-0.25, 0.15), (0.25, -0.15), (-0.25, -0.15))):
        leg = m.beam(
            f"leg{k}", start=(x, y, 0), end=(x, y, 0.475), elements=16, section=jd.circle(0.01), material=STEEL
        )
        m.joint(f"foot{k}", "fixed", m.ground, leg.start, at=(x, y, 0))
        m.joint(f"head{k}", "fixed", leg.end, table, at=(x, y, 0.475))
    m.load("side", table, force=(10.0, 0, 0))
    m.joint("guide", "planar", m.ground, table, at=(0, 0, 0.5), axis=(0, 1, 0))  # so does symmetry
    found = jd.statics(m)
    sway = found.result["table"].position.values[0, 0]
    assert found.stable and math.isclose(sway, 10.0 / (48 * leg.stiffness[4, 4] / 0.475**3), rel_tol=1e-2)
    feet = sum(found.result.reaction(f"foot{k}", on="ground").force.values[0] for k in range(4))
    assert np.allclose(feet, (10.0, 0, 0), atol=1e-8)
    m.spring("spring", m.ground.marker("anchor"), table.marker("t"), stiffness=1e4, rest=0.5)
    wanted = jd.statics(m, solve_for={"spring.rest": {"table.x": 0.5 * sway}})
    assert abs(wanted.result["table"].position.values[0, 0] - 0.5 * sway) < 1e-9


@pytest.mark.parametrize("theory", ["exact", "ancf"])
def test_stiff_rods_swing_down(theory: str) -> None:
    """Drawn level on a hinge: as rigid bodies first, and not where forces are only small against stiffness; then stretched."""
    for length, g in ((0.1, 9.81), (1.0, 0.01)):
        m, rod = straight(True, length, 8, section=jd.rectangle(0.02, 0.01), material=STEEL, theory=theory)
        m.joints.clear()
        m.gravity = np.array([0.0, -g, 0.0])
        m.joint("hinge", "revolute", m.ground, rod.start, at=(0, 0))
        found = jd.statics(m)
        stretch = 7850 * g * length**2 / (2 * 2.1e11)
        assert found.stable and np.abs(tip(found.result) - (0, -length - stretch)).max() < 1e-9 * length


def test_coarse_elements_are_named() -> None:
    """A circle of five elements: 1.26 rad in each."""
    m, rod = straight(True, 10.0, 5, section=jd.rectangle(0.1, 0.1), material=jd.material(E=1.2e7, nu=0, density=1e3))
    m.load("tip", rod.end, torque=2 * math.pi * rod.stiffness[2, 2] / 10)
    assert "beam 'rod': an element was bent by 1.3 rad" in str(jd.statics(m))


def test_bad_requests_are_named() -> None:
    m, rod = straight(True, 1.0, 4, section=jd.rectangle(0.02, 0.002), material=STEEL)
    with pytest.raises(ModelError, match="nothing that could grow"):
        jd.load_path(m)
    m.load("tip", rod.end, force=(0, 1.0))
    with pytest.raises(ModelError, match=r"'tap' is no load or drive.*'tip'"):
        jd.load_path(m, growing=["tap"])
    with pytest.raises(ModelError, match=r"at factor 0 nothing holds .* begin=0.01"):
        loose, hinged = straight(True, 1.0, 4, section=jd.rectangle(0.02, 0.002), material=STEEL)
        loose.joints.clear()
        loose.joint("hinge", "revolute", loose.ground, hinged.start, at=(0, 0))
        loose.load("weight", hinged.end, force=(0, -1.0))
        jd.load_path(loose)
    with pytest.raises(ModelError, match="no way between"):
        jd.load_path(m, to=0.0)
    path = jd.load_path(m)
    with pytest.raises(ModelError, match="give curves"):
        path.plot()


def test_hanging_cable() -> None:
    """A cable without bending stiffness hangs as a catenary, at order 2; 1e-4 of its length with 64 elements."""
    errors = []
    for n in (16, 32, 64):
        m = jd.Model("cable", planar=True, gravity=(0, -9.81))
        points = [(x, -1.8 * x * (1 - x)) for x in np.linspace(0, 1, 9)]
        rope = m.beam("rope", points=points, elements=n, theory="cable", section=jd.circle(0.002), material=STEEL)
        m.joint("left", "revolute", m.ground, rope.start, at=(0, 0))
        m.joint("right", "revolute", m.ground, rope.end, at=(1, 0))
        found = jd.statics(m)
        assert found.stable and "stretch cables" in str(found)
        s, length = np.array(rope.arc), rope.arc[-1]
        a = brentq(lambda a, length=length: 2 * a * math.sinh(0.5 / a) - length, 0.05, 10)
        x = a * np.arcsinh((s - length / 2) / a)
        exact = np.column_stack([0.5 + x, a * (np.cosh(x / a) - math.cosh(0.5 / a))])
        errors.append(np.linalg.norm(np.asarray(found.result["rope"].shape)[0] - exact, axis=1).max() / length)
    assert errors[-1] < 1e-4 and (np.abs(np.log2(np.divide(errors[:-1], errors[1:])) - 2.0) < 0.15).all()


def test_arch_sways_before_it_snaps(tmp_path: Path) -> None:
    """A high arch leaves its symmetric path before the limit point; on the new one, load over sinking is a straight line."""
    m = jd.Model("arch", planar=True, gravity=(0, 0))
    points = [(x, 0.1 * (1 - x * x)) for x in np.linspace(-1, 1, 9)]
    arch = m.beam("arch", points=points, elements=16, section=jd.rectangle(0.05, 0.01), material=STEEL)
    m.joint("left", "revolute", m.ground, arch.start, at=points[0])
    m.joint("right", "revolute", m.ground, arch.end, at=points[-1])
    m.load("push", arch.node(0.5), force=(0, -1e4))
    path = jd.load_path(m, most=16)
    sway, snap = path.critical[:2]
    assert (sway.kind, snap.kind) == ("branching", "limit") and sway.factor < snap.factor
    y = sway.shape[1::3]
    assert np.abs(y + y[::-1]).max() < 1e-5 * np.abs(y).max()  # one side up, the other down
    path.save(tmp_path / "arch.nc")
    loaded = jd.load(tmp_path / "arch.nc")
    assert loaded.summary() == path.summary() and np.array_equal(loaded.factor, path.factor)
    assert np.array_equal(*(one.reaction("left", on="ground").force.values for one in (path, loaded)))
    loads = [[piece.system.tables["loads"]["d"] for piece in one.pieces] for one in (path, loaded)]
    assert np.array_equal(*loads) and np.ptp(loads[1]) > 0.9 * np.ptp(path.factor)
    with pytest.raises(ModelError, match="from a file"):
        loaded.branch(0)
    branch = path.branch(0, most=8)
    sinking = np.asarray(branch["arch"].shape)[:, 8, 1]
    line = np.polyfit(sinking, branch.factor, 1)
    assert np.abs(np.polyval(line, sinking) - branch.factor).max() < 5e-3 * np.ptp(branch.factor)

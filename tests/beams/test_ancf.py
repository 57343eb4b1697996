"""Beams by absolute nodal coordinates: figures of others, exact elements beside them, and machines with rigid bodies."""

from __future__ import annotations

import math
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import jourdain as jd
from jourdain.errors import ModelError

RUBBER = jd.material(E=0.7e6, nu=0.3, density=5540)


def held(joint: str, length: float, *, planar: bool = True, **options: Any) -> tuple[jd.Model, Any]:
    """A beam along x, held at its start; in space what was along y is along z."""
    n = 2 if planar else 3
    m = jd.Model("held", planar=planar, gravity=options.pop("gravity", (0,) * n))
    rod = m.beam("rod", start=(0,) * n, end=(length, 0, 0)[:n], **dict(theory="ancf") | options)
    axis = {} if planar or joint == "fixed" else {"axis": (0, 1, 0)}
    m.joint("root", joint, m.ground, rod.start, at=(0,) * n, **axis)
    return m, rod


@pytest.mark.parametrize("planar", [True, False], ids=["planar", "spatial"])
def test_cantilever_small_and_large(planar: bool) -> None:
    """F L^3/(3 E I) + F L/(k G A), and the large bending of Nachbagauer, Pechstein, Irschik, Gerstmayr (2011)."""
    steel, h, L = jd.material(E=2.07e11, nu=0.3, density=7850), 0.5, 2.0
    small = 5e5 * h**3
    k = 10 * 1.3 / (12 + 11 * 0.3)
    exact = small * L**3 / (3 * 2.07e11 * 0.1 * h**3 / 12) + small * L / (k * 2.07e11 / 2.6 * 0.1 * h)
    assert math.isclose(exact, 8.09903e-4, rel_tol=1e-5)
    for factor in (1.0, 1000.0):
        options: dict[str, Any] = dict(section=jd.rectangle(0.1, h), material=steel, planar=planar)
        m, rod = held("fixed", L, elements=16, nodes=3, **options)
        m.load("tip", rod.end, force=(0, factor * small) if planar else (0, 0, factor * small))
        found = jd.statics(m)
        x, y = found.result["rod"].shape.values[0, -1][[0, -1]]
        assert found.stable or (
            factor > 1.0 and not planar
        )  # the strip is five times as high as wide, and falls sideways
        if factor == 1.0:
            assert math.isclose(y, exact, rel_tol=1e-5)
        else:
            assert math.isclose(y, 0.71056837, rel_tol=1e-4) and math.isclose(L - x, 0.15097103, rel_tol=1e-4)
        assert np.abs(np.linalg.norm(found.result["rod"].rotation.values[..., 0], axis=-1) - 1.0).max() < 1e-12


def test_a_very_flexible_beam_goes_where_exact_elements_go() -> None:
    """Berzeri and Shabana's pinned beam: tip at 1 s, to which exact elements in plane and space refine."""
    tips = []
    for theory, planar in product(("ancf", "exact"), (True, False)):
        options: dict[str, Any] = dict(elements=48, nodes=3, theory=theory, planar=planar)
        options["gravity"] = (0, -9.81) if planar else (0, 0, -9.81)
        m, _ = held("revolute", 1.2, section=jd.rectangle(0.2, 0.009), material=RUBBER, **options)
        result = jd.simulate(m, 1.0, integrator=jd.GeneralizedAlpha(step=5e-4), output=1, trust="fast")
        tips.append(result["rod.end"].position.values[-1][[0, -1]])
    assert np.abs(tips[0] - tips[2]).max() < 1e-4 and np.abs(tips[1] - tips[3]).max() < 1e-4
    assert np.abs(np.array(tips) - [-1.1547, -0.3145]).max() < 1e-3


def crank(theory: str) -> jd.Model:
    """Slider-crank with a soft rod, driven by a torque through several turns; the slider is struck, then the crank stops."""
    m = jd.Model("crank", planar=True, gravity=(0, -9.81))
    material = jd.material(E=2e8, nu=0.3, density=2000)
    arm = m.body("crank", mass=1.0, inertia=0.02, at=(0.1, 0))
    options: dict[str, Any] = dict(elements=4, mass="lumped", section=jd.rectangle(0.02, 0.02), damping=1e-4)
    rod = m.beam("rod", start=(0.2, 0), end=(0.8, 0), theory=theory, material=material, **options)
    slider = m.body("slider", mass=0.5, inertia=0.01, at=(0.8, 0))
    hinge = m.joint("A", "revolute", m.ground, arm, at=(0, 0))
    m.joint("B", "revolute", arm, rod.start, at=(0.2, 0))
    m.joint("C", "revolute", rod.end, slider, at=(0.8, 0))
    m.joint("D", "prismatic", m.ground, slider, at=(0.8, 0), axis=(1, 0))
    m.force("motor", hinge.angle, law="4")
    m.measure("turned", hinge.angle)
    m.measure("bent", rod.strain(0.5, "bending"))
    m.event("knock", "t - 0.2", actions=jd.Impulse(slider.marker("face"), (-0.5, 0)))
    m.event("brake", "t - 0.6", actions=jd.Lock("A"))
    return m


def test_machine_with_rigid_bodies_and_events(tmp_path: Path) -> None:
    """As with exact elements: motion, counted turns, reactions, strains, a blow, a lock. Energy, files and page."""
    method = jd.GeneralizedAlpha(step=2e-4)
    own, other = (jd.simulate(crank(theory), 0.65, integrator=method, trust="fast") for theory in ("ancf", "exact"))
    assert [one.name for one in own.events] == ["knock", "brake"] and own["crank"].angle.values[-1] > 2 * math.pi
    for name in ("crank", "slider", "rod.end"):
        for what in ("position", "velocity", "angle", "angular_velocity"):
            a, b = (getattr(one[name], what).values for one in (own, other))
            assert np.abs(a - b).max() < 3e-4 * max(1.0, np.abs(b).max()), (name, what)  # steps in other coordinates
    for joint in "ABCD":
        a, b = (one.reaction(joint) for one in (own, other))
        assert np.abs(a.force.values - b.force.values).max() < 1e-3 * np.abs(b.force.values).max(), joint
    assert np.abs(own.measure("turned") - own["crank"].angle).max() < 1e-12
    assert (
        np.abs(own["rod"].strain.values - other["rod"].strain.values).max() < 1e-3 * np.abs(other["rod"].strain).max()
    )
    first = own.t <= 0.2
    balance = (own.energies.sum(axis=1) - own.work.sum(axis=1))[first]
    assert np.ptp(balance) < 1e-6 * np.ptp(own.energies[first])
    own.save(tmp_path / "run.nc")
    again = jd.load(tmp_path / "run.nc")
    assert again == own and np.array_equal(again["rod"].force, own["rod"].force)
    own.report(tmp_path / "run.html")
    jd.write(crank("ancf"), tmp_path / "model.yaml")
    assert jd.read(tmp_path / "model.yaml") == crank("ancf")


def test_analyses_agree_with_those_of_exact_elements() -> None:
    """check by name, statics, frequencies: a stretch of sections more, and nothing else."""
    found = {}
    for theory in ("ancf", "exact"):
        m = crank(theory)
        m.forces.clear()
        m.joint("twice", "prismatic", m.ground, m.bodies["slider"], at=(0.8, 0), axis=(1, 0))
        checked, rest = jd.check(m), jd.statics(m)
        values = np.abs(jd.linear(rest.model, outputs=[]).eigenvalues)
        found[theory] = checked.redundant, rest.result["rod"].shape.values, np.sort(values)[:8], checked.mobility
    own, other = found["ancf"], found["exact"]
    assert own[0] == other[0] and own[3] == other[3] + 5
    assert np.abs(own[1] - other[1]).max() < 1e-9
    assert np.allclose(own[2], other[2], rtol=1e-6)


@pytest.mark.parametrize("theory", ["ancf", "exact"])
def test_derivatives_by_parameters(theory: str) -> None:
    """Steps differentiated, and repeated with other numbers of the slider and of the beam, whose material damps.

    Derivatives by the damping are less certain by differences: steps of 0.5 ms do not resolve what it damps.
    """
    m, found = crank(theory), []
    m.events.clear()
    names = {"slider.mass": 1e-6, "rod.E": 1e-6, "rod.height": 1e-6, "rod.density": 1e-6, "rod.damping": 1e-4}
    asked: dict[str, Any] = dict(parameters=list(names), outputs=["final(turned)", "final(bent)"], trust="fast")
    for method in ("direct", "differences"):
        found.append(jd.sensitivity(m, 0.2, integrator=jd.GeneralizedAlpha(step=1e-3), method=method, **asked))
    for output in asked["outputs"]:
        for name, allowed in names.items():
            assert np.isclose(*(one[output, name] for one in found), rtol=allowed, atol=0), (output, name)


def test_averaged_mass_has_order_four() -> None:
    """First frequency along a rod, pi/2 sqrt(E/rho)/L, with two sections an element."""
    material = jd.material(E=1e6, nu=0.3, density=1e3)
    exact = np.pi / 2 * np.sqrt(material.E / material.density)
    errors = []
    for elements in (2, 4, 8):
        options: dict[str, Any] = dict(elements=elements, mass="averaged", section=jd.rectangle(0.1, 0.1))
        m, _ = held("fixed", 1.0, material=material, **options)
        errors.append(np.abs(np.abs(jd.linear(m, outputs=[]).eigenvalues) / exact - 1.0).min())
    slopes = np.log2(np.array(errors[:-1]) / errors[1:])
    assert (np.abs(slopes - 4) < 0.15).all(), slopes


def test_what_cannot_be_is_refused_with_a_way_out() -> None:
    section = jd.rectangle(0.1, 0.1)
    m, _ = held("fixed", 1.0, section=section, material=RUBBER)
    with pytest.raises(ModelError, match=r"coordinates = 'cartesian'.*theory='exact'"):
        jd.simulate(m, 0.1, integrator=jd.GeneralizedAlpha(step=1e-3, coordinates="cartesian"))
    result = jd.simulate(m, 0.01, integrator=jd.GeneralizedAlpha(step=1e-3), trust="fast")
    with pytest.raises(ModelError, match=r"inverse: .*theory='exact'"):
        jd.inverse(m, result)
    other = m.copy()
    other.beam("other", start=(1, 0), end=(2, 0), section=section, material=RUBBER, theory="cable")
    with pytest.raises(ModelError, match=r"'other' has theory 'cable' and beam 'rod' theory 'ancf'.*theory='exact'"):
        jd.compile(other)


def spatial_crank(theory: str, whip: str) -> jd.Model:
    """A crank, a soft rod, a slider that is struck, and a second beam of another theory on it; all in space."""
    m = jd.Model("crank", gravity=(0, -9.81, 1.0))
    material, section = jd.material(E=2e8, nu=0.3, density=2000), jd.rectangle(0.02, 0.02)
    options: dict[str, Any] = dict(mass="lumped", section=section, material=material, damping=1e-4)
    arm = m.body("crank", mass=1.0, inertia=(0.02,) * 3, at=(0.1, 0, 0))
    rod = m.beam("rod", start=(0.2, 0, 0), end=(0.8, 0, 0), elements=4, theory=theory, **options)
    slider = m.body("slider", mass=0.5, inertia=(0.01,) * 3, at=(0.8, 0, 0))
    free = m.beam("whip", start=(0.8, 0, 0), end=(1.1, 0, 0), elements=3, theory=whip, **options)
    hinge = m.joint("A", "revolute", m.ground, arm, at=(0, 0, 0), axis=(0, 0, 1))
    m.joint("B", "revolute", arm, rod.start, at=(0.2, 0, 0), axis=(0, 0, 1))
    m.joint("C", "spherical", rod.end, slider, at=(0.8, 0, 0))
    m.joint("D", "prismatic", m.ground, slider, at=(0.8, 0, 0), axis=(1, 0, 0))
    m.joint("E", "fixed", slider, free.start, at=(0.8, 0, 0))
    m.force("motor", hinge.angle, law="4")
    m.measure("turned", hinge.angle)
    m.measure("bent", rod.strain(0.5, "bending z"))
    m.event("knock", "t - 0.1", actions=jd.Impulse(slider.marker("face"), (-0.5, 0, 0)))
    m.event("brake", "t - 0.2", actions=jd.Lock("A"))
    return m


def test_machine_in_space_with_exact_beams_beside(tmp_path: Path) -> None:
    """As with exact elements alone: motion, reactions, strains in both beams, a blow, a lock. Files, page, frequencies."""
    method = jd.GeneralizedAlpha(step=2e-4)
    own, other = (
        jd.simulate(spatial_crank(theory, "exact"), 0.25, integrator=method, trust="fast")
        for theory in ("ancf", "exact")
    )
    assert [one.name for one in own.events] == ["knock", "brake"]
    for name in ("slider", "rod.end", "whip.end"):
        for what in ("position", "velocity"):
            a, b = (getattr(one[name], what).values for one in (own, other))
            assert np.abs(a - b).max() < 1e-4 * max(1.0, np.abs(b).max()), (name, what)
    for joint in "ABCDE":
        a, b = (one.reaction(joint) for one in (own, other))
        assert np.abs(a.force.values - b.force.values).max() < 1e-3 * np.abs(b.force.values).max(), joint
    for name in ("rod", "whip"):
        a, b = (one[name].strain.values for one in (own, other))
        assert np.abs(a - b).max() < 1e-3 * np.abs(b).max()
    assert np.abs(own.measure("bent") - other.measure("bent")).max() < 1e-3 * np.abs(other.measure("bent")).max()
    own.save(tmp_path / "run.nc")
    again = jd.load(tmp_path / "run.nc")
    assert again == own and np.array_equal(again["rod"].force, own["rod"].force)
    own.report(tmp_path / "run.html")
    found = []
    for theory in ("ancf", "exact"):
        m = spatial_crank(theory, theory)
        m.forces.clear()
        m.joint("twice", "prismatic", m.ground, m.bodies["slider"], at=(0.8, 0, 0), axis=(1, 0, 0))
        rest = jd.statics(m)
        values = np.sort(np.abs(jd.linear(rest.model, outputs=[]).eigenvalues))[:8]
        found.append((jd.check(m).redundant, rest.result["rod"].shape.values, values))
    assert found[0][0] == found[1][0]
    assert np.abs(found[0][1] - found[1][1]).max() < 1e-9
    assert np.allclose(found[0][2], found[1][2], rtol=1e-5)


def test_roll_up_and_back() -> None:
    """A moment of 2 pi E I/L closes a circle; without it the beam is straight again."""
    section, material = jd.rectangle(0.1, 0.1), jd.material(E=1e7, nu=0.3, density=1e3)
    m, rod = held("fixed", 10.0, planar=False, elements=20, section=section, material=material)
    m.load("end", rod.end, torque=(0, -2 * math.pi * 1e7 * 0.1**4 / 12 / 10, 0), follow=True)
    rolled = jd.statics(m)
    assert np.abs(rolled.result["rod"].shape.values[0, -1]).max() < 1e-12
    back = rolled.model.copy()
    back.loads.clear()
    assert np.abs(jd.statics(back).result["rod"].shape.values[0, -1] - [10, 0, 0]).max() < 1e-12


PRINCETON = [  # degrees; down and sideways [m], beams of ANSYS
    (0, 0.0107141763, 0), (15, 0.01061328706, 0.04208232124), (30, 0.0101116963, 0.07939482948),
    (45, 0.008837226265, 0.108987937), (60, 0.006604665004, 0.129887616), (75, 0.003538889001, 0.142194370),
    (90, 0, 0.146245978),
]  # fmt: skip


def test_princeton_beam() -> None:
    """A strip that is loaded askew, as in Obrezkov, Eliasson and Harish (2022)."""
    w, t = 12.3777e-3, 3.2024e-3
    Iy, Iz = w * t**3 / 12, t * w**3 / 12
    section = jd.section(area=w * t, Iy=Iy, Iz=Iz, torsion=0.198 * (Iy + Iz), shear=(1, 1))
    for degrees, down, aside in PRINCETON:
        a, F = math.radians(degrees), 8.896
        material = jd.material(E=71.7e9, nu=0.31, density=2700)
        m, rod = held("fixed", 0.508, planar=False, elements=8, nodes=3, section=section, material=material)
        m.load("tip", rod.end, force=(0, -F * math.cos(a), F * math.sin(a)))
        _, y, z = jd.statics(m).result["rod"].shape.values[0, -1]
        assert np.allclose((-y, z), (down, aside), rtol=0.03, atol=1e-12)


def test_exact_beams_beside_in_the_plane() -> None:
    """The second beam of a frame: the same rest position and frequencies, whatever its theory."""
    found = []
    for theory in ("exact", "ancf"):
        m, rod = held("fixed", 1.0, section=jd.rectangle(0.1, 0.1), material=RUBBER, elements=4, gravity=(0, -9.81))
        arm = m.beam(
            "arm",
            start=(1, 0),
            end=(1, 0.5),
            section=jd.rectangle(0.1, 0.1),
            material=RUBBER,
            elements=3,
            theory=theory,
        )
        m.joint("corner", "fixed", rod.end, arm.start, at=(1, 0))
        rest = jd.statics(m)
        found.append(
            (rest.result["arm"].moment.values, np.sort(np.abs(jd.linear(rest.model, outputs=[]).eigenvalues))[:8])
        )
    assert np.allclose(found[0][0], found[1][0], atol=1e-9 * np.abs(found[0][0]).max())
    assert np.allclose(found[0][1], found[1][1], rtol=1e-3)

"""Beams against closed forms and figures of others: frequencies, steady rotation, swinging rods, what is conserved."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import jourdain as jd
from beams.test_elements import KINDS
from jourdain.model.beams import with_light_director

X = np.array([1.0, 0.0, 0.0])


def cantilever(planar: bool, joint: str = "fixed", **options: Any) -> jd.Model:
    """A beam along x, 1 m unless `length` says otherwise, held at the origin."""
    gravity, length = options.pop("gravity", (0.0, 0.0, 0.0)), options.pop("length", 1.0)
    n = 2 if planar else 3
    model = jd.Model("cantilever", planar=planar, gravity=gravity[:n])
    rod = model.beam("rod", start=0 * X[:n], end=length * X[:n], **options)
    axis = {} if planar or joint == "fixed" else {"axis": (0.0, 0.0, 1.0)}
    model.joint("root", joint, model.ground, rod.start, at=0 * X[:n], **axis)
    return model


def frequencies(found: jd.Linear) -> np.ndarray:
    """Of all modes, in order [rad/s]."""
    return np.sort(found.eigenvalues.imag[found.eigenvalues.imag > 1e-6])


@pytest.mark.parametrize(("nodes", "order"), [(2, 2), (3, 4)])
@pytest.mark.parametrize(("planar", "theory"), [(True, "exact"), (True, "ancf"), (False, "ancf")])
def test_order_of_the_elements(planar: bool, theory: str, nodes: int, order: int) -> None:
    """First frequency along a rod, pi/2 sqrt(E/rho)/L; bending does not couple to it."""
    material = jd.material(E=1e6, nu=0.3, density=1e3)
    exact = np.pi / 2 * np.sqrt(material.E / material.density)
    errors = []
    for elements in (2, 4, 8):
        options: dict[str, Any] = {"elements": elements, "nodes": nodes, "theory": theory}
        model = cantilever(planar, section=jd.rectangle(0.1, 0.1), material=material, **options)
        found = jd.linear(model, outputs=[])
        errors.append(np.abs(frequencies(found) / exact - 1.0).min())
    slopes = np.log2(np.array(errors[:-1]) / errors[1:])
    assert (np.abs(slopes - order) < 0.15).all(), slopes


@pytest.mark.parametrize(("ratio", "first", "second"), [(0, 3.5160, 22.0345), (2, 4.1373, 22.6149), (6, 7.3604, 26.8091),
                                                        (12, 13.1702, 37.6031)])  # fmt: skip
def test_frequencies_of_a_rotating_beam(ratio: int, first: float, second: float) -> None:
    """Out of the plane of rotation, no hub; times sqrt(rho A L^4/(E I)), by a Ritz sum of ten terms."""
    section, material = jd.rectangle(0.02, 0.02), jd.material(E=2e11, nu=0.3, density=7850.0)
    unit = np.sqrt(material.E * section.Iy / (material.density * section.area))
    model = cantilever(False, "revolute" if ratio else "fixed", elements=6, nodes=3, section=section, material=material)
    if ratio:
        model = jd.statics(model, turning=(0.0, 0.0, ratio * unit)).equilibria[0].model
    own = frequencies(jd.linear(model, outputs=[])) / unit
    for exact in (first, second):
        assert np.abs(own / exact - 1.0).min() < 5e-3


STRIP = {"section": jd.rectangle(0.03, 0.002), "material": jd.material(E=2.1e11, nu=0.3, density=7850.0)}


def test_slow_modes_of_a_thin_strip() -> None:
    """First frequencies of a clamped steel strip, 1 m by 2 mm; with material damping b: roots of x^2 + b w^2 x + w^2."""
    section, material = STRIP["section"], STRIP["material"]
    unit = np.sqrt(material.E * section.Iy / (material.density * section.area))
    plain = jd.linear(cantilever(True, elements=8, nodes=3, **STRIP), outputs=[])
    slow = frequencies(plain)[:3]
    assert slow / unit == pytest.approx([3.5160, 22.0345, 61.6972], rel=2e-3)
    assert plain.free == 0 and plain.growth == 0.0
    assert all(mode.largest.count("rod[") == 1 for mode in plain.modes)
    for damping in (1e-5, 1e-3):
        found = jd.linear(cantilever(True, elements=8, nodes=3, damping=damping, **STRIP), outputs=[]).eigenvalues
        for w in slow:
            exact = np.roots([1.0, damping * w**2, w**2])[0]
            assert np.abs(found - exact).min() < 1e-6 * w


@pytest.mark.parametrize("options", [{}, {"rho": 0.3}, {"index": 2}], ids=str)
def test_stiff_damped_strips_start_without_a_blow(options: dict[str, Any]) -> None:
    """Steps that are a thousand times too long for what is stiff: the energy is kept, and thin clamps stay closed."""
    ends = []
    for damping, step in ((1e-5, 1e-3), (1e-3, 1e-3), (1e-5, 5e-4)):
        model = cantilever(True, elements=8, damping=damping, gravity=(0.0, -9.81, 0.0), **STRIP)
        method = jd.GeneralizedAlpha(step=step, **options)
        result = jd.simulate(model, 0.2, integrator=method, output=20, trust="fast")
        assert result.trust.energy_error < 1e-3 * result.trust.energy_size
        assert np.abs(result["rod[0]"].position.values).max() < 1e-12
        ends.append(result["rod[8]"].position.values[-1])
    assert np.abs(ends[0] - ends[2]).max() < 1e-4
    assert 0.1 < -ends[0][1] < 0.3


@pytest.mark.parametrize("rho", [0.8, 0.5])
@pytest.mark.parametrize("damping", [1e-4, 1e-3])
def test_strips_with_strong_damping_take_long_steps(damping: float, rho: float) -> None:
    """Axial and shear motions are 1e6 times too fast for 10 ms: the tip is that of steps of 1 ms."""
    ends = []
    for step in (1e-2, 1e-3):
        model = cantilever(True, elements=16, damping=damping, gravity=(0.0, -9.81, 0.0), **STRIP)
        result = jd.simulate(model, 0.3, integrator=jd.GeneralizedAlpha(step=step, rho=rho), output=30, trust="fast")
        ends.append(result["rod"].shape.values[:, -1])
    assert np.abs(ends[0] - ends[1]).max() < 4e-3
    assert 0.2 < -ends[1][-1, 1] < 0.3


@pytest.mark.parametrize("theory", ["exact", "ancf"])
def test_a_clamp_that_is_given_twice_holds_as_one(theory: str) -> None:
    """Rows in loops are regularised by what they weigh in a step, stiffness included: closed, and with their reactions."""
    found = {}
    for clamps in (1, 2):
        model = cantilever(True, elements=100, theory=theory, damping=1e-4, gravity=(0.0, -9.81, 0.0), **STRIP)
        if clamps == 2:
            model.joint("again", "fixed", model.ground, model.beams["rod"].start, at=(0, 0))
        result = jd.simulate(model, 0.05, integrator=jd.GeneralizedAlpha(step=1e-3), output=5, trust="fast")
        parts = [result.reaction(name, on="rod[0]", frame="ground") for name in ("root", "again")[:clamps]]
        found[clamps] = sum(one.force.values for one in parts), sum(one.torque.values for one in parts)
        assert np.max(result.gap) < 1e-10
    for one, two in zip(found[1], found[2], strict=True):
        assert np.abs(one - two)[1:].max() < 2e-3 * np.abs(one).max()


@pytest.mark.parametrize("theory", ["exact", "ancf"])
def test_steady_extension_of_a_turning_beam(theory: str) -> None:
    """E A u'' = -rho A w^2 (x + u): tan(k L)/k - L with k = w sqrt(rho A/(E A)), data of the spin-up of Simo and Vu-Quoc."""
    section = jd.section(area=1.0, Iy=5e-4, Iz=5e-4, shear=0.928571)
    options: dict[str, Any] = {"length": 10.0, "elements": 16, "theory": theory}
    model = cantilever(True, "revolute", section=section, material=jd.material(E=2.8e7, nu=0.3, density=1.2), **options)
    found = jd.statics(model, turning=(0.0, 0.0, 6.0)).equilibria[0]
    k = 6.0 * np.sqrt(1.2 / 2.8e7)
    extension = float(found.result["rod[16]"].position.values[0, 0]) - 10.0
    assert extension == pytest.approx(np.tan(10.0 * k) / k - 10.0, rel=1e-5)


def test_swinging_steel_rod() -> None:
    """Pinned, released from the horizontal: tip at 0.5 s, by eight clamped modes with stiffening to 4e-6 m.

    Modes know no rotary inertia of the section, so it has next to none here; with it the rod falls 3.5e-5 m less far.
    """
    E, G, area, moment, density = 2e11, 2e11 / 2.6, 1e-4, 0.01**4 / 12, 7850.0
    stiffness = np.array([E * area, G * area * 5 / 6, G * area * 5 / 6, 2 * G * moment, E * moment, E * moment])
    mass = density * np.array([area, area, area, 2e-3 * moment, 1e-3 * moment, 1e-3 * moment])
    section = jd.section(stiffness=stiffness, mass=mass)
    model = cantilever(True, "revolute", elements=8, nodes=3, section=section, gravity=(0.0, -9.81, 0.0))
    result = jd.simulate(model, 0.5, integrator=jd.GeneralizedAlpha(step=5e-5), output=1, trust="fast")
    tip = result["rod[16]"].position.values[-1]
    assert np.abs(tip - [-0.09033, -0.99591]).max() < 1e-5


def test_a_stiff_beam_is_a_rigid_body() -> None:
    """What is left of bending goes with 1/E."""
    length, section, density = 1.0, jd.rectangle(0.05, 0.05), 1e3
    mass = density * section.area * length
    rigid = jd.Model("rigid", planar=True, gravity=(0.0, -9.81))
    moment = mass * length**2 / 12 + density * section.Iy * length
    body = rigid.body("bar", mass=mass, inertia=moment, at=(length / 2, 0.0))
    rigid.joint("pin", "revolute", rigid.ground, body, at=(0.0, 0.0))
    exact = jd.simulate(rigid, 0.3, integrator=jd.DOP853(tol=1e-12), output=30, trust="fast")["bar"].angle.values
    errors = []
    for E in (1e7, 4e7, 1.6e8):
        material = jd.material(E=E, nu=0.3, density=density)
        model = cantilever(True, "revolute", elements=4, section=section, material=material, gravity=(0.0, -9.81, 0.0))
        result = jd.simulate(model, 0.3, integrator=jd.DOP853(tol=1e-10), output=30, trust="fast")
        x, y = result["rod[4]"].position.values.T
        errors.append(np.abs(np.arctan2(y, x) - exact).max())
    slopes = np.log(np.array(errors[:-1]) / errors[1:]) / np.log(4.0)
    assert (np.abs(slopes - 1.0) < 0.2).all(), slopes


def floating(planar: bool, nodes: int, theory: str = "exact") -> jd.Model:
    """A free beam, moving and turning; not steady, as its ends are lighter to move than its middle."""
    model = jd.Model("floating", planar=planar)
    material = jd.material(E=1e5, nu=0.3, density=1e3)
    turns = np.linspace(0.0, 2.0, 5)
    line = np.stack([np.cos(turns), np.sin(turns), 0.2 * turns], axis=1)[:, : 2 if planar else 3]
    moving: dict[str, Any] = {"velocity": (0.3, -0.2), "spin": 2.0} if planar else {"velocity": (0.3, -0.2, 0.1)}
    moving |= {} if planar else {"spin": (0.5, -1.0, 2.0)}
    moving |= {"elements": 3, "nodes": nodes, "theory": theory}
    model.beam("rod", points=line, section=jd.rectangle(0.1, 0.1), material=material, **moving)
    return model


def momenta(result: jd.Result) -> tuple[np.ndarray, np.ndarray]:
    """Momentum and angular momentum about the origin, (nt, 3), with the mass matrix itself."""
    from jourdain.system.system import evaluate

    system = result.system
    s, layout, d = system.context(), system.layout, system.layout.dimension
    linear, angular = [], []
    for q, v in zip(result.q, result.v, strict=True):
        p = _mass(system, s, evaluate, q) @ v
        places = np.zeros((len(system.bodies), 3))
        places[:, :d] = layout.points(q)
        forces = np.zeros_like(places)
        own = p.reshape(len(system.bodies), -1)
        forces[:, :d] = own[:, :d]
        spins = np.zeros_like(places)
        for b, name in enumerate(system.bodies):
            spins[b] = layout.wrenches(own[b], layout.frame(name, q)[1])[1]
        linear.append(forces.sum(axis=0))
        angular.append((np.cross(places, forces) + spins).sum(axis=0))
    return np.array(linear), np.array(angular)


def _mass(system: Any, s: Any, evaluate: Any, q: np.ndarray) -> np.ndarray:
    from beams.test_elements import matrix

    return matrix(system, s, 1, 0, 0, q=q, v=np.zeros(system.kind.v))


@pytest.mark.parametrize(("planar", "nodes", "theory"), KINDS)
def test_a_free_beam_keeps_its_momenta(planar: bool, nodes: int, theory: str) -> None:
    result = jd.simulate(floating(planar, nodes, theory), 1.0, integrator=jd.DOP853(tol=1e-12), output=5, trust="fast")
    for one in momenta(result):
        assert np.abs(one - one[0]).max() < 1e-10 * np.abs(one[0]).max()
    energy = result.energies[:, :2].sum(axis=1)
    assert np.abs(energy - energy[0]).max() < 1e-9 * energy[0]
    assert result.energies[1:, 1].max() > 1e-4 * energy[0]  # it does bend


@pytest.mark.parametrize(("planar", "theory"), [(True, "exact"), (True, "ancf"), (False, "exact"), (False, "ancf")])
def test_galerkin_keeps_the_energy_of_a_free_beam(planar: bool, theory: str) -> None:
    """Exact beams in space go between bodies in natural coordinates: there the director along has 1e-5 of the mass of another.

    Elastic energy is no polynomial, and has two points more.
    """
    model = floating(planar, 2, theory)
    short = theory == "ancf" and not planar
    method = jd.Galerkin(step=2e-3, k=3) if short else jd.Galerkin(step=5e-3, k=2)
    result = jd.simulate(model, 0.3 if short else 1.0, integrator=method, output=5, trust="fast")
    energy = result.energies[:, :2].sum(axis=1)
    if not planar and theory == "exact":
        assert np.abs(energy - energy[0]).max() < 1e-8 * energy[0]
        for body, v in zip(model.bodies.values(), np.split(result.v, len(model.bodies), axis=1), strict=True):
            light = with_light_director(body.inertia, "exact") - body.inertia
            energy += 0.5 * np.einsum("ti,ij,tj->t", v[:, 3:], light, v[:, 3:])
    assert np.abs(energy - energy[0]).max() < 1e-12 * energy[0]


def test_plane_and_space_agree() -> None:
    """The very flexible beam of Berzeri and Shabana, with the same elements and all mass at the sections."""
    tips = []
    for planar in (True, False):
        origin = np.zeros(2 if planar else 3)
        model = jd.Model("pinned", planar=planar, gravity=(*origin[1:], -9.81))
        material = jd.material(E=0.7e6, nu=0.3, density=5540.0)
        rod = model.beam(
            "rod", start=origin, end=1.2 * X[: len(origin)], elements=8, mass="lumped", section=jd.rectangle(0.2, 0.009),
            material=material
        )  # fmt: skip
        axis = {} if planar else {"axis": (0.0, 1.0, 0.0)}
        model.joint("pin", "revolute", model.ground, rod.start, at=origin, **axis)
        result = jd.simulate(model, 1.0, integrator=jd.GeneralizedAlpha(step=1e-3), output=1, trust="fast")
        tips.append(result["rod[8]"].position.values[-1][[0, -1]])
    assert np.abs(tips[0] - tips[1]).max() < 1e-6

"""Flexible bodies in models: markers, every analysis, files, results, messages."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import jourdain as jd
from integrators.checks import SETTINGS
from jourdain.io.part_files import save_part
from jourdain.kernels.kinds import Flexible
from jourdain.system.system import System
from machines import rods
from machines.rods import Rod

ROD = Rod(1.0, 0.8, 30.0, thin=1e-4)
METHOD = jd.GeneralizedAlpha(step=1e-3)


def cantilever(count: int = 4, **options: Any) -> jd.Model:
    """A rod clamped to the ground along x, under gravity, with a mass on a spring at its end."""
    m = jd.Model("cantilever", gravity=(0.0, -9.81, 0.0))
    rod = m.flexible("rod", rods.part(ROD, count), **options)
    bob = m.body("bob", mass=0.05, inertia=(1e-4, 1e-4, 1e-4), at=(1.0, -0.2, 0.0))
    m.joint("clamp", "fixed", m.ground.marker("clamp"), rod.interface("A"))
    m.joint("guide", "prismatic", m.ground, bob, at=(1.0, -0.2, 0.0), axis=(0, 1, 0))
    m.spring("spring", rod.interface("B"), bob.marker("hook"), stiffness=40.0, rest=0.2)
    m.measure("sag", jd.slide(m.ground.markers["clamp"], rod.interface("B"), "y"))
    return m


def test_statics_linear_and_check() -> None:
    """The sag by the weights, frequencies about it, and what check counts; a start at rest stays at rest."""
    at_rest = jd.statics(cantilever())
    weight = 9.81 * np.array([ROD.line_mass * ROD.length / 8.0, 0.05 / 3.0]) / ROD.EI
    sag = float(at_rest.result.measure("sag")[0])
    assert sag == pytest.approx(-weight.sum(), rel=2e-3)  # four shapes of the point load
    run = jd.simulate(cantilever(), 0.5, start="static", integrator=jd.GeneralizedAlpha(step=1e-3), trust="fast")
    assert np.ptp(run.measure("sag").values) < 1e-9
    found = jd.linear(cantilever(), start="static")
    alone = rods.clamped(ROD, 1)[0][0]
    lowest = np.abs(found.eigenvalues.imag).min()
    assert 0.5 * alone < lowest < alone
    report = jd.check(cantilever())
    assert report.mobility == 5 and not report.redundant


@cache
def system() -> System:
    return jd.compile(cantilever(2, damping=0.02))


@cache
def reference() -> jd.Result:
    return jd.simulate(system(), 0.1, integrator=jd.DOP853(tol=1e-11), output=5, trust="fast")


def test_damping_of_shapes_is_in_the_balance() -> None:
    """What they lose is the work of dampers, and nothing is left."""
    r = reference()
    assert r.energy.dampers[-1] < -1e-3
    assert np.abs(r.energy.error).max() < 1e-9


ONE_OF_EACH = {type(method).__name__: method for method in SETTINGS.values() if not isinstance(method, jd.Galerkin)}


@pytest.mark.parametrize("name", ONE_OF_EACH)
def test_every_integrator(name: str) -> None:
    """Soft, damped, with a rigid body on a spring: as accurate as its order says."""
    method = ONE_OF_EACH[name]
    r = jd.simulate(system(), 0.1, integrator=method, output=5, trust="fast")
    exact = reference().measure("sag").values
    allowed = {1: 0.1, 2: 1e-2, 3: 1e-3}.get(method.order, 1e-4) if method.fixed else 100 * method.tol
    assert np.abs(r.measure("sag").values - exact).max() < allowed * np.abs(exact).max()


def test_mixed_with_a_beam_energy_is_kept_and_trust_says_how_it_bends() -> None:
    """A rigid crank, a flexible rod and an exact beam in one chain."""
    m = jd.Model("mixed", gravity=(0.0, -9.81, 0.0))
    rod = m.flexible("rod", rods.part(ROD, 3, axes="yz"), at=(0.3, 0.0, 0.0))
    crank = m.body("crank", mass=0.5, inertia=(1e-3, 4e-3, 4e-3), at=(0.15, 0.0, 0.0))
    strip = m.beam(
        "strip", start=(1.3, 0, 0), end=(1.8, 0, 0), elements=2, section=jd.rectangle(0.02, 0.004),
        material=jd.material(E=2e10, nu=0.3, density=2000.0),
    )  # fmt: skip
    m.joint("O", "revolute", m.ground, crank, at=(0, 0, 0), axis=(0, 0.2, 1))
    m.joint("A", "fixed", crank.marker("end", at=(0.15, 0, 0)), rod.interface("A"))
    m.joint("B", "revolute", rod.interface("B"), strip.start.frame)
    system = jd.compile(m)
    assert type(system.kind) is Flexible and system.bodies[:2] == ("crank", "rod")
    r = jd.simulate(system, 0.2, integrator=jd.GeneralizedAlpha(step=2e-4), output=10)
    total = r.energy.kinetic.values + r.energy.potential.values
    assert np.abs(total - total[0]).max() < 1e-5 * r.energy.kinetic.values.max()
    text = r.summary()
    assert "rod bends by up to" in text and "of the elastic energy" in text
    assert r.trust.worst < 1e-2
    tip = r.point(rod.interface("B"))
    assert np.abs(np.asarray(tip.position) - np.asarray(r.point(strip.start.frame).position)).max() < 1e-9
    for i in (3, 7):  # velocity and acceleration of a bending point are derivatives
        near = r.at([r.t[i] - 1e-5, r.t[i] + 1e-5]).point(rod.interface("B"))
        rate = np.diff(np.asarray(near.position), axis=0)[0] / 2e-5
        assert np.abs(rate - np.asarray(tip.velocity)[i]).max() < 1e-4 * np.abs(rate).max()


def test_an_impact_on_an_interface() -> None:
    """A free rod is struck at its end: M dv = J^T Lambda, and the rate along the blow turns round."""
    m = jd.Model("struck")
    rod = m.flexible("rod", rods.part(ROD, 3), velocity=(0.0, -1.0, 0.0), at=(0.0, 0.05, 0.0))
    floor = m.ground.marker("floor")
    height = m.measure("height", jd.slide(floor, rod.interface("B"), "y"))
    m.event("hit", height, 0.0, direction="falling", actions=jd.Impact(0.5))
    r = jd.simulate(m, 0.06, integrator=jd.GeneralizedAlpha(step=1e-4), output=60, trust="fast")
    hit = r.events[0]
    assert hit.t == pytest.approx(0.05, abs=1e-9)
    after = r.at([hit.t + 1e-9]).point(rod.interface("B")).velocity.values[0, 1]
    assert after == pytest.approx(0.5, abs=1e-3)
    energy = r.energy.kinetic.values + r.energy.potential.values
    assert energy[-1] < energy[0]


def test_files_and_results(tmp_path: Path) -> None:
    """A model file with a part beside it, written and read; a stored run has amplitudes, and goes on where it stopped."""
    save_part(rods.part(ROD, 4), tmp_path / "rod.nc")
    text = """name: bar
gravity: [0, -9.81, 0]
flexible:
  rod: {reduced: rod.nc, at: [0.1, 0, 0], rotation: {axis: [0, 0, 1], angle: 30 deg}, damping: 1 %}
joints:
  clamp: {kind: fixed, markers: [{body: ground, at: [0.1, 0, 0], rotation: {axis: [0, 0, 1], angle: 30 deg}}, rod.A]}
measures:
  length: distance(rod.A, rod.B)
"""
    (tmp_path / "bar.yaml").write_text(text)
    model = jd.read(tmp_path / "bar.yaml")
    rod = model.bodies["rod"]
    assert rod.damping.tolist() == [0.01] * 4 and rod.file == "rod.nc"
    jd.write(model, tmp_path / "again.yaml")
    assert jd.read(tmp_path / "again.yaml") == model
    rod.file = ""  # then the part goes into the file
    jd.write(model, tmp_path / "whole.json")
    assert jd.read(tmp_path / "whole.json") == model
    r = jd.simulate(model, 0.1, integrator=jd.GeneralizedAlpha(step=1e-3), output=5, trust="fast")
    r.save(tmp_path / "run.nc")
    again = jd.load(tmp_path / "run.nc")
    assert np.array_equal(again["rod"].amplitudes.values, r["rod"].amplitudes.values)
    assert again.model == model and r["rod"].amplitudes.values.shape == (6, 4)
    assert np.array_equal(again.point(rod.interface("B")).position, r.point(rod.interface("B")).position)
    assert r.dataset["rod: amplitudes"].shape == (6, 4)


def test_parameters_are_those_of_the_body_not_of_its_part() -> None:
    """Damping, amplitudes and motion may be asked for; by differences and direct they have the same effect."""
    m = cantilever(2, damping=0.02)
    names = jd.parameters(m)
    assert names["rod.damping"].value == 0.02 and {"rod.amplitudes.2", "rod.velocity.y", "bob.mass"} <= names.keys()
    assert not {"rod.mass", "rod.com.x", "rod.inertia.xx", "rod.A.x", "clamp.b.x", "clamp.at.x"} & names.keys()
    assert (jd.with_parameters(m, {"rod.damping": 0.1}).bodies["rod"].damping == 0.1).all()
    with pytest.raises(jd.ModelError, match=r"no parameter 'rod.mass'.*is its part"):
        jd.with_parameters(m, {"rod.mass": 2.0})
    asked = ["rod.damping", "rod.amplitude_rates.1"]
    by = [
        jd.sensitivity(m, 0.05, parameters=asked, outputs=["final(sag)"], method=method, integrator=METHOD).derivatives
        for method in ("direct", "differences")
    ]
    for name in asked:
        assert abs(by[0]["final(sag)"][name]) > 1e-6
        assert by[0]["final(sag)"][name] == pytest.approx(by[1]["final(sag)"][name], rel=1e-4)


def test_of_many_bodies_the_summary_names_those_where_it_is_most() -> None:
    m = jd.Model("many", gravity=(0.0, -9.81, 0.0))
    for i in range(8):
        rod = m.flexible(f"rod {i}", rods.part(ROD._replace(EI=3.0 * (i + 1)), 2), at=(0.0, 0.0, 0.1 * i))
        m.joint(f"clamp {i}", "fixed", m.ground, rod, at=(0.0, 0.0, 0.1 * i))
    text = jd.simulate(m, 0.3, integrator=METHOD, output=30, trust="fast").summary()
    assert "8 bodies bend; rod 0 bends by up to" in text and "rod 7" not in text
    assert "rod 0, rod 1" in text and "more than 10 % of its size" in text


def test_messages() -> None:
    m = jd.Model("m")
    rod = m.flexible("rod", rods.part(ROD, 2))
    with pytest.raises(jd.ModelError, match=r"node 'x' was not kept"):
        rod.node("x")
    with pytest.raises(jd.ModelError, match=r"<box: 216 nod.*is no reduced part") as said:
        m.flexible("other", jd.box_mesh((1, 1, 1), (5, 5, 5)))
    assert len(str(said.value)) < 200
    with pytest.raises(jd.ModelError, match=r"no interface 'C'.*'A'"):
        rod.interface("C")
    with pytest.raises(jd.ModelError, match=r"this body bends.*interface"):
        rod.marker("tip", at=(1, 0, 0))
    with pytest.raises(jd.ModelError, match=r"'rod' bends and has no interface there; the nearest one, 'M'"):
        m.joint("pin", "spherical", m.ground, rod, at=(0.6, 0, 0))
    with pytest.raises(jd.ModelError, match=r"planar"):
        jd.Model("flat", planar=True).flexible("rod", rods.part(ROD, 2))
    with pytest.raises(jd.ModelError, match=r"flexible body 'rod'.*natural"):
        jd.simulate(m, 0.1, integrator=jd.Galerkin(step=1e-2))
    with pytest.raises(jd.ModelError, match=r"'rod' bends; load one of its interfaces"):
        m.load("push", rod, force=(1.0, 0.0, 0.0), at=(0.2, 0.0, 0.0))

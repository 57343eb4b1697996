"""Beams in a model: sections, lines, measures, loads, theories, results; bad input is named."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import jourdain as jd
from beams.test_elements import KINDS
from jourdain.analyses.check import check
from jourdain.errors import ModelError
from jourdain.result.beams import BeamMotion
from jourdain.system.system import evaluate

BOTH = pytest.mark.parametrize("planar", [True, False], ids=["planar", "spatial"])
RUBBER = jd.material(E=0.7e6, nu=0.3, density=5540)
STRIP = jd.rectangle(0.2, 0.009)


def flat(planar: bool, *xyz: float) -> tuple[float, ...]:
    """x and z of the plane in which things fall, or all three."""
    return (xyz[0], xyz[2]) if planar else xyz


def hung(planar: bool, **options: Any) -> jd.Model:
    """A strip of rubber that falls from a pin."""
    m = jd.Model("hung", planar=planar, gravity=flat(planar, 0, 0, -9.81))
    said: dict[str, Any] = dict(start=flat(planar, 0, 0, 0), end=flat(planar, 1.2, 0, 0), elements=8)
    rod = m.beam("rod", **said | dict(section=STRIP, material=RUBBER) | options)
    m.joint("pin", "revolute", m.ground, rod.start, at=flat(planar, 0, 0, 0), **({} if planar else {"axis": (0, 1, 0)}))
    return m


def run(model: jd.Model, t: float, step: float = 1e-3, **options: Any) -> jd.Result:
    method = jd.GeneralizedAlpha(step=step)
    return jd.simulate(model, t, integrator=method, trust="fast", **{"output": 10, **options})


# --------------------------------------------------------------------------- sections


def test_polygons_have_the_constants_of_known_shapes() -> None:
    """A rectangle (Saint-Venant's series, shear 5/6), and an equilateral triangle (torsion sqrt(3) a^4/80)."""
    for width, height in ((0.1, 0.1), (0.2, 0.05)):
        corners = np.array([(3, -2), (3 + width, -2), (3 + width, height - 2), (3, height - 2)])
        found, known = jd.polygon(corners), jd.rectangle(width, height)
        for of in ("area", "Iy", "Iz"):
            assert math.isclose(getattr(found, of), getattr(known, of), rel_tol=1e-9)
        assert math.isclose(found.torsion, known.torsion, rel_tol=1e-4)
        assert np.allclose(found.shear, (5 / 6, 5 / 6, 0), atol=1e-5)
        assert np.allclose(found.outline, known.outline)
        assert np.allclose(jd.polygon(corners[::-1]).torsion, found.torsion)
    triangle = jd.polygon([(0, 0), (1, 0), (0.5, math.sqrt(0.75))])
    assert math.isclose(triangle.torsion, math.sqrt(3) / 80, rel_tol=1e-5)
    angle = jd.polygon([(0, 0), (3, 0), (3, 1), (1, 1), (1, 3), (0, 3)])  # two rectangles about their common centre
    assert math.isclose(angle.Iyz, 2 * (1.5 - 1.1) * (0.5 - 1.1) * 3 / 2 + 2 * (0.5 - 1.1) * (2 - 1.1), rel_tol=1e-9)
    C = angle.stiffness(jd.material(E=1, nu=0, density=1))
    assert np.linalg.eigvalsh(C).min() > 0 and C[4, 5] == -angle.Iyz and C[1, 2] != 0


BAD: list[tuple[dict[str, Any], str]] = [
    (dict(end=(0, 0, 0)), "same point"),
    (dict(elements=0), "elements = 0"),
    (dict(elements=2.5), "elements = 2.5"),
    (dict(elements=10**9), "elements = 1000000000; more than 100000"),
    (dict(start=None, end=None, points=5), "points = 5; give a list of points"),
    (dict(start=None, end=None), "give start and end, or points"),
    (dict(start=None, end=None, points=[(0, 0, 0), (0, 0, 0), (1, 0, 0)]), "points 1 and 2 are the same"),
    (dict(start=None, end=None, points=[(0, 0, 0), (1, 0, 0), (0, 0.1, 0)], elements=2), "1 rad between sections"),
    (dict(through=(0.5, 0, 0)), "no circle"),
    (dict(start=None, end=None, points=[(0, 0, 0), (1, 0, 0), (0, 0, 0)]), "turn back the way they came"),
    (dict(normal=(1, 0, 0)), "normal .* is along the beam"),
    (dict(normal=(0, 0, 0)), "normal .* has no direction"),
    (dict(normal=[(0, 0, 1)] * 3), "3 normals for 2 points"),
    (dict(theory="cabel"), "Did you mean 'cable'"),
    (dict(material=None), "material = None"),
    (dict(section=0.1), "section = 0.1"),
    (dict(damping=-1), "damping"),
    (dict(nodes=4), "nodes = 4"),
    (dict(mass="light"), "mass = 'light'"),
    (dict(section=jd.section(stiffness=np.eye(6), mass=np.eye(6))), "leave material out"),
    (dict(section=jd.polygon([(0, 0), (3, 0), (3, 1), (0, 2)]), theory="segments"), "couples twist and bendings"),
]


@pytest.mark.parametrize("change, message", BAD, ids=[message for _, message in BAD])
def test_bad_beams_are_named(change: dict[str, Any], message: str) -> None:
    said = dict(start=(0, 0, 0), end=(1, 0, 0), section=STRIP, material=RUBBER)
    with pytest.raises(ModelError, match=f"beam 'rod': .*{message}"):
        jd.Model().beam("rod", **said | change)


def test_bad_sections_materials_and_places_are_named() -> None:
    indefinite = np.diag([1.0, 1, 1, 1, 1, 1])
    indefinite[0, 4] = indefinite[4, 0] = 1.1
    off_centre = np.eye(6)
    off_centre[0, 4] = off_centre[4, 0] = 0.5
    rod = jd.Model().beam("rod", start=(0, 0, 0), end=(1, 0, 0), section=STRIP, material=RUBBER)
    for call, message in (
        (lambda: jd.material(E=0, nu=0.3, density=1), r"E \[Pa\] = 0; it must be positive"),
        (lambda: jd.material(E=1, nu=0.3, density=-1), "density .* must be positive"),
        (lambda: jd.material(E=1, nu=0.6, density=1), "nu = 0.6"),
        (lambda: jd.rectangle(0.1, -1), "height .* must be positive"),
        (lambda: jd.section(area=0, Iy=1, Iz=1), "area .* must be positive"),
        (lambda: jd.section(stiffness=indefinite, mass=np.eye(6)), "stiffness is not positive definite"),
        (lambda: jd.section(stiffness=np.eye(6), mass=off_centre), "about the centre of mass"),
        (lambda: jd.polygon([(0, 0), (1, 1), (1, 0), (0, 1)]), "cross each other"),
        (lambda: rod.node(1.1), "beam 'rod': node.*off the beam"),
        (lambda: rod.node(0.55), "beam 'rod': node.*nearest one is at 0.[56]"),
        (lambda: rod.strain(0.5, "bend"), "beam 'rod'.*Did you mean 'bending"),
        (lambda: rod.stress(0.5, y=0.1, z=0.005), "outside the section"),
    ):
        with pytest.raises(ModelError, match=message):
            call()


def test_joints_must_be_at_their_sections_and_strains_are_for_reading() -> None:
    m = hung(True)
    rod = m.beams["rod"]
    with pytest.raises(ModelError, match=r"joint 'far'.* 0.1 m away from the section rod\[8\] of beam 'rod'"):
        m.joint("far", "revolute", m.ground, rod.end, at=(1.1, 0))
    for whole in (rod, "rod"):
        with pytest.raises(ModelError, match=r"'rod' is a beam; name one of its sections: rod.start"):
            m.joint("whole", "revolute", m.ground, whole, at=(0, 0))
    strain = rod.strain(0.5, "axial")
    m.measure("strain", strain)
    for call in (
        lambda: m.drive("drive", strain, 0.0),
        lambda: m.force("force", strain, stiffness=1.0),
        lambda: m.row("row", [(1.0, strain)]),
        lambda: (m.row("text", "strain - 1"), jd.compile(m)),
        lambda: m.event("blow", "t - 1", actions=jd.Impact(0.5, measure=strain)),
        lambda: m.event("knock", strain, actions=jd.Impact(0.5)),
    ):
        with pytest.raises(ModelError, match=r"strain.* of (a )?beam"):
            call()


# --------------------------------------------------------------------------- measures and results


@pytest.mark.parametrize(("planar", "nodes", "theory"), KINDS)
def test_measures_are_those_of_the_result_and_have_its_derivatives(planar: bool, nodes: int, theory: str) -> None:
    """Jacobians against differences in a bent position; values against the arrays of the result, which are computed apart."""
    m = jd.Model("curved", planar=planar)
    line = [flat(planar, x, 0.2 * x * x, 0.3 * math.sin(x)) for x in np.linspace(0, 1, 6)]
    rod = m.beam("rod", points=line, elements=4, nodes=nodes, section=STRIP, material=RUBBER, theory=theory)
    for i, of in enumerate(rod.strains):
        m.measure(f"e{i}", rod.strain(0.3, of))
    m.measure("stress", rod.stress(1.0, z=0.004))
    system, rng = jd.compile(m), np.random.default_rng(5)
    s, kind, layout = system.context(), system.kind, system.layout
    q, v = layout.moved(system.q0, 0.2 * rng.normal(size=kind.v)), rng.normal(size=kind.v)

    def values(h: float) -> np.ndarray:
        evaluate(kind, s, 0.0, layout.moved(q, h * v), np.zeros(kind.v))
        return s.x.copy()

    evaluate(kind, s, 0.0, system.q0, system.v0)
    assert np.abs(s.x[:-1]).max() < 1e-12  # as drawn
    rate = (8 * (values(1e-4) - values(-1e-4)) - (values(2e-4) - values(-2e-4))) / 12e-4
    evaluate(kind, s, 0.0, q, v)
    for measure, expected in zip(system.tables["measures"], rate, strict=True):
        blocks = range(measure["block"], measure["block"] + measure["n_blocks"])
        assert math.isclose(sum(s.J[k] @ v[layout.v(int(s.block_body[k]))] for k in blocks), expected, rel_tol=1e-7)
    motion = BeamMotion("rod", rod, layout, np.zeros(1), q[None], v[None], v[None])
    places = [(e * len(rod.elements[0].points) + p, factor) for e, p, factor in rod.places(0.3)]
    expected = sum(factor * motion.strain.values[0, p] for p, factor in places)
    assert np.allclose(s.x[:-1], expected, rtol=1e-12)
    h = 1e-6
    near = [
        BeamMotion("rod", rod, layout, np.zeros(1), layout.moved(q, x * v)[None], v[None], v[None]) for x in (h, -h)
    ]
    rates = (near[0].strain.values - near[1].strain.values) / (2 * h)
    assert np.allclose(motion._strains[2], rates, atol=1e-6 * np.abs(rates).max())


@BOTH
def test_forces_in_sections_carry_what_is_ahead(planar: bool) -> None:
    """With lumped mass the force in a section is the mass ahead times (a - g), in ground axes, damping included."""
    m = hung(planar, mass="lumped", damping=0.02)
    rod = m.beams["rod"]
    m.measure("bending", rod.moment(0.4375, "bending" if planar else "bending y"))
    m.event("bends", rod.strain(0.5, "bending" if planar else "bending y"), 0.5)
    result = run(m, 0.3)
    motion = result["rod"]
    masses = np.array([m.bodies[name].mass for name in rod.nodes])
    forces = masses[:, None] * (motion.acceleration.values - m.gravity[: 2 if planar else 3])
    ahead = forces[:, ::-1].cumsum(axis=1)[:, ::-1][:, 1:]
    size = np.abs(ahead).max()
    assert np.abs(np.linalg.norm(motion.force.values, axis=2) - np.linalg.norm(ahead, axis=2)).max() < 1e-6 * size
    assert motion.shape.dims == ("time", "s", "axis") and motion.strain.attrs["frame"] == "section"
    place = motion.moment.sel(component="bending" if planar else "bending y")
    elastic = motion.strain.values @ rod.stiffness[: 3 if planar else 6, : 3 if planar else 6].T
    assert np.allclose(result.measure("bending"), elastic[:, 3, 2 if planar else 4], atol=1e-12) and place.shape[1] == 8
    assert "1 bodies" in str(result) and "rod[0]" not in str(result)
    assert np.array_equal(result.curve("rod.end.x"), motion.shape.values[:, -1, 0])


def test_beams_are_one_body_everywhere(tmp_path: Path) -> None:
    """Summary, check, dataset, table of comma-separated values; a stored result is the same."""
    m = hung(True, elements=3, material=jd.material(E=7e3, nu=0.3, density=5540))
    m.measure("stretch", m.beams["rod"].strain(0.5, "axial"))
    found = check(m)
    assert found.bodies == 1 and found.floating == [] and not found.warnings and not found.notes
    result = run(m, 0.6, output=30)
    assert "hung: 1 bodies" in str(result) and "beam 'rod': an element was bent by" in str(result)
    result.save(tmp_path / "run.nc")
    again = jd.load(tmp_path / "run.nc")
    assert again == result and np.array_equal(again["rod"].force, result["rod"].force)
    data = result.dataset
    assert data["rod: shape"].dims == ("time", "rod: s", "axis") and "body" not in data
    result.to_csv(tmp_path / "run.csv")
    assert (tmp_path / "run.csv").read_text().startswith("t [s],rod.start.x [m],rod.start.y [m],rod.end.x [m]")


# --------------------------------------------------------------------------- loads and theories


@BOTH
def test_loads_per_length_push_the_whole_beam(planar: bool) -> None:
    """A free beam under a dead load per length, and one that follows while the beam spins: motion of the centre of mass."""
    spin, length = 2.0, 1.0
    m = jd.Model(planar=planar)
    options: dict[str, Any] = dict(start=flat(planar, 0, 0, 0), end=flat(planar, length, 0, 0), elements=4, nodes=3)
    options |= dict(section=jd.rectangle(0.05, 0.05), material=jd.material(E=2e11, nu=0.3, density=1000))
    still = m.beam("still", **options)
    m.beam("turning", **options, spin=spin if planar else (0, -spin, 0))
    per_length = sum(m.bodies[name].mass for name in still.nodes) / length
    m.load("dead", still, force_per_length=flat(planar, "3*t", 0, 2))
    m.load("jet", "turning", force_per_length=flat(planar, 0, 0, 2), follow=True)
    result = run(m, 0.5, step=2e-3)
    t = result.t[-1]

    def moved(name: str) -> np.ndarray:
        beam = m.beams[name]
        masses = np.array([m.bodies[node].mass for node in beam.nodes]) / per_length
        places = masses @ (result[name].shape.values[-1] - result[name].shape.values[0])
        return places[[0, -1]] - (0.0, 0.5 * spin * t if name == "turning" else 0.0)

    assert np.allclose(moved("still") * per_length, (3 * t**3 / 6, 2 * t**2 / 2), rtol=1e-5)
    expected = 2 / spin**2 * np.array([math.sin(spin * t) - spin * t, 1 - math.cos(spin * t)])
    assert np.allclose(moved("turning") * per_length, expected, rtol=2e-3)


def hanging(theory: str, elements: int, force: float, planar: bool = True) -> float:
    """How far the end of a clamped beam goes down under a small weight, over the length."""
    m = jd.Model(planar=planar)
    options: dict[str, Any] = dict(
        start=flat(planar, 0, 0, 0), end=flat(planar, 1, 0, 0), elements=elements, theory=theory
    )
    rod = m.beam("rod", section=jd.circle(0.02), material=jd.material(E=2e11, nu=0.3, density=1000), **options)
    m.joint("wall", "fixed", m.ground, rod.start, at=flat(planar, 0, 0, 0))
    m.load("weight", rod.end, force=flat(planar, 0, 0, -force))
    motion = jd.statics(m).result["rod"]
    moment = motion.moment.values[0, :, 0 if planar else 1]
    assert np.allclose(np.abs(moment), force * (1 - motion.moment.s), rtol=1e-3)
    return -float(motion.shape.values[0, -1, -1])


@BOTH
def test_segments_converge_with_the_square_of_their_length(planar: bool) -> None:
    """To F L^3/(3 E I), in the plane and in space."""
    exact = 0.01 / (3 * 2e11 * math.pi * 0.02**4 / 64)
    errors = [abs(hanging("segments", n, 0.01, planar) / exact - 1) for n in (4, 8)]
    assert errors[1] < 0.01 and 3.9 < errors[0] / errors[1] < 4.1


@BOTH
def test_cables_pull_and_never_push(planar: bool) -> None:
    """Pushed together its ends feel nothing; stretched, the tension is E A times the strain."""
    m = jd.Model(planar=planar)
    steel = jd.material(E=1e6, nu=0.3, density=1000)
    options: dict[str, Any] = dict(section=jd.circle(0.02), material=steel, elements=8, theory="cable")
    slack = m.beam("slack", start=flat(planar, 0, 0, 0), end=flat(planar, 1, 0, 0), **options)
    taut = m.beam("taut", start=flat(planar, 0, 0, 1), end=flat(planar, 1, 0, 1), **options)
    for rod, sign, z in ((slack, -1, 0), (taut, 1, 1)):
        for i, node in enumerate(rod.nodes):
            m.bodies[node].at[0] += sign * 0.02 * i / 8
        m.joint(f"{rod.name} a", "revolute" if planar else "spherical", m.ground, rod.start, at=flat(planar, 0, 0, z))
        m.joint(
            f"{rod.name} b",
            "revolute" if planar else "spherical",
            m.ground,
            rod.end,
            at=flat(planar, 1 + sign * 0.02, 0, z),
        )
        m.measure(f"tension of {rod.name}", rod.force(0.5, "axial"))
        m.measure(f"stress of {rod.name}", rod.stress(0.3))
    result = run(m, 0.05, output=5)
    assert np.abs(result["slack"].force).max() == 0.0 and np.allclose(
        result["slack"].shape[-1], result["slack"].shape[0]
    )
    assert np.allclose(result["taut"].force, 1e6 * math.pi * 1e-4 * 0.02, rtol=1e-9)
    assert np.allclose(
        result.reaction("taut b", on="ground", frame="ground").force.values[:, 0], -1e6 * math.pi * 1e-4 * 0.02
    )
    for name in ("slack", "taut"):
        tension, stress = result[name].force.values[:, 4, 0], result[name].stress().values[:, 2]
        assert np.allclose(result.measure(f"tension of {name}"), tension, rtol=1e-9, atol=0)
        assert np.allclose(result.measure(f"stress of {name}"), stress, rtol=1e-9, atol=0)


@BOTH
def test_tension_of_a_hanging_rope(planar: bool, tmp_path: Path) -> None:
    """What hangs below, at any place; as a measure, from a file as well."""
    m = jd.Model("rope", planar=planar, gravity=flat(planar, 0, 0, -10))
    options: dict[str, Any] = dict(section=jd.section(area=1e-4, Iy=1, Iz=1), elements=4, theory="cable")
    lead = jd.material(E=1e9, nu=0.3, density=1e4)
    rope = m.beam("rope", start=flat(planar, 0, 0, 0), end=flat(planar, 0, 0, -1), material=lead, **options)
    weight = m.body("weight", mass=3.0, inertia=0.1 if planar else (0.1, 0.1, 0.1), at=flat(planar, 0, 0, -1))
    for name, body, other, z in (("top", m.ground, rope.start, 0), ("tie", rope.end, weight, -1)):
        m.joint(name, "revolute" if planar else "spherical", body, other, at=flat(planar, 0, 0, z))
    for at in (0, 0.3, 1):
        m.measure(f"pull at {at}", rope.force(at, "axial"))
    jd.write(m, tmp_path / "rope.yaml")
    assert jd.read(tmp_path / "rope.yaml") == m
    assert "rope.force(0.3, axial)" in (tmp_path / "rope.yaml").read_text()
    found = jd.statics(m).result
    for at in (0, 0.3, 1):
        assert math.isclose(found.measure(f"pull at {at}")[0], 30 + 10 * (1 - at), rel_tol=1e-9)
    with pytest.raises(ModelError, match=r"strain\(0.5, 'axial'\).*'cable' does not say.*how it pulls: force"):
        rope.strain(0.5, "axial")


@pytest.mark.parametrize("theory", ["exact", "ancf", "cable", "segments"])
def test_parameters_of_a_beam_are_what_it_was_made_from(theory: str) -> None:
    """Another number gives the model that was made with it, loads and edits of sections included; and back again."""

    def made(E: float = 2e7, height: float = 0.02, density: float = 1500.0, damping: float = 1e-3) -> jd.Model:
        m = hung(True, theory=theory, elements=4, damping=damping, section=jd.rectangle(0.03, height),
                 material=jd.material(E=E, G=8e6, density=density))  # fmt: skip
        m.load("tip", m.beams["rod"].end, force=(1, 0))
        m.bodies["rod[2]"].mass = 3.0  # a weight that was put there
        return m

    for name, value in (("E", 3e7), ("height", 0.03), ("density", 2000.0), ("damping", 0.0)):
        other = jd.with_parameters(made(), {f"rod.{name}": value})
        assert other == made(**{name: value}) != made()
        assert jd.with_parameters(other, {f"rod.{name}": jd.parameters(made())[f"rod.{name}"].value}) == made()
    assert [one.unit for name, one in jd.parameters(made()).items() if name.startswith("rod.")] == [
        *("Pa", "Pa", "kg/m3", "m", "m", "s")
    ]
    with pytest.raises(ModelError, match=r"parameter 'rod.E': material: E \[Pa\] = -1; it must be positive"):
        jd.with_parameters(made(), {"rod.E": -1.0})


def test_sizes_of_sections_are_parameters() -> None:
    """Each of the size that is asked for."""
    for section, name, value in (
        (jd.circle(0.02), "diameter", 0.03),
        (jd.tube(0.03, 0.02), "inner", 0.01),
        (jd.section(area=1e-4, Iy=1e-9, Iz=2e-9, Iyz=1e-10, torsion=3e-9, shear=(0.8, 0.9)), "torsion", 4e-9),
    ):
        m = hung(False, section=section)
        found = jd.with_parameters(m, {f"rod.{name}": value}).beams["rod"]
        one = jd.parameters(m)[f"rod.{name}"]
        assert one.value != value and not np.array_equal(found.stiffness, m.beams["rod"].stiffness)
        assert jd.with_parameters(jd.with_parameters(m, {f"rod.{name}": value}), {f"rod.{name}": one.value}) == m
    made = jd.section(area=1e-4, Iy=1e-9, Iz=2e-9, Iyz=1e-10, torsion=4e-9, shear=(0.8, 0.9))
    assert np.array_equal(found.stiffness, hung(False, section=made).beams["rod"].stiffness)

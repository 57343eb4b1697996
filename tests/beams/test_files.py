"""Beams in files: the same object as in Python, in both directions; every mistake names its line."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import jsonschema
import numpy as np
import pytest

import jourdain as jd
from jourdain.errors import FileFormatError
from jourdain.io.model_files.format import json_schema
from jourdain.io.model_files.plain import from_plain, to_plain
from jourdain.io.model_files.yaml import as_data

FILE = """
name: pinned
gravity: [0, 0, -9.81]
materials: {rubber: {E: 0.7 MPa, nu: 0.3, density: 5540 kg/m3}}
ground: {markers: {hook: {at: [0, 0, 1]}}}
beams:
  rod: {start: [0, 0, 0], end: [1.2, 0, 0], elements: 16, section: {rectangle: [200 mm, 9 mm]}, material: rubber, theory: exact}
joints:
  pin: {kind: revolute, bodies: [ground, rod.start], at: [0, 0, 0], axis: [0, 1, 0]}
measures:
  stretch: rod.strain(0.5, axial)
  edge: {kind: stress, beam: rod, at: 0.25, z: 4.5 mm}
  height: rod.end.z
forces:
  rope: {spring: [ground.hook, rod.node(0.5)], stiffness: 1 N/m}
loads:
  wind: {on: rod, force_per_length: [0, 0, 3 N/m], follow: true}
  tip: {on: rod.end, force: [0, 0, sin(t)]}
"""


def in_python() -> jd.Model:
    m = jd.Model("pinned", gravity=(0, 0, -9.81))
    hook = m.ground.marker("hook", at=(0, 0, 1))
    rubber = jd.material(E=0.7e6, nu=0.3, density=5540)
    rod = m.beam(
        "rod", start=(0, 0, 0), end=(1.2, 0, 0), elements=16, section=jd.rectangle(0.2, 0.009), material=rubber
    )
    m.joint("pin", "revolute", m.ground, rod.start, at=(0, 0, 0), axis=(0, 1, 0))
    m.measure("stretch", rod.strain(0.5, "axial"))
    m.measure("edge", rod.stress(0.25, z=0.0045))
    m.measure("height", jd.coordinate(rod.end, "z"))
    m.spring("rope", hook, rod.node(0.5), stiffness=1)
    m.load("wind", rod, force_per_length=(0, 0, 3), follow=True)
    m.load("tip", rod.end, force=(0, 0, "sin(t)"))
    return m


def read(text: str, folder: Path) -> jd.Model:
    (folder / "model.yaml").write_text(text, encoding="utf-8")
    return jd.read(folder / "model.yaml")


def test_file_and_python_are_the_same(tmp_path: Path) -> None:
    """The text above reads as the model above; neither has sections among its bodies."""
    model = read(FILE, tmp_path)
    assert model == in_python()
    assert "bodies" not in as_data(model) and "rod[0]" in model.bodies
    other = in_python()
    other.beams["rod"].node(0.25).velocity[2] = 1e-9
    assert model != other


CORNERS = ((0, 0), (0.03, 0), (0.03, 0.01), (0.01, 0.01), (0.01, 0.03), (0, 0.03))
SECTIONS: list[tuple[Any, dict[str, Any]]] = [
    (jd.rectangle(0.1, 0.02, shear=0.8), dict(nodes=3, mass="lumped")),
    (jd.circle(0.02), dict(damping=0.01)),
    (jd.tube(0.02, 0.01), dict(theory="segments")),
    (jd.tube(0.02, 0.01), dict(theory="ancf", mass="averaged")),
    (jd.polygon(CORNERS), dict(theory="cable")),
    (jd.polygon(CORNERS, shear=(0.5, 0.4)), {}),
    (jd.section(area=1e-4, Iy=1e-8, Iz=2e-8, torsion=1e-9, Iyz=1e-9, shear=(0.9, 0.8)), {}),
    (
        jd.section(stiffness=np.diag([1e5, 1e4, 1e4, 10, 20, 30]), mass=[2, 2, 2, 0.01, 0.005, 0.005]),
        dict(material=None),
    ),
]


@pytest.mark.parametrize("planar", [True, False], ids=["planar", "spatial"])
def test_round_trip_of_every_kind(planar: bool, tmp_path: Path) -> None:
    """All sections, lines and theories, with what was moved and marked since: equal after YAML, JSON and plain data."""
    n = 2 if planar else 3
    m = jd.Model(planar=planar)
    for i, (section, other) in enumerate(SECTIONS):
        points = [(0, 0, 0), (1, 0.1, 0.3), (2, 0, 0.1), (3, i / 10, 0)]
        said: dict[str, Any] = dict(points=[p[:n] for p in points], material=jd.material(E=2e11, G=8e10, density=7850))
        said |= dict(elements=8, velocity=(1, 2, 3)[:n], spin=0.1 if planar else (0.1, 0.2, 0.3))
        if not planar:
            said["normal"] = [(0, 0, 1), (0, 0.1, 1), (0, 0.2, 1), (0, 1, 1)]
        rod = m.beam(f"rod {i}", section=section, **(said | other))
    arc = m.beam(
        "arc", start=(0, 0, 0)[:n], end=(1, 0, 0)[:n], through=(0.5, 0.2, 0)[:n], **SECTIONS[-1][1], section=section
    )
    rod.end.marker("tip", at=(0.1, 0.2, 0.3)[:n])
    rod.start.at[1] += 0.01
    rod.node(0.5).spin[2] = 7.0
    rod.end.mass += 0.5  # such as a lump of solder
    m.body("last", mass=1, inertia=1 if planar else (1, 1, 1))  # bodies before beams in files, and so in the model
    m.joint("hinge", "revolute", m.ground.marker("k"), arc.end)
    data = as_data(m)
    jsonschema.validate(data, json_schema())
    for name in ("model.yaml", "model.json"):
        jd.write(m, tmp_path / name)
        assert jd.read(tmp_path / name) == m
    assert from_plain(to_plain(m)) == m


MISTAKES = [
    ("E: 0.7 MPa, ", "", "line 4.*'E' is missing"),
    ("E: 0.7 MPa", "E: -0.7 MPa", "line 4.*E .* must be positive"),
    ("E: 0.7 MPa", "E: 0.7 mm", "line 4.*a pressure"),
    ("density: 5540", "density: 0", "line 4.*must be positive"),
    ("material: rubber", "material: ruber", "line 7.*Did you mean 'rubber'"),
    (", material: rubber", "", "line 7.*rod: 'material' is missing"),
    ("{rectangle: [200 mm, 9 mm]}", "{rectangle: [1, 1], circle: 1}", "line 7.*a section has one shape"),
    ("200 mm", "0 mm", "line 7.*rectangle: width.*must be positive"),
    ("end: [1.2, 0, 0]", "end: [0, 0, 0]", "line 7.*beam 'rod'.*same point"),
    ("elements: 16", "elements: 0", "line 7.*beam 'rod'.*elements = 0"),
    ("theory: exact", "theory: exakt", "line 7.*Did you mean 'exact'"),
    ("elements: 16", "element: 16", "line 7.*Did you mean 'elements'"),
    ("rod.start]", "rod]", "line 9.*'rod' is a beam; name one of its sections"),
    ("rod.start]", "rodd.start]", "line 9.*Did you mean 'rod.start'"),
    ("at: [0, 0, 0], axis", "at: [0.1, 0, 0], axis", "line 9.*0.1 m away from the section.*beam 'rod'"),
    ("strain(0.5, axial)", "strain(0.5, axil)", "line 11.*Did you mean 'axial'"),
    ("strain(0.5, axial)", "strain(1.5, axial)", "line 11.*off the beam"),
    ("rod.node(0.5)", "rod.node(0.51)", "line 15.*no section is there"),
    ("3 N/m]", "3 N]", "line 17.*force per length"),
    ("on: rod,", "on: rot,", "line 17.*rot"),
]


@pytest.mark.parametrize("old, new, message", MISTAKES, ids=[message for _, _, message in MISTAKES])
def test_mistakes_are_named(old: str, new: str, message: str, tmp_path: Path) -> None:
    assert old in FILE
    with pytest.raises(FileFormatError, match=message):
        read(FILE.replace(old, new), tmp_path)

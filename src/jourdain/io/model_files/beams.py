"""Beams, their sections and materials as plain data: what `Model.beam` takes, and what was changed in their sections since."""

from __future__ import annotations

from typing import Any

import numpy as np

from jourdain.errors import FileFormatError, near
from jourdain.io.model_files.bodies import read_markers, write_markers
from jourdain.io.model_files.entries import Entry, as_number, as_table, joined, located, wrong
from jourdain.io.model_files.parts import Reader, Writer, components, without
from jourdain.model import sections
from jourdain.model.beams import Beam
from jourdain.model.elements import BeamNode
from jourdain.model.model import Model
from jourdain.model.parsing import inertia, number, orientation, pad, vector
from jourdain.model.polygons import constants
from jourdain.model.sections import GeneralSection, Material, Section

SHAPES = {"rectangle": ("width", "height"), "circle": ("diameter",), "tube": ("outer", "inner"), "polygon": ()}
NUMBERS = ("area", "Iy", "Iz", "Iyz", "torsion")
MATRICES = ("stiffness", "mass")
POINTS = ("start", "end", "through")
DRAWN: dict[str, Any] = {"elements": 10, "nodes": 2, "mass": "consistent", "theory": "exact", "damping": 0.0}


# -- writing ---------------------------------------------------------------------------------------------------------


def write_beam(w: Writer, beam: Beam) -> dict[str, Any]:
    """What `Model.beam` takes, and the sections that are no longer as it makes them."""
    entry = without(DRAWN, {key: _lists(value) for key, value in beam.drawn.items()})
    entry["section"] = _section(beam.section)
    if beam.material is not None:
        entry["material"] = {"E": beam.material.E, "G": beam.material.G, "density": beam.material.density}
    fresh = Model(planar=beam.planar)
    fresh.beam(beam.name, section=beam.section, material=beam.material, **beam.drawn)
    changed: dict[str, Any] = {}
    for i, name in enumerate(beam.nodes):
        now, made = (_state(w, model[name]) for model in (beam.bodies, fresh.bodies))
        one = {key: value for key, value in now.items() if repr(value) != repr(made[key])}
        one |= {"markers": markers} if (markers := write_markers(w, beam.bodies[name])) else {}
        changed |= {str(i): one} if one else {}
    return entry | ({"sections": changed} if changed else {})


def _lists(value: Any) -> Any:
    return [_lists(item) for item in value] if isinstance(value, tuple) else value


def _section(section: Section | GeneralSection) -> dict[str, Any]:
    if isinstance(section, GeneralSection):
        return {"stiffness": _lists(section.C), "mass": _lists(section.M)}
    if section.kind == "numbers":
        entry: dict[str, Any] = {key: getattr(section, key) for key in NUMBERS}
        return without({"Iyz": 0.0}, entry) | {"shear": _lists(section.shear)}
    size: Any = list(section.size)
    if section.kind == "polygon":
        size = np.array(size).reshape(-1, 2).tolist()
        own = section.shear == constants(tuple((y, z) for y, z in size)).shear
    else:
        own = section.shear is None
    entry = {section.kind: size[0] if section.kind == "circle" else size}
    return entry if own else entry | {"shear": _lists(section.shear)}


def _state(w: Writer, body: Any) -> dict[str, Any]:
    """Place, motion and inertia of a section."""
    planar = body.planar
    return {
        "mass": float(body.mass),
        "inertia": np.asarray(body.inertia, np.float64).tolist(),
        "com": components(body.com, planar),
        "at": components(body.at, planar),
        "rotation": w.rotation(body.rotation, body.angle, planar),
        "velocity": components(body.velocity, planar),
        "spin": float(body.spin[2]) if planar else components(body.spin, planar),
    }


# -- reading ---------------------------------------------------------------------------------------------------------


def read_beam(r: Reader, name: str, data: Any, path: str) -> None:
    """Add a beam to the model."""
    vectors = (*POINTS, "points", "normal", "velocity")
    entry = Entry(data, path, required=("section",), optional=(*vectors, *DRAWN, "spin", "material", "sections"))
    given: dict[str, Any] = {key: _numbers(entry[key], entry.at(key)) for key in vectors if key in entry}
    given |= {key: entry[key] for key in DRAWN if key in entry}
    if "spin" in entry:
        given["spin"] = entry.number("spin") if r.model.planar else tuple(entry.numbers("spin"))
    section = read_section(entry["section"], entry.at("section"))
    if "material" in entry:
        given["material"] = read_material(r, entry["material"], entry.at("material"))
    elif section.needs_material:
        raise FileFormatError(f"{path}: 'material' is missing.")
    with located(path):
        beam = r.model.beam(name, section=section, **given)
    for key, changed in entry.table("sections").items():
        place = joined(entry.at("sections"), key)
        if not key.isdecimal() or int(key) >= len(beam.nodes):
            raise FileFormatError(f"{place}: beam {name!r} has the sections 0 to {len(beam.nodes) - 1}.")
        _change(r, beam.bodies[beam.nodes[int(key)]], changed, place)  # type: ignore[arg-type]


def _numbers(data: Any, path: str) -> Any:
    """A vector, or a list of vectors."""
    if not isinstance(data, (list, tuple)):
        raise wrong(path, data, "a list of numbers")
    return tuple(_numbers(x, path) if isinstance(x, (list, tuple)) else as_number(x, path) for x in data)


def _change(r: Reader, body: BeamNode, data: Any, path: str) -> None:
    """Put a section elsewhere, or give it another mass or markers."""
    entry = Entry(data, path, optional=("at", "rotation", "velocity", "spin", "mass", "inertia", "com", "markers"))
    n = 2 if body.planar else 3
    with located(path):
        body.mass = number(entry.number("mass", body.mass), "mass [kg]", least=0.0)
        if "inertia" in entry:
            body.inertia = inertia(_numbers(entry["inertia"], entry.at("inertia")), False, "section")
        for key in ("at", "velocity", "com"):
            if key in entry:
                setattr(body, key, pad(vector(entry.numbers(key), n, key)))
        if "rotation" in entry:
            body.rotation, body.angle = orientation(r.rotation(entry), body.planar, "rotation")
        if "spin" in entry:
            spin = [0.0, 0.0, entry.number("spin")] if body.planar else entry.numbers("spin")
            body.spin = vector(spin, 3, "spin")
    read_markers(r, body, entry)


def read_section(data: Any, path: str) -> Any:
    """A section by its shape, by numbers or by matrices."""
    table = as_table(data, path)
    shapes = [key for key in SHAPES if key in table]
    if not shapes:
        entry = Entry(table, path, optional=(*NUMBERS, *MATRICES, "shear", *SHAPES))
        numbers = {key: entry.number(key) for key in NUMBERS if key in entry}
        matrices = {key: _numbers(entry[key], entry.at(key)) for key in MATRICES if key in entry}
        with located(path):
            return sections.section(**numbers, **matrices, shear=entry.data.get("shear"))
    if len(shapes) > 1:
        raise FileFormatError(f"{path}: {' and '.join(shapes)}; a section has one shape.")
    kind = shapes[0]
    entry = Entry(table, path, required=(kind,), optional=("shear",))
    size = entry[kind] if isinstance(entry[kind], (list, tuple)) else [entry[kind]]
    given = [_numbers(size, entry.at(kind))] if kind == "polygon" else [as_number(x, entry.at(kind)) for x in size]
    if kind != "polygon" and len(given) != len(SHAPES[kind]):
        raise FileFormatError(f"{entry.at(kind)}: {len(given)} numbers; give {', '.join(SHAPES[kind])}.")
    with located(path):
        return getattr(sections, kind)(*given, shear=entry.data.get("shear"))


def read_material(r: Reader, data: Any, path: str) -> Material:
    """A material by its name, or as a table."""
    if isinstance(data, str):
        if data not in r.materials:
            raise FileFormatError(f"{path}: there is no material {data!r}.{near(data, r.materials)}")
        data, path = r.materials[data], f"materials -> {data}"
    if not isinstance(data, dict) or "E" not in data:
        raise FileFormatError(f"{path}: a beam needs E, nu (or G) and density of its material; 'E' is missing.")
    entry = Entry(data, path, required=("E", "density"), optional=("nu", "G"))
    with located(path):
        return sections.material(**{key: entry.number(key) for key in entry.data})

"""Reductions as files: which mesh or matrices, of which material, become which part. The same words as `jourdain.reduce` has.

mesh: bracket.inp
unit: mm
material: {E: 210 GPa, nu: 0.3, density: 7850 kg/m3}
interfaces: {A: left, B: {near: [120 mm, 0, 0], radius: 8 mm}}
modes: 12
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from jourdain.errors import FileFormatError, JourdainError
from jourdain.fe.beams import beam_mesh
from jourdain.fe.given import matrices
from jourdain.fe.interfaces import Nodes, nodes
from jourdain.fe.materials import Made
from jourdain.fe.reduce import KINDS, LENGTHS, reduce
from jourdain.io.model_files.beams import read_section
from jourdain.io.model_files.entries import Entry, as_list, as_text, joined, located
from jourdain.io.model_files.format import MATERIAL, SECTION
from jourdain.io.model_files.format_parts import FLAG, Items, Names, Number, Numbers, OneOf, Plain, Record, Text
from jourdain.io.model_files.quantities import Quantities
from jourdain.io.model_files.yaml import text_of, with_line
from jourdain.io.model_files.yaml_text import parse
from jourdain.model.part import Part
from jourdain.model.sections import Material, material

_WHICH = OneOf(
    table=Record({"set": Text(), "numbers": Plain(), "near": Numbers("length"), "radius": Number("length")}),
    single=Text(),
)
_LOAD = Names(
    Record({"pressure": Text(), "force": Numbers("force"), "nodes": _WHICH, "acceleration": Numbers("acceleration")})
)
_BEAMS = Record(
    {"points": Numbers("length"), "elements": Number("number"), "section": SECTION, "normal": Numbers("number")}
)
REDUCTION = Record(
    {
        "name": Text(),
        "mesh": Text(),
        "matrices": Record({"stiffness": Text(), "mass": Text(), "nodes": Text(), "names": Plain()}),
        "beams": _BEAMS,
        "unit": Text(tuple(LENGTHS)),
        "material": MATERIAL,
        "materials": Names(MATERIAL),
        "interfaces": Names(_WHICH),
        "rigid": FLAG,
        "kind": Text(KINDS),
        "shapes": Text(),
        "modes": Number("number"),
        "static": Items(OneOf(table=_LOAD, single=Text())),
        "lumped": FLAG,
        "keep": Items(_WHICH),
        "elements": Plain(),
    }
)


def reduce_file(path: str | Path) -> Part:
    """The part that a .yaml file describes; files in it are beside it."""
    file = Path(path)
    try:
        data, lines = parse(text_of(file))
    except FileFormatError as problem:
        raise FileFormatError(f"{file.name}, {problem}") from None
    try:
        known = Entry(data, "", optional=tuple(REDUCTION.parts))
        return _part(Entry(REDUCTION.resolve(known.data, "", Quantities()), "", optional=tuple(REDUCTION.parts)), file)
    except JourdainError as problem:
        raise FileFormatError(with_line(file.name, str(problem), lines)) from None


def _part(entry: Entry, file: Path) -> Part:
    given: dict[str, Any] = {
        key: entry[key] for key in ("modes", "rigid", "lumped", "kind", "elements") if key in entry
    }
    unit = entry.text("unit", "m")
    source, of_source = _source(entry, file.parent, unit)
    if "matrices" not in entry:
        given["material"] = _made(entry)
    if "shapes" in entry:
        given["shapes"] = file.parent / entry.text("shapes")
    if "static" in entry:
        given["static"] = [_load(one, entry.at("static")) for one in entry.items("static")]
    interfaces = {name: _which(one, joined("interfaces", name)) for name, one in entry.table("interfaces").items()}
    keep = [_which(one, "keep") for one in entry.items("keep")] or None
    with located("reduction"):
        return reduce(source, interfaces=interfaces, keep=keep, name=entry.text("name", file.stem), **given | of_source)


def _source(entry: Entry, folder: Path, unit: str) -> tuple[Any, dict[str, Any]]:
    """What is reduced, and what `reduce` still has to be told about it."""
    kinds = [key for key in ("mesh", "matrices", "beams") if key in entry]
    if len(kinds) != 1:
        raise FileFormatError("reduction: give one of mesh, matrices and beams.")
    if "mesh" in entry:
        return folder / entry.text("mesh"), {"unit": unit}
    if "beams" in entry:
        beams = Entry(entry["beams"], "beams", required=("points", "elements", "section"), optional=("normal",))
        section = read_section(beams["section"], "beams -> section")
        with located("beams"):
            return beam_mesh(
                beams["points"], beams["elements"], section=section, normal=beams.data.get("normal", (0, 0, 1))
            ), {}
    files = Entry(entry["matrices"], "matrices", required=("stiffness", "mass", "nodes"), optional=("names",))
    paths = [folder / files.text(key) for key in ("stiffness", "mass", "nodes")]
    names = [as_text(one, "matrices -> names") for one in files.items("names")] or ["", ""]
    with located("matrices"):
        return matrices(*paths, names=(names[0], names[-1]), unit=unit, material=_made(entry)), {}


def _made(entry: Entry) -> Made | None:
    """The material, or those of groups of cells; None if the file of the mesh has to say it."""
    if "material" in entry and "materials" in entry:
        raise FileFormatError("reduction: give one of material and materials.")
    if "materials" in entry:
        of = entry.table("materials")
        return {name: _material(one, joined("materials", name)) for name, one in of.items()}
    return _material(entry["material"], "material") if "material" in entry else None


def _material(given: Any, path: str) -> Material:
    data = Entry(given, path, required=("E", "density"), optional=("nu", "G"))
    with located(path):
        return material(**{key: data.number(key) for key in data.data})


def _which(data: Any, path: str) -> Nodes:
    """Nodes of a set, by numbers, or near a place."""
    if isinstance(data, str):
        return nodes(data)
    entry = Entry(data, path, optional=("set", "numbers", "near", "radius"))
    with located(path):
        return nodes(
            entry.data.get("set"),
            numbers=entry.data.get("numbers"),
            near=entry.data.get("near"),
            radius=entry.data.get("radius"),
        )


def _load(data: Any, path: str) -> Any:
    if isinstance(data, str):
        return data
    loads = {}
    for name, one in Entry(data, path, optional=tuple(data) if isinstance(data, dict) else ()).data.items():
        load = dict(Entry(one, joined(path, name), optional=("pressure", "force", "nodes", "acceleration")).data)
        if "nodes" in load:
            load["nodes"] = _which(load["nodes"], joined(path, name))
        for key in {"force", "acceleration"} & set(load):
            load[key] = as_list(load[key], joined(path, name))
        loads[name] = load
    return loads

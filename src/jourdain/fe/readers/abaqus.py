"""Input files of Abaqus and CalculiX: nodes, solid elements and sets. Parts and instances are read as one body."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path

from jourdain.errors import FileFormatError
from jourdain.fe.elements import SOLIDS
from jourdain.fe.mesh import Listed, Mesh
from jourdain.fe.readers.tables import Line, Table, numbered, numbers_of

KINDS = {
    **dict.fromkeys(("C3D8", "C3D8I", "C3D8R", "C3D8H", "C3D8IH", "C3D8RH", "SC8R"), "hex8"),
    **dict.fromkeys(("C3D20", "C3D20R", "C3D20H", "C3D20RH"), "hex20"),
    **dict.fromkeys(("C3D4", "C3D4H"), "tet4"),
    **dict.fromkeys(("C3D10", "C3D10M", "C3D10H", "C3D10MH", "C3D10I", "C3D10HS"), "tet10"),
}
# these make or move nodes and elements, so that a mesh without them would be another one
MAKERS = ("NGEN", "NFILL", "NCOPY", "NMAP", "ELGEN", "ELCOPY", "SYSTEM")


def read_abaqus(text: str, name: str, folder: Path = Path()) -> Mesh:
    """The mesh of a text; folder: of the files that it includes."""
    if not re.search(r"^[ \t]*\*[A-Za-z]", text, re.MULTILINE):
        raise FileFormatError("line 1: this is no input file of Abaqus or CalculiX: no line begins with *.")
    found, material = Table(), ""
    for line, keyword, options, data in _blocks(numbered(text, folder, _included)):
        if keyword == "NODE":
            _nodes(found, options, data, line)
        elif keyword == "ELEMENT":
            _elements(found, options, data, line)
        elif keyword in ("NSET", "ELSET"):
            _set(found, keyword, options, data, line)
        elif keyword == "SOLID SECTION":
            found.made[options.get("ELSET", "")] = options.get("MATERIAL", "")
        elif keyword == "MATERIAL":
            material = options.get("NAME", "")
            found.materials[material] = Listed(material)
        elif keyword in ("ELASTIC", "DENSITY") and material:
            found.materials[material] = _constants(found.materials[material], keyword, options, data)
        elif keyword in MAKERS or (keyword == "INSTANCE" and any(_moves(parts) for _, parts in data)):
            raise FileFormatError(
                f"line {line}: *{keyword} makes or moves nodes and is not read; write the input file with all nodes and "
                "elements where they are (in Abaqus/CAE one without parts and assemblies)."
            )
    return found.mesh(name)


Data = list[tuple[Line, list[str]]]


def _constants(known: Listed, keyword: str, options: dict[str, str], data: Data) -> Listed:
    """With what a block says; of tables over the temperature the first line."""
    if keyword == "ELASTIC" and options.get("TYPE", "ISOTROPIC").upper() not in ("ISO", "ISOTROPIC"):
        return replace(known, problem="is not isotropic")
    if len({tuple(parts[:2]) for _, parts in data}) > 1:
        return replace(known, problem="changes with temperature")
    line, parts = data[0] if data else ("", [])
    numbers = numbers_of([part for part in parts[:2] if part], line, float)
    if keyword == "DENSITY":
        return replace(known, density=numbers[0] if numbers else 0.0)
    return replace(known, E=numbers[0], nu=numbers[1]) if len(numbers) == 2 else known


def _options(row: str) -> tuple[str, dict[str, str]]:
    """The keyword of a line, and its options."""
    keyword, *options = (part.strip() for part in row[1:].split(","))
    pairs = (part.partition("=") for part in options if part)
    return keyword.upper(), {key.strip().upper(): value.strip().strip('"') for key, _, value in pairs}


def _included(raw: str) -> str | None:
    if not raw.lstrip().upper().startswith("*INCLUDE"):
        return None
    return _options(raw.strip())[1].get("INPUT", "")


def _blocks(lines: Iterable[tuple[Line, str]]) -> Iterator[tuple[Line, str, dict[str, str], Data]]:
    """(line, keyword, options, lines of data) of each block."""
    block: tuple[Line, str, Data] | None = None
    for line, raw in lines:
        row = raw.strip()
        if not row or row.startswith("**"):
            continue
        if row.startswith("*"):
            if block is not None:
                yield block[0], *_options(block[1]), block[2]
            block = line, row, []
        elif block is not None and block[1].endswith(",") and not block[2] and "=" in row:
            block = block[0], block[1] + row, []  # options may go on in the next line
        elif block is not None:
            block[2].append((line, [part.strip() for part in row.split(",")]))
    if block is not None:
        yield block[0], *_options(block[1]), block[2]


def _moves(parts: list[str]) -> bool:
    """Whether a line of an instance moves or turns it."""
    return any(part.strip("0.eEdD+-") for part in parts)


def _nodes(found: Table, options: dict[str, str], data: Data, line: Line) -> None:
    if options.get("SYSTEM", "R").upper() != "R":
        raise FileFormatError(f"line {line}: nodes are in cylindrical or spherical coordinates; write x, y and z.")
    for at, parts in data:
        (number,), place = numbers_of(parts[:1], at), numbers_of([part or "0" for part in parts[1:4]], at, float)
        found.node(number, place, at)
        if "NSET" in options:
            _named(found.node_sets, options["NSET"]).append(number)


def _elements(found: Table, options: dict[str, str], data: Data, line: Line) -> None:
    called = options.get("TYPE", "").upper()
    kind = KINDS.get(called)
    if not called or (kind is None and called.startswith("C3D")):
        said = f"of type {called} are not read" if called else "have no TYPE"
        raise FileFormatError(f"line {line}: elements {said}; there are {', '.join(KINDS)}.")
    size = len(SOLIDS[kind].places) if kind is not None else 0
    waiting: list[int] = []
    for at, parts in data:
        numbers = numbers_of([part for part in parts if part], at)
        if kind is None:  # beams, shells, faces are not part of the solid; sets may name its nodes by them
            waiting = numbers
            found.others[waiting[0]] = waiting[1:]
            found.left_out[called] += 1
        else:
            waiting += numbers
            if len(waiting) <= size:
                continue  # long elements go over several lines
            found.cell(waiting[0], kind, waiting[1:], at)
        if "ELSET" in options:
            _named(found.cell_sets, options["ELSET"]).append(waiting[0])
        waiting = []
    if waiting:
        raise FileFormatError(
            f"line {data[-1][0]}: element {waiting[0]} ({kind}) has {len(waiting) - 1} nodes instead of {size}."
        )


def _named(sets: dict[str, list[int]], name: str) -> list[int]:
    """The members of a set, which is made if there is none; capitals do not count."""
    return sets.setdefault(next((one for one in sets if one.upper() == name.upper()), name), [])


def _set(found: Table, keyword: str, options: dict[str, str], data: Data, line: Line) -> None:
    sets = found.node_sets if keyword == "NSET" else found.cell_sets
    if not options.get(keyword):
        raise FileFormatError(f"line {line}: this set has no name; write *{keyword}, {keyword}=name.")
    if keyword == "NSET" and "ELSET" in options:  # the nodes of elements
        of = _named(found.cell_sets, options["ELSET"])
        _named(sets, options[keyword]).extend(node for number in of for node in found.nodes_of(number))
        return
    members = _named(sets, options[keyword])
    for at, parts in data:
        parts = [part for part in parts if part]
        if "GENERATE" in options:
            if len(parts) not in (2, 3):
                raise FileFormatError(f"line {at}: {len(parts)} numbers; give first, last and step.")
            first, last, step = (*numbers_of(parts, at), 1)[:3]
            members += range(first, last + 1, max(step, 1))
            continue
        for part in parts:
            if part.lstrip("-").isdigit():
                members.append(int(part))
            elif any(one.upper() == part.upper() for one in sets):
                members += _named(sets, part)
            else:
                raise FileFormatError(f"line {at}: there is no set {part!r} before this one.")

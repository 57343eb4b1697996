"""Input files of Abaqus and CalculiX: nodes, solid elements and sets. Parts and instances are read as one body."""

from __future__ import annotations

from collections.abc import Iterator

from jourdain.errors import FileFormatError
from jourdain.fe.mesh import Mesh
from jourdain.fe.readers.tables import Table, numbers_of

KINDS = {
    **dict.fromkeys(("C3D8", "C3D8I", "C3D8R", "C3D8H", "C3D8IH", "C3D8RH", "SC8R"), "hex8"),
    **dict.fromkeys(("C3D20", "C3D20R", "C3D20H", "C3D20RH"), "hex20"),
    **dict.fromkeys(("C3D4", "C3D4H"), "tet4"),
    **dict.fromkeys(("C3D10", "C3D10M", "C3D10H", "C3D10MH", "C3D10I", "C3D10HS"), "tet10"),
}


def read_abaqus(text: str, name: str) -> Mesh:
    """The mesh of a text."""
    found = Table()
    for line, keyword, options, data in _blocks(text):
        if keyword == "NODE":
            _nodes(found, options, data)
        elif keyword == "ELEMENT":
            _elements(found, options, data, line)
        elif keyword in ("NSET", "ELSET"):
            sets = found.node_sets if keyword == "NSET" else found.cell_sets
            _set(sets, options.get(keyword, ""), "GENERATE" in options, data)
    return found.mesh(name)


Data = list[tuple[int, list[str]]]


def _blocks(text: str) -> Iterator[tuple[int, str, dict[str, str], Data]]:
    """(line, keyword, options, lines of data) of each block."""
    block: tuple[int, str, dict[str, str], Data] | None = None
    for line, raw in enumerate(text.splitlines(), 1):
        row = raw.strip()
        if not row or row.startswith("**"):
            continue
        if row.startswith("*"):
            if block is not None:
                yield block
            keyword, *options = (part.strip() for part in row[1:].split(","))
            pairs = (part.partition("=") for part in options if part)
            block = line, keyword.upper(), {key.strip().upper(): value.strip() for key, _, value in pairs}, []
        elif block is not None:
            block[3].append((line, [part.strip() for part in row.split(",")]))
    if block is not None:
        yield block


def _nodes(found: Table, options: dict[str, str], data: Data) -> None:
    for line, parts in data:
        (number,), place = numbers_of(parts[:1], line), numbers_of([part or "0" for part in parts[1:4]], line, float)
        found.nodes[number] = (*place, 0.0, 0.0, 0.0)[:3]
        if "NSET" in options:
            found.node_sets.setdefault(options["NSET"], []).append(number)


def _elements(found: Table, options: dict[str, str], data: Data, line: int) -> None:
    kind = KINDS.get(options.get("TYPE", "").upper())
    if kind is None:
        if options.get("TYPE", "").upper().startswith("C3D"):
            raise FileFormatError(
                f"line {line}: elements of type {options['TYPE']} are not read; there are {', '.join(KINDS)}."
            )
        for at, parts in data:  # beams, shells, faces are not part of the solid; sets may name its nodes by them
            number, *nodes = numbers_of([part for part in parts if part], at)
            found.others[number] = nodes
            if "ELSET" in options:
                found.cell_sets.setdefault(options["ELSET"], []).append(number)
        return
    size = {"hex8": 8, "hex20": 20, "tet4": 4, "tet10": 10}[kind]
    waiting: list[int] = []
    for at, parts in data:
        waiting += numbers_of([part for part in parts if part], at)
        if len(waiting) > size:  # long elements go over several lines
            found.cells.append((waiting[0], kind, waiting[1:], at))
            if "ELSET" in options:
                found.cell_sets.setdefault(options["ELSET"], []).append(waiting[0])
            waiting = []
    if waiting:
        raise FileFormatError(
            f"line {data[-1][0]}: element {waiting[0]} ({kind}) has {len(waiting) - 1} nodes instead of {size}."
        )


def _set(sets: dict[str, list[int]], name: str, generate: bool, data: Data) -> None:
    members = sets.setdefault(name, [])
    for line, parts in data:
        parts = [part for part in parts if part]
        if generate:
            first, last, step = (*numbers_of(parts, line), 1)[:3]
            members += range(first, last + 1, step)
            continue
        for part in parts:
            if part.lstrip("-").isdigit():
                members.append(int(part))
            elif part in sets:
                members += sets[part]
            else:
                raise FileFormatError(f"line {line}: there is no set {part!r} before this one.")

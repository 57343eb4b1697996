"""Meshes of Gmsh, versions 2.2 and 4.1 as text; physical groups are sets of nodes."""

from __future__ import annotations

from pathlib import Path

from jourdain.errors import FileFormatError
from jourdain.fe.mesh import Mesh
from jourdain.fe.readers.tables import Table, numbers_of

# type of element -> kind and where its nodes are in the order of elements.py
SOLID_TYPES: dict[int, tuple[str, list[int]]] = {
    4: ("tet4", list(range(4))),
    5: ("hex8", list(range(8))),
    11: ("tet10", [0, 1, 2, 3, 4, 5, 6, 7, 9, 8]),
    17: ("hex20", [*range(8), 8, 11, 13, 9, 16, 18, 19, 17, 10, 12, 14, 15]),
}
NODES = {1: 2, 2: 3, 3: 4, 4: 4, 5: 8, 6: 6, 7: 5, 8: 3, 9: 6, 10: 9, 11: 10, 15: 1, 16: 8, 17: 20, 18: 15, 19: 13}
DIMENSION = {15: 0, 1: 1, 8: 1} | dict.fromkeys((2, 3, 9, 10, 16), 2)  # others are solids


class _Rows:
    """The rows of a section, one after the other, as words; missing ones are named by their line."""

    def __init__(self, name: str, line: int) -> None:
        self.name, self.line, self.rows, self.at = name, line, list[list[str]](), 0

    def words(self, least: int) -> list[str]:
        """The next row, with at least so many words."""
        self.at += 1
        if self.at > len(self.rows):
            raise FileFormatError(f"line {self.line + len(self.rows)}: ${self.name} ends too early.")
        row = self.rows[self.at - 1]
        if len(row) < least:
            raise FileFormatError(f"line {self.here}: {len(row)} numbers instead of {least}.")
        return row

    def numbers(self, least: int, kind: type = int) -> list:
        """The next row as numbers."""
        return numbers_of(self.words(least), self.here, kind)

    @property
    def here(self) -> int:
        """The line of the last row."""
        return self.line + self.at - 1


Sections = dict[str, _Rows]


def read_gmsh(text: str, name: str, folder: Path = Path()) -> Mesh:
    """The mesh of a text."""
    sections = _sections(text)
    if "MeshFormat" not in sections:
        raise FileFormatError("line 1: this is no mesh of Gmsh: $MeshFormat is missing.")
    head = sections["MeshFormat"]
    version, binary = head.words(2)[:2]
    if binary != "0" or not (f"{version}.").startswith(("2.", "4.1.")):
        raise FileFormatError(
            f"line {head.line}: version {version}, binary {binary}; save the mesh as text of version 4.1 or 2.2."
        )
    for needed in ("Nodes", "Elements"):
        if needed not in sections:
            raise FileFormatError(f"line {head.line}: ${needed} is missing.")
    groups = _groups(sections)
    return (_version_2 if version.startswith("2") else _version_4)(sections, groups).mesh(name)


def _sections(text: str) -> Sections:
    found: Sections = {}
    section: _Rows | None = None
    for line, raw in enumerate(text.splitlines(), 1):
        row = raw.strip()
        if row.startswith("$End"):
            section = None
        elif row.startswith("$"):
            section = found[row[1:]] = _Rows(row[1:], line + 1)
        elif section is not None:
            section.rows.append(row.split())
    return found


def _groups(sections: Sections) -> dict[tuple[int, int], str]:
    """(dimension, number) -> name of a physical group."""
    found: dict[tuple[int, int], str] = {}
    if "PhysicalNames" in sections:
        rows = sections["PhysicalNames"]
        for _ in range(rows.numbers(1)[0]):
            row = rows.words(3)
            dimension, number = numbers_of(row[:2], rows.here)
            found[dimension, number] = " ".join(row[2:]).strip('"')
    return found


def _version_2(sections: Sections, groups: dict[tuple[int, int], str]) -> Table:
    found, rows = Table(), sections["Nodes"]
    for _ in range(rows.numbers(1)[0]):
        _node(found, rows.words(4), rows)
    rows = sections["Elements"]
    for _ in range(rows.numbers(1)[0]):
        number, kind, tags, *rest = rows.numbers(3)
        group = groups.get((DIMENSION.get(kind, 3), rest[0]), str(rest[0])) if tags and rest else None
        _add(found, number, kind, rest[tags:], rows.here, group)
    return found


def _version_4(sections: Sections, groups: dict[tuple[int, int], str]) -> Table:
    found, of_entity, rows = Table(), _entities(sections, groups), sections["Nodes"]
    for _ in range(rows.numbers(1)[0]):
        count = rows.numbers(4)[3]
        numbers = [rows.words(1)[0] for _ in range(count)]
        for number in numbers:
            _node(found, [number, *rows.words(3)], rows)
    rows = sections["Elements"]
    for _ in range(rows.numbers(1)[0]):
        dimension, entity, kind, count = rows.numbers(4)[:4]
        for _ in range(count):
            number, *nodes = rows.numbers(1)
            _add(found, number, kind, nodes, rows.here, of_entity.get((dimension, entity)))
    return found


def _node(found: Table, row: list[str], rows: _Rows) -> None:
    found.node(numbers_of(row[:1], rows.here)[0], numbers_of(row[1:4], rows.here, float), rows.here)


def _entities(sections: Sections, groups: dict[tuple[int, int], str]) -> dict[tuple[int, int], str]:
    """(dimension, entity) -> name of its first physical group."""
    found: dict[tuple[int, int], str] = {}
    if "Entities" not in sections:
        return found
    rows = sections["Entities"]
    for dimension, count in enumerate(rows.numbers(4)[:4]):
        before = 4 if dimension == 0 else 7  # number and place, or number and a box around it
        for _ in range(count):
            row = rows.words(before + 1)
            tag, tags = numbers_of([row[0], row[before]], rows.here)
            if tags:
                group = abs(numbers_of(row[before + 1 : before + 2] or [""], rows.here)[0])
                found[dimension, tag] = groups.get((dimension, group), str(group))
    return found


def _add(found: Table, number: int, kind: int, nodes: list[int], line: int, group: str | None) -> None:
    """A solid becomes a cell; of others (faces, edges, points) the nodes belong to their group."""
    if kind not in NODES or (DIMENSION.get(kind, 3) == 3 and kind not in SOLID_TYPES):
        raise FileFormatError(f"line {line}: elements of type {kind} are not read; there are {sorted(SOLID_TYPES)}.")
    if len(nodes) != NODES[kind]:
        raise FileFormatError(f"line {line}: element {number} has {len(nodes)} nodes instead of {NODES[kind]}.")
    if group is not None:
        found.node_sets.setdefault(group, []).extend(nodes)
    if kind in SOLID_TYPES:
        name, order = SOLID_TYPES[kind]
        found.cell(number, name, [nodes[k] for k in order], line)
        if group is not None:
            found.cell_sets.setdefault(group, []).append(number)

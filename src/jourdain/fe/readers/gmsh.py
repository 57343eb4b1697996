"""Meshes of Gmsh, versions 2.2 and 4.1 as text; physical groups are sets of nodes."""

from __future__ import annotations

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


def read_gmsh(text: str, name: str) -> Mesh:
    """The mesh of a text."""
    sections = _sections(text)
    if "MeshFormat" not in sections:
        raise FileFormatError("line 1: this is no mesh of Gmsh: $MeshFormat is missing.")
    line, rows = sections["MeshFormat"]
    version, binary = rows[0][0], rows[0][1]
    if binary != "0" or not version.startswith(("2.", "4.1")):
        raise FileFormatError(
            f"line {line}: version {version}, binary {binary}; save the mesh as text of version 4.1 or 2.2."
        )
    for needed in ("Nodes", "Elements"):
        if needed not in sections:
            raise FileFormatError(f"line {line}: ${needed} is missing.")
    groups = _groups(sections)
    return (_version_2 if version.startswith("2") else _version_4)(sections, groups).mesh(name)


Sections = dict[str, tuple[int, list[list[str]]]]


def _sections(text: str) -> Sections:
    """Name -> number of its first line, rows of words."""
    found: Sections = {}
    rows: list[list[str]] | None = None
    for line, raw in enumerate(text.splitlines(), 1):
        row = raw.strip()
        if row.startswith("$End"):
            rows = None
        elif row.startswith("$"):
            rows = []
            found[row[1:]] = (line + 1, rows)
        elif rows is not None:
            rows.append(row.split())
    return found


def _groups(sections: Sections) -> dict[tuple[int, int], str]:
    """(dimension, number) -> name of a physical group."""
    line, rows = sections.get("PhysicalNames", (0, [["0"]]))
    found = {}
    for i, row in enumerate(rows[1:], 1):
        dimension, number = numbers_of(row[:2], line + i)
        found[dimension, number] = " ".join(row[2:]).strip('"')
    return found


def _version_2(sections: Sections, groups: dict[tuple[int, int], str]) -> Table:
    found = Table()
    line, rows = sections["Nodes"]
    for i, row in enumerate(rows[1:], 1):
        found.nodes[numbers_of(row[:1], line + i)[0]] = tuple(numbers_of(row[1:4], line + i, float))
    line, rows = sections["Elements"]
    for i, row in enumerate(rows[1:], 1):
        number, kind, tags, *rest = numbers_of(row, line + i)
        group = groups.get((_dimension(kind), rest[0]), str(rest[0])) if tags else None
        _add(found, number, kind, rest[tags:], line + i, group)
    return found


def _version_4(sections: Sections, groups: dict[tuple[int, int], str]) -> Table:
    found, of_entity = Table(), _entities(sections, groups)
    line, rows = sections["Nodes"]
    i = 1
    while i < len(rows):
        count = numbers_of(rows[i], line + i)[3]
        for k in range(count):
            number = numbers_of(rows[i + 1 + k], line + i + 1 + k)[0]
            place = numbers_of(rows[i + 1 + count + k][:3], line + i + 1 + count + k, float)
            found.nodes[number] = tuple(place)
        i += 1 + 2 * count
    line, rows = sections["Elements"]
    i = 1
    while i < len(rows):
        dimension, entity, kind, count = numbers_of(rows[i], line + i)
        for k in range(i + 1, i + 1 + count):
            number, *nodes = numbers_of(rows[k], line + k)
            _add(found, number, kind, nodes, line + k, of_entity.get((dimension, entity)))
        i += 1 + count
    return found


def _entities(sections: Sections, groups: dict[tuple[int, int], str]) -> dict[tuple[int, int], str]:
    """(dimension, entity) -> name of its first physical group."""
    if "Entities" not in sections:
        return {}
    line, rows = sections["Entities"]
    counts = numbers_of(rows[0], line)
    found, i = {}, 1
    for dimension, count in enumerate(counts):
        before = 4 if dimension == 0 else 7  # number and place, or number and a box around it
        for _ in range(count):
            tag, tags = int(rows[i][0]), int(rows[i][before])
            if tags:
                group = abs(int(rows[i][before + 1]))
                found[dimension, tag] = groups.get((dimension, group), str(group))
            i += 1
    return found


def _dimension(kind: int) -> int:
    return 0 if kind == 15 else 1 if kind in (1, 8) else 2 if kind in (2, 3, 9, 10, 16) else 3


def _add(found: Table, number: int, kind: int, nodes: list[int], line: int, group: str | None) -> None:
    """A solid becomes a cell; of others (faces, edges, points) the nodes belong to their group."""
    if kind not in NODES or (_dimension(kind) == 3 and kind not in SOLID_TYPES):
        raise FileFormatError(f"line {line}: elements of type {kind} are not read; there are {sorted(SOLID_TYPES)}.")
    if len(nodes) != NODES[kind]:
        raise FileFormatError(f"line {line}: element {number} has {len(nodes)} nodes instead of {NODES[kind]}.")
    if group is not None:
        found.node_sets.setdefault(group, []).extend(nodes)
    if kind in SOLID_TYPES:
        name, order = SOLID_TYPES[kind]
        found.cells.append((number, name, [nodes[k] for k in order], line))

"""Archives of Ansys (.cdb, written by CDWRITE), read by the package mapdl-archive: SOLID185, 186 and 187, node components."""

from __future__ import annotations

from pathlib import Path

from jourdain.errors import FileFormatError
from jourdain.fe.mesh import Mesh
from jourdain.fe.readers.tables import Table

BRICKS, TETRAHEDRA = (45, 95, 185, 186), (72, 92, 187, 285)
_AS_TETRAHEDRON = [0, 1, 2, 4, 8, 9, 11, 16, 17, 18]  # a brick whose upper face is one node


def read_ansys(file: Path) -> Mesh:
    """The mesh of a file."""
    try:
        from mapdl_archive import Archive
    except ImportError:
        raise FileFormatError("line 1: reading .cdb files needs mapdl-archive; pip install jourdain[fe].") from None
    archive = Archive(file, parse_vtk=False)
    found = Table()
    found.nodes = {int(n): tuple(x[:3].tolist()) for n, x in zip(archive.nnum, archive.nodes, strict=True)}
    for number, kind, row in zip(archive.enum, archive.etype, archive.elem, strict=True):
        cell = _cell(int(number), int(kind), [int(node) for node in row[10:]])
        if cell is not None:
            found.cell(int(number), *cell, 1)
            found.cell_sets.setdefault(f"material {int(row[0])}", []).append(int(number))
    for label, members in archive.element_components.items():
        found.cell_sets[label.strip()] = [int(number) for number in members]
    for label, members in archive.node_components.items():
        found.node_sets[label.strip()] = [int(node) for node in members]
    return found.mesh(file.stem)


def _cell(number: int, kind: int, nodes: list[int]) -> tuple[str, list[int]] | None:
    if kind not in BRICKS + TETRAHEDRA:
        if kind >= 200 or kind in range(151, 180):
            return None  # unsolved and surface elements, contact
        raise FileFormatError(
            f"line 1: element {number} is of type {kind}; there are {', '.join(map(str, BRICKS + TETRAHEDRA))}."
        )
    corners = 8 if kind in BRICKS else 4
    middles = [node for node in nodes[corners:] if node]
    if kind in BRICKS and len(set(nodes[:8])) < 8:
        if len({*nodes[2:4]}) > 1 or len({*nodes[4:8]}) > 1:
            raise FileFormatError(
                f"line 1: element {number} is a brick drawn into a wedge or a pyramid; mesh it otherwise."
            )
        order = _AS_TETRAHEDRON if middles else _AS_TETRAHEDRON[:4]
        return ("tet10" if middles else "tet4"), [nodes[k] for k in order]
    full = {8: 12, 4: 6}[corners]
    if middles and len(middles) != full:
        raise FileFormatError(f"line 1: element {number} has nodes in the middle of some edges only.")
    name = "hex" if corners == 8 else "tet"
    return f"{name}{corners + len(middles)}", nodes[: corners + len(middles)]

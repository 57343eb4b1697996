"""What all readers of meshes end with: numbered nodes, cells and sets made into a Mesh."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from jourdain.errors import FileFormatError
from jourdain.fe.elements import SOLIDS
from jourdain.fe.mesh import Listed, Mesh

Line = int | str  # "12 of bulk.inp" in a file that another one includes


@dataclass
class Table:
    """What a file says: number -> place; (number, kind, nodes, line) of each cell; names -> numbers of nodes, and of cells.

    others: nodes of elements that are no solids, which are left out; kinds of these and how many.
    """

    nodes: dict[int, tuple[float, float, float]] = field(default_factory=dict)
    cells: list[tuple[int, str, list[int], Line]] = field(default_factory=list)
    node_sets: dict[str, list[int]] = field(default_factory=dict)
    cell_sets: dict[str, list[int]] = field(default_factory=dict)
    others: dict[int, list[int]] = field(default_factory=dict)
    left_out: Counter[str] = field(default_factory=Counter)
    materials: dict[str, Listed] = field(default_factory=dict)
    made: dict[str, str] = field(default_factory=dict)  # sets of cells -> their materials
    _at: dict[int, int] = field(default_factory=dict)

    def node(self, number: int, place: list[float], line: Line) -> None:
        """A node; a second one of the same number is one of another part, which would get its elements."""
        x, y, z = (*place, 0.0, 0.0, 0.0)[:3]
        if self.nodes.setdefault(number, (x, y, z)) != (x, y, z):
            raise FileFormatError(
                f"line {line}: there is a node {number} at another place already; parts with numbers of their own must be "
                "written as one (in Abaqus/CAE an input file without parts and assemblies)."
            )

    def cell(self, number: int, kind: str, nodes: list[int], line: Line) -> None:
        """A solid element; sets know it by its number."""
        if number in self._at:
            raise FileFormatError(
                f"line {line}: there is an element {number} already, in line {self.cells[self._at[number]][3]}."
            )
        self._at[number] = len(self.cells)
        self.cells.append((number, kind, nodes, line))

    def nodes_of(self, element: int) -> list[int]:
        """The nodes of an element, solid or not."""
        return self.cells[self._at[element]][2] if element in self._at else self.others.get(element, [])

    def mesh(self, name: str) -> Mesh:
        """As a mesh: nodes that no cell has are left out; a set of cells is the set of their nodes too."""
        if not self.cells:
            others = f", only {self._left_out()}" if self.left_out else ""
            raise FileFormatError(f"line 1: there are no solid elements ({', '.join(SOLIDS)}) in it{others}.")
        used: set[int] = set()
        for number, kind, nodes, line in self.cells:
            if len(nodes) != len(SOLIDS[kind].places):
                raise FileFormatError(
                    f"line {line}: element {number} ({kind}) has {len(nodes)} nodes instead of {len(SOLIDS[kind].places)}."
                )
            missing = [one for one in nodes if one not in self.nodes]
            if missing:
                raise FileFormatError(
                    f"line {line}: element {number} has the node {missing[0]}, which is not in the file."
                )
            used.update(nodes)
        numbers = np.array(sorted(used))
        place = {int(number): i for i, number in enumerate(numbers)}
        kinds = sorted({kind for _, kind, _, _ in self.cells})
        cells = {
            k: np.array([[place[n] for n in nodes] for _, kind, nodes, _ in self.cells if kind == k]) for k in kinds
        }
        labels = {k: np.array([number for number, kind, _, _ in self.cells if kind == k]) for k in kinds}
        sets = {
            key: np.array(sorted({place[n] for n in some if n in place}), int) for key, some in self._sets().items()
        }
        places, groups = np.array([self.nodes[int(n)] for n in numbers]), self._groups(kinds)
        return Mesh(places, cells, sets, numbers, labels, name, self._left_out(), groups, self._sections(groups))

    def _groups(self, kinds: list[str]) -> dict[str, dict[str, np.ndarray]]:
        """Name -> kind -> indices of cells, for all sets that have solid elements."""
        place, counts = [], dict.fromkeys(kinds, 0)
        for _, kind, _, _ in self.cells:
            place.append(counts[kind])
            counts[kind] += 1
        found: dict[str, dict[str, np.ndarray]] = {}
        for name, some in self.cell_sets.items():
            at = sorted({self._at[number] for number in some if number in self._at})
            for kind in kinds if at else ():
                indices = [place[i] for i in at if self.cells[i][1] == kind]
                if indices:
                    found.setdefault(name, {})[kind] = np.array(indices)
        return found

    def _sections(self, groups: dict[str, Any]) -> dict[str, Listed]:
        """Material of each group that has one; capitals do not count."""
        known = {name.upper(): one for name, one in self.materials.items()}
        names = {name.upper(): name for name in groups}
        return {
            names[group.upper()]: known.get(of.upper(), Listed(of, problem="is not in it"))
            for group, of in self.made.items()
            if group.upper() in names
        }

    def _left_out(self) -> str:
        return ", ".join(f"{count} {kind}" for kind, count in self.left_out.items())

    def _sets(self) -> dict[str, list[int]]:
        of_cell = self.others | {number: nodes for number, _, nodes, _ in self.cells}
        by_cells = {key: [n for cell in some for n in of_cell.get(cell, ())] for key, some in self.cell_sets.items()}
        return by_cells | self.node_sets


def numbered(
    text: str, folder: Path, included: Callable[[str], str | None], within: tuple[str, ...] = ()
) -> Iterator[tuple[Line, str]]:
    """The lines of a text; those of another file stand in the place of a line that includes it, as `included` says."""
    for number, raw in enumerate(text.splitlines(), 1):
        line: Line = f"{number} of {within[-1]}" if within else number
        name = included(raw)
        if name is None:
            yield line, raw
            continue
        if name in within:
            raise FileFormatError(f"line {line}: {name!r} includes itself.")
        try:
            other = (folder / name).read_text(encoding="latin-1")
        except OSError as problem:
            raise FileFormatError(
                f"line {line}: cannot read {name!r}, which it includes: {problem.strerror or problem}."
            ) from None
        yield from numbered(other, folder, included, (*within, name))


def numbers_of(parts: list[str], line: Line, kind: type = int) -> list:
    """Texts as whole numbers, or other ones."""
    try:
        return [kind(part) for part in parts]
    except ValueError:
        wrong = next(part for part in parts if not _is(part, kind))
        raise FileFormatError(f"line {line}: {wrong.strip()!r} is not a number.") from None


def _is(part: str, kind: type) -> bool:
    try:
        kind(part)
    except ValueError:
        return False
    return True

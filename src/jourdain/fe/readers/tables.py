"""What all readers of meshes end with: numbered nodes, cells and sets made into a Mesh."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from jourdain.errors import FileFormatError
from jourdain.fe.elements import SOLIDS
from jourdain.fe.mesh import Mesh


@dataclass
class Table:
    """What a file says: number -> place; (number, kind, nodes, line) of each cell; names -> numbers of nodes, and of cells.

    others: nodes of elements that are no solids.
    """

    nodes: dict[int, tuple[float, float, float]] = field(default_factory=dict)
    cells: list[tuple[int, str, list[int], int]] = field(default_factory=list)
    node_sets: dict[str, list[int]] = field(default_factory=dict)
    cell_sets: dict[str, list[int]] = field(default_factory=dict)
    others: dict[int, list[int]] = field(default_factory=dict)

    def mesh(self, name: str) -> Mesh:
        """As a mesh: nodes that no cell has are left out; a set of cells is the set of their nodes too."""
        if not self.cells:
            raise FileFormatError(f"line 1: there are no solid elements ({', '.join(SOLIDS)}) in it.")
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
        return Mesh(np.array([self.nodes[int(n)] for n in numbers]), cells, sets, numbers, labels, name)

    def _sets(self) -> dict[str, list[int]]:
        of_cell = self.others | {number: nodes for number, _, nodes, _ in self.cells}
        by_cells = {key: [n for cell in some for n in of_cell.get(cell, ())] for key, some in self.cell_sets.items()}
        return by_cells | self.node_sets


def numbers_of(parts: list[str], line: int, kind: type = int) -> list:
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

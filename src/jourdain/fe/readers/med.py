"""Meshes of Salome and Code_Aster (.med, which is HDF5): the first mesh of a file, groups as sets of nodes."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from jourdain.errors import FileFormatError
from jourdain.fe.mesh import Mesh
from jourdain.fe.readers.tables import Table

# kind, and where the nodes are in the order of elements.py: MED sees faces from inside
SOLIDS = {
    "HE8": ("hex8", [0, 3, 2, 1, 4, 7, 6, 5]),
    "H20": ("hex20", [0, 3, 2, 1, 4, 7, 6, 5, 11, 10, 9, 8, 15, 14, 13, 12, 16, 19, 18, 17]),
    "TE4": ("tet4", [0, 2, 1, 3]),
    "T10": ("tet10", [0, 2, 1, 3, 6, 5, 4, 7, 9, 8]),
}
NO_SOLIDS = ("PO1", "SE2", "SE3", "TR3", "TR6", "QU4", "QU8", "QU9")


def read_med(file: Path) -> Mesh:
    """The mesh of a file."""
    import h5py

    try:
        with h5py.File(file, "r") as data:
            if not len(data.get("ENS_MAA", ())):
                raise FileFormatError("line 1: there is no mesh (ENS_MAA) in it.")
            name = next(iter(data["ENS_MAA"]))
            step = next(iter(data["ENS_MAA"][name].values()))
            return _mesh(step, _families(data, name), file.stem)
    except OSError:
        raise FileFormatError("line 1: this is no MED file.") from None


def _families(data: Any, name: str) -> dict[int, list[str]]:
    """Number of a family -> its groups; families of nodes have positive numbers, those of elements negative ones."""
    found: dict[int, list[str]] = {}
    for part in data.get(f"FAS/{name}", {}).values():
        for family in part.values() if hasattr(part, "values") else ():
            if "GRO/NOM" in family:
                rows = family["GRO/NOM"][()]
                found[int(family.attrs["NUM"])] = [
                    bytes(np.asarray(row, np.uint8)).decode().strip("\0 ") for row in rows
                ]
    return found


def _mesh(step: Any, families: dict[int, list[str]], name: str) -> Mesh:
    found = Table()
    places = step["NOE/COO"][()].reshape(3, -1).T
    numbers = step["NOE/NUM"][()] if "NUM" in step["NOE"] else np.arange(1, len(places) + 1)
    found.nodes = {int(n): tuple(x.tolist()) for n, x in zip(numbers, places, strict=True)}
    _add_groups(found, step["NOE"], numbers[:, None], families)
    for kind, group in step["MAI"].items():
        if kind not in SOLIDS and kind not in NO_SOLIDS:
            raise FileFormatError(f"line 1: elements of type {kind} are not read; there are {', '.join(SOLIDS)}.")
        count = int(group["NOD"].attrs["NBR"])
        nodes = numbers[group["NOD"][()].reshape(-1, count).T - 1]
        _add_groups(found, group, nodes, families)
        if kind in SOLIDS:
            ours, order = SOLIDS[kind]
            labels = group["NUM"][()] if "NUM" in group else len(found.cells) + np.arange(1, count + 1)
            for number, row in zip(labels, nodes[:, order], strict=True):
                found.cell(int(number), ours, row.tolist(), 1)
            for label, cells in _members(group, families):
                found.cell_sets.setdefault(label, []).extend(labels[cells].tolist())
    return found.mesh(name)


def _add_groups(found: Table, group: Any, nodes: np.ndarray, families: dict[int, list[str]]) -> None:
    for label, members in _members(group, families):
        found.node_sets.setdefault(label, []).extend(np.unique(nodes[members]).tolist())


def _members(group: Any, families: dict[int, list[str]]) -> Iterator[tuple[str, np.ndarray]]:
    """Names of groups, and which rows belong to them."""
    family = group["FAM"][()] if "FAM" in group else np.zeros(0, int)
    for number in np.unique(family):
        for label in families.get(int(number), ()):
            yield label, family == number

"""Interfaces of a part: groups of nodes that joints take as one frame, either rigid or by their mean motion.

A frame at the middle c of the nodes moves by t and turns by r (both small). Rigid: every node moves with it, u = t + r x s,
s = x - c. Averaged: t is the mean of u, and r the turn that fits best, r = J^-1 sum s x u with J = sum (s.s I - s s^T).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy.sparse import csr_array

from jourdain.errors import ModelError, shown
from jourdain.fe.mesh import Mesh
from jourdain.fe.structure import Structure
from jourdain.model.parsing import number, several, vector


@dataclass(frozen=True)
class Nodes:
    """Which nodes: by the name of a set, by numbers, or within a radius [m] of a place [m] (or the nearest one)."""

    name: str | None = None
    numbers: tuple[int, ...] = ()
    near: tuple[float, ...] | None = None
    radius: float | None = None

    def of(self, mesh: Mesh | Structure, where: str) -> np.ndarray:
        """Their indices in a mesh, sorted."""
        if self.name is not None:
            return np.unique(mesh.named(self.name))
        if self.numbers:
            place = {int(number): i for i, number in enumerate(mesh.numbers)}
            missing = [one for one in self.numbers if one not in place]
            if missing:
                raise ModelError(f"{where}: {mesh.name} has no node {missing[0]}.")
            return np.unique([place[one] for one in self.numbers])
        distance = np.linalg.norm(mesh.nodes - np.array(self.near), axis=1)
        if self.radius is None:
            return np.array([int(distance.argmin())])
        found = np.flatnonzero(distance <= self.radius)
        if not len(found):
            raise ModelError(
                f"{where}: no node is within {self.radius:g} m of {self.near}; the nearest is {distance.min():.4g} m away."
            )
        return found


def nodes(
    name: str | None = None, *, numbers: Sequence[int] | None = None, near: Any = None, radius: float | None = None
) -> Nodes:
    """Nodes of a mesh: a set by name, or by numbers, or near a place [m], all within a radius [m] or the nearest one."""
    if sum(one is not None for one in (name, numbers, near)) != 1:
        raise ModelError("nodes: give the name of a set, or numbers, or near with a radius: one of the three.")
    if name is not None and not isinstance(name, str):
        raise ModelError(
            f"nodes: {shown(name)} is no name of a set; nodes are told by numbers=[17, 18] or near=(x, y, z)."
        )
    if near is not None:
        near = tuple(vector(near, 3, "nodes: near").tolist())
        radius = None if radius is None else number(radius, "nodes: radius [m]", positive=True)
    elif radius is not None:
        raise ModelError("nodes: a radius needs a place, near=(x, y, z).")
    some = several(numbers)
    if any(isinstance(one, bool) or not isinstance(one, (int, np.integer)) for one in some):
        raise ModelError(f"nodes: numbers = {shown(numbers)}; give whole numbers, such as [17, 18, 25].")
    return Nodes(name, tuple(int(one) for one in some), near, radius)


def which_nodes(given: Any, where: str) -> Nodes:
    """The name of a set, the number of a node, or Nodes."""
    if isinstance(given, Nodes):
        return given
    if isinstance(given, str):
        return nodes(given)
    if isinstance(given, (int, np.integer)) and not isinstance(given, bool):
        return nodes(numbers=[int(given)])
    raise ModelError(f"{where}: {given!r}; give the name of a set, the number of a node, or jd.nodes(..).")


@dataclass(frozen=True)
class Interface:
    """Nodes that one frame stands for, `at` the middle of them [m]."""

    name: str
    nodes: np.ndarray
    at: np.ndarray
    rigid: bool

    def spread(self, m: Structure) -> np.ndarray:
        """(coordinates of the nodes, 6): displacements by the translations and rotations of the frame."""
        return m.rigid(self.nodes, self.at)

    def mean(self, m: Structure) -> np.ndarray:
        """(6, coordinates of the nodes): translation and rotation of the frame as they fit the nodes best."""
        A = self.spread(m)
        # rotations of nodes count as displacements at the distance that the nodes have from the middle, if they have one
        reach = float(np.sqrt(((m.nodes[self.nodes] - self.at) ** 2).sum(axis=1).mean())) or 1.0
        weights = np.tile(np.where(np.arange(m.width) < 3, 1.0, reach * reach), len(self.nodes))
        return np.linalg.solve(A.T @ (weights[:, None] * A), A.T * weights)


def find_interfaces(m: Structure, given: Mapping[str, Any] | None, rigid: bool) -> list[Interface]:
    """The interfaces by name: three nodes that are not on one line or more, or nodes that turn; each node in one of them."""
    found: list[Interface] = []
    owner: dict[int, str] = {}
    if given is not None and not isinstance(given, Mapping):
        raise ModelError(
            f"reduce: interfaces = {given!r}; give names and nodes, such as {{'A': 'x0', 'B': jd.nodes(..)}}."
        )
    for name, which in (given or {}).items():
        where = f"interface {name!r}"
        chosen = which_nodes(which, where).of(m, where)
        places = m.nodes[chosen]
        at = places.mean(axis=0)
        size = np.linalg.svd(places - at, compute_uv=False) if len(chosen) >= 3 else np.zeros(3)
        if m.width == 3 and not size[1] > 1e-6 * max(size[0], 1e-300):
            raise ModelError(
                f"{where} has {len(chosen)} node(s), or all of them on one line; a frame needs three nodes that are not."
            )
        for one in chosen:
            if int(one) in owner:
                raise ModelError(f"{where} shares node {m.numbers[one]} with interface {owner[int(one)]!r}.")
            owner[int(one)] = name
        found.append(Interface(name, chosen, at, rigid))
    if rigid and len(owner) == len(m.nodes):
        raise ModelError(f"the interfaces have all {len(owner)} nodes of {m.name}; nothing is left to bend.")
    return found


def tied(m: Structure, interfaces: list[Interface]) -> csr_array:
    """(N, free + 6 a rigid interface): all displacements by those of the free nodes and of the rigid frames."""
    held = np.zeros(len(m.nodes), bool)
    for one in interfaces:
        held[one.nodes] = True
    rows = [m.coordinates(np.flatnonzero(~held))]
    n = len(rows[0])
    columns, values = [np.arange(n)], [np.ones(n)]
    for i, one in enumerate(interfaces):
        A = one.spread(m)
        rows.append(np.repeat(m.coordinates(one.nodes), 6))
        columns.append(np.tile(n + 6 * i + np.arange(6), len(A)))
        values.append(A.ravel())
    shape = (m.size, n + 6 * len(interfaces))
    return csr_array((np.concatenate(values), (np.concatenate(rows), np.concatenate(columns))), shape=shape)


def averages(m: Structure, interfaces: list[Interface]) -> csr_array:
    """(6 an interface, N): mean motions of the frames by all displacements."""
    rows, columns, values = [], [], []
    for i, one in enumerate(interfaces):
        at = m.coordinates(one.nodes)
        rows.append(np.repeat(6 * i + np.arange(6), len(at)))
        columns.append(np.tile(at, 6))
        values.append(one.mean(m).ravel())
    shape = (6 * len(interfaces), m.size)
    return csr_array((np.concatenate(values), (np.concatenate(rows), np.concatenate(columns))), shape=shape)

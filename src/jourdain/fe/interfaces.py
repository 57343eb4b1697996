"""Interfaces of a part: groups of nodes that joints take as one frame, either rigid or by their mean motion.

A frame at the middle c of the nodes moves by t and turns by r (both small). Rigid: every node moves with it, u = t + r x s,
s = x - c. Averaged: t is the mean of u, and r the turn that fits best, r = J^-1 sum s x u with J = sum (s.s I - s s^T).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy.sparse import csr_array

from jourdain.errors import ModelError
from jourdain.fe.mesh import Mesh
from jourdain.model.parsing import number, vector


@dataclass(frozen=True)
class Nodes:
    """Which nodes: by the name of a set, by numbers, or within a radius [m] of a place [m] (or the nearest one)."""

    name: str | None = None
    numbers: tuple[int, ...] = ()
    near: tuple[float, ...] | None = None
    radius: float | None = None

    def of(self, mesh: Mesh, where: str) -> np.ndarray:
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


def nodes(name: str | None = None, *, numbers: Any = None, near: Any = None, radius: float | None = None) -> Nodes:
    """Nodes of a mesh: a set by name, or by numbers, or near a place [m], all within a radius [m] or the nearest one."""
    if sum(one is not None for one in (name, numbers, near)) != 1:
        raise ModelError("nodes: give the name of a set, or numbers, or near with a radius: one of the three.")
    if near is not None:
        near = tuple(vector(near, 3, "nodes: near").tolist())
        radius = None if radius is None else number(radius, "nodes: radius [m]", positive=True)
    elif radius is not None:
        raise ModelError("nodes: a radius needs a place, near=(x, y, z).")
    return Nodes(name, tuple(int(one) for one in numbers) if numbers is not None else (), near, radius)


@dataclass(frozen=True)
class Interface:
    """Nodes that one frame stands for, `at` the middle of them [m]."""

    name: str
    nodes: np.ndarray
    at: np.ndarray
    rigid: bool

    def spread(self, mesh: Mesh) -> np.ndarray:
        """(k, 3, 6): displacement of each node by the translations and rotations of the frame."""
        s = mesh.nodes[self.nodes] - self.at
        found = np.zeros((len(s), 3, 6))
        found[:, :, :3] = np.eye(3)
        found[:, :, 3:] = -_cross(s)
        return found

    def mean(self, mesh: Mesh) -> np.ndarray:
        """(6, 3 k): translation and rotation of the frame by the displacements of its nodes, as they fit best."""
        A = self.spread(mesh).reshape(-1, 6)
        return np.linalg.solve(A.T @ A, A.T)


def _cross(s: np.ndarray) -> np.ndarray:
    """(n, 3, 3) with _cross(s) x = s x x."""
    found = np.zeros((len(s), 3, 3))
    found[:, 0, 1], found[:, 0, 2], found[:, 1, 2] = -s[:, 2], s[:, 1], -s[:, 0]
    return found - found.transpose(0, 2, 1)


def find_interfaces(mesh: Mesh, given: Mapping[str, Any] | None, rigid: bool) -> list[Interface]:
    """The interfaces by name; each needs three nodes that are not on one line, and nodes of its own."""
    found: list[Interface] = []
    owner: dict[int, str] = {}
    for name, which in (given or {}).items():
        where = f"interface {name!r}"
        chosen = (which if isinstance(which, Nodes) else nodes(which)).of(mesh, where)
        places = mesh.nodes[chosen]
        at = places.mean(axis=0)
        size = np.linalg.svd(places - at, compute_uv=False) if len(chosen) >= 3 else np.zeros(3)
        if not size[1] > 1e-6 * max(size[0], 1e-300):
            raise ModelError(
                f"{where} has {len(chosen)} node(s), or all of them on one line; a frame needs three nodes that are not."
            )
        for one in chosen:
            if rigid and int(one) in owner:
                raise ModelError(
                    f"{where} shares node {mesh.numbers[one]} with interface {owner[int(one)]!r}; rigid ones may not."
                )
            owner[int(one)] = name
        found.append(Interface(name, chosen, at, rigid))
    return found


def tied(mesh: Mesh, interfaces: list[Interface]) -> csr_array:
    """(3 n, free + 6 a rigid interface): all displacements by those of the free nodes and of the rigid frames."""
    held = np.zeros(len(mesh.nodes), bool)
    for one in interfaces:
        held[one.nodes] = True
    free = np.flatnonzero(~held)
    rows = [(3 * free[:, None] + np.arange(3)).ravel()]
    columns, values = [np.arange(3 * len(free))], [np.ones(3 * len(free))]
    for i, one in enumerate(interfaces):
        A = one.spread(mesh)
        rows.append(np.broadcast_to(3 * one.nodes[:, None, None] + np.arange(3)[:, None], A.shape).ravel())
        columns.append(np.broadcast_to(3 * len(free) + 6 * i + np.arange(6), A.shape).ravel())
        values.append(A.ravel())
    shape = (3 * len(mesh.nodes), 3 * len(free) + 6 * len(interfaces))
    return csr_array((np.concatenate(values), (np.concatenate(rows), np.concatenate(columns))), shape=shape)


def averages(mesh: Mesh, interfaces: list[Interface]) -> csr_array:
    """(6 an interface, 3 n): mean motions of the frames by all displacements."""
    rows, columns, values = [], [], []
    for i, one in enumerate(interfaces):
        W = one.mean(mesh)
        at = (3 * one.nodes[:, None] + np.arange(3)).ravel()
        rows.append(np.repeat(6 * i + np.arange(6), len(at)))
        columns.append(np.tile(at, 6))
        values.append(W.ravel())
    shape = (6 * len(interfaces), 3 * len(mesh.nodes))
    return csr_array((np.concatenate(values), (np.concatenate(rows), np.concatenate(columns))), shape=shape)

"""Matrices of a mesh: stiffness, mass, stiffness by stress, all sparse; whole kinds of elements at once, without loops.

With the slopes G of the shape functions in space, H = int G G^T holds everything an isotropic material needs:

    K[ki, lj] = lam H[ki, lj] + mu (H[kj, li] + delta_ij sum_m H[km, lm])        K_sigma = int G sigma G^T (times unity)

Bricks with eight nodes get three functions of the inside more, eliminated from each element (incompatible modes after Taylor,
Beresford and Wilson 1976): without them they are several times too stiff in bending.
Theory: docs/theory/modal.md.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
from scipy.sparse import csr_array
from scipy.sparse.csgraph import connected_components

from jourdain.errors import ModelError
from jourdain.fe.elements import SOLIDS, Rule, Solid
from jourdain.fe.materials import Elastic, Made, elastic, told
from jourdain.fe.mesh import Mesh
from jourdain.fe.stress import COMPONENTS
from jourdain.fe.structure import Structure


@dataclass(frozen=True)
class Slopes:
    """Slopes of the functions of all cells of a kind in space, (cells, points, functions, 3), and weights (cells, points)."""

    of: np.ndarray
    weights: np.ndarray


def slopes(mesh: Mesh, kind: str, rule: Rule, *, bubbles: bool = False) -> Slopes:
    """At the points of a rule; a cell that is turned inside out is named."""
    solid, places = SOLIDS[kind], mesh.nodes[mesh.cells[kind]]
    local = solid.slopes(rule.points)
    jacobian = np.einsum("gka,eki->egia", local, places)
    volume = np.linalg.det(jacobian)
    if not (volume > 0.0).all():
        cell = mesh.cell_numbers[kind][np.flatnonzero((volume <= 0.0).any(axis=1))[0]]
        raise ModelError(
            f"{mesh.name}: cell {cell} ({kind}) is inside out or has no volume; check the order of its nodes."
        )
    found = np.einsum("gka,egai->egki", local, np.linalg.inv(jacobian))
    if bubbles:
        found = np.concatenate([found, _bubbles(solid, rule, places, volume)], axis=2)
    return Slopes(found, volume * rule.weights)


def _bubbles(solid: Solid, rule: Rule, places: np.ndarray, volume: np.ndarray) -> np.ndarray:
    """Slopes of 1 - x^2, 1 - y^2, 1 - z^2 with the geometry of the middle of the cell, so that constant strain stays exact."""
    centre = np.einsum("gka,eki->egia", solid.slopes(np.zeros((1, 3))), places)[:, 0]
    local = -2.0 * rule.points[:, :, None] * np.eye(3)
    scale = np.linalg.det(centre)[:, None] / volume
    return np.einsum("gka,eai->egki", local, np.linalg.inv(centre)) * scale[:, :, None, None]


def element_stiffness(of: Slopes, made: Elastic, own: int) -> tuple[np.ndarray, np.ndarray]:
    """(cells, 3k, 3k) of the nodes, and (cells, 3b, 3k): functions of the inside that follow from the nodes."""
    cells, points, functions = of.of.shape[:3]
    flat = of.of.reshape(cells, points, 3 * functions)
    H = np.matmul((flat * of.weights[:, :, None]).transpose(0, 2, 1), flat).reshape(cells, functions, 3, functions, 3)
    lam, mu = (one[:, None, None, None, None] for one in (made.lam, made.mu))
    K = lam * H + mu * H.transpose(0, 1, 4, 3, 2)
    trace = mu[..., 0, 0] * np.einsum("ekili->ekl", H)
    for i in range(3):
        K[:, :, i, :, i] += trace
    K = K.reshape(cells, 3 * functions, 3 * functions)
    n = 3 * own
    if functions == own:
        return K, np.zeros((cells, 0, n))
    follow = -np.linalg.solve(K[:, n:, n:], K[:, n:, :n])
    return K[:, :n, :n] + K[:, :n, n:] @ follow, follow


@dataclass(frozen=True)
class Solids(Structure):
    """A mesh of solid elements of one material, or of one for each group of cells. lumped: all mass at the nodes.

    keep: nodes beside those of the surface. elements: kind -> indices of cells whose own stress is wanted.
    """

    mesh: Mesh
    material: Made
    lumped: bool = False
    keep: tuple[int, ...] = ()
    elements: dict[str, np.ndarray] = field(default_factory=dict, repr=False)
    made: dict[str, Elastic] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        for name in ("name", "nodes", "numbers", "sets"):
            object.__setattr__(self, name, getattr(self.mesh, name))
        object.__setattr__(self, "made", elastic(self.mesh, self.material))
        _check_cells(self.mesh)
        check_connected(self.mesh.name, self.mesh.numbers, list(self.mesh.cells.values()))

    @property
    def places(self) -> np.ndarray:
        """The nodes."""
        return self.mesh.nodes

    @property
    def wave_speeds(self) -> tuple[float, ...]:
        """[m/s]"""
        materials = self.material.values() if isinstance(self.material, Mapping) else [self.material]
        return tuple(float(np.sqrt(one.E / one.density)) for one in materials)

    @property
    def made_of(self) -> list[str]:
        """See Structure."""
        return told(self.mesh, self.material)

    @cached_property
    def stiffness(self) -> csr_array:
        """[N/m]"""
        parts = []
        for kind, cells in self.mesh.cells.items():
            solid = SOLIDS[kind]
            of = slopes(self.mesh, kind, solid.stiffness, bubbles=solid.bubbles)
            parts.append((element_stiffness(of, self.made[kind], len(solid.places))[0], self._coordinates(cells)))
        return assembled(parts, self.size)

    @cached_property
    def place_mass(self) -> csr_array:
        """(n, n) [kg]: consistent, or lumped in proportion to its diagonal (which keeps the mass of every cell)."""
        parts = []
        for kind, cells in self.mesh.cells.items():
            solid = SOLIDS[kind]
            weights = slopes(self.mesh, kind, solid.mass).weights * self.made[kind].density[:, None]
            N = solid.values(solid.mass.points)
            M = np.einsum("eg,gk,gl->ekl", weights, N, N, optimize=True)
            if self.lumped:
                diagonal = np.einsum("ekk->ek", M)
                diagonal = diagonal * (weights.sum(axis=1) / diagonal.sum(axis=1))[:, None]
                M = diagonal[:, :, None] * np.eye(M.shape[1])
            parts.append((M, cells))
        return assembled(parts, len(self.nodes))

    def stiffened(self, displacement: np.ndarray, shapes: np.ndarray) -> np.ndarray:
        """See Structure: int G sigma G^T, the same for x, y and z."""
        parts = []
        for kind, cells in self.mesh.cells.items():
            stress = self.cell_stress(kind, displacement[:, None], SOLIDS[kind].stiffness)[..., 0]
            of = slopes(self.mesh, kind, SOLIDS[kind].stiffness)
            pulled = np.matmul(of.of * of.weights[:, :, None, None], stress)
            parts.append((np.einsum("egkj,eglj->ekl", pulled, of.of, optimize=True), cells))
        matrix, V = assembled(parts, len(self.nodes)), shapes.reshape(len(self.nodes), 3, -1)
        return sum(V[:, i].T @ (matrix @ V[:, i]) for i in range(3))

    def cell_stress(self, kind: str, shapes: np.ndarray, rule: Rule) -> np.ndarray:
        """(cells, points, 3, 3, k) [Pa] of displacements (N, k) [m] at the points of a rule."""
        solid, cells = SOLIDS[kind], self.mesh.cells[kind]
        u = shapes.reshape(len(self.nodes), 3, -1)[cells]
        at = slopes(self.mesh, kind, rule, bubbles=solid.bubbles).of
        if solid.bubbles:  # they follow from the displacements of the nodes
            flat = u.reshape(len(cells), 3 * len(solid.places), -1)
            u = np.concatenate([u, (self._inner[kind] @ flat).reshape(len(cells), -1, 3, flat.shape[2])], axis=1)
        gradient = np.einsum("egkj,ekim->egijm", at, u, optimize=True)
        strain = 0.5 * (gradient + gradient.transpose(0, 1, 3, 2, 4))
        stress = 2.0 * self.made[kind].mu[:, None, None, None, None] * strain
        pressure = self.made[kind].lam[:, None, None] * np.einsum("egiim->egm", strain)
        for i in range(3):
            stress[:, :, i, i] += pressure
        return stress

    def elastic_energy(self, displacements: np.ndarray) -> np.ndarray:
        """(k,) [J] by the strains inside the cells: of rigid motions zero, where sums over K have its rounding."""
        total = np.zeros(displacements.shape[1])
        for kind in self.mesh.cells:
            rule = SOLIDS[kind].stiffness
            stress, weights = self.cell_stress(kind, displacements, rule), slopes(self.mesh, kind, rule).weights
            E, nu = self.made[kind].E[:, None], self.made[kind].nu[:, None, None]
            square = (1.0 + nu) * (stress**2).sum(axis=(2, 3)) - nu * np.einsum("egiim->egm", stress) ** 2
            total += np.einsum("eg,egm->m", weights / (2.0 * E), square)
        return total

    @cached_property
    def _inner(self) -> dict[str, np.ndarray]:
        """Functions of the inside of each cell by the displacements of its nodes."""
        bubbly = {kind: SOLIDS[kind] for kind in self.mesh.cells if SOLIDS[kind].bubbles}
        return {
            kind: element_stiffness(
                slopes(self.mesh, kind, solid.stiffness, bubbles=True), self.made[kind], len(solid.places)
            )[1]
            for kind, solid in bubbly.items()
        }

    def node_stress(self, shapes: np.ndarray) -> np.ndarray:
        """(n, 6, k) [Pa]: mean over the cells at a node of what their inner points say; of its stiffest material alone.

        Across a border of materials stress jumps, and the mean of both sides would be that of none.
        """
        total = np.zeros((len(self.nodes), 6, shapes.shape[1]))
        count, stiffest = np.zeros(len(self.nodes)), np.full(len(self.nodes), -1)
        for kind, cells in self.mesh.cells.items():
            np.maximum.at(stiffest, cells, self.made[kind].which[:, None])
        for kind, cells in self.mesh.cells.items():
            solid = SOLIDS[kind]
            inside = self.cell_stress(kind, shapes, solid.stress)
            six = np.stack([inside[:, :, i, j] for i, j in COMPONENTS.values()], axis=2)
            at_nodes = np.einsum("kg,egcm->ekcm", solid.to_nodes, six, optimize=True)
            counts = stiffest[cells] == self.made[kind].which[:, None]
            np.add.at(total, cells[counts], at_nodes[counts])
            np.add.at(count, cells[counts], 1.0)
        return total / count[:, None, None]

    @cached_property
    def _outside(self) -> tuple[np.ndarray, np.ndarray]:
        """Nodes of the outer faces and others that are to be kept, and triangles of them."""
        triangles = outer_triangles(self.mesh)
        kept = np.unique(np.concatenate([triangles.ravel(), np.array(self.keep, int)]))
        return kept, np.searchsorted(kept, triangles)

    def surface(self) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """The nodes of the outer faces; then the middles of cells that were asked for, with their numbers times -1."""
        kept, triangles = self._outside
        places, numbers = [self.nodes[kept]], [self.numbers[kept]]
        for kind, cells in self.elements.items():
            places.append(SOLIDS[kind].middle @ self.nodes[self.mesh.cells[kind][cells]])
            numbers.append(-self.mesh.cell_numbers[kind][cells])
        return np.concatenate(places), np.concatenate(numbers), triangles

    def on_surface(self, shapes: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """See Structure."""
        kept, _ = self._outside
        u = shapes.reshape(len(self.nodes), 3, -1)
        moved, stress = [u[kept]], [self.node_stress(shapes)[kept]]
        for kind, cells in self.elements.items():
            moved.append(np.einsum("k,ekim->eim", SOLIDS[kind].middle, u[self.mesh.cells[kind][cells]]))
            inside = self.cell_stress(kind, shapes, SOLIDS[kind].stress)[cells].mean(axis=1)
            stress.append(np.stack([inside[:, i, j] for i, j in COMPONENTS.values()], axis=1))
        return tuple(np.concatenate(one).transpose(0, 2, 1) for one in (moved, stress))  # type: ignore[return-value]

    def direct_inertia(self) -> tuple[float, np.ndarray]:
        """See Structure: at the points of integration themselves, without shape functions of the mass."""
        at, weights = [], []
        for kind, cells in self.mesh.cells.items():
            solid = SOLIDS[kind]
            at.append((solid.values(solid.mass.points) @ self.nodes[cells]).reshape(-1, 3))
            weights.append((slopes(self.mesh, kind, solid.mass).weights * self.made[kind].density[:, None]).ravel())
        s, w = np.concatenate(at) - self.centre, np.concatenate(weights)
        return float(w.sum()), s.T @ (w[:, None] * s)

    def __str__(self) -> str:
        return str(self.mesh)

    def _coordinates(self, cells: np.ndarray) -> np.ndarray:
        return (3 * cells[:, :, None] + np.arange(3)).reshape(len(cells), -1)


def outer_triangles(mesh: Mesh) -> np.ndarray:
    """(t, 3) nodes of the faces that one cell has and no other, seen from outside against the clock."""
    faces = [(mesh.cells[kind][:, list(corners)]) for kind in mesh.cells for corners in SOLIDS[kind].faces]
    found = []
    for size in {face.shape[1] for face in faces}:
        some = np.concatenate([face for face in faces if face.shape[1] == size])
        _, first, times = np.unique(np.sort(some, axis=1), axis=0, return_index=True, return_counts=True)
        outer = some[np.sort(first[times == 1])]
        found += [outer[:, [0, i, i + 1]] for i in range(1, size - 1)]
    return np.concatenate(found)


def _check_cells(mesh: Mesh) -> None:
    """Nodes are somewhere, and cells between them, no two at the same place."""
    if not np.isfinite(mesh.nodes).all():
        lost = int(np.flatnonzero(~np.isfinite(mesh.nodes).all(axis=1))[0])
        raise ModelError(f"{mesh.name}: node {mesh.numbers[lost]} is at {mesh.nodes[lost]}.")
    for kind, cells in mesh.cells.items():
        wrong = np.flatnonzero(((cells < 0) | (cells >= len(mesh.nodes))).any(axis=1))
        if len(wrong):
            cell, node = mesh.cell_numbers[kind][wrong[0]], cells[wrong[0]].max()
            raise ModelError(
                f"{mesh.name}: cell {cell} ({kind}) has a node {node}; cells count nodes from 0 to {len(mesh.nodes) - 1}."
            )
        _, first, place = np.unique(np.sort(cells, axis=1), axis=0, return_index=True, return_inverse=True)
        twice = np.flatnonzero(first[place.reshape(-1)] != np.arange(len(cells)))
        if len(twice):
            a, b = (mesh.cell_numbers[kind][i] for i in (first[place.reshape(-1)[twice[0]]], twice[0]))
            raise ModelError(f"{mesh.name}: cells {a} and {b} ({kind}) have the same nodes; leave one of them out.")


def check_connected(name: str, numbers: np.ndarray, cells: list[np.ndarray]) -> None:
    """A part is one piece: ModelError that names a node of another piece."""
    rows = np.concatenate([np.repeat(some[:, 0], some.shape[1]) for some in cells])
    columns = np.concatenate([some.ravel() for some in cells])
    n = len(numbers)
    graph = csr_array((np.ones(len(rows)), (rows, columns)), shape=(n, n))
    pieces, piece = connected_components(graph, directed=False)
    if pieces > 1:
        counts = np.bincount(piece)
        lost = int(np.flatnonzero(piece == counts.argmin())[0])
        raise ModelError(
            f"{name} is in {pieces} pieces that share no node: {counts.min()} node(s) about node {numbers[lost]} are apart. "
            "Join nodes at the same place, or leave out what no element has."
        )


def assembled(parts: list[tuple[np.ndarray, np.ndarray]], n: int) -> csr_array:
    """The sum of element matrices (cells, k, k) at their places (cells, k), symmetric to the last digit."""
    values, rows, columns = [], [], []
    for M, places in parts:
        values.append(M.ravel())
        rows.append(np.broadcast_to(places[:, :, None], M.shape).ravel())
        columns.append(np.broadcast_to(places[:, None, :], M.shape).ravel())
    found = csr_array((np.concatenate(values), (np.concatenate(rows), np.concatenate(columns))), shape=(n, n))
    return csr_array(0.5 * (found + found.T))

"""Matrices of a mesh: stiffness, mass, stiffness by stress, all sparse; whole kinds of elements at once, without loops.

With the slopes G of the shape functions in space, H = int G G^T holds everything an isotropic material needs:

    K[ki, lj] = lam H[ki, lj] + mu (H[kj, li] + delta_ij sum_m H[km, lm])        K_sigma = int G sigma G^T (times unity)

Bricks with eight nodes get three functions of the inside more, eliminated from each element (incompatible modes after Taylor,
Beresford and Wilson 1976): without them they are several times too stiff in bending.
Theory: docs/theory/finite-elements.md.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from scipy.sparse import csr_array, kron

from jourdain.errors import ModelError
from jourdain.fe.elements import SOLIDS, Rule, Solid
from jourdain.fe.mesh import Mesh
from jourdain.model.sections import Material


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


def lame(material: Material) -> tuple[float, float]:
    """Lame's constants lam and mu [Pa]."""
    nu = material.nu
    if nu >= 0.5:
        raise ModelError(f"material: nu = {nu:g}; a solid of finite elements needs Poisson's ratio below 0.5.")
    return material.E * nu / ((1 + nu) * (1 - 2 * nu)), material.G


def element_stiffness(of: Slopes, material: Material, own: int) -> tuple[np.ndarray, np.ndarray]:
    """(cells, 3k, 3k) of the nodes, and (cells, 3b, 3k): functions of the inside that follow from the nodes."""
    lam, mu = lame(material)
    cells, points, functions = of.of.shape[:3]
    flat = of.of.reshape(cells, points, 3 * functions)
    H = np.matmul((flat * of.weights[:, :, None]).transpose(0, 2, 1), flat).reshape(cells, functions, 3, functions, 3)
    K = lam * H + mu * H.transpose(0, 1, 4, 3, 2)
    trace = mu * np.einsum("ekili->ekl", H)
    for i in range(3):
        K[:, :, i, :, i] += trace
    K = K.reshape(cells, 3 * functions, 3 * functions)
    n = 3 * own
    if functions == own:
        return K, np.zeros((cells, 0, n))
    follow = -np.linalg.solve(K[:, n:, n:], K[:, n:, :n])
    return K[:, :n, :n] + K[:, :n, n:] @ follow, follow


@dataclass(frozen=True)
class Matrices:
    """Matrices of a mesh of one material, (3 n, 3 n) with the order x, y, z of each node."""

    mesh: Mesh
    material: Material
    lumped: bool = False

    @cached_property
    def stiffness(self) -> csr_array:
        """[N/m]"""
        parts = []
        for kind, cells in self.mesh.cells.items():
            solid = SOLIDS[kind]
            of = slopes(self.mesh, kind, solid.stiffness, bubbles=solid.bubbles)
            parts.append((element_stiffness(of, self.material, len(solid.places))[0], _coordinates(cells)))
        return _assembled(parts, 3 * len(self.mesh.nodes))

    @cached_property
    def mass(self) -> csr_array:
        """[kg]; the same for x, y and z."""
        return csr_array(kron(self.node_mass, np.eye(3), format="csr"))

    @cached_property
    def node_mass(self) -> csr_array:
        """(n, n) [kg]: consistent, or lumped in proportion to its diagonal (which keeps the mass of every cell)."""
        parts = []
        for kind, cells in self.mesh.cells.items():
            solid = SOLIDS[kind]
            weights = slopes(self.mesh, kind, solid.mass).weights * self.material.density
            N = solid.values(solid.mass.points)
            M = np.einsum("eg,gk,gl->ekl", weights, N, N, optimize=True)
            if self.lumped:
                diagonal = np.einsum("ekk->ek", M)
                diagonal = diagonal * (weights.sum(axis=1) / diagonal.sum(axis=1))[:, None]
                M = diagonal[:, :, None] * np.eye(M.shape[1])
            parts.append((M, cells))
        return _assembled(parts, len(self.mesh.nodes))

    def stress_stiffness(self, stress: dict[str, np.ndarray]) -> csr_array:
        """(n, n) [N/m], the same for x, y and z; stress: kind -> (cells, points of stiffness, 3, 3) [Pa]."""
        parts = []
        for kind, cells in self.mesh.cells.items():
            of = slopes(self.mesh, kind, SOLIDS[kind].stiffness)
            G = of.of
            pulled = np.einsum("egki,egij->egkj", G * of.weights[:, :, None, None], stress[kind])
            parts.append((np.einsum("egkj,eglj->ekl", pulled, G, optimize=True), cells))
        return _assembled(parts, len(self.mesh.nodes))


def _coordinates(cells: np.ndarray) -> np.ndarray:
    return (3 * cells[:, :, None] + np.arange(3)).reshape(len(cells), -1)


def _assembled(parts: list[tuple[np.ndarray, np.ndarray]], n: int) -> csr_array:
    """The sum of element matrices (cells, k, k) at their places (cells, k), symmetric to the last digit."""
    values, rows, columns = [], [], []
    for M, places in parts:
        values.append(M.ravel())
        rows.append(np.broadcast_to(places[:, :, None], M.shape).ravel())
        columns.append(np.broadcast_to(places[:, None, :], M.shape).ravel())
    found = csr_array((np.concatenate(values), (np.concatenate(rows), np.concatenate(columns))), shape=(n, n))
    return csr_array(0.5 * (found + found.T))

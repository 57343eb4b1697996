"""Structures of straight beam elements after Timoshenko, six coordinates a node.

In an element without loads the forces in the sections are sigma(x) = (1 + x D) sigma(0): constant, but for moments that grow
by the shear force. Strains C^-1 sigma follow, and their integrals are displacements and rotations of all sections:

    (u, theta)(x) = A(x) d_a + F(x) sigma(0)     sigma(0) = F(L)^-1 (d_b - A(L) d_a)     K = S^T int (1+xD)^T C^-1 (1+xD) S

So K is exact for any stiffness C (6, 6) of the section, without locking. Points of mass at offsets o of the sections move by
u + theta x o; few of them have the mass and the second moments of the section.
Theory: docs/theory/modal.md.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise
from typing import Any

import numpy as np
from scipy.sparse import csr_array, diags_array

from jourdain.errors import ModelError
from jourdain.fe.solids import assembled, check_connected
from jourdain.fe.structure import Structure
from jourdain.model.parsing import number, vector
from jourdain.model.sections import GeneralSection, Material, Section

_D = np.zeros((6, 6))
_D[4, 2], _D[5, 1] = 1.0, -1.0  # moments grow by the shear forces
_AXIS = np.array([[0.0, 0, 0], [0, 0, 1], [0, -1, 0]])  # v -> v x e_x


@dataclass(frozen=True)
class BeamMesh:
    """nodes (n, 3) [m], cells (m, 2) of them, one section for all; its normal z is as near to `normal` as it can be."""

    nodes: np.ndarray
    cells: np.ndarray
    section: Section | GeneralSection
    normal: np.ndarray
    sets: dict[str, np.ndarray] = field(default_factory=dict)
    numbers: np.ndarray = field(default_factory=lambda: np.zeros(0, np.int64), repr=False)
    name: str = "beams"

    def __post_init__(self) -> None:
        if not len(self.numbers):
            object.__setattr__(self, "numbers", np.arange(1, len(self.nodes) + 1))
        for i, length in enumerate(np.linalg.norm(self.nodes[self.cells[:, 1]] - self.nodes[self.cells[:, 0]], axis=1)):
            if not length > 0.0:
                raise ModelError(f"{self.name}: beam {i + 1} has no length.")

    def __str__(self) -> str:
        return f"{self.name}: {len(self.nodes)} nodes, {len(self.cells)} beams"

    def moved(self, place: Callable[[np.ndarray], np.ndarray]) -> BeamMesh:
        """The same beams with nodes at place(nodes), (n, 3) -> (n, 3) [m]."""
        nodes = np.asarray(place(self.nodes), float)
        return BeamMesh(nodes, self.cells, self.section, self.normal, self.sets, self.numbers, self.name)


def beam_mesh(points: Any, elements: int, *, section: Section | GeneralSection, normal: Any = (0, 0, 1)) -> BeamMesh:
    """Beams along straight lines from point to point (n, 3) [m], each in this many elements; sets start, end, and corners.

    normal: direction that the z axis of the section is nearest to.
    """
    ends = np.array([vector(one, 3, "beam_mesh: points") for one in points])
    if len(ends) < 2:
        raise ModelError("beam_mesh: give two points or more.")
    n = int(number(elements, "beam_mesh: elements", least=1))
    parts = [a + (b - a) * np.linspace(0, 1, n + 1)[1:, None] for a, b in pairwise(ends)]
    nodes = np.concatenate([ends[:1], *parts])
    last = len(nodes) - 1
    cells = np.column_stack([np.arange(last), np.arange(1, last + 1)])
    sets = {"start": np.array([0]), "end": np.array([last]), "corners": np.arange(0, last + 1, n)}
    return BeamMesh(nodes, cells, section, vector(normal, 3, "beam_mesh: normal"), sets)


@dataclass(frozen=True)
class Beams(Structure):
    """The matrices of beams. lumped: mass and moments of inertia at the nodes."""

    mesh: BeamMesh
    material: Material | None = None
    lumped: bool = False
    width = 6

    def __post_init__(self) -> None:
        for name in ("name", "nodes", "numbers", "sets"):
            object.__setattr__(self, name, getattr(self.mesh, name))
        if self.mesh.section.needs_material and not isinstance(self.material, Material):
            raise ModelError(
                f"{self.name}: a section of kind {self.mesh.section.kind!r} needs a material, one for all elements."
            )
        check_connected(self.name, self.numbers, [self.mesh.cells])

    def __str__(self) -> str:
        return str(self.mesh)

    @property
    def wave_speeds(self) -> tuple[float, ...]:
        """[m/s], of a wave along the beam."""
        return (float(np.sqrt(self._C[0, 0] / self._mass)),)

    @cached_property
    def _C(self) -> np.ndarray:
        return self.mesh.section.stiffness(self.material)  # type: ignore[arg-type]

    @property
    def _mass(self) -> float:
        return self.mesh.section.mass(self.material)  # type: ignore[arg-type]

    @cached_property
    def _inertia(self) -> np.ndarray:
        return self.mesh.section.inertia(self.material.density if self.material else 0.0)

    @cached_property
    def lengths(self) -> np.ndarray:
        """(m,) [m]"""
        a, b = self.nodes[self.mesh.cells].transpose(1, 0, 2)
        return np.linalg.norm(b - a, axis=1)

    @cached_property
    def axes(self) -> np.ndarray:
        """(m, 3, 3): rows are the axes x, y, z of the sections."""
        a, b = self.nodes[self.mesh.cells].transpose(1, 0, 2)
        x = (b - a) / self.lengths[:, None]
        y = np.cross(self.mesh.normal, x)
        size = np.linalg.norm(y, axis=1)
        if not (size > 1e-6 * np.linalg.norm(self.mesh.normal)).all():
            cell = int(size.argmin()) + 1
            raise ModelError(f"{self.name}: the normal is along beam {cell}; give one that is across all beams.")
        y /= size[:, None]
        return np.stack([x, y, np.cross(x, y)], axis=1)

    @cached_property
    def _turned(self) -> np.ndarray:
        """(m, 12, 12): coordinates of the two nodes in the axes of the section."""
        found = np.zeros((len(self.axes), 12, 12))
        for i in range(0, 12, 3):
            found[:, i : i + 3, i : i + 3] = self.axes
        return found

    def _integral(self, x: np.ndarray) -> np.ndarray:
        """F (m, 6, 6): displacement and rotation at x (m,) by the forces in the first section."""
        S, x = np.linalg.inv(self._C), x[:, None, None]
        found = x * S + x * x / 2 * (S @ _D)
        found[:, :3] += _AXIS @ (x * x / 2 * S[3:] + x**3 / 6 * (S[3:] @ _D))
        return found

    def _carried(self, x: np.ndarray) -> np.ndarray:
        """A (m, 6, 6): the displacement and rotation of a section at x (m,) that moves rigidly with the first node."""
        found = np.tile(np.eye(6), (len(x), 1, 1))
        found[:, :3, 3:] = x[:, None, None] * _AXIS
        return found

    @cached_property
    def _section_forces(self) -> np.ndarray:
        """S (m, 6, 12): forces in the first section by the coordinates of the nodes, in the axes of the section."""
        L = self.lengths
        both = np.concatenate([-self._carried(L), np.tile(np.eye(6), (len(L), 1, 1))], axis=2)
        return np.linalg.solve(self._integral(L), both)

    def _sections(self, share: float) -> np.ndarray:
        """(m, 6, 12): displacement and rotation of the sections at x = share L, in their axes."""
        x = share * self.lengths
        first = np.concatenate([self._carried(x), np.zeros((len(x), 6, 6))], axis=2)
        return (first + self._integral(x) @ self._section_forces) @ self._turned

    @cached_property
    def _coordinates(self) -> np.ndarray:
        return (6 * self.mesh.cells[:, :, None] + np.arange(6)).reshape(-1, 12)

    @cached_property
    def _flexibility(self) -> np.ndarray:
        """(m, 6, 6): twice the elastic energy of each beam by the forces in its first section."""
        S, L = np.linalg.inv(self._C), self.lengths[:, None, None]
        return L * S + L * L / 2 * (_D.T @ S + S @ _D) + L**3 / 3 * (_D.T @ S @ _D)

    @cached_property
    def stiffness(self) -> csr_array:
        """[N/m, N, N m]"""
        A = self._section_forces @ self._turned
        return assembled([(A.transpose(0, 2, 1) @ self._flexibility @ A, self._coordinates)], self.size)

    def elastic_energy(self, displacements: np.ndarray) -> np.ndarray:
        """(k,) [J] by the forces in the sections: of rigid motions zero, where sums over K have its rounding."""
        force = self._section_forces @ (self._turned @ displacements[self._coordinates])
        return 0.5 * np.einsum("mik,mij,mjk->k", force, self._flexibility, force, optimize=True)

    @cached_property
    def _points(self) -> tuple[np.ndarray, np.ndarray, csr_array]:
        """Places (p, 3), masses (p,), motion (3 p, N) of the mass: six points in each of a few sections of each beam."""
        x, w = (np.array([-1.0, 1.0]), np.ones(2)) if self.lumped else np.polynomial.legendre.leggauss(4)
        offsets = self._offsets()
        places, masses, rows = [], [], []
        start = self.nodes[self.mesh.cells[:, 0]]
        for share, weight in zip(0.5 * (1 + x), 0.5 * w, strict=True):
            at = self._sections(share)
            middle = start + share * self.lengths[:, None] * self.axes[:, 0]
            for o in offsets:
                moved = at[:, :3] + np.cross(at[:, 3:], o, axisa=1, axisb=0, axisc=1)
                rows.append(self.axes.transpose(0, 2, 1) @ moved)
                places.append(middle + o @ self.axes)
                masses.append(weight * self._mass * self.lengths / len(offsets))
        B = np.concatenate(rows)
        columns = np.tile(np.repeat(self._coordinates, 3, axis=0), (len(rows), 1))
        at_rows = np.broadcast_to(np.arange(3 * len(B))[:, None], columns.shape)
        motion = csr_array(
            (B.reshape(-1, 12).ravel(), (at_rows.ravel(), columns.ravel())), shape=(3 * len(B), self.size)
        )
        return np.concatenate(places), np.concatenate(masses), motion

    def _offsets(self) -> np.ndarray:
        """(6, 3): offsets of equal masses with the second moments of the section, in its axes."""
        J = self._inertia
        second = 0.5 * np.trace(J) * np.eye(3) - J
        sizes, axes = np.linalg.eigh(second)
        if sizes[0] < -1e-9 * sizes[-1]:
            raise ModelError(f"{self.name}: moments of inertia {np.diag(J)} kg m of the section belong to no mass.")
        out = np.sqrt(3.0 * np.maximum(sizes, 0.0) / self._mass)[:, None] * axes.T
        return np.concatenate([out, -out])

    @property
    def places(self) -> np.ndarray:
        """See Structure."""
        return self._points[0]

    @cached_property
    def place_mass(self) -> csr_array:
        """See Structure."""
        return csr_array(diags_array(self._points[1]))

    @property
    def motion(self) -> csr_array:
        """See Structure."""
        return self._points[2]

    def stiffened(self, displacement: np.ndarray, shapes: np.ndarray) -> np.ndarray:
        """By normal forces N: int N |u'|^2 and N/A times the second moments of the section with |theta'|^2."""
        A = self._section_forces @ self._turned
        N = (A[:, 0] * displacement[self._coordinates]).sum(axis=1)
        S, L = np.linalg.inv(self._C), self.lengths
        J = self._inertia / self._mass
        x, w = np.polynomial.legendre.leggauss(4)
        total = np.zeros((shapes.shape[1], shapes.shape[1]))
        V = shapes[self._coordinates]
        for share, weight in zip(0.5 * (1 + x), 0.5 * w, strict=True):
            strain = S @ (np.eye(6) + (share * L)[:, None, None] * _D) @ A
            slope = (strain[:, :3] + _AXIS @ self._sections(share)[:, 3:]) @ V
            bent = strain[:, 3:] @ V
            for one, other in ((slope, slope), (bent, J @ bent)):
                total += np.einsum("m,mik,mil->kl", weight * L * N, one, other, optimize=True)
        return total

    @cached_property
    def _outline(self) -> np.ndarray:
        """(c, 3): corners of the section in its axes; a square of its size if none are known."""
        section = self.mesh.section
        corners = np.array(section.outline or section.radius * np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) / 2**0.5)
        return np.column_stack([np.zeros(len(corners)), corners])

    def surface(self) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """The nodes with their numbers, then the corners of the sections at both ends of each beam with none (0)."""
        o, m = self._outline, len(self.mesh.cells)
        c, n = len(o), len(self.nodes)
        ends = self.nodes[self.mesh.cells][:, :, None, :] + (o @ self.axes)[:, None]
        place = n + np.arange(2 * m * c).reshape(m, 2, c)
        a, b, after = place[:, 0], place[:, 1], np.roll(np.arange(c), -1)
        sides = np.stack([a, a[:, after], b[:, after], a, b[:, after], b], axis=-1).reshape(-1, 3)
        points = np.concatenate([self.nodes, ends.reshape(-1, 3)])
        return points, np.concatenate([self.numbers, np.zeros(2 * m * c, self.numbers.dtype)]), sides

    def on_surface(self, shapes: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Stress by normal force and bending, sigma_xx = E (e + k_y z - k_z y), and mean shear stress, turned to the mesh."""
        o, k = self._outline, shapes.shape[1]
        V = shapes[self._coordinates]
        moved, stress = [], []
        for share in (0.0, 1.0):
            at = self._sections(share) @ V
            local = at[:, None, :3] + np.cross(at[:, None, 3:], o[None, :, :, None], axisa=2, axisb=2, axisc=2)
            moved.append(np.einsum("mia,mcik->mcak", self.axes, local))
            stress.append(self._corner_stress(share, V))
        nodes = shapes.reshape(len(self.nodes), 6, k)[:, :3]
        corners = np.stack(moved, axis=1).reshape(-1, 3, k)
        at_corners = np.stack(stress, axis=1).reshape(-1, 6, k)
        at_nodes = self._mean_at_nodes(np.stack([one.mean(axis=1) for one in stress], axis=1))
        return (
            np.concatenate([nodes, corners]).transpose(0, 2, 1),
            np.concatenate([at_nodes, at_corners]).transpose(0, 2, 1),
        )

    def surface_turns(self, shapes: np.ndarray) -> np.ndarray:
        """See Structure: nodes have rotations, corners those of their sections."""
        k = shapes.shape[1]
        nodes = shapes.reshape(len(self.nodes), 6, k)[:, 3:]
        corners = np.repeat(nodes[self.mesh.cells][:, :, None], len(self._outline), axis=2).reshape(-1, 3, k)
        return np.concatenate([nodes, corners]).transpose(0, 2, 1)

    def _corner_stress(self, share: float, V: np.ndarray) -> np.ndarray:
        """(m, c, 6, k) [Pa] in the axes of the mesh."""
        o = self._outline
        force = (np.eye(6) + (share * self.lengths)[:, None, None] * _D) @ (self._section_forces @ self._turned) @ V
        strain = np.linalg.inv(self._C) @ force
        section, material = self.mesh.section, self.material
        tensor = np.zeros((len(V), len(o), 3, 3, V.shape[2]))
        if isinstance(section, Section) and material is not None:
            bent = strain[:, None, 4] * o[None, :, 2, None] - strain[:, None, 5] * o[None, :, 1, None]
            tensor[:, :, 0, 0] = material.E * (strain[:, None, 0] + bent)
            for i in (1, 2):
                tensor[:, :, 0, i] = tensor[:, :, i, 0] = force[:, None, i] / section.area
        turned = np.einsum("mia,mcijk,mjb->mcabk", self.axes, tensor, self.axes, optimize=True)
        return np.stack([turned[:, :, i, j] for i, j in ((0, 0), (1, 1), (2, 2), (0, 1), (1, 2), (2, 0))], axis=2)

    def _mean_at_nodes(self, ends: np.ndarray) -> np.ndarray:
        total, count = np.zeros((len(self.nodes), *ends.shape[2:])), np.zeros(len(self.nodes))
        np.add.at(total, self.mesh.cells, ends)
        np.add.at(count, self.mesh.cells, 1.0)
        return total / count[:, None, None]

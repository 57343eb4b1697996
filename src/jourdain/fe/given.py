"""An elastic body by the matrices that another program has made of it.

Its mass is taken to be at the nodes, the same along x, y and z, with moments of inertia of nodes that turn; frequencies and
shapes are those of the matrices themselves. Matrices hold no stress: it is that of the elements of a mesh, where a material is
given, or that of given shapes; without either, nothing is known of it, and nothing stiffens.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
from scipy.sparse import block_diag, csr_array, diags_array, issparse

from jourdain.errors import FileFormatError, ModelError, near
from jourdain.fe.materials import UNITS, Made
from jourdain.fe.mesh import Mesh
from jourdain.fe.modes import factored, just_enough
from jourdain.fe.readers.matrices import Labelled, read_matrix, symmetric
from jourdain.fe.rounding import ROUNDS, freed, resisted
from jourdain.fe.solids import Solids, outer_triangles
from jourdain.fe.structure import Structure

SUPPORTED = 1e-5  # of the forces that would cancel in a rigid motion: more is no rounding of a file


@dataclass(frozen=True)
class Given(Structure):
    """nodes (n, 3) [m], matrices (N, N) in the order of the nodes, three or six coordinates each.

    solids: the same body by its elements, which know its stress. stressed: shapes (N, k) and their stress (n, 6, k) [Pa].
    resisted: of the forces that cancel in a rigid motion, what the digits of its file left, before it was freed of it.
    """

    name: str
    nodes: np.ndarray
    numbers: np.ndarray
    K: csr_array = field(repr=False)
    M: csr_array = field(repr=False)
    sets: dict[str, np.ndarray] = field(default_factory=dict, repr=False)
    triangles: np.ndarray = field(default_factory=lambda: np.zeros((0, 3), int), repr=False)
    solids: Solids | None = field(default=None, repr=False)
    stressed: tuple[np.ndarray, np.ndarray] | None = field(default=None, repr=False)
    resisted: float = 0.0

    def __post_init__(self) -> None:
        object.__setattr__(self, "width", self.K.shape[0] // max(len(self.nodes), 1))

    def __str__(self) -> str:
        freed = f", freed of rounding at {self.resisted:.0e}" if self.resisted else ""
        return f"{self.name}: matrices of {len(self.nodes)} nodes with {self.width} coordinates{freed}"

    @property
    def stiffness(self) -> csr_array:
        """As given."""
        return self.K

    @property
    def mass(self) -> csr_array:
        """As given."""
        return self.M

    @cached_property
    def _about(self) -> tuple[np.ndarray, np.ndarray]:
        """Offsets (6, n, 3) [m] about nodes that turn, and masses there (6, n) [kg] that have their moments of inertia."""
        n, arm = len(self.nodes), 1e-3 * float(np.ptp(self.nodes, axis=0).max())
        J = np.stack([[self.M[3 + i :: 6, 3 + j :: 6].diagonal() for j in range(3)] for i in range(3)]).transpose(
            2, 0, 1
        )
        sizes, axes = np.linalg.eigh(0.5 * np.trace(J, axis1=1, axis2=2)[:, None, None] * np.eye(3) - J)
        out, mass = arm * axes.transpose(2, 0, 1), np.maximum(sizes, 0.0).T / (2.0 * arm * arm)
        return np.concatenate([out, -out]).reshape(6, n, 3), np.concatenate([mass, mass])

    @cached_property
    def places(self) -> np.ndarray:
        """The nodes, and six points about those that turn."""
        return self.nodes if self.width == 3 else np.concatenate([self.nodes, *(self.nodes + self._about[0])])

    @cached_property
    def place_mass(self) -> csr_array:
        """The mean of the mass along x, y and z; turning nodes give of theirs to the points about them."""
        w = self.width
        block = csr_array(sum(self.M[i::w][:, i::w] for i in range(3)) / 3.0)
        if w == 3:
            return block
        masses = self._about[1]
        return csr_array(block_diag([block - diags_array(masses.sum(axis=0)), diags_array(masses.ravel())]))

    @cached_property
    def motion(self) -> csr_array | None:
        """Nodes move by their first three coordinates, points about them by u + theta x o."""
        if self.width == 3:
            return None
        n = len(self.nodes)
        B = np.zeros((7, n, 3, 6))
        B[..., :3] = np.eye(3)
        B[1:, ..., 3:] = np.cross(np.eye(3), self._about[0][:, :, None, :]).transpose(0, 1, 3, 2)
        rows = np.broadcast_to(np.arange(21 * n).reshape(7, n, 3, 1), B.shape)
        columns = np.broadcast_to(np.arange(6 * n).reshape(n, 1, 6), B.shape)
        return csr_array((B.ravel(), (rows.ravel(), columns.ravel())), shape=(21 * n, 6 * n))

    def stiffened(self, displacement: np.ndarray, shapes: np.ndarray) -> np.ndarray:
        """By the elements, if there are any."""
        if self.solids is not None:
            return self.solids.stiffened(displacement, shapes)
        return np.zeros((shapes.shape[1], shapes.shape[1]))

    @property
    def wave_speeds(self) -> tuple[float, ...]:
        """Of the material of the elements, if there are any."""
        return () if self.solids is None else self.solids.wave_speeds

    @property
    def made_of(self) -> list[str]:
        """See Structure."""
        return [] if self.solids is None else self.solids.made_of

    @property
    def stress_is(self) -> str:
        """See Structure."""
        if self.solids is not None:
            return ""
        if self.stressed is not None:
            return "stress is that of the given shapes; of what they leave out, and how it stiffens, nothing is known"
        return "matrices hold no stress: give a material and a mesh with elements, or the stress of given shapes"

    def surface(self) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """All nodes, and the faces of the mesh that came with the matrices."""
        return self.nodes, self.numbers, self.triangles

    def surface_turns(self, shapes: np.ndarray) -> np.ndarray:
        """Rotations of nodes that have them."""
        each = shapes.reshape(len(self.nodes), self.width, -1)[:, 3:].transpose(0, 2, 1)
        return each if self.width == 6 else super().surface_turns(shapes)

    def on_surface(self, shapes: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Displacements, and stress as far as it is known."""
        moved = shapes.reshape(len(self.nodes), self.width, -1)[:, :3].transpose(0, 2, 1)
        if self.solids is not None:
            return moved, self.solids.node_stress(shapes).transpose(0, 2, 1)
        if self.stressed is not None:
            return moved, self._by_given_shapes(shapes)
        return moved, np.zeros((*moved.shape[:2], 6))

    def _by_given_shapes(self, shapes: np.ndarray) -> np.ndarray:
        """(n, l, 6): stress of sums of the given shapes and rigid motions; of other displacements it is zero."""
        given, stress = self.stressed  # type: ignore[misc]
        A = np.concatenate([given, self.rigid(about=self.centre)], axis=1)
        A = A / np.sqrt(np.einsum("nk,nk->k", A, self.mass @ A))
        MA = self.mass @ A
        shares = np.linalg.lstsq(A.T @ MA, MA.T @ shapes)[0]
        left = shapes - A @ shares
        sizes = [np.einsum("nk,nk->k", one, self.mass @ one) for one in (left, shapes)]
        shares[:, sizes[0] > 1e-8 * sizes[1]] = 0.0
        unit = np.sqrt(np.einsum("nk,nk->k", given, self.mass @ given))
        return np.einsum("nck,kl->nlc", stress / unit, shares[: given.shape[1]], optimize=True)

    def with_stress(self, shapes: np.ndarray, stress: Any) -> Given:
        """The same body, knowing the stress (n, 6, k) [Pa] of these shapes."""
        found, wanted = np.asarray(stress, float), (len(self.nodes), 6, shapes.shape[1])
        if found.shape != wanted or not np.isfinite(found).all():
            raise ModelError(
                f"reduce: stress has the size {found.shape}; {wanted} finite numbers are needed, (nodes, components, shapes)."
            )
        return replace(self, stressed=(shapes, found))


def matrices(
    stiffness: str | Path | np.ndarray,
    mass: str | Path | np.ndarray,
    nodes: Mesh | str | Path | np.ndarray,
    *,
    names: tuple[str, str] = ("", ""),
    unit: str = "m",
    material: Made | None = None,
) -> Given:
    """An elastic body by its matrices, for `reduce`.

    stiffness, mass: files (.mtx, .sti and .mas, .pch, .op4, .npz) or arrays (N, N); names: of the two in files with several.
    nodes: a mesh or the file of one, a table (n, 4) of number and place, or a .csv file of it. Without labels in the files,
    rows are in the order of the nodes. unit: "m" (kg, s), "mm" (t, s, N) or "in" (lbf, s) of nodes and matrices.
    material: of the elements of the mesh, one for all or one for each group, which stress is then taken from.
    """
    if unit not in UNITS:
        raise ModelError(f"matrices: unit = {unit!r}.{near(unit, UNITS)}")
    if len(names) != 2:
        raise ModelError(f"matrices: names = {names!r}; give two, of the stiffness and of the mass.")
    mesh = _nodes(nodes)
    K, M = (
        _labelled(one, name, what)
        for one, name, what in zip((stiffness, mass), names, ("stiffness", "mass"), strict=True)
    )
    ordered = [_in_order(one, mesh, what) for one, what in ((K, "stiffness"), (M, "mass"))]
    _check(ordered, mesh)
    length, kilograms = UNITS[unit]
    width = ordered[0].shape[0] // len(mesh.nodes)
    scale = diags_array(np.tile(np.where(np.arange(width) < 3, 1.0, length), len(mesh.nodes)))
    K_si, M_si = (csr_array(kilograms * (scale @ one @ scale)) for one in ordered)
    triangles = outer_triangles(mesh) if mesh.cells else np.zeros((0, 3), int)
    found = Given(mesh.name, length * mesh.nodes, mesh.numbers, K_si, M_si, mesh.sets, triangles)
    found = _freed(found)
    _check_definite(found)
    return found if material is None else replace(found, solids=_elements(found, mesh, length, material))


def _elements(found: Given, mesh: Mesh, length: float, material: Made) -> Solids:
    """The body by the elements of its mesh, which must be about as stiff as the matrices under uniform strain."""
    if not mesh.cells or found.width != 3:
        raise ModelError("matrices: a material is for the elements of a mesh of solids; these nodes have none.")
    solids = Solids(mesh.moved(lambda x: length * x), material)
    stretched = np.zeros((len(found.nodes), 3, 3))
    for i in range(3):
        stretched[:, i, i] = found.nodes[:, i]
    ratio = found.elastic_energy(stretched.reshape(-1, 3)) / solids.elastic_energy(stretched.reshape(-1, 3))
    if not (np.abs(ratio - 1.0) < 0.2).all():
        raise ModelError(
            f"matrices: stretched along x, y, z they have {', '.join(f'{one:.4g}' for one in ratio)} times the energy of "
            "the mesh with this material; check E, nu and the units."
        )
    return solids


def _nodes(given: Any) -> Mesh:
    if isinstance(given, Mesh):
        return given
    if isinstance(given, (str, Path)):
        if Path(given).suffix.lower() != ".csv":
            from jourdain.fe.readers import read_mesh

            return read_mesh(given)
        try:
            given = np.genfromtxt(given, delimiter=",", comments="#")
        except (OSError, ValueError) as problem:
            raise FileFormatError(f"{given}: {problem}") from None
        given = given[~np.isnan(given).any(axis=1)]  # a line of headings
    table = np.asarray(given, float)
    if table.ndim != 2 or table.shape[1] not in (3, 4) or not np.isfinite(table).all():
        raise ModelError(f"matrices: nodes have the shape {table.shape}; give number, x, y, z of each.")
    numbers = table[:, 0].astype(int) if table.shape[1] == 4 else np.arange(1, len(table) + 1)
    return Mesh(table[:, -3:], {}, {}, numbers, name="matrices")


def _labelled(given: Any, name: str, what: str) -> Labelled:
    if isinstance(given, (str, Path)):
        return read_matrix(given, name or what) if Path(given).suffix == ".npz" else read_matrix(given, name)
    if not issparse(given) and np.ndim(given) != 2:
        raise ModelError(f"matrices: {what} is no matrix.")
    try:
        found = csr_array(given)
    except ValueError as problem:
        raise ModelError(f"matrices: {what} is no matrix of numbers; {problem}") from None
    if np.iscomplexobj(found) and np.abs(found.imag).max() > 0.0:
        raise ModelError(f"matrices: {what} has complex numbers; damping of shapes is given to Model.flexible.")
    found = csr_array(found.real.astype(float))
    return Labelled(symmetric(found) if found.shape[0] == found.shape[1] else found)


def _in_order(given: Labelled, mesh: Mesh, what: str) -> csr_array:
    """Rows in the order of the nodes: three coordinates of each, or six."""
    n = len(mesh.nodes)
    if given.labels is None:
        if given.matrix.shape not in ((3 * n, 3 * n), (6 * n, 6 * n)):
            raise ModelError(
                f"matrices: {what} has {given.matrix.shape[0]} x {given.matrix.shape[1]} numbers; {n} nodes need {3 * n} "
                f"or {6 * n}."
            )
        return given.matrix
    place = {int(number): i for i, number in enumerate(mesh.numbers)}
    unknown = [int(node) for node in given.labels[:, 0] if int(node) not in place]
    if unknown:
        raise ModelError(f"matrices: {what} has node {unknown[0]}, whose place is not given.")
    width = 6 if given.labels[:, 1].max() > 3 else 3
    rows = np.array([width * place[int(node)] + int(c) - 1 for node, c in given.labels])
    if what == "stiffness" and len(rows) < width * n:
        lost = int(np.setdiff1d(np.arange(width * n), rows)[0])
        raise ModelError(
            f"matrices: stiffness has no coordinate {lost % width + 1} of node {mesh.numbers[lost // width]}; "
            "write the matrices of the part without supports, with all nodes."
        )
    T = csr_array((np.ones(len(rows)), (np.arange(len(rows)), rows)), shape=(len(rows), width * n))
    return csr_array(T.T @ given.matrix @ T)


def _check(ordered: list[csr_array], mesh: Mesh) -> None:
    K, M = ordered
    if K.shape != M.shape:
        raise ModelError(f"matrices: stiffness is {K.shape[0]} x {K.shape[1]}, mass {M.shape[0]} x {M.shape[1]}.")
    for what, one in (("stiffness", K), ("mass", M)):
        if not np.isfinite(one.data).all():
            raise ModelError(f"matrices: {what} has a value that is not finite.")
        if not abs(one).max() > 0.0:
            raise ModelError(f"matrices: {what} has no value but zero.")
        off = abs(one - one.T).max() / abs(one).max()
        if off > 1e-6:
            raise ModelError(f"matrices: {what} is not symmetric; its halves differ by {off:.1e} of its largest value.")


def _freed(m: Given) -> Given:
    """With a stiffness that rigid motions meet no force of, but that of rounding to double precision."""
    force = resisted(m.K, m.rigid(about=m.nodes.mean(axis=0)))
    if force.max() > SUPPORTED:
        raise ModelError(
            f"matrices: stiffness resists rigid motions, at node {m.numbers[int(force.argmax()) // m.width]} most; write the "
            "matrices of the part without supports, in the axes in which its nodes are given."
        )
    if force.max() <= ROUNDS:
        return m
    return replace(m, K=freed(m.K, m.nodes), resisted=float(force.max()))


def _check_definite(m: Given) -> None:
    """All mass is positive; held just enough, the part resists everything: pivots are positive."""
    least = int(m.M.diagonal().argmin())
    if m.M.diagonal()[least] < 0.0 or not m.place_mass.sum() > 0.0:
        raise ModelError(
            f"matrices: mass is not positive, at node {m.numbers[least // m.width]} {m.M.diagonal()[least]:.4g} kg (or kg m2)."
        )
    free = np.setdiff1d(np.arange(m.size), just_enough(m))
    try:
        pivots = factored(m.stiffness[free][:, free]).U.diagonal()
    except RuntimeError:
        pivots = np.zeros(1)
    if not pivots.min() > 0.0:
        raise ModelError(
            "matrices: stiffness is not positive for every motion but the six rigid ones; a node may hang loose (rotations of "
            "solids?), or the part is in pieces."
        )

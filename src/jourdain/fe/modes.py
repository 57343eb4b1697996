"""Modes of a part: the few shapes that stand for all of its displacements.

All kinds end in the same way: shapes V (N, k) without rigid motions, V^T M V = 1 and V^T K V = diag(w^2), see `separated`.
A part can be held at its interfaces (`Held`) or float (`Floating`); either solves K u = f and finds the slowest motions.
Theory: docs/theory/modal.md.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy.linalg import eigh
from scipy.sparse import block_array, csc_array, csr_array
from scipy.sparse.linalg import LinearOperator, eigsh, splu

from jourdain.errors import ModelError
from jourdain.fe.interfaces import Interface, averages, tied
from jourdain.fe.structure import Structure

_NOTHING = 1e-12  # of the kinetic energy of a shape: less than that is what rounding leaves of a rigid motion


@dataclass(frozen=True)
class Modes:
    """shapes (N, k), frequencies (k,) [rad/s]; rigid (6,): of the rigid motions, zero but rounding."""

    shapes: np.ndarray
    frequencies: np.ndarray
    rigid: np.ndarray

    def first(self, count: int) -> Modes:
        """The slowest ones."""
        return Modes(self.shapes[:, :count], self.frequencies[:count], self.rigid)

    def rest(self, m: Structure, displacements: np.ndarray) -> np.ndarray:
        """What the shapes cannot represent of displacements (N, l), measured by energy: V^T K rest = 0."""
        w = self.frequencies[:, None]
        return displacements - self.shapes @ ((self.shapes.T @ (m.stiffness @ displacements)) / (w * w))


def separated(V: np.ndarray, m: Structure, *, floating: bool) -> Modes:
    """Combinations of shapes that are orthogonal in K and M; of a floating part without their share of rigid motion.

    Without it the part keeps its centre and has no angular momentum about it in any shape (the mean axes of the part).
    """
    R = m.rigid()
    MR = m.mass @ R
    before = np.maximum(np.einsum("ik,ik->k", V, m.mass @ V), np.finfo(float).tiny)
    for _ in range(2 if floating else 0):  # twice, for what rounding leaves
        V = V - R @ np.linalg.solve(R.T @ MR, MR.T @ V)
    sizes = np.einsum("ik,ik->k", V, m.mass @ V)
    some = sizes > _NOTHING * before  # the frame of a single interface moves the part as one, and no more
    if not some.any():
        raise ModelError(f"reduce: the shapes of {m.name} move it as one, and bend it nowhere.")
    V = V[:, some] / np.sqrt(sizes[some])
    M = V.T @ (m.mass @ V)
    sizes, axes = np.linalg.eigh(0.5 * (M + M.T))
    kept = sizes > 1e-10 * sizes[-1]  # shapes that say the same twice
    V = V @ (axes[:, kept] / np.sqrt(sizes[kept]))
    K = V.T @ (m.stiffness @ V)
    squares, mixed = eigh(0.5 * (K + K.T))
    rigid = 2.0 * m.elastic_energy(R) / np.einsum("ik,ik->k", R, MR)
    return Modes(V @ mixed, np.sqrt(np.abs(squares)), np.sqrt(np.abs(rigid)))


def _slowest(
    K: csr_array, M: csr_array, solve: Callable[[np.ndarray], np.ndarray], count: int, most: int
) -> np.ndarray:
    """(n, count): the slowest motions by solve(f) = K^-1 f, under what holds the part and leaves `most` of them."""
    if not 1 <= count <= most:
        raise ModelError(f"reduce: modes = {count}; this part has {most} coordinates, give 1 to {most}.")
    n = K.shape[0]
    if count > n // 2:  # the iteration finds some only
        dense = M.toarray()
        soft = dense @ np.stack([solve(one) for one in dense], axis=1)
        return eigh(0.5 * (soft + soft.T), dense)[1][:, ::-1][:, :count]
    inverse = LinearOperator((n, n), matvec=lambda f: solve(f.ravel()), dtype=float)
    start = solve(np.random.default_rng(1).normal(size=n))  # the same in every run
    return eigsh(K, k=count, M=M, sigma=0.0, OPinv=inverse, which="LM", v0=start)[1]


def factored(K: csr_array) -> Any:
    """LU of a symmetric positive definite matrix, without pivoting: a tenth of the time for meshes of 20-node bricks."""
    return splu(csc_array(K), permc_spec="MMD_AT_PLUS_A", diag_pivot_thresh=0.0, options={"SymmetricMode": True})


class Floating:
    """The part by itself."""

    def __init__(self, m: Structure) -> None:
        self.m = m
        self.free = np.setdiff1d(np.arange(m.size), just_enough(m))
        self.factor = factored(m.stiffness[self.free][:, self.free])
        self.R = m.rigid()
        self.MR = m.mass @ self.R
        self.masses = self.R.T @ self.MR

    def balanced(self, forces: np.ndarray) -> np.ndarray:
        """Forces (N, k) less those that accelerate the part."""
        return forces - self.MR @ np.linalg.solve(self.masses, self.R.T @ forces)

    def under(self, forces: np.ndarray) -> np.ndarray:
        """Displacements (N, ..) against the mean axes under forces (N, ..) [N] and the inertia of the accelerated part."""
        found = np.zeros_like(forces)
        found[self.free] = self.factor.solve(np.ascontiguousarray(self.balanced(forces)[self.free]))
        return found - self.R @ np.linalg.solve(self.masses, self.MR.T @ found)

    def modes(self, count: int) -> Modes:
        """The slowest elastic motions."""
        most = self.m.size - 6
        found = _slowest(self.m.stiffness, self.m.mass, self.under, count, most)
        return separated(found, self.m, floating=True)


def just_enough(m: Structure) -> list[int]:
    """Six coordinates that hold a part without any force in it: those of one node, or of three."""
    if m.width == 6:
        return list(range(6))
    x = m.nodes
    b = int(np.linalg.norm(x - x[0], axis=1).argmax())
    along = (x[b] - x[0]) / np.linalg.norm(x[b] - x[0])
    off = (x - x[0]) - np.outer((x - x[0]) @ along, along)
    c = int(np.linalg.norm(off, axis=1).argmax())
    # all of the first; of b what is across the line to it, of c what is across the plane, by the axes nearest to these
    across = np.argsort(np.abs(along))[:2]
    normal = int(np.abs(np.cross(along, off[c])).argmax())
    return [0, 1, 2, *(3 * b + across).tolist(), 3 * c + normal]


class Held:
    """The part with its interfaces held: rigid ones by their frames, others by their mean motion."""

    def __init__(self, m: Structure, interfaces: list[Interface]) -> None:
        self.m, self.interfaces = m, interfaces
        self.rigid = all(one.rigid for one in interfaces)
        if self.rigid:
            self.T = tied(m, interfaces)
            self.n = self.T.shape[1] - 6 * len(interfaces)
            self.K, self.M = csc_array(self.T.T @ m.stiffness @ self.T), csc_array(self.T.T @ m.mass @ self.T)
            self.factor = factored(self.K[: self.n, : self.n])
            return
        self.C = averages(m, interfaces)
        self.n = m.size
        self.scale = abs(m.stiffness).max()  # rows of the frames get the size of the others
        self.factor = splu(
            block_array([[m.stiffness, self.scale * self.C.T], [self.scale * self.C, None]], format="csc")
        )

    def under(self, force: np.ndarray) -> np.ndarray:
        """Displacements (N, k) under forces (N, k) [N]."""
        if self.rigid:
            inner = self.factor.solve(np.ascontiguousarray((self.T.T @ force)[: self.n]))
            return self.T[:, : self.n] @ inner
        return self.factor.solve(np.concatenate([force, np.zeros((self.C.shape[0], force.shape[1]))]))[: self.n]

    def moving_interfaces(self) -> np.ndarray:
        """(N, 6 an interface): the part at rest when one frame has moved by one and the others have not."""
        if self.rigid:
            inner = -self.factor.solve(self.K[: self.n, self.n :].toarray())
            return self.T @ np.concatenate([inner, np.eye(inner.shape[1])])
        right = np.zeros((self.n + self.C.shape[0], self.C.shape[0]))
        right[self.n :] = self.scale * np.eye(self.C.shape[0])
        return self.factor.solve(right)[: self.n]

    def modes(self, count: int) -> np.ndarray:
        """(N, count): the slowest motions."""
        n = self.n
        if self.rigid:
            return self.T[:, :n] @ _slowest(self.K[:n, :n], self.M[:n, :n], self.factor.solve, count, n)
        held = self.C.shape[0]

        def solve(f: np.ndarray) -> np.ndarray:
            return self.factor.solve(np.concatenate([f, np.zeros(held)]))[:n]

        return _slowest(self.m.stiffness, self.m.mass, solve, count, n - held)

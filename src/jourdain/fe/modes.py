"""Modes of a part: the few shapes that stand for all of its displacements.

All kinds end in the same way: shapes V (3 n, k) without rigid motions, V^T M V = 1 and V^T K V = diag(w^2), see `separated`.
Theory: docs/theory/modal.md.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy.linalg import eigh
from scipy.sparse import block_array, csc_array
from scipy.sparse.linalg import LinearOperator, eigsh, splu

from jourdain.errors import ModelError
from jourdain.fe.interfaces import Interface, averages, tied
from jourdain.fe.matrices import Matrices

RIGID = 1e-6  # of the first elastic frequency: below, a motion is rigid


@dataclass(frozen=True)
class Modes:
    """shapes (3 n, k), frequencies (k,) [rad/s]; rigid (6,): of the rigid motions, zero but rounding."""

    shapes: np.ndarray
    frequencies: np.ndarray
    rigid: np.ndarray


def rigid_motions(places: np.ndarray) -> np.ndarray:
    """(3 n, 6): translations, and rotations about the origin."""
    found = np.zeros((len(places), 3, 6))
    found[:, :, :3] = np.eye(3)
    for axis in range(3):
        found[:, :, 3 + axis] = np.cross(np.eye(3)[axis], places)
    return found.reshape(-1, 6)


def separated(V: np.ndarray, m: Matrices, *, floating: bool) -> Modes:
    """Combinations of shapes that are orthogonal in K and M; of a floating part without their share of rigid motion.

    Without it the part keeps its centre and has no angular momentum about it in any shape (the mean axes of the part).
    """
    R = rigid_motions(m.mesh.nodes)
    if floating:
        V = V - R @ np.linalg.solve(R.T @ (m.mass @ R), R.T @ (m.mass @ V))
    V = V / np.sqrt(np.einsum("ik,ik->k", V, m.mass @ V))
    M = V.T @ (m.mass @ V)
    sizes, axes = np.linalg.eigh(0.5 * (M + M.T))
    kept = sizes > 1e-10 * sizes[-1]  # shapes that say the same twice
    V = V @ (axes[:, kept] / np.sqrt(sizes[kept]))
    K = V.T @ (m.stiffness @ V)
    squares, mixed = eigh(0.5 * (K + K.T))
    rigid = np.einsum("ik,ik->k", R, m.stiffness @ R) / np.einsum("ik,ik->k", R, m.mass @ R)
    return Modes(V @ mixed, np.sqrt(np.abs(squares)), np.sqrt(np.abs(rigid)))


def free_modes(m: Matrices, count: int) -> Modes:
    """The slowest elastic motions of the part by itself."""
    K, M = csc_array(m.stiffness), csc_array(m.mass)
    _possible(count, K.shape[0] - 6)
    shift = -1e-4 * _slow(m)
    _, V = eigsh(K, k=count + 6, M=M, sigma=shift, which="LM", v0=_start(K.shape[0]))
    found = separated(V, m, floating=True)
    return Modes(found.shapes[:, :count], found.frequencies[:count], found.rigid)


def _slow(m: Matrices) -> float:
    """A square of a frequency [1/s2] of the size of the slowest elastic ones: a wave along the part and back, a hundredth."""
    length = float(np.ptp(m.mesh.nodes, axis=0).max())
    return (0.1 * np.pi / length) ** 2 * m.material.E / m.material.density


def _start(n: int) -> np.ndarray:
    """The first vector of the iteration, the same in every run."""
    return np.random.default_rng(1).normal(size=n)


def _possible(count: int, most: int) -> None:
    if not 1 <= count <= most:
        raise ModelError(f"reduce: modes = {count}; this part has {most} coordinates, give 1 to {most}.")


class Held:
    """The part with its interfaces held: solves K u = f there, and finds its modes and the shapes that move an interface."""

    def __init__(self, m: Matrices, interfaces: list[Interface]) -> None:
        self.m, self.interfaces = m, interfaces
        self.rigid = all(one.rigid for one in interfaces)
        if self.rigid:
            self.T = tied(m.mesh, interfaces)
            self.n = self.T.shape[1] - 6 * len(interfaces)
            self.K, self.M = csc_array(self.T.T @ m.stiffness @ self.T), csc_array(self.T.T @ m.mass @ self.T)
            self.factor = splu(csc_array(self.K[: self.n, : self.n]))
            return
        self.C = averages(m.mesh, interfaces)
        self.n = m.stiffness.shape[0]
        self.size = abs(m.stiffness).max()  # rows of the frames get the size of the others
        saddle = block_array([[m.stiffness, self.size * self.C.T], [self.size * self.C, None]], format="csc")
        self.factor = splu(saddle)

    def under(self, force: np.ndarray) -> np.ndarray:
        """Displacements (3 n, k) under forces (3 n, k) [N] with the interfaces held."""
        if self.rigid:
            inner = self.factor.solve(np.ascontiguousarray((self.T.T @ force)[: self.n]))
            return self.T[:, : self.n] @ inner
        padded = np.concatenate([force, np.zeros((self.C.shape[0], force.shape[1]))])
        return self.factor.solve(padded)[: self.n]

    def moving_interfaces(self) -> np.ndarray:
        """(3 n, 6 an interface): the part at rest when one frame has moved by one and the others have not."""
        if self.rigid:
            inner = -self.factor.solve(self.K[: self.n, self.n :].toarray())
            return self.T @ np.concatenate([inner, np.eye(inner.shape[1])])
        right = np.zeros((self.n + self.C.shape[0], self.C.shape[0]))
        right[self.n :] = self.size * np.eye(self.C.shape[0])
        return self.factor.solve(right)[: self.n]

    def modes(self, count: int) -> np.ndarray:
        """(3 n, count): the slowest motions while the interfaces are held."""
        if self.rigid:
            _possible(count, self.n)
            inverse = LinearOperator((self.n, self.n), matvec=self.factor.solve, dtype=float)
            K, M = self.K[: self.n, : self.n], self.M[: self.n, : self.n]
            return self.T[:, : self.n] @ self._slowest(K, M, inverse, count)
        _possible(count, self.n - self.C.shape[0])

        def solve(f: np.ndarray) -> Any:
            return self.factor.solve(np.concatenate([f.ravel(), np.zeros(self.C.shape[0])]))[: self.n]

        inverse = LinearOperator((self.n, self.n), matvec=solve, dtype=float)
        return self._slowest(self.m.stiffness, self.m.mass, inverse, count)

    def _slowest(self, K: Any, M: Any, inverse: LinearOperator, count: int) -> np.ndarray:
        return eigsh(K, k=count, M=M, sigma=0.0, OPinv=inverse, which="LM", v0=_start(self.n))[1]

"""Stiffness matrices from text files with few digits, made so that rigid motions meet no force again.

Row i of a stiffness acts on what its neighbours do beside a rigid motion with node i. Entries that were rounded to eight digits
act on the rigid motion, too, which in thin parts is thousands of times larger: the first frequency of a plate of 1 : 10 : 100
is 3 % off. The smallest symmetric change D between the same nodes that frees all rows,

    min |D|^2    with    D_ij = D_ji^T,    sum_j (K + D)_ij R_ij = 0    (R_ij: rigid motions about node i, seen at node j)

is A^T l with A A^T l = -A K, found by conjugate gradients. It is of the size of the digits that are missing.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from scipy.sparse import bsr_array, csr_array
from scipy.sparse.linalg import LinearOperator, cg

ROUNDS = 1e-13  # of the forces that cancel in a rigid motion: more was not left by double precision
LEFT, STEPS = 1e-9, 200  # of these forces, after the change; at most so many steps for it


def resisted(K: csr_array, R: np.ndarray) -> np.ndarray:
    """(N,): the force against rigid motions R (N, 6) on each coordinate, of the forces that cancel there."""
    return np.asarray((np.abs(K @ R) / (abs(K) @ np.abs(R) + np.finfo(float).tiny)).max(axis=1))


def freed(K: csr_array, nodes: np.ndarray) -> csr_array:
    """The nearest symmetric matrix (N, N) between the same nodes (n, 3) that rigid motions meet no force of."""
    n, width = len(nodes), K.shape[0] // len(nodes)
    pairs = Pairs(bsr_array(K, blocksize=(width, width)), nodes)
    shape = (n, width, 6)
    whole = LinearOperator(2 * (n * width * 6,), matvec=lambda x: pairs.forces(pairs.change(x.reshape(shape))).ravel())
    rough = LinearOperator(whole.shape, matvec=lambda x: (x.reshape(shape) @ pairs.inverse).ravel())
    least = 4.0 * np.finfo(float).eps * float(np.linalg.norm(pairs.blocks))  # forces below are rounding of this matrix
    found, _ = cg(whole, -pairs.forces(pairs.blocks).ravel(), rtol=LEFT, atol=least, maxiter=STEPS, M=rough)
    blocks = pairs.blocks + pairs.change(found.reshape(shape))
    return csr_array(bsr_array((blocks, pairs.of.indices, pairs.of.indptr), shape=K.shape))


@dataclass(frozen=True)
class Pairs:
    """Blocks of a symmetric matrix between nodes, and the rigid motions of the one node as seen at the other."""

    of: bsr_array
    nodes: np.ndarray

    def __post_init__(self) -> None:
        self.of.sort_indices()

    @property
    def blocks(self) -> np.ndarray:
        """(p, width, width), by rows"""
        return np.asarray(self.of.data)

    @cached_property
    def rows(self) -> np.ndarray:
        """(p,): the node of the row of each block."""
        return np.repeat(np.arange(len(self.nodes)), np.diff(self.of.indptr))

    @cached_property
    def opposite(self) -> np.ndarray:
        """(p,): where the block is that mirrors each one."""
        return np.lexsort((self.rows, self.of.indices))

    @cached_property
    def R(self) -> np.ndarray:
        """(p, width, 6): rotations by the mean distance of neighbours."""
        arms = self.nodes[self.of.indices] - self.nodes[self.rows]
        size = float(np.sqrt((arms**2).sum(axis=1).mean()))
        found = np.zeros((len(arms), self.blocks.shape[1], 6))
        found[:, :3, :3] = np.eye(3)
        found[:, :3, 3:] = np.cross(np.eye(3)[None], arms[:, None, :]).transpose(0, 2, 1) / size
        found[:, 3:, 3:] = np.eye(3)[: found.shape[1] - 3] / size
        return found

    @cached_property
    def inverse(self) -> np.ndarray:
        """(n, 6, 6): of `forces` after `change`, if blocks did not depend on their mirrors."""
        own = np.add.reduceat(self.R.transpose(0, 2, 1) @ self.R, self.of.indptr[:-1], axis=0)
        return np.asarray(2.0 * np.linalg.pinv(own, hermitian=True))

    def forces(self, blocks: np.ndarray) -> np.ndarray:
        """(n, width, 6) against the rigid motions of each node."""
        return np.asarray(np.add.reduceat(blocks @ self.R, self.of.indptr[:-1], axis=0))

    def change(self, multipliers: np.ndarray) -> np.ndarray:
        """Symmetric blocks by the multipliers (n, width, 6) of the forces."""
        one = multipliers[self.rows] @ self.R.transpose(0, 2, 1)
        return 0.5 * (one + one[self.opposite].transpose(0, 2, 1))

"""The stiffness that joints leave: how many directions of falling energy it has, and its softest one."""

from __future__ import annotations

import numpy as np
from scipy import sparse
from scipy.sparse.csgraph import connected_components
from scipy.sparse.linalg import splu

from jourdain.analyses.statics.balance import IDLE, Balance, Point, Tangent, scaled

ROUNDED = 2e-15  # of the sum of all that is in a line: stiffness that is rounding
PENALTY = 1e4  # of joints, against the largest stiffness
SKEW = 1e-6  # of the largest stiffness: forces have a potential
ITERATIONS = 8


def has_potential(tangent: Tangent) -> bool:
    """Is the stiffness symmetric?"""
    return float(np.abs(tangent.A - tangent.A.T).max()) <= SKEW * float(np.abs(tangent.A).max())


def falling_directions(balance: Balance, point: Point, tangent: Tangent) -> tuple[int, int]:
    """How many directions the joints leave in which the energy falls, and how many in which it does not change.

    By the signs of pivots (Sylvester's law of inertia). Forces without a potential: whether the number of directions in
    which they drive away is odd, by the sign of the determinant; then the second number is 0.
    """
    rows, symmetric = point.projection.rows, has_potential(tangent)
    K = (0.5 if symmetric else 1.0) / tangent.stiffest * tangent.A
    matrix = scaled(K + K.T if symmetric else K, balance.scale, balance.scale) + PENALTY * rows.T @ rows
    size = np.abs(matrix).sum(axis=1)
    idle = size <= IDLE * size.max(initial=0.0)  # what nothing turns, as points of a cable
    matrix = matrix + sparse.diags_array(idle.astype(float))
    lines = sparse.diags_array(ROUNDED * size)
    if not symmetric:
        return int(_determinant_is_negative(matrix + lines)), 0
    falling, flat = (_negative_pivots(matrix + sign * lines) for sign in (1.0, -1.0))
    return falling, flat - falling


def _negative_pivots(matrix: sparse.csr_array) -> int:
    options = {"SymmetricMode": True}
    factors = splu(matrix.tocsc(), permc_spec="MMD_AT_PLUS_A", diag_pivot_thresh=0.0, options=options)
    return int((factors.U.diagonal() < 0.0).sum())


def _determinant_is_negative(matrix: sparse.csr_array) -> bool:
    factors = splu(matrix.tocsc())
    swaps = sum(len(order) - _cycles(order) for order in (factors.perm_r, factors.perm_c))
    return bool((int((factors.U.diagonal() < 0.0).sum()) + swaps) % 2)


def _cycles(order: np.ndarray) -> int:
    n = len(order)
    return int(connected_components(sparse.csr_array((np.ones(n), (np.arange(n), order)), shape=(n, n)))[0])


def softest(balance: Balance, point: Point, tangent: Tangent) -> tuple[float, np.ndarray]:
    """The stiffness nearest to zero, per mass [1/s2], and its direction, by inverse iteration.

    The largest number of the direction is 1 [rad, or length of the model].
    """
    x = np.random.default_rng(0).normal(size=len(point.forces)) * balance.scale
    stiffness = np.inf
    for _ in range(ITERATIONS):
        x = x / np.sqrt(x @ (balance.metric @ x))
        found = tangent.step(forces=-(balance.metric @ x), lent=False)
        if found is None:
            break
        stiffness, x = 1.0 / float(x @ (balance.metric @ found)), found
    x = x / balance.length(x)
    return stiffness, x * np.sign(x[np.abs(x).argmax()])

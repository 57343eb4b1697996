"""Eigenvalues of a state matrix whose zeros are exact: free motions give chains of zeros, which a plain solver scatters.

A body free to move along x has x' = v, v' = 0: a double zero with one eigenvector, found as +-1e-8 by any solver. So the null
space is split off by an orthogonal change of basis, then that of what remains, until nothing is left of it.
"""

from __future__ import annotations

import numpy as np

ZERO = 1e-12  # singular value, against the largest, that counts as zero


def spectrum(A: np.ndarray, positions: int, rates: int) -> tuple[np.ndarray, np.ndarray, int]:
    """Eigenvalues (n,) and vectors (n, n) as columns, by growing size, and how many are zero.

    The first of the states are `positions`, all of one unit, then `rates` of such; the rest may be anything.
    The columns of zeros span the free motions: first those that stay where they are put, then those that move on by themselves.
    Conjugates stand together, the one with positive frequency first.
    """
    n = len(A)
    if n == 0:
        return np.zeros(0, complex), np.zeros((0, 0), complex), 0
    scale = _scale(A, positions, rates)
    T, U, zeros = _without_zeros(A * scale / scale[:, None])
    values, inner = np.linalg.eig(T[zeros:, zeros:])
    order = np.lexsort((-values.imag, np.abs(values.imag), values.real, np.abs(values)))
    values, inner = values[order].astype(complex), inner[:, order]
    vectors = np.zeros((n, n), complex)
    vectors[:zeros, :zeros] = np.eye(zeros)
    for k, value in enumerate(values):
        vectors[zeros:, zeros + k] = inner[:, k]
        above = T[:zeros, zeros:] @ inner[:, k]
        vectors[:zeros, zeros + k] = np.linalg.solve(value * np.eye(zeros) - T[:zeros, :zeros], above)
    return np.concatenate([np.zeros(zeros, complex), values]), scale[:, None] * (U @ vectors), zeros


def _scale(A: np.ndarray, positions: int, rates: int) -> np.ndarray:
    """Units of the states (n,), powers of two, that make the parts of A comparable.

    Rates are counted in positions times the fastest rate. Balancing in the usual way would not do: by the rounding in what
    should be zero it blows up chains of free motions until they cannot be told from zeros.
    """
    moving = slice(positions, positions + rates)
    stiffness, damping = np.abs(A[moving, :positions]).max(initial=0.0), np.abs(A[moving, moving]).max(initial=0.0)
    scale = np.ones(len(A))
    scale[moving] = _power_of_two(max(np.sqrt(stiffness), damping))
    for i in range(positions + rates, len(A)):
        others = np.arange(len(A)) != i
        B = A * scale / scale[:, None]
        across, down = np.abs(B[i, others]).max(initial=0.0), np.abs(B[others, i]).max(initial=0.0)
        if min(across, down) > 1e-10 * max(across, down):
            scale[i] = _power_of_two(np.sqrt(across / down))
    return scale


def _power_of_two(x: float) -> float:
    return float(2.0 ** np.round(np.log2(x))) if x > 0.0 else 1.0


def _without_zeros(A: np.ndarray) -> tuple[np.ndarray, np.ndarray, int]:
    """T = U^T A U with zeros below and on the diagonal of its first k columns, the rest regular; T, U, k."""
    T, U, k = A.copy(), np.eye(len(A)), 0
    size = np.linalg.norm(A, 2)
    while k < len(A):
        _, sigma, V = np.linalg.svd(T[k:, k:])
        regular = int((sigma > ZERO * size).sum())
        if regular == len(sigma):
            break
        turn = np.vstack([V[regular:], V[:regular]]).T
        T[:, k:] = T[:, k:] @ turn
        T[k:] = turn.T @ T[k:]
        U[:, k:] = U[:, k:] @ turn
        T[k:, k : k + len(sigma) - regular] = 0.0
        k += len(sigma) - regular
    return T, U, k

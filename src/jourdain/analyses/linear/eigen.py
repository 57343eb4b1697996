"""Eigenvalues of E x' = F x whose zeros are exact: free motions give chains of zeros, which a plain solver scatters.

A body free to move along x has x' = v, v' = 0: a double zero with one eigenvector, found as +-1e-8 by any solver. So the null
space of F is split off by orthogonal changes of bases, then that of what remains, until nothing is left of it. Forces are not
divided by inertias: a thin section is so easily turned that slow modes of its beam would be lost in the rounding of that.
"""

from __future__ import annotations

import numpy as np
import scipy.linalg

ZERO = 1e-12  # singular value, against the largest, that counts as zero
ROUNDING = 4.0 * np.finfo(float).eps  # of E and F, against their size


def spectrum(E: np.ndarray, F: np.ndarray, positions: int, rates: int) -> tuple[np.ndarray, np.ndarray, int]:
    """Eigenvalues (n,) and vectors (n, n) as columns, by growing size, and how many are zero.

    The first of the states are `positions`, all of one unit, then `rates` of such; the rest may be anything. The first
    equations are those of the rates of positions, then come forces.
    The columns of zeros span the free motions: first those that stay where they are put, then those that move on by themselves.
    Conjugates stand together, the one with positive frequency first.
    """
    n = len(F)
    if n == 0:
        return np.zeros(0, complex), np.zeros((0, 0), complex), 0
    left, right = _scales(E, F, positions, rates)
    S, T, U, zeros = _without_zeros(left[:, None] * E * right, left[:, None] * F * right)
    values, inner = _regular(S[zeros:, zeros:], T[zeros:, zeros:])
    order = np.lexsort((-values.imag, np.abs(values.imag), values.real, np.abs(values)))
    values, inner = values[order], inner[:, order]
    vectors = np.zeros((n, n), complex)
    vectors[:zeros, :zeros] = np.eye(zeros)
    for k, value in enumerate(values):
        vectors[zeros:, zeros + k] = inner[:, k]
        above = (T[:zeros, zeros:] - value * S[:zeros, zeros:]) @ inner[:, k]
        vectors[:zeros, zeros + k] = np.linalg.solve(value * S[:zeros, :zeros] - T[:zeros, :zeros], above)
    return np.concatenate([np.zeros(zeros, complex), values]), right[:, None] * (U @ vectors), zeros


def _regular(S: np.ndarray, T: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Eigenvalues and vectors of S x' = T x. Real parts within their own rounding are zero.

    That is small, but for eigenvalues that meet without a vector for each: a free body, seen from a turning frame, has pairs of
    these, and would seem to grow by the root of rounding.
    """
    if len(T) == 0:
        return np.zeros(0, complex), np.zeros((0, 0), complex)
    values, y, x = scipy.linalg.eig(T, S, left=True)
    pairs = np.flatnonzero(values[:-1].imag > 0.0)
    values[pairs + 1], x[:, pairs + 1] = values[pairs].conj(), x[:, pairs].conj()
    share = np.maximum(np.abs(np.sum(y.conj() * (S @ x), axis=0)), np.finfo(float).tiny)  # x and y have length 1
    error = ROUNDING * (np.linalg.norm(T, 2) + np.abs(values) * np.linalg.norm(S, 2)) / share
    values.real[(np.abs(values.real) < error) & (values.imag != 0.0)] = 0.0
    return values, x


def _scales(E: np.ndarray, F: np.ndarray, positions: int, rates: int) -> tuple[np.ndarray, np.ndarray]:
    """Units of the equations and of the states (n,), powers of two, that make the parts of E and F comparable.

    Rates are counted in positions times the fastest rate, or a slower one where damping is strong, and forces in the largest
    stiffness. Balancing in the usual way would not do: by the rounding in what should be zero it blows up chains of free
    motions until they cannot be told from zeros.
    """
    moving, left, right = slice(positions, positions + rates), np.ones(len(F)), np.ones(len(F))
    mass = np.abs(E[moving, moving]).max(initial=0.0)
    stiffness, damping = np.abs(F[moving, :positions]).max(initial=0.0), np.abs(F[moving, moving]).max(initial=0.0)
    fastest = np.sqrt(stiffness / mass) if mass > 0.0 else 1.0
    if stiffness > 0.0 and damping > 0.0:
        fastest = min(fastest, stiffness / damping)
    elif damping > 0.0:
        fastest = damping / mass
    right[moving] = _power_of_two(fastest)
    left[:positions] = 1.0 / right[moving][0] if rates else 1.0
    left[moving] = 1.0 / _power_of_two(max(stiffness, damping * fastest, mass * fastest**2))
    for i in range(positions + rates, len(F)):
        others = np.arange(len(F)) != i
        B = left[:, None] * F * right
        across, down = np.abs(B[i, others]).max(initial=0.0), np.abs(B[others, i]).max(initial=0.0)
        if min(across, down) > 1e-10 * max(across, down):
            unit = _power_of_two(np.sqrt(across / down))
            left[i], right[i] = left[i] / unit, right[i] * unit
    return left, right


def _power_of_two(x: float) -> float:
    return float(2.0 ** np.round(np.log2(x))) if x > 0.0 else 1.0


def _without_zeros(E: np.ndarray, F: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray, int]:
    """S = Q^T E U, T = Q^T F U, zero below the diagonals of their first k columns, T there on the diagonal, too; S, T, U, k."""
    S, T, U, k = E.copy(), F.copy(), np.eye(len(F)), 0
    size = np.linalg.norm(F, 2)
    while k < len(F):
        _, sigma, V = np.linalg.svd(T[k:, k:])
        regular = int((sigma > ZERO * size).sum())
        if regular == len(sigma):
            break
        free = slice(k, k + len(sigma) - regular)
        turn = np.vstack([V[regular:], V[:regular]]).T
        S[:, k:], T[:, k:], U[:, k:] = S[:, k:] @ turn, T[:, k:] @ turn, U[:, k:] @ turn
        Q, _ = np.linalg.qr(S[k:, free], mode="complete")
        S[k:], T[k:] = Q.T @ S[k:], Q.T @ T[k:]
        S[free.stop :, free] = T[k:, free] = 0.0
        k = free.stop
    return S, T, U, k

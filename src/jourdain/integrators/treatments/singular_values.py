"""Reduced velocities by singular values: the rows are decomposed at each step, and those below a cut are left out.

    G = U S W^T:   D = columns of W with large singular values,  N = the rest

As by QR, but the rank is known by numbers that mean something: how far the rows are from being dependent.
"""

from __future__ import annotations

from typing import Any

from jourdain.integrators.treatments.reduced import DEPENDENT, RANK, evaluate_at_start, reduced_slopes
from jourdain.jit import inner
from jourdain.kernels.context import motion_at
from jourdain.kernels.dense import orthogonal_basis
from jourdain.kernels.dynamics import OK
from jourdain.kernels.linalg import jacobi_svd
from jourdain.kernels.port import BEGIN


@inner
def _choose(mo: Any) -> int:
    """Right singular vectors: the rows of diag(S) W^T that jacobi_svd leaves in G, longest first."""
    m, n = mo.G.shape
    jacobi_svd(mo.G, mo.rows_square, mo.lam_2)
    largest = 0.0
    for r in range(m):
        largest = max(largest, mo.lam_2[r])
    rank = 0
    for r in range(m):
        if mo.lam_2[r] > DEPENDENT * largest:
            for i in range(n):
                mo.across[i, rank] = mo.G[r, i] / mo.lam_2[r]
            rank += 1
    orthogonal_basis(mo.G, mo.reduced, mo.square, DEPENDENT)
    for i in range(n):
        for j in range(n - rank):
            mo.chosen[i, j] = mo.reduced[i, rank + j]
    return rank


def treatment(task, t, h, address):  # type: ignore[no-untyped-def]
    """options: rank, stabilise, 0."""
    mo = motion_at(address)
    if task != BEGIN:
        return reduced_slopes(mo, task, t)
    evaluate_at_start(mo, t)
    mo.options[RANK] = _choose(mo)
    return OK

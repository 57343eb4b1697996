"""Reduced velocities by singular values: the rows are decomposed at each step, and those below a cut are left out.

    G = U S W^T:   D = columns of W with large singular values,  N = the rest

As by QR, but the rank is known by numbers that mean something: how far the rows are from being dependent.
Theory: docs/theory/treatments.md.
"""

from __future__ import annotations

from typing import Any

from jourdain.integrators.treatments.memory import treatment_at
from jourdain.integrators.treatments.reduced import DEPENDENT, evaluate_at_start, reduced_slopes
from jourdain.jit import inner
from jourdain.kernels.dense import orthogonal_basis
from jourdain.kernels.linalg import jacobi_svd
from jourdain.kernels.motion import motion_at
from jourdain.kernels.port import BEGIN
from jourdain.kernels.status import OK


@inner
def _choose(me: Any, mo: Any) -> int:
    """Right singular vectors: the rows of diag(S) W^T that jacobi_svd leaves in G, longest first."""
    m, n = mo.G.shape
    jacobi_svd(mo.G, mo.rows_square, me.singular)
    largest = 0.0
    for r in range(m):
        largest = max(largest, me.singular[r])
    rank = 0
    for r in range(m):
        if me.singular[r] > DEPENDENT * largest:
            for i in range(n):
                me.across[i, rank] = mo.G[r, i] / me.singular[r]
            rank += 1
    orthogonal_basis(mo.G, me.reduced, me.square, DEPENDENT)
    for i in range(n):
        for j in range(n - rank):
            me.chosen[i, j] = me.reduced[i, rank + j]
    return rank


def treatment(task, t, h, address):  # type: ignore[no-untyped-def]
    """options: rank, stabilise, 0."""
    mo = motion_at(address)
    me = treatment_at(mo.calls.memory)
    if task != BEGIN:
        return reduced_slopes(me, mo, task, t)
    evaluate_at_start(me, mo, t)
    me.options.rank = _choose(me, mo)
    return OK

"""The directions that a step in reduced coordinates begins with, N and D of reduced.py, as each of the treatments chooses them.

ORTHOGONAL: an orthonormal basis of the motions that the rows allow, found anew at each step by QR.
SINGULAR_VALUES: the rows are decomposed at each step, G = U S W^T, and those below a cut are left out: D = columns of W with
large singular values, N = the rest. As by QR, but the rank is known by numbers that mean something: how far the rows are from
being dependent.
NULL_SPACE: an orthonormal basis V(q) which changes continuously (QR or SVD alone would give bases that jump). V at the
beginning of a step is projected on the motions that are allowed elsewhere and orthonormalised by Gram-Schmidt.
With these three velocities are closed at each stage; positions are integrated as they come, and drift; with `stabilise` they
are closed along the rows.
PARTITION: generalised coordinate partitioning by LU: independent velocities are some of the velocities themselves. Full
pivoting chooses the dependent ones; the partition is kept while the rows stay well conditioned in it, and made anew when
their smallest pivot falls below a part of what it was.
TANGENT_SPACE: local parameterisation on the tangent space, q = q0 + N u + D s(u), the motion is described by u on the tangent
at q0. The tangent is kept for many steps, and taken anew where the present one has turned too far from it: the rows, which
are orthonormal in D at q0, then have a component along D that has become small.
Theory: docs/theory/treatments.md.
"""

from __future__ import annotations

from typing import Any

from jourdain.integrators.treatments.common import near
from jourdain.integrators.treatments.memory import NULL_SPACE, ORTHOGONAL, PARTITION, SINGULAR_VALUES, treatment_at
from jourdain.integrators.treatments.reduced import DEPENDENT, across_rows, follow, orthonormalise, reduced_slopes
from jourdain.jit import inner
from jourdain.kernels import port
from jourdain.kernels.dense import orthogonal_basis, pivot_columns
from jourdain.kernels.linalg import jacobi_svd
from jourdain.kernels.motion import motion_at
from jourdain.kernels.port import ask
from jourdain.kernels.status import BAD_PIVOT, OK
from jourdain.kernels.vectors import copy, largest


@inner
def evaluate_at_start(me: Any, mo: Any, t: float) -> None:
    """The rows at the beginning of a step."""
    copy(mo.y, mo.y_new)
    ask(mo, port.POSITIONS, t)
    ask(mo, port.MATRICES, t)


@inner
def begins_near(me: Any, mo: Any, t: float) -> bool:
    """The step begins near a singular position: nothing is chosen there, and what was chosen before is given up."""
    passing = ask(mo, port.PREPARE, t) == OK and near(mo, t)
    me.options.passing = 1.0 if passing else 0.0
    if passing:
        me.options.has_basis = 0.0
        me.options.quality = 0.0
    return passing


@inner
def quality(me: Any, mo: Any, rank: int) -> float:
    """The smallest pivot of (G D)^T (G D): how well the rows can be closed along D; 0 where they cannot."""
    if rank == 0:
        return 1.0
    if not across_rows(me, mo, rank, mo.G.shape[0]):
        return 0.0
    least = me.square[0, 0]
    for a in range(rank):
        least = min(least, me.square[a, a])
    return least


@inner
def still_good(me: Any, mo: Any) -> bool:
    """The directions chosen before close the rows well enough; options: the best quality since then, least part of it.

    (When chosen it may have been poor: at a singular position every choice is, and would be kept ever after.)
    """
    before, now = me.options.quality, quality(me, mo, int(me.options.rank))
    me.options.quality = max(before, now)
    return before > 0.0 and now > me.options.least * before


@inner
def _orthogonal(me: Any, mo: Any) -> int:
    """D: an orthonormal basis of the rows; N, in `chosen`: of what is left. Returns the rank."""
    rank = orthogonal_basis(mo.G, me.reduced, me.square, DEPENDENT)
    for i in range(mo.G.shape[1]):
        for j in range(rank):
            me.across[i, j] = me.reduced[i, j]
    _rest(me, rank)
    return rank


@inner
def _rest(me: Any, rank: int) -> None:
    """N: the columns of the orthonormal basis in `reduced` after those of the rows."""
    for i in range(me.chosen.shape[0]):
        for j in range(me.chosen.shape[0] - rank):
            me.chosen[i, j] = me.reduced[i, rank + j]


@inner
def _singular_values(me: Any, mo: Any) -> int:
    """Right singular vectors: the rows of diag(S) W^T that jacobi_svd leaves in G, longest first."""
    m, n = mo.G.shape
    jacobi_svd(mo.G, mo.rows_square, me.singular)
    least, rank = DEPENDENT * largest(me.singular), 0
    for r in range(m):
        if me.singular[r] > least:
            for i in range(n):
                me.across[i, rank] = mo.G[r, i] / me.singular[r]
            rank += 1
    orthogonal_basis(mo.G, me.reduced, me.square, DEPENDENT)
    _rest(me, rank)
    return rank


@inner
def _partition(me: Any, mo: Any) -> int:
    """Unit vectors by pivots, none of them a velocity that is to stay independent; the rank."""
    m, n = mo.G.shape
    for j in range(n):
        if me.independent[j] == 1:
            mo.G[:, j] = 0.0
    rank = pivot_columns(mo.G, m, n, me.order, DEPENDENT)  # overwrites G; the caller asks for it again
    me.across[:] = 0.0
    me.chosen[:] = 0.0
    for j in range(rank):
        me.across[me.order[j], j] = 1.0
    for j in range(n - rank):
        me.chosen[me.order[rank + j], j] = 1.0
    return rank


@inner
def _carry(me: Any, mo: Any, rank: int) -> bool:
    """The basis of the null space chosen before, at the present positions."""
    if not follow(me, mo, rank):
        return False
    V, D = me.chosen, me.across
    n = V.shape[0]
    for j in range(n - rank):
        for a in range(rank):
            dot = 0.0
            for i in range(n):
                dot += D[i, a] * V[i, j]
            for i in range(n):
                V[i, j] -= dot * D[i, a]
    orthonormalise(V, n - rank)
    return True


def treatment(task, t, h, address):  # type: ignore[no-untyped-def]
    """options: choice, rank, stabilise, follow; has_basis: 1 once there is one; passing; quality, least part of it."""
    mo = motion_at(address)
    me = treatment_at(mo.calls.memory)
    if task != port.BEGIN:
        return reduced_slopes(me, mo, task, t)
    options, choice = me.options, me.options.choice
    evaluate_at_start(me, mo, t)
    if begins_near(me, mo, t):
        return OK
    if choice == NULL_SPACE and options.has_basis == 1.0:
        return OK if _carry(me, mo, int(options.rank)) else BAD_PIVOT
    if choice in (ORTHOGONAL, NULL_SPACE):
        options.rank = _orthogonal(me, mo)
        options.has_basis = 1.0
    elif choice == SINGULAR_VALUES:
        options.rank = _singular_values(me, mo)
    elif not still_good(me, mo):
        options.rank = _partition(me, mo) if choice == PARTITION else _orthogonal(me, mo)
        if choice == PARTITION:
            evaluate_at_start(me, mo, t)
        options.quality = quality(me, mo, int(options.rank))
        mo.counts.partitions += 1
    return OK

"""Reduced coordinates, whatever they are: a choice at the beginning of a step, and one way to go on from there.

A choice is two sets of directions (nv,): N (in me.basis), along which the motion is described, and D (in me.across), along
which constraints are closed. LU takes unit vectors for both, QR, SVD and the tangent space orthogonal ones. Then everywhere

    V = N - D (G D)^+ G N                      spans the motions that the rows allow, and changes smoothly
    q  is moved along D until g = 0,   v  changed along D until G v + g_t = 0
    (V^T M V) z' = V^T (h - M a0),   a = a0 + V z',   a0 = D (G D)^+ gamma

Components along N stay as they were integrated: these are the reduced coordinates. Where rows are redundant, (G D)^+ is the
least-squares solution, and multipliers are those of least norm.
Theory: docs/theory/treatments.md.
"""

from __future__ import annotations

import math
from typing import Any

from jourdain.integrators.treatments.common import closed_slopes, finish, near, place
from jourdain.jit import inner
from jourdain.kernels import port
from jourdain.kernels.dense import cholesky, cholesky_solve, orthogonal_basis
from jourdain.kernels.port import ask, position_rows
from jourdain.kernels.status import BAD_PIVOT, NOT_CLOSED, OK
from jourdain.kernels.vectors import copy, copy_matrix, largest, negate

DEPENDENT = 1e-9  # rows whose pivot is below this part of the first depend on others


@inner
def _entry(A: Any, B: Any, r: int, a: int) -> float:
    """Number (r, a) of the product A B."""
    total = 0.0
    for i in range(A.shape[1]):
        total += A[r, i] * B[i, a]
    return total


@inner
def across_rows(me: Any, mo: Any, rank: int, rows: int) -> bool:
    """Factor (G D)^T (G D) over the first `rows` rows into the leading block of `square`."""
    G, D, S = mo.G, me.across, me.square
    for a in range(rank):
        for b in range(a + 1):
            S[a, b] = 0.0
    for r in range(rows):
        for a in range(rank):
            mo.end[a] = _entry(G, D, r, a)
        for a in range(rank):
            for b in range(a + 1):
                S[a, b] += mo.end[a] * mo.end[b]
    return cholesky(S, rank)


@inner
def _along(me: Any, mo: Any, rank: int, rows: int, right: Any, x: Any) -> None:
    """x (nv,) = D (G D)^+ right."""
    G, D, c = mo.G, me.across, mo.z
    for a in range(rank):
        c[a] = 0.0
    for r in range(rows):
        for a in range(rank):
            c[a] += _entry(G, D, r, a) * right[r]
    cholesky_solve(me.square, rank, c)
    for i in range(G.shape[1]):
        total = 0.0
        for a in range(rank):
            total += D[i, a] * c[a]
        x[i] = total


@inner
def close_positions_along(me: Any, mo: Any, t: float, rank: int) -> int:
    """Move q_new along D until the position rows are closed; the rows stand there afterwards."""
    last = math.inf
    for _ in range(20):
        ask(mo, port.POSITIONS, t)
        ask(mo, port.MATRICES, t)
        if not across_rows(me, mo, rank, mo.g.shape[0]):
            return BAD_PIVOT
        for r in range(position_rows(mo), mo.g.shape[0]):
            mo.g[r] = 0.0  # rows at velocity level ask nothing of positions
        _along(me, mo, rank, mo.g.shape[0], mo.g, mo.u)
        negate(mo.u, mo.u)
        size = largest(mo.u)
        if not math.isfinite(size):
            return NOT_CLOSED
        ask(mo, port.MOVE, t)
        if size < 1e-9 and (size >= 0.3 * last or size < 1e-15):
            ask(mo, port.POSITIONS, t)
            return OK
        last = size
    return NOT_CLOSED


@inner
def close_velocities_along(me: Any, mo: Any, t: float, rank: int) -> None:
    """Change v_new along D until the rates are closed; needs MATRICES and across_rows at these positions."""
    for _ in range(2):
        ask(mo, port.VELOCITIES, t)
        _along(me, mo, rank, mo.rate.shape[0], mo.rate, mo.u)
        for i in range(mo.u.shape[0]):
            mo.v_new[i] -= mo.u[i]


@inner
def free_motions(me: Any, mo: Any, rank: int) -> None:
    """V = N - D (G D)^+ G N in place of the first nv - rank columns of `basis`; columns one by one, by way of `m` numbers."""
    N, G = me.basis, mo.G
    n = N.shape[0]
    for j in range(n - rank):
        for r in range(G.shape[0]):
            mo.lam_1[r] = _entry(G, N, r, j)
        _along(me, mo, rank, G.shape[0], mo.lam_1, mo.u)
        for i in range(n):
            N[i, j] -= mo.u[i]


@inner
def _missing(mo: Any) -> None:
    """end = force - M vd_new."""
    for i in range(mo.M.shape[0]):
        total = mo.force[i]
        for k in range(mo.M.shape[0]):
            total -= mo.M[i, k] * mo.vd_new[k]
        mo.end[i] = total


@inner
def reduced_mass(me: Any, mo: Any, rank: int) -> None:
    """V^T M V in the leading block of `reduced`; V stands in `basis`."""
    M, V, A = mo.M, me.basis, me.reduced
    n = M.shape[0]
    f = n - rank
    if rank == 0:  # V = 1
        copy_matrix(M, A)
        return
    for a in range(f):
        for i in range(n):
            mo.u[i] = _entry(M, V, i, a)
        for b in range(f):
            total = 0.0
            for i in range(n):
                total += V[i, b] * mo.u[i]
            A[b, a] = total


@inner
def reduced(me: Any, force: Any, f: int, z: Any) -> None:
    """z (f,) = V^T force."""
    V = me.basis
    for a in range(f):
        total = 0.0
        for i in range(V.shape[0]):
            total += V[i, a] * force[i]
        z[a] = total


@inner
def reduced_forces(me: Any, mo: Any, rank: int) -> None:
    """z = V^T (h - M a0), and a0 in vd_new."""
    _along(me, mo, rank, mo.G.shape[0], mo.gamma, mo.vd_new)
    _missing(mo)
    reduced(me, mo.end, mo.M.shape[0] - rank, mo.z)


@inner
def _reduced_solve(me: Any, mo: Any, rank: int) -> bool:
    """Accelerations and multipliers of the reduced equations; V stands in `basis`, the factor of V^T M V in `reduced`."""
    V, D, G, A = me.basis, me.across, mo.G, me.reduced
    n = V.shape[0]
    f = n - rank
    reduced_forces(me, mo, rank)
    reduced_mass(me, mo, rank)
    if not cholesky(A, f):
        return False
    cholesky_solve(A, f, mo.z)
    for i in range(n):
        for a in range(f):
            mo.vd_new[i] += V[i, a] * mo.z[a]
    _missing(mo)  # the constraint force h - M a
    for a in range(rank):
        total = 0.0
        for i in range(n):
            total += D[i, a] * mo.end[i]
        mo.z[a] = total
    cholesky_solve(me.square, rank, mo.z)
    for r in range(G.shape[0]):  # least norm: (G D) ((G D)^T (G D))^-1 D^T (M a - h)
        mo.lam_new[r] = 0.0
        for a in range(rank):
            mo.lam_new[r] -= _entry(G, D, r, a) * mo.z[a]
    return True


@inner
def orthonormalise(V: Any, count: int) -> None:
    """Gram-Schmidt on the first columns of V, twice for rounding: continuous in V."""
    n = V.shape[0]
    for j in range(count):
        for _ in range(2):
            for k in range(j):
                dot = 0.0
                for i in range(n):
                    dot += V[i, k] * V[i, j]
                for i in range(n):
                    V[i, j] -= dot * V[i, k]
        norm = 0.0
        for i in range(n):
            norm += V[i, j] * V[i, j]
        norm = math.sqrt(norm)
        for i in range(n):
            V[i, j] /= norm


@inner
def follow(me: Any, mo: Any, rank: int) -> bool:
    """D: an orthonormal basis of the rows here; N stays what was chosen."""
    found = orthogonal_basis(mo.G, me.reduced, me.square, DEPENDENT)
    for i in range(mo.G.shape[1]):
        for j in range(rank):
            me.across[i, j] = me.reduced[i, j]
    return found == rank


@inner
def reduced_slopes(me: Any, mo: Any, task: int, t: float) -> int:
    """STAGE and SETTLE for any choice of N (in `chosen`) and D (in `across`).

    Near singular positions in full coordinates; a step that begins there (`passing`) has no choice to go on with.
    """
    rank = int(me.options.rank)
    status = place(me, mo, t)
    if status != OK:
        return status
    if me.options.passing != 0.0 or near(mo, t):
        return closed_slopes(me, mo, task, t)
    if me.options.follow != 0.0:
        ask(mo, port.MATRICES, t)
        if not follow(me, mo, rank):
            return BAD_PIVOT
    if me.options.stabilise != 0.0:
        status = close_positions_along(me, mo, t, rank)
        if status != OK:
            return status
    else:
        ask(mo, port.POSITIONS, t)
    ask(mo, port.MATRICES, t)
    if not across_rows(me, mo, rank, mo.g.shape[0]):
        return BAD_PIVOT
    if task == port.SETTLE:
        status = ask(mo, port.TURNS, t)
        if status != OK:
            return status
    close_velocities_along(me, mo, t, rank)
    ask(mo, port.MATRICES, t)
    ask(mo, port.VELOCITIES, t)
    ask(mo, port.FORCES, t)
    copy(mo.k, mo.wd_new)
    n = me.basis.shape[0]
    for i in range(n):
        for j in range(n - rank):
            me.basis[i, j] = me.chosen[i, j]
    free_motions(me, mo, rank)
    if me.options.follow != 0.0:
        orthonormalise(me.basis, n - rank)
    if not _reduced_solve(me, mo, rank):
        return BAD_PIVOT
    return finish(me, mo, t)

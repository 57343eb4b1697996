"""Controlled Baumgarte stabilisation with velocity correction, after Xu and Qi.

    G a = gamma - k (2 c1 g' + c2^2 g),   k = min(1, c |g''| / |2 c1 g' + c2^2 g|),   largest components

with g'' = G a - gamma of the acceleration at the end of the step before (with the present one the formula would be circular,
with that of the last stage slopes would not be functions of the state), after the velocities are corrected,
v <- v - G^T (G G^T)^-1 (G v + g_t), until the rates are below `errvc`. Rows that a pivoted QR finds dependent are deleted in
both: a rule of this method, which every other treatment here avoids.
Theory: docs/theory/treatments.md.
"""

from __future__ import annotations

from typing import Any

from jourdain.integrators.treatments.common import finish
from jourdain.integrators.treatments.memory import CORRECTIONS, DELETED, EVALUATIONS, LATE, LIMITED, treatment_at
from jourdain.jit import inner
from jourdain.kernels import port
from jourdain.kernels.dense import cholesky, cholesky_solve
from jourdain.kernels.motion import motion_at
from jourdain.kernels.port import ask, position_rows
from jourdain.kernels.status import BAD_PIVOT, OK
from jourdain.kernels.vectors import add_times, copy, dot, fill


@inner
def _keep_rows(me: Any, mo: Any) -> int:
    """order[:rank]: rows that stay, by modified Gram-Schmidt with pivoting on the rows of G; their basis in `across`."""
    G, left = mo.G, me.across
    m, n = G.shape
    for r in range(m):
        me.order[r] = r
        copy(G[r], left[r])
    first = 0.0
    for k in range(m):
        best, longest = k, -1.0
        for r in range(k, m):
            total = dot(left[r], left[r])
            if total > longest:
                best, longest = r, total
        longest = longest**0.5
        if k == 0:
            first = longest
        if longest <= me.options.delete * first:
            return k
        me.order[k], me.order[best] = me.order[best], me.order[k]
        for i in range(n):
            left[k, i], left[best, i] = left[best, i], left[k, i]
            left[k, i] /= longest
        for r in range(k + 1, m):
            add_times(-dot(left[k], left[r]), left[k], left[r])
    return m


@inner
def _note_change(me: Any, mo: Any, task: int, rank: int) -> None:
    """Tell the time loop that other rows stay than at the start of the step: slopes jump in it, however small it is."""
    changed = False
    for k in range(mo.G.shape[0]):
        r, stays = me.order[k], int(k < rank)
        changed = changed or me.kept[r] != stays
        if task == port.SETTLE:
            me.kept[r] = stays
    if changed:
        mo.counts.singular += 1
        mo.clock.near = max(mo.clock.near, 2)


@inner
def _correct_velocities(me: Any, mo: Any, t: float, rank: int) -> bool:
    """The least change of v (in its own numbers, metres and radians alike) that closes the rows that stay.

    One correction is always made: if rates below errvc stayed as they are, slopes would jump where they come to be above it.
    """
    G, S, x = mo.G, me.square, mo.z
    n = G.shape[1]
    for correction in range(5):
        ask(mo, port.VELOCITIES, t)
        worst = 0.0
        for k in range(rank):
            worst = max(worst, abs(mo.rate[me.order[k]]))
        if correction > 0 and worst <= me.options.errvc:
            return True
        me.tally[CORRECTIONS] += 1
        if correction == 0 and worst > me.options.errvc:
            me.tally[LATE] += 1
        for k in range(rank):
            x[k] = mo.rate[me.order[k]]
            for l in range(rank):
                S[k, l] = dot(G[me.order[k]], G[me.order[l]])
        if not cholesky(S, rank):
            return False
        cholesky_solve(S, rank, x)
        for i in range(n):
            for k in range(rank):
                mo.v_new[i] -= G[me.order[k], i] * x[k]
    return True


@inner
def _accelerate(me: Any, mo: Any, rank: int) -> bool:
    """M a - G^T lam = force, G a = gamma over the rows that stay; the multipliers of the others are zero."""
    M, G, S, x, B = mo.M, mo.G, me.square, mo.z, me.basis
    n = M.shape[0]
    if not cholesky(M, n):
        return False
    copy(mo.force, mo.vd_new)
    cholesky_solve(M, n, mo.vd_new)
    for k in range(rank):
        r = me.order[k]
        copy(G[r], B[k])
        cholesky_solve(M, n, B[k])
        total = mo.gamma[r]
        for i in range(n):
            total -= G[r, i] * mo.vd_new[i]
        x[k] = total
    for k in range(rank):
        for l in range(rank):
            S[k, l] = dot(G[me.order[k]], B[l])
    if not cholesky(S, rank):
        return False
    cholesky_solve(S, rank, x)
    fill(mo.lam_new, 0.0)
    for k in range(rank):
        mo.lam_new[me.order[k]] = x[k]
        add_times(x[k], B[k], mo.vd_new)
    return True


@inner
def _control(me: Any, mo: Any) -> None:
    """gamma -= k (2 c1 g' + c2^2 g); the acceleration before is in me.previous."""
    c1, c2 = me.options.c1, me.options.c2
    largest = change = 0.0
    for r in range(mo.gamma.shape[0]):
        term = 2.0 * c1 * mo.rate[r] + (c2 * c2 * mo.g[r] if r < position_rows(mo) else 0.0)
        largest = max(largest, abs(term))
        second = -mo.gamma[r]
        for i in range(mo.G.shape[1]):
            second += mo.G[r, i] * me.previous[i]
        change = max(change, abs(second))
    k = min(1.0, me.options.control * change / largest) if largest > 0.0 else 1.0
    me.tally[LIMITED] += int(k < 1.0)
    for r in range(mo.gamma.shape[0]):
        mo.gamma[r] -= k * (2.0 * c1 * mo.rate[r] + (c2 * c2 * mo.g[r] if r < position_rows(mo) else 0.0))


def treatment(task, t, h, address):  # type: ignore[no-untyped-def]
    """options: c1, c2 [1/s], c, errvc, threshold of deletion."""
    mo = motion_at(address)
    me = treatment_at(mo.calls.memory)
    if task == port.BEGIN:
        if h == 0.0:
            copy(mo.vd, me.previous)
        return OK
    ask(mo, port.NORMALISE, t)
    ask(mo, port.POSITIONS, t)
    ask(mo, port.MATRICES, t)
    if task == port.SETTLE:
        status = ask(mo, port.TURNS, t)
        if status != OK:
            return status
    rank = _keep_rows(me, mo)
    me.tally[EVALUATIONS] += 1
    me.tally[DELETED] += int(rank < mo.G.shape[0])
    _note_change(me, mo, task, rank)
    if not _correct_velocities(me, mo, t, rank):
        return BAD_PIVOT
    ask(mo, port.VELOCITIES, t)
    ask(mo, port.FORCES, t)
    _control(me, mo)
    copy(mo.k, mo.wd_new)
    if not _accelerate(me, mo, rank):
        return BAD_PIVOT
    if task == port.SETTLE:
        copy(mo.vd_new, me.previous)
    return finish(me, mo, t)

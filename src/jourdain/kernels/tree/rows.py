"""The rows that stay: cut joints, drives, couplings, beside a tree.

    M a - G^T lam = f,  G a = y      (G M^-1 G^T) lam = y - G M^-1 f,     a = M^-1 (f + G^T lam)

With u = Psi^T G^T of each row (solving.py), G M^-1 G^T = u^T D u over the links between a row's bodies and the ground. It is
small, of the rows that stay only, and where loops have no links in common it is zero. It is factored by Cholesky's method with
the largest pivot next, from one nonzero to the next: as many rows as are redundant come last and are left out, which changes
no motion. Near singular positions eps and refinement passes do what they
do in kernels/dynamics.py.
Theory: docs/theory/tree.md and docs/theory/singular.md.
"""

from __future__ import annotations

import math
from typing import Any

from jourdain.jit import inner, leaf
from jourdain.kernels.dynamics import AT, EPS, NEARLY, _reach
from jourdain.kernels.kinds import dimension
from jourdain.kernels.linalg import DEPENDENT, LEAST_USUAL
from jourdain.kernels.status import BAD_PIVOT, OK
from jourdain.kernels.tables import (
    AT_SINGULAR,
    BASE_RANK,
    LARGEST,
    LEAST,
    PASSES,
    REGULARISED,
    SINGULAR_COUNT,
    SMALLEST,
)
from jourdain.kernels.tree.points import linear, weigh_points
from jourdain.kernels.tree.recursion import hand_on
from jourdain.kernels.tree.solving import articulate, inward, outward, take_up
from jourdain.kernels.tree.tables import FREE
from jourdain.kernels.vectors import copy, fill

FEW, NOT_MUCH_SMALLER = 20, 0.1  # rows, among which pivots are chosen by size alone; of the largest one
ROUNDING = 1e-14  # a pivot below this is rounding: its row depends on others


@inner
def _weigh_row(kind: Any, tr: Any, s: Any, r: int) -> None:
    """row_u and row_z of a row."""
    if linear(kind):
        weigh_points(kind, tr, s, r)
        return
    W = tr.W
    for e in range(tr.path_start[r], tr.path_start[r + 1]):
        l = tr.path[e]
        fill(W[l], 0.0)
        for i in range(tr.links[l].v, tr.links[l].v + tr.links[l].n):
            tr.row_u[r, i] = 0.0
    row = s.rows[r]
    for k in range(row.block, row.block + row.n_blocks):
        l = tr.link_of[s.block_body[k]]
        if dimension(kind) == 2:
            W[l, 0] += s.J[k, 0]
            W[l, 1] += s.J[k, 1]
            W[l, 5] += s.J[k, 2]
            continue
        for c in range(3):
            W[l, c] += s.J[k, c]
            W[l, 3 + c] += tr.R[l, c, 0] * s.J[k, 3] + tr.R[l, c, 1] * s.J[k, 4] + tr.R[l, c, 2] * s.J[k, 5]
    for e in range(tr.path_start[r], tr.path_start[r + 1]):
        l = tr.path[e]
        link = tr.links[l]
        take_up(tr, link, l, tr.row_u[r], tr.row_z[r])
        if link.joint != FREE:
            hand_on(tr, l, link.parent)


@inner
def _metric(tr: Any, s: Any) -> None:
    """K = G M^-1 G^T, in scaled rows; one on the diagonal of dormant rows."""
    m, K, scale = s.rows.shape[0], tr.K, tr.scale
    for r in range(m):
        for near in range(tr.near_start[r], tr.near_start[r + 1]):
            j, total = tr.near[near], 0.0
            for e in range(tr.path_start[r], tr.path_start[r + 1]):
                link = tr.links[tr.path[e]]
                for i in range(link.v, link.v + link.n):
                    total += tr.row_u[r, i] * tr.row_z[j, i]
            K[r, j] = K[j, r] = total * scale[r] * scale[j]
        if s.rows[r].active == 0:
            K[r, r] = 1.0


@leaf
def _next_pivot(L: Any, k: int, m: int) -> int:
    """The largest pivot; of many rows the first that is not much smaller: in the order of the loops there is little fill."""
    best = k
    for i in range(k + 1, m):
        if L[i, i] > L[best, best]:
            best = i
    if m > FEW:
        for i in range(k, best):
            if L[i, i] > NOT_MUCH_SMALLER * L[best, best]:
                return i
    return best


@inner
def _eliminate(tr: Any, s: Any, eps: float, redundant: int) -> float:
    """L L^T of K + eps in the order of its pivots, without the last `redundant`; returns the smallest pivot."""
    m, L, order, nonzero = s.rows.shape[0], tr.L, tr.order, tr.nonzero
    for i in range(m):
        order[i] = i
        for j in range(m):
            L[i, j] = tr.K[i, j]
        L[i, i] += eps
    least, rank = 1.0, m - redundant
    for k in range(rank):
        best = _next_pivot(L, k, m)
        if best != k:
            order[k], order[best] = order[best], order[k]
            for j in range(m):
                L[k, j], L[best, j] = L[best, j], L[k, j]
            for i in range(m):
                L[i, k], L[i, best] = L[i, best], L[i, k]
        pivot = L[k, k]
        if not pivot > ROUNDING:
            rank, least = k, 0.0
            break
        least = min(least, pivot)
        root = math.sqrt(pivot)
        L[k, k] = root
        n = 0
        for i in range(k + 1, m):  # loops far from each other have nothing in common
            if L[i, k] != 0.0:
                L[i, k] /= root
                nonzero[n] = i
                n += 1
        for a in range(n):
            i = nonzero[a]
            f = L[i, k]
            for b in range(a + 1):
                j = nonzero[b]
                L[i, j] -= f * L[j, k]
                L[j, i] = L[i, j]
    tr.rank[0] = rank
    return least


@inner
def _back(tr: Any, x: Any) -> None:
    """x = (K + eps)^-1 x; zero for rows that are left out."""
    n, m, L, order, y = tr.rank[0], x.shape[0], tr.L, tr.order, tr.y
    for i in range(n):
        total = x[order[i]]
        for j in range(i):
            total -= L[i, j] * y[j]
        y[i] = total / L[i, i]
    for i in range(n - 1, -1, -1):
        total = y[i]
        for j in range(i + 1, n):
            total -= L[j, i] * y[j]
        y[i] = total / L[i, i]
    for i in range(m):
        x[order[i]] = y[i] if i < n else 0.0


@inner
def _multipliers(tr: Any, s: Any, y: Any, lam: Any) -> None:
    """lam of K lam = y: passes as in kernels/dynamics.saddle_solve."""
    m, x, passes, eps = y.shape[0], tr.x, int(s.flags[PASSES]), s.flags[REGULARISED]
    for r in range(m):
        x[r] = y[r] * tr.scale[r]
    _back(tr, x)
    for r in range(m):
        lam[r] = x[r] * tr.scale[r]
    for j in range(1, passes + 1):
        for r in range(m):
            x[r] *= eps
        _back(tr, x)
        times = 1.0 if j < passes or passes == 1 else -float(passes)
        for r in range(m):
            lam[r] += times * x[r] * tr.scale[r]


@inner
def prepare(kind: Any, tr: Any, s: Any) -> int:
    """Articulated inertias, and factors for the rows; how near is a singular position?"""
    flags = s.flags
    flags[AT_SINGULAR], flags[SMALLEST], flags[LEAST] = 0.0, 1.0, 1.0
    if articulate(kind, tr, s) >= 0:
        return BAD_PIVOT
    m = s.rows.shape[0]
    if m == 0:
        return OK
    for r in range(m):
        _weigh_row(kind, tr, s, r)
    if tr.scale[0] == 0.0:
        _first_scales(tr, s)
    _metric(tr, s)
    redundant = int(flags[BASE_RANK])
    least = _eliminate(tr, s, 0.0, redundant)
    flags[LEAST], flags[LARGEST] = least, max(flags[LARGEST], least)
    usual = min(1.0, max(flags[LARGEST], LEAST_USUAL))
    flags[SMALLEST] = least / usual if least >= DEPENDENT else 0.0
    flags[SINGULAR_COUNT] += 1.0 if flags[SMALLEST] == 0.0 else 0.0
    flags[PASSES] = flags[REGULARISED] = 0.0
    if flags[SMALLEST] < NEARLY:
        limit = AT * _reach(s) ** (2.0 / 3.0)
        flags[AT_SINGULAR] = 1.0 if least < limit else 0.0
        flags[PASSES], flags[REGULARISED] = 3.0, EPS * least if least >= limit else limit
        _eliminate(tr, s, flags[REGULARISED], redundant)
    return OK


@inner
def _first_scales(tr: Any, s: Any) -> None:
    """Scales of the rows where they are first looked at: by what moves them there, or would if no joint were in the way."""
    for r in range(s.rows.shape[0]):
        total = 0.0
        for e in range(tr.path_start[r], tr.path_start[r + 1]):
            link = tr.links[tr.path[e]]
            for i in range(link.v, link.v + link.n):
                total += tr.row_u[r, i] * tr.row_z[r, i]
        least = 1e-6 * s.rows[r].weight
        tr.scale[r] = 1.0 / math.sqrt(total if total > least else least if least > 0.0 else 1.0)


@inner
def all_count(tr: Any, s: Any) -> None:
    """What closing leaves alone near a singular position counts in accelerations."""
    if s.flags[REGULARISED] > EPS:
        s.flags[REGULARISED] = EPS
        _eliminate(tr, s, EPS, int(s.flags[BASE_RANK]))


@inner
def solve(kind: Any, tr: Any, s: Any, tau: Any, y: Any, a: Any, lam: Any) -> int:
    """a, lam of M a - G^T lam = tau + T^T W,  G a = y; W is used up. Returns 1 if a is finite."""
    copy(tau, tr.u)
    inward(kind, tr, tr.u, tr.taken)
    m = s.rows.shape[0]
    if m > 0:
        for r in range(m):
            total = y[r]
            for e in range(tr.path_start[r], tr.path_start[r + 1]):
                link = tr.links[tr.path[e]]
                for i in range(link.v, link.v + link.n):
                    total -= tr.row_z[r, i] * tr.u[i]
            tr.z[r] = total if s.rows[r].active == 1 else 0.0
        _multipliers(tr, s, tr.z, lam)
        for r in range(m):
            for e in range(tr.path_start[r], tr.path_start[r + 1]):
                link = tr.links[tr.path[e]]
                for i in range(link.v, link.v + link.n):
                    tr.u[i] += lam[r] * tr.row_u[r, i]
    return outward(kind, tr, tr.u, a)

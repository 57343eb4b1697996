"""Systems at the port in canonical form, p = dL/dv and p' = dL/dq + Q + G^T lam: the tasks of methods that work on it.

A function of its own, which other methods need not compile. Kinds whose velocities are the rates of their positions have it.
Theory: docs/theory/galerkin.md.
"""

from __future__ import annotations

import math
from typing import Any

from jourdain.jit import inner
from jourdain.kernels import kinds, port
from jourdain.kernels.dynamics import saddle_solve
from jourdain.kernels.equations import applied, biases, velocities
from jourdain.kernels.kinds import width
from jourdain.kernels.measures import against
from jourdain.kernels.status import OK
from jourdain.kernels.tables import BASE_RANK
from jourdain.kernels.tangent import dense_rows, row_tangent
from jourdain.kernels.vectors import copy, dot, fill, negate, unit

DEPENDENT = 1e-8  # a pivot of (G M^-1 G^T)^-1 below this part of its diagonal, or of what a row weighs, is none

KEPT = 0.1  # a row keeps its place in the order while it has this part of what the best one has left


@inner
def _right_side(kind: Any, s: Any, mo: Any) -> None:
    """p_new, canonical."""
    mo.counts.evaluations += 1
    if kinds.varying_mass(kind):
        kinds.canonical(kind, s, mo.v_new, mo.p_new)
    else:  # bodies: momenta M v, and no forces but those that are applied
        kinds.inertia(kind, s, mo.v_new)
        kinds.momentum(kind, s, mo.v_new, mo.p_new)
    applied(kind, s, mo.v_new, mo.w_new, mo.lam_new)
    copy(s.force, mo.canonical)
    for r in range(s.rows.shape[0]):
        against(kind, s, s.rows[r], s.J, mo.lam_new[r], mo.canonical)


@inner
def _rows_change(kind: Any, s: Any, mo: Any) -> None:
    """G v' - gamma, and what q' differs from v; M v' = p' - (d/dq dL/dv) q'."""
    velocities(kind, s, mo.v_new)
    biases(kind, s, mo.v_new)
    mo.end[:] = 0.0
    kinds.momentum_along(kind, s, mo.v_new, mo.u, mo.end)
    for i in range(kind.v):
        mo.end[i] = mo.z_new[i] - mo.end[i]
    kinds.solve_mass(kind, s, mo.end, mo.z)
    negate(s.gamma, mo.turned)
    row_tangent(kind, s, mo.v_new)
    for r in range(s.rows.shape[0]):
        for k in range(s.rows[r].block, s.rows[r].block + s.rows[r].n_blocks):
            j = width(kind) * s.block_body[k]
            for c in range(width(kind)):
                mo.turned[r] += s.J[k, c] * mo.z[j + c] + s.Jt[k, c] * (mo.u[j + c] - mo.v_new[j + c])


@inner
def _rows_metric(kind: Any, s: Any, mo: Any) -> None:
    """Dense G, and K from the last row to the first; rows that cost nothing (flat bodies) or depend on others have none.

    By saddle point solves, which know what to do where M is singular, or rows are redundant.
    """
    G, K = mo.G, mo.rows_square
    m = G.shape[0]
    dense_rows(kind, s, G)
    for r in range(m):
        fill(s.f, 0.0)
        unit(mo.turned, r)
        saddle_solve(kind, s, s.f, mo.turned, s.f, mo.turned)
        for l in range(r + 1):
            K[r, l] = mo.turned[l]
    for r in range(m - 1, -1, -1):
        whole = K[r, r]
        for l in range(r, -1, -1):
            total = K[r, l]
            for k in range(r + 1, m):
                total -= K[k, r] * K[k, l]
            if l == r:
                K[r, r] = math.sqrt(total) if total > DEPENDENT * max(whole, 1.0 / s.rows[r].weight) else 0.0
            else:
                K[r, l] = total / K[r, r] if K[r, r] > 0.0 else 0.0


@inner
def _rows_basis(kind: Any, s: Any, mo: Any, anew: bool) -> None:
    """Dense G, and K of as many rows as are independent; anew: choose them, best first. M is regular.

    (G M^-1 G^T)^-1 by saddle point solves has, where rows are redundant, a null part that is rounding over eps.
    """
    G, K, order, left = mo.G, mo.rows_square, mo.row_order, mo.turned
    m, rows = G.shape[0], s.rows
    rank = m - int(s.flags[BASE_RANK])
    dense_rows(kind, s, G)
    for r in range(m):
        kinds.solve_mass(kind, s, G[r], mo.z)
        for l in range(m):
            K[l, r] = dot(G[l], mo.z)
        left[r] = K[r, r]
    for k in range(m):  # K = L of G M^-1 G^T = L L^T
        if anew and k < rank:
            _choose(rows, order, left, k)
        r = order[k]
        K[r, r] = math.sqrt(left[r]) if k < rank and left[r] > DEPENDENT * rows[r].weight else 0.0
        for a in range(k + 1, m):
            l = order[a]
            for e in range(k):
                K[l, r] -= K[l, order[e]] * K[r, order[e]]
            K[l, r] = K[l, r] / K[r, r] if K[r, r] > 0.0 else 0.0
            left[l] -= K[l, r] ** 2
    for k in range(m):  # K = L^-1
        r = order[k]
        inverse = 1.0 / K[r, r] if K[r, r] > 0.0 else 0.0
        for b in range(k):
            total = 0.0
            for e in range(b, k):
                total += K[r, order[e]] * K[order[e], order[b]]
            K[r, order[b]] = -total * inverse
        K[r, r] = inverse
        for a in range(k + 1, m):
            K[r, order[a]] = 0.0


@inner
def _choose(rows: Any, order: Any, left: Any, k: int) -> None:
    """The row that comes k-th: the one that did, unless another has much more left."""
    best = k
    for a in range(k, order.shape[0]):
        if left[order[a]] * rows[order[best]].weight > left[order[best]] * rows[order[a]].weight:
            best = a
    if left[order[k]] * rows[order[best]].weight < KEPT * left[order[best]] * rows[order[k]].weight:
        order[k], order[best] = order[best], order[k]


@inner
def _dense_parts(s: Any, mo: Any) -> None:
    """stage_parts (3 n, n): mass, damping and stiffness parts one below the other, in the order of the unknowns."""
    n, place, unknown = s.place.shape[0], s.place, mo.unknown_at
    for a in range(n):
        unknown[place[a]] = a
    mo.stage_parts[:] = 0.0
    for a in range(n):
        i = place[a]
        for e in range(s.row_start[i], s.row_start[i + 1]):
            for part in range(3):
                mo.stage_parts[part * n + a, unknown[s.column[e]]] = mo.parts[part, e]


@inner
def answer_canonical(kind: Any, s: Any, mo: Any, task: int, t: float) -> int:
    """Carry out a task on the canonical equations."""
    if task == port.CANONICAL:
        _right_side(kind, s, mo)
    elif task == port.VELOCITY_OF:
        if kinds.varying_mass(kind):
            kinds.velocity(kind, s, mo.p_new, mo.v_new)
        else:
            kinds.solve_mass(kind, s, mo.p_new, mo.v_new)
    elif task == port.MOMENTUM_TANGENT:
        for j in range(kind.v):
            unit(mo.u, j)
            mo.end[:] = 0.0
            kinds.momentum_along(kind, s, mo.v_new, mo.u, mo.end)
            for i in range(kind.v):
                mo.momentum_tangent[i, j] = mo.end[i]
    elif task == port.ROWS_CHANGE:
        _rows_change(kind, s, mo)
    elif task == port.SADDLE:
        saddle_solve(kind, s, mo.end, mo.turned, mo.z, mo.turned)
    elif task == port.ROWS_METRIC:
        _rows_metric(kind, s, mo)
    elif task == port.ROWS_CHOSEN or task == port.ROWS_BASIS:
        _rows_basis(kind, s, mo, task == port.ROWS_CHOSEN)
    elif task == port.DENSE_PARTS:
        _dense_parts(s, mo)
    return OK

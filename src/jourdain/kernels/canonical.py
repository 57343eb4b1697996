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
from jourdain.kernels.tangent import dense_rows, row_tangent
from jourdain.kernels.vectors import copy, fill, negate, unit

DEPENDENT = 1e-8  # a pivot of (G M^-1 G^T)^-1 below this part of its diagonal, or of what a row weighs, is none


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
    elif task == port.DENSE_PARTS:
        _dense_parts(s, mo)
    return OK

"""Written equations at the port: the tasks of integrators/port.py, answered with dense matrices and the user's functions.

The functions are asked by address, too (USER_CALL): `fetch` asks for what is given below at time t and the state at_q, at_v,
at_w, at_lam. Derivatives that the user does not give are differences of fourth order along the way they are needed; Newton
matrices only decide how fast iterations converge, and take plain differences.
"""

from __future__ import annotations

import math
from typing import Any

from jourdain.jit import inner
from jourdain.kernels.context import call, motion_at
from jourdain.kernels.dense import factor_lu, solve_lu
from jourdain.kernels.dynamics import BAD_PIVOT, NOT_CLOSED, NOT_FINITE, OK
from jourdain.kernels.motion import EPSILON, EVALUATIONS, FACTORIZATIONS
from jourdain.kernels.port import (
    ACCELERATE,
    BACK,
    CHART,
    CLOSE_POSITIONS,
    CLOSE_VELOCITIES,
    DIFFERENCE,
    FACTOR,
    FORCES,
    MATRICES,
    MOVE,
    MOVE_BASE,
    PARTS,
    POSITIONS,
    PREPARE,
    RATES,
    RESIDUAL,
    SIZES,
    SLOPES,
    SOLVE,
    SYSTEM_AT,
    VELOCITIES,
)

USER_CALL = SYSTEM_AT  # entry of calls: where machines keep their system
GIVEN = 13  # entry of calls: 1 if the jacobian is given, 2 if the terms of velocity rows are; a sum
# what the user's functions give: user_M; user_f; user_g (position rows); user_G; user_b (terms of velocity rows); user_k
MASS, FORCE, ROWS, MATRIX, TERMS, STATES = range(6)
ALONG = 1e-3  # step of differences of fourth order
FORWARD = 1e-7


@inner
def fetch(mo: Any, what: int, t: float) -> None:
    """Ask the user's functions at the state in at_q .."""
    call(mo.calls[USER_CALL], what, t, 0.0, mo)


@inner
def _at_new(mo: Any) -> None:
    """The state to ask about is q_new .."""
    for i in range(mo.at_q.shape[0]):
        mo.at_q[i], mo.at_v[i] = mo.q_new[i], mo.v_new[i]
    for i in range(mo.at_w.shape[0]):
        mo.at_w[i] = mo.w_new[i]
    for i in range(mo.at_lam.shape[0]):
        mo.at_lam[i] = mo.lam_new[i]


@inner
def _n_position(mo: Any) -> int:
    return mo.calls[SIZES + 2]


@inner
def _weight(k: int) -> float:
    """Weights of a derivative by values at -2, -1, 1, 2 steps."""
    return (1.0 if k == -2 else -8.0 if k == -1 else 8.0 if k == 1 else -1.0) / 12.0


@inner
def _matrix(mo: Any, t: float) -> None:
    """user_G at the state in at_q .."""
    if mo.calls[GIVEN] % 2 == 1 or _n_position(mo) == 0:
        fetch(mo, MATRIX, t)
        return
    fetch(mo, MATRIX, t)  # rows at velocity level
    for j in range(mo.at_q.shape[0]):
        old = mo.at_q[j]
        d = ALONG * max(1.0, abs(old))
        for r in range(_n_position(mo)):
            mo.user_G[r, j] = 0.0
        for k in (-2, -1, 1, 2):
            mo.at_q[j] = old + k * d
            fetch(mo, ROWS, t)
            for r in range(_n_position(mo)):
                mo.user_G[r, j] += _weight(k) * mo.user_g[r] / d
        mo.at_q[j] = old


@inner
def _rates(mo: Any, t: float, out: Any) -> None:
    """out = G v + g_t, or A v + b, at the state in at_q ..; leaves user_G."""
    m, n = mo.user_G.shape
    for r in range(m):
        out[r] = 0.0
    if _n_position(mo) > 0:
        for k in (-2, -1, 1, 2):
            fetch(mo, ROWS, t + k * ALONG)
            for r in range(_n_position(mo)):
                out[r] += _weight(k) * mo.user_g[r] / ALONG
    if mo.calls[GIVEN] >= 2:
        fetch(mo, TERMS, t)
        for r in range(_n_position(mo), m):
            out[r] += mo.user_b[r]
    _matrix(mo, t)
    for r in range(m):
        for i in range(n):
            out[r] += mo.user_G[r, i] * mo.at_v[i]


@inner
def _stand(mo: Any, t: float) -> None:
    """g, M and G at q_new."""
    _at_new(mo)
    fetch(mo, MASS, t)
    _matrix(mo, t)
    fetch(mo, ROWS, t)
    n, m = mo.at_q.shape[0], mo.g.shape[0]
    for i in range(n):
        for j in range(n):
            mo.M[i, j] = mo.user_M[i, j]
    for r in range(m):
        mo.g[r] = mo.user_g[r] if r < _n_position(mo) else 0.0
        for j in range(n):
            mo.G[r, j] = mo.user_G[r, j]


@inner
def _solve_states(mo: Any, t: float) -> bool:
    """Algebraic states, whose rates are to be zero, by Newton's method at q_new, v_new."""
    n, J = mo.w_new.shape[0], mo.state_matrix
    some = 0.0
    for i in range(n):
        some += 1.0 - mo.differential[i]
    if some == 0.0:
        return True
    for _ in range(30):
        _at_new(mo)
        fetch(mo, STATES, t)
        for i in range(n):
            mo.k[i] = mo.user_k[i]
        for j in range(n):
            d = FORWARD * max(1e-3, abs(mo.w_new[j]))
            mo.at_w[j] = mo.w_new[j] + d
            fetch(mo, STATES, t)
            mo.at_w[j] = mo.w_new[j]
            for i in range(n):
                J[i, j] = (mo.user_k[i] - mo.k[i]) / d
        for i in range(n):
            if mo.differential[i] != 0.0:
                mo.k[i] = 0.0
                for j in range(n):
                    J[i, j] = 1.0 if i == j else 0.0
        if not factor_lu(J, n, mo.exchange):
            return False
        solve_lu(J, n, mo.exchange, mo.k)
        size = 0.0
        for i in range(n):
            mo.w_new[i] -= mo.k[i]
            size = max(size, abs(mo.k[i]) / max(1.0, abs(mo.w_new[i])))
        if size < 1e-15:
            break
    return True


@inner
def _forces(mo: Any, t: float, bias: bool) -> None:
    """force, k, and if asked for gamma: minus the change of the rates along the motion at fixed v."""
    _at_new(mo)
    fetch(mo, FORCE, t)
    fetch(mo, STATES, t)
    for i in range(mo.force.shape[0]):
        mo.force[i] = mo.user_f[i]
    for i in range(mo.k.shape[0]):
        mo.k[i] = mo.user_k[i]
    if not bias:
        return
    size = 0.0
    for i in range(mo.at_v.shape[0]):
        size = max(size, abs(mo.at_v[i]))
    d = ALONG / max(1.0, size)
    for r in range(mo.gamma.shape[0]):
        mo.gamma[r] = 0.0
    for i in range(mo.q_new.shape[0]):
        mo.q_end[i] = mo.q_new[i]
    for i in range(mo.w_new.shape[0]):
        mo.wa_new[i] = mo.w_new[i]
    for k in (-2, -1, 1, 2):
        for i in range(mo.q_new.shape[0]):
            mo.q_new[i] = mo.q_end[i] + k * d * mo.v_new[i]
        _solve_states(mo, t + k * d)  # algebraic states go along
        _at_new(mo)
        _rates(mo, t + k * d, mo.lam_2)
        for r in range(mo.gamma.shape[0]):
            mo.gamma[r] -= _weight(k) * mo.lam_2[r] / d
        for i in range(mo.w_new.shape[0]):
            mo.w_new[i] = mo.wa_new[i]
    for i in range(mo.q_new.shape[0]):
        mo.q_new[i] = mo.q_end[i]
    _at_new(mo)
    fetch(mo, STATES, t)
    for i in range(mo.k.shape[0]):
        mo.k[i] = mo.user_k[i]


@inner
def _solve_saddle(mo: Any, f: Any, y: Any, a: Any, lam: Any) -> bool:
    """a, lam of M a - G^T lam = f, G a = y with M and G in mo."""
    n, m = mo.M.shape[0], mo.G.shape[0]
    A, x = mo.saddle, mo.residual
    for i in range(n):
        for j in range(n):
            A[i, j] = mo.M[i, j]
        x[i] = f[i]
    for r in range(m):
        for j in range(n):
            A[n + r, j], A[j, n + r] = mo.G[r, j], -mo.G[r, j]
        for j in range(m):
            A[n + r, n + j] = 0.0
        x[n + r] = y[r]
    if not factor_lu(A, n + m, mo.exchange):
        return False
    solve_lu(A, n + m, mo.exchange, x[: n + m])
    for i in range(n):
        a[i] = x[i]
    for r in range(m):
        lam[r] = x[n + r]
    return True


@inner
def _accelerate(mo: Any, t: float) -> int:
    """Forces may depend on multipliers: rounds until these stay."""
    mo.counts[EVALUATIONS] += 1
    m = mo.lam_new.shape[0]
    for _ in range(200):
        if not _solve_states(mo, t):
            return BAD_PIVOT
        _stand(mo, t)
        _forces(mo, t, True)
        for r in range(m):
            mo.lam_1[r] = mo.lam_new[r]
        if not _solve_saddle(mo, mo.force, mo.gamma, mo.vd_new, mo.lam_new):
            return BAD_PIVOT
        change = size = 0.0
        for r in range(m):
            change = max(change, abs(mo.lam_new[r] - mo.lam_1[r]))
            size = max(size, abs(mo.lam_new[r]))
        if not math.isfinite(change) or change <= 1e-13 * size:
            break
    _at_new(mo)
    fetch(mo, STATES, t)
    total = 0.0
    for i in range(mo.vd_new.shape[0]):
        total += mo.vd_new[i]
    for i in range(mo.wd_new.shape[0]):
        mo.k[i] = mo.user_k[i]
        mo.wd_new[i] = mo.user_k[i] * mo.differential[i]
    return OK if math.isfinite(total) else NOT_FINITE


@inner
def _close_positions(mo: Any, t: float) -> int:
    n, last = mo.v_new.shape[0], math.inf
    for _ in range(30):
        if not _solve_states(mo, t):
            return BAD_PIVOT
        _stand(mo, t)
        for i in range(n):
            mo.u[i] = 0.0
        for r in range(mo.g.shape[0]):
            mo.gamma[r] = -mo.g[r]
        if not _solve_saddle(mo, mo.u, mo.gamma, mo.u, mo.lam_1):
            return BAD_PIVOT
        size = 0.0
        for i in range(n):
            mo.q_new[i] += mo.u[i]
            size = max(size, abs(mo.u[i]))
        if not math.isfinite(size):
            return NOT_FINITE
        if size < 1e-9 and (size >= 0.3 * last or size < 1e-16):
            _solve_states(mo, t)
            _stand(mo, t)
            return OK
        last = size
    return NOT_CLOSED


@inner
def _close_velocities(mo: Any, t: float) -> int:
    n = mo.v_new.shape[0]
    for _ in range(2):
        _at_new(mo)
        _rates(mo, t, mo.rate)
        for i in range(n):
            mo.u[i] = 0.0
        for r in range(mo.rate.shape[0]):
            mo.gamma[r] = -mo.rate[r]
        if not _solve_saddle(mo, mo.u, mo.gamma, mo.u, mo.lam_1):
            return BAD_PIVOT
        for i in range(n):
            mo.v_new[i] += mo.u[i]
    return OK


@inner
def _residual(mo: Any, t: float, out: Any) -> None:
    """out = M a - h - G^T lam, E w' - k at the state in at_q .. with vd_new, wd_new."""
    fetch(mo, MASS, t)
    fetch(mo, FORCE, t)
    fetch(mo, STATES, t)
    _matrix(mo, t)
    n = mo.at_q.shape[0]
    for i in range(n):
        total = -mo.user_f[i]
        for j in range(n):
            total += mo.user_M[i, j] * mo.vd_new[j]
        for r in range(mo.at_lam.shape[0]):
            total -= mo.user_G[r, i] * mo.at_lam[r]
        out[i] = total
    for i in range(mo.at_w.shape[0]):
        out[n + i] = mo.differential[i] * mo.wd_new[i] - mo.user_k[i]


@inner
def _column(mo: Any, t: float, part: int, column: int, values: Any, i: int, least: float, sign: float) -> None:
    """parts[part][:, column] = sign d residual / d values[i]; the residual at the state stands in nodes_r[0]."""
    n, size = mo.rights.shape[1], mo.at_q.shape[0] + mo.at_w.shape[0]
    old = values[i]
    d = FORWARD * max(least, abs(old))
    values[i] = old + d
    _residual(mo, t, mo.residual)
    values[i] = old
    for k in range(size):
        mo.parts[part, k * n + column] = sign * (mo.residual[k] - mo.nodes_r[0, k]) / d


@inner
def _parts(mo: Any, t: float) -> None:
    """Dense matrices, row after row, of the unknowns (a, w', -lam): mass and rows, damping (of v and w), stiffness."""
    nv, nw, m = mo.at_q.shape[0], mo.at_w.shape[0], mo.at_lam.shape[0]
    n = nv + nw + m
    _stand(mo, t)
    _residual(mo, t, mo.nodes_r[0])
    for part in range(3):
        for e in range(n * n):
            mo.parts[part, e] = 0.0
    for i in range(nv):
        for j in range(nv):
            mo.parts[0, i * n + j] = mo.M[i, j]
        for r in range(m):
            mo.parts[0, (nv + nw + r) * n + i] = mo.G[r, i]
        _column(mo, t, 1, i, mo.at_v, i, 1.0, 1.0)
        _column(mo, t, 2, i, mo.at_q, i, 1e-3, 1.0)
    for i in range(nw):
        mo.parts[0, (nv + i) * n + nv + i] = mo.differential[i]
        _column(mo, t, 1, nv + i, mo.at_w, i, 1e-3, 1.0)
    for r in range(m):
        _column(mo, t, 0, nv + nw + r, mo.at_lam, r, 1.0, -1.0)
        e = (nv + nw + r) * (n + 1)
        mo.parts[0, e] = -mo.clock[EPSILON] * mo.row_weights[r]


@inner
def _factor(mo: Any, slot: int) -> int:
    """The inverse of the combined matrix: equations that are written by hand are small."""
    n, s, A = mo.rights.shape[1], mo.shifts[1, slot], mo.full
    mo.counts[FACTORIZATIONS] += 1
    for i in range(n):
        for j in range(n):
            e = i * n + j
            A[i, j] = mo.parts[0, e] + s * (mo.parts[1, e] + s * mo.parts[2, e])
    if not factor_lu(A, n, mo.exchange):
        return BAD_PIVOT
    for j in range(n):
        for i in range(n):
            mo.ordered[i] = 1.0 if i == j else 0.0
        solve_lu(A, n, mo.exchange, mo.ordered)
        for i in range(n):
            mo.factors[slot, i * n + j] = mo.ordered[i]
    return OK


@inner
def _back(mo: Any, slot: int) -> None:
    n = mo.rights.shape[1]
    for i in range(n):
        total = 0.0j
        for j in range(n):
            total += mo.factors[slot, i * n + j] * mo.rights[slot, j]
        mo.ordered[i] = total
    for i in range(n):
        mo.rights[slot, i] = mo.ordered[i]


@inner
def _slopes(mo: Any, full: bool) -> None:
    nv = mo.v_new.shape[0]
    for i in range(nv):
        mo.slope[i] = mo.v_new[i]
        if full:
            mo.slope[nv + i] = mo.vd_new[i]
    if full:
        for i in range(mo.w_new.shape[0]):
            mo.slope[2 * nv + i] = mo.wd_new[i]


def serve(task, t, h, address):  # type: ignore[no-untyped-def]
    """The C function that integrators ask."""
    mo = motion_at(address)
    status = OK
    if task in (POSITIONS, MATRICES, PREPARE):
        _stand(mo, t)
    elif task == VELOCITIES:
        _at_new(mo)
        _rates(mo, t, mo.rate)
    elif task == FORCES:
        _forces(mo, t, h == 0.0)
    elif task == SOLVE:
        if not _solve_saddle(mo, mo.force, mo.gamma, mo.vd_new, mo.lam_new):
            status = BAD_PIVOT
        for i in range(mo.wd_new.shape[0]):
            mo.wd_new[i] = mo.k[i] * mo.differential[i]
    elif task == ACCELERATE:
        status = _accelerate(mo, t)
    elif task == CLOSE_POSITIONS:
        status = _close_positions(mo, t)
    elif task == CLOSE_VELOCITIES:
        status = _close_velocities(mo, t)
    elif task in (SLOPES, RATES):
        _slopes(mo, task == SLOPES)
    elif task in (MOVE, MOVE_BASE):
        for i in range(mo.u.shape[0]):
            mo.q_new[i] = (mo.q_new[i] if task == MOVE else mo.q[i]) + mo.u[i]
    elif task == DIFFERENCE:
        for i in range(mo.u.shape[0]):
            mo.u[i] = mo.q_new[i] - mo.q[i]
    elif task == CHART:
        for i in range(mo.u.shape[0]):
            mo.end[i] = mo.v_new[i]
    elif task == RESIDUAL:
        _at_new(mo)
        _residual(mo, t, mo.residual)
    elif task == PARTS:
        _at_new(mo)
        _parts(mo, t)
    elif task == FACTOR:
        status = _factor(mo, int(h))
    elif task == BACK:
        _back(mo, int(h))
    return status

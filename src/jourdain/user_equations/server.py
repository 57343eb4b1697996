"""Written equations at the port: the tasks of kernels/port.py, answered with dense matrices and the user's functions.

The functions are asked by address, too: `fetch` asks for what is given below at time t and the state at_q, at_v, at_w,
at_lam. Derivatives that the user does not give are differences of fourth order along the way they are needed; Newton
matrices only decide how fast iterations converge, and take plain differences.
"""

from __future__ import annotations

import math
from typing import Any

from jourdain.jit import inner
from jourdain.kernels.context import call
from jourdain.kernels.dense import factor_lu, solve_lu
from jourdain.kernels.motion import motion_at
from jourdain.kernels.port import (
    ACCELERATE,
    BACK,
    CHART,
    CHART_ERROR,
    CLOSE_POSITIONS,
    CLOSE_VELOCITIES,
    DIFFERENCE,
    FACTOR,
    FACTOR_NEWTON,
    FORCES,
    MATRICES,
    MOVE,
    MOVE_BASE,
    PARTS,
    POSITIONS,
    PREPARE,
    RATES,
    RESIDUAL,
    SLOPES,
    SOLVE,
    SOLVE_NEWTON,
    VELOCITIES,
)
from jourdain.kernels.status import BAD_PIVOT, NOT_CLOSED, NOT_FINITE, OK
from jourdain.user_equations.memory import FORCE, MASS, MATRIX, ROWS, STATES, TERMS, equations_at

ALONG = 1e-3  # step of differences of fourth order
FORWARD = 1e-7


@inner
def fetch(me: Any, mo: Any, what: int, t: float) -> None:
    """Ask the user's functions at the state in at_q .."""
    call(me.own.call, what, t, 0.0, me)


@inner
def _at_new(me: Any, mo: Any) -> None:
    """The state to ask about is q_new .."""
    for i in range(me.at_q.shape[0]):
        me.at_q[i], me.at_v[i] = mo.q_new[i], mo.v_new[i]
    for i in range(me.at_w.shape[0]):
        me.at_w[i] = mo.w_new[i]
    for i in range(me.at_lam.shape[0]):
        me.at_lam[i] = mo.lam_new[i]


@inner
def _n_position(me: Any, mo: Any) -> int:
    return mo.calls.g


@inner
def _weight(k: int) -> float:
    """Weights of a derivative by values at -2, -1, 1, 2 steps."""
    return (1.0 if k == -2 else -8.0 if k == -1 else 8.0 if k == 1 else -1.0) / 12.0


@inner
def _matrix(me: Any, mo: Any, t: float) -> None:
    """user_G at the state in at_q .."""
    if me.own.jacobian == 1 or _n_position(me, mo) == 0:
        fetch(me, mo, MATRIX, t)
        return
    fetch(me, mo, MATRIX, t)  # rows at velocity level
    for j in range(me.at_q.shape[0]):
        old = me.at_q[j]
        d = ALONG * max(1.0, abs(old))
        for r in range(_n_position(me, mo)):
            me.user_G[r, j] = 0.0
        for k in (-2, -1, 1, 2):
            me.at_q[j] = old + k * d
            fetch(me, mo, ROWS, t)
            for r in range(_n_position(me, mo)):
                me.user_G[r, j] += _weight(k) * me.user_g[r] / d
        me.at_q[j] = old


@inner
def _rates(me: Any, mo: Any, t: float, out: Any) -> None:
    """out = G v + g_t, or A v + b, at the state in at_q ..; leaves user_G."""
    m, n = me.user_G.shape
    for r in range(m):
        out[r] = 0.0
    if _n_position(me, mo) > 0:
        for k in (-2, -1, 1, 2):
            fetch(me, mo, ROWS, t + k * ALONG)
            for r in range(_n_position(me, mo)):
                out[r] += _weight(k) * me.user_g[r] / ALONG
    if me.own.terms == 1:
        fetch(me, mo, TERMS, t)
        for r in range(_n_position(me, mo), m):
            out[r] += me.user_b[r]
    _matrix(me, mo, t)
    for r in range(m):
        for i in range(n):
            out[r] += me.user_G[r, i] * me.at_v[i]


@inner
def _stand(me: Any, mo: Any, t: float) -> None:
    """g, M and G at q_new."""
    _at_new(me, mo)
    fetch(me, mo, MASS, t)
    _matrix(me, mo, t)
    fetch(me, mo, ROWS, t)
    n, m = me.at_q.shape[0], mo.g.shape[0]
    for i in range(n):
        for j in range(n):
            me.M[i, j] = me.user_M[i, j]
    for r in range(m):
        mo.g[r] = me.user_g[r] if r < _n_position(me, mo) else 0.0
        for j in range(n):
            me.G[r, j] = me.user_G[r, j]


@inner
def _solve_states(me: Any, mo: Any, t: float) -> bool:
    """Algebraic states, whose rates are to be zero, by Newton's method at q_new, v_new."""
    n, J = mo.w_new.shape[0], me.state_matrix
    some = 0.0
    for i in range(n):
        some += 1.0 - me.differential[i]
    if some == 0.0:
        return True
    for _ in range(30):
        _at_new(me, mo)
        fetch(me, mo, STATES, t)
        for i in range(n):
            mo.k[i] = me.user_k[i]
        for j in range(n):
            d = FORWARD * max(1e-3, abs(mo.w_new[j]))
            me.at_w[j] = mo.w_new[j] + d
            fetch(me, mo, STATES, t)
            me.at_w[j] = mo.w_new[j]
            for i in range(n):
                J[i, j] = (me.user_k[i] - mo.k[i]) / d
        for i in range(n):
            if me.differential[i] != 0.0:
                mo.k[i] = 0.0
                for j in range(n):
                    J[i, j] = 1.0 if i == j else 0.0
        if not factor_lu(J, n, me.exchange):
            return False
        solve_lu(J, n, me.exchange, mo.k)
        size = 0.0
        for i in range(n):
            mo.w_new[i] -= mo.k[i]
            size = max(size, abs(mo.k[i]) / max(1.0, abs(mo.w_new[i])))
        if size < 1e-15:
            break
    return True


@inner
def _forces(me: Any, mo: Any, t: float, bias: bool) -> None:
    """force, k, and if asked for gamma: minus the change of the rates along the motion at fixed v."""
    _at_new(me, mo)
    fetch(me, mo, FORCE, t)
    fetch(me, mo, STATES, t)
    for i in range(mo.force.shape[0]):
        mo.force[i] = me.user_f[i]
    for i in range(mo.k.shape[0]):
        mo.k[i] = me.user_k[i]
    if not bias:
        return
    size = 0.0
    for i in range(me.at_v.shape[0]):
        size = max(size, abs(me.at_v[i]))
    d = ALONG / max(1.0, size)
    for r in range(mo.gamma.shape[0]):
        mo.gamma[r] = 0.0
    for i in range(mo.q_new.shape[0]):
        mo.q_end[i] = mo.q_new[i]
    for i in range(mo.w_new.shape[0]):
        me.w_kept[i] = mo.w_new[i]
    for k in (-2, -1, 1, 2):
        for i in range(mo.q_new.shape[0]):
            mo.q_new[i] = mo.q_end[i] + k * d * mo.v_new[i]
        _solve_states(me, mo, t + k * d)  # algebraic states go along
        _at_new(me, mo)
        _rates(me, mo, t + k * d, me.rates)
        for r in range(mo.gamma.shape[0]):
            mo.gamma[r] -= _weight(k) * me.rates[r] / d
        for i in range(mo.w_new.shape[0]):
            mo.w_new[i] = me.w_kept[i]
    for i in range(mo.q_new.shape[0]):
        mo.q_new[i] = mo.q_end[i]
    _at_new(me, mo)
    fetch(me, mo, STATES, t)
    for i in range(mo.k.shape[0]):
        mo.k[i] = me.user_k[i]


@inner
def _solve_saddle(me: Any, mo: Any, f: Any, y: Any, a: Any, lam: Any) -> bool:
    """a, lam of M a - G^T lam = f, G a = y with M and G in mo."""
    n, m = me.M.shape[0], me.G.shape[0]
    A, x = me.saddle, mo.residual
    for i in range(n):
        for j in range(n):
            A[i, j] = me.M[i, j]
        x[i] = f[i]
    for r in range(m):
        for j in range(n):
            A[n + r, j], A[j, n + r] = me.G[r, j], -me.G[r, j]
        for j in range(m):
            A[n + r, n + j] = 0.0
        x[n + r] = y[r]
    if not factor_lu(A, n + m, me.exchange):
        return False
    solve_lu(A, n + m, me.exchange, x[: n + m])
    for i in range(n):
        a[i] = x[i]
    for r in range(m):
        lam[r] = x[n + r]
    return True


@inner
def _accelerate(me: Any, mo: Any, t: float) -> int:
    """Forces may depend on multipliers: rounds until these stay."""
    mo.counts.evaluations += 1
    m = mo.lam_new.shape[0]
    for _ in range(200):
        if not _solve_states(me, mo, t):
            return BAD_PIVOT
        _stand(me, mo, t)
        _forces(me, mo, t, True)
        for r in range(m):
            me.lam[r] = mo.lam_new[r]
        if not _solve_saddle(me, mo, mo.force, mo.gamma, mo.vd_new, mo.lam_new):
            return BAD_PIVOT
        change = size = 0.0
        for r in range(m):
            change = max(change, abs(mo.lam_new[r] - me.lam[r]))
            size = max(size, abs(mo.lam_new[r]))
        if not math.isfinite(change) or change <= 1e-13 * size:
            break
    _at_new(me, mo)
    fetch(me, mo, STATES, t)
    total = 0.0
    for i in range(mo.vd_new.shape[0]):
        total += mo.vd_new[i]
    for i in range(mo.wd_new.shape[0]):
        mo.k[i] = me.user_k[i]
        mo.wd_new[i] = me.user_k[i] * me.differential[i]
    return OK if math.isfinite(total) else NOT_FINITE


@inner
def _close_positions(me: Any, mo: Any, t: float) -> int:
    n, last = mo.v_new.shape[0], math.inf
    for _ in range(30):
        if not _solve_states(me, mo, t):
            return BAD_PIVOT
        _stand(me, mo, t)
        for i in range(n):
            mo.u[i] = 0.0
        for r in range(mo.g.shape[0]):
            mo.gamma[r] = -mo.g[r]
        if not _solve_saddle(me, mo, mo.u, mo.gamma, mo.u, me.lam):
            return BAD_PIVOT
        size = 0.0
        for i in range(n):
            mo.q_new[i] += mo.u[i]
            size = max(size, abs(mo.u[i]))
        if not math.isfinite(size):
            return NOT_FINITE
        if size < 1e-9 and (size >= 0.3 * last or size < 1e-16):
            _solve_states(me, mo, t)
            _stand(me, mo, t)
            return OK
        last = size
    return NOT_CLOSED


@inner
def _close_velocities(me: Any, mo: Any, t: float) -> int:
    n = mo.v_new.shape[0]
    for _ in range(2):
        _at_new(me, mo)
        _rates(me, mo, t, mo.rate)
        for i in range(n):
            mo.u[i] = 0.0
        for r in range(mo.rate.shape[0]):
            mo.gamma[r] = -mo.rate[r]
        if not _solve_saddle(me, mo, mo.u, mo.gamma, mo.u, me.lam):
            return BAD_PIVOT
        for i in range(n):
            mo.v_new[i] += mo.u[i]
    return OK


@inner
def _residual(me: Any, mo: Any, t: float, out: Any) -> None:
    """out = M a - h - G^T lam, E w' - k at the state in at_q .. with vd_new, wd_new."""
    fetch(me, mo, MASS, t)
    fetch(me, mo, FORCE, t)
    fetch(me, mo, STATES, t)
    _matrix(me, mo, t)
    n = me.at_q.shape[0]
    for i in range(n):
        total = -me.user_f[i]
        for j in range(n):
            total += me.user_M[i, j] * mo.vd_new[j]
        for r in range(me.at_lam.shape[0]):
            total -= me.user_G[r, i] * me.at_lam[r]
        out[i] = total
    for i in range(me.at_w.shape[0]):
        out[n + i] = me.differential[i] * mo.wd_new[i] - me.user_k[i]


@inner
def _column(me: Any, mo: Any, t: float, part: int, column: int, values: Any, i: int, least: float, sign: float) -> None:
    """parts[part][:, column] = sign d residual / d values[i]; the residual at the state is in me.base."""
    n, size = me.newton.shape[0], me.at_q.shape[0] + me.at_w.shape[0]
    old = values[i]
    d = FORWARD * max(least, abs(old))
    values[i] = old + d
    _residual(me, mo, t, mo.residual)
    values[i] = old
    for k in range(size):
        me.parts[part, k * n + column] = sign * (mo.residual[k] - me.base[k]) / d


@inner
def _parts(me: Any, mo: Any, t: float) -> None:
    """Dense matrices, row after row, of the unknowns (a, w', -lam): mass and rows, damping (of v and w), stiffness."""
    nv, nw, m = me.at_q.shape[0], me.at_w.shape[0], me.at_lam.shape[0]
    n = nv + nw + m
    _stand(me, mo, t)
    _residual(me, mo, t, me.base)
    for part in range(3):
        for e in range(n * n):
            me.parts[part, e] = 0.0
    for i in range(nv):
        for j in range(nv):
            me.parts[0, i * n + j] = me.M[i, j]
        for r in range(m):
            me.parts[0, (nv + nw + r) * n + i] = me.G[r, i]
        _column(me, mo, t, 1, i, me.at_v, i, 1.0, 1.0)
        _column(me, mo, t, 2, i, me.at_q, i, 1e-3, 1.0)
    for i in range(nw):
        me.parts[0, (nv + i) * n + nv + i] = me.differential[i]
        _column(me, mo, t, 1, nv + i, me.at_w, i, 1e-3, 1.0)
    for r in range(m):
        _column(me, mo, t, 0, nv + nw + r, me.at_lam, r, 1.0, -1.0)
        e = (nv + nw + r) * (n + 1)
        me.parts[0, e] = -mo.clock.epsilon * mo.row_weights[r]


@inner
def _factor(me: Any, mo: Any, slot: int) -> int:
    """The inverse of the combined matrix: equations that are written by hand are small."""
    n, s, A = mo.rights.shape[1], mo.shifts[1, slot], me.full
    mo.counts.factorizations += 1
    for i in range(n):
        for j in range(n):
            e = i * n + j
            A[i, j] = me.parts[0, e] + s * (me.parts[1, e] + s * me.parts[2, e])
    if not factor_lu(A, n, me.exchange):
        return BAD_PIVOT
    for j in range(n):
        for i in range(n):
            mo.ordered[i] = 1.0 if i == j else 0.0
        solve_lu(A, n, me.exchange, mo.ordered)
        for i in range(n):
            mo.factors[slot, i * n + j] = mo.ordered[i]
    return OK


@inner
def _factor_newton(me: Any, mo: Any, t: float) -> int:
    """Real factors of mass + c damping + c' stiffness, for generalized-alpha."""
    n, A, c = me.newton.shape[0], me.newton, mo.clock
    mo.counts.factorizations += 1
    for i in range(n):
        me.kept[i] = mo.residual[i]  # which the differences overwrite
    _at_new(me, mo)
    _parts(me, mo, t)
    for i in range(n):
        mo.residual[i] = me.kept[i]
        for j in range(n):
            e = i * n + j
            A[i, j] = me.parts[0, e] + c.c_damping * me.parts[1, e] + c.c_stiffness * me.parts[2, e]
    return OK if factor_lu(A, n, me.newton_exchange) else BAD_PIVOT


@inner
def _back(me: Any, mo: Any, slot: int) -> None:
    n = mo.rights.shape[1]
    for i in range(n):
        total = 0.0j
        for j in range(n):
            total += mo.factors[slot, i * n + j] * mo.rights[slot, j]
        mo.ordered[i] = total
    for i in range(n):
        mo.rights[slot, i] = mo.ordered[i]


@inner
def _slopes(me: Any, mo: Any, full: bool) -> None:
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
    me = equations_at(mo.calls.context)
    status = OK
    if task in (POSITIONS, PREPARE):
        _stand(me, mo, t)
    elif task == MATRICES:
        _stand(me, mo, t)
        mo.M[:, :], mo.G[:, :] = me.M, me.G
    elif task == VELOCITIES:
        _at_new(me, mo)
        _rates(me, mo, t, mo.rate)
    elif task == FORCES:
        _forces(me, mo, t, h == 0.0)
    elif task == SOLVE:
        if not _solve_saddle(me, mo, mo.force, mo.gamma, mo.vd_new, mo.lam_new):
            status = BAD_PIVOT
        for i in range(mo.wd_new.shape[0]):
            mo.wd_new[i] = mo.k[i] * me.differential[i]
    elif task == ACCELERATE:
        status = _accelerate(me, mo, t)
    elif task == CLOSE_POSITIONS:
        status = _close_positions(me, mo, t)
    elif task == CLOSE_VELOCITIES:
        status = _close_velocities(me, mo, t)
    elif task in (SLOPES, RATES):
        _slopes(me, mo, task == SLOPES)
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
        _at_new(me, mo)
        _residual(me, mo, t, mo.residual)
    elif task == PARTS:
        _at_new(me, mo)
        _parts(me, mo, t)
    elif task == FACTOR_NEWTON:
        status = _factor_newton(me, mo, t)
    elif task == SOLVE_NEWTON:
        for i in range(mo.step.shape[0]):
            mo.step[i] = mo.residual[i]
        solve_lu(me.newton, mo.step.shape[0], me.newton_exchange, mo.step)
    elif task == CHART_ERROR:
        mo.clock.chart_error = 0.0
    elif task == FACTOR:
        status = _factor(me, mo, int(h))
    elif task == BACK:
        _back(me, mo, int(h))
    return status

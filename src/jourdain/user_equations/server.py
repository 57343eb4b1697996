"""Written equations at the port: the tasks of kernels/port.py, answered with dense matrices and the user's functions.

Newton matrices only decide how fast iterations converge, and take plain differences.
"""

from __future__ import annotations

import math
from typing import Any

from jourdain.jit import inner
from jourdain.kernels import port
from jourdain.kernels.bodies import flat
from jourdain.kernels.dense import factor_lu, solve_lu
from jourdain.kernels.motion import motion_at
from jourdain.kernels.status import BAD_PIVOT, NOT_CLOSED, NOT_FINITE, OK
from jourdain.kernels.vectors import add, copy, fill, largest, negate, unit
from jourdain.user_equations.evaluation import ALONG, at_new, fetch, matrix, rates, stand, weight
from jourdain.user_equations.memory import FORCE, MASS, STATES, equations_at

FORWARD = 1e-7  # step of plain differences


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
        at_new(me, mo)
        fetch(me, mo, STATES, t)
        copy(me.user_k, mo.k)
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
                unit(J[i], i)
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
    at_new(me, mo)
    fetch(me, mo, FORCE, t)
    fetch(me, mo, STATES, t)
    copy(me.user_f, mo.force)
    copy(me.user_k, mo.k)
    if not bias:
        return
    d = ALONG / max(1.0, largest(me.at_v))
    fill(mo.gamma, 0.0)
    copy(mo.q_new, mo.q_end)
    copy(mo.w_new, me.w_kept)
    for k in (-2, -1, 1, 2):
        for i in range(mo.q_new.shape[0]):
            mo.q_new[i] = mo.q_end[i] + k * d * mo.v_new[i]
        _solve_states(me, mo, t + k * d)  # algebraic states go along
        at_new(me, mo)
        rates(me, mo, t + k * d, me.rates)
        for r in range(mo.gamma.shape[0]):
            mo.gamma[r] -= weight(k) * me.rates[r] / d
        copy(me.w_kept, mo.w_new)
    copy(mo.q_end, mo.q_new)
    at_new(me, mo)
    fetch(me, mo, STATES, t)
    copy(me.user_k, mo.k)


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
    copy(x, a)
    copy(x[n:], lam)
    return True


@inner
def _state_rates(me: Any, mo: Any) -> None:
    """wd_new: k of the states that have a rate."""
    for i in range(mo.wd_new.shape[0]):
        mo.wd_new[i] = mo.k[i] * me.differential[i]


@inner
def _accelerate(me: Any, mo: Any, t: float) -> int:
    """Forces may depend on multipliers: rounds until these stay."""
    mo.counts.evaluations += 1
    for _ in range(200):
        if not _solve_states(me, mo, t):
            return BAD_PIVOT
        stand(me, mo, t)
        _forces(me, mo, t, True)
        copy(mo.lam_new, me.lam)
        if not _solve_saddle(me, mo, mo.force, mo.gamma, mo.vd_new, mo.lam_new):
            return BAD_PIVOT
        change = 0.0
        for r in range(mo.lam_new.shape[0]):
            change = max(change, abs(mo.lam_new[r] - me.lam[r]))
        if not math.isfinite(change) or change <= 1e-13 * largest(mo.lam_new):
            break
    at_new(me, mo)
    fetch(me, mo, STATES, t)
    copy(me.user_k, mo.k)
    _state_rates(me, mo)
    total = 0.0
    for i in range(mo.vd_new.shape[0]):
        total += mo.vd_new[i]
    return OK if math.isfinite(total) else NOT_FINITE


@inner
def _close_positions(me: Any, mo: Any, t: float) -> int:
    last = math.inf
    for _ in range(30):
        if not _solve_states(me, mo, t):
            return BAD_PIVOT
        stand(me, mo, t)
        fill(mo.u, 0.0)
        negate(mo.g, mo.gamma)
        if not _solve_saddle(me, mo, mo.u, mo.gamma, mo.u, me.lam):
            return BAD_PIVOT
        add(mo.u, mo.q_new)
        size = largest(mo.u)
        if not math.isfinite(size):
            return NOT_FINITE
        if size < 1e-9 and (size >= 0.3 * last or size < 1e-16):
            _solve_states(me, mo, t)
            stand(me, mo, t)
            return OK
        last = size
    return NOT_CLOSED


@inner
def _close_velocities(me: Any, mo: Any, t: float) -> int:
    for _ in range(2):
        at_new(me, mo)
        rates(me, mo, t, mo.rate)
        fill(mo.u, 0.0)
        negate(mo.rate, mo.gamma)
        if not _solve_saddle(me, mo, mo.u, mo.gamma, mo.u, me.lam):
            return BAD_PIVOT
        add(mo.u, mo.v_new)
    return OK


@inner
def _residual(me: Any, mo: Any, t: float, out: Any) -> None:
    """out = M a - h - G^T lam, E w' - k at the state in at_q .. with vd_new, wd_new."""
    fetch(me, mo, MASS, t)
    fetch(me, mo, FORCE, t)
    fetch(me, mo, STATES, t)
    matrix(me, mo, t)
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
    stand(me, mo, t)
    _residual(me, mo, t, me.base)
    me.parts[:] = 0.0
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
        unit(mo.ordered, j)
        solve_lu(A, n, me.exchange, mo.ordered)
        for i in range(n):
            mo.factors[slot, i * n + j] = mo.ordered[i]
    return OK


@inner
def _factor_newton(me: Any, mo: Any, t: float) -> int:
    """Real factors of mass + c damping + c' stiffness, for generalized-alpha."""
    n, A, c = me.newton.shape[0], me.newton, mo.clock
    mo.counts.factorizations += 1
    copy(mo.residual, me.kept)  # which the differences overwrite
    at_new(me, mo)
    _parts(me, mo, t)
    copy(me.kept, mo.residual)
    for i in range(n):
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
    copy(mo.ordered, mo.rights[slot])


@inner
def _slopes(me: Any, mo: Any, full: bool) -> None:
    nv = mo.v_new.shape[0]
    copy(mo.v_new, mo.slope[:nv])
    if full:
        copy(mo.vd_new, mo.slope[nv : 2 * nv])
        copy(mo.wd_new, mo.slope[2 * nv : 2 * nv + mo.wd_new.shape[0]])


def serve(task, t, h, address):  # type: ignore[no-untyped-def]
    """The C function that integrators ask."""
    mo = motion_at(address)
    me = equations_at(mo.calls.context)
    status = OK
    if task in (port.POSITIONS, port.PREPARE):
        stand(me, mo, t)
    elif task == port.MATRICES:
        stand(me, mo, t)
        mo.M[:, :], mo.G[:, :] = me.M, me.G
    elif task == port.VELOCITIES:
        at_new(me, mo)
        rates(me, mo, t, mo.rate)
    elif task == port.FORCES:
        _forces(me, mo, t, h == 0.0)
    elif task == port.SOLVE:
        if not _solve_saddle(me, mo, mo.force, mo.gamma, mo.vd_new, mo.lam_new):
            status = BAD_PIVOT
        _state_rates(me, mo)
    elif task == port.ACCELERATE:
        status = _accelerate(me, mo, t)
    elif task == port.CLOSE_POSITIONS:
        status = _close_positions(me, mo, t)
    elif task == port.CLOSE_VELOCITIES:
        status = _close_velocities(me, mo, t)
    elif task in (port.SLOPES, port.RATES):
        _slopes(me, mo, task == port.SLOPES)
    elif task == port.MOVE:
        add(mo.u, mo.q_new)
    elif task == port.MOVE_BASE:
        flat.retract(mo.q, mo.u, mo.q_new)
    elif task == port.DIFFERENCE:
        flat.difference(mo.q, mo.q_new, mo.u)
    elif task == port.CHART:
        copy(mo.v_new, mo.end)
    elif task == port.RESIDUAL:
        at_new(me, mo)
        _residual(me, mo, t, mo.residual)
    elif task == port.PARTS:
        at_new(me, mo)
        _parts(me, mo, t)
    elif task == port.FACTOR_NEWTON:
        status = _factor_newton(me, mo, t)
    elif task == port.SOLVE_NEWTON:
        copy(mo.residual, mo.step)
        solve_lu(me.newton, mo.step.shape[0], me.newton_exchange, mo.step)
    elif task == port.CHART_ERROR:
        mo.clock.chart_error = 0.0
    elif task == port.FACTOR:
        status = _factor(me, mo, int(h))
    elif task == port.BACK:
        _back(me, mo, int(h))
    return status

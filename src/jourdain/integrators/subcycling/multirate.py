"""A long step of machines by a multirate Runge-Kutta method of order 4, that of tableau.py.

The motion is divided as in division.py, v' = a_F + r. What is slow, r and the rates of states and work, is asked at the start
of the long step and at four instants in it, c_i = i/5. From one to the next classical Runge-Kutta substeps solve

    q' = v,   v' = a_F(q, v, t) + sum_j (C_ij + D_ij s) r_j,   s = 0 .. 1,   j <= i

so r goes along lines in place of kicks, and one way through the substeps does for all stages. Stages are asked where joints
are closed, and gone on from as they are: what they are off by is part of the method. Theory: docs/theory/subcycling.md.
"""

from __future__ import annotations

from typing import Any

from jourdain.integrators.subcycling.division import fast_answer, fast_power, freeze
from jourdain.integrators.subcycling.tableau import CHANGE, CONSTANT, STAGES
from jourdain.jit import inner
from jourdain.kernels import port
from jourdain.kernels.port import SETTLE, STAGE, ask, treat
from jourdain.kernels.status import OK
from jourdain.kernels.vectors import copy, fill


@inner
def _slow_rates(mo: Any, t: float, i: int) -> int:
    """Row i of `stages`: what velocities, states and work change by but for the fast side, at y."""
    nq, nv, r = mo.q.shape[0], mo.v.shape[0], mo.stages[i]
    copy(mo.y, mo.y_new)
    ask(mo, port.NORMALISE, t)
    status = fast_answer(mo, t, i / STAGES, True)
    fill(r, 0.0)
    for k in range(nv):
        r[k] = -mo.vd_new[k]
    damped, applied = fast_power(mo, t)
    r[r.shape[0] - 2] -= damped
    r[r.shape[0] - 1] -= applied
    if i == 0:
        copy(mo.before, mo.slope)
    elif status == OK:
        status = treat(mo, STAGE, t, 0.0)
    for k in range(r.shape[0]):
        r[k] += mo.slope[nq + k]
    return status


@inner
def _go_along(mo: Any, i: int) -> None:
    """forced: what slow rates are at the start of interval i, and change by in it."""
    for k in range(mo.forced.shape[1]):
        mo.forced[0, k] = mo.forced[1, k] = 0.0
        for j in range(i + 1):
            mo.forced[0, k] += CONSTANT[i, j] * mo.stages[j, k]
            mo.forced[1, k] += CHANGE[i, j] * mo.stages[j, k]


@inner
def _runge_kutta(mo: Any, t: float, h: float, j: int, first: float, part: float) -> int:
    """Substep j from y at t to t + h, which is from `first` to first + part of the interval."""
    nq, nv, K = mo.q.shape[0], mo.v.shape[0], mo.slopes
    for k in range(4):
        c = 0.0 if k == 0 else 1.0 if k == 3 else 0.5
        for i in range(nv):
            mo.u[i] = c * h * K[2 * k - 2, i] if k > 0 else 0.0
        for i in range(K.shape[1]):
            mo.y_new[nq + i] = mo.y[nq + i] + (c * h * K[2 * k - 1, i] if k > 0 else 0.0)
        ask(mo, port.MOVE_BASE, t)
        status = fast_answer(mo, t + c * h, (j + c) / mo.own.substeps, True)
        if status != OK:
            return status
        ask(mo, port.CHART, t)
        for i in range(K.shape[1]):
            K[2 * k + 1, i] = mo.forced[0, i] + (first + c * part) * mo.forced[1, i]
        for i in range(nv):
            K[2 * k, i] = mo.end[i]
            K[2 * k + 1, i] += mo.vd_new[i]
        damped, applied = fast_power(mo, t + c * h)
        K[2 * k + 1, K.shape[1] - 2] += damped
        K[2 * k + 1, K.shape[1] - 1] += applied
    for i in range(nv):
        mo.u[i] = h / 6.0 * (K[0, i] + 2.0 * (K[2, i] + K[4, i]) + K[6, i])
    for i in range(K.shape[1]):
        mo.y_new[nq + i] = mo.y[nq + i] + h / 6.0 * (K[1, i] + 2.0 * (K[3, i] + K[5, i]) + K[7, i])
    ask(mo, port.MOVE_BASE, t)
    ask(mo, port.NORMALISE, t)
    copy(mo.y_new, mo.y)
    return OK


@inner
def multirate_step(mo: Any, t: float, long: float) -> int:
    """y_new and the slopes there, from the common update at t to the next."""
    parts = mo.own.substeps // STAGES
    h = long / mo.own.substeps
    status = freeze(mo, t, long)
    copy(mo.y, mo.saved)
    for i in range(STAGES):
        if status == OK:
            status = _slow_rates(mo, t + i * long / STAGES, i)
        _go_along(mo, i)
        for k in range(parts):
            if status == OK:
                j = i * parts + k
                status = _runge_kutta(mo, t + j * h, h, j, k / parts, 1.0 / parts)
    copy(mo.y, mo.y_new)
    copy(mo.saved, mo.y)
    return treat(mo, SETTLE, t + long, long) if status == OK else status

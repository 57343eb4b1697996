"""The continuous Galerkin method cG(k) on the canonical equations (Ding and Pan, corrected; see the page on it).

Positions q and momenta p are polynomials of degree k in a step, multipliers of degree k - 1, tested by polynomials of degree
k - 1 with n Gauss points of quadrature:

    q' = v(q, p),   p' = dL/dq + Q + G^T lam,   and  B: d/dt (G v + b) = 0   C: G(q) q' + b = 0
    P: C, from p + N mu to p + (-1)^k N mu, so that G v + b = 0 at the end        A: B with lam constant in the step

For n = k these hold at the Gauss points. Simplified Newton in the eigenbasis of the Gauss method, to rounding. Steps end at the
output times; with error control two half steps are compared with the whole one, and kept.
"""

from __future__ import annotations

import math
from typing import Any

from jourdain.integrators.block.step import fail
from jourdain.integrators.galerkin.end import kick, land
from jourdain.integrators.galerkin.newton import newton
from jourdain.integrators.galerkin.points import (
    METRIC,
    NEAR,
    PREDICTED,
    QUADRATURE,
    RATIO,
    TIMES,
    VARIANT,
    A,
    P,
    degree,
    predict,
    stand,
)
from jourdain.integrators.galerkin.step import solve
from jourdain.integrators.stepping import accept_state, advance, fixed_size, no_better, scales, too_small, weighted
from jourdain.jit import inner, kernel
from jourdain.kernels.crossings import HIT, RETRY
from jourdain.kernels.dynamics import EVENT, NOT_FINITE, OK, STEP_TOO_SMALL
from jourdain.kernels.motion import (
    CONTRACTION,
    DONE,
    EPSILON,
    EVENT_H,
    FINE_H,
    FINE_UNTIL,
    H_MAX,
    LAST_RATIO,
    REJECTED,
    STEP_H,
    STEPS,
    T_END,
    TOL,
    WATCHING,
    T,
)
from jourdain.kernels.port import (
    BEGIN_WATCH,
    CANONICAL,
    ENERGY,
    FORCES,
    N_EVENTS,
    POSITIONS,
    PREPARE,
    ROWS_METRIC,
    TURNS,
    VELOCITIES,
    WATCH,
    ask,
    ask_canonical,
    ask_with,
)

NO_BIAS = 1.0
UNKNOWN, AT_END, AT_START = 0.0, 1.0, 2.0  # the metric of the rows: where it is known that a step is to begin


@inner
def _begin(mo: Any, t: float) -> int:
    """Momenta and the metric of the rows at the start of a step, at mo.q and mo.v."""
    nv, m = mo.v.shape[0], mo.lam.shape[0]
    for i in range(mo.y.shape[0]):
        mo.y_new[i] = mo.y[i]
    for r in range(m):
        mo.lam_new[r] = mo.lam[r]
    ask(mo, POSITIONS, t)
    ask_canonical(mo, CANONICAL, t)
    for j in range(nv):
        mo.p_begin[j] = mo.p_start[j] = mo.p_new[j]
    if mo.parameters[PREDICTED] == 0.0:  # what a first guess starts from: one row beyond the nodes
        k = degree(mo)
        for j in range(nv):
            mo.nodes_x[k, j] = mo.canonical[j]
        for j in range(mo.w.shape[0]):
            mo.nodes_x[k, nv + j] = mo.k[j]
        for r in range(m):
            mo.nodes_x[k, nv + mo.w.shape[0] + r] = mo.lam[r]
            mo.mu[r] = 0.0
        for i in range(mo.points_v.shape[0]):
            for j in range(nv):
                mo.points_v[i, j] = mo.v[j]
    if mo.parameters[VARIANT] == P and m > 0:
        if mo.parameters[METRIC] == UNKNOWN:
            status = ask(mo, PREPARE, t)
            if status != OK:
                return status
            ask_canonical(mo, ROWS_METRIC, t)
        for r in range(m if mo.parameters[METRIC] != AT_START else 0):
            for j in range(nv):
                mo.rows_start[r, j] = mo.G[r, j]
            for j in range(m):
                mo.factor_start[r, j] = mo.rows_square[r, j]
        mo.parameters[METRIC] = AT_START
        kick(mo)
    return OK


@inner
def _constant(mo: Any) -> None:
    """Variant A: multipliers are the same at all nodes."""
    first = mo.v.shape[0] + mo.w.shape[0]
    for j in range(mo.lam.shape[0]):
        for i in range(1, degree(mo)):
            mo.nodes_x[i, first + j] = mo.nodes_x[0, first + j]


@inner
def _attempt(mo: Any, t: float, h: float, first: float, scale: float) -> int:
    """A step from mo.y: with the factors there are, then with new ones. first, scale: where the last polynomial is read."""
    status = OK
    for effort in range(2):
        status = _begin(mo, t)
        if status == OK:
            predict(mo, first, scale)
            if mo.parameters[VARIANT] == A:
                _constant(mo)
            if mo.newton.shape[0] > 0 and mo.clock[EPSILON] == 0.0:
                status = newton(mo, t, h)
            else:
                status = solve(mo, t, h, effort == 1 or mo.clock[CONTRACTION] > 0.1)
        if status == OK:
            break
        mo.parameters[PREDICTED] = 0.0
    if status != OK:
        return status
    status = land(mo, t, h, 2)
    for j in range(mo.v.shape[0]):
        mo.vd_new[j] = (mo.v_new[j] - mo.v[j]) / h
        if not math.isfinite(mo.v_new[j]):
            return NOT_FINITE
    n = mo.v.shape[0] + mo.w.shape[0]
    for j in range(mo.w.shape[0]):
        mo.wd_new[j] = mo.nodes_x[degree(mo) - 1, mo.v.shape[0] + j]
    for r in range(mo.lam.shape[0]):
        mo.lam_new[r] = mo.nodes_x[degree(mo) - 1, n + r]
    if status == OK:
        status = _work(mo, t, h)
    if mo.parameters[VARIANT] == P and mo.power.shape[0] > 0:
        _work_of_kicks(mo)
    mo.parameters[PREDICTED] = 1.0
    return status if status != OK else ask(mo, TURNS, t + h)


@inner
def _work(mo: Any, t: float, h: float) -> int:
    """Work done in the step, by its own quadrature; leaves the state at the end in q_new .."""
    first = mo.y.shape[0] - 3
    for i in range(3):
        mo.y_new[first + i] = mo.y[first + i]
    if mo.power.shape[0] == 0:
        return OK
    nv = mo.v.shape[0]
    for i in range(mo.y.shape[0]):
        mo.slope_old[i] = mo.y_new[i]
    for l in range(int(mo.points_v.shape[0])):
        time = t + mo.tableau[TIMES, l] * h
        stand(mo, l, h)
        for j in range(nv):
            mo.v_new[j] = mo.points_v[l, j] if mo.points_v.shape[0] > degree(mo) else mo.nodes_v[l, j]
        ask(mo, POSITIONS, time)
        ask(mo, VELOCITIES, time)
        ask_with(mo, FORCES, time, NO_BIAS)
        ask(mo, ENERGY, time)
        for i in range(3):
            mo.slope_old[first + i] += h * mo.tableau[QUADRATURE, l] * mo.energy[2 + i]
    for i in range(mo.y.shape[0]):
        mo.y_new[i] = mo.slope_old[i]
    n = nv + mo.w.shape[0]
    for r in range(mo.lam.shape[0]):
        mo.lam_new[r] = mo.nodes_x[degree(mo) - 1, n + r]
    return ask(mo, POSITIONS, t + h)


@inner
def _work_of_kicks(mo: Any) -> None:
    """Variant P: where rows are moved (drives), the impulses N mu at both ends do work, mu . N^T v with N^T = K G."""
    m, first = mo.lam.shape[0], mo.y.shape[0] - 3
    sign = -1.0 if degree(mo) % 2 == 1 else 1.0
    for r in range(m):
        start = end = 0.0
        for l in range(r + 1):
            for j in range(mo.v.shape[0]):
                start += mo.factor_start[r, l] * mo.rows_start[l, j] * mo.v[j]
                end += mo.rows_square[r, l] * mo.G[l, j] * mo.v_new[j]
        mo.y_new[first] += mo.mu[r] * (start + sign * end)


@inner
def _twice(mo: Any, t: float, h: float) -> int:
    """The step in two halves, after the whole one, which is left in y_coarse; y stays as it was."""
    status = _attempt(mo, t, h, 1.0, mo.parameters[RATIO])
    if status != OK:
        return status
    for i in range(mo.y.shape[0]):
        mo.y_coarse[i] = mo.y_new[i]
        mo.y_start[i] = mo.y[i]
    status = _attempt(mo, t, 0.5 * h, 0.0, 0.5)
    if status == OK:
        for i in range(mo.y.shape[0]):
            mo.y[i] = mo.y_new[i]
        mo.parameters[METRIC] = AT_END
        status = _attempt(mo, t + 0.5 * h, 0.5 * h, 1.0, 1.0)
        mo.parameters[METRIC] = UNKNOWN
    for i in range(mo.y.shape[0]):
        mo.y[i] = mo.y_start[i]
    return status


@inner
def _ratio(mo: Any, h: float) -> float:
    """Local error of the two half steps against what tol allows in this step."""
    scales(mo)
    worst, nq, nv = 0.0, mo.q.shape[0], mo.v.shape[0]
    parts = 4.0 ** degree(mo) - 1.0
    for i in range(nq + nv + mo.w.shape[0]):
        error = weighted(mo, i, (mo.y_new[i] - mo.y_coarse[i]) / parts, 0.0)
        worst = max(worst, error if i < nq else min(1.0, 10.0 * h / mo.clock[T_END]) * error)
    return worst * mo.clock[T_END] / (mo.clock[TOL] * h)


@inner
def _size(mo: Any, t: float, gap: float) -> float:
    if mo.clock[EVENT_H] > 0.0:
        return mo.clock[EVENT_H]
    if t < mo.clock[FINE_UNTIL] - 1e-9 * mo.clock[STEP_H]:
        return min(mo.clock[FINE_H], mo.clock[FINE_UNTIL] - t)
    return fixed_size(mo, mo.clock[STEP_H], gap)


@inner
def _judge(mo: Any, t: float, h: float) -> bool:
    """Error control: is the step good enough? Sets the size of the next one."""
    ratio = _ratio(mo, h)
    stuck = ratio > 1.0 and no_better(mo, ratio, h, False)
    mo.clock[LAST_RATIO] = ratio if ratio > 1.0 and not stuck else 0.0
    factor = min(3.0, max(0.2, 0.9 * max(ratio, 1e-10) ** (-0.5 / degree(mo))))
    if ratio > 1.0 and not stuck:
        mo.counts[REJECTED] += 1
        mo.clock[STEP_H] = h * min(factor, 0.9)
        mo.parameters[PREDICTED] = 0.0
        return False
    # steps are cut to end at the outputs: a short one may grow beyond the size that it was cut from
    mo.clock[STEP_H] = min(mo.clock[H_MAX], h * factor if factor < 1.0 else max(mo.clock[STEP_H], h * factor))
    return True


@kernel
def run(mo: Any, limit: int) -> int:
    """Go on from mo until all output times are stored, or `limit` steps are made."""
    t = mo.clock[T]
    adaptive = mo.clock[TOL] > 0.0
    if mo.calls[N_EVENTS] > 0 and mo.counts[WATCHING] == 0:
        ask(mo, BEGIN_WATCH, t)
    for _ in range(limit):
        done = int(mo.clock[DONE])
        if done >= mo.times.shape[0]:
            break
        gap = mo.times[done] - t
        planned = mo.clock[EVENT_H] > 0.0
        h = _size(mo, t, gap)
        if not planned and too_small(mo, h, t):
            return STEP_TOO_SMALL
        doubled = adaptive and not planned
        whole = 2.0 if adaptive and mo.parameters[NEAR] == 0.0 else 1.0  # parts of the last step
        mo.parameters[RATIO] = h / mo.past[0, 0] if mo.past[0, 0] > 0.0 else whole
        status = _twice(mo, t, h) if doubled else _attempt(mo, t, h, 1.0, mo.parameters[RATIO])
        if status != OK:
            first = status
            mo.parameters[NEAR] = 0.0
            status = fail(mo, t, h)
            if status != OK:
                return NOT_FINITE if first == NOT_FINITE else status
            continue
        if doubled and not _judge(mo, t, h):
            continue
        verdict = ask_with(mo, WATCH, t, h) if mo.calls[N_EVENTS] > 0 else 0
        if verdict == RETRY:
            mo.parameters[PREDICTED] = 0.0
            continue
        ask(mo, POSITIONS, t + h)
        accept_state(mo, t + h)
        mo.past[0, 0] = 0.5 * h if doubled else h
        mo.parameters[METRIC] = AT_END
        for r in range(mo.lam.shape[0]):  # mu goes on as it did in the last two steps, if these were equal
            ahead = 2.0 * mo.mu[r] - mo.lam_1[r] if mo.past[0, 1] == mo.past[0, 0] else mo.mu[r]
            mo.lam_1[r], mo.mu[r] = mo.mu[r], ahead
        mo.past[0, 1] = mo.past[0, 0]
        t = advance(mo, t, h, gap)
        mo.counts[STEPS] += 1
        if verdict == HIT:
            return EVENT
    return OK

"""Backward differentiation (orders 1 to 5, steps of any size) on the overdetermined equations of motion.

At the new time all levels of the constraints hold together,

    M a - h(q, v) - G^T lam = 0,   v = v* + s a + [M^-1 G^T nu],   u = u* + s u' + M^-1 G^T mu
    g = 0,   G v + g_t = 0,   [G a = gamma]

where u is the increment from q_n with the rate u' (v, but for rotations in space), s the inverse of the leading coefficient,
and v*, u* come from the past. The velocity form (GGL: Gear, Gupta, Leimkuhler) finds lam from the rates and mu from g; the
velocity and acceleration form, in brackets, finds lam from G a = gamma, and nu, mu close rates and positions. Corrections by nu
and mu are least changes in the mass metric. Coupled: simplified Newton with [M + s D + s^2 K, G^T; G, -eps W]; decoupled:
accelerations, then velocities, then positions in turn.

mo.past: y at past times, newest first (row 0 is t_n); mo.dense[TIMES]: these times. parameters: see below.
"""

from __future__ import annotations

import math
from typing import Any

from jourdain.integrators.bdf.step import (
    FIXED_ORDER,
    HISTORY,
    MOST,
    NEAR,
    ORDER,
    ROUNDING,
    SAFETY,
    TIMES,
    attempt,
    base,
)
from jourdain.integrators.stepping import (
    accept_state,
    advance,
    edge_of,
    explicit_step,
    hermite_outputs,
    near_singular,
    no_better,
    remember,
    too_small,
)
from jourdain.jit import inner, kernel
from jourdain.kernels.crossings import HIT, RETRY
from jourdain.kernels.dynamics import EVENT, OK, STEP_TOO_SMALL
from jourdain.kernels.motion import (
    DONE,
    EVENT_H,
    FACTORED,
    H_MAX,
    LAST_RATIO,
    LENGTH,
    REJECTED,
    SINCE_CHANGE,
    STEP_H,
    STEPS,
    T_END,
    TOL,
    WATCHING,
    T,
)
from jourdain.kernels.port import (
    BEGIN_WATCH,
    DIFFERENCE,
    ENERGY,
    FORCES,
    MOVE_BASE,
    N_EVENTS,
    POSITIONS,
    VELOCITIES,
    WATCH,
    ask,
    ask_with,
)


@inner
def _difference_error(mo: Any, t: float, k: int) -> float:
    """Local error of order k: s_k x[t, t_n, .. t_n-k] (t - t_n) .. (t - t_n-k+1), on u and v; inf without enough past."""
    if k < 1 or int(mo.parameters[HISTORY]) < k + 1:
        return math.inf
    times = mo.dense[TIMES]
    total, product = 0.0, 1.0
    for j in range(k):
        total += 1.0 / (t - times[j])
        product *= t - times[j]
    worst = 0.0
    first = mo.q.shape[0]
    for i in range(mo.v.shape[0]):
        du = dv = 0.0
        for j in range(-1, k + 1):  # divided difference as a sum over the nodes
            x = t if j < 0 else times[j]
            weight = 1.0
            for l in range(-1, k + 1):
                if l != j:
                    weight /= x - (t if l < 0 else times[l])
            du += weight * (mo.nodes_du[0, i] if j < 0 else mo.nodes_u[j, i])
            dv += weight * (mo.v_new[i] if j < 0 else mo.nodes_v[j, i])
        length = mo.clock[LENGTH] if mo.sort[first + i] == 2 else 1.0
        worst = max(worst, abs(du) / length)
        worst = max(worst, abs(dv) * (t - times[0]) / length)
    reach = 1.0  # what the rounding of positions makes of the difference is no error
    for i in range(first):
        reach = max(reach, abs(mo.q_new[i]) / mo.clock[LENGTH])
    return max(0.0, worst * product / total - ROUNDING * reach)


@inner
def _finish(mo: Any, t: float, h: float) -> None:
    """Work by the trapezoidal rule on powers, and the rates that the next guess and events need."""
    n = mo.y.shape[0] - 3
    if mo.power.shape[0] > 0:
        ask(mo, VELOCITIES, t + h)
        ask(mo, FORCES, t + h)
        ask(mo, ENERGY, t + h)
    for j in range(3):
        now = mo.energy[2 + j] if mo.power.shape[0] > 0 else 0.0
        mo.y_new[n + j] = mo.y[n + j] + (0.5 * h * (mo.power[j] + now) if mo.power.shape[0] > 0 else 0.0)


@inner
def _outputs(mo: Any, t: float, h: float, first: int, last: int) -> None:
    """States inside the step just computed: the polynomial through its end and the past."""
    k = min(int(mo.parameters[ORDER]) + 1, int(mo.parameters[HISTORY]))
    times, nv, nw = mo.dense[TIMES], mo.v.shape[0], mo.w.shape[0]
    for o in range(first, last):
        z = (mo.times[o] - t) / h
        for i in range(nv):
            mo.u[i] = mo.out_v[o, i] = 0.0
            mo.out_a[o, i] = mo.vd[i] + z * (mo.vd_new[i] - mo.vd[i])
        for i in range(nw):
            mo.out_w[o, i] = 0.0
        for j in range(-1, k):
            x, weight = t + h if j < 0 else times[j], 1.0
            for l in range(-1, k):
                if l != j:
                    other = t + h if l < 0 else times[l]
                    weight *= (mo.times[o] - other) / (x - other)
            for i in range(nv):
                mo.u[i] += weight * (mo.nodes_du[0, i] if j < 0 else mo.nodes_u[j, i])
                mo.out_v[o, i] += weight * (mo.v_new[i] if j < 0 else mo.nodes_v[j, i])
            for i in range(nw):
                mo.out_w[o, i] += weight * (mo.w_new[i] if j < 0 else mo.nodes_w[j, i])
        for i in range(mo.q.shape[0]):
            mo.q_end[i] = mo.q_new[i]
        ask(mo, MOVE_BASE, t)
        for i in range(mo.q.shape[0]):
            mo.out_q[o, i] = mo.q_new[i]
            mo.q_new[i] = mo.q_end[i]
        for i in range(mo.lam.shape[0]):
            mo.out_lam[o, i] = mo.lam[i] + z * (mo.lam_new[i] - mo.lam[i])
        for i in range(mo.ref.shape[0]):
            mo.out_ref[o, i] = mo.ref[i]
        for i in range(3):
            mo.out_work[o, i] = mo.work[i] + z * (mo.y_new[mo.y.shape[0] - 3 + i] - mo.work[i])


@inner
def _growth(ratio: float, order: float) -> float:
    return 0.8 * max(ratio, 1e-10) ** (-1.0 / order)


@inner
def _judge(mo: Any, t: float, h: float) -> bool:
    """Accept the step? Order and size of the next one are set."""
    k = int(mo.parameters[ORDER])
    per_error = SAFETY * mo.clock[T_END] / (mo.clock[TOL] * h)
    ratio = _difference_error(mo, t + h, k) * per_error
    if not math.isfinite(ratio):
        ratio = 0.5 if int(mo.parameters[HISTORY]) < k + 1 else 1e4
    stuck = ratio > 1.0 and no_better(mo, ratio, h, False)
    mo.clock[LAST_RATIO] = ratio if ratio > 1.0 and not stuck else 0.0
    fixed = mo.parameters[FIXED_ORDER] != 0.0
    best, size = k, _growth(ratio, k)
    if not fixed and k > 1:
        lower = _growth(_difference_error(mo, t + h, k - 1) * per_error, k - 1.0)
        if lower > size:
            best, size = k - 1, lower
    if ratio > 1.0 and not stuck:
        mo.counts[REJECTED] += 1
        mo.parameters[ORDER] = best
        mo.clock[STEP_H] = h * min(0.7, max(0.2, size))
        mo.clock[SINCE_CHANGE] = 0.0
        if int(mo.parameters[HISTORY]) <= k + 1:  # nothing but the start, and that too coarse: again from here
            mo.parameters[HISTORY], mo.parameters[ORDER] = 1.0, k
        return False
    mo.clock[SINCE_CHANGE] += 1.0
    if not fixed and k < MOST and mo.clock[SINCE_CHANGE] > k + 1.0:
        higher = _growth(_difference_error(mo, t + h, k + 1) * per_error, k + 1.0)
        if higher > 1.05 * size:
            best, size = k + 1, higher
    mo.parameters[ORDER] = best
    if best != k or ((size > 1.3 or size < 0.9) and mo.clock[SINCE_CHANGE] > k):
        mo.clock[SINCE_CHANGE] = 0.0
        mo.clock[STEP_H] = min(mo.clock[H_MAX], h * min(2.0, max(0.5, size)))
    return True


@kernel
def run(mo: Any, limit: int) -> int:
    """Go on from mo until all output times are stored, or `limit` steps are made."""
    t = mo.clock[T]
    adaptive = mo.clock[TOL] > 0.0
    if mo.calls[N_EVENTS] > 0 and mo.counts[WATCHING] == 0:
        ask(mo, BEGIN_WATCH, t)
    if mo.parameters[HISTORY] == 0.0:
        remember(mo, mo.y, t, HISTORY)
    end = mo.times[mo.times.shape[0] - 1]
    for _ in range(limit):
        done = int(mo.clock[DONE])
        if done >= mo.times.shape[0]:
            break
        gap = end - t
        planned = mo.clock[EVENT_H] > 0.0
        h = mo.clock[EVENT_H] if planned else gap if gap <= 1.001 * mo.clock[STEP_H] else mo.clock[STEP_H]
        if not planned and too_small(mo, h, t):
            return STEP_TOO_SMALL
        base(mo, t)
        # singular positions are passed by explicit steps, whose solves are rank-safe
        near = mo.parameters[NEAR] == 1.0
        starting = near or mo.parameters[HISTORY] < mo.parameters[ORDER] + (1.0 if adaptive else 0.0)
        status = explicit_step(mo, t, h) if starting else attempt(mo, t, h, int(mo.parameters[ORDER]))
        if status != OK:
            mo.counts[REJECTED] += 1
            mo.clock[EVENT_H], mo.clock[FACTORED] = 0.0, 0.0
            if mo.parameters[NEAR] == 2.0:  # not far from a singular position: by an explicit step
                mo.parameters[NEAR] = 1.0
                continue
            mo.clock[STEP_H] = 0.25 * h
            mo.clock[SINCE_CHANGE] = 0.0
            if not adaptive or too_small(mo, mo.clock[STEP_H], t):
                return status if not adaptive else STEP_TOO_SMALL
            continue
        ask(mo, DIFFERENCE, t)
        for i in range(mo.v.shape[0]):
            mo.nodes_du[0, i] = mo.u[i]
        if adaptive and not planned and not starting and not _judge(mo, t, h):
            continue
        if not starting:
            _finish(mo, t, h)
        verdict = ask_with(mo, WATCH, t, h) if mo.calls[N_EVENTS] > 0 else 0
        if verdict == RETRY:
            continue
        inside = done
        while inside < mo.times.shape[0] and mo.times[inside] < t + h - edge_of(t, h):
            inside += 1
        if inside > done:
            if starting:
                hermite_outputs(mo, t, h, done, inside)
            else:
                _outputs(mo, t, h, done, inside)
            mo.clock[DONE] = inside
        ask(mo, POSITIONS, t + h)
        accept_state(mo, t + h)
        for j in range(mo.power.shape[0]):
            mo.power[j] = mo.energy[2 + j]
        mo.parameters[NEAR] = near_singular(mo, t + h)
        remember(mo, mo.y, t + h, HISTORY)
        t = advance(mo, t, h, gap)
        mo.counts[STEPS] += 1
        if verdict == HIT:
            return EVENT
    return OK

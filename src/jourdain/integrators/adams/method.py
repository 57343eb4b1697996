"""Adams-Bashforth-Moulton methods as predictor, evaluation, corrector, evaluation (PECE), for steps of any size.

Slopes at past times are interpolated by Newton's polynomial in z = (t - t_n)/h, whose integral is the step:

    y(z) = y_n + h sum_i f[z_0 .. z_i] int_0^z (x - z_0) .. (x - z_{i-1}) dx

The predictor has nodes t_n, t_n-1, ..; the corrector t_n+1, t_n, ..; the last term of the corrector is the error of one order
less. With a constant order of 4 and constant steps these are the classical formulas. Starting values are made by RK4 in small
substeps; where they turn out to be too coarse they are made again. Output times inside a step come from the same polynomial.

mo.past: slopes, newest first; mo.dense[0]: their times; mo.dense[1 ..]: work space of the polynomials. parameters: order (0:
variable), extra corrector nodes, order in use, slopes there are.
"""

from __future__ import annotations

import math
from typing import Any

from jourdain.integrators.stepping import (
    accept_state,
    advance,
    begin,
    edge_of,
    explicit_step,
    hermite_outputs,
    keep_slope,
    no_better,
    put_output,
    remember,
    scales,
    too_small,
    weighted,
)
from jourdain.jit import inner, kernel
from jourdain.kernels.crossings import HIT, RETRY
from jourdain.kernels.dynamics import EVENT, OK, STEP_TOO_SMALL
from jourdain.kernels.motion import (
    DONE,
    EVALUATIONS,
    EVENT_H,
    H_MAX,
    LAST_RATIO,
    REJECTED,
    SINCE_CHANGE,
    SINGULAR,
    STEP_H,
    STEPS,
    T_END,
    TOL,
    WATCHING,
    T,
)
from jourdain.kernels.port import BEGIN, BEGIN_WATCH, N_EVENTS, NORMALISE, SETTLE, STAGE, WATCH, ask, ask_with, treat

FIXED_ORDER, EXTRA, ORDER, HISTORY = range(4)  # entries of parameters
MOST, START = 12, 4  # highest order, and the one to start with
TIMES, NODES, POLY, WEIGHTS = range(4)  # rows of mo.dense


@inner
def _weights(mo: Any, count: int, z: float) -> None:
    """WEIGHTS[i] = int_0^z prod_{l<i} (x - NODES[l]) dx."""
    p, w = mo.dense[POLY], mo.dense[WEIGHTS]
    p[0] = 1.0
    for i in range(count):
        total = 0.0
        for k in range(i, -1, -1):
            total = (total + p[k] / (k + 1.0)) * z if k > 0 else (total + p[0]) * z
        w[i] = total
        p[i + 1] = 0.0
        for k in range(i + 1, 0, -1):
            p[k] = p[k - 1] - mo.dense[NODES, i] * p[k]
        p[0] *= -mo.dense[NODES, i]


@inner
def _differences(mo: Any, count: int) -> None:
    """mo.stages[i] = f[z_0 .. z_i] from the slopes in mo.stages and the nodes."""
    for order in range(1, count):
        for i in range(count - 1, order - 1, -1):
            c = 1.0 / (mo.dense[NODES, i] - mo.dense[NODES, i - order])
            for j in range(mo.y.shape[0]):
                mo.stages[i, j] = (mo.stages[i, j] - mo.stages[i - 1, j]) * c


@inner
def _load(mo: Any, t: float, h: float, first: int, count: int) -> None:
    """Past slopes 0 .. count-1 and their nodes to rows first .. of the stages."""
    for i in range(count):
        mo.dense[NODES, first + i] = (mo.dense[TIMES, i] - t) / h
        for j in range(mo.y.shape[0]):
            mo.stages[first + i, j] = mo.past[i, j]


@inner
def _sum(mo: Any, h: float, count: int) -> None:
    """y_new = y + h sum_i WEIGHTS[i] stages[i]."""
    for j in range(mo.y.shape[0]):
        mo.y_new[j] = mo.y[j]
    for i in range(count):
        c = h * mo.dense[WEIGHTS, i]
        for j in range(mo.y.shape[0]):
            mo.y_new[j] += c * mo.stages[i, j]


@inner
def _step(mo: Any, t: float, h: float) -> int:
    """Predictor, evaluation, corrector; errors of three orders are left in mo.dense[POLY][0:3]."""
    k = int(mo.parameters[ORDER])
    past = int(mo.parameters[HISTORY])
    status = treat(mo, BEGIN, t, h)
    if status != OK:
        return status
    _load(mo, t, h, 0, k)
    _differences(mo, k)
    _weights(mo, k, 1.0)
    _sum(mo, h, k)
    ask(mo, NORMALISE, t + h)
    status = treat(mo, STAGE, t + h, h)
    if status != OK:
        return status
    keep_slope(mo, 0)
    mo.dense[NODES, 0] = 1.0
    nodes = k + int(mo.parameters[EXTRA])  # of the corrector
    more = (
        min(past, nodes) if mo.parameters[FIXED_ORDER] == 0.0 else nodes - 1
    )  # one further node, to judge a higher order
    _load(mo, t, h, 1, more)
    _differences(mo, more + 1)
    _weights(mo, more + 1, 1.0)
    _sum(mo, h, nodes)
    ask(mo, NORMALISE, t + h)
    return OK


@inner
def _term(mo: Any, h: float, i: int) -> float:
    """Size of term i of the corrector."""
    worst = 0.0
    for j in range(mo.y.shape[0]):
        e = h * mo.dense[WEIGHTS, i] * mo.stages[i, j]
        worst = max(worst, weighted(mo, j, e, mo.y_new[j] - mo.y[j]))
    return worst


@inner
def _outputs(mo: Any, t: float, h: float, first: int, last: int) -> None:
    """States inside the step just settled, by the polynomial through the slopes at its end and before."""
    count = min(int(mo.parameters[ORDER]), int(mo.parameters[HISTORY])) + 1
    if mo.parameters[FIXED_ORDER] != 0.0:
        count = min(int(mo.parameters[HISTORY]), 4) + 1
    mo.dense[NODES, 0] = 1.0
    for j in range(mo.y.shape[0]):
        mo.stages[0, j] = mo.slope[j]
    _load(mo, t, h, 1, count - 1)
    _differences(mo, count)
    for k in range(first, last):
        z = (mo.times[k] - t) / h
        for j in range(mo.y.shape[0]):
            mo.slope_old[j] = mo.y[j]
        _weights(mo, count, 1.0)
        for j in range(mo.y.shape[0]):
            left = mo.y_new[j] - mo.y[j]  # what settling has added is spread evenly
            for i in range(count):
                left -= h * mo.dense[WEIGHTS, i] * mo.stages[i, j]
            mo.slope_old[j] += z * left
        _weights(mo, count, z)
        for j in range(mo.y.shape[0]):
            for i in range(count):
                mo.slope_old[j] += h * mo.dense[WEIGHTS, i] * mo.stages[i, j]
            put_output(mo, k, j, mo.slope_old[j])
        for i in range(mo.v.shape[0]):
            mo.out_a[k, i] = mo.vd[i] + z * (mo.vd_new[i] - mo.vd[i])
        for i in range(mo.lam.shape[0]):
            mo.out_lam[k, i] = mo.lam[i] + z * (mo.lam_new[i] - mo.lam[i])
        for i in range(mo.ref.shape[0]):
            mo.out_ref[k, i] = mo.ref[i]


@inner
def _growth(ratio: float, order: float) -> float:
    return 0.8 * max(ratio, 1e-12) ** (-1.0 / order)


@inner
def _judge(mo: Any, t: float, h: float, status: int, singular: bool) -> int:
    """Settle the step if it is good, choose order and size of the next; -1: rejected, take it again."""
    scales(mo)
    k = int(mo.parameters[ORDER])
    per_error = mo.clock[T_END] / (mo.clock[TOL] * h)
    ratio = _term(mo, h, k) * per_error if status == OK else 1e4
    stuck = False
    if not math.isfinite(ratio):
        ratio = 1e4
    elif status == OK and ratio > 1.0 and no_better(mo, ratio, h, singular):
        ratio, stuck = 1.0, True
        mo.clock[LAST_RATIO] = 0.0
    else:
        mo.clock[LAST_RATIO] = ratio if ratio > 1.0 and status == OK else 0.0
    lower = _term(mo, h, k - 1) * per_error if status == OK and k > 1 else math.inf
    past = int(mo.parameters[HISTORY])
    higher = _term(mo, h, k + 1) * per_error if status == OK and k < MOST and past > k else math.inf
    if ratio <= 1.0:
        status = treat(mo, SETTLE, t + h, h)
        if status != OK:
            ratio = 1e4
    best, size = k, _growth(ratio, k)
    if _growth(lower, k - 1.0) > size if k > 1 else False:
        best, size = k - 1, _growth(lower, k - 1.0)
    if ratio > 1.0:
        mo.counts[REJECTED] += 1
        mo.parameters[ORDER] = best
        mo.clock[STEP_H] = h * min(0.7, max(0.1, size))
        mo.clock[SINCE_CHANGE] = 0.0
        if past <= START:  # nothing but the start, and that too coarse: again from here
            mo.parameters[HISTORY], mo.parameters[ORDER] = 1.0, START
        if too_small(mo, mo.clock[STEP_H], t):
            return status if status != OK else STEP_TOO_SMALL
        return -1
    mo.clock[SINCE_CHANGE] += 1.0
    if stuck:
        mo.clock[STEP_H] = min(mo.clock[H_MAX], 10.0 * h)
        return OK
    if mo.clock[SINCE_CHANGE] > k and _growth(higher, k + 1.0) > 1.05 * size:
        best, size = k + 1, _growth(higher, k + 1.0)
    if best != k:
        mo.clock[SINCE_CHANGE] = 0.0
    mo.parameters[ORDER] = best
    if (size > 1.3 or size < 0.9) and h >= 0.999 * mo.clock[STEP_H]:
        mo.clock[STEP_H] = min(mo.clock[H_MAX], h * min(2.0, max(0.5, size)))
    return OK


@kernel
def run(mo: Any, limit: int) -> int:
    """Go on from mo until all output times are stored, or `limit` steps are made."""
    t = mo.clock[T]
    adaptive = mo.clock[TOL] > 0.0
    if mo.counts[EVALUATIONS] == 0:
        begin(mo)
        status = treat(mo, BEGIN, t, 0.0)
        if status == OK:
            status = treat(mo, STAGE, t, 0.0)
        if status != OK:
            return status
        remember(mo, mo.slope, t, HISTORY)
    if mo.calls[N_EVENTS] > 0 and mo.counts[WATCHING] == 0:
        ask(mo, BEGIN_WATCH, t)
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
        before = mo.counts[SINGULAR]
        starting = mo.parameters[HISTORY] < mo.parameters[ORDER]
        status = explicit_step(mo, t, h) if starting else _step(mo, t, h)
        if adaptive and not planned and not starting:
            status = _judge(mo, t, h, status, mo.counts[SINGULAR] > before)
            if status == -1:
                continue
        elif status == OK and not starting:
            status = treat(mo, SETTLE, t + h, h)
        if status != OK and planned:
            mo.clock[EVENT_H] = 0.0
            mo.clock[STEP_H] = 0.5 * h
            if too_small(mo, mo.clock[STEP_H], t) or not adaptive:
                return status
            continue
        if status != OK:
            return status
        verdict = ask_with(mo, WATCH, t, h) if mo.calls[N_EVENTS] > 0 else 0
        if verdict == RETRY:
            continue
        inside = done
        while inside < mo.times.shape[0] and mo.times[inside] < t + h - edge_of(t, h):
            inside += 1
        if inside > done:
            if starting:
                for i in range(mo.slope.shape[0]):
                    mo.stages[0, i] = mo.slope[i]
                hermite_outputs(mo, t, h, done, inside)
                for i in range(mo.slope.shape[0]):
                    mo.slope[i] = mo.stages[0, i]
            else:
                _outputs(mo, t, h, done, inside)
            mo.clock[DONE] = inside
        accept_state(mo, t + h)
        remember(mo, mo.slope, t + h, HISTORY)
        t = advance(mo, t, h, gap)
        mo.counts[STEPS] += 1
        if verdict == HIT:
            return EVENT
    return OK

"""A singly diagonally implicit Runge-Kutta method for stiff systems: order 4, L-stable (Hairer and Wanner, SODE II, IV.6).

    k_i = f(t + c_i h, y + h sum_{j<=i} a_ij k_j),   a_ii = 1/4

f are the slopes of the treatment; its Jacobian is taken by differences and kept, with the factors of I - h J/4, until Newton's
method converges slowly. mo.dense holds the factors, mo.past[0] the sum that a stage starts from, mo.past[1:] the Jacobian.
"""

from __future__ import annotations

import math
from typing import Any

from jourdain.integrators.stepping import (
    accept_state,
    advance,
    begin,
    combine,
    edge_of,
    explicit_step,
    hermite_outputs,
    keep_slope,
    near_singular,
    no_better,
    scales,
    too_small,
    weighted,
)
from jourdain.jit import inner, kernel
from jourdain.kernels.crossings import HIT, RETRY
from jourdain.kernels.dense import factor_lu, solve_lu
from jourdain.kernels.dynamics import EVENT, NO_CONVERGENCE, OK, STEP_TOO_SMALL
from jourdain.kernels.motion import (
    DONE,
    EVALUATIONS,
    EVENT_H,
    FACTORED,
    FACTORIZATIONS,
    H_MAX,
    ITERATIONS,
    LAST_RATIO,
    REJECTED,
    STEP_H,
    STEPS,
    T_END,
    TOL,
    WATCHING,
    H,
    T,
)
from jourdain.kernels.port import BEGIN, BEGIN_WATCH, N_EVENTS, NORMALISE, SETTLE, STAGE, WATCH, ask, ask_with, treat

GAMMA = 0.25
NEWTON = 1e-3  # of what tol allows a step: what Newton's method may leave
AGE, NEAR = 5, 6  # entries of parameters: steps since the Jacobian was new; 1 near a singular position


@inner
def _jacobian(mo: Any, t: float) -> int:
    """J = df/dy at y by differences, into mo.past[1:] by columns; work (the last three) feeds nothing back."""
    n = mo.y.shape[0]
    begin(mo)
    status = treat(mo, STAGE, t, 0.0)
    for i in range(n):
        mo.slope_old[i] = mo.slope[i]
    for j in range(n - 3):
        begin(mo)
        d = 1e-7 * max(1e-2, abs(mo.y[j]))
        mo.y_new[j] += d
        if status == OK:
            status = treat(mo, STAGE, t, 0.0)
        for i in range(n):
            mo.past[1 + j, i] = (mo.slope[i] - mo.slope_old[i]) / d
    for j in range(n - 3, n):
        for i in range(n):
            mo.past[1 + j, i] = 0.0
    mo.parameters[AGE] = 0.0
    return status


@inner
def _factor(mo: Any, h: float) -> bool:
    """Factors of I - h/4 J in mo.dense."""
    A = mo.dense
    n = mo.y.shape[0]
    for i in range(n):
        for j in range(n):
            A[i, j] = (1.0 if i == j else 0.0) - h * GAMMA * mo.past[1 + j, i]
    mo.counts[FACTORIZATIONS] += 1
    mo.clock[FACTORED], mo.clock[H] = 1.0, h
    return factor_lu(A, n, mo.exchange)


@inner
def _solve(mo: Any, x: Any) -> None:
    solve_lu(mo.dense, x.shape[0], mo.exchange, x)


@inner
def _stage(mo: Any, t: float, h: float, k: int, allowed: float) -> int:
    """Newton's method for the slope of stage k, in mo.stages[k], which holds a guess."""
    n = mo.tableau.shape[1]
    combine(mo, h, mo.tableau, k, k)
    for i in range(mo.y.shape[0]):
        mo.past[0, i] = mo.y_new[i]
    last = math.inf
    for iteration in range(10):
        mo.counts[ITERATIONS] += 1
        for i in range(mo.y.shape[0]):
            mo.y_new[i] = mo.past[0, i] + h * GAMMA * mo.stages[k, i]
        status = treat(mo, STAGE, t + mo.tableau[n + 1, k] * h, h)
        if status != OK:
            return status
        for i in range(mo.y.shape[0]):
            mo.slope_old[i] = mo.slope[i] - mo.stages[k, i]
        _solve(mo, mo.slope_old)
        size = 0.0
        for i in range(mo.y.shape[0]):
            mo.stages[k, i] += mo.slope_old[i]
            size = max(size, weighted(mo, i, h * GAMMA * mo.slope_old[i], 0.0))
        rate = size / last if iteration > 0 else 0.5
        if size <= 1e-15 or (rate < 1.0 and size * rate / (1.0 - rate) <= allowed):
            return OK
        if not math.isfinite(size) or (iteration > 1 and rate > 0.9):
            return NO_CONVERGENCE
        last = size
    return NO_CONVERGENCE


@inner
def _step(mo: Any, t: float, h: float) -> int:
    """All stages; kept factors first, new ones if these do not serve."""
    status = treat(mo, BEGIN, t, h)
    if status != OK:
        return status
    scales(mo)
    n = mo.tableau.shape[1]
    allowed = NEWTON * mo.clock[TOL] * h / mo.clock[T_END] if mo.clock[TOL] > 0.0 else 1e-13
    for attempt in range(2):
        if attempt == 1 or mo.clock[FACTORED] == 0.0 or mo.parameters[AGE] > 20.0:
            status = _jacobian(mo, t)
            if status == OK and not _factor(mo, h):
                status = NO_CONVERGENCE
        elif mo.clock[H] != h and not _factor(mo, h):
            status = NO_CONVERGENCE
        if status != OK:
            return status
        for k in range(n):
            for i in range(mo.y.shape[0]):
                mo.stages[k, i] = mo.stages[n, i] if k == 0 else mo.stages[k - 1, i]
            status = _stage(mo, t, h, k, max(allowed, 1e-15))
            if status != OK:
                break
        if status == OK:
            break
    mo.parameters[AGE] += 1.0
    combine(mo, h, mo.tableau, n, n)
    ask(mo, NORMALISE, t + h)
    return status


@inner
def _ratio(mo: Any, h: float) -> float:
    """Error by the embedded method of order 3, filtered once by the factors: its stiff part says nothing."""
    n = mo.tableau.shape[1]
    for i in range(mo.y.shape[0]):
        e = 0.0
        for k in range(n):
            e += mo.tableau[n + 2, k] * mo.stages[k, i]
        mo.slope_old[i] = h * e
    _solve(mo, mo.slope_old)
    worst = 0.0
    for i in range(mo.y.shape[0]):
        worst = max(worst, weighted(mo, i, mo.slope_old[i], mo.y_new[i] - mo.y[i]))
    return worst * mo.clock[T_END] / (mo.clock[TOL] * h)


@kernel
def run(mo: Any, limit: int) -> int:
    """Go on from mo until all output times are stored, or `limit` steps are made."""
    t = mo.clock[T]
    adaptive = mo.clock[TOL] > 0.0
    n = mo.tableau.shape[1]
    if mo.counts[EVALUATIONS] == 0:
        begin(mo)
        status = treat(mo, BEGIN, t, 0.0)
        if status == OK:
            status = treat(mo, STAGE, t, 0.0)
        if status != OK:
            return status
        keep_slope(mo, n)
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
        near = (
            mo.parameters[NEAR] == 1.0
        )  # singular positions are passed by explicit steps: there is no Jacobian to rely on
        status = explicit_step(mo, t, h) if near else _step(mo, t, h)
        ratio = _ratio(mo, h) if adaptive and status == OK and not planned and not near else 0.0
        if ratio > 1.0 and no_better(mo, ratio, h, False):
            ratio = 1.0
        mo.clock[LAST_RATIO] = ratio if ratio > 1.0 else 0.0
        if status == OK and ratio <= 1.0 and not near:
            status = treat(mo, SETTLE, t + h, h)
        if status != OK or not ratio <= 1.0:
            mo.counts[REJECTED] += 1
            mo.clock[EVENT_H] = 0.0
            mo.clock[FACTORED] = 0.0 if status != OK else mo.clock[FACTORED]
            mo.clock[STEP_H] = h * (0.3 if status != OK else max(0.2, 0.8 * ratio**-0.25))
            if not adaptive or too_small(mo, mo.clock[STEP_H], t):
                return status if status != OK else STEP_TOO_SMALL
            continue
        verdict = ask_with(mo, WATCH, t, h) if mo.calls[N_EVENTS] > 0 else 0
        if verdict == RETRY:
            continue
        if adaptive and not planned and h >= 0.999 * mo.clock[STEP_H]:
            factor = 0.8 * max(ratio, 1e-8) ** -0.25
            if factor > 1.3 or factor < 0.9:
                mo.clock[STEP_H] = min(mo.clock[H_MAX], h * min(4.0, factor))
        inside = done
        while inside < mo.times.shape[0] and mo.times[inside] < t + h - edge_of(t, h):
            inside += 1
        if inside > done:
            hermite_outputs(mo, t, h, done, inside)
            mo.clock[DONE] = inside
        accept_state(mo, t + h)
        keep_slope(mo, n)
        mo.parameters[NEAR] = near_singular(mo, t + h)
        if near:
            mo.clock[FACTORED] = 0.0
        t = advance(mo, t, h, gap)
        mo.counts[STEPS] += 1
        if verdict == HIT:
            return EVENT
    return OK

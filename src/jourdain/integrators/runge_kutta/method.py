"""Explicit Runge-Kutta methods; what is done about constraints is the treatment's affair (see treatments/).

Slopes at the end of a step stand in the last row of the stages until the step is accepted; then they are stage 0 of the
next one. Tableau (n + 4, n): rows A, then b, c, and two error rows, zero for methods of fixed step; for the 8(5,3) pair of
Dormand and Prince e5 and e3 (Hairer, Norsett, Wanner, Solving Ordinary Differential Equations I, II.10), for the 5(4) pair
the difference of the two. mo.dense: rows A, c, then D of the 8(5,3) pair's interpolation; or the polynomials of 5(4).
parameters: exponent of the step size control, and 0 none, 1 a pair of error rows, 2 a single one.
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
    fixed_size,
    keep_slope,
    no_better,
    put_output,
    return_to,
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
    SINGULAR,
    STEP_H,
    STEPS,
    T_END,
    TOL,
    WATCHING,
    T,
)
from jourdain.kernels.port import BEGIN, BEGIN_WATCH, N_EVENTS, NORMALISE, SETTLE, STAGE, WATCH, ask, ask_with, treat

EXPONENT, ESTIMATE = 0, 1  # entries of parameters


@inner
def _stage(mo: Any, t: float, k: int) -> int:
    status = treat(mo, STAGE, t, 0.0)
    keep_slope(mo, k)
    return status


@inner
def _step(mo: Any, t: float, h: float) -> int:
    """Stages 1.. (stage 0 stands from the end of the last step) and the new state, not closed yet."""
    n = mo.tableau.shape[1]
    status = treat(mo, BEGIN, t, h)
    if status != OK:
        return status
    for k in range(1, n):
        combine(mo, h, mo.tableau, k, k)
        status = _stage(mo, t + mo.tableau[n + 1, k] * h, k)
        if status != OK:
            return status
    combine(mo, h, mo.tableau, n, n)
    ask(mo, NORMALISE, t)
    return OK


@inner
def _settle(mo: Any, t: float) -> int:
    """The new state closed, and the slopes there in the last row of the stages."""
    status = treat(mo, SETTLE, t, 0.0)
    keep_slope(mo, mo.tableau.shape[1])
    return status


@inner
def _error(mo: Any, h: float, row: int) -> float:
    """Largest weighted component of h sum_j tableau[row, j] stage_j."""
    n, worst = mo.tableau.shape[1], 0.0
    for i in range(mo.y.shape[0]):
        e = 0.0
        for j in range(n):
            e += mo.tableau[row, j] * mo.stages[j, i]
        worst = max(worst, weighted(mo, i, h * e, mo.y_new[i] - mo.y[i]))
    return worst


@inner
def _ratio(mo: Any, h: float) -> float:
    """Estimated error of the step against what tol allows it: tol bounds the sum over the run."""
    n = mo.tableau.shape[1]
    scales(mo)
    estimate = _error(mo, h, n + 2)
    if mo.parameters[ESTIMATE] == 1.0 and estimate > 0.0:
        e3 = _error(mo, h, n + 3)
        estimate = estimate * estimate / math.sqrt(estimate * estimate + 0.01 * e3 * e3)
    return estimate * mo.clock[T_END] / (mo.clock[TOL] * h)


@inner
def _dense(mo: Any, t: float, h: float, first: int, last: int) -> int:
    """States at the output times first .. last-1 inside the step just settled, by the method's own interpolation.

    For the 8(5,3) pair it takes three more stages (rows n + 1 ..); the new state is put aside in slope_old meanwhile.
    """
    n = mo.tableau.shape[1]
    status = OK
    if mo.parameters[ESTIMATE] == 1.0:
        for i in range(mo.y.shape[0]):
            mo.slope_old[i] = mo.y_new[i]
        for i in range(mo.lam.shape[0]):
            mo.lam_1[i] = mo.lam_new[i]
        for k in range(3):
            combine(mo, h, mo.dense, k, n + 1 + k)
            status = _stage(mo, t + mo.dense[3, k] * h, n + 1 + k)
            if status != OK:
                break
        for i in range(mo.y.shape[0]):
            mo.y_new[i] = mo.slope_old[i]
        nq, nv = mo.q.shape[0], mo.v.shape[0]
        for i in range(nv):
            mo.vd_new[i] = mo.stages[n, nq + i]
        for i in range(mo.wd.shape[0]):
            mo.wd_new[i] = mo.stages[n, nq + nv + i]
        for i in range(mo.lam.shape[0]):
            mo.lam_new[i] = mo.lam_1[i]
        return_to(mo, t + h)
    for j in range(first, last if status == OK else first):
        z = (mo.times[j] - t) / h
        for i in range(mo.y.shape[0]):
            y = _eighth(mo, h, z, i) if mo.parameters[ESTIMATE] == 1.0 else _fifth(mo, h, z, i)
            put_output(mo, j, i, y)
        for i in range(mo.v.shape[0]):
            a, b = mo.stages[0, mo.q.shape[0] + i], mo.stages[n, mo.q.shape[0] + i]
            mo.out_a[j, i] = a + z * (b - a)
        for i in range(mo.lam.shape[0]):
            mo.out_lam[j, i] = mo.lam[i] + z * (mo.lam_new[i] - mo.lam[i])
        for i in range(mo.ref.shape[0]):
            mo.out_ref[j, i] = mo.ref[i]
    return status


@inner
def _eighth(mo: Any, h: float, z: float, i: int) -> float:
    """old + z (F0 + (1-z) (F1 + z (F2 + (1-z) (F3 + ..)))), of order 7."""
    n = mo.tableau.shape[1]
    old, new = mo.y[i], mo.y_new[i]
    y = 0.0
    for row in range(3, -1, -1):  # F6 .. F3
        f = 0.0
        for k in range(n + 4):
            f += mo.dense[4 + row, k] * mo.stages[k, i]
        y = (y + h * f) * (z if row % 2 == 1 else 1.0 - z)
    step, f_old, f_new = new - old, h * mo.stages[0, i], h * mo.stages[n, i]
    y = (y + 2.0 * step - f_new - f_old) * z
    y = (y + f_old - step) * (1.0 - z)
    return old + (y + step) * z


@inner
def _fifth(mo: Any, h: float, z: float, i: int) -> float:
    """old + h sum_j stage_j (P_j1 z + P_j2 z^2 + ..), of order 4; the last row of the stages is the slope at the end."""
    y = 0.0
    for j in range(mo.dense.shape[0]):
        p = 0.0
        for k in range(mo.dense.shape[1] - 1, -1, -1):
            p = (p + mo.dense[j, k]) * z
        y += p * mo.stages[j, i]
    return mo.y[i] + h * y


@inner
def _size(mo: Any, t: float, gap: float) -> float:
    if mo.clock[EVENT_H] > 0.0:
        return mo.clock[EVENT_H]
    if mo.clock[TOL] > 0.0:
        return gap if gap <= 1.001 * mo.clock[STEP_H] else mo.clock[STEP_H]
    return fixed_size(mo, mo.clock[STEP_H], gap)


@inner
def _controlled(mo: Any, t: float, h: float, status: int, singular: bool) -> int:
    """Judge the step, settle it if it is good, and set the size of the next one; -1: rejected, take it again."""
    stuck = False
    ratio = _ratio(mo, h) if status == OK else 1e4
    if not math.isfinite(ratio):
        ratio = 1e4
    elif status == OK and ratio > 1.0 and no_better(mo, ratio, h, singular):
        ratio, stuck = 1.0, True
        mo.clock[LAST_RATIO] = 0.0
    else:
        mo.clock[LAST_RATIO] = ratio if ratio > 1.0 and status == OK else 0.0
    if ratio <= 1.0:
        status = _settle(mo, t + h)
        if status != OK:
            ratio = 1e4
    factor = min(4.0, max(0.2, 0.9 * max(ratio, 1e-10) ** (-mo.parameters[EXPONENT])))
    if stuck:  # get away from there
        factor = 10.0
    if ratio > 1.0:
        mo.counts[REJECTED] += 1
        mo.clock[STEP_H] = h * min(factor, 0.9)
        if too_small(mo, mo.clock[STEP_H], t):
            return status if status != OK else STEP_TOO_SMALL
        return -1
    # a step cut by an output time says nothing against the size
    if h >= 0.999 * mo.clock[STEP_H] or factor < 1.0:
        mo.clock[STEP_H] = min(mo.clock[H_MAX], h * factor)
    return OK


@kernel
def run(mo: Any, limit: int) -> int:
    """Go on from mo until all output times are stored, or `limit` steps are made. mo.clock[DONE]: outputs stored so far."""
    t = mo.clock[T]
    adaptive = mo.clock[TOL] > 0.0
    if mo.counts[EVALUATIONS] == 0:  # stage 0 of the first step
        begin(mo)
        status = treat(mo, BEGIN, t, 0.0)
        if status == OK:
            status = _stage(mo, t, 0)
        if status != OK:
            return status
    if mo.calls[N_EVENTS] > 0 and mo.counts[WATCHING] == 0:
        ask(mo, BEGIN_WATCH, t)
    for _ in range(limit):
        done = int(mo.clock[DONE])
        if done >= mo.times.shape[0]:
            break
        # outputs inside a step of an error-controlled run are interpolated
        gap = mo.times[mo.times.shape[0] - 1 if adaptive else done] - t
        planned = mo.clock[EVENT_H] > 0.0
        h = _size(mo, t, gap)
        if adaptive and not planned and too_small(mo, h, t):
            return STEP_TOO_SMALL
        before = mo.counts[SINGULAR]
        status = _step(mo, t, h)
        if adaptive and not planned:
            status = _controlled(mo, t, h, status, mo.counts[SINGULAR] > before)
            if status == -1:
                continue
        elif status == OK:
            status = _settle(mo, t + h)
        if status != OK and planned:  # a step to an event that cannot be taken: look again with smaller ones
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
        while adaptive and inside < mo.times.shape[0] and mo.times[inside] < t + h - edge_of(t, h):
            inside += 1
        if inside > done:
            status = _dense(mo, t, h, done, inside)
            if status != OK:
                return status
            mo.clock[DONE] = inside
        accept_state(mo, t + h)
        n = mo.tableau.shape[1]
        for i in range(mo.y.shape[0]):
            mo.stages[0, i] = mo.stages[n, i]
        t = advance(mo, t, h, gap)
        mo.counts[STEPS] += 1
        if verdict == HIT:
            return EVENT
    return OK

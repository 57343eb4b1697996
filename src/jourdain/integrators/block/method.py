"""L-stable block methods on the equations of motion, in index 1, 2 or 3 (Li, Ding and Li; Radau IIA is one of them).

Unknown are accelerations, rates of extra states and multipliers at the nodes c_1 .. c_r = 1 of a step:

    V = v_k + h d a_k + h B A,     U = h d u'_k + h B U',     q = q_k moved by U,  U' = rate of the chart at U for V
    M A - h(q, V) - G^T lam = 0,   and at each node  g = 0 (index 3),  G V + g_t = 0 (index 2)  or  G A = gamma (index 1)

Simplified Newton in the eigenbasis of B: for each eigenvalue b, with s = h b, one system [M + s D + s^2 K, G^T; G, -eps W];
its rows are divided by s^2, s or 1. The accelerations of the last node are carried on to the next step.
tableau: c, d, rows of B, weights of the error estimate. mo.nodes_..[0]: the start of the step.
"""

from __future__ import annotations

from typing import Any

from jourdain.integrators.block.step import INDEX, NEAR, NO_BIAS, PREDICTED, RATIO, fail, newton, predict, stand
from jourdain.integrators.stepping import (
    accept_state,
    advance,
    edge_of,
    explicit_step,
    hermite_outputs,
    near_singular,
    no_better,
    too_small,
)
from jourdain.jit import inner, kernel
from jourdain.kernels.crossings import HIT, RETRY
from jourdain.kernels.dynamics import EVENT, NOT_FINITE, OK, STEP_TOO_SMALL
from jourdain.kernels.motion import (
    CONTRACTION,
    DONE,
    EVENT_H,
    FINE_H,
    FINE_UNTIL,
    H_MAX,
    LAST_RATIO,
    LENGTH,
    REJECTED,
    STEP_H,
    STEPS,
    T_END,
    TOL,
    WATCHING,
    T,
)
from jourdain.kernels.port import (
    ACCELERATE,
    BEGIN_WATCH,
    CLOSE_POSITIONS,
    CLOSE_VELOCITIES,
    ENERGY,
    FORCES,
    MOVE_BASE,
    N_EVENTS,
    POSITIONS,
    PREPARE,
    TURNS,
    VELOCITIES,
    WATCH,
    ask,
    ask_with,
)


@inner
def _attempt(mo: Any, t: float, h: float) -> int:
    """A step with the factors there are, then with new ones."""
    nv, nw = mo.v.shape[0], mo.w.shape[0]
    status = OK
    for effort in range(2):
        predict(mo, h)
        status = newton(mo, t, h, effort == 1 or mo.clock[CONTRACTION] > 0.1)
        if status == OK:
            break
        mo.parameters[PREDICTED] = 0.0  # the last step's polynomial is gone, or leads astray
        for j in range(nv):
            mo.nodes_x[0, j] = mo.vd[j]
        for j in range(nw):
            mo.nodes_x[0, nv + j] = mo.wd[j]
    if status != OK:
        return status
    r = mo.tableau.shape[1] - 1
    stand(mo, r)
    ask(mo, POSITIONS, t + h)
    return ask(mo, TURNS, t + h)


@inner
def _ratio(mo: Any, h: float) -> float:
    """Estimate h sum_i e_i f_i of the error, on increments and h times velocities, against what tol allows."""
    r, worst = mo.tableau.shape[1] - 1, 0.0
    nq = mo.q.shape[0]
    noise = 0.0  # accelerations of index 3 carry the rounding of positions over h^2
    if mo.parameters[INDEX] == 3.0:
        least = abs(mo.shifts[0, 0])
        for slot in range(mo.shifts.shape[1]):
            least = min(least, abs(mo.shifts[0, slot]))
        for j in range(nq):
            noise = max(noise, abs(mo.q_new[j]), mo.clock[LENGTH])
        noise *= 2e-15 / (least * least)
    for j in range(mo.v.shape[0]):
        e = w = 0.0
        for i in range(r + 1):
            e += mo.tableau[2 + r, i] * mo.nodes_du[i, j]
            w += mo.tableau[2 + r, i] * mo.nodes_x[i, j]
        scale = mo.clock[LENGTH] if mo.sort[nq + j] == 2 else 1.0
        worst = max(worst, h * abs(e) / scale, (h * h * abs(w) - noise) / scale)
    return worst * mo.clock[T_END] / (mo.clock[TOL] * h)


@inner
def _outputs(mo: Any, h: float, t: float, first: int, last: int) -> None:
    """States inside the step just computed, by the polynomials through start and nodes."""
    r, nv, nw = mo.tableau.shape[1] - 1, mo.v.shape[0], mo.w.shape[0]
    for j in range(mo.q.shape[0]):
        mo.q_end[j] = mo.q_new[j]
    for k in range(first, last):
        z = (mo.times[k] - t) / h
        for j in range(nv):
            mo.u[j] = mo.end[j] = mo.out_a[k, j] = 0.0
        for j in range(nw):
            mo.out_w[k, j] = 0.0
        for j in range(mo.lam.shape[0]):
            mo.out_lam[k, j] = 0.0
        for j in range(3):
            mo.out_work[k, j] = 0.0
        for i in range(r + 1):
            weight = 1.0
            for l in range(r + 1):
                if l != i:
                    a = mo.tableau[0, i - 1] if i > 0 else 0.0
                    b = mo.tableau[0, l - 1] if l > 0 else 0.0
                    weight *= (z - b) / (a - b)
            for j in range(nv):
                mo.u[j] += weight * (mo.nodes_u[i, j] if i > 0 else 0.0)
                mo.end[j] += weight * (mo.nodes_v[i, j] if i > 0 else mo.v[j])
                mo.out_a[k, j] += weight * mo.nodes_x[i, j]
            for j in range(nw):
                mo.out_w[k, j] += weight * (mo.nodes_w[i, j] if i > 0 else mo.w[j])
            for j in range(mo.lam.shape[0]):
                mo.out_lam[k, j] += weight * mo.nodes_x[i, nv + nw + j]
            for j in range(3):
                mo.out_work[k, j] += weight * mo.past[i, j]
        ask(mo, MOVE_BASE, 0.0)
        for j in range(mo.q.shape[0]):
            mo.out_q[k, j] = mo.q_new[j]
        for j in range(nv):
            mo.out_v[k, j] = mo.end[j]
        for j in range(mo.ref.shape[0]):
            mo.out_ref[k, j] = mo.ref[j]
    for j in range(mo.q.shape[0]):
        mo.q_new[j] = mo.q_end[j]


@inner
def _work(mo: Any, t: float, h: float) -> None:
    """Work up to each node, in mo.past, by the quadrature of the method."""
    r, n = mo.tableau.shape[1] - 1, mo.y.shape[0] - 3
    for i in range(r + 1):
        for j in range(3):
            mo.past[i, j] = mo.y[n + j]
    if mo.power.shape[0] > 0:
        for i in range(r + 1):
            if i > 0:
                time = t + mo.tableau[0, i - 1] * h
                stand(mo, i)
                ask(mo, POSITIONS, time)
                ask(mo, VELOCITIES, time)
                ask_with(mo, FORCES, time, NO_BIAS)
                ask(mo, ENERGY, time)
            for k in range(r):
                weight = mo.tableau[1, k] if i == 0 else mo.tableau[2 + k, i - 1]
                for j in range(3):
                    mo.past[1 + k, j] += h * weight * (mo.power[j] if i == 0 else mo.energy[2 + j])
        for j in range(3):
            mo.power[j] = mo.energy[2 + j]
    for j in range(3):
        mo.y_new[n + j] = mo.past[r, j]


@inner
def _land(mo: Any, t: float) -> int:
    """Close q_new and v_new, and what belongs to them: a state to look for events at."""
    status = ask_with(mo, CLOSE_POSITIONS, t, 1.0)
    if status == OK:
        status = ask(mo, PREPARE, t)
    if status == OK:
        ask(mo, CLOSE_VELOCITIES, t)
        status = ask(mo, ACCELERATE, t)
    return status


@inner
def _short(mo: Any, t: float, h: float) -> int:
    """A very short step to an event: index 3 would turn the rounding of g into velocities."""
    nv, nw = mo.v.shape[0], mo.w.shape[0]
    for j in range(nv):
        mo.u[j] = h * (mo.v[j] + 0.5 * h * mo.vd[j])
        mo.v_new[j] = mo.v[j] + h * mo.vd[j]
    for j in range(nw):
        mo.w_new[j] = mo.w[j] + h * mo.wd[j]
    for j in range(3):
        k = mo.y.shape[0] - 3 + j
        mo.y_new[k] = mo.y[k] + (h * mo.power[j] if mo.power.shape[0] > 0 else 0.0)
    ask(mo, MOVE_BASE, t)
    return _land(mo, t + h)


@inner
def _carry(mo: Any, h: float) -> None:
    """What the next step starts from."""
    nv, nw = mo.v.shape[0], mo.w.shape[0]
    for j in range(nv):
        mo.nodes_x[0, j] = mo.vd[j]
    for j in range(nw):
        mo.nodes_x[0, nv + j] = mo.wd[j]
    for j in range(mo.lam.shape[0]):
        mo.nodes_x[0, nv + nw + j] = mo.lam[j]


@inner
def _size(mo: Any, t: float, end: float) -> float:
    if mo.clock[EVENT_H] > 0.0:
        return mo.clock[EVENT_H]
    if t < mo.clock[FINE_UNTIL] - 1e-9 * mo.clock[STEP_H]:
        return min(mo.clock[FINE_H], mo.clock[FINE_UNTIL] - t)
    left = end - t
    if mo.clock[TOL] > 0.0 and 1.001 * mo.clock[STEP_H] < left < 2.0 * mo.clock[STEP_H]:
        return 0.5 * left  # no very short last step: index 3 would see nothing but rounding in it
    return left if left < 1.001 * mo.clock[STEP_H] else mo.clock[STEP_H]


@kernel
def run(mo: Any, limit: int) -> int:
    """Go on from mo until all output times are stored, or `limit` steps are made."""
    t = mo.clock[T]
    adaptive = mo.clock[TOL] > 0.0
    if mo.calls[N_EVENTS] > 0 and mo.counts[WATCHING] == 0:
        ask(mo, BEGIN_WATCH, t)
    if mo.counts[STEPS] == 0:
        _carry(mo, 0.0)
    end = mo.times[mo.times.shape[0] - 1]
    r = mo.tableau.shape[1] - 1
    for _ in range(limit):
        done = int(mo.clock[DONE])
        if done >= mo.times.shape[0]:
            break
        gap = end - t
        h = _size(mo, t, end)
        planned = mo.clock[EVENT_H] > 0.0
        fine = planned or mo.parameters[NEAR] == 1.0 or t < mo.clock[FINE_UNTIL] - 1e-9 * mo.clock[STEP_H]
        near = mo.parameters[NEAR] == 1.0  # singular positions are passed by explicit steps, whose solves are rank-safe
        short = (planned and h < 1e-3 * mo.clock[STEP_H]) or near
        if not planned and too_small(mo, h, t):
            return STEP_TOO_SMALL
        status = explicit_step(mo, t, h) if near else _short(mo, t, h) if short else _attempt(mo, t, h)
        if status != OK:
            first = status
            status = fail(mo, t, h)
            if status != OK:
                return NOT_FINITE if first == NOT_FINITE else status
            continue
        if adaptive and not fine:
            ratio = _ratio(mo, h)
            stuck = ratio > 1.0 and no_better(mo, ratio, h, False)
            mo.clock[LAST_RATIO] = ratio if ratio > 1.0 and not stuck else 0.0
            factor = min(3.0, max(0.2, 0.85 * max(ratio, 1e-10) ** (-1.0 / (r + 1.0))))
            if ratio > 1.0 and not stuck:
                mo.counts[REJECTED] += 1
                mo.clock[STEP_H] = h * min(factor, 0.9)
                mo.parameters[PREDICTED] = 0.0
                continue
            if (factor > 1.2 and h >= 0.999 * mo.clock[STEP_H]) or factor < 0.9:
                mo.clock[STEP_H] = min(mo.clock[H_MAX], h * factor)
        if not short:
            _work(mo, t, h)
            stand(mo, r)
            ask(mo, POSITIONS, t + h)
            if planned:
                status = _land(mo, t + h)
                if status != OK:
                    return status
        verdict = ask_with(mo, WATCH, t, h) if mo.calls[N_EVENTS] > 0 else 0
        if verdict == RETRY:
            if not short:
                mo.parameters[PREDICTED] = 0.0
            continue
        inside = done
        while inside < mo.times.shape[0] and mo.times[inside] < t + h - edge_of(t, h):
            inside += 1
        if inside > done:
            if short:
                hermite_outputs(mo, t, h, done, inside)
            else:
                _outputs(mo, h, t, done, inside)
            mo.clock[DONE] = inside
        ask(mo, POSITIONS, t + h)
        accept_state(mo, t + h)
        _carry(mo, h)
        mo.parameters[NEAR] = near_singular(mo, t + h)
        if near and adaptive:  # what made steps small before the singular position is over
            mo.clock[STEP_H] = min(
                mo.clock[H_MAX], max(mo.clock[STEP_H], min(2.0 * mo.clock[STEP_H], 1e-3 * mo.clock[T_END]))
            )
        t = advance(mo, t, h, gap)
        mo.counts[STEPS] += 1
        following = _size(mo, t, end)
        mo.parameters[PREDICTED] = 0.0 if planned or near else 1.0
        mo.parameters[RATIO] = following / h if h > 0.0 else 1.0
        if verdict == HIT:
            return EVENT
    return OK

"""Explicit Runge-Kutta methods on the index-1 equations, with projection of positions and velocities in the mass metric.

State y = (q, v, w, work); each stage solves the saddle point system for the accelerations. After every step positions are
closed to rounding, then velocities. Stages leave the manifold by O(h^2); near singular positions, where a small violation
leads onto another branch, they are projected as well. Slopes at the end of a step stand in the last row of the stages until
the step is accepted; then they are stage 0 of the next one.

Tableau (n + 4, n): rows A, then b, c, and two error rows (e5, e3 of the Dormand-Prince 8(5,3) pair; Hairer, Norsett,
Wanner, Solving Ordinary Differential Equations I, II.10), zero for methods of fixed step.
"""

from __future__ import annotations

import math
from typing import Any

from jourdain._jit import inner, kernel
from jourdain.dynamics import (
    EVENT,
    NO_CONVERGENCE,
    NOT_CLOSED,
    OK,
    STEP_TOO_SMALL,
    accelerate,
    close_positions,
    close_velocities,
    prepare,
)
from jourdain.equations import energies, positions, velocities
from jourdain.integrators.crossings import HIT, NEAR_SINGULAR, RETRY, begin_watch, note_passage, watch
from jourdain.integrators.memory import (
    DONE,
    EVALUATIONS,
    EVENT_H,
    H_MAX,
    LAST_RATIO,
    LENGTH,
    REJECTED,
    SCALE_ENERGY,
    SCALE_LINEAR,
    SCALE_TURNING,
    SHARE,
    SINGULAR,
    STEP_H,
    STEPS,
    T_END,
    TOL,
    WATCHING,
    T,
)
from jourdain.integrators.output import store
from jourdain.kinds import dimension, normalise, qdot, width
from jourdain.tables import ANGLE, SMALLEST, USE_SVD

WORK_SHARE = 0.1  # errors of the work done count by this part: the balance of energy may be ten times looser
SINGULAR_ERROR = 2e-10  # what a step through a singular position may add whatever tol says


@inner
def _slopes(kind: Any, s: Any, mo: Any, k: int) -> int:
    """Stage k from q_new, v_new, w_new with the factors just made."""
    mo.counts[EVALUATIONS] += 1
    velocities(kind, s, mo.v_new)
    status = accelerate(kind, s, mo.v_new, mo.w_new, mo.vd_new, mo.wd_new, mo.lam_new)
    row = mo.stages[k]
    qdot(kind, mo.q_new, mo.v_new, row[: kind.q])
    for i in range(kind.v):
        row[kind.q + i] = mo.vd_new[i]
    n = kind.q + kind.v
    for i in range(kind.w):
        row[n + i] = mo.wd_new[i]
    if mo.power.shape[0] > 0:
        energies(kind, s, mo.q_new, mo.v_new, mo.lam_new, mo.energy)
        for i in range(3):
            row[n + kind.w + i] = mo.energy[2 + i]
    return status


@inner
def _stage(kind: Any, s: Any, mo: Any, t: float, k: int) -> int:
    """Slopes at the state in q_new, v_new; near singular positions it is projected first."""
    normalise(kind, mo.q_new)
    positions(kind, s, t, mo.q_new, mo.ref, kind.active)
    status = prepare(kind, s, mo.v_new, mo.lam_new)
    if status != OK:
        return status
    note_passage(s, mo, t, mo.clock[STEP_H])
    if s.flags[USE_SVD] != 0.0 or s.flags[SMALLEST] < NEAR_SINGULAR:
        mo.counts[SINGULAR] += 1
        status = close_positions(kind, s, t, mo.q_new, mo.v_new, mo.ref, 1.0)
        if status == OK:
            status = prepare(kind, s, mo.v_new, mo.lam_new)
        if status != OK:
            return status
        close_velocities(kind, s, mo.v_new)
    return _slopes(kind, s, mo, k)


@inner
def _combine(kind: Any, mo: Any, h: float, tableau: Any, row: int, n: int) -> None:
    """q_new, v_new, w_new = old + h sum_j tableau[row, j] stage_j."""
    for i in range(kind.q):
        mo.q_new[i] = mo.q[i]
    for i in range(kind.v):
        mo.v_new[i] = mo.v[i]
    for i in range(kind.w):
        mo.w_new[i] = mo.w[i]
    for j in range(n):
        c = h * tableau[row, j]
        if c == 0.0:
            continue
        k = mo.stages[j]
        for i in range(kind.q):
            mo.q_new[i] += c * k[i]
        for i in range(kind.v):
            mo.v_new[i] += c * k[kind.q + i]
        for i in range(kind.w):
            mo.w_new[i] += c * k[kind.q + kind.v + i]


@inner
def _error(kind: Any, mo: Any, h: float, row: int, n: int) -> float:
    """Largest component of h sum_j tableau[row, j] stage_j against length, 1 rad, the largest speeds and energies so far."""
    worst = 0.0
    nvb, nqb, dim = width(kind), kind.q * width(kind) // kind.v, dimension(kind)
    first = kind.q + kind.v + kind.w
    for i in range(first, first + mo.power.shape[0]):
        e = done = 0.0  # work: a fully driven machine has no other error that would limit the step
        for j in range(n):
            e += mo.tableau[row, j] * mo.stages[j, i]
            done += h * mo.tableau[n, j] * mo.stages[j, i]
        worst = max(worst, WORK_SHARE * abs(e) / (mo.clock[SCALE_ENERGY] + abs(done) + 1e-300))
    for i in range(kind.q + kind.v):
        e = 0.0
        for j in range(n):
            e += mo.tableau[row, j] * mo.stages[j, i]
        if i < kind.q:
            e = abs(e) / (mo.clock[LENGTH] if i % nqb < dim else 1.0)
        else:
            e = abs(e) / (mo.clock[SCALE_LINEAR] if (i - kind.q) % nvb < dim else mo.clock[SCALE_TURNING])
        worst = max(worst, e)
    return h * worst


@inner
def _scales(kind: Any, mo: Any) -> None:
    """Running maxima of the speeds; a machine at rest is measured against one length or radian per run."""
    nvb, dim = width(kind), dimension(kind)
    if mo.power.shape[0] > 0:
        mo.clock[SCALE_ENERGY] = max(mo.clock[SCALE_ENERGY], mo.energy[0])
        for i in range(3):
            mo.clock[SCALE_ENERGY] = max(mo.clock[SCALE_ENERGY], abs(mo.work[i]))
    for i in range(kind.v):
        if i % nvb < dim:
            mo.clock[SCALE_LINEAR] = max(mo.clock[SCALE_LINEAR], abs(mo.v[i]), mo.clock[LENGTH] / mo.clock[T_END])
        else:
            mo.clock[SCALE_TURNING] = max(mo.clock[SCALE_TURNING], abs(mo.v[i]), 1.0 / mo.clock[T_END])


@inner
def _step(kind: Any, s: Any, mo: Any, t: float, h: float) -> int:
    """Stages 1.. (stage 0 stands from the end of the last step) and the new state, closed."""
    n = mo.tableau.shape[1]
    for k in range(1, n):
        _combine(kind, mo, h, mo.tableau, k, k)
        status = _stage(kind, s, mo, t + mo.tableau[n + 1, k] * h, k)
        if status != OK:
            return status
    _combine(kind, mo, h, mo.tableau, n, n)
    normalise(kind, mo.q_new)
    return OK


@inner
def _close(kind: Any, s: Any, mo: Any, t: float) -> int:
    """Project the new state; leaves the factors, and the slopes there in the last row of the stages."""
    status = close_positions(kind, s, t, mo.q_new, mo.v_new, mo.ref, 0.0)
    if status == NOT_CLOSED:
        status = close_positions(kind, s, t, mo.q_new, mo.v_new, mo.ref, 1.0)
    if status == OK:
        status = prepare(kind, s, mo.v_new, mo.lam_new)
    if status != OK:
        return status
    close_velocities(kind, s, mo.v_new)
    if kind.turns > 0:
        for i in range(kind.active):
            if s.measures[i].kind == ANGLE and abs(s.x[i] - s.measures[i].offset - mo.ref[s.measures[i].turn]) > 2.0:
                return NO_CONVERGENCE
    return _slopes(kind, s, mo, mo.tableau.shape[1])


@inner
def _accept(kind: Any, s: Any, mo: Any, h: float) -> None:
    """Make the new state the old one; its slopes become stage 0."""
    n = mo.tableau.shape[1]
    first = kind.q + kind.v + kind.w
    for j in range(n):
        for i in range(3):
            mo.work[i] += h * mo.tableau[n, j] * mo.stages[j, first + i]
    for i in range(kind.q):
        mo.q[i] = mo.q_new[i]
    for i in range(kind.v):
        mo.v[i] = mo.v_new[i]
    for i in range(kind.w):
        mo.w[i] = mo.w_new[i]
    if kind.turns > 0:
        for i in range(kind.active):
            if s.measures[i].kind == ANGLE:
                mo.ref[s.measures[i].turn] = s.x[i] - s.measures[i].offset
    for i in range(mo.stages.shape[1]):
        mo.stages[0, i] = mo.stages[n, i]
    for i in range(kind.v):
        mo.vd[i] = mo.vd_new[i]
    for i in range(mo.lam.shape[0]):
        mo.lam[i] = mo.lam_new[i]


@inner
def _ratio(kind: Any, mo: Any, h: float) -> float:
    """Estimated error of the step against what tol allows it: tol bounds the sum over the run."""
    n = mo.tableau.shape[1]
    _scales(kind, mo)
    e5, e3 = _error(kind, mo, h, n + 2, n), _error(kind, mo, h, n + 3, n)
    estimate = e5 * e5 / math.sqrt(e5 * e5 + 0.01 * e3 * e3) if e5 > 0.0 else 0.0
    return estimate * mo.clock[T_END] / (mo.clock[TOL] * h)


@inner
def _no_better(mo: Any, ratio: float, h: float, singular: bool) -> bool:
    """A smaller step did not help (a jump, or rounding), and what this one adds is a small share of tol.

    Near a singular position accelerations carry the rounding of G over the square of the distance: smaller steps put more
    stages there, and what this one adds may be SINGULAR_ERROR in any case.
    """
    if singular and ratio * h * mo.clock[TOL] < SINGULAR_ERROR * mo.clock[T_END]:
        return True
    return 0.0 < 0.7 * mo.clock[LAST_RATIO] <= ratio and ratio * h < SHARE * mo.clock[T_END]


@inner
def _dense(kind: Any, s: Any, mo: Any, t: float, h: float, first: int, last: int) -> int:
    """States at the output times first .. last-1 inside the step just closed, by the pair's own interpolation of order 7.

    It takes three more stages (rows n + 1 ..); the new state is put aside meanwhile. mo.dense: rows A, c, then D (4, n + 4).
    """
    n = mo.tableau.shape[1]
    for i in range(kind.q):
        mo.q_end[i] = mo.q_new[i]
    for i in range(kind.v):
        mo.end[i] = mo.v_new[i]
    for i in range(kind.w):
        mo.wa_new[i] = mo.w_new[i]
    for i in range(mo.lam.shape[0]):
        mo.lam_1[i] = mo.lam_new[i]
    status = OK
    for k in range(3):
        _combine(kind, mo, h, mo.dense, k, n + 1 + k)
        status = _stage(kind, s, mo, t + mo.dense[3, k] * h, n + 1 + k)
        if status != OK:
            break
    for j in range(first, last if status == OK else first):
        z = (mo.times[j] - t) / h
        _interpolate(kind, mo, h, z, j)
    for i in range(kind.q):
        mo.q_new[i] = mo.q_end[i]
    for i in range(kind.v):
        mo.v_new[i] = mo.end[i]
        mo.vd_new[i] = mo.stages[n, kind.q + i]
    for i in range(kind.w):
        mo.w_new[i] = mo.wa_new[i]
    for i in range(mo.lam.shape[0]):
        mo.lam_new[i] = mo.lam_1[i]
    positions(kind, s, t + h, mo.q_new, mo.ref, kind.active)  # _accept reads the angles there
    return status


@inner
def _interpolate(kind: Any, mo: Any, h: float, z: float, j: int) -> None:
    """Output j at the fraction z of the step: old + z (F0 + (1-z) (F1 + z (F2 + (1-z) (F3 + ..))))."""
    n = mo.tableau.shape[1]
    nq, nv, nw = kind.q, kind.v, kind.w
    for i in range(nq + nv + nw + 3):
        if i < nq:
            old, new = mo.q[i], mo.q_end[i]
        elif i < nq + nv:
            old, new = mo.v[i - nq], mo.end[i - nq]
        elif i < nq + nv + nw:
            old, new = mo.w[i - nq - nv], mo.wa_new[i - nq - nv]
        else:
            old = new = mo.work[i - nq - nv - nw]
            for k in range(n):
                new += h * mo.tableau[n, k] * mo.stages[k, i]
        y = 0.0
        for row in range(3, -1, -1):  # F6 .. F3
            f = 0.0
            for k in range(n + 4):
                f += mo.dense[4 + row, k] * mo.stages[k, i]
            y = (y + h * f) * (z if row % 2 == 1 else 1.0 - z)
        step, f_old, f_new = new - old, h * mo.stages[0, i], h * mo.stages[n, i]
        y = (y + 2.0 * step - f_new - f_old) * z
        y = (y + f_old - step) * (1.0 - z)
        y = old + (y + step) * z
        if i < nq:
            mo.out_q[j, i] = y
        elif i < nq + nv:
            mo.out_v[j, i - nq] = y
            mo.out_a[j, i - nq] = mo.stages[0, i] + z * (mo.stages[n, i] - mo.stages[0, i])
        elif i < nq + nv + nw:
            mo.out_w[j, i - nq - nv] = y
        else:
            mo.out_work[j, i - nq - nv - nw] = y
    normalise(kind, mo.out_q[j])
    for i in range(mo.lam.shape[0]):
        mo.out_lam[j, i] = mo.lam[i] + z * (mo.lam_1[i] - mo.lam[i])
    for i in range(mo.ref.shape[0]):
        mo.out_ref[j, i] = mo.ref[i]


@kernel
def run(kind: Any, s: Any, mo: Any, limit: int) -> int:
    """Go on from mo until all output times are stored, or `limit` steps are made. mo.clock[DONE]: outputs stored so far."""
    t = mo.clock[T]
    adaptive = mo.clock[TOL] > 0.0
    if mo.counts[EVALUATIONS] == 0:  # stage 0 of the first step
        for i in range(kind.q):
            mo.q_new[i] = mo.q[i]
        for i in range(kind.v):
            mo.v_new[i] = mo.v[i]
        for i in range(kind.w):
            mo.w_new[i] = mo.w[i]
        status = _stage(kind, s, mo, t, 0)
        if status != OK:
            return status
    if s.events.shape[0] > 0 and mo.counts[WATCHING] == 0:
        begin_watch(kind, s, mo, t)
    for _ in range(limit):
        done = int(mo.clock[DONE])
        if done >= mo.times.shape[0]:
            break
        gap = mo.times[done] - t
        if adaptive:
            gap = mo.times[mo.times.shape[0] - 1] - t  # outputs inside a step are interpolated
        planned = mo.clock[EVENT_H] > 0.0
        if planned:
            h = mo.clock[EVENT_H]
        elif adaptive:
            h = gap if gap <= 1.001 * mo.clock[STEP_H] else mo.clock[STEP_H]
        else:
            h = gap / max(1.0, math.ceil(gap / mo.clock[STEP_H] - 1e-6))
        if adaptive and not planned and h < 1e-13 * max(mo.clock[T_END], abs(t)):
            return STEP_TOO_SMALL
        before = mo.counts[SINGULAR]
        status = _step(kind, s, mo, t, h)
        ratio = 0.0
        if adaptive and not planned:
            stuck = False
            ratio = _ratio(kind, mo, h) if status == OK else 1e4
            if not math.isfinite(ratio):
                ratio = 1e4
            elif status == OK and ratio > 1.0 and _no_better(mo, ratio, h, mo.counts[SINGULAR] > before):
                ratio, stuck = 1.0, True
                mo.clock[LAST_RATIO] = 0.0
            else:
                mo.clock[LAST_RATIO] = ratio if ratio > 1.0 and status == OK else 0.0
            if ratio <= 1.0:
                status = _close(kind, s, mo, t + h)
                if status != OK:
                    ratio = 1e4
            factor = min(4.0, max(0.2, 0.9 * max(ratio, 1e-10) ** (-1.0 / 7.0)))
            if stuck:  # get away from there
                factor = 10.0
            if ratio > 1.0:
                mo.counts[REJECTED] += 1
                mo.clock[STEP_H] = h * min(factor, 0.9)
                if mo.clock[STEP_H] < 1e-13 * max(mo.clock[T_END], abs(t)):
                    return status if status != OK else STEP_TOO_SMALL
                continue
            # a step cut by an output time says nothing against the size
            if h >= 0.999 * mo.clock[STEP_H] or factor < 1.0:
                mo.clock[STEP_H] = min(mo.clock[H_MAX], h * factor)
        elif status == OK:
            status = _close(kind, s, mo, t + h)
        if status != OK and planned:  # a step to an event that cannot be taken: look again with smaller ones
            mo.clock[EVENT_H] = 0.0
            mo.clock[STEP_H] = 0.5 * h
            if mo.clock[STEP_H] < 1e-13 * max(mo.clock[T_END], abs(t)) or not adaptive:
                return status
            continue
        if status != OK:
            return status
        verdict = watch(kind, s, mo, t, h) if s.events.shape[0] > 0 else 0
        if verdict == RETRY:
            continue
        inside, edge = done, min(1e-9 * h, 1e-12 * max(1.0, abs(t)))  # nearer to the end of the step than this is there
        while adaptive and inside < mo.times.shape[0] and mo.times[inside] < t + h - edge:
            inside += 1
        if inside > done:
            status = _dense(kind, s, mo, t, h, done, inside)
            if status != OK:
                return status
            done = inside
            mo.clock[DONE] = done
        _accept(kind, s, mo, h)
        t = t + gap if h == gap else t + h
        mo.clock[T] = t
        mo.counts[STEPS] += 1
        if done < mo.times.shape[0] and (h == gap or mo.times[done] - t < edge):
            t = mo.times[done]
            mo.clock[T] = t
            store(kind, mo, done)
            mo.clock[DONE] = done + 1
        if verdict == HIT:
            return EVENT
    return OK

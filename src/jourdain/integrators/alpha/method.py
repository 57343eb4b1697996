"""Generalized-alpha on the index-3 equations (Chung, Hulbert 1993; Arnold, Bruels 2007), step-local Cayley chart for rotations.

    M vd = h + G^T lam,   g(t, q) = 0      at the end of the step; unknowns vd and lam
    (1 - am) a1 + am a0 = (1 - af) vd1 + af vd0
    u = h v0 + h^2 ((1/2 - beta) a0 + beta a1),   q1 = q0 moved by u
        and on rotations + (h^3/12) |w0|^2 w0 + (h^2/12) w0 x (w0 - w_old): the terms of the Cayley chart of third order
        (angular accelerations from differences of velocities; those of the algorithm itself would make it unstable)
    v1 = v0 + h ((1 - gamma) a0 + gamma a1)

Index 2: G v1 + g_t = 0 takes the place of g = 0, and positions are closed after the step (the stabilised index-2 form); index 3
with projection: velocities are closed after the step. Both by the least change in the mass metric.
Simplified Newton on [M + cD D + cK K A^-1, G^T; G A^-1, -eps W]: the factors are kept over iterations and steps until the
contraction gets poor. Multipliers are regularised in total form, beta' g + eps W lam = 0, so that redundant rows cost
nothing and lam stays near minimum norm. An unconverged step is never accepted.
"""

from __future__ import annotations

import math
from typing import Any

from jourdain.integrators.alpha.output import between, store
from jourdain.integrators.alpha.recovery import land, leap, project, restart
from jourdain.jit import inner, kernel
from jourdain.kernels.crossings import HIT, RETRY, begin_watch, note_passage, watch
from jourdain.kernels.dynamics import EVENT, NO_CONVERGENCE, NOT_FINITE, OK, STEP_TOO_SMALL
from jourdain.kernels.equations import energies, forces, positions, residual, velocities
from jourdain.kernels.kinds import chart_inverse, counted, curved, dimension, increment, retract, width
from jourdain.kernels.linalg import factor, solve
from jourdain.kernels.motion import (
    BEST_CONTRACTION,
    CONTRACTION,
    DONE,
    EPSILON,
    ERROR_SCALE,
    EVENT_H,
    FACTORED,
    FACTORIZATIONS,
    FINE_H,
    FINE_UNTIL,
    H_MAX,
    HALVINGS,
    ITERATIONS,
    LAST_RATIO,
    LEAVE_OUT,
    LENGTH,
    NEWTON_TOL,
    REACH_LINEAR,
    REACH_TURNING,
    REJECTED,
    SCALE_LINEAR,
    SCALE_TURNING,
    SHARE,
    SINCE_CHANGE,
    STEP_H,
    STEPS,
    T_END,
    TOL,
    WATCHING,
    H,
    T,
)
from jourdain.kernels.rank_safe import decompose, drop_misfit
from jourdain.kernels.tables import ALWAYS_SVD, ANGLE, BASE_RANK, VELOCITY
from jourdain.kernels.tangent import assemble, augment_right_side

AM, AF, BETA, GAMMA, INDEX, PROJECT = range(6)  # entries of parameters
SHORT = 1e-3  # steps to an event below this part of the normal one are not taken in index 3
DEPENDENT = 10.0  # a multiplier pivot below this times eps: the row depends on others and is left to them


@inner
def _predict(kind: Any, s: Any, mo: Any, order: float) -> None:
    """Extrapolate accelerations and multipliers: quadratic after three steps of one size, constant after a change."""
    x, x0, x1, x2 = mo.vd_new, mo.vd, mo.vd_1, mo.vd_2
    c0, c1, c2 = 1.0, 0.0, 0.0
    if order >= 3.0:
        c0, c1, c2 = 3.0, -3.0, 1.0
    elif order >= 2.0:
        c0, c1 = 2.0, -1.0
    for i in range(x.shape[0]):
        x[i] = c0 * x0[i] + c1 * x1[i] + c2 * x2[i]
    l, l0, l1, l2 = mo.lam_new, mo.lam, mo.lam_1, mo.lam_2
    n = kind.v + kind.w
    for i in range(l.shape[0]):  # multipliers of rows that are left to others stay as they are
        l[i] = c0 * l0[i] + c1 * l1[i] + c2 * l2[i] if s.left_out[s.place[n + i]] == 0 else l0[i]
    for i in range(mo.wd.shape[0]):
        mo.wd_new[i] = mo.wd[i]


@inner
def _kinematics(kind: Any, mo: Any, h: float) -> None:
    """a1, u, q1, v1, w1 from the unknown accelerations."""
    f, g, m = 1.0 / (1.0 - mo.parameters[AM]), mo.parameters[GAMMA], mo.parameters[AM]
    a0, a1, vd, x, v, v1 = mo.a, mo.a_new, mo.vd, mo.vd_new, mo.v, mo.v_new
    for i in range(a1.shape[0]):
        a1[i] = f * ((1.0 - mo.parameters[AF]) * x[i] + mo.parameters[AF] * vd[i] - m * a0[i])
        v1[i] = v[i] + h * ((1.0 - g) * a0[i] + g * a1[i])
    turning = h if mo.clock[SINCE_CHANGE] >= 2.0 else 0.0
    increment(kind, v, mo.v_old, a0, a1, h, turning, mo.parameters[BETA], mo.u)
    retract(kind, mo.q, mo.u, mo.q_new)
    for i in range(mo.w.shape[0]):
        mo.wa_new[i] = f * ((1.0 - mo.parameters[AF]) * mo.wd_new[i] + mo.parameters[AF] * mo.wd[i] - m * mo.wa[i])
        mo.w_new[i] = mo.w[i] + h * ((1.0 - g) * mo.wa[i] + g * mo.wa_new[i])


@inner
def _row_residual(kind: Any, s: Any, mo: Any, c_position: float, c_velocity: float, eps: float) -> None:
    """Right sides of the constraint rows: beta' g (or gamma' (A v + b)) + eps W lam."""
    rows, r, lam = s.rows, s.residual, mo.lam_new
    n = kind.v + kind.w
    by_rates = mo.parameters[INDEX] == 2.0
    if kind.a > 0 or by_rates:
        velocities(kind, s, mo.v_new)
    for i in range(rows.shape[0]):
        r[n + i] = c_velocity * s.rate[i] if by_rates or rows[i].level == VELOCITY else c_position * s.g[i]
    if s.flags[ALWAYS_SVD] != 0.0:
        drop_misfit(s, r, n)
    for i in range(rows.shape[0]):
        r[n + i] += eps * rows[i].weight * lam[i]


@inner
def _size(kind: Any, s: Any, mo: Any, c_position: float) -> float:
    """Size of the last Newton step against its tolerance; 1 is just converged. Linear and rotary parts count apart."""
    x, d, n = mo.vd_new, s.step, width(kind)
    lin = rot = xl = xr = 0.0
    for i in range(0, kind.v, n):
        for c in range(dimension(kind)):
            lin = max(lin, abs(d[i + c]))
            xl = max(xl, abs(x[i + c]))
        for c in range(dimension(kind), n):
            rot = max(rot, abs(d[i + c]))
            xr = max(xr, abs(x[i + c]))
    mo.clock[SCALE_LINEAR] = max(0.95 * mo.clock[SCALE_LINEAR], xl)
    mo.clock[SCALE_TURNING] = max(0.95 * mo.clock[SCALE_TURNING], xr)
    floor = 4e-16 * c_position  # rounding of g, seen through beta'
    size = max(
        lin / (mo.clock[NEWTON_TOL] * mo.clock[SCALE_LINEAR] + floor * mo.clock[REACH_LINEAR]),
        rot / (mo.clock[NEWTON_TOL] * mo.clock[SCALE_TURNING] + floor * mo.clock[REACH_TURNING]),
    )
    total = 0.0  # max() passes over NaN, a sum does not
    for i in range(d.shape[0]):
        total += d[i]
    for i in range(kind.w):
        size = max(size, abs(d[kind.v + i]) / (mo.clock[NEWTON_TOL] * abs(mo.wd_new[i]) + 1e-14))
    return size + 0.0 * total


@inner
def _closed(kind: Any, s: Any, mo: Any) -> bool:
    """Are the rows that were left to others closed by them? (Joints that do not fit cannot be.)"""
    if s.flags[ALWAYS_SVD] != 0.0 or mo.parameters[INDEX] == 2.0:
        return True
    n = kind.v + kind.w
    for r in range(s.rows.shape[0]):
        if s.left_out[s.place[n + r]] == 1 and abs(s.g[r]) > 5e-12 * mo.clock[REACH_LINEAR]:
            mo.clock[FACTORED] = 0.0
            return False
    return True


@inner
def _refactor(kind: Any, s: Any, mo: Any, cD: float, cK: float) -> bool:
    """Assemble and factor the Newton matrix at the current iterate."""
    mo.counts[FACTORIZATIONS] += 1
    chart_inverse(kind, mo.u, s.chart)
    assemble(kind, s, mo.v_new, mo.lam_new, 1.0, cD, cK, cD, mo.clock[EPSILON], 0.0)
    bad = factor(s, kind.v + kind.w, mo.clock[LEAVE_OUT], s.flags[BASE_RANK])
    mo.clock[FACTORED] = cK
    return bad < 0


@inner
def _newton(kind: Any, s: Any, mo: Any, t: float, h: float, full: bool) -> int:
    """Solve one step of size h ending at t. full: new factors in every iteration."""
    scale = (1.0 - mo.parameters[AM]) / (1.0 - mo.parameters[AF])
    c_position = scale / (h * h * mo.parameters[BETA])  # beta'
    c_velocity = scale / (h * mo.parameters[GAMMA])
    cD, cK = 1.0 / c_velocity, 1.0 / c_position
    nv, n, m = kind.v, kind.v + kind.w, s.rows.shape[0]
    eps = mo.clock[EPSILON]
    fresh = False
    last = 0.0
    x, lam, wd, step, r = mo.vd_new, mo.lam_new, mo.wd_new, s.step, s.residual
    for iteration in range(25):
        mo.counts[ITERATIONS] += 1
        _kinematics(kind, mo, h)
        positions(kind, s, t, mo.q_new, mo.ref, kind.active)
        if iteration == 0 and s.flags[ALWAYS_SVD] != 0.0:
            decompose(kind, s)
        forces(kind, s, mo.v_new, mo.w_new, lam)
        residual(kind, s, x, wd, lam, r)
        _row_residual(kind, s, mo, c_position, c_velocity, eps)
        if full or mo.clock[FACTORED] != cK:
            if not _refactor(kind, s, mo, cD, cK):
                return NO_CONVERGENCE
            note_passage(s, mo, t, h)
            fresh = True
        for i in range(n + m):
            r[i] = -r[i]
        augment_right_side(kind, s, r)
        solve(s, r, step)
        for i in range(nv):
            x[i] += step[i]
        for i in range(kind.w):
            wd[i] += step[nv + i]
        for i in range(m):
            lam[i] -= step[n + i]
        size = _size(kind, s, mo, c_position)
        if not math.isfinite(size):
            mo.clock[FACTORED] = 0.0
            return NOT_FINITE
        if iteration == 0:
            contraction = mo.clock[CONTRACTION]
        else:
            contraction = size / last
            mo.clock[CONTRACTION] = max(contraction, 1e-3)
            if fresh and iteration == 1 and not full:
                mo.clock[BEST_CONTRACTION] = contraction
        last = size
        # below 1e-3 of the tolerance the contraction rate is rounding
        if (contraction < 0.9 and size * contraction / (1.0 - contraction) <= 1.0) or size <= 1e-3:
            return OK if _closed(kind, s, mo) else NO_CONVERGENCE
        if iteration > 0 and not fresh and contraction > max(0.03, 1.5 * mo.clock[BEST_CONTRACTION]):
            mo.clock[FACTORED] = 0.0  # new factors at the next iterate, at most once a step
            if contraction > 0.5:
                return NO_CONVERGENCE  # start over with new factors
        elif iteration > 1 and contraction > 0.95 and size > 10.0:
            break
    mo.clock[FACTORED] = 0.0
    return NO_CONVERGENCE


@inner
def _attempt(kind: Any, s: Any, mo: Any, t: float, h: float) -> int:
    """One step by ever more careful means: kept factors, new factors, full Newton. Never more than one wrong turn."""
    status = OK
    for effort in range(3):
        _predict(kind, s, mo, mo.clock[SINCE_CHANGE] if effort < 2 else 1.0)
        # rows that depend on others are left to them only as long as that goes well
        mo.clock[LEAVE_OUT] = DEPENDENT * mo.clock[EPSILON] if effort == 0 else 0.0
        if effort > 0:
            mo.clock[FACTORED] = 0.0
        status = _newton(kind, s, mo, t, h, effort == 2)
        if status == OK:
            break
    if status != OK:
        return status
    _kinematics(kind, mo, h)
    for i in range(s.measures.shape[0]):  # counted angles may not jump
        if i < kind.active and s.measures[i].kind == ANGLE and counted(kind):
            if abs(s.x[i] - s.measures[i].offset - mo.ref[s.measures[i].turn]) > 2.0:
                return NO_CONVERGENCE
    return OK


@inner
def _reach(kind: Any, mo: Any) -> None:
    """How large positions and angles are: their rounding is what rows can be closed to."""
    far, turned = mo.clock[LENGTH], 1.0
    n, dim = kind.q * width(kind) // kind.v, dimension(kind)
    for i in range(0, kind.q, n):
        for c in range(dim):
            far = max(far, abs(mo.q[i + c]))
        if not counted(kind):
            for c in range(dim, n):
                turned = max(turned, abs(mo.q[i + c]))
    for i in range(kind.turns):
        turned = max(turned, abs(mo.ref[i]))
    mo.clock[REACH_LINEAR], mo.clock[REACH_TURNING] = far, turned


@inner
def _accept(kind: Any, s: Any, mo: Any, h: float) -> None:
    """Make the new state the old one; keep history; add the work done."""
    for i in range(kind.v):
        mo.v_old[i] = mo.v[i]
        mo.vd_2[i], mo.vd_1[i], mo.vd[i] = mo.vd_1[i], mo.vd[i], mo.vd_new[i]
        mo.v[i], mo.a[i] = mo.v_new[i], mo.a_new[i]
    for i in range(mo.lam.shape[0]):
        mo.lam_2[i], mo.lam_1[i], mo.lam[i] = mo.lam_1[i], mo.lam[i], mo.lam_new[i]
    for i in range(kind.q):
        mo.q[i] = mo.q_new[i]
    for i in range(kind.w):
        mo.w[i], mo.wd[i], mo.wa[i] = mo.w_new[i], mo.wd_new[i], mo.wa_new[i]
    if kind.turns > 0:
        for i in range(kind.active):
            if s.measures[i].kind == ANGLE:
                mo.ref[s.measures[i].turn] = s.x[i] - s.measures[i].offset
    _reach(kind, mo)
    if mo.power.shape[0] > 0:  # some element does work: trapezoidal rule, of the order of the method
        energies(kind, s, mo.q, mo.v, mo.lam, mo.energy)
        for i in range(3):
            mo.work[i] += 0.5 * h * (mo.power[i] + mo.energy[2 + i])
            mo.power[i] = mo.energy[2 + i]


@inner
def _error(kind: Any, mo: Any) -> float:
    """Local error of the positions of the step just computed, C h |v1 - 2 v0 + v_old|, against length and 1 rad."""
    n = width(kind)
    worst = 0.0
    for i in range(0, kind.v, n):
        for c in range(n):
            k = i + c
            e = abs(mo.v_new[k] - 2.0 * mo.v[k] + mo.v_old[k])
            worst = max(worst, e / mo.clock[LENGTH] if c < dimension(kind) else e)
    return max(mo.clock[ERROR_SCALE] * mo.clock[H] * worst, _chart_error(kind, mo))


@inner
def _chart_error(kind: Any, mo: Any) -> float:
    """What the chart leaves of a spin: tan(h w/2) beyond its third-order term, and that term taken at the start of the step."""
    worst = 0.0
    h = mo.clock[H]
    if curved(kind):
        for i in range(3, kind.v, 6):
            w0 = math.sqrt(mo.v[i] ** 2 + mo.v[i + 1] ** 2 + mo.v[i + 2] ** 2)
            w1 = math.sqrt(mo.v_new[i] ** 2 + mo.v_new[i + 1] ** 2 + mo.v_new[i + 2] ** 2)
            worst = max(worst, (h * w1) ** 5 / 120.0 + h**3 * abs(w1**3 - w0**3) / 24.0)
    return worst


@inner
def _control(kind: Any, mo: Any, h: float) -> float:
    """Error control: > 1 rejects the step; otherwise the step size for what follows is set in the clock."""
    if mo.clock[SINCE_CHANGE] < 2.0:
        return 0.0  # the estimate needs two steps of one size
    allowed = mo.clock[TOL] * h / mo.clock[T_END]
    ratio = _error(kind, mo) / allowed
    if ratio > 4.0:
        before, mo.clock[LAST_RATIO] = mo.clock[LAST_RATIO], ratio
        if before == 0.0 or ratio < 0.5 * before or ratio * h > SHARE * mo.clock[T_END]:
            mo.clock[STEP_H] = h * max(0.2, 0.8 / math.sqrt(ratio))
            return ratio
        # smaller steps are no better: rounding in a singular position, or a jump. Go on, and do not sink
        mo.clock[STEP_H] = min(mo.clock[H_MAX], 5.0 * h)
        return 0.0
    mo.clock[LAST_RATIO] = 0.0
    if mo.clock[SINCE_CHANGE] >= 20.0 and (ratio < 0.3 or ratio > 1.2):
        mo.clock[STEP_H] = min(mo.clock[H_MAX], h * min(2.0, max(0.5, 0.8 / math.sqrt(max(ratio, 1e-6)))))
    return 0.0


@inner
def _step_size(kind: Any, mo: Any, t: float, end: float) -> float:
    """Size of the next step: to an event, as controlled, or finer on a difficult stretch; never beyond the end."""
    h = mo.clock[STEP_H]
    if mo.clock[EVENT_H] > 0.0:
        return mo.clock[EVENT_H]
    if t < mo.clock[FINE_UNTIL] - 1e-9 * h:
        return min(mo.clock[FINE_H], mo.clock[FINE_UNTIL] - t)
    if h != mo.clock[H]:
        if mo.clock[H] > 0.0 and mo.clock[SINCE_CHANGE] >= 2.0:
            # the accelerations of the algorithm stand for t + (am - af) h: move them to where the new step wants them
            c = (mo.parameters[AM] - mo.parameters[AF]) * (h - mo.clock[H]) / mo.clock[H]
            for i in range(kind.v):
                mo.a[i] += c * (mo.vd[i] - mo.vd_1[i])
        mo.clock[H] = h
        mo.clock[SINCE_CHANGE] = 1.0
        mo.clock[FACTORED] = 0.0
        mo.clock[CONTRACTION] = 1.0
    return end - t if t + 1.001 * h > end else h  # a fixed step differs at the end by rounding only


@inner
def _go_finer(kind: Any, s: Any, mo: Any, t: float, h: float) -> int:
    """After a failed step of size h from t: halve, from a consistent state."""
    mo.clock[EVENT_H] = 0.0
    if t >= mo.clock[FINE_UNTIL] - 1e-9 * mo.clock[STEP_H]:
        mo.clock[FINE_UNTIL] = t + h
        mo.counts[HALVINGS] += 1
    mo.clock[FINE_H] = 0.5 * h
    if mo.clock[FINE_H] < 1e-4 * mo.clock[STEP_H]:
        return STEP_TOO_SMALL
    return restart(kind, s, mo, t)


@kernel
def run(kind: Any, s: Any, mo: Any, limit: int) -> int:
    """Go on from mo until all output times are stored, or `limit` steps are made. mo.clock[DONE]: outputs stored so far."""
    t = mo.clock[T]
    times = mo.times
    _reach(kind, mo)
    end = times[times.shape[0] - 1]
    if s.events.shape[0] > 0 and mo.counts[WATCHING] == 0:
        begin_watch(kind, s, mo, t)
    for _ in range(limit):
        done = int(mo.clock[DONE])
        if done >= times.shape[0]:
            break
        h = _step_size(kind, mo, t, end)
        fine = mo.clock[EVENT_H] > 0.0 or t < mo.clock[FINE_UNTIL] - 1e-9 * h
        short = mo.clock[EVENT_H] > 0.0 and h < SHORT * mo.clock[STEP_H]
        status = leap(kind, s, mo, t + h, h, True) if short else _attempt(kind, s, mo, t + h, h)
        if status == OK and not short and mo.parameters[PROJECT] != 0.0:
            status = project(kind, s, mo, t + h)
        if status == OK and mo.clock[EVENT_H] > 0.0 and not short:
            status = land(kind, s, mo, t + h)  # an event is located on rates and multipliers that belong together
        if status == OK and mo.clock[TOL] > 0.0 and not fine and _control(kind, mo, h) > 0.0:
            mo.counts[REJECTED] += 1
            status = restart(kind, s, mo, t)  # a cut step starts from a consistent state
            if status != OK or mo.clock[STEP_H] < 1e-13 * max(mo.clock[T_END], abs(t)):
                mo.clock[T] = t
                return STEP_TOO_SMALL if status == OK else status
            continue
        leapt = status == NO_CONVERGENCE
        if leapt:
            status = leap(kind, s, mo, t + h, h, False)
        if status != OK:
            first = status
            status = _go_finer(kind, s, mo, t, h)
            if status != OK:
                mo.clock[T] = t
                return NOT_FINITE if first == NOT_FINITE else status
            continue
        verdict = watch(kind, s, mo, t, h) if s.events.shape[0] > 0 else 0
        if verdict == RETRY:
            status = restart(kind, s, mo, t)
            if status != OK:
                return status
            continue
        while done < times.shape[0] and times[done] < t + h * (1.0 - 1e-9):
            between(kind, s, mo, done, h, (times[done] - t) / h)
            done += 1
        _accept(kind, s, mo, h)
        t += h
        mo.clock[T] = t
        mo.clock[SINCE_CHANGE] += 1.0
        mo.counts[STEPS] += 1
        if leapt:
            mo.clock[SINCE_CHANGE] = 1.0  # history across a leap would look like an error of the next step
        if fine or verdict == HIT:
            mo.clock[SINCE_CHANGE] = 1.0
            if (
                verdict == HIT or t >= mo.clock[FINE_UNTIL] - 1e-9 * h
            ):  # back to the normal step, from a consistent state
                status = restart(kind, s, mo, t)
                if status != OK:
                    return status
        if done < times.shape[0] and times[done] <= t + 1e-9 * h:
            store(kind, mo, done)
            done += 1
        mo.clock[DONE] = done
        if verdict == HIT:
            return EVENT
    return OK

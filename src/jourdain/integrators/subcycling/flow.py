"""A long step of machines by slow momentum: what is fast moves in substeps, with joints and masses as in its middle.

With factors of M a - G^T l = f, G a = gamma at t + H/2, where the slow part will be (the `frozen` side: one factorisation,
one evaluation of the joints), and gamma on the line through G a at t, with this G, and gamma there,

    a_F(q, v)  the answer to the forces of the fast side and the inertia of the bodies
    a_k(q)     the answer to the springs of group k between, which have steps of h m/m_k

The motion is divided exactly into these and the rest, r = a - a_F - sum a_k, whatever the factors are:

    v += H/2 r,   substeps of q' = v, v' = a_F with kicks h m/m_k a_k,   v += H/2 r at the end

so the rest, slow forces and what joints and masses differ by, is impulses at common updates, where joints are closed. What
they differ by is as much too small before the middle as too large behind it: of two steps that meet these impulses cancel.
Substeps are central differences (half a kick, a drift, half a kick), Newmark's method or generalized-alpha (implicit: the
response of the fast velocities, I - beta h^2 da_F/dq - gamma h da_F/dv, is factored once for as long as it serves), or RK4.
Theory: docs/theory/subcycling.md.
"""

from __future__ import annotations

import math
from typing import Any

from jourdain.jit import inner
from jourdain.kernels import port
from jourdain.kernels.context import system_at
from jourdain.kernels.dense import factor_lu, solve_lu
from jourdain.kernels.port import ask
from jourdain.kernels.status import BAD_PIVOT, NO_CONVERGENCE, OK
from jourdain.kernels.vectors import copy, fill

CENTRAL, IMPLICIT, RK4 = range(3)
PASSES = 30  # forces that depend on velocities are iterated so often at most: where they are not, the energy drifts
FIXED = 1e-10  # until accelerations change positions by less than this part of a length of the machine, or radians
SMALL = 1e-6  # part of a length, radian or speed that the response is found by
SLOW_PASSES = 12  # implicit substeps that need more ask for a new response


@inner
def change(mo: Any, before: Any, now: Any, h: float, long: float) -> float:
    """What a change of the accelerations (nv,) changes in positions, by a short step of the fast ones; NaN if one is."""
    worst = together = 0.0
    for i in range(mo.v.shape[0]):
        step = h if mo.fast[i] > 0 else long
        by = step * step * abs(now[i] - before[i])
        worst = max(worst, by)
        together += by
    return worst if math.isfinite(together) else math.nan


@inner
def _answer_to(mo: Any, t: float, side: int, active: int, moved: bool) -> int:
    """vd_new: the answer of the frozen machine to the forces of a side at q_new, v_new; moved: since it was last asked."""
    whole, all_active = mo.calls.context, mo.calls.active
    mo.calls.context, mo.calls.active = side, active
    if moved:
        ask(mo, port.POSITIONS, t)
    ask(mo, port.FORCES, t, port.NO_BIAS)
    mo.calls.context = mo.own.frozen_side
    status = ask(mo, port.SOLVE, t)
    mo.calls.context, mo.calls.active = whole, all_active
    return status


@inner
def _fast_answer(mo: Any, t: float, along: float, moved: bool) -> int:
    """vd_new = a_F at q_new, v_new; along: what part of the long step has gone."""
    gamma = system_at(mo.own.frozen_side).gamma
    for r in range(gamma.shape[0]):
        gamma[r] = mo.gamma_start[r] + along * mo.gamma_change[r]
    mo.own.fast_evaluations += 1
    return _answer_to(mo, t, mo.own.fast_side, mo.own.fast_active, moved)


@inner
def _between_answer(mo: Any, t: float, k: int) -> int:
    """vd_new = a_k at q_new; v_new stays as it is."""
    fill(system_at(mo.own.frozen_side).gamma, 0.0)
    copy(mo.v_new, mo.z_new)
    fill(mo.v_new, 0.0)
    status = _answer_to(mo, t, mo.between[k, 0], mo.between[k, 1], True)
    copy(mo.z_new, mo.v_new)
    return status


@inner
def _every(mo: Any, k: int) -> int:
    """Substeps in a step of group k between: a whole part of the long step."""
    every = max(1, mo.own.substeps // mo.between[k, 2])
    return every if mo.own.substeps % every == 0 else 1


@inner
def freeze(mo: Any, t: float, long: float) -> int:
    """Factors of the machine in the middle of the long step; gamma on the line through G a, a those at its start, and there.

    Positions go on to there by their velocities, and slow velocities by their accelerations.
    """
    nq, ahead, whole = mo.q.shape[0], 0.5 * long, mo.calls.context
    frozen = system_at(mo.own.frozen_side)
    copy(mo.y, mo.y_new)
    for i in range(mo.v.shape[0]):
        a = mo.before[nq + i] if mo.fast[i] == 0 else 0.0
        mo.u[i] = ahead * (mo.v[i] + 0.5 * ahead * a)
        mo.v_new[i] += ahead * a
    ask(mo, port.MOVE_BASE, t)
    mo.calls.context = mo.own.frozen_side
    ask(mo, port.POSITIONS, t + ahead)
    status = ask(mo, port.PREPARE, t + ahead)
    ask(mo, port.VELOCITIES, t + ahead)
    ask(mo, port.FORCES, t + ahead)
    for r in range(frozen.gamma.shape[0]):
        mo.gamma_start[r] = -frozen.rate[r]
    for i in range(mo.v.shape[0]):
        mo.v_new[i] += mo.before[nq + i]
    ask(mo, port.VELOCITIES, t + ahead)
    for r in range(frozen.gamma.shape[0]):
        mo.gamma_start[r] += frozen.rate[r]
        mo.gamma_change[r] = 2.0 * (frozen.gamma[r] - mo.gamma_start[r])
    mo.calls.context = whole
    mo.counts.evaluations += 1
    copy(mo.y, mo.y_new)
    return status


@inner
def divide(mo: Any, t: float, h: float, along: float, moved: bool) -> int:
    """At q_new, v_new: inner, the half kicks of substeps and groups there, and known, all accelerations but the rest."""
    status = _fast_answer(mo, t, along, moved)
    for i in range(mo.v.shape[0]):
        mo.known[i] = mo.vd_new[i]
        mo.inner[i] = 0.5 * h * mo.vd_new[i] if mo.own.stepper == CENTRAL else 0.0
        mo.flow[i] = mo.vd_new[i]
    for k in range(mo.between.shape[0]):
        if status == OK:
            status = _between_answer(mo, t, k)
        for i in range(mo.v.shape[0]):
            mo.known[i] += mo.vd_new[i]
            mo.inner[i] += 0.5 * h * _every(mo, k) * mo.vd_new[i]
    return status


@inner
def fast_power(mo: Any, t: float) -> tuple[float, float]:
    """Powers of the dampers and the applied forces of the fast side, as it was last asked."""
    if mo.power.shape[0] == 0:
        return 0.0, 0.0
    whole, all_active = mo.calls.context, mo.calls.active
    mo.calls.context, mo.calls.active = mo.own.fast_side, mo.own.fast_active
    ask(mo, port.ENERGY, t)
    mo.calls.context, mo.calls.active = whole, all_active
    return mo.energy[3], mo.energy[4]


@inner
def _count_work(mo: Any, t: float, h: float) -> None:
    damped, applied = fast_power(mo, t)
    mo.own.done_dampers += h * damped
    mo.own.done_applied += h * applied


@inner
def _kick_between(mo: Any, t: float, h: float, j: int) -> int:
    """Kicks of the groups between whose steps end and begin at substep j."""
    for k in range(mo.between.shape[0]):
        if j % _every(mo, k) == 0:
            status = _between_answer(mo, t, k)
            if status != OK:
                return status
            for i in range(mo.v.shape[0]):
                mo.half[i] += h * _every(mo, k) * mo.vd_new[i]
    return OK


@inner
def _kick(mo: Any, t: float, h: float, along: float) -> int:
    """half, the velocities in the middle of a substep, on to the next one, by a_F at the velocities between.

    What one pass leaves of the change before it is known from the last time that two were made: it is often enough with one.
    """
    for i in range(mo.half.shape[0]):
        guess = 2.0 * mo.accelerations[i] - mo.accelerations_before[i]
        mo.accelerations_before[i] = mo.accelerations[i]
        mo.accelerations[i] = guess
    last, tolerance = 0.0, FIXED * mo.clock.length
    for k in range(PASSES):
        for i in range(mo.half.shape[0]):
            mo.v_new[i] = mo.half[i] + 0.5 * h * mo.accelerations[i]
        status = _fast_answer(mo, t, along, k == 0)
        if status != OK:
            return status
        changed = change(mo, mo.accelerations, mo.vd_new, h, h)
        copy(mo.vd_new, mo.accelerations)
        if k > 0 and last > 0.0:
            mo.own.contraction = 0.0 if changed < 1e-3 * tolerance else min(1.0, 2.0 * changed / last)
        if changed * (mo.own.contraction if k == 0 else 1.0) <= tolerance:
            _count_work(mo, t, h)
            for i in range(mo.half.shape[0]):
                mo.half[i] += h * mo.accelerations[i]
            return OK
        last = changed
    return NO_CONVERGENCE


# -- implicit substeps -------------------------------------------------------------------------------------------------


@inner
def find_response(mo: Any, t: float, h: float) -> int:
    """I - (1 - alpha_f)/(1 - alpha_m) (beta h^2 da_F/dq + gamma h da_F/dv) at q_new, v_new, factored: of near velocities."""
    n, B, own = mo.near.shape[0], mo.block, mo.own
    copy(mo.q_new, mo.q)
    copy(mo.v_new, mo.z)
    status = _fast_answer(mo, t, 0.0, True)
    copy(mo.vd_new, mo.end)
    c = (1.0 - own.alpha_f) / (1.0 - own.alpha_m)
    for b in range(n):
        for a in range(n):
            B[a, b] = 1.0 if a == b else 0.0
        by = SMALL * mo.clock.length
        fill(mo.u, 0.0)
        mo.u[mo.near[b]] = by
        ask(mo, port.MOVE_BASE, t)
        status = max(status, _fast_answer(mo, t, 0.0, True))
        for a in range(n):
            B[a, b] -= c * own.beta * h * h * (mo.vd_new[mo.near[a]] - mo.end[mo.near[a]]) / by
        copy(mo.q, mo.q_new)
        by = SMALL * max(mo.clock.scale_linear, mo.clock.scale_turning, mo.clock.length / mo.clock.span)
        mo.v_new[mo.near[b]] += by
        status = max(status, _fast_answer(mo, t, 0.0, True))
        copy(mo.z, mo.v_new)
        for a in range(n):
            B[a, b] -= c * own.gamma * h * (mo.vd_new[mo.near[a]] - mo.end[mo.near[a]]) / by
    own.response_for = h
    mo.counts.factorizations += 1
    return status if status != OK or factor_lu(B, n, mo.exchange) else BAD_PIVOT


@inner
def _implicit(mo: Any, t: float, h: float, j: int) -> int:
    """From q, half at t with the acceleration of the method in accelerations to t + h, by Newmark's family."""
    own, n, nv = mo.own, mo.near.shape[0], mo.v.shape[0]
    along = (j + 1.0 - own.alpha_f) / own.substeps
    a, old = mo.accelerations, mo.accelerations_before
    copy(a, old)
    for k in range(PASSES):
        for i in range(nv):
            full = h * mo.half[i] + h * h * ((0.5 - own.beta) * old[i] + own.beta * a[i])
            v = mo.half[i] + h * ((1.0 - own.gamma) * old[i] + own.gamma * a[i])
            mo.u[i] = (1.0 - own.alpha_f) * full
            mo.v_new[i] = own.alpha_f * mo.half[i] + (1.0 - own.alpha_f) * v
        ask(mo, port.MOVE_BASE, t)
        status = _fast_answer(mo, t + (1.0 - own.alpha_f) * h, along, True)
        if status != OK:
            return status
        for i in range(nv):
            mo.z[i] = (mo.vd_new[i] - own.alpha_m * old[i]) / (1.0 - own.alpha_m) - a[i]
        for b in range(n):
            mo.right[b] = mo.z[mo.near[b]]
        solve_lu(mo.block, n, mo.exchange, mo.right)
        for b in range(n):
            mo.z[mo.near[b]] = mo.right[b]
        for i in range(nv):
            mo.z[i] += a[i]
        changed = change(mo, a, mo.z, h, h)
        copy(mo.z, a)
        if changed <= FIXED * mo.clock.length:
            for i in range(nv):
                mo.u[i] = h * mo.half[i] + h * h * ((0.5 - own.beta) * old[i] + own.beta * a[i])
                mo.half[i] += h * ((1.0 - own.gamma) * old[i] + own.gamma * a[i])
            ask(mo, port.MOVE_BASE, t)
            if k >= SLOW_PASSES:
                own.response_for = 0.0
            return OK
        if not math.isfinite(changed):
            return NO_CONVERGENCE
    return NO_CONVERGENCE


# -- Runge-Kutta -------------------------------------------------------------------------------------------------------


@inner
def _runge_kutta(mo: Any, t: float, h: float, j: int) -> int:
    """From q, half at t to t + h by RK4, in increments u of the positions from q."""
    nv, K = mo.v.shape[0], mo.slopes
    for k in range(4):
        c = 0.0 if k == 0 else h if k == 3 else 0.5 * h
        for i in range(nv):
            mo.u[i] = c * K[max(k - 1, 0), i]
            mo.v_new[i] = mo.half[i] + c * K[4 + max(k - 1, 0), i]
        ask(mo, port.MOVE_BASE, t)
        status = _fast_answer(mo, t + c, (j + c / h) / mo.own.substeps, True)
        if status != OK:
            return status
        ask(mo, port.CHART, t)
        for i in range(nv):
            K[k, i], K[4 + k, i] = mo.end[i], mo.vd_new[i]
    for i in range(nv):
        mo.u[i] = h / 6.0 * (K[0, i] + 2.0 * (K[1, i] + K[2, i]) + K[3, i])
        mo.half[i] += h / 6.0 * (K[4, i] + 2.0 * (K[5, i] + K[6, i]) + K[7, i])
    ask(mo, port.MOVE_BASE, t)
    return OK


# -- the long step -----------------------------------------------------------------------------------------------------


@inner
def flow(mo: Any, t: float, long: float) -> int:
    """From the common update at t to the next: q_new, and half, the velocities there but for what `finish` adds."""
    m, nq, nv = mo.own.substeps, mo.q.shape[0], mo.v.shape[0]
    h = long / m
    status = freeze(mo, t, long)
    if status == OK:
        status = divide(mo, t, h, 0.0, True)
    if status != OK:
        return status
    mo.own.power_dampers, mo.own.power_applied = fast_power(mo, t)
    mo.own.done_dampers = mo.own.done_applied = 0.0
    for i in range(nv):
        mo.half[i] = mo.v[i] + mo.inner[i] + 0.5 * long * (mo.before[nq + i] - mo.known[i])
        mo.accelerations[i] = mo.accelerations_before[i] = mo.flow[i]
        if mo.own.stepper == IMPLICIT:
            mo.accelerations[i] += mo.lead[i]
    copy(mo.y, mo.saved)
    for j in range(m):
        for i in range(mo.w.shape[0]):
            mo.w_new[i] = mo.w[i] + j * h * mo.before[nq + nv + i]
        if status == OK:
            ask(mo, port.NORMALISE, t)
            status = _substep(mo, t + j * h, h, j)
        if status != OK:
            break
    copy(mo.saved, mo.y)
    return status


@inner
def _substep(mo: Any, t: float, h: float, j: int) -> int:
    """Substep j, from q_new."""
    nv, status, along = mo.v.shape[0], OK, j / mo.own.substeps
    if mo.own.stepper == CENTRAL:
        if j > 0:
            status = _kick(mo, t, h, along)
        if j > 0 and status == OK:
            status = _kick_between(mo, t, h, j)
        for i in range(nv):
            mo.u[i] = h * mo.half[i]
        ask(mo, port.MOVE, t)
        return status
    if j > 0:
        copy(mo.half, mo.v_new)
        if mo.power.shape[0] > 0:
            status = _fast_answer(mo, t, along, True)
            _count_work(mo, t, h)
        if status == OK:
            status = _kick_between(mo, t, h, j)
    copy(mo.q_new, mo.q)
    if mo.own.stepper == RK4:
        return _runge_kutta(mo, t, h, j) if status == OK else status
    if status == OK and not abs(mo.own.response_for - h) <= 1e-9 * h:
        copy(mo.half, mo.v_new)
        status = find_response(mo, t, h)
    return _implicit(mo, t, h, j) if status == OK else status


@inner
def finish(mo: Any, t: float, h: float, long: float, a: Any, moved: bool) -> int:
    """v_new at the common update from accelerations a there, at q_new."""
    status = divide(mo, t, h, 1.0, moved)
    for i in range(mo.v.shape[0]):
        mo.v_new[i] = mo.half[i] + mo.inner[i] + 0.5 * long * (a[i] - mo.known[i])
    return status

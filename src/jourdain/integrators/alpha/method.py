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
contraction gets poor, or until what that costs in iterations is worth new ones. Multipliers are regularised in total form,
beta' g + eps W lam = 0, so that redundant rows cost nothing and lam stays near minimum norm. An unconverged step is never
accepted. Theory: docs/theory/alpha.md.
"""

from __future__ import annotations

import math
from typing import Any

from jourdain.integrators.alpha.memory import alpha_at
from jourdain.integrators.alpha.newton import kinematics, newton
from jourdain.integrators.alpha.recovery import land, leap, project, restart, set_out
from jourdain.integrators.march import AGAIN, ARRIVE, CLOSE, DENSE, FAILED, JUDGE, KEEP, NOT_JUDGED, START, TRY
from jourdain.integrators.outputs import hermite_outputs
from jourdain.integrators.stepping import trapezoidal_work
from jourdain.jit import inner
from jourdain.kernels.motion import A_LENGTH, A_SPEED
from jourdain.kernels.port import CHART_ERROR, NEAR_A_SINGULARITY, TURNS, ask
from jourdain.kernels.status import NO_CONVERGENCE, OK
from jourdain.kernels.vectors import copy, take

SHORT = 1e-3  # steps to an event below this part of the normal one are not taken in index 3
DEPENDENT = 10.0  # a multiplier pivot below this times eps: the row depends on others and is left to them


@inner
def _predict(mo: Any, order: int) -> None:
    """Extrapolate accelerations and multipliers: quadratic after three steps of one size, constant after a change."""
    x, x0, x1, x2 = mo.vd_new, mo.vd, mo.vd_last, mo.vd_before
    c0, c1, c2 = 1.0, 0.0, 0.0
    if order >= 3:
        c0, c1, c2 = 3.0, -3.0, 1.0
    elif order >= 2:
        c0, c1 = 2.0, -1.0
    for i in range(x.shape[0]):
        x[i] = c0 * x0[i] + c1 * x1[i] + c2 * x2[i]
    l, l0, l1, l2, left = mo.lam_new, mo.lam, mo.lam_last, mo.lam_before, mo.left_out
    for i in range(l.shape[0]):  # multipliers of rows that are left to others stay as they are
        l[i] = c0 * l0[i] + c1 * l1[i] + c2 * l2[i] if left[i] == 0.0 else l0[i]
    copy(mo.wd, mo.wd_new)


@inner
def _attempt(mo: Any, t: float, h: float) -> int:
    """One step by ever more careful means: kept factors, new factors, full Newton. Never more than one wrong turn."""
    status = OK
    for effort in range(3):
        _predict(mo, mo.own.since_change if effort < 2 else 1)
        # rows that depend on others are left to them only as long as that goes well
        mo.clock.leave_out = DEPENDENT * mo.clock.epsilon if effort == 0 else 0.0
        if effort > 0:
            mo.clock.factored = 0.0
        status = newton(mo, t, h, effort == 2)
        if status == OK:
            break
    if status != OK:
        return status
    kinematics(mo, t, h)
    return ask(mo, TURNS, t)


@inner
def _reach(mo: Any) -> None:
    """How large positions and angles are: their rounding is what rows can be closed to."""
    far, turned, q, sort = mo.clock.length, 1.0, mo.q, mo.sort
    for i in range(q.shape[0]):
        if sort[i] == A_LENGTH:
            far = max(far, abs(q[i]))
        else:
            turned = max(turned, abs(q[i]))
    for i in range(mo.ref.shape[0]):
        turned = max(turned, abs(mo.ref[i]))
    mo.own.reach_linear = far
    mo.own.reach_turning = max(turned, far / mo.own.arm)  # points far out turn small bodies by their rounding


@inner
def _new_size(mo: Any) -> None:
    """The controlled step has changed: history and factors do not fit it."""
    own, h = mo.own, mo.clock.step
    if own.h > 0.0 and own.since_change >= 2:
        # the accelerations of the algorithm are those of t + (am - af) h: move them to where the new step wants them
        c = (own.am - own.af) * (h - own.h) / own.h
        for i in range(mo.v.shape[0]):
            mo.a[i] += c * (mo.vd[i] - mo.vd_last[i])
    own.h, own.since_change = h, 1
    mo.clock.factored, mo.clock.contraction = 0.0, 1.0


@inner
def _try(mo: Any, t: float, h: float) -> int:
    own, c = mo.own, mo.clock
    planned = c.event_h > 0.0
    own.planned = int(planned)
    own.fine = int(planned or t < c.fine_until - 1e-9 * c.step)
    own.leapt = 0
    if own.fine == 0 and c.step != own.h:
        _new_size(mo)
    if planned and h < SHORT * c.step:
        return leap(mo, t + h, h, True)
    status = _attempt(mo, t + h, h)
    if status == OK and own.project == 1:
        status = project(mo, t + h)
    if status == OK and planned:
        status = land(mo, t + h)  # an event is located on rates and multipliers that belong together
    if status == NO_CONVERGENCE:
        own.leapt = 1
        status = leap(mo, t + h, h, False)
    return status


@inner
def _judge(mo: Any, t: float, h: float) -> int:
    """Local error of the positions, C h |v1 - 2 v0 + v_old|, against length and 1 rad; it needs two steps of one size.

    A step that was cut has what made it too long inside: it is judged by h |a1 - a0|, which is the same for what is smooth.
    Near a singular position rows that are closed to rounding leave positions open by its root, along the direction that is
    nearly free. Velocities are that over h: smaller steps would see more of it, and nothing else.
    """
    own, c, first = mo.own, mo.clock, mo.q.shape[0]
    fresh = own.since_change < 2
    if (fresh and own.cut == 0) or own.leapt == 1 or ask(mo, NEAR_A_SINGULARITY, t) == 1:
        return NOT_JUDGED
    worst = 0.0
    for k in range(mo.v.shape[0]):
        e = abs(mo.v_new[k] - 2.0 * mo.v[k] + mo.v_old[k])
        if fresh:
            e = own.h * abs(mo.vd_new[k] - mo.vd[k])
        worst = max(worst, e / c.length if mo.sort[first + k] == A_SPEED else e)
    ask(mo, CHART_ERROR, t, own.h)
    ratio = max(own.error_scale * own.h * worst, c.chart_error) * c.span / (c.tol * h)
    c.ratio = ratio if ratio > 4.0 else 0.25 * ratio  # a step may be four times over: the size changes seldom
    if ratio > 4.0:
        c.growth = max(0.2, 0.8 / math.sqrt(ratio))
    elif own.since_change >= 20 and (ratio < 0.3 or ratio > 1.2):
        c.growth = min(2.0, max(0.5, 0.8 / math.sqrt(max(ratio, 1e-6))))
    return OK


@inner
def _keep(mo: Any) -> None:
    """History of velocities, accelerations and multipliers."""
    copy(mo.v, mo.v_old)
    copy(mo.vd_last, mo.vd_before)
    copy(mo.vd, mo.vd_last)
    copy(mo.a_new, mo.a)
    copy(mo.lam_last, mo.lam_before)
    copy(mo.lam, mo.lam_last)
    copy(mo.wa_new, mo.wa)
    take(mo.energy, 2, mo.power)


@inner
def _arrive(mo: Any, t: float, h: float) -> int:
    own = mo.own
    _reach(mo)
    own.since_change += 1
    own.cut = 0
    if own.leapt == 1:
        own.since_change = 1  # history across a leap would look like an error of the next step
    if own.fine == 1:
        own.since_change = 1
        if own.planned == 1 or t >= mo.clock.fine_until - 1e-9 * h:  # back to the normal step, from a consistent state
            return restart(mo, t)
    return OK


@inner
def alpha(mo: Any, task: int, t: float, h: float) -> int:
    """The tasks of march.py."""
    status = OK
    if task == TRY:
        status = _try(mo, t, h)
    elif task == JUDGE:
        status = _judge(mo, t, h)
    elif task == CLOSE:
        trapezoidal_work(mo, t + h, h)  # of the order of the method
    elif task == DENSE:
        hermite_outputs(mo, t, h)
    elif task == KEEP:
        _keep(mo)
    elif task == ARRIVE:
        status = _arrive(mo, t, h)
    elif task == START:
        _reach(mo)
        set_out(mo, t)
    elif task in (AGAIN, FAILED):  # a cut step starts from a consistent state
        status = restart(mo, t)
        status = status if task == AGAIN else OK
        mo.own.cut = int(task == AGAIN)
    return status


def method(task, t, h, address):  # type: ignore[no-untyped-def]
    """For any system, by address; bound.py has it for machines."""
    return alpha(alpha_at(address), task, t, h)

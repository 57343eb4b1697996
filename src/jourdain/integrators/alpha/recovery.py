"""How generalized-alpha sets out, and gets past places where Newton's method does not converge: a restart, and a leap.

Theory: docs/theory/alpha.md and docs/theory/singular.md.
"""

from __future__ import annotations

import math
from typing import Any

from jourdain.integrators.stepping import begin, close
from jourdain.jit import inner
from jourdain.kernels.motion import A_SPEED
from jourdain.kernels.port import (
    ACCELERATE,
    CLOSE_VELOCITIES,
    DIFFERENCE,
    FACTOR_NEWTON,
    MOVE_BASE,
    NEAR_A_SINGULARITY,
    POSITIONS,
    PREPARE,
    RESIDUAL,
    SOLVE_NEWTON,
    VELOCITIES,
    ask,
    ask_newton,
)
from jourdain.kernels.status import NO_CONVERGENCE, OK
from jourdain.kernels.vectors import add_times, copy


@inner
def set_out(mo: Any, t: float) -> None:
    """History at the start. The accelerations of the algorithm are those of t + (am - af) h: without a transient from there.

    Their rate, by accelerations a moment later, also tells a first step that the error estimate C h^3 |jerk| will accept.
    """
    own, c, jerk = mo.own, mo.clock, mo.z
    h, moment, first, largest = c.step, 0.01 * c.step, mo.q.shape[0], 0.0
    for i in range(mo.v.shape[0]):
        mo.v_old[i], mo.vd_last[i], mo.vd_before[i] = mo.v[i], mo.vd[i], mo.vd[i]
        mo.u[i] = moment * (mo.v[i] + 0.5 * moment * mo.vd[i])
        mo.v_new[i] = mo.v[i] + moment * mo.vd[i]
    for i in range(mo.w.shape[0]):
        mo.wa[i], mo.w_new[i] = mo.wd[i], mo.w[i] + moment * mo.wd[i]
    copy(mo.lam, mo.lam_new)
    ask(mo, MOVE_BASE, t)
    known = land(mo, t + moment) == OK
    for i in range(mo.v.shape[0]):
        jerk[i] = (mo.vd_new[i] - mo.vd[i]) / moment if known else 0.0
        largest = max(largest, abs(jerk[i]) / (c.length if mo.sort[first + i] == A_SPEED else 1.0))
    if c.tol > 0.0:
        rate = own.error_scale * largest
        h = min(h, 0.5 * math.sqrt(c.tol / (c.span * rate))) if rate > 0.0 else h
        h = c.step = max(h, 1e-8 * c.span)
    if known:
        _as_steps_see_it(mo, t + moment, h, jerk, moment)
    for i in range(mo.v.shape[0]):
        mo.a[i] = mo.vd[i] + (own.am - own.af) * h * jerk[i]
    copy(mo.lam, mo.lam_new)


@inner
def _as_steps_see_it(mo: Any, t: float, h: float, jerk: Any, moment: float) -> None:
    """jerk = x of (M + cD D + cK K) x + G^T y = M jerk, G x = G jerk: what implicit steps of size h make of it.

    Parts that are too stiff, or damped too strongly, for the step are seldom at rest among themselves at the start. Their
    jerk is of motions that steps pass over: with it the accelerations of the algorithm would be millions of times too large.
    The system is at the state a moment later, with its accelerations in vd_new, and rows closed.
    """
    own, c, r, nv, n = mo.own, mo.clock, mo.residual, mo.v.shape[0], mo.v.shape[0] + mo.w.shape[0]
    scale = (1.0 - own.am) / (1.0 - own.af)
    c.c_damping, c.c_stiffness, c.leave_out = h * own.gamma / scale, h * h * own.beta / scale, 0.0
    copy(mo.vd, mo.vd_new)
    ask(mo, RESIDUAL, t)  # M vd less what balances M vd_new
    for i in range(n):
        r[i] = -r[i] / moment if i < nv else 0.0
    copy(mo.v_new, mo.end)
    add_times(moment, jerk, mo.v_new)
    ask(mo, VELOCITIES, t)  # rates of rows are linear, and zero where they are closed
    for k in range(mo.rate.shape[0]):
        r[n + k] = mo.rate[k] / moment
    copy(mo.end, mo.v_new)
    ask(mo, VELOCITIES, t)
    status = ask_newton(mo, FACTOR_NEWTON, t, h)
    ask_newton(mo, SOLVE_NEWTON, t, h)
    for i in range(nv):
        jerk[i] = mo.step[i] if status == OK else 0.0


@inner
def restart(mo: Any, t: float) -> int:
    """Consistent velocities, accelerations and multipliers at the present state.

    A new step size would turn what is left of the velocity rows, harmless before, into large accelerations.
    """
    mo.clock.factored, mo.own.since_change = 0.0, 1
    begin(mo)
    copy(mo.lam, mo.lam_new)
    ask(mo, POSITIONS, t)
    status = ask(mo, PREPARE, t)
    if status != OK:
        return status
    ask(mo, CLOSE_VELOCITIES, t)
    status = ask(mo, ACCELERATE, t)
    copy(mo.v_new, mo.v)
    copy(mo.vd_new, mo.vd)
    copy(mo.vd_new, mo.a)
    copy(mo.wd_new, mo.wd)
    copy(mo.wd_new, mo.wa)
    copy(mo.lam_new, mo.lam)
    return status


@inner
def land(mo: Any, t: float) -> int:
    """Close q_new and v_new, then accelerations and multipliers there. The factors of Newton's method are lost."""
    mo.clock.factored = 0.0
    status = close(mo, t)
    return ask(mo, ACCELERATE, t) if status == OK else status


@inner
def project(mo: Any, t: float) -> int:
    """Close q_new, then v_new in the mass metric; accelerations and multipliers stay those of the step."""
    mo.clock.factored = 0.0
    status = close(mo, t)
    if status == OK:
        ask(mo, DIFFERENCE, t)
    return status


@inner
def leap(mo: Any, t: float, h: float, anywhere: bool) -> int:
    """One step ending at t across a singular position, by Heun's method with rank-safe solves and projection.

    Only there: elsewhere a failure of Newton's method asks for smaller steps, and NO_CONVERGENCE is returned - unless
    `anywhere`: very short steps to an event, in which index 3 would turn the rounding of g into velocities.
    """
    met = mo.counts.singular
    status = restart(mo, t - h)
    near = ask(mo, NEAR_A_SINGULARITY, t) != 0
    for half in range(2):  # predictor, corrector
        if status != OK:
            return status
        c = 0.5 if half == 0 else 1.0 / 3.0
        for i in range(mo.v.shape[0]):
            ahead = 0.0 if half == 0 else mo.vd_new[i]
            mo.u[i] = h * mo.v[i] + h * h * (c * mo.vd[i] + ahead / 6.0)
            mo.v_new[i] = mo.v[i] + h * (mo.vd[i] if half == 0 else 0.5 * (mo.vd[i] + ahead))
        for i in range(mo.w.shape[0]):
            mo.w_new[i] = mo.w[i] + h * (mo.wd[i] if half == 0 else 0.5 * (mo.wd[i] + mo.wd_new[i]))
        ask(mo, MOVE_BASE, t)
        status = land(mo, t)
        near = near or ask(mo, NEAR_A_SINGULARITY, t) != 0
        if not near and not anywhere:
            mo.counts.singular = met
            return NO_CONVERGENCE
    mo.counts.singular = met + int(near)
    ask(mo, DIFFERENCE, t)
    shift = mo.own.am - mo.own.af  # the accelerations of the algorithm are those of t + (am - af) h
    for i in range(mo.v.shape[0]):
        mo.a_new[i] = mo.vd_new[i] + shift * (mo.vd_new[i] - mo.vd[i])
    for i in range(mo.w.shape[0]):
        mo.wa_new[i] = mo.wd_new[i] + shift * (mo.wd_new[i] - mo.wd[i])
    return status

"""One step of generalized-alpha by simplified Newton: when it is done, and when factors are made anew.

Theory: docs/theory/alpha.md.
"""

from __future__ import annotations

import math
from typing import Any

from jourdain.integrators.alpha.rounding import measure_noise, row_residual
from jourdain.jit import inner
from jourdain.kernels.motion import A_SPEED
from jourdain.kernels.port import (
    CHART_TERMS,
    DROP_MISFIT,
    FACTOR_NEWTON,
    FORCES,
    MOVE_BASE,
    NEAR_A_SINGULARITY,
    NEW,
    NO_BIAS,
    POSITIONS,
    RESIDUAL,
    SOLVE_NEWTON,
    ask,
    ask_newton,
)
from jourdain.kernels.status import NO_CONVERGENCE, NOT_FINITE, OK
from jourdain.kernels.vectors import negate

WASTE = 0.5  # what kept factors may cost in iterations, all in all, against new ones, which serve many steps
FADING = 0.85  # a step: how fast tolerances forget accelerations that were larger
LASTING = 0.97  # and what rounding was found to do
ROUNDING = 4e-16  # of what rows are the difference of
MANY = 160  # rows: where rounding adds up
NOISE = 1e4  # Newton steps above so many tolerances are not of rounding
RENEW = 20  # steps that begin with new factors, where these do not last for two steps


@inner
def kinematics(mo: Any, t: float, h: float) -> None:
    """a1, u, q1, v1, w1 from the unknown accelerations."""
    own = mo.own
    f, g, am, af = 1.0 / (1.0 - own.am), own.gamma, own.am, own.af
    c0, c1 = h * h * (0.5 - own.beta), h * h * own.beta
    a0, a1, vd, x, v, v1, u, z = mo.a, mo.a_new, mo.vd, mo.vd_new, mo.v, mo.v_new, mo.u, mo.z
    before = mo.v_old if own.since_change >= 2 else v
    for i in range(a1.shape[0]):
        a1[i] = f * ((1.0 - af) * x[i] + af * vd[i] - am * a0[i])
        v1[i] = v[i] + h * ((1.0 - g) * a0[i] + g * a1[i])
        u[i] = h * v[i] + c0 * a0[i] + c1 * a1[i]
        z[i] = before[i]
    ask(mo, CHART_TERMS, t, h)
    ask(mo, MOVE_BASE, t)
    for i in range(mo.w.shape[0]):
        mo.wa_new[i] = f * ((1.0 - af) * mo.wd_new[i] + af * mo.wd[i] - am * mo.wa[i])
        mo.w_new[i] = mo.w[i] + h * ((1.0 - g) * mo.wa[i] + g * mo.wa_new[i])


@inner
def _size(mo: Any, c_position: float) -> float:
    """Size of the last Newton step against its tolerance; 1 is just converged. Linear and rotary parts count apart.

    Against accelerations of the last steps and of this iterate. What iterates before it had on their way counts for nothing:
    a poor first one puts stiff parts to accelerations beyond all measure, and any others would be near enough to those.
    """
    own, x, d, sort, first, nv = mo.own, mo.vd_new, mo.step, mo.sort, mo.q.shape[0], mo.v.shape[0]
    lin = rot = xl = xr = total = 0.0
    for i in range(nv):
        size, value = abs(d[i]), abs(x[i])
        total += d[i]  # max() passes over NaN, a sum does not
        if sort[first + i] == A_SPEED:
            lin, xl = max(lin, size), max(xl, value)
        else:
            rot, xr = max(rot, size), max(xr, value)
    for i in range(nv, d.shape[0]):
        total += d[i]
    own.seen_linear, own.seen_turning = max(own.scale_linear, xl), max(own.scale_turning, xr)
    tol = mo.clock.newton_tol
    off_linear = max(ROUNDING * own.reach_linear, own.noise_linear)  # rounding of g, seen through beta'
    off_turning = max(ROUNDING * own.reach_turning, own.noise_turning)
    size = lin / (tol * own.seen_linear + c_position * off_linear)
    size = max(size, rot / (tol * own.seen_turning + c_position * off_turning))
    for i in range(mo.w.shape[0]):
        size = max(size, abs(d[nv + i]) / (tol * abs(mo.wd_new[i]) + 1e-14))
    return size + 0.0 * total


@inner
def _closed(mo: Any) -> bool:
    """Are the rows that were left to others closed by them? (Joints that do not fit cannot be.)"""
    if mo.own.misfit == 1 or mo.own.index == 2:
        return True
    for r in range(mo.lam.shape[0]):
        if mo.left_out[r] != 0.0 and abs(mo.g[r]) > 5e-12 * mo.own.reach_linear:
            mo.clock.factored = 0.0
            return False
    return True


@inner
def _weigh_factors(mo: Any, iteration: int, fresh: bool) -> None:
    """After a step that took iterations 0 .. `iteration`: are new factors worth their cost in the next one?

    A step that contracts by c instead of the best, c*, takes a part 1 - log c/log c* of its iterations for that; no more than
    it took beyond the fewest, for it may have begun from a poor prediction.
    """
    own, c = mo.own, mo.clock
    if fresh:
        own.wasted, own.fewest = 0.0, iteration
        return
    own.fewest = min(own.fewest, iteration)
    if iteration > own.fewest:
        part = 1.0 - math.log(c.contraction) / math.log(min(max(own.best_contraction, 1e-3), 0.9))
        own.wasted += max(0.0, min(float(iteration - own.fewest), iteration * part))
    if own.wasted >= WASTE * max(1.0, own.price):
        c.factored = 0.0


@inner
def _are_old(mo: Any, contraction: float, size: float) -> bool:
    """Are new factors worth their price at once? The iterations that are still to come without them are known."""
    own = mo.own
    if contraction > 0.5:
        return contraction > 1.5 * own.best_contraction
    return contraction > max(0.03, 1.5 * own.best_contraction) and -math.log(max(size, 1.0)) < own.price * math.log(
        contraction
    )


@inner
def newton(mo: Any, t: float, h: float, full: bool) -> int:
    """Solve one step of size h ending at t. full: new factors in every iteration."""
    own, c = mo.own, mo.clock
    scale = (1.0 - own.am) / (1.0 - own.af)
    c_position = scale / (h * h * own.beta)  # beta'
    c_velocity = scale / (h * own.gamma)
    c.c_damping, c.c_stiffness = 1.0 / c_velocity, 1.0 / c_position
    nv, nw, m = mo.v.shape[0], mo.w.shape[0], mo.lam.shape[0]
    fresh = measured = False
    last = 0.0
    own.noise_linear *= LASTING
    own.noise_turning *= LASTING
    if own.renew > 0 and not full:
        own.renew -= 1
        c.factored = 0.0
    x, lam, wd, step, r = mo.vd_new, mo.lam_new, mo.wd_new, mo.step, mo.residual
    for iteration in range(25):
        mo.counts.iterations += 1
        kinematics(mo, t, h)
        ask(mo, POSITIONS, t)
        ask(mo, FORCES, t, NO_BIAS)
        ask(mo, RESIDUAL, t)
        row_residual(mo, t, c_position, c_velocity)
        # what play leaves open is told by the factors: where these are old, it would be closed a little, and be noise in rates
        if full or c.factored != c.c_stiffness or (iteration == 0 and own.misfit == 1):
            status = ask_newton(mo, FACTOR_NEWTON, t, h)
            c.factored = c.c_stiffness
            if status != OK:
                return NO_CONVERGENCE
            fresh = True
            own.age = 0
        own.misfit = ask_newton(mo, DROP_MISFIT, t, NEW if iteration == 0 else 0.0)
        for i in range(m):
            r[nv + nw + i] += c.epsilon * mo.row_weights[i] * lam[i]
        negate(r, r)
        ask_newton(mo, SOLVE_NEWTON, t, h)
        for i in range(nv):
            x[i] += step[i]
        for i in range(nw):
            wd[i] += step[nv + i]
        for i in range(m):
            lam[i] -= step[nv + nw + i]
        size = _size(mo, c_position)
        if not math.isfinite(size):
            c.factored = 0.0
            return NOT_FINITE
        if iteration == 0:
            contraction = c.contraction
        else:
            contraction = size / last
            c.contraction = max(contraction, 1e-3)
            if fresh and iteration == 1 and not full:
                own.best_contraction = contraction
        last = size
        # below 1e-3 of the tolerance the contraction rate is rounding
        if (contraction < 0.9 and size * contraction / (1.0 - contraction) <= 1.0) or size <= 1e-3:
            _weigh_factors(mo, iteration, fresh)
            own.age += 1
            own.scale_linear, own.scale_turning = FADING * own.seen_linear, FADING * own.seen_turning
            return OK if _closed(mo) else NO_CONVERGENCE
        stalled = iteration > 0 and contraction > 0.3 and size < NOISE
        if m > MANY and not measured and (stalled or own.noise_linear == 0.0):
            measured = ask(mo, NEAR_A_SINGULARITY, t) == 0
            if measured:
                measure_noise(mo, t, h, c_position, c_velocity)
                continue
        if iteration > 0 and not fresh and _are_old(mo, contraction, size):
            c.factored = 0.0  # new factors at the next iterate, at most once a step
            if own.age <= 1:  # they do not last for two steps: begin the next ones with new factors
                own.renew = RENEW
            if contraction > 0.5:
                return NO_CONVERGENCE  # start over with new factors
        elif iteration > 1 and contraction > 0.95 and size > 10.0:
            break
    c.factored = 0.0
    return NO_CONVERGENCE

"""What the methods share: sums of slopes, errors and their scales, explicit steps, closing a state, the past."""

from __future__ import annotations

import math
from typing import Any

from jourdain.integrators.outputs import store_state
from jourdain.jit import inner
from jourdain.kernels.motion import A_LENGTH, A_SPEED, A_SPIN, A_STATE, A_WORK, RK_STAGES
from jourdain.kernels.port import (
    BEGIN,
    CLOSE_POSITIONS,
    CLOSE_VELOCITIES,
    ENERGY,
    FACTOR,
    FORCES,
    NEAR_A_SINGULARITY,
    NEW,
    NO_BIAS,
    NORMALISE,
    POSITIONS,
    PREPARE,
    SETTLE,
    STAGE,
    VELOCITIES,
    ask,
    ask_newton,
    treat,
)
from jourdain.kernels.status import OK
from jourdain.kernels.vectors import add_times, copy, fill, largest

# (Tasks are imported by name: where a method is bound to a kind of system they must be literals.)
WORK_SHARE = 0.1  # errors of the work done count by this part: the balance of energy may be ten times looser
SUBSTEPS = 8  # of RK4 in an explicit step of another method; an even number, for the state in the middle is looked at
CUBIC_SHARE = 0.1  # of tol: what outputs inside an explicit step may be off by
SINGULAR_NOISE = (
    1e-4  # where rows depend on each other, states are known to the root of rounding or worse; at most to this
)
ROUNDING = 1e-15  # of a number: what says nothing about an error in it


@inner
def scales(mo: Any) -> None:
    """Running maxima of the speeds; a machine at rest is measured against one length or radian per run."""
    c = mo.clock
    if mo.power.shape[0] > 0:
        c.scale_energy = max(c.scale_energy, mo.energy[0])
        for i in range(3):
            c.scale_energy = max(c.scale_energy, abs(mo.work[i]))
    c.scale_linear = max(c.scale_linear, c.length / c.span)
    c.scale_turning = max(c.scale_turning, 1.0 / c.span)
    for i in range(mo.y.shape[0]):
        if mo.sort[i] == A_SPEED:
            c.scale_linear = max(c.scale_linear, abs(mo.y[i]))
        elif mo.sort[i] == A_SPIN:
            c.scale_turning = max(c.scale_turning, abs(mo.y[i]))


@inner
def weighted(mo: Any, i: int, error: float, done: float) -> float:
    """An error of number i of y against its scale; done: the work of the step, for errors of work."""
    sort, c = mo.sort[i], mo.clock
    if sort == A_LENGTH:
        return abs(error) / c.length
    if sort == A_SPEED:
        return abs(error) / c.scale_linear
    if sort == A_SPIN:
        return abs(error) / c.scale_turning
    if sort == A_STATE:
        return 0.0
    if sort == A_WORK:
        return WORK_SHARE * abs(error) / (c.scale_energy + abs(done) + 1e-300) if mo.power.shape[0] > 0 else 0.0
    return abs(error)


@inner
def combine(mo: Any, h: float, tableau: Any, row: int, n: int) -> None:
    """y_new = y + h sum_j tableau[row, j] stage_j."""
    new = mo.y_new
    copy(mo.y, new)
    for j in range(n):
        c = h * tableau[row, j]
        if c == 0.0:
            continue
        add_times(c, mo.stages[j], new)


@inner
def keep_slope(mo: Any, k: int) -> None:
    """The slopes just computed become row k of the stages."""
    copy(mo.slope, mo.stages[k])


@inner
def least_acceleration(mo: Any, h: float) -> float:
    """What accelerations are measured against at least: in uniform motion there is nothing of them but rounding."""
    return 1e-6 * largest(mo.v) / h + 1e-300


@inner
def too_small(mo: Any, h: float, t: float) -> bool:
    """A step that would be lost in the rounding of t."""
    return h < 1e-13 * max(mo.clock.span, abs(t))


@inner
def edge_of(t: float, h: float) -> float:
    """An output time nearer to the end of a step than this is there."""
    return min(1e-9 * h, 1e-12 * max(1.0, abs(t)))


@inner
def advance(mo: Any, t: float, h: float, gap: float) -> float:
    """The clock after an accepted step, with an output stored if one stands there."""
    t = t + gap if h == gap else t + h
    done = mo.clock.done
    if done < mo.times.shape[0] and (h == gap or mo.times[done] - t < edge_of(t, h)):
        t = mo.times[done]
        store_state(mo, done)
        mo.clock.done = done + 1
    mo.clock.t = t
    return t


@inner
def begin(mo: Any) -> None:
    """Copy the present state to the new one, where treatments and systems look."""
    copy(mo.y, mo.y_new)


@inner
def explicit_step(mo: Any, t: float, h: float) -> int:
    """A step of RK4 in substeps, for methods that need one to start, or to pass a singular position.

    With the treatment of the run (projection, for methods on the DAE); y is put back afterwards. Under error control such a
    step is judged by judge_explicit_step, for which row RK_STAGES of the stages holds what the cubic through both ends,
    (y_0 + y_1)/2 + h/8 (y_0' - y_1'), misses of the state in the middle.
    """
    small, n, missed = h / SUBSTEPS, RK_STAGES, mo.stages[RK_STAGES]
    copy(mo.y, mo.slope_old)
    status = first_slopes(mo, t)
    fill(missed, 0.0)
    add_times(0.5, mo.y, missed)
    add_times(0.125 * h, mo.slope, missed)
    for substep in range(SUBSTEPS):
        keep_slope(mo, 0)
        now = t + substep * small
        for k in range(1, n):
            combine(mo, small, mo.starter, k, k)
            if status == OK:
                status = treat(mo, STAGE, now + mo.starter[n + 1, k] * small, 0.0)
            keep_slope(mo, k)
        combine(mo, small, mo.starter, n, n)
        ask(mo, NORMALISE, now)
        if status == OK:
            status = treat(mo, SETTLE, now + small, 0.0)
        copy(mo.y_new, mo.y)
        if 2 * (substep + 1) == SUBSTEPS:
            add_times(-1.0, mo.y, missed)
    add_times(0.5, mo.y, missed)
    add_times(-0.125 * h, mo.slope, missed)
    copy(mo.slope_old, mo.y)
    return status


@inner
def judge_explicit_step(mo: Any, h: float) -> None:
    """Judge the explicit step just taken: clock.ratio above 1 and the growth to try again with, or 0, and it is good.

    Outputs inside such a step come from the cubic through its ends (hermite_outputs). It is the coarsest part of the step:
    RK4 in eight substeps is a thousand times closer. So what the cubic misses in the middle, against the usual scales, must be
    below CUBIC_SHARE of tol. It costs no evaluations. An error of outputs is not handed on, so it is not spread over the run,
    as what a step may add is. A ratio above 1 is in the units of the loop all the same: error T/(tol h).
    Near singular positions (clock.near = 1) steps may grow, and states carry the rounding of the rows, or jump by what the
    treatment makes of them (clock.jump): what does not fall with a smaller step is not the cubic's, and the step is good.
    """
    c = mo.clock
    scales(mo)
    worst = together = 0.0
    for i in range(mo.y.shape[0]):
        missed = abs(mo.stages[RK_STAGES, i]) - ROUNDING * (abs(mo.y[i]) + abs(mo.y_new[i]))
        together += missed  # max() passes over NaN, a sum does not
        worst = max(worst, weighted(mo, i, max(0.0, missed), mo.y_new[i] - mo.y[i]))
    share = worst / (CUBIC_SHARE * c.tol) if math.isfinite(together) else 1e4
    size = 0.8 * max(share, 1e-8) ** -0.25
    c.ratio = share * CUBIC_SHARE * c.span / h
    if share <= 1.0:
        c.ratio = 0.0
        c.growth = min(2.0, size) if c.near == 1 and size > 1.3 else 1.0
    elif (
        share * CUBIC_SHARE * c.tol < max(SINGULAR_NOISE if c.near == 1 else 0.0, c.jump)
        and 0.0 < 1.2 * c.last_ratio < c.ratio
    ):
        c.ratio, c.growth = 0.0, 2.0 * c.tried / h  # the larger size that was given up for this one was no worse
    else:
        c.growth = max(0.1, size)


@inner
def close(mo: Any, t: float) -> int:
    """Close q_new, then v_new, by the least changes in the mass metric."""
    status = ask(mo, CLOSE_POSITIONS, t, NEW)
    if status == OK:
        status = ask(mo, PREPARE, t)
    if status == OK:
        ask(mo, CLOSE_VELOCITIES, t)
    return status


@inner
def forces_at(mo: Any, t: float) -> None:
    """Forces at q_new, v_new, w_new, with the rates of the rows and without their bias."""
    ask(mo, POSITIONS, t)
    ask(mo, VELOCITIES, t)
    ask(mo, FORCES, t, NO_BIAS)


@inner
def factor_all(mo: Any, t: float, h: float) -> int:
    """Factors of Newton's method for steps of size h in all slots, from its parts as they stand."""
    for slot in range(mo.shifts.shape[1]):
        mo.shifts[1, slot] = h * mo.shifts[0, slot]
        status = ask_newton(mo, FACTOR, t, float(slot))
        if status != OK:
            return status
    mo.clock.factored = h
    return OK


@inner
def trapezoidal_work(mo: Any, t: float, h: float) -> None:
    """Work done in a step of size h to t by the trapezoidal rule on powers, which stand in energy afterwards."""
    first = mo.y.shape[0] - 3
    if mo.power.shape[0] > 0:
        ask(mo, ENERGY, t)
    for i in range(3):
        done = 0.5 * h * (mo.power[i] + mo.energy[2 + i]) if mo.power.shape[0] > 0 else 0.0
        mo.y_new[first + i] = mo.y[first + i] + done


@inner
def explicit_instead(mo: Any) -> int:
    """After a failure: not far from a singular position there is another way, an explicit step; 1 if it is to be taken."""
    mo.clock.factored = 0.0
    if mo.clock.near != 2:
        return 0
    mo.clock.near = 1
    return 1


@inner
def near_singular(mo: Any, t: float) -> int:
    """1 if the present position of the system is nearly singular, 2 if it is not far from one; passages are noted."""
    if ask(mo, PREPARE, t) != OK:
        return 0
    return ask(mo, NEAR_A_SINGULARITY, t)


@inner
def first_slopes(mo: Any, t: float) -> int:
    """Slopes at the present state, by the treatment, which may know more about accelerations at a singular start."""
    begin(mo)
    status = treat(mo, BEGIN, t, 0.0)
    if status == OK:
        status = treat(mo, STAGE, t, 0.0)
    if status == OK:
        copy(mo.vd_new, mo.vd)
    return status


@inner
def remember(mo: Any, values: Any, t: float) -> None:
    """Values (ny,) at time t become the newest of mo.past; mo.past_times: their times, mo.own.history: how many there are."""
    n = mo.past.shape[0]
    for i in range(n - 1, 0, -1):
        mo.past_times[i] = mo.past_times[i - 1]
        copy(mo.past[i - 1], mo.past[i])
    mo.past_times[0] = t
    copy(values, mo.past[0])
    mo.own.history = min(mo.own.history + 1, n)

"""What the methods share: sums of slopes, errors and their scales, outputs inside a step, explicit steps."""

from __future__ import annotations

from typing import Any

from jourdain.jit import inner
from jourdain.kernels.motion import A_LENGTH, A_SPEED, A_SPIN, A_STATE, A_WORK
from jourdain.kernels.port import (
    BEGIN,
    CHART,
    DIFFERENCE,
    MOVE_BASE,
    NEAR_A_SINGULARITY,
    NORMALISE,
    PREPARE,
    SETTLE,
    STAGE,
    ask,
    treat,
)
from jourdain.kernels.status import OK

WORK_SHARE = 0.1  # errors of the work done count by this part: the balance of energy may be ten times looser
SUBSTEPS = 8  # of RK4 in an explicit step of an implicit method


@inner
def copy(source: Any, target: Any) -> None:
    """target = source. (Fields are bound to names: each mention of mo.x reads its address anew.)"""
    for i in range(target.shape[0]):
        target[i] = source[i]


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
    y, new = mo.y, mo.y_new
    for i in range(y.shape[0]):
        new[i] = y[i]
    for j in range(n):
        c = h * tableau[row, j]
        if c == 0.0:
            continue
        k = mo.stages[j]
        for i in range(y.shape[0]):
            new[i] += c * k[i]


@inner
def keep_slope(mo: Any, k: int) -> None:
    """The slopes just computed become row k of the stages."""
    copy(mo.slope, mo.stages[k])


@inner
def store_state(mo: Any, k: int) -> None:
    """The present state becomes row k of the outputs."""
    copy(mo.q, mo.out_q[k])
    copy(mo.v, mo.out_v[k])
    copy(mo.vd, mo.out_a[k])
    copy(mo.w, mo.out_w[k])
    copy(mo.lam, mo.out_lam[k])
    copy(mo.ref, mo.out_ref[k])
    copy(mo.work, mo.out_work[k])


@inner
def put_output(mo: Any, k: int, i: int, value: float) -> None:
    """Number i of y at output k."""
    nq, nv, nw = mo.q.shape[0], mo.v.shape[0], mo.w.shape[0]
    if i < nq:
        mo.out_q[k, i] = value
    elif i < nq + nv:
        mo.out_v[k, i - nq] = value
    elif i < nq + nv + nw:
        mo.out_w[k, i - nq - nv] = value
    else:
        mo.out_work[k, i - nq - nv - nw] = value


@inner
def least_acceleration(mo: Any, h: float) -> float:
    """What accelerations are measured against at least: in uniform motion there is nothing of them but rounding."""
    fastest = 0.0
    for i in range(mo.v.shape[0]):
        fastest = max(fastest, abs(mo.v[i]))
    return 1e-6 * fastest / h + 1e-300


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

    With the treatment of the run (projection, for methods on the DAE); y is put back afterwards.
    """
    small, n = h / SUBSTEPS, 4
    for i in range(mo.y.shape[0]):
        mo.slope_old[i] = mo.y_new[i] = mo.y[i]
    status = treat(mo, BEGIN, t, 0.0)
    if status == OK:
        status = treat(mo, STAGE, t, 0.0)
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
        for i in range(mo.y.shape[0]):
            mo.y[i] = mo.y_new[i]
    for i in range(mo.y.shape[0]):
        mo.y[i] = mo.slope_old[i]
    return status


@inner
def hermite_outputs(mo: Any, t: float, h: float) -> None:
    """States inside a step: cubics through values and rates at both ends."""
    ask(mo, DIFFERENCE, t)
    ask(mo, CHART, t)  # end = rate of u at the end of the step
    for i in range(mo.v.shape[0]):
        mo.z[i] = mo.u[i]
    for i in range(mo.q.shape[0]):
        mo.q_end[i] = mo.q_new[i]
    for o in range(mo.clock.first_output, mo.clock.last_output):
        z = (mo.times[o] - t) / h
        r = 1.0 - z
        for i in range(mo.v.shape[0]):
            mo.u[i] = r * r * z * h * mo.v[i] + z * z * ((1.0 + 2.0 * r) * mo.z[i] - r * h * mo.end[i])
            start, stop = (
                (1.0 + 2.0 * z) * mo.v[i] + z * h * mo.vd[i],
                (1.0 + 2.0 * r) * mo.v_new[i] - r * h * mo.vd_new[i],
            )
            mo.out_v[o, i] = r * r * start + z * z * stop
            mo.out_a[o, i] = mo.vd[i] + z * (mo.vd_new[i] - mo.vd[i])
        for i in range(mo.w.shape[0]):
            start, stop = (
                (1.0 + 2.0 * z) * mo.w[i] + z * h * mo.wd[i],
                (1.0 + 2.0 * r) * mo.w_new[i] - r * h * mo.wd_new[i],
            )
            mo.out_w[o, i] = r * r * start + z * z * stop
        ask(mo, MOVE_BASE, t)
        for i in range(mo.q.shape[0]):
            mo.out_q[o, i] = mo.q_new[i]
        for i in range(mo.lam.shape[0]):
            mo.out_lam[o, i] = mo.lam[i] + z * (mo.lam_new[i] - mo.lam[i])
        for i in range(mo.ref.shape[0]):
            mo.out_ref[o, i] = mo.ref[i]
        for i in range(3):
            mo.out_work[o, i] = mo.work[i] + z * (mo.y_new[mo.y.shape[0] - 3 + i] - mo.work[i])
    for i in range(mo.q.shape[0]):
        mo.q_new[i] = mo.q_end[i]


@inner
def near_singular(mo: Any, t: float) -> int:
    """1 if the present position of the system is nearly singular, 2 if it is not far from one; passages are noted."""
    if ask(mo, PREPARE, t) != OK:
        return 0
    return ask(mo, NEAR_A_SINGULARITY, t)


@inner
def first_slopes(mo: Any, t: float) -> int:
    """Slopes at the present state, by the treatment."""
    begin(mo)
    status = treat(mo, BEGIN, t, 0.0)
    return treat(mo, STAGE, t, 0.0) if status == OK else status


@inner
def remember(mo: Any, values: Any, t: float) -> None:
    """Values (ny,) at time t become the newest of mo.past; mo.past_times: their times, mo.own.history: how many there are."""
    n = mo.past.shape[0]
    for i in range(n - 1, 0, -1):
        mo.past_times[i] = mo.past_times[i - 1]
        for j in range(values.shape[0]):
            mo.past[i, j] = mo.past[i - 1, j]
    mo.past_times[0] = t
    for j in range(values.shape[0]):
        mo.past[0, j] = values[j]
    mo.own.history = min(mo.own.history + 1, n)

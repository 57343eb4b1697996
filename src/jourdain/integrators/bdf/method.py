"""Backward differentiation (orders 1 to 5, steps of any size) on the overdetermined equations of motion.

At the new time all levels of the constraints hold together,

    M a - h(q, v) - G^T lam = 0,   v = v* + s a + [M^-1 G^T nu],   u = u* + s u' + M^-1 G^T mu
    g = 0,   G v + g_t = 0,   [G a = gamma]

where u is the increment from q_n with the rate u' (v, but for rotations in space), s the inverse of the leading coefficient,
and v*, u* come from the past. The velocity form (GGL: Gear, Gupta, Leimkuhler) finds lam from the rates and mu from g; the
velocity and acceleration form, in brackets, finds lam from G a = gamma, and nu, mu close rates and positions. Corrections by nu
and mu are least changes in the mass metric. Coupled: simplified Newton with [M + s D + s^2 K, G^T; G, -eps W]; decoupled:
accelerations, then velocities, then positions in turn.

Theory: docs/theory/bdf.md.
"""

from __future__ import annotations

import math
from typing import Any

from jourdain.integrators.bdf.step import attempt, base, bdf_at
from jourdain.integrators.march import CLOSE, DENSE, FAILED, JUDGE, KEEP, START, TRY
from jourdain.integrators.outputs import hermite_outputs, linear_output
from jourdain.integrators.stepping import (
    begin,
    explicit_instead,
    explicit_step,
    judge_explicit_step,
    near_singular,
    remember,
    trapezoidal_work,
)
from jourdain.jit import inner
from jourdain.kernels.motion import A_SPEED
from jourdain.kernels.port import DIFFERENCE, FORCES, MOVE_BASE, POSITIONS, VELOCITIES, ask
from jourdain.kernels.status import OK
from jourdain.kernels.vectors import add_times, copy, fill, take

MOST = 5
ROUNDING = 1e-15
SHORT = 1e-3  # steps to an event below this part of the normal one are not taken by the formula
SAFETY = 4.0  # errors of one sign add up over many steps of low order


@inner
def _difference_error(mo: Any, t: float, k: int) -> float:
    """Local error of order k: s_k x[t, t_n, .. t_n-k] (t - t_n) .. (t - t_n-k+1), on u and v; inf without enough past."""
    if k < 1 or mo.own.history < k + 1:
        return math.inf
    times = mo.past_times
    total, product = 0.0, 1.0
    for j in range(k):
        total += 1.0 / (t - times[j])
        product *= t - times[j]
    worst = 0.0
    first = mo.q.shape[0]
    for i in range(mo.v.shape[0]):
        du = dv = 0.0
        for j in range(-1, k + 1):  # divided difference as a sum over the nodes
            x = t if j < 0 else times[j]
            weight = 1.0
            for l in range(-1, k + 1):
                if l != j:
                    weight /= x - (t if l < 0 else times[l])
            du += weight * (mo.u_end[i] if j < 0 else mo.nodes_u[j, i])
            dv += weight * (mo.v_new[i] if j < 0 else mo.nodes_v[j, i])
        length = mo.clock.length if mo.sort[first + i] == A_SPEED else 1.0
        worst = max(worst, abs(du) / length)
        worst = max(worst, abs(dv) * (t - times[0]) / length)
    reach = 1.0  # what the rounding of positions makes of the difference is no error
    for i in range(first):
        reach = max(reach, abs(mo.q_new[i]) / mo.clock.length)
    return max(0.0, worst * product / total - ROUNDING * reach)


@inner
def _finish(mo: Any, t: float, h: float) -> None:
    """Work, and the rates that the next guess and events need."""
    if mo.power.shape[0] > 0:
        ask(mo, VELOCITIES, t)
        ask(mo, FORCES, t)
    trapezoidal_work(mo, t, h)


@inner
def _outputs(mo: Any, t: float, h: float) -> None:
    """States inside the step just computed: the polynomial through its end and the past."""
    k = min(mo.own.order + 1, mo.own.history)
    times = mo.past_times
    for o in range(mo.clock.first_output, mo.clock.last_output):
        linear_output(mo, o, (mo.times[o] - t) / h)
        fill(mo.u, 0.0)
        fill(mo.out_v[o], 0.0)
        fill(mo.out_w[o], 0.0)
        for j in range(-1, k):
            x, weight = t + h if j < 0 else times[j], 1.0
            for l in range(-1, k):
                if l != j:
                    other = t + h if l < 0 else times[l]
                    weight *= (mo.times[o] - other) / (x - other)
            add_times(weight, mo.u_end if j < 0 else mo.nodes_u[j], mo.u)
            add_times(weight, mo.v_new if j < 0 else mo.nodes_v[j], mo.out_v[o])
            add_times(weight, mo.w_new if j < 0 else mo.nodes_w[j], mo.out_w[o])
        copy(mo.q_new, mo.q_end)
        ask(mo, MOVE_BASE, t)
        copy(mo.q_new, mo.out_q[o])
        copy(mo.q_end, mo.q_new)


@inner
def _growth(ratio: float, order: float) -> float:
    return 0.8 * max(ratio, 1e-10) ** (-1.0 / order)


@inner
def _judge(mo: Any, t: float, h: float) -> None:
    """The error, and the order and size of the next step."""
    own, c, k = mo.own, mo.clock, mo.own.order
    if own.starting == 1:
        judge_explicit_step(mo, h)
        return
    per_error = SAFETY * c.span / (c.tol * h)
    ratio = _difference_error(mo, t + h, k) * per_error
    if not math.isfinite(ratio):
        ratio = 0.5 if own.history < k + 1 else 1e4
    c.ratio = ratio
    fixed = own.fixed_order != 0
    best, size = k, _growth(ratio, float(k))
    if not fixed and k > 1:
        lower = _growth(_difference_error(mo, t + h, k - 1) * per_error, k - 1.0)
        if lower > size:
            best, size = k - 1, lower
    if ratio > 1.0:
        own.order, own.since_change = best, 0
        c.growth = min(0.7, max(0.2, size))
        if own.history <= k + 1:  # nothing but the start, and that too coarse: again from here
            own.history, own.order = 1, k
        return
    own.since_change += 1
    if not fixed and k < MOST and own.since_change > k + 1:
        higher = _growth(_difference_error(mo, t + h, k + 1) * per_error, k + 1.0)
        if higher > 1.05 * size:
            best, size = k + 1, higher
    own.order = best
    if best != k or ((size > 1.3 or size < 0.9) and own.since_change > k):
        own.since_change = 0
        c.growth = min(2.0, max(0.5, size))


@inner
def _try(mo: Any, t: float, h: float) -> int:
    """A step; singular positions are passed by explicit ones, whose solves are rank-safe.

    So is what is left to an event where that is next to nothing: its differences would be rounding over h.
    """
    own, c = mo.own, mo.clock
    base(mo, t)
    enough = own.order + (1 if c.tol > 0.0 else 0)
    short = c.event_h > 0.0 and h < SHORT * c.step
    own.starting = int(c.near == 1 or own.history < enough or short)
    status = explicit_step(mo, t, h) if own.starting == 1 else attempt(mo, t, h, own.order)
    if status == OK:
        ask(mo, DIFFERENCE, t)
        copy(mo.u, mo.u_end)
    return status


@inner
def _keep(mo: Any, t: float) -> None:
    """Remember the state; near a singular position it carries rounding that differences would magnify, so nothing before it."""
    ask(mo, POSITIONS, t)
    take(mo.energy, 2, mo.power)
    if mo.clock.near == 1:
        mo.own.history = 0
    mo.clock.near = near_singular(mo, t)
    remember(mo, mo.y_new, t)


def method(task, t, h, address):  # type: ignore[no-untyped-def]
    """See march.py."""
    mo = bdf_at(address)
    status = OK
    if task == START:
        remember(mo, mo.y, t)
        begin(mo)
        ask(mo, POSITIONS, t)
        mo.clock.near = near_singular(mo, t)
    elif task == TRY:
        status = _try(mo, t, h)
    elif task == JUDGE:
        _judge(mo, t, h)
    elif task == CLOSE:
        if mo.own.starting == 0:
            _finish(mo, t + h, h)
    elif task == DENSE:
        if mo.own.starting == 1:
            hermite_outputs(mo, t, h)
        else:
            _outputs(mo, t, h)
    elif task == KEEP:
        _keep(mo, t + h)
    elif task == FAILED:
        mo.own.since_change = 0
        status = explicit_instead(mo)
    return status

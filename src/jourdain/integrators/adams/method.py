"""Adams-Bashforth-Moulton methods as predictor, evaluation, corrector, evaluation (PECE), for steps of any size.

Slopes at past times are interpolated by Newton's polynomial in z = (t - t_n)/h, whose integral is the step:

    y(z) = y_n + h sum_i f[z_0 .. z_i] int_0^z (x - z_0) .. (x - z_{i-1}) dx

The predictor has nodes t_n, t_n-1, ..; the corrector t_n+1, t_n, ..; the last term of the corrector is the error of one order
less. With a constant order of 4 and constant steps these are the classical formulas. Starting values are made by RK4 in small
substeps; where they turn out to be too coarse they are made again. Output times inside a step come from the same polynomial.
Theory: docs/theory/adams.md.
"""

from __future__ import annotations

import math
from typing import Any

from jourdain.integrators.march import CLOSE, DENSE, JUDGE, KEEP, START, TRY
from jourdain.integrators.outputs import hermite_outputs, linear_output, put_output
from jourdain.integrators.stepping import (
    begin,
    explicit_step,
    first_slopes,
    judge_explicit_step,
    keep_slope,
    remember,
    scales,
    weighted,
)
from jourdain.jit import inner
from jourdain.kernels.motion import FLOAT, declare_method, record
from jourdain.kernels.port import BEGIN, NORMALISE, POSITIONS, SETTLE, STAGE, ask, treat
from jourdain.kernels.status import OK
from jourdain.kernels.vectors import add_times, copy, take

MOST, FIRST_ORDER = 12, 4  # highest order, and the one to start with
# fixed_order: 0 variable; extra: corrector nodes more than the order; history: slopes there are
adams_at = declare_method(
    "adams",
    record("", "fixed_order extra order history since_change starting"),
    past=(FLOAT, 2),  # slopes, newest first, and their times
    past_times=(FLOAT, 1),
    nodes=(FLOAT, 1),  # of the polynomial; its coefficients; weights of the divided differences
    poly=(FLOAT, 1),
    weights=(FLOAT, 1),
)


@inner
def _weights(mo: Any, count: int, z: float) -> None:
    """WEIGHTS[i] = int_0^z prod_{l<i} (x - NODES[l]) dx."""
    p, w = mo.poly, mo.weights
    p[0] = 1.0
    for i in range(count):
        total = 0.0
        for k in range(i, -1, -1):
            total = (total + p[k] / (k + 1.0)) * z if k > 0 else (total + p[0]) * z
        w[i] = total
        p[i + 1] = 0.0
        for k in range(i + 1, 0, -1):
            p[k] = p[k - 1] - mo.nodes[i] * p[k]
        p[0] *= -mo.nodes[i]


@inner
def _differences(mo: Any, count: int) -> None:
    """mo.stages[i] = f[z_0 .. z_i] from the slopes in mo.stages and the nodes."""
    for order in range(1, count):
        for i in range(count - 1, order - 1, -1):
            c = 1.0 / (mo.nodes[i] - mo.nodes[i - order])
            for j in range(mo.y.shape[0]):
                mo.stages[i, j] = (mo.stages[i, j] - mo.stages[i - 1, j]) * c


@inner
def _load(mo: Any, t: float, h: float, first: int, count: int) -> None:
    """Past slopes 0 .. count-1 and their nodes to rows first .. of the stages."""
    for i in range(count):
        mo.nodes[first + i] = (mo.past_times[i] - t) / h
        copy(mo.past[i], mo.stages[first + i])


@inner
def _sum(mo: Any, h: float, count: int) -> None:
    """y_new = y + h sum_i WEIGHTS[i] stages[i]."""
    begin(mo)
    for i in range(count):
        add_times(h * mo.weights[i], mo.stages[i], mo.y_new)


@inner
def _step(mo: Any, t: float, h: float) -> int:
    """Predictor, evaluation, corrector."""
    k = mo.own.order
    past = mo.own.history
    status = treat(mo, BEGIN, t, h)
    if status != OK:
        return status
    _load(mo, t, h, 0, k)
    _differences(mo, k)
    _weights(mo, k, 1.0)
    _sum(mo, h, k)
    ask(mo, NORMALISE, t + h)
    status = treat(mo, STAGE, t + h, h)
    if status != OK:
        return status
    keep_slope(mo, 0)
    mo.nodes[0] = 1.0
    nodes = k + mo.own.extra  # of the corrector
    more = min(past, nodes) if mo.own.fixed_order == 0 else nodes - 1  # one further node, to judge a higher order
    _load(mo, t, h, 1, more)
    _differences(mo, more + 1)
    _weights(mo, more + 1, 1.0)
    _sum(mo, h, nodes)
    ask(mo, NORMALISE, t + h)
    return OK


@inner
def _term(mo: Any, h: float, i: int) -> float:
    """Size of term i of the corrector."""
    worst = 0.0
    for j in range(mo.y.shape[0]):
        e = h * mo.weights[i] * mo.stages[i, j]
        worst = max(worst, weighted(mo, j, e, mo.y_new[j] - mo.y[j]))
    return worst


@inner
def _outputs(mo: Any, t: float, h: float) -> None:
    """States inside the step just settled, by the polynomial through the slopes at its end and before."""
    count = min(mo.own.order, mo.own.history) + 1
    if mo.own.fixed_order != 0:
        count = min(mo.own.history, 4) + 1
    mo.nodes[0] = 1.0
    keep_slope(mo, 0)
    _load(mo, t, h, 1, count - 1)
    _differences(mo, count)
    for k in range(mo.clock.first_output, mo.clock.last_output):
        z = (mo.times[k] - t) / h
        linear_output(mo, k, z)
        copy(mo.y, mo.slope_old)
        _weights(mo, count, 1.0)
        for j in range(mo.y.shape[0]):
            left = mo.y_new[j] - mo.y[j]  # what settling has added is spread evenly
            for i in range(count):
                left -= h * mo.weights[i] * mo.stages[i, j]
            mo.slope_old[j] += z * left
        _weights(mo, count, z)
        for j in range(mo.y.shape[0]):
            for i in range(count):
                mo.slope_old[j] += h * mo.weights[i] * mo.stages[i, j]
            put_output(mo, k, j, mo.slope_old[j])


@inner
def _growth(ratio: float, order: float) -> float:
    return 0.8 * max(ratio, 1e-12) ** (-1.0 / order)


@inner
def _judge(mo: Any, t: float, h: float) -> None:
    """The error, and the order that allows the largest next step; one more only after some steps of one order."""
    own, c, k = mo.own, mo.clock, mo.own.order
    if own.starting == 1:
        judge_explicit_step(mo, h)
        return
    scales(mo)
    per_error = c.span / (c.tol * h)
    ratio = _term(mo, h, k) * per_error
    c.ratio = ratio
    best, size = k, _growth(ratio, float(k))
    if k > 1:
        lower = _growth(_term(mo, h, k - 1) * per_error, k - 1.0)
        if lower > size:
            best, size = k - 1, lower
    if not ratio <= 1.0:
        c.growth = min(0.7, max(0.1, size)) if math.isfinite(size) else 0.1
        own.order, own.since_change = best, 0
        if own.history <= FIRST_ORDER:  # nothing but the start, and that too coarse: again from here
            own.history, own.order = 1, FIRST_ORDER
        return
    own.since_change += 1
    if own.since_change > k and k < MOST and own.history > k:
        higher = _growth(_term(mo, h, k + 1) * per_error, k + 1.0)
        if higher > 1.05 * size:
            best, size = k + 1, higher
    if best != k:
        own.since_change = 0
    own.order = best
    if size > 1.3 or size < 0.9:
        c.growth = min(2.0, max(0.5, size))


@inner
def _dense(mo: Any, t: float, h: float) -> None:
    if mo.own.starting == 0:
        _outputs(mo, t, h)
        return
    keep_slope(mo, 0)
    hermite_outputs(mo, t, h)
    ask(mo, POSITIONS, t + h)
    copy(mo.stages[0], mo.slope)


def method(task, t, h, address):  # type: ignore[no-untyped-def]
    """See march.py."""
    mo = adams_at(address)
    own, status = mo.own, OK
    if task == START:
        status = first_slopes(mo, t)
        remember(mo, mo.slope, t)
    elif task == TRY:
        mo.clock.near = 0
        own.starting = int(own.history < own.order)
        status = explicit_step(mo, t, h) if own.starting == 1 else _step(mo, t, h)
    elif task == JUDGE:
        _judge(mo, t, h)
    elif task == CLOSE:
        status = treat(mo, SETTLE, t + h, h) if own.starting == 0 else OK
    elif task == DENSE:
        _dense(mo, t, h)
    elif task == KEEP:
        if mo.clock.near != 0:  # the treatment has changed the equations: slopes before are those of others
            own.history, own.order, own.since_change = 0, FIRST_ORDER, 0
        remember(mo, mo.slope, t + h)
        take(mo.slope, mo.y.shape[0] - 3, mo.power)
    return status

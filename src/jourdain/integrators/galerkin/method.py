"""The continuous Galerkin method cG(k) on the canonical equations (Ding and Pan, corrected; see the page on it).

Positions q and momenta p are polynomials of degree k in a step, multipliers of degree k - 1, tested by polynomials of degree
k - 1 with n Gauss points of quadrature:

    q' = v(q, p),   p' = dL/dq + Q + G^T lam,   and  B: d/dt (G v + b) = 0   C: G(q) q' + b = 0
    P: C, from p + N mu to p + (-1)^k N mu, so that G v + b = 0 at the end        A: B with lam constant in the step

For n = k these hold at the Gauss points. Simplified Newton in the eigenbasis of the Gauss method, to rounding. Steps end at the
output times; with error control two half steps are compared with the whole one, and kept. Theory: docs/theory/galerkin.md.
"""

from __future__ import annotations

import math
from typing import Any

from jourdain.integrators.galerkin.end import by_basis, kick, land
from jourdain.integrators.galerkin.memory import galerkin_at
from jourdain.integrators.galerkin.newton import newton
from jourdain.integrators.galerkin.points import QUADRATURE, TIMES, A, P, degree, predict, stand
from jourdain.integrators.galerkin.step import solve
from jourdain.integrators.march import AGAIN, CLOSE, FAILED, JUDGE, KEEP, START, TRY
from jourdain.integrators.stepping import (
    begin,
    close,
    explicit_instead,
    explicit_step,
    forces_at,
    judge_explicit_step,
    near_singular,
    scales,
    weighted,
)
from jourdain.jit import inner
from jourdain.kernels import port
from jourdain.kernels.port import ask, ask_canonical
from jourdain.kernels.status import NOT_FINITE, OK
from jourdain.kernels.vectors import copy, copy_matrix, fill, put, take

ESCAPE = 5.0  # growth of explicit steps that no smaller one can better: away from what is rounding
UNKNOWN, AT_END, AT_START = range(3)  # the metric of the rows: where it is known that a step is to begin


@inner
def _begin(mo: Any, t: float) -> int:
    """Momenta and the metric of the rows at the start of a step, at mo.q and mo.v."""
    nv, m = mo.v.shape[0], mo.lam.shape[0]
    copy(mo.y, mo.y_new)
    copy(mo.lam, mo.lam_new)
    ask(mo, port.POSITIONS, t)
    ask_canonical(mo, port.CANONICAL, t)
    copy(mo.p_new, mo.p_begin)
    copy(mo.p_new, mo.p_start)
    if mo.own.predicted == 0:  # what a first guess starts from: one row beyond the nodes
        first = mo.nodes_x[degree(mo)]
        put(mo.canonical, first, 0)
        put(mo.k, first, nv)
        put(mo.lam, first, nv + mo.w.shape[0])
        fill(mo.mu, 0.0)
        for i in range(mo.points_v.shape[0]):
            copy(mo.v, mo.points_v[i])
    chosen = by_basis(mo)  # all variants leave the others out of their factors
    if (mo.own.variant == P or chosen) and m > 0:
        if mo.own.metric == UNKNOWN or (chosen and mo.own.metric == AT_END):
            status = ask(mo, port.PREPARE, t)
            if status != OK:
                return status
            ask_canonical(mo, port.ROWS_CHOSEN if chosen else port.ROWS_METRIC, t)
        if mo.own.metric != AT_START:
            copy_matrix(mo.G, mo.rows_start)
            copy_matrix(mo.rows_square, mo.factor_start)
        mo.own.metric = AT_START
        if mo.own.variant == P:
            kick(mo)
    return OK


@inner
def _constant(mo: Any) -> None:
    """Variant A: multipliers are the same at all nodes."""
    first = mo.v.shape[0] + mo.w.shape[0]
    for j in range(mo.lam.shape[0]):
        for i in range(1, degree(mo)):
            mo.nodes_x[i, first + j] = mo.nodes_x[0, first + j]


@inner
def _attempt(mo: Any, t: float, h: float, first: float, scale: float) -> int:
    """A step from mo.y: with the factors there are, then with new ones. first, scale: where the last polynomial is read."""
    status = OK
    for effort in range(2):
        status = _begin(mo, t)
        if status == OK:
            predict(mo, first, scale)
            if mo.own.variant == A:
                _constant(mo)
            if mo.newton.shape[0] > 0 and mo.clock.epsilon == 0.0:
                status = newton(mo, t, h)
            else:
                status = solve(mo, t, h, effort == 1 or mo.clock.contraction > 0.1)
        if status == OK:
            break
        mo.own.predicted = 0
    if status != OK:
        return status
    status = land(mo, t, h, 2)
    for j in range(mo.v.shape[0]):
        mo.vd_new[j] = (mo.v_new[j] - mo.v[j]) / h
        if not math.isfinite(mo.v_new[j]):
            return NOT_FINITE
    take(mo.nodes_x[degree(mo) - 1], mo.v.shape[0], mo.wd_new)
    _last_multipliers(mo)
    if status == OK:
        status = _work(mo, t, h)
    if mo.own.variant == P and mo.power.shape[0] > 0:
        _work_of_kicks(mo)
    mo.own.predicted = 1
    return status if status != OK else ask(mo, port.TURNS, t + h)


@inner
def _last_multipliers(mo: Any) -> None:
    """lam_new: those of the last node."""
    take(mo.nodes_x[degree(mo) - 1], mo.v.shape[0] + mo.w.shape[0], mo.lam_new)


@inner
def _work(mo: Any, t: float, h: float) -> int:
    """Work done in the step, by its own quadrature; leaves the state at the end in q_new .."""
    first = mo.y.shape[0] - 3
    put(mo.work, mo.y_new, first)
    if mo.power.shape[0] == 0:
        return OK
    copy(mo.y_new, mo.slope_old)
    for l in range(int(mo.points_v.shape[0])):
        time = t + mo.tableau[TIMES, l] * h
        stand(mo, l, h)
        copy(mo.points_v[l] if mo.points_v.shape[0] > degree(mo) else mo.nodes_v[l], mo.v_new)
        forces_at(mo, time)
        ask(mo, port.ENERGY, time)
        for i in range(3):
            mo.slope_old[first + i] += h * mo.tableau[QUADRATURE, l] * mo.energy[2 + i]
    copy(mo.slope_old, mo.y_new)
    _last_multipliers(mo)
    return ask(mo, port.POSITIONS, t + h)


@inner
def _work_of_kicks(mo: Any) -> None:
    """Variant P: where rows are moved (drives), the impulses N mu at both ends do work, mu . N^T v with N^T = K G."""
    m, first = mo.lam.shape[0], mo.y.shape[0] - 3
    sign = -1.0 if degree(mo) % 2 == 1 else 1.0
    for r in range(m):
        start = end = 0.0
        for l in range(m):
            for j in range(mo.v.shape[0]):
                start += mo.factor_start[r, l] * mo.rows_start[l, j] * mo.v[j]
                end += mo.rows_square[r, l] * mo.G[l, j] * mo.v_new[j]
        mo.y_new[first] += mo.mu[r] * (start + sign * end)


@inner
def _twice(mo: Any, t: float, h: float) -> int:
    """The step in two halves, after the whole one, which is left in y_coarse; y stays as it was."""
    status = _attempt(mo, t, h, 1.0, mo.own.ratio)
    if status != OK:
        return status
    copy(mo.y_new, mo.y_coarse)
    copy(mo.y, mo.y_start)
    status = _attempt(mo, t, 0.5 * h, 0.0, 0.5)
    if status == OK:
        copy(mo.y_new, mo.y)
        mo.own.metric = AT_END
        status = _attempt(mo, t + 0.5 * h, 0.5 * h, 1.0, 1.0)
        mo.own.metric = UNKNOWN
    copy(mo.y_start, mo.y)
    return status


@inner
def _ratio(mo: Any, h: float) -> float:
    """Local error of the two half steps against what tol allows in this step."""
    scales(mo)
    worst, nq, nv = 0.0, mo.q.shape[0], mo.v.shape[0]
    parts = 4.0 ** degree(mo) - 1.0
    for i in range(nq + nv + mo.w.shape[0]):
        error = weighted(mo, i, (mo.y_new[i] - mo.y_coarse[i]) / parts, 0.0)
        worst = max(worst, error if i < nq else min(1.0, 10.0 * h / mo.clock.span) * error)
    return worst * mo.clock.span / (mo.clock.tol * h)


@inner
def _try(mo: Any, t: float, h: float) -> int:
    """A step, twice in halves where its error is to be judged; singular positions are passed by explicit ones."""
    own, c = mo.own, mo.clock
    own.passing = int(c.near == 1)
    own.doubled = int(c.tol > 0.0 and c.event_h == 0.0 and own.passing == 0)
    own.ratio = h / own.last_h if own.last_h > 0.0 else 2.0 if c.tol > 0.0 else 1.0
    if own.passing == 1:
        own.predicted = 0
        return explicit_step(mo, t, h)
    return _twice(mo, t, h) if own.doubled == 1 else _attempt(mo, t, h, 1.0, own.ratio)


@inner
def _judge(mo: Any, h: float) -> None:
    c = mo.clock
    c.escape = ESCAPE if mo.own.passing == 1 else 0.0
    if mo.own.passing == 1:
        judge_explicit_step(mo, h)
        c.growth = 2.0 if c.ratio == 0.0 else c.growth  # what made steps small may be over
        return
    c.ratio = _ratio(mo, h) if mo.own.doubled == 1 else 0.0
    c.growth = min(3.0, max(0.2, 0.9 * max(c.ratio, 1e-10) ** (-0.5 / degree(mo))))


@inner
def _close(mo: Any, t: float) -> int:
    """Rows are held as rates, so that positions drift a little; near a singular position they are closed.

    With rows that are open, two branches that cross are two that do not meet, and the smaller the steps, the more surely do
    they turn off before it.
    """
    own = mo.own
    own.ahead = near_singular(mo, t)
    own.metric = AT_END if own.passing == 0 and own.variant == P and own.ahead == 0 else UNKNOWN
    return close(mo, t) if own.passing == 0 and own.ahead != 0 else OK


@inner
def _go_on(mo: Any) -> None:
    """From here on. Rates that are open by a little are large velocities near a singular position: all variants are P there."""
    mo.clock.near = mo.own.ahead
    mo.own.variant = P if mo.own.ahead != 0 else mo.own.chosen


@inner
def _start(mo: Any, t: float) -> None:
    begin(mo)
    for r in range(mo.row_order.shape[0]):
        mo.row_order[r] = r if by_basis(mo) else -1
    ask(mo, port.POSITIONS, t)
    mo.own.ahead = near_singular(mo, t)
    _go_on(mo)


@inner
def _keep(mo: Any, t: float, h: float) -> None:
    own = mo.own
    ask(mo, port.POSITIONS, t)
    own.last_h = 0.5 * h if own.doubled == 1 else h
    for r in range(mo.lam.shape[0]):  # mu goes on as it did in the last two steps, if these were equal
        ahead = 2.0 * mo.mu[r] - mo.mu_before[r] if own.before_h == own.last_h else mo.mu[r]
        mo.mu_before[r], mo.mu[r] = mo.mu[r], ahead
    own.before_h = own.last_h
    _go_on(mo)


def method(task, t, h, address):  # type: ignore[no-untyped-def]
    """See march.py."""
    mo = galerkin_at(address)
    status = OK
    if task == START:
        _start(mo, t)
    elif task == TRY:
        status = _try(mo, t, h)
    elif task == JUDGE:
        _judge(mo, h)
    elif task == CLOSE:
        status = _close(mo, t + h)
    elif task == KEEP:
        _keep(mo, t + h, h)
    elif task == AGAIN:
        mo.own.predicted = 0
    elif task == FAILED:
        mo.own.predicted, mo.own.metric = 0, UNKNOWN
        status = explicit_instead(mo)
    return status

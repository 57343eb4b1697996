"""Explicit Runge-Kutta methods; what is done about constraints is the treatment's affair (see treatments/).

Slopes at the end of a step are kept in the last row of the stages until the step is accepted; then they are stage 0 of the
next one. Tableau (n + 4, n): rows A, then b, c, and two error rows, zero for methods of fixed step; for the 8(5,3) pair of
Dormand and Prince e5 and e3 (Hairer, Norsett, Wanner, Solving Ordinary Differential Equations I, II.10), for other pairs
the difference of the two. mo.dense: rows A, c, then D of the 8(5,3) pair's interpolation; polynomials of others; or nothing,
then outputs come from cubics. Theory: docs/theory/runge_kutta.md.
"""

from __future__ import annotations

import math
from typing import Any

from jourdain.integrators.march import CLOSE, DENSE, JUDGE, KEEP, START, TRY
from jourdain.integrators.outputs import hermite_outputs, linear_output, put_output
from jourdain.integrators.stepping import combine, first_slopes, keep_slope, scales, weighted
from jourdain.jit import inner
from jourdain.kernels.motion import FLOAT, declare_method, record
from jourdain.kernels.port import BEGIN, NORMALISE, POSITIONS, SETTLE, STAGE, ask, treat
from jourdain.kernels.status import OK
from jourdain.kernels.vectors import copy, take

NO_ESTIMATE, SINGLE, PAIR = range(3)  # error rows: none, one, the two of the 8(5,3) pair
# exponent: of the step size control; estimate: see above
runge_kutta_at = declare_method(
    "runge_kutta", record("exponent", "estimate"), tableau=(FLOAT, 2), dense=(FLOAT, 2), lam_end=(FLOAT, 1)
)


@inner
def _stage(mo: Any, t: float, k: int) -> int:
    status = treat(mo, STAGE, t, 0.0)
    keep_slope(mo, k)
    return status


@inner
def _step(mo: Any, t: float, h: float) -> int:
    """Stages 1.. (stage 0 stands from the end of the last step) and the new state, not closed yet."""
    n = mo.tableau.shape[1]
    status = treat(mo, BEGIN, t, h)
    if status != OK:
        return status
    for k in range(1, n):
        combine(mo, h, mo.tableau, k, k)
        status = _stage(mo, t + mo.tableau[n + 1, k] * h, k)
        if status != OK:
            return status
    combine(mo, h, mo.tableau, n, n)
    ask(mo, NORMALISE, t)
    return OK


@inner
def _settle(mo: Any, t: float) -> int:
    """The new state closed, and the slopes there in the last row of the stages."""
    status = treat(mo, SETTLE, t, 0.0)
    keep_slope(mo, mo.tableau.shape[1])
    return status


@inner
def _error(mo: Any, h: float, row: int) -> float:
    """Largest weighted component of h sum_j tableau[row, j] stage_j."""
    n, worst = mo.tableau.shape[1], 0.0
    for i in range(mo.y.shape[0]):
        e = 0.0
        for j in range(n):
            e += mo.tableau[row, j] * mo.stages[j, i]
        worst = max(worst, weighted(mo, i, h * e, mo.y_new[i] - mo.y[i]))
    return worst


@inner
def _ratio(mo: Any, h: float) -> float:
    """Estimated error of the step against what tol allows it: tol bounds the sum over the run."""
    n = mo.tableau.shape[1]
    scales(mo)
    estimate = _error(mo, h, n + 2)
    if mo.own.estimate == PAIR and estimate > 0.0:
        e3 = _error(mo, h, n + 3)
        estimate = estimate * estimate / math.sqrt(estimate * estimate + 0.01 * e3 * e3)
    return estimate * mo.clock.span / (mo.clock.tol * h)


@inner
def _dense(mo: Any, t: float, h: float) -> int:
    """States at the output times first .. last-1 inside the step just settled, by the method's own interpolation.

    For the 8(5,3) pair it takes three more stages (rows n + 1 ..); the new state is put aside in slope_old meanwhile.
    """
    n, first, last = mo.tableau.shape[1], mo.clock.first_output, mo.clock.last_output
    status = OK
    if mo.own.estimate == PAIR:
        copy(mo.y_new, mo.slope_old)
        copy(mo.lam_new, mo.lam_end)
        for k in range(3):
            combine(mo, h, mo.dense, k, n + 1 + k)
            status = _stage(mo, t + mo.dense[3, k] * h, n + 1 + k)
            if status != OK:
                break
        copy(mo.slope_old, mo.y_new)
        nq, nv = mo.q.shape[0], mo.v.shape[0]
        take(mo.stages[n], nq, mo.vd_new)
        take(mo.stages[n], nq + nv, mo.wd_new)
        copy(mo.lam_end, mo.lam_new)
        ask(mo, POSITIONS, t + h)
    for j in range(first, last if status == OK else first):
        z = (mo.times[j] - t) / h
        linear_output(mo, j, z)
        for i in range(mo.y.shape[0]):
            y = _eighth(mo, h, z, i) if mo.own.estimate == PAIR else _fifth(mo, h, z, i)
            put_output(mo, j, i, y)
        for i in range(mo.v.shape[0]):
            a, b = mo.stages[0, mo.q.shape[0] + i], mo.stages[n, mo.q.shape[0] + i]
            mo.out_a[j, i] = a + z * (b - a)
    return status


@inner
def _eighth(mo: Any, h: float, z: float, i: int) -> float:
    """old + z (F0 + (1-z) (F1 + z (F2 + (1-z) (F3 + ..)))), of order 7."""
    n = mo.tableau.shape[1]
    old, new = mo.y[i], mo.y_new[i]
    y = 0.0
    for row in range(3, -1, -1):  # F6 .. F3
        f = 0.0
        for k in range(n + 4):
            f += mo.dense[4 + row, k] * mo.stages[k, i]
        y = (y + h * f) * (z if row % 2 == 1 else 1.0 - z)
    step, f_old, f_new = new - old, h * mo.stages[0, i], h * mo.stages[n, i]
    y = (y + 2.0 * step - f_new - f_old) * z
    y = (y + f_old - step) * (1.0 - z)
    return old + (y + step) * z


@inner
def _fifth(mo: Any, h: float, z: float, i: int) -> float:
    """old + h sum_j stage_j (P_j1 z + P_j2 z^2 + ..), of order 4; the last row of the stages is the slope at the end."""
    y = 0.0
    for j in range(mo.dense.shape[0]):
        p = 0.0
        for k in range(mo.dense.shape[1] - 1, -1, -1):
            p = (p + mo.dense[j, k]) * z
        y += p * mo.stages[j, i]
    return mo.y[i] + h * y


@inner
def _judge(mo: Any, h: float) -> None:
    mo.clock.ratio = _ratio(mo, h)
    mo.clock.growth = min(4.0, max(0.2, 0.9 * max(mo.clock.ratio, 1e-10) ** (-mo.own.exponent)))


def method(task, t, h, address):  # type: ignore[no-untyped-def]
    """See march.py."""
    return runge_kutta(runge_kutta_at(address), task, t, h)


@inner
def runge_kutta(mo: Any, task: int, t: float, h: float) -> int:
    """The same for a motion, which may be bound."""
    status = OK
    if task == START:
        status = first_slopes(mo, t)
        keep_slope(mo, 0)
    elif task == TRY:
        status = _step(mo, t, h)
    elif task == JUDGE:
        _judge(mo, h)
    elif task == CLOSE:
        status = _settle(mo, t + h)
    elif task == DENSE:
        if mo.dense.shape[0] > 0:
            status = _dense(mo, t, h)
        else:
            hermite_outputs(mo, t, h)
            ask(mo, POSITIONS, t + h)
    elif task == KEEP:
        n = mo.tableau.shape[1]
        copy(mo.stages[n], mo.stages[0])
        take(mo.stages[n], mo.y.shape[0] - 3, mo.power)
    return status

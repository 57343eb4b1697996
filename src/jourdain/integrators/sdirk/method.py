"""A singly diagonally implicit Runge-Kutta method for stiff systems: order 4, L-stable (Hairer and Wanner, SODE II, IV.6).

    k_i = f(t + c_i h, y + h sum_{j<=i} a_ij k_j),   a_ii = 1/4

f are the slopes of the treatment; its Jacobian is taken by differences and kept, with the factors of I - h J/4, until Newton's
method converges slowly. Theory: docs/theory/runge_kutta.md.
"""

from __future__ import annotations

import math
from typing import Any

from jourdain.integrators.march import CLOSE, DENSE, FAILED, JUDGE, KEEP, START, TRY
from jourdain.integrators.outputs import hermite_outputs
from jourdain.integrators.stepping import (
    begin,
    combine,
    explicit_instead,
    explicit_step,
    first_slopes,
    judge_explicit_step,
    keep_slope,
    near_singular,
    scales,
    weighted,
)
from jourdain.jit import inner
from jourdain.kernels.dense import factor_lu, solve_lu
from jourdain.kernels.motion import FLOAT, INT, declare_method, record
from jourdain.kernels.port import BEGIN, NORMALISE, POSITIONS, SETTLE, STAGE, ask, treat
from jourdain.kernels.status import NO_CONVERGENCE, OK
from jourdain.kernels.vectors import add_times, copy, fill, take

GAMMA = 0.25
NEWTON = 1e-3  # of what tol allows a step: what Newton's method may leave
STANDSTILL = 4.0  # times what rounding changes in a slope: Newton's method may stand still there
SUMMED = (
    10.6  # what the last stage makes of rounding in the slopes before it: root of the sum of its squared coefficients
)
UNIT = 1.1e-16  # numbers are rounded to this part of themselves
sdirk_at = declare_method(
    "sdirk",
    record("slope_noise error_noise", "age"),  # what rounding alone changes in a step; steps since the Jacobian was new
    tableau=(FLOAT, 2),
    jacobian=(FLOAT, 2),  # (ny, ny) by columns
    lu=(FLOAT, 2),  # (ny, ny) and the exchanges of its rows
    exchange=(INT, 1),
    base=(FLOAT, 1),  # (ny,) the sum that a stage starts from
)


@inner
def _jacobian(mo: Any, t: float) -> int:
    """J = df/dy at y by differences, into mo.jacobian by columns; work (the last three) feeds nothing back."""
    n = mo.y.shape[0]
    begin(mo)
    status = treat(mo, STAGE, t, 0.0)
    copy(mo.slope, mo.slope_old)
    for j in range(n - 3):
        begin(mo)
        d = 1e-7 * max(1e-2, abs(mo.y[j]))
        mo.y_new[j] += d
        if status == OK:
            status = treat(mo, STAGE, t, 0.0)
        for i in range(n):
            mo.jacobian[j, i] = (mo.slope[i] - mo.slope_old[i]) / d
    for j in range(n - 3, n):
        fill(mo.jacobian[j], 0.0)
    mo.own.age = 0
    return status


@inner
def _factor(mo: Any, h: float) -> bool:
    """Factors of I - h/4 J in mo.lu."""
    A = mo.lu
    n = mo.y.shape[0]
    for i in range(n):
        for j in range(n):
            A[i, j] = (1.0 if i == j else 0.0) - h * GAMMA * mo.jacobian[j, i]
    mo.counts.factorizations += 1
    mo.clock.factored = h
    if not factor_lu(A, n, mo.exchange):
        return False
    _measure_noise(mo, h)
    return True


@inner
def _measure_noise(mo: Any, h: float) -> None:
    """What the rounding d of y changes in a slope and in the error, weighted, by the factors F = (I - h J/4)^-1.

    A slope times h is off by h F J d. The last stage sums the slopes before it with coefficients up to 8, which its own
    slope sees through h F J = 4 (F - I); and the error is filtered by F. In stiff systems all this is far more than d, and
    while h is below the fast times it goes with h, as what tol allows does: there no smaller step can help. The signs of d
    follow the binary digits of the places, so that any two numbers are rounded to opposite sides in one of the patterns.
    """
    own, size, change, filtered, bit = mo.own, mo.y.shape[0], mo.slope_old, mo.base, 1
    own.slope_noise = own.error_noise = 0.0
    while bit < 2 * size:
        fill(change, 0.0)
        for j in range(size):
            add_times((-h if j & bit else h) * UNIT * abs(mo.y[j]), mo.jacobian[j], change)
        _solve(mo, change)
        for i in range(size):
            own.slope_noise = max(own.slope_noise, weighted(mo, i, change[i], 0.0))
        _solve(mo, change)
        copy(change, filtered)
        _solve(mo, filtered)
        for i in range(size):
            noise = abs(change[i]) + SUMMED * abs(filtered[i] - change[i])
            own.error_noise = max(own.error_noise, weighted(mo, i, noise, 0.0))
        bit *= 2


@inner
def _solve(mo: Any, x: Any) -> None:
    solve_lu(mo.lu, x.shape[0], mo.exchange, x)


@inner
def _stage(mo: Any, t: float, h: float, k: int, allowed: float) -> int:
    """Newton's method for the slope of stage k, in mo.stages[k], which holds a guess."""
    n = mo.tableau.shape[1]
    combine(mo, h, mo.tableau, k, k)
    copy(mo.y_new, mo.base)
    last = math.inf
    for iteration in range(10):
        mo.counts.iterations += 1
        for i in range(mo.y.shape[0]):
            mo.y_new[i] = mo.base[i] + h * GAMMA * mo.stages[k, i]
        status = treat(mo, STAGE, t + mo.tableau[n + 1, k] * h, h)
        if status != OK:
            return status
        for i in range(mo.y.shape[0]):
            mo.slope_old[i] = mo.slope[i] - mo.stages[k, i]
        _solve(mo, mo.slope_old)
        size = 0.0
        for i in range(mo.y.shape[0]):
            mo.stages[k, i] += mo.slope_old[i]
            size = max(size, weighted(mo, i, h * GAMMA * mo.slope_old[i], 0.0))
        rate = size / last if iteration > 0 else 0.5
        if size <= 1e-15 or (rate < 1.0 and size * rate / (1.0 - rate) <= allowed):
            return OK
        if not math.isfinite(size) or (iteration > 1 and rate > 0.9):
            return OK if size <= STANDSTILL * mo.own.slope_noise else NO_CONVERGENCE
        last = size
    return NO_CONVERGENCE


@inner
def _step(mo: Any, t: float, h: float) -> int:
    """All stages; kept factors first, new ones if these do not serve."""
    status = treat(mo, BEGIN, t, h)
    if status != OK:
        return status
    scales(mo)
    n = mo.tableau.shape[1]
    allowed = NEWTON * mo.clock.tol * h / mo.clock.span if mo.clock.tol > 0.0 else 1e-13
    for attempt in range(2):
        if attempt == 1 or mo.clock.factored == 0.0 or mo.own.age > 20:
            status = _jacobian(mo, t)
            if status == OK and not _factor(mo, h):
                status = NO_CONVERGENCE
        elif mo.clock.factored != h and not _factor(mo, h):
            status = NO_CONVERGENCE
        if status != OK:
            return status
        for k in range(n):
            copy(mo.stages[n if k == 0 else k - 1], mo.stages[k])
            status = _stage(mo, t, h, k, max(allowed, 1e-15))
            if status != OK:
                break
        if status == OK:
            break
    mo.own.age += 1
    combine(mo, h, mo.tableau, n, n)
    ask(mo, NORMALISE, t + h)
    return status


@inner
def _ratio(mo: Any, h: float) -> float:
    """Error by the embedded method of order 3, filtered once by the factors: its stiff part says nothing, nor does rounding."""
    n = mo.tableau.shape[1]
    for i in range(mo.y.shape[0]):
        e = 0.0
        for k in range(n):
            e += mo.tableau[n + 2, k] * mo.stages[k, i]
        mo.slope_old[i] = h * e
    _solve(mo, mo.slope_old)
    worst = 0.0
    for i in range(mo.y.shape[0]):
        worst = max(worst, weighted(mo, i, mo.slope_old[i], mo.y_new[i] - mo.y[i]))
    return max(0.0, worst - mo.own.error_noise) * mo.clock.span / (mo.clock.tol * h)


@inner
def _judge(mo: Any, h: float) -> None:
    c = mo.clock
    if c.near == 1:
        judge_explicit_step(mo, h)
        return
    c.ratio = _ratio(mo, h)
    growth = 0.8 * max(c.ratio, 1e-8) ** -0.25
    if growth > 1.3 or growth < 0.9:
        c.growth = min(4.0 if c.ratio > 0.0 else 2.0, max(0.2, growth))  # (an error below rounding may be of any size)


@inner
def _keep(mo: Any, t: float) -> None:
    """Singular positions are passed by explicit steps: there is no Jacobian to rely on."""
    keep_slope(mo, mo.tableau.shape[1])
    take(mo.energy, 2, mo.power)
    if mo.clock.near == 1:
        mo.clock.factored = 0.0
    mo.clock.near = near_singular(mo, t)


def method(task, t, h, address):  # type: ignore[no-untyped-def]
    """See march.py."""
    mo = sdirk_at(address)
    c, status = mo.clock, OK
    if task == START:
        status = first_slopes(mo, t)
        keep_slope(mo, mo.tableau.shape[1])
        ask(mo, POSITIONS, t)
        c.near = near_singular(mo, t)
    elif task == TRY:
        status = explicit_step(mo, t, h) if c.near == 1 else _step(mo, t, h)
    elif task == JUDGE:
        _judge(mo, h)
    elif task == CLOSE:
        status = treat(mo, SETTLE, t + h, h) if c.near != 1 else OK
    elif task == DENSE:
        hermite_outputs(mo, t, h)
        ask(mo, POSITIONS, t + h)
    elif task == KEEP:
        _keep(mo, t + h)
    elif task == FAILED:
        status = explicit_instead(mo)
    return status

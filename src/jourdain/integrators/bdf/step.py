"""One step of backward differentiation: the formula, and the state at its end, coupled or decoupled; see method.py.

Theory: docs/theory/bdf.md.
"""

from __future__ import annotations

import math
from typing import Any

from jourdain.integrators.stepping import least_acceleration
from jourdain.jit import inner
from jourdain.kernels import port
from jourdain.kernels.motion import FLOAT, declare_method, record
from jourdain.kernels.port import ask, ask_newton
from jourdain.kernels.status import NO_CONVERGENCE, NOT_FINITE, OK
from jourdain.kernels.vectors import add, copy, fill, take

# newton: what Newton's method may leave; fixed_order: 0 variable; history: states of the past there are; starting: this
# step is an explicit one
bdf_at = declare_method(
    "bdf",
    record("newton", "fixed_order order history since_change starting acceleration_form coupled predictor"),
    past=(FLOAT, 2),  # y, newest first (row 0 is t_n), and their times
    past_times=(FLOAT, 1),
    leading=(FLOAT, 1),  # weights of the past in the formula
    nodes_u=(FLOAT, 2),  # (past, nv) increments from q_n to the positions of the past, and what belongs to them
    nodes_v=(FLOAT, 2),
    nodes_w=(FLOAT, 2),
    from_past_u=(FLOAT, 1),  # u*, v*, w*
    from_past_v=(FLOAT, 1),
    from_past_w=(FLOAT, 1),
    u_end=(FLOAT, 1),  # (nv,) the increment of the step
    kept=(FLOAT, 1),  # (nv,) scratch
)


@inner
def base(mo: Any, t: float) -> None:
    """nodes_u[j]: increments from q_n to the positions of the past; nodes_v[j], nodes_w[j]: what belongs to them."""
    nq, nv = mo.q.shape[0], mo.v.shape[0]
    for j in range(mo.own.history):
        copy(mo.past[j], mo.q_new)
        ask(mo, port.DIFFERENCE, t)
        for i in range(nv):
            mo.nodes_u[j, i] = mo.u[i] if j > 0 else 0.0
        take(mo.past[j], nq, mo.nodes_v[j])
        take(mo.past[j], nq + nv, mo.nodes_w[j])


@inner
def _coefficients(mo: Any, t: float, k: int) -> float:
    """LEADING[j]: weights of the past in x = sum_j LEADING[j] x_j + s x'; returns s. t: the new time."""
    times, c = mo.past_times, mo.leading
    total = 0.0
    for j in range(k):
        total += 1.0 / (t - times[j])
    for j in range(k):  # derivative at t of the Lagrange polynomial of node j over {t, t_n, ..}
        weight = 1.0 / (times[j] - t)
        for l in range(k):
            if l != j:
                weight *= (t - times[l]) / (times[j] - times[l])
        c[j] = -weight / total
    return 1.0 / total


@inner
def _extrapolate(mo: Any, t: float, count: int) -> None:
    """v_new, w_new, u at time t by the polynomial through `count` past values; LEADING[j]: the weights of these."""
    times, c = mo.past_times, mo.leading
    for j in range(count):
        c[j] = 1.0
        for l in range(count):
            if l != j:
                c[j] *= (t - times[l]) / (times[j] - times[l])
    _from_past(mo, count, mo.u, mo.v_new, mo.w_new)


@inner
def _from_past(mo: Any, k: int, u: Any, v: Any, w: Any) -> None:
    """What the past gives, by its weights LEADING."""
    _sum(mo.leading, mo.nodes_u, k, u)
    _sum(mo.leading, mo.nodes_v, k, v)
    _sum(mo.leading, mo.nodes_w, k, w)


@inner
def _sum(weights: Any, rows: Any, k: int, out: Any) -> None:
    """out = sum_j weights[j] rows[j]."""
    for i in range(out.shape[0]):
        total = 0.0
        for j in range(k):
            total += weights[j] * rows[j, i]
        out[i] = total


@inner
def _velocities_from(mo: Any, s: float) -> None:
    """v = v* + s a, w = w* + s w'."""
    for i in range(mo.v.shape[0]):
        mo.v_new[i] = mo.from_past_v[i] + s * mo.vd_new[i]
    for i in range(mo.w.shape[0]):
        mo.w_new[i] = mo.from_past_w[i] + s * mo.wd_new[i]


@inner
def _close_all(mo: Any, t: float, s: float, velocities: bool) -> int:
    """u = u* + s v, closed by mu; then, where asked for, rates closed by nu. Leaves factors for index-1 solves."""
    curved = mo.q.shape[0] != mo.v.shape[0]
    if curved:
        ask(mo, port.DIFFERENCE, t)
    for _ in range(6 if curved else 1):
        if curved:
            ask(mo, port.CHART, t)
        change = 0.0
        for i in range(mo.v.shape[0]):
            u = mo.from_past_u[i] + s * (mo.end[i] if curved else mo.v_new[i])
            change = max(change, abs(u - mo.u[i]))
            mo.u[i] = u
        if change < 1e-16:
            break
    ask(mo, port.MOVE_BASE, t)
    status = ask(mo, port.CLOSE_POSITIONS, t, port.NEW)
    if status == OK:
        status = ask(mo, port.PREPARE, t)
    if status == OK and velocities:
        ask(mo, port.CLOSE_VELOCITIES, t)
    return status


@inner
def _decoupled(mo: Any, t: float, s: float) -> float:
    """One round: accelerations at the present guess, velocities, positions. Returns the change of a against its size."""
    copy(mo.vd_new, mo.kept)
    if ask(mo, port.ACCELERATE, t) != OK:
        return math.inf
    _velocities_from(mo, s)
    ask(mo, port.POSITIONS, t)
    if ask(mo, port.PREPARE, t) != OK:
        return math.inf
    ask(mo, port.CLOSE_VELOCITIES, t)
    if _close_all(mo, t, s, True) != OK:
        return math.inf
    change, size = 0.0, least_acceleration(mo, s)
    for i in range(mo.v.shape[0]):
        change = max(change, abs(mo.vd_new[i] - mo.kept[i]))
        size = max(size, abs(mo.vd_new[i]))
    return change / size


@inner
def _coupled(mo: Any, t: float, s: float) -> float:
    """One Newton correction of a, w', lam (with the rates, or with G a = gamma), then velocities and positions."""
    nv, nw, m = mo.v.shape[0], mo.w.shape[0], mo.lam.shape[0]
    n = nv + nw
    ask(mo, port.POSITIONS, t)
    ask(mo, port.VELOCITIES, t)
    for r in range(m):
        mo.lam_1[r] = mo.rate[r] / s
    ask(mo, port.FORCES, t, 0.0 if mo.own.acceleration_form == 1 else port.NO_BIAS)
    if mo.clock.factored != s:
        ask_newton(mo, port.PARTS, t, 0.0)
        mo.shifts[1, 0] = s
        if ask_newton(mo, port.FACTOR, t, 0.0) != OK:
            return math.inf
        mo.clock.factored = s
    ask(mo, port.RESIDUAL, t)
    right = mo.rights[0]
    for i in range(n):
        right[i] = -mo.residual[i]
    if mo.own.acceleration_form == 1:
        _acceleration_rows(mo, t)
    for r in range(m):
        right[n + r] = -mo.lam_1[r] - mo.clock.epsilon * mo.row_weights[r] * mo.lam_new[r]
    ask_newton(mo, port.BACK, t, 0.0)
    change, size = 0.0, least_acceleration(mo, s)
    together = 0.0
    for i in range(nv):
        mo.vd_new[i] += right[i].real
        together += right[i].real  # max() passes over NaN, a sum does not
        change = max(change, abs(right[i].real))
        size = max(size, abs(mo.vd_new[i]))
    for i in range(nw):
        mo.wd_new[i] += right[nv + i].real
    for r in range(m):
        mo.lam_new[r] -= right[n + r].real
    _velocities_from(mo, s)
    if _close_all(mo, t, s, mo.own.acceleration_form == 1) != OK or not math.isfinite(together):
        return math.inf
    return change / size


@inner
def _acceleration_rows(mo: Any, t: float) -> None:
    """lam_1 = G a - gamma: the rates of the rows for velocities a, less those for none. v_new is kept meanwhile."""
    copy(mo.v_new, mo.kept)
    fill(mo.v_new, 0.0)
    ask(mo, port.VELOCITIES, t)
    for r in range(mo.lam.shape[0]):
        mo.lam_1[r] = -mo.gamma[r] - mo.rate[r]
    copy(mo.vd_new, mo.v_new)
    ask(mo, port.VELOCITIES, t)
    add(mo.rate, mo.lam_1)
    copy(mo.kept, mo.v_new)


@inner
def attempt(mo: Any, t: float, h: float, k: int) -> int:
    """The state at t + h; where kept factors do not serve, with new ones."""
    kept = mo.clock.factored != 0.0
    status = _solve(mo, t, h, k)
    if status != OK and kept:
        mo.clock.factored = 0.0
        status = _solve(mo, t, h, k)
    return status


@inner
def _solve(mo: Any, t: float, h: float, k: int) -> int:
    """The state at t + h by order k, from a guess."""
    s = _coefficients(mo, t + h, k)
    _from_past(mo, k, mo.from_past_u, mo.from_past_v, mo.from_past_w)
    nv = mo.v.shape[0]
    _extrapolate(mo, t + h, min(k + 1, mo.own.history))
    if mo.own.predictor == 0:
        for i in range(nv):
            mo.u[i], mo.v_new[i] = h * mo.v[i], mo.v[i]
        copy(mo.w, mo.w_new)
    for i in range(nv):
        mo.vd_new[i] = (mo.v_new[i] - mo.from_past_v[i]) / s if mo.own.predictor != 0 else mo.vd[i]
    for i in range(mo.w.shape[0]):
        mo.wd_new[i] = (mo.w_new[i] - mo.from_past_w[i]) / s if mo.own.predictor != 0 else mo.wd[i]
    copy(mo.lam, mo.lam_new)
    ask(mo, port.MOVE_BASE, t + h)
    status = ask(mo, port.CLOSE_POSITIONS, t + h, port.NEW)
    if status == OK:
        status = ask(mo, port.PREPARE, t + h)
    if status != OK:
        return status
    before = math.inf
    rate = mo.clock.contraction = mo.clock.contraction**0.8  # what earlier steps have seen says less with each step
    for iteration in range(40):
        mo.counts.iterations += 1
        size = _coupled(mo, t + h, s) if mo.own.coupled != 0 else _decoupled(mo, t + h, s)
        if not math.isfinite(size):
            return NOT_FINITE if size != size else NO_CONVERGENCE
        if iteration > 0:
            rate = min(size / before, 1e3)
            mo.clock.contraction = max(rate, 1e-3)
        if (rate < 0.9 and size * rate / (1.0 - rate) <= mo.own.newton) or size < 1e-14:
            break
        if iteration > 1 and rate > 0.9:
            if size < 1e-8:
                break  # rounding
            return NO_CONVERGENCE
        before = size
    if mo.clock.contraction > 0.3:
        mo.clock.factored = 0.0
    ask(mo, port.POSITIONS, t + h)
    status = ask(mo, port.PREPARE, t + h)
    if status != OK:
        return status
    ask(mo, port.CLOSE_VELOCITIES, t + h)
    return ask(mo, port.TURNS, t + h)

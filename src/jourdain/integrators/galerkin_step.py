"""One step of the continuous Galerkin method on the canonical equations; see galerkin.py.

nodes_v: V, rates of positions at the k Gauss points; nodes_x: (rates of momenta, rates of extra states, multipliers) there;
nodes_r: residuals; nodes_du: V less the tested velocities; nodes_u: momenta at the Gauss points (n = k). tableau: see `at_..`.
"""

from __future__ import annotations

import math
from typing import Any

from jourdain._jit import inner
from jourdain.dynamics import NO_CONVERGENCE, NOT_FINITE, OK
from jourdain.integrators.galerkin_mixing import before, mix
from jourdain.integrators.memory import CONTRACTION, EPSILON, FACTORED, ITERATIONS, H
from jourdain.integrators.port import (
    BACK,
    CANONICAL,
    FACTOR,
    FORCES,
    MATRICES,
    MOMENTUM_TANGENT,
    PARTS,
    POSITIONS,
    PREPARE,
    RESIDUAL,
    ROWS_CHANGE,
    ROWS_METRIC,
    SADDLE,
    VELOCITIES,
    VELOCITY_OF,
    ask,
    ask_canonical,
    ask_newton,
    ask_with,
)

VARIANT, METRIC, RATIO, PREDICTED, NEAR, DEGREE, POINTS, OF_V = range(8)  # entries of parameters
A, B, C, P = 0.0, 1.0, 2.0, 3.0  # variants
NO_BIAS = 1.0
NODES, WEIGHTS, TIMES, QUADRATURE, INVERSE = 0, 1, 2, 3, 4  # rows of the tableau; then integrals, values, test
ROUNDING = 4e-16
MIX_ABOVE = 1e-14  # below, corrections are rounding
PROJECT_BELOW = 1e-3  # relative size of a correction below which the end of the step is looked at


@inner
def degree(mo: Any) -> int:
    return int(mo.parameters[DEGREE])


@inner
def _integrals(mo: Any) -> int:
    """First row of the integrals of the basis to the points; `points` rows of values and `degree` of test follow."""
    return INVERSE + int(mo.parameters[DEGREE])


@inner
def _collocated(mo: Any) -> bool:
    """The points are the nodes: velocities there are V themselves, and momenta follow from them."""
    return mo.parameters[POINTS] == mo.parameters[DEGREE] and mo.parameters[VARIANT] != A


@inner
def stand(mo: Any, l: int, h: float) -> None:
    """Positions, extra states and multipliers at point l."""
    k, n, nv, nw = degree(mo), int(mo.parameters[POINTS]), mo.v.shape[0], mo.w.shape[0]
    row = _integrals(mo) + l
    for j in range(nv):
        total = 0.0
        for i in range(k):
            total += mo.tableau[row, i] * mo.nodes_v[i, j]
        mo.q_new[j] = mo.q[j] + h * total
    for j in range(nw):
        total = 0.0
        for i in range(k):
            total += mo.tableau[row, i] * mo.nodes_x[i, nv + j]
        mo.w_new[j] = mo.w[j] + h * total
    for j in range(mo.lam.shape[0]):
        total = 0.0
        for i in range(k):
            total += mo.tableau[row + n, i] * mo.nodes_x[i, nv + nw + j]
        mo.lam_new[j] = total


@inner
def _sum(mo: Any, row: int, nodes: Any, out: Any) -> None:
    """out = sum_i tableau[row, i] nodes[i]."""
    for j in range(out.shape[0]):
        total = 0.0
        for i in range(degree(mo)):
            total += mo.tableau[row, i] * nodes[i, j]
        out[j] = total


@inner
def _velocity_at(mo: Any, l: int, t: float, h: float) -> None:
    """v_new at point l from the momenta there."""
    nv = mo.v.shape[0]
    _sum(mo, _integrals(mo) + l, mo.nodes_x, mo.p_new)
    for j in range(nv):
        mo.p_new[j] = mo.p_start[j] + h * mo.p_new[j]
        mo.v_new[j] = mo.points_v[l, j]
    ask_canonical(mo, VELOCITY_OF, t)
    for j in range(nv):
        mo.points_v[l, j] = mo.v_new[j]


@inner
def _rows_at(mo: Any, l: int, t: float) -> None:
    """turned = what is tested of the rows at point l: their change (A, B), or their rates for q' (C, P)."""
    row = _integrals(mo) + int(mo.parameters[POINTS]) + l
    _sum(mo, row, mo.nodes_v, mo.u)
    if mo.parameters[VARIANT] <= B:
        _sum(mo, row, mo.nodes_x, mo.z_new)
        ask_canonical(mo, ROWS_CHANGE, t)
        return
    for j in range(mo.v.shape[0]):
        mo.z[j], mo.v_new[j] = mo.v_new[j], mo.u[j]
    ask(mo, VELOCITIES, t)
    for j in range(mo.v.shape[0]):
        mo.v_new[j] = mo.z[j]
    for j in range(mo.lam.shape[0]):
        mo.turned[j] = mo.rate[j]


@inner
def residuals(mo: Any, t: float, h: float) -> None:
    """Equations of motion, of extra states and of rows, tested; nodes_du = V - tested velocities."""
    k, n = degree(mo), int(mo.parameters[POINTS])
    nv, nw, m = mo.v.shape[0], mo.w.shape[0], mo.lam.shape[0]
    collocated = _collocated(mo)
    later = collocated and m > 0 and mo.parameters[VARIANT] == B  # the change of rows needs the rates of all momenta
    first = _integrals(mo) + 2 * n
    mo.nodes_r[:] = 0.0
    for i in range(k):
        for j in range(nv):
            mo.nodes_du[i, j] = 0.0 if collocated else mo.nodes_v[i, j]
    for l in range(n):
        time = t + mo.tableau[TIMES, l] * h
        stand(mo, l, h)
        ask(mo, POSITIONS, time)
        if collocated:
            for j in range(nv):
                mo.v_new[j] = mo.nodes_v[l, j]
        else:
            _velocity_at(mo, l, time, h)
        if m > 0 and not later:
            _rows_at(mo, l, time)
        ask_canonical(mo, CANONICAL, time)
        if collocated:
            for j in range(nv):
                mo.nodes_u[l, j] = mo.p_new[j]
        for i in range(k):
            weight = mo.tableau[first + i, l]
            if weight == 0.0:
                continue
            for j in range(nv):
                mo.nodes_r[i, j] += weight * mo.canonical[j]
                if not collocated:
                    mo.nodes_du[i, j] -= weight * mo.v_new[j]
            for j in range(nw):
                mo.nodes_r[i, nv + j] += weight * mo.k[j]
            for j in range(m if not later else 0):
                mo.nodes_r[i, nv + nw + j] += weight * mo.turned[j]
    if collocated:
        _momentum_rates(mo, h)
    for l in range(n if later else 0):
        time = t + mo.tableau[TIMES, l] * h
        stand(mo, l, h)
        ask(mo, POSITIONS, time)
        for j in range(nv):
            mo.v_new[j] = mo.nodes_v[l, j]
        _rows_at(mo, l, time)
        for j in range(m):
            mo.nodes_r[l, nv + nw + j] = mo.turned[j]
    for i in range(k):
        for j in range(nv + nw):
            mo.nodes_r[i, j] = mo.nodes_x[i, j] - mo.nodes_r[i, j]


@inner
def _momentum_rates(mo: Any, h: float) -> None:
    """Rates of the momenta at the nodes from the polynomial through the start and the momenta there, nodes_u."""
    k = degree(mo)
    for i in range(k):
        for j in range(mo.v.shape[0]):
            total = 0.0
            for l in range(k):
                total += mo.tableau[INVERSE + i, l] * (mo.nodes_u[l, j] - mo.p_start[j])
            mo.nodes_x[i, j] = total / h


@inner
def _renew(mo: Any, t: float, h: float) -> int:
    """New factors for all eigenvalues, in the middle of the step."""
    k, nv = degree(mo), mo.v.shape[0]
    middle = int(mo.parameters[POINTS]) // 2
    time = t + mo.tableau[TIMES, middle] * h
    stand(mo, middle, h)
    _sum(mo, _integrals(mo) + int(mo.parameters[POINTS]) + middle, mo.nodes_v, mo.v_new)
    for j in range(nv):
        if k > 1:
            apart = h * (mo.tableau[NODES, k - 1] - mo.tableau[NODES, 0])
            mo.vd_new[j] = (mo.nodes_v[k - 1, j] - mo.nodes_v[0, j]) / apart
        else:
            mo.vd_new[j] = mo.vd[j]
    ask(mo, POSITIONS, time)
    ask(mo, VELOCITIES, time)
    ask_with(mo, FORCES, time, NO_BIAS)
    ask(mo, RESIDUAL, time)
    ask_newton(mo, PARTS, time, 1.0 if mo.parameters[VARIANT] >= C else 0.0)
    for slot in range(mo.shifts.shape[1]):
        mo.shifts[1, slot] = h * mo.shifts[0, slot]
        status = ask_newton(mo, FACTOR, time, float(slot))
        if status != OK:
            return status
    ask(mo, MATRICES, time)
    ask_canonical(mo, MOMENTUM_TANGENT, time)
    mo.clock[FACTORED], mo.clock[H] = 1.0, h
    return OK


@inner
def _mass_times(mo: Any, M: Any, x: Any, out: Any) -> None:
    for i in range(M.shape[0]):
        total = 0.0
        for j in range(M.shape[0]):
            total += M[i, j] * x[j]
        out[i] = total


@inner
def _right_sides(mo: Any) -> None:
    """Residuals in the eigenbasis; nodes_u = M (V - tested velocities) where the points are not the nodes."""
    k, nv, nw, m = degree(mo), mo.v.shape[0], mo.w.shape[0], mo.lam.shape[0]
    n, collocated, cut = nv + nw, _collocated(mo), mo.clock[EPSILON]
    if not collocated:
        for i in range(k):
            _mass_times(mo, mo.M, mo.nodes_du[i], mo.nodes_u[i])
    for slot in range(mo.shifts.shape[1]):
        right, s = mo.rights[slot], mo.shifts[1, slot]
        for j in range(n + m):
            total = 0.0j
            for i in range(k):
                total -= mo.mix[slot, i] * mo.nodes_r[i, j]
            right[j] = total
        for j in range(nv if not collocated else 0):
            for i in range(k):
                right[j] -= mo.mix[slot, i] * mo.nodes_u[i, j] / s
        for j in range(m):
            if mo.parameters[VARIANT] >= C:
                right[n + j] /= s
            if cut > 0.0:  # total form: rows + eps W lam = 0
                for i in range(k):
                    right[n + j] -= cut * mo.row_weights[j] * mo.mix[slot, i] * mo.nodes_x[i, n + j]
        ask_newton(mo, BACK, 0.0, float(slot))


@inner
def _correct(mo: Any) -> float:
    """One Newton correction of all nodes; its size against the velocities."""
    k, slots = degree(mo), mo.shifts.shape[1]
    nv, nw, m = mo.v.shape[0], mo.w.shape[0], mo.lam.shape[0]
    n, collocated = nv + nw, _collocated(mo)
    _right_sides(mo)
    size, scale, together = 0.0, 1e-300, 0.0
    for i in range(k):
        for j in range(n + m):
            change = rate = 0.0
            for slot in range(slots):
                x = mo.mix[slots + slot, i] * mo.rights[slot, j]
                change += x.real
                if j < nv:
                    rate += (mo.shifts[1, slot] * x).real
            if j < nv:
                mo.nodes_v[i, j] += rate
                mo.end[j], mo.u[j] = change, rate
                size, scale = max(size, abs(rate)), max(scale, abs(mo.nodes_v[i, j]))
                together += rate  # max() passes over NaN, a sum does not
            elif j < n:
                mo.nodes_x[i, j] += change
            else:
                mo.nodes_x[i, j] -= change  # the unknown of the matrix is -lam
        # p' = M (a + (V - v) / s) + (d/dq dL/dv) V in the eigenbasis; from V itself it would be as good as its rounding over h
        for j in range(nv):
            total = 0.0
            for l in range(nv):
                total += mo.M[j, l] * mo.end[l] + mo.momentum_tangent[j, l] * mo.u[l]
            for slot in range(slots if not collocated else 0):
                mixed = 0.0j
                for l in range(k):
                    mixed += mo.mix[slot, l] * mo.nodes_u[l, j]
                total += (mo.mix[slots + slot, i] * mixed / mo.shifts[1, slot]).real
            mo.nodes_x[i, j] += total
    return size / scale if math.isfinite(together) else math.inf


@inner
def _replace(mo: Any, t: float, h: float) -> float:
    """Variant A, whose multipliers are constant in a step: everything as the equations give it; the size of the change."""
    k, n = degree(mo), int(mo.parameters[POINTS])
    nv, nw, m = mo.v.shape[0], mo.w.shape[0], mo.lam.shape[0]
    size, scale, force, largest = 0.0, 1e-300, 0.0, 1e-300
    for j in range(m):
        mo.turned[j] = 0.0
        for i in range(k):
            mo.turned[j] -= mo.tableau[WEIGHTS, i] * mo.nodes_r[i, nv + nw + j]
    for j in range(nv):
        mo.end[j] = 0.0
    if m > 0:
        stand(mo, n // 2, h)
        ask(mo, POSITIONS, t + 0.5 * h)
        status = ask(mo, PREPARE, t + 0.5 * h)
        if status != OK:
            return math.inf
        ask_canonical(mo, SADDLE, t)
        ask(mo, MATRICES, t)
        for r in range(m):
            for j in range(nv):
                mo.end[j] += mo.G[r, j] * mo.turned[r]
    for i in range(k):
        for j in range(nv):
            size, scale = max(size, abs(mo.nodes_du[i, j])), max(scale, abs(mo.nodes_v[i, j]))
            mo.nodes_v[i, j] -= mo.nodes_du[i, j]
            mo.nodes_x[i, j] += mo.end[j] - mo.nodes_r[i, j]  # with the forces of the new multipliers
        for j in range(nw):
            mo.nodes_x[i, nv + j] -= mo.nodes_r[i, nv + j]
        for j in range(m):
            mo.nodes_x[i, nv + nw + j] += mo.turned[j]
            force, largest = max(force, abs(mo.turned[j])), max(largest, abs(mo.nodes_x[i, nv + nw + j]))
    size = max(size / scale, min(force / largest, force))
    return size if math.isfinite(size) else math.inf


@inner
def finish(mo: Any, t: float, h: float) -> None:
    """q_new, w_new and the momenta mo.p at the end of the step, before any projection."""
    nv, nw = mo.v.shape[0], mo.w.shape[0]
    _sum(mo, WEIGHTS, mo.nodes_v, mo.end)
    _sum(mo, WEIGHTS, mo.nodes_x, mo.p)
    for j in range(nv):
        mo.q_new[j] = mo.q[j] + h * mo.end[j]
        mo.p[j] = mo.p_start[j] + h * mo.p[j]
    for j in range(nw):
        total = 0.0
        for i in range(degree(mo)):
            total += mo.tableau[WEIGHTS, i] * mo.nodes_x[i, nv + j]
        mo.w_new[j] = mo.w[j] + h * total
    ask(mo, POSITIONS, t + h)


@inner
def land(mo: Any, t: float, h: float, passes: int) -> int:
    """The state at the end: velocities from the momenta; variant P: those that the rows allow, lam_2 = their impulse.

    passes: of refinement, with new factors; 0: one, from v_new as it is and with the factors there are.
    """
    nv, m = mo.v.shape[0], mo.lam.shape[0]
    finish(mo, t, h)
    k = degree(mo)
    for j in range(nv if passes > 0 else 0):
        mo.v_new[j] = mo.nodes_v[k - 1, j]
    if mo.parameters[VARIANT] != P or m == 0:
        for j in range(nv):
            mo.p_new[j] = mo.p[j]
        ask_canonical(mo, VELOCITY_OF, t + h)
        return OK
    if passes > 0:
        status = ask(mo, PREPARE, t + h)
        if status != OK:
            return status
    for r in range(m):
        mo.lam_2[r] = mo.lam_new[r] = 0.0
    for _ in range(
        max(passes, 1) + int(mo.parameters[OF_V])
    ):  # one is exact, but for rounding, where L is quadratic in v
        ask_canonical(mo, CANONICAL, t + h)
        ask(mo, VELOCITIES, t + h)
        for j in range(nv):
            mo.end[j] = mo.p[j] - mo.p_new[j]
        for r in range(m):
            mo.turned[r] = -mo.rate[r]
        ask_canonical(mo, SADDLE, t + h)
        for j in range(nv):
            mo.v_new[j] += mo.z[j]
        for r in range(m):
            mo.lam_2[r] = mo.turned[r]
    return OK


@inner
def _project(mo: Any, t: float, h: float, renewed: bool) -> float:
    """Variant P: mu becomes the mean of what the start and the end ask for; how much it changes, against the velocities.

    p_start = p + N mu, p_end = p + (-1)^k N mu with N = G^T K^T: equal kinetic energy in both, and rows closed at the end.
    renewed: compute K of the end anew.
    """
    m, nv = mo.lam.shape[0], mo.v.shape[0]
    for j in range(nv):
        mo.v_new[j] = mo.v_end[j]
    if land(mo, t, h, 1 if renewed else 0) != OK:
        return math.inf
    for j in range(nv):
        mo.v_end[j] = mo.v_new[j]
    if renewed:
        ask_canonical(mo, ROWS_METRIC, t + h)
    K = mo.rows_square
    sign = -1.0 if degree(mo) % 2 == 1 else 1.0
    change = size = 1e-300
    for i in range(m - 1, -1, -1):  # K^T x = impulse
        total = mo.lam_2[i]
        for j in range(i + 1, m):
            total -= K[j, i] * mo.turned[j]
        mo.turned[i] = total / K[i, i] if K[i, i] > 0.0 else 0.0
    for r in range(m):
        wanted = 0.5 * (mo.mu[r] + sign * mo.turned[r])
        mo.turned[r] = wanted - mo.mu[r]
        change = max(change, abs(mo.turned[r]))
        mo.mu[r] = wanted
    for j in range(nv):
        size += mo.v_new[j] * mo.p[j]
    kick(mo)
    _answer_kick(mo, h)
    return change / math.sqrt(abs(size))


@inner
def _answer_kick(mo: Any, h: float) -> None:
    """The multipliers that answer a change of mu, in mo.turned, where the rows stay as they are: velocities hardly change."""
    k, m, first = degree(mo), mo.lam.shape[0], mo.v.shape[0] + mo.w.shape[0]
    for i in range(k):
        weight = 0.0
        for l in range(k):
            weight += mo.tableau[INVERSE + i, l]
        for r in range(m):
            total = 0.0
            for l in range(r, m):
                total += mo.factor_start[l, r] * mo.turned[l]
            mo.nodes_x[i, first + r] -= weight * total / h


@inner
def kick(mo: Any) -> None:
    """p_start = p_begin, the momenta at the start of the step, with N mu."""
    K, G = mo.factor_start, mo.rows_start
    m, nv = mo.lam.shape[0], mo.v.shape[0]
    for j in range(nv):
        mo.p_start[j] = mo.p_begin[j]
    for r in range(m):
        total = 0.0
        for l in range(r, m):
            total += K[l, r] * mo.mu[l]
        for j in range(nv):
            mo.p_start[j] += G[r, j] * total


@inner
def predict(mo: Any, first: float, scale: float) -> None:
    """Rates and multipliers at the nodes from the polynomials of the last step, at first + scale c of it; or from its start."""
    k, nv, n = degree(mo), mo.v.shape[0], mo.nodes_x.shape[1]
    if mo.parameters[PREDICTED] == 0.0:
        for i in range(k):
            for j in range(nv):
                mo.nodes_v[i, j] = mo.v[j]
            for j in range(n):
                mo.nodes_x[i, j] = mo.nodes_x[k, j]
        return
    for i in range(k):
        for j in range(nv):
            mo.nodes_u[i, j] = mo.nodes_v[i, j]
        for j in range(n):
            mo.nodes_r[i, j] = mo.nodes_x[i, j]
    for i in range(k):
        z = first + scale * mo.tableau[NODES, i]
        whole = 1.0  # of the velocity at the start of the new step, which stands at `first`
        for l in range(k):
            whole *= (z - mo.tableau[NODES, l]) / (first - mo.tableau[NODES, l])
        for j in range(nv):
            mo.nodes_v[i, j] = whole * mo.v[j]
        for j in range(n):
            mo.nodes_x[i, j] = 0.0
        for l in range(k):
            weight = 1.0
            for r in range(k):
                if r != l:
                    weight *= (z - mo.tableau[NODES, r]) / (mo.tableau[NODES, l] - mo.tableau[NODES, r])
            with_start = weight * (z - first) / (mo.tableau[NODES, l] - first)
            for j in range(nv):
                mo.nodes_v[i, j] += with_start * mo.nodes_u[l, j]
            for j in range(n):
                mo.nodes_x[i, j] += weight * mo.nodes_r[l, j]


@inner
def solve(mo: Any, t: float, h: float, fresh: bool) -> int:
    """Iterate to rounding: energy is conserved as far as the equations of the step are solved."""
    k, last, least, rate = degree(mo), math.inf, math.inf, 1.0
    projected = mo.parameters[VARIANT] == P and mo.lam.shape[0] > 0
    constant = mo.parameters[VARIANT] == A
    metric_at = math.inf  # size of the correction when the metric of the rows at the end was computed
    begun = -1  # the first iteration that mu takes part in
    for iteration in range(100 if constant else 40):
        if iteration == 0 and not constant and (fresh or mo.clock[FACTORED] == 0.0 or mo.clock[H] != h):
            status = _renew(mo, t, h)
            if status != OK:
                return status
        before(mo, k)
        residuals(mo, t, h)
        size = _replace(mo, t, h) if constant else _correct(mo)
        mo.counts[ITERATIONS] += 1
        if not math.isfinite(size):
            return NOT_FINITE
        if projected and size < PROJECT_BELOW and iteration > 1:
            begun = iteration if begun < 0 else begun
            renewed = size < 1e-4 * metric_at
            metric_at = size if renewed else metric_at
            size = max(size, _project(mo, t, h, renewed))
        rate = size / last if iteration > 0 else 1.0
        if iteration > 0:
            mo.clock[CONTRACTION] = min(max(rate, 1e-3), 1e3)
        if size * max(rate, 1e-2) <= ROUNDING or (size < 1e-13 and size > 0.5 * least):
            return OK
        least = min(least, size)
        if iteration > 3 and size > 30.0 * least and size > 1e-11:
            break
        if size > MIX_ABOVE:
            mix(mo, k, iteration - max(begun, 0))
            if projected:
                kick(mo)
        last = size
    return NO_CONVERGENCE

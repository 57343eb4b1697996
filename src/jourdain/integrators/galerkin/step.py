"""One step of the continuous Galerkin method by Newton's method with the matrix of its middle; see method.py.

Theory: docs/theory/galerkin.md.
"""

from __future__ import annotations

import math
from typing import Any

from jourdain.integrators.galerkin import points
from jourdain.integrators.galerkin.end import kick, project
from jourdain.integrators.galerkin.mixing import before, mix
from jourdain.integrators.galerkin.points import A, C, P, at_nodes, degree, first_integral, residuals, stand, tested
from jourdain.integrators.stepping import factor_all, forces_at, least_speed
from jourdain.jit import inner
from jourdain.kernels import port
from jourdain.kernels.port import ask, ask_canonical, ask_newton
from jourdain.kernels.status import NO_CONVERGENCE, NOT_FINITE, OK
from jourdain.kernels.vectors import add_times, fill

ROUNDING = 4e-16
MIX_ABOVE = 1e-14  # below, corrections are rounding
PROJECT_BELOW = 1e-3  # relative size of a correction below which the end of the step is looked at


@inner
def _renew(mo: Any, t: float, h: float) -> int:
    """New factors for all eigenvalues, in the middle of the step."""
    k, nv = degree(mo), mo.v.shape[0]
    middle = mo.own.points // 2
    time = t + mo.tableau[points.TIMES, middle] * h
    stand(mo, middle, h)
    tested(mo, first_integral(mo) + mo.own.points + middle, mo.nodes_v, mo.v_new)
    for j in range(nv):
        if k > 1:
            apart = h * (mo.tableau[points.NODES, k - 1] - mo.tableau[points.NODES, 0])
            mo.vd_new[j] = (mo.nodes_v[k - 1, j] - mo.nodes_v[0, j]) / apart
        else:
            mo.vd_new[j] = mo.vd[j]
    forces_at(mo, time)
    ask(mo, port.RESIDUAL, time)
    ask_newton(mo, port.PARTS, time, 1.0 if mo.own.variant >= C else 0.0)
    ask(mo, port.MATRICES, time)
    ask_canonical(mo, port.MOMENTUM_TANGENT, time)
    return factor_all(mo, time, h)


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
    n, collocated, cut = nv + nw, at_nodes(mo), mo.clock.epsilon
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
            if mo.own.variant >= C:
                right[n + j] /= s
            if cut > 0.0:  # total form: rows + eps W lam = 0
                for i in range(k):
                    right[n + j] -= cut * mo.row_weights[j] * mo.mix[slot, i] * mo.nodes_x[i, n + j]
        ask_newton(mo, port.BACK, 0.0, float(slot))
        for j in range(m):  # multipliers of dropped rows are zero: these rows are open by a little, and would do work
            if mo.dropped[slot, j] == 1:
                right[n + j] = 0.0
                for i in range(k):
                    right[n + j] += mo.mix[slot, i] * mo.nodes_x[i, n + j]


@inner
def _correct(mo: Any) -> float:
    """One Newton correction of all nodes; its size against the velocities."""
    k, slots = degree(mo), mo.shifts.shape[1]
    nv, nw, m = mo.v.shape[0], mo.w.shape[0], mo.lam.shape[0]
    n, collocated = nv + nw, at_nodes(mo)
    _right_sides(mo)
    size, scale, together = 0.0, least_speed(mo), 0.0
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
    k, n = degree(mo), mo.own.points
    nv, nw, m = mo.v.shape[0], mo.w.shape[0], mo.lam.shape[0]
    size, scale, force, largest = 0.0, least_speed(mo), 0.0, 1e-300
    for j in range(m):
        mo.turned[j] = 0.0
        for i in range(k):
            mo.turned[j] -= mo.tableau[points.WEIGHTS, i] * mo.nodes_r[i, nv + nw + j]
    fill(mo.end, 0.0)
    if m > 0:
        stand(mo, n // 2, h)
        ask(mo, port.POSITIONS, t + 0.5 * h)
        status = ask(mo, port.PREPARE, t + 0.5 * h)
        if status != OK:
            return math.inf
        ask_canonical(mo, port.SADDLE, t)
        ask(mo, port.MATRICES, t)
        for r in range(m):
            add_times(mo.turned[r], mo.G[r], mo.end)
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
def solve(mo: Any, t: float, h: float, fresh: bool) -> int:
    """Iterate to rounding: energy is conserved as far as the equations of the step are solved."""
    k, last, least, rate = degree(mo), math.inf, math.inf, 1.0
    projected = mo.own.variant == P and mo.lam.shape[0] > 0
    constant = mo.own.variant == A
    metric_at = math.inf  # size of the correction when the metric of the rows at the end was computed
    begun = -1  # the first iteration that mu takes part in
    for iteration in range(100 if constant else 40):
        if iteration == 0 and not constant and (fresh or mo.clock.factored != h):
            status = _renew(mo, t, h)
            if status != OK:
                return status
        before(mo, k)
        residuals(mo, t, h)
        size = _replace(mo, t, h) if constant else _correct(mo)
        mo.counts.iterations += 1
        if not math.isfinite(size):
            return NOT_FINITE
        if projected and size < PROJECT_BELOW and iteration > 1:
            begun = iteration if begun < 0 else begun
            renewed = size < 1e-4 * metric_at
            metric_at = size if renewed else metric_at
            size = max(size, project(mo, t, h, renewed))
        rate = size / last if iteration > 0 else 1.0
        if iteration > 0:
            mo.clock.contraction = min(max(rate, 1e-3), 1e3)
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

"""Newton's method for a step of the Galerkin method with the rows, stiffness and damping of every node, for small systems.

Where bodies turn much in a step, a matrix of its middle contracts by a tenth each time, or not at all near singular positions.
This one is exact at the first guess, but for what a mass matrix that changes, more points than nodes, or variant B add to it.
Unknowns are changes of a (accelerations), extra rates and -lam at the nodes, and of mu:

    V = v_start + h A a + C mu,   Q = q + h A V,   C = M^-1 N

    M a_i + D_i V_i + K_i Q_i - G_i^T lam_i,   (G_i V_i + Jt_i Q_i)/h   (B: G_i a_i + Jt_i V_i),   mu + (-1)^k K (G v_end + ..)
Theory: docs/theory/galerkin.md.
"""

from __future__ import annotations

import math
from typing import Any

from jourdain.integrators.galerkin.end import finish, kick
from jourdain.integrators.galerkin.points import INVERSE, NODES, WEIGHTS, C, P, degree, moved, residuals
from jourdain.integrators.stepping import forces_at, least_energy, least_speed
from jourdain.jit import inner
from jourdain.kernels import port
from jourdain.kernels.dense import factor_lu, solve_lu
from jourdain.kernels.port import ask, ask_canonical, ask_newton, position_rows
from jourdain.kernels.status import NO_CONVERGENCE, NOT_FINITE, OK
from jourdain.kernels.vectors import copy, take

LEFT = 2e-17  # what may be left of an error: errors of one sign add up, and energy is as good as this
NEARLY = 1e-10  # below, corrections that do not fall any more are rounding: near singular positions there is more of it
SLOW = 0.1  # a contraction above which the matrix is computed anew


@inner
def _direct(mo: Any) -> bool:
    """The points of quadrature are the nodes."""
    return mo.own.points == mo.own.degree


@inner
def _stand_at_node(mo: Any, i: int, h: float) -> None:
    """Positions, velocities, accelerations, extra states and multipliers at node i."""
    k, nv, nw = degree(mo), mo.v.shape[0], mo.w.shape[0]
    moved(mo, mo.gauss[i], mo.nodes_v, 0, mo.q, h, mo.q_new)
    moved(mo, mo.gauss[i], mo.nodes_x, nv, mo.w, h, mo.w_new)
    copy(mo.nodes_v[i], mo.v_new)
    for j in range(nv):
        a = 0.0
        for l in range(k):
            a += mo.tableau[INVERSE + i, l] * (mo.nodes_v[l, j] - mo.v[j])
        mo.vd_new[j] = a / h
    take(mo.nodes_x[i], nv, mo.wd_new)
    take(mo.nodes_x[i], nv + nw, mo.lam_new)


@inner
def _kick_velocities(mo: Any, t: float) -> None:
    """kicks (m, nv) = C^T: velocities that belong to the columns of N at the start of the step."""
    m, nv = mo.lam.shape[0], mo.v.shape[0]
    copy(mo.y, mo.y_new)
    ask(mo, port.POSITIONS, t)
    for l in range(m):
        for j in range(nv):
            total = mo.p_begin[j]
            for r in range(l + 1):
                total += mo.rows_start[r, j] * mo.factor_start[l, r]
            mo.p_new[j], mo.v_new[j] = total, mo.v[j]
        ask_canonical(mo, port.VELOCITY_OF, t)
        for j in range(nv):
            mo.kicks[l, j] = mo.v_new[j] - mo.v[j]


@inner
def _node_matrix(mo: Any, i: int, h: float, projected: bool) -> None:
    """Lines of node i."""
    k, nv, m = degree(mo), mo.v.shape[0], mo.lam.shape[0]
    n1 = mo.nodes_x.shape[1]
    n, X, parts = n1 - m, mo.newton, mo.stage_parts
    rates, position = mo.own.variant >= C, n + position_rows(mo)
    for j in range(k):
        once, twice, same = mo.gauss[i, j], mo.gauss_twice[i, j], 1.0 if i == j else 0.0
        for a in range(n):
            for b in range(n):
                X[i * n1 + a, j * n1 + b] = (
                    same * parts[a, b] + h * once * parts[n1 + a, b] + h * h * twice * parts[2 * n1 + a, b]
                )
            for b in range(n, n1):
                X[i * n1 + a, j * n1 + b] = same * parts[a, b]
        for a in range(n, n1):
            for b in range(n1):
                turning = parts[n1 + a, b]
                if rates:
                    X[i * n1 + a, j * n1 + b] = once * parts[a, b] + h * twice * turning
                else:  # of rows of positions the bias changes by twice that
                    X[i * n1 + a, j * n1 + b] = same * parts[a, b] + h * once * (2.0 if a < position else 1.0) * turning
    if not projected:
        return
    c, first = mo.tableau[NODES, i], k * n1
    for r in range(m):
        for a in range(n1):
            total = 0.0
            for b in range(nv):
                if a < n:
                    total += (parts[n1 + a, b] + h * c * parts[2 * n1 + a, b]) * mo.kicks[r, b]
                else:
                    total += (parts[a, b] + h * c * parts[n1 + a, b]) * mo.kicks[r, b] / h
            X[i * n1 + a, first + r] = total


@inner
def _end_matrix(mo: Any, h: float) -> None:
    """Lines of mu; how rows turn at the end is taken from the last node."""
    k, nv, m = degree(mo), mo.v.shape[0], mo.lam.shape[0]
    n1, X, parts, K = mo.nodes_x.shape[1], mo.newton, mo.stage_parts, mo.rows_square
    n, first, sign = n1 - m, k * n1, -1.0 if k % 2 == 1 else 1.0
    for r in range(m):
        for j in range(k):
            for b in range(n1):
                X[first + r, j * n1 + b] = 0.0
            twice = 0.0
            for l in range(k):
                twice += mo.tableau[WEIGHTS, l] * mo.gauss[l, j]
            for b in range(nv):
                total = 0.0
                for l in range(r + 1):
                    turning = parts[n1 + n + l, b]
                    total += K[r, l] * (h * mo.tableau[WEIGHTS, j] * mo.G[l, b] + h * h * twice * turning)
                X[first + r, j * n1 + b] = sign * total
        for c in range(m):
            total = 0.0
            for l in range(r + 1):
                for b in range(nv):
                    total += K[r, l] * (mo.G[l, b] + h * parts[n1 + n + l, b]) * mo.kicks[c, b]
            X[first + r, first + c] = sign * total + (1.0 if r == c else 0.0)


@inner
def _renew(mo: Any, t: float, h: float, projected: bool) -> int:
    """The matrix at the present guess, factored."""
    k = degree(mo)
    if projected:
        _kick_velocities(mo, t)
    for i in range(k):
        time = t + mo.tableau[NODES, i] * h
        _stand_at_node(mo, i, h)
        forces_at(mo, time)
        ask(mo, port.RESIDUAL, time)
        ask_newton(mo, port.PARTS, time, 1.0)
        ask_canonical(mo, port.DENSE_PARTS, time)
        _node_matrix(mo, i, h, projected)
        if i == k // 2:
            ask(mo, port.MATRICES, time)
            ask_canonical(mo, port.MOMENTUM_TANGENT, time)
    if projected:
        _end(mo, t, h)
        _end_matrix(mo, h)
    mo.counts.factorizations += 1
    return OK if factor_lu(mo.newton, _size(mo, projected), mo.newton_exchange) else NO_CONVERGENCE


@inner
def _size(mo: Any, projected: bool) -> int:
    return degree(mo) * mo.nodes_x.shape[1] + (mo.lam.shape[0] if projected else 0)


@inner
def _end(mo: Any, t: float, h: float) -> int:
    """Rates of the rows at the end of the step before it is projected, G and the metric of the rows there."""
    finish(mo, t, h)
    for j in range(mo.v.shape[0]):
        mo.p_new[j], mo.v_new[j] = mo.p[j], mo.nodes_v[degree(mo) - 1, j]
    ask_canonical(mo, port.VELOCITY_OF, t + h)
    status = ask(mo, port.PREPARE, t + h)
    ask(mo, port.VELOCITIES, t + h)
    ask_canonical(mo, port.ROWS_METRIC, t + h)
    return status


@inner
def _right_side(mo: Any, t: float, h: float, projected: bool) -> int:
    """Minus the residuals, in newton_x; nodes_u = A^-1 M (V - tested velocities)/h where the points are not the nodes."""
    k, nv, m = degree(mo), mo.v.shape[0], mo.lam.shape[0]
    n1 = mo.nodes_x.shape[1]
    n, x, direct = n1 - m, mo.newton_x, _direct(mo)
    scale = h if mo.own.variant >= C else 1.0
    for i in range(k):
        for a in range(n1):
            x[i * n1 + a] = -mo.nodes_r[i, a] if a < n else -mo.nodes_r[i, a] / scale
        for a in range(nv if not direct else 0):
            total = 0.0
            for b in range(nv):
                mixed = 0.0
                for l in range(k):
                    mixed += mo.tableau[INVERSE + i, l] * mo.nodes_du[l, b]
                total += mo.M[a, b] * mixed
            mo.nodes_u[i, a] = total / h
            x[i * n1 + a] -= mo.nodes_u[i, a]
    if not projected:
        return OK
    status = _end(mo, t, h)
    sign = -1.0 if k % 2 == 1 else 1.0
    for r in range(m):
        total = mo.mu[r]
        for l in range(r + 1):
            total += sign * mo.rows_square[r, l] * mo.rate[l]
        x[k * n1 + r] = -total
    return status


@inner
def _update(mo: Any, h: float, projected: bool) -> float:
    """Unknowns changed by newton_x; the size of the change against the velocities."""
    k, nv, m = degree(mo), mo.v.shape[0], mo.lam.shape[0]
    n1 = mo.nodes_x.shape[1]
    n, x, direct = n1 - m, mo.newton_x, _direct(mo)
    size, scale, energy, together = 0.0, least_speed(mo), least_energy(mo), 0.0
    for i in range(k):
        for j in range(nv):
            change = 0.0
            for l in range(k):
                change += h * mo.gauss[i, l] * x[l * n1 + j]
            for r in range(m if projected else 0):
                change += mo.kicks[r, j] * x[k * n1 + r]
            mo.nodes_v[i, j] += change
            mo.u[j] = change
            together += change  # max() passes over NaN, a sum does not
            size, scale = max(size, abs(change)), max(scale, abs(mo.nodes_v[i, j]))
        for a in range(
            nv
        ):  # where V gives the rates of momenta, they are as good as its rounding over h: these are better
            total = mo.nodes_u[i, a] if not direct else 0.0
            for b in range(nv):
                total += mo.M[a, b] * x[i * n1 + b] + mo.momentum_tangent[a, b] * mo.u[b]
            mo.nodes_x[i, a] += total
        for a in range(nv, n):
            mo.nodes_x[i, a] += x[i * n1 + a]
        for a in range(n, n1):
            mo.nodes_x[i, a] -= x[i * n1 + a]  # the unknown is -lam
    size /= scale
    if projected:
        for j in range(nv):
            energy += max(mo.v[j] * mo.p_begin[j], mo.v_new[j] * mo.p[j])  # at the start and, as it was, at the end
        for r in range(m):
            mo.mu[r] += x[k * n1 + r]
            size = max(size, abs(x[k * n1 + r]) / math.sqrt(abs(energy)))
        kick(mo)
    return size if math.isfinite(together) and math.isfinite(size) else math.inf


@inner
def newton(mo: Any, t: float, h: float) -> int:
    """Iterate to rounding: energy is conserved as far as the equations of the step are solved."""
    last, least, rate = math.inf, math.inf, 0.0
    projected = mo.own.variant == P and mo.lam.shape[0] > 0
    slow = SLOW if mo.own.variant >= C else 0.5
    for iteration in range(30):
        residuals(mo, t, h)
        if (iteration == 0 or (rate > slow and least > NEARLY)) and _renew(mo, t, h, projected) != OK:
            return NO_CONVERGENCE
        status = _right_side(mo, t, h, projected)
        if status != OK:
            return status
        solve_lu(mo.newton, _size(mo, projected), mo.newton_exchange, mo.newton_x)
        size = _update(mo, h, projected)
        mo.counts.iterations += 1
        if not math.isfinite(size):
            return NOT_FINITE
        before, rate = rate, size / last if iteration > 0 else 0.0
        if size * max(rate, before, 0.01) <= LEFT or (size > 0.5 * least and least < NEARLY):
            return OK
        least, last = min(least, size), size
    return NO_CONVERGENCE

"""Derivatives of the steps of generalized-alpha, forward (direct) and backward (adjoint), at states that are known.

At the end of each step the residual is zero for every value of a parameter p. With th for the rotations and displacements of
q in body axes, f = 1/(1 - am), T the chart of the step and C its rotation:

    a1 = f ((1 - af) vd1 + af vd0 - am a0)          v1 = v0 + h ((1 - gamma) a0 + gamma a1)
    u  = h v0 + h^2 ((1/2 - beta) a0 + beta a1) + terms of the chart          th1 = C^T th0 + T u
    S (vd1, wd1, -lam1) = -(K th1' + D v1' + r_p),  rows: -beta' (G th1' + g_p)

where ' is what is known without vd1 and lam1, and S is the Newton matrix. The adjoint goes through the same lines backward.
Theory: docs/theory/sensitivity.md.
"""

from __future__ import annotations

from typing import Any

from jourdain.integrators.alpha.linearised import linearise, subtract_from_gradient, subtract_parameter
from jourdain.jit import inner, kernel, leaf
from jourdain.kernels.kinds import curved, dimension, rotation_place, width
from jourdain.kernels.linalg import solve
from jourdain.kernels.measures import against, along
from jourdain.kernels.status import OK
from jourdain.kernels.tables import VELOCITY
from jourdain.kernels.tangent import augment_right_side
from jourdain.kernels.vectors import copy, fill


@inner
def _rotate(kind: Any, A: Any, x: Any, transposed: bool, y: Any, add: float) -> None:
    """y = add y + A x over the rotations of each body, x where nothing is turned; A (nb, 3, 3)."""
    for i in range(x.shape[0]):
        turned = curved(kind) and i < width(kind) * A.shape[0] and i % width(kind) >= dimension(kind)
        y[i] = add * y[i] + (0.0 if turned else x[i])
    if curved(kind):
        for b in range(A.shape[0]):
            k = rotation_place(kind, b)
            for i in range(3):
                total = 0.0
                for j in range(3):
                    total += (A[b, j, i] if transposed else A[b, i, j]) * x[k + j]
                y[k + i] += total


@inner
def _turn_only(kind: Any, A: Any, x: Any, transposed: bool, y: Any) -> None:
    """y += A x over the rotations of each body only."""
    if curved(kind):
        for b in range(A.shape[0]):
            k = rotation_place(kind, b)
            for i in range(3):
                for j in range(3):
                    y[k + i] += (A[b, j, i] if transposed else A[b, i, j]) * x[k + j]


@inner
def _forward(kind: Any, s: Any, d: Any, n: int, p: int) -> None:
    """Line p after step n from the line before."""
    m, h, nv, nw = d.method, d.times[n + 1] - d.times[n], kind.v, kind.w
    f, c0, c1 = 1.0 / (1.0 - m.am), h * h * (0.5 - m.beta), h * h * m.beta
    gain = f * (1.0 - m.af)
    th, dv, da, mean = d.th[p], d.dv[p], d.da[p], d.dmean[p]
    x1, x2, u, b = d.x1, d.x2, d.u, d.right
    for i in range(nv):
        mean_1 = f * (m.af * da[i] - m.am * mean[i])
        u[i] = h * dv[i] + c0 * mean[i] + c1 * mean_1
        x2[i] = dv[i] + h * ((1.0 - m.gamma) * mean[i] + m.gamma * mean_1)
        mean[i] = mean_1
    _turn_only(kind, d.of_v, dv, False, u)
    _turn_only(kind, d.of_v_old, d.dv_old[p], False, u)
    fill(x1, 0.0)
    _rotate(kind, d.turned, th, True, x1[:nv], 0.0)
    _rotate(kind, s.chart, u, False, x1[:nv], 1.0)
    for i in range(nw):
        mean_1 = f * (m.af * d.dwd[p, i] - m.am * d.dmean_w[p, i])
        x2[nv + i] = d.dw[p, i] + h * ((1.0 - m.gamma) * d.dmean_w[p, i] + m.gamma * mean_1)
        d.dmean_w[p, i] = mean_1
    fill(b, 0.0)
    subtract_parameter(kind, s, d, n, p, b)
    _subtract_products(kind, s, d, x1, x2, b, h)
    for r in range(s.rows.shape[0]):
        if s.left_out[s.place[nv + nw + r]] == 1:  # its multiplier stays what it was
            against(kind, s, s.rows[r], s.J, d.dlam[p, r], b)
    augment_right_side(kind, s, b)
    solve(s, b, d.answer)
    x = d.answer
    for i in range(nv):
        d.dv_old[p, i] = dv[i]
        u[i] = c1 * gain * x[i]
        da[i] = x[i]
        mean[i] += gain * x[i]
        dv[i] = x2[i] + h * m.gamma * gain * x[i]
        th[i] = x1[i]
    _rotate(kind, s.chart, u, False, th, 1.0)
    for i in range(nw):
        d.dwd[p, i] = x[nv + i]
        d.dmean_w[p, i] += gain * x[nv + i]
        d.dw[p, i] = x2[nv + i] + h * m.gamma * gain * x[nv + i]
    for r in range(s.rows.shape[0]):
        if s.left_out[s.place[nv + nw + r]] == 0:
            d.dlam[p, r] = -x[nv + nw + r]


@inner
def _subtract_products(kind: Any, s: Any, d: Any, x1: Any, x2: Any, b: Any, h: float) -> None:
    """b -= K x1 + D x2, and of the rows what they change by for positions x1 and velocities x2."""
    m, n = d.method, kind.v + kind.w
    for k in range(d.entry.shape[0]):  # of states, x1 is zero
        b[d.entry_row[k]] -= d.stiffness[k] * x1[d.entry_column[k]]
    for k in range(d.entry.shape[0] if m.damped == 1 else 0):
        b[d.entry_row[k]] -= d.damping[k] * x2[d.entry_column[k]]
    c = (1.0 - m.am) / (1.0 - m.af)
    for r in range(s.rows.shape[0]):
        row = s.rows[r]
        if row.level == VELOCITY:
            moved = along(kind, s, row, s.Jt, x1)
            b[n + r] -= c / (h * m.gamma) * along(kind, s, row, s.J, x2, moved)
        else:
            b[n + r] -= c / (h * h * m.beta) * along(kind, s, row, s.J, x1)


@leaf
def _gather_reversed(values: Any, row: Any, column: Any, used: int, y: Any) -> None:
    """y[column] -= value y[row] for all entries, last one first; those of a column stand together and are summed first."""
    e = used - 1
    while e >= 0:
        here, total = column[e], 0.0
        while e >= 0 and column[e] == here:
            total += values[e] * y[row[e]]
            e -= 1
        y[here] -= total


@inner
def _solve_transposed(s: Any, b: Any, x: Any) -> None:
    """x = S^-T b with the factors of factor(): the sums of solve() in the opposite order."""
    place, y = s.place, s.ordered
    for i in range(place.shape[0]):
        y[place[i]] = b[i]
    _gather_reversed(s.U, s.U_row, s.U_column, s.used[1], y)
    for i in range(place.shape[0]):
        y[i] *= s.pivot[i]
    _gather_reversed(s.L, s.L_row, s.L_column, s.used[0], y)
    for i in range(place.shape[0]):
        x[i] = y[place[i]]


@inner
def _backward(kind: Any, s: Any, d: Any, n: int, o: int) -> None:
    """Line o before step n from the line after; d.answer are the multipliers of the step's equations afterwards."""
    m, h, nv, nw = d.method, d.times[n + 1] - d.times[n], kind.v, kind.w
    f, c0, c1 = 1.0 / (1.0 - m.am), h * h * (0.5 - m.beta), h * h * m.beta
    gain = f * (1.0 - m.af)
    th, dv, da, mean = d.th[o], d.dv[o], d.da[o], d.dmean[o]
    u, b, mu, x1, x2 = d.u, d.right, d.answer, d.x1, d.x2
    fill(b, 0.0)
    _rotate(kind, s.chart, th, True, u, 0.0)
    for i in range(nv):
        b[i] = da[i] + gain * mean[i] + h * m.gamma * gain * dv[i] + c1 * gain * u[i]
    for i in range(nw):
        b[nv + i] = d.dwd[o, i] + gain * d.dmean_w[o, i] + h * m.gamma * gain * d.dw[o, i]
    for r in range(s.rows.shape[0]):
        if s.left_out[s.place[nv + nw + r]] == 0:
            b[nv + nw + r] = -d.dlam[o, r]
            d.dlam[o, r] = 0.0
    _solve_transposed(s, b, mu)
    for r in range(s.rows.shape[0] if s.augment.shape[0] > 0 else 0):
        if s.rows[r].augmented == 1:
            mu[nv + nw + r] += along(kind, s, s.rows[r], s.J, mu) / s.rows[r].weight
    for r in range(s.rows.shape[0]):
        if s.left_out[s.place[nv + nw + r]] == 1:
            d.dlam[o, r] += along(kind, s, s.rows[r], s.J, mu)
    for i in range(nv):
        x1[i], x2[i] = th[i], dv[i]
    for i in range(nw):
        x1[nv + i], x2[nv + i] = 0.0, d.dw[o, i]
    _subtract_transposed(kind, s, d, mu, x1, x2, h)
    _rotate(kind, s.chart, x1[:nv], True, u, 0.0)
    for i in range(nv):
        mean_1 = mean[i] + h * m.gamma * x2[i] + c1 * u[i]
        earlier = d.dv_old[o, i]
        dv[i] = x2[i] + h * u[i] + earlier
        mean[i] = h * (1.0 - m.gamma) * x2[i] + c0 * u[i] - f * m.am * mean_1
        da[i] = f * m.af * mean_1
        d.dv_old[o, i] = 0.0
    _turn_only(kind, d.of_v, u, True, dv)
    _turn_only(kind, d.of_v_old, u, True, d.dv_old[o])
    _rotate(kind, d.turned, x1[:nv], False, th, 0.0)
    for i in range(nw):
        mean_1 = d.dmean_w[o, i] + h * m.gamma * x2[nv + i]
        d.dw[o, i] = x2[nv + i]
        d.dmean_w[o, i] = h * (1.0 - m.gamma) * x2[nv + i] - f * m.am * mean_1
        d.dwd[o, i] = f * m.af * mean_1


@inner
def _subtract_transposed(kind: Any, s: Any, d: Any, mu: Any, x1: Any, x2: Any, h: float) -> None:
    """x1 -= K^T mu, x2 -= D^T mu, and of the rows likewise."""
    m, n = d.method, kind.v + kind.w
    for k in range(d.entry.shape[0]):
        x1[d.entry_column[k]] -= d.stiffness[k] * mu[d.entry_row[k]]
    for k in range(d.entry.shape[0] if m.damped == 1 else 0):
        x2[d.entry_column[k]] -= d.damping[k] * mu[d.entry_row[k]]
    c = (1.0 - m.am) / (1.0 - m.af)
    for r in range(s.rows.shape[0]):
        row = s.rows[r]
        if row.level == VELOCITY:
            scale = c / (h * m.gamma) * mu[n + r]
            against(kind, s, row, s.J, -scale, x2)
            against(kind, s, row, s.Jt, -scale, x1)
        else:
            against(kind, s, row, s.J, -c / (h * h * m.beta) * mu[n + r], x1)


@kernel
def differentiate_steps(kind: Any, s: Any, d: Any, backward: int) -> int:
    """All steps, forward for each parameter or backward for each output; lines begin, and end, in d.th, d.dv, ..

    Forward: d.out_.. are the lines at the outputs. Backward: they are the derivatives of the outputs by the states there, and
    d.by_number and d.gradient are what the equations of the steps add; what the start adds is for the caller. Returns -1,
    or a step with a useless pivot.
    """
    n_steps, n_lines = d.times.shape[0] - 1, d.th.shape[0]
    for k in range(n_steps):
        n = n_steps - 1 - k if backward == 1 else k
        o = d.stored[n + 1] if backward == 1 else d.stored[n]
        if o >= 0:
            _exchange(d, o, backward)
        if linearise(kind, s, d, n) != OK:
            return n
        if backward == 0:
            for p in range(n_lines):
                _forward(kind, s, d, n, p)
            continue
        for line in range(n_lines):
            _backward(kind, s, d, n, line)
            copy(d.answer, d.mu[line])
        subtract_from_gradient(kind, s, d, n)
    o = d.stored[0] if backward == 1 else d.stored[n_steps]
    if o >= 0:
        _exchange(d, o, backward)
    return -1


@inner
def _exchange(d: Any, o: int, backward: int) -> None:
    """Store the lines at output o, or add what an output asks of them."""
    for line in range(d.th.shape[0]):
        for i in range(d.th.shape[1]):
            if backward == 1:
                d.th[line, i] += d.out_th[o, line, i]
                d.dv[line, i] += d.out_dv[o, line, i]
            else:
                d.out_th[o, line, i] = d.th[line, i]
                d.out_dv[o, line, i] = d.dv[line, i]
        for i in range(d.dw.shape[1]):
            if backward == 1:
                d.dw[line, i] += d.out_dw[o, line, i]
            else:
                d.out_dw[o, line, i] = d.dw[line, i]

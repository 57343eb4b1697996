"""One step of generalized-alpha, linearised at its end: the factors of its Newton matrix, and what a parameter adds.

The equations are at the head of derivatives.py. r_p and g_p are differences of two small systems for each parameter (`tables`),
which hold only what that parameter changes. Theory: docs/theory/sensitivity.md.
"""

from __future__ import annotations

from typing import Any

from jourdain.jit import inner
from jourdain.kernels.context import declare, system_at
from jourdain.kernels.equations import forces, positions, residual, velocities
from jourdain.kernels.kinds import chart_inverse, curved, difference, width
from jourdain.kernels.linalg import factor
from jourdain.kernels.motion import FLOAT, INT
from jourdain.kernels.status import BAD_PIVOT, OK
from jourdain.kernels.tables import BASE_RANK, VELOCITY, record
from jourdain.kernels.tangent import assemble, charted, row_tangent
from jourdain.kernels.vectors import fill

NONE = 1e-300  # counts as not zero: what does not change is in all parts, see PARTS in kernels/answers.py
DEPENDENT = 10.0  # as in method.py

_STEPS = ("q", "v", "a", "w", "lam", "ref")
_LINES = ("th", "dv", "da", "dmean", "dw", "dwd", "dmean_w", "dlam", "dv_old")  # one line per parameter or output
derivatives_at = declare(
    "alpha derivatives",
    {
        "method": (record("am af beta gamma epsilon"), 0),
        "times": (FLOAT, 1),
        **{f"step_{name}": (FLOAT, 2) for name in _STEPS},  # (N + 1, ..) states
        **{name: (FLOAT, 2) for name in _LINES},
        "stored": (INT, 1),  # (N + 1,) the output at this step, or -1
        **{f"out_{name}": (FLOAT, 3) for name in ("th", "dv", "dw")},  # (outputs, lines, ..): found, or given (adjoint)
        "tables": (INT, 2),  # (parameters, 2) addresses of the two systems of each
        "scale": (FLOAT, 1),  # 1 / their distance
        "first_row": (INT, 1),  # (parameters + 1,) rows that they hold: in `rows`
        "rows": (INT, 1),
        "gradient": (FLOAT, 2),  # (outputs, parameters) of the adjoint
        "mu": (FLOAT, 2),  # (outputs, unknowns) multipliers of the equations of a step
        **{
            name: (FLOAT, 1) for name in ("mass", "stiffness", "damping", "u", "x1", "x2", "part", "picked", "no_rates")
        },
        **{name: (FLOAT, 1) for name in ("right", "answer")},
        "turned": (FLOAT, 3),  # (nb, 3, 3) C
        "of_v": (FLOAT, 3),  # derivatives of the terms of the chart by v and by the velocities a step earlier
        "of_v_old": (FLOAT, 3),
    },
)


@inner
def _turn_of_step(kind: Any, s: Any, d: Any) -> None:
    """The chart T in s.chart, the rotation C = R0^T R1 of the step in d.turned, from the increment d.u: C = cay(u)."""
    chart_inverse(kind, d.u, s.chart)
    if not curved(kind):
        return
    for b in range(s.chart.shape[0]):
        k = 6 * b + 3
        x, y, z = 0.5 * d.u[k], 0.5 * d.u[k + 1], 0.5 * d.u[k + 2]
        c = 1.0 / (1.0 + x * x + y * y + z * z)
        C = d.turned
        C[b, 0, 0] = 1.0 - 2.0 * c * (y * y + z * z)
        C[b, 1, 1] = 1.0 - 2.0 * c * (x * x + z * z)
        C[b, 2, 2] = 1.0 - 2.0 * c * (x * x + y * y)
        C[b, 0, 1], C[b, 1, 0] = 2.0 * c * (x * y - z), 2.0 * c * (x * y + z)
        C[b, 0, 2], C[b, 2, 0] = 2.0 * c * (x * z + y), 2.0 * c * (x * z - y)
        C[b, 1, 2], C[b, 2, 1] = 2.0 * c * (y * z - x), 2.0 * c * (y * z + x)


@inner
def _terms_of_chart(kind: Any, d: Any, n: int, h: float) -> None:
    """Derivatives of kinds.chart_terms: of (h^3/12) |w|^2 w + (h^2/12) w x (w - w_old)."""
    if not curved(kind):
        return
    late = n > 0  # the first step has no earlier one
    for b in range(d.of_v.shape[0]):
        k = 6 * b + 3
        x, y, z = d.step_v[n, k], d.step_v[n, k + 1], d.step_v[n, k + 2]
        e = h * h / 12.0
        c = h * e
        square = x * x + y * y + z * z
        X, Y = d.of_v, d.of_v_old
        X[b, 0, 0], X[b, 1, 1], X[b, 2, 2] = (
            c * (square + 2 * x * x),
            c * (square + 2 * y * y),
            c * (square + 2 * z * z),
        )
        X[b, 0, 1] = X[b, 1, 0] = 2 * c * x * y
        X[b, 0, 2] = X[b, 2, 0] = 2 * c * x * z
        X[b, 1, 2] = X[b, 2, 1] = 2 * c * y * z
        Y[b, 0, 0] = Y[b, 1, 1] = Y[b, 2, 2] = 0.0
        Y[b, 0, 1], Y[b, 1, 0] = (e * z, -e * z) if late else (0.0, 0.0)  # -w~
        Y[b, 0, 2], Y[b, 2, 0] = (-e * y, e * y) if late else (0.0, 0.0)
        Y[b, 1, 2], Y[b, 2, 1] = (e * x, -e * x) if late else (0.0, 0.0)
        if late:  # d(w x (w - w_old))/dw = w~ - (w - w_old)~ = w_old~
            a, f, g = e * d.step_v[n - 1, k], e * d.step_v[n - 1, k + 1], e * d.step_v[n - 1, k + 2]
            X[b, 0, 1] -= g
            X[b, 1, 0] += g
            X[b, 0, 2] += f
            X[b, 2, 0] -= f
            X[b, 1, 2] -= a
            X[b, 2, 1] += a


@inner
def linearise(kind: Any, s: Any, d: Any, n: int) -> int:
    """Factors of S in s, and the parts d.stiffness = K and d.damping = D, at the end of step n."""
    m, t, h = d.method, d.times[n + 1], d.times[n + 1] - d.times[n]
    c = (1.0 - m.af) / (1.0 - m.am)
    cD, cK = h * m.gamma * c, h * h * m.beta * c
    q, v, w, lam = d.step_q[n + 1], d.step_v[n + 1], d.step_w[n + 1], d.step_lam[n + 1]
    positions(kind, s, t, q, d.step_ref[n], kind.active)
    velocities(kind, s, v)
    forces(kind, s, v, w, lam)
    residual(kind, s, d.step_a[n + 1], d.no_rates, lam, s.residual)
    difference(kind, d.step_q[n], q, d.u)
    for b in range(s.chart.shape[0]):
        for i in range(3):
            for j in range(3):
                s.chart[b, i, j] = 1.0 if i == j else 0.0
    values, M, K, D = s.values, d.mass, d.stiffness, d.damping
    assemble(kind, s, v, lam, 1.0, 0.0, 0.0, NONE, m.epsilon, 0.0)
    for e in range(values.shape[0]):
        M[e] = values[e]
    assemble(kind, s, v, lam, 1.0, 1.0, 0.0, 1.0, m.epsilon, 0.0)
    for e in range(values.shape[0]):
        D[e] = values[e] - M[e]
    assemble(kind, s, v, lam, 1.0, 0.0, 1.0, NONE, m.epsilon, 0.0)
    for e in range(values.shape[0]):
        K[e] = values[e] - M[e]
    _turn_of_step(kind, s, d)
    _terms_of_chart(kind, d, n, h)
    if curved(kind):
        assemble(kind, s, v, lam, 1.0, cD, cK, cD, m.epsilon, 0.0)
    else:
        for e in range(values.shape[0]):
            values[e] = M[e] + cD * D[e] + cK * K[e]
    if kind.a > 0:
        row_tangent(kind, s, v)
        for i in range(s.row_blocks.shape[0]):
            block = s.row_blocks[i]
            if s.rows[block.row].level == VELOCITY:
                for k in range(width(kind)):
                    values[s.row_place[i, k]] += cK / cD * charted(kind, s.Jt, block.block, s.chart, block.body, k)
    return BAD_PIVOT if factor(s, kind.v + kind.w, DEPENDENT * m.epsilon, s.flags[BASE_RANK]) >= 0 else OK


@inner
def by_parameter(kind: Any, s: Any, d: Any, n: int, p: int) -> None:
    """d.part = (r_p, scaled rows) of parameter p at the end of step n."""
    m, t, h = d.method, d.times[n + 1], d.times[n + 1] - d.times[n]
    c = (1.0 - m.am) / (1.0 - m.af)
    first, last, n_rows = d.first_row[p], d.first_row[p + 1], s.rows.shape[0]
    some, unknowns = last - first < n_rows, kind.v + kind.w
    lam = d.picked[: last - first] if some else d.step_lam[n + 1]
    if some:
        for i in range(last - first):
            lam[i] = d.step_lam[n + 1, d.rows[first + i]]
    v, w = d.step_v[n + 1], d.step_w[n + 1]
    fill(d.part, 0.0)
    for side in range(2):
        z = system_at(d.tables[p, side])
        factor_ = d.scale[p] if side == 1 else -d.scale[p]
        fill(z.force, 0.0)
        fill(z.residual, 0.0)
        positions(kind, z, t, d.step_q[n + 1], d.step_ref[n], kind.active)
        velocities(kind, z, v)
        forces(kind, z, v, w, lam)
        residual(kind, z, d.step_a[n + 1], d.no_rates, lam, z.residual)
        for i in range(unknowns):
            d.part[i] += factor_ * z.residual[i]
        for i in range(last - first):
            r = d.rows[first + i]
            velocity = s.rows[r].level == VELOCITY
            d.part[unknowns + r] += factor_ * (
                z.rate[i] * c / (h * m.gamma) if velocity else z.g[i] * c / (h * h * m.beta)
            )

"""One step of generalized-alpha, linearised at its end: the factors of its Newton matrix, and what a parameter adds.

The equations are at the head of derivatives.py. r_p and g_p are sums over the numbers of the tables that a parameter changes
(numbers.py). Where these are angles in space, blades or the like, they are differences of two small systems (`tables`), which
hold only what that parameter changes. Theory: docs/theory/sensitivity.md.
"""

from __future__ import annotations

from typing import Any

from numba.extending import overload

from jourdain.integrators.alpha.numbers import NUMBER, READER, USE, act_on_measures, add_number
from jourdain.jit import inner
from jourdain.kernels.context import declare, system_at
from jourdain.kernels.equations import forces, positions, residual, velocities
from jourdain.kernels.kinds import chart_inverse, curved, difference, rotation_place, span, varying_mass, width
from jourdain.kernels.linalg import factor
from jourdain.kernels.motion import FLOAT, INT
from jourdain.kernels.status import BAD_PIVOT, OK
from jourdain.kernels.tables import BASE_RANK, VELOCITY, record
from jourdain.kernels.tangent import assemble, assemble_index1, charted, row_tangent, stiffness_blocks, weigh_rows
from jourdain.kernels.vectors import copy, fill

NONE = 1e-300  # counts as not zero: what does not change is in all parts, see PARTS in kernels/answers.py
DEPENDENT = 10.0  # as in method.py

_STEPS = ("q", "v", "a", "w", "lam", "ref")
_LINES = ("th", "dv", "da", "dmean", "dw", "dwd", "dmean_w", "dlam", "dv_old")  # one line per parameter or output
derivatives_at = declare(
    "alpha derivatives",
    {
        "method": (record("am af beta gamma epsilon", "damped"), 0),
        "times": (FLOAT, 1),
        **{f"step_{name}": (FLOAT, 2) for name in _STEPS},  # (N + 1, ..) states
        **{name: (FLOAT, 2) for name in _LINES},
        "stored": (INT, 1),  # (N + 1,) the output at this step, or -1
        **{f"out_{name}": (FLOAT, 3) for name in ("th", "dv", "dw")},  # (outputs, lines, ..): found, or given (adjoint)
        "tables": (INT, 2),  # (parameters, 2) addresses of the two systems of each
        "scale": (FLOAT, 1),  # 1 / their distance
        "sizes": (INT, 2),  # (parameters, 8) of these systems: a kind
        # what they hold of rows, positions and velocities: places, and where those of each parameter begin
        **{f"{what}{of}": (INT, 1) for what in ("first_", "") for of in ("rows", "positions", "velocities")},
        # entries of the Newton matrix that stiffness and damping may have: place, row, column, pair of bodies (-1: of states),
        # and what the rates of states add
        **{name: (INT, 1) for name in ("entry", "entry_row", "entry_column", "entry_pair")},
        **{name: (FLOAT, 1) for name in ("of_rates", "stiffness", "damping")},
        # what parameters change, number by number (see numbers.py): which, by how much, and where those of each parameter begin
        "numbers": (NUMBER, 1),
        "uses": (USE, 1),
        "reader": (INT, 1),  # (nm + 1,) where the readers of each measure begin
        "readers": (READER, 1),
        "acting": (FLOAT, 1),  # (nm + 1,) the force that rows and laws exert along each measure
        "slope_code": (INT, 2),  # derivatives of texts by parameters, as tapes (functions/tape.py)
        "slope_const": (FLOAT, 1),
        "slope_pointers": (INT, 1),
        "slope_start": (INT, 1),
        "slope_registers": (FLOAT, 2),
        "number": (INT, 1),
        "amount": (FLOAT, 1),
        "first_number": (INT, 1),
        "whole": (INT, 1),  # (parameters,) 1: it changes other things, too, so its two systems are compared
        "by_number": (FLOAT, 2),  # (outputs, numbers) of the adjoint
        "block": (FLOAT, 2),  # (1, nvb) scratch
        "gradient": (FLOAT, 2),  # (outputs, parameters) of the adjoint
        "mu": (FLOAT, 2),  # (outputs, unknowns) multipliers of the equations of a step
        **{name: (FLOAT, 1) for name in ("u", "x1", "x2", "part", "right", "answer")},
        **{name: (FLOAT, 1) for name in ("some_q", "some_v", "some_a", "some_lam", "no_rates")},
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
        k = rotation_place(kind, b)
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
        k = rotation_place(kind, b)
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
def _take(s: Any, d: Any, part: Any, sign: float) -> None:
    """part = what was assembled, without the rates of states; sign -1: subtract that instead."""
    for k in range(part.shape[0]):
        value = s.values[d.entry[k]] - d.of_rates[k]
        part[k] = value if sign == 1.0 else part[k] + sign * value


@inner
def linearise(kind: Any, s: Any, d: Any, n: int) -> int:
    """Factors of S in s, and the parts d.stiffness = K and d.damping = D, at the end of step n."""
    m, t, h = d.method, d.times[n + 1], d.times[n + 1] - d.times[n]
    c = (1.0 - m.af) / (1.0 - m.am)
    cD, cK = h * m.gamma * c, h * h * m.beta * c
    q, v, w, lam = d.step_q[n + 1], d.step_v[n + 1], d.step_w[n + 1], d.step_lam[n + 1]
    positions(kind, s, t, q, d.step_ref[n], kind.active)
    forces(kind, s, v, w, lam)
    if varying_mass(kind):
        copy(d.step_a[n + 1], s.a)
    difference(kind, d.step_q[n], q, d.u)
    if kind.w == 0 and s.couples.shape[0] == 0 and s.augment.shape[0] == 0 and not varying_mass(kind):
        s.pair[:] = 0.0
        stiffness_blocks(kind, s, v, lam, 0.0)
        for k in range(d.entry.shape[0]):
            c, e = d.entry_row[k] % width(kind), d.entry_column[k] % width(kind)
            d.stiffness[k] = s.pair[d.entry_pair[k], c, e]
    else:
        for b in range(s.chart.shape[0]):
            for i in range(3):
                for j in range(3):
                    s.chart[b, i, j] = 1.0 if i == j else 0.0
        assemble(kind, s, v, lam, 0.0, 0.0, 1.0, NONE, 0.0, 0.0)
        _take(s, d, d.stiffness, 1.0)
    if m.damped == 1:
        assemble(kind, s, v, lam, 0.0, 1.0, 0.0, 1.0, 0.0, 0.0)
        _take(s, d, d.damping, 1.0)
    if s.augment.shape[0] > 0:  # which is in both
        assemble(kind, s, v, lam, 0.0, 0.0, 0.0, NONE, 0.0, 0.0)
        _take(s, d, d.stiffness, -1.0)
        _take(s, d, d.damping, -float(m.damped))
    _turn_of_step(kind, s, d)
    _terms_of_chart(kind, d, n, h)
    if curved(kind) or varying_mass(kind) or kind.w > 0 or s.augment.shape[0] > 0:
        assemble(kind, s, v, lam, 1.0, cD, cK, cD, m.epsilon, 0.0)
    else:  # the same, without the stiffness a second time
        assemble_index1(kind, s, v, m.epsilon)
        for k in range(d.entry.shape[0]):
            s.values[d.entry[k]] += cK * d.stiffness[k] + cD * d.damping[k]
    weigh_rows(kind, s, s.values, m.epsilon)
    if kind.a > 0:
        row_tangent(kind, s, v)
        for i in range(s.row_blocks.shape[0]):
            block = s.row_blocks[i]
            if s.rows[block.row].level == VELOCITY:
                for k in range(span(kind, s, block.body)):
                    s.values[s.row_place[i, k]] += cK / cD * charted(kind, s.Jt, block.block, s.chart, block.body, k)
    if d.uses.shape[0] > 0:
        act_on_measures(s, d, lam)
    return BAD_PIVOT if factor(s, kind.v + kind.w, DEPENDENT * m.epsilon, s.flags[BASE_RANK]) >= 0 else OK


def _resized(kind: Any, n: Any) -> Any:
    """A kind of the same sort with sizes n (8,)."""
    raise NotImplementedError("for compiled code")


@overload(_resized)
def _resize(kind, n):  # type: ignore[no-untyped-def]
    make = kind.instance_class
    return lambda kind, n: make(n[0], n[1], n[2], n[3], n[4], n[5], n[6], n[7])


@inner
def _pick(x: Any, places: Any, first: int, last: int, y: Any) -> None:
    """y = x at these places."""
    for i in range(first, last):
        y[i - first] = x[places[i]]


@inner
def by_parameter(kind: Any, s: Any, d: Any, n: int, p: int) -> None:
    """d.part = r_p and scaled rows of parameter p at the end of step n: those that it changes, see `add_part`."""
    m, t, h = d.method, d.times[n + 1], d.times[n + 1] - d.times[n]
    c = (1.0 - m.am) / (1.0 - m.af)
    small = _resized(kind, d.sizes[p])
    first, first_v = d.first_rows[p], d.first_velocities[p]
    _pick(d.step_q[n + 1], d.positions, d.first_positions[p], d.first_positions[p + 1], d.some_q)
    _pick(d.step_v[n + 1], d.velocities, first_v, d.first_velocities[p + 1], d.some_v)
    _pick(d.step_a[n + 1], d.velocities, first_v, d.first_velocities[p + 1], d.some_a)
    _pick(d.step_lam[n + 1], d.rows, first, d.first_rows[p + 1], d.some_lam)
    q, v, a, lam = d.some_q[: small.q], d.some_v[: small.v], d.some_a[: small.v], d.some_lam[: small.g + small.a]
    part, behind = d.part, small.v + small.w
    fill(part[: behind + small.g + small.a], 0.0)
    for side in range(2):
        z = system_at(d.tables[p, side])
        scale = d.scale[p] if side == 1 else -d.scale[p]
        positions(small, z, t, q, d.step_ref[n], small.active)
        if small.a > 0:
            velocities(small, z, v)
        forces(small, z, v, d.step_w[n + 1], lam)
        residual(small, z, a, d.no_rates, lam, z.residual)
        for i in range(behind):
            part[i] += scale * z.residual[i]
        for i in range(small.g + small.a):
            if s.rows[d.rows[first + i]].level == VELOCITY:
                part[behind + i] += scale * z.rate[i] * c / (h * m.gamma)
            else:
                part[behind + i] += scale * z.g[i] * c / (h * h * m.beta)


@inner
def add_part(kind: Any, d: Any, p: int, f: float, b: Any, mu: Any) -> float:
    """b += f d.part, each where it belongs among the unknowns; returns d.part . mu."""
    part, first_v, first, total = d.part, d.first_velocities[p], d.first_rows[p], 0.0
    n = d.first_velocities[p + 1] - first_v
    for i in range(n):
        j = d.velocities[first_v + i]
        b[j] += f * part[i]
        total += part[i] * mu[j]
    for i in range(d.sizes[p, 4]):  # states: all or none
        b[kind.v + i] += f * part[n + i]
        total += part[n + i] * mu[kind.v + i]
    n += d.sizes[p, 4]
    for i in range(d.first_rows[p + 1] - first):
        j = kind.v + kind.w + d.rows[first + i]
        b[j] += f * part[n + i]
        total += part[n + i] * mu[j]
    return total


@inner
def subtract_parameter(kind: Any, s: Any, d: Any, n: int, p: int, b: Any) -> None:
    """b -= r_p and scaled rows of parameter p at the end of step n."""
    for i in range(d.first_number[p], d.first_number[p + 1]):
        add_number(kind, s, d, n, d.number[i], -d.amount[i], b, b)
    if d.whole[p] == 1:
        by_parameter(kind, s, d, n, p)
        add_part(kind, d, p, -1.0, b, b)


@inner
def subtract_from_gradient(kind: Any, s: Any, d: Any, n: int) -> None:
    """Of each output with multipliers d.mu at the end of step n: d.by_number -= mu . r_e, d.gradient -= mu . r_p."""
    for line in range(d.mu.shape[0]):
        for e in range(d.numbers.shape[0]):
            d.by_number[line, e] -= add_number(kind, s, d, n, e, 1.0, d.right, d.mu[line])
    for p in range(d.whole.shape[0]):
        if d.whole[p] == 1:
            by_parameter(kind, s, d, n, p)
            for line in range(d.mu.shape[0]):
                d.gradient[line, p] -= add_part(kind, d, p, 0.0, d.right, d.mu[line])

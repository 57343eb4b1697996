"""Measures: scalars x of at most four ports, with gradients g_i, pairs c_ij (multiples of the identity) and an extra term.

    slide     u.(b - a)                 g_u = b - a, g_a = -u, g_b = u;   c_ub = 1, c_ua = -1
    align     u.w                       g_u = w, g_w = u;                 c_uw = 1
    distance  L = |b - a|               g_b = -g_a = n;   c_aa = c_bb = 1/L, c_ab = -1/L;     extra -(1/L) J J^T
    angle     see bodies/*.turn         pairs below;                      extra -(J h^T + h J^T), h = d log r
    blade     rate u.(b' - a') only     J from a and b; pairs one-sided: c_bu = 1, c_au = -1
    strain    see bodies/gauges.py      for reading only: no rows, no forces, so no K(y)

From these alone:  J = sum g_i J_i;  d(J v)/dq = sum_j (sum_i c_ij P'_i) J_j + rate terms + extra;  bias = d(J v)/dq v;
K(y) = d(J^T y)/dq = y [sum_i bend_i + sum_ij c_ij J_i^T J_j + extra].
Theory: docs/theory/measures.md.
"""

from __future__ import annotations

import math
from typing import Any

from jourdain.jit import inner, leaf
from jourdain.kernels.bodies.elements import read_gauge_rates, read_gauges
from jourdain.kernels.kinds import (
    add_force,
    add_force_rate,
    add_geometric_stiffness,
    add_pair_stiffness,
    column,
    counted,
    dimension,
    span,
    turn,
)
from jourdain.kernels.rotations import sine_cosine

# the kinds of measures; PIN: a slide along an axis of the ground
SLIDE, ALIGN, DISTANCE, ANGLE, COORDINATE, BLADE, PIN, STRAIN = range(8)


@leaf
def clear_blocks(kind: Any, s: Any, of: Any, J: Any) -> None:
    """The Jacobian blocks of a measure or row = 0."""
    for k in range(of.block, of.block + of.n_blocks):
        for c in range(span(kind, s, s.block_body[k])):
            J[k, c] = 0.0


@leaf
def along(kind: Any, s: Any, of: Any, J: Any, v: Any, total: float = 0.0) -> float:
    """total + J v of a measure or row."""
    for k in range(of.block, of.block + of.n_blocks):
        b = s.block_body[k]
        for c in range(span(kind, s, b)):
            total += J[k, c] * v[column(kind, s, b, c)]
    return total


@leaf
def against(kind: Any, s: Any, of: Any, J: Any, y: float, f: Any) -> None:
    """f += J^T y of a measure or row."""
    for k in range(of.block, of.block + of.n_blocks):
        b = s.block_body[k]
        for c in range(span(kind, s, b)):
            f[column(kind, s, b, c)] += J[k, c] * y


@leaf
def _add_force(kind: Any, s: Any, measure: Any, i: int, ports: Any, grad: Any, index: int, J: Any) -> None:
    """The gradient on port i to the Jacobian, unless the port is on ground."""
    if measure.slot[i] >= 0:
        fz = grad[index, i, 2] if dimension(kind) == 3 else 0.0
        block = measure.block + measure.slot[i]
        add_force(kind, ports[measure.port[i]], s, grad[index, i, 0], grad[index, i, 1], fz, J, block)


@inner
def values(kind: Any, s: Any, q: Any, ref: Any, last: int) -> None:
    """Values s.x, gradients on the ports s.grad and Jacobian blocks s.J of the measures 0..last-1."""
    dim = dimension(kind)
    measures, ports, P, x, grad, J = s.measures, s.ports, s.P, s.x, s.grad, s.J
    all_listed = s.pins.shape[0] + s.spots.shape[0] == measures.shape[0]
    for index in range(0 if all_listed else last):
        measure = measures[index]
        if measure.listed == 1:
            continue  # see bodies/*.pins
        clear_blocks(kind, s, measure, J)
        if measure.kind == ANGLE:
            x[index] = turn(kind, measure, q, P, ref, grad, index, J)
            for i in range(4 if counted(kind) else 0):
                _add_force(kind, s, measure, i, ports, grad, index, J)
            continue
        if measure.kind == COORDINATE:
            x[index] = q[measure.coordinate] + measure.offset
            J[measure.block, measure.turn] = 1.0
            continue
        if measure.kind == STRAIN:
            continue  # below
        u, a, b = measure.port[0], measure.port[1], measure.port[2]
        total = 0.0
        if measure.kind == SLIDE:
            for d in range(dim):
                delta = P[b, d] - P[a, d]
                total += P[u, d] * delta
                grad[index, 0, d] = delta
                grad[index, 1, d] = -P[u, d]
                grad[index, 2, d] = P[u, d]
        elif measure.kind == ALIGN:
            for d in range(dim):
                total += P[u, d] * P[a, d]
                grad[index, 0, d] = P[a, d]
                grad[index, 1, d] = P[u, d]
        elif measure.kind == DISTANCE:
            for d in range(dim):
                delta = P[b, d] - P[a, d]
                total += delta * delta
            total = math.sqrt(total)
            scale = 1.0 / total if total > 0.0 else 0.0  # no direction at length zero: no force there
            for d in range(dim):
                n = scale * (P[b, d] - P[a, d])
                grad[index, 1, d] = -n
                grad[index, 2, d] = n
        elif measure.kind == BLADE:
            for d in range(dim):
                grad[index, 0, d] = 0.0
                grad[index, 1, d] = -P[u, d]
                grad[index, 2, d] = P[u, d]
        x[index] = total + measure.offset
        for i in range(3):
            _add_force(kind, s, measure, i, ports, grad, index, J)
    read_gauges(s, q, last)


@inner
def rates(kind: Any, s: Any, v: Any) -> None:
    """s.xd = J v of the active measures."""
    measures, J, xd = s.measures, s.J, s.xd
    for index in range(kind.active):
        xd[index] = along(kind, s, measures[index], J, v)


@inner
def pair_coefficients(measure: Any, index: int, P: Any, x: Any, C: Any) -> None:
    """The pair coefficients c_ij (i: row port, j: column port)."""
    for i in range(4):
        for j in range(4):
            C[i, j] = 0.0
    if measure.kind == SLIDE:
        C[0, 2] = C[2, 0] = 1.0
        C[0, 1] = C[1, 0] = -1.0
    elif measure.kind == ALIGN:
        C[0, 1] = C[1, 0] = 1.0
    elif measure.kind == BLADE:
        C[2, 0] = 1.0
        C[1, 0] = -1.0
    elif measure.kind == DISTANCE:
        L = x[index] - measure.offset
        c = 1.0 / L if L > 0.0 else 0.0
        C[1, 1] = C[2, 2] = c
        C[1, 2] = C[2, 1] = -c
    elif measure.kind == ANGLE:
        S, Co, r2 = sine_cosine(measure.port, P)
        C[0, 2] = C[2, 0] = C[1, 3] = C[3, 1] = -(S / r2)
        C[0, 3] = C[3, 0] = -(Co / r2)
        C[1, 2] = C[2, 1] = Co / r2


@inner
def _log_radius(kind: Any, system: Any, measure: Any, ports: Any, P: Any, H: Any) -> None:
    """h = d log r of an angle, as up to four Jacobian blocks in H."""
    S, C, r2 = sine_cosine(measure.port, P)
    S, C = S / r2, C / r2
    for k in range(4):
        for c in range(H.shape[1]):
            H[k, c] = 0.0
    xa, ya, xb, yb = measure.port[0], measure.port[1], measure.port[2], measure.port[3]
    for i in range(4):
        if measure.slot[i] < 0:
            continue
        p, r, s, c = xb, yb, -S, C
        if i == 1:
            p, r, s = yb, xb, S
        elif i == 2:
            p, r, s = xa, ya, S
        elif i == 3:
            p, r, s = ya, xa, -S
        add_force(
            kind,
            ports[measure.port[i]],
            system,
            c * P[p, 0] + s * P[r, 0],
            c * P[p, 1] + s * P[r, 1],
            c * P[p, 2] + s * P[r, 2],
            H,
            measure.slot[i],
        )


@inner
def second(kind: Any, s: Any, v: Any) -> None:
    """s.Jt = d(J v)/dq (blocks) and the bias s.xb = Jt v of the active measures; needs motion() and s.xd = J v."""
    dim = dimension(kind)
    measures, ports, Pd, xd = s.measures, s.ports, s.Pd, s.xd
    grad, J, Jt, xb, C, H = s.grad, s.J, s.Jt, s.xb, s.C, s.H
    for index in range(kind.active):
        measure = measures[index]
        clear_blocks(kind, s, measure, Jt)
        xb[index] = 0.0
        if measure.kind == COORDINATE or measure.kind == STRAIN or (measure.kind == ANGLE and not counted(kind)):
            continue
        pair_coefficients(measure, index, s.P, s.x, C)
        n = 4 if measure.kind == ANGLE else 3
        for j in range(n):
            slot = measure.slot[j]
            if slot < 0:
                continue
            ex = ey = ez = 0.0
            for i in range(n):
                if C[i, j] != 0.0:
                    p = measure.port[i]
                    ex += C[i, j] * Pd[p, 0]
                    ey += C[i, j] * Pd[p, 1]
                    if dim == 3:
                        ez += C[i, j] * Pd[p, 2]
            fz = grad[index, j, 2] if dim == 3 else 0.0
            port = ports[measure.port[j]]
            add_force(kind, port, s, ex, ey, ez, Jt, measure.block + slot)
            add_force_rate(kind, port, s, v, grad[index, j, 0], grad[index, j, 1], fz, Jt, measure.block + slot)
        if measure.kind == DISTANCE:
            f = -xd[index] * C[1, 1]
            for k in range(measure.block, measure.block + measure.n_blocks):
                for c in range(span(kind, s, s.block_body[k])):
                    Jt[k, c] += f * J[k, c]
        elif measure.kind == ANGLE:
            _log_radius(kind, s, measure, ports, s.P, H)
            hv = 0.0
            for k in range(measure.n_blocks):
                b = s.block_body[measure.block + k]
                for c in range(span(kind, s, b)):
                    hv += H[k, c] * v[column(kind, s, b, c)]
            for k in range(measure.n_blocks):
                for c in range(span(kind, s, s.block_body[measure.block + k])):
                    Jt[measure.block + k, c] -= hv * J[measure.block + k, c] + xd[index] * H[k, c]
        xb[index] = along(kind, s, measure, Jt, v)
    read_gauge_rates(s, v, kind.active)
    for i in range(s.gauges.shape[0]):
        index = s.gauges[i].measure
        if index < kind.active:
            xb[index] = along(kind, s, measures[index], Jt, v)


@leaf
def pin_stiffness(kind: Any, s: Any, measure: Any, index: int, y: float, ports: Any, grad: Any, K: Any) -> None:
    """K += y d(J^T)/dq of a pin: there are no pairs, only the arms turn."""
    for i in range(1, 3):
        k = measure.slot[i]
        if k >= 0:
            fz = y * grad[index, i, 2] if dimension(kind) == 3 else 0.0
            add_geometric_stiffness(
                kind, ports[measure.port[i]], s, y * grad[index, i, 0], y * grad[index, i, 1], fz, K, measure.pair[k, k]
            )


@inner
def stiffness(kind: Any, s: Any, index: int, y: float) -> None:
    """s.pair += y d(J^T)/dq of one measure, into the body-pair blocks."""
    measure, ports, grad, J, K, C, H = s.measures[index], s.ports, s.grad, s.J, s.pair, s.C, s.H
    dim = dimension(kind)
    if measure.kind == PIN:
        pin_stiffness(kind, s, measure, index, y, ports, grad, K)
        return
    if y == 0.0 or measure.kind == COORDINATE or (measure.kind == ANGLE and not counted(kind)):
        return
    pair_coefficients(measure, index, s.P, s.x, C)
    n = 4 if measure.kind == ANGLE else 3
    for i in range(n):
        si = measure.slot[i]
        if si < 0:
            continue
        fz = grad[index, i, 2] if dim == 3 else 0.0
        port = ports[measure.port[i]]
        add_geometric_stiffness(
            kind, port, s, y * grad[index, i, 0], y * grad[index, i, 1], y * fz, K, measure.pair[si, si]
        )
        for j in range(n):
            sj = measure.slot[j]
            if sj >= 0 and C[i, j] != 0.0:
                add_pair_stiffness(kind, port, ports[measure.port[j]], s, y * C[i, j], K, measure.pair[si, sj])
    block = measure.block
    if measure.kind == DISTANCE:
        for k in range(measure.n_blocks):
            for l in range(measure.n_blocks):
                for c in range(span(kind, s, s.block_body[block + k])):
                    for d in range(span(kind, s, s.block_body[block + l])):
                        K[measure.pair[k, l], c, d] -= y * C[1, 1] * J[block + k, c] * J[block + l, d]
    elif measure.kind == ANGLE:
        _log_radius(kind, s, measure, ports, s.P, H)
        for k in range(measure.n_blocks):
            for l in range(measure.n_blocks):
                for c in range(span(kind, s, s.block_body[block + k])):
                    for d in range(span(kind, s, s.block_body[block + l])):
                        K[measure.pair[k, l], c, d] -= y * (J[block + k, c] * H[l, d] + H[k, c] * J[block + l, d])

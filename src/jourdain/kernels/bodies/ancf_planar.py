"""Beams by absolute nodal coordinates in the plane: a section is a point r and a director d, which may change its length.

The angle of a director is phi = atan2(d), with dphi = j.d', j = (-d_y, d_x)/d.d. Elements are those of beams_planar.py with
these angles, so both go to the same motion; with j_a of section a, and H_a = dj/dd there, forces F on phi are F j on d, and

    K_dd = K_phiphi j_a j_b^T + F H_a (a = b)        K_rd = K_rphi j_b^T

In addition each section has the energy C_t t^2/2 per length of the beam, t = (d.d - 1)/2 its stretch across. Strains do not
read it. Mass is constant: |d'|^2 has the moment of inertia. Theory: docs/theory/beams.md.
"""

from __future__ import annotations

import math
from typing import Any

from jourdain.jit import inner, leaf
from jourdain.kernels.bodies import elements
from jourdain.kernels.bodies.beams_planar import Vector, direction, through_plane
from jourdain.kernels.bodies.gauges import reader, turning_gauge
from jourdain.kernels.context import system_at

Four = tuple[float, float, float, float]  # on, or of, x', y', theta and k
_FIRST = 5  # s.element: g, h, k, cos theta, sin theta of the point; then d_x, d_y and 1/d.d of each section


@leaf
def _angle(nodes: int, body: Any, shape: Any, slope: Any, q: Any) -> Vector:
    """cos theta, sin theta and k: of the angles against the middle section, which do not jump."""
    i = 4 * body[nodes // 2] + 2
    if nodes == 2:
        return _half_way(4 * body[0] + 2, i, slope[0], q)
    c, s, theta, k = q[i], q[i + 1], 0.0, 0.0
    for a in range(nodes):
        if a != nodes // 2:
            x, y = q[4 * body[a] + 2], q[4 * body[a] + 3]
            along, across = c * x + s * y, c * y - s * x
            turn = (
                math.atan(across / along) if along > 0.0 else math.atan2(across, along)
            )  # the first is faster by a third
            theta += shape[a] * turn
            k += slope[a] * turn
    size = 1.0 / math.sqrt(c * c + s * s)
    ct, st = size * math.cos(theta), size * math.sin(theta)
    return c * ct - s * st, s * ct + c * st, k


@leaf
def _half_way(i: int, j: int, D: float, q: Any) -> Vector:
    """The same of two sections, whose directors begin at q[i] and q[j]: half of an angle needs no sine and cosine."""
    c, s, x, y = q[j], q[j + 1], q[i], q[i + 1]
    along, across, square = c * x + s * y, c * y - s * x, c * c + s * s
    turn = math.atan(across / along) if along > 0.0 else math.atan2(across, along)
    far = math.sqrt(square * (x * x + y * y))
    half = far + along
    size = 1.0 / math.sqrt(2.0 * square * far * half)
    return size * (c * half - s * across), size * (s * half + c * across), D * turn


@leaf
def _slope(nodes: int, body: Any, slope: Any, x: Any) -> tuple[float, float]:
    """x' and y' of positions, or of their rates."""
    dx = dy = 0.0
    for a in range(nodes):
        dx += slope[a] * x[4 * body[a]]
        dy += slope[a] * x[4 * body[a] + 1]
    return dx, dy


@inner
def strain(s: Any, q: Any) -> None:
    """s.element, see above."""
    E = s.element
    for e in range(s.elements.shape[0]):
        element = s.elements[e]
        x, y = _slope(element.nodes, element.body, element.slope, q)
        c, n, k = _angle(element.nodes, element.body, element.shape, element.slope, q)
        E[e, 0], E[e, 1], E[e, 2], E[e, 3], E[e, 4] = c * x + n * y, c * y - n * x, k, c, n
        for a in range(element.nodes):
            i, at = 4 * element.body[a] + 2, _FIRST + 3 * a
            E[e, at], E[e, at + 1], E[e, at + 2] = q[i], q[i + 1], 1.0 / (q[i] * q[i] + q[i + 1] * q[i + 1])


@leaf
def _director(E: Any, e: int, a: int) -> Vector:
    """d_x, d_y and 1/d.d of section a."""
    at = _FIRST + 3 * a
    return E[e, at], E[e, at + 1], E[e, at + 2]


@leaf
def _stretch(d: Vector) -> float:
    """t of a section."""
    return 0.5 * (d[0] * d[0] + d[1] * d[1] - 1.0)


@leaf
def _turning(d: Vector, x: float, y: float) -> float:
    """Rate of the angle of a director that changes by (x, y)."""
    return d[2] * (d[0] * y - d[1] * x)


@leaf
def _change_of_turning(d: Vector, x: float, y: float) -> tuple[float, float]:
    """H (x, y)."""
    mixed, square = 2.0 * d[0] * d[1] * d[2] * d[2], (d[1] * d[1] - d[0] * d[0]) * d[2] * d[2]
    return mixed * x + square * y, square * x - mixed * y


@leaf
def _rates(s: Any, e: int, v: Any) -> Four:
    """Rates of the strains, and the spin of the section at the point."""
    E, element = s.element, s.elements[e]
    x, y = _slope(element.nodes, element.body, element.slope, v)
    w = k = 0.0
    for a in range(element.nodes):
        i = 4 * element.body[a] + 2
        turning = _turning(_director(E, e, a), v[i], v[i + 1])
        w += element.shape[a] * turning
        k += element.slope[a] * turning
    return E[e, 3] * x + E[e, 4] * y + w * E[e, 1], E[e, 3] * y - E[e, 4] * x - w * E[e, 0], k, w


@leaf
def _elastic(s: Any, e: int) -> Vector:
    rest = s.elements[e].rest
    return s.element[e, 0] - rest[0], s.element[e, 1] - rest[1], s.element[e, 2] - rest[2]


@leaf
def _resultants(s: Any, e: int, v: Any) -> Vector:
    """Axial and shear force [N] and bending moment [N m] in the section, in its axes."""
    element = s.elements[e]
    N, Q, M = through_plane(element.stiffness, *_elastic(s, e))
    if element.damped == 1:
        g, h, k, _ = _rates(s, e, v)
        n, q, m = through_plane(element.damping, g, h, k)
        return N + n, Q + q, M + m
    return N, Q, M


@leaf
def _across(s: Any, e: int, a: int, v: Any) -> float:
    """The force of section a across the beam, C_t t + V_t t'."""
    element, d = s.elements[e], _director(s.element, e, a)
    i = 4 * element.body[a] + 2
    return element.stiffness[3, 3] * _stretch(d) + element.damping[3, 3] * (d[0] * v[i] + d[1] * v[i + 1])


@inner
def add_forces(s: Any, v: Any) -> None:
    """s.force -= internal forces."""
    E, force = s.element, s.force
    for e in range(s.elements.shape[0]):
        element = s.elements[e]
        N, Q, M = _resultants(s, e, v)
        x, y, m = E[e, 3] * N - E[e, 4] * Q, E[e, 4] * N + E[e, 3] * Q, N * E[e, 1] - Q * E[e, 0]
        for a in range(element.nodes):
            i, w, D = 4 * element.body[a], element.weight * element.shape[a], element.weight * element.slope[a]
            dx, dy, inverse = _director(E, e, a)
            moment, T = inverse * (w * m + D * M), w * _across(s, e, a, v)
            force[i] -= D * x
            force[i + 1] -= D * y
            force[i + 2] -= T * dx - moment * dy
            force[i + 3] -= T * dy + moment * dx


@leaf
def _spread_places(s: Any, e: int, column: int, f: float, x: Four) -> None:
    """Changes f x of the forces for a unit of x' or y', which sections have by their slopes."""
    element, K, E = s.elements[e], s.pair, s.element
    for b in range(element.nodes):
        t = f * element.weight * element.slope[b]
        for a in range(element.nodes):
            pair, D = element.pair[a, b], t * element.slope[a]
            dx, dy, inverse = _director(E, e, a)
            moment = inverse * (t * element.shape[a] * x[2] + D * x[3])
            K[pair, 0, column] += D * x[0]
            K[pair, 1, column] += D * x[1]
            K[pair, 2, column] -= moment * dy
            K[pair, 3, column] += moment * dx


@leaf
def _spread_turn(s: Any, e: int, b: int, jx: float, jy: float, f: float, x: Four, y: Four) -> None:
    """Changes f x and f y of the forces for a unit of theta and of k, where the angle of section b changes by j.d'."""
    element, K, E = s.elements[e], s.pair, s.element
    N, S = f * element.weight * element.shape[b], f * element.weight * element.slope[b]
    X, Y, m, M = N * x[0] + S * y[0], N * x[1] + S * y[1], N * x[2] + S * y[2], N * x[3] + S * y[3]
    for a in range(element.nodes):
        pair, D = element.pair[a, b], element.slope[a]
        dx, dy, inverse = _director(E, e, a)
        moment = inverse * (element.shape[a] * m + D * M)
        K[pair, 0, 2] += D * X * jx
        K[pair, 0, 3] += D * X * jy
        K[pair, 1, 2] += D * Y * jx
        K[pair, 1, 3] += D * Y * jy
        K[pair, 2, 2] -= moment * dy * jx
        K[pair, 2, 3] -= moment * dy * jy
        K[pair, 3, 2] += moment * dx * jx
        K[pair, 3, 3] += moment * dx * jy


@leaf
def _column(s: Any, e: int, column: int, N: float, Q: float, rates: Four) -> Four:
    """Changes of the forces on x', y', theta and k for a unit of one of them, at resultants N, Q."""
    element, E = s.elements[e], s.element
    c, n, g, h = E[e, 3], E[e, 4], E[e, 0], E[e, 1]
    dg, dh, dk = direction(column, c, n, g, h)
    dN, dQ, dM = through_plane(element.stiffness, dg, dh, dk)
    if element.damped == 1 and column < 3:  # rates turn with the frame, and its spin works on other strains
        rg, rh = (rates[3] * dh, -rates[3] * dg) if column < 2 else (rates[1], -rates[0])
        rN, rQ, rM = through_plane(element.damping, rg, rh, 0.0)
        dN, dQ, dM = dN + rN, dQ + rQ, dM + rM
    x, y = (dN - Q, dQ + N) if column == 2 else (dN, dQ)
    return c * x - n * y, n * x + c * y, dN * h + N * dh - dQ * g - Q * dg, dM


@leaf
def _damping_column(s: Any, e: int, column: int) -> Four:
    """Changes of the forces on x', y', theta and k for a unit of the rate of one of them."""
    E = s.element
    c, n, g, h = E[e, 3], E[e, 4], E[e, 0], E[e, 1]
    dN, dQ, dM = through_plane(s.elements[e].damping, *direction(column, c, n, g, h))
    return c * dN - n * dQ, n * dN + c * dQ, dN * h - dQ * g, dM


@leaf
def _add_section_stiffness(s: Any, e: int, a: int, moment: float, v: Any) -> None:
    """What belongs to one director: the moment on its angle, whose j turns, and its stretch."""
    element, K = s.elements[e], s.pair
    d = _director(s.element, e, a)
    i, pair, w = 4 * element.body[a] + 2, element.pair[a, a], element.weight * element.shape[a]
    h1, h2 = _change_of_turning(d, moment, 0.0)
    T, C, V = w * _across(s, e, a, v), w * element.stiffness[3, 3], w * element.damping[3, 3]
    x, y = C * d[0] + V * v[i], C * d[1] + V * v[i + 1]
    K[pair, 2, 2] += h1 + d[0] * x + T
    K[pair, 2, 3] += h2 + d[0] * y
    K[pair, 3, 2] += h2 + d[1] * x
    K[pair, 3, 3] += -h1 + d[1] * y + T


@inner
def add_stiffness(s: Any, v: Any) -> None:
    """s.pair += derivatives of the internal forces by the positions."""
    E = s.element
    for e in range(s.elements.shape[0]):
        element = s.elements[e]
        N, Q, M = _resultants(s, e, v)
        rates = _rates(s, e, v) if element.damped == 1 else (0.0, 0.0, 0.0, 0.0)
        _spread_places(s, e, 0, 1.0, _column(s, e, 0, N, Q, rates))
        _spread_places(s, e, 1, 1.0, _column(s, e, 1, N, Q, rates))
        turned, bent = _column(s, e, 2, N, Q, rates), _column(s, e, 3, N, Q, rates)
        m = N * E[e, 1] - Q * E[e, 0]
        for b in range(element.nodes):
            d = _director(E, e, b)
            _spread_turn(s, e, b, -d[1] * d[2], d[0] * d[2], 1.0, turned, bent)
            if element.damped == 1:  # the rate of its angle changes as well
                i = 4 * element.body[b] + 2
                x, y = _change_of_turning(d, v[i], v[i + 1])
                _spread_turn(s, e, b, x, y, 1.0, _damping_column(s, e, 2), _damping_column(s, e, 3))
            _add_section_stiffness(s, e, b, element.weight * (element.shape[b] * m + element.slope[b] * M), v)


@inner
def add_damping(s: Any, f: float) -> None:
    """s.pair += f times the derivatives of the internal forces by the velocities."""
    E, K = s.element, s.pair
    for e in range(s.elements.shape[0]):
        element = s.elements[e]
        if element.damped == 0:
            continue
        _spread_places(s, e, 0, f, _damping_column(s, e, 0))
        _spread_places(s, e, 1, f, _damping_column(s, e, 1))
        turned, bent = _damping_column(s, e, 2), _damping_column(s, e, 3)
        for b in range(element.nodes):
            d = _director(E, e, b)
            _spread_turn(s, e, b, -d[1] * d[2], d[0] * d[2], f, turned, bent)
            pair, V = element.pair[b, b], f * element.weight * element.shape[b] * element.damping[3, 3]
            K[pair, 2, 2] += V * d[0] * d[0]
            K[pair, 2, 3] += V * d[0] * d[1]
            K[pair, 3, 2] += V * d[1] * d[0]
            K[pair, 3, 3] += V * d[1] * d[1]


@inner
def energy(s: Any) -> float:
    """Elastic energy of all elements [J]."""
    total = 0.0
    for e in range(s.elements.shape[0]):
        element = s.elements[e]
        x, y, z = _elastic(s, e)
        N, Q, M = through_plane(element.stiffness, x, y, z)
        part = x * N + y * Q + z * M
        for a in range(element.nodes):
            t = _stretch(_director(s.element, e, a))
            part += element.shape[a] * element.stiffness[3, 3] * t * t
        total += 0.5 * element.weight * part
    return total


@inner
def dissipation(s: Any, v: Any) -> float:
    """Power that the material damps [W], not negative."""
    total = 0.0
    for e in range(s.elements.shape[0]):
        element = s.elements[e]
        if element.damped == 1:
            x, y, z, _ = _rates(s, e, v)
            N, Q, M = through_plane(element.damping, x, y, z)
            part = x * N + y * Q + z * M
            for a in range(element.nodes):
                i, d = 4 * element.body[a] + 2, _director(s.element, e, a)
                part += element.shape[a] * element.damping[3, 3] * (d[0] * v[i] + d[1] * v[i + 1]) ** 2
            total += element.weight * part
    return total


@inner
def gauge_value(gauge: Any, block: int, s: Any) -> float:
    """A strain as a measure, see gauges.py; its Jacobian is added to the blocks of s.J from `block` on."""
    q, J, total = s.section_q, s.J, 0.0
    for p in range(gauge.points):
        x, y = _slope(gauge.nodes, gauge.body[p], gauge.slope[p], q)
        c, n, k = _angle(gauge.nodes, gauge.body[p], gauge.shape[p], gauge.slope[p], q)
        g, h, w, rest = c * x + n * y, c * y - n * x, gauge.weights[p], gauge.rest[p]
        total += w[0] * (g - rest[0]) + w[1] * (h - rest[1]) + w[2] * (k - rest[2])
        for a in range(gauge.nodes):
            row, S, i = block + gauge.slot[p, a], gauge.slope[p, a], 4 * gauge.body[p, a] + 2
            moment = gauge.shape[p, a] * (w[0] * h - w[1] * g) + S * w[2]
            moment /= q[i] * q[i] + q[i + 1] * q[i + 1]
            J[row, 0] += S * (c * w[0] - n * w[1])
            J[row, 1] += S * (n * w[0] + c * w[1])
            J[row, 2] -= moment * q[i + 1]
            J[row, 3] += moment * q[i]
    return total


@inner
def gauge_rate(gauge: Any, block: int, s: Any) -> None:
    """d(J v)/dq of a strain as a measure, added to the blocks of s.Jt from `block` on."""
    q, v, Jt = s.section_q, s.section_v, s.Jt
    for p in range(gauge.points):
        x, y = _slope(gauge.nodes, gauge.body[p], gauge.slope[p], q)
        dx, dy = _slope(gauge.nodes, gauge.body[p], gauge.slope[p], v)
        c, n, _ = _angle(gauge.nodes, gauge.body[p], gauge.shape[p], gauge.slope[p], q)
        g, h, w, spin = c * x + n * y, c * y - n * x, gauge.weights[p], 0.0
        for a in range(gauge.nodes):
            i = 4 * gauge.body[p, a] + 2
            d = q[i], q[i + 1], 1.0 / (q[i] * q[i] + q[i + 1] * q[i + 1])
            spin += gauge.shape[p, a] * _turning(d, v[i], v[i + 1])
        found = turning_gauge(w, c, n, (g, h, spin), (dx, dy, 0.0))
        for a in range(gauge.nodes):
            row, N, S, i = block + gauge.slot[p, a], gauge.shape[p, a], gauge.slope[p, a], 4 * gauge.body[p, a] + 2
            d = q[i], q[i + 1], 1.0 / (q[i] * q[i] + q[i + 1] * q[i + 1])
            moment = N * (w[0] * h - w[1] * g) + S * w[2]
            hx, hy = _change_of_turning(d, v[i], v[i + 1])
            Jt[row, 0] += S * found[0]
            Jt[row, 1] += S * found[1]
            Jt[row, 2] += moment * hx - N * found[2] * d[1] * d[2]
            Jt[row, 3] += moment * hy + N * found[2] * d[0] * d[2]


answered = elements.answering(
    strain, add_forces, add_stiffness, add_damping, energy, dissipation, *reader(gauge_value, gauge_rate, 4, 2)
)


def answer(task, t, f, address):  # type: ignore[no-untyped-def]
    """What elements.py asks for, as C function."""
    return answered(task, f, system_at(address))

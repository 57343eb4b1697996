"""Strains of beams as measures: x = sum over at most two points of weights . (e - e0), with its Jacobian J, and Jt = d(J v)/dq,
which laws that read rates of strains ask for.

At a point, with shape functions N and their slopes S by the arc length, of the two or three sections of its element:

    plane  theta = sum N theta_a, d = sum S x_a        e = (R(theta)^T d, sum S theta_a)
    space  r = sum N q_a (quaternions), d = sum S x_a    e = (R(r)^T d, kappa),  kappa = 2 vec(conj(r) sum S q_a)/(r.r)

and for two sections kappa atan(t)/t with t = L |kappa|/4, which is the rotation vector over L. Jacobians are by columns: a
section turned about its axis j has dq = q e_j/2. As turns do not commute, Jt of them is the rate of J, and w x J.

Cables have the tension of the pieces between their points instead, where they are taut: the rest of what x sums up is zero.
Theory: docs/theory/beams.md.
"""

from __future__ import annotations

import math
from typing import Any

from jourdain.jit import inner, leaf
from jourdain.kernels.bodies.beams_vectors import Vector, by, dot, over, plus, three, unit

Quaternion = tuple[float, Vector]


def reader(value: Any, rate: Any, width: int, dimension: int) -> tuple[Any, Any]:
    """What answers GAUGES and GAUGE_RATES for measures before `last`, from the two functions of a kind of sections.

    width: numbers of a body in q. Cables are read in the same way beside all kinds.
    """

    def read(s: Any, last: int) -> None:
        for i in range(s.gauges.shape[0]):
            gauge, q = s.gauges[i], s.section_q
            if gauge.measure < last:
                block = s.measures[gauge.measure].block
                if gauge.pulls == 1:
                    s.x[gauge.measure] = _tension(gauge, block, q, s.J, width, dimension)
                else:
                    s.x[gauge.measure] = value(gauge, block, s)

    def read_rates(s: Any, last: int) -> None:
        for i in range(s.gauges.shape[0]):
            gauge, q, v = s.gauges[i], s.section_q, s.section_v
            if gauge.measure < last:
                block = s.measures[gauge.measure].block
                if gauge.pulls == 1:
                    _tension_rate(gauge, block, q, v, s.Jt, width, dimension)
                else:
                    rate(gauge, block, s)

    # machine code is found by name, also from the cache: kinds of elements must not share one
    kind = value.py_func.__module__.rpartition(".")[2]
    read.__qualname__, read_rates.__qualname__ = f"read_{kind}", f"read_rates_{kind}"
    return inner(read), inner(read_rates)


@leaf
def _chord(gauge: Any, p: int, q: Any, width: int, dimension: int) -> Vector:
    """The vector along a piece of a cable over its length as drawn; in the plane the last number is zero."""
    z = 0.0
    a, b = width * gauge.body[p, 0], width * gauge.body[p, 1]
    if dimension == 3:
        z = gauge.slope[p, 0] * q[a + 2] + gauge.slope[p, 1] * q[b + 2]
    return (
        gauge.slope[p, 0] * q[a] + gauge.slope[p, 1] * q[b],
        gauge.slope[p, 0] * q[a + 1] + gauge.slope[p, 1] * q[b + 1],
        z,
    )


@leaf
def _pull(gauge: Any, q: Any, width: int, dimension: int) -> float:
    """The tension between (or, at the ends, beyond) the middles of the pieces: of slack ones zero, and never less than that."""
    total = 0.0
    for p in range(gauge.points):
        d = _chord(gauge, p, q, width, dimension)
        total += gauge.weights[p, 0] * max(math.sqrt(dot(d, d)) - 1.0, 0.0)
    return max(total, 0.0)


@inner
def _tension(gauge: Any, block: int, q: Any, J: Any, width: int, dimension: int) -> float:
    """The value; its Jacobian is added to the blocks of J from `block` on."""
    total = _pull(gauge, q, width, dimension)
    for p in range(gauge.points):
        d = _chord(gauge, p, q, width, dimension)
        length = math.sqrt(dot(d, d))
        if total > 0.0 and length > 1.0:
            n = by(gauge.weights[p, 0] / length, d)
            for a in range(2):
                for c in range(dimension):
                    J[block + gauge.slot[p, a], c] += gauge.slope[p, a] * n[c]
    return total


@inner
def _tension_rate(gauge: Any, block: int, q: Any, v: Any, Jt: Any, width: int, dimension: int) -> None:
    """Its Jt; velocities of bodies in space are six, beside seven positions."""
    total = _pull(gauge, q, width, dimension)
    of_v = 6 if width == 7 else width
    for p in range(gauge.points):
        d, u = _chord(gauge, p, q, width, dimension), _chord(gauge, p, v, of_v, dimension)
        square = dot(d, d)
        if total > 0.0 and square > 1.0:
            turning = by(gauge.weights[p, 0] / math.sqrt(square), plus(u, -dot(u, d) / square, d))
            for a in range(2):
                for c in range(dimension):
                    Jt[block + gauge.slot[p, a], c] += gauge.slope[p, a] * turning[c]


@inner
def planar_gauge(gauge: Any, block: int, q: Any, J: Any) -> float:
    """The value; its Jacobian is added to the blocks of J from `block` on."""
    total = 0.0
    for p in range(gauge.points):
        x = y = theta = k = 0.0
        for a in range(gauge.nodes):
            i, S = 3 * gauge.body[p, a], gauge.slope[p, a]
            x += S * q[i]
            y += S * q[i + 1]
            k += S * q[i + 2]
            theta += gauge.shape[p, a] * q[i + 2]
        c, s = math.cos(theta), math.sin(theta)
        g1, g2 = c * x + s * y, c * y - s * x
        w1, w2, w3 = three(gauge.weights[p], 0)
        rest = gauge.rest[p]
        total += w1 * (g1 - rest[0]) + w2 * (g2 - rest[1]) + w3 * (k - rest[2])
        for a in range(gauge.nodes):
            row, S = block + gauge.slot[p, a], gauge.slope[p, a]
            J[row, 0] += S * (c * w1 - s * w2)
            J[row, 1] += S * (s * w1 + c * w2)
            J[row, 2] += gauge.shape[p, a] * (w1 * g2 - w2 * g1) + S * w3
    return total


@leaf
def turning_gauge(w: Any, c: float, s: float, g: Vector, d: Vector) -> Vector:
    """d(w . strains' )/d(x', y', theta): g, h and the spin of the section in `g`; rates of x', y' in `d`."""
    along, across, spin = c * d[0] + s * d[1], c * d[1] - s * d[0], g[2]
    turned = w[0] * (across - spin * g[0]) - w[1] * (along + spin * g[1])
    return -spin * (s * w[0] + c * w[1]), spin * (c * w[0] - s * w[1]), turned


@inner
def planar_gauge_rate(gauge: Any, block: int, q: Any, v: Any, Jt: Any) -> None:
    """Jt, added to its blocks from `block` on."""
    for p in range(gauge.points):
        x = y = theta = dx = dy = w = 0.0
        for a in range(gauge.nodes):
            i, N, S = 3 * gauge.body[p, a], gauge.shape[p, a], gauge.slope[p, a]
            x += S * q[i]
            y += S * q[i + 1]
            theta += N * q[i + 2]
            dx += S * v[i]
            dy += S * v[i + 1]
            w += N * v[i + 2]
        c, s = math.cos(theta), math.sin(theta)
        found = turning_gauge(gauge.weights[p], c, s, (c * x + s * y, c * y - s * x, w), (dx, dy, 0.0))
        for a in range(gauge.nodes):
            row = block + gauge.slot[p, a]
            Jt[row, 0] += gauge.slope[p, a] * found[0]
            Jt[row, 1] += gauge.slope[p, a] * found[1]
            Jt[row, 2] += gauge.shape[p, a] * found[2]


@leaf
def _plus(a: Quaternion, f: float, b: Quaternion) -> Quaternion:
    """a + f b."""
    return a[0] + f * b[0], plus(a[1], f, b[1])


@leaf
def _inner(a: Quaternion, b: Quaternion) -> float:
    """a . b."""
    return a[0] * b[0] + dot(a[1], b[1])


@leaf
def _back(a: Quaternion, b: Quaternion) -> Vector:
    """vec(conj(a) b)."""
    return plus(plus(by(a[0], b[1]), -b[0], a[1]), -1.0, over(a[1], b[1]))


@leaf
def _turned(a: Quaternion, v: Vector) -> Vector:
    """v in the axes of ground, where a is a unit quaternion."""
    t = by(2.0, over(a[1], v))
    return plus(plus(v, a[0], t), 1.0, over(a[1], t))


@leaf
def _turn_by(a: Quaternion, v: Vector) -> Quaternion:
    """a (0, v)."""
    return -dot(a[1], v), plus(by(a[0], v), 1.0, over(a[1], v))


@leaf
def _of(q: Any, i: int) -> Quaternion:
    return q[i + 3], three(q, i + 4)


@leaf
def _section(gauge: Any, p: int, a: int, q: Any) -> Quaternion:
    """The quaternion of a section, on the side of the middle one."""
    main, one = _of(q, 7 * gauge.body[p, gauge.nodes // 2]), _of(q, 7 * gauge.body[p, a])
    return one if _inner(main, one) >= 0.0 else (-one[0], by(-1.0, one[1]))


@leaf
def _arc(t2: float) -> Vector:
    """F = atan(t)/t, F'/t and (F'/t)'/t, as functions of t^2."""
    if t2 < 1e-2:
        return (
            _series(1.0, -1.0 / 3.0, 1.0 / 5.0, -1.0 / 7.0, 1.0 / 9.0, -1.0 / 11.0, t2),
            _series(-2.0 / 3.0, 4.0 / 5.0, -6.0 / 7.0, 8.0 / 9.0, -10.0 / 11.0, 12.0 / 13.0, t2),
            _series(8.0 / 5.0, -24.0 / 7.0, 48.0 / 9.0, -80.0 / 11.0, 120.0 / 13.0, -168.0 / 15.0, t2),
        )
    t = math.sqrt(t2)
    F, u = math.atan(t) / t, 1.0 / (1.0 + t2)
    slope = (u - F) / t2
    return F, slope, (-2.0 * u * u - 3.0 * slope) / t2


@leaf
def _series(c0: float, c1: float, c2: float, c3: float, c4: float, c5: float, x: float) -> float:
    return c0 + x * (c1 + x * (c2 + x * (c3 + x * (c4 + x * c5))))


@leaf
def _sums(gauge: Any, p: int, q: Any) -> tuple[Quaternion, Quaternion, Vector]:
    """r, its slope, and d."""
    r = slope = (0.0, (0.0, 0.0, 0.0))
    d = (0.0, 0.0, 0.0)
    for a in range(gauge.nodes):
        one = _section(gauge, p, a, q)
        r, slope = _plus(r, gauge.shape[p, a], one), _plus(slope, gauge.slope[p, a], one)
        d = plus(d, gauge.slope[p, a], three(q, 7 * gauge.body[p, a]))
    return r, slope, d


@leaf
def _quarter(gauge: Any, p: int) -> float:
    """t over |kappa|: of two sections kappa is the rotation vector over the length 1/slope."""
    return 0.25 / gauge.slope[p, 1] if gauge.nodes == 2 else 0.0


@inner
def spatial_gauge(gauge: Any, block: int, q: Any, J: Any) -> float:
    """The value; its Jacobian is added to the blocks of J from `block` on."""
    total = 0.0
    for p in range(gauge.points):
        r, slope, d = _sums(gauge, p, q)
        n2 = _inner(r, r)
        scale = 1.0 / math.sqrt(n2)
        frame = (scale * r[0], by(scale, r[1]))
        g = _turned((frame[0], by(-1.0, frame[1])), d)
        k = by(2.0 / n2, _back(r, slope))
        quarter = _quarter(gauge, p)
        F, F_rate, _ = _arc(quarter * quarter * dot(k, k))
        w, u, rest = three(gauge.weights[p], 0), three(gauge.weights[p], 3), gauge.rest[p]
        total += dot(w, plus(g, -1.0, three(rest, 0))) + dot(u, plus(by(F, k), -1.0, three(rest, 3)))
        force = _turned(frame, w)
        for a in range(gauge.nodes):
            row, N, S = block + gauge.slot[p, a], gauge.shape[p, a], gauge.slope[p, a]
            one = _section(gauge, p, a, q)
            for j in range(3):
                dq = _turn_by(one, by(0.5, unit(j)))
                turn = by(2.0 * N / n2, _back(r, dq))
                dk = plus(by(N, _back(dq, slope)), S, _back(r, dq))
                dk = plus(by(2.0 / n2, dk), -2.0 * N * _inner(r, dq) / n2, k)
                bent = F * dot(u, dk) + F_rate * quarter * quarter * dot(k, dk) * dot(u, k)
                J[row, j] += S * force[j]
                J[row, 3 + j] += dot(w, over(g, turn)) + bent
    return total


@leaf
def _rates(gauge: Any, p: int, q: Any, v: Any) -> tuple[Quaternion, Quaternion, Vector]:
    """Of r, its slope and d."""
    r = slope = (0.0, (0.0, 0.0, 0.0))
    d = (0.0, 0.0, 0.0)
    for a in range(gauge.nodes):
        i = 6 * gauge.body[p, a]
        one = _turn_by(_section(gauge, p, a, q), by(0.5, three(v, i + 3)))
        r, slope = _plus(r, gauge.shape[p, a], one), _plus(slope, gauge.slope[p, a], one)
        d = plus(d, gauge.slope[p, a], three(v, i))
    return r, slope, d


@inner
def spatial_gauge_rate(gauge: Any, block: int, q: Any, v: Any, Jt: Any) -> None:
    """Jt, added to its blocks from `block` on: every line of spatial_gauge beside its rate (names that end in _)."""
    for p in range(gauge.points):
        (r, slope, d), (r_, slope_, d_) = _sums(gauge, p, q), _rates(gauge, p, q, v)
        n2, growth = _inner(r, r), 2.0 * _inner(r, r_) / _inner(r, r)
        scale = 1.0 / math.sqrt(n2)
        frame = (scale * r[0], by(scale, r[1]))
        back = (frame[0], by(-1.0, frame[1]))
        spin, g = by(2.0 / n2, _back(r, r_)), _turned(back, d)
        g_ = plus(_turned(back, d_), 1.0, over(g, spin))
        k = by(2.0 / n2, _back(r, slope))
        k_ = plus(by(2.0 / n2, plus(_back(r_, slope), 1.0, _back(r, slope_))), -growth, k)
        square = _quarter(gauge, p) ** 2
        F, slow, slower = _arc(square * dot(k, k))
        kk_ = square * dot(k, k_)
        F_, slow_ = slow * kk_, slower * kk_
        w, u = three(gauge.weights[p], 0), three(gauge.weights[p], 3)
        force_ = _turned(frame, over(spin, w))
        for a in range(gauge.nodes):
            row, N, S, i = block + gauge.slot[p, a], gauge.shape[p, a], gauge.slope[p, a], 6 * gauge.body[p, a]
            one, w_a = _section(gauge, p, a, q), three(v, i + 3)
            one_ = _turn_by(one, by(0.5, w_a))
            for j in range(3):
                e = unit(j)
                dq, dq_ = _turn_by(one, by(0.5, e)), _turn_by(one_, by(0.5, e))
                turn = by(2.0 * N / n2, _back(r, dq))
                turn_ = plus(by(2.0 * N / n2, plus(_back(r_, dq), 1.0, _back(r, dq_))), -growth, turn)
                size, size_ = _inner(r, dq) / n2, (_inner(r_, dq) + _inner(r, dq_)) / n2
                size_ -= growth * size
                raw = by(2.0 / n2, plus(by(N, _back(dq, slope)), S, _back(r, dq)))
                raw_ = plus(by(N, plus(_back(dq_, slope), 1.0, _back(dq, slope_))), S, _back(r_, dq))
                raw_ = plus(by(2.0 / n2, plus(raw_, S, _back(r, dq_))), -growth, raw)
                dk = plus(raw, -2.0 * N * size, k)
                dk_ = plus(plus(raw_, -2.0 * N * size_, k), -2.0 * N * size, k_)
                kdk, kdk_ = square * dot(k, dk), square * (dot(k_, dk) + dot(k, dk_))
                bent = F * dot(u, dk) + slow * kdk * dot(u, k)
                bent_ = F_ * dot(u, dk) + F * dot(u, dk_)
                bent_ += (slow_ * kdk + slow * kdk_) * dot(u, k) + slow * kdk * dot(u, k_)
                own = dot(w, over(g, turn)) + bent
                Jt[row, j] += S * force_[j]
                Jt[row, 3 + j] += dot(w, over(g_, turn)) + dot(w, over(g, turn_)) + bent_
                turned = over(w_a, e)
                for c in range(3):
                    Jt[row, 3 + c] += own * turned[c]

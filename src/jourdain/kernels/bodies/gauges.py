"""Strains of beams as measures: x = sum over at most two points of weights . (e - e0), with its Jacobian.

At a point, with shape functions N and their slopes S by the arc length, of the two or three sections of its element:

    plane  theta = sum N theta_a, d = sum S x_a        e = (R(theta)^T d, sum S theta_a)
    space  r = sum N q_a (quaternions), d = sum S x_a    e = (R(r)^T d, kappa),  kappa = 2 vec(conj(r) sum S q_a)/(r.r)

and for two sections kappa atan(t)/t with t = L |kappa|/4, which is the rotation vector over L. Jacobians are by columns: a
section turned about its axis j has dq = q e_j/2. Theory: docs/theory/beams.md.
"""

from __future__ import annotations

import math
from typing import Any

from jourdain.jit import inner, leaf
from jourdain.kernels.bodies.beams_vectors import Vector, by, dot, over, plus, three, unit

Quaternion = tuple[float, Vector]


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
def _of(q: Any, i: int) -> Quaternion:
    return q[i + 3], three(q, i + 4)


@leaf
def _sum(gauge: Any, p: int, q: Any, factors: Any) -> Quaternion:
    """Sum of the quaternions of the sections, all on the side of the middle one, times factors[p]."""
    main = _of(q, 7 * gauge.body[p, gauge.nodes // 2])
    total = (0.0, (0.0, 0.0, 0.0))
    for a in range(gauge.nodes):
        one = _of(q, 7 * gauge.body[p, a])
        total = _plus(total, factors[p, a] if _inner(main, one) >= 0.0 else -factors[p, a], one)
    return total


@leaf
def _arc(t2: float) -> tuple[float, float]:
    """atan(t)/t and its derivative over t, as functions of t^2."""
    if t2 < 1e-3:
        return 1.0 - t2 / 3.0 + t2 * t2 / 5.0 - t2**3 / 7.0, -2.0 / 3.0 + t2 * (
            4.0 / 5.0 + t2 * (-6.0 / 7.0 + t2 * 8.0 / 9.0)
        )
    t = math.sqrt(t2)
    F = math.atan(t) / t
    return F, (1.0 / (1.0 + t2) - F) / t2


@inner
def spatial_gauge(gauge: Any, block: int, q: Any, J: Any) -> float:
    """The value; its Jacobian is added to the blocks of J from `block` on."""
    total = 0.0
    for p in range(gauge.points):
        r, slope = _sum(gauge, p, q, gauge.shape), _sum(gauge, p, q, gauge.slope)
        d = (0.0, 0.0, 0.0)
        for a in range(gauge.nodes):
            d = plus(d, gauge.slope[p, a], three(q, 7 * gauge.body[p, a]))
        n2 = _inner(r, r)
        scale = 1.0 / math.sqrt(n2)
        frame = (scale * r[0], by(scale, r[1]))
        g = _turned((frame[0], by(-1.0, frame[1])), d)
        k = by(2.0 / n2, _back(r, slope))
        # two sections: kappa is the rotation vector over the length 1/slope
        quarter = 0.25 / gauge.slope[p, 1] if gauge.nodes == 2 else 0.0
        F, F_rate = _arc(quarter * quarter * dot(k, k))
        w, u, rest = three(gauge.weights[p], 0), three(gauge.weights[p], 3), gauge.rest[p]
        total += dot(w, plus(g, -1.0, three(rest, 0))) + dot(u, plus(by(F, k), -1.0, three(rest, 3)))
        force = _turned(frame, w)
        for a in range(gauge.nodes):
            row, N, S = block + gauge.slot[p, a], gauge.shape[p, a], gauge.slope[p, a]
            one = _of(q, 7 * gauge.body[p, a])
            side = 0.5 if _inner(_of(q, 7 * gauge.body[p, gauge.nodes // 2]), one) >= 0.0 else -0.5
            for j in range(3):
                e = unit(j)
                dq = (-side * dot(one[1], e), by(side, plus(by(one[0], e), 1.0, over(one[1], e))))
                turn = by(2.0 * N / n2, _back(r, dq))
                dk = plus(by(N, _back(dq, slope)), S, _back(r, dq))
                dk = plus(by(2.0 / n2, dk), -2.0 * N * _inner(r, dq) / n2, k)
                bent = F * dot(u, dk) + F_rate * quarter * quarter * dot(k, dk) * dot(u, k)
                J[row, j] += S * force[j]
                J[row, 3 + j] += dot(w, over(g, turn)) + bent
    return total

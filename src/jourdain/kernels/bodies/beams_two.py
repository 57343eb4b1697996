"""The beam element in space between two sections a and b, integrated in the middle.

With the rotation vector phi of the relative rotation R_a^T R_b, the frame R half way, L the length as drawn:

    Gamma = R^T (x_b - x_a)/L      kappa = phi/L      U = L/2 (e - e0)^T C (e - e0),  e = (Gamma, kappa)
    d theta = (d theta_a + d theta_b)/2 + t x (d theta_b - d theta_a)/2,  t = tan(|phi|/4) phi/|phi|
    d phi = D d theta_b - D^T d theta_a,  D = I + phi~/2 + c phi~^2

Forces and tangent are the derivatives of U, the tangent by columns. s.element: Gamma, kappa, R, phi.
Theory: docs/theory/beams.md.
"""

from __future__ import annotations

import math
from typing import Any

from jourdain.jit import inner, leaf
from jourdain.kernels.bodies.beams_vectors import (
    ZERO,
    Vector,
    by,
    dot,
    over,
    plus,
    set_frame,
    three,
    through,
    turned,
    turned_back,
    unit,
)

# of tan(p/4)/p and its derivative over p by x = (p/4)^2; of (1 - p/2 cot(p/2))/p^2 and its derivative over p by p^2
_TAU = (1 / 4, 1 / 12, 1 / 30, 17 / 1260, 31 / 5670, 691 / 311850, 5461 / 6081075)
_TAU_RATE = (1 / 96, 1 / 120, 17 / 3360, 31 / 11340, 691 / 498960, 5461 / 8108100, 929569 / 2918916000)
_C = (1 / 12, 1 / 720, 1 / 30240, 1 / 1209600, 1 / 47900160, 691 / 1307674368000, 1 / 74724249600)
_C_RATE = (1 / 360, 1 / 7560, 1 / 201600, 1 / 5987520, 691 / 130767436800, 1 / 6227020800, 3617 / 762187345920000)


@leaf
def _series(coefficients: Any, x: float) -> float:
    """c0 + c1 x + .. + c6 x^6."""
    c0, c1, c2, c3, c4, c5, c6 = coefficients
    return c0 + x * (c1 + x * (c2 + x * (c3 + x * (c4 + x * (c5 + x * c6)))))


@leaf
def _curvatures(p2: float) -> tuple[float, float, float, float]:
    """tau = tan(p/4)/p, tau'/p, c = (1 - p/2 cot(p/2))/p^2 and c'/p as functions of p^2; by series below p = 1/2."""
    if p2 < 0.25:
        return _series(_TAU, p2 / 16.0), _series(_TAU_RATE, p2 / 16.0), _series(_C, p2), _series(_C_RATE, p2)
    p = math.sqrt(p2)
    tan = math.tan(0.25 * p)
    h, cot, sin = 0.5 * p, 1.0 / math.tan(0.5 * p), math.sin(0.5 * p)
    tau, c = tan / p, (1.0 - h * cot) / p2
    return tau, (0.25 * (1.0 + tan * tan) - tau) / p2, c, ((h / (sin * sin) - cot) / (2.0 * p2) - 2.0 * c / p) / p


@inner
def strain(s: Any, e: int, q: Any) -> None:
    """s.element[e]. R is half way: its quaternion is the sum of the two."""
    E, element = s.element, s.elements[e]
    i, j, L = 7 * element.body[0] + 3, 7 * element.body[1] + 3, element.weight
    w = q[i] * q[j] + q[i + 1] * q[j + 1] + q[i + 2] * q[j + 2] + q[i + 3] * q[j + 3]
    sign = 1.0 if w >= 0.0 else -1.0
    a, b = three(q, i + 1), by(sign, three(q, j + 1))
    v = plus(plus(by(q[i], b), -sign * q[j], a), -1.0, over(a, b))
    sine = math.sqrt(dot(v, v))
    factor = 2.0 * math.atan2(sine, sign * w) / sine if sine > 1e-8 else 2.0
    phi = by(factor, v)
    m0, m = q[i] + sign * q[j], plus(a, 1.0, b)
    scale = 1.0 / math.sqrt(m0 * m0 + dot(m, m))
    set_frame(E, e, scale * m0, by(scale, m))
    d = plus(three(q, j - 3), -1.0, three(q, i - 3))
    g = turned_back(E, e, by(1.0 / L, d))
    for k in range(3):
        E[e, k], E[e, 3 + k], E[e, 15 + k] = g[k], phi[k] / L, phi[k]


@leaf
def _rotations(phi: Vector, c: float, a: Vector, b: Vector) -> Vector:
    """D b - D^T a: what turning the sections by a and b adds to phi."""
    d, m = plus(b, -1.0, a), plus(b, 1.0, a)
    return plus(plus(d, 0.5, over(phi, m)), c, over(phi, over(phi, d)))


@leaf
def _middle(t: Vector, a: Vector, b: Vector) -> Vector:
    """How the middle frame turns when the sections turn by a and b."""
    return by(0.5, plus(plus(a, 1.0, b), 1.0, over(t, plus(b, -1.0, a))))


@leaf
def _moments(phi: Vector, t: Vector, c: float, m: Vector, M: Vector) -> tuple[Vector, Vector]:
    """Moments on sections a and b from the moment m on the middle frame and M on phi."""
    twist, bend = over(t, m), over(phi, M)
    even = plus(M, c, over(phi, bend))
    a = plus(plus(by(0.5, plus(m, 1.0, twist)), -1.0, even), -0.5, bend)
    b = plus(plus(by(0.5, plus(m, -1.0, twist)), 1.0, even), -0.5, bend)
    return a, b


@inner
def _rates(s: Any, e: int, v: Any, phi: Vector, t: Vector, c: float) -> tuple[Vector, Vector]:
    element = s.elements[e]
    i, j, L = 6 * element.body[0], 6 * element.body[1], element.weight
    a, b = three(v, i + 3), three(v, j + 3)
    d = turned_back(s.element, e, by(1.0 / L, plus(three(v, j), -1.0, three(v, i))))
    g = plus(d, 1.0, over(three(s.element[e], 0), _middle(t, a, b)))
    return g, by(1.0 / L, _rotations(phi, c, a, b))


@inner
def rates(s: Any, e: int, v: Any) -> tuple[Vector, Vector]:
    """Gamma' and kappa' by time."""
    phi = three(s.element[e], 15)
    tau, _, c, _ = _curvatures(dot(phi, phi))
    return _rates(s, e, v, phi, by(tau, phi), c)


@inner
def add_forces(s: Any, e: int, N: Vector, M: Vector, force: Any) -> None:
    """force -= internal forces by the force N and moment M in the section."""
    E, element = s.element, s.elements[e]
    phi = three(E[e], 15)
    tau, _, c, _ = _curvatures(dot(phi, phi))
    F = turned(E, e, N)
    A, B = _moments(phi, by(tau, phi), c, by(element.weight, over(N, three(E[e], 0))), M)
    i, j = 6 * element.body[0], 6 * element.body[1]
    for k in range(3):
        force[i + k] += F[k]
        force[j + k] -= F[k]
        force[i + 3 + k] -= A[k]
        force[j + 3 + k] -= B[k]


@leaf
def _add_column(K: Any, a: int, b: int, column: int, f: float, F: Vector, A: Vector, B: Vector) -> None:
    """Column of internal forces (-F, A) on section a and (F, B) on section b, into the blocks of the two."""
    for k in range(3):
        K[a, k, column] -= f * F[k]
        K[b, k, column] += f * F[k]
        K[a, 3 + k, column] += f * A[k]
        K[b, 3 + k, column] += f * B[k]


@inner
def add_stiffness(s: Any, e: int, v: Any, N: Vector, M: Vector, K: Any) -> None:
    """K += derivatives of the internal forces, by the translation of b against a and by both rotations."""
    E, element = s.element, s.elements[e]
    L, C, pair = element.weight, element.stiffness, element.pair
    phi, g = three(E[e], 15), three(E[e], 0)
    tau, tau_, c, c_ = _curvatures(dot(phi, phi))
    t, m = by(tau, phi), by(L, over(N, g))
    for column in range(3):
        dg = by(1.0 / L, turned_back(E, e, unit(column)))
        dN, dM = through(C, dg, ZERO)
        if element.damped == 1:
            w = _middle(t, three(v, 6 * element.body[0] + 3), three(v, 6 * element.body[1] + 3))
            rN, rM = through(element.damping, over(dg, w), ZERO)
            dN, dM = plus(dN, 1.0, rN), plus(dM, 1.0, rM)
        dm = by(L, plus(over(dN, g), 1.0, over(N, dg)))
        A, B = _moments(phi, t, c, dm, dM)
        F = turned(E, e, dN)
        _add_column(K, pair[0, 1], pair[1, 1], column, 1.0, F, A, B)
        _add_column(K, pair[0, 0], pair[1, 0], column, -1.0, F, A, B)
    for column in range(6):
        a = unit(column) if column < 3 else ZERO
        b = unit(column - 3) if column >= 3 else ZERO
        turn, dphi = _middle(t, a, b), _rotations(phi, c, a, b)
        along = dot(phi, dphi)
        dt = plus(by(tau, dphi), tau_ * along, phi)
        dg = over(g, turn)
        dN, dM = through(C, dg, by(1.0 / L, dphi))
        if element.damped == 1:
            rN, rM = _rate_change(s, e, v, phi, t, c, c_, turn, dphi, dt, dg)
            dN, dM = plus(dN, 1.0, rN), plus(dM, 1.0, rM)
        dm = by(L, plus(over(dN, g), 1.0, over(N, dg)))
        A, B = _moments(phi, t, c, dm, dM)
        twist = by(0.5, over(dt, m))
        even, bend = _bending(phi, c, c_, along, dphi, M), by(0.5, over(dphi, M))
        A = plus(plus(plus(A, 1.0, twist), -1.0, even), -1.0, bend)
        B = plus(plus(plus(B, -1.0, twist), 1.0, even), -1.0, bend)
        F = turned(E, e, plus(dN, 1.0, over(turn, N)))
        if column < 3:
            _add_column(K, pair[0, 0], pair[1, 0], 3 + column, 1.0, F, A, B)
        else:
            _add_column(K, pair[0, 1], pair[1, 1], column, 1.0, F, A, B)


@leaf
def _bending(phi: Vector, c: float, c_: float, along: float, d: Vector, x: Vector) -> Vector:
    """d(c phi x (phi x x)) for a change d of phi; along = phi . d."""
    return plus(by(c, plus(over(d, over(phi, x)), 1.0, over(phi, over(d, x)))), c_ * along, over(phi, over(phi, x)))


@inner
def _rate_change(
    s: Any,
    e: int,
    v: Any,
    phi: Vector,
    t: Vector,
    c: float,
    c_: float,
    turn: Vector,
    dphi: Vector,
    dt: Vector,
    dg: Vector,
) -> tuple[Vector, Vector]:
    """V d(strain rates) at fixed velocities, for a turn of the middle frame and changes of phi, t and Gamma."""
    element = s.elements[e]
    i, j, L = 6 * element.body[0], 6 * element.body[1], element.weight
    a, b = three(v, i + 3), three(v, j + 3)
    d, m = plus(b, -1.0, a), plus(b, 1.0, a)
    apart = turned_back(s.element, e, by(1.0 / L, plus(three(v, j), -1.0, three(v, i))))
    g = plus(over(apart, turn), 1.0, over(dg, _middle(t, a, b)))
    g = plus(g, 0.5, over(three(s.element[e], 0), over(dt, d)))
    k = plus(by(0.5, over(dphi, m)), 1.0, _bending(phi, c, c_, dot(phi, dphi), dphi, d))
    return through(element.damping, g, by(1.0 / L, k))


@inner
def add_damping(s: Any, e: int, f: float, K: Any) -> None:
    """K += f times the derivatives of the internal forces by the velocities."""
    E, element = s.element, s.elements[e]
    L, V, pair = element.weight, element.damping, element.pair
    phi, g = three(E[e], 15), three(E[e], 0)
    tau, _, c, _ = _curvatures(dot(phi, phi))
    t = by(tau, phi)
    for column in range(9):
        a = unit(column - 3) if 3 <= column < 6 else ZERO
        b = unit(column - 6) if column >= 6 else ZERO
        dg = over(g, _middle(t, a, b))
        if column < 3:
            dg = by(1.0 / L, turned_back(E, e, unit(column)))
        dN, dM = through(V, dg, by(1.0 / L, _rotations(phi, c, a, b)))
        A, B = _moments(phi, t, c, by(L, over(dN, g)), dM)
        F = turned(E, e, dN)
        if column < 3:
            _add_column(K, pair[0, 1], pair[1, 1], column, f, F, A, B)
            _add_column(K, pair[0, 0], pair[1, 0], column, -f, F, A, B)
        elif column < 6:
            _add_column(K, pair[0, 0], pair[1, 0], column, f, F, A, B)
        else:
            _add_column(K, pair[0, 1], pair[1, 1], column - 3, f, F, A, B)

"""A point of the beam element in space between three sections: quadratic places, and quaternions that are interpolated.

With r = N_i q_i (signs as of the middle section), r' = D_i q_i, R = R(r/|r|), D_i the slopes of N_i [1/m]:

    Gamma = R^T D_i x_i        kappa = 2 vec(r^-1 r')        alpha = scalar(r^-1 r')        (beta_i, b_i) = r^-1 q_i

r^-1 = conj(r)/|r|^2. A turn d theta_i of section i (body axes) changes q_i by q_i (0, d theta_i)/2. With A_i = beta_i I + b_i~:

    d theta = N_i A_i d theta_i        sigma = -1/2 N_i b_i . d theta_i        (r^-1 dr = (sigma, d theta/2))
    d Gamma = R^T D_i dx_i + Gamma x d theta
    d kappa = X_i d theta_i,  X_i = (D_i - alpha N_i) A_i + N_i/2 (kappa~ A_i + kappa b_i^T)
    d alpha = -alpha sigma + kappa . d theta/4 - 1/2 D_i b_i . d theta_i
    d(beta_i, b_i) = -(sigma, d theta/2)(beta_i, b_i) + (beta_i, b_i)(0, d theta_i)/2

Only relative rotations enter. Forces w (D_i R N, N_i A_i^T (N x Gamma) + X_i^T M) and tangent are derivatives of the energy.
s.element: Gamma, kappa, R, alpha, (beta_i, b_i).
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

Quaternion = tuple[float, Vector]


@leaf
def _times(p: Quaternion, q: Quaternion) -> Quaternion:
    """p q."""
    return p[0] * q[0] - dot(p[1], q[1]), plus(plus(by(p[0], q[1]), q[0], p[1]), 1.0, over(p[1], q[1]))


@leaf
def _turn(b: Quaternion, x: Vector) -> Vector:
    """A x = beta x + b x x."""
    return plus(by(b[0], x), 1.0, over(b[1], x))


@leaf
def _turn_back(b: Quaternion, x: Vector) -> Vector:
    """A^T x."""
    return plus(by(b[0], x), -1.0, over(b[1], x))


@leaf
def _section(E: Any, e: int, i: int) -> Quaternion:
    """(beta_i, b_i)."""
    k = 16 + 4 * i
    return E[e, k], (E[e, k + 1], E[e, k + 2], E[e, k + 3])


@leaf
def _bend(N: float, D: float, alpha: float, kappa: Vector, b: Quaternion, x: Vector) -> Vector:
    """X_i x."""
    y = _turn(b, x)
    return plus(by(D - alpha * N, y), 0.5 * N, plus(over(kappa, y), dot(b[1], x), kappa))


@leaf
def _bend_back(N: float, D: float, alpha: float, kappa: Vector, b: Quaternion, M: Vector) -> Vector:
    """X_i^T M."""
    y = plus(by(D - alpha * N, M), 0.5 * N, over(M, kappa))
    return plus(_turn_back(b, y), 0.5 * N * dot(kappa, M), b[1])


@inner
def strain(s: Any, e: int, q: Any) -> None:
    """s.element[e]."""
    E, element = s.element, s.elements[e]
    m = 7 * element.body[1] + 3
    r: Quaternion = (0.0, ZERO)
    slope: Quaternion = (0.0, ZERO)
    d = ZERO
    for i in range(3):
        k = 7 * element.body[i] + 3
        same = q[k] * q[m] + q[k + 1] * q[m + 1] + q[k + 2] * q[m + 2] + q[k + 3] * q[m + 3]
        sign = 1.0 if same >= 0.0 else -1.0
        p = sign * q[k], by(sign, three(q, k + 1))
        E[e, 16 + 4 * i], E[e, 17 + 4 * i], E[e, 18 + 4 * i], E[e, 19 + 4 * i] = p[0], p[1][0], p[1][1], p[1][2]
        N, D = element.shape[i], element.slope[i]
        r = r[0] + N * p[0], plus(r[1], N, p[1])
        slope = slope[0] + D * p[0], plus(slope[1], D, p[1])
        d = plus(d, D, three(q, k - 3))
    square = r[0] * r[0] + dot(r[1], r[1])
    length = math.sqrt(square)
    set_frame(E, e, r[0] / length, by(1.0 / length, r[1]))
    back = r[0] / square, by(-1.0 / square, r[1])
    alpha, half = _times(back, slope)
    g = turned_back(E, e, d)
    E[e, 15] = alpha
    for k in range(3):
        E[e, k], E[e, 3 + k] = g[k], 2.0 * half[k]
    for i in range(3):
        beta, b = _times(back, _section(E, e, i))
        E[e, 16 + 4 * i], E[e, 17 + 4 * i], E[e, 18 + 4 * i], E[e, 19 + 4 * i] = beta, b[0], b[1], b[2]


@inner
def _spin(s: Any, e: int, v: Any) -> tuple[Vector, Vector]:
    """The angular velocity of the frame R, and R^T of the derivative of the velocities by the arc length."""
    element, w, d = s.elements[e], ZERO, ZERO
    for i in range(3):
        k = 6 * element.body[i]
        w = plus(w, element.shape[i], _turn(_section(s.element, e, i), three(v, k + 3)))
        d = plus(d, element.slope[i], three(v, k))
    return w, turned_back(s.element, e, d)


@inner
def rates(s: Any, e: int, v: Any) -> tuple[Vector, Vector]:
    """Gamma' and kappa' by time."""
    E, element = s.element, s.elements[e]
    w, d = _spin(s, e, v)
    k, kappa = ZERO, three(E[e], 3)
    for i in range(3):
        w_i = three(v, 6 * element.body[i] + 3)
        k = plus(k, 1.0, _bend(element.shape[i], element.slope[i], E[e, 15], kappa, _section(E, e, i), w_i))
    return plus(d, 1.0, over(three(E[e], 0), w)), k


@inner
def add_forces(s: Any, e: int, N: Vector, M: Vector, force: Any) -> None:
    """force -= internal forces by the force N and moment M in the section."""
    E, element = s.element, s.elements[e]
    F, m, kappa, f = turned(E, e, N), over(N, three(E[e], 0)), three(E[e], 3), element.weight
    for i in range(3):
        k, b, shape, slope = 6 * element.body[i], _section(E, e, i), element.shape[i], element.slope[i]
        moment = plus(by(shape, _turn_back(b, m)), 1.0, _bend_back(shape, slope, E[e, 15], kappa, b, M))
        for c in range(3):
            force[k + c] -= f * slope * F[c]
            force[k + 3 + c] -= f * moment[c]


@leaf
def _add(K: Any, pair: int, column: int, f: float, slope: float, F: Vector, moment: Vector) -> None:
    """Column of a body-pair block: slope F, and a moment."""
    for c in range(3):
        K[pair, c, column] += f * slope * F[c]
        K[pair, 3 + c, column] += f * moment[c]


@inner
def _add_by_places(s: Any, e: int, column: int, f: float, dN: Vector, dm: Vector, dM: Vector, K: Any) -> None:
    """K += f times the change of forces for a unit of D_j x_j, spread over the sections."""
    E, element = s.element, s.elements[e]
    F, kappa = turned(E, e, dN), three(E[e], 3)
    for i in range(3):
        b, shape, slope = _section(E, e, i), element.shape[i], element.slope[i]
        moment = plus(by(shape, _turn_back(b, dm)), 1.0, _bend_back(shape, slope, E[e, 15], kappa, b, dM))
        for j in range(3):
            _add(K, element.pair[i, j], column, f * element.weight * element.slope[j], slope, F, moment)


@inner
def add_stiffness(s: Any, e: int, v: Any, N: Vector, M: Vector, K: Any) -> None:
    """K += derivatives of the internal forces, by places and by the rotations of the three sections."""
    E, element = s.element, s.elements[e]
    g = three(E[e], 0)
    w, _ = _spin(s, e, v)
    for column in range(3):
        dg = turned_back(E, e, unit(column))
        dN, dM = through(element.stiffness, dg, ZERO)
        if element.damped == 1:
            rN, rM = through(element.damping, over(dg, w), ZERO)
            dN, dM = plus(dN, 1.0, rN), plus(dM, 1.0, rM)
        _add_by_places(s, e, column, 1.0, dN, plus(over(dN, g), 1.0, over(N, dg)), dM, K)
    for j in range(3):
        for column in range(3):
            _add_by_rotation(s, e, v, N, M, w, j, column, K)


@inner
def _add_by_rotation(s: Any, e: int, v: Any, N: Vector, M: Vector, w: Vector, j: int, column: int, K: Any) -> None:
    """K += derivatives of the internal forces by a turn of section j about its axis `column`; w: spin of R."""
    E, element = s.element, s.elements[e]
    g, kappa, alpha, turn_j = three(E[e], 0), three(E[e], 3), E[e, 15], unit(column)
    b_j, N_j, D_j = _section(E, e, j), element.shape[j], element.slope[j]
    turn, sigma = by(N_j, _turn(b_j, turn_j)), -0.5 * N_j * b_j[1][column]
    dkappa, dg = _bend(N_j, D_j, alpha, kappa, b_j, turn_j), over(g, turn)
    dalpha = 0.25 * dot(kappa, turn) - alpha * sigma - 0.5 * D_j * b_j[1][column]
    dN, dM = through(element.stiffness, dg, dkappa)
    back = -sigma, by(-0.5, turn)
    if element.damped == 1:
        _, d = _spin(s, e, v)
        rg, rk = plus(over(d, turn), 1.0, over(dg, w)), ZERO
        for i in range(3):
            b, shape, x = _section(E, e, i), element.shape[i], three(v, 6 * element.body[i] + 3)
            db = _change(back, b, turn_j, i == j)
            rg = plus(rg, shape, over(g, _turn(db, x)))
            y = _turn(b, x)
            rk = plus(rk, 1.0, _bend(shape, element.slope[i], alpha, kappa, db, x))
            rk = plus(plus(rk, -dalpha * shape, y), 0.5 * shape, plus(over(dkappa, y), dot(b[1], x), dkappa))
        rN, rM = through(element.damping, rg, rk)
        dN, dM = plus(dN, 1.0, rN), plus(dM, 1.0, rM)
    m, dm = over(N, g), plus(over(dN, g), 1.0, over(N, dg))
    F = turned(E, e, plus(dN, 1.0, over(turn, N)))
    for i in range(3):
        b, shape, slope = _section(E, e, i), element.shape[i], element.slope[i]
        db = _change(back, b, turn_j, i == j)
        moment = by(shape, plus(_turn_back(b, dm), 1.0, _turn_back(db, m)))
        moment = plus(moment, 1.0, _bend_back(shape, slope, alpha, kappa, b, dM))
        moment = plus(moment, 1.0, _bend_back(shape, slope, alpha, kappa, db, M))
        y = plus(by(-dalpha * shape, M), 0.5 * shape, over(M, dkappa))
        moment = plus(plus(moment, 1.0, _turn_back(b, y)), 0.5 * shape * dot(dkappa, M), b[1])
        _add(K, element.pair[i, j], 3 + column, element.weight, slope, F, moment)


@leaf
def _change(back: Quaternion, b: Quaternion, turn: Vector, own: bool) -> Quaternion:
    """d(beta_i, b_i) by the turn of a section; own: of section i itself."""
    d = _times(back, b)
    if not own:
        return d
    return d[0] - 0.5 * dot(b[1], turn), plus(d[1], 0.5, _turn(b, turn))


@inner
def add_damping(s: Any, e: int, f: float, K: Any) -> None:
    """K += f times the derivatives of the internal forces by the velocities."""
    E, element = s.element, s.elements[e]
    g, kappa, alpha = three(E[e], 0), three(E[e], 3), E[e, 15]
    for column in range(3):
        dN, dM = through(element.damping, turned_back(E, e, unit(column)), ZERO)
        _add_by_places(s, e, column, f, dN, over(dN, g), dM, K)
    for j in range(3):
        for column in range(3):
            b_j, N_j, x = _section(E, e, j), element.shape[j], unit(column)
            dkappa = _bend(N_j, element.slope[j], alpha, kappa, b_j, x)
            dN, dM = through(element.damping, over(g, by(N_j, _turn(b_j, x))), dkappa)
            F, dm = turned(E, e, dN), over(dN, g)
            for i in range(3):
                b, shape, slope = _section(E, e, i), element.shape[i], element.slope[i]
                moment = plus(by(shape, _turn_back(b, dm)), 1.0, _bend_back(shape, slope, alpha, kappa, b, dM))
                _add(K, element.pair[i, j], 3 + column, f * element.weight, slope, F, moment)

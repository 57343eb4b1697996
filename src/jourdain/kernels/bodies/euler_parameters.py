"""Rigid bodies in space by the equations in Euler parameters: centre of mass and p = (w, e), whose rates are the velocities.

Axes are R = E(p) G(p)^T, quadratic in p also where |p| is not one. So ports P = c + R s are, and with a force f on one

    f.R s = p^T H p / 2,   J^T f = H p,   H = 2 [ s.f, (s x f)^T; s x f, f s^T + s f^T - (s.f) I ]

and H is all that forces, rates and stiffness are made of. With the spin 2 G(p) p' in body axes

    T = m c'^2/2 + 2 (G p')^T J (G p') + k (p.p')^2/2,    M = diag(m I, 4 G^T J G + k p p^T),    k = 4 tr(J)/3
    h = (m gravity, -8 G(p')^T J G(p) p' - k p (p'.p'))

The last term of T is zero where the row |p| = 1 holds (compile adds it), and makes M regular. Theory: docs/euler-parameters.md.
"""

from __future__ import annotations

from typing import Any

from jourdain.jit import inner, leaf
from jourdain.kernels.bodies import flat
from jourdain.kernels.bodies.spatial import (
    add_cross,
    cross,
    height_energy,
    place_ports,
    solve_moments,
    times,
    to_ground,
    turn,  # noqa: F401
)

BASES = (flat,)
DIMENSION = 3
WIDTH, POSITION_WIDTH, ORIENTATION = 7, 7, "parameters"
CURVED, COUNTED, VARYING_MASS, SMALL_BLOCKS = False, True, True, False


@leaf
def spin_of(w: float, x: float, y: float, z: float, p: Any, k: int) -> tuple[float, float, float]:
    """G(w, x, y, z) p[k:k+4]."""
    X, Y, Z = cross(x, y, z, p[k + 1], p[k + 2], p[k + 3])
    return w * p[k + 1] - x * p[k] - X, w * p[k + 2] - y * p[k] - Y, w * p[k + 3] - z * p[k] - Z


@leaf
def add_turning(w: float, x: float, y: float, z: float, X: float, Y: float, Z: float, f: float, p: Any, k: int) -> None:
    """p[k:k+4] += f G(w, x, y, z)^T (X, Y, Z)."""
    a, b, c = cross(x, y, z, X, Y, Z)
    p[k] -= f * (x * X + y * Y + z * Z)
    p[k + 1] += f * (w * X + a)
    p[k + 2] += f * (w * Y + b)
    p[k + 3] += f * (w * Z + c)


@leaf
def _unit(c: int, k: int) -> float:
    return 1.0 if c == k else 0.0


@leaf
def _stretching(J: Any) -> float:
    """The inertia k of what makes p longer."""
    return 4.0 / 3.0 * (J[0, 0] + J[1, 1] + J[2, 2])


# -- ports ---------------------------------------------------------------------------------------------------------------


@inner
def pose(s: Any, t: float, q: Any) -> None:
    R = s.R
    for b in range(s.bodies.shape[0]):
        k = 7 * b + 3
        w, x, y, z = q[k], q[k + 1], q[k + 2], q[k + 3]
        for c in range(4):
            s.parameters[b, c] = q[k + c]
        R[b, 0, 0] = w * w + x * x - y * y - z * z
        R[b, 1, 1] = w * w - x * x + y * y - z * z
        R[b, 2, 2] = w * w - x * x - y * y + z * z
        R[b, 0, 1], R[b, 1, 0] = 2.0 * (x * y - w * z), 2.0 * (x * y + w * z)
        R[b, 0, 2], R[b, 2, 0] = 2.0 * (x * z + w * y), 2.0 * (x * z - w * y)
        R[b, 1, 2], R[b, 2, 1] = 2.0 * (y * z - w * x), 2.0 * (y * z + w * x)
    place_ports(s, q, 7)


@leaf
def _add_turned(s: Any, X: float, Y: float, Z: float, p: Any, k: int, J: Any, row: int) -> None:
    """J[row, 3:7] += H p[k:k+4] of a vector s in the body and f = (X, Y, Z)."""
    w, x, y, z = p[k], p[k + 1], p[k + 2], p[k + 3]
    a, b, c = cross(s[0], s[1], s[2], X, Y, Z)
    sf = s[0] * X + s[1] * Y + s[2] * Z
    se, fe = s[0] * x + s[1] * y + s[2] * z, X * x + Y * y + Z * z
    J[row, 3] += 2.0 * (sf * w + a * x + b * y + c * z)
    J[row, 4] += 2.0 * (a * w + X * se + s[0] * fe - sf * x)
    J[row, 5] += 2.0 * (b * w + Y * se + s[1] * fe - sf * y)
    J[row, 6] += 2.0 * (c * w + Z * se + s[2] * fe - sf * z)


@leaf
def _add_second(s: Any, f: float, X: float, Y: float, Z: float, K: Any, pair: int) -> None:
    """K[pair, 3:7, 3:7] += f H."""
    F = (2.0 * f * X, 2.0 * f * Y, 2.0 * f * Z)
    a = cross(s[0], s[1], s[2], F[0], F[1], F[2])
    sf = s[0] * F[0] + s[1] * F[1] + s[2] * F[2]
    K[pair, 3, 3] += sf
    for i in range(3):
        K[pair, 3, 4 + i] += a[i]
        K[pair, 4 + i, 3] += a[i]
        K[pair, 4 + i, 4 + i] -= sf
        for j in range(3):
            K[pair, 4 + i, 4 + j] += F[i] * s[j] + s[i] * F[j]


@leaf
def _arm(s: Any, p: Any, b: int) -> tuple[float, float, float, float]:
    """s p*, of which the derivative of R s along a change d of p is the vector of 2 d s p*."""
    w, x, y, z = p[b, 0], p[b, 1], p[b, 2], p[b, 3]
    X, Y, Z = cross(x, y, z, s[0], s[1], s[2])
    return s[0] * x + s[1] * y + s[2] * z, w * s[0] + X, w * s[1] + Y, w * s[2] + Z


@leaf
def _jacobian(s: Any, p: Any, b: int, c: int, k: int) -> float:
    """Entry (c, k) of d(R s)/dp."""
    arm = _arm(s, p, b)
    if k == 0:
        return 2.0 * arm[1 + c]
    if k == 1 + c:
        return 2.0 * arm[0]
    # d x r of the unit vector d with number k - 1
    return 2.0 * arm[1 + (3 - c - (k - 1))] * (1.0 if (c - (k - 1)) % 3 == 2 else -1.0)


@inner
def motion(s: Any, v: Any) -> None:
    ports, Pd = s.ports, s.Pd
    for i in range(ports.shape[0]):
        port = ports[i]
        b = port.body
        if b < 0:
            Pd[i, 0] = Pd[i, 1] = Pd[i, 2] = 0.0
            continue
        k = 7 * b
        r, X, Y, Z = _arm(port.s, s.parameters, b)
        x, y, z = cross(v[k + 4], v[k + 5], v[k + 6], X, Y, Z)
        Pd[i, 0] = 2.0 * (v[k + 3] * X + r * v[k + 4] + x)
        Pd[i, 1] = 2.0 * (v[k + 3] * Y + r * v[k + 5] + y)
        Pd[i, 2] = 2.0 * (v[k + 3] * Z + r * v[k + 6] + z)
        if port.direction == 0:
            for c in range(3):
                Pd[i, c] += v[k + c]


@leaf
def add_force(port: Any, s: Any, fx: float, fy: float, fz: float, J: Any, row: int) -> None:
    if port.direction == 0:
        J[row, 0] += fx
        J[row, 1] += fy
        J[row, 2] += fz
    _add_turned(port.s, fx, fy, fz, s.parameters[port.body], 0, J, row)


@leaf
def add_force_rate(port: Any, s: Any, v: Any, fx: float, fy: float, fz: float, J: Any, row: int) -> None:
    _add_turned(port.s, fx, fy, fz, v, 7 * port.body + 3, J, row)


@leaf
def add_geometric_stiffness(port: Any, s: Any, fx: float, fy: float, fz: float, K: Any, pair: int) -> None:
    _add_second(port.s, 1.0, fx, fy, fz, K, pair)


@leaf
def _of_port(port: Any, s: Any, c: int, k: int) -> float:
    """Entry (c, k) of the 3 x 7 Jacobian of a port."""
    if k < 3:
        return 1.0 if (k == c and port.direction == 0) else 0.0
    return _jacobian(port.s, s.parameters, port.body, c, k - 3)


@inner
def add_pair_stiffness(port_i: Any, port_j: Any, s: Any, c: float, K: Any, pair: int) -> None:
    for k in range(7):
        for l in range(7):
            for d in range(3):
                K[pair, k, l] += c * _of_port(port_i, s, d, k) * _of_port(port_j, s, d, l)


@inner
def pins(s: Any, q: Any) -> None:
    table, ports, P, x, grad, J = s.pins, s.ports, s.P, s.x, s.grad, s.J
    for i in range(table.shape[0]):
        pin = table[i]
        k, a, b, m = pin.axis, pin.a, pin.b, pin.measure
        if k >= 0:
            x[m] = P[b, k] - P[a, k]
        else:
            x[m] = P[a, 0] * P[b, 0] + P[a, 1] * P[b, 1] + P[a, 2] * P[b, 2]
            for c in range(3):
                grad[m, 0, c], grad[m, 1, c] = P[b, c], P[a, c]
        for block, port, other, sign in ((pin.block_a, a, b, -1.0), (pin.block_b, b, a, 1.0)):
            if block < 0:
                continue
            X, Y, Z = P[other, 0], P[other, 1], P[other, 2]
            if k >= 0:
                X, Y, Z = sign * _unit(k, 0), sign * _unit(k, 1), sign * _unit(k, 2)
            for c in range(3, 7):
                J[block, c] = 0.0
            _add_turned(ports[port].s, X, Y, Z, s.parameters[ports[port].body], 0, J, block)


# -- inertia -------------------------------------------------------------------------------------------------------------


@leaf
def _moment(s: Any, b: int, a: Any, k: int) -> tuple[float, float, float]:
    """J G(p) a[k:k+4]."""
    x, y, z = spin_of(s.parameters[b, 0], s.parameters[b, 1], s.parameters[b, 2], s.parameters[b, 3], a, k)
    return times(s.bodies[b].J, x, y, z)


@leaf
def _along(s: Any, b: int, a: Any, k: int) -> float:
    """p.a[k:k+4]."""
    total = 0.0
    for c in range(4):
        total += s.parameters[b, c] * a[k + c]
    return total


@inner
def inertia(s: Any, v: Any) -> None:
    force = s.force
    for b in range(s.bodies.shape[0]):
        body, k = s.bodies[b], 7 * b
        for c in range(3):
            force[k + c] = body.mass * s.gravity[c]
        speed = _stretching(body.J) * (v[k + 3] ** 2 + v[k + 4] ** 2 + v[k + 5] ** 2 + v[k + 6] ** 2)
        for c in range(4):
            force[k + 3 + c] = -speed * s.parameters[b, c]
        X, Y, Z = _moment(s, b, v, k + 3)
        add_turning(v[k + 3], v[k + 4], v[k + 5], v[k + 6], X, Y, Z, -8.0, force, k + 3)


@inner
def momentum(s: Any, a: Any, p: Any) -> None:
    for b in range(s.bodies.shape[0]):
        k, own = 7 * b, s.parameters
        X, Y, Z = _moment(s, b, a, k + 3)
        along = _stretching(s.bodies[b].J) * _along(s, b, a, k + 3)
        for c in range(3):
            p[k + c] = s.bodies[b].mass * a[k + c]
        for c in range(4):
            p[k + 3 + c] = along * own[b, c]
        add_turning(own[b, 0], own[b, 1], own[b, 2], own[b, 3], X, Y, Z, 4.0, p, k + 3)


@inner
def solve_mass(s: Any, f: Any, a: Any) -> None:
    """M = L^T diag(k, 4 J) L of L = [p^T; G(p)], for which L L^T = (p.p) I."""
    for b in range(s.bodies.shape[0]):
        body, k, own = s.bodies[b], 7 * b, s.parameters
        square = (own[b, 0] ** 2 + own[b, 1] ** 2 + own[b, 2] ** 2 + own[b, 3] ** 2) ** 2
        along = _along(s, b, f, k + 3) / (_stretching(body.J) * square)
        X, Y, Z = spin_of(own[b, 0], own[b, 1], own[b, 2], own[b, 3], f, k + 3)
        X, Y, Z = solve_moments(body.J, X, Y, Z)
        for c in range(3):
            a[k + c] = f[k + c] / body.mass
        for c in range(4):
            a[k + 3 + c] = along * own[b, c]
        add_turning(own[b, 0], own[b, 1], own[b, 2], own[b, 3], X, Y, Z, 0.25 / square, a, k + 3)


@inner
def mass_block(s: Any, v: Any, cM: float, cD: float) -> None:
    """Column by column; D = d(8 G(v)^T J G(p) v + k p (v.v))/dv."""
    K, own, unit, column = s.pair, s.parameters, s.parameters[-1], s.parameters[-2]
    for b in range(s.bodies.shape[0]):
        body, k = s.bodies[b], 7 * b
        for c in range(3):
            K[b, c, c] += cM * body.mass
        size = _stretching(body.J)
        X, Y, Z = _moment(s, b, v, k + 3)
        for d in range(4):
            for c in range(4):
                unit[c] = _unit(c, d)
                column[c] = own[b, c] * size * (cM * own[b, d] + 2.0 * cD * v[k + 3 + d])
            x, y, z = _moment(s, b, unit, 0)
            add_turning(own[b, 0], own[b, 1], own[b, 2], own[b, 3], x, y, z, 4.0 * cM, column, 0)
            add_turning(v[k + 3], v[k + 4], v[k + 5], v[k + 6], x, y, z, 8.0 * cD, column, 0)
            add_turning(unit[0], unit[1], unit[2], unit[3], X, Y, Z, 8.0 * cD, column, 0)
            for c in range(4):
                K[b, 3 + c, 3 + d] += column[c]


@inner
def own_stiffness(s: Any, v: Any, lam: Any, probe: float) -> None:
    """d(M a - h)/dp at the accelerations s.a, column by column."""
    K, own, a, unit, column = s.pair, s.parameters, s.a, s.parameters[-1], s.parameters[-2]
    for b in range(s.bodies.shape[0]):
        body, k = s.bodies[b], 7 * b
        size, along = _stretching(body.J), _along(s, b, a, k + 3)
        for c in range(4):
            along += v[k + 3 + c] ** 2
        X, Y, Z = _moment(s, b, a, k + 3)
        for d in range(4):
            for c in range(4):
                unit[c] = _unit(c, d)
                column[c] = size * (unit[c] * along + own[b, c] * a[k + 3 + d])
            add_turning(unit[0], unit[1], unit[2], unit[3], X, Y, Z, 4.0, column, 0)
            x, y, z = spin_of(unit[0], unit[1], unit[2], unit[3], a, k + 3)
            x, y, z = times(body.J, x, y, z)
            add_turning(own[b, 0], own[b, 1], own[b, 2], own[b, 3], x, y, z, 4.0, column, 0)
            x, y, z = spin_of(unit[0], unit[1], unit[2], unit[3], v, k + 3)
            x, y, z = times(body.J, x, y, z)
            add_turning(v[k + 3], v[k + 4], v[k + 5], v[k + 6], x, y, z, 8.0, column, 0)
            for c in range(4):
                K[b, 3 + c, 3 + d] += column[c]


# -- canonical equations -------------------------------------------------------------------------------------------------


@inner
def canonical(s: Any, v: Any, p: Any) -> None:
    """dT/dp = -4 G(p')^T J G(p) p' + k (p.p') p'."""
    momentum(s, v, p)
    for b in range(s.bodies.shape[0]):
        body, k = s.bodies[b], 7 * b
        along = _stretching(body.J) * _along(s, b, v, k + 3)
        for c in range(3):
            s.force[k + c] = body.mass * s.gravity[c]
        for c in range(4):
            s.force[k + 3 + c] = along * v[k + 3 + c]
        X, Y, Z = _moment(s, b, v, k + 3)
        add_turning(v[k + 3], v[k + 4], v[k + 5], v[k + 6], X, Y, Z, -4.0, s.force, k + 3)


@inner
def velocity(s: Any, p: Any, v: Any) -> None:
    solve_mass(s, p, v)


@inner
def momentum_along(s: Any, v: Any, u: Any, p: Any) -> None:
    """(dM/dp u) v = 4 G(u)^T J G(p) v + 4 G(p)^T J G(u) v + k u (p.v) + k p (u.v)."""
    for b in range(s.bodies.shape[0]):
        body, k, own = s.bodies[b], 7 * b, s.parameters
        size, along, across = _stretching(body.J), _along(s, b, v, k + 3), 0.0
        for c in range(4):
            across += u[k + 3 + c] * v[k + 3 + c]
        for c in range(3):
            p[k + c] = 0.0
        for c in range(4):
            p[k + 3 + c] = size * (along * u[k + 3 + c] + across * own[b, c])
        X, Y, Z = _moment(s, b, v, k + 3)
        add_turning(u[k + 3], u[k + 4], u[k + 5], u[k + 6], X, Y, Z, 4.0, p, k + 3)
        X, Y, Z = spin_of(u[k + 3], u[k + 4], u[k + 5], u[k + 6], v, k + 3)
        X, Y, Z = times(body.J, X, Y, Z)
        add_turning(own[b, 0], own[b, 1], own[b, 2], own[b, 3], X, Y, Z, 4.0, p, k + 3)


# -- loads ---------------------------------------------------------------------------------------------------------------


@leaf
def _about(load: Any, s: Any) -> tuple[float, float, float]:
    """The direction of a load in ground axes."""
    x, y, z = load.d[0], load.d[1], load.d[2]
    if load.follow == 1:
        x, y, z = to_ground(s.R, load.body, x, y, z)
    return x, y, z


@inner
def load_block(load: Any, s: Any, J: Any) -> None:
    """Unit force: (d, H p); unit torque: 2 E(p)^T d, or 2 G(p)^T d if it follows. E(w, e) = -G(-w, e)."""
    b, row, own = load.body, load.block, s.parameters
    for c in range(7):
        J[row, c] = 0.0
    if load.torque == 1:
        x, y, z = load.d[0], load.d[1], load.d[2]
        side = 1.0 if load.follow == 1 else -1.0
        add_turning(side * own[b, 0], own[b, 1], own[b, 2], own[b, 3], side * x, side * y, side * z, 2.0, J[row], 3)
        if side < 0.0:
            J[row, 3] = -J[row, 3]
        return
    x, y, z = _about(load, s)
    J[row, 0], J[row, 1], J[row, 2] = x, y, z
    _add_turned(load.s, x, y, z, own[b], 0, J, row)


@inner
def load_stiffness(load: Any, s: Any, f: float, K: Any) -> None:
    b, pair = load.body, load.pair
    d = load.d
    if load.torque == 1:
        side = 1.0 if load.follow == 1 else -1.0
        for i in range(3):
            K[pair, 3, 4 + i] += 2.0 * f * d[i]
            K[pair, 4 + i, 3] -= 2.0 * f * d[i]
        add_cross(K, pair, 4, 4, 2.0 * side * f, d[0], d[1], d[2])
        return
    x, y, z = _about(load, s)
    _add_second(load.s, -f, x, y, z, K, pair)
    if load.follow == 1:
        for c in range(3):
            for k in range(4):
                turned = f * _jacobian(d, s.parameters, b, c, k)
                K[pair, c, 3 + k] -= turned
                for l in range(4):
                    K[pair, 3 + l, 3 + k] -= _jacobian(load.s, s.parameters, b, c, l) * turned


@inner
def potential(s: Any, q: Any) -> float:
    return height_energy(s, q, 7)

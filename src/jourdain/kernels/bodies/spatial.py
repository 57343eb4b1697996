"""Rigid bodies in space.

State of a body: centre of mass p in ground axes and unit quaternion (7 numbers); velocity of the centre in ground axes and
angular velocity w in body axes (6 numbers). Port P = p + R s (point) or R s (direction):

    Pdot = v + R (w x s)          J^T f = (f, s x R^T f)          d(J^T f)/dtheta = F s^T - (s.F) I,  F = R^T f
    M = diag(m I, J)              h = (m gravity, -w x J w)
Theory: docs/theory/measures.md.
"""

from __future__ import annotations

import math
from typing import Any

from jourdain.jit import inner, leaf
from jourdain.kernels.bodies import elements, links, quaternions
from jourdain.kernels.bodies.elements import own_energies, own_stiffness  # noqa: F401
from jourdain.kernels.rotations import quaternion_to_matrix, sine_cosine

BASES = (quaternions,)
DIMENSION = 3
WIDTH, POSITION_WIDTH, ORIENTATION = 6, 7, "quaternion"
CURVED, COUNTED, VARYING_MASS, SMALL_BLOCKS = True, True, False, True


@leaf
def times(A: Any, x: float, y: float, z: float) -> tuple[float, float, float]:
    """A (x, y, z) of a matrix (3, 3)."""
    return (
        A[0, 0] * x + A[0, 1] * y + A[0, 2] * z,
        A[1, 0] * x + A[1, 1] * y + A[1, 2] * z,
        A[2, 0] * x + A[2, 1] * y + A[2, 2] * z,
    )


@leaf
def to_ground(R: Any, b: int, x: float, y: float, z: float) -> tuple[float, float, float]:
    """R[b] (x, y, z)."""
    return (
        R[b, 0, 0] * x + R[b, 0, 1] * y + R[b, 0, 2] * z,
        R[b, 1, 0] * x + R[b, 1, 1] * y + R[b, 1, 2] * z,
        R[b, 2, 0] * x + R[b, 2, 1] * y + R[b, 2, 2] * z,
    )


@leaf
def to_body(R: Any, b: int, x: float, y: float, z: float) -> tuple[float, float, float]:
    """R[b]^T (x, y, z)."""
    return (
        R[b, 0, 0] * x + R[b, 1, 0] * y + R[b, 2, 0] * z,
        R[b, 0, 1] * x + R[b, 1, 1] * y + R[b, 2, 1] * z,
        R[b, 0, 2] * x + R[b, 1, 2] * y + R[b, 2, 2] * z,
    )


@leaf
def cross(x: float, y: float, z: float, X: float, Y: float, Z: float) -> tuple[float, float, float]:
    """(x, y, z) x (X, Y, Z)."""
    return y * Z - z * Y, z * X - x * Z, x * Y - y * X


@leaf
def add_cross(K: Any, pair: int, row: int, column: int, f: float, x: float, y: float, z: float) -> None:
    """K[pair, row.., column..] += f (x, y, z)~."""
    K[pair, row, column + 1] -= f * z
    K[pair, row, column + 2] += f * y
    K[pair, row + 1, column] += f * z
    K[pair, row + 1, column + 2] -= f * x
    K[pair, row + 2, column] -= f * y
    K[pair, row + 2, column + 1] += f * x


@leaf
def _add_dyad(K: Any, pair: int, f: float, X: float, Y: float, Z: float, s: Any) -> None:
    """Rotation part of K[pair] += f (F s^T - (s.F) I)."""
    x, y, z = s[0], s[1], s[2]
    d = x * X + y * Y + z * Z
    K[pair, 3, 3] += f * (X * x - d)
    K[pair, 3, 4] += f * (X * y)
    K[pair, 3, 5] += f * (X * z)
    K[pair, 4, 3] += f * (Y * x)
    K[pair, 4, 4] += f * (Y * y - d)
    K[pair, 4, 5] += f * (Y * z)
    K[pair, 5, 3] += f * (Z * x)
    K[pair, 5, 4] += f * (Z * y)
    K[pair, 5, 5] += f * (Z * z - d)


@inner
def pose(s: Any, t: float, q: Any) -> None:
    R, bodies = s.R, s.bodies
    for b in range(bodies.shape[0]):
        if bodies[b].framed == 1:
            quaternion_to_matrix(q, 7 * b + 3, R, b)
    place_ports(s, q, 7)
    elements.strain(s, q)


@leaf
def place_ports(s: Any, q: Any, width: int) -> None:
    """s.P by the frames s.R; width: numbers of a body in q."""
    ports, R, P = s.ports, s.R, s.P
    for i in range(ports.shape[0]):
        port = ports[i]
        b = port.body
        x, y, z = port.s[0], port.s[1], port.s[2]
        if b < 0:
            P[i, 0], P[i, 1], P[i, 2] = x, y, z
            continue
        px, py, pz = to_ground(R, b, x, y, z)
        if port.direction == 0:
            px += q[width * b]
            py += q[width * b + 1]
            pz += q[width * b + 2]
        P[i, 0], P[i, 1], P[i, 2] = px, py, pz


@inner
def motion(s: Any, v: Any) -> None:
    ports, R, Pd = s.ports, s.R, s.Pd
    for i in range(ports.shape[0]):
        port = ports[i]
        b = port.body
        if b < 0:
            Pd[i, 0] = Pd[i, 1] = Pd[i, 2] = 0.0
            continue
        k = 6 * b
        cx, cy, cz = cross(v[k + 3], v[k + 4], v[k + 5], port.s[0], port.s[1], port.s[2])
        Pd[i, 0], Pd[i, 1], Pd[i, 2] = to_ground(R, b, cx, cy, cz)
        if port.direction == 0:
            for c in range(3):
                Pd[i, c] += v[k + c]


@leaf
def add_force(port: Any, s: Any, fx: float, fy: float, fz: float, J: Any, row: int) -> None:
    X, Y, Z = to_body(s.R, port.body, fx, fy, fz)
    x, y, z = cross(port.s[0], port.s[1], port.s[2], X, Y, Z)
    if port.direction == 0:
        J[row, 0] += fx
        J[row, 1] += fy
        J[row, 2] += fz
    J[row, 3] += x
    J[row, 4] += y
    J[row, 5] += z


@leaf
def add_force_rate(port: Any, s: Any, v: Any, fx: float, fy: float, fz: float, J: Any, row: int) -> None:
    k = 6 * port.body
    X, Y, Z = to_body(s.R, port.body, fx, fy, fz)
    x, y, z = cross(v[k + 3], v[k + 4], v[k + 5], port.s[0], port.s[1], port.s[2])
    x, y, z = cross(x, y, z, X, Y, Z)
    J[row, 3] += x
    J[row, 4] += y
    J[row, 5] += z


@leaf
def add_geometric_stiffness(port: Any, s: Any, fx: float, fy: float, fz: float, K: Any, pair: int) -> None:
    X, Y, Z = to_body(s.R, port.body, fx, fy, fz)
    _add_dyad(K, pair, 1.0, X, Y, Z, port.s)


@leaf
def _jacobian(port: Any, R: Any, c: int, k: int) -> float:
    """Entry (c, k) of the 3 x 6 Jacobian [I, -R s~] of a port."""
    if k < 3:
        return 1.0 if (k == c and port.direction == 0) else 0.0
    b = port.body
    x, y, z = port.s[0], port.s[1], port.s[2]
    if k == 3:
        return R[b, c, 2] * y - R[b, c, 1] * z  # R (e_x x s)
    if k == 4:
        return R[b, c, 0] * z - R[b, c, 2] * x
    return R[b, c, 1] * x - R[b, c, 0] * y


@inner
def add_pair_stiffness(port_i: Any, port_j: Any, s: Any, c: float, K: Any, pair: int) -> None:
    for k in range(6):
        for l in range(6):
            total = 0.0
            for d in range(3):
                total += _jacobian(port_i, s.R, d, k) * _jacobian(port_j, s.R, d, l)
            K[pair, k, l] += c * total


@leaf
def _moment(s: Any, x: float, y: float, z: float, J: Any, row: int) -> None:
    """Rotation part of J[row] = s x F."""
    J[row, 3], J[row, 4], J[row, 5] = cross(s[0], s[1], s[2], x, y, z)


@leaf
def _align_block(port: Any, R: Any, b: int, x: float, y: float, z: float, J: Any, row: int) -> None:
    """Rotation part of J[row] = s x R^T f."""
    X, Y, Z = to_body(R, b, x, y, z)
    _moment(port.s, X, Y, Z, J, row)


@inner
def pins(s: Any, q: Any) -> None:
    table, ports, R, P, x, grad, J = s.pins, s.ports, s.R, s.P, s.x, s.grad, s.J
    for i in range(table.shape[0]):
        pin = table[i]
        k, a, b = pin.axis, pin.a, pin.b
        ba, bb = pin.body_a, pin.body_b
        if k >= 0:  # moments of -e_k at a and e_k at b
            x[pin.measure] = P[b, k] - P[a, k]
            if pin.block_a >= 0:
                _moment(ports[a].s, -R[ba, k, 0], -R[ba, k, 1], -R[ba, k, 2], J, pin.block_a)
            if pin.block_b >= 0:
                _moment(ports[b].s, R[bb, k, 0], R[bb, k, 1], R[bb, k, 2], J, pin.block_b)
            continue
        m = pin.measure
        ax, ay, az, bx, by, bz = P[a, 0], P[a, 1], P[a, 2], P[b, 0], P[b, 1], P[b, 2]
        x[m] = ax * bx + ay * by + az * bz
        grad[m, 0, 0], grad[m, 0, 1], grad[m, 0, 2] = bx, by, bz
        grad[m, 1, 0], grad[m, 1, 1], grad[m, 1, 2] = ax, ay, az
        if pin.block_a >= 0:
            _align_block(ports[a], R, ba, bx, by, bz, J, pin.block_a)
        if pin.block_b >= 0:
            _align_block(ports[b], R, bb, ax, ay, az, J, pin.block_b)


@leaf
def turn(measure: Any, q: Any, P: Any, ref: Any, grad: Any, index: int, J: Any) -> float:
    """Angle from frame A (ports 0, 1 = x, y) to frame B (ports 2, 3) about z:  atan2(yA.xB - xA.yB, xA.xB + yA.yB)."""
    xa, ya, xb, yb = measure.port[0], measure.port[1], measure.port[2], measure.port[3]
    S, C, r2 = sine_cosine(measure.port, P)
    value = math.atan2(S, C)
    S /= r2
    C /= r2
    for d in range(3):
        grad[index, 0, d] = -C * P[yb, d] - S * P[xb, d]
        grad[index, 1, d] = C * P[xb, d] - S * P[yb, d]
        grad[index, 2, d] = C * P[ya, d] - S * P[xa, d]
        grad[index, 3, d] = -C * P[xa, d] - S * P[ya, d]
    turns = math.floor((ref[measure.turn] - value) / (2.0 * math.pi) + 0.5)
    return value + 2.0 * math.pi * turns + measure.offset


@inner
def inertia(s: Any, v: Any) -> None:
    bodies, gravity, force = s.bodies, s.gravity, s.force
    for b in range(bodies.shape[0]):
        body = bodies[b]
        k = 6 * b
        for c in range(3):
            force[k + c] = body.mass * gravity[c]
        x, y, z = v[k + 3], v[k + 4], v[k + 5]
        lx, ly, lz = times(body.J, x, y, z)
        force[k + 3], force[k + 4], force[k + 5] = cross(lx, ly, lz, x, y, z)
    elements.add_forces(s, v)


@inner
def momentum(s: Any, a: Any, p: Any) -> None:
    bodies = s.bodies
    for b in range(bodies.shape[0]):
        body = bodies[b]
        k = 6 * b
        for c in range(3):
            p[k + c] = body.mass * a[k + c]
        p[k + 3], p[k + 4], p[k + 5] = times(body.J, a[k + 3], a[k + 4], a[k + 5])
    links.add_momentum(s, WIDTH, DIMENSION, DIMENSION, a, p)


@leaf
def solve_moments(J: Any, x: float, y: float, z: float) -> tuple[float, float, float]:
    """J^-1 (x, y, z) by Cramer's rule. Massless motions give inf, which the caller has refused before."""
    A = J[1, 1] * J[2, 2] - J[1, 2] * J[2, 1]
    B = J[0, 2] * J[2, 1] - J[0, 1] * J[2, 2]
    C = J[0, 1] * J[1, 2] - J[0, 2] * J[1, 1]
    d = J[0, 0] * A + J[1, 0] * B + J[2, 0] * C
    Y = (J[1, 2] * J[2, 0] - J[1, 0] * J[2, 2]) * x + (J[0, 0] * J[2, 2] - J[0, 2] * J[2, 0]) * y
    Y += (J[0, 2] * J[1, 0] - J[0, 0] * J[1, 2]) * z
    Z = (J[1, 0] * J[2, 1] - J[1, 1] * J[2, 0]) * x + (J[0, 1] * J[2, 0] - J[0, 0] * J[2, 1]) * y
    Z += (J[0, 0] * J[1, 1] - J[0, 1] * J[1, 0]) * z
    return (A * x + B * y + C * z) / d, Y / d, Z / d


@leaf
def solve_body(body: Any, k: int, f: Any, a: Any) -> None:
    """a = M^-1 f of one body, whose velocities begin at k."""
    for c in range(3):
        a[k + c] = f[k + c] / body.mass
    a[k + 3], a[k + 4], a[k + 5] = solve_moments(body.J, f[k + 3], f[k + 4], f[k + 5])


@inner
def solve_mass(s: Any, f: Any, a: Any) -> None:
    for b in range(s.bodies.shape[0]):
        solve_body(s.bodies[b], 6 * b, f, a)
    links.solve(s, a)


@inner
def mass_block(s: Any, v: Any, cM: float, cD: float) -> None:
    """Inertia, and the gyroscopic D = d(w x J w)/dw = w~ J - (J w)~."""
    bodies, K = s.bodies, s.pair
    for b in range(bodies.shape[0]):
        body = bodies[b]
        J = body.J
        for c in range(3):
            K[b, c, c] += cM * body.mass
            for d in range(3):
                K[b, 3 + c, 3 + d] += cM * J[c, d]
        if cD == 0.0:
            continue
        k = 6 * b
        x, y, z = v[k + 3], v[k + 4], v[k + 5]
        lx, ly, lz = times(J, x, y, z)
        for d in range(3):
            K[b, 3, 3 + d] += cD * (y * J[2, d] - z * J[1, d])
            K[b, 4, 3 + d] += cD * (z * J[0, d] - x * J[2, d])
            K[b, 5, 3 + d] += cD * (x * J[1, d] - y * J[0, d])
        add_cross(K, b, 3, 3, -cD, lx, ly, lz)
    links.add_mass(s, DIMENSION, DIMENSION, cM)
    if cD != 0.0:
        elements.add_damping(s, cD)


@leaf
def load_block(load: Any, s: Any, J: Any) -> None:
    """Unit force along d at s: (d, s x R^T d); unit torque: (0, R^T d). A following load has d in body axes."""
    b, row = load.body, load.block
    x, y, z = load.d[0], load.d[1], load.d[2]
    if load.follow == 1:
        X, Y, Z = x, y, z
        x, y, z = to_ground(s.R, b, X, Y, Z)
    else:
        X, Y, Z = to_body(s.R, b, x, y, z)
    if load.torque == 1:
        J[row, 0] = J[row, 1] = J[row, 2] = 0.0
        J[row, 3], J[row, 4], J[row, 5] = X, Y, Z
        return
    J[row, 0], J[row, 1], J[row, 2] = x, y, z
    _moment(load.s, X, Y, Z, J, row)


@inner
def load_stiffness(load: Any, s: Any, f: float, K: Any) -> None:
    b, pair = load.body, load.pair
    dx, dy, dz = load.d[0], load.d[1], load.d[2]
    if load.follow == 1:
        if load.torque == 0:  # d(R d)/dtheta = -R d~
            for c in range(3):
                K[pair, c, 3] -= f * (s.R[b, c, 2] * dy - s.R[b, c, 1] * dz)
                K[pair, c, 4] -= f * (s.R[b, c, 0] * dz - s.R[b, c, 2] * dx)
                K[pair, c, 5] -= f * (s.R[b, c, 1] * dx - s.R[b, c, 0] * dy)
        return
    X, Y, Z = to_body(s.R, b, dx, dy, dz)
    if load.torque == 1:  # d(R^T d)/dtheta = (R^T d)~
        add_cross(K, pair, 3, 3, -1.0, f * X, f * Y, f * Z)
    else:
        _add_dyad(K, pair, -1.0, f * X, f * Y, f * Z, load.s)


@inner
def potential(s: Any, q: Any) -> float:
    return height_energy(s, q, 7) + elements.energy(s)


@leaf
def height_energy(s: Any, q: Any, width: int) -> float:
    """Potential energy of gravity; width: numbers of a body in q."""
    total = 0.0
    for b in range(s.bodies.shape[0]):
        for c in range(3):
            total -= s.bodies[b].mass * s.gravity[c] * q[width * b + c]
    return total

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
from jourdain.kernels.rotations import (
    cayley_difference,
    cayley_rate,
    cayley_step,
    quaternion_rate,
    quaternion_to_matrix,
)
from jourdain.kernels.rotations import chart_inverse as cayley_inverse

BASES = ()
DIMENSION = 3
WIDTH, POSITION_WIDTH, ORIENTATION = 6, 7, "quaternion"
CURVED, COUNTED, VARYING_MASS, SMALL_BLOCKS = True, True, False, True


@inner
def retract(q0: Any, u: Any, q: Any) -> None:
    for b in range(q.shape[0] // 7):
        i, k = 7 * b, 6 * b
        q[i] = q0[i] + u[k]
        q[i + 1] = q0[i + 1] + u[k + 1]
        q[i + 2] = q0[i + 2] + u[k + 2]
        cayley_step(q0, i + 3, u[k + 3], u[k + 4], u[k + 5], q)


@inner
def difference(q0: Any, q: Any, u: Any) -> None:
    for b in range(q.shape[0] // 7):
        i, k = 7 * b, 6 * b
        for c in range(3):
            u[k + c] = q[i + c] - q0[i + c]
        cayley_difference(q0, q, i + 3, u, k + 3)


@inner
def qdot(q: Any, v: Any, qd: Any) -> None:
    for b in range(q.shape[0] // 7):
        i, k = 7 * b, 6 * b
        for c in range(3):
            qd[i + c] = v[k + c]
        quaternion_rate(q, i + 3, v[k + 3], v[k + 4], v[k + 5], qd)


@inner
def normalise(q: Any) -> None:
    for b in range(q.shape[0] // 7):
        i = 7 * b + 3
        s = 1.0 / math.sqrt(q[i] ** 2 + q[i + 1] ** 2 + q[i + 2] ** 2 + q[i + 3] ** 2)
        for c in range(4):
            q[i + c] *= s


@inner
def chart_terms(v: Any, v_old: Any, h: float, u: Any) -> None:
    """The chart of a motion w(t) is h w + h^2 w'/2 + h^3 (w''/6 + w x w'/12 + |w|^2 w/12) + ..; the last two are added."""
    cross = h * h / 12.0
    for b in range(v.shape[0] // 6):
        k = 6 * b + 3
        x, y, z = v[k], v[k + 1], v[k + 2]
        dx, dy, dz = cross * (x - v_old[k]), cross * (y - v_old[k + 1]), cross * (z - v_old[k + 2])
        spin = h * h * h / 12.0 * (x * x + y * y + z * z)
        u[k] += spin * x + y * dz - z * dy
        u[k + 1] += spin * y + z * dx - x * dz
        u[k + 2] += spin * z + x * dy - y * dx


@inner
def chart_error(v: Any, v_new: Any, h: float) -> float:
    """What the chart leaves of a spin: tan(h w/2) beyond its third-order term, and that term taken at the start of the step."""
    worst = 0.0
    for i in range(3, v.shape[0], 6):
        w0 = math.sqrt(v[i] ** 2 + v[i + 1] ** 2 + v[i + 2] ** 2)
        w1 = math.sqrt(v_new[i] ** 2 + v_new[i + 1] ** 2 + v_new[i + 2] ** 2)
        worst = max(worst, (h * w1) ** 5 / 120.0 + h**3 * abs(w1**3 - w0**3) / 24.0)
    return worst


@inner
def pose(s: Any, t: float, q: Any) -> None:
    bodies, ports, R, P = s.bodies, s.ports, s.R, s.P
    for b in range(bodies.shape[0]):
        quaternion_to_matrix(q, 7 * b + 3, R, b)
    for i in range(ports.shape[0]):
        port = ports[i]
        b = port.body
        x, y, z = port.s[0], port.s[1], port.s[2]
        if b < 0:
            P[i, 0], P[i, 1], P[i, 2] = x, y, z
            continue
        px = R[b, 0, 0] * x + R[b, 0, 1] * y + R[b, 0, 2] * z
        py = R[b, 1, 0] * x + R[b, 1, 1] * y + R[b, 1, 2] * z
        pz = R[b, 2, 0] * x + R[b, 2, 1] * y + R[b, 2, 2] * z
        if port.direction == 0:
            px += q[7 * b]
            py += q[7 * b + 1]
            pz += q[7 * b + 2]
        P[i, 0], P[i, 1], P[i, 2] = px, py, pz


@inner
def motion(ports: Any, R: Any, v: Any, P: Any, Pd: Any) -> None:
    for i in range(ports.shape[0]):
        port = ports[i]
        b = port.body
        if b < 0:
            Pd[i, 0] = Pd[i, 1] = Pd[i, 2] = 0.0
            continue
        k = 6 * b
        wx, wy, wz = v[k + 3], v[k + 4], v[k + 5]
        x, y, z = port.s[0], port.s[1], port.s[2]
        cx, cy, cz = wy * z - wz * y, wz * x - wx * z, wx * y - wy * x
        for c in range(3):
            Pd[i, c] = R[b, c, 0] * cx + R[b, c, 1] * cy + R[b, c, 2] * cz
        if port.direction == 0:
            for c in range(3):
                Pd[i, c] += v[k + c]


@leaf
def add_force(port: Any, R: Any, fx: float, fy: float, fz: float, J: Any, row: int) -> None:
    b = port.body
    X = R[b, 0, 0] * fx + R[b, 1, 0] * fy + R[b, 2, 0] * fz
    Y = R[b, 0, 1] * fx + R[b, 1, 1] * fy + R[b, 2, 1] * fz
    Z = R[b, 0, 2] * fx + R[b, 1, 2] * fy + R[b, 2, 2] * fz
    x, y, z = port.s[0], port.s[1], port.s[2]
    if port.direction == 0:
        J[row, 0] += fx
        J[row, 1] += fy
        J[row, 2] += fz
    J[row, 3] += y * Z - z * Y
    J[row, 4] += z * X - x * Z
    J[row, 5] += x * Y - y * X


@leaf
def add_force_rate(port: Any, R: Any, v: Any, fx: float, fy: float, fz: float, J: Any, row: int) -> None:
    b = port.body
    k = 6 * b
    X = R[b, 0, 0] * fx + R[b, 1, 0] * fy + R[b, 2, 0] * fz
    Y = R[b, 0, 1] * fx + R[b, 1, 1] * fy + R[b, 2, 1] * fz
    Z = R[b, 0, 2] * fx + R[b, 1, 2] * fy + R[b, 2, 2] * fz
    wx, wy, wz = v[k + 3], v[k + 4], v[k + 5]
    x, y, z = port.s[0], port.s[1], port.s[2]
    cx, cy, cz = wy * z - wz * y, wz * x - wx * z, wx * y - wy * x
    J[row, 3] += cy * Z - cz * Y
    J[row, 4] += cz * X - cx * Z
    J[row, 5] += cx * Y - cy * X


@leaf
def add_geometric_stiffness(port: Any, R: Any, fx: float, fy: float, fz: float, K: Any, pair: int) -> None:
    b = port.body
    X = R[b, 0, 0] * fx + R[b, 1, 0] * fy + R[b, 2, 0] * fz
    Y = R[b, 0, 1] * fx + R[b, 1, 1] * fy + R[b, 2, 1] * fz
    Z = R[b, 0, 2] * fx + R[b, 1, 2] * fy + R[b, 2, 2] * fz
    x, y, z = port.s[0], port.s[1], port.s[2]
    d = x * X + y * Y + z * Z
    K[pair, 3, 3] += X * x - d
    K[pair, 3, 4] += X * y
    K[pair, 3, 5] += X * z
    K[pair, 4, 3] += Y * x
    K[pair, 4, 4] += Y * y - d
    K[pair, 4, 5] += Y * z
    K[pair, 5, 3] += Z * x
    K[pair, 5, 4] += Z * y
    K[pair, 5, 5] += Z * z - d


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
def add_pair_stiffness(port_i: Any, port_j: Any, R: Any, c: float, K: Any, pair: int) -> None:
    for k in range(6):
        for l in range(6):
            total = 0.0
            for d in range(3):
                total += _jacobian(port_i, R, d, k) * _jacobian(port_j, R, d, l)
            K[pair, k, l] += c * total


@leaf
def _moment(s: Any, x: float, y: float, z: float, J: Any, row: int) -> None:
    """Rotation part of J[row] = s x F."""
    J[row, 3], J[row, 4], J[row, 5] = s[1] * z - s[2] * y, s[2] * x - s[0] * z, s[0] * y - s[1] * x


@leaf
def _align_block(port: Any, R: Any, b: int, x: float, y: float, z: float, J: Any, row: int) -> None:
    """Rotation part of J[row] = s x R^T f."""
    _moment(
        port.s,
        R[b, 0, 0] * x + R[b, 1, 0] * y + R[b, 2, 0] * z,
        R[b, 0, 1] * x + R[b, 1, 1] * y + R[b, 2, 1] * z,
        R[b, 0, 2] * x + R[b, 1, 2] * y + R[b, 2, 2] * z,
        J,
        row,
    )


@inner
def pins(table: Any, ports: Any, R: Any, q: Any, P: Any, x: Any, grad: Any, J: Any) -> None:
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
def turn(measure: Any, R: Any, q: Any, P: Any, ref: Any, grad: Any, index: int) -> float:
    """Angle from frame A (ports 0, 1 = x, y) to frame B (ports 2, 3) about z:  atan2(yA.xB - xA.yB, xA.xB + yA.yB)."""
    xa, ya, xb, yb = measure.port[0], measure.port[1], measure.port[2], measure.port[3]
    S = 0.0
    C = 0.0
    for d in range(3):
        S += P[ya, d] * P[xb, d] - P[xa, d] * P[yb, d]
        C += P[xa, d] * P[xb, d] + P[ya, d] * P[yb, d]
    r2 = S * S + C * C
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


@leaf
def turn_jacobian(measure: Any, ports: Any, R: Any, grad: Any, index: int, J: Any) -> None:
    for i in range(4):
        if measure.slot[i] >= 0:
            add_force(
                ports[measure.port[i]],
                R,
                grad[index, i, 0],
                grad[index, i, 1],
                grad[index, i, 2],
                J,
                measure.block + measure.slot[i],
            )


@inner
def inertia(s: Any, v: Any) -> None:
    bodies, gravity, force = s.bodies, s.gravity, s.force
    for b in range(bodies.shape[0]):
        body = bodies[b]
        k = 6 * b
        force[k] = body.mass * gravity[0]
        force[k + 1] = body.mass * gravity[1]
        force[k + 2] = body.mass * gravity[2]
        x, y, z = v[k + 3], v[k + 4], v[k + 5]
        J = body.J
        lx = J[0, 0] * x + J[0, 1] * y + J[0, 2] * z
        ly = J[1, 0] * x + J[1, 1] * y + J[1, 2] * z
        lz = J[2, 0] * x + J[2, 1] * y + J[2, 2] * z
        force[k + 3] = ly * z - lz * y
        force[k + 4] = lz * x - lx * z
        force[k + 5] = lx * y - ly * x


@inner
def momentum(s: Any, a: Any, p: Any) -> None:
    bodies = s.bodies
    for b in range(bodies.shape[0]):
        body = bodies[b]
        J = body.J
        k = 6 * b
        for c in range(3):
            p[k + c] = body.mass * a[k + c]
            p[k + 3 + c] = J[c, 0] * a[k + 3] + J[c, 1] * a[k + 4] + J[c, 2] * a[k + 5]


@inner
def solve_mass(s: Any, f: Any, a: Any) -> None:
    """Cramer's rule on the 3 x 3 inertia; massless motions give inf, which the caller has refused before."""
    bodies = s.bodies
    for b in range(bodies.shape[0]):
        body = bodies[b]
        J = body.J
        k = 6 * b
        for c in range(3):
            a[k + c] = f[k + c] / body.mass
        A = J[1, 1] * J[2, 2] - J[1, 2] * J[2, 1]
        B = J[0, 2] * J[2, 1] - J[0, 1] * J[2, 2]
        C = J[0, 1] * J[1, 2] - J[0, 2] * J[1, 1]
        d = J[0, 0] * A + J[1, 0] * B + J[2, 0] * C
        x, y, z = f[k + 3], f[k + 4], f[k + 5]
        a[k + 3] = (A * x + B * y + C * z) / d
        a[k + 4] = (
            (J[1, 2] * J[2, 0] - J[1, 0] * J[2, 2]) * x
            + (J[0, 0] * J[2, 2] - J[0, 2] * J[2, 0]) * y
            + (J[0, 2] * J[1, 0] - J[0, 0] * J[1, 2]) * z
        ) / d
        a[k + 5] = (
            (J[1, 0] * J[2, 1] - J[1, 1] * J[2, 0]) * x
            + (J[0, 1] * J[2, 0] - J[0, 0] * J[2, 1]) * y
            + (J[0, 0] * J[1, 1] - J[0, 1] * J[1, 0]) * z
        ) / d


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
        lx = J[0, 0] * x + J[0, 1] * y + J[0, 2] * z
        ly = J[1, 0] * x + J[1, 1] * y + J[1, 2] * z
        lz = J[2, 0] * x + J[2, 1] * y + J[2, 2] * z
        for d in range(3):
            K[b, 3, 3 + d] += cD * (y * J[2, d] - z * J[1, d])
            K[b, 4, 3 + d] += cD * (z * J[0, d] - x * J[2, d])
            K[b, 5, 3 + d] += cD * (x * J[1, d] - y * J[0, d])
        K[b, 3, 4] += cD * lz
        K[b, 3, 5] -= cD * ly
        K[b, 4, 3] -= cD * lz
        K[b, 4, 5] += cD * lx
        K[b, 5, 3] += cD * ly
        K[b, 5, 4] -= cD * lx


@inner
def chart_inverse(u: Any, chart: Any) -> None:
    for b in range(chart.shape[0]):
        k = 6 * b + 3
        cayley_inverse(u[k], u[k + 1], u[k + 2], chart, b)


@inner
def chart(u: Any, v: Any, ud: Any, A: Any, W: Any) -> None:
    for b in range(A.shape[0]):
        k = 6 * b
        for c in range(3):
            ud[k + c] = v[k + c]
        cayley_rate(u, k + 3, v, ud, A, W, b)


@inner
def apply_chart(chart: Any, body: int, K: Any, pair: int, c: float) -> None:
    for i in range(6):
        for j in range(3):
            K[pair, i, j] *= c
        x, y, z = c * K[pair, i, 3], c * K[pair, i, 4], c * K[pair, i, 5]
        for j in range(3):
            K[pair, i, 3 + j] = x * chart[body, 0, j] + y * chart[body, 1, j] + z * chart[body, 2, j]


@leaf
def load_block(load: Any, R: Any, J: Any) -> None:
    """Unit force along d at s: (d, s x R^T d); unit torque: (0, R^T d). A following load has d in body axes."""
    b, row = load.body, load.block
    x, y, z = load.d[0], load.d[1], load.d[2]
    if load.follow == 1:
        X, Y, Z = x, y, z
        x = R[b, 0, 0] * X + R[b, 0, 1] * Y + R[b, 0, 2] * Z
        y = R[b, 1, 0] * X + R[b, 1, 1] * Y + R[b, 1, 2] * Z
        z = R[b, 2, 0] * X + R[b, 2, 1] * Y + R[b, 2, 2] * Z
    else:
        X = R[b, 0, 0] * x + R[b, 1, 0] * y + R[b, 2, 0] * z
        Y = R[b, 0, 1] * x + R[b, 1, 1] * y + R[b, 2, 1] * z
        Z = R[b, 0, 2] * x + R[b, 1, 2] * y + R[b, 2, 2] * z
    if load.torque == 1:
        J[row, 0] = J[row, 1] = J[row, 2] = 0.0
        J[row, 3], J[row, 4], J[row, 5] = X, Y, Z
        return
    sx, sy, sz = load.s[0], load.s[1], load.s[2]
    J[row, 0], J[row, 1], J[row, 2] = x, y, z
    J[row, 3], J[row, 4], J[row, 5] = sy * Z - sz * Y, sz * X - sx * Z, sx * Y - sy * X


@inner
def load_stiffness(load: Any, R: Any, f: float, K: Any) -> None:
    b, pair = load.body, load.pair
    dx, dy, dz = load.d[0], load.d[1], load.d[2]
    if load.follow == 1:
        if load.torque == 0:  # d(R d)/dtheta = -R d~
            for c in range(3):
                K[pair, c, 3] -= f * (R[b, c, 2] * dy - R[b, c, 1] * dz)
                K[pair, c, 4] -= f * (R[b, c, 0] * dz - R[b, c, 2] * dx)
                K[pair, c, 5] -= f * (R[b, c, 1] * dx - R[b, c, 0] * dy)
        return
    X = f * (R[b, 0, 0] * dx + R[b, 1, 0] * dy + R[b, 2, 0] * dz)
    Y = f * (R[b, 0, 1] * dx + R[b, 1, 1] * dy + R[b, 2, 1] * dz)
    Z = f * (R[b, 0, 2] * dx + R[b, 1, 2] * dy + R[b, 2, 2] * dz)
    if load.torque == 1:  # d(R^T d)/dtheta = (R^T d)~
        K[pair, 3, 4] += Z
        K[pair, 3, 5] -= Y
        K[pair, 4, 3] -= Z
        K[pair, 4, 5] += X
        K[pair, 5, 3] += Y
        K[pair, 5, 4] -= X
        return
    x, y, z = load.s[0], load.s[1], load.s[2]
    d = x * X + y * Y + z * Z
    K[pair, 3, 3] -= X * x - d
    K[pair, 3, 4] -= X * y
    K[pair, 3, 5] -= X * z
    K[pair, 4, 3] -= Y * x
    K[pair, 4, 4] -= Y * y - d
    K[pair, 4, 5] -= Y * z
    K[pair, 5, 3] -= Z * x
    K[pair, 5, 4] -= Z * y
    K[pair, 5, 5] -= Z * z - d


@inner
def potential(s: Any, q: Any) -> float:
    bodies, gravity = s.bodies, s.gravity
    total = 0.0
    for b in range(bodies.shape[0]):
        for c in range(3):
            total -= bodies[b].mass * gravity[c] * q[7 * b + c]
    return total

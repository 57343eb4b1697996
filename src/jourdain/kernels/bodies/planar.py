"""Rigid bodies in the plane: state x, y of the centre of mass and theta; velocities their rates.

Port P = p + R(theta) s (point) or R s (direction), with r = R s and r' = theta' (-r_y, r_x):

    J^T f = (f, r_x f_y - r_y f_x)          d(J^T f)/dtheta = -(r.f)          M = diag(m, m, I)
Theory: docs/theory/measures.md.
"""

from __future__ import annotations

import math
from typing import Any

from jourdain.jit import inner, leaf
from jourdain.kernels.bodies import elements, flat
from jourdain.kernels.bodies.elements import own_energies, own_stiffness  # noqa: F401
from jourdain.kernels.bodies.plane import place_ports, to_ground, with_diagonal_mass

BASES = (flat,)
DIMENSION = 2
WIDTH, POSITION_WIDTH, ORIENTATION = 3, 3, "angle"
CURVED, COUNTED, VARYING_MASS, SMALL_BLOCKS = False, False, False, True
inertia, momentum, solve_mass, mass_block, potential = with_diagonal_mass(WIDTH)


@inner
def pose(s: Any, t: float, q: Any) -> None:
    R, bodies = s.R, s.bodies
    for b in range(bodies.shape[0]):
        if bodies[b].framed == 1:
            R[b, 0, 0] = math.cos(q[3 * b + 2])
            R[b, 1, 0] = math.sin(q[3 * b + 2])
    place_ports(s, q, 3)
    elements.strain(s, q)


@leaf
def _arm(of: Any, R: Any) -> tuple[float, float]:
    """The arm of a port or load in ground axes."""
    return to_ground(R, of.body, of.s[0], of.s[1])


@inner
def motion(s: Any, v: Any) -> None:
    ports, R, Pd = s.ports, s.R, s.Pd
    for i in range(ports.shape[0]):
        port = ports[i]
        b = port.body
        if b < 0:
            Pd[i, 0] = Pd[i, 1] = 0.0
            continue
        rx, ry = _arm(port, R)
        w = v[3 * b + 2]
        Pd[i, 0], Pd[i, 1] = -w * ry, w * rx
        if port.direction == 0:
            Pd[i, 0] += v[3 * b]
            Pd[i, 1] += v[3 * b + 1]


@leaf
def add_force(port: Any, s: Any, fx: float, fy: float, fz: float, J: Any, row: int) -> None:
    rx, ry = _arm(port, s.R)
    if port.direction == 0:
        J[row, 0] += fx
        J[row, 1] += fy
    J[row, 2] += rx * fy - ry * fx


@leaf
def add_force_rate(port: Any, s: Any, v: Any, fx: float, fy: float, fz: float, J: Any, row: int) -> None:
    rx, ry = _arm(port, s.R)
    J[row, 2] -= v[3 * port.body + 2] * (rx * fx + ry * fy)


@leaf
def add_geometric_stiffness(port: Any, s: Any, fx: float, fy: float, fz: float, K: Any, pair: int) -> None:
    rx, ry = _arm(port, s.R)
    K[pair, 2, 2] -= rx * fx + ry * fy


@inner
def add_pair_stiffness(port_i: Any, port_j: Any, s: Any, c: float, K: Any, pair: int) -> None:
    ix, iy = _arm(port_i, s.R)
    jx, jy = _arm(port_j, s.R)
    pi = 1.0 - port_i.direction
    pj = 1.0 - port_j.direction
    K[pair, 0, 0] += c * pi * pj
    K[pair, 1, 1] += c * pi * pj
    K[pair, 0, 2] -= c * pi * jy
    K[pair, 1, 2] += c * pi * jx
    K[pair, 2, 0] -= c * pj * iy
    K[pair, 2, 1] += c * pj * ix
    K[pair, 2, 2] += c * (ix * jx + iy * jy)


@inner
def pins(s: Any, q: Any) -> None:
    table, P, x, grad, J = s.pins, s.P, s.x, s.grad, s.J
    for i in range(table.shape[0]):
        pin = table[i]
        a, b, axis = pin.a, pin.b, pin.axis
        if axis < 0:
            m = pin.measure
            x[m] = P[a, 0] * P[b, 0] + P[a, 1] * P[b, 1]
            grad[m, 0, 0], grad[m, 0, 1] = P[b, 0], P[b, 1]
            grad[m, 1, 0], grad[m, 1, 1] = P[a, 0], P[a, 1]
            moment = P[a, 0] * P[b, 1] - P[a, 1] * P[b, 0]
            if pin.block_a >= 0:
                J[pin.block_a, 2] = moment
            if pin.block_b >= 0:
                J[pin.block_b, 2] = -moment
            continue
        other, sign = 1 - axis, 2.0 * axis - 1.0  # moment of e_x: -r_y, of e_y: r_x
        x[pin.measure] = P[b, axis] - P[a, axis]
        if pin.block_a >= 0:
            J[pin.block_a, 2] = -sign * (P[a, other] - q[3 * pin.body_a + other])
        if pin.block_b >= 0:
            J[pin.block_b, 2] = sign * (P[b, other] - q[3 * pin.body_b + other])


@leaf
def turn(measure: Any, q: Any, P: Any, ref: Any, grad: Any, index: int, J: Any) -> float:
    """theta_B - theta_A: continuous by itself; slot 0 holds body A, slot 2 body B (through `coordinate` and `turn`)."""
    value = measure.offset
    if measure.coordinate >= 0:
        value -= q[measure.coordinate]
        J[measure.block + measure.slot[0], 2] -= 1.0
    if measure.turn >= 0:
        value += q[measure.turn]
        J[measure.block + measure.slot[2], 2] += 1.0
    return value


@leaf
def load_block(load: Any, s: Any, J: Any) -> None:
    """Unit force along d at s: (d, s x d); unit torque: (0, 0, 1). A following load has d in body axes."""
    row = load.block
    if load.torque == 1:
        J[row, 0] = J[row, 1] = 0.0
        J[row, 2] = load.d[2]
        return
    dx, dy = load.d[0], load.d[1]
    if load.follow == 1:
        dx, dy = to_ground(s.R, load.body, dx, dy)
    rx, ry = _arm(load, s.R)
    J[row, 0], J[row, 1], J[row, 2] = dx, dy, rx * dy - ry * dx


@inner
def load_stiffness(load: Any, s: Any, f: float, K: Any) -> None:
    if load.torque == 1:
        return
    pair = load.pair
    if load.follow == 1:  # the force turns with the body, its moment does not change
        dx, dy = to_ground(s.R, load.body, load.d[0], load.d[1])
        K[pair, 0, 2] += f * dy
        K[pair, 1, 2] -= f * dx
        return
    rx, ry = _arm(load, s.R)
    K[pair, 2, 2] += f * (rx * load.d[0] + ry * load.d[1])

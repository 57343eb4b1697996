"""Bodies in the plane in natural coordinates: centre of mass x, y and a director (c, s) fixed in the body.

Ports are linear, P = p + x (c, s) + y (-s, c); the mass matrix is diag(m, m, I, I). One row, c^2 + s^2 = 1, keeps the length
of the director (system/directors.py); sections of beams with theory "ancf" go without it, and stretch. A moment tau acts on
the director as tau (-s, c)/(c^2 + s^2), along the gradient of its angle.
Theory: docs/natural.md.
"""

from __future__ import annotations

from typing import Any

from jourdain.jit import inner, leaf
from jourdain.kernels.bodies import elements, flat
from jourdain.kernels.bodies.elements import own_energies, own_stiffness  # noqa: F401
from jourdain.kernels.bodies.plane import place_ports, to_ground, with_diagonal_mass
from jourdain.kernels.bodies.spatial import turn  # noqa: F401

BASES = (flat,)
DIMENSION = 2
WIDTH, POSITION_WIDTH, ORIENTATION = 4, 4, "directors"
CURVED, COUNTED, VARYING_MASS, SMALL_BLOCKS = False, True, False, True
NOTHING = ("add_force_rate", "add_geometric_stiffness")  # ports are linear
inertia, momentum, solve_mass, mass_block, potential = with_diagonal_mass(WIDTH)


@inner
def pose(s: Any, t: float, q: Any) -> None:
    R = s.R
    for b in range(s.bodies.shape[0]):
        R[b, 0, 0], R[b, 1, 0] = q[4 * b + 2], q[4 * b + 3]
    place_ports(s, q, 4)
    elements.strain(s, q)


@inner
def motion(s: Any, v: Any) -> None:
    ports, Pd = s.ports, s.Pd
    for i in range(ports.shape[0]):
        port = ports[i]
        k, x, y = 4 * port.body, port.s[0], port.s[1]
        if port.body < 0:
            Pd[i, 0] = Pd[i, 1] = 0.0
            continue
        Pd[i, 0], Pd[i, 1] = v[k + 2] * x - v[k + 3] * y, v[k + 3] * x + v[k + 2] * y
        if port.direction == 0:
            Pd[i, 0] += v[k]
            Pd[i, 1] += v[k + 1]


@leaf
def _spread(s: Any, point: bool, fx: float, fy: float, J: Any, row: int) -> None:
    """J[row] += (f if it is a point, s.f, s x f)."""
    if point:
        J[row, 0] += fx
        J[row, 1] += fy
    J[row, 2] += s[0] * fx + s[1] * fy
    J[row, 3] += s[0] * fy - s[1] * fx


@leaf
def add_force(port: Any, s: Any, fx: float, fy: float, fz: float, J: Any, row: int) -> None:
    _spread(port.s, port.direction == 0, fx, fy, J, row)


@leaf
def _jacobian(port: Any, c: int, k: int) -> float:
    """Entry (c, k) of the 2 x 4 Jacobian of a port."""
    if k < 2:
        return 1.0 if (k == c and port.direction == 0) else 0.0
    if k == 2:
        return port.s[c]
    return -port.s[1] if c == 0 else port.s[0]


@inner
def add_pair_stiffness(port_i: Any, port_j: Any, s: Any, c: float, K: Any, pair: int) -> None:
    for k in range(4):
        for l in range(4):
            for d in range(2):
                K[pair, k, l] += c * _jacobian(port_i, d, k) * _jacobian(port_j, d, l)


@inner
def pins(s: Any, q: Any) -> None:
    table, ports, P, x, grad, J = s.pins, s.ports, s.P, s.x, s.grad, s.J
    for i in range(table.shape[0]):
        pin = table[i]
        k, a, b, m = pin.axis, pin.a, pin.b, pin.measure
        x[m] = P[b, k] - P[a, k] if k >= 0 else P[a, 0] * P[b, 0] + P[a, 1] * P[b, 1]
        for c in range(2):
            if k < 0:
                grad[m, 0, c], grad[m, 1, c] = P[b, c], P[a, c]
        for block, port, other, sign in ((pin.block_a, a, b, -1.0), (pin.block_b, b, a, 1.0)):
            if block < 0:
                continue
            fx, fy = P[other, 0], P[other, 1]
            if k >= 0:
                fx, fy = (sign, 0.0) if k == 0 else (0.0, sign)
            J[block, 2] = J[block, 3] = 0.0
            _spread(ports[port].s, False, fx, fy, J, block)


@leaf
def load_block(load: Any, s: Any, J: Any) -> None:
    b, row = load.body, load.block
    cosine, sine = s.R[b, 0, 0], s.R[b, 1, 0]
    for k in range(4):
        J[row, k] = 0.0
    if load.torque == 1:
        square = cosine * cosine + sine * sine
        J[row, 2], J[row, 3] = -sine * load.d[2] / square, cosine * load.d[2] / square
        return
    x, y = load.d[0], load.d[1]
    if load.follow == 1:
        x, y = to_ground(s.R, b, x, y)
    _spread(load.s, True, x, y, J, row)


@inner
def load_stiffness(load: Any, s: Any, f: float, K: Any) -> None:
    pair, x, y = load.pair, load.d[0], load.d[1]
    if load.torque == 1:
        cosine, sine = s.R[load.body, 0, 0], s.R[load.body, 1, 0]
        square = f * load.d[2] / (cosine * cosine + sine * sine) ** 2
        K[pair, 2, 2] -= 2.0 * cosine * sine * square
        K[pair, 2, 3] += (cosine * cosine - sine * sine) * square
        K[pair, 3, 2] += (cosine * cosine - sine * sine) * square
        K[pair, 3, 3] += 2.0 * cosine * sine * square
    elif load.follow == 1:  # force (c x - s y, s x + c y), arm (s0, s1)
        K[pair, 0, 2] -= f * x
        K[pair, 0, 3] += f * y
        K[pair, 1, 2] -= f * y
        K[pair, 1, 3] -= f * x
        a, b = load.s[0], load.s[1]
        K[pair, 2, 2] -= f * (a * x + b * y)
        K[pair, 2, 3] -= f * (b * x - a * y)
        K[pair, 3, 2] -= f * (a * y - b * x)
        K[pair, 3, 3] -= f * (a * x + b * y)

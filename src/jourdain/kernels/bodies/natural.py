"""Rigid bodies in space in natural coordinates: centre of mass p and three directors d_i, fixed in the body, as they stand in
ground axes; 12 numbers whose rates are the velocities.

Ports are linear, P = p + sum s_i d_i (point) or sum s_i d_i (direction), so nothing bends; the mass matrix is constant,
diag(m I, E (x) I) with E = tr(J)/2 I - J; six rows, d_i.d_j = 1 or 0, keep the directors orthonormal (compile adds them); free
sections of beams with theory "ancf" go without these (ancf_spatial.py).
A moment tau acts on d_i as tau x d_i / 2.
Theory: docs/natural.md.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from jourdain.jit import inner, leaf
from jourdain.kernels.bodies import elements, flat, links
from jourdain.kernels.bodies.elements import own_energies, own_stiffness  # noqa: F401
from jourdain.kernels.bodies.spatial import add_cross, cross, height_energy, place_ports, to_ground, turn  # noqa: F401

BASES = (flat,)
DIMENSION = 3
WIDTH, POSITION_WIDTH, ORIENTATION = 12, 12, "directors"
CURVED, COUNTED, VARYING_MASS, SMALL_BLOCKS = False, True, False, True
NOTHING = ("add_force_rate", "add_geometric_stiffness")  # ports are linear


def second_moments(J: np.ndarray) -> np.ndarray:
    """E = tr(J)/2 I - J (.., 3, 3) [kg m2]: the inertia of directors, in Python."""
    return np.asarray(0.5 * np.trace(J, axis1=-2, axis2=-1)[..., None, None] * np.eye(3) - J)


@inner
def pose(s: Any, t: float, q: Any) -> None:
    R = s.R
    for b in range(s.bodies.shape[0]):
        for i in range(3):
            for c in range(3):
                R[b, c, i] = q[12 * b + 3 + 3 * i + c]
    place_ports(s, q, 12)
    elements.strain(s, q)


@inner
def motion(s: Any, v: Any) -> None:
    ports, Pd = s.ports, s.Pd
    for i in range(ports.shape[0]):
        port = ports[i]
        k = 12 * port.body
        for c in range(3):
            if port.body < 0:
                Pd[i, c] = 0.0
                continue
            Pd[i, c] = v[k + 3 + c] * port.s[0] + v[k + 6 + c] * port.s[1] + v[k + 9 + c] * port.s[2]
            if port.direction == 0:
                Pd[i, c] += v[k + c]


@leaf
def _spread(s: Any, point: bool, fx: float, fy: float, fz: float, J: Any, row: int) -> None:
    """J[row] += (f if it is a point, s_i f)."""
    if point:
        J[row, 0] += fx
        J[row, 1] += fy
        J[row, 2] += fz
    for i in range(3):
        J[row, 3 + 3 * i] += s[i] * fx
        J[row, 4 + 3 * i] += s[i] * fy
        J[row, 5 + 3 * i] += s[i] * fz


@leaf
def add_force(port: Any, s: Any, fx: float, fy: float, fz: float, J: Any, row: int) -> None:
    _spread(port.s, port.direction == 0, fx, fy, fz, J, row)


@inner
def add_pair_stiffness(port_i: Any, port_j: Any, s: Any, c: float, K: Any, pair: int) -> None:
    for k in range(4):
        x = (1.0 - port_i.direction) if k == 0 else port_i.s[k - 1]
        for l in range(4):
            y = (1.0 - port_j.direction) if l == 0 else port_j.s[l - 1]
            for d in range(3):
                K[pair, 3 * k + d, 3 * l + d] += c * x * y


@inner
def pins(s: Any, q: Any) -> None:
    table, ports, P, x, grad, J = s.pins, s.ports, s.P, s.x, s.grad, s.J
    for i in range(table.shape[0]):
        pin = table[i]
        k, a, b, m = pin.axis, pin.a, pin.b, pin.measure
        if k >= 0:
            x[m] = P[b, k] - P[a, k]
            for d in range(3):
                if pin.block_a >= 0:
                    J[pin.block_a, 3 + 3 * d + k] = -ports[a].s[d]
                if pin.block_b >= 0:
                    J[pin.block_b, 3 + 3 * d + k] = ports[b].s[d]
            continue
        total = 0.0
        for c in range(3):
            total += P[a, c] * P[b, c]
            grad[m, 0, c], grad[m, 1, c] = P[b, c], P[a, c]
            for d in range(3):
                if pin.block_a >= 0:
                    J[pin.block_a, 3 + 3 * d + c] = ports[a].s[d] * P[b, c]
                if pin.block_b >= 0:
                    J[pin.block_b, 3 + 3 * d + c] = ports[b].s[d] * P[a, c]
        x[m] = total


@inner
def inertia(s: Any, v: Any) -> None:
    s.force[:] = 0.0
    for b in range(s.bodies.shape[0]):
        for c in range(3):
            s.force[12 * b + c] = s.bodies[b].mass * s.gravity[c]
    elements.add_forces(s, v)


@leaf
def euler(J: Any, i: int, j: int) -> float:
    """Entry of E = tr(J)/2 I - J, the second moments of mass."""
    return (0.5 * (J[0, 0] + J[1, 1] + J[2, 2]) if i == j else 0.0) - J[i, j]


@inner
def momentum(s: Any, a: Any, p: Any) -> None:
    for b in range(s.bodies.shape[0]):
        body = s.bodies[b]
        k = 12 * b
        for c in range(3):
            p[k + c] = body.mass * a[k + c]
            for i in range(3):
                total = 0.0
                for j in range(3):
                    total += euler(body.J, i, j) * a[k + 3 + 3 * j + c]
                p[k + 3 + 3 * i + c] = total
    links.add_momentum(s, WIDTH, DIMENSION, DIMENSION, a, p)


@inner
def solve_mass(s: Any, f: Any, a: Any) -> None:
    """Gauss elimination of the 3 x 3 moments, the same for x, y and z; flat bodies have none across (inf)."""
    for b in range(s.bodies.shape[0]):
        body = s.bodies[b]
        J, k = body.J, 12 * b
        e00, e01, e02 = euler(J, 0, 0), euler(J, 0, 1), euler(J, 0, 2)
        l1, l2 = e01 / e00, e02 / e00
        e11, e12 = euler(J, 1, 1) - l1 * e01, euler(J, 1, 2) - l1 * e02
        l3 = e12 / e11
        e22 = euler(J, 2, 2) - l2 * e02 - l3 * e12
        for c in range(3):
            a[k + c] = f[k + c] / body.mass
            x = f[k + 3 + c]
            y = f[k + 6 + c] - l1 * x
            z = (f[k + 9 + c] - l2 * x - l3 * y) / e22
            y = (y - e12 * z) / e11
            a[k + 3 + c], a[k + 6 + c], a[k + 9 + c] = (x - e01 * y - e02 * z) / e00, y, z
    links.solve(s, a)


@inner
def mass_block(s: Any, v: Any, cM: float, cD: float) -> None:
    for b in range(s.bodies.shape[0]):
        body = s.bodies[b]
        for c in range(3):
            s.pair[b, c, c] += cM * body.mass
            for i in range(3):
                for j in range(3):
                    s.pair[b, 3 + 3 * i + c, 3 + 3 * j + c] += cM * euler(body.J, i, j)
    links.add_mass(s, DIMENSION, DIMENSION, cM)
    if cD != 0.0:
        elements.add_damping(s, cD)


@leaf
def _along(load: Any, R: Any) -> tuple[float, float, float]:
    """A load's direction in ground axes."""
    x, y, z = load.d[0], load.d[1], load.d[2]
    if load.follow == 1:
        x, y, z = to_ground(R, load.body, x, y, z)
    return x, y, z


@leaf
def load_block(load: Any, s: Any, J: Any) -> None:
    b, row = load.body, load.block
    x, y, z = _along(load, s.R)
    for c in range(12):
        J[row, c] = 0.0
    if load.torque == 0:
        _spread(load.s, True, x, y, z, J, row)
        return
    for i in range(3):
        X, Y, Z = cross(x, y, z, s.R[b, 0, i], s.R[b, 1, i], s.R[b, 2, i])
        J[row, 3 + 3 * i], J[row, 4 + 3 * i], J[row, 5 + 3 * i] = 0.5 * X, 0.5 * Y, 0.5 * Z


@inner
def load_stiffness(load: Any, s: Any, f: float, K: Any) -> None:
    b, pair = load.body, load.pair
    if load.torque == 0:
        if load.follow == 1:
            for k in range(4):
                arm = 1.0 if k == 0 else load.s[k - 1]
                for j in range(3):
                    for c in range(3):
                        K[pair, 3 * k + c, 3 + 3 * j + c] -= f * arm * load.d[j]
        return
    x, y, z = _along(load, s.R)
    for i in range(3):
        add_cross(K, pair, 3 + 3 * i, 3 + 3 * i, -0.5 * f, x, y, z)
        for j in range(3 if load.follow == 1 else 0):  # the torque turns with the directors
            add_cross(K, pair, 3 + 3 * i, 3 + 3 * j, 0.5 * f * load.d[j], s.R[b, 0, i], s.R[b, 1, i], s.R[b, 2, i])


@inner
def potential(s: Any, q: Any) -> float:
    return height_energy(s, q, 12) + elements.energy(s)

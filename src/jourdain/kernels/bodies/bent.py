"""Ports and loads of bodies that bend, functions of the amplitudes eta of their shapes, points and directions alike:

    r = s + sum Phi_k eta_k + 1/2 sum Phi_kl eta_k eta_l, where Phi_k = psi_k x s for a direction, psi_k the small rotation of
    its marker. Points have the second order: a rod that bends becomes shorter, so forces at its end bend it.

`bend` puts r into the table of ports (and loads), which belongs to the memory of a run, and W_k = dr/d eta_k into `ways`. What
frames have is as for rigid bodies (spatial.py); besides

    Pdot = v + R u,  u = w x r + sum W_k eta'_k            J^T f = (f, r x F, W_k.F),  F = R^T f
    d(J^T f): rotation on eta_k, and eta_k on rotation, W_k x F; eta_k on eta_l Phi_kl.F
    d(f.Pdot): (u x F, W_k.(F x w) + sum Phi_kl.F eta'_l)

Theory: docs/theory/modal.md.
"""

from __future__ import annotations

from typing import Any

from jourdain.jit import inner, leaf
from jourdain.kernels.bodies import spatial
from jourdain.kernels.bodies.spatial import cross, to_body, to_ground


@leaf
def _modes(s: Any, body: int) -> int:
    return s.mode_start[body + 1] - s.mode_start[body]


@leaf
def span(s: Any, body: int) -> int:
    return 6 + _modes(s, body)


@leaf
def column(s: Any, body: int, c: int) -> int:
    return 6 * body + c if c < 6 else 6 * (s.bodies.shape[0] - 1) + s.mode_start[body] + c


# -- ports -------------------------------------------------------------------------------------------------------------


@leaf
def _way(s: Any, of: Any, k: int) -> tuple[float, float, float]:
    """W_k of a port or load in body axes."""
    i = of.way + k
    return s.ways[i, 0], s.ways[i, 1], s.ways[i, 2]


@leaf
def _bend(s: Any, of: Any, direction: int) -> None:
    """of.s = r, and its rows of s.ways."""
    X, Y, Z = of.rest[0], of.rest[1], of.rest[2]
    first, n = s.mode_start[of.body], _modes(s, of.body)
    for k in range(n):
        i = of.shape + k
        x, y, z = s.shapes[i, 0], s.shapes[i, 1], s.shapes[i, 2]
        if direction == 1:
            x, y, z = cross(x, y, z, of.rest[0], of.rest[1], of.rest[2])
        f, c = s.eta[first + k], s.shape_bends[i]
        X, Y, Z = X + x * f, Y + y * f, Z + z * f
        if c >= 0:
            for l in range(n):
                e = s.eta[first + l]
                x, y, z = x + s.bends[c + l, 0] * e, y + s.bends[c + l, 1] * e, z + s.bends[c + l, 2] * e
            X += 0.5 * f * (x - s.shapes[i, 0])
            Y += 0.5 * f * (y - s.shapes[i, 1])
            Z += 0.5 * f * (z - s.shapes[i, 2])
        i = of.way + k
        s.ways[i, 0], s.ways[i, 1], s.ways[i, 2] = x, y, z
    of.s[0], of.s[1], of.s[2] = X, Y, Z


@leaf
def _bends_along(s: Any, of: Any, k: int, l: int, X: float, Y: float, Z: float) -> float:
    """Phi_kl.(X, Y, Z)."""
    c = s.shape_bends[of.shape + k]
    return s.bends[c + l, 0] * X + s.bends[c + l, 1] * Y + s.bends[c + l, 2] * Z if c >= 0 else 0.0


@leaf
def _turned(s: Any, load: Any, k: int) -> tuple[float, float, float]:
    """psi_k x d: how the direction of a load that follows turns with its marker."""
    i, d = load.turns + k, load.rest_d
    return cross(s.shapes[i, 0], s.shapes[i, 1], s.shapes[i, 2], d[0], d[1], d[2])


@leaf
def _turn_load(s: Any, load: Any) -> None:
    """load.d = rest_d + sum psi_k x rest_d eta_k."""
    X, Y, Z = load.rest_d[0], load.rest_d[1], load.rest_d[2]
    first = s.mode_start[load.body]
    for k in range(_modes(s, load.body)):
        x, y, z = _turned(s, load, k)
        f = s.eta[first + k]
        X, Y, Z = X + x * f, Y + y * f, Z + z * f
    load.d[0], load.d[1], load.d[2] = X, Y, Z


@inner
def bend(s: Any) -> None:
    """Ports and loads where they are at the elastic coordinates s.eta."""
    for i in range(s.bent_ports.shape[0]):
        port = s.ports[s.bent_ports[i]]
        _bend(s, port, port.direction)
    for i in range(s.bent_loads.shape[0]):
        load = s.loads[s.bent_loads[i]]
        _bend(s, load, 0)  # of a torque: turns
        if load.follow == 1:
            _turn_load(s, load)


@leaf
def _flow(s: Any, port: Any, v: Any) -> tuple[float, float, float]:
    """sum W_k eta'_k in body axes."""
    X = Y = Z = 0.0
    j = column(s, port.body, 6)
    for k in range(_modes(s, port.body)):
        x, y, z = _way(s, port, k)
        X, Y, Z = X + x * v[j + k], Y + y * v[j + k], Z + z * v[j + k]
    return X, Y, Z


@inner
def motion(s: Any, v: Any) -> None:
    spatial.motion(s, v)
    for i in range(s.bent_ports.shape[0]):
        p = s.bent_ports[i]
        port = s.ports[p]
        x, y, z = _flow(s, port, v)
        x, y, z = to_ground(s.R, port.body, x, y, z)
        s.Pd[p, 0] += x
        s.Pd[p, 1] += y
        s.Pd[p, 2] += z


@leaf
def _add_shapes(s: Any, of: Any, X: float, Y: float, Z: float, J: Any, row: int) -> None:
    """J[row, eta_k] += W_k.(X, Y, Z)."""
    for k in range(_modes(s, of.body)):
        x, y, z = _way(s, of, k)
        J[row, 6 + k] += x * X + y * Y + z * Z


@leaf
def add_force(port: Any, s: Any, fx: float, fy: float, fz: float, J: Any, row: int) -> None:
    spatial.add_force(port, s, fx, fy, fz, J, row)
    if port.shape >= 0:
        X, Y, Z = to_body(s.R, port.body, fx, fy, fz)
        _add_shapes(s, port, X, Y, Z, J, row)


@leaf
def add_force_rate(port: Any, s: Any, v: Any, fx: float, fy: float, fz: float, J: Any, row: int) -> None:
    spatial.add_force_rate(port, s, v, fx, fy, fz, J, row)
    if port.shape >= 0:
        k = 6 * port.body
        X, Y, Z = to_body(s.R, port.body, fx, fy, fz)
        x, y, z = _flow(s, port, v)
        x, y, z = cross(x, y, z, X, Y, Z)
        J[row, 3] += x
        J[row, 4] += y
        J[row, 5] += z
        x, y, z = cross(X, Y, Z, v[k + 3], v[k + 4], v[k + 5])
        _add_shapes(s, port, x, y, z, J, row)
        j, n = column(s, port.body, 6), _modes(s, port.body)
        for i in range(n):
            if s.shape_bends[port.shape + i] >= 0:
                for l in range(n):
                    J[row, 6 + i] += _bends_along(s, port, i, l, X, Y, Z) * v[j + l]


@leaf
def _add_bending(s: Any, of: Any, rotates: bool, X: float, Y: float, Z: float, K: Any, pair: int) -> None:
    """K[pair, eta_k, rotation] += W_k x F, K[pair, eta_k, eta_l] += Phi_kl.F; if it rotates K[pair, rotation, eta_k]."""
    n = _modes(s, of.body)
    for k in range(n):
        if s.shape_bends[of.shape + k] >= 0:
            for l in range(n):
                K[pair, 6 + k, 6 + l] += _bends_along(s, of, k, l, X, Y, Z)
        x, y, z = _way(s, of, k)
        x, y, z = cross(x, y, z, X, Y, Z)
        K[pair, 6 + k, 3] += x
        K[pair, 6 + k, 4] += y
        K[pair, 6 + k, 5] += z
        if rotates:
            K[pair, 3, 6 + k] += x
            K[pair, 4, 6 + k] += y
            K[pair, 5, 6 + k] += z


@leaf
def add_geometric_stiffness(port: Any, s: Any, fx: float, fy: float, fz: float, K: Any, pair: int) -> None:
    spatial.add_geometric_stiffness(port, s, fx, fy, fz, K, pair)
    if port.shape >= 0:
        X, Y, Z = to_body(s.R, port.body, fx, fy, fz)
        _add_bending(s, port, True, X, Y, Z, K, pair)


@leaf
def _in_ground(s: Any, port: Any, k: int) -> tuple[float, float, float]:
    """R W_k."""
    x, y, z = _way(s, port, k)
    return to_ground(s.R, port.body, x, y, z)


@inner
def add_pair_stiffness(port_i: Any, port_j: Any, s: Any, c: float, K: Any, pair: int) -> None:
    spatial.add_pair_stiffness(port_i, port_j, s, c, K, pair)
    n = _modes(s, port_i.body) if port_i.shape >= 0 else 0
    for l in range(_modes(s, port_j.body) if port_j.shape >= 0 else 0):
        x, y, z = _in_ground(s, port_j, l)
        if port_i.direction == 0:
            K[pair, 0, 6 + l] += c * x
            K[pair, 1, 6 + l] += c * y
            K[pair, 2, 6 + l] += c * z
        x, y, z = to_body(s.R, port_i.body, x, y, z)
        for k in range(n):
            X, Y, Z = _way(s, port_i, k)
            K[pair, 6 + k, 6 + l] += c * (X * x + Y * y + Z * z)
        x, y, z = cross(port_i.s[0], port_i.s[1], port_i.s[2], x, y, z)
        K[pair, 3, 6 + l] += c * x
        K[pair, 4, 6 + l] += c * y
        K[pair, 5, 6 + l] += c * z
    for k in range(n):
        x, y, z = _in_ground(s, port_i, k)
        if port_j.direction == 0:
            K[pair, 6 + k, 0] += c * x
            K[pair, 6 + k, 1] += c * y
            K[pair, 6 + k, 2] += c * z
        x, y, z = to_body(s.R, port_j.body, x, y, z)
        x, y, z = cross(port_j.s[0], port_j.s[1], port_j.s[2], x, y, z)
        K[pair, 6 + k, 3] += c * x
        K[pair, 6 + k, 4] += c * y
        K[pair, 6 + k, 5] += c * z


@leaf
def _pin_shapes(s: Any, port: Any, block: int, fx: float, fy: float, fz: float) -> None:
    """Elastic part of J[block] = J^T f of a port."""
    if block < 0:
        return
    for k in range(_modes(s, port.body)):
        s.J[block, 6 + k] = 0.0
    if port.shape >= 0:
        X, Y, Z = to_body(s.R, port.body, fx, fy, fz)
        _add_shapes(s, port, X, Y, Z, s.J, block)


@inner
def pins(s: Any, q: Any) -> None:
    spatial.pins(s, q)
    for i in range(s.pins.shape[0]):
        pin = s.pins[i]
        grad, first = s.grad[pin.measure], 1 if pin.axis >= 0 else 0
        for j in range(2):
            port, block = (s.ports[pin.a], pin.block_a) if j == 0 else (s.ports[pin.b], pin.block_b)
            f = grad[first + j]
            _pin_shapes(s, port, block, f[0], f[1], f[2])


# -- loads -------------------------------------------------------------------------------------------------------------


@leaf
def _direction(load: Any, s: Any) -> tuple[float, float, float]:
    """Of a load, in body axes."""
    if load.follow == 1:
        return load.d[0], load.d[1], load.d[2]
    return to_body(s.R, load.body, load.d[0], load.d[1], load.d[2])


@leaf
def load_block(load: Any, s: Any, J: Any) -> None:
    spatial.load_block(load, s, J)
    if load.shape >= 0:
        X, Y, Z = _direction(load, s)
        for k in range(_modes(s, load.body)):
            J[load.block, 6 + k] = 0.0
        _add_shapes(s, load, X, Y, Z, J, load.block)


@inner
def load_stiffness(load: Any, s: Any, f: float, K: Any) -> None:
    spatial.load_stiffness(load, s, f, K)
    if load.shape < 0:
        return
    pair, n = load.pair, _modes(s, load.body)
    X, Y, Z = _direction(load, s)
    if load.follow == 0:
        _add_bending(s, load, load.torque == 0, -f * X, -f * Y, -f * Z, K, pair)
        return
    for k in range(n):
        x, y, z = dx, dy, dz = _turned(s, load, k)
        if load.torque == 0:
            gx, gy, gz = to_ground(s.R, load.body, x, y, z)
            K[pair, 0, 6 + k] -= f * gx
            K[pair, 1, 6 + k] -= f * gy
            K[pair, 2, 6 + k] -= f * gz
            x, y, z = cross(load.s[0], load.s[1], load.s[2], x, y, z)
            ux, uy, uz = _way(s, load, k)
            ux, uy, uz = cross(ux, uy, uz, X, Y, Z)
            x, y, z = x + ux, y + uy, z + uz
        K[pair, 3, 6 + k] -= f * x
        K[pair, 4, 6 + k] -= f * y
        K[pair, 5, 6 + k] -= f * z
        for l in range(n):
            ux, uy, uz = _way(s, load, l)
            K[pair, 6 + l, 6 + k] -= f * (ux * dx + uy * dy + uz * dz + _bends_along(s, load, l, k, X, Y, Z))

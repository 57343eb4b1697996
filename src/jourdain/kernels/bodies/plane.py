"""What bodies in the plane share: frames (c, s) in R[b, 0, 0], R[b, 1, 0], a point first, a mass matrix that is
diagonal but for its links, and beam elements between them."""

from __future__ import annotations

from typing import Any

from jourdain.jit import inner, leaf
from jourdain.kernels.bodies import elements, links


@leaf
def to_ground(R: Any, b: int, x: float, y: float) -> tuple[float, float]:
    """R[b] (x, y)."""
    c, s = R[b, 0, 0], R[b, 1, 0]
    return c * x - s * y, s * x + c * y


@leaf
def place_ports(s: Any, q: Any, width: int) -> None:
    """s.P by the frames s.R; width: numbers of a body in q."""
    ports, R, P = s.ports, s.R, s.P
    for i in range(ports.shape[0]):
        port = ports[i]
        b = port.body
        if b < 0:
            P[i, 0], P[i, 1] = port.s[0], port.s[1]
            continue
        x, y = to_ground(R, b, port.s[0], port.s[1])
        if port.direction == 0:
            x += q[width * b]
            y += q[width * b + 1]
        P[i, 0], P[i, 1] = x, y


@leaf
def _mass(body: Any, c: int) -> float:
    """Entry c of the diagonal mass matrix of a body: translations have its mass, all else its moment."""
    return body.mass if c < 2 else body.J[2, 2]


def with_diagonal_mass(width: int) -> tuple[Any, ...]:
    """inertia, momentum, solve_mass, mass_block and potential of bodies with `width` numbers in q and in v."""

    @inner
    def inertia(s: Any, v: Any) -> None:
        bodies, force, gx, gy = s.bodies, s.force, s.gravity[0], s.gravity[1]
        for b in range(bodies.shape[0]):
            force[width * b] = bodies[b].mass * gx
            force[width * b + 1] = bodies[b].mass * gy
            for c in range(2, width):
                force[width * b + c] = 0.0
        elements.add_forces(s, v)

    @inner
    def momentum(s: Any, a: Any, p: Any) -> None:
        bodies = s.bodies
        for b in range(bodies.shape[0]):
            for c in range(width):
                p[width * b + c] = _mass(bodies[b], c) * a[width * b + c]
        links.add_momentum(s, width, width, 2, a, p)

    @inner
    def solve_mass(s: Any, f: Any, a: Any) -> None:
        bodies = s.bodies
        for b in range(bodies.shape[0]):
            for c in range(width):
                a[width * b + c] = f[width * b + c] / _mass(bodies[b], c)
        links.solve(s, a)

    @inner
    def mass_block(s: Any, v: Any, cM: float, cD: float) -> None:
        bodies, K = s.bodies, s.pair
        for b in range(bodies.shape[0]):
            for c in range(width):
                K[b, c, c] += cM * _mass(bodies[b], c)
        links.add_mass(s, width, 2, cM)
        if cD != 0.0:
            elements.add_damping(s, cD)

    @inner
    def potential(s: Any, q: Any) -> float:
        total = 0.0
        for b in range(s.bodies.shape[0]):
            total -= s.bodies[b].mass * (s.gravity[0] * q[width * b] + s.gravity[1] * q[width * b + 1])
        return total + elements.energy(s)

    return inertia, momentum, solve_mass, mass_block, potential

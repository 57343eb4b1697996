"""Geometrically exact beam elements in the plane: bodies are sections, and elastic elements lie between two or three of them.

At each point of integration, with the interpolated angle theta = N_a theta_a, R = R(theta), D_a the slopes of N_a [1/m]:

    (g, h) = R^T D_a x_a      k = D_a theta_a      U = sum_points w/2 (e - e0)^T C (e - e0),  e = (g, h, k)

Two sections have one point, in the middle. Damping: C e + V e'. Forces and tangent are the derivatives of U, the tangent by
columns: by x' = D_a x_a, y', theta and k, each spread over the sections. Theory: docs/theory/beams.md.
"""

from __future__ import annotations

import math
from typing import Any

from jourdain.jit import inner, leaf
from jourdain.kernels.bodies import elements
from jourdain.kernels.bodies.gauges import planar_gauge, planar_gauge_rate, reader
from jourdain.kernels.context import system_at

Vector = tuple[float, float, float]


@leaf
def _interpolated(element: Any, x: Any) -> tuple[float, float, float, float]:
    """x', y', theta, k of positions, or of their rates."""
    return _sums(element, x, 2) if element.nodes == 2 else _sums(element, x, 3)


@leaf
def _sums(element: Any, x: Any, n: int) -> tuple[float, float, float, float]:
    """The same of n sections: a number that the compiler knows, here and below, makes the loops twice as fast."""
    dx = dy = theta = k = 0.0
    for a in range(n):
        i, D = 3 * element.body[a], element.slope[a]
        dx += D * x[i]
        dy += D * x[i + 1]
        theta += element.shape[a] * x[i + 2]
        k += D * x[i + 2]
    return dx, dy, theta, k


@inner
def strain(s: Any, q: Any) -> None:
    """s.element[e] = g, h, k, cos theta, sin theta at each point."""
    elements, E = s.elements, s.element
    for e in range(elements.shape[0]):
        x, y, theta, k = _interpolated(elements[e], q)
        c, n = math.cos(theta), math.sin(theta)
        E[e, 0], E[e, 1], E[e, 2], E[e, 3], E[e, 4] = c * x + n * y, c * y - n * x, k, c, n


@leaf
def through_plane(C: Any, x: float, y: float, z: float) -> Vector:
    """C (x, y, z), of the first three rows and columns."""
    return (
        C[0, 0] * x + C[0, 1] * y + C[0, 2] * z,
        C[1, 0] * x + C[1, 1] * y + C[1, 2] * z,
        C[2, 0] * x + C[2, 1] * y + C[2, 2] * z,
    )


@leaf
def _rates(element: Any, E: Any, e: int, v: Any) -> tuple[float, float, float, float]:
    """Rates of the strains, and the spin of the section at the point."""
    x, y, w, k = _interpolated(element, v)
    return E[e, 3] * x + E[e, 4] * y + w * E[e, 1], E[e, 3] * y - E[e, 4] * x - w * E[e, 0], k, w


@leaf
def resultants(element: Any, E: Any, e: int, v: Any) -> Vector:
    """Axial and shear force [N] and bending moment [N m] in the section, in its axes."""
    rest = element.rest
    N, Q, M = through_plane(element.stiffness, E[e, 0] - rest[0], E[e, 1] - rest[1], E[e, 2] - rest[2])
    if element.damped == 1:
        g, h, k, _ = _rates(element, E, e, v)
        n, q, m = through_plane(element.damping, g, h, k)
        return N + n, Q + q, M + m
    return N, Q, M


@inner
def add_forces(s: Any, v: Any) -> None:
    """s.force -= internal forces."""
    elements, E, force = s.elements, s.element, s.force
    for e in range(elements.shape[0]):
        N, Q, M = resultants(elements[e], E, e, v)
        x, y, m = E[e, 3] * N - E[e, 4] * Q, E[e, 4] * N + E[e, 3] * Q, N * E[e, 1] - Q * E[e, 0]
        if elements[e].nodes == 2:
            _share(force, elements[e], 2, x, y, m, M)
        else:
            _share(force, elements[e], 3, x, y, m, M)


@leaf
def _share(force: Any, element: Any, n: int, x: float, y: float, m: float, M: float) -> None:
    """Forces on x', y', theta and k, shared by the n sections."""
    for a in range(n):
        i, D = 3 * element.body[a], element.weight * element.slope[a]
        force[i] -= D * x
        force[i + 1] -= D * y
        force[i + 2] -= element.weight * element.shape[a] * m + D * M


@leaf
def _spread(K: Any, element: Any, n: int, column: int, f: float, x: float, y: float, m: float, M: float) -> None:
    """Change (x, y, m, M) of the forces on x', y', theta and k for a unit of one of these, spread over n by n sections."""
    at = min(column, 2)  # theta and k are of the angles, the third of the numbers of a section
    for b in range(n):
        t = f * element.weight * (element.shape[b] if column == 2 else element.slope[b])
        for a in range(n):
            pair, D = element.pair[a, b], t * element.slope[a]
            K[pair, 0, at] += D * x
            K[pair, 1, at] += D * y
            K[pair, 2, at] += t * element.shape[a] * m + D * M


@leaf
def direction(column: int, c: float, n: float, g: float, h: float) -> Vector:
    """Strains for a unit of x', y', theta or k."""
    if column == 0:
        return c, -n, 0.0
    if column == 1:
        return n, c, 0.0
    if column == 2:
        return h, -g, 0.0
    return 0.0, 0.0, 1.0


@inner
def add_stiffness(s: Any, v: Any) -> None:
    """s.pair += derivatives of the internal forces by the positions."""
    elements, E, K = s.elements, s.element, s.pair
    for e in range(elements.shape[0]):
        if elements[e].nodes == 2:
            _stiffness_columns(elements[e], E, e, v, K, 2)
        else:
            _stiffness_columns(elements[e], E, e, v, K, 3)


@leaf
def _stiffness_columns(element: Any, E: Any, e: int, v: Any, K: Any, sections: int) -> None:
    N, Q, _ = resultants(element, E, e, v)
    _stiffness_column(element, E, e, v, K, sections, 0, N, Q)
    _stiffness_column(element, E, e, v, K, sections, 1, N, Q)
    _stiffness_column(element, E, e, v, K, sections, 2, N, Q)
    _stiffness_column(element, E, e, v, K, sections, 3, N, Q)


@leaf
def _stiffness_column(
    element: Any, E: Any, e: int, v: Any, K: Any, sections: int, column: int, N: float, Q: float
) -> None:
    """Derivatives by x', y', theta or k."""
    c, n, g, h = E[e, 3], E[e, 4], E[e, 0], E[e, 1]
    dg, dh, dk = direction(column, c, n, g, h)
    dN, dQ, dM = through_plane(element.stiffness, dg, dh, dk)
    if element.damped == 1 and column < 3:  # rates turn with the frame, and its spin works on other strains
        r_g, r_h, _, w = _rates(element, E, e, v)
        rg, rh = (w * dh, -w * dg) if column < 2 else (r_h, -r_g)
        rN, rQ, rM = through_plane(element.damping, rg, rh, 0.0)
        dN, dQ, dM = dN + rN, dQ + rQ, dM + rM
    x, y = (dN - Q, dQ + N) if column == 2 else (dN, dQ)
    m = dN * h + N * dh - dQ * g - Q * dg
    _spread(K, element, sections, column, 1.0, c * x - n * y, n * x + c * y, m, dM)


@inner
def add_damping(s: Any, f: float) -> None:
    """s.pair += f times the derivatives of the internal forces by the velocities."""
    E = s.element
    for e in range(s.elements.shape[0]):
        element = s.elements[e]
        if element.damped == 0:
            continue
        c, n, g, h = E[e, 3], E[e, 4], E[e, 0], E[e, 1]
        for column in range(4):
            dg, dh, dk = direction(column, c, n, g, h)
            dN, dQ, dM = through_plane(element.damping, dg, dh, dk)
            x, y, m = c * dN - n * dQ, n * dN + c * dQ, dN * h - dQ * g
            _spread(s.pair, element, element.nodes, column, f, x, y, m, dM)


@inner
def energy(s: Any) -> float:
    """Elastic energy of all elements [J]."""
    total = 0.0
    for e in range(s.elements.shape[0]):
        element, E = s.elements[e], s.element
        x, y, z = E[e, 0] - element.rest[0], E[e, 1] - element.rest[1], E[e, 2] - element.rest[2]
        N, Q, M = through_plane(element.stiffness, x, y, z)
        total += 0.5 * element.weight * (x * N + y * Q + z * M)
    return total


@inner
def dissipation(s: Any, v: Any) -> float:
    """Power that the material damps [W], not negative."""
    total = 0.0
    for e in range(s.elements.shape[0]):
        if s.elements[e].damped == 1:
            x, y, z, _ = _rates(s.elements[e], s.element, e, v)
            N, Q, M = through_plane(s.elements[e].damping, x, y, z)
            total += s.elements[e].weight * (x * N + y * Q + z * M)
    return total


@inner
def gauge_value(gauge: Any, block: int, s: Any) -> float:
    """A strain as a measure, see gauges.py; its Jacobian is added to the blocks of s.J from `block` on."""
    return planar_gauge(gauge, block, s.section_q, s.J)


@inner
def gauge_rate(gauge: Any, block: int, s: Any) -> None:
    """d(J v)/dq, added to the blocks of s.Jt from `block` on."""
    planar_gauge_rate(gauge, block, s.section_q, s.section_v, s.Jt)


answered = elements.answering(
    strain, add_forces, add_stiffness, add_damping, energy, dissipation, *reader(gauge_value, gauge_rate, 3, 2)
)


def answer(task, t, f, address):  # type: ignore[no-untyped-def]
    """What elements.py asks for, as C function."""
    return answered(task, f, system_at(address))

"""Geometrically exact beam elements in the plane: two bodies are sections, and between them there is one elastic element.

With the mean angle theta of the two sections, L the length as drawn, and R = R(theta):

    (g1, g2) = R^T (x_b - x_a)/L      k = (theta_b - theta_a)/L      U = L/2 (e - e0)^T C (e - e0),  e = (g1, g2, k)

Damping: (C e + V e') per length. Forces and tangent below are the derivatives of U, the tangent by columns.
Theory: docs/theory/beams.md.
"""

from __future__ import annotations

import math
from typing import Any

from jourdain.jit import inner, leaf

Vector = tuple[float, float, float]


@inner
def strain(s: Any, q: Any) -> None:
    """s.element[e] = g1, g2, k, cos theta, sin theta of each element."""
    E = s.element
    for e in range(s.elements.shape[0]):
        i, j, L = 3 * s.elements[e].a, 3 * s.elements[e].b, s.elements[e].length
        theta = 0.5 * (q[i + 2] + q[j + 2])
        E[e, 3], E[e, 4] = math.cos(theta), math.sin(theta)
        E[e, 0], E[e, 1] = _back(E, e, (q[j] - q[i]) / L, (q[j + 1] - q[i + 1]) / L)
        E[e, 2] = (q[j + 2] - q[i + 2]) / L


@leaf
def _back(E: Any, e: int, x: float, y: float) -> tuple[float, float]:
    """R^T (x, y)."""
    return E[e, 3] * x + E[e, 4] * y, E[e, 3] * y - E[e, 4] * x


@leaf
def _through(C: Any, x: float, y: float, z: float) -> Vector:
    """C (x, y, z), of the first three rows and columns."""
    return (
        C[0, 0] * x + C[0, 1] * y + C[0, 2] * z,
        C[1, 0] * x + C[1, 1] * y + C[1, 2] * z,
        C[2, 0] * x + C[2, 1] * y + C[2, 2] * z,
    )


@leaf
def _rates(s: Any, e: int, v: Any) -> Vector:
    """Rates of the strains."""
    E = s.element
    i, j, L = 3 * s.elements[e].a, 3 * s.elements[e].b, s.elements[e].length
    x, y = _back(E, e, (v[j] - v[i]) / L, (v[j + 1] - v[i + 1]) / L)
    w = 0.5 * (v[i + 2] + v[j + 2])
    return x + w * E[e, 1], y - w * E[e, 0], (v[j + 2] - v[i + 2]) / L


@leaf
def resultants(s: Any, e: int, v: Any) -> Vector:
    """Axial and shear force [N] and bending moment [N m] in the section, in its axes."""
    element, E = s.elements[e], s.element
    rest = element.rest
    N, Q, M = _through(element.stiffness, E[e, 0] - rest[0], E[e, 1] - rest[1], E[e, 2] - rest[2])
    if element.damped == 1:
        n, q, m = _through(element.damping, *_rates(s, e, v))
        return N + n, Q + q, M + m
    return N, Q, M


@inner
def add_forces(s: Any, v: Any) -> None:
    """s.force -= internal forces."""
    E, force = s.element, s.force
    for e in range(s.elements.shape[0]):
        element = s.elements[e]
        N, Q, M = resultants(s, e, v)
        x, y = E[e, 3] * N - E[e, 4] * Q, E[e, 4] * N + E[e, 3] * Q
        m = 0.5 * element.length * (N * E[e, 1] - Q * E[e, 0])
        i, j = 3 * element.a, 3 * element.b
        force[i] += x
        force[i + 1] += y
        force[i + 2] -= m - M
        force[j] -= x
        force[j + 1] -= y
        force[j + 2] -= m + M


@leaf
def _add_column(K: Any, a: int, b: int, column: int, f: float, x: float, y: float, A: float, B: float) -> None:
    """Column of internal forces (-x, -y, A) on section a and (x, y, B) on section b, into the blocks of the two."""
    K[a, 0, column] -= f * x
    K[a, 1, column] -= f * y
    K[a, 2, column] += f * A
    K[b, 0, column] += f * x
    K[b, 1, column] += f * y
    K[b, 2, column] += f * B


@inner
def add_stiffness(s: Any, v: Any) -> None:
    """s.pair += derivatives of the internal forces, by the translation of b against a and by both angles."""
    E, K = s.element, s.pair
    for e in range(s.elements.shape[0]):
        element = s.elements[e]
        L, pair = element.length, element.pair
        c, n, g, h = E[e, 3], E[e, 4], E[e, 0], E[e, 1]
        N, Q, _ = resultants(s, e, v)
        rates = _rates(s, e, v)
        w = 0.5 * (v[3 * element.a + 2] + v[3 * element.b + 2])
        for column in range(4):  # x, y of b against a, the angles of a and b
            turn = 0.0 if column < 2 else 0.5
            if column == 0:
                dg, dh = c / L, -n / L
            elif column == 1:
                dg, dh = n / L, c / L
            else:
                dg, dh = 0.5 * h, -0.5 * g
            dk = 0.0 if column < 2 else (2.0 * column - 5.0) / L
            dN, dQ, dM = _through(element.stiffness, dg, dh, dk)
            if element.damped == 1:  # the rates turn with the frame, and its spin works on other strains
                rg, rh = (w * dh, -w * dg) if column < 2 else (0.5 * rates[1], -0.5 * rates[0])
                rN, rQ, rM = _through(element.damping, rg, rh, 0.0)
                dN, dQ, dM = dN + rN, dQ + rQ, dM + rM
            x, y = dN - turn * Q, dQ + turn * N
            m = 0.5 * L * (dN * h + N * dh - dQ * g - Q * dg)
            x, y = c * x - n * y, n * x + c * y
            if column < 2:
                _add_column(K, pair[0, 1], pair[1, 1], column, 1.0, x, y, m - dM, m + dM)
                _add_column(K, pair[0, 0], pair[1, 0], column, -1.0, x, y, m - dM, m + dM)
            else:
                _add_column(K, pair[0, column - 2], pair[1, column - 2], 2, 1.0, x, y, m - dM, m + dM)


@inner
def add_damping(s: Any, f: float) -> None:
    """s.pair += f times the derivatives of the internal forces by the velocities."""
    E, K = s.element, s.pair
    for e in range(s.elements.shape[0]):
        element = s.elements[e]
        if element.damped == 0:
            continue
        L, pair = element.length, element.pair
        c, n, g, h = E[e, 3], E[e, 4], E[e, 0], E[e, 1]
        for column in range(4):
            if column == 0:
                dg, dh = c / L, -n / L
            elif column == 1:
                dg, dh = n / L, c / L
            else:
                dg, dh = 0.5 * h, -0.5 * g
            dN, dQ, dM = _through(element.damping, dg, dh, 0.0 if column < 2 else (2.0 * column - 5.0) / L)
            x, y = c * dN - n * dQ, n * dN + c * dQ
            m = 0.5 * L * (dN * h - dQ * g)
            if column < 2:
                _add_column(K, pair[0, 1], pair[1, 1], column, f, x, y, m - dM, m + dM)
                _add_column(K, pair[0, 0], pair[1, 0], column, -f, x, y, m - dM, m + dM)
            else:
                _add_column(K, pair[0, column - 2], pair[1, column - 2], 2, f, x, y, m - dM, m + dM)


@inner
def energy(s: Any) -> float:
    """Elastic energy of all elements [J]."""
    total = 0.0
    for e in range(s.elements.shape[0]):
        element, E = s.elements[e], s.element
        x, y, z = E[e, 0] - element.rest[0], E[e, 1] - element.rest[1], E[e, 2] - element.rest[2]
        N, Q, M = _through(element.stiffness, x, y, z)
        total += 0.5 * element.length * (x * N + y * Q + z * M)
    return total


@inner
def dissipation(s: Any, v: Any) -> float:
    """Power that the material damps [W], not negative."""
    total = 0.0
    for e in range(s.elements.shape[0]):
        if s.elements[e].damped == 1:
            x, y, z = _rates(s, e, v)
            N, Q, M = _through(s.elements[e].damping, x, y, z)
            total += s.elements[e].length * (x * N + y * Q + z * M)
    return total

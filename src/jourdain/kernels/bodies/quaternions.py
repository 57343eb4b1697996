"""Positions of points and unit quaternions: the 7 numbers of a body in space, moved by its 6 velocities.

Increments of quaternions are those of the Cayley chart, see rotations.py.
Theory: docs/conventions.md.
"""

from __future__ import annotations

import math
from typing import Any

from jourdain.jit import inner
from jourdain.kernels.rotations import cayley_difference, cayley_rate, cayley_step, quaternion_rate
from jourdain.kernels.rotations import chart_inverse as cayley_inverse


@inner
def retract(q0: Any, u: Any, q: Any) -> None:
    for b in range(q.shape[0] // 7):
        i, k = 7 * b, 6 * b
        for c in range(3):
            q[i + c] = q0[i + c] + u[k + c]
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
def add_chart_terms(v: Any, v_old: Any, h: float, u: Any, k: int) -> None:
    """The chart of a motion w(t) is h w + h^2 w'/2 + h^3 (w''/6 + w x w'/12 + |w|^2 w/12) + ..; u[k..] += the last two."""
    cross = h * h / 12.0
    x, y, z = v[k], v[k + 1], v[k + 2]
    dx, dy, dz = cross * (x - v_old[k]), cross * (y - v_old[k + 1]), cross * (z - v_old[k + 2])
    spin = h * h * h / 12.0 * (x * x + y * y + z * z)
    u[k] += spin * x + y * dz - z * dy
    u[k + 1] += spin * y + z * dx - x * dz
    u[k + 2] += spin * z + x * dy - y * dx


@inner
def chart_terms(v: Any, v_old: Any, h: float, u: Any) -> None:
    for b in range(v.shape[0] // 6):
        add_chart_terms(v, v_old, h, u, 6 * b + 3)


@inner
def spin_error(v: Any, v_new: Any, h: float, k: int) -> float:
    """What the chart leaves of a spin: tan(h w/2) beyond its third-order term, and that term taken at the start of the step."""
    w0 = math.sqrt(v[k] ** 2 + v[k + 1] ** 2 + v[k + 2] ** 2)
    w1 = math.sqrt(v_new[k] ** 2 + v_new[k + 1] ** 2 + v_new[k + 2] ** 2)
    return (h * w1) ** 5 / 120.0 + h**3 * abs(w1**3 - w0**3) / 24.0


@inner
def chart_error(v: Any, v_new: Any, h: float) -> float:
    worst = 0.0
    for k in range(3, v.shape[0], 6):
        worst = max(worst, spin_error(v, v_new, h, k))
    return worst


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

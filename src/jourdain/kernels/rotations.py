"""Scalar kernels for rotations. Quaternions are (w, x, y, z), body -> ground; angular velocities are in body axes.

Cayley chart of one step: q = q0 * (1, u/2) / |.|,  u' = (I + u~/2 + u u^T/4) w,  body rotation per du: (I - u~/2)/(1+|u|^2/4).
Theory: docs/conventions.md.
"""

from __future__ import annotations

import math
from typing import Any

from jourdain.jit import inner


@inner
def quaternion_to_matrix(q: Any, k: int, R: Any, b: int) -> None:
    """R[b] = rotation matrix of the unit quaternion q[k:k+4]."""
    w, x, y, z = q[k], q[k + 1], q[k + 2], q[k + 3]
    R[b, 0, 0] = 1.0 - 2.0 * (y * y + z * z)
    R[b, 0, 1] = 2.0 * (x * y - w * z)
    R[b, 0, 2] = 2.0 * (x * z + w * y)
    R[b, 1, 0] = 2.0 * (x * y + w * z)
    R[b, 1, 1] = 1.0 - 2.0 * (x * x + z * z)
    R[b, 1, 2] = 2.0 * (y * z - w * x)
    R[b, 2, 0] = 2.0 * (x * z - w * y)
    R[b, 2, 1] = 2.0 * (y * z + w * x)
    R[b, 2, 2] = 1.0 - 2.0 * (x * x + y * y)


@inner
def sine_cosine(port: Any, P: Any) -> tuple[float, float, float]:
    """S = r sin, C = r cos of the angle from directions P[port[0]], P[port[1]] (x, y) to P[port[2]], P[port[3]], and r^2."""
    xa, ya, xb, yb = port[0], port[1], port[2], port[3]
    S = 0.0
    C = 0.0
    for d in range(3):
        S += P[ya, d] * P[xb, d] - P[xa, d] * P[yb, d]
        C += P[xa, d] * P[xb, d] + P[ya, d] * P[yb, d]
    return S, C, S * S + C * C


@inner
def cayley_step(q0: Any, k: int, ux: float, uy: float, uz: float, q: Any) -> None:
    """q[k:k+4] = q0[k:k+4] * (1, u/2), normalised."""
    w, x, y, z = q0[k], q0[k + 1], q0[k + 2], q0[k + 3]
    a, b, c = 0.5 * ux, 0.5 * uy, 0.5 * uz
    nw = w - x * a - y * b - z * c
    nx = x + w * a + y * c - z * b
    ny = y + w * b + z * a - x * c
    nz = z + w * c + x * b - y * a
    s = 1.0 / math.sqrt(nw * nw + nx * nx + ny * ny + nz * nz)
    q[k], q[k + 1], q[k + 2], q[k + 3] = nw * s, nx * s, ny * s, nz * s


@inner
def cayley_difference(q0: Any, q: Any, k: int, u: Any, j: int) -> None:
    """u[j:j+3] with q0 * (1, u/2)/|.| = q (up to sign of q)."""
    w0, x0, y0, z0 = q0[k], q0[k + 1], q0[k + 2], q0[k + 3]
    w1, x1, y1, z1 = q[k], q[k + 1], q[k + 2], q[k + 3]
    w = w0 * w1 + x0 * x1 + y0 * y1 + z0 * z1
    u[j] = 2.0 * (w0 * x1 - x0 * w1 - y0 * z1 + z0 * y1) / w
    u[j + 1] = 2.0 * (w0 * y1 - y0 * w1 - z0 * x1 + x0 * z1) / w
    u[j + 2] = 2.0 * (w0 * z1 - z0 * w1 - x0 * y1 + y0 * x1) / w


@inner
def quaternion_rate(q: Any, k: int, wx: float, wy: float, wz: float, qd: Any) -> None:
    """qd[k:k+4] = q * (0, w) / 2."""
    w, x, y, z = q[k], q[k + 1], q[k + 2], q[k + 3]
    qd[k] = 0.5 * (-x * wx - y * wy - z * wz)
    qd[k + 1] = 0.5 * (w * wx + y * wz - z * wy)
    qd[k + 2] = 0.5 * (w * wy + z * wx - x * wz)
    qd[k + 3] = 0.5 * (w * wz + x * wy - y * wx)


@inner
def chart_inverse(ux: float, uy: float, uz: float, A: Any, b: int) -> None:
    """A[b] = (I - u~/2)/(1 + |u|^2/4)."""
    s = 1.0 / (1.0 + 0.25 * (ux * ux + uy * uy + uz * uz))
    A[b, 0, 0] = A[b, 1, 1] = A[b, 2, 2] = s
    A[b, 0, 1], A[b, 0, 2] = 0.5 * s * uz, -0.5 * s * uy
    A[b, 1, 0], A[b, 1, 2] = -0.5 * s * uz, 0.5 * s * ux
    A[b, 2, 0], A[b, 2, 1] = 0.5 * s * uy, -0.5 * s * ux


@inner
def cayley_rate(u: Any, k: int, w: Any, ud: Any, A: Any, W: Any, b: int) -> None:
    """ud[k:k+3] = A w, A = I + u~/2 + u u^T/4, and W = d(A w)/du = -w~/2 + ((u.w) I + u w^T)/4, at fixed w."""
    x, y, z = u[k], u[k + 1], u[k + 2]
    a, c, e = w[k], w[k + 1], w[k + 2]
    uw = x * a + y * c + z * e
    A[b, 0, 0], A[b, 0, 1], A[b, 0, 2] = 1.0 + 0.25 * x * x, -0.5 * z + 0.25 * x * y, 0.5 * y + 0.25 * x * z
    A[b, 1, 0], A[b, 1, 1], A[b, 1, 2] = 0.5 * z + 0.25 * y * x, 1.0 + 0.25 * y * y, -0.5 * x + 0.25 * y * z
    A[b, 2, 0], A[b, 2, 1], A[b, 2, 2] = -0.5 * y + 0.25 * z * x, 0.5 * x + 0.25 * z * y, 1.0 + 0.25 * z * z
    W[b, 0, 0], W[b, 0, 1], W[b, 0, 2] = 0.25 * (uw + x * a), 0.5 * e + 0.25 * x * c, -0.5 * c + 0.25 * x * e
    W[b, 1, 0], W[b, 1, 1], W[b, 1, 2] = -0.5 * e + 0.25 * y * a, 0.25 * (uw + y * c), 0.5 * a + 0.25 * y * e
    W[b, 2, 0], W[b, 2, 1], W[b, 2, 2] = 0.5 * c + 0.25 * z * a, -0.5 * a + 0.25 * z * c, 0.25 * (uw + z * e)
    ud[k] = A[b, 0, 0] * a + A[b, 0, 1] * c + A[b, 0, 2] * e
    ud[k + 1] = A[b, 1, 0] * a + A[b, 1, 1] * c + A[b, 1, 2] * e
    ud[k + 2] = A[b, 2, 0] * a + A[b, 2, 1] * c + A[b, 2, 2] * e

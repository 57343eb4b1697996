"""Vectors of three numbers, as tuples, and what all beam elements in space do with them.

s.element[e] begins with Gamma, kappa and the frame R of the section at the point, by rows.
"""

from __future__ import annotations

from typing import Any

from jourdain.jit import leaf

Vector = tuple[float, float, float]
ZERO = (0.0, 0.0, 0.0)


@leaf
def plus(a: Vector, f: float, b: Vector) -> Vector:
    """a + f b."""
    return a[0] + f * b[0], a[1] + f * b[1], a[2] + f * b[2]


@leaf
def by(f: float, a: Vector) -> Vector:
    """f a."""
    return f * a[0], f * a[1], f * a[2]


@leaf
def over(a: Vector, b: Vector) -> Vector:
    """a x b."""
    return a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]


@leaf
def dot(a: Vector, b: Vector) -> float:
    """a . b."""
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


@leaf
def unit(j: int) -> Vector:
    """e_j."""
    return (1.0 if j == 0 else 0.0), (1.0 if j == 1 else 0.0), (1.0 if j == 2 else 0.0)


@leaf
def three(x: Any, i: int) -> Vector:
    """x[i], x[i + 1], x[i + 2]."""
    return x[i], x[i + 1], x[i + 2]


@leaf
def turned(E: Any, e: int, a: Vector) -> Vector:
    """R a."""
    return (
        E[e, 6] * a[0] + E[e, 7] * a[1] + E[e, 8] * a[2],
        E[e, 9] * a[0] + E[e, 10] * a[1] + E[e, 11] * a[2],
        E[e, 12] * a[0] + E[e, 13] * a[1] + E[e, 14] * a[2],
    )


@leaf
def turned_back(E: Any, e: int, a: Vector) -> Vector:
    """R^T a."""
    return (
        E[e, 6] * a[0] + E[e, 9] * a[1] + E[e, 12] * a[2],
        E[e, 7] * a[0] + E[e, 10] * a[1] + E[e, 13] * a[2],
        E[e, 8] * a[0] + E[e, 11] * a[1] + E[e, 14] * a[2],
    )


@leaf
def set_frame(E: Any, e: int, w: float, v: Vector) -> None:
    """E[e, 6:15] = the matrix of a unit quaternion."""
    x, y, z = v
    E[e, 6], E[e, 7], E[e, 8] = 1.0 - 2.0 * (y * y + z * z), 2.0 * (x * y - w * z), 2.0 * (x * z + w * y)
    E[e, 9], E[e, 10], E[e, 11] = 2.0 * (x * y + w * z), 1.0 - 2.0 * (x * x + z * z), 2.0 * (y * z - w * x)
    E[e, 12], E[e, 13], E[e, 14] = 2.0 * (x * z - w * y), 2.0 * (y * z + w * x), 1.0 - 2.0 * (x * x + y * y)


@leaf
def through(C: Any, g: Vector, k: Vector) -> tuple[Vector, Vector]:
    """The two halves of C (g, k), C (6, 6)."""
    return (
        (
            C[0, 0] * g[0] + C[0, 1] * g[1] + C[0, 2] * g[2] + C[0, 3] * k[0] + C[0, 4] * k[1] + C[0, 5] * k[2],
            C[1, 0] * g[0] + C[1, 1] * g[1] + C[1, 2] * g[2] + C[1, 3] * k[0] + C[1, 4] * k[1] + C[1, 5] * k[2],
            C[2, 0] * g[0] + C[2, 1] * g[1] + C[2, 2] * g[2] + C[2, 3] * k[0] + C[2, 4] * k[1] + C[2, 5] * k[2],
        ),
        (
            C[3, 0] * g[0] + C[3, 1] * g[1] + C[3, 2] * g[2] + C[3, 3] * k[0] + C[3, 4] * k[1] + C[3, 5] * k[2],
            C[4, 0] * g[0] + C[4, 1] * g[1] + C[4, 2] * g[2] + C[4, 3] * k[0] + C[4, 4] * k[1] + C[4, 5] * k[2],
            C[5, 0] * g[0] + C[5, 1] * g[1] + C[5, 2] * g[2] + C[5, 3] * k[0] + C[5, 4] * k[1] + C[5, 5] * k[2],
        ),
    )

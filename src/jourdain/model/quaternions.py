"""Formulas of rotations for arrays of them: the only place in Python (kernels have theirs in kernels/rotations.py).

Quaternions are (.., 4), w first, body -> ground; angular velocities w and increments u are (.., 3) in body axes.

    rate     q' = q * (0, w)/2
    chart    q = q0 * (1, u/2)/|.|        u' = (I + u~/2 + u u^T/4) w        w = (u' - u x u'/2)/(1 + |u|^2/4)
"""

from __future__ import annotations

from typing import Any

import numpy as np


def product(p: np.ndarray, q: np.ndarray) -> np.ndarray:
    """p * q, (.., 4): the rotation q first, then p."""
    a, b, c, d = p[..., :1], p[..., 1:], q[..., :1], q[..., 1:]
    return np.concatenate([a * c - (b * d).sum(axis=-1, keepdims=True), a * d + c * b + np.cross(b, d)], axis=-1)


def conjugate(q: np.ndarray) -> np.ndarray:
    """The inverse rotations, (.., 4)."""
    return q * [1.0, -1.0, -1.0, -1.0]


def normalised(q: np.ndarray) -> np.ndarray:
    """Of length one, (.., 4)."""
    return q / np.linalg.norm(q, axis=-1, keepdims=True)


def rate(q: np.ndarray, w: np.ndarray) -> np.ndarray:
    """q', (.., 4) [1/s], for angular velocities w [rad/s]."""
    return product(q, np.concatenate([np.zeros_like(w[..., :1]), 0.5 * w], axis=-1))


def spins_of_rates(q: np.ndarray, rates: np.ndarray) -> np.ndarray:
    """Angular velocities (.., 3) [rad/s] in body axes of quaternions q (.., 4) at rates q' [1/s]: 2 G(q) q'."""
    return 2.0 * product(conjugate(q), rates)[..., 1:]


def matrix_of(w: Any, x: Any, y: Any, z: Any) -> np.ndarray:
    """Rotation matrices (3, 3, ..), body -> ground, of the components (..) of quaternions."""
    # division by |q|^2 takes out the rounding of the norm; the products of differences make right angles exact
    n = w * w + x * x + y * y + z * z
    wy, xz = (w - y) * (w + y), (x - z) * (x + z)
    rows = [
        [wy + xz, 2 * (x * y - w * z), 2 * (x * z + w * y)],
        [2 * (x * y + w * z), (w - z) * (w + z) + (y - x) * (y + x), 2 * (y * z - w * x)],
        [2 * (x * z - w * y), 2 * (y * z + w * x), wy - xz],
    ]
    return np.array(rows) / n


def matrices(q: np.ndarray) -> np.ndarray:
    """Rotation matrices (.., 3, 3), body -> ground."""
    return np.moveaxis(matrix_of(*np.moveaxis(q, -1, 0)), (0, 1), (-2, -1))


def matrices_about_z(angle: np.ndarray) -> np.ndarray:
    """Rotation matrices (.., 3, 3) about z by angles (..) [rad]."""
    c, s, zero, one = np.cos(angle), np.sin(angle), np.zeros_like(angle), np.ones_like(angle)
    return np.moveaxis(np.array([[c, -s, zero], [s, c, zero], [zero, zero, one]]), (0, 1), (-2, -1))


def of_matrices(R: np.ndarray) -> np.ndarray:
    """Quaternions (.., 4) of rotation matrices (.., 3, 3); their signs are free."""
    from scipy.spatial.transform import Rotation

    found = Rotation.from_matrix(R.reshape(-1, 3, 3)).as_quat()
    return np.roll(found, 1, axis=-1).reshape(*R.shape[:-2], 4)


def continued(q: np.ndarray) -> np.ndarray:
    """Quaternions (nt, .., 4), each of the sign next to that of the one before."""
    turned = np.einsum("t...k,t...k->t...", q[1:], q[:-1]) < 0.0
    sign = np.cumprod(np.where(turned, -1.0, 1.0), axis=0)
    return np.concatenate([q[:1], sign[..., None] * q[1:]])


def of_vectors(r: np.ndarray) -> np.ndarray:
    """Quaternions (.., 4) of the rotations about the vectors r (.., 3) by their lengths [rad]."""
    half = 0.5 * np.linalg.norm(r, axis=-1, keepdims=True)
    return np.concatenate([np.cos(half), 0.5 * np.sinc(half / np.pi) * r], axis=-1)


def angles_between(p: np.ndarray, q: np.ndarray) -> np.ndarray:
    """Angles (..) [rad] between orientations; q and -q are the same one."""
    # |p - q| is the chord of half the angle, and exact where a cosine would have lost its digits
    chord = np.minimum(np.linalg.norm(p - q, axis=-1), np.linalg.norm(p + q, axis=-1))
    return np.asarray(4.0 * np.arcsin(np.minimum(1.0, 0.5 * chord)))


# -- three directors that may stretch --------------------------------------------------------------------------------


def nearest_rotations(F: np.ndarray, weights: np.ndarray | None = None) -> np.ndarray:
    """Rotations R (.., 3, 3) next to matrices F of directors: R^T F E is symmetric, E the weights (.., 3, 3) or I."""
    U, _, V = np.linalg.svd(F if weights is None else F @ weights)
    return np.asarray(U @ V)


def spins_of_directors(
    F: np.ndarray, *rates: np.ndarray, weights: np.ndarray | None = None
) -> tuple[np.ndarray, np.ndarray]:
    """R and the angular velocities (.., 3) of R in its own axes, of directors F (.., 3, 3) with these rates.

    With rates of the rates, too, the angular accelerations.
    """
    E = np.eye(3) if weights is None else weights
    R = nearest_rotations(F, weights)
    back = np.swapaxes(R, -1, -2)
    U = back @ F @ E

    def opposite(A: np.ndarray) -> np.ndarray:
        return np.asarray(np.trace(A, axis1=-2, axis2=-1)[..., None, None] * np.eye(3) - A)

    def solved(A: np.ndarray, *, less: Any = 0.0) -> np.ndarray:
        twice = np.stack(
            [A[..., 2, 1] - A[..., 1, 2], A[..., 0, 2] - A[..., 2, 0], A[..., 1, 0] - A[..., 0, 1]], axis=-1
        )
        return np.linalg.solve(opposite(U), (twice - less)[..., None])[..., 0]

    first = back @ rates[0] @ E
    w = solved(first)
    if len(rates) == 1:
        return R, w
    W = cross_matrices(w)
    change = opposite(first - W @ U)  # of tr(U) I - U
    return R, solved(back @ rates[1] @ E - W @ first, less=(change @ w[..., None])[..., 0])


# -- the chart ---------------------------------------------------------------------------------------------------


def moved(q: np.ndarray, u: np.ndarray) -> np.ndarray:
    """q * (1, u/2)/|.|, (.., 4)."""
    return normalised(q + rate(q, u))


def increment(q0: np.ndarray, q: np.ndarray) -> np.ndarray:
    """The u (.., 3) with moved(q0, u) = q."""
    turned = product(conjugate(q0), q)
    return 2.0 * turned[..., 1:] / turned[..., :1]


def increment_rates(u: np.ndarray, w: np.ndarray, a: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """u' and u'', (.., 3), for angular velocities w [rad/s] and accelerations a [rad/s2]."""
    along = (u * w).sum(axis=-1, keepdims=True)
    d = w + 0.5 * np.cross(u, w) + 0.25 * u * along
    dd = a + 0.5 * (np.cross(d, w) + np.cross(u, a))
    return d, dd + 0.25 * (d * along + u * (d * w + u * a).sum(axis=-1, keepdims=True))


def spin_of_increment(u: np.ndarray, du: np.ndarray) -> np.ndarray:
    """w, (.., 3) [rad/s], where the chart coordinate u changes by du [1/s]."""
    return (du - 0.5 * np.cross(u, du)) / (1.0 + 0.25 * (u * u).sum(axis=-1, keepdims=True))


# -- cross products as matrices ----------------------------------------------------------------------------------


def cross_matrices(u: np.ndarray) -> np.ndarray:
    """u~ with u~ r = u x r, (.., 3, 3)."""
    x, y, z = np.moveaxis(np.asarray(u, float), -1, 0)
    zero = np.zeros_like(x)
    return np.moveaxis(np.array([[zero, -z, y], [z, zero, -x], [-y, x, zero]]), (0, 1), (-2, -1))


def axial_vectors(A: np.ndarray) -> np.ndarray:
    """The u (.., 3) of the skew part u~ of A (.., 3, 3)."""
    return 0.5 * np.stack(
        [A[..., 2, 1] - A[..., 1, 2], A[..., 0, 2] - A[..., 2, 0], A[..., 1, 0] - A[..., 0, 1]], axis=-1
    )

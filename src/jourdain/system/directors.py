"""Natural coordinates beside Cartesian ones: the rows that keep directors orthonormal, and states from one to the other.

In space p, d_1, d_2, d_3 (12 numbers a body) beside p and a quaternion; in the plane p and one director (4) beside x, y, theta.
"""

from __future__ import annotations

import itertools

import numpy as np
from scipy.spatial.transform import Rotation

from jourdain.model.elements import Row
from jourdain.model.measures import Port, align
from jourdain.model.model import Model
from jourdain.model.rotations import matrices


def rigidity(model: Model) -> list[tuple[str, Row]]:
    """The rows d_i.d_j = 1 or 0 of every body, each with the name that stands for its joint."""
    rows = []
    for name in model.bodies:
        axes = [Port(name, (float(i == 0), float(i == 1), float(i == 2)), True) for i in range(3)]
        pairs = [(0, 0)] if model.planar else list(itertools.combinations_with_replacement(range(3), 2))
        for i, j in pairs:
            row = Row(f"d{i + 1}.d{j + 1}", ((1.0, align(axes[i], axes[j])),), float(i == j))
            rows.append((f"{name} (rigid)", row))
    return rows


def _cross(w: np.ndarray, r: np.ndarray) -> np.ndarray:
    """w x r of (.., 3) with the columns of (.., 3, 3)."""
    return np.cross(w[..., None, :], np.swapaxes(r, -1, -2))


def to_natural(planar: bool, q: np.ndarray, v: np.ndarray, a: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Positions, velocities and accelerations (.., n) in natural coordinates."""
    lead = q.shape[:-1]
    if planar:
        q, v, a = (x.reshape(*lead, -1, 3) for x in (q, v, a))
        d = np.stack([np.cos(q[..., 2]), np.sin(q[..., 2])], axis=-1)
        across = np.stack([-d[..., 1], d[..., 0]], axis=-1)
        w, wd = v[..., 2:], a[..., 2:]
        parts = [(q, d), (v, w * across), (a, wd * across - w * w * d)]
        return tuple(np.concatenate([x[..., :2], y], axis=-1).reshape(*lead, -1) for x, y in parts)  # type: ignore[return-value]
    q, v, a = q.reshape(*lead, -1, 7), v.reshape(*lead, -1, 6), a.reshape(*lead, -1, 6)
    R = matrices(q[..., 3:].reshape(-1, 4)).reshape(*q.shape[:-1], 3, 3)
    w, wd = (np.einsum("...ij,...j->...i", R, x[..., 3:]) for x in (v, a))
    first = _cross(w, R)
    second = _cross(wd, R) + np.cross(w[..., None, :], first)
    parts = [(q, np.swapaxes(R, -1, -2)), (v, first), (a, second)]
    return tuple(  # type: ignore[return-value]
        np.concatenate([x[..., :3], y.reshape(*y.shape[:-2], 9)], axis=-1).reshape(*lead, -1) for x, y in parts
    )


def from_natural(
    planar: bool, q: np.ndarray, v: np.ndarray, a: np.ndarray, turns: np.ndarray, before: np.ndarray
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Cartesian positions, velocities and accelerations (nt, n) of natural ones.

    turns (nt, nb): planar angles, roughly; before (nq,): Cartesian positions shortly before, for the signs of quaternions.
    """
    nt = len(q)
    if planar:
        q, v, a = (x.reshape(nt, -1, 4) for x in (q, v, a))
        size = (q[..., 2:] ** 2).sum(axis=-1)
        angle = np.arctan2(q[..., 3], q[..., 2])
        angle = angle + 2.0 * np.pi * np.round((turns - angle) / (2.0 * np.pi))
        w, wd = ((q[..., 2] * x[..., 3] - q[..., 3] * x[..., 2]) / size for x in (v, a))
        parts = [(q, angle), (v, w), (a, wd)]
        return tuple(np.concatenate([x[..., :2], y[..., None]], axis=-1).reshape(nt, -1) for x, y in parts)  # type: ignore[return-value]
    q, v, a = (x.reshape(nt, -1, 12) for x in (q, v, a))
    D, Dd, Ddd = (np.swapaxes(x[..., 3:].reshape(nt, -1, 3, 3), -1, -2) for x in (q, v, a))
    U, _, V = np.linalg.svd(D)
    R = U @ V
    w, wd = (_axial(np.swapaxes(R, -1, -2) @ x) for x in (Dd, Ddd))
    p = Rotation.from_matrix(R.reshape(-1, 3, 3)).as_quat()[:, [3, 0, 1, 2]].reshape(nt, -1, 4)
    last = before.reshape(-1, 7)[:, 3:]
    for i in range(nt):  # of the two signs the one next to the last
        p[i] *= np.where((p[i] * last).sum(axis=-1, keepdims=True) < 0.0, -1.0, 1.0)
        last = p[i]
    parts = [(q, p), (v, w), (a, wd)]
    return tuple(np.concatenate([x[..., :3], y], axis=-1).reshape(nt, -1) for x, y in parts)  # type: ignore[return-value]


def _axial(A: np.ndarray) -> np.ndarray:
    """The vector of the skew part of (.., 3, 3)."""
    return 0.5 * np.stack(
        [A[..., 2, 1] - A[..., 1, 2], A[..., 0, 2] - A[..., 2, 0], A[..., 1, 0] - A[..., 0, 1]], axis=-1
    )

"""The state matrix of a model by differences of accelerations, for tests of what linear finds."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

import jourdain as jd
from helpers import derivative, retract, rotation_matrix
from jourdain.run.start import consistent_start


def differences(found: jd.Linear) -> np.ndarray:
    """A by differences of accelerations on the manifold, (n, n); components as seen from the turning frame."""
    start, system = found.start, found.start.system
    planar, n, W = system.planar, system.kind.v, found.turning
    nb, size = len(system.bodies), n // len(system.bodies)
    d = 2 if planar else 3
    differential = system.tables["states"]["differential"].astype(bool)
    R = [np.eye(3)] * nb if planar else [rotation_matrix(q) for q in start.q.reshape(-1, 7)[:, 3:]]

    def turned(x: np.ndarray, back: bool) -> np.ndarray:
        parts = x.reshape(nb, size).copy()
        if not planar:
            for part, axes in zip(parts, R, strict=True):
                part[3:] = (axes.T if back else axes) @ part[3:]
        return parts.ravel()

    def cross(w: np.ndarray, x: np.ndarray) -> np.ndarray:
        return np.cross(w, np.append(x, 0.0) if len(x) == 2 else x)[: len(x)]

    columns = []
    for basis in found.reduced.basis.T:
        y, z, w = basis[:n], basis[n : 2 * n], basis[2 * n :]

        def moved(s: float, y: np.ndarray = y, z: np.ndarray = z, w: np.ndarray = w) -> np.ndarray:
            states = start.w.copy()
            states[differential] += s * w
            q, v = retract(planar, start.q, s * turned(y, True)), start.v + s * turned(z, True)
            new = consistent_start(replace(system, q0=q, v0=v, w0=states, ref0=start.ref), found.t, settled=True)
            return np.append(new.a, new.wd[differential])

        slopes = derivative(moved)
        yd, zd = z.reshape(nb, size).copy(), turned(slopes[:n], False).reshape(nb, size)
        for b in range(nb):
            for part in [slice(0, d)] if planar else [slice(0, 3), slice(3, 6)]:
                yd[b, part] -= cross(W, y.reshape(nb, size)[b, part])
                rate = np.zeros(3) if part.start == 0 else R[b] @ start.v.reshape(nb, 6)[b, 3:]
                zd[b, part] += cross(rate - W, z.reshape(nb, size)[b, part])
        columns.append(found.reduced.projection @ np.concatenate([yd.ravel(), zd.ravel(), slopes[n:]]))
    return np.array(columns).T

"""A result between its output times.

Between two neighbouring points of a piece, positions, velocities and accelerations at both ends determine a quintic; for
rotations it is one in the chart q = q0 * (1, u/2)/|.| of the first end. The states it gives are then closed, and
accelerations and multipliers solved, as everywhere in a Result.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from jourdain.errors import ModelError
from jourdain.kernels.kinds import curved
from jourdain.model import quaternions
from jourdain.result.pieces import Piece
from jourdain.run.redundancy import memory_near
from jourdain.run.report import reported
from jourdain.system.system import evaluate

# Hermite's quintic on [0, 1] for (x0, x1, v0, v1, a0, a1): coefficients of z^0 .. z^5
_QUINTIC = np.array(
    [
        [1, 0, 0, -10, 15, -6],
        [0, 0, 0, 10, -15, 6],
        [0, 1, 0, -6, 8, -3],
        [0, 0, 0, -4, 7, -3],
        [0, 0, 0.5, -1.5, 1.5, -0.5],
        [0, 0, 0, 0.5, -1, 0.5],
    ]
)


def resampled(result: Any, times: np.ndarray) -> list[Piece]:
    """The pieces of a result at other times."""
    if times.ndim != 1 or not len(times) or not np.isfinite(times).all() or (np.diff(times) < 0.0).any():
        raise ModelError("at: give one time, or an increasing list of times [s].")
    first, last = float(result.pieces[0].t[0]), float(result.pieces[-1].t[-1])
    if times[0] < first - 1e-12 * max(1.0, abs(first)) or times[-1] > last + 1e-12 * max(1.0, abs(last)):
        raise ModelError(f"at: {times[0]:g} .. {times[-1]:g} s is not within the run, {first:g} .. {last:g} s.")
    pieces = []
    for i, piece in enumerate(result.pieces):
        # the time of an event itself belongs to the piece before it, as in the outputs
        inside = ((times > piece.t[0]) | (i == 0)) & ((times <= piece.t[-1]) | (i == len(result.pieces) - 1))
        if inside.any():
            pieces.append(interpolated(piece, np.clip(times[inside], piece.t[0], piece.t[-1]))[0])
    return pieces


def interpolated(piece: Piece, times: np.ndarray, flags: np.ndarray | None = None) -> tuple[Piece, np.ndarray]:
    """A piece at other times, closed as far as it can be there, and the quality of each point (see kernels/states).

    flags: what is known about dependent rows (see kernels/tables); the states are then not closed.
    """
    k = np.clip(np.searchsorted(piece.t, times, side="right") - 1, 0, max(0, len(piece.t) - 2))
    n = np.minimum(k + 1, len(piece.t) - 1)
    h = np.where(piece.t[n] > piece.t[k], piece.t[n] - piece.t[k], 1.0)
    z = (times - piece.t[k]) / h
    q, v = _states(piece, k, n, h, z)
    states = {"q": q, "v": v}
    for name in ("a", "lam", "ref"):
        x = getattr(piece, name)
        states[name] = x[k] + z[:, None] * (x[n] - x[k])
    states["w"] = _hermite(piece.w[k], piece.w[n], h[:, None] * piece.wd[k], h[:, None] * piece.wd[n], z[:, None])
    states["ref"] = piece.ref[k]
    work = _hermite(
        piece.work[k], piece.work[n], h[:, None] * _power(piece, k), h[:, None] * _power(piece, n), z[:, None]
    )
    if flags is None:
        s = memory_near(piece.system, times[0], {name: states[name][0] for name in ("q", "v", "w", "ref")})
    else:
        s = piece.system.context()
        s.flags[:] = flags
    output = np.ones(len(times), bool)
    found, _, quality = reported(piece.system, s, times, states, work, output, as_is=flags is not None)
    return found, quality


def _power(piece: Piece, rows: np.ndarray) -> np.ndarray:
    """Power of drives, dampers and applied forces at some rows, (.., 3) [W]."""
    power = np.zeros((len(piece), 3))
    if piece.work.any():
        s = piece.system.context()
        for i in np.unique(rows):
            state = {name: getattr(piece, name)[i] for name in ("w", "lam", "ref")}
            power[i] = evaluate(piece.system.kind, s, piece.t[i], piece.q[i], piece.v[i], **state)[2:5]
    return power[rows]


def _states(piece: Piece, k: np.ndarray, n: np.ndarray, h: np.ndarray, z: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Positions and velocities at the fraction z of the intervals k .. n."""
    powers = z[:, None] ** np.arange(6)
    slopes = np.arange(6) * np.concatenate([np.zeros((len(z), 1)), powers[:, :5]], axis=1)
    value, rate = powers @ _QUINTIC.T, slopes @ _QUINTIC.T / h[:, None]

    def blend(x: list[np.ndarray]) -> tuple[np.ndarray, np.ndarray]:
        """Values and rates of what has these values, rates and second derivatives at both ends, (n, ..) each."""
        column = (-1, *(1,) * (x[0].ndim - 1))
        step = h.reshape(column)
        scaled = (x[0], x[1], step * x[2], step * x[3], step**2 * x[4], step**2 * x[5])
        found = [sum(w[:, i].reshape(column) * part for i, part in enumerate(scaled)) for w in (value, rate)]
        return np.asarray(found[0]), np.asarray(found[1])

    layout = piece.system.layout
    (q0, q1), (v0, v1), (a0, a1) = ((x[k], x[n]) for x in (piece.q, piece.v, piece.a))
    if not curved(piece.system.kind):
        return blend([q0, q1, v0, v1, a0, a1])
    q, v = np.zeros_like(q0), np.zeros_like(v0)
    moving = [*map(layout.points, (q0, q1)), *map(layout.translations, (v0, v1, a0, a1))]
    layout.points(q)[:], layout.translations(v)[:] = blend(moving)
    layout.elastic(q)[:], layout.elastic(v)[:] = blend([layout.elastic(x) for x in (q0, q1, v0, v1, a0, a1)])
    first, last = layout.orientations(q0), layout.orientations(q1)
    u1 = quaternions.increment(first, last)
    zero = np.zeros_like(u1)
    (d0, dd0), (d1, dd1) = (
        quaternions.increment_rates(u, layout.turnings(w), layout.turnings(wd))
        for u, w, wd in ((zero, v0, a0), (u1, v1, a1))
    )
    u, du = blend([zero, u1, d0, d1, dd0, dd1])
    layout.orientations(q)[:], layout.turnings(v)[:] = quaternions.moved(first, u), quaternions.spin_of_increment(u, du)
    return q, v


def _hermite(x0: np.ndarray, x1: np.ndarray, d0: np.ndarray, d1: np.ndarray, z: np.ndarray) -> np.ndarray:
    r = 1.0 - z
    return r * r * ((1.0 + 2.0 * z) * x0 + z * d0) + z * z * ((1.0 + 2.0 * r) * x1 - r * d1)

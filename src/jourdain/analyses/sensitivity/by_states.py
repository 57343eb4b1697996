"""Derivatives of curves by the states they are computed from, and by parameters at given states."""

from __future__ import annotations

import numpy as np

from jourdain.analyses.sensitivity.frozen import NOTHING, piece_at, result_of_pieces
from jourdain.analyses.sensitivity.linear_steps import NEAR, LinearSteps
from jourdain.analyses.sensitivity.outputs import values_of
from jourdain.kernels.motion import A_SPEED

SMALL = 1e-3  # of what is large: how far states are moved; the six points below are exact up to the seventh power
_POINTS = np.array([-3.0, -2.0, -1.0, 1.0, 2.0, 3.0])
_WEIGHTS = np.array([-1.0, 9.0, -45.0, 45.0, -9.0, 1.0]) / 60.0


def along_states(steps: LinearSteps, curves: list[str], rows: np.ndarray, moves: dict[str, np.ndarray]) -> np.ndarray:
    """Derivatives (c, n, k) of curves at n outputs `rows` along k directions u, v, w (n, k, ..) of the states there."""
    n, k = moves["u"].shape[:2]
    all_rows = np.tile(np.repeat(rows, k), len(_POINTS))
    flat = {name: move.reshape(n * k, -1) for name, move in moves.items()}
    moved = {name: np.concatenate([x * move for x in _POINTS]) for name, move in flat.items()}
    result = result_of_pieces([piece_at(steps.here, all_rows, moved)])
    values = values_of(result, curves).reshape(len(curves), len(_POINTS), n, k)
    return np.einsum("cxnk,x->cnk", values, _WEIGHTS)


def along_parameters(
    steps: LinearSteps, curves: list[str], rows: np.ndarray, states: dict[str, np.ndarray]
) -> np.ndarray:
    """Derivatives (c, n, p) of curves by parameters, by way of the states at the outputs `rows`: u, v, w (n, p, ..)."""
    large = _large(steps)
    parts = [np.abs(states[name] / large[name]).max(axis=2, initial=0.0) for name in states]
    size = SMALL / np.maximum(np.max(parts, axis=0), 1e-300)  # (n, p): no state is moved far
    moves = {name: size[:, :, None] * move for name, move in states.items()}
    return along_states(steps, curves, rows, moves) / size


def _large(steps: LinearSteps) -> dict[str, np.ndarray]:
    """What is a large change of each number of u, v and w: a length or a radian, the fastest speed of the run, and of states
    their own size.

    Speeds are those of all bodies: one that is zero but for rounding tells no scale.
    """
    kind, mo, length = steps.here.inner.system.kind, steps.here.mo, steps.variants.system.length
    u = np.where(mo.sort[kind.q : kind.q + kind.v] == A_SPEED, length, 1.0)
    usual = 1.0 / float(np.ptp(steps.times))  # a length or a radian in the time of the run
    speed = float(np.abs(mo.out_v / u).max(initial=0.0))
    sizes = np.abs(mo.out_w).max(axis=0, initial=0.0)
    largest = float(sizes.max(initial=0.0)) or 1.0
    w = np.where(sizes > NOTHING * largest, sizes, largest)
    return {"u": u, "v": u * (speed if speed > NOTHING * usual else usual), "w": w}


def explicit(steps: LinearSteps, curves: list[str], rows: np.ndarray) -> np.ndarray:
    """Derivatives (c, n, p) of curves at the outputs `rows` by parameters, at the same states."""
    pieces = [piece_at(steps.here, rows, reporting=one.reporting()) for pair in steps.beginnings for one in pair]
    if any(_reads_places(steps, name) for name in curves):  # of one model each, which a Result has only one of
        values = np.concatenate([values_of(result_of_pieces([one]), curves) for one in pieces], axis=1)
    else:
        values = values_of(result_of_pieces(pieces), curves)
    sides = values.reshape(len(curves), len(steps.names), 2, len(rows))
    found = (sides[:, :, 1] - sides[:, :, 0]) / (2.0 * NEAR * steps.scales[:, None])
    return found.transpose(0, 2, 1)


def _reads_places(steps: LinearSteps, name: str) -> bool:
    """Does a curve read places of markers? Those of points, joints and forces may."""
    system = steps.here.system
    own = name in system.recorded or name in system.state_names or name.startswith("energy.")
    return not own and name.rpartition(".")[0] not in system.bodies


def by_states(steps: LinearSteps, curves: list[str], rows: np.ndarray) -> dict[str, np.ndarray]:
    """Derivatives of curves at the outputs `rows` by the states there: u (c, n, nv), v (c, n, nv), w (c, n, nw)."""
    kind = steps.here.inner.system.kind
    sizes = {"u": kind.v, "v": kind.v, "w": kind.w}
    first = dict(zip(sizes, np.cumsum([0, *sizes.values()]), strict=False))
    total = sum(sizes.values())
    scale = {name: SMALL * size for name, size in _large(steps).items()}
    moves = {name: np.zeros((len(rows), total, size)) for name, size in sizes.items()}
    for name, size in sizes.items():
        for i in range(size):
            moves[name][:, first[name] + i, i] = scale[name][i]
    found = along_states(steps, curves, rows, moves)
    return {name: found[:, :, first[name] : first[name] + size] / scale[name] for name, size in sizes.items()}

"""Points of a run as they are shown: closed, with accelerations, multipliers and measures solved for anew."""

from __future__ import annotations

import numpy as np

from jourdain.kernels.context import Context
from jourdain.kernels.states import QUALITY, report_states
from jourdain.kernels.status import OK
from jourdain.result.pieces import Piece
from jourdain.run.early import EarlyReport
from jourdain.system.system import System


def reported(
    system: System,
    s: Context,
    t: np.ndarray,
    states: dict[str, np.ndarray],
    work: np.ndarray,
    output: np.ndarray,
    as_is: bool = False,
    early: EarlyReport | None = None,
    poses: bool = False,
) -> tuple[Piece, int, np.ndarray]:
    """Close the states (q, v, w, ref, and a first guess of a, lam) and solve for the rest; a piece, a status, and
    at each point the pivots of rows in loops and what stays open of the worst row (see kernels/states.QUALITY).

    as_is: do not close them: the method leaves constraints open, and that is part of its answer. early: the first of these
    points, where they have been reported before. poses: positions only, all else is left as it is.
    Where a point cannot be reported the piece ends before it.
    """
    state = {name: np.ascontiguousarray(value, float).copy() for name, value in states.items()}
    first = early.count if early is not None else 0
    known = early.put_into(state) if early is not None and first else {}
    rest = {name: value[first:] for name, value in state.items()}
    times = np.ascontiguousarray(t[first:], float)
    status, index, found = report_states(system.kind, s, times, rest, as_is=as_is, poses=poses)
    index += first
    if known:
        found = {name: np.concatenate([known[name], x]) for name, x in found.items()}
    quality = found["quality"]
    piece = Piece(
        system=system,
        t=np.array(t, float),
        **state,
        wd=found["wd"],
        x=found["x"],
        energies=found["energy"][:, :2].copy(),
        work=np.array(work),
        **{name: quality[name].copy() for name in QUALITY.names or () if name not in ("pivot", "volume", "open")},
        output=np.array(output, bool),
    )
    if status != OK:
        return piece.select(np.arange(len(t)) < index), status, quality[:index]
    return piece, status, quality


def drawn_state(system: System) -> dict[str, np.ndarray]:
    """The state that a system starts from, not closed yet."""
    return {"q": system.q0, "v": system.v0, "w": system.w0, "ref": system.ref0}


def attempt(
    system: System, t: float, s: Context, state: dict[str, np.ndarray] | None = None
) -> tuple[int, dict[str, np.ndarray]]:
    """Close a state (default: the start) and solve for its accelerations; a status and arrays of one row each."""
    kind = system.kind
    state = state or drawn_state(system)
    arrays = {k: x.reshape(1, -1).copy() for k, x in state.items()}
    arrays |= {"a": np.zeros((1, kind.v)), "lam": np.zeros((1, system.n_rows))}
    status, _, found = report_states(kind, s, np.array([t]), arrays)
    return status, arrays | found

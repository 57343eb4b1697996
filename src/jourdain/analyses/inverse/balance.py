"""The balance of forces along a known motion:  G^T lam + B^T u = M a - h,  u the forces of actuators, lam those of joints.

Actuators stand in the model as drives that follow the motion, so the solve is that of a run: with G a and B a as known it
gives back the known accelerations if the actuators can make them, and u is the multiplier of their rows. If it gives others,
what moves differently is what nothing holds. Where rows depend on each other, sets of forces y with [G; B]^T y = 0 can be
added: they are chosen such that u is least, then lam.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from jourdain.analyses.inverse.actuators import Actuator, Followed
from jourdain.diagnosis.dependence import Dependence, dependence, not_unique
from jourdain.diagnosis.free_motions import free_motions
from jourdain.errors import ConvergenceError, ModelError
from jourdain.kernels.status import OK
from jourdain.result.pieces import Piece
from jourdain.result.result import Result
from jourdain.run.redundancy import memory_near
from jourdain.run.report import reported
from jourdain.run.start import contradicts
from jourdain.system.switchable import shared_turns
from jourdain.system.system import System, evaluate

HELD = 1e-6  # accelerations that differ by less of the largest are the same


@dataclass(frozen=True)
class Balance:
    """piece: the motion in the model of the actuators; forces, rates (nt, p) of these; loose: rows that are not unique."""

    piece: Piece
    forces: np.ndarray
    rates: np.ndarray
    redundant: int
    loose: tuple[str, ...]
    unique: bool
    notes: tuple[str, ...]


def balanced(system: System, known: Result, actuators: list[Actuator], followed: dict[str, Followed]) -> Balance:
    """Forces of the actuators, and all reactions, at the output times of the known motion."""
    states = _states(system, known)
    t = np.asarray(known.t)
    rates = _follow(system, t, states, actuators, followed)
    given = {name: states[name] for name in ("q", "v", "w", "ref")}
    i = len(t) // 2
    s = memory_near(system, t[i], {name: states[name][i] for name in given})
    given |= {"a": states["a"], "lam": np.zeros((len(t), system.n_rows))}
    piece, status, _ = reported(system, s, t, given, np.zeros((len(t), 3)), np.ones(len(t), bool), as_is=True)
    if status != OK:
        raise ConvergenceError(
            f"inverse: no balance of forces at t = {t[len(piece)]:.6g} s; is the position singular there?"
        )
    _check_fit(system, piece)
    rows = np.array([system.joint_rows[one.row][0] for one in actuators])
    first = _rows_at(piece, 0)
    middle = _rows_at(piece, len(piece) // 2)  # the start may be a singular position
    found = min((first, middle), key=lambda one: one.redundant)
    notes = _held(system, piece, states["a"], found)
    shared = [actuators[i].name for i in range(len(rows)) if rows[i] in set(not_unique(found).tolist())]
    if shared:
        length = np.array([1.0 if one.measure.unit == "rad" else system.length for one in actuators])
        for i in range(len(piece)):
            _least(_rows_at(piece, i), piece.lam[i], rows, length)
        notes += (
            f"more actuators than needed: {', '.join(map(repr, shared))} share the load; the forces of least norm are given",
        )
    loose = tuple(system.row_names[r] for r in not_unique(found))
    piece = replace(piece, work=_work(piece))
    return Balance(piece, piece.lam[:, rows], rates, found.redundant, loose, not shared, notes)


def _states(system: System, known: Result) -> dict[str, np.ndarray]:
    """States of the known motion, in the order of this system."""
    outputs = known.outputs
    states = {name: np.concatenate([getattr(piece, name) for piece in outputs]) for name in ("q", "v", "a", "w")}
    ref = np.tile(system.ref0, (len(states["q"]), 1))
    mine, theirs = shared_turns(system, known.system)
    ref[:, mine] = np.concatenate([piece.ref for piece in outputs])[:, theirs]
    return states | {"ref": ref}


def _follow(
    system: System,
    t: np.ndarray,
    states: dict[str, np.ndarray],
    actuators: list[Actuator],
    followed: dict[str, Followed],
) -> np.ndarray:
    """Measure the motion of the actuators (value, rate, second derivative), for their drives to follow; rates (nt, p)."""
    s, kind = system.context(), system.kind
    index = [system.measures[one.measure] for one in actuators]
    values = np.zeros((len(t), len(index), 3))
    table, bodies = system.tables["measures"], system.tables["block_body"]
    for i in range(len(t)):
        evaluate(kind, s, t[i], states["q"][i], states["v"][i], w=states["w"][i], ref=states["ref"][i], matrix=False)
        for j, m in enumerate(index):
            blocks = range(table["block"][m], table["block"][m] + table["n_blocks"][m])
            second = s.xb[m] + sum(s.J[k] @ states["a"][i][system.layout.columns(bodies[k])] for k in blocks)
            values[i, j] = s.x[m], s.xd[m], second
    for j, one in enumerate(actuators):
        if one.name in followed:
            followed[one.name].t, followed[one.name].values = t, values[:, j]
    return values[:, :, 1]


def _check_fit(system: System, piece: Piece) -> None:
    """Refuse a motion in which joints of the model are open: it is one of another machine."""
    worst = int(piece.gap.argmax())
    if contradicts(system, float(piece.gap[worst])):
        s = system.context()
        evaluate(system.kind, s, piece.t[worst], piece.q[worst], piece.v[worst], w=piece.w[worst], ref=piece.ref[worst])
        row = system.row_names[int(np.abs(s.g).argmax())]
        raise ModelError(
            f"inverse: the motion does not fit {system.name!r}: at t = {piece.t[worst]:.4g} s {row} is open by "
            f"{piece.gap[worst]:.3g}. Give a motion of a model with the same joints."
        )


def _held(system: System, piece: Piece, a: np.ndarray, usual: Dependence) -> tuple[str, ...]:
    """ModelError with the motions that nothing holds, if accelerations are not those of the known motion; else notes."""
    layout, length = system.layout, system.length
    apart = np.array([layout.size(one, length) for one in piece.a - a])
    size = max(layout.size(one, length) for one in a)
    size = max(size, float(np.abs(system.tables["gravity"]).max()) / length)
    different = [i for i in np.argsort(-apart).tolist() if apart[i] > HELD * size]
    singular = [i for i in different if _rows_at(piece, i).mobility > usual.mobility]
    worst = next((i for i in different if i not in singular), None)
    notes: tuple[str, ...] = ()
    if singular:
        times = ", ".join(f"{piece.t[i]:.6g}" for i in sorted(singular)[:4])
        notes = (f"singular positions (t = {times} s): the forces that are needed there are not determined",)
    if not usual.mobility:
        return notes
    i = len(piece) // 2 if worst is None else worst
    s = system.context()
    evaluate(system.kind, s, piece.t[i], piece.q[i], piece.v[i], w=piece.w[i], ref=piece.ref[i])
    number, names = free_motions(system, s, dependence(system, s), 5)
    listing = "; ".join(names) + (f"; and {number - len(names)} more" if number > len(names) else "")
    if worst is not None:
        raise ModelError(
            f"inverse: too few actuators for this motion of {system.name!r}: nothing holds {listing} (at t = "
            f"{piece.t[worst]:.4g} s it would go its own way). Name actuators that act on it."
        )
    return (*notes, f"no actuator holds {listing}: it moves so by itself")


def _rows_at(piece: Piece, i: int) -> Dependence:
    """Dependencies of all rows at one time of a piece."""
    s = piece.system.context()
    evaluate(piece.system.kind, s, piece.t[i], piece.q[i], piece.v[i], w=piece.w[i], ref=piece.ref[i])
    return dependence(piece.system, s)


def _least(found: Dependence, lam: np.ndarray, rows: np.ndarray, length: np.ndarray) -> None:
    """Change lam (m,) in place by sets of forces in balance, such that those of the actuators are least, then the others."""
    if not found.null:
        return
    Y = np.zeros((len(lam), len(found.null)))
    for k, (touched, y) in enumerate(found.null):
        Y[touched, k] = y
    acting = Y[rows] * length[:, None]
    lam -= Y @ (np.linalg.pinv(acting, rcond=1e-9) @ (length * lam[rows]))
    _, sigma, V = np.linalg.svd(acting)
    inside = Y @ V[int((sigma > 1e-9 * sigma.max(initial=0.0)).sum()) :].T  # in joints alone
    if inside.shape[1]:
        weight = 1.0 / found.size[:, None]
        lam -= inside @ np.linalg.lstsq(inside * weight, lam * weight[:, 0], rcond=None)[0]


def _work(piece: Piece) -> np.ndarray:
    """Work of drives, dampers and applied forces since the start, (nt, 3) [J]: splines through the powers at the outputs."""
    from scipy.interpolate import CubicSpline

    s, kind = piece.system.context(), piece.system.kind
    power = np.zeros((len(piece), 3))
    for i, t in enumerate(piece.t):
        given = {"w": piece.w[i], "lam": piece.lam[i], "ref": piece.ref[i], "matrix": False}
        power[i] = evaluate(kind, s, t, piece.q[i], piece.v[i], **given)[2:5]
    if len(piece) < 2 or (np.diff(piece.t) <= 0.0).any():
        return np.zeros((len(piece), 3))
    total = CubicSpline(piece.t, power).antiderivative()
    return np.asarray(total(piece.t) - total(piece.t[0]))

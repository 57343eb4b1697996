"""Velocities after blows: impacts, jumps and impulses, with all joints taking their share.

    M (v+ - v-) = sum of blows + G^T Lambda

The rows of the joints stay closed, the struck measures take their new rates.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import numpy as np

from jourdain.errors import ConvergenceError
from jourdain.kernels.context import Context
from jourdain.kernels.motion import OUTPUTS
from jourdain.kernels.states import apply_impulse
from jourdain.kernels.status import OK
from jourdain.kernels.tables import BASE_RANK
from jourdain.model.events import Impact, Impulse, Jump
from jourdain.model.flexible import FlexibleBody
from jourdain.model.measures import Measure
from jourdain.result.result import EventRecord
from jourdain.run.actions import PlannedAction, Snapshot, body_pose, marker_pose
from jourdain.run.systems import RunSystems
from jourdain.system.system import System, evaluate

if TYPE_CHECKING:
    from jourdain.run.run import Segment

BLOWS = (Impact, Jump, Impulse)


def velocities_after_blows(
    systems: RunSystems, planned: Iterable[PlannedAction], now: Snapshot
) -> tuple[np.ndarray, dict[str, float]]:
    """Velocities (nv,) after impacts, jumps and blows, and the impulse of every row [N s, N m s].

    Impulses along struck measures are named after the event: "hit: impact".
    """
    blows = [one for one in planned if isinstance(one.action, BLOWS)]
    struck = [one for one in blows if one.struck_measure is not None]
    board, names = systems.struck(struck, _labels(struck))
    system, s = board.compiled, board.memory()
    ref = board.turns_of(systems.outer, now.ref)
    rows = [names.index(name) for name in _labels(struck)]
    wanted = np.zeros((1, system.n_rows))
    if rows:
        evaluate(system.kind, s, now.t, now.q, now.v, w=now.w, ref=ref, matrix=False)
    for r, one in zip(rows, struck, strict=True):
        if isinstance(one.action, Jump):
            wanted[0, r] = float(one.action.rate)
        elif isinstance(one.action, Impact):
            wanted[0, r] = -one.action.restitution * s.rate[r]
    f = _applied(system, [one.action for one in blows if isinstance(one.action, Impulse)], now)
    s.flags[BASE_RANK] = 0.0  # no row may be left to others: they may ask for something else
    status, v, impulses = _jump(system, s, now, ref, f, wanted)
    if status != OK or not np.isfinite(v).all():
        kinds = ", ".join(sorted({type(one.action).__name__ for one in blows})) or "a plastic impact"
        raise ConvergenceError(f"the velocities after {kinds} at t = {now.t:.9g} s could not be found.")
    _check_rates(s, names, rows, wanted[0], now)
    return v, {name: p for name, p, on in zip(names, impulses.tolist(), board.active.tolist(), strict=True) if on}


def _jump(
    system: System, s: Context, now: Snapshot, ref: np.ndarray, f: np.ndarray, wanted: np.ndarray
) -> tuple[int, np.ndarray, np.ndarray]:
    """A status, velocities (nv,) and impulses (m,) such that the rows have the rates `wanted` (1, m)."""
    q, v, w, ref = (x.reshape(1, -1).copy() for x in (now.q, now.v, now.w, ref))
    rates = wanted.copy()
    status = apply_impulse(system.kind, s, now.t, {"q": q, "v": v, "w": w, "ref": ref}, f, rates)
    return status, v[0], rates[0]


def _labels(struck: list[PlannedAction]) -> list[str]:
    """Names of the struck rows: the event and what it does; numbered if it does so several times."""
    found: list[str] = []
    for one in struck:
        word = f"{one.event.name}: {type(one.action).__name__.lower()}"
        again = sum(name.startswith(word) for name in found)
        found.append(f"{word} {again + 1}" if again else word)
    return found


def _check_rates(s: Context, names: list[str], rows: list[int], wanted: np.ndarray, now: Snapshot) -> None:
    """A struck measure that the joints hold fast cannot take another rate: say so."""
    for r in rows:
        if abs(s.rate[r] - wanted[r]) > 1e-6 * max(1.0, abs(wanted[r])):
            raise ConvergenceError(
                f"at t = {now.t:.9g} s {names[r]!r} asks a measure for the rate {wanted[r]:.6g}, but the joints "
                f"hold it at {s.rate[r]:.6g}; strike along a measure that can move."
            )


def struck_rates(systems: RunSystems, measure: Measure, now: Snapshot, a: np.ndarray) -> tuple[float, float]:
    """First and second derivative of a measure that events strike, at accelerations a (nv,)."""
    board = systems.striking
    system, s = board.compiled, board.memory()
    ref = board.turns_of(systems.outer, now.ref)
    evaluate(system.kind, s, now.t, now.q, now.v, w=now.w, ref=ref, matrix=False)
    i = system.measures[measure]
    first, count = int(s.measures["block"][i]), int(s.measures["n_blocks"][i])
    blocks = enumerate(s.block_body[first : first + count])
    return float(s.xd[i]), float(s.xb[i] + sum(s.J[first + k] @ a[system.layout.columns(int(b))] for k, b in blocks))


def taken_out(segment: Segment, events: list[str]) -> list[EventRecord]:
    """Records of the impacts that the loop has carried out since it was last asked; their states stay with the segment."""
    mo, n = segment.mo, int(segment.mo.counts.blows)
    if not n:
        return []
    mo.counts.blows = 0
    blows, rows = mo.blows[:n].copy(), slice(len(mo.times), len(mo.times) + 2 * n)
    states = {name: getattr(mo, f"out_{name}")[rows].copy() for name in OUTPUTS}
    segment.blows.append(states | {"t": np.repeat(blows["t"], 2), "done": blows["done"]})
    board = segment.systems.outer
    active = np.flatnonzero(board.active)
    names = segment.systems.row_names(board)
    labels = [names[r] for r in active]
    v, records = list(states["v"]), []
    for k, (rows, one) in enumerate(zip(mo.blow_impulses[:n, active].tolist(), blows.tolist(), strict=True)):
        t, own, i, rising, _ = one
        impulses = dict(zip(labels, rows, strict=True))
        impulses[f"{events[i]}: impact"] = own
        records.append(EventRecord(events[i], t, bool(rising), v[2 * k], v[2 * k + 1], impulses, ("Impact",)))
    return records


def _applied(system: System, blows: list[Any], now: Snapshot) -> np.ndarray:
    """Generalised impulses (1, nv) of blows at markers."""
    f = np.zeros((1, system.kind.v))
    for blow in blows:
        centre, R = body_pose(blow.marker.body, system, now.q)
        p = np.zeros(3)
        p[: len(blow.impulse)] = blow.impulse
        moment = np.cross(marker_pose(blow.marker, system, now.q)[0] - centre, p)
        b = system.bodies.index(blow.marker.body)
        f[0, system.layout.v(b)] += system.layout.alone(b).forces(now.q[system.layout.q(b)], p[None], moment[None])
        body = system.model.bodies[blow.marker.body]
        if isinstance(body, FlexibleBody):
            own = system.layout.elastic(f[0])[system.layout.shapes(b)]
            amplitudes = body.unit * system.layout.elastic(now.q)[system.layout.shapes(b)]
            own += body.unit * body.carrier(blow.marker.carrier).ways(amplitudes) @ (R.T @ p)
    return f

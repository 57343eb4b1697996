"""From the memory of a run to its Result: every stored point is closed, and accelerations and multipliers solved anew."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from itertools import chain

import numpy as np

from jourdain.diagnosis.dependence import dependence, not_unique
from jourdain.kernels.context import Context
from jourdain.kernels.status import OK
from jourdain.kernels.tables import DECOMPOSED
from jourdain.result.pieces import Piece
from jourdain.result.result import Result, Stats
from jourdain.result.trust import Trust
from jourdain.run.beginning import work_context
from jourdain.run.energy_control import ControlledRun, changes_of, floor_of, subcycled, told
from jourdain.run.passages import Passage, passages_of
from jourdain.run.redundancy import without_spare_rows
from jourdain.run.report import reported
from jourdain.run.run import Run, Segment
from jourdain.run.start import contradicts, open_rows
from jourdain.system.system import System, evaluate


def _stored(segment: Segment, last: bool) -> tuple[dict[str, np.ndarray], list[np.ndarray]]:
    """All states of a segment, and the rows of each of its pieces: the outputs between two blows, and the states there.

    Before an event at its end also the present state, so that nothing is lost between.
    """
    mo, done = segment.mo, segment.done
    parts = [segment.states(done) | {"t": mo.times[:done], "work": mo.out_work[:done]}, *segment.blows]
    if not last:
        parts.append(segment.states() | {"t": np.array([mo.clock.t]), "work": mo.work[None]})
    stored = {name: np.concatenate([part[name] for part in parts]) for name in parts[0]} if parts[1:] else parts[0]
    cuts = [0, *(int(cut) for part in segment.blows for cut in part["done"]), done]
    pieces = []
    for k in range(len(cuts) - 1):
        after, before = done + 2 * k - 1, done + 2 * k
        rows = np.arange(cuts[k], cuts[k + 1])
        if k:
            rows = np.insert(rows, 0, after)
        if before < len(stored["t"]) and stored["t"][before] > stored["t"][rows[-1]]:
            rows = np.append(rows, before)
        pieces.append(rows)
    return stored, pieces


def _pieces(
    segment: Segment, first: bool, last: bool, as_is: bool, poses: bool = False
) -> Iterator[tuple[Piece, int, np.ndarray, Context]]:
    """The pieces of a segment, each with a status, the quality of its points (see kernels/states), and the memory used.

    poses: of a run of which nothing but positions counts.
    """
    stored, pieces = _stored(segment, last)
    early = segment.early
    s = early.s if early is not None else work_context(segment.system, segment.start)
    for rows in pieces:
        states = segment.plain.states({name: stored[name][rows] for name in ("q", "v", "a", "w", "lam", "ref")})
        output = (rows < segment.done) & (first | (rows > 0))
        system = segment.system
        if rows[0] > 0:
            start = {f"{name}0": states[name][0].copy() for name in ("q", "v", "w", "ref")}
            system = replace(system, **start)
        # what was interpolated is of unit length to the order of the interpolation only
        system.layout.normalise(states["q"])
        known = early if rows[0] == 0 else None
        yield *reported(system, s, stored["t"][rows], states, stored["work"][rows], output, as_is, known, poses), s


def _without(piece: Piece, between: np.ndarray) -> Piece:
    """A piece without points between outputs, which were there for passages; states before and after events are kept."""
    if not len(piece) or not len(between):
        return piece
    also = np.isin(piece.t, between)
    kept = ~also
    kept[[0, -1]] = True
    return replace(piece, output=piece.output & ~also).select(kept)


def _stats(run: Run, reporting: list[Context]) -> Stats:
    """Counts of all segments; reporting: memory that outputs were made with."""
    names = ("steps", "rejected", "iterations", "factorizations", "evaluations", "halvings", "singular")
    counts = {name: sum(int(getattr(segment.mo.counts, name)) for segment in run.segments) for name in names}
    memory = {id(s): s for s in (*(segment.s for segment in run.segments), *reporting)}
    decompositions = sum(int(s.flags[DECOMPOSED]) for s in memory.values())
    here = run.here.mo  # what a segment takes over from the one before includes its count
    fast = int(here.own.fast_evaluations) if subcycled(here) else 0
    return Stats(**counts, fast_evaluations=fast, decompositions=decompositions, cpu_seconds=run.cpu)


def _loose(system: System, start_q: np.ndarray, t: float) -> tuple[str, ...]:
    """Names of the rows whose multipliers are not unique, at the start."""
    s = system.context()
    evaluate(system.kind, s, t, start_q, system.v0, w=system.w0, ref=system.ref0)
    return tuple(system.row_names[r] for r in not_unique(dependence(system, s)))


def _momentary(run: Run, segment: Segment) -> bool:
    """Is it one of the steps in which stops are found that are in force? Nothing moves in it."""
    still = segment.done == 1 and not segment.blows and segment.mo.clock.t == segment.mo.times[0]
    return bool(run.stops) and still and segment is not run.here


def _all_pieces(run: Run, poses: bool = False) -> Iterator[tuple[Piece, int, np.ndarray, Context]]:
    """The pieces of a run, as those of its segments."""
    segments = [segment for i, segment in enumerate(run.segments) if i == 0 or not _momentary(run, segment)]
    last = len(segments) - 1
    found = (_pieces(segment, i == 0, i == last, run.method.drifts, poses) for i, segment in enumerate(segments))
    return chain.from_iterable(found)


def moved_like(run: Run) -> Result:
    """The positions of a run as far as it came, as a Result that has nothing else: what a companion is made for."""
    pieces = []
    for piece, status, _, _ in _all_pieces(run, poses=True):
        pieces.append(piece)
        if status != OK:
            break
    return Result(pieces, run.method, _stats(run, []), Trust())


def result_of(run: Run, notes: tuple[str, ...] = ()) -> tuple[Result, int]:
    """The Result of a run as far as it came, and a status: not OK if a stored point could not be reported.

    Singular positions that were passed are looked for, unless Ctrl-C was pressed, which is answered at once.
    """
    pieces: list[Piece] = []
    passages: list[Passage] = []
    reporting: list[Context] = []
    status, gaps = OK, dict(run.segments[0].start.gaps)
    for piece, status, quality, s in _all_pieces(run):
        pieces.append(_without(piece, run.between))
        reporting.append(s)
        if not run.asked_to_end:
            passages += passages_of(piece, quality["volume"], s.flags, _noted(run), run.span)
        if not run.method.drifts:  # else what is open is what the method leaves open
            for name, gap in open_rows(piece.system, s.opened).items():
                gaps[name] = max(gap, abs(gaps.get(name, 0.0)))
            apart = np.flatnonzero(contradicts(piece.system, quality["open"]))
            if len(apart) and run.apart_at is None:
                run.apart_at = float(piece.t[apart[0]])
        if status != OK:
            break
    if run.asked_to_end:
        notes = (*notes, "singular positions were not looked for")
    start = run.segments[0].start
    loose = _loose(run.segments[0].system, start.q, float(run.times[0])) if start.redundant else ()
    here = run.here.mo
    kind = partial(ControlledRun, changes=changes_of(here), floor=floor_of(here)) if subcycled(here) else Result
    result = kind(
        pieces=[replace(piece, system=without_spare_rows(piece.system)) for piece in pieces],
        integrator=run.method,
        stats=_stats(run, reporting),
        trust=Trust(),
        events=[record for record in run.events if not record.idle],
        redundant=start.redundant,
        not_unique=loose,
        gaps=gaps,
        moved=start.moved,
        interrupted=run.interrupted,
    )
    object.__setattr__(result, "trust", _trust(run, result, gaps, passages, notes))
    return result, status


def _noted(run: Run) -> np.ndarray:
    """Times at which the method has met small pivots."""
    return np.concatenate([s.mo.passages[: int(s.mo.counts.passages), 0] for s in run.segments])


def _trust(run: Run, result: Result, gaps: dict[str, float], passages: list[Passage], notes: tuple[str, ...]) -> Trust:
    """All that the run itself knows; the estimate of the error is added by simulate."""
    energy = result.energies.sum(axis=1) - result.work.sum(axis=1)
    kinetic, potential = result.energies.T if len(result.t) else (np.zeros(1), np.zeros(1))
    if not all(segment.systems.whole.exact for segment in run.segments):
        notes = (*notes, "derivatives of user functions are taken by differences")
    notes = (*notes, *run.notes, *run.method.notes, *told(run.here.mo))
    if gaps and not run.method.fixed and run.here.mo.clock.tol > (run.method.tol or 1e-6):
        notes = (*notes, f"joints do not fit: steps are those of tol {run.here.mo.clock.tol:.1g}")
    if passages:
        joints = ", ".join(passages[0].joints)
        notes = (*notes, f"singular at t = {passages[0].t:.4g} s: rows of {joints} become dependent")
    return Trust(
        coordinates=bool(result.system.coordinates),
        length=result.system.length,
        t=result.t,
        energy_error=float(np.abs(energy - energy[0]).max()) if len(energy) else 0.0,
        energy_size=max(float(np.abs(kinetic).max(initial=0.0)), float(np.ptp(potential)) if len(potential) else 0.0),
        energy_scale=float(run.here.mo.clock.scale_energy),
        drift=max((float(piece.gap[-1]) for piece in result.pieces if len(piece)), default=0.0) if not gaps else 0.0,
        imbalance=float(result.imbalance.max(initial=0.0)),
        redundant=result.redundant,
        loose=tuple(dict.fromkeys(name.rsplit(": ", 1)[0] for name in result.not_unique)),
        passages=tuple(passage.t for passage in passages),
        open_rows=tuple(gaps.items()),
        notes=notes,
    )

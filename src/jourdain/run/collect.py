"""From the memory of a run to its Result: every stored point is closed, and accelerations and multipliers solved anew."""

from __future__ import annotations

import numpy as np

from jourdain.diagnosis.dependence import dependence, not_unique
from jourdain.kernels.context import Context
from jourdain.kernels.status import OK
from jourdain.result.pieces import Piece
from jourdain.result.result import Result, Stats
from jourdain.result.trust import Trust
from jourdain.run.passages import Passage, passages_of
from jourdain.run.report import reported
from jourdain.run.run import Run, Segment, work_context
from jourdain.run.start import open_rows
from jourdain.system.system import System, evaluate


def _piece(segment: Segment, first: bool, last: bool, as_is: bool) -> tuple[Piece, int, np.ndarray, Context]:
    """All stored points of a segment; before an event also the present state, so that nothing is lost between.

    Besides a status, the smallest pivot of loops at each point, and the memory in which they were solved.
    """
    mo, done = segment.mo, segment.done
    states = segment.plain.states(segment.states(done))
    t, work, output = mo.times[:done].copy(), mo.out_work[:done], np.ones(done, bool)
    output[0] = first
    if not last and mo.clock.t > t[-1]:
        end = segment.plain.states(segment.states())
        states = {name: np.concatenate([states[name], end[name]]) for name in states}
        t, work, output = np.append(t, mo.clock.t), np.vstack([work, mo.work]), np.append(output, False)
    # what was interpolated is of unit length to the order of the interpolation only
    segment.system.layout.normalise(states["q"])
    s = work_context(segment.system, segment.start)
    return *reported(segment.system, s, t, states, work, output, as_is), s


def _stats(run: Run) -> Stats:
    names = ("steps", "rejected", "iterations", "factorizations", "evaluations", "halvings", "singular")
    counts = {name: sum(int(getattr(segment.mo.counts, name)) for segment in run.segments) for name in names}
    return Stats(**counts, cpu_seconds=run.cpu)


def _loose(system: System, start_q: np.ndarray, t: float) -> tuple[str, ...]:
    """Names of the rows whose multipliers are not unique, at the start."""
    s = system.context()
    evaluate(system.kind, s, t, start_q, system.v0, w=system.w0, ref=system.ref0)
    return tuple(system.row_names[r] for r in not_unique(dependence(system, s)))


def result_of(run: Run, notes: tuple[str, ...] = ()) -> tuple[Result, int]:
    """The Result of a run as far as it came, and a status: not OK if a stored point could not be reported."""
    pieces: list[Piece] = []
    passages: list[Passage] = []
    status, gaps = OK, dict(run.segments[0].start.gaps)
    for i, segment in enumerate(run.segments):
        piece, status, pivots, s = _piece(segment, i == 0, i == len(run.segments) - 1, run.method.drifts)
        pieces.append(piece)
        passages += passages_of(piece, pivots, s.flags, _noted(run), run.span)
        if not run.method.drifts:  # else what is open is what the method leaves open
            gaps |= open_rows(segment.system, s)
        if status != OK:
            break
    start = run.segments[0].start
    loose = _loose(run.segments[0].system, start.q, float(run.times[0])) if start.redundant else ()
    result = Result(
        pieces=pieces,
        integrator=run.method,
        stats=_stats(run),
        trust=Trust(),
        events=list(run.events),
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
    if not all(segment.system.exact for segment in run.segments):
        notes = (*notes, "derivatives of user functions are taken by differences")
    notes = (*notes, *run.method.notes)
    if passages:
        joints = ", ".join(passages[0].joints)
        notes = (*notes, f"singular at t = {passages[0].t:.4g} s: rows of {joints} become dependent")
    return Trust(
        coordinates=bool(result.system.coordinates),
        length=result.system.length,
        t=result.t,
        energy_error=float(np.abs(energy - energy[0]).max()) if len(energy) else 0.0,
        energy_size=max(float(np.abs(kinetic).max(initial=0.0)), float(np.ptp(potential)) if len(potential) else 0.0),
        drift=max((float(piece.gap[-1]) for piece in result.pieces if len(piece)), default=0.0) if not gaps else 0.0,
        imbalance=float(result.imbalance.max(initial=0.0)),
        redundant=result.redundant,
        loose=tuple(dict.fromkeys(name.rsplit(": ", 1)[0] for name in result.not_unique)),
        passages=tuple(passage.t for passage in passages),
        open_rows=tuple(gaps.items()),
        notes=notes,
    )

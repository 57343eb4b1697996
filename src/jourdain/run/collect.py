"""From the memory of a run to its Result: every stored point is closed, and accelerations and multipliers solved anew."""

from __future__ import annotations

import numpy as np

from jourdain.diagnosis.dependence import dependence, not_unique
from jourdain.errors import JourdainError
from jourdain.kernels.context import Context
from jourdain.kernels.states import QUALITY, report_states
from jourdain.kernels.status import OK
from jourdain.result.conditioning import singular_joints
from jourdain.result.pieces import Piece
from jourdain.result.result import Result, Stats
from jourdain.result.trust import Trust
from jourdain.run.run import Run, Segment, work_context
from jourdain.run.start import open_rows
from jourdain.system.system import System, evaluate

LOOK_AT = 250_000  # numbers in the rows: larger models are not decomposed for a note


def reported(
    system: System,
    s: Context,
    t: np.ndarray,
    states: dict[str, np.ndarray],
    work: np.ndarray,
    output: np.ndarray,
    as_is: bool = False,
) -> tuple[Piece, int]:
    """Close the states (q, v, w, ref, and a first guess of a, lam) and solve for the rest; a piece and a status.

    as_is: do not close them: the method leaves constraints open, and that is part of its answer.
    Where a point cannot be reported the piece ends before it.
    """
    state = {name: np.ascontiguousarray(value, float).copy() for name, value in states.items()}
    status, index, found = report_states(system.kind, s, np.ascontiguousarray(t, float), state, as_is=as_is)
    quality = found["quality"]
    piece = Piece(
        system=system,
        t=np.array(t, float),
        **state,
        wd=found["wd"],
        x=found["x"],
        energies=found["energy"][:, :2].copy(),
        work=np.array(work),
        **{name: quality[name].copy() for name in QUALITY.names or ()},
        output=np.array(output, bool),
    )
    return (piece if status == OK else piece.select(np.arange(len(t)) < index)), status


def _piece(segment: Segment, first: bool, last: bool, as_is: bool) -> tuple[Piece, int, dict[str, float]]:
    """All stored points of a segment; before an event also the present state, so that nothing is lost between."""
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
    piece, status = reported(segment.system, s, t, states, work, output, as_is)
    return piece, status, open_rows(segment.system, s)


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
    status, gaps = OK, dict(run.segments[0].start.gaps)
    for i, segment in enumerate(run.segments):
        piece, status, still_open = _piece(segment, i == 0, i == len(run.segments) - 1, run.method.drifts)
        pieces.append(piece)
        if not run.method.drifts:  # else what is open is what the method leaves open
            gaps |= still_open
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
    object.__setattr__(result, "trust", _trust(run, result, gaps, notes))
    return result, status


def _passages(run: Run) -> tuple[float, ...]:
    """Times of the singular positions that were passed [s]; what lies within two thousandths of the run is one of them."""
    seen = np.concatenate([s.mo.passages[: int(s.mo.counts.passages)] for s in run.segments])
    seen = seen[np.argsort(seen[:, 0], kind="stable")]
    groups = np.split(seen, 1 + np.flatnonzero(np.diff(seen[:, 0]) > 2e-3 * run.span)) if len(seen) else []
    return tuple(float(group[group[:, 2].argmin(), 0]) for group in groups)


def _where(result: Result, passages: tuple[float, ...]) -> tuple[str, ...]:
    """Which joints make the first singular position that was passed; nothing for models too large to look."""
    kind = result.system.kind
    if not passages or (kind.g + kind.a) * kind.v > LOOK_AT:
        return ()
    try:
        joints = singular_joints(result, passages[0])
    except (JourdainError, np.linalg.LinAlgError):  # a run that ended there
        return ()
    return (f"singular at t = {passages[0]:.4g} s: rows of {', '.join(joints)} become dependent",)


def _trust(run: Run, result: Result, gaps: dict[str, float], notes: tuple[str, ...]) -> Trust:
    """All that the run itself knows; the estimate of the error is added by simulate."""
    energy = result.energies.sum(axis=1) - result.work.sum(axis=1)
    kinetic, potential = result.energies.T if len(result.t) else (np.zeros(1), np.zeros(1))
    if not all(segment.system.exact for segment in run.segments):
        notes = (*notes, "derivatives of user functions are taken by differences")
    passages = _passages(run)
    notes = (*notes, *run.method.notes, *_where(result, passages))
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
        passages=passages,
        open_rows=tuple(gaps.items()),
        notes=notes,
    )

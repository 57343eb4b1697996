"""From the memory of a run to its Result: every stored point is closed, and accelerations and multipliers solved anew."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import chain

import numpy as np

from jourdain.diagnosis.dependence import dependence, not_unique
from jourdain.errors import JourdainError
from jourdain.kernels.context import Context
from jourdain.kernels.states import QUALITY, report_states
from jourdain.kernels.status import OK
from jourdain.kernels.tables import ALWAYS_SVD
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


def report_context(system: System, segment: Segment) -> Context:
    """Memory for reporting: minimum-norm multipliers where joints are redundant."""
    s = work_context(system, segment.start)
    if segment.start.redundant and len(s.B):
        s.flags[ALWAYS_SVD] = 1.0
    return s


def _stored(segment: Segment, last: bool) -> tuple[dict[str, np.ndarray], list[np.ndarray]]:
    """All states of a segment, and the rows of each of its pieces: the outputs between two blows, and the states there.

    Before an event at its end also the present state, so that nothing is lost between.
    """
    mo, done = segment.mo, segment.done
    parts = [segment.states(done) | {"t": mo.times[:done], "work": mo.out_work[:done]}, *segment.blows]
    if not last:
        parts.append(segment.states() | {"t": np.array([mo.clock.t]), "work": mo.work[None]})
    stored = {name: np.concatenate([part[name] for part in parts]) for name in parts[0]}
    cuts = [0, *(int(cut) for part in segment.blows for cut in part["done"]), done]
    pieces = []
    for k in range(len(cuts) - 1):
        after, before = done + 2 * k - 1, done + 2 * k
        rows = [*([after] if k else []), *range(cuts[k], cuts[k + 1])]
        if before < len(stored["t"]) and stored["t"][before] > stored["t"][rows[-1]]:
            rows.append(before)
        pieces.append(np.array(rows))
    return stored, pieces


def _pieces(segment: Segment, first: bool, last: bool, as_is: bool) -> Iterator[tuple[Piece, int, dict[str, float]]]:
    """The pieces of a segment, each with a status and the rows that are open at its end."""
    stored, pieces = _stored(segment, last)
    s = report_context(segment.system, segment)
    for rows in pieces:
        states = segment.plain.states({name: stored[name][rows] for name in ("q", "v", "a", "w", "lam", "ref")})
        output = (rows < segment.done) & (first | (rows > 0))
        system = segment.system
        if rows[0] > 0:
            start = {f"{name}0": states[name][0].copy() for name in ("q", "v", "w", "ref")}
            system = replace(system, **start)
        # what was interpolated is of unit length to the order of the interpolation only
        system.layout.normalise(states["q"])
        piece, status = reported(system, s, stored["t"][rows], states, stored["work"][rows], output, as_is)
        yield piece, status, open_rows(system, s)


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
    last = len(run.segments) - 1
    found = (_pieces(segment, i == 0, i == last, run.method.drifts) for i, segment in enumerate(run.segments))
    for piece, status, still_open in chain.from_iterable(found):
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

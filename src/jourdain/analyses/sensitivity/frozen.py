"""Runs with given steps, at several values of parameters: the same steps for all, so that differences are smooth."""

from __future__ import annotations

import functools
import warnings
from dataclasses import dataclass, replace

import numpy as np

from jourdain.errors import ConvergenceError, ModelError
from jourdain.integrators import GeneralizedAlpha, Integrator
from jourdain.kernels.context import Context
from jourdain.kernels.status import OK
from jourdain.model.limits import with_stops
from jourdain.model.model import Model
from jourdain.model.parameters import Parameter, Place, with_parameters
from jourdain.result.pieces import Piece
from jourdain.result.result import Result, Stats
from jourdain.result.trust import Trust
from jourdain.run.beginning import work_context
from jourdain.run.collect import result_of
from jourdain.run.coordinates import as_modelled
from jourdain.run.failures import failure
from jourdain.run.report import reported
from jourdain.run.run import Run, Segment
from jourdain.system.compile import compile
from jourdain.system.system import System

NEWTON = 1e-12  # relative: what Newton's method leaves in a step is noise in every difference
NOTHING = 1e-9  # of the length, or radians: a place or angle below is zero but for rounding, and tells no scale
LEAST_STEPS = 400  # of a run whose steps are not given


@dataclass
class Variants:
    """A model and the same with other values of parameters, each compiled once, run by one method with outputs at `times`."""

    model: Model
    method: Integrator
    times: np.ndarray
    shared: bool = True  # are equal points one? They must not be where one of them is moved

    @functools.cached_property
    def system(self) -> System:
        return compile(self.model, shared=self.shared)

    def compiled(self, values: dict[str, float]) -> System:
        """The system for other values of parameters; its pattern is kept where that is possible."""
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return compile(with_parameters(self.model, values), like=self.system, shared=self.shared)

    def marched(self, system: System, newton: float | None = None) -> Run:
        """A run to its end. newton: relative tolerance of Newton's method."""
        run = Run(system, self.method, self.times)
        run.begin()
        if newton is not None:
            run.here.mo.clock.newton_tol = newton
        run.march(False)
        if run.failure is not None:
            raise run.failure
        if run.status != OK:
            result, _ = result_of(run)
            here = run.here
            raise failure(
                run.method, here.inner.system, here.s, here.mo, float(here.mo.clock.t), run.status, result, run.problem
            )
        return run


def scale_of(one: Parameter | Place, length: float) -> float:
    """How large a change of a parameter counts as large: its value, or a length of the model, or one."""
    typical = {"m": length}.get(one.unit, 1.0)
    least = NOTHING * typical if one.unit in ("m", "rad") else 0.0
    return abs(one.value) if abs(one.value) > least else typical


def states_at(segment: Segment, rows: np.ndarray, moves: dict[str, np.ndarray] | None = None) -> dict[str, np.ndarray]:
    """Stored states of a segment at some of its outputs, moved by u (n, nv), v (n, nv) and w (n, nw)."""
    found = {name: getattr(segment.mo, f"out_{name}")[rows].copy() for name in ("q", "v", "a", "w", "lam", "ref")}
    if moves is not None:
        layout = segment.inner.system.layout
        found["q"] = layout.moved(found["q"], moves["u"])
        found["v"] += moves["v"]
        found["w"] += moves["w"]
    found = as_modelled(segment.start.system, segment.inner.system, found, segment.start.q)
    return segment.plain.states(found)


def piece_at(
    segment: Segment,
    rows: np.ndarray,
    moves: dict[str, np.ndarray] | None = None,
    reporting: tuple[System, Context] | None = None,
) -> Piece:
    """states_at as reported by the segment's own system, or by another one and its memory."""
    system, s = reporting or (segment.system, work_context(segment.system, segment.start))
    states = states_at(segment, rows, moves)
    work, times = segment.mo.out_work[rows], segment.mo.times[rows]
    piece, status, _ = reported(system, s, times, states, work, np.ones(len(rows), bool))
    if status != OK:
        raise ConvergenceError(f"model {system.name!r}: no accelerations near t = {times[len(piece)]:.6g} s.")
    return piece


def result_of_pieces(pieces: list[Piece]) -> Result:
    """Pieces one after the other, of a method that leaves no constraint open."""
    return Result(pieces, GeneralizedAlpha(), Stats(), Trust())


def frozen_method(
    model: Model, method: Integrator | None, t: np.ndarray, tol: float
) -> tuple[Integrator, tuple[str, ...]]:
    """A method with given steps, as many as the error-controlled one takes, and what is to be said about that."""
    chosen = method if method is not None else GeneralizedAlpha(tol=tol)
    if chosen.fixed:
        return chosen, ()
    run = Variants(model, chosen, t).marched(compile(model))
    steps = sum(int(segment.mo.counts.steps) for segment in run.segments)
    count = max(steps, LEAST_STEPS if method is None else 1)
    try:
        fixed = replace(chosen, tol=None, step=float(t[-1] - t[0]) / count)
    except ModelError:
        return chosen, ("steps are chosen anew for each value of a parameter; the error estimate shows what that does",)
    return fixed, (f"{count} equal steps of {fixed.name}, the same for all values",)


def equal_intervals(t: np.ndarray) -> bool:
    """Are output times equally far apart?"""
    return bool(np.ptp(np.diff(t)) <= 1e-9 * (t[-1] - t[0]))


def step_times(t: np.ndarray, step: float) -> tuple[np.ndarray, np.ndarray]:
    """Times of all steps of at most this size that end at the outputs t, and which of them the outputs are.

    Steps are equal: outputs must be so too. There is an even number between two outputs, so that steps of twice the size fit.
    """
    each = float(t[-1] - t[0]) / (len(t) - 1)
    if not equal_intervals(t):
        raise ModelError("method 'direct' and 'adjoint' take equal steps: give output= as a number of intervals.")
    parts = 2 * max(1, int(np.ceil(0.5 * each / step - 1e-6)))
    times = np.linspace(t[0], t[-1], parts * (len(t) - 1) + 1)
    return times, np.arange(len(t)) * parts


def acting_events(model: Model, method: str) -> tuple[Model, bool]:
    """The model without events that only record, and whether it has others; which the adjoint method does not follow."""
    acting = [name for name, event in with_stops(model).events.items() if event.actions]
    if acting and method == "adjoint":
        raise ModelError(
            f"sensitivity by method 'adjoint': derivatives jump at the events {', '.join(map(repr, acting))}, which this "
            "method does not follow backward; use method='direct'."
        )
    if all(event.actions for event in model.events.values()):
        return model, bool(acting)
    plain = model.copy()
    plain.events = {name: event for name, event in plain.events.items() if event.actions}
    return plain, bool(acting)

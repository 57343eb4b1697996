"""Direct derivatives through events: smooth pieces between crossings, and how derivatives jump there (saltation).

Let x' be the derivative of a state by a parameter at a fixed time, e(t, x; p) = 0 the crossing, x+ = j(t, x; p) what the event
does. The time of the crossing moves by t' = -(e_x x' + e_p)/(de/dt), the state there by x' + xdot t'; and

    x'+ = j_x (x' + xdot t') + j_t t' + j_p - xdot+ t'

For each parameter there is a run a little below its value and one above, which are placed where that says, carry out the same
event, and are differenced. So whatever an event does to velocities, states, laws and rows is followed by the code that does it.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

import numpy as np

from jourdain.analyses.sensitivity.beginnings import Beginning, beginning_of
from jourdain.analyses.sensitivity.frozen import Variants, equal_intervals, scale_of, step_times
from jourdain.analyses.sensitivity.linear_steps import NEAR, LinearSteps, check_beginning, checked_steps
from jourdain.errors import ModelError
from jourdain.functions import evaluate_value
from jourdain.model.parameters import check_names
from jourdain.result.result import EventRecord
from jourdain.run.actions import PlannedAction, Snapshot
from jourdain.run.plain import PlainSystem
from jourdain.run.run import Run, Segment
from jourdain.run.start import Start
from jourdain.system.system import evaluate

SHORT = 1e-3  # of a step: an output this near to an event is taken there, since rounding is all that index 3 sees in it
MOMENT = 1e-3  # of a step: how far the crossing quantity is followed for its rate
GRAZING = 1e-6  # of a length (or one) in the time of the run: slower quantities touch their value, and do not cross it


class StandingRun(Run):
    """A run that is placed at given states, goes from there by given steps, and carries out events when it is told to."""

    def set_out(self, now: Snapshot, times: np.ndarray) -> Segment:
        """A segment with these step times [s] from another state of what is in force, which watches for no events."""
        old = self.here
        old.start.last_flags, old.inner.last_flags = old.start.flags.copy(), old.inner.flags.copy()
        start = old.systems.restart(now, False)
        plain = PlainSystem(old.systems, start).after(old.plain, [], self.original, now)
        new = self._add(old.systems, start, plain, times, old)
        new.s.bind("events", new.s.events[:0])
        new.mo.clock.step = float(times[1] - times[0])
        self.method.kernel()(new.inner.system.kind, new.s, new.mo, 0)
        return new

    def carry_out(self, event: str, now: Snapshot, a: np.ndarray) -> tuple[str, ...]:
        """What an event does at a state with accelerations a (nv,); names of the actions."""
        mo, segment = self.here.mo, self.here
        mo.clock.t, mo.vd[:] = now.t, a
        for name in ("q", "v", "w", "ref"):
            getattr(mo, name)[:] = getattr(now, name)
        record = EventRecord(event, now.t, True, now.v, now.v)
        one = self.original.events[event]
        self._do(segment, [PlannedAction(action, one) for action in one.actions], [record])
        return record.actions


def moved(run: Run, now: Snapshot, by: dict[str, np.ndarray], amount: float, later: float = 0.0) -> Snapshot:
    """A state, moved by `amount` along th, dv, dw, and `later` [s]."""
    q = run.here.inner.system.layout.moved(now.q[None], amount * by["th"][None])[0]
    return Snapshot(now.t + later, q, now.v + amount * by["dv"], now.w + amount * by["dw"], now.ref)


@dataclass
class ThroughEvents:
    """A run of given steps through the events of a model, and its neighbours for each parameter."""

    variants: Variants  # of which times are the outputs
    names: tuple[str, ...]
    base: StandingRun = field(init=False)
    pairs: list[tuple[StandingRun, StandingRun]] = field(init=False)

    def __post_init__(self) -> None:
        variants, known = self.variants, check_names(self.variants.model, self.names)
        self.scales = np.array([scale_of(known[name], variants.system.length) for name in self.names])
        self.base = self._standing({})
        values = [(known[name].value, NEAR * scale) for name, scale in zip(self.names, self.scales, strict=True)]
        self.pairs = [
            (self._standing({name: value - near}), self._standing({name: value + near}))
            for name, (value, near) in zip(self.names, values, strict=True)
        ]

    def _standing(self, values: dict[str, float]) -> StandingRun:
        system = self.variants.compiled(values) if values else self.variants.system
        run = StandingRun(system, self.variants.method, self.variants.times[:2].copy())
        run.begin()
        return run

    def _events(self) -> list[tuple[float, str, tuple[str, ...]]]:
        """Times [s], names and actions of the events that happen; refuses those that have no derivative."""
        run = self.variants.marched(self.variants.system)
        found: list[tuple[float, str, tuple[str, ...]]] = []
        for one in run.events:
            if found and one.t - found[-1][0] < SHORT * float(self.variants.method.step or 0.0):
                what = f"event {one.name!r}: its crossings pile up at t = {one.t:.6g} s, which has no derivative"
                if one.name != found[-1][1]:
                    what = (
                        f"events {found[-1][1]!r} and {one.name!r} happen at once (t = {one.t:.6g} s), so derivatives "
                    )
                    what += "depend on which comes first"
                raise ModelError(f"{what}; use method='differences', and look at its error.")
            if "Stop" in one.actions or one.t <= self.variants.times[0]:
                where = "stops the run" if "Stop" in one.actions else "happens at the start"
                raise ModelError(f"event {one.name!r} {where}, which is not differentiated; use method='differences'.")
            found.append((one.t, one.name, one.actions))
        return found

    def pieces(self) -> Iterator[tuple[LinearSteps, np.ndarray]]:
        """Smooth pieces of the run in their order, and which outputs are at their output steps."""
        events = self._events()
        near = [run.here.now for pair in self.pairs for run in pair]
        now = self.base.here.now
        ends = [*((name, actions) for _, name, actions in events), ("", ())]
        for (name, actions), grids in zip(ends, self._grids([t for t, _, _ in events]), strict=True):
            for times, rows, outputs in grids:
                steps = self._piece(now, near, times, rows)
                lines, now = steps.end_lines(), self.base.here.now
                yield steps, outputs
                near = [
                    moved(self.base, now, {part: x[p] for part, x in lines.items()}, sign * NEAR * scale)
                    for p, scale in enumerate(self.scales)
                    for sign in (-1.0, 1.0)
                ]
            if name:
                now, near = self._across(name, actions, now, near, lines)

    def _grids(self, events: list[float]) -> Iterator[list[tuple[np.ndarray, np.ndarray, np.ndarray]]]:
        """Between two events: step times, which of them are outputs, and which outputs these are, up to three times."""
        t, step = self.variants.times, float(self.variants.method.step or 0.0)
        if not equal_intervals(t):
            raise ModelError("method 'direct' takes equal steps: give output= as a number of intervals.")
        short, ends = SHORT * step, [float(t[0]), *events, float(t[-1])]
        for k, (a, b) in enumerate(itertools.pairwise(ends)):
            first = 0 if k == 0 else int(np.searchsorted(t, a, "right"))
            inside = np.arange(first, len(t) if k == len(events) else int(np.searchsorted(t, b, "right")))
            found = []
            cuts = [a, *(t[inside[[0, -1]]] if len(inside) else ()), b]
            for part, (x, y) in enumerate(itertools.pairwise(cuts)):
                whole = len(cuts) == 4 and part == 1 and len(inside) > 1
                if whole:
                    found.append((*step_times(t[inside], step), inside))
                elif y - x > short:
                    times = np.linspace(x, y, max(1, int(np.ceil((y - x) / step - 1e-6))) + 1)
                    found.append((times, np.zeros(0, np.int64), inside[:0]))
            if len(inside) == 1 and found:  # the one output is where two pieces meet, or at the end of the only one
                last = len(found) == 1 and t[inside[0]] - a <= short
                times = found[0][0]
                found[0] = (times, np.array([0 if last else len(times) - 1]), inside)
            yield found

    def _piece(self, now: Snapshot, near: list[Snapshot], times: np.ndarray, rows: np.ndarray) -> LinearSteps:
        """The steps at these times from a state, and where the neighbours begin."""
        segment, base = self.base.set_out(now, times), self.base
        status = base.method.kernel()(segment.inner.system.kind, segment.s, segment.mo, 10**9)
        checked_steps(self.variants.model, segment, times, status)
        runs = [run for pair in self.pairs for run in pair]
        begun = [beginning_of(run.set_out(state, times[:2])) for run, state in zip(runs, near, strict=True)]
        beginnings: list[tuple[Beginning, Beginning]] = list(zip(begun[::2], begun[1::2], strict=True))
        for name, pair in zip(self.names, beginnings, strict=True):
            check_beginning(name, pair, segment)
        return LinearSteps(self.variants, self.names, self.scales, rows, segment, beginnings)

    def _across(
        self, name: str, actions: tuple[str, ...], now: Snapshot, near: list[Snapshot], lines: dict[str, np.ndarray]
    ) -> tuple[Snapshot, list[Snapshot]]:
        """States of the run and its neighbours behind an event, all at its time."""
        runs = [run for pair in self.pairs for run in pair]
        before = self.base.here.systems.restart(now, False)
        values = [_value(run, name, run.here.systems.restart(x, False), x.t) for run, x in zip(runs, near, strict=True)]
        shifts = (np.array(values[::2]) - values[1::2]) / (2.0 * NEAR * self.scales) / self._rate(name, before, now)
        known = self.base.carry_out(name, now, before.a)
        self._same(name, "", known, actions)
        after, then = self.base.here.start, self.base.here.now
        here, there = ({"th": one.v, "dv": one.a, "dw": one.wd} for one in (before, after))
        found = []
        for i, (run, scale) in enumerate(zip(runs, np.repeat(self.scales, 2), strict=True)):
            late = (2 * (i % 2) - 1) * NEAR * scale * shifts[i // 2]  # when the event happens to the neighbour
            done = run.carry_out(name, moved(run, near[i], here, late, late), before.a)
            self._same(name, self.names[i // 2], done, known)
            found.append(moved(run, run.here.now, there, -late, -late))
        return then, [replace(one, t=then.t) for one in found]

    def _rate(self, name: str, before: Start, now: Snapshot) -> float:
        """How fast the quantity of an event crosses its value."""
        later = MOMENT * float(self.variants.method.step or 0.0)
        motion = {"th": before.v, "dv": before.a, "dw": before.wd}
        around = [moved(self.base, now, motion, x, x) for x in (-later, later)]
        systems = self.base.here.systems
        low, high = (_value(self.base, name, systems.restart(one, False), one.t) for one in around)
        rate = (high - low) / (2.0 * later)
        if abs(rate) * float(np.ptp(self.variants.times)) < GRAZING * max(1.0, self.variants.system.length):
            raise ModelError(
                f"event {name!r} at t = {now.t:.6g} s: its quantity touches the value and does not cross it, so its time has "
                "no derivative; use method='differences', and look at its error."
            )
        return rate

    def _same(self, event: str, parameter: str, done: tuple[str, ...], known: tuple[str, ...]) -> None:
        if done != known:
            what = f"with another value of {parameter!r} it" if parameter else "a little later it"
            raise ModelError(
                f"event {event!r}: {what} does something else ({', '.join(done)} instead of {', '.join(known)}), which has no "
                "derivative; use method='differences', and look at its error."
            )


def _value(run: Run, name: str, start: Start, t: float) -> float:
    """What an event watches, less the value that it waits for, at a consistent state."""
    system, s = run.here.systems.whole, run.here.systems.outer.memory()
    event = system.tables["events"][system.events.index(name)]
    evaluate(system.kind, s, t, start.q, start.v, w=start.w, ref=start.ref, lam=start.lam, matrix=False)
    if event["function"] < 0:
        return float(s.x[event["measure"]] - event["value"])
    tape = (s.code, s.const, s.pointers, s.start[event["function"]], s.start[event["function"] + 1])
    return float(evaluate_value(*tape, s.Z, s.registers) - event["value"])

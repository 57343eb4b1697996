"""A run under way: segments between events, each with its own system and memory, marched by the compiled time loop."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

import numpy as np

from jourdain.errors import ConvergenceError, JourdainError, ModelError
from jourdain.functions import pending_exception
from jourdain.integrators import Integrator
from jourdain.kernels.context import Context
from jourdain.kernels.crossings import SENT_BACK
from jourdain.kernels.status import EVENT, OK, STEP_TOO_SMALL
from jourdain.kernels.tables import LEARNT, SPARE
from jourdain.model.events import DIRECTIONS, Action, Event, Impact, Impulse, JointAction, Jump, Release, Reset, Stop
from jourdain.model.model import Model
from jourdain.result.result import EventRecord
from jourdain.run.actions import STRUCTURAL, PlannedAction, Snapshot
from jourdain.run.beginning import put_start, work_context, works
from jourdain.run.blows import taken_out, velocities_after_blows
from jourdain.run.choose_coordinates import choose_coordinates, reason
from jourdain.run.coordinates import as_integrated, as_modelled
from jourdain.run.early import EarlyReport, report_stored
from jourdain.run.event_rows import may_spare
from jourdain.run.oscillations import small_oscillations
from jourdain.run.pace import Bar, Pace, patient
from jourdain.run.plain import PlainSystem
from jourdain.run.settling import endless, has_impacts, is_pressed, pile_up, settles_for
from jourdain.run.start import Start, consistent_start
from jourdain.run.stops import changes_of_stops, pulling_in_blow, same_motion, sides_in_force, stops_of
from jourdain.run.systems import Cache, RunSystems
from jourdain.system.shared import SharedSystem
from jourdain.system.system import System
from jourdain.system.tree import TreeSystem

# a pilot run: part of the span of a run, but so many long steps at least and at most
PILOT_SHARE, PILOT_LEAST, PILOT_MOST = 0.2, 100, 500
PILOT_PLACES = 8  # where its positions are looked at
_CHUNK_SECONDS = (
    0.15  # of the clock on the wall: how often Python looks at the clock, the progress bar and the keyboard
)


@dataclass
class Segment:
    """The part of a run between two changes of the system: what moves, where it started, its memory.

    inner: the same start in the coordinates that are integrated, to which s and mo belong. blows: of impacts that the loop
    has carried out, states before and after each (2 n, ..), their times "t" (2 n,), and outputs stored by then, "done" (n,).
    """

    systems: RunSystems
    start: Start
    inner: Start
    s: Context
    mo: Context
    plain: PlainSystem
    blows: list[dict[str, np.ndarray]] = field(default_factory=list)
    early: EarlyReport | None = None  # of output points, in runs that take long

    @property
    def system(self) -> System:
        """What moves, as results show it: without rows that are not in force."""
        return self.plain.system

    @property
    def model(self) -> Model:
        """The model in force."""
        return self.plain.model

    @property
    def done(self) -> int:
        """Output points stored so far, the start included."""
        return int(self.mo.clock.done)

    @property
    def now(self) -> Snapshot:
        """The present state."""
        state = self.states()
        return Snapshot(float(self.mo.clock.t), *(state[name][0] for name in ("q", "v", "w", "ref")))

    def states(self, stored: int | None = None) -> dict[str, np.ndarray]:
        """q, v, a, w, lam, ref in the coordinates of the model, (n, ..): the present state, or the first `stored` outputs.

        Dormant rows are among the multipliers; plain.states(..) is without them.
        """
        names, mo = ("q", "v", "a", "w", "lam", "ref"), self.mo
        before = self.start.q
        if stored is None:
            found = {name: getattr(mo, "vd" if name == "a" else name)[None].copy() for name in names}
            if self.inner is not self.start and not isinstance(self.inner.system, TreeSystem):
                before = self.states(self.done)["q"][-1]
        else:
            found = {name: getattr(mo, f"out_{name}")[:stored] for name in names}
        return as_modelled(self.start.system, self.inner.system, found, before)


class Run:
    """One simulation: begin(), then march() until `finished`."""

    blows_in_loop = 64  # impacts that the loop carries out before Python looks; 0: all are carried out here

    def __init__(self, system: System, method: Integrator, times: np.ndarray, compiled: Cache | None = None) -> None:
        """compiled: systems of an earlier run of this system."""
        self.compiled: Cache = {} if compiled is None else compiled
        self.variants: dict[Any, RunSystems] = {}  # by the texts in force
        self.original, self.method, self.times = system.model, method, times
        self.span = float(times[-1] - times[0])
        self.segments: list[Segment] = []
        self.events: list[EventRecord] = []
        self.status, self.cpu = OK, 0.0
        self.interrupted = self.stopped = self.gave_up = False
        self.asked_to_end = False  # by Ctrl-C; interrupted: before it had come to its end
        self.open_joints = False  # may joints that contradict each other stay open?
        self.play = False  # are redundant joints taken as if they did not quite fit, from the start?
        self.may_spare = False  # may redundant rows be left to the others, see run/redundancy.py?
        self.between = np.zeros(0)  # times between outputs, at which it is looked for singular positions [s]
        self.apart_at: float | None = None  # when they first did [s]
        self.notes: tuple[str, ...] = ()  # on what was chosen, for the trust line
        self.problem: BaseException | None = None
        self.failure: ConvergenceError | None = None
        self.first = system
        self.found: Start | None = None  # the consistent start of `first`, where it is known
        self.stops = stops_of(system.model)
        self.tried: list[Any] = []  # the last instant at which stops changed, and the sets of them tried there

    # -- segments ---------------------------------------------------------------------------------------------

    def begin(self) -> None:
        """The first segment, from a consistent start."""
        t = float(self.times[0])
        spare = self.may_spare and may_spare(self.original)
        plain = self.found if self.found is None else self.found.once_more()
        if plain is None:
            plain = consistent_start(self.first, t, open_joints=self.open_joints, play=self.play, may_spare=spare)
        self.found = replace(plain, last_flags=plain.flags.copy())  # its memory may serve this run
        automatic = self.method.coordinates == "auto"
        if automatic:
            coordinates, why = choose_coordinates(self.first, self.method)
            self.method, self.notes = replace(self.method, coordinates=coordinates), (why,)
        try:
            mo = self._first_segment(plain, t)
        except ModelError as problem:  # redundant joints that do not fit, motions without inertia
            if not (automatic and self.method.coordinates == "joint"):
                raise
            self.method = replace(self.method, coordinates="cartesian")
            self.notes = (f"coordinates: Cartesian ({reason(problem)})",)
            mo = self._first_segment(plain, t)
        for i, event in enumerate(self.original.events.values()):
            if has_impacts(event.actions):  # what lies on its stop at the start has come from the free side
                mo.event_side[i] = -DIRECTIONS[event.direction]

    def _first_segment(self, plain: Start, t: float) -> Context:
        systems = self.first_systems()
        if isinstance(systems.inner.compiled, SharedSystem):
            self.notes += (str(systems.inner.compiled),)
        start = systems.begin(plain, t)
        times = np.union1d(self.times, self.between)
        return self._add(systems, start, PlainSystem(systems, start, system=plain.system), times, None).mo

    def _pilot(self, t: float, method: Integrator, long: float) -> tuple[np.ndarray, float] | None:
        """Positions (n, nq) at multiples of some steps `long` [s] after the start t by another method; None if it stops before.

        They lie in the first part of this run; None for runs too short for that. Beside them: how many times as long as that
        this run is.
        """
        whole = self.span / long
        each = int(min(whole, max(PILOT_LEAST, min(PILOT_SHARE * whole, PILOT_MOST))) / PILOT_PLACES + 1e-9)
        if each == 0:
            return None
        spans = each * long * np.arange(1, PILOT_PLACES + 1)
        one = Run(self.first, method, np.concatenate([[t], t + spans]), self.compiled)
        one.open_joints, one.play, one.may_spare, one.blows_in_loop = self.open_joints, self.play, self.may_spare, 0
        try:
            one.begin()
        except ConvergenceError:
            return None
        here = one.here
        steps = int(spans[-1] / (method.whole_step or long)) + PILOT_PLACES
        status = one.method.kernel()(here.inner.system.kind, here.s, here.mo, steps)
        return (here.mo.out_q[1:].copy(), self.span / spans[-1]) if status == OK and one.finished else None

    def first_systems(self) -> RunSystems:
        """The systems of the model as it is at first."""
        kind, splits = self.first.kind, self.method.splits
        systems = RunSystems(self.first, self.method.coordinates_for(kind), self.compiled, splits=splits)
        systems.open_joints = self.open_joints
        self.variants[systems.key] = systems
        return systems

    def _add(
        self, systems: RunSystems, start: Start, plain: PlainSystem, times: np.ndarray, before: Segment | None
    ) -> Segment:
        """A segment from a consistent start; it takes over the step size and the work done so far."""
        outer, t = start, float(times[0])
        start = as_integrated(systems, outer, t)
        system = start.system
        if before is None:
            self.method = self.method.settled(
                system, lambda tables: small_oscillations(start, t, tables), partial(self._pilot, t)
            )
        method = self.method
        same = before is not None and all(
            outer.system.tables[name] is before.start.system.tables[name] for name in ("rows", "laws")
        )
        working = len(before.mo.power) > 0 if before is not None and same else works(outer.system)
        held = any(stop.name in systems.engaged for stop in self.stops)  # one of them may let go in the blow
        blows = self.blows_in_loop if systems.strikes_in_loop(outer) and not held else 0
        mo = method.memory(system, times, working, self.span, blows)
        put_start(mo, method, start, t)
        if before is not None:
            mo.work[:] = mo.out_work[0] = before.mo.work
            for name in ("event_hit", "event_side", "event_last"):
                getattr(mo, name)[:] = getattr(before.mo, name)
            mo.event_new_rate[:] = before.mo.event_old_rate
            if not method.fixed:
                mo.clock.step = min(before.mo.clock.step, max(times[-1] - t, 1e-300))
            method.take_over(before.mo, mo)
        flags = start.flags.copy()
        if before is None or start.flags[SPARE] > 0.0:
            s = start.context if method.implicit else work_context(system, start)
        else:
            s = start.context if method.implicit else systems.inner.memory()
            for flag in () if method.implicit else LEARNT:
                s.flags[flag] = flags[flag]
        self.segments.append(Segment(systems, outer, start, s, mo, plain))
        return self.segments[-1]

    @property
    def here(self) -> Segment:
        """The segment that is being marched."""
        return self.segments[-1]

    @property
    def spares(self) -> bool:
        """Are redundant rows left to the others?"""
        return bool(self.segments[0].start.flags[SPARE] > 0.0)

    @property
    def finished(self) -> bool:
        """All output times are stored, or something ended the run."""
        ended = self.stopped or self.interrupted or self.failure is not None or self.status != OK
        return ended or self.here.done >= len(self.here.mo.times)

    # -- marching ----------------------------------------------------------------------------------------------

    def march(
        self, progress: bool | None, pause: Callable[[], None] | None = None, what: str = "", most: float = np.inf
    ) -> None:
        """Run the compiled loop in chunks, events included; `pause` is called between chunks, `what` stands by the bar.

        most: give up after so much CPU time [s].
        """
        bar = Bar(progress, float(self.times[0]), float(self.times[-1]), what)
        kernel = self.method.kernel()
        kernel(self.here.inner.system.kind, self.here.s, self.here.mo, 0)  # compiles or loads outside the measured time
        limit, names = 1, list(self.original.events)  # steps of large models may take long
        pace = Pace(self.here.mo, self.span)
        try:
            with patient() as asked:
                while not self.finished:
                    segment = self.here
                    before, clock = time.process_time(), time.perf_counter()
                    status = kernel(segment.inner.system.kind, segment.s, segment.mo, limit)
                    self.cpu += time.process_time() - before
                    self.events += taken_out(segment, names)
                    if time.perf_counter() - clock > 0.5 * _CHUNK_SECONDS:  # a long run: see that no outputs pile up
                        report_stored(segment, self.method.drifts)
                    spent = time.perf_counter() - clock
                    limit = int(min(limit * 8, max(1, limit * _CHUNK_SECONDS / max(spent, 1e-6)), 10**9))
                    if status == EVENT:
                        self._happen(segment)
                    else:
                        self.status = STEP_TOO_SMALL if status == OK and pace.stands_still(segment.mo) else status
                    bar.show(float(segment.mo.clock.t))
                    if pause is not None:
                        pause()
                    if self.cpu > most:
                        self.gave_up = True
                        break
                    if asked:
                        self.asked_to_end, self.interrupted = True, not self.finished
        except KeyboardInterrupt:
            self.interrupted = True
        except ConvergenceError as error:  # an event that could not be carried out
            self.failure = error
        finally:
            bar.close()
            self.events += taken_out(self.here, names)  # where Ctrl-C did not wait
        problem = pending_exception()
        if isinstance(problem, KeyboardInterrupt):  # Ctrl-C arrived inside a Python function
            self.status, self.interrupted, problem = OK, True, None
        self.problem = problem
        self.asked_to_end |= self.interrupted

    # -- events ------------------------------------------------------------------------------------------------

    def _happen(self, segment: Segment) -> None:
        """Carry out the events that the loop stands at."""
        now = segment.now
        events = list(self.original.events.values())
        planned: list[PlannedAction] = []
        records: list[EventRecord] = []
        for i in np.flatnonzero(segment.mo.event_hit):
            event = events[i]
            records.append(EventRecord(event.name, now.t, bool(segment.mo.event_side[i] > 0), now.v, now.v))
            self.events.append(records[-1])
            segment.mo.event_last[i] = now.t
            actions = self._actions(segment, event)
            if has_impacts(actions):
                segment.mo.event_hit[i] = SENT_BACK
            planned += [PlannedAction(action, event) for action in actions]
        held = frozenset(segment.systems.engaged)
        try:
            self._do(segment, planned, records)
            for record in records:
                limit = self.original.events[record.name].part_of
                still = held == self.here.systems.engaged and same_motion(record.v_before, record.v_after)
                record.idle = bool(limit and record.actions) and still
        except ConvergenceError:
            raise
        except JourdainError as problem:  # such as a law that cannot be compiled, or bodies left without inertia
            names = " and ".join(repr(record.name) for record in records)
            raise ConvergenceError(
                f"what the event {names} asks for at t = {now.t:.9g} s cannot be done: {problem}"
            ) from problem

    def _actions(self, segment: Segment, event: Event) -> tuple[Action, ...]:
        """What an event does; instead of an impact what it settles for, once its impacts pile up."""
        limit = pile_up([record.t for record in self.events if record.name == event.name], self.span)
        if limit is None:
            return event.actions
        others = tuple(action for action in event.actions if not isinstance(action, Impact))
        settle = tuple(a.settle for a in event.actions if isinstance(a, Impact) and a.settle is not None)
        if not settle:
            raise endless(segment, event, limit, len(self.events))
        return (*others, *settle)

    def _do(self, segment: Segment, planned: list[PlannedAction], records: list[EventRecord]) -> None:
        """Carry out the actions, and what plastic impacts settle for."""
        for record in records:
            mine = (one.action for one in planned if one.event.name == record.name)
            record.actions += tuple(type(action).__name__ for action in mine)
        if any(isinstance(one.action, Stop) for one in planned):
            self._stop(segment)
        elif planned:
            now = segment.now
            new = self._go_on(segment, now, planned, records)
            settled = [
                PlannedAction(settles_for(segment, one), one.event) for one in planned if is_pressed(segment, new, one)
            ]
            settled = settled or self._stops_to_change(new)
            if settled:
                self._do(new, settled, records)

    def _stops_to_change(self, segment: Segment) -> list[PlannedAction]:
        """Stops of limits to engage and release; no set of them is tried twice at one instant."""
        if not self.stops:
            return []
        t, held = segment.now.t, frozenset(segment.systems.engaged)
        if self.tried[:1] != [t]:
            self.tried = [t]
        self.tried.append(held)
        here = segment.start
        now = Snapshot(t, here.q, here.v, here.w, here.ref)
        full = partial(segment.systems.having_stops, now, self.variants)
        changes = changes_of_stops(segment.systems, self.stops, now, here, full)
        wanted = held ^ {one.action.joint for one in changes if isinstance(one.action, JointAction)}
        if wanted in self.tried:
            return []
        self.tried.append(wanted)
        return changes

    def _stop(self, segment: Segment) -> None:
        """The present state becomes the last output point."""
        mo, k = segment.mo, segment.done
        fresh = k == 1 and len(self.segments) > 1  # then the first point is no output
        if k < len(mo.times) and (fresh or mo.times[k - 1] < mo.clock.t):
            mo.times[k] = mo.clock.t
            for name in ("q", "v", "a", "w", "lam", "ref", "work"):
                getattr(mo, f"out_{name}")[k] = getattr(mo, "vd" if name == "a" else name)
            mo.clock.done = k + 1
        self.stopped = True

    def _go_on(self, old: Segment, now: Snapshot, planned: list[PlannedAction], records: list[EventRecord]) -> Segment:
        """A new segment after switches, locks, blows and resets."""
        doing = [one.action for one in planned]
        structural: list[Action] = [action for action in doing if isinstance(action, STRUCTURAL)]
        old.start.last_flags, old.inner.last_flags = old.start.flags.copy(), old.inner.flags.copy()  # memory goes on
        before = old.systems.energies(now)
        systems, then = self._switched(old.systems, structural, now)
        v, impulses, released = self._blow(systems, planned, then)
        structural += released
        w = then.w.copy()
        for action in doing:
            if isinstance(action, Reset):
                w[systems.whole.state_names.index(action.state)] = float(action.value)
        stops = {stop.name for stop in self.stops}  # which take away motions, or give back what has been looked at
        new = any(not (isinstance(action, JointAction) and action.joint in stops) for action in structural)
        start = systems.restart(Snapshot(then.t, then.q, v, w, then.ref), new)
        for record in records:
            record.v_after = start.v.copy()
            so_far = record.impulses
            record.impulses = so_far | {name: p + so_far.get(name, 0.0) for name, p in impulses.items()}
        energy = start.energy[:2] - before
        left = old.mo.times[old.done :]
        plain = PlainSystem(systems, start).after(old.plain, structural, self.original, now)
        segment = self._add(systems, start, plain, np.concatenate([[then.t], left]), old)
        given = any(isinstance(action, (Impulse, Jump)) for action in doing)
        segment.mo.work[:] += [0.0, 0.0 if given else energy[0], energy[1] + (energy[0] if given else 0.0)]
        segment.mo.out_work[0] = segment.mo.work
        self.method.kernel()(segment.inner.system.kind, segment.s, segment.mo, 0)
        return segment

    def _blow(
        self, systems: RunSystems, planned: list[PlannedAction], then: Snapshot
    ) -> tuple[np.ndarray, dict[str, float], list[Action]]:
        """Velocities after the blows and their impulses; stops that would pull let go."""
        released: list[Action] = []
        while True:
            v, impulses = velocities_after_blows(systems, planned, then)
            pulling = []
            if self.stops and not same_motion(then.v, v):  # else impulses are rounding
                pulling = pulling_in_blow(impulses, sides_in_force(systems, self.stops, then))
            if not pulling:
                return v, impulses, released
            released += (now := [Release(name) for name in pulling])
            systems.switch(now, then)

    def _switched(self, systems: RunSystems, actions: list[Action], now: Snapshot) -> tuple[RunSystems, Snapshot]:
        """The systems after structural actions, and the present state in them."""
        if not actions:
            return systems, now
        new = systems.changed(actions, self.original, now, self.variants)
        then = replace(now, ref=now.ref.copy() if new is systems else new.outer.turns_of(systems.outer, now.ref))
        new.switch(actions, then)
        new.check_gaps(then)
        return new, then

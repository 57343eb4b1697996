"""The systems of a run: compiled once, with all rows that its events may ask for, and switched from then on.

`outer` has the coordinates of the model; events are carried out on it. `inner` is what is integrated: the same, or natural
coordinates. `striking` has the struck measures as rows besides: they act in the moment of a blow only, so that what is
integrated does not carry them along. What cannot be switched (texts of laws, motions and parameters) is part of the `base`
model, of which other systems are compiled when it changes.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

import numpy as np

from jourdain.diagnosis.inertia import check_inertia
from jourdain.errors import ConvergenceError, ModelError
from jourdain.kernels.bodies.lagrangian import MASS_OF_V
from jourdain.kernels.tables import ALWAYS_SVD
from jourdain.model.events import Action, Engage, Lock, Release, Switch, Unlock
from jourdain.model.limits import STOP
from jourdain.model.model import Model
from jourdain.run.actions import PlannedAction, Snapshot, apply_structural_actions, locked_rows, marker_of_lock
from jourdain.run.event_rows import EventRows, compiled, strikes, try_joints_of_events, with_blows
from jourdain.run.redundancy import leaving_spare
from jourdain.run.start import Start, consistent_start
from jourdain.system.compile import compile
from jourdain.system.switchable import LAW_NUMBERS, SwitchableSystem, shared_turns
from jourdain.system.system import System, evaluate

JOINT_ACTIONS = (Lock, Unlock, Release, Engage)
Cache = dict[Any, System]


def texts_of(model: Model) -> tuple[Any, ...]:
    """What a system of this model cannot switch: models of equal texts share one."""
    motions = tuple((name, row.function) for name, joint in model.joints.items() for row in joint.rows if row.function)
    laws = tuple((name, force.law) for name, force in model.forces.items())
    return tuple(model.parameters.items()), tuple(model.tables.items()), laws, motions


def _numbers(action: Switch) -> dict[str, float]:
    return {name: getattr(action, name) for name in LAW_NUMBERS if getattr(action, name) is not None}


class RunSystems:
    """The systems of one base model. engaged: switchable joints that are in force; locked: those that are held."""

    open_joints = False  # may joints that contradict each other stay open?
    spare: np.ndarray | None = None  # mask of the rows that the run leaves to others; only where events change no rows

    def __init__(
        self,
        plain: System,
        coordinates: str,
        cache: Cache,
        key: Any = None,
        stops: bool | None = None,
        splits: tuple[str, ...] = (),
    ) -> None:
        """splits: of joint coordinates. stops: with the rows of limits (None: if one is in force).

        These are compiled when the first limit is reached.
        """
        self.base, self.coordinates, self.splits, self.cache = plain.model, coordinates, splits, cache
        held = any(joint.kind == STOP and joint.active for joint in self.base.joints.values())
        self.stops = held if stops is None else stops
        self.key = (texts_of(self.base), self.stops) if key is None else key
        self.event_rows = try_joints_of_events(self.base, cache, self.key, self.stops)
        rows = self.event_rows
        whole = plain
        if rows.needed:
            whole = replace(compiled(rows, "cartesian", cache, (self.key, "cartesian")), length=plain.length)
        self.whole = whole
        self.outer = self.inner = SwitchableSystem(whole)
        if coordinates != "cartesian":
            other = compiled(rows, coordinates, cache, (self.key, coordinates, splits), splits)
            self.inner = SwitchableSystem(replace(other, length=whole.length))
        self._strike_with(rows)
        self.engaged = {name for name in rows.switchable if name in self.base.joints and self.base.joints[name].active}
        self.locked: set[str] = set()
        for force in self.base.forces.values() if rows.needed else ():
            self.outer.set_law(force.name, {name: getattr(force, name) for name in LAW_NUMBERS})
        self._show()

    def _strike_with(self, rows: EventRows) -> None:
        """The system that blows are solved on; what is wrong with it is said when the first blow falls."""
        self._striking: SwitchableSystem | None = None
        self._blows: dict[tuple[str, Action], str] = rows.blows
        self._problem: ModelError | None = None
        if strikes(self.base, own=True):  # along limits nothing can be wrong
            self._struck_rows()

    def _struck_rows(self) -> SwitchableSystem:
        """The system with the struck measures as rows."""
        if self._striking is None:
            self._striking = self.outer
            if strikes(self.base):
                rows = with_blows(self.event_rows)
                try:
                    self._striking = SwitchableSystem(compiled(rows, "cartesian", self.cache, (self.key, "struck")))
                    self._blows = rows.blows
                except ModelError as problem:
                    self._problem = problem
        return self._striking

    # -- starting ------------------------------------------------------------------------------------------------

    def begin(self, start: Start, t: float) -> Start:
        """The start of the plain system as that of `outer`: rows that hold their start hold what that one found."""
        names = {name: r for r, name in enumerate(self.whole.row_names)}
        own = [names[name] for name in start.system.row_names]
        self.outer.change("rows")["constant"][own] = start.system.tables["rows"]["constant"]
        if not self.event_rows.needed:
            self.leave(start.system.tables["rows"]["looped"] == 2)
            return start
        ref = np.zeros_like(self.whole.ref0)
        mine, theirs = shared_turns(self.whole, start.system)
        ref[mine] = start.ref[theirs]
        found = self.restart(Snapshot(t, start.q, start.v, start.w, ref), False)
        return replace(found, moved=start.moved, gaps=start.gaps)

    def leave(self, spare: np.ndarray) -> None:
        """From now on leave rows (mask) to the others."""
        self.spare = spare if spare.any() else None

    def restart(self, now: Snapshot, changed: bool) -> Start:
        """Closed positions and velocities, accelerations and multipliers with what is in force; changed: which is new."""
        system = self.outer.in_force(now.q, now.v, now.w, now.ref)
        if changed:
            check_inertia(system, now.t)
        if self.spare is not None:
            system = leaving_spare(system, self.spare)
        memory = self.outer.memory() if self.spare is None else system.context()
        return consistent_start(system, now.t, settled=True, s=memory, open_joints=self.open_joints)

    # -- switching -----------------------------------------------------------------------------------------------

    def _show(self) -> np.ndarray:
        """Put in force what is engaged and locked; the mask of the rows of `outer` that wake up."""
        wanted = {name: name in self.engaged and name not in self.locked for name in self.event_rows.switchable}
        locks = self.event_rows.locks
        wanted |= {locks[name]: name in self.engaged and name in self.locked for name in locks}
        return self.outer.activate(wanted) if wanted else np.zeros(self.whole.n_rows, bool)

    def can_switch(self, action: Action) -> bool:
        """Is this a matter of numbers in tables? (Else other systems are compiled.)"""
        if isinstance(action, (Lock, Unlock)):
            return action.joint in self.event_rows.locks
        if isinstance(action, (Release, Engage)):
            return action.joint in self.event_rows.switchable
        return isinstance(action, Switch) and action.law is None and action.motion is None and self.event_rows.needed

    def switch(self, actions: Iterable[Action], now: Snapshot) -> None:
        """Carry out what can_switch() of the structural actions, in their order."""
        moved: set[str] = set()
        for action in actions:
            if isinstance(action, Switch) and self.can_switch(action):
                self.outer.set_law(action.element, _numbers(action))
            elif isinstance(action, Lock) and self.can_switch(action):
                self._place_lock(action.joint, now)
                moved.add(self.event_rows.locks[action.joint])
                self.engaged.add(action.joint)
                self.locked.add(action.joint)
            elif isinstance(action, Unlock) and self.can_switch(action):
                self.locked.discard(action.joint)
            elif isinstance(action, (Release, Engage)) and self.can_switch(action):
                (self.engaged.add if isinstance(action, Engage) else self.engaged.discard)(action.joint)
        woken, anew = self._show(), self.outer.rows_of(moved)
        self.outer.hold(woken | anew, anew, now.t, now.q, now.w, now.ref)

    def recall(
        self, numbers: dict[str, dict[str, np.ndarray]], engaged: list[str], locked: list[str], model: Model
    ) -> None:
        """Put in force what was so at another time; model: the model of then, which knows what holds its locked joints."""
        self.engaged, self.locked = set(engaged), set(locked)
        for name in self.locked:
            if model.joints[name].a is not None:
                self.outer.place(self.event_rows.locks[name], model.joints[name].rows)
        for table, columns in numbers.items():
            mine = self.outer.change(table)
            for name, values in columns.items():
                mine[name] = values

    def _place_lock(self, name: str, now: Snapshot) -> None:
        joint = self.base.joints[name]
        marker = marker_of_lock(self.base, joint, self.whole, now)
        if marker is not None:
            lock = self.event_rows.locks[name]
            self.outer.place(lock, locked_rows(joint, marker))
            now.ref[self.outer.turns_in(lock)] = 0.0  # angles of the lock are counted from here

    def changed(
        self, actions: list[Action], original: Model, now: Snapshot, known: dict[Any, RunSystems]
    ) -> RunSystems:
        """Systems of another base model, with the structural actions that this one cannot switch; all else stays in force."""
        if not self.stops and any(isinstance(a, JOINT_ACTIONS) and self._is_stop(a.joint) for a in actions):
            return self.having_stops(now, known).changed(actions, original, now, known)
        edits = [a for a in actions if not self.can_switch(a)]
        if not edits:
            return self
        base = apply_structural_actions(self.base, original, edits, self.whole, now)
        key: Any = (texts_of(base), self.stops)
        if any(isinstance(a, JOINT_ACTIONS) for a in edits):  # frames are known now only: never the same again
            key = (key, object())
        if key not in known:
            known[key] = RunSystems(compile(base), self.coordinates, self.cache, key, self.stops, self.splits)
            known[key].open_joints = self.open_joints
        new = known[key]
        new.take_over(self, now)
        for action in edits:
            if isinstance(action, Switch) and action.motion is None:
                new.outer.set_law(action.element, _numbers(action))
        return new

    def _is_stop(self, joint: str) -> bool:
        return joint in self.base.joints and self.base.joints[joint].kind == STOP

    def having_stops(self, now: Snapshot, known: dict[Any, RunSystems]) -> RunSystems:
        """The systems of the same base that have the rows of limits, with all else in force that is."""
        if self.stops:
            return self
        key = (self.key, STOP)
        if key not in known:
            plain = replace(self.whole, model=self.base)
            known[key] = RunSystems(plain, self.coordinates, self.cache, key, True, self.splits)
            known[key].open_joints = self.open_joints
        known[key].take_over(self, now)
        return known[key]

    def take_over(self, old: RunSystems, now: Snapshot) -> None:
        """Have in force what another one had, held values included; what only this one has holds the present."""
        if old is self:
            return
        shared = self.event_rows.switchable
        self.engaged = {n for n in self.engaged if n not in old.event_rows.switchable} | (old.engaged & shared)
        self.locked = {name for name in old.locked if name in self.event_rows.locks}
        names = {name: r for r, name in enumerate(old.whole.row_names)}
        held = old.outer.compiled.held
        new_rows = [name not in names or not held[names[name]] for name in self.whole.row_names]
        self.outer.follow(old.outer)
        self._show()
        ref = self.outer.turns_of(old.outer, now.ref)
        self.outer.hold(np.array(new_rows, bool), np.zeros(len(new_rows), bool), now.t, now.q, now.w, ref)

    # -- the present state -----------------------------------------------------------------------------------------

    def energies(self, now: Snapshot) -> np.ndarray:
        """Kinetic and potential energy (2,) [J]."""
        kind, s = self.whole.kind, self.outer.memory()
        return evaluate(kind, s, now.t, now.q, now.v, w=now.w, ref=now.ref, matrix=False)[:2]

    def check_gaps(self, now: Snapshot) -> None:
        """A joint that is put in force must be closed by then."""
        s = self.outer.memory()
        evaluate(self.whole.kind, s, now.t, now.q, now.v, w=now.w, ref=now.ref, matrix=False)
        for r in np.flatnonzero(~(np.abs(s.g) <= 1e-4 * max(1.0, self.whole.length))):
            name = self.row_names(self.outer)[r]
            raise ConvergenceError(
                f"at t = {now.t:.9g} s the event puts {name!r} in force while it is open by {s.g[r]:.3g}; "
                "let the event happen where the joint is closed, or place its markers accordingly.",
                None,
            )

    # -- blows ---------------------------------------------------------------------------------------------------

    @property
    def striking(self) -> SwitchableSystem:
        """With the struck measures as rows, all of them dormant, and else what is in force."""
        striking = self._struck_rows()
        if self._problem is not None:
            raise self._problem
        if striking is not self.outer:
            striking.follow(self.outer)
            striking.activate(dict.fromkeys(self._blows.values(), False))
        return striking

    def struck(self, blows: list[PlannedAction], labels: list[str]) -> tuple[SwitchableSystem, list[str]]:
        """What these blows are solved on, and names of its rows."""
        if not blows:
            return self.outer, self.row_names(self.outer)
        board = self.striking
        joints = [self._blows[one.event.name, one.action] for one in blows]
        board.activate(dict.fromkeys(joints, True))
        names = self.row_names(board)
        for joint, label in zip(joints, labels, strict=True):
            names[board.joints[joint][0]] = label
        return board, names

    def strikes_in_loop(self, start: Start) -> bool:
        """Can the time loop carry out impacts, those that the table of events gives a restitution?

        Not where results are in other coordinates, joints share a blow with the least impulses, or what belongs to the
        velocities after it (algebraic states, a mass that depends on them) is more than one linear solve.
        """
        tables = self.whole.tables
        generated = tables["generated"]
        return bool(
            (tables["events"]["restitution"] > 0.0).any()
            and self.inner is self.outer
            and self._problem is None
            and not (start.redundant or start.flags[ALWAYS_SVD] or (tables["states"]["differential"] == 0).any())
            and not (len(generated) and generated[MASS_OF_V])
        )

    # -- names -----------------------------------------------------------------------------------------------------

    def row_names(self, board: SwitchableSystem) -> list[str]:
        """Names of rows as the model knows them: "hinge: angle" for what holds a locked hinge."""
        names = list(board.compiled.row_names)
        for joint, lock in self.event_rows.locks.items():
            for r in board.joints[lock]:
                names[r] = names[r].replace(lock, joint, 1)
        return names

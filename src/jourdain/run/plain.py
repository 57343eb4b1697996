"""What results show of a segment of a run: its model, and a System without dormant rows, compiled when it is asked for."""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property
from typing import Any

import numpy as np

from jourdain.model.events import Action
from jourdain.model.model import Model
from jourdain.run.actions import Snapshot, apply_structural_actions
from jourdain.run.coordinates import States, as_plain
from jourdain.run.start import Start
from jourdain.run.systems import RunSystems
from jourdain.system.compile import compile
from jourdain.system.switchable import LAW_NUMBERS, shared_turns
from jourdain.system.system import System


class PlainSystem:
    """The model and the System of a segment, found from those of the segment before and what an event did to it."""

    def __init__(self, systems: RunSystems, start: Start, *, system: System | None = None) -> None:
        """system: that of the first segment, which is known."""
        self.outer, self.start, self.cache = start.system, start, systems.cache
        self.engaged, self.locked = frozenset(systems.engaged), frozenset(systems.locked)
        self.locks = {name: lock for name, lock in systems.event_rows.locks.items() if name in systems.locked}
        self.key: Any = None
        if not self.locks:  # where a joint is locked, the marker that holds it belongs to this segment only
            numbers = tuple(self.outer.tables["laws"][name].tobytes() for name in LAW_NUMBERS)
            self.key = ("plain", systems.key, self.engaged, numbers)
        self.before: PlainSystem | None = None
        self._first: PlainSystem | None = (
            None  # of those that no structural action has parted since, if it is another one
        )
        self.actions: list[Action] = []
        self.compiled_as: System | None = system

    def after(self, before: PlainSystem, actions: list[Action], original: Model, now: Snapshot) -> PlainSystem:
        """The same, knowing what came before and which structural actions led here at the state `now`."""
        self.before, self.actions, self.original, self.now = before, actions, original, now
        self._first = None if actions else before.same_as
        return self

    @property
    def same_as(self) -> PlainSystem:
        """The first of those that no structural action has parted since."""
        return self._first or self

    @cached_property
    def model(self) -> Model:
        """The model in force."""
        first, later = self, []
        while first.compiled_as is None and "model" not in vars(first):  # no recursion: there may be thousands
            assert first.before is not None
            later.append(first)
            first = first.before
        model: Model = vars(first).get("model") or first.compiled_as.model  # type: ignore[union-attr]
        for one in reversed(later):
            if one.actions:
                model = apply_structural_actions(model, one.original, one.actions, one.outer, one.now)
            vars(one)["model"] = model
        return model

    @cached_property
    def compiled(self) -> System:
        """The System of the model, wherever it starts."""
        if self.compiled_as is not None:
            return self.compiled_as
        if self.same_as is not self:
            return self.same_as.compiled
        if self.key is None:
            return compile(self.model)
        if self.key not in self.cache:
            self.cache[self.key] = compile(self.model)
        return self.cache[self.key]

    @cached_property
    def source(self) -> np.ndarray:
        """(m,) where the rows of the System are among those of the one with dormant rows."""
        source = np.zeros(self.compiled.n_rows, np.int64)
        for joint, rows in self.compiled.joint_rows.items():
            if len(rows):
                source[rows] = self.outer.joint_rows[self.locks.get(joint, joint)]
        return source

    @cached_property
    def system(self) -> System:
        """The System as it starts: turns of angles and held values as they are in the run."""
        if self.compiled_as is not None:  # of the first segment: it starts as drawn
            return self.compiled_as
        new, start = self.compiled, self.start
        rows = new.tables["rows"].copy()
        rows["constant"][new.held] = self.outer.tables["rows"]["constant"][self.source][new.held]
        ref = np.zeros_like(new.ref0)
        mine, theirs = shared_turns(new, self.outer)
        ref[mine] = start.ref[theirs]
        return replace(new, tables=new.tables | {"rows": rows}, q0=start.q, v0=start.v, w0=start.w, ref0=ref)

    def states(self, states: States) -> States:
        """States of the system with dormant rows as those of the plain one."""
        return as_plain(self.system, self.outer, self.source, states)

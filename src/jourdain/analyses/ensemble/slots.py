"""Memory in which runs are made one after the other: one slot for each thread.

A slot has a System with arrays of its own, and memory for starting, running and reporting. For each run numbers go into the
arrays, the memory is put back to what it was when fresh, and the kernels do the rest, without the interpreter lock. What is
out of the ordinary is left to a run by itself: redundant rows, joints that do not close, a failure.
"""

from __future__ import annotations

import threading
from dataclasses import replace
from typing import Any

import numpy as np

from jourdain.analyses.ensemble.edits import SAMPLES, Edit, arrays_of, derive, find_edits, private
from jourdain.analyses.ensemble.members import DONE, Outcome, Task
from jourdain.analyses.ensemble.table import Columns, row_of, rows_in
from jourdain.diagnosis.inertia import check_inertia
from jourdain.errors import JourdainError
from jourdain.integrators import Integrator
from jourdain.integrators.march import march
from jourdain.kernels.context import Context
from jourdain.kernels.kinds import Planar, Spatial
from jourdain.kernels.status import OK
from jourdain.kernels.tables import LEARNT
from jourdain.model.parameters import with_parameters
from jourdain.result.result import Result, Stats
from jourdain.result.trust import Trust
from jourdain.run.beginning import put_start, works
from jourdain.run.report import reported
from jourdain.run.start import consistent_start
from jourdain.system.compile import centres, joint_markers
from jourdain.system.system import System

OPEN = 1e-9  # of the length: joints that stay open by more are looked at by a run by itself
CHUNK = 2000  # steps between two looks at whether to stop


class Plan:
    """How runs of a task are made in slots; `reason`: why they cannot be, or empty."""

    def __init__(self, task: Task, columns: Columns, base: int) -> None:
        """base: the row that the system of the task was compiled for."""
        self.task, self.edits = task, list[Edit]()
        self.start_values = row_of(columns, base)
        self.working = works(task.system)
        self.reason = _unfit(task.system, task.method) or self._find(columns, base)

    def _find(self, columns: Columns, base: int) -> str:
        """Find and test the edits; why there are none, or empty."""
        task, values = self.task, self.start_values
        n = rows_in(columns)
        rows = np.unique(np.linspace(0, n - 1, SAMPLES).astype(int)).tolist()
        others: dict[str, list[tuple[float, System]]] = {}
        try:
            for name, column in columns.items():
                different = dict.fromkeys(float(column[i]) for i in rows if column[i] != values[name])
                different = different or dict.fromkeys(column[column != values[name]][:1].tolist())
                others[name] = [(value, task.compiled(values | {name: value})) for value in different]
            found = find_edits(task.system, values, others)
            if found is None:
                return "other values change more than numbers that follow from them directly"
            self.edits = found
            slot = Slot(self)
            for i in rows:
                one = row_of(columns, i)
                if slot.fill(one) and not _equal(slot, task.compiled(one)):
                    return "numbers follow from several columns at once"
        except JourdainError as problem:
            return f"row {i if 'i' in locals() else base} cannot be compiled: {problem}"
        return ""


def _unfit(system: System, method: Integrator) -> str:
    """Why runs of a system by a method need Python, or empty."""
    if type(system.kind) not in (Planar, Spatial):
        return "its bodies bend, or it has coordinates of its own"
    if method.coordinates_for(system.kind) != "cartesian" or type(method).settled is not Integrator.settled:
        return f"{method.name} needs other coordinates or choices for each run"
    tables = system.tables
    if len(tables["events"]):
        return "it has events"
    if len(tables["pointers"]):
        return "it has functions in Python"
    if len(tables["augment"]) or len(tables["elements"]) or (tables["states"]["differential"] == 0).any():
        return "it has beams, massless bodies or algebraic states"
    return ""


def _equal(slot: Slot, wanted: System) -> bool:
    """Has the slot the numbers that compile makes?"""
    mine, theirs = arrays_of(slot.system), arrays_of(wanted)
    names = [name for name in mine if name != "rows"]
    same = all(np.array_equal(mine[name].view(np.int64), theirs[name].view(np.int64)) for name in names)
    rows, others = (one.tables["rows"].copy() for one in (slot.system, wanted))
    for one in (rows, others):
        one["constant"][wanted.held] = 0.0  # held at the start of the run
    masses = np.array_equal(slot.system.tables["mass_values"], wanted.tables["mass_values"])
    return bool(same and (rows == others).all() and masses and slot.system.length == wanted.length)


class Fresh:
    """Memory that can be put back to what it was."""

    def __init__(self, context: Context, shared: set[int]) -> None:
        """shared: blocks that are not its own, by id."""
        self.context = context
        blocks = [block for block in context.blocks() if id(block) not in shared]
        self._pairs = [(block, block.copy()) for block in blocks]

    def again(self) -> Context:
        """The memory as it was."""
        for block, copy in self._pairs:
            block[...] = copy
        return self.context


class Slot:
    """Memory for one run at a time, see above."""

    def __init__(self, plan: Plan) -> None:
        self.plan, self.task = plan, plan.task
        self.system = private(plan.task.system)
        tables = [table for table in self.system.tables.values() if isinstance(table, np.ndarray)]
        shared = {id(table if table.base is None else table.base) for table in tables}
        self._start, self._work, self._report = (Fresh(self.system.context(), shared) for _ in range(3))
        self._fresh = {name: words.copy() for name, words in arrays_of(self.system).items()}
        self._words = arrays_of(self.system)
        self._mo: list[Fresh] = []
        self.times = plan.task.times.copy()
        self.stop: threading.Event | None = None

    def fill(self, values: dict[str, float]) -> bool:
        """Put the numbers of a run into the system; False if they do not fit its pattern."""
        fits = True
        for edit in self.plan.edits:
            words = self._words[edit.array]
            words[edit.at] = self._fresh[edit.array][edit.at]
            fits &= edit.put(words, values[edit.column])
        length = derive(self.system, self._start.again(), float(self.times[0]))
        object.__setattr__(self.system, "length", length)  # its own, as all of it
        return fits

    def run(self, values: dict[str, float]) -> Outcome | None:
        """Make a run; None if it is to be made by itself."""
        if not self.fill(values):
            return None
        system, method, t = self.system, self.task.method, float(self.times[0])
        try:
            check_inertia(system, t)
            start = consistent_start(system, t, settled=True, s=self._start.again())
        except JourdainError:
            return None
        if start.redundant or start.gaps or start.context is not self._start.context:
            return None
        s = self._start.context if method.implicit else self._work.again()
        for flag in LEARNT:
            s.flags[flag] = start.flags[flag]
        mo = self._motion(s)
        put_start(mo, method, start, t)
        while mo.clock.done < len(self.times):
            if march(mo.address, CHUNK) != OK:
                return None
            if self.stop is not None and self.stop.is_set():
                return None
        return self._read(mo, start.flags, values)

    def _motion(self, s: Context) -> Context:
        """Memory of the motion, ready to begin."""
        method, system, times = self.task.method, self.system, self.times
        span = float(times[-1] - times[0])
        if not self._mo:
            mo = method.memory(system, times, self.plan.working, span)
            method.connect(system.kind, s, mo)
            shared = {id(block) for block in s.blocks()} | {id(times)}
            self._mo = [Fresh(one, shared) for one in (mo, mo.parts["treatment"])]
            return mo
        mo, _ = (one.again() for one in self._mo)
        method.treatment.prepare(s)
        method.make_ready(mo, system, times, span)
        return mo

    def _read(self, mo: Context, flags: np.ndarray, values: dict[str, float]) -> Outcome | None:
        """The outputs of a run that came to its end."""
        system, times, n = self.system, self.times, len(self.times)
        s = self._report.again()
        for flag in LEARNT:
            s.flags[flag] = flags[flag]
        states: dict[str, Any] = {
            name: getattr(mo, f"out_{name}")[:n].copy() for name in ("q", "v", "a", "w", "lam", "ref")
        }
        system.layout.normalise(states["q"])
        method = self.task.method
        piece, status, quality = reported(system, s, times, states, mo.out_work[:n], np.ones(n, bool), method.drifts)
        if status != OK or (not method.drifts and (quality["open"] > OPEN * max(1.0, system.length)).any()):
            return None
        if not self.task.readings.of_states:
            model = with_parameters(self.task.model, values)
            system = replace(system, model=model, joint_markers=joint_markers(model), com=centres(model))
            piece = replace(piece, system=system)
        result = Result([piece], method, Stats(), Trust())
        return Outcome(DONE, "", self.task.readings.of(result), float(times[-1]))

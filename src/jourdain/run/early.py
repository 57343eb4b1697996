"""Output points that are reported while a run goes on, so that Ctrl-C need not wait until all of them are."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from jourdain.kernels.context import Context
from jourdain.kernels.states import report_states
from jourdain.kernels.status import OK
from jourdain.run.beginning import work_context
from jourdain.system.system import System

if TYPE_CHECKING:
    from jourdain.run.run import Segment

Arrays = dict[str, np.ndarray]


@dataclass
class EarlyReport:
    """The first `count` output points of a segment: states closed and solved for, and what else is found there."""

    s: Context  # the memory that they were made with, and that the others are to be made with
    count: int = 0
    failed: bool = False  # at the next one; that is told at the end
    parts: list[tuple[Arrays, Arrays]] = field(default_factory=list)

    def add(self, system: System, t: np.ndarray, states: Arrays, as_is: bool) -> None:
        """Report further points at the times t (n,) [s]; states (n, ..) are changed. as_is: see report.reported."""
        status, _, found = report_states(system.kind, self.s, np.ascontiguousarray(t), states, as_is=as_is)
        self.failed = status != OK
        if not self.failed:
            self.parts.append((states, found))
            self.count += len(t)

    def put_into(self, states: Arrays) -> Arrays:
        """Let the first states be those that have been reported; what was found there."""
        first = 0
        for known, _ in self.parts:
            size = len(known["q"])
            for name, values in known.items():
                states[name][first : first + size] = values
            first += size
        return {name: np.concatenate([found[name] for _, found in self.parts]) for name in self.parts[0][1]}


def report_stored(segment: Segment, as_is: bool) -> None:
    """Report the outputs stored since it was last done; not in other coordinates, and not behind a blow."""
    if segment.inner is not segment.start or segment.blows:
        return
    system, mo = segment.system, segment.mo
    if segment.early is None:
        segment.early = EarlyReport(work_context(system, segment.start))
    some = slice(segment.early.count, segment.done)
    if some.start == some.stop or segment.early.failed:
        return
    stored = {name: getattr(mo, f"out_{name}")[some].copy() for name in ("q", "v", "a", "w", "lam", "ref")}
    states = {name: np.ascontiguousarray(x) for name, x in segment.plain.states(stored).items()}
    system.layout.normalise(states["q"])
    segment.early.add(system, mo.times[some], states, as_is)

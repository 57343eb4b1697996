"""Runs by windows: a few steps at a time, each of which can be taken back.

A mark is the state of a motion without the outputs stored so far and without the memory of its method, which begins anew
where the motion is taken back to, as it does after an impact. Windows count steps and not time on a clock, so that a run
that goes on from a checkpoint has the same ones.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

from jourdain.kernels.context import Context
from jourdain.kernels.status import OK

UNBALANCED = 7  # a status behind those of kernels/status.py: a judge knows nothing more to try
_STATE = ("clock", "counts", "y", "vd", "wd", "lam", "ref", "power")
_EVENTS = ("event_old", "event_old_rate", "event_new", "event_new_rate", "event_side", "event_hit", "event_last")
_SPENT = ("evaluations", "iterations", "factorizations", "halvings", "singular")  # what was done in vain was done
Kernel = Callable[[Any, Context, Context, int], int]


class Mark:
    """The present state of a motion, to be gone back to."""

    def __init__(self, mo: Context) -> None:
        self._kept = {name: mo.array(name).copy() for name in (*_STATE, *_EVENTS)}

    def take_back(self, mo: Context) -> None:
        """The motion as it was; steps taken since then count as rejected."""
        counts, steps = mo.counts, int(mo.counts.steps)
        spent = {name: int(getattr(counts, name)) for name in _SPENT}
        for name, values in self._kept.items():
            mo.array(name)[...] = values
        for name, count in spent.items():
            setattr(counts, name, count)
        counts.rejected += steps - int(counts.steps)
        begin_anew(mo)


def begin_anew(mo: Context) -> None:
    """Let the method begin at the present state, with the settings that it has now."""
    mo.clock.started = 0


class Judge(Protocol):
    """What looks at a motion between windows."""

    def begin(self, mo: Context) -> None:
        """Before the first step of a segment; a second time it does nothing."""

    def judge(self, mo: Context, status: int, mark: Mark) -> int:
        """After a window that ended with a status: take it back, if need be; the status to go on with."""


def by_windows(run: Kernel, window: int, judge: Judge) -> Kernel:
    """The time loop by windows of so many steps, as whole ones, however many steps are asked for."""

    def loop(kind: Any, s: Context, mo: Context, limit: int) -> int:
        from jourdain.integrators.march import march

        status = run(kind, s, mo, 0)  # connects the system
        if limit > 0:
            judge.begin(mo)
        for _ in range(-(-limit // window)):
            mark = Mark(mo)
            status = judge.judge(mo, int(march(mo.address, window)), mark)
            if status != OK or mo.clock.done >= len(mo.times) or 0 < len(mo.blows) == mo.counts.blows:
                break
        return status

    return loop

"""Runs whose energy was watched (integrators/subcycling/energy.py): what was done about it, when and why; the page shows it."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from jourdain.integrators.subcycling.energy import BROKE_OFF, EXCEEDED, MOST, UNDONE
from jourdain.kernels.context import Context
from jourdain.result.result import Result
from jourdain.viewer.section import Chart, Section, Table

WHY = {EXCEEDED: "beyond the budget", BROKE_OFF: "the step broke off", UNDONE: "quiet: undone"}
TOPICS = ("subcycling:", "energy:")  # of notes that the page shows beside it
MOST_NAMES = 60  # velocities that are listed one by one
FIRST = 3  # changes that are told one by one in a summary


@dataclass(frozen=True)
class Change:
    """From t [s] on: short steps `step` [s], so many (ratio) in a long one; why, see WHY.

    Because a window from t on had come to `reached` [s] with this error of the energy and this budget [J].
    """

    t: float
    reached: float
    error: float
    budget: float
    step: float
    ratio: int
    why: int

    def __str__(self) -> str:
        now = f"step {self.step:.4g} s, ratio {self.ratio} from t = {self.t:.4g} s"
        if self.why == EXCEEDED:
            return f"{now} (error {self.error:.2g} J at {self.reached:.4g} s, budget {self.budget:.2g} J)"
        return f"{now} ({WHY[self.why]})"


def changes_of(mo: Context) -> tuple[Change, ...]:
    """What was changed in the run that left this memory, the first of it if it was much."""
    if "energy" not in mo.parts:
        return ()
    control = mo.parts["energy"]
    names = control.log.dtype.names
    return tuple(
        Change(**dict(zip(names, row.tolist(), strict=True))) for row in control.log[: int(control.own.changes)]
    )


def floor_of(mo: Context) -> float:
    """The least energy that the budget of that run was a part of [J]."""
    return float(mo.parts["energy"].own.floor) if "energy" in mo.parts else 0.0


def subcycled(mo: Context) -> bool:
    """Is this the memory of a run with more than one step?"""
    return "frozen side" in mo.parts


def told(mo: Context) -> tuple[str, ...]:
    """For the summary: what was evaluated, and what was done about the energy."""
    if not subcycled(mo):
        return ()
    asked, whole = int(mo.own.fast_evaluations), int(mo.counts.evaluations)
    work = (f"subcycling: {asked} evaluations of the fast side, {whole} of the whole machine",) if asked else ()
    return (*work, *_repaired(mo))


def _repaired(mo: Context) -> tuple[str, ...]:
    if "energy" not in mo.parts:
        return ()
    count, changes = int(mo.parts["energy"].own.changes), changes_of(mo)
    if not count:
        return ()
    repairs = [one for one in changes if one.why != UNDONE]
    shown = "; ".join(map(str, repairs[:FIRST])) + ("; .." if len(repairs) > FIRST else "")
    least = min(changes, key=lambda one: (one.step, one.ratio))
    more = f"more than {len(repairs)}" if count > MOST else str(len(repairs))
    end = f"; shortest step {least.step:.4g} s, smallest ratio {min(one.ratio for one in changes)}"
    return (f"energy: {more} windows were taken back and run again: {shown}{end}",)


@dataclass(frozen=True, eq=False, repr=False)
class ControlledRun(Result):
    """A subcycled run with what was done to keep its energy; floor: the least energy that the budget was a part of [J]."""

    changes: tuple[Change, ...] = ()
    floor: float = 0.0

    def stored(self) -> dict[str, Any]:
        """What a file keeps of it beside the Result."""
        return {"changes": [asdict(one) for one in self.changes], "floor": self.floor}

    @staticmethod
    def restored(fields: dict[str, Any]) -> dict[str, Any]:
        """The fields that were stored."""
        return {"changes": tuple(Change(**one) for one in fields["changes"]), "floor": float(fields.get("floor", 0.0))}

    def section(self) -> Section:
        """For the report page: the balance of the energy with its budget, the steps taken, what is fast."""
        tables = [self._partition()]
        if self.changes:
            tables.append(self._repairs())
        text = "\n".join(note for note in self.trust.notes if note.startswith(TOPICS))
        return Section("Subcycling", text=text, tables=tuple(tables), charts=self._charts())

    def budget(self) -> np.ndarray:
        """(nt,) of the energy error at the output times, by the energies there [J]; infinite where it was not watched."""
        if self.integrator.energy is None:
            return np.full(len(self.t), np.inf)
        kinetic, potential = self.energies.T
        sizes = np.abs(kinetic) + np.abs(potential - potential[0]) + np.abs(self.work.sum(axis=1))
        sizes = np.maximum(sizes, self.floor)
        part = 0.2 + 0.8 * (self.t - self.t[0]) / max(self.t[-1] - self.t[0], 1e-300)
        return np.asarray(self.integrator.energy * part * np.maximum.accumulate(sizes))

    def _charts(self) -> tuple[Chart, ...]:
        total = self.energies.sum(axis=1) - self.work.sum(axis=1)
        error, budget = np.abs(total - total[0]), self.budget()
        lines: dict[str, Any] = {"error": error} | ({"budget": budget} if self.integrator.energy is not None else {})
        repairs = [one for one in self.changes if one.why != UNDONE]
        if repairs:
            lines["taken back here"] = self._beyond(repairs, budget)
        edges = np.array([self.t[0], *(one.t for one in self.changes), self.t[-1]])
        short = np.array([self.integrator.step, *(one.step for one in self.changes)])
        long = short * [self.integrator.ratio, *(one.ratio for one in self.changes)]
        t, k = np.repeat(edges, 2)[1:-1], np.repeat(np.arange(len(short)), 2)
        steps: dict[str, Any] = {"long": (t, long[k]), "short": (t, short[k])}
        watched = ", and its budget" if self.integrator.energy is not None else "; it was not watched"
        return (
            Chart(self.t, lines, "t [s]", "energy [J]", y_log=True, caption=f"Energy out of balance{watched}"),
            Chart(t, steps, "t [s]", "step [s]", y_log=True, caption="Steps, where no output cut them"),
        )

    def _beyond(self, repairs: list[Change], budget: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """A stroke for each window that was taken back, from its budget to its error, or to ten times that if it broke off."""
        at = np.array([one.reached for one in repairs])
        low = np.array([one.budget or np.interp(one.reached, self.t, budget) for one in repairs])
        high = np.array(
            [one.error if one.why == EXCEEDED else 10.0 * least for one, least in zip(repairs, low, strict=True)]
        )
        gaps = np.full(len(at), np.nan)
        return np.repeat(at, 3), np.stack([low, high, gaps], axis=1).ravel()

    def _partition(self) -> Table:
        """How many velocities go by which step, one by one or, of large machines, by bodies."""
        method, layout = self.integrator, self.system.layout
        groups, ratios = method.groups(self.system), (method.ratio, *method.group_ratios, 1)
        groups = np.where(groups == 0, len(ratios), groups) - 1  # slow ones last
        if len(groups) <= MOST_NAMES:
            parts = {name: groups[i : i + 1] for i, name in enumerate(layout.names)}
        else:
            parts = {body: groups[layout.own_columns(body)] for body in layout.bodies}
        rows = [(name, *(int((some == k).sum()) for k in range(len(ratios)))) for name, some in parts.items()]
        steps = [f"every {method.step * method.ratio / k:.4g} s" for k in ratios]
        kinds = ["fast", *("between" for _ in method.group_ratios), "slow"]
        head = ("", *(f"{kind}, {step}" for kind, step in zip(kinds, steps, strict=True)))
        return Table(head, tuple(rows), "Partition: velocities and their steps")

    def _repairs(self) -> Table:
        head = ("from t [s]", "short step [s]", "ratio", "why", "error [J]", "budget [J]", "at t [s]")
        rows = [
            (c.t, c.step, c.ratio, WHY[c.why], *((c.error, c.budget, c.reached) if c.why == EXCEEDED else (None,) * 3))
            for c in self.changes
        ]
        return Table(head, tuple(rows), "What was done to keep the energy")

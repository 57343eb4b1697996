"""One example of the paper on subcycling, by all methods that belong beside each other, and what of it is shown."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from math import ceil, lcm, sqrt
from typing import Any

import numpy as np

from jourdain.analyses.simulate import simulate
from jourdain.errors import ConvergenceError, ModelError
from jourdain.integrators import DOP853, GeneralizedAlpha, Integrator
from jourdain.integrators.subcycling.integrator import Subcycling
from jourdain.model.model import Model
from jourdain.progress import counted
from jourdain.result.result import Result
from jourdain.viewer.section import Chart, Table

Curves = dict[str, np.ndarray]
MOST_OUTPUTS = 500
ORIGINAL, SUBCYCLED = "central difference, the original", "subcycling"
NO_WORSE = 1.2  # an error that much larger still counts as equal
SEARCHES = 4  # for the step of equal error


@dataclass(frozen=True)
class Example:
    """A model and its fast coordinates; step: the short one [s]; curves: what is compared, by their labels with units.

    printed: CPU of the paper against its original [%], by the ratio. captions: of charts, by curve, and of "energy".
    tol: of the reference.
    """

    name: str
    model: Model
    fast: Any
    step: float
    t_end: float
    curves: Callable[[Result], Curves]
    printed: Mapping[int, float] = field(default_factory=dict)
    captions: Mapping[str, str] = field(default_factory=dict)
    tol: float = 1e-11


@dataclass(frozen=True)
class Line:
    """What a method made of an example: errors of its curves against their largest values; why: it stopped."""

    label: str
    method: Integrator
    result: Result | None
    cpu: float
    errors: dict[str, float]
    why: str = ""

    @property
    def worst(self) -> float:
        """Of all curves."""
        return max(self.errors.values(), default=float("inf"))

    @property
    def slow_rows(self) -> int:
        """How often the rows of the slow side were evaluated."""
        return 0 if self.result is None else self.result.stats.evaluations


@dataclass(frozen=True)
class Shown:
    """A line that came to its end."""

    label: str
    result: Result


@dataclass(frozen=True)
class Study:
    """All runs of an example: ratios of steps, the scheme, the budget of the energy; the least CPU time of `repeats` counts."""

    example: Example
    ratios: Sequence[int]
    scheme: str
    energy: float | None
    repeats: int = 3
    progress: bool | None = None

    @cached_property
    def times(self) -> np.ndarray:
        """Outputs that lie on the long steps of all ratios [s]."""
        e = self.example
        whole = e.step * lcm(*self.ratios)
        every = ceil(e.t_end / whole / MOST_OUTPUTS - 1e-9)
        count = int(e.t_end / (every * whole) + 1e-9)
        return np.append(np.arange(count) * every * whole, e.t_end)

    @cached_property
    def reference(self) -> Result:
        """By DOP853."""
        return self._result(DOP853(tol=self.example.tol))

    @cached_property
    def exact(self) -> Curves:
        """The curves of the reference."""
        return self.example.curves(self.reference)

    def _result(self, method: Integrator) -> Result:
        e = self.example
        return simulate(e.model, e.t_end, integrator=method, output=self.times, trust="fast", progress=False)

    def line(self, label: str, method: Integrator) -> Line:
        """One method, one run."""
        try:
            result = self._result(method)
        except (ConvergenceError, ModelError) as problem:
            return Line(label, method, None, float("nan"), {}, str(problem))
        return Line(label, method, result, result.stats.cpu_seconds, self.errors(result))

    def errors(self, result: Result) -> dict[str, float]:
        """Largest error of each curve over its largest value."""
        found = self.example.curves(result)
        return {name: float(np.abs(found[name] - exact).max() / _size(exact)) for name, exact in self.exact.items()}

    def subcycled(self, m: int, **options: Any) -> Subcycling:
        """The method with m short steps in a long one."""
        e = self.example
        base = Subcycling(step=e.step, ratio=m, fast=e.fast, scheme=self.scheme, energy=self.energy)
        return replace(base, **options)

    def central(self, step: float) -> Subcycling:
        """Central differences with one step for all: the same programme."""
        return self.subcycled(1, step=step, energy=None)

    @cached_property
    def lines(self) -> list[Line]:
        """The original, each ratio, and the honest baselines beside it, in turns: a busy moment spoils no single one."""
        plan: list[tuple[str, Integrator]] = [(ORIGINAL, self.central(self.example.step))]
        for m in self.ratios:
            plan.append((f"{SUBCYCLED} {m}:1", self.subcycled(m)))
            plan.append((f"central difference at the long step of {m}:1", self.central(m * self.example.step)))
        shown = counted(plan, lambda pair: f"{self.example.name}: {pair[0]}", self.progress)
        found = [self.line(*pair) for pair in shown]
        equal = self._implicit(min((one.worst for one in found if one.label.startswith(SUBCYCLED)), default=np.inf))
        found += [equal] if equal is not None else []
        for _ in range(self.repeats - 1):
            again = [self.line(one.label, one.method) if one.result is not None else one for one in found]
            found = [replace(one, cpu=min(one.cpu, new.cpu)) for one, new in zip(found, again, strict=True)]
        return found

    def _implicit(self, error: float) -> Line | None:
        """Generalized-alpha at a step whose error is as large: it goes with the square of the step."""
        step, label, last = self.example.step * max(self.ratios), "generalized-alpha at equal error", None
        if not np.isfinite(error):
            return None
        for _ in counted(range(SEARCHES), lambda _: f"{self.example.name}: {label}", self.progress):
            last = self.line(label, GeneralizedAlpha(step=step))
            if last.result is None or error / 1.5 < last.worst < NO_WORSE * error:
                break
            step *= min(10.0, max(0.05, sqrt(error / last.worst)))
        return last

    # -- what is shown -------------------------------------------------------------------------------------------------

    def table(self) -> Table:
        """Errors and cost; what stopped has a note (remarks)."""
        own, rows = self.lines[0].cpu, []
        for line in self.lines:
            m = int(line.method.ratio) if isinstance(line.method, Subcycling) else 1
            start: tuple[Any, ...] = (line.label, rounded(line.method.step))
            if line.result is None:
                rows.append((*start, *(None,) * (len(self.exact) + 7)))
                continue
            stats, trust = line.result.stats, line.result.trust
            asked: tuple[int | None, ...] = (stats.evaluations, stats.fast_evaluations)
            asked = asked if isinstance(line.method, Subcycling) else (None, None)
            cost = (rounded(line.cpu), rounded(100 * line.cpu / own), self.example.printed.get(m) if m > 1 else None)
            errors = (rounded(line.errors[name]) for name in self.exact)
            energy = rounded(trust.energy_error / (trust.energy_size or 1.0))
            rows.append((*start, *errors, energy, stats.steps, *asked, *cost))
        head: tuple[str, ...] = (
            "method", "step [s]", *(name.partition(" [")[0] for name in self.exact), "energy", "steps",
            "evaluations", "fast ones", "CPU [s]", "CPU [%]", "paper [%]",
        )  # fmt: skip
        caption = (
            f"{self.example.name}: errors of curves and energy over their largest values, against DOP853 at "
            f"{self.example.tol:g}; CPU against the original"
        )
        return Table(head, tuple(rows), caption)

    def remarks(self) -> list[str]:
        """What stopped, what was done about the energy, and what is cheaper than the quickest subcycling and no worse."""
        said = [f"{line.label}: {line.why}" for line in self.lines if line.result is None]
        done = [
            (line.label, note) for line in self.lines if line.result is not None for note in line.result.trust.notes
        ]
        said += [f"{label}: {note}" for label, note in done if note.startswith("energy:")]
        return [f"{self.example.name}, {text}" for text in said] + self.verdicts()

    def verdicts(self) -> list[str]:
        """What is cheaper than the quickest subcycling, and no worse."""
        there = [one for one in self.lines if one.result is not None]
        ours = [one for one in there if one.label.startswith(SUBCYCLED)]
        if not ours:
            return []
        best = min(ours, key=lambda one: one.cpu)
        others = [one for one in there if one not in ours and one.cpu < best.cpu and one.worst <= NO_WORSE * best.worst]
        said = [f"{one.label} ({100 * one.cpu / best.cpu:.0f} % of its CPU)" for one in others]
        return [f"{self.example.name}: {best.label} is beaten by {' and '.join(said)}."] if said else []

    @property
    def shown(self) -> list[Shown]:
        """The original and each ratio, as far as they came to the end."""
        chosen = [one for one in self.lines if one.label == ORIGINAL or one.label.startswith(SUBCYCLED)]
        return [Shown(one.label, one.result) for one in chosen if one.result is not None]

    def charts(self) -> list[Chart]:
        """Curves of the original and of each ratio, their errors, and the energy."""
        e, charts = self.example, []
        curves = {one.label: e.curves(one.result) for one in self.shown}
        for name in self.exact:
            lines = {label: found[name] for label, found in curves.items()}
            caption = f"{e.name}: {e.captions.get(name, name.partition(' [')[0])}"
            charts.append(Chart(self.times, lines, "t [s]", name, caption=caption))
        off = {label: self._off(found) for label, found in curves.items()}
        caption = f"{e.name}: largest error of all curves, over their largest values"
        charts.append(Chart(self.times, off, "t [s]", "error", y_log=True, caption=caption))
        balance = {}
        for one in self.shown:
            total = one.result.energies.sum(axis=1) - one.result.work.sum(axis=1)
            balance[one.label] = np.abs(total - total[0])
        caption = f"{e.name}: {e.captions.get('energy', 'energy out of balance')}"
        charts.append(Chart(self.times, balance, "t [s]", "|T + V - W| [J]", y_log=True, caption=caption))
        return charts

    def _off(self, curves: Curves) -> np.ndarray:
        """(nt,) largest error of all curves."""
        return np.max([np.abs(curves[name] - one) / _size(one) for name, one in self.exact.items()], axis=0)


def _size(curve: np.ndarray) -> float:
    """Its largest value, or 1 where nothing moves."""
    return float(np.abs(curve).max()) or 1.0


def rounded(x: float | None, digits: int = 3) -> float | None:
    """A number of which so many digits mean something."""
    return None if x is None else float(f"{x:.{digits}g}")

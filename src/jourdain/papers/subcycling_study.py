"""One example of the paper on subcycling, by all methods that belong beside each other, and what of it is shown."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
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
ORIGINAL = "central difference, the original"


@dataclass(frozen=True)
class Example:
    """A model and its fast coordinates; step: the short one [s]; curves: what is compared, by their labels with units.

    printed: CPU of the paper against its original [%], by the ratio. tol: of the reference.
    """

    name: str
    model: Model
    fast: Any
    step: float
    t_end: float
    curves: Callable[[Result], Curves]
    printed: dict[int, float] = field(default_factory=dict)
    tol: float = 1e-11


@dataclass(frozen=True)
class Line:
    """What a method made of an example: errors of its curves against their largest values; None: it stopped."""

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


@dataclass(frozen=True)
class Study:
    """All runs of an example: ratios of steps, the scheme; the least CPU time of `repeats` runs counts."""

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
    def exact(self) -> Curves:
        """The curves by DOP853."""
        return self.example.curves(self._result(DOP853(tol=self.example.tol)))

    def _result(self, method: Integrator) -> Result:
        e = self.example
        return simulate(e.model, e.t_end, integrator=method, output=self.times, trust="fast", progress=False)

    def line(self, label: str, method: Integrator) -> Line:
        """One method."""
        cpu, result = float("inf"), None
        try:
            for _ in range(self.repeats):
                result = self._result(method)
                cpu = min(cpu, result.stats.cpu_seconds)
        except (ConvergenceError, ModelError) as problem:
            return Line(label, method, None, float("nan"), {}, str(problem))
        return Line(label, method, result, cpu, self.errors(result))

    def errors(self, result: Result) -> dict[str, float]:
        """Largest error of each curve over its largest value."""
        found = self.example.curves(result)
        return {
            name: float(np.abs(found[name] - exact).max() / np.abs(exact).max()) for name, exact in self.exact.items()
        }

    def subcycled(self, m: int, **options: Any) -> Subcycling:
        """The method with m short steps in a long one."""
        base = Subcycling(
            step=self.example.step, ratio=m, fast=self.example.fast, scheme=self.scheme, energy=self.energy
        )
        return replace(base, **options)

    def central(self, step: float) -> Subcycling:
        """Central differences with one step for all: the same programme."""
        return self.subcycled(1, step=step, energy=None)

    @cached_property
    def lines(self) -> list[Line]:
        """The original, each ratio, and the honest baselines beside it."""
        plan: list[tuple[str, Integrator]] = [(ORIGINAL, self.central(self.example.step))]
        for m in self.ratios:
            plan.append((f"subcycling {m}:1", self.subcycled(m)))
            plan.append((f"central difference at the long step of {m}:1", self.central(m * self.example.step)))
        shown = counted(plan, lambda pair: f"{self.example.name}: {pair[0]}", self.progress)
        found = [self.line(*pair) for pair in shown]
        finest = min((one.worst for one in found if one.label.startswith("subcycling")), default=float("inf"))
        return [*found, *self._implicit(finest)]

    def _implicit(self, error: float) -> Iterator[Line]:
        """Generalized-alpha at a step whose error is as large: it goes with the square of the step."""
        step, label = self.example.step * max(self.ratios), "generalized-alpha at equal error"
        if not np.isfinite(error):
            return
        last = None
        for _ in counted(range(3), lambda _: f"{self.example.name}: {label}", self.progress):
            last = replace(self, repeats=1).line(label, GeneralizedAlpha(step=step))
            if last.result is None or 0.5 * error < last.worst < 1.2 * error:
                break
            step *= min(10.0, max(0.05, sqrt(error / last.worst)))
        if last is not None:
            yield last if last.result is None else self.line(label, last.method)

    # -- what is shown -------------------------------------------------------------------------------------------------

    def table(self) -> Table:
        """Errors and cost."""
        own = self.lines[0].cpu
        rows: list[tuple[Any, ...]] = []
        for line in self.lines:
            m = line.method.ratio if isinstance(line.method, Subcycling) else 1
            printed = self.example.printed.get(m) if m > 1 else None
            head = (line.label, line.method.step)
            if line.result is None:
                rows.append((*head, *(None,) * (len(self.exact) + 6), line.why[:160]))
                continue
            stats, trust = line.result.stats, line.result.trust
            energy = trust.energy_error / trust.energy_size if trust.energy_size else None
            asked = stats.evaluations if isinstance(line.method, Subcycling) else None
            cost = (stats.steps, asked, line.cpu, 100 * line.cpu / own, printed)
            rows.append((*head, *(line.errors[name] for name in self.exact), energy, *cost, _said(line.result)))
        errors = [f"error of {name.partition(' [')[0]}" for name in self.exact]
        head = (
            "method",
            "step [s]",
            *errors,
            "energy error",
            "steps",
            "evaluations",
            "CPU [s]",
            "CPU [%]",
            "paper [%]",
            "",
        )
        caption = f"{self.example.name}: errors over the largest values, against DOP853 at {self.example.tol:g}"
        return Table(head, tuple(rows), caption)

    def verdicts(self) -> list[str]:
        """What is cheaper than the quickest subcycling, and no worse."""
        there = [one for one in self.lines if one.result is not None]
        ours = [one for one in there if one.label.startswith("subcycling")]
        if not ours:
            return []
        best = min(ours, key=lambda one: one.cpu)
        others = [one for one in there if one not in ours and one.cpu < best.cpu and one.worst <= best.worst]
        said = [f"{one.label} ({100 * one.cpu / best.cpu:.0f} % of its CPU)" for one in others]
        return [f"{self.example.name}: {best.label} is beaten by {' and '.join(said)}."] if said else []

    def charts(self, figures: dict[str, str]) -> list[Chart]:
        """Curves of the original and of the largest ratio, what they differ by, and the energy; figures: their captions."""
        there = [one for one in self.lines if one.result is not None]
        chosen = [one for one in there if one.label == ORIGINAL or one.label.startswith("subcycling")]
        curves = {one.label: self.example.curves(one.result) for one in chosen if one.result is not None}
        charts = []
        for name in self.exact:
            lines = {label: found[name] for label, found in curves.items()}
            caption = f"{self.example.name}: {figures.get(name, name)}"
            charts.append(Chart(self.times, lines, "t [s]", name, caption=caption))
        balance = {}
        for one in chosen:
            assert one.result is not None
            total = one.result.energies.sum(axis=1) - one.result.work.sum(axis=1)
            balance[one.label] = np.abs(total - total[0])
        caption = f"{self.example.name}: {figures.get('energy', 'energy out of balance')}"
        charts.append(Chart(self.times, balance, "t [s]", "|T + V - W| [J]", y_log=True, caption=caption))
        return charts


def _said(result: Result) -> str:
    """What the run did about its energy."""
    return "; ".join(note for note in result.trust.notes if note.startswith("energy:"))

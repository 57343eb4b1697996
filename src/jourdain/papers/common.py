"""What the reproductions of papers share: runs that are left as the method made them, and the finding."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from jourdain.analyses.simulate import output_times
from jourdain.errors import ConvergenceError
from jourdain.integrators import Integrator
from jourdain.integrators.treatments.memory import TALLY
from jourdain.kernels.context import Context
from jourdain.result.pieces import Piece
from jourdain.run.beginning import work_context
from jourdain.run.report import reported
from jourdain.run.run import Run
from jourdain.system.system import System
from jourdain.viewer.figures import draw
from jourdain.viewer.section import Chart, Finding, Section, Table, aligned

PAPER, DERIVED, OURS = "paper", "re-derived", "ours"  # where a line of a table comes from


@dataclass(frozen=True)
class Raw:
    """States at the ends of steps as the method left them: nothing is closed, whatever the method.

    t (n,); q, v, a (n, ..); energy (n,): kinetic + potential - work, against the start [J]; position, velocity, acceleration
    (n,): largest component of the rows at the three levels; cpu: of the time loop [s]. tally: how often controlled
    stabilisation did what, by the names of treatments.memory.TALLY.
    """

    t: np.ndarray
    q: np.ndarray
    v: np.ndarray
    a: np.ndarray
    energy: np.ndarray
    kinetic: np.ndarray
    potential: np.ndarray
    work: np.ndarray
    position: np.ndarray
    velocity: np.ndarray
    acceleration: np.ndarray
    steps: int
    cpu: float
    tally: Mapping[str, int] = field(default_factory=dict)

    @property
    def figures(self) -> tuple[float, float, float, float]:
        """Largest |E - E_0| [J] and rows of the three levels over the run."""
        levels = (self.energy, self.position, self.velocity, self.acceleration)
        return tuple(float(np.abs(x).max()) for x in levels)  # type: ignore[return-value]

    def at(self, t: float) -> int:
        """Index of the stored time next to t [s]."""
        return int(np.abs(self.t - t).argmin())


def raw_run(system: System, method: Integrator, t_end: float, output: Any) -> Raw:
    """Run from 0 to t_end [s]; output: number of intervals, or times. A run that breaks off raises ConvergenceError."""
    run = Run(system, method, output_times(0.0, t_end, output))
    run.begin()
    run.march(False)
    segment = run.here
    done = segment.done
    states = {name: getattr(segment.mo, f"out_{name}")[:done] for name in ("q", "v", "a", "w", "lam", "ref")}
    times, work = segment.mo.times[:done].copy(), segment.mo.out_work[:done]
    context = work_context(segment.system, segment.start)
    piece, _, _ = reported(segment.system, context, times, states, work, np.ones(done, bool), as_is=True)
    if len(piece) < len(run.times):
        raise ConvergenceError(f"{method.name} stopped after t = {times[len(piece) - 1]:.4g} s of {t_end:g} s.")
    return replace(_raw(piece, int(segment.mo.counts.steps), run.cpu), tally=_tally(segment.mo))


def _tally(mo: Context) -> dict[str, int]:
    treatment = mo.parts.get("treatment")
    return {} if treatment is None else dict(zip(TALLY, treatment.tally.tolist(), strict=True))


def _raw(piece: Piece, steps: int, cpu: float) -> Raw:
    kinetic, potential = piece.energies.T
    work = piece.work.sum(axis=1)
    total = kinetic + potential - work
    gap, rate, onward = (np.abs(x) for x in (piece.gap, piece.rate_gap, piece.acceleration_gap))
    return Raw(
        piece.t, piece.q, piece.v, piece.a, total - total[0], kinetic, potential, work, gap, rate, onward, steps, cpu
    )


@dataclass(frozen=True)
class Reproduction(Finding):
    """A paper's tables and figures computed anew, beside what the paper says."""

    title: str
    source: str
    tables: tuple[Table, ...]
    charts: tuple[Chart, ...]
    notes: tuple[str, ...]

    def __str__(self) -> str:
        parts = [self.title, self.source, *(table_text(table) for table in self.tables)]
        return "\n\n".join([*parts, "\n".join(f"* {note}" for note in self.notes)])

    def section(self) -> Section:
        """For the report page."""
        text = "\n".join([self.source, "", *(f"* {note}" for note in self.notes)])
        return Section(self.title, text=text, tables=self.tables, charts=self.charts)

    def data(self) -> dict[str, Any]:
        """For JSON."""
        tables = [{"caption": t.caption, "head": t.head, "rows": t.rows} for t in self.tables]
        return {"title": self.title, "source": self.source, "tables": tables, "notes": self.notes}

    def plot(self, path: Any = None) -> Any:
        """All figures with matplotlib; returns the figure. path: also write it to a file."""
        return draw(self.charts, self.title, path)


def table_text(table: Table) -> str:
    """A table as aligned text."""
    cells = [[str(head) for head in table.head], *([_cell(value) for value in row] for row in table.rows)]
    return "\n".join([*([table.caption] if table.caption else []), *aligned(cells)])


def _cell(value: Any) -> str:
    if value is None:
        return ""
    return f"{value:.7g}" if isinstance(value, float) else str(value)


def orders(h: np.ndarray, error: np.ndarray) -> np.ndarray:
    """Orders between successive steps h (n,), from the errors (n,)."""
    error = np.maximum(error, 1e-300)  # nothing is left where nothing moves
    return np.asarray(np.diff(np.log(error)) / np.diff(np.log(h)))


def compared(label: str, lines: Mapping[str, Sequence[Any]]) -> list[tuple[Any, ...]]:
    """Lines of a table for one case: (label, source, values ..), the label in the first alone."""
    rows = [(source, *values) for source, values in lines.items()]
    return [(label if i == 0 else "", *row) for i, row in enumerate(rows)]

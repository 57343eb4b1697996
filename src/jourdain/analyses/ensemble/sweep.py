"""sweep: metrics of many runs of a model in one table, written as it goes and resumed after a kill."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from jourdain.analyses.ensemble.ensemble import Found, Job, dataset, job_of, runs
from jourdain.analyses.ensemble.members import DONE
from jourdain.analyses.ensemble.sampling import Samples, grid
from jourdain.analyses.ensemble.sweep_files import SweepFile
from jourdain.analyses.ensemble.table import Columns, row_of, rows_in
from jourdain.analyses.simulate import asked_method
from jourdain.errors import ModelError, shown
from jourdain.integrators import Integrator
from jourdain.model.measures import Port
from jourdain.model.model import Model
from jourdain.model.parameters import parameters
from jourdain.result.result import Result
from jourdain.viewer.section import Chart, Finding, Section, Table, aligned

if TYPE_CHECKING:
    from xarray import Dataset

SHOWN = 12  # runs in the text
LINES = 60  # runs in the chart of parallel coordinates
LISTED = 1000  # runs in the table of a page


@dataclass(frozen=True)
class Sweep(Finding):
    """Metrics of every run. parameters and values: columns (n,) by name; status and reason (n,), as in `ensemble`."""

    name: str
    t_end: float
    integrator: Integrator
    parameters: dict[str, np.ndarray]
    values: dict[str, np.ndarray]
    status: np.ndarray
    reason: np.ndarray
    units: dict[str, str]
    job: Job = field(repr=False)
    found: Found = field(repr=False)

    def __getitem__(self, name: str) -> np.ndarray:
        """A column by its name: of a parameter, or of a metric, (n,)."""
        if name in self.parameters:
            return self.parameters[name]
        return self.values[name]

    def __len__(self) -> int:
        return len(self.status)

    @property
    def ok(self) -> bool:
        """Did every run come to its end?"""
        return bool((self.status == DONE).all())

    @property
    def dataset(self) -> Dataset:
        """As an xarray Dataset."""
        return dataset(self.job, self.parameters, self.found)

    def run(self, number: int) -> Result:
        """The whole run of a row, made again."""
        if isinstance(number, bool) or not isinstance(number, (int, np.integer)) or not 0 <= number < len(self):
            raise ModelError(f"run {shown(number)}: there are runs 0 to {len(self) - 1}.")
        return self.job.task.result(row_of(self.parameters, int(number)))

    def save(self, path: str | Path) -> None:
        """Write the table: .csv, or .nc."""
        SweepFile(path, self.job, self.parameters).write(self.found)

    def data(self) -> dict[str, Any]:
        """For JSON."""
        columns = {"parameters": self.parameters, "values": self.values}
        texts = {"status": self.status.tolist(), "reason": self.reason.tolist()}
        return {"name": self.name, "t_end": self.t_end, **columns, **texts, "units": self.units, "ok": self.ok}

    def lines(self) -> list[tuple[Any, ...]]:
        """run, parameters, metrics, status of every run."""
        columns = [*self.parameters.values(), *self.values.values()]
        return [(i, *(float(x[i]) for x in columns), self.status[i]) for i in range(len(self))]

    @property
    def head(self) -> tuple[str, ...]:
        """Of these lines."""
        named = (f"{name} [{self.units.get(name, '-')}]" for name in (*self.parameters, *self.values))
        return ("run", *named, "status")

    def __str__(self) -> str:
        failed = np.flatnonzero(self.status != DONE)
        lines = [f"{self.name}: {len(self)} runs to {self.t_end:g} s by {self.integrator.name}, {len(failed)} not done"]
        for name, x in self.values.items():
            if np.isfinite(x).any():
                low, high = int(np.nanargmin(x)), int(np.nanargmax(x))
                spread = f"mean {np.nanmean(x):.6g}, deviation {np.nanstd(x):.3g}"
                lines.append(f"{name}: {x[low]:.6g} (run {low}) .. {x[high]:.6g} (run {high}), {spread}")
        rows = [tuple(f"{x:.6g}" if isinstance(x, float) else str(x) for x in row) for row in self.lines()[:SHOWN]]
        lines += aligned([self.head, *rows])
        if len(self) > SHOWN:
            lines.append(f".. and {len(self) - SHOWN} more")
        lines += [f"run {i}: {self.reason[i]}" for i in failed[:SHOWN]]
        return "\n".join(lines)

    def section(self) -> Section:
        """What a page shows: the table, runs as lines over all columns, each metric over each parameter, some runs to watch."""
        charts = []
        if (
            columns := {
                name: x for name, x in (self.parameters | self.values).items() if np.ptp(x[np.isfinite(x)]) > 0.0
            }
            if len(self) > 1
            else {}
        ):
            some = np.unique(np.linspace(0, len(self) - 1, min(len(self), LINES)).astype(int))
            scaled = {name: (x - np.nanmin(x)) / (np.nanmax(x) - np.nanmin(x)) for name, x in columns.items()}
            names = ", ".join(f"{i} {name}" for i, name in enumerate(columns))
            lines = {f"run {i}": np.array([x[i] for x in scaled.values()]) for i in some}
            charts.append(Chart(np.arange(len(columns)), lines, names, "part of its range", caption="every run"))
        for metric, y in self.values.items():
            for name, x in self.parameters.items():
                if np.ptp(x) > 0.0 and np.isfinite(y).any():
                    across, up = (f"{one} [{self.units.get(one, '-')}]" for one in (name, metric))
                    charts.append(Chart(x, {metric: y}, across, up, points=True))
        failed = tuple((int(i), self.status[i], self.reason[i]) for i in np.flatnonzero(self.status != DONE))
        tables = [Table(self.head, tuple(self.lines()[:LISTED]))]
        tables += [Table(("run", "status", "reason"), failed, "runs that are not done")] if failed else []
        return Section(
            "Sweep",
            "\n".join(str(self).split("\n")[: 1 + len(self.values)]),
            tuple(tables),
            tuple(charts),
            self._worth_a_look(),
        )

    def _worth_a_look(self) -> dict[str, Result]:
        """The runs in which a metric is lowest and highest."""
        found: dict[int, str] = {}
        for name, x in self.values.items():
            if np.isfinite(x).any() and (self.status == DONE).any():
                found.setdefault(int(np.nanargmin(x)), f"lowest {name}")
                found.setdefault(int(np.nanargmax(x)), f"highest {name}")
        return {f"run {i}: {why}": self.run(i) for i, why in list(found.items())[:4] if self.status[i] == DONE}


def sweep(
    model: Model,
    values: Any,
    t_end: float,
    *,
    metrics: Sequence[str] = (),
    t_start: float = 0.0,
    integrator: Integrator | str | None = None,
    constraints: Any = None,
    tol: float | None = None,
    output: int | Any = 200,
    where: Any = "threads",
    workers: int | None = None,
    to: str | Path | None = None,
    resume: bool = False,
    progress: bool | None = None,
) -> Sweep:
    """Run a model for many values of its parameters from t_start to t_end [s], and gather metrics of every run in one table.

    values: {parameter: values} for all combinations of these, or rows: a list of {parameter: value}, a DataFrame, or what
    jourdain.samples gives. metrics: scalars of curves: max(..), min(..), integral(..), final(..); by default the last values of
    all named measures. to: a file, .csv or .nc, to which rows are written as they come. resume: go on with that file: rows that
    it has are not run again; a file of another model, table or settings is refused. All else as in `ensemble`.
    """
    if isinstance(model, Port):
        raise ModelError(
            "the measure of two directions is jourdain.spin(u, w) now; jourdain.sweep runs a model many times."
        )
    texts = (metrics,) if isinstance(metrics, str) else tuple(metrics)
    texts = texts or tuple(f"final({name})" for name in getattr(model, "measures", ()))
    table = grid(values) if _is_grid(values) else values
    job, columns = job_of(model, table, t_end, texts, t_start, asked_method(integrator, constraints, tol), tol, output)
    for one in job.task.readings.outputs:
        if not one.scalar:
            raise ModelError(
                f"metric {one.text!r} is a curve; give a number of it: max(..), min(..), integral(..) or final(..)."
            )
    if resume and to is None:
        raise ModelError("resume: give the file to go on with, to=.")
    file = None if to is None else SweepFile(to, job, columns)
    found = {} if file is None else file.begin(resume)
    left = [i for i in range(rows_in(columns)) if i not in found]
    if left:
        some = {name: x[left] for name, x in columns.items()}

        def tell(new: Found) -> None:
            if file is not None:
                file.add({left[i]: one for i, one in new.items()})

        found |= {left[i]: one for i, one in runs(job, some, where, workers, progress, tell).items()}
    if file is not None:
        file.end(found)
    return _sweep(job, columns, found)


def _is_grid(values: Any) -> bool:
    """All combinations are meant by a plain table of values, unless its columns are rows already."""
    return isinstance(values, Mapping) and not isinstance(values, Samples) and not hasattr(values, "data_vars")


def _sweep(job: Job, columns: Columns, found: Found) -> Sweep:
    data = dataset(job, columns, found)
    known = parameters(job.model)
    units = {name: known[name].unit for name in columns} | {one.text: one.unit for one in job.task.readings.outputs}
    values = {one.text: data[one.text].values for one in job.task.readings.outputs}
    status, reason = (np.asarray(data[name].values) for name in ("status", "reason"))
    return Sweep(job.model.name, float(job.times[-1]), job.method, columns, values, status, reason, units, job, found)

"""compare: one model, several methods, each at several steps or tolerances, against a reference."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from jourdain.analyses.catalogue import accepts
from jourdain.analyses.simulate import output_times, simulate
from jourdain.errors import JourdainError, ModelError
from jourdain.integrators import DOP853, Integrator
from jourdain.integrators.texts import method_text, methods_from_text
from jourdain.model.model import Model
from jourdain.model.parsing import number
from jourdain.progress import counted
from jourdain.result.result import Result
from jourdain.system.compile import compile
from jourdain.viewer.figures import draw
from jourdain.viewer.section import Chart, Finding, Section, Table

TOLS = (1e-4, 1e-6, 1e-8)
STEPS_PER_RUN = (500, 1000, 2000)  # of methods with fixed steps, where none are given
METHODS = "RK4, DOP853, Adams, GeneralizedAlpha"
REFERENCE_TOL = 1e-12


@dataclass(frozen=True)
class Attempt:
    """A method at one setting: largest errors over the outputs, and what they cost.

    position, velocity: largest component of q and v against the reference (m, rad, in space components of quaternions; per s);
    energy [J]: what does not balance; drift: largest opening of a row as the steps left it; cpu [s] of the time loop.
    A run that broke off says why in `failure`, and has no numbers.
    """

    method: str
    setting: str
    position: float | None = None
    velocity: float | None = None
    energy: float | None = None
    drift: float | None = None
    steps: int | None = None
    evaluations: int | None = None
    cpu: float | None = None
    failure: str = ""


@dataclass(frozen=True)
class Comparison(Finding):
    """What `compare` found. results: the run of each method at its finest setting that came to the end."""

    name: str
    reference: str
    attempts: tuple[Attempt, ...]
    results: dict[str, Result]

    HEAD = (
        "method", "setting", "position", "velocity", "energy [J]", "drift", "steps", "evaluations", "CPU [ms]",
    )  # fmt: skip

    def _rows(self) -> list[tuple[Any, ...]]:
        rows: list[tuple[Any, ...]] = []
        for a in self.attempts:
            if a.failure:
                rows.append((a.method, a.setting, f"failed: {a.failure}", *(None,) * 6))
            else:
                cpu = None if a.cpu is None else 1e3 * a.cpu
                rows.append(
                    (a.method, a.setting, a.position, a.velocity, a.energy, a.drift, a.steps, a.evaluations, cpu)
                )
        return rows

    def __str__(self) -> str:
        lines = [f"{self.name}: errors against {self.reference}, largest over the outputs"]
        widths = (max([6, *(len(a.method) for a in self.attempts)]), 12, 9, 9, 10, 9, 7, 11, 9)
        lines.append("  ".join(head.ljust(w) for head, w in zip(self.HEAD, widths, strict=True)).rstrip())
        for row in self._rows():
            cells = ["" if c is None else f"{c:.2e}" if isinstance(c, float) else str(c) for c in row]
            cells[-1] = "" if row[-1] is None else f"{row[-1]:.2f}"
            lines.append("  ".join(cell.ljust(w) for cell, w in zip(cells, widths, strict=True)).rstrip())
        return "\n".join(lines)

    def data(self) -> dict[str, Any]:
        """For JSON."""
        return {"name": self.name, "reference": self.reference, "attempts": self.attempts}

    def charts(self) -> tuple[Chart, ...]:
        """Work and precision, energy and drift over time."""
        work: dict[str, Any] = {}
        for a in self.attempts:
            if not a.failure and a.position and a.cpu:
                across, up = work.setdefault(a.method, ([], []))
                across.append(a.position)
                up.append(1e3 * a.cpu)
        found = []
        if work:
            lines = {name: (np.array(x), np.array(y)) for name, (x, y) in work.items()}
            labels = ("largest error of positions", "CPU [ms]")
            found.append(Chart([], lines, *labels, x_log=True, y_log=True, points=True, caption="work and precision"))
        runs = self.results.items()
        energy = {name: (run.t, np.abs(run.energy.error.values)) for name, run in runs}
        drift = {name: (run.t, np.abs(run.gap)) for name, run in runs}
        if energy:
            found.append(
                Chart([], energy, "t [s]", "|energy error| [J]", y_log=True, caption="energy that does not balance")
            )
        if any((y > 0.0).any() for _, y in drift.values()):
            found.append(Chart([], drift, "t [s]", "opening of the worst row", y_log=True, caption="drift"))
        return tuple(found)

    def section(self) -> Section:
        """For the report page."""
        table = Table(self.HEAD, tuple(self._rows()), f"errors against {self.reference}, largest over the outputs")
        return Section("Methods compared", tables=(table,), charts=self.charts())

    def plot(self, path: Any = None) -> Any:
        """The charts with matplotlib; returns the figure. path: also write it to a file."""
        return draw(self.charts(), self.name, path)


def compare(
    model: Model,
    t_end: float,
    *,
    methods: str | Integrator | Sequence[str | Integrator] = METHODS,
    tols: Sequence[float] | None = None,
    steps: Sequence[float] | None = None,
    reference: Integrator | str | Result | None = None,
    output: Any = 200,
    progress: bool | None = None,
    start: str = "drawn",
) -> Comparison:
    """Run a model from 0 to t_end [s] with several methods.

    methods: integrators, or texts such as "RK4, Block(r=3, index=2), DOP853(constraints='baumgarte')". One without step and tol
    is run at all `tols` (1e-4, 1e-6, 1e-8), or at all `steps` [s] if it has no error estimate (or only steps are given).
    reference: an integrator, or a Result with the same output times; by default DOP853 at tol 1e-12.
    A method that fails is a line with its reason.
    """
    chosen = _chosen(methods)
    times = output_times(0.0, t_end, output)
    steps = [number(h, "steps [s]", positive=True) for h in steps or ()]
    only_steps = bool(steps) and tols is None
    tols = [number(tol, "tols", positive=True) for tol in (TOLS if tols is None else tols)]
    steps = steps or [float(times[-1] - times[0]) / n for n in STEPS_PER_RUN]
    if start != "drawn":
        from jourdain.analyses.statics.statics import started

        model, _ = started(model, start, 0.0)
    system = compile(model)
    exact, named = _reference(system, t_end, times, reference)
    attempts, results = [], {}
    settings = [(m, one) for m in chosen for one in _settings(m, tols, steps, only_steps)]
    for method, one in counted(settings, lambda pair: method_text(pair[0]), progress):
        try:
            result = simulate(system, t_end, integrator=one, output=times, trust="fast", progress=False)
            attempts.append(_judged(one, result, exact))
            results[method_text(method)] = result
        except JourdainError as problem:
            attempts.append(Attempt(method_text(method), _setting(one), failure=str(problem).split(". ")[0][:200]))
    return Comparison(model.name, named, tuple(attempts), results)


def _chosen(methods: Any) -> list[Integrator]:
    found: list[Integrator] = []
    for one in [methods] if isinstance(methods, (str, Integrator)) else methods:
        if not isinstance(one, (str, Integrator)):
            raise ModelError(
                f"methods: {one!r} is no integrator; give some like jourdain.RK4(step=1e-3), or 'RK4, DOP853'."
            )
        found += [one] if isinstance(one, Integrator) else methods_from_text(one)
    if not found:
        raise ModelError("methods: give at least one, such as 'RK4, DOP853'.")
    return found


def _settings(method: Integrator, tols: Sequence[float], steps: Sequence[float], only_steps: bool) -> list[Integrator]:
    """The method at all its settings: as it is where it differs from the defaults of its kind in step or tol."""
    plain = type(method)()
    if (method.step, method.tol) != (plain.step, plain.tol):
        return [method]
    if not only_steps and accepts(type(method), step=None, tol=1e-6):  # it estimates its error
        return [replace(method, step=None, tol=tol) for tol in tols]
    try:
        return [replace(method, step=h, tol=None) for h in steps]
    except ModelError:  # it chooses its own steps
        return [replace(method, step=None, tol=tol) for tol in tols]


def _setting(method: Integrator) -> str:
    return f"h = {method.step:.3g}" if method.fixed else f"tol = {method.tol or 1e-6:.3g}"


def _reference(system: Any, t_end: float, times: np.ndarray, given: Any) -> tuple[Result, str]:
    if isinstance(given, Result):
        if len(given.t) != len(times) or not np.allclose(given.t, times, rtol=0.0, atol=1e-9):
            raise ModelError("reference: the Result has other output times; give the same output=.. to both.")
        return given, f"a given run of {given.integrator.name}"
    method = given or DOP853(tol=REFERENCE_TOL)
    if isinstance(method, str):
        method = methods_from_text(method)[0]
    result = simulate(system, t_end, integrator=method, output=times, trust="fast", progress=False)
    return result, f"{method_text(method)}, {_setting(method)}"


def _judged(method: Integrator, result: Result, exact: Result) -> Attempt:
    if result.q.shape != exact.q.shape:
        raise ModelError(f"the run ended at t = {result.t[-1]:g} s, the reference at {exact.t[-1]:g} s")
    st = result.stats
    return Attempt(
        method_text(method),
        _setting(method),
        position=float(np.abs(result.q - exact.q).max(initial=0.0)),
        velocity=float(np.abs(result.v - exact.v).max(initial=0.0)),
        energy=float(np.abs(result.energy.error.values).max()),
        drift=float(np.abs(result.gap).max(initial=0.0)),
        steps=st.steps,
        evaluations=st.evaluations,
        cpu=st.cpu_seconds,
    )

"""optimise: the values of parameters for which a scalar of a run is least, or for which curves match given ones."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from jourdain.analyses.ensemble.ensemble import job_of
from jourdain.analyses.ensemble.objective import Condition, Objective, condition, objective, read_ranges
from jourdain.analyses.sensitivity.frozen import frozen_method
from jourdain.analyses.simulate import asked_method, output_times
from jourdain.errors import ModelError, shown
from jourdain.integrators import Integrator
from jourdain.model.model import Model
from jourdain.model.parameters import parameters as list_of
from jourdain.model.parameters import with_parameters
from jourdain.result.result import Result
from jourdain.viewer.section import Chart, Finding, Section, Table, aligned

FAR = 1e12  # instead of a scalar that there is none of
HELD = 1e-6  # relative: conditions count as kept


@dataclass(frozen=True)
class Optimum(Finding):
    """What was found: values by name, the scalar there, conditions by their texts, and the way (x (n, p), scalars (n,))."""

    values: dict[str, float]
    value: float
    minimise: str
    conditions: dict[str, float]
    ok: bool
    message: str
    gradient: str
    units: dict[str, str]
    tried: np.ndarray
    scalars: np.ndarray
    model: Model = field(repr=False)
    objective: Objective = field(repr=False)

    def __getitem__(self, name: str) -> float:
        return self.values[name]

    @property
    def result(self) -> Result:
        """The run at the optimum."""
        return self.objective.job.task.result(self.values)

    def data(self) -> dict[str, Any]:
        """For JSON."""
        found: dict[str, Any] = {
            "values": self.values,
            "value": self.value,
            "conditions": self.conditions,
            "ok": self.ok,
        }
        return found | {"message": self.message, "tried": self.tried, "scalars": self.scalars}

    def __str__(self) -> str:
        lines = [
            f"{self.minimise} = {self.value:.9g} after {len(self.scalars)} runs, gradient by {self.gradient}: {self.message}"
        ]
        lines += aligned([(name, f"{x:.9g}", self.units[name]) for name, x in self.values.items()])
        return "\n".join([*lines, *(f"{text}: {x:.9g}" for text, x in self.conditions.items())])

    def section(self) -> Section:
        """What a page shows: the optimum, and the way to it."""
        n = np.arange(len(self.scalars))
        least = np.minimum.accumulate(self.scalars)
        charts = [Chart(n, {"tried": self.scalars, "least so far": least}, "run", self.minimise)]
        charts += [
            Chart(n, {name: self.tried[:, k]}, "run", f"{name} [{self.units[name]}]")
            for k, name in enumerate(self.values)
        ]
        rows = tuple((name, x, self.units[name]) for name, x in self.values.items())
        return Section("Optimum", str(self), (Table(("parameter", "value", "unit"), rows),), tuple(charts))


def optimise(
    model: Model,
    parameters: Mapping[str, Any],
    t_end: float,
    *,
    minimise: str = "",
    match: Mapping[str, Any] | None = None,
    subject_to: Sequence[str] = (),
    t_start: float = 0.0,
    integrator: Integrator | str | None = None,
    tol: float | None = None,
    output: int | Any = 200,
    gradient: str = "auto",
    globally: bool = False,
    most: int = 200,
    workers: int | None = None,
) -> Optimum:
    """Find the values of parameters for which a scalar of the run from t_start to t_end [s] is least.

    parameters: {name: (low, high)} in SI units; the search begins at the values of the model. minimise: the scalar, such as
    "max(B.force)" or "integral(x^2)". match: instead of it {curve: values (nt,) at the output times}, whose squared
    differences, each curve divided by its size, are to be least. subject_to: conditions, "max(rod.y) <= 0.2". output,
    integrator, tol, gradient: as in `objective`. globally: look everywhere in the ranges first, by differential evolution.
    most: iterations.
    """
    if bool(minimise) == (match is not None):
        raise ModelError("optimise: give either minimise, a scalar, or match, {curve: values}.")
    conditions = [condition(text) for text in ([subject_to] if isinstance(subject_to, str) else subject_to)]
    if isinstance(most, bool) or not isinstance(most, int) or most < 1:
        raise ModelError(f"most = {shown(most)}; give a whole number of iterations from 1.")
    if match is not None:
        if conditions:
            raise ModelError("optimise: match takes no subject_to; minimise a scalar instead.")
        return _matched(model, read_ranges(parameters), t_end, match, t_start, integrator, tol, output, most, workers)
    f = objective(
        model,
        parameters,
        t_end,
        minimise=minimise,
        others=[one.text for one in conditions],
        t_start=t_start,
        integrator=integrator,
        tol=tol,
        output=output,
        gradient=gradient,
        workers=workers,
    )
    return _least(f, conditions, globally, most)


def _least(f: Objective, conditions: list[Condition], globally: bool, most: int) -> Optimum:
    from scipy.optimize import differential_evolution, minimize

    width = f.upper - f.lower
    first = f(f.start)
    if not np.isfinite(first):
        raise ModelError(
            f"optimise: the run that the search begins with fails: {f.job.task.alone(f.values(f.start)).reason}"
        )
    size = abs(first) or 1.0
    u0 = (f.start - f.lower) / width

    def x_of(u: np.ndarray) -> np.ndarray:
        return np.clip(f.lower + width * u, f.lower, f.upper)

    def scalar(u: np.ndarray) -> float:
        return min(f(x_of(u)) / size, FAR)

    def slope(u: np.ndarray) -> np.ndarray:
        return np.asarray(f.jacobian(x_of(u))[0] * width / size)

    def left(one: Condition, k: int, u: np.ndarray) -> float:
        values = f.outputs(x_of(u))
        gap = FAR if values is None else (values[1 + k] - one.bound) / (abs(one.bound) or 1.0)
        return float(gap if one.sign != "<=" else -gap)

    def left_slope(one: Condition, k: int, u: np.ndarray) -> np.ndarray:
        found = f.jacobian(x_of(u))[1 + k] * width / (abs(one.bound) or 1.0)
        return np.asarray(found if one.sign != "<=" else -found)

    if globally:

        def all_at_once(u: np.ndarray) -> np.ndarray:
            found = f._all(x_of(u.T))
            scores = []
            for values, x in zip(found, x_of(u.T), strict=True):
                score = FAR if values is None else values[0] / size
                for k, one in enumerate(conditions):
                    gap = 0.0 if values is None else (values[1 + k] - one.bound) / (abs(one.bound) or 1.0)
                    score += 1e3 * (abs(gap) if one.sign == "==" else max(0.0, gap if one.sign == "<=" else -gap))
                f.history.append((x, FAR if values is None else float(values[0])))
                scores.append(score)
            return np.array(scores)

        looked = differential_evolution(
            all_at_once,
            [(0.0, 1.0)] * len(u0),
            vectorized=True,
            updating="deferred",
            polish=False,
            rng=0,
            maxiter=most,
            tol=1e-3,
        )
        u0 = looked.x
    limits = [
        {
            "type": "eq" if one.sign == "==" else "ineq",
            "fun": lambda u, one=one, k=k: left(one, k, u),
            "jac": lambda u, one=one, k=k: left_slope(one, k, u),
        }
        for k, one in enumerate(conditions)
    ]
    options = {"maxiter": most, "ftol": 1e-14}
    found = minimize(
        scalar, u0, jac=slope, bounds=[(0.0, 1.0)] * len(u0), method="SLSQP", constraints=limits, options=options
    )
    x = x_of(found.x)
    values = f.outputs(x)
    if values is None:
        raise ModelError("optimise: the run at the end of the search fails.")
    kept = all(
        left(one, k, found.x) >= -HELD if one.sign != "==" else abs(left(one, k, found.x)) <= HELD
        for k, one in enumerate(conditions)
    )
    return _optimum(
        f,
        x,
        float(values[0]),
        f.job.texts[0],
        dict(zip(f.job.texts[1:], values[1:], strict=True)),
        bool(found.success) and kept,
        str(found.message),
    )


def _optimum(
    f: Objective, x: np.ndarray, value: float, minimise: str, conditions: dict[str, float], ok: bool, message: str
) -> Optimum:
    values, known = f.values(x), list_of(f.job.model)
    tried = np.array([one for one, _ in f.history]).reshape(len(f.history), len(f.names))
    scalars = np.array([one for _, one in f.history])
    units = {name: known[name].unit for name in f.names}
    model = with_parameters(f.job.model, values)
    return Optimum(values, value, minimise, conditions, ok, message, f.how, units, tried, scalars, model, f)


def _matched(
    model: Model,
    ranges: dict[str, tuple[float, float]],
    t_end: float,
    match: Mapping[str, Any],
    t_start: float,
    integrator: Any,
    tol: float | None,
    output: Any,
    most: int,
    workers: int | None,
) -> Optimum:
    """By least squares, the differences of curves at all output times."""
    from scipy.optimize import least_squares

    times = output_times(t_start, t_end, output)
    wanted, sizes = [], []
    for name, values in match.items():
        one = np.asarray(values, float)
        if one.shape != times.shape or not np.isfinite(one).all():
            raise ModelError(
                f"match: {name!r} has shape {one.shape}; give a finite number for each of the {len(times)} output times."
            )
        wanted.append(one)
        sizes.append(float(np.linalg.norm(one)) or 1.0)
    method, _ = frozen_method(model, asked_method(integrator, None, None), times, 1e-6 if tol is None else tol)
    known = list_of(model)
    row = {name: [np.clip(known[name].value, *one)] if name in known else [one[0]] for name, one in ranges.items()}
    job, _ = job_of(model, row, t_end, tuple(match), t_start, method, tol, times)
    f = Objective(job, ranges, "differences", workers)
    width = f.upper - f.lower
    scale = np.repeat(1.0 / np.array(sizes), len(times))

    def x_of(u: np.ndarray) -> np.ndarray:
        return np.clip(f.lower + width * u, f.lower, f.upper)

    def apart(u: np.ndarray) -> np.ndarray:
        x = x_of(u)
        values = f.outputs(x)
        gaps = np.full(len(scale), FAR) if values is None else scale * (np.concatenate(values) - np.concatenate(wanted))
        f.history.append((x, float(gaps @ gaps)))
        return gaps

    def slopes(u: np.ndarray) -> np.ndarray:
        return np.asarray(scale[:, None] * f.jacobian(x_of(u)) * width)

    found = least_squares(
        apart, (f.start - f.lower) / width, slopes, bounds=(0.0, 1.0), xtol=1e-14, ftol=1e-15, gtol=1e-15, max_nfev=most
    )
    what = f"squared differences of {', '.join(match)}"
    return _optimum(f, x_of(found.x), 2.0 * float(found.cost), what, {}, bool(found.success), str(found.message))

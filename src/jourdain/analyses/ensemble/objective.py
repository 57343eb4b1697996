"""objective: a scalar of a run as a plain function of a vector of parameters, with its gradient; for any optimiser."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from jourdain.analyses.ensemble.ensemble import Job, dataset, job_of, runs
from jourdain.analyses.ensemble.members import DONE, Outcome
from jourdain.analyses.ensemble.sampling import samples
from jourdain.analyses.ensemble.slots import Plan, Slot
from jourdain.analyses.ensemble.table import Columns
from jourdain.analyses.sensitivity.frozen import equal_intervals, frozen_method, step_times
from jourdain.analyses.sensitivity.sensitivity import sensitivity
from jourdain.analyses.simulate import asked_method, output_times
from jourdain.errors import JourdainError, ModelError, shown
from jourdain.integrators import Integrator
from jourdain.model.model import Model
from jourdain.model.parameters import parameters as list_of
from jourdain.model.parameters import with_parameters
from jourdain.model.parsing import number

WIDTH = 1e-3  # of the range of a parameter: the nearer of four points of a difference; rounding counts 1/WIDTH times as much
GRADIENTS = ("auto", "adjoint", "differences")
_CONDITION = re.compile(r"(.+?)(<=|>=|==)\s*([^<>=]+)", re.DOTALL)


@dataclass(frozen=True)
class Condition:
    """A scalar that is to be at most, at least or exactly a number."""

    text: str
    sign: str
    bound: float


def condition(text: Any) -> Condition:
    """A condition from its text, "max(B.force) <= 100"."""
    found = _CONDITION.fullmatch(text) if isinstance(text, str) else None
    try:
        if found is not None:
            return Condition(found[1].strip(), found[2], float(found[3]))
    except ValueError:
        pass
    raise ModelError(
        f"subject_to: {shown(text)}; write a scalar, <=, >= or ==, and a number in SI units: 'max(B.force) <= 100'."
    )


class Objective:
    """f(x): the scalar for a vector x of parameter values (p,), inf where the run fails; made by `objective`.

    names, lower, upper, start: of the parameters (p,). gradient(x): the derivatives (p,). many(X): the scalars (n,) of n
    vectors (n, p), run at once. how: "adjoint" or "differences". history: (x, value) of every call so far.
    """

    def __init__(self, job: Job, ranges: dict[str, tuple[float, float]], how: str, workers: int | None) -> None:
        self.job, self.names, self.how, self._workers = job, tuple(ranges), how, workers
        self.lower, self.upper = (np.array([one[k] for one in ranges.values()]) for k in (0, 1))
        known = list_of(job.model)
        self.start = np.clip([known[name].value for name in self.names], self.lower, self.upper)
        self.history: list[tuple[np.ndarray, float]] = []
        self._plan: Plan | None = None
        self._slot: Slot | None = None
        self._last: tuple[bytes, Outcome] | None = None

    def __call__(self, x: Any) -> float:
        """The scalar at x."""
        x = self._vectors(x)
        values = self.outputs(x)
        f = float(values[0]) if values is not None else np.inf
        self.history.append((x.copy(), f))
        return f

    def _vectors(self, x: Any, several: bool = False) -> np.ndarray:
        """A vector (p,), or several (n, p), as an array of its own."""
        try:
            found = np.array(x, float)
        except (TypeError, ValueError, OverflowError):
            found = np.zeros(())
        found = np.atleast_2d(found) if several else found
        if found.shape[-1:] != self.lower.shape or found.ndim != 1 + several or not np.isfinite(found).all():
            name = "points" if several else "x"
            raise ModelError(f"{name} = {shown(x)}; give a finite number for each of {', '.join(self.names)}.")
        return found

    def values(self, x: Any) -> dict[str, float]:
        """A vector as values by name."""
        return dict(zip(self.names, self._vectors(x).tolist(), strict=True))

    def outputs(self, x: Any) -> list[Any] | None:
        """All outputs of the run at x; None if it fails."""
        values = self.values(x)
        key = np.array(list(values.values())).tobytes()
        if self._last is None or self._last[0] != key:
            if self._plan is None:
                self._plan = Plan(self.job.task, self._places(), 0)
                self._slot = None if self._plan.reason else Slot(self._plan)
            outcome = self._slot.run(values) if self._slot is not None else None
            self._last = key, outcome or self.job.task.alone(values)
        outcome = self._last[1]
        return outcome.values if outcome.status == DONE else None

    def _places(self) -> Columns:
        """Some vectors in the ranges, the first one that the systems are made for."""
        some = samples(
            {n: (a, b) for n, a, b in zip(self.names, self.lower, self.upper, strict=True)}, 3, kind="random"
        )
        return {name: np.append(self.job.values[name], some[name]) for name in self.names}

    def many(self, points: Any) -> np.ndarray:
        """The scalars (n,) at n vectors (n, p)."""
        found = self._all(self._vectors(points, several=True))
        return np.array([one[0] if one is not None else np.inf for one in found])

    def _all(self, points: np.ndarray) -> list[list[Any] | None]:
        columns = dict(zip(self.names, points.T.copy(), strict=True))
        found = runs(self.job, columns, "threads", self._workers, False)
        if len(found) < len(points):
            raise KeyboardInterrupt
        return [found[i].values if found[i].status == DONE else None for i in range(len(points))]

    def gradient(self, x: Any) -> np.ndarray:
        """Derivatives (p,) of the scalar at x."""
        return self.jacobian(x)[0]

    def jacobian(self, x: Any) -> np.ndarray:
        """Derivatives of all outputs at x: (.., p), scalars of one number, curves of as many as there are times."""
        x = self._vectors(x)
        if self.how == "adjoint":
            return self._adjoint(x)
        h = WIDTH * (self.upper - self.lower)
        # beyond its range a parameter may have no meaning: there the points lie on the other side of it
        centre = np.clip(x, self.lower + 2.0 * h, self.upper - 2.0 * h)
        steps = np.array([-2.0, -1.0, 1.0, 2.0])
        weights = [np.array([1.0, -8.0, 8.0, -1.0]) / 12.0] * len(x)
        points = []
        for k in range(len(x)):
            shift = (x[k] - centre[k]) / h[k]  # 0 inside, else -2 .. 2 at the ends
            nodes = steps if shift == 0.0 else np.arange(-2.0, 3.0)
            weights[k] = weights[k] if shift == 0.0 else _slopes(nodes, shift)
            for node in nodes:
                one = x.copy()
                one[k] = centre[k] + node * h[k]
                points.append(one)
        found = self._all(np.array(points))
        if None in found:
            raise ModelError("gradient: a run beside this one fails; give narrower ranges.")
        flat = np.array([np.concatenate([np.atleast_1d(v) for v in one]) for one in found if one is not None])
        ends = np.cumsum([len(w) for w in weights])
        parts = np.split(flat, ends[:-1])
        return np.stack([w @ part / h[k] for k, (w, part) in enumerate(zip(weights, parts, strict=True))], axis=1)

    def _adjoint(self, x: np.ndarray) -> np.ndarray:
        job = self.job
        found = sensitivity(
            with_parameters(job.model, self.values(x)),
            float(job.times[-1]),
            parameters=self.names,
            outputs=job.texts,
            method="adjoint",
            t_start=float(job.times[0]),
            integrator=job.method,
            output=len(job.times) - 1,
            trust="fast",
        )
        return np.array([[found[text, name] for name in self.names] for text in job.texts])

    def dataset(self, points: Any) -> Any:
        """The runs at n vectors (n, p) as `ensemble` gives them."""
        columns = dict(zip(self.names, self._vectors(points, several=True).T.copy(), strict=True))
        return dataset(self.job, columns, runs(self.job, columns, "threads", self._workers, False))


def _slopes(nodes: np.ndarray, at: float) -> np.ndarray:
    """Weights of values at nodes in the derivative of their polynomial at a place."""
    powers = np.vander(nodes, increasing=True)
    slopes = np.array([k * at ** max(k - 1, 0) for k in range(len(nodes))])
    return np.asarray(np.linalg.solve(powers.T, slopes))


def objective(
    model: Model,
    parameters: Mapping[str, Any],
    t_end: float,
    *,
    minimise: str,
    others: Sequence[str] = (),
    t_start: float = 0.0,
    integrator: Integrator | str | None = None,
    tol: float | None = None,
    output: int | Any = 200,
    gradient: str = "auto",
    workers: int | None = None,
) -> Objective:
    """A scalar of a run from t_start to t_end [s] as a function of a vector of parameters, for any optimiser.

    parameters: {name: (low, high)}, in SI units. minimise: the scalar, max(..), min(..), integral(..) or final(..) of curves.
    others: more scalars, outputs(x) gives all of them. The steps are the same for all values, so that the function is smooth:
    those of generalized-alpha, as many as tol asks for, or of the integrator. gradient: "adjoint", "differences" (of
    ensembles), or "auto": adjoint where there is one.
    """
    if gradient not in GRADIENTS:
        raise ModelError(f"gradient = {gradient!r}; it is one of {', '.join(map(repr, GRADIENTS))}.")
    ranges = read_ranges(parameters)
    if not isinstance(model, Model):
        raise ModelError(f"model = {shown(model)}; objective takes a jourdain.Model.")
    times = output_times(t_start, t_end, output)
    method, _ = frozen_method(model, asked_method(integrator, None, None), times, 1e-6 if tol is None else tol)
    if method.fixed and equal_intervals(times):
        steps, _ = step_times(times, float(method.step or 0.0))
        method = _with_step(method, float(steps[1] - steps[0]))
    texts = (minimise, *([others] if isinstance(others, str) else others))
    known = list_of(model)
    row = {name: [np.clip(known[name].value, *one)] if name in known else [one[0]] for name, one in ranges.items()}
    job, _ = job_of(model, row, t_end, texts, t_start, method, tol, times)
    for one in job.task.readings.outputs:
        if not one.scalar:
            raise ModelError(
                f"{one.text!r} is a curve; minimise a number of it: max(..), min(..), integral(..) or final(..)."
            )
    how = gradient
    if gradient != "differences":
        try:
            found = Objective(job, ranges, "adjoint", workers)
            found.gradient(found.start)
            return found
        except JourdainError:
            if gradient == "adjoint":
                raise
            how = "differences"
    return Objective(job, ranges, how, workers)


def _with_step(method: Integrator, step: float) -> Integrator:
    return replace(method, step=step)


def read_ranges(parameters: Any) -> dict[str, tuple[float, float]]:
    """{name: (low, high)}, checked."""
    if not isinstance(parameters, Mapping) or not parameters:
        raise ModelError(f"parameters = {shown(parameters)}; give {{name: (low, high), ..}}.")
    found = {}
    for name, one in parameters.items():
        try:
            low, high = one
        except (TypeError, ValueError):
            raise ModelError(f"parameters: {name!r} = {shown(one)}; give (low, high).") from None
        low, high = number(low, f"parameters: {name!r}, low"), number(high, f"parameters: {name!r}, high")
        if not low < high:
            raise ModelError(f"parameters: {name!r} from {low:g} to {high:g}; the lower bound comes first.")
        found[str(name)] = (low, high)
    return found

"""One run of an ensemble by itself: compiled, run and reported as any other, without the estimate of its error."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from jourdain.analyses.ensemble.readings import Readings
from jourdain.analyses.simulate import run_through
from jourdain.errors import JourdainError
from jourdain.integrators import Integrator
from jourdain.model.model import Model
from jourdain.model.parameters import with_parameters
from jourdain.result.result import Result
from jourdain.run.stops import started_at_stops
from jourdain.system.compile import compile
from jourdain.system.system import System

DONE, STOPPED, FAILED, NOT_RUN = "done", "stopped", "failed", "not run"


@dataclass
class Outcome:
    """What became of a run: status, why, and its outputs; t: how far it came [s]; alone: was it run by itself?"""

    status: str
    reason: str
    values: list[Any]
    t: float
    alone: bool = False


@dataclass(frozen=True)
class Task:
    """What all runs share: the model, its system as it is compiled for one row, the method, output times [s], outputs."""

    model: Model
    system: System
    method: Integrator
    times: np.ndarray
    readings: Readings

    def compiled(self, values: dict[str, float]) -> System:
        """The system for these values; its pattern is that of all the others where that is possible."""
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return compile(with_parameters(self.model, values), like=self.system)

    def result(self, values: dict[str, float]) -> Result:
        """The whole run for these values, as `simulate` makes it. Raises what a run raises, with the partial result."""
        system = started_at_stops(self.compiled(values), float(self.times[0]))
        result = run_through(system, self.method, self.times)
        if result.interrupted:
            raise KeyboardInterrupt
        return result

    def alone(self, values: dict[str, float]) -> Outcome:
        """The outcome of that run."""
        try:
            result = self.result(values)
        except JourdainError as problem:
            partial = getattr(problem, "partial", None)
            t = float(partial.t[-1]) if partial is not None and len(partial.t) else float(self.times[0])
            return Outcome(FAILED, str(problem), self.readings.nothing(len(self.times)), t, True)
        t = float(result.t[-1])
        whole = t == self.times[-1]
        reason = "" if whole else f"an event ended it at t = {t:.9g} s"
        return Outcome(DONE if whole else STOPPED, reason, self.padded(result), t, True)

    def padded(self, result: Result) -> list[Any]:
        """Outputs of a result that may have ended early: what is missing is NaN."""
        values, n = self.readings.of(result), len(self.times)
        at = np.searchsorted(self.times, result.t)
        found = []
        for value in values:
            if np.ndim(value) and len(value) != n:
                column = np.full(n, np.nan)
                column[at[at < n]] = value[at < n]
                value = column
            found.append(value)
        return found


Runner = Callable[[dict[str, float]], Outcome]

"""The estimate of a run's error, from a companion run at another setting.

A method whose error goes with tol (or with step^p) is run again K times coarser; the difference of the two runs is then
about K - 1 times the error of the finer one. Where tol does not govern the error this says nothing, and the companion is
finer instead, which costs more: through singular positions, where what a passage adds is a matter of luck, and in runs so
short that both settings take much the same steps. A treatment that loses something in each passage is compared with
projection: with itself it would agree on what is lost, or on the wrong branch.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from jourdain.errors import JourdainError
from jourdain.integrators import Integrator
from jourdain.integrators.treatments import Projection
from jourdain.result.result import Result
from jourdain.run.collect import moved_like
from jourdain.run.run import Run

COARSER = 10.0**0.5  # tol of the companion against that of the run
FINER = 10.0
SAFETY, SAFETY_OF_FINER = 4.0, 2.0  # for what such proportions are off in practice
LUCK = 2.0  # more through singular positions: what a passage adds does not go with the step
SAME_STEPS = 0.5  # a companion that saves less than this part of the steps it should save is not coarser
COMPARED = 4  # times in each step of the run, at most, at which it is compared: between them errors are as smooth as the motion
FEW = 30  # steps, of a run too short for its error to go with tol
TIGHTEST = 1e-13
DEAREST, SHORT = 3.0, 1.0  # a companion may cost so many times the run, or so many seconds
EPS = float(np.finfo(float).eps)


@dataclass(frozen=True)
class Companion:
    """How the second run is made, and by what the difference of the two is multiplied to estimate the error of the first."""

    method: Integrator
    times: np.ndarray
    factor: float
    name: str
    coarse: bool = False


def coarser(method: Integrator, times: np.ndarray) -> Companion:
    """A run whose error is larger: tol times COARSER, or steps twice as long."""
    if method.fixed:
        step = 2.0 * (method.step or 0.0)
        # steps that end at outputs can be twice as long with every second one
        some = times if not method.ends_at_outputs else np.unique(np.append(times[::2], times[-1]))
        factor = SAFETY / (2.0**method.order - 1.0)
        return Companion(replace(method, step=step), some, factor, f"companion run at step {step:g} s", True)
    tol = min(0.1, COARSER * (method.tol or 1e-6))
    ratio = tol / (method.tol or 1e-6)
    longest = None if method.max_step is None else method.max_step * ratio ** (1.0 / method.order)
    factor = SAFETY / max(ratio - 1.0, 0.1)
    return Companion(replace(method, tol=tol, max_step=longest), times, factor, f"companion run at tol {tol:.2g}", True)


def finer(method: Integrator, times: np.ndarray, steps: int) -> Companion:
    """A run whose error is smaller: tol over FINER and steps below half the mean one, or shorter fixed steps."""
    if method.fixed:
        parts = 2.0 if method.implicit else 4.0  # in singular positions explicit methods gain little by halves
        step = (method.step or 0.0) / parts
        factor = SAFETY_OF_FINER / (1.0 - parts**-method.order)
        return Companion(replace(method, step=step), times, factor, f"companion run at step {step:g} s")
    tol = max(TIGHTEST, (method.tol or 1e-6) / FINER)
    longest = 0.5 * float(times[-1] - times[0]) / max(1, steps)
    name = f"companion run at tol {tol:.2g}"
    return Companion(replace(method, tol=tol, max_step=longest), times, SAFETY_OF_FINER, name)


def _companions(method: Integrator, result: Result, times: np.ndarray) -> Iterator[Companion]:
    """The second runs that may tell the error, the better one first."""
    passages, steps = bool(result.trust.passages), result.stats.steps
    if not method.cut_to_outputs:
        every = max(1, len(times) // (COMPARED * (steps + 1)))
        times = np.unique(np.append(times[::every], times[-1]))
    if (passages or result.stats.singular) and method.lost_in_passages > 0.0:
        sound = finer(replace(method, constraints=Projection()), times, steps)  # type: ignore[call-arg]
        yield replace(sound, name=f"{sound.name}, by projection")
        return
    repaired = method.fixed and result.stats.rejected > 0  # its steps were others than those that were given
    few = steps + result.stats.rejected < FEW
    finer_first = passages or repaired or few or method.needs_finer
    for fine in (finer_first, not finer_first):
        yield finer(method.second, times, steps) if fine else coarser(method.second, times)


def estimated(run: Run, result: Result, progress: bool | None = False) -> dict[str, Any]:
    """What the trust line says about the error of a complete run: changes of its Trust."""
    said: dict[str, Any] = {}
    spent = 0.0
    for companion in _companions(run.method, result, run.times):
        other = Run(run.first, companion.method, companion.times, run.compiled)
        other.open_joints, other.play, other.may_spare = run.open_joints, run.play, run.spares
        other.found = run.found
        try:
            other.begin()
            other.march(progress, what="companion run", most=max(DEAREST * run.cpu, SHORT))
            if other.gave_up:
                said = said or {
                    "companion": f"the {companion.name} was given up: it had cost {DEAREST:g} times the run"
                }
                continue
            second = moved_like(other)
        except JourdainError as problem:
            said = said or {"companion": f"the {companion.name} failed: {problem}"}
            continue
        finally:
            spent += other.cpu
        if other.interrupted:
            return {"companion": "the companion run was interrupted"}
        complete = other.stopped or second.t[-1] == companion.times[-1]
        if complete or not said:
            factor = companion.factor * (LUCK if result.trust.passages else 1.0)
            error = estimate(result, second, factor, run.stopped and other.stopped)
            said = {"error": error, "companion": companion.name, "cost": spent / max(run.cpu, 1e-9)}
        if complete and (not companion.coarse or _spared_steps(result, second)):
            break
    return said


def _spared_steps(result: Result, second: Result) -> bool:
    """Did the coarser run take fewer steps, about as its setting asks for?"""
    method = result.integrator
    tries, own = (r.stats.steps + r.stats.rejected for r in (second, result))
    wanted = 0.5 if method.fixed else 1.0 - COARSER ** (-1.0 / method.order)
    return tries <= own * (1.0 - SAME_STEPS * wanted)


def difference(a: Any, b: Any) -> tuple[np.ndarray, np.ndarray]:
    """Rows of a that b has as well, and the largest difference of positions there, in lengths of the model and radians."""
    j = np.minimum(np.searchsorted(b.t, a.t), len(b.t) - 1)
    i = np.flatnonzero(b.t[j] == a.t)
    return i, _apart(a, b, i, j[i])


def _apart(a: Any, b: Any, i: np.ndarray, j: np.ndarray) -> np.ndarray:
    """Largest difference of positions between the rows i of a and j of b."""
    return a.system.layout.distances(a.q[i], b.q[j], a.system.length)


def estimate(result: Any, second: Any, factor: float, stopped: bool = False) -> np.ndarray:
    """Estimated error of a result at its output times; infinite where the companion did not get.

    stopped: an event ended both runs, so that their last states belong together.
    """
    rows, apart = difference(result, second)
    last = len(result.t) - 1
    if stopped and last not in rows:
        rows, apart = np.append(rows, last), np.append(apart, _apart(result, second, np.array([-1]), np.array([-1])))
    # an error does not heal: where the runs happen to cross, it is as large as it was before
    grown = np.append(np.maximum.accumulate(factor * apart), np.inf)
    return grown[np.searchsorted(rows, np.arange(last + 1))] + rounding(result) + _of_passages(result)


def _of_passages(result: Any) -> np.ndarray:
    """What steps through singular positions may have added by each output, however small they are.

    Play of d turns a machine that passes one by up to the root of d, and all of its runs alike.
    """
    from jourdain.integrators.march import SINGULAR_ERROR

    play = max(map(abs, result.gaps.values()), default=0.0) / max(1.0, result.trust.length)
    return (SINGULAR_ERROR + play**0.5) * np.searchsorted(np.sort(result.trust.passages), result.t, side="right")


def _reach(result: Any) -> float:
    """The largest position, in lengths of the model, or angle."""
    layout, q = result.system.layout, np.abs(result.q)
    if not layout.dimension:
        return max(1.0, float(q.max()))
    return max(1.0, float(layout.points(q).max()) / result.system.length, float(layout.orientations(q).max()))


def rounding(result: Any) -> float:
    """What rounding may add up to, however small the steps.

    It goes as the square root of the number of steps n; index 3 divides the rounding of positions by the step: n^(3/2).
    """
    n = max(1, result.stats.steps)
    return 3.0 * EPS * _reach(result) * n ** (1.5 if result.integrator.implicit else 0.5) + 10.0 * EPS

"""ensemble: many runs of one model, each with other values of parameters or start values."""

from __future__ import annotations

import functools
import os
import pickle
import threading
from collections.abc import Callable, Generator, Sequence
from concurrent.futures import ThreadPoolExecutor, wait
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from jourdain.analyses.ensemble.members import FAILED, NOT_RUN, Outcome, Task
from jourdain.analyses.ensemble.processes import in_processes, unpacked
from jourdain.analyses.ensemble.readings import Readings
from jourdain.analyses.ensemble.slots import Plan, Slot
from jourdain.analyses.ensemble.table import Columns, read_table, row_of, rows_in
from jourdain.analyses.simulate import asked_method, check_room, output_times
from jourdain.errors import JourdainError, ModelError, shown
from jourdain.integrators import Integrator
from jourdain.model.model import Model
from jourdain.model.parameters import parameters, with_parameters
from jourdain.progress import Line
from jourdain.result.result import Result, Stats
from jourdain.result.trust import Trust
from jourdain.run.choose import choose
from jourdain.run.report import reported
from jourdain.run.start import consistent_start
from jourdain.system.compile import compile

if TYPE_CHECKING:
    from xarray import Dataset

TRIED = 8  # rows that are tried for one which can be started
AT_ONCE = 64  # runs that a process is given, at most
LOOK = 0.2  # s between two looks at the keyboard

Found = dict[int, Outcome]
Tell = Callable[[Found], None]
Ticks = Generator[None, None, None]  # of what fills in outcomes: the time to look at them


def ensemble(
    model: Model,
    table: Any,
    t_end: float,
    *,
    outputs: Sequence[str] = (),
    t_start: float = 0.0,
    integrator: Integrator | str | None = None,
    constraints: Any = None,
    tol: float | None = None,
    output: int | Any = 200,
    where: Any = "threads",
    workers: int | None = None,
    progress: bool | None = None,
) -> Dataset:
    """Run a model once for every row of a table, from t_start to t_end [s].

    table: {parameter: values}, or a list of {parameter: value}, or a DataFrame; its columns are parameters or start values in
    SI units, as jourdain.parameters(model) lists them. outputs: curves ("swing", "B.force", "rod.x"), or scalars of them:
    max(..), min(..), integral(..), final(..); by default all named measures over time. integrator, tol: as in simulate, the
    same method for all runs; which one is chosen by the first row that can be started. output: number of equal intervals, or
    times [s].
    where: "threads", "processes", or a dask.distributed Client. workers: how many (by default one for each core).
    Returns an xarray Dataset: each output over (run) or (run, time), the columns as coordinates, and for every run a `status`
    ("done", "stopped" by an event, "failed", "not run" after Ctrl-C) and a `reason`. What a run does not have is NaN.
    The same numbers bit for bit, whatever `where` and `workers` are, and in whatever order the rows stand.
    """
    job, columns = job_of(
        model, table, t_end, outputs, t_start, asked_method(integrator, constraints, tol), tol, output
    )
    found = runs(job, columns, where, workers, progress)
    return dataset(job, columns, found)


@dataclass(frozen=True)
class Job:
    """What all runs of an ensemble share, as plain data that can travel to other processes.

    values: those that the pattern of the systems is made for.
    """

    model: Model
    values: dict[str, float]
    method: Integrator
    times: np.ndarray
    texts: tuple[str, ...]

    @functools.cached_property
    def task(self) -> Task:
        """The same, compiled."""
        system = compile(with_parameters(self.model, self.values))
        return Task(self.model, system, self.method, self.times, Readings(self.texts, _at_start(system, self.times)))

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in vars(self).items() if name != "task"}


def job_of(
    model: Any, table: Any, t_end: float, outputs: Any, t_start: float, method: Any, tol: float | None, output: Any
) -> tuple[Job, Columns]:
    """What is asked for, checked: the method chosen, names of parameters and outputs known."""
    if not isinstance(model, Model):
        raise ModelError(f"model = {shown(model)}; ensemble takes a jourdain.Model.")
    columns = read_table(model, table)
    times = output_times(t_start, t_end, output)
    texts = tuple([outputs] if isinstance(outputs, str) else outputs) or tuple(model.measures)
    if not texts:
        raise ModelError(
            "outputs: none given, and the model names no measures; give curves, or scalars such as 'max(B.force)'."
        )
    values, system, start = _one_that_starts(model, columns, float(times[0]))
    if method is None:
        method, _ = choose(
            start.system, start, float(times[0]), float(times[-1] - times[0]), 1e-6 if tol is None else tol
        )
    like = _at_start(system, times)
    readings = Readings(texts, like)
    n = rows_in(columns)
    check_room(n, sum(1 if one.scalar else len(times) for one in readings.outputs))
    return Job(model, values, method, times, texts), columns


def _one_that_starts(model: Model, columns: Columns, t: float) -> tuple[dict[str, float], Any, Any]:
    """Values for which the model can be compiled and started: of a row without zeros if there is one, or its own."""
    zeros = sum((values == 0.0).astype(int) for values in columns.values())
    rows = [row_of(columns, int(i)) for i in np.argsort(zeros, kind="stable")[:TRIED]]
    known = parameters(model)
    for values in (*rows, {name: known[name].value for name in columns}):
        try:
            system = compile(with_parameters(model, values))
            return values, system, consistent_start(system, t)
        except JourdainError as problem:
            last = problem
    raise last


def _at_start(system: Any, times: np.ndarray) -> Result:
    """A result of the start alone, that tells which curves there are."""
    kind = system.kind
    widths = {"q": system.q0, "v": system.v0, "w": system.w0, "ref": system.ref0}
    states = {name: array[None].copy() for name, array in widths.items()}
    states |= {"a": np.zeros((1, kind.v)), "lam": np.zeros((1, system.n_rows))}
    piece, _, _ = reported(system, system.context(), times[:1], states, np.zeros((1, 3)), np.ones(1, bool), True)
    return Result([piece], None, Stats(), Trust())


# -- running ------------------------------------------------------------------------------------------------------


def runs(
    job: Job, columns: Columns, where: Any, workers: int | None, progress: bool | None = None, tell: Tell | None = None
) -> Found:
    """The outcomes of all rows; tell: called with each few of them as they come."""
    if workers is not None and (isinstance(workers, bool) or not isinstance(workers, int) or workers < 1):
        raise ModelError(f"workers = {workers!r}; give a whole number from 1.")
    n = rows_in(columns)
    workers = min(workers or cores(), n)
    if where == "threads":
        source = _in_threads
    elif where == "processes":
        source = _in_processes
    elif hasattr(where, "submit") and hasattr(where, "scheduler_info"):
        source = functools.partial(_in_dask, where)
    elif where == "dask":
        raise ModelError("where = 'dask': give a dask.distributed Client itself (pip install 'jourdain[cluster]').")
    else:
        raise ModelError(f"where = {shown(where)}; it is 'threads', 'processes', or a dask.distributed Client.")
    found: Found = {}
    told: set[int] = set()
    line = Line(progress)

    def tell_new() -> None:
        new = {i: one for i, one in list(found.items()) if i not in told}
        told.update(new)
        if new and tell is not None:
            tell(new)
        failed = sum(one.status == FAILED for one in list(found.values())) if line.active else 0
        line.show(len(told) / n, f"{len(told)}/{n} runs" + (f", {failed} failed" if failed else ""))

    ticks = source(job, columns, workers, found)
    try:
        for _ in ticks:
            tell_new()
    except KeyboardInterrupt:  # what is there is kept
        pass
    finally:
        ticks.close()
        tell_new()
        line.close()
    return found


def cores() -> int:
    """Cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


class _Crew:
    """Threads with a slot each, that take rows one after the other; runs by themselves are made by one at a time."""

    def __init__(self, job: Job, columns: Columns) -> None:
        self.task, self.columns = job.task, columns
        values = {name: np.append(job.values[name], column) for name, column in columns.items()}
        self.plan = Plan(self.task, values, 0)
        self.rows = iter(range(rows_in(columns)))
        self.stop, self._alone, self._next = threading.Event(), threading.Lock(), threading.Lock()

    def work(self, found: Found) -> None:
        """Make runs until there are none left."""
        slot = None if self.plan.reason else Slot(self.plan)
        if slot is not None:
            slot.stop = self.stop
        while not self.stop.is_set():
            with self._next:
                i = next(self.rows, None)
            if i is None:
                return
            values = row_of(self.columns, i)
            outcome = slot.run(values) if slot is not None else None
            if outcome is None and not self.stop.is_set():
                with self._alone:
                    outcome = self.task.alone(values)
            if outcome is not None:
                found[i] = outcome


def _in_threads(job: Job, columns: Columns, workers: int, found: Found) -> Ticks:
    crew = _Crew(job, columns)
    with ThreadPoolExecutor(workers) as pool:
        futures = [pool.submit(crew.work, found) for _ in range(workers)]
        try:
            while not all(future.done() for future in futures):
                wait(futures, timeout=LOOK)
                yield
        finally:
            crew.stop.set()
        for future in futures:
            future.result()


def chunk(key: bytes, columns: Columns, first: int) -> Found:
    """The outcomes of some rows, in a process of its own: a job is compiled there once. first: number of the first row."""
    found: Found = {}
    _Crew(unpacked(key), columns).work(found)
    return {first + i: outcome for i, outcome in found.items()}


def _chunks(job: Job, columns: Columns, workers: int) -> tuple[bytes, list[tuple[Columns, int]]]:
    """The job as bytes, and its rows in parts."""
    try:
        key = pickle.dumps(job)
    except Exception as problem:
        raise ModelError(
            f"model {job.model.name!r} cannot travel to other processes ({problem}); take where='threads', or give functions "
            "as texts or by module:function."
        ) from None
    n = rows_in(columns)
    size = max(1, min(AT_ONCE, -(-n // (4 * workers))))
    return key, [({name: x[i : i + size] for name, x in columns.items()}, i) for i in range(0, n, size)]


def _in_processes(job: Job, columns: Columns, workers: int, found: Found) -> Ticks:
    key, parts = _chunks(job, columns, workers)
    for part, new in in_processes(chunk, key, parts, min(workers, len(parts))):
        found |= new if isinstance(new, dict) else _lost(part, new)
        yield


def _in_dask(client: Any, job: Job, columns: Columns, workers: int, found: Found) -> Ticks:
    from dask.distributed import as_completed

    key, parts = _chunks(job, columns, max(1, len(client.scheduler_info()["workers"])))
    futures = {client.submit(chunk, key, *part, pure=False): part for part in parts}
    try:
        for future in as_completed(list(futures)):
            try:
                found |= future.result()
            except JourdainError:
                raise
            except Exception as problem:  # whatever becomes of a worker
                found |= _lost(futures[future], problem)
            yield
    finally:
        client.cancel(list(futures))


def _lost(part: tuple[Columns, int], problem: Exception) -> Found:
    """Rows that went down with their worker."""
    columns, first = part
    reason = f"its worker was lost: {str(problem).strip() or type(problem).__name__}"
    return {first + i: Outcome(NOT_RUN, reason, [], np.nan, True) for i in range(rows_in(columns))}


# -- what comes out ------------------------------------------------------------------------------------------------


def dataset(job: Job, columns: Columns, found: Found) -> Dataset:
    """Outcomes as a Dataset."""
    import xarray

    n, nt = rows_in(columns), len(job.times)
    readings, known = job.task.readings, parameters(job.model)
    nothing = readings.nothing(nt)
    outcomes = [found.get(i, Outcome(NOT_RUN, "interrupted", nothing, float(job.times[0]))) for i in range(n)]
    variables: dict[str, Any] = {}
    for k, one in enumerate(readings.outputs):
        values = np.array([(outcome.values or nothing)[k] for outcome in outcomes])
        variables[one.text] = (("run",) if one.scalar else ("run", "time"), values, {"units": one.unit})
    variables["status"] = ("run", np.array([one.status for one in outcomes], dtype=object))
    variables["reason"] = ("run", np.array([one.reason for one in outcomes], dtype=object))
    variables["reached"] = ("run", np.array([one.t for one in outcomes]), {"units": "s"})
    coordinates: dict[str, Any] = {"run": np.arange(n), "time": ("time", job.times, {"units": "s"})}
    coordinates |= {name: ("run", values, {"units": known[name].unit}) for name, values in columns.items()}
    alone = sum(one.alone for one in outcomes)
    attributes = {"model": job.model.name, "integrator": str(job.method), "alone": alone}
    return xarray.Dataset(variables, coordinates, attributes)

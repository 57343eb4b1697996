"""simulate: from a model to its motion."""

from __future__ import annotations

import sys
import time
from typing import Any

import numpy as np

from jourdain.analyses.start import Start, accelerations_after, consistent_start, open_rows
from jourdain.compiler import compile
from jourdain.context import Context
from jourdain.dynamics import (
    BAD_PIVOT,
    NO_CONVERGENCE,
    NOT_CLOSED,
    NOT_FINITE,
    OK,
    REPORT,
    STEP_TOO_SMALL,
    stations,
)
from jourdain.errors import ConvergenceError, ModelError
from jourdain.functions import evaluate_value, pending_exception
from jourdain.integrators import GeneralizedAlpha, Integrator, memory
from jourdain.model import Model
from jourdain.parsing import number
from jourdain.result import Result, Stats
from jourdain.system import System
from jourdain.tables import ALWAYS_SVD, BASE_RANK, CUT_AT

_CHUNK_SECONDS = 0.2  # how often Python looks at the clock, the progress bar and the keyboard


def simulate(
    model: Model | System,
    t_end: float,
    *,
    t_start: float = 0.0,
    integrator: Integrator | None = None,
    output: int | Any = 200,
    progress: bool | None = None,
) -> Result:
    """Simulate from t_start to t_end [s].

    integrator: default GeneralizedAlpha(tol=1e-6). output: number of equal intervals, or the times themselves [s].
    progress: show a bar (default: in a terminal, for runs that take long). Ctrl-C keeps what was computed.
    Raises ConvergenceError with the partial Result if the run cannot go on.
    """
    method = integrator if integrator is not None else GeneralizedAlpha()
    if not isinstance(method, Integrator):
        raise ModelError(
            f"integrator = {integrator!r}; give one like jourdain.GeneralizedAlpha(step=1e-3) or RK4(step=1e-3)."
        )
    if not isinstance(model, (Model, System)):
        raise ModelError(f"model = {model!r}; simulate takes a jourdain.Model (or a compiled System).")
    times = _times(t_start, t_end, output)
    system = compile(model) if isinstance(model, Model) else model
    if not method.implicit and system.kind.w and (system.tables["states"]["differential"] == 0).any():
        kinds = zip(system.state_names, system.tables["states"]["differential"], strict=True)
        names = ", ".join(repr(name) for name, differential in kinds if not differential)
        raise ModelError(
            f"{method.name} is explicit and cannot find the algebraic states {names}; use GeneralizedAlpha."
        )
    start = consistent_start(system, float(times[0]))
    system = start.system
    mo = _memory(method, system, start, times)
    method.warm_up(system, mo, lambda delta: accelerations_after(system, start, float(times[0]), delta))
    s = start.context if method.implicit else _context(system, start)
    status, cpu, interrupted = _march(method, system, s, mo, progress)
    problem = pending_exception()
    if isinstance(problem, KeyboardInterrupt):  # Ctrl-C arrived inside a Python function
        status, interrupted, problem = OK, True, None
    marched = status == OK
    result, status = _report(method, system, start, mo, status, cpu, interrupted)
    if status != OK:  # the loop stopped, or went on over a point where nothing can be reported
        t = float(mo.times[len(result.t)]) if marched else float(mo.clock[memory.T])
        raise _failure(method, system, s, t, status, result, problem or pending_exception())
    return result


def _times(t_start: float, t_end: float, output: Any) -> np.ndarray:
    t0, t1 = number(t_start, "t_start [s]"), number(t_end, "t_end [s]")
    if t1 <= t0:
        raise ModelError(f"t_end = {t1:g} s is not after t_start = {t0:g} s.")
    if isinstance(output, (int, np.integer)) and not isinstance(output, bool):
        if output < 1:
            raise ModelError(f"output = {output}; give at least one interval, or an array of times.")
        return np.linspace(t0, t1, int(output) + 1)
    try:
        times = np.array(output, dtype=np.float64)
    except (TypeError, ValueError):
        times = np.zeros(0)
    if times.ndim != 1 or len(times) < 2 or not np.isfinite(times).all() or (np.diff(times) <= 0.0).any():
        raise ModelError("output: give a number of intervals, or an increasing array of at least two times [s].")
    if abs(times[0] - t0) > 1e-12 * max(1.0, abs(t0)) or times[-1] > t1 + 1e-12 * max(1.0, abs(t1)):
        raise ModelError(
            f"output times run from {times[0]:g} to {times[-1]:g} s; they must begin at t_start = {t0:g} s and "
            f"not go beyond t_end = {t1:g} s."
        )
    return times if abs(times[-1] - t1) <= 1e-12 * max(1.0, abs(t1)) else np.append(times, t1)


def _works(system: System) -> bool:
    """Does any element do work that must be integrated? Springs and gravity have a potential instead."""
    laws, rows = system.tables["laws"], system.tables["rows"]
    passive = (laws["damping"] == 0.0) & (laws["constant"] == 0.0) & (laws["function"] < 0)
    return bool(
        (~passive).any()
        or len(system.tables["loads"])
        or (rows["function"] >= 0).any()
        or ((rows["level"] == 1) & (rows["constant"] != 0.0)).any()
    )


def _memory(method: Integrator, system: System, start: Start, times: np.ndarray) -> Context:
    """Memory of the run, filled with the start."""
    mo = method.memory(system, times, _works(system), float(times[-1] - times[0]))
    for name in ("q", "v", "w", "wd", "lam", "ref"):
        getattr(mo, name)[:] = getattr(start, name)
    mo.vd[:] = mo.a[:] = mo.vd_1[:] = mo.vd_2[:] = start.a
    mo.wa[:] = start.wd
    mo.lam_new[:] = start.lam
    mo.v_old[:] = start.v
    if len(mo.power):
        mo.power[:] = start.energy[2:]
    for name, value in (
        ("q", start.q),
        ("v", start.v),
        ("a", start.a),
        ("w", start.w),
        ("lam", start.lam),
        ("ref", start.ref),
    ):
        getattr(mo, f"out_{name}")[0] = value
    mo.clock[memory.T], mo.clock[memory.DONE] = times[0], 1.0
    return mo


def _context(system: System, start: Start) -> Context:
    """Memory to work with, carrying over what the start found about dependent rows."""
    s = system.context()
    for flag in (ALWAYS_SVD, CUT_AT, BASE_RANK):
        s.flags[flag] = start.context.flags[flag]
    return s


def _march(
    method: Integrator, system: System, s: Context, mo: Context, progress: bool | None
) -> tuple[int, float, bool]:
    """Run the compiled loop in chunks; returns status, CPU seconds of the loop, and whether it was interrupted."""
    run = method.kernel()
    run(system.kind, s, mo, 0)  # compiles, or loads from the cache, outside the measured time
    limit, status, cpu = 64, OK, 0.0
    bar = _Bar(progress, float(mo.times[0]), float(mo.times[-1]))
    try:
        while status == OK and mo.clock[memory.DONE] < len(mo.times):
            before = time.process_time()
            status = run(system.kind, s, mo, limit)
            spent = time.process_time() - before
            cpu += spent
            limit = int(min(limit * 4, max(64, limit * _CHUNK_SECONDS / max(spent, 1e-6))))
            bar.show(float(mo.clock[memory.T]))
    except KeyboardInterrupt:
        return status, cpu, True
    finally:
        bar.close()
    return status, cpu, False


class _Bar:
    """A progress line on a terminal, for runs longer than a second; nothing elsewhere."""

    def __init__(self, wanted: bool | None, first: float, last: float) -> None:
        self.active = sys.stderr.isatty() if wanted is None else wanted
        self.first, self.last, self.began, self.shown = first, last, time.monotonic(), False

    def show(self, t: float) -> None:
        if self.active and time.monotonic() - self.began > 1.0:
            self.shown = True
            part = (t - self.first) / (self.last - self.first)
            fill = "#" * int(30 * part)
            print(f"\r  [{fill:<30}] {100 * part:5.1f} %  t = {t:.4g} s ", end="", file=sys.stderr, flush=True)

    def close(self) -> None:
        if self.shown:
            print("\r" + " " * 70 + "\r", end="", file=sys.stderr, flush=True)


def _report(
    method: Integrator, system: System, start: Start, mo: Context, status: int, cpu: float, interrupted: bool
) -> tuple[Result, int]:
    """Reported quantities at every stored point: closed, with accelerations and multipliers from an index-1 solve."""
    done = int(mo.clock[memory.DONE])
    kind, times = system.kind, mo.times
    s = _context(system, start)
    arrays = {name: getattr(mo, f"out_{name}")[:done].copy() for name in ("q", "v", "a", "w", "lam", "ref", "work")}
    wd, x, energy = np.zeros((done, kind.w)), np.zeros((done, len(s.measures))), np.zeros((done, 8))
    if start.redundant and len(s.B):
        s.flags[ALWAYS_SVD] = 1.0  # minimum-norm multipliers for redundant joints
    report, index = stations(
        kind,
        s,
        REPORT,
        times[:done],
        arrays["q"],
        arrays["v"],
        arrays["w"],
        arrays["ref"],
        arrays["a"],
        wd,
        arrays["lam"],
        x,
        energy,
        np.zeros(5),
        0.0,
    )
    if report != OK:
        done, status = index, report if status == OK else status
        arrays = {name: value[:done] for name, value in arrays.items()}
    c = mo.counts
    stats = Stats(
        steps=int(c[memory.STEPS]),
        rejected=int(c[memory.REJECTED]),
        iterations=int(c[memory.ITERATIONS]),
        factorizations=int(c[memory.FACTORIZATIONS]),
        evaluations=int(c[memory.EVALUATIONS]),
        halvings=int(c[memory.HALVINGS]),
        singular=int(c[memory.SINGULAR]),
        cpu_seconds=cpu,
    )
    result = Result(
        system=system,
        integrator=method,
        t=times[:done],
        q=arrays["q"],
        v=arrays["v"],
        a=arrays["a"],
        w=arrays["w"],
        lam=arrays["lam"],
        x=x[:done],
        ref=arrays["ref"],
        energies=energy[:done, :2],
        work=arrays["work"],
        stats=stats,
        redundant=start.redundant,
        gaps=start.gaps | open_rows(system, s),
        interrupted=interrupted,
        moved=start.moved,
        gap=energy[:done, 5],
    )
    return result, status


_CAUSES = {
    NOT_FINITE: "a force, drive or load became NaN or infinite",
    BAD_PIVOT: "the equations became singular: a motion without inertia, or joints that contradict each other",
    NOT_CLOSED: "the joints could not be closed",
    NO_CONVERGENCE: "the iteration for the step did not converge",
    STEP_TOO_SMALL: "the step became too small",
}


def _failure(
    method: Integrator, system: System, s: Context, t: float, status: int, partial: Result, problem: Any
) -> Exception:
    cause = _CAUSES.get(status, "the run failed")
    advice = "a smaller step or a looser tol"
    if status == STEP_TOO_SMALL:
        advice = "a looser tol, and look for a jump or a stop of a force or drive at that time"
    if problem is not None:
        cause = f"a Python function failed: {problem}"
    elif named := _not_finite(system, s, (t, t + 1e-3 * (t - float(partial.t[0]) if len(partial.t) else 1.0))):
        # also when steps shrank before it: the way to a pole or to the end of a domain is steep
        cause = f"{_CAUSES[NOT_FINITE]} ({named})"
        advice = "its text or function near that time (division by zero, root of a negative number)"
    elif status == NOT_FINITE:
        advice = "texts and functions near that time (division by zero, root of a negative number)"
    else:
        worst = sorted(open_rows(system, s).items(), key=lambda item: -abs(item[1]))[:4]
        if worst:
            cause += " (" + ", ".join(f"{name} is open by {gap:.3g}" for name, gap in worst) + ")"
            advice += "; look whether these joints and drives contradict each other there"
    last = partial.t[-1] if len(partial.t) else t
    error = ConvergenceError(
        f"{method.name} stopped at t = {t:.9g} s in model {system.name!r}: {cause}. {len(partial.t)} output points up to "
        f"t = {last:.6g} s are kept in the error's .partial. Try: {advice}.",
        partial,
    )
    error.__cause__ = problem
    return error


def _not_finite(system: System, s: Context, times: tuple[float, ...]) -> str:
    """The elements whose functions give NaN or infinity from finite inputs, at the last evaluation or at one of `times`."""
    found = []
    for i, (name, program) in enumerate(zip(system.function_names, system.keep, strict=True)):
        first, last = system.tables["start"][i : i + 2]
        for t in (float(s.Z[0]), *times):
            Z = s.Z.copy()
            Z[0] = t
            value = evaluate_value(s.code, s.const, s.pointers, first, last, Z, s.registers)
            if not np.isfinite(value) and np.isfinite(Z[list(program.inputs)]).all():
                found.append(f"{name}: {program.text} = {value} at t = {t:.6g} s")
                break
    pending_exception()  # what these calls may have raised again
    return "; ".join(found)

"""simulate: from a model to its motion."""

from __future__ import annotations

import os
from collections.abc import Collection
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any, TypedDict, Unpack, overload

import numpy as np

from jourdain.errors import AssemblyError, ConvergenceError, JourdainError, ModelError, shown
from jourdain.functions import pending_exception
from jourdain.integrators import (
    DOP853,
    GeneralizedAlpha,
    Integrator,
    OdeIntegrator,
    Treatment,
    integrator_from_plain,
    treatment_from,
)
from jourdain.kernels.kinds import EulerParameters, Free
from jourdain.kernels.rank_safe import DECOMPOSED_ROWS
from jourdain.kernels.status import OK
from jourdain.model.model import Model
from jourdain.model.parsing import number
from jourdain.result.result import Result
from jourdain.run.ahead import compile_beside
from jourdain.run.choose import choose, plain_steps
from jourdain.run.collect import result_of
from jourdain.run.estimate import coarser, estimated
from jourdain.run.event_rows import may_spare
from jourdain.run.failures import failure, kept
from jourdain.run.passages import times_between
from jourdain.run.run import Run
from jourdain.run.start import Start, known_start
from jourdain.run.stops import started_at_stops
from jourdain.system.compile import compile
from jourdain.system.system import System
from jourdain.system.tree import TreeSystem
from jourdain.user_equations import Equations, Trajectory, simulate_equations

TRUST = ("full", "fast")
FEWEST_NUMBERS = 10  # of an output: its time, and the state of one body in the plane
NO_TIMES = np.zeros(0)
MOST_WITH_PLAY = 60  # rows: beyond, decomposing them at every step takes too long


class Options(TypedDict, total=False):
    """What simulate takes by name, for type checkers: the same for models and equations."""

    t_start: float
    integrator: Integrator | str | None
    constraints: Treatment | str | None
    coordinates: str | None
    tol: float | None
    output: int | Any
    trust: str
    progress: bool | None
    checkpoint: str | Path | None
    checkpoint_every: float
    open_joints: str
    start: str
    elastic: str
    splits: Collection[str]
    share: bool


@overload
def simulate(model: Model | System, t_end: float, **options: Unpack[Options]) -> Result: ...
@overload
def simulate(model: Equations, t_end: float, **options: Unpack[Options]) -> Trajectory: ...
def simulate(
    model: Model | System | Equations,
    t_end: float,
    *,
    t_start: float = 0.0,
    integrator: Integrator | str | None = None,
    constraints: Treatment | str | None = None,
    coordinates: str | None = None,
    splits: Collection[str] = (),
    share: bool = False,
    tol: float | None = None,
    output: int | Any = 200,
    trust: str = "full",
    progress: bool | None = None,
    checkpoint: str | Path | None = None,
    checkpoint_every: float = 30.0,
    open_joints: str = "refuse",
    start: str = "drawn",
    elastic: str = "coupled",
) -> Result | Trajectory:
    """Simulate from t_start to t_end [s].

    integrator: by default one is chosen for the model, with `tol` (1e-6), a bound on the accumulated error in lengths of the
    model and radians; the summary says which and why. constraints: what an ODE integrator does about them, a treatment or its
    name (`jourdain methods` lists both). coordinates: "natural" integrates bodies by points and directors, whatever the
    method, "euler-parameters" by Euler parameters and their rates, "joint" by the motions of joints in a tree, "auto" takes the
    faster of the last and Cartesian ones; the result is the same. splits: with "joint", names of bodies in which loops are cut,
    instead of in joints. share: with "natural", bodies share the points of pins and the directions of axes.
    output: number of equal intervals, or the times themselves [s].
    trust: "full" estimates the error of the answer by a companion run at a coarser setting, "fast" leaves that out.
    progress: show a bar (default: in a terminal, for runs that take long). checkpoint: a file that is renewed every
    checkpoint_every seconds of computing and when the run is interrupted; jourdain.resume(file) goes on from there.
    Ctrl-C keeps what was computed. open_joints: "allow" runs machines whose joints or drives contradict each other, as well as
    they can be closed; the summary says how far each opens, and no accuracy is claimed. start: "static" begins at rest in the
    equilibrium that the drawing comes down to, see `statics`; what drives move then moves. elastic: "after" moves flexible
    bodies as rigid ones first, and bends them by the forces of that motion; the summary says how wrong that may be.
    Raises ConvergenceError with the partial Result if the run cannot go on, AssemblyError if joints cannot be closed.
    """
    integrator = asked_method(integrator, constraints, tol)
    asked = {"coordinates": coordinates, "splits": splits, "share": share}
    frame: dict[str, Any] = {name: given for name, given in asked.items() if given}
    if integrator is not None:
        integrator = replace(integrator, **frame)
    if isinstance(model, Equations):
        if start != "drawn":
            raise ModelError(
                f"start = {start!r}: equations begin as they are given; only models have an equilibrium to find."
            )
        times = output_times(t_start, t_end, output)
        method = integrator or (None if tol is None else DOP853(tol=tol))
        return simulate_equations(model, method, times, trust, coarser)
    if not isinstance(model, (Model, System)):
        raise ModelError(f"model = {model!r}; simulate takes a jourdain.Model (or a compiled System).")
    if trust not in TRUST:
        raise ModelError(f"trust = {trust!r}; it is 'full' or 'fast'.")
    if open_joints not in ("refuse", "allow"):
        raise ModelError(f"open_joints = {open_joints!r}; it is 'refuse' or 'allow'.")
    compile_beside(model, integrator)
    times = output_times(t_start, t_end, output)
    if elastic not in ("coupled", "after"):
        raise ModelError(f"elastic = {elastic!r}; it is 'coupled' or 'after'.")
    if elastic == "after":
        from jourdain.analyses.elastic_after import elastic_after

        if checkpoint is not None:
            raise ModelError("elastic = 'after' has no checkpoints: bending is found when the motion is known.")
        options: Options = dict(t_start=t_start, integrator=integrator, tol=tol, trust=trust, progress=progress)
        options |= dict(open_joints=open_joints, start=start)

        def moved(rigid: Model, fine: np.ndarray) -> Result:
            options["output"] = fine
            return simulate(rigid, t_end, **options)

        return elastic_after(model if isinstance(model, Model) else model.model, times, moved, start == "static")
    drawn: Model | System = model
    began: tuple[str, ...] = ()
    if start != "drawn":
        from jourdain.analyses.statics.statics import started

        drawn, began = started(model, start, float(times[0]))
    system = compile(drawn) if isinstance(drawn, Model) else _runnable(drawn)
    system = started_at_stops(system, float(times[0]), open_joints == "allow")
    kind = system.kind
    check_room(len(times), kind.q + 2 * kind.v + kind.w + kind.g + kind.a)
    keeper = None
    if checkpoint is not None:
        from jourdain.analyses.checkpoint import Keeper

        keeper = Keeper(checkpoint, number(checkpoint_every, "checkpoint_every [s]", positive=True), trust, system)

    def run_with(method: Integrator, *notes: str, start: Start | None = None, play: bool = False) -> Result:
        between, allow = times_between(system, method, times), open_joints == "allow"
        return run_through(
            *(system, method, times, trust, between, start, allow, play, progress, keeper), (*began, *notes)
        )

    if integrator is not None:
        return run_with(integrator)
    spare = may_spare(system.model)
    first = known_start(system, float(times[0]), open_joints=open_joints == "allow", may_spare=spare)
    span = float(times[-1] - times[0])
    chosen, why = choose(first.system, first, float(times[0]), span, 1e-6 if tol is None else tol)
    chosen = replace(chosen, **frame) if frame else chosen
    try:
        return run_with(chosen, why, start=first)
    except ConvergenceError as problem:
        # explicit steps leave singular positions by their speeds
        loose = bool(first.gaps) and system.n_rows <= DECOMPOSED_ROWS
        if (chosen.implicit and not loose) or problem.partial is None:
            raise
        stopped = f"because {chosen.name} stopped at t = {problem.partial.t[-1]:.4g} s"
        other = DOP853(tol=chosen.tol) if chosen.implicit else GeneralizedAlpha(tol=chosen.tol)
        others: list[tuple[Integrator, str, bool]] = [
            (replace(other, **frame), f"chosen: {other.name}, {stopped}", False)
        ]
        if open_joints == "allow" and not chosen.fixed:
            plain = replace(plain_steps(span), **frame)
            others.insert(0, (plain, f"chosen: RK4 with fixed steps, {stopped}", False))
        if first.redundant and not chosen.implicit and system.n_rows <= MOST_WITH_PLAY:
            others.append((chosen, f"chosen: {chosen.name} with play in redundant joints, {stopped} without", True))
        for method, why, play in others:
            with suppress(ConvergenceError):
                return run_with(method, why, start=None if play else first, play=play)
        raise problem from None  # what the first one met is nearest to the cause


def run_through(
    system: System,
    method: Integrator,
    times: np.ndarray,
    trust: str = "fast",
    between: np.ndarray = NO_TIMES,
    start: Start | None = None,
    open_joints: bool = False,
    play: bool = False,
    progress: bool | None = False,
    keeper: Any = None,
    notes: tuple[str, ...] = (),
) -> Result:
    """The run of a system by a method, with outputs at `times` [s]. start: the consistent one, where it is known.

    between, open_joints, play: as in Run.
    """
    check_states(system, method)
    spare = True
    while True:
        run = Run(system, method, times)
        run.found = start if spare else None
        run.open_joints, run.play, run.may_spare, run.between = open_joints, play, spare, between
        run.begin()
        try:
            result = finish(run, trust, progress, keeper, notes)
        except JourdainError:
            if not run.spares:
                raise
        else:
            if not (run.spares and result.gaps):
                return result
        spare = False  # what was spare at the start has not been so everywhere


def _runnable(system: System) -> System:
    """Refuse systems in coordinates that results do not have."""
    if isinstance(system.kind, (EulerParameters, Free)):
        raise ModelError(
            f"system {system.name!r} was compiled in coordinates that results do not have, to look at its equations; give the "
            "model itself, with coordinates=.. as an option of the run."
        )
    return system


def asked_method(integrator: Any, constraints: Any, tol: float | None) -> Integrator | None:
    """The integrator that is asked for, with its treatment of constraints; None: to be chosen."""
    if isinstance(integrator, str):
        integrator = integrator_from_plain({"name": integrator} | ({} if tol is None else {"tol": tol}))
        tol = None
    if integrator is not None and not isinstance(integrator, Integrator):
        raise ModelError(
            f"integrator = {integrator!r}; give one like jourdain.GeneralizedAlpha(step=1e-3) or RK4(step=1e-3)."
        )
    if integrator is not None and tol is not None:
        raise ModelError(
            f"give tol to the integrator: {type(integrator).__name__}(tol={tol}), not to simulate as well."
        )
    if constraints is None:
        return integrator
    treatment = treatment_from(constraints)
    if integrator is None:
        return DOP853(constraints=treatment) if tol is None else DOP853(tol=tol, constraints=treatment)
    if not isinstance(integrator, OdeIntegrator):
        raise ModelError(
            f"{type(integrator).__name__} solves the equations with their constraints, so there is nothing left to treat by "
            f"{treatment.name!r}; leave constraints out, or use an ODE integrator such as RK4 or DOP853."
        )
    return replace(integrator, constraints=treatment)


def finish(run: Run, trust: str, progress: bool | None, keeper: Any, notes: tuple[str, ...]) -> Result:
    """March a run to its end, report it, and estimate its error."""
    run.march(progress, keeper.pause(run, notes) if keeper is not None else None)
    if keeper is not None and run.interrupted:
        keeper.write(run, notes)
    result, status = result_of(run, notes)
    _raise_failure(run, result, status)
    if run.apart_at is not None and not run.open_joints:
        raise _contradiction(result, run.apart_at)
    if keeper is not None and not run.interrupted:
        keeper.clear()
    if run.asked_to_end and not run.interrupted and trust != "fast":
        unknown = "no companion run was made, because Ctrl-C was pressed"
        return replace(result, trust=replace(result.trust, companion=unknown))
    return result if trust == "fast" or run.interrupted else with_estimate(run, result, progress)


def _raise_failure(run: Run, result: Result, status: int) -> None:
    """Turn what ended the run early into an error that carries the result so far."""
    here, ended, t = run.here, run.status, float(run.here.mo.clock.t)
    if run.failure is not None:
        raise ConvergenceError(f"{run.failure} {kept(result, t)}", result) from None
    if ended == OK != status:  # the loop went on over a point where nothing can be reported
        ended, t = status, float(run.times[min(len(result.t), len(run.times) - 1)])
    if ended != OK:
        problem = run.problem or pending_exception()
        in_joints = isinstance(here.inner.system, TreeSystem)
        now, modelled = (here.now, here.start.system) if in_joints else (here.mo, None)
        raise failure(run.method, here.inner.system, here.s, now, t, ended, result, problem, modelled)


def _contradiction(result: Result, t: float) -> AssemblyError:
    """The error for joints or drives that contradict each other from the time t on [s]."""
    worst = sorted(result.gaps.items(), key=lambda item: -item[1])[:6]
    listing = "; ".join(f"{name} opens by up to {gap:.3g}" for name, gap in worst)
    return AssemblyError(
        f"model {result.model.name!r}: from t = {t:.6g} s on joints and drives contradict each other, however the bodies are "
        f"placed: {listing}. jourdain.check(model) says what depends on what. "
        "(simulate(.., open_joints='allow') runs it all the same.)",
        result.gaps,
    )


def with_estimate(run: Run, result: Result, progress: bool | None = False) -> Result:
    """The result with an estimate of its error in the trust line, from a companion run."""
    return replace(result, trust=replace(result.trust, **estimated(run, result, progress)))


def check_states(system: System, method: Integrator) -> None:
    """Refuse explicit methods for algebraic states."""
    if not method.implicit and system.kind.w and (system.tables["states"]["differential"] == 0).any():
        kinds = zip(system.state_names, system.tables["states"]["differential"], strict=True)
        names = ", ".join(repr(name) for name, differential in kinds if not differential)
        raise ModelError(
            f"{method.name} is explicit and cannot find the algebraic states {names}; use GeneralizedAlpha."
        )


def check_room(outputs: int, numbers: int) -> None:
    """Refuse more outputs of so many numbers each than this machine can hold, before it tries."""
    try:
        has = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (AttributeError, ValueError, OSError):  # not on this system
        return
    takes = min(8 * numbers * outputs, 10**300)
    if takes > has > 0:
        raise ModelError(
            f"output: {shown(outputs - 1)} intervals take {takes / 1e9:.3g} GB or more, and this machine has "
            f"{has / 1e9:.3g} GB of memory; give a smaller number, or run it in parts: save each, and start the next one "
            "where it ended."
        )


def output_times(t_start: float, t_end: float, output: Any) -> np.ndarray:
    """The times at which states are stored, first the start, last the end [s]."""
    t0, t1 = number(t_start, "t_start [s]"), number(t_end, "t_end [s]")
    if t1 <= t0:
        raise ModelError(f"t_end = {t1:g} s is not after t_start = {t0:g} s.")
    if isinstance(output, (int, np.integer)) and not isinstance(output, bool):
        if output < 1:
            raise ModelError(f"output = {output}; give at least one interval, or an array of times.")
        check_room(int(output) + 1, FEWEST_NUMBERS)
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

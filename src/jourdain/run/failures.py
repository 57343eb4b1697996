"""Why a run could not go on, in words: what, where by name, when, likely cause, what was kept, what to try."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np

from jourdain.diagnosis.dependence import dependence, not_unique
from jourdain.errors import ConvergenceError, few, largest_first
from jourdain.functions import evaluate_value, pending_exception
from jourdain.integrators import Integrator, OdeIntegrator
from jourdain.integrators.treatments import Projection
from jourdain.integrators.windows import UNBALANCED
from jourdain.kernels.context import Context
from jourdain.kernels.status import BAD_PIVOT, NO_CONVERGENCE, NOT_CLOSED, NOT_FINITE, STEP_TOO_SMALL
from jourdain.result.result import Result
from jourdain.run.start import contradicts, open_rows
from jourdain.system.system import System, evaluate

NEARLY = 1e-2  # angle between rows: a run that ends where they are closer than that ends near a singular position
BESIDE = np.linspace(-0.05, 0.05, 11)  # lengths or radians, along the motion: where it is looked for one
EXACT = "exact dimensions, or freer joints (jourdain.check names some)"
UNCLOSED = 1e-13  # of the length: rows that are closed in an accepted state are open by less
STANDING = 1e-9  # lengths of the model or rad a second: what is slower goes nowhere

_CAUSES = {
    NOT_FINITE: "a force, drive or load became NaN or infinite",
    BAD_PIVOT: "the equations became singular: a motion without inertia, or joints that contradict each other",
    NOT_CLOSED: "the joints could not be closed",
    NO_CONVERGENCE: "the iteration for the step did not converge",
    STEP_TOO_SMALL: "the step became too small",
    UNBALANCED: "nothing kept the energy within its budget, however short the steps",
}


def failure(
    method: Integrator,
    system: System,
    s: Context,
    now: Any,
    t: float,
    status: int,
    partial: Result,
    problem: Any,
    modelled: System | None = None,
) -> ConvergenceError:
    """The error for a run that ended at t [s] with a status of the kernels, or with an exception in a user function.

    s: memory of the system, as it was left; now: with q, v, w, ref, the last state that was accepted,
    in coordinates of `modelled` if that is given.
    """
    cause = _CAUSES.get(status, "the run failed")
    span = t - float(partial.t[0]) if len(partial.t) else 1.0
    advice = "a smaller step" if method.fixed else "a smaller step or a looser tol"
    if status == STEP_TOO_SMALL:
        easier = "a smaller step" if method.fixed else "a looser tol"
        advice = f"{easier}, and look for a jump or a stop of a force or drive at that time"
        if method.implicit and not method.fixed and (method.tol or 1e-6) < 1e-7:
            if method.order <= 2:
                advice = (
                    "DOP853 for such a small tol (a method of second order drowns in rounding there), or a looser one"
                )
            elif getattr(method, "index", 0) == 3:
                advice = (
                    "index=2 or a looser tol (rounding of the joints, over the square of the step, is seen as an error)"
                )
    if problem is not None:
        cause = f"a Python function failed: {problem}"
    elif named := _not_finite(system, s, (t, float(f"{t:.9g}"), t + 1e-3 * span)):
        # also when steps shrank before it: the way to a pole (at a round time) or to the end of a domain is steep
        cause = f"{_CAUSES[NOT_FINITE]} ({named})"
        advice = "its text or function near that time (division by zero, root of a negative number)"
    elif status == NOT_FINITE:
        advice = "texts and functions near that time (division by zero, root of a negative number)"
    else:
        explained = False  # why rows are open, if they are: what a failing step has torn open is no cause then
        if joints := _dependent_joints(modelled or system, now, t, partial):
            cause += f" near a singular position, where rows of {joints} depend on each other"
            advice = _at_singular_positions(method)
            if partial.gaps:
                name, gap = largest_first(partial.gaps)[0]
                cause += f" and fit with play only ({name} is open by {gap:.3g}): on which way they go on is left to the play"
                advice, explained = EXACT, True
        elif status == STEP_TOO_SMALL and partial.redundant and (open_by := _open_at(modelled or system, now, t)):
            name, gap = largest_first(open_by)[0]
            if method.drifts:
                cause += f", because joints have drifted open ({name} by {gap:.3g}), where redundant rows contradict each other"
                closing = (
                    "the treatment 'projection'" if isinstance(method, OdeIntegrator) else "a method that closes rows"
                )
                advice, explained = closing, True
            else:
                cause += f", because redundant rows do not fit exactly ({name} is open by {gap:.3g})"
                advice = f"a looser tol, {EXACT}"
        gaps = {name: gap for name, gap in open_rows(system, s.g).items() if contradicts(system, abs(gap))}
        worst = [] if explained else largest_first(gaps)[:4]
        if worst:
            cause += " (" + ", ".join(f"{name} is open by {gap:.3g}" for name, gap in worst) + ")"
            advice += "; look whether these joints and drives contradict each other there"
    error = ConvergenceError(
        f"{method.name} stopped at t = {t:.9g} s in model {system.name!r}: {cause}. {kept(partial, t)} Try: {advice}.",
        partial,
    )
    error.__cause__ = problem
    return error


def _open_at(system: System, now: Any, t: float) -> dict[str, float]:
    """Rows that are open by more than rounding in the last state that was accepted, by name."""
    s = system.context()
    evaluate(system.kind, s, t, now.q, now.v, w=now.w, ref=now.ref, matrix=False)
    left = np.flatnonzero(np.abs(s.g) > UNCLOSED * max(1.0, system.length))
    return {system.row_names[r]: float(s.g[r]) for r in left}


def _dependent_joints(system: System, now: Any, t: float, partial: Result) -> str:
    """Joints whose rows nearly depend on each other close to where the run ended, if more do than everywhere.

    Looked at is the last state that was accepted, and others before and behind it: what a step that failed left is no state.
    Where rows have play, that state may have been torn open before, and the last output is asked as well.
    """
    found = _dependent_beside(system, now, t, partial.redundant)
    if found or not partial.gaps or not len(partial.t) or partial.system is not system:
        return found
    piece = partial.pieces[-1]
    last = SimpleNamespace(**{name: getattr(piece, name)[-1] for name in ("q", "v", "w", "ref")})
    return _dependent_beside(system, last, float(piece.t[-1]), partial.redundant)


def _dependent_beside(system: System, now: Any, t: float, redundant: int) -> str:
    """The same for one state: also before and behind it, along its velocities."""
    speed = system.layout.size(now.v, system.length)
    s = system.context()
    loops = (s.rows["looped"] != 0) & (
        s.rows["active"] == 1
    )  # others cannot depend, however small angles in a long chain are
    if not loops.any() or not np.isfinite(now.q).all() or not np.isfinite(speed):
        return ""
    for way in sorted(BESIDE, key=abs) if speed > STANDING else (0.0,):
        dt = way / speed if way else 0.0
        q = system.layout.moved(now.q, dt * now.v)
        evaluate(system.kind, s, t + dt, q, now.v, w=now.w, ref=now.ref, matrix=False)
        found = dependence(system, s, tolerance=NEARLY, used=loops)
        if found.redundant > redundant:
            return few(dict.fromkeys(system.row_names[r].rsplit(": ", 1)[0] for r in not_unique(found)))
    return ""


def _at_singular_positions(method: Integrator) -> str:
    """What to try where a run ended near a singular position."""
    if method.lost_in_passages > 0.0:
        name = method.treatment.name
        return f"the treatment 'projection' ({name} deletes rows there, and speeds jump when these come back)"
    if method.treatment != Projection():
        return "the treatment 'projection', or other steps"
    return "DOP853, or other steps (what rounding makes of a passage differs with them)"


def kept(partial: Result, t: float) -> str:
    """What is left of the run."""
    last = partial.t[-1] if len(partial.t) else t
    return f"{len(partial.t)} output points up to t = {last:.6g} s are kept in the error's .partial."


def _not_finite(system: System, s: Context, times: tuple[float, ...]) -> str:
    """The elements whose functions give NaN or infinity from finite inputs, at the last evaluation or at one of `times`."""
    found = []
    for i, (name, program) in enumerate(zip(system.function_names, system.keep, strict=False)):
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

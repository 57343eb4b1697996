"""A consistent start: least motion in the mass metric until joints and velocities are closed, then accelerations."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from jourdain.diagnosis.inertia import check_inertia
from jourdain.diagnosis.locked_bending import refuse_locked_bending
from jourdain.errors import AssemblyError, ModelError, largest_first
from jourdain.functions import pending_exception
from jourdain.kernels.context import Context
from jourdain.kernels.dynamics import EPS
from jourdain.kernels.kinds import counted
from jourdain.kernels.measures import ANGLE
from jourdain.kernels.rank_safe import DECOMPOSED_ROWS
from jourdain.kernels.status import NOT_FINITE, OK
from jourdain.kernels.tables import ALWAYS_SVD, BASE_RANK, CUT_AT, PIVOT_SCALE, PLAY
from jourdain.run.redundancy import dependent_rows, known_independent, learn_redundancy, suspicious, with_spare_rows
from jourdain.run.report import attempt, drawn_state
from jourdain.system.system import System, settle

REMEMBERED = 100  # velocities, of systems whose start is remembered
MISFIT = 1e-4  # gaps of redundant rows up to this fraction of the length are play, not a contradiction
MOST_CUT = 0.03  # of the largest singular value: directions above it hold the machine, however far joints are open
SOFT_PLAY = 0.1  # times the gap: the regularisation of rows that do not fit
PARTING = 100.0  # position rows may part so many times faster: how far they come to be open is looked at along the run


@dataclass
class Start:
    """A consistent state and what was found on the way."""

    q: np.ndarray
    v: np.ndarray
    w: np.ndarray
    a: np.ndarray
    wd: np.ndarray
    lam: np.ndarray
    ref: np.ndarray
    energy: np.ndarray  # kinetic, potential, powers of drives, dampers, applied forces
    moved: float  # largest change of a position coordinate
    redundant: int  # rows that depend on others
    gaps: dict[str, float]  # rows that cannot be closed, with what is left [m or -]
    context: Context
    system: System  # settled: turns and held values as at this start
    last_flags: np.ndarray | None = None  # what was found about dependent rows, once the memory serves something else
    rate: float | None = None  # the fastest one of the motion [1/s], where it has been looked for, see run/choose.py

    @property
    def flags(self) -> np.ndarray:
        """What is known about dependent rows, see tables."""
        return self.context.flags if self.last_flags is None else self.last_flags

    def once_more(self) -> Start:
        """The same with memory of its own, for another run."""
        memory = self.system.context()
        memory.flags[:] = self.flags
        return replace(self, context=memory, last_flags=None)


def known_start(system: System, t: float, *, open_joints: bool, may_spare: bool) -> Start:
    """The same as consistent_start, which for small systems is remembered: they are run again and again, and never change.

    Not where functions in Python may have changed.
    """
    key = (t, open_joints, may_spare)
    start: Start | None = system.remembered.get(key)
    if start is None:
        start = consistent_start(system, t, open_joints=open_joints, may_spare=may_spare)
        if not len(system.tables["pointers"]) and system.kind.v <= REMEMBERED:
            system.remembered.clear()
            system.remembered[key] = start
    return start


def open_rows(system: System, gaps: np.ndarray) -> dict[str, float]:
    """Rows with openings `gaps` (m,) that are more than rounding, by name [m or -]."""
    open_ = np.flatnonzero(np.abs(gaps) > 1e-9 * max(1.0, system.length))
    return {system.row_names[r]: float(gaps[r]) for r in open_}


def contradicts(system: System, gap: Any) -> Any:
    """Is a row open by more than what counts as play? Drawings are rounded; beyond that joints contradict each other."""
    return gap > MISFIT * max(1.0, system.length)


def consistent_start(
    system: System,
    t: float = 0.0,
    *,
    settled: bool = False,
    s: Context | None = None,
    open_joints: bool = False,
    play: bool = False,
    may_spare: bool = False,
) -> Start:
    """Close positions and velocities of the system's start and compute accelerations and multipliers.

    open_joints: also where joints contradict each other and stay open. play: as if redundant joints did not quite fit.
    may_spare: redundant rows may be left to the others where these are as many and as regular everywhere.

    settled: turns of angles and held values are right already (a run that goes on after an event). s: memory to work with,
    of a system whose inertia has been looked at.
    """
    if s is None:
        check_inertia(system, t)
    pending_exception()  # forget what an earlier run may have left
    if not settled:
        system = settle(system, t)
    drawn = system.q0
    if system.kind.g and not settled and _put_down_first(system):
        system = replace(system, q0=_put_down(system, t))
    s = system.context() if s is None else s
    # whatever is dependent at the start counts as redundant
    s.flags[BASE_RANK], s.flags[PIVOT_SCALE] = system.n_rows, 1.0
    status, arrays = attempt(system, t, s)
    independent, spared = None, int((system.tables["rows"]["looped"] == 2).sum())
    if system.n_rows and not play and (status != OK or spared or suspicious(system, s)):
        closed = {"q": arrays["q"][0], "ref": arrays["ref"][0]} if status == OK else {}
        state = drawn_state(system) | closed
        independent = known_independent(system, t, state)
        if independent is None and may_spare and status == OK and not open_rows(system, s.g):
            lean, rows = with_spare_rows(system, t, s, state)
            independent = known_independent(lean, t, state) if rows else None
            if independent is not None:
                system, spared = lean, rows
    # redundant rows that do not fit even by little more than rounding need the rank-safe solve: play must not be forced
    if independent is not None:
        status, (s, arrays) = OK, independent
    elif play or status != OK or (system.n_rows and np.abs(s.g).max() > 1e-13 * max(1.0, system.length)):
        again = system.context()
        again.flags[BASE_RANK] = system.n_rows
        if system.n_rows <= DECOMPOSED_ROWS:
            again.flags[ALWAYS_SVD], again.flags[CUT_AT] = 1.0, MISFIT
        else:
            again.flags[BASE_RANK], again.flags[PLAY] = _play(system, t, s, arrays)
        status2, arrays2 = attempt(system, t, again)
        if open_joints:  # directions that close what is open only by moving far are no way to close it
            opening = float(np.abs(again.g).max(initial=0.0)) / max(1.0, system.length)
            again.flags[CUT_AT] = min(max(MISFIT, 10.0 * opening), MOST_CUT)
        if status2 == OK:
            status, arrays, s = status2, arrays2, again
    gaps = open_rows(system, s.g)
    if status != OK or (contradicts(system, max(map(abs, gaps.values()), default=0.0)) and not open_joints):
        raise _failure(system, t, status, gaps)
    if not open_joints:
        _check_rates(system, t, s, arrays["v"][0])
    if (system.tables["states"]["differential"] == 0).any():
        arrays = _algebraic_states(system, t, s, arrays)
    ref = arrays["ref"][0]
    if counted(system.kind):
        measures = system.tables["measures"]
        angles = measures["kind"] == ANGLE
        ref[measures["turn"][angles]] = arrays["x"][0, angles] - measures["offset"][angles]
    redundant = spared + (learn_redundancy(system, t, s, arrays) if independent is None else 0)
    if redundant and not settled:
        refuse_locked_bending(system, t, arrays["q"][0])
    moved = float(np.abs(arrays["q"][0] - drawn).max())
    return Start(
        arrays["q"][0],
        arrays["v"][0],
        arrays["w"][0],
        arrays["a"][0],
        arrays["wd"][0],
        arrays["lam"][0],
        ref,
        arrays["energy"][0],
        moved,
        redundant,
        gaps,
        s,
        system,
    )


def _play(system: System, t: float, s: Context, state: dict[str, np.ndarray]) -> tuple[int, float]:
    """How many rows are redundant but for play, and the regularisation that takes play for nothing.

    Play of the size d makes dependent rows independent by sigma = d: eps must be well above its square, and below the sigma^2
    of all that is really independent.
    """
    gap = float(np.abs(s.g).max(initial=0.0)) / max(1.0, system.length)
    return dependent_rows(system, t, state), min(max(EPS, SOFT_PLAY * gap), SOFT_PLAY * MISFIT)


def _check_rates(system: System, t: float, s: Context, v: np.ndarray) -> None:
    """Refuse rates that stay open whatever the velocities: rows of rates or drives contradict each other."""
    allowed = MISFIT * max(1.0, system.length) * max(1.0, float(np.abs(v).max()))
    position = float(np.abs(s.rate[: system.kind.g]).max(initial=0.0))
    worst = max(position, float(np.abs(s.rate[system.kind.g :]).max(initial=0.0)))
    if not (worst > allowed and (worst > position or position > PARTING * allowed)):
        return
    left = {name: float(rate) for name, rate in zip(system.row_names, s.rate, strict=True)}
    named = [f"{name} by {abs(rate):.3g}" for name, rate in left.items() if abs(rate) > 1e-3 * worst]
    raise AssemblyError(
        f"model {system.name!r}: speeds contradict each other at t = {t:g} s, whatever the start velocities: "
        f"{'; '.join(named[:6])} stay open at best. Look at the drives and rows of rates among these; "
        "jourdain.check(model) says what depends on what.",
        left,
    )


def _put_down_first(system: System) -> bool:
    """Is the compiled closing not enough? Rows of any text, or of rates."""
    return bool(system.coordinates or system.kind.a)


def _put_down(system: System, t: float) -> np.ndarray:
    """Positions (nq,) that close the position rows by the least motion: an edge may be put down beside where it was drawn.

    The compiled closing moves along what rows of rates allow, which is right for the small gaps of a step only; and it may
    run away where rows are texts of any kind.
    """
    from jourdain.diagnosis.nearest_closure import NearestClosure  # sparse matrices are slow to import

    closing = NearestClosure(system, t, np.arange(system.kind.g))
    pose = closing.look(system.q0, system.ref0)
    if closing.is_closed(pose) or not np.isfinite(pose.cost):
        return system.q0
    found, _ = closing.find(MISFIT)
    if closing.is_closed(found, MISFIT):
        return closing.nearest(found).q
    if system.coordinates:
        raise _failure(system, t, OK, dict(zip(system.row_names, map(float, found.g), strict=False)))
    return system.q0


def _algebraic_states(system: System, t: float, s: Context, arrays: dict[str, np.ndarray]) -> dict[str, np.ndarray]:
    """Newton's method, with differences, for the extra states that have an equation instead of a rate."""
    found = np.flatnonzero(system.tables["states"]["differential"] == 0)

    def solve(w: np.ndarray) -> dict[str, np.ndarray]:
        state = {name: arrays[name] for name in ("q", "v", "ref")} | {"w": w}
        return attempt(system, t, s, state)[1]

    w = arrays["w"][0].copy()
    for _ in range(30):
        here = solve(w)
        k = here["wd"][0, found]
        slopes = np.zeros((len(found), len(found)))
        for j, i in enumerate(found):
            step = 1e-7 * max(1.0, abs(w[i]))
            moved = w.copy()
            moved[i] += step
            slopes[:, j] = (solve(moved)["wd"][0, found] - k) / step
        change = np.linalg.lstsq(slopes, k, rcond=None)[0]
        w[found] -= change
        if np.abs(change).max() <= 1e-14 * max(1.0, np.abs(w[found]).max()):
            break
    here = solve(w)
    worst = float(np.abs(here["wd"][0, found]).max())
    if not worst <= 1e-8 * max(1.0, float(np.abs(w).max())):
        names = ", ".join(system.state_names[i] for i in found)
        raise AssemblyError(
            f"model {system.name!r}: no start found for the algebraic states {names} at t = {t:g} s; their "
            f"equations are left open by {worst:.3g}. Give start values nearer to a solution."
        )
    here["wd"][0, found] = 0.0
    return here


def _failure(system: System, t: float, status: int, gaps: dict[str, float]) -> Exception:
    """Say why there is no consistent start, by name."""
    problem = pending_exception()
    if problem is not None:
        return problem if isinstance(problem, Exception) else ModelError(str(problem))
    if status == NOT_FINITE:
        return ModelError(
            f"model {system.name!r}: a force, drive or load gives NaN or infinity at t = {t:g} s; check its "
            "text or function at the start (division by zero, root or logarithm of a negative number)."
        )
    worst = largest_first(gaps)[:6]
    listing = "; ".join(f"{name} is open by {gap:.3g}" for name, gap in worst) or "the iteration did not converge"
    where = "positions, lengths and axes of these joints"
    if system.coordinates:
        where = "these rows, and the start"
    return AssemblyError(
        f"model {system.name!r} cannot be assembled at t = {t:g} s: {listing}. Check {where}; "
        "jourdain.check(model) says what contradicts what, and jourdain.assemble(model).model closes drawings that are "
        "far off. (simulate(.., open_joints='allow') runs what contradicts itself, as well as it can be closed.)",
        gaps,
    )

"""One search for equilibria: a model at a time, in a frame; its starts, what is found from them, what is said if nothing is."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np

from jourdain.analyses.kinematics.driven import contradiction
from jourdain.analyses.statics.balance import Balance, Point
from jourdain.analyses.statics.finding import Equilibrium, Standing
from jourdain.analyses.statics.held import held_at
from jourdain.analyses.statics.search import DOWN, Search, search
from jourdain.analyses.statics.verdict import Verdict, verdict_of
from jourdain.diagnosis.dependence import dependence, not_unique
from jourdain.diagnosis.locked_bending import refuse_locked_bending
from jourdain.errors import AssemblyError, ConvergenceError, ModelError
from jourdain.functions import pending_exception
from jourdain.kernels.tables import IN_RATE
from jourdain.lagrange.model import LagrangianModel
from jourdain.model.model import Model
from jourdain.result.result import Result, Stats
from jourdain.result.trust import Trust
from jourdain.run.report import reported
from jourdain.run.start import MISFIT, Start, consistent_start
from jourdain.system.compile import compile
from jourdain.system.drawing import place, set_moving
from jourdain.system.system import System, evaluate, settle

SPREADS = (0.3, 1.0, 2.0, 3.0)  # how far starts are from the drawing [rad, or lengths of the model], in turn
SLIGHT_RATE = 1e-9  # speeds against the frame, in lengths of the model and radians, that are rounding


class Problem:
    """A model at time t [s] in a frame that turns with `turning` (3,) [rad/s]; growing: see loading.py.

    drawn: turns are counted from the drawing, not from what drives ask for, so that these may grow to several of them.
    """

    def __init__(
        self, model: Model, t: float, turning: np.ndarray, growing: Sequence[str] | None = None, *, drawn: bool = False
    ) -> None:
        pending_exception()  # forget what an earlier run may have left
        self.model, self.t = model, t
        moving = settle(compile(model), t, drawn=drawn)
        self.system = moving if turning.any() else held_at(moving, t)
        refuse_locked_bending(self.system, t, self.system.q0)
        self.balance = Balance(self.system, t, turning, growing)
        self.notes = self._notes(moving, turning)

    def _notes(self, moving: System, turning: np.ndarray) -> tuple[str, ...]:
        """What is to be known about drives, forces that depend on speeds, and rows of rates."""
        notes, couples = [], moving.tables["couples"]
        if not turning.any():
            s = moving.context()
            evaluate(moving.kind, s, self.t, moving.q0, np.zeros(moving.kind.v), w=moving.w0, ref=moving.ref0)
            position = np.flatnonzero(np.abs(s.rate[: moving.kind.g]) > 0.0)
            names = dict.fromkeys(moving.row_names[r].rsplit(": ", 1)[0] for r in position)
            if names:
                notes.append(f"drives held as they are at t = {self.t:g} s: {', '.join(names)}")
        reading = couples[(couples["source"] == IN_RATE) & (couples["target_n"] > 0)]["function"]
        names = dict.fromkeys(moving.function_names[i] for i in reading)
        if names:
            notes.append(
                f"forces that depend on speeds are taken as they are at rest, friction too: {', '.join(names)}"
            )
        if moving.kind.a:
            names = dict.fromkeys(name.rsplit(": ", 1)[0] for name in moving.row_names[moving.kind.g :])
            notes.append(
                f"{', '.join(names)}: rows of rates carry forces at rest, and hold no position: this equilibrium is one that "
                "steps along what they allow have led to"
            )
        if not moving.exact:
            notes.append("derivatives of a Python function were taken by differences")
        return tuple(notes)

    # -- starts --------------------------------------------------------------------------------------------------

    def start(self) -> Point:
        """The drawing, closed; or say what cannot be closed or computed there."""
        closing, system = self.balance.closing, self.system
        pose, _ = closing.find(MISFIT)
        if not closing.is_closed(pose, MISFIT) or not np.isfinite(pose.cost):
            try:
                consistent_start(system, self.t)  # which says in detail what is wrong
            except AssemblyError as problem:
                raise contradiction(system, self.t, problem) from None
            gaps = {name: float(gap) for name, gap in zip(system.row_names, pose.g, strict=False)}
            raise AssemblyError(f"model {system.name!r} cannot be closed at t = {self.t:g} s.", gaps)
        point = self.balance.point(pose, system.w0)
        if not np.isfinite(point.size):
            consistent_start(system, self.t)
            raise ModelError(
                f"model {system.name!r}: a force, drive or load gives NaN or infinity at t = {self.t:g} s; check its text or "
                "function at the start (division by zero, root or logarithm of a negative number)."
            )
        self._check_rates(point)
        return point

    def starts(self, count: int, seed: int) -> Iterator[Point]:
        """The start as drawn, then others that random motions lead to: what joints let it reach, on the branch it is on."""
        first = self.start()
        yield first
        rng = np.random.default_rng(seed)
        for i in range(1, count):
            yield self.balance.wandered(first, SPREADS[i % len(SPREADS)], rng)

    def _check_rates(self, point: Point) -> None:
        """Refuse what moves by itself: nothing is at rest then, or at rest in the frame."""
        balance, system = self.balance, self.system
        balance.evaluate(point.q, point.pose.ref, point.w, point.lam)
        speed = max(1.0, system.length) * max(1.0, float(np.abs(balance.turning).max()))
        left = np.flatnonzero(np.abs(balance.s.rate) > SLIGHT_RATE * speed)
        if not len(left):
            return
        listing = "; ".join(f"{system.row_names[r]} by {balance.s.rate[r]:.4g} /s" for r in left[:6])
        if balance.turning.any():
            raise ModelError(
                f"model {system.name!r}: nothing can be at rest in the frame that turns with {balance.turning.tolist()} rad/s: "
                f"{listing} against it. Give `turning` the rate of the drive, and let its axis go through the origin."
            )
        raise ModelError(
            f"model {system.name!r}: nothing can be at rest: {listing} at t = {self.t:g} s, whatever the positions. Statics "
            "holds drives of positions; set a driven rate, or a row of a Lagrangian that moves with time, to zero."
        )

    # -- one equilibrium -----------------------------------------------------------------------------------------

    def settled(self, point: Point, method: str) -> tuple[Search, str, tuple[str, ...]]:
        """What the method found from a point, by which of its parts, and what failed before; or say that nothing did."""
        found, how, failed = search(self.balance, point, method)
        problem = pending_exception()
        if isinstance(problem, Exception):
            raise problem
        if not found.balanced:
            raise self._failure(found, failed)
        return found, how, failed

    def equilibrium(self, found: Search, how: str, failed: tuple[str, ...], method: str) -> Equilibrium:
        """All that is said of an equilibrium."""
        start = self._consistent(found.point)
        verdict = verdict_of(self.balance, found.point, start)
        if method in ("energy", "relaxation", DOWN) and verdict.stability == "unstable" and not self.system.kind.a:
            found, start, verdict = self._pushed(found, method, verdict, start)
        notes = (*found.notes, *((f"after {'; '.join(failed)}",) if failed else ()))
        stability = (verdict.stability, verdict.how, verdict.free)
        result = self._result(start, found.imbalance, self.notes)
        placed, numbers = self.placed(found.point), (how, found.steps, found.imbalance)
        return Equilibrium(result, placed, *stability, *numbers, 1, (*notes, *self.notes), verdict.linear)

    def _pushed(self, found: Search, method: str, verdict: Verdict, start: Start) -> tuple[Search, Start, Verdict]:
        """Down from a top or a saddle, on which the search was put: pushed at random, it goes on."""
        balance, rng = self.balance, np.random.default_rng(1)
        for push in (1e-3, 1e-2, 0.1):
            again, _, _ = search(balance, balance.wandered(found.point, push, rng), method)
            if again.balanced:
                found = replace(again, steps=found.steps + again.steps)
                start = self._consistent(found.point)
                verdict = verdict_of(balance, found.point, start)
            if verdict.stability != "unstable":
                break
        return found, start, verdict

    def _consistent(self, point: Point) -> Start:
        """The state of rest, with the least multipliers of redundant rows, as a run would begin with it."""
        v, _ = self.balance.motion(point.q)
        state = {"q0": point.q.copy(), "v0": v, "w0": point.w.copy(), "ref0": point.pose.ref.copy()}
        return consistent_start(replace(self.system, **state), self.t, settled=True)  # type: ignore[arg-type]

    def _result(self, start: Start, imbalance: float, notes: tuple[str, ...]) -> Result:
        """One output."""
        state = {name: getattr(start, name)[None] for name in ("q", "v", "a", "w", "lam", "ref")}
        system = replace(start.system, q0=start.q, v0=start.v, w0=start.w, ref0=start.ref)
        piece, _, _ = reported(system, start.context, np.array([self.t]), state, np.zeros((1, 3)), np.ones(1, bool))
        loose: tuple[str, ...] = ()
        if start.redundant:
            s = system.context()
            evaluate(system.kind, s, self.t, start.q, start.v, w=start.w, ref=start.ref)
            loose = tuple(system.row_names[r] for r in not_unique(dependence(system, s)))
        trust = Trust(
            companion="an equilibrium, not a motion in time",
            coordinates=bool(system.coordinates),
            length=system.length,
            t=piece.t,
            imbalance=imbalance,
            redundant=start.redundant,
            loose=tuple(dict.fromkeys(name.rsplit(": ", 1)[0] for name in loose)),
            open_rows=tuple(start.gaps.items()),
            notes=notes,
        )
        return Result([piece], Standing(), Stats(), trust, redundant=start.redundant, not_unique=loose, gaps=start.gaps)

    def placed(self, point: Point) -> Model:
        """A copy of the model drawn at a point: at rest, or turning with the frame."""
        model, layout = self.model.copy(), self.system.layout
        v, _ = self.balance.motion(point.q)
        if isinstance(model, LagrangianModel):
            for name, q in zip(model.coordinates, point.q.tolist(), strict=True):
                model.coordinates[name] = (q, 0.0)
        for body in model.bodies.values():
            place(layout, body, point.q)
            set_moving(layout, body, point.q, v)
        for name, w in zip(self.system.state_names, point.w.tolist(), strict=True):
            model.states[name] = replace(model.states[name], start=w)
        return model

    # -- what cannot be ------------------------------------------------------------------------------------------

    def _failure(self, found: Search, failed: tuple[str, ...]) -> ConvergenceError:
        """No equilibrium: the best point, and what is out of balance there."""
        point, system = found.point, self.system
        try:
            partial = self._result(self._consistent(point), found.imbalance, self.notes)
        except (AssemblyError, ModelError):
            partial = None
        return ConvergenceError(
            f"model {system.name!r}: no equilibrium found at t = {self.t:g} s: {'; '.join(failed)}. Out of balance at the best "
            f"point: {self._unbalanced(point)}. If something should hold these motions, add it (a spring, a joint, a drive); "
            "else draw the model nearer to its equilibrium, or try others with starts=20.",
            partial,
        )

    def _unbalanced(self, point: Point, most: int = 4) -> str:
        """Forces that nothing carries, largest first, by body and its joints."""
        layout, forces = self.system.layout, -point.forces[: self.balance.nv]
        rates = zip(self.system.state_names, -point.forces[self.balance.nv :], strict=True)
        found = [f"state {name} changes by {rate:.4g} /s" for name, rate in rates if abs(rate) > 1e-6 * point.size]
        if not layout.dimension:
            order = np.argsort(-np.abs(forces))[:most]
            return "; ".join([*found, *(f"{layout.coordinates[i]}: {forces[i]:.4g}" for i in order)])
        size = np.linalg.norm(layout.of_velocities(self.balance.scale[: self.balance.nv] * forces), axis=1)
        for b in np.argsort(-size, kind="stable")[:most]:
            if size[b] <= 0.01 * size.max() or size[b] <= 1e-6 * point.size:
                break
            name, wrench = (layout.bodies[b], layout.wrenches(layout.of_velocities(forces)[b], layout.axes(point.q)[b]))
            force, torque = (float(np.linalg.norm(part)) for part in wrench)
            parts = [f"{force:.4g} N"] if force * self.system.length > 1e-6 * torque else []
            parts += [f"{torque:.4g} N m"] if torque > 1e-6 * force * self.system.length else []
            sides = self.system.joint_markers.items()
            joints = [joint for joint, ends in sides if any(end is not None and end.body == name for end in ends)]
            at = f" (joint{'s' * (len(joints) > 1)} {', '.join(joints[:4])})" if joints else ""
            found.append(f"{name}{at} by {' and '.join(parts)}")
        return "; ".join(found)

"""assemble: bodies moved as little as possible until the joints close, velocities changed as little as possible."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any

import numpy as np
from scipy import sparse

from jourdain.analyses.assemble_targets import Exact, ExactRate, read_exact
from jourdain.diagnosis.branches import changed_branches
from jourdain.diagnosis.displacement import Displacement
from jourdain.diagnosis.inertia import check_inertia
from jourdain.diagnosis.nearest_closure import FLOOR, TIGHT, NearestClosure, Pose, project_velocities
from jourdain.errors import AssemblyError, ModelError, largest_first, near
from jourdain.functions import pending_exception
from jourdain.lagrange.model import LagrangianModel
from jourdain.model.elements import Joint
from jourdain.model.model import Model
from jourdain.model.parsing import number
from jourdain.run.start import MISFIT
from jourdain.system.compile import compile
from jourdain.system.drawing import place, set_moving
from jourdain.system.system import evaluate, settle

Pair = tuple[float, float]
_KEEP = 1e-15  # bodies that moved no more than this [m, rad] keep the numbers of the drawing to the last bit


@dataclass(frozen=True)
class Assembly:
    """An assembled model and what it took. Gaps are by row ("A: slide x", "fixed phi: value") [m, rad or -], rates in /s.

    model: a new Model at the assembled positions and velocities; the one that was given is unchanged.
    gaps_before, gaps_after: as drawn and as assembled. rate_gaps_before, rate_gaps_after: both at the assembled positions,
    with the velocities as drawn and as assembled. joint_gaps, joint_rate_gaps: the largest of each joint, (before, after).
    moved: body -> (displacement of its centre of mass [m], rotation [rad]); velocity_change: body -> ([m/s], [rad/s]). Of
    a Lagrangian: coordinate -> (change, 0).
    """

    model: Model
    t: float
    gaps_before: dict[str, float]
    gaps_after: dict[str, float]
    rate_gaps_before: dict[str, float]
    rate_gaps_after: dict[str, float]
    joint_gaps: dict[str, Pair]
    joint_rate_gaps: dict[str, Pair]
    moved: dict[str, Pair]
    velocity_change: dict[str, Pair]
    branch_changed: bool
    warnings: list[str]

    def __str__(self) -> str:
        joints = list(dict.fromkeys([*self.joint_gaps, *self.joint_rate_gaps]))
        wide = max(12, *(len(name) for name in (*joints, *self.moved)))
        lines = [
            f"{self.model.name} assembled at t = {self.t:g} s",
            f"{'':{wide}}  {'gap: before':>12} {'after':>9}  {'rate: before':>12} {'after':>9}",
        ]
        for name in joints:
            (before, after), (rate, left) = (
                gaps.get(name, (0.0, 0.0)) for gaps in (self.joint_gaps, self.joint_rate_gaps)
            )
            lines.append(f"{name:{wide}}  {before:12.2e} {after:9.1e}  {rate:12.2e} {left:9.1e}")
        heads = ("moved [m]", "[rad]", "by [m/s]", "[rad/s]") if self.model.bodies else ("changed", "", "rate by", "")
        lines.append(f"{'':{wide}}  {heads[0]:>12} {heads[1]:>9}  {heads[2]:>12} {heads[3]:>9}".rstrip())
        for name, (distance, angle) in self.moved.items():
            speed, spin = self.velocity_change[name]
            lines.append(f"{name:{wide}}  {distance:12.2e} {angle:9.1e}  {speed:12.2e} {spin:9.1e}")
        return "\n".join([*lines, *(f"warning: {sentence}" for sentence in self.warnings)])


def assemble(model: Model, *, fixed: Any = (), weights: Mapping[str, float] | None = None, t: float = 0.0) -> Assembly:
    """Close the joints of a model as they are at time t [s] by the least motion, and its velocities by the least change.

    Least: in the mass metric, that is the sum over all particles of mass times squared displacement.
    fixed: what is kept exactly as drawn, one name or several ("crank", "crank.x", "crank.velocity", "A", "phi", ..; see
    `exact`), or a mapping of names to the values they take: {"phi": 0.5, "phi_rate": 10.0}.
    weights: body -> factor on its inertia in that metric (> 0; large: moves little).
    Raises AssemblyError, with `.gaps`, if the joints contradict each other or the fixed values.
    """
    if not isinstance(model, Model):
        raise ModelError(f"model = {model!r}; assemble takes a jourdain.Model.")
    t = number(t, "t [s]")
    exact = read_exact(model, fixed)
    pending_exception()  # forget what an earlier run may have left
    kind = _CoordinateProblem if isinstance(model, LagrangianModel) else _Problem
    if model.beams:
        with suppress(AssemblyError):
            return kind(model, exact, weights or {}, t, rigid=True).assembled()
    return kind(model, exact, weights or {}, t).assembled()


@dataclass(frozen=True)
class _Velocities:
    """Velocities as drawn and as assembled (nv,), and the rate of each row before and after by name."""

    drawn: np.ndarray
    v: np.ndarray
    before: dict[str, float]
    after: dict[str, float]


class _Problem:
    """One call of assemble: the model with exact values as further joints, compiled."""

    word, remedy = "joints", "Check lengths, axes and drives of these joints"

    def __init__(
        self, model: Model, exact: list[Exact], weights: Mapping[str, float], t: float, rigid: bool = False
    ) -> None:
        self.model, self.exact, self.t = model, exact, t
        bare = _without_forces(model, weights)
        self.fixed = {}  # joint that holds exact values -> the name the user gave
        self.rigid = _stiffened(bare) if rigid else set()
        for entry in exact:
            name = f"fixed {entry.name}"
            while name in bare.joints:
                name += "'"
            self.fixed[name] = entry.name
            if entry.rows:
                bare.joints[name] = Joint(name, "fixed value", entry.rows)
        self.rates: list[ExactRate] = [rate for entry in exact for rate in entry.rates]
        for rate in self.rates:
            if rate.measure is not None:
                bare.measures.setdefault(f"{rate.name} (fixed)", rate.measure)
        self.system = settle(compile(bare), t)
        check_inertia(self.system, t)
        self.joints = [name for name, rows in self.system.joint_rows.items() if len(rows) and name not in self.fixed]
        self.owner = {self.system.row_names[r]: name for name, rows in self.system.joint_rows.items() for r in rows}
        self.rows = np.array([r for name in self.joints for r in self.system.joint_rows[name]], np.int64)
        self.rows.sort()
        self.closing = NearestClosure(self.system, t, np.arange(self.system.kind.g))

    def assembled(self) -> Assembly:
        """All that assemble does."""
        pose, disturbed = self.close()
        return self.report(pose, self.velocities(pose), disturbed)

    def close(self) -> tuple[Pose, bool]:
        """The nearest closed position; or say what cannot be closed."""
        closing = self.closing
        drawn = closing.look(self.system.q0, self.system.ref0)
        if not np.isfinite(drawn.cost):
            raise self._not_finite(np.flatnonzero(~np.isfinite(drawn.g)), "values")
        pose, disturbed = closing.find(MISFIT)
        pending_exception()  # what user functions may have raised at positions that were only tried
        if not closing.is_closed(pose, MISFIT):
            raise self._contradiction(pose)
        return pose if pose.q is self.system.q0 else closing.nearest(pose), disturbed

    # -- velocities ----------------------------------------------------------------------------------------------

    def velocities(self, pose: Pose) -> _Velocities:
        """Least change of the drawn velocities, kept in ground axes while bodies were moved."""
        system = self.system
        drawn = self._drawn_velocities(pose)
        extra, values = self._exact_rates(pose)
        v, before, after = project_velocities(self.closing, pose, drawn, self.rows, extra, values)
        if not np.isfinite(after).all():
            raise self._not_finite(self.rows[~np.isfinite(before[: len(self.rows)])], "rates")
        names = [*(system.row_names[r] for r in self.rows), *(f"fixed {rate.name}" for rate in self.rates)]
        found = _Velocities(drawn, v, _by_name(names, before), _by_name(names, after))
        size = max(1.0, float(np.abs(v).max()), float(np.abs(before).max(initial=0.0)))
        play = TIGHT if self.closing.floor == FLOOR else MISFIT
        if np.abs(after).max(initial=0.0) > play * size:
            raise self._rate_contradiction(found.after, TIGHT * size)
        return found

    def _drawn_velocities(self, pose: Pose) -> np.ndarray:
        """The velocities the user gave, as a state vector at the assembled positions."""
        velocities, spins = (
            np.array([getattr(body, what) for body in self.model.bodies.values()]) for what in ("velocity", "spin")
        )
        return self.system.layout.speeds(pose.q, velocities, spins)

    def _exact_rates(self, pose: Pose) -> tuple[sparse.csr_array, np.ndarray]:
        """Rows A and values c of  A v = c  for the velocities that are kept or given."""
        system, s = self.system, self.closing.s
        A = sparse.lil_array((len(self.rates), system.kind.v))
        values, units = np.zeros(len(self.rates)), np.eye(3)
        evaluate(system.kind, s, self.t, system.q0, system.v0, ref=system.ref0)
        for i, rate in enumerate(self.rates):
            if rate.measure is not None:
                present = float(self._measure_row(rate) @ system.v0)
            else:
                body = self.model.bodies[rate.body]
                present = float((body.spin if rate.spin else body.velocity)[rate.index])
            values[i] = present if rate.value is None else rate.value
        evaluate(system.kind, s, self.t, pose.q, system.v0, ref=pose.ref)
        for i, rate in enumerate(self.rates):
            if rate.measure is not None:
                A[[i]] = self._measure_row(rate)
                continue
            own = system.layout.alone(rate.body)
            q, unit, none = pose.q[system.layout.q(rate.body)], units[[rate.index]], np.zeros((1, 3))
            A[i, system.layout.v(rate.body)] = own.speeds(q, none, unit) if rate.spin else own.speeds(q, unit, none)
        return A.tocsr(), values

    def _measure_row(self, rate: ExactRate) -> np.ndarray:
        """Jacobian (nv,) of a measure at the last evaluated positions."""
        s = self.closing.s
        measure = s.measures[self.system.recorded[f"{rate.name} (fixed)"]]
        row = np.zeros(self.system.kind.v)
        for k in range(measure["block"], measure["block"] + measure["n_blocks"]):
            self.system.layout.add_block(row, s.block_body[k], s.J[k])
        return row

    # -- what cannot be ------------------------------------------------------------------------------------------

    def _not_finite(self, rows: np.ndarray, what: str) -> Exception:
        problem = pending_exception()
        if isinstance(problem, Exception):
            return problem
        names = ", ".join(self.system.row_names[r] for r in rows)
        return ModelError(
            f"model {self.model.name!r}: the {what} of {names} are NaN or infinite at t = {self.t:g} s; check texts and "
            "functions there (division by zero, root or logarithm of a negative number)."
        )

    def _contradiction(self, pose: Pose) -> AssemblyError:
        """Name what stays open. Where the joints alone would close, the exact values are too many."""
        rows, g = np.arange(self.system.kind.g), pose.g
        if self.fixed:
            alone = NearestClosure(self.system, self.t, self.rows[self.rows < self.system.kind.g])
            free, _ = alone.find(MISFIT)
            if not alone.is_closed(free, MISFIT):
                rows, g = alone.rows, free.g
        gaps = _by_name([self.system.row_names[r] for r in rows], g)
        return self._refusal(gaps, TIGHT * max(1.0, self.system.length), self.word)

    def _rate_contradiction(self, gaps: dict[str, float], tight: float) -> AssemblyError:
        return self._refusal(gaps, tight, f"velocities of {self.word}")

    def _refusal(self, gaps: dict[str, float], tight: float, what: str) -> AssemblyError:
        """The message for rows that stay open in the sense of least squares."""
        left = {name: gap for name, gap in gaps.items() if abs(gap) > max(tight, 1e-6 * max(map(abs, gaps.values())))}
        owners = [self.owner.get(name, name) for name in left]
        exact = dict.fromkeys(self.fixed.get(o, o.removeprefix("fixed ")) for o in owners if o not in self.joints)
        joints = dict.fromkeys(o for o in owners if o in self.joints)
        worst = largest_first(left)
        listing = "; ".join(f"{name} is open by {gap:.3g}" for name, gap in worst[:8])
        listing += f"; and {len(worst) - 8} more in .gaps" if len(worst) > 8 else ""
        together = ", ".join(map(repr, joints))
        where = f"model {self.model.name!r} at t = {self.t:g} s"
        if exact:
            named = ", ".join(map(repr, exact))
            return AssemblyError(
                f"{where}: too many exact values: {named} cannot all be kept"
                + (f" with the {self.word} {together}" if joints else "")
                + f". What is left open at best (least squares): {listing}. Take some of them out of `fixed`, or give "
                "values that the machine can reach.",
                gaps,
            )
        return AssemblyError(
            f"{where}: the {what} {together} cannot be closed together. What is left open at best (least squares): {listing}. "
            f"{self.remedy}; if they should fit, draw them nearer to a closed position.",
            gaps,
        )

    # -- the report ----------------------------------------------------------------------------------------------

    def report(self, pose: Pose, found: _Velocities, disturbed: bool) -> Assembly:
        """The assembled model and all that is told about it."""
        system = self.system
        drawn = self.closing.look(system.q0, system.ref0)
        before, after = (_by_name(system.row_names[: system.kind.g], p.g) for p in (drawn, pose))
        branches = (
            changed_branches(system, self.t, (system.q0, system.ref0), (pose.q, pose.ref), self.joints)
            if pose.q is not system.q0
            else []
        )
        warnings = [
            f"the loop {'-'.join(names)} closed on another branch than drawn; fix a value (fixed=..), give weights, or draw "
            "it nearer to the branch that is meant."
            for names in branches
        ]
        if disturbed:
            warnings.append(
                "the drawn position is a dead point (or far off): no way led from it to a closed one; of those found after "
                "disturbing it the nearest was taken. Draw it nearer to the branch that is meant."
            )
        left = {name: gap for name, gap in after.items() if abs(gap) > TIGHT * max(1.0, system.length)}
        if left:
            worst = max(left, key=lambda name: abs(left[name]))
            warnings.append(
                f"{self.word} do not quite fit: {len(left)} rows stay open, worst {worst} by {abs(left[worst]):.2g}."
            )
        gaps = before, after, found.before, found.after
        of_joints = self._per_joint(before, after), self._per_joint(found.before, found.after)
        ways = self._whole(self._moved(pose)), self._whole(self._velocity_change(found))
        return Assembly(self._assembled(pose, found.v), self.t, *gaps, *of_joints, *ways, bool(branches), warnings)

    def _whole(self, ways: dict[str, Pair]) -> dict[str, Pair]:
        """Of a beam the farthest of its sections."""
        found: dict[str, Pair] = {}
        for name, (x, y) in ways.items():
            before = found.get(owner := self.model.owner(name), (0.0, 0.0))
            found[owner] = max(before[0], x), max(before[1], y)
        return found

    def _per_joint(self, before: dict[str, float], after: dict[str, float]) -> dict[str, Pair]:
        result: dict[str, Pair] = {}
        for name in before:
            owner = self.owner.get(name, name)
            if owner in self.rigid:
                continue
            x, y = result.get(owner, (0.0, 0.0))
            result[owner] = max(x, abs(before[name])), max(y, abs(after[name]))
        return result

    def _moved(self, pose: Pose) -> dict[str, Pair]:
        displacement = self.closing.displacement
        assert isinstance(displacement, Displacement)
        distance = np.linalg.norm(displacement.shifts(pose.q), axis=1)
        c, e = displacement.turned(pose.q)
        angle = 2.0 * np.abs(np.arctan2(np.linalg.norm(e, axis=1), c))
        return {b: (float(x), float(y)) for b, x, y in zip(self.system.bodies, distance, angle, strict=True)}

    def _velocity_change(self, found: _Velocities) -> dict[str, Pair]:
        layout, change = self.system.layout, found.v - found.drawn
        sizes = (np.linalg.norm(part(change), axis=1) for part in (layout.translations, layout.turnings))
        return {b: (float(x), float(y)) for b, x, y in zip(self.system.bodies, *sizes, strict=True)}

    def _assembled(self, pose: Pose, v: np.ndarray) -> Model:
        """A copy of the model with its bodies at `pose`; what did not move keeps its numbers to the last bit."""
        model, layout = self.model.copy(), self.system.layout
        drawn = self._drawn_velocities(pose)
        for name, body in model.bodies.items():
            if np.abs((pose.q - self.system.q0)[layout.own_positions(name)]).max() > _KEEP:
                place(layout, body, pose.q)
            if np.abs((v - drawn)[layout.own_columns(name)]).max() > _KEEP:
                set_moving(layout, body, pose.q, v)
        return model


class _CoordinateProblem(_Problem):
    """The same for a Lagrangian: coordinates in place of bodies."""

    word, remedy = "rows", "Check these rows, their parameters and drives"

    def _drawn_velocities(self, pose: Pose) -> np.ndarray:
        return self.system.v0

    def _moved(self, pose: Pose) -> dict[str, Pair]:
        return {name: (float(x), 0.0) for name, x in self._changes(pose.q - self.system.q0)}

    def _velocity_change(self, found: _Velocities) -> dict[str, Pair]:
        return {name: (float(x), 0.0) for name, x in self._changes(found.v - found.drawn)}

    def _changes(self, change: np.ndarray) -> Iterable[tuple[str, float]]:
        return zip(self.system.coordinates, np.abs(change), strict=True)

    def _assembled(self, pose: Pose, v: np.ndarray) -> Model:
        model = self.model.copy()
        assert isinstance(model, LagrangianModel)
        for i, (name, drawn) in enumerate(model.coordinates.items()):
            new = float(pose.q[i]), float(v[i])
            model.coordinates[name] = tuple(x if abs(x - y) > _KEEP else y for x, y in zip(new, drawn, strict=True))  # type: ignore[assignment]
        return model


def _by_name(names: Any, values: np.ndarray) -> dict[str, float]:
    return {name: float(value) for name, value in zip(names, values, strict=True)}


def _stiffened(model: Model) -> set[str]:
    """Hold neighbouring sections of beams together, so that a beam is moved and not bent; the names of the joints."""
    names = set()
    for beam in model.beams.values():
        for a, b in pairwise(beam.nodes) if beam.elastic else ():
            name, other = f"{a} (rigid)", model.bodies[b]
            there = model.bodies[a].place(name, other.at, other.rotation, other.angle)
            model.joint(name, "fixed", there, other)
            names.add(name)
    return names


def _without_forces(model: Model, weights: Mapping[str, float]) -> Model:
    """A copy with joints and measures only, and each body's inertia multiplied by its weight."""
    bare = model.copy()
    bare.forces, bare.loads, bare.states, bare.events, bare.gravity = {}, {}, {}, {}, np.zeros(3)
    for name, beam in bare.beams.items():
        if beam.theory == "ancf":  # sections are put in place, and do not stretch
            bare.beams[name] = replace(beam, theory="exact")
    if not isinstance(weights, Mapping):
        raise ModelError(f"weights = {weights!r}; give a mapping of bodies to factors, such as {{'frame': 100.0}}.")
    for name, value in weights.items():
        if isinstance(model, LagrangianModel):
            raise ModelError(f"weights: {name!r}: {model.where} has no bodies; its mass matrix is the metric.")
        if name not in model.bodies:
            raise ModelError(f"weights: there is no body {name!r}.{near(str(name), model.bodies)}")
        factor, body = number(value, f"weights: {name!r}", positive=True), model.bodies[name]
        bare.bodies[name] = replace(bare.bodies[name], mass=factor * body.mass, inertia=factor * body.inertia)
    return bare

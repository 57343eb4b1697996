"""Do the drives of a model determine its motion? What is left free, driven twice, or held by rates alone, by name."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from jourdain import errors
from jourdain.diagnosis.closure import Closure
from jourdain.diagnosis.dependence import TOLERANCE, Dependence, dependence, not_unique
from jourdain.diagnosis.free_motions import free_motions
from jourdain.errors import AssemblyError, ModelError
from jourdain.kernels.tables import POSITION
from jourdain.model.model import Model
from jourdain.run.start import Start, consistent_start
from jourdain.system.system import System

ASIDE = 0.01  # how far to move for a second look [rad, lengths of the model]
DRIVABLE = {"revolute": "angle", "prismatic": "slide", "cylindrical": "angle", "screw": "angle"}


@dataclass(frozen=True)
class Drives:
    """What the drives do: their names, and those of them that depend on each other (they agree, as far as is known)."""

    names: tuple[str, ...]
    dependent: tuple[str, ...] = ()


def drives_of(model: Model) -> list[str]:
    """Names of the drives in force."""
    return [name for name, joint in model.joints.items() if joint.kind == "drive" and joint.active]


def few(names: list[str], most: int = 6) -> str:
    """The first of many names, in quotes."""
    return errors.few(map(repr, names), most)


def driven_start(system: System, t: float) -> tuple[Start, Drives]:
    """A consistent start at time t [s] of a model whose drives determine its motion; else an error that says what is wrong."""
    try:
        start = consistent_start(system, t)
    except AssemblyError as problem:
        raise contradiction(system, t, problem) from None
    names = drives_of(system.model)
    closure = Closure(start.system, t)
    s = closure.at(start.q, start.v, ref=start.ref)
    found = dependence(start.system, s)
    if found.mobility:
        _refuse_freedom(start, t, closure, found)
    by_position = s.rows["level"] == POSITION
    if (
        not by_position.all()
        and dependence(start.system, closure.at(start.q, ref=start.ref), used=by_position).mobility
    ):
        rates = dict.fromkeys(joint_of(system, r) for r in np.flatnonzero(~by_position))
        raise ModelError(
            f"model {system.name!r}: {few(list(rates))} hold speeds, not positions (rolling, blades, rows of rates); where the "
            "bodies are follows from their whole way. jourdain.simulate(model, t_end) goes along it, with the same drives."
        )
    return start, Drives(tuple(names), tuple(dependent_drives(start.system, found)))


def joint_of(system: System, row: Any) -> str:
    """The joint that a row belongs to."""
    return system.row_names[row].rsplit(": ", 1)[0]


def dependent_drives(system: System, found: Dependence) -> list[str]:
    """Drives with a part in some dependency."""
    rows = set(not_unique(found).tolist())
    return [name for name in drives_of(system.model) if rows & set(system.joint_rows[name].tolist())]


def _refuse_freedom(start: Start, t: float, closure: Closure, found: Dependence) -> None:
    """Under-driven, or only in this position?"""
    system, model = start.system, start.system.model
    bending = [name for name, shapes in zip(system.bodies, system.layout.modes, strict=False) if shapes]
    if bending:
        raise ModelError(
            f"model {system.name!r}: flexible bodies ({few(bending)}) bend by forces, so drives alone do not give the motion. "
            "Use jourdain.simulate, with elastic='after' for the motion of the rigid machine; inverse takes a Result."
        )
    general = _beside(start, t)
    if general is not None and general.mobility == 0:
        rows = not_unique(found)
        joints = dict.fromkeys(joint_of(system, r) for r in rows if r not in set(not_unique(general).tolist()))
        raise ModelError(
            f"model {system.name!r} is in a singular position at t = {t:g} s: the rows of {few(list(joints))} depend on each "
            "other there, and the motion may branch. Begin a little earlier or later (t_start), on the branch that is meant."
        )
    number, motions = free_motions(system, closure.at(start.q, ref=start.ref), found, 5)
    names = "; ".join(motions) + (f"; and {number - len(motions)} more" if number > len(motions) else "")
    what = "is under-driven" if drives_of(model) else "has no drives"
    plural, them = ("motions are", "them") if number > 1 else ("motion is", "it")
    raise ModelError(
        f"model {system.name!r} {what}: {number} {plural} left free: {names}. {_remedy(model, names, them)}"
        "To let forces move it, use jourdain.simulate."
    )


def _remedy(model: Model, motions: str, what: str) -> str:
    """What could be driven, as a line of code: a joint of a body that these motions name. what: "it" or "them"."""
    taken = {row.terms[0][1] for name in drives_of(model) for row in model.joints[name].rows}
    for name, joint in model.joints.items():
        free = DRIVABLE.get(joint.kind)
        if not (free and joint.active and joint.a and joint.b and getattr(joint, free) not in taken):
            continue
        if any(repr(marker.body) in motions for marker in (joint.a, joint.b)):
            motion = "'2*pi*t'" if free == "angle" else "'0.1*sin(t)'"
            return f"Drive {what}, such as model.drive('motor', model.joints[{name!r}].{free}, {motion}). "
    return f"Drive {what} by model.drive(name, measure, motion), or hold {what} by joints that leave less free. "


def _beside(start: Start, t: float) -> Dependence | None:
    """Dependence a small way off, drives let go; None if nothing moves then."""
    system = start.system
    held = np.concatenate([np.zeros(0, np.int64), *(system.joint_rows[name] for name in drives_of(system.model))])
    free = Closure(system, t, np.setdiff1d(np.arange(system.n_rows), held))
    free.at(start.q, ref=start.ref)
    motion, G = np.random.default_rng(0).normal(size=system.kind.v), free.jacobian()
    for _ in range(3):
        motion -= free.least_change(G @ motion)
    size = free.size(motion)
    if not size > 1e-6:
        return None
    free.closed(system.layout.moved(start.q, motion * (ASIDE / size)))
    return dependence(system, free.s, tolerance=TOLERANCE)  # the drives are open, the joints are not


def contradiction(system: System, t: float, problem: AssemblyError) -> AssemblyError:
    """The error for a start that cannot be closed, naming drives that depend on each other there."""
    names = drives_of(system.model)
    held = np.concatenate([np.zeros(0, np.int64), *(system.joint_rows[name] for name in names)])
    closure = Closure(system, t, np.setdiff1d(np.arange(system.n_rows), held))
    closure.closed(system.q0)
    used = closure.s.rows["level"] == POSITION
    twice = dependent_drives(system, dependence(system, closure.s, used=used))
    if len(twice) < 2:
        return problem
    return AssemblyError(
        f"model {system.name!r} is over-driven, and its drives contradict each other at t = {t:g} s: {few(twice)} move the "
        f"same thing in different ways. Leave out {'all but one' if len(twice) == 2 else 'some'} of them, or let their "
        f"motions agree. ({problem})",
        problem.gaps,
    )

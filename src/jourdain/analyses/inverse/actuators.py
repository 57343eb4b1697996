"""What acts: names of actuators as measures, and the model in which they, and nothing else, drive the motion."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from jourdain.analyses.kinematics.driven import DRIVABLE, drives_of
from jourdain.errors import ModelError, near, shown
from jourdain.lagrange.model import LagrangianModel
from jourdain.model.elements import Joint, Row
from jourdain.model.measures import Measure, coordinate
from jourdain.model.model import Model
from jourdain.system.compile import compile
from jourdain.system.switchable import shared_turns
from jourdain.system.system import System

GIVEN = " (motion)"  # behind the name of a measure: the drive that a given motion makes of it


@dataclass(frozen=True)
class Actuator:
    """name: as the user gave it; measure: what its force increases; row: the name of the row that stands for it."""

    name: str
    measure: Measure
    row: str


class Followed:
    """The motion of one measure at the times of a known motion, as a drive reads it: exact there, the nearest elsewhere."""

    def __init__(self) -> None:
        self.t, self.values = np.zeros(1), np.zeros((1, 3))

    def level(self, k: int) -> Any:
        """The function of time that is the value (0), the rate (1) or the second derivative (2)."""

        def function(t: float) -> float:
            return float(self.values[int(np.abs(self.t - t).argmin()), k])

        return function


def measure_of(model: Model, name: Any, where: str) -> Measure:
    """The measure that a name means: a measure, the motion of a joint ("A", "A.angle"), force or drive, or "crank.theta"."""
    if isinstance(name, Measure):
        return name
    if name in model.measures:
        return model.measures[name]
    if isinstance(model, LagrangianModel) and name in model.coordinates:
        return model.coordinate(name)
    if name in model.forces:
        return model.forces[name].measure
    joint = model.joints.get(name)
    if joint is not None and joint.kind == "drive":
        return joint.rows[0].terms[0][1]
    if joint is not None and joint.kind in DRIVABLE:
        found: Measure = getattr(joint, DRIVABLE[joint.kind])
        return found
    body, _, letter = str(name).rpartition(".")
    if body in model.bodies:
        return coordinate(model.bodies[body], letter)
    if body in model.joints and letter in ("angle", "slide"):  # as files write it
        written: Measure = getattr(model.joints[body], letter)
        return written
    if joint is not None:
        raise ModelError(
            f"{where}: joint {name!r} ({joint.kind}) has not one free motion; name a measure of it, such as "
            f"model.measure('turn', model.joints[{name!r}].angle)."
        )
    known = [*model.measures, *model.forces, *(n for n, j in model.joints.items() if j.kind in (*DRIVABLE, "drive"))]
    known += list(model.coordinates) if isinstance(model, LagrangianModel) else []
    raise ModelError(f"{where}: there is no measure, joint, force or drive {name!r}.{near(str(name), known)}")


def actuators_of(model: Model, given: Sequence[Any] | Any | None) -> list[Actuator]:
    """Actuators by name; by default the drives."""
    if not isinstance(given, (str, Measure, Sequence, type(None))):
        raise ModelError(f"inverse: actuators = {shown(given)}; give names of joints, measures or forces.")
    names = drives_of(model) if given is None else [given] if isinstance(given, (str, Measure)) else list(given)
    if not names:
        raise ModelError(
            f"inverse: model {model.name!r} has no drives, so say what acts: actuators=['A', ..], names of joints, measures or "
            "forces."
        )
    found: list[Actuator] = []
    for i, name in enumerate(names):
        measure = measure_of(model, name, "inverse: actuators")
        label = f"actuator {i + 1}" if isinstance(name, Measure) else str(name)
        taken = name in model.forces or (name in model.joints and model.joints[name].kind == "drive")
        if any(label == one.name for one in found):
            raise ModelError(f"inverse: actuator {label!r} is given twice.")
        found.append(Actuator(label.removesuffix(GIVEN), measure, label if taken else f"{label} (actuator)"))
    return found


def actuated(model: Model, actuators: list[Actuator], by_drives: bool) -> tuple[Model, dict[str, Followed]]:
    """The model moved by its actuators alone: other drives and forces that are actuators are left out.

    Actuators follow the motion; drives that are actuators stay as they are if they made the motion (by_drives).
    """
    moved, followed = model.copy(), {}
    moved.events.clear()
    kept = {one.row for one in actuators if by_drives} & set(drives_of(model))
    for name in set(drives_of(model)) - kept:
        del moved.joints[name]
    for one in (one for one in actuators if one.row not in kept):
        moved.forces.pop(one.row, None)
        followed[one.name] = table = Followed()
        first, *rates = (table.level(k) for k in range(3))
        row = Row("drive", ((1.0, one.measure),), 0.0, first, derivatives=(rates[0], rates[1]))
        moved.joints[one.row] = Joint(one.row, "drive", (row,))
    return moved, followed


def compiled_like(model: Model, base: System) -> System:
    """The system of a model that has the same bodies, started as the base: rows that hold their start hold the same."""
    system = compile(model)
    rows, ref = system.tables["rows"].copy(), np.zeros_like(system.ref0)
    for name, own in system.joint_rows.items():
        if name in base.joint_rows and len(base.joint_rows[name]) == len(own):
            held = system.held[own]
            rows["constant"][own[held]] = base.tables["rows"]["constant"][base.joint_rows[name]][held]
    mine, theirs = shared_turns(system, base)
    ref[mine] = base.ref0[theirs]
    return replace(system, tables=system.tables | {"rows": rows}, ref0=ref, q0=base.q0, v0=base.v0, w0=base.w0)

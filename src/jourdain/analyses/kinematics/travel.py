"""The range of motion of a drive: how far its measure can go both ways before joints lock it."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from jourdain.analyses.kinematics.continuation import Continuation, StuckError
from jourdain.analyses.kinematics.driven import driven_start, drives_of
from jourdain.analyses.kinematics.locked import joints_at
from jourdain.errors import ModelError, near
from jourdain.model.model import Model
from jourdain.system.compile import compile
from jourdain.system.system import evaluate

LENGTHS = 10.0  # of the model: as far as a slide is followed
STEPS = 100  # points on the way, so that nothing is stepped over


@dataclass(frozen=True)
class Range:
    """low, high: values [rad or m] that a drive can reach from its start; locked_low, locked_high: joints that end it there.

    Where none is named the search ended: after one full turn, or ten lengths of the model.
    """

    drive: str
    unit: str
    low: float
    high: float
    locked_low: tuple[str, ...]
    locked_high: tuple[str, ...]

    def __str__(self) -> str:
        def value(x: float) -> str:
            return f"{np.degrees(x):.6g} deg" if self.unit == "rad" else f"{x:.6g} {self.unit}"

        ends = [(self.low, self.locked_low), (self.high, self.locked_high)]
        if not (self.locked_low or self.locked_high) and self.unit == "rad":
            return f"range of {self.drive}: turns fully"
        words = [
            value(x) + (f" (locked by {', '.join(map(str, names))})" if names else " or more") for x, names in ends
        ]
        return f"range of {self.drive}: {words[0]} .. {words[1]}"


def range_of_motion(model: Model, drive: str, *, t: float = 0.0) -> Range:
    """How far a drive can go both ways from where it is at time t [s], the other drives held as they are then.

    The ends are found to about 1e-9 of the way.
    """
    known = drives_of(model)
    if drive not in known:
        raise ModelError(f"range of motion: there is no drive {drive!r}.{near(drive, known)}")
    system = compile(model)
    start, _ = driven_start(system, t)
    s = start.system.context()
    evaluate(system.kind, s, t, start.q, start.v, w=start.w, ref=start.ref)
    held = {name: float(s.x[system.tables["rows"]["measure"][system.joint_rows[name][0]]]) for name in known}
    measure = model.joints[drive].rows[0].terms[0][1]
    reach = 2.0 * np.pi if measure.unit == "rad" else LENGTHS * system.length
    ends = [_end(model, drive, held, start.q, start.ref, sign * reach) for sign in (-1.0, 1.0)]
    (low, locked_low), (high, locked_high) = ends
    return Range(drive, measure.unit, low, high, locked_low, locked_high)


def _end(
    model: Model, drive: str, held: dict[str, float], q: np.ndarray, ref: np.ndarray, reach: float
) -> tuple[float, tuple[str, ...]]:
    """Value at the end of the way, and the joints that lock it; () where the whole way is free."""
    moving = model.copy()
    moving.events.clear()
    for name, value in held.items():
        joint = moving.joints[name]
        motion = f"{value!r} + ({reach!r})*t" if name == drive else f"{value!r}"
        joint.rows = (replace(joint.rows[0], function=motion, derivatives=None),)
    system = replace(compile(moving), q0=q)
    start, _ = driven_start(system, 0.0)
    follower = Continuation(start, 0.0, 1.0)
    try:
        for t in np.linspace(0.0, 1.0, STEPS + 1)[1:].tolist():
            follower.to(t)
    except StuckError as stuck:
        return held[drive] + reach * stuck.last.t, joints_at(start.system, stuck.last)
    return held[drive] + reach, ()

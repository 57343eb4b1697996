"""Where crossings pile up and impacts come to rest: what they settle for, or an error that says what is missing."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from jourdain.errors import ConvergenceError
from jourdain.model.events import Action, Event, Impact
from jourdain.run.actions import PlannedAction
from jourdain.run.blows import struck_rates

if TYPE_CHECKING:
    from jourdain.run.run import Segment

PILE_UP, SHRINKING = 1e-8, 8  # events pile up if so many intervals shrink and the rest would take less than this [span]
AT_ONCE = 1e-10  # or if so many fall within this [s]
RESTING = 1e-10  # of the largest acceleration: less does not press


def pile_up(crossings: list[float], span: float) -> float | None:
    """The time at which ever closer crossings of one event pile up, if they do."""
    times = np.array(crossings[-SHRINKING - 2 :])
    if len(times) < SHRINKING + 2:
        return None
    gaps = np.diff(times)
    if times[-1] - times[0] <= AT_ONCE * max(1.0, abs(times[-1])):
        return float(times[-1])
    if gaps.min() <= 0.0:
        return None
    ratios = gaps[1:] / gaps[:-1]
    if ratios.max() >= 0.999:
        return None
    rest = gaps[-1] * ratios[-1] / (1.0 - ratios[-1])
    return float(times[-1] + rest) if rest < PILE_UP * span else None


def has_impacts(actions: tuple[Action, ...]) -> bool:
    """Is one of them an impact?"""
    return any(isinstance(action, Impact) for action in actions)


def is_pressed(old: Segment, new: Segment, one: PlannedAction) -> bool:
    """After a plastic impact: do the forces press on in the direction of the blow?"""
    if not isinstance(one.action, Impact) or one.action.restitution > 0.0 or one.struck_measure is None:
        return False
    before, _ = struck_rates(old.systems, one.struck_measure, old.now, old.states()["a"][0])
    _, onward = struck_rates(new.systems, one.struck_measure, new.now, new.start.a)
    return bool(math.copysign(onward, before * onward) > RESTING * max(1.0, np.abs(new.start.a).max()))


def settles_for(segment: Segment, one: PlannedAction) -> Action:
    """What holds a body that a plastic impact has stopped and that is pressed on."""
    if isinstance(one.action, Impact) and one.action.settle is not None:
        return one.action.settle
    raise ConvergenceError(
        f"event {one.event.name!r} in model {segment.start.system.name!r}: after the plastic impact at "
        f"t = {segment.now.t:.9g} s the forces press on in the same direction, and nothing holds against them. "
        "Try: say what does, such as Impact(0.0, settle=Engage('floor')), or settle=Stop()."
    )


def endless(segment: Segment, event: Event, limit: float, count: int) -> ConvergenceError:
    """The error for crossings that pile up at the time `limit` [s] where nothing is said about it."""
    remedy = "let what switches back happen at another value, so that there is some play between the two"
    if has_impacts(event.actions):
        remedy = (
            "say what happens then, such as Impact(.., settle=Engage('floor')) or Impact(.., settle=Stop()), or use a smaller "
            "restitution"
        )
    return ConvergenceError(
        f"event {event.name!r} in model {segment.start.system.name!r} never settles: its crossings follow each other "
        f"ever faster and pile up at t = {limit:.9g} s ({count} events so far). Try: {remedy}."
    )

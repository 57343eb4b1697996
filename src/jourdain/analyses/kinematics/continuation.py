"""Positions of a driven mechanism from time to time: predict, close, and halve the step where that does not hold.

From q, v, a at one time the next positions are predicted by a parabola (in the chart of rotations), then closed to
rounding. Two branches of a motion that are d apart are told from each other by a prediction that is better than d: a step is
taken only if closing changed the prediction by little against the way gone, or against the distance to a singular position.
At a singular position itself velocities and accelerations are not defined by the rows, so nothing is predicted from there.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from jourdain.errors import ConvergenceError, ModelError
from jourdain.kernels.context import Context
from jourdain.kernels.kinds import counted
from jourdain.kernels.measures import ANGLE
from jourdain.kernels.status import OK
from jourdain.kernels.tables import BASE_RANK
from jourdain.run.beginning import work_context
from jourdain.run.redundancy import scaled_pivots
from jourdain.run.report import attempt
from jourdain.run.start import MISFIT, Start
from jourdain.system.system import System

State = dict[str, np.ndarray]
TURN = 0.3  # [rad] or lengths: the longest predicted step
SURE = 0.1  # part of the way by which closing may change a prediction
NEAR = 0.02  # or of the distance to a singular position
SINGULAR = 2e-7  # pivots (squares of distances) below this part of the usual: nothing is predicted from there
FAST = 30.0  # times the usual speed: there a lock is near, where speeds grow without bound, and not a singular position
SHORTEST = 1e-12  # of the run: a step that does not close at this size never will
RATES = 1e-9  # of the largest velocity: rates of redundant rows that are open by more are not closed
ROUNDING = 1e-9  # lengths of the model: rows that are open by more are not closed
NAMES = ("q", "v", "w", "ref", "a", "lam")


@dataclass(frozen=True)
class Point:
    """A closed state (arrays as in a Start) at time t [s]; pivot: the smallest of rows in loops, see kernels/states.

    pivots: of all rows in loops, each against its scale: they go as the square of the distance to a singular position.
    """

    t: float
    state: State
    pivot: float
    pivots: np.ndarray


class StuckError(Exception):
    """The motion cannot go on beyond the point `last`, however small the step."""

    def __init__(self, last: Point, target: float) -> None:
        super().__init__(f"t = {last.t:g} s")
        self.last, self.target = last, target


class Continuation:
    """Follows a settled system from a start through all times asked for, forth and back.

    Loops upon loops have small pivots everywhere. Geometry says which rows are redundant (start.redundant): only so many may
    be left alone where closing begins.
    """

    def __init__(self, start: Start, t: float, span: float) -> None:
        self.system: System = start.system
        self.s: Context = work_context(start.system, start)
        self.s.flags[BASE_RANK] = start.redundant
        self.span = span
        open_ = max((abs(gap) for gap in start.gaps.values()), default=0.0)
        length = max(1.0, self.system.length)
        self.allowed = min(max(ROUNDING * length, 10.0 * open_), MISFIT * length)
        self.usual = self.usual_speed = 0.0  # largest so far: smallest pivot, and speed where it is not small
        first = self._closed(t, {name: getattr(start, name) for name in NAMES})
        if first is None:
            raise ConvergenceError(
                f"model {self.system.name!r}: the start does not stay closed at t = {t:g} s; see jourdain.check."
            )
        rates = float(np.abs(self.s.rate).max(initial=0.0))
        if (
            start.redundant
            and not start.gaps
            and rates > RATES * max(1.0, float(np.abs(first.state["v"]).max(initial=0.0)))
        ):
            raise ModelError(
                f"model {self.system.name!r}: speeds stay open by {rates:.2g}: so many loops stand on each other that rows are "
                f"nearly dependent beside the {start.redundant} that are redundant, and the two cannot be told apart. Take "
                "joints that leave no rows redundant (jourdain.check(model) names such), or planar=True."
            )
        self.anchor = first

    def to(self, t: float) -> Point:
        """The closed state at time t [s], reached from the last one that was no singular position."""
        step = t - self.anchor.t
        while True:
            here = self.anchor
            step = math.copysign(min(abs(step), abs(t - here.t), TURN / max(self.speed(here), 1e-300)), t - here.t)
            target = t if abs(t - here.t - step) <= 1e-3 * SHORTEST * self.span else here.t + step
            there = self._step(here, target)
            if there is None:
                step *= 0.5
                if abs(step) < SHORTEST * self.span:
                    raise StuckError(here, t)
                continue
            if target == t:
                self.anchor = here if self.is_singular(there) else there
                return there
            self.anchor = self._over(here, there, t) if self.is_singular(there) else there
            step *= 2.0

    def _over(self, here: Point, singular: Point, t: float) -> Point:
        """A point beyond the singular one that is not singular, or else that one."""
        step = math.copysign(min(1.5 * abs(singular.t - here.t), abs(t - here.t)), t - here.t)
        beyond = self._step(here, here.t + step)
        return singular if beyond is None or self.is_singular(beyond) else beyond

    def speed(self, point: Point) -> float:
        """The largest velocity, in lengths of the model and radians [1/s]."""
        return self.system.layout.size(point.state["v"], self.system.length)

    def is_singular(self, point: Point) -> bool:
        """Is it so near to a singular position that velocities mean little?"""
        small = point.pivot < SINGULAR * min(1.0, self.usual)
        return small and self.speed(point) <= FAST * self.usual_speed

    def _step(self, here: Point, t: float) -> Point | None:
        layout, h, old = self.system.layout, t - here.t, here.state
        way = h * old["v"] + 0.5 * h * h * old["a"]
        predicted = old | {"q": layout.moved(old["q"], way), "v": old["v"] + h * old["a"]}
        there = self._closed(t, predicted)
        if there is None:
            return None
        length = self.system.length
        gone, changed = (float(layout.distances(q, there.state["q"], length)) for q in (old["q"], predicted["q"]))
        near = NEAR * np.sqrt(min(1.0, there.pivot, here.pivot))
        return there if changed <= max(SURE * gone, near) and gone <= 2.0 * TURN else None

    def _closed(self, t: float, state: State) -> Point | None:
        """The state closed at time t, with its accelerations; None if that cannot be."""
        status, found = attempt(self.system, t, self.s, {name: state[name] for name in ("q", "v", "w", "ref")})
        quality = found["quality"][0]
        if status != OK or not quality["open"] <= self.allowed:
            return None
        closed = {name: found[name][0] for name in NAMES}
        if counted(self.system.kind):
            measures = self.system.tables["measures"]
            angles = measures["kind"] == ANGLE
            closed["ref"][measures["turn"][angles]] = found["x"][0, angles] - measures["offset"][angles]
        point = Point(t, closed, float(quality["pivot"]), scaled_pivots(self.system, self.s))
        self.usual = max(self.usual, point.pivot)
        if point.pivot > 100.0 * SINGULAR * min(1.0, self.usual):
            self.usual_speed = max(self.usual_speed, self.speed(point))
        return point

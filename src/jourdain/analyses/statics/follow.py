"""Along a path of equilibria: positions and the load factor together, past limit points.

The path z(s) = (q, w, factor) obeys R = 0, g = 0. A step goes h along its direction and comes back to it by Newton's method
with one number of z fixed: the one that grows most along the direction. So no matrix is singular where the factor turns
back, and all stay sparse. W. C. Rheinboldt, J. V. Burkardt, A locally parameterized continuation process, 1983.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from jourdain.analyses.statics.balance import Balance, Point, Tangent
from jourdain.analyses.statics.definite import falling_directions, softest

LARGEST, FIRST, SMALLEST = 0.25, 0.05, 1e-7  # steps [rad, lengths of the model, spans of the factor]
MOST_ITERATIONS, EASY, CONVERGED = 9, 4, 1e-8
LARGER, SMALLER = 1.5, 0.5
STRAIGHT = 0.8  # cosine between directions at both ends of a step
MONOTONE = 9.0  # sum of squares of both end slopes of a cubic, over its mean slope: below, it does not turn
STILL = 1e-9  # displacements of a step [rad, lengths of the model] that are rounding
BISECTIONS, SECANTS = 8, 6
ALIKE = 1e-4  # work of growing loads along a shape, against the largest there could be, below which the path branches


@dataclass(frozen=True, eq=False)
class Stop:
    """An equilibrium on a path. way: the direction onwards, scaled, the factor last; falling: directions of falling energy.

    point: None for one from a file, of which only the factor is known.
    """

    point: Any
    factor: float
    way: np.ndarray
    falling: int


@dataclass(frozen=True, eq=False)
class Critical:
    """Where the stiffness that joints leave is singular. kind: "limit" (the factor turns back) or "branching".

    shape (nv + nw,): the motion that nothing holds there, its largest number 1 [rad, or lengths of the model].
    before: how many stops of the path come before it.
    """

    stop: Stop
    kind: str
    shape: np.ndarray
    before: int

    @property
    def factor(self) -> float:
        """The load factor there."""
        return self.stop.factor


class Follower:
    """Follows paths of a Balance. span: change of the factor that counts as one.

    held (nv + nw,): forces that hold the model at factor 0 and are let go until 1.
    """

    def __init__(self, balance: Balance, span: float) -> None:
        self.balance, self.span = balance, abs(span)
        self.units = np.append(balance.layout.units(balance.system.length), np.ones(balance.nw))
        self.held = np.zeros(balance.nv + balance.nw)
        self.iterations = 0

    # -- the factor ----------------------------------------------------------------------------------------------

    def set(self, factor: float) -> None:
        """Loads as the factor says."""
        self.balance.loading.set(factor)
        self.balance.held = (1.0 - factor) * self.held

    def rates(self, point: Point) -> tuple[np.ndarray, np.ndarray]:
        """Changes of forces (nv + nw,) and rows (m,) with the factor; forces are linear in it."""
        factor, found = self.balance.loading.factor, []
        for value in (1.0, 0.0):
            self.set(value)
            found.append(self.balance.evaluate(point.q, point.pose.ref, point.w, point.lam))
        self.set(factor)
        return found[0] - found[1], self.balance.loading.gaps

    # -- one step ------------------------------------------------------------------------------------------------

    def stop(self, point: Point, factor: float, before: np.ndarray) -> Stop | None:
        """What is known of an equilibrium; before: a direction that goes on there, scaled."""
        tangent = Tangent(self.balance, point)
        fixed = self._fixed(before)
        found = tangent.along(self.rates(point), fixed, self._unit(fixed), np.zeros_like(point.forces))
        if found is None:
            return None
        way = np.append(found[0] / self.units, found[1] / self.span) * np.sign(before[fixed])
        return Stop(point, factor, way / np.abs(way).max(), falling_directions(self.balance, point, tangent)[0])

    def _fixed(self, way: np.ndarray) -> int:
        """Which number grows most; -1 for the factor."""
        largest = int(np.abs(way).argmax())
        return -1 if largest == len(way) - 1 else largest

    def _unit(self, fixed: int) -> float:
        return self.span if fixed < 0 else float(self.units[fixed])

    def corrected(self, stop: Stop, way: np.ndarray) -> tuple[Point, float] | None:
        """The equilibrium that Newton's method leads to from the end of a scaled step, with its largest number fixed."""
        fixed, size = self._fixed(way), float(np.abs(way).max())
        factor = stop.factor + float(way[-1]) * self.span
        self.set(factor)
        trial = self.balance.moved(stop.point, way[:-1] * self.units)
        for self.iterations in range(1, MOST_ITERATIONS):
            if trial is None or not np.isfinite(trial.size):
                return None
            found = Tangent(self.balance, trial).along(self.rates(trial), fixed, 0.0, trial.forces)
            if found is None:
                return None
            change = max(self.balance.length(found[0]), abs(found[1]) / self.span)
            if change > 2.0 * size:
                return None
            factor += found[1]
            self.set(factor)
            trial = self.balance.moved(trial, found[0])
            if change <= CONVERGED and trial is not None:
                return trial, factor
        return None

    def after(self, stop: Stop, h: float) -> Stop | None:
        """The next stop, a step h onwards; None if it is too large."""
        found = self.corrected(stop, h * stop.way)
        there = None if found is None else self.stop(*found, stop.way)
        if there is None:
            return None
        cosine = there.way @ stop.way / (np.linalg.norm(there.way) * np.linalg.norm(stop.way))
        good = cosine > STRAIGHT and not self._turns_between(stop, there)
        return there if good or h < 1e-3 * LARGEST else None

    def _turns_between(self, stop: Stop, there: Stop) -> bool:
        """Would the factor, a cubic over the displacement, turn back twice between two stops where it goes the same way?

        A snap-through that is small against the model and the span would hide in such a step: both ends are stable. A cubic
        is monotone as told by F. N. Fritsch and R. E. Carlson 1980, free of the units of both.
        """
        a, b = stop.point, there.point
        moved = np.append(self.balance.layout.increment(a.q, b.q), b.w - a.w) / self.units
        size = float(np.linalg.norm(moved))
        if size < STILL:
            return False
        along = np.array([moved @ one.way[:-1] for one in (stop, there)]) / size**2
        if along.min() <= 0.0:  # the displacement itself turns back
            return True
        rise = (there.factor - stop.factor) / self.span
        slopes = np.array([stop.way[-1], there.way[-1]]) / along
        if slopes[0] * slopes[1] <= 0.0:  # once, which stability tells
            return False
        return bool((slopes * rise < 0.0).any() or slopes @ slopes > MONOTONE * rise**2)

    # -- the path ------------------------------------------------------------------------------------------------

    def path(self, stop: Stop, to: float, most: int, largest: float = LARGEST) -> Iterator[tuple[Stop, float]]:
        """Stops after the first one with the steps that led there, until the factor reaches `to`, or `most` of them."""
        h = min(FIRST, largest)
        for _ in range(most):
            there = self.after(stop, h)
            while there is None and h > SMALLEST:
                h *= SMALLER
                there = self.after(stop, h)
            if there is None:
                return
            easy = self.iterations <= EASY
            reached = (to - stop.factor) * (to - there.factor) <= 0.0 and there.factor != stop.factor
            if reached:
                part = (to - stop.factor) / (there.factor - stop.factor)
                last = self._arrived(stop, part * h, to)
                if last is not None:
                    yield last, part * h
                    return
            yield there, h
            stop, h = there, min(largest, LARGER * h) if easy else h

    def _arrived(self, stop: Stop, h: float, to: float) -> Stop | None:
        """The stop at the very factor `to`, near a step h onwards."""
        way = h * stop.way
        way[-1] = (to - stop.factor) / self.span
        self.set(to)
        point = self.balance.moved(stop.point, way[:-1] * self.units)
        for _ in range(MOST_ITERATIONS):
            if point is None or not np.isfinite(point.size):
                return None
            found = Tangent(self.balance, point).step()
            if found is None or self.balance.length(found) > 2.0 * h:
                return None
            point = self.balance.moved(point, found)
            if self.balance.length(found) <= CONVERGED:
                return None if point is None else self.stop(point, to, stop.way)
        return None

    # -- critical points -----------------------------------------------------------------------------------------

    def criticals(self, stop: Stop, h: float, falling: int, before: int) -> Iterator[Critical]:
        """Singular points between a stop and the one a step h onwards, where other numbers of energies fall, in their order."""
        low, below = 0.0, stop.falling
        while below != falling:
            ends = self._between(stop, low, h, below)
            if ends is None:
                return
            low, high, above = ends
            found = self._located(stop, low, high, before)
            if found is not None:
                yield found
            low, below = high, above

    def _between(self, stop: Stop, low: float, high: float, below: int) -> tuple[float, float, int] | None:
        """By bisection: steps between which the number of falling energies stops to be `below`, and what it is then."""
        above = below
        for _ in range(BISECTIONS):
            at = 0.5 * (low + high)
            found = self._singular(stop, at)
            if found is None:
                return None
            if found[2] == below:
                low = at
            else:
                high, above = at, found[2]
        return low, high, above

    def _located(self, stop: Stop, low: float, high: float, before: int) -> Critical | None:
        """The singular point between two steps, by the softest stiffness, which is straight near its zero."""
        ends: list[tuple[float, float]] = []
        at, best = 0.5 * (low + high), None
        for _ in range(SECANTS):
            found = self._singular(stop, at)
            if found is None:
                break
            point, factor, falling = found
            stiffness, shape = softest(self.balance, point, Tangent(self.balance, point))
            ends, best = [*ends[-1:], (at, stiffness)], (Stop(point, factor, stop.way, falling), shape)
            (a, fa), (b, fb) = ends[0], ends[-1]
            at = low if len(ends) == 1 else b - fb * (b - a) / (fb - fa) if fb != fa else b
            if len(ends) > 1 and abs(at - b) <= 1e-12 * high:
                break
        if best is None:
            return None
        there, shape = best
        rate, _ = self.rates(there.point)
        along = abs(rate @ shape) / float(np.abs(rate * self.units).max())
        return Critical(there, "limit" if along > ALIKE else "branching", shape, before)

    def _singular(self, stop: Stop, h: float) -> tuple[Point, float, int] | None:
        """The equilibrium a step h onwards, its factor and directions of falling energy; not its direction, which is nothing
        to go by where paths cross."""
        found = self.corrected(stop, h * stop.way)
        if found is None:
            return None
        point, factor = found
        return point, factor, falling_directions(self.balance, point, Tangent(self.balance, point))[0]

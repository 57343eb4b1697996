"""Special positions of a driven motion: singular ones, and dead points, with their times."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from jourdain.analyses.kinematics.continuation import Point, StuckError
from jourdain.analyses.kinematics.driven import joint_of
from jourdain.analyses.kinematics.motion import Motion
from jourdain.diagnosis.dependence import Dependence, dependence, not_unique
from jourdain.model.elements import Joint
from jourdain.model.measures import GROUND
from jourdain.model.model import Model
from jourdain.run.passages import GRID, ROUNDS, TOLERANCE, Passage
from jourdain.system.system import System, evaluate

MOVES = 1e-9  # of the largest rate: what is slower stands still
PRECISION = 1e-12  # of the run, of times
SHARP = 2.0  # a minimum is suspicious if it is less than so many times what is lost in the step to it
ALWAYS_SMALL = 1e-4  # roots of pivots that are never above this belong to redundant rows
SAME = 1e-8  # of the run: instants that lie closer are one


@dataclass(frozen=True)
class DeadPoint:
    """At time t [s] a joint on the ground turns back while the drives move on: driven from there the machine would be stuck."""

    t: float
    joint: str


def singular_positions(motion: Motion) -> tuple[Passage, ...]:
    """Where rows become dependent that are independent elsewhere, with the time to about 1e-12 of the run.

    Pivots of single rows are looked at, so that loops that are singular one shortly after the other stay apart; they are a
    suspicion, and the geometry at the instant decides.
    """
    usual = _rows(motion, motion.points[int(motion.pivots.argmax())])
    known = set(not_unique(usual).tolist())
    found: dict[float, Passage] = {}
    for row, t, reach in _suspicions(motion):
        one = _instant(motion, row, t, reach)
        inside = motion.points[0].t <= one <= motion.points[-1].t
        if not inside or any(abs(one - other) < SAME * motion.span for other in found):
            continue
        here = _rows(motion, motion.at(one))
        if here.redundant > usual.redundant:
            system, rows = motion.start.system, not_unique(here).tolist()
            names = [joint_of(system, r) for r in rows if r not in known or known >= set(rows)]
            found[one] = Passage(one, tuple(dict.fromkeys(names)))
    return tuple(found[t] for t in sorted(found))


def _suspicions(motion: Motion) -> list[tuple[int, float, float]]:
    """Row, time and how far to look: where the root of a pivot, which goes as |t| at a singular position, may reach zero."""
    t = motion.piece.t
    if len(t) < 3 or not len(motion.points[0].pivots):
        return []
    sigma = np.sqrt([point.pivots for point in motion.points])
    step = np.diff(t)[:, None]
    rate = np.diff(sigma, axis=0) / step
    low = (rate[:-1] <= 0.0) & (rate[1:] >= 0.0)
    steepest = np.maximum(-rate[:-1], rate[1:])
    steepest[1:] = np.maximum(steepest[1:], -rate[:-2])
    steepest[:-1] = np.maximum(steepest[:-1], rate[2:])
    low &= sigma[1:-1] < SHARP * steepest * np.maximum(step[:-1], step[1:])
    low &= sigma.max(axis=0) > ALWAYS_SMALL
    return [(int(r), float(t[i + 1]), float(max(step[i, 0], step[i + 1, 0]))) for i, r in np.argwhere(low)]


def _instant(motion: Motion, row: int, t: float, reach: float) -> float:
    """The time near t at which the pivot of a row is least: finer and finer grids, then the vertex of a polynomial through
    its values beside, where positions are well known."""

    def pivot(time: float) -> float:
        try:
            return float(motion.at(time).pivots[row])
        except StuckError:
            return np.inf

    for _ in range(ROUNDS):
        grid = t + reach * GRID
        t, reach = float(grid[np.argmin([pivot(one) for one in grid])]), reach * (GRID[1] - GRID[0])
    for step in (0.3 * motion.step_beside(t), 0.1 * motion.step_beside(t)):
        k, points = motion.neighbours(t, step)
        if len(k) < 4:
            return t
        slope = np.polynomial.Polynomial.fit(k, [point.pivots[row] for point in points], len(k) - 1).deriv()
        roots = slope.roots()
        near = roots[(np.abs(roots.imag) < 1e-6) & (np.abs(roots.real) < 1.0)].real
        if len(near):
            t += step * float(near[np.abs(near).argmin()])
    return t


def _rows(motion: Motion, point: Point) -> Dependence:
    """Dependencies of the rows at a point."""
    system, state = motion.start.system, point.state
    s = system.context()
    evaluate(system.kind, s, point.t, state["q"], state["v"], w=state["w"], ref=state["ref"])
    return dependence(system, s, tolerance=TOLERANCE)


def grounded(model: Model) -> dict[str, Joint]:
    """Hinges and guides on the ground, by name."""
    return {
        name: joint
        for name, joint in model.joints.items()
        if joint.active and joint.kind in ("revolute", "prismatic") and joint.a and joint.b
        if GROUND in (joint.a.body, joint.b.body)
    }


def joint_rate(system: System, joint: Joint, q: np.ndarray, v: np.ndarray) -> np.ndarray:
    """Rate of the angle or slide of a joint on the ground [rad/s or m/s] at states (.., nq), (.., nv)."""
    assert joint.a is not None and joint.b is not None
    on_ground, other = (joint.a, joint.b) if joint.a.body == GROUND else (joint.b, joint.a)
    sign = 1.0 if other is joint.b else -1.0
    of_q, of_v = q[..., system.layout.q(other.body)], v[..., system.layout.v(other.body)]
    alone = system.layout.alone(other.body)
    if joint.kind == "revolute":
        return sign * alone.spins(of_q, of_v)[..., 0, :] @ on_ground.matrix[:, 2]
    return sign * alone.velocities(of_v)[..., 0, :] @ on_ground.matrix[:, 0 if on_ground.planar else 2]


def dead_points(motion: Motion, driven: set[str]) -> tuple[DeadPoint, ...]:
    """Of all hinges and guides on the ground that are not driven themselves (by name)."""
    piece, system = motion.piece, motion.start.system
    found = []
    for name, joint in grounded(system.model).items():
        if name in driven:
            continue
        rates = joint_rate(system, joint, piece.q, piece.v)

        def rate(t: float, joint: Joint = joint) -> float:
            state = motion.at(t).state
            return float(joint_rate(system, joint, state["q"], state["v"]))

        found += [DeadPoint(t, name) for t in _crossings(motion, rates, rate)]
    return tuple(sorted(found, key=lambda one: one.t))


def _crossings(motion: Motion, values: np.ndarray, function: Callable[[float], float]) -> list[float]:
    """Times at which a rate changes its sign while the machine moves on."""
    from scipy.optimize import brentq

    t, size = motion.piece.t, float(np.abs(values).max(initial=0.0))
    speeds = np.abs(motion.piece.v).max(axis=1)
    if size <= MOVES * speeds.max(initial=0.0):
        return []
    clear = np.flatnonzero(np.abs(values) > MOVES * size)
    found = []
    for i, j in itertools.pairwise(clear):
        if values[i] * values[j] > 0.0:
            continue
        one = float(brentq(function, t[i], t[j], xtol=PRECISION * motion.span))
        if np.abs(motion.at(one).state["v"]).max() > 1e-6 * speeds.max():  # else everything stands still there
            found.append(one)
    return found

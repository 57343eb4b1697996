"""Special positions of a driven motion: singular ones, and dead points, with their times."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from jourdain.analyses.kinematics.motion import Motion
from jourdain.model.elements import Joint
from jourdain.model.measures import GROUND
from jourdain.model.model import Model
from jourdain.run.passages import Passage, passages_of
from jourdain.system.system import System

MOVES = 1e-9  # of the largest rate: what is slower stands still
PRECISION = 1e-12  # of the run, of times


@dataclass(frozen=True)
class DeadPoint:
    """At time t [s] a joint on the ground turns back while the drives move on: driven from there the machine would be stuck."""

    t: float
    joint: str


def singular_positions(motion: Motion) -> tuple[Passage, ...]:
    """Where rows become dependent that are independent elsewhere, with the time to about 1e-12 of the run."""
    piece, follower = motion.piece, motion.follower
    if len(piece) < 2:
        return ()
    found = passages_of(piece, motion.pivots, follower.s.flags, np.zeros(0), motion.span)
    return tuple(Passage(_instant(motion, passage.t), passage.joints) for passage in found)


def _instant(motion: Motion, t: float) -> float:
    """The time near t at which the smallest pivot is least: it goes as the square of the distance, so it is the vertex of a
    polynomial through its values beside, where they are well known."""
    for step in (motion.step_beside(t), 0.3 * motion.step_beside(t)):
        k, points = motion.neighbours(t, step)
        if len(k) < 4:
            return t
        slope = np.polynomial.Polynomial.fit(k, [point.pivot for point in points], len(k) - 1).deriv()
        roots = slope.roots()
        real = roots[np.abs(roots.imag) < 1e-6].real
        near = real[np.abs(real) < k.max()]
        if not len(near):
            return t
        t += step * float(near[np.abs(near).argmin()])
    return t


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

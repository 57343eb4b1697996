"""Is a motion steady, and from which turning frame? Straight running, circles, steady precession, and plain rest.

A motion is steady if some frame of constant rate Omega sees it stand still in all that matters: velocities and angular
velocities keep their components along its axes, and so do the coefficients of the equations of small deviations. The first
is linear in Omega; the second is asked for outright, by setting up the equations a finite time later, where a steady motion
is known in closed form.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np

from jourdain.analyses.linear.variations import Reduced, Variations, reduce, variations
from jourdain.kernels.status import OK
from jourdain.model import quaternions
from jourdain.model.quaternions import cross_matrices
from jourdain.run.report import attempt
from jourdain.run.start import Start

FORCES, ROUNDING = 1e-7, 1e-11  # forces out of balance that count as none: of all forces, of stiffness times length
SAME = 1e-7  # change of the coefficients that counts as none


class Snapshot(NamedTuple):
    """A state at a time, and its equations."""

    t: float
    start: Start
    equations: Variations
    reduced: Reduced


@dataclass(frozen=True)
class Frame:
    """What is seen from a frame that turns with the rate `turning` (3,) [rad/s], ground axes, now and a while later.

    acceleration [m/s2], angular_acceleration [rad/s2]: largest of a body in this frame, now; unbalanced: forces that this
    takes, at both moments, 1 is what counts as none; change: of the coefficients of the equations, against themselves. later
    None: there is no such state.
    """

    turning: np.ndarray
    now: Snapshot
    later: Snapshot | None
    acceleration: float
    angular_acceleration: float
    unbalanced: float
    change: float

    @property
    def steady(self) -> bool:
        """Does nothing change?"""
        return self.unbalanced <= 1.0 and self.change <= SAME


def frame_of(start: Start, t: float, turning: np.ndarray | None = None) -> Frame:
    """The first frame that sees a steady motion, or else the one that comes nearest; the ground is tried first.

    turning: what is seen from the frame of this rate (3,) [rad/s], and no other.
    """
    if turning is not None:
        return _seen(start, t, turning)
    best: Frame | None = None
    for turning in _candidates(start):
        seen = _seen(start, t, turning)
        if seen.steady:
            return seen
        if best is None or (seen.unbalanced, seen.change) < (best.unbalanced, best.change):
            best = seen
    assert best is not None
    return best


def _motion(start: Start) -> tuple[np.ndarray, ...]:
    """Velocities, accelerations, angular velocities and accelerations (nb, 3) in ground axes, and rotations (nb, 3, 3)."""
    layout, q, v, a = start.system.layout, start.q, start.v, start.a
    return layout.velocities(v), layout.velocities(a), layout.spins(q, v), layout.spins(q, a), layout.rotations(q)


def _candidates(start: Start) -> list[np.ndarray]:
    """Rates that fit a_p = Omega x v_p, w' = Omega x w, and principal axes that stand still: the least; others near bodies'."""
    v, a, w, wd, R = _motion(start)
    found = [np.zeros(3)]
    if not (v.any() or w.any()):
        return found
    left, right = [], []
    for speed, rate in ((v / start.system.length, a / start.system.length), (w, wd)):
        for one, change in zip(speed, rate, strict=True):
            left.append(-cross_matrices(one))
            right.append(change)
    for turn, axes, J in zip(w, R, start.system.tables["bodies"]["J"], strict=True):
        if not start.system.planar and J.any():
            moments = axes @ J @ axes.T / np.abs(J).max()
            columns = [(cross_matrices(e) @ moments - moments @ cross_matrices(e)).ravel() for e in np.eye(3)]
            left.append(np.stack(columns, axis=1))
            right.append((cross_matrices(turn) @ moments - moments @ cross_matrices(turn)).ravel())
    system = np.vstack(left)
    if start.system.planar:  # which turns about z only
        system[:, :2] = 0.0
    U, sigma, V = np.linalg.svd(system, full_matrices=False)
    seen = sigma > 1e-9 * sigma.max()
    least = V[seen].T @ ((U.T @ np.concatenate(right))[seen] / sigma[seen])
    unseen = V[~seen].T @ V[~seen]
    if start.system.planar:
        unseen = unseen @ np.diag([0.0, 0.0, 1.0])
    for rate in [least, *(least + unseen @ one for one in w)]:
        if not any(np.allclose(rate, other, rtol=1e-9, atol=1e-12) for other in found):
            found.append(rate)
    return found


def _seen(start: Start, t: float, turning: np.ndarray) -> Frame:
    equations = variations(start, t, turning)
    now = Snapshot(t, start, equations, reduce(equations))
    unbalanced, moves, turns = _unbalanced(now, turning, np.eye(3))
    time, moved, Q = _later(start, t, turning, np.abs(np.linalg.eigvals(now.reduced.A)).max(initial=0.0))
    if moved is None:
        return Frame(turning, now, None, moves, turns, unbalanced, float("inf"))
    equations = variations(moved, time, turning, Q)
    later = Snapshot(time, moved, equations, reduce(equations))
    unbalanced = max(unbalanced, _unbalanced(later, turning, Q)[0], _other_rates(now, later))
    return Frame(turning, now, later, moves, turns, unbalanced, _change(now.reduced, later.reduced))


def _turns(start: Start) -> bool:
    """Does it have bodies with angles or quaternions?"""
    return start.system.layout.orientation in ("angle", "quaternion")


def _left_of_vectors(start: Start, found: Variations, turning: np.ndarray) -> np.ndarray:
    """Accelerations left (n,) of coordinates; of points and directors, vectors all of them, as seen from the frame."""
    if start.system.coordinates:
        return start.a
    d = start.system.layout.dimension
    carried = start.v.reshape(-1, d) @ cross_matrices(turning)[:d, :d].T
    return np.asarray(np.linalg.solve(found.inward, start.a - carried.ravel()))


def _unbalanced(moment: Snapshot, turning: np.ndarray, Q: np.ndarray) -> tuple[float, float, float]:
    """Inertia forces of the accelerations left, against what counts as none; the largest accelerations [m/s2, rad/s2]."""
    start, found = moment.start, moment.equations
    length, n, nm = start.system.length, start.system.kind.v, len(start.lam)
    v, a, w, wd, _ = _motion(start)
    across, about = (a - np.cross(turning, v)) @ Q, (wd - np.cross(turning, w)) @ Q
    left = (
        start.system.layout.joined(across, length * about) if _turns(start) else _left_of_vectors(start, found, turning)
    )
    start.system.layout.elastic(left)[:] = start.system.layout.elastic(start.a)
    carried = np.abs(found.other[:n, found.other.shape[1] - nm :]) @ np.abs(start.lam)
    whole, speed = (np.abs(np.linalg.solve(found.inward, x)).max() for x in (start.a, start.v))
    inertia = np.abs(found.mass[:n, :n]).sum(axis=1).max() * (whole + speed**2 / length)
    limit = FORCES * max(carried.max(initial=0.0), inertia)
    limit += ROUNDING * length * np.abs(found.stiffness[:n]).max()
    moves, turns = (float(np.linalg.norm(x, axis=1).max(initial=0.0)) for x in (across, about))
    moves = moves if not start.system.coordinates else float(np.abs(start.a).max())
    return _share(float(np.abs(found.mass[:n, :n] @ left).max()), limit), moves, turns


def _other_rates(now: Snapshot, later: Snapshot) -> float:
    """Change of the rates of extra states, against what counts as none: a state may run on, but evenly."""
    found, n = now.equations, now.start.system.kind.v
    if not len(now.start.wd):
        return 0.0
    moves = np.abs(found.damping[n:]).max(initial=0.0) * np.abs(now.start.w).max()
    size = np.abs(now.start.wd).max() + moves + np.abs(found.stiffness[n:]).max() * now.start.system.length
    return _share(float(np.abs(later.start.wd - now.start.wd).max()), FORCES * size)


def _share(size: float, limit: float) -> float:
    return 0.0 if size == 0.0 else size / limit if limit > 0.0 else float("inf")


def _change(now: Reduced, later: Reduced) -> float:
    """How much the equations differ."""
    if now.A.shape != later.A.shape:
        return float("inf")
    here, there = now.generator, later.generator
    size = np.abs(here).max(initial=0.0)
    return float(np.abs(there - here).max(initial=0.0)) / size if size > 0.0 else 0.0


def _later(start: Start, t: float, turning: np.ndarray, fastest_mode: float) -> tuple[float, Start | None, np.ndarray]:
    """Time, state (None if rows do not close there) and axes of the frame, half a radian or a quarter of a length later.

    What is all but at rest would take ages for that: no longer than a thousand times what the fastest mode [1/s] takes.
    """
    system, layout = start.system, start.system.layout
    v, _, w, _, _ = _motion(start)
    fastest = max(np.abs(w).max(initial=0.0), np.linalg.norm(turning)) / 0.5
    fastest = max(fastest, np.abs(v).max(initial=0.0) / (0.25 * system.length), 1e-3 * fastest_mode)
    fastest = max(fastest, np.abs(start.v).max() / 0.5) if system.coordinates else fastest
    tau = 1.0 / fastest if fastest > 0.0 else 1.0
    Q = quaternions.matrices(quaternions.of_vectors(tau * turning))
    path = _integral(turning, tau)
    q, speed = start.q + tau * start.v if system.coordinates else start.q, start.v
    if system.bodies:
        q = layout.displaced(q, v @ path.T, tau * (w - turning))
        q = layout.displaced(q, np.zeros_like(v), np.broadcast_to(tau * turning, v.shape))
        speed = layout.speeds(q, v @ Q.T, w @ Q.T)
    state = {"q": q, "v": speed, "w": start.w + tau * start.wd, "ref": start.ref}
    status, arrays = attempt(system, t + tau, start.context, state)
    if status != OK:
        return t + tau, None, Q
    solved = {name: arrays[name][0] for name in ("q", "v", "w", "a", "wd", "lam", "ref")}
    return t + tau, replace(start, **solved), Q


def _integral(turning: np.ndarray, tau: float) -> np.ndarray:
    """Integral of exp(s Omega~) over s from 0 to tau, (3, 3)."""
    rate = float(np.linalg.norm(turning))
    if rate * tau < 1e-8:
        return tau * np.eye(3) + 0.5 * tau**2 * cross_matrices(turning)
    axis, angle = cross_matrices(turning / rate), rate * tau
    return tau * (np.eye(3) + (1 - np.cos(angle)) / angle * axis + (1 - np.sin(angle) / angle) * axis @ axis)

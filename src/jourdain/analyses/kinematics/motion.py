"""A driven motion at all its times: followed, reported as a Piece, and asked for any time between."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from jourdain.analyses.kinematics.continuation import NAMES, Continuation, Point, StuckError
from jourdain.kernels.status import OK
from jourdain.result.pieces import Piece
from jourdain.run.report import reported
from jourdain.run.start import Start
from jourdain.system.system import evaluate

# Gauss-Legendre on [0, 1], three points, order 6: the work of drives and forces between two outputs
GAUSS = 0.5 + np.array([-0.5, 0.0, 0.5]) * np.sqrt(0.6)
WEIGHTS = np.array([5.0, 8.0, 5.0]) / 18.0
INTERVALS = 200  # at least so many are looked at, however few outputs there are
BESIDE = 0.03  # [rad] or lengths: steps to the neighbours from which the state in a singular position is found
NEIGHBOURS = np.array([-4.0, -3.0, -2.0, -1.0, 1.0, 2.0, 3.0, 4.0])


class Motion:
    """Points of a driven motion at the output times and at Gauss points between them; `stuck` if it could not go on."""

    def __init__(self, start: Start, times: np.ndarray) -> None:
        self.start, self.times, self.span = start, times, float(times[-1] - times[0])
        self.follower = Continuation(start, float(times[0]), self.span)
        parts = -(-INTERVALS // (len(times) - 1))
        self.stride = parts * (len(GAUSS) + 1)  # points from one output to the next
        steps, share = np.diff(times), np.arange(parts) / parts
        self.grid = np.append((times[:-1, None] + steps[:, None] * share).ravel(), times[-1])
        inner = self.grid[:-1, None] + np.diff(self.grid)[:, None] * GAUSS
        nodes = np.concatenate([self.grid[:1], np.hstack([inner, self.grid[1:, None]]).ravel()])
        self.points: list[Point] = []
        self.stuck: StuckError | None = None
        try:
            for t in nodes.tolist():
                self.points.append(self.follower.to(t))
        except StuckError as stuck:
            self.stuck = stuck
        self.sound = [i for i, point in enumerate(self.points) if not self.follower.is_singular(point)]
        by_continuity = sorted(set(range(len(self.points))) - set(self.sound))
        self.singular_outputs = [self.points[i].t for i in by_continuity if i % self.stride == 0]
        for i in by_continuity:
            self.points[i] = self._continued(self.points[i])
        self.piece = self._piece()

    def at(self, t: float) -> Point:
        """The closed state at any time [s] of the motion, from the nearest point that is no singular position."""
        nearest = min(self.sound, key=lambda i: abs(self.points[i].t - t))
        self.follower.anchor = self.points[nearest]
        return self.follower.to(t)

    def neighbours(self, t: float, step: float) -> tuple[np.ndarray, list[Point]]:
        """Points at both sides of a time, as far as there are some, and how many steps they are away."""
        found = []
        for k in NEIGHBOURS.tolist():
            try:
                found.append((k, self.at(t + k * step)))
            except StuckError:
                continue
        return np.array([k for k, _ in found]), [point for _, point in found]

    def step_beside(self, t: float) -> float:
        """The time [s] in which the machine moves by BESIDE, about t."""
        i = min(self.sound, key=lambda i: abs(self.points[i].t - t))
        return float(min(BESIDE / max(self.follower.speed(self.points[i]), 1e-300), 0.02 * self.span))

    def _continued(self, point: Point) -> Point:
        """The state in a singular position as the limit of those beside it: a polynomial through eight of them."""
        k, beside = self.neighbours(point.t, self.step_beside(point.t))
        if len(k) < 2:
            return point
        others = k[:, None] - k[None, :] + np.eye(len(k))
        weights = np.prod(np.where(np.eye(len(k)) == 1.0, 1.0, -k[None, :] / others), axis=1)
        state = point.state | {
            n: sum(w * p.state[n] for w, p in zip(weights, beside, strict=True)) for n in ("q", "v", "a")
        }
        self.start.system.layout.normalise(state["q"])
        return replace(point, state=state)

    def _piece(self) -> Piece:
        """All points, with multipliers and energies, and the work done up to each output."""
        system = self.start.system
        t = np.array([point.t for point in self.points])
        states = {name: np.array([point.state[name] for point in self.points]) for name in NAMES}
        output = np.arange(len(t)) % self.stride == 0
        self.follower.s.opened[:] = 0.0  # of steps that were not taken
        piece, status, quality = reported(system, self.follower.s, t, states, np.zeros((len(t), 3)), output)
        assert status == OK and len(piece) == len(t)  # all of them were closed before
        self.pivots = np.array([point.pivot for point in self.points])
        self.open = quality["open"].copy()
        for i in set(range(len(t))) - set(self.sound):  # the rows do not determine these there
            piece.q[i], piece.v[i], piece.a[i] = states["q"][i], states["v"][i], states["a"][i]
        piece.work[:] = self._work(piece)
        return piece

    def _work(self, piece: Piece) -> np.ndarray:
        """Work of drives, dampers and applied forces (n, 3) [J] since the start, at the points between Gauss points."""
        s, kind = piece.system.context(), piece.system.kind
        power = np.zeros((len(piece), 3))
        for i, t in enumerate(piece.t):
            given = {"w": piece.w[i], "lam": piece.lam[i], "ref": piece.ref[i], "matrix": False}
            power[i] = evaluate(kind, s, t, piece.q[i], piece.v[i], **given)[2:5]
        n = (len(piece) - 1) // (len(GAUSS) + 1)
        inner = power[1 : 1 + n * (len(GAUSS) + 1)].reshape(n, len(GAUSS) + 1, 3)[:, :-1]
        done = np.einsum("k,nkc->nc", WEIGHTS, inner) * np.diff(self.grid[: n + 1])[:, None]
        work = np.zeros((len(piece), 3))
        work[:: len(GAUSS) + 1][: n + 1] = np.concatenate([np.zeros((1, 3)), np.cumsum(done, axis=0)])
        return work

    def result_piece(self) -> Piece:
        """The output times alone."""
        return self.piece.outputs

"""Forces out of balance at rest, or at rest in a turning frame, and how they change with the positions: exact, sparse.

    R = M a - h(t, q, v, w, lam) - G^T lam,  -k(t, q, v, w, lam)        g(t, q) = 0        v, a: of the frame; 0 at rest

Positions are closed at every point. Multipliers are those that leave the least out of balance: R is what no joint can carry,
orthogonal to the joints in the mass metric S, and R = 0 is an equilibrium. Steps x = (increment of q, change of w) solve

    [ A    G^T + L ] [ x]   [-R]        A = d(M a - h - G^T lam, -k)/d(q, w): K of kernels/tangent.py, cM = 0, cK = 1,
    [ G     -eps   ] [ y] = [ 0]        and in a turning frame + D dv/dq + M da/dq: centrifugal stiffness

scaled. Rows of rates (rolling, blades) act here as in a motion: they carry forces, and steps go along what they allow.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy import sparse
from scipy.sparse.linalg import splu

from jourdain.analyses.linear.variations import LARGE, context_with
from jourdain.analyses.statics.loading import Loading
from jourdain.diagnosis.nearest_closure import FLOOR, NearestClosure, Pose
from jourdain.diagnosis.newton_matrix import newton_matrix
from jourdain.kernels.tables import ITERATE
from jourdain.model import quaternions
from jourdain.model.quaternions import cross_matrices
from jourdain.system.system import System, evaluate

FREE = 1e-10  # stiffness, against the largest, that is lent to motions that nothing holds
FREE_OF_LINE = 1e-15  # the same in models with beams, of the sum of stiffnesses in each line: little more than rounding
IDLE = 1e-13  # of the largest: a line of nothing but rounding, as that of a point of a cable that nothing turns
BALANCED = 1e-9  # forces out of balance that count as none, against all that act
ROUNDING = 1e-5  # how much of stiffness times length counts among the forces that act: balance of 1e-14 of it is none
LARGEST_STEP = 0.5  # of a body [rad]
WANDER = 0.3  # the same of random motions
_PASSES = 30  # for forces that depend on reactions
_GAUSS = (
    (-0.7745966692414834, 5 / 18),
    (0.0, 8 / 18),
    (0.7745966692414834, 5 / 18),
)  # nodes on (-1, 1), weights for (0, 1)


@dataclass(frozen=True)
class Point:
    """Closed positions, extra states, multipliers, and the forces (nv + nw,) that are out of balance.

    fall: -S^-1 forces, the direction in which it would set off; size: of the forces, in the metric S.
    """

    pose: Pose
    w: np.ndarray
    lam: np.ndarray
    forces: np.ndarray
    fall: np.ndarray
    size: float
    acting: float  # size of all forces that act, before they balance
    projection: Projection

    @property
    def q(self) -> np.ndarray:
        """Positions (nq,)."""
        return self.pose.q


def scaled(matrix: Any, rows: np.ndarray, columns: np.ndarray) -> sparse.csr_array:
    """A sparse matrix with its rows and columns multiplied by these."""
    found = sparse.csr_array(matrix, copy=True)
    found.data *= np.repeat(rows, np.diff(found.indptr)) * columns[found.indices]
    return found


def _bordered(A: Any, right: Any, rows: Any) -> sparse.csc_array:
    """[A, right; rows, -FLOOR]."""
    parts, n = [part.tocoo() for part in (A, right, rows)], A.shape[0]
    low = np.arange(n, n + rows.shape[0])
    places = [
        (parts[0].row, parts[0].col),
        (parts[1].row, parts[1].col + n),
        (parts[2].row + n, parts[2].col),
        (low, low),
    ]
    values = np.concatenate([*(part.data for part in parts), np.full(len(low), -FLOOR)])
    i, j = (np.concatenate(one) for one in zip(*places, strict=True))
    return sparse.csc_array((values, (i, j)), shape=(n + len(low), n + len(low)))


class Projection:
    """What joints with Jacobian G (m, n) leave of forces, in the metric S: one sparse factorisation for a position."""

    def __init__(self, metric: sparse.csr_array, scale: np.ndarray, G: sparse.csr_array) -> None:
        m, self.n = G.shape
        self.G, self.scale = G, scale
        size = np.sqrt(scaled(G, np.ones(m), scale).power(2).sum(axis=1))
        self.row_scale = 1.0 / np.where(size > 0.0, size, 1.0)
        self.rows = scaled(G, self.row_scale, scale)
        self._factors = splu(_bordered(scaled(metric, scale, scale), self.rows.T, self.rows))

    def __call__(self, forces: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """-S^-1 of what is left (n,), what is left (n,), and the multipliers y (m,): left = forces + G^T y."""
        y, left, fall = np.zeros(self.G.shape[0]), forces, np.zeros(self.n)
        for _ in range(2):  # the second pass takes out what the damping of redundant rows has left
            x = self._factors.solve(np.concatenate([-self.scale * left, np.zeros(len(y))]))
            fall, step = self.scale * x[: self.n], self.row_scale * x[self.n :]
            y, left = y + step, left + self.G.T @ step
        return fall, left, y


class Tangent:
    """A at a point, and the steps that follow from it."""

    def __init__(self, balance: Balance, point: Point) -> None:
        n = len(point.forces)
        matrix = balance.matrix(point)
        self.A, self._right = matrix[:n, :n].tocsr(), matrix[:n, n:].tocsr()
        self._point, self._balance = point, balance
        K = scaled(self.A, balance.scale, balance.scale)[: balance.nv, : balance.nv]
        self.stiffest = float(np.abs(K).max()) or 1.0

    def _lent(self) -> Any:
        """Stiffness lent to motions that nothing holds. Beams are softer than FREE of the largest: of each line its own."""
        lent = FREE * self.stiffest * self._balance.inertia
        if not self._balance.elastic:
            return lent
        own = np.abs(self.A).sum(axis=1)
        idle = own * self._balance.scale**2 <= IDLE * self.stiffest
        return sparse.diags_array(np.where(idle, lent.diagonal(), FREE_OF_LINE * own))

    def _lines(self, damping: float, lent: bool = True) -> tuple[sparse.csc_array, np.ndarray]:
        """[A, G^T + L; G, -eps] scaled, and the scales of its lines (nv + nw + m,)."""
        balance, point = self._balance, self._point
        projection, scale = point.projection, balance.scale
        A = self.A + self._lent() if lent else self.A
        A = scaled(A + damping * self.stiffest * balance.inertia, scale, scale)
        # all lines of one size: stiffness against the largest, those of extra states each against their own
        line = np.full(len(point.forces), 1.0 / self.stiffest)
        largest = np.abs(A[balance.nv :]).max(axis=1).toarray().ravel()
        line[balance.nv :] = 1.0 / np.where(largest > 0.0, largest, 1.0)
        right = scaled(self._right, self.stiffest * line * scale, projection.row_scale)
        matrix = _bordered(scaled(A, line, np.ones(len(scale))), right, projection.rows)
        return matrix, np.concatenate([line * scale, projection.row_scale])

    def step(
        self,
        damping: float = 0.0,
        forces: np.ndarray | None = None,
        gaps: np.ndarray | None = None,
        *,
        lent: bool = True,
    ) -> np.ndarray | None:
        """The step (nv + nw,) to where forces balance; damping: of the largest stiffness. None if there is none.

        forces (nv + nw,), gaps (m,): out of balance and of rows, in place of those of the point. lent False: nothing holds
        motions that nothing holds.
        """
        matrix, line = self._lines(damping, lent)
        forces = self._point.forces if forces is None else forces
        gaps = np.zeros(len(line) - len(forces)) if gaps is None else gaps
        found = _solved(matrix, -line * np.concatenate([forces, gaps]))
        return None if found is None else self._balance.scale * found[: len(forces)]

    def along(
        self, rates: tuple[np.ndarray, np.ndarray], fixed: int, value: float, forces: np.ndarray
    ) -> tuple[np.ndarray, float] | None:
        """The step (nv + nw,) to where forces balance, and the change of the load factor, one of these numbers given.

        rates: of forces and of rows by the factor; fixed: which number is `value`, -1 for the factor. Never singular where
        that number grows along the path (Rheinboldt and Burkardt, 1983).
        """
        (matrix, line), n = self._lines(0.0), len(forces)
        column = line * np.concatenate(rates)
        size = float(np.abs(column).max()) or 1.0
        unit = 1.0 if fixed < 0 else float(self._balance.scale[fixed])
        row = sparse.csc_array(([1.0], ([0], [fixed % (len(line) + 1)])), shape=(1, len(line) + 1))
        whole = sparse.vstack([sparse.hstack([matrix, column[:, None] / size]), row], format="csc")
        known = value * (size if fixed < 0 else 1.0 / unit)
        right = np.concatenate([-line[:n] * forces, np.zeros(len(line) - n), [known]])
        found = _solved(whole, right)
        return None if found is None else (self._balance.scale * found[:n], float(found[-1]) / size)


def _solved(matrix: sparse.csc_array, right: np.ndarray) -> np.ndarray | None:
    """None where the matrix is singular."""
    try:
        x = np.asarray(splu(matrix).solve(right))
    except RuntimeError:  # exactly singular
        return None
    return x if np.isfinite(x).all() else None


class Balance:
    """A settled System at time t [s], in a frame that turns with `turning` (3,) [rad/s] about the origin.

    growing: loads and drives that grow with the load factor, see loading.py.
    """

    def __init__(self, system: System, t: float, turning: np.ndarray, growing: Sequence[str] | None = None) -> None:
        self.loading = Loading(system, t, growing)
        self.system = system = self.loading.system
        self.t, self.turning, self.layout = t, turning, system.layout
        self.elastic = bool(system.model.beams or self.layout.modes)
        self.held: np.ndarray | float = 0.0  # forces (nv + nw,) that hold it, besides all others
        self.nv, self.nw = system.kind.v, system.kind.w
        self.closing = NearestClosure(system, t, np.arange(system.kind.g))
        # massless bodies: the rows added for the sake of pivots are left out here
        self.s = context_with(system, augment=system.tables["augment"][:0])
        mass = self.closing.regular_mass
        self.inertia, self.metric = (sparse.block_diag([mass, f * np.eye(self.nw)], format="csr") for f in (0.0, 1.0))
        self.scale = 1.0 / np.sqrt(self.metric.diagonal())

    # -- points --------------------------------------------------------------------------------------------------

    def motion(self, q: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Velocities and accelerations (nv,) of bodies at q that turn with the frame."""
        if not self.turning.any():
            return np.zeros(self.nv), np.zeros(self.nv)
        return self.layout.carried(q, self.turning)

    def evaluate(self, q: np.ndarray, ref: np.ndarray, w: np.ndarray, lam: np.ndarray, *c: float) -> np.ndarray:
        """The system at rest in the frame; c: coefficients of its matrix. Returns forces out of balance (nv + nw,)."""
        v, a = self.motion(q)
        for direction in ("d", "rest_d"):  # where bodies bend, memory has loads of its own, which do not see the factor
            self.s.loads[direction] = self.system.tables["loads"][direction]
        state: dict[str, Any] = {"a": a, "w": w, "lam": lam, "ref": ref}
        evaluate(self.system.kind, self.s, self.t, q, v, **state, coefficients=(*c, *(0.0,) * (5 - len(c))))
        return self.s.residual[: self.nv + self.nw] - self.held

    def point(self, pose: Pose, w: np.ndarray, lam: np.ndarray | None = None) -> Point:
        """A closed pose with all that is known of it; lam: a guess of the multipliers."""
        lam = np.zeros(self.system.n_rows) if lam is None else lam
        forces = self.evaluate(pose.q, pose.ref, w, lam)
        acting = np.concatenate([np.abs(self.s.force), np.zeros(self.nw)]) + np.abs(forces)
        projection = Projection(self.metric, self.scale, self._rows())
        fall, left, y = projection(forces)
        lam = lam - y
        for _ in range(_PASSES if self.s.flags[ITERATE] else 0):
            if np.abs(y).max(initial=0.0) <= 1e-14 * np.abs(lam).max(initial=0.0):
                break
            fall, left, y = projection(self.evaluate(pose.q, pose.ref, w, lam))
            lam = lam - y
        size = float(np.sqrt(max(0.0, -fall @ left)))
        acting = acting + np.abs(projection.G.T) @ np.abs(lam)
        whole = float(np.linalg.norm(self.scale * acting))
        return Point(pose, w, lam, left, fall, size if np.isfinite(size) else np.inf, whole, projection)

    def _rows(self) -> sparse.csr_array:
        """G (m, nv + nw) at the positions last evaluated."""
        entries = self.system.tables["row_blocks"]
        columns = self.layout.columns(entries["body"])
        rows = np.broadcast_to(entries["row"][:, None], columns.shape)
        shape = (self.system.n_rows, self.nv + self.nw)
        return sparse.csr_array((self.s.J[entries["block"]].ravel(), (rows.ravel(), columns.ravel())), shape=shape)

    def gradient(self, measure: int) -> np.ndarray:
        """dx/dq (nv,) of a measure of the system at the positions last evaluated."""
        found, own = np.zeros(self.nv), self.system.tables["measures"][measure]
        for block in range(own["block"], own["block"] + own["n_blocks"]):
            self.layout.add_block(found, self.system.tables["block_body"][block], self.s.J[block])
        return found

    def moved(self, point: Point, x: np.ndarray) -> Point | None:
        """The point at the end of a step x (nv + nw,), closed again; None if it cannot be closed there."""
        pose = self.closing.look(self.layout.moved(point.q, x[: self.nv]), point.pose.ref)
        if self.system.kind.g:
            pose = self.closing.close(pose, 50)
            if not self.closing.is_closed(pose) and pose.cost > 1.1 * point.pose.cost:
                return None
        try:
            return self.point(pose, point.w + x[self.nv :], point.lam)
        except RuntimeError:  # rows that are no numbers there
            return None

    def wandered(self, point: Point, way: float, rng: np.random.Generator) -> Point:
        """A point that a random motion leads to, along what the rows allow; way: how far [rad, or lengths of the model]."""
        speed = rng.normal(size=self.nv + self.nw)
        speed[: self.nv] *= self.layout.units(self.system.length)
        left = way
        while left > 0.0:
            speed, _, _ = point.projection(-(self.metric @ speed))  # what is left of it here
            speed[self.nv :] = 0.0
            size = self.length(speed)
            if not size > 0.0:
                break
            moved = self.moved(point, speed * (min(left, WANDER) / size))
            if moved is None or not np.isfinite(moved.size):
                break
            point, left = moved, left - WANDER
        return point

    def length(self, x: np.ndarray) -> float:
        """Size of a step [rad, or fraction of the model's length]."""
        return self.layout.size(x[: self.nv], self.system.length)

    def limited(self, x: np.ndarray, most: float = LARGEST_STEP) -> np.ndarray:
        """The step, shortened if it is longer than `most`."""
        return x * min(1.0, most / max(self.length(x), 1e-300))

    # -- derivatives ---------------------------------------------------------------------------------------------

    def matrix(self, point: Point) -> sparse.csr_array:
        """[A, G^T + L; G, 0] at a point, in the order (positions, extra states, rows)."""
        n, nw = self.nv, self.nw
        at = (point.q, point.pose.ref, point.w, point.lam)
        self.evaluate(*at, 0.0, 0.0, 1.0, LARGE)
        matrix = newton_matrix(self.system, self.s).tolil() if nw else newton_matrix(self.system, self.s)
        if nw:  # E stands beside the derivatives by states: see analyses/linear/variations.py
            differential = self.system.tables["states"]["differential"]
            states = np.arange(n, n + nw)
            matrix[states, states] = matrix.diagonal()[n : n + nw] - differential
            matrix = matrix.tocsc()
            matrix[:, n : n + nw] /= LARGE
            matrix = matrix.tocsr()
        if self.turning.any():
            speed, change = self._frame_slopes(point.q)
            self.evaluate(*at, 0.0, 1.0)
            matrix = matrix + newton_matrix(self.system, self.s)[:, :n] @ speed
            self.evaluate(*at, 1.0)
            matrix = matrix + newton_matrix(self.system, self.s)[:, :n] @ change
        return matrix

    def _frame_slopes(self, q: np.ndarray) -> tuple[sparse.csr_array, sparse.csr_array]:
        """dv/dq and da/dq of the motion of the frame, in its first n rows (n, all unknowns)."""
        d, W = self.layout.dimension, cross_matrices(self.turning)
        if self.layout.orientation == "directors":
            n = len(self.layout.bodies)
            turn, changed = (np.array([self.layout.each_director(one)] * n) for one in (W, W @ W))
        else:
            turn = self.layout.moments(cross_matrices(np.einsum("bji,j->bi", self.layout.rotations(q), self.turning)))
            changed = np.zeros_like(turn)
        speed = [x for block in turn for x in (W[:d, :d], block)]
        change = [x for block in changed for x in ((W @ W)[:d, :d], block)]
        frames = self.layout.velocity_width * len(turn)  # shapes do not turn with the frame
        rest = sparse.csr_array((self.nv, self.nv - frames + self.nw + self.system.n_rows))
        for blocks in (speed, change):
            blocks.append(np.zeros((self.nv - frames, 0)))
        return tuple(sparse.hstack([sparse.block_diag(x), rest], format="csr") for x in (speed, change))

    # -- judgement -----------------------------------------------------------------------------------------------

    def imbalance(self, point: Point, tangent: Tangent) -> float:
        """Forces out of balance, against all that act and against stiffness times length: below BALANCED is none."""
        if point.size == 0.0:
            return 0.0
        units = np.concatenate([self.layout.units(self.system.length), np.maximum(1.0, np.abs(point.w))])
        moved = np.abs(tangent.A) @ units  # forces that would change each line by as much, rounding at every place
        rounding = float(np.linalg.norm((self.scale * moved)[: self.nv])) + float(moved[self.nv :].max(initial=0.0))
        whole = point.acting + ROUNDING * (rounding if np.isfinite(rounding) else 0.0)
        return point.size / whole if whole > 0.0 else np.inf

    def climb(self, point: Point, trial: Point) -> float:
        """The work [J] it takes against all forces from one point to another, by Gauss's rule: the change of energy."""
        layout, q0 = self.layout, point.q
        u = layout.increment(q0, trial.q)
        none, total = np.zeros(self.system.n_rows), 0.0
        for node, weight in _GAUSS:
            part = 0.5 * (1.0 + node)
            rate = u.copy()
            if layout.orientation == "quaternion":
                turn = layout.turnings(u)
                layout.turnings(rate)[:] = quaternions.spin_of_increment(part * turn, turn)
            forces = self.evaluate(layout.moved(q0, part * u), point.pose.ref, trial.w, none)
            total += weight * float(forces[: self.nv] @ rate)
        return total

    def states_at_rest(self, point: Point) -> Point:
        """The point with extra states that stay as they are, k = 0, where these follow from the positions."""
        for _ in range(20 if self.nw else 0):
            k = -self.evaluate(point.q, point.pose.ref, point.w, point.lam)[self.nv :]
            own = self.matrix(point)[self.nv : self.nv + self.nw, self.nv : self.nv + self.nw].toarray()
            change = np.linalg.lstsq(own, k, rcond=1e-10)[0]
            point = self.point(point.pose, point.w + change, point.lam)
            if np.abs(change).max() <= 1e-12 * max(1.0, float(np.abs(point.w).max())):
                break
        return point

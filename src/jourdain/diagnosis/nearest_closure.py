"""Closing positions from any start, to the nearest closed position in the mass metric; projection of velocities.

    minimise  displacement(q)   subject to   g(t, q) = 0

First Levenberg-Marquardt steps on the scaled rows lead to some closed position (or, for rows that contradict each other,
to the least sum of squares), then Newton's method for the minimum goes along the closed positions. Both solve

    [ H    G^T  ] [u]   [-slope]        H = M, slope = 0 to close;  H, slope: derivatives of the Lagrangian to come near
    [ G   -mu W ] [y] = [ -g   ]        W: the natural scale of each row, (G M^-1 G^T)_rr

sparse and scaled. mu > 0 is the damping, and at its least value what keeps redundant rows regular.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy import sparse
from scipy.sparse.linalg import splu

from jourdain.diagnosis.closure import Closure
from jourdain.kernels.kinds import counted
from jourdain.kernels.measures import ANGLE
from jourdain.system.system import System

FLOOR = 1e-11  # least damping: multipliers of redundant rows stay regular
PLAY = 1e-8  # the same where redundant rows do not quite fit: singular values below its root are not forced
TURN = 0.5  # largest rotation of a body in one step [rad]: beyond, linearised rows say nothing
TINY = 1e-15  # steps [rad, or fraction of the model's length] that are nothing
SMALL = 1e-9  # steps [the same] that are about rounding
FIRST_DAMPING = 1e-4
STIFFNESS = (0.0, 0.0, 1.0, 0.0, 0.0)  # coefficients of the matrix that is asked for: K alone
TIGHT = 1e-9  # rows are closed if open by less than this fraction of max(1, length of the model)
_DISTURBANCES = (1e-3, 1e-2, 0.1, 0.3, 1.0, 1.0, 2.0, 2.0)  # [rad, or fraction of the length]


@dataclass(frozen=True)
class Pose:
    """Positions, the turns of counted angles there, the row values and half the sum of their scaled squares."""

    q: np.ndarray
    ref: np.ndarray
    g: np.ndarray
    cost: float


class NearestClosure(Closure):
    """The closing problem of a settled System at time t [s], for some of its position rows (indices `rows`)."""

    def __init__(self, system: System, t: float, rows: np.ndarray) -> None:
        super().__init__(system, t, rows)
        self.floor, self._nv = FLOOR, system.kind.v
        angles = np.flatnonzero(system.tables["measures"]["kind"] == ANGLE)
        self._counted = angles if counted(system.kind) else angles[:0]
        self._index()
        self._scale()

    # -- the saddle point matrix ---------------------------------------------------------------------------------

    def _index(self) -> None:
        """Where each number of the body-pair blocks and of the row blocks stands in the sparse matrix."""
        tables, nv = self.system.tables, self._nv
        places = self.layout.columns(tables["pair_body"])  # (pairs, 2, n)
        i, j = (x.ravel() for x in np.broadcast_arrays(places[:, 0, :, None], places[:, 1, None, :]))
        table = tables["rows"][self.rows]
        self._blocks = np.array([k for row in table for k in range(row["block"], row["block"] + row["n_blocks"])], int)
        columns = self.layout.columns(tables["block_body"][self._blocks])
        self._row = np.repeat(np.repeat(np.arange(len(table)), table["n_blocks"]), columns.shape[-1])
        self._column = columns.ravel()
        low = nv + np.arange(len(table))
        self._i = np.concatenate([i, j, nv + self._row, self._column, low])
        self._j = np.concatenate([j, i, self._column, nv + self._row, low])

    def _scale(self) -> None:
        """Scales of unknowns and rows, as the package scales rows; a row without slope as drawn takes a typical one."""
        inertia = self.displacement.inertia
        size = np.diagonal(inertia, axis1=1, axis2=2).copy()
        size = np.where(size > 0.0, size, size.max(axis=0))  # massless bodies are scaled like the others
        self.unknown_scales = np.zeros(self._nv)
        for b, own in enumerate(1.0 / np.sqrt(np.where(size > 0.0, size, 1.0))):
            columns = self.layout.own_columns(b)
            self.unknown_scales[columns] = own[: len(columns)]
        weight = self.system.tables["rows"]["weight"][self.rows]
        rng = np.random.default_rng(5)
        seen = [self._weights(self.disturbed(1.0, rng)) for _ in range(4)]
        typical = np.mean(seen, axis=0)
        self._S = 1.0 / np.sqrt(np.where((weight < 1e-3 * typical) & np.isfinite(typical), typical, weight))
        scales = np.concatenate([self.unknown_scales, self._S])
        self._scales = scales[self._i] * scales[self._j]
        self._scales[len(self._scales) - len(self.rows) :] = 1.0
        self._mass = np.zeros((len(self.system.tables["pair_body"]), *inertia.shape[1:]))
        self._mass[: len(inertia)] = inertia  # the pairs of a body with itself come first

    def _weights(self, q: np.ndarray) -> np.ndarray:
        """(G M^-1 G^T)_rr with the diagonal of M at other positions."""
        self.at(q)
        J = self.s.J[self._blocks].ravel()
        return np.bincount(self._row, (J * self.unknown_scales[self._column]) ** 2, minlength=len(self.rows))

    def look(self, q: np.ndarray, ref: np.ndarray) -> Pose:
        """The rows at q; angles are followed from the turns `ref`."""
        self.at(q, ref=ref)
        g = self.s.g[self.rows].copy()
        measures, ref = self.system.tables["measures"], ref.copy()
        ref[measures["turn"][self._counted]] = self.s.x[self._counted] - measures["offset"][self._counted]
        cost = 0.5 * float(((self._S * g) ** 2).sum())
        return Pose(q, ref, g, cost if np.isfinite(cost) else np.inf)

    def _solve(self, pose: Pose, H: np.ndarray, slope: np.ndarray, mu: float) -> tuple[np.ndarray, np.ndarray] | None:
        """Step u (nv,) and scaled multipliers y (rows,); H as body-pair blocks. None if the matrix is singular."""
        self.at(pose.q, ref=pose.ref)
        J, half = self.s.J[self._blocks].ravel(), 0.5 * H.ravel()
        values = self._scales * np.concatenate([half, half, J, J, np.full(len(self.rows), -mu)])
        n = self._nv + len(self.rows)
        matrix = sparse.csc_matrix((values, (self._i, self._j)), shape=(n, n))
        try:
            x = splu(matrix).solve(np.concatenate([-self.unknown_scales * slope, -self._S * pose.g]))
        except RuntimeError:  # exactly singular
            return None
        return (self.unknown_scales * x[: self._nv], x[self._nv :]) if np.isfinite(x).all() else None

    def _limited(self, u: np.ndarray) -> tuple[float, float]:
        """Largest part of the step [rad, or fraction of the length], and the factor that keeps rotations below TURN."""
        turn = float(np.abs(u[self.layout.is_rotation]).max(initial=0.0))
        return self.size(u), min(1.0, TURN / max(turn, 1e-300))

    # -- closing -------------------------------------------------------------------------------------------------

    def close(self, pose: Pose, most: int = 400) -> Pose:
        """Levenberg-Marquardt from `pose`: closed to rounding, or where the sum of squares is least."""
        mu, last, level = self.floor, np.inf, np.zeros(self._nv)
        for _ in range(most):
            solution = self._solve(pose, self._mass, level, mu)
            if solution is None:
                mu = max(4.0 * mu, FIRST_DAMPING)
                continue
            u, y = solution
            size, c = self._limited(u)
            if size <= TINY:
                return pose
            trial = self.look(self.layout.moved(pose.q, c * u), pose.ref)
            if trial.cost >= pose.cost:
                if size < SMALL:
                    return pose
                mu = max(4.0 * mu, FIRST_DAMPING)
                continue
            left = (1.0 - c) * self._S * pose.g + c * mu * y  # scaled rows after the step, if they were linear
            gain = (pose.cost - trial.cost) / max(pose.cost - 0.5 * left @ left, 1e-300)
            mu = max(mu / 16.0, self.floor) if gain > 0.75 else mu if gain > 0.25 else max(4.0 * mu, FIRST_DAMPING)
            pose = trial
            if size < SMALL and size >= 0.3 * last:
                return pose
            last = size
        return pose

    def is_closed(self, pose: Pose, fraction: float = TIGHT) -> bool:
        """True if no row is open by more than this fraction of max(1, length) [m, rad or -]."""
        return bool(np.abs(pose.g).max(initial=0.0) <= fraction * max(1.0, self.system.length))

    def disturbed(self, amount: float, rng: np.random.Generator) -> np.ndarray:
        """The drawn positions moved at random by about `amount` [rad, or fraction of the model's length]."""
        u = amount * rng.normal(size=self._nv) * self.layout.units(self.system.length)
        return self.layout.moved(self.system.q0, u)

    def find(self, play: float) -> tuple[Pose, bool]:
        """A closed position near the drawn one, and whether the drawing had to be disturbed to find it.

        play: rows may stay open by this fraction of the length if they are redundant. Drawn positions can be dead points
        (everything in one line), where no step says which way to go: they are left by disturbing them in several ways,
        and the nearest position found is taken. If nothing closes, the one with the least sum of squares is returned.
        """
        drawn = self.look(self.system.q0, self.system.ref0)
        best = self.close(drawn)
        if self.is_closed(best):
            return best, False
        self.floor = PLAY
        fitted = self.close(drawn)
        if self.is_closed(fitted, play):
            return fitted, False
        self.floor = FLOOR
        rng = np.random.default_rng(7)
        tried = [self.close(self.look(self.disturbed(amount, rng), self.system.ref0)) for amount in _DISTURBANCES]
        closed = [pose for pose in tried if self.is_closed(pose)]
        if closed:
            return min(closed, key=lambda pose: self.displacement.value(pose.q)), True
        return min([best, fitted, *tried], key=lambda pose: pose.cost), False

    # -- least motion --------------------------------------------------------------------------------------------

    def nearest(self, pose: Pose, most: int = 60) -> Pose:
        """From a closed position along closed positions to where the displacement from the drawing is least."""
        slope, _ = self.displacement.derivatives(pose.q)
        start = self._solve(pose, self._mass, slope, self.floor)
        if start is None:
            return pose
        lam, damping, last = -self._S * start[1], 0.0, np.inf
        for _ in range(most):
            slope, own = self.displacement.derivatives(pose.q)
            H = self._bending(pose, lam) + damping * self._mass
            H[: len(own)] += own
            solution = self._solve(pose, H, slope, self.floor)
            if solution is None or not slope @ solution[0] < 0.0:
                if solution is not None and self._limited(solution[0])[0] < SMALL:
                    return pose
                damping = max(1.0, 4.0 * damping)
                continue
            u, y = solution
            size, c = self._limited(u)
            if size <= TINY or (size < 1e-6 and size >= 0.5 * last):
                return pose
            trial = self.close(self.look(self.layout.moved(pose.q, c * u), pose.ref), 50)
            nearer = self.displacement.value(trial.q) < self.displacement.value(pose.q)
            if not (self._as_closed(trial, pose) and (nearer or size < 1e-6)):
                damping = max(1.0, 4.0 * damping)
                if damping > 1e8:
                    return pose
                continue
            pose, lam, last = trial, -self._S * y, size
            damping = damping / 4.0 if damping > 1.0 else 0.0
        return pose

    def _bending(self, pose: Pose, lam: np.ndarray) -> np.ndarray:
        """-d(G^T lam)/dq as body-pair blocks."""
        full = np.zeros(self.system.n_rows)
        full[self.rows] = lam
        bending = self.at(pose.q, ref=pose.ref, lam=full, coefficients=STIFFNESS).pair.copy()
        if self.system.coordinates:  # whose Lagrangian has a stiffness as well
            bending -= self.at(pose.q, ref=pose.ref, coefficients=STIFFNESS).pair
        return bending

    def _as_closed(self, trial: Pose, pose: Pose) -> bool:
        """Closed, or for rows that have play no more open than before."""
        return self.is_closed(trial) or trial.cost <= 1.1 * pose.cost


def project_velocities(
    closure: NearestClosure, pose: Pose, v: np.ndarray, rows: np.ndarray, extra: sparse.csr_array, values: np.ndarray
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Least change of v (nv,) in the mass metric, M (v+ - v) = G^T y, that closes `rows` and  extra v = values.

    Returns v+ and the rates of all these rows before and after. Rates that contradict each other are left open in the
    sense of least squares of the scaled rows.
    """
    s = closure.at(pose.q, v, ref=pose.ref)
    A = sparse.vstack([sparse.csr_array(closure.jacobian()[rows]), extra]).tocsr()
    before = np.concatenate([s.rate[rows], extra @ v - values])
    if not len(before):
        return v, before, before
    M = sparse.block_diag(list(closure.displacement.inertia))
    D = sparse.diags_array(closure.unknown_scales)
    weight = ((A @ D).power(2)).sum(axis=1)
    S = sparse.diags_array(1.0 / np.sqrt(np.where(weight > 0.0, weight, 1.0)))
    B = S @ A @ D
    saddle = splu(sparse.block_array([[D @ M @ D, B.T], [B, -closure.floor * sparse.eye_array(len(before))]]).tocsc())
    best, after = v, before
    for _ in range(6):  # the first pass closes to the damping, the others to rounding
        moved = best + D @ saddle.solve(np.concatenate([np.zeros(len(v)), -(S @ after)]))[: len(v)]
        rates = before + A @ (moved - v)
        if np.abs(S @ rates).max() >= np.abs(S @ after).max():
            break
        best, after = moved, rates
    return best, before, after

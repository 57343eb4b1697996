"""What subcycling does to small oscillations: the long step as a matrix, its growth, the limits of steps.

For M a + K z = 0 with constant matrices every scheme of method.py is a linear map of (z, z'); here it is taken in dense
arrays. A scheme grows where the spectral radius of that map is above the growth that the machine has by itself.
Theory: docs/theory/subcycling.md.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import scipy.linalg

SCHEMES = ("slow-momentum", "mass-orthogonal", "printed", "constant-velocity")  # in the order of method.py
ROUNDING = 1e-6  # of a long step: of double eigenvalues 1, rigid motions, rounding leaves its root


@dataclass(frozen=True)
class Oscillations:
    """M (n, n), K (n, n) of the independent velocities, and which of these are fast (n,).

    K_slow (n, n): of the forces that act in long steps where the scheme is slow-momentum; only its slow rows count.
    """

    M: np.ndarray
    K: np.ndarray
    K_slow: np.ndarray
    fast: np.ndarray

    def rates(self) -> np.ndarray:
        """Squares of the angular frequencies of the whole machine [1/s^2], ascending."""
        return np.asarray(scipy.linalg.eigh(0.5 * (self.K + self.K.T), self.M, eigvals_only=True))

    def slow_rates(self) -> np.ndarray:
        """The same of the slow side, with the fast side held."""
        some = np.ix_(~self.fast, ~self.fast)
        return np.asarray(scipy.linalg.eigh(0.5 * (self.K + self.K.T)[some], self.M[some], eigvals_only=True))

    def long_step(self, scheme: str, h: float, m: int) -> np.ndarray:
        """The map of (z, z') over a long step of m substeps h [s]."""
        n = len(self.M)
        z, v = np.eye(2 * n)[:n], np.eye(2 * n)[n:]
        return np.vstack(self._kicked(z, v, h, m) if scheme == SCHEMES[0] else self._path(z, v, scheme, h, m))

    def _kicked(self, z: np.ndarray, v: np.ndarray, h: float, m: int) -> tuple[np.ndarray, np.ndarray]:
        M = self.M
        slow_rows = np.where(self.fast[:, None], 0.0, self.K_slow)
        fast_rows = self.K - slow_rows
        v = v - 0.5 * m * h * np.linalg.solve(M, slow_rows @ z)
        for _ in range(m):
            v = v - 0.5 * h * np.linalg.solve(M, fast_rows @ z)
            z = z + h * v
            v = v - 0.5 * h * np.linalg.solve(M, fast_rows @ z)
        return z, v - 0.5 * m * h * np.linalg.solve(M, slow_rows @ z)

    def _path(self, z: np.ndarray, v: np.ndarray, scheme: str, h: float, m: int) -> tuple[np.ndarray, np.ndarray]:
        M, K, L, S = self.M, self.K, ~self.fast, self.fast
        long, a = m * h, -np.linalg.solve(M, K @ z)
        W = np.zeros((int(L.sum()), int(S.sum())))
        if scheme == "mass-orthogonal":
            W = np.linalg.solve(M[np.ix_(L, L)], M[np.ix_(L, S)])
        y, rate = v[L] + W @ v[S], a[L] + W @ a[S]
        M_fast, M_across = M[np.ix_(S, S)] - M[np.ix_(S, L)] @ W, M[np.ix_(S, L)]
        half, z, v = v[S] + 0.5 * h * a[S], z.copy(), v.copy()
        for j in range(m):
            if j > 0:
                half = half + h * np.linalg.solve(M_fast, -(K @ z)[S] - M_across @ rate)
            tau = 0.5 * long if scheme == "constant-velocity" else (j + 0.5) * h
            z[L] += h * (y + tau * rate - W @ half)
            z[S] += h * half
        a = -np.linalg.solve(M, K @ z)
        v[S] = half + 0.5 * h * a[S]
        v[L] = y + 0.5 * long * (rate + a[L] + W @ a[S]) - W @ v[S]
        return z, v

    def growth(self, scheme: str, h: float, m: int) -> float:
        """By what part the worst oscillation grows in a long step beyond what the machine does by itself; 0: it does not."""
        long, n = m * h, len(self.M)
        L = np.linalg.cholesky(self.M).T  # in (L z, H L z') rigid motions, and rounding, have one scale
        scale = scipy.linalg.block_diag(L, long * L)
        map_ = scale @ self.long_step(scheme, h, m) @ np.linalg.inv(scale)
        own = np.sqrt(max(0.0, -float(self.rates()[0]))) if n else 0.0
        beyond = float(np.abs(np.linalg.eigvals(map_)).max()) / np.exp(own * long) - 1.0
        return beyond if not beyond <= ROUNDING else 0.0

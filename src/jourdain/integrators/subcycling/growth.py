"""What subcycling does to small oscillations: the long step as a matrix, its growth, the limits of steps.

For M a + K z = 0 with constant matrices every scheme of method.py, flow.py and multirate.py is a linear map of (z, z').
Here it is taken in dense arrays. A scheme grows where the spectral radius of that map is above the growth that the machine
has by itself.
Theory: docs/theory/subcycling.md.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import scipy.linalg

from jourdain.integrators.subcycling.tableau import CHANGE, CONSTANT, STAGES

SCHEMES = ("slow-momentum", "mass-orthogonal", "printed", "constant-velocity", "mean-acceleration")  # as in blocks.py
SUBSTEPS = ("central", "newmark", "generalized-alpha", "rk4")
RHO = 0.8  # of generalized-alpha: what is left of infinitely fast oscillations after a substep
ROUNDING = 1e-6  # of a long step: of double eigenvalues 1, rigid motions, rounding leaves its root
NEAR_RESONANCE = 0.2  # of half a turn, and a tenth of it above
Pair = tuple[np.ndarray, np.ndarray]


def family(substeps: str) -> tuple[float, float, float, float]:
    """beta, gamma, alpha_m, alpha_f of implicit substeps."""
    am, af = (0.0, 0.0) if substeps != "generalized-alpha" else ((2 * RHO - 1) / (RHO + 1), RHO / (RHO + 1))
    return 0.25 * (1.0 - am + af) ** 2, 0.5 - am + af, am, af


@dataclass(frozen=True)
class Oscillations:
    """M (n, n), K (n, n) of the independent velocities, and which of these are fast (n,).

    K_slow (n, n): of the forces that act in long steps where the scheme is slow-momentum; between: of those of groups with
    steps of their own, with their ratios.
    """

    M: np.ndarray
    K: np.ndarray
    K_slow: np.ndarray
    fast: np.ndarray
    between: tuple[tuple[np.ndarray, int], ...] = ()

    def rates(self) -> np.ndarray:
        """Squares of the angular frequencies of the whole machine [1/s^2], ascending."""
        return np.asarray(scipy.linalg.eigh(0.5 * (self.K + self.K.T), self.M, eigvals_only=True))

    def slow_rates(self) -> np.ndarray:
        """The same of the slow side, with the fast side held."""
        some = np.ix_(~self.fast, ~self.fast)
        return np.asarray(scipy.linalg.eigh(0.5 * (self.K + self.K.T)[some], self.M[some], eigvals_only=True))

    def kick_rates(self) -> np.ndarray:
        """The same of the forces that act in kicks, on all bodies as they are."""
        return np.asarray(scipy.linalg.eigh(0.5 * (self.K_slow + self.K_slow.T), self.M, eigvals_only=True))

    def contraction(self) -> float:
        """Of block Jacobi on the slow and the fast block of M: the root of the largest mu."""
        L, S = ~self.fast, self.fast
        across = self.M[np.ix_(S, L)] @ np.linalg.solve(self.M[np.ix_(L, L)], self.M[np.ix_(L, S)])
        mu = scipy.linalg.eigh(0.5 * (across + across.T), self.M[np.ix_(S, S)], eigvals_only=True)
        return float(np.sqrt(max(0.0, mu[-1])))

    def long_step(self, scheme: str, h: float, m: int, substeps: str = SUBSTEPS[0]) -> np.ndarray:
        """The map of (z, z') over a long step of m substeps h [s]."""
        n = len(self.M)
        z, v = np.eye(2 * n)[:n], np.eye(2 * n)[n:]
        if substeps == "rk4":
            return np.vstack(self._multirate(z, v, m * h, m))
        if scheme == SCHEMES[0]:
            return np.vstack(self._kicked(z, v, h, m, substeps))
        return np.vstack(self._path(z, v, scheme, h, m))

    def _kicked(self, z: np.ndarray, v: np.ndarray, h: float, m: int, substeps: str) -> Pair:
        slow = np.linalg.solve(self.M, self.K_slow)
        groups = [(np.linalg.solve(self.M, K), _every(m, ratio)) for K, ratio in self.between]
        fast = np.linalg.solve(self.M, self.K - self.K_slow - sum((K for K, _ in self.between), np.zeros_like(self.M)))
        n, step = len(z), _substep(fast, h, substeps)
        v = v - 0.5 * m * h * slow @ z
        for j in range(m):
            for A, every in groups:
                if j % every == 0:
                    v = v - 0.5 * every * h * A @ z
            both = step @ np.vstack([z, v])
            z, v = both[:n], both[n:]
            for A, every in groups:
                if (j + 1) % every == 0:
                    v = v - 0.5 * every * h * A @ z
        return z, v - 0.5 * m * h * slow @ z

    def _multirate(self, z: np.ndarray, v: np.ndarray, long: float, m: int) -> Pair:
        slow = -np.linalg.solve(self.M, self.K_slow)
        fast = -np.linalg.solve(self.M, self.K - self.K_slow)
        parts, rates = -(-m // STAGES), list[np.ndarray]()
        h = long / STAGES / parts
        for i in range(STAGES):
            rates.append(slow @ z)
            start, change = (sum(c * r for c, r in zip(row[i], rates, strict=False)) for row in (CONSTANT, CHANGE))
            for k in range(parts):
                along = [start + (k + c) / parts * change for c in (0.0, 0.5, 1.0)]
                z, v = _forced_substep(fast, z, v, h, along)
        return z, v

    def _path(self, z: np.ndarray, v: np.ndarray, scheme: str, h: float, m: int) -> Pair:
        M, K, L, S = self.M, self.K, ~self.fast, self.fast
        a = -np.linalg.solve(M, K @ z)
        W = np.zeros((int(L.sum()), int(S.sum())))
        if scheme == "mass-orthogonal":
            W = np.linalg.solve(M[np.ix_(L, L)], M[np.ix_(L, S)])
        y, rate, long = v[L] + W @ v[S], a[L] + W @ a[S], m * h

        def sweep(rate: np.ndarray) -> Pair:
            """Along the path with this rate: positions at the end, and fast velocities in the middle of the last substep."""
            half, end = v[S] + 0.5 * h * a[S], z.copy()
            M_fast, M_across = M[np.ix_(S, S)] - M[np.ix_(S, L)] @ W, M[np.ix_(S, L)]
            for j in range(m):
                if j > 0:
                    half = half + h * np.linalg.solve(M_fast, -(K @ end)[S] - M_across @ rate)
                tau = 0.5 * long if scheme == "constant-velocity" else (j + 0.5) * h
                end[L] += h * (y + tau * rate - W @ half)
                end[S] += h * half
            return end, half

        z_end, half = sweep(rate)
        if scheme == "mean-acceleration" and m > 1:
            z_end, half = sweep(0.5 * (rate - np.linalg.solve(M, K @ z_end)[L]))
        a, v = -np.linalg.solve(M, K @ z_end), v.copy()
        v[S] = half + 0.5 * h * a[S]
        v[L] = y + 0.5 * long * (rate + a[L] + W @ a[S]) - W @ v[S]
        return z_end, v

    def resonances(self, long: float) -> np.ndarray:
        """Angular frequencies [rad/s] that turn by a little less than half turns in a long step [s], where kicks add up."""
        w = np.sqrt(np.maximum(0.0, self.rates()))
        halves = w * long / np.pi
        below = np.round(halves) - halves
        return np.asarray(w[(halves > 0.5) & (below > -0.1 * NEAR_RESONANCE) & (below < NEAR_RESONANCE)])

    def growth(self, scheme: str, h: float, m: int, substeps: str = SUBSTEPS[0]) -> float:
        """By what part the worst oscillation grows in a long step beyond what the machine does by itself; 0: it does not."""
        long, n = m * h, len(self.M)
        L = np.linalg.cholesky(self.M).T  # in (L z, H L z') rigid motions, and rounding, have one scale
        scale = scipy.linalg.block_diag(L, long * L)
        map_ = scale @ self.long_step(scheme, h, m, substeps) @ np.linalg.inv(scale)
        own = np.sqrt(max(0.0, -float(self.rates()[0]))) if n else 0.0
        beyond = float(np.abs(np.linalg.eigvals(map_)).max()) / np.exp(own * long) - 1.0
        return beyond if not beyond <= ROUNDING else 0.0


def _every(m: int, ratio: int) -> int:
    """Substeps in a step of a group between."""
    every = max(1, m // ratio)
    return every if m % every == 0 else 1


def _substep(A: np.ndarray, h: float, substeps: str) -> np.ndarray:
    """The map of (z, z') over a substep of z'' = -A z."""
    n = len(A)
    one, zero = np.eye(n), np.zeros((n, n))
    if substeps == SUBSTEPS[0]:
        kick, drift = np.block([[one, zero], [-0.5 * h * A, one]]), np.block([[one, h * one], [zero, one]])
        return np.asarray(kick @ drift @ kick)
    beta, gamma, am, af = family(substeps)
    # (1 - am) a_1 + am a_0 = -A ((1 - af) z_1 + af z_0)
    z, v = np.eye(2 * n)[:n], np.eye(2 * n)[n:]
    a = -A @ z
    z_guess = z + h * v + h * h * (0.5 - beta) * a
    right = -A @ ((1.0 - af) * z_guess + af * z) - am * a
    a_end = np.linalg.solve((1.0 - am) * one + (1.0 - af) * beta * h * h * A, right)
    return np.vstack([z_guess + beta * h * h * a_end, v + h * ((1.0 - gamma) * a + gamma * a_end)])


def _forced_substep(A: np.ndarray, z: np.ndarray, v: np.ndarray, h: float, along: list[np.ndarray]) -> Pair:
    """z and z' after a classical Runge-Kutta step of z'' = A z + f, f at its start, middle and end."""
    at, rate, u, w = z, v, z, v
    for c, part, f in zip((0.5, 0.5, 1.0, 0.0), (1, 2, 2, 1), (0, 1, 1, 2), strict=True):
        slope = A @ at + along[f]
        u, w = u + part * h / 6.0 * rate, w + part * h / 6.0 * slope
        at, rate = z + c * h * rate, v + c * h * slope
    return u, w

"""Bending frequencies of a uniform beam after Timoshenko, from the transfer matrix of its equations.

w' = psi + Q/(k G A)    psi' = M/(E I)    M' = -Q - rho I W^2 psi    Q' = -rho A W^2 w
"""

from __future__ import annotations

import numpy as np
from scipy.linalg import expm
from scipy.optimize import brentq


def frequencies(
    length: float, EI: float, kGA: float, rhoA: float, rhoI: float, *, clamped: bool, count: int
) -> np.ndarray:
    """The lowest ones [rad/s] of a free beam, or of one that is clamped at one end."""

    def end(W: float) -> float:
        A = np.array(
            [[0, 1, 0, 1 / kGA], [0, 0, 1 / EI, 0], [0, -rhoI * W * W, 0, -1], [-rhoA * W * W, 0, 0, 0]], dtype=float
        )
        size = np.array([length, 1, EI / length, EI / length**2])  # M and Q in units of EI
        T = expm(A * length) * size / size[:, None]
        return float(np.linalg.det(T[2:, 2:] if clamped else T[2:, :2]))

    unit = np.sqrt(EI / (rhoA * length**4))
    grid = np.linspace(1.0, 30.0 * count + 30.0, 60 * (count + 1)) * unit
    values = [end(W) for W in grid]
    found = [
        brentq(end, grid[i], grid[i + 1], xtol=1e-10 * unit)
        for i in range(len(grid) - 1)
        if values[i] * values[i + 1] < 0
    ]
    return np.array(found[:count])

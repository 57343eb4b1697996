"""The estimate of a run's error, from a companion run at a coarser setting.

A method whose error goes with tol (or with step^p) is run again K times coarser; the difference of the two runs is then
about (K - 1) times the error of the finer one. The factor SAFETY stands for what such proportions are off in practice.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from jourdain.integrators import Integrator

COARSER = 10.0  # tol of the companion against that of the run
SAFETY = 3.0
EPS = float(np.finfo(float).eps)


def coarser(method: Integrator) -> tuple[Integrator, float, str]:
    """The companion's integrator, by how much its error is larger, and a name for it."""
    if method.fixed:
        step = 2.0 * (method.step or 0.0)
        return replace(method, step=step), 2.0**method.order, f"companion run at step {step:g} s"
    tol = min(0.1, COARSER * (method.tol or 1e-6))
    return replace(method, tol=tol), tol / (method.tol or 1e-6), f"companion run at tol {tol:g}"


def difference(a: Any, b: Any) -> np.ndarray:
    """Largest difference of positions of two results at their common output times, in lengths of the model and radians."""
    n = min(len(a.t), len(b.t))
    p, q = a.q[:n], b.q[:n]
    if a.system.planar:
        u = np.abs(p - q).reshape(n, -1, 3)
        return np.maximum(u[:, :, :2].max(axis=(1, 2)) / a.system.length, u[:, :, 2].max(axis=1))
    p, q = p.reshape(n, -1, 7), q.reshape(n, -1, 7)
    far = np.abs(p[:, :, :3] - q[:, :, :3]).max(axis=(1, 2)) / a.system.length
    # |q1 - q2| of unit quaternions is half the angle between them; the sign of a quaternion is free
    apart = np.minimum(
        np.linalg.norm(p[:, :, 3:] - q[:, :, 3:], axis=2), np.linalg.norm(p[:, :, 3:] + q[:, :, 3:], axis=2)
    )
    return np.maximum(far, 2.0 * apart.max(axis=1))


def estimate(fine: Any, coarse: Any, ratio: float) -> np.ndarray:
    """Estimated error of the finer result at its output times; infinite where the companion did not get."""
    error = np.full(len(fine.t), np.inf)
    apart = difference(fine, coarse)
    # an error does not heal: where the runs happen to cross, it is as large as it was before
    error[: len(apart)] = np.maximum.accumulate(SAFETY * apart / (ratio - 1.0))
    return error + rounding(fine)


def rounding(result: Any) -> float:
    """What rounding may add up to, however small the steps.

    It goes as the square root of the number of steps n; index 3 divides the rounding of positions by the step: n^(3/2).
    """
    n = max(1, result.stats.steps)
    width = 3 if result.system.planar else 7
    q = np.abs(result.q).reshape(len(result.q), -1, width)
    reach = max(1.0, float(q[:, :, :2].max()) / result.system.length, float(q[:, :, 2].max()) if width == 3 else 1.0)
    return 3.0 * EPS * reach * n ** (1.5 if result.integrator.implicit else 0.5) + 10.0 * EPS

"""Integrators that treat the constraints themselves: on the DAE, implicit."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from jourdain.context import Context
from jourdain.errors import ModelError
from jourdain.integrators import memory
from jourdain.integrators.base import Integrator
from jourdain.kinds import dimension, width
from jourdain.parsing import number
from jourdain.system import System


@dataclass(frozen=True, kw_only=True)
class GeneralizedAlpha(Integrator):
    """Generalized-alpha on the index-3 equations, second order; rho in [0, 1): spectral radius at infinity.

    step given: fixed steps of at most that size. Otherwise error-controlled by tol (default 1e-6).
    """

    rho: float = 0.9

    name: ClassVar[str] = "generalized-alpha"
    order: ClassVar[int] = 2
    implicit: ClassVar[bool] = True

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.step is not None and self.tol is not None:
            raise ModelError("GeneralizedAlpha: give step (fixed steps) or tol (error control), not both.")
        r = number(self.rho, "GeneralizedAlpha: rho", least=0.0)
        if r >= 1.0:
            raise ModelError(
                f"GeneralizedAlpha: rho = {r:g}; index 3 needs some numerical damping, 0 <= rho < 1 (0.9 is mild)."
            )

    def memory(self, system: System, times: np.ndarray, works: bool, span: float) -> Context:
        am, af = (2 * self.rho - 1) / (self.rho + 1), self.rho / (self.rho + 1)
        gamma, beta = 0.5 - am + af, 0.25 * (1 - am + af) ** 2
        mo = self._motion(system, times, works, np.array([am, af, beta, gamma]))
        left = float(times[-1] - times[0])
        step = (
            left / np.ceil(left / self.step - 1e-6)
            if self.step is not None
            else min(1e-4 * span, self.max_step or span, left)
        )
        self._clock(mo, system, span, float(step))
        mo.clock[memory.ERROR_SCALE] = abs(1 / 6 - beta - (am - af) / 2)
        mo.clock[memory.SINCE_CHANGE] = 1.0
        return mo

    def warm_up(self, system: System, mo: Context, accelerations: Callable[[float], np.ndarray]) -> None:
        # the accelerations of the algorithm stand for the time t + (am - af) h: start them there, without a transient
        h = float(mo.clock[memory.STEP_H])
        jerk = (accelerations(0.01 * h) - mo.vd) / (0.01 * h)
        if not self.fixed:  # a first step that the error estimate C h^3 |jerk| will accept
            n, span = width(system.kind), float(mo.clock[memory.T_END])
            scale = np.where(np.arange(len(jerk)) % n < dimension(system.kind), system.length, 1.0)
            rate = float(mo.clock[memory.ERROR_SCALE] * np.abs(jerk / scale).max())
            h = min(h, 0.5 * math.sqrt(mo.clock[memory.TOL] / (span * rate))) if rate > 0.0 else h
            h = mo.clock[memory.STEP_H] = max(h, 1e-8 * span)
        mo.a[:] = mo.vd + (mo.parameters[0] - mo.parameters[1]) * h * jerk

    def kernel(self) -> Any:
        from jourdain.integrators.alpha import run

        return run

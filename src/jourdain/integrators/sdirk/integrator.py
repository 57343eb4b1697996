"""Singly diagonally implicit Runge-Kutta as a value."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from jourdain.integrators.ode import OdeIntegrator
from jourdain.system.system import System

A = [
    [1 / 4, 0, 0, 0, 0],
    [1 / 2, 1 / 4, 0, 0, 0],
    [17 / 50, -1 / 25, 1 / 4, 0, 0],
    [371 / 1360, -137 / 2720, 15 / 544, 1 / 4, 0],
    [25 / 24, -49 / 48, 125 / 16, -85 / 12, 1 / 4],
]
NODES = [1 / 4, 3 / 4, 11 / 20, 1 / 2, 1]
EMBEDDED = [59 / 48, -17 / 96, 225 / 32, -85 / 12, 0]


@dataclass(frozen=True, kw_only=True)
class SDIRK4(OdeIntegrator):
    """Singly diagonally implicit Runge-Kutta of order 4, L-stable, for stiff systems; by tol (default 1e-6) or fixed step.

    Its Jacobian is taken by differences of the treatment's slopes: for systems of moderate size.
    """

    name: ClassVar[str] = "SDIRK4"
    order: ClassVar[int] = 4
    stiff: ClassVar[bool] = True
    module: ClassVar[str] = "sdirk.method"
    schema: ClassVar[str] = "sdirk"
    first_part: ClassVar[float] = 1e-5
    escape: ClassVar[float] = 2.0
    least_part: ClassVar[float] = 1 / 70

    def sizes(self, system: System) -> dict[str, Any]:
        tableau = np.zeros((9, 5))
        tableau[:5], tableau[5], tableau[6], tableau[7] = A, A[4], NODES, np.array(A[4]) - EMBEDDED
        n = system.kind.q + system.kind.v + system.kind.w + 3
        return dict(stages=6, own=dict(tableau=tableau, jacobian=(n, n), lu=(n, n), exchange=n, base=n))

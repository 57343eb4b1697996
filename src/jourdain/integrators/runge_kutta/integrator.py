"""Explicit Runge-Kutta methods as values. To add one: a class with its tableau; see docs/extend.md."""

from __future__ import annotations

import functools
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from jourdain.integrators.ode import FixedStep, OdeIntegrator
from jourdain.kernels.context import Context
from jourdain.system.system import System

NO_ESTIMATE, SINGLE, PAIR = range(3)  # as in method.py


@dataclass(frozen=True)
class Tableau:
    """Coefficients: rows of A (lower triangle), b, c (by default the sums of A); e: b less the embedded method's, if any.

    e3: the second error row of the 8(5,3) pair. dense: its interpolation, or polynomials (n, ..) of others, or None: cubics.
    """

    A: Any
    b: Any
    c: Any = None
    e: Any = None
    e3: Any = None
    dense: np.ndarray | None = None

    def rows(self) -> np.ndarray:
        """As the kernel wants it: A, b, c, and two error rows (n + 4, n)."""
        n = len(self.b)
        table = np.zeros((n + 4, n))
        for i, row in enumerate(self.A):
            table[i, : len(row)] = row
        table[n], table[n + 1] = self.b, table[:n].sum(axis=1) if self.c is None else self.c
        for k, error in enumerate((self.e, self.e3)):
            if error is not None:
                table[n + 2 + k] = error
        return table


@dataclass(frozen=True, kw_only=True)
class RungeKutta(OdeIntegrator):
    """Base of explicit Runge-Kutta methods: a subclass says its name, order and tableau; without error rows, FixedStep too."""

    module: ClassVar[str] = "runge_kutta.method"
    schema: ClassVar[str] = "runge_kutta"
    ends_at_outputs: ClassVar[bool] = True
    escape: ClassVar[float] = 10.0

    @classmethod
    def tableau(cls) -> Tableau:
        """Its coefficients."""
        raise NotImplementedError

    @classmethod
    @functools.cache
    def _for_kernels(cls) -> tuple[int, np.ndarray, np.ndarray]:
        """What estimate of the error there is, all rows, and the interpolation."""
        tableau = cls.tableau()
        dense = np.zeros((0, 0)) if tableau.dense is None else np.ascontiguousarray(tableau.dense, float)
        estimate = NO_ESTIMATE if tableau.e is None else SINGLE if tableau.e3 is None else PAIR
        return estimate, tableau.rows(), dense

    def sizes(self, system: System) -> dict[str, Any]:
        _, rows, dense = self._for_kernels()
        return dict(stages=len(rows), own=dict(tableau=rows.copy(), dense=dense, lam_end=system.n_rows))

    def set_up(self, mo: Context, system: System) -> None:
        mo.own.estimate = self._for_kernels()[0]
        mo.own.exponent = 1.0 / (self.order - 1)


@dataclass(frozen=True, kw_only=True)
class RK4(FixedStep, RungeKutta):
    """The classical Runge-Kutta method, fourth order, fixed step [s]."""

    name: ClassVar[str] = "RK4"
    order: ClassVar[int] = 4

    @classmethod
    def tableau(cls) -> Tableau:
        return Tableau(A=[[], [1 / 2], [0, 1 / 2], [0, 0, 1]], b=[1 / 6, 1 / 3, 1 / 3, 1 / 6])


@dataclass(frozen=True, kw_only=True)
class DOPRI5(RungeKutta):
    """Dormand-Prince 5(4), explicit, error-controlled by tol (default 1e-6), with dense output; or fixed steps."""

    name: ClassVar[str] = "Dormand-Prince 5(4)"
    order: ClassVar[int] = 5

    @classmethod
    def tableau(cls) -> Tableau:
        from scipy.integrate import RK45 as Pair  # noqa: N811 - the coefficients are class attributes there

        # the slope at the end belongs to the error estimate
        A, b = [*Pair.A, Pair.B], np.append(Pair.B, 0.0)
        return Tableau(A=A, b=b, c=np.append(Pair.C, 1.0), e=Pair.E, dense=Pair.P)


@dataclass(frozen=True, kw_only=True)
class DOP853(RungeKutta):
    """Dormand-Prince 8(5,3), explicit, error-controlled by tol (default 1e-8), with dense output."""

    tol: float | None = 1e-8

    name: ClassVar[str] = "Dormand-Prince 8(5,3)"
    order: ClassVar[int] = 8

    @classmethod
    def tableau(cls) -> Tableau:
        from scipy.integrate import DOP853 as Pair  # noqa: N811 - the coefficients are class attributes there

        n = Pair.n_stages
        dense = np.zeros((8, n + 4))
        dense[:3], dense[3, :3], dense[4:] = Pair.A_EXTRA, Pair.C_EXTRA, Pair.D
        return Tableau(A=Pair.A[:n, :n], b=Pair.B, c=Pair.C[:n], e=Pair.E5[:n], e3=Pair.E3[:n], dense=dense)

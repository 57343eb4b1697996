"""Integrators as small frozen values. Each knows its kernel and fills the memory of a run; the driver does the rest.

To write one: a kernel `run(kind, s, mo, limit) -> status` that advances `mo` and stores states at mo.times, and a value
like those below that says its order and sets mo.clock and mo.parameters.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, fields
from typing import Any, ClassVar

import numpy as np

from jourdain.context import Context
from jourdain.errors import ModelError, near
from jourdain.integrators import memory
from jourdain.integrators.memory import make_motion
from jourdain.kinds import dimension, width
from jourdain.parsing import number
from jourdain.system import System

LOOKS = 200  # steps of a run at least, where events are texts


@dataclass(frozen=True, kw_only=True)
class Integrator:
    """Base of all integrators: step [s] for fixed steps, or tol, a bound on the accumulated error (lengths, radians)."""

    step: float | None = None
    tol: float | None = None
    max_step: float | None = None

    name: ClassVar[str] = ""
    order: ClassVar[int] = 0
    implicit: ClassVar[bool] = False

    def __post_init__(self) -> None:
        where = type(self).__name__
        if self.step is not None:
            number(self.step, f"{where}: step [s]", positive=True)
        if self.max_step is not None:
            number(self.max_step, f"{where}: max_step [s]", positive=True)
        if self.tol is not None:
            number(self.tol, f"{where}: tol", positive=True)
            if not 1e-13 <= self.tol <= 0.1:
                raise ModelError(f"{where}: tol = {self.tol:g} is impossible; double precision allows 1e-13 to 0.1.")

    def plain(self) -> dict[str, Any]:
        """The integrator as plain data; integrator_from_plain gives an equal one."""
        return {"name": type(self).__name__, **{f.name: getattr(self, f.name) for f in fields(self)}}

    @property
    def fixed(self) -> bool:
        """True if the step is given."""
        return self.step is not None

    def memory(self, system: System, times: np.ndarray, works: bool, span: float) -> Context:
        """Memory of a run with outputs at `times`, clock and parameters set; span: the time that tol is spread over [s].

        (After an event the run goes on with fresh memory and what is left of the times, but the same span.)
        """
        raise NotImplementedError

    def kernel(self) -> Any:
        """The compiled time loop."""
        raise NotImplementedError

    def warm_up(self, system: System, mo: Context, accelerations: Callable[[float], np.ndarray]) -> None:
        """Last preparations; accelerations(delta) gives those a moment after the start, (nv,)."""

    def _motion(
        self,
        system: System,
        times: np.ndarray,
        works: bool,
        parameters: np.ndarray,
        n_stages: int = 0,
        tableau: np.ndarray | None = None,
        dense: np.ndarray | None = None,
    ) -> Context:
        return make_motion(
            system.kind,
            times,
            works=works,
            events=len(system.tables["events"]),
            parameters=parameters,
            n_stages=n_stages,
            tableau=tableau,
            dense=dense,
        )

    def _clock(self, mo: Context, system: System, span: float, step: float) -> None:
        c = mo.clock
        c[memory.T_END], c[memory.LENGTH] = span, system.length
        c[memory.STEP_H] = step
        c[memory.FINE_UNTIL] = -np.inf
        # a text of t, forces or states may swing where nothing moves: it is looked at often enough to see that
        texts = bool((system.tables["events"]["function"] >= 0).any())
        c[memory.H_MAX] = min(span, self.max_step or (span / LOOKS if texts else span))
        c[memory.TOL] = 0.0 if self.fixed else (self.tol or 1e-6)
        # energies are measured against that of one length per run at least: a machine at rest has only rounding
        c[memory.SCALE_ENERGY] = 0.5 * float(system.tables["bodies"]["mass"].sum()) * (system.length / span) ** 2
        # what Newton's method leaves adds up over the run: it must stay well below tol
        # (but near singular positions rounding lets it come no closer than about 1e-10)
        c[memory.NEWTON_TOL] = min(1e-9, max(1e-10, 1e-3 * c[memory.TOL])) if c[memory.TOL] > 0.0 else 1e-9
        c[memory.EPSILON], c[memory.CONTRACTION] = 1e-8, 1.0


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


@dataclass(frozen=True, kw_only=True)
class RK4(Integrator):
    """The classical Runge-Kutta method, fourth order, fixed step, index 1 with projection in the mass metric."""

    step: float | None = 1e-3

    name: ClassVar[str] = "RK4"
    order: ClassVar[int] = 4

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.step is None or self.tol is not None:
            raise ModelError("RK4 has no error estimate: give step=.. [s], or use DOP853(tol=..).")

    def memory(self, system: System, times: np.ndarray, works: bool, span: float) -> Context:
        tableau = np.zeros((8, 4))
        tableau[1, 0] = tableau[2, 1] = 0.5
        tableau[3, 2] = 1.0
        tableau[4] = np.array([1, 2, 2, 1]) / 6
        tableau[5] = [0, 0.5, 0.5, 1]
        mo = self._motion(system, times, works, np.zeros(4), 4, tableau)
        self._clock(mo, system, span, self.step or 1e-3)
        return mo

    def kernel(self) -> Any:
        from jourdain.integrators.runge_kutta import run

        return run


@dataclass(frozen=True, kw_only=True)
class DOP853(Integrator):
    """Dormand-Prince 8(5,3), explicit, error-controlled by tol (default 1e-8), index 1 with projection in the mass metric."""

    tol: float | None = 1e-8

    name: ClassVar[str] = "Dormand-Prince 8(5,3)"
    order: ClassVar[int] = 8

    def memory(self, system: System, times: np.ndarray, works: bool, span: float) -> Context:
        from scipy.integrate import DOP853 as Pair  # noqa: N811 - the coefficients are class attributes there

        n = Pair.n_stages
        tableau = np.zeros((n + 4, n))
        tableau[:n] = Pair.A[:n, :n]
        tableau[n], tableau[n + 1] = Pair.B, Pair.C[:n]
        tableau[n + 2], tableau[n + 3] = Pair.E5[:n], Pair.E3[:n]
        dense = np.zeros((8, n + 4))
        dense[:3], dense[3, :3], dense[4:] = Pair.A_EXTRA, Pair.C_EXTRA, Pair.D
        mo = self._motion(system, times, works, np.zeros(4), n, tableau, dense)
        self._clock(mo, system, span, self.step or min(1e-4 * span, self.max_step or span))
        return mo

    def kernel(self) -> Any:
        from jourdain.integrators.runge_kutta import run

        return run


def integrator_from_plain(data: dict[str, Any]) -> Integrator:
    """The integrator that Integrator.plain() described."""
    options = dict(data)
    name = options.pop("name", None)
    known = {kind.__name__: kind for kind in Integrator.__subclasses__()}
    if name not in known:
        raise ModelError(f"there is no integrator {name!r}.{near(str(name), known)}")
    return known[name](**options)

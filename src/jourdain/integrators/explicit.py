"""ODE integrators. What is done about constraints is a treatment of its own: RK4(step=1e-3, constraints="baumgarte")."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from jourdain.errors import ModelError
from jourdain.integrators.base import Integrator
from jourdain.integrators.treatments import Treatment, treatment_from
from jourdain.kernels.context import Context
from jourdain.kernels.motion import rk4_tableau
from jourdain.system.system import System


@dataclass(frozen=True, kw_only=True)
class OdeIntegrator(Integrator):
    """Base of integrators that need a treatment of constraints: a value like Baumgarte(c1=10), or its name."""

    constraints: Any = "projection"

    def __post_init__(self) -> None:
        super().__post_init__()
        object.__setattr__(self, "constraints", treatment_from(self.constraints))
        usual = {name: type(self).__dataclass_fields__[name].default for name in ("step", "tol")}
        if usual["step"] is None and self.step is not None and self.tol not in (None, usual["tol"]):
            raise ModelError(f"{type(self).__name__}: give step (fixed steps) or tol (error control), not both.")

    @property
    def notes(self) -> tuple[str, ...]:
        return tuple(getattr(self.treatment, "notes", ()))

    def plain(self) -> dict[str, Any]:
        usual = type(self.treatment)() == self.treatment
        return super().plain() | {"constraints": self.treatment.name if usual else self.treatment.plain()}

    @property
    def treatment(self) -> Treatment:
        """The treatment of constraints."""
        found: Treatment = self.constraints
        return found

    @property
    def drifts(self) -> bool:
        return self.treatment.drifts

    def loop(self) -> Any:
        """The compiled time loop run(mo, limit)."""
        raise NotImplementedError

    def kernel(self) -> Callable[..., int]:
        from jourdain.kernels.servers import connect

        loop, treatment = self.loop(), self.treatment

        def run(kind: Any, s: Context, mo: Context, limit: int) -> int:
            connect(kind, s, mo, treatment.kernel())
            treatment.prepare(s)
            return int(loop(mo, limit))

        return run

    def _motion(self, system: System, times: np.ndarray, works: bool, parameters: np.ndarray, **more: Any) -> Context:
        treatment = self.treatment
        more |= {"options": treatment.options, "matrices": treatment.matrices}
        return super()._motion(system, times, works, parameters, **more)


@dataclass(frozen=True, kw_only=True)
class _FixedStep(OdeIntegrator):
    step: float | None = 1e-3

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.step is None or self.tol is not None:
            raise ModelError(
                f"{type(self).__name__} has no error estimate: give step=.. [s], or use DOP853(tol=..) or Adams(tol=..)."
            )


@dataclass(frozen=True, kw_only=True)
class _RungeKutta(OdeIntegrator):
    ends_at_outputs: ClassVar[bool] = True

    def loop(self) -> Any:
        from jourdain.integrators.runge_kutta.method import run

        return run


@dataclass(frozen=True, kw_only=True)
class RK4(_FixedStep, _RungeKutta):
    """The classical Runge-Kutta method, fourth order, fixed step [s]."""

    name: ClassVar[str] = "RK4"
    order: ClassVar[int] = 4

    def memory(self, system: System, times: np.ndarray, works: bool, span: float) -> Context:
        mo = self._motion(system, times, works, np.zeros(4), n_stages=4, tableau=rk4_tableau())
        self._clock(mo, system, span, self.step or 1e-3)
        return mo


@dataclass(frozen=True, kw_only=True)
class DOPRI5(_RungeKutta):
    """Dormand-Prince 5(4), explicit, error-controlled by tol (default 1e-6), with dense output; or fixed steps."""

    name: ClassVar[str] = "Dormand-Prince 5(4)"
    order: ClassVar[int] = 5

    def memory(self, system: System, times: np.ndarray, works: bool, span: float) -> Context:
        from scipy.integrate import RK45 as Pair  # noqa: N811 - the coefficients are class attributes there

        n = Pair.n_stages + 1  # the slope at the end belongs to the error estimate
        tableau = np.zeros((n + 4, n))
        tableau[: n - 1, : n - 2] = Pair.A
        tableau[n - 1, : n - 1] = tableau[n, : n - 1] = Pair.B
        tableau[n + 1, :-1], tableau[n + 1, -1] = Pair.C, 1.0
        tableau[n + 2] = Pair.E
        parameters = np.array([1.0 / 4.0, 2.0, 0.0, 0.0])
        mo = self._motion(system, times, works, parameters, n_stages=n, tableau=tableau, dense=Pair.P.copy())
        self._clock(mo, system, span, self.step or min(1e-4 * span, self.max_step or span))
        return mo


@dataclass(frozen=True, kw_only=True)
class DOP853(_RungeKutta):
    """Dormand-Prince 8(5,3), explicit, error-controlled by tol (default 1e-8), with dense output."""

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
        parameters = np.array([1.0 / 7.0, 1.0, 0.0, 0.0])
        mo = self._motion(system, times, works, parameters, n_stages=n, tableau=tableau, dense=dense)
        self._clock(mo, system, span, self.step or min(1e-4 * span, self.max_step or span))
        return mo


@dataclass(frozen=True, kw_only=True)
class CentralDifference(_FixedStep):
    """Central differences (Verlet), explicit, second order, fixed step [s]."""

    name: ClassVar[str] = "central difference"
    order: ClassVar[int] = 2
    ends_at_outputs: ClassVar[bool] = True

    def memory(self, system: System, times: np.ndarray, works: bool, span: float) -> Context:
        mo = self._motion(system, times, works, np.zeros(4))
        self._clock(mo, system, span, self.step or 1e-3)
        return mo

    def loop(self) -> Any:
        from jourdain.integrators.central import run

        return run


@dataclass(frozen=True, kw_only=True)
class _AdamsFamily(OdeIntegrator):
    def _adams(
        self, system: System, times: np.ndarray, works: bool, span: float, parameters: tuple[float, ...], past: int
    ) -> Context:
        mo = self._motion(
            system,
            times,
            works,
            np.array(parameters),
            n_stages=past + 3,
            dense=np.zeros((4, past + 4)),
            past=past,
        )
        left = float(times[-1] - times[0])
        step = left / np.ceil(left / self.step - 1e-6) if self.step else min(1e-4 * span, self.max_step or span)
        self._clock(mo, system, span, float(step))
        return mo

    def loop(self) -> Any:
        from jourdain.integrators.adams.method import run

        return run


@dataclass(frozen=True, kw_only=True)
class ABM4(_FixedStep, _AdamsFamily):
    """Adams-Bashforth-Moulton of order 4, predictor and corrector (PECE), fixed step [s], started by RK4."""

    name: ClassVar[str] = "Adams-Bashforth-Moulton 4"
    order: ClassVar[int] = 4

    def memory(self, system: System, times: np.ndarray, works: bool, span: float) -> Context:
        return self._adams(system, times, works, span, (4.0, 0.0, 4.0, 0.0), 4)


@dataclass(frozen=True, kw_only=True)
class Adams(_AdamsFamily):
    """Adams-Bashforth-Moulton of variable step and order (1 to 12), error-controlled by tol (default 1e-6)."""

    tol: float | None = 1e-6

    name: ClassVar[str] = "Adams"
    order: ClassVar[int] = 12

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.step is not None:
            raise ModelError("Adams chooses its own steps: give tol=.., or use ABM4(step=..).")

    def warm_up(self, system: System, mo: Context, accelerations: Callable[[float], np.ndarray]) -> None:
        self.first_step(system, mo, 5.0)

    def memory(self, system: System, times: np.ndarray, works: bool, span: float) -> Context:
        return self._adams(system, times, works, span, (0.0, 1.0, 4.0, 0.0), 14)


@dataclass(frozen=True, kw_only=True)
class SDIRK4(OdeIntegrator):
    """Singly diagonally implicit Runge-Kutta of order 4, L-stable, for stiff systems; by tol (default 1e-6) or fixed step.

    Its Jacobian is taken by differences of the treatment's slopes: for systems of moderate size.
    """

    name: ClassVar[str] = "SDIRK4"
    order: ClassVar[int] = 4
    stiff: ClassVar[bool] = True

    def memory(self, system: System, times: np.ndarray, works: bool, span: float) -> Context:
        A = [
            [1 / 4, 0, 0, 0, 0],
            [1 / 2, 1 / 4, 0, 0, 0],
            [17 / 50, -1 / 25, 1 / 4, 0, 0],
            [371 / 1360, -137 / 2720, 15 / 544, 1 / 4, 0],
            [25 / 24, -49 / 48, 125 / 16, -85 / 12, 1 / 4],
        ]
        tableau = np.zeros((9, 5))
        tableau[:5], tableau[5], tableau[6] = A, A[4], [1 / 4, 3 / 4, 11 / 20, 1 / 2, 1]
        tableau[7] = np.array(A[4]) - [59 / 48, -17 / 96, 225 / 32, -85 / 12, 0]
        ny = system.kind.q + system.kind.v + system.kind.w + 3
        more: dict[str, Any] = dict(n_stages=5, tableau=tableau, dense=np.zeros((ny, ny)), past=ny + 1)
        mo = self._motion(system, times, works, np.zeros(7), **more)
        left = float(times[-1] - times[0])
        step = left / np.ceil(left / self.step - 1e-6) if self.step else min(1e-5 * span, self.max_step or span)
        self._clock(mo, system, span, float(step))
        return mo

    def loop(self) -> Any:
        from jourdain.integrators.sdirk import run

        return run

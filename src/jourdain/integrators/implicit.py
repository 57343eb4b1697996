"""Integrators that treat the constraints themselves: on the DAE, implicit."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from jourdain.errors import ModelError
from jourdain.integrators.base import Integrator
from jourdain.integrators.block.coefficients import block_coefficients
from jourdain.integrators.treatments import Projection
from jourdain.kernels import motion as memory
from jourdain.kernels.context import Context
from jourdain.kernels.kinds import dimension, width
from jourdain.model.parsing import number
from jourdain.system.system import System

FINEST = 1e-8  # the smallest tol that a method of second order is run with


@dataclass(frozen=True, kw_only=True)
class GeneralizedAlpha(Integrator):
    """Generalized-alpha, second order; rho in [0, 1): spectral radius at infinity.

    index 3 (default): positions are closed by the multipliers; 2: the stabilised index-2 form, velocities are, and positions by
    projection. project: with index 3, close velocities after each step as well. step given: fixed steps of at most that size.
    Otherwise error-controlled by tol (default 1e-6; below 1e-8 the rounding of so many steps would only add up).
    """

    rho: float = 0.9
    index: int = 3
    project: bool = False

    name: ClassVar[str] = "generalized-alpha"
    order: ClassVar[int] = 2
    implicit: ClassVar[bool] = True
    stiff: ClassVar[bool] = True

    def __post_init__(self) -> None:
        super().__post_init__()
        where = type(self).__name__
        if self.step is not None and self.tol is not None:
            raise ModelError(f"{where}: give step (fixed steps) or tol (error control), not both.")
        if self.index not in (2, 3) or isinstance(self.index, bool):
            raise ModelError(f"{where}: index = {self.index!r}; it is 2 (stabilised) or 3.")
        r = number(self.rho, f"{where}: rho", least=0.0)
        if r > 1.0 or (r == 1.0 and self.index == 3 and not self.project):
            raise ModelError(
                f"{where}: rho = {r:g}; index 3 needs some numerical damping, 0 <= rho < 1 (0.9 is mild); index=2 takes 1 too."
            )

    @property
    def notes(self) -> tuple[str, ...]:
        if self.fixed or (self.tol or 1e-6) >= FINEST:
            return ()
        return (f"steps are those of tol {FINEST:g}: with more of them, rounding would add up to more than is gained",)

    def coefficients(self) -> tuple[float, float, float, float]:
        """am, af, beta, gamma."""
        am, af = (2 * self.rho - 1) / (self.rho + 1), self.rho / (self.rho + 1)
        return am, af, 0.25 * (1 - am + af) ** 2, 0.5 - am + af

    def memory(self, system: System, times: np.ndarray, works: bool, span: float) -> Context:
        am, af, beta, gamma = self.coefficients()
        projected = float(self.project or self.index == 2)
        mo = self._motion(system, times, works, np.array([am, af, beta, gamma, float(self.index), projected]))
        left = float(times[-1] - times[0])
        step = (
            left / np.ceil(left / self.step - 1e-6)
            if self.step is not None
            else min(1e-4 * span, self.max_step or span, left)
        )
        self._clock(mo, system, span, float(step))
        if not self.fixed:
            mo.clock[memory.TOL] = max(mo.clock[memory.TOL], FINEST)
        mo.clock[memory.ERROR_SCALE] = abs(1 / 6 - beta - (am - af) / 2) or 1 / 12
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
        from jourdain.integrators.alpha.method import run

        return run

    @classmethod
    def examples(cls) -> tuple[Integrator, ...]:
        return cls._variants({}, {"index": 2}, {"project": True}, {"rho": 0.0})


@dataclass(frozen=True, kw_only=True)
class HHT(GeneralizedAlpha):
    """Hilber, Hughes and Taylor's method, second order; alpha in [0, 1/3]: numerical damping."""

    alpha: float = 0.05
    name: ClassVar[str] = "HHT"

    def __post_init__(self) -> None:
        super().__post_init__()
        if number(self.alpha, "HHT: alpha", least=0.0) > 1 / 3 or (
            self.alpha == 0.0 and self.index == 3 and not self.project
        ):
            raise ModelError(f"HHT: alpha = {self.alpha:g}; it lies between 0 (index=2 only) and 1/3.")

    def coefficients(self) -> tuple[float, float, float, float]:
        return 0.0, self.alpha, 0.25 * (1 + self.alpha) ** 2, 0.5 + self.alpha

    @classmethod
    def examples(cls) -> tuple[Integrator, ...]:
        return cls._variants({}, {"index": 2, "alpha": 0.3})


@dataclass(frozen=True, kw_only=True)
class Newmark(GeneralizedAlpha):
    """Newmark's method; gamma > 1/2 damps and is of first order, gamma = 1/2 is the trapezoidal rule for beta = 1/4."""

    step: float | None = 1e-3
    beta: float = 0.3025
    gamma: float = 0.6
    name: ClassVar[str] = "Newmark"

    def __post_init__(self) -> None:
        super().__post_init__()
        where = type(self).__name__
        if (
            number(self.gamma, f"{where}: gamma") < 0.5
            or number(self.beta, f"{where}: beta") < 0.25 * (0.5 + self.gamma) ** 2 - 1e-12
        ):
            raise ModelError(
                f"{where}: beta = {self.beta:g}, gamma = {self.gamma:g}; stable are gamma >= 1/2 and beta >= (gamma + 1/2)^2/4."
            )
        if self.gamma > 0.5 and self.step is None:
            raise ModelError(
                f"{where}: with numerical damping it is of first order, without error estimate: give step=.. [s]."
            )
        if self.gamma == 0.5 and self.index == 3 and not self.project:
            raise ModelError(f"{where}: without numerical damping index 3 is unstable; use index=2, or project=True.")

    @property
    def order(self) -> int:  # type: ignore[override]
        """2 without numerical damping, else 1."""
        return 2 if self.gamma == 0.5 else 1

    def coefficients(self) -> tuple[float, float, float, float]:
        return 0.0, 0.0, self.beta, self.gamma

    @classmethod
    def examples(cls) -> tuple[Integrator, ...]:
        return cls._variants({}, {"index": 2})


@dataclass(frozen=True, kw_only=True)
class Trapezoidal(Newmark):
    """The trapezoidal rule, second order, without numerical damping, in the stabilised index-2 form."""

    step: float | None = None
    beta: float = 0.25
    gamma: float = 0.5
    index: int = 2
    name: ClassVar[str] = "trapezoidal"


@dataclass(frozen=True, kw_only=True)
class OnThePort(Integrator):
    """Integrators on the DAE that ask the system through the port."""

    implicit: ClassVar[bool] = True
    stiff: ClassVar[bool] = True

    def warm_up(self, system: System, mo: Context, accelerations: Callable[[float], np.ndarray]) -> None:
        self.first_step(system, mo, float(self.order))

    def loop(self) -> Any:
        """The compiled time loop run(mo, limit)."""
        raise NotImplementedError

    canonical: ClassVar[bool] = False  # works on the canonical equations

    def kernel(self) -> Callable[..., int]:
        from jourdain.kernels.servers import connect

        loop = self.loop()

        def run(kind: Any, s: Context, mo: Context, limit: int) -> int:
            # starting steps, where there are such, are explicit
            connect(kind, s, mo, Projection().kernel(), implicit=True, canonical=self.canonical)
            return int(loop(mo, limit))

        return run


@dataclass(frozen=True, kw_only=True)
class Block(OnThePort):
    """L-stable block method with r nodes on the equations of motion in index 1, 2 or 3; Radau IIA is nodes="radau", k = r-1.

    r: 2 to 6. nodes: "chebyshev", "equidistant", "legendre", "radau", or r numbers that end in 1. k: r-2 (default) or r-1, the
    degree of the numerator of its stability function. step [s] for fixed steps, else error-controlled by tol (default 1e-6).
    """

    r: int = 4
    nodes: Any = "chebyshev"
    k: int | None = None
    index: int = 3

    name: ClassVar[str] = "block"

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.step is not None and self.tol is not None:
            raise ModelError("Block: give step (fixed steps) or tol (error control), not both.")
        if self.index not in (1, 2, 3) or isinstance(self.index, bool):
            raise ModelError(f"Block: index = {self.index!r}; it is 1, 2 or 3.")
        if not isinstance(self.nodes, str):
            if not isinstance(self.nodes, Sequence):
                raise ModelError(
                    f"Block: nodes = {self.nodes!r}; give a name such as 'chebyshev', or r numbers that end in 1."
                )
            object.__setattr__(self, "nodes", tuple(self.nodes))
        block_coefficients(self.r, self.nodes, self.k)

    @property
    def drifts(self) -> bool:
        """True if position rows may open."""
        return self.index < 3

    @property
    def order(self) -> int:  # type: ignore[override]
        """Of the positions, as measured (see the page on block methods)."""
        found = block_coefficients(self.r, self.nodes, self.k)
        if self.index < 3 or (self.nodes == "radau" and found.k == found.r - 1):
            return found.ode_order
        return {2: 2, 3: 3, 4: 5, 5: 5, 6: 7}[self.r]

    def memory(self, system: System, times: np.ndarray, works: bool, span: float) -> Context:
        c = block_coefficients(self.r, self.nodes, self.k)
        r, slots = c.r, len(c.eigenvalues)
        tableau = np.zeros((3 + r, r + 1))
        tableau[0, :r], tableau[1, :r], tableau[2 : 2 + r, :r] = c.c, c.d, c.B
        tableau[2 + r] = c.estimate
        entries = len(system.tables["column"]) + 1
        newton = 1e-14 if self.step else min(1e-6, max(1e-11, 1e-2 * (self.tol or 1e-6)))
        parameters = np.array([float(self.index), newton, 1.0, 0.0, 0.0])
        more: dict[str, Any] = dict(tableau=tableau, nodes=r + 1, slots=slots, entries=entries, past=r + 1)
        mo = self._motion(system, times, works, parameters, **more)
        mo.shifts[0], mo.mix[:slots], mo.mix[slots:] = c.eigenvalues, c.T_inverse, c.T.T
        mo.row_weights[:] = system.tables["rows"]["weight"]
        left = float(times[-1] - times[0])
        step = left / np.ceil(left / self.step - 1e-6) if self.step else min(1e-4 * span, self.max_step or span, left)
        self._clock(mo, system, span, float(step))
        mo.clock[memory.EPSILON] = 0.0  # set where a run finds dependent rows at its start
        return mo

    def loop(self) -> Any:
        from jourdain.integrators.block.method import run

        return run

    @classmethod
    def examples(cls) -> tuple[Integrator, ...]:
        radau: dict[str, Any] = {"nodes": "radau", "k": 2, "r": 3}
        fixed = cls._variants(
            {"r": 2, "nodes": "equidistant", "index": 1},
            {"r": 2, "nodes": "radau", "k": 1, "index": 3},
            {"r": 3, "nodes": "equidistant", "index": 3},
            {"r": 3, "nodes": "chebyshev", "index": 2},
            radau | {"index": 1},
            {"r": 4, "nodes": "equidistant", "index": 2},
            {"r": 4, "nodes": "chebyshev", "index": 1},
            {"r": 5, "nodes": "equidistant", "index": 1},
            sizes=("step",),
        )
        controlled: tuple[dict[str, Any], ...] = (
            {},
            {"index": 2},
            {"r": 5, "index": 1},
            radau | {"index": 2},
            {"nodes": "equidistant"},
        )
        return fixed + cls._variants(*controlled, sizes=("tol",))


@dataclass(frozen=True, kw_only=True)
class BDF(OnThePort):
    """Backward differentiation on the overdetermined equations of motion, orders 1 to 5.

    form: "velocity" (GGL: positions and rates closed) or "acceleration" (accelerations of the rows as well). coupled: Newton's
    method on everything together, or (False) accelerations, velocities and positions in turn, which needs no Jacobian and suits
    systems that are not stiff. predictor: start from the polynomial through the past, or from the last values.
    fixed_order: 1 to 5, or None: variable. step [s] for fixed steps (order 2 by default), else error-controlled by tol.
    """

    form: str = "velocity"
    coupled: bool = True
    predictor: bool = True
    fixed_order: int | None = None

    name: ClassVar[str] = "BDF"

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.step is not None and self.tol is not None:
            raise ModelError("BDF: give step (fixed steps) or tol (error control), not both.")
        if self.form not in ("velocity", "acceleration"):
            raise ModelError(f"BDF: form = {self.form!r}; it is 'velocity' or 'acceleration'.")
        if self.fixed_order is not None and (isinstance(self.fixed_order, bool) or self.fixed_order not in range(1, 6)):
            raise ModelError(f"BDF: fixed_order = {self.fixed_order!r}; it is 1 to 5 (6 is hardly stable), or None.")

    @property
    def order(self) -> int:  # type: ignore[override]
        """The fixed order, or the highest one."""
        return self.fixed_order or (2 if self.step else 5)

    def memory(self, system: System, times: np.ndarray, works: bool, span: float) -> Context:
        order = float(self.fixed_order or (2 if self.step else 0))
        form = 2.0 if self.form == "velocity" else 1.0
        newton = 1e-12 if self.step else min(1e-6, max(1e-12, 1e-3 * (self.tol or 1e-6)))
        parameters = np.array([order, form, float(self.coupled), float(self.predictor), order or 3.0, 0.0, newton, 0.0])
        past = 8
        more: dict[str, Any] = dict(dense=np.zeros((2, past)), past=past)
        entries = len(system.tables["column"]) + 1
        mo = self._motion(system, times, works, parameters, nodes=past + 2, slots=1, entries=entries, **more)
        mo.row_weights[:] = system.tables["rows"]["weight"]
        left = float(times[-1] - times[0])
        step = left / np.ceil(left / self.step - 1e-6) if self.step else min(1e-4 * span, self.max_step or span, left)
        self._clock(mo, system, span, float(step))
        mo.clock[memory.EPSILON] = 0.0  # set where a run finds dependent rows at its start
        return mo

    def loop(self) -> Any:
        from jourdain.integrators.bdf.method import run

        return run

    @classmethod
    def examples(cls) -> tuple[Integrator, ...]:
        forms = [{"form": f, "coupled": c} for f in ("velocity", "acceleration") for c in (True, False)]
        fixed: list[dict[str, Any]] = [{"fixed_order": k} for k in (1, 2, 3, 4, 5)]
        fixed += [{"fixed_order": 5 - i} | form for i, form in enumerate(forms)]
        return cls._variants(*fixed, sizes=("step",)) + cls._variants(*forms, sizes=("tol",))

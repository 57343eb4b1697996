"""Generalized-alpha and its family as values."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from jourdain.errors import ModelError
from jourdain.integrators.base import Integrator
from jourdain.kernels.context import Context
from jourdain.kernels.kinds import EulerParameters, Free, Kind
from jourdain.model.parsing import number
from jourdain.system.symbolic import SMALL
from jourdain.system.system import System

FINEST = 1e-8  # the smallest tol that a method of second order is run with
ELEMENT = 35  # numbers of the matrix that cost an iteration as much as an elastic element


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
    in_joints: ClassVar[bool] = True
    stiff: ClassVar[bool] = True
    module: ClassVar[str] = "alpha.method"
    schema: ClassVar[str] = "alpha"
    regularisation: ClassVar[float] = 1e-9
    epsilon: ClassVar[float] = 1e-9  # leaves joints open by eps W lam / beta', 1e-12 m where lam is large
    least_part: ClassVar[float] = 1e-4
    patience: ClassVar[float] = 0.5
    escape: ClassVar[float] = 5.0

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

    def method(self, kind: Kind) -> Any:
        if isinstance(kind, (Free, EulerParameters)):  # the others are compiled with direct calls, for speed
            return super().method(kind)
        from jourdain.integrators.alpha.bound import bound_method

        return bound_method(type(kind))  # type: ignore[arg-type]

    def sizes(self, system: System) -> dict[str, Any]:
        n, nw, m = system.kind.v, system.kind.w, system.n_rows
        own: dict[str, Any] = dict.fromkeys(("a", "a_new", "v_old", "vd_last", "vd_before"), n)
        return dict(own=own | dict.fromkeys(("wa", "wa_new"), nw) | dict.fromkeys(("lam_last", "lam_before"), m))

    def set_up(self, mo: Context, system: System) -> None:
        own, c = mo.own, mo.clock
        own.am, own.af, own.beta, own.gamma = self.coefficients()
        own.index, own.project, own.since_change = self.index, int(self.project or self.index == 2), 1
        own.error_scale = abs(1 / 6 - own.beta - (own.am - own.af) / 2) or 1 / 12
        own.arm, own.price = shortest_arm(system), factor_price(system)
        c.refine = c.remember = 1
        if not self.fixed:
            c.tol = max(c.tol, FINEST)

    @classmethod
    def examples(cls) -> tuple[Integrator, ...]:
        return cls._variants({}, {"index": 2}, {"project": True}, {"rho": 0.0})


def factor_price(system: System) -> float:
    """About how many iterations cost as much as new factors, for large systems: 3 (beams in the plane) to 30, as measured.

    Small ones have new factors as soon as they save an iteration, 0: steps then end far within their tolerance.
    """
    tables = system.tables
    if len(tables.get("place", ())) <= SMALL or len(tables["column"]) == 0:  # equations of a user's own have no places
        return 0.0
    each = len(tables["column"]) + ELEMENT * len(tables.get("elements", ()))
    return 2.0 + 1.5 * len(tables["target"]) / each


def shortest_arm(system: System) -> float:
    """The longest arm of a body's points, of that body for which it is shortest [m]; a body held at its centre has none."""
    if "ports" not in system.tables:  # equations of a user's own
        return system.length
    ports, arms = system.tables["ports"], np.zeros(len(system.tables["bodies"]))
    points = ports[(ports["direction"] == 0) & (ports["body"] >= 0)]
    np.maximum.at(arms, points["body"], np.linalg.norm(points["s"], axis=1))
    return float(arms[arms > 1e-3 * system.length].min(initial=system.length))


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

"""Adams-Bashforth-Moulton methods as values."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from jourdain.errors import ModelError
from jourdain.integrators.ode import FixedStep, OdeIntegrator
from jourdain.kernels.context import Context
from jourdain.system.system import System

FIRST_ORDER = 4


@dataclass(frozen=True, kw_only=True)
class _AdamsFamily(OdeIntegrator):
    module: ClassVar[str] = "adams.method"
    schema: ClassVar[str] = "adams"
    past: ClassVar[int] = FIRST_ORDER  # slopes that are kept
    escape: ClassVar[float] = 10.0

    def sizes(self, system: System) -> dict[str, Any]:
        n, k = self.past, system.kind
        own: dict[str, Any] = dict.fromkeys(("nodes", "poly", "weights"), n + 4)
        own |= {"past": (n, k.q + k.v + k.w + 3), "past_times": n}
        return dict(stages=n + 4, own=own)

    def set_up(self, mo: Context, system: System) -> None:
        mo.own.order = FIRST_ORDER


@dataclass(frozen=True, kw_only=True)
class ABM4(FixedStep, _AdamsFamily):
    """Adams-Bashforth-Moulton of order 4, predictor and corrector (PECE), fixed step [s], started by RK4."""

    name: ClassVar[str] = "Adams-Bashforth-Moulton 4"
    order: ClassVar[int] = 4

    def set_up(self, mo: Context, system: System) -> None:
        super().set_up(mo, system)
        mo.own.fixed_order = 4


@dataclass(frozen=True, kw_only=True)
class Adams(_AdamsFamily):
    """Adams-Bashforth-Moulton of variable step and order (1 to 12), error-controlled by tol (default 1e-6)."""

    tol: float | None = 1e-6

    name: ClassVar[str] = "Adams"
    order: ClassVar[int] = 12
    past: ClassVar[int] = 14

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.step is not None:
            raise ModelError("Adams chooses its own steps: give tol=.., or use ABM4(step=..).")

    def set_up(self, mo: Context, system: System) -> None:
        super().set_up(mo, system)
        mo.own.extra = 1

    @property
    def start_order(self) -> float:
        return 5.0

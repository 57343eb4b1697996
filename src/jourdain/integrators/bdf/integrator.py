"""Backward differentiation as a value."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from jourdain.errors import ModelError
from jourdain.integrators.base import Integrator
from jourdain.integrators.dae import DaeIntegrator
from jourdain.kernels.context import Context
from jourdain.system.system import System

PAST = 8  # states that are kept


@dataclass(frozen=True, kw_only=True)
class BDF(DaeIntegrator):
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
    module: ClassVar[str] = "bdf.method"
    schema: ClassVar[str] = "bdf"
    escape: ClassVar[float] = 2.0

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.form not in ("velocity", "acceleration"):
            raise ModelError(f"BDF: form = {self.form!r}; it is 'velocity' or 'acceleration'.")
        if self.fixed_order is not None and (isinstance(self.fixed_order, bool) or self.fixed_order not in range(1, 6)):
            raise ModelError(f"BDF: fixed_order = {self.fixed_order!r}; it is 1 to 5 (6 is hardly stable), or None.")

    @property
    def order(self) -> int:  # type: ignore[override]
        """The fixed order, or the highest one."""
        return self.fixed_order or (2 if self.step else 5)

    def sizes(self, system: System) -> dict[str, Any]:
        k = system.kind
        own: dict[str, Any] = {"past": (PAST, k.q + k.v + k.w + 3), "past_times": PAST, "leading": PAST, "kept": k.v}
        own |= {f"nodes_{name}": (PAST, width) for name, width in (("u", k.v), ("v", k.v), ("w", k.w))}
        own |= {"from_past_u": k.v, "from_past_v": k.v, "from_past_w": k.w, "u_end": k.v}
        return self.newton_sizes(system, 1) | {"own": own}

    def set_up(self, mo: Context, system: System) -> None:
        own = mo.own
        own.fixed_order = self.fixed_order or (2 if self.step else 0)
        own.order = own.fixed_order or 3
        own.acceleration_form = int(self.form == "acceleration")
        own.coupled, own.predictor = int(self.coupled), int(self.predictor)
        own.newton = 1e-12 if self.step else min(1e-6, max(1e-12, 1e-3 * (self.tol or 1e-6)))

    @classmethod
    def examples(cls) -> tuple[Integrator, ...]:
        forms = [{"form": f, "coupled": c} for f in ("velocity", "acceleration") for c in (True, False)]
        fixed: list[dict[str, Any]] = [{"fixed_order": k} for k in (1, 2, 3, 4, 5)]
        fixed += [{"fixed_order": 5 - i} | form for i, form in enumerate(forms)]
        return cls._variants(*fixed, sizes=("step",)) + cls._variants(*forms, sizes=("tol",))

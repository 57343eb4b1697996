"""What integrators share that take the constraints themselves and ask the system through the port."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from jourdain.errors import ModelError
from jourdain.integrators.base import Integrator
from jourdain.system.system import System
from jourdain.system.tree import TreeSystem


@dataclass(frozen=True, kw_only=True)
class DaeIntegrator(Integrator):
    """Base of implicit integrators on the DAE."""

    implicit: ClassVar[bool] = True
    in_joints: ClassVar[bool] = True
    stiff: ClassVar[bool] = True

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.step is not None and self.tol is not None:
            raise ModelError(f"{type(self).__name__}: give step (fixed steps) or tol (error control), not both.")

    @property
    def start_order(self) -> float:
        return float(self.order)

    @staticmethod
    def newton_sizes(system: System, slots: int) -> dict[str, Any]:
        """Memory of Newton's method with so many factored matrices."""
        n = system.kind.v + system.kind.w + system.n_rows
        return dict(slots=slots, entries=n * n if isinstance(system, TreeSystem) else len(system.tables["column"]) + 1)

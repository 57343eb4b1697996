"""Central differences as a value."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from jourdain.integrators.ode import FixedStep
from jourdain.system.system import System


@dataclass(frozen=True, kw_only=True)
class CentralDifference(FixedStep):
    """Central differences (Verlet), explicit, second order, fixed step [s]."""

    name: ClassVar[str] = "central difference"
    order: ClassVar[int] = 2
    module: ClassVar[str] = "central.method"
    schema: ClassVar[str] = "central"
    ends_at_outputs: ClassVar[bool] = True

    def sizes(self, system: System) -> dict[str, Any]:
        return dict(own=dict(before=system.kind.q + system.kind.v + system.kind.w + 3))

"""What ODE integrators share: a treatment of constraints, RK4(step=1e-3, constraints="baumgarte")."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from jourdain.errors import ModelError
from jourdain.integrators.base import Integrator
from jourdain.integrators.treatments import Treatment, treatment_from


@dataclass(frozen=True, kw_only=True)
class OdeIntegrator(Integrator):
    """Base of integrators that need a treatment of constraints: a value like Baumgarte(c1=10), or its name."""

    constraints: Any = "projection"

    in_joints: ClassVar[bool] = True

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
        found: Treatment = self.constraints
        return found

    @property
    def drifts(self) -> bool:
        return self.treatment.drifts

    @property
    def lost_in_passages(self) -> float:
        return self.treatment.lost_in_passages


@dataclass(frozen=True, kw_only=True)
class FixedStep(OdeIntegrator):
    """Base of ODE integrators without an error estimate."""

    step: float | None = 1e-3

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.step is None or self.tol is not None:
            raise ModelError(
                f"{type(self).__name__} has no error estimate: give step=.. [s], or use DOP853(tol=..) or Adams(tol=..)."
            )

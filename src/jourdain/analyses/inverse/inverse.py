"""inverse: the forces that make a given motion, and the reactions to them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from jourdain.analyses.inverse.actuators import Actuator, actuated, actuators_of, compiled_like
from jourdain.analyses.inverse.balance import Balance, balanced
from jourdain.analyses.inverse.known_motion import known_motion
from jourdain.analyses.kinematics.kinematics import Closing
from jourdain.errors import ModelError, near
from jourdain.model.model import Model
from jourdain.result.arrays import labelled
from jourdain.result.result import Result, Stats
from jourdain.result.trust import Trust
from jourdain.run.stops import passed_limits
from jourdain.viewer.figures import draw
from jourdain.viewer.section import Chart, Finding, Section, Table, aligned

if TYPE_CHECKING:
    from xarray import DataArray

ROUNDING = 1e-12  # of the largest: shown as zero
TORQUE = {"rad": "N m", "m": "N", "-": "-", "m2": "N/m"}


@dataclass(frozen=True, eq=False)
class Inverse(Finding):
    """Forces that make a motion. forces: actuator -> force [N] or torque [N m] over time, positive to increase its measure.

    rates: rate of that measure [m/s, rad/s]; result: the motion with all reactions, in the model that the actuators drive.
    unique: False where there are more actuators than needed; then their forces are those of least norm.
    """

    name: str
    forces: dict[str, DataArray]
    rates: dict[str, DataArray] = field(repr=False)
    result: Result = field(repr=False)
    unique: bool = True
    notes: tuple[str, ...] = ()

    @property
    def t(self) -> np.ndarray:
        """Times [s]."""
        return self.result.t

    @property
    def power(self) -> dict[str, DataArray]:
        """Power of each actuator over time [W]."""
        return {
            name: labelled(self.t, force.values * self.rates[name].values, "W", f"power of {name}")
            for name, force in self.forces.items()
        }

    def force(self, actuator: str) -> DataArray:
        """Force [N] or torque [N m] of an actuator over time."""
        if actuator not in self.forces:
            raise ModelError(f"there is no actuator {actuator!r}.{near(actuator, self.forces)}")
        return self.forces[actuator]

    def reaction(self, element: str, on: str | None = None, *, frame: Any = None, at: Any = None) -> Any:
        """Of a joint, force or load in this motion; see Result.reaction."""
        return self.result.reaction(element, on, frame=frame, at=at)

    HEAD = ("actuator", "unit", "least", "largest", "root mean square", "power from [W]", "to [W]")

    def _rows(self) -> list[tuple[Any, ...]]:
        rows = []
        for name, force in self.forces.items():
            x, power = (
                np.where(np.abs(y) > ROUNDING * np.abs(y).max(), y, 0.0)
                for y in (force.values, self.power[name].values)
            )
            size = float(np.sqrt(np.mean(x**2)))
            numbers = (float(x.min()), float(x.max()), size, float(power.min()), float(power.max()))
            rows.append((name, force.attrs["units"], *numbers))
        return rows

    def __str__(self) -> str:
        rows = [self.HEAD, *([*row[:2], *(f"{x:.5g}" for x in row[2:])] for row in self._rows())]
        n = len(self.forces)
        first = f"{self.name}: forces of {n} actuator{'s' * (n > 1)}, t = {self.t[0]:g} .. {self.t[-1]:g} s"
        return "\n".join([first, *aligned(rows), *self.notes])

    def data(self) -> dict[str, Any]:
        """For JSON."""
        forces = {name: force.values for name, force in self.forces.items()}
        return {"name": self.name, "unique": self.unique, "notes": self.notes, "t": self.t, "forces": forces}

    def section(self) -> Section:
        """For the report page."""
        head = str(self).splitlines()
        text = "\n".join([head[0], *self.notes])
        return Section("Inverse dynamics", text, (Table(self.HEAD, tuple(self._rows()), "actuators"),), self._charts())

    def _charts(self) -> tuple[Chart, ...]:
        charts = []
        for unit in dict.fromkeys(force.attrs["units"] for force in self.forces.values()):
            lines = {name: x.values for name, x in self.forces.items() if x.attrs["units"] == unit}
            charts.append(Chart(self.t, lines, "t [s]", f"{'torque' if unit == 'N m' else 'force'} [{unit}]"))
        lines = {name: x.values for name, x in self.power.items()}
        return (*charts, Chart(self.t, lines, "t [s]", "power [W]"))

    def plot(self, path: Any = None) -> Any:
        """Forces and powers over time with matplotlib; path: also write the figure to a file."""
        return draw(self._charts(), self.name, path)


def inverse(
    model: Model,
    motion: Any = None,
    *,
    actuators: Sequence[Any] | Any | None = None,
    t_end: float | None = None,
    t_start: float | None = None,
    output: int | Any = None,
) -> Inverse:
    """The forces that make a given motion, with all reactions; loops and redundant joints included.

    motion: None (the drives of the model), a table {name: text, number or function of t} of measures that are driven in
    addition, arrays over time {"t": [s], name: values} (an interpolating spline is taken), a Result of the same model, or the
    path of a stored result (.nc) or of a table (.csv). Names are those of measures, of joints with one free motion, of forces,
    drives, or coordinates ("crank.theta").
    actuators: what acts, by such names or as measures; by default the drives, which else do not act. A force of the model that
    is named here is left out and found instead. t_start, t_end [s], output: as in kinematics; of a Result by default all its
    output times.

    Raises ModelError, with the motions that nothing holds, where actuators cannot make the motion. Where there are more than
    are needed their forces are those of the least sum of squares (forces times the length of the model count as torques).
    """
    if not isinstance(model, Model):
        raise ModelError(f"inverse: {model!r} is no model; give a jourdain.Model, and a run as motion=result.")
    known, by_drives, notes = known_motion(model, motion, t_start, t_end, output)
    base = known.model if by_drives and actuators is None else model
    chosen = actuators_of(base, actuators)
    moved, followed = actuated(base, chosen, by_drives)
    system = compiled_like(moved, known.system)
    found = balanced(system, known, chosen, followed)
    notes = (*notes, *found.notes, *passed_limits(known))
    forces = {one.name: _labelled(known, one, found.forces[:, i], "force of") for i, one in enumerate(chosen)}
    rates = {one.name: _labelled(known, one, found.rates[:, i], "rate of") for i, one in enumerate(chosen)}
    return Inverse(model.name, forces, rates, _result(known, found, notes), found.unique, notes)


def _labelled(known: Result, actuator: Actuator, values: np.ndarray, what: str) -> DataArray:
    unit = actuator.measure.unit
    return labelled(
        known.t, values, TORQUE.get(unit, "-") if what == "force of" else f"{unit}/s", f"{what} {actuator.name}"
    )


def _result(known: Result, found: Balance, notes: tuple[str, ...]) -> Result:
    """The motion with its reactions. In a model file drives that follow arrays cannot be written: the numbers can."""
    piece, system = found.piece, found.piece.system
    energy = piece.energies.sum(axis=1) - piece.work.sum(axis=1)
    trust = Trust(
        coordinates=bool(system.coordinates),
        length=system.length,
        t=piece.t,
        error=known.trust.error if known.trust.error is not None and len(known.trust.error) == len(piece.t) else None,
        companion=f"that of the motion: {known.trust.companion}" if known.trust.companion else "that of the motion",
        energy_error=float(np.abs(energy - energy[0]).max()),
        energy_size=max(float(piece.energies[:, 0].max()), float(np.ptp(piece.energies[:, 1]))),
        imbalance=float(piece.imbalance.max()),
        redundant=found.redundant,
        loose=tuple(dict.fromkeys(name.rsplit(": ", 1)[0] for name in found.loose)),
        notes=notes,
    )
    step = float(piece.t[-1] - piece.t[0]) / max(1, len(piece.t) - 1)
    whole = Result([piece], Closing(step, "inverse dynamics"), Stats(steps=len(piece.t)), trust)
    return replace(whole, redundant=found.redundant, not_unique=found.loose)

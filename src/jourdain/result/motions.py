"""What a Result says of one body, coordinate or point: labelled arrays with units."""

from __future__ import annotations

import functools
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from jourdain.errors import ModelError
from jourdain.kernels.measures import COORDINATE
from jourdain.model import quaternions
from jourdain.model.measures import Measure
from jourdain.result.arrays import AXES, Quantities, labelled, vector
from jourdain.system.layout import Layout

if TYPE_CHECKING:
    from xarray import DataArray


@dataclass(frozen=True, repr=False)
class BodyMotion(Quantities):
    """Motion of one body over time, in ground axes: of its centre of mass [m, m/s, m/s2], and of its rotation [rad/s ..]."""

    name: str
    layout: Layout  # of this body alone
    t: np.ndarray
    q: np.ndarray
    v: np.ndarray
    a: np.ndarray
    turned: np.ndarray | None = None  # angle [rad] (nt,) of directors, where it was counted in the run

    @property
    def planar(self) -> bool:
        """True for a body in the plane."""
        return self.layout.dimension == 2

    def quantities(self) -> dict[str, DataArray]:
        """The arrays by what they are."""
        turned = "angle" if self.planar else "quaternion"
        names = ("position", "velocity", "acceleration", turned, "angular_velocity", "angular_acceleration")
        return {name: getattr(self, name) for name in names}

    def _vector(self, values: np.ndarray, unit: str, what: str) -> DataArray:
        return vector(self.t, values[:, 0], unit, f"{what} of {self.name}")

    @property
    def position(self) -> DataArray:
        """Centre of mass [m], (time, axis)."""
        return self._vector(self.layout.points(self.q), "m", "position")

    @property
    def velocity(self) -> DataArray:
        """Of the centre of mass [m/s], (time, axis)."""
        return self._vector(self.layout.translations(self.v), "m/s", "velocity")

    @property
    def acceleration(self) -> DataArray:
        """Of the centre of mass [m/s2], (time, axis)."""
        return self._vector(self.layout.translations(self.a), "m/s2", "acceleration")

    @property
    def angle(self) -> DataArray:
        """Planar bodies: angle [rad], (time,). Turns of sections of ancf beams are counted from output to output."""
        if not self.planar:
            raise ModelError(f"body {self.name!r} moves in space: use .quaternion or .rotation.")
        values = self.layout.angles(self.q)[:, 0]
        if self.layout.orientation == "directors":  # which do not know their turns
            values = np.unwrap(values) if self.turned is None else self.turned
        return labelled(self.t, values, "rad", f"angle of {self.name}")

    @property
    def quaternion(self) -> DataArray:
        """Unit quaternion body -> ground, (time, component) with components w, x, y, z."""
        if self.planar:
            raise ModelError(f"body {self.name!r} is planar: use .angle or .rotation.")
        values = self.layout.unit_quaternions(self.q)[:, 0]
        if self.layout.orientation == "directors":
            values = quaternions.continued(values)
        return labelled(self.t, values, "-", f"quaternion of {self.name}", component=("w", "x", "y", "z"))

    @functools.cached_property
    def matrices(self) -> np.ndarray:
        """Rotation matrices body -> ground as a plain array, (nt, 3, 3)."""
        return self.layout.rotations(self.q)[:, 0]

    @functools.cached_property
    def axes(self) -> np.ndarray:
        """What vectors of the body are multiplied by, (nt, 3, 3): the rotation, of sections that stretch with the stretch."""
        return self.layout.axes(self.q)[:, 0]

    @property
    def rotation(self) -> DataArray:
        """Rotation matrix body -> ground, (time, row, column)."""
        return labelled(self.t, self.matrices, "-", f"rotation of {self.name}", row=AXES, column=AXES)

    def _turning(self, turning: np.ndarray, unit: str, what: str) -> DataArray:
        if self.planar:
            return labelled(self.t, turning[:, 2], unit, f"{what} of {self.name}")
        return vector(self.t, turning, unit, f"{what} of {self.name}")

    @property
    def angular_velocity(self) -> DataArray:
        """[rad/s] in ground axes, (time, axis); planar (time,)."""
        return self._turning(self.layout.spins(self.q, self.v)[:, 0], "rad/s", "angular velocity")

    @property
    def angular_acceleration(self) -> DataArray:
        """[rad/s2] in ground axes, (time, axis); planar (time,)."""
        return self._turning(self.layout.spin_rates(self.q, self.v, self.a)[:, 0], "rad/s2", "angular acceleration")


def counted_angle(result: Any, body: str) -> np.ndarray | None:
    """Angle [rad] (nt,) of a rigid body in the plane whose coordinates are directors, as it was counted in the run."""
    angle = Measure(COORDINATE, (), (body, "theta"))
    if result.system.layout.orientation != "directors" or angle not in result.system.measures:
        return None
    return np.concatenate([piece.x[:, piece.system.measures[angle]] for piece in result.outputs])


@dataclass(frozen=True, repr=False)
class FlexibleMotion(BodyMotion):
    """Motion of a body that bends: of its frame as of any body, and amplitudes of its shapes over time."""

    elastic: tuple[np.ndarray, np.ndarray, np.ndarray] = field(kw_only=True)  # and rates, second derivatives, (nt, k)

    def _shapes(self, of: int, unit: str, what: str) -> DataArray:
        values = self.elastic[of]
        return labelled(self.t, values, unit, f"{what} of {self.name}", shape=np.arange(1, values.shape[1] + 1))

    def quantities(self) -> dict[str, DataArray]:
        """The arrays by what they are."""
        return super().quantities() | {"amplitudes": self.amplitudes}

    @property
    def amplitudes(self) -> DataArray:
        """Of the shapes of its part, [sqrt(kg) m], (time, shape): displacements are part.surface.shapes times these."""
        return self._shapes(0, "sqrt(kg) m", "amplitudes")

    @property
    def amplitude_rates(self) -> DataArray:
        """[sqrt(kg) m/s], (time, shape)."""
        return self._shapes(1, "sqrt(kg) m/s", "amplitude rates")


@dataclass(frozen=True, repr=False)
class CoordinateMotion(Quantities):
    """A coordinate of a Lagrangian system over time, (time,) each: value, rate, acceleration, momentum dL/d(rate)."""

    value: DataArray
    rate: DataArray
    acceleration: DataArray
    momentum: DataArray


@dataclass(frozen=True, repr=False)
class PointMotion(Quantities):
    """Motion of a point of a body in ground axes: position [m], velocity [m/s], acceleration [m/s2], (time, axis)."""

    position: DataArray
    velocity: DataArray
    acceleration: DataArray

"""What a Result says of one body, coordinate or point: labelled arrays with units."""

from __future__ import annotations

import functools
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from jourdain.errors import ModelError, near, shown
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

    def numbers(self, part: str) -> np.ndarray:
        """A quantity (nt, ..) without its labels, which take longer than all else where there are thousands of bodies."""
        if not isinstance(part, str) or part not in _NUMBERS:
            raise ModelError(f"body {self.name!r}: there is no quantity {shown(part)}.{near(str(part), _NUMBERS)}")
        values = _NUMBERS[part](self)
        return values[:, 2] if self.planar and part.startswith("angular") else values

    def _vector(self, part: str, unit: str, what: str) -> DataArray:
        make = labelled if self.planar and part.startswith("angular") else vector
        return make(self.t, self.numbers(part), unit, f"{what} of {self.name}")

    @property
    def position(self) -> DataArray:
        """Centre of mass [m], (time, axis)."""
        return self._vector("position", "m", "position")

    @property
    def velocity(self) -> DataArray:
        """Of the centre of mass [m/s], (time, axis)."""
        return self._vector("velocity", "m/s", "velocity")

    @property
    def acceleration(self) -> DataArray:
        """Of the centre of mass [m/s2], (time, axis)."""
        return self._vector("acceleration", "m/s2", "acceleration")

    @property
    def angle(self) -> DataArray:
        """Planar bodies: angle [rad], (time,). Turns of sections of ancf beams are counted from output to output."""
        if not self.planar:
            raise ModelError(f"body {self.name!r} moves in space: use .quaternion or .rotation.")
        return labelled(self.t, self.numbers("angle"), "rad", f"angle of {self.name}")

    @property
    def quaternion(self) -> DataArray:
        """Unit quaternion body -> ground, (time, component) with components w, x, y, z."""
        if self.planar:
            raise ModelError(f"body {self.name!r} is planar: use .angle or .rotation.")
        values = self.numbers("quaternion")
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

    @property
    def angular_velocity(self) -> DataArray:
        """[rad/s] in ground axes, (time, axis); planar (time,)."""
        return self._vector("angular_velocity", "rad/s", "angular velocity")

    @property
    def angular_acceleration(self) -> DataArray:
        """[rad/s2] in ground axes, (time, axis); planar (time,)."""
        return self._vector("angular_acceleration", "rad/s2", "angular acceleration")


def _angle(one: BodyMotion) -> np.ndarray:
    values = one.layout.angles(one.q)[:, 0]
    if one.layout.orientation == "directors":  # which do not know their turns
        return np.unwrap(values) if one.turned is None else one.turned
    return values


def _quaternion(one: BodyMotion) -> np.ndarray:
    values = one.layout.unit_quaternions(one.q)[:, 0]
    return quaternions.continued(values) if one.layout.orientation == "directors" else values


_NUMBERS: dict[str, Callable[[BodyMotion], np.ndarray]] = {
    "position": lambda one: one.layout.points(one.q)[:, 0],
    "velocity": lambda one: one.layout.translations(one.v)[:, 0],
    "acceleration": lambda one: one.layout.translations(one.a)[:, 0],
    "angle": _angle,
    "quaternion": _quaternion,
    "angular_velocity": lambda one: one.layout.spins(one.q, one.v)[:, 0],
    "angular_acceleration": lambda one: one.layout.spin_rates(one.q, one.v, one.a)[:, 0],
}


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

"""Curves of a result by short names: "slider.x", "crank.wz", "B.force", "phi", "energy.error". One table for plots and pages.

body.x y z, .vx vy vz, .ax ay az, .wx wy wz, .speed, .angle (plane)        joint.force, joint.force.x .., joint.torque
body.marker.x .., .vx .., .ax .. of a marker                               the ends of a beam are bodies: rod.start.x, rod.end.y
a measure: its name, or "A.angle"; an extra state, a row "hinge: slide x"  energy.kinetic .potential .error, gap, error
coordinate, .rate, .acceleration, .momentum, a generalised speed           row.force.coordinate, drive.force.coordinate
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import numpy as np

from jourdain.errors import ModelError, near
from jourdain.result.arrays import AXES, labelled
from jourdain.result.generalised_forces import elements

GAPS = {
    "gap": "opening of the worst row",
    "rate_gap": "opening of the worst row, its rate [/s]",
    "acceleration_gap": "opening of the worst row at acceleration level [/s2]",
}

if TYPE_CHECKING:
    from xarray import DataArray

_BODY = {"": "position", "v": "velocity", "a": "acceleration", "w": "angular_velocity"}
COORDINATE = {"": "value", ".rate": "rate", ".acceleration": "acceleration", ".momentum": "momentum"}
_POINT = {kind: name for kind, name in _BODY.items() if kind != "w"}
_ENERGY = ("kinetic", "potential", "drives", "dampers", "applied", "error")


def names(result: Any) -> Iterator[str]:
    """Every short name that `curve` knows for this result."""
    planar = result.system.planar
    axes = AXES[:2] if planar else AXES
    for body in result.model.named_bodies if result.system.bodies else ():
        yield from (f"{body}.{kind}{axis}" for kind in ("", "v", "a") for axis in axes)
        yield f"{body}.speed"
        if planar:
            yield f"{body}.angle"
        yield from (f"{body}.w{axis}" for axis in (("z",) if planar else AXES))
        for marker in result.model.find_body(body, "curves").markers:
            yield from (f"{body}.{marker}.{kind}{axis}" for kind in _POINT for axis in axes)
    yield from (f"{name}{part}" for name in result.system.coordinates for part in COORDINATE)
    yield from result.speeds
    yield from result.system.recorded
    yield from result.system.state_names
    if result.system.coordinates:
        yield from (f"{one}.force.{name}" for one in elements(result) for name in result.system.coordinates)
    for element in (*result.model.joints, *result.model.forces) if not result.system.coordinates else ():
        for part in ("force", "torque"):
            yield f"{element}.{part}"
            yield from (f"{element}.{part}.{axis}" for axis in AXES)
    yield from result.multipliers
    yield from (f"energy.{part}" for part in _ENERGY)
    yield from GAPS
    if result.trust.error is not None:
        yield "error"


def curve(result: Any, name: str) -> DataArray:
    """The curve of a short name over time, with its unit."""
    if name in result.system.recorded:
        return result.measure(name)
    if name in result.system.state_names:
        return result.state(name)
    if name in GAPS:
        return labelled(result.t, getattr(result, name), "-", GAPS[name])
    if name == "error" and result.trust.error is not None:
        return labelled(result.t, result.trust.error, "-", "estimated error of positions")
    of = (_of_coordinate, _of_force) if result.system.coordinates else (_of_body, _of_point, _of_element)
    found = next((one for one in (function(result, name) for function in of) if one is not None), None)
    if found is None and name.startswith("energy.") and name[7:] in _ENERGY:
        found = getattr(result.energy, name[7:])
    if found is None and name in (rows := result.multipliers):
        found = rows[name]
    if found is None and name.rpartition(".")[0] in result.model.joints:
        found = result.measure(name)
    if found is None:
        raise ModelError(f"no curve is named {name!r}.{near(name, names(result))}")
    found.name = found.attrs["long_name"] = name
    return found


def _of_coordinate(result: Any, name: str) -> DataArray | None:
    owner, dot, part = name.partition(".")
    if owner in result.system.coordinates and dot + part in COORDINATE:
        return getattr(result[owner], COORDINATE[dot + part])
    return result.speeds.get(name)


def _of_force(result: Any, name: str) -> DataArray | None:
    element, dot, coordinate = name.rpartition(".force.")
    if not dot or element not in elements(result) or coordinate not in result.system.coordinates:
        return None
    return result.reaction(element).force.sel(coordinate=coordinate, drop=True)


def _of_body(result: Any, name: str) -> DataArray | None:
    body, _, part = name.rpartition(".")
    body = result.model.section_named(body)
    if body not in result.system.bodies:
        return None
    motion = result[body]
    if part == "angle" and motion.planar:
        return motion.angle
    if part == "speed":
        v = motion.velocity
        return labelled(result.t, np.linalg.norm(v.values, axis=1), v.attrs["units"], name)
    kind, axis = part[:-1], part[-1:]
    if kind not in _BODY or axis not in AXES:
        return None
    array = getattr(motion, _BODY[kind])
    if array.ndim == 1:  # the plane turns about z only
        return array if axis == "z" else None
    return array.sel(axis=axis, drop=True) if axis in array.axis.values else None


def _of_point(result: Any, name: str) -> DataArray | None:
    owner, _, part = name.rpartition(".")
    body, _, marker = owner.rpartition(".")
    while body and marker not in getattr(result.model.bodies.get(result.model.section_named(body)), "markers", ()):
        body, _, more = body.rpartition(".")  # names of markers may have dots
        marker = f"{more}.{marker}"
    body = result.model.section_named(body)
    kind, axis = part[:-1], part[-1:]
    if body not in result.system.bodies or marker not in result.model.bodies[body].markers or kind not in _POINT:
        return None
    array = getattr(result.point(result.model.bodies[body].markers[marker]), _POINT[kind])
    return array.sel(axis=axis, drop=True) if axis in array.axis.values else None


def _of_element(result: Any, name: str) -> DataArray | None:
    for element in (*result.model.joints, *result.model.forces):
        if not name.startswith(f"{element}."):
            continue
        part, _, axis = name[len(element) + 1 :].partition(".")
        if part not in ("force", "torque") or (axis and axis not in AXES):
            continue
        array = getattr(result.reaction(element), part)
        if array.ndim == 1:  # torques in the plane
            return array if axis in ("", "z") else None
        if axis:
            return array.sel(axis=axis, drop=True) if axis in array.axis.values else None
        return labelled(result.t, np.linalg.norm(array.values, axis=1), array.attrs["units"], name)
    return None

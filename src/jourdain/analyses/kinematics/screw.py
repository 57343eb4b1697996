"""The instantaneous screw axis of one body against another: their relative motion is a turn about it and a slide along it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from jourdain.errors import ModelError, near, shown
from jourdain.model.measures import GROUND
from jourdain.result.arrays import labelled, vector
from jourdain.result.points import point_states
from jourdain.result.result import Result

if TYPE_CHECKING:
    from xarray import DataArray

TURNS = 1e-12  # [rad/s] against velocities in lengths: what turns more slowly slides


@dataclass(frozen=True)
class Screw:
    """Screw axis over time: direction (time, axis) and point (time, axis) [m], the point of it nearest to the body's centre.

    turning [rad/s] about the direction, sliding [m/s] along it, pitch = sliding / turning [m/rad]. Where nothing turns
    the direction is that of the slide, the pitch is infinite, and there is no point (NaN). In the plane the direction is z,
    the pitch 0, and the point is the pole of velocities.
    """

    direction: DataArray
    point: DataArray
    turning: DataArray
    sliding: DataArray
    pitch: DataArray


def screw_axis(result: Result, body: str, against: str = GROUND) -> Screw:
    """The instantaneous screw axis of a body against another body (or the ground) at the output times of any Result.

    With the relative spin w, its size W and the relative velocity u of the body's point c: direction w/W, point
    c + w x u/W^2, sliding w.u/W; all in ground axes.
    """
    system = result.system
    for name in (body, against):
        if system.coordinates or name not in (GROUND, *system.bodies):
            raise ModelError(f"screw_axis: the result has no body {shown(name)}.{near(name, [GROUND, *system.bodies])}")
    if body == against:
        raise ModelError(f"screw_axis: {body!r} does not move against itself; name two different bodies.")
    first = body if body != GROUND else against
    centre = point_states(result, first, system.com[system.bodies.index(first)])[0]
    velocity, spin = (x - y for x, y in zip(_at(result, body, centre), _at(result, against, centre), strict=True))
    turning, speed = np.linalg.norm(spin, axis=1), np.linalg.norm(velocity, axis=1)
    turns = turning > TURNS * np.maximum(1.0, speed / system.length)
    along = np.where(turns[:, None], spin, velocity)
    size = np.linalg.norm(along, axis=1)
    with np.errstate(divide="ignore", invalid="ignore"):
        direction = along / size[:, None]
        offset = np.cross(spin, velocity) / (turning**2)[:, None]
        sliding = np.einsum("ti,ti->t", direction, velocity)
        pitch = np.where(turns, sliding / turning, np.where(speed > 0.0, np.inf, np.nan))
    point = np.where(turns[:, None], centre + offset, np.nan)
    t, of = result.t, f"of the screw axis of {body} against {against}"
    return Screw(
        vector(t, direction, "-", f"direction {of}"),
        vector(t, point, "m", f"point {of}"),
        labelled(t, np.where(turns, turning, 0.0), "rad/s", f"turning {of}"),
        labelled(t, sliding, "m/s", f"sliding {of}"),
        labelled(t, pitch, "m/rad", f"pitch {of}"),
    )


def _at(result: Result, body: str, points: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Velocity (nt, 3) of the points (nt, 3) in ground axes, taken as points of a body, and the spin of that body."""
    if body == GROUND:
        return np.zeros_like(points), np.zeros_like(points)
    motion = result[body]
    spin = motion.layout.spins(motion.q, motion.v)[:, 0]
    arm = points - motion.layout.positions(motion.q)[:, 0]
    return motion.layout.velocities(motion.v)[:, 0] + np.cross(spin, arm), spin

"""The line of a beam as drawn: places, tangents and axes of its sections."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from jourdain.errors import ModelError
from jourdain.model.parsing import pad, vector


@dataclass(frozen=True)
class Line:
    """Places (n, 3) [m] and unit tangents (n, 3) of n sections at equal arc lengths; marks: fractions of the given points."""

    places: np.ndarray
    tangents: np.ndarray
    marks: np.ndarray


def line(where: str, sections: int, n: int, start: Any, end: Any, through: Any, points: Any) -> Line:
    """A straight line, an arc of a circle from start through a point to end, or a smooth line through points of n numbers."""
    if points is not None:
        if not (start is None and end is None and through is None):
            raise ModelError(f"{where}: give start and end, or points, not both.")
        return _through_points(where, sections, n, points)
    if start is None or end is None:
        raise ModelError(f"{where}: give start and end, or points.")
    a, b = pad(vector(start, n, f"{where}: start")), pad(vector(end, n, f"{where}: end"))
    if not np.linalg.norm(b - a) > 0.0:
        raise ModelError(f"{where}: start and end are the same point; a beam needs a length.")
    along = np.linspace(0.0, 1.0, sections)[:, None]
    if through is not None:
        return _arc(where, along, a, pad(vector(through, n, f"{where}: through")), b)
    tangents = np.tile((b - a) / np.linalg.norm(b - a), (sections, 1))
    return Line(a + along * (b - a), tangents, np.array([0.0, 1.0]))


def _arc(where: str, along: np.ndarray, a: np.ndarray, m: np.ndarray, b: np.ndarray) -> Line:
    """The circle through three points, from a over m to b."""
    u, w = m - a, b - a
    axis = np.cross(u, w)
    if not np.linalg.norm(axis) > 1e-9 * np.linalg.norm(u) * np.linalg.norm(w):
        raise ModelError(f"{where}: start, through and end are on a line (or two of them are one point): no circle.")
    centre = a + np.cross((u @ u) * w - (w @ w) * u, axis) / (2.0 * axis @ axis)
    axis = axis / np.linalg.norm(axis)
    first = a - centre
    across = np.cross(axis, first)
    turn = math.atan2((b - centre) @ across, (b - centre) @ first) % math.tau
    angles = along * turn
    places = centre + np.cos(angles) * first + np.sin(angles) * across
    tangents = (np.cos(angles) * across - np.sin(angles) * first) / np.linalg.norm(first)
    return Line(places, tangents, np.array([0.0, 1.0]))


def _through_points(where: str, sections: int, n: int, points: Any) -> Line:
    """A cubic spline through the points, divided into pieces of equal length."""
    from scipy.interpolate import CubicSpline  # of use for curved beams only

    if np.ndim(points) == 0 or isinstance(points, str):
        raise ModelError(f"{where}: points = {points!r}; give a list of points, of {n} numbers each.")
    given = np.array([pad(vector(point, n, f"{where}: points")) for point in points])
    if len(given) < 2:
        raise ModelError(f"{where}: give at least two points.")
    steps = np.linalg.norm(np.diff(given, axis=0), axis=1)
    if not (steps > 1e-12 * steps.sum()).all():
        i = int(steps.argmin())
        raise ModelError(
            f"{where}: points {i + 1} and {i + 2} are the same, {given[i][:n].tolist()} m; list each once."
        )
    chord = np.concatenate([[0.0], np.cumsum(steps)])
    ends = "periodic" if np.array_equal(given[0], given[-1]) else "not-a-knot" if len(given) > 3 else "natural"
    curve = CubicSpline(chord, given, bc_type=ends)
    fine = np.unique(np.concatenate([np.linspace(0.0, chord[-1], 200 * max(sections, len(given)) + 1), chord]))
    speed = np.linalg.norm(curve(fine, 1), axis=1)
    arc = np.concatenate([[0.0], np.cumsum(0.5 * (speed[1:] + speed[:-1]) * np.diff(fine))])
    at = np.interp(np.linspace(0.0, arc[-1], sections), arc, fine)
    tangents, places = curve(at, 1), curve(at)
    speeds = np.linalg.norm(tangents, axis=1)
    if speeds.min() < 1e-6:  # against 1 along chords
        cusp = places[int(speeds.argmin())][:n].round(12).tolist()
        raise ModelError(
            f"{where}: at {cusp} m its points turn back the way they came; draw a loop there, or two beams."
        )
    marks = np.interp(chord, fine, arc) / arc[-1]
    return Line(places, tangents / speeds[:, None], marks)


def frames(where: str, drawn: Line, normal: Any, planar: bool) -> np.ndarray:
    """Axes of the sections as columns, (n, 3, 3): x along the beam, z the normal; in the plane y is the normal.

    normal: one direction, at the start, that is carried on without twist; or one for each given point, between which the
    beam is twisted evenly.
    """
    tangents = drawn.tangents
    if planar:
        if normal is not None:
            raise ModelError(f"{where}: in the plane the normal is in the plane; leave it out.")
        return np.array([np.column_stack([t, [-t[1], t[0], 0.0], [0.0, 0.0, 1.0]]) for t in tangents])
    several = normal is not None and np.ndim(normal) == 2
    if several and len(normal) != len(drawn.marks):
        raise ModelError(
            f"{where}: here are {len(normal)} normals for {len(drawn.marks)} points; give one, or one for each."
        )
    given = [vector(one, 3, f"{where}: normal") for one in (normal if several else [_or_upward(normal, tangents[0])])]
    z = _across(where, given[0], tangents[0])
    found = []
    for t in tangents:
        z = z - (z @ t) * t
        z = z / np.linalg.norm(z)
        found.append(np.column_stack([t, np.cross(z, t), z]))
    return _twisted(where, np.array(found), drawn.marks, given) if several else np.array(found)


def _or_upward(normal: Any, tangent: np.ndarray) -> Any:
    """As given; else the upward direction, or for a vertical beam that of ground x."""
    return normal if normal is not None else (0.0, 0.0, 1.0) if abs(tangent[2]) < 0.99 else (1.0, 0.0, 0.0)


def _across(where: str, normal: np.ndarray, tangent: np.ndarray) -> np.ndarray:
    if not normal.any():
        raise ModelError(f"{where}: the normal {normal.tolist()} has no direction; it must point away from its side.")
    across = normal - (normal @ tangent) * tangent
    if not np.linalg.norm(across) > 1e-6 * max(float(np.linalg.norm(normal)), 1e-300):
        raise ModelError(f"{where}: the normal {normal.tolist()} is along the beam; it must point away from its side.")
    return across


def _twisted(where: str, axes: np.ndarray, marks: np.ndarray, normals: list[np.ndarray]) -> np.ndarray:
    """Axes that are turned about the tangent, so that z passes through the given normals."""
    along = np.linspace(0.0, 1.0, len(axes))
    angles = []
    for mark, normal in zip(marks, normals, strict=True):
        near = axes[int(np.abs(along - mark).argmin())]
        across = _across(where, normal, near[:, 0])
        angles.append(math.atan2(-across @ near[:, 1], across @ near[:, 2]))
    turns = np.interp(along, marks, np.unwrap(angles))
    c, s = np.cos(turns), np.sin(turns)
    y, z = axes[:, :, 1], axes[:, :, 2]
    return np.stack([axes[:, :, 0], c[:, None] * y + s[:, None] * z, c[:, None] * z - s[:, None] * y], axis=2)

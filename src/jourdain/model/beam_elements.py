"""Elements of beams: which sections they join, where they are integrated, and their strains as drawn.

Two sections: one point in the middle. Three: quadratic shape functions, two points of Gauss. Theory: docs/theory/beams.md.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from jourdain.model.quaternions import conjugate, matrices, product
from jourdain.model.rotations import direction_cosines

_GAUSS = 1.0 / math.sqrt(3.0)
# of the sections of an element, by their number: share of its mass, and links of its consistent mass (see Element)
SHARES = {2: (1 / 2, 1 / 2), 3: (1 / 6, 4 / 6, 1 / 6)}
# "averaged": half way between both, of two sections of order 4 (Goudreau and Taylor 1973, on waves along bars)
MASSES = {"consistent": 1.0, "averaged": 0.5, "lumped": 0.0}  # part of these links that a beam has
_LINKS = {2: ((0, 1, 1 / 6),), 3: ((0, 1, 2 / 30), (1, 2, 2 / 30), (0, 2, -1 / 30))}


@dataclass(frozen=True)
class Point:
    """Where an element is integrated.

    weight [m]; shape: how much each section has in what is interpolated there, slope: in its derivative by the arc length
    [1/m]; rest: strains as drawn (stretch, shears, twist, bendings; in the plane stretch, shear, bending).
    """

    weight: float
    shape: tuple[float, ...]
    slope: tuple[float, ...]
    rest: tuple[float, ...]


@dataclass(frozen=True)
class Element:
    """What is elastic between two or three sections (names of bodies). length [m], mass [kg].

    Its mass is with the sections, by SHARES. The consistent mass matrix differs from that by `links` (i, j, x): sections i and
    j of the element have in it - x mass (e_i - e_j)(e_i - e_j)^T, for each direction, and in the plane for the angle, with
    `moment` [kg m2] instead of the mass; in space, where sections turn about axes of their own, it is 0.
    """

    nodes: tuple[str, ...]
    length: float
    mass: float
    moment: float
    points: tuple[Point, ...]

    @property
    def links(self) -> tuple[tuple[str, str, float], ...]:
        """The links of consistent mass: two sections, x."""
        return tuple((self.nodes[i], self.nodes[j], x) for i, j, x in _LINKS[len(self.nodes)])


def _functions(nodes: int) -> tuple[tuple[float, np.ndarray, np.ndarray], ...]:
    """Weight, shape functions and slopes at each point of an element over -1 .. 1."""
    if nodes == 2:
        return ((2.0, np.array([0.5, 0.5]), np.array([-0.5, 0.5])),)
    return tuple(
        (1.0, np.array([x * (x - 1) / 2, 1 - x * x, x * (x + 1) / 2]), np.array([x - 0.5, -2 * x, x + 0.5]))
        for x in (-_GAUSS, _GAUSS)
    )


def points_of(planar: bool, places: np.ndarray, axes: np.ndarray) -> tuple[Point, ...]:
    """The points of an element as it is drawn: places (n, 3) and axes (n, 3, 3) of its sections."""
    found = []
    for weight, shape, slope in _functions(len(places)):
        stretch = float(np.linalg.norm(slope @ places))  # arc length over the coordinate of the element
        by_arc = slope / stretch
        rest = (_planar_strains if planar else _spatial_strains)(shape, by_arc, places, axes)
        found.append(Point(weight * stretch, tuple(shape.tolist()), tuple(by_arc.tolist()), rest))
    return tuple(found)


def _planar_strains(shape: np.ndarray, slope: np.ndarray, places: np.ndarray, axes: np.ndarray) -> tuple[float, ...]:
    """Stretch, shear and bending, see kernels/bodies/beams_planar.py."""
    angles = np.unwrap([math.atan2(R[1, 0], R[0, 0]) for R in axes])
    theta, (x, y, _) = shape @ angles, slope @ places
    c, s = math.cos(theta), math.sin(theta)
    return (c * x + s * y, c * y - s * x, float(slope @ angles), 0.0, 0.0, 0.0)


def _spatial_strains(shape: np.ndarray, slope: np.ndarray, places: np.ndarray, axes: np.ndarray) -> tuple[float, ...]:
    """Gamma and kappa, see kernels/bodies/beams_spatial.py."""
    q = np.array([direction_cosines(R).quaternion for R in axes])
    q *= np.where(q @ q[len(q) // 2] < 0.0, -1.0, 1.0)[:, None]
    r = shape @ q
    kappa = 2.0 * product(conjugate(r), slope @ q)[1:] / (r @ r)
    if len(q) == 2:  # the rotation vector itself, as half its angle is the same seen from either section
        t = float(np.linalg.norm(kappa)) / (4.0 * slope[1])
        kappa *= math.atan(t) / t if t > 0.0 else 1.0
    return (*(matrices(r).T @ (slope @ places)).tolist(), *kappa.tolist())

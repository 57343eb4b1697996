"""Solid elements as tables: where their nodes are, shape functions and points of integration.

Shape functions are polynomials that are one at their own node and zero at the others; each is found from the list of its
monomials, so that an element is data. Nodes are numbered as in Abaqus and CalculiX: corners, then the middles of edges.
Theory: docs/theory/modal.md.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import product

import numpy as np

_HEXAHEDRON = [(-1, -1, -1), (1, -1, -1), (1, 1, -1), (-1, 1, -1), (-1, -1, 1), (1, -1, 1), (1, 1, 1), (-1, 1, 1)]
_TETRAHEDRON = [(0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1)]
_HEXAHEDRON_EDGES = [(0, 1), (1, 2), (2, 3), (3, 0), (4, 5), (5, 6), (6, 7), (7, 4), (0, 4), (1, 5), (2, 6), (3, 7)]
_TETRAHEDRON_EDGES = [(0, 1), (1, 2), (2, 0), (0, 3), (1, 3), (2, 3)]


@dataclass(frozen=True)
class Rule:
    """Points of integration (n, 3) in the reference element, and their weights (n,)."""

    points: np.ndarray
    weights: np.ndarray


def gauss(n: int) -> Rule:
    """n x n x n points in the cube from -1 to 1, exact for powers up to 2 n - 1 of each coordinate."""
    x, w = np.polynomial.legendre.leggauss(n)
    points = np.array(list(product(x, x, x)))
    return Rule(points, np.array([a * b * c for a, b, c in product(w, w, w)]))


def gauss_in_tetrahedron(n: int) -> Rule:
    """n x n x n points in the unit tetrahedron, exact for polynomials of degree 2 n - 1: a cube with three faces drawn in."""
    from scipy.special import roots_jacobi

    lines = []
    for power in (2, 1, 0):
        x, w = roots_jacobi(n, power, 0)
        lines.append((0.5 * (1 + x), w * 0.5 ** (power + 1)))
    points, weights = [], []
    for (a, wa), (b, wb), (c, wc) in product(*(list(zip(x, w, strict=True)) for x, w in lines)):
        points.append((a, b * (1 - a), c * (1 - a) * (1 - b)))
        weights.append(wa * wb * wc)
    return Rule(np.array(points), np.array(weights))


def _four_points() -> Rule:
    """The rule of degree 2 in the unit tetrahedron with four equal weights."""
    a, b = (5 - 5**0.5) / 20, (5 + 3 * 5**0.5) / 20
    return Rule(np.array([(a, a, a), (b, a, a), (a, b, a), (a, a, b)]), np.full(4, 1 / 24))


@dataclass(frozen=True)
class Solid:
    """A kind of element. places (k, 3): nodes in the reference element; powers (k, 3): exponents of the monomials.

    stiffness, mass: rules of integration; stress: points where stress is best, few enough to be extended to the nodes.
    bubbles: exponents of further functions 1 - x^2 of the inside, which let a brick bend (none of them is continuous).
    faces: corners of each face, seen from outside against the clock.
    """

    name: str
    places: np.ndarray
    powers: np.ndarray
    stiffness: Rule
    mass: Rule
    stress: Rule
    faces: tuple[tuple[int, ...], ...]
    bubbles: bool = False

    @cached_property
    def coefficients(self) -> np.ndarray:
        """(k, k): of the monomials in each shape function."""
        return np.linalg.inv(_monomials(self.powers, self.places)).T

    def values(self, points: np.ndarray) -> np.ndarray:
        """Shape functions at points (n, 3): (n, k)."""
        return _monomials(self.powers, points) @ self.coefficients.T

    def slopes(self, points: np.ndarray) -> np.ndarray:
        """Derivatives of the shape functions at points (n, 3): (n, k, 3)."""
        found = np.empty((len(points), len(self.places), 3))
        for axis in range(3):
            lowered = self.powers.copy()
            lowered[:, axis] = np.maximum(lowered[:, axis] - 1, 0)
            found[:, :, axis] = (_monomials(lowered, points) * self.powers[:, axis]) @ self.coefficients.T
        return found

    @cached_property
    def middle(self) -> np.ndarray:
        """(k,): shape functions in the middle."""
        return self.values(self.stress.points.mean(axis=0, keepdims=True))[0]

    @cached_property
    def to_nodes(self) -> np.ndarray:
        """(k, n): carries values at the points of stress on to the nodes, by polynomials of low degree."""
        low = _POWERS_OF_CORNERS[len(self.stress.points)]
        return _monomials(low, self.places) @ np.linalg.inv(_monomials(low, self.stress.points))


def _monomials(powers: np.ndarray, points: np.ndarray) -> np.ndarray:
    return np.prod(points[:, None, :] ** powers[None, :, :], axis=2)


def _with_middles(corners: list[tuple[int, int, int]], edges: list[tuple[int, int]]) -> np.ndarray:
    places = np.array(corners, float)
    return np.concatenate([places, [0.5 * (places[a] + places[b]) for a, b in edges]])


def _powers(*, degree: int, kept: int) -> np.ndarray:
    """Exponents up to `degree` of each coordinate, those with at most `kept` above the first power counted once."""
    every = product(range(degree + 1), repeat=3)
    return np.array([one for one in every if sum(power for power in one if power > 1) <= kept])


_TRILINEAR = _powers(degree=1, kept=0)
_SERENDIPITY = _powers(degree=2, kept=2)
_LINEAR = np.array([(0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1)])
_QUADRATIC = np.array([one for one in product(range(3), repeat=3) if sum(one) <= 2])
_POWERS_OF_CORNERS = {8: _TRILINEAR, 4: _LINEAR}
_BRICK = ((0, 3, 2, 1), (4, 5, 6, 7), (0, 1, 5, 4), (1, 2, 6, 5), (2, 3, 7, 6), (3, 0, 4, 7))
_PYRAMID = ((0, 2, 1), (0, 1, 3), (1, 2, 3), (2, 0, 3))

SOLIDS = {
    solid.name: solid
    for solid in (
        Solid("hex8", np.array(_HEXAHEDRON, float), _TRILINEAR, gauss(2), gauss(2), gauss(2), _BRICK, bubbles=True),
        Solid(
            "hex20", _with_middles(_HEXAHEDRON, _HEXAHEDRON_EDGES), _SERENDIPITY, gauss(3), gauss(3), gauss(2), _BRICK
        ),
        Solid("tet4", np.array(_TETRAHEDRON, float), _LINEAR, _four_points(), _four_points(), _four_points(), _PYRAMID),
        Solid(
            "tet10",
            _with_middles(_TETRAHEDRON, _TETRAHEDRON_EDGES),
            _QUADRATIC,
            _four_points(),
            gauss_in_tetrahedron(3),
            _four_points(),
            _PYRAMID,
        ),
    )
}

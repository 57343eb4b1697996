"""Bodies as polygons, for pictures that are drawn without a browser."""

from __future__ import annotations

import numpy as np

from jourdain.model.shapes import Mesh, Shape

# the colours of Okabe and Ito (2008), which people with any kind of colour vision tell apart; the page has the same ones
COLOURS = ("#0072b2", "#e69f00", "#009e73", "#d55e00", "#cc79a7", "#56b4e9", "#c9b81f", "#7a8490")
ROUND = 24  # corners of a circle
_CUBE = np.array([[x, y, z] for x in (-0.5, 0.5) for y in (-0.5, 0.5) for z in (-0.5, 0.5)])
_SIDES = ((0, 1, 3, 2), (4, 6, 7, 5), (0, 4, 5, 1), (2, 3, 7, 6), (0, 2, 6, 4), (1, 5, 7, 3))


def faces(shape: Shape) -> np.ndarray:
    """Polygons (n, corners, 3) [m] of a solid about its centre, in its own axes."""
    if isinstance(shape, Mesh):
        return np.asarray((shape.vertices - np.array(shape.offset))[shape.faces])
    if shape.kind == "box":
        return _CUBE[np.array(_SIDES)] * shape.size
    if shape.kind == "cylinder":
        radius, length = shape.size
        return _turned(np.array([[0.0, -0.5], [1.0, -0.5], [1.0, 0.5], [0.0, 0.5]]) * (radius, length))
    angle = np.linspace(-0.5 * np.pi, 0.5 * np.pi, ROUND // 2 + 1)
    return _turned(shape.size[0] * np.column_stack([np.cos(angle), np.sin(angle)]))


def _turned(outline: np.ndarray) -> np.ndarray:
    """The faces of what an outline (n, 2), distance from z and height, goes through when it turns about z."""
    angles = np.linspace(0.0, 2.0 * np.pi, ROUND + 1)
    rings = np.stack(
        [np.column_stack([r * np.cos(angles), r * np.sin(angles), np.full(ROUND + 1, h)]) for r, h in outline]
    )
    below, above = rings[:-1], rings[1:]
    return np.stack([below[:, :-1], below[:, 1:], above[:, 1:], above[:, :-1]], axis=2).reshape(-1, 4, 3)


def tube(start: np.ndarray, end: np.ndarray, radius: float) -> np.ndarray:
    """A six-sided rod (6, 4, 3) between two points [m]."""
    way = end - start
    length = np.linalg.norm(way)
    if length == 0.0:
        return np.zeros((0, 4, 3))
    side = np.cross(way, np.eye(3)[np.abs(way).argmin()])
    side *= radius / np.linalg.norm(side)
    angles = np.linspace(0.0, 2.0 * np.pi, 7)
    ring = np.outer(np.cos(angles), side) + np.outer(np.sin(angles), np.cross(way / length, side))
    below, above = start + ring, end + ring
    return np.stack([below[:-1], below[1:], above[1:], above[:-1]], axis=1)

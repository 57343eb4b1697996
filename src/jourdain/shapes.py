"""Solid shapes with exact volume and inertia, for bodies given by size (or by a surface) and density."""

from __future__ import annotations

import math
from dataclasses import dataclass, field

import numpy as np

from jourdain.parsing import number


@dataclass(frozen=True)
class Shape:
    """A homogeneous solid. gyration2: diagonal inertia per mass [m2] about its centre; size for drawing [m]."""

    kind: str
    size: tuple[float, ...]
    volume: float
    gyration2: tuple[float, float, float]

    @property
    def centre(self) -> tuple[float, float, float]:
        """In the body frame [m]: at its origin, but for meshes."""
        return (0.0, 0.0, 0.0)

    def inertia(self, mass: float) -> np.ndarray:
        """Inertia tensor about the centre, (3, 3) [kg m2]."""
        return mass * np.diag(self.gyration2)


@dataclass(frozen=True)
class Mesh(Shape):
    """A solid inside a closed surface that was read from a file; see `io.meshes`. size: of the box around it.

    offset: of the centre from the origin of the body frame [m];
    products: inertia per mass xy, xz, yz [m2] about the centre (as they stand in the tensor, with their minus);
    vertices (nv, 3) [m] in the body frame, faces (nf, 3).
    """

    path: str
    scale: float
    offset: tuple[float, float, float]
    products: tuple[float, float, float]
    vertices: np.ndarray = field(repr=False, compare=False)
    faces: np.ndarray = field(repr=False, compare=False)

    @property
    def centre(self) -> tuple[float, float, float]:
        """In the body frame [m]."""
        return self.offset

    def inertia(self, mass: float) -> np.ndarray:
        """Inertia tensor about the centre, (3, 3) [kg m2]."""
        xy, xz, yz = self.products
        return super().inertia(mass) + mass * np.array([[0.0, xy, xz], [xy, 0.0, yz], [xz, yz, 0.0]])


def _positive(kind: str, **sizes: float) -> None:
    for name, value in sizes.items():
        number(value, f"{kind}: {name}", positive=True)


def box(lx: float, ly: float, lz: float) -> Shape:
    """A block with edges lx, ly, lz [m] along the body axes."""
    _positive("box", lx=lx, ly=ly, lz=lz)
    return Shape(
        "box",
        (lx, ly, lz),
        lx * ly * lz,
        ((ly * ly + lz * lz) / 12, (lx * lx + lz * lz) / 12, (lx * lx + ly * ly) / 12),
    )


def cylinder(radius: float, length: float) -> Shape:
    """A cylinder about the body's z axis [m]."""
    _positive("cylinder", radius=radius, length=length)
    side = (3 * radius * radius + length * length) / 12
    return Shape("cylinder", (radius, length), math.pi * radius * radius * length, (side, side, radius * radius / 2))


def sphere(radius: float) -> Shape:
    """A ball [m]."""
    _positive("sphere", radius=radius)
    g = 0.4 * radius * radius
    return Shape("sphere", (radius,), 4 / 3 * math.pi * radius**3, (g, g, g))

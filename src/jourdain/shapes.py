"""Solid shapes with exact volume and inertia, for bodies given by size and density."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from jourdain.parsing import number


@dataclass(frozen=True)
class Shape:
    """A homogeneous solid centred at the body frame. gyration2: diagonal inertia per mass [m2]; size for drawing."""

    kind: str
    size: tuple[float, ...]
    volume: float
    gyration2: tuple[float, float, float]

    def inertia(self, mass: float) -> np.ndarray:
        """Inertia tensor about the centre, (3, 3) [kg m2]."""
        return mass * np.diag(self.gyration2)


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

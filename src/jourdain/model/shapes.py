"""Solid shapes with exact volume and inertia, for bodies given by size (or by a surface) and density."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from numbers import Real
from typing import Any

import numpy as np

from jourdain.arguments import guarded_methods
from jourdain.errors import ModelError
from jourdain.model.parsing import number, pad, triple, vector
from jourdain.model.rotations import Rotation, as_rotation, axis_angle

Triple = tuple[float, float, float]


@guarded_methods
@dataclass(frozen=True)
class Shape:
    """A homogeneous solid. gyration2: diagonal inertia per mass [m2] about its centre, in its own axes; size for drawing [m].

    at, rotation: its own frame in the frame of the body; at None: its centre is the body's centre of mass, wherever that is.
    """

    kind: str
    size: tuple[float, ...]
    volume: float
    gyration2: Triple
    at: Triple | None = field(default=None, kw_only=True)
    rotation: Rotation = field(default_factory=Rotation, kw_only=True)

    def placed(self, at: Any = (0.0, 0.0, 0.0), rotation: Any = None) -> Shape:
        """The same solid elsewhere in the body: origin [m] (3,) and orientation of its own frame in that of the body.

        In the plane at may have two numbers, and rotation may be an angle [rad].
        """
        x, y, z = pad(vector(at, 2 if np.shape(at) == (2,) else 3, f"{self.kind}: at")).tolist()
        plane = isinstance(rotation, Real)
        turn = axis_angle((0, 0, 1), rotation) if plane else as_rotation(rotation, what=f"{self.kind}: rotation")
        return replace(self, at=(x, y, z), rotation=turn)

    @property
    def centre(self) -> Triple:
        """In the body frame [m]; (0, 0, 0) for what has no place of its own."""
        return self.at or (0.0, 0.0, 0.0)

    def mirrored(self, axis: int) -> Shape:
        """Reflected at the origin of the body frame along one of its axes: 0, 1 or 2."""
        signs = [1.0 if i == axis else -1.0 for i in range(3)]
        turn = Rotation(
            self.rotation.w, *(s * x for s, x in zip(signs, self.rotation.quaternion[1:].tolist(), strict=True))
        )
        at = None if self.at is None else triple([-s * x + 0.0 for s, x in zip(signs, self.at, strict=True)])
        return replace(self, at=at, rotation=turn)

    def inertia(self, mass: float) -> np.ndarray:
        """Inertia tensor about the centre, in body axes, (3, 3) [kg m2]."""
        return _turned(mass * np.diag(self.gyration2), self.rotation)


@dataclass(frozen=True)
class Mesh(Shape):
    """A solid inside a closed surface that was read from a file; see `io.meshes`. size: of the box around it.

    All in the coordinates of the file times scale, which are the body's unless the mesh was `placed`: offset of the centre [m];
    products: inertia per mass xy, xz, yz [m2] about the centre (as they stand in the tensor, with their minus);
    vertices (nv, 3) [m], faces (nf, 3).
    """

    path: str
    scale: float
    offset: Triple
    products: Triple
    vertices: np.ndarray = field(repr=False, compare=False)
    faces: np.ndarray = field(repr=False, compare=False)

    @property
    def centre(self) -> Triple:
        """In the body frame [m]."""
        if self.at is None:
            return self.offset
        x, y, z = (self.at + self.rotation.apply(self.offset)).tolist()
        return (x, y, z)

    def mirrored(self, axis: int) -> Mesh:
        """Reflected: its points are turned round (scale -1) and by 180 degrees about that axis."""
        half = Rotation(0.0, *(float(i == axis) for i in range(3)))
        at = triple([-x if i == axis else x for i, x in enumerate(self.at or (0.0, 0.0, 0.0))])
        moved = replace(self, at=at, rotation=half @ self.rotation, scale=-self.scale)
        offset, vertices = triple([-x + 0.0 for x in self.offset]), -self.vertices
        return replace(moved, offset=offset, vertices=vertices, faces=self.faces[:, ::-1])

    def inertia(self, mass: float) -> np.ndarray:
        """Inertia tensor about the centre, in body axes, (3, 3) [kg m2]."""
        xy, xz, yz = self.products
        own = mass * (np.diag(self.gyration2) + np.array([[0.0, xy, xz], [xy, 0.0, yz], [xz, yz, 0.0]]))
        return _turned(own, self.rotation)


@dataclass(frozen=True)
class Surface(Shape):
    """A surface in a file that is drawn only: it need not be closed, and is read when it is drawn; see `io.meshes.surface`.

    scale: metres per unit of the file along its own axes.
    """

    path: str
    scale: Triple

    def mirrored(self, axis: int) -> Surface:
        """Reflected, as a Mesh is."""
        half = Rotation(0.0, *(float(i == axis) for i in range(3)))
        at = triple([-x if i == axis else x for i, x in enumerate(self.at or (0.0, 0.0, 0.0))])
        return replace(self, at=at, rotation=half @ self.rotation, scale=triple([-x for x in self.scale]))


@dataclass(frozen=True)
class Visual:
    """A picture of a body, apart from its mass: a shape in its place, with a colour "#rrggbb" ("": the page's) and an opacity.

    A shape without a place is drawn about the centre of mass; `shape.placed(at, rotation)` puts it anywhere in the body.
    """

    shape: Shape
    colour: str = ""
    opacity: float = 1.0

    def __post_init__(self) -> None:
        if not isinstance(self.shape, Shape):
            raise ModelError(
                f"visual: {self.shape!r} is no shape; use jourdain.box, cylinder, sphere, mesh or surface."
            )
        object.__setattr__(self, "colour", _colour(self.colour))
        if not 0.0 < number(self.opacity, "visual: opacity") <= 1.0:
            raise ModelError(f"visual: opacity = {self.opacity}; it is above 0 (not to be seen) and at most 1 (solid).")


NAMED = {
    "black": "#000000", "white": "#ffffff", "grey": "#808080", "gray": "#808080", "silver": "#c0c0c0", "red": "#d0342c",
    "green": "#2e8b57", "blue": "#1f5fbf", "yellow": "#e3c12b", "orange": "#e58a1f", "brown": "#8b5a2b", "purple": "#7d3fb0",
}  # fmt: skip


def _colour(value: Any) -> str:
    """ "#rrggbb" of itself, of a name, or of three numbers between 0 and 1."""
    if isinstance(value, str):
        found = NAMED.get(value.lower(), value.lower())
        if found and not re.fullmatch("#[0-9a-f]{6}", found):
            raise ModelError(
                f"visual: colour = {value!r}; give '#rrggbb', three numbers from 0 to 1, or one of {', '.join(NAMED)}."
            )
        return found
    parts = vector(value, 3, "visual: colour")
    if not ((parts >= 0.0) & (parts <= 1.0)).all():
        raise ModelError(f"visual: colour = {value!r}; its red, green and blue are numbers from 0 to 1.")
    return "#" + "".join(f"{round(255 * part):02x}" for part in parts.tolist())


def as_visuals(value: Any) -> tuple[Visual, ...]:
    """One picture or several, of shapes or with their colours."""
    several = () if value is None else (value,) if isinstance(value, (Shape, Visual)) else value
    if isinstance(several, str) or not isinstance(several, Sequence):
        raise ModelError(f"visuals = {value!r}; give a list of shapes, or of jourdain.Visual(shape, colour=..).")
    return tuple(one if isinstance(one, Visual) else Visual(one) for one in several)


def _turned(J: np.ndarray, rotation: Rotation) -> np.ndarray:
    """R J R^T, symmetric to the last bit, and J itself where nothing is turned."""
    if rotation == Rotation():
        return J
    R = rotation.matrix
    turned: np.ndarray = R @ J @ R.T
    return 0.5 * (turned + turned.T)


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

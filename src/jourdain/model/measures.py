"""Measures as the user writes them: scalars of two markers, or of a coordinate, as plain values.

A joint is measures held, a motor a measure driven, a force element a measure with a law, a sensor a measure recorded.
The formulas (values, gradients, second derivatives) are in kernels/measures.py. A constructor that is described by
`kind_of_measure` is public, and can be written in model files.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from jourdain.errors import ModelError
from jourdain.kernels.measures import ALIGN, ANGLE, BLADE, COORDINATE, DISTANCE, SLIDE, STRAIN

if TYPE_CHECKING:
    from jourdain.model.elements import Body, Marker

GROUND = "ground"


@dataclass(frozen=True)
class MeasureKind:
    """A constructor of measures: the code of their formula, how many ports they have, unit of the value, what it takes.

    takes: "markers", "markers and an axis" or "axes" in a text such as distance(ground.hook, rod.tip); "": no such text.
    """

    make: Callable[..., Measure]
    code: int
    ports: int
    unit: str
    takes: str


KINDS: dict[str, MeasureKind] = {}  # by the name of the constructor


def kind_of_measure(code: int, *, ports: int, unit: str, takes: str = "markers") -> Any:
    """Describe a constructor of measures: it is public, and read from and written to model files."""

    def register(make: Callable[..., Measure]) -> Callable[..., Measure]:
        if takes.startswith("markers"):
            make = _of_markers(make)
        KINDS[make.__name__] = MeasureKind(make, code, ports, unit, takes)
        return make

    return register


def _of_markers(make: Callable[..., Measure]) -> Callable[..., Measure]:
    """The constructor with an answer for bodies and anything else that is no marker."""

    @functools.wraps(make)
    def checked(*given: Any, **options: Any) -> Measure:
        given = tuple(getattr(one, "frame", one) for one in given)  # a section of a beam is a marker, too
        for one in given[:2]:
            if not hasattr(one, "point"):
                hint = f"; a point of it is {one.name}.marker('tip', at=..)" if hasattr(one, "marker") else ""
                what = f"the body {one.name!r}" if hasattr(one, "marker") else repr(one)
                raise ModelError(f"{make.__name__}(a, b) is between two markers, and {what} is none{hint}.")
        return make(*given, **options)

    return checked


def names_of_codes() -> dict[int, str]:
    """Code -> the name of the measure in files: that of the first constructor."""
    found: dict[int, str] = {}
    for name, kind in KINDS.items():
        found.setdefault(kind.code, name)
    return found


@dataclass(frozen=True)
class Port:
    """A vector fixed in a body: a point [m] or a direction [-], components in the body frame."""

    body: str
    s: tuple[float, float, float]
    direction: bool = False
    carrier: str = ""  # of a body that bends: the interface or node that it moves with


@dataclass(frozen=True)
class AlongBeam:
    """A quantity of a section of a beam: "strain", "force", "moment" or "stress", at a fraction of its length.

    of: which of them, in the words of Beam.strain; y, z: the point of a stress [m].
    """

    beam: str
    quantity: str
    at: float
    of: str = ""
    y: float = 0.0
    z: float = 0.0

    @property
    def unit(self) -> str:
        """Of the value."""
        of_strain = "1/m" if self.of.startswith(("bending", "twist")) else "-"
        return {"strain": of_strain, "force": "N", "moment": "N m", "stress": "Pa"}[self.quantity]

    def __str__(self) -> str:
        return f"{self.quantity} of beam {self.beam!r}"


@dataclass(frozen=True)
class AtNode:
    """Stress of a flexible body by its shapes: a component, "mises", or a principal stress "s1", "s2", "s3".

    node: its number; that of an element times -1.
    """

    body: str
    quantity: str
    node: int

    unit = "Pa"

    def __str__(self) -> str:
        at = f"at node {self.node}" if self.node > 0 else f"of element {-self.node}"
        return f"stress {self.quantity} of {self.body!r} {at}"


@dataclass(frozen=True)
class Measure:
    """A scalar of ports. `kind` is one of the codes in kernels/measures.py.

    For COORDINATE, `coordinate` is (body, "x" | ...); for STRAIN, `along` says what of which beam or flexible body.
    """

    kind: int
    ports: tuple[Port, ...]
    coordinate: tuple[str, str] | None = None
    angle_offset: float = 0.0  # planar angles: marker angle of b minus marker angle of a [rad]
    along: AlongBeam | AtNode | None = None

    @property
    def unit(self) -> str:
        """Unit of the value: m, rad or - ; of a beam also 1/m, N, N m, Pa."""
        if self.along is not None:
            return self.along.unit
        if self.coordinate is not None:  # of a Lagrangian: the user's own
            return "-" if self.coordinate[0] == GROUND else "rad" if self.coordinate[1] == "theta" else "m"
        if self.kind == BLADE and self.ports[2].direction:
            return "-"
        return next(kind.unit for kind in KINDS.values() if kind.code == self.kind)


def ground_axis(index: int) -> Port:
    """Direction port along ground axis 0, 1 or 2."""
    return Port(GROUND, (float(index == 0), float(index == 1), float(index == 2)), True)


def _axis(marker: Marker, axis: str) -> Port:
    if axis not in ("x", "y", "z") or (axis == "z" and marker.planar):
        raise ModelError(
            f"axis {axis!r} of marker {marker.label!r} does not exist; use 'x', 'y'"
            + ("." if marker.planar else " or 'z'.")
        )
    port: Port = getattr(marker, axis)
    return port


@kind_of_measure(SLIDE, ports=3, unit="m", takes="markers and an axis")
def slide(a: Marker, b: Marker, axis: str = "z", *, direction: Port | None = None) -> Measure:
    """u.(P_b - P_a) [m] along an axis of marker a (or along any direction port)."""
    u = direction if direction is not None else _axis(a, axis)
    return Measure(SLIDE, (u, a.point, b.point))


@kind_of_measure(ALIGN, ports=2, unit="-", takes="axes")
def align(u: Port, w: Port) -> Measure:
    """u.w [-], the cosine between two directions."""
    if not (u.direction and w.direction):
        raise ModelError("align needs two directions, such as marker.x and marker.z; a point was given.")
    return Measure(ALIGN, (u, w))


@kind_of_measure(DISTANCE, ports=3, unit="m")
def distance(a: Marker, b: Marker) -> Measure:
    """Distance of the two points, abs(P_b - P_a) [m]."""
    return Measure(DISTANCE, (a.point, a.point, b.point))


@kind_of_measure(ANGLE, ports=4, unit="rad")
def angle(a: Marker, b: Marker) -> Measure:
    """Angle of marker b against marker a about their z axes [rad], continuous over any number of turns."""
    if a.planar:
        return Measure(ANGLE, (a.x, a.x, b.x, b.x), angle_offset=b.angle - a.angle)
    return Measure(ANGLE, (a.x, a.y, b.x, b.y))


@kind_of_measure(COORDINATE, ports=0, unit="m", takes="")
def coordinate(body: Body, name: str) -> Measure:
    """A position coordinate of the body's centre of mass: "x", "y", ("z" in space), or "theta" in the plane."""
    allowed = ("x", "y", "theta") if body.planar else ("x", "y", "z")
    if name not in allowed:
        raise ModelError(f"body {body.name!r} has no coordinate {name!r}; there is: {', '.join(allowed)}.")
    if body.name == GROUND:
        raise ModelError("the ground has no coordinates; measure a moving body.")
    return Measure(COORDINATE, (), (body.name, name))


@kind_of_measure(BLADE, ports=3, unit="m", takes="markers and an axis")
def blade(a: Marker, b: Marker, axis: str = "x", *, direction: Port | None = None) -> Measure:
    """Velocity-level measure u.(P_b' - P_a') [m/s] with u an axis of marker b (or any direction port): a skate carried by b."""
    u = direction if direction is not None else _axis(b, axis)
    return Measure(BLADE, (u, a.point, b.point))


@kind_of_measure(BLADE, ports=3, unit="-", takes="axes")
def spin(u: Port, w: Port) -> Measure:
    """Velocity-level measure u.w' [1/s] of two directions: how fast w turns towards u, wherever u itself turns."""
    if not (u.direction and w.direction):
        raise ModelError("spin needs two directions, such as marker.x and marker.z; a point was given.")
    return Measure(BLADE, (u, Port(GROUND, (0.0, 0.0, 0.0), True), w))


def along_beam(what: AlongBeam | AtNode) -> Measure:
    """A strain, section force or stress; made by Beam.strain, .force, .moment, .stress and FlexibleBody.stress."""
    return Measure(STRAIN, (), along=what)

"""Joints: functions of two markers (a, b) that return the rows to hold. The joint axis is z (planar: x for slides).

To add a joint, write one function here and decorate it; it then works in models, in files and in every generic test.
Pins hold ground-fixed slides: no products between the two bodies, and multipliers are forces in ground axes. Body-fixed
slides stand only where a slide stays free.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from jourdain.errors import ModelError, near
from jourdain.model import rolling
from jourdain.model.elements import Joint, Marker, Row
from jourdain.model.measures import Measure, align, angle, distance, ground_axis, slide
from jourdain.model.parsing import number

JointFunction = Callable[..., list[Row]]
SPATIAL: dict[str, JointFunction] = {}
PLANAR: dict[str, JointFunction] = {}


def joint(*kinds: str) -> Callable[[JointFunction], JointFunction]:
    """Register a joint for "spatial", "planar" or both models, under the name of the function."""

    def register(function: JointFunction) -> JointFunction:
        for kind in kinds:
            {"spatial": SPATIAL, "planar": PLANAR}[kind][function.__name__] = function
        return function

    return register


def hold(label: str, *terms: tuple[float, Measure] | Measure, constant: float | None = 0.0) -> Row:
    """A row that holds a measure, or a combination of (coefficient, measure), at a constant."""
    pairs = tuple((1.0, t) if isinstance(t, Measure) else t for t in terms)
    return Row(label, pairs, constant)


def pin(a: Marker, b: Marker) -> list[Row]:
    """The two points stay together."""
    return [hold(f"slide {'xyz'[i]}", slide(a, b, direction=ground_axis(i))) for i in range(2 if a.planar else 3)]


def parallel_z(a: Marker, b: Marker) -> list[Row]:
    """The z axes stay parallel."""
    return [hold("align x z", align(a.x, b.z)), hold("align y z", align(a.y, b.z))]


@joint("spatial", "planar")
def revolute(a: Marker, b: Marker) -> list[Row]:
    """Turns about the common z axis."""
    return pin(a, b) if a.planar else [*pin(a, b), *parallel_z(a, b)]


@joint("spatial")
def spherical(a: Marker, b: Marker) -> list[Row]:
    """A ball: turns about the common point."""
    return pin(a, b)


@joint("spatial")
def universal(a: Marker, b: Marker) -> list[Row]:
    """A cross: x of a stays perpendicular to y of b."""
    return [*pin(a, b), hold("align x y", align(a.x, b.y))]


@joint("spatial")
def constant_velocity(a: Marker, b: Marker) -> list[Row]:
    """A homokinetic joint: b is turned against a about an axis normal to z only, x_a.y_b = y_a.x_b."""
    return [*pin(a, b), hold("twist", (1.0, align(a.x, b.y)), (-1.0, align(a.y, b.x)))]


@joint("spatial")
def cylindrical(a: Marker, b: Marker) -> list[Row]:
    """Turns about and slides along z of a."""
    return [hold("slide x", slide(a, b, "x")), hold("slide y", slide(a, b, "y")), *parallel_z(a, b)]


@joint("spatial")
def screw(a: Marker, b: Marker, *, pitch: float) -> list[Row]:
    """A cylindrical joint that advances `pitch` [m] per turn."""
    advance = (-number(pitch, "pitch [m]") / (2.0 * math.pi), angle(a, b))
    return [*cylindrical(a, b), hold("advance", (1.0, slide(a, b, "z")), advance, constant=None)]


@joint("spatial", "planar")
def prismatic(a: Marker, b: Marker) -> list[Row]:
    """Slides along z of a (planar: along x of a) without turning."""
    if a.planar:
        return [hold("slide y", slide(a, b, "y")), hold("angle", angle(a, b))]
    return [*cylindrical(a, b), hold("align x y", align(a.x, b.y))]


@joint("spatial")
def planar(a: Marker, b: Marker) -> list[Row]:
    """b moves in the x-y plane of a and turns about z."""
    return [hold("slide z", slide(a, b, "z")), *parallel_z(a, b)]


@joint("spatial", "planar")
def fixed(a: Marker, b: Marker) -> list[Row]:
    """No relative motion."""
    if a.planar:
        return [*pin(a, b), hold("angle", angle(a, b))]
    return [*pin(a, b), *parallel_z(a, b), hold("align x y", align(a.x, b.y))]


@joint("spatial", "planar")
def distance_link(a: Marker, b: Marker, *, length: float | None = None) -> list[Row]:
    """A massless rod between two points; `length` [m], by default what it is at the start."""
    if length is not None and not length > 0.0:
        raise ModelError(
            f"length = {length} m; a rod needs a positive length (use 'spherical' or 'revolute' for zero)."
        )
    return [hold("distance", distance(a, b), constant=length)]


@joint("spatial")
def revolute_spherical(a: Marker, b: Marker, *, length: float | None = None) -> list[Row]:
    """A massless link with a revolute (z of a) at one end and a ball at the other."""
    return [*distance_link(a, b, length=length), hold("slide z", slide(a, b, "z"))]


@joint("spatial", "planar")
def point_on_line(a: Marker, b: Marker) -> list[Row]:
    """The point of b stays on the z axis of a (planar: on the x axis of a)."""
    if a.planar:
        return [hold("slide y", slide(a, b, "y"))]
    return [hold("slide x", slide(a, b, "x")), hold("slide y", slide(a, b, "y"))]


@joint("spatial")
def point_in_plane(a: Marker, b: Marker) -> list[Row]:
    """The point of b stays in the x-y plane of a."""
    return [hold("slide z", slide(a, b, "z"))]


@joint("spatial", "planar")
def parallel(a: Marker, b: Marker) -> list[Row]:
    """The z axes stay parallel (planar: the angle is held)."""
    return [hold("angle", angle(a, b))] if a.planar else parallel_z(a, b)


@joint("spatial")
def perpendicular(a: Marker, b: Marker) -> list[Row]:
    """The z axes stay perpendicular."""
    return [hold("align z z", align(a.z, b.z))]


@joint("spatial", "planar")
def gear(a: Joint, b: Joint, *, teeth: tuple[float, float], internal: bool = False) -> list[Row]:
    """Two wheels on revolutes of one carrier: teeth_a angle_a + teeth_b angle_b is held (minus for an internal gear)."""
    two = isinstance(teeth, (tuple, list)) and len(teeth) == 2
    if not two or not all(isinstance(z, (int, float)) and z > 0 for z in teeth):
        raise ModelError(f"teeth = {teeth}; give two positive numbers (or radii).")
    za, zb = teeth
    scale = 1.0 / math.hypot(za, zb)
    return [hold("mesh", (scale * za, a.angle), ((-scale if internal else scale) * zb, b.angle), constant=None)]


@joint("spatial", "planar")
def rack_and_pinion(a: Joint, b: Joint, *, radius: float) -> list[Row]:
    """Pinion on the revolute a, rack on the prismatic b: slide_b - radius angle_a is held."""
    number(radius, "radius [m]", positive=True)
    return [hold("mesh", (1.0, b.slide), (-radius, a.angle), constant=None)]


@joint("spatial", "planar")
def coupler(a: Joint, b: Joint, *, factors: tuple[float, float], of: tuple[str, str] = ("angle", "angle")) -> list[Row]:
    """factor_a x_a + factor_b x_b is held, x the "angle" or "slide" of each joint: belts, levers, differentials."""
    measures = []
    for which, part in zip(of, (a, b), strict=True):
        if which not in ("angle", "slide"):
            raise ModelError(f"of = {of}; each must be 'angle' or 'slide'.")
        measures.append(part.angle if which == "angle" else part.slide)
    return [hold("couple", (factors[0], measures[0]), (factors[1], measures[1]), constant=None)]


for _table in (SPATIAL, PLANAR):  # 'distance' is the name users know; the function would hide the measure of that name
    _table["distance"] = _table.pop("distance_link")
    _table |= {"blade": rolling.edge, "rolling": rolling.wheel}
SPATIAL["rolling_balls"] = rolling.balls
TOUCHING = ("blade", "rolling", "rolling_balls")
"""Joints whose bodies touch at a point that wanders over both: see rolling.contact."""

COUPLES_JOINTS = ("gear", "rack_and_pinion", "coupler")


def find(kind: Any, is_planar: bool) -> JointFunction:
    """The joint function for a name, or the function itself."""
    if callable(kind):
        return kind
    table = PLANAR if is_planar else SPATIAL
    if not isinstance(kind, str):
        raise ModelError(
            f"the kind of joint is {kind!r}; give its name, such as 'revolute', or a function of two markers."
        )
    if kind not in table:
        also = f" ({kind!r} is for spatial models.)" if is_planar and kind in SPATIAL else ""
        raise ModelError(f"unknown joint kind {kind!r}.{near(str(kind), table)}{also}")
    return table[kind]

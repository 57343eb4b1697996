"""Limits of joint coordinates: rigid stops and compliant ones, and the joints, events and forces that they are made of.

A limit is a property of its joint and is written as that. What acts is made when the model is compiled (`with_stops`), of
parts that every model may have: a rigid stop is a row that is not in force, an impact at either end that puts it in force
when it comes to rest, and an event that lets go when the row pulls; a compliant one is a force that cannot pull. Theory:
docs/limits.md.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, fields, replace
from typing import TYPE_CHECKING, Any

from jourdain.errors import ModelError, few, near
from jourdain.model.elements import Force, Joint, Row
from jourdain.model.events import BOTH, FALLING, RISING, Engage, Event, Impact, Release
from jourdain.model.measures import Measure, align, slide
from jourdain.model.parsing import number

if TYPE_CHECKING:
    from jourdain.model.model import Model

STOP = "stop"  # the kind of the joints that hold a coordinate at its limit
SPATIAL: dict[str, tuple[str, ...]] = {
    "revolute": ("angle",),
    "prismatic": ("slide",),
    "cylindrical": ("slide", "angle"),
    "screw": ("angle", "slide"),
    "planar": ("x", "y", "angle"),
    "point_on_line": ("slide",),
    "point_in_plane": ("x", "y"),
    "parallel": ("x", "y", "z", "angle"),
    "spherical": ("swing", "twist"),
    "constant_velocity": ("swing",),
    "universal": ("about_x", "about_y"),
}
PLANAR: dict[str, tuple[str, ...]] = {
    "revolute": ("angle",),
    "prismatic": ("slide",),
    "point_on_line": ("slide", "angle"),
    "parallel": ("x", "y"),
    "distance": ("angle",),
}
"""The coordinates that each kind of joint leaves free: angle about its axis, slide along it, or x, y, z along axes of a.

Of a ball: swing, the angle between the z axes, and twist about them. Of a cross: its turns about x of a, and about y of b.
"""


@dataclass(frozen=True)
class Dial:
    """An angle that is known by its sine or cosine, which is a measure: align(axis of a, axis of b).

    to, back: angle -> value of the measure, and back; angle_text, slope_text: the angle, and its derivative by the measure,
    in the measure x. most, least: of the angle [rad], where it can be told from others; rising: does the measure rise with it?
    """

    axes: str
    to: Callable[[float], float]
    back: Callable[[float], float]
    angle_text: str
    slope_text: str
    least: float
    most: float
    rising: bool


_QUARTER = 0.5 * math.pi
_SINE = (math.sin, math.asin, "asin(x)", "1/sqrt(1 - x*x)", -_QUARTER, _QUARTER, True)
DIALS = {
    "swing": Dial("zz", math.cos, math.acos, "acos(x)", "-1/sqrt(1 - x*x)", 0.0, math.pi, False),
    "about_x": Dial("zy", *_SINE),
    "about_y": Dial("xz", *_SINE),
}
"""Coordinates that are no measures themselves."""
ANGLES = ("angle", "twist", *DIALS)
COORDINATES = tuple(dict.fromkeys(one for table in (SPATIAL, PLANAR) for free in table.values() for one in free))


@dataclass(frozen=True)
class Limits:
    """Ends of the travel of a joint coordinate [rad or m]; infinite where there is none.

    Rigid: an impact with `restitution` (0 plastic .. 1 elastic), then held as long as it is pressed. With `stiffness` [N/m or
    N m/rad], and `damping` [N s/m or N m s/rad], it gives way: max(0, stiffness * way beyond + damping * its rate), no pull.
    """

    lower: float = -math.inf
    upper: float = math.inf
    restitution: float = 0.0
    stiffness: float | None = None
    damping: float = 0.0

    def __post_init__(self) -> None:
        for name, most in (("lower", -math.inf), ("upper", math.inf)):
            value = getattr(self, name)
            value = most if value is None else value
            object.__setattr__(self, name, value if value == most else number(value, f"limits: {name}"))
        if not self.lower < self.upper:
            raise ModelError(
                f"limits from {self.lower:g} to {self.upper:g}: the lower one must be below the upper one; to hold a "
                "coordinate, lock it or take a joint that leaves it out."
            )
        if math.isinf(self.lower) and math.isinf(self.upper):
            raise ModelError("limits without an end: give lower, upper or both; leave limits out where there are none.")
        if not 0.0 <= number(self.restitution, "limits: restitution") <= 1.0:
            raise ModelError(f"limits: restitution = {self.restitution}; it is between 0 (plastic) and 1 (elastic).")
        if self.stiffness is not None:
            number(self.stiffness, "limits: stiffness", positive=True)
            if self.restitution != 0.0:
                raise ModelError("limits: restitution is of rigid stops; with stiffness give damping instead.")
        elif self.damping != 0.0:
            raise ModelError("limits: damping needs a stiffness; a rigid stop has a restitution.")
        number(self.damping, "limits: damping", least=0.0)

    @property
    def rigid(self) -> bool:
        """Is it a stop that does not give way?"""
        return self.stiffness is None

    def beyond(self, value: float) -> float:
        """How far a value of the coordinate is outside (< 0 below, > 0 above), 0 within."""
        return min(0.0, value - self.lower) + max(0.0, value - self.upper)


NUMBERS = tuple(one.name for one in fields(Limits))


def as_limits(value: Any) -> Limits:
    """Limits from themselves, from (lower, upper), or from a dict of their numbers."""
    if isinstance(value, Limits):
        return value
    if isinstance(value, Mapping):
        for key in value:
            if key not in NUMBERS:
                raise ModelError(f"limits: there is no {key!r}.{near(str(key), NUMBERS)}")
        return Limits(**value)
    if isinstance(value, (str, bytes)) or not hasattr(value, "__len__") or len(value) != 2:
        raise ModelError(
            f"limits = {value!r}; give (lower, upper), such as (-1.2, 1.2), or jourdain.Limits(-1.2, 1.2, restitution=0.5)."
        )
    return Limits(*value)


def limits_by_coordinate(value: Any, kind: str, planar: bool, own: bool) -> dict[str, Limits]:
    """What `limits=` of a joint means, by coordinate; own: a kind of joint of the user's, of which nothing is known."""
    if value is None:
        return {}
    free = (PLANAR if planar else SPATIAL).get(kind, ())
    possible = ("angle", "slide", "x", "y", *(() if planar else ("z",))) if own else free
    if not possible:
        raise ModelError(
            f"limits: a {kind} joint has no coordinate of its own (angle, slide, swing ..) that limits could be for."
        )
    named = isinstance(value, Mapping) and not set(value) & set(NUMBERS)
    if not named:
        if len(free) != 1:
            ways = " or ".join(repr(one) for one in possible)
            raise ModelError(
                f"limits: say of which coordinate, as in limits={{{possible[0]!r}: (-1.2, 1.2)}}; there is {ways}."
            )
        return {free[0]: _within_dial(free[0], as_limits(value))}
    for name in value:
        if name not in possible:
            raise ModelError(f"limits: this joint has no coordinate {name!r}.{near(str(name), possible)}")
    found = {}
    for name, one in value.items():
        try:
            found[name] = _within_dial(name, as_limits(one))
        except ModelError as problem:
            raise ModelError(f"{name}: {problem}") from None
    return found


def _within_dial(coordinate: str, limits: Limits) -> Limits:
    """Refuse ends that the angle never has, or that are those of another angle, too."""
    dial = DIALS.get(coordinate)
    for end in (limits.lower, limits.upper) if dial else ():
        if math.isfinite(end) and not dial.least < end < dial.most:  # type: ignore[union-attr]
            raise ModelError(
                f"limits: {coordinate} = {end:.6g} rad; it is between {dial.least:.4g} and {dial.most:.4g} rad."  # type: ignore[union-attr]
            )
    return limits


def measure_of(joint: Joint, coordinate: str) -> Measure:
    """A coordinate of a joint as a measure; of an angle on a dial its sine or cosine."""
    if coordinate in ("angle", "twist", "slide"):
        return joint.slide if coordinate == "slide" else joint.angle
    assert joint.a is not None and joint.b is not None
    if coordinate in DIALS:
        axes = DIALS[coordinate].axes
        return align(getattr(joint.a, axes[0]), getattr(joint.b, axes[1]))
    return slide(joint.a, joint.b, coordinate)


def measured(coordinate: str, limits: Limits) -> Limits:
    """Limits of the measure of a coordinate: themselves, or those of its sine or cosine."""
    dial = DIALS.get(coordinate)
    if dial is None:
        return limits
    ends = [dial.to(one) if math.isfinite(one) else one for one in (limits.lower, limits.upper)]
    if not dial.rising:
        ends = [-one if math.isinf(one) else one for one in reversed(ends)]
    return replace(limits, lower=ends[0], upper=ends[1])


def coordinate_value(coordinate: str, x: float) -> float:
    """A coordinate [rad, m] from the value of its measure."""
    dial = DIALS.get(coordinate)
    return x if dial is None else dial.back(min(1.0, max(-1.0, x)))


def coordinate_label(joint: Joint, coordinate: str) -> str:
    """What a coordinate is called: the name of the joint, and which one if it is not the only one with limits."""
    return joint.name if len(joint.limits) == 1 else f"{joint.name} {coordinate}"


def plain_limits(joint: Joint) -> Any:
    """Limits of a joint as `limits_by_coordinate` takes them, of lists, dicts and numbers only."""
    single = len((*joint.limits,)) == 1 and joint.function is None
    found: dict[str, Any] = {}
    for name, one in joint.limits.items():
        ends = {key: getattr(one, key) for key in ("lower", "upper") if math.isfinite(getattr(one, key))}
        rest = {key: getattr(one, key) for key in ("restitution", "stiffness", "damping") if getattr(one, key)}
        found[name] = [one.lower, one.upper] if len(ends) == 2 and not rest else ends | rest
    free = {*PLANAR.get(joint.kind, ()), *SPATIAL.get(joint.kind, ())}
    return next(iter(found.values())) if single and len(free) == 1 else found


def hold_at_limit(model: Model, stop: str, on: bool, constant: float | None = None) -> None:
    """Put a stop of the model in force, or take it away; it holds its coordinate where that is, or at a value."""
    joint = model.joints[stop]
    model.joints[stop] = replace(joint, active=on, rows=(replace(joint.rows[0], constant=constant),))
    limited = model.joints[joint.part_of]
    model.joints[limited.name] = replace(limited, at_limit=tuple(held_at_limit(model, limited)))


def held_at_limit(model: Model, joint: Joint) -> list[str]:
    """The coordinates of a joint that are held at their limits."""
    stops = [one for one in model.joints.values() if one.part_of == joint.name and one.kind == STOP]
    return [one.options["coordinate"] for one in stops if one.active] if stops else list(joint.at_limit)


def not_acted_on(model: Model) -> list[str]:
    """What is known of a model and has no effect on its motion, a sentence for each kind of it."""
    found: dict[str, list[str]] = {}
    for joint in model.joints.values():
        for what in joint.rated:
            found.setdefault(f"{what} of", []).append(joint.name)
    hulls = [body.name for body in (model.ground, *model.bodies.values()) if body.collisions]
    if hulls:
        found["collision shapes of"] = hulls
    return [f"kept and not acted on: {what} {few(names, 4)}" for what, names in found.items()]


# -- what acts ----------------------------------------------------------------------------------------------------


def with_stops(model: Model) -> Model:
    """The model with the parts that its limits are made of; itself if it has none, or has them already."""
    limited = [joint for joint in model.joints.values() if joint.limits and not joint.part_of]
    made = {joint.part_of for joint in model.joints.values()} | {force.part_of for force in model.forces.values()}
    missing = [joint for joint in limited if joint.name not in made]
    if not missing:
        return model
    new = model.copy()
    for joint in missing:
        for coordinate, limits in joint.limits.items():
            (_rigid if limits.rigid else _compliant)(new, joint, coordinate, limits)
    return new


def without_stops(model: Model) -> Model:
    """The model without these parts, as its user knows it."""
    if not any(part.part_of for table in (model.joints, model.forces) for part in table.values()):
        return model
    new = model.copy()
    for table in (new.joints, new.forces, new.events):
        for name in [name for name, part in table.items() if part.part_of]:
            del table[name]
    return new


def _free(name: str, taken: Collection[str]) -> str:
    while name in taken:
        name += "'"
    return name


def _rigid(model: Model, joint: Joint, coordinate: str, limits: Limits) -> None:
    """A row that sleeps, an impact at each end, and an event that lets go."""
    measure, label = measure_of(joint, coordinate), coordinate_label(joint, coordinate)
    stop = Joint(
        _free(f"{label} stop", model.joints),
        STOP,
        (Row(STOP, ((1.0, measure),), None),),
        options={"coordinate": coordinate},
        active=coordinate in joint.at_limit,
        part_of=joint.name,
    )
    model.joints[stop.name] = stop
    impact = Impact(limits.restitution, settle=Engage(stop.name))
    dial = DIALS.get(coordinate)
    ways = (FALLING, RISING) if dial is None or dial.rising else (RISING, FALLING)
    for end, direction in zip(("lower", "upper"), ways, strict=True):
        value = getattr(limits, end)
        if math.isfinite(value):
            value = dial.to(value) if dial else value
            name = _free(f"{label} at its {end} limit", model.events)
            model.events[name] = Event(name, measure, value, direction, (impact,), part_of=joint.name)
    name = _free(f"{label} leaves its stop", model.events)
    pull = {"F": stop.multiplier(STOP)}
    model.events[name] = Event(name, "F", 0.0, BOTH, (Release(stop.name),), pull, part_of=joint.name)


def _compliant(model: Model, joint: Joint, coordinate: str, limits: Limits) -> None:
    """A force at each end that pushes back, and never pulls."""
    measure, label = measure_of(joint, coordinate), coordinate_label(joint, coordinate)
    k, c = limits.stiffness or 0.0, limits.damping
    for end, sign in (("lower", -1.0), ("upper", 1.0)):
        value = getattr(limits, end)
        if not math.isfinite(value):
            continue
        if (dial := DIALS.get(coordinate)) is None:
            way = f"({sign!r}*(x - ({value!r})))"
            law = f"-({sign!r})*max(0, {k!r}*{way} + {sign * c!r}*v) if {way} > 0 else 0"
        else:
            end_of_x, slope = dial.to(value), f"({dial.slope_text})"
            beyond = f"{sign if dial.rising else -sign!r}*(x - ({end_of_x!r}))"
            push = f"max(0, {sign * k!r}*({dial.angle_text} - ({value!r})) + {sign * c!r}*{slope}*v)"  # along the angle
            law, value = f"-({sign!r})*{push}*{slope} if {beyond} > 0 else 0", end_of_x
        name = _free(f"{label} {end} limit", model.forces)
        model.forces[name] = Force(name, measure, law=law, part_of=joint.name)
        event = _free(f"{label} at its {end} limit", model.events)
        model.events[event] = Event(event, measure, value, BOTH, part_of=joint.name)

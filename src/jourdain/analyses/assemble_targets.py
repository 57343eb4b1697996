"""Values that an assembly keeps or takes exactly: from the names a user gives to rows and rates.

Bodies: "crank" (position and rotation), "crank.position", "crank.rotation", "crank.velocity", "crank.spin", or one component:
".x .y .z" of the centre of mass, ".theta" (plane), ".vx .vy .vz", ".wx .wy .wz" (plane: ".spin"). Joints: "A", "A.angle",
"A.slide", "A.angle_rate", "A.slide_rate". Named measures, and coordinates of a Lagrangian: "phi", "phi_rate".
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from jourdain.errors import ModelError, near
from jourdain.kernels.measures import BLADE
from jourdain.lagrange.model import named_measures
from jourdain.model.elements import Body, Joint, Row
from jourdain.model.joints import hold
from jourdain.model.measures import Measure, align, coordinate
from jourdain.model.model import Model
from jourdain.model.parsing import number

_FREE = {"revolute": ("angle",), "prismatic": ("slide",), "cylindrical": ("angle", "slide"), "screw": ("angle",)}
_RATE = "_rate"


@dataclass(frozen=True)
class ExactRate:
    """A velocity to keep (value None) or to take [m/s, rad/s]: of a measure, or component `index` of a body's velocity
    (ground axes, of the centre of mass) or spin (ground axes)."""

    name: str
    value: float | None
    measure: Measure | None = None
    body: str = ""
    spin: bool = False
    index: int = 0


@dataclass(frozen=True)
class Exact:
    """One entry of `fixed`: rows at position level, or rates; one of the two is empty."""

    name: str
    rows: tuple[Row, ...] = ()
    rates: tuple[ExactRate, ...] = ()


def read_exact(model: Model, fixed: Any) -> list[Exact]:
    """The entries of `fixed`: a name, an iterable of names (kept), or a mapping of names to values (None: kept)."""
    if isinstance(fixed, str):
        fixed = (fixed,)
    if not isinstance(fixed, (Mapping, Iterable)):
        raise ModelError(f"fixed = {fixed!r}; give a name, several, or a mapping such as {{'phi': 0.5}}.")
    entries = fixed.items() if isinstance(fixed, Mapping) else ((name, None) for name in fixed)
    return [_read(model, name, value) for name, value in entries]


def _read(model: Model, name: Any, value: Any) -> Exact:
    if not isinstance(name, str):
        raise ModelError(f"fixed: {name!r} is no name; write it as text, such as 'crank.x' or 'phi'.")
    if value is not None:
        value = number(value, f"fixed {name!r}")
    if name in model.bodies:
        return _body(model, model.bodies[name], "", name, value)
    measures = named_measures(model)
    if name in measures:
        return _measured(name, measures[name], value)
    if name in model.joints:
        return _joint(model.joints[name], "", name, value)
    if name.endswith(_RATE) and name.removesuffix(_RATE) in measures:
        return Exact(name, rates=(ExactRate(name, value, measures[name.removesuffix(_RATE)]),))
    owner, _, part = name.rpartition(".")
    if owner in model.bodies:
        return _body(model, model.bodies[owner], part, name, value)
    if owner in model.joints:
        return _joint(model.joints[owner], part, name, value)
    known = [*model.bodies, *measures, *model.joints, *(m + _RATE for m in measures)]
    raise ModelError(f"fixed: nothing is called {owner or name!r}.{near(owner or name, known)}")


def _held(label: str, measure: Measure, value: float | None) -> Row:
    """Hold a measure as drawn, or at a value: as a drive, so that a counted angle starts on the turn nearest to it."""
    return hold(label, measure, constant=None) if value is None else Row(label, ((1.0, measure),), 0.0, value)


def _measured(name: str, measure: Measure, value: float | None) -> Exact:
    if measure.kind == BLADE:
        raise ModelError(f"fixed {name!r}: a blade has a rate but no value; fix {name + _RATE!r}.")
    return Exact(name, (_held("value", measure, value),))


def _body(model: Model, body: Body, part: str, name: str, value: float | None) -> Exact:
    """A body, or a part of its position, rotation, velocity or spin."""
    axes = ("x", "y") if body.planar else ("x", "y", "z")
    places = (*axes, "theta") if body.planar else axes
    speeds = {f"v{a}": (False, i) for i, a in enumerate(axes)}
    speeds |= {"spin": (True, 2)} if body.planar else {f"w{a}": (True, i) for i, a in enumerate(axes)}
    if part in places:
        return Exact(name, (_held(part, coordinate(body, part), value),))
    if part in speeds:
        spin, index = speeds[part]
        return Exact(name, rates=(ExactRate(name, value, None, body.name, spin, index),))
    groups = ("", "position", "rotation", "velocity", "spin")
    if part not in groups:
        known = [f"{body.name}.{p}" for p in (*groups[1:], *places, *speeds) if p]
        raise ModelError(f"fixed: body {body.name!r} has no {part!r}.{near(name, dict.fromkeys(known))}")
    if value is not None:
        raise ModelError(
            f"fixed {name!r} = {value:g}: it is more than one number and can only be kept as drawn; give values for "
            f"single ones, such as '{body.name}.x'."
        )
    if part in ("velocity", "spin"):
        chosen = [(p, s) for p, s in speeds.items() if s[0] == (part == "spin")]
        return Exact(name, rates=tuple(ExactRate(f"{body.name}.{p}", None, None, body.name, *s) for p, s in chosen))
    rows: list[Row] = []
    if part in ("", "position"):
        rows += [_held(a, coordinate(body, a), None) for a in axes]
    if part in ("", "rotation"):
        rows += _orientation(model, body)
    return Exact(name, tuple(rows))


def _orientation(model: Model, body: Body) -> list[Row]:
    """Hold the drawn orientation: a frame of the body against the same one on the ground."""
    if body.planar:
        return [_held("theta", coordinate(body, "theta"), None)]
    a, b = (side.place("drawn", body.at, body.rotation, 0.0) for side in (model.ground, body))
    aligned = (("x z", a.x, b.z), ("y z", a.y, b.z), ("x y", a.x, b.y))
    return [hold(f"align {label}", align(u, w)) for label, u, w in aligned]


def _joint(joint: Joint, part: str, name: str, value: float | None) -> Exact:
    """What a joint leaves free, or its angle, slide or their rates."""
    parts = ("angle", "slide", "angle_rate", "slide_rate")
    if part:
        if part not in parts:
            raise ModelError(f"fixed: joint {joint.name!r} has no {part!r}.{near(part, parts)}")
        measure = getattr(joint, part.removesuffix(_RATE))
        if part.endswith(_RATE):
            return Exact(name, rates=(ExactRate(name, value, measure),))
        return Exact(name, (_held(part, measure, value),))
    free = _FREE.get(joint.kind, ())
    if not free:
        raise ModelError(
            f"fixed {name!r}: a {joint.kind} joint has no angle or slide of its own; fix a body, a named measure, or "
            f"'{name}.angle' or '{name}.slide' where that makes sense."
        )
    if value is not None and len(free) > 1:
        raise ModelError(f"fixed {name!r} = {value:g}: it has two; write '{name}.angle' or '{name}.slide'.")
    return Exact(name, tuple(_held(which, getattr(joint, which), value) for which in free))

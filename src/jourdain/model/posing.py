"""Joint states by name: bodies are moved to where their joints have given angles and slides, as far as a tree goes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from jourdain.errors import ModelError, near
from jourdain.model.elements import BeamNode, Joint, Marker
from jourdain.model.flexible import FlexibleBody
from jourdain.model.limits import PLANAR, SPATIAL, measure_of
from jourdain.model.measures import GROUND, Measure
from jourdain.model.parsing import number
from jourdain.model.rotations import axis_angle

if TYPE_CHECKING:
    from jourdain.model.model import Model

MOVED = ("angle", "slide", "x", "y", "z")  # bodies are moved along these; those of balls and crosses are not
AXES = {"x": 0, "y": 1, "z": 2}


@dataclass(frozen=True)
class Coordinate:
    """A coordinate of a joint: "angle", "slide", "x", "y" or "z"."""

    joint: Joint
    name: str

    @property
    def axis(self) -> int:
        """The axis of the first marker that it is along or about."""
        assert self.joint.a is not None
        along = 0 if self.joint.a.planar else 2
        return {"angle": 2, "slide": along}.get(self.name, AXES.get(self.name, 0))


def pose(model: Model, values: Mapping[str, Any]) -> None:
    """Move bodies so that joints have these coordinates; joints that follow others by a row of the model follow."""
    if not isinstance(values, Mapping):
        raise ModelError(f"pose: {values!r} is no table of joints; give {{'shoulder': 0.3, 'slider': 0.1}}.")
    wanted: list[tuple[Coordinate, float]] = []
    for name, value in values.items():
        for one, part in _coordinates(model, str(name), value):
            target = number(part, f"pose: {name}")
            limits = one.joint.limits.get(one.name)
            if limits is not None and limits.beyond(target):
                end = "lower limit" if target < limits.lower else "upper limit"
                most = limits.lower if target < limits.lower else limits.upper
                raise ModelError(
                    f"pose: {name} = {target:.6g} is beyond the {end} {most:.6g} of joint {one.joint.name!r}."
                )
            wanted.append((one, target))
    for one, target in wanted:
        _move(model, one, target)
    _follow(model, {measure_of(one.joint, one.name) for one, _ in wanted})


def _coordinates(model: Model, name: str, value: Any) -> list[tuple[Coordinate, Any]]:
    """What a name means: a joint with one coordinate, "joint.slide", or a joint with a table of several."""
    owner, _, part = name.rpartition(".")
    if name not in model.joints and owner in model.joints:
        return [(_coordinate(model.joints[owner], part), value)]
    if name not in model.joints:
        possible = [one.name for one in model.joints.values() if _free(one)]
        raise ModelError(f"pose: there is no joint {name!r}.{near(name, possible)}")
    joint = model.joints[name]
    if isinstance(value, Mapping):
        return [(_coordinate(joint, str(key)), one) for key, one in value.items()]
    free = _free(joint)
    if len(free) != 1:
        ways = f"several coordinates ({', '.join(free)}); give them by name" if free else "no coordinate of its own"
        raise ModelError(f"pose: joint {name!r} ({joint.kind}) has {ways}.")
    return [(Coordinate(joint, free[0]), value)]


def _free(joint: Joint) -> tuple[str, ...]:
    if joint.a is None:
        return ()
    return tuple(one for one in (PLANAR if joint.a.planar else SPATIAL).get(joint.kind, ()) if one in MOVED)


def _coordinate(joint: Joint, name: str) -> Coordinate:
    if name not in _free(joint):
        raise ModelError(f"pose: joint {joint.name!r} has no coordinate {name!r}.{near(name, _free(joint))}")
    return Coordinate(joint, name)


def value_of(model: Model, one: Coordinate) -> float:
    """A coordinate as drawn [rad, m]; angles between -pi and pi."""
    (pa, Ra), (pb, Rb) = (_frame(model, side) for side in (one.joint.a, one.joint.b))
    if one.name == "angle":
        between = Ra.T @ Rb
        return float(np.arctan2(between[1, 0] - between[0, 1], between[0, 0] + between[1, 1]))
    return float((Ra.T @ (pb - pa))[one.axis])


def _frame(model: Model, marker: Marker | None) -> tuple[np.ndarray, np.ndarray]:
    """Origin and axes of a marker in ground as drawn."""
    assert marker is not None
    body = model.find_body(marker.body, f"marker {marker.label!r}")
    return body.at + body.matrix @ np.array(marker.at), body.matrix @ marker.matrix


def _move(model: Model, one: Coordinate, target: float) -> None:
    """Move all that hangs on one side of the joint."""
    a, b = one.joint.a, one.joint.b
    assert a is not None and b is not None
    change, sign = target - value_of(model, one), 1.0
    moving = _hanging(model, one.joint, b.body)
    if GROUND in moving or a.body in moving:
        moving, sign = _hanging(model, one.joint, a.body), -1.0
    if GROUND in moving or {a.body, b.body} <= moving:
        raise ModelError(
            f"pose: joint {one.joint.name!r} is part of a loop, whose other joints move with it; "
            f"jourdain.assemble(model, {{{one.joint.name!r}: {target:.6g}}}) finds where they go."
        )
    origin, axes = _frame(model, a)
    axis = axes[:, one.axis]
    turn, shift = np.eye(3), np.zeros(3)
    if one.name == "angle":
        turn = axis_angle(axis, sign * change).matrix
    else:
        shift = sign * change * axis
    for name in moving:
        body = model.bodies[name]
        if isinstance(body, (BeamNode, FlexibleBody)):
            raise ModelError(f"pose: {model.owner(name)!r} bends, and stays where it was drawn; draw it in its place.")
        body.at = origin + turn @ (body.at - origin) + shift
        body.velocity, body.spin = turn @ body.velocity, turn @ body.spin
        if one.name != "angle":
            continue
        if body.planar:
            body.angle += sign * change
        else:
            body.rotation = axis_angle(axis, sign * change) @ body.rotation


def _hanging(model: Model, joint: Joint, body: str) -> set[str]:
    """The bodies that are joined to one, without a joint."""
    neighbours: dict[str, set[str]] = {}
    for other in model.joints.values():
        if other is joint or other.a is None or other.b is None:
            continue
        neighbours.setdefault(other.a.body, set()).add(other.b.body)
        neighbours.setdefault(other.b.body, set()).add(other.a.body)
    found, waiting = {body}, [body]
    while waiting:
        here = waiting.pop()
        if here == GROUND:  # what is fixed to the ground elsewhere hangs on that
            continue
        new = neighbours.get(here, set()) - found
        found |= new
        waiting += new
    return found


def _follow(model: Model, placed: set[Measure]) -> None:
    """Joints that a row ties to others: each is moved once all others of its row are known."""
    known = {
        measure_of(joint, name): Coordinate(joint, name) for joint in model.joints.values() for name in _free(joint)
    }
    changed = True
    while changed:
        changed = False
        for joint in model.joints.values():
            row = joint.rows[0] if joint.kind == "row" and len(joint.rows) == 1 else None
            if row is None or row.function is not None or row.constant is None or row.level != "position":
                continue
            left = [(factor, one) for factor, one in row.terms if one not in placed]
            if len(left) != 1 or len(row.terms) < 2 or any(one not in known for _, one in row.terms):
                continue
            factor, last = left[0]
            rest = sum(c * value_of(model, known[one]) for c, one in row.terms if one != last)
            _move(model, known[last], (row.constant - rest) / factor)
            placed.add(last)
            changed = True

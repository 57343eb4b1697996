"""Moving a marker, a joint, or an option of a joint in a model, with all that is made from it.

Measures hold points by their coordinates. A measure that was made from a joint (its rows, angle, slide) goes with it; any other
one only if no other marker or joint has that point, since a point shared by two joints stays where the other one is.
"""

from __future__ import annotations

import functools
from collections.abc import Mapping
from dataclasses import fields, is_dataclass, replace
from typing import Any

import numpy as np

from jourdain.errors import ModelError
from jourdain.model import joints as joint_kinds
from jourdain.model.elements import Body, Joint, Marker
from jourdain.model.measures import Measure, Port
from jourdain.model.model import Model

Moves = dict[Any, Any]  # ports, markers and measures -> the same elsewhere


def moved_marker(model: Model, value: float, *, body: str, label: str, index: int) -> None:
    """Put a component of a marker's place in its body frame [m]."""
    owner = model.find_body(body, f"marker {label!r}")
    old = owner.markers[label]
    new = _shifted(old, index, value)
    owner.markers[label] = new
    users = [joint for joint in model.joints.values() if old in (joint.a, joint.b)]
    _move(model, {old: new}, users)


def moved_joint(model: Model, value: float, *, name: str, sides: str, index: int) -> None:
    """Put a component of a joint's place: sides "ab" in ground at the start [m], "a" or "b" of that marker in its body."""
    joint = model.joints[name]
    markers = {side: getattr(joint, side) for side in sides}
    if sides == "ab":
        body = model.find_body(joint.a.body, name)  # type: ignore[union-attr]
        shift = np.zeros(3)
        shift[index] = value - (body.at + body.matrix @ joint.a.at)[index]  # type: ignore[union-attr]
        moves = {one: _pushed(one, model.find_body(one.body, name), shift) for one in markers.values()}
    else:
        moves = {one: _shifted(one, index, value) for one in markers.values()}
    for one, new in moves.items():  # a marker of a body that the joint uses goes with it, and with that all its users
        own = model.find_body(one.body, name).markers
        if own.get(one.label) == one:
            own[one.label] = new
    _move(model, moves, [j for j in model.joints.values() if j is joint or _shares_named(model, j, moves)])


def _shares_named(model: Model, joint: Joint, moves: Mapping[Marker, Marker]) -> bool:
    """Does a joint use one of the markers by its name on the body?"""
    named = [m for m in moves if model.find_body(m.body, joint.name).markers.get(m.label) == moves[m]]
    return any(m in (joint.a, joint.b) for m in named)


def _shifted(marker: Marker, index: int, value: float) -> Marker:
    at = list(marker.at)
    at[index] = value
    return replace(marker, at=(at[0], at[1], at[2]))


def _pushed(marker: Marker, body: Body, shift: np.ndarray) -> Marker:
    """The marker moved by a vector in ground axes [m]."""
    x, y, z = (np.array(marker.at) + body.matrix.T @ shift).tolist()
    return replace(marker, at=(x, y, z))


def _move(model: Model, markers: Mapping[Marker, Marker], users: list[Joint]) -> None:
    """Replace markers in the joints that use them, and in all measures made from these or from points of no other one."""
    points: Moves = {old.point: new.point for old, new in markers.items()}
    others = {m.point for j in model.joints.values() if j not in users for m in (j.a, j.b) if m is not None}
    others |= {m.point for body in (model.ground, *model.bodies.values()) for m in body.markers.values()}
    made: Moves = {}
    for joint in users:
        old = _measures(joint)
        for part in ("a", "b", "rows", "options"):
            setattr(joint, part, _replaced(getattr(joint, part), points | dict(markers)))
        made |= dict(zip(old, _measures(joint), strict=True))
    free = {port: new for port, new in points.items() if port not in others}
    for joint in model.joints.values():
        if joint not in users and any(m in made for m in _read(joint)):
            joint.rows = _replaced(joint.rows, made)
    tables: tuple[dict[str, Any], ...] = (model.forces, model.loads, model.states, model.events, model.measures)
    for table in tables:
        for name, part in table.items():
            table[name] = _replaced(part, made | free | dict(markers))


def _measures(joint: Joint) -> list[Measure]:
    """Measures that belong to a joint: of its rows, and what it leaves free."""
    found = _read(joint)
    if joint.a is not None and joint.b is not None:
        found += [joint.angle, joint.slide]
    return found


def _read(joint: Joint) -> list[Measure]:
    """Measures of its rows."""
    return [m for row in joint.rows for _, m in (*row.terms, *row.inputs)]


def _replaced(part: Any, moves: Moves) -> Any:
    """A part with measures, markers and ports replaced, all the way down; the same object if nothing is."""
    if part is None or isinstance(part, (str, float, int, np.ndarray)):
        return part
    if isinstance(part, (Measure, Marker, Port)) and part in moves:
        return moves[part]
    if isinstance(part, tuple):
        new = tuple(_replaced(one, moves) for one in part)
        return part if all(a is b for a, b in zip(part, new, strict=True)) else new
    if isinstance(part, dict):
        return {key: _replaced(one, moves) for key, one in part.items()}
    if is_dataclass(part) and not isinstance(part, type):
        inside = {name: _replaced(getattr(part, name), moves) for name in _field_names(type(part))}
        changed = {key: one for key, one in inside.items() if one is not getattr(part, key)}
        return replace(part, **changed) if changed else part
    return part


@functools.cache
def _field_names(of: type) -> tuple[str, ...]:
    return tuple(field.name for field in fields(of))


def rebuilt(model: Model, value: float, *, name: str, option: str) -> None:
    """Give an option of a joint another value: its rows are made anew by its kind."""
    joint = model.joints[name]
    options = joint.options | {option: value}
    function = joint_kinds.find(joint.function or joint.kind, model.planar)
    sides: Any = (joint.a, joint.b) if joint.couples is None else tuple(model.joints[one] for one in joint.couples)
    try:
        joint.rows = tuple(function(*sides, **options))
    except ModelError as problem:
        raise ModelError(f"parameter '{name}.{option}': {problem}") from None
    joint.options = options

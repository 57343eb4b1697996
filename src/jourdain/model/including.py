"""The part of Model that takes in another machine as a part: a suspension corner four times, a robot on a cart."""

from __future__ import annotations

import copy
from collections.abc import Iterator, Mapping
from dataclasses import fields, replace
from typing import Any

import numpy as np

from jourdain.arguments import guarded_methods
from jourdain.errors import ModelError
from jourdain.functions.text import WORD
from jourdain.model import joints as joint_kinds
from jourdain.model.beams import Beam
from jourdain.model.elements import BeamNode, Body, Force, Joint, Load, Marker, Multiplier, Row, State
from jourdain.model.events import Action, Event, Impulse, Switch
from jourdain.model.flexible import PATTERN, FlexibleBody
from jourdain.model.limits import Limits, without_stops
from jourdain.model.measures import GROUND, Measure
from jourdain.model.parsing import orientation, pad, vector
from jourdain.model.placing import Placed

_KEEPS_Z = ("rolling", "rolling_balls", "prismatic")  # joints whose z says on which side or which way something is
_OF_TEXTS = ("measures", "states", "parameters", "tables")


@guarded_methods
class Including:
    """Takes in other machines; use it through Model."""

    planar: bool
    ground: Body
    bodies: dict[str, Body]
    beams: dict[str, Beam]
    joints: dict[str, Joint]
    parameters: dict[str, float]
    tables: dict[str, Any]
    find_body: Any
    beam: Any
    content: Any
    _claim: Any
    _keep: Any
    _keep_body: Any
    _order_parts: Any

    def include(
        self,
        other: Any,
        prefix: str,
        *,
        on: Any = None,
        at: Any = None,
        rotation: Any = None,
        mirror: str | None = None,
    ) -> None:
        """Take in all parts of another machine, under names that begin with `prefix`: "FL." makes its wheel "FL.wheel".

        at [m], rotation: where its ground frame is at the start, in ground; or in the frame of a body `on`, which then stands
        for its ground: what is joined to the ground there is joined to that body, and all of it moves with the body at the
        start. mirror: "x", "y" or "z", the axis of its own ground frame that is reflected first; measures, and with them laws,
        motions and events, keep their values. Its gravity does not count. The other machine stays as it is.
        """
        where = f"include {prefix!r}"
        if isinstance(other, Including) and other is not self:
            other = without_stops(other)  # type: ignore[arg-type]
        placed = self._placed_machine(where, other, prefix, on, at, rotation, mirror)
        _check_names(self, other, placed, where)
        for name in other.parameters:
            self.parameters[placed.name(name)] = other.parameters[name]
        for name, table in other.tables.items():
            self.tables[placed.name(name)] = table
        self._include_bodies(other, placed)
        self._include_joints(other, placed, where)
        self._include_rest(other, placed, where)

    def _placed_machine(
        self, where: str, other: Any, prefix: Any, on: Any, at: Any, rotation: Any, mirror: Any
    ) -> Placed:
        """What was asked for, checked."""
        if not isinstance(other, Including):
            raise ModelError(f"{where}: {other!r} is no Model; read one from a file by jourdain.read(..).")
        if other is self:
            raise ModelError(f"{where}: a model cannot include itself; include model.copy().")
        if not (hasattr(other, "bodies") and type(other) is type(self)):
            raise ModelError(f"{where}: machines of bodies can be included in machines of bodies, no others.")
        if not isinstance(prefix, str) or (prefix and not WORD.fullmatch(f"{prefix}x")):
            raise ModelError(
                f"{where}: a prefix is put before names that texts may call, so it is a word, with a dot or _ behind it: 'FL.'."
            )
        n = 2 if self.planar else 3
        if other.planar != self.planar:
            raise ModelError(f"{where}: one of the two machines is planar, the other is not.")
        axes = "xyz"[:n]
        if mirror is not None and (not isinstance(mirror, str) or mirror not in axes or len(mirror) != 1):
            raise ModelError(f"{where}: mirror = {mirror!r}; name the axis that is reflected: {', '.join(axes)}.")
        carrier = self.ground if on is None else self.find_body(on, where)
        if isinstance(carrier, FlexibleBody | BeamNode):
            raise ModelError(
                f"{where}: {carrier.name!r} bends; include the machine on a rigid body, and fix that to it."
            )
        bends = [one for one in (*other.beams, *_flexible(other))] if mirror is not None else []
        if bends:
            raise ModelError(f"{where}: {bends[0]!r} bends, and such bodies cannot be mirrored; make that side apart.")
        turn, angle = orientation(rotation, self.planar, where)
        place = pad(vector((0.0,) * n if at is None else at, n, f"{where}: at"))
        return Placed(
            *(prefix, carrier, place, turn, angle, None if mirror is None else axes.index(mirror)),
            words=frozenset(name for table in _OF_TEXTS for name in getattr(other, table)),
            keeps_z=frozenset(_sides(other)),
            centres={name: tuple(body.com.tolist()) for name, body in other.bodies.items()},
        )

    # -- bodies -------------------------------------------------------------------------------------------------

    def _include_bodies(self, other: Any, placed: Placed) -> None:
        for body in (other.ground, *other.bodies.values()):
            if body.name == GROUND:
                made, label = placed.carrier, placed.prefix
                made.visuals += tuple(placed.picture(one) for one in body.visuals)
                made.collisions += tuple(placed.picture(one) for one in body.collisions)
            elif isinstance(body, BeamNode):
                continue
            else:
                made, label = self._keep_body(_body(body, placed)), ""
            for marker in body.markers.values():
                made.markers[label + marker.label] = placed.marker(marker, label + marker.label)
        for beam in other.beams.values():
            self._include_beam(beam, placed)

    def _include_beam(self, beam: Beam, placed: Placed) -> None:
        """The beam as it was drawn, elsewhere, and what was changed in its sections."""
        A, p, n = placed.A, placed.p, 2 if self.planar else 3
        drawn = dict(beam.drawn)
        for key in ("start", "end", "through", "points"):
            if key in drawn:
                places = np.atleast_2d(drawn[key])
                there = (np.pad(places, ((0, 0), (0, 3 - places.shape[1]))) @ A.T + p)[:, :n]
                drawn[key] = tuple(map(tuple, there.tolist())) if key == "points" else tuple(there[0].tolist())
        if not self.planar and not placed.stays:  # what is up there may not be up here
            normal = np.atleast_2d(drawn.get("normal", beam.start.matrix[:, 2])) @ A.T
            drawn["normal"] = tuple(normal[0].tolist()) if len(normal) == 1 else tuple(map(tuple, normal.tolist()))
        made = self.beam(placed.name(beam.name), section=beam.section, material=beam.material, **drawn)
        for old, new in zip(beam.nodes, made.nodes, strict=True):
            before, section = beam.bodies[old], made.bodies[new]
            vars(section).update(vars(_body(before, placed)) | {"name": new, "beam": made.name, "markers": {}})
            for marker in before.markers.values():
                section.markers[marker.label] = placed.marker(marker, marker.label)

    # -- joints -------------------------------------------------------------------------------------------------

    def _include_joints(self, other: Any, placed: Placed, where: str) -> None:
        of_beams = {part for beam in other.beams.values() for part in beam.parts}
        read = {one.joint for one in _inputs(other) if isinstance(one, Multiplier)}
        signs: dict[tuple[str, str], float] = {}
        for joint in other.joints.values():
            if joint.name in of_beams:
                continue
            made = copy.copy(joint)
            made.name, made.options, made.rated = placed.name(joint.name), dict(joint.options), dict(joint.rated)
            rows = tuple(placed.row(row) for row in joint.rows)
            if joint.a is not None and joint.b is not None:
                made.a, made.b = (self._side(one, joint, made.name, placed) for one in (joint.a, joint.b))
                turned = _turned(joint, placed, where)
                signs |= {(joint.name, one): -1.0 if turned == 1 else 1.0 for one in ("angle", "twist")}
                signs |= {(joint.name, one): 1.0 for one in ("slide", "swing")}
                signs |= {(joint.name, "about_x"): -1.0 if turned in (1, 2) else 1.0}
                signs |= {(joint.name, "about_y"): -1.0 if turned in (0, 2) else 1.0}
                if turned == (2 if not self.planar else 0):
                    signs[joint.name, "slide"] = -1.0
                for part in ("angle", "slide"):
                    if signs[joint.name, part] > 0.0:
                        placed.measures[getattr(joint, part)] = getattr(made, part)
                rows = tuple(placed.row(row) for row in joint.rows)
                made.limits = {key: _turned_limits(key, one, turned, signs, joint) for key, one in joint.limits.items()}
            if joint.couples is not None:
                made.couples = (placed.name(joint.couples[0]), placed.name(joint.couples[1]))
            made.rows = rows
            plain = joint.function is None and joint.kind not in ("drive", "row") and joint.name not in read
            if plain and _made_by(other, joint) == joint.rows:
                _reflect(made, joint, placed, signs)
                made.rows = _made_by(self, made)
            self._keep("joints", made)

    def _side(self, marker: Marker, joint: Joint, name: str, placed: Placed) -> Marker:
        """A marker of a joint: one that its body has, or one of the joint's own."""
        label = f"joint {name!r} ({joint.kind})" if marker.label == f"joint {joint.name!r} ({joint.kind})" else ""
        return self._marker(marker, label, placed)

    def _marker(self, marker: Marker, label: str, placed: Placed) -> Marker:
        label = label or (placed.prefix if marker.body == GROUND else "") + marker.label
        if marker.label == marker.body and marker.body != GROUND:  # the frame of a section of a beam
            label = placed.name(marker.label)
        made = placed.marker(marker, label)
        own = self.find_body(made.body, made.label).markers.get(label)
        return own if own == made and own is not None else made

    # -- what acts ----------------------------------------------------------------------------------------------

    def _include_rest(self, other: Any, placed: Placed, where: str) -> None:
        of_beams = {part for beam in other.beams.values() for part in beam.parts}
        for name, measure in other.measures.items():
            self.measures[placed.name(name)] = placed.measure(measure)  # type: ignore[attr-defined]
        for force in other.forces.values():
            if force.name not in of_beams:
                self._keep("forces", self._force(force, placed))
        for load in other.loads.values():
            self._keep("loads", self._load(load, placed, f"{where}: load {load.name!r}"))
        for state in other.states.values():
            made: State = copy.copy(state)
            made.name, made.rate = placed.name(state.name), placed.text(state.rate, state.inputs)
            made.inputs = placed.inputs(state.inputs)
            self._keep("states", made)
        for event in other.events.values():
            self._keep("events", self._event(event, placed, f"{where}: event {event.name!r}"))
        self._order_parts()

    def _force(self, force: Force, placed: Placed) -> Force:
        made: Force = copy.copy(force)
        made.name, made.measure = placed.name(force.name), placed.measure(force.measure)
        made.law, made.inputs = placed.text(force.law, force.inputs), placed.inputs(force.inputs)
        return made

    def _load(self, load: Load, placed: Placed, where: str) -> Load:
        made: Load = copy.copy(load)
        label = placed.name(load.name) if load.marker.label == load.name else ""
        made.name, made.marker = placed.name(load.name), self._marker(load.marker, label, placed)
        made.beam, made.inputs = load.beam and placed.name(load.beam), placed.inputs(load.inputs)
        forces, torques = (tuple(placed.text(one, load.inputs) for one in part) for part in (load.force, load.torque))
        if load.marker.carrier.startswith(PATTERN):
            made.force = forces
            return made
        matrix = placed.A
        if load.follow and not load.beam:  # in the axes of the marker, of which one was turned round
            matrix = np.eye(3)
            if placed.mirror is not None:
                matrix[placed.turned(load.marker)] *= -1.0
        sign = -1.0 if placed.mirror is not None else 1.0  # of what turns
        made.force = placed.components(forces, matrix, where)
        about = np.eye(3) if self.planar else matrix
        made.torque = placed.components(torques, sign * about, where)
        return made

    def _event(self, event: Event, placed: Placed, where: str) -> Event:
        made: Event = copy.copy(event)
        watched = event.function
        made.name, made.inputs = placed.name(event.name), placed.inputs(event.inputs)
        made.function = placed.measure(watched) if isinstance(watched, Measure) else placed.text(watched, event.inputs)
        made.actions = tuple(self._action(one, placed, where) for one in event.actions)
        return made

    def _action(self, action: Action, placed: Placed, where: str) -> Action:
        """With all that it names."""
        found: dict[str, Any] = {}
        for part in fields(action):
            value = getattr(action, part.name)
            if isinstance(value, Measure):
                found[part.name] = placed.measure(value)
            elif isinstance(value, Marker):
                found[part.name] = self._marker(value, "", placed)
            elif isinstance(value, Action):
                found[part.name] = self._action(value, placed, where)
            elif isinstance(value, str):
                element = action.table or (isinstance(action, Switch) and part.name == "element")
                found[part.name] = placed.name(value) if element else placed.text(value)
        if isinstance(action, Impulse):
            found["impulse"] = placed.components(tuple(action.impulse), placed.A, where)
        return replace(action, **found)


def _check_names(model: Any, other: Any, placed: Placed, where: str) -> None:
    """Refuse names that are taken."""
    for table, parts in other.content().items():
        if not isinstance(parts, dict):
            continue
        for name in parts:
            there = placed.name(str(name))
            if table == "parameters" and there in model.parameters:
                raise ModelError(f"{where}: there is a parameter {there!r} already; give another prefix.")
            if table != "parameters":
                model._claim(there, f"{where}: {table}")
    for label in other.ground.markers:
        if placed.prefix + label in placed.carrier.markers:
            raise ModelError(
                f"{where}: {placed.carrier.name!r} has a marker {placed.prefix + label!r} already; give another prefix."
            )


def _flexible(model: Any) -> Iterator[str]:
    return (name for name, body in model.bodies.items() if isinstance(body, FlexibleBody))


def _inputs(model: Any) -> Iterator[Any]:
    """All that texts of a model read by names of their own."""
    for table in (model.forces, model.loads, model.states, model.events):
        for part in table.values():
            yield from part.inputs.values()


def _sides(model: Any) -> Iterator[tuple[str, str]]:
    """Markers of which z says on which side or which way something is."""
    for joint in model.joints.values():
        if joint.kind in _KEEPS_Z and joint.a is not None:
            yield from ((one.body, one.label) for one in (joint.a, joint.b))


def _turned(joint: Joint, placed: Placed, where: str) -> int | None:
    """The axis that is turned round in both markers of a joint, None where nothing is mirrored."""
    assert joint.a is not None and joint.b is not None
    a, b = placed.turned(joint.a), placed.turned(joint.b)
    if placed.mirror is None:
        return None
    if a != b:
        raise ModelError(
            f"{where}: joint {joint.name!r} shares a marker with a slider or wheel; give it one of its own."
        )
    return a


def _turned_limits(
    coordinate: str, limits: Limits, turned: int | None, signs: Mapping[tuple[str, str], float], joint: Joint
) -> Limits:
    """Limits of a coordinate that may run the other way round."""
    sign = signs.get((joint.name, coordinate), -1.0 if "xyz".find(coordinate) == turned else 1.0)
    return limits if sign > 0.0 else replace(limits, lower=-limits.upper, upper=-limits.lower)


def _made_by(model: Any, joint: Joint) -> tuple[Row, ...]:
    """The rows that a kind of joint makes of the markers, or joints, and options of a joint."""
    function = joint_kinds.find(joint.kind, model.planar)
    sides = (joint.a, joint.b) if joint.couples is None else tuple(model.joints[name] for name in joint.couples)
    return tuple(function(*sides, **joint.options))


def _reflect(made: Joint, joint: Joint, placed: Placed, signs: Mapping[tuple[str, str], float]) -> None:
    """Options that have a hand: the pitch of a screw, and couplings of what keeps its sign with what does not."""
    if placed.mirror is None:
        return
    if joint.kind == "screw":
        made.options["pitch"] = -joint.options["pitch"]
    if joint.couples is None:
        return
    a, b = joint.couples
    of = joint.options.get("of", ("angle", "slide" if joint.kind == "rack_and_pinion" else "angle"))
    if signs[a, of[0]] == signs[b, of[1]]:
        return
    if joint.kind == "gear":
        made.options["internal"] = not joint.options.get("internal", False)
    else:
        factors = joint.options["factors"] if joint.kind == "coupler" else (-joint.options["radius"], 1.0)
        made.kind, made.options = "coupler", {"factors": (-factors[0], factors[1]), "of": tuple(of)}


def _body(body: Body, placed: Placed) -> Body:
    """A body there, without its markers."""
    made: Body = copy.copy(body)
    vars(made).update(placed.pose(body), name=placed.name(body.name), markers={})
    for key in ("inertia", "com", "damping", "amplitudes", "amplitude_rates"):
        if hasattr(body, key):
            setattr(made, key, np.array(getattr(body, key)))
    if placed.mirror is not None:
        made.com = np.array(placed.in_body(body.name, body.com))
        made.inertia = placed.S @ body.inertia @ placed.S + 0.0
        made.shape = body.shape.mirrored(placed.mirror) if body.shape is not None else None
        for part in ("visuals", "collisions"):
            seen = [replace(one, shape=one.shape.mirrored(placed.mirror)) for one in getattr(body, part)]
            setattr(made, part, tuple(seen))
    return made

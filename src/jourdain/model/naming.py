"""What texts name in a model: markers "crank.tip", directions "crank.tip.x", joints "A", measures "A.angle", "distance(..)".

The same words stand in model files and in Python, wherever a marker, a joint or a measure is taken. Names may have dots.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from jourdain.arguments import guarded_methods
from jourdain.errors import ModelError, near, shown
from jourdain.model.beams import Beam
from jourdain.model.elements import BeamNode, Body, Input, Joint, Marker, Rate
from jourdain.model.flexible import FlexibleBody
from jourdain.model.measures import GROUND, KINDS, Measure, Port, coordinate
from jourdain.model.rotations import Rotation

CALL = re.compile(r"(\w+)\((.*)\)")
QUANTITIES = ("strain", "force", "moment", "stress")
OF_BEAM = re.compile(rf"(.+)\.({'|'.join(QUANTITIES)})\(([^()]*)\)")  # "rod.strain(0.5, axial)"
_OF_JOINTS = ("angle", "slide")


@guarded_methods
class Naming:
    """Finds parts of a model by what texts call them; use it through Model."""

    planar: bool
    ground: Body
    bodies: dict[str, Body]
    beams: dict[str, Beam]
    joints: dict[str, Joint]
    states: dict[str, Any]
    measures: dict[str, Measure]
    find_body: Any

    @property
    def named_bodies(self) -> list[str]:
        """What users know as bodies: without the sections of beams, with "rod.start" and "rod.end" in their place."""
        own = [name for name, body in self.bodies.items() if not isinstance(body, BeamNode)]
        return own + [f"{name}.{end}" for name in self.beams for end in ("start", "end")]

    def section_named(self, name: str) -> str:
        """The name of the section that "rod.start", "rod.end" or "rod.node(0.5)" means; any other name as it is."""
        for owner, part in _splits(name):
            beam = self.beams.get(owner)
            if beam is None or name in self.bodies:
                continue
            if part in ("start", "end"):
                return str(getattr(beam, part).name)
            found = re.fullmatch(r"node\(\s*(\d*\.?\d*(?:[eE]-?\d+)?)\s*\)", part)
            if found and found[1]:
                return beam.node(float(found[1])).name
        return name

    def marker_named(self, text: str) -> Marker:
        """The marker "body.marker"; of "body" alone the frame of the body."""
        text = text.strip()
        known = []
        for owner, label in [(text, ""), *_splits(text)]:
            name = self.section_named(owner) if self.beams else owner
            if name != GROUND and name not in self.bodies:
                continue
            body = self.find_body(name, owner)
            if not label:
                return frame_of(body)
            if label in body.markers:
                return body.markers[label]
            if isinstance(body, FlexibleBody) and label in body.part.frames:
                return body.interface(label)
            known.append((owner, label, body.markers))
        if known:
            owner, label, markers = known[0]
            raise ModelError(f"{owner!r} has no marker {label!r}.{near(label, markers)}")
        if "." not in text:
            raise ModelError(f"{text!r} is no marker and no body.{near(text, [GROUND, *self.named_bodies])}")
        owner = text.rpartition(".")[0]
        raise ModelError(f"there is no body {owner!r}.{near(owner, [GROUND, *self.named_bodies])}")

    def port_named(self, text: str) -> Port:
        """A direction "body.marker.x", or the point of "body.marker"."""
        owner, _, axis = text.strip().rpartition(".")
        if owner and axis in ("x", "y", "z"):
            port: Port = getattr(self.marker_named(owner), axis)
            return port
        return self.marker_named(text).point

    def names_measure(self, text: str) -> bool:
        """Does a text name a measure, as against an expression?"""
        text = text.strip()
        call = CALL.fullmatch(text)
        if call is not None:
            return call[1] in KINDS
        if OF_BEAM.fullmatch(text) is not None:
            return True
        owner, dot, _ = text.rpartition(".")
        return bool(dot) and (owner in self.joints or self.section_named(owner) in self.bodies)

    def measure_named(self, text: str) -> Measure:
        """The measure "A.angle", "crank.x", "distance(a.m, b.n)", "rod.strain(0.5, axial)", or one with a name of its own."""
        text = text.strip()
        if text in self.measures:
            return self.measures[text]
        call = CALL.fullmatch(text)
        if call is not None and call[1].isidentifier() and not OF_BEAM.fullmatch(text):
            return self._called(call[1], [part.strip() for part in call[2].split(",")])
        if (found := OF_BEAM.fullmatch(text)) is not None:
            return self._inside(*found.groups())
        owner, dot, part = text.rpartition(".")
        if owner in self.joints:
            if part not in _OF_JOINTS:
                raise ModelError(f"of a joint there is its 'angle' and its 'slide', not {part!r}.")
            measure: Measure = getattr(self.joints[owner], part)
            return measure
        if dot and self.section_named(owner) in self.bodies:
            return coordinate(self.bodies[self.section_named(owner)], part)
        return self._otherwise(text)

    def _otherwise(self, text: str) -> Measure:
        """What is left: refused here."""
        owner, dot, _ = text.rpartition(".")
        if dot:
            raise ModelError(f"there is no joint or body {owner!r}.{near(owner, [*self.joints, *self.named_bodies])}")
        raise ModelError(
            f"{shown(text)} is no measure; write 'A.angle', 'A.slide' (of a joint), 'crank.x' (of a body), "
            "'distance(ground.hook, crank.tip)', 'slide(.., .., x)', 'angle(.., ..)' or 'align(ground.hook.x, crank.tip.z)'."
        )

    def _called(self, kind: str, parts: list[str]) -> Measure:
        known = {name: one for name, one in KINDS.items() if one.takes}
        if kind not in known:
            hint = " It is called 'spin' now." if kind == "sweep" else near(kind, known)
            raise ModelError(f"there is no measure {kind!r}.{hint}")
        make, takes = known[kind].make, known[kind].takes
        if len(parts) not in ((3, 2) if takes == "markers and an axis" else (2,)):
            sides = {"axes": "axes of markers"}.get(takes, takes)
            raise ModelError(f"{kind} takes two {sides}.")
        side: Any = self.port_named if takes == "axes" else self.marker_named
        return make(side(parts[0]), side(parts[1]), *parts[2:])

    def _inside(self, owner: str, quantity: str, inside: str) -> Measure:
        """A strain, force, moment or stress of a beam, or the stress of a flexible body."""
        body, parts = self.bodies.get(owner), [part.strip() for part in inside.split(",")]
        if quantity == "stress" and isinstance(body, FlexibleBody):
            which, of = parts[0].strip("'\""), parts[1].strip("'\"") if len(parts) > 1 else "mises"
            number = which.removeprefix("element").strip()
            if not number.isdigit():
                raise ModelError(
                    f"write '{owner}.stress(1234, mises)', with the number of a node of the mesh, or '{owner}.stress(element "
                    "17, mises)'."
                )
            return body.stress(of, **{"node" if number == which else "element": int(number)})
        beam = self.beams.get(owner)
        if beam is None:
            raise ModelError(f"there is no beam {owner!r}.{near(owner, self.beams)}")
        try:
            at = float(parts[0])
            named = {k.strip(): float(v) for k, v in (p.split("=") for p in parts[1:])} if quantity == "stress" else {}
        except ValueError:
            raise ModelError("write 'rod.strain(0.5, axial)' or 'rod.stress(0.5, y=0.01, z=0)'.") from None
        if quantity == "stress":
            return beam.stress(at, **named)
        found: Measure = getattr(beam, quantity)(at, ", ".join(parts[1:]).strip("'\"") or "bending")
        return found

    # -- parts of the model from themselves or their names ----------------------------------------------------

    def find_marker(self, value: Any, where: str) -> Marker:
        """A marker, or what has a frame of its own, from itself or its name."""
        if isinstance(value, Marker):
            return value
        if isinstance(value, str):
            return _said(where, self.marker_named, value)
        if isinstance(value, Body):
            return _said(where, frame_of, self.find_body(value, where))
        raise ModelError(
            f"{where}: {shown(value)} is no marker; give one that body.marker(..) returned, its name 'body.marker', or a body."
        )

    def find_joint(self, value: Any, where: str) -> Joint:
        """A joint from itself or its name."""
        if isinstance(value, Joint):
            return value
        if isinstance(value, str) and value in self.joints:
            return self.joints[value]
        if isinstance(value, str):
            raise ModelError(f"{where}: there is no joint {value!r}.{near(value, self.joints)}")
        raise ModelError(f"{where}: {shown(value)} is no joint; give one that model.joint(..) returned, or its name.")

    def find_measure(self, value: Any, where: str) -> Measure:
        """A measure from itself or its name."""
        if isinstance(value, str):
            value = _said(where, self.measure_named, value)
        self._check_measure(value, where)  # type: ignore[attr-defined]
        measure: Measure = value
        return measure

    def find_inputs(self, inputs: Any, where: str) -> dict[str, Input]:
        """What a text reads: measures, their rates, states and multipliers; measures by name, too."""
        if inputs is not None and not isinstance(inputs, Mapping):
            raise ModelError(
                f"{where}: inputs = {shown(inputs)}; give names and what they mean: {{'phi': joint.angle}}."
            )
        found: dict[str, Input] = {}
        for name, one in dict(inputs or {}).items():
            rate = CALL.fullmatch(one.strip()) if isinstance(one, str) else None
            if not isinstance(one, str) or one in self.states:
                found[name] = one
            elif rate is not None and rate[1] == "rate":
                found[name] = Rate(self.find_measure(rate[2], f"{where}: input {name!r}"))
            elif one in self.measures or self.names_measure(one):
                found[name] = self.find_measure(one, f"{where}: input {name!r}")
            else:
                found[name] = one  # a state that may come later
        return found


def frame_of(body: Body) -> Marker:
    """The frame of a body, as a marker."""
    if isinstance(body, BeamNode):
        return body.frame
    if isinstance(body, FlexibleBody):
        raise ModelError(f"{body.name!r} bends; name one of its interfaces or nodes: {body.name}.interface(..).")
    return Marker(body.name, body.name, (0.0, 0.0, 0.0), Rotation(), body.planar)


def _splits(text: str) -> Iterator[tuple[str, str]]:
    """(owner, part) for every dot, the longest owner first."""
    at = len(text)
    while (at := text.rfind(".", 0, at)) > 0:
        yield text[:at], text[at + 1 :]


def _said(where: str, find: Any, value: Any) -> Any:
    try:
        return find(value)
    except ModelError as problem:
        raise ModelError(f"{where}: {problem}") from None

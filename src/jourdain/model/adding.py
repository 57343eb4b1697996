"""Names of the parts of a Model, and its forces, loads, extra states and events: what acts, as against what holds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from jourdain.arguments import guarded_methods
from jourdain.errors import ModelError, near, shown
from jourdain.functions import FUNCTIONS
from jourdain.functions.tables import Table
from jourdain.functions.tables import table as make_table
from jourdain.model.beams import Beam
from jourdain.model.elements import BeamNode, Body, Force, Input, Joint, Load, Marker, State, Value
from jourdain.model.events import BOTH, Event, Impulse, Jump, Lock, Switch, as_actions, named_part
from jourdain.model.flexible import FlexibleBody
from jourdain.model.measures import GROUND, AlongBeam, AtNode, Measure, align, angle, distance, slide
from jourdain.model.naming import Naming
from jourdain.model.parsing import several, triple, vector
from jourdain.model.rotations import Rotation

TABLES = {"body": "bodies"} | {
    kind: f"{kind}s" for kind in ("beam", "joint", "force", "load", "state", "event", "measure", "table")
}
"""What has a name of its own in a model -> the table of these."""


@guarded_methods
class Acting(Naming):
    """The part of Model that names its parts, and adds forces, loads, extra states and events; use it through Model."""

    planar: bool
    ground: Body
    bodies: dict[str, Body]
    beams: dict[str, Beam]
    joints: dict[str, Joint]
    forces: dict[str, Force]
    loads: dict[str, Load]
    states: dict[str, State]
    events: dict[str, Event]
    measures: dict[str, Measure]
    parameters: dict[str, float]
    tables: dict[str, Table]

    def _claim(self, name: str, what: str) -> str:
        """Refuse an empty or used name; returns the start of every message about this element."""
        if not isinstance(name, str) or not name.strip():
            raise ModelError(f"{what}: name {name!r} is empty or no text.")
        if name == GROUND:
            raise ModelError(f"{what} {name!r}: the name 'ground' is taken by the ground itself.")
        for kind, table in TABLES.items():
            if name in getattr(self, table):
                raise ModelError(f"{what} {name!r}: there is a {kind} of that name already; choose another one.")
        return f"{what} {name!r}"

    def _keep(self, table: str, part: Any) -> Any:
        """Add a part to its table, under its name."""
        getattr(self, table)[part.name] = part
        return part

    def table(self, name: str, x: Any, y: Any, *, kind: str = "cubic", beyond: str = "line") -> Table:
        """Add a function through points that texts call by its name, as in "cam(angle)"; see `jourdain.table`."""
        where = self._claim(name, "table")
        if not all(part.isidentifier() for part in name.split(".")) or name in FUNCTIONS:
            raise ModelError(f"{where}: texts call it by its name, so it has to be a word of its own, such as 'cam'.")
        try:
            self.tables[name] = make_table(x, y, kind=kind, beyond=beyond)
        except ModelError as problem:
            raise ModelError(f"{where}: {str(problem).removeprefix('table: ')}") from None
        return self.tables[name]

    def find_body(self, body: Any, where: str) -> Body:
        """A body of this model from itself or its name."""
        if isinstance(body, str):
            if body == GROUND:
                return self.ground
            name = self.section_named(body)
            if name not in self.bodies:
                raise ModelError(f"{where}: {self.no_body(body)}")
            return self.bodies[name]
        if isinstance(body, Body) and (body is self.ground or self.bodies.get(body.name) is body):
            return body
        if isinstance(body, Beam):
            raise ModelError(f"{where}: {self.no_body(body.name)}")
        name = repr(body.name) if isinstance(body, Body) else shown(body)
        raise ModelError(
            f"{where}: {name} is not a body of this model; pass what model.body(..) returned, its name, or model.ground."
        )

    def no_body(self, name: str) -> str:
        """What to say where a body was asked for by a name that none has."""
        if name in self.beams:
            return f"{name!r} is a beam; name one of its sections: {name}.start, {name}.end, {name}.node(0.5)."
        return f"there is no body {name!r}.{near(name, [GROUND, *self.named_bodies])}"

    def owner(self, name: str) -> str:
        """What a body is a part of: a section of its beam, any other one of itself."""
        body = self.bodies.get(name)
        return body.beam if isinstance(body, BeamNode) else name

    def _check_measure(self, measure: Any, where: str) -> None:
        if not isinstance(measure, Measure):
            raise ModelError(
                f"{where}: {shown(measure)} is not a measure; use jourdain.slide, angle, distance, .. "
                "or joint.angle, joint.slide."
            )
        if isinstance(measure.along, AlongBeam) and measure.along.beam not in self.beams:
            raise ModelError(f"{where}: the measure is one of beam {measure.along.beam!r}, which is not in this model.")
        names = {p.body for p in measure.ports} | ({measure.coordinate[0]} if measure.coordinate else set())
        names |= {measure.along.body} if isinstance(measure.along, AtNode) else set()
        for body in names - {GROUND}:
            if body not in self.bodies:
                raise ModelError(f"{where}: the measure uses body {body!r}, which is not in this model.")

    def force(
        self,
        name: str,
        measure: Measure | str,
        *,
        stiffness: float = 0.0,
        damping: float = 0.0,
        rest: float = 0.0,
        law: Value | None = None,
        inputs: Mapping[str, Input] | None = None,
    ) -> Force:
        """A force on any measure: -stiffness (x - rest) - damping xdot + law; law: number, text in t, x, v, or f(t, x, v).

        measure: itself or by name, "hinge.angle", "rod.x", "distance(ground.hook, rod.tip)".
        """
        where = self._claim(name, "force")
        measure = self.find_measure(measure, where)
        not_of_strain(measure, where, "a force acts between points; make a beam stiffer by its section")
        read = self.find_inputs(inputs, where)
        return self._keep("forces", Force(name, measure, stiffness, damping, rest, law, read))

    def spring(
        self,
        name: str,
        a: Marker | Body | str,
        b: Marker | Body | str,
        *,
        stiffness: float = 0.0,
        damping: float = 0.0,
        rest: float = 0.0,
        law: Value | None = None,
    ) -> Force:
        """Translational spring-damper-actuator along the line of two markers; rest: free length [m].

        a, b: markers or their names, "rod.tip"; of a body or its name the origin of its frame. At length zero the line has no
        direction and the force is zero there.
        """
        ends = (self.find_marker(one, f"spring {shown(name)}") for one in (a, b))
        return self.force(name, distance(*ends), stiffness=stiffness, damping=damping, rest=rest, law=law)

    def torsion_spring(
        self,
        name: str,
        joint: Joint | str,
        *,
        stiffness: float = 0.0,
        damping: float = 0.0,
        rest: float = 0.0,
        law: Value | None = None,
    ) -> Force:
        """Rotational spring-damper-actuator about a joint's axis; rest: free angle [rad], counted over turns."""
        joint = self.find_joint(joint, f"torsion spring {shown(name)}")
        return self.force(name, joint.angle, stiffness=stiffness, damping=damping, rest=rest, law=law)

    def bushing(
        self,
        name: str,
        a: Marker | Body | str,
        b: Marker | Body | str,
        *,
        stiffness: Sequence[float],
        damping: Sequence[float],
    ) -> list[Force]:
        """Elastic mount: six springs and dampers along and about the axes of marker a.

        Order x, y, z [N/m], about x, y, z [N m/rad]; planar: x, y, theta. The moments go with the sine of the angle.
        """
        a, b = (self.find_marker(one, f"bushing {shown(name)}") for one in (a, b))
        if a.planar:
            measures = [*(slide(a, b, axis) for axis in "xy"), angle(a, b)]
        else:
            measures = [*(slide(a, b, axis) for axis in "xyz"), align(a.z, b.y), align(a.x, b.z), align(a.y, b.x)]
        k = vector(stiffness, len(measures), f"bushing {name!r}: stiffness")
        c = vector(damping, len(measures), f"bushing {name!r}: damping")
        return [self.force(f"{name}: {i + 1}", m, stiffness=k[i], damping=c[i]) for i, m in enumerate(measures)]

    def load(
        self,
        name: str,
        on: Any,
        *,
        force: Sequence[Value] | None = None,
        torque: Any = None,
        force_per_length: Sequence[Value] | None = None,
        torque_per_length: Any = None,
        follow: bool = False,
        at: Any = None,
        pattern: str | None = None,
        factor: Value = 1.0,
        inputs: Mapping[str, Input] | None = None,
    ) -> Load:
        """A force [N] at a marker (or at the centre of mass of a body, or `at` in its frame) and a torque [N m].

        Components in ground axes, or in marker axes turning with the body if `follow`; numbers, texts in t, or f(t). On a whole
        beam: force_per_length [N/m] and torque_per_length [N m/m] as drawn; to follow is to turn with its sections. On a
        flexible body: pattern, the name of a load of its part (a pressure, ..), times factor; it turns with the body.
        """
        where, read = self._claim(name, "load"), self.find_inputs(inputs, f"load {name!r}")
        if isinstance(on, str) and "." in on and on not in self.beams and self.section_named(on) not in self.bodies:
            on = self.find_marker(on, where)
        if pattern is not None:
            body = self.find_body(on, where)
            if not isinstance(body, FlexibleBody) or any(x is not None for x in (force, torque, at)):
                raise ModelError(f"{where}: a pattern is a load of a flexible body, with a factor and nothing else.")
            on, force, follow = body.pattern(pattern, where), (factor, 0.0, 0.0), True
        marker, beam = on, on.name if isinstance(on, Beam) else on if isinstance(on, str) and on in self.beams else ""
        if bool(beam) != (force_per_length is not None or torque_per_length is not None):
            raise ModelError(f"{where}: a load on a whole beam is per length (force_per_length, ..), and only there.")
        if beam:
            if beam not in self.beams or (force, torque, at) != (None, None, None):
                raise ModelError(
                    f"{where}: on a beam of this model give force_per_length, torque_per_length, and no place."
                )
            marker, force, torque = self.beams[beam].start.frame, force_per_length, torque_per_length
        if not isinstance(marker, Marker):
            body = self.find_body(on, where)
            if isinstance(body, FlexibleBody):
                raise ModelError(
                    f"{where}: {body.name!r} bends; load one of its interfaces or nodes: {body.name}.interface(..)."
                )
            place = body.com if at is None else vector(at, 2 if self.planar else 3, f"{where}: at")
            marker = Marker(body.name, name, triple(place), Rotation(), self.planar)
        if marker.body == GROUND:
            raise ModelError(f"{where}: it acts on the ground, which does not move; name a body.")
        n = 2 if self.planar else 3
        f, m = several(force), several(torque)
        if len(f) not in (0, n) or len(m) not in (0, 1 if self.planar else 3) or not (f or m):
            raise ModelError(f"{where}: give force with {n} components and/or torque with {1 if self.planar else 3}.")
        return self._keep("loads", Load(name, marker, f, m, follow, read, beam))

    def state(
        self,
        name: str,
        rate: Value,
        *,
        start: float = 0.0,
        algebraic: bool = False,
        inputs: Mapping[str, Input] | None = None,
    ) -> State:
        """An extra state w: wdot = rate (0 = rate if algebraic); rate reads t, states and measures by name."""
        where = self._claim(name, "state")
        return self._keep("states", State(name, rate, start, algebraic, self.find_inputs(inputs, where)))

    def event(
        self,
        name: str,
        measure: Measure | str,
        value: float = 0.0,
        *,
        direction: str = BOTH,
        actions: Any = None,
        inputs: Mapping[str, Input] | None = None,
    ) -> Event:
        """Watch a measure (or a text of t, measures, rates, states, multipliers) crossing `value` [its unit].

        direction: "rising", "falling" or "both". actions: one or several of Stop, Switch, Lock, Unlock, Release, Engage,
        Impact, Jump, Impulse, Reset, SetParameter; every event is recorded in result.events in any case.
        """
        where = self._claim(name, "event")
        if not isinstance(measure, str) or self.names_measure(measure):
            measure = self.find_measure(measure, where)
        named = tuple(self._named_action(one, where) for one in as_actions(actions, where))
        event = Event(name, measure, value, direction, named, self.find_inputs(inputs, where))
        for action in event.actions:
            self._check_action(action, measure, where)
        return self._keep("events", event)

    def _named_action(self, action: Any, where: str) -> Any:
        """An action with the measures and markers that it has names for."""
        found: dict[str, Any] = {}
        where = f"{where}: {type(action).__name__}"
        if (measure := getattr(action, "measure", None)) is not None or isinstance(action, Jump):
            found["measure"] = self.find_measure(measure, where)
        if isinstance(action, Impulse):
            found["marker"] = self.find_marker(action.marker, where)
        if getattr(action, "settle", None) is not None:
            found["settle"] = self._named_action(action.settle, where)
        return replace(action, **found) if found else action

    def _check_action(self, action: Any, measure: Any, where: str) -> None:
        """Refuse actions on elements that are not there."""
        if getattr(action, "settle", None) is not None:
            self._check_action(action.settle, measure, where)
        found = named_part(action)
        if isinstance(action, Switch):
            found = (action.element, "joints" if action.motion is not None else "forces")
            if found[0] in self.joints and self.joints[found[0]].kind != "drive":
                raise ModelError(f"{where}: {found[0]!r} is a {self.joints[found[0]].kind}, not a drive.")
            if action == Switch(action.element):
                raise ModelError(
                    f"{where}: Switch({shown(action.element)}) changes nothing; name law, stiffness, damping, rest or motion."
                )
        if found is not None and found[0] not in (table := getattr(self, found[1])):
            raise ModelError(f"{where}: there is no {found[1][:-1]} {shown(found[0])}.{near(found[0], table)}")
        if isinstance(action, Lock) and (joint := self.joints[action.joint]).a is None and joint.kind != "drive":
            raise ModelError(
                f"{where}: {action.joint!r} ({joint.kind}) leaves nothing of its own to lock; lock a joint that it couples, "
                "or a drive."
            )
        if isinstance(getattr(action, "measure", None), Measure):
            self._check_measure(action.measure, where)
            not_of_strain(action.measure, where, "a blow is along a way that points can take")
        elif type(action).__name__ == "Impact" and isinstance(measure, str):
            raise ModelError(f"{where}: the event is a text; say along which measure: Impact(.., measure=..).")
        elif type(action).__name__ == "Impact":
            not_of_strain(measure, where, "a blow is along a way that points can take")
        if isinstance(action, Impulse):
            if action.marker.body not in self.bodies:
                raise ModelError(f"{where}: the blow is on {action.marker.body!r}, which is no body of this model.")
            vector(action.impulse, 2 if self.planar else 3, f"{where}: impulse [N s]")


def not_of_strain(measure: Measure, where: str, reason: str) -> None:
    """Refuse a strain or section force where second derivatives of a measure are needed."""
    if measure.along is not None:
        raise ModelError(f"{where}: {measure.along} is for reading (recorded, in texts and events); {reason}.")

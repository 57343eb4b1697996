"""Forces, loads, extra states and events of a Model: what acts, as against what holds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from jourdain.errors import ModelError, near
from jourdain.model.elements import Body, Force, Input, Joint, Load, Marker, State, Value
from jourdain.model.events import BOTH, DIRECTIONS, Event, Impulse, Lock, Switch, as_actions, named_part
from jourdain.model.measures import GROUND, Measure, align, angle, distance, slide
from jourdain.model.parsing import number, pad, vector
from jourdain.model.rotations import Rotation


class Acting:
    """The part of Model that adds forces, loads, extra states and events; use it through Model."""

    planar: bool
    bodies: dict[str, Body]
    joints: dict[str, Joint]
    forces: dict[str, Force]
    loads: dict[str, Load]
    states: dict[str, State]
    events: dict[str, Event]
    measures: dict[str, Measure]
    parameters: dict[str, float]

    def _claim(self, name: str, what: str) -> str:
        raise NotImplementedError

    def _check_measure(self, measure: Any, where: str) -> None:
        raise NotImplementedError

    def find_body(self, body: Any, where: str) -> Body:
        """A body of this model from itself or its name."""
        raise NotImplementedError

    def force(
        self,
        name: str,
        measure: Measure,
        *,
        stiffness: float = 0.0,
        damping: float = 0.0,
        rest: float = 0.0,
        law: Value | None = None,
        inputs: Mapping[str, Input] | None = None,
    ) -> Force:
        """A force on any measure: -stiffness (x - rest) - damping xdot + law; law: number, text in t, x, v, or f(t, x, v)."""
        where = self._claim(name, "force")
        self._check_measure(measure, where)
        self.forces[name] = Force(
            name,
            measure,
            number(stiffness, f"{where}: stiffness"),
            number(damping, f"{where}: damping"),
            number(rest, f"{where}: rest"),
            law,
            dict(inputs or {}),
        )
        return self.forces[name]

    def spring(
        self,
        name: str,
        a: Marker,
        b: Marker,
        *,
        stiffness: float = 0.0,
        damping: float = 0.0,
        rest: float = 0.0,
        law: Value | None = None,
    ) -> Force:
        """Translational spring-damper-actuator along the line of two markers; rest: free length [m].

        At length zero the line has no direction and the force is zero there.
        """
        return self.force(name, distance(a, b), stiffness=stiffness, damping=damping, rest=rest, law=law)

    def torsion_spring(
        self,
        name: str,
        joint: Joint,
        *,
        stiffness: float = 0.0,
        damping: float = 0.0,
        rest: float = 0.0,
        law: Value | None = None,
    ) -> Force:
        """Rotational spring-damper-actuator about a joint's axis; rest: free angle [rad], counted over turns."""
        return self.force(name, joint.angle, stiffness=stiffness, damping=damping, rest=rest, law=law)

    def bushing(
        self, name: str, a: Marker, b: Marker, *, stiffness: Sequence[float], damping: Sequence[float]
    ) -> list[Force]:
        """Elastic mount: six springs and dampers along and about the axes of marker a.

        Order x, y, z [N/m], about x, y, z [N m/rad]; planar: x, y, theta. The moments go with the sine of the angle.
        """
        if a.planar:
            measures = [slide(a, b, "x"), slide(a, b, "y"), angle(a, b)]
        else:
            measures = [
                slide(a, b, "x"),
                slide(a, b, "y"),
                slide(a, b, "z"),
                align(a.z, b.y),
                align(a.x, b.z),
                align(a.y, b.x),
            ]
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
        follow: bool = False,
        at: Any = None,
        inputs: Mapping[str, Input] | None = None,
    ) -> Load:
        """A force [N] at a marker (or at the centre of mass of a body, or `at` in its frame) and a torque [N m].

        Components in ground axes, or in marker axes turning with the body if `follow`; numbers, texts in t, or f(t).
        """
        where = self._claim(name, "load")
        marker = on
        if not isinstance(on, Marker):
            body = self.find_body(on, where)
            p = body.com if at is None else pad(vector(at, 2 if self.planar else 3, f"{where}: at"))
            marker = Marker(body.name, name, (float(p[0]), float(p[1]), float(p[2])), Rotation(), self.planar)
        if marker.body == GROUND:
            raise ModelError(f"{where}: it acts on the ground, which does not move; name a body.")
        n = 2 if self.planar else 3
        f = () if force is None else tuple(force) if isinstance(force, (tuple, list, np.ndarray)) else (force,)
        m = () if torque is None else tuple(torque) if isinstance(torque, (tuple, list, np.ndarray)) else (torque,)
        if len(f) not in (0, n) or len(m) not in (0, 1 if self.planar else 3) or not (f or m):
            raise ModelError(f"{where}: give force with {n} components and/or torque with {1 if self.planar else 3}.")
        self.loads[name] = Load(name, marker, f, m, follow, dict(inputs or {}))
        return self.loads[name]

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
        self.states[name] = State(name, rate, number(start, f"{where}: start"), algebraic, dict(inputs or {}))
        return self.states[name]

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
        if not isinstance(measure, str):
            self._check_measure(measure, where)
        if direction not in DIRECTIONS:
            raise ModelError(f"{where}: direction {direction!r}; it is 'rising', 'falling' or 'both'.")
        chosen = as_actions(actions, where)
        for action in chosen:
            self._check_action(action, measure, where)
        self.events[name] = Event(
            name, measure, number(value, f"{where}: value"), direction, chosen, dict(inputs or {})
        )
        return self.events[name]

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
                    f"{where}: Switch({action.element!r}) changes nothing; name law, stiffness, damping or rest, or motion."
                )
        if found is not None and found[0] not in getattr(self, found[1]):
            table = getattr(self, found[1])
            raise ModelError(f"{where}: there is no {found[1][:-1]} {found[0]!r}.{near(found[0], table)}")
        if (
            isinstance(action, Lock)
            and self.joints[action.joint].a is None
            and self.joints[action.joint].kind != "drive"
        ):
            raise ModelError(
                f"{where}: {action.joint!r} ({self.joints[action.joint].kind}) leaves nothing of its own to lock; lock a joint "
                "that it couples, or a drive."
            )
        if isinstance(getattr(action, "measure", None), Measure):
            self._check_measure(action.measure, where)
        elif type(action).__name__ == "Impact" and isinstance(measure, str):
            raise ModelError(f"{where}: the event is a text; say along which measure: Impact(.., measure=..).")
        if isinstance(action, Impulse):
            if action.marker.body not in self.bodies:
                raise ModelError(f"{where}: the blow is on {action.marker.body!r}, which is no body of this model.")
            vector(action.impulse, 2 if self.planar else 3, f"{where}: impulse [N s]")

"""Model: what the user says. Plain data that is edited freely; `compile` turns it into a System."""

from __future__ import annotations

import inspect
from collections.abc import Mapping, Sequence
from dataclasses import fields, is_dataclass, replace
from typing import Any

import numpy as np

from jourdain.arguments import guarded_methods
from jourdain.errors import ModelError, shown
from jourdain.functions.tables import Table
from jourdain.model import joints as joint_kinds
from jourdain.model.adding import TABLES, Acting, not_of_strain
from jourdain.model.adding_beams import Slender
from jourdain.model.adding_flexible import Elastic
from jourdain.model.elements import BeamNode, Body, Force, Joint, Load, Marker, Row, State, Value, ground
from jourdain.model.events import Event
from jourdain.model.flexible import FlexibleBody
from jourdain.model.including import Including
from jourdain.model.limits import limits_by_coordinate, without_stops
from jourdain.model.measures import GROUND, Measure
from jourdain.model.parsing import direction_named, number, orientation, pad, pairs, vector
from jourdain.model.parsing import inertia as read_inertia
from jourdain.model.rotations import Rotation, as_rotation, frame_with_z
from jourdain.model.shapes import Shape, Surface, as_visuals
from jourdain.model.shown import model_html


@guarded_methods
class Model(Acting, Slender, Elastic, Including):
    """A machine: bodies, joints, drives, forces, in space (default) or in the plane.

    gravity: acceleration [m/s2], 3 (planar: 2) numbers, default none. All names are unique within the model.
    """

    recipe: Any = None  # of a model from a file: what makes it with other values of its parameters

    def __init__(self, name: str = "model", *, planar: bool = False, gravity: Any = None) -> None:
        self.name = name
        self.planar = planar
        n = 2 if planar else 3
        self.gravity = np.zeros(3)
        if gravity is not None:
            self.gravity[:n] = vector(gravity, n, f"model {name!r}: gravity")
        self.ground = ground(planar)
        for table in (*TABLES.values(), "parameters"):
            setattr(self, table, {})

    def __repr__(self) -> str:
        n = len(self.named_bodies) - len(self.beams)  # a beam is one
        return f"Model({self.name!r}: {n} bodies, {len(self.joints)} joints, {len(self.forces)} forces)"

    def _repr_html_(self) -> str:
        """What notebooks show."""
        return model_html(self)

    def __eq__(self, other: object) -> bool:
        """Equal content: every part by value and in the same order (it numbers the equations), functions by identity.

        Parts that limits are made of follow from these. Defining this makes models unhashable, as it should be for what is
        compared by value and edited freely.
        """
        if not isinstance(other, Model):
            return NotImplemented
        return same(without_stops(self).content(), without_stops(other).content())

    def content(self) -> dict[str, Any]:
        """All parts by name; where the model comes from is none of them."""
        return {name: part for name, part in vars(self).items() if name != "recipe"}

    def copy(self) -> Model:
        """A model of its own: whatever is edited in either of the two, the other one stays as it is."""
        other = object.__new__(type(self))  # also of models that are built from other parts
        for name, value in vars(self).items():
            setattr(other, name, _own(value))
        for name, beam in other.beams.items():
            other.beams[name] = replace(beam, bodies=other.bodies, drawn=dict(beam.drawn))
        return other

    # -- bodies -------------------------------------------------------------------------------------------------

    def body(
        self,
        name: str,
        *,
        mass: float | None = None,
        inertia: Any = None,
        shape: Shape | None = None,
        density: float | None = None,
        at: Any = (0.0, 0.0, 0.0),
        rotation: Any = None,
        com: Any = None,
        inertia_at: Any = None,
        inertia_axes: Any = None,
        velocity: Any = (0.0, 0.0, 0.0),
        spin: Any = None,
        visuals: Any = None,
        collisions: Any = None,
    ) -> Body:
        """Add a rigid body; see `elements.Body` for frames.

        mass [kg] and inertia [kg m2] (number in the plane, diagonal or tensor in space), or a shape with density [kg/m3]
        or mass. inertia is about the centre of mass in body axes unless inertia_at (a point in the body frame [m]) or
        inertia_axes (a rotation) say otherwise. com [m]: if not given the origin, or the centre of a mesh or of a placed shape.
        With mass and inertia a shape is a picture only. visuals: what is drawn instead of the shape, any number of shapes or
        `Visual` (with colour and opacity). collisions: kept for other programs, and drawn on request.
        """
        where = self._claim(name, "body")
        n = 2 if self.planar else 3
        try:
            pictures, hulls = as_visuals(visuals), as_visuals(collisions)
        except ModelError as problem:
            raise ModelError(f"{where}: {problem}") from None
        centre = self._centre(where, com, None if inertia is not None else shape)
        mass, J = self._mass_and_inertia(where, mass, inertia, shape, density, centre, inertia_at, inertia_axes)
        rot, angle = orientation(rotation, self.planar, where)
        if self.planar:
            omega = np.array([0.0, 0.0, number(0.0 if spin is None else spin, f"{where}: spin")])
        else:
            omega = vector((0.0, 0.0, 0.0) if spin is None else spin, 3, f"{where}: spin")
        place, speed = (pad(vector(x, n, f"{where}: {what}")) for x, what in ((at, "at"), (velocity, "velocity")))
        drawn: dict[str, Any] = {"shape": shape, "visuals": pictures, "collisions": hulls}
        return self._keep_body(Body(name, mass, J, place, rot, pad(centre), speed, omega, self.planar, angle, **drawn))

    def _keep_body(self, body: Body) -> Body:
        """Add a body; those that bend stay behind those that do not, and sections of beams behind all others."""
        self._keep("bodies", body)
        bending = [name for name, one in self.bodies.items() if isinstance(one, FlexibleBody)]
        for name in [*bending, *(name for beam in self.beams.values() for name in beam.nodes)]:
            self.bodies[name] = self.bodies.pop(name)
        return body

    def _centre(self, where: str, com: Any, shape: Shape | None) -> np.ndarray:
        """Centre of mass in the body frame, (2,) or (3,) [m]."""
        n = 2 if self.planar else 3
        own = np.array(shape.centre[:n] if isinstance(shape, Shape) else np.zeros(n))
        centre = own if com is None else vector(com, n, f"{where}: com")
        if own.any() and not np.array_equal(centre, own):
            raise ModelError(
                f"{where}: com = {com!r}, but the centre of its shape is at {own.tolist()} m; leave com out."
            )
        return centre

    def _mass_and_inertia(
        self,
        where: str,
        mass: Any,
        inertia: Any,
        shape: Shape | None,
        density: Any,
        com: np.ndarray,
        inertia_at: Any,
        inertia_axes: Any,
    ) -> tuple[float, np.ndarray]:
        """Mass and inertia about the centre of mass, in body axes."""
        if shape is not None:
            if not isinstance(shape, Shape):
                raise ModelError(f"{where}: shape = {shape!r} is no shape; use jourdain.box, cylinder, sphere or mesh.")
            if (mass is None) == (density is None):
                raise ModelError(f"{where}: with a shape give exactly one of mass and density.")
            if inertia is not None and density is not None:
                raise ModelError(
                    f"{where}: density and inertia; give mass and inertia (the shape is drawn only), or leave inertia out."
                )
        if shape is not None and inertia is None:
            if isinstance(shape, Surface):
                raise ModelError(
                    f"{where}: a surface has no mass; give mass and inertia, or a closed one by jourdain.mesh."
                )
            m = (
                number(density, f"{where}: density", positive=True) * shape.volume
                if mass is None
                else number(mass, f"{where}: mass", positive=True)
            )
            return m, shape.inertia(m)
        if mass is None:
            raise ModelError(f"{where}: mass is missing; give mass and inertia, or a shape with a density.")
        m = number(mass, f"{where}: mass [kg]", least=0.0)
        if inertia is None:
            raise ModelError(
                f"{where}: inertia is missing; give it in kg m2 about the centre of mass (0 for a point mass)."
            )
        J = read_inertia(inertia, self.planar, where)
        if inertia_axes is not None and not self.planar:
            A = as_rotation(inertia_axes, what=f"{where}: inertia_axes").matrix
            J = A @ J @ A.T
        if inertia_at is not None:  # Steiner, back to the centre of mass
            d = pad(vector(inertia_at, len(com), f"{where}: inertia_at")) - pad(com)
            J = J - m * (d @ d * np.eye(3) - np.outer(d, d))
            J = read_inertia(J[2, 2] if self.planar else J, self.planar, f"{where} (moved to the centre of mass)")
        return m, J

    def pose(self, values: Mapping[str, Any]) -> None:
        """Move bodies so that joints have these angles [rad] and slides [m]: model.pose({"shoulder": 0.3, "rail": 0.1}).

        Joints with several coordinates take a table of them, {"bolt": {"slide": 0.1}}, or "bolt.slide". What hangs on a joint
        moves with it, and joints that follow others by a row follow; loops are closed by `assemble`.
        """
        from jourdain.model.posing import pose

        pose(self, values)

    # -- joints, drives, rows ----------------------------------------------------------------------------------

    def joint(
        self,
        name: str,
        kind: Any,
        a: Any,
        b: Any,
        *,
        at: Any = None,
        axis: Any = None,
        rotation: Any = None,
        at_a: Any = None,
        at_b: Any = None,
        active: bool = True,
        limits: Any = None,
        **options: Any,
    ) -> Joint:
        """Join a and b (bodies, the ground, markers; for gears and couplers two joints) by a kind of joint.

        at [m], axis, rotation: place of the joint in GROUND at the start, for bodies; at_a and at_b where the two points
        differ. The joint axis is z of the joint frame (planar: x for slides): a vector, or "x", "-y", .. Markers, or their
        names "rod.tip", carry their own place.
        active=False: not in force until an event engages it. limits: how far its coordinate goes [rad or m], as (lower, upper)
        or `Limits`; by name where it has several: {"slide": (0, 0.1), "angle": (-1, 1)}.
        """
        where = self._claim(name, "joint")
        try:
            function = joint_kinds.find(kind, self.planar)
        except ModelError as problem:
            raise ModelError(f"{where}: {problem}") from None
        label = kind if isinstance(kind, str) else function.__name__
        where = f"{where} ({label})"
        try:
            inspect.signature(function).bind(a, b, **options)
        except TypeError as problem:
            named = [n for n, p in inspect.signature(function).parameters.items() if p.kind is p.KEYWORD_ONLY]
            takes = f"options of this kind: {', '.join(named)}" if named else "this kind takes no options"
            raise ModelError(f"{where}: {problem}; {takes}.") from None
        first, second = self._sides(where, label, a, b, at, axis, rotation, at_a, at_b)
        try:
            rows = tuple(function(first, second, **options))
            ends = limits_by_coordinate(limits, label, self.planar, not isinstance(kind, str))
        except ModelError as problem:
            raise ModelError(f"{where}: {problem}") from None
        own = None if isinstance(kind, str) else kind
        joint = Joint(name, label, rows, options=options, active=bool(active), function=own, limits=ends)
        if isinstance(first, Marker):
            joint.a, joint.b = first, second
        else:
            joint.couples = (first.name, second.name)
        return self._keep("joints", joint)

    def _sides(
        self, where: str, label: str, a: Any, b: Any, at: Any, axis: Any, rotation: Any, at_a: Any, at_b: Any
    ) -> tuple[Any, Any]:
        """The two markers (or joints) that a joint works on."""
        if label in joint_kinds.COUPLES_JOINTS:
            return self.find_joint(a, where), self.find_joint(b, where)
        a, b = (self._marker_if_named(side, where) for side in (a, b))
        if isinstance(a, Marker) or isinstance(b, Marker):
            a, b = (getattr(side, "frame", side) for side in (a, b))
        if isinstance(a, Marker) != isinstance(b, Marker):
            raise ModelError(f"{where}: give two markers, or two bodies with at=..., not one of each.")
        if isinstance(a, Marker):
            if not (at is None and axis is None and rotation is None and at_a is None and at_b is None):
                raise ModelError(f"{where}: markers carry their own place; leave out at, axis and rotation.")
            markers = (a, b)
            for marker in markers:
                if marker.body != GROUND and marker.body not in self.bodies:
                    raise ModelError(
                        f"{where}: marker {marker.label!r} is on {marker.body!r}, which is not in this model."
                    )
                own = self.find_body(marker.body, where)
                if marker.label in own.markers and own.markers[marker.label] is not marker:
                    raise ModelError(f"{where}: marker {marker.label!r} on {marker.body!r} belongs to another model.")
        else:
            markers = self._placed(where, a, b, at, axis, rotation, at_a, at_b)
        if markers[0].body == markers[1].body:
            raise ModelError(f"{where}: both sides are on {markers[0].body!r}; a joint needs two different bodies.")
        return markers

    def _marker_if_named(self, side: Any, where: str) -> Any:
        """The marker "crank.tip"; the name of a body stays one."""
        if not isinstance(side, str) or "." not in side or side == GROUND or self.section_named(side) in self.bodies:
            return side
        return self.find_marker(side, where)

    def _placed(
        self, where: str, a: Any, b: Any, at: Any, axis: Any, rotation: Any, at_a: Any, at_b: Any
    ) -> tuple[Marker, Marker]:
        n = 2 if self.planar else 3
        if at is None and (at_a is None or at_b is None):
            raise ModelError(
                f"{where}: say where it is: at=(..) in ground coordinates at the start, or pass two markers."
            )
        if axis is not None and rotation is not None:
            raise ModelError(f"{where}: give axis or rotation, not both.")
        rot, angle = Rotation(), 0.0
        if axis is not None:
            direction = vector(direction_named(axis, n), n, f"{where}: axis")
            if not np.linalg.norm(direction) > 0.0:
                raise ModelError(f"{where}: axis = {shown(axis)} has no direction.")
            if self.planar:
                angle = float(np.arctan2(direction[1], direction[0]))
            else:
                rot = frame_with_z(direction)
        else:
            rot, angle = orientation(rotation, self.planar, where)
        markers = []
        for side, own in ((a, at_a), (b, at_b)):
            point = vector(at if own is None else own, n, f"{where}: at")
            body = self.find_body(side, where)
            markers.append(body.place(where, point, rot, angle))
            if isinstance(body, BeamNode):
                self._on_section(where, body, markers[-1])
        return markers[0], markers[1]

    def _on_section(self, where: str, section: BeamNode, marker: Marker) -> None:
        """Refuse a joint that is away from the section of a beam that it holds."""
        gap, beam = float(np.linalg.norm(marker.at)), self.beams.get(section.beam)
        if beam is not None and gap > 1e-6 * beam.length:
            raise ModelError(
                f"{where}: it is {gap:.6g} m away from the section {section.name} of beam {beam.name!r}, which it holds; "
                "for a rigid arm between them use a marker: rod.start.marker(at=..)."
            )

    def drive(
        self, name: str, measure: Measure | str, motion: Value, *, derivatives: tuple[Value, Value] | None = None
    ) -> Joint:
        """Drive a measure: measure = motion(t), a number, text in t, a table of t, or a function f(t).

        derivatives: (first, second) as functions of t, for callables; else they are taken by differences.
        """
        where = self._claim(name, "drive")
        measure = self.find_measure(measure, where)
        not_of_strain(measure, where, "drive a joint or a coordinate of its sections")
        if isinstance(motion, Table) and motion.kind == "linear":
            raise ModelError(
                f"{where}: the rate of a linear table jumps at its points, which no force can follow; use kind='cubic' or "
                "'monotone'."
            )
        row = Row("drive", ((1.0, measure),), 0.0, motion, derivatives=derivatives)
        return self._keep("joints", Joint(name, "drive", (row,)))

    def row(
        self,
        name: str,
        equation: str | Sequence[tuple[float, Measure]],
        *,
        inputs: Mapping[str, Measure] | None = None,
        constant: float | None = 0.0,
        level: str = "position",
    ) -> Joint:
        """Hold your own equation: a text in t and the names of `inputs` (or named measures), or [(factor, measure), ..].

        constant None holds the value at the start. level "velocity": a text reads rates as `name_rate`, in which it is linear
        with factors that depend on t and positions, such as "cos(th)*y_rate - sin(th)*x_rate - 0.3*t"; a combination is one
        of rates.
        """
        where = self._claim(name, "row")
        if level not in ("position", "velocity"):
            raise ModelError(f"{where}: level {level!r}; it is 'position' or 'velocity'.")
        if isinstance(equation, str):
            used = dict(self.measures)
            used |= {key: self.find_measure(one, f"{where}: input {key!r}") for key, one in (inputs or {}).items()}
            row = Row("row", (), constant, equation, tuple(used.items()), level)
        else:
            terms = tuple(
                (number(f, f"{where}: factor"), self.find_measure(one, where)) for f, one in pairs(equation, where)
            )
            for _, measure in terms:
                not_of_strain(measure, where, "rows hold places and angles")
            row = Row("row", terms, constant, level=level)
        return self._keep("joints", Joint(name, "row", (row,)))

    def measure(self, name: str, measure: Measure | str) -> Measure:
        """Name a measure: it is recorded in the Result, and texts may read it (and its rate as `name_rate`)."""
        where = self._claim(name, "measure")
        measure = self.find_measure(measure, where)
        self.measures[name] = measure
        return measure


def _own(part: Any) -> Any:
    """A copy of what can be edited in place; what cannot (measures, markers, functions, numbers) may be shared."""
    if isinstance(part, dict):
        return {key: _own(value) for key, value in part.items()}
    if isinstance(part, (Body, Joint, Force, Load, State, Event)):
        other = object.__new__(type(part))  # what has been checked need not be checked again
        vars(other).update({name: _own(value) for name, value in vars(part).items()})
        return other
    return part.copy() if isinstance(part, (np.ndarray, list)) else part


def same(a: Any, b: Any) -> bool:
    """Equal values all the way down; arrays, lists and tuples with the same items are equal, and NaN equals itself."""
    if a is b:
        return True
    a, b = (x.tolist() if isinstance(x, np.ndarray) else x for x in (a, b))
    if isinstance(a, Mapping) and isinstance(b, Mapping):
        return list(a) == list(b) and all(same(a[key], b[key]) for key in a)
    if isinstance(a, (tuple, list)) and isinstance(b, (tuple, list)):
        return len(a) == len(b) and all(map(same, a, b))
    if is_dataclass(a) and type(a) is type(b):
        return all(same(getattr(a, f.name), getattr(b, f.name)) for f in fields(a) if f.name != "bodies")
    return a is b or bool(a == b) or bool(a != a and b != b)

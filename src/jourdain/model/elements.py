"""The parts of a Model: plain data, no numerics. Ground is a body without mass that does not move."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from jourdain.arguments import guarded_methods
from jourdain.errors import ModelError, near
from jourdain.model.measures import GROUND, Measure, Port, angle, slide
from jourdain.model.parsing import number, orientation, pad, triple, vector
from jourdain.model.rotations import Rotation, plane_rotation
from jourdain.model.shapes import Shape, Visual

if TYPE_CHECKING:
    from jourdain.model.limits import Limits

Value = float | str | Callable[..., float]
"""What a function of a model may be: a number, a text, an @njit function or a Python function."""


@dataclass(frozen=True)
class Marker:
    """A frame on a body: origin `at` [m] and orientation in the body frame. Its axes are direction ports."""

    body: str
    label: str
    at: tuple[float, float, float]
    rotation: Rotation
    planar: bool = False
    angle: float = 0.0  # planar orientation [rad]
    carrier: str = ""  # of a body that bends: the interface or node that it is fixed to

    @property
    def point(self) -> Port:
        """The origin."""
        return Port(self.body, self.at, carrier=self.carrier)

    def _direction(self, column: int) -> Port:
        if self.planar:
            c, s = math.cos(self.angle), math.sin(self.angle)
            return Port(self.body, (c, s, 0.0) if column == 0 else (-s, c, 0.0), True)
        return Port(self.body, triple(self.rotation.matrix[:, column]), True, self.carrier)

    @property
    def matrix(self) -> np.ndarray:
        """Rotation matrix marker -> body, (3, 3)."""
        return plane_rotation(self.angle) if self.planar else self.rotation.matrix

    @property
    def x(self) -> Port:
        """Direction of the first axis."""
        return self._direction(0)

    @property
    def y(self) -> Port:
        """Direction of the second axis."""
        return self._direction(1)

    @property
    def z(self) -> Port:
        """Direction of the third axis, the axis of most joints."""
        if self.planar:
            raise ModelError(f"marker {self.label!r} is planar and has no z axis.")
        return self._direction(2)


@guarded_methods
@dataclass
class Body:
    """A rigid body. inertia (3, 3) [kg m2] is about the centre of mass, in body axes (planar: only [2, 2] counts).

    at, rotation: pose of the body frame in ground at the start; com: centre of mass in the body frame [m];
    velocity: of the centre of mass [m/s], spin: angular velocity [rad/s], both in ground axes.
    shape: the solid that mass and inertia follow from, or that is drawn alone. visuals: what is drawn in its place.
    collisions: what other programs take for contact, kept and drawn on request.
    """

    name: str
    mass: float
    inertia: np.ndarray
    at: np.ndarray
    rotation: Rotation
    com: np.ndarray
    velocity: np.ndarray
    spin: np.ndarray
    planar: bool = False
    angle: float = 0.0
    shape: Shape | None = None
    visuals: tuple[Visual, ...] = ()
    collisions: tuple[Visual, ...] = ()
    markers: dict[str, Marker] = field(default_factory=dict)

    @property
    def matrix(self) -> np.ndarray:
        """Rotation matrix body -> ground at the start, (3, 3)."""
        return plane_rotation(self.angle) if self.planar else self.rotation.matrix

    def marker(self, name: str | None = None, *, at: Any = (0.0, 0.0, 0.0), rotation: Any = None) -> Marker:
        """Add a frame at `at` [m], oriented by `rotation` (planar: an angle [rad]), both in the body frame."""
        where = f"marker {name!r} on {self.name!r}"
        label = name if name is not None else f"{self.name}/{len(self.markers) + 1}"
        if label in self.markers:
            raise ModelError(f"{where}: this body has a marker {label!r} already; choose another name.")
        rot, angle = orientation(rotation, self.planar, where)
        p = vector(at, 2 if self.planar else 3, f"{where}: at")
        self.markers[label] = Marker(self.name, label, triple(p), rot, self.planar, angle)
        return self.markers[label]

    def place(self, label: str, point: np.ndarray, rotation: Rotation, angle: float) -> Marker:
        """The marker that stands at `point` with this orientation in GROUND at the start (not stored on the body)."""
        local = self.matrix.T @ (pad(point) - pad(self.at))
        if self.planar:
            return Marker(self.name, label, triple(local), Rotation(), True, angle - self.angle)
        return Marker(self.name, label, triple(local), self.rotation.inverse() @ rotation)


@dataclass
class BeamNode(Body):
    """A section of a beam: a body whose frame has x along the beam, and z (in the plane y) along the normal."""

    beam: str = ""

    @property
    def frame(self) -> Marker:
        """Its own frame, where a marker is wanted."""
        return Marker(self.name, self.name, (0.0, 0.0, 0.0), Rotation(), self.planar)


@dataclass(frozen=True)
class Row:
    """One constraint: sum of coefficient * measure + function - constant = 0.

    constant None: the value at the start is held. level "velocity": the same equation for the rates (blades, rolling).
    inputs: names in the function's text -> measures.
    """

    label: str
    terms: tuple[tuple[float, Measure], ...]
    constant: float | None = 0.0
    function: Value | None = None
    inputs: tuple[tuple[str, Measure], ...] = ()
    level: str = "position"
    derivatives: tuple[Value, ...] | None = None
    own: ClassVar[bool] = False  # computed by the kind of the system, not from measures


@guarded_methods
@dataclass
class Joint:
    """Rows that hold (or drive, or couple) measures. a, b: its markers where it has two; couples: the joints it couples.

    active False: not in force until an event engages it. function: the user's own kind of joint, if it is one.
    limits: of its coordinates, by their names. rated: what is known of it and not acted on, such as the "effort" of a motor.
    at_limit: coordinates that are held at their limit from the start. part_of: the joint whose limits it is a part of; such
    parts are made when a model is compiled, and not written to files.
    """

    name: str
    kind: str
    rows: tuple[Row, ...]
    a: Marker | None = None
    b: Marker | None = None
    options: dict[str, Any] = field(default_factory=dict)
    active: bool = True
    couples: tuple[str, str] | None = None
    function: Callable[..., Any] | None = None
    limits: dict[str, Limits] = field(default_factory=dict)
    rated: dict[str, Any] = field(default_factory=dict)
    at_limit: tuple[str, ...] = ()
    part_of: str = ""

    def _markers(self, what: str) -> tuple[Marker, Marker]:
        if self.a is None or self.b is None:
            raise ModelError(f"joint {self.name!r} ({self.kind}) has no {what}: it does not join two markers.")
        return self.a, self.b

    @property
    def angle(self) -> Measure:
        """Rotation of b against a about the joint axis [rad]."""
        return angle(*self._markers("angle"))

    @property
    def slide(self) -> Measure:
        """Translation of b against a along the joint axis (z; planar: x) [m]."""
        a, b = self._markers("slide")
        return slide(a, b, "x" if a.planar else "z")

    def multiplier(self, label: str) -> Multiplier:
        """The multiplier of one row of this joint, as an input of a law."""
        labels = [row.label for row in self.rows]
        if label not in labels:
            raise ModelError(f"joint {self.name!r} has no row {label!r}.{near(label, labels)}")
        return Multiplier(self.name, label)


@dataclass(frozen=True)
class Rate:
    """The rate of a measure, as an input of a law."""

    measure: Measure


@dataclass(frozen=True)
class Multiplier:
    """The multiplier (force) of a row, as an input of a law."""

    joint: str
    row: str


Input = Measure | Rate | Multiplier | str
"""What a text may read besides t, x, v: a measure, its rate, a multiplier, or the name of an extra state."""


@dataclass
class Force:
    """A law on a measure: f = -stiffness (x - rest) - damping xdot + law; positive f tends to increase x."""

    name: str
    measure: Measure
    stiffness: float = 0.0
    damping: float = 0.0
    rest: float = 0.0
    law: Value | None = None
    inputs: Mapping[str, Input] = field(default_factory=dict)
    part_of: str = ""  # the joint whose limits it is a part of

    def __post_init__(self) -> None:
        for key in ("stiffness", "damping", "rest"):
            setattr(self, key, number(getattr(self, key), f"force {self.name!r}: {key}"))


@dataclass
class Load:
    """A force [N] at a marker and a torque [N m] on its body; components in ground axes, or marker axes if it follows.

    beam: the beam whose sections all have it, per length [N/m, N m/m]; the marker is then that of its first section.
    """

    name: str
    marker: Marker
    force: tuple[Value, ...] = ()
    torque: tuple[Value, ...] = ()
    follow: bool = False
    inputs: Mapping[str, Input] = field(default_factory=dict)
    beam: str = ""


@dataclass
class State:
    """An extra state w with wdot = rate (or 0 = rate if algebraic): controllers, actuators, integrals."""

    name: str
    rate: Value
    start: float = 0.0
    algebraic: bool = False
    inputs: Mapping[str, Input] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.start = number(self.start, f"state {self.name!r}: start")


def ground(planar: bool) -> Body:
    """The body that never moves."""
    zero = np.zeros(3)
    return Body(GROUND, math.inf, np.zeros((3, 3)), zero, Rotation(), zero, zero, zero, planar)

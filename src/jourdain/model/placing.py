"""A machine as a part of another one: where it is put, turned or mirrored, and what its parts are called there.

Points of it go to A X + p with an orthogonal A, a reflection where it is mirrored. Bodies and markers stay right-handed: of a
mirrored body all vectors in its frame are reflected, so that every scalar product of ports, and with it every measure, has
the value that it has in the original. Laws, motions, rests and events can stay as they are. Of markers one axis must be
turned round: z, which keeps angles, or y where z says on which side something is (`keeps_z`).
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from jourdain.errors import ModelError
from jourdain.functions.text import WORD
from jourdain.kernels.measures import ANGLE, COORDINATE, SLIDE
from jourdain.model.elements import Body, Input, Marker, Multiplier, Rate, Row
from jourdain.model.measures import GROUND, AlongBeam, Measure, Port, angle
from jourdain.model.parsing import triple
from jourdain.model.rotations import Rotation, plane_rotation
from jourdain.model.shapes import Visual


@dataclass
class Placed:
    """Names, markers and measures of a machine as they are in the one that includes it.

    carrier: the body that stands for its ground, at (3,) [m] and turn: where its ground frame is in that body; mirror: the
    index of the axis that is reflected first, or None.
    """

    prefix: str
    carrier: Body
    at: np.ndarray
    turn: Rotation
    angle: float  # the same in the plane [rad]
    mirror: int | None
    words: frozenset[str] = frozenset()  # what texts of the machine may call by name
    keeps_z: frozenset[tuple[str, str]] = frozenset()  # markers, by body and label, whose y is turned round, not z
    ports: dict[Port, Port] = field(default_factory=dict)
    measures: dict[Measure, Measure] = field(default_factory=dict)
    centres: dict[str, tuple[float, float, float]] = field(default_factory=dict)  # of the machine's own bodies

    @property
    def planar(self) -> bool:
        return self.carrier.planar

    @property
    def S(self) -> np.ndarray:
        """The reflection, (3, 3)."""
        return np.diag([-1.0 if i == self.mirror else 1.0 for i in range(3)])

    @property
    def local(self) -> np.ndarray:
        """From its ground axes to those of the carrier, (3, 3)."""
        turn: np.ndarray = plane_rotation(self.angle) if self.planar else self.turn.matrix
        return turn @ self.S

    @property
    def A(self) -> np.ndarray:
        """From its ground axes to those of the ground, at the start, (3, 3)."""
        return self.carrier.matrix @ self.local

    @property
    def p(self) -> np.ndarray:
        """Where its origin is in ground at the start [m]."""
        return self.carrier.at + self.carrier.matrix @ self.at

    @property
    def stays(self) -> bool:
        """Is nothing turned or mirrored?"""
        return bool((np.eye(3) == self.A).all())

    def name(self, name: str) -> str:
        """Of a part of the machine."""
        return self.prefix + name

    def body(self, name: str) -> str:
        """Of a body, or of its ground."""
        return self.carrier.name if name == GROUND else self.prefix + name

    # -- vectors and frames -----------------------------------------------------------------------------------

    def in_body(self, body: str, v: Any, direction: bool = False) -> tuple[float, float, float]:
        """A point or direction that is fixed in a body of the machine, in the frame of the body there."""
        v = np.asarray(v, dtype=np.float64)
        if body == GROUND:
            v = self.local @ v + (0.0 if direction else self.at)
        elif self.mirror is not None:
            v = self.S @ v
        return triple((v + 0.0).tolist())

    def pose(self, body: Body) -> dict[str, Any]:
        """at, rotation, angle, velocity and spin of a body there, which moves with the carrier at the start."""
        base, A = self.carrier, self.A
        at = self.p + A @ body.at
        centre = at + A @ (body.matrix @ body.com)
        spin = A @ body.spin * (-1.0 if self.mirror is not None else 1.0)
        velocity = A @ body.velocity + base.velocity + np.cross(base.spin, centre - base.at - base.matrix @ base.com)
        found: dict[str, Any] = {"at": at, "velocity": velocity + 0.0, "spin": spin + base.spin + 0.0}
        if self.planar:
            return found | {"angle": base.angle + self.angle + (-body.angle if self.mirror is not None else body.angle)}
        return found | {"rotation": base.rotation @ self.turn @ self._reflected(body.rotation)}

    def _reflected(self, rotation: Rotation) -> Rotation:
        """S R S of a rotation R."""
        if self.mirror is None:
            return rotation
        signs = [1.0 if i == self.mirror else -1.0 for i in range(3)]
        return Rotation(rotation.w, *(s * x for s, x in zip(signs, rotation.quaternion[1:].tolist(), strict=True)))

    def turned(self, marker: Marker) -> int:
        """The axis of a marker that is turned round where the machine is mirrored."""
        return 1 if self.planar or (marker.body, marker.label) in self.keeps_z else 2

    def frame(self, marker: Marker, label: str) -> Marker:
        """A marker there, by the name `label`."""
        on_ground = marker.body == GROUND
        place: dict[str, Any] = {
            "body": self.body(marker.body),
            "label": label,
            "at": self.in_body(marker.body, marker.at),
        }
        if self.planar:
            turn = marker.angle if self.mirror is None else (math.pi if self.mirror == 0 else 0.0) - marker.angle
            return replace(marker, **place, angle=turn + (self.angle if on_ground else 0.0))
        rotation = self._reflected(marker.rotation)
        if self.mirror is not None and self.turned(marker) != self.mirror:
            rotation = rotation @ _half_turn(3 - self.turned(marker) - self.mirror)
        return replace(marker, **place, rotation=self.turn @ rotation if on_ground else rotation)

    def marker(self, marker: Marker, label: str) -> Marker:
        """The same, with its ports known: what was made from the one is made from the other."""
        made = self.frame(marker, label)
        self.ports.setdefault(marker.point, made.point)
        for i, axis in enumerate("xy" if marker.planar else "xyz"):
            if self.mirror is None or i != self.turned(marker):
                self.ports.setdefault(getattr(marker, axis), getattr(made, axis))
        return made

    def picture(self, visual: Visual) -> Visual:
        """A picture of the ground of the machine, on the carrier."""
        shape = visual.shape if self.mirror is None else visual.shape.mirrored(self.mirror)
        turn = Rotation(math.cos(0.5 * self.angle), 0.0, 0.0, math.sin(0.5 * self.angle)) if self.planar else self.turn
        at = turn.apply(shape.centre if shape.at is None else shape.at) + self.at
        return replace(visual, shape=shape.placed(at, turn @ shape.rotation))

    # -- measures and texts -----------------------------------------------------------------------------------

    def port(self, port: Port) -> Port:
        """A point or direction there."""
        if port not in self.ports:
            none = port.direction and not any(port.s)  # the place of a direction that a spin does not have
            new = port if none else replace(port, body=self.body(port.body), s=self.in_body(*_content(port)))
            self.ports[port] = new
        return self.ports[port]

    def measure(self, measure: Measure) -> Measure:
        """A measure there, of the same value in the same motion."""
        if measure not in self.measures:
            self.measures[measure] = self._measure(measure)
        return self.measures[measure]

    def _measure(self, measure: Measure) -> Measure:
        if measure.along is not None:
            owner: Any = "beam" if isinstance(measure.along, AlongBeam) else "body"
            renamed: Any = {owner: self.name(getattr(measure.along, owner))}
            return replace(measure, along=replace(measure.along, **renamed))
        if measure.coordinate is not None:
            return self._coordinate(*measure.coordinate)
        ports = tuple(self.port(one) for one in measure.ports)
        return self._heading(measure, ports) if measure.kind == ANGLE and self.planar else replace(measure, ports=ports)

    def _heading(self, measure: Measure, ports: tuple[Port, ...]) -> Measure:
        """A difference of headings, of which those of bodies count from the ground of the machine.

        In a mirror they run the other way round, so that the two sides change places.
        """
        a, b = (int(port.body != GROUND) for port in (measure.ports[0], measure.ports[2]))
        if self.mirror is None:
            return replace(measure, ports=ports, angle_offset=measure.angle_offset + self.angle * (a - b))
        return replace(
            measure, ports=(*ports[2:], *ports[:2]), angle_offset=measure.angle_offset + self.angle * (b - a)
        )

    def _coordinate(self, body: str, name: str) -> Measure:
        """Of a body against the ground of the machine."""
        there = self.name(body)
        if self.stays and self.carrier.name == GROUND and not self.at.any():
            return Measure(COORDINATE, (), (there, name))
        if name == "theta":
            ends = [Marker(self.carrier.name, "", triple(self.at), Rotation(), True, self.angle)]
            ends.append(Marker(there, "", (0.0, 0.0, 0.0), Rotation(), True, 0.0))
            return angle(*(ends if self.mirror is None else reversed(ends)))
        along = Port(self.carrier.name, self.in_body(GROUND, np.eye(3)["xyz".index(name)], True), True)
        centre = Port(there, self.in_body(body, self.centres[body]))
        return Measure(SLIDE, (along, Port(self.carrier.name, triple(self.at)), centre))

    def text(self, value: Any, inputs: Iterable[str] = ()) -> Any:
        """A text with the names that it has there; inputs: names that are its own. Anything else is as it is."""
        if not isinstance(value, str) or not self.prefix:
            return value
        own = {"t", "x", "v", *inputs, *(f"{name}_rate" for name in inputs)}

        def there(found: re.Match[str]) -> str:
            word = found[0]
            known = word in self.words or word.removesuffix("_rate") in self.words
            return self.prefix + word if known and word not in own else word

        return WORD.sub(there, value)

    def inputs(self, inputs: Mapping[str, Input]) -> dict[str, Input]:
        """What a text reads."""
        return {name: self._input(one) for name, one in inputs.items()}

    def _input(self, one: Input) -> Input:
        if isinstance(one, Rate):
            return Rate(self.measure(one.measure))
        if isinstance(one, Multiplier):
            return replace(one, joint=self.name(one.joint))
        return self.measure(one) if isinstance(one, Measure) else self.name(one)

    def row(self, row: Row) -> Row:
        """One equation."""
        names = [name for name, _ in row.inputs]
        return replace(
            row,
            terms=tuple((factor, self.measure(one)) for factor, one in row.terms),
            function=self.text(row.function, names),
            inputs=tuple((name, self.measure(one)) for name, one in row.inputs),
            derivatives=row.derivatives and tuple(self.text(one, names) for one in row.derivatives),
        )

    # -- components in ground axes ----------------------------------------------------------------------------

    def components(self, values: tuple[Any, ...], matrix: np.ndarray, where: str) -> tuple[Any, ...]:
        """matrix @ values, where values may be texts."""
        n = len(values)
        if n == 0 or (matrix[:n, :n] == np.eye(n)).all():
            return values
        return tuple(_combined(matrix[i, :n], values, where) for i in range(n))


def _content(port: Port) -> tuple[str, tuple[float, float, float], bool]:
    return port.body, port.s, port.direction


def _half_turn(axis: int) -> Rotation:
    """By 180 degrees."""
    return Rotation(0.0, *(float(i == axis) for i in range(3)))


def _combined(factors: np.ndarray, values: tuple[Any, ...], where: str) -> Any:
    """A sum of numbers and texts times factors."""
    terms = [(float(f), x) for f, x in zip(factors, values, strict=True) if abs(f) > 1e-15 and x not in (0, 0.0)]
    if len(terms) == 1 and terms[0][0] == 1.0:
        return terms[0][1]
    if any(not isinstance(x, (int, float, str)) for _, x in terms):
        raise ModelError(f"{where}: its components are Python functions, which cannot be turned; write them as texts.")
    if all(not isinstance(x, str) for _, x in terms):
        return math.fsum(f * x for f, x in terms)
    return " + ".join(f"({f!r})*({x})" for f, x in terms)

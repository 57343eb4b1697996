"""Builder: collects the ports, measures and functions of one model while it is compiled. Equal ones are shared."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Any

import numpy as np

from jourdain.errors import ModelError, near
from jourdain.functions import Program, lower
from jourdain.kernels.bodies.spots import NAMES
from jourdain.kernels.kinds import Kind, Lagrangian, NaturalPlanar, Planar
from jourdain.kernels.measures import ALIGN, ANGLE, COORDINATE, DISTANCE, PIN, SLIDE, STRAIN
from jourdain.model.elements import Input, Multiplier, Rate, Row
from jourdain.model.flexible import FlexibleBody, modes_of
from jourdain.model.measures import GROUND, AlongBeam, AtNode, Measure, Port, ground_axis
from jourdain.model.model import Model
from jourdain.system.layout import Layout


class Builder:
    """Collects the tables of one model; lives only inside `compile`."""

    def __init__(
        self,
        model: Model,
        kind: type[Kind],
        switchable: Collection[str] = (),
        shared: bool = True,
        without: Collection[str] = (),
    ) -> None:
        self.model = model
        self.without = without  # names of rows that are left out
        self.shared = shared  # are equal ports one?
        self.switchable = switchable  # joints whose rows get blocks of their own, so that they can be dormant
        self.kind = kind
        self.coordinates = list(getattr(model, "coordinates", ()))  # of a Lagrangian: the velocities of one "body"
        self.layout = Layout.of(kind, model.bodies, self.coordinates, modes_of(model.bodies))
        self.shapes: dict[
            tuple[int, str, bool], int
        ] = {}  # where the rows of an interface begin in the table of shapes
        self.shape_rows: list[np.ndarray] = []
        self.shape_bends: list[np.ndarray] = []  # (k, k, 3) of each of these
        self.body = {name: i for i, name in enumerate(model.bodies or [GROUND])}
        self.ports: dict[tuple[int, bool, tuple[float, ...], str], int] = {}
        self.measures: dict[Measure, int] = {}
        self.measure_bodies: list[list[int]] = []
        self.records: list[dict[str, Any]] = []
        self.blocks: list[int] = []
        self.pins: list[dict[str, Any]] = []
        self.gauges: list[dict[str, Any]] = []
        self.spots: list[dict[str, int]] = []
        self.pairs: dict[tuple[int, int], int] = {(b, b): b for b in range(len(self.body))}
        self.programs: list[Program] = []
        self.function_names: list[str] = []
        self.owners: list[Any] = []  # of generated code
        self.load_names: list[str] = []
        self.turns = 0
        self.rows: list[tuple[str, Row]] = []

    # -- ports and measures ------------------------------------------------------------------------------------

    def port(self, port: Port) -> int:
        b = -1 if port.body == GROUND else self.body[port.body]
        s = np.array(port.s)
        if b >= 0 and not port.direction:
            s = s - self.model.bodies[port.body].com
        own = (*(float(c) for c in s), *(() if self.shared else (len(self.ports),)))
        return self.ports.setdefault((b, port.direction, own, port.carrier), len(self.ports))

    def shape(self, b: int, carrier: str, turns: bool) -> int:
        """First of the rows of `shapes` by which an interface of a body that bends moves, or turns; -1 for other bodies."""
        body = list(self.model.bodies.values())[b] if b >= 0 and self.layout.modes else None
        if not isinstance(body, FlexibleBody):
            return -1
        if (b, carrier, turns) not in self.shapes:
            at = body.carrier(carrier)
            bends = np.zeros_like(at.bends) if turns else at.bends
            rows = body.unit * (at.turns if turns else at.moves)
            self.shapes[b, carrier, turns] = self._add_shape_rows(rows, body.mass * bends.transpose(1, 2, 0))
        return self.shapes[b, carrier, turns]

    def _add_shape_rows(self, rows: np.ndarray, bends: np.ndarray | None = None) -> int:
        """Rows (k, 3) of the table of shapes, with their second order (k, k, 3), none if not given; returns the first one."""
        first = sum(map(len, self.shape_rows))
        self.shape_rows.append(rows)
        self.shape_bends.append(np.zeros((len(rows), len(rows), 3)) if bends is None else bends)
        return first

    def pair(self, a: int, b: int) -> int:
        return self.pairs.setdefault((a, b), len(self.pairs))

    def measure(self, measure: Measure) -> int:
        """Index of a measure; equal measures are shared."""
        if measure in self.measures:
            return self.measures[measure]
        asked, measure = measure, self.in_directors(measure) if self.kind is NaturalPlanar else measure
        r: dict[str, Any] = dict(
            kind=measure.kind, port=[0] * 4, slot=[-1] * 4, coordinate=-1, turn=-1, listed=0, offset=0.0
        )
        bodies: list[int] = []

        def slot(name: str) -> int:
            if name == GROUND:
                return -1
            b = self.body[name]
            if b not in bodies:
                bodies.append(b)
            return bodies.index(b)

        for i, port in enumerate(measure.ports):
            r["port"][i] = self.port(port)
            if not (measure.kind == DISTANCE and i == 0):
                r["slot"][i] = slot(port.body)
        if measure.kind == COORDINATE and measure.coordinate is not None and self.kind is Lagrangian:
            bodies.append(0)
            r["coordinate"] = r["turn"] = self.coordinates.index(measure.coordinate[1])
        elif measure.kind == COORDINATE and measure.coordinate is not None:
            name, letter = measure.coordinate
            column = self.layout.coordinate(name, letter)
            slot(name)
            r["coordinate"], r["turn"] = self.layout.q(name).start + column, column
        elif measure.kind == ANGLE and self.kind is Planar:
            r["offset"] = measure.angle_offset
            r["coordinate"], r["turn"] = (self._angle_place(measure.ports[i].body) for i in (0, 2))
        elif measure.kind == ANGLE:
            r["turn"] = self.turns
            self.turns += 1
        elif isinstance(measure.along, AtNode):
            slot(measure.along.body)
            r["listed"] = 1
            self.spots.append(self._spot(measure.along))
        elif measure.kind == STRAIN:
            r["turn"] = len(self.gauges)
            self.gauges.append(self._gauge(measure, slot))
        axis = _ground_axis(measure)
        i, j = (1, 2) if axis >= 0 else (0, 1)  # ports of a slide along a ground axis, or of an align
        if (axis >= 0 or measure.kind == ALIGN) and r["slot"][i] != r["slot"][j]:
            r["listed"] = 1
            if axis >= 0:
                r["kind"] = PIN
            pin = dict(measure=len(self.records), axis=axis)
            for side, k in (("a", i), ("b", j)):
                place = r["slot"][k]
                block, body = (len(self.blocks) + place, bodies[place]) if place >= 0 else (-1, -1)
                pin |= {side: r["port"][k], f"block_{side}": block, f"body_{side}": body}
            self.pins.append(pin)
        r["block"], r["n_blocks"] = len(self.blocks), len(bodies)
        self.blocks += bodies
        r["pair"] = np.full((4, 4), -1)
        for k, bk in enumerate(bodies):
            for j, bj in enumerate(bodies):
                r["pair"][k, j] = self.pair(bk, bj)
        self.records.append(r)
        self.measure_bodies.append(bodies)
        self.measures[asked] = len(self.records) - 1
        return self.measures[asked]

    def _gauge(self, measure: Measure, slot: Callable[[str], int]) -> dict[str, Any]:
        """The record of a strain of a beam."""
        assert isinstance(measure.along, AlongBeam)
        beam = self.model.beams[measure.along.beam]
        found: dict[str, Any] = dict(weights=np.zeros((2, 6)), rest=np.zeros((2, 6)), measure=len(self.records))
        found["pulls"] = int(beam.theory == "cable")
        found |= dict(shape=np.zeros((2, 3)), slope=np.zeros((2, 3)), body=np.zeros((2, 3)), slot=np.zeros((2, 3)))
        for p, (e, k, factor) in enumerate(beam.places(measure.along.at)):
            element = beam.elements[e]
            point, n = element.points[k], len(element.nodes)
            found["weights"][p], found["rest"][p] = factor * beam.weights(measure.along), point.rest
            found["shape"][p, :n], found["slope"][p, :n] = point.shape, point.slope
            found["body"][p, :n] = [self.body[name] for name in element.nodes]
            found["slot"][p, :n] = [slot(name) for name in element.nodes]
            found |= dict(points=p + 1, nodes=n)
        return found

    def _spot(self, asked: AtNode) -> dict[str, int]:
        """The record of a stress at a node, whose parts by each shape go into the table of shapes."""
        body = self.model.bodies[asked.body]
        assert isinstance(body, FlexibleBody)
        by_shape = body.unit * body.part.surface.stress[body.part.node(asked.node)]
        normal, shear = (self._add_shape_rows(rows) for rows in (by_shape[:, :3], by_shape[:, 3:]))
        place: dict[str, int] = dict(measure=len(self.records), block=len(self.blocks), body=self.body[asked.body])
        return place | dict(what=NAMES.index(asked.quantity), normal=normal, shear=shear)

    def _angle_place(self, body: str) -> int:
        """Where the angle of a body in the plane stands in q; -1 for the ground."""
        return -1 if body == GROUND else self.layout.q(body).start + self.layout.coordinate(body, "theta")

    @staticmethod
    def in_directors(measure: Measure) -> Measure:
        """Planar angles as angles of two frames of directors, whose turns are counted."""
        if measure.kind == COORDINATE and measure.coordinate is not None and measure.coordinate[1] == "theta":
            x = Port(measure.coordinate[0], (1.0, 0.0, 0.0), True)
            measure = Measure(ANGLE, (ground_axis(0), ground_axis(0), x, x))
        if measure.kind != ANGLE:
            return measure
        a, b = measure.ports[0], measure.ports[2]
        return Measure(ANGLE, (a, _across(a), b, _across(b)))

    # -- functions ---------------------------------------------------------------------------------------------

    def z_index(self, item: Input, where: str) -> int:
        """Place of an input in Z = (t, x, xdot, w, lam)."""
        nm = len(self.records)
        if isinstance(item, Measure):
            return 1 + self.measures[item]
        if isinstance(item, Rate):
            return 1 + nm + self.measures[item.measure]
        if isinstance(item, Multiplier):
            for r, (joint, row) in enumerate(self.rows):
                if (joint, row.label) == (item.joint, item.row):
                    return 1 + 2 * nm + len(self.model.states) + r
            raise ModelError(f"{where}: there is no multiplier of {item.joint!r}: {item.row!r}.")
        states = list(self.model.states)
        if item not in states:
            raise ModelError(f"{where}: there is no extra state {item!r}.{near(str(item), states)}")
        return 1 + 2 * nm + states.index(item)

    def names(self, inputs: Any, own: dict[str, int], where: str) -> dict[str, int]:
        """Every name a text may read, with its place in Z."""
        result = {"t": 0}
        nm = len(self.records)
        for name, measure in self.model.measures.items():
            if measure in self.measures:
                result[name] = 1 + self.measures[measure]
                result[f"{name}_rate"] = 1 + nm + self.measures[measure]
        for name in self.model.states:
            result[name] = self.z_index(name, where)
        result.update({name: self.z_index(item, where) for name, item in dict(inputs).items() if not self.idle(item)})
        return result | own

    def idle(self, item: Input) -> bool:
        """Is it the multiplier of a joint that is not in force? It has no place in Z, and is zero."""
        joint = self.model.joints.get(item.joint) if isinstance(item, Multiplier) else None
        return joint is not None and not joint.active

    def function(
        self, value: Any, where: str, arguments: tuple[str, ...], own: dict[str, int], inputs: Any, slopes: Any = None
    ) -> int:
        """Index of a function; slopes: its derivatives, where they are given."""
        self.function_names.append(where)
        names = self.names(inputs, own, where)
        numbers = {
            **self.model.tables,
            **self.model.parameters,
            **{n: 0.0 for n, item in dict(inputs).items() if self.idle(item)},
        }
        program = lower(value, names=names, parameters=numbers, where=where, arguments=arguments, derivatives=slopes)
        self.programs.append(program)
        return len(self.programs) - 1


def _across(port: Port) -> Port:
    """A planar direction turned by a right angle."""
    return Port(port.body, (-port.s[1], port.s[0], 0.0), True)


def _ground_axis(measure: Measure) -> int:
    """0, 1, 2 for a slide along that axis of the ground, else -1."""
    if measure.kind != SLIDE or measure.ports[0].body != GROUND:
        return -1
    u = measure.ports[0].s
    return u.index(1.0) if sorted(u) == [0.0, 0.0, 1.0] else -1

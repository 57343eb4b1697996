"""The small parts of a model as plain data: numbers, functions, ports, measures, markers, inputs, rows.

Writer and Reader mirror each other, method by method. What the model has a name for is written by that name: the point or
an axis of a marker, the angle or slide of a joint. It is looked up by `repr`, which tells 0.0 from -0.0, so that nothing
but the very same numbers is ever replaced.
"""

from __future__ import annotations

import types
from collections.abc import Callable, Mapping
from dataclasses import asdict
from numbers import Integral, Real
from pathlib import Path
from typing import Any, Union, get_args, get_origin

import numpy as np

from jourdain.errors import FileFormatError, ModelError, near
from jourdain.functions.tables import Table
from jourdain.io.model_files.entries import Entry, as_list, as_number, as_table, joined, located, wrong
from jourdain.io.model_files.references import reference, resolve
from jourdain.io.model_files.tables import read_table, write_table
from jourdain.kernels.measures import COORDINATE, DISTANCE
from jourdain.lagrange.model import LagrangianModel
from jourdain.model.elements import Input, Marker, Multiplier, Rate, Row, Value
from jourdain.model.flexible import FlexibleBody
from jourdain.model.measures import GROUND, KINDS, AtNode, Measure, Port, names_of_codes
from jourdain.model.model import Model
from jourdain.model.naming import QUANTITIES
from jourdain.model.parsing import number, orientation, pad, vector
from jourdain.model.rotations import Rotation

KIND_NAMES = names_of_codes()
OF_JOINTS = ("angle", "slide")
OF_BEAMS = ("beam", "at", "of", "y", "z")


def without(defaults: dict[str, Any], entry: dict[str, Any]) -> dict[str, Any]:
    """The entry without what is exactly its default."""
    return {k: v for k, v in entry.items() if k not in defaults or repr(v) != repr(defaults[k])}


def components(v: Any, planar: bool) -> list[float]:
    """A vector (3,) as a list; the two components that count in the plane."""
    numbers = [float(c) for c in v]
    return numbers[:2] if planar and repr(numbers[2:]) == "[0.0]" else numbers


def as_name(name: Any, where: str) -> str:
    """A name that may be a key in a file."""
    if not isinstance(name, str):
        raise ModelError(f"{where}: the name {name!r} is no text.")
    return name


class Writer:
    """Writes the parts of one model. `where` is the element ("force 'brake'"), for refusals."""

    def __init__(self, model: Model) -> None:
        self.model = model
        self.named_ports: dict[str, dict[str, Any]] = {}
        self.named_measures: dict[str, dict[str, Any]] = {}
        for body in (model.ground, *model.bodies.values()):
            for label, marker in body.markers.items():
                name = {"body": body.name, "marker": label}
                self.named_ports.setdefault(repr(marker.point), name)
                for axis in "xy" if marker.planar else "xyz":
                    self.named_ports.setdefault(repr(getattr(marker, axis)), name | {"axis": axis})
        for joint in model.joints.values():
            if joint.a is not None and joint.b is not None:
                for kind in OF_JOINTS:
                    name = {"kind": kind, "joint": joint.name}
                    self.named_measures.setdefault(repr(getattr(joint, kind)), name)

    def value(self, value: Any, where: str) -> Any:
        """A number, text, function, list, array, marker, measure or port; anything else is refused."""
        if value is None or isinstance(value, (bool, np.bool_)):
            return value if value is None else bool(value)
        if isinstance(value, str):
            return str(value)
        if isinstance(value, Real):
            return int(value) if isinstance(value, Integral) else float(value)
        if isinstance(value, np.ndarray) and value.dtype.kind in "biuf":
            return {"array": value.tolist()}
        if isinstance(value, (tuple, list)):
            return [self.value(item, where) for item in value]
        if isinstance(value, Marker):
            return self.marker(value, where)
        if isinstance(value, Measure):
            return self.measure(value, by_joint=False)
        if isinstance(value, Port):
            return {"port": self.port(value)}
        if isinstance(value, Table):
            return {"table": write_table(value)}
        if callable(value):
            return {"function": reference(value, where)}
        raise ModelError(
            f"{where}: {value!r} cannot be written to a file; use numbers, texts, lists, arrays, markers, measures, "
            "or functions of a module that can be imported."
        )

    def port(self, port: Port) -> dict[str, Any]:
        """By the name of a marker, or with its numbers."""
        if repr(port) in self.named_ports:
            return dict(self.named_ports[repr(port)])
        entry = {"body": port.body, "direction" if port.direction else "point": [float(c) for c in port.s]}
        return entry | ({"on": port.carrier} if port.carrier else {})

    def measure(self, measure: Measure, *, by_joint: bool = True) -> dict[str, Any]:
        """By the name of a joint (which must be read before), or with its ports."""
        if by_joint and repr(measure) in self.named_measures:
            return dict(self.named_measures[repr(measure)])
        if isinstance(measure.along, AtNode):
            at = measure.along
            return {"kind": "stress", "body": at.body, "node": at.node, "of": at.quantity}
        if measure.along is not None:
            one = asdict(measure.along)
            return {"kind": one.pop("quantity")} | without({"of": "", "y": 0.0, "z": 0.0}, one)
        kind = {"kind": KIND_NAMES[measure.kind]}
        if measure.coordinate is not None and isinstance(self.model, LagrangianModel):
            return kind | {"coordinate": measure.coordinate[1]}
        if measure.coordinate is not None:
            return kind | {"body": measure.coordinate[0], "coordinate": measure.coordinate[1]}
        ports = measure.ports
        if measure.kind == DISTANCE and repr(ports[0]) == repr(ports[1]):
            ports = ports[1:]  # a distance has no direction: its first place repeats the first point
        entry = kind | {"ports": [self.port(p) for p in ports], "offset": float(measure.angle_offset)}
        return without({"offset": 0.0}, entry)

    def marker(self, marker: Marker, where: str, label: str = "") -> dict[str, Any]:
        """By its name on its body, or with its numbers; `label` is what it is called without a name of its own."""
        own = self.model.find_body(marker.body, where).markers.get(marker.label)
        if own is not None and repr(own) == repr(marker):
            return {"body": marker.body, "marker": marker.label}
        entry = {"body": marker.body, "label": marker.label, **self.frame(marker)}
        return without({"label": label}, entry)

    def frame(self, marker: Marker) -> dict[str, Any]:
        """Place and orientation in the body frame."""
        turned = self.rotation(marker.rotation, marker.angle, marker.planar)
        entry = {"at": components(marker.at, marker.planar), "rotation": turned}
        entry |= {"on": marker.carrier} if marker.carrier else {}
        still = self.rotation(Rotation(), 0.0, marker.planar)
        return without({"at": components((0.0, 0.0, 0.0), marker.planar), "rotation": still}, entry)

    def rotation(self, rotation: Rotation, angle: float, planar: bool) -> Any:
        """Quaternion (w, x, y, z), or in the plane an angle [rad]."""
        return float(angle) if planar else [rotation.w, rotation.x, rotation.y, rotation.z]

    def inputs(self, inputs: Mapping[str, Input], where: str) -> dict[str, Any]:
        """What a text reads, by the names it uses."""
        return {as_name(name, where): self._input(item, where) for name, item in inputs.items()}

    def _input(self, item: Input, where: str) -> dict[str, Any]:
        if isinstance(item, Rate):
            return {"rate": self.measure(item.measure)}
        if isinstance(item, Multiplier):
            return {"joint": item.joint, "row": item.row}
        if isinstance(item, Measure):
            return self.measure(item)
        if isinstance(item, str):
            return {"state": item}
        raise ModelError(f"{where}: the input {item!r} is no measure, rate, multiplier or name of a state.")

    def row(self, row: Row, where: str) -> dict[str, Any]:
        """One constraint with all it is made of."""
        entry = {
            "label": row.label,
            "terms": [[self.value(factor, where), self.measure(measure)] for factor, measure in row.terms],
            "equation": self.value(row.function, where),
            "inputs": self.inputs(dict(row.inputs), where),
            "constant": self.value(row.constant, where),
            "level": row.level,
            "derivatives": self.value(row.derivatives, where),
        }
        defaults: dict[str, Any] = {"terms": [], "equation": None, "inputs": {}, "constant": 0.0, "level": "position"}
        return without(defaults | {"derivatives": None}, entry)


ROW_KEYS = ("terms", "equation", "inputs", "constant", "level", "derivatives")
FUNCTION = "a number, a text, {'table': {'x': .., 'y': ..}} or {'function': 'module:name'}"


class Reader:
    """Reads the parts of one model, whose bodies and joints it looks up by name. `path` is the place inside the data."""

    def __init__(self, model: Model) -> None:
        self.model = model
        self.materials: dict[str, Any] = {}  # tables, by name
        self.folder = Path()  # where files named in a model file are looked for first

    def value(self, data: Any, path: str) -> Any:
        """The mirror of Writer.value; lists become tuples."""
        if data is None or isinstance(data, (bool, int, float, str)):
            return data
        if isinstance(data, (list, tuple)):
            return tuple(self.value(item, path) for item in data)
        table = as_table(data, path)
        if set(table) == {"function"}:
            return resolve(table["function"], path)
        if set(table) == {"table"}:
            return read_table(table["table"], joined(path, "table"), self.folder)
        if set(table) == {"array"}:
            return _array(table["array"], path)
        if set(table) == {"port"}:
            return self.port(table["port"], path)
        if "kind" in table:
            return self.measure(data, path)
        if "body" in table:
            return self.marker(data, path)
        raise wrong(path, data, "a value; a table here is a measure, a marker, a port, an array, a function or points")

    def typed(self, data: Any, path: str, hint: Any, expected: str) -> Any:
        """A value that fits a type hint."""
        value = self.value(data, path)
        if not fits(value, hint):
            raise wrong(path, data, expected)
        return value

    def function(self, data: Any, path: str) -> Any:
        """What a law, motion, rate or component may be."""
        return self.typed(data, path, Value, FUNCTION)

    def body(self, entry: Entry) -> str:
        """The name of a body of the model, or of the ground."""
        with located(entry.at("body")):
            name = self.model.section_named(entry.text("body"))
        if name != GROUND and name not in self.model.bodies:
            raise FileFormatError(f"{entry.at('body')}: {self.model.no_body(name)}")
        return name

    def _named_marker(self, entry: Entry) -> Marker:
        markers = self.model.find_body(self.body(entry), entry.path).markers
        label = entry.text("marker")
        owner = self.model.bodies.get(self.body(entry))
        if label not in markers and isinstance(owner, FlexibleBody) and label in owner.part.frames:
            return owner.interface(label)
        if label not in markers:
            raise FileFormatError(
                f"{entry.at('marker')}: {entry['body']!r} has no marker {label!r}.{near(label, markers)}"
            )
        return markers[label]

    def port(self, data: Any, path: str) -> Port:
        """A point or direction fixed in a body."""
        entry = Entry(data, path, required=("body",), optional=("marker", "axis", "point", "direction", "on"))
        if sum(key in entry for key in ("marker", "point", "direction")) != 1:
            raise FileFormatError(f"{path}: give one of marker, point and direction.")
        if "marker" in entry:
            marker, axis = self._named_marker(entry), entry.text("axis")
            if axis not in ("", "x", "y", "z"):
                raise FileFormatError(f"{entry.at('axis')}: {axis!r} is not 'x', 'y' or 'z'.")
            with located(path):
                return getattr(marker, axis or "point")
        key = "direction" if "direction" in entry else "point"
        with located(entry.at(key)):
            x, y, z = vector(entry.numbers(key), 3, key).tolist()
        return Port(self.body(entry), (x, y, z), key == "direction", entry.text("on"))

    def measure(self, data: Any, path: str) -> Measure:
        """A measure of a joint, of ports, of a beam, or a coordinate of a body."""
        optional = ("joint", "ports", "offset", "body", "coordinate", "node", *OF_BEAMS)
        entry = Entry(data, path, required=("kind",), optional=optional)
        kind = entry.text("kind")
        if kind == "stress" and "beam" not in entry:
            return self._stress(Entry(data, path, required=("kind", "body", "node"), optional=("of",)))
        if kind in QUANTITIES:
            return self._beam_measure(Entry(data, path, required=("kind", "beam", "at"), optional=OF_BEAMS), kind)
        if kind not in KIND_NAMES.values():
            known = [*KIND_NAMES.values(), *QUANTITIES]
            raise FileFormatError(f"{entry.at('kind')}: unknown kind of measure {kind!r}.{near(kind, known)}")
        if "joint" in entry:
            return self._joint_measure(entry, kind)
        code, n = KINDS[kind].code, KINDS[kind].ports
        if code == COORDINATE and isinstance(self.model, LagrangianModel):
            entry = Entry(data, path, required=("kind", "coordinate"))
            with located(entry.at("coordinate")):
                return self.model.coordinate(entry.text("coordinate"))
        if code == COORDINATE:
            return self._coordinate(Entry(data, path, required=("kind", "body", "coordinate")))
        entry = Entry(data, path, required=("kind", "ports"), optional=("offset",))
        places = list(enumerate(entry.items("ports"), 1))
        ports = [self.port(item, joined(entry.at("ports"), str(i))) for i, item in places]
        if code == DISTANCE and len(ports) == 2:
            ports = [ports[0], *ports]
        if len(ports) != n:
            raise FileFormatError(f"{entry.at('ports')}: {kind} takes {n} ports, here are {len(ports)}.")
        return Measure(code, tuple(ports), angle_offset=float(entry.number("offset", 0.0)))

    def _joint_measure(self, entry: Entry, kind: str) -> Measure:
        entry = Entry(entry.data, entry.path, required=("kind", "joint"))
        joint = self.model.joints.get(entry.text("joint"))
        if kind not in OF_JOINTS or joint is None:
            known = [name for name, j in self.model.joints.items() if j.a is not None]
            raise FileFormatError(
                f"{entry.path}: there is no {kind!r} of a joint {entry['joint']!r}.{near(entry['joint'], known)}"
                if kind in OF_JOINTS
                else f"{entry.at('kind')}: of a joint there is its 'angle' and its 'slide', not {kind!r}."
            )
        with located(entry.path):
            return joint.angle if kind == "angle" else joint.slide

    def _beam_measure(self, entry: Entry, quantity: str) -> Measure:
        beam = self.model.beams.get(entry.text("beam"))
        if beam is None:
            raise FileFormatError(
                f"{entry.at('beam')}: there is no beam {entry['beam']!r}.{near(entry['beam'], self.model.beams)}"
            )
        with located(entry.path):
            if quantity == "stress":
                return beam.stress(entry.number("at"), y=entry.number("y", 0.0), z=entry.number("z", 0.0))
            return getattr(beam, quantity)(entry.number("at"), entry.text("of", "bending"))

    def _stress(self, entry: Entry) -> Measure:
        body = self.model.bodies.get(self.body(entry))
        if not isinstance(body, FlexibleBody):
            raise FileFormatError(
                f"{entry.at('body')}: {entry['body']!r} does not bend; a stress is of a flexible body."
            )
        with located(entry.path):
            return body.stress(entry.text("of", "mises"), node=int(number(entry["node"], "node")))

    def _coordinate(self, entry: Entry) -> Measure:
        allowed = ("x", "y", "theta") if self.model.planar else ("x", "y", "z")
        name = entry.text("coordinate")
        if name not in allowed:
            raise FileFormatError(f"{entry.at('coordinate')}: {name!r} is not one of {', '.join(allowed)}.")
        return Measure(COORDINATE, (), (self.body(entry), name))

    def marker(self, data: Any, path: str, label: str = "") -> Marker:
        """A marker of a body by its name, or a frame of its own."""
        entry = Entry(data, path, required=("body",), optional=("marker", "label", "at", "rotation", "on"))
        if "marker" in entry:
            return self._named_marker(Entry(data, path, required=("body", "marker")))
        planar = self.model.planar
        with located(path):
            at = pad(vector(entry.numbers("at"), 2 if planar else 3, "at")) if "at" in entry else np.zeros(3)
            rotation, angle = orientation(self.rotation(entry), planar, "rotation")
        x, y, z = at.tolist()
        own = (self.body(entry), entry.text("label", label), (x, y, z), rotation, planar, angle)
        return Marker(*own, entry.text("on"))

    def rotation(self, entry: Entry) -> Any:
        """What the model takes as a rotation: None, a Rotation, or an angle [rad] in the plane."""
        if "rotation" not in entry:
            return None
        if self.model.planar:
            return entry.number("rotation")
        parts = entry.numbers("rotation")
        if len(parts) != 4:
            raise FileFormatError(f"{entry.at('rotation')}: give the four numbers w, x, y, z of a quaternion.")
        with located(entry.at("rotation")):
            return Rotation(*parts)

    def inputs(self, entry: Entry) -> dict[str, Input]:
        """What a text reads, by the names it uses."""
        path = entry.at("inputs")
        return {name: self._input(data, joined(path, name)) for name, data in entry.table("inputs").items()}

    def _input(self, data: Any, path: str) -> Input:
        table = as_table(data, path)
        if "rate" in table:
            return Rate(self.measure(Entry(data, path, required=("rate",))["rate"], joined(path, "rate")))
        if "row" in table:
            entry = Entry(data, path, required=("joint", "row"))
            return Multiplier(entry.text("joint"), entry.text("row"))
        if "state" in table:
            return Entry(data, path, required=("state",)).text("state")
        return self.measure(data, path)

    def row(self, entry: Entry, label: str = "") -> Row:
        """One constraint with all it is made of."""
        level = entry.text("level", "position")
        if level not in ("position", "velocity"):
            raise FileFormatError(f"{entry.at('level')}: {level!r} is not 'position' or 'velocity'.")
        constant, path = entry.data.get("constant", 0.0), entry.at("inputs")
        return Row(
            entry.text("label", label),
            tuple(self._term(item, entry.at("terms")) for item in entry.items("terms")),
            constant if constant is None else as_number(constant, entry.at("constant")),
            self.function(entry["equation"], entry.at("equation")) if "equation" in entry else None,
            tuple((name, self.measure(data, joined(path, name))) for name, data in entry.table("inputs").items()),
            level,
            self.derivatives(entry),
        )

    def derivatives(self, entry: Entry) -> Any:
        """Those of a motion given as code, or None."""
        data = entry.data.get("derivatives")
        return self.typed(data, entry.at("derivatives"), tuple[Value, ...] | None, "a list of functions")

    def _term(self, data: Any, path: str) -> tuple[float, Measure]:
        pair = as_list(data, path)
        if len(pair) != 2:
            raise wrong(path, data, "a pair of factor and measure")
        return as_number(pair[0], path), self.measure(pair[1], path)


def _array(data: Any, path: str) -> np.ndarray:
    try:
        array = np.array(data)
    except ValueError:  # rows of different lengths
        raise wrong(path, data, "an array of numbers") from None
    if array.dtype.kind not in "biuf":
        raise wrong(path, data, "an array of numbers")
    return array


def fits(value: Any, hint: Any) -> bool:
    """True if a value is what a type hint says; a whole number passes for a float."""
    kind, parts = get_origin(hint), get_args(hint)
    if kind in (Union, types.UnionType):
        return any(fits(value, part) for part in parts)
    if kind is tuple:
        return isinstance(value, tuple) and all(fits(item, parts[0]) for item in value)
    if kind is Callable:
        return callable(value)
    if hint is float:
        return isinstance(value, (int, float)) and not isinstance(value, bool)
    return isinstance(value, hint)

"""The format of model files in one table: which keys there are, and which number has which dimension.

Three things are made of it: the numbers of a file ("150 mm", "2*L") become SI values before anything else looks at them;
the JSON schema for editors; and the keys that messages suggest.
"""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from typing import Any, get_args, get_type_hints

from jourdain import events, joints
from jourdain.errors import FileFormatError
from jourdain.events import Action
from jourdain.io.entries import joined
from jourdain.io.quantities import Quantities, alone
from jourdain.io.units import Dimension, expected, fits

Schema = dict[str, Any]


class Part:
    """A value of a file: `resolve` makes its numbers SI values, `schema` describes it."""

    def resolve(self, data: Any, path: str, q: Quantities) -> Any:
        """The data with texts replaced by numbers where numbers are expected; anything else as it is."""
        return data

    def schema(self) -> Schema:
        """JSON schema."""
        return {}


@dataclass(frozen=True)
class Number(Part):
    """A number, or a text with a unit or parameters; `kind` of units.KINDS."""

    kind: str = "any"

    def resolve(self, data: Any, path: str, q: Quantities) -> Any:
        """Lists item by item: a vector, a tensor."""
        if isinstance(data, list):
            return [self.resolve(item, path, q) for item in data]
        return q.number(data, self.kind, path)

    def schema(self) -> Schema:
        """A number or a text."""
        return {
            "type": ["number", "string"],
            "description": "any number" if self.kind == "any" else expected(self.kind),
        }


@dataclass(frozen=True)
class Numbers(Number):
    """A list of numbers of one kind, or a list of lists."""

    def schema(self) -> Schema:
        """A list of numbers, or of lists of numbers."""
        one = super().schema()
        return {"type": "array", "items": {"anyOf": [one, {"type": "array", "items": one}]}}


@dataclass(frozen=True)
class Law(Part):
    """A number, a text of the model's own language (which stays a text), or a Python function."""

    kind: str = "any"

    def resolve(self, data: Any, path: str, q: Quantities) -> Any:
        """One number with a unit becomes a number."""
        found = alone(data, path) if isinstance(data, str) else None
        if found is None:
            return data
        if isinstance(found.dimension, Dimension) and not fits(found.dimension, self.kind):
            raise FileFormatError(f"{path}: {data!r} is in {found.dimension}; expected is {expected(self.kind)}.")
        return found.value

    def schema(self) -> Schema:
        """A number, a text or a function."""
        function = {"type": "object", "required": ["function"], "properties": {"function": {"type": "string"}}}
        return {"anyOf": [{"type": ["number", "string", "null"]}, function]}


@dataclass(frozen=True)
class Text(Part):
    """A text, one of `choices` if there are any."""

    choices: tuple[str, ...] = ()

    def schema(self) -> Schema:
        """A text or an enumeration."""
        return {"type": "string", "enum": list(self.choices)} if self.choices else {"type": "string"}


@dataclass(frozen=True)
class Plain(Part):
    """Whatever JSON schema says it is; left as it is."""

    description: Schema = field(default_factory=dict)

    def schema(self) -> Schema:
        """As given."""
        return self.description


FLAG = Plain({"type": "boolean"})


@dataclass(frozen=True)
class Record(Part):
    """A table with known keys."""

    parts: dict[str, Part]
    required: tuple[str, ...] = ()

    def resolve(self, data: Any, path: str, q: Quantities) -> Any:
        """Key by key; unknown ones are refused by whoever reads the entry."""
        if not isinstance(data, dict):
            return data
        return {k: self.parts[k].resolve(v, joined(path, k), q) if k in self.parts else v for k, v in data.items()}

    def schema(self) -> Schema:
        """An object without further keys."""
        found: Schema = {"type": "object", "properties": {k: part.schema() for k, part in self.parts.items()}}
        found |= {"additionalProperties": False}
        return found | {"required": list(self.required)} if self.required else found


@dataclass(frozen=True)
class Names(Part):
    """A table with the user's own names."""

    part: Part

    def resolve(self, data: Any, path: str, q: Quantities) -> Any:
        """Entry by entry."""
        if not isinstance(data, dict):
            return data
        return {k: self.part.resolve(v, joined(path, k), q) for k, v in data.items()}

    def schema(self) -> Schema:
        """An object with any keys."""
        return {"type": "object", "additionalProperties": self.part.schema()}


@dataclass(frozen=True)
class Items(Part):
    """A list."""

    part: Part

    def resolve(self, data: Any, path: str, q: Quantities) -> Any:
        """Item by item."""
        if not isinstance(data, list):
            return data
        return [self.part.resolve(item, joined(path, str(i)), q) for i, item in enumerate(data, 1)]

    def schema(self) -> Schema:
        """An array."""
        return {"type": "array", "items": self.part.schema()}


@dataclass(frozen=True)
class OneOf(Part):
    """The part for the data's own type: a table, a list, or a single value."""

    table: Part | None = None
    items: Part | None = None
    single: Part | None = None

    def resolve(self, data: Any, path: str, q: Quantities) -> Any:
        """By the part that fits."""
        part = self.table if isinstance(data, dict) else self.items if isinstance(data, list) else self.single
        return data if part is None else part.resolve(data, path, q)

    def schema(self) -> Schema:
        """Any of them."""
        return {"anyOf": [part.schema() for part in (self.table, self.items, self.single) if part is not None]}


@dataclass(frozen=True)
class Reference(Part):
    """A part that is described once, in the schema's definitions."""

    name: str

    def resolve(self, data: Any, path: str, q: Quantities) -> Any:
        """As defined."""
        return DEFINITIONS[self.name].resolve(data, path, q)

    def schema(self) -> Schema:
        """A reference to the definition."""
        return {"$ref": f"#/$defs/{self.name}"}


ROTATION, MARKER, PORT, MEASURE = (Reference(n) for n in ("rotation", "marker", "port", "measure"))
ACTION, INPUTS, ROW = Reference("action"), Reference("inputs"), Reference("row")

_ROW: dict[str, Part] = {
    "terms": Items(Items(OneOf(table=MEASURE, single=Plain({"type": ["number", "string"]})))),
    "equation": Law(),
    "inputs": INPUTS,
    "constant": OneOf(single=Plain({"type": ["number", "null"]})),
    "level": Text(("position", "velocity")),
    "derivatives": Items(Law()),
}
_AXES: dict[str, Part] = {"axis": Numbers("number"), "angle": Number("angle")}


def _action_part(hint: Any) -> Part:
    """What a field of an action is in a file, by its type."""
    kinds = get_args(hint) or (hint,)
    if events.Measure in kinds:
        return OneOf(table=MEASURE, single=Plain({"type": ["string", "null"]}))
    if events.Marker in kinds:
        return MARKER
    if Action in kinds:
        return ACTION
    if str in kinds:
        return Law() if float in kinds else Text()
    return Numbers() if tuple in {getattr(k, "__origin__", k) for k in (hint, *kinds)} else Number()


def _action() -> Part:
    kinds = {n: k for n, k in vars(events).items() if isinstance(k, type) and Action in k.__bases__}
    parts: dict[str, Part] = {"action": Text(tuple(kinds))}
    short: dict[str, Part] = {}
    for name, kind in kinds.items():
        hints = get_type_hints(kind)
        own = {f.name: _action_part(hints[f.name]) for f in fields(kind)}
        parts |= own
        short[name] = OneOf(table=Record(own), single=next(iter(own.values()), Plain()))
    return OneOf(table=Record(parts | short), single=Text(tuple(kinds)))


DEFINITIONS: dict[str, Part] = {
    "rotation": OneOf(
        table=Record({**_AXES, "euler": Numbers("angle"), "cardan": Numbers("angle")}),
        items=Numbers("number"),
        single=Number("angle"),
    ),
    "marker": OneOf(
        table=Record(
            {"body": Text(), "marker": Text(), "label": Text(), "at": Numbers("length"), "rotation": ROTATION},
            ("body",),
        ),
        single=Text(),
    ),
    "port": OneOf(
        table=Record(
            {
                "body": Text(),
                "marker": Text(),
                "axis": Text(("x", "y", "z")),
                "point": Numbers("length"),
                "direction": Numbers("number"),
            },
            ("body",),
        ),
        single=Text(),
    ),
    "measure": OneOf(
        table=Record(
            {
                "kind": Text(("slide", "align", "distance", "angle", "coordinate", "blade")),
                "joint": Text(),
                "ports": Items(PORT),
                "offset": Number("angle"),
                "body": Text(),
                "coordinate": Text(("x", "y", "z", "theta")),
            },
            ("kind",),
        ),
        single=Text(),
    ),
    "inputs": Names(
        OneOf(
            table=Plain({"type": "object", "description": "a measure, {rate: measure}, {joint, row} or {state}"}),
            single=Text(),
        )
    ),
    "row": Record({"label": Text(), **_ROW}, ("label",)),
    "action": Plain(),  # below: an action may hold another one
}
DEFINITIONS["action"] = _action()

FRAME = Record({"at": Numbers("length"), "rotation": ROTATION})
BODY = Record(
    {
        "mass": Number("mass"),
        "density": Number("density"),
        "material": Text(),
        "shape": Record(
            {
                "box": Numbers("length"),
                "cylinder": Numbers("length"),
                "sphere": OneOf(items=Numbers("length"), single=Number("length")),
                "kind": Text(),
                "size": Numbers("length"),
                "volume": Number("volume"),
                "gyration2": Numbers("area"),
            }
        ),
        "inertia": OneOf(items=Numbers("inertia"), single=Number("inertia")),
        "inertia_at": Numbers("length"),
        "inertia_axes": ROTATION,
        "at": Numbers("length"),
        "rotation": ROTATION,
        "com": Numbers("length"),
        "velocity": Numbers("speed"),
        "spin": OneOf(items=Numbers("angular velocity"), single=Number("angular velocity")),
        "markers": Names(FRAME),
    }
)
JOINT_OPTIONS: dict[str, Part] = {
    "pitch": Number("length"),
    "length": Number("length"),
    "radius": Number("length"),
    "teeth": Numbers("any"),
    "factors": Numbers("any"),
    "of": Items(Text(("angle", "slide"))),
    "internal": FLAG,
}
KINDS_OF_JOINTS = (*joints.SPATIAL, "drive", "row")
JOINT = Record(
    {
        "kind": OneOf(table=Record({"function": Text()}, ("function",)), single=Text(KINDS_OF_JOINTS)),
        "bodies": Items(Text()),
        "at": Numbers("length"),
        "at_a": Numbers("length"),
        "at_b": Numbers("length"),
        "axis": Numbers("number"),
        "rotation": ROTATION,
        "markers": Items(MARKER),
        "a": MARKER,
        "b": MARKER,
        "joints": Items(Text()),
        **JOINT_OPTIONS,
        "options": Plain({"type": "object"}),
        "active": FLAG,
        "measure": MEASURE,
        "motion": Law("length or angle"),
        "rows": Items(ROW),
        **_ROW,
    },
    ("kind",),
)
DRIVE = Record(
    {"measure": MEASURE, "motion": Law("length or angle"), "derivatives": Items(Law()), "active": FLAG},
    ("measure", "motion"),
)
FORCE = Record(
    {
        "measure": MEASURE,
        "spring": Items(MARKER),
        "torsion_spring": Text(),
        "bushing": Items(MARKER),
        "stiffness": OneOf(items=Numbers("stiffness"), single=Number("stiffness")),
        "damping": OneOf(items=Numbers("damping"), single=Number("damping")),
        "rest": Number("length or angle"),
        "law": Law("force or torque"),
        "inputs": INPUTS,
    }
)
LOAD = Record(
    {
        "on": Text(),
        "at": Numbers("length"),
        "marker": MARKER,
        "force": Items(Law("force")),
        "torque": OneOf(items=Items(Law("torque")), single=Law("torque")),
        "follow": FLAG,
        "inputs": INPUTS,
    }
)
STATE = Record({"rate": Law(), "start": Number(), "algebraic": FLAG, "inputs": INPUTS}, ("rate",))
EVENT = Record(
    {
        "measure": MEASURE,
        "value": Number(),
        "direction": Text(tuple(events.DIRECTIONS)),
        "actions": OneOf(items=Items(ACTION), table=ACTION, single=ACTION),
        "inputs": INPUTS,
    },
    ("measure",),
)
INTEGRATOR = Record(
    {
        "name": Text(("GeneralizedAlpha", "RK4", "DOP853")),
        "step": Number("time"),
        "max_step": Number("time"),
        "tol": Number("number"),
        "rho": Number("number"),
    },
    ("name",),
)
RUN = Record(
    {
        "t_end": Number("time"),
        "t_start": Number("time"),
        "tol": Number("number"),
        "integrator": OneOf(table=INTEGRATOR, single=Text(("GeneralizedAlpha", "RK4", "DOP853"))),
        "output": OneOf(items=Numbers("time"), single=Plain({"type": "integer"})),
        "trust": Text(("full", "fast")),
    }
)
MODEL = Record(
    {
        "name": Text(),
        "planar": FLAG,
        "parameters": Names(Number()),
        "gravity": Numbers("acceleration"),
        "materials": Names(OneOf(table=Record({"density": Number("density")}), single=Number("density"))),
        "ground": Record({"markers": Names(FRAME)}),
        "bodies": Names(BODY),
        "joints": Names(JOINT),
        "drives": Names(DRIVE),
        "measures": Names(MEASURE),
        "forces": Names(FORCE),
        "loads": Names(LOAD),
        "states": Names(STATE),
        "events": Names(EVENT),
        "run": RUN,
    },
    ("name",),
)


def json_schema() -> Schema:
    """The JSON schema of model files, which editors use to complete and to check."""
    return {
        "$schema": "http://json-schema.org/draft-07/schema#",
        "title": "Jourdain model",
        **MODEL.schema(),
        "$defs": {name: part.schema() for name, part in DEFINITIONS.items()},
    }

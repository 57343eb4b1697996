"""The format of model files in one table: which keys there are, and which number has which dimension.

Three things are made of it: the numbers of a file ("150 mm", "2*L") become SI values before anything else looks at them;
the JSON schema for editors; and the keys that messages suggest.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any, get_args, get_type_hints

from jourdain.io.model_files.format_parts import (
    FLAG,
    TABLE,
    Direction,
    Items,
    Law,
    Names,
    Number,
    Numbers,
    OneOf,
    Part,
    Plain,
    Record,
    Schema,
    Text,
)
from jourdain.io.model_files.lagrangian import FORMAT as LAGRANGIAN
from jourdain.io.model_files.quantities import Quantities
from jourdain.io.model_files.settings import FORMAT
from jourdain.model import events, joints
from jourdain.model.adding_beams import THEORIES
from jourdain.model.beam_elements import MASSES
from jourdain.model.events import ACTIONS, Action
from jourdain.model.limits import COORDINATES
from jourdain.model.measures import names_of_codes
from jourdain.model.naming import QUANTITIES


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


def each(part: Part, keys: str) -> dict[str, Part]:
    """The same part under several keys."""
    return dict.fromkeys(keys.split(), part)


ROTATION, MARKER, PORT, MEASURE = (Reference(n) for n in ("rotation", "marker", "port", "measure"))
ACTION, INPUTS, ROW = Reference("action"), Reference("inputs"), Reference("row")
ENDS, VISUAL = Reference("limits"), Reference("visual")

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
    parts: dict[str, Part] = {"action": Text(tuple(ACTIONS))}
    short: dict[str, Part] = {}
    for name, kind in ACTIONS.items():
        hints = get_type_hints(kind)
        own = {f.name: _action_part(hints[f.name]) for f in fields(kind)}
        parts |= own
        short[name] = OneOf(table=Record(own), single=next(iter(own.values()), Plain()))
    return OneOf(table=Record(parts | short), single=Text(tuple(ACTIONS)))


def _named(parts: dict[str, Part], required: str) -> Part:
    """A table, or a text that stands for it."""
    return OneOf(table=Record(parts, (required,)), single=Text())


DEFINITIONS: dict[str, Part] = {
    "rotation": OneOf(
        table=Record({**_AXES, **each(Numbers("angle"), "euler cardan")}),
        items=Numbers("number"),
        single=Number("angle"),
    ),
    "marker": _named(
        {**each(Text(), "body marker label on"), "at": Numbers("length"), "rotation": ROTATION}, required="body"
    ),
    "port": _named(
        {
            **each(Text(), "body marker on"),
            "axis": Text(("x", "y", "z")),
            "point": Numbers("length"),
            "direction": Numbers("number"),
        },
        required="body",
    ),
    "measure": _named(
        {
            "kind": Text((*names_of_codes().values(), *QUANTITIES)),
            "ports": Items(PORT),
            "offset": Number("angle"),
            **each(Text(), "joint body coordinate beam of"),
            **each(Number("number"), "at node element"),
            **each(Number("length"), "y z"),
        },
        required="kind",
    ),
    "inputs": Names(
        OneOf(
            table=Plain({"type": "object", "description": "a measure, {rate: measure}, {joint, row} or {state}"}),
            single=Text(),
        )
    ),
    "row": Record({"label": Text(), **_ROW}, ("label",)),
    "table": TABLE,
    "action": Plain(),  # below: an action may hold another one
}
DEFINITIONS["action"] = _action()

FRAME = Record({"at": Numbers("length"), "rotation": ROTATION})
_SHAPE: dict[str, Part] = {
    **each(Numbers("length"), "box cylinder at size"),
    "sphere": OneOf(items=Numbers("length"), single=Number("length")),
    **each(Text(), "mesh surface path kind"),
    "scale": OneOf(items=Numbers("number"), single=Number("number")),
    "rotation": ROTATION,
    "volume": Number("volume"),
    "gyration2": Numbers("area"),
}
DEFINITIONS["visual"] = Record(
    {**_SHAPE, "colour": OneOf(items=Numbers("number"), single=Text()), "opacity": Number("number")}
)
BODY = Record(
    {
        "mass": Number("mass"),
        "density": Number("density"),
        "material": Text(),
        "shape": Record(_SHAPE),
        **each(Items(VISUAL), "visuals collisions"),
        "inertia": OneOf(items=Numbers("inertia"), single=Number("inertia")),
        **each(Numbers("length"), "inertia_at at com"),
        **each(ROTATION, "inertia_axes rotation"),
        "velocity": Numbers("speed"),
        "spin": OneOf(items=Numbers("angular velocity"), single=Number("angular velocity")),
        "markers": Names(FRAME),
    }
)
MATERIAL = Record({**each(Number("pressure"), "E G"), "nu": Number("number"), "density": Number("density")})
SECTION = Record(
    {
        **each(Numbers("length"), "rectangle tube polygon"),
        "circle": Number("length"),
        "area": Number("area"),
        **each(Number("second moment of area"), "Iy Iz Iyz torsion"),
        **each(Numbers("any"), "stiffness mass"),
        "shear": OneOf(items=Numbers("number"), single=Number("number")),
    }
)
_AT_SECTION: dict[str, Part] = {
    "at": Numbers("length"),
    "rotation": ROTATION,
    "velocity": Numbers("speed"),
    "spin": OneOf(items=Numbers("angular velocity"), single=Number("angular velocity")),
}
BEAM = Record(
    {
        **each(Numbers("length"), "start end through points"),
        "elements": Plain({"type": "integer", "minimum": 1}),
        "nodes": Plain({"enum": [2, 3]}),
        "section": SECTION,
        "material": OneOf(table=MATERIAL, single=Text()),
        "theory": Text(THEORIES),
        "mass": Text(tuple(MASSES)),
        "normal": Numbers("number"),
        "damping": Number("time"),
        **{key: _AT_SECTION[key] for key in ("velocity", "spin")},
        "sections": Names(
            Record(
                {
                    **_AT_SECTION,
                    "mass": Number("mass"),
                    "inertia": Numbers("inertia"),
                    "com": Numbers("length"),
                    "markers": Names(FRAME),
                }
            )
        ),
    },
    ("section",),
)
FLEXIBLE = Record(
    {
        "reduced": Text(),
        **_AT_SECTION,
        "damping": OneOf(
            table=Record({"mass": Number("any"), "stiffness": Number("time")}),
            items=Numbers("number"),
            single=Number("number"),
        ),
        "stiffening": FLAG,
        **each(Numbers("any"), "amplitudes amplitude_rates"),
        "markers": Names(Record({"on": Text(), "rotation": ROTATION})),
    },
    ("reduced",),
)
JOINT_OPTIONS: dict[str, Part] = {
    **each(Number("length"), "pitch length radius crown"),
    "radii": Numbers("length"),
    **each(Numbers("any"), "teeth factors"),
    "of": Items(Text(("angle", "slide"))),
    **each(FLAG, "inside internal"),
}
_LIMITS: dict[str, Part] = {
    **each(Number("length or angle"), "lower upper"),
    "restitution": Number("number"),
    "stiffness": Number("stiffness"),
    "damping": Number("damping"),
}
DEFINITIONS["limits"] = OneOf(items=Numbers("length or angle"), table=Record(_LIMITS))
KINDS_OF_JOINTS = (*joints.SPATIAL, "drive", "row")
JOINT = Record(
    {
        "kind": OneOf(table=Record({"function": Text()}, ("function",)), single=Text(KINDS_OF_JOINTS)),
        **each(Items(Text()), "bodies joints"),
        **each(Numbers("length"), "at at_a at_b"),
        "axis": Direction("number"),
        "rotation": ROTATION,
        "markers": Items(MARKER),
        **each(MARKER, "a b"),
        **JOINT_OPTIONS,
        "options": Plain({"type": "object"}),
        "active": FLAG,
        "limits": OneOf(
            items=Numbers("length or angle"), table=Record({**_LIMITS, **each(ENDS, " ".join(COORDINATES))})
        ),
        "rated": Plain({"type": "object"}),
        "at_limit": Items(Text()),
        "measure": MEASURE,
        "motion": Law("length or angle"),
        "rows": Items(ROW),
        **_ROW,
    },
    ("kind",),
)
_DRIVEN: dict[str, Part] = {"measure": MEASURE, "motion": Law("length or angle"), "derivatives": Items(Law())}
DRIVE = Record(_DRIVEN | {"active": FLAG}, ("measure", "motion"))
FORCE = Record(
    {
        "measure": MEASURE,
        **each(Items(MARKER), "spring bushing"),
        "torsion_spring": Text(),
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
        "force_per_length": Items(Law("force per length")),
        "torque_per_length": OneOf(items=Items(Law("torque per length")), single=Law("torque per length")),
        "follow": FLAG,
        "pattern": Text(),
        "factor": Law(),
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
INCLUDE = Record(
    {
        **each(Text(), "file prefix on base"),
        "at": Numbers("length"),
        "rotation": ROTATION,
        "mirror": Text(("x", "y", "z")),
        "parameters": Names(Number()),
    },
    ("file",),
)
MODEL = Record(
    {
        "name": Text(),
        "planar": FLAG,
        "parameters": Names(Number()),
        "points": Names(Numbers("length")),
        "include": Names(INCLUDE),
        "tables": Names(TABLE),
        **LAGRANGIAN,
        "gravity": Numbers("acceleration"),
        "materials": Names(OneOf(table=MATERIAL, single=Number("density"))),
        "ground": Record({"markers": Names(FRAME), **each(Items(VISUAL), "visuals collisions")}),
        "bodies": Names(BODY),
        "flexible": Names(FLEXIBLE),
        "beams": Names(BEAM),
        "joints": Names(JOINT),
        "drives": Names(DRIVE),
        "measures": Names(MEASURE),
        "forces": Names(FORCE),
        "loads": Names(LOAD),
        "states": Names(STATE),
        "events": Names(EVENT),
        **FORMAT,  # what each analysis takes
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

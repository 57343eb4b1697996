"""A Model as plain data (dict, list, str, float, int, bool, None) and back, without loss.

Joints are written by kind, markers and options, and their rows are made anew when read; only rows that were changed by hand
are written one by one. Entries that have their default value are left out. Python functions are "module:function".
Reading imports the modules that the data names: read only files that you would run.
"""

from __future__ import annotations

from collections.abc import Mapping
from numbers import Real
from typing import Any

from jourdain.errors import ModelError
from jourdain.io.model_files.beams import read_beam, write_beam
from jourdain.io.model_files.bodies import (
    PICTURES,
    read_body,
    read_markers,
    read_pictures,
    write_body,
    write_markers,
    write_pictures,
)
from jourdain.io.model_files.entries import Entry, as_number, joined, read_sections
from jourdain.io.model_files.flexible import read_flexible, write_flexible
from jourdain.io.model_files.forces import read_event, read_force, read_load, read_measure, read_state, write_part
from jourdain.io.model_files.joints import read_joints, write_joint
from jourdain.io.model_files.lagrangian import KEYS, OF_BODIES, read_model, write_lagrangian
from jourdain.io.model_files.parts import Reader, Writer, as_name, components
from jourdain.io.model_files.tables import read_tables, write_table
from jourdain.lagrange.model import LagrangianModel
from jourdain.model.elements import Body
from jourdain.model.flexible import FlexibleBody
from jourdain.model.model import Model


def to_plain(model: Model) -> dict[str, Any]:
    """The model as data that `json.dumps` takes. ModelError, with the element's name, for functions that have no module."""
    w = Writer(model)
    made = {part for beam in model.beams.values() for part in beam.parts}  # which are made anew
    tables: tuple[dict[str, Any], ...] = (model.joints, model.forces, model.events)
    made |= {name for table in tables for name, part in table.items() if part.part_of}
    plain: dict[str, Any] = {
        "name": model.name,
        "planar": bool(model.planar),
        "gravity": components(model.gravity, model.planar),
        "parameters": {as_name(n, "parameters"): _parameter(n, value) for n, value in model.parameters.items()},
        "tables": {name: write_table(one) for name, one in model.tables.items()},
        "ground": {"markers": write_markers(w, model.ground), **write_pictures(w, model.ground)},
        "bodies": {name: write_body(w, b) for name, b in model.bodies.items() if type(b) is Body},
        "flexible": {name: write_flexible(w, b) for name, b in model.bodies.items() if isinstance(b, FlexibleBody)},
        "beams": {name: write_beam(w, beam) for name, beam in model.beams.items()},
        "joints": {name: write_joint(w, joint) for name, joint in model.joints.items() if name not in made},
        "measures": {name: w.measure(measure) for name, measure in model.measures.items()},
    }
    for what in ("force", "load", "state", "event"):
        parts = getattr(model, f"{what}s")
        plain[f"{what}s"] = {name: write_part(w, what, part) for name, part in parts.items() if name not in made}
    if isinstance(model, LagrangianModel):
        own = {"name": model.name, "parameters": plain["parameters"], **write_lagrangian(model)}
        plain = own | {key: value for key, value in plain.items() if key not in OF_BODIES}
    return {key: value for key, value in plain.items() if value not in ({}, {"markers": {}})}


def from_plain(data: Mapping[str, Any]) -> Model:
    """The model that `to_plain` wrote. FileFormatError, with the path inside the data, for anything that does not fit."""
    sections = ("ground", "bodies", "flexible", "beams", "joints", "measures", "forces", "loads", "states", "events")
    entry = Entry(
        data, "", required=("name",), optional=("planar", "gravity", "parameters", "tables", *KEYS, *sections)
    )
    model = read_model(entry)
    for name, value in entry.table("parameters").items():
        model.parameters[name] = as_number(value, joined("parameters", name))
    read_tables(model, entry)
    r = Reader(model)
    ground = Entry(entry.table("ground"), "ground", optional=("markers", *PICTURES))
    read_markers(r, model.ground, ground)
    read_pictures(model.ground, ground)
    read_sections(r, entry, {"bodies": read_body, "flexible": read_flexible, "beams": read_beam})
    read_joints(r, entry.table("joints"))  # before all that may name the angle of a joint
    read_sections(r, entry, {"measures": read_measure, "forces": read_force, "loads": read_load})
    read_sections(r, entry, {"states": read_state, "events": read_event})
    return model


def _parameter(name: str, value: Any) -> float:
    if not isinstance(value, Real) or isinstance(value, bool):
        raise ModelError(f"parameter {name!r}: {value!r} is not a number.")
    return float(value)

"""The parts of a LagrangianModel in model files: the same keys as its arguments, beside those of every model."""

from __future__ import annotations

from contextlib import nullcontext
from typing import Any

from jourdain.errors import FileFormatError
from jourdain.io.model_files.entries import Entry, Mistakes, as_list, as_number, as_table, joined, located, wrong
from jourdain.io.model_files.format_parts import Items, Names, Number, Numbers, OneOf, Part, Plain, Record
from jourdain.io.model_files.parts import as_name
from jourdain.lagrange.model import LagrangianModel
from jourdain.model.model import Model

_EXPRESSION = Plain({"type": ["string", "number"]})
_NAMED = ("definitions", "generalized", "position_rows", "velocity_rows", "speeds")
_SINGLE = ("lagrangian", "dissipation")
FORMAT: dict[str, Part] = {
    "coordinates": Names(OneOf(table=Record({"start": Number(), "rate": Number()}), items=Numbers(), single=Number())),
    "definitions": Names(_EXPRESSION),
    "lagrangian": _EXPRESSION,
    "mass": Items(Items(_EXPRESSION)),
    "forcing": Items(_EXPRESSION),
    "generalized": Names(_EXPRESSION),
    "dissipation": _EXPRESSION,
    "position_rows": Names(_EXPRESSION),
    "velocity_rows": Names(_EXPRESSION),
    "speeds": Names(_EXPRESSION),
}
KEYS = tuple(FORMAT)
OF_BODIES = ("planar", "gravity", "ground", "bodies", "loads", "materials")  # what such a model has no use for


def write_lagrangian(model: LagrangianModel) -> dict[str, Any]:
    """What `LagrangianModel` takes, without what is empty."""
    plain: dict[str, Any] = {
        "coordinates": {as_name(name, "coordinates"): list(at) for name, at in model.coordinates.items()},
        "mass": None if model.mass is None else [list(row) for row in model.mass],
        "forcing": None if model.forcing is None else list(model.forcing),
        **{key: getattr(model, key) for key in _SINGLE},
        **{key: dict(getattr(model, key)) for key in _NAMED},
    }
    return {key: plain[key] for key in KEYS if plain[key] not in (None, {})}


def read_model(entry: Entry, mistakes: Mistakes | None = None) -> Model:
    """The empty model of a file: one of bodies, or of coordinates. mistakes: gathers those in its name and gravity."""
    if not any(key in entry for key in KEYS):
        planar, name, gravity = entry.flag("planar", False), "model", None
        with mistakes.of("") if mistakes else nullcontext():
            name = entry.text("name")
        with mistakes.of("gravity") if mistakes else nullcontext(), located("gravity"):
            gravity = (
                Model(name, planar=planar, gravity=entry.numbers("gravity")).gravity if "gravity" in entry else None
            )
        return Model(name, planar=planar, gravity=None if gravity is None else gravity[: 2 if planar else 3])
    for key in OF_BODIES:
        if entry.data.get(key):
            raise FileFormatError(f"{key}: a model with coordinates of its own has no bodies; leave {key} out.")
    parts: dict[str, Any] = {key: _texts(entry.table(key), key) for key in _NAMED}
    parts |= {key: _text(entry[key], key) for key in _SINGLE if key in entry}
    coordinates = {name: _start(data, joined("coordinates", name)) for name, data in entry.table("coordinates").items()}
    if "mass" in entry:
        parts["mass"] = [_list(row, "mass") for row in entry.items("mass")]
    if "forcing" in entry:
        parts["forcing"] = _list(entry["forcing"], "forcing")
    with located("coordinates"):
        return LagrangianModel(entry.text("name"), coordinates=coordinates, **parts)


def _start(data: Any, path: str) -> tuple[float, float]:
    """{start, rate}, [start, rate], or a start alone, at rest."""
    if isinstance(data, dict):
        entry = Entry(data, path, required=("start",), optional=("rate",))
        return entry.number("start"), entry.number("rate", 0.0)
    values = data if isinstance(data, (list, tuple)) else [data, 0.0]
    if len(values) != 2:
        raise wrong(path, data, "a start, [start, rate] or {start: .., rate: ..}")
    return as_number(values[0], path), as_number(values[1], path)


def _text(data: Any, path: str) -> str:
    if isinstance(data, bool) or not isinstance(data, (str, int, float)):
        raise wrong(path, data, "an expression")
    return str(data)


def _texts(data: Any, path: str) -> dict[str, str]:
    return {name: _text(one, joined(path, name)) for name, one in as_table(data, path).items()}


def _list(data: Any, path: str) -> list[str]:
    return [_text(one, path) for one in as_list(data, path)]

"""Model files: YAML (or JSON) equal to Python models, and what a run of them needs. Errors give file, line and path."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from jourdain.errors import FileFormatError, JourdainError, near
from jourdain.integrators import Integrator, integrator_from_plain
from jourdain.io import human
from jourdain.io.acting import read_state
from jourdain.io.bodies import read_markers
from jourdain.io.entries import Entry, as_number, joined, located, wrong
from jourdain.io.format import INTEGRATOR, MODEL, RUN
from jourdain.io.human import HumanReader
from jourdain.io.joints import read_joints
from jourdain.io.quantities import read_parameters
from jourdain.io.short import shortened
from jourdain.io.writing import replacing
from jourdain.io.yaml_text import as_int, dump, parse
from jourdain.model import Model

_SECTIONS: dict[str, Callable[..., None]] = {
    "measures": human.measure,
    "drives": human.drive,
    "forces": human.force,
    "loads": human.load,
    "states": read_state,
    "events": human.event,
}


@dataclass
class Document:
    """What a file holds: a model, and the arguments of `simulate` that its `run` gives (t_end, tol, integrator, ..)."""

    model: Model
    run: dict[str, Any] = field(default_factory=dict)


def read(path: str | Path) -> Model:
    """The model of a .yaml or .json file. FileFormatError with file, line and path inside for anything that does not fit.

    Python functions that the file names are imported: read only files that you would run.
    """
    return read_document(path).model


def read_document(path: str | Path) -> Document:
    """The model of a file and its run settings."""
    file = Path(path)
    text = _text(file)
    try:
        data, lines = (_parse_json if file.suffix.lower() == ".json" else parse)(text)
    except FileFormatError as problem:
        raise FileFormatError(f"{file.name}, {problem}") from None
    try:
        return document(data)
    except JourdainError as problem:
        raise FileFormatError(_with_line(file.name, str(problem), lines)) from None


def document(data: Any) -> Document:
    """The model and run settings of data in the form of model files."""
    known = Entry(data, "", required=("name",), optional=tuple(MODEL.parts))
    quantities = read_parameters(known.table("parameters"), "parameters")
    entry = Entry(MODEL.resolve(known.data, "", quantities), "", optional=tuple(MODEL.parts))
    gravity = entry.numbers("gravity") if "gravity" in entry else None
    with located("gravity"):
        model = Model(entry.text("name"), planar=entry.flag("planar", False), gravity=gravity)
    model.parameters.update({name: one.value for name, one in quantities.parameters.items()})
    r = HumanReader(model, human.densities(entry.table("materials"), "materials"))
    ground = Entry(entry.table("ground"), "ground", optional=("markers",))
    if "markers" in ground:
        ground.data["markers"] = human.plain_markers(r, ground["markers"], ground.at("markers"))
    with located("ground"):
        read_markers(r, model.ground, ground)
    for name, part in entry.table("bodies").items():
        with located(joined("bodies", name)):
            human.body(r, name, part, joined("bodies", name))
    read_joints(r, entry.table("joints"), human.joint)  # before all that may name the angle of a joint
    for section, read_part in _SECTIONS.items():
        for name, part in entry.table(section).items():
            place = joined(section, name)
            with located(place):
                read_part(r, name, part, place)
    return Document(model, _run(entry["run"], "run") if "run" in entry else {})


def write(model: Model, path: str | Path, *, run: dict[str, Any] | None = None) -> None:
    """Write a model, and the arguments of `simulate` for it, to a .yaml (or .json) file; `read` gives an equal model."""
    file = Path(path)
    if file.suffix.lower() not in (".yaml", ".yml", ".json"):
        raise FileFormatError(f"{str(file)!r}: models are written to .yaml or .json files.")
    data = as_data(model, run=run)
    text = json.dumps(data, indent=1) + "\n" if file.suffix.lower() == ".json" else dump(data)
    with replacing(file) as temporary:
        temporary.write_text(text, encoding="utf-8")


def as_data(model: Model, *, run: dict[str, Any] | None = None) -> dict[str, Any]:
    """A model and its run settings in the form of model files."""
    data = shortened(model)
    return data | {"run": _plain_run(run)} if run else data


# -- run settings ------------------------------------------------------------------------------------------------


def _run(data: Any, path: str) -> dict[str, Any]:
    entry = Entry(data, path, optional=tuple(RUN.parts))
    run: dict[str, Any] = {key: entry.number(key) for key in ("t_end", "t_start", "tol") if key in entry}
    if "integrator" in entry:
        run["integrator"] = _integrator(entry["integrator"], entry.at("integrator"))
    if "output" in entry:
        output = entry["output"]
        run["output"] = entry.numbers("output") if isinstance(output, list) else as_number(output, entry.at("output"))
    if "trust" in entry:
        run["trust"] = entry.text("trust")
        if run["trust"] not in ("full", "fast"):
            raise wrong(entry.at("trust"), run["trust"], "'full' or 'fast'")
    return run


def _integrator(data: Any, path: str) -> Integrator:
    entry = Entry({"name": data} if isinstance(data, str) else data, path, optional=tuple(INTEGRATOR.parts))
    name = entry.text("name")
    with located(path):
        try:
            return integrator_from_plain(entry.data)
        except TypeError:
            known = INTEGRATOR.parts["name"].schema()["enum"]
            hint = near(name, known) if name not in known else " It has no such option."
            raise FileFormatError(f"{path}: no integrator is made by {entry.data!r}.{hint}") from None


def _plain_run(run: dict[str, Any]) -> dict[str, Any]:
    def plain(value: Any) -> Any:
        if isinstance(value, Integrator):
            return {key: item for key, item in value.plain().items() if item is not None}
        return value.tolist() if hasattr(value, "tolist") else value

    return {key: plain(value) for key, value in run.items()}


# -- text --------------------------------------------------------------------------------------------------------


def _text(file: Path) -> str:
    try:
        return file.read_text(encoding="utf-8")
    except UnicodeDecodeError as problem:
        line = file.read_bytes()[: problem.start].count(b"\n") + 1
        raise FileFormatError(f"{file.name}, line {line}: this is no text in UTF-8.") from None
    except OSError as problem:
        raise FileFormatError(f"cannot read {str(file)!r}: {problem.strerror or problem}.") from None


def _parse_json(text: str) -> tuple[Any, dict[str, int]]:
    def table(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        found = dict(pairs)
        if len(found) < len(pairs):
            double = next(key for key in found if sum(key == k for k, _ in pairs) > 1)
            raise FileFormatError(
                f"line {text[: text.find(json.dumps(double))].count(chr(10)) + 1}: {double!r} is given twice."
            )
        return found

    try:
        return json.loads(text, object_pairs_hook=table, parse_int=as_int), {}
    except json.JSONDecodeError as problem:
        raise FileFormatError(f"line {problem.lineno}: this is no JSON: {problem.msg}.") from None
    except (RecursionError, ValueError) as problem:
        raise FileFormatError(f"line 1: this cannot be read: {problem}.") from None


def _with_line(name: str, message: str, lines: dict[str, int]) -> str:
    """The message, after the name of the file and the line of the longest path that it begins with."""
    path = ""
    for known in lines:
        if len(known) > len(path) and message.startswith(known) and message[len(known) :].startswith((":", " -> ")):
            path = known
    return f"{name}, line {lines[path]}: {message}" if lines else f"{name}: {message}"

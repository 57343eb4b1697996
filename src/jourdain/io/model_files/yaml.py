"""Model files: YAML (or JSON) equal to Python models, and what a run of them needs. Errors give file, line and path."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from jourdain.errors import FileFormatError, JourdainError, ModelError, near
from jourdain.io.model_files import human
from jourdain.io.model_files.beams import read_beam
from jourdain.io.model_files.entries import Entry, joined, read_sections
from jourdain.io.model_files.flexible import read_flexible
from jourdain.io.model_files.forces import read_measure, read_state
from jourdain.io.model_files.format import MODEL
from jourdain.io.model_files.human import HumanReader
from jourdain.io.model_files.joints import read_joints
from jourdain.io.model_files.lagrangian import read_model
from jourdain.io.model_files.quantities import PLAIN, UNKNOWN, read_parameters
from jourdain.io.model_files.settings import plain_settings, read_settings
from jourdain.io.model_files.short import shortened
from jourdain.io.model_files.tables import read_tables
from jourdain.io.model_files.yaml_text import dump, parse, parse_json
from jourdain.io.writing import replacing
from jourdain.model.model import Model
from jourdain.reading import regular
from jourdain.settings import ANALYSES

_SECTIONS: dict[str, Callable[..., None]] = {
    "measures": read_measure,
    "drives": human.drive,
    "forces": human.force,
    "loads": human.load,
    "states": read_state,
    "events": human.event,
}


@dataclass
class Document:
    """What a file holds: a model, and by the name of an analysis the arguments that it gives: {"run": {"t_end": 1.0}}."""

    model: Model
    settings: dict[str, dict[str, Any]] = field(default_factory=dict)
    file: str = field(default="", compare=False)
    # of what stands in the file, by path: {"joints -> A": 17}
    lines: dict[str, int] = field(default_factory=dict, compare=False)

    def located(self, message: str) -> str:
        """A message about an element, such as "drive 'motor': ..", after the file and line where it stands, if it does."""
        found = re.match(r"(\w+) '(.+?)'", message)
        sections = {"body": "bodies"} | {
            section.removesuffix("s"): section for section in ("beams", "joints", *_SECTIONS)
        }
        path = joined(sections.get(found[1], ""), found[2]) if found else ""
        return f"{self.file}, line {self.lines[path]}: {message}" if path and path in self.lines else message


@dataclass(frozen=True)
class Recipe:
    """Makes the model of a file with other values of the file's parameters, in SI units; units: of these, by name."""

    data: Any = field(repr=False)
    folder: Path
    units: dict[str, str]

    def __post_init__(self) -> None:
        known = {name: unit if unit not in (PLAIN, UNKNOWN) else "-" for name, unit in self.units.items()}
        object.__setattr__(self, "units", known)

    def __call__(self, values: dict[str, float]) -> Model:
        return document(self.changed(values).data, self.folder).model

    def changed(self, values: dict[str, float]) -> Recipe:
        """The recipe of the model that has these values."""
        return replace(self, data=self.data | {"parameters": self.data.get("parameters", {}) | values})


def read(path: str | Path, **options: Any) -> Model:
    """The model of a .yaml, .json or .urdf file. FileFormatError with file, line and path inside for what does not fit.

    options: of robots (.urdf): base="floating", gravity=(0, 0, -9.81) [m/s2], see docs/files.md.
    Python functions that the file names are imported: read only files that you would run.
    """
    return read_document(path, **options).model


def read_document(path: str | Path, **options: Any) -> Document:
    """The model of a file and its settings of analyses."""
    file = Path(path)
    if file.suffix.lower() == ".urdf":
        from jourdain.io.robots.urdf import read_urdf  # of use for robots only

        return Document(read_urdf(file, **options))
    if options:
        raise ModelError(
            f"{file.name}: {', '.join(options)} can be given for robots (.urdf) only; write it in the file."
        )
    text = text_of(file)
    try:
        data, lines = (parse_json if file.suffix.lower() == ".json" else parse)(text)
    except FileFormatError as problem:
        raise FileFormatError(f"{file.name}, {problem}") from None
    try:
        return replace(document(data, file.parent), file=file.name, lines=lines)
    except JourdainError as problem:
        raise FileFormatError(with_line(file.name, str(problem), lines)) from None


def document(data: Any, folder: Path = Path()) -> Document:
    """The model and settings of data in the form of model files; folder: where it looks for files of surfaces first."""
    known = Entry(data, "", required=("name",), optional=tuple(MODEL.parts))
    quantities = read_parameters(known.table("parameters"), "parameters")
    entry = Entry(MODEL.resolve(known.data, "", quantities), "", optional=tuple(MODEL.parts))
    model = read_model(entry)
    model.parameters.update({name: one.value for name, one in quantities.parameters.items()})
    read_tables(model, entry, folder)
    model.recipe = Recipe(data, folder, {name: str(one.dimension) for name, one in quantities.parameters.items()})
    r = HumanReader(model, entry.table("materials"), folder)
    human.ground(r, entry.table("ground"))
    read_sections(r, entry, {"bodies": human.body, "flexible": read_flexible, "beams": read_beam})
    read_joints(r, entry.table("joints"), human.joint)  # before all that may name the angle of a joint
    read_sections(r, entry, _SECTIONS)
    return Document(model, {name: read_settings(name, entry[name]) for name in ANALYSES if name in entry})


def write(model: Model, path: str | Path, **settings: dict[str, Any]) -> None:
    """Write a model to a .yaml (or .json) file; `read` gives an equal model.

    settings: arguments of analyses by their names, such as run={"t_end": 1.0}; the commands take them from the file.
    """
    file = Path(path)
    if file.suffix.lower() not in (".yaml", ".yml", ".json"):
        raise FileFormatError(f"{str(file)!r}: models are written to .yaml or .json files.")
    data = as_data(model, **settings)
    text = json.dumps(data, indent=1) + "\n" if file.suffix.lower() == ".json" else dump(data)
    with replacing(file) as temporary:
        temporary.write_text(text, encoding="utf-8")


def as_data(model: Model, **settings: dict[str, Any]) -> dict[str, Any]:
    """A model and settings of analyses in the form of model files."""
    unknown = [name for name in settings if name not in ANALYSES]
    if unknown:
        raise ModelError(f"there is no analysis {unknown[0]!r} to write settings of.{near(unknown[0], ANALYSES)}")
    return shortened(model) | {name: plain_settings(given) for name, given in settings.items() if given is not None}


# -- text --------------------------------------------------------------------------------------------------------


def text_of(file: Path) -> str:
    try:
        return regular(file).read_text(encoding="utf-8")
    except UnicodeDecodeError as problem:
        line = file.read_bytes()[: problem.start].count(b"\n") + 1
        raise FileFormatError(f"{file.name}, line {line}: this is no text in UTF-8.") from None
    except OSError as problem:
        raise FileFormatError(f"cannot read {str(file)!r}: {problem.strerror or problem}.") from None


def with_line(name: str, message: str, lines: dict[str, int]) -> str:
    """The message, after the name of the file and the line of the longest path that it begins with."""
    path = ""
    for known in lines:
        if len(known) > len(path) and message.startswith(known) and message[len(known) :].startswith((":", " -> ")):
            path = known
    unknown = re.match(r"(?:model)?: unknown key '(.+?)'", message[len(path) :])
    if unknown and joined(path, unknown[1]) in lines:
        path = joined(path, unknown[1])
    return f"{name}, line {lines[path]}: {message}"

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
from jourdain.io.model_files.entries import Entry, Mistakes, as_table, joined, read_sections, section_of
from jourdain.io.model_files.flexible import read_flexible
from jourdain.io.model_files.forces import read_measure, read_state
from jourdain.io.model_files.format import MODEL
from jourdain.io.model_files.human import HumanReader
from jourdain.io.model_files.includes import Files, handed_on, include_all, prefix_of
from jourdain.io.model_files.joints import read_joints
from jourdain.io.model_files.lagrangian import read_model
from jourdain.io.model_files.quantities import PLAIN, UNKNOWN, Quantities, read_parameters, read_points
from jourdain.io.model_files.references import trusted, trusting
from jourdain.io.model_files.settings import plain_settings, read_settings
from jourdain.io.model_files.short import shortened
from jourdain.io.model_files.tables import read_tables
from jourdain.io.model_files.yaml_text import dump, parse, parse_json
from jourdain.io.writing import replacing
from jourdain.model.model import Model
from jourdain.reading import regular
from jourdain.settings import ANALYSES

MOST_SAID = 30  # mistakes of one file
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
    files: Files = field(repr=False, default_factory=Files)
    trusts: bool = True

    def __post_init__(self) -> None:
        known = {name: unit if unit not in (PLAIN, UNKNOWN) else "-" for name, unit in self.units.items()}
        object.__setattr__(self, "units", known)

    def __call__(self, values: dict[str, float]) -> Model:
        with trusting(self.trusts):
            return document(self.changed(values).data, self.folder, self.files).model

    def changed(self, values: dict[str, float]) -> Recipe:
        """The recipe of the model that has these values."""
        return replace(self, data=handed_on(self.data, values))


def read(path: str | Path, *, trust_functions: bool = False, **options: Any) -> Model:
    """The model of a .yaml, .json or .urdf file. FileFormatError with file, line and path inside for all that does not fit.

    options: of robots (.urdf): base="floating", gravity=(0, 0, -9.81) [m/s2], see docs/files.md.
    trust_functions: import the Python functions that the file names, which runs code of theirs.
    """
    return read_document(path, trust_functions=trust_functions, **options).model


def read_document(path: str | Path, *, trust_functions: bool = False, **options: Any) -> Document:
    """The model of a file and its settings of analyses."""
    file = Path(path)
    if options and file.suffix.lower() != ".urdf":
        raise ModelError(
            f"{file.name}: {', '.join(options)} can be given for robots (.urdf) only; write it in the file."
        )
    with trusting(trust_functions):
        return _read(file, {}, Files(), **options)


def _read(file: Path, parameters: dict[str, float], files: Files, **options: Any) -> Document:
    """A file, with other values of its parameters."""
    if file.suffix.lower() == ".urdf":
        from jourdain.io.robots.urdf import read_urdf  # of use for robots only

        if parameters:
            raise FileFormatError(f"{file.name}: robots have no parameters; leave them out.")
        return Document(read_urdf(file, **options))
    with files.reading(file):
        lines: dict[str, int] = {}
        try:
            data, lines = _data(file, files)
            unknown = [name for name in parameters if not _has(data, name)]
            if unknown:
                known = list(data.get("parameters") or ()) if isinstance(data, dict) else []
                raise FileFormatError(f"there is no parameter {unknown[0]!r}.{near(unknown[0], known)}")
            found = document(handed_on(data, parameters) if parameters else data, file.parent, files)
            return replace(found, file=file.name, lines=lines)
        except JourdainError as problem:
            said = getattr(problem, "mistakes", (str(problem),))
            located = [with_line(file.name, one, lines) for one in dict.fromkeys(said)]
            raise FileFormatError(together(file.name, located), located) from None


def _data(file: Path, files: Files) -> tuple[Any, dict[str, int]]:
    """What stands in a file, and the line of each path."""
    path = file.resolve()
    if path not in files.texts:
        text = text_of(file)
        files.texts[path] = (parse_json if file.suffix.lower() == ".json" else parse)(text)
    return files.texts[path]


def _has(data: Any, name: str) -> bool:
    """Is there a parameter of that name, in the file or in one that it includes?"""
    inside = (data.get("include") or {}) if isinstance(data, dict) else {}
    own = (data.get("parameters") or {}) if isinstance(data, dict) else {}
    return name in own or any(name.startswith(prefix_of(key, one)) for key, one in inside.items())


def document(data: Any, folder: Path = Path(), files: Files | None = None) -> Document:
    """The model and settings of data in the form of model files; folder: where it looks for files of surfaces first.

    All mistakes are said at once, as far as one does not follow from another.
    """
    files = Files() if files is None else files
    mistakes = Mistakes()
    data = as_table(data, "")
    with mistakes.of(""):
        Entry(data, "", required=("name",), optional=tuple(MODEL.parts))
    known = {key: value for key, value in data.items() if key in MODEL.parts}
    for key, value in data.items():  # what a mistyped section holds is not there
        mistakes.missing |= set(value) if key not in known and isinstance(value, dict) else set()
    known.setdefault("name", "model")  # so that the other mistakes are found, too
    plain = Entry(known, "", optional=tuple(MODEL.parts))
    quantities = Quantities(mistakes=mistakes)
    with mistakes.of("parameters"):
        quantities = read_parameters(plain.table("parameters"), "parameters", mistakes)
    with mistakes.of("points"):
        read_points(quantities, plain.table("points"), "points", 2 if known.get("planar") is True else 3)
    others = {key: value for key, value in known.items() if key not in ("parameters", "points")}
    entry = Entry(MODEL.resolve(others, "", quantities), "", optional=tuple(MODEL.parts))
    try:
        model = read_model(entry, mistakes)
    except FileFormatError as problem:  # then nothing else can be read
        mistakes.found += problem.mistakes
        mistakes.refuse()
    model.parameters.update({name: one.value for name, one in quantities.parameters.items()})
    r = HumanReader(model, {}, folder, mistakes, quantities.failed)
    with mistakes.of("materials"):
        r.know(entry.table("materials"))
    read_tables(model, entry, folder, r)
    with mistakes.of("ground"):
        human.ground(r, entry.table("ground"))
    read_sections(r, entry, {"bodies": human.body})
    units = {name: str(one.dimension) for name, one in quantities.parameters.items()}
    units |= include_all(r, entry, files, _read)
    model.recipe = Recipe(data, folder, units, files, trusted())
    read_sections(r, entry, {"flexible": read_flexible, "beams": read_beam})
    read_joints(r, section_of(r, entry, "joints"), human.joint)  # before all that may name the angle of a joint
    read_sections(r, entry, _SECTIONS)
    settings = {}
    for name in ANALYSES:
        if name in entry:
            with mistakes.of(name):
                settings[name] = read_settings(name, entry[name])
    mistakes.refuse()
    return Document(model, settings)


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


def together(name: str, mistakes: list[str]) -> str:
    """One message for all mistakes of a file."""
    if len(mistakes) == 1:
        return mistakes[0]
    listed = [one.removeprefix(f"{name}, ") for one in mistakes[:MOST_SAID]]
    more = [f".. and {len(mistakes) - MOST_SAID} more"] if len(mistakes) > MOST_SAID else []
    return "\n  ".join([f"{name} has {len(mistakes)} mistakes:", *listed, *more])


def with_line(name: str, message: str, lines: dict[str, int]) -> str:
    """The message, after the name of the file and the line of the longest path that it begins with."""
    if re.match(r"line \d+: ", message) or not lines:  # of a text that is no YAML, or of what could not be read
        return f"{name}, {message}" if message.startswith("line ") else message
    path = ""
    for known in lines:
        if len(known) > len(path) and message.startswith(known) and message[len(known) :].startswith((":", " -> ")):
            path = known
    unknown = re.match(r"(?:model)?: unknown key '(.+?)'", message[len(path) :])
    if unknown and joined(path, unknown[1]) in lines:
        path = joined(path, unknown[1])
    return f"{name}, line {lines[path]}: {message}"

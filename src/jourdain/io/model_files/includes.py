"""Machines in files of their own, included in others: where they are looked for, what is handed to them, and how often.

Files are looked for beside the file that includes them, and each is read once. Circles are named, and so is the file that is
one too many: files that include each other twice over would be as many as there are atoms.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from jourdain.errors import FileFormatError, near
from jourdain.io.model_files.entries import Entry, KnownError, as_number, gathered, joined, located, section_of
from jourdain.io.model_files.human import HumanReader
from jourdain.model.model import Model

MOST = 1000  # included machines in all
SUFFIXES = (".yaml", ".yml", ".json", ".urdf")
KEYS = ("file", "prefix", "on", "at", "rotation", "mirror", "parameters", "base")

Text = tuple[Any, dict[str, int]]
"""The data of a file, and the line of each path."""


@dataclass
class Files:
    """The files that a model is made of, each read once; open: those that are being read, from the outermost on."""

    texts: dict[Path, Text] = field(default_factory=dict)
    faulty: set[Path] = field(default_factory=set)
    open: list[Path] = field(default_factory=list)
    count: int = 0

    @contextmanager
    def reading(self, file: Path) -> Iterator[None]:
        """Refuses a file that includes itself, and more files than anybody means."""
        path = file.resolve()
        if path in self.open:
            circle = " -> ".join(one.name for one in [*self.open[self.open.index(path) :], path])
            raise FileFormatError(f"the files include each other in a circle: {circle}.")
        self.count += 1
        if self.count > MOST or len(self.open) > 30:
            raise FileFormatError(f"more than {MOST} machines are included, or they are more than 30 levels deep.")
        self.open.append(path)
        try:
            yield
        finally:
            self.open.pop()


def include_all(r: HumanReader, entry: Entry, files: Files, read: Callable[..., Any]) -> dict[str, str]:
    """Take in the machines of the section `include`; read(file, parameters, files) gives their documents.

    Returns the units of their parameters, by the names that these have in the model.
    """
    files.count = 0 if not files.open else files.count
    units: dict[str, str] = {}
    for name, data in section_of(r, entry, "include").items():
        path = joined("include", name)
        with gathered(r, name), located(path):
            units |= _include(r, name, Entry(data, path, required=("file",), optional=KEYS), files, read)
    return units


def prefix_of(name: str, entry: Any) -> str:
    """What names of an included machine begin with."""
    given = entry.get("prefix") if isinstance(entry, dict) else None
    return given if isinstance(given, str) else f"{name}."


def handed_on(data: dict[str, Any], values: dict[str, float]) -> dict[str, Any]:
    """The data of a file with other values of its parameters, and of those of the machines that it includes."""
    own = data.get("parameters") or {}
    found = data | {"parameters": own | {name: value for name, value in values.items() if name in own}}
    for name, value in values.items():
        if name in own:
            continue
        for key, one in (found.get("include") or {}).items():
            prefix = prefix_of(key, one)
            if name.startswith(prefix):
                inner = one | {"parameters": (one.get("parameters") or {}) | {name[len(prefix) :]: value}}
                found = found | {"include": found["include"] | {key: inner}}
                break
    return found


def _include(r: HumanReader, name: str, entry: Entry, files: Files, read: Callable[..., Any]) -> dict[str, str]:
    file, prefix = Path(entry.text("file")), prefix_of(name, entry.data)
    path = file if file.is_absolute() else r.folder / file
    robot = path.suffix.lower() == ".urdf"
    if path.suffix.lower() not in SUFFIXES:
        raise FileFormatError(f"{entry.at('file')}: {str(file)!r}; machines are {', '.join(SUFFIXES)} files.")
    if not path.exists():
        beside = [one.name for one in path.parent.glob("*") if one.suffix.lower() in SUFFIXES]
        raise FileFormatError(f"{entry.at('file')}: there is no file {str(path)!r}.{near(file.name, beside)}")
    if "base" in entry and not robot:
        raise FileFormatError(f"{entry.at('base')}: a base is one of robots (.urdf).")
    if path.resolve() in files.faulty:  # whose mistakes have been said
        raise KnownError("")
    values = {
        key: as_number(one, joined(entry.at("parameters"), key)) for key, one in entry.table("parameters").items()
    }
    options = {"base": entry.text("base")} if "base" in entry else {}
    try:
        document = read(path, values, files, **options)
    except FileFormatError as problem:
        files.faulty.add(path.resolve())
        raise FileFormatError(str(problem), [f"{entry.path}: {one}" for one in problem.mistakes]) from None
    _put(r, entry, prefix, document.model)
    recipe = document.model.recipe
    return {prefix + key: unit for key, unit in recipe.units.items()} if recipe is not None else {}


def _put(r: HumanReader, entry: Entry, prefix: str, model: Model) -> None:
    on = r.body(Entry({"body": entry["on"]}, entry.path, required=("body",))) if "on" in entry else None
    r.model.include(
        model,
        prefix,
        on=on,
        at=entry.numbers("at") if "at" in entry else None,
        rotation=r.rotation(entry),
        mirror=entry.text("mirror") if "mirror" in entry else None,
    )

"""Reading plain data (dicts, lists, numbers, texts) with the path inside the data in every message."""

from __future__ import annotations

import reprlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from typing import Any

from jourdain.errors import FileFormatError, ModelError, near


def joined(path: str, key: str) -> str:
    """The path one level down: "joints -> hinge"."""
    return f"{path} -> {key}" if path else key


@contextmanager
def located(path: str) -> Iterator[None]:
    """What a model refuses while a file is read is an error of the file, at this path."""
    try:
        yield
    except ModelError as problem:
        raise FileFormatError(f"{path}: {problem}") from None


def wrong(path: str, value: Any, expected: str) -> FileFormatError:
    """The error for a value of another type."""
    return FileFormatError(f"{path or 'model'}: {reprlib.repr(value)} is not {expected}.")


def as_table(data: Any, path: str) -> dict[str, Any]:
    """A mapping with texts as keys."""
    if not isinstance(data, Mapping):
        raise wrong(path, data, "a table of names and values")
    for key in data:
        if not isinstance(key, str):
            raise FileFormatError(f"{path or 'model'}: the key {key!r} is no text.")
    return dict(data)


def as_number(data: Any, path: str) -> float:
    """An int or float, as it is."""
    if isinstance(data, bool) or not isinstance(data, (int, float)):
        raise wrong(path, data, "a number")
    return data


def as_text(data: Any, path: str) -> str:
    """A text."""
    if not isinstance(data, str):
        raise wrong(path, data, "a text")
    return data


def as_list(data: Any, path: str) -> Sequence[Any]:
    """A list."""
    if not isinstance(data, (list, tuple)):
        raise wrong(path, data, "a list")
    return data


class KnownError(FileFormatError):
    """A mistake that has been said already."""


class Mistakes:
    """Gathers what is wrong in a file, so that all of it is said at once.

    What only follows from another mistake is left out: it names a part, parameter or point that could not be read.
    """

    def __init__(self) -> None:
        self.found: list[str] = []
        self.missing: set[str] = set()

    @contextmanager
    def of(self, name: str) -> Iterator[None]:
        """Goes on after a mistake in the entry `name`."""
        try:
            yield
        except FileFormatError as problem:
            if not isinstance(problem, KnownError):
                self.found += [one for one in problem.mistakes if one not in self.found and not self._follows(one)]
            self.missing |= {name} - {""}

    def _follows(self, mistake: str) -> bool:
        return any(f"'{name}'" in mistake or f"'{name}." in mistake for name in self.missing)

    def refuse(self) -> None:
        """Raise what was found, if anything was."""
        if self.found:
            raise FileFormatError("; ".join(self.found), self.found)


class Entry:
    """A table with known keys. Mistyped keys are refused before missing ones: the first is often the reason for the second."""

    def __init__(self, data: Any, path: str, *, required: Sequence[str] = (), optional: Sequence[str] = ()) -> None:
        self.path = path
        self.data = as_table(data, path)
        known = (*required, *optional)
        shown = path or "model"
        unknown = [f"{shown}: unknown key {key!r}.{near(key, known)}" for key in self.data if key not in known]
        if unknown:
            raise FileFormatError(unknown[0], unknown)
        missing = [f"{shown}: {key!r} is missing." for key in required if key not in self.data]
        if missing:
            raise FileFormatError(missing[0], missing)

    def __contains__(self, key: str) -> bool:
        return key in self.data

    def __getitem__(self, key: str) -> Any:
        return self.data[key]

    def at(self, key: str) -> str:
        """The path of a key."""
        return joined(self.path, key)

    def number(self, key: str, default: float | None = None) -> Any:
        """A number, or the default if the key is not there."""
        return as_number(self[key], self.at(key)) if key in self else default

    def numbers(self, key: str) -> list[float]:
        """A list of numbers."""
        return [as_number(item, self.at(key)) for item in as_list(self[key], self.at(key))]

    def text(self, key: str, default: str = "") -> str:
        """A text, or the default if the key is not there."""
        return as_text(self[key], self.at(key)) if key in self else default

    def flag(self, key: str, default: bool) -> bool:
        """True or false, or the default if the key is not there."""
        if key in self and not isinstance(self[key], bool):
            raise wrong(self.at(key), self[key], "true or false")
        return bool(self.data.get(key, default))

    def items(self, key: str) -> list[Any]:
        """A list, empty if the key is not there."""
        return list(as_list(self[key], self.at(key))) if key in self else []

    def table(self, key: str) -> dict[str, Any]:
        """A table of the user's own names, empty if the key is not there."""
        return as_table(self[key], self.at(key)) if key in self else {}


def read_sections(r: Any, entry: Entry, readers: Mapping[str, Callable[..., None]]) -> None:
    """All parts of some sections: each by read(r, name, data, path), what the model refuses located there."""
    for section, read in readers.items():
        for name, data in section_of(r, entry, section).items():
            with gathered(r, name), located(joined(section, name)):
                read(r, name, data, joined(section, name))


def gathered(r: Any, name: str) -> AbstractContextManager[None]:
    """Where the reader gathers mistakes, one of this entry; else the first one ends the reading."""
    mistakes: Mistakes | None = getattr(r, "mistakes", None)
    return nullcontext() if mistakes is None else mistakes.of(name)


def section_of(r: Any, entry: Entry, section: str) -> dict[str, Any]:
    """The entries of a section, without those in which a mistake was found already."""
    found: dict[str, Any] = {}
    with gathered(r, section):
        found = entry.table(section)
    failed = getattr(r, "failed", ())
    return {name: data for name, data in found.items() if joined(section, name) not in failed}

"""Settings of analyses in model files and on the command line: both are read by the same words, with units and checks."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any

from jourdain.errors import FileFormatError
from jourdain.integrators import Integrator, all_integrators, integrator_from_plain
from jourdain.io.model_files.axes import axes_of, read_axes
from jourdain.io.model_files.entries import Entry, as_list, as_number, as_table, as_text, joined, located, wrong
from jourdain.io.model_files.format_parts import (
    FLAG,
    Items,
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
from jourdain.io.model_files.quantities import Quantities
from jourdain.settings import ANALYSES, Kind


@dataclass(frozen=True)
class Method(Part):
    """An integrator: its name, or a table with its name and options."""

    def table(self, shipped: bool = False) -> Record:
        """All options of all integrators; shipped: of those of the package only."""
        kinds = {n: k for n, k in all_integrators().items() if not shipped or k.__module__.startswith("jourdain.")}
        times = ("step", "max_step")
        own: dict[str, Part] = {"name": Text(tuple(kinds))}
        for kind in kinds.values():
            for option in fields(kind):
                own.setdefault(option.name, _option_part(option.name in times, str(option.type)))
        return Record(own, ("name",))

    def resolve(self, data: Any, path: str, q: Quantities) -> Any:
        """Times with units become seconds."""
        return self.table().resolve(data, path, q)

    def schema(self) -> Schema:
        """A table or a name."""
        table = self.table(shipped=True)
        return {"anyOf": [table.schema(), table.parts["name"].schema()]}


def _option_part(time: bool, annotation: str) -> Part:
    if time:
        return Number("time")
    if "bool" in annotation:
        return FLAG
    if "tuple[str" in annotation:
        return Items(Text())
    if "Any" in annotation:  # a name, a number, or more than that
        return Plain({"type": ["string", "number", "object", "array"]})
    return Number("number") if "str" not in annotation else Plain({"type": ["string", "number", "null"]})


def part_of(kind: Kind) -> Part:
    """How a setting of that kind is written in a file."""
    special: dict[Kind, Part] = {
        "names": Items(Text()),
        "flag": FLAG,
        "outputs": OneOf(items=Numbers("time"), single=Plain({"type": "integer"})),
        "integrator": Method(),
        "numbers": Numbers("number"),
        "times": Numbers("time"),
        "rates": Numbers("angular velocity"),
        "targets": Names(Names(Number("any"))),
        "axes": Names(Plain({"type": ["string", "number", "array"]})),
        "file": Text(),
        "text": Text(),
    }
    if isinstance(kind, tuple):
        return Text(kind)
    return special[kind] if kind in special else Number(kind)


def _value(kind: Kind, data: Any, path: str) -> Any:
    """What stood in a file, with numbers resolved already, as the analysis takes it."""
    if isinstance(kind, tuple):
        if data not in kind:
            raise wrong(path, data, " or ".join(repr(choice) for choice in kind))
        return data
    if kind == "names":
        return tuple(as_text(item, path) for item in ([data] if isinstance(data, str) else as_list(data, path)))
    if kind in ("file", "text"):
        return as_text(data, path)
    if kind == "flag":
        if not isinstance(data, bool):
            raise wrong(path, data, "true or false")
        return data
    if kind == "targets":
        tables = {key: as_table(table, joined(path, key)) for key, table in as_table(data, path).items()}
        return {key: {k: as_number(v, joined(path, key)) for k, v in table.items()} for key, table in tables.items()}
    if kind == "axes":
        return read_axes(data, path)
    if kind in ("numbers", "times", "rates"):
        return [as_number(item, path) for item in as_list(data, path)]
    if kind == "outputs" and isinstance(data, list):
        return [as_number(item, path) for item in data]
    return _integrator(data, path) if kind == "integrator" else as_number(data, path)


def _integrator(data: Any, path: str) -> Integrator:
    parts = Method().table().parts
    entry = Entry({"name": data} if isinstance(data, str) else data, path, optional=tuple(parts))
    entry.text("name")
    with located(path):
        return integrator_from_plain(entry.data)


FORMAT: dict[str, Record] = {
    name: Record({key: part_of(setting.kind) for key, setting in analysis.settings.items()})
    for name, analysis in ANALYSES.items()
}


def read_settings(name: str, data: Any) -> dict[str, Any]:
    """The settings of the analysis `name` as a file gives them (numbers resolved): keyword arguments of its function."""
    kinds = {key: setting.kind for key, setting in ANALYSES[name].settings.items()}
    entry = Entry({} if data is None else data, name, optional=tuple(kinds))
    return {key: _value(kinds[key], entry[key], entry.at(key)) for key in entry.data}


def read_option(name: str, key: str, text: str | list[str]) -> Any:
    """A setting as it stands on the command line: read like a value of a file, so "400 ms" is a time."""
    from jourdain.io.model_files.yaml_text import parse

    kind = ANALYSES[name].settings[key].kind
    where = f"--{key.replace('_', '-')}"
    if kind == "axes":
        return axes_of(list(text), where)
    if isinstance(text, list) or isinstance(kind, tuple) or kind in ("flag", "file", "text"):
        return _value(kind, text, where)
    try:
        data = parse(text)[0]
    except FileFormatError as problem:
        raise FileFormatError(f"{where}: {problem}") from None
    return _value(kind, part_of(kind).resolve(data, where, Quantities()), where)


def plain_settings(settings: dict[str, Any]) -> dict[str, Any]:
    """Settings in the words of files."""

    def plain(value: Any) -> Any:
        if isinstance(value, Integrator):
            usual = {one.name: one.default for one in fields(value)}
            return {key: item for key, item in value.plain().items() if item is not None or usual.get(key) is not None}
        if isinstance(value, tuple):
            return list(value)
        if isinstance(value, dict):
            return {name: plain(item) for name, item in value.items()}
        return value.tolist() if hasattr(value, "tolist") else value

    return {key: plain(value) for key, value in settings.items()}

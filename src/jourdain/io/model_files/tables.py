"""Tables of points in model files: their numbers, or a .csv file beside the model file."""

from __future__ import annotations

import csv
import os
from pathlib import Path
from typing import Any

from jourdain.errors import FileFormatError
from jourdain.functions.tables import Table, table
from jourdain.io.model_files.entries import Entry, gathered, joined, located, section_of
from jourdain.io.model_files.units import unit
from jourdain.model.model import Model
from jourdain.reading import regular

KEYS = ("x", "y", "csv", "columns", "units", "kind", "beyond")


def write_table(one: Table) -> dict[str, Any]:
    """Its points and kind."""
    entry: dict[str, Any] = {"x": list(one.x), "y": list(one.y), "kind": one.kind}
    return entry if one.beyond == "line" else entry | {"beyond": one.beyond}


def read_table(data: Any, path: str, folder: Path | None = None) -> Table:
    """The mirror of write_table; folder: where a .csv file is looked for first."""
    entry = Entry(data, path, optional=KEYS)
    if ("csv" in entry) == ("x" in entry or "y" in entry):
        raise FileFormatError(f"{path}: give its points, x: [..] and y: [..], or the name of a file, csv: cam.csv.")
    x, y = _columns(entry, folder or Path()) if "csv" in entry else (entry.numbers("x"), entry.numbers("y"))
    with located(path):
        return table(x, y, kind=entry.text("kind", "cubic"), beyond=entry.text("beyond", "line"))


def read_tables(model: Model, entry: Entry, folder: Path | None = None, r: Any = None) -> None:
    """Add the section `tables` to a model; r: the reader, if it gathers mistakes."""
    for name, data in section_of(r, entry, "tables").items():
        path = joined("tables", name)
        with gathered(r, name), located(path):
            one = read_table(data, path, folder)
            model.table(name, one.x, one.y, kind=one.kind, beyond=one.beyond)


def beside(folder: Path, name: str) -> str:
    """A file named in a model file is looked for in its folder, then in the working folder."""
    return str(folder / name) if os.path.isfile(folder / name) else name


def _columns(entry: Entry, folder: Path) -> tuple[list[float], list[float]]:
    """Two columns of a .csv file, in SI units."""
    file = Path(beside(folder, entry.text("csv")))
    where = entry.at("csv")
    try:
        with open(regular(file), newline="", encoding="utf-8-sig") as opened:
            text = opened.read()
    except (OSError, UnicodeDecodeError) as problem:
        raise FileFormatError(f"{where}: cannot read {str(file)!r}: {getattr(problem, 'strerror', problem)}.") from None
    separator = ";" if ";" in text else "\t" if "\t" in text else ","
    lines = [(i, line) for i, line in enumerate(csv.reader(text.splitlines(), delimiter=separator), 1)]
    rows = [(i, line) for i, line in lines if line and not line[0].lstrip().startswith("#")]
    titles = [one.strip() for one in rows[0][1]] if rows and not _is_number(rows[0][1][0]) else []
    places = [_place(one, titles, entry.at("columns")) for one in entry.items("columns") or (1, 2)]
    if len(places) != 2:
        raise FileFormatError(f"{entry.at('columns')}: give two columns, that of x and that of y.")
    factors = [unit(str(one), entry.at("units"))[0] for one in entry.items("units")] or [1.0, 1.0]
    if len(factors) != 2:
        raise FileFormatError(f"{entry.at('units')}: give two units, that of x and that of y.")
    found: tuple[list[float], list[float]] = ([], [])
    for i, line in rows[1:] if titles else rows:
        for into, place, factor in zip(found, places, factors, strict=True):
            if place >= len(line) or not _is_number(line[place]):
                said = repr(line[place]) if place < len(line) else "nothing"
                raise FileFormatError(
                    f"{where}: {file.name}, line {i}: there is {said} in column {place + 1}, not a number."
                )
            into.append(float(line[place]) * factor)
    return found


def _place(column: Any, titles: list[str], path: str) -> int:
    """The index of a column from its title, or its number from 1."""
    if isinstance(column, int) and not isinstance(column, bool) and column >= 1:
        return column - 1
    if column not in titles:
        raise FileFormatError(
            f"{path}: there is no column {column!r}; there are {', '.join(titles) or 'numbers only'}."
        )
    return titles.index(column)


def _is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True

"""Findings as the report page shows them beside a run or without one: texts, tables and charts, each section a tab."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from numbers import Integral, Real
from typing import Any

import numpy as np

from jourdain.arguments import guarded_methods
from jourdain.errors import ModelError
from jourdain.notebooks import html_table, html_text
from jourdain.viewer.encode import encoded

Line = tuple[str, np.ndarray, np.ndarray]


@dataclass(frozen=True)
class Table:
    """Rows under a head, one cell for each column: a number, or anything else as its text; None: an empty cell."""

    head: tuple[str, ...]
    rows: tuple[tuple[Any, ...], ...]
    caption: str = ""

    def __post_init__(self) -> None:
        for i, row in enumerate(self.rows):
            if len(row) != len(self.head):
                raise ModelError(
                    f"table {self.caption!r}: row {i} has {len(row)} cells under a head of {len(self.head)}; "
                    "give one cell for each column, None where there is nothing."
                )

    def plain(self) -> dict[str, Any]:
        """Data for JSON; numeric: the columns that hold numbers alone."""
        rows = [[_cell(cell) for cell in row] for row in self.rows]
        numeric = [all(row[k] is None or _is_number(row[k]) for row in self.rows) for k in range(len(self.head))]
        return {"head": [str(h) for h in self.head], "rows": rows, "numeric": numeric, "caption": self.caption}


def aligned(rows: Sequence[Sequence[str]]) -> list[str]:
    """Rows of texts as lines, their columns one below the other."""
    widths = [max(len(row[k]) for row in rows) for k in range(len(rows[0]))]
    return ["  ".join(cell.ljust(w) for cell, w in zip(row, widths, strict=True)).rstrip() for row in rows]


@dataclass(frozen=True)
class Chart:
    """Lines (or points) over a common x (n,), or each over its own: lines = {label: y} or {label: (x, y)}.

    Labels of axes carry their units: "frequency [Hz]". x may go forth and back, as in a locus. Values that are not
    finite are gaps, and so are values <= 0 on an axis that counts powers of ten (x_log, y_log). equal: x and y are
    lengths of a drawing, with one scale for both.
    """

    x: Sequence[float] | np.ndarray
    lines: Mapping[str, Any]
    x_label: str
    y_label: str
    x_log: bool = False
    y_log: bool = False
    points: bool = False
    caption: str = ""
    equal: bool = False

    def __post_init__(self) -> None:
        if not self.curves():
            raise ModelError(f"chart {self.caption or self.y_label!r}: there is no line in it; give at least one.")

    def curves(self) -> list[Line]:
        """Label, x (n,) and y (n,) of every line."""
        found = []
        for label, values in self.lines.items():
            x, y = values if _is_pair(values) else (self.x, values)
            across, up = np.asarray(x, dtype=float), np.asarray(y, dtype=float)
            if across.ndim != 1 or across.shape != up.shape:
                raise ModelError(
                    f"chart {self.caption or self.y_label!r}: line {label!r} has x of shape {across.shape} and y of "
                    f"shape {up.shape}; give as many numbers for both, or the line as (x, y) with an x of its own."
                )
            found.append((str(label), across, up))
        return found

    def plain(self) -> dict[str, Any]:
        """Data for JSON."""
        lines = [{"label": label, "x": encoded(x, "<f8"), "y": encoded(y, "<f8")} for label, x, y in self.curves()]
        flags = {"x_log": bool(self.x_log), "y_log": bool(self.y_log), "points": bool(self.points)}
        flags["equal"] = bool(self.equal)
        return {"x_label": self.x_label, "y_label": self.y_label, "caption": self.caption, "lines": lines} | flags


@dataclass(frozen=True)
class Section:
    """A tab of the report page. motions: {label: Result} to choose from and look at, such as modes of vibration."""

    title: str
    text: str = ""
    tables: tuple[Table, ...] = ()
    charts: tuple[Chart, ...] = ()
    motions: Mapping[str, Any] = field(default_factory=dict)

    def plain(self) -> dict[str, Any]:
        """Data for JSON, without the motions."""
        tables, charts = ([part.plain() for part in parts] for parts in (self.tables, self.charts))
        return {"title": str(self.title), "text": str(self.text), "tables": tables, "charts": charts}


class Finding:
    """What an analysis returns, as notebooks show it: its section, without charts and long tables."""

    def __init_subclass__(cls, **options: Any) -> None:
        super().__init_subclass__(**options)
        guarded_methods(cls)

    def _repr_html_(self) -> str:
        section = section_of(self)
        tables = [html_table(table.head, table.rows, table.caption) for table in section.tables]
        return html_text(section.text) + "".join(tables)


def section_of(finding: Any) -> Section:
    """A Section as it is, what the method `section()` of a finding gives, or else the text of the finding."""
    if isinstance(finding, Section):
        return finding
    own = getattr(finding, "section", None)
    if not callable(own):
        return Section(getattr(finding, "title", type(finding).__name__), text=str(finding))
    found = own()
    if not isinstance(found, Section):
        raise ModelError(f"report: section() of {type(finding).__name__} gave {found!r}; it should give a Section.")
    return found


def _is_pair(values: Any) -> bool:
    """(x, y), and not two numbers y."""
    return isinstance(values, tuple) and len(values) == 2 and np.ndim(values[0]) == 1


def _is_number(value: Any) -> bool:
    return isinstance(value, Real) and not isinstance(value, bool)


def _cell(value: Any) -> Any:
    """A finite number, None for none and for nan (which JSON lacks), else a text, also for what is infinite."""
    if value is None or (_is_number(value) and math.isnan(value)):
        return None
    if not _is_number(value):
        return str(value)
    if math.isinf(value):
        return str(float(value))
    return int(value) if isinstance(value, Integral) else float(value)

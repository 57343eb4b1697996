"""Values of parameters that vary, as texts: "1..3 kN/m:11" evenly, "1, 2, 5 kN/m" one by one, "1..3 kN/m" a range.

The last unit counts for all numbers before it that have none.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

import numpy as np

from jourdain.errors import FileFormatError
from jourdain.io.model_files.entries import as_list, as_table, joined, wrong
from jourdain.io.model_files.quantities import Quantities
from jourdain.io.model_files.units import Dimension

_RANGE = re.compile(r"(.+?)\.\.(.+?)(?::\s*(\d+))?")
_BARE = re.compile(r"[-+]?(\d+\.?\d*|\.\d+)([eE][-+]?\d+)?")
_UNIT = re.compile(r"\s*[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?\s*(\D.*)?", re.DOTALL)


@dataclass(frozen=True)
class Axis:
    """Values of a parameter in SI units, or their range if `values` is empty; dimension: of their unit, if they have one."""

    low: float
    high: float
    values: tuple[float, ...] = ()
    dimension: Dimension | None = None


def axis(text: str, path: str) -> tuple[str, str]:
    """NAME and VALUES of NAME=VALUES."""
    name, equals, values = text.partition("=")
    if not equals or not name.strip() or not values.strip():
        raise FileFormatError(f"{path}: {text!r}; write a parameter and its values, such as k=1..3kN/m:11.")
    return name.strip(), values.strip()


def axes_of(texts: list[str], path: str) -> dict[str, Axis]:
    """Axes from some NAME=VALUES."""
    found: dict[str, str] = {}
    for name, values in (axis(text, path) for text in texts):
        if name in found:
            raise FileFormatError(
                f"{path}: {name!r} is given twice, {found[name]!r} and {values!r}; give all values at once."
            )
        found[name] = values
    return read_axes(found, path)


def read_axes(data: Any, path: str) -> dict[str, Axis]:
    """Axes from {parameter: text, number or list}."""
    return {name: _read(one, joined(path, name)) for name, one in as_table(data, path).items()}


def _read(data: Any, path: str) -> Axis:
    if isinstance(data, str) and (found := _RANGE.fullmatch(data.strip())):
        (low, high), dimension = _numbers([found[1], found[2]], path)
        if found[3] is None:
            return Axis(low, high, (), dimension)
        count = int(found[3])
        if count < 2 or count > 10**7:
            raise FileFormatError(f"{path}: {data!r}; give a number of values from 2.")
        return Axis(low, high, tuple(np.linspace(low, high, count).tolist()), dimension)
    items = data.split(",") if isinstance(data, str) else data if isinstance(data, list) else [data]
    values, dimension = _numbers(list(as_list(items, path)), path)
    return Axis(min(values), max(values), tuple(values), dimension)


def _numbers(items: list[Any], path: str) -> tuple[list[float], Dimension | None]:
    """SI values and their dimension; those without a unit have that of the last one."""
    if not items:
        raise FileFormatError(f"{path}: no values.")
    last = _UNIT.fullmatch(items[-1]) if isinstance(items[-1], str) else None
    unit = (last[1] or "").strip() if last is not None else ""
    q, found, dimensions = Quantities(), list[float](), dict[Dimension, None]()
    for item in items:
        if isinstance(item, bool) or not isinstance(item, (int, float, str)):
            raise wrong(path, item, "a number, or a text such as '3 kN/m'")
        bare = not isinstance(item, str) or _BARE.fullmatch(item.strip()) is not None
        if bare and not unit:
            found.append(float(item))
            continue
        one = q.evaluate(f"{str(item).strip()} {unit}" if isinstance(item, str) and bare else str(item), path)
        found.append(one.value)
        if isinstance(one.dimension, Dimension):
            dimensions[one.dimension] = None
    if len(dimensions) > 1:
        raise FileFormatError(f"{path}: values are in {' and '.join(map(str, dimensions))}; give all in one unit.")
    return found, next(iter(dimensions), None)

"""The table of an ensemble: a column for each parameter or start value, a row for each run."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from jourdain.errors import ModelError, shown
from jourdain.model.model import Model
from jourdain.model.parameters import check_names

Columns = dict[str, np.ndarray]


def read_table(model: Model, table: Any) -> Columns:
    """Columns (n,) by name: from {name: values}, a list of {name: value}, or what has named columns (pandas, xarray).

    A single number is a column of that number. Raises ModelError for what is no parameter of the model, or no number.
    """
    columns = _columns(table)
    lengths = {name: np.ndim(values) and len(values) for name, values in columns.items()}
    n = max(lengths.values(), default=0)
    if not n:
        raise ModelError(
            "table: it is empty; give {parameter: values, ..}, a value for each run; jourdain.parameters(model) lists "
            "parameters."
        )
    if odd := [name for name, length in lengths.items() if length not in (0, n)]:
        raise ModelError(f"table: column {odd[0]!r} has {lengths[odd[0]]} values where others have {n}.")
    check_names(model, columns)
    return {name: _numbers(name, values, n) for name, values in columns.items()}


def _columns(table: Any) -> dict[str, Any]:
    if isinstance(table, Mapping) and not hasattr(table, "data_vars"):
        return {str(name): values if np.ndim(values) else float_of(name, values) for name, values in table.items()}
    if hasattr(table, "data_vars"):  # xarray
        return {str(name): np.asarray(one.values) for name, one in table.data_vars.items()}
    if hasattr(table, "columns") and hasattr(table, "__getitem__"):  # pandas and its like
        return {str(name): np.asarray(table[name]) for name in table.columns}
    if getattr(getattr(table, "dtype", None), "names", None):
        return {name: table[name] for name in table.dtype.names}
    if isinstance(table, Sequence) and not isinstance(table, str) and all(isinstance(row, Mapping) for row in table):
        names = list(dict.fromkeys(name for row in table for name in row))
        for i, row in enumerate(table):
            if missing := [name for name in names if name not in row]:
                raise ModelError(f"table: row {i} has no value of {missing[0]!r}.")
        return {str(name): [row[name] for row in table] for name in names}
    raise ModelError(f"table = {shown(table)}; give {{parameter: values, ..}}, or a list of {{parameter: value, ..}}.")


def float_of(name: Any, value: Any) -> float:
    """A number of a table, or a message that names its column."""
    try:
        return float(value)
    except (TypeError, ValueError):
        raise ModelError(f"table: {shown(value)} in column {str(name)!r} is no number.") from None


def _numbers(name: str, values: Any, n: int) -> np.ndarray:
    if not np.ndim(values):
        values = [values] * n
    try:
        found = np.array(values, np.float64)
    except (TypeError, ValueError):
        found = np.array([float_of(name, value) for value in values])
    if found.ndim != 1:
        raise ModelError(f"table: column {name!r} has {found.ndim} dimensions; give one number for each run.")
    if len(bad := np.flatnonzero(~np.isfinite(found))):
        raise ModelError(
            f"table: {found[bad[0]]} in column {name!r}, row {bad[0]}; every value must be a finite number."
        )
    return found


def row_of(columns: Columns, i: int) -> dict[str, float]:
    """The values of one run."""
    return {name: float(values[i]) for name, values in columns.items()}


def rows_in(columns: Columns) -> int:
    """How many runs a table has."""
    return len(next(iter(columns.values())))

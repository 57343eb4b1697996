"""Labelled arrays: numbers with their unit, frame and time. xarray is imported when the first one is made."""

from __future__ import annotations

import functools
from dataclasses import fields
from typing import TYPE_CHECKING, Any

import numpy as np

from jourdain.notebooks import cell_text, html_table, html_text

if TYPE_CHECKING:
    from xarray import DataArray

AXES = ("x", "y", "z")


@functools.cache
def _type() -> Any:
    """DataArray that gives plain arrays where xarray would refuse: products with matrices and vectors, reductions."""
    import xarray

    class Labelled(xarray.DataArray):
        __slots__ = ()

        def __array_ufunc__(self, ufunc: Any, method: str, *inputs: Any, **kwargs: Any) -> Any:
            if method == "__call__" and ufunc.signature is None:
                return super().__array_ufunc__(ufunc, method, *inputs, **kwargs)
            plain = [np.asarray(x) if isinstance(x, xarray.DataArray) else x for x in inputs]
            return getattr(ufunc, method)(*plain, **kwargs)

        def __matmul__(self, other: Any) -> Any:
            return super().__matmul__(other) if isinstance(other, xarray.DataArray) else self.values @ np.asarray(other)

    return Labelled


class Quantities:
    """What has labelled arrays over time: printed as a short table, from where to where each goes."""

    def quantities(self) -> dict[str, DataArray]:
        """The arrays by what they are."""
        return {f.name: x for f in fields(self) if hasattr(x := getattr(self, f.name), "dims")}  # type: ignore[arg-type]

    def __repr__(self) -> str:
        said = [f"{f.name}={x!r}" for f in fields(self) if isinstance(x := getattr(self, f.name), (str, bool))]  # type: ignore[arg-type]
        return f"{type(self).__name__}({', '.join([*said, *self.quantities()])})"

    def table(self) -> tuple[tuple[str, ...], list[tuple[Any, ...]]]:
        """A head, and a row for each component over time."""
        rows: list[tuple[Any, ...]] = []
        for name, array in self.quantities().items():
            values, labels = array.values, [""]
            if array.ndim == 2:
                labels = [f" {label}" for label in array[array.dims[1]].values.tolist()]
            for label, x in zip(labels, values.reshape(len(values), -1).T, strict=True):
                ends = [float(one) for one in (x[0], x[-1], x.min(), x.max())] if len(x) else [None] * 4
                rows.append((f"{name.replace('_', ' ')}{label}", array.attrs["units"], *ends))
        return ("", "unit", "start", "end", "least", "largest"), rows

    def __str__(self) -> str:
        head, rows = self.table()
        every = [head, *([cell_text(cell) for cell in row] for row in rows)]
        widths = [max(len(row[k]) for row in every) for k in range(len(head))]
        return "\n".join(
            "  ".join(cell.ljust(w) for cell, w in zip(row, widths, strict=True)).rstrip() for row in every
        )

    def _repr_html_(self) -> str:
        """What notebooks show."""
        return html_text(repr(self)) + html_table(*self.table(), most=24)


_templates: dict[Any, tuple[np.ndarray, Any]] = {}  # arrays that have the labels already, and the times they are of
MOST_TEMPLATES = 16


def labelled(t: np.ndarray, values: np.ndarray, unit: str, name: str, **coordinates: Any) -> DataArray:
    """A DataArray over time [s]; further dimensions and their labels in the order of the keywords.

    Labels are made once for the same times: that takes seven times as long as an array that shares them, and a large
    machine has tens of thousands.
    """
    labels = {dim: tuple(given) for dim, given in coordinates.items() if given is not None}
    key = (id(t), tuple(coordinates), tuple(labels.items()), np.shape(values)[1:])
    if key not in _templates or _templates[key][0] is not t:
        if len(_templates) >= MOST_TEMPLATES:
            _templates.clear()
        coords: dict[str, Any] = {"time": ("time", t, {"units": "s"})}
        coords |= {dim: list(given) for dim, given in labels.items()}
        _templates[key] = (t, _type()(np.empty(np.shape(values)), dims=("time", *coordinates), coords=coords))
    array = _templates[key][1].copy(deep=False, data=values)
    array.name, array.attrs = name, {"units": unit, "long_name": name}
    return array


def vector(t: np.ndarray, values: np.ndarray, unit: str, name: str, frame: str = "ground") -> DataArray:
    """A vector over time, components along the axes x, y (, z) of a frame."""
    array = labelled(t, values, unit, name, axis=AXES[: values.shape[1]])
    array.attrs["frame"] = frame
    return array

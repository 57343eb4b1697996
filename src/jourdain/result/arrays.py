"""Labelled arrays: numbers with their unit, frame and time. xarray is imported when the first one is made."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any

import numpy as np

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

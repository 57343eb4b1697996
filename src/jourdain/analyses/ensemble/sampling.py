"""Tables of a sweep: all combinations of some values, samples of ranges and distributions, or rows as they are given."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from jourdain.analyses.ensemble.table import Columns, float_of
from jourdain.errors import ModelError, shown
from jourdain.model.parsing import number

KINDS = ("sobol", "latin", "random")
MOST = 10_000_000  # rows


class Samples(dict[str, np.ndarray]):
    """Columns (n,) by name, which belong together row by row."""


def grid(values: Mapping[str, Any]) -> Columns:
    """All combinations of the values of each parameter, {name: values}, the last one varying fastest: columns (n,)."""
    if not isinstance(values, Mapping) or not values:
        raise ModelError(f"grid: {shown(values)}; give {{parameter: values, ..}}.")
    axes = [np.atleast_1d(np.array([float_of(name, x) for x in np.ravel(one)])) for name, one in values.items()]
    n = 1
    for name, axis in zip(values, axes, strict=True):
        n *= len(axis)
        if not len(axis):
            raise ModelError(f"grid: {name!r} has no values.")
    if n > MOST:
        raise ModelError(f"grid: {n:,} combinations; give fewer values, or take jourdain.samples.")
    return {str(name): one.ravel() for name, one in zip(values, np.meshgrid(*axes, indexing="ij"), strict=True)}


def samples(ranges: Mapping[str, Any], n: int, *, kind: str = "sobol", seed: int = 0) -> Samples:
    """n samples of parameters: columns (n,) by name.

    ranges: {name: (low, high)} for values that are equally likely between these, or a distribution of scipy.stats such as
    norm(0.1, 1e-4). kind: "sobol" (n a power of two is best) or "latin" hypercubes, which fill the ranges evenly, or "random".
    seed: the same one gives the same samples.
    """
    if not isinstance(ranges, Mapping) or not ranges:
        raise ModelError(f"samples: {shown(ranges)}; give {{parameter: (low, high), ..}}.")
    if isinstance(n, bool) or not isinstance(n, (int, np.integer)) or not 1 <= n <= MOST:
        raise ModelError(f"samples: n = {shown(n)}; give a whole number from 1.")
    if kind not in KINDS:
        raise ModelError(f"samples: kind = {kind!r}; it is one of {', '.join(map(repr, KINDS))}.")
    parts = _unit(len(ranges), int(n), kind, seed).T
    return Samples({str(name): _spread(str(name), ranges[name], x) for name, x in zip(ranges, parts, strict=True)})


def _unit(d: int, n: int, kind: str, seed: int) -> np.ndarray:
    """Points (n, d) between 0 and 1."""
    if kind == "random":
        return np.random.default_rng(seed).random((n, d))
    from scipy.stats import qmc  # slow to import

    if kind == "latin":
        return np.asarray(qmc.LatinHypercube(d, seed=seed).random(n))
    points = qmc.Sobol(d, seed=seed).random_base2(int(np.ceil(np.log2(n))))
    return np.asarray(points[:n])


def _spread(name: str, of: Any, part: np.ndarray) -> np.ndarray:
    if hasattr(of, "ppf"):
        return np.asarray(of.ppf(part), float)
    try:
        low, high = of
    except (TypeError, ValueError):
        raise ModelError(
            f"samples: {name!r} = {shown(of)}; give (low, high), or a distribution of scipy.stats."
        ) from None
    low, high = number(low, f"samples: {name!r}, low"), number(high, f"samples: {name!r}, high")
    if low > high:
        raise ModelError(f"samples: {name!r} from {low:g} to {high:g}; give the lower value first.")
    return low + (high - low) * part

"""Differences of whole runs with the same steps: Richardson's extrapolation, and its own error estimate."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from jourdain.errors import JourdainError

WIDEST = 3.2e-2  # of a parameter's scale: the first difference; each further one is half as wide
LEVELS = 4
LUCK = 5.0  # the best of several entries is better by chance than it is
TRIES = 3  # where a run is not possible at such values: each time a tenth as wide


def extrapolated(
    values_at: Callable[[float], np.ndarray], centre: float, scale: float
) -> tuple[np.ndarray, np.ndarray]:
    """The derivative of values_at(x) at the centre, and an estimate of its error, of the same shape.

    Central differences of widths h/2^k are exact but for terms h^2, h^4, .., which a triangle of extrapolations takes away one
    by one; but rounding grows as h falls. An entry is judged by the larger of its distances to the two that it was made from,
    which says both, and the best one is taken, number by number.
    """
    for k in range(TRIES):
        try:
            return _triangle(values_at, centre, WIDEST * scale / 10**k)
        except JourdainError:
            if k == TRIES - 1:
                raise
    raise AssertionError


def _triangle(values_at: Callable[[float], np.ndarray], centre: float, h: float) -> tuple[np.ndarray, np.ndarray]:
    before: list[np.ndarray] = []
    best = error = np.zeros(0)
    for k in range(LEVELS):
        width = h / 2**k
        row = [(values_at(centre + width) - values_at(centre - width)) / (2.0 * width)]
        for j, older in enumerate(before):
            row.append(row[j] + (row[j] - older) / (4.0 ** (j + 1) - 1.0))
            judged = np.maximum(np.abs(row[-1] - row[j]), np.abs(row[-1] - older))
            if not error.size:
                best, error = row[-1], judged
            best, error = np.where(judged < error, row[-1], best), np.minimum(judged, error)
        before = row
    return best, LUCK * error

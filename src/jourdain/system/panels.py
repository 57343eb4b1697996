"""Panels: runs of pivots whose rows of U end in the same columns. A factorisation then goes by vectors, not by numbers.

Rows of a body or of a joint are eliminated one after the other, and mostly share what they fill. Where two neighbours differ
in a few columns only, these are added as zeros. Theory: docs/theory/sparse-lu.md.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain

import numpy as np

FEW, SHARE = 1, 0.25  # columns that may be added to a row of U so that it joins the next: so many, or this share of it
PANELS = ("panel_start", "panel_end", "panel_column", "reach_start", "reach", "lower_panel", "upper_panel")


def panels(upper: Sequence[Sequence[int]], lower_order: np.ndarray, upper_order: np.ndarray) -> dict[str, np.ndarray]:
    """The tables of the panels (see tables.TABLES). upper: columns of each row of U, in elimination order.

    lower_order, upper_order (.., 3): entries of L and U in the order of the solves: row, column, entry.
    """
    n = len(upper)
    rows, end = _joined(upper)
    start = np.cumsum([0, *(len(row) for row in rows)])
    column = np.fromiter(chain.from_iterable(rows), np.uint64, start[-1])
    entry = np.repeat(np.arange(n), np.diff(start)) * n + column.astype(np.int64)
    first = [k for k in range(n) if k == 0 or end[k - 1] == k]
    reached = [np.array([*range(k + 1, end[k]), *rows[end[k] - 1]], np.int64) for k in first]
    reach, row = np.repeat(first, [len(r) for r in reached]), np.concatenate(reached)
    return dict(
        panel_start=start,
        panel_end=np.array(end),
        panel_column=column,
        reach_start=np.searchsorted(np.sort(row), np.arange(n + 1)),
        reach=reach[np.argsort(row, kind="stable")],
        lower_panel=np.searchsorted(entry, lower_order[:, 1] * n + lower_order[:, 0]).astype(np.uint64),
        upper_panel=np.searchsorted(entry, upper_order[:, 0] * n + upper_order[:, 1]).astype(np.uint64),
    )


def _joined(upper: Sequence[Sequence[int]]) -> tuple[list[list[int]], list[int]]:
    """The rows of U with added columns, and where the panel of each ends."""
    n = len(upper)
    rows, end = [list(row) for row in upper], list(range(1, n + 1))
    for k in range(n - 2, -1, -1):
        wanted = [k + 1, *rows[k + 1]]
        added = len(wanted) - len(rows[k])
        if 0 <= added <= max(FEW, SHARE * len(wanted)) and set(wanted).issuperset(rows[k]):
            rows[k], end[k] = wanted, end[k + 1]
    return rows, end

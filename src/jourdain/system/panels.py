"""Panels: runs of pivots whose rows of U end in the same columns. A factorisation then goes by vectors, not by numbers.

Rows of a body or of a joint are eliminated one after the other, and mostly share what they fill. Where two neighbours differ
in a few columns only, these are added as zeros. Theory: docs/theory/sparse-lu.md.
"""

from __future__ import annotations

import numpy as np

from jourdain.kernels.filling import join_rows
from jourdain.kernels.tables import PLACE
from jourdain.system.symbolic import Upper

FEW, SHARE = 1, 0.25  # columns that may be added to a row of U so that it joins the next: so many, or this share of it
PANELS = ("panel_start", "panel_end", "panel_column", "reach_start", "reach", "lower_panel", "upper_panel")


def panels(upper: Upper, lower_order: np.ndarray, upper_order: np.ndarray) -> dict[str, np.ndarray]:
    """The tables of the panels (see tables.TABLES). upper: the rows of U, in elimination order.

    lower_order, upper_order (3, ..): rows, columns and entries of L and U in the order of the solves.
    """
    n = len(upper.start) - 1
    end = np.zeros(n, np.int64)
    join_rows(n, upper.start, upper.column, float(FEW), SHARE, end)
    rows = _joined(upper, end)
    entry = rows.row * n + rows.column
    first = np.flatnonzero(np.concatenate([[True], end[:-1] == np.arange(1, n)]))
    of_first = np.isin(rows.row, first)
    reach, row = rows.row[of_first], rows.column[of_first]
    return dict(
        panel_start=rows.start,
        panel_end=end,
        panel_column=rows.column.astype(PLACE),
        reach_start=np.searchsorted(np.sort(row), np.arange(n + 1)),
        reach=reach[np.argsort(row, kind="stable")],
        lower_panel=np.searchsorted(entry, lower_order[1] * n + lower_order[0]).astype(PLACE),
        upper_panel=np.searchsorted(entry, upper_order[0] * n + upper_order[1]).astype(PLACE),
    )


def _joined(upper: Upper, end: np.ndarray) -> Upper:
    """The rows of U with added columns: the other pivots of their panels, then the columns of the last of these."""
    k = np.arange(len(end))
    inside, last = end - 1 - k, end - 1
    sizes = inside + np.diff(upper.start)[last]
    start = np.concatenate([[0], np.cumsum(sizes)])
    row = np.repeat(k, sizes)
    at = np.arange(start[-1]) - start[row]
    behind = np.minimum(upper.start[last[row]] + np.maximum(at - inside[row], 0), len(upper.column) - 1)
    return Upper(start, np.where(at < inside[row], row + 1 + at, upper.column[behind]))

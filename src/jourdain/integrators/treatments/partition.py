"""Generalised coordinate partitioning by LU: independent velocities are some of the velocities themselves.

Full pivoting chooses the dependent ones; the partition is kept while the rows stay well conditioned in it, and made anew
when their smallest pivot falls below a part of what it was.
"""

from __future__ import annotations

from typing import Any

from jourdain.integrators.treatments.reduced import (
    DEPENDENT,
    QUALITY,
    RANK,
    evaluate_at_start,
    quality,
    reduced_slopes,
    still_good,
)
from jourdain.jit import inner
from jourdain.kernels.context import motion_at
from jourdain.kernels.dense import pivot_columns
from jourdain.kernels.dynamics import OK
from jourdain.kernels.motion import PARTITIONS
from jourdain.kernels.port import BEGIN


@inner
def _choose(mo: Any) -> None:
    m, n = mo.G.shape
    rank = pivot_columns(mo.G, m, n, mo.order, DEPENDENT)  # overwrites G; the caller asks for it again
    mo.options[RANK] = rank
    mo.across[:] = 0.0
    mo.chosen[:] = 0.0
    for j in range(rank):
        mo.across[mo.order[j], j] = 1.0
    for j in range(n - rank):
        mo.chosen[mo.order[rank + j], j] = 1.0


def treatment(task, t, h, address):  # type: ignore[no-untyped-def]
    """options: rank, 1, 0, quality, least part of it."""
    mo = motion_at(address)
    if task != BEGIN:
        return reduced_slopes(mo, task, t)
    evaluate_at_start(mo, t)
    if not still_good(mo):
        _choose(mo)
        mo.counts[PARTITIONS] += 1
        evaluate_at_start(mo, t)
        mo.options[QUALITY] = quality(mo, int(mo.options[RANK]))
    return OK

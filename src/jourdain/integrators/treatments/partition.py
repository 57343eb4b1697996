"""Generalised coordinate partitioning by LU: independent velocities are some of the velocities themselves.

Full pivoting chooses the dependent ones; the partition is kept while the rows stay well conditioned in it, and made anew
when their smallest pivot falls below a part of what it was.
Theory: docs/theory/treatments.md.
"""

from __future__ import annotations

from typing import Any

from jourdain.integrators.treatments.memory import treatment_at
from jourdain.integrators.treatments.reduced import DEPENDENT, evaluate_at_start, quality, reduced_slopes, still_good
from jourdain.jit import inner
from jourdain.kernels.dense import pivot_columns
from jourdain.kernels.motion import motion_at
from jourdain.kernels.port import BEGIN
from jourdain.kernels.status import OK


@inner
def _choose(me: Any, mo: Any) -> None:
    m, n = mo.G.shape
    rank = pivot_columns(mo.G, m, n, me.order, DEPENDENT)  # overwrites G; the caller asks for it again
    me.options.rank = rank
    me.across[:] = 0.0
    me.chosen[:] = 0.0
    for j in range(rank):
        me.across[me.order[j], j] = 1.0
    for j in range(n - rank):
        me.chosen[me.order[rank + j], j] = 1.0


def treatment(task, t, h, address):  # type: ignore[no-untyped-def]
    """options: rank, 1, 0, quality, least part of it."""
    mo = motion_at(address)
    me = treatment_at(mo.calls.memory)
    if task != BEGIN:
        return reduced_slopes(me, mo, task, t)
    evaluate_at_start(me, mo, t)
    if not still_good(me, mo):
        _choose(me, mo)
        mo.counts.partitions += 1
        evaluate_at_start(me, mo, t)
        me.options.quality = quality(me, mo, int(me.options.rank))
    return OK

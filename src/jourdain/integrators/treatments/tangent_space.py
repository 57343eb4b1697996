"""Local parameterisation on the tangent space: q = q0 + N u + D s(u), the motion is described by u on the tangent at q0.

The tangent is kept for many steps, and taken anew where the present one has turned too far from it: the rows, which are
orthonormal in D at q0, then have a component along D that has become small.
Theory: docs/theory/treatments.md.
"""

from __future__ import annotations

from jourdain.integrators.treatments.memory import treatment_at
from jourdain.integrators.treatments.reduced import (
    choose_orthogonal,
    evaluate_at_start,
    quality,
    reduced_slopes,
    still_good,
)
from jourdain.jit import inner as _inner  # noqa: F401 - marks this file as kernel source
from jourdain.kernels.motion import motion_at
from jourdain.kernels.port import BEGIN
from jourdain.kernels.status import OK


def treatment(task, t, h, address):  # type: ignore[no-untyped-def]
    """options: rank, 1, 0, quality, least part of it."""
    mo = motion_at(address)
    me = treatment_at(mo.calls.memory)
    if task != BEGIN:
        return reduced_slopes(me, mo, task, t)
    evaluate_at_start(me, mo, t)
    if not still_good(me, mo):
        me.options.rank = choose_orthogonal(me, mo)
        me.options.quality = quality(me, mo, int(me.options.rank))
        mo.counts.partitions += 1
    return OK

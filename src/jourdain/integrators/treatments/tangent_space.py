"""Local parameterisation on the tangent space: q = q0 + N u + D s(u), the motion is described by u on the tangent at q0.

The tangent is kept for many steps, and taken anew where the present one has turned too far from it: the rows, which are
orthonormal in D at q0, then have a component along D that has become small.
"""

from __future__ import annotations

from jourdain.integrators.treatments.reduced import (
    QUALITY,
    RANK,
    choose_orthogonal,
    evaluate_at_start,
    quality,
    reduced_slopes,
    still_good,
)
from jourdain.jit import inner as _inner  # noqa: F401 - marks this file as kernel source
from jourdain.kernels.context import motion_at
from jourdain.kernels.dynamics import OK
from jourdain.kernels.motion import PARTITIONS
from jourdain.kernels.port import BEGIN


def treatment(task, t, h, address):  # type: ignore[no-untyped-def]
    """options: rank, 1, 0, quality, least part of it."""
    mo = motion_at(address)
    if task != BEGIN:
        return reduced_slopes(mo, task, t)
    evaluate_at_start(mo, t)
    if not still_good(mo):
        mo.options[RANK] = choose_orthogonal(mo)
        mo.options[QUALITY] = quality(mo, int(mo.options[RANK]))
        mo.counts[PARTITIONS] += 1
    return OK

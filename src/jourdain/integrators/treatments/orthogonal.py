"""Reduced velocities by an orthonormal basis of the motions that the rows allow, found anew at each step by QR.

Positions are integrated as they come, and drift; with `stabilise` they are closed along the rows.
"""

from __future__ import annotations

from jourdain.integrators.treatments.reduced import RANK, choose_orthogonal, evaluate_at_start, reduced_slopes
from jourdain.jit import inner as _inner  # noqa: F401 - marks this file as kernel source
from jourdain.kernels.context import motion_at
from jourdain.kernels.dynamics import OK
from jourdain.kernels.port import BEGIN


def treatment(task, t, h, address):  # type: ignore[no-untyped-def]
    """options: rank, stabilise, 0."""
    mo = motion_at(address)
    if task != BEGIN:
        return reduced_slopes(mo, task, t)
    evaluate_at_start(mo, t)
    mo.options[RANK] = choose_orthogonal(mo)
    return OK

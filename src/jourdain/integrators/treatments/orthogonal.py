"""Reduced velocities by an orthonormal basis of the motions that the rows allow, found anew at each step by QR.

Positions are integrated as they come, and drift; with `stabilise` they are closed along the rows.
"""

from __future__ import annotations

from jourdain._jit import inner as _inner  # noqa: F401 - marks this file as kernel source
from jourdain.context import motion_at
from jourdain.dynamics import OK
from jourdain.integrators.port import BEGIN
from jourdain.integrators.treatments.reduced import RANK, choose_orthogonal, reduced_slopes, stand_at_start


def treatment(task, t, h, address):  # type: ignore[no-untyped-def]
    """options: rank, stabilise, 0."""
    mo = motion_at(address)
    if task != BEGIN:
        return reduced_slopes(mo, task, t)
    stand_at_start(mo, t)
    mo.options[RANK] = choose_orthogonal(mo)
    return OK

"""Reduced velocities by an orthonormal basis of the motions that the rows allow, found anew at each step by QR.

Positions are integrated as they come, and drift; with `stabilise` they are closed along the rows.
Theory: docs/theory/treatments.md.
"""

from __future__ import annotations

from jourdain.integrators.treatments.memory import treatment_at
from jourdain.integrators.treatments.reduced import choose_orthogonal, evaluate_at_start, reduced_slopes
from jourdain.jit import inner as _inner  # noqa: F401 - marks this file as kernel source
from jourdain.kernels.motion import motion_at
from jourdain.kernels.port import BEGIN
from jourdain.kernels.status import OK


def treatment(task, t, h, address):  # type: ignore[no-untyped-def]
    """options: rank, stabilise, 0."""
    mo = motion_at(address)
    me = treatment_at(mo.calls.memory)
    if task != BEGIN:
        return reduced_slopes(me, mo, task, t)
    evaluate_at_start(me, mo, t)
    me.options.rank = choose_orthogonal(me, mo)
    return OK

"""Projection: after each step positions, then velocities are closed by the least change in the mass metric.

Stages leave the manifold by O(h^2); near singular positions, where a small violation leads onto another branch, they are
projected as well.
Theory: docs/theory/treatments.md.
"""

from __future__ import annotations

from jourdain.integrators.treatments.common import place, slopes
from jourdain.integrators.treatments.memory import treatment_at
from jourdain.jit import inner as _inner  # noqa: F401 - marks this file as kernel source
from jourdain.kernels import port
from jourdain.kernels.motion import motion_at
from jourdain.kernels.port import ask
from jourdain.kernels.status import NOT_CLOSED, OK


def treatment(task, t, h, address):  # type: ignore[no-untyped-def]
    """options: 1 if every stage is to be projected."""
    mo = motion_at(address)
    me = treatment_at(mo.calls.memory)
    if task == port.BEGIN:
        return OK
    if task == port.SETTLE:
        status = ask(mo, port.CLOSE_POSITIONS, t, 0.0)
    else:
        status = place(me, mo, t)
        if status == OK and ask(mo, port.NEAR_A_SINGULARITY, t) != 1 and me.options.stages != 1.0:
            return slopes(me, mo, t)
        status = NOT_CLOSED if status == OK else status
    if status == NOT_CLOSED:
        status = ask(mo, port.CLOSE_POSITIONS, t, port.NEW)
    if status == OK:
        status = ask(mo, port.PREPARE, t)
    if status == OK:
        ask(mo, port.CLOSE_VELOCITIES, t)
        status = ask(mo, port.TURNS, t) if task == port.SETTLE else OK
    return slopes(me, mo, t) if status == OK else status

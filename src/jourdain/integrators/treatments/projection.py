"""Projection: after each step positions, then velocities are closed by the least change in the mass metric.

Stages leave the manifold by O(h^2); near singular positions, where a small violation leads onto another branch, they are
projected as well.
Theory: docs/theory/treatments.md.
"""

from __future__ import annotations

from jourdain.integrators.treatments.common import place, slopes
from jourdain.integrators.treatments.memory import treatment_at
from jourdain.jit import inner as _inner  # noqa: F401 - marks this file as kernel source
from jourdain.kernels.motion import motion_at
from jourdain.kernels.port import (
    BEGIN,
    CLOSE_POSITIONS,
    CLOSE_VELOCITIES,
    NEAR_A_SINGULARITY,
    PREPARE,
    SETTLE,
    TURNS,
    ask,
)
from jourdain.kernels.status import NOT_CLOSED, OK


def treatment(task, t, h, address):  # type: ignore[no-untyped-def]
    """options: 1 if every stage is to be projected."""
    mo = motion_at(address)
    me = treatment_at(mo.calls.memory)
    status = OK
    if task == BEGIN:
        return OK
    if task == SETTLE:
        status = ask(mo, CLOSE_POSITIONS, t, 0.0)
        if status == NOT_CLOSED:
            status = ask(mo, CLOSE_POSITIONS, t, 1.0)
        if status == OK:
            status = ask(mo, PREPARE, t)
        if status != OK:
            return status
        ask(mo, CLOSE_VELOCITIES, t)
        status = ask(mo, TURNS, t)
        if status != OK:
            return status
        return slopes(me, mo, t)
    status = place(me, mo, t)
    if status != OK:
        return status
    if ask(mo, NEAR_A_SINGULARITY, t) == 1 or me.options.stages == 1.0:
        status = ask(mo, CLOSE_POSITIONS, t, 1.0)
        if status == OK:
            status = ask(mo, PREPARE, t)
        if status != OK:
            return status
        ask(mo, CLOSE_VELOCITIES, t)
    return slopes(me, mo, t)

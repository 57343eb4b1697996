"""Projection: after each step positions, then velocities are closed by the least change in the mass metric.

Stages leave the manifold by O(h^2); near singular positions they are projected as well, see common.py, and under error
control where rows are redundant: off the manifold these contradict each other, which is seen as an error of the step.
Theory: docs/theory/treatments.md.
"""

from __future__ import annotations

from jourdain.integrators.treatments.common import closed_slopes, near, place, slopes
from jourdain.integrators.treatments.memory import treatment_at
from jourdain.jit import inner as _inner  # noqa: F401 - marks this file as kernel source
from jourdain.kernels import port
from jourdain.kernels.motion import motion_at
from jourdain.kernels.status import OK


def treatment(task, t, h, address):  # type: ignore[no-untyped-def]
    """options: 1 if every stage is to be projected."""
    mo = motion_at(address)
    me = treatment_at(mo.calls.memory)
    if task == port.BEGIN:
        return OK
    if task == port.SETTLE:
        return closed_slopes(me, mo, task, t)
    status = place(me, mo, t)
    if status != OK:
        return status
    redundant = mo.clock.epsilon > 0.0 and mo.clock.tol > 0.0
    if near(mo, t) or redundant or me.options.stages == 1.0:
        return closed_slopes(me, mo, task, t)
    return slopes(me, mo, t)

"""Direct integration of the index-1 equations, and Baumgarte's stabilisation of them.

    M a - G^T lam = h,   G a = gamma - 2 c1 (G v + g_t) - c2^2 g

c1 = c2 = 0 is direct integration, whose constraints drift; near singular positions they are closed, see common.py. Rows at
velocity level have no g.
Theory: docs/theory/treatments.md.
"""

from __future__ import annotations

from typing import Any

from jourdain.integrators.treatments.common import closed_slopes, not_far, place, slopes, solved_slopes
from jourdain.integrators.treatments.memory import treatment_at
from jourdain.jit import inner
from jourdain.kernels.motion import motion_at
from jourdain.kernels.port import BEGIN, FORCES, SETTLE, TURNS, VELOCITIES, ask, position_rows
from jourdain.kernels.status import OK


def treatment(task, t, h, address):  # type: ignore[no-untyped-def]
    """options: c1, c2 [1/s]."""
    return treated(motion_at(address), task, t, h)


@inner
def treated(mo: Any, task: int, t: float, h: float) -> int:
    """The same for a motion, which may be bound."""
    me = treatment_at(mo.calls.memory)
    if task == BEGIN:
        return OK
    status = place(me, mo, t)
    if status == OK and not_far(mo, t):
        return closed_slopes(me, mo, task, t)
    if status == OK and task == SETTLE:
        status = ask(mo, TURNS, t)
    if status != OK:
        return status
    c1, c2 = me.options.c1, me.options.c2
    if c1 == 0.0 and c2 == 0.0:
        return slopes(me, mo, t)
    ask(mo, VELOCITIES, t)
    ask(mo, FORCES, t)
    for r in range(mo.gamma.shape[0]):
        mo.gamma[r] -= 2.0 * c1 * mo.rate[r]
        if r < position_rows(mo):
            mo.gamma[r] -= c2 * c2 * mo.g[r]
    return solved_slopes(me, mo, t)

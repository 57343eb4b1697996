"""Central differences (Verlet's form), explicit, second order: half a kick, a drift, half a kick.

    v_half = v + h/2 a,   q_new = q moved by h v_half,   v_new = v_half + h/2 a_new

a_new is taken at v_half + h/2 a: forces and rows that depend on velocities see them to second order.
Theory: docs/methods.md.
"""

from __future__ import annotations

from typing import Any

from jourdain.integrators.march import KEEP, START, TRY
from jourdain.integrators.stepping import first_slopes
from jourdain.jit import inner
from jourdain.kernels.motion import FLOAT, declare_method
from jourdain.kernels.port import BEGIN, MOVE_BASE, SETTLE, STAGE, ask, treat
from jourdain.kernels.status import OK
from jourdain.kernels.vectors import copy

central_at = declare_method("central", before=(FLOAT, 1))  # slopes at the start of a step


@inner
def _step(mo: Any, t: float, h: float) -> int:
    """before: the slopes at the start of the step."""
    status = treat(mo, BEGIN, t, h)
    if status != OK:
        return status
    nq, nv = mo.q.shape[0], mo.v.shape[0]
    for i in range(mo.y.shape[0]):
        mo.y_new[i] = mo.y[i] + h * mo.before[i]
    for i in range(nv):
        mo.u[i] = h * (mo.v[i] + 0.5 * h * mo.before[nq + i])
    ask(mo, MOVE_BASE, t)
    status = treat(mo, STAGE, t + h, h)
    if status != OK:
        return status
    for i in range(nq, mo.y.shape[0]):
        mo.y_new[i] = mo.y[i] + 0.5 * h * (mo.before[i] + mo.slope[i])
    return treat(mo, SETTLE, t + h, h)


def method(task, t, h, address):  # type: ignore[no-untyped-def]
    """See march.py."""
    mo = central_at(address)
    status = OK
    if task == START:
        status = first_slopes(mo, t)
        copy(mo.slope, mo.before)
    elif task == TRY:
        status = _step(mo, t, h)
    elif task == KEEP:
        copy(mo.slope, mo.before)
    return status

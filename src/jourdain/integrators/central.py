"""Central differences (Verlet's form), explicit, second order: half a kick, a drift, half a kick.

    v_half = v + h/2 a,   q_new = q moved by h v_half,   v_new = v_half + h/2 a_new

a_new is taken at v_half + h/2 a: forces and rows that depend on velocities see them to second order.
"""

from __future__ import annotations

from typing import Any

from jourdain.integrators.stepping import accept_state, advance, begin, fixed_size
from jourdain.jit import inner, kernel
from jourdain.kernels.crossings import HIT, RETRY
from jourdain.kernels.dynamics import EVENT, OK
from jourdain.kernels.motion import DONE, EVALUATIONS, EVENT_H, STEP_H, STEPS, WATCHING, T
from jourdain.kernels.port import BEGIN, BEGIN_WATCH, MOVE_BASE, N_EVENTS, SETTLE, STAGE, WATCH, ask, ask_with, treat


@inner
def _step(mo: Any, t: float, h: float) -> int:
    """slope_old: the slopes at the start of the step."""
    status = treat(mo, BEGIN, t, h)
    if status != OK:
        return status
    nq, nv = mo.q.shape[0], mo.v.shape[0]
    for i in range(mo.y.shape[0]):
        mo.y_new[i] = mo.y[i] + h * mo.slope_old[i]
    for i in range(nv):
        mo.u[i] = h * (mo.v[i] + 0.5 * h * mo.slope_old[nq + i])
    ask(mo, MOVE_BASE, t)
    status = treat(mo, STAGE, t + h, h)
    if status != OK:
        return status
    for i in range(nq, mo.y.shape[0]):
        mo.y_new[i] = mo.y[i] + 0.5 * h * (mo.slope_old[i] + mo.slope[i])
    return treat(mo, SETTLE, t + h, h)


@kernel
def run(mo: Any, limit: int) -> int:
    """Go on from mo until all output times are stored, or `limit` steps are made."""
    t = mo.clock[T]
    if mo.counts[EVALUATIONS] == 0:
        begin(mo)
        status = treat(mo, BEGIN, t, 0.0)
        if status == OK:
            status = treat(mo, STAGE, t, 0.0)
        if status != OK:
            return status
        for i in range(mo.y.shape[0]):
            mo.slope_old[i] = mo.slope[i]
    if mo.calls[N_EVENTS] > 0 and mo.counts[WATCHING] == 0:
        ask(mo, BEGIN_WATCH, t)
    for _ in range(limit):
        done = int(mo.clock[DONE])
        if done >= mo.times.shape[0]:
            break
        gap = mo.times[done] - t
        h = mo.clock[EVENT_H] if mo.clock[EVENT_H] > 0.0 else fixed_size(mo, mo.clock[STEP_H], gap)
        status = _step(mo, t, h)
        if status != OK:
            return status
        verdict = ask_with(mo, WATCH, t, h) if mo.calls[N_EVENTS] > 0 else 0
        if verdict == RETRY:
            continue
        accept_state(mo, t + h)
        for i in range(mo.y.shape[0]):
            mo.slope_old[i] = mo.slope[i]
        t = advance(mo, t, h, gap)
        mo.counts[STEPS] += 1
        if verdict == HIT:
            return EVENT
    return OK

"""How generalized-alpha gets past places where Newton's method does not converge: a consistent restart, and a leap."""

from __future__ import annotations

from typing import Any

from jourdain.jit import inner
from jourdain.kernels.crossings import NEAR_SINGULAR, note_passage
from jourdain.kernels.dynamics import NO_CONVERGENCE, OK, accelerate, close_positions, close_velocities, prepare
from jourdain.kernels.equations import positions, velocities
from jourdain.kernels.kinds import difference, retract
from jourdain.kernels.motion import FACTORED, SINCE_CHANGE, SINGULAR
from jourdain.kernels.tables import SMALLEST, USE_SVD


@inner
def restart(kind: Any, s: Any, mo: Any, t: float) -> int:
    """Consistent velocities, accelerations and multipliers at the present state.

    A new step size would turn what is left of the velocity rows, harmless before, into large accelerations.
    """
    mo.clock[FACTORED] = 0.0
    mo.clock[SINCE_CHANGE] = 1.0
    positions(kind, s, t, mo.q, mo.ref, kind.active)
    status = prepare(kind, s, mo.v, mo.lam)
    if status != OK:
        return status
    close_velocities(kind, s, mo.v)
    velocities(kind, s, mo.v)
    status = accelerate(kind, s, mo.v, mo.w, mo.vd, mo.wd, mo.lam)
    for i in range(kind.v):
        mo.a[i] = mo.vd[i]
    for i in range(kind.w):
        mo.wa[i] = mo.wd[i]
    return status


@inner
def land(kind: Any, s: Any, mo: Any, t: float) -> int:
    """Close q_new and v_new, then accelerations and multipliers there. The factors of Newton's method are lost."""
    mo.clock[FACTORED] = 0.0
    status = close_positions(kind, s, t, mo.q_new, mo.v_new, mo.ref, 1.0)
    if status == OK:
        status = prepare(kind, s, mo.v_new, mo.lam_new)
    if status != OK:
        return status
    close_velocities(kind, s, mo.v_new)
    velocities(kind, s, mo.v_new)
    return accelerate(kind, s, mo.v_new, mo.w_new, mo.vd_new, mo.wd_new, mo.lam_new)


@inner
def project(kind: Any, s: Any, mo: Any, t: float) -> int:
    """Close q_new, then v_new in the mass metric; accelerations and multipliers stay those of the step."""
    mo.clock[FACTORED] = 0.0
    status = close_positions(kind, s, t, mo.q_new, mo.v_new, mo.ref, 1.0)
    if status == OK:
        status = prepare(kind, s, mo.v_new, mo.lam_new)
    if status != OK:
        return status
    close_velocities(kind, s, mo.v_new)
    difference(kind, mo.q, mo.q_new, mo.u)
    return OK


@inner
def leap(kind: Any, s: Any, mo: Any, t: float, h: float, anywhere: bool) -> int:
    """One step ending at t across a singular position, by Heun's method with rank-safe solves and projection.

    Only there: elsewhere a failure of Newton's method asks for smaller steps, and NO_CONVERGENCE is returned - unless
    `anywhere`: very short steps to an event, in which index 3 would turn the rounding of g into velocities.
    """
    status = restart(kind, s, mo, t - h)
    near = s.flags[USE_SVD] != 0.0 or s.flags[SMALLEST] < NEAR_SINGULAR
    for half in range(2):  # predictor, corrector
        if status != OK:
            return status
        c = 0.5 if half == 0 else 1.0 / 3.0
        for i in range(kind.v):
            ahead = 0.0 if half == 0 else mo.vd_new[i]
            mo.u[i] = h * mo.v[i] + h * h * (c * mo.vd[i] + ahead / 6.0)
            mo.v_new[i] = mo.v[i] + h * (mo.vd[i] if half == 0 else 0.5 * (mo.vd[i] + ahead))
        for i in range(kind.w):
            mo.w_new[i] = mo.w[i] + h * (mo.wd[i] if half == 0 else 0.5 * (mo.wd[i] + mo.wd_new[i]))
        retract(kind, mo.q, mo.u, mo.q_new)
        status = land(kind, s, mo, t)
        near = near or s.flags[USE_SVD] != 0.0 or s.flags[SMALLEST] < NEAR_SINGULAR
        if not near and not anywhere:
            return NO_CONVERGENCE
    if near:
        mo.counts[SINGULAR] += 1
        note_passage(s, mo, t, h)
    difference(kind, mo.q, mo.q_new, mo.u)
    shift = mo.parameters[0] - mo.parameters[1]  # the accelerations of the algorithm stand for t + (am - af) h
    for i in range(kind.v):
        mo.a_new[i] = mo.vd_new[i] + shift * (mo.vd_new[i] - mo.vd[i])
    for i in range(kind.w):
        mo.wa_new[i] = mo.wd_new[i] + shift * (mo.wd_new[i] - mo.wd[i])
    return status

"""A long step of machines by slow momentum: the rest in kicks, what is fast in substeps, with joints and masses of its middle.

Of the division of accelerations (division.py), with steps h m/m_k for group k between,

    v += H/2 r,   substeps of q' = v, v' = a_F with kicks h m/m_k a_k,   v += H/2 r at the end

so the rest, slow forces and what joints and masses differ by, is impulses at common updates, where joints are closed. What
they differ by is as much too small before the middle as too large behind it: of two steps that meet these impulses cancel.
Substeps are central differences (half a kick, a drift, half a kick), or implicit (implicit.py). What goes with Runge-Kutta
substeps is in multirate.py. Theory: docs/theory/subcycling.md.
"""

from __future__ import annotations

from typing import Any

from jourdain.integrators.subcycling.division import (
    CENTRAL,
    FIXED,
    IMPLICIT,
    PASSES,
    between_answer,
    change,
    divide,
    every,
    fast_answer,
    fast_power,
    freeze,
)
from jourdain.integrators.subcycling.implicit import find_response, implicit_substep
from jourdain.jit import inner
from jourdain.kernels import port
from jourdain.kernels.port import ask
from jourdain.kernels.status import NO_CONVERGENCE, OK
from jourdain.kernels.vectors import copy


@inner
def _count_work(mo: Any, t: float, h: float) -> None:
    damped, applied = fast_power(mo, t)
    mo.own.done_dampers += h * damped
    mo.own.done_applied += h * applied


@inner
def _kick_between(mo: Any, t: float, h: float, j: int) -> int:
    """Kicks of the groups between whose steps end and begin at substep j."""
    for k in range(mo.between.shape[0]):
        if j % every(mo, k) == 0:
            status = between_answer(mo, t, k)
            if status != OK:
                return status
            for i in range(mo.v.shape[0]):
                mo.half[i] += h * every(mo, k) * mo.vd_new[i]
    return OK


@inner
def _kick(mo: Any, t: float, h: float, along: float) -> int:
    """half, the velocities in the middle of a substep, on to the next one, by a_F at the velocities between.

    What one pass leaves of the change before it is known from the last time that two were made: it is often enough with one.
    """
    for i in range(mo.half.shape[0]):
        guess = 2.0 * mo.accelerations[i] - mo.accelerations_before[i]
        mo.accelerations_before[i] = mo.accelerations[i]
        mo.accelerations[i] = guess
    last, tolerance = 0.0, FIXED * mo.clock.length
    for k in range(PASSES):
        for i in range(mo.half.shape[0]):
            mo.v_new[i] = mo.half[i] + 0.5 * h * mo.accelerations[i]
        status = fast_answer(mo, t, along, k == 0)
        if status != OK:
            return status
        changed = change(mo, mo.accelerations, mo.vd_new, h, h)
        copy(mo.vd_new, mo.accelerations)
        if k > 0 and last > 0.0:
            mo.own.contraction = 0.0 if changed < 1e-3 * tolerance else min(1.0, 2.0 * changed / last)
        if changed * (mo.own.contraction if k == 0 else 1.0) <= tolerance:
            _count_work(mo, t, h)
            for i in range(mo.half.shape[0]):
                mo.half[i] += h * mo.accelerations[i]
            return OK
        last = changed
    return NO_CONVERGENCE


@inner
def flow(mo: Any, t: float, long: float) -> int:
    """From the common update at t to the next: q_new, and half, the velocities there but for what `finish` adds."""
    m, nq, nv = mo.own.substeps, mo.q.shape[0], mo.v.shape[0]
    h = long / m
    status = freeze(mo, t, long)
    if status == OK:
        status = divide(mo, t, h, 0.0, True)
    if status != OK:
        return status
    mo.own.power_dampers, mo.own.power_applied = fast_power(mo, t)
    mo.own.done_dampers = mo.own.done_applied = 0.0
    for i in range(nv):
        mo.half[i] = mo.v[i] + mo.inner[i] + 0.5 * long * (mo.before[nq + i] - mo.known[i])
        mo.accelerations[i] = mo.accelerations_before[i] = mo.flow[i]
        if mo.own.stepper == IMPLICIT:
            mo.accelerations[i] += mo.lead[i]
    copy(mo.y, mo.saved)
    for j in range(m):
        for i in range(mo.w.shape[0]):
            mo.w_new[i] = mo.w[i] + j * h * mo.before[nq + nv + i]
        if status == OK:
            ask(mo, port.NORMALISE, t)
            status = _substep(mo, t + j * h, h, j)
        if status != OK:
            break
    copy(mo.saved, mo.y)
    return status


@inner
def _substep(mo: Any, t: float, h: float, j: int) -> int:
    """Substep j, from q_new."""
    nv, status, along = mo.v.shape[0], OK, j / mo.own.substeps
    if mo.own.stepper == CENTRAL:
        if j > 0:
            status = _kick(mo, t, h, along)
        if j > 0 and status == OK:
            status = _kick_between(mo, t, h, j)
        for i in range(nv):
            mo.u[i] = h * mo.half[i]
        ask(mo, port.MOVE, t)
        return status
    if j > 0:
        copy(mo.half, mo.v_new)
        if mo.power.shape[0] > 0:
            status = fast_answer(mo, t, along, True)
            _count_work(mo, t, h)
        if status == OK:
            status = _kick_between(mo, t, h, j)
    copy(mo.q_new, mo.q)
    if status == OK and not abs(mo.own.response_for - h) <= 1e-9 * h:
        copy(mo.half, mo.v_new)
        status = find_response(mo, t, h)
    return implicit_substep(mo, t, h, j) if status == OK else status


@inner
def finish(mo: Any, t: float, h: float, long: float, a: Any, moved: bool) -> int:
    """v_new at the common update from accelerations a there, at q_new."""
    status = divide(mo, t, h, 1.0, moved)
    for i in range(mo.v.shape[0]):
        mo.v_new[i] = mo.half[i] + mo.inner[i] + 0.5 * long * (a[i] - mo.known[i])
    return status

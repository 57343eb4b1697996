"""Accelerations of a machine divided into what is fast, springs of groups between, and the rest.

With factors of M a - G^T l = f, G a = gamma at t + H/2, where the slow part will be (the `frozen` side: one factorisation,
one evaluation of the joints), and gamma on the line through G a at t, with this G, and gamma there,

    a_F(q, v)  the answer to the forces of the fast side and the inertia of the bodies
    a_k(q)     the answer to the springs of group k between
    r          the rest, a - a_F - sum a_k: slow forces, and what joints and masses differ by

The division is exact, whatever the factors are. Theory: docs/theory/subcycling.md.
"""

from __future__ import annotations

import math
from typing import Any

from jourdain.jit import inner
from jourdain.kernels import port
from jourdain.kernels.context import system_at
from jourdain.kernels.port import ask
from jourdain.kernels.status import OK
from jourdain.kernels.vectors import copy, fill

CENTRAL, IMPLICIT, RK4 = range(3)  # kinds of substeps
PASSES = 30  # forces that depend on velocities are iterated so often at most: where they are not, the energy drifts
FIXED = 1e-10  # until accelerations change positions by less than this part of a length of the machine, or radians


@inner
def change(mo: Any, before: Any, now: Any, h: float, long: float) -> float:
    """What a change of the accelerations (nv,) changes in positions, by a short step of the fast ones; NaN if one is."""
    worst = together = 0.0
    for i in range(mo.v.shape[0]):
        step = h if mo.fast[i] > 0 else long
        by = step * step * abs(now[i] - before[i])
        worst = max(worst, by)
        together += by
    return worst if math.isfinite(together) else math.nan


@inner
def _answer_to(mo: Any, t: float, side: int, active: int, moved: bool) -> int:
    """vd_new: the answer of the frozen machine to the forces of a side at q_new, v_new; moved: since it was last asked."""
    whole, all_active = mo.calls.context, mo.calls.active
    mo.calls.context, mo.calls.active = side, active
    if moved:
        ask(mo, port.POSITIONS, t)
    ask(mo, port.FORCES, t, port.NO_BIAS)
    mo.calls.context = mo.own.frozen_side
    status = ask(mo, port.SOLVE, t)
    mo.calls.context, mo.calls.active = whole, all_active
    return status


@inner
def fast_answer(mo: Any, t: float, along: float, moved: bool) -> int:
    """vd_new = a_F at q_new, v_new; along: what part of the long step has gone."""
    gamma = system_at(mo.own.frozen_side).gamma
    for r in range(gamma.shape[0]):
        gamma[r] = mo.gamma_start[r] + along * mo.gamma_change[r]
    mo.own.fast_evaluations += 1
    return _answer_to(mo, t, mo.own.fast_side, mo.own.fast_active, moved)


@inner
def between_answer(mo: Any, t: float, k: int) -> int:
    """vd_new = a_k at q_new; v_new stays as it is."""
    fill(system_at(mo.own.frozen_side).gamma, 0.0)
    copy(mo.v_new, mo.z_new)
    fill(mo.v_new, 0.0)
    status = _answer_to(mo, t, mo.between[k, 0], mo.between[k, 1], True)
    copy(mo.z_new, mo.v_new)
    return status


@inner
def every(mo: Any, k: int) -> int:
    """Substeps in a step of group k between: a whole part of the long step."""
    every = max(1, mo.own.substeps // mo.between[k, 2])
    return every if mo.own.substeps % every == 0 else 1


@inner
def freeze(mo: Any, t: float, long: float) -> int:
    """Factors of the machine in the middle of the long step; gamma on the line through G a, a those at its start, and there.

    Positions go on to there by their velocities, and slow velocities by their accelerations.
    """
    nq, ahead, whole = mo.q.shape[0], 0.5 * long, mo.calls.context
    frozen = system_at(mo.own.frozen_side)
    copy(mo.y, mo.y_new)
    for i in range(mo.v.shape[0]):
        a = mo.before[nq + i] if mo.fast[i] == 0 else 0.0
        mo.u[i] = ahead * (mo.v[i] + 0.5 * ahead * a)
        mo.v_new[i] += ahead * a
    ask(mo, port.MOVE_BASE, t)
    mo.calls.context = mo.own.frozen_side
    ask(mo, port.POSITIONS, t + ahead)
    status = ask(mo, port.PREPARE, t + ahead)
    ask(mo, port.VELOCITIES, t + ahead)
    ask(mo, port.FORCES, t + ahead)
    for r in range(frozen.gamma.shape[0]):
        mo.gamma_start[r] = -frozen.rate[r]
    for i in range(mo.v.shape[0]):
        mo.v_new[i] += mo.before[nq + i]
    ask(mo, port.VELOCITIES, t + ahead)
    for r in range(frozen.gamma.shape[0]):
        mo.gamma_start[r] += frozen.rate[r]
        mo.gamma_change[r] = 2.0 * (frozen.gamma[r] - mo.gamma_start[r])
    mo.calls.context = whole
    mo.counts.evaluations += 1
    copy(mo.y, mo.y_new)
    return status


@inner
def divide(mo: Any, t: float, h: float, along: float, moved: bool) -> int:
    """At q_new, v_new: inner, the half kicks of substeps and groups there, and known, all accelerations but the rest."""
    status = fast_answer(mo, t, along, moved)
    for i in range(mo.v.shape[0]):
        mo.known[i] = mo.vd_new[i]
        mo.inner[i] = 0.5 * h * mo.vd_new[i] if mo.own.stepper == CENTRAL else 0.0
        mo.flow[i] = mo.vd_new[i]
    for k in range(mo.between.shape[0]):
        if status == OK:
            status = between_answer(mo, t, k)
        for i in range(mo.v.shape[0]):
            mo.known[i] += mo.vd_new[i]
            mo.inner[i] += 0.5 * h * every(mo, k) * mo.vd_new[i]
    return status


@inner
def fast_power(mo: Any, t: float) -> tuple[float, float]:
    """Powers of the dampers and the applied forces of the fast side, as it was last asked."""
    if mo.power.shape[0] == 0:
        return 0.0, 0.0
    whole, all_active = mo.calls.context, mo.calls.active
    mo.calls.context, mo.calls.active = mo.own.fast_side, mo.own.fast_active
    ask(mo, port.ENERGY, t)
    mo.calls.context, mo.calls.active = whole, all_active
    return mo.energy[3], mo.energy[4]

"""Implicit substeps of machines: Newmark's method and generalized-alpha, in the accelerations of the fast side.

The response of the velocities that fast forces act on, I - beta h^2 da_F/dq - gamma h da_F/dv, is found by differences and
factored once, for as long as it serves. Theory: docs/theory/subcycling.md.
"""

from __future__ import annotations

import math
from typing import Any

from jourdain.integrators.subcycling.division import FIXED, PASSES, change, fast_answer
from jourdain.jit import inner
from jourdain.kernels import port
from jourdain.kernels.dense import factor_lu, solve_lu
from jourdain.kernels.port import ask
from jourdain.kernels.status import BAD_PIVOT, NO_CONVERGENCE, OK
from jourdain.kernels.vectors import copy, fill

SMALL = 1e-6  # part of a length, radian or speed that the response is found by
SLOW_PASSES = 12  # substeps that need more ask for a new response


@inner
def find_response(mo: Any, t: float, h: float) -> int:
    """I - (1 - alpha_f)/(1 - alpha_m) (beta h^2 da_F/dq + gamma h da_F/dv) at q_new, v_new, factored: of near velocities."""
    n, B, own = mo.near.shape[0], mo.block, mo.own
    copy(mo.q_new, mo.q)
    copy(mo.v_new, mo.z)
    status = fast_answer(mo, t, 0.0, True)
    copy(mo.vd_new, mo.end)
    c = (1.0 - own.alpha_f) / (1.0 - own.alpha_m)
    for b in range(n):
        for a in range(n):
            B[a, b] = 1.0 if a == b else 0.0
        by = SMALL * mo.clock.length
        fill(mo.u, 0.0)
        mo.u[mo.near[b]] = by
        ask(mo, port.MOVE_BASE, t)
        status = max(status, fast_answer(mo, t, 0.0, True))
        for a in range(n):
            B[a, b] -= c * own.beta * h * h * (mo.vd_new[mo.near[a]] - mo.end[mo.near[a]]) / by
        copy(mo.q, mo.q_new)
        by = SMALL * max(mo.clock.scale_linear, mo.clock.scale_turning, mo.clock.length / mo.clock.span)
        mo.v_new[mo.near[b]] += by
        status = max(status, fast_answer(mo, t, 0.0, True))
        copy(mo.z, mo.v_new)
        for a in range(n):
            B[a, b] -= c * own.gamma * h * (mo.vd_new[mo.near[a]] - mo.end[mo.near[a]]) / by
    own.response_for = h
    mo.counts.factorizations += 1
    return status if status != OK or factor_lu(B, n, mo.exchange) else BAD_PIVOT


@inner
def implicit_substep(mo: Any, t: float, h: float, j: int) -> int:
    """From q, half at t with the acceleration of the method in accelerations to t + h, by Newmark's family."""
    own, n, nv = mo.own, mo.near.shape[0], mo.v.shape[0]
    along = (j + 1.0 - own.alpha_f) / own.substeps
    a, old = mo.accelerations, mo.accelerations_before
    copy(a, old)
    for k in range(PASSES):
        for i in range(nv):
            full = h * mo.half[i] + h * h * ((0.5 - own.beta) * old[i] + own.beta * a[i])
            v = mo.half[i] + h * ((1.0 - own.gamma) * old[i] + own.gamma * a[i])
            mo.u[i] = (1.0 - own.alpha_f) * full
            mo.v_new[i] = own.alpha_f * mo.half[i] + (1.0 - own.alpha_f) * v
        ask(mo, port.MOVE_BASE, t)
        status = fast_answer(mo, t + (1.0 - own.alpha_f) * h, along, True)
        if status != OK:
            return status
        for i in range(nv):
            mo.z[i] = (mo.vd_new[i] - own.alpha_m * old[i]) / (1.0 - own.alpha_m) - a[i]
        for b in range(n):
            mo.right[b] = mo.z[mo.near[b]]
        solve_lu(mo.block, n, mo.exchange, mo.right)
        for b in range(n):
            mo.z[mo.near[b]] = mo.right[b]
        for i in range(nv):
            mo.z[i] += a[i]
        changed = change(mo, a, mo.z, h, h)
        copy(mo.z, a)
        if changed <= FIXED * mo.clock.length:
            for i in range(nv):
                mo.u[i] = h * mo.half[i] + h * h * ((0.5 - own.beta) * old[i] + own.beta * a[i])
                mo.half[i] += h * ((1.0 - own.gamma) * old[i] + own.gamma * a[i])
            ask(mo, port.MOVE_BASE, t)
            if k >= SLOW_PASSES:
                own.response_for = 0.0
            return OK
        if not math.isfinite(changed):
            return NO_CONVERGENCE
    return NO_CONVERGENCE

"""L-stable block methods on the equations of motion, in index 1, 2 or 3 (Li, Ding and Li; Radau IIA is one of them).

Unknown are accelerations, rates of extra states and multipliers at the nodes c_1 .. c_r = 1 of a step:

    V = v_k + h d a_k + h B A,     U = h d u'_k + h B U',     q = q_k moved by U,  U' = rate of the chart at U for V
    M A - h(q, V) - G^T lam = 0,   and at each node  g = 0 (index 3),  G V + g_t = 0 (index 2)  or  G A = gamma (index 1)

Simplified Newton in the eigenbasis of B: for each eigenvalue b, with s = h b, one system [M + s D + s^2 K, G^T; G, -eps W];
its rows are divided by s^2, s or 1. The accelerations of the last node are carried on to the next step.
Theory: docs/theory/block-methods.md.
"""

from __future__ import annotations

from typing import Any

from jourdain.integrators.block.step import block_at, newton, predict, stand
from jourdain.integrators.march import AGAIN, CLOSE, DENSE, FAILED, JUDGE, KEEP, START, TRY
from jourdain.integrators.outputs import hermite_outputs
from jourdain.integrators.stepping import (
    begin,
    close,
    explicit_instead,
    explicit_step,
    forces_at,
    judge_explicit_step,
    near_singular,
)
from jourdain.jit import inner
from jourdain.kernels import port
from jourdain.kernels.motion import A_SPEED
from jourdain.kernels.port import ask
from jourdain.kernels.status import OK
from jourdain.kernels.vectors import add_times, copy, fill, largest, put, take

ACROSS = 0.1  # of tol: what outputs inside a step may be off by across the rows
ESCAPE = 5.0  # growth of explicit steps that no smaller one can better: away from what is rounding
SHORT = 1e-3  # steps to an event below this part of the normal one are not taken by the method itself


@inner
def _attempt(mo: Any, t: float, h: float) -> int:
    """A step with the factors there are, then with new ones."""
    status = OK
    for effort in range(2):
        predict(mo, h)
        status = newton(mo, t, h, effort == 1 or mo.clock.contraction > 0.1)
        if status == OK:
            break
        mo.own.predicted = 0  # the last step's polynomial is gone, or leads astray
        _carry(mo, mo.vd, mo.wd, mo.lam)
    if status != OK:
        return status
    stand(mo, mo.tableau.shape[1] - 1)
    ask(mo, port.POSITIONS, t + h)
    return ask(mo, port.TURNS, t + h)


@inner
def _free_part(mo: Any, t: float, x: Any) -> None:
    """Leave of x (nv,) what the rows allow, by the least change in the mass metric; after PREPARE. Changes v_new and end."""
    size = largest(x)
    if size == 0.0:
        return
    fill(mo.v_new, 0.0)
    ask(mo, port.CLOSE_VELOCITIES, t)
    copy(mo.v_new, mo.end)  # what moved rows ask for
    for j in range(x.shape[0]):
        mo.v_new[j] = x[j] / size
    ask(mo, port.CLOSE_VELOCITIES, t)
    for j in range(x.shape[0]):
        x[j] = size * (mo.v_new[j] - mo.end[j])


@inner
def _ratio(mo: Any, t: float, h: float) -> float:
    """Estimate h sum_i e_i f_i of the error, on increments and h times velocities, against what tol allows.

    In index 3 rows are closed at the end of each step whatever was before. Accelerations normal to them are of low order and
    carry the rounding of g over h^2; they are no error of the motion, so that only what the rows allow counts.
    """
    r, nq, worst, across = mo.tableau.shape[1] - 1, mo.q.shape[0], 0.0, 0.0
    for j in range(mo.v.shape[0]):
        e = w = 0.0
        for i in range(r + 1):
            e += mo.tableau[2 + r, i] * mo.nodes_du[i, j]
            w += mo.tableau[2 + r, i] * mo.nodes_x[i, j]
        mo.u[j], mo.z[j] = h * e, h * h * w
        mo.nodes_r[0, j] = mo.u[j]
    if mo.own.index == 3 and ask(mo, port.PREPARE, t + h) == OK:
        _free_part(mo, t + h, mo.u)
        _free_part(mo, t + h, mo.z)
    for j in range(mo.v.shape[0]):
        scale = mo.clock.length if mo.sort[nq + j] == A_SPEED else 1.0
        worst = max(worst, abs(mo.u[j]) / scale, abs(mo.z[j]) / scale)
        across = max(across, abs(mo.nodes_r[0, j] - mo.u[j]) / scale)
    # outputs inside the step are off across the rows: that is not handed on, and may be a part of tol in every step
    return max(worst * mo.clock.span / h, across / ACROSS) / mo.clock.tol


@inner
def _outputs(mo: Any, t: float, h: float) -> None:
    """States inside the step just computed, by the polynomials through start and nodes."""
    r, nv, nw = mo.tableau.shape[1] - 1, mo.v.shape[0], mo.w.shape[0]
    copy(mo.q_new, mo.q_end)
    for k in range(mo.clock.first_output, mo.clock.last_output):
        z = (mo.times[k] - t) / h
        fill(mo.u, 0.0)
        fill(mo.out_v[k], 0.0)
        fill(mo.out_a[k], 0.0)
        fill(mo.out_w[k], 0.0)
        fill(mo.out_lam[k], 0.0)
        fill(mo.out_work[k], 0.0)
        for i in range(r + 1):
            weight = 1.0
            for l in range(r + 1):
                if l != i:
                    a = mo.tableau[0, i - 1] if i > 0 else 0.0
                    b = mo.tableau[0, l - 1] if l > 0 else 0.0
                    weight *= (z - b) / (a - b)
            if i > 0:
                add_times(weight, mo.nodes_u[i], mo.u)
            add_times(weight, mo.nodes_v[i] if i > 0 else mo.v, mo.out_v[k])
            add_times(weight, mo.nodes_x[i], mo.out_a[k])
            add_times(weight, mo.nodes_w[i] if i > 0 else mo.w, mo.out_w[k])
            for j in range(mo.lam.shape[0]):
                mo.out_lam[k, j] += weight * mo.nodes_x[i, nv + nw + j]
            add_times(weight, mo.nodes_work[i], mo.out_work[k])
        ask(mo, port.MOVE_BASE, 0.0)
        copy(mo.q_new, mo.out_q[k])
        copy(mo.ref, mo.out_ref[k])
    copy(mo.q_end, mo.q_new)


@inner
def _work(mo: Any, t: float, h: float) -> None:
    """Work up to each node, in mo.nodes_work, by the quadrature of the method."""
    r, n = mo.tableau.shape[1] - 1, mo.y.shape[0] - 3
    for i in range(r + 1):
        copy(mo.work, mo.nodes_work[i])
    if mo.power.shape[0] > 0:
        for i in range(r + 1):
            if i > 0:
                time = t + mo.tableau[0, i - 1] * h
                stand(mo, i)
                forces_at(mo, time)
                ask(mo, port.ENERGY, time)
            for k in range(r):
                weight = mo.tableau[1, k] if i == 0 else mo.tableau[2 + k, i - 1]
                for j in range(3):
                    mo.nodes_work[1 + k, j] += h * weight * (mo.power[j] if i == 0 else mo.energy[2 + j])
    put(mo.nodes_work[r], mo.y_new, n)


@inner
def _land(mo: Any, t: float) -> int:
    """Close q_new and v_new, and what belongs to them: a state to look for events at."""
    status = close(mo, t)
    return ask(mo, port.ACCELERATE, t) if status == OK else status


@inner
def _short(mo: Any, t: float, h: float) -> int:
    """A very short step to an event: index 3 would turn the rounding of g into velocities."""
    nv, nw = mo.v.shape[0], mo.w.shape[0]
    for j in range(nv):
        mo.u[j] = h * (mo.v[j] + 0.5 * h * mo.vd[j])
        mo.v_new[j] = mo.v[j] + h * mo.vd[j]
    for j in range(nw):
        mo.w_new[j] = mo.w[j] + h * mo.wd[j]
    for j in range(3):
        k = mo.y.shape[0] - 3 + j
        mo.y_new[k] = mo.y[k] + (h * mo.power[j] if mo.power.shape[0] > 0 else 0.0)
    ask(mo, port.MOVE_BASE, t)
    return _land(mo, t + h)


@inner
def _carry(mo: Any, vd: Any, wd: Any, lam: Any) -> None:
    """What the next step starts from."""
    nv, nw = mo.v.shape[0], mo.w.shape[0]
    put(vd, mo.nodes_x[0], 0)
    put(wd, mo.nodes_x[0], nv)
    put(lam, mo.nodes_x[0], nv + nw)


@inner
def _start(mo: Any, t: float) -> None:
    _carry(mo, mo.vd, mo.wd, mo.lam)
    begin(mo)
    ask(mo, port.POSITIONS, t)
    mo.clock.near = near_singular(mo, t)


@inner
def _try(mo: Any, t: float, h: float) -> int:
    """A step; singular positions are passed by explicit ones, whose solves are rank-safe."""
    own, c = mo.own, mo.clock
    own.planned = int(c.event_h > 0.0)
    own.short = int(c.near == 1 or (own.planned == 1 and h < SHORT * c.step))
    own.ratio = h / own.last_h if own.last_h > 0.0 else 1.0
    if c.near == 1:
        return explicit_step(mo, t, h)
    return _short(mo, t, h) if own.short == 1 else _attempt(mo, t, h)


@inner
def _judge(mo: Any, t: float, h: float) -> None:
    c, r = mo.clock, mo.tableau.shape[1] - 1
    c.escape = ESCAPE if mo.own.short == 1 else 0.0
    if mo.own.short == 1:
        judge_explicit_step(mo, h)
        c.growth = 2.0 if c.ratio == 0.0 else c.growth  # what made steps small may be over
        return
    c.ratio = _ratio(mo, t, h)
    growth = min(3.0, max(0.2, 0.85 * max(c.ratio, 1e-10) ** (-1.0 / (r + 1.0))))
    if growth > 1.2 or growth < 0.9:
        c.growth = growth


@inner
def _close(mo: Any, t: float, h: float) -> int:
    """Work, and the end of the step closed on all levels where that counts: at events, and near singular positions.

    There what is open, even by tol, is much along the direction that is nearly free. Redundant rows that are open contradict
    each other, and more so the more they drift.
    """
    own = mo.own
    contradict = mo.clock.epsilon > 0.0 and own.index < 3
    if own.short == 0:
        _work(mo, t, h)
        stand(mo, mo.tableau.shape[1] - 1)
        ask(mo, port.POSITIONS, t + h)
    own.ahead = near_singular(mo, t + h)
    return _land(mo, t + h) if own.short == 0 and (own.planned == 1 or own.ahead != 0 or contradict) else OK


@inner
def _keep(mo: Any, t: float, h: float) -> None:
    own = mo.own
    ask(mo, port.POSITIONS, t)
    _carry(mo, mo.vd_new, mo.wd_new, mo.lam_new)
    if mo.power.shape[0] > 0:  # (not before: a step with an event in it is taken again)
        if own.short == 1:
            forces_at(mo, t)
            ask(mo, port.ENERGY, t)
        take(mo.energy, 2, mo.power)
    own.predicted = int(own.planned == 0 and own.short == 0)
    own.last_h = h
    mo.clock.near = own.ahead


def method(task, t, h, address):  # type: ignore[no-untyped-def]
    """See march.py."""
    mo = block_at(address)
    status = OK
    if task == START:
        _start(mo, t)
    elif task == TRY:
        status = _try(mo, t, h)
    elif task == JUDGE:
        _judge(mo, t, h)
    elif task == CLOSE:
        status = _close(mo, t, h)
    elif task == DENSE:
        if mo.own.short == 1:
            hermite_outputs(mo, t, h)
        else:
            _outputs(mo, t, h)
    elif task == KEEP:
        _keep(mo, t + h, h)
    elif task == AGAIN:
        mo.own.predicted = mo.own.predicted if mo.own.short == 1 else 0
    elif task == FAILED:
        mo.own.predicted = 0
        status = explicit_instead(mo)
    return status

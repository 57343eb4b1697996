"""Outputs: the present state, and states inside a step by what the methods share, lines and cubics."""

from __future__ import annotations

from typing import Any

from jourdain.jit import inner
from jourdain.kernels.port import CHART, DIFFERENCE, MOVE_BASE, ask
from jourdain.kernels.vectors import copy


@inner
def store_state(mo: Any, k: int) -> None:
    """The present state becomes row k of the outputs."""
    copy(mo.q, mo.out_q[k])
    copy(mo.v, mo.out_v[k])
    copy(mo.vd, mo.out_a[k])
    copy(mo.w, mo.out_w[k])
    copy(mo.lam, mo.out_lam[k])
    copy(mo.ref, mo.out_ref[k])
    copy(mo.work, mo.out_work[k])


@inner
def put_output(mo: Any, k: int, i: int, value: float) -> None:
    """Number i of y at output k."""
    nq, nv, nw = mo.q.shape[0], mo.v.shape[0], mo.w.shape[0]
    if i < nq:
        mo.out_q[k, i] = value
    elif i < nq + nv:
        mo.out_v[k, i - nq] = value
    elif i < nq + nv + nw:
        mo.out_w[k, i - nq - nv] = value
    else:
        mo.out_work[k, i - nq - nv - nw] = value


@inner
def between(old: Any, new: Any, z: float, out: Any) -> None:
    """out = old + z (new - old)."""
    for i in range(out.shape[0]):
        out[i] = old[i] + z * (new[i] - old[i])


@inner
def linear_output(mo: Any, k: int, z: float) -> None:
    """What methods have no polynomial of, at output k, the part z of the step: along the line from its start to its end."""
    between(mo.vd, mo.vd_new, z, mo.out_a[k])
    between(mo.lam, mo.lam_new, z, mo.out_lam[k])
    copy(mo.ref, mo.out_ref[k])
    for i in range(3):
        mo.out_work[k, i] = mo.work[i] + z * (mo.y_new[mo.y.shape[0] - 3 + i] - mo.work[i])


@inner
def hermite_outputs(mo: Any, t: float, h: float) -> None:
    """States inside a step: cubics through values and rates at both ends; those of work are mo.power and mo.energy[2:]."""
    ask(mo, DIFFERENCE, t)
    ask(mo, CHART, t)  # end = rate of u at the end of the step
    copy(mo.u, mo.z)
    copy(mo.q_new, mo.q_end)
    for o in range(mo.clock.first_output, mo.clock.last_output):
        z = (mo.times[o] - t) / h
        r = 1.0 - z
        linear_output(mo, o, z)
        for i in range(mo.v.shape[0]):
            mo.u[i] = r * r * z * h * mo.v[i] + z * z * ((1.0 + 2.0 * r) * mo.z[i] - r * h * mo.end[i])
        _cubic(mo.v, mo.vd, mo.v_new, mo.vd_new, h, z, mo.out_v[o])
        _cubic(mo.w, mo.wd, mo.w_new, mo.wd_new, h, z, mo.out_w[o])
        if mo.power.shape[0] > 0:
            _cubic(mo.work, mo.power, mo.y_new[mo.y.shape[0] - 3 :], mo.energy[2:], h, z, mo.out_work[o])
        ask(mo, MOVE_BASE, t)
        copy(mo.q_new, mo.out_q[o])
    copy(mo.q_end, mo.q_new)


@inner
def _cubic(old: Any, rate: Any, new: Any, new_rate: Any, h: float, z: float, out: Any) -> None:
    """out = the cubic through values and rates at both ends of a step."""
    r = 1.0 - z
    for i in range(out.shape[0]):
        start, stop = (1.0 + 2.0 * z) * old[i] + z * h * rate[i], (1.0 + 2.0 * r) * new[i] - r * h * new_rate[i]
        out[i] = r * r * start + z * z * stop

"""States at output times: where a step ends, or between its ends."""

from __future__ import annotations

from typing import Any

from jourdain.jit import inner
from jourdain.kernels.kinds import chart, retract


@inner
def store(kind: Any, mo: Any, k: int) -> None:
    """The state at an output time that is hit by a step."""
    for i in range(kind.q):
        mo.out_q[k, i] = mo.q[i]
    for i in range(kind.v):
        mo.out_v[k, i] = mo.v[i]
        mo.out_a[k, i] = mo.vd[i]
    for i in range(kind.w):
        mo.out_w[k, i] = mo.w[i]
    for i in range(mo.lam.shape[0]):
        mo.out_lam[k, i] = mo.lam[i]
    for i in range(mo.ref.shape[0]):
        mo.out_ref[k, i] = mo.ref[i]
    for i in range(3):
        mo.out_work[k, i] = mo.work[i]


@inner
def between(kind: Any, s: Any, mo: Any, k: int, h: float, z: float) -> None:
    """The state at the fraction z of the step just computed (not yet accepted): cubic Hermite in the chart of the step."""
    z2, z3 = z * z, z * z * z
    h00, h10, h01, h11 = 2.0 * z3 - 3.0 * z2 + 1.0, z3 - 2.0 * z2 + z, 3.0 * z2 - 2.0 * z3, z3 - z2
    u, e = mo.u, mo.end
    chart(kind, u, mo.v_new, e, s.chart, s.chart_rate)  # rate of the chart coordinate at the end of the step
    for i in range(kind.v):
        e[i] = h01 * u[i] + h * (h10 * mo.v[i] + h11 * e[i])
        mo.out_v[k, i] = h00 * mo.v[i] + h01 * mo.v_new[i] + h * (h10 * mo.vd[i] + h11 * mo.vd_new[i])
        mo.out_a[k, i] = (1.0 - z) * mo.vd[i] + z * mo.vd_new[i]
    retract(kind, mo.q, e, mo.out_q[k])
    for i in range(kind.w):
        mo.out_w[k, i] = h00 * mo.w[i] + h01 * mo.w_new[i] + h * (h10 * mo.wd[i] + h11 * mo.wd_new[i])
    for i in range(mo.lam.shape[0]):
        mo.out_lam[k, i] = (1.0 - z) * mo.lam[i] + z * mo.lam_new[i]
    for i in range(mo.ref.shape[0]):
        mo.out_ref[k, i] = mo.ref[i]
    for i in range(3):  # powers are smooth: linear between the ends is of the order of the method
        mo.out_work[k, i] = mo.work[i] + (z * h * mo.power[i] if mo.power.shape[0] > 0 else 0.0)

"""The end of a step of the continuous Galerkin method: velocities from momenta, projection of variant P; see method.py.

Theory: docs/theory/galerkin.md.
"""

from __future__ import annotations

import math
from typing import Any

from jourdain.integrators.galerkin.points import INVERSE, WEIGHTS, P, degree, moved
from jourdain.integrators.stepping import least_energy
from jourdain.jit import inner
from jourdain.kernels import port
from jourdain.kernels.port import ask, ask_canonical
from jourdain.kernels.status import OK
from jourdain.kernels.vectors import add, add_times, copy, dot, fill, negate


@inner
def finish(mo: Any, t: float, h: float) -> None:
    """q_new, w_new and the momenta mo.p at the end of the step, before any projection."""
    weights = mo.tableau[WEIGHTS]
    moved(mo, weights, mo.nodes_v, 0, mo.q, h, mo.q_new)
    moved(mo, weights, mo.nodes_x, 0, mo.p_start, h, mo.p)
    moved(mo, weights, mo.nodes_x, mo.v.shape[0], mo.w, h, mo.w_new)
    ask(mo, port.POSITIONS, t + h)


@inner
def land(mo: Any, t: float, h: float, passes: int) -> int:
    """The state at the end: velocities from the momenta; variant P: those that the rows allow, mo.impulse = theirs.

    passes: of refinement, with new factors; 0: one, from v_new as it is and with the factors there are.
    """
    nv, m = mo.v.shape[0], mo.lam.shape[0]
    finish(mo, t, h)
    if passes > 0:
        copy(mo.nodes_v[degree(mo) - 1], mo.v_new)
    if mo.own.variant != P or m == 0:
        copy(mo.p, mo.p_new)
        ask_canonical(mo, port.VELOCITY_OF, t + h)
        return OK
    if passes > 0:
        status = ask(mo, port.PREPARE, t + h)
        if status != OK:
            return status
    fill(mo.impulse, 0.0)
    fill(mo.lam_new, 0.0)
    for _ in range(max(passes, 1) + mo.own.of_v):  # one is exact, but for rounding, where L is quadratic in v
        ask_canonical(mo, port.CANONICAL, t + h)
        ask(mo, port.VELOCITIES, t + h)
        for j in range(nv):
            mo.end[j] = mo.p[j] - mo.p_new[j]
        negate(mo.rate, mo.turned)
        ask_canonical(mo, port.SADDLE, t + h)
        add(mo.z, mo.v_new)
        copy(mo.turned, mo.impulse)
    return OK


@inner
def project(mo: Any, t: float, h: float, renewed: bool) -> float:
    """Variant P: mu becomes the mean of what the start and the end ask for; how much it changes, against the velocities.

    p_start = p + N mu, p_end = p + (-1)^k N mu with N = G^T K^T: equal kinetic energy in both, and rows closed at the end.
    renewed: compute K of the end anew.
    """
    m, nv = mo.lam.shape[0], mo.v.shape[0]
    copy(mo.v_end, mo.v_new)
    if land(mo, t, h, 1 if renewed else 0) != OK:
        return math.inf
    copy(mo.v_new, mo.v_end)
    if renewed:
        ask_canonical(mo, port.ROWS_BASIS if by_basis(mo) else port.ROWS_METRIC, t + h)
    sign = -1.0 if degree(mo) % 2 == 1 else 1.0
    change, size = 0.0, least_energy(mo)
    _asked_for(mo, t + h)
    for r in range(m):
        wanted = 0.5 * (mo.mu[r] + sign * mo.turned[r])
        mo.turned[r] = wanted - mo.mu[r]
        change = max(change, abs(mo.turned[r]))
        mo.mu[r] = wanted
    for j in range(nv):
        size += mo.v_new[j] * mo.p[j]
    kick(mo)
    _answer_kick(mo, h)
    return change / math.sqrt(abs(size))


@inner
def by_basis(mo: Any) -> bool:
    """Are some rows redundant, so that K is that of independent ones, which are chosen where steps begin?"""
    return mo.clock.epsilon > 0.0 and mo.own.regular_mass == 1


@inner
def _asked_for(mo: Any, t: float) -> None:
    """turned = x of K^T x = impulse: what the end of the step asks of mu; v_new becomes v_end."""
    K, m = mo.rows_square, mo.lam.shape[0]
    if not by_basis(mo):
        for i in range(m - 1, -1, -1):
            total = mo.impulse[i]
            for j in range(i + 1, m):
                total -= K[j, i] * mo.turned[j]
            mo.turned[i] = total / K[i, i] if K[i, i] > 0.0 else 0.0
        return
    copy(
        mo.p, mo.p_new
    )  # not all rows are in K: x = -K (G v + g_t), which takes away the rates of the momenta before it
    ask_canonical(mo, port.VELOCITY_OF, t)
    ask(mo, port.VELOCITIES, t)
    for i in range(m):
        mo.turned[i] = -dot(K[i], mo.rate)
    copy(mo.v_end, mo.v_new)


@inner
def _answer_kick(mo: Any, h: float) -> None:
    """The multipliers that answer a change of mu, in mo.turned, where the rows stay as they are: velocities hardly change."""
    k, m, first = degree(mo), mo.lam.shape[0], mo.v.shape[0] + mo.w.shape[0]
    for i in range(k):
        weight = 0.0
        for l in range(k):
            weight += mo.tableau[INVERSE + i, l]
        for r in range(m):
            total = 0.0
            for l in range(m):
                total += mo.factor_start[l, r] * mo.turned[l]
            mo.nodes_x[i, first + r] -= weight * total / h


@inner
def kick(mo: Any) -> None:
    """p_start = p_begin, the momenta at the start of the step, with N mu."""
    K, G, m = mo.factor_start, mo.rows_start, mo.lam.shape[0]
    copy(mo.p_begin, mo.p_start)
    for r in range(m):
        total = 0.0
        for l in range(m):
            total += K[l, r] * mo.mu[l]
        add_times(total, G[r], mo.p_start)

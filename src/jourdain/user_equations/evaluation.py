"""What the user's functions give at a state, with derivatives that they do not give.

The functions are asked by address, too: `fetch` asks for what is given below at time t and the state at_q, at_v, at_w,
at_lam. Derivatives that the user does not give are differences of fourth order along the way they are needed.
"""

from __future__ import annotations

from typing import Any

from jourdain.jit import inner
from jourdain.kernels.context import call
from jourdain.kernels.port import position_rows
from jourdain.kernels.vectors import copy, copy_matrix, fill
from jourdain.user_equations.memory import MASS, MATRIX, ROWS, TERMS

ALONG = 1e-3  # step of differences of fourth order


@inner
def fetch(me: Any, mo: Any, what: int, t: float) -> None:
    """Ask the user's functions at the state in at_q .."""
    call(me.own.call, what, t, 0.0, me)


@inner
def at_new(me: Any, mo: Any) -> None:
    """The state to ask about is q_new .."""
    copy(mo.q_new, me.at_q)
    copy(mo.v_new, me.at_v)
    copy(mo.w_new, me.at_w)
    copy(mo.lam_new, me.at_lam)


@inner
def weight(k: int) -> float:
    """Weights of a derivative by values at -2, -1, 1, 2 steps."""
    return (1.0 if k == -2 else -8.0 if k == -1 else 8.0 if k == 1 else -1.0) / 12.0


@inner
def matrix(me: Any, mo: Any, t: float) -> None:
    """user_G at the state in at_q .."""
    fetch(me, mo, MATRIX, t)
    if me.own.jacobian == 1 or position_rows(mo) == 0:
        return  # else those were the rows at velocity level only
    for j in range(me.at_q.shape[0]):
        old = me.at_q[j]
        d = ALONG * max(1.0, abs(old))
        for r in range(position_rows(mo)):
            me.user_G[r, j] = 0.0
        for k in (-2, -1, 1, 2):
            me.at_q[j] = old + k * d
            fetch(me, mo, ROWS, t)
            for r in range(position_rows(mo)):
                me.user_G[r, j] += weight(k) * me.user_g[r] / d
        me.at_q[j] = old


@inner
def rates(me: Any, mo: Any, t: float, out: Any) -> None:
    """out = G v + g_t, or A v + b, at the state in at_q ..; leaves user_G."""
    m, n = me.user_G.shape
    fill(out, 0.0)
    if position_rows(mo) > 0:
        for k in (-2, -1, 1, 2):
            fetch(me, mo, ROWS, t + k * ALONG)
            for r in range(position_rows(mo)):
                out[r] += weight(k) * me.user_g[r] / ALONG
    if me.own.terms == 1:
        fetch(me, mo, TERMS, t)
        for r in range(position_rows(mo), m):
            out[r] += me.user_b[r]
    matrix(me, mo, t)
    for r in range(m):
        for i in range(n):
            out[r] += me.user_G[r, i] * me.at_v[i]


@inner
def stand(me: Any, mo: Any, t: float) -> None:
    """g, M and G at q_new."""
    at_new(me, mo)
    fetch(me, mo, MASS, t)
    matrix(me, mo, t)
    fetch(me, mo, ROWS, t)
    copy_matrix(me.user_M, me.M)
    copy_matrix(me.user_G, me.G)
    for r in range(mo.g.shape[0]):
        mo.g[r] = me.user_g[r] if r < position_rows(mo) else 0.0

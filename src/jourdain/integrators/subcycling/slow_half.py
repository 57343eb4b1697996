"""Common updates of a Lagrangian by halves of its equations (lagrange/halves.py): slow forces are asked once in a long step.

Without rows a common update asks the fast half alone, and adds the answer to the slow forces; with rows it asks the whole, for
the sake of their multipliers. Theory: docs/theory/subcycling.md.
"""

from __future__ import annotations

from typing import Any

from jourdain.integrators.subcycling.blocks import SLOW_MOMENTUM, count, expand
from jourdain.integrators.treatments.reduced import reduced
from jourdain.jit import inner
from jourdain.kernels import port
from jourdain.kernels.dense import cholesky_solve
from jourdain.kernels.port import STAGE, ask, treat
from jourdain.kernels.status import OK
from jourdain.kernels.vectors import fill


@inner
def find_slow_forces(mo: Any, t: float) -> None:
    """slow_force at q_new, v_new."""
    here = mo.calls.context
    mo.calls.context = mo.own.slow_side
    ask(mo, port.POSITIONS, t)
    ask(mo, port.FORCES, t, port.NO_BIAS)
    mo.calls.context = here
    mo.counts.evaluations += 1


@inner
def _answer(me: Any, mo: Any, force: Any, a: Any) -> None:
    """a += M^-1 force, by the factors that the treatment has left."""
    n = count(me, mo)
    reduced(me, force, n, mo.right)
    cholesky_solve(me.reduced, n, mo.right)
    expand(me, mo, n, a)


@inner
def find_kick(me: Any, mo: Any, kick: Any) -> None:
    """M^-1 slow_force."""
    fill(kick, 0.0)
    if mo.own.split > 0 and mo.own.ratio > 1 and mo.own.scheme == SLOW_MOMENTUM:
        _answer(me, mo, mo.slow_force, kick)


@inner
def stand(me: Any, mo: Any, task: int, t: float, long: float) -> int:
    """The slopes at a common update; without rows by the fast side, and the answer to slow forces, which are asked once."""
    anew = task == STAGE or mo.own.slow_rates == 1
    if mo.own.split < 2:
        status = treat(mo, task, t, long)
        if status == OK and anew and mo.own.split == 1 and mo.own.scheme == SLOW_MOMENTUM:
            find_slow_forces(mo, t)
        return status
    whole, known = mo.calls.context, mo.counts.evaluations
    mo.calls.context = mo.own.fast_side
    status = treat(mo, task, t, long)
    mo.calls.context = whole
    mo.own.fast_evaluations += mo.counts.evaluations - known
    mo.counts.evaluations = known
    if status == OK:
        if anew:
            find_slow_forces(mo, t)
        nq, nv = mo.q.shape[0], mo.v.shape[0]
        _answer(me, mo, mo.slow_force, mo.slope[nq : nq + nv])
    return status

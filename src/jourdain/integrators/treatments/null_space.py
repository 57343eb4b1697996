"""The differentiable null space: an orthonormal basis V(q) of the motions that the rows allow which changes continuously.

V at the beginning of a step is projected on the motions that are allowed elsewhere and orthonormalised by Gram-Schmidt; QR or
SVD alone would give bases that jump. Velocities are V z, so they are closed at each stage; positions if `stabilise` says so.
Theory: docs/theory/treatments.md.
"""

from __future__ import annotations

from typing import Any

from jourdain.integrators.treatments.memory import treatment_at
from jourdain.integrators.treatments.reduced import (
    choose_orthogonal,
    evaluate_at_start,
    follow,
    orthonormalise,
    reduced_slopes,
)
from jourdain.jit import inner
from jourdain.kernels.motion import motion_at
from jourdain.kernels.port import BEGIN
from jourdain.kernels.status import BAD_PIVOT, OK


@inner
def _carry(me: Any, mo: Any, rank: int) -> bool:
    """The basis chosen before, at the present positions."""
    if not follow(me, mo, rank):
        return False
    V, D = me.chosen, me.across
    n = V.shape[0]
    for j in range(n - rank):
        for a in range(rank):
            dot = 0.0
            for i in range(n):
                dot += D[i, a] * V[i, j]
            for i in range(n):
                V[i, j] -= dot * D[i, a]
    orthonormalise(V, n - rank)
    return True


def treatment(task, t, h, address):  # type: ignore[no-untyped-def]
    """options: rank, stabilise, 1, 1 once there is a basis."""
    mo = motion_at(address)
    me = treatment_at(mo.calls.memory)
    if task != BEGIN:
        return reduced_slopes(me, mo, task, t)
    evaluate_at_start(me, mo, t)
    if me.options.has_basis == 0.0:
        me.options.rank = choose_orthogonal(me, mo)
        me.options.has_basis = 1.0
        return OK
    return OK if _carry(me, mo, int(me.options.rank)) else BAD_PIVOT

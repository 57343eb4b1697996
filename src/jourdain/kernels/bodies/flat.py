"""Positions that add up: what kinds share whose velocities are the rates of their positions."""

from __future__ import annotations

from typing import Any

from jourdain.jit import inner
from jourdain.kernels.vectors import copy

NOTHING = ("normalise", "chart_terms", "chart_error", "chart_inverse")


@inner
def retract(q0: Any, u: Any, q: Any) -> None:
    for i in range(q.shape[0]):
        q[i] = q0[i] + u[i]


@inner
def difference(q0: Any, q: Any, u: Any) -> None:
    for i in range(q.shape[0]):
        u[i] = q[i] - q0[i]


@inner
def qdot(q: Any, v: Any, qd: Any) -> None:
    copy(v, qd)


@inner
def chart(u: Any, v: Any, ud: Any, A: Any, W: Any) -> None:
    """The chart is flat: A = I and W = 0 (left untouched)."""
    copy(v, ud)


@inner
def apply_chart(chart: Any, body: int, K: Any, pair: int, c: float) -> None:
    for i in range(K.shape[1]):
        for j in range(K.shape[2]):
            K[pair, i, j] *= c

"""Anderson's mixing for the iterations of the Galerkin method: the next iterate from the last few and their corrections.

Newton's matrix is that of the middle of the step; where bodies turn much in a step its corrections contract by a tenth or so
each. The combination of the last corrections that is smallest takes out what they have in common.
Theory: docs/theory/galerkin.md.
"""

from __future__ import annotations

import math
from typing import Any

from jourdain.jit import inner
from jourdain.kernels.vectors import add_times, copy

MIXED = 3  # corrections that the next one is mixed from

NOW, NEXT, LAST, FIRST = 0, 1, 2, 3  # rows of unknowns and corrections; from FIRST on their changes


@inner
def _passed(part: Any, x: Any, at: int, put: bool) -> int:
    """Take part to x[at:], or put it from there; where the next part stands."""
    for j in range(part.shape[0]):
        if put:
            part[j] = x[at + j]
        else:
            x[at + j] = part[j]
    return at + part.shape[0]


@inner
def _exchange(mo: Any, k: int, x: Any, put: bool) -> None:
    """Take all unknowns to x, or put them from there: rates at the k nodes, what stands beside them, and mu."""
    at = 0
    for i in range(k):
        at = _passed(mo.nodes_v[i], x, at, put)
    for i in range(k):
        at = _passed(mo.nodes_x[i], x, at, put)
    _passed(mo.mu, x, at, put)


@inner
def before(mo: Any, k: int) -> None:
    """Note the unknowns before a correction."""
    _exchange(mo, k, mo.unknowns[NOW], False)


@inner
def mix(mo: Any, k: int, made: int) -> None:
    """After a correction, made: how many there were before it in this step. Replaces the unknowns by the mixed ones.

    G: unknowns after a correction, F: the correction. G - sum c_d dG_d with the c that make F - sum c_d dF_d least, on the
    rates of positions, which the rest follows; dG_d, dF_d: the last few changes of G and F.
    """
    X, F = mo.unknowns, mo.corrections
    total = X.shape[1]
    _exchange(mo, k, X[NEXT], False)
    for i in range(total):
        F[NEXT, i] = X[NEXT, i] - X[NOW, i]
    count = min(made, MIXED)
    if made > 0:
        row = FIRST + (made - 1) % MIXED
        for i in range(total):
            X[row, i], F[row, i] = X[NEXT, i] - X[LAST, i], F[NEXT, i] - F[LAST, i]
    copy(X[NEXT], X[LAST])
    copy(F[NEXT], F[LAST])
    if count > 0 and _coefficients(mo, k * mo.v.shape[0], count):
        for d in range(count):
            add_times(-F[NOW, d], X[FIRST + d], X[NEXT])
        _exchange(mo, k, X[NEXT], True)


@inner
def _coefficients(mo: Any, n: int, count: int) -> bool:
    """corrections[NOW, :count] = c, by Cholesky's method on the normal equations; False where they are singular."""
    F = mo.corrections
    c = F[NOW]  # the coefficients, and after them the factor; long enough: there are more unknowns than that
    for d in range(count):
        total = 0.0
        for i in range(n):
            total += F[FIRST + d, i] * F[NEXT, i]
        c[d] = total
        for e in range(d + 1):
            total = 0.0
            for i in range(n):
                total += F[FIRST + d, i] * F[FIRST + e, i]
            if d == e:
                total *= 1.0 + 1e-11
            for k in range(e):
                total -= c[MIXED + MIXED * d + k] * c[MIXED + MIXED * e + k]
            if d == e:
                if not total > 0.0:
                    return False
                c[MIXED + MIXED * d + d] = math.sqrt(total)
            else:
                c[MIXED + MIXED * d + e] = total / c[MIXED + MIXED * e + e]
    for d in range(count):
        for k in range(d):
            c[d] -= c[MIXED + MIXED * d + k] * c[k]
        c[d] /= c[MIXED + MIXED * d + d]
    for d in range(count - 1, -1, -1):
        for k in range(d + 1, count):
            c[d] -= c[MIXED + MIXED * k + d] * c[k]
        c[d] /= c[MIXED + MIXED * d + d]
    return True

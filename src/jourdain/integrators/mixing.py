"""Anderson's mixing for iterations of implicit methods: the next iterate from the last few and their corrections.

Newton's matrix is that of one point of the step; where bodies or a stiff spring turn much in it, its corrections contract by a
tenth or so each, or not at all. The combination of the last corrections that is smallest takes out what they have in common.
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
def passed(part: Any, x: Any, at: int, put: bool) -> int:
    """Take part to x[at:], or put it from there; where the next part stands."""
    for j in range(part.shape[0]):
        if put:
            part[j] = x[at + j]
        else:
            x[at + j] = part[j]
    return at + part.shape[0]


@inner
def mixed(X: Any, F: Any, made: int, leading: int) -> bool:
    """X[NOW], X[NEXT]: unknowns before and after a correction, made: how many there were before it. X[NEXT] becomes the mix.

    G: unknowns after a correction, F: the correction. G - sum c_d dG_d with the c that make F - sum c_d dF_d least, on the
    `leading` unknowns, which the rest follows; dG_d, dF_d: the last few changes of G and F. False: nothing to mix.
    """
    total = X.shape[1]
    for i in range(total):
        F[NEXT, i] = X[NEXT, i] - X[NOW, i]
    count = min(made, MIXED)
    if made > 0:
        row = FIRST + (made - 1) % MIXED
        for i in range(total):
            X[row, i], F[row, i] = X[NEXT, i] - X[LAST, i], F[NEXT, i] - F[LAST, i]
    copy(X[NEXT], X[LAST])
    copy(F[NEXT], F[LAST])
    if count == 0 or not _coefficients(F, leading, count):
        return False
    for d in range(count):
        add_times(-F[NOW, d], X[FIRST + d], X[NEXT])
    return True


@inner
def _coefficients(F: Any, n: int, count: int) -> bool:
    """corrections[NOW, :count] = c, by Cholesky's method on the normal equations; False where they are singular."""
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

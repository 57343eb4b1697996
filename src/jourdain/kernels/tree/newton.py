"""Newton's method in joint coordinates: the tasks FACTOR_NEWTON to BACK, with dense matrices.

A matrix [A, B; C, E] of joint unknowns and rows is eliminated with row exchanges in A, and then along the diagonal in what is
left of E, with the largest pivot next: as many rows as are redundant come last and are left out. So nothing is regularised.
Theory: docs/theory/tree.md.
"""

from __future__ import annotations

import math
from typing import Any

from jourdain.jit import inner
from jourdain.kernels import port
from jourdain.kernels.crossings import note_passage
from jourdain.kernels.linalg import DEPENDENT, LEAST_USUAL
from jourdain.kernels.status import BAD_PIVOT, OK
from jourdain.kernels.tables import BASE_RANK, LARGEST_NEWTON, LEAST, SMALLEST
from jourdain.kernels.tree.rows import ROUNDING
from jourdain.kernels.tree.tangent import linearise, newton_matrix
from jourdain.kernels.vectors import copy, fill


@inner
def factor_saddle(F: Any, n: int, exchange: Any, scale: Any, redundant: int) -> float:
    """F = L U in place; its first n unknowns are no rows. exchange: with which one each changed places, -1 for rows left out.

    Returns the smallest pivot of the scaled rows, 1 if there is none, or -1 if A is singular.
    """
    size = F.shape[0]
    for k in range(n):
        best = k
        for i in range(k + 1, n):
            if abs(F[i, k]) > abs(F[best, k]):
                best = i
        if not abs(F[best, k]) > 0.0:
            return -1.0
        exchange[k] = best
        if best != k:
            for j in range(size):
                F[k, j], F[best, j] = F[best, j], F[k, j]
        _reduce(F, k)
    least, first = 1.0, 0.0
    for k in range(n, size):
        best, largest = k, -1.0
        for i in range(k, size):
            weight = abs(F[i, i]) * scale[i - n] ** 2
            if weight > largest:
                best, largest = i, weight
        first = max(first, largest)
        if k >= size - redundant or not largest > ROUNDING * first:
            for i in range(k, size):
                exchange[i] = -1
            return least if k >= size - redundant else 0.0
        least = min(least, largest)
        exchange[k] = best
        if best != k:
            scale[k - n], scale[best - n] = scale[best - n], scale[k - n]
            for j in range(size):
                F[k, j], F[best, j] = F[best, j], F[k, j]
            for i in range(size):
                F[i, k], F[i, best] = F[i, best], F[i, k]
        _reduce(F, k)
    return least


@inner
def _reduce(F: Any, k: int) -> None:
    """Take the pivot k out of the rows below it."""
    size = F.shape[0]
    for i in range(k + 1, size):
        F[i, k] /= F[k, k]
        f = F[i, k]
        if f != 0.0:
            for j in range(k + 1, size):
                F[i, j] -= f * F[k, j]


@inner
def solve_saddle(F: Any, n: int, exchange: Any, x: Any) -> None:
    """x = A^-1 x by factor_saddle(); zero for rows that are left out."""
    size = F.shape[0]
    used = size
    for k in range(size):
        if exchange[k] < 0:
            used = min(used, k)
        elif exchange[k] != k:
            x[k], x[exchange[k]] = x[exchange[k]], x[k]
    for i in range(used):
        for k in range(i):
            x[i] -= F[i, k] * x[k]
    for i in range(used, size):
        x[i] = 0.0
    for i in range(used - 1, -1, -1):
        for k in range(i + 1, used):
            x[i] -= F[i, k] * x[k]
        x[i] /= F[i, i]
    for k in range(used - 1, n - 1, -1):  # rows back to their places
        if exchange[k] != k:
            x[k], x[exchange[k]] = x[exchange[k]], x[k]


@inner
def _scales(tr: Any, s: Any, out: Any) -> None:
    """Scales of the rows, which pivots count in."""
    for r in range(out.shape[0]):
        weight = s.rows[r].weight
        known = tr.scale[r] != 0.0 and s.rows[r].active == 1
        out[r] = tr.scale[r] if known else 1.0 / math.sqrt(weight) if weight > 0.0 else 1.0


@inner
def _mark_left_out(tr: Any, exchange: Any, n: int, marks: Any) -> None:
    """marks[r] = 1 for rows that are left out, else 0."""
    order, m = tr.row_place, marks.shape[0]
    for r in range(m):
        order[r] = r
    for k in range(m):
        other = exchange[n + k]
        if other >= 0:
            order[k], order[other - n] = order[other - n], order[k]
    for k in range(m):
        marks[order[k]] = 1 if exchange[n + k] < 0 else 0


@inner
def _redundant(s: Any) -> int:
    """How many rows depend on others."""
    return int(s.flags[BASE_RANK])


@inner
def _factor_newton(kind: Any, tr: Any, s: Any, mo: Any, t: float, h: float) -> int:
    c, n, flags = mo.clock, tr.S.shape[0] + kind.w, s.flags
    mo.counts.factorizations += 1
    linearise(kind, tr, s, mo)
    newton_matrix(kind, tr, s, mo.u, 1.0, c.c_damping, c.c_stiffness, tr.newton)
    _scales(tr, s, tr.y)
    least = factor_saddle(tr.newton, n, tr.exchange, tr.y, _redundant(s))
    if least < 0.0:
        return BAD_PIVOT
    _mark_left_out(tr, tr.exchange, n, mo.left_out)
    flags[LEAST], flags[LARGEST_NEWTON] = least, max(flags[LARGEST_NEWTON], least)
    usual = min(1.0, max(flags[LARGEST_NEWTON], LEAST_USUAL))
    flags[SMALLEST] = least / usual if least >= DEPENDENT else 0.0
    note_passage(s, mo, t, max(h, c.tried))
    return OK


@inner
def _parts(kind: Any, tr: Any, s: Any, mo: Any) -> None:
    """Dense matrices, row after row."""
    n = tr.newton.shape[0]
    linearise(kind, tr, s, mo)
    fill(tr.f, 0.0)
    for part in range(3):
        newton_matrix(kind, tr, s, tr.f, 1.0 * (part == 0), 1.0 * (part == 1), 1.0 * (part == 2), tr.newton)
        for i in range(n):
            for j in range(n):
                mo.parts[part, i * n + j] = tr.newton[i, j]


@inner
def _factor(kind: Any, tr: Any, s: Any, mo: Any, slot: int) -> int:
    """Complex factors of mass + g damping + g^2 stiffness."""
    n, g, F = tr.complex_newton.shape[0], mo.shifts[1, slot], tr.complex_newton
    mo.counts.factorizations += 1
    for i in range(n):
        for j in range(n):
            e = i * n + j
            F[i, j] = mo.parts[0, e] + g * (mo.parts[1, e] + g * mo.parts[2, e])
    _scales(tr, s, tr.y)
    first = tr.S.shape[0] + kind.w
    if factor_saddle(F, first, tr.exchange, tr.y, _redundant(s)) < 0.0:
        return BAD_PIVOT
    _mark_left_out(tr, tr.exchange, first, mo.dropped[slot])
    for i in range(n):
        mo.pivots[slot, i] = tr.exchange[i]
        for j in range(n):
            mo.factors[slot, i * n + j] = F[i, j]
    return OK


@inner
def _back(kind: Any, tr: Any, mo: Any, slot: int) -> None:
    n, F = tr.complex_newton.shape[0], tr.complex_newton
    for i in range(n):
        tr.exchange[i] = int(mo.pivots[slot, i].real)
        for j in range(n):
            F[i, j] = mo.factors[slot, i * n + j]
    solve_saddle(F, tr.S.shape[0] + kind.w, tr.exchange, mo.rights[slot])


@inner
def answer_newton(kind: Any, tr: Any, s: Any, mo: Any, task: int, t: float, h: float) -> int:
    """The tasks of Newton's method; joints that do not fit are refused before."""
    if task == port.FACTOR_NEWTON:
        return _factor_newton(kind, tr, s, mo, t, h)
    if task == port.SOLVE_NEWTON:
        copy(tr.residual, tr.step)
        solve_saddle(tr.newton, tr.S.shape[0] + kind.w, tr.exchange, tr.step)
    elif task == port.PARTS:
        _parts(kind, tr, s, mo)
    elif task == port.FACTOR:
        return _factor(kind, tr, s, mo, int(h))
    elif task == port.BACK:
        _back(kind, tr, mo, int(h))
    return OK

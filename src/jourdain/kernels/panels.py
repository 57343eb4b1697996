"""A = U^T D^-1 U of the symmetric saddle matrix [M, G^T; G, -eps W] of large machines, by panels.

A panel is a run of pivots whose rows of U end in the same columns (system/panels.py). For row i of U the sum

    U_ij -= sum_k U_ki U_kj / d_k,   j >= i

over the pivots k of a panel is taken for all its columns at once, in memory side by side, and put where it belongs then: the
compiler makes vectors of it, and there are no indices to read for each product. L is not needed: its entries are those of U.
Asked by address: small machines, whose entries are faster one by one (linalg.py), never compile it.
Theory: docs/theory/sparse-lu.md.
"""

from __future__ import annotations

import functools
import math
from typing import Any

from jourdain.jit import by_address, inner, leaf
from jourdain.kernels.context import system_at
from jourdain.kernels.linalg import choose_left_out


@functools.cache
def compiled() -> Any:
    """The function, compiled or loaded once; its address is gone with it."""
    return by_address(_factor, "int64(int64, float64, float64, int64)")


def address() -> int:
    """Where the function is; it holds for this process only."""
    return int(compiled().address)


def _factor(first_row, too_small, most, at):  # type: ignore[no-untyped-def]
    """As linalg.factor(), for a symmetric matrix."""
    s = system_at(at)
    bad = _eliminate(s)
    if bad < 0:
        choose_left_out(s, first_row, too_small, most)
        _hand_over(s)
    return bad


@leaf
def _tail(s: Any, k: int, n: int) -> Any:
    """The last n numbers of row k of U."""
    end = s.panel_start[k + 1]
    return s.panels[end - n : end]


@inner
def _sum_up(s: Any, first: int, last: int, n: int, sums: Any) -> None:
    """sums = sum_k U_ki U_kj / d_k over two pivots and more, first .. last - 1; j: the last n columns, i the first of these."""
    pivot = s.pivot
    a, b, k = _tail(s, first, n), _tail(s, first + 1, n), first + 2
    fa, fb = a[0] * pivot[first], b[0] * pivot[first + 1]
    for j in range(n):
        sums[j] = fa * a[j] + fb * b[j]
    while k + 3 < last:
        a, b, c, d = _tail(s, k, n), _tail(s, k + 1, n), _tail(s, k + 2, n), _tail(s, k + 3, n)
        fa, fb, fc, fd = a[0] * pivot[k], b[0] * pivot[k + 1], c[0] * pivot[k + 2], d[0] * pivot[k + 3]
        for j in range(n):
            sums[j] += fa * a[j] + fb * b[j] + fc * c[j] + fd * d[j]
        k += 4
    while k < last:
        a = _tail(s, k, n)
        fa = a[0] * pivot[k]
        for j in range(n):
            sums[j] += fa * a[j]
        k += 1


@inner
def _eliminate(s: Any) -> int:
    """s.panels = U, s.pivot = 1 / d; d also on the diagonal of s.values. Returns -1, or a row with a useless pivot."""
    start, column, U, row_of = s.panel_start, s.panel_column, s.panels, s.ordered
    seen = s.panel_seen  # entries of the last row of each panel that rows have gone by, which come in order
    for k in range(s.diagonal.shape[0]):
        seen[k] = start[k]
    for i in range(s.diagonal.shape[0]):
        columns, row = column[start[i] : start[i + 1]], U[start[i] : start[i + 1]]
        for j in range(row.shape[0]):
            row_of[columns[j]] = 0.0
        for e in range(s.diagonal[i], s.row_start[i + 1]):
            row_of[s.column[e]] = s.values[e]
        for p in range(s.reach_start[i], s.reach_start[i + 1]):
            first = s.reach[p]
            last = min(s.panel_end[first], i)
            here = seen[last - 1]
            seen[last - 1] += 1
            n = start[last] - here
            behind, sums = column[here : here + n], s.panel_sums[:n]
            if last == first + 1:
                alone = U[here : here + n]
                f = alone[0] * s.pivot[first]
                for j in range(n):
                    row_of[behind[j]] -= f * alone[j]
                continue
            _sum_up(s, first, last, n, sums)
            for j in range(n):
                row_of[behind[j]] -= sums[j]
        for j in range(row.shape[0]):
            row[j] = row_of[columns[j]]
        d = row_of[i]
        s.values[s.diagonal[i]] = d
        if d == 0.0 or not math.isfinite(d):
            return i
        s.pivot[i] = 1.0 / d
    return -1


@inner
def _hand_over(s: Any) -> None:
    """The factors as linalg.solve() takes them. A pivot of 0 leaves a row out: its column of L and its row of U are zero."""
    lower, upper, L, U, pivot = s.lower, s.upper, s.L, s.U, s.pivot
    if s.used[0] != L.shape[0]:  # places, which stay what they are unless linalg.factor() leaves rows out
        for e in range(L.shape[0]):
            s.L_row[e], s.L_column[e] = lower[0, e], lower[1, e]
            s.U_row[e], s.U_column[e] = upper[0, e], upper[1, e]
        s.used[0] = s.used[1] = L.shape[0]
    for i in range(pivot.shape[0]):
        if s.left_out[i] == 1:
            pivot[i] = 0.0
    for e in range(L.shape[0]):
        L[e] = s.panels[s.lower_panel[e]] * pivot[s.L_column[e]]
    for e in range(U.shape[0]):
        U[e] = s.panels[s.upper_panel[e]] * pivot[s.U_row[e]]

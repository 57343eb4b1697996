"""Linear algebra: static-pattern LU for the saddle matrix, and a rank-safe dense solve for singular positions.

The pattern, the elimination order and every update are found once (symbolic.py); the numbers are then factored without
pivoting. The order guarantees regular pivots whenever G has full rank; redundant rows are kept regular by -eps.
Theory: docs/theory/sparse-lu.md and docs/theory/singular.md.
"""

from __future__ import annotations

import math
from typing import Any

from jourdain.jit import inner, leaf
from jourdain.kernels.tables import BASE_RANK, LARGEST, LARGEST_NEWTON, LEAST, PIVOT_SCALE, SMALLEST

DEPENDENT = 1e-5  # a scaled multiplier pivot below this belongs to a row that depends on others
NO_LOOPS = 2.0  # instead of the smallest pivot of rows in loops
LEAST_USUAL = 1e-2  # a start near a singular position must not make that the usual
ABOVE = 100.0  # times eps: pivots of redundant rows are below this, unless another one is the smaller for it
INDEPENDENT = 10.0  # a smallest pivot above this, which regular ones never reach: a row counted as redundant is none
REDUNDANT = 3e-4  # a scaled pivot below this, as many as rows are redundant, is left out; above the root of eps
CLEAR = 1e-4  # rows are left out only if the scaled pivots of all others are above this


@leaf
def eliminate(
    row_start: Any, diagonal: Any, lower: Any, target: Any, values: Any, pivot: Any, least: Any, most: int
) -> int:
    """values = L + U in place, pivot = inverse pivots; real or complex. Returns -1, or a row with a useless pivot.

    The first `most` rows whose pivot is below least[i] are left out: they have no part in what comes after them, and their
    inverse pivot is 0. Each pivot updates all rows below it before the next one: these updates do not wait for each other.
    """
    p = e = 0
    for i in range(diagonal.shape[0]):
        d = values[diagonal[i]]
        if most > 0 and abs(d) < least[i]:
            pivot[i] = 0.0
            most -= 1
        elif d == 0.0 or not math.isfinite(abs(d)):
            return i
        else:
            pivot[i] = 1.0 / d
        first, last = diagonal[i] + 1, row_start[i + 1]
        for _ in range(last - first):  # the pattern is symmetric: as many entries below the pivot as right of it
            f = values[lower[2, e]] * pivot[i]
            values[lower[2, e]] = f
            e += 1
            for u in range(first, last):
                values[target[p]] -= f * values[u]
                p += 1
    return -1


@inner
def factor(s: Any, first_row: int, too_small: float, most: float) -> int:
    """Factor s.values = L U for solve(). Returns -1, or a row with a useless pivot.

    Multipliers (unknowns from first_row on) whose pivot is below too_small * weight belong to rows that depend on others
    here and now: solve() leaves them alone. The caller must see that their rows are closed by the others. If there are
    more than `most` of them, or the others are not clearly independent, the position is (nearly) singular, and every row
    is needed to keep to the right branch.
    """
    bad = eliminate(s.row_start, s.diagonal, s.lower, s.target, s.values, s.pivot, s.least_pivot, 0)
    if bad >= 0:
        return bad
    choose_left_out(s, first_row, too_small, most)
    _hand_over(s)
    return -1


@inner
def factor_others(s: Any, first_row: int, most: int) -> int:
    """As factor(), but the first `most` rows in loops whose pivots are small are left out before they are used.

    The order of elimination is fixed: where the row that comes last has a small share in the dependence, a row before it has a
    small pivot p, and its own is eps/p. The first of the two is left out here, and the other one is regular then. Returns a row
    also if the others are not clearly independent.
    """
    suspect_rows(s, first_row)
    bad = eliminate(s.row_start, s.diagonal, s.lower, s.target, s.values, s.pivot, s.least_pivot, most)
    if bad >= 0:
        return bad
    for i in range(s.pivot.shape[0]):
        s.left_out[i] = int(s.pivot[i] == 0.0)
    for r in range(s.rows.shape[0]):
        i = s.place[first_row + r]
        if s.rows[r].looped == 1 and s.left_out[i] == 0 and not abs(s.values[s.diagonal[i]]) >= CLEAR * s.weights[r]:
            return i
    _hand_over(s)
    return -1


@inner
def suspect_rows(s: Any, first_row: int) -> None:
    """s.least_pivot: pivots of rows in loops below this are taken for those of redundant rows."""
    for r in range(s.rows.shape[0]):
        s.least_pivot[s.place[first_row + r]] = REDUNDANT * s.weights[r] * s.rows[r].looped


@inner
def _hand_over(s: Any) -> None:
    """The factors as solve() takes them, without the rows that are left out."""
    pivot, left_out, L, U = s.pivot, s.left_out, s.L, s.U
    left = 0
    for i in range(pivot.shape[0]):
        if left_out[i] == 1:
            pivot[i] = 0.0
            left += 1
    if left == 0 and s.used[0] == L.shape[0] and s.used[1] == U.shape[0]:  # places are as they were
        for e in range(L.shape[0]):
            L[e] = s.values[s.lower[2, e]]
        for e in range(U.shape[0]):
            U[e] = s.values[s.upper[2, e]] * pivot[s.U_row[e]]
        return
    s.used[0] = pack(s.lower, s.values, left_out, L, s.L_row, s.L_column)
    s.used[1] = pack(s.upper, s.values, left_out, U, s.U_row, s.U_column)
    for e in range(s.used[1]):
        U[e] *= pivot[s.U_row[e]]


@inner
def choose_left_out(s: Any, first_row: int, too_small: float, most: float) -> None:
    """s.left_out: 1 for the rows that solves leave alone, see factor()."""
    left_out, count, least = s.left_out, 0, 1.0
    left_out[:] = 0
    for r in range(s.rows.shape[0]):
        if s.rows[r].looped == 0 or s.rows[r].active == 0:
            continue
        i = s.place[first_row + r]
        scaled = abs(s.values[s.diagonal[i]]) / s.weights[r]
        if scaled < too_small:
            left_out[i] = 1
            count += 1
        else:
            least = min(least, scaled)
    if count > most or least < CLEAR:
        left_out[:] = 0


@inner
def judge_pivots(s: Any, first_row: int, off: bool, reference: int, eps: float) -> float:
    """How near is a singular position? After factor(); flags[SMALLEST]: the smallest scaled pivot, against the largest that it
    ever was (flags[reference]); 0 where more pivots are tiny than at any time before.

    Pivots of as many rows as are redundant (BASE_RANK) are eps or little more, and do not count - but for what they are above
    eps: where the row that the order of elimination leaves to the end has a small share in the dependence, its pivot is
    larger and that of another row smaller by the same factor. Only their product means something.
    BASE_RANK is corrected where rows are closed (not off) and one of these pivots is far above that: elsewhere redundant rows
    look independent. Slender bodies and long loops have small pivots everywhere: only what is small against the usual means
    something. All pivots, and eps, count against flags[PIVOT_SCALE], which follows the smallest one up to 1.
    Returns the smallest pivot itself, NO_LOOPS if there are none.
    """
    flags, scaled, scale = s.flags, s.m1, s.flags[PIVOT_SCALE]
    small = looped = 0
    for r in range(s.rows.shape[0]):
        if s.rows[r].looped != 1 or s.rows[r].active == 0:
            continue
        p = abs(s.values[s.diagonal[s.place[first_row + r]]]) / (s.weights[r] * scale)
        scaled[looped] = p if math.isfinite(p) else 0.0
        looped += 1
        small += int(not p >= DEPENDENT)
    flags[SMALLEST] = 1.0
    flags[LEAST] = NO_LOOPS
    if looped == 0:
        return NO_LOOPS
    redundant = min(int(flags[BASE_RANK]), looped)
    if redundant == looped:  # not known yet
        redundant = small
    least = smallest_but(scaled, looped, redundant, eps)
    while not off and small < redundant and least > INDEPENDENT:
        redundant -= 1
        least = smallest_but(scaled, looped, redundant, eps)
    if not off:
        flags[BASE_RANK] = redundant
        if reference == LARGEST:
            flags[PIVOT_SCALE] = min(1.0, scale * max(1.0, least))
    least = min(1.0, least)
    flags[LEAST] = least
    if not off or reference == LARGEST_NEWTON:
        flags[reference] = max(flags[reference], least)
    usual = min(1.0, max(flags[reference], LEAST_USUAL))
    flags[SMALLEST] = least / usual if least >= DEPENDENT else 0.0
    return least


@leaf
def smallest_but(x: Any, n: int, k: int, eps: float) -> float:
    """The smallest of x[:n] but k, times what these k are clearly above eps; 1 if there are no others."""
    if k >= n:
        return 1.0
    least = kth_smallest(x, n, k)
    for i in range(k):
        least *= max(1.0, x[i] / (ABOVE * eps)) if eps > 0.0 else 1.0
    return least


@leaf
def kth_smallest(x: Any, n: int, k: int) -> float:
    """The number that k of x[:n] are smaller than or equal to, others larger; x is put in another order."""
    low, high = 0, n - 1
    while low < high:
        middle, i, j = x[k], low, high
        while i <= j:
            while x[i] < middle:
                i += 1
            while x[j] > middle:
                j -= 1
            if i <= j:
                x[i], x[j] = x[j], x[i]
                i += 1
                j -= 1
        if j < k:
            low = i
        if k < i:
            high = j
    return x[k]


@inner
def pack(entries: Any, values: Any, left_out: Any, F: Any, row: Any, column: Any) -> int:
    """The entries of a factor in the order of the solve, without rows and columns left out; returns their number."""
    n = 0
    for e in range(entries.shape[1]):
        i, j = entries[0, e], entries[1, e]
        if left_out[i] == 0 and left_out[j] == 0:
            F[n], row[n], column[n] = values[entries[2, e]], i, j
            n += 1
    return n


@inner
def solve(s: Any, b: Any, x: Any) -> None:
    """x = A^-1 b with the factors; b and x are in the order of the unknowns, x may be b.

    One loop over all entries of a factor, column by column: short loops over rows would mispredict their ends, and the
    terms of a scalar product would wait for each other.
    """
    place, y = s.place, s.ordered
    n = place.shape[0]
    for i in range(n):
        y[place[i]] = b[i]
    substitute(s.L, s.L_row, s.L_column, s.used[0], s.U, s.U_row, s.U_column, s.used[1], s.pivot, y)
    for i in range(n):
        x[i] = y[place[i]]


@leaf
def substitute(
    L: Any, L_row: Any, L_column: Any, n_L: int, U: Any, U_row: Any, U_column: Any, n_U: int, pivot: Any, y: Any
) -> None:
    """y = U^-1 L^-1 y with packed factors, rows of U divided by their pivots; real or complex."""
    for e in range(n_L):
        y[L_row[e]] -= L[e] * y[L_column[e]]
    for i in range(y.shape[0]):
        y[i] *= pivot[i]
    for e in range(n_U):
        y[U_row[e]] -= U[e] * y[U_column[e]]


@inner
def jacobi_svd(A: Any, V: Any, sigma: Any) -> None:
    """One-sided Jacobi on the ROWS of A (m, n):  V A = diag(sigma) U^T, V orthogonal (m, m); A is overwritten by the product.

    Hestenes' method, chosen because small singular values come out with high relative accuracy and it needs no work space.
    """
    m, n = A.shape
    for i in range(m):
        for j in range(m):
            V[i, j] = 1.0 if i == j else 0.0
    for _ in range(40):
        turned = False
        for i in range(m - 1):
            for j in range(i + 1, m):
                a = b = c = 0.0
                for k in range(n):
                    a += A[i, k] * A[i, k]
                    b += A[j, k] * A[j, k]
                    c += A[i, k] * A[j, k]
                if abs(c) <= 1e-15 * math.sqrt(a * b) or c == 0.0:
                    continue
                turned = True
                z = (b - a) / (2.0 * c)
                t = math.copysign(1.0, z) / (abs(z) + math.sqrt(1.0 + z * z))
                cs = 1.0 / math.sqrt(1.0 + t * t)
                sn = cs * t
                for k in range(n):
                    x, y = A[i, k], A[j, k]
                    A[i, k], A[j, k] = cs * x - sn * y, sn * x + cs * y
                for k in range(m):
                    x, y = V[i, k], V[j, k]
                    V[i, k], V[j, k] = cs * x - sn * y, sn * x + cs * y
        if not turned:
            break
    for i in range(m):
        s = 0.0
        for k in range(n):
            s += A[i, k] * A[i, k]
        sigma[i] = math.sqrt(s)

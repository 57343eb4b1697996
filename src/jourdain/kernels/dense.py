"""Small dense linear algebra for methods and treatments: no allocation, no library calls, so that it compiles in no time.

Theory: docs/theory/treatments.md.
"""

from __future__ import annotations

import math
from typing import Any

from jourdain.jit import inner


@inner
def orthogonal_basis(G: Any, Q: Any, work: Any, least: float) -> int:
    """Householder QR with column pivoting of G^T (nv, m): Q (nv, nv) orthogonal, its first `rank` columns span range G^T.

    work (nv, nv) is overwritten. Returns the rank: columns shorter than least * the first are dependent.
    """
    m, n = G.shape
    for i in range(n):
        for j in range(n):
            Q[i, j] = 1.0 if i == j else 0.0
    rank = 0
    first = 0.0
    for k in range(min(m, n)):
        # the longest of the columns that are left, measured below row k
        best, longest = -1, 0.0
        for r in range(m):
            total = 0.0
            for i in range(k, n):
                x = 0.0
                for l in range(n):
                    x += Q[l, i] * G[r, l]
                total += x * x
            if total > longest:
                best, longest = r, total
        longest = math.sqrt(longest)
        if k == 0:
            first = longest
        if best < 0 or longest <= least * first or longest == 0.0:
            break
        # reflect it onto axis k
        for i in range(k, n):
            x = 0.0
            for l in range(n):
                x += Q[l, i] * G[best, l]
            work[i, 0] = x
        alpha = -math.copysign(longest, work[k, 0])
        work[k, 0] -= alpha
        norm = 0.0
        for i in range(k, n):
            norm += work[i, 0] * work[i, 0]
        for l in range(n):  # Q = Q (I - 2 u u^T / |u|^2)
            x = 0.0
            for i in range(k, n):
                x += Q[l, i] * work[i, 0]
            x *= 2.0 / norm
            for i in range(k, n):
                Q[l, i] -= x * work[i, 0]
        rank += 1
    return rank


@inner
def cholesky(A: Any, n: int, least: float = 0.0) -> bool:
    """A = L L^T in place (lower part) of the leading (n, n); False where A is not positive definite.

    least > 0: squares of pivots below it are taken as that, and it always goes through.
    """
    for j in range(n):
        for i in range(j, n):
            total = A[i, j]
            for k in range(j):
                total -= A[i, k] * A[j, k]
            if i == j:
                if least > 0.0:
                    total = max(total, least)
                elif not total > 0.0:
                    return False
                A[j, j] = math.sqrt(total)
            else:
                A[i, j] = total / A[j, j]
    return True


@inner
def cholesky_solve(A: Any, n: int, x: Any) -> None:
    """x[:n] = A^-1 x[:n] by the factor that cholesky() left."""
    for i in range(n):
        total = x[i]
        for k in range(i):
            total -= A[i, k] * x[k]
        x[i] = total / A[i, i]
    for i in range(n - 1, -1, -1):
        total = x[i]
        for k in range(i + 1, n):
            total -= A[k, i] * x[k]
        x[i] = total / A[i, i]


@inner
def pivot_columns(A: Any, m: int, n: int, order: Any, least: float) -> int:
    """Gaussian elimination with full pivoting on A (m, n), which is overwritten.

    order (n,): columns with the pivots first. Returns the rank: pivots below least * the first count as none.
    """
    for j in range(n):
        order[j] = j
    first = 0.0
    for k in range(min(m, n)):
        row, column, largest = k, k, 0.0
        for i in range(k, m):
            for j in range(k, n):
                if abs(A[i, j]) > largest:
                    row, column, largest = i, j, abs(A[i, j])
        if k == 0:
            first = largest
        if largest <= least * first or largest == 0.0:
            return k
        for j in range(n):
            A[k, j], A[row, j] = A[row, j], A[k, j]
        for i in range(m):
            A[i, k], A[i, column] = A[i, column], A[i, k]
        order[k], order[column] = order[column], order[k]
        for i in range(k + 1, m):
            f = A[i, k] / A[k, k]
            for j in range(k, n):
                A[i, j] -= f * A[k, j]
    return min(m, n)


@inner
def factor_lu(A: Any, n: int, exchange: Any) -> bool:
    """A = L U in place with row exchanges, real or complex, of the leading (n, n); False where it is singular."""
    for k in range(n):
        best = k
        for i in range(k + 1, n):
            if abs(A[i, k]) > abs(A[best, k]):
                best = i
        if not abs(A[best, k]) > 0.0:
            return False
        exchange[k] = best
        if best != k:
            for j in range(n):
                A[k, j], A[best, j] = A[best, j], A[k, j]
        for i in range(k + 1, n):
            A[i, k] /= A[k, k]
            f = A[i, k]
            if f != 0.0:
                for j in range(k + 1, n):
                    A[i, j] -= f * A[k, j]
    return True


@inner
def solve_lu(A: Any, n: int, exchange: Any, x: Any) -> None:
    """x = A^-1 x by the factors that factor_lu() left."""
    for k in range(n):
        best = exchange[k]
        if best != k:
            x[k], x[best] = x[best], x[k]
    for i in range(n):
        for k in range(i):
            x[i] -= A[i, k] * x[k]
    for i in range(n - 1, -1, -1):
        for k in range(i + 1, n):
            x[i] -= A[i, k] * x[k]
        x[i] /= A[i, i]

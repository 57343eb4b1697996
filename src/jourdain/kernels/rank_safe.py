"""The rank-safe solve: a truncated singular value decomposition of the scaled rows in the mass metric.

    B = W^-1/2 G L^-T,   M = L L^T,   V B = diag(sigma) U^T

It serves near singular positions, and gives minimum-norm multipliers (in scaled rows) where joints are redundant.
With massless bodies M is singular; the rows that hold them are added to it, M + G^T W^-1 G, which changes neither the
accelerations nor the multipliers (tangent.augment), and L is a dense Cholesky factor.
Theory: docs/theory/singular.md and docs/theory/massless.md.
"""

from __future__ import annotations

import math
from typing import Any

from jourdain.jit import inner, leaf
from jourdain.kernels.bodies.links import whiten
from jourdain.kernels.bodies.natural import euler
from jourdain.kernels.dense import cholesky, cholesky_solve
from jourdain.kernels.kinds import column, momentum, solve_mass, span, width
from jourdain.kernels.linalg import jacobi_svd, kth_smallest
from jourdain.kernels.measures import against, along
from jourdain.kernels.tables import AT_SINGULAR, BASE_RANK, CUT_AT, DECOMPOSED, GAP, LEFT, SMALLEST
from jourdain.kernels.tangent import augment_right_side
from jourdain.kernels.vectors import copy, unit

DECOMPOSED_ROWS = 40  # more are never decomposed: it costs their number cubed
DECIDED = 300.0  # times what rows are open by: where sigma^2 is less, play would turn the tangent by a 300th or more
MOST_LEFT = 5e-4  # but no more than this: accelerations are taken from both sides of it


@inner
def dense_mass(kind: Any, s: Any, M: Any) -> None:
    """M (nv, nv), by its columns."""
    for j in range(kind.v):
        unit(s.f, j)
        momentum(kind, s, s.f, s.u)
        for i in range(kind.v):
            M[i, j] = s.u[i]


@inner
def _factor_mass(kind: Any, s: Any) -> None:
    """s.dense = Cholesky factor of the augmented mass matrix."""
    A = s.dense
    dense_mass(kind, s, A)
    for e in range(s.augment.shape[0]):
        entry = s.augment[e]
        b, rho = s.block_body[entry.block], 1.0 / s.rows[entry.row].weight
        for c in range(span(kind, s, b)):
            i = column(kind, s, b, c)
            for d in range(span(kind, s, entry.body)):
                A[i, column(kind, s, entry.body, d)] += rho * s.J[entry.block, c] * s.J[entry.other, d]
    cholesky(A, kind.v, 1e-300)


@inner
def _dense_rows(s: Any) -> None:
    """B = B L^-T."""
    A, B = s.dense, s.B
    for r in range(B.shape[0]):
        for i in range(A.shape[0]):
            total = B[r, i]
            for k in range(i):
                total -= A[i, k] * B[r, k]
            B[r, i] = total / A[i, i]


@inner
def _inverse_mass(kind: Any, s: Any, f: Any, a: Any) -> None:
    """a = M^-1 f, with the augmented mass matrix where bodies are massless; f and a may be the same."""
    if s.dense.shape[0] == 0:
        solve_mass(kind, s, f, a)
        return
    copy(f, a)
    cholesky_solve(s.dense, s.dense.shape[0], a)


@leaf
def _moment(J: Any, i: int, j: int, of_directors: bool) -> float:
    return euler(J, i, j) if of_directors else J[i, j]


@inner
def _scaled_rows(kind: Any, s: Any) -> None:
    """B = W^-1/2 G L^-T with M = L L^T, one inertia block at a time, then what links add to these."""
    rows, J, B = s.rows, s.J, s.B
    nvb = width(kind)
    B[:] = 0.0
    dense = s.dense.shape[0] > 0
    for r in range(rows.shape[0]):
        f = 1.0 / math.sqrt(rows[r].weight)
        for k in range(rows[r].block, rows[r].block + rows[r].n_blocks):
            b = s.block_body[k]
            if dense:
                for c in range(span(kind, s, b)):
                    B[r, column(kind, s, b, c)] = f * J[k, c]
                continue
            j, body = nvb * b, s.bodies[b]
            e = f / math.sqrt(body.mass)
            A = body.J
            if nvb <= 4:  # in the plane: the moment belongs to the angle, or to both numbers of the director
                B[r, j] = e * J[k, 0]
                B[r, j + 1] = e * J[k, 1]
                for c in range(2, nvb):
                    B[r, j + c] = f * J[k, c] / math.sqrt(A[2, 2])
                continue
            for c in range(3):
                B[r, j + c] = e * J[k, c]
            # Cholesky of the inertia tensor, or of that of the directors for x, y and z, then forward substitution
            of_directors = nvb == 12
            l00 = math.sqrt(_moment(A, 0, 0, of_directors))
            l10 = _moment(A, 1, 0, of_directors) / l00
            l20 = _moment(A, 2, 0, of_directors) / l00
            l11 = math.sqrt(_moment(A, 1, 1, of_directors) - l10 * l10)
            l21 = (_moment(A, 2, 1, of_directors) - l20 * l10) / l11
            l22 = math.sqrt(_moment(A, 2, 2, of_directors) - l20 * l20 - l21 * l21)
            apart, several = (3, 3) if of_directors else (1, 1)
            for c in range(several):
                x = f * J[k, 3 + c] / l00
                y = (f * J[k, 3 + c + apart] - l10 * x) / l11
                B[r, j + 3 + c] = x
                B[r, j + 3 + c + apart] = y
                B[r, j + 3 + c + 2 * apart] = (f * J[k, 3 + c + 2 * apart] - l20 * x - l21 * y) / l22
        if not dense:
            whiten(s, B[r])
    if dense:
        _factor_mass(kind, s)
        _dense_rows(s)


@inner
def decompose(kind: Any, s: Any) -> None:
    """Singular values and left singular vectors of the scaled rows at the positions in s."""
    s.flags[DECOMPOSED] += 1.0
    _scaled_rows(kind, s)
    jacobi_svd(s.B, s.V, s.sigma)
    s.flags[LEFT] = 0.0
    if s.flags[GAP] > 0.0:
        _leave_to_speeds(s)


@inner
def _leave_to_speeds(s: Any) -> None:
    """Where play would decide which way the machine leaves a singular position, nothing is closed in the direction lost there.

    It goes on with the speed that it has in that direction. Singular values of redundant rows are smaller still.
    """
    flags, m = s.flags, s.rows.shape[0]
    limit = min(DECIDED * flags[GAP], MOST_LEFT)
    copy(s.sigma, s.m1)
    least = kth_smallest(s.m1, m, min(int(flags[BASE_RANK]), m - 1)) ** 2
    if least < limit:
        flags[LEFT], flags[AT_SINGULAR] = math.sqrt(limit), 1.0
        flags[SMALLEST] = min(flags[SMALLEST], least)


@inner
def drop_misfit(s: Any, r: Any, first: int) -> None:
    """Take out of the row values r[first:] what no motion can close: joints that are redundant and do not quite fit."""
    m = s.rows.shape[0]
    largest = 0.0
    for i in range(m):
        largest = max(largest, s.sigma[i])
    cut = max(s.flags[CUT_AT] * largest, s.flags[LEFT])
    for i in range(m):
        if s.sigma[i] > cut:
            continue
        c = 0.0
        for k in range(m):
            c += s.V[i, k] * r[first + k] / math.sqrt(s.rows[k].weight)
        for k in range(m):
            r[first + k] -= c * s.V[i, k] * math.sqrt(s.rows[k].weight)


@inner
def solve_svd(kind: Any, s: Any, f: Any, y: Any, a: Any, lam: Any) -> None:
    """M a - G^T lam = f, G a = y by the truncated decomposition: lam_s = V^T S^-2 V (y_s - G_s M^-1 f)."""
    rows = s.rows
    m, x = rows.shape[0], s.step
    for i in range(kind.v):
        x[i] = f[i]
    for r in range(m):
        x[kind.v + kind.w + r] = y[r]
    augment_right_side(kind, s, x)
    copy(x, s.f)
    _inverse_mass(kind, s, s.f, s.u)
    largest = 0.0
    for r in range(m):
        s.m1[r] = -along(kind, s, rows[r], s.J, s.u, -y[r]) / math.sqrt(rows[r].weight)
        largest = max(largest, s.sigma[r])
    cut = max(s.flags[CUT_AT] * largest, s.flags[LEFT])
    for i in range(m):
        total = 0.0
        if s.sigma[i] > cut:
            for r in range(m):
                total += s.V[i, r] * s.m1[r]
            total /= s.sigma[i] * s.sigma[i]
        s.m2[i] = total
    for r in range(m):
        total = 0.0
        for i in range(m):
            total += s.V[i, r] * s.m2[i]
        lam[r] = total / math.sqrt(rows[r].weight)
        against(kind, s, rows[r], s.J, lam[r], s.f)
    _inverse_mass(kind, s, s.f, a)

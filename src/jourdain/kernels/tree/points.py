"""Natural coordinates with points and directions that bodies share: links at the port that are one linear map.

    full_q = T z + rest,   full_v = T z',   forces T^T f,   M = T^T M_bodies T = L L^T: all constant

full_q: natural coordinates of all bodies, in the system behind. In kernels/tree all that is not linear algebra over z is asked
of these functions where `linear(kind)` says so, which is known when it is compiled. There is one link, with all velocities.
Theory: docs/natural.md.
"""

from __future__ import annotations

import math
from typing import Any

from jourdain.jit import inner, leaf
from jourdain.kernels.kinds import width
from jourdain.kernels.vectors import fill


@leaf
def linear(kind: Any) -> bool:
    """Are the bodies behind in natural coordinates?"""
    return width(kind) == 12 or width(kind) == 4


@inner
def spread_points(tr: Any, z: Any, full: Any) -> None:
    """full = T z."""
    start, at, by = tr.map_start, tr.map_at, tr.map_by
    for i in range(full.shape[0]):
        total = 0.0
        for e in range(start[i], start[i + 1]):
            total += by[e] * z[at[e]]
        full[i] = total


@inner
def place_points(tr: Any, q: Any) -> None:
    """full_q at q."""
    spread_points(tr, q, tr.full_q)
    for i in range(tr.full_q.shape[0]):
        tr.full_q[i] += tr.map_rest[i]


@inner
def gather_points(tr: Any, full: Any, tau: Any) -> None:
    """tau = T^T full."""
    start, at, by = tr.map_start, tr.map_at, tr.map_by
    fill(tau, 0.0)
    for i in range(start.shape[0] - 1):
        for e in range(start[i], start[i + 1]):
            tau[at[e]] += by[e] * full[i]


@inner
def _forward(L: Any, u: Any) -> None:
    """u = L^-1 u."""
    for i in range(u.shape[0]):
        total = u[i]
        for j in range(i):
            total -= L[i, j] * u[j]
        u[i] = total / L[i, i]


@inner
def inward_points(tr: Any, u: Any, z: Any) -> None:
    """u = z = L^-1 (u + load)."""
    for i in range(u.shape[0]):
        u[i] += tr.load[i]
    _forward(tr.map_factor, u)
    for i in range(u.shape[0]):
        z[i] = u[i]


@inner
def outward_points(tr: Any, u: Any, a: Any) -> int:
    """a = L^-T u. Returns 1 if it is finite."""
    L, n, total = tr.map_factor, u.shape[0], 0.0
    for i in range(n - 1, -1, -1):
        a[i] = u[i]
        for j in range(i + 1, n):
            a[i] -= L[j, i] * a[j]
        a[i] /= L[i, i]
        total += a[i]
    return 1 if math.isfinite(total) else 0


@inner
def weigh_points(kind: Any, tr: Any, s: Any, r: int) -> None:
    """row_u = row_z = L^-1 T^T G^T of a row."""
    u, row, start, at, by = tr.row_u[r], s.rows[r], tr.map_start, tr.map_at, tr.map_by
    fill(u, 0.0)
    for k in range(row.block, row.block + row.n_blocks):
        first = width(kind) * s.block_body[k]
        for c in range(width(kind)):
            for e in range(start[first + c], start[first + c + 1]):
                u[at[e]] += by[e] * s.J[k, c]
    _forward(tr.map_factor, u)
    for i in range(u.shape[0]):
        tr.row_z[r, i] = u[i]


@inner
def newton_of_points(kind: Any, tr: Any, s: Any, cM: float, cD: float, cK: float, out: Any) -> None:
    """out = T^T (cM mass + cD damping + cK stiffness) T, with states and rows, entry by entry of the matrix of the bodies."""
    P, nv, first = tr.of_bodies, tr.S.shape[0], kind.v + kind.w
    for i in range(out.shape[0]):
        for j in range(out.shape[1]):
            out[i, j] = 0.0
    for u in range(s.place.shape[0]):
        k = s.place[u]
        for e in range(s.row_start[k], s.row_start[k + 1]):
            at, row = tr.by_column[e], tr.unknown[s.column[e]]  # the pattern is symmetric
            x = cM * P[0, at]
            if row < first or u >= kind.v:
                x += cD * P[1, at] + cK * P[2, at]
            if x != 0.0:
                _add_mapped(kind, tr, nv, row, u, x, out)


@leaf
def _add_mapped(kind: Any, tr: Any, nv: int, row: int, column: int, x: float, out: Any) -> None:
    """out += x at a row and column of the bodies."""
    start, at, by = tr.map_start, tr.map_at, tr.map_by
    if row < kind.v:
        for e in range(start[row], start[row + 1]):
            if column < kind.v:
                for f in range(start[column], start[column + 1]):
                    out[at[e], at[f]] += by[e] * x * by[f]
            else:
                out[at[e], nv + column - kind.v] += by[e] * x
    elif column < kind.v:
        for f in range(start[column], start[column + 1]):
            out[nv + row - kind.v, at[f]] += x * by[f]
    else:
        out[nv + row - kind.v, nv + column - kind.v] += x

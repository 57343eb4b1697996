"""The equations of subcycling on independent velocities: slow and fast blocks of M, and their solutions.

Independent velocity a is velocity me.order[rank + a]; mo.fast says which velocities are fast. See method.py.
"""

from __future__ import annotations

from typing import Any

from jourdain.integrators.treatments.reduced import across_rows, free_motions, reduced_mass
from jourdain.jit import inner, leaf
from jourdain.kernels import port
from jourdain.kernels.dense import cholesky, cholesky_solve, factor_lu, solve_lu
from jourdain.kernels.port import ask

SLOW_MOMENTUM, MASS_ORTHOGONAL, PRINTED, CONSTANT_VELOCITY, MEAN_ACCELERATION = range(5)


@leaf
def count(me: Any, mo: Any) -> int:
    """How many independent velocities there are; number a of them is velocity me.order[rank + a]."""
    return mo.v.shape[0] - int(me.options.rank)


@leaf
def velocity_of(me: Any, a: int) -> int:
    """The velocity that is independent velocity a."""
    return me.order[int(me.options.rank) + a]


@inner
def expand(me: Any, mo: Any, n: int, x: Any) -> None:
    """x += V right."""
    for i in range(x.shape[0]):
        for a in range(n):
            x[i] += me.basis[i, a] * mo.right[a]


@inner
def couple(me: Any, mo: Any) -> bool:
    """W at the start of the long step, where the system stands."""
    n, W, B, x = count(me, mo), mo.coupling, mo.block, mo.right
    W[:] = 0.0
    if mo.own.scheme != MASS_ORTHOGONAL:
        return True
    open_motions(me, mo)
    reduced_mass(me, mo, int(me.options.rank))
    slow = 0
    for a in range(n):
        if mo.fast[velocity_of(me, a)] == 0:
            column = 0
            for b in range(n):
                if mo.fast[velocity_of(me, b)] == 0:
                    B[slow, column] = me.reduced[a, b]
                    column += 1
            slow += 1
    if not cholesky(B, slow):
        return False
    for b in range(n):
        if mo.fast[velocity_of(me, b)] == 1:
            k = 0
            for a in range(n):
                if mo.fast[velocity_of(me, a)] == 0:
                    x[k] = me.reduced[a, b]
                    k += 1
            cholesky_solve(B, slow, x)
            k = 0
            for a in range(n):
                if mo.fast[velocity_of(me, a)] == 0:
                    W[a, b] = x[k]
                    k += 1
    return True


@inner
def open_motions(me: Any, mo: Any) -> bool:
    """V where the system stands, with its matrices."""
    n, rank = mo.v.shape[0], int(me.options.rank)
    ask(mo, port.MATRICES, 0.0)
    if not across_rows(me, mo, rank, mo.g.shape[0]):
        return False
    for i in range(n):
        for j in range(n - rank):
            me.basis[i, j] = me.chosen[i, j]
    free_motions(me, mo, rank)
    return True


@inner
def with_coupling(me: Any, mo: Any, x: Any, a: int) -> float:
    """Number a of W x_S."""
    total = 0.0
    for b in range(count(me, mo)):
        total += mo.coupling[a, b] * x[velocity_of(me, b)]
    return total


@inner
def factor(me: Any, mo: Any, n: int) -> bool:
    """M, or M_SS - M_SL W, ready to be solved with."""
    reduced_mass(me, mo, int(me.options.rank))
    if mo.own.scheme == SLOW_MOMENTUM:
        return cholesky(me.reduced, n)
    A, B, row = me.reduced, mo.block, 0
    for a in range(n):
        if mo.fast[velocity_of(me, a)] == 0:
            continue
        column = 0
        for b in range(n):
            if mo.fast[velocity_of(me, b)] == 1:
                B[row, column] = A[a, b]
                for c in range(n):
                    B[row, column] -= A[a, c] * mo.coupling[c, b]
                column += 1
        row += 1
    return factor_lu(B, row, mo.exchange)


@inner
def solve_all(me: Any, mo: Any, n: int) -> None:
    """right: all accelerations."""
    for a in range(n):
        mo.right[a] = mo.z[a]
    cholesky_solve(me.reduced, n, mo.right)


@inner
def solve_fast(me: Any, mo: Any, n: int) -> None:
    """right: (M_SS - M_SL W) z_S' = Q_S - M_SL y', and z_L' = y' - W z_S'."""
    x, row = mo.end, 0
    for a in range(n):
        if mo.fast[velocity_of(me, a)] == 1:
            x[row] = mo.z[a]
            for c in range(n):
                if mo.fast[velocity_of(me, c)] == 0:
                    x[row] -= me.reduced[a, c] * mo.path_rate[c]
            row += 1
    solve_lu(mo.block, row, mo.exchange, x)
    row = 0
    for a in range(n):
        mo.right[a] = 0.0
        if mo.fast[velocity_of(me, a)] == 1:
            mo.right[a] = x[row]
            row += 1
    for a in range(n):
        if mo.fast[velocity_of(me, a)] == 0:
            mo.right[a] = mo.path_rate[a]
            for b in range(n):
                if mo.fast[velocity_of(me, b)] == 1:
                    mo.right[a] -= mo.coupling[a, b] * mo.right[b]


@inner
def block_jacobi(me: Any, mo: Any, before: Any, a: Any) -> bool:
    """a, the solution of M a = Q, becomes what a pass of block Jacobi makes of the accelerations before it.

    With M = D + O, D the slow and the fast block: D a' = Q - O before, so a' = a + D^-1 O (a - before).
    """
    n, B, x, change = count(me, mo), mo.block, mo.end, mo.right
    reduced_mass(me, mo, int(me.options.rank))
    for k in range(n):
        i = velocity_of(me, k)
        mo.z[k] = a[i] - before[i]
        change[k] = 0.0
    for side in range(2):
        row = 0
        for k in range(n):
            if min(1, mo.fast[velocity_of(me, k)]) != side:
                continue
            column, x[row] = 0, 0.0
            for l in range(n):
                if min(1, mo.fast[velocity_of(me, l)]) == side:
                    B[row, column] = me.reduced[k, l]
                    column += 1
                else:
                    x[row] += me.reduced[k, l] * mo.z[l]
            row += 1
        if not cholesky(B, row):
            return False
        cholesky_solve(B, row, x)
        row = 0
        for k in range(n):
            if min(1, mo.fast[velocity_of(me, k)]) == side:
                change[k] = x[row]
                row += 1
    expand(me, mo, n, a)
    return True

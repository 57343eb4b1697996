"""A system given by its Lagrangian: one "body" as wide as there are coordinates, whose equations are code generated for it.

The code (jourdain.lagrange) is one C function by address; it reads X = (t, q, v, a, lam, parameters) and, for derivatives
along a direction, dX, and writes Y. All three stand one after the other in s.symbols. s.generated = (address, n, position
rows, velocity rows, size of s.symbols, size of X, first velocity row of the system, 1 if the mass matrix depends on v,
1 if something does work, so that the energy is not constant).
Its own rows come first among the rows of their level.
Theory: docs/lagrangian.md.
"""

from __future__ import annotations

import math
from typing import Any

from jourdain.jit import inner, leaf
from jourdain.kernels import lagrange_tasks as tasks
from jourdain.kernels.bodies import flat
from jourdain.kernels.context import call
from jourdain.kernels.dense import cholesky, cholesky_solve
from jourdain.kernels.vectors import copy, copy_matrix, fill

BASES = (flat,)
DIMENSION, WIDTH, POSITION_WIDTH, ORIENTATION = 0, None, None, "none"  # no points, and as wide as the system
CURVED, COUNTED, VARYING_MASS, SMALL_BLOCKS = False, False, True, False
# there are no ports: coordinates are the only measures
NOTHING = ["motion", "add_force", "add_force_rate", "add_geometric_stiffness", "add_pair_stiffness", "pins", "turn"]
NOTHING += ["load_block", "load_stiffness", "potential"]
CODE, COORDINATES, POSITION_ROWS, VELOCITY_ROWS, SIZE, INPUTS, FIRST_VELOCITY_ROW, MASS_OF_V, WORKS = range(9)


@leaf
def ask(s: Any, task: int) -> int:
    """Run a task of the generated code; where its answer begins in s.symbols."""
    call(s.generated[CODE], task, 0.0, 0.0, s.symbols.ctypes.data)
    return 2 * s.generated[INPUTS]


@leaf
def own_row(s: Any, i: int) -> int:
    """The row of the system that is own row i."""
    return i if i < s.generated[POSITION_ROWS] else s.generated[FIRST_VELOCITY_ROW] + i - s.generated[POSITION_ROWS]


@leaf
def _own(s: Any) -> int:
    return s.generated[POSITION_ROWS] + s.generated[VELOCITY_ROWS]


@leaf
def _put(s: Any, which: int, x: Any) -> None:
    """q, v or a (which = 0, 1, 2) to the inputs."""
    first = 1 + which * s.generated[COORDINATES]
    copy(x, s.symbols[first : first + s.generated[COORDINATES]])


@inner
def _mass(s: Any) -> None:
    y, n = ask(s, tasks.MASS), s.generated[COORDINATES]
    for i in range(n):
        for j in range(n):
            s.mass[i, j] = s.symbols[y + n * i + j]


@inner
def pose(s: Any, t: float, q: Any) -> None:
    """Rows and mass matrix."""
    X, n = s.symbols, s.generated[COORDINATES]
    X[0] = t
    _put(s, 0, q)
    first = s.generated[INPUTS] - s.constants.shape[0]
    for i in range(s.constants.shape[0]):
        X[first + i] = s.constants[i]
    if s.generated[MASS_OF_V] == 0:
        _mass(s)
    if _own(s) == 0:
        return
    y = ask(s, tasks.POSITIONS)
    for i in range(s.generated[POSITION_ROWS]):
        s.g[i] = X[y + i]
    y += s.generated[POSITION_ROWS]
    for i in range(_own(s)):
        r = own_row(s, i)
        if r >= s.generated[FIRST_VELOCITY_ROW]:
            s.g[r] = 0.0
        for j in range(n):
            s.J[s.rows[r].block, j] = X[y + n * i + j]


@inner
def own_rates(s: Any, v: Any) -> None:
    if _own(s) > 0:
        y = ask(s, tasks.RATES)
        for i in range(_own(s)):
            s.rate[own_row(s, i)] += s.symbols[y + i]


@inner
def own_biases(s: Any, v: Any) -> None:
    if _own(s) > 0:
        _put(s, 1, v)
        y = ask(s, tasks.BIASES)
        for i in range(_own(s)):
            s.gamma[own_row(s, i)] = s.symbols[y + i]


@inner
def inertia(s: Any, v: Any) -> None:
    _put(s, 1, v)
    if s.generated[MASS_OF_V] == 1:
        _mass(s)
    y = ask(s, tasks.FORCES)
    copy(s.symbols[y:], s.force)


@inner
def momentum(s: Any, a: Any, p: Any) -> None:
    M = s.mass
    for i in range(M.shape[0]):
        total = 0.0
        for j in range(M.shape[0]):
            total += M[i, j] * a[j]
        p[i] = total


@inner
def solve_mass(s: Any, f: Any, a: Any) -> None:
    """Cholesky's method; needs the mass matrix in s.mass, leaves its factor in s.dense."""
    n = s.mass.shape[0]
    copy_matrix(s.mass, s.dense)
    copy(f, a)
    if cholesky(s.dense, n):
        cholesky_solve(s.dense, n, a)
    else:
        fill(a, math.nan)


@leaf
def _residual_along(s: Any, which: int, scale: float) -> None:
    """s.pair[0] += scale times the derivative of M a - h - G^T lam by q (which = 0) or v (1)."""
    n, first = s.generated[COORDINATES], s.generated[INPUTS] + 1
    for j in range(n):
        at = first + which * n + j
        s.symbols[at] = 1.0
        y = ask(s, tasks.RESIDUAL_ALONG)
        s.symbols[at] = 0.0
        for i in range(n):
            s.pair[0, i, j] += scale * s.symbols[y + i]


@inner
def mass_block(s: Any, v: Any, cM: float, cD: float) -> None:
    n = s.generated[COORDINATES]
    if s.generated[MASS_OF_V] == 1:
        _put(s, 1, v)
        _mass(s)
    for i in range(n):
        for j in range(n):
            s.pair[0, i, j] += cM * s.mass[i, j]
    if cD != 0.0:
        _put(s, 1, v)
        _put(s, 2, s.a)
        _residual_along(s, 1, cD)


@inner
def own_stiffness(s: Any, v: Any, lam: Any, probe: float) -> None:
    _put(s, 1, v)
    _put(s, 2, s.a)
    for i in range(_own(s)):
        s.symbols[1 + 3 * s.generated[COORDINATES] + i] = lam[own_row(s, i)]
    _residual_along(s, 0, 1.0)


@inner
def own_row_tangent(s: Any, y: Any) -> None:
    n, m = s.generated[COORDINATES], _own(s)
    _put(s, 1, y)
    for j in range(n if m > 0 else 0):
        at = s.generated[INPUTS] + 1 + j
        s.symbols[at] = 1.0
        first = ask(s, tasks.CANONICAL_ALONG) + 2 * n
        s.symbols[at] = 0.0
        for i in range(m):
            s.Jt[s.rows[own_row(s, i)].block, j] = s.symbols[first + i]


@inner
def own_energies(s: Any, v: Any, lam: Any, out: Any) -> None:
    """Energies as the Lagrangian gives them; work of dissipation, of generalised forces, and of rows that depend on time."""
    _put(s, 1, v)
    y = ask(s, tasks.ENERGY)
    out[0], out[1] = s.symbols[y], s.symbols[y + 1]
    out[3] += s.symbols[y + 2]
    out[4] += s.symbols[y + 3]
    if _own(s) > 0:
        y = ask(s, tasks.RATES)
        for i in range(_own(s)):
            out[2] -= lam[own_row(s, i)] * s.symbols[y + i]


@inner
def canonical(s: Any, v: Any, p: Any) -> None:
    _put(s, 1, v)
    y, n = ask(s, tasks.CANONICAL), s.generated[COORDINATES]
    for i in range(n):
        p[i], s.force[i] = s.symbols[y + i], s.symbols[y + n + i]


@inner
def velocity(s: Any, p: Any, v: Any) -> None:
    """Newton's method; one step, where the Lagrangian is quadratic in v."""
    n = s.generated[COORDINATES]
    for _ in range(20):
        _put(s, 1, v)
        if s.generated[MASS_OF_V] == 1:
            _mass(s)
        y = ask(s, tasks.CANONICAL)
        for i in range(n):
            s.f[i] = p[i] - s.symbols[y + i]
        solve_mass(s, s.f, s.u)
        size = scale = 0.0
        for i in range(n):
            v[i] += s.u[i]
            size, scale = max(size, abs(s.u[i])), max(scale, abs(v[i]))
        if s.generated[MASS_OF_V] == 0 or size <= 1e-15 * scale:
            break


@inner
def momentum_along(s: Any, v: Any, u: Any, p: Any) -> None:
    n, first = s.generated[COORDINATES], s.generated[INPUTS] + 1
    _put(s, 1, v)
    direction = s.symbols[first : first + n]
    copy(u, direction)
    y = ask(s, tasks.CANONICAL_ALONG)
    fill(direction, 0.0)
    copy(s.symbols[y:], p)

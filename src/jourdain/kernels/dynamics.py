"""Index-1 solves and projections in the mass metric: accelerations, closure of positions, closure of velocities.

All three are the same saddle point problem   M a - G^T lam = f,   G a = y   at fixed positions:
accelerations f = h, y = gamma; position increments f = 0, y = -g; velocity increments f = 0, y = -(G v + g_t).
It is solved by the static LU with -eps W on the multipliers and one refinement pass (redundant rows at full speed), and
near singular positions by a truncated singular value decomposition of the scaled rows in the mass metric (rank-safe,
minimum-norm multipliers). Rows are never deleted.
"""

from __future__ import annotations

import math
from typing import Any

from jourdain.jit import inner, kernel
from jourdain.kernels.equations import biases, energies, forces, positions, residual, velocities
from jourdain.kernels.kinds import dimension, momentum, retract, width
from jourdain.kernels.linalg import factor, solve
from jourdain.kernels.rank_safe import decompose, solve_svd
from jourdain.kernels.tables import ALWAYS_SVD, BASE_RANK, ITERATE, SINGULAR_COUNT, SMALLEST, USE_SVD
from jourdain.kernels.tangent import assemble, assemble_index1, augment_right_side

# what a kernel returns; EVENT: the run stands at a crossing
OK, NOT_FINITE, BAD_PIVOT, NOT_CLOSED, NO_CONVERGENCE, STEP_TOO_SMALL, EVENT = range(7)

EPS = 1e-11  # regularisation of multipliers in index-1 solves; one refinement pass takes it below rounding
SMALL_PIVOT = 1e-5  # a multiplier pivot below this (scaled rows) counts as a dependent row
CUT = 1e-5  # singular values below CUT * largest are left out by the rank-safe solve: at distance d from a singular
# position the tangent is known to (rounding of g)/d^2 only, and projecting on a wrong tangent costs energy


@inner
def prepare(kind: Any, s: Any, v: Any, lam: Any) -> int:
    """Factor the saddle matrix at the positions in s; decide whether the position is singular."""
    assemble_index1(kind, s, v, EPS)
    bad = factor(s, kind.v + kind.w, 0.0, 0.0)
    flags = s.flags
    flags[USE_SVD] = flags[ALWAYS_SVD]
    n = kind.v + kind.w
    small = 0
    least = 1.0
    for r in range(s.rows.shape[0]):
        p = 1.0 / abs(s.pivot[s.place[n + r]] * s.rows[r].weight)
        if p < SMALL_PIVOT or not math.isfinite(p):
            small += 1
        else:
            least = min(least, p)
    flags[SMALLEST] = least
    flags[BASE_RANK] = min(flags[BASE_RANK], small)  # dependent everywhere so far: redundant, not singular
    if small > flags[BASE_RANK] or bad >= 0:
        flags[SMALLEST] = 0.0
        flags[USE_SVD] = 1.0
        flags[SINGULAR_COUNT] += 1.0
    if flags[USE_SVD] != 0.0:
        if s.B.shape[0] == 0 and s.rows.shape[0] > 0:
            return BAD_PIVOT
        decompose(kind, s)
    return OK


@inner
def saddle_solve(kind: Any, s: Any, f: Any, y: Any, a: Any, lam: Any) -> None:
    """a, lam of  M a - G^T lam = f,  G a = y  with what prepare() made. f and a may be the same."""
    if s.flags[USE_SVD] != 0.0:
        solve_svd(kind, s, f, y, a, lam)
        return
    rows = s.rows
    nv, n = kind.v, kind.v + kind.w
    x = s.step
    for i in range(nv):
        x[i] = f[i]
    for i in range(kind.w):
        x[nv + i] = s.k[i]
    for r in range(rows.shape[0]):
        x[n + r] = y[r]
    augment_right_side(kind, s, x)
    solve(s, x, x)
    for i in range(nv):
        a[i] = x[i]
    for r in range(rows.shape[0]):
        lam[r] = -x[n + r]
    for i in range(n):
        x[i] = 0.0
    for r in range(rows.shape[0]):
        x[n + r] *= -EPS * rows[r].weight
    augment_right_side(kind, s, x)
    solve(s, x, x)
    for i in range(nv):
        a[i] += x[i]
    for r in range(rows.shape[0]):
        lam[r] -= x[n + r]


@inner
def close_positions(kind: Any, s: Any, t: float, q: Any, v: Any, ref: Any, fresh: float) -> int:
    """Move q least in the mass metric until the rows are closed to rounding. fresh = 0: the factors in s may be used.

    Leaves s at the closed positions, and the factors of a near position.
    """
    last = math.inf
    for iteration in range(30):
        positions(kind, s, t, q, ref, kind.active)
        if (iteration == 0 and fresh == 1) or iteration % 4 == 3:
            status = prepare(kind, s, v, s.mu)
            if status != OK:
                return status
        for r in range(s.rows.shape[0]):
            s.mu[r] = -s.g[r]
        for i in range(kind.v):
            s.f[i] = 0.0
        saddle_solve(kind, s, s.f, s.mu, s.f, s.mu)
        size = total = 0.0
        for i in range(kind.v):
            size = max(size, abs(s.f[i]))
            total += s.f[i]
        if not math.isfinite(total):  # max() passes over NaN, a sum does not
            return NOT_FINITE
        if size == 0.0:
            return OK
        retract(kind, q, s.f, s.moved)
        for i in range(kind.q):
            q[i] = s.moved[i]
        if size < 1e-9 and (size >= 0.3 * last or size < 1e-15):
            positions(kind, s, t, q, ref, kind.active)
            return OK
        last = size
    return NOT_CLOSED


@inner
def close_velocities(kind: Any, s: Any, v: Any) -> None:
    """Change v least in the mass metric until G v + g_t = 0; needs positions() and prepare() at these positions."""
    for _ in range(2):
        velocities(kind, s, v)
        for r in range(s.rows.shape[0]):
            s.mu[r] = -s.rate[r]
        for i in range(kind.v):
            s.f[i] = 0.0
        saddle_solve(kind, s, s.f, s.mu, s.f, s.mu)
        for i in range(kind.v):
            v[i] += s.f[i]


@inner
def accelerate(kind: Any, s: Any, v: Any, w: Any, a: Any, wd: Any, lam: Any) -> int:
    """Accelerations, rates of extra states and multipliers; needs positions(), velocities() and prepare().

    Forces that depend on multipliers (joint friction) are found by fixed-point iteration.
    """
    biases(kind, s, v)
    for _ in range(50):
        forces(kind, s, v, w, lam)
        change = size = 0.0
        for r in range(s.rows.shape[0]):
            s.old[r] = lam[r]
        saddle_solve(kind, s, s.force, s.gamma, a, lam)
        for r in range(s.rows.shape[0]):
            change = max(change, abs(lam[r] - s.old[r]))
            size = max(size, abs(lam[r]))
        if s.flags[ITERATE] == 0.0 or change <= 1e-13 * size:
            break
    for i in range(kind.w):
        wd[i] = s.k[i]
    for i in range(kind.v):
        if not math.isfinite(a[i]):
            return NOT_FINITE
    return OK


@inner
def jump(kind: Any, s: Any, v: Any, target: Any, f: Any, impulse: Any) -> None:
    """Velocities after a blow: M dv = f + G^T Lambda such that the rates of the rows become `target`; v is changed.

    impulse: Lambda (m,). The second pass takes the rates to rounding. Needs positions() and prepare().
    """
    for again in range(2):
        velocities(kind, s, v)
        for r in range(s.rows.shape[0]):
            s.mu[r] = target[r] - s.rate[r]
        for i in range(kind.v):
            s.f[i] = f[i] if again == 0 else 0.0
        saddle_solve(kind, s, s.f, s.mu, s.f, s.mu)
        for i in range(kind.v):
            v[i] += s.f[i]
        for r in range(s.rows.shape[0]):
            impulse[r] = s.mu[r] if again == 0 else impulse[r] + s.mu[r]


@inner
def _imbalance(kind: Any, s: Any, a: Any, wd: Any, lam: Any) -> float:
    """Largest M a - h - G^T lam of a body against the largest inertia or applied force; moments also against force times arm.

    A pin carries a force and no moment: all moments may be rounding of the same products.
    """
    residual(kind, s, a, wd, lam, s.residual)
    momentum(kind, s, a, s.step)
    worst = arm = largest = 0.0
    for i in range(s.ports.shape[0]):
        if s.ports[i].direction == 0:
            arm = max(arm, abs(s.ports[i].s[0]), abs(s.ports[i].s[1]), abs(s.ports[i].s[2]))
    n, dim = width(kind), dimension(kind)
    for first, last in ((0, dim), (dim, n)):
        r, size = 0.0, 0.0 if first == 0 else arm * largest
        for i in range(0, kind.v, n):
            for c in range(first, last):
                r = max(r, abs(s.residual[i + c]))
                size = max(size, abs(s.step[i + c]), abs(s.force[i + c]), abs(s.force[i + c] - s.step[i + c]))
        largest = size if first == 0 else largest
        if size > 0.0:
            worst = max(worst, r / size)
    return worst


@inner
def _violations(kind: Any, s: Any, v: Any, a: Any, out: Any) -> None:
    """Largest opening of the rows at the positions in s: out[5] of position rows, out[7] of rates, out[8] of G a - gamma."""
    gap = rate = change = 0.0
    for r in range(kind.g):
        gap = max(gap, abs(s.g[r]))
    velocities(kind, s, v)
    biases(kind, s, v)
    for r in range(s.rows.shape[0]):
        rate = max(rate, abs(s.rate[r]))
        total = -s.gamma[r]
        for k in range(s.rows[r].block, s.rows[r].block + s.rows[r].n_blocks):
            for c in range(width(kind)):
                total += s.J[k, c] * a[width(kind) * s.block_body[k] + c]
        change = max(change, abs(total))
    out[5], out[7], out[8] = gap, rate, change


# modes of `stations`
EVALUATE, REPORT, JUMP, AS_IS, LOOK = range(5)


@kernel
def stations(
    kind: Any,
    s: Any,
    mode: int,
    t: Any,
    q: Any,
    v: Any,
    w: Any,
    ref: Any,
    a: Any,
    wd: Any,
    lam: Any,
    x: Any,
    energy: Any,
    coefficients: Any,
    probe: float,
) -> tuple[int, int]:
    """Work on n separate states at times t (n,). Returns a status and the index it belongs to.

    REPORT: close positions and velocities, then accelerations, multipliers, measures and energies of each; the
    largest opening of a row before that goes to energy[:, 5], the imbalance of forces to energy[:, 6], openings at velocity and
    acceleration level to energy[:, 7:9]. The same serves for the consistent start (n = 1) and for everything that is printed or
    stored of a run. AS_IS: the same without closing, for methods whose constraints drift.
    EVALUATE: everything a system can say at the one state given, left in s; coefficients = (cM, cD, cK, cW, eps).
    LOOK: the same without residual and Newton matrix.
    JUMP: velocities after an impact at the one state given: lam in: wanted rates of the rows, out: their impulses;
    a: impulses applied (nv,).
    """
    if mode in (EVALUATE, LOOK):
        positions(kind, s, t[0], q[0], ref[0], s.measures.shape[0])
        velocities(kind, s, v[0])
        forces(kind, s, v[0], w[0], lam[0])
        biases(kind, s, v[0])
        energies(kind, s, q[0], v[0], lam[0], energy[0])
        if mode == LOOK:
            return OK, 0
        residual(kind, s, a[0], wd[0], lam[0], s.residual)
        c = coefficients
        assemble(kind, s, v[0], lam[0], c[0], c[1], c[2], c[3], c[4], probe)
        return OK, 0
    if mode == JUMP:
        positions(kind, s, t[0], q[0], ref[0], kind.active)
        status = prepare(kind, s, v[0], lam[0])
        if status == OK:
            for r in range(s.rows.shape[0]):
                s.old[r] = lam[0, r]
            jump(kind, s, v[0], s.old, a[0], lam[0])
            velocities(kind, s, v[0])
        return status, 0
    for i in range(t.shape[0]):
        positions(kind, s, t[i], q[i], ref[i], kind.active)
        _violations(kind, s, v[i], a[i], energy[i])
        status = OK if mode == AS_IS else close_positions(kind, s, t[i], q[i], v[i], ref[i], 1.0)
        if status == OK:
            status = prepare(kind, s, v[i], lam[i])
        if status == OK:
            if mode == REPORT:
                close_velocities(kind, s, v[i])
            velocities(kind, s, v[i])
            status = accelerate(kind, s, v[i], w[i], a[i], wd[i], lam[i])
        if status != OK:
            return status, i
        energy[i, 6] = _imbalance(kind, s, a[i], wd[i], lam[i])
        n = s.measures.shape[0]
        if n > kind.active:
            positions(kind, s, t[i], q[i], ref[i], n)
        for j in range(n):
            x[i, j] = s.x[j]
        energies(kind, s, q[i], v[i], lam[i], energy[i])
    return OK, 0

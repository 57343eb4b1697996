"""Index-1 solves and projections in the mass metric: accelerations, closure of positions, closure of velocities.

All three are the same saddle point problem   M a - G^T lam = f,   G a = y   at fixed positions:
accelerations f = h, y = gamma; position increments f = 0, y = -g; velocity increments f = 0, y = -(G v + g_t).
It is solved by the static LU with -eps W on the multipliers of loops and refinement passes, which serve redundant rows
(least-norm multipliers) and singular positions as well, see saddle_solve. Rows are never deleted.
Theory: docs/theory/singular.md and docs/theory/impacts.md.
"""

from __future__ import annotations

import math
from typing import Any

from jourdain.jit import inner
from jourdain.kernels.context import call
from jourdain.kernels.equations import biases, forces, positions, velocities
from jourdain.kernels.kinds import retract
from jourdain.kernels.linalg import CLEAR, NO_LOOPS, factor, factor_others, judge_pivots, solve
from jourdain.kernels.rank_safe import decompose, solve_svd
from jourdain.kernels.status import BAD_PIVOT, NOT_CLOSED, NOT_FINITE, OK
from jourdain.kernels.tables import (
    ALWAYS_SVD,
    AT_SINGULAR,
    BASE_RANK,
    GAP,
    ITERATE,
    LARGEST,
    LEAST,
    PASSES,
    PIVOT_SCALE,
    PLAY,
    REGULARISED,
    SINGULAR_COUNT,
    SMALLEST,
    SPARE,
    USE_SVD,
)
from jourdain.kernels.tangent import assemble_index1, augment_right_side, softness
from jourdain.kernels.vectors import add, copy, fill, largest, negate

EPS = 1e-9  # regularisation of multipliers in index-1 solves (times PIVOT_SCALE); refinement passes take it below rounding
SOFT = 1e6  # the same for spare rows, which follow from the others: they have no say, and multipliers of zero
CLOSED_TO = 1e-12  # of the largest coordinate of a point: rows that are open by less are closed
CLOSED = 1e-9  # rows open by less than this are on the manifold
NEARLY = 1e-3  # a scaled pivot below this asks for more passes
BLIND = 1e-7  # and below this the tangent is little but rounding
AT = 1e-6  # the same for a run, times reach^(2/3): accelerations have rounding over the cube of the distance there
CUT = 1e-5  # singular values below CUT * largest are left out by the rank-safe solve: at distance d from a singular
# position the tangent is known to (rounding of g)/d^2 only, and projecting on a wrong tangent costs energy


@inner
def prepare(kind: Any, s: Any, v: Any, lam: Any, moving: bool) -> int:
    """Factor the saddle matrix at the positions in s; decide whether the position is (nearly) singular.

    Off the manifold redundant rows contradict each other, and what they contradict by, over the small distance, would become
    accelerations: there as many are left out as are redundant. On it all are kept. moving: for a run on its way, which knows
    its branch (see _come_near), and needs multipliers of the least norm only if forces read them.
    """
    flags, open_ = s.flags, 0.0
    for r in range(kind.g):
        open_ = max(open_, abs(s.g[r]))
    fit = flags[PLAY] == 0.0
    off, eps = fit and open_ > CLOSED, usual_regularisation(s)
    assemble_index1(kind, s, v, eps)
    if off and flags[BASE_RANK] > 0.0 and s.panel_end.shape[0] == 0:
        bad = _factor_others(kind, s, v, eps)
    else:
        bad = _factor(kind, s, CLEAR if off else 0.0, flags[BASE_RANK])
    flags[USE_SVD] = flags[ALWAYS_SVD]
    least = judge_pivots(s, kind.v + kind.w, off, LARGEST, EPS if fit else eps)
    least_norm = flags[BASE_RANK] > 0.0 and (not moving or flags[ITERATE] != 0.0)
    flags[PASSES] = 0 if least == NO_LOOPS else 3 if least_norm or least < NEARLY or not fit else 1
    flags[REGULARISED], flags[AT_SINGULAR] = eps, 0.0
    if bad < 0 and least < NEARLY:
        bad = _come_near(kind, s, v, least, moving)
    if bad >= 0:
        flags[SMALLEST], flags[USE_SVD] = 0.0, 1.0
    if flags[SMALLEST] == 0.0:
        flags[SINGULAR_COUNT] += 1.0
    if flags[USE_SVD] != 0.0:
        if s.B.shape[0] == 0 and s.rows.shape[0] > 0:  # too many rows for that
            return BAD_PIVOT
        decompose(kind, s)
    return OK


@inner
def usual_regularisation(s: Any) -> float:
    """The regularisation away from singular positions."""
    return max(EPS * s.flags[PIVOT_SCALE], s.flags[PLAY])


@inner
def _come_near(kind: Any, s: Any, v: Any, least: float, moving: bool) -> int:
    """Near a singular position: is it too near, and a regularisation to suit. Returns what factor() does.

    In n loops side by side sigma^2 is 1/n^2 of the smallest pivot, and has to be well above eps all the same. Too near, the
    rounding of g turns the tangent: a run (moving) has come along its branch and touches nothing across it there.
    """
    limit = AT * _reach(s) ** (2.0 / 3.0) if moving else BLIND
    s.flags[AT_SINGULAR] = 1.0 if least < limit else 0.0
    if s.flags[BASE_RANK] > 0.0:
        return -1
    eps = EPS * least if least >= limit else limit if moving else EPS
    return regularise(kind, s, v, eps * s.flags[PIVOT_SCALE]) if eps != EPS else -1


@inner
def _factor_others(kind: Any, s: Any, v: Any, eps: float) -> int:
    """As factor(), without as many rows as are redundant; with all of them if the others are not clearly independent.

    Where their pivots change places, rows cannot be left out after the fact: closing went along the branch by 0.04.
    """
    bad = factor_others(s, kind.v + kind.w, int(s.flags[BASE_RANK]))
    return regularise(kind, s, v, eps) if bad >= 0 else bad


@inner
def regularise(kind: Any, s: Any, v: Any, eps: float) -> int:
    """New factors with another regularisation; returns what factor() does."""
    s.flags[REGULARISED] = eps
    assemble_index1(kind, s, v, eps)
    return _factor(kind, s, 0.0, 0.0)


@inner
def _factor(kind: Any, s: Any, too_small: float, most: float) -> int:
    """As linalg.factor(), by panels if the system is large."""
    if s.panel_end.shape[0] > 0:
        return call(s.panels_at[0], kind.v + kind.w, too_small, most, s)
    return factor(s, kind.v + kind.w, too_small, most)


@inner
def _reach(s: Any) -> float:
    """The largest coordinate of a point against the longest arm on a body: what the rounding of rows grows with."""
    arm, far = _arms(s)
    return max(1.0, far / arm)


@inner
def _arms(s: Any) -> tuple[float, float]:
    """The longest arm on a body, and the largest coordinate of a point; 1 each if there is no arm."""
    arm = far = 0.0
    for i in range(s.ports.shape[0]):
        if s.ports[i].direction == 0 and s.ports[i].body >= 0:
            for k in range(3):
                arm, far = max(arm, abs(s.ports[i].s[k])), max(far, abs(s.P[i, k]))
    return (arm, far) if arm > 0.0 else (1.0, 1.0)


@inner
def saddle_solve(kind: Any, s: Any, f: Any, y: Any, a: Any, lam: Any) -> None:
    """a, lam of  M a - G^T lam = f,  G a = y  with what prepare() made. f and a may be the same.

    Each pass takes the solve with -eps W p as right side of the rows, p the multipliers of the pass before: that is p times
    one on dependent rows, and eps / sigma^2 elsewhere. The sum of all passes is the exact solution there, but has the null
    part of p, which is rounding / eps, once from each; it does not decay, so the last pass *is* it, and is subtracted as
    often. What is left is the solution of least norm in the scaled rows, and nearly dependent directions (sigma^2 < eps)
    fade out smoothly.
    """
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
    copy(x, a)
    for r in range(rows.shape[0]):
        lam[r] = -x[n + r]
    passes = int(s.flags[PASSES])
    for j in range(1, passes + 1):
        for i in range(n):
            x[i] = 0.0
        for r in range(rows.shape[0]):
            x[n + r] *= -softness(s, r, s.flags[REGULARISED]) * rows[r].weight
        augment_right_side(kind, s, x)
        solve(s, x, x)
        times = 1.0 if j < passes or passes == 1 else -float(passes)
        for i in range(nv):
            a[i] += times * x[i]
        for r in range(rows.shape[0]):
            lam[r] -= times * x[n + r]


@inner
def null_part(kind: Any, s: Any, eps: float, passes: int) -> None:
    """Of multipliers in s.step, behind the velocities: the part that does nothing, because rows depend on each other.

    A solve with the right side (0, -eps W p) keeps it, and takes everything else to eps / sigma^2 of itself. With any factors
    that have -eps W on the rows in loops.
    """
    x, n = s.step, kind.v + kind.w
    for _ in range(passes):
        for i in range(n):
            x[i] = 0.0
        for r in range(s.rows.shape[0]):
            x[n + r] *= -softness(s, r, eps) * s.rows[r].weight
        augment_right_side(kind, s, x)
        solve(s, x, x)


@inner
def drop_play(kind: Any, s: Any, y: Any, first: int, eps: float) -> None:
    """Take out of the row values y[first:] what no motion can close: joints that are redundant and do not quite fit.

    W^-1 y is to have no null part. A direction that play makes depend a little less, by sigma, keeps (3 sigma^2 / eps)^2.
    """
    n = kind.v + kind.w
    for _ in range(2):
        for r in range(s.rows.shape[0]):
            s.step[n + r] = y[first + r] / s.rows[r].weight
        null_part(kind, s, eps, 3)
        for r in range(s.rows.shape[0]):
            y[first + r] -= s.rows[r].weight * s.step[n + r]


@inner
def to_least_norm(kind: Any, s: Any, v: Any, lam: Any) -> None:
    """Multipliers of which those of spare rows are zero, or nearly: make them those of the least norm.

    With factors in which all rows count alike; after it there are no others in s.
    """
    spare, s.flags[SPARE] = s.flags[SPARE], 0.0
    eps = EPS * math.sqrt(s.flags[PIVOT_SCALE])
    bad = regularise(kind, s, v, eps)
    for _ in range(2 if bad < 0 else 0):  # once leaves rounding over eps
        for r in range(lam.shape[0]):
            s.step[kind.v + kind.w + r] = lam[r]
        null_part(kind, s, eps, 3 if s.flags[LEAST] >= NEARLY else 8)
        for r in range(lam.shape[0]):
            lam[r] -= s.step[kind.v + kind.w + r]
    s.flags[SPARE] = spare


@inner
def _least_change(kind: Any, s: Any, open_: Any) -> None:
    """s.f: the least change in the mass metric that takes `open_` off the rows, but for eps / sigma^2 of it.

    Closing is iterated: where rows are regular the next solve does what a pass would do. Multipliers are not asked for.
    What play leaves open no motion can close.
    """
    passes, play = s.flags[PASSES], s.flags[PLAY] > 0.0
    s.flags[PASSES] = 0.0 if s.flags[LEAST] >= NEARLY and not play else passes
    negate(open_, s.mu)
    if play:
        drop_play(kind, s, s.mu, 0, s.flags[REGULARISED])
    fill(s.f, 0.0)
    saddle_solve(kind, s, s.f, s.mu, s.f, s.mu)
    s.flags[PASSES] = passes


@inner
def _note_gap(kind: Any, s: Any) -> None:
    """Rows that are closed as far as they can be are open by more than rounding: they have play."""
    arm, far = _arms(s)
    for r in range(kind.g):
        if abs(s.g[r]) > CLOSED_TO * far:
            s.flags[GAP] = max(s.flags[GAP], abs(s.g[r]) / min(1.0, arm))


@inner
def close_positions(kind: Any, s: Any, t: float, q: Any, v: Any, ref: Any, fresh: float, moving: bool) -> int:
    """Move q least in the mass metric until the rows are closed to rounding. fresh = 0: the factors in s may be used.

    Leaves s at the closed positions, and the factors of a near position.
    """
    last, slow = math.inf, False
    for iteration in range(30):
        positions(kind, s, t, q, ref, kind.active)
        # a stage that has just made its factors keeps them unless they are poor; a start may be far away, and must not depend
        # on how its largest component lies to the axes
        if (iteration == 0 and fresh == 1) or (iteration % 4 == 3 and (fresh == 1 or slow)):
            status = prepare(kind, s, v, s.mu, moving)
            if status != OK:
                return status
        _least_change(kind, s, s.g)
        size = total = 0.0
        for i in range(kind.v):
            size = max(size, abs(s.f[i]))
            total += s.f[i]
        if not math.isfinite(total):  # max() passes over NaN, a sum does not
            return NOT_FINITE
        if size == 0.0:
            return OK
        retract(kind, q, s.f, s.moved)
        copy(s.moved, q)
        # in a run what is left at a singular position lies across the branch; elsewhere a mechanism may come to its end there
        small = size < 1e-9 or (moving and s.flags[AT_SINGULAR] == 1.0)
        near_enough = size < 1e-15 or (iteration > 0 and size * size < 1e-16 * last)  # the next one would be 1e-16
        if small and (size >= 0.3 * last or near_enough):
            positions(kind, s, t, q, ref, kind.active)
            if s.flags[USE_SVD] != 0.0 and s.flags[AT_SINGULAR] == 0.0:
                _note_gap(kind, s)
            return OK
        slow, last = size > 0.1 * last, size
    return NOT_CLOSED


@inner
def close_velocities(kind: Any, s: Any, v: Any) -> None:
    """Change v least in the mass metric until G v + g_t = 0; needs positions() and prepare() at these positions."""
    for _ in range(2):
        velocities(kind, s, v)
        _least_change(kind, s, s.rate)
        add(s.f, v)


@inner
def accelerate(kind: Any, s: Any, v: Any, w: Any, a: Any, wd: Any, lam: Any) -> int:
    """Accelerations, rates of extra states and multipliers; needs positions(), velocities() and prepare().

    Forces that depend on multipliers (joint friction) are found by fixed-point iteration.
    """
    eps = usual_regularisation(s)
    if s.flags[REGULARISED] > eps:  # what closing leaves alone does count in accelerations
        regularise(kind, s, v, eps)
    biases(kind, s, v)
    if s.flags[PLAY] > 0.0:
        drop_play(kind, s, s.gamma, 0, eps)
    for _ in range(50):
        forces(kind, s, v, w, lam)
        copy(lam, s.old)
        saddle_solve(kind, s, s.force, s.gamma, a, lam)
        change = 0.0
        for r in range(s.rows.shape[0]):
            change = max(change, abs(lam[r] - s.old[r]))
        if s.flags[ITERATE] == 0.0 or change <= 1e-13 * largest(lam):
            break
    copy(s.k, wd)
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
        add(s.f, v)
        for r in range(s.rows.shape[0]):
            impulse[r] = s.mu[r] if again == 0 else impulse[r] + s.mu[r]

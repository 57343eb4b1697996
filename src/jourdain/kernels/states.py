"""What Python asks of a system at given states: evaluate one, report many, the velocities after a blow.

One compiled function behind three, since all of them need positions, forces and the saddle solve: apart they would compile
three times.
"""

from __future__ import annotations

import math
import time
from typing import Any

import numpy as np

from jourdain.jit import inner, kernel
from jourdain.kernels.context import Context
from jourdain.kernels.dynamics import (
    EPS,
    accelerate,
    close_positions,
    close_velocities,
    jump,
    prepare,
    regularise,
    to_least_norm,
    usual_regularisation,
)
from jourdain.kernels.equations import biases, energies, forces, positions, residual, velocities
from jourdain.kernels.kinds import Kind, dimension, momentum, width
from jourdain.kernels.linalg import ABOVE, kth_smallest
from jourdain.kernels.measures import along
from jourdain.kernels.status import OK
from jourdain.kernels.tables import BASE_RANK, LEAST, PASSES, PIVOT_SCALE, REGULARISED, SPARE, record
from jourdain.kernels.tangent import assemble
from jourdain.kernels.vectors import copy, largest

# how well a state fulfils its equations: opening of the worst row at three levels, and forces out of balance, relative;
# the smallest pivot of rows in loops, those of redundant ones left out; the logarithm of the product of all of them, which
# falls towards a singular position whatever is the smallest; opening of the worst row that no closing can take away
QUALITY = record("gap rate_gap acceleration_gap imbalance pivot volume open")
EVALUATE, LOOK, REPORT, AS_IS, JUMP, POSITIONS = range(6)  # POSITIONS: only close them
MANY = 8.0  # passes of the solve where rows are nearly dependent: multipliers to 1e-9 down to sigma^2 = 3e-8
OPEN = 1e-6  # of eps W lam: rows that accelerations leave open by more need them
TINY = 1e-300  # instead of a pivot that is zero
AT_ONCE = 0.1  # s, about: between calls Python looks at the keyboard


@inner
def _imbalance(kind: Any, s: Any, a: Any, wd: Any, lam: Any) -> float:
    """Largest M a - h - G^T lam of a body against the largest inertia, applied or joint force; moments also against force
    times arm.

    A pin carries a force and no moment: all moments may be rounding of the same products. Joint forces may cancel on a body.
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
        for b in range(s.bodies.shape[0]):
            for i in range(n * b + first, n * b + last):
                r = max(r, abs(s.residual[i]))
                size = max(size, abs(s.step[i]), abs(s.force[i]), abs(s.force[i] - s.step[i]))
        for b in range(s.row_blocks.shape[0]):
            block = s.row_blocks[b]
            for c in range(first, last):
                size = max(size, abs(s.J[block.block, c] * lam[block.row]))
        largest = size if first == 0 else largest
        if size > 0.0:
            worst = max(worst, r / size)
    for i in range(n * s.bodies.shape[0], kind.v):  # elastic coordinates are lengths: their forces are forces
        worst = max(worst, abs(s.residual[i]) / max(largest, abs(s.force[i]))) if s.residual[i] != 0.0 else worst
    return worst


@inner
def _violations(kind: Any, s: Any, v: Any, a: Any, out: Any) -> None:
    """Largest opening of the rows at the positions in s: of position rows, of rates, of G a - gamma."""
    velocities(kind, s, v)
    biases(kind, s, v)
    change = 0.0
    for r in range(s.rows.shape[0]):
        change = max(change, abs(along(kind, s, s.rows[r], s.J, a, -s.gamma[r])))
    out.gap, out.rate_gap, out.acceleration_gap = largest(s.g[: kind.g]), largest(s.rate), change


@inner
def _unfinished(kind: Any, s: Any, a: Any, lam: Any) -> bool:
    """Is more than rounding of nearly dependent directions left out? Then G a = gamma is open by eps W lam (eps/sigma^2)^2."""
    worst = size = 0.0
    for r in range(s.rows.shape[0]):
        root = math.sqrt(s.rows[r].weight)
        worst = max(worst, abs(along(kind, s, s.rows[r], s.J, a, -s.gamma[r])) / root)
        size = max(size, abs(lam[r]) * root)
    return worst > OPEN * s.flags[REGULARISED] * size


@inner
def _volume(kind: Any, s: Any) -> float:
    """log of the product of the pivots of rows in loops; infinite if there are none. Of redundant rows see judge_pivots."""
    n, redundant, total = 0, int(s.flags[BASE_RANK]), 0.0
    for r in range(s.rows.shape[0]):
        if s.rows[r].looped == 1 and s.rows[r].active == 1:
            p = abs(s.values[s.diagonal[s.place[kind.v + kind.w + r]]]) / (s.rows[r].weight * s.flags[PIVOT_SCALE])
            s.m1[n] = p if p > TINY else TINY  # also instead of NaN
            n += 1
    if redundant < n:
        kth_smallest(s.m1, n, redundant)
    for i in range(n):
        p = s.m1[i]
        total += math.log(p if i >= redundant else max(1.0, p / (ABOVE * EPS)))
    return total if n > 0 else math.inf


@kernel
def work_on_states(
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
    quality: Any,
    coefficients: Any,
    probe: float,
) -> tuple[int, int]:
    """Behind the functions below: n separate states at times t (n,). Returns a status and the index it belongs to."""
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
        status = prepare(kind, s, v[0], lam[0], False)
        if status == OK:
            copy(lam[0], s.old)
            jump(kind, s, v[0], s.old, a[0], lam[0])
            velocities(kind, s, v[0])
        return status, 0
    for i in range(t.shape[0]):
        positions(kind, s, t[i], q[i], ref[i], kind.active)
        if mode != POSITIONS:
            _violations(kind, s, v[i], a[i], quality[i])
        status = OK if mode == AS_IS else close_positions(kind, s, t[i], q[i], v[i], ref[i], 1.0, False)
        if mode == POSITIONS and status == OK:
            continue
        if status == OK:
            status = prepare(kind, s, v[i], lam[i], False)
        if status == OK:
            if mode == REPORT:
                close_velocities(kind, s, v[i])
            velocities(kind, s, v[i])
            status = accelerate(kind, s, v[i], w[i], a[i], wd[i], lam[i])
            if status == OK and s.flags[PASSES] > 1.0 and _unfinished(kind, s, a[i], lam[i]):
                s.flags[PASSES] = MANY
                status = accelerate(kind, s, v[i], w[i], a[i], wd[i], lam[i])
        if status != OK:
            return status, i
        for r in range(kind.g):
            s.opened[r] = max(s.opened[r], abs(s.g[r]))
            quality[i].open = max(quality[i].open, abs(s.g[r]))
        quality[i].volume = _volume(kind, s)
        if s.flags[SPARE] > 0.0:
            to_least_norm(kind, s, v[i], lam[i])
        quality[i].imbalance, quality[i].pivot = _imbalance(kind, s, a[i], wd[i], lam[i]), s.flags[LEAST]
        n = s.measures.shape[0]
        if n > kind.active:
            positions(kind, s, t[i], q[i], ref[i], n)
        copy(s.x, x[i])
        energies(kind, s, q[i], v[i], lam[i], energy[i])
    if s.flags[SPARE] > 0.0:  # Python looks at the pivots
        regularise(kind, s, v[t.shape[0] - 1], usual_regularisation(s))
    return OK, 0


def evaluate_state(
    kind: Kind,
    s: Context,
    t: float,
    state: dict[str, np.ndarray],
    coefficients: np.ndarray | None = None,
    probe: float = 0.0,
) -> np.ndarray:
    """Everything a system can say at one state (q, v, w, ref, a, wd, lam: one row each), left in s; energies (5,).

    coefficients = (cM, cD, cK, cW, eps) of the Newton matrix; None: without residual and matrix.
    """
    energy, mode = np.zeros((1, 5)), LOOK if coefficients is None else EVALUATE
    c = np.zeros(5) if coefficients is None else coefficients
    arrays = [state[name] for name in ("q", "v", "w", "ref", "a", "wd", "lam")]
    work_on_states(kind, s, mode, np.array([t]), *arrays, _NOTHING, energy, _NO_QUALITY, c, probe)
    return energy[0]


def report_states(
    kind: Kind, s: Context, t: np.ndarray, state: dict[str, np.ndarray], *, as_is: bool = False, poses: bool = False
) -> tuple[int, int, dict[str, np.ndarray]]:
    """Close n states (q, v, w, ref, with guesses a, lam; changed in place), then accelerations and multipliers of each.

    The same serves the consistent start (n = 1) and everything that is printed or stored of a run. as_is: without closing,
    for methods whose constraints drift. poses: only close positions. Returns a status, the index it belongs to, and wd, x
    (measures), energy (n, 5), quality (n,).
    """
    n = len(t)
    found = {"wd": np.zeros((n, kind.w)), "x": np.zeros((n, len(s.measures))), "energy": np.zeros((n, 5))}
    found["quality"] = np.zeros(n, QUALITY)
    arrays = [*(state[name] for name in ("q", "v", "w", "ref", "a")), found["wd"], state["lam"], found["x"]]
    arrays += [found["energy"], found["quality"]]
    first, size, status = 0, 1, OK
    while first < n:
        some, before = slice(first, first + size), time.perf_counter()
        mode, parts = AS_IS if as_is else POSITIONS if poses else REPORT, (array[some] for array in arrays)
        status, index = work_on_states(kind, s, mode, t[some], *parts, np.zeros(5), 0.0)
        if status != OK:
            return status, first + index, found
        first += size
        spent = time.perf_counter() - before
        size = int(size * min(8.0, max(1.0, 0.5 * AT_ONCE / max(spent, 1e-6))))
    return status, 0, found


def apply_impulse(
    kind: Kind, s: Context, t: float, state: dict[str, np.ndarray], impulse: np.ndarray, rates: np.ndarray
) -> int:
    """Velocities state["v"] after a blow with generalised impulses (1, nv), such that the rows have `rates` (1, m).

    rates become the impulses of the rows. Returns a status.
    """
    q, v, w, ref = (state[name] for name in ("q", "v", "w", "ref"))
    arrays = [q, v, w, ref, impulse, np.zeros_like(w), rates, _NOTHING, np.zeros((1, 5)), _NO_QUALITY]
    status, _ = work_on_states(kind, s, JUMP, np.array([t]), *arrays, np.zeros(5), 0.0)
    return int(status)


_NOTHING, _NO_QUALITY = np.zeros((1, 0)), np.zeros(1, QUALITY)

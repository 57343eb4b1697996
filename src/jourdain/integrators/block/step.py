"""The nodes of a step of a block method: states there, residuals, and Newton's method in the eigenbasis; see method.py.

Theory: docs/theory/block-methods.md.
"""

from __future__ import annotations

import math
from typing import Any

from jourdain.integrators.mixing import NEXT, NOW, mixed
from jourdain.integrators.stepping import factor_all, forces_at, least_acceleration
from jourdain.jit import inner
from jourdain.kernels import port
from jourdain.kernels.motion import COMPLEX, FLOAT, declare_method, record
from jourdain.kernels.port import ask, ask_newton, position_rows
from jourdain.kernels.status import NO_CONVERGENCE, NOT_FINITE, OK
from jourdain.kernels.vectors import add_times, copy, copy_matrix, fill, put, take

MOST_MIXED = 16  # corrections that may be mixed without success
SLOW = 0.5  # a contraction above which corrections are mixed
TINY = 1e-10  # of a move: its square is below rounding

# newton: what Newton's method may leave; ratio: this step over the last; floor: what rounding makes of a correction;
# scale: what accelerations are measured against;
# predicted: the polynomial of the last step can be gone on with; short: not taken by the method itself;
# planned: to an event; ahead: is a singular position near the end of the step
block_at = declare_method(
    "block",
    record("newton ratio last_h floor scale", "index predicted short planned ahead"),
    tableau=(FLOAT, 2),  # c, d, rows of B, weights of the error estimate
    mix=(COMPLEX, 2),  # (2 slots, r) to the eigenbasis, and back
    nodes_x=(FLOAT, 2),  # (r + 1, n) accelerations, rates of extra states, multipliers; row 0: the start of the step
    nodes_u=(FLOAT, 2),  # (r + 1, nv) increments from the start of the step, and their rates
    nodes_du=(FLOAT, 2),
    nodes_v=(FLOAT, 2),
    nodes_w=(FLOAT, 2),
    nodes_r=(FLOAT, 2),  # residuals
    nodes_work=(FLOAT, 2),  # (r + 1, 3)
    unknowns=(FLOAT, 2),  # (3 + MIXED, r n) of all nodes and their corrections, see mixing.py
    corrections=(FLOAT, 2),
)


@inner
def _states(mo: Any, h: float) -> None:
    """V and W at the nodes from the accelerations and rates there."""
    r, nv, nw = mo.tableau.shape[1] - 1, mo.v.shape[0], mo.w.shape[0]
    for i in range(r):
        for j in range(nv):
            total = mo.tableau[1, i] * mo.nodes_x[0, j]
            for k in range(r):
                total += mo.tableau[2 + i, k] * mo.nodes_x[1 + k, j]
            mo.nodes_v[1 + i, j] = mo.v[j] + h * total
        for j in range(nw):
            total = mo.tableau[1, i] * mo.nodes_x[0, nv + j]
            for k in range(r):
                total += mo.tableau[2 + i, k] * mo.nodes_x[1 + k, nv + j]
            mo.nodes_w[1 + i, j] = mo.w[j] + h * total


@inner
def _increments(mo: Any, t: float, h: float) -> None:
    """U at the nodes; in space the rates depend on U itself: a few rounds, which contract like h times the spin."""
    r, nv = mo.tableau.shape[1] - 1, mo.v.shape[0]
    curved = mo.q.shape[0] != nv
    for i in range(0 if curved else r + 1):
        copy(mo.nodes_v[i] if i > 0 else mo.v, mo.nodes_du[i])
    for _ in range(12 if curved else 1):
        change = 0.0
        if curved:
            for i in range(r + 1):
                for j in range(nv):
                    mo.u[j] = mo.nodes_u[i, j] if i > 0 else 0.0
                    mo.v_new[j] = mo.nodes_v[i, j] if i > 0 else mo.v[j]
                ask(mo, port.CHART, t)
                copy(mo.end, mo.nodes_du[i])
        for i in range(r):
            for j in range(nv):
                total = mo.tableau[1, i] * mo.nodes_du[0, j]
                for k in range(r):
                    total += mo.tableau[2 + i, k] * mo.nodes_du[1 + k, j]
                change = max(change, abs(h * total - mo.nodes_u[1 + i, j]))
                mo.nodes_u[1 + i, j] = h * total
        if change <= 1e-15:
            break


@inner
def stand(mo: Any, i: int) -> None:
    """Put the state of node i where the system looks."""
    nv, nw = mo.v.shape[0], mo.w.shape[0]
    copy(mo.nodes_u[i], mo.u)
    copy(mo.nodes_v[i], mo.v_new)
    copy(mo.nodes_x[i], mo.vd_new)
    copy(mo.nodes_w[i], mo.w_new)
    take(mo.nodes_x[i], nv, mo.wd_new)
    take(mo.nodes_x[i], nv + nw, mo.lam_new)
    ask(mo, port.MOVE_BASE, 0.0)


@inner
def _row_level(mo: Any, row: int) -> int:
    """Derivatives of a row that are closed: 0 position, 1 velocity, 2 acceleration."""
    index = mo.own.index
    return max(3 - index, 1 if row >= position_rows(mo) else 0)


@inner
def _residuals(mo: Any, t: float, h: float) -> None:
    """Equations of motion and rows at all nodes; rows unscaled."""
    r, nv, nw = mo.tableau.shape[1] - 1, mo.v.shape[0], mo.w.shape[0]
    n = nv + nw
    for i in range(1, r + 1):
        time = t + mo.tableau[0, i - 1] * h
        stand(mo, i)
        ask(mo, port.POSITIONS, time)
        ask(mo, port.VELOCITIES, time)
        ask(mo, port.FORCES, time, 0.0 if mo.own.index == 1 else port.NO_BIAS)
        ask(mo, port.RESIDUAL, time)
        mo.counts.evaluations += 1
        for j in range(n):
            mo.nodes_r[i, j] = mo.residual[j]
        for j in range(mo.lam.shape[0]):
            level = _row_level(mo, j)
            mo.nodes_r[i, n + j] = mo.g[j] if level == 0 else mo.rate[j] if level == 1 else -mo.gamma[j]
        if _row_level(mo, 0) == 2:
            _row_accelerations(mo, i)


@inner
def _row_accelerations(mo: Any, i: int) -> None:
    """Add G A to the rows of node i: the rates of the rows for velocities A, less those for none."""
    n = mo.v.shape[0] + mo.w.shape[0]
    fill(mo.v_new, 0.0)
    ask(mo, port.VELOCITIES, 0.0)
    for j in range(mo.lam.shape[0]):
        mo.nodes_r[i, n + j] -= mo.rate[j]
    copy(mo.nodes_x[i], mo.v_new)
    ask(mo, port.VELOCITIES, 0.0)
    for j in range(mo.lam.shape[0]):
        mo.nodes_r[i, n + j] += mo.rate[j]


@inner
def _renew(mo: Any, t: float, h: float) -> int:
    """New factors for all eigenvalues, at the middle node."""
    r = mo.tableau.shape[1] - 1
    middle = (r + 1) // 2
    time = t + mo.tableau[0, middle - 1] * h
    stand(mo, middle)
    forces_at(mo, time)
    ask_newton(mo, port.PARTS, time, 0.0)
    return factor_all(mo, time, h)


@inner
def _correct(mo: Any, h: float) -> float:
    """One Newton correction of all nodes; its size against the accelerations."""
    r, slots = mo.tableau.shape[1] - 1, mo.shifts.shape[1]
    nv, nw, m = mo.v.shape[0], mo.w.shape[0], mo.lam.shape[0]
    n = nv + nw
    cut = mo.clock.epsilon
    for slot in range(slots):
        right, s = mo.rights[slot], mo.shifts[1, slot]
        for j in range(n + m):
            total = 0.0j
            for i in range(r):
                total -= mo.mix[slot, i] * mo.nodes_r[1 + i, j]
            right[j] = total
        for j in range(m):
            level = _row_level(mo, j)
            if level < 2:
                right[n + j] /= s * s if level == 0 else s
            if cut > 0.0:  # total form: rows + eps W lam = 0
                for i in range(r):
                    right[n + j] -= cut * mo.row_weights[j] * mo.mix[slot, i] * mo.nodes_x[1 + i, n + j]
        ask_newton(mo, port.BACK, 0.0, float(slot))
        for j in range(m):  # multipliers of dropped rows are zero: nothing else would hold them
            if mo.dropped[slot, j] == 1:
                right[n + j] = 0.0
                for i in range(r):
                    right[n + j] += mo.mix[slot, i] * mo.nodes_x[1 + i, n + j]
    size, scale, together = 0.0, max(1e-15, least_acceleration(mo, h)), 0.0
    fill(mo.nodes_r[0], 0.0)  # largest corrections of all nodes
    for i in range(r):
        for j in range(n + m):
            total = 0.0
            for slot in range(slots):
                total += (mo.mix[slots + slot, i] * mo.rights[slot, j]).real
            if j < n:
                mo.nodes_x[1 + i, j] += total
            else:
                mo.nodes_x[1 + i, j] -= total  # the unknown of the matrix is -lam
            mo.nodes_r[0, j] = max(mo.nodes_r[0, j], abs(total))
            together += total if j < n else 0.0  # max() passes over NaN, a sum does not
            if j < nv:
                size = max(size, abs(total))
                scale = max(scale, abs(mo.nodes_x[1 + i, j]))
    # what the rounding of g or of the rates makes of accelerations, divided by s^2 or s as they are, is no error
    reach, least = mo.clock.length, abs(mo.shifts[1, 0])
    for slot in range(slots):
        least = min(least, abs(mo.shifts[1, slot]))
    for j in range(mo.q.shape[0]):
        reach = max(reach, abs(mo.q_new[j]))
    mo.own.floor = 2e-15 * reach / (least * least * scale) if mo.own.index == 3 else 4e-15
    mo.own.scale = scale
    size, changed = size / scale, _states_changed(mo, h)
    if changed > 0.0 and size <= 0.1 * mo.own.floor:  # what is left to do are the extra states
        size, mo.own.floor = changed, 4e-15
    return max(size, changed) if math.isfinite(together) else math.inf


@inner
def _states_changed(mo: Any, h: float) -> float:
    """The last correction of the rates of extra states, in nodes_r[0], against these rates and what would change all of one."""
    nv, nw, r = mo.v.shape[0], mo.w.shape[0], mo.tableau.shape[1] - 1
    worst = 0.0
    for j in range(nw):
        scale = abs(mo.w[j]) / h + 1e-300
        for i in range(1, r + 1):
            scale = max(scale, abs(mo.nodes_x[i, nv + j]))
        worst = max(worst, mo.nodes_r[0, nv + j] / scale)
    return worst


@inner
def _rounding(mo: Any, t: float, h: float) -> float:
    """What the rounding of g makes of accelerations in index 3, measured; a correction below that says nothing.

    At a tiny move g must change as its rates tell: what it is off by is rounding, whatever a row is made of (angles grow, and
    teeth multiply them). Sent through the factors it becomes accelerations, the larger the nearer rows depend on each other.
    """
    nv, m, slots = mo.v.shape[0], mo.lam.shape[0], mo.shifts.shape[1]
    n, r = nv + mo.w.shape[0], mo.tableau.shape[1] - 1
    if mo.own.index < 3:
        return 0.0
    off, before, still = mo.nodes_r[0], mo.nodes_r[1], mo.nodes_r[2]
    stand(mo, r)
    ask(mo, port.POSITIONS, t + h)
    fill(mo.v_new, 0.0)
    ask(mo, port.VELOCITIES, t + h)
    fill(off, 0.0)
    put(mo.rate, still, 0)
    put(mo.g, before, 0)
    for move in range(1, 5):
        for j in range(nv):
            mo.v_new[j] = TINY * math.sin(float(j + move))  # any move, other for each number
        ask(mo, port.VELOCITIES, t + h)
        copy(mo.v_new, mo.u)
        ask(mo, port.MOVE, t + h)
        ask(mo, port.POSITIONS, t + h)
        for j in range(m):
            off[n + j] = max(off[n + j], abs(mo.g[j] - before[j] - (mo.rate[j] - still[j])))
        put(mo.g, before, 0)
    most = 0.0
    for slot in range(slots):
        right, s, there, back = mo.rights[slot], mo.shifts[1, slot], 0.0, 0.0
        for i in range(r):  # from the nodes to the eigenbasis, and back
            there += abs(mo.mix[slot, i])
            back = max(back, abs(mo.mix[slots + slot, i]))
        for j in range(n + m):
            right[j] = (off[j] if j % 2 == 0 else -off[j]) / (s * s) if j >= n else 0.0
        ask_newton(mo, port.BACK, 0.0, float(slot))
        for j in range(nv):
            most = max(most, there * back * abs(right[j]))
    return most


@inner
def predict(mo: Any, h: float) -> None:
    """Accelerations and multipliers at the nodes from the polynomial of the last step; at first what the start has."""
    r = mo.tableau.shape[1] - 1
    if mo.own.predicted == 0:
        for i in range(1, r + 1):
            copy(mo.nodes_x[0], mo.nodes_x[i])
            fill(mo.nodes_u[i], 0.0)  # what a failed step left may be anything
        return
    copy_matrix(mo.nodes_x, mo.nodes_r)
    for i in range(r):
        z = 1.0 + mo.tableau[0, i] * mo.own.ratio
        fill(mo.nodes_x[1 + i], 0.0)
        for k in range(r):
            weight = 1.0
            for l in range(r):
                if l != k:
                    weight *= (z - mo.tableau[0, l]) / (mo.tableau[0, k] - mo.tableau[0, l])
            add_times(weight, mo.nodes_r[1 + k], mo.nodes_x[1 + i])


@inner
def _exchange(mo: Any, x: Any, put: bool) -> None:
    """Take all unknowns to x, accelerations of all nodes first, or put them from there."""
    r, nv, n = mo.tableau.shape[1] - 1, mo.v.shape[0], mo.nodes_x.shape[1]
    for i in range(r):
        for j in range(n):
            at = i * nv + j if j < nv else r * nv + i * (n - nv) + j - nv
            if put:
                mo.nodes_x[1 + i, j] = x[at]
            else:
                x[at] = mo.nodes_x[1 + i, j]


@inner
def _mix(mo: Any, made: int) -> None:
    """Replace the unknowns by those mixed from the last few corrections; made: how many there were before this one."""
    _exchange(mo, mo.unknowns[NEXT], False)
    if mixed(mo.unknowns, mo.corrections, made, (mo.tableau.shape[1] - 1) * mo.v.shape[0]):
        _exchange(mo, mo.unknowns[NEXT], True)


@inner
def newton(mo: Any, t: float, h: float, fresh: bool) -> int:
    """Iterate until what is left is below the tolerance, or at rounding.

    One matrix for all nodes does not follow a stiff spring that turns: where it contracts by less than SLOW, corrections are
    mixed, and given up only if that does not help either.
    """
    last, rate, least, stalled = math.inf, 1.0, math.inf, 0
    made = -1  # corrections since they are mixed
    for iteration in range(40):
        _states(mo, h)
        _increments(mo, t, h)
        if iteration == 0 and (fresh or mo.clock.factored != h):
            status = _renew(mo, t, h)
            if status != OK:
                return status
        if made >= 0:
            _exchange(mo, mo.unknowns[NOW], False)
        _residuals(mo, t, h)
        size = _correct(mo, h)
        mo.counts.iterations += 1
        if not math.isfinite(size):
            return NOT_FINITE
        if iteration > 0:
            rate = min(size / last, 1e3)
            mo.clock.contraction = max(rate, 1e-3)
        safe = max(rate, 0.3) if mo.own.index == 3 else rate  # one lucky correction says little of the next
        left = size * safe / (1.0 - safe) if iteration > 0 and rate < 0.9 else size
        stalled = stalled + 1 if size > 0.9 * least else 0
        least = min(least, size)
        floor = mo.own.floor
        rounding = size < max(1e-8, 10.0 * floor)  # nothing else, if it does not fall any more
        good = left <= max(mo.own.newton, 0.1 * floor) or (rounding and stalled > 2)
        if not good and not rounding and iteration > 1 and rate > 0.9:
            good = size * mo.own.scale < 10.0 * _rounding(mo, t, h)
            if not good and (made >= MOST_MIXED or size > 1e3 * least):
                break
        if good:
            _states(mo, h)
            _increments(mo, t, h)
            return OK
        if made >= 0 and not rounding:
            _mix(mo, made)
            made += 1
        elif iteration > 0 and rate > SLOW and not rounding and mo.clock.near == 0 and mo.lam.shape[0] > 0:
            made = 0
        else:
            made = -1
        last = size
    return NO_CONVERGENCE

"""Trees at the port: the tasks of port.py for joint coordinates, answered by the recursions and the Cartesian system behind.

The system behind stands at full_q, full_v: it gives the rows that stay, forces, events and energies as for any other run.
Theory: docs/theory/tree.md.
"""

from __future__ import annotations

import math
from typing import Any

from jourdain.jit import inner
from jourdain.kernels import port
from jourdain.kernels.answers import NOT_FAR
from jourdain.kernels.bodies.quaternions import add_chart_terms, spin_error
from jourdain.kernels.crossings import NEAR_SINGULAR, begin_watch, note_passage, watch
from jourdain.kernels.equations import biases, energies, forces, positions, residual, velocities
from jourdain.kernels.kinds import counted, momentum
from jourdain.kernels.measures import ANGLE, along
from jourdain.kernels.rotations import cayley_rate
from jourdain.kernels.status import NO_CONVERGENCE, NOT_CLOSED, NOT_FINITE, OK
from jourdain.kernels.tables import AT_SINGULAR, ITERATE, SMALLEST
from jourdain.kernels.tree.recursion import (
    difference,
    flat_part,
    gather,
    load_links,
    move,
    normalise,
    place,
    put_accelerations,
    put_bias,
    qdot,
    retract,
    spread,
    unload,
)
from jourdain.kernels.tree.rows import all_count, prepare, solve
from jourdain.kernels.tree.tables import SCREW, TURN
from jourdain.kernels.vectors import add, copy, fill, largest, negate, unit


@inner
def stand(kind: Any, tr: Any, s: Any, mo: Any, t: float) -> None:
    """Rows at q_new."""
    place(kind, tr, mo.q_new)
    positions(kind, s, t, tr.full_q, mo.ref, kind.active)


@inner
def _rates(kind: Any, tr: Any, s: Any, v: Any) -> None:
    move(kind, tr, v)
    velocities(kind, s, tr.full_v)


@inner
def _applied(kind: Any, tr: Any, s: Any, mo: Any) -> None:
    """full_p: forces on the bodies less their inertia at resting joint velocities."""
    forces(kind, s, tr.full_v, mo.w_new, mo.lam_new)
    momentum(kind, s, tr.full_a, tr.full_p)
    for i in range(kind.v):
        tr.full_p[i] = s.force[i] - tr.full_p[i]


@inner
def _accelerations_of_rows(kind: Any, tr: Any, s: Any) -> None:
    """s.gamma: of G qdd = gamma, at resting joint velocities less what moves all the same."""
    put_bias(kind, tr)
    if s.rows.shape[0] == 0:
        return
    biases(kind, s, tr.full_v)
    for r in range(s.rows.shape[0]):
        s.gamma[r] -= along(kind, s, s.rows[r], s.J, tr.full_a)


@inner
def _accelerate(kind: Any, tr: Any, s: Any, mo: Any) -> int:
    """Forces may read multipliers: rounds until these stay."""
    mo.counts.evaluations += 1
    all_count(tr, s)
    _rates(kind, tr, s, mo.v_new)
    _accelerations_of_rows(kind, tr, s)
    fill(tr.force, 0.0)
    for _ in range(50):
        copy(mo.lam_new, tr.mu)
        _applied(kind, tr, s, mo)
        load_links(kind, tr, tr.full_p)
        if solve(kind, tr, s, tr.force, s.gamma, mo.vd_new, mo.lam_new) == 0:
            return NOT_FINITE
        change = 0.0
        for r in range(s.rows.shape[0]):
            change = max(change, abs(mo.lam_new[r] - tr.mu[r]))
        if s.flags[ITERATE] == 0.0 or change <= 1e-13 * largest(mo.lam_new):
            break
    copy(s.k, mo.wd_new)
    return OK


@inner
def _least_change(kind: Any, tr: Any, s: Any, open_: Any, u: Any) -> int:
    """u: the least change in the mass metric that takes `open_` off the rows."""
    negate(open_, tr.mu)
    fill(tr.force, 0.0)
    unload(tr)
    return solve(kind, tr, s, tr.force, tr.mu, u, tr.mu)


@inner
def _close_positions(kind: Any, tr: Any, s: Any, mo: Any, t: float, fresh: bool) -> int:
    """As kernels/dynamics.close_positions, in joint coordinates."""
    if kind.g == 0:
        stand(kind, tr, s, mo, t)
        return OK
    last, slow = math.inf, False
    for iteration in range(30):
        stand(kind, tr, s, mo, t)
        if (iteration == 0 and fresh) or (iteration % 4 == 3 and (fresh or slow)):
            status = prepare(kind, tr, s)
            if status != OK:
                return status
        if _least_change(kind, tr, s, s.g, tr.change) == 0:
            return NOT_FINITE
        size = largest(tr.change)
        if size == 0.0:
            return OK
        retract(kind, tr, mo.q_new, tr.change, tr.moved)
        copy(tr.moved, mo.q_new)
        small = size < 1e-9 or s.flags[AT_SINGULAR] == 1.0
        near_enough = size < 1e-15 or (iteration > 0 and size * size < 1e-16 * last)
        if small and (size >= 0.3 * last or near_enough):
            stand(kind, tr, s, mo, t)
            return OK
        slow, last = size > 0.1 * last, size
    return NOT_CLOSED


@inner
def _close_velocities(kind: Any, tr: Any, s: Any, mo: Any) -> int:
    for _ in range(2 if s.rows.shape[0] > 0 else 0):
        _rates(kind, tr, s, mo.v_new)
        if _least_change(kind, tr, s, s.rate, tr.change) == 0:
            return NOT_FINITE
        add(tr.change, mo.v_new)
    return OK


@inner
def _slopes(kind: Any, tr: Any, s: Any, mo: Any, full: bool) -> None:
    nq, nv, nw = mo.q_new.shape[0], mo.v_new.shape[0], mo.w_new.shape[0]
    row = mo.slope
    qdot(kind, tr, mo.q_new, mo.v_new, row)
    if not full:
        return
    copy(mo.vd_new, row[nq : nq + nv])
    copy(mo.wd_new, row[nq + nv : nq + nv + nw])
    if mo.power.shape[0] > 0:
        energies(kind, s, tr.full_q, tr.full_v, mo.lam_new, mo.energy)
        copy(mo.energy[2:], row[nq + nv + nw :])


@inner
def _matrices(kind: Any, tr: Any, s: Any, mo: Any) -> None:
    """Dense M and G, column by column."""
    n = mo.v_new.shape[0]
    for j in range(n):
        unit(tr.f, j)
        spread(kind, tr, tr.f, tr.full_a)
        momentum(kind, s, tr.full_a, tr.full_p)
        for r in range(s.rows.shape[0]):
            mo.G[r, j] = along(kind, s, s.rows[r], s.J, tr.full_a)
        gather(kind, tr, tr.full_p, tr.u)
        for i in range(n):
            mo.M[i, j] = tr.u[i]


@inner
def _charts(kind: Any, tr: Any, mo: Any, task: int, h: float) -> None:
    """What the chart of rotations asks for, see port.py; all other increments add up."""
    worst = 0.0
    if task == port.CHART:
        copy(mo.v_new, mo.end)
    for l in range(tr.links.shape[0]):
        link = tr.links[l]
        k = link.v + flat_part(kind, link)
        if k == link.v + link.n:
            continue
        if task == port.CHART:
            cayley_rate(mo.u, k, mo.v_new, mo.end, tr.chart, tr.chart_rate, 0)
        elif task == port.CHART_TERMS:
            add_chart_terms(mo.v, mo.z, h, mo.u, k)
        else:
            worst = max(worst, spin_error(mo.v, mo.v_new, h, k))
    if task == port.CHART_ERROR:
        mo.clock.chart_error = worst


@inner
def _residual(kind: Any, tr: Any, s: Any, mo: Any) -> None:
    """T^T (M a - h - G^T lam), with a of the bodies at vd_new, and E w' - k."""
    put_accelerations(kind, tr, mo.vd_new)
    residual(kind, s, tr.full_a, mo.wd_new, mo.lam_new, tr.image)
    gather(kind, tr, tr.image, tr.residual)
    for i in range(kind.w):
        tr.residual[tr.S.shape[0] + i] = tr.image[kind.v + i]


@inner
def _turns(kind: Any, tr: Any, s: Any, mo: Any, counting: bool) -> int:
    """As in kernels/answers.py. A joint may turn evenly, and steps be long: by the joints no body turns by 2 rad or more."""
    if not counting and kind.turns > 0 and counted(kind):
        for l in range(tr.links.shape[0]):
            link = tr.links[l]
            turned = tr.A[link.parent, 0]
            if link.joint == TURN or link.joint == SCREW:
                turned += abs(mo.q_new[link.q] - mo.q[link.q])
            if turned > 2.0:
                return NO_CONVERGENCE
            tr.A[l, 0] = turned
    for i in range(kind.active if kind.turns > 0 else 0):
        if s.measures[i].kind == ANGLE and (counting or counted(kind)):
            now, turn = s.x[i] - s.measures[i].offset, s.measures[i].turn
            if counting:
                mo.ref[turn] = now
            elif abs(now - mo.ref[turn]) > 2.0:
                return NO_CONVERGENCE
    return OK


@inner
def answer_watch(kind: Any, tr: Any, s: Any, mo: Any, seen: Any, task: int, t: float, h: float) -> int:
    """Events; seen: the same motion in Cartesian coordinates."""
    if task == port.BEGIN_WATCH:
        place(kind, tr, mo.q)
        move(kind, tr, mo.v)
        begin_watch(kind, s, seen, t)
        return OK
    place(kind, tr, mo.q_new)
    move(kind, tr, mo.v_new)
    return watch(kind, s, seen, t, h)


@inner
def answer(kind: Any, tr: Any, s: Any, mo: Any, task: int, t: float, h: float) -> int:
    """All other tasks but those of Newton's method."""
    status = OK
    if task == port.POSITIONS:
        stand(kind, tr, s, mo, t)
    elif task == port.PREPARE:
        status = prepare(kind, tr, s)
        if status == OK:
            note_passage(s, mo, t, max(mo.clock.step, mo.clock.tried))
    elif task == port.VELOCITIES:
        _rates(kind, tr, s, mo.v_new)
    elif task == port.FORCES:
        if h == port.NO_BIAS:
            move(kind, tr, mo.v_new)
            put_bias(kind, tr)
        else:
            _accelerations_of_rows(kind, tr, s)
        _applied(kind, tr, s, mo)
        gather(kind, tr, tr.full_p, tr.force)
    elif task == port.SOLVE:
        unload(tr)
        status = OK if solve(kind, tr, s, tr.force, s.gamma, mo.vd_new, mo.lam_new) == 1 else NOT_FINITE
        copy(s.k, mo.wd_new)
    elif task == port.ACCELERATE:
        status = _accelerate(kind, tr, s, mo)
    elif task == port.CLOSE_POSITIONS:
        status = _close_positions(kind, tr, s, mo, t, h == port.NEW)
    elif task == port.CLOSE_VELOCITIES:
        status = _close_velocities(kind, tr, s, mo)
    elif task == port.SLOPES or task == port.RATES:
        _slopes(kind, tr, s, mo, task == port.SLOPES)
    elif task == port.NORMALISE:
        normalise(kind, tr, mo.q_new)
    elif task == port.MATRICES:
        _matrices(kind, tr, s, mo)
    elif task == port.MOVE:
        retract(kind, tr, mo.q_new, mo.u, tr.moved)
        copy(tr.moved, mo.q_new)
    elif task == port.MOVE_BASE:
        retract(kind, tr, mo.q, mo.u, mo.q_new)
    elif task == port.DIFFERENCE:
        difference(kind, tr, mo.q, mo.q_new, mo.u)
    elif task == port.CHART or task == port.CHART_TERMS or task == port.CHART_ERROR:
        _charts(kind, tr, mo, task, h)
    elif task == port.RESIDUAL:
        _residual(kind, tr, s, mo)
    elif task == port.NEAR_A_SINGULARITY:
        if h == port.AT:
            status = int(s.flags[AT_SINGULAR])
        else:
            near = s.flags[SMALLEST] < NEAR_SINGULAR
            mo.counts.singular += int(near)
            status = 1 if near else 2 if s.flags[SMALLEST] < NOT_FAR else 0
    elif task == port.TURNS or task == port.COUNT_TURNS:
        status = _turns(kind, tr, s, mo, task == port.COUNT_TURNS)
    elif task == port.ENERGY:
        energies(kind, s, tr.full_q, tr.full_v, mo.lam_new, mo.energy)
    return status

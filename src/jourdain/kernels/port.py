"""The port: what methods ask of a system, as one C function that is called by its address.

Methods know neither bodies nor joints. They own vectors, y = (q, v, w, work) and its slopes, and ask for tasks:

    status = ask(mo, POSITIONS, t)        and so on, see below; what goes in and out stands in the motion `mo`

so each method, each treatment of constraints and each kind of system is compiled once, by itself, and any of them works with
any other; a system that is not made of bodies answers the same tasks (see systems written by the user). A call costs a few
nanoseconds. In `mo`: q_new, v_new, w_new, lam_new, vd_new, wd_new are the state asked about and the answers; g, rate, gamma,
force, k are the system's own; calls: addresses of the system's answers and of the treatment, of the system, and its sizes.
"""

from __future__ import annotations

from typing import Any

from jourdain.jit import inner, leaf
from jourdain.kernels.context import call
from jourdain.kernels.crossings import NEAR_SINGULAR, begin_watch, note_passage, watch
from jourdain.kernels.dynamics import (
    BAD_PIVOT,
    NO_CONVERGENCE,
    OK,
    accelerate,
    close_positions,
    close_velocities,
    prepare,
    saddle_solve,
)
from jourdain.kernels.equations import biases, energies, forces, positions, residual, velocities
from jourdain.kernels.kinds import (
    chart,
    counted,
    curved,
    difference,
    mass_block,
    momentum,
    normalise,
    qdot,
    retract,
    varying_mass,
    width,
)
from jourdain.kernels.linalg import DEPENDENT, eliminate
from jourdain.kernels.motion import EPSILON, EVALUATIONS, FACTORIZATIONS, SINGULAR, STEP_H
from jourdain.kernels.tables import ALWAYS_SVD, ANGLE, SMALLEST, USE_SVD
from jourdain.kernels.tangent import assemble, row_tangent

# tasks: what a system is asked, with the state in q_new, v_new, w_new at time t
(
    POSITIONS,  # g, and the rows behind it
    PREPARE,  # factors for SOLVE, ACCELERATE and the closing tasks; after POSITIONS
    VELOCITIES,  # rate = G v + g_t
    FORCES,  # force, k, and gamma (not if h = 1); after VELOCITIES
    SOLVE,  # vd_new, lam_new of M a - G^T lam = force, G a = gamma; wd_new = k
    ACCELERATE,  # VELOCITIES, FORCES and SOLVE; forces that read multipliers are iterated
    CLOSE_POSITIONS,  # the least move in the mass metric that closes g; h = 1: with new factors
    CLOSE_VELOCITIES,  # the least change in the mass metric that closes the rates; after PREPARE
    SLOPES,  # slope = (qdot, vd_new, wd_new, powers)
    RATES,  # slope = (qdot, 0, ..) only: the rate of q_new for v_new
    NORMALISE,  # unit quaternions in q_new
    MATRICES,  # M (nv, nv), G (m, nv); after POSITIONS
    MOVE,  # q_new moved by the increment u (nv,)
    MOVE_BASE,  # q_new = q moved by u
    DIFFERENCE,  # u from q to q_new
    CHART,  # end = rate of the increment u for velocities v_new
    RESIDUAL,  # residual = M vd_new - force - G^T lam_new, E wd_new - k
    NEAR_A_SINGULARITY,  # 1 near a singular position (after PREPARE), 2 not far from one, else 0
    BEGIN_WATCH,  # events: where they stand
    WATCH,  # events: verdict on the step from t of size h
    TURNS,  # NO_CONVERGENCE if an angle jumped by more than 2 rad
    COUNT_TURNS,  # angles of the accepted state
    ENERGY,  # energy (5,) = kinetic, potential, powers
    PARTS,  # parts (3, ..): mass, damping and stiffness parts of the Newton matrix at the new state; h = 1: with d(G v)/dq
    FACTOR,  # factors of slot h for shifts[1, h] = g: mass + g damping + g^2 stiffness, with the rows and -eps
    BACK,  # rights[h] solved by the factors of slot h
    CANONICAL,  # p_new = dL/dv; canonical = dL/dq + Q + G^T lam_new; k. After POSITIONS
    VELOCITY_OF,  # v_new with dL/dv = p_new, from v_new as a guess; after POSITIONS
    MOMENTUM_TANGENT,  # momentum_tangent = d/dq of dL/dv; after POSITIONS
    ROWS_CHANGE,  # turned = d/dt of the rates of the rows for q' = u, p' = z_new; after POSITIONS; z = v'
    SADDLE,  # z, turned = a, lam of M a - G^T lam = end, G a = turned; after PREPARE
    ROWS_METRIC,  # G (m, nv), and rows_square = K with K^T K = (G M^-1 G^T)^-1, K lower; after PREPARE
    DENSE_PARTS,  # stage_parts: what PARTS gave, dense
) = range(33)
# entries of `calls`
SYSTEM_CALL, TREATMENT_CALL, SYSTEM_AT, N_EVENTS, SIZES, NEWTON_CALL, CANONICAL_CALL = 0, 1, 2, 3, 4, 14, 15
NONE = 1e-300
NOT_FAR = 0.03  # a scaled multiplier pivot below this
SIGNATURE = "int64(int64, float64, float64, int64)"

# tasks of a treatment of constraints
BEGIN, STAGE, SETTLE = 0, 1, 2  # a step begins at q, v; slope at q_new ..; close q_new .. at the end, and slope there


@leaf
def ask(mo: Any, task: int, t: float) -> int:
    """Ask the system."""
    return call(mo.calls[SYSTEM_CALL], task, t, 0.0, mo)


@leaf
def ask_with(mo: Any, task: int, t: float, h: float) -> int:
    """Ask the system for a task that takes a number more."""
    return call(mo.calls[SYSTEM_CALL], task, t, h, mo)


@leaf
def ask_newton(mo: Any, task: int, t: float, h: float) -> int:
    """Ask the system for PARTS, FACTOR or BACK."""
    return call(mo.calls[NEWTON_CALL], task, t, h, mo)


@leaf
def ask_canonical(mo: Any, task: int, t: float) -> int:
    """Ask the system for CANONICAL and the tasks after it."""
    return call(mo.calls[CANONICAL_CALL], task, t, 0.0, mo)


@leaf
def treat(mo: Any, task: int, t: float, h: float) -> int:
    """Ask the treatment of constraints: BEGIN, STAGE or SETTLE."""
    return call(mo.calls[TREATMENT_CALL], task, t, h, mo)


@inner
def _slopes(kind: Any, s: Any, mo: Any, full: bool) -> None:
    nq, nv, nw = kind.q, kind.v, kind.w
    row = mo.slope
    qdot(kind, mo.q_new, mo.v_new, row[:nq])
    if not full:
        return
    for i in range(nv):
        row[nq + i] = mo.vd_new[i]
    for i in range(nw):
        row[nq + nv + i] = mo.wd_new[i]
    if mo.power.shape[0] > 0:
        energies(kind, s, mo.q_new, mo.v_new, mo.lam_new, mo.energy)
        for i in range(3):
            row[nq + nv + nw + i] = mo.energy[2 + i]


@inner
def _matrices(kind: Any, s: Any, mo: Any) -> None:
    """Dense M and G."""
    M, G, unit, column = mo.M, mo.G, s.f, s.u
    nvb = width(kind)
    if varying_mass(kind):
        mass_block(kind, s, mo.v_new, 0.0, 0.0)  # s.mass may depend on the velocities
    for j in range(kind.v):
        for i in range(kind.v):
            unit[i] = 1.0 if i == j else 0.0
        momentum(kind, s, unit, column)
        for i in range(kind.v):
            M[i, j] = column[i]
    G[:] = 0.0
    for r in range(s.rows.shape[0]):
        for k in range(s.rows[r].block, s.rows[r].block + s.rows[r].n_blocks):
            for c in range(nvb):
                G[r, nvb * s.block_body[k] + c] += s.J[k, c]


@inner
def _parts(kind: Any, s: Any, mo: Any, turning: float) -> None:
    """Three assemblies; the rows stand in the first part. NONE counts as not zero: what does not change is in all three.

    turning = 1: the damping part has also d(G v)/dq, for methods that close rows as rates.
    """
    cut = mo.clock[EPSILON]
    if curved(kind):
        for b in range(s.chart.shape[0]):
            for i in range(3):
                for j in range(3):
                    s.chart[b, i, j] = 1.0 if i == j else 0.0
    for part in range(3):
        cD, cK, cW = 1.0 if part == 1 else 0.0, 1.0 if part == 2 else 0.0, 1.0 if part == 1 else NONE
        assemble(kind, s, mo.v_new, mo.lam_new, 1.0, cD, cK, cW, cut, 0.0)
        for e in range(s.values.shape[0]):
            mo.parts[part, e] = s.values[e] - (mo.parts[0, e] if part > 0 else 0.0)
    if turning == 1.0:
        row_tangent(kind, s, mo.v_new)
        for i in range(s.row_blocks.shape[0]):
            for c in range(width(kind)):
                mo.parts[1, s.row_place[i, c]] += s.Jt[s.row_blocks[i].block, c]


@inner
def _factor(kind: Any, s: Any, mo: Any, slot: int) -> int:
    g = mo.shifts[1, slot]
    values, pivot = mo.factors[slot], mo.pivots[slot]
    for e in range(values.shape[0]):
        values[e] = mo.parts[0, e] + g * (mo.parts[1, e] + g * mo.parts[2, e])
    mo.counts[FACTORIZATIONS] += 1
    bad = eliminate(s.row_start, s.diagonal, s.column, s.target, values, pivot)
    if bad >= 0:
        return BAD_PIVOT
    if mo.clock[EPSILON] > 0.0:
        _leave_out(kind, s, mo, values, pivot)
    return OK


@inner
def _leave_out(kind: Any, s: Any, mo: Any, values: Any, pivot: Any) -> None:
    """Rows that depend on others here are left to them: their multipliers stay as they are.

    Off the manifold dependent rows contradict each other a little; divided by s^2 eps that would become forces.
    """
    n = kind.v + kind.w
    some = False
    for r in range(s.rows.shape[0]):
        i = s.place[n + r]
        if abs(values[s.diagonal[i]]) < DEPENDENT * s.rows[r].weight:
            pivot[i] = 0.0
            some = True
    if some:
        for e in range(s.lower.shape[0]):
            if pivot[s.lower[e, 1]] == 0.0:
                values[s.lower[e, 2]] = 0.0


@inner
def _back(kind: Any, s: Any, mo: Any, slot: int) -> None:
    """rights[slot] = A^-1 rights[slot]."""
    values, pivot, x, y = mo.factors[slot], mo.pivots[slot], mo.rights[slot], mo.ordered
    place, lower, upper = s.place, s.lower, s.upper
    n = place.shape[0]
    for i in range(n):
        y[place[i]] = x[i]
    for e in range(lower.shape[0]):
        y[lower[e, 0]] -= values[lower[e, 2]] * y[lower[e, 1]]
    for i in range(n):
        y[i] *= pivot[i]
    for e in range(upper.shape[0]):
        y[upper[e, 0]] -= pivot[upper[e, 0]] * values[upper[e, 2]] * y[upper[e, 1]]
    for i in range(n):
        x[i] = y[place[i]]


@inner
def _turns(kind: Any, s: Any, mo: Any, counting: bool) -> int:
    for i in range(kind.active if kind.turns > 0 else 0):
        if s.measures[i].kind == ANGLE and (counting or counted(kind)):
            now, turn = s.x[i] - s.measures[i].offset, s.measures[i].turn
            if counting:
                mo.ref[turn] = now
            elif abs(now - mo.ref[turn]) > 2.0:
                return NO_CONVERGENCE
    return OK


@inner
def answer(kind: Any, s: Any, mo: Any, task: int, t: float, h: float) -> int:
    """Carry out a task."""
    status = OK
    if task == POSITIONS:
        positions(kind, s, t, mo.q_new, mo.ref, kind.active)
    elif task == PREPARE:
        status = prepare(kind, s, mo.v_new, mo.lam_new)
        if status == OK:
            note_passage(s, mo, t, mo.clock[STEP_H])
    elif task == VELOCITIES:
        velocities(kind, s, mo.v_new)
    elif task == FORCES:
        if h == 0.0:
            biases(kind, s, mo.v_new)
        forces(kind, s, mo.v_new, mo.w_new, mo.lam_new)
    elif task == SOLVE:
        saddle_solve(kind, s, s.force, s.gamma, mo.vd_new, mo.lam_new)
        for i in range(kind.w):
            mo.wd_new[i] = s.k[i]
    elif task == ACCELERATE:
        mo.counts[EVALUATIONS] += 1
        velocities(kind, s, mo.v_new)
        status = accelerate(kind, s, mo.v_new, mo.w_new, mo.vd_new, mo.wd_new, mo.lam_new)
    elif task == CLOSE_POSITIONS:
        status = close_positions(kind, s, t, mo.q_new, mo.v_new, mo.ref, h)
    elif task == CLOSE_VELOCITIES:
        close_velocities(kind, s, mo.v_new)
    elif task in (SLOPES, RATES):
        _slopes(kind, s, mo, task == SLOPES)
    elif task == NORMALISE:
        normalise(kind, mo.q_new)
    elif task == MATRICES:
        _matrices(kind, s, mo)
    elif task == MOVE:
        retract(kind, mo.q_new, mo.u, s.moved)
        for i in range(kind.q):
            mo.q_new[i] = s.moved[i]
    elif task == MOVE_BASE:
        retract(kind, mo.q, mo.u, mo.q_new)
    elif task == DIFFERENCE:
        difference(kind, mo.q, mo.q_new, mo.u)
    elif task == CHART:
        chart(kind, mo.u, mo.v_new, mo.end, s.chart, s.chart_rate)
    elif task == RESIDUAL:
        residual(kind, s, mo.vd_new, mo.wd_new, mo.lam_new, s.residual)
    elif task == NEAR_A_SINGULARITY:
        singular = s.flags[USE_SVD] != 0.0 and s.flags[ALWAYS_SVD] == 0.0
        near = singular or s.flags[SMALLEST] < NEAR_SINGULAR
        mo.counts[SINGULAR] += int(near)
        status = 1 if near else 2 if s.flags[SMALLEST] < NOT_FAR else 0
    elif task == BEGIN_WATCH:
        begin_watch(kind, s, mo, t)
    elif task == WATCH:
        status = watch(kind, s, mo, t, h)
    elif task in (TURNS, COUNT_TURNS):
        status = _turns(kind, s, mo, task == COUNT_TURNS)
    elif task == ENERGY:
        energies(kind, s, mo.q_new, mo.v_new, mo.lam_new, mo.energy)
    return status


@inner
def answer_newton(kind: Any, s: Any, mo: Any, task: int, t: float, h: float) -> int:
    """Carry out a task of implicit methods: a function of its own, which explicit ones need not compile."""
    if task == PARTS:
        _parts(kind, s, mo, h)
        return OK
    if task == FACTOR:
        return _factor(kind, s, mo, int(h))
    _back(kind, s, mo, int(h))
    return OK

"""Machines at the port: every task of port.py, answered by the kernels of their kind.

Theory: docs/architecture.md.
"""

from __future__ import annotations

import math
from typing import Any

from jourdain.jit import inner, leaf
from jourdain.kernels import kinds, port
from jourdain.kernels.crossings import NEAR_SINGULAR, begin_watch, note_passage, watch
from jourdain.kernels.dynamics import accelerate, close_positions, close_velocities, drop_play, prepare, saddle_solve
from jourdain.kernels.equations import biases, energies, forces, positions, residual, velocities
from jourdain.kernels.kinds import span
from jourdain.kernels.linalg import eliminate, factor, judge_pivots, solve, suspect_rows
from jourdain.kernels.measures import ANGLE
from jourdain.kernels.rank_safe import decompose, dense_mass, drop_misfit
from jourdain.kernels.status import BAD_PIVOT, NO_CONVERGENCE, OK
from jourdain.kernels.tables import ALWAYS_SVD, AT_SINGULAR, BASE_RANK, LARGEST_NEWTON, PLAY, SMALLEST
from jourdain.kernels.tangent import assemble, augment_right_side, dense_rows, row_tangent, weigh_rows
from jourdain.kernels.vectors import copy

NONE = 1e-300
NOT_FAR = 0.03  # a scaled multiplier pivot below this


def task(code: int) -> Any:
    """Let a function(kind, s, mo, t, h) be the answer to a task: directly for motions that are bound, and by address."""

    def register(function: Any) -> Any:
        port.DIRECT[code] = inner(function)
        return port.DIRECT[code]

    return register


def simple_task(code: int, function: Any) -> None:
    """Let a function(kind, s, mo, t, h) that always succeeds, and returns nothing, be the answer to a task."""
    do = leaf(function)

    @task(code)
    def _done(kind: Any, s: Any, mo: Any, t: float, h: float) -> int:
        do(kind, s, mo, t, h)
        return OK


# -- the tasks ---------------------------------------------------------------------------------------------------------

simple_task(port.POSITIONS, lambda kind, s, mo, t, h: positions(kind, s, t, mo.q_new, mo.ref, kind.active))


@task(port.PREPARE)
def _prepared(kind: Any, s: Any, mo: Any, t: float, h: float) -> int:
    status = prepare(kind, s, mo.v_new, mo.lam_new, True)
    if status == OK:
        note_passage(s, mo, t, max(mo.clock.step, mo.clock.tried))
    return status


simple_task(port.VELOCITIES, lambda kind, s, mo, t, h: velocities(kind, s, mo.v_new))


@task(port.FORCES)
def _forces(kind: Any, s: Any, mo: Any, t: float, h: float) -> int:
    if h == 0.0:
        biases(kind, s, mo.v_new)
    forces(kind, s, mo.v_new, mo.w_new, mo.lam_new)
    return OK


@task(port.SOLVE)
def _solved(kind: Any, s: Any, mo: Any, t: float, h: float) -> int:
    saddle_solve(kind, s, s.force, s.gamma, mo.vd_new, mo.lam_new)
    copy(s.k, mo.wd_new)
    return OK


@task(port.ACCELERATE)
def _accelerated(kind: Any, s: Any, mo: Any, t: float, h: float) -> int:
    mo.counts.evaluations += 1
    velocities(kind, s, mo.v_new)
    return accelerate(kind, s, mo.v_new, mo.w_new, mo.vd_new, mo.wd_new, mo.lam_new)


@task(port.CLOSE_POSITIONS)
def _closed_positions(kind: Any, s: Any, mo: Any, t: float, h: float) -> int:
    return close_positions(kind, s, t, mo.q_new, mo.v_new, mo.ref, h, True)


simple_task(port.CLOSE_VELOCITIES, lambda kind, s, mo, t, h: close_velocities(kind, s, mo.v_new))


@task(port.SLOPES)
def _slopes(kind: Any, s: Any, mo: Any, t: float, h: float) -> int:
    nq, nv, nw = kind.q, kind.v, kind.w
    row = mo.slope
    kinds.qdot(kind, mo.q_new, mo.v_new, row[:nq])
    copy(mo.vd_new, row[nq : nq + nv])
    copy(mo.wd_new, row[nq + nv : nq + nv + nw])
    if mo.power.shape[0] > 0:
        energies(kind, s, mo.q_new, mo.v_new, mo.lam_new, mo.energy)
        copy(mo.energy[2:], row[nq + nv + nw :])
    return OK


simple_task(port.RATES, lambda kind, s, mo, t, h: kinds.qdot(kind, mo.q_new, mo.v_new, mo.slope[: kind.q]))
simple_task(port.NORMALISE, lambda kind, s, mo, t, h: kinds.normalise(kind, mo.q_new))


@task(port.MATRICES)
def _matrices(kind: Any, s: Any, mo: Any, t: float, h: float) -> int:
    """Dense M and G."""
    if kinds.varying_mass(kind):
        kinds.mass_block(kind, s, mo.v_new, 0.0, 0.0)  # s.mass may depend on the velocities
    dense_mass(kind, s, mo.M)
    dense_rows(kind, s, mo.G)
    return OK


@task(port.MOVE)
def _moved(kind: Any, s: Any, mo: Any, t: float, h: float) -> int:
    kinds.retract(kind, mo.q_new, mo.u, s.moved)
    copy(s.moved, mo.q_new)
    return OK


simple_task(port.MOVE_BASE, lambda kind, s, mo, t, h: kinds.retract(kind, mo.q, mo.u, mo.q_new))
simple_task(port.DIFFERENCE, lambda kind, s, mo, t, h: kinds.difference(kind, mo.q, mo.q_new, mo.u))
simple_task(port.CHART, lambda kind, s, mo, t, h: kinds.chart(kind, mo.u, mo.v_new, mo.end, s.chart, s.chart_rate))
simple_task(port.CHART_TERMS, lambda kind, s, mo, t, h: kinds.chart_terms(kind, mo.v, mo.z, h, mo.u))


@task(port.CHART_ERROR)
def _chart_error(kind: Any, s: Any, mo: Any, t: float, h: float) -> int:
    mo.clock.chart_error = kinds.chart_error(kind, mo.v, mo.v_new, h)
    return OK


simple_task(port.RESIDUAL, lambda kind, s, mo, t, h: residual(kind, s, mo.vd_new, mo.wd_new, mo.lam_new, s.residual))


@task(port.NEAR_A_SINGULARITY)
def _near(kind: Any, s: Any, mo: Any, t: float, h: float) -> int:
    if h == port.AT:
        return int(s.flags[AT_SINGULAR])
    near = s.flags[SMALLEST] < NEAR_SINGULAR
    mo.counts.singular += int(near)
    return 1 if near else 2 if s.flags[SMALLEST] < NOT_FAR else 0


simple_task(port.BEGIN_WATCH, lambda kind, s, mo, t, h: begin_watch(kind, s, mo, t))
task(port.WATCH)(lambda kind, s, mo, t, h: watch(kind, s, mo, t, h))


@inner
def _turns(kind: Any, s: Any, mo: Any, counting: bool) -> int:
    for i in range(kind.active if kind.turns > 0 else 0):
        if s.measures[i].kind == ANGLE and (counting or kinds.counted(kind)):
            now, turn = s.x[i] - s.measures[i].offset, s.measures[i].turn
            if counting:
                mo.ref[turn] = now
            elif abs(now - mo.ref[turn]) > 2.0:
                return NO_CONVERGENCE
    return OK


task(port.TURNS)(lambda kind, s, mo, t, h: _turns(kind, s, mo, False))
task(port.COUNT_TURNS)(lambda kind, s, mo, t, h: _turns(kind, s, mo, True))
simple_task(port.ENERGY, lambda kind, s, mo, t, h: energies(kind, s, mo.q_new, mo.v_new, mo.lam_new, mo.energy))


@inner
def _take_weights(s: Any, mo: Any) -> None:
    """What the method regularises its rows with, where it follows the matrix."""
    for r in range(s.rows.shape[0] if s.elements.shape[0] > 0 else 0):
        mo.row_weights[r] = s.weights[r] * s.rows[r].looped


@task(port.FACTOR_NEWTON)
def _factor_newton(kind: Any, s: Any, mo: Any, t: float, h: float) -> int:
    """Simplified Newton: [M + cD D + cK K A^-1, G^T; G A^-1, -eps W] at the new state, A the chart at u."""
    c, first = mo.clock, kind.v + kind.w
    mo.counts.factorizations += 1
    kinds.chart_inverse(kind, mo.u, s.chart)
    assemble(kind, s, mo.v_new, mo.lam_new, 1.0, c.c_damping, c.c_stiffness, c.c_damping, c.epsilon, 0.0)
    weigh_rows(kind, s, s.values, c.epsilon)
    _take_weights(s, mo)
    bad = factor(s, first, c.leave_out if s.flags[PLAY] == 0.0 else 0.0, s.flags[BASE_RANK])
    for r in range(mo.left_out.shape[0]):
        mo.left_out[r] = s.left_out[s.place[first + r]]
    if bad >= 0:
        return BAD_PIVOT
    judge_pivots(s, first, True, LARGEST_NEWTON, c.epsilon)
    note_passage(s, mo, t, max(h, mo.clock.tried))
    return OK


@task(port.SOLVE_NEWTON)
def _solve_newton(kind: Any, s: Any, mo: Any, t: float, h: float) -> int:
    augment_right_side(kind, s, s.residual)
    solve(s, s.residual, s.step)
    return OK


@task(port.DROP_MISFIT)
def _drop_misfit(kind: Any, s: Any, mo: Any, t: float, h: float) -> int:
    if s.flags[PLAY] > 0.0:
        drop_play(kind, s, s.residual, kind.v + kind.w, mo.clock.epsilon)
        return 1
    if s.flags[ALWAYS_SVD] == 0.0:
        return 0
    if h == port.NEW:
        decompose(kind, s)
    drop_misfit(s, s.residual, kind.v + kind.w)
    return 1


@task(port.PARTS)
def _parts(kind: Any, s: Any, mo: Any, t: float, h: float) -> int:
    """Three assemblies; the rows stand in the first part. NONE counts as not zero: what does not change is in all three.

    h = 1: the damping part has also d(G v)/dq, for methods that close rows as rates.
    """
    cut = mo.clock.epsilon
    if kinds.curved(kind):
        for b in range(s.chart.shape[0]):
            for i in range(3):
                for j in range(3):
                    s.chart[b, i, j] = 1.0 if i == j else 0.0
    for part in range(3):
        cD, cK, cW = 1.0 if part == 1 else 0.0, 1.0 if part == 2 else 0.0, 1.0 if part == 1 else NONE
        assemble(kind, s, mo.v_new, mo.lam_new, 1.0, cD, cK, cW, cut, 0.0)
        for e in range(s.values.shape[0]):
            mo.parts[part, e] = s.values[e] - (mo.parts[0, e] if part > 0 else 0.0)
    if h == 1.0:
        row_tangent(kind, s, mo.v_new)
        for i in range(s.row_blocks.shape[0]):
            for c in range(span(kind, s, s.row_blocks[i].body)):
                mo.parts[1, s.row_place[i, c]] += s.Jt[s.row_blocks[i].block, c]
    return OK


@inner
def _redundant_pivots(kind: Any, s: Any, chosen: Any, most: int) -> None:
    """least_pivot: pivots of rows in loops below this are those of redundant rows, which are left to the others.

    Where a method has chosen them, they come last in `chosen`.

    Off the manifold they contradict these a little; divided by s^2 eps that would become forces. See linalg.factor_others().
    """
    if chosen.shape[0] > 0 and chosen[0] >= 0:
        for a in range(chosen.shape[0]):
            last = a >= chosen.shape[0] - most
            s.least_pivot[s.place[kind.v + kind.w + chosen[a]]] = math.inf if last else 0.0
        return
    suspect_rows(s, kind.v + kind.w)


@task(port.FACTOR)
def _factor(kind: Any, s: Any, mo: Any, t: float, h: float) -> int:
    slot = int(h)
    g = mo.shifts[1, slot]
    values, pivot = mo.factors[slot], mo.pivots[slot]
    for e in range(values.shape[0]):
        values[e] = mo.parts[0, e] + g * (mo.parts[1, e] + g * mo.parts[2, e])
    mo.counts.factorizations += 1
    most = int(s.flags[BASE_RANK]) if mo.clock.epsilon > 0.0 else 0
    if mo.clock.epsilon > 0.0:
        weigh_rows(kind, s, values, mo.clock.epsilon)
        _take_weights(s, mo)
    if most > 0:
        _redundant_pivots(kind, s, mo.row_order, most)
    bad = eliminate(s.row_start, s.diagonal, s.lower, s.target, values, pivot, s.least_pivot, most)
    for r in range(mo.dropped.shape[1]):
        mo.dropped[slot, r] = int(pivot[s.place[kind.v + kind.w + r]] == 0.0)
    return BAD_PIVOT if bad >= 0 else OK


@task(port.BACK)
def _back(kind: Any, s: Any, mo: Any, t: float, h: float) -> int:
    """rights[slot] = A^-1 rights[slot]."""
    slot = int(h)
    values, pivot, x, y = mo.factors[slot], mo.pivots[slot], mo.rights[slot], mo.ordered
    place, lower, upper = s.place, s.lower, s.upper
    n = place.shape[0]
    for i in range(n):
        y[place[i]] = x[i]
    for e in range(lower.shape[1]):
        y[lower[0, e]] -= values[lower[2, e]] * y[lower[1, e]]
    for i in range(n):
        y[i] *= pivot[i]
    for e in range(upper.shape[1]):
        y[upper[0, e]] -= pivot[upper[0, e]] * values[upper[2, e]] * y[upper[1, e]]
    for i in range(n):
        x[i] = y[place[i]]
    return OK


def _any_of(tasks: list[int]) -> Any:
    """One function for several tasks, chosen when it is called: port.DIRECT spelled out, for calls by address."""
    lines = [f"    if task == {task}:\n        return task_{task}(kind, s, mo, t, h)" for task in tasks]
    space = {f"task_{task}": port.DIRECT[task] for task in tasks}
    exec("\n".join(["def answer(kind, s, mo, task, t, h):", *lines, f"    return {OK}"]), space)
    return inner(space["answer"])


# tasks of Newton's method are a function of their own, which explicit methods need not compile, and so are those of events
NEWTON = [task for task in port.DIRECT if task >= port.FACTOR_NEWTON]
EVENTS = [port.BEGIN_WATCH, port.WATCH]
answer = _any_of([task for task in port.DIRECT if task not in NEWTON + EVENTS])
answer_newton = _any_of(NEWTON)
answer_watch = _any_of(EVENTS)

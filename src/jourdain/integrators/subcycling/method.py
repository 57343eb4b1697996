"""Subcycling on central differences: fast coordinates by steps h, slow ones by steps H = m h.

On the independent velocities z = (z_L, z_S) of a partition in which no fast velocity is dependent, M z' = Q. At a common
update, t, all is known. Between two of them the substeps j = 1 .. m - 1, of which each is half a kick, a drift, half a kick of
the fast side, need something of the slow one:

    slow momentum       M z' = Q without what changes P_L = dT/dz_L but by the time alone: f_L, of dL/dz_L and forces on slow
                        rows the terms that read the state (lagrange/halves.py). These are given in two kicks of H/2 at the
                        ends, z += H/2 M^-1 (f_L, 0). Machines do this by flow.py, Lagrangians here
    the other schemes   M_SS z_S' = Q_S - M_SL z_L', the slow coordinates follow a path from t,
                        printed             z_L = z_L(t) + tau z_L'(t)
                        constant velocity   z_L = z_L(t) + H/2 z_L'(t)
                        mass-orthogonal     y(t) + tau y'(t) = z_L + W z_S, W = M_LL^-1 M_LS at t
                        mean acceleration   z_L(t) + tau (z_L'(t) + z_L'(t + H))/2, the last by a first sweep as printed

Joints are closed at common updates; between these their rates are. With m = 1 every scheme is CentralDifference.
Theory: docs/theory/subcycling.md.
"""

from __future__ import annotations

import math
from typing import Any

from jourdain.integrators.march import ARRIVE, KEEP, START, TRY
from jourdain.integrators.stepping import first_slopes
from jourdain.integrators.subcycling.blocks import (
    CONSTANT_VELOCITY,
    MEAN_ACCELERATION,
    SLOW_MOMENTUM,
    block_jacobi,
    count,
    couple,
    expand,
    factor,
    open_motions,
    solve_all,
    solve_fast,
    velocity_of,
    with_coupling,
)
from jourdain.integrators.subcycling.division import CENTRAL, FIXED, IMPLICIT, PASSES, RK4, change, fast_power
from jourdain.integrators.subcycling.flow import finish, flow
from jourdain.integrators.subcycling.multirate import multirate_step
from jourdain.integrators.subcycling.slow_half import find_kick, find_slow_forces, stand
from jourdain.integrators.subcycling.tableau import STAGES
from jourdain.integrators.subcycling.watch import watch
from jourdain.integrators.treatments.memory import treatment_at
from jourdain.integrators.treatments.reduced import close_velocities_along, reduced_forces
from jourdain.jit import inner
from jourdain.kernels import port
from jourdain.kernels.motion import FLOAT, INT, declare_method, record
from jourdain.kernels.port import BEGIN, SETTLE, STAGE, ask, treat
from jourdain.kernels.status import BAD_PIVOT, NO_CONVERGENCE, OK
from jourdain.kernels.vectors import copy, fill

JACOBI_PASSES, JACOBI_SHARE = 1000, 1e-3  # of block Jacobi, at most; and of FIXED, for a pass leaves much of a change

OWN = record(
    "short "  # step, as it was given [s]
    "done_dampers done_applied "  # work in the inner substeps of the present step
    "power_dampers power_applied "  # of the fast side at its start
    "contraction settling "  # what a pass leaves of a change, as last seen: in substeps, at common updates
    "beta gamma alpha_m alpha_f response_for "  # of implicit substeps, and the substep that their response is for, 0: none
    "total potential worst largest",  # of the energy, see watch.py
    "ratio scheme substeps "  # substeps: of the present step, fewer than `ratio` where it ends early
    "flows stepper jacobi "  # flows: 1 for substeps of flow.py; jacobi: 1 for block Jacobi at common updates
    "split slow_rates "  # 1: substeps of a Lagrangian ask its fast half, 2: common updates too; 1: slow forces read rates
    "watched slow_side fast_side frozen_side fast_active fast_evaluations",  # parts of the system, by address, see sides.py
)
subcycling_at = declare_method(
    "subcycling",
    OWN,
    fast=(INT, 1),  # (nv,) 1 for fast velocities, 2 .. for groups between
    before=(FLOAT, 1),  # (ny,) slopes at the start of a long step
    half=(FLOAT, 1),  # (nv,) velocities in the middle of the present substep
    accelerations=(FLOAT, 1),  # (nv,) at the last substep, and at the one before
    accelerations_before=(FLOAT, 1),
    kick=(FLOAT, 1),  # (nv,) M^-1 (f_L, 0) at the start of the long step, and at its end
    kick_new=(FLOAT, 1),
    slow_force=(FLOAT, 1),  # (nv,) forces of the slow side, where they are answered
    path=(FLOAT, 1),  # (nv,) y and y' at the start of the long step, by number of the independent velocity
    path_rate=(FLOAT, 1),
    path_first=(FLOAT, 1),  # y' at the start, where the path has another rate
    coupling=(FLOAT, 2),  # (nv, nv) W, by numbers of the independent velocities
    block=(FLOAT, 2),  # (nv, nv) a block of M
    right=(FLOAT, 1),
    exchange=(INT, 1),
    # of flow.py
    between=(INT, 2),  # (groups, 3) side by address, measures that it evaluates, ratio
    near=(INT, 1),  # velocities that the response of implicit substeps is of
    saved=(FLOAT, 1),  # (ny,) y, while substeps go on from other positions
    inner=(FLOAT, 1),  # (nv,) half kicks of substeps and groups between at a common update
    known=(FLOAT, 1),  # (nv,) accelerations there but for the rest, and those of the fast side alone
    flow=(FLOAT, 1),
    lead=(FLOAT, 1),  # (nv,) what the accelerations of generalized-alpha are ahead by, at the start and at the end
    lead_new=(FLOAT, 1),
    gamma_start=(FLOAT, 1),  # (m,) of the frozen machine at the start of a long step, and what it changes by in it
    gamma_change=(FLOAT, 1),
    # of multirate.py; each row is of v, w and work
    stages=(FLOAT, 2),  # (5, ny - nq) slow rates
    forced=(FLOAT, 2),  # (2, ny - nq) of the present interval: slow rates at its start, and what they change by
    slopes=(FLOAT, 2),  # (8, ny - nq) of positions and of all else, in turns
)


@inner
def _set_out_on_path(me: Any, mo: Any) -> None:
    """y and y' at the start of the long step."""
    nq = mo.q.shape[0]
    for a in range(count(me, mo)):
        i = velocity_of(me, a)
        mo.path[a] = mo.v[i] + with_coupling(me, mo, mo.v, a)
        mo.path_rate[a] = mo.path_first[a] = mo.before[nq + i] + with_coupling(me, mo, mo.before[nq:], a)


@inner
def _follow_path(me: Any, mo: Any, tau: float, x: Any) -> None:
    """The slow velocities in x (nv,), the fast ones of which are known, at tau from the start."""
    if mo.own.scheme == SLOW_MOMENTUM or mo.own.substeps == 1:
        return
    for a in range(count(me, mo)):
        i = velocity_of(me, a)
        if mo.fast[i] == 0:
            x[i] = mo.path[a] + tau * mo.path_rate[a] - with_coupling(me, mo, x, a)


@inner
def _substep(me: Any, mo: Any, t: float, h: float, tau: float) -> int:
    """The accelerations at a substep at t, which is tau from the start of the long step; half is moved on by one substep."""
    n, rank = count(me, mo), int(me.options.rank)
    slow_momentum, whole = mo.own.scheme == SLOW_MOMENTUM, mo.calls.context
    if mo.own.split > 0:
        mo.calls.context = mo.own.fast_side
    ask(mo, port.NORMALISE, t)
    ask(mo, port.POSITIONS, t)
    if not open_motions(me, mo) or not factor(me, mo, n):
        mo.calls.context = whole
        return BAD_PIVOT
    for i in range(mo.half.shape[0]):
        guess = 2.0 * mo.accelerations[i] - mo.accelerations_before[i]
        mo.accelerations_before[i] = mo.accelerations[i]
        mo.accelerations[i] = guess
    changed = math.inf
    for _ in range(PASSES):
        if changed <= FIXED * mo.clock.length:
            break
        for i in range(mo.half.shape[0]):
            mo.v_new[i] = mo.half[i] + 0.5 * h * mo.accelerations[i]
        _follow_path(me, mo, tau, mo.v_new)
        close_velocities_along(me, mo, t, rank)
        ask(mo, port.VELOCITIES, t)
        ask(mo, port.FORCES, t)
        reduced_forces(me, mo, rank)
        if mo.own.split > 0:
            mo.own.fast_evaluations += 1
        else:
            mo.counts.evaluations += 1
        if slow_momentum:
            solve_all(me, mo, n)
        else:
            solve_fast(me, mo, n)
        expand(me, mo, n, mo.vd_new)
        changed = change(mo, mo.accelerations, mo.vd_new, h, h)
        copy(mo.vd_new, mo.accelerations)
    if not changed <= FIXED * mo.clock.length:
        mo.calls.context = whole
        return NO_CONVERGENCE
    if mo.power.shape[0] > 0:
        ask(mo, port.ENERGY, t)
        mo.own.done_dampers += h * mo.energy[3]
        mo.own.done_applied += h * mo.energy[4]
    mo.calls.context = whole
    for a in range(rank):
        i = me.order[a]
        mo.half[i] = mo.v_new[i] + 0.5 * h * mo.accelerations[i]
    for a in range(n):
        mo.half[velocity_of(me, a)] += h * mo.accelerations[velocity_of(me, a)]
    return OK


@inner
def _time_on_path(mo: Any, tau: float, long: float) -> float:
    """Where on their path slow coordinates are taken to be; half way, if their velocity is held."""
    return 0.5 * long if mo.own.scheme == CONSTANT_VELOCITY else tau


@inner
def _substeps(me: Any, mo: Any, t: float, long: float) -> int:
    """From the common update at t to the next: q_new, the velocities in the middle of the last substep, and v_new there."""
    m, nq, nv = mo.own.substeps, mo.q.shape[0], mo.v.shape[0]
    h = long / m
    for i in range(nv):  # the slow kick is one of H/2, and not of h/2
        a = mo.before[nq + i] - mo.kick[i]
        mo.accelerations[i] = mo.accelerations_before[i] = a
        mo.half[i] = mo.v[i] + 0.5 * h * a + 0.5 * long * mo.kick[i]
    mo.own.done_dampers = mo.own.done_applied = 0.0
    copy(mo.y, mo.y_new)
    for j in range(m):
        if j > 0:
            for i in range(mo.w.shape[0]):
                mo.w_new[i] = mo.w[i] + j * h * mo.before[nq + nv + i]
            status = _substep(me, mo, t + j * h, h, _time_on_path(mo, j * h, long))
            if status != OK:
                return status
        _follow_path(me, mo, _time_on_path(mo, (j + 0.5) * h, long), mo.half)
        for i in range(nv):
            mo.u[i] = h * mo.half[i]
        if j == 0:
            ask(mo, port.MOVE_BASE, t)
        else:
            ask(mo, port.MOVE, t)
    return OK


@inner
def _end_velocities(me: Any, mo: Any, h: float, long: float, a: Any, kick: Any) -> None:
    """v_new from the velocities in the middle of the last substep and accelerations a at the end."""
    for i in range(mo.v.shape[0]):
        mo.v_new[i] = mo.half[i] + 0.5 * h * a[i] + 0.5 * (long - h) * kick[i]
    if mo.own.scheme == SLOW_MOMENTUM or mo.own.substeps == 1:
        return
    for k in range(count(me, mo)):
        i = velocity_of(me, k)
        if mo.fast[i] == 0:
            rate = a[i] + with_coupling(me, mo, a, k)
            mean = 0.5 * long * (mo.path_first[k] + rate)
            mo.v_new[i] = mo.path[k] + mean - with_coupling(me, mo, mo.v_new, k)


@inner
def _sweep(me: Any, mo: Any, t: float, h: float, long: float) -> int:
    """The substeps of a long step, and the slopes at its end by velocities that are guessed from the last two."""
    nv, ny = mo.v.shape[0], mo.y.shape[0]
    status = _substeps(me, mo, t, long)
    if status != OK:
        return status
    for i in range(mo.q.shape[0] + nv, ny):
        mo.y_new[i] = mo.y[i] + long * mo.before[i]
    for i in range(nv):
        mo.accelerations[i] += mo.accelerations[i] - mo.accelerations_before[i] + mo.kick[i]
    _end_velocities(me, mo, h, long, mo.accelerations, mo.kick)
    return stand(me, mo, STAGE, t + long, long)


@inner
def _step(mo: Any, t: float, long: float) -> int:
    """One long step."""
    me = treatment_at(mo.calls.memory)
    mo.own.substeps = int(max(1.0, math.ceil(long / mo.own.short - 1e-6)))
    h, nq, nv = long / mo.own.substeps, mo.q.shape[0], mo.v.shape[0]
    status = treat(mo, BEGIN, t, long)
    if status != OK:
        return status
    if mo.own.stepper == RK4:
        mo.own.substeps = STAGES * ((mo.own.substeps + STAGES - 1) // STAGES)
        return multirate_step(mo, t, long)
    if mo.own.flows == 1 and (mo.own.ratio > 1 or mo.own.stepper != CENTRAL):
        return _flowing_step(mo, t, h, long)
    if mo.own.substeps > 1:
        if me.options.passing != 0.0 or not couple(me, mo):
            return BAD_PIVOT
        _set_out_on_path(me, mo)
    status = _sweep(me, mo, t, h, long)
    if status != OK:
        return status
    if mo.own.scheme == MEAN_ACCELERATION and mo.own.substeps > 1:
        for a in range(count(me, mo)):
            mo.path_rate[a] = 0.5 * (mo.path_first[a] + mo.slope[nq + velocity_of(me, a)])
        status = _sweep(me, mo, t, h, long)
        if status != OK:
            return status
    find_kick(me, mo, mo.kick_new)
    for i in range(nq + nv, mo.y.shape[0]):
        mo.y_new[i] = mo.y[i] + 0.5 * long * (mo.before[i] + mo.slope[i])
    _end_velocities(me, mo, h, long, mo.slope[nq : nq + nv], mo.kick_new)
    last = mo.y.shape[0] - 1
    mo.y_new[last - 1] = mo.y[last - 1] + 0.5 * h * (mo.before[last - 1] + mo.slope[last - 1]) + mo.own.done_dampers
    mo.y_new[last] = mo.y[last] + 0.5 * h * (mo.before[last] + mo.slope[last]) + mo.own.done_applied
    if mo.own.substeps == 1:
        return stand(me, mo, SETTLE, t + long, long)
    return _settle(me, mo, t + long, h, long)


@inner
def _flowing_step(mo: Any, t: float, h: float, long: float) -> int:
    """One long step by flow.py."""
    nq, nv, ny = mo.q.shape[0], mo.v.shape[0], mo.y.shape[0]
    status = flow(mo, t, long)
    if status != OK:
        return status
    a = mo.slope[nq : nq + nv]
    for i in range(nq + nv, ny):
        mo.y_new[i] = mo.y[i] + long * mo.before[i]
    for i in range(nv):
        mo.v_new[i] = mo.half[i] + mo.inner[i] + 0.5 * long * (mo.before[nq + i] - mo.known[i])
    status = treat(mo, STAGE, t + long, long)
    moved, left = True, math.inf
    for k in range(PASSES):
        if status != OK:
            return status
        for i in range(nq + nv, ny):
            mo.y_new[i] = mo.y[i] + 0.5 * long * (mo.before[i] + mo.slope[i])
        status = finish(mo, t + long, h, long, a, moved)
        if status != OK:
            return status
        damped, applied = fast_power(mo, t + long)
        copy(a, mo.path)
        status = treat(mo, SETTLE, t + long, long)
        changed = change(mo, mo.path, a, h, long)
        if k > 0 and left > 0.0:
            mo.own.settling = min(1.0, 2.0 * changed / left)
        if changed * (mo.own.settling if k == 0 else 1.0) <= FIXED * mo.clock.length:
            more = 0.5 * (h - long)
            mo.y_new[ny - 2] += more * (mo.own.power_dampers + damped) + mo.own.done_dampers
            mo.y_new[ny - 1] += more * (mo.own.power_applied + applied) + mo.own.done_applied
            for i in range(nv):
                mo.lead_new[i] = mo.accelerations[i] - mo.flow[i] if mo.own.stepper == IMPLICIT else 0.0
            return status
        moved, left = False, changed
    return NO_CONVERGENCE


@inner
def _settle(me: Any, mo: Any, t: float, h: float, long: float) -> int:
    """Velocities and accelerations at the common update at t until they agree."""
    nq, nv = mo.q.shape[0], mo.v.shape[0]
    a = mo.slope[nq : nq + nv]
    for k in range(PASSES if mo.own.jacobi == 0 else JACOBI_PASSES):
        copy(mo.before[nq : nq + nv] if k == 0 and mo.own.jacobi == 1 else a, mo.accelerations)
        status = stand(me, mo, SETTLE, t, long)
        if status != OK:
            return status
        if mo.own.slow_rates == 1:
            find_kick(me, mo, mo.kick_new)
        if mo.own.jacobi == 1 and not block_jacobi(me, mo, mo.accelerations, a):
            return BAD_PIVOT
        _end_velocities(me, mo, h, long, a, mo.kick_new)
        changed = change(mo, mo.accelerations, a, h, long)
        if changed <= FIXED * mo.clock.length * (1.0 if mo.own.jacobi == 0 else JACOBI_SHARE):
            close_velocities_along(me, mo, t, int(me.options.rank))
            if mo.own.split == 2:  # the system stands here
                ask(mo, port.POSITIONS, t)
                ask(mo, port.VELOCITIES, t)
            return OK
    return NO_CONVERGENCE


def method(task, t, h, address):  # type: ignore[no-untyped-def]
    """See march.py; h: the long step."""
    mo = subcycling_at(address)
    status = OK
    if task == START:
        me = treatment_at(mo.calls.memory)
        me.options.has_basis = me.options.quality = 0.0  # a blow may come at any place: the partition is one of its own
        mo.own.response_for = 0.0
        mo.own.contraction = mo.own.settling = 1.0
        fill(mo.lead, 0.0)
        status = first_slopes(mo, t)
        copy(mo.slope, mo.before)
        if status == OK and mo.own.split > 0:
            copy(mo.y, mo.y_new)
            find_slow_forces(mo, t)
            find_kick(me, mo, mo.kick)
    elif task == TRY:
        status = _step(mo, t, h)
    elif task == KEEP:
        copy(mo.slope, mo.before)
        copy(mo.kick_new, mo.kick)
        copy(mo.lead_new, mo.lead)
    elif task == ARRIVE and mo.own.watched == 1:
        watch(mo, t)
    return status

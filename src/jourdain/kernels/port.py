"""The port: what methods ask of a system, and how.

Methods know neither bodies nor joints. They own vectors, y = (q, v, w, work) and its slopes, and ask for tasks:

    status = ask(mo, POSITIONS, t)        and so on, see below; what goes in and out is in the motion `mo`

q_new, v_new, w_new, lam_new, vd_new, wd_new are the state asked about and the answers; g, rate, gamma, force, k, residual are
the system's own. Usually a system is a C function that is called by its address (a few nanoseconds): each method, each
treatment of constraints and each kind of system is compiled once, by itself, and any of them works with any other, also with
equations that a user has written. From the same source a method can be bound to a kind of system at compile time
(`bound_to(mo, Planar)`): then each task is a direct call. Theory and contract: docs/architecture.md.
"""

from __future__ import annotations

from typing import Any

from numba.core import types
from numba.extending import overload

from jourdain.jit import leaf
from jourdain.kernels.context import call, system_at

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
    CHART_TERMS,  # u += third-order terms of the chart for a step of size h from v; z: velocities a step earlier, or v
    CHART_ERROR,  # clock.chart_error: what the chart leaves of the rotations of a step of size h from v to v_new
    RESIDUAL,  # residual = M vd_new - force - G^T lam_new, E wd_new - k
    NEAR_A_SINGULARITY,  # 1 near a singular position (after PREPARE), 2 not far from one, else 0; h > 0: 1 if at one
    BEGIN_WATCH,  # events: on which side of their values they are
    WATCH,  # events: verdict on the step from t of size h
    TURNS,  # NO_CONVERGENCE if an angle jumped by more than 2 rad
    COUNT_TURNS,  # angles of the accepted state
    ENERGY,  # energy (5,) = kinetic, potential, powers
    STRIKE,  # the state after the impact at q_new ..; EVENT where Python must look after it
    FACTOR_NEWTON,  # factors of mass + clock.c_damping damping + clock.c_stiffness stiffness with the rows and -eps
    SOLVE_NEWTON,  # step = solution for the right side in residual
    DROP_MISFIT,  # take out of residual[nv + nw:] what no motion can close (h = 1: look anew); 1 if that is done at all.
    # After FACTOR_NEWTON
    PARTS,  # parts (3, ..): mass, damping and stiffness parts of the Newton matrix; h = 1: with d(G v)/dq
    FACTOR,  # factors of slot h for shifts[1, h] = g: mass + g damping + g^2 stiffness, with the rows and -eps
    BACK,  # rights[h] solved by the factors of slot h
    CANONICAL,  # p_new = dL/dv; canonical = dL/dq + Q + G^T lam_new; k. After POSITIONS
    VELOCITY_OF,  # v_new with dL/dv = p_new, from v_new as a guess; after POSITIONS
    MOMENTUM_TANGENT,  # momentum_tangent = d/dq of dL/dv; after POSITIONS
    ROWS_CHANGE,  # turned = d/dt of the rates of the rows for q' = u, p' = z_new; after POSITIONS; z = v'
    SADDLE,  # z, turned = a, lam of M a - G^T lam = end, G a = turned; after PREPARE
    ROWS_METRIC,  # G (m, nv), and rows_square = K with K^T K = (G M^-1 G^T)^-1, K lower; after PREPARE
    ROWS_CHOSEN,  # the same with redundant rows and a regular mass: of independent rows, which are the first in row_order
    ROWS_BASIS,  # the same with the rows that were chosen last
    DENSE_PARTS,  # stage_parts: what PARTS gave, dense
) = range(41)
NO_BIAS = 1.0  # with FORCES: gamma is not needed
AT = 1.0  # with NEAR_A_SINGULARITY: closer than where solves can tell the rows apart
NEW = 1.0  # with CLOSE_POSITIONS, DROP_MISFIT: with new factors
SIGNATURE = "int64(int64, float64, float64, int64)"

# tasks of a treatment of constraints: a step begins at q, v; slope at q_new ..; close q_new .. at the end, and slope there
BEGIN, STAGE, SETTLE = 0, 1, 2

TREATMENT: list[Any] = []  # function(mo, task, t, h) for motions that are bound, see runge_kutta/bound.py
DIRECT: dict[int, Any] = {}  # task -> function(kind, s, mo, t, h) for motions that are bound; filled by answers.py


def ask(mo: Any, task: int, t: float, h: float = 0.0) -> int:
    """Ask the system for a task; h: a number more, for tasks that take one."""
    raise NotImplementedError("for compiled code")


def ask_newton(mo: Any, task: int, t: float, h: float = 0.0) -> int:
    """Ask the system for a task of Newton's method, FACTOR_NEWTON to BACK."""
    raise NotImplementedError("for compiled code")


def _direct(mo: Any, task: Any) -> Any:
    """The direct call of a task for a motion that is bound to a kind."""
    if not isinstance(task, types.IntegerLiteral):
        return None
    function, kind = DIRECT[task.literal_value], mo.bound

    def direct(mo, task, t, h=0.0):  # type: ignore[no-untyped-def]
        c = mo.calls
        sizes = kind(c.q, c.v, c.g, c.a, c.w, c.turns, c.active, c.rates)
        return function(sizes, system_at(c.context), mo, t, h)

    return direct


@overload(ask, prefer_literal=True, jit_options={"forceinline": True})
def _ask(mo, task, t, h=0.0):  # type: ignore[no-untyped-def]
    if mo.bound is None:
        return lambda mo, task, t, h=0.0: call(mo.calls.system, task, t, h, mo)
    return _direct(mo, task)


@overload(ask_newton, prefer_literal=True, jit_options={"forceinline": True})
def _ask_newton(mo, task, t, h=0.0):  # type: ignore[no-untyped-def]
    if mo.bound is None:
        return lambda mo, task, t, h=0.0: call(mo.calls.newton, task, t, h, mo)
    return _direct(mo, task)


@leaf
def ask_watch(mo: Any, task: int, t: float, h: float = 0.0) -> int:
    """Ask the system for BEGIN_WATCH or WATCH, where there are events."""
    return call(mo.calls.watch, task, t, h, mo)


@leaf
def ask_canonical(mo: Any, task: int, t: float) -> int:
    """Ask the system for CANONICAL and the tasks after it."""
    return call(mo.calls.canonical, task, t, 0.0, mo)


def treat(mo: Any, task: int, t: float, h: float) -> int:
    """Ask the treatment of constraints: BEGIN, STAGE or SETTLE."""
    raise NotImplementedError("for compiled code")


@overload(treat, jit_options={"forceinline": True})
def _treat(mo, task, t, h):  # type: ignore[no-untyped-def]
    if mo.bound is None:
        return lambda mo, task, t, h: call(mo.calls.treatment, task, t, h, mo)
    (treatment,) = TREATMENT
    return lambda mo, task, t, h: treatment(mo, task, t, h)


@leaf
def position_rows(mo: Any) -> int:
    """How many rows are closed at position level; they come first."""
    return mo.calls.g

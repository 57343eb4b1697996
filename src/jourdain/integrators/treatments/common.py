"""What treatments share: standing at a state, slopes there, and the way through singular positions.

Near a singular position a small opening of the rows leads onto another branch, and no choice of coordinates can be trusted:
there every treatment does the same, whatever it does elsewhere: positions, then velocities are closed at each stage by the
least change in the mass metric, and accelerations come from the solve that knows of dependent rows.
Theory: docs/theory/treatments.md.
"""

from __future__ import annotations

import math
from typing import Any

from jourdain.jit import inner
from jourdain.kernels.motion import A_SPEED
from jourdain.kernels.port import (
    ACCELERATE,
    AT,
    CLOSE_POSITIONS,
    CLOSE_VELOCITIES,
    MOVE,
    NEAR_A_SINGULARITY,
    NEW,
    NORMALISE,
    POSITIONS,
    PREPARE,
    SETTLE,
    SLOPES,
    SOLVE,
    TURNS,
    ask,
)
from jourdain.kernels.status import NOT_CLOSED, NOT_FINITE, OK
from jourdain.kernels.vectors import add_times, copy, fill

ACROSS = 0.03  # lengths of the model or radians: how far from a singular position accelerations are looked at


@inner
def place(me: Any, mo: Any, t: float) -> int:
    """Stand at q_new with factors there."""
    ask(mo, NORMALISE, t)
    ask(mo, POSITIONS, t)
    return ask(mo, PREPARE, t)


@inner
def slopes(me: Any, mo: Any, t: float) -> int:
    """Accelerations, multipliers and slopes where the system stands."""
    status = ask(mo, ACCELERATE, t)
    ask(mo, SLOPES, t)
    return status


@inner
def near(mo: Any, t: float) -> bool:
    """The position with the present factors is nearly singular."""
    return ask(mo, NEAR_A_SINGULARITY, t) == 1


@inner
def not_far(mo: Any, t: float) -> bool:
    """The same in time for rows that are open to be closed."""
    return ask(mo, NEAR_A_SINGULARITY, t) != 0


@inner
def closed_slopes(me: Any, mo: Any, task: int, t: float) -> int:
    """Slopes with positions and velocities closed by the least change in the mass metric; factors are here, or near."""
    status = ask(mo, CLOSE_POSITIONS, t, 0.0)
    if status == NOT_CLOSED:
        status = ask(mo, CLOSE_POSITIONS, t, NEW)
    if status == OK:
        status = ask(mo, PREPARE, t)
    if status == OK:
        ask(mo, CLOSE_VELOCITIES, t)
        status = ask(mo, TURNS, t) if task == SETTLE else OK
    if status == OK and ask(mo, NEAR_A_SINGULARITY, t, AT) == 1:
        return _slopes_across(me, mo, t)
    return slopes(me, mo, t) if status == OK else status


@inner
def _moment(mo: Any) -> float:
    """The time in which the machine moves by ACROSS [s]; 0 if it is at rest."""
    first, speed = mo.q.shape[0], 0.0
    for i in range(mo.v.shape[0]):
        speed = max(speed, abs(mo.v_new[i]) / (mo.clock.length if mo.sort[first + i] == A_SPEED else 1.0))
    return ACROSS / speed if speed > 0.0 else 0.0


@inner
def _slopes_across(me: Any, mo: Any, t: float) -> int:
    """Slopes at a singular position, where the equations leave accelerations open that the branch does not.

    Along a branch accelerations a are smooth, so that those a moment before and behind tell:
    a(t) = (15 s(d) - 6 s(2 d) + s(3 d))/20 + O(d^6),  s(d) = a(t - d) + a(t + d). Velocities need not be carried along:
    what that changes is odd in d, or goes out with the second and fourth powers. Multipliers are those of the least norm.
    """
    moment, status = _moment(mo), OK
    mean, v = mo.z_new, mo.z
    copy(mo.q_new, mo.q_end)
    copy(mo.v_new, v)
    fill(mean, 0.0)
    for k in range(-3, 4) if moment > 0.0 else range(0):
        if k == 0 or status != OK:
            continue
        copy(mo.q_end, mo.q_new)
        fill(mo.u, 0.0)
        add_times(k * moment, v, mo.u)
        ask(mo, MOVE, t)
        copy(v, mo.v_new)
        there = t + k * moment
        status = ask(mo, CLOSE_POSITIONS, there, NEW)
        if status == OK:
            status = ask(mo, PREPARE, there)
        if status == OK:
            ask(mo, CLOSE_VELOCITIES, there)
            status = ask(mo, ACCELERATE, there)
        add_times(0.75 if abs(k) == 1 else -0.3 if abs(k) == 2 else 0.05, mo.vd_new, mean)
    copy(mo.q_end, mo.q_new)
    copy(v, mo.v_new)
    known = moment > 0.0 and status == OK
    ask(mo, POSITIONS, t)
    status = ask(mo, PREPARE, t)
    if status == OK:
        status = ask(mo, ACCELERATE, t)
    if known:
        copy(mean, mo.vd_new)
    ask(mo, SLOPES, t)
    return status


@inner
def solved_slopes(me: Any, mo: Any, t: float) -> int:
    """The same with force and gamma as they stand in the motion."""
    ask(mo, SOLVE, t)
    return finish(me, mo, t)


@inner
def finish(me: Any, mo: Any, t: float) -> int:
    """Slopes of accelerations and multipliers that the treatment has found."""
    mo.counts.evaluations += 1
    total = 0.0
    for i in range(mo.vd_new.shape[0]):
        total += mo.vd_new[i]
    ask(mo, SLOPES, t)
    return OK if math.isfinite(total) else NOT_FINITE

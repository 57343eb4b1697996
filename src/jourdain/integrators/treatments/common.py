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
from jourdain.kernels import port
from jourdain.kernels.port import ACCELERATE, NORMALISE, POSITIONS, PREPARE, SLOPES, SOLVE, ask
from jourdain.kernels.status import NOT_CLOSED, NOT_FINITE, OK


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
    return ask(mo, port.NEAR_A_SINGULARITY, t) == 1


@inner
def not_far(mo: Any, t: float) -> bool:
    """The same in time for rows that are open to be closed."""
    return ask(mo, port.NEAR_A_SINGULARITY, t) != 0


@inner
def closed_slopes(me: Any, mo: Any, task: int, t: float) -> int:
    """Slopes with positions and velocities closed by the least change in the mass metric."""
    status = (
        ask(mo, port.CLOSE_POSITIONS, t, 0.0) if task == port.SETTLE else NOT_CLOSED
    )  # by the factors of the last stage
    if status == NOT_CLOSED:
        status = ask(mo, port.CLOSE_POSITIONS, t, port.NEW)
    if status == OK:
        status = ask(mo, PREPARE, t)
    if status == OK:
        ask(mo, port.CLOSE_VELOCITIES, t)
        status = ask(mo, port.TURNS, t) if task == port.SETTLE else OK
    return slopes(me, mo, t) if status == OK else status


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

"""What treatments share: slopes at a state, and standing at one. Theory: docs/theory/treatments.md."""

from __future__ import annotations

import math
from typing import Any

from jourdain.jit import inner
from jourdain.kernels.port import ACCELERATE, NORMALISE, POSITIONS, PREPARE, SLOPES, SOLVE, ask
from jourdain.kernels.status import NOT_FINITE, OK


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

"""The balance of the energy at common updates, for the control of it (energy.py)."""

from __future__ import annotations

import math
from typing import Any

from jourdain.jit import inner
from jourdain.kernels import port
from jourdain.kernels.port import ask


@inner
def watch(mo: Any, t: float) -> None:
    """Keep the largest |T + V - W - total| since it was last looked at, and the largest |T| + |V - potential| + |W| [J].

    The system stands at the present state.
    """
    ask(mo, port.VELOCITIES, t)
    if mo.own.split == 0:
        ask(mo, port.FORCES, t, port.NO_BIAS)
    ask(mo, port.ENERGY, t)
    kinetic, potential = mo.energy[0], mo.energy[1]
    work = mo.work[0] + mo.work[1] + mo.work[2]
    error = abs(kinetic + potential - work - mo.own.total)
    size = abs(kinetic) + abs(potential - mo.own.potential) + abs(work)
    mo.own.worst = max(mo.own.worst, error) if math.isfinite(error) else math.inf
    mo.own.largest = max(mo.own.largest, size)

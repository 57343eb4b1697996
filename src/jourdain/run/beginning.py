"""The memory that a run, or a part of it, begins with: its state, what the start found out, and what has to be integrated."""

from __future__ import annotations

from typing import TYPE_CHECKING

from jourdain.integrators import Integrator
from jourdain.kernels.bodies.lagrangian import WORKS
from jourdain.kernels.context import Context
from jourdain.kernels.tables import LEARNT, PIVOT_SCALE, PLAY, SPARE
from jourdain.system.system import System

if TYPE_CHECKING:
    from jourdain.run.start import Start  # which reports what it finds, and so imports this

FOLLOWED = 1e-3  # of the gap of joints that do not fit: a finer tol would follow their noise


def put_start(mo: Context, method: Integrator, start: Start, t: float) -> None:
    """Let the fresh memory of a run stand at a consistent start, at the time t [s]."""
    for name in ("q", "v", "w", "wd", "lam", "ref"):
        getattr(mo, name)[:] = getattr(start, name)
    if start.redundant and start.flags[SPARE] == 0.0:
        mo.clock.epsilon = method.regularisation
    mo.clock.epsilon *= start.flags[PIVOT_SCALE]
    if start.flags[PLAY] > 0.0:  # what eps leaves of the rows open is noise in rates, where none can be left out
        mo.clock.epsilon *= 0.1
    if start.gaps and not method.fixed:
        mo.clock.tol = max(mo.clock.tol, FOLLOWED * max(start.gaps.values()) / max(1.0, mo.clock.length))
    mo.vd[:], mo.lam_new[:] = start.a, start.lam
    if len(mo.power):
        mo.power[:] = start.energy[2:]
    for name in ("q", "v", "a", "w", "lam", "ref"):
        getattr(mo, f"out_{name}")[0] = getattr(start, name)
    mo.clock.t, mo.clock.done = t, 1


def works(system: System) -> bool:
    """Does any element do work that must be integrated? Springs and gravity have a potential instead."""
    laws, rows = system.tables["laws"], system.tables["rows"]
    active = rows["active"] == 1
    passive = (laws["damping"] == 0.0) & (laws["constant"] == 0.0) & (laws["function"] < 0)
    return bool(
        (~passive).any()
        or len(system.tables["loads"])
        or ((rows["function"] >= 0) & active).any()
        or ((rows["level"] == 1) & (rows["constant"] != 0.0) & active).any()
        or (system.tables["modes"]["damping"] != 0.0).any()
        or (system.tables["generated"][WORKS:].any() or system.tables["elements"]["damped"].any())
    )


def work_context(system: System, start: Start) -> Context:
    """Memory to work with, carrying over what the start found about dependent rows."""
    s, learnt = system.context(), list(LEARNT)
    s.flags[learnt] = start.flags[learnt]
    return s

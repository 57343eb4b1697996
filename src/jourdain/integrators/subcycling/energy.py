"""Control of the energy in the course of a run: what is lost or gained has a budget, and is repaired beyond it.

    |T + V - W - (T + V)_0| <= delta (0.2 + 0.8 (t - t_0)/(t_end - t_0)) max(|T| + |V - V_0| + |W|)

at all common updates, with the largest sum so far, and the work W of drives, dampers and loads (equation 38 of the paper,
with a floor and with a budget that grows). A window of ten long steps that goes beyond is taken back and run again: twice
with a step drawn by golden sections from 0.85 to 1 of its size, which leaves resonances; then with half the ratio, down
to 1; then with half the step. After eight good windows the last of these is undone. The balance tells whether a run is
stable and not whether it is right: an estimate of the error comes beside it. Theory: docs/theory/subcycling.md.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from jourdain.integrators.subcycling.method import subcycling_at
from jourdain.integrators.windows import UNBALANCED, Mark, begin_anew
from jourdain.jit import kernel
from jourdain.kernels import port
from jourdain.kernels.context import Context, declare
from jourdain.kernels.motion import record
from jourdain.kernels.port import ask
from jourdain.kernels.status import EVENT, OK
from jourdain.kernels.vectors import copy

DRAWS, QUIET = 2, 8  # steps drawn anew before the ratio is halved; windows after which a change is undone
LEAST_DRAWN, GOLDEN = 0.85, 0.5 * (math.sqrt(5.0) - 1.0)
HALVINGS = 10  # of the step, at most
ROUNDING = 1e-9  # of the energies at the start: what is less is rounding, and no motion
MOST = 1000  # changes that are kept with their times

# of the budget: start and length of the run [s], energies [J]; what is in force: so many halvings of ratio and step, and a
# drawn step; draws: so far; tries: since it was quiet; changes: in the log and beyond
CONTROL = record("start span total potential largest floor", "begun level drawn draws tries quiet changes")
# what is in force from t on, because a window had come to `reached` with this error and budget; see REASONS
CHANGE = record("t reached error budget step", "ratio why")
REASONS = EXCEEDED, BROKE_OFF, UNDONE = range(3)
declare("energy control", {"own": (CONTROL, 0), "log": (CHANGE, 1)})


@kernel
def _look(address: int) -> int:
    """The energy at the present state, in mo.own.total and mo.own.potential."""
    mo = subcycling_at(address)
    t = mo.clock.t
    copy(mo.y, mo.y_new)
    copy(mo.lam, mo.lam_new)
    ask(mo, port.POSITIONS, t)
    ask(mo, port.VELOCITIES, t)
    ask(mo, port.FORCES, t, port.NO_BIAS)
    status = ask(mo, port.ENERGY, t)
    mo.own.potential = mo.energy[1]
    mo.own.total = mo.energy[0] + mo.energy[1] - mo.work[0] - mo.work[1] - mo.work[2]
    return status


@dataclass(frozen=True)
class EnergyControl:
    """share: delta; step: the short step as it was given [s], with so many in a long one."""

    share: float
    step: float
    ratio: int

    @staticmethod
    def memory() -> Context:
        """Of a run that has not begun."""
        return Context("energy control", {"own": np.zeros(1, CONTROL), "log": np.zeros(MOST, CHANGE)})

    def begin(self, mo: Context) -> None:
        """The energy at the start is that of the whole run."""
        own = mo.parts["energy"].own
        if mo.own.watched:
            return
        if not own.begun:
            _look(mo.address)
            own.begun, own.start, own.span = 1, mo.clock.t, mo.times[-1] - mo.clock.t
            own.total, own.potential = mo.own.total, mo.own.potential
            own.floor = max(float(mo.clock.scale_energy), ROUNDING * (abs(own.total) + abs(own.potential)))
        mo.own.watched, mo.own.total, mo.own.potential = 1, own.total, own.potential
        begin_anew(mo)  # with this in its record, to which impacts go back

    def judge(self, mo: Context, status: int, mark: Mark) -> int:
        """Within the budget? Else back, and what is tried next is set."""
        own, mine, reached = mo.parts["energy"].own, mo.own, float(mo.clock.t)
        went, error, size = status in (OK, EVENT), float(mine.worst), max(float(mine.largest), float(own.largest))
        mine.worst = mine.largest = 0.0
        budget = self.share * (0.2 + 0.8 * (reached - own.start) / own.span) * max(size, own.floor)
        if went and error <= budget:
            own.largest = size
            if own.drawn or own.level:
                self._rest(mo)
            return status
        mark.take_back(mo)
        own.quiet, own.drawn = 0, 0
        own.tries += 1
        if own.tries <= DRAWS:
            own.drawn = own.draws = own.draws + 1
        else:
            own.level += 1
        if own.level > self.ratio.bit_length() - 1 + HALVINGS:
            return UNBALANCED if went else status
        self._put_in_force(mo, EXCEEDED if went else BROKE_OFF, reached, error, budget)
        return OK

    def _rest(self, mo: Context) -> None:
        """After enough good windows the last change is undone."""
        own = mo.parts["energy"].own
        own.quiet += 1
        if own.quiet == QUIET:
            own.quiet = own.tries = 0
            own.drawn, own.level = 0, own.level if own.drawn else own.level - 1
            self._put_in_force(mo, UNDONE)

    def steps(self, own: Any) -> tuple[float, int]:
        """Short step [s] and ratio in force."""
        to_one = self.ratio.bit_length() - 1
        step = self.step * 0.5 ** max(0, own.level - to_one)
        if own.drawn:
            step *= LEAST_DRAWN + (1.0 - LEAST_DRAWN) * math.modf(own.drawn * GOLDEN)[0]
        return step, max(1, self.ratio >> int(own.level))

    def _put_in_force(
        self, mo: Context, why: int, reached: float = 0.0, error: float = 0.0, budget: float = 0.0
    ) -> None:
        own, log = mo.parts["energy"].own, mo.parts["energy"].log
        step, ratio = self.steps(own)
        mo.own.short, mo.own.ratio, mo.clock.step = step, ratio, ratio * step
        begin_anew(mo)
        if own.changes < len(log):
            log[own.changes] = (mo.clock.t, reached, error, budget, step, ratio, why)
        own.changes += 1

    @staticmethod
    def take_over(before: Context, mo: Context) -> None:
        """After an event: the balance is that of the whole run, and what was in force stays so."""
        for name in ("own", "log"):
            mo.parts["energy"].array(name)[...] = before.parts["energy"].array(name)
        mo.own.short, mo.own.ratio, mo.clock.step = before.own.short, before.own.ratio, before.clock.step

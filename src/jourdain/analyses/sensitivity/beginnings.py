"""Where runs with other values of parameters begin: their systems, and their consistent start after the method has set out."""

from __future__ import annotations

import functools
from dataclasses import dataclass

import numpy as np

from jourdain.analyses.sensitivity.frozen import Variants
from jourdain.kernels.context import Context
from jourdain.model.parameters import with_parameters
from jourdain.run.run import Run, work_context
from jourdain.run.start import Start, consistent_start
from jourdain.system.renumbered import renumbered
from jourdain.system.system import System

_STATE = ("q", "v", "w", "wd", "lam", "ref")
_SET_OUT = ("q", "v", "vd", "a", "w", "wd", "wa", "lam")


@dataclass(frozen=True)
class Beginning:
    """system: as it is integrated; reporting: as results show it, with memory; state: what the method sets out with."""

    system: System
    reporting: tuple[System, Context]
    state: dict[str, np.ndarray]


@dataclass
class Beginnings:
    """Beginnings of runs near one run. Where numbers are all that differs, one memory of the method serves all of them."""

    variants: Variants
    run: Run

    def at(self, values: dict[str, float]) -> Beginning:
        """For other values of parameters."""
        outer = self.variants.system
        plain = outer.kind.a == 0 and self.run.here.inner is self.run.here.start
        found = None
        if plain:
            found = renumbered(outer, with_parameters(outer.model, values), shared=self.variants.shared)
        if found is None:
            return self._anew(self.variants.compiled(values))
        system, s = found
        start = consistent_start(system, float(self.run.times[0]), settled=True, s=s)
        return Beginning(system, (system, s), self._set_out(start, s))

    def _anew(self, system: System) -> Beginning:
        """The same by a run of its own."""
        run = Run(system, self.variants.method, self.variants.times[:2].copy())
        run.begin()
        here = run.here
        self.variants.method.kernel()(here.inner.system.kind, here.s, here.mo, 0)
        state = {name: getattr(here.mo, name) for name in _SET_OUT}
        return Beginning(here.inner.system, (here.system, work_context(here.system, here.start)), state)

    @functools.cached_property
    def _fresh(self) -> tuple[Context, np.ndarray, np.ndarray]:
        """Memory of the method, and what is in its clock and its own numbers before anything has happened."""
        times = self.variants.times[:2].copy()
        mo = self.variants.method.memory(self.variants.system, times, False, float(times[1] - times[0]))
        mo.clock.epsilon = self.run.here.mo.clock.epsilon
        mo.clock.t, mo.clock.done = times[0], 1
        return mo, mo.clock_words.copy(), mo.own_words.copy()

    def _set_out(self, start: Start, s: Context) -> dict[str, np.ndarray]:
        """What the method sets out with from a consistent start."""
        mo, clock, own = self._fresh
        mo.clock_words[:], mo.own_words[:] = clock, own
        for name in _STATE:
            getattr(mo, name)[:] = getattr(start, name)
        mo.vd[:], mo.lam_new[:] = start.a, start.lam
        self.variants.method.kernel()(start.system.kind, s, mo, 0)
        return {name: getattr(mo, name).copy() for name in _SET_OUT}

"""Where runs with other values of parameters begin: their systems, and their consistent start after the method has set out."""

from __future__ import annotations

import functools
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from jourdain.analyses.sensitivity.frozen import Variants
from jourdain.kernels.context import Context
from jourdain.model.model import Model
from jourdain.model.parameters import Place, with_parameters
from jourdain.run.beginning import work_context
from jourdain.run.run import Run, Segment
from jourdain.run.start import consistent_start
from jourdain.system.renumbered import can_be_renumbered, load, mirrored, renumbered, spare_memory
from jourdain.system.system import System

_STATE = ("q", "v", "w", "wd", "lam", "ref")
_SET_OUT = ("q", "v", "vd", "a", "w", "wd", "wa", "lam")


@dataclass(frozen=True)
class Beginning:
    """system: as it is integrated; reporting(): as results show it, with memory; state: what the method sets out with;
    gaps: rows that stay open, by name."""

    system: System
    reporting: Callable[[], tuple[System, Context]]
    state: dict[str, np.ndarray]
    gaps: dict[str, float]


@dataclass
class Beginnings:
    """Beginnings of runs near one run. Where numbers are all that differs, they share memory, and little is done twice."""

    variants: Variants
    run: Run
    places: dict[str, Place]

    def around(self, name: str, distance: float) -> tuple[Beginning, Beginning]:
        """For values of a parameter that lie this far below and above its own."""
        place, outer = self.places[name], self.variants.system
        low, high = place.value - distance, place.value + distance
        if can_be_renumbered(outer) and outer.kind.a == 0 and self.run.here.inner is self.run.here.start:
            above = renumbered(outer, self._model(name, high), self._memory, shared=self.variants.shared)
            model = self._model(name, low)
            if above is not None and place.linear:
                return self._begun(mirrored(outer, model, above, self._memory)), self._begun(above)
            below = renumbered(outer, model, self._memory, shared=self.variants.shared)
            if above is not None and below is not None:
                return self._begun(below), self._begun(above)
        return self._anew({name: low}), self._anew({name: high})

    def _model(self, name: str, value: float) -> Model:
        """The model with another value of one parameter."""
        if name in self.variants.model.parameters:
            return with_parameters(self.variants.model, {name: value})
        model = self.variants.model.copy()
        self.places[name].put(model, value)
        return model

    @functools.cached_property
    def _memory(self) -> Context:
        return spare_memory(self.variants.system)

    def _loaded(self, system: System) -> tuple[System, Context]:
        load(self._memory, system)
        return system, self._memory

    def _begun(self, system: System) -> Beginning:
        """A consistent start in shared memory, where the method sets out."""
        _, memory = self._loaded(system)
        start = consistent_start(system, float(self.run.times[0]), settled=True, s=memory)
        s = start.context  # memory of its own where redundant joints do not quite fit
        mo, clock, own = self._fresh
        mo.clock_words[:], mo.own_words[:] = clock, own
        for name in _STATE:
            getattr(mo, name)[:] = getattr(start, name)
        mo.vd[:], mo.lam_new[:] = start.a, start.lam
        self.variants.method.kernel()(system.kind, s, mo, 0)
        state = {name: getattr(mo, name).copy() for name in _SET_OUT}
        if s is not memory:
            return Beginning(system, lambda: (system, s), state, start.gaps)
        return Beginning(system, lambda: self._loaded(system), state, start.gaps)

    @functools.cached_property
    def _fresh(self) -> tuple[Context, np.ndarray, np.ndarray]:
        """Memory of the method, and what is in its clock and its own numbers before anything has happened."""
        times = self.variants.times[:2].copy()
        mo = self.variants.method.memory(self.variants.system, times, False, float(times[1] - times[0]))
        mo.clock.epsilon = self.run.here.mo.clock.epsilon
        mo.clock.t, mo.clock.done = times[0], 1
        return mo, mo.clock_words.copy(), mo.own_words.copy()

    def _anew(self, values: dict[str, float]) -> Beginning:
        """The same by a system and a run of its own."""
        run = Run(self.variants.compiled(values), self.variants.method, self.variants.times[:2].copy())
        run.begin()
        self.variants.method.kernel()(run.here.inner.system.kind, run.here.s, run.here.mo, 0)
        return beginning_of(run.here)


def beginning_of(segment: Segment) -> Beginning:
    """Where a segment begins in which the method has set out."""
    state = {name: getattr(segment.mo, name).copy() for name in _SET_OUT}

    def reporting() -> tuple[System, Context]:
        return segment.system, work_context(segment.system, segment.start)

    return Beginning(segment.inner.system, reporting, state, segment.start.gaps)

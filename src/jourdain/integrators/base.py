"""What all integrators are: small frozen values that know their kernel and fill the memory of a run."""

from __future__ import annotations

import math
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, fields
from itertools import product
from typing import Any, ClassVar

import numpy as np

from jourdain.errors import ModelError
from jourdain.kernels import motion as memory
from jourdain.kernels.context import Context
from jourdain.kernels.kinds import Kind, Planar, Spatial, dimension, width
from jourdain.kernels.motion import make_motion
from jourdain.model.parsing import number
from jourdain.system.system import System

LOOKS = 200  # steps of a run at least, where events are texts


@dataclass(frozen=True, kw_only=True)
class Integrator:
    """Base of all integrators: step [s] for fixed steps, or tol, a bound on the accumulated error (lengths, radians).

    coordinates: "cartesian" or "natural" (points and directors) for bodies; None: those that the method takes by itself.
    """

    step: float | None = None
    tol: float | None = None
    max_step: float | None = None
    coordinates: str | None = None

    name: ClassVar[str] = ""
    order: ClassVar[int] = 0
    implicit: ClassVar[bool] = False
    stiff: ClassVar[bool] = False  # meant for stiff systems
    ends_at_outputs: ClassVar[bool] = False  # fixed steps are cut to end at output times
    regularisation: ClassVar[float] = 1e-8  # of multipliers, where rows depend on each other

    def __post_init__(self) -> None:
        where = type(self).__name__
        if self.step is not None:
            number(self.step, f"{where}: step [s]", positive=True)
        if self.max_step is not None:
            number(self.max_step, f"{where}: max_step [s]", positive=True)
        if self.tol is not None:
            number(self.tol, f"{where}: tol", positive=True)
            if not 1e-13 <= self.tol <= 0.1:
                raise ModelError(f"{where}: tol = {self.tol:g} is impossible; double precision allows 1e-13 to 0.1.")

        if self.coordinates not in (None, "cartesian", "natural"):
            raise ModelError(f"{where}: coordinates = {self.coordinates!r}; they are 'cartesian' or 'natural'.")
        for option in fields(self):
            if str(option.type) == "bool" and not isinstance(getattr(self, option.name), bool):
                raise ModelError(f"{where}: {option.name} = {getattr(self, option.name)!r}; it is True or False.")

    @property
    def notes(self) -> tuple[str, ...]:
        """What a reader of the result should know about these settings."""
        return ()

    def first_step(self, system: System, mo: Context, order: float) -> None:
        """Where none is given: a first step in which the accelerations move something by a thousandth, less for small tol."""
        if self.fixed or mo.clock[memory.STEP_H] > 1e-4 * mo.clock[memory.T_END]:
            return
        n = width(system.kind)
        scale = np.where(np.arange(len(mo.vd)) % n < dimension(system.kind), system.length, 1.0)
        largest = float(np.abs(mo.vd / scale).max(initial=0.0))
        aim = math.sqrt(1e-3 / largest) * (mo.clock[memory.TOL] / 1e-6) ** (1.0 / order) if largest else 1.0
        mo.clock[memory.STEP_H] = min(aim, 0.01 * mo.clock[memory.T_END], mo.clock[memory.H_MAX])

    def coordinates_for(self, kind: Kind) -> str:
        """The coordinates that a system of this kind is integrated in."""
        return self.coordinates if self.coordinates is not None and isinstance(kind, (Planar, Spatial)) else "cartesian"

    def plain(self) -> dict[str, Any]:
        """The integrator as plain data; integrator_from_plain gives an equal one."""
        return {"name": type(self).__name__, **{f.name: getattr(self, f.name) for f in fields(self)}}

    @property
    def drifts(self) -> bool:
        """True if the method leaves constraints open; its results are then shown as they are."""
        return False

    @property
    def fixed(self) -> bool:
        """True if the step is given."""
        return self.step is not None

    def memory(self, system: System, times: np.ndarray, works: bool, span: float) -> Context:
        """Memory of a run with outputs at `times`, clock and parameters set; span: the time that tol is spread over [s].

        (After an event the run goes on with fresh memory and what is left of the times, but the same span.)
        """
        raise NotImplementedError

    def kernel(self) -> Any:
        """The compiled time loop."""
        raise NotImplementedError

    def warm_up(self, system: System, mo: Context, accelerations: Callable[[float], np.ndarray]) -> None:
        """Last preparations; accelerations(delta) gives those a moment after the start, (nv,)."""

    def _motion(
        self,
        system: System,
        times: np.ndarray,
        works: bool,
        parameters: np.ndarray,
        **more: Any,
    ) -> Context:
        events = len(system.tables["events"])
        return make_motion(system.kind, times, works=works, events=events, parameters=parameters, **more)

    def _clock(self, mo: Context, system: System, span: float, step: float) -> None:
        c = mo.clock
        c[memory.T_END], c[memory.LENGTH] = span, system.length
        c[memory.STEP_H] = step
        c[memory.FINE_UNTIL] = -np.inf
        # a text of t, forces or states may swing where nothing moves: it is looked at often enough to see that
        texts = bool((system.tables["events"]["function"] >= 0).any())
        c[memory.H_MAX] = min(span, self.max_step or (span / LOOKS if texts else span))
        c[memory.TOL] = 0.0 if self.fixed else (self.tol or 1e-6)
        # energies are measured against that of one length per run at least: a machine at rest has only rounding
        c[memory.SCALE_ENERGY] = 0.5 * float(system.tables["bodies"]["mass"].sum()) * (system.length / span) ** 2
        # what Newton's method leaves adds up over the run: it must stay well below tol
        # (but near singular positions rounding lets it come no closer than about 1e-10)
        c[memory.NEWTON_TOL] = min(1e-9, max(1e-10, 1e-3 * c[memory.TOL])) if c[memory.TOL] > 0.0 else 1e-9
        c[memory.EPSILON], c[memory.CONTRACTION] = 1e-8, 1.0

    @property
    def multiplier_order(self) -> int:
        """Order of the multipliers, where it is not that of positions and velocities."""
        return self.order

    @classmethod
    def examples(cls) -> tuple[Integrator, ...]:
        """Settings that the tests run: with fixed steps and with tol, as far as the class takes them."""
        return cls._variants({})

    @classmethod
    def _variants(cls, *options: dict[str, Any], sizes: tuple[str, ...] = ("step", "tol")) -> tuple[Integrator, ...]:
        """These options with fixed steps and with tol, where they are not refused."""
        found: dict[Integrator, None] = {}
        for size, option in product(sizes, options):
            with suppress(ModelError):
                found[cls(**option | {size: 1e-3 if size == "step" else 1e-6})] = None
        return tuple(found)

"""Subcycling as a value: what is fast, the ratio of steps, the scheme, and what is refused before a run begins."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from jourdain.errors import ModelError, near
from jourdain.integrators.base import Integrator
from jourdain.integrators.subcycling.growth import SCHEMES, Oscillations
from jourdain.integrators.subcycling.partition import SLOW, Machine, named, names_of
from jourdain.integrators.subcycling.sides import fall, memory, sides
from jourdain.integrators.treatments import Partitioning, Treatment
from jourdain.integrators.windows import by_windows
from jourdain.kernels.bodies.lagrangian import MASS_OF_V
from jourdain.kernels.context import Context
from jourdain.kernels.motion import ANSWERS
from jourdain.kernels.tables import IN_MULTIPLIER
from jourdain.model.parsing import number
from jourdain.system.system import System

if TYPE_CHECKING:
    from jourdain.integrators.subcycling.energy import EnergyControl

AUTO = "auto"
RATIOS = (20, 10, 5, 2)  # that "auto" chooses among
MOST = 1000
WINDOW = 10  # long steps between two looks at the energy


@dataclass(frozen=True, kw_only=True)
class Subcycling(Integrator):
    """Central differences with a short step [s] for fast coordinates, and `ratio` times that for all others.

    fast: names of coordinates ("block.x", "blade.shape 2"), bodies, beams, or "blade.shapes" for all shapes of a body; "auto":
    those without which no oscillation about the start turns by more than 0.3 rad in a long step. ratio: a whole number, or
    "auto": that of the least cost. scheme: "slow-momentum", "mass-orthogonal", "printed" or "constant-velocity". Combinations
    that grow in the oscillations about the start are refused; repair=True: changed until they do not; allow_unstable=True: run.
    energy: part of the energy that may be lost or gained; a run that goes beyond is repaired (energy.py). None: it is not.
    """

    step: float | None = 1e-3
    ratio: int | str = AUTO
    fast: Any = AUTO
    scheme: str = SCHEMES[0]
    repair: bool = False
    allow_unstable: bool = False
    energy: float | None = 1e-3

    name: ClassVar[str] = "subcycling"
    order: ClassVar[int] = 2
    module: ClassVar[str] = "subcycling.method"
    schema: ClassVar[str] = "subcycling"
    ends_at_outputs: ClassVar[bool] = True

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.scheme not in SCHEMES:
            raise ModelError(f"Subcycling: there is no scheme {self.scheme!r}.{near(str(self.scheme), SCHEMES)}")
        if self.step is None or self.tol is not None:
            raise ModelError("Subcycling has no error estimate of a step: give step=.. [s], the short one.")
        if self.ratio != AUTO:
            if isinstance(self.ratio, (bool, str)) or self.ratio not in range(1, MOST + 1):
                raise ModelError(
                    f"Subcycling: ratio = {self.ratio!r}; it is a whole number from 1 to {MOST}, or 'auto'."
                )
            object.__setattr__(self, "ratio", int(self.ratio))
        if self.fast != AUTO:
            several = isinstance(self.fast, (list, tuple, set, frozenset))
            names = tuple(self.fast) if several else (self.fast,)
            if not all(isinstance(name, str) for name in names):
                raise ModelError(f"Subcycling: fast = {self.fast!r}; give names, such as ['block.x'], or 'auto'.")
            if not names and self.ratio != 1:
                raise ModelError("Subcycling: fast is empty; name what is fast, or take CentralDifference.")
            object.__setattr__(self, "fast", names)
        if self.repair and self.allow_unstable:
            raise ModelError("Subcycling: give repair or allow_unstable, not both.")
        if self.energy is not None:
            number(self.energy, "Subcycling: energy", positive=True)

    @property
    def notes(self) -> tuple[str, ...]:
        return tuple(self.__dict__.get("_said", ()))

    @property
    def treatment(self) -> Treatment:
        return Partitioning()

    @property
    def long_step(self) -> float:
        """The step of slow coordinates [s], where the ratio is known."""
        return float(self.step or 0.0) * int(self.ratio)

    # -- before a run ----------------------------------------------------------------------------------------------

    def settled(self, system: System, oscillations: Any) -> Integrator:
        """The same with fast coordinates and ratio chosen, and whatever was repaired; refused if it grows.

        oscillations: gives M, K (nv, nv) and G (m, nv) at the start, see partition.Machine.
        """
        if self.ratio == 1:
            return replace(self, fast=()) if self.fast == AUTO else self
        chooses, why = AUTO in (self.ratio, self.fast), _unknown(system)
        if why and not chooses:
            raise ModelError(f"Subcycling: {why}; take CentralDifference.")
        if why:
            return self._plain(why)
        try:
            return self._settled(Machine(system, oscillations))
        except np.linalg.LinAlgError:
            why = "the mass matrix of the independent velocities is singular"
            if chooses:
                return self._plain(why)
            raise ModelError(f"Subcycling: {why}; give every body mass and inertia.") from None

    def _settled(self, machine: Machine) -> Subcycling:
        found = self._chosen(machine)
        if found.ratio == 1:
            return found
        parts = machine.oscillations(named(machine.system, found.fast))
        for side, there in (("fast", parts.fast), ("slow", ~parts.fast)):
            if not there.any():
                cure = "name something in `fast`" if side == "fast" else "leave something out of `fast`"
                raise ModelError(f"Subcycling: nothing is left on the {side} side; {cure}, or take CentralDifference.")
        return found if found.allow_unstable else _stable(found, parts)

    def _plain(self, why: str) -> Subcycling:
        """Central differences with the short step."""
        return _saying(replace(self, fast=(), ratio=1), f"subcycling: {why}: plain central differences")

    def _chosen(self, machine: Machine) -> Subcycling:
        """With names for fast and a number for ratio."""
        system, step = machine.system, float(self.step or 0.0)
        if self.fast != AUTO and self.ratio != AUTO:
            return self
        best, cost = (1, np.zeros(system.kind.v, bool)), 1.0
        for m in RATIOS if self.ratio == AUTO else (int(self.ratio),):
            fast = machine.auto(m * step) if self.fast == AUTO else named(system, self.fast)
            parts = machine.oscillations(fast)
            if not parts.fast.any() or parts.fast.all():
                continue
            share = float(parts.fast.mean())
            slow = float(parts.slow_rates()[-1]) * (m * step) ** 2 <= SLOW**2
            if self.ratio == AUTO and not (slow and parts.growth(self.scheme, step, m) == 0.0):
                continue
            if (1.0 + (m - 1) * share) / m < cost:
                best, cost = (m, fast), (1.0 + (m - 1) * share) / m
        m, fast = best
        if m == 1:
            return self._plain(f"no part of the machine is worth a step of its own at step {step:g} s")
        names = names_of(system, fast) if self.fast == AUTO else self.fast
        shown = ", ".join(names[:6]) + (f" and {len(names) - 6} more" if len(names) > 6 else "")
        return _saying(replace(self, fast=names, ratio=m), f"subcycling: chosen: ratio {m}, fast: {shown}")

    # -- memory of a run -------------------------------------------------------------------------------------------

    def sizes(self, system: System) -> dict[str, Any]:
        if not isinstance(system, System):
            raise ModelError("Subcycling works on machines and Lagrangians, whose coordinates have names; take RK4.")
        nv, ny = system.kind.v, system.kind.q + system.kind.v + system.kind.w + 3
        vectors = ("half", "accelerations", "accelerations_before", "kick", "kick_new", "forces_at_rest", "path")
        own: dict[str, Any] = dict.fromkeys(
            (*vectors, "path_rate", "right", "fast", "exchange", "slow_force", "fall"), nv
        )
        return dict(own=own | dict(before=ny, coupling=(nv, nv), block=(nv, nv)))

    def set_up(self, mo: Context, system: System) -> None:
        if AUTO in (self.ratio, self.fast):
            raise ModelError("Subcycling: ratio and fast are chosen when a run begins; here they must be given.")
        mo.own.short, mo.own.ratio, mo.own.scheme = self.step, self.ratio, SCHEMES.index(self.scheme)
        mo.fast[:] = named(system, self.fast)
        mo.parts["treatment"].independent[:] = mo.fast
        mo.clock.step = self.long_step
        mo.fall[:], mo.own.is_code = fall(system), int(not system.layout.dimension)
        slow, fast = sides(system, mo.fast.astype(bool))
        mo.parts |= {"slow side": memory(system, slow), "fast side": memory(system, fast)}
        if self.control is not None:
            mo.parts["energy"] = self.control.memory()

    @property
    def control(self) -> EnergyControl | None:
        """Of the energy in the course of a run."""
        from jourdain.integrators.subcycling.energy import EnergyControl

        return None if self.energy is None else EnergyControl(self.energy, float(self.step or 0.0), int(self.ratio))

    def take_over(self, before: Context, mo: Context) -> None:
        if self.control is not None:
            self.control.take_over(before, mo)

    @property
    def second(self) -> Integrator:
        """Nothing is repaired in a companion, and what may grow is not run a second time."""
        scheme = SCHEMES[0] if self.allow_unstable else self.scheme
        return replace(self, energy=None, allow_unstable=False, scheme=scheme)

    @property
    def needs_finer(self) -> bool:
        return self.allow_unstable

    def kernel(self) -> Callable[..., int]:
        run = super().kernel()

        def connected(kind: Any, s: Context, mo: Context, limit: int) -> int:
            slow, fast = mo.parts["slow side"], mo.parts["fast side"]
            for name in ANSWERS:  # the method finds the answers of both in one place
                fast.bind(name, s.array(name))
            mo.bind("slow_force", slow.array("force"))
            mo.own.slow_side, mo.own.fast_side = slow.address, fast.address
            return run(kind, s, mo, limit)

        return connected if self.control is None else by_windows(connected, WINDOW, self.control)


def _unknown(system: System) -> str:
    """What of this system substeps do not know; empty: they know all."""
    generated = system.tables["generated"]
    if len(generated) and generated[MASS_OF_V]:
        return "the mass matrix depends on velocities"
    if (system.tables["couples"]["source"] == IN_MULTIPLIER).any():
        return "a force reads the force of a joint, which is known at common updates only"
    return ""


def _saying(method: Subcycling, *said: str) -> Subcycling:
    """A method that notes something about itself."""
    object.__setattr__(method, "_said", (*method.__dict__.get("_said", ()), *said))
    return method


def _stable(method: Subcycling, parts: Oscillations) -> Subcycling:
    """The method if it does not grow; refused, or repaired, if it does."""
    step, m = float(method.step or 0.0), int(method.ratio)
    fastest = float(np.sqrt(max(0.0, parts.rates()[-1])))
    if step * fastest >= 2.0:
        raise ModelError(
            f"Subcycling: step = {step:g} s is above the limit of the coupled machine, 2/w = {2.0 / fastest:.4g} s "
            f"(w = {fastest:.4g} rad/s); take a shorter step."
        )
    growth = parts.growth(method.scheme, step, m)
    if growth == 0.0:
        return method
    cures = [(scheme, k) for k in range(m, 1, -1) for scheme in dict.fromkeys((method.scheme, SCHEMES[0]))]
    cure = next(((scheme, k) for scheme, k in cures if parts.growth(scheme, step, k) == 0.0), None)
    what = f"scheme {method.scheme!r} with ratio {m} grows by {growth:.3g} in a long step of {m * step:g} s"
    if cure is None:
        raise ModelError(f"Subcycling: {what}, and no smaller ratio helps; take CentralDifference.")
    if method.repair:
        kept = {name: value for name, value in method.__dict__.items() if name == "_said"}
        found = replace(method, scheme=cure[0], ratio=cure[1])
        found.__dict__.update(kept)
        return _saying(found, f"subcycling: {what}: repaired: scheme {cure[0]!r}, ratio {cure[1]}")
    raise ModelError(
        f"Subcycling: {what}, for ever (oscillations about the start). Take scheme={cure[0]!r}, ratio={cure[1]}, or "
        "repair=True, which does that; allow_unstable=True runs it all the same."
    )

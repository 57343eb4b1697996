"""What all integrators are: small frozen values that know their method and fill the memory of a run."""

from __future__ import annotations

import functools
import importlib
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, fields
from itertools import product
from typing import Any, ClassVar

import numpy as np

from jourdain.errors import ModelError
from jourdain.integrators.treatments import Projection, Treatment
from jourdain.kernels.context import Context
from jourdain.kernels.kinds import Kind, Natural, NaturalPlanar, Planar, Spatial
from jourdain.kernels.motion import make_motion
from jourdain.model.parsing import number
from jourdain.system.shared import SHARED
from jourdain.system.system import System
from jourdain.system.tree import TreeSystem

COORDINATES = ("cartesian", "natural", "euler-parameters", "joint", "auto")
LOOKS = 200  # steps of a run at least, where events are texts


@functools.cache
def time_loop() -> Callable[[int, int], int]:
    """The compiled time loop, compiled or loaded once."""
    from numba import types

    from jourdain.integrators.march import march

    march.compile((types.int64, types.int64))
    loop: Callable[[int, int], int] = march
    return loop


@dataclass(frozen=True, kw_only=True)
class Integrator:
    """Base of all integrators: step [s] for fixed steps, or tol, a bound on the accumulated error (lengths, radians).

    coordinates: "cartesian", "natural" (points and directors), "euler-parameters" (their rates as velocities) or "joint"
    (motions of joints in a tree) for bodies; "auto": the faster of the first and the last; None: those that the method takes by
    itself. splits: with "joint", bodies in which loops are cut, instead of in joints. share: with "natural", bodies share the
    points of pins and the directions of axes.
    """

    step: float | None = None
    tol: float | None = None
    max_step: float | None = None
    coordinates: str | None = None
    splits: tuple[str, ...] = ()
    share: bool = False

    name: ClassVar[str] = ""
    order: ClassVar[int] = 0
    implicit: ClassVar[bool] = False
    in_joints: ClassVar[bool] = False  # works in joint coordinates
    stiff: ClassVar[bool] = False  # made for stiff systems
    canonical: ClassVar[bool] = False  # works on the canonical equations
    module: ClassVar[str] = ""  # of its kernel, in this package
    schema: ClassVar[str] = "motion"  # the name under which its fields are declared there
    ends_at_outputs: ClassVar[bool] = False  # fixed steps are cut to end at output times
    # of multipliers, where rows depend on each other. As many are left out as are redundant; it softens what the others hold by
    # itself over their pivots, which may be as small as linalg.REDUNDANT
    regularisation: ClassVar[float] = 1e-12
    epsilon: ClassVar[float] = 0.0  # of multipliers, always
    first_part: ClassVar[float] = 1e-4  # of the run: the first step, where none is given
    patience: ClassVar[float] = 0.7  # an error that falls by less than this is not helped by smaller steps
    escape: ClassVar[float] = 0.0  # what the step grows by then, to get away from there
    least_part: ClassVar[float] = 0.0  # of a given step: smaller ones are tried down to this where it cannot be taken

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

        if self.coordinates not in (None, *COORDINATES):
            raise ModelError(
                f"{where}: coordinates = {self.coordinates!r}; they are 'cartesian', 'natural', 'euler-parameters', "
                "'joint' or 'auto'."
            )
        object.__setattr__(self, "splits", (self.splits,) if isinstance(self.splits, str) else tuple(self.splits))
        if self.splits and self.coordinates != "joint":
            raise ModelError(
                f"{where}: splits = {list(self.splits)} says where loops are cut for coordinates = 'joint'; "
                "ask for these, or leave splits out."
            )
        if self.share and self.coordinates != "natural":
            raise ModelError(
                f"{where}: share = {self.share!r} is of points and directions, coordinates = 'natural'; ask for these, or "
                "leave share out."
            )
        for option in fields(self):
            if str(option.type) == "bool" and not isinstance(getattr(self, option.name), bool):
                raise ModelError(f"{where}: {option.name} = {getattr(self, option.name)!r}; it is True or False.")

    @property
    def notes(self) -> tuple[str, ...]:
        """What a reader of the result should know about these settings."""
        return ()

    @property
    def second(self) -> Integrator:
        """The method that a companion run is made with, at another step or tol."""
        return self

    @property
    def needs_finer(self) -> bool:
        """True if nothing can be told from a coarser companion, because `second` is of another kind."""
        return False

    def take_over(self, before: Context, mo: Context) -> None:
        """What the memory of a new segment keeps of the segment before it, besides state, work and step."""

    @property
    def start_order(self) -> float:
        """Where no step is given, the first one is chosen for a method of this order; 0: it is `first_part` of the run."""
        return 0.0

    def coordinates_for(self, kind: Kind) -> str:
        """The coordinates that a system of this kind is integrated in; "cartesian" stands for its own."""
        if isinstance(kind, (Natural, NaturalPlanar)) and self.coordinates == "cartesian":
            raise ModelError(
                f"{type(self).__name__}: coordinates = 'cartesian', but beams of theory 'ancf' make the model one of natural "
                "coordinates; leave coordinates out, or take theory='exact'."
            )
        if self.coordinates == "euler-parameters" and not isinstance(kind, (Planar, Spatial)):
            raise ModelError(
                f"{type(self).__name__}: coordinates = 'euler-parameters', but the model has coordinates of its own; "
                "leave coordinates out."
            )
        if self.coordinates == "joint" or self.share:
            self._check_joint_coordinates(kind)
            if self.share:
                return SHARED
        return self.coordinates if self.coordinates is not None and isinstance(kind, (Planar, Spatial)) else "cartesian"

    def _check_joint_coordinates(self, kind: Kind) -> None:
        """Refuse what has no meaning in joint coordinates, or is not there."""
        name, asked = type(self).__name__, "share = True" if self.share else "coordinates = 'joint'"
        other = "share" if self.share else "coordinates"
        if not self.in_joints:
            raise ModelError(
                f"{name} does not work with {asked}; take DOP853(tol=1e-8), GeneralizedAlpha(tol=1e-6) or another "
                f"method, or leave {other} out."
            )
        if not self.treatment.in_joints:
            raise ModelError(
                f"{name}: the treatment {self.treatment.name!r} decomposes the rows of all bodies; with {asked} take "
                "constraints='projection'."
            )
        if not isinstance(kind, (Planar, Spatial)):
            raise ModelError(f"{name}: {asked}, but the model has coordinates of its own; leave {other} out.")

    def plain(self) -> dict[str, Any]:
        """The integrator as plain data; integrator_from_plain gives an equal one."""
        rare = {"splits": list(self.splits), "share": self.share}
        known = {f.name: getattr(self, f.name) for f in fields(self) if f.name not in rare}
        return {"name": type(self).__name__, **known, **{name: given for name, given in rare.items() if given}}

    @property
    def drifts(self) -> bool:
        """True if the method leaves constraints open; its results are then shown as they are."""
        return False

    @property
    def lost_in_passages(self) -> float:
        """What may be lost in a singular position, in lengths and radians, however small the steps are."""
        return 0.0

    @property
    def fixed(self) -> bool:
        """True if the step is given."""
        return self.step is not None

    @property
    def cut_to_outputs(self) -> bool:
        """True if steps are cut to end at output times; else outputs inside a step are interpolated."""
        return self.ends_at_outputs and self.fixed

    @property
    def whole_step(self) -> float | None:
        """The fixed step [s] that ends where all that moves is known; None: steps are controlled."""
        return self.step

    @property
    def treatment(self) -> Treatment:
        """What is done about constraints in explicit steps."""
        return Projection()

    def settled(
        self,
        system: System,
        oscillations: Callable[..., tuple[np.ndarray, ...]],
        pilot: Callable[[Integrator, float], tuple[np.ndarray, float] | None],
    ) -> Integrator:
        """The integrator with what it chooses by itself, before a run of this system begins; it may also refuse.

        oscillations(tables): gives M, K (nv, nv) and G (m, nv) of the small oscillations about the start, if it is asked; of
        other tables, if they are not None, then without accelerations and joint forces. pilot(method, long): positions (n, nq)
        in the first part of the run by another method, at multiples of some steps of this length [s], and how many times as
        long the run is; None if it does not get there.
        """
        return self

    # -- what a method supplies: its C function (see march.py), its fields, their values ---------------------------

    def method(self, kind: Kind) -> Any:
        """The compiled function of the method, for systems of this kind."""
        from jourdain.kernels.servers import compiled

        return compiled(importlib.import_module(f"jourdain.integrators.{self.module}").method)

    def sizes(self, system: System) -> dict[str, Any]:
        """What its memory needs: arguments of kernels.motion.make_motion."""
        return {}

    def set_up(self, mo: Context, system: System) -> None:
        """Set the numbers of the method in fresh memory."""

    # -- what is the same for all ----------------------------------------------------------------------------------

    def memory(self, system: System, times: np.ndarray, works: bool, span: float, blows: int = 0) -> Context:
        """Memory of a run with outputs at `times`, clock set; span: the time that tol is spread over [s].

        blows: how many impacts the loop may carry out before Python looks. (After other events the run goes on with fresh
        memory and what is left of the times, but the same span.)
        """
        if self.module:
            importlib.import_module(f"jourdain.integrators.{self.module}")  # declares its fields
        sizes = {"matrices": self.treatment.matrices} | self.sizes(system)
        events = len(system.tables["events"])
        mo = make_motion(system.kind, times, self.schema, works=works, events=events, blows=blows, **sizes)
        if isinstance(system, TreeSystem):
            mo.bind("sort", system.sort)
            if self.implicit:
                system.check_size()
        mo.parts["treatment"] = self.treatment.memory(system.kind)
        self.make_ready(mo, system, times, span)
        return mo

    def make_ready(self, mo: Context, system: System, times: np.ndarray, span: float) -> None:
        """Set clock and numbers of fresh memory for a run of this system."""
        rows = system.tables["rows"]
        if not isinstance(system, TreeSystem):  # whose redundant rows are left out
            mo.row_weights[:] = rows["weight"] * (rows["looped"] == 1)  # nothing regularises others
        mo.event_last[:] = -np.inf
        self._set_clock(mo, system, times, span)
        self.set_up(mo, system)

    def kernel(self) -> Callable[..., int]:
        """run(kind, s, mo, limit): the compiled time loop, connected to a system."""

        connected: tuple[Context, Context] | None = None

        def run(kind: Any, s: Context, mo: Context, limit: int) -> int:
            nonlocal connected
            march = time_loop()
            if connected is None or connected[0] is not s or connected[1] is not mo:
                self.connect(kind, s, mo)
                connected = s, mo
            else:  # the next chunk of the same run; others may have worked in s meanwhile
                self.treatment.prepare(s)
            return int(march(mo.address, limit))

        return run

    def connect(self, kind: Kind, s: Context, mo: Context) -> None:
        """Let the memory of a run know whom to ask, in this process.

        The system comes last: in a first run another process is still compiling it, and meanwhile this one does the rest.
        """
        from jourdain.kernels.servers import compiled, connect
        from jourdain.kernels.tree.server import TreeContext
        from jourdain.kernels.tree.server import connect as connect_tree

        mo.calls.method = self.method(kind).address
        mo.calls.treatment = compiled(self.treatment.kernel()).address
        if isinstance(s, TreeContext):
            connect_tree(kind, s, mo, newton=self.implicit)
        else:
            connect(kind, s, mo, newton=self.implicit, canonical=self.canonical)
        mo.calls.memory = mo.parts["treatment"].address
        self.treatment.prepare(s)

    def _set_clock(self, mo: Context, system: System, times: np.ndarray, span: float) -> None:
        c, left = mo.clock, float(times[-1] - times[0])
        c.span, c.length, c.epsilon, c.leave_out = span, system.length, self.epsilon, 1.0
        c.to_outputs, c.start_order = int(self.cut_to_outputs), self.start_order
        if self.step is None:
            c.step = min(self.first_part * span, self.max_step or span, left)
        else:
            c.step = self.step
        c.jump = 100.0 * self.lost_in_passages
        c.fine_until, c.least_part = -np.inf, self.least_part
        c.patience, c.escape = self.patience, self.escape
        # a text of t, forces or states may swing where nothing moves: it is looked at often enough to see that
        own = [not system.model.events[name].part_of for name in system.events]  # not of limits, which read forces
        texts = bool((system.tables["events"]["function"][own] >= 0).any()) if any(own) else False
        c.h_max = min(span, self.max_step or (span / LOOKS if texts else span))
        c.tol = 0.0 if self.fixed else (self.tol or 1e-6)
        # energies are measured against that of one length per run at least: a machine at rest has only rounding
        c.scale_energy = 0.5 * float(system.tables["bodies"]["mass"].sum()) * (system.length / span) ** 2
        # what Newton's method leaves adds up over the run: it must stay well below tol
        # (but near singular positions rounding lets it come no closer than about 1e-10)
        c.newton_tol = min(1e-9, max(1e-10, 1e-3 * c.tol)) if c.tol > 0.0 else 1e-9
        c.contraction = 1.0

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

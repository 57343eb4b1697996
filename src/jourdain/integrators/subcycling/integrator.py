"""Subcycling as a value: what is fast, the ratio of steps, the scheme, and the memory of a run."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from jourdain.errors import ModelError, near, shown
from jourdain.integrators.base import Integrator
from jourdain.integrators.subcycling.choice import AUTO, RATIOS, settled
from jourdain.integrators.subcycling.growth import SCHEMES, SUBSTEPS, family
from jourdain.integrators.subcycling.partition import as_names, named
from jourdain.integrators.subcycling.sides import halves, parts
from jourdain.integrators.subcycling.tableau import STAGES
from jourdain.integrators.treatments import Partitioning, Projection, Treatment
from jourdain.integrators.windows import by_windows
from jourdain.kernels.context import Context
from jourdain.kernels.motion import ANSWERS
from jourdain.model.parsing import number
from jourdain.system.system import System

if TYPE_CHECKING:
    from jourdain.integrators.subcycling.energy import EnergyControl

ITERATIONS = ("full", "block-jacobi")
CLOSING: dict[str, type[Treatment]] = {AUTO: Partitioning, "partitioning": Partitioning, "projection": Projection}
MOST_ROWS = 30  # that "auto" closes by partitioning
MOST = 1000
CENTRAL, IMPLICIT, RK4 = range(3)  # kinds of substeps, as in division.py
WINDOW = 10  # long steps between two looks at the energy


@dataclass(frozen=True, kw_only=True)
class Subcycling(Integrator):
    """Central differences with a short step [s] for fast coordinates, and `ratio` times that for all others.

    fast: names of coordinates ("block.x", "blade.shape 2"), bodies, beams, "blade.shapes" for all shapes of a body, or the
    elements of a beam that are {"beam": "bar", "shorter": 0.02} [m] or "stiffer" (E A/L [N/m]); "auto": those without which
    no oscillation about the start turns by more than 0.3 rad in a long step. ratio: a whole number, "auto": that of the least
    cost at equal error, or {"blade": 10, "shaft": 2}: one for each, and no other fast. scheme: "slow-momentum",
    "mass-orthogonal", "printed", "constant-velocity" or "mean-acceleration". substeps: "central", "newmark" or
    "generalized-alpha" (implicit), or "rk4" (of order 4 in both steps). constraints: "partitioning", "projection", or "auto":
    by how many rows there are. iteration: at common updates, "full" or "block-jacobi". Combinations that grow in the
    oscillations about the start are refused; repair=True: changed until they do not; allow_unstable=True: run. energy: part
    of the energy that may be lost or gained; a run that goes beyond is repaired (energy.py). None: it is not.
    """

    step: float | None = 1e-3
    constraints: str = AUTO
    ratio: Any = AUTO
    fast: Any = AUTO
    ratios: Any = ()  # of `fast` with a ratio of its own: (name, ratio) pairs, from a table given as `ratio`
    scheme: str = SCHEMES[0]
    substeps: str = SUBSTEPS[0]
    iteration: str = ITERATIONS[0]
    repair: bool = False
    allow_unstable: bool = False
    energy: float | None = 1e-3

    name: ClassVar[str] = "subcycling"
    module: ClassVar[str] = "subcycling.method"
    schema: ClassVar[str] = "subcycling"
    ends_at_outputs: ClassVar[bool] = True

    def __post_init__(self) -> None:
        super().__post_init__()
        options = dict(scheme=SCHEMES, substeps=SUBSTEPS, iteration=ITERATIONS, constraints=tuple(CLOSING))
        for option, known in options.items():
            given = getattr(self, option)
            if given not in known:
                takes = f" They are {' or '.join(map(repr, known))}." if len(known) < 4 else near(str(given), known)
                raise ModelError(f"Subcycling: {option} = {given!r}; there is none of that name.{takes}")
        if self.step is None or self.tol is not None:
            raise ModelError("Subcycling has no error estimate of a step: give step=.. [s], the short one.")
        self._take_ratio()
        if not is_auto(self.fast):
            names = as_names(self.fast)
            if not names and self.ratio != 1:
                raise ModelError("Subcycling: fast is empty; name what is fast, or take CentralDifference.")
            object.__setattr__(self, "fast", names)
        if self.repair and self.allow_unstable:
            raise ModelError("Subcycling: give repair or allow_unstable, not both.")
        if self.energy is not None:
            number(self.energy, "Subcycling: energy", positive=True)
        self._check_together()

    def _take_ratio(self) -> None:
        """A table becomes the largest ratio, names, and ratios of their own."""
        if isinstance(self.ratio, Mapping):
            if not self.ratio:
                raise ModelError("Subcycling: ratio is empty; give {name: ratio}, such as {'blade': 10, 'shaft': 2}.")
            table = {str(name): _whole(k, f"ratio of {name!r}") for name, k in self.ratio.items()}
            object.__setattr__(self, "ratios", tuple(table.items()))
            object.__setattr__(self, "ratio", max(table.values()))
            object.__setattr__(self, "fast", (*(() if self.fast == AUTO else as_names(self.fast)), *table))
        elif not is_auto(self.ratio):
            object.__setattr__(self, "ratio", _whole(self.ratio, "ratio"))
        if not isinstance(self.ratios, (tuple, list)) or any(np.shape(one) != (2,) for one in self.ratios):
            raise ModelError(f"Subcycling: ratios = {shown(self.ratios)}; give pairs (name, ratio).")
        pairs = tuple((str(name), _whole(k, f"ratio of {name!r}")) for name, k in self.ratios)
        object.__setattr__(self, "ratios", pairs)
        for name, k in pairs:
            if self.ratio == AUTO or int(self.ratio) % k:
                raise ModelError(
                    f"Subcycling: the ratio of {name!r} is {k}, and the largest is {self.ratio}: steps begin together, so "
                    "take a divisor of it."
                )

    def _check_together(self) -> None:
        """What does not go with what."""
        momentum = self.scheme == SCHEMES[0]
        if not momentum and self.constraints == "projection":
            raise ModelError(
                f"Subcycling: scheme {self.scheme!r} has independent velocities: constraints='partitioning'."
            )
        if not momentum and (self.substeps != SUBSTEPS[0] or self.ratios):
            what = f"substeps = {self.substeps!r}" if self.substeps != SUBSTEPS[0] else "a ratio for each body"
            raise ModelError(f"Subcycling: {what} goes with scheme='slow-momentum' only, not with {self.scheme!r}.")
        if self.substeps == "rk4" and self.ratios:
            raise ModelError(
                "Subcycling: substeps = 'rk4' has one ratio; the steps of groups between are of second order."
            )
        if momentum and self.iteration != ITERATIONS[0]:
            raise ModelError(
                "Subcycling: iteration = 'block-jacobi' is that of the paper, for scheme='printed' and its relatives; "
                "slow-momentum solves the whole."
            )

    @property
    def order(self) -> int:  # type: ignore[override]
        """In both steps."""
        return 4 if self.substeps == "rk4" else 2

    @property
    def notes(self) -> tuple[str, ...]:
        return tuple(self.__dict__.get("_said", ()))

    @property
    def treatment(self) -> Treatment:
        return CLOSING[self.constraints]()

    @property
    def whole_step(self) -> float:
        """The long step [s], or one that is a multiple of it whatever ratio is chosen."""
        return float(self.step or 0.0) * (RATIOS[0] if is_auto(self.ratio) else int(self.ratio))

    @property
    def group_ratios(self) -> tuple[int, ...]:
        """Of the groups between, fastest first: those of `groups` from 2 on."""
        return tuple(sorted({k for _, k in self.ratios if 1 < k != self.ratio}, reverse=True))

    def groups(self, system: System) -> np.ndarray:
        """(nv,) 0: slow, 1: fast, 2 ..: of a group with a ratio of its own."""
        found = named(system, self.fast).astype(int)
        for name, k in self.ratios:
            if k != self.ratio:
                found[named(system, (name,))] = 0 if k == 1 else 2 + self.group_ratios.index(k)
        return found

    @classmethod
    def examples(cls) -> tuple[Integrator, ...]:
        """Without a watch on the energy, which takes the steps that the budget asks for."""
        return cls._variants({"energy": None})

    def settled(self, system: System, oscillations: Any, pilot: Any) -> Integrator:
        """The same with fast coordinates and ratio chosen, and whatever was repaired; refused if it grows.

        oscillations: gives M, K (nv, nv) and G (m, nv) at the start, see partition.Machine.
        """
        if self.constraints == AUTO:  # dense matrices of many rows would be most of the time
            many = system.n_rows > MOST_ROWS and self.scheme == SCHEMES[0]
            return replace(self, constraints="projection" if many else "partitioning").settled(
                system, oscillations, pilot
            )
        return settled(self, system, oscillations, pilot)

    # -- memory of a run -------------------------------------------------------------------------------------------

    def sizes(self, system: System) -> dict[str, Any]:
        if not isinstance(system, System):
            raise ModelError("Subcycling works on machines and Lagrangians, whose coordinates have names; take RK4.")
        if AUTO in (self.ratio, self.fast):
            raise ModelError("Subcycling: ratio and fast are chosen when a run begins; here they must be given.")
        nv, ny = system.kind.v, system.kind.q + system.kind.v + system.kind.w + 3
        vectors = (
            *("half", "accelerations", "accelerations_before", "kick", "kick_new", "slow_force"),
            *(
                "path",
                "path_rate",
                "path_first",
                "right",
                "fast",
                "exchange",
                "inner",
                "known",
                "flow",
                "lead",
                "lead_new",
            ),
        )
        own: dict[str, Any] = dict.fromkeys(vectors, nv) | dict.fromkeys(("before", "saved"), ny)
        blocks, near = 0 if self._flows(system) else nv, self._near(system)
        own |= dict(coupling=(blocks, blocks), block=(max(blocks, len(near)),) * 2)
        rates = ny - system.kind.q if self.substeps == "rk4" else 0
        own |= dict(stages=(STAGES, rates), forced=(2, rates), slopes=(8, rates))
        return dict(
            own=own
            | dict(
                between=(len(self.group_ratios), 3),
                near=near,
                **dict.fromkeys(("gamma_start", "gamma_change"), system.n_rows),
            )
        )

    def _flows(self, system: System) -> bool:
        """By flow.py, or by method.py."""
        return self.scheme == SCHEMES[0] and system.layout.dimension > 0

    def _near(self, system: System) -> np.ndarray:
        """The velocities that fast forces act on, where substeps are implicit."""
        kind = SUBSTEPS.index(self.substeps)
        return parts(system, self.groups(system)).touched if kind in (1, 2) else np.zeros(0, np.int64)

    def set_up(self, mo: Context, system: System) -> None:
        own, kind = mo.own, SUBSTEPS.index(self.substeps)
        own.short, own.ratio, own.scheme = self.step, self.ratio, SCHEMES.index(self.scheme)
        own.flows, own.jacobi = int(self._flows(system)), ITERATIONS.index(self.iteration)
        own.stepper = (CENTRAL, IMPLICIT, IMPLICIT, RK4)[kind]
        own.beta, own.gamma, own.alpha_m, own.alpha_f = family(self.substeps)
        mo.fast[:] = self.groups(system)
        if self.treatment.matrices:
            mo.parts["treatment"].independent[:] = mo.fast > 0
        mo.clock.step = self.whole_step
        found = parts(system, mo.fast)
        own.fast_active = found.fast.active
        fast = found.fast
        if not system.layout.dimension and (mo.fast > 0).any() and (self.scheme == SCHEMES[0] or not system.n_rows):
            slow, fast, own.slow_rates = halves(system, mo.fast > 0)
            mo.parts["slow side"] = slow.memory(system)
            own.split = 2 if self.scheme == SCHEMES[0] and not system.n_rows else 1
        mo.parts["fast side"] = fast.memory(system)
        mo.parts["frozen side"] = found.without_forces.memory(system)
        for k, side in enumerate(found.between):
            mo.parts[f"side {k}"] = side.memory(system)
            mo.between[k, 1:] = side.active, self.group_ratios[k]
        if self.control is not None:
            mo.parts["energy"] = self.control.memory()

    @property
    def control(self) -> EnergyControl | None:
        """Of the energy in the course of a run."""
        from jourdain.integrators.subcycling.energy import EnergyControl

        if self.energy is None:
            return None
        return EnergyControl(self.energy, float(self.step or 0.0), int(self.ratio))

    def take_over(self, before: Context, mo: Context) -> None:
        if self.control is not None:
            self.control.take_over(before, mo)
        mo.own.fast_evaluations = before.own.fast_evaluations

    @property
    def second(self) -> Integrator:
        """Nothing is repaired in a companion, and what may grow is not run a second time."""
        if not self.allow_unstable:
            return replace(self, energy=None)
        return replace(self, energy=None, allow_unstable=False, scheme=SCHEMES[0], iteration=ITERATIONS[0])

    @property
    def needs_finer(self) -> bool:
        return self.allow_unstable

    def kernel(self) -> Callable[..., int]:
        run = super().kernel()

        def connected(kind: Any, s: Context, mo: Context, limit: int) -> int:
            fast, frozen = mo.parts["fast side"], mo.parts["frozen side"]
            sides = [mo.parts[f"side {k}"] for k in range(len(mo.between))]
            for name in ANSWERS:  # the method finds the answers of all in one place
                for side in (fast, *sides):
                    side.bind(name, s.array(name))
            frozen.bind("force", s.array("force"))  # what it answers to, with a gamma of its own
            if "slow side" in mo.parts:
                slow = mo.parts["slow side"]
                mo.bind("slow_force", slow.array("force"))
                mo.own.slow_side = slow.address
            mo.own.fast_side, mo.own.frozen_side = fast.address, frozen.address
            mo.between[:, 0] = [side.address for side in sides]
            return run(kind, s, mo, limit)

        return connected if self.control is None else by_windows(connected, WINDOW, self.control)


def is_auto(value: Any) -> bool:
    """Is it to be chosen? (Arrays do not compare with a text.)"""
    return isinstance(value, str) and value == AUTO


def _whole(ratio: Any, what: str) -> int:
    if isinstance(ratio, (bool, str)) or not np.isscalar(ratio) or ratio not in range(1, MOST + 1):
        raise ModelError(f"Subcycling: {what} = {ratio!r}; it is a whole number from 1 to {MOST}, or 'auto'.")
    return int(ratio)  # type: ignore[arg-type]

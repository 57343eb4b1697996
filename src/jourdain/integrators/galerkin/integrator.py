"""The integrator on the canonical equations: continuous Galerkin in time."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from jourdain.errors import ModelError
from jourdain.integrators.base import Integrator
from jourdain.integrators.galerkin.coefficients import HIGHEST, MOST_POINTS, galerkin_coefficients
from jourdain.integrators.implicit import OnThePort
from jourdain.kernels import motion as memory
from jourdain.kernels.bodies.lagrangian import MASS_OF_V
from jourdain.kernels.context import Context
from jourdain.kernels.kinds import Kind, Lagrangian, Natural, Spatial
from jourdain.system.system import System

MOST_UNKNOWNS = 80  # of a step, for a dense matrix of all of them
VARIANTS = ("A", "B", "C", "P")  # in the order of galerkin_points


@dataclass(frozen=True, kw_only=True)
class Galerkin(OnThePort):
    """The continuous Galerkin method cG(k) on the canonical equations, of order 2k: conserves energy, keeps rolling rolling.

    k: 1 to 4, the degree of positions and momenta in a step. n: points of quadrature, at least k; by default k where the energy
    is exact with it, else k + 2. variant: "P" (default: energy and rates of the rows exact), "C" (energy exact), "B" (rates of
    the rows to the quadrature), "A" (as printed in the paper: second order). step [s], or error control by tol (default 1e-6).
    Bodies in space are integrated in natural coordinates. Steps end at the output times.
    """

    k: int = 2
    n: int | None = None
    variant: str = "P"

    name: ClassVar[str] = "Galerkin"
    canonical: ClassVar[bool] = True
    ends_at_outputs: ClassVar[bool] = True
    regularisation: ClassVar[float] = 1e-12  # rows are closed as rates, and a little of it stays in them

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.step is not None and self.tol is not None:
            raise ModelError("Galerkin: give step (fixed steps) or tol (error control), not both.")
        for name, value, most in (("k", self.k, HIGHEST), ("n", self.k if self.n is None else self.n, MOST_POINTS)):
            if isinstance(value, bool) or not isinstance(value, int) or not 1 <= value <= most:
                raise ModelError(f"Galerkin: {name} = {value!r}; it is a whole number from 1 to {most}.")
        if self.variant not in VARIANTS:
            raise ModelError(f"Galerkin: variant = {self.variant!r}; it is 'A', 'B', 'C' or 'P'.")
        galerkin_coefficients(self.k, self.k if self.n is None else self.n)

    @property
    def order(self) -> int:  # type: ignore[override]
        """2k; 2 for variant A."""
        return 2 if self.variant == "A" else 2 * self.k

    @property
    def drifts(self) -> bool:
        """Results are shown as the method leaves them: closing rows would cost the energy."""
        return True

    def coordinates_for(self, kind: Kind) -> str:
        if isinstance(kind, Spatial) and self.coordinates == "cartesian":
            raise ModelError(
                "Galerkin: with quaternions there are no canonical momenta; bodies in space need coordinates='natural'."
            )
        return "natural" if isinstance(kind, Spatial) else super().coordinates_for(kind)

    def points(self, system: System) -> int:
        """Points of quadrature: gravity on bodies is a linear potential, exact with k; anything else may be any function."""
        if self.n is not None:
            return self.n
        plain = not isinstance(system.kind, Lagrangian) and not len(system.tables["laws"])
        return self.k if plain or len(system.tables["augment"]) else self.k + 2

    def memory(self, system: System, times: np.ndarray, works: bool, span: float) -> Context:
        n = self.points(system)
        c = galerkin_coefficients(self.k, n)
        if isinstance(system.kind, Natural) and len(system.tables["augment"]) and (n > self.k or self.variant != "P"):
            raise ModelError(
                f"model {system.name!r}: flat or massless bodies have motions without momentum; "
                "Galerkin takes them with variant 'P' and n = k only."
            )
        if len(system.tables["augment"]) and not isinstance(system.kind, Natural):
            raise ModelError(f"model {system.name!r}: Galerkin needs mass or inertia in every motion.")
        slots = len(c.eigenvalues)
        tableau = np.zeros((4 + 2 * self.k + 2 * n, n))
        parts = [c.c[None], c.b[None], c.tau[None], c.w[None], np.linalg.inv(c.A), c.integrals, c.values, c.test]
        row = 0
        for part in parts:
            tableau[row : row + len(part), : part.shape[1]] = part
            row += len(part)
        variant = float(VARIANTS.index(self.variant))
        of_v = float(len(system.tables["generated"]) > 0 and system.tables["generated"][MASS_OF_V] == 1)
        parameters = np.array([variant, 0.0, 1.0, 0.0, 0.0, float(self.k), float(n), of_v])
        entries = len(system.tables["column"]) + 1
        more: dict[str, Any] = dict(tableau=tableau, nodes=self.k + 1, slots=slots, entries=entries, past=1, points=n)
        more["newton"] = self._newton(system)
        mo = self._motion(system, times, works, parameters, matrices=True, **more)
        mo.shifts[0], mo.mix[:slots], mo.mix[slots:] = c.eigenvalues, c.T_inverse, c.T.T
        mo.gauss[:], mo.gauss_twice[:] = c.A, c.A @ c.A
        mo.row_weights[:] = system.tables["rows"]["weight"]
        left = float(times[-1] - times[0])
        self._clock(mo, system, span, float(self.step or min(1e-4 * span, self.max_step or span, left)))
        mo.clock[memory.EPSILON] = 0.0  # set where a run finds dependent rows at its start
        return mo

    def _newton(self, system: System) -> int:
        """Unknowns of a step with a matrix of its own, or 0: for large systems, and where M is singular."""
        kind = system.kind
        m = kind.g + kind.a
        size = self.k * (kind.v + kind.w + m) + m
        return 0 if self.variant == "A" or len(system.tables["augment"]) or size > MOST_UNKNOWNS else size

    def loop(self) -> Any:
        from jourdain.integrators.galerkin.method import run

        return run

    @classmethod
    def examples(cls) -> tuple[Integrator, ...]:
        return cls._variants({}, {"k": 1}, {"k": 3}, {"variant": "A"}, {"variant": "B"}, {"variant": "C"})

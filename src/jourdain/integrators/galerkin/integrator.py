"""The integrator on the canonical equations: continuous Galerkin in time."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from jourdain.errors import ModelError
from jourdain.integrators.base import Integrator
from jourdain.integrators.dae import DaeIntegrator
from jourdain.integrators.galerkin.coefficients import HIGHEST, MOST_POINTS, galerkin_coefficients
from jourdain.integrators.mixing import MIXED
from jourdain.kernels.bodies.lagrangian import MASS_OF_V
from jourdain.kernels.context import Context
from jourdain.kernels.kinds import Kind, Lagrangian, Natural, Spatial
from jourdain.system.system import System

MOST_UNKNOWNS = 80  # of a step, for a dense matrix of all of them
VARIANTS = ("A", "B", "C", "P")  # in the order of points.py


@dataclass(frozen=True, kw_only=True)
class Galerkin(DaeIntegrator):
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
    in_joints: ClassVar[bool] = False
    module: ClassVar[str] = "galerkin.method"
    schema: ClassVar[str] = "galerkin"
    least_part: ClassVar[float] = 1 / 70
    ends_at_outputs: ClassVar[bool] = True

    def __post_init__(self) -> None:
        super().__post_init__()
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
                "Galerkin: with quaternions there are no canonical momenta; bodies in space need coordinates='natural' or"
                " 'euler-parameters'."
            )
        own = super().coordinates_for(kind)
        return "natural" if isinstance(kind, Spatial) and own != "euler-parameters" else own

    def points(self, system: System) -> int:
        """Points of quadrature: gravity on bodies is a linear potential, exact with k; anything else may be any function."""
        if self.n is not None:
            return self.n
        plain = not isinstance(system.kind, Lagrangian) and not any(len(system.tables[x]) for x in ("laws", "elements"))
        return self.k if plain or len(system.tables["augment"]) else self.k + 2

    @property
    def cut_to_outputs(self) -> bool:
        return True

    def sizes(self, system: System) -> dict[str, Any]:
        n, k, kind = self.points(system), self.k, system.kind
        self._check(system, n)
        c = galerkin_coefficients(k, n)
        nv, nw, m, size = kind.v, kind.w, system.n_rows, self._newton(system)
        unknowns = (3 + MIXED, max(MIXED + MIXED**2, k * (2 * nv + nw + m) + m))
        own: dict[str, Any] = {"unknowns": unknowns, "corrections": unknowns, "points_v": (n, nv), "kicks": (m, nv)}
        own |= {"rows_start": (m, nv), "factor_start": (m, m), "newton": (size, size)}
        own |= dict.fromkeys(("newton_x", "newton_exchange"), size) | dict.fromkeys(("mu", "mu_before", "impulse"), m)
        own |= dict.fromkeys(("p", "v_end", "p_begin", "p_start"), nv)
        own |= dict.fromkeys(("y_start", "y_coarse"), kind.q + nv + nw + 3)
        widths = {"x": nv + nw + m, "u": nv, "du": nv, "v": nv, "r": nv + nw + m}
        own |= {f"nodes_{name}": (k + 1, width) for name, width in widths.items()}
        own |= {"tableau": _tableau(c), "mix": np.vstack([c.T_inverse, c.T.T])}
        own |= {"gauss": np.ascontiguousarray(c.A), "gauss_twice": c.A @ c.A}
        sizes = self.newton_sizes(system, len(c.eigenvalues)) | {"own": own}
        return sizes | dict(matrices=True, canonical=True, dense_parts=size > 0)

    def _check(self, system: System, n: int) -> None:
        """Refuse motions without momentum."""
        if not len(system.tables["augment"]):
            return
        if not isinstance(system.kind, Natural):
            raise ModelError(f"model {system.name!r}: Galerkin needs mass or inertia in every motion.")
        if n > self.k or self.variant != "P":
            raise ModelError(
                f"model {system.name!r}: flat or massless bodies have motions without momentum; "
                "Galerkin takes them with variant 'P' and n = k only."
            )

    def set_up(self, mo: Context, system: System) -> None:
        own, n = mo.own, self.points(system)
        mo.shifts[0] = galerkin_coefficients(self.k, n).eigenvalues
        own.variant = own.chosen = VARIANTS.index(self.variant)
        own.degree, own.points, own.ratio = self.k, n, 1.0
        own.regular_mass = int(not len(system.tables["augment"]))
        generated = system.tables["generated"]
        own.of_v = int(len(generated) > 0 and generated[MASS_OF_V] == 1)

    def _newton(self, system: System) -> int:
        """Unknowns of a step with a matrix of its own, or 0: for large systems, and where M is singular."""
        kind = system.kind
        m = kind.g + kind.a
        size = self.k * (kind.v + kind.w + m) + m
        return 0 if self.variant == "A" or len(system.tables["augment"]) or size > MOST_UNKNOWNS else size

    @classmethod
    def examples(cls) -> tuple[Integrator, ...]:
        both = cls._variants({}, {"k": 1}, {"k": 3}, {"variant": "B"}, {"variant": "C"})
        return both + cls._variants({"variant": "A"}, sizes=("step",))


def _tableau(c: Any) -> np.ndarray:
    """The coefficients one below the other, see points.py."""
    parts = [c.c[None], c.b[None], c.tau[None], c.w[None], np.linalg.inv(c.A), c.integrals, c.values, c.test]
    tableau = np.zeros((sum(map(len, parts)), max(part.shape[1] for part in parts)))
    row = 0
    for part in parts:
        tableau[row : row + len(part), : part.shape[1]] = part
        row += len(part)
    return tableau

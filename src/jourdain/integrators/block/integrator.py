"""L-stable block methods as a value."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from jourdain.errors import ModelError
from jourdain.integrators.base import Integrator
from jourdain.integrators.block.coefficients import block_coefficients
from jourdain.integrators.dae import DaeIntegrator
from jourdain.integrators.mixing import MIXED
from jourdain.kernels.context import Context
from jourdain.system.system import System


@dataclass(frozen=True, kw_only=True)
class Block(DaeIntegrator):
    """L-stable block method with r nodes on the equations of motion in index 1, 2 or 3; Radau IIA is nodes="radau", k = r-1.

    r: 2 to 6. nodes: "chebyshev", "equidistant", "legendre", "radau", or r numbers that end in 1. k: r-2 (default) or r-1, the
    degree of the numerator of its stability function. step [s] for fixed steps, else error-controlled by tol (default 1e-6).
    """

    r: int = 4
    nodes: Any = "chebyshev"
    k: int | None = None
    index: int = 3

    name: ClassVar[str] = "block"
    module: ClassVar[str] = "block.method"
    schema: ClassVar[str] = "block"
    least_part: ClassVar[float] = 1 / 70

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.index not in (1, 2, 3) or isinstance(self.index, bool):
            raise ModelError(f"Block: index = {self.index!r}; it is 1, 2 or 3.")
        if not isinstance(self.nodes, str):
            if not isinstance(self.nodes, Sequence):
                raise ModelError(
                    f"Block: nodes = {self.nodes!r}; give a name such as 'chebyshev', or r numbers that end in 1."
                )
            object.__setattr__(self, "nodes", tuple(self.nodes))
        block_coefficients(self.r, self.nodes, self.k)

    @property
    def drifts(self) -> bool:
        """True if position rows may open."""
        return self.index < 3

    @property
    def order(self) -> int:  # type: ignore[override]
        """Of the positions, as measured (see the page on block methods)."""
        found = block_coefficients(self.r, self.nodes, self.k)
        if self.index < 3 or (self.nodes == "radau" and found.k == found.r - 1):
            return found.ode_order
        return {2: 2, 3: 3, 4: 5, 5: 5, 6: 7}[self.r]

    def sizes(self, system: System) -> dict[str, Any]:
        c, k = block_coefficients(self.r, self.nodes, self.k), system.kind
        r, n = c.r, k.v + k.w + k.g + k.a
        tableau = np.zeros((3 + r, r + 1))
        tableau[0, :r], tableau[1, :r], tableau[2 : 2 + r, :r], tableau[2 + r] = c.c, c.d, c.B, c.estimate
        widths = {"x": n, "u": k.v, "du": k.v, "v": k.v, "w": k.w, "r": n, "work": 3}
        own: dict[str, Any] = {f"nodes_{name}": (r + 1, width) for name, width in widths.items()}
        own |= dict.fromkeys(("unknowns", "corrections"), (3 + MIXED, max(MIXED + MIXED**2, r * n)))
        own |= {"tableau": tableau, "mix": np.vstack([c.T_inverse, c.T.T])}
        return self.newton_sizes(system, len(c.eigenvalues)) | {"own": own}

    def set_up(self, mo: Context, system: System) -> None:
        mo.shifts[0] = block_coefficients(self.r, self.nodes, self.k).eigenvalues
        mo.own.index, mo.own.ratio = self.index, 1.0
        mo.own.newton = 1e-14 if self.step else min(1e-6, max(1e-11, 1e-2 * (self.tol or 1e-6)))

    @classmethod
    def examples(cls) -> tuple[Integrator, ...]:
        radau: dict[str, Any] = {"nodes": "radau", "k": 2, "r": 3}
        fixed = cls._variants(
            {"r": 2, "nodes": "equidistant", "index": 1},
            {"r": 2, "nodes": "radau", "k": 1, "index": 3},
            {"r": 3, "nodes": "equidistant", "index": 3},
            {"r": 3, "nodes": "chebyshev", "index": 2},
            radau | {"index": 1},
            {"r": 4, "nodes": "equidistant", "index": 2},
            {"r": 4, "nodes": "chebyshev", "index": 1},
            {"r": 5, "nodes": "equidistant", "index": 1},
            sizes=("step",),
        )
        controlled: list[dict[str, Any]] = [{}, {"index": 2}, {"r": 5, "index": 1}]
        controlled += [radau | {"index": 2}, {"nodes": "equidistant"}]
        return fixed + cls._variants(*controlled, sizes=("tol",))

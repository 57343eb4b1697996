"""Bodies that change their shape: fields on the surface of a body, and how much of each there is at every output."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from jourdain.errors import ModelError, near
from jourdain.fe.stress import mises
from jourdain.model.shapes import Mesh
from jourdain.result.result import Result
from jourdain.viewer.encode import encoded

ROUNDING = 1e-9  # of the largest value: less is nothing
AT_ONCE = 4_000_000  # numbers held while the range of colours is looked for


@dataclass(frozen=True)
class Deformation:
    """Vertices of a body's mesh are displaced by the sum over k of amplitudes[:, k] modes[k].

    modes (k, n, 3): displacements [m] of the n vertices in body axes; amplitudes (nt, k) at the outputs of the run;
    colours (k, n): fields whose sum with the same amplitudes colours the vertices, such as a stress, in `unit`;
    colours (k, n, 6): stresses xx, yy, zz, xy, yz, zx, whose sums are coloured by von Mises' stress of them.
    """

    modes: np.ndarray
    amplitudes: np.ndarray
    colours: np.ndarray | None = None
    unit: str = ""

    def check(self, result: Result, body: str) -> None:
        """Raise ModelError where this does not fit the body and the run."""
        bodies = result.model.bodies
        if body not in bodies:
            raise ModelError(f"deformation of {body!r}: there is no such body.{near(body, bodies)}")
        shape = bodies[body].shape
        if not isinstance(shape, Mesh):
            raise ModelError(f"deformation of body {body!r}: only a mesh has vertices to move; give shape=jd.mesh(..).")
        k, n, nt = len(self.modes), len(shape.vertices), len(result.t)
        wanted: dict[str, tuple[int, ...]] = {"modes": (k, n, 3), "amplitudes": (nt, k)}
        if self.colours is not None:
            wanted["colours"] = (k, n, 6) if self._stresses else (k, n)
        for name, expected in wanted.items():
            values = np.asarray(getattr(self, name), dtype=float)
            if values.shape != expected:
                raise ModelError(
                    f"deformation of body {body!r}: {name} has the shape {values.shape} and should have {expected}: "
                    f"{k} modes, {n} vertices, {nt} outputs."
                )
            if not np.isfinite(values).all():
                raise ModelError(f"deformation of body {body!r}: {name} holds numbers that are not finite.")

    def plain(self, amplitudes: int) -> dict[str, Any]:
        """Data for JSON; amplitudes: the number of their array in the run."""
        data: dict[str, Any] = {"modes": encoded(self.modes), "amplitudes": amplitudes, "colours": None}
        if self.colours is not None:
            data |= {"colours": encoded(self.colours), "unit": str(self.unit), "range": self._range()}
            data["components"] = 6 if self._stresses else 1
        return data

    @property
    def _stresses(self) -> bool:
        """True if colours are the six components of a stress."""
        return self.colours is not None and np.ndim(self.colours) == 3

    def _range(self) -> list[float]:
        """Least and largest value of the coloured quantity over all vertices and outputs."""
        fields = np.asarray(self.colours, dtype=float)
        amplitudes = np.asarray(self.amplitudes, dtype=float)
        every = max(1, AT_ONCE // max(fields[0].size, 1))
        sums = (np.tensordot(amplitudes[i : i + every], fields, 1) for i in range(0, len(amplitudes), every))
        parts = [mises(one) if self._stresses else one for one in sums]
        least, largest = min(float(part.min()) for part in parts), max(float(part.max()) for part in parts)
        return [least if abs(least) > ROUNDING * abs(largest) else 0.0, largest]


def by_run(given: Mapping[str, Any] | None, labels: list[str]) -> dict[str, Mapping[str, Deformation]]:
    """Deformations {body: ..} of each run, from {body: ..} for a single one or {label: {body: ..}}."""
    given = given or {}
    alone = len(labels) == 1 and all(isinstance(value, Deformation) for value in given.values())
    tables = {labels[0]: given} if alone else dict(given)
    for label, table in tables.items():
        if label not in labels:
            raise ModelError(f"report: deformations name the run {label!r}, which is not shown.{near(label, labels)}")
        if not isinstance(table, Mapping) or not all(isinstance(one, Deformation) for one in table.values()):
            raise ModelError(
                "report: deformations are given as {body: Deformation} for one run, {label: {body: Deformation}} for more."
            )
    return tables

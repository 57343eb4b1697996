"""What grows with the load factor: loads, gravity, and what drives ask for; none of it at 0, all of it at 1."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from jourdain.errors import ModelError, near
from jourdain.kernels.tables import POSITION
from jourdain.system.system import System, evaluate

GRAVITY = "gravity"


class Loading:
    """A System at rest, at time t [s], in which a factor scales loads, gravity, and the way from the drawing to the drives.

    names: loads, drives or "gravity" that grow with it, all of them if None; the others act in full. `system` is the one
    whose numbers follow the factor; all who read its tables see it.
    """

    def __init__(self, system: System, t: float, names: Sequence[str] | None = None) -> None:
        self._full, self.factor = system, 1.0
        self.tables = {name: system.tables[name].copy() for name in ("gravity", "loads", "rows")}
        self.system = replace(system, tables=system.tables | self.tables)
        gaps = self._drawn_gaps(t)
        drives = [name.rsplit(": ", 1)[0] for name in system.row_names]
        gravity = [GRAVITY] if system.tables["gravity"].any() else []
        self.known = tuple(dict.fromkeys([*gravity, *system.load_names, *np.array(drives, object)[gaps != 0.0]]))
        self.names = self.known if names is None else tuple(names)
        for name in self.names:
            if name not in self.known:
                raise ModelError(f"{name!r} is no load or drive of the model, nor 'gravity'.{near(name, self.known)}")
        self._weight = float(GRAVITY in self.names)
        self._loads = np.array([float(name in self.names) for name in system.load_names])
        self.gaps = np.where([name in self.names for name in drives], gaps, 0.0)  # (m,) rates of rows by the factor

    def _drawn_gaps(self, t: float) -> np.ndarray:
        """How far the drawing is from what drives ask for (m,) [m or rad]; 0 for rows that are no drives."""
        system, rows = self._full, self._full.tables["rows"]
        s = system.context()
        evaluate(system.kind, s, t, system.q0, np.zeros(system.kind.v), w=system.w0, ref=system.ref0, matrix=False)
        driven = (rows["function"] >= 0) & (rows["measure"] >= 0) & (rows["level"] == POSITION)
        return np.where(driven, s.g, 0.0)

    def set(self, factor: float) -> None:
        """Scale what grows."""
        full, left = self._full.tables, factor - 1.0
        self.factor = factor
        self.tables["gravity"][:] = full["gravity"] * (1.0 + left * self._weight)
        for direction in ("d", "rest_d"):  # the latter is what bodies that bend turn
            self.tables["loads"][direction] = full["loads"][direction] * (1.0 + left * self._loads[:, None])
        self.tables["rows"]["constant"] = full["rows"]["constant"] + left * self.gaps

    def frozen(self) -> System:
        """A System of its own with the loads as they are now."""
        return replace(self.system, tables=self.system.tables | {name: x.copy() for name, x in self.tables.items()})

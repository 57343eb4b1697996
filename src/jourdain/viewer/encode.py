"""Numbers as texts that stand in the page."""

from __future__ import annotations

import base64
import math
from dataclasses import dataclass, field
from typing import Any

import numpy as np


def encoded(values: np.ndarray, kind: str = "<f4") -> str:
    """Base64 of the numbers, row after row."""
    return base64.b64encode(np.ascontiguousarray(values, dtype=kind).tobytes()).decode("ascii")


LARGE = 4_000_000  # characters of the numbers of a run; of longer runs not all outputs are shown
WHOLE = 1e15  # smaller whole numbers are written without a fraction
FEWEST, LARGEST = 100, 7_000_000  # but so many, unless the machine is so large that they need more than this


@dataclass
class Arrays:
    """The arrays (nt, width) of a run, and the curves that are columns of them."""

    arrays: list[np.ndarray] = field(default_factory=list)
    curves: list[dict[str, Any]] = field(default_factory=list)
    spare: set[int] = field(default_factory=set)  # arrays that large machines do without

    def array(self, values: Any, *, spare: bool = False) -> int:
        """Keep an array (nt,) or (nt, width); its number. spare: nothing but curves needs it, and those can be missed."""
        table = np.asarray(values, dtype=np.float32)
        self.arrays.append(table.reshape(len(table), -1))
        if spare:
            self.spare.add(len(self.arrays) - 1)
        return len(self.arrays) - 1

    def curve(self, group: str, name: str, unit: str, array: int, column: int | None = 0) -> None:
        """Offer a column for plotting; None: the length of the row."""
        self.curves.append({"group": group, "name": name, "unit": unit, "array": array, "column": column})

    def shown(self, outputs: int) -> tuple[np.ndarray, list[str]]:
        """Which outputs are shown, so that the page stays small, and what is left out, in words."""
        said = []
        if self._characters() * min(outputs, FEWEST) > LARGE and self.spare:
            groups = list(dict.fromkeys(one["group"] for one in self.curves if one["array"] in self.spare))
            self.curves = [one for one in self.curves if one["array"] not in self.spare]
            for number in self.spare:
                self.arrays[number] = self.arrays[number][:, :0]
            said.append(f"Curves of {', '.join(groups)} are left out: the page would be too large.")
        one = self._characters()
        most = max(2, min(max(LARGE // one, FEWEST), LARGEST // one))
        kept = np.arange(outputs) if outputs <= most else np.linspace(0, outputs - 1, most).round().astype(int)
        if len(kept) < outputs:
            said.append(f"{len(kept)} of {outputs} outputs are shown, evenly; peaks and tables are of all of them.")
        return kept, said

    def _characters(self) -> int:
        """Of one output."""
        return sum(16 * table.shape[1] // 3 for table in self.arrays) + 11

    def plain(self, kept: np.ndarray) -> list[dict[str, Any]]:
        """The arrays at some outputs, for JSON."""
        return [{"width": table.shape[1], "data": encoded(table[kept])} for table in self.arrays]


def packed(run: dict[str, Any]) -> dict[str, Any]:
    """A run whose curves are rows (group, name, unit, array, column): their keys would be a twentieth of a large page."""
    return run | {"curves": [list(curve.values()) for curve in run["curves"]]}


def finite(data: Any) -> Any:
    """Plain data with None for numbers that are not finite, which JSON does not know, and whole numbers as such."""
    if isinstance(data, dict):
        return {key: finite(value) for key, value in data.items()}
    if isinstance(data, list):
        return [finite(value) for value in data]
    if isinstance(data, float):
        return (int(data) if data.is_integer() and abs(data) < WHOLE else data) if math.isfinite(data) else None
    return data

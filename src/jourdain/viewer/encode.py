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


@dataclass
class Arrays:
    """The arrays (nt, width) of a run, and the curves that are columns of them."""

    arrays: list[dict[str, Any]] = field(default_factory=list)
    curves: list[dict[str, Any]] = field(default_factory=list)

    def array(self, values: Any) -> int:
        """Keep an array (nt,) or (nt, width); its number."""
        table = np.asarray(values, dtype=np.float64)
        table = table.reshape(len(table), -1)
        self.arrays.append({"width": table.shape[1], "data": encoded(table)})
        return len(self.arrays) - 1

    def curve(self, group: str, name: str, unit: str, array: int, column: int | None = 0) -> None:
        """Offer a column for plotting; None: the length of the row."""
        self.curves.append({"group": group, "name": name, "unit": unit, "array": array, "column": column})


def finite(data: Any) -> Any:
    """Plain data with None for numbers that are not finite, which JSON does not know."""
    if isinstance(data, dict):
        return {key: finite(value) for key, value in data.items()}
    if isinstance(data, list):
        return [finite(value) for value in data]
    return None if isinstance(data, float) and not math.isfinite(data) else data

"""Numbers as texts that stand in the page."""

from __future__ import annotations

import base64
import math
from typing import Any

import numpy as np


def encoded(values: np.ndarray, kind: str = "<f4") -> str:
    """Base64 of the numbers, row after row."""
    return base64.b64encode(np.ascontiguousarray(values, dtype=kind).tobytes()).decode("ascii")


def finite(data: Any) -> Any:
    """Plain data with None for numbers that are not finite, which JSON does not know."""
    if isinstance(data, dict):
        return {key: finite(value) for key, value in data.items()}
    if isinstance(data, list):
        return [finite(value) for value in data]
    return None if isinstance(data, float) and not math.isfinite(data) else data

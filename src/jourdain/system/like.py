"""The pattern of the Newton matrix of a System, kept for one that has other numbers only.

What is compared are the numbers that say which equation reads what. That no entry is needed which the pattern does not have (a
marker that leaves the centre of mass, a spring that was of no stiffness) is seen by assembling the matrix once at a random
state: entries outside of the pattern fall into its last place, which must stay zero.
Theory: docs/theory/sparse-lu.md.
"""

from __future__ import annotations

import functools
import warnings

import numpy as np

from jourdain.kernels.context import Context
from jourdain.kernels.kinds import Kind
from jourdain.system.layout import Layout
from jourdain.system.panels import PANELS
from jourdain.system.system import System, evaluate

PATTERN = (
    *("row_start", "diagonal", "column", "target", "lower", "upper", "place", "pair_place", "pair_body"),
    *("row_blocks", "row_place", "column_place", "mass_values", "couple_place"),
    *PANELS,
)
_SAME = {"ports": "points", "measures": "measures", "pins": "measures", "block_body": "measures", "rows": "rows"}
_SAME |= {"terms": "rows", "laws": "forces", "loads": "loads", "states": "states", "augment": "light bodies"}
_SAME |= {"couples": "texts", "generated": "equations", "elements": "beams", "links": "beams", "gauges": "measures"}
_SAME["spots"] = "measures"
_SAME |= {"modal": "flexible bodies", "mode_start": "flexible bodies"}
_FREE = ("looped",)  # found with the pattern


def kept_pattern(
    like: System, kind: Kind, tables: dict[str, np.ndarray], pairs: list[tuple[int, int]]
) -> dict[str, np.ndarray] | None:
    """The tables of the pattern of `like` for these tables; None, with a warning that says why, if it does not fit."""
    reason = difference(like, kind, tables, pairs)
    if reason is None:
        return {name: like.tables[name].copy() for name in PATTERN}
    say_anew(like, reason)
    return None


def say_anew(like: System, reason: str) -> None:
    """Warn that a pattern is not kept."""
    warnings.warn(f"compile(.., like={like.name!r}): its pattern does not fit ({reason}); compiled anew.", stacklevel=5)


def difference(like: System, kind: Kind, tables: dict[str, np.ndarray], pairs: list[tuple[int, int]]) -> str | None:
    """What decides about the pattern and is not the same, in words."""
    if type(like.kind) is not type(kind):
        return "other coordinates"
    for name, what in _SAME.items():
        old, new = like.tables[name], tables[name]
        if old.shape != new.shape or not np.array_equal(_integers(name, old), _integers(name, new)):
            return f"other {what}"
    if like.kind != kind or not np.array_equal(like.tables["pair_body"], np.array(pairs).reshape(-1, 2)):
        return "other bodies"
    return None


def _integers(name: str, table: np.ndarray) -> np.ndarray:
    """The integers of a table, (n, ..)."""
    if table.dtype.names is None:
        return table[1:] if name == "generated" else table  # an address comes first there
    return table.view(np.int64).reshape(len(table), -1)[:, _integer_columns(table.dtype)] if len(table) else table[:0]


@functools.cache
def _integer_columns(dtype: np.dtype) -> list[int]:
    """Which of the words of a record are integers; all fields are made of words of 8 bytes."""
    fields = [name for name in dtype.names or () if dtype[name].base.kind == "i" and name not in _FREE]
    starts = [(dtype.fields[name][1], dtype[name].itemsize) for name in fields]  # type: ignore[index]
    return [word for start, size in starts for word in range(start // 8, (start + size) // 8)]


def covers(kind: Kind, layout: Layout, s: Context) -> bool:
    """Does the matrix at a random state stay within the pattern in s?"""
    rng = np.random.default_rng(2024)
    q = rng.normal(size=kind.q)
    layout.normalise(q)
    s.chart[:] = rng.normal(size=s.chart.shape)
    lam, speeds = 1.0 + rng.random(kind.g + kind.a), rng.normal(size=(2, kind.v))
    coefficients = (*(1.0 + rng.random(4)), 0.0)
    evaluate(kind, s, 0.0, q, speeds[0], a=speeds[1], lam=lam, coefficients=coefficients, probe=1.0)
    s.chart[:] = np.eye(3)
    return bool(s.values[-1] == 0.0)

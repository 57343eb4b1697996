"""What a parameter changes in the tables of a system, as two small systems that hold nothing else.

r_p and g_p are differences of what these two say at the same state. Bodies, ports, measures, rows, laws and loads that are the
same in both are left out or made silent, so that one evaluation costs what these few parts cost, whatever the model is.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from jourdain.kernels.context import Context
from jourdain.kernels.kinds import Planar, Spatial
from jourdain.system.system import System, make_context

Tables = dict[str, np.ndarray]
_WORDS = ("code", "const", "start", "constants")  # functions


def same_structure(a: System, b: System) -> bool:
    """Do two systems have the same unknowns, and the same parts in the same order?"""
    names = ("bodies", "row_names", "state_names", "law_names", "load_names")
    parts = ("ports", "measures", "rows", "laws", "loads", "states", "terms", "pins")
    return (
        a.kind._replace(rates=0) == b.kind._replace(rates=0)
        and all(getattr(a, name) == getattr(b, name) for name in names)
        and all(a.tables[part].shape == b.tables[part].shape for part in parts)
    )


def difference_pair(low: System, high: System, base: Context) -> tuple[Context, Context, np.ndarray]:
    """Contexts of two systems that differ in one parameter, reduced to what differs, and the rows that they hold.

    base: the context that has the rotations of the bodies at the state they are asked about.
    """
    rows = np.arange(low.n_rows)
    if not _reducible(low, high):
        return low.context(), high.context(), rows
    kept = _changed(low.tables, high.tables)
    found = []
    for system in (low, high):
        s = make_context(system.kind, system.tables | _reduced(system.tables, kept), system.n_registers)
        if not kept["bodies"].any():
            s.bind("R", base.R)
        found.append(s)
    return found[0], found[1], rows[kept["rows"]]


def _reducible(low: System, high: System) -> bool:
    """Can parts be left out? Functions read measures by their places, and other kinds have frames of their own."""
    a, b = low.tables, high.tables
    plain = all(np.array_equal(a[name], b[name]) for name in _WORDS) and type(low.kind) in (Planar, Spatial)
    return plain and not len(a["states"]) and not (a["rows"]["function"] >= 0).any() and not _functions(a)


def _functions(tables: Tables) -> bool:
    return bool((tables["laws"]["function"] >= 0).any() or (tables["loads"]["function"] >= 0).any())


def _differs(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """Which records of two tables are not the same."""
    words = (x.view(np.int64).reshape(len(x), -1) for x in (a, b))
    return (next(words) != next(words)).any(axis=1) if len(a) else np.zeros(0, bool)


def _changed(a: Tables, b: Tables) -> dict[str, np.ndarray]:
    """Which parts are not the same, or read what is not."""
    found = {name: _differs(a[name], b[name]) for name in ("bodies", "ports", "measures", "laws", "loads", "terms")}
    if not np.array_equal(a["gravity"], b["gravity"]):
        found["bodies"][:] = True
    measures = found["measures"] | np.array(
        [found["ports"][m["port"]].any() and m["coordinate"] < 0 for m in a["measures"]]
    )
    found["laws"] |= measures[a["laws"]["measure"]]
    rows = np.zeros(len(a["rows"]), bool)
    for r, (row, other) in enumerate(zip(a["rows"], b["rows"], strict=True)):
        terms = slice(row["term"], row["term"] + row["n_terms"])
        rows[r] = row["constant"] != other["constant"] or found["terms"][terms].any()
        rows[r] |= measures[a["terms"]["measure"][terms]].any()
    used = np.zeros(len(measures), bool)
    used[a["laws"]["measure"][found["laws"]]] = True
    for row in a["rows"][rows]:
        used[a["terms"]["measure"][row["term"] : row["term"] + row["n_terms"]]] = True
    return found | {"rows": rows, "measures": used}


def _reduced(tables: Tables, kept: dict[str, np.ndarray]) -> Tables:
    """The tables with the kept parts only; measures keep their places, those that are not read are silent."""
    measures = tables["measures"].copy()
    silent = ~kept["measures"]
    measures["listed"][silent], measures["n_blocks"][silent] = 1, 0
    ports, places = np.unique(measures["port"][kept["measures"]], return_inverse=True)
    if len(ports):
        measures["port"][kept["measures"]] = places.reshape(-1, 4)
    pins = tables["pins"][kept["measures"][tables["pins"]["measure"]]].copy()
    for side in ("a", "b"):
        pins[side] = np.searchsorted(ports, pins[side])
    found: dict[str, Any] = {"measures": measures, "ports": tables["ports"][ports].copy(), "pins": pins}
    found |= {name: tables[name][kept[name]].copy() for name in ("rows", "laws", "loads")}
    found["bodies"] = tables["bodies"] if kept["bodies"].any() else tables["bodies"][:0]
    return found | {"events": tables["events"][:0]}

"""What a parameter changes in the tables of a system, as two small systems that hold nothing else.

r_p and g_p are differences of what these two say at the same state. Bodies, ports, measures, rows, laws and loads that have
no part in it are left out, so that one evaluation costs what these few parts cost, whatever the model is.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from jourdain.kernels.context import Context
from jourdain.kernels.kinds import Kind, Planar, Spatial
from jourdain.kernels.measures import ANGLE, COORDINATE
from jourdain.kernels.tables import POSITION
from jourdain.system.system import System, make_context

Tables = dict[str, np.ndarray]
_WORDS = ("code", "const", "start", "constants")  # functions


def same_structure(a: System, b: System) -> bool:
    """Do two systems have the same unknowns, and the same parts in the same order?"""
    names = ("bodies", "row_names", "state_names", "law_names", "load_names")
    parts = (
        "ports",
        "measures",
        "rows",
        "laws",
        "loads",
        "states",
        "terms",
        "pins",
        "elements",
        "links",
        "gauges",
        "spots",
    )
    return (
        a.kind._replace(rates=0) == b.kind._replace(rates=0)
        and all(getattr(a, name) == getattr(b, name) for name in names)
        and all(a.tables[part].shape == b.tables[part].shape for part in parts)
    )


@dataclass(frozen=True)
class Pair:
    """Contexts of two systems that differ in one parameter, their sizes (a kind), and which rows, positions and velocities of
    the whole system they hold."""

    low: Context | None
    high: Context | None
    kind: Kind | None
    rows: np.ndarray
    positions: np.ndarray
    velocities: np.ndarray


NO_PAIR = Pair(None, None, None, *(np.zeros(0, np.int64) for _ in range(3)))  # of a parameter that needs none


def difference_pair(low: System, high: System, rates: int) -> Pair:
    """The two systems, reduced to what differs where that can be. rates: what their forces ask of velocities, see compile."""
    kind = low.kind._replace(rates=rates)
    if not _reducible(low, high):
        everything = (np.arange(n) for n in (low.n_rows, kind.q, kind.v))
        return Pair(low.context(), high.context(), kind, *everything)
    kept = _changed(low.tables, high.tables)
    places = [_places(low, kept["bodies"], n) for n in (kind.q, kind.v)]
    rows = np.flatnonzero(kept["rows"])
    levels = low.tables["rows"]["level"][rows]
    sizes = dict(
        q=len(places[0]), v=len(places[1]), g=int((levels == POSITION).sum()), a=int((levels != POSITION).sum())
    )
    kind = kind._replace(**sizes, active=int(kept["measures"].sum()))
    contexts = [
        make_context(kind, system.tables | _reduced(system, kept), system.n_registers) for system in (low, high)
    ]
    return Pair(contexts[0], contexts[1], kind, rows, *places)


def _places(system: System, bodies: np.ndarray, n: int) -> np.ndarray:
    """Which of n numbers, as many for each body, belong to these bodies."""
    width = n // len(bodies)
    return (width * np.flatnonzero(bodies)[:, None] + np.arange(width)).ravel()


def _reducible(low: System, high: System) -> bool:
    """Can parts be left out? Functions read measures by their places, and other kinds have frames of their own."""
    a, b = low.tables, high.tables
    plain = all(np.array_equal(a[name], b[name]) for name in _WORDS) and type(low.kind) in (Planar, Spatial)
    plain = plain and not len(a["elements"])  # beams are compared whole
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
    bodies = found["bodies"]
    bodies[a["loads"]["body"][found["loads"]]] = True
    for measure in a["measures"][used]:
        bodies[a["block_body"][measure["block"] : measure["block"] + measure["n_blocks"]]] = True
    return found | {"rows": rows, "measures": used}


def _reduced(system: System, kept: dict[str, np.ndarray]) -> Tables:
    """The tables with the kept parts only, numbered anew."""
    tables, kind = system.tables, system.kind
    bodies, measures = (_numbers(kept[name]) for name in ("bodies", "measures"))
    chosen = tables["measures"][kept["measures"]].copy()
    used = np.unique(chosen["port"])
    ports = np.zeros(len(tables["ports"]) + 1, np.int64)
    ports[used] = np.arange(len(used))
    chosen["port"] = ports[chosen["port"]]
    width = kind.q // len(tables["bodies"])
    angles = (chosen["kind"] == ANGLE) & (isinstance(kind, Planar))
    for name, which in (("coordinate", angles | (chosen["kind"] == COORDINATE)), ("turn", angles)):
        at = chosen[name][which]  # places in q, -1 for the ground
        chosen[name][which] = np.where(at < 0, -1, width * bodies[at // width] + at % width)
    found: Tables = {name: tables[name][kept[name]].copy() for name in ("bodies", "rows", "laws", "loads")}
    found |= {"measures": chosen, "ports": tables["ports"][used].copy(), "terms": tables["terms"].copy()}
    found["pins"] = tables["pins"][kept["measures"][tables["pins"]["measure"]]].copy()
    for name, field, numbers in (
        *(("ports", "body", bodies), ("pins", "body_a", bodies), ("pins", "body_b", bodies), ("loads", "body", bodies)),
        *(("pins", "a", ports), ("pins", "b", ports)),
        *((name, "measure", measures) for name in ("pins", "rows", "terms", "laws")),
    ):
        old = found[name][field]
        found[name][field] = np.where(old < 0, -1, numbers[old])
    found["rows"]["augmented"] = 0
    found["block_body"] = bodies[tables["block_body"]]
    return found | {name: tables[name][:0] for name in ("events", "augment", "couples")}


def _numbers(kept: np.ndarray) -> np.ndarray:
    """New numbers of what is kept, 0 for the rest."""
    return np.where(kept, np.cumsum(kept) - 1, 0)

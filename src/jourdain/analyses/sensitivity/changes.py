"""Which numbers of the tables a parameter changes, and how fast: its derivative is a sum over these (alpha/numbers.py)."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from jourdain.integrators.alpha.numbers import (
    CONSTANT,
    DAMPING,
    FORCE,
    GRAVITY,
    INERTIA,
    LOAD,
    MASS,
    NUMBER,
    OFFSET,
    POINT,
    READER,
    REST,
    STIFFNESS,
    USE,
)
from jourdain.kernels.kinds import Planar, Spatial, width
from jourdain.kernels.measures import ALIGN, ANGLE, BLADE, DISTANCE, PIN, SLIDE
from jourdain.kernels.tables import PORT, POSITION
from jourdain.system.pattern import records
from jourdain.system.system import System

Number = tuple[int, int, int]  # sort, of, part: see alpha/numbers.py
Changes = dict[Number, float]
Tables = dict[str, np.ndarray]
ROUNDING = 16 * np.finfo(float).eps
_SORTS: dict[str, dict[str, int]] = {
    "bodies": {"mass": MASS, "J": INERTIA},
    "ports": {"s": POINT},
    "measures": {"offset": OFFSET},
    "rows": {"constant": CONSTANT, "weight": -1},  # weights scale, and change no solution
    "terms": {},
    "laws": {"stiffness": STIFFNESS, "damping": DAMPING, "rest": REST, "constant": FORCE},
    "loads": {"constant": LOAD},
    "states": {},
}
Slots = dict[int, tuple[int, ...]]
_SLOTS: Slots = {
    SLIDE: (0, 1, 2),
    ALIGN: (0, 1),
    DISTANCE: (1, 2),
    PIN: (1, 2),
}  # ports with derivatives in closed form
_PORTS: Slots = _SLOTS | {PIN: (0, 1, 2), BLADE: (0, 1, 2), ANGLE: (0, 1, 2, 3)}  # all that measures depend on


def changes(low: System, high: System, width_of: float) -> Changes | None:
    """Derivatives of numbers by a parameter, from two systems that are this far apart; None: other things change, too."""
    a, b = low.tables, high.tables
    same = all(np.array_equal(a[name], b[name]) for name in ("code", "const", "start", "constants"))
    if not same or type(low.kind) not in (Planar, Spatial):
        return None
    found: Changes = {}
    for table, sorts in _SORTS.items():
        for name in a[table].dtype.names or ():
            sort, one, other = sorts.get(name), a[table][name], b[table][name]
            if (table, name) == ("loads", "s"):  # a torque acts anywhere
                one, other = (x[a[table]["torque"] == 0] for x in (one, other))
            if sort == -1 or np.array_equal(one, other):
                continue
            if sort is None:
                return None
            size = low.length if sort == POINT else np.maximum(np.abs(one), np.abs(other))
            moved = np.where(np.abs(other - one) > ROUNDING * size, (other - one) / width_of, 0.0)
            moved = moved.reshape(len(moved), -1)
            found |= {(sort, int(i), int(k)): float(moved[i, k]) for i, k in np.argwhere(moved)}
    gravity = (b["gravity"] - a["gravity"]) / width_of
    found |= {(GRAVITY, 0, int(c)): float(gravity[c]) for c in np.flatnonzero(gravity)}
    if isinstance(low.kind, Planar):  # where only the moment about z counts
        found = {one: x for one, x in found.items() if one[0] != INERTIA or one[2] == 8}
    return found if all(_closed_form(low, *one) for one in found) else None


def _closed_form(system: System, sort: int, of: int, part: int) -> bool:
    """Is the derivative by this number known? Of measures that only rows of positions and laws without texts read."""
    if sort not in (OFFSET, POINT):
        return True
    tables = system.tables
    texts = any((tables[name]["function"] >= 0).any() for name in ("laws", "loads")) or len(tables["states"])
    if texts or (tables["terms"]["read"] + tables["terms"]["read_rate"]).any():
        return False
    used = [of]
    if sort == POINT:
        ports = _PORTS | {ANGLE: ()} if isinstance(system.kind, Planar) else _PORTS
        places = {m: _uses(one, of, ports) for m, one in enumerate(tables["measures"])}
        used = [m for m, slots in places.items() if slots]
        if any(places[m] != _uses(tables["measures"][m], of) for m in used):
            return False
    terms = tables["terms"]["measure"]
    return all(
        row["level"] == POSITION or not np.isin(used, terms[row["term"] : row["term"] + row["n_terms"]]).any()
        for row in tables["rows"]
    )


def _uses(measure: np.void, port: int, slots: Slots = _SLOTS) -> list[int]:
    """As which of its ports a measure has this one."""
    return [slot for slot in slots.get(int(measure["kind"]), ()) if measure["port"][slot] == port]


def arrays_of(system: System, found: Sequence[Changes | None], lines: int) -> dict[str, np.ndarray]:
    """Fields of the kernel's memory (see alpha/linearised.py) for the changes of all parameters."""
    tables = system.tables
    known = {one: e for e, one in enumerate(dict.fromkeys(one for changed in found for one in changed or ()))}
    uses: list[dict[str, int]] = []
    numbers, units = [], []
    for sort, of, part in known:
        first = len(uses)
        if sort == POINT:
            uses += [dict(measure=m, slot=k) for m, one in enumerate(tables["measures"]) for k in _uses(one, of)]
        numbers.append(dict(sort=sort, of=of, part=part, use=first, last_use=len(uses)))
        body = int(tables["ports"]["body"][of]) if sort == POINT else -1
        units.append(dict(s=np.eye(3)[part % 3], body=body, direction=1))
    starts, readers = _readers(tables)
    lists = [[(known[one], x) for one, x in (changed or {}).items()] for changed in found]
    flat = [pair for pairs in lists for pair in pairs]
    arrays = {"numbers": records(numbers, NUMBER), "units": records(units, PORT), "uses": records(uses, USE)}
    arrays |= {"reader": starts, "readers": records(readers, READER)}
    arrays |= {"number": np.array([e for e, _ in flat], np.int64), "amount": np.array([x for _, x in flat], float)}
    arrays |= {
        "first_number": np.cumsum([0, *map(len, lists)]),
        "whole": np.array([x is None for x in found], np.int64),
    }
    return arrays | {"by_number": np.zeros((lines, len(known))), "block": np.zeros((1, width(system.kind)))}


def _readers(tables: Tables) -> tuple[np.ndarray, list[dict[str, float]]]:
    """Rows and laws of each measure, and where those of each begin."""
    of: list[list[dict[str, float]]] = [[] for _ in tables["measures"]]
    for r, row in enumerate(tables["rows"]):
        for term in tables["terms"][row["term"] : row["term"] + row["n_terms"]] if row["active"] else ():
            of[term["measure"]].append(dict(coefficient=term["coefficient"], row=r, law=-1))
    for i, law in enumerate(tables["laws"]):
        of[law["measure"]].append(dict(coefficient=0.0, row=-1, law=i))
    return np.cumsum([0, *map(len, of)]), [one for readers in of for one in readers]

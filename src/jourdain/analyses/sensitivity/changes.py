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
from jourdain.kernels.tables import POSITION
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
    "elements": {},
    "links": {},
    "gauges": {},
}
Slots = dict[int, tuple[int, ...]]
_SLOTS: Slots = {
    SLIDE: (0, 1, 2),
    ALIGN: (0, 1),
    DISTANCE: (1, 2),
    PIN: (1, 2),
}  # ports with derivatives in closed form
_PORTS: Slots = _SLOTS | {PIN: (0, 1, 2), BLADE: (0, 1, 2), ANGLE: (0, 1, 2, 3)}  # all that measures depend on


class Uses:
    """Where the numbers of a system are used, and which of them have derivatives in closed form."""

    def __init__(self, system: System) -> None:
        self.system, tables = system, system.tables
        planar = isinstance(system.kind, Planar)
        self.ports: dict[int, list[tuple[int, int]]] = {}  # port -> measures, and as which of their ports
        self.closed = self._closed_measures(tables)
        self.open_ports: set[int] = set()
        for m, (kind, ports) in enumerate(zip(tables["measures"]["kind"], tables["measures"]["port"], strict=True)):
            for slot in () if planar and kind == ANGLE else _PORTS.get(int(kind), ()):
                if slot in _SLOTS.get(int(kind), ()) and self.closed[m]:
                    self.ports.setdefault(int(ports[slot]), []).append((m, slot))
                else:
                    self.open_ports.add(int(ports[slot]))

    @staticmethod
    def _closed_measures(tables: Tables) -> np.ndarray:
        """(nm,) which measures only rows of positions and laws without texts read."""
        texts = any((tables[name]["function"] >= 0).any() for name in ("laws", "loads")) or len(tables["states"])
        read = (tables["terms"]["read"] + tables["terms"]["read_rate"]).any()
        found = np.full(len(tables["measures"]), not (texts or read))
        for row in tables["rows"][tables["rows"]["level"] != POSITION]:
            found[tables["terms"]["measure"][row["term"] : row["term"] + row["n_terms"]]] = False
        return found

    def closed_form(self, sort: int, of: int, part: int) -> bool:
        """Is the derivative by this number known?"""
        if sort == POINT:
            return of not in self.open_ports
        return sort != OFFSET or bool(self.closed[of])

    def changes(self, low: System, high: System, distance: float) -> Changes | None:
        """Derivatives of numbers by a parameter, from two systems that are this far apart; None: other things change, too."""
        a, b = low.tables, high.tables
        same = all(np.array_equal(a[name], b[name]) for name in ("code", "const", "start", "constants"))
        if not same or type(low.kind) not in (Planar, Spatial):
            return None
        found: Changes = {}
        for table, sorts in _SORTS.items():
            if a[table].tobytes() == b[table].tobytes():
                continue
            for name in a[table].dtype.names or ():
                sort, one, other = sorts.get(name), a[table][name], b[table][name]
                if (table, name) == ("loads", "s"):  # a torque acts anywhere
                    one, other = (x[a[table]["torque"] == 0] for x in (one, other))
                if sort == -1 or np.array_equal(one, other):
                    continue
                if sort is None:
                    return None
                size = low.length if sort == POINT else np.maximum(np.abs(one), np.abs(other))
                moved = np.where(np.abs(other - one) > ROUNDING * size, (other - one) / distance, 0.0)
                moved = moved.reshape(len(moved), -1)
                found |= {(sort, int(i), int(k)): float(moved[i, k]) for i, k in np.argwhere(moved)}
        gravity = (b["gravity"] - a["gravity"]) / distance
        found |= {(GRAVITY, 0, int(c)): float(gravity[c]) for c in np.flatnonzero(gravity)}
        if isinstance(low.kind, Planar):  # where only the moment about z counts
            found = {one: x for one, x in found.items() if one[0] != INERTIA or one[2] == 8}
        return found if all(self.closed_form(*one) for one in found) else None

    def arrays(self, found: Sequence[Changes | None], lines: int) -> dict[str, np.ndarray]:
        """Fields of the kernel's memory (see alpha/linearised.py) for the changes of all parameters."""
        tables = self.system.tables
        known = {one: e for e, one in enumerate(dict.fromkeys(one for changed in found for one in changed or ()))}
        uses: list[tuple[int, int]] = []
        numbers = []
        for sort, of, part in known:
            first = len(uses)
            uses += self.ports.get(of, []) if sort == POINT else []
            numbers.append((sort, of, part, first, len(uses)))
        starts, readers = _readers(tables)
        lists = [[(known[one], x) for one, x in (changed or {}).items()] for changed in found]
        flat = [pair for pairs in lists for pair in pairs]
        arrays = {"numbers": np.array(numbers, NUMBER), "uses": np.array(uses, USE)}
        arrays |= {"reader": starts, "readers": np.array(readers, READER), "acting": np.zeros(len(starts))}
        arrays |= {"number": np.array([e for e, _ in flat], np.int64), "amount": np.array([x for _, x in flat], float)}
        arrays["first_number"] = np.cumsum([0, *map(len, lists)])
        arrays["whole"] = np.array([x is None for x in found], np.int64)
        return arrays | {"by_number": np.zeros((lines, len(known))), "block": np.zeros((1, width(self.system.kind)))}


def _readers(tables: Tables) -> tuple[np.ndarray, list[tuple[float, int, int]]]:
    """Rows and laws of each measure (coefficient, row, law), and where those of each begin."""
    of: list[list[tuple[float, int, int]]] = [[] for _ in tables["measures"]]
    for r, row in enumerate(tables["rows"]):
        for term in tables["terms"][row["term"] : row["term"] + row["n_terms"]] if row["active"] else ():
            of[term["measure"]].append((term["coefficient"], r, -1))
    for i, law in enumerate(tables["laws"]):
        of[law["measure"]].append((0.0, -1, i))
    return np.cumsum([0, *map(len, of)]), [one for readers in of for one in readers]

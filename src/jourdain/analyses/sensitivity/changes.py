"""Which numbers of the tables a parameter changes, and how fast: its derivative is a sum over these (alpha/numbers.py)."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from jourdain.errors import ModelError
from jourdain.functions import Program, by_parameter, pack
from jourdain.integrators.alpha.numbers import (
    CONSTANT,
    DAMPING,
    FORCE,
    GRAVITY,
    INERTIA,
    LAW_TEXT,
    LOAD,
    LOAD_TEXT,
    MASS,
    NUMBER,
    OFFSET,
    POINT,
    READER,
    REST,
    ROW_TEXT,
    STATE_TEXT,
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
    "spots": {},
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
        self.programs = _programs(system)
        self.slopes: list[Program] = []  # derivatives of texts by parameters
        self.texts: dict[int, list[tuple[int, int]]] = {}  # function -> what it is the text of: sort, which
        for table, sort in (("laws", LAW_TEXT), ("loads", LOAD_TEXT), ("states", STATE_TEXT), ("rows", ROW_TEXT)):
            for i, function in enumerate(tables[table]["function"].tolist()):
                self.texts.setdefault(function, []).append((sort, i))
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

    def _closed_measures(self, tables: Tables) -> np.ndarray:
        """(nm,) which measures only rows of positions and laws read, but no texts."""
        nm = len(tables["measures"])
        found = np.ones(nm, bool)
        read = [z - 1 for i in self.texts if i >= 0 for z in self.programs[i].inputs if 0 < z <= 2 * nm]
        found[np.array(read, np.int64) % max(nm, 1)] = False
        for row in tables["rows"][tables["rows"]["level"] != POSITION]:
            found[tables["terms"]["measure"][row["term"] : row["term"] + row["n_terms"]]] = False
        return found

    def closed_form(self, sort: int, of: int, part: int) -> bool:
        """Is the derivative by this number known?"""
        if sort == POINT:
            return of not in self.open_ports
        return sort != OFFSET or bool(self.closed[of])

    def _texts_of(self, name: str, low: System, high: System) -> Changes | None:
        """Texts that read a parameter, with its slopes; None where a function changes otherwise."""
        a, b = low.tables, high.tables
        if not all(np.array_equal(a[table], b[table]) for table in ("code", "start", "constants")):
            return None
        found: Changes = {}
        ends = np.cumsum([len(one.constants) for one in _programs(low)]).tolist()
        for i, (first, last) in enumerate(zip([0, *ends], ends, strict=False)):
            if np.array_equal(a["const"][first:last], b["const"][first:last]):
                continue
            try:
                slope = by_parameter(self.programs[i], name)
            except ModelError:  # such as 1/k if k > 0 else 0, at k = 0
                slope = None
            if slope is None or not set(slope.inputs) <= set(self.programs[i].inputs):
                return None
            found |= {(sort, of, len(self.slopes)): 1.0 for sort, of in self.texts.get(i, [])}
            self.slopes.append(slope)
        return found

    def changes(self, name: str, low: System, high: System, distance: float) -> Changes | None:
        """Derivatives of numbers by a parameter, from two systems that are this far apart; None: other things change, too."""
        a, b = low.tables, high.tables
        found = self._texts_of(name, low, high) if type(low.kind) in (Planar, Spatial) else None
        if found is None:
            return None
        for table, sorts in _SORTS.items():
            if a[table].tobytes() == b[table].tobytes():
                continue
            for part in a[table].dtype.names or ():
                sort, one, other = sorts.get(part), a[table][part], b[table][part]
                if (table, part) == ("loads", "s"):  # a torque acts anywhere
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
        tapes = pack(self.slopes)
        arrays |= {f"slope_{part}": getattr(tapes, part) for part in ("code", "const", "pointers", "start")}
        arrays["slope_registers"] = np.zeros((tapes.n_registers, 3))
        arrays["whole"] = np.array([x is None for x in found], np.int64)
        return arrays | {"by_number": np.zeros((lines, len(known))), "block": np.zeros((1, width(self.system.kind)))}


def _programs(system: System) -> tuple[Program, ...]:
    """The user functions of a system, in the order of its tapes."""
    return system.keep[: len(system.function_names)]


def _readers(tables: Tables) -> tuple[np.ndarray, list[tuple[float, int, int]]]:
    """Rows and laws of each measure (coefficient, row, law), and where those of each begin."""
    of: list[list[tuple[float, int, int]]] = [[] for _ in tables["measures"]]
    for r, row in enumerate(tables["rows"]):
        for term in tables["terms"][row["term"] : row["term"] + row["n_terms"]] if row["active"] else ():
            of[term["measure"]].append((term["coefficient"], r, -1))
    for i, law in enumerate(tables["laws"]):
        of[law["measure"]].append((0.0, -1, i))
    return np.cumsum([0, *map(len, of)]), [one for readers in of for one in readers]

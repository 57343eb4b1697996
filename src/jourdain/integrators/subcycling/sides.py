"""Which forces are slow: those of springs and beam elements that do not touch the fast side, and gravity.

They act in kicks at common updates (method.py). A force that touches the fast side acts on both bodies in every
substep: on the slow one it would otherwise be that of another moment than on the fast one, and momentum would be lost.
Dampers, loads, laws that are texts and the stiffness of bodies that bend act in every substep as well. The two sides
are the system with some entries of its tables left out: what it is asked in substeps, and what the kicks come from. A
Lagrangian has one text for all: its slow forces are those on the slow rows. Theory: docs/theory/subcycling.md.
"""

from __future__ import annotations

import numpy as np

from jourdain.kernels.context import Context
from jourdain.system.system import System, make_context

Tables = dict[str, np.ndarray]


def sides(system: System, fast: np.ndarray) -> tuple[Tables, Tables]:
    """The tables of the slow side, whose forces at rest are slow, and of the fast side, which has all others."""
    laws, loads, elements = (system.tables[name] for name in ("laws", "loads", "elements"))
    slow_laws, fast_laws, slow_loads = laws.copy(), laws.copy(), loads.copy()
    touched = _touched(system, fast)
    for law, slow, other in zip(laws, slow_laws, fast_laws, strict=True):
        slow["damping"] = slow["constant"] = 0.0
        slow["function"] = -1
        if _touches(system, law["measure"], fast, touched):
            slow["stiffness"] = 0.0
        else:
            other["stiffness"] = 0.0
    slow_loads["constant"], slow_loads["function"] = 0.0, -1
    free = np.array([not (e["damped"] or touched[e["body"][: e["nodes"]]].any()) for e in elements], bool)
    modes = system.tables["modes"].copy()  # bodies that bend do so in every substep, by slow shapes as well
    modes["stiffness"], modes["cubic"] = 0.0, -1
    slow_tables = {"laws": slow_laws, "loads": slow_loads, "elements": elements[free], "modes": modes}
    fast_tables = {"laws": fast_laws, "elements": elements[~free]} if system.layout.dimension else {}
    return system.tables | slow_tables, system.tables | fast_tables


def _touched(system: System, fast: np.ndarray) -> np.ndarray:
    """(bodies,) whether a body has fast velocities, or is joined to such a body by rows, over others if need be."""
    layout, entries = system.layout, system.tables["row_blocks"]
    touched = np.array([fast[layout.own_columns(b)].any() for b in range(layout.blocks)], bool)
    before = -1
    while before != touched.sum():
        before = int(touched.sum())
        rows = np.unique(entries["row"][touched[entries["body"]]])
        touched[entries["body"][np.isin(entries["row"], rows)]] = True
    return touched


def _touches(system: System, measure: int, fast: np.ndarray, touched: np.ndarray) -> bool:
    one = system.tables["measures"][measure]
    if not system.layout.dimension:
        return bool(fast[one["coordinate"]])
    return bool(touched[system.tables["block_body"][one["block"] : one["block"] + one["n_blocks"]]].any())


def memory(system: System, tables: Tables) -> Context:
    """Memory of a side."""
    return make_context(system.kind, tables, system.n_registers, redundant=system.redundant)


def fall(system: System) -> np.ndarray:
    """(nv,) accelerations of free bodies by gravity."""
    layout, found = system.layout, np.zeros(system.kind.v)
    for b in range(layout.blocks if layout.dimension else 0):
        found[layout.v(b)][: layout.dimension] = system.tables["gravity"][: layout.dimension]
    return found

"""A System with the numbers of another model: the same bodies, joints, rows and pattern, and no more work than numbers need."""

from __future__ import annotations

import functools
from dataclasses import replace

import numpy as np

from jourdain.kernels.context import Context
from jourdain.kernels.kinds import varying_mass
from jourdain.model.model import Model
from jourdain.system.builder import Builder
from jourdain.system.compile import centres, joint_markers, lowered
from jourdain.system.drawing import drawn
from jourdain.system.like import PATTERN, covers, difference
from jourdain.system.linked_mass import linked_mass
from jourdain.system.system import System, evaluate, frozen

# tables with numbers that may differ; those of mass follow from them
_NUMBERS = (
    *("bodies", "ports", "measures", "rows", "terms", "laws", "loads", "gravity", "const", "constants"),
    *("elements", "links", "gauges"),
)
_MASS = ("mass_values", "mass_pivots", "mass_lower")


def can_be_renumbered(system: System) -> bool:
    """Are numbers all that it needs? Light bodies, and rows or angles that a start must settle first, ask for more."""
    settled = not system.held.any() and not system.kind.turns
    return settled and not varying_mass(system.kind) and not len(system.tables["augment"])


def renumbered(system: System, model: Model, s: Context, *, shared: bool = True) -> System | None:
    """The system with the numbers of the model, which it keeps as it is; s: memory with tables of its own, see load.

    Weights of rows stay those of the system: they scale, and change no solution. None where numbers are not enough: other
    equations, or entries that the pattern does not have.
    """
    b, kind, tables, n_registers = lowered(Builder(model, type(system.kind), (), shared))
    if difference(system, kind, tables, list(b.pairs)) is not None or n_registers != system.n_registers:
        return None
    if any(tables[name].shape != system.tables[name].shape for name in ("code", "const", "constants")):
        return None
    if not np.array_equal(tables["code"], system.tables["code"]):
        return None
    tables |= {name: system.tables[name] for name in PATTERN}
    for name in ("weight", "looped"):
        tables["rows"][name] = system.tables["rows"][name]
    q0, v0 = drawn(model, b.layout)
    w0 = frozen([state.start for state in model.states.values()], np.float64)
    found = _with(system, model, tables, q0, v0, w0)
    load(s, found)
    return _weighed(found, s) if covers(kind, b.layout, s) else None


def mirrored(system: System, model: Model, other: System, s: Context) -> System:
    """The system with the numbers of a model that lies opposite of that of `other`, where all numbers are linear in between."""
    tables = dict(system.tables)
    for name in _NUMBERS:
        tables[name] = _opposite(tables[name], other.tables[name])
    tables |= linked_mass(tables, system.layout.velocity_width, system.layout.dimension)
    q0, v0, w0 = (2.0 * getattr(system, name) - getattr(other, name) for name in ("q0", "v0", "w0"))
    system = _with(system, model, tables, q0, v0, w0)
    load(s, system)
    return _weighed(system, s)


def load(s: Context, system: System) -> None:
    """Put the numbers of a system into memory that has tables of its own."""
    for name in (*_NUMBERS, *_MASS):
        getattr(s, name)[:] = system.tables[name]


def spare_memory(system: System) -> Context:
    """Memory of a system with tables of its own, for systems that differ from it in numbers."""
    own = {name: system.tables[name].copy() for name in (*_NUMBERS, *_MASS)}
    return replace(system, tables=system.tables | own).context()


def _with(system: System, model: Model, tables: dict[str, np.ndarray], *start: np.ndarray) -> System:
    q0, v0, w0 = start
    markers, com = joint_markers(model), centres(model)
    return replace(system, model=model, tables=tables, q0=q0, v0=v0, w0=w0, joint_markers=markers, com=com)


def _weighed(system: System, s: Context) -> System:
    """The system with its own mass matrix; s: memory with all other numbers."""
    evaluate(system.kind, s, 0.0, system.q0, system.v0, w=system.w0, ref=system.ref0)
    values = s.values.copy()
    values[s.row_place] = values[s.column_place] = 0.0
    system.tables["mass_values"] = values
    s.mass_values[:] = values
    return system


def _opposite(table: np.ndarray, other: np.ndarray) -> np.ndarray:
    """2 table - other where there are floats."""
    if table.dtype.names is None:
        return 2.0 * table - other
    new = table.copy()
    words, one, two = (x.view(np.float64).reshape(len(x), x.dtype.itemsize // 8) for x in (new, table, other))
    columns = _float_columns(table.dtype)
    words[:, columns] = 2.0 * one[:, columns] - two[:, columns]
    return new


@functools.cache
def _float_columns(dtype: np.dtype) -> list[int]:
    """Which of the words of a record are floats; all fields are made of words of 8 bytes."""
    fields = [(dtype.fields[name][1], dtype[name]) for name in dtype.names or ()]  # type: ignore[index]
    return [
        word for start, of in fields if of.base.kind == "f" for word in range(start // 8, (start + of.itemsize) // 8)
    ]

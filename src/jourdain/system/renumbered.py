"""A System with the numbers of another model: the same bodies, joints, rows and pattern, and no more work than numbers need."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from jourdain.kernels.context import Context
from jourdain.kernels.kinds import varying_mass
from jourdain.model.model import Model
from jourdain.system.builder import Builder
from jourdain.system.compile import centres, drawn, joint_markers, lowered
from jourdain.system.like import PATTERN, covers, difference
from jourdain.system.system import System, evaluate, frozen, make_context


def renumbered(system: System, model: Model, *, shared: bool = True) -> tuple[System, Context] | None:
    """The system with the numbers of the model, which it keeps as it is, and memory for it.

    Weights of rows stay those of the system: they scale, and change no solution. None where that is not enough: other
    equations, entries that the pattern does not have, light bodies, or rows and angles that a start must settle first.
    """
    if system.held.any() or system.kind.turns or varying_mass(system.kind) or len(system.tables["augment"]):
        return None
    b, kind, tables, n_registers = lowered(Builder(model, type(system.kind), (), shared))
    if difference(system, kind, tables, list(b.pairs)) is not None or n_registers != system.n_registers:
        return None
    tables |= {name: system.tables[name] for name in PATTERN if name != "mass_values"}
    tables["mass_values"] = system.tables["mass_values"].copy()
    for name in ("weight", "looped"):
        tables["rows"][name] = system.tables["rows"][name]
    s = make_context(kind, tables, n_registers)
    if not covers(kind, b.layout, s):
        return None
    q0, v0 = drawn(model)
    w0 = frozen([state.start for state in model.states.values()], np.float64)
    evaluate(kind, s, 0.0, q0, v0, w=w0, ref=system.ref0)
    tables["mass_values"][:] = s.values
    tables["mass_values"][tables["row_place"]] = tables["mass_values"][tables["column_place"]] = 0.0
    found = replace(
        system,
        model=model,
        tables=tables,
        joint_markers=joint_markers(model),
        measures=dict(b.measures),
        q0=q0,
        v0=v0,
        w0=w0,
        com=centres(model),
        keep=(*b.programs, *b.owners),
    )
    return found, s

"""The coordinates that a run is integrated in: those of the model, or natural ones, which results are carried back from."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from jourdain.kernels.measures import ANGLE, COORDINATE
from jourdain.model.measures import Measure
from jourdain.run.start import Start, consistent_start
from jourdain.system.compile import compile
from jourdain.system.directors import from_natural, to_natural
from jourdain.system.system import System, evaluate

States = dict[str, np.ndarray]


def _angles(system: System) -> dict[Measure, int]:
    """Where the turns of each counted angle are kept."""
    table = system.tables["measures"]
    return {
        measure: int(table["turn"][i])
        for measure, i in system.measures.items()
        if table["kind"][i] == ANGLE and system.kind.turns
    }


def entered(start: Start, t: float, coordinates: str) -> Start:
    """A consistent start as the start of what is integrated."""
    outer = start.system
    if coordinates == "cartesian":
        return start
    system = compile(outer.model, coordinates=coordinates)
    q, v, _ = to_natural(outer.planar, start.q, start.v, start.a)
    rows = system.tables["rows"].copy()
    places = {name: r for r, name in enumerate(system.row_names)}
    own = [places[name] for name in outer.row_names]
    rows["constant"][own] = outer.tables["rows"]["constant"]  # what rows hold that hold their start
    rows["weight"][own] = outer.tables["rows"]["weight"]
    s = outer.context()
    evaluate(outer.kind, s, t, start.q, start.v, w=start.w, ref=start.ref)
    ref = np.zeros_like(system.ref0)
    for measure, turn in _angles(system).items():
        if measure in outer.measures:
            ref[turn] = s.x[outer.measures[measure]]
        elif measure.coordinate is not None:
            ref[turn] = outer.layout.angles(start.q)[outer.bodies.index(measure.coordinate[0])]
    tables = system.tables | {"rows": rows}
    return consistent_start(replace(system, tables=tables, q0=q, v0=v, w0=start.w, ref0=ref), t, settled=True)


def left(outer: System, inner: System, states: States, before: np.ndarray) -> States:
    """States (n, ..) of what is integrated as states of the model; before: its positions (nq,) shortly before."""
    if inner.kind == outer.kind:
        return states
    turns = np.zeros((len(states["q"]), len(outer.bodies)))
    angles = _angles(inner)
    if outer.planar:
        own = [angles[Measure(COORDINATE, (), (name, "theta"))] for name in outer.bodies]
        turns = states["ref"][:, own]
    q, v, a = from_natural(outer.planar, states["q"], states["v"], states["a"], turns, before)
    ref = np.zeros((len(q), len(outer.ref0)))
    for measure, turn in _angles(outer).items():
        ref[:, turn] = states["ref"][:, angles[measure]]
    places = {name: r for r, name in enumerate(inner.row_names)}
    lam = states["lam"][:, [places[name] for name in outer.row_names]]
    return states | {"q": q, "v": v, "a": a, "ref": ref, "lam": lam}

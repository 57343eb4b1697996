"""The coordinates that a run is integrated in: those of the model, or natural ones, which results are carried back from."""

from __future__ import annotations

import numpy as np

from jourdain.kernels.measures import COORDINATE
from jourdain.model.measures import Measure
from jourdain.run.start import Start, consistent_start
from jourdain.run.systems import RunSystems
from jourdain.system.directors import from_natural, to_natural
from jourdain.system.switchable import counted_angles, shared_turns
from jourdain.system.system import System

States = dict[str, np.ndarray]


def as_integrated(systems: RunSystems, start: Start, t: float) -> Start:
    """A consistent start of the outer system as the start of what is integrated."""
    outer, inner = systems.outer, systems.inner
    if inner is outer:
        return start
    inner.follow(outer)
    system = inner.compiled
    q, v, _ = to_natural(outer.compiled.planar, start.q, start.v, start.a)
    ref = np.zeros_like(system.ref0)
    for measure, turn in counted_angles(system).items():
        if measure in outer.compiled.measures:
            ref[turn] = start.context.x[outer.compiled.measures[measure]]
        elif measure.coordinate is not None:
            angles = outer.compiled.layout.angles(start.q)
            ref[turn] = angles[outer.compiled.bodies.index(measure.coordinate[0])]
    system = inner.in_force(q, v, start.w, ref)
    return consistent_start(system, t, settled=True, s=inner.memory(), open_joints=systems.open_joints)


def as_modelled(outer: System, inner: System, states: States, before: np.ndarray) -> States:
    """States (n, ..) of what is integrated as states of the model; before: its positions (nq,) shortly before."""
    if inner.kind == outer.kind:
        return states
    turns = np.zeros((len(states["q"]), len(outer.bodies)))
    angles = counted_angles(inner)
    if outer.planar:
        own = [angles[Measure(COORDINATE, (), (name, "theta"))] for name in outer.bodies]
        turns = states["ref"][:, own]
    q, v, a = from_natural(outer.planar, states["q"], states["v"], states["a"], turns, before)
    ref = np.zeros((len(q), len(outer.ref0)))
    for measure, turn in counted_angles(outer).items():
        ref[:, turn] = states["ref"][:, angles[measure]]
    places = {name: r for r, name in enumerate(inner.row_names)}
    lam = states["lam"][:, [places[name] for name in outer.row_names]]
    return states | {"q": q, "v": v, "a": a, "ref": ref, "lam": lam}


def as_plain(plain: System, outer: System, source: np.ndarray, states: States) -> States:
    """States (n, ..) of a system with dormant rows as those of the plain one, whose rows it has at `source` (m,)."""
    if plain.kind == outer.kind and np.array_equal(source, np.arange(outer.n_rows)):
        return states
    ref = np.zeros((len(states["q"]), len(plain.ref0)))
    mine, theirs = shared_turns(plain, outer)
    ref[:, mine] = states["ref"][:, theirs]
    return states | {"lam": states["lam"][:, source], "ref": ref}

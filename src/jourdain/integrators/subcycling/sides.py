"""Which forces act in which steps, and the parts of a machine that are asked for them.

A force belongs to the fastest velocities that it touches: laws, loads and beam elements on bodies with fast velocities, and
the stiffness of fast shapes, act in every substep; springs, elements and shapes of a group with a ratio of its own in steps
of that group; all else in long steps, with the joints. But what changes with the time alone, a motor or a weight, costs little,
and as kicks would shake what it bends: it acts in substeps, wherever it touches. A side is the machine with the other entries
of its tables left out, so substeps evaluate what is fast and nothing else: no row, no measure of a joint, no slow spring.
Where a text of the fast side reads anything but t, measures are all evaluated. The sides of a Lagrangian are the halves of its
equations, with code of their own (lagrange/halves.py). Theory: docs/theory/subcycling.md.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from jourdain.kernels.context import Context
from jourdain.lagrange.halves import FAST, SLOW, half
from jourdain.lagrange.model import LagrangianModel
from jourdain.system.system import System, make_context

Tables = dict[str, np.ndarray]


@dataclass(frozen=True)
class Side:
    """Tables, and how many measures are evaluated for them."""

    tables: Tables
    active: int

    def memory(self, system: System) -> Context:
        """Fresh memory."""
        return make_context(system.kind, self.tables, system.n_registers, redundant=system.redundant)


@dataclass(frozen=True)
class Parts:
    """All forces by groups: of laws, loads, elements and shapes; and the sides that are asked for them.

    touched: velocities of the bodies that the forces of the fast side act on.
    """

    system: System
    groups: tuple[np.ndarray, ...]
    fast: Side
    between: tuple[Side, ...]
    touched: np.ndarray

    @property
    def without_forces(self) -> Side:
        """Bodies and joints: what frozen factors and gamma are of. (Elements may have masses.)"""
        tables = {name: self.system.tables[name][:0] for name in ("laws", "loads", "bent_loads")}
        return Side(self.system.tables | tables, self.system.kind.active)

    def at_rest(self, group: int) -> Tables:
        """The system with the springs, elements and shapes of a group as its only forces: the slow ones, or of a group between.

        For oscillations about the start.
        """
        system = self.system
        tables = {name: system.tables[name].copy() for name in ("laws", "loads", "elements", "modes")}
        tables["laws"]["damping"] = tables["laws"]["constant"] = tables["loads"]["constant"] = 0.0
        tables["laws"]["function"] = tables["loads"]["function"] = -1
        if not system.layout.dimension:
            tables["laws"]["stiffness"] = 0.0
        if system.layout.dimension:
            laws, _, elements, modes = self.groups
            tables["laws"]["stiffness"][laws != group] = 0.0
            tables["elements"] = tables["elements"][elements == group]
            tables["modes"]["stiffness"][modes != group], tables["modes"]["cubic"][modes != group] = 0.0, -1
            if group > 0:
                tables["gravity"] = np.zeros_like(system.tables["gravity"])
        return system.tables | tables


def parts(system: System, groups: np.ndarray) -> Parts:
    """groups (nv,): 0 for slow velocities, 1 for the fastest, 2 .. for groups with ratios of their own, slower and slower."""
    nothing = np.zeros(0, np.int64)
    if not system.layout.dimension:
        return Parts(system, (), Side(system.tables, system.kind.active), (), nothing)
    of = _groups(system, groups)
    laws, loads, elements, modes = of
    timed_laws, timed_loads = _timed(system)
    fast = _side(
        system, (laws == 1) | (timed_laws & (laws == 0)), (loads == 1) | timed_loads, elements == 1, modes == 1
    )
    between = tuple(
        _side(system, laws == k, np.zeros(len(loads), bool), elements == k, modes == k, still=True)
        for k in range(2, int(groups.max(initial=0)) + 1)
    )
    measures = system.tables["measures"][system.tables["laws"]["measure"][laws == 1]]
    blocks = [system.tables["block_body"][m["block"] : m["block"] + m["n_blocks"]] for m in measures]
    bodies = [system.tables["elements"]["body"][elements == 1].ravel(), *blocks]
    acted = np.unique(np.concatenate([nothing, *bodies])).astype(np.int64)
    touched = groups > 0
    for body in acted[acted >= 0]:
        touched[system.layout.own_columns(int(body))] = True
    return Parts(system, of, fast, between, np.flatnonzero(touched).astype(np.int64))


def halves(system: System, fast: np.ndarray) -> tuple[Side, Side, bool]:
    """The slow and the fast side of a Lagrangian, and if its slow forces read rates."""
    model, tables = system.model, system.tables
    assert isinstance(model, LagrangianModel)

    def side(address: int, **others: np.ndarray) -> Side:
        code = tables["generated"].copy()
        code[0] = address
        return Side(tables | {"generated": code} | others, system.kind.active)

    slow, rates = half(model, fast, SLOW)
    nothing = {name: tables[name][:0] for name in ("laws", "loads")}
    return side(slow, **nothing), side(half(model, fast, FAST)[0]), rates


def _timed(system: System) -> tuple[np.ndarray, np.ndarray]:
    """The laws and the loads that change with the time alone, or not at all."""
    tables = system.tables
    laws, loads = tables["laws"], tables["loads"]
    reading = np.unique(tables["couples"]["function"])
    springless = (laws["stiffness"] == 0.0) & (laws["damping"] == 0.0)
    return springless & ~np.isin(laws["function"], reading), ~np.isin(loads["function"], reading)


def _groups(system: System, groups: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """The groups of laws, loads, elements and shapes. What damps, or is a text, has no group between."""
    layout, tables = system.layout, system.tables
    of_bodies = np.array([_first(groups[layout.own_columns(b)]) for b in range(layout.blocks)], int)
    laws, loads, elements = tables["laws"], tables["loads"], tables["elements"]
    of_laws = np.zeros(len(laws), int)
    for i, law in enumerate(laws):
        one = tables["measures"][law["measure"]]
        bodies = tables["block_body"][one["block"] : one["block"] + one["n_blocks"]]
        plain = law["damping"] == 0.0 and law["function"] < 0
        of_laws[i] = _first(of_bodies[bodies]) if plain else min(1, _first(of_bodies[bodies]))
    of_elements = np.array([_first(of_bodies[e["body"][: e["nodes"]]]) for e in elements], int)
    of_elements = np.where(elements["damped"] > 0, np.minimum(1, of_elements), of_elements)
    of_modes = np.zeros(len(tables["modes"]), int)
    for modal in tables["modal"]:  # shapes of one body bend together
        one = groups[layout.own_columns(int(modal["body"]))][layout.velocity_width :]
        of_modes[modal["first"] : modal["first"] + modal["modes"]] = _first(one)
    return of_laws, np.minimum(1, of_bodies[loads["body"]]), of_elements, of_modes


def _first(groups: np.ndarray) -> int:
    """The fastest group among these velocities; 0: all are slow."""
    some = groups[groups > 0]
    return int(some.min()) if len(some) else 0


def _side(
    system: System, laws: np.ndarray, loads: np.ndarray, elements: np.ndarray, modes: np.ndarray, still: bool = False
) -> Side:
    """The tables of a side with these laws, loads, elements and shapes; still: without gravity."""
    all_ = system.tables
    tables = {name: all_[name][keep] for name, keep in (("laws", laws), ("loads", loads), ("elements", elements))}
    tables |= {name: all_[name][:0] for name in ("rows", "row_blocks", "states", "events", "augment", "couples")}
    tables["modes"] = all_["modes"].copy()
    tables["modes"]["stiffness"][~modes], tables["modes"]["damping"][~modes] = 0.0, 0.0
    tables["modes"]["cubic"][~modes] = -1
    if still:
        tables["gravity"] = np.zeros_like(all_["gravity"])
    active = system.kind.active
    reading = all_["couples"]["function"]
    if (
        not np.isin(tables["laws"]["function"], reading).any()
        and not np.isin(tables["loads"]["function"], reading).any()
    ):
        active = _fewer_measures(all_, tables)
    if len(all_["modal"]):
        _fewer_bent(all_, tables)
    return Side(all_ | tables, active)


def _fewer_bent(all_: Tables, tables: Tables) -> None:
    """Of the ports and loads on bodies that bend only those that are read."""
    measures = (
        tables["measures"][: len(np.unique(tables["laws"]["measure"]))] if "measures" in tables else all_["measures"]
    )
    tables["bent_ports"] = np.intersect1d(all_["bent_ports"], measures["port"])
    loads = tables["loads"]
    bent = np.flatnonzero(loads["shape"] >= 0)
    shapes = np.diff(all_["mode_start"])
    ports = all_["ports"]
    at = int(shapes[ports["body"][ports["shape"] >= 0]].sum())  # rows of `ways`: those of ports come first
    for i in bent:
        loads["way"][i] = at
        at += int(shapes[loads["body"][i]])
    tables["bent_loads"] = bent


def _fewer_measures(all_: Tables, tables: Tables) -> int:
    """Number measures such that those of the laws come first; how many these are."""
    read = np.unique(tables["laws"]["measure"])
    order = np.concatenate([read, np.setdiff1d(np.arange(len(all_["measures"])), read)])
    number = np.argsort(order)
    tables["measures"] = all_["measures"][order]
    for name in ("pins", "spots", "gauges"):
        tables[name] = all_[name][np.isin(all_[name]["measure"], read)]
    for name in ("laws", "pins", "spots", "gauges"):
        tables[name]["measure"] = number[tables[name]["measure"]]
    return len(read)

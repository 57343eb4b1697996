"""SwitchableSystem: a compiled System whose rows and numbers change while it is used, without compiling it again.

What an event may need is compiled in from the beginning. A row that is not in force is dormant (`active` 0 in the table of
rows): its blocks, value, rate and bias are zero and its multiplier stays zero, so that no method needs to know about it. Only
numbers in tables change: which rows are active, what they hold, where markers of locked joints are, constants of laws.
Tables are shared by all who use a System, so each change is made in a copy, which is bound to the memory when it is asked for.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

import numpy as np

from jourdain.kernels.context import Context
from jourdain.kernels.kinds import NaturalPlanar, Planar, counted
from jourdain.kernels.measures import ANGLE
from jourdain.model.elements import Row
from jourdain.model.measures import GROUND, Measure
from jourdain.system.builder import Builder
from jourdain.system.pattern import row_weights
from jourdain.system.system import System, evaluate, private

CHANGING = ("rows", "ports", "measures", "laws")  # the tables whose numbers may change
LAW_NUMBERS = ("stiffness", "damping", "rest")


class SwitchableSystem:
    """A System and what of it is in force now.

    joints: the rows of each (those that `compile` was told are switchable can be dormant). placed: the rows of joints whose
    markers were moved since it was compiled.
    """

    def __init__(self, compiled: System) -> None:
        self.compiled = compiled
        self.joints = compiled.joint_rows
        self.placed: dict[str, tuple[Row, ...]] = {}
        self._tables = {name: compiled.tables[name] for name in CHANGING}
        self._context: Context | None = None
        self._bound: dict[str, np.ndarray] = {}
        self._fresh_flags = np.zeros(0)
        self._links: dict[int, _Link] = {}

    # -- what is in force --------------------------------------------------------------------------------------

    def __getitem__(self, table: str) -> np.ndarray:
        """A table as it is now: to be read only."""
        return self._tables[table]

    def change(self, table: str) -> np.ndarray:
        """A copy of a table to write to, which is in force from now on; who has the old one keeps it."""
        self._tables[table] = self._tables[table].copy()
        return self._tables[table]

    @property
    def active(self) -> np.ndarray:
        """Mask (m,) of the rows that are in force."""
        return self._tables["rows"]["active"] == 1

    def rows_of(self, joints: Iterable[str]) -> np.ndarray:
        """Mask (m,) of the rows of these joints."""
        mask = np.zeros(self.compiled.n_rows, bool)
        for name in joints:
            mask[self.joints[name]] = True
        return mask

    def activate(self, wanted: Mapping[str, bool]) -> np.ndarray:
        """Put joints in force (True) or let them sleep; returns the mask (m,) of the rows that were dormant and wake up."""
        before, rows = self.active, self.change("rows")
        for name, on in wanted.items():
            rows["active"][self.joints[name]] = int(on)
        return self.active & ~before

    def place(self, joint: str, rows: Sequence[Row]) -> None:
        """Give the measures of a joint other ports, such as those of a marker that was moved; they must be its own."""
        self.placed[joint] = tuple(rows)
        ports, measures, table = self.change("ports"), self.change("measures"), self.compiled
        for r, row in zip(self.joints[joint], rows, strict=True):
            first = table.tables["rows"]["term"][r]
            for i, (_, measure) in enumerate(row.terms):
                index = table.tables["terms"]["measure"][first + i]
                self._move(ports, measures, int(index), measure)

    def turns_in(self, joint: str) -> list[int]:
        """Where the turns of the counted angles in the rows of a joint are kept."""
        tables = self.compiled.tables
        rows = tables["rows"][self.joints[joint]]
        terms = [i for row in rows for i in range(row["term"], row["term"] + row["n_terms"])]
        measures = tables["measures"][tables["terms"]["measure"][terms]]
        return measures["turn"][(measures["kind"] == ANGLE) & counted(self.compiled.of_bodies)].tolist()

    def _move(self, ports: np.ndarray, measures: np.ndarray, index: int, measure: Measure) -> None:
        kind, system = self.compiled.of_bodies, self.compiled
        if isinstance(kind, Planar) and measure.kind == ANGLE:
            measures["offset"][index] = measure.angle_offset
            return
        if isinstance(kind, NaturalPlanar):
            measure = Builder.in_directors(measure)
        for i, port in enumerate(measure.ports):
            moving = port.body != GROUND and not port.direction
            com = system.com[system.bodies.index(port.body)] if moving else 0.0
            ports["s"][measures["port"][index, i]] = ports["rest"][measures["port"][index, i]] = np.array(port.s) - com

    def hold(
        self, rows: np.ndarray, weigh: np.ndarray, t: float, q: np.ndarray, w: np.ndarray, ref: np.ndarray
    ) -> None:
        """Let rows (mask) that hold a value hold the present one, and weigh rows (mask) anew where they are now."""
        held = rows & self.compiled.held
        if not held.any() and not weigh.any():
            return
        table = self.change("rows")
        table["constant"][held] = 0.0
        s = self.memory()
        evaluate(self.compiled.kind, s, t, q, np.zeros(self.compiled.kind.v), w=w, ref=ref, matrix=False)
        table["constant"][held] = -s.g[held]
        table["weight"][weigh] = row_weights(self.compiled.kind, s, np.flatnonzero(weigh))

    def set_law(self, force: str, numbers: Mapping[str, float]) -> None:
        """Other constants of a force law: stiffness, damping, rest."""
        laws, i = self.change("laws"), self.compiled.law_names.index(force)
        for name, value in numbers.items():
            laws[name][i] = value

    # -- in step with another one --------------------------------------------------------------------------------

    def follow(self, other: SwitchableSystem) -> None:
        """Have the same in force as another one of the same joints and forces: in other coordinates, with more rows."""
        link = self._link(other)
        if link.followed == tuple(map(id, other._tables.values())):  # changes are made in copies: nothing has changed
            return
        link.followed, link.seen = tuple(map(id, other._tables.values())), tuple(other._tables.values())
        rows = self.change("rows")
        for name in ("active", "constant", "weight"):
            rows[name][link.own_rows] = other["rows"][name][link.rows]
        if len(self["laws"]):
            laws = self.change("laws")
            for name in LAW_NUMBERS:
                laws[name] = other["laws"][name]
        for joint, placed in other.placed.items():
            if joint in self.joints and self.placed.get(joint) is not placed:
                self.place(joint, placed)
                self.placed[joint] = placed

    def turns_of(self, other: SwitchableSystem, ref: np.ndarray) -> np.ndarray:
        """Counted angles (turns,) of another one as those of this one; zero for those that it does not know."""
        link = self._link(other)
        own = np.zeros_like(self.compiled.ref0)
        own[link.own_turns] = ref[link.turns]
        return own

    def _link(self, other: SwitchableSystem) -> _Link:
        if id(other) not in self._links:
            self._links[id(other)] = _Link(self.compiled, other.compiled, other)
        return self._links[id(other)]

    # -- to work with --------------------------------------------------------------------------------------------

    def in_force(self, q: np.ndarray, v: np.ndarray, w: np.ndarray, ref: np.ndarray) -> System:
        """The System as it is now, started from a state; dormant rows are among its rows."""
        return replace(self.compiled, tables=self.compiled.tables | self._tables, q0=q, v0=v, w0=w, ref0=ref)

    def memory(self) -> Context:
        """Memory to work with, always the same, with what is in force now."""
        if self._context is None:
            self._context = self.compiled.context()
            self._fresh_flags = self._context.flags.copy()
        s = self._context
        for name, table in self._tables.items():
            if self._bound.get(name) is not table:
                s.bind(name, private(self.compiled.tables | self._tables, name))
                self._bound[name] = table
        s.flags[:] = self._fresh_flags
        return s


class _Link:
    """Which rows and counted angles of two systems are the same."""

    def __init__(self, own: System, other: System, keep: SwitchableSystem) -> None:
        self.keep = keep  # so that its id stays its own
        self.followed: tuple[int, ...] = ()  # which tables were in force when it was last followed
        self.seen: tuple[np.ndarray, ...] = ()
        places = {name: r for r, name in enumerate(own.row_names)}
        pairs = [(places[name], r) for r, name in enumerate(other.row_names) if name in places]
        self.own_rows, self.rows = np.array(pairs, np.int64).reshape(-1, 2).T.copy()
        self.own_turns, self.turns = shared_turns(own, other)


def counted_angles(system: System) -> dict[Measure, int]:
    """Where the turns of each counted angle are kept."""
    table = system.tables["measures"]
    if not system.kind.turns:
        return {}
    kinds, turns = table["kind"].tolist(), table["turn"].tolist()
    return {measure: turns[i] for measure, i in system.measures.items() if kinds[i] == ANGLE}


def shared_turns(own: System, other: System) -> tuple[np.ndarray, np.ndarray]:
    """Places of the turns of the angles that both count, in the one and in the other."""
    mine, theirs = counted_angles(own), counted_angles(other)
    shared = [measure for measure in mine if measure in theirs]
    return np.array([mine[m] for m in shared], np.int64), np.array([theirs[m] for m in shared], np.int64)

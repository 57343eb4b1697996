"""What `statics` found: equilibria, each with its Result, and how they are shown."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any, ClassVar

import numpy as np

from jourdain.analyses.linear.linear import Linear
from jourdain.model.model import Model
from jourdain.result.beams import coarse
from jourdain.result.result import Result
from jourdain.viewer.section import Finding, Section, Table, aligned

MOST_SHOWN = 12  # lines of a table in a text; pages have MOST_LISTED
MOST_LISTED = 200
ROUNDING = 1e-11  # numbers in a table, against the largest, that are not shown


@dataclass(frozen=True)
class Standing:
    """Stands where a Result names its integrator: nothing was integrated."""

    name: ClassVar[str] = "statics"
    step: ClassVar[float] = 0.0
    tol: ClassVar[None] = None
    fixed: ClassVar[bool] = True
    drifts: ClassVar[bool] = False

    def plain(self) -> dict[str, Any]:
        """For files."""
        return {"name": self.name}


@dataclass(frozen=True, eq=False)
class Equilibrium:
    """A position in which all forces balance.

    result: one output, with reactions, measures and states as those of a run. stability: "stable", "unstable", "neutral"
    (nothing grows, but nothing holds the motions `free`: one of a family) or "unknown" (not steady in the turning frame).
    method, steps: what found it. imbalance: forces left, against all that act. model: drawn there, at rest (or turning with
    the frame). starts: how many starts led here. linear: the linearisation behind the verdict, None for beams and large models.
    """

    result: Result
    model: Model
    stability: str
    verdict: str
    free: tuple[str, ...]
    method: str
    steps: int
    imbalance: float
    starts: int
    notes: tuple[str, ...]
    linear: Linear | None = field(repr=False, default=None)

    @property
    def stable(self) -> bool:
        """Does it come back, or stay near, after any small push?"""
        return self.stability == "stable"

    @property
    def potential(self) -> float:
        """Potential energy of gravity and of linear springs [J]."""
        return float(self.result.energies[0, 1])

    def sentences(self) -> list[str]:
        """Stability, what found it, and what is to be known."""
        lines = [f"{self.stability}: {self.verdict}"]
        if self.free:
            more = f" and {len(self.free) - 4} more" if len(self.free) > 4 else ""
            lines.append(f"one of a family of equilibria: nothing holds {'; '.join(self.free[:4])}{more}")
        lines.append(
            f"found by {self.method} in {self.steps} steps; forces left: {self.imbalance:.0e} of those that act"
        )
        if self.stability == "unstable" and self.method.startswith("Newton"):
            lines.append("method='energy' comes down from here to a stable one, if there is one")
        return [*lines, *self.notes, *coarse(self.result[name] for name in self.result.model.beams)]

    def places(self) -> Table:
        """Where things are."""
        result, layout = self.result, self.result.system.layout
        if not layout.dimension:
            rows = tuple(zip(layout.coordinates, result.q[0].tolist(), strict=True))
            return Table(("coordinate", "value"), rows[:MOST_LISTED], "coordinates")
        points = layout.points(result.q[0])
        if layout.dimension == 2:
            turns, about = np.degrees(layout.angles(result.q[0]))[:, None], ["angle [deg]"]
        else:
            turns, about = layout.unit_quaternions(result.q[0]), ["qw", "qx", "qy", "qz"]
        axes = tuple(f"{axis} [m]" for axis in "xyz"[: layout.dimension])
        beams = result.model.beams.values()
        hidden = {name for beam in beams for name in beam.nodes[1:-1]}  # of a beam its ends alone
        bodies = zip(layout.bodies, points.tolist(), turns.tolist(), strict=True)
        rows = tuple((name, *point, *turn) for name, point, turn in bodies if name not in hidden)
        return Table(("body", *axes, *about), rows[:MOST_LISTED], "centres of mass")

    def values(self) -> Table | None:
        """Named measures and extra states."""
        result = self.result
        rows = [
            (name, float(result.measure(name)[0]), result.model.measures[name].unit) for name in result.model.measures
        ]
        rows += [(name, float(result.state(name)[0]), "") for name in result.system.state_names]
        return Table(("quantity", "value", "unit"), tuple(rows[:MOST_LISTED]), "measures and states") if rows else None

    def reactions(self) -> Table | None:
        """What joints, drives and springs exert on their second body, in ground axes; of a Lagrangian, multipliers."""
        result, system = self.result, self.result.system
        if system.coordinates:
            held = zip(system.row_names, result.lam[0].tolist(), strict=True)
            rows: list[tuple[Any, ...]] = list(held)[:MOST_LISTED]
            return Table(("row", "multiplier"), tuple(rows), "multipliers") if rows else None
        joints = [name for name in result.model.joints if len(system.joint_rows[name])]
        rows, names = [], dict.fromkeys([*joints, *system.law_names])
        own = {part for beam in result.model.beams.values() for part in beam.parts}
        for name in [name for name in names if name not in own][:MOST_LISTED]:
            found = result.reaction(name, frame="ground")
            force, torque = (np.atleast_1d(part.values[0]) for part in (found.force, found.torque))
            rows.append(
                (name, found.on, *force.tolist(), *torque.tolist(), "" if found.unique else "not unique, least")
            )
        axes = "xyz"[: system.layout.dimension]
        about = ("z",) if system.planar else tuple("xyz")
        head = (*(f"F{axis} [N]" for axis in axes), *(f"M{axis} [N m]" for axis in about), "")
        return Table(("of", "on", *head), tuple(rows), "forces and torques, ground axes") if rows else None

    def section_forces(self) -> Table | None:
        """Least and largest force and moment in the sections of each beam."""
        rows: list[tuple[Any, ...]] = []
        for name, beam in self.result.model.beams.items():
            known = ("force", "moment") if beam.elastic else ("force",) if beam.theory == "cable" else ()
            for array in (getattr(self.result[name], what) for what in known):
                for k, part in enumerate(array.component.values.tolist()):
                    own, unit = array.values[0, :, k], array.attrs["units"]
                    what = f"{part} {'force' if unit == 'N' else 'moment'}"
                    rows.append((name, what, float(own.min()), float(own.max()), unit))
        head = ("beam", "", "least", "largest", "unit")
        return Table(head, tuple(rows[:MOST_LISTED]), "forces and moments in sections") if rows else None

    def tables(self) -> tuple[Table, ...]:
        """For texts and pages, without what is rounding of the largest number."""
        every = (self.places(), self.values(), self.reactions(), self.section_forces())
        return tuple(_cleaned(table) for table in every if table is not None)


@dataclass(frozen=True, eq=False)
class Statics(Finding):
    """Equilibria, that of the model's own start first; its result, model and verdict are at hand as `result`, `model`, ...

    turning (3,) [rad/s]: of the frame in which the model is at rest. tried, failures: starts, and why some led nowhere.
    solved_for: values of the parameters that were asked for; every model found has them.
    """

    name: str
    t: float
    turning: np.ndarray
    equilibria: tuple[Equilibrium, ...]
    tried: int = 1
    failures: tuple[str, ...] = ()
    solved_for: dict[str, float] = field(default_factory=dict)

    @property
    def first(self) -> Equilibrium:
        """The one found from the model's own start, or from the first that led to one."""
        return self.equilibria[0]

    result = property(lambda self: self.first.result)
    model = property(lambda self: self.first.model)
    stability = property(lambda self: self.first.stability)
    stable = property(lambda self: self.first.stable)
    linear = property(lambda self: self.first.linear)

    def sentences(self) -> list[str]:
        """All but the tables."""
        how = "at rest"
        if self.turning.any():
            how += f" in a frame that turns with ({', '.join(f'{w:.6g}' for w in self.turning)}) rad/s"
        n = len(self.equilibria)
        lines = [f"{self.name}: {'equilibrium' if n == 1 else f'{n} equilibria'} {how}, t = {self.t:g} s"]
        lines += [f"solved for: {name} = {value:.10g}" for name, value in self.solved_for.items()]
        if self.tried > 1:
            lost = f"; {len(self.failures)} led nowhere" if self.failures else ""
            lines.append(f"{self.tried} starts{lost}; there may be others")
        return lines

    HEAD = ("equilibrium", "", "potential energy [J]", "starts", "found by", "steps")

    def summary(self) -> Table | None:
        """One line for each equilibrium, where there are several."""
        if len(self.equilibria) == 1:
            return None
        rows = tuple(
            (i, e.stability, e.potential, e.starts, e.method, e.steps) for i, e in enumerate(self.equilibria, 1)
        )
        return Table(self.HEAD, rows, "equilibria")

    def __str__(self) -> str:
        lines, summary = self.sentences(), self.summary()
        lines += _text(summary) if summary else []
        for i, one in enumerate(self.equilibria, 1):
            lines += [f"equilibrium {i}:"] if summary else []
            lines += one.sentences()
            for table in one.tables():
                lines += _text(table)
        return "\n".join(lines)

    def data(self) -> dict[str, Any]:
        """For JSON."""
        found = [
            {"stability": e.stability, "verdict": e.verdict, "free": e.free, "method": e.method, "steps": e.steps,
             "imbalance": e.imbalance, "potential": e.potential, "starts": e.starts, "notes": e.notes,
             "tables": {table.caption: [dict(zip(table.head, row, strict=True)) for row in table.rows]
                        for table in e.tables()}}
            for e in self.equilibria
        ]  # fmt: skip
        kept = ("name", "t", "turning", "tried", "failures", "solved_for")
        return {name: getattr(self, name) for name in kept} | {"equilibria": found}

    def section(self) -> Section:
        """For the report page: the first equilibrium in full, all of them to look at."""
        summary = self.summary()
        text = [*self.sentences(), *self.first.sentences()]
        motions = (
            {f"equilibrium {i}: {e.stability}": e.result for i, e in enumerate(self.equilibria, 1)} if summary else {}
        )
        tables = (*((summary,) if summary else ()), *self.first.tables())
        return Section("Statics", "\n".join(text), tables, (), motions)


def _cleaned(table: Table) -> Table:
    """With zeros for what is rounding of the largest number in it."""
    size = max((abs(c) for row in table.rows for c in row if isinstance(c, float)), default=0.0)
    rows = (tuple(0.0 if isinstance(c, float) and abs(c) < ROUNDING * size else c for c in row) for row in table.rows)
    return replace(table, rows=tuple(rows))


def _text(table: Table) -> list[str]:
    """A table as lines of text."""
    shown = table.rows[:MOST_SHOWN]
    cells = [[f"{c:.6g}" if isinstance(c, float) else str(c) for c in row] for row in shown]
    rest = [f"  .. and {len(table.rows) - len(shown)} more"] if len(table.rows) > len(shown) else []
    return [table.caption, *(f"  {line}" for line in aligned([list(table.head), *cells])), *rest]

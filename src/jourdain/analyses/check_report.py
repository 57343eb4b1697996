"""Check: what was found about a model, as text, tables and sentences of the report page."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from jourdain.diagnosis.freer_joints import Suggestion, loosened
from jourdain.diagnosis.undetermined import Locked
from jourdain.model.model import Model
from jourdain.viewer.section import Finding, Section, Table


@dataclass(frozen=True)
class Check(Finding):
    """What was found. Counts hold at the assembled start; `nearby_..` a small way along a free motion, in general position.

    errors would stop or spoil a run; redundancy is none. Print it for a readable report.
    """

    name: str
    bodies: int
    joints: int  # in force at the start, rows of your own included
    drives: int
    rows: int
    rank: int
    redundant: int  # rows less rank
    mobility: int  # velocities less rank
    position_mobility: int  # the same without the rows that hold rates only: what rolling does not take away
    rate_rows: int  # rows that hold rates only
    count_mobility: int  # velocities less rows: what counting says (Gruebler, Kutzbach)
    nearby_rank: int
    nearby_mobility: int
    removable: list[str]  # as many rows as are redundant in general position; the motion is the same without them
    locked: list[Locked]  # groups of joints with reactions that are not unique
    suggestions: list[Suggestion]  # freer joints
    loops: list[tuple[str, ...]]  # joints of each fundamental loop
    mechanisms: int  # parts that share no joint
    floating: list[str]  # bodies that no joint ties to the ground, even by way of others
    massless: list[str]  # motions without inertia
    gaps: dict[str, float]  # rows open in the drawing, largest first [m or -]
    left_open: dict[str, float]  # rows that cannot be closed, with what is left in the least-squares sense
    moved: dict[str, tuple[float, float]]  # body -> way [m] and angle [rad] to close the joints, where it moves
    coordinates: int = 0  # of a Lagrangian; then `joints` are its rows, and `moved` has the change of each, and 0
    in_joints: str = (
        ""  # the tree of joint coordinates, its number of coordinates and the rows beside it; "" without one
    )
    errors: list[str] = field(default_factory=list)
    warnings: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    @property
    def ok(self) -> bool:
        """True if nothing stands against a run."""
        return not self.errors

    @property
    def singular(self) -> bool:
        """True if more rows are dependent at the start than a small way off."""
        return self.nearby_rank > self.rank

    def freer(self, model: Model) -> Model:
        """A copy of the model that was checked, with the suggested joints in place."""
        return loosened(model, self.suggestions)

    def __str__(self) -> str:
        counts = [count(self.bodies, "body"), count(self.joints, "joint")]
        counts = [count(self.coordinates, "coordinate")] if self.coordinates else counts
        counts += [count(self.drives, "drive")] if self.drives else []
        lines = [f"{self.name}: {', '.join(counts)}, {count(self.rows, 'row')}"]
        nv = self.mobility + self.rank
        lines.append(f"mobility {self.mobility}: {nv} velocities less {self.rank} independent rows{self._counting()}")
        if self.rate_rows:
            lines.append(
                f"  {_free(self.position_mobility, self.mobility)}; {count(self.rate_rows, 'row')} of rates only"
            )
        if self.singular:
            lines.append(f"  a small way off: mobility {self.nearby_mobility}, {self.nearby_rank} independent rows")
        if self.loops:
            shown = "; ".join(" - ".join(first(list(loop), 8)) for loop in self.loops[:3])
            lines.append(f"loops: {len(self.loops)}: {shown}" + ("; .." if len(self.loops) > 3 else ""))
        if self.in_joints:
            lines.append(f"joint coordinates: {self.in_joints}")
        lines += self._redundancy()
        for word, sentences in (("ERROR", self.errors), ("warning", self.warnings), ("note", self.notes)):
            lines += [f"{word}: {sentence}" for sentence in first(sentences, 5)]
        lines.append("no errors" if self.ok else count(len(self.errors), "error"))
        return "\n".join(lines)

    def section(self) -> Section:
        """As the report page shows it: all sentences, and everything that the text above leaves out for its length."""
        words = [("ERROR", self.errors), ("warning", self.warnings), ("note", self.notes)]
        sentences = [f"{word}: {sentence}" for word, found in words for sentence in found]
        verdict = "no errors" if self.ok else count(len(self.errors), "error")
        tree = [f"joint coordinates: {self.in_joints}"] if self.in_joints else []
        return Section("Check", "\n".join([f"{self.name}: {verdict}", *tree, *sentences]), self._tables())

    def _tables(self) -> tuple[Table, ...]:
        """Counts, and lists of what was found, without those that are empty."""
        freer = [(one.joint, one.old, _along(one), one.removes) for one in self.suggestions]
        locked = [(joint, ", ".join(parts)) for group in self.locked for joint, parts in group.joints.items()]
        ways = ("body", "way [m]", "angle [rad]") if not self.coordinates else ("coordinate", "change")
        moved = [(name, *way)[: len(ways)] for name, way in self.moved.items()]
        lists: list[tuple[str, tuple[str, ...], list[Any]]] = [
            ("redundant rows: the motion is the same without these", ("row",), [(name,) for name in self.removable]),
            ("reactions that are not unique: forces can be locked in", ("joint", "components"), locked),
            ("freer joints that remove redundancy", ("joint", "kind", "freer kind", "rows removed"), freer),
            ("loops", ("joints",), [(" - ".join(loop),) for loop in self.loops]),
            ("gaps: rows open in the drawing", ("row", "open by [m or -]"), list(self.gaps.items())),
            ("rows that cannot be closed", ("row", "left open [m or -]"), list(self.left_open.items())),
            (f"{'coordinates changed' if self.coordinates else 'bodies moved'} to close the joints", ways, moved),
        ]
        return (self._counts(), *(Table(head, tuple(rows), caption) for caption, head, rows in lists if rows))

    def _counts(self) -> Table:
        here, nearby = (self.rank, self.mobility), (self.nearby_rank, self.nearby_mobility)
        what = "coordinates" if self.coordinates else "bodies"
        head = (what, "joints", "drives", "loops", "rows", "independent rows", "mobility", "mobility by counting")
        counts = (self.coordinates or self.bodies, self.joints, self.drives, len(self.loops), self.rows)
        if not self.singular:
            return Table(head, ((*counts, *here, self.count_mobility),))
        rows = (("at the start", *counts, *here), ("a small way off", *counts, *nearby))
        return Table(("", *head), tuple((*row, self.count_mobility) for row in rows))

    def _counting(self) -> str:
        if self.count_mobility == self.mobility:
            return ""
        return f" (counting all rows would give {self.count_mobility})"

    def _redundancy(self) -> list[str]:
        if not self.removable:
            return []
        n = len(self.removable)
        lines = [f"redundant: {count(n, 'row')}; the motion is the same without"]
        lines.append("  " + ", ".join(first(self.removable, 6)))
        reactions = [f"{joint}: {', '.join(parts)}" for group in self.locked for joint, parts in group.joints.items()]
        lines.append("not unique in the reactions (forces can be locked in):")
        lines += ["  " + line for line in first(reactions, 6)]
        if self.suggestions:
            removed = sum(one.removes for one in self.suggestions)
            lines.append(f"freer joints that remove {'it' if removed == n else f'{removed} of the {n}'}:")
            lines.append("  " + ", ".join(first([str(one) for one in self.suggestions], 6)))
        return lines


def _free(positions: int, velocities: int) -> str:
    return f"{count(positions, 'coordinate')} free, {velocities} {'velocity' if velocities == 1 else 'velocities'} free"


def _along(one: Suggestion) -> str:
    """ "cylindrical along x"."""
    return str(one).rpartition(" -> ")[2]


def count(n: int, noun: str) -> str:
    plural = "bodies" if noun == "body" else noun + "s"
    return f"{n} {noun if n == 1 else plural}"


def first(items: list[str], n: int) -> list[str]:
    """At most n of them, and how many more there are."""
    return items if len(items) <= n else [*items[: n - 1], f"and {len(items) - n + 1} more"]

"""check: what a model is, before it runs. Mobility, redundant and contradictory rows by joint and direction, loops, motions
without inertia, gaps, implausible numbers, and freer joints that would remove the redundancy."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np

from jourdain.analyses.closer import Closer
from jourdain.analyses.layout import layout
from jourdain.analyses.locked import Frames, Locked, locked_groups
from jourdain.analyses.loosen import LARGEST, Suggestion, loosened, suggest
from jourdain.analyses.plausible import implausible
from jourdain.analyses.start import MISFIT, open_rows
from jourdain.compiler import compile
from jourdain.dependence import Dependence, dependence, massless_motions, misfit, removable
from jourdain.errors import ModelError
from jourdain.functions import pending_exception
from jourdain.model import Model
from jourdain.system import System, settle
from jourdain.tables import POSITION
from jourdain.viewer.section import Section, Table

STEPS = (0.03, 0.01, 0.003)  # how far to move for a second look [rad, lengths of the model]
NOTICED = 1e-6  # changes below this fraction are rounding of the input


@dataclass(frozen=True)
class Check:
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
        counts = [_count(self.bodies, "body"), _count(self.joints, "joint")]
        counts += [_count(self.drives, "drive")] if self.drives else []
        lines = [f"{self.name}: {', '.join(counts)}, {_count(self.rows, 'row')}"]
        nv = self.mobility + self.rank
        lines.append(f"mobility {self.mobility}: {nv} velocities less {self.rank} independent rows{self._counting()}")
        if self.rate_rows:
            lines.append(
                f"  {_free(self.position_mobility, self.mobility)}; {_count(self.rate_rows, 'row')} of rates only"
            )
        if self.singular:
            lines.append(f"  a small way off: mobility {self.nearby_mobility}, {self.nearby_rank} independent rows")
        if self.loops:
            shown = "; ".join(" - ".join(_first(list(loop), 8)) for loop in self.loops[:3])
            lines.append(f"loops: {len(self.loops)}: {shown}" + ("; .." if len(self.loops) > 3 else ""))
        lines += self._redundancy()
        for word, sentences in (("ERROR", self.errors), ("warning", self.warnings), ("note", self.notes)):
            lines += [f"{word}: {sentence}" for sentence in _first(sentences, 5)]
        lines.append("no errors" if self.ok else _count(len(self.errors), "error"))
        return "\n".join(lines)

    def section(self) -> Section:
        """As the report page shows it: all sentences, and everything that the text above leaves out for its length."""
        words = [("ERROR", self.errors), ("warning", self.warnings), ("note", self.notes)]
        sentences = [f"{word}: {sentence}" for word, found in words for sentence in found]
        verdict = "no errors" if self.ok else _count(len(self.errors), "error")
        return Section("Check", "\n".join([f"{self.name}: {verdict}", *sentences]), self._tables())

    def _tables(self) -> tuple[Table, ...]:
        """Counts, and lists of what was found, without those that are empty."""
        freer = [(one.joint, one.old, _along(one), one.removes) for one in self.suggestions]
        locked = [(joint, ", ".join(parts)) for group in self.locked for joint, parts in group.joints.items()]
        moved = [(name, *way) for name, way in self.moved.items()]
        lists: list[tuple[str, tuple[str, ...], list[Any]]] = [
            ("redundant rows: the motion is the same without these", ("row",), [(name,) for name in self.removable]),
            ("reactions that are not unique: forces can be locked in", ("joint", "components"), locked),
            ("freer joints that remove redundancy", ("joint", "kind", "freer kind", "rows removed"), freer),
            ("loops", ("joints",), [(" - ".join(loop),) for loop in self.loops]),
            ("gaps: rows open in the drawing", ("row", "open by [m or -]"), list(self.gaps.items())),
            ("rows that cannot be closed", ("row", "left open [m or -]"), list(self.left_open.items())),
            ("bodies moved to close the joints", ("body", "way [m]", "angle [rad]"), moved),
        ]
        return (self._counts(), *(Table(head, tuple(rows), caption) for caption, head, rows in lists if rows))

    def _counts(self) -> Table:
        here, nearby = (self.rank, self.mobility), (self.nearby_rank, self.nearby_mobility)
        head = ("bodies", "joints", "drives", "loops", "rows", "independent rows", "mobility", "mobility by counting")
        counts = (self.bodies, self.joints, self.drives, len(self.loops), self.rows)
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
        lines = [f"redundant: {_count(n, 'row')}; the motion is the same without"]
        lines.append("  " + ", ".join(_first(self.removable, 6)))
        reactions = [f"{joint}: {', '.join(parts)}" for group in self.locked for joint, parts in group.joints.items()]
        lines.append("not unique in the reactions (forces can be locked in):")
        lines += ["  " + line for line in _first(reactions, 6)]
        if self.suggestions:
            removed = sum(one.removes for one in self.suggestions)
            lines.append(f"freer joints that remove {'it' if removed == n else f'{removed} of the {n}'}:")
            lines.append("  " + ", ".join(_first([str(one) for one in self.suggestions], 6)))
        return lines


def _free(positions: int, velocities: int) -> str:
    return (
        f"{_count(positions, 'coordinate')} free, {velocities} {'velocity' if velocities == 1 else 'velocities'} free"
    )


def _position_mobility(closer: Closer, found: Dependence) -> int:
    """Coordinates less the independent rows of position level at the positions last evaluated."""
    held = closer.system.tables["rows"]["level"] == POSITION
    return found.mobility if held.all() else dependence(closer.system, closer.s, used=held).mobility


def _along(one: Suggestion) -> str:
    """ "cylindrical along x"."""
    return str(one).rpartition(" -> ")[2]


def _count(n: int, noun: str) -> str:
    plural = "bodies" if noun == "body" else noun + "s"
    return f"{n} {noun if n == 1 else plural}"


def _first(items: list[str], n: int) -> list[str]:
    """At most n of them, and how many more there are."""
    return items if len(items) <= n else [*items[: n - 1], f"and {len(items) - n + 1} more"]


def check(model: Model, *, t: float = 0.0) -> Check:
    """Examine a model at its start at time t [s]. Raises ModelError only for what cannot be compiled or evaluated at all."""
    system = compile(model) if t == 0.0 else settle(compile(model), t)
    closer = Closer(system, t)
    gaps = _sorted(open_rows(system, _evaluated(closer, system.q0)))
    q = closer.close(system.q0) if gaps else system.q0
    left_open = _sorted(open_rows(system, closer.s))
    contradictory = max(map(abs, left_open.values()), default=0.0) > MISFIT * max(1.0, system.length)
    if contradictory:  # ranks at a least-squares position would be those of a strained machine
        q = system.q0
        closer.at(q)
    found = dependence(system, closer.s)
    number_massless, massless = massless_motions(system, closer.s, found)
    moved = {} if contradictory else _ways(system, system.q0, q)
    errors, notes = _velocities(closer, q, found) if not contradictory else ([], [])
    nearby, general, frames = _nearby(model, closer, q, found)
    locked = locked_groups(system, frames, general)
    chart = layout(model)
    result = Check(
        name=model.name,
        bodies=len(model.bodies),
        joints=sum(joint.active and joint.kind != "drive" for joint in model.joints.values()),
        drives=sum(joint.kind == "drive" for joint in model.joints.values()),
        rows=system.n_rows,
        rank=found.rank,
        redundant=found.redundant,
        mobility=found.mobility,
        position_mobility=_position_mobility(closer, found),
        rate_rows=system.kind.a,
        count_mobility=system.kind.v - system.n_rows,
        nearby_rank=general.rank,
        nearby_mobility=general.mobility,
        removable=[system.row_names[r] for r in removable(general)],
        locked=locked,
        suggestions=[one for group in locked for one in suggest(model, frames, group)],
        loops=chart.loops,
        mechanisms=len(chart.parts),
        floating=[name for part in chart.floating for name in part],
        massless=massless,
        gaps=gaps,
        left_open=left_open,
        moved=moved,
    )
    result.errors.extend(
        [*_contradictions(result, contradictory), *errors, *_inertia_errors(massless, number_massless)]
    )
    result.warnings.extend([*nearby, *_fit(result, contradictory, system.length), *implausible(model)])
    result.notes.extend([*notes, *_notes(model, result)])
    return result


def _evaluated(closer: Closer, q: np.ndarray) -> Any:
    """The context at the drawn positions; errors of user functions are raised here."""
    pending_exception()
    s = closer.at(q, closer.system.v0)
    problem = pending_exception()
    if problem is not None:
        raise problem
    bad = [name for name, g in zip(closer.system.row_names, s.g, strict=True) if not np.isfinite(g)]
    if bad:
        raise ModelError(
            f"model {closer.system.name!r}: {bad[0]} is not a finite number at t = {closer.t:g} s; check the text or "
            "function of that row (division by zero, root or logarithm of a negative number)."
        )
    return s


def _sorted(gaps: dict[str, float]) -> dict[str, float]:
    """Largest first, without what is only the rounding of the largest."""
    worst = max(map(abs, gaps.values()), default=0.0)
    kept = [(name, gap) for name, gap in gaps.items() if abs(gap) > NOTICED * worst]
    return dict(sorted(kept, key=lambda item: -abs(item[1])))


def _ways(system: System, q0: np.ndarray, q: np.ndarray) -> dict[str, tuple[float, float]]:
    """How far each body is from q0, [m] and [rad], without those that stayed."""
    old, new = (x.reshape(len(system.bodies), -1) for x in (q0, q))
    n = 2 if system.planar else 3
    way = np.linalg.norm(new[:, :n] - old[:, :n], axis=1)
    if system.planar:
        angle = np.abs(new[:, 2] - old[:, 2])
    else:  # |q1 - q2| is the chord of half the angle; q and -q are the same rotation
        chord = np.minimum(
            np.linalg.norm(new[:, n:] - old[:, n:], axis=1), np.linalg.norm(new[:, n:] + old[:, n:], axis=1)
        )
        angle = 4.0 * np.arcsin(np.minimum(1.0, 0.5 * chord))
    moves = (way > 1e-12 * system.length) | (angle > 1e-12)
    return {name: (float(way[b]), float(angle[b])) for b, name in enumerate(system.bodies) if moves[b]}


# --------------------------------------------------------------------------- velocities and accelerations


def _velocities(closer: Closer, q: np.ndarray, found: Dependence) -> tuple[list[str], list[str]]:
    """Errors: rates and accelerations that contradict each other. Notes: start velocities that do not fit."""
    system, errors = closer.system, []
    v = system.v0.copy()
    opened = closer.at(q, v).rate.copy()
    for _ in range(2):
        rate = closer.at(q, v).rate
        contradiction = misfit(found, rate)
        v -= closer.least_change(rate - contradiction)
    s, G = closer.at(q, v), closer.rows()
    speed, accelerated = closer.size(v), np.abs(s.gamma).max(initial=0.0)
    rough = max(NOTICED, found.tolerance)
    noticed = rough * (abs(G) @ np.abs(v) + np.abs(s.rate - G @ v)).max(initial=0.0)
    if open_rates := _open(system, contradiction, noticed):
        errors.append(
            f"speeds contradict each other: {_list_gaps(open_rates)}; look at the drives and rows of rates among these."
        )
    elif open_accelerations := _open(system, misfit(found, s.gamma), rough * (accelerated + system.length * speed**2)):
        errors.append(
            f"accelerations contradict each other: {_list_gaps(open_accelerations)}; look at the drives among these, or, "
            "at a singular position, start from rest or with speeds of one branch."
        )
    if not system.v0.any() or closer.size(v - system.v0) <= rough * max(speed, closer.size(system.v0)):
        return errors, []
    which = _list_gaps(_open(system, opened, noticed))
    return errors, [
        f"start velocities do not fit the joints and drives; a run changes them as little as it can ({which})."
    ]


def _open(system: System, values: np.ndarray, least: float) -> dict[str, float]:
    """Rows with more than that left, largest first."""
    return _sorted({name: float(x) for name, x in zip(system.row_names, values, strict=True) if abs(x) > least})


def _list_gaps(gaps: dict[str, float]) -> str:
    return ", ".join(_first([f"{name} by {abs(gap):.3g}" for name, gap in gaps.items()], 5))


# --------------------------------------------------------------------------- a second look in general position


def _nearby(model: Model, closer: Closer, q: np.ndarray, found: Dependence) -> tuple[list[str], Dependence, Frames]:
    """Is the rank only here what it is? Move along a random free motion, drives let go, and look again.

    Returns warnings, the dependence in general position, and the frames there. A full rank can only stay.
    """
    system = closer.system
    here = Frames(system, q, closer.at(q))
    if not found.redundant:
        return [], found, here
    drives = [name for name, joint in model.joints.items() if joint.kind == "drive"]
    left_out = np.isin(np.arange(system.n_rows), np.concatenate([np.zeros(0), *(system.joint_rows[n] for n in drives)]))
    free = Closer(system, closer.t, left_out)
    best, farthest = q, 0.0
    for seed in range(3):  # at a singular position a motion may lie across all branches
        other, share = _excursion(free, q, seed)
        if share > farthest:
            best, farthest = other, share
        if farthest > 0.3:
            break
    if farthest == 0.0:
        return [], found, here
    if farthest < 1e-3:
        return ["the machine is shaky: it has a motion to first order, but moves no further."], found, here
    general = dependence(system, free.at(best))
    if general.rank <= found.rank:
        return [], found, here
    return [_singular(found, general)], general, Frames(system, best, free.s)


def _excursion(free: Closer, q: np.ndarray, seed: int) -> tuple[np.ndarray, float]:
    """Closed positions a step along a random free motion, and how much of that step it went; 0 if nothing is free."""
    system = free.system
    gap = float(np.abs(free.at(q).g[free.used]).max(initial=0.0))
    motion = np.random.default_rng(seed).normal(size=system.kind.v)
    whole, G = free.size(motion), free.rows()
    for _ in range(3):
        motion -= free.least_change(G @ motion)
    if free.size(motion) < 1e-3 * whole:
        return q, 0.0
    for step in STEPS:
        other = free.close(free.moved(q, motion * (step / free.size(motion))))
        if np.abs(free.s.g[free.used]).max(initial=0.0) <= 2.0 * gap + 1e-9 * system.length:
            ways = _ways(system, q, other).values()
            return other, max((max(way / system.length, angle) for way, angle in ways), default=0.0) / step
    return q, 0.0


def _singular(here: Dependence, general: Dependence) -> str:
    return (
        f"the start is a singular position: {_count(here.redundant, 'row')} dependent here, {general.redundant} a small way "
        f"off; mobility {here.mobility} here, {general.mobility} there. The motion may branch; "
        "start a little further on to be sure of the branch."
    )


# --------------------------------------------------------------------------- sentences


def _contradictions(result: Check, contradictory: bool) -> list[str]:
    if not contradictory:
        return []
    return [
        f"rows contradict each other and cannot be closed: {_list_gaps(result.left_open)} (least squares). Check lengths, "
        "places and axes of these joints, and drives that ask for different values."
    ]


def _inertia_errors(names: list[str], number: int) -> list[str]:
    sentences = [f"{name} has no inertia and nothing holds it; give a mass or inertia, or hold it." for name in names]
    return sentences + ([f"{number - len(names)} more motions without inertia."] if number > len(names) else [])


def _fit(result: Check, contradictory: bool, length: float) -> list[str]:
    """Gaps of the drawing."""
    sentences = []
    if result.left_open and not contradictory:
        sentences.append(
            f"redundant joints do not quite fit: {_list_gaps(result.left_open)} stay open; "
            f"up to {MISFIT:g} of the model's length is taken as play."
        )
    if result.gaps and result.moved:
        body = max(result.moved, key=lambda name: max(result.moved[name][0] / length, result.moved[name][1]))
        way, angle = result.moved[body]
        sentences.append(
            f"joints are open in the drawing: {_list_gaps(result.gaps)}. Closing them moves {body!r} "
            f"by {way:.3g} m and {angle:.3g} rad" + (", others less." if len(result.moved) > 1 else ".")
        )
    return sentences


def _notes(model: Model, result: Check) -> list[str]:
    notes = []
    if result.mechanisms > 1:
        notes.append(f"{result.mechanisms} parts share no joint and move independently of each other.")
    if result.floating:
        names = ", ".join(_first([repr(name) for name in result.floating], 5))
        notes.append(f"no joint ties to the ground: {names}.")
    resting = [name for name, joint in model.joints.items() if not joint.active]
    if resting:
        notes.append(f"not in force at the start: {', '.join(_first(resting, 5))}.")
    if result.mobility == 0 and not result.errors:
        notes.append(
            "drives determine the whole motion." if result.drives else "nothing can move: this is a structure."
        )
    if any(group.count > LARGEST for group in result.locked):
        notes.append(f"no freer joints were looked for where more than {LARGEST} dependencies hang together.")
    return notes

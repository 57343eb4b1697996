"""Which stops of limited joints are in force: those that press. Found anew at the start of a run and after every event.

    x = end, xdot = 0:   lam >= 0 at a lower end (<= 0 at an upper one),  xddot away from the end or zero,  not both

The rows of stops are put in force and taken away one set after the other until all of this holds. What pulls in a blow takes
no part in it. Theory: docs/limits.md.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

import numpy as np

from jourdain.errors import AssemblyError, ModelError
from jourdain.model.elements import Joint
from jourdain.model.events import Action, Engage, Release
from jourdain.model.limits import (
    ANGLES,
    DIALS,
    STOP,
    Limits,
    coordinate_label,
    coordinate_value,
    hold_at_limit,
    measured,
    with_stops,
)
from jourdain.model.measures import Measure
from jourdain.model.model import Model
from jourdain.result.result import Result
from jourdain.run.actions import PlannedAction, Snapshot
from jourdain.run.start import Start, consistent_start
from jourdain.run.systems import RunSystems
from jourdain.system.compile import compile
from jourdain.system.system import System, evaluate, settle

AT_END = 1e-9  # as near to its end [rad, m; times the end beyond one], a coordinate is at it
ASSEMBLED = 1e-4  # drawn beyond its end by up to this much, it is put back
STANDING = 1e-9  # of the speeds: a coordinate that is slower stands
PRESSING = 1e-10  # of the accelerations, or of the forces: less neither presses nor pulls


@dataclass(frozen=True)
class Stop:
    """A limited coordinate with the joint that holds it at its end. label: what the coordinate is called.

    limits: of its measure; own: of the coordinate, which may be an angle whose sine or cosine is measured.
    """

    name: str
    joint: str
    label: str
    coordinate: str
    measure: Measure
    limits: Limits
    own: Limits

    @property
    def unit(self) -> str:
        """Of the coordinate."""
        return "rad" if self.coordinate in ANGLES else self.measure.unit

    def value(self, x: float) -> float:
        """The coordinate where its measure is x."""
        return coordinate_value(self.coordinate, x)

    def end(self, side: int) -> tuple[str, float]:
        """Which end of the coordinate -1 or 1 of the measure is, and where."""
        upper = (side > 0) == (self.coordinate not in DIALS or DIALS[self.coordinate].rising)
        return ("upper", self.own.upper) if upper else ("lower", self.own.lower)

    def side(self, x: float) -> int:
        """-1 at the lower end, 1 at the upper one, 0 between."""
        for side, end in ((-1, self.limits.lower), (1, self.limits.upper)):
            if abs(x - end) <= AT_END * max(1.0, abs(end)):
                return side
        return 0

    def nearer(self, x: float) -> int:
        """Which end it is nearer to, -1 or 1."""
        return -1 if x - self.limits.lower < self.limits.upper - x else 1


def stops_of(model: Model) -> list[Stop]:
    """All rigid stops of a model that has been given its parts."""
    return [_stop(model, joint) for joint in model.joints.values() if joint.kind == STOP and joint.part_of]


def _stop(model: Model, joint: Joint) -> Stop:
    limited, coordinate = model.joints[joint.part_of], joint.options["coordinate"]
    label = coordinate_label(limited, coordinate)
    own = limited.limits[coordinate]
    measure = joint.rows[0].terms[0][1]
    return Stop(joint.name, limited.name, label, coordinate, measure, measured(coordinate, own), own)


# -- the start -----------------------------------------------------------------------------------------------------


def started_at_stops(system: System, t: float, open_joints: bool = False) -> System:
    """The system with the stops in force that hold its start; it is itself where there are none.

    What is drawn a little beyond its end is put there, as joints are closed. ModelError for what is farther beyond.
    """
    stops = [stop for stop in stops_of(system.model) if system.model.joints[stop.joint].active]
    if not stops or _well_within(system, stops, t):
        return system
    start = consistent_start(system, t, open_joints=open_joints)
    x, rates = _values(system, stops, t, start.q, start.v, start.w, start.ref)
    beyond = [float(stop.limits.beyond(value)) for stop, value in zip(stops, x, strict=True)]
    if said := _beyond(stops, x):
        raise ModelError(f"model {system.name!r} {said}")
    if max(map(abs, beyond)) > AT_END:
        system = replace(system, q0=_put_back(system, stops, x, beyond, t, open_joints))
        return started_at_stops(system, t, open_joints)
    fastest = max(1.0, float(np.abs(start.v).max(initial=0.0)))
    sides = {s.name: s.side(v) for s, v in zip(stops, x, strict=True) if s.side(v)}
    standing = [s.name for s, rate in zip(stops, rates, strict=True) if abs(rate) <= STANDING * fastest]
    sides = {name: side for name, side in sides.items() if name in standing}
    if not sides:
        return system

    def solved(held: frozenset[str]) -> tuple[System, Start]:
        chosen = system
        if held:
            model = system.model.copy()
            for name in held:
                hold_at_limit(model, name, True)
            chosen = replace(compile(model), q0=start.q, v0=system.v0, w0=system.w0)
        return chosen, consistent_start(chosen, t, open_joints=open_joints)

    def look(held: frozenset[str]) -> tuple[dict[str, float], dict[str, float], Start]:
        chosen, found = solved(held)
        forces = {name: float(found.lam[chosen.joint_rows[name][0]]) for name in held}
        onward = _accelerations(system, stops, t, found)
        return forces, onward, found

    return solved(_complementary(sides, frozenset(), look))[0]


def _well_within(system: System, stops: list[Stop], t: float) -> bool:
    """Does a drawing that fits stand away from all ends, as most do? Then nothing is to be found."""
    if any(system.model.joints[stop.name].active for stop in stops):
        return False
    s = system.context()
    settled = settle(system, t)
    evaluate(system.kind, s, t, settled.q0, settled.v0, w=settled.w0, ref=settled.ref0, matrix=False)
    x = s.x[[system.measures[stop.measure] for stop in stops]]
    open_by = float(np.abs(s.g).max(initial=0.0))
    apart = [min(value - stop.limits.lower, stop.limits.upper - value) for stop, value in zip(stops, x, strict=True)]
    return bool(open_by <= ASSEMBLED and min(apart) > 100.0 * ASSEMBLED)


def starts_beyond(system: System, t: float, q: np.ndarray) -> str:
    """What to say of positions (nq,) outside limits; nothing where all are within."""
    stops = stops_of(system.model)
    if not stops:
        return ""
    return _beyond(stops, _values(system, stops, t, q, system.v0, system.w0, system.ref0)[0])


def _beyond(stops: list[Stop], x: np.ndarray) -> str:
    """Which coordinates are outside their limits, by name."""
    said = []
    for stop, value in zip(stops, map(Stop.value, stops, x.tolist()), strict=True):
        way = stop.own.beyond(value)
        if abs(way) > ASSEMBLED * max(1.0, abs(value)):
            end, most = ("lower", stop.own.lower) if way < 0.0 else ("upper", stop.own.upper)
            said.append(f"{stop.label} = {value:.6g} {stop.unit}, {abs(way):.3g} beyond its {end} limit {most:.6g}")
    if not said:
        return ""
    return (
        f"starts beyond the limits of its joints: {'; '.join(said[:6])}"
        f"{f' and {len(said) - 6} more' if len(said) > 6 else ''}. Draw it within them (model.pose(..) moves joints), or give "
        "other limits."
    )


def _put_back(
    system: System, stops: list[Stop], x: np.ndarray, beyond: list[float], t: float, open_joints: bool
) -> np.ndarray:
    """Positions (nq,) with what is a little beyond its end at its end."""
    model = system.model.copy()
    for stop, value, way in zip(stops, x, beyond, strict=True):
        if abs(way) > AT_END:
            hold_at_limit(model, stop.name, True, float(value - way))
    moved = replace(compile(model), q0=system.q0)
    try:
        return consistent_start(moved, t, open_joints=open_joints).q
    except AssemblyError as problem:
        raise AssemblyError(f"{problem} (A joint that is drawn beyond its limit could not be put back.)", {}) from None


# -- after events --------------------------------------------------------------------------------------------------


def changes_of_stops(
    systems: RunSystems, stops: list[Stop], now: Snapshot, start: Start, full: Callable[[], RunSystems]
) -> list[PlannedAction]:
    """What is to be engaged and released so that each stop in force presses and none is missing; start: with those of now.

    full: the systems with the rows of all stops, which are not compiled before one of them is needed.
    """
    system = systems.whole
    acting = [stop for stop in stops if stop.joint not in systems.locked and _in_force(systems, stop.joint)]
    engaged = frozenset(stop.name for stop in stops if stop.name in systems.engaged)
    gone = engaged - {stop.name for stop in acting}
    x, rates = _values(system, stops, now.t, start.q, start.v, start.w, start.ref)
    fastest = max(1.0, float(np.abs(start.v).max(initial=0.0)))
    sides: dict[str, int] = {}
    for stop, value, rate in zip(stops, x, rates, strict=True):
        if stop in acting and (stop.name in engaged or (stop.side(value) and abs(rate) <= STANDING * fastest)):
            sides[stop.name] = stop.side(value) or stop.nearer(value)
    if not sides and not gone:
        return []

    def look(held: frozenset[str]) -> tuple[dict[str, float], dict[str, float], Start]:
        found = start if held == engaged else _with(full(), held, engaged, systems, now)
        forces = {name: float(found.lam[found.system.joint_rows[name][0]]) for name in held}
        return forces, _accelerations(found.system, stops, now.t, found), found

    held = _complementary(sides, engaged - gone, look)
    return [_planned(systems.base, name, name in held) for name in sorted(held ^ engaged)]


def _with(full: RunSystems, held: frozenset[str], engaged: frozenset[str], old: RunSystems, now: Snapshot) -> Start:
    """The start with other stops in force; what is in force stays as it was. now: as the old systems count turns."""
    if full is not old:
        now = replace(now, ref=full.outer.turns_of(old.outer, now.ref))
    full.switch([*map(Release, engaged - held), *map(Engage, held - engaged)], now)
    try:
        return full.restart(now, False)
    finally:
        full.switch([*map(Release, held - engaged), *map(Engage, engaged - held)], now)


def _in_force(systems: RunSystems, joint: str) -> bool:
    return joint in systems.engaged if joint in systems.event_rows.switchable else systems.base.joints[joint].active


def _planned(model: Model, stop: str, engage: bool) -> PlannedAction:
    """An action on a stop, with an event that belongs to it."""
    action: Action = Engage(stop) if engage else Release(stop)
    events = [event for event in model.events.values() if event.part_of == model.joints[stop].part_of]
    return PlannedAction(action, events[-1])


def pulling_in_blow(impulses: dict[str, float], sides: dict[str, int]) -> list[str]:
    """Stops in force that would pull in a blow: they let go instead. impulses: of rows, by their names."""
    found = {name: impulses.get(f"{name}: {STOP}", 0.0) for name in sides}
    largest = max(map(abs, impulses.values()), default=0.0)
    return [name for name, side in sides.items() if side * found[name] > PRESSING * largest]


def same_motion(before: np.ndarray, after: np.ndarray) -> bool:
    """Are velocities (nv,) as they were, but for rounding? So it is where a coordinate leaves its end without speed."""
    fastest = max(1.0, float(np.abs(before).max(initial=0.0)))
    return bool(np.abs(after - before).max(initial=0.0) <= STANDING * fastest)


def sides_in_force(systems: RunSystems, stops: Iterable[Stop], now: Snapshot) -> dict[str, int]:
    """At which end the stops are that are in force."""
    held = [stop for stop in stops if stop.name in systems.engaged]
    if not held:
        return {}
    x, _ = _values(systems.whole, held, now.t, now.q, now.v, now.w, now.ref)
    return {stop.name: stop.nearer(value) for stop, value in zip(held, x, strict=True)}


# -- complementarity -----------------------------------------------------------------------------------------------


def _complementary(sides: dict[str, int], held: frozenset[str], look) -> frozenset[str]:  # type: ignore[no-untyped-def]
    """The stops that are to be in force of those at their ends; look(held) gives their forces, and accelerations of all.

    All that is wrong changes at once; if that does not come to an end, the first one only (Murty's rule, which does).
    """
    for attempt in range(50 + 4 * len(sides)):
        forces, onward, start = look(held)
        hardest = max(map(abs, start.lam.tolist()), default=0.0)
        fastest = max(1.0, float(np.abs(start.a).max(initial=0.0)))
        wrong = [name for name in held if sides[name] * forces[name] > PRESSING * hardest]
        wrong += [name for name in sides if name not in held and sides[name] * onward[name] > PRESSING * fastest]
        if not wrong:
            return held
        held = held ^ frozenset(wrong if attempt < 8 else sorted(wrong)[:1])
    return held


def _values(
    system: System, stops: list[Stop], t: float, q: np.ndarray, v: np.ndarray, w: np.ndarray, ref: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """Coordinates of stops and their rates."""
    s = system.context()
    evaluate(system.kind, s, t, q, v, w=w, ref=ref, matrix=False)
    columns = [system.measures[stop.measure] for stop in stops]
    return s.x[columns].copy(), s.xd[columns].copy()


def coordinates_of(
    system: System, stops: list[Stop], t: float, q: np.ndarray, v: np.ndarray, w: np.ndarray, ref: np.ndarray
) -> np.ndarray:
    """Coordinates of stops (n,) [rad, m] in a state."""
    return _values(system, stops, t, q, v, w, ref)[0]


def passed_limits(result: Result) -> list[str]:
    """Which coordinates go beyond their limits in a motion that was not held by them, how far and when first."""
    said = []
    for stop in stops_of(with_stops(result.model)):
        if stop.measure not in result.system.measures:
            continue
        worst, first = 0.0, 0.0
        for piece in result.pieces:
            for i, t in enumerate(piece.t):
                state = (float(t), piece.q[i], piece.v[i], piece.w[i], piece.ref[i])
                way = stop.own.beyond(stop.value(float(coordinates_of(result.system, [stop], *state)[0])))
                if abs(way) > AT_END and not worst:
                    first = float(t)
                worst = max(worst, abs(way)) if abs(way) > AT_END else worst
        if worst:
            said.append(
                f"{stop.label} goes beyond its limits by up to {worst:.3g} {stop.unit}, first at t = {first:.6g} s"
            )
    return said


def _accelerations(system: System, stops: list[Stop], t: float, start: Start) -> dict[str, float]:
    """Second derivatives of the coordinates of stops."""
    s = system.context()
    evaluate(system.kind, s, t, start.q, start.v, w=start.w, ref=start.ref, matrix=False)
    found = {}
    for stop in stops:
        i = system.measures[stop.measure]
        first, count = int(s.measures["block"][i]), int(s.measures["n_blocks"][i])
        blocks = enumerate(s.block_body[first : first + count])
        found[stop.name] = float(
            s.xb[i] + sum(s.J[first + k] @ start.a[system.layout.columns(int(b))] for k, b in blocks)
        )
    return found

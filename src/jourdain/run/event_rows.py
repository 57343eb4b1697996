"""The rows that events may ask for, as joints of a model that is compiled once: what they engage, lock and strike."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from jourdain.errors import ModelError
from jourdain.model.elements import Joint, Marker, Multiplier, Row
from jourdain.model.events import Action, Engage, Impact, Lock, Release, Switch, Unlock
from jourdain.model.limits import STOP
from jourdain.model.model import Model
from jourdain.model.rotations import Rotation
from jourdain.run.actions import STRUCTURAL, PlannedAction, locked_rows
from jourdain.system.compile import compile
from jourdain.system.shared import SHARED
from jourdain.system.system import System


@dataclass(frozen=True)
class EventRows:
    """A model whose joints are all in force that events may put in force; most of them begin dormant.

    switchable: joints that can be dormant. locks: joint -> the joint that holds it while it is locked. blows: (event, action)
    -> the joint whose row is struck.
    """

    model: Model
    switchable: frozenset[str] = frozenset()
    locks: dict[str, str] = field(default_factory=dict)
    blows: dict[tuple[str, Action], str] = field(default_factory=dict)

    def compile(self, coordinates: str = "cartesian", splits: tuple[str, ...] = ()) -> System:
        """All these rows as one System, at first all of them in force."""
        share = coordinates == SHARED
        coordinates = "natural" if share else coordinates
        system = compile(self.model, coordinates=coordinates, splits=splits, switchable=self.switchable, share=share)
        if any(switch.damping for switch in _switches(self.model)):  # forces may come to depend on rates
            system = replace(system, kind=system.kind._replace(rates=2))
        return system

    @property
    def needed(self) -> bool:
        """Is there anything in it that the model itself does not have?"""
        return bool(self.switchable) or any(True for _ in _switches(self.model))


def possible_actions(model: Model) -> Iterator[PlannedAction]:
    """All that the events of a model may ever do, what impacts settle for included."""
    for event in model.events.values():
        waiting = list(event.actions)
        while waiting:
            action = waiting.pop(0)
            yield PlannedAction(action, event)
            if isinstance(action, Impact) and action.settle is not None:
                waiting.append(action.settle)


def may_spare(model: Model) -> bool:
    """May redundant rows be left to others, see run/redundancy.py? Not where events change rows or read multipliers."""
    inputs = (item for event in model.events.values() for item in event.inputs.values())
    structural = any(isinstance(one.action, STRUCTURAL) for one in possible_actions(model))
    return not structural and not any(isinstance(item, Multiplier) for item in inputs)


def _switches(model: Model) -> Iterator[Switch]:
    """Switches of numbers only."""
    actions = (one.action for one in possible_actions(model))
    return (a for a in actions if isinstance(a, Switch) and a.law is None and a.motion is None)


def joints_of_events(model: Model, stops: bool = True) -> EventRows:
    """The model with every joint in force that an event may engage, and another one beside each that may be locked.

    stops: also those that hold limited coordinates at their ends.
    """
    if not model.events:
        return EventRows(model)
    actions = [one.action for one in possible_actions(model)]
    engaged = {a.joint for a in actions if isinstance(a, (Engage, Release, Lock, Unlock))}
    engaged -= set() if stops else {name for name in engaged if model.joints[name].kind == STOP}
    locked = {a.joint for a in actions if isinstance(a, (Lock, Unlock))} - _not_lockable(model, actions)
    switchable = {name for name in engaged if name in locked or not _is_locked(name, actions)}
    new = model.copy()
    locks: dict[str, str] = {}
    for number, name in enumerate(model.joints):
        if name in switchable:
            new.joints[name] = replace(model.joints[name], active=True)
        if name in locked:
            locks[name] = _free_name(f"{name} (locked)", new.joints)
            new.joints[locks[name]] = _lock_joint(locks[name], model.joints[name], number)
    for switch in _switches(model):  # zeros are not seen by the pattern of the Newton matrix
        force = new.forces[switch.element]
        new.forces[switch.element] = replace(force, stiffness=force.stiffness or 1.0, damping=force.damping or 1.0)
    rows = EventRows(new, frozenset(switchable | set(locks.values())), locks)
    return rows if rows.needed else EventRows(model)


def _is_locked(name: str, actions: list[Action]) -> bool:
    return any(isinstance(a, (Lock, Unlock)) and a.joint == name for a in actions)


def _not_lockable(model: Model, actions: list[Action]) -> set[str]:
    """Joints whose lock is compiled when it happens: a text reads their multipliers, or their motion is switched, too."""
    tables: tuple[Any, ...] = (model.forces, model.loads, model.states, model.events)
    inputs = (item for table in tables for element in table.values() for item in element.inputs.values())
    return {item.joint for item in inputs if isinstance(item, Multiplier)} | {
        a.element for a in actions if isinstance(a, Switch) and a.motion is not None
    }


def _free_name(name: str, taken: Collection[str]) -> str:
    while name in taken:
        name += "'"
    return name


def _lock_joint(name: str, joint: Joint, number: int) -> Joint:
    b = None if joint.a is None or joint.b is None else _anywhere(joint.b, number)
    return Joint(name, "lock", locked_rows(joint, b))


def _anywhere(marker: Marker, number: int) -> Marker:
    """A marker at a place that no other has, so that its ports are its own: they are moved when the joint is locked."""
    numbers = np.random.default_rng(number).uniform(0.2, 0.8, 7)
    if marker.planar:
        return replace(marker, at=(float(numbers[0]), float(numbers[1]), 0.0), angle=float(numbers[2]))
    turned = Rotation(*(float(c) for c in numbers[3:] / np.linalg.norm(numbers[3:])))
    x, y, z = (float(c) for c in numbers[:3])
    return replace(marker, at=(x, y, z), rotation=turned)


def with_blows(rows: EventRows) -> EventRows:
    """The same with the measures along which events strike."""
    new = rows.model.copy()
    blows: dict[tuple[str, Action], str] = {}
    for one in possible_actions(rows.model):
        if one.struck_measure is None:
            continue
        name = _free_name(f"{one.event.name} (struck)", new.joints)
        new.joints[name] = Joint(name, "blow", (Row("blow", ((1.0, one.struck_measure),), None),))
        blows[one.event.name, one.action] = name
    return replace(rows, model=new, switchable=rows.switchable | set(blows.values()), blows=blows)


def strikes(model: Model, own: bool = False) -> bool:
    """Does any event strike along a measure? own: one of the user's, not of limits."""
    every = (one for one in possible_actions(model) if not (own and one.event.part_of))
    return any(one.struck_measure is not None for one in every)


def compiled(
    rows: EventRows, coordinates: str, cache: dict[Any, System], key: Any, splits: tuple[str, ...] = ()
) -> System:
    """The System of these rows, from the cache if it is there."""
    if key not in cache:
        cache[key] = rows.compile(coordinates, splits)
    return cache[key]


def try_joints_of_events(model: Model, cache: dict[Any, System], key: Any, stops: bool = True) -> EventRows:
    """joints_of_events, or the model alone where these joints cannot be compiled beforehand (the event will say why)."""
    rows = joints_of_events(model, stops)
    try:
        if rows.needed:
            compiled(rows, "cartesian", cache, (key, "cartesian"))
        return rows
    except ModelError:
        return EventRows(model)

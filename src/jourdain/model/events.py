"""Events: a measure (or a text of measures) that crosses a value, and what happens then. Plain data, no numerics."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from numbers import Real
from typing import Any, ClassVar

from jourdain.errors import ModelError, shown
from jourdain.functions.tables import Table
from jourdain.model.elements import Input, Marker, Value
from jourdain.model.measures import Measure
from jourdain.model.parsing import number, several

RISING, FALLING, BOTH = "rising", "falling", "both"
DIRECTIONS = {RISING: 1, FALLING: -1, BOTH: 0}


@dataclass(frozen=True)
class Action:
    """What an event does besides being recorded. table: of the model, in which the name is that it begins with."""

    table: ClassVar[str] = ""

    def __post_init__(self) -> None:
        for one in fields(self):
            value, where = getattr(self, one.name), f"{type(self).__name__}: {one.name}"
            if one.type == "str" and not isinstance(value, str):
                raise ModelError(f"{where} = {shown(value)}; give a name.")
            if one.type == "float" or (one.type == "float | None" and value is not None):
                number(value, where)
            if one.type == "Value | None" and not isinstance(value, (str, Real, Table, Callable, type(None))):  # type: ignore[arg-type]
                raise ModelError(f"{where} = {shown(value)}; give a number, a text, a table or a function.")


@dataclass(frozen=True)
class Stop(Action):
    """End the run; the result goes up to the event."""


@dataclass(frozen=True)
class Switch(Action):
    """Give a force another law, or a drive another motion, from then on. Only what is named changes.

    stiffness, damping, rest and law belong to forces; motion (a number or text in t) to drives.
    """

    element: str
    law: Value | None = None
    stiffness: float | None = None
    damping: float | None = None
    rest: float | None = None
    motion: Value | None = None


@dataclass(frozen=True)
class JointAction(Action):
    """What is done to a joint."""

    joint: str
    table: ClassVar[str] = "joints"


class Lock(JointAction):
    """Hold a joint where it is: what it leaves free is held at its present value. Remaining motion ends in a plastic impact."""


class Unlock(JointAction):
    """End a Lock: the joint moves as its kind allows."""


class Release(JointAction):
    """Take a joint away: a hook lets go, a pin breaks."""


class Engage(JointAction):
    """Put a joint in force that was released, or defined with active=False. Remaining motion ends in a plastic impact."""


@dataclass(frozen=True)
class Impact(Action):
    """A collision along the event's own measure (or another one): its rate changes to -restitution times itself.

    Jourdain's principle, M (v+ - v-) = G^T Lambda with all joints taking their share; 0 <= restitution <= 1.
    settle: what to do when ever smaller bounces pile up at one time, such as Engage("floor") or Stop(); without it
    the run ends there and says so.
    """

    restitution: float
    measure: Measure | None = None
    settle: Action | None = None

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.settle is not None and not isinstance(self.settle, Action):
            raise ModelError(
                f"Impact: settle = {shown(self.settle)} is no action; give one such as jourdain.Engage('floor')."
            )
        if not 0.0 <= self.restitution <= 1.0:
            raise ModelError(f"Impact: restitution = {self.restitution}; it is between 0 (plastic) and 1 (elastic).")


@dataclass(frozen=True)
class Jump(Action):
    """Give a measure another rate at once [m/s, rad/s], by an impulse along it; all joints take their share."""

    measure: Measure
    rate: float


@dataclass(frozen=True)
class Impulse(Action):
    """A blow at a marker, in ground axes: impulse [N s], 3 (planar: 2) numbers."""

    marker: Marker
    impulse: tuple[float, ...]


@dataclass(frozen=True)
class Reset(Action):
    """Set an extra state to a value."""

    state: str
    value: float
    table: ClassVar[str] = "states"


@dataclass(frozen=True)
class SetParameter(Action):
    """Give a parameter of the model's texts another value."""

    name: str
    value: float
    table: ClassVar[str] = "parameters"


@dataclass
class Event:
    """`function` (a measure, or a text of t, measures, rates, states and multipliers) crosses `value` in `direction`."""

    name: str
    function: Measure | str
    value: float = 0.0
    direction: str = BOTH
    actions: tuple[Action, ...] = ()
    inputs: Mapping[str, Input] = field(default_factory=dict)
    part_of: str = ""  # the joint whose limits it is a part of

    def __post_init__(self) -> None:
        where = f"event {self.name!r}"
        if self.direction not in DIRECTIONS:
            raise ModelError(f"{where}: direction {self.direction!r}; it is 'rising', 'falling' or 'both'.")
        self.actions, self.value = as_actions(self.actions, where), number(self.value, f"{where}: value")


ACTIONS: dict[str, type[Action]] = {
    kind.__name__: kind
    for kind in (Stop, Switch, Lock, Unlock, Release, Engage, Impact, Jump, Impulse, Reset, SetParameter)
}


def named_part(action: Action) -> tuple[str, str] | None:
    """(name, table of the model) that an action refers to, or None; a Switch may mean a force or a drive."""
    return (getattr(action, fields(action)[0].name), action.table) if action.table else None


def as_actions(value: Any, where: str) -> tuple[Action, ...]:
    """One action, several, or none."""
    actions = several(value)
    for action in actions:
        if not isinstance(action, Action):
            calls = ", ".join(f"{name}({'..' if fields(kind) else ''})" for name, kind in ACTIONS.items())
            raise ModelError(f"{where}: {shown(action)} is no action; there is jourdain.{calls}.")
    return actions

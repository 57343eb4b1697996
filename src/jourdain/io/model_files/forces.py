"""Forces, loads, extra states and events as plain data."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import MISSING, fields
from typing import Any, get_type_hints

from jourdain.errors import FileFormatError, ModelError, near
from jourdain.io.model_files.entries import Entry, as_table, joined, located
from jourdain.io.model_files.parts import Reader, Writer, without
from jourdain.model import events
from jourdain.model.elements import Force, Load, Marker, State
from jourdain.model.events import ACTIONS, Action, Event
from jourdain.model.flexible import PATTERN
from jourdain.model.measures import Measure

_AS_KEY = {"function": "measure"}  # an event may watch a text
_AS_TYPE: dict[Any, Callable[[Any], Any]] = {"float": float, "bool": bool}


def write_part(w: Writer, what: str, part: Force | Load | State | Event) -> dict[str, Any]:
    """What the method `what` of a Model takes: "force", "load", "state" or "event"; without what has its default."""
    where = f"{what} {part.name!r}"
    if isinstance(part, Load) and part.beam:
        return _beam_load(w, part, where)
    if isinstance(part, Load) and part.marker.carrier.startswith(PATTERN):
        at = {"on": part.marker.body, "pattern": part.marker.carrier[1:], "factor": w.value(part.force[0], where)}
        return without({"factor": 1.0, "inputs": {}}, at | {"inputs": w.inputs(part.inputs, where)})

    def written(value: Any, kind: Any) -> Any:
        if isinstance(value, Mapping):
            return w.inputs(value, where)
        if isinstance(value, Marker):
            return w.marker(value, where, part.name)
        if isinstance(value, tuple):
            return [written(item, "") for item in value]
        if isinstance(value, Action):
            return _action(w, value, where)
        if isinstance(value, Measure):
            return w.measure(value)
        return _AS_TYPE[kind](value) if kind in _AS_TYPE else w.value(value, where)

    own = [f for f in fields(part) if f.name not in ("name", "part_of")]
    entry = {f.name: written(getattr(part, f.name), f.type) for f in own}
    defaults = {f.name: written(f.default, f.type) for f in own if f.default is not MISSING} | {"inputs": {}}
    return {_AS_KEY.get(key, key): value for key, value in without(defaults, entry).items()}


def _beam_load(w: Writer, load: Load, where: str) -> dict[str, Any]:
    """A load per length on a whole beam."""
    parts = {"force_per_length": load.force, "torque_per_length": load.torque}
    entry: dict[str, Any] = {"on": load.beam} | {k: [w.value(x, where) for x in v] for k, v in parts.items() if v}
    return entry | without(
        {"follow": False, "inputs": {}}, {"follow": load.follow, "inputs": w.inputs(load.inputs, where)}
    )


def read_measure(r: Reader, name: str, data: Any, path: str) -> None:
    """Name a measure."""
    r.model.measure(name, r.measure(data, path))


def read_force(r: Reader, name: str, data: Any, path: str, measure: Measure | None = None) -> None:
    """Add a force to the model; measure: what it is on, where the data do not say that."""
    numbers = ("stiffness", "damping", "rest")
    entry = Entry(data, path, required=("measure",) if measure is None else (), optional=(*numbers, "law", "inputs"))
    r.model.force(
        name,
        r.measure(entry["measure"], entry.at("measure")) if measure is None else measure,
        law=r.function(entry["law"], entry.at("law")) if "law" in entry else None,
        inputs=r.inputs(entry),
        **{key: entry.number(key) for key in numbers if key in entry},
    )


def read_load(r: Reader, name: str, data: Any, path: str) -> None:
    """Add a load to the model: at a marker, on a whole beam, or one that the part of a flexible body has a name for."""
    if "pattern" in as_table(data, path):
        entry = Entry(data, path, required=("on", "pattern"), optional=("factor", "inputs"))
        factor = r.function(entry["factor"], entry.at("factor")) if "factor" in entry else 1.0
        with located(path):
            r.model.load(name, entry.text("on"), pattern=entry.text("pattern"), factor=factor, inputs=r.inputs(entry))
        return
    on_beam = "on" in as_table(data, path)
    kinds = ("force_per_length", "torque_per_length") if on_beam else ("force", "torque")
    entry = Entry(data, path, required=("on" if on_beam else "marker",), optional=(*kinds, "follow", "inputs"))
    given = [key for key in kinds if key in entry]
    parts: dict[str, Any] = {key: [r.function(item, entry.at(key)) for item in entry.items(key)] for key in given}
    place: Any = entry.text("on") if on_beam else r.marker(entry["marker"], entry.at("marker"), name)
    if on_beam and place not in r.model.beams:
        raise FileFormatError(f"{entry.at('on')}: there is no beam {place!r}.{near(place, r.model.beams)}")
    r.model.load(name, place, follow=entry.flag("follow", False), inputs=r.inputs(entry), **parts)


def read_state(r: Reader, name: str, data: Any, path: str) -> None:
    """Add an extra state to the model."""
    entry = Entry(data, path, required=("rate",), optional=("start", "algebraic", "inputs"))
    rate, algebraic = r.function(entry["rate"], entry.at("rate")), entry.flag("algebraic", False)
    r.model.state(name, rate, start=entry.number("start", 0.0), algebraic=algebraic, inputs=r.inputs(entry))


def read_event(r: Reader, name: str, data: Any, path: str) -> None:
    """Add an event to the model."""
    entry = Entry(data, path, required=("measure",), optional=("value", "direction", "actions", "inputs"))
    watched = r.typed(entry["measure"], entry.at("measure"), Measure | str, "a measure or a text")
    places = [(item, joined(entry.at("actions"), str(i))) for i, item in enumerate(entry.items("actions"), 1)]
    r.model.event(
        name,
        watched,
        entry.number("value", 0.0),
        direction=entry.text("direction", events.BOTH),
        actions=tuple(_read_action(r, item, place) for item, place in places),
        inputs=r.inputs(entry),
    )


def _action(w: Writer, action: Action, where: str) -> dict[str, Any]:
    kind = type(action).__name__
    if ACTIONS.get(kind) is not type(action):
        raise ModelError(f"{where}: the action {action!r} cannot be written to a file; use those of jourdain.")

    def written(value: Any) -> Any:
        if isinstance(value, Action):
            return _action(w, value, where)
        return w.measure(value) if isinstance(value, Measure) else w.value(value, f"{where}: {kind}")

    plain = {f.name: written(getattr(action, f.name)) for f in fields(action)}
    return {"action": kind, **without({f.name: f.default for f in fields(action)}, plain)}


def _read_action(r: Reader, data: Any, path: str) -> Action:
    name = as_table(data, path).get("action")
    if name not in ACTIONS:
        raise FileFormatError(f"{joined(path, 'action')}: unknown action {name!r}.{near(str(name), ACTIONS)}")
    parts = fields(ACTIONS[name])
    required = [f.name for f in parts if f.default is MISSING]
    entry = Entry(data, path, required=("action", *required), optional=[f.name for f in parts])
    hints = get_type_hints(ACTIONS[name])

    def read(part: str, shown: Any) -> Any:
        if hints[part] == Action | None:
            return _read_action(r, entry[part], entry.at(part))
        return r.typed(entry[part], entry.at(part), hints[part], f"{shown} of {name}")

    given = {f.name: read(f.name, f.type) for f in parts if f.name in entry}
    with located(path):
        return ACTIONS[name](**given)

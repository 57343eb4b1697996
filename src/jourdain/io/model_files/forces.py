"""Forces, loads, extra states and events as plain data."""

from __future__ import annotations

from dataclasses import MISSING, fields
from typing import Any, get_type_hints

from jourdain.errors import FileFormatError, ModelError, near
from jourdain.io.model_files.entries import Entry, as_table, joined, located
from jourdain.io.model_files.parts import Reader, Writer, without
from jourdain.model import events
from jourdain.model.elements import Force, Load, State
from jourdain.model.events import Action, Event
from jourdain.model.measures import Measure

ACTIONS = {name: kind for name, kind in vars(events).items() if isinstance(kind, type) and Action in kind.__bases__}


def write_force(w: Writer, force: Force) -> dict[str, Any]:
    """What `Model.force` takes."""
    where = f"force {force.name!r}"
    entry = {
        "measure": w.measure(force.measure),
        "stiffness": float(force.stiffness),
        "damping": float(force.damping),
        "rest": float(force.rest),
        "law": w.value(force.law, where),
        "inputs": w.inputs(force.inputs, where),
    }
    return without({"stiffness": 0.0, "damping": 0.0, "rest": 0.0, "law": None, "inputs": {}}, entry)


def read_force(r: Reader, name: str, data: Any, path: str) -> None:
    """Add a force to the model."""
    numbers = ("stiffness", "damping", "rest")
    entry = Entry(data, path, required=("measure",), optional=(*numbers, "law", "inputs"))
    r.model.force(
        name,
        r.measure(entry["measure"], entry.at("measure")),
        law=r.function(entry["law"], entry.at("law")) if "law" in entry else None,
        inputs=r.inputs(entry),
        **{key: entry.number(key) for key in numbers if key in entry},
    )


def write_load(w: Writer, load: Load) -> dict[str, Any]:
    """What `Model.load` takes."""
    where = f"load {load.name!r}"
    entry = {
        "marker": w.marker(load.marker, where, load.name),
        "force": w.value(load.force, where),
        "torque": w.value(load.torque, where),
        "follow": bool(load.follow),
        "inputs": w.inputs(load.inputs, where),
    }
    return without({"force": [], "torque": [], "follow": False, "inputs": {}}, entry)


def read_load(r: Reader, name: str, data: Any, path: str) -> None:
    """Add a load to the model."""
    entry = Entry(data, path, required=("marker",), optional=("force", "torque", "follow", "inputs"))
    parts = {
        key: [r.function(item, entry.at(key)) for item in entry.items(key)]
        for key in ("force", "torque")
        if key in entry
    }
    marker = r.marker(entry["marker"], entry.at("marker"), name)
    r.model.load(name, marker, follow=entry.flag("follow", False), inputs=r.inputs(entry), **parts)


def write_state(w: Writer, state: State) -> dict[str, Any]:
    """What `Model.state` takes."""
    where = f"state {state.name!r}"
    entry = {
        "rate": w.value(state.rate, where),
        "start": float(state.start),
        "algebraic": bool(state.algebraic),
        "inputs": w.inputs(state.inputs, where),
    }
    return without({"start": 0.0, "algebraic": False, "inputs": {}}, entry)


def read_state(r: Reader, name: str, data: Any, path: str) -> None:
    """Add an extra state to the model."""
    entry = Entry(data, path, required=("rate",), optional=("start", "algebraic", "inputs"))
    rate, algebraic = r.function(entry["rate"], entry.at("rate")), entry.flag("algebraic", False)
    r.model.state(name, rate, start=entry.number("start", 0.0), algebraic=algebraic, inputs=r.inputs(entry))


def write_event(w: Writer, event: Event) -> dict[str, Any]:
    """What `Model.event` takes."""
    where = f"event {event.name!r}"
    watched = event.function
    entry = {
        "measure": w.measure(watched) if isinstance(watched, Measure) else w.value(watched, where),
        "value": float(event.value),
        "direction": event.direction,
        "actions": [_action(w, action, where) for action in event.actions],
        "inputs": w.inputs(event.inputs, where),
    }
    return without({"value": 0.0, "direction": events.BOTH, "actions": [], "inputs": {}}, entry)


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
    values = {f.name: getattr(action, f.name) for f in fields(action)}

    def written(value: Any) -> Any:
        if isinstance(value, Action):
            return _action(w, value, where)
        return w.measure(value) if isinstance(value, Measure) else w.value(value, f"{where}: {kind}")

    plain = {n: written(v) for n, v in values.items()}
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

"""Models as plain data: what cannot be written or read is refused, by the name of the element or the path in the data."""

from __future__ import annotations

import dataclasses
import functools
import json
import math
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import jourdain as jd
from jourdain.io.model_files.plain import from_plain, to_plain
from jourdain.model.elements import Joint
from machines.every_element import everything, joined, keeps, pair, push

# --------------------------------------------------------------------------- functions that cannot be written


def local() -> Callable[..., float]:
    """A function defined inside another one."""

    def hidden(*_: float) -> float:
        return 0.0

    return hidden


class Spring:
    """An object that can be called."""

    def __call__(self, *_: float) -> float:
        return 0.0

    def law(self, *_: float) -> float:
        """A method."""
        return 0.0


def shadowed(*_: float) -> float:
    """A function whose name another one takes."""
    return 0.0


_first, shadowed = shadowed, push


def of_script(*_: float) -> float:
    """As if the script that runs had defined it."""
    return 0.0


of_script.__module__ = "__main__"
REFUSED = {
    "lambda": lambda *_: 0.0,
    "hidden": local(),
    "partial": functools.partial(push, 1.0),
    "Spring": Spring(),
    "Spring.law": Spring().law,
    "shadowed": _first,
    "of_script": of_script,
}


@pytest.mark.parametrize("name", REFUSED)
def test_functions_without_a_module_are_refused(name: str) -> None:
    model, a, b = pair(planar=False)
    model.force("brake", jd.distance(a, b), law=REFUSED[name])
    with pytest.raises(jd.ModelError) as error:
        to_plain(model)
    text = str(error.value)
    assert text.startswith("force 'brake': the Python function ") and name in text
    assert "cannot be written to a file: " in text
    assert text.endswith("; put it into a module that can be imported, or write it as text.")


def elements_with(f: Any) -> dict[str, Callable[[jd.Model, Any, Any], Any]]:
    """Every place that takes a function."""
    return {
        "drive 'x'": lambda m, a, b: m.drive("x", jd.distance(a, b), f),
        "drive 'y'": lambda m, a, b: m.drive("y", jd.distance(a, b), push, derivatives=(push, f)),
        "force 'x'": lambda m, a, b: m.force("x", jd.distance(a, b), law=f),
        "load 'x'": lambda m, a, b: m.load("x", a, force=(0, f, 0)),
        "load 'y'": lambda m, a, b: m.load("y", a, torque=(0, f, 0)),
        "state 'x'": lambda m, a, b: m.state("x", f),
        "event 'x'": lambda m, a, b: m.event("x", "t - 1", actions=jd.Switch(m.spring("s", a, b).name, law=f)),
        "event 'y'": lambda m, a, b: m.event(
            "y", "t - 1", actions=jd.Switch(m.drive("d", jd.distance(a, b), 0).name, motion=f)
        ),
        "joint 'x'": lambda m, a, b: m.joint("x", keeps, a, b, given=[f]),
        "joint 'y'": lambda m, a, b: m.joint("y", f, a, b),
    }


@pytest.mark.parametrize("where", elements_with(None))
def test_refusals_name_the_element(where: str) -> None:
    def nowhere(*_: Any) -> Any:
        return []

    model, a, b = pair(planar=False)
    elements_with(nowhere)[where](model, a, b)
    with pytest.raises(jd.ModelError, match=rf"^{where}.*the Python function nowhere cannot be written to a file"):
        to_plain(model)


def test_other_objects_are_refused() -> None:
    model = joined(keeps, planar=False, given={1: 2})
    with pytest.raises(jd.ModelError, match=r"joint 'joint': given: \{1: 2\} cannot be written to a file"):
        to_plain(model)
    model = jd.Model()
    model.parameters["k"] = "5"  # type: ignore[assignment]
    with pytest.raises(jd.ModelError, match="parameter 'k': '5' is not a number"):
        to_plain(model)


def test_marker_that_lost_its_name_is_refused() -> None:
    """Two markers of one name cannot be told apart in a file."""
    model = joined("revolute", planar=False)
    arm = model.bodies["arm"]
    arm.markers["end"] = dataclasses.replace(arm.markers["end"], at=(9.0, 9.0, 9.0))
    with pytest.raises(jd.ModelError, match=r"joint 'joint'.*marker 'end' on 'arm'"):
        to_plain(model)


def test_joint_made_by_hand_is_refused() -> None:
    model, _, _ = pair(planar=False)
    model.joints["bare"] = Joint("bare", "revolute", ())
    with pytest.raises(jd.ModelError, match="joint 'bare': a joint without two sides"):
        to_plain(model)


def test_functions_are_found_by_another_module(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A module of the user's own, and what is said when it is gone or has changed."""
    (tmp_path / "my_laws.py").write_text("def brake(t, x, v):\n    return -v\n\n\nlimit = 3\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    import my_laws  # type: ignore[import-not-found]

    model, a, b = pair(planar=True)
    model.force("brake", jd.distance(a, b), law=my_laws.brake)
    data = to_plain(model)
    assert data["forces"]["brake"]["law"] == {"function": "my_laws:brake"}
    assert from_plain(data).forces["brake"].law is my_laws.brake
    for text, message in (
        ("my_lawz:brake", "cannot be imported.*my_lawz.*PYTHONPATH"),
        ("my_laws:lost", "cannot be imported"),
        ("my_laws:limit", "is no function but int"),
        ("my_laws", "does not name a function"),
    ):
        data["forces"]["brake"]["law"] = {"function": text}
        with pytest.raises(jd.FileFormatError, match=rf"^forces -> brake -> law: .*{text}.*{message}|{message}"):
            from_plain(data)


# --------------------------------------------------------------------------- data that does not fit


def put(*path: Any) -> Callable[[dict[str, Any]], None]:
    """Set the value at a path inside the data."""
    *way, last, value = path

    def change(data: dict[str, Any]) -> None:
        for key in way:
            data = data[key]
        data[last] = value

    return change


def drop(*path: Any) -> Callable[[dict[str, Any]], None]:
    """Remove a key."""
    *way, last = path

    def change(data: dict[str, Any]) -> None:
        for key in way:
            data = data[key]
        del data[last]

    return change


PORTS = ("measures", "reach", "ports")
END = ("events", "end", "actions")
BAD: list[tuple[Callable[[dict[str, Any]], None], str]] = [
    (
        put("joints", "hinge", "kind", "revolutte"),
        "joints -> hinge -> kind: unknown joint kind 'revolutte'. Did you mean 'revolute'?",
    ),
    (put("joints", "hinge", "kind", 3), "joints -> hinge -> kind: the kind of joint is 3"),
    (drop("joints", "hinge", "kind"), "joints -> hinge: 'kind' is missing."),
    (put("joints", "hinge", "optoins", {}), "joints -> hinge: unknown key 'optoins'. Did you mean 'options'?"),
    (
        put("joints", "hinge", "options", {"active": True}),
        "joints -> hinge -> options -> active: this is no option of the joint function.",
    ),
    (put("joints", "motor", "kind", "driver"), "joints -> motor -> kind: unknown joint kind 'driver'."),
    (
        put("joints", "servo", "derivatives", [1, [2]]),
        "joints -> servo -> derivatives: [1, [2]] is not a list of functions.",
    ),
    (put("joints", "hinge", "options", {"pitch": 1}), "joints -> hinge: joint 'hinge' (revolute): "),
    (
        put("joints", "hinge", "a", "body", "arn"),
        "joints -> hinge -> a -> body: there is no body 'arn'. Did you mean 'arm'?",
    ),
    (put("joints", "guide", "a", "marker", "hok"), "joints -> guide -> a -> marker: 'ground' has no marker 'hok'. Did"),
    (drop("joints", "guide", "b"), "joints -> guide: 'b' is missing."),
    (put("joints", "guide", "active", "yes"), "joints -> guide -> active: 'yes' is not true or false."),
    (
        put("joints", "motor", "measure", "joint", "hing"),
        "joints -> motor -> measure: there is no 'angle' of a joint 'hing'.",
    ),
    (put("joints", "motor", "motion", [1]), "joints -> motor -> motion: [1] is not a number, a text, {'table'"),
    (drop("joints", "motor", "motion"), "joints -> motor: 'motion' is missing."),
    (put("joints", "skate", "level", "speed"), "joints -> skate -> level: 'speed' is not 'position' or 'velocity'."),
    (put("joints", "sum", "terms", 0, [1.0]), "joints -> sum -> terms: [1.0] is not a pair of factor and measure."),
    (put("joints", []), "joints: [] is not a table of names and values."),
    (put("joints", "hinge", 5), "joints -> hinge: 5 is not a table of names and values."),
    (put("bodies", "arm", "mas", 1.0), "bodies -> arm: unknown key 'mas'. Did you mean 'mass'?"),
    (drop("bodies", "arm", "mass"), "bodies -> arm: 'mass' is missing."),
    (put("bodies", "arm", "mass", "1 kg"), "bodies -> arm -> mass: '1 kg' is not a number."),
    (put("bodies", "arm", "mass", True), "bodies -> arm -> mass: True is not a number."),
    (put("bodies", "arm", "mass", -1.0), "bodies -> arm: body 'arm': mass [kg] = -1; it must not be below 0."),
    (drop("bodies", "arm", "inertia"), "bodies -> arm: body 'arm': inertia is missing"),
    (put("bodies", "arm", "inertia", [1, 2]), "bodies -> arm -> inertia: [1, 2] is not three numbers or a 3x3 tensor"),
    (put("bodies", "arm", "inertia", [1, 2, "x"]), "bodies -> arm -> inertia: [1, 2, 'x'] is not a list of numbers"),
    (put("bodies", "arm", "at", [1, 2]), "bodies -> arm: body 'arm': at = [1, 2] has shape (2,); give 3 numbers."),
    (put("bodies", "arm", "at", 3), "bodies -> arm -> at: 3 is not a list."),
    (put("bodies", "arm", "rotation", [1, 0, 0]), "bodies -> arm -> rotation: give the four numbers w, x, y, z"),
    (put("bodies", "arm", "rotation", [2, 0, 0, 0]), "bodies -> arm -> rotation: quaternion (2, 0, 0, 0) has norm 2"),
    (
        put("bodies", "arm", "markers", "end", "att", 1),
        "bodies -> arm -> markers -> end: unknown key 'att'. Did you mean",
    ),
    (
        put("bodies", "block", "shape", "kind", "bok"),
        "bodies -> block -> shape -> kind: unknown shape 'bok'. Did you mean",
    ),
    (
        put("bodies", "block", "shape", "size", [1]),
        "bodies -> block -> shape -> size: 1 numbers do not make a box; give lx",
    ),
    (
        put("bodies", "hinge", {"mass": 1, "inertia": [1, 1, 1]}),
        "joints -> hinge: joint 'hinge': there is a body of that name already",
    ),
    (put("bodies", "ground", {"mass": 1, "inertia": [1, 1, 1]}), "bodies -> ground: body 'ground': the name"),
    (put(*PORTS, 0, "point", [0, 0, 0]), "measures -> reach -> ports -> 1: give one of marker, point and direction."),
    (
        put(*PORTS, 0, {"body": "arm", "point": [0, 1]}),
        "measures -> reach -> ports -> 1 -> point: point = [0, 1] has shape",
    ),
    (put(*PORTS, []), "measures -> reach -> ports: distance takes 3 ports, here are 0."),
    (
        put("measures", "reach", "kind", "distanse"),
        "measures -> reach -> kind: unknown kind of measure 'distanse'. Did you",
    ),
    (
        put("measures", "tilt", "ports", 0, "axis", "w"),
        "measures -> tilt -> ports -> 1 -> axis: 'w' is not 'x', 'y' or 'z'.",
    ),
    (
        put("forces", "number", "measure", "coordinate", "theta"),
        "forces -> number -> measure -> coordinate: 'theta' is not",
    ),
    (put("forces", "plain", "stiffness", "stiff"), "forces -> plain -> stiffness: 'stiff' is not a number."),
    (put("forces", "plain", "stiffness", math.nan), "forces -> plain: force 'plain': stiffness = nan"),
    (
        put("forces", "text", "inputs", "r", "rate", "kind", "slid"),
        "forces -> text -> inputs -> r -> rate -> kind: unknown",
    ),
    (put("forces", "text", "inputs", "r", 5), "forces -> text -> inputs -> r: 5 is not a table"),
    (put("loads", "follows", "force", [1.0]), "loads -> follows: load 'follows': give force with 3 components"),
    (
        put("loads", "follows", "marker", "body", "ground"),
        "loads -> follows -> marker -> marker: 'ground' has no marker 'end'",
    ),
    (put("states", "integral", "start", None), "states -> integral -> start: None is not a number."),
    (put("events", "end", "direction", "up"), "events -> end: event 'end': direction 'up'"),
    (put("events", "end", "measure", 3), "events -> end -> measure: 3 is not a measure or a text."),
    (
        put(*END, 3, "action", "Lok"),
        "events -> end -> actions -> 4 -> action: unknown action 'Lok'. Did you mean 'Lock'?",
    ),
    (put(*END, 3, "joint", 3), "events -> end -> actions -> 4 -> joint: 3 is not str of Lock."),
    (put(*END, 3, "joint", "hing"), "events -> end: event 'end': there is no joint 'hing'. Did you mean 'hinge'?"),
    (put(*END, 7, "restitution", 2), "events -> end -> actions -> 8: Impact: restitution = 2"),
    (put(*END, 8, "rate", "fast"), "events -> end -> actions -> 9 -> rate: 'fast' is not float of Jump."),
    (drop(*END, 8, "measure"), "events -> end -> actions -> 9: 'measure' is missing."),
    (put("parameters", "k3", "5"), "parameters -> k3: '5' is not a number."),
    (put("gravity", [1, 2]), "gravity: model 'pair': gravity = [1, 2] has shape"),
    (put("planar", 0), "planar: 0 is not true or false."),
    (put("bodys", {}), "model: unknown key 'bodys'. Did you mean 'bodies'?"),
    (put(3, {}), "model: the key 3 is no text."),
    (drop("name"), "model: 'name' is missing."),
]


@pytest.mark.parametrize(("change", "message"), BAD, ids=[message[:60] for _, message in BAD])
def test_bad_data_is_refused_with_its_path(change: Callable[[dict[str, Any]], None], message: str) -> None:
    data = json.loads(json.dumps(to_plain(everything(planar=False))))
    change(data)
    with pytest.raises(jd.FileFormatError) as error:
        from_plain(data)
    assert str(error.value).startswith(message)


@pytest.mark.parametrize("data", [None, [], "model", 3])
def test_no_table_at_all(data: Any) -> None:
    with pytest.raises(jd.FileFormatError, match=r"^model: .* is not a table"):
        from_plain(data)


def test_gear_without_its_joint() -> None:
    data = to_plain(joined("gear", planar=True, teeth=(1, 2)))
    data["joints"]["joint"]["joints"][0] = "frist"
    with pytest.raises(
        jd.FileFormatError, match=r"^joints -> joint -> joints: there is no joint 'frist'. Did you mean 'fi"
    ):
        from_plain(data)
    data["joints"]["joint"]["joints"] = ["first"]
    with pytest.raises(jd.FileFormatError, match="two joints are coupled, here are 1"):
        from_plain(data)
    del data["joints"]["joint"]["joints"]
    with pytest.raises(jd.FileFormatError, match="'joints' is missing"):
        from_plain(data)

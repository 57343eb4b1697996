"""Models as plain data: nothing is lost."""

from __future__ import annotations

import dataclasses
import hashlib
import json
import math
import runpy
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import jourdain as jd
from jourdain.io.model_files.plain import from_plain, to_plain
from jourdain.model import elements, events, limits, shapes
from jourdain.model.elements import Marker, Row
from jourdain.model.events import Action
from jourdain.model.joints import COUPLES_JOINTS, PLANAR, SPATIAL
from jourdain.model.measures import Measure, Port
from jourdain.model.shapes import Mesh, Shape
from machines.every_element import OPTIONS, everything, joined, keeps, pair, push, scotch_yoke
from machines.runs import GALLERY
from machines.stored_models import MODELS, names, numbers, quaternions

# --------------------------------------------------------------------------- round trips


def parts(data: Any) -> Iterator[Any]:
    """Every value inside plain data."""
    yield data
    for item in list(data.values()) + list(data) if isinstance(data, dict) else data if isinstance(data, list) else ():
        yield from parts(item)


def again(model: jd.Model) -> jd.Model:
    """The model through JSON and back; checks what holds without compiling."""
    data = to_plain(model)
    assert {type(part) for part in parts(data)} <= {dict, list, str, float, int, bool, type(None)}
    other = from_plain(json.loads(json.dumps(data)))
    assert json.dumps(to_plain(other)) == json.dumps(data)
    assert other == model and other is not model
    return other


def content(system: Any) -> dict[str, Any]:
    """All that a system holds, to the last byte, but the addresses of Python functions."""

    def digest(value: Any) -> Any:
        if isinstance(value, np.ndarray):
            return value.dtype.str, value.shape, hashlib.sha256(value.tobytes()).hexdigest()
        return {k: digest(v) for k, v in value.items() if k != "pointers"} if isinstance(value, dict) else repr(value)

    return {f.name: digest(getattr(system, f.name)) for f in dataclasses.fields(system) if f.name != "keep"}


def check(model: jd.Model) -> None:
    """Equal as a model and as a system."""
    assert content(jd.compile(again(model))) == content(jd.compile(model))


@pytest.mark.parametrize("name", MODELS)
def test_models_survive(name: str) -> None:
    check(MODELS[name]())


@pytest.mark.parametrize("script", GALLERY, ids=lambda path: path.stem)
def test_gallery_survives(script: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The model of each script, caught where it is simulated."""

    class CaughtError(Exception):
        pass

    def catch(model: jd.Model, *_: Any, **__: Any) -> None:
        raise CaughtError(model)

    monkeypatch.setattr(jd, "simulate", catch)
    with pytest.raises(CaughtError) as caught:
        runpy.run_path(str(script))
    check(caught.value.args[0])


@pytest.mark.parametrize("placed", [True, False], ids=["placed", "markers"])
@pytest.mark.parametrize(("planar", "kind"), [(False, k) for k in SPATIAL] + [(True, k) for k in PLANAR])
def test_joints_survive(planar: bool, kind: str, placed: bool) -> None:
    """Every kind; written by kind, sides and options, never by rows."""
    if kind in ("rack_and_pinion", "coupler") or (kind == "rolling" and not planar):  # a wheel must not lie flat
        placed = False
    model = joined(kind, planar, placed, **OPTIONS.get(kind, {}))
    check(model)
    entry = to_plain(model)["joints"]["joint"]
    assert entry["kind"] == kind and "rows" not in entry
    assert ("joints" in entry) == (kind in COUPLES_JOINTS)


def test_plain_data_reads_well() -> None:
    """What has a name is written by its name; what is as by default is not written."""
    model = everything(planar=False)
    data = to_plain(model)
    assert list(data) == [
        "name",
        "planar",
        "gravity",
        "parameters",
        "ground",
        "bodies",
        "joints",
        "measures",
        "forces",
        "loads",
        "states",
        "events",
    ]
    assert data["bodies"]["block"] == {
        "mass": 7850.0,
        "shape": {"kind": "box", "size": [1.0, 2.0, 0.5]},
        "at": [4.0, 4.0, 4.0],
    }
    assert data["joints"]["motor"] == {
        "kind": "drive",
        "measure": {"kind": "angle", "joint": "hinge"},
        "motion": "gain*sin(3*t)",
    }
    assert data["joints"]["guide"] == {
        "kind": "prismatic",
        "a": {"body": "ground", "marker": "hook"},
        "b": {"body": "fork", "marker": "fork/1"},
        "active": False,
    }
    assert data["measures"]["reach"] == {
        "kind": "distance",
        "ports": [{"body": "ground", "marker": "hook"}, {"body": "fork", "marker": "fork/1"}],
    }
    assert data["measures"]["tilt"]["ports"][1] == {"body": "fork", "marker": "fork/1", "axis": "y"}
    assert data["forces"]["code"]["law"] == {"function": "machines.every_element:brake"}
    assert data["forces"]["inner code"]["law"] == {"function": "machines.every_element:Laws.stop"}
    assert data["forces"]["text"]["inputs"]["m"] == {"joint": "hinge", "row": "slide x"}
    assert data["events"]["end"]["actions"][3] == {"action": "Lock", "joint": "hinge"}


def test_every_action_is_tried() -> None:
    """The model with everything has every action there is."""
    found = {kind for kind in vars(events).values() if isinstance(kind, type) and issubclass(kind, Action)}
    kinds = set(events.ACTIONS.values())
    assert found - kinds == {Action, events.JointAction}
    assert {type(action) for action in everything(True).events["end"].actions} == kinds


# what is written of each part; a new field must be written and read too (io/), and then put here
FIELDS: dict[type, set[str]] = {
    elements.Body: {
        "name",
        "mass",
        "inertia",
        "at",
        "rotation",
        "com",
        "velocity",
        "spin",
        "planar",
        "angle",
        "shape",
        "visuals",
        "collisions",
        "markers",
    },
    shapes.Visual: {"shape", "colour", "opacity"},
    shapes.Surface: {"kind", "size", "volume", "gyration2", "at", "rotation", "path", "scale"},
    limits.Limits: {"lower", "upper", "restitution", "stiffness", "damping"},
    Marker: {"body", "label", "at", "rotation", "planar", "angle", "carrier"},
    Row: {"label", "terms", "constant", "function", "inputs", "level", "derivatives"},
    elements.Joint: {
        *("name", "kind", "rows", "a", "b", "options", "active", "couples", "function"),
        *("limits", "rated", "at_limit", "part_of"),
    },
    elements.Force: {"name", "measure", "stiffness", "damping", "rest", "law", "inputs", "part_of"},
    elements.Load: {"name", "marker", "force", "torque", "follow", "inputs", "beam"},
    elements.State: {"name", "rate", "start", "algebraic", "inputs"},
    events.Event: {"name", "function", "value", "direction", "actions", "inputs", "part_of"},
    Measure: {"kind", "ports", "coordinate", "angle_offset", "along"},
    Port: {"body", "s", "direction", "carrier"},
    Shape: {"kind", "size", "volume", "gyration2", "at", "rotation"},
    Mesh: {
        "kind",
        "size",
        "volume",
        "gyration2",
        "at",
        "rotation",
        "path",
        "scale",
        "offset",
        "products",
        "vertices",
        "faces",
    },
}


def test_no_field_is_forgotten() -> None:
    for kind, known in FIELDS.items():
        assert {f.name for f in dataclasses.fields(kind)} - {"own"} == known, kind  # own rows are made by the compiler
    assert set(vars(jd.Model())) == {
        "name",
        "planar",
        "gravity",
        "ground",
        "bodies",
        "beams",
        "joints",
        "forces",
        "loads",
        "states",
        "events",
        "measures",
        "parameters",
        "tables",
    }


# --------------------------------------------------------------------------- models edited by hand


def test_own_joint_function_survives() -> None:
    """Its options may be numbers, lists, arrays, markers, measures, ports; its rows are made by it again."""
    model, a, b = pair(planar=False)
    options = {"radius": 0.2, "towards": a.y, "of": [jd.distance(a, b), jd.angle(a, b)]}
    model.joint("yoke", scotch_yoke, a, b, **options)
    entry = to_plain(model)["joints"]["yoke"]
    assert entry["kind"] == {"function": "machines.every_element:scotch_yoke"} and "rows" not in entry
    other = from_plain(json.loads(json.dumps(to_plain(model)))).joints["yoke"]
    assert other.function is scotch_yoke
    assert other.options == options | {"of": tuple(options["of"])}
    assert [row.terms for row in other.rows] == [row.terms for row in model.joints["yoke"].rows]
    assert other.rows[0].function(0.5) == 0.2 * math.sin(0.5)


@pytest.mark.parametrize(
    "given",
    [None, True, 3, -0.0, "text", (1, (2.5, "x")), (), push, math.sin, Port("arm", (0.1, 0.2, 0.3), True)],
    ids=lambda given: getattr(given, "__name__", repr(given)),
)
def test_options_survive(given: Any) -> None:
    model = joined(keeps, planar=False, given=given)
    other = again(model).joints["joint"].options["given"]
    assert other == given and type(other) is type(given)


@pytest.mark.parametrize("array", [np.array([[1.0, np.nan], [-0.0, 1e-320]]), np.arange(3), np.zeros((2, 0))], ids=repr)
def test_arrays_in_options_survive(array: np.ndarray) -> None:
    other = again(joined(keeps, planar=False, given=array)).joints["joint"].options["given"]
    assert other.shape == array.shape and other.tobytes() == array.tobytes() and other.dtype == array.dtype


def test_changed_rows_are_written_one_by_one() -> None:
    """A joint whose rows were edited is not made anew from its kind."""
    model = joined("fixed", planar=False)
    joint = model.joints["joint"]
    joint.rows = (*joint.rows[:2], dataclasses.replace(joint.rows[2], constant=0.25), joint.rows[4])
    assert [row["label"] for row in to_plain(model)["joints"]["joint"]["rows"]] == [row.label for row in joint.rows]
    check(model)


def test_gear_on_a_joint_that_was_replaced() -> None:
    """The rows of a gear stay on the joint they were made for; the order of the joints stays as well."""
    model = joined("gear", planar=True, **OPTIONS["gear"])
    del model.joints["first"]
    model.joint("first", "revolute", model.ground, "arm", at=(0.4, 0.3), rotation=0.1)
    assert "rows" in to_plain(model)["joints"]["joint"]
    check(model)
    del model.joints["first"]
    with pytest.raises(jd.ModelError, match=r"joint 'joint'.*couples 'first'.*not in the model"):
        to_plain(model)


def test_edited_bodies_survive() -> None:
    """Numbers that `Model.body` would not give: written as they are."""
    model = everything(planar=True)
    model.bodies["block"].mass = 2.0
    model.bodies["arm"].inertia = np.diag([1.0, 2.0, 3.0])
    model.bodies["ball"].shape = Shape("pear", (1.0, 2.0), 0.5, (0.1, 0.2, 0.3))
    model.bodies["disc"].at = (1.0, 2.0, 0.0)
    model.joints["motor"].active = False
    check(model)
    row = model.joints["motor"].rows[0]
    model.joints["motor"].rows = (dataclasses.replace(row, terms=((2.0, row.terms[0][1]),)),)
    check(model)


# --------------------------------------------------------------------------- hypothesis


@given(quaternions)
def test_rotations_are_rebuilt_exactly(q: tuple[float, ...]) -> None:
    first = jd.Rotation(*(c / math.hypot(*q) for c in q))
    second = jd.Rotation(first.w, first.x, first.y, first.z)
    assert second.quaternion.tobytes() == first.quaternion.tobytes()


@settings(deadline=None)
@given(st.lists(numbers, min_size=15, max_size=15), quaternions, st.lists(names, min_size=6, max_size=6, unique=True))
def test_any_number_and_name_survives(x: list[float], q: tuple[float, ...], name: list[str]) -> None:
    """Bodies, markers, forces, parameters: the same bits, under the same names."""
    rotation = jd.Rotation(*(c / math.hypot(*q) for c in q))
    model = jd.Model(name[0], gravity=x[:3])
    body = model.body(
        name[1], mass=abs(x[3]), inertia=(0, 0, 0), at=x[4:7], com=x[7:10], rotation=rotation, velocity=x[:3]
    )
    marker = body.marker(name[2], at=x[10:13], rotation=rotation)
    model.joint(name[2], "fixed", model.ground.marker(name[2]), marker)
    model.force(name[3], jd.slide(marker, model.ground.marker(), "y"), stiffness=x[13], rest=x[14])
    model.joint(name[4], "spherical", model.ground, body, at=x[7:10])
    model.parameters[name[5]] = x[0]
    other = again(model)
    same = other.bodies[name[1]]
    for part in ("at", "com", "velocity", "inertia"):
        assert getattr(same, part).tobytes() == getattr(body, part).tobytes()
    assert repr(other.joints) == repr(model.joints) and repr(other.forces) == repr(model.forces)

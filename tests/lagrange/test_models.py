"""Models of coordinates: files, copies, pickles, elements on coordinates, and what is refused."""

from __future__ import annotations

import json
import pickle
from pathlib import Path
from typing import Any

import pytest

import jourdain as jd
from jourdain.io.model_files.plain import from_plain, to_plain
from jourdain.io.model_files.yaml import as_data, document
from jourdain.lagrange.generate import generate
from machines import lagrangians


def with_elements() -> jd.LagrangianModel:
    model = lagrangians.model("rheonomic")
    model.speeds["u"] = "x_rate + y_rate"
    model.measure("height", model.coordinate("y"))
    model.drive("motor", model.coordinate("x"), "0.1*sin(t)")
    model.force("spring", model.coordinate("y"), stiffness=3.0, law="-w*v", inputs={"w": model.coordinate("x")})
    model.state("integral", "height - s", start=0.2)
    model.row("link", [(1.0, model.coordinate("x")), (2.0, model.coordinate("y"))], constant=None)
    model.event("top", model.coordinate("y"), 0.4, actions=jd.Stop())
    return model


MODELS = {**{name: lambda name=name: lagrangians.model(name) for name in lagrangians.PARTS}, "elements": with_elements}


@pytest.mark.parametrize("name", MODELS)
def test_round_trips(name: str, tmp_path: Path) -> None:
    """Plain data, YAML, JSON, copies and pickles give equal models of the same kind, with the same code."""
    model = MODELS[name]()
    found = [from_plain(json.loads(json.dumps(to_plain(model)))), model.copy(), pickle.loads(pickle.dumps(model))]
    for ending in ("yaml", "json"):
        jd.write(model, tmp_path / f"model.{ending}")
        found.append(jd.read(tmp_path / f"model.{ending}"))
    for other in found:
        assert type(other) is jd.LagrangianModel and other == model
        assert generate(other).address == generate(model).address
    other = model.copy()
    other.parameters["m"] = 77.0
    other.generalized["x"] = "1"
    assert model.parameters["m"] != 77.0 and model.generalized.get("x") != "1" and other != model


def test_files_are_short(tmp_path: Path) -> None:
    data = as_data(with_elements())
    assert "bodies" not in data and "gravity" not in data and "planar" not in data
    assert data["coordinates"] == {"x": [0.8, -0.4], "y": [-1.1, 0.7]}
    assert data["joints"]["motor"]["measure"] == "x" and data["forces"]["spring"]["inputs"] == {"w": "x"}
    text = """
        name: pendulum
        parameters: {m: 2 kg, l: 500 mm, g: 9.81}
        coordinates: {angle: {start: 90 deg, rate: 0.1}, x: 0.5, y: [1, 2]}
        lagrangian: m*l**2*angle_rate**2/2 + m*g*l*cos(angle) + x_rate**2 + y_rate**2
        generalized: {angle: 0}
        forces: {spring: {measure: angle, stiffness: 3.0}}
    """
    (tmp_path / "model.yaml").write_text(text)
    model = jd.read(tmp_path / "model.yaml")
    assert isinstance(model, jd.LagrangianModel)
    assert model.coordinates == {"angle": (pytest.approx(1.5707963267948966), 0.1), "x": (0.5, 0.0), "y": (1.0, 2.0)}
    assert model.parameters == {"m": 2.0, "l": 0.5, "g": 9.81} and model.generalized == {"angle": "0"}
    assert model.forces["spring"].measure == model.coordinate("angle")


BASE: dict[str, Any] = {"name": "m", "coordinates": {"x": 0.0}, "lagrangian": "x_rate**2"}


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"bodies": {"b": {}}}, "bodies: a model with coordinates"),
        ({"coordinates": {"x": [1.0]}}, r"coordinates -> x: .*\[start, rate\]"),
        ({"coordinates": {"x": {"rate": 1.0}}}, "coordinates -> x: 'start' is missing"),
        ({"lagrangian": ["x"]}, "lagrangian: .* is not an expression"),
        ({"generalized": {"y": "1"}}, "force on 'y', which is no coordinate"),
        ({"drives": {"d": {"measure": "z", "motion": "t"}}}, "there is no coordinate 'z'. There is: 'x'"),
        ({"coordinates": {}}, "it has no coordinates"),
    ],
)
def test_files_that_are_refused(change: dict[str, Any], message: str) -> None:
    with pytest.raises(jd.JourdainError, match=message):
        document(BASE | change)


def lagrangian(**change: Any) -> jd.LagrangianModel:
    given: dict[str, Any] = {
        "coordinates": {"x": (0.3, 0.1), "y": (0.2, 0.4)},
        "lagrangian": "(x_rate**2 + y_rate**2)/2",
    }
    return jd.LagrangianModel("sled", **{**given, **change})


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"lagrangian": None}, "'sled': give either lagrangian, or mass and forcing"),
        ({"lagrangian": None, "mass": [["1", "0"]], "forcing": ["0", "0"]}, "mass matrix must have 2 x 2 entries"),
        ({"lagrangian": None, "mass": [["1", "0"], ["0", "1"]], "forcing": ["0"]}, "forcing has 1 entries for 2"),
        ({"lagrangian": None, "mass": [["1", "0"], ["0", "1"]]}, "mass and forcing go together"),
        ({"coordinates": {"x": 3.0}}, "coordinate 'x': 3.0; give"),
        ({"coordinates": {"t": (0, 0)}}, "coordinate 't': the name is the time already"),
        ({"coordinates": {"sin": (0, 0)}}, "coordinate 'sin': a name is"),
        ({"parameters": {"x_rate": 1.0}}, "parameter 'x_rate': the name is the rate of 'x' already"),
        ({"definitions": {"y": "x"}}, "definition 'y': the name is a coordinate already"),
        ({"generalized": {"z": "1"}}, "force on 'z', which is no coordinate"),
        ({"position_rows": {"r": "x"}, "velocity_rows": {"r": "x_rate"}}, "there are two rows 'r'"),
    ],
)
def test_parts_that_do_not_fit_are_refused(change: dict[str, Any], message: str) -> None:
    with pytest.raises(jd.ModelError, match=message):
        lagrangian(**change)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"lagrangian": "m*x_rate**2"}, "'sled': lagrangian: 'm' in .*unknown name"),
        ({"lagrangian": "mass*x_rate**2", "parameters": {"masss": 1.0}}, "Did you mean 'masss'?"),
        ({"generalized": {"x": "zz"}}, "'sled': force on 'x': 'zz': unknown name"),
        ({"position_rows": {"rod": "x*y_rate"}}, "row 'rod' depends on the rates"),
        ({"velocity_rows": {"skate": "x_rate*y_rate"}}, "row 'skate' is not linear in the rates"),
        ({"velocity_rows": {"skate": "abs(x_rate)"}}, "row 'skate' is not linear in the rates"),
        ({"lagrangian": "x_rate**2 - y**2"}, "singular at the start: no inertia along 'y'"),
        ({"lagrangian": "(x_rate + y_rate)**2"}, "no inertia along 'x', 'y'"),
        ({"lagrangian": "x**2 + y**2"}, "no inertia along 'x', 'y'"),
        ({"lagrangian": "x_rate**2/(x - 0.3) + y_rate**2"}, "inertia of coordinate 'x' has no finite value"),
        ({"lagrangian": None, "mass": (("1", "0.2"), ("0.3", "1")), "forcing": "00"}, r"mass\[0\]\[1\] is 0.2, but"),
        (
            {"lagrangian": None, "mass": (("x_rate", "0"), ("0", "1")), "forcing": "00"},
            r"mass\[0\]\[0\] depends on the rates",
        ),
    ],
)
def test_expressions_that_cannot_be_used_are_refused(change: dict[str, Any], message: str) -> None:
    model = lagrangian(**change)
    with pytest.raises(jd.ModelError, match=message):
        generate(model)


def test_rows_may_hold_what_has_no_inertia() -> None:
    generate(lagrangian(lagrangian="x_rate**2", velocity_rows={"slave": "y_rate - 2*x_rate"}))
    model = lagrangian(lagrangian="x_rate**2")
    model.drive("motor", model.coordinate("y"), "t")
    generate(model)


def test_a_row_that_is_linear_in_a_roundabout_way_is_taken() -> None:
    generate(
        lagrangian(velocity_rows={"round": "(x_rate + y_rate)**2 - (x_rate - y_rate)**2 - 4*x_rate*y_rate + x_rate"})
    )


def test_elements_know_the_coordinates() -> None:
    model = lagrangian(position_rows={"rod": "x*y"})
    with pytest.raises(jd.ModelError, match="no coordinate 'z'"):
        model.coordinate("z")
    with pytest.raises(jd.ModelError, match="drive 'rod': there is a row of that name already"):
        model.drive("rod", model.coordinate("x"), "t")
    with pytest.raises(jd.ModelError, match="no bodies"):
        model.body("b", mass=1.0, inertia=(1, 1, 1))
    other = jd.LagrangianModel("other", coordinates={"q": (0, 0)}, lagrangian="q_rate**2")
    with pytest.raises(jd.ModelError, match="no coordinate 'q'"):
        model.force("f", other.coordinate("q"), stiffness=1.0)


def test_lengths_are_named() -> None:
    L = "x_rate**2 + y_rate**2"
    with pytest.raises(jd.ModelError, match=r"'s': start: 1 values for 2 coordinates \(x, y\)"):
        jd.lagrangian("s", L, "x y", start=[0.0])
    with pytest.raises(jd.ModelError, match="velocity: no value for 'y'"):
        jd.lagrangian("s", L, "x y", start=[0.0, 0.0], velocity={"x": 1.0})
    with pytest.raises(jd.ModelError, match="start: 'z' is no coordinate"):
        jd.lagrangian("s", L, "x y", start={"x": 0.0, "z": 1.0})
    with pytest.raises(jd.ModelError, match=r"forces: 1 given for 2 coordinates"):
        jd.lagrangian("s", L, ["x", "y"], start=[0, 0], forces=["1"])
    with pytest.raises(jd.ModelError, match=r"state 'w': 3; give \(rate, start\)"):
        jd.lagrangian("s", L, ["x", "y"], start=[0, 0], states={"w": 3})

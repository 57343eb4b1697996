"""Model files: equal to Python models in both directions; every mistake is named with file and line."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

import jsonschema
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import jourdain as jd
from io_texts import BASE, EVERYTHING
from jourdain.errors import FileFormatError
from jourdain.examples import slider_crank
from jourdain.io.model_files import yaml_text
from jourdain.io.model_files.format import json_schema
from jourdain.io.model_files.plain import to_plain
from jourdain.io.model_files.units import UNITS
from jourdain.io.model_files.yaml import as_data, document, read_document
from jourdain.io.model_files.yaml_text import dump, parse, parse_json
from jourdain.model.joints import PLANAR, SPATIAL
from machines.every_element import OPTIONS, everything, joined
from machines.stored_models import MODELS, names, numbers, quaternions

EXAMPLES = sorted((Path(__file__).parents[2] / "examples").glob("*.yaml"))
SCHEMA = json_schema()


def written(text: str, folder: Path, name: str = "model.yaml") -> Path:
    (folder / name).write_text(text, encoding="utf-8")
    return folder / name


def again(model: jd.Model, folder: Path) -> str:
    """Through a YAML file and a JSON file and back; returns the YAML."""
    for name in ("model.yaml", "model.json"):
        jd.write(model, folder / name)
        other = jd.read(folder / name, trust_functions=True)
        assert other == model
        assert json.dumps(to_plain(other)) == json.dumps(to_plain(model))  # to the last bit, minus zero included
    jsonschema.validate(json.loads((folder / "model.json").read_text()), SCHEMA)
    return (folder / "model.yaml").read_text()


# --------------------------------------------------------------------------- lossless


@pytest.mark.parametrize("name", MODELS)
def test_models_survive(name: str, tmp_path: Path) -> None:
    again(MODELS[name](), tmp_path)


@pytest.mark.parametrize("placed", [True, False], ids=["placed", "markers"])
@pytest.mark.parametrize(("planar", "kind"), [(False, k) for k in SPATIAL] + [(True, k) for k in PLANAR])
def test_joints_survive(planar: bool, kind: str, placed: bool, tmp_path: Path) -> None:
    again(
        joined(kind, planar, placed and kind not in ("rack_and_pinion", "coupler"), **OPTIONS.get(kind, {})), tmp_path
    )


@pytest.mark.parametrize("file", EXAMPLES, ids=lambda file: file.stem)
def test_examples_survive(file: Path, tmp_path: Path) -> None:
    """Model and run settings; the file itself and what is written of it fit the schema."""
    first = read_document(file)
    again(first.model, tmp_path)
    jd.write(first.model, tmp_path / "again.yaml", **first.settings)
    assert read_document(tmp_path / "again.yaml") == first
    for path in (file, tmp_path / "again.yaml"):
        jsonschema.validate(parse(path.read_text())[0], SCHEMA)


@settings(deadline=None, max_examples=50)
@given(st.lists(numbers, min_size=9, max_size=9), quaternions, st.lists(names, min_size=5, max_size=5, unique=True))
def test_any_number_and_name_survives(x: list[float], q: tuple[float, ...], name: list[str]) -> None:
    rotation = jd.Rotation(*(c / math.hypot(*q) for c in q))
    model = jd.Model(name[0], gravity=x[:3])
    body = model.body(name[1], mass=abs(x[3]), inertia=(0, 0, 0), at=x[4:7], rotation=rotation)
    marker = body.marker(name[2], at=x[6:9], rotation=rotation)
    model.joint(name[2], "fixed", model.ground.marker(name[2]), marker)
    model.joint(name[3], "spherical", model.ground, body, at=x[:3])
    model.force(name[4], jd.slide(marker, model.ground.markers[name[2]], "y"), stiffness=x[7])
    model.measure("m", jd.distance(marker, model.ground.markers[name[2]]))
    data, _ = parse(dump(as_data(model)))
    assert document(data).model == model


@settings(deadline=None)
@given(
    st.recursive(
        st.none()
        | st.booleans()
        | st.integers()
        | st.floats(allow_nan=False)
        | st.text(st.characters(exclude_categories=())),
        lambda inside: st.lists(inside) | st.dictionaries(st.text(), inside),
    )
)
def test_any_data_survives_yaml(data: Any) -> None:
    assert repr(parse(dump({"x": data}))[0]) == repr({"x": data})


def test_written_files_read_well(tmp_path: Path) -> None:
    """Markers and measures by name, joints by bodies and place, drives apart, nothing that is by default."""
    model = slider_crank()
    model.drive("motor", model.joints["A"].angle, "2*t")
    text = again(model, tmp_path)
    assert "  A: {kind: revolute, bodies: [ground, crank], at: [0.0, 0.0, 0.0], axis: [0.0, 1.0, 0.0]}\n" in text
    assert "drives: {motor: {measure: A.angle, motion: 2*t}}" in text
    assert "shape: {box: [0.06, 0.04, 0.04]}" in text and "planar" not in text
    text = again(everything(False), tmp_path)
    assert "{measure: 'distance(arm.end, fork.fork/1)', stiffness: 100.0}" in text
    assert "guide: {kind: prismatic, a: ground.hook, b: fork.fork/1, active: false}" in text


# --------------------------------------------------------------------------- the human form against Python


def test_slider_crank_is_the_python_model() -> None:
    """The example against the model of the demo, which is written in Python: the same machine, number by number."""
    found, wanted = jd.read(EXAMPLES[-1]), slider_crank()
    assert len(EXAMPLES[-1].read_text().splitlines()) == 22
    assert list(found.joints) == [*wanted.joints, "motor"]
    for name, body in wanted.bodies.items():
        other = found.bodies[name]
        assert other.mass == pytest.approx(body.mass, rel=1e-15)
        for part in ("at", "inertia", "matrix"):
            np.testing.assert_allclose(getattr(other, part), getattr(body, part), rtol=1e-14, atol=1e-16)
    for name in wanted.joints:
        for side in "ab":
            one, two = getattr(found.joints[name], side), getattr(wanted.joints[name], side)
            np.testing.assert_allclose(one.at, two.at, atol=1e-15)
            np.testing.assert_allclose(one.matrix, two.matrix, atol=1e-14)


def _everything() -> jd.Model:
    m = jd.Model("all forms", gravity=(0, 0, -9.81))
    L, k = 0.2, 3000.0
    m.parameters |= {"L": L, "k": k, "gain": 0.5}
    hook = m.ground.marker("hook", at=(L, 0, 0), rotation=jd.cardan(10 * (math.pi / 180), 0, 0))
    a = m.body("a", shape=jd.sphere(L / 2), density=700.0)
    tip = a.marker("tip", at=(L, 0, 0))
    b = m.body(
        "b",
        mass=2,
        inertia=(1, 1, 1),
        at=(2 * L, 0, 0),
        rotation=jd.euler(0.1, 0.2, 0.3),
        spin=(0, 60 * (math.tau / 60), 0),
        com=(0.01, 0, 0),
        inertia_at=(0, 0, 0),
        inertia_axes=jd.axis_angle((0, 0, 1), math.pi / 2),
    )
    at_b = b.marker("m")
    c = m.body("c", mass=1, inertia=(1, 1, 1), rotation=[[0, -1, 0], [1, 0, 0], [0, 0, 1]])
    hinge = m.joint("hinge", "revolute", m.ground, a, at=(0, 0, 0), axis=(0, 0, 1))
    second = m.joint("second", "revolute", m.ground, c, at=(0, 0, 0), rotation=jd.axis_angle((1, 0, 0), math.pi / 2))
    m.joint("screw", "screw", hook, at_b, pitch=0.005)
    m.joint("mesh", "gear", hinge, second, teeth=(20, 40))
    m.joint("rod", "distance", a, b, at_a=(L, 0, 0), at_b=(2 * L, 0, 0), length=L, active=False)
    m.measure("phi", hinge.angle)
    m.measure("gap", jd.distance(hook, at_b))
    m.measure("tilt", jd.align(tip.x, at_b.z))
    m.drive("motor", hinge.angle, 30 * (math.pi / 180))
    m.spring("s", hook, tip, stiffness=k, damping=2, rest=L, law="-gain*x")
    m.torsion_spring("t", hinge, stiffness=2)
    m.bushing("mount", hook, at_b, stiffness=(1, 2, 3, 4, 5, 6), damping=(0,) * 6)
    m.force("f", jd.slide(hook, at_b, "y"), law="r - w", inputs={"r": jd.Rate(hinge.angle), "w": "integral"})
    m.load("push", b, force=(10.0, "sin(t)", 0))
    m.load("twist", b, at=(0, L, 0), torque=(0, 0, 0.005))
    m.load("pull", tip, force=(0, 0, 1000.0), follow=True)
    m.state("integral", "phi", start=0.1)
    m.event("e", "gap", 0.02, direction="falling", actions=[jd.Stop(), jd.Lock("hinge"), jd.Reset("integral", 1)])
    m.event("g", hinge.angle, 90 * (math.pi / 180), actions=jd.Impact(0.5, settle=jd.Engage("rod")))
    return m


def test_every_short_form_is_what_python_makes(tmp_path: Path) -> None:
    found, wanted = jd.read(written(EVERYTHING, tmp_path)), _everything()
    for section in vars(wanted):
        assert repr(getattr(found, section)) == repr(getattr(wanted, section)), section
    assert found == wanted
    jsonschema.validate(parse(EVERYTHING)[0], SCHEMA)
    again(found, tmp_path)


def test_yaml_is_version_1_2() -> None:
    text = "{a: 1e-6, b: yes, c: on, d: true, e: 012, f: 1_000, g: 12:30:45, h: ~, i: .5, j: 0x1F, k: -.inf, 1: no, l: null}"
    assert parse(text)[0] == {
        "a": 1e-6,
        "b": "yes",
        "c": "on",
        "d": True,
        "e": 12,
        "f": "1_000",
        "g": "12:30:45",
        "h": None,
        "i": 0.5,
        "j": 31,
        "k": -math.inf,
        "1": "no",
        "l": None,
    }
    assert dump({"a": ["yes", "1e-6", "1:30", "true", ""]}) == "a: ['yes', '1e-6', '1:30', 'true', '']\n"


def test_run_settings(tmp_path: Path) -> None:
    text = "name: m\nrun: {t_end: 500 ms, t_start: 0, output: [0, 100 ms], integrator: {name: RK4, step: 1 ms}, trust: fast}\n"
    run = read_document(written(text, tmp_path)).settings["run"]
    assert run == {"t_end": 0.5, "t_start": 0, "output": [0, 0.1], "integrator": jd.RK4(step=0.001), "trust": "fast"}


def test_schema_is_shipped() -> None:
    """The file in the package is what the table of the format gives now."""
    shipped = Path(jd.__file__).parent / "io" / "model_files" / "schema.json"
    assert json.loads(shipped.read_text()) == SCHEMA
    jsonschema.Draft7Validator.check_schema(SCHEMA)


def test_page_on_files_is_true(tmp_path: Path) -> None:
    """The example of the documentation reads, and the units it lists are those there are."""
    page = (Path(__file__).parents[2] / "docs" / "files.md").read_text()
    text = page.partition("```yaml\n")[2].partition("```")[0]
    first = read_document(written(text, tmp_path))
    assert first.settings["run"]["t_end"] == 2.0 and first.model.parameters["k"] == pytest.approx(2 / 3)
    listed = page.partition("Known units: ")[2].partition(".\n")[0].replace("`", "").replace(",", "").split()
    assert sorted(listed) == sorted(UNITS)


@pytest.mark.parametrize(
    "text",
    [
        "name: 3",
        "name: m\nbodys: {}",
        "name: m\njoints: {A: {kind: revolutte}}",
        "name: m\nrun: {trust: slow}",
        "name: m\nbodies: {a: {mass: [1]}}",
    ],
)
def test_schema_refuses(text: str) -> None:
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(parse(text)[0], SCHEMA)


# --------------------------------------------------------------------------- mistakes

MISTAKES: list[tuple[str, str, int, str]] = [
    (
        "kind: revolute",
        "kind: revolutte",
        12,
        "joints -> A -> kind: unknown joint kind 'revolutte'. Did you mean 'revolute'",
    ),
    ("[ground, crank]", "[ground, crnak]", 13, "there is no body 'crnak'. Did you mean 'crank'"),
    ("[ground, crank]", "[ground]", 13, "joints -> A -> bodies: a joint has two sides"),
    (
        "density: 7850 kg/m3",
        "density: 7850 kg/m2",
        8,
        "bodies -> crank -> density: .* is in kg/m2; expected is a density",
    ),
    ("density: 7850 kg/m3", "densty: 7850 kg/m3", 8, "unknown key 'densty'. Did you mean 'density'"),
    ("density: 7850 kg/m3", "material: steel", 8, "bodies -> crank -> material: there is no material 'steel'"),
    ("density: 7850 kg/m3", "density: -1", 8, "must be positive"),
    ("    density: 7850 kg/m3\n", "", 6, "no mass given"),
    ("box: [L,", "box: [l,", 7, "there is no parameter 'l'"),
    ("box: [L,", "bux: [L,", 7, "unknown shape 'bux'. Did you mean 'box'"),
    ("box: [L, 20 mm, 30 mm]", "box: [L, 20 mm]", 7, "2 numbers do not make a box"),
    ("20 mm", "20 mmm", 7, "unknown unit 'mmm'"),
    ("L: 150 mm", "L: 2*L", 4, "parameters -> L: the parameters depend on themselves: L -> L"),
    ("measure: A.angle\n", "measure: B.angle\n", 18, "forces -> spring -> measure: there is no joint or body 'B'"),
    ("measure: A.angle\n", "measure: A.angel\n", 18, "of a joint there is its 'angle' and its 'slide', not 'angel'"),
    ("measure: A.angle\n", "measure: distance(crank.top, crank.tip)\n", 18, "no marker 'top'. Did you mean 'tip'"),
    ("5 N*m/rad", "5 m", 19, "forces -> spring -> stiffness: .*expected is a stiffness"),
    ("[Stop]", "[Stopp]", 21, "unknown action 'Stopp'. Did you mean 'Stop'"),
    ("[Stop]", "[{Lock: B}]", 21, "events -> end: .*there is no joint 'B'"),
    ("[Stop]", "[{Stop: 1}]", 21, "Stop takes nothing"),
    ("forces:", "force:", 16, "unknown key 'force'. Did you mean 'forces'"),
    ("gravity: [0, 0, -9.81]", "gravity: [0, -9.81]", 2, "gravity.* give 3 numbers"),
    ("axis: [0, 1, 0]", "axis: [0, 0, 0]", 11, "has no direction"),
    ("t_end: 1 s", "t_end: 1 m", 22, "run -> t_end: .* expected is a time"),
    ("t_end: 1 s", "integrator: RK5", 22, "run -> integrator: .*RK5"),
    ("    axis: [0, 1, 0]", "    at: [0, 1, 0]", 15, "joints -> A -> at: this key was given in line 14 already"),
    ("    axis: [0, 1, 0]", "    axis: [0, 1, 0", 16, "this is no YAML"),
    ("bodies:\n", "bodies: &b\n  loop: *b\n", 5, "contains itself"),
    ("name: machine", "name: [1]", 1, "name: .* is not a text"),
    ("name: machine", "title: machine", 1, "unknown key 'title'"),
]


@pytest.mark.parametrize(("old", "new", "line", "message"), MISTAKES, ids=lambda x: str(x)[:30])
def test_mistakes_are_named(old: str, new: str, line: int, message: str, tmp_path: Path) -> None:
    jd.read(written(BASE, tmp_path))
    assert old in BASE
    with pytest.raises(FileFormatError, match=message) as caught:
        jd.read(written(BASE.replace(old, new, 1), tmp_path))
    assert str(caught.value).startswith(f"model.yaml, line {line}: ")


@pytest.mark.parametrize(("old", "new", "line", "message"), MISTAKES, ids=lambda x: str(x)[:30])
def test_mistakes_in_json_are_named(old: str, new: str, line: int, message: str, tmp_path: Path) -> None:
    """The same words, with the line where the JSON file has the same key."""
    changed = BASE.replace(old, new, 1)
    try:
        text = json.dumps(parse(changed)[0], indent=1)
    except FileFormatError:
        return  # what is no YAML has no equal in JSON
    with pytest.raises(FileFormatError, match=message) as caught:
        jd.read(written(text, tmp_path, "model.json"))
    start, _, rest = str(caught.value).partition(": ")
    found = text.splitlines()[int(start.removeprefix("model.json, line ")) - 1].strip()
    key = found.partition('"')[2].partition('"')[0]  # nothing in the first line, which stands for the whole
    assert key in changed.splitlines()[line - 1] and (key in rest or not key)


@settings(deadline=None)
@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.floats() | st.text(st.characters(exclude_categories=())),
        lambda inside: st.lists(inside) | st.dictionaries(st.text(), inside),
    ),
    st.sampled_from([None, 1, "\t"]),
)
def test_json_is_read_as_python_reads_it(data: Any, indent: Any) -> None:
    """Values, and the line of each: cut off before it, the text has as many line breaks as it says."""
    text = json.dumps({"x": data, "last \u2028": 1}, indent=indent, ensure_ascii=indent is None)
    found, lines = parse_json(text)
    assert repr(found) == repr(json.loads(text))
    assert lines["last \u2028"] == text[: text.rindex('"last')].count("\n") + 1


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('{"name": "m",\n "bodies": {},\n\n "bodies": {}}', "line 4: bodies: this key was given in line 2 already"),
        ('{"name": "m",\n "gravity": [0, 0,\n  1e400]}', "line 3: 1e400 is too large a number"),
        ('{"name": "m",\n "gravity": [0, 0,\n  1' + "0" * 5000 + "]}", r"line 3: 10+\.\. is too large a number"),
        ('{"name": "m",\n "gravity": [0, 0,\n  NaN]}', "line 2: gravity: .* not finite"),
        ('{"name": "m",\n "gravity": [0, 0 1]}', "line 2: this is no JSON: Expecting ',' delimiter"),
        ('{"name": "m",\n 1: 2}', "line 2: this is no JSON"),
        ('{"name": "m"}\n{}', "line 2: this is no JSON: Extra data"),
        ('{"name": "a \\" \\\\",\n "planar": "\\u0000"}', "line 2: planar: "),
    ],
)
def test_lines_of_json(text: str, message: str, tmp_path: Path) -> None:
    with pytest.raises(FileFormatError, match=f"^model.json, {message}"):
        jd.read(written(text, tmp_path, "model.json"))


def test_yaml_makes_no_objects(tmp_path: Path) -> None:
    """Tags of Python objects are refused, and nothing is called."""
    mark = tmp_path / "made"
    text = f"name: !!python/object/apply:pathlib.Path.touch [!!python/object/apply:pathlib.Path ['{mark}']]\n"
    with pytest.raises(FileFormatError, match=r"model.yaml, line 1: "):
        jd.read(written(text, tmp_path))
    with pytest.raises(FileFormatError, match=r"model.yaml, line 2: .*python/name"):
        jd.read(written("name: x\nplanar: !!python/name:os.system\n", tmp_path))
    assert not mark.exists()


@pytest.mark.parametrize(
    "content",
    [
        b"\xff\xfe",
        b"name: \x00",
        b"",
        b"- 1",
        b"3",
        b"name",
        b"a: b: c",
        b"\t",
        b"[" * 5000,
        b"name: m\nbodies: 3",
        b"? [1]\n: 2",
        b"name: m\n" + b"9" * 5000 + b": 1",
        b"x: " + b"9" * 5000,
    ],
)
def test_what_is_no_model_at_all(content: bytes, tmp_path: Path) -> None:
    for name in ("model.yaml", "model.json"):
        (tmp_path / name).write_bytes(content)
        with pytest.raises(FileFormatError, match=rf"^{name}(, line \d+)?: "):
            jd.read(tmp_path / name)


def test_references_to_references_are_bounded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(yaml_text, "MAX_VALUES", 20_000)
    text = "name: m\na0: &a0 [1, 1, 1, 1, 1, 1, 1, 1, 1, 1]\n"
    text += "".join(f"a{i}: &a{i} [{', '.join([f'*a{i - 1}'] * 10)}]\n" for i in range(1, 9))
    with pytest.raises(FileFormatError, match="more than 20000 values"):
        jd.read(written(text, tmp_path))

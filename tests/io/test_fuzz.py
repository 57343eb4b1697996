"""Files with everything wrong that can be: they are read, or refused with file and line; nothing runs, nothing hangs."""

from __future__ import annotations

import copy
import json
import math
import re
import time
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import jourdain as jd
from io_texts import BASE, EVERYTHING
from jourdain.errors import FileFormatError
from jourdain.io.model_files.yaml_text import dump, parse
from jourdain.io.robots.urdf import read_urdf

EXAMPLES = Path(__file__).parents[2] / "examples"
SOURCES = [parse(BASE)[0], parse(EVERYTHING)[0], *(parse(f.read_text())[0] for f in sorted(EXAMPLES.glob("*.yaml")))]
ROBOT = (EXAMPLES / "robot.urdf").read_text()
relaxed = settings(deadline=None, max_examples=200, suppress_health_check=[HealthCheck.too_slow])


@pytest.fixture(autouse=True)
def no_warnings() -> Iterator[None]:
    """An overflow that is computed with is as bad as an exception that nobody expects."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        yield


def refused_or_read(file: Path, read: Callable[[Path], jd.Model] = jd.read) -> bool:
    """True if the file makes a model; what is refused is refused with its name and a line that it has."""
    try:
        model = read(file)
    except FileFormatError as problem:
        for mistake in getattr(problem, "mistakes", (str(problem),)):
            found = re.match(rf"{re.escape(file.name)}, line (\d+): ", mistake)
            assert found, str(problem)
            assert 1 <= int(found[1]) <= file.read_text(encoding="utf-8").count("\n") + 1
        return False
    assert isinstance(model, jd.Model)
    return True


def compiles_or_says_why(model: jd.Model) -> None:
    """Texts of laws are looked into when a model is compiled."""
    try:
        jd.compile(model)
    except jd.ModelError as problem:
        assert str(problem)


# --------------------------------------------------------------------------- other values

VALUES = [
    1e308,
    -1e308,
    1e160,
    1e51,
    1e-320,
    math.inf,
    -math.inf,
    math.nan,
    10**300,
    0,
    -1,
    0.5,
    None,
    True,
    "1e999 m",
    "1e400",
    "9**9**9",
    "1 parsec",
    "5 mm/",
    "1 m^99",
    "150 mm",
    "L",
    "L*L",
    "2*L + 5 s",
    "unknown",
    "",
    " ",
    "\0",
    "__import__('os')",
    "crank",
    "ground",
    "A.angle",
    "A",
    "x" * 3000,
    "(" * 200,
    [],
    [[]],
    [{}],
    ["Stop"],
    [1, 2],
    [1, 2, 3, 4],
    [1e50] * 3,
    {},
    {"": {}},
    {"x": "y", "y": "x"},
    {"axis": [0, 0, 0], "angle": 1},
    {"function": "os:system"},
    {"function": "nowhere:nothing"},
    {"kind": "mesh", "path": "\0"},
    {"mesh": "9" * 5000},
    {"Impact": {"settle": {"Impact": {}}}},
]


def places(data: Any) -> list[tuple[Any, Any]]:
    """Every (container, key) inside data."""
    found = []
    for key, value in data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ():
        found += [(data, key), *places(value)]
    return found


def remove(box: Any, key: Any, _: Any) -> None:
    del box[key]


def rename(box: Any, key: Any, _: Any) -> None:
    if isinstance(box, dict):
        box[f"{key}x"] = box.pop(key)


def replace(box: Any, key: Any, value: Any) -> None:
    box[key] = value


def add(box: Any, key: Any, value: Any) -> None:
    if isinstance(box, dict):
        box["more"] = value
    else:
        box.insert(key, value)


def wrap(box: Any, key: Any, _: Any) -> None:
    box[key] = [box[key]]


@relaxed
@given(st.data())
def test_other_values(tmp_path_factory: pytest.TempPathFactory, data: st.DataObject) -> None:
    """Keys missing, mistyped, of other types, huge, with unknown units, in YAML and in JSON: the same of both."""
    content = copy.deepcopy(data.draw(st.sampled_from(SOURCES)))
    for _ in range(data.draw(st.integers(1, 3))):
        boxes = places(content)
        if not boxes:
            break
        box, key = boxes[data.draw(st.integers(0, len(boxes) - 1))]
        change = data.draw(st.sampled_from([remove, rename, replace, replace, replace, add, wrap]))
        change(box, key, copy.deepcopy(VALUES[data.draw(st.integers(0, len(VALUES) - 1))]))
    folder = tmp_path_factory.getbasetemp()
    (folder / "fuzz.yaml").write_text(dump(content), encoding="utf-8")
    (folder / "fuzz.json").write_text(json.dumps(content, indent=1), encoding="utf-8")
    readable = [refused_or_read(folder / name) for name in ("fuzz.yaml", "fuzz.json")]
    assert readable[0] == readable[1]
    if readable[0]:
        assert jd.read(folder / "fuzz.yaml") == jd.read(folder / "fuzz.json")
        compiles_or_says_why(jd.read(folder / "fuzz.yaml"))


# --------------------------------------------------------------------------- other texts

PIECES = [
    "[",
    "]",
    "{",
    "}",
    ":",
    ": ",
    ",",
    "\n",
    "\n  ",
    "\t",
    "- ",
    "? ",
    "&a ",
    "*a",
    "!!python/name:os.system ",
    "!!set ",
    "|",
    ">",
    "#",
    "'",
    '"',
    "\\",
    "%",
    "@",
    "`",
    "1e400",
    "1" * 5000,
    ".nan",
    ".inf",
    "-.inf",
    "0x",
    "---\n",
    "...\n",
    "\r",
    "\u2028",
    "\ufeff",
    "<<: ",
    "1: ",
    "~: ",
    "[1]: ",
    "true: ",
    "name: ",
    "bodies: ",
    "[" * 2000,
    '{"a":' * 2000,
]
TEXTS = [
    (BASE, "yaml"),
    (EVERYTHING, "yaml"),
    (json.dumps(SOURCES[0], indent=1), "json"),
    (json.dumps(SOURCES[1]), "json"),
]


@relaxed
@given(st.data())
def test_other_texts(tmp_path_factory: pytest.TempPathFactory, data: st.DataObject) -> None:
    """Characters and lines put in, taken out and doubled: broken syntax, keys twice or no texts, nesting without end."""
    text, kind = data.draw(st.sampled_from(TEXTS))
    for _ in range(data.draw(st.integers(1, 3))):
        start = data.draw(st.integers(0, len(text)))
        end = min(len(text), start + data.draw(st.sampled_from([0, 0, 1, 5, 40])))
        new = data.draw(st.sampled_from([*PIECES, text[start:end] * 2, text[: text.find("\n", start) + 1]]))
        text = text[:start] + new + text[end:]
    file = tmp_path_factory.getbasetemp() / f"fuzz.{kind}"
    file.write_text(text, encoding="utf-8", newline="")
    refused_or_read(file)


ATTRIBUTES = [
    "",
    " ",
    "1",
    "nan",
    "1e400",
    "-1",
    "1e60",
    "0 0",
    "0 0 0",
    "1 1 1",
    "0 0 x",
    "9" * 5000,
    "upper",
    "world",
    "grip",
    "other grip",
    "elbow",
    "ground",
    "planar",
    "floating",
    "fixed",
    "package://\0",
]


@relaxed
@given(st.data())
def test_other_robots(tmp_path_factory: pytest.TempPathFactory, data: st.DataObject) -> None:
    """Broken XML, attributes gone or wrong, links in circles, joints that mimic nothing or each other."""
    text = ROBOT
    for _ in range(data.draw(st.integers(1, 3))):
        found = data.draw(st.sampled_from(list(re.finditer(r'\w+="[^"]*"|<[^>]*>|"[^"]*"', text))))
        start, quote, _ = found[0].partition('"')
        quoted = f'{start}{quote}{data.draw(st.sampled_from(ATTRIBUTES))}"'
        new = data.draw(st.sampled_from(["", found[0] * 2, "<", "&", quoted, quoted, quoted, quoted]))
        text = text[: found.start()] + new + text[found.end() :]
    file = tmp_path_factory.getbasetemp() / "fuzz.urdf"
    file.write_text(text, encoding="utf-8")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)  # of what is read otherwise than it is written
        if refused_or_read(file, read_urdf):
            compiles_or_says_why(read_urdf(file))


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('child link="lower"', 'child link="upper"', "link 'upper' is the child of 'shoulder' too"),
        ('parent link="world"', 'parent link="tool"', "the robot has several roots|is part of a circle"),
        ('mimic joint="grip"', 'mimic joint="other grip"', "joint 'other grip' cannot mimic itself"),
        ('mimic joint="grip"', 'mimic joint="grp"', "Did you mean 'grip'"),
        ('mass value="4"', 'mass value="4 kg"', "value = '4 kg' is not 1 number"),
        ('mass value="4"', "mass", "link 'upper': mass"),
        ('<mass value="4"/>', "", "link 'upper': mass"),
        ('xyz="0 1 0"', 'xyz="0 1 1e200"', "above 1e"),
        ("</robot>", "", "this is no XML: "),
        ('name="elbow"', "", "<joint> has no 'name'"),
    ],
)
def test_mistakes_in_robots(old: str, new: str, message: str, tmp_path: Path) -> None:
    assert old in ROBOT
    (tmp_path / "r.urdf").write_text(ROBOT.replace(old, new, 1))
    with pytest.raises(FileFormatError, match=rf"^r.urdf, line \d+: .*({message})"):
        read_urdf(tmp_path / "r.urdf")


# --------------------------------------------------------------------------- hostile expressions

HOSTILE = [
    "__import__('os').system('touch {mark}')",
    "open('{mark}', 'w')",
    'exec(\'open("{mark}", "w")\')',
    "(lambda: open('{mark}', 'w'))()",
    "[open('{mark}', 'w') for _ in (1,)]",
    'f\'{{open("{mark}", "w")}}\'',
    "(x := open('{mark}', 'w'))",
    "eval(\"open('{mark}', 'w')\")",
    "().__class__.__base__.__subclasses__()",
    "t.__class__",
    "sin.__globals__",
    "pi.__class__.__mro__",
    "globals()",
    "vars()",
    "getattr(pi, 'real')",
    "t[0]",
    "lambda t: t",
    "yield t",
    "await t",
    "t; t",
    "9**9**9**9",
    "9.0**9**9**9",
    "10**10**10",
    "2**(2**(2**(2**(2**2))))",
    "9" * 4000,
    "9" * 9000,
    "1e999999999",
    "1" + "0" * 5000,
    "+".join(["1"] * 4000),
    "*".join(["9" * 300] * 30),
    "(" * 3000 + "1" + ")" * 3000,
    "-" * 9000 + "1",
    "sin(" * 500 + "1" + ")" * 500,
    "9" * 5000 + "*t",
    "t" * 9999,
    "1 if 1 else " * 800 + "1",
    "not " * 2000 + "1",
    "1j",
    "0x" + "f" * 5000,
    "'" + "a" * 5000 + "'*99999999",
    "1." * 3000,
    "1e" * 3000,
    "1 m*" * 2000,
    " " * 9000 + "1",
    "1" + " " * 9000 + "1",
    "1 m" + "1" * 9000,
    "a(" + "," * 9000 + ")",
    "." * 9000,
    "a." * 4000,
    "rate(" * 1000,
]
PLACES = [
    ("L: 150 mm", "L: {}"),
    ("density: 7850 kg/m3", "density: {}"),
    ("stiffness: 5 N*m/rad", "stiffness: {}"),
    ("    stiffness: 5 N*m/rad", "    law: {}"),
    ("measure: A.angle, value", "measure: {}, value"),
    ("value: 90 deg", "value: {}"),
    ("[Stop]", "[{{Switch: {{element: spring, law: {}}}}}]"),
    ("t_end: 1 s", "t_end: {}"),
    ("    axis: [0, 1, 0]", "    axis: [0, 1, 0]\n  R: {{kind: row, equation: {}}}"),
]


@pytest.mark.parametrize("text", HOSTILE, ids=lambda text: text[:30])
def test_hostile_texts_neither_run_nor_hang(text: str, tmp_path: Path) -> None:
    """In every place that takes a number, an expression or a law: refused, or a number; in less than a second."""
    mark = tmp_path / "mark"
    hostile = json.dumps(text.format(mark=mark))
    start = time.perf_counter()
    for old, new in PLACES:
        assert old in BASE
        file = tmp_path / "model.yaml"
        file.write_text(BASE.replace(old, new.format(hostile), 1))
        if refused_or_read(file):
            compiles_or_says_why(jd.read(file))
    assert not mark.exists()
    assert time.perf_counter() - start < 1.0 * len(PLACES)


@pytest.mark.parametrize(
    ("table", "message"),
    [
        ("{a: 2*b, b: c + 1, c: a}", "parameters -> a: the parameters depend on themselves: a -> b -> c -> a"),
        (
            "{" + ", ".join(f"p{i}: p{i + 1} + 1" for i in range(3000)) + "}",
            "parameters -> p0: too many parameters in a row",
        ),
        ("{a: 1 furlong}", "parameters -> a: unknown unit 'furlong'"),
        ("{a: 1 m + 1 s}", "m and s do not add up"),
        ("{a: 1e400}", "1e400 is too large a number"),
        ("{a: 1" + "0" * 5000 + "}", "too large a number"),
        ("{a: 9**9**9}", "no finite value"),
        ("{[1, 2]: 3}", "a key must be a text"),
        ("{a: 1, a: 2}", "parameters -> a: this key was given in line 2 already"),
    ],
)
def test_parameters(table: str, message: str, tmp_path: Path) -> None:
    (tmp_path / "m.yaml").write_text(f"name: m\nparameters: {table}\n")
    with pytest.raises(FileFormatError, match=rf"^m.yaml, line \d: .*({message})"):
        jd.read(tmp_path / "m.yaml")

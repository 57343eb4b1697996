"""Named points, units in laws, texts that a comma cut, all mistakes at once, and functions that must be trusted."""

from __future__ import annotations

import math
from pathlib import Path

import numpy as np
import pytest

import jourdain as jd
from function_programs import NAMES, jet
from io_texts import BASE
from jourdain.errors import FileFormatError
from jourdain.functions import parse

POINTS = """name: points
parameters: {L: 150 mm}
points: {P: [0, 700 mm, 200 mm], Q: [L, 0, 0], M: (P + Q)/2}
bodies: {a: {mass: 1, inertia: [1, 1, 1], at: M, com: "[Q.x, 0, P.z]", markers: {tip: {at: P - M}}}}
beams: {rod: {points: [P, M, Q], section: {circle: 1 mm}, material: {E: 1 GPa, nu: 0.3, density: 1}, elements: 2}}
joints: {A: {kind: revolute, bodies: [ground, a], at: P, axis: Q - P}}
"""


def read(text: str, folder: Path, **options: bool) -> jd.Model:
    (folder / "model.yaml").write_text(text)
    return jd.read(folder / "model.yaml", **options)


def test_points_are_places(tmp_path: Path) -> None:
    m = read(POINTS.replace('"[Q.x, 0, P.z]"', "[Q.x, 0, P.z]"), tmp_path)
    P, Q = np.array([0, 0.7, 0.2]), np.array([0.15, 0, 0])
    a = m.bodies["a"]
    np.testing.assert_array_equal(a.at, (P + Q) / 2)
    np.testing.assert_array_equal(a.com, [0.15, 0, 0.2])
    np.testing.assert_allclose(a.markers["tip"].at, (P - Q) / 2, atol=1e-16)
    np.testing.assert_allclose(m.joints["A"].a.at, P)
    np.testing.assert_allclose(m.joints["A"].a.z.s, (Q - P) / np.linalg.norm(Q - P))
    np.testing.assert_allclose(m.bodies["rod[1]"].at, (P + Q) / 2, atol=1e-9)
    flat = "name: m\nplanar: true\npoints: {P: [1, 2]}\nbodies: {a: {mass: 1, inertia: 1, at: 2*P}}"
    assert read(flat, tmp_path).bodies["a"].at.tolist() == [2.0, 4.0, 0.0]


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("at: P, axis", "at: PP, axis", "joints -> A -> at: 'PP': there is no parameter 'PP'. Did you mean 'P'"),
        ("at: P, axis", "at: P*Q, axis", "joints -> A -> at: 'P\\*Q' is in m2; expected is a length"),
        ("M: (P + Q)/2", "M: P + 3 s", "points -> M: 'P \\+ 3 s': m and s do not add up"),
        ("Q: [L, 0, 0]", "Q: [L, 0]", "points -> Q: .*give 3 lengths"),
        ("Q: [L, 0, 0]", "Q: [M, 0, 0]", "points -> Q: 'M': there is no parameter 'M'"),
        ("P: [0, 700 mm", "L: [0, 700 mm", "points -> L: there is a parameter"),
        ("mass: 1,", "mass: P,", "bodies -> a -> mass: 'P': there is no parameter 'P'"),
    ],
)
def test_mistakes_with_points(old: str, new: str, message: str, tmp_path: Path) -> None:
    with pytest.raises(FileFormatError, match=message):
        read(POINTS.replace('"[Q.x, 0, P.z]"', "[Q.x, 0, P.z]").replace(old, new, 1), tmp_path)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("120 rpm * t", 4 * math.pi * 0.5),
        ("720 deg * t", 4 * math.pi * 0.5),
        ("t^2 + 3 deg", 0.25 + math.pi / 60),
        ("2*pi*t - 90deg", math.pi / 2),
        ("5 N/mm * t + 2 kN*t^2", 5000 * 0.5 + 2000 * 0.25),
        ("L*1 N/mm", 150.0),
    ],
)
def test_laws_may_have_units(text: str, value: float, tmp_path: Path) -> None:
    """As the value of a drive at t = 0.5 s, through a file and back; angles and speeds of rotation in Python, too."""
    model = read(BASE + f"drives: {{m: {{measure: A.angle, motion: {text}}}}}\n", tmp_path)
    jd.write(model, tmp_path / "again.yaml")
    for one in (model, jd.read(tmp_path / "again.yaml")):
        motion = one.joints["m"].rows[0].function
        program = parse(motion, names=NAMES, parameters=one.parameters, where="m")
        assert jet(program, t=0.5)[0] == pytest.approx(value, rel=1e-14)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "forces: {f: {measure: distance(ground.m, crank.tip), stiffness: 3}}",
            "line 22: .*quotes: 'distance.ground.m, crank.tip",
        ),
        ("forces: {f: {measure: A.angle, law: step(t, 0, 0, 1, 5)}}", "put it in quotes: 'step.t, 0, 0, 1, 5.'"),
        ("loads: {f: {on: crank, force: [step(t, 0, 0, 1, 5), 0, 0]}}", "put it in quotes: 'step.t, 0, 0, 1, 5.'"),
    ],
)
def test_commas_inside_braces(text: str, message: str, tmp_path: Path) -> None:
    base = BASE[: BASE.index("forces:")] + BASE[BASE.index("events:") :] + "#\n#\n#\n"
    with pytest.raises(FileFormatError, match=message):
        read(base + text, tmp_path)


def test_all_mistakes_at_once(tmp_path: Path) -> None:
    """Each with its line; what only follows from another one is left out."""
    text = BASE.replace("20 mm", "20 mmm").replace("axis: [0, 1, 0]", "axs: [0, 1, 0]").replace("5 N*m/rad", "5 m")
    text = text.replace("t_end: 1 s", "t_end: 1 m, tl: 1e-6") + "fores: {}\n"
    with pytest.raises(FileFormatError) as caught:
        read(text, tmp_path)
    said = str(caught.value).split("\n  ")
    assert said[0] == f"model.yaml has {len(said) - 1} mistakes:"
    for line, words in (
        (7, "unknown unit 'mmm'"),
        (15, "unknown key 'axs'. Did you mean 'axis'"),
        (19, "expected is a stiffness"),
        (22, "expected is a time"),
        (23, "unknown key 'fores'"),
    ):
        assert [one for one in said if one.startswith(f"line {line}: ") and words in one], (line, words, said)
    assert not [one for one in said if "no body" in one or "no joint" in one]  # crank and A are there, but for mistakes
    assert [one.startswith("model.yaml, line ") for one in caught.value.mistakes] == [True] * (len(said) - 1)


def test_mistakes_of_text_are_said_together_too(tmp_path: Path) -> None:
    with pytest.raises(
        FileFormatError, match=r"has 2 mistakes:\n.*line 3: a: this key .*\n.*line 4: 1e999 is too large"
    ):
        read("name: m\na: 1\na: 2\nb: 1e999\n", tmp_path)


FUNCTION = "drives: {m: {measure: A.angle, motion: {function: 'math:sin'}}}\n"


def test_functions_are_imported_if_trusted(tmp_path: Path) -> None:
    with pytest.raises(
        FileFormatError, match=r"line 23: drives -> m -> motion: 'math:sin' is Python code.*trust_functions=True"
    ):
        read(BASE + FUNCTION, tmp_path)
    model = read(BASE + FUNCTION, tmp_path, trust_functions=True)
    assert model.joints["m"].rows[0].function is math.sin
    assert jd.with_parameters(model, {"L": 0.2}).parameters["L"] == 0.2  # trusted once, trusted again
    with pytest.raises(TypeError, match="trust_functions = 'yes'"):
        read(BASE, tmp_path, trust_functions="yes")  # type: ignore[arg-type]


def test_functions_of_the_package_do_not_open_the_door(tmp_path: Path) -> None:
    hidden = FUNCTION.replace("math:sin", "jourdain.io.writing:os.getcwd")
    with pytest.raises(FileFormatError, match="no function of this package"):
        read(BASE + hidden, tmp_path)

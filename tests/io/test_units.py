"""Units and quantities: factors, dimensions, expressions of parameters, refusals."""

from __future__ import annotations

import math
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from jourdain.errors import FileFormatError
from jourdain.io.model_files.quantities import Quantities, alone, read_parameters
from jourdain.io.model_files.units import KINDS, UNITS, Dimension, fits, unit

NAMED = {"L": "150 mm", "m": "2 kg", "k": 2.5, "ratio": "40 %", "half": "L/2"}


@pytest.fixture
def quantities() -> Quantities:
    return read_parameters(NAMED, "parameters")


# SI values by hand, to the last bit
VALUES: list[tuple[str, str, float]] = [
    ("150 mm", "length", 0.15),
    ("150mm", "length", 0.15),
    ("-1.5e2 mm", "length", -0.15),
    ("2 in", "length", 0.0508),
    ("300 rpm", "angular velocity", 300 * (math.tau / 60)),
    ("2 rev/s", "angular velocity", 2 * math.tau),
    ("30 deg", "angle", 30 * (math.pi / 180)),
    ("210 GPa", "any", 2.1e11),
    ("1 %", "number", 0.01),
    ("9.81 m/s2", "acceleration", 9.81),
    ("9.81 m/s^2", "acceleration", 9.81),
    ("2^3 + 1", "number", 9.0),
    ("9.81 m/s**2", "acceleration", 9.81),
    ("7.85 g/cm3", "density", 7850.0),
    ("420 kg*mm2", "inertia", 4.2e-4),
    ("5 N/mm", "stiffness", 5000.0),
    ("12 N*m/rad", "stiffness", 12.0),
    ("3 kN", "force", 3000.0),
    ("10 N*mm*s/rad", "damping", 0.01),
    ("2*L + 5 mm", "length", 0.305),
    ("5 mm*L", "area", 0.00075),
    ("m*9.81 m/s2", "force", 19.62),
    ("sqrt(L**2 + (200 mm)**2)", "length", 0.25),
    ("atan2(L, half)", "angle", math.atan2(0.15, 0.075)),
    ("k", "length", 2.5),
    ("k*5 mm", "force", 0.0125),
    ("2.5", "mass", 2.5),
    ("half", "length", 0.075),
    ("max(L, 200 mm)", "length", 0.2),
    ("cos(60 deg)", "number", math.cos(math.pi / 3)),
    ("5 1/s", "angular velocity", 5.0),
]


@pytest.mark.parametrize(("text", "kind", "value"), VALUES)
def test_values(quantities: Quantities, text: str, kind: str, value: float) -> None:
    assert quantities.number(text, kind, "here") == pytest.approx(value, rel=1e-15, abs=0)


REFUSED: list[tuple[str, str, str]] = [
    ("150 kg", "length", r"here: '150 kg' is in kg; expected is a length \[m\]"),
    ("L", "mass", r"'L' is in m; expected is a mass \[kg\]"),
    ("L + m", "any", "kg and m do not add up"),
    ("2 milimeter", "length", "unknown unit 'milimeter'"),
    ("2 mmm", "length", "unknown unit 'mmm'. Did you mean 'mm'"),
    ("50 Hz", "any", "unknown unit 'Hz'; write rev/s or rad/s"),
    ("2 m^99", "any", "power in the unit"),
    ("Lenght", "length", "there is no parameter 'Lenght'"),
    ("halve", "length", "there is no parameter 'halve'. Did you mean 'half'"),
    ("sin(L)", "number", "the argument of sin must be a pure number, here it is in m"),
    ("2**L", "number", "an exponent must be a pure number"),
    ("sqr(4)", "number", "no function 'sqr'. Did you mean 'sqrt'"),
    ("sin(1, 2)", "number", "sin does not take 2 arguments"),
    ("1/0", "number", "no finite value"),
    ("9**9**9**9", "number", "no finite value"),
    ("1e999 m", "length", "no finite value"),
    ("(-1)**0.5", "number", "negative number"),
    ("log(-1)", "number", "has no value"),
    ("5 kg m", "any", "cannot be read"),
    ("", "any", "cannot be read"),
    ("(" * 300 + "1" + ")" * 300, "any", "cannot be read|nested"),
    ("-" * 5000 + "1", "any", "nested too deeply"),
    ("1+" * 6000 + "1", "any", "more than 10000 characters"),
]


@pytest.mark.parametrize(("text", "kind", "message"), REFUSED)
def test_refusals(quantities: Quantities, text: str, kind: str, message: str) -> None:
    with pytest.raises(FileFormatError, match=message) as caught:
        quantities.number(text, kind, "here")
    assert str(caught.value).startswith("here: ") and len(str(caught.value)) < 500


@pytest.mark.parametrize(
    "text",
    [
        "__import__('os').system('true')",
        "().__class__",
        "[].append(1)",
        "lambda: 1",
        "open('x')",
        "exec('1')",
        "f'{1}'",
        "(x := 1)",
        "L.real",
        "L[0]",
        "print(1)",
        "{1: 2}",
        "[1 for _ in (1,)]",
        "True",
        "'text'",
        "1 if L else 2",
        "...",
        "1j",
        "abs(x=1)",
        "max(*L)",
        "__builtins__",
        "_unit0",
        "yield",
        "await L",
        "L;L",
        "L\n__import__('os')",
        "\0",
    ],
)
def test_no_code_runs(quantities: Quantities, text: str) -> None:
    with pytest.raises(FileFormatError):
        quantities.number(text, "any", "here")


@pytest.mark.parametrize(
    ("table", "message"),
    [
        ({"a": "b + 1", "b": "2*c", "c": "a"}, "parameters -> a: .*a -> b -> c -> a"),
        ({"a": "a"}, "depend on themselves: a -> a"),
        ({"a": "2*nothing"}, "parameters -> a: .*no parameter 'nothing'"),
        ({"a": [1, 2]}, "parameters -> a: .*not a number"),
        ({"a": True}, "parameters -> a: True is not a number"),
        ({"a": None}, "parameters -> a: None is not a number"),
    ],
)
def test_parameters_refused(table: dict[str, Any], message: str) -> None:
    with pytest.raises(FileFormatError, match=message):
        read_parameters(table, "parameters")


def test_parameters_in_any_order() -> None:
    found = read_parameters({"b": "2*a", "a": "3 mm", "s": "4 s", "t": "b/s"}, "parameters").parameters
    assert list(found) == ["b", "a", "s", "t"]
    assert found["t"].value == pytest.approx(0.0015) and found["t"].dimension == Dimension(length=1, time=-1)


def test_every_kind_has_units_that_fit() -> None:
    for kind, texts in KINDS.items():
        for text in texts:
            assert fits(Dimension() if text == "1" else unit(text, "")[1], kind)
    assert not fits(unit("kg", "")[1], "length") and fits(unit("kg", "")[1], "any")


@given(st.sampled_from(sorted(UNITS)), st.sampled_from(sorted(UNITS)), st.integers(1, 3), st.floats(1e-6, 1e6))
def test_products_and_powers(a: str, b: str, power: int, x: float) -> None:
    """Against the factors themselves."""
    if "%" in (a, b):
        return
    found = alone(f"{x!r} {a}{power}/{b}", "")
    assert found is not None
    assert found.value == pytest.approx(x * UNITS[a][0] ** power / UNITS[b][0], rel=1e-12)
    assert found.dimension == UNITS[a][1] ** power / UNITS[b][1]


@given(st.text(max_size=30))
def test_any_text_is_a_number_or_refused(text: str) -> None:
    try:
        value = read_parameters(NAMED, "parameters").number(text, "any", "here")
    except FileFormatError as problem:
        assert str(problem).startswith("here: ")
    else:
        assert math.isfinite(value)

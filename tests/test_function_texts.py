"""The text language of user functions: what is read, what it means, and what is refused."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from function_programs import along, jet, read
from jourdain import functions
from jourdain.errors import ModelError
from jourdain.functions import by_parameter, evaluate_value, pack, parse

# -- the text language ---------------------------------------------------------------------------------------------


def test_known_values_and_precedence():
    values = {
        "2 + 3*4**2/8 - 1": 7.0,
        "-2**2": -4.0,
        "2**3**2": 512.0,
        "7 - 2 - 1": 4.0,
        "180*deg": math.pi,
        "60*rpm": 2 * math.pi,
        "tau - 2*pi": 0.0,
        "+k": 2.5,
        "log(e)": 1.0,
        "1e3 + 1_000": 2000.0,
        "min(3, 1, 2)": 1.0,
        "hypot(2, 3, 6)": 7.0,
        "3 if k > 2 else 1": 3.0,
        "1 < 2 < 2": 0.0,
        "not 0 and (0 or 5)": 1.0,
        "mod(-1, 3)": 2.0,
        "step(5, 0, 1, 2, 3)": 3.0,
        "step(1, 0, 1, 2, 3)": 2.0,
        "step5(1, 0, 1, 2, 3)": 2.0,
        "1/z if z != 0 else 4": 4.0,
        "  2 *\n  3 ": 6.0,
        "atan2(0, -1)": math.pi,
        "floor(-0.5)": -1.0,
        "sign(-3)": -1.0,
    }
    for text, value in values.items():
        program = read(text, z=0.0)
        assert program.inputs == (), text
        assert len(program.code) == 1, text  # folded
        assert jet(program)[0] == pytest.approx(value, abs=1e-15), text


@pytest.mark.parametrize("name", [name for name in functions.FUNCTIONS if not name.startswith("step")])
def test_folding_agrees_with_the_interpreter(name):
    two = name in ("atan2", "mod", "min", "max", "hypot")
    for number in (0.3, 0.9):
        folded = jet(read(f"{name}({number}{', 0.7' if two else ''})"))[0]
        run = along(f"{name}(x{', v' if two else ''})", number, v=0.7)[0]
        assert folded == pytest.approx(run, rel=1e-15)


def test_inputs_are_those_really_read():
    assert read("2*pi*t").inputs == (0,)
    assert read("v*x").inputs == (2, 3)
    assert read("x if 1 > 2 else t").inputs == (0,)
    assert read("x**0 + t").inputs == (0,)
    assert read("t").exact


def test_equal_parts_are_computed_once_and_registers_reused():
    assert len(read("sin(omega*t)*sin(omega*t) + sin(omega*t)").code) == 5
    long = read("+".join(f"sin({i}*t)" for i in range(2, 300)))
    assert long.n_registers <= 4
    assert jet(long, t=0.01)[0] == pytest.approx(sum(math.sin(i * 0.01) for i in range(2, 300)), rel=1e-12)


def test_parameters_go_before_constants_and_collisions_are_refused():
    assert jet(read("e", e=0.8))[0] == 0.8
    assert jet(read("2*t", x=1.0), t=1.0)[0] == 2.0  # x is a parameter and an input, but not in this text
    with pytest.raises(ModelError, match=r"'x' in '2\*x'.*rename the parameter"):
        read("2*x", x=1.0)
    with pytest.raises(ModelError, match="parameter has the value nan"):
        read("2*z", z=math.nan)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "empty"),
        ("omga*t", "'omga' in 'omga\\*t': unknown name. Did you mean 'omega'"),
        ("sine(t)", "unknown function. Did you mean 'sin'"),
        ("ln(t)", "Write 'log'"),
        ("arctan2(t, 1)", "'atan2'"),
        ("zzz", "There is: .*'omega'"),
        ("t % 2", "mod\\(a, b\\)"),
        ("t // 2", "floor"),
        ("t & t", "'and'"),
        ("t @ t", "operator is not known"),
        ("2t", "products need a \\*"),
        ("2 t", "at 't'"),
        ("(t", "cannot be read"),
        ("t = 3", "cannot be read"),
        ("t; t", "cannot be read"),
        ("t\0", "cannot be read"),
        ("t(3)", "t is not a function; write t\\*"),
        ("sin", "write sin\\(x\\)"),
        ("sin(t, t)", "2 argument"),
        ("max(t)", "1 argument"),
        ("step(t, 0, 1)", "step\\(x, x0, y0, x1, y1\\)"),
        ("sin(x=t)", "by position"),
        ("sin(*t)", "by position"),
        ("t is 1", "comparison"),
        ("t in t", "comparison"),
        ("1/0", "division by 0"),
        ("t/0", "division by 0"),
        ("log(-1)", "logarithm of -1"),
        ("9**9**9**9", "power"),
        ("exp(1000)", "no finite value"),
        ("1e999", "too large"),
        ("9" * 400, "too large"),
        ("9" * 5000, "cannot be"),
        ("1j", "real number"),
        ("True", "real number"),
        ("'a'", "real number"),
        ("b'a'", "real number"),
        ("f'{t}'", "joinedstr"),
        ("None", "real number"),
        ("...", "real number"),
        ("t.real", "'t.real': unknown name"),
        ("t[0]", "subscript"),
        ("lambda: 1", "lambda"),
        ("[t]", "list"),
        ("(t, t)", "tuple"),
        ("{t: t}", "dict"),
        ("[a for a in t]", "listcomp"),
        ("(t := 3)", "namedexpr"),
        ("~t", "unaryop"),
        ("await t", "await"),
        ("yield t", "cannot be read"),
        ("__import__('os').system('true')", "only the known functions"),
        ("().__class__.__bases__[0]", "subscript"),
        ("exec('1')", "unknown function"),
        ("(lambda: t)()", "only the known"),
        ("sin(t).__class__", "attribute"),
        ("getattr(t, 'real')", "unknown function"),
        ("step(t, 1, 0, 1, 5)", "needs x0 < x1"),
        ("k*step(t, 2, 0, 1, 5)", "needs x0 < x1"),
        ("-" * 9000 + "t", "nested"),
        ("not " * 2400 + "t", "nested"),
        ("(" * 4000 + "t" + ")" * 4000, "cannot be read"),
        ("abs(" * 160 + "t" + ")" * 160, "nested"),
        ("**".join("t" * 3000), "nested"),
        ("t." + ".".join("a" * 3000), "nested too deeply"),
        ("t+" * 6000 + "t", "characters"),
        ("1 if t else " * 800 + "2", "nested"),
    ],
)
def test_refused_texts(text, message):
    with pytest.raises(ModelError, match=message) as caught:
        read(text)
    assert str(caught.value).startswith("law 'a': ")
    assert len(str(caught.value)) < 400


@settings(max_examples=300, deadline=None)
@given(st.text(alphabet="tx0123.+-*/()<>=!, \n'\"[]{}:;@#abcdefilnorsu_^%&|~\\", max_size=25))
def test_any_text_is_read_or_refused(text):
    try:
        program = read(text)
    except ModelError:
        return
    f, f1, f2 = jet(program, t=0.3, x=0.4, dt=1.0)
    assert all(isinstance(value, float) for value in (f, f1, f2))


def test_sums_of_many_terms_are_no_nesting():
    assert jet(read("+".join(["t"] * 1000)), t=2.0)[0] == 2000.0


def test_derivative_by_a_parameter() -> None:
    """Exact, of a text and of less the same text, also where its value decides about a branch; none where it is not read."""
    text = "a**2*sin(b*x) + (b*t if b > 1 else x)"
    program = parse(text, names={"t": 0, "x": 1}, parameters={"a": 2.0, "b": 3.0, "c": 1.0}, where="here")
    Z = np.array([0.7, 0.4])
    wanted = {"a": 4.0 * np.sin(1.2), "b": 4.0 * 0.4 * np.cos(1.2) + 0.7}
    for sign, one in ((1.0, program), (-1.0, replace(program, negative=True))):
        for name, slope in wanted.items():
            found = by_parameter(one, name)
            assert found is not None
            tapes = pack([found])
            tape = (tapes.code, tapes.const, tapes.pointers, tapes.start[0], tapes.start[1])
            assert evaluate_value(*tape, Z, np.zeros((tapes.n_registers, 3))) == pytest.approx(sign * slope, rel=1e-14)
    assert by_parameter(program, "c") is None

"""SymPy expressions as texts: the same values, names that texts can use, and what is refused."""

from __future__ import annotations

import math
import sys
from typing import Any

import pytest

import jourdain as jd
from jourdain.functions.derive import evaluate
from jourdain.functions.graph import Graph
from jourdain.functions.text import read_into

sympy = pytest.importorskip("sympy")
from sympy.physics.mechanics import dynamicsymbols  # noqa: E402

from jourdain.lagrange.sympy_text import Writer, clean  # noqa: E402

x, y, a = sympy.symbols("x y a")
TABLE = {x: "x", y: "y"}


def value(texts: list[str], definitions: dict[str, str], at: dict[str, float]) -> list[float]:
    graph = Graph(lambda what: (_ for _ in ()).throw(jd.ModelError(what)))
    names = {name: graph.input(i) for i, name in enumerate(at)}
    for name, text in definitions.items():
        names[name] = read_into(graph, text, names=names, where=name)
    return evaluate(graph, [read_into(graph, text, names=names, where="text") for text in texts], list(at.values()))


EXPRESSIONS = [
    x + y - 1,
    -x * y / 3,
    (x + y) ** -2,
    x ** sympy.Rational(2, 3),
    sympy.sqrt(x) / y,
    1 / sympy.sqrt(x * y),
    sympy.Float("0.1") * x,
    sympy.pi * x + sympy.E,
    sympy.exp(-(x**2)),
    sympy.Abs(x - y),
    sympy.Min(x, y, 0.7),
    sympy.Max(x, y),
    sympy.atan2(y, x),
    sympy.Piecewise((x, x < y), (y**2, sympy.And(x > 1, y > 0)), (3, True)),
    sympy.Heaviside(x - y),
    sympy.sign(y - x),
    sympy.cot(x),
    sympy.csc(x),
    sympy.asinh(x),
    sympy.acosh(1 + x),
    sympy.atanh(x / 3),
    sympy.floor(5 * x),
    sympy.ceiling(5 * x),
    sympy.Mod(5 * x, y),
    sympy.Piecewise((1, sympy.Or(sympy.Eq(x, y), sympy.Not(x > y))), (2, True)),
    -(x - y) * (x + y) ** 3,
    x / (y / (x + 1)),
    2 ** (-x),
    -(x ** (-y)),
    sympy.tanh(x) * sympy.cosh(y) - sympy.sinh(x),
    sympy.log(x + 3),
    -sympy.Rational(1, 7),
    x * y * sympy.Rational(-7, 3),
]


@pytest.mark.parametrize("expression", EXPRESSIONS, ids=str)
def test_texts_have_the_values_of_the_expressions(expression: Any) -> None:
    (text,) = Writer("m", TABLE, []).write([expression])
    for place in ({"x": 0.83, "y": 1.31}, {"x": 1.7, "y": 0.4}):
        expected = float(sympy.sympify(expression).subs({x: place["x"], y: place["y"]}).evalf(17))
        assert math.isclose(value([text], {}, place)[0], expected, rel_tol=4e-15, abs_tol=1e-15), text


def test_large_expressions_share_definitions() -> None:
    """A tower in which each level uses the one below twice: written out it would have 2^40 parts."""
    tower, number = x, 0.3
    for _ in range(40):
        tower = sympy.sin(tower) + sympy.cos(tower) * y
        number = math.sin(number) + math.cos(number) * 0.4
    writer = Writer("m", TABLE | {a: "s1"}, [])
    texts = writer.write([tower, tower**2 + a])
    assert 30 < len(writer.definitions) < 60 and "s1" not in writer.definitions
    assert max(map(len, (*texts, *writer.definitions.values()))) < 100
    found = value(texts, writer.definitions, {"x": 0.3, "y": 0.4, "s1": 2.0})
    assert math.isclose(found[0], number, rel_tol=1e-13) and math.isclose(found[1], number**2 + 2.0, rel_tol=1e-13)


def test_names() -> None:
    assert [clean(one) for one in ("x", "\\theta_{1}", "lambda", "sin", "a b", "q'", "1st")] == [
        "x",
        "theta_1",
        "lambda_",
        "sin_",
        "a_b",
        "q_",
        "_1st",
    ]
    q = dynamicsymbols("q")
    t = dynamicsymbols._t
    model = jd.lagrangian("m", sympy.Symbol("lambda") * q.diff(t) ** 2, [q], start=[1], parameters={"lambda": 2.0})
    assert model.parameters == {"lambda_": 2.0} and model.lagrangian == "lambda_*q_rate**2"


def refused(message: str, L: Any, q: Any, **more: Any) -> None:
    with pytest.raises(jd.ModelError, match=message):
        jd.lagrangian("wheel", L, q, **{"start": [0.0] * (len(q) if isinstance(q, list) else 1), **more})


def test_what_is_refused() -> None:
    q, other = dynamicsymbols("q other")
    t = dynamicsymbols._t
    m = sympy.Symbol("m")
    v = q.diff(t)
    refused("'wheel': the symbol 'm' is no coordinate and has no value; give it in parameters", m * v**2, [q])
    refused("Did you mean 'mass'", sympy.Symbol("mas") * v**2, [q], parameters={"mass": 1.0})
    refused(r"'wheel': other\(t\) is no coordinate", v**2 + other, [q])
    refused("only first derivatives of coordinates", v.diff(t) ** 2, [q])
    refused("the function 'erf' is not known", v**2 + sympy.erf(q), [q])
    refused("x are no functions of time; give their rates as v", x**2, [x])
    refused("v has 1 entries for 2 coordinates", x**2, [x, y], v=[a])
    refused("is not real", v**2 + sympy.I * q, [q])
    refused("only finite numbers", v**2 + sympy.sin(q) * sympy.oo, [q])
    refused("has no value for all other cases", v**2 + sympy.Piecewise((q, q > 0)), [q])
    refused(
        "two different symbols are named 'm'", v**2 * (m + sympy.Symbol("m", positive=True)), [q], parameters={"m": 1.0}
    )
    refused("'velocity constraint 1' is not linear in the rates", v**2, [q], velocity_constraints=[v**2 - 1])
    refused("'rod' depends on the rates", v**2, [q], constraints={"rod": v - q})
    refused("start: 3 values for 1 coordinates", v**2, [q], start=[1, 2, 3])
    refused("parameter 'm'", m * v**2, [q], parameters={m: "heavy"})
    refused("is no coordinate; give symbols", v**2, [q**2], v=[v])
    refused("no expression", sympy.Matrix([v, v]), [q])


def test_without_sympy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "sympy", None)
    with pytest.raises(jd.ModelError, match=r"need SymPy; install jourdain\[symbolic\]"):
        jd.lagrangian("m", x**2, [x], [y], start=[0])
    assert jd.lagrangian("m", "x_rate**2", "x", start=[0]).lagrangian == "x_rate**2"

"""Derivatives of graphs against differences, for every operation of the language; and the code against the interpreter."""

from __future__ import annotations

import math

import numpy as np
import pytest

import jourdain as jd
from jourdain.functions.derive import along, evaluate, gradient, needed, substitute
from jourdain.functions.graph import Graph
from jourdain.functions.text import read_into
from jourdain.lagrange import code

NAMES = ("a", "b", "c")


def read(text: str) -> tuple[Graph, int, list[int]]:
    graph = Graph(lambda what: (_ for _ in ()).throw(jd.ModelError(what)))
    inputs = [graph.input(i) for i in range(3)]
    return graph, read_into(graph, text, names=dict(zip(NAMES, inputs, strict=True)), where="text"), inputs


TEXTS = [
    "a + b*c - a/c",
    "-a*b",
    "(a*b)**2",
    "a**3*b**-2",
    "a**7.3",
    "a**b",
    "2.5**a",
    "sin(a*b)*cos(c)",
    "tan(a)*b",
    "asin(a/3)",
    "acos(a*b/5)",
    "atan(a*b)",
    "atan2(a, b*c)",
    "sinh(a) + cosh(b) - tanh(c)",
    "exp(a - b)",
    "log(a + b)",
    "sqrt(a*b + c)",
    "abs(a - b)*c",
    "abs(b - a)",
    "min(a, b, c)*a",
    "max(a*b, c)",
    "hypot(a, b, c)",
    "sign(a - b)*c*a",
    "floor(7*a)*b",
    "mod(5.7*a, b)*c",
    "mod(-7*a, b*c)",
    "step(a, 0.2, b, 1.4, c)",
    "step5(a, 0.2, b, 1.4, c)",
    "a*b if a < b else c**2",
    "a*b if a > b and not c < a or b == 2 else c**2",
    "3 if a != b else 1",
    "2*(a + 3*(b - 2*c))**2/7",
    "1/(1/(1/a + 1/b) + 1/c)",
]


@pytest.mark.parametrize("text", TEXTS)
def test_forward_and_reverse_against_differences(text: str) -> None:
    graph, root, inputs = read(text)
    reverse = gradient(graph, root, inputs)
    ways = [graph.input(3 + i) for i in range(3)]
    (forward,) = along(graph, [root], dict(zip(inputs, ways, strict=True)))
    (second,) = along(graph, [forward], dict(zip(inputs, ways, strict=True)))
    mixed = along(graph, reverse, dict(zip(inputs, ways, strict=True)))
    address, keep = code.load(code.compile_object(code.source(graph, [[root, *reverse, forward, second, *mixed]], 6)))
    call = code.CALL(address)
    for point in ([0.7, 1.1, 1.3], [1.2, 0.6, 0.9], [0.55, 0.4, 1.7]):
        way = [0.3, -0.8, 0.5]
        values = evaluate(graph, [root, *reverse, forward, second, *mixed], point + way)

        def f(s: float, point: list[float] = point, way: list[float] = way) -> float:
            return evaluate(graph, [root], [x + s * d for x, d in zip(point, way, strict=True)])[0]

        h = 1e-3  # differences of order 6
        weights = ((45, -9, 1), (270, -27, 2))
        first = sum(w * (f((i + 1) * h) - f(-(i + 1) * h)) for i, w in enumerate(weights[0])) / (60 * h)
        bend = (sum(w * (f((i + 1) * h) + f(-(i + 1) * h)) for i, w in enumerate(weights[1])) - 490 * f(0.0)) / (
            180 * h * h
        )
        scale = 1.0 + abs(first)
        assert abs(values[4] - first) < 1e-9 * scale
        assert abs(np.dot(values[1:4], way) - first) < 1e-9 * scale
        assert abs(values[5] - bend) < 1e-6 * (1.0 + abs(bend))
        assert abs(np.dot(values[6:9], way) - values[5]) < 1e-11 * (1.0 + abs(bend))
        memory = np.array([*point, *way, *np.full(9, np.nan)])
        assert call(0, 0.0, 0.0, memory.ctypes.data) == 0
        np.testing.assert_allclose(memory[6:], values, rtol=1e-13, atol=1e-13)
    assert keep is not None


@pytest.mark.parametrize(
    ("text", "point", "way", "expected"),
    [
        ("abs(a)", [0.0, 0, 0], [-2.0, 0, 0], 2.0),
        ("min(a, b)", [1.0, 1.0, 0], [2.0, 3.0, 0], 2.0),
        ("max(a, b)", [1.0, 1.0, 0], [2.0, 3.0, 0], 3.0),
        ("min(a, b)", [1.0, 1.0, 0], [4.0, 3.0, 0], 3.0),
        ("sqrt(a) if a > 0 else 0", [0.0, 0, 0], [1.0, 0, 0], 0.0),
    ],
)
def test_kinks_follow_the_direction(text: str, point: list[float], way: list[float], expected: float) -> None:
    graph, root, inputs = read(text)
    seeds = {node: graph.input(3 + i) for i, node in enumerate(inputs)}
    assert evaluate(graph, along(graph, [root], seeds), point + way) == [expected]


def test_the_side_not_taken_does_not_count() -> None:
    """Its slope is infinite; also behind other operations, and in second derivatives."""
    graph, root, inputs = read("(3*sqrt(a)*b + log(a) if a > 0 else b**2) + c/b")
    first = gradient(graph, root, inputs)
    second = along(graph, first, {inputs[1]: graph.constant(1.0)})
    assert evaluate(graph, [*first, *second], [0.0, 2.0, 4.0]) == [0.0, 3.0, 0.5, 0.0, 3.0, -0.25]


def test_what_does_not_move_costs_nothing() -> None:
    """Slopes that are zero leave no nodes, and equal parts are shared: linear size, also when nested deeply."""
    graph, root, inputs = read("sin(b*c)**2 + a*a/2 - 3*a")
    (slope,) = gradient(graph, root, inputs[:1])
    assert len(needed(graph, [slope])) == 2  # a, and a - 3
    assert evaluate(graph, [slope], [5.0, 1.0, 1.0]) == [2.0]
    assert along(graph, [root], {inputs[0]: graph.constant(0.0)}) == [graph.constant(0.0)]
    node = inputs[0]
    for _ in range(5000):  # far beyond the depth of Python's stack
        node = graph.apply(11, graph.apply(4, node, inputs[1]))
    size = len(graph.nodes)
    slopes = gradient(graph, node, inputs)
    (again,) = along(graph, [node], {inputs[0]: graph.constant(1.0)})
    assert len(graph.nodes) < 12 * size
    values = evaluate(graph, [*slopes, again], [0.1, 0.05, 0.0])
    assert math.isclose(values[0], values[3], rel_tol=1e-12, abs_tol=1e-300) and values[2] == 0.0


def test_substitution() -> None:
    graph, root, inputs = read("a*b + sin(c)*(b - a if c > 0 else 2) + 5*a")
    (other,) = substitute(graph, [root], {inputs[0]: graph.constant(0.0)})
    assert inputs[0] not in needed(graph, [other])
    assert evaluate(graph, [other], [math.nan, 3.0, 0.4]) == [math.sin(0.4) * 3.0]
    assert substitute(graph, [root], {}) == [root]

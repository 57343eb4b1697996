"""User functions: tapes, their derivatives, and many of them packed together."""

from __future__ import annotations

import cmath
import math
import pickle

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from function_programs import PARAMETERS, along, code, jet, read
from jourdain import functions
from jourdain.functions import evaluate, evaluate_value, pack
from jourdain.functions.jets import SELECT
from jourdain.jit import kernel

# -- derivatives: Cauchy's integral formula as the oracle ----------------------------------------------------------

SAME = ["sin", "cos", "tan", "asin", "acos", "atan", "sinh", "cosh", "tanh", "exp", "log", "sqrt", "pi", "e"]
COMPLEX = {
    **{name: getattr(cmath, name) for name in SAME},
    "hypot": lambda a, b: cmath.sqrt(a * a + b * b),
    "atan2": lambda y, x: cmath.atan(y / x),
    **PARAMETERS,
}


def contour(text, point, direction, radius):
    """f, f1, f2 of an analytic expression from its values on a circle in the complex s plane."""
    n = 48
    turns = [cmath.exp(2j * math.pi * i / n) for i in range(n)]
    values = []
    for turn in turns:
        moved = {name: point[name] + radius * turn * direction[name] for name in point}
        values.append(eval(text, {"__builtins__": {}}, {**COMPLEX, **moved}))
    moments = [sum(value / turn**m for value, turn in zip(values, turns, strict=True)) / n for m in range(3)]
    size = max(abs(value) for value in values)
    return [moments[0].real, moments[1].real / radius, 2 * moments[2].real / radius**2], size


def check_against_contour(text, point, direction, radius):
    expected, size = contour(text, point, direction, radius)
    got = jet(read(text), **point, **{"d" + name: rate for name, rate in direction.items()})
    for m in range(3):
        # the oracle's own rounding is eps * size / radius^m
        assert got[m] == pytest.approx(expected[m], rel=1e-12, abs=1e-14 * size / radius**m), (text, m)


OPERATIONS = [
    # text, range of x: at least 0.3 from any singularity
    ("-x", -2, 2),
    ("x + v", -2, 2),
    ("x - v", -2, 2),
    ("x*v", -2, 2),
    ("v/x", 0.4, 3),
    ("x/k", -2, 2),
    ("k - x", -2, 2),
    ("k*x", -2, 2),
    ("k/x", 0.4, 3),
    ("x + k", -2, 2),
    ("x/4", -2, 2),
    ("sin(x)", -9, 9),
    ("cos(x)", -9, 9),
    ("tan(x)", -1.2, 1.2),
    ("asin(x)", -0.65, 0.65),
    ("acos(x)", -0.65, 0.65),
    ("atan(x)", -3, 3),
    ("sinh(x)", -3, 3),
    ("cosh(x)", -3, 3),
    ("tanh(x)", -3, 3),
    ("exp(x)", -3, 3),
    ("log(x)", 0.4, 5),
    ("sqrt(x)", 0.4, 5),
    ("hypot(x, v)", 2.5, 5),
    ("atan2(v, x)", 2.5, 5),
    ("x**2", -2, 2),
    ("x**3", -2, 2),
    ("x**7", -2, 2),
    ("x**8", -2, 2),
    ("x**13", -2, 2),
    ("x**-1", 0.5, 2),
    ("x**-4", 0.5, 2),
    ("(-x)**-11", 0.5, 2),
    ("x**0.5", 0.4, 3),
    ("x**1.7", 0.4, 3),
    ("x**-2.3", 0.4, 3),
    ("x**v", 0.4, 3),
    ("k**x", -2, 2),
    ("e**x", -2, 2),
    ("x**(v*x)", 0.4, 3),
    ("t**x*v", 0.4, 3),
]


@pytest.mark.parametrize(("text", "low", "high"), OPERATIONS, ids=[row[0] for row in OPERATIONS])
def test_operation_derivatives(text, low, high):
    rng = np.random.default_rng(len(text))
    for _ in range(20):
        point = {"t": rng.uniform(0.5, 2), "x": rng.uniform(low, high), "v": rng.uniform(-1, 1)}
        direction = {name: rng.uniform(-1, 1) for name in point}
        check_against_contour(text, point, direction, 0.05)


leaves = st.sampled_from(["t", "x", "v", "k", "0.75", "2", "pi"])
expressions = st.recursive(
    leaves,
    lambda part: st.one_of(
        st.tuples(part, st.sampled_from(["+", "-", "*"]), part).map(lambda p: f"({p[0]} {p[1]} {p[2]})"),
        part.map(lambda p: f"sin({p})"),
        part.map(lambda p: f"-cos({p})"),
        part.map(lambda p: f"exp(sin({p}))"),
        part.map(lambda p: f"atan(0.5*cos({p}))"),
        part.map(lambda p: f"sqrt(3 + sin({p}))"),
        part.map(lambda p: f"log(4 + cos({p}))"),
        st.tuples(part, part).map(lambda p: f"({p[0]})/(3 + sin({p[1]}))"),
        st.tuples(part, part).map(lambda p: f"(2 + sin({p[0]}))**cos({p[1]})"),
        st.tuples(part, st.integers(2, 4)).map(lambda p: f"(1 + 0.1*{p[0]})**{p[1]}"),
    ),
    max_leaves=8,
)
numbers = st.floats(-1.0, 1.0).map(lambda value: round(value, 3))


@settings(max_examples=150, deadline=None)
@given(expressions, numbers, numbers, numbers, numbers, numbers, numbers)
def test_composite_derivatives(text, t, x, v, dt, dx, dv):
    # the radius shrinks with the nesting, which brings singularities nearer
    radius = 0.1 / (2 + text.count("(")) ** 2
    check_against_contour(text, {"t": t, "x": x, "v": v}, {"t": dt, "x": dx, "v": dv}, radius)


@pytest.mark.parametrize(
    ("text", "piece", "x"),
    [
        ("abs(x)", "x", 0.7),
        ("abs(x)", "-x", -0.7),
        ("min(x, x*x)", "x*x", 0.5),
        ("min(x, x*x)", "x", 1.5),
        ("max(x, x*x, 1)", "1", 0.5),
        ("max(x, x*x, 1)", "x*x", 1.5),
        ("mod(x*x, 3)", "x*x - 6", 2.7),
        ("mod(-x, 3)", "3 - x", 0.7),
        ("mod(5, x)", "5 - 2*x", 2.2),
        ("mod(x, -3)", "x - 3", 0.7),
        ("sign(x*x*x)", "1", 0.3),
        ("sign(x)", "-1", -0.3),
        ("sign(x)", "x - x", 0.0),
        ("floor(x)", "2", 2.9),
        ("floor(x)", "-3", -2.1),
        ("floor(x)", "1e300", 1e300),
        ("not x", "0", 0.5),
        ("not x", "1", 0.0),
        ("sin(x) if x < 1 else cos(x)", "sin(x)", 0.9),
        ("sin(x) if x < 1 else cos(x)", "cos(x)", 1.0),
        ("(x > 1)*x*x", "x*x", 1.2),
        ("(x >= 1)*x*x", "0*x", 0.9),
        ("x*(0 < x <= 2)", "x", 2.0),
        ("x*(0 < x < 2)", "0", 2.0),
        ("x if x == 3 or x != x else 1", "x", 3.0),
        ("x and x - 1", "0", 1.0),
        ("x and x - 1", "1", 0.5),
        ("x or t", "0", 0.0),
        ("(x if not x > 1 else 2) and not t", "1", 0.5),
        ("step(x, 1, 2, 3, 5)", "2 + 3*((x-1)/2)**2*(3 - 2*(x-1)/2)", 1.3),
        ("step(x, 1, 2, 3, 5)", "2", 0.9),
        ("step(x, 1, 2, 3, 5)", "5", 3.1),
        ("step(x, t, 2, t + 2, v)", "2 + (v-2)*(x/2)**2*(3 - x)", 0.3),
        ("step5(x, 1, 2, 3, 5)", "2 + 3*(10*((x-1)/2)**3 - 15*((x-1)/2)**4 + 6*((x-1)/2)**5)", 2.4),
        ("step5(x, 1, 2, 3, 5)", "2", 0.9),
        ("step5(x, 1, 2, 3, 5)", "5", 4.0),
    ],
)
def test_piecewise_functions_are_their_pieces(text, piece, x):
    assert along(text, x, 0.8, dv=0.3) == pytest.approx(along(piece, x, 0.8, dv=0.3), rel=1e-13, abs=1e-13)


@pytest.mark.parametrize(
    ("text", "dx", "expected"),
    [
        # at a kink: the derivatives for s -> 0 from above
        ("abs(x)", 2.0, (0, 2, 0)),
        ("abs(x)", -2.0, (0, 2, 0)),
        ("abs(x*x)", 1.0, (0, 0, 2)),
        ("abs(-x*x)", 1.0, (0, 0, 2)),
        ("max(x, 2*x)", 1.0, (0, 2, 0)),
        ("max(x, 2*x)", -1.0, (0, -1, 0)),
        ("min(x, 2*x)", 1.0, (0, 1, 0)),
        ("min(x, x + x*x)", 1.0, (0, 1, 0)),
        ("max(x, x + x*x)", 1.0, (0, 1, 2)),
        ("min(x, x)", 1.0, (0, 1, 0)),
        ("hypot(3*x, 4*x)", -1.0, (0, 5, 0)),
        ("hypot(x*x, 0)", 1.0, (0, 0, 2)),
        ("hypot(x, x*x)", 1.0, (0, 1, 0)),
        ("step(x, 0, 0, 1, 5)", 1.0, (0, 0, 30)),
        ("step(x, 0, 0, 1, 5)", -1.0, (0, 0, 0)),
        ("step(x, -1, 0, 0, 5)", 1.0, (5, 0, 0)),
        ("step(x, -1, 0, 0, 5)", -1.0, (5, 0, -30)),
        ("step5(x, 0, 0, 1, 5)", 1.0, (0, 0, 0)),
        # powers at zero
        ("x**0", 1.0, (1, 0, 0)),
        ("x**1", 1.0, (0, 1, 0)),
        ("x**2", 3.0, (0, 0, 18)),
        ("x**3", 1.0, (0, 0, 0)),
        ("x**20", 1.0, (0, 0, 0)),
        ("(x*x)**9", 1.0, (0, 0, 0)),
        ("x**2.5", 1.0, (0, 0, 0)),
        ("x**(3 + t)", 1.0, (0, 0, 0)),
        ("x**1.5", 1.0, (0, 0, math.inf)),
        ("x**0.4", 1.0, (0, math.inf, -math.inf)),
        ("(x*x)**0.4", 1.0, (0, math.inf, math.inf)),
        ("(x*x)**1.5", 1.0, (0, 0, 0)),
        ("(x*x)**0.7", 1.0, (0, 0, math.inf)),
        # infinite slopes: infinite only if x moves
        ("sqrt(x)", 1.0, (0, math.inf, -math.inf)),
        ("sqrt(x)", 0.0, (0, 0, 0)),
        ("sqrt(x*x)", -3.0, (0, 3, math.nan)),
        ("x**0.3", 0.0, (0, 0, 0)),
        ("hypot(x, v)", 0.0, (0, 0, 0)),
        ("atan2(x, v)", 0.0, (0, 0, 0)),
        ("asin(1 + x)", 0.0, (math.pi / 2, 0, 0)),
        ("0**(1 + t)*x", 0.0, (0, 0, 0)),
        ("asin(x + 1)", -1.0, (math.pi / 2, -math.inf, math.inf)),
        ("log(x)", 1.0, (-math.inf, math.inf, -math.inf)),
    ],
)
def test_kinks_and_edges_at_zero(text, dx, expected):
    assert along(text, 0.0, dx) == pytest.approx(expected, nan_ok=True, abs=1e-15)


@pytest.mark.parametrize(
    "text",
    [
        "sqrt(x)",
        "log(x)",
        "asin(x)",
        "acos(x)",
        "x**1.5",
        "x**(2.5 + t)",
        "mod(1, x + 2)",
        "min(sqrt(x), 1)",
        "max(1, sqrt(x))",
        "step(sqrt(x), 0, 0, 1, 1)",
        "sign(log(x))",
        "abs(log(x))",
    ],
)
def test_outside_the_domain_is_nan(text):
    assert math.isnan(along(text, -2.0, dt=1.0)[0])


def test_negative_base_has_no_derivative_along_the_exponent():
    f, f1, f2 = along("x**(2 + t)", -2.0, dt=1.0)
    assert f == 4.0 and math.isnan(f1) and math.isnan(f2)
    assert along("x**(2 + t)", -2.0) == pytest.approx((4.0, -4.0, 2.0))


def test_nan_of_the_other_side_does_not_leak():
    program = read("sqrt(x) if x > 0 else x*v")
    assert jet(program, x=-2.0, v=3.0, dx=1.0) == (-6.0, 3.0, 0.0)
    assert jet(program, x=4.0, v=math.nan, dx=1.0) == pytest.approx((2.0, 0.25, -1 / 32))
    assert jet(read("1/x if x != 0 else 7"), x=0.0, dx=1.0) == (7.0, 0.0, 0.0)


def test_tanh_keeps_its_digits_far_out():
    _, f1, f2 = along("tanh(x)", 15.0)
    assert f1 == pytest.approx(4 * math.exp(-30.0), rel=1e-12)
    assert f2 == pytest.approx(-8 * math.exp(-30.0), rel=1e-12)


def test_tiny_arguments_of_hypot_and_atan2():
    assert along("hypot(x, x)", 1e-200)[1] == pytest.approx(math.sqrt(2))
    f, f1, _ = along("atan2(x, 1e-200)", 1e-200)
    assert (f, f1 * 1e-200) == pytest.approx((math.pi / 4, 0.5))


# -- packing and kernels -------------------------------------------------------------------------------------------


@kernel
def _sum_of_all(tapes, Z, DZ, registers):
    total = 0.0
    for i in range(tapes.start.size - 1):
        f, f1, f2 = evaluate(
            tapes.code, tapes.const, tapes.pointers, tapes.start[i], tapes.start[i + 1], Z, DZ, registers
        )
        total += f + 10.0 * f1 + 100.0 * f2
    return total


def test_packed_programs_give_what_they_give_alone():
    programs = [
        read("3*sin(omega*t) + 1"),
        code(lambda t: t**3),
        functions.constant(4.0),
        code(lambda t, x: 2 * t * x, "t", "x"),
        code(math.exp, derivatives=(math.exp, math.exp)),
        read("5 + 1/(k + x) if v < 2 else 7"),
    ]
    tapes = pack(programs)
    assert tapes.code.dtype == tapes.start.dtype == tapes.pointers.dtype == np.int64
    assert tapes.code.flags.c_contiguous and tapes.code.flags.writeable
    assert tapes.start.tolist()[0] == 0 and len(tapes.start) == 7 and len(tapes.pointers) == 5
    Z, DZ = np.array([0.3, 0.0, 1.1, 0.2]), np.array([1.0, 0.0, 0.4, -0.3])
    total = _sum_of_all(tapes, Z, DZ, np.zeros((tapes.n_registers, 3)))
    alone = [jet(one, t=0.3, x=1.1, v=0.2, dt=1.0, dx=0.4, dv=-0.3) for one in programs]
    assert total == pytest.approx(sum(f + 10 * f1 + 100 * f2 for f, f1, f2 in alone), rel=1e-14)


def test_packing_nothing():
    tapes = pack([])
    assert tapes.code.shape == (0, 4) and tapes.start.tolist() == [0] and tapes.n_registers == 1


def test_text_programs_can_be_sent_to_other_processes():
    program = read("sin(t) if x > 1 else k*v")
    copy = pickle.loads(pickle.dumps(program))
    assert SELECT in copy.code[:, 0]
    assert jet(copy, x=0.0, v=2.0) == jet(program, x=0.0, v=2.0) == (5.0, 0.0, 0.0)


def test_one_compile_serves_all_programs():
    jet(read("t"))
    jet(code(lambda t: t))
    assert len(evaluate.signatures) == 1
    assert len(evaluate_value.signatures) == 1

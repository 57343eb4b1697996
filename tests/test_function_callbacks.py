"""User functions given as numbers or as code: compiled and Python callbacks, differences, exceptions."""

from __future__ import annotations

import gc
import math

import numba
import numpy as np
import pytest

from function_programs import code, jet, read
from jourdain.errors import ModelError
from jourdain.functions import evaluate, lower, pack, pending_exception
from jourdain.functions.jets import CALL


@pytest.mark.parametrize("value", [3, 3.0, np.float32(3), np.int64(3), "3"])
def test_numbers(value):
    program = code(value)
    assert jet(program, dt=1.0) == (3.0, 0.0, 0.0)
    assert program.exact and program.inputs == ()


@pytest.mark.parametrize("value", [math.nan, math.inf, np.float64(-np.inf)])
def test_numbers_must_be_finite(value):
    with pytest.raises(ModelError, match=r"law 'a'.*not a finite number"):
        code(value)


@pytest.mark.parametrize("value", [None, True, 1j, [1, 2], np.zeros(2), b"t"])
def test_other_things_are_refused(value):
    with pytest.raises(
        ModelError, match=r"law 'a'.*give a number, a text in t, x, v, or a function called as f\(t, x\)"
    ):
        code(value, "t", "x")


def _smooth(t, x, v):
    return math.exp(0.3 * t) * math.sin(x) + v * v * x


@pytest.mark.parametrize("compiled", [False, True])
def test_functions_given_as_code(compiled):
    program = code(numba.njit(_smooth) if compiled else _smooth, "t", "x", "v")
    gc.collect()  # the program alone keeps the callback alive
    assert not program.exact
    assert program.inputs == (0, 2, 3)
    assert program.code[-1, 0] == CALL + 3
    text = read("exp(0.3*t)*sin(x) + v*v*x")
    for direction in ({"dt": 1.0}, {"dx": 1.0}, {"dv": -3.0}, {"dt": 1.0, "dx": 20.0, "dv": 0.5}, {}):
        f, f1, f2 = jet(program, t=0.5, x=-0.8, v=1.7, **direction)
        e, e1, e2 = jet(text, t=0.5, x=-0.8, v=1.7, **direction)
        speed = max([abs(rate) for rate in direction.values()], default=0.0)
        assert f == pytest.approx(e, rel=1e-15)
        assert f1 == pytest.approx(e1, abs=1e-11 * speed)
        assert f2 == pytest.approx(e2, abs=1e-7 * speed**2)


def test_six_arguments_arrive_in_order():
    names = {name: i for i, name in enumerate("abcdef")}

    def six(a, b, c, d, e, f):
        return a + 10 * b + 100 * c + 1000 * d + 10000 * e + 100000 * f

    for function in (six, numba.njit(six)):
        program = lower(function, names=names, parameters={}, where="row 'r'", arguments=tuple("abcdef"))
        tapes = pack([program])
        Z, DZ = np.arange(1.0, 7.0), np.array([0.0, 0.0, 0.0, 0.0, 0.0, 1.0])
        f, f1, f2 = evaluate(tapes.code, tapes.const, tapes.pointers, 0, len(tapes.code), Z, DZ, np.zeros((6, 3)))
        assert f == 654321.0
        assert f1 == pytest.approx(1e5, rel=1e-9)
        assert f2 == pytest.approx(0.0, abs=0.01)
    with pytest.raises(ModelError, match="1 to 6 arguments, not 7"):
        lower(max, names={**names, "g": 6}, parameters={}, where="row 'r'", arguments=tuple("abcdefg"))


@pytest.mark.parametrize("frequency", [0.01, 1.0, 30.0, 300.0])
@pytest.mark.parametrize("t", [0.0, 0.7, 50.0])
def test_differences_follow_fast_and_slow_functions(frequency, t):
    f, f1, f2 = jet(code(lambda t: math.sin(frequency * t)), t=t, dt=1.0)
    assert f == math.sin(frequency * t)
    assert f1 == pytest.approx(frequency * math.cos(frequency * t), abs=1e-8 * frequency)
    assert f2 == pytest.approx(-(frequency**2) * f, abs=2e-6 * max(frequency, frequency**2, 1e-2))


def test_differences_near_a_kink_stay_on_their_side():
    program = code(lambda t, x, v: max(x, 0.0) ** 1.5 - 3 * v, "t", "x", "v")
    assert jet(program, x=1e-4, dx=1.0)[1] == pytest.approx(1.5e-2, rel=1e-4)
    assert jet(program, x=-1e-4, dx=1.0)[1] == 0.0


def test_differences_at_the_end_of_the_domain_use_one_side():
    def table(t):
        if not 0 <= t <= 2:
            raise ValueError("outside the table")
        return math.exp(t)

    program = code(table)
    for t in (0.0, 1e-5, 1.0, 2.0):
        assert jet(program, t=t, dt=1.0) == pytest.approx([math.exp(t)] * 3, rel=2e-6)
    assert pending_exception() is None  # the points outside were not the user's


def test_given_derivatives_are_used():
    calls = []

    def f(t):
        calls.append(t)
        return math.sin(t)

    program = code(f, derivatives=(numba.njit(lambda t: math.cos(t)), lambda t: -math.sin(t)))
    assert program.exact
    assert jet(program, t=0.4, dt=2.0) == pytest.approx((math.sin(0.4), 2 * math.cos(0.4), -4 * math.sin(0.4)))
    assert calls == [0.4, 0.4]  # once for the jet, once for the fast path
    with pytest.raises(ModelError, match="function of one argument only"):
        code(_smooth, "t", "x", "v", derivatives=(f, f))
    with pytest.raises(ModelError, match="two functions"):
        code(f, derivatives=f)
    with pytest.raises(ModelError, match="3 is not a function"):
        code(f, derivatives=(f, 3))
    with pytest.raises(ModelError, match="exact already"):
        code("sin(t)", derivatives=(f, f))


def test_wrong_numbers_of_arguments():
    for function in (lambda t: t, numba.njit(lambda t: t), lambda t, x, v, w: t):
        with pytest.raises(ModelError, match=r"law 'a'.*cannot be called as f\(t, x, v\)"):
            code(function, "t", "x", "v")
    assert jet(code(lambda *arguments: sum(arguments), "t", "x"), t=1.0, x=2.0)[0] == 3.0
    assert jet(code(lambda t, gain=4.0: gain * t), t=1.0)[0] == 4.0
    assert jet(code(math.cos))[0] == 1.0


def test_exception_in_a_python_function_becomes_nan_and_is_kept():
    def broken(t):
        return 1.0 / (t - 1.0)

    program = code(broken)
    assert all(math.isnan(value) for value in jet(program, t=1.0, dt=1.0))
    error = pending_exception()
    assert isinstance(error, ZeroDivisionError)
    assert any("law 'a'" in note and "broken" in note and "(1.0,)" in note for note in error.__notes__)
    assert pending_exception() is None
    assert jet(program, t=3.0)[0] == 0.5


@pytest.mark.parametrize("result", [None, "a", 1j, [1.0]])
def test_python_function_with_a_wrong_result(result):
    assert math.isnan(jet(code(lambda t: result))[0])
    assert isinstance(pending_exception(), (TypeError, ValueError))


def test_the_cause_is_kept_not_its_consequences():
    first, second = code(lambda t: math.sqrt(t)), code(lambda t: int(t))
    assert math.isnan(jet(first, t=-1.0)[0])
    assert math.isnan(jet(second, t=math.nan)[0])
    error = pending_exception()
    assert isinstance(error, ValueError)
    assert any("(-1.0,)" in note for note in error.__notes__)


def test_keyboard_interrupt_stops_every_call_until_fetched():
    def stop(t):
        raise KeyboardInterrupt

    other = code(lambda t: t)
    assert math.isnan(jet(code(stop))[0])
    assert math.isnan(jet(other)[0])
    assert isinstance(pending_exception(), KeyboardInterrupt)
    assert jet(other, t=2.0)[0] == 2.0


def test_compiled_function_that_raises_gives_nan_silently(capfd):
    @numba.njit
    def broken(t):
        if t > 1.0:
            raise ValueError("too late")
        return 1.0 / t

    program = code(broken)
    assert jet(program, t=0.5)[0] == 2.0
    assert math.isnan(jet(program, t=2.0)[0])
    assert math.isnan(jet(program, t=0.0)[0])
    assert capfd.readouterr() == ("", "")


def test_compiled_functions_that_cannot_be_used():
    @numba.njit
    def nothing(t):
        pass

    @numba.njit
    def sometimes(t):
        if t > 0:
            return t

    @numba.njit
    def two(t):
        return t, t

    @numba.njit
    def unknown(t):
        return t.missing

    for function, says in ((nothing, "none"), (sometimes, "Optional"), (two, "Tuple"), (unknown, "missing")):
        with pytest.raises(ModelError, match=f"(?s)law 'a'.*{function.__name__}.*f\\(t\\).*{says}"):
            code(function)
    assert jet(code(numba.njit(lambda t: 3)))[0] == 3.0  # whole numbers are fine

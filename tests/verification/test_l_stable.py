"""The published figures of the two-link arm (Li, Ding, Li 2019) come out of the package's own integrators.

Ten seconds at h = 0.01, r = 4, equidistant nodes and k = r - 2 unless said: five digits, two units of the last.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from typing import Any

import numpy as np
import pytest

import jourdain as jd
from jourdain.integrators.stability import pade
from jourdain.papers.common import Raw, raw_run
from jourdain.papers.l_stable import Arm, cases, l_stable
from jourdain.papers.l_stable_method import (
    coefficient_table,
    never_negative,
    on_the_axis,
    stability_table,
    theorem_table,
)

ROUNDING = 1e-11


@cache
def system() -> Any:
    return jd.compile(Arm().model())


def block(index: int, h: float = 0.01, r: int = 4, nodes: str = "equidistant", k: int | None = None) -> jd.Block:
    return jd.Block(step=h, r=r, nodes=nodes, k=k, index=index)


@cache
def run(method: Any, t_end: float = 10.0) -> Raw:
    return raw_run(system(), method, t_end, round(t_end / method.step))


def check(value: float, digits: float | None) -> None:
    """Five digits, two units of the last; None stands for rounding."""
    unit = 10.0 ** (np.floor(np.log10(digits)) - 4) if digits else ROUNDING / 2
    assert abs(value - (digits or 0.0)) <= 2 * unit


@pytest.mark.parametrize(
    ("method", "expected"),
    [
        pytest.param(block(1), (7.0007e-5, 6.8459e-7, 3.7480e-7, None), id="index 1"),
        pytest.param(block(1, 0.005), (8.8078e-7, 1.9154e-9, 6.6686e-9, None), id="h = 0.005"),
        pytest.param(block(1, r=3, k=1), (2.1449e-3, 5.8212e-5, 3.9267e-4, None), id="(1,3)"),
        pytest.param(block(1, r=3, k=2), (2.7160e-3, 5.5328e-6, 1.0448e-4, None), id="(2,3)"),
        pytest.param(block(2), (3.2163e-5, 4.3949e-9, None, 0.070402), id="index 2"),
        pytest.param(block(3), (1.0830e-3, None, 5.9405e-4, 0.98536), id="index 3"),
        pytest.param(block(3, nodes="chebyshev"), (4.3245e-5, None, 1.8094e-4, 0.68804), id="Chebyshev"),
        pytest.param(block(3, nodes="legendre"), (2.5327e-4, None, 2.9047e-4, 0.75599), id="Legendre"),
    ],
)
def test_published_figures(method: jd.Block, expected: tuple[float | None, ...]) -> None:
    """Largest |E - E_0| and rows of the three levels."""
    for value, digits in zip(run(method).figures, expected, strict=True):
        check(value, digits)


@pytest.mark.parametrize("nodes", ["equidistant", "chebyshev", "legendre"])
def test_positions_are_closed_to_rounding_in_index_3(nodes: str) -> None:
    assert run(block(3, nodes=nodes)).figures[1] < 1e-14


def test_small_step() -> None:
    """At h = 0.001 rounding shares in what is left: 5.4e-11 or 6.7e-11 J, by how rows are eliminated; the paper has 5.5e-11."""
    energy, *rows = run(block(1, 0.001)).figures
    assert energy == pytest.approx(6e-11, abs=1e-11)
    assert max(rows) < ROUNDING


def test_classical_runge_kutta() -> None:
    """Four digits are stated for its rows."""
    energy, position, velocity, acceleration = run(jd.RK4(step=0.01, constraints="direct")).figures
    check(energy, 0.26276)
    assert position == pytest.approx(8.713e-3, abs=2e-6) and velocity == pytest.approx(2.068e-3, abs=2e-6)
    assert acceleration < ROUNDING


def test_long_runs() -> None:
    """E - E_0 at 10 and 20 s, before rounding is felt; what follows is of the same size to the end."""
    rk4 = run(jd.RK4(step=0.01, constraints="direct"), 100.0)
    one = run(block(1), 100.0)
    for run_, values in ((rk4, (0.2628, 1.157)), (one, (1.31e-5, 4.63e-5))):
        found = [run_.energy[run_.at(t)] for t in (10.0, 20.0)]
        assert found[0] == pytest.approx(values[0], rel=2e-3)
        assert found[1] == pytest.approx(values[1], rel=2e-2)
    assert 10.0 < rk4.energy[-1] < 40.0
    assert 3e-4 < one.energy[-1] < 3e-3
    assert np.all([abs(run(block(i), 100.0).energy[-1]) < bound for i, bound in ((2, 1e-3), (3, 3e-2))])


def test_end_point() -> None:
    """With DOP853 at its tightest, t = 1 s and t = 10 s."""
    found = raw_run(system(), jd.DOP853(tol=1e-13), 10.0, 10)
    tip = Arm().tip(found.q)
    assert np.allclose(tip[1], [-0.88948437, -2.30102785], rtol=0, atol=6e-9)
    assert np.allclose(tip[10], [-0.73173329, -1.9338442], rtol=0, atol=1e-7)


@pytest.mark.parametrize(("r", "order"), [(3, 3.00), (4, 4.97)])
def test_orders_in_index_3(r: int, order: float) -> None:
    """Slope of the error in q at t = 1 between h = 0.005 and 0.0025."""
    exact = raw_run(system(), jd.DOP853(tol=1e-13), 1.0, 1).q[-1]
    errors = [np.linalg.norm(run(block(3, h, r), 1.0).q[-1] - exact) for h in (0.005, 0.0025)]
    assert abs(np.log2(errors[0] / errors[1]) - order) < 0.15


def test_error_of_positions() -> None:
    exact = raw_run(system(), jd.DOP853(tol=1e-13), 1.0, 1).q[-1]
    assert np.linalg.norm(run(block(3), 1.0).q[-1] - exact) == pytest.approx(1.009e-6, rel=0.01)


@pytest.mark.parametrize(("r", "k", "expected"), [(4, 2, 6.285e-12), (3, 1, 5.25e-10)])
def test_prothero_robinson(r: int, k: int, expected: float) -> None:
    """y' = l (y - cos t) - sin t with l = -1e4, ten steps of 0.1 on the coefficients themselves."""
    from jourdain.integrators.block.coefficients import block_coefficients

    c, l, h = block_coefficients(r, "equidistant", k), -1e4, 0.1
    y, slope = 1.0, 0.0
    for n in range(10):
        t = h * (n + c.c)
        known = y + h * c.d * slope
        forcing = -l * np.cos(t) - np.sin(t)
        # slopes at the nodes: Y' = l (known + h B Y') + forcing
        slopes = np.linalg.solve(np.eye(r) - h * l * c.B, l * known + forcing)
        y, slope = (known + h * c.B @ slopes)[-1], slopes[-1]
    assert abs(y - np.cos(1.0)) == pytest.approx(expected, rel=0.03)


def test_printed_coefficients() -> None:
    """(11) is the (2,3) method; (14) and (15) are labelled so and are the (1,3) methods."""
    rows = coefficient_table().rows
    off = [row[-1] for row in rows if row[-1] is not None]
    assert len(off) == 6
    two, one = off[::2], off[1::2]
    assert max(two[0], *one[1:]) < 1e-15
    assert min(one[0], *two[1:]) > 0.01


def test_stability_functions() -> None:
    """R of equation (7) from B and d, on all nodes, is the Pade approximant."""
    assert max(row[-1] for row in stability_table((2, 3, 4)).rows) < 1e-12


def test_theorem_1() -> None:
    """Found stable are its cases alone; on the imaginary axis by exact polynomials, here against the values of |R|."""
    rows = theorem_table(5).rows
    assert all((ours == said) if said else (ours == "neither") for *_, said, ours in rows)
    assert {row[1] for row in rows if row[-1] == "L-stable"} == {1, 2}
    y = np.array([0.3, 1.1, 4.0])
    for k, j in ((0, 3), (1, 3), (2, 3), (2, 2)):
        numerator, denominator = ([float(a) for a in side] for side in pade(k, j))
        gap = abs(np.polyval(denominator[::-1], 1j * y)) ** 2 - abs(np.polyval(numerator[::-1], 1j * y)) ** 2
        exact = np.polynomial.polynomial.polyval(y**2, [float(a) for a in on_the_axis(k, j)])
        np.testing.assert_allclose(gap, exact, rtol=0, atol=1e-12)
    assert never_negative([Fraction(1), Fraction(-1), Fraction(1)])
    assert not never_negative([Fraction(1), Fraction(-3), Fraction(1)])


def test_reproduction() -> None:
    """All tables and figures are there, with options of one's own."""
    found = l_stable(t_end=1.0, t_long=2.0, steps=(0.02, 0.01), g=9.8, progress=False)
    assert [t.caption.split(":")[0] for t in found.tables if "Table" in t.caption] == [
        f"Table {i}" for i in range(1, 6)
    ]
    captions = " ".join(chart.caption for chart in found.charts)
    assert all(f"Figure {i}" in captions for i in range(1, 14))
    assert "re-derived" in str(found) and "7.0007e-05" in str(found)
    assert found.section().tables == found.tables and found.data()["title"] == found.title
    assert len({case.method for case in cases(0.01, 4, "equidistant", None)}) == 10


def test_rows_follow_the_options() -> None:
    """g is no stored number: without it nothing moves."""
    found = l_stable(t_end=0.1, t_long=0.2, t_order=0.1, steps=(0.02, 0.01), g=0.0, progress=False)
    steps = next(table for table in found.tables if table.caption.startswith("Table 1"))
    ours = [row[2] for row in steps.rows if row[1] == "ours"]
    assert ours == [0.0, 0.0, 0.0]

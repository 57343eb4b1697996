"""The snakeboard of Ding, Pan (2011): the paper's figures and levels of error come out, and what its run cannot show."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import pytest

import jourdain as jd
from jourdain.papers.common import Reproduction, raw_run
from jourdain.papers.galerkin import Study, galerkin
from jourdain.papers.snakeboard import Snakeboard


@cache
def found() -> Reproduction:
    return galerkin(progress=False)


LEVELS = "Figures 2 and 3"


def study() -> Study:
    return Study(Snakeboard(), 0.1, 0.01, 10.0, 18.0)


def table(words: str, of: Reproduction | None = None) -> Any:
    """The first table with these words in its caption."""
    return next(one for one in (of or found()).tables if words in one.caption)


def ours(words: str, column: int, of: Reproduction | None = None) -> list[Any]:
    """What this run found, line by line of a table."""
    return [row[column] for row in table(words, of).rows if row[1] == "ours"]


def test_circle() -> None:
    """Radius and speed of the start, from the rows alone."""
    board = Snakeboard()
    assert board.radius == pytest.approx(0.0378594, abs=5e-8)
    assert board.spin == pytest.approx(2.6413527190, abs=5e-11)
    system = jd.compile(board.circle())
    run = raw_run(system, jd.DOP853(tol=1e-12), 2.0, 20)
    assert np.abs(study().off_circle(run)).max() < 1e-12
    assert np.abs(run.q[:, 4] - run.q[0, 4]).max() < 1e-10


def test_levels() -> None:
    """H - H0 at 10 s with k = 1, 2, 3, and with RK4: the paper's equal accuracy of k = 3 and a tenth of the step."""
    assert ours(LEVELS, 2) == pytest.approx([9.424e-5, -1.413e-4, -7.03e-8, -8.163e-4, -8.474e-8], rel=0.02)
    assert max(ours(LEVELS, 5)) < 1e-4  # rows; the paper draws them as zero


def test_traces() -> None:
    """RK4 leaves the circle at 13.5 s; cG(1) is off by less than half a millimetre; cG(2) less than a millimetre, at 18 s."""
    rk4, one, two = table("Figure 4").rows
    assert rk4[4] == pytest.approx(13.5, abs=0.3) and rk4[2] > 0.01
    assert one[4] is None and one[2] == pytest.approx(4.40e-4, rel=0.02)
    assert two[4] == pytest.approx(21.0, abs=0.3) and two[2] == pytest.approx(6.65e-4, rel=0.02)


def test_variants_on_the_circle() -> None:
    """As printed and corrected can hardly be told apart there; C and P keep the energy, P the rows as well."""
    rows = table("all variants").rows
    for i in range(0, 12, 4):
        a, b, c, p = rows[i : i + 4]
        assert a[2] == pytest.approx(b[2], rel=0.01)
        assert max(abs(c[2]), abs(p[2])) < 1e-13
        assert p[3] < 1e-14 < c[3]


def test_saddle_node() -> None:
    """Beside the circle the full model follows the equation of one coordinate, and leaves on one side alone."""
    rows = {row[0]: row[1:] for row in table("beside the circle").rows}
    for e, (end, one, _) in rows.items():
        assert end == pytest.approx(one, abs=1e-8)
        assert abs(end) < abs(e) if e < 0 else end > e
    assert rows[0.03][0] > 1.0
    board, small = Snakeboard(), 1e-3
    assert board.spin - board.heading_rate(small) == pytest.approx(board.curvature * small**2, rel=1e-4)
    assert board.curvature == pytest.approx(3.6936, abs=1e-4)


def test_orders() -> None:
    """2 for the printed method, 2k for the corrected ones."""
    generic = table("The generic run")
    at = generic.head.index("order")
    slopes = {(i // 3, row[1]): row[at] for i, row in enumerate(generic.rows)}
    for (variant, k), slope in slopes.items():
        assert abs(slope - (2 if variant == 0 else 2 * k)) < 0.15


def test_printed_polynomials() -> None:
    """Table 1 is right but for one line that is missing and two labels."""
    lines = [row[1:] for row in table("Table 1").rows]
    assert len(lines) == 21
    said = {(name, text): how for name, text, how in lines if how != "the same"}
    assert said == {
        ("M_3", "-a + 2 a^2"): "missing",
        ("M~_2", "a"): "the same, labelled M~_1",
        ("M_4", "a - 9/2 a^2 + 9/2 a^3"): "the same, labelled M_3",
    }


def test_balance_of_one_step() -> None:
    """Energy changes by the work of the multipliers, and not at all in C and P; the compiled step ends at the same place."""
    for _, variant, change, work, total, psi, compiled, apart in table("Equation (22)").rows:
        assert abs(total) < 1e-14 and apart < 1e-14 and abs(change - compiled) < 1e-14
        assert (abs(change) < 1e-14) == (variant[0] in "CP")
        assert psi < 1e-15 or variant[0] != "P"
        assert abs(work) > 1e-9 or variant[0] in "CP"


def test_printed_start() -> None:
    """It leaves the rows open by what the rounding of 2.6413527 is worth, and variant B keeps that."""
    printed, closed, own = table("The printed start").rows
    board = Snakeboard()
    assert printed[3] == pytest.approx((2.6414 - board.spin) * board.reach * np.cos(board.angle), rel=1e-6)
    assert printed[4] == pytest.approx(printed[3], rel=0.05)
    assert closed[3] < 1e-15 and closed[4] < 1e-7
    assert closed[6:] == pytest.approx(own[6:], rel=1e-3)


def test_levels_of_k_1() -> None:
    """1e-3 is the level of the energy against H0 and of the place in m, not of the energy in J."""
    _, _, energy, share, place, _ = table("other numbers").rows[1]
    assert energy < 1e-4 and 5e-4 < share < 1e-3 and 5e-4 < place < 1e-3


def test_reproduction() -> None:
    captions = " ".join(chart.caption for chart in found().charts)
    assert all(f"Figure {i}" in captions for i in (1, 2, 3, 4))
    assert "about 1e-07" in str(found()) and "Equation (22)" in str(found())
    assert found().section().tables == found().tables and found().data()["title"] == found().title


def test_rows_follow_the_options() -> None:
    """Nothing printed as ours is stored: at twice the speed and half the step all energies are four times as large."""
    options: dict[str, Any] = dict(
        t_long=1.0, t_far=1.0, most_points=1, t_order=0.5, steps=(0.1, 0.05), offsets=(0.1,), progress=False
    )
    fast = galerkin(speed=0.2, h=0.05, fine=0.005, t_end=5.0, **options)
    assert ours(LEVELS, 2, fast) == pytest.approx([4 * e for e in ours(LEVELS, 2)], rel=1e-4)
    with pytest.raises(jd.ModelError, match="for each degree"):
        galerkin(degrees=(1, 2), points=(1,))

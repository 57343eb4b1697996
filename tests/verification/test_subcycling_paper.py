"""The paper on subcycling: Miao, Zhu, Chen, Zhu (2008), its three machines with shorter runs."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import numpy as np
import pytest

import jourdain as jd
from jourdain.papers import reproduce
from jourdain.papers.common import Reproduction
from jourdain.papers.pinned_beam import PinnedBeam
from jourdain.papers.propeller_run import Propeller, rad_per_s
from jourdain.papers.subcycling_examples import (
    PRINTED,
    Rod,
    beam_example,
    propeller_example,
    propeller_part_table,
    propeller_table,
    rod_example,
)
from jourdain.papers.subcycling_study import NO_WORSE, ORIGINAL, Study


@cache
def short() -> Reproduction:
    """The two machines that need no mesh."""
    return reproduce("subcycling", examples=("rod", "beam"), t_rod=0.5, t_beam=1.0, repeats=1, progress=False)


def study(example: object, *ratios: int) -> Study:
    return Study(example, ratios, "slow-momentum", None, 1, False)  # type: ignore[arg-type]


def test_reproduction() -> None:
    """All its tables and figures, the paper's CPU beside ours, and the baselines that belong there."""
    found = short()
    captions = " ".join(chart.caption for chart in found.charts)
    assert (
        all(f"Figure {i}" in captions for i in (11, 12)) and "Figures 4, 6" in captions and "Figures 8, 9" in captions
    )
    (costs,) = (table for table in found.tables if table.caption.startswith("rod: errors of curves"))
    printed, labels = costs.head.index("paper [%]"), [row[0] for row in costs.rows]
    assert {row[printed] for row in costs.rows} == {None, 44.7, 36.2} and PRINTED["propeller"] == {10: 65.1}
    for label in (
        ORIGINAL,
        "subcycling 5:1",
        "central difference at the long step of 10:1",
        "generalized-alpha at equal error",
    ):
        assert label in labels
    refused = [
        row for table in found.tables if "clamped shapes: errors of all schemes" in table.caption for row in table.rows
    ]
    assert any(row[0] == "printed" and row[-1].startswith("refused: grows by") for row in refused)
    assert "t_rod = 0.5" in found.notes[-1] and "examples" not in found.notes[-1]


def test_reference_of_the_rod() -> None:
    """Independent figures at 2 s, and the errors of the printed scheme that were found with them."""
    rod = study(rod_example(Rod(), 1e-3, 2.0), 5, 10)
    end = rod.reference
    assert (*end.q[-1], end.v[-1, 0]) == pytest.approx((13.711532, 0.889911, 9.743986), abs=1e-6)
    for m, theta, x in ((5, 2.7e-6, 2.4e-5), (10, 1.1e-5, 1.5e-4)):
        found = rod.line("", rod.subcycled(m, scheme="printed")).errors
        assert (found["theta [rad]"], found["x [m]"]) == pytest.approx((theta, x), rel=0.1)


def test_equal_error_is_equal() -> None:
    """Generalized-alpha is taken with a step that makes it no better, and no worse, than the better subcycling."""
    lines = {line.label: line for line in study(rod_example(Rod(), 2e-3, 0.5), 5).lines}
    best, implicit = lines["subcycling 5:1"].worst, lines["generalized-alpha at equal error"].worst
    assert best / 2 < implicit < NO_WORSE * best


def test_beam() -> None:
    """Its centre of mass and its tip over 20 s; clamped shapes end at independent figures."""
    beam = PinnedBeam()
    runs = study(beam_example(beam, 2e-3, 20.0), 5, 10)
    for m, bound in ((5, 5e-5), (10, 2e-4)):
        found = runs.line("", runs.subcycled(m))
        assert found.result is not None
        gap = beam.centre(found.result)[0] - beam.centre(runs.reference)[0]
        assert np.hypot(*gap.T).max() < bound
        assert found.errors["tip off the root's tangent [m]"] < 2e-5
    clamped = replace(beam, shapes="clamped")
    end = jd.simulate(clamped.model(), 20.0, integrator=jd.DOP853(tol=1e-11), output=2000, trust="fast")
    assert end.q[-1, 0] == pytest.approx(75.006137, abs=2e-5) and end.v[-1, 0] == pytest.approx(6.000151, abs=1e-5)
    assert clamped.lag(end).min() == pytest.approx(-0.5688, abs=5e-4)


def test_velocity_of_the_centre() -> None:
    """It is the rate of its place."""
    beam = PinnedBeam()
    found = jd.simulate(beam.model(), 4.0, integrator=jd.DOP853(tol=1e-11), output=4000, trust="fast")
    place, velocity = beam.centre(found)
    slope = (place[2:] - place[:-2]) / (found.t[2:] - found.t[:-2])[:, None]
    assert np.abs(slope - velocity[1:-1]).max() < 1e-5 * np.abs(velocity).max() + 1e-6


def test_numbers_are_options() -> None:
    """Masses, stiffness and torque, all doubled, change nothing; each of them alone does."""

    def ends(**options: float) -> np.ndarray:
        model = Rod(**options).model()
        return jd.simulate(model, 0.3, integrator=jd.DOP853(tol=1e-10), output=3, trust="fast").q[-1]

    usual, doubled = ends(), {"mass": 4.0, "block": 10.0, "k": 2000.0, "torque": 200.0}
    np.testing.assert_allclose(ends(**doubled), usual, rtol=1e-8)
    for name, value in {**doubled, "length": 3.0, "u0": 0.9}.items():
        assert np.abs(ends(**{name: value}) / usual - 1).max() > 1e-3, name


def test_propeller() -> None:
    """On its shaft joint in space, a coarse mesh, a short run: 10:1 against the original; its part is in order."""
    blades = Propeller(rad_per_s(800.0), rise=0.02, modes=4, shapes="free", mesh="coarse")
    runs = study(propeller_example(blades, 2.5e-5, 0.01), 10)
    (line,) = (row for row in propeller_table(runs).rows if row[0] == "subcycling 10:1")
    _, angle, stress, tip, opening = line
    assert angle < 1e-5 and stress < 1e-4 and tip < 1e-4 and opening < 1e-6  # of the 1e-3 that is asked
    assert runs.exact["stress at the root [Pa]"].max() > 1e5 and runs.exact["angle [rad]"][-1] > 1e-2
    part = dict((name, ours) for name, _, ours in propeller_part_table(blades).rows)
    assert part["speed of sound, sqrt(E/density) [m/s]"] == pytest.approx(5018, abs=1)
    assert part["largest coupling of a shape to the turn, p^2/J"] < 1e-12


def test_page_of_a_run_that_is_not_watched() -> None:
    """It has a partition and a balance, without a budget; groups with steps of their own have columns of their own."""
    blades = Propeller(rad_per_s(800.0), rise=0.02, modes=4, shapes="free", mesh="coarse")
    ratio = {"propeller.shape 4": 20, "propeller.shape 1": 4}
    method = jd.Subcycling(step=2.5e-5, ratio=ratio, energy=None)
    found = jd.simulate(blades.model(), 0.002, integrator=method, output=4, trust="fast")
    page = found.section()  # type: ignore[attr-defined]
    (partition,), (energy, _) = page.tables, page.charts
    assert partition.head[1:] == ("fast, every 2.5e-05 s", "between, every 0.000125 s", "slow, every 0.0005 s")
    assert [row[1:] for row in partition.rows if "shape" in row[0]] == [(0, 1, 0), (0, 0, 1), (0, 0, 1), (1, 0, 0)]
    assert set(energy.lines) == {"error"} and not found.budget().max() < np.inf  # type: ignore[attr-defined]


def test_page_of_the_controlled_run() -> None:
    """The error stays below the line of the budget, its floor included, and every stroke goes up from that line."""
    beam = PinnedBeam(shapes="clamped")
    method = jd.Subcycling(step=2e-3, ratio=10, fast=beam.names, scheme="printed", allow_unstable=True, energy=1e-3)
    found = jd.simulate(beam.model(), 1.0, integrator=method, output=100, trust="fast")
    energy, _ = found.section().charts
    lines = {label: (x, y) for label, x, y in energy.curves()}
    (_, error), (t, budget), (at, strokes) = lines["error"], lines["budget"], lines["taken back here"]
    assert (error <= budget * (1 + 1e-9)).all() and budget[0] > 0.0
    low, high = strokes[0::3], strokes[1::3]
    assert len(low) == sum(one.reached > 0.0 for one in found.changes) > 0
    assert (high > low).all() and np.isnan(strokes[2::3]).all()
    np.testing.assert_allclose(low, np.interp(at[::3], t, budget), rtol=0.02)


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"examples": ["rodd"]}, "'rod'"),
        ({"ratios": [1]}, "whole numbers from 2"),
        ({"examples": ["propeller"], "mesh": "fine"}, "coarse"),
        ({"examples": ["propeller"], "shapes": "pinned"}, "'clamped'"),
    ],
)
def test_wrong_options(options: dict[str, object], said: str) -> None:
    with pytest.raises(jd.ModelError, match=said):
        reproduce("subcycling", **options)

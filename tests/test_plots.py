"""Curves by short names, and their plots."""

from __future__ import annotations

from pathlib import Path

import matplotlib
import numpy as np
import pytest

import jourdain as jd
from jourdain.examples import slider_crank
from jourdain.result.curves import names

matplotlib.use("Agg")


@pytest.fixture(scope="module")
def result() -> jd.Result:
    model = slider_crank()
    model.measure("phi", model.joints["A"].angle)
    model.event("half", model.joints["A"].angle, -3.0, direction="falling")
    return jd.simulate(model, 0.3, output=30, trust="fast")


def test_every_name_is_a_curve(result: jd.Result) -> None:
    """All names that are offered can be read, have a unit and one number per output time."""
    offered = list(names(result))
    assert len(offered) > 80 and len(set(offered)) == len(offered)
    for name in offered:
        curve = result.curve(name)
        assert curve.dims == ("time",) and curve.shape == result.t.shape and curve.attrs["units"], name


def test_curves_are_what_they_say(result: jd.Result) -> None:
    body, reaction = result["slider"], result.reaction("B")
    assert np.array_equal(result.curve("slider.x"), body.position.values[:, 0])
    assert np.array_equal(result.curve("slider.vx"), body.velocity.values[:, 0])
    assert np.array_equal(result.curve("crank.wy"), result["crank"].angular_velocity.values[:, 1])
    assert np.array_equal(result.curve("B.force.y"), reaction.force.values[:, 1])
    np.testing.assert_allclose(result.curve("B.force"), np.linalg.norm(reaction.force.values, axis=1), rtol=1e-15)
    assert np.array_equal(result.curve("phi"), result.measure("phi"))
    assert np.array_equal(result.curve("A: slide x"), result.multipliers["A: slide x"])


def test_planar_names() -> None:
    model = jd.Model("disc", planar=True)
    model.body("disc", mass=1.0, inertia=1.0, spin=2.0)
    run = jd.simulate(model, 1.0, output=4, trust="fast")
    np.testing.assert_allclose(run.curve("disc.angle"), 2.0 * run.t, atol=1e-12)
    np.testing.assert_allclose(run.curve("disc.wz"), 2.0, atol=1e-12)
    with pytest.raises(jd.ModelError, match=r"'disc.wx'.*Did you mean 'disc\.w?"):
        run.curve("disc.wx")


def test_plot(result: jd.Result, tmp_path: Path) -> None:
    """One panel per unit, a line per curve, events marked, phase plots with their own axes, files written."""
    figure = result.plot("slider.x", "crank.x", "B.force", "slider.x : slider.vx", path=tmp_path / "plot.png")
    position, force, phase = figure.axes
    assert [len(axes.lines) for axes in figure.axes] == [3, 2, 1]  # with one event line in the first two
    assert (position.get_ylabel(), force.get_ylabel()) == ("[m]", "[N]")
    assert phase.get_xlabel() == "slider.x [m]"
    x, y = phase.lines[0].get_data()
    assert np.array_equal(x, result.curve("slider.x")) and np.array_equal(y, result.curve("slider.vx"))
    assert (tmp_path / "plot.png").stat().st_size > 10_000


def test_overlay_and_default(result: jd.Result) -> None:
    figure = jd.plot([result, result], "slider.x", labels=["first", "second"])
    lines = figure.axes[0].get_legend_handles_labels()[1]
    assert lines == ["slider.x (first)", "slider.x (second)"]
    energies, error = result.plot().axes  # without names
    assert [len(axes.get_legend_handles_labels()[1]) for axes in (energies, error)] == [2, 1]


def test_scales(result: jd.Result) -> None:
    """Drift and errors over decades, paths with true angles, a constant as a straight line."""
    drift, path, phase = result.plot("gap", "slider.x : crank.z", "slider.x : slider.vx").axes
    assert drift.get_yscale() == "log" and drift.get_ylabel() == "[-]"
    assert path.get_aspect() == 1.0 and phase.get_aspect() == "auto"
    model = jd.Model("disc", planar=True)
    model.body("disc", mass=1.0, inertia=1.0, velocity=(2.0, 0.0))
    (speed,) = jd.simulate(model, 1.0, output=4, trust="fast").plot("disc.vx").axes
    assert speed.get_ylim() == pytest.approx((1.8, 2.2))


def test_events_that_pile_up_are_not_one_bar() -> None:
    model = jd.Model("ball", planar=True, gravity=(0.0, -9.81))
    ball = model.body("ball", mass=1.0, inertia=1.0, at=(0.0, 1.0))
    model.event("hit", jd.coordinate(ball, "y"), direction="falling", actions=jd.Impact(0.5, settle=jd.Stop()))
    run = jd.simulate(model, 3.0, output=30, trust="fast")
    marks = [line.get_xdata()[0] for line in run.plot("ball.y").axes[0].lines[1:]]
    assert len(run.events) > 20 and 4 <= len(marks) <= 10 and np.diff(marks).min() > 0.004 * run.t[-1]


def test_unknown_curve(result: jd.Result) -> None:
    with pytest.raises(jd.ModelError, match=r"'slidr.x'.*Did you mean 'slider\.x'"):
        result.plot("slidr.x")

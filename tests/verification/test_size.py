"""Machines with many loops: least-norm multipliers, singular positions and cost do not depend on their number."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

import jourdain as jd
from helpers import least_norm
from jourdain.run.redundancy import with_spare_rows
from jourdain.system.system import System
from machines import problems as pb
from machines.chains import slender_chain
from machines.ladders import ladder, ladder_angle, ladder_upright


@pytest.mark.parametrize("angle", [1.0, 0.1, 0.01, 0.001])
@pytest.mark.parametrize("loops", [1, 6])
def test_multipliers_of_ladders(loops: int, angle: float) -> None:
    """Also 0.1, 0.01 and 0.001 rad before all bars are in line."""
    result = jd.simulate(ladder(loops, angle), 1e-3, integrator=jd.RK4(step=1e-4), output=2, trust="fast")
    assert result.redundant == 3 * loops and result.stats.decompositions == 0
    for i in (0, 2):
        exact = least_norm(result, i)
        assert np.abs(result.pieces[0].lam[i] - exact).max() < 1e-8 * np.abs(exact).max()


METHODS: dict[str, Any] = {
    "default": None,
    "tight": jd.DOP853(tol=1e-9),
    "RK4": jd.RK4(step=2e-3),
    "alpha": jd.GeneralizedAlpha(step=1e-3),
}
# m over ten crossings; a stage of RK4 hits one of them nearly
ERRORS = {"default": 3e-4, "tight": 1e-6, "RK4": 5e-5, "alpha": 2e-4}


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("bars", [1, 12])
def test_four_bars_side_by_side(bars: int, method: str) -> None:
    """All bars are in line ten times in 10 s: the right branch, every passage named at its time, no dense decomposition."""
    model = pb.planar_model(pb.n_four_bar(bars))
    result = jd.simulate(model, 10.0, integrator=METHODS[method], output=200, trust="fast")
    angle = pb.n_four_bar_angle(bars, result.t)
    assert np.abs(result.q[:, :2] - 0.5 * np.stack([np.sin(angle), np.cos(angle)], -1)).max() < ERRORS[method]
    fine = np.linspace(0.0, 10.0, 20001)
    flat = np.cos(pb.n_four_bar_angle(bars, fine))
    crossings = fine[:-1][np.diff(np.sign(flat)) != 0.0]
    assert len(result.trust.passages) == len(crossings)
    assert np.abs(np.array(result.trust.passages) - crossings).max() < 2e-3
    assert result.stats.decompositions == 0


def test_long_ladders_by_default() -> None:
    """Loops in line, all redundant, through two flat positions: as many steps as one loop takes, and the right motion."""
    loops = 60
    result = jd.simulate(ladder(loops), 2.0, output=100)
    assert result.stats.steps + result.stats.rejected < 40
    assert result.redundant == 3 * loops and result.stats.decompositions == 0 and not result.gaps
    assert len(result.trust.passages) == 2 and result.trust.imbalance < 1e-12
    error = np.abs(result["upright 30"].position.values - ladder_upright(loops, 30, result.t)).max()
    assert error < 1e-5 and error < 3.0 * result.trust.length * result.trust.worst


def test_events_of_large_redundant_machines() -> None:
    """Rows stay spare through blows, which are shared as all rows share them: a ladder of 30 took minutes with any event."""
    loops, impulse = 12, 3.0
    model, turn = ladder(loops), Rotation.random(random_state=3)
    tip = model.bodies["upright 0"].marker("tip", at=(0.5, 0.0, 0.0))
    model.event("blow", "t", 0.5, actions=jd.Impulse(tip, tuple(turn.apply([impulse, 0.0, 0.0]))))
    result = jd.simulate(model, 1.0, output=50)
    angle = ladder_angle(loops, np.array([0.0, 0.5]))[-1]
    change = (result.events[0].v_after - result.events[0].v_before)[:3]  # of the centre of upright 0
    spin = -impulse * np.sin(angle) / ((loops + 1) / 3 + loops)
    assert np.abs(turn.inv().apply(change) - 0.5 * spin * np.array([-np.sin(angle), np.cos(angle), 0.0])).max() < 1e-6
    assert len(result.trust.passages) == 1 and result.trust.energy_error < 1e-6 * result.trust.energy_size
    assert result.redundant == 3 * loops and not result.gaps and result.trust.imbalance < 1e-12
    shares = np.array([*result.events[0].impulses.values()])
    assert np.abs(shares).max() < impulse


def test_spare_rows_that_are_none(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where one more row is left to the others than they say, it opens; the run is made again with all rows."""

    def one_too_many(system: System, *state: Any) -> Any:
        lean, number = with_spare_rows(system, *state)
        lean.tables["rows"]["looped"][lean.row_names.index("A0: slide x")] = 2
        return lean, number

    plain = jd.simulate(ladder(2), 0.3, trust="fast")
    monkeypatch.setattr("jourdain.run.start.with_spare_rows", one_too_many)
    again = jd.simulate(ladder(2), 0.3, trust="fast")
    assert not again.gaps and again.redundant == 6
    assert np.abs(again.q - plain.q).max() < 1e-6


def test_joints_of_four_bars_stay_closed() -> None:
    """At every step of generalized-alpha, also next to singular positions, where multipliers are large."""
    model, method = pb.planar_model(pb.n_four_bar(12)), jd.GeneralizedAlpha(step=1e-3)
    result = jd.simulate(model, 3.0, integrator=method, output=3000, trust="fast")
    assert len(result.trust.passages) == 3
    assert np.asarray(result.gap).max() < 5e-12


def test_more_loops_take_no_more_steps() -> None:
    """Waves along the machine are held by little, 1/n^2 of what holds one loop: they must not be seen as errors."""
    few, many = (
        jd.simulate(pb.planar_model(pb.n_four_bar(bars)), 5.0, trust="fast", output=50).stats for bars in (4, 100)
    )
    assert many.steps + many.rejected < 1.1 * (few.steps + few.rejected)


def test_least_constraint_of_many_rows() -> None:
    """Without a decomposition of all of them, and with the same motion."""
    model = pb.planar_model(pb.n_four_bar(12))
    gauss, plain = (
        jd.simulate(model, 0.1, integrator=jd.RK4(step=2e-3, constraints=way), trust="fast")
        for way in (jd.Gauss(), jd.Projection())
    )
    assert gauss.stats.decompositions == 0
    assert np.abs(gauss.q - plain.q).max() < 1e-12


def test_no_dense_decomposition(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without memory for one the same run comes to its end."""
    system, context = jd.compile(pb.planar_model(pb.n_four_bar(12))), System.context

    def without(self: System) -> Any:
        s = context(self)
        s.bind("B", np.zeros((0, self.kind.v)))
        return s

    monkeypatch.setattr(System, "context", without)
    result = jd.simulate(system, 3.0, integrator=jd.RK4(step=2e-3), output=60, trust="fast")
    assert len(result.trust.passages) == 3


def test_small_steps_of_long_chains() -> None:
    """A thousand bars: the rounding of their joints, over the square of a small step, is no reason to give the step up."""
    chain = slender_chain(1000, ("spherical",))
    result = jd.simulate(chain, 0.02, integrator=jd.GeneralizedAlpha(step=1e-4), output=2, trust="fast")
    assert result.stats.halvings == 0 and result.trust.drift < 1e-11 and not result.trust.passages


def test_all_passages_of_many_four_bars_are_named() -> None:
    """Twenty four-bars, 20 s by default: each passage, and its instant."""
    result = jd.simulate(pb.planar_model(pb.n_four_bar(20)), 20.0, trust="fast")
    times = np.linspace(0.0, 20.0, 20001)
    turns = (pb.n_four_bar_angle(20, times) - np.pi / 2) / np.pi
    crossed = np.flatnonzero(np.diff(np.floor(turns)))
    exact = times[crossed] + 1e-3 * (np.round(turns[crossed]) - turns[crossed]) / (turns[crossed + 1] - turns[crossed])
    found = np.array(result.trust.passages)
    assert len(found) == len(exact) == 20
    assert np.abs(found - exact)[exact < 3.0].max() < 1e-5  # later on the motion itself is off by more

"""Joints and drives that contradict each other are refused, wherever in the run they do; small misfits are play."""

from __future__ import annotations

import math

import numpy as np
import pytest

import jourdain as jd
from machines.ladders import ladder, ladder_upright
from machines.mechanisms import door
from machines.random_machines import END, KINDS
from machines.spatial_loops import heavy_bennett


def driven(first: str, second: str) -> jd.Model:
    """Two bars on three pins, both turned by drives."""
    model = jd.Model("driven", planar=True, gravity=(0.0, -9.81))
    a = model.body("a", mass=1.0, inertia=0.1, at=(0.5, 0.5))
    b = model.body("b", mass=1.0, inertia=0.1, at=(1.5, 0.5))
    model.joint("A", "revolute", model.ground, a, at=(0.0, 0.0))
    model.joint("B", "revolute", a, b, at=(1.0, 1.0))
    model.joint("C", "revolute", b, model.ground, at=(2.0, 0.0))
    model.drive("first", jd.coordinate(a, "theta"), first)
    model.drive("second", jd.coordinate(b, "theta"), second)
    return model


def test_speeds_that_contradict() -> None:
    """Positions fit at the start, speeds do not."""
    with pytest.raises(jd.AssemblyError, match="speeds contradict each other at t = 0 s"):
        jd.simulate(driven("2*t", "t"), 1.0)


@pytest.mark.parametrize("method", [None, jd.GeneralizedAlpha(step=1e-3), jd.RK4(step=1e-3), jd.DOP853(tol=1e-8)])
def test_contradictions_later_in_the_run(method: jd.Integrator | None) -> None:
    """Positions, speeds and accelerations fit at the start; the drives part as t^3."""
    with pytest.raises((jd.AssemblyError, jd.ConvergenceError), match=r"first|second|pin|slide"):
        jd.simulate(driven("t**3", "0.5*t**3"), 1.0, integrator=method)


def test_open_joints_may_be_allowed() -> None:
    """The run comes to its end, says how far joints open, and claims nothing."""
    model = driven("t**2", "0.5*t**3")
    result = jd.simulate(model, 1.0, open_joints="allow")
    assert max(result.gaps.values()) > 0.1
    text = result.summary()
    assert "accuracy: none is claimed, because joints stay open" in text and "do not fit" in text
    with pytest.raises(jd.ModelError, match="'refuse' or 'allow'"):
        jd.simulate(model, 1.0, open_joints="perhaps")


@pytest.mark.parametrize(("first", "second"), [("0.1", "0"), ("0.1 + 2*t", "-0.3*t"), ("2*t", "t")])
def test_positions_and_speeds_that_contradict_from_the_start(first: str, second: str) -> None:
    """Allowed, joints are open as little as they can be, by least squares: what stands does not fall through them."""
    model = driven(first, second)
    result = jd.simulate(model, 1.0, open_joints="allow", output=20)
    assert result.t[-1] == 1.0 and result.trust.forbidden
    assert 0.04 < max(map(abs, result.gaps.values())) < 2.0
    if first == "0.1":
        assert np.abs(result.q - result.q[0]).max() < 1e-6
        assert max(map(abs, result.gaps.values())) < 0.0589


def test_misfits() -> None:
    """A hinge of a door that is off: by 1e-6 of its size it is play, named with its size; by 1e-3 it is refused."""
    result = jd.simulate(door(misfit=(1e-5, 0.0, 0.0)), 1.0)
    gap = max(map(abs, result.gaps.values()))
    assert 1e-6 < gap < 1e-5 and result.trust.worst >= gap and not result.trust.forbidden
    assert "do not fit" in result.summary()
    with pytest.raises(jd.AssemblyError, match="open_joints='allow'"):
        jd.simulate(door(misfit=(1e-3, 0.0, 0.0)), 1.0)
    allowed = jd.simulate(door(misfit=(1e-3, 0.0, 0.0)), 1.0, open_joints="allow")
    assert "joints stay open" in allowed.trust.forbidden
    assert allowed.stats.decompositions > 0  # misfits are told from motions by singular values


@pytest.mark.parametrize(
    ("method", "alike"),
    [(jd.RK4(step=5e-3), 1e-11), (jd.GeneralizedAlpha(step=5e-3), 1e-7), (jd.GeneralizedAlpha(tol=1e-6), 1e-6)],
    ids=["RK4", "alpha", "alpha, tol"],
)
def test_misfits_without_a_decomposition(method: jd.Integrator, alike: float, monkeypatch: pytest.MonkeyPatch) -> None:
    """Motion and reactions as by singular values of all rows, which more than 40 rows never get."""
    model = ladder(2, misfit=1e-6)
    dense = jd.simulate(model, 0.3, integrator=method, trust="fast")
    monkeypatch.setattr("jourdain.run.start.DECOMPOSED_ROWS", 0)
    sparse = jd.simulate(model, 0.3, integrator=method, trust="fast")
    assert dense.stats.decompositions and not sparse.stats.decompositions
    assert 1e-7 < max(map(abs, sparse.gaps.values())) < 1e-6 and sparse.redundant == dense.redundant == 6
    assert np.abs(sparse.q - dense.q).max() < alike
    one, other = sparse.pieces[0].lam, dense.pieces[0].lam
    assert np.abs(one - other).max() < 10.0 * alike * np.abs(other).max()
    assert sparse.stats.steps < 1.1 * dense.stats.steps


def test_many_misfits() -> None:
    """Sixty rows too many, none of which fits: each is named, and nothing is decomposed."""
    result = jd.simulate(ladder(20, misfit=1e-6), 0.3, integrator=jd.RK4(step=5e-3), trust="fast")
    assert result.redundant == 60 and not result.stats.decompositions
    assert 1e-7 < max(map(abs, result.gaps.values())) < 2e-6
    assert np.abs(result["upright 10"].position.values - ladder_upright(20, 10, result.t)).max() < 1e-5
    with pytest.raises(jd.AssemblyError, match="open_joints='allow'"):
        jd.simulate(ladder(20, misfit=1e-2), 0.1)


def test_open_joints_are_allowed_after_events_and_in_natural_coordinates() -> None:
    """What a run may leave open it may leave open to its end."""
    model = door(misfit=(1e-3, 0.0, 0.0))
    handle = model.bodies["leaf"].marker("handle", at=(0.4, 0.0, 0.0))
    model.event("half", "t", 0.5, actions=jd.Impulse(handle, (0.0, 1.0, 0.0)))
    result = jd.simulate(model, 1.0, open_joints="allow", integrator=jd.RK4(step=1e-3))
    assert [event.name for event in result.events] == ["half"] and result.t[-1] == 1.0
    natural = jd.simulate(
        door(misfit=(1e-3, 0.0, 0.0)), 0.3, open_joints="allow", integrator=jd.RK4(step=1e-3), coordinates="natural"
    )
    assert "joints stay open" in natural.trust.forbidden


def test_energy_that_does_not_balance_forbids_a_claim() -> None:
    """Whatever a companion says: one that shares the fault agrees."""
    trust = jd.simulate(door(), 0.1).trust
    assert not trust.forbidden
    wrong = type(trust)(error=np.full(3, 1e-9), t=np.arange(3.0), energy_error=0.5, energy_size=1.0)
    assert wrong.forbidden == "the energy balance is off by 50 %" and "none is claimed" in str(wrong)
    honest = type(trust)(error=np.full(3, 0.08), t=np.arange(3.0), energy_error=0.5, energy_size=1.0)
    assert not honest.forbidden and math.isclose(honest.worst, 0.08)


def test_no_claim_for_joints_that_drift_open() -> None:
    """Direct integration of a redundant linkage: its rows contradict each other the more, the more they are open."""
    drifted = jd.simulate(heavy_bennett(), 3.0, integrator=jd.DOPRI5(tol=1e-4, constraints="direct"), output=50).trust
    assert drifted.drift > 1e-2 and drifted.forbidden.startswith("joints drift open by")
    little = type(drifted)(error=np.full(3, 1e-9), t=np.arange(3.0), drift=1e-6)
    assert not little.forbidden and little.worst == 1e-6


def test_tol_is_not_finer_than_what_joints_are_open_by() -> None:
    """Steps that follow the noise of joints that do not fit gain nothing."""
    result = jd.simulate(door(misfit=(1e-5, 0.0, 0.0)), 0.3, integrator=jd.DOP853(tol=1e-12))
    assert "joints do not fit: steps are those of tol" in result.summary()
    assert 1e-6 < result.trust.worst < 1e-4


def test_a_run_that_stands_still_ends() -> None:
    """Two motors on one hinge that come to differ: a multistep method at 1e-10 follows the noise, one step back for each."""
    with pytest.raises(
        jd.ConvergenceError, match=r"step became too small, because redundant rows do not fit exactly \(motor"
    ):
        jd.simulate(KINDS["two_motors"](17), END, output=20, integrator=jd.Adams(tol=1e-10), trust="fast")

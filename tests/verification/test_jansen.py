"""Legs after Jansen on one crank: every leg stays on the branch on which it was put together, in the plane and in space."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

import jourdain as jd
from helpers import least_norm
from machines import jansen


def crank_angles(result: jd.Result) -> np.ndarray:
    """Angle of the crank (nt,) against the ground's x axis."""
    axes = result["crank"].matrices
    return np.unwrap(np.arctan2(axes[:, 1, 0], axes[:, 0, 0]))


@pytest.mark.parametrize(("legs", "spatial", "end"), [(4, False, 4.0), (2, True, 1.5)], ids=["plane", "space"])
def test_branch_of_every_leg(legs: int, spatial: bool, end: float) -> None:
    """Places of all parts against circles that meet, at the crank's angle; in space every loop is redundant."""
    result = jd.simulate(jansen.machine(legs, spatial), end, output=60)
    angles = crank_angles(result)
    assert angles[-1] - angles[0] > 2 * np.pi  # a turn and more
    names = [f"{leg} {part}" for leg in range(legs) for part in jansen.PARTS]
    places = np.stack([result[name].position.values[:, :2] for name in names], axis=1)
    expected = np.array([jansen.poses(legs, angle)[:, :2] for angle in angles])
    assert np.abs(places - expected).max() < 1e-12
    assert result.redundant == (9 * legs if spatial else 0)
    assert not result.trust.passages and result.trust.worst < 1e-5
    assert np.abs(result.energy.error.values).max() < 1e-4 * result.trust.energy_size


def test_multipliers_of_turned_legs() -> None:
    """Redundant rows go before the crank: those of least norm all the same, when nothing is zero by chance."""
    model = jansen.machine(6, True, turn=Rotation.random(random_state=5))  # gravity pulls out of the plane
    result = jd.simulate(model, 1e-3, integrator=jd.RK4(step=1e-3), output=1, trust="fast")
    exact = least_norm(result, 1)
    assert result.redundant == 54 and result.stats.decompositions == 0
    assert np.abs(result.pieces[0].lam[1] - exact).max() < 1e-10 * np.abs(exact).max()


# of 12 legs against few: multiply-adds, entries. In space six redundant rows of each leg meet on the crank, in a dense block
@pytest.mark.parametrize(("few", "spatial", "dearer"), [(4, False, (1.0, 1.0)), (2, True, (1.7, 1.2))])
def test_cost_per_leg(few: int, spatial: bool, dearer: tuple[float, float]) -> None:
    """Multiply-adds of a factorisation and entries of its factors per leg."""
    costs = []
    for legs in (few, 12):
        tables = jd.compile(jansen.machine(legs, spatial)).tables
        costs.append([len(tables[name]) / legs for name in ("target", "lower")])
    assert (np.array(costs[1]) < np.array(costs[0]) * dearer).all()


def test_no_leg_looks_singular() -> None:
    """Cheap orders of elimination may have pivots that get small where nothing is singular; not this one, in a turn."""
    stats = jd.simulate(jansen.machine(12), 1.0, output=2, trust="fast").stats
    assert stats.singular == 0 and stats.rejected < stats.steps

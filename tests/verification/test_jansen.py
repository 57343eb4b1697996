"""Legs after Jansen on one crank: every leg stays on the branch on which it was put together, in the plane and in space."""

from __future__ import annotations

import numpy as np
import pytest

import jourdain as jd
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


def test_cost_per_leg() -> None:
    """Multiply-adds of a factorisation and entries of its factors per leg, 4 to 12 legs in the plane."""
    tables = {legs: jd.compile(jansen.machine(legs)).tables for legs in (4, 12)}
    for name in ("target", "lower"):
        few, many = (len(tables[legs][name]) / legs for legs in (4, 12))
        assert many < 1.3 * few, name

"""Loops upon loops: no row is redundant, but pivots are as small as if (1e-8 at 200 storeys). Against closed forms."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import jourdain as jd
from machines import driven


def top_error(result: jd.Result, storeys: int, angle: np.ndarray) -> float:
    """Largest error of the uppermost body, in lengths of the model."""
    exact = np.stack([0.5 - storeys * np.sin(angle), storeys * np.cos(angle)], axis=1)
    return float(np.abs(result[f"top {storeys - 1}"].position.values - exact).max()) / result.trust.length


@pytest.mark.parametrize(
    ("storeys", "method"),
    [(10, None), (120, None), (200, jd.GeneralizedAlpha(step=0.02)), (120, jd.RK4(step=0.02)), (60, jd.BDF(tol=1e-6))],
    ids=lambda value: getattr(value, "name", value),
)
def test_driven(storeys: int, method: Any) -> None:
    """Every storey has its motor: positions, the torque of the lowest one (1 % off in 120 storeys with eps), the work done."""
    result = jd.simulate(driven.tower(storeys, True), 1.0, integrator=method, output=10)
    torque = np.ravel(result.reaction("motor 0").torque)
    exact = driven.tower_torque(storeys, result.t)
    assert np.abs(torque - exact).max() < 1e-6 * np.abs(exact).max()
    assert top_error(result, storeys, 0.5 * np.sin(result.t)) < max(3.0 * result.trust.worst, 1e-13 * storeys)
    assert result.trust.energy_error < 1e-3 * result.trust.energy_size
    assert not result.redundant and not result.trust.passages and not result.stats.singular


@pytest.mark.parametrize(
    "method", [None, jd.GeneralizedAlpha(step=0.05), jd.BDF(tol=1e-6)], ids=lambda m: getattr(m, "name", m)
)
def test_driven_in_space(method: Any) -> None:
    """Three rows of each storey are redundant beside pivots of 1e-7: with eps the torque was 1e-4 off, the energy 2e-3."""
    storeys = 60
    result = jd.simulate(driven.tower(storeys, False), 1.0, integrator=method, output=5)
    torque = np.ravel(result.reaction("motor 0").torque[:, 2])
    exact = driven.tower_torque(storeys, result.t)
    assert np.abs(torque - exact).max() < 1e-8 * np.abs(exact).max()
    assert result.trust.energy_error < 1e-3 * result.trust.energy_size
    positions = result[f"top {storeys - 1}"].position.values[:, :2]
    angle = 0.5 * np.sin(result.t)
    off = np.abs(positions - np.stack([0.5 - storeys * np.sin(angle), storeys * np.cos(angle)], axis=1)).max()
    assert off < 3.0 * result.trust.worst * result.trust.length
    assert result.redundant == 3 * storeys and not result.gaps and not result.trust.passages


@pytest.mark.parametrize(
    "method",
    [None, jd.GeneralizedAlpha(step=0.01), jd.RK4(step=0.02), jd.BDF(tol=1e-6)],
    ids=lambda value: getattr(value, "name", value),
)
def test_free(method: Any) -> None:
    """All angles held equal by gears to the ground floor: a pendulum of 270 rows."""
    storeys, speed = 30, 1.0
    result = jd.simulate(driven.tower(storeys, True, tied=speed), 1.0, integrator=method, output=10)
    error = top_error(result, storeys, driven.tied_tower_angle(storeys, result.t, speed))
    assert error < 3.0 * result.trust.worst and result.trust.worst < 1e-4
    assert not result.redundant and not result.stats.singular and not result.stats.decompositions

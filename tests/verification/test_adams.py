"""Joints, springs and a drive against trajectories from ADAMS, curve by curve.

Each case runs once, with its own fixed step, small enough that the integration error (second order) stays well under
the pass lines; a curve passes when the RMS difference over the stored sample times is within its line in every column.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import pytest

import jourdain as jd
from verification.adams_models import CASES, END_TIME, rms, samples

TIMES, SAMPLES = samples()


@cache
def _run(case: str) -> Any:
    integrator = jd.GeneralizedAlpha(step=CASES[case].step)
    return jd.simulate(CASES[case].build(), END_TIME, integrator=integrator, output=TIMES)


def test_every_case_and_curve_has_samples() -> None:
    """The stored data and the models cover each other."""
    assert {case: set(table) for case, table in SAMPLES.items()} == {c: set(k.curves) for c, k in CASES.items()}
    assert TIMES[0] == 0.0 and TIMES[-1] == END_TIME


@pytest.mark.parametrize(
    ("case", "quantity"),
    [pytest.param(c, q, id=f"{c}-{q}") for c in CASES for q in CASES[c].curves],
)
def test_curve_follows_adams(case: str, quantity: str) -> None:
    """RMS over the sample times of (computed - ADAMS), worst column, is within the pass line."""
    result = _run(case)
    np.testing.assert_allclose(result.t, TIMES, rtol=0, atol=1e-12)
    worst = rms(quantity, CASES[case].curves[quantity](result), SAMPLES[case][quantity]).max()
    assert worst <= CASES[case].line(quantity)

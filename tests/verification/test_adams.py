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
from verification.adams_models import BODY, CASES, END_TIME, GRAVITY, rms, samples

TIMES, SAMPLES = samples()


@cache
def _run(case: str) -> Any:
    integrator = jd.GeneralizedAlpha(step=CASES[case].step)
    return jd.simulate(CASES[case].build(), END_TIME, integrator=integrator, output=TIMES, trust="fast")


def test_every_case_and_curve_has_samples() -> None:
    """The stored data and the models cover each other."""
    assert {case: set(table) for case, table in SAMPLES.items()} == {c: set(k.curves) for c, k in CASES.items()}
    assert TIMES[0] == 0.0 and TIMES[-1] == END_TIME


@pytest.mark.parametrize(
    ("case", "quantity"), [pytest.param(c, q, id=f"{c}-{q}") for c in CASES for q in CASES[c].curves]
)
def test_curve_follows_adams(case: str, quantity: str) -> None:
    """RMS over the sample times of (computed - ADAMS), worst column, is within the pass line."""
    result = _run(case)
    np.testing.assert_allclose(result.t, TIMES, rtol=0, atol=1e-12)
    worst = rms(quantity, CASES[case].curves[quantity](result), SAMPLES[case][quantity]).max()
    assert worst <= CASES[case].line(quantity)


@pytest.mark.parametrize("case", CASES)
def test_forces_balance(case: str) -> None:
    """Reactions of all elements and the weight add up to mass times acceleration, and their moments to Euler's equation.

    J w' + w x J w in body axes equals the moments about the centre of mass; 1e-9 of the largest force and moment.
    """
    result = _run(case)
    model, body = result.model, result[BODY]
    elements = [result.reaction(name, on=BODY, frame="ground", at=BODY) for name in (*model.joints, *model.forces)]
    force = sum(e.force.values for e in elements) + np.asarray(GRAVITY)
    acceleration = body.acceleration.values
    largest = max(np.abs(force).max(), np.abs(acceleration).max(), 9.8)
    assert np.abs(force - acceleration).max() <= 1e-9 * largest
    R, J = body.matrices, model.bodies[BODY].inertia
    w, wd = (np.einsum("tji,tj->ti", R, x.values) for x in (body.angular_velocity, body.angular_acceleration))
    moment = np.einsum("tji,tj->ti", R, sum(e.torque.values for e in elements))
    euler = wd @ J + np.cross(w, w @ J)
    parts = max(max(np.abs(e.torque.values).max() for e in elements), np.abs(wd @ J).max(), 1.0)
    assert np.abs(moment - euler).max() <= 1e-9 * parts


@pytest.mark.parametrize("case", CASES)
def test_action_is_reaction(case: str) -> None:
    """On ground and body about the same point, in the joint's own frame: opposite to rounding."""
    result = _run(case)
    for name in (*result.model.joints, *result.model.forces):
        ground, body = (result.reaction(name, on=on, at=(0.3, -0.2, 0.5)) for on in ("ground", BODY))
        size = max(1.0, np.abs(body.force.values).max(), np.abs(body.torque.values).max())
        assert np.abs(ground.force.values + body.force.values).max() <= 1e-12 * size
        assert np.abs(ground.torque.values + body.torque.values).max() <= 1e-12 * size


@pytest.mark.parametrize("case", ["Revolute_01", "Universal_02", "Cylindrical_02", "RevSpherical_01"])
def test_joint_coordinates_follow_adams(case: str) -> None:
    """All curves of a case, reactions of joints in the tree included, by recursion over the tree."""
    method = jd.DOP853(tol=1e-9, coordinates="joint")
    result = jd.simulate(CASES[case].build(), END_TIME, integrator=method, output=TIMES, trust="fast")
    for quantity, curve in CASES[case].curves.items():
        assert rms(quantity, curve(result), SAMPLES[case][quantity]).max() <= CASES[case].line(quantity), quantity

"""tol in long runs and across jumps: it bounds the accumulated error, or the run says that it cannot."""

from __future__ import annotations

from math import cos, sin
from typing import Any

import numpy as np
import pytest
from scipy.integrate import solve_ivp

import jourdain as jd

GRAVITY = 9.81


def hinged_rod(angle: float = 0.0) -> jd.Model:
    """A rod that falls from an angle to the horizontal."""
    model = jd.Model("rod", gravity=(0.0, 0.0, -GRAVITY))
    place: dict[str, Any] = {"at": (cos(angle), 0.0, sin(angle)), "rotation": jd.axis_angle((0, 1, 0), -angle)}
    rod = model.body("rod", mass=1.0, inertia=(0.1, 0.1, 0.1), **place)
    model.joint("hinge", "revolute", model.ground, rod, at=(0, 0, 0), axis=(0, 1, 0))
    return model


def test_adaptive_long_run() -> None:
    """A hundred seconds: the sum of the local errors is tol, carried on by the motion as an error at the start is.

    The energy, which carries nothing on, keeps to tol of the 9.81 J that swing to and fro (and a factor of 2).
    """
    tol, small = 1e-4, 1e-6
    exact, near = (
        jd.simulate(hinged_rod(angle), 100.0, integrator=jd.DOP853(tol=1e-11), output=50)["rod"].position
        for angle in (0.0, small)
    )
    growth = np.abs(near - exact).max() / small
    result = jd.simulate(hinged_rod(), 100.0, integrator=jd.GeneralizedAlpha(tol=tol), output=50)
    assert np.abs(result["rod"].position - exact).max() < 2.0 * tol * growth
    assert np.abs(result.energy.error).max() < 2.0 * tol * GRAVITY


JUMP = 0.3333  # s


@pytest.mark.parametrize("make", [jd.GeneralizedAlpha, jd.DOP853])
def test_jump_of_a_force(make: Any) -> None:
    """A torque that changes its sign at an instant nobody announces: tol still bounds the error, or the run says no."""
    y = np.zeros(2)
    for start, end, torque in ((0.0, JUMP, 5.0), (JUMP, 1.0, -5.0)):
        y = solve_ivp(
            lambda t, y, m: [y[1], (GRAVITY * cos(y[0]) + m) / 1.1],
            (start, end),
            y,
            "DOP853",
            args=(torque,),
            rtol=1e-13,
            atol=1e-13,
        ).y[:, -1]
    model = hinged_rod()
    model.force("torque", model.joints["hinge"].angle, law=f"5 if t < {JUMP} else -5")
    for tol in (1e-4, 1e-5, 1e-6, 1e-7):
        try:
            end = jd.simulate(model, 1.0, integrator=make(tol=tol), output=2)["rod"].position[-1]
        except jd.ConvergenceError as problem:
            assert "0.3333" in str(problem)
        else:
            assert np.abs(end - [cos(y[0]), 0.0, -sin(y[0])]).max() < 10.0 * tol, tol

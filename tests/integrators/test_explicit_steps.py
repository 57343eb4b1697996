"""Steps of RK4 that other methods start with are judged like any step: the first outputs are as good as the others."""

from __future__ import annotations

from math import sqrt
from typing import Any

import numpy as np
import pytest

import jourdain as jd

UPPER, LOWER, STRETCH, AMPLITUDE, FREQUENCY = 4e3, 1e3, 0.4, 0.1, 10.0  # N/m, N/m, m, m, rad/s


def driven_masses() -> jd.Model:
    """Two masses on a rod between two stiff springs, in equilibrium; the upper end begins to swing up and down.

    No acceleration at the start tells how fast the motion will be, so that the first step is tried with a large size.
    """
    model = jd.Model("masses", planar=True, gravity=(0.0, -9.81))
    end, a, b = (
        model.body(n, mass=m, inertia=1.0, at=(0.0, y)) for n, m, y in (("end", 1, 4), ("a", 1, 3), ("b", 2, 2))
    )
    guide = model.joint("guide", "prismatic", model.ground, end, at=(0.0, 4.0), axis=(0.0, 1.0))
    model.joint("rod", "distance", a, b, at_a=(0.0, 3.0), at_b=(0.0, 2.0))
    model.drive("motor", guide.slide, f"{AMPLITUDE}*sin({FREQUENCY}*t)")
    rest = 1.0 - (3.0 * 9.81 + LOWER * STRETCH) / UPPER
    model.spring("upper", end.marker(), a.marker(), stiffness=UPPER, rest=rest)
    model.spring("lower", b.marker(), model.ground.marker(), stiffness=LOWER, rest=2.0 - STRETCH)
    return model


def height(t: np.ndarray) -> np.ndarray:
    """Of mass a: one degree of freedom, 3 x'' + (k1 + k2) x = k1 A sin(w t), from rest."""
    forced = UPPER * AMPLITUDE / (UPPER + LOWER - 3.0 * FREQUENCY**2)
    own = sqrt((UPPER + LOWER) / 3.0)
    return 3.0 + forced * (np.sin(FREQUENCY * t) - FREQUENCY / own * np.sin(own * t))


@pytest.mark.parametrize("tol", [1e-4, 1e-6, 1e-8])
@pytest.mark.parametrize("method", [jd.Adams, jd.BDF])
def test_outputs_inside_the_first_steps(method: Any, tol: float) -> None:
    """All outputs keep to tol, and to three times the claimed accuracy, those in the first steps as well."""
    result = jd.simulate(driven_masses(), 3.0, integrator=method(tol=tol), output=300)
    error = np.abs(result["a"].position.values[:, 1] - height(result.t)) / result.system.length
    assert error.max() < tol
    assert (error <= 3.0 * result.trust.error).all(), (error / result.trust.error).max()

"""Steps of RK4 that other methods start with, or pass singular positions by, are judged like any step."""

from __future__ import annotations

from math import cos, sin, sqrt
from typing import Any

import numpy as np
import pytest
from scipy.integrate import solve_ivp

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


MASSES, INERTIAS = (1.0, 3.0, 2.0), (0.1, 0.4, 0.5)  # of the left bar, the right one, and the one on top


def parallelogram(angle: float, speed: float) -> jd.Model:
    """Two unequal bars of 1 m, 2 m apart, under a third one; lying flat it may go on as another mechanism."""
    model = jd.Model("parallelogram", planar=True, gravity=(0.0, -9.81))
    tip, across = np.array([cos(angle), sin(angle)]), speed * np.array([-sin(angle), cos(angle)])
    top = model.body("top", mass=MASSES[2], inertia=INERTIAS[2], at=tip + np.array([1.0, 0.0]), velocity=across)
    for i in range(2):
        foot = np.array([2.0 * i, 0.0])
        place: dict[str, Any] = {"at": foot + tip / 2, "rotation": angle, "velocity": across / 2, "spin": speed}
        bar = model.body(f"bar {i}", mass=MASSES[i], inertia=INERTIAS[i], **place)
        model.joint(f"foot {i}", "revolute", model.ground, bar, at=foot)
        model.joint(f"head {i}", "revolute", bar, top, at=foot + tip)
    return model


def parallelogram_angle(angle: float, speed: float, times: np.ndarray) -> np.ndarray:
    """Of the bars, while they stay parallel: the top moves on a circle, and the inertia is constant."""
    left, right, top = MASSES
    moment = 9.81 * (left / 2 + right / 2 + top) / (left / 4 + right / 4 + top + INERTIAS[0] + INERTIAS[1])
    slope = lambda t, y: [y[1], -moment * np.cos(y[0])]  # noqa: E731
    return solve_ivp(slope, (0.0, times[-1]), (angle, speed), "DOP853", t_eval=times, rtol=1e-13, atol=1e-13).y[0]


@pytest.mark.parametrize("start", [(1.0, 5.0), (0.0, -4.0)], ids=["to flat", "from flat"])
@pytest.mark.parametrize("tol", [1e-6, 1e-8])
@pytest.mark.parametrize(("method", "most"), [(jd.BDF, 3000), (jd.SDIRK4, 8000)])
def test_singular_positions(method: Any, most: int, tol: float, start: tuple[float, float]) -> None:
    """The branch is kept within tol, and neither rounding at the singular position nor what is behind it takes tiny steps."""
    result = jd.simulate(parallelogram(*start), 2.0, integrator=method(tol=tol), output=100, trust="fast")
    error = np.abs(result["bar 1"].angle.values - parallelogram_angle(*start, result.t))
    assert error.max() < 5.0 * tol
    assert result.stats.steps + result.stats.rejected < most

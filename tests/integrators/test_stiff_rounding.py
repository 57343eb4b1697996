"""Stiff equations at a tight tol: the rounding of large forces is no error that smaller steps could cure."""

from __future__ import annotations

import numpy as np
import pytest
from numba import njit
from scipy.linalg import expm

import jourdain as jd

DAMPING = 1e4


def coupled_masses(stiffness: float) -> jd.Equations:
    """Two masses on a very stiff damped spring; a weak spring holds one of them, and a force moves the other."""

    @njit  # type: ignore[untyped-decorator]
    def force(t, q, v, w, lam):  # type: ignore[no-untyped-def]
        tension = stiffness * (q[1] - q[0]) + DAMPING * (v[1] - v[0])
        return np.array([tension - q[0], np.sin(t) - tension])

    mass = njit(lambda t, q: np.eye(2))
    return jd.Equations(name="coupled masses", mass=mass, force=force, q=[1.0, 1.0], v=[0.0, 0.0])


def exact(stiffness: float, times: np.ndarray) -> np.ndarray:
    """Positions (nt, 2) at equidistant times: mean x and difference d of both, with sin t and cos t as further states."""
    # x'' = (sin t - x - d/2)/2, d'' = -(2 k + 1/2) d - 2 c d' - x - sin t
    matrix = np.zeros((6, 6))
    matrix[0, 1] = matrix[2, 3] = matrix[4, 5] = 1.0
    matrix[5, 4] = -1.0
    matrix[1, [0, 2, 4]] = -0.5, -0.25, 0.5
    matrix[3, [0, 2, 3, 4]] = -1.0, -2.0 * stiffness - 0.5, -2.0 * DAMPING, -1.0
    step, state = expm(matrix * times[1]), np.array([1.0, 0.0, 0.0, 0.0, 0.0, 1.0])
    states = [state := step @ state if i else state for i in range(len(times))]
    mean, apart = np.array(states)[:, 0], np.array(states)[:, 2]
    return np.stack([mean + 0.5 * apart, mean - 0.5 * apart], axis=1)


@pytest.mark.parametrize("stiffness", [1e8, 1e10])
@pytest.mark.parametrize("tol", [1e-6, 1e-8, 1e-9])
def test_rounding_is_no_error(stiffness: float, tol: float) -> None:
    """Forces are rounded to 1e-8 N or more, which is as much as tol asks for: not a hundred times the steps for that."""
    times = np.linspace(0.0, 1.0, 11)
    found = jd.simulate(coupled_masses(stiffness), 1.0, integrator=jd.SDIRK4(tol=tol), output=times, trust="fast")
    assert np.abs(found.q - exact(stiffness, times)).max() < tol
    assert found.stats["steps"] < 3000


def test_tolerances_below_rounding_come_to_the_end() -> None:
    """Accelerations of a stiff beam are rounded a thousand times more coarsely than tol asks for, in steps of any size."""
    m = jd.Model("beam", planar=True, gravity=(0.0, -9.81))
    rubber = jd.material(E=2e7, nu=0.3, density=1500)
    rod = m.beam("rod", start=(0, 0), end=(1, 0), elements=4, section=jd.rectangle(0.02, 0.02), material=rubber)
    m.joint("pin", "revolute", m.ground, rod.start, at=(0, 0))
    ends = [jd.simulate(m, 0.3, integrator=jd.DOP853(tol=tol), output=1, trust="fast").q[-1] for tol in (1e-9, 1e-12)]
    assert np.abs(ends[0] - ends[1]).max() < 1e-7

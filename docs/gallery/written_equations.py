"""Equations of your own: a bead on a turning wire, written as functions, by three integrators.

The wire is a parabola y = x^2 that turns about its axis; in the turning frame a centrifugal force acts. Where the turning
speed is sqrt(2 g), the bead feels no force along the wire at all: it goes on with constant energy of the motion along it.
"""

import numpy as np
from numba import njit

import jourdain as jd

GRAVITY = 9.81
SPEED = np.sqrt(2 * GRAVITY)

bead = jd.Equations(
    name="bead on a turning wire",
    mass=njit(lambda t, q: np.eye(2)),
    force=njit(lambda t, q, v, w, lam: np.array([SPEED**2 * q[0], -GRAVITY])),
    constraints=njit(lambda t, q, w: np.array([q[1] - q[0] ** 2])),
    q=[0.5, 0.25],
    v=[0.2, 0.2],
    names=["x", "y"],
)
methods = (jd.DOP853(tol=1e-9), jd.Block(tol=1e-8), jd.BDF(tol=1e-8))
runs = [jd.simulate(bead, 2.0, integrator=method, output=100) for method in methods]


def check() -> None:
    """The three agree, and the kinetic energy stays what it was."""
    for run in runs:
        energy = 0.5 * (run.v**2).sum(axis=1)
        assert np.ptp(energy) < 1e-7
        assert np.abs(run.q - runs[0].q).max() < 1e-6


if __name__ == "__main__":
    for run in runs:
        print(run)
    check()

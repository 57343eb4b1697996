"""How far can a run be trusted? A double pendulum: its trust line, its digits, and when it cannot be predicted any more."""

import math
import tempfile
from pathlib import Path

import numpy as np

import jourdain as jd

m = jd.Model("double pendulum", planar=True, gravity=(0.0, -9.81))
upper = m.body("upper", mass=1.0, inertia=1 / 12, at=(0.5, 0.0))
lower = m.body("lower", mass=1.0, inertia=1 / 12, at=(1.5, 0.0))
m.joint("shoulder", "revolute", m.ground, upper, at=(0.0, 0.0))
m.joint("elbow", "revolute", upper, lower, at=(1.0, 0.0))
m.measure("bend", m.joints["elbow"].angle)

short = jd.simulate(m, 2.0)  # chooses its integrator, and says why
long = jd.simulate(m, 60.0, output=600)  # chaotic: errors grow tenfold every few seconds
verified = jd.verify(m, 2.0)  # once more tighter, and once with another method

# a long run may be interrupted, or the machine switched off, and goes on from its file
with tempfile.TemporaryDirectory() as folder:
    safe = jd.simulate(m, 2.0, checkpoint=Path(folder) / "run.check", checkpoint_every=60.0)


def check() -> None:
    """The estimate holds against a far tighter run, the digits are those of the error, and the chaos is noticed."""
    exact = jd.simulate(m, 2.0, integrator=jd.DOP853(tol=1e-12), trust="fast")
    error = np.abs(short.q - exact.q).max()
    assert error / 3 < short.trust.worst < 1e-4
    bend = np.abs(short.measure("bend") - exact.measure("bend")).max() / np.abs(exact.measure("bend")).max()
    assert abs(verified.digits("bend") + math.log10(float(bend))) < 1.0
    assert not verified.notes
    assert short.trust.predictable_until == 2.0
    assert 5.0 < long.trust.predictable_until < 50.0
    assert "too sensitive to be predicted" in long.summary()
    assert safe == short


if __name__ == "__main__":
    print(short.summary(), "\n")
    print(long.summary(), "\n")
    print(verified)
    long.plot("bend", "error")
    check()

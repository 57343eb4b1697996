"""Which method for this machine? A four-bar under gravity by six methods: errors, drift and cost of each."""

from itertools import pairwise

import numpy as np

import jourdain as jd

m = jd.Model("four-bar", planar=True, gravity=(0.0, -9.81))
crank = m.body("crank", mass=1.0, inertia=0.1, at=(0.0, 0.5), rotation=np.pi / 2, spin=2.0, velocity=(-1.0, 0.0))
coupler = m.body("coupler", mass=2.0, inertia=0.8, at=(1.0, 1.0), velocity=(-2.0, 0.0))
rocker = m.body("rocker", mass=1.0, inertia=0.1, at=(2.0, 0.5), rotation=np.pi / 2, spin=2.0, velocity=(-1.0, 0.0))
m.joint("A", "revolute", m.ground, crank, at=(0.0, 0.0))
m.joint("B", "revolute", crank, coupler, at=(0.0, 1.0))
m.joint("C", "revolute", coupler, rocker, at=(2.0, 1.0))
m.joint("D", "revolute", m.ground, rocker, at=(2.0, 0.0))

found = jd.compare(
    m,
    1.0,
    methods="RK4, RK4(constraints='direct'), RK4(constraints='baumgarte'), DOP853, Adams, Block(index=2)",
    steps=[0.01, 0.005, 0.0025],
    tols=[1e-4, 1e-6, 1e-8],
    output=50,
)


def check() -> None:
    """Nothing fails; closed rows stay closed, drifting ones drift; half the step divides errors of stabilised RK4 by 2^4."""
    assert not any(attempt.failure for attempt in found.attempts)
    closed = [a for a in found.attempts if a.method == "RK4"]
    drifting = [a for a in found.attempts if a.method == "RK4(constraints=Direct)"]
    assert all(a.drift < 1e-12 for a in closed) and drifting[0].drift > 1e-8
    stabilised = [a for a in found.attempts if a.method == "RK4(constraints=Baumgarte)"]
    ratios = [coarse.position / fine.position for coarse, fine in pairwise(stabilised)]
    assert all(14 < ratio < 18 for ratio in ratios)
    assert min(a.position for a in found.attempts if a.method == "DOP853") < 1e-7


if __name__ == "__main__":
    print(found)
    found.plot()
    check()

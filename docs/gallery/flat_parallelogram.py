"""A parallelogram that falls through its flat position, where it could fold the other way: it must not."""

import math

import numpy as np

import jourdain as jd

m = jd.Model("parallelogram", planar=True, gravity=(0.0, -9.81))
bars = {}
for name, x in (("left", 0.0), ("right", 1.0)):
    bars[name] = m.body(
        name, mass=1.0, inertia=1 / 12, at=(x, 0.5), rotation=math.pi / 2, velocity=(0.5, 0.0), spin=-1.0
    )
top = m.body("top", mass=1.0, inertia=1 / 12, at=(0.5, 1.0), velocity=(1.0, 0.0))
m.joint("A", "revolute", m.ground, bars["left"], at=(0, 0))
m.joint("B", "revolute", bars["left"], top, at=(0, 1))
m.joint("C", "revolute", top, bars["right"], at=(1, 1))
m.joint("D", "revolute", m.ground, bars["right"], at=(1, 0))

runs = {
    type(i).__name__: jd.simulate(m, 5.0, integrator=i) for i in (jd.RK4(step=1e-3), jd.GeneralizedAlpha(step=1e-3))
}


def check() -> None:
    """The bars stay parallel with either method, and both agree."""
    for result in runs.values():
        assert np.abs(result["left"].angle - result["right"].angle).max() < 1e-6
    assert np.abs(runs["RK4"].q - runs["GeneralizedAlpha"].q).max() < 1e-3


if __name__ == "__main__":
    for result in runs.values():
        print(result.summary(), "\n")
    jd.plot(list(runs.values()), "left.angle", "top.y", labels=list(runs))
    check()

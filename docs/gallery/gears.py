"""A gear pair 37 : 23 driven for a hundred turns: angles are counted, not wrapped."""

import numpy as np

import jourdain as jd

m = jd.Model("gears")
small, large = (
    m.body(n, shape=jd.cylinder(0.05, 0.02), density=7850, at=(x, 0, 0)) for n, x in (("small", 0.0), ("large", 0.2))
)
a = m.joint("a", "revolute", m.ground, small, at=(0, 0, 0), axis=(0, 0, 1))
b = m.joint("b", "revolute", m.ground, large, at=(0.2, 0, 0), axis=(0, 0, 1))
m.joint("mesh", "gear", a, b, teeth=(23, 37))
m.measure("phi", b.angle)
m.drive("motor", a.angle, "10*pi*t**2")

result = jd.simulate(m, 200**0.5 / 10**0.5, integrator=jd.RK4(step=1e-3))
turns = result.measure("phi") / (2 * np.pi)


def check() -> None:
    """A hundred turns of the small wheel are 100 * 23/37 of the large one, backwards."""
    assert abs(turns[-1] + 100 * 23 / 37) < 1e-9


if __name__ == "__main__":
    print(result.summary())
    print(f"large wheel: {turns[-1]:.6f} turns")
    result.plot("small.wz", "large.wz", "phi")
    check()

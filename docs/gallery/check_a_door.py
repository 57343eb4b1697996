"""A door on two hinges: what check() says about it, and a door of freer joints that moves alike and is determinate."""

import numpy as np

import jourdain as jd

m = jd.Model("door", gravity=(0, 0, -9.81))
leaf = m.body(
    "leaf", shape=jd.box(0.9, 0.04, 2.0), density=600, at=(0.45, 0, 1.0), spin=(0, 0, 1), velocity=(0, 0.45, 0)
)
m.joint("lower hinge", "revolute", m.ground, leaf, at=(0, 0, 0.3), axis=(0, 0, 1))
m.joint("upper hinge", "revolute", m.ground, leaf, at=(0, 0, 1.7), axis=(0, 0, 1))

found = jd.check(m)
free = found.freer(m)  # a ball below, a ball in a cylinder above
again = jd.check(free)
runs = [jd.simulate(model, 2.0, integrator=jd.RK4(step=1e-3), output=20) for model in (m, free)]


def check() -> None:
    """Five rows too many with two hinges, none with the freer joints; same motion, and the ball carries the weight."""
    assert (found.mobility, found.redundant, found.count_mobility) == (1, 5, -4)
    assert (again.mobility, again.redundant) == (1, 0)
    assert np.abs(runs[0].q - runs[1].q).max() < 1e-9
    weight = 600 * 0.9 * 0.04 * 2.0 * 9.81
    assert np.abs(runs[1].reaction("lower hinge").force[:, 2] - weight).max() < 1e-6
    assert found.ok and again.ok


if __name__ == "__main__":
    print(found, "\n")
    print(again)
    jd.plot(runs, "lower hinge.force", "upper hinge.force", labels=["two hinges", "freer joints"])
    check()

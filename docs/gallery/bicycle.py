"""A bicycle that keeps itself upright: wheels that roll without slip leave 7 positions and 3 velocities free."""

import numpy as np

import jourdain as jd
from jourdain.examples import whipple

m = whipple(5.0, lean_rate=0.2)  # between 4.3 and 6.0 m/s it needs no rider
lean = m.measure("lean", jd.align(m.bodies["frame"].marker("frame").y, m.ground.marker("up").z))  # sine of the lean
steer = m.measure("steering", m.joints["steer"].angle)
found = jd.check(m)

result = jd.simulate(m, 8.0, tol=1e-8, output=400)
road = result.reaction("front wheel rolls")  # at the contact: along the road, across it, and the weight


def check() -> None:
    """Counts, the lean that dies out, no loss of energy, and no moment at the contact."""
    assert (found.position_mobility, found.mobility, found.rate_rows) == (7, 3, 4)
    assert np.abs(result.measure("lean")).max() > 0.02 and abs(result.measure("lean")[-1]) < 2e-3
    assert np.abs(result.energy.error).max() < 1e-4
    assert np.abs(road.torque).max() < 1e-9 and (road.force[:, 2] > 200).all()


if __name__ == "__main__":
    print(found)
    print(result.summary())
    result.plot("lean", "steering")
    check()

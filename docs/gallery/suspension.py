"""A suspension corner on two wishbones over a kerb: travel, camber and toe of the wheel, and what the strut must bear."""

import numpy as np

import jourdain as jd

m = jd.Model("suspension corner", gravity=(0, 0, -9.81))  # x forward, y to the left, z up
chassis = m.body("chassis", shape=jd.box(0.5, 0.12, 0.5), mass=320.0, at=(0, 0.3, 0.45))
lower = m.body("lower arm", mass=4.0, inertia=(0.05, 0.02, 0.06), at=(0, 0.54, 0.2))
upper = m.body("upper arm", mass=2.5, inertia=(0.03, 0.02, 0.04), at=(0, 0.58, 0.51))
wheel = m.body(
    "wheel",  # with its carrier
    shape=jd.cylinder(0.31, 0.2).placed((0, 0.06, 0), jd.axis_angle((1, 0, 0), np.pi / 2)),
    mass=38.0,
    at=(0, 0.74, 0.31),
)
m.joint("ways", "prismatic", m.ground, chassis, at=(0, 0.3, 0.45), axis=(0, 0, 1))
m.joint("lower hinge", "revolute", chassis, lower, at=(0, 0.36, 0.22), axis=(1, 0, 0))
m.joint("upper hinge", "revolute", chassis, upper, at=(0, 0.42, 0.5), axis=(1, 0, 0))
m.joint("lower ball", "spherical", lower, wheel, at=(0, 0.72, 0.18))
m.joint("upper ball", "spherical", upper, wheel, at=(-0.02, 0.7, 0.52))
m.joint("tie rod", "distance", chassis, wheel, at_a=(0.14, 0.37, 0.27), at_b=(0.14, 0.71, 0.25))
top, foot = chassis.marker("top", at=(0, 0.12, 0.25)), lower.marker("foot", at=(0, 0.06, -0.01))
m.spring("strut", top, foot, stiffness=4.2e4, damping=3.2e3, rest=0.61)

road = m.ground.marker("road", at=(0, 0.8, 0))
height = m.measure("height", jd.slide(road, wheel.marker("hub", at=(0, 0.06, 0)), "z"))
m.force("tyre", height, law="max(0, 2.2e5*(0.31 + step5(t, 0.5, 0, 0.56, 0.05) - x))")
m.measure("camber", jd.align(road.z, wheel.marker("axle").y))
m.measure("toe", jd.align(road.x, wheel.markers["axle"].y))
m.measure("travel", jd.slide(m.ground.marker("drawn", at=(0, 0.3, 0.45)), chassis.marker("middle"), "z"))

result = jd.simulate(m, 2.5, output=500, start="static")


def check() -> None:
    """It starts and ends at rest, the chassis higher by the kerb; then the tyre carries what there is of weight."""
    travel, force = result.measure("travel").values, result.reaction("tyre", on="wheel").force.values[:, 2]
    assert np.abs(result.v[0]).max() < 1e-9 and abs(travel[-1] - travel[0] - 0.05) < 1e-3
    weight = 9.81 * sum(body.mass for body in m.bodies.values())
    assert abs(force[0] - weight) < 1e-6 * weight and abs(force[-1] - weight) < 1e-2 * weight
    assert force.max() > 1.5 * weight and np.ptp(result.measure("camber").values) > 1e-3


if __name__ == "__main__":
    print(result.summary())
    angles = {name: np.rad2deg(np.arcsin(result.measure(name).values)) for name in ("camber", "toe")}
    print(", ".join(f"{name} {x.min():+.2f} to {x.max():+.2f} deg" for name, x in angles.items()))
    result.plot("travel", "camber", "toe", "strut.force", "tyre.force")
    check()

"""A car on four corners: one wishbone suspension, included four times and mirrored, over a kerb on one side."""

import numpy as np

import jourdain as jd


def corner() -> jd.Model:
    """The front left one, with the chassis for ground: x forward, y to the left, z up."""
    m = jd.Model("corner")
    m.parameters |= {"stiffness": 3.2e4, "damping": 2.6e3, "rest": 0.62, "kerb": 0.0, "start": 0.3}
    lower = m.body("lower arm", mass=4.0, inertia=(0.05, 0.02, 0.06), at=(0, 0.54, 0.2))
    m.body("upper arm", mass=2.5, inertia=(0.03, 0.02, 0.04), at=(0, 0.58, 0.51))
    shape = jd.cylinder(0.31, 0.2).placed((0, 0.06, 0), jd.axis_angle((1, 0, 0), np.pi / 2))
    wheel = m.body("wheel", shape=shape, mass=38.0, at=(0, 0.74, 0.31))  # with its carrier
    m.joint("lower hinge", "revolute", "ground", "lower arm", at=(0, 0.36, 0.22), axis="x")
    m.joint("upper hinge", "revolute", "ground", "upper arm", at=(0, 0.42, 0.5), axis="x")
    m.joint("lower ball", "spherical", "lower arm", "wheel", at=(0, 0.72, 0.18))
    m.joint("upper ball", "spherical", "upper arm", "wheel", at=(-0.02, 0.7, 0.52))
    m.joint("tie rod", "distance", "ground", "wheel", at_a=(0.14, 0.37, 0.27), at_b=(0.14, 0.71, 0.25))
    top, foot = m.ground.marker("top", at=(0, 0.42, 0.7)), lower.marker("foot", at=(0, 0.06, -0.01))
    m.spring("strut", top, foot, law="-stiffness*(x - rest) - damping*v")
    m.measure("toe", jd.align(m.ground.marker("drawn").x, wheel.marker("axle").y))
    wheel.marker("hub", at=(0, 0.06, 0))
    return m


car = jd.Model("car", gravity=(0, 0, -9.81))
car.body("chassis", mass=1200.0, inertia=(350, 1500, 1700), at=(0, 0, 0.5))
for name, x, mirror in (("FL", 1.3, None), ("FR", 1.3, "y"), ("RL", -1.3, None), ("RR", -1.3, "y")):
    car.include(corner(), f"{name}.", on="chassis", at=(x, 0, -0.5), mirror=mirror)
    side = 1.0 if mirror is None else -1.0
    road = car.ground.marker(f"road {name}", at=(x, 0.8 * side, 0))
    height = car.measure(f"{name}.height", jd.slide(road, car.bodies[f"{name}.wheel"].markers["hub"], "z"))
    kerb = f"{name}.kerb*step5(t, {name}.start, 0, {name}.start + 0.06, 1)"
    car.force(f"{name}.tyre", height, law=f"max(0, 2.2e5*(0.31 + {kerb} - x))")
middle = car.bodies["chassis"].marker("middle")
for axis in "xy":  # nothing drives or steers it
    car.force(f"held {axis}", jd.slide(car.ground.marker(axis), middle, axis), stiffness=1e4, damping=2e3)
car.force("held yaw", jd.align(car.ground.markers["x"].y, middle.x), stiffness=1e4, damping=2e3)
car.parameters |= {"FL.kerb": 0.05, "RL.kerb": 0.05, "RL.start": 0.3 + 2.6 / 10.0}  # both left wheels, at 10 m/s
car.measure("roll", jd.align(car.ground.markers["x"].y, middle.z))

result = jd.simulate(car, 2.5, output=500, start="static")


def check() -> None:
    """Left and right are mirror images at rest; then the car leans away from the kerb, and all tyres carry its weight."""
    left, right = (result.measure(f"F{side}.toe").values for side in "LR")
    assert abs(left[0] + right[0]) < 1e-9 or abs(left[0] - right[0]) < 1e-9
    tyres = sum(result.reaction(f"{n}.tyre", on=f"{n}.wheel").force.values[:, 2] for n in ("FL", "FR", "RL", "RR"))
    weight = 9.81 * sum(body.mass for body in car.bodies.values())
    assert abs(tyres[0] - weight) < 1e-6 * weight and abs(tyres[-1] - weight) < 2e-2 * weight
    roll = result.measure("roll").values
    assert abs(roll[0]) < 1e-9 and 0.01 < abs(roll[-1]) < 0.06


if __name__ == "__main__":
    print(result.summary())
    roll = np.rad2deg(np.arcsin(result.measure("roll").values))
    print(f"roll {roll.min():+.2f} to {roll.max():+.2f} deg")
    result.plot("roll", "FL.strut.force", "FR.strut.force", "FL.toe", "FR.toe")
    check()

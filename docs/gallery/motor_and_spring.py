"""A driven crank against a spring and a damper: the motor's torque, and where its work goes."""

import numpy as np

import jourdain as jd

m = jd.Model("motor", gravity=(0, 0, -9.81))
crank = m.body("crank", shape=jd.box(0.2, 0.02, 0.02), density=7850, at=(0.1, 0, 0))
hinge = m.joint("hinge", "revolute", m.ground, crank, at=(0, 0, 0), axis=(0, 1, 0))
m.drive("motor", hinge.angle, "step5(t, 0, 0, 1, 2*pi)")  # one turn in a second, smoothly
m.torsion_spring("spring", hinge, stiffness=0.5, damping=0.02)

result = jd.simulate(m, 1.0, integrator=jd.DOP853(tol=1e-9))
torque = result.multipliers["motor: drive"]
e = result.energy


def check() -> None:
    """At the end: the spring's moment, and the work of the motor is what the spring stores and the damper loses."""
    gravity_moment = (
        -9.81 * 7850 * 0.2 * 0.02 * 0.02 * 0.1
    )  # of the crank, back in its first position, about +y: +; held by -
    assert abs(abs(torque[-1]) - abs(0.5 * 2 * np.pi + gravity_moment)) < 1e-6
    assert abs(e.drives[-1] + e.dampers[-1] - 0.25 * (2 * np.pi) ** 2) < 1e-7
    assert np.abs(e.error).max() < 1e-8


if __name__ == "__main__":
    print(result.summary())
    print(f"largest torque {np.abs(torque).max():.3f} N m, work of the motor {e.drives[-1]:.3f} J")
    result.plot("motor: drive", "energy.drives", "energy.dampers", "energy.potential", "energy.error")
    check()

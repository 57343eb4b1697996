"""An arm with given joint motions: torques by inverse dynamics, and what one motor less would mean.

The torques are then applied in a forward run, which goes the same way.
"""

import numpy as np

import jourdain as jd


def arm() -> jd.Model:
    """Two links on hinges, lying along x."""
    model = jd.Model("arm", planar=True, gravity=(0.0, -9.81))
    upper = model.body("upper", shape=jd.box(1.0, 0.1, 0.1), mass=4.0, at=(0.5, 0.0))
    fore = model.body("fore", shape=jd.box(0.8, 0.08, 0.08), mass=2.0, at=(1.4, 0.0))
    model.joint("shoulder", "revolute", model.ground, upper, at=(0.0, 0.0))
    model.joint("elbow", "revolute", upper, fore, at=(1.0, 0.0))
    return model


motion = {"shoulder": "pi/6*(1 - cos(pi*t))", "elbow": "pi/4*(cos(pi*t) - 1)"}  # from rest to rest
torques = jd.inverse(arm(), motion, t_end=1.0, actuators=["shoulder", "elbow"])

driven = arm()
for name, force in torques.forces.items():
    powers = np.polynomial.Polynomial.fit(torques.t, force.values, 12).convert().coef
    law = " + ".join(f"({c!r})*t**{k}" for k, c in enumerate(powers.tolist()))
    driven.force(f"motor {name}", driven.joints[name].angle, law=law)
run = jd.simulate(driven, 1.0, tol=1e-6, trust="fast")

try:
    jd.inverse(arm(), motion, t_end=1.0, actuators=["shoulder"])
    refused = ""
except jd.ModelError as problem:
    refused = str(problem)


def check() -> None:
    """More than the weight of the stretched arm is lifted; the forward run ends where it should; one motor is too few."""
    assert abs(run["upper"].angle[-1] - np.pi / 3.0) < 1e-4 and abs(run["fore"].angle[-1] + np.pi / 6.0) < 1e-4
    assert abs(torques.power["shoulder"][0]) < 1e-9 and torques.force("shoulder").max() > 9.81 * (4.0 * 0.5 + 2.0 * 1.4)
    assert "nothing holds rotation of 'fore'" in refused


if __name__ == "__main__":
    print(torques)
    print(refused)
    torques.plot()
    check()

"""A clutch locks two shafts once they turn alike, a brake stops them and holds: friction that ends in a lock."""

import numpy as np

import jourdain as jd

m = jd.Model("clutch and brake", planar=True)
motor = m.body("motor", mass=5.0, inertia=0.4, spin=100.0)
drum = m.body("drum", mass=20.0, inertia=1.2)
m.joint("bearing 1", "revolute", m.ground, motor, at=(0, 0))
shaft = m.joint("bearing 2", "revolute", m.ground, drum, at=(0, 0))
clutch = m.joint("clutch", "revolute", motor, drum, at=(0, 0))  # on the same axis: it holds nothing until it is locked
m.measure("slip", clutch.angle)
m.measure("turn", shaft.angle)
m.force("lining", clutch.angle)  # no friction yet
m.force("brake", shaft.angle)

# 0.2 s: the clutch is pressed and slips; when the speeds are equal it locks. 1 s: opened; the brake takes the drum down to rest
m.event("press", "t", 0.2, actions=jd.Switch("lining", law=60.0))  # the drum is dragged along: 60 N m against the slip
m.event("stick", "slip_rate", direction="rising", actions=[jd.Lock("clutch"), jd.Switch("lining", law=0.0)])
m.event("open", "t", 1.0, actions=[jd.Unlock("clutch"), jd.Switch("brake", law=-75.0)])
m.event("stand", "turn_rate", direction="falling", actions=[jd.Lock("bearing 2"), jd.Switch("brake", law=0.0)])

result = jd.simulate(m, 2.0, integrator=jd.DOP853(tol=1e-10), output=400)
when = {event.name: event.t for event in result.events}
speeds = {name: result[name].angular_velocity for name in ("motor", "drum")}


def check() -> None:
    """Angular momentum is shared, the times follow from the torques, and friction takes what is missing."""
    together = 0.4 * 100.0 / 1.6
    assert list(when) == ["press", "stick", "open", "stand"]
    assert abs(when["stick"] - (0.2 + 1.2 * together / 60.0)) < 1e-9
    assert abs(when["stand"] - (1.0 + 1.2 * together / 75.0)) < 1e-9
    assert abs(speeds["motor"][-1] - together) < 1e-7 and abs(speeds["drum"][-1]) < 1e-12
    assert max(abs(p) for event in result.events for p in event.impulses.values()) < 1e-6  # locked without a blow
    energy = 0.5 * 0.4 * 100.0**2 - 0.5 * 0.4 * together**2
    assert abs(result.energy.applied[-1] + energy) < 1e-6
    stuck = (result.t > when["stick"]) & (result.t < when["open"])
    assert np.abs((speeds["motor"] - speeds["drum"])[stuck]).max() < 1e-12


if __name__ == "__main__":
    print(result.summary())
    for name, t in when.items():
        print(f"{name:6s} t = {t:.6f} s")
    result.plot("motor.wz", "drum.wz", "slip")
    check()

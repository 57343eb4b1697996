"""A gate between two stops: it bounces, comes to rest as long as the wind presses, and lets go when that turns."""

import numpy as np

import jourdain as jd

INERTIA, WIND, UPPER, RESTITUTION = 4.0, 6.0, 1.2, 0.2
m = jd.Model("gate", planar=True)
gate = m.body("gate", mass=12.0, inertia=INERTIA, visuals=[jd.Visual(jd.box(1.0, 0.06, 0.8).placed((0.5, 0)), "brown")])
hinge = m.joint("hinge", "revolute", m.ground, gate, at=(0, 0), limits=jd.Limits(0.0, UPPER, restitution=RESTITUTION))
m.force("wind", hinge.angle, law=f"{WIND}*sin(t)")

result = jd.simulate(m, 12.0, output=600)
stop = result.multipliers["hinge stop: stop"].values


def check() -> None:
    """Blown from its lower stop: the first hit in closed form, then rest with the moment of the wind, until that turns."""
    first = result.events[0]
    t = first.t  # angle = WIND/INERTIA (t - sin t)
    assert first.name == "hinge at its upper limit" and abs(WIND / INERTIA * (t - np.sin(t)) - UPPER) < 1e-8
    before, after = first.v_before[2], first.v_after[2]
    assert abs(before - WIND / INERTIA * (1 - np.cos(t))) < 1e-7 and abs(after + RESTITUTION * before) < 1e-12
    left = [event.t for event in result.events if event.name == "hinge leaves its stop"]
    assert abs(left[0] - np.pi) < 1e-9  # the wind turns
    angle = result["gate"].angle.values
    assert angle.max() < UPPER + 1e-9 and angle.min() > -1e-9
    held = (stop != 0.0) & (result.t < left[0])
    assert held.any() and np.abs(stop[held] + WIND * np.sin(result.t[held])).max() < 1e-10


if __name__ == "__main__":
    for event in result.events:
        print(f"{event.t:9.6f} s  {event.name}: {', '.join(event.actions)}")
    print(result.summary())
    check()

"""A ball bounces on a floor until its bounces pile up, and then rests on it: impacts, and what happens after the last one."""

import math

import numpy as np

import jourdain as jd

G, RESTITUTION = 9.81, 0.8
m = jd.Model("bouncing ball", gravity=(0, 0, -G))
ball = m.body("ball", mass=1.0, inertia=(0.1, 0.1, 0.1), at=(0, 0, 1), velocity=(0.2, 0, 0))
m.joint("floor", "point_in_plane", m.ground.marker("floor"), ball.marker("centre"), active=False)
m.event(
    "hit",
    jd.coordinate(ball, "z"),
    direction="falling",
    actions=jd.Impact(RESTITUTION, settle=jd.Engage("floor")),  # infinitely many bounces in finite time, then rest
)

result = jd.simulate(m, 5.0, output=250)
last = result.events[-1]


def check() -> None:
    """Times and speeds of free flights, where they pile up, and the floor that carries the weight from there on."""
    n = np.arange(len(result.events) - 1)
    first, speed = math.sqrt(2 / G), math.sqrt(2 * G)
    times = first * (1 + 2 * RESTITUTION * (1 - RESTITUTION**n) / (1 - RESTITUTION))
    assert np.abs([e.t for e in result.events[:-1]] - times).max() < 1e-9
    assert np.abs([e.v_after[2] for e in result.events[:-1]] - speed * RESTITUTION ** (n + 1)).max() < 1e-9
    assert np.abs([e.impulses["hit: impact"] for e in result.events[:-1]] - speed * 1.8 * RESTITUTION**n).max() < 1e-9
    assert last.actions == ("Engage",) and abs(last.t - first * (1 + 1.6 / 0.2)) < 1e-6
    force = result.multipliers["floor: slide z"]
    assert np.abs(force[result.t > last.t] - G).max() < 1e-9 and not force[result.t < last.t].any()
    assert abs(result["ball"].position[-1, 0] - 1.0) < 1e-9  # nothing acts along the floor
    assert result.trust.energy_error < 1e-9


if __name__ == "__main__":
    print(result.summary())
    for e in result.events[:3]:
        blow = e.impulses["hit: impact"]
        print(f"t = {e.t:.9f} s: {e.v_before[2]:8.5f} -> {e.v_after[2]:.5f} m/s, {blow:.5f} N s")
    print(f"at rest from t = {last.t:.6f} s")
    result.plot("ball.z", "ball.vz", "ball.z : ball.vz")
    check()

"""A cam that lifts a valve: its profile is a table of points, and the force that the spring must give is found."""

import numpy as np

import jourdain as jd

degrees = np.array([0, 40, 70, 100, 130, 160, 200, 240, 280, 320, 360])
lift = np.array([0, 0, 1.5, 6.0, 9.5, 10.0, 7.5, 2.5, 0.3, 0, 0]) * 1e-3

m = jd.Model("cam and valve", planar=True, gravity=(0, -9.81))
cam = m.body("cam", mass=0.8, inertia=4e-4, at=(0, 0))
valve = m.body("valve", mass=0.12, inertia=1e-5, at=(0, 0.04))
shaft = m.joint("shaft", "revolute", m.ground, cam, at=(0, 0))
guide = m.joint("guide", "prismatic", m.ground, valve, at=(0, 0.04), axis=(0, 1))
profile = m.table("lift", np.deg2rad(degrees), lift, kind="periodic")  # texts call it by its name
m.row("follows", "s - lift(angle)", inputs={"s": guide.slide, "angle": shaft.angle})
m.drive("motor", shaft.angle, "1500*rpm*t")
m.force("spring", guide.slide, stiffness=9e3, rest=-0.02)

result = jd.simulate(m, 0.08, output=320)
push = result.multipliers["follows: row"]  # of the cam on the valve; the valve would leave it where this is negative


def check() -> None:
    """The push is that of the closed form: mass times the second derivative of the lift, weight and spring."""
    speed = 1500 * 2 * np.pi / 60
    angle = speed * np.asarray(result.t)
    expected = 0.12 * (profile(angle, 2) * speed**2 + 9.81) + 9e3 * (profile(angle) + 0.02)
    away = np.min(np.abs(angle[:, None] % (2 * np.pi) - profile.x), axis=1) > 1e-6  # f''' jumps at the points
    assert np.abs(push.values - expected)[away].max() < 1e-6 * expected.max()
    assert push.min() > 0.0, "the spring is too weak"


if __name__ == "__main__":
    print(result.summary())
    print(f"the cam pushes with {float(push.min()):.0f} to {float(push.max()):.0f} N")
    result.plot("valve.y", "follows: row", "motor: drive")
    check()

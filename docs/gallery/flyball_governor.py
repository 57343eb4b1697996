"""A flyball governor: how high its sleeve stands at each speed, from statics in the turning frame."""

import numpy as np

import jourdain as jd

G, ARM, BALL, SLEEVE = 9.81, 0.4, 2.0, 6.0  # m/s2, m, kg, kg


def governor(rate: float) -> jd.Model:
    """Two arms with a ball at their ends, and links of the same length from the balls to a sleeve on the shaft."""
    m = jd.Model("flyball governor", gravity=(0.0, 0.0, -G))
    tilt = np.deg2rad(40.0)
    out, down = ARM * np.sin(tilt), ARM * np.cos(tilt)
    shaft = m.body("shaft", shape=jd.cylinder(0.01, 1.0), mass=1.0, at=(0.0, 0.0, -0.5))
    sleeve = m.body("sleeve", shape=jd.cylinder(0.04, 0.06), mass=SLEEVE, at=(0.0, 0.0, -2.0 * down))
    axle = m.joint("axle", "revolute", m.ground, shaft, at=(0, 0, 0), axis=(0, 0, 1))
    m.joint("guide", "prismatic", shaft, sleeve, at=(0, 0, -2.0 * down), axis=(0, 0, 1))
    for name, side in (("left", -1.0), ("right", 1.0)):
        ball = m.body(name, shape=jd.sphere(0.05), mass=BALL, at=(side * out, 0.0, -down))
        ball.inertia = np.zeros((3, 3))  # a point, so that the closed form below holds
        m.joint(f"hinge {name}", "revolute", shaft, ball, at=(0, 0, 0), axis=(0, 1, 0))
        m.joint(f"link {name}", "distance", ball.marker("ball"), sleeve.marker(f"eye {name}"))
    m.drive("motor", axle.angle, f"{rate:.17g}*t")
    m.measure("height", jd.slide(m.ground.marker("top"), sleeve.marker("middle"), "z"))
    return m


CRITICAL = np.sqrt((BALL + SLEEVE) * G / (BALL * ARM))  # [rad/s]: below, the balls hang
rates = CRITICAL * np.array([0.6, 1.1, 1.5, 2.0])
found = [jd.statics(governor(rate), turning=(0, 0, rate), method="energy") for rate in rates]


def check() -> None:
    """With phi the angle of the arms, m w^2 l cos(phi) = (m + M) g, or they hang; the sleeve stands at -2 l cos(phi)."""
    for rate, one in zip(rates, found, strict=True):
        cosine = min(1.0, (CRITICAL / rate) ** 2)
        assert one.stable and abs(float(one.result.measure("height")[0]) + 2.0 * ARM * cosine) < 1e-10


if __name__ == "__main__":
    for rate, one in zip(rates, found, strict=True):
        height = float(one.result.measure("height")[0])
        print(f"{rate:5.1f} rad/s: sleeve at {height:.4f} m, {one.stability}: {one.first.verdict}")
    print(found[1])
    check()

"""A pendulum on a turning frame: above a critical rate it no longer hangs. Eigenvalues of both steady motions over the rate."""

import numpy as np

import jourdain as jd

G, ARM = 9.81, 0.5
CRITICAL = np.sqrt(G / ARM)  # [rad/s]


def governor(rate: float, angle: float) -> jd.Model:
    """A ball on a rod, hinged to a frame that a motor turns about the vertical; angle [rad] from the vertical."""
    m = jd.Model("governor", gravity=(0, 0, -G))
    out, down = ARM * np.sin(angle), ARM * np.cos(angle)
    frame = m.body("frame", shape=jd.cylinder(0.05, 0.3), mass=1.0, spin=(0, 0, rate))
    ball = m.body(
        "ball",
        shape=jd.sphere(0.06),
        mass=2.0,
        at=(out, 0, -down),
        rotation=jd.axis_angle((0, 1, 0), -angle),
        spin=(0, 0, rate),
        velocity=(0, rate * out, 0),
    )
    ball.inertia = np.zeros((3, 3))  # a point, so that the closed forms below hold
    axle = m.joint("axle", "revolute", m.ground, frame, at=(0, 0, 0), axis=(0, 0, 1))
    m.joint("hinge", "revolute", frame, ball, at=(0, 0, 0), axis=(0, 1, 0))
    m.drive("motor", axle.angle, f"{rate:.17g}*t")
    return m


rates = CRITICAL * np.array([0.5, 0.8, 1.2, 1.6, 2.0])
hanging = [jd.linear(governor(rate, 0.0)) for rate in rates]
standing_out = [jd.linear(governor(rate, np.arccos((CRITICAL / rate) ** 2))) for rate in rates if rate > CRITICAL]


def check() -> None:
    """Hanging: s^2 = w^2 - g/l. Standing out at cos = g/(l w^2): w sin. The frame of the linearisation turns with the motor."""
    for rate, found in zip(rates, hanging, strict=True):
        assert found.steady and np.allclose(found.turning, [0, 0, rate])
        assert np.abs(found.eigenvalues**2 - (rate**2 - CRITICAL**2)).max() < 1e-9 * rate**2
        assert ("unstable" in found.verdict()) == (rate > CRITICAL)
    for rate, found in zip(rates[rates > CRITICAL], standing_out, strict=True):
        assert np.abs(np.abs(found.eigenvalues.imag) - rate * np.sqrt(1 - (CRITICAL / rate) ** 4)).max() < 1e-9 * rate


if __name__ == "__main__":
    print(standing_out[0])
    for rate, found in zip(rates, hanging, strict=True):
        print(f"{rate / CRITICAL:.1f} of the critical rate, hanging: {found.verdict()}")
    check()

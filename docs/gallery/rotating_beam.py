"""A blade that turns is stiffer than one that stands: frequencies by speed, and the stress of a spin-up with its hot spots."""

import numpy as np

import jourdain as jd

LENGTH, WIDTH, HEIGHT = 0.5, 0.02, 0.004  # m; it bends out of the plane of rotation over its height
STEEL = jd.material(E=2.1e11, nu=0.3, density=7850.0)
UNIT = np.sqrt(STEEL.E * HEIGHT**2 / 12 / (STEEL.density * LENGTH**4))  # rad/s, of frequencies of a bending beam
RITZ = {0.0: 3.5160, 2.0: 4.1373, 6.0: 7.3604}  # speed -> first frequency across, both over UNIT; ten terms


def blade() -> jd.Part:
    """Twenty beams along x, clamped at the hub."""
    mesh = jd.beam_mesh([(0, 0, 0), (LENGTH, 0, 0)], 20, section=jd.rectangle(WIDTH, HEIGHT))
    return jd.reduce(mesh, material=STEEL, interfaces={"root": "start"}, kind="clamped", modes=6, name="blade")


def driven(part: jd.Part, motion: str, stiffening: bool = True) -> jd.Model:
    """The blade on a shaft about z that is driven."""
    m = jd.Model("rotating beam")
    body = m.flexible("blade", part, damping=0.01, stiffening=stiffening)
    shaft = m.joint("shaft", "revolute", m.ground, body, at=(0, 0, 0), axis=(0, 0, 1))
    m.drive("motor", shaft.angle, motion)
    tip = int(part.surface.numbers.max())
    m.measure("lag", jd.slide(body.interface("root"), body.node(tip), "y"))
    m.measure("root stress", body.stress("xx", node=1))
    return m


def first_frequency(part: jd.Part, speed: float, stiffening: bool = True) -> float:
    """Of bending across the plane of rotation, both over UNIT."""
    found = np.abs(jd.linear(driven(part, f"{speed * UNIT}*t", stiffening)).eigenvalues.imag) / UNIT
    aim = RITZ[speed] if stiffening else RITZ[0.0]
    return float(found[np.abs(found - aim).argmin()])


part = blade()
frequencies = {speed: first_frequency(part, speed) for speed in RITZ}
soft = first_frequency(part, 6.0, stiffening=False)
SPEED, RISE = 4 * UNIT, 0.4  # rad/s, s
motion = f"{SPEED}*(t/2 - {RISE}/(2*pi)*sin(pi*t/{RISE}))"
result = jd.simulate(driven(part, motion), 0.3, integrator=jd.GeneralizedAlpha(step=5e-4), output=150, trust="fast")
spots = result.hot_spots(count=2, apart=0.05)


def check() -> None:
    """Frequencies by speed; the blade lags behind; it is hottest at its root, where the run says."""
    for speed, expected in RITZ.items():
        assert abs(frequencies[speed] / expected - 1) < 5e-3
    assert abs(soft / RITZ[0.0] - 1) < 5e-3  # by mistake: as if it stood
    assert float(result.measure("lag").min()) < 0.0
    peak = spots[0]
    assert peak.quantity == "mises" and peak.node == 1 and abs(peak.at[0]) < 1e-9
    assert abs(peak.value / float(result.stress("blade").max()) - 1) < 1e-12


if __name__ == "__main__":
    check()
    for speed, found in frequencies.items():
        print(f"speed {speed:g}: first frequency {found:.4f}")
    print(result.summary())
    print(spots)

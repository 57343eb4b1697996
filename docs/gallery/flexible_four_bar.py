"""A four-bar linkage with a flexible coupler and rocker: thin strips whip around the motion of thick ones, all but rigid."""

import numpy as np

import jourdain as jd

STEEL = jd.material(E=2.06e11, nu=0.3, density=7800)
GROUND, CRANK, COUPLER, ROCKER = 0.4, 0.1, 0.35, 0.3  # m
SPEED = 2 * np.pi * 8  # rad/s
TURN = 2 * np.pi / SPEED


def corners() -> tuple[np.ndarray, np.ndarray]:
    """Crank pin and rocker pin at the start, where the crank points along the ground."""
    a, d = np.array([CRANK, 0.0]), GROUND - CRANK
    x = (COUPLER**2 - ROCKER**2 + d**2) / (2 * d)
    return a, a + np.array([x, np.sqrt(COUPLER**2 - x**2)])


def four_bar(thickness: float) -> jd.Model:
    """The crank is rigid and driven; the others are strips of steel, 25 mm wide."""
    m = jd.Model("flexible four-bar", planar=True)
    a, b = corners()
    strip = jd.rectangle(0.025, thickness)
    crank = m.body("crank", shape=jd.box(CRANK, 0.02, 0.02), mass=0.3, at=(CRANK / 2, 0))
    coupler = m.beam("coupler", start=a, end=b, elements=8, section=strip, material=STEEL, damping=2e-5)
    rocker = m.beam("rocker", start=(GROUND, 0), end=b, elements=8, section=strip, material=STEEL, damping=2e-5)
    motor = m.joint("motor", "revolute", m.ground, crank, at=(0, 0))
    m.joint("crank pin", "revolute", crank, coupler.start, at=a)
    m.joint("rocker pin", "revolute", coupler.end, rocker.end, at=b)
    m.joint("pivot", "revolute", m.ground, rocker.start, at=(GROUND, 0))
    m.drive("speed", motor.angle, f"{SPEED}*(t - {TURN}*(1 - exp(-t/{TURN})))")  # softly up to speed
    m.measure("stress", coupler.stress(0.5, z=thickness / 2))
    m.measure("swing", jd.angle(m.ground.marker("level"), rocker.start.frame))
    return m


def run(thickness: float) -> jd.Result:
    """Three turns from rest."""
    return jd.simulate(
        four_bar(thickness), 3 * TURN, integrator=jd.GeneralizedAlpha(step=1e-4), output=300, trust="fast"
    )


thin, thick = run(0.001), run(0.02)


def closing_error(result: jd.Result) -> float:
    """How far coupler and rocker are from the lengths as drawn, over these."""
    lengths = {"coupler": COUPLER, "rocker": ROCKER}
    ends = {name: result[name].shape.values[:, [0, -1]] for name in lengths}
    return max(
        abs(np.linalg.norm(np.diff(ends[name], axis=1)[:, 0], axis=1) / x - 1).max() for name, x in lengths.items()
    )


def check() -> None:
    """The thick one is all but rigid; the thin one bends, and its stress is that of its moment."""
    assert closing_error(thick) < 1e-4 < closing_error(thin)
    assert thick.measure("stress").values.max() < thin.measure("stress").values.max()
    coupler = thin["coupler"]
    section = thin.model.beams["coupler"].section
    moment, force = (getattr(coupler, of).values[..., 0] for of in ("moment", "force"))
    stress = force / section.area - moment * 0.0005 / section.Iy
    assert np.abs(stress - coupler.stress(z=0.0005).values).max() < 0.05 * np.abs(stress).max()  # the rest is damping


if __name__ == "__main__":
    import matplotlib.pyplot as plt

    for name, result in (("thin", thin), ("thick", thick)):
        peak = float(np.abs(result.measure("stress")).max())
        print(f"{name:6} stress up to {peak / 1e6:.1f} MPa, lengths change by {closing_error(result):.1e}")
        plt.plot(result.t / TURN, result.measure("stress") / 1e6, label=name)
    plt.xlabel("time [turns at full speed]")
    plt.ylabel("stress in the middle of the coupler [MPa]")
    plt.legend()
    check()

"""A strip under a growing push buckles: Euler's load, the shape, and the path that it takes instead, until its ends meet."""

import math

import jourdain as jd

LENGTH, ELEMENTS = 1.0, 32  # m, number
STEEL = jd.material(E=2.1e11, nu=0.3, density=7850)


def strip() -> jd.Model:
    """20 mm wide, 2 mm thick, on a pin and a slide; the load is the one at which it buckles by Euler's formula."""
    m = jd.Model("strip", planar=True, gravity=(0, 0))
    rod = m.beam(
        "rod", start=(0, 0), end=(LENGTH, 0), elements=ELEMENTS, section=jd.rectangle(0.02, 0.002), material=STEEL
    )
    m.joint("pin", "revolute", m.ground, rod.start, at=(0, 0))
    m.joint("slide", "point_on_line", m.ground, rod.end, at=(LENGTH, 0), axis=(1, 0))
    m.load("push", rod.end, force=(-(math.pi**2) * rod.stiffness[2, 2] / LENGTH**2, 0))
    return m


straight = jd.load_path(strip(), to=2.0)
buckled = straight.branch(0, to=2.0)
MIDDLE = f"rod[{ELEMENTS // 2}].y"


def elastica(turn: float) -> tuple[float, float]:
    """Load against Euler's, and distance of the ends over the length, of a thin strip that meets its line at an angle [rad]."""
    from scipy.special import ellipe, ellipk

    k = math.sin(turn / 2) ** 2
    return 4 / math.pi**2 * ellipk(k) ** 2, 2 * ellipe(k) / ellipk(k) - 1


def check() -> None:
    """Euler's load to 0.2 % with 32 elements, the elastica beyond it; straight it is unstable from there on, bent it is not."""
    (one,) = straight.critical
    assert one.kind == "branching" and abs(one.factor - 1.0) < 2e-3
    assert buckled.stable[1:].all() and straight.stable[0] and not straight.stable[-1]
    for i in range(1, len(buckled.factor), 4):
        load, distance = elastica(abs(buckled["rod.start"].angle.values[i]))
        assert abs(buckled.factor[i] / load - 1) < 3e-3
        assert abs(buckled["rod.end"].position.values[i, 0] / LENGTH - distance) < 3e-3


if __name__ == "__main__":
    import matplotlib.pyplot as plt

    print(straight.summary())
    print(buckled.summary())
    figure, (left, right) = plt.subplots(1, 2, figsize=(9, 4), layout="constrained")
    straight.plot(MIDDLE, axes=left, labels=["straight"])
    buckled.plot(MIDDLE, axes=left, labels=["buckled"])
    shape = buckled["rod"].shape.values
    for i in range(0, len(shape), 6):
        right.plot(shape[i, :, 0], shape[i, :, 1], label=f"{buckled.factor[i]:.3f}")
    right.legend(title="load factor", fontsize="small")
    right.axis("equal")
    right.set_xlabel("x [m]")
    check()

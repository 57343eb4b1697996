"""A very flexible beam falls from a pin, and bends like a rope: converged with few elements, in the plane and in space."""

from typing import Any

import numpy as np

import jourdain as jd

LENGTH, STEP = 1.2, 1e-3  # m, s
RUBBER = jd.material(E=0.7e6, nu=0.3, density=5540)


def pinned(planar: bool, **mesh: Any) -> jd.Model:
    """A strip of rubber, 200 mm wide and 9 mm thick, drawn level."""
    m = jd.Model("pinned beam", planar=planar, gravity=(0, -9.81) if planar else (0, 0, -9.81))
    start, end = ((0, 0), (LENGTH, 0)) if planar else ((0, 0, 0), (LENGTH, 0, 0))
    section = jd.rectangle(0.2, 0.009)
    rod = m.beam("rod", start=start, end=end, section=section, material=RUBBER, **mesh)
    axis = {} if planar else {"axis": (0, 1, 0)}
    m.joint("pin", "revolute", m.ground, rod.start, at=start, **axis)
    m.measure("stretch", rod.strain(0.0, "axial"))
    return m


def run(model: jd.Model) -> jd.Result:
    """One second of free fall."""
    return jd.simulate(model, 1.0, integrator=jd.GeneralizedAlpha(step=STEP), output=20, trust="fast")


results = {
    "plane": run(pinned(True, elements=24, nodes=3)),
    "space": run(pinned(False, elements=24, nodes=3)),
    "two nodes": run(pinned(True, elements=64, mass="lumped")),
}


def tips() -> dict[str, np.ndarray]:
    """Where the end is after one second: along the ground and up [m]."""
    return {name: result["rod"].shape.values[-1, -1][[0, -1]] for name, result in results.items()}


def check() -> None:
    """The three agree to a few millimetres with these elements, and with the converged place of the tip."""
    places = tips()
    assert max(np.abs(place - places["plane"]).max() for place in places.values()) < 5e-3 * LENGTH
    assert np.abs(places["plane"] - (-1.1547, -0.3145)).max() < 5e-3 * LENGTH
    stretches = [float(result.measure("stretch")[10]) for result in results.values()]  # at half a second
    assert min(stretches) > 0.18 and np.ptp(stretches) < 0.03 * max(stretches)  # it swings like a rope, and is pulled


if __name__ == "__main__":
    import matplotlib.pyplot as plt

    for name, (x, y) in tips().items():
        print(f"{name:12}  tip at 1 s: {x:.4f}, {y:.4f} m")
    shape = results["plane"]["rod"].shape
    for i in range(0, len(shape.time), 2):
        plt.plot(shape.values[i, :, 0], shape.values[i, :, 1], "k", alpha=0.2 + 0.04 * i)
    plt.axis("equal")
    plt.xlabel("x [m]")
    plt.ylabel("y [m]")
    plt.title("every tenth of a second")
    check()

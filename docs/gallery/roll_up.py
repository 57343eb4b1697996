"""A straight beam rolled up to a circle by a moment at its end, and back: load stepping, load path, shapes on the way."""

import math

import numpy as np

import jourdain as jd

LENGTH, ELEMENTS = 10.0, 20  # m, number


def beam() -> jd.Model:
    """Clamped at its start; the moment 2 pi E I/L turns its end by one whole turn."""
    m = jd.Model("roll-up", planar=True, gravity=(0, 0))
    rubber = jd.material(E=1.2e7, nu=0.3, density=1000)
    rod = m.beam("rod", start=(0, 0), end=(LENGTH, 0), elements=ELEMENTS, section=jd.rectangle(1, 0.2), material=rubber)
    m.joint("clamp", "fixed", m.ground, rod.start, at=(0, 0))
    m.load("moment", rod.end, torque=2 * math.pi * rod.stiffness[2, 2] / LENGTH)
    return m


path = jd.load_path(beam())
rolled = jd.statics(beam())
straight = rolled.model
straight.loads.clear()
back = jd.statics(straight)


def check() -> None:
    """The end comes to the start, every part of the path is an arc of a circle, and without the moment it is straight."""
    assert np.abs(np.asarray(rolled.result["rod"].shape)[0, -1]).max() < 1e-9
    assert rolled.stable and path.stable.all()
    angle = path["rod.end"].angle.values
    assert np.allclose(angle, 2 * math.pi * path.factor, atol=1e-9)
    turn = angle[5]  # sections on an arc: the polygon that two-node elements make of it
    chord = LENGTH / ELEMENTS * math.sin(turn / 2) / math.sin(turn / 2 / ELEMENTS)
    assert abs(np.linalg.norm(np.asarray(path["rod"].shape)[5, -1]) - chord) < 1e-9
    assert np.abs(np.asarray(back.result["rod"].shape)[0, :, 1]).max() < 1e-9


if __name__ == "__main__":
    import matplotlib.pyplot as plt

    print(rolled)
    shape = path["rod"].shape.values
    for i in range(0, len(shape), 3):
        plt.plot(shape[i, :, 0], shape[i, :, 1], label=f"{path.factor[i]:.2f}")
    plt.legend(title="moment", fontsize="small")
    plt.axis("equal")
    plt.xlabel("x [m]")
    plt.ylabel("y [m]")
    check()

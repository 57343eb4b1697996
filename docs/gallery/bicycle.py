"""A bicycle that steers itself: eigenvalues of straight running over the speed, and the speeds between which it needs no rider.

The numbers are those of the benchmark of Meijaard, Papadopoulos, Ruina and Schwab (2007); x forward, z down.
"""

from typing import Any

import matplotlib.pyplot as plt
import numpy as np
from scipy.optimize import brentq

import jourdain as jd

WHEELBASE, TRAIL, TILT = 1.02, 0.08, np.pi / 10


def rolling(model: jd.Model, wheel: Any, radius: float) -> None:
    """A massless companion on the axle stays level: its lowest point is the contact, exactly, however the wheel leans."""
    patch = model.body(f"{wheel.name} patch", mass=0.0, inertia=(0, 0, 0), at=wheel.at, velocity=wheel.velocity)
    ground, contact = model.ground.marker(f"{wheel.name} ground"), patch.marker("contact", at=(0, 0, radius))
    axle = model.joint(f"{wheel.name} axle", "revolute", patch, wheel, at=wheel.at, axis=(0, 1, 0))
    model.row(f"{wheel.name} level", [(1.0, jd.align(patch.marker("axes").x, ground.z))])
    model.row(f"{wheel.name} height", [(1.0, jd.slide(ground, contact, "z"))])
    model.row(f"{wheel.name} forward", [(1.0, jd.blade(ground, contact, "x")), (radius, axle.angle)], level="velocity")
    model.row(f"{wheel.name} sideways", [(1.0, jd.blade(ground, contact, "y"))], level="velocity")


def bicycle(speed: float) -> jd.Model:
    """Two wheels, a frame with its rider, and a fork; running straight at `speed` [m/s]."""
    m = jd.Model("bicycle", gravity=(0, 0, 9.81))

    def part(name: str, mass: float, at: tuple[float, ...], inertia: Any, radius: float = np.inf) -> Any:
        return m.body(name, mass=mass, inertia=inertia, at=at, velocity=(speed, 0, 0), spin=(0, -speed / radius, 0))

    rear = part("rear wheel", 2.0, (0, 0, -0.3), (0.0603, 0.12, 0.0603), 0.3)
    front = part("front wheel", 3.0, (WHEELBASE, 0, -0.35), (0.1405, 0.28, 0.1405), 0.35)
    frame = part("frame", 85.0, (0.3, 0, -0.9), [[9.2, 0, 2.4], [0, 11, 0], [2.4, 0, 2.8]])
    fork = part("fork", 4.0, (0.9, 0, -0.7), [[0.05892, 0, -0.00756], [0, 0.06, 0], [-0.00756, 0, 0.00708]])
    m.joint("rear", "revolute", frame, rear, at=rear.at, axis=(0, 1, 0))
    m.joint("front", "revolute", fork, front, at=front.at, axis=(0, 1, 0))
    m.joint("steer", "revolute", frame, fork, at=(WHEELBASE + TRAIL, 0, 0), axis=(np.sin(TILT), 0, np.cos(TILT)))
    rolling(m, rear, 0.3)
    rolling(m, front, 0.35)
    return m


def growth(speed: float) -> float:
    """Largest real part [1/s] of what is not free."""
    found = jd.linear(bicycle(speed))
    return float(found.eigenvalues[found.free :].real.max())


speeds = np.linspace(0.0, 10.0, 41)
found = [jd.linear(bicycle(speed)) for speed in speeds]
weave, capsize = brentq(growth, 4.0, 5.0, xtol=1e-12), brentq(growth, 5.5, 7.0, xtol=1e-12)


def check() -> None:
    """Weave speed and capsize speed as published, and the eigenvalues at 5 m/s."""
    assert abs(weave - 4.29238253634111) < 1e-9 and abs(capsize - 6.02426201538837) < 1e-9
    assert all(one.steady for one in found)
    for value in (-0.77534188 + 4.46486771j, -0.32286643, -14.07838969):
        assert np.abs(found[20].eigenvalues - value).min() < 1e-7


if __name__ == "__main__":
    print(found[20])
    print(f"steers itself from {weave:.6f} to {capsize:.6f} m/s")
    for one, speed in zip(found, speeds, strict=True):
        values = one.eigenvalues[one.free :]
        plt.plot(np.full(len(values), speed), values.real, "k.", markersize=3)
    plt.axvspan(weave, capsize, alpha=0.2)
    plt.axhline(0.0, color="gray", linewidth=0.5)
    plt.xlabel("speed [m/s]")
    plt.ylabel("real part of the eigenvalues [1/s]")
    plt.ylim(-10, 10)
    check()

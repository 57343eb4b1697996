"""A bicycle that steers itself: eigenvalues of straight running over the speed, and the speeds between which it needs no rider.

The numbers are those of the benchmark of Meijaard, Papadopoulos, Ruina and Schwab (2007).
"""

import matplotlib.pyplot as plt
import numpy as np
from scipy.optimize import brentq

import jourdain as jd
from jourdain.examples import whipple


def growth(speed: float) -> float:
    """Largest real part [1/s] of what is not free."""
    found = jd.linear(whipple(speed))
    return float(found.eigenvalues[found.free :].real.max())


speeds = np.linspace(0.0, 10.0, 41)
found = [jd.linear(whipple(speed)) for speed in speeds]
weave, capsize = brentq(growth, 4.0, 5.0, xtol=1e-12), brentq(growth, 5.5, 7.0, xtol=1e-12)


def check() -> None:
    """Weave speed and capsize speed as published, and the eigenvalues at 5 m/s."""
    assert abs(weave - 4.29238253634111) < 1e-9
    # growth crosses zero at 0.165 1/s per m/s there, and what is within rounding, 2e-9 1/s, is zero
    assert abs(capsize - 6.02426201538837) < 2e-8
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

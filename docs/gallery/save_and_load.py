"""A result in a file: the motion for any program that reads NetCDF4, the model and all the rest for Jourdain."""

import csv
import tempfile
from pathlib import Path

import numpy as np
import xarray

import jourdain as jd

m = jd.Model("door", gravity=(0, 0, -9.81))
leaf = m.body(
    "leaf", shape=jd.box(0.8, 0.04, 2.0), density=600, at=(0.4, 0, 1.0), spin=(0, 0, 1.5), velocity=(0, 0.6, 0)
)
hinge = m.joint("hinge", "revolute", m.ground, leaf, at=(0, 0, 1.0), axis=(0, 0, 1))
m.force("closer", hinge.angle, stiffness=60.0, damping=2.0)
m.measure("opening", hinge.angle)
m.event("shut", hinge.angle, 0.0, direction="falling", actions=jd.Impact(0.2))
result = jd.simulate(m, 5.0, integrator=jd.DOP853(tol=1e-8))

with tempfile.TemporaryDirectory() as folder:
    path = Path(folder) / "door.nc"
    result.save(path)
    again = jd.load(path)  # compiles nothing, until it is asked for a reaction
    with xarray.open_dataset(path, engine="h5netcdf") as data:  # any program, without Jourdain
        opening = data["measure_value"].sel(measure="opening").load()
    result.to_csv(Path(folder) / "door.csv")
    with open(Path(folder) / "door.csv", newline="") as file:
        head, *lines = csv.reader(file)


def check() -> None:
    """Equal, down to the last bit of a reaction; the other readers see the same numbers.

    The stored blows are half a period pi/sqrt(k/I - (c/2I)^2) apart.
    """
    inertia = 38.4 * ((0.8**2 + 0.04**2) / 12 + 0.4**2)
    period = np.pi / np.sqrt(60.0 / inertia - (0.5 * 2.0 / inertia) ** 2)
    assert np.allclose([event.t for event in again.events], period * np.arange(1, 5), atol=1e-6)
    assert again == result
    assert np.array_equal(again.reaction("hinge").force, result.reaction("hinge").force)
    assert np.array_equal(again.at(0.3)["leaf"].velocity, result.at(0.3)["leaf"].velocity)
    assert np.array_equal(opening, result.measure("opening"))
    assert [float(line[head.index("opening [rad]")]) for line in lines] == result.measure("opening").values.tolist()


if __name__ == "__main__":
    print(again.summary())
    print(f"{len(again.events)} blows, the last one at t = {again.events[-1].t:.3f} s")
    print(again.dataset)
    again.plot("opening", "leaf.wz", "closer.torque")
    check()

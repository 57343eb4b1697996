"""A four-bar whose lengths have tolerances: how far does its rocker swing, in a thousand machines of a series?"""

import numpy as np
from scipy.stats import norm

import jourdain as jd

m = jd.Model("four-bar", planar=True)
crank = m.body("crank", mass=0.5, inertia=4e-4, at=(0.0, 0.05), rotation=np.pi / 2, spin=-10.0, velocity=(0.5, 0.0))
coupler = m.body("coupler", mass=1.0, inertia=1e-2, at=(0.15, 0.175), rotation=np.arctan2(0.15, 0.3))
rocker = m.body("rocker", mass=0.8, inertia=4.5e-3, at=(0.3, 0.125), rotation=np.pi / 2)
shaft = m.joint("A", "revolute", m.ground, crank, at=(0.0, 0.0))
m.joint("B", "revolute", crank, coupler, at=(0.0, 0.1))
m.joint("C", "revolute", coupler, rocker, at=(0.3, 0.25))
swing = m.joint("D", "revolute", m.ground, rocker, at=(0.3, 0.0)).angle
m.drive("motor", shaft.angle, "-10*t")
m.measure("swing", swing)

# pins on the coupler are drilled to 0.05 mm, the bearings of the frame are set to 0.1 mm
known = jd.parameters(m)
sizes = {"B.b.x": 5e-5, "C.a.x": 5e-5, "D.a.x": 1e-4}
series = jd.samples({name: norm(known[name].value, sd) for name, sd in sizes.items()}, 1024, seed=1)
study = jd.sweep(m, series, 2 * np.pi / 10, metrics=["max(swing)", "min(swing)"], integrator=jd.DOP853(tol=1e-9))
spread = np.std(study["max(swing)"] - study["min(swing)"])


def check() -> None:
    """All machines run, and the spread is what derivatives by the lengths say: errors add as squares."""
    assert study.ok
    slopes = jd.sensitivity(
        m, 2 * np.pi / 10, parameters=list(sizes), outputs=["max(swing)", "min(swing)"], trust="fast"
    )
    parts = [(slopes["max(swing)", name] - slopes["min(swing)", name]) * sd for name, sd in sizes.items()]
    assert abs(spread / np.linalg.norm(parts) - 1.0) < 0.05


if __name__ == "__main__":
    print(study)
    print(f"swing: standard deviation {1e3 * spread:.3f} mrad")
    jd.report([], "tolerance_study.html", sections=[study])
    check()

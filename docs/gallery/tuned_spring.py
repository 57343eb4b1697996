"""A damper for a machine on its foundation: stiffness and damping that quieten it best after a blow, against a closed form."""

import numpy as np

import jourdain as jd

M, RATIO, K = 100.0, 0.05, 4e4  # kg, mass of the damper over that of the machine, N/m
omega = np.sqrt(K / M)

m = jd.Model("machine with a tuned damper", planar=True)
machine = m.body("machine", mass=M, inertia=1.0, at=(0.0, 0.0), velocity=(0.0, 0.1))
damper = m.body("damper", mass=RATIO * M, inertia=1.0, at=(0.0, 0.5))
m.joint("guide", "prismatic", m.ground, machine, at=(0.0, 0.0), axis="y")
link = m.joint("slot", "prismatic", machine, damper, at=(0.0, 0.5), axis="y")
m.measure("y", m.measure_named("machine.y"))
m.force("foundation", m.measures["y"], stiffness=K)
m.force("spring", link.slide, stiffness=0.7 * RATIO * K, damping=20.0)

# after a blow the machine is to come to rest: the least integral of y^2
best = jd.optimise(
    m, {"spring.stiffness": (500.0, 4000.0), "spring.damping": (5.0, 200.0)}, 4.0, minimise="integral(y^2)", output=400
)


def check() -> None:
    """The optimum of Warburton (1982) for a machine under white noise, whose variance is the same integral."""
    mass = RATIO * M
    tuned = np.sqrt(best["spring.stiffness"] / mass) / omega
    ratio = best["spring.damping"] / (2.0 * mass * omega * tuned)
    assert best.ok
    assert abs(tuned / (np.sqrt(1.0 + RATIO / 2.0) / (1.0 + RATIO)) - 1.0) < 0.01
    assert abs(ratio / np.sqrt(RATIO * (1.0 + 0.75 * RATIO) / (4.0 * (1.0 + RATIO) * (1.0 + 0.5 * RATIO))) - 1.0) < 0.02


if __name__ == "__main__":
    print(best)
    jd.report(best.result, "tuned_spring.html", sections=[best])
    check()

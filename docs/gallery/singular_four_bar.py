"""A four-bar that folds onto one line twice per turn, where its rows lose rank, and goes on as it should."""

import numpy as np

import jourdain as jd

SHORT, LONG, TORQUE = 2.0, 4.0, 100.0  # m, m, N m
first = np.pi / 3
second = 2 * np.arctan(3 * np.tan(first / 2))  # an antiparallelogram
directions = {"AB": first, "BC": first - second, "CD": np.pi - second}

m = jd.Model("folding four-bar", planar=True)
at, last = np.zeros(2), m.ground
lengths, masses, inertias = (SHORT, LONG, SHORT), (12, 24, 12), (4, 32, 4)  # m, kg, kg m2
for (name, angle), length, mass, inertia in zip(directions.items(), lengths, masses, inertias, strict=True):
    along = length * np.array([np.cos(angle), np.sin(angle)])
    bar = m.body(name, mass=mass, inertia=inertia, at=at + along / 2, rotation=angle)
    m.joint(name[0], "revolute", last, bar, at=at)
    at, last = at + along, bar
m.joint("D", "revolute", m.ground, last, at=(LONG, 0.0))
m.load("motor", "AB", torque=TORQUE)

result = jd.simulate(m, 3.0, integrator=jd.ABM4(step=1e-3), output=300)
# a method made for such positions, and its many parameters
paper = jd.simulate(
    m, 3.0, integrator=jd.ABM4(step=1e-3, constraints=jd.ControlledBaumgarte(c=100.0, c1=20.0, c2=20.0))
)


def check() -> None:
    """The centre of CD is where the equation of one coordinate has it; the singular position was noticed, at 1.811 s."""
    assert abs(result["CD"].position.values[-1, 1] - 0.0264873492) < 1e-7
    assert abs(paper["CD"].position.values[-1, 1] - 0.0264873492) < 1e-5
    assert abs(np.degrees(result["AB"].angle.values[-1]) - 359.494043) < 1e-5
    assert min(abs(t - 1.8110472463) for t in result.trust.passages) < 0.01
    assert np.abs(result.energy.error).max() < 1e-5


if __name__ == "__main__":
    print(result.summary())
    result.plot("CD.y", "AB.wz", "energy.error")
    check()

"""A four-bar drawn roughly, assembled at a wanted crank angle and speed, and only then set in motion."""

import math

import numpy as np

import jourdain as jd

m = jd.Model("four-bar", planar=True, gravity=(0.0, -9.81))
lengths = {"crank": 0.2, "coupler": 0.5, "rocker": 0.4}
# places and angles as read off a sketch: nothing fits yet
sketch = {"crank": ((0.1, 0.1), 0.9), "coupler": ((0.3, 0.3), 0.4), "rocker": ((0.55, 0.2), 1.8)}
ends = {}
for name, length in lengths.items():
    at, angle = sketch[name]
    bar = m.body(name, mass=length, inertia=length**3 / 12, at=at, rotation=angle)
    ends[name] = bar.marker("near", at=(-length / 2, 0.0)), bar.marker("far", at=(length / 2, 0.0))
m.joint("A", "revolute", m.ground.marker("A"), ends["crank"][0])
m.joint("B", "revolute", ends["crank"][1], ends["coupler"][0])
m.joint("C", "revolute", ends["coupler"][1], ends["rocker"][1])
m.joint("D", "revolute", m.ground.marker("D", at=(0.6, 0.0)), ends["rocker"][0])
m.measure("phi", m.joints["A"].angle)

drawn = jd.assemble(m)  # as near to the sketch as the bars allow
posed = jd.assemble(drawn.model, fixed={"phi": math.pi / 3, "phi_rate": 10.0})
result = jd.simulate(posed.model, 0.5)


def check() -> None:
    """The sketch closes on its own branch; the pose is the one asked for, by the cosine rule, and the run starts from it."""
    assert max(after for _, after in drawn.joint_gaps.values()) < 1e-14
    assert not drawn.warnings and not posed.warnings
    b = 0.2 * np.array([math.cos(math.pi / 3), math.sin(math.pi / 3)])
    d = np.array([0.6, 0.0]) - b
    inner = math.acos((0.5**2 + d @ d - 0.4**2) / (2 * 0.5 * math.hypot(*d)))
    assert abs(posed.model.bodies["coupler"].angle - (math.atan2(d[1], d[0]) + inner)) < 1e-13
    assert abs(result.measure("phi")[0] - math.pi / 3) < 1e-14
    assert abs(result["crank"].angular_velocity[0] - 10.0) < 1e-12
    assert result.moved < 1e-14


if __name__ == "__main__":
    print(drawn, "\n")
    print(posed, "\n")
    print(result.summary())
    result.plot("phi", "rocker.angle", "B.force")
    check()

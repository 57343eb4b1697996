"""Which length matters most? Derivatives of a rocker's swing by every length of a driven four-bar, from one backward pass."""

import math

import numpy as np

import jourdain as jd

CRANK, COUPLER, ROCKER, GROUND = 0.1, 0.3, 0.25, 0.32
m = jd.Model("four-bar", planar=True)
m.parameters |= {"speed": 6.0}
angle = 0.4
b = CRANK * np.array([math.cos(angle), math.sin(angle)])
d = np.array([GROUND, 0.0]) - b
turn = math.acos((COUPLER**2 + d @ d - ROCKER**2) / (2 * COUPLER * math.hypot(*d))) + math.atan2(d[1], d[0])
c = b + COUPLER * np.array([math.cos(turn), math.sin(turn)])
up = math.atan2(c[1], c[0] - GROUND)
crank = m.body("crank", mass=0.2, inertia=2e-4, at=(0.0, 0.0), rotation=angle, com=(CRANK / 2, 0.0))
coupler = m.body("coupler", mass=0.5, inertia=4e-3, at=b, rotation=turn, com=(COUPLER / 2, 0.0))
rocker = m.body("rocker", mass=0.4, inertia=2e-3, at=(GROUND, 0.0), rotation=up, com=(ROCKER / 2, 0.0))
A = m.joint("A", "revolute", m.ground, crank, at=(0.0, 0.0))
m.joint("B", "revolute", crank.marker("tip", at=(CRANK, 0.0)), coupler.marker("near"))
m.joint("C", "revolute", coupler.marker("far", at=(COUPLER, 0.0)), rocker.marker("tip", at=(ROCKER, 0.0)))
D = m.joint("D", "revolute", m.ground.marker("foot", at=(GROUND, 0.0)), rocker.marker("pivot"))
m.drive("motor", A.angle, f"{angle} + speed*t")
m.measure("swing", D.angle)

lengths = {"crank": "crank.tip.x", "coupler": "coupler.far.x", "rocker": "rocker.tip.x", "ground": "ground.foot.x"}
options = dict(parameters=[*lengths.values(), "speed"], outputs=["max(swing)"])
found = jd.sensitivity(m, 1.0, method="adjoint", **options)


def reversal(crank: float, coupler: float, rocker: float, ground: float) -> float:
    """The largest angle of the rocker: crank and coupler in line, by the cosine rule."""
    reach = coupler - crank  # folded over each other: the rocker leans towards the ground pivot
    return math.pi - math.acos((rocker**2 + ground**2 - reach**2) / (2 * rocker * ground))


def check() -> None:
    """The four derivatives are those of the cosine rule, and the motor's speed does not matter."""
    size = {"crank": CRANK, "coupler": COUPLER, "rocker": ROCKER, "ground": GROUND}
    for name, parameter in lengths.items():
        low, high = (reversal(**size | {name: size[name] + step}) for step in (-1e-6, 1e-6))
        assert abs(found["max(swing)", parameter] - (high - low) / 2e-6) < 2e-3, name
    assert abs(found["max(swing)", "speed"]) < 1e-4


if __name__ == "__main__":
    print(found)
    check()

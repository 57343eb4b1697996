"""A four-bar in space runs its coupler against a stop: the blow in every joint, though four revolutes are too many."""

import numpy as np

import jourdain as jd

m = jd.Model("hit four-bar", gravity=(0, -9.81, 0))
points = {"A": (0.0, 0.0, 0.0), "B": (0.3, 0.4, 0.0), "C": (1.1, 0.7, 0.0), "D": (1.2, 0.0, 0.0)}
bars = {}
for name, (a, b), mass in (("crank", "AB", 1.0), ("coupler", "BC", 2.0), ("rocker", "CD", 1.5)):
    p, q = np.array(points[a]), np.array(points[b])
    turned = jd.axis_angle((0, 0, 1), float(np.arctan2(*(q - p)[1::-1])))
    shape = jd.box(float(np.linalg.norm(q - p)), 0.05, 0.05)
    bars[name] = m.body(name, shape=shape, mass=mass, at=0.5 * (p + q), rotation=turned)
sides = {"A": (m.ground, "crank"), "B": ("crank", "coupler"), "C": ("coupler", "rocker"), "D": (m.ground, "rocker")}
for name, (a, b) in sides.items():
    m.joint(name, "revolute", a, b, at=points[name], axis=(0, 0, 1))
reach = m.measure("reach", jd.coordinate(bars["coupler"], "x"))
m.event("stop", reach, 0.6, direction="falling", actions=jd.Impact(0.5))

result = jd.simulate(m, 0.7)
blow = result.events[0]
M = np.diag([x for body in bars.values() for x in (*[body.mass] * 3, *np.diag(body.inertia))])


def check() -> None:
    """Momentum of the whole, rate of the stop, and that only the stop and the two bearings act from outside."""
    change = (M @ (blow.v_after - blow.v_before)).reshape(-1, 6)
    struck = blow.impulses["stop: impact"]
    for axis, i in (("x", 0), ("y", 1)):
        bearings = blow.impulses[f"A: slide {axis}"] + blow.impulses[f"D: slide {axis}"]
        assert abs(change[:, i].sum() - bearings - (struck if axis == "x" else 0.0)) < 1e-12
    before, after = blow.v_before[6], blow.v_after[6]  # x of the coupler, the second body
    assert before < 0 and abs(after + 0.5 * before) < 1e-12
    kinetic = [0.5 * v @ M @ v for v in (blow.v_before, blow.v_after)]
    assert abs((kinetic[0] - kinetic[1]) - 0.5 * struck * abs(before) * 0.5) < 1e-11  # L (1 - e) |v| / 2
    assert result.redundant == 3 and result.trust.energy_error < 1e-5


if __name__ == "__main__":
    print(result.summary())
    print(f"\nblow at t = {blow.t:.9f} s")
    for row, impulse in blow.impulses.items():
        if abs(impulse) > 1e-9:
            print(f"  {row:16s} {impulse:10.6f} N s")
    result.plot("reach", "crank.wz", "energy.kinetic", "energy.dampers")
    check()

"""A four-bar in space by five sorts of coordinates: how many numbers and rows each has, and that the motion is the same.

Crank and rocker turn about parallel axes; the coupler hangs between them by a cross and a ball, so that no row is redundant.
"""

import numpy as np

import jourdain as jd

m = jd.Model("four-bar", gravity=(0, 0, -9.81))
A, B, C, D = np.array([[0, 0, 0], [0, 0, 0.3], [0.8, 0.1, 0.5], [0.8, 0.1, 0]])
ends = {"crank": (A, B), "coupler": (B, C), "rocker": (C, D)}
for name, (one, other) in ends.items():
    m.body(name, mass=1.0, inertia=(0.02, 0.03, 0.025), at=0.5 * (one + other))
m.joint("A", "revolute", "ground", "crank", at=A, axis=(0, 1, 0))
m.joint("B", "universal", "crank", "coupler", at=B, axis=C - B)
m.joint("C", "spherical", "coupler", "rocker", at=C)
m.joint("D", "revolute", "rocker", "ground", at=D, axis=(0, 1, 0))

OPTIONS = {
    "Cartesian": {},
    "Euler parameters": {"coordinates": "euler-parameters"},
    "natural": {"coordinates": "natural"},
    "natural, shared": {"coordinates": "natural", "share": True},
    "joint": {"coordinates": "joint"},
}
results = {
    name: jd.simulate(m, 1.0, integrator=jd.DOP853(tol=1e-10), output=50, **how) for name, how in OPTIONS.items()
}
result = results["joint"]


def check() -> None:
    """Numbers and rows as counted by hand, motions and reactions within what the tolerance allows."""
    systems = {name: jd.compile(m, **how) for name, how in OPTIONS.items()}
    sizes = {name: (system.kind.v, system.n_rows) for name, system in systems.items()}
    assert sizes["Cartesian"] == (18, 17) and sizes["Euler parameters"] == (21, 20)
    assert sizes["natural"] == (36, 35) and sizes["joint"] == (4, 3)
    assert all(numbers - rows == 1 for numbers, rows in sizes.values())
    expected = results["Cartesian"]
    for one in results.values():
        assert np.abs(one["coupler"].position.values - expected["coupler"].position.values).max() < 1e-8
        force, same = (r.reaction("C").force.values for r in (one, expected))
        assert np.abs(force - same).max() < 1e-6 * np.abs(same).max()


if __name__ == "__main__":
    for name, how in OPTIONS.items():
        system = jd.compile(m, **how)
        print(f"{name:17} {system.kind.v:3} numbers, {system.n_rows:3} rows")
    check()

"""A planar skate (knife edge): a row at velocity level. On level ice it runs in a circle at constant speed."""

import numpy as np

import jourdain as jd

m = jd.Model("skate", planar=True)
sledge = m.body("sledge", mass=2.0, inertia=0.1, velocity=(1.0, 0.0), spin=0.5)
edge = jd.blade(m.ground.marker("origin"), sledge.marker("edge"), "y")  # no velocity across the edge
m.row("edge", [(1.0, edge)], level="velocity")

result = jd.simulate(m, 4 * np.pi, integrator=jd.RK4(step=1e-3), output=100)
circle = np.stack([2 * np.sin(0.5 * result.t), 2 * (1 - np.cos(0.5 * result.t))], axis=1)


def check() -> None:
    """Radius v / spin = 2 m, one turn in 4 pi s, and the edge pushes with m v spin."""
    assert np.abs(result["sledge"].position - circle).max() < 1e-9
    assert np.abs(np.abs(result.multipliers["edge: row"]) - 1.0).max() < 1e-9


if __name__ == "__main__":
    print(result.summary())
    result.plot("sledge.x : sledge.y", "sledge.speed")
    check()

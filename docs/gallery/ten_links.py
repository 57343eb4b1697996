"""A pendulum of ten links from SymPy: the Lagrangian as it is written on paper, compiled in a second, with its modes."""

import numpy as np
import sympy
from sympy.physics.mechanics import dynamicsymbols

import jourdain as jd

n, t = 10, dynamicsymbols._t
angles = dynamicsymbols(f"a1:{n + 1}")
m, l, g = sympy.symbols("m l g", positive=True)

L, x, y = 0, 0, 0
for a in angles:  # a point mass at the end of each link
    x, y = x + l * sympy.sin(a), y - l * sympy.cos(a)
    L += m * (x.diff(t) ** 2 + y.diff(t) ** 2) / 2 - m * g * y

values = {m: 0.5, l: 0.2, g: 9.81}
still = jd.lagrangian("ten links", L, angles, start=[0.0] * n, parameters=values)
modes = jd.linear(still)
swinging = jd.lagrangian("ten links", L, angles, start=[1.5] * n, parameters=values)
result = jd.simulate(swinging, 2.0, integrator=jd.DOP853(tol=1e-9), output=200)


def check() -> None:
    """Frequencies of the hanging chain from its tensions and masses, and the energy of the swinging one."""
    pull = 9.81 * np.arange(n, 0, -1) / 0.2  # tension over (mass of one link, length): link i carries n + 1 - i masses
    K = np.diag(pull + np.append(pull[1:], 0.0)) - np.diag(pull[1:], 1) - np.diag(pull[1:], -1)
    expected = np.sqrt(np.linalg.eigvalsh(K)) / (2 * np.pi)
    found = np.unique(np.round(modes.frequencies, 9))
    assert np.abs(found - expected).max() < 1e-8
    assert float(np.abs(result.energy.error).max()) < 1e-6


if __name__ == "__main__":
    print(modes)
    print(result.summary())
    result.plot("a1", "a10", "a10.momentum", "energy.error")
    check()

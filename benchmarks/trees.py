"""Joint coordinates on revolute chains: time of an evaluation of the accelerations, per link; peers.py has other programs.

    python benchmarks/trees.py [10 100 1000 10000]

CPU time of this process: RK4 without projection over steps of 1e-4 s, divided by evaluations and links; the least of some
runs. First the state after a few steps is compared with that of a Cartesian run.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any

import numpy as np

import jourdain as jd

STEP = 1e-4
STEPS = {10: 2000, 100: 300, 1000: 30}  # of a run; others 3
AXES = ((0.0, 1.0, 0.0), (0.2, 1.0, 0.1))  # of the joints in turn
INERTIA = (0.01, 0.0833, 0.0833)


def chain(links: int) -> jd.Model:
    """Rods of 1 m and 1 kg in a row along x, which fall."""
    model = jd.Model("chain", gravity=(0.0, 0.0, -9.81))
    last: Any = model.ground
    for i in range(links):
        body = model.body(f"rod {i}", mass=1.0, inertia=INERTIA, at=(i + 0.5, 0.0, 0.0))
        model.joint(f"joint {i}", "revolute", last, body, at=(float(i), 0.0, 0.0), axis=AXES[i % 2])
        last = body
    return model


def run(system: Any, steps: int, coordinates: str) -> jd.Result:
    """So many steps of RK4."""
    method = jd.RK4(
        step=STEP, coordinates=coordinates, constraints="direct" if coordinates == "joint" else "projection"
    )
    return jd.simulate(system, steps * STEP, integrator=method, output=1, trust="fast")


def ours(links: int, steps: int) -> tuple[Callable[[], float], float]:
    """Microseconds per evaluation and link, and how far the answer is from the Cartesian one."""
    system = jd.compile(chain(links))
    some = min(steps, 3)
    there, here = (run(system, some, coordinates) for coordinates in ("cartesian", "joint"))
    apart = float(np.abs(there.q - here.q).max() + np.abs(there.v - here.v).max() / np.abs(there.v).max())

    def once() -> float:
        stats = run(system, steps, "joint").stats
        return 1e6 * float(stats.cpu_seconds) / stats.evaluations / links

    return once, apart


def main(sizes: list[int]) -> None:
    """Print a table."""
    print("links   us per evaluation and link   apart from Cartesian")
    for links in sizes:
        once, apart = ours(links, STEPS.get(links, 3))
        best = min(once() for _ in range(5 if links <= 1000 else 1))
        print(f"{links:5d}   {best:26.3f}   {apart:.0e}", flush=True)


if __name__ == "__main__":
    main([int(n) for n in sys.argv[1:]] or [10, 100, 1000])

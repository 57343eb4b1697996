"""Fill of large machines: multiply-adds of a factorisation by size, CPU and memory of compile, and what follows from them.

    python benchmarks/fill.py

Grids of rods and closed hubs: multiply-adds and the exponent of their growth; a thousand bodies compile in 10 s CPU and 1 GB.
Chains: RK4 with projection beside RK4 alone. A ladder of 200 loops: 1 s by generalized-alpha, compile included, in 10 s CPU.
Exits with 1 when a target is missed.
"""

from __future__ import annotations

import resource
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

import jourdain as jd

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))
from machines.chains import slender_chain
from machines.ladders import ladder
from machines.nets import closed_hub, grid

US = 1e6
SIDES = ((10, 10), (16, 16), (22, 23), (32, 32))


def timed(what: Callable[[], Any]) -> tuple[Any, float]:
    """An answer and the CPU seconds that it took."""
    before = time.process_time()
    return what(), time.process_time() - before


def growth(sizes: list[int], costs: list[int]) -> float:
    """The exponent of a power of the size, least squares."""
    return float(np.polyfit(np.log(sizes), np.log(costs), 1)[0])


def grids(planar: bool) -> bool:
    """Grids of 100 to 1000 bodies."""
    costs, seconds = [], 0.0
    for sides in SIDES:
        model = grid(*sides, planar)
        system, seconds = timed(lambda model=model: jd.compile(model))
        costs.append(len(system.tables["target"]))
        memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 2**10
        print(
            f"{'planar' if planar else 'spatial'} grid {sides[0]:>3} x {sides[1]:<3} {costs[-1]:>10} multiply-adds, "
            f"compile {seconds:5.2f} s CPU, {memory:5.0f} MB so far"
        )
    power = growth([a * b for a, b in SIDES], costs)
    print(f"    grow as N^{power:.2f}")
    return power < 1.6 and seconds < 10.0 and memory < 1024.0


def planar_grids() -> bool:
    """In the plane."""
    return grids(True)


def spatial_grids() -> bool:
    """In space."""
    return grids(False)


def hubs() -> bool:
    """Closed hubs of 50 to 200 legs of two bodies; those of less have the safer and dearer order."""
    legs, costs = [50, 100, 200], []
    for n in legs:
        model = closed_hub(n)
        system, seconds = timed(lambda model=model: jd.compile(model))
        costs.append(len(system.tables["target"]))
        print(f"closed hub of {n:>3} legs {costs[-1]:>10} multiply-adds, compile {seconds:5.2f} s CPU")
    print(f"    grow as N^{growth(legs, costs):.2f}")
    return growth(legs, costs) < 1.1


def projection() -> bool:
    """CPU per step and body of RK4 on chains, with and without projection; minimum of interleaved runs."""
    ratios = []
    for bars in (100, 500, 1000):
        system = jd.compile(slender_chain(bars))
        costs: list[float] = []
        for treatment in 3 * (jd.Direct(), jd.Projection()):
            stats = jd.simulate(
                system, 0.02, integrator=jd.RK4(step=1e-4, constraints=treatment), output=2, trust="fast"
            ).stats
            costs.append(US * stats.cpu_seconds / stats.steps / bars)
        direct, projected = min(costs[::2]), min(costs[1::2])
        ratios.append(projected / direct)
        print(
            f"chain of {bars:>4}: RK4 {direct:5.2f}, with projection {projected:5.2f} us per step and body, {ratios[-1]:.2f}"
        )
    return max(ratios) < 1.3


def long_ladder() -> bool:
    """200 redundant loops, 1 s by generalized-alpha."""
    model = ladder(200)
    method = jd.GeneralizedAlpha(step=1e-3)
    result, seconds = timed(lambda: jd.simulate(model, 1.0, integrator=method, output=200, trust="fast"))
    print(
        f"ladder of 200 loops: {seconds:5.1f} s CPU, {result.stats.cpu_seconds:.1f} s of it in {result.stats.steps} steps"
    )
    return seconds < 10.0


if __name__ == "__main__":
    for model in (grid(2, 2), grid(2, 2, False), slender_chain(2)):  # compiles
        jd.simulate(model, 1e-3, integrator=jd.RK4(step=1e-3), trust="fast")
        jd.simulate(model, 1e-3, integrator=jd.RK4(step=1e-3, constraints=jd.Direct()), trust="fast")
    jd.simulate(ladder(1), 0.01, integrator=jd.GeneralizedAlpha(step=1e-3), trust="fast")
    missed = [task.__name__ for task in (planar_grids, spatial_grids, hubs, projection, long_ladder) if not task()]
    sys.exit(f"missed: {', '.join(missed)}" if missed else 0)

"""CPU time per step of redundant joints against freer joints on the same mechanism, in one run.

    python benchmarks/redundant_step_cost.py [--repeats 15]

A door on two hinges (5 redundant rows) against spherical + point-on-line; a spatial four-bar of four revolutes (3
redundant rows) against revolute, spherical, universal, revolute. Both must move alike; the ratio should be at most 1.3.
"""

from __future__ import annotations

import argparse
import math

import numpy as np

import jourdain as jd


def door(redundant: bool) -> jd.Model:
    """A door leaf hung at a vertical axis that leans by 0.3 rad, so that it swings."""
    model = jd.Model("door", gravity=(0.0, 0.0, -9.81))
    lean = jd.axis_angle((1.0, 0.0, 0.0), 0.3)
    axis = lean.apply((0.0, 0.0, 1.0))
    leaf = model.body("leaf", shape=jd.box(0.9, 0.04, 2.0), mass=30.0, at=lean.apply((0.45, 0.0, 0.0)), rotation=lean)
    low, high = lean.apply((0.0, 0.0, -0.8)), lean.apply((0.0, 0.0, 0.8))
    first, second = ("revolute", "revolute") if redundant else ("spherical", "point_on_line")
    model.joint("low", first, model.ground, leaf, at=low, axis=axis)
    model.joint("high", second, model.ground, leaf, at=high, axis=axis)
    return model


def four_bar(redundant: bool) -> jd.Model:
    """A parallelogram of three 1 m bars in space, started upright at 1 rad/s."""
    model = jd.Model("four-bar", gravity=(0.0, -9.81, 0.0))
    inertia = (1e-3, 1.0 / 12.0, 1.0 / 12.0)
    up = jd.axis_angle((0.0, 0.0, 1.0), math.pi / 2)
    spin, axis = (0.0, 0.0, -1.0), (0.0, 0.0, 1.0)
    a = model.body("a", mass=1.0, inertia=inertia, at=(0.0, 0.5, 0.0), rotation=up, velocity=(0.5, 0.0, 0.0), spin=spin)
    b = model.body("b", mass=1.0, inertia=inertia, at=(0.5, 1.0, 0.0), velocity=(1.0, 0.0, 0.0))
    c = model.body("c", mass=1.0, inertia=inertia, at=(1.0, 0.5, 0.0), rotation=up, velocity=(0.5, 0.0, 0.0), spin=spin)
    kinds = ("revolute",) * 4 if redundant else ("revolute", "spherical", "universal", "revolute")
    ends = ((model.ground, a, (0, 0, 0)), (a, b, (0, 1, 0)), (b, c, (1, 1, 0)), (c, model.ground, (1, 0, 0)))
    for name, kind, (one, two, at) in zip("ABCD", kinds, ends, strict=True):
        # a cross has its first arm along x: lay that along the axis about which the loop turns
        place = {"rotation": jd.axis_angle((0, 1, 0), math.pi / 2)} if kind == "universal" else {"axis": axis}
        model.joint(name, kind, one, two, at=at, **place)
    return model


def main() -> int:
    """Print the table; 1 if a ratio is over 1.3 or the motions differ."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--repeats", type=int, default=15)
    repeats = parser.parse_args().repeats
    failed = False
    for build, duration in ((door, 5.0), (four_bar, 5.0)):
        best: dict[bool, float] = {True: math.inf, False: math.inf}
        ends = {}
        for _ in range(repeats):  # interleaved: the machine may be noisy
            for redundant in best:
                method = jd.GeneralizedAlpha(step=1e-3)
                result = jd.simulate(build(redundant), duration, integrator=method, output=10, trust="fast")
                best[redundant] = min(best[redundant], result.stats.cpu_seconds / result.stats.steps)
                ends[redundant] = result
        apart = float(np.abs(ends[True].q - ends[False].q).max())
        ratio = best[True] / best[False]
        failed |= ratio > 1.3 or apart > 1e-5
        print(
            f"{build.__name__:9s} redundant {1e6 * best[True]:.2f} us/step ({ends[True].redundant} redundant rows, "
            f"{ends[True].stats.iterations / ends[True].stats.steps:.2f} iterations), freer {1e6 * best[False]:.2f} "
            f"({ends[False].stats.iterations / ends[False].stats.steps:.2f}), ratio {ratio:.2f} (at most 1.3), "
            f"motions differ by {apart:.1e}"
        )
    return int(failed)


if __name__ == "__main__":
    raise SystemExit(main())

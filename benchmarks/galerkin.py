"""Error at 2 s against CPU time on the snakeboard with springs: cG(k), k = 1 .. 4, and RK4 in index 1, in one run.

    python benchmarks/galerkin.py [--repeats 20] [--long 100000] [--picture galerkin.png]

Largest error of q against DOP853 at 1e-13. RK4 with projection (the default) and as it is ("direct"); cG(k) as it is by
default (variant P) and in its variant B. Then the energy of a run of --long steps of the board without springs, which has to
stay at rounding. Exits with 1 when that fails, or when cG(3) is slower than RK4 at an error of 1e-8.
"""

from __future__ import annotations

import argparse
import math
import sys
from typing import Any

import numpy as np

import jourdain as jd
from jourdain.papers.snakeboard import Snakeboard

T_END = 2.0
ERRORS = (1e-4, 1e-6, 1e-8, 1e-10)
GOAL = 1e-8
RK4_STEPS = tuple(T_END / n for n in (20, 40, 80, 160, 240, 320, 480, 640, 960, 1280, 1920, 2560))
STEPS = {
    1: (40, 160, 640, 2560, 10240),
    2: (20, 40, 60, 80, 120, 160, 240, 320, 480, 640, 960),
    3: (10, 15, 20, 30, 40, 50, 60, 70, 80, 90, 100, 110, 120, 160, 200, 240),
    4: (6, 8, 10, 12, 15, 18, 20, 22, 25, 28, 30, 35, 40, 50, 60, 80),
}  # number of steps, by k
Point = tuple[float, float, int]  # error, CPU seconds, evaluations


def methods() -> dict[str, list[Any]]:
    """Settings by the name of a method."""
    found: dict[str, list[Any]] = {
        f"RK4, {name}": [jd.RK4(step=h, constraints=name) for h in RK4_STEPS] for name in ("projection", "direct")
    }
    for variant, k in ((variant, k) for variant in "PB" for k in STEPS):
        found[f"cG({k}), {variant}, n = k"] = [jd.Galerkin(step=T_END / n, k=k, n=k, variant=variant) for n in STEPS[k]]
    return found


def measured(system: Any, all_methods: dict[str, list[Any]], exact: np.ndarray, repeats: int) -> dict[str, list[Point]]:
    """Every setting, its time the least of several runs; these take turns, so that a busy moment spoils no single one."""
    found: dict[tuple[str, int], Point] = {}
    for _ in range(repeats):
        for name, settings in all_methods.items():
            for i, method in enumerate(settings):
                result = jd.simulate(system, T_END, integrator=method, output=1, trust="fast")
                error = float(np.abs(result.q[-1] - exact).max())
                before = found.get((name, i), (error, math.inf, 0))
                found[name, i] = (error, min(before[1], result.stats.cpu_seconds), result.stats.evaluations)
    return {name: [found[name, i] for i in range(len(settings))] for name, settings in all_methods.items()}


def best_at(points: list[Point], error: float) -> Point:
    """The quickest setting that is at least that good."""
    return min(
        (point for point in points if point[0] <= error), key=lambda point: point[1], default=(math.inf, math.inf, 0)
    )


def long_run(steps: int) -> bool:
    """Energy of the board without springs, h = 0.05, k = 2: rounding, without a trend."""
    h = 0.05
    result = jd.simulate(
        Snakeboard(springs=0.0).generic(), h * steps, integrator=jd.Galerkin(step=h, k=2), output=1000, trust="fast"
    )
    error, t = result.energy.error, result.t / result.t[-1]
    trend = float(np.polyfit(t, error, 1)[0])
    size, rows = float(np.abs(error).max()), float(np.abs(result.rate_gap).max())
    print(
        f"{steps} steps: |H - H0| {size:.1e} J, trend {trend:+.1e} J, rows {rows:.1e}, {result.stats.cpu_seconds:.1f} s CPU"
    )
    return size < 1e-11 and abs(trend) < 1e-11


def draw(found: dict[str, list[Point]], path: str) -> None:
    import matplotlib.pyplot as plt

    for name, points in found.items():
        plt.loglog([p[0] for p in points], [1e3 * p[1] for p in points], ".-", label=name)
    plt.xlabel("|error of q| at 2 s")
    plt.ylabel("CPU [ms]")
    plt.legend()
    plt.savefig(path, dpi=150)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--repeats", type=int, default=20)
    parser.add_argument("--long", type=int, default=100_000, help="steps of the long run")
    parser.add_argument("--picture", help="write a work-precision diagram to this file")
    options = parser.parse_args()
    system = jd.compile(Snakeboard().generic())
    exact = jd.simulate(system, T_END, integrator=jd.DOP853(tol=1e-13), output=1, trust="fast").q[-1]
    found = measured(system, methods(), exact, options.repeats)
    print(f"{'CPU ms (evaluations) at an error of':36s}" + "".join(f"{e:>18.0e}" for e in ERRORS))
    for name, points in found.items():
        cells = (best_at(points, e) for e in ERRORS)
        print(f"{name:36s}" + "".join(f"{1e3 * s:>10.3f} ({n:5d})" if n else f"{'-':>18s}" for _, s, n in cells))
    rk4 = min(best_at(found[name], GOAL)[1] for name in found if name.startswith("RK4"))
    ours = best_at(found["cG(3), P, n = k"], GOAL)[1]
    print(f"at {GOAL:g}: cG(3) {1e3 * ours:.3f} ms, RK4 {1e3 * rk4:.3f} ms")
    if options.picture:
        draw(found, options.picture)
    kept = long_run(options.long)
    return int(ours >= rk4 or not kept)


if __name__ == "__main__":
    sys.exit(main())

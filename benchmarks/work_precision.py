"""Error against CPU time on Andrews' mechanism (0.03 s): every method of the package at many settings, in one run.

    python benchmarks/work_precision.py [--repeats 5] [--picture work_precision.png]

Largest error of the seven angles at the end, against DOP853 at 1e-13 (which agrees with the published values). The targets
are half the time that the best of other programs took at that error on two cores of an AMD EPYC: Pinocchio 4.1 (RK4, 11 ms at
1.6e-4), MuJoCo 4.0 (RK4, 53 ms at 1.5e-6), SciPy's DOP853 on equations derived by hand (65 ms at 5e-9). Exits with 1 when one
is missed, or when the block method does not beat generalized-alpha below 1e-5.
"""

from __future__ import annotations

import argparse
import math
import sys
from pathlib import Path

import numpy as np

import jourdain as jd

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))
from machines import problems

T_END = 0.03
TARGETS = {1e-4: 0.0055, 1e-6: 0.0265, 1e-8: 0.0325}  # error: seconds
TOLS = tuple(10.0 ** (-k / 2) for k in range(4, 21))
STEPS = tuple(T_END / n for n in (40, 60, 80, 120, 160, 240, 320, 480, 640, 960))


def methods() -> dict[str, list[jd.RK4]]:
    """Settings by the name of a method."""
    found: dict[str, list] = {
        "DOP853": [jd.DOP853(tol=t) for t in TOLS],
        "DOPRI5": [jd.DOPRI5(tol=t) for t in TOLS],
        "Adams": [jd.Adams(tol=t) for t in TOLS],
        "RK4": [jd.RK4(step=h / 3) for h in STEPS],
        "block Chebyshev (2,4), index 3": [jd.Block(step=h) for h in STEPS],
        "Radau IIA (2,3), index 3": [jd.Block(step=h, r=3, nodes="radau", k=2) for h in STEPS],
        "BDF": [jd.BDF(tol=t) for t in TOLS if t > 1e-9],
        "SDIRK4": [jd.SDIRK4(tol=t) for t in TOLS if t > 1e-8],
        "generalized-alpha": [jd.GeneralizedAlpha(tol=t) for t in TOLS if t > 3e-8],
    }
    return found


def measured(system: jd.Model, method: object, reference: np.ndarray, repeats: int) -> tuple[float, float]:
    """Error and CPU seconds, the least of several runs."""
    best, error = math.inf, math.inf
    for _ in range(repeats):
        result = jd.simulate(system, T_END, integrator=method, output=1, trust="fast")
        best = min(best, result.stats.cpu_seconds)
        error = float(np.abs(angles(result) - reference).max())
    return error, best


def angles(result: jd.Result) -> np.ndarray:
    return problems.andrews_angles(result.q[-1].reshape(-1, 3)[:, 2])


def time_at(points: list[tuple[float, float]], error: float) -> float:
    """Least time of a setting that is at least that good."""
    return min((seconds for e, seconds in points if e <= error), default=math.inf)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--repeats", type=int, default=5)
    parser.add_argument("--picture", help="write a work-precision diagram to this file")
    options = parser.parse_args()
    system = jd.compile(problems.andrews_model())
    reference = angles(jd.simulate(system, T_END, integrator=jd.DOP853(tol=1e-13), output=1, trust="fast"))
    found: dict[str, list[tuple[float, float]]] = {}
    for name, settings in methods().items():
        found[name] = []
        for method in settings:
            try:
                found[name].append(measured(system, method, reference, options.repeats))
            except jd.ConvergenceError as problem:
                print(f"{name} {method}: {str(problem)[:100]}")
        shown = "  ".join(f"{1e3 * time_at(found[name], e):8.2f}" for e in TARGETS)
        print(f"{name:32s} ms at {', '.join(f'{e:.0e}' for e in TARGETS)}: {shown}", flush=True)
    missed = 0
    for error, target in TARGETS.items():
        name = min(found, key=lambda n: time_at(found[n], error))
        seconds = time_at(found[name], error)
        missed += seconds > target
        verdict = "MISSED" if seconds > target else "ok"
        print(f"{error:.0e}: {1e3 * seconds:.2f} ms by {name}; target {1e3 * target:.1f} ms {verdict}")
    for error in (1e-5, 1e-6, 1e-7):
        block, alpha = (time_at(found[n], error) for n in ("block Chebyshev (2,4), index 3", "generalized-alpha"))
        missed += block > alpha
        print(f"{error:.0e}: block {1e3 * block:.2f} ms, generalized-alpha {1e3 * alpha:.2f} ms")
    if options.picture:
        draw(found, options.picture)
    return int(missed > 0)


def draw(found: dict[str, list[tuple[float, float]]], path: str) -> None:
    import matplotlib.pyplot as plt

    figure, axes = plt.subplots(figsize=(8, 6), layout="constrained")
    for name, points in found.items():
        axes.loglog([e for e, _ in sorted(points)], [1e3 * s for _, s in sorted(points)], "o-", ms=3, lw=1, label=name)
    axes.set_xlabel("largest error of the angles [rad]")
    axes.set_ylabel("CPU time [ms]")
    axes.legend(fontsize=8)
    axes.grid(alpha=0.3, which="both")
    figure.savefig(path, dpi=120)


if __name__ == "__main__":
    sys.exit(main())

"""Cost and answers of machines of growing size: slender chains, ladders of redundant loops, four-bars in line, walking legs.

Chains: CPU per step and body. Ladders, turned at random: a step, an output point. N four-bars through all singular positions:
the default run and generalized-alpha. Legs on one crank, 2 to 12: a step per leg. Exits with 1 when a target is missed.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path
from typing import Any

import numpy as np

import jourdain as jd
from jourdain.run.report import reported

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))
from machines import jansen
from machines import problems as pb
from machines.chains import slender_chain
from machines.ladders import ladder

US, MS = 1e6, 1e3


def chains() -> bool:
    """CPU per step and body of default runs, 10 to 1000 slender bars."""
    costs = []
    for bars in (10, 100, 1000):
        result = jd.simulate(slender_chain(bars), 0.2, trust="fast")
        stats = result.stats
        costs.append(US * stats.cpu_seconds / (stats.steps + stats.rejected) / bars)
        print(f"chain of {bars:>4} bars: {costs[-1]:6.1f} us per step and body, singular {len(result.trust.passages)}")
        if result.trust.passages or stats.singular:
            return False
    return max(costs) <= 3.0 * min(costs)


def output_cost(result: jd.Result) -> float:
    """CPU of one output point [s]."""
    piece = result.pieces[0]
    states = {name: getattr(piece, name) for name in ("q", "v", "a", "w", "lam", "ref")}
    before = time.process_time()
    reported(result.system, result.system.context(), piece.t, states, piece.work, piece.output)
    return (time.process_time() - before) / len(piece)


def ladders() -> bool:
    """A step of generalized-alpha and an output point of ladders."""
    good = True
    for loops in (5, 20, 80):
        method = jd.GeneralizedAlpha(step=1e-3)
        result = jd.simulate(ladder(loops), 0.3, integrator=method, output=30, trust="fast")
        step, point = result.stats.cpu_seconds / result.stats.steps, output_cost(result)
        print(
            f"ladder of {loops:>3} loops, {result.redundant} rows redundant: {US * step:6.0f} us a step, "
            f"{MS * point:6.2f} ms an output"
        )
        good &= point < 15.0 * step
    return good


def four_bars() -> bool:
    """N four-bars: the default run of 20 s with its trust line, and generalized-alpha through ten crossings."""
    good = True
    for n in (10, 20, 30, 60):
        model = pb.planar_model(pb.n_four_bar(n))
        before = time.process_time()
        result = jd.simulate(model, 20.0, output=200)
        spent = time.process_time() - before
        error = _error(n, result)
        alpha: Any = jd.simulate(model, 10.0, integrator=jd.GeneralizedAlpha(step=1e-3), output=200, trust="fast")
        step = US * alpha.stats.cpu_seconds / alpha.stats.steps
        print(
            f"{n:>3} four-bars: default {spent:5.2f} s CPU, error {error:.0e}, claimed {result.trust.worst:.0e}, "
            f"{len(result.trust.passages)} passages; alpha {step:5.1f} us a step, error {_error(n, alpha):.0e}"
        )
        good &= error < 3.0 * result.trust.worst and _error(n, alpha) < 2e-4 and (n > 30 or spent < 2.0)
    return good


def legs() -> bool:
    """CPU per step and leg of default runs: legs after Jansen on one crank, in the plane and in space, all loops redundant."""
    good = True
    for spatial in (False, True):
        costs = []
        for n in (2, 6, 12):
            result = jd.simulate(jansen.machine(n, spatial), 1.0, output=20, trust="fast")
            stats = result.stats
            costs.append(US * stats.cpu_seconds / (stats.steps + stats.rejected) / n)
            print(f"{n:>3} legs {'in space' if spatial else 'in plane'}: {costs[-1]:6.0f} us per step and leg")
            good &= result.redundant == 9 * n * spatial and stats.decompositions == 0
        good &= max(costs) < 1.5 * min(costs)
    return good


def _error(n: int, result: jd.Result) -> float:
    angle = pb.n_four_bar_angle(n, result.t)
    return float(np.abs(result.q[:, :2] - 0.5 * np.stack([np.sin(angle), np.cos(angle)], -1)).max())


if __name__ == "__main__":
    jd.simulate(ladder(1), 0.01, integrator=jd.GeneralizedAlpha(step=1e-3), trust="fast")  # compiles
    jd.simulate(pb.planar_model(pb.n_four_bar(1)), 1.0)
    missed = [task.__name__ for task in (chains, ladders, four_bars, legs) if not task()]
    sys.exit(f"missed: {', '.join(missed)}" if missed else 0)

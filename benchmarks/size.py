"""Cost and answers of machines of growing size: slender chains, ladders of redundant loops, four-bars in line, walking legs.

    python benchmarks/size.py [--only ten_thousand chains ladders four_bars legs walk]

Ten thousand: chains of rods, compiled, and run for a second. Chains: CPU per step and body. Ladders, turned at
random: a step, an output point, multipliers beside NumPy's. N four-bars through all singular positions: the default run and
generalized-alpha. Legs on one crank, 2 to 12: a step per leg, and the default run of 20 s. Nowhere a dense decomposition of
all rows. Exits with 1 when a target is missed.
"""

from __future__ import annotations

import argparse
import resource
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np

import jourdain as jd
from jourdain.run.report import reported
from jourdain.system.system import evaluate

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))
from helpers import least_norm
from machines import jansen
from machines import problems as pb
from machines.chains import slender_chain
from machines.ladders import ladder

US, MS = 1e6, 1e3


def chains() -> bool:
    """CPU per step and body of default runs, 10 to 1000 slender bars."""
    good = True
    for kinds in (("revolute",), ("spherical",), ("revolute", "spherical")):
        costs = []
        for bars in (10, 100, 1000):
            result = jd.simulate(slender_chain(bars, kinds), 0.2, trust="fast")
            stats = result.stats
            costs.append(US * stats.cpu_seconds / (stats.steps + stats.rejected) / bars)
            good &= not (result.trust.passages or stats.singular or stats.decompositions)
            print(f"chain of {bars:>4} bars, {' and '.join(kinds)}: {costs[-1]:6.1f} us per step and body")
        good &= max(costs) <= 3.0 * min(costs)
    short = jd.simulate(slender_chain(40), 0.2, trust="fast").stats.cpu_seconds
    print(f"chain of   40 bars: 0.2 s of motion in {short:.3f} s CPU of stepping")
    return good and short < 0.2


def ten_thousand() -> bool:
    """Rods of 1 m, see _long_chain; on revolutes first: memory is what the process ever had."""
    return all([_long_chain(kind) for kind in ("revolute", "spherical")])


def _long_chain(kind: str) -> bool:
    """Compile, steps of RK4 and generalized-alpha per body beside 100, and a second of motion."""
    alpha = jd.GeneralizedAlpha(step=1e-3)
    before = time.process_time()
    system = jd.compile(slender_chain(10_000, (kind,), length=1.0))
    compiled = time.process_time() - before
    result = jd.simulate(system, 1.0, integrator=alpha, output=10, trust="fast")
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024  # of the process: by itself before all others
    energy = result.trust.energy_error / result.trust.energy_size
    print(
        f"chain of 10,000, {kind}: compiled in {compiled:.1f} s CPU, a second of motion in "
        f"{result.stats.cpu_seconds:.1f} s CPU, energy {energy:.0e}, joints {result.trust.drift:.0e}, peak {peak:.0f} MB"
    )
    short = jd.compile(slender_chain(100, (kind,), length=1.0))
    costs = {}
    for name, method in {"RK4": jd.RK4(step=1e-3, constraints="projection"), "alpha": alpha}.items():
        costs[name] = few, many = [
            min(jd.simulate(one, 0.02, integrator=method, output=1, trust="fast").stats.cpu_seconds for _ in range(3))
            * US
            / (20 * bars)
            for one, bars in ((short, 100), (system, 10_000))
        ]
        print(f"{name:>5}: {few:5.2f} us per step and body of 100, {many:5.2f} of 10,000")
    near = all(many < 1.5 * few for few, many in costs.values())
    return near and compiled < 10.0 and peak < 1000.0 and energy < 1e-6 and result.trust.drift < 1e-10


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
        good &= point < 15.0 * step and result.stats.decompositions == 0
        if loops == 20:
            found, exact = result.pieces[0].lam[-1], least_norm(result, len(result.t) - 1)
            off = float(np.abs(found - exact).max() / np.abs(exact).max())
            print(f"    {len(exact)} multipliers of least norm within {off:.0e} of NumPy's")
            good &= off < 1e-8
    return good


def four_bars() -> bool:
    """N four-bars: the default run of 20 s with its trust line, and generalized-alpha through ten crossings."""
    good = True
    for n in (10, 20, 30, 50, 100):
        model = pb.planar_model(pb.n_four_bar(n))
        before = time.process_time()
        result = jd.simulate(model, 20.0, output=200)
        spent = time.process_time() - before
        error = _error(n, result)
        alpha: Any = jd.simulate(model, 10.0, integrator=jd.GeneralizedAlpha(step=1e-3), output=200, trust="fast")
        step = US * alpha.stats.cpu_seconds / alpha.stats.steps
        print(
            f"{n:>3} four-bars: default {spent:5.2f} s CPU, {spent / n:.3f} a loop, error {error:.0e}, "
            f"claimed {result.trust.worst:.0e}, "
            f"{len(result.trust.passages)} passages; alpha {step:5.1f} us a step, error {_error(n, alpha):.0e}"
        )
        good &= error < 3.0 * result.trust.worst and _error(n, alpha) < 2e-4 and spent < max(2.0, 0.045 * n)
        good &= result.stats.decompositions == alpha.stats.decompositions == 0
    return good


def legs() -> bool:
    """CPU per step and leg of default runs: legs after Jansen on one crank, in the plane and in space, all loops redundant."""
    good = True
    for spatial in (False, True):
        costs = []
        for n in (2, 6, 12):
            model = jansen.machine(n, spatial)
            runs = [jd.simulate(model, 1.0, output=20, trust="fast") for _ in range(3)]
            result, stats = runs[0], runs[0].stats
            costs.append(US * min(r.stats.cpu_seconds for r in runs) / (stats.steps + stats.rejected) / n)
            print(f"{n:>3} legs {'in space' if spatial else 'in plane'}: {costs[-1]:6.0f} us per step and leg")
            good &= result.redundant == 9 * n * spatial and stats.decompositions == 0
        good &= max(costs) < 1.5 * min(costs)
    return good


def walk() -> bool:
    """Default runs of 20 s of twelve legs: joints closed, every leg on its branch, which is where circles meet."""
    good = True
    for spatial in (False, True):
        before = time.process_time()
        result = jd.simulate(jansen.machine(12, spatial), 20.0)
        spent = time.process_time() - before
        axes = result["crank"].matrices
        angle = np.unwrap(np.arctan2(axes[:, 1, 0], axes[:, 0, 0]))
        exact = np.array([jansen.poses(12, a)[:, :2] for a in angle])
        names = [f"{leg} {part}" for leg in range(12) for part in jansen.PARTS]
        found = np.stack([result[name].position.values[:, :2] for name in names], 1)
        off, gap = float(np.abs(found - exact).max()), _opening(result)
        print(
            f" 12 legs {'in space' if spatial else 'in plane'}, 20 s: {spent:5.1f} s CPU, {result.stats.steps} steps, joints "
            f"closed to {gap:.0e}, off their circles by {off:.0e} m, claimed {result.trust.worst:.0e}"
        )
        good &= gap < 1e-12 and off < 1e-10 and result.stats.decompositions == 0
    return good


def _opening(result: jd.Result) -> float:
    """The largest opening of a joint at the outputs [m or rad]."""
    system, piece = result.system, result.pieces[0]
    s, worst = system.context(), 0.0
    for i, t in enumerate(piece.t.tolist()):
        evaluate(system.kind, s, t, piece.q[i], piece.v[i], w=piece.w[i], ref=piece.ref[i])
        worst = max(worst, float(np.abs(s.g).max()))
    return worst


def _error(n: int, result: jd.Result) -> float:
    angle = pb.n_four_bar_angle(n, result.t)
    return float(np.abs(result.q[:, :2] - 0.5 * np.stack([np.sin(angle), np.cos(angle)], -1)).max())


if __name__ == "__main__":
    tasks = (ten_thousand, chains, ladders, four_bars, legs, walk)
    parser = argparse.ArgumentParser(description="Cost and answers of machines of growing size.")
    names = [task.__name__ for task in tasks]
    parser.add_argument("--only", nargs="+", choices=names, default=names, help="only these")
    chosen = parser.parse_args().only
    jd.simulate(ladder(1), 0.01, integrator=jd.GeneralizedAlpha(step=1e-3), trust="fast")  # compiles
    jd.simulate(pb.planar_model(pb.n_four_bar(1)), 1.0)
    missed = [task.__name__ for task in tasks if task.__name__ in chosen and not task()]
    sys.exit(f"missed: {', '.join(missed)}" if missed else 0)

"""Ensembles: CPU time of many moving four-bars against that of their kernels alone, memory, and threads by the clock.

    python benchmarks/ensembles.py [--runs 10000] [--workers 1 2]

A four-bar of 1000 steps, ten numbers a run, a table of three parameters; the rows are the same bit for bit, whatever the number
of threads. Exit code 1 where the whole costs more than 1.3 times the kernels, or 500 MB.
"""

from __future__ import annotations

import argparse
import resource
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))
import jourdain as jd
from jourdain.analyses.ensemble import slots
from jourdain.kernels import states
from machines import problems as pb

MOST, MEMORY = 1.3, 500  # times the kernels; MB
METHOD = jd.GeneralizedAlpha(step=1e-3)


def four_bar() -> jd.Model:
    """Two uprights and a coupler, a spring and a damper on the first one."""
    model = pb.planar_model(pb.n_four_bar(1))
    model.force("spring", model.joints["A0"].angle, stiffness=2.0, damping=0.1, rest=0.1)
    for name in ("A0", "A1", "B0", "C1"):
        model.measure(f"m{name}", model.joints[name].angle)
    return model


def table(n: int) -> dict[str, np.ndarray]:
    """n rows of three parameters."""
    rng = np.random.default_rng(1)
    ranges = {"spring.stiffness": (1.0, 3.0), "spring.damping": (0.05, 0.2), "upright 0.mass": (0.8, 1.2)}
    return {name: rng.uniform(*one, n) for name, one in ranges.items()}


OUTPUTS = [f"{kind}(m{name})" for name in ("A0", "A1", "B0", "C1") for kind in ("final", "max")]
OUTPUTS += ["min(mA0)", "final(A0: slide x)"]


def run(n: int, workers: int) -> Any:
    """The ensemble of n rows."""
    return jd.ensemble(four_bar(), table(n), 1.0, outputs=OUTPUTS, integrator=METHOD, output=1, workers=workers)


def main() -> int:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=10000)
    parser.add_argument("--workers", type=int, nargs="+", default=[1, 2])
    given = parser.parse_args()
    run(4, 1)  # loads the kernels
    kernels = [0.0]

    def timed(kernel: Any) -> Any:
        def call(*arguments: Any) -> Any:
            before = time.thread_time()
            status = kernel(*arguments)
            kernels[0] += time.thread_time() - before
            return status

        return call

    slots.march, states.work_on_states = timed(slots.march), timed(states.work_on_states)
    first, worst = None, 0.0
    for workers in given.workers:
        kernels[0], cpu, clock = 0.0, time.process_time(), time.perf_counter()
        found = run(given.runs, workers)
        cpu, clock = time.process_time() - cpu, time.perf_counter() - clock
        ratio, worst = cpu / kernels[0], max(worst, cpu / kernels[0])
        print(
            f"{workers} threads: {cpu:.2f} s CPU, {clock:.2f} s by the clock, kernels {kernels[0]:.2f} s: {ratio:.2f} times"
        )
        first = found if first is None else first
        assert all(np.array_equal(found[name].values, first[name].values) for name in OUTPUTS)
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"memory: {memory:.0f} MB, {found.attrs['alone']} runs by themselves")
    return int(worst > MOST or memory > MEMORY)


if __name__ == "__main__":
    sys.exit(main())

"""CPU time of an impact, beside one index-1 evaluation and beside compiling the model, which every impact once did.

A ball bounces on the floor beside n pendulums. All times are CPU microseconds on one core; an impact is everything between
two integrations: velocities after the blow, consistent accelerations, the restart of the method.
"""

from __future__ import annotations

import time
from typing import Any

import numpy as np

import jourdain as jd
from jourdain.kernels.states import report_states
from jourdain.run.run import Run
from jourdain.system.compile import compile
from jourdain.system.system import System

PENDULUMS = (0, 20, 100)
METHODS = (jd.DOP853(tol=1e-8), jd.GeneralizedAlpha(tol=1e-6))


def machine(pendulums: int) -> jd.Model:
    """A ball above the floor, and pendulums beside it."""
    model = jd.Model("bounce", planar=True, gravity=(0.0, -9.81))
    ball = model.body("ball", mass=1.0, inertia=0.1, at=(0.0, 1.0))
    for i in range(pendulums):
        rod = model.body(f"rod {i}", mass=1.0, inertia=0.1, at=(2.0 + i, 0.5), velocity=(0.0, 0.0))
        model.joint(f"hinge {i}", "revolute", model.ground, rod, at=(2.0 + i, 1.0))
    height = jd.slide(model.ground.marker("floor"), ball.marker("centre"), "y")
    model.event("hit", height, 0.0, direction="falling", actions=jd.Impact(0.95))
    return model


def cpu(task: Any, times: int) -> float:
    """Least CPU time of a call of three rounds [us]."""
    best = np.inf
    for _ in range(3):
        before = time.process_time()
        for _ in range(times):
            task()
        best = min(best, (time.process_time() - before) / times)
    return 1e6 * best


def evaluation(system: System) -> float:
    """One index-1 evaluation with factorisation [us]."""
    kind, s, n = system.kind, system.context(), 200
    start = {"q": system.q0, "v": system.v0, "w": system.w0, "ref": system.ref0}
    start |= {"a": np.zeros(kind.v), "lam": np.zeros(system.n_rows)}
    state = {name: np.tile(x, (n, 1)) for name, x in start.items()}
    return cpu(lambda: report_states(kind, s, np.zeros(n), state, as_is=True), 5) / n


def impact(model: jd.Model, method: Any) -> tuple[float, float, int]:
    """CPU of an impact [us], of the integration between two of them [us], and how many there were."""
    spent = []

    class Timed(Run):
        def _happen(self, segment: Any) -> None:
            before = time.process_time()
            super()._happen(segment)
            spent.append(time.process_time() - before)

    best = (np.inf, 0.0, 0)
    for _ in range(3):
        spent.clear()
        run = Timed(compile(model), method, np.linspace(0.0, 6.0, 201))
        run.begin()
        run.march(False)
        count = len(run.events)
        best = min(best, (1e6 * float(np.median(spent)), 1e6 * run.cpu / (count + 1), count))
    return best


def main() -> None:
    """Print the table."""
    print(
        f"{'bodies':>6}  {'method':<24} {'impact':>9} {'between':>9} {'evaluation':>10} {'compile':>9} {'compile/impact':>14}"
    )
    for n in PENDULUMS:
        model = machine(n)
        system = compile(model)
        one, whole = evaluation(system), cpu(lambda m=model: compile(m), 3)
        for method in METHODS:
            each, between, _ = impact(model, method)
            line = f"{n + 1:>6}  {type(method).__name__:<24} {each:>9.0f} {between:>9.0f} {one:>10.1f} {whole:>9.0f}"
            print(f"{line} {whole / each:>14.1f}")


if __name__ == "__main__":
    main()

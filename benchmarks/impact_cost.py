"""CPU time of an impact inside the time loop, beside one index-1 evaluation and beside the impact that Python carries out.

A ball bounces on the floor beside n pendulums. All times are CPU microseconds on one core.
blow: velocities, impulses, consistent accelerations, work, both states stored; it is to cost at most three evaluations with
factorisation. restart: the method begins anew, and so does watching. record: what Python makes of it for the result.
by Python: all of it where the loop returns to Python, which goes on in a new segment, as for every other event.
"""

from __future__ import annotations

import time
from typing import Any

import numpy as np

import jourdain as jd
from jourdain.integrators.march import _begin_anew, _strike
from jourdain.jit import kernel
from jourdain.kernels.motion import motion_at
from jourdain.kernels.states import report_states
from jourdain.run.blows import taken_out
from jourdain.run.run import Run
from jourdain.system.compile import compile
from jourdain.system.system import System

PENDULUMS = (0, 20, 100)
METHODS = (jd.DOP853(tol=1e-8), jd.RK4(step=1e-3), jd.GeneralizedAlpha(tol=1e-6))


def machine(pendulums: int, restitution: float) -> jd.Model:
    """A ball above the floor, and pendulums beside it."""
    model = jd.Model("bounce", planar=True, gravity=(0.0, -9.81))
    ball = model.body("ball", mass=1.0, inertia=0.1, at=(0.0, 1.0), velocity=(0.0, -0.1))
    for i in range(pendulums):
        rod = model.body(f"rod {i}", mass=1.0, inertia=0.1, at=(2.0 + i, 0.5), velocity=(0.0, 0.0))
        model.joint(f"hinge {i}", "revolute", model.ground, rod, at=(2.0 + i, 1.0))
    height = jd.slide(model.ground.marker("floor"), ball.marker("centre"), "y")
    model.event("hit", height, 0.0, direction="falling", actions=jd.Impact(restitution))
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


@kernel
def strike_often(address: int, times: int, again: bool) -> int:
    """The loop's own impact, many times at one state (it only turns the ball round); again: only the restart after it."""
    mo, failed = motion_at(address), 0
    for _ in range(times):
        mo.event_hit[0], mo.event_last[0], mo.counts.blows = 1.0, -1.0, 0
        failed += _begin_anew(mo, mo.clock.t) if again else _strike(mo, mo.clock.t)
    return failed


def in_loop(model: jd.Model, method: Any) -> tuple[float, float, float]:
    """CPU of a blow, of the restart and of the record of an impact in the loop [us]."""
    run = Run(compile(model), method, np.linspace(0.0, 6.0, 201))
    run.begin()
    segment, n = run.here, 3000
    method.kernel()(segment.inner.system.kind, segment.s, segment.mo, 0)
    assert strike_often(segment.mo.address, 1, False) == 0
    whole, restart = (cpu(lambda a=again: strike_often(segment.mo.address, n, a), 3) / n for again in (False, True))

    def record() -> None:
        segment.mo.counts.blows = len(segment.mo.blows)
        taken_out(segment, ["hit"])

    return whole - restart, restart, cpu(record, 20) / len(segment.mo.blows)


def by_python(model: jd.Model, method: Any) -> float:
    """Median CPU of an impact that Python carries out [us]."""
    spent = []

    class Timed(Run):
        blows_in_loop = 0

        def _happen(self, segment: Any) -> None:
            before = time.process_time()
            super()._happen(segment)
            spent.append(time.process_time() - before)

    run = Timed(compile(model), method, np.linspace(0.0, 6.0, 201))
    run.begin()
    run.march(False)
    return 1e6 * float(np.median(spent))


def main() -> None:
    """Print the table."""
    columns = ("evaluation", "blow", "ratio", "restart", "record", "by Python")
    print(f"{'bodies':>6}  {'method':<18}", *(f"{name:>10}" for name in columns))
    for n in PENDULUMS:
        one = evaluation(compile(machine(n, 1.0)))
        for method in METHODS:
            blow, restart, record = in_loop(machine(n, 1.0), method)
            old = by_python(machine(n, 0.95), method)
            numbers = (one, blow, blow / one, restart, record, old)
            print(f"{n + 1:>6}  {type(method).__name__:<18}", *(f"{x:>10.2f}" for x in numbers))


if __name__ == "__main__":
    main()

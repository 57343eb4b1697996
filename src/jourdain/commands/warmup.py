"""jourdain warmup."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator


def command() -> None:
    """Compile all kernels once, so that no later run has to wait for it."""
    from rich.console import Console
    from rich.progress import track

    began = time.perf_counter()
    jobs = list(_jobs())
    console = Console(stderr=True)
    for _, job in track(jobs, "compiling", console=console, transient=True, disable=not sys.stderr.isatty()):
        job()
    print(
        f"{len(jobs)} combinations ready in {time.perf_counter() - began:.1f} s: {', '.join(name for name, _ in jobs)}"
    )


def _jobs() -> Iterator[tuple[str, Callable[[], object]]]:
    """What compiles everything: each analysis and each integrator on a small model in the plane and in space."""
    from functools import partial

    from jourdain.analyses.assemble import assemble
    from jourdain.analyses.check import check
    from jourdain.analyses.simulate import simulate
    from jourdain.integrators import DOP853, RK4, GeneralizedAlpha
    from jourdain.model import Model

    for planar in (True, False):
        kind, n = ("planar", 2) if planar else ("spatial", 3)
        model = Model("pendulum", planar=planar, gravity=(0.0, -9.81, 0.0)[:n])
        bob = model.body("bob", mass=1.0, inertia=0.1 if planar else (0.1, 0.1, 0.1), at=(1.0, 0.0, 0.0)[:n])
        model.joint("hinge", "revolute", model.ground, bob, at=(0.0, 0.0, 0.0)[:n])
        yield f"{kind} check", partial(check, model)
        yield f"{kind} assemble", partial(assemble, model)
        for integrator in (GeneralizedAlpha(tol=1e-4), RK4(step=1e-2), DOP853(tol=1e-6)):
            run = partial(simulate, model, 0.1, integrator=integrator, output=2, progress=False)
            yield f"{kind} {type(integrator).__name__}", run

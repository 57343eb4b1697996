"""jourdain warmup."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from jourdain.commands.common import Json, show

if TYPE_CHECKING:
    from jourdain.model.model import Model

Job = tuple[str, Callable[[], object]]


def command(json: Json = False) -> None:
    """Compile all kernels once, so that no later run has to wait for it.

    They are kept in the cache folder, which 'jourdain doctor' names, until Jourdain or Numba changes.
    """
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    began = time.perf_counter()
    jobs = list(_jobs())
    what, counts = TextColumn("compiling"), (MofNCompleteColumn(), TimeElapsedColumn())
    columns = (what, BarColumn(), *counts, TextColumn("{task.description}"))
    with Progress(*columns, console=Console(stderr=True), transient=True, disable=not sys.stderr.isatty()) as bar:
        task = bar.add_task("", total=len(jobs))
        for name, job in jobs:
            bar.update(task, description=name)
            job()
            bar.advance(task)
    names = list(dict.fromkeys(name.partition(" ")[2] for name, _ in jobs))
    seconds = time.perf_counter() - began
    show(
        json,
        lambda: f"ready after {seconds:.1f} s, in the plane and in space: {', '.join(names)}",
        lambda: {"seconds": seconds, "ready": names},
    )


def _jobs() -> Iterator[Job]:
    """What compiles everything: in the plane and in space all analyses, integrators, and treatments of constraints."""
    from functools import partial

    from jourdain.analyses.assemble import assemble
    from jourdain.analyses.check import check
    from jourdain.analyses.simulate import simulate
    from jourdain.integrators import RK4, all_integrators
    from jourdain.integrators.treatments import all_treatments
    from jourdain.kernels import panels
    from jourdain.model.model import Model

    methods = {name: kind() for name, kind in all_integrators().items()}
    methods |= {name: RK4(step=1e-3, constraints=kind()) for name, kind in all_treatments().items()}
    for planar in (True, False):
        where, n = ("planar", 2) if planar else ("spatial", 3)
        model = Model("pendulum", planar=planar, gravity=(0.0, -9.81, 0.0)[:n])
        bob = model.body("bob", mass=1.0, inertia=0.1 if planar else (0.1, 0.1, 0.1), at=(1.0, 0.0, 0.0)[:n])
        hinge = model.joint("hinge", "revolute", model.ground, bob, at=(0.0, 0.0, 0.0)[:n])
        model.force("brake", hinge.angle, law="-0.1*v*sin(t)")
        yield f"{where} factors of large machines", panels.compiled
        yield f"{where} check", partial(check, model)
        yield f"{where} assemble", partial(assemble, model)
        yield f"{where} run", partial(_run, model)
        for name, method in methods.items():
            run = partial(simulate, model, 0.01, integrator=method, output=2, trust="fast", progress=False)
            yield f"{where} {name}", run


def _run(model: Model) -> None:
    """As users do it: with the method that is chosen, the estimate of its error, and reactions of all elements."""
    from jourdain.analyses.simulate import simulate

    result = simulate(model, 0.01, output=2, progress=False)
    for name in (*model.joints, *model.forces):
        result.reaction(name)

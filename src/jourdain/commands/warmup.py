"""jourdain warmup."""

from __future__ import annotations

import os
import sys
import time
from typing import TYPE_CHECKING, Annotated, Any

import typer

from jourdain.commands.common import Json, show

if TYPE_CHECKING:
    from jourdain.model.model import Model

PLACES = ("planar", "spatial")


def command(
    processes: Annotated[int, typer.Option(metavar="NUMBER", help="side by side; 0: one for each core")] = 0,
    json: Json = False,
) -> None:
    """Compile all kernels once, side by side, so that no later run has to wait for it.

    They are kept in the cache folder, which 'jourdain doctor' names, until Jourdain or Numba changes.
    """
    from concurrent.futures import ProcessPoolExecutor, as_completed
    from multiprocessing import get_context

    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    if processes < 0:
        raise typer.BadParameter(f"{processes} processes cannot be; give 1 or more, or 0 for one for each core.")
    began = time.perf_counter()
    jobs = _jobs()
    workers = processes or os.cpu_count() or 1
    what, counts = TextColumn("compiling"), (MofNCompleteColumn(), TimeElapsedColumn())
    columns = (what, BarColumn(), *counts, TextColumn("{task.description}"))
    with (
        Progress(*columns, console=Console(stderr=True), transient=True, disable=not sys.stderr.isatty()) as bar,
        ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool,
    ):
        task = bar.add_task("", total=len(jobs))
        started = {pool.submit(_compile, *job): job for job in jobs}
        for done in as_completed(started):
            done.result()
            bar.update(task, description=" ".join(started[done]))
            bar.advance(task)
    names = list(dict.fromkeys(name for _, name in jobs))
    seconds = time.perf_counter() - began
    show(
        json,
        lambda: f"ready after {seconds:.1f} s, in the plane and in space: {', '.join(names)}",
        lambda: {"seconds": seconds, "ready": names},
    )


def _methods() -> dict[str, Any]:
    """Every integrator, and every treatment of constraints."""
    from jourdain.integrators import RK4, all_integrators
    from jourdain.integrators.treatments import all_treatments

    own = [  # not what a program has defined itself
        {name: kind for name, kind in found.items() if kind.__module__.startswith("jourdain.")}
        for found in (all_integrators(), all_treatments())
    ]
    methods = {name: kind() for name, kind in own[0].items()}
    return methods | {name: RK4(step=1e-3, constraints=kind()) for name, kind in own[1].items()}


def _jobs() -> list[tuple[str, str]]:
    """(place, name) of what compiles everything, in an order in which neighbours need other kernels.

    Processes wait for each other where they need the same one: a method is one kernel in the plane and in space.
    """
    methods = list(_methods())
    shifted = [*methods[1:], *methods[:1]]
    first = [(place, name) for name in ("check", "assemble", "run") for place in PLACES]
    rest = [job for pair in zip(methods, shifted, strict=True) for job in zip(PLACES, pair, strict=True)]
    return [*first, ("planar", "factors of large machines"), *rest]


def _compile(place: str, name: str) -> None:
    """Do what needs some kernels."""
    from jourdain.analyses.assemble import assemble
    from jourdain.analyses.check import check
    from jourdain.analyses.simulate import simulate
    from jourdain.kernels import panels
    from jourdain.model.model import Model

    planar = place == "planar"
    n = 2 if planar else 3
    model = Model("pendulum", planar=planar, gravity=(0.0, -9.81, 0.0)[:n])
    bob = model.body("bob", mass=1.0, inertia=0.1 if planar else (0.1, 0.1, 0.1), at=(1.0, 0.0, 0.0)[:n])
    hinge = model.joint("hinge", "revolute", model.ground, bob, at=(0.0, 0.0, 0.0)[:n])
    model.force("brake", hinge.angle, law="-0.1*v*sin(t)")
    if name == "factors of large machines":
        panels.compiled()
    elif name == "run":
        _run(model)
    elif name in ("check", "assemble"):
        (check if name == "check" else assemble)(model)
    else:
        simulate(model, 0.01, integrator=_methods()[name], output=2, trust="fast", progress=False)


def _run(model: Model) -> None:
    """As users do it: with the method that is chosen, the estimate of its error, and reactions of all elements."""
    from jourdain.analyses.simulate import simulate

    result = simulate(model, 0.01, output=2, progress=False)
    for name in (*model.joints, *model.forces):
        result.reaction(name)
    model.event("down", "hinge.angle", -0.5)
    simulate(model, 0.01, output=2, trust="fast", progress=False)

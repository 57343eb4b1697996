"""What derivatives cost: CPU time of sensitivity in forward runs, and of compile(like=) in full compiles.

    python benchmarks/sensitivity_cost.py

A forward run is simulate with the same fixed steps and outputs and trust="fast". What is measured are whole calls, forward run,
compiles and starts included, of runs of 0.1 s of computing: what each parameter costs beside the steps is seen, and is not all
that is seen. Forward runs and derivatives take turns, and the least time of each counts, so that other work on the machine
does not favour one of them. Bounds: direct with 5 parameters at most 4 forward runs, adjoint with 50 parameters at most 6,
compile(like=) at most 0.35 of a full compile.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

import jourdain as jd
from machines import problems as pb
from machines.drawings import four_bar


def seconds(*works: Callable[[], Any], repeat: int = 5) -> list[float]:
    """Least CPU time of each of several works, which take turns, after one turn that compiles."""
    least = [float("inf")] * len(works)
    for turn in range(repeat + 1):
        for i, work in enumerate(works):
            before = time.process_time()
            work()
            if turn:
                least[i] = min(least[i], time.process_time() - before)
    return least


def andrews() -> jd.Model:
    """Andrews' squeezing mechanism with its first angle as a measure."""
    model = pb.andrews_model()
    model.measure("beta", jd.coordinate(model.bodies["K1"], "theta"))
    return model


def chain(links: int, planar: bool) -> jd.Model:
    """A chain of equal links in a line."""
    zero = (0.0,) if planar else (0.0, 0.0)
    model = jd.Model(f"chain of {links}, {'planar' if planar else 'spatial'}", planar=planar)
    last, options = model.ground, {} if planar else {"axis": (0.0, 1.0, 0.0)}
    for i in range(links):
        link = model.body(f"link {i}", mass=1.0, inertia=0.1 if planar else (0.1, 0.1, 0.1), at=(i + 0.5, *zero))
        model.joint(f"joint {i}", "revolute", last, link, at=(float(i), *zero), **options)
        last = link
    return model


def many(model: jd.Model, count: int) -> list[str]:
    """As many parameters as asked for: masses, moments, springs and places of joints before all others."""
    first = ".mass .inertia .stiffness .damping .rest .a.x .a.y .b.x .b.y .com.x .com.y"
    return sorted(jd.parameters(model), key=lambda name: not name.endswith(tuple(first.split())))[:count]


def cost(model: jd.Model, t_end: float, step: float, output: str) -> list[bool]:
    """Print what derivatives of the run cost: in all, and what does not depend on its length; is it too much?"""
    missed = []
    given: dict[str, Any] = dict(integrator=jd.GeneralizedAlpha(step=step), trust="fast")

    def run(part: float) -> Callable[[], Any]:
        return lambda: jd.simulate(model, part * t_end, output=int(100 * part), **given)

    for method, count, most in (("direct", 5, 4.0), ("adjoint", 50, 6.0)):
        options: dict[str, Any] = dict(parameters=many(model, count), outputs=[f"final({output})"], method=method)

        def derived(part: float, options: dict[str, Any] = options) -> Callable[[], Any]:
            return lambda: jd.sensitivity(model, part * t_end, output=int(100 * part), **options, **given)

        forward, taken, begun = seconds(run(1.0), derived(1.0), derived(0.05))
        print(
            f"{model.name}, {t_end / step:.0f} steps, {method}, {len(options['parameters'])} parameters: {taken / forward:.2f} "
            f"forward runs of {1e3 * forward:.0f} ms (at most {most:g}), {(begun - 0.05 * taken) / forward:.2f} of them beside "
            "the steps"
        )
        missed.append(taken > most * forward)
    return missed


def compiling(model: jd.Model) -> float:
    """Print what compile(like=) costs, and return its part of a full compile."""
    body = next(iter(model.bodies))
    other = jd.with_parameters(model, {f"{body}.mass": 1.1 * model.bodies[body].mass})
    system = jd.compile(model)
    whole, kept = seconds(lambda: jd.compile(other), lambda: jd.compile(other, like=system), repeat=30)
    print(f"{model.name}: compile {1e3 * whole:.2f} ms, like a system {1e3 * kept:.2f} ms, {kept / whole:.2f}")
    return kept / whole


if __name__ == "__main__":
    swinging = four_bar()
    swinging.gravity[1] = -9.81
    models = (four_bar(), andrews(), *(chain(n, planar) for n in (20, 100) for planar in (True, False)))
    missed = [compiling(model) > 0.35 for model in models]
    missed += [*cost(andrews(), 0.03, 1e-6, "beta"), *cost(swinging, 40.0, 1e-3, "crank.x")]
    sys.exit(int(any(missed)))

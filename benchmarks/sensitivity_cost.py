"""What derivatives cost: CPU time of sensitivity in forward runs, and of compile(like=) in full compiles.

    python benchmarks/sensitivity_cost.py

A forward run is simulate with the same fixed steps and outputs and trust="fast". Bounds: direct with 5 parameters at most 4
forward runs, adjoint with 50 parameters at most 6, compile(like=) on a four-bar at most 0.35 of a full compile.
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


def seconds(work: Callable[[], Any], repeat: int = 5) -> float:
    """Least CPU time of several, after one that compiles."""
    work()
    found = []
    for _ in range(repeat):
        before = time.process_time()
        work()
        found.append(time.process_time() - before)
    return min(found)


def andrews() -> jd.Model:
    """Andrews' squeezing mechanism with its first angle as a measure."""
    model = pb.andrews_model()
    model.measure("beta", jd.coordinate(model.bodies["K1"], "theta"))
    return model


def many(model: jd.Model, count: int) -> list[str]:
    """Masses, moments, springs, and places of joints, as many as asked for."""
    wanted = (
        ".mass",
        ".inertia",
        ".stiffness",
        ".damping",
        ".rest",
        ".a.x",
        ".a.y",
        ".b.x",
        ".b.y",
        ".com.x",
        ".com.y",
    )
    return [name for name in jd.parameters(model) if name.endswith(wanted)][:count]


def cost(model: jd.Model, t_end: float, step: float, output: str) -> list[bool]:
    """Print what derivatives of the run cost: in all, and without what does not depend on its length; is it too much?"""
    missed = []
    given: dict[str, Any] = dict(integrator=jd.GeneralizedAlpha(step=step), trust="fast")

    def run(part: float) -> float:
        return seconds(lambda: jd.simulate(model, part * t_end, output=int(100 * part), **given), 3)

    forward, short = run(1.0), run(0.05)
    print(f"{model.name}: {t_end / step:.0f} steps, forward run {1e3 * forward:.0f} ms")
    for method, count, most in (("direct", 5, 4.0), ("adjoint", 50, 6.0)):
        names = many(model, count)

        def differentiate(part: float, method: str = method, names: list[str] = names) -> float:
            options: dict[str, Any] = dict(parameters=names, outputs=[f"final({output})"], method=method)
            return seconds(lambda: jd.sensitivity(model, part * t_end, output=int(100 * part), **options, **given), 1)

        taken, begun = differentiate(1.0), differentiate(0.05)
        steps = (taken - begun) / (forward - short)
        each = 1e3 * (begun - 0.05 * taken) / len(names)
        print(
            f"  {method}, {len(names)} parameters: {taken / forward:.2f} forward runs (at most {most:g}); of the steps alone "
            f"{steps:.2f}; beside them {each:.0f} ms for each parameter"
        )
        missed.append(taken > most * forward)
    return missed


def compiling(model: jd.Model) -> float:
    """Print what compile(like=) costs, and return its part of a full compile."""
    body = next(iter(model.bodies))
    other = jd.with_parameters(model, {f"{body}.mass": 1.1 * model.bodies[body].mass})
    system = jd.compile(model)
    whole, kept = seconds(lambda: jd.compile(other), 30), seconds(lambda: jd.compile(other, like=system), 30)
    print(f"{model.name}: compile {1e3 * whole:.2f} ms, like a system {1e3 * kept:.2f} ms, {kept / whole:.2f}")
    return kept / whole


if __name__ == "__main__":
    swinging = four_bar()
    swinging.gravity[1] = -9.81
    missed = [compiling(four_bar()) > 0.35, compiling(andrews()) > 0.35]
    missed += [*cost(andrews(), 0.03, 1e-6, "beta"), *cost(swinging, 40.0, 1e-3, "crank.x")]
    sys.exit(int(any(missed)))

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


def cost(model: jd.Model, t_end: float, step: float, output: str) -> None:
    """Print what derivatives of the run cost."""
    given: dict[str, Any] = dict(integrator=jd.GeneralizedAlpha(step=step), output=100, trust="fast")
    forward = seconds(lambda: jd.simulate(model, t_end, **given))
    print(f"{model.name}: {t_end / step:.0f} steps, forward run {1e3 * forward:.1f} ms")
    for method, count, most in (("direct", 5, 4.0), ("adjoint", 50, 6.0)):
        names = many(model, count)
        taken = seconds(
            lambda m=method, n=names: jd.sensitivity(  # type: ignore[misc]
                model, t_end, parameters=n, outputs=[f"final({output})"], method=m, **given
            ),
            2,
        )
        verdict = "" if taken <= most * forward else "  TOO MUCH"
        print(f"  {method}, {len(names)} parameters: {taken / forward:.2f} forward runs (at most {most:g}){verdict}")


def compiling(model: jd.Model) -> None:
    """Print what compile(like=) costs."""
    body = next(iter(model.bodies))
    other = jd.with_parameters(model, {f"{body}.mass": 1.1 * model.bodies[body].mass})
    system = jd.compile(model)
    whole, kept = seconds(lambda: jd.compile(other), 30), seconds(lambda: jd.compile(other, like=system), 30)
    print(f"{model.name}: compile {1e3 * whole:.2f} ms, like a system {1e3 * kept:.2f} ms, {kept / whole:.2f}")


if __name__ == "__main__":
    compiling(four_bar())
    compiling(andrews())
    cost(andrews(), 0.03, 3e-6, "beta")
    cost(pb.heavy_top(), 1.0, 1e-4, "top.x")

"""What subcycling costs against central differences with the short step for all, and what an implicit method costs beside it.

    python benchmarks/subcycling.py [--only rod propeller chain] [--repeats 5]

One process, the same short step, iteration and tolerance; the least CPU time of several runs in turns. Targets: of the rod the
evaluations of slow rows (25 % at 5:1, 15 % at 10:1; two coordinates say nothing about CPU), of the propeller with 12 shapes
(10:1) 60 % of CPU, of a chain of 20 bars of which one bends 50 %. Baselines that are not worse and cheaper are named.
"""

from __future__ import annotations

import argparse
import os
import sys

import numpy as np

import jourdain as jd
from jourdain.papers.common import table_text
from jourdain.papers.propeller_run import Propeller, rad_per_s
from jourdain.papers.subcycling_examples import Rod, propeller_example, rod_example
from jourdain.papers.subcycling_study import Example, Study

BARS, BENDING, LENGTH, SIDE = 20, 4, 0.5, 0.01  # bars, number of the one that bends; m
STEEL = jd.material(E=2e11, nu=0.3, density=7850.0)
SLOW_ROWS = {5: 25.0, 10: 15.0}  # of the rod [%]
CPU = {"propeller": {10: 60.0}, "chain": {10: 50.0}}  # [%]


def chain() -> jd.Model:
    """Steel bars on hinges, released from level; one of them bends by four free shapes."""
    mesh = jd.beam_mesh([(0, 0, 0), (LENGTH, 0, 0)], 16, section=jd.rectangle(SIDE, SIDE))
    part = jd.reduce(mesh, material=STEEL, interfaces={"a": "start", "b": "end"}, kind="free", modes=4, name="link")
    m = jd.Model("chain", gravity=(0, 0, -9.81))
    mass = STEEL.density * SIDE**2 * LENGTH
    inertia = mass * np.array([SIDE**2 / 6, (LENGTH**2 + SIDE**2) / 12, (LENGTH**2 + SIDE**2) / 12])
    before = m.ground
    for i in range(BARS):
        start = (i * LENGTH, 0, 0)
        if i == BENDING:
            bar: jd.Body = m.flexible("link", part, at=start, damping=0.01)
        else:
            bar = m.body(f"bar {i}", mass=mass, inertia=inertia, at=((i + 0.5) * LENGTH, 0, 0))
        m.joint(f"hinge {i}", "revolute", before, bar, at=start, axis=(0, 1, 0))
        before = bar
    link = m.bodies["link"]
    m.measure("sag", jd.slide(link.interface("a"), link.node(mesh_middle(part)), "z"))
    return m


def mesh_middle(part: jd.Part) -> int:
    """The node in the middle of the link."""
    return int(part.surface.numbers[np.abs(part.surface.nodes[:, 0]).argmin()])


def chain_example() -> Example:
    """The end of the chain, and how the link bends."""

    def curves(found: jd.Result) -> dict[str, np.ndarray]:
        end = found[f"bar {BARS - 1}"].position.values
        return {"end x [m]": end[:, 0], "end z [m]": end[:, 2], "sag [m]": np.asarray(found.measure("sag"))}

    return Example("chain", chain(), ["link.shapes"], 1e-4, 0.5, curves, tol=1e-10)


def studies(only: list[str], repeats: int) -> list[Study]:
    """By name."""
    made = {
        "rod": lambda: (rod_example(Rod(), 1e-3, 2.0), (5, 10)),
        "propeller": lambda: (propeller_example(Propeller(rad_per_s(800.0), shapes="free"), 2.5e-5, 0.25), (10,)),
        "chain": lambda: (chain_example(), (10,)),
    }
    return [Study(*made[name](), "slow-momentum", None, repeats) for name in only]


def judged(study: Study) -> bool:
    """Print everything of an example; are its targets met?"""
    name, good = study.example.name, True
    print(table_text(study.table()), "\n")
    original = study.lines[0]
    for m in study.ratios:
        line = next(one for one in study.lines if one.label.endswith(f"subcycling {m}:1"))
        if line.result is None or original.result is None:
            print(f"{name} {m}:1: {line.why or original.why}")
            return False
        cpu, wanted = 100 * line.cpu / original.cpu, CPU.get(name, {}).get(m)
        rows = 100 * line.slow_rows / original.slow_rows
        print(f"{name} {m}:1: CPU {cpu:.1f} %{_target(wanted)}; evaluations of slow rows {rows:.1f} %", end="")
        print(_target(SLOW_ROWS[m] if name == "rod" else None))
        good &= cpu <= (wanted or np.inf) and (name != "rod" or rows <= SLOW_ROWS[m])
    for note in study.verdicts() or [f"{name}: nothing that is as good is cheaper."]:
        print(note)
    print()
    return good


def _target(wanted: float | None) -> str:
    return "" if wanted is None else f" (target {wanted:g} %)"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument(
        "--only", nargs="+", default=["rod", "propeller", "chain"], choices=["rod", "propeller", "chain"]
    )
    parser.add_argument("--repeats", type=int, default=5)
    arguments = parser.parse_args()
    print(f"load of the machine: {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores\n")
    return 0 if all([judged(study) for study in studies(arguments.only, arguments.repeats)]) else 1


if __name__ == "__main__":
    sys.exit(main())

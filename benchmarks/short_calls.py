"""Short calls: CPU time of a default run of a four-bar for 0.1 s, error and trust line included, from a Model and a System.

    python benchmarks/short_calls.py [--repeats 40]

Exudyn builds, assembles and runs the same machine for 100 steps in the same process, interleaved. Minimum of the repeats.
Exit code 1 where a call takes longer than it may.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable
from typing import Any

import exudyn_models as em
from exudyn_models import pb

import jourdain as jd

MOST = {"from a Model": 5.0, "from a System": 2.0}  # ms
END, STEPS = 0.1, 100


def exudyn(machine: Any, settings: Any) -> None:
    """Built, assembled and run."""
    em.CONTAINER.Reset()
    em.solve(em.planar(machine), settings.build(END, STEPS), None)


def main() -> int:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--repeats", type=int, default=40)
    repeats = parser.parse_args().repeats
    machine = pb.n_four_bar(1)
    model, settings = pb.planar_model(machine), next(iter(em.usual_settings(False)))
    system = jd.compile(model)
    calls: dict[str, Callable[[], Any]] = {
        "Exudyn": lambda: exudyn(machine, settings),
        "from a Model": lambda: jd.simulate(model, END),
        "from a System": lambda: jd.simulate(system, END),
        "from a System, trust fast": lambda: jd.simulate(system, END, trust="fast"),
        "compile": lambda: jd.compile(model),
    }
    found: dict[str, list[float]] = {name: [] for name in calls}
    for _ in range(repeats):
        for name, call in calls.items():
            before = time.process_time()
            call()
            found[name].append(1e3 * (time.process_time() - before))
    for name, times in found.items():
        print(f"{name:<26} {min(times):6.2f} ms" + (f"   ({MOST[name]:g} asked)" if name in MOST else ""))
    return int(any(min(found[name]) > most for name, most in MOST.items()))


if __name__ == "__main__":
    sys.exit(main())

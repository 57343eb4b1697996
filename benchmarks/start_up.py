"""Start-up times: cold demo (empty kernel cache), warm import + small run, and `jourdain --help`.

    python benchmarks/start_up.py

Budgets: the cold demo 24 s on the clock, on two idle cores (it compiles in two processes); the others 1.5 and 0.3 s CPU.
Exits with 1 if one is exceeded.
"""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import tempfile
import time

SMALL_RUN = """
import jourdain as jd
m = jd.Model("pendulum", gravity=(0, 0, -9.81))
rod = m.body("rod", shape=jd.box(1.0, 0.05, 0.05), density=7850, at=(0.5, 0, 0))
m.joint("hinge", "revolute", m.ground, rod, at=(0, 0, 0), axis=(0, 1, 0))
jd.simulate(m, 1.0, integrator=jd.GeneralizedAlpha(step=1e-3))
"""


def cost(command: list[str], cache: str) -> tuple[float, float]:
    """CPU and wall seconds of a command."""
    environment = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"} | {"JOURDAIN_CACHE": cache}
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    began = time.perf_counter()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, env=environment)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return cpu, time.perf_counter() - began


def main() -> int:
    """Print the three figures."""
    demo, help_ = [[sys.executable, "-m", "jourdain.commands.cli", word] for word in ("demo", "--help")]
    small = [sys.executable, "-c", SMALL_RUN]
    failed = False
    with tempfile.TemporaryDirectory() as cache:
        rows = [("cold demo", *cost(demo, cache), 24.0, True)]
        cost(small, cache)
        rows.append(("warm import + small run", *min(cost(small, cache) for _ in range(3)), 1.5, False))
        rows.append(("jourdain --help", *min(cost(help_, cache) for _ in range(3)), 0.3, False))
    for name, cpu, wall, budget, by_clock in rows:
        failed |= (wall if by_clock else cpu) > budget
        print(f"{name:24s} {cpu:6.2f} s CPU, {wall:6.2f} s wall, budget {budget:g} s {'wall' if by_clock else 'CPU'}")
    return int(failed)


if __name__ == "__main__":
    raise SystemExit(main())

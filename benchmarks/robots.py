"""Which robots of a folder are read and run: file, verdict, reason. Robots that nobody here wrote are in the Python packages
example-robot-data and pybullet:

    pip download --no-deps example-robot-data==6.0.0 pybullet==3.2.7 && unzip -q "*.whl" -d robots
    python benchmarks/robots.py robots
    python benchmarks/robots.py robots --both     # CPU time of the runs with limits against that without

Exit code 1 if less than 95 % are read and run.
"""

from __future__ import annotations

import argparse
import time
import warnings
from collections import Counter
from pathlib import Path

import jourdain as jd
from jourdain.errors import JourdainError

ENOUGH = 0.95


def without_limits(model: jd.Model) -> jd.Model:
    """The same robot, whose joints go as far as they like."""
    free = model.copy()
    for joint in free.joints.values():
        joint.limits = {}
    return free


def cost(model: jd.Model, seconds: float) -> float:
    """CPU time of a run [s], the best of three."""
    spent = []
    for _ in range(3):
        begun = time.process_time()
        jd.simulate(model, seconds, trust="fast")
        spent.append(time.process_time() - begun)
    return min(spent)


def verdict(file: Path, seconds: float, both: bool) -> tuple[str, str]:
    """ "runs", "still" (nothing in it can move), "read" (but stops) or "refused", and why."""
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        try:
            model = jd.read(file)
        except JourdainError as problem:
            return "refused", str(problem)
        remarks = f"{sum(str(one.message).count(chr(10)) for one in told)} remarks; " if told else ""
        if not model.bodies:
            return "still", remarks
        try:
            result = jd.simulate(model, seconds, trust="fast")
            more = ""
            limited = sum(bool(joint.limits) for joint in model.joints.values())
            if both and limited:
                with_them, without = cost(model, seconds), cost(without_limits(model), seconds)
                more = f"; {limited} limits: {1e3 * with_them:.1f} ms, without {1e3 * without:.1f} ms"
                COSTS.append((with_them, without))
        except JourdainError as problem:
            return "read", str(problem)
    hits = f", {len(result.events)} events" if result.events else ""
    return "runs", f"{remarks}{len(model.bodies)} bodies, {len(model.joints)} joints{hits}{more}, {result.integrator}"


COSTS: list[tuple[float, float]] = []


def main() -> int:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("folder", type=Path)
    options.add_argument("--seconds", type=float, default=0.1, help="of motion")
    options.add_argument("--leave-out", default="random_urdfs", help="files with this in their path")
    options.add_argument(
        "--both", action="store_true", help="run those with limits without them as well, and time both"
    )
    given = options.parse_args()
    counts: Counter[str] = Counter()
    for file in sorted(given.folder.rglob("*.urdf")):
        if given.leave_out in str(file):
            continue
        begun = time.process_time()
        found, why = verdict(file, given.seconds, given.both)
        counts[found] += 1
        short = " ".join(why.split())[:160]
        print(f"{found:8s} {time.process_time() - begun:6.1f} s  {file.relative_to(given.folder)}: {short}", flush=True)
    good = (counts["runs"] + counts["still"]) / max(1, sum(counts.values()))
    print(", ".join(f"{n} {what}" for what, n in counts.items()), f"of {sum(counts.values())}: {good:.1%}")
    if COSTS:
        ratios = sorted(a / b for a, b in COSTS)
        print(
            f"limits: CPU time {sum(a for a, _ in COSTS) / sum(b for _, b in COSTS):.2f} of that without, in all; ",
            end="",
        )
        print(f"median {ratios[len(ratios) // 2]:.2f}, largest {ratios[-1]:.2f}")
    return int(good < ENOUGH)


if __name__ == "__main__":
    raise SystemExit(main())

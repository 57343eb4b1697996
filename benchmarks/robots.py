"""Which robots of a folder are read and run: file, verdict, reason. Robots that nobody here wrote are in the Python packages
example-robot-data and pybullet:

    pip download --no-deps example-robot-data==6.0.0 pybullet==3.2.7 && unzip -q "*.whl" -d robots
    python benchmarks/robots.py robots
"""

from __future__ import annotations

import argparse
import time
import warnings
from collections import Counter
from pathlib import Path

import jourdain as jd
from jourdain.errors import JourdainError


def verdict(file: Path, seconds: float) -> tuple[str, str]:
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
        except JourdainError as problem:
            return "read", str(problem)
    return "runs", f"{remarks}{len(model.bodies)} bodies, {len(model.joints)} joints, {result.integrator}"


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("folder", type=Path)
    options.add_argument("--seconds", type=float, default=0.1, help="of motion")
    options.add_argument("--leave-out", default="random_urdfs", help="files with this in their path")
    given = options.parse_args()
    counts: Counter[str] = Counter()
    for file in sorted(given.folder.rglob("*.urdf")):
        if given.leave_out in str(file):
            continue
        begun = time.process_time()
        found, why = verdict(file, given.seconds)
        counts[found] += 1
        short = " ".join(why.split())[:160]
        print(f"{found:8s} {time.process_time() - begun:6.1f} s  {file.relative_to(given.folder)}: {short}", flush=True)
    print(", ".join(f"{n} {what}" for what, n in counts.items()), f"of {sum(counts.values())}")


if __name__ == "__main__":
    main()

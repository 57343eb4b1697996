"""Machines by chance: is each refused exactly if it is contradictory, and does no run claim more than a second method confirms?

    python benchmarks/random_machines.py [--each 40]

Prints what is wrong with which (tests/machines/random_machines.py); exits with 1 if something is.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))
from machines.random_machines import KINDS, fault


def main() -> int:
    """Look at all of them."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--each", type=int, default=40, help="machines of each kind")
    each, wrong = parser.parse_args().each, 0
    for kind, make in KINDS.items():
        for seed in range(each):
            if said := fault(make(seed)):
                wrong += 1
                print(f"{kind} {seed}: {said}", flush=True)
    print(f"{wrong} of {each * len(KINDS)} machines")
    return int(wrong > 0)


if __name__ == "__main__":
    raise SystemExit(main())

"""Every method and every treatment through singular positions: machines x starts x integrators x treatments.

    python benchmarks/singular_positions.py [--tol 1e-7] [--step 1e-3] [--only TEXT ..] [--all]

Each run is compared at all its outputs with the exact motion (tests/machines/folding.py). Printed are the runs that stop,
with the reason they give, those whose error is more than three times what they claim, those that lost the motion and say
so, and those that do not name a singular position that they passed; with --all every run. --only: runs in whose line one of
these texts stands. Exits with 1 if a run is wrong without a word.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))
import jourdain as jd
from integrators.checks import SETTINGS, TREATMENTS
from machines.folding import FOLDING, LOST, Outcome, outcome

ROUNDING = 2e-9  # of the model's length: below it an error is nobody's


def methods(tol: float, step: float) -> Iterator[tuple[str, Any]]:
    """All settings of the registry at these accuracies, those that take a treatment with every treatment."""
    for name, one in SETTINGS.items():
        set_ = replace(one, step=step) if one.fixed else replace(one, tol=tol)
        if "constraints" in one.__dataclass_fields__:
            for treatment, value in TREATMENTS.items():
                with suppress(jd.ModelError):  # a method that does not take this one
                    yield f"{name} {treatment}", replace(set_, constraints=value)
        else:
            yield name, set_


def verdict(found: Outcome) -> str:
    """Nothing, or what is wrong."""
    if found.stop:
        return "stops: " + found.stop.replace("\n", " ")
    if found.error > max(3.0 * found.claim, ROUNDING):
        return f"WRONG: error {found.error:.1e}, claim {found.claim:.1e}"
    if found.error > LOST:
        return f"lost: error {found.error:.1e}, claim {found.claim:.1e}"
    return f"{found.unnamed} passages not named" if found.unnamed else ""


def main() -> int:
    """Run the product."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tol", type=float, default=1e-7)
    parser.add_argument("--step", type=float, default=1e-3)
    parser.add_argument("--only", nargs="+", default=[""])
    parser.add_argument("--all", action="store_true")
    options = parser.parse_args()
    counts = {"right": 0, "lost": 0, "stops": 0, "WRONG": 0, "unnamed": 0}
    for machine, folding in FOLDING.items():
        for at_flat in (False, True):
            try:
                system = jd.compile(folding.model(at_flat))
            except jd.JourdainError as refused:
                print(machine, at_flat, refused)
                continue
            for name, method in methods(options.tol, options.step):
                where = f"{machine}, {'at the flat position' if at_flat else 'regular start'}, {name}"
                if not any(text in where for text in options.only):
                    continue
                began = time.process_time()
                found = outcome(folding, at_flat, method, system)
                said = verdict(found)
                kind = next(
                    (k for k in ("lost", "stops", "WRONG") if said.startswith(k)), "unnamed" if said else "right"
                )
                counts[kind] += 1
                if said or options.all:
                    seconds = time.process_time() - began
                    print(f"{where}: {said or f'{found.error:.1e}'} [{seconds:.1f} s]", flush=True)
    print(f"{sum(counts.values())} runs:", ", ".join(f"{k} {v}" for k, v in counts.items()))
    return int(counts["WRONG"] > 0)


if __name__ == "__main__":
    raise SystemExit(main())

"""Full comparison with the original ADAMS files: every row of every curve of the fifteen cases.

    python benchmarks/compare_adams.py FOLDER [--step 1e-4] [--case Revolute_01 ...]

FOLDER holds Project Chrono's files <Case>_ADAMS_<What>.txt. Prints, for each curve, the RMS difference of the worst
column and the pass line; exits with 1 if any curve is over its line.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

import numpy as np

import jourdain as jd

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests" / "verification"))

from adams_models import CASES, END_TIME, raw_curve, rms

Row = tuple[str, float, float]


def compare(case: str, folder: Path, step: float | None) -> list[Row]:
    """(quantity, worst RMS, pass line) of each curve of one case."""
    times, _ = raw_curve(folder, case, "Pos")
    intervals = len(times) - 1
    integrator = jd.GeneralizedAlpha(step=step or CASES[case].step)
    result = jd.simulate(CASES[case].build(), END_TIME, integrator=integrator, output=intervals, trust="fast")
    if not np.allclose(result.t, times, rtol=0, atol=1e-6):  # the files print six digits
        raise SystemExit(f"{case}: the output times differ from those of the files")
    rows = []
    for quantity, curve in CASES[case].curves.items():
        worst = rms(quantity, curve(result), raw_curve(folder, case, quantity)[1]).max()
        rows.append((quantity, float(worst), CASES[case].line(quantity)))
    return rows


def main() -> int:
    """Run the chosen cases and print the table; 1 if a curve fails."""
    parser = argparse.ArgumentParser(description="Compare fifteen models with their ADAMS trajectories.")
    parser.add_argument("folder", type=Path, help="folder of the original files")
    parser.add_argument(
        "--step", type=float, help="one fixed step of generalized-alpha for all, in s (default: per case)"
    )
    parser.add_argument("--case", nargs="+", choices=list(CASES), default=list(CASES), help="only these cases")
    options = parser.parse_args()
    if not options.folder.is_dir():
        parser.error(f"{options.folder} is not a folder")

    failures = 0
    print(f"{'case':<16}{'curve':<15}{'RMS worst column':>17}{'pass line':>11}")
    for case in options.case:
        for quantity, worst, line in compare(case, options.folder, options.step):
            passed = worst <= line  # NaN fails
            failures += not passed
            print(f"{case:<16}{quantity:<15}{worst:>17.2e}{line:>11.0e}{'' if passed else '   FAIL'}")
    print(f"{failures} curve(s) over the line" if failures else "every curve within its line")
    return 1 if failures else 0


if __name__ == "__main__":
    raise SystemExit(main())

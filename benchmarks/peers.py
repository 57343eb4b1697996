"""Jourdain beside Exudyn, MuJoCo, Drake, Pinocchio and scikit-sundae, by one command; answers are checked before times.

    python benchmarks/peers.py [--repeats 5] [--docs]

CPU seconds of this process, the least of interleaved repeats. It fails where a program is missing (`pip install .[bench]`) or
an answer is wrong. --docs writes docs/benchmarks.md and its picture.
"""

from __future__ import annotations

import argparse
import datetime
import importlib.metadata
import importlib.util
import math
import sys
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import numpy as np

import jourdain as jd

PEERS = {"exudyn": "exudyn", "mujoco": "mujoco", "drake": "pydrake", "pin": "pinocchio", "scikit-sundae": "sksundae"}
SIZES = {10: 300, 100: 60, 1000: 6}  # links of chains, and steps of a run
SMALL = 100  # links: MuJoCo's files may not nest many more, and Pinocchio's memory grows with their third power
NEAR = 1e-6  # m: how far ends of chains may be apart
STEPS = (0.04, 0.025, 0.02, 0.0125, 0.01, 0.005, 0.0025)  # s, of four-bars
FOUR_BARS, ENERGY = (1, 10), 1e-3  # J
ERRORS = (1e-4, 1e-6, 1e-8)  # rad, of Andrews' angles
DOCS = Path(__file__).parent.parent / "docs"


@dataclass(frozen=True)
class Line:
    """One comparison: what, in which unit, times by program, and what was checked."""

    what: str
    unit: str
    times: dict[str, float]
    checked: str

    @property
    def ratio(self) -> float:
        """The best of the others over ours."""
        return min(t for name, t in self.times.items() if name != "Jourdain") / self.times["Jourdain"]


def least(repeats: int, **runs: Callable[[], float]) -> dict[str, float]:
    """Of interleaved repeats."""
    best = dict.fromkeys(runs, math.inf)
    for _ in range(repeats):
        for name, run in runs.items():
            best[name] = min(best[name], run())
    return best


def require(fine: bool, what: str) -> None:
    """Stop where an answer is wrong: then there is nothing to time."""
    if not fine:
        raise SystemExit(f"{what}: the answers differ; nothing was timed")


def longest(fine: Callable[[float], bool], what: str) -> float:
    """The longest step whose answer is fine."""
    step = next((h for h in STEPS if fine(h)), 0.0)
    require(step > 0.0, what)
    return step


def chains(repeats: int) -> list[Line]:
    """Evaluations of a tree: RK4 of ours and MuJoCo's, articulated bodies of Pinocchio, RK3 of Drake."""
    import peer_models as pm
    from trees import chain

    found = []
    for links, steps in SIZES.items():
        system = jd.compile(chain(links))
        method = jd.RK4(step=pm.STEP, coordinates="joint", constraints="direct")

        def ours(system: jd.System = system, method: jd.RK4 = method, steps: int = steps) -> jd.Result:
            return jd.simulate(system, steps * pm.STEP, integrator=method, output=1, trust="fast")

        end = ours().q[-1].reshape(-1, 7)[-1, :3]
        others = {"Drake": pm.drake_chain(links, steps)[1]}
        if links <= SMALL:
            others["MuJoCo"] = pm.mujoco_chain(links, steps)[1]
            others["Pinocchio"] = pm.pinocchio_chain(links, steps)[2]
        apart = {name: float(np.abs(there - end).max()) for name, there in others.items()}
        require(max(apart.values()) < NEAR, f"chain of {links}: {apart}")
        per = 1e6 / steps / links
        runs = {
            "Jourdain": lambda ours=ours, per=per: per * ours().stats.cpu_seconds / 4.0,
            "Pinocchio": lambda n=links: 1e6 * pm.pinocchio_chain(n, 1)[1] / n,
            "MuJoCo": lambda n=links, s=steps, per=per: per * pm.mujoco_chain(n, s)[0] / 4.0,
            "Drake": lambda n=links, s=steps, per=per: per * pm.drake_chain(n, s)[0] / 3.0,
        }
        times = least(repeats, **{name: run for name, run in runs.items() if name == "Jourdain" or name in others})
        checked = f"ends within {max(apart.values()):.0e} m after {steps} steps"
        found.append(
            Line(f"revolute chain of {links}, joint coordinates", "us per evaluation and link", times, checked)
        )
    return found


def exudyn_chain(repeats: int) -> list[Line]:
    """Generalized-alpha on hard joints: Exudyn's best settings of all tried."""
    from exudyn_step_cost import PROBLEMS, best_exudyn, check_jourdain, time_all

    problem = PROBLEMS["chain"]
    peers = best_exudyn(problem, False)
    answer = check_jourdain(problem)
    require(not answer.fault(problem.limit), problem.title)
    best = time_all(problem, {"tuned": peers["tuned"]}, repeats, ours=True)
    checked = f"joints closed to {answer.gap:.0e} m, error {answer.error:.0e} m"
    times = {"Jourdain": best["ours"], "Exudyn": best["tuned"]}
    return [Line(f"{problem.title}, generalized-alpha", "us per step", times, checked)]


def four_bars(repeats: int) -> list[Line]:
    """Ten seconds through all singular positions, at an energy error below a millijoule."""
    import peer_models as pm

    found = []
    for n in FOUR_BARS:
        system = jd.compile(pm.pb.planar_model(pm.pb.n_four_bar(n)))
        exact = -float(pm.pb.n_four_bar_angle(n, np.array([0.0, 10.0]))[-1])

        def ours(step: float, system: jd.System = system) -> jd.Result:
            method = jd.RK4(step=step, coordinates="joint")
            return jd.simulate(system, 10.0, integrator=method, output=100, trust="fast")

        def theirs(step: float, n: int = n) -> tuple[float, float, float]:
            machine = pm.PlanarMachine(pm.pb.n_four_bar(n), 0.5 / step)
            q = np.zeros(machine.model.nv)
            before = machine.energy(q, machine.start)
            spent, end = pm.rk4(machine.accelerations, q, machine.start, step, round(10.0 / step))
            angle = machine.angles(end[: len(q)])[0]
            return spent, abs(machine.energy(end[: len(q)], end[len(q) :]) - before), float(angle)

        def fine(step: float, ours: Callable = ours, exact: float = exact) -> bool:
            result = ours(step)
            near = abs(result.q[-1].reshape(-1, 3)[0, 2] - exact) < 1e-2
            return bool(np.abs(result.energy.error.values).max() < ENERGY and near)

        def fine_there(step: float, theirs: Callable = theirs, exact: float = exact) -> bool:
            _, lost, angle = theirs(step)
            return lost < ENERGY and abs(angle - exact) < 1e-2

        step, other = (longest(good, f"{n} four-bars") for good in (fine, fine_there))
        times = least(
            repeats,
            Jourdain=lambda ours=ours, h=step: 1e3 * ours(h).stats.cpu_seconds / 10.0,
            Pinocchio=lambda theirs=theirs, h=other: 1e3 * theirs(h)[0] / 10.0,
        )
        checked = f"energy within {ENERGY:g} J, angle within 0.01 rad of the exact one; steps {step:g} and {other:g} s"
        found.append(Line(f"{n} four-bar{'s' if n > 1 else ''}, RK4", "ms per simulated second", times, checked))
    return found


def andrews(repeats: int) -> list[Line]:
    """The least time to a given error of the seven angles."""
    import peer_models as pm

    system = jd.compile(pm.pb.andrews_model())
    points: dict[str, list[tuple[float, float]]] = {}

    def add(name: str, run: Callable[[], pm.Answer]) -> None:
        answers = [run() for _ in range(repeats)]
        error = float(np.abs(answers[0][1] - pm.pb.ANDREWS_FINAL).max())
        points.setdefault(name, []).append((error, min(seconds for seconds, _ in answers)))

    def ours(method: jd.Integrator) -> pm.Answer:
        result = jd.simulate(system, pm.pb.ANDREWS_END, integrator=method, output=1, trust="fast")
        return result.stats.cpu_seconds, pm.pb.andrews_angles(result.q[-1].reshape(-1, 3)[:, 2])

    for tol in (1e-5, 1e-6, 1e-7, 1e-8, 1e-9, 1e-10):
        for coordinates in ("cartesian", "joint"):
            add("Jourdain", partial(ours, jd.DOP853(tol=tol, coordinates=coordinates)))
    for step in (3e-4, 1e-4, 5e-5, 2e-5, 1e-5):
        add("Pinocchio", lambda h=step: pm.Andrews(0.5 / h).by_rk4(h))
    for tol in (1e-5, 1e-6, 1e-7, 1e-9, 1e-11):
        add("scikit-sundae", lambda tol=tol: pm.Andrews(100.0).by_sundae(tol))
    found = []
    for error in ERRORS:
        times = {name: 1e3 * min((s for e, s in p if e <= error), default=math.inf) for name, p in points.items()}
        found.append(Line(f"Andrews' machine to {error:.0e} rad", "ms", times, "published angles at 0.03 s"))
    return found


def table(lines: list[Line]) -> str:
    """As Markdown."""
    names = ["Jourdain", "Exudyn", "MuJoCo", "Drake", "Pinocchio", "scikit-sundae"]
    rows = [f"| | unit | {' | '.join(names)} | best other / ours | checked |", "|---" * (len(names) + 4) + "|"]
    for line in lines:
        shown = [f"{line.times[name]:.3g}" if math.isfinite(line.times.get(name, math.inf)) else "-" for name in names]
        rows.append(f"| {line.what} | {line.unit} | {' | '.join(shown)} | {line.ratio:.2f} | {line.checked} |")
    return "\n".join(rows)


def page(lines: list[Line]) -> str:
    """docs/benchmarks.md."""
    versions = ", ".join(f"{name} {importlib.metadata.version(name)}" for name in ("jourdain", *PEERS))
    return f"""# Benchmarks

Made by `python benchmarks/peers.py --docs` on {datetime.date.today():%d %B %Y} with {versions}, Python
{sys.version.split()[0]}. CPU time of one process, the least of interleaved repeats. Each answer is checked before it is timed.

{table(lines)}

![how many times faster than the best other program](_static/peers.svg)

* Chains: RK4 of ours and of MuJoCo, Runge-Kutta of third order in Drake, each divided by its evaluations. Pinocchio has no
  integrator: one call of its articulated-body algorithm from Python. Ours have all forces and events of a general model in
  them.
* Hard joints: both programs run generalized-alpha on the index-3 equations with Cartesian coordinates, Exudyn with the
  fastest settings whose answer counts.
* Four-bars: the exact motion is linear in the joint angles, so that joint coordinates keep loops closed for free. Andrews'
  machine is the fair test of loops. Pinocchio's accelerations with constraints run in an RK4 loop in Python, and as the right
  side of CVODE for scikit-sundae.
"""


def picture(lines: list[Line], path: Path) -> None:
    """Bars: how many times faster than the best other program."""
    import matplotlib as mpl

    mpl.use("Agg")
    import matplotlib.pyplot as plt

    figure, axes = plt.subplots(figsize=(8, 0.4 * len(lines) + 1), layout="constrained")
    ratios = [line.ratio for line in lines]
    axes.barh(
        [line.what for line in lines], ratios, color=["#3b6ea5" if ratio >= 1.0 else "#b5533c" for ratio in ratios]
    )
    axes.axvline(1.0, color="black", lw=0.8)
    axes.set_xlabel("time of the best other program / ours")
    axes.invert_yaxis()
    figure.savefig(path, metadata={"Date": None})


def main() -> int:
    """Compare; 1 where a program is missing."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--repeats", type=int, default=5)
    parser.add_argument("--docs", action="store_true", help="write docs/benchmarks.md")
    options = parser.parse_args()
    missing = [name for name, module in PEERS.items() if importlib.util.find_spec(module) is None]
    if missing:
        print(f"not installed: {', '.join(missing)}; pip install .[bench]", file=sys.stderr)
        return 1
    lines = []
    for compare in (chains, exudyn_chain, four_bars, andrews):
        lines += compare(options.repeats)
        print(table(lines), flush=True)
    if options.docs:
        (DOCS / "benchmarks.md").write_text(page(lines))
        picture(lines, DOCS / "_static" / "peers.svg")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())

"""CPU time per step against Exudyn: the same mechanisms, method and step, both answers checked first.

    python benchmarks/exudyn_step_cost.py [--only arm andrews] [--repeats 7] [--verbose] [--peer-only]

Both programs run generalized-alpha on the index-3 equations with spectral radius 0.9 and a fixed step. A run counts
only if the joints stay closed to 5e-12 m at every step and the motion is within the problem's error line of a
reference that neither program made. Exudyn is given the fastest settings that count: of the usual ones, and of a wider
set with its modified Newton tuned, against which the target is judged. Times are CPU seconds, minimum of
interleaved repeats: Exudyn's of SolveDynamic alone, Jourdain's of the compiled time loop (`result.stats.cpu_seconds`).
Four-bars pass singular positions; there the order of Jourdain's errors is measured as well, from steps h, h/2 and h/4.
Exits with 1 if Jourdain's answer does not count, a ratio is under its target, or an order below 1.8.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

import exudyn_models as em
import numpy as np
from exudyn_models import RHO, Settings, pb
from scipy.spatial.transform import Rotation

import jourdain as jd

CLOSED = 5e-12  # m
TRIAL = 0.1  # part of a run by which settings of Exudyn are put in order; there is a singular position in it
FEWEST = 50  # steps of that
LARGE = 50  # links of a chain: dense solvers of Exudyn are not tried
ORDER = 1.8  # at least


@dataclass(frozen=True)
class Answer:
    """What a run is judged by."""

    gap: float  # largest opening of a joint at any step, m, or of the size of a machine that is larger
    error: float  # largest distance from the reference, rad or m

    def fault(self, limit: float) -> str:
        """Why the run does not count, or an empty text."""
        if not self.gap <= CLOSED:
            return f"joints open by {self.gap:.1e} m"
        return "" if self.error <= limit else f"error {self.error:.1e} over {limit:.0e}"


def _arm_error(times: np.ndarray, angles: np.ndarray) -> float:
    """Largest error of both angles up to 2 s; after that the motion amplifies every error by thousands."""
    early = times <= 2.0 + 1e-9
    return float(np.abs(angles[early] - pb.two_link_arm_angles(times[early])).max())


def _four_bar_error(times: np.ndarray, angles: np.ndarray) -> float:
    """Largest error of the angle of any upright (rad); n four-bars have n + 1 of them, and n couplers."""
    n = angles.shape[1] // 2
    return float(np.abs(angles[:, : n + 1] + pb.n_four_bar_angle(n, times)[:, None]).max())


def _andrews_error(_times: np.ndarray, angles: np.ndarray) -> float:
    """Largest error of the seven angles at the end (rad)."""
    return float(np.abs(pb.andrews_angles(angles[-1]) - pb.ANDREWS_FINAL).max())


@dataclass(frozen=True)
class Problem:
    """One mechanism in both programs, the answer it must give and the ratio asked for."""

    title: str
    step: float  # s
    end: float  # s
    limit: float  # largest error that counts: about twice what the method makes at this step
    target: float  # Exudyn's time over Jourdain's

    @property
    def extent(self) -> float:
        """Size of a machine that is larger than 1 m [m]: positions are rounded by it."""
        return 1.0

    @property
    def steps(self) -> int:
        """Number of steps of a run."""
        return round(self.end / self.step)

    def settings(self) -> Iterator[tuple[str, Settings]]:
        """Settings of Exudyn to choose from, each with the name of its set."""
        spatial = isinstance(self, ChainProblem)
        large = isinstance(self, ChainProblem) and self.links > LARGE
        yield from (("usual", s) for s in em.usual_settings(spatial, large))
        yield from (("tuned", s) for s in em.tuned_settings(spatial, large))

    def exudyn(self, settings: Settings, check: bool = False) -> tuple[float, Answer | None]:
        """CPU seconds of one run and, when checking (which slows it), its answer."""
        raise NotImplementedError

    def jourdain(self) -> jd.Model:
        """The model."""
        raise NotImplementedError

    def judge(self, result: Any) -> Answer:
        """The answer in a Result that holds every step."""
        raise NotImplementedError


@dataclass(frozen=True)
class PlanarProblem(Problem):
    """A pinned planar mechanism."""

    mechanism: pb.Mechanism
    error: Callable[[np.ndarray, np.ndarray], float]

    @property
    def extent(self) -> float:
        return max(1.0, *(abs(x) for link in self.mechanism.links for x in link.at))

    def _answer(self, times: np.ndarray, centres: np.ndarray, angles: np.ndarray) -> Answer:
        return Answer(self.mechanism.gap(centres, angles) / self.extent, self.error(times, angles))

    def exudyn(self, settings: Settings, check: bool = False) -> tuple[float, Answer | None]:
        em.CONTAINER.Reset()
        system = em.andrews() if self.mechanism.name == "Andrews" else em.planar(self.mechanism)
        options = settings.build(self.end, self.steps)
        seconds, times, poses = em.solve(system, options, em.planar_pose if check else None)
        if not check:
            return seconds, None
        poses = poses + np.array([[*k.to_ground(k.com), k.angle] for k in self.mechanism.links])
        return seconds, self._answer(times, poses[..., :2], poses[..., 2])

    def jourdain(self) -> jd.Model:
        return pb.andrews_model() if self.mechanism.name == "Andrews" else pb.planar_model(self.mechanism)

    def judge(self, result: Any) -> Answer:
        return self._answer(result.t, *pb.planar_motion(self.mechanism, result))


@dataclass(frozen=True)
class ChainProblem(Problem):
    """The spatial chain on ball joints."""

    links: int

    @property
    def extent(self) -> float:
        return float(self.links)  # bars of 1 m

    def _answer(self, times: np.ndarray, starts: np.ndarray, ends: np.ndarray) -> Answer:
        """From both ends of the bars (nt, n, 3)."""
        before = np.concatenate([np.zeros_like(ends[:, :1]), ends[:, :-1]], axis=1)
        gap = np.linalg.norm(starts - before, axis=-1).max()
        error = np.abs(0.5 * (starts + ends) - pb.chain_centres(self.links, times)).max()
        return Answer(float(gap) / self.extent, float(error))

    def exudyn(self, settings: Settings, check: bool = False) -> tuple[float, Answer | None]:
        em.CONTAINER.Reset()
        system, bars = em.chain(self.links, settings.rotation)
        options = settings.build(self.end, self.steps)
        seconds, times, poses = em.solve(system, options, em.bar_ends(bars) if check else None)
        return seconds, self._answer(times, poses[:, :, 0], poses[:, :, 1]) if check else None

    def jourdain(self) -> jd.Model:
        return pb.chain(self.links)

    def judge(self, result: Any) -> Answer:
        bars = [result[f"bar {i}"] for i in range(self.links)]
        half = [Rotation.from_quat(bar.quaternion, scalar_first=True).apply([0.5, 0.0, 0.0]) for bar in bars]
        centres, axes = np.stack([bar.position for bar in bars], axis=1), np.stack(half, axis=1)
        return self._answer(result.t, centres - axes, centres + axes)


PROBLEMS: dict[str, Problem] = {
    "arm": PlanarProblem("planar two-link arm", 1e-3, 10.0, 2e-4, 3.5, pb.two_link_arm(), _arm_error),
    "fourbar": PlanarProblem("four-bar", 1e-3, 10.0, 4e-4, 6.0, pb.n_four_bar(1), _four_bar_error),
    **{
        f"fourbars{n}": PlanarProblem(f"{n} four-bars", 1e-3, 10.0, 4e-4, 6.0, pb.n_four_bar(n), _four_bar_error)
        for n in (10, 20, 30)
    },
    "andrews": PlanarProblem("Andrews' mechanism", 1e-5, pb.ANDREWS_END, 3e-4, 9.0, pb.andrews(), _andrews_error),
    "chain": ChainProblem("chain of 10 ball joints", 1e-3, 1.0, 2e-5, 9.0, 10),
    "chain100": ChainProblem("chain of 100 ball joints", 1e-3, 0.5, 2e-5, 9.0, 100),
    "chain1000": ChainProblem("chain of 1000 ball joints", 1e-3, 0.2, 2e-5, 9.0, 1000),
}


def best_exudyn(problem: Problem, verbose: bool) -> dict[str, tuple[Settings, Answer]]:
    """The fastest settings whose answer counts: of the usual ones, and of all ("tuned").

    All are timed on the first part of the run (minimum of two), and checked on the whole of it, the fastest first.
    """
    trial = replace(problem, end=max(TRIAL * problem.end, FEWEST * problem.step))
    timed: list[tuple[float, str, Settings]] = []
    for group, settings in problem.settings():
        with suppress(em.exu.SolverError):
            timed.append((min(trial.exudyn(settings)[0] for _ in range(2)), group, settings))
    best: dict[str, tuple[Settings, Answer]] = {}
    for seconds, group, settings in sorted(timed, key=lambda row: row[0]):
        if "tuned" in best and group != "usual":
            continue
        try:
            answer = problem.exudyn(settings, check=True)[1]
            assert answer is not None
            fault = answer.fault(problem.limit)
        except em.exu.SolverError:
            fault = "a step failed"
        if verbose:
            print(f"    {group} {settings!s:<80}{1e6 * seconds / trial.steps:8.2f} us/step   {fault or 'counts'}")
        if not fault:
            best.setdefault("tuned", (settings, answer))
            if group == "usual":
                return {"usual": (settings, answer), **best}
    raise SystemExit(f"{problem.title}: no usual settings of Exudyn give an answer that counts")


def run_jourdain(problem: Problem, output: int) -> Any:
    """A Result with `output` equal intervals."""
    integrator = jd.GeneralizedAlpha(rho=RHO, step=problem.step)
    return jd.simulate(problem.jourdain(), problem.end, integrator=integrator, output=output, trust="fast")


def check_jourdain(problem: Problem) -> Answer:
    """Judge every step; the gap is that of the positions as the time loop left them, like Exudyn's (`result.gap`)."""
    result = run_jourdain(problem, output=problem.steps)
    return replace(problem.judge(result), gap=float(result.gap.max()) / problem.extent)


def observed_orders(problem: Problem) -> list[float]:
    """Of the largest error over the whole run, from h to h/2 and from h/2 to h/4."""
    finer = (replace(problem, step=problem.step / parts) for parts in (1, 2, 4))
    errors = [one.judge(run_jourdain(one, output=1000)).error for one in finer]
    return [float(np.log2(errors[i] / errors[i + 1])) for i in range(2)]


def time_all(problem: Problem, peers: dict[str, tuple[Settings, Answer]], repeats: int, ours: bool) -> dict[str, float]:
    """Microseconds per step, minimum of interleaved repeats."""
    best = dict.fromkeys([*peers, "ours"], float("inf"))
    for _ in range(repeats):
        for name, (settings, _) in peers.items():
            best[name] = min(best[name], 1e6 * problem.exudyn(settings)[0] / problem.steps)
        if ours:
            stats = run_jourdain(problem, output=1).stats
            best["ours"] = min(best["ours"], 1e6 * stats.cpu_seconds / stats.steps)
    return best


def measure(problem: Problem, repeats: int, verbose: bool, peer_only: bool) -> bool:
    """Check both, time both in turns, print the rows of one problem; True if the target is met."""
    print(f"{problem.title}, h = {problem.step:g} s, {problem.end:g} s ({problem.steps} steps)")
    peers = best_exudyn(problem, verbose)
    ours = None if peer_only else check_jourdain(problem)
    best = time_all(problem, peers, repeats, ours=not peer_only)
    row = "    {:<15} {:8.2f} us/step   gap {:.1e} m   error {:.1e}   {}"
    for name, (settings, answer) in peers.items():
        print(row.format(f"Exudyn, {name}", best[name], answer.gap, answer.error, settings))
    if ours is None:
        return True
    fault = ours.fault(problem.limit)
    print(row.format("Jourdain", best["ours"], ours.gap, ours.error, fault or "counts"))
    ratio = {name: best[name] / best["ours"] for name in peers}
    met = ratio["tuned"] >= problem.target and not fault
    if isinstance(problem, PlanarProblem) and problem.error is _four_bar_error:
        orders = observed_orders(problem)
        met &= min(orders) > ORDER
        print(f"    order {orders[0]:.2f}, {orders[1]:.2f} through all singular positions, at least {ORDER:g}")
    verdict = "met" if met else "NOT MET"
    print(
        f"    ratio {ratio['tuned']:.2f} to the tuned one, target {problem.target:g}: {verdict} (usual {ratio['usual']:.2f})"
    )
    return met


def main() -> int:
    """Measure the chosen problems; 1 if one misses."""
    parser = argparse.ArgumentParser(description="CPU time per step against Exudyn.")
    parser.add_argument("--only", nargs="+", choices=list(PROBLEMS), default=list(PROBLEMS), help="only these")
    parser.add_argument("--repeats", type=int, default=7, help="interleaved repeats, at least 5 (default 7)")
    parser.add_argument("--peer-only", action="store_true", help="choose settings for and time Exudyn alone")
    parser.add_argument("--verbose", action="store_true", help="print every setting tried")
    options = parser.parse_args()
    if options.repeats < 5:
        parser.error("--repeats must be at least 5")
    met = [measure(PROBLEMS[name], options.repeats, options.verbose, options.peer_only) for name in options.only]
    return 0 if all(met) else 1


if __name__ == "__main__":
    raise SystemExit(main())

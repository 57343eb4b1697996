"""What Xu, Qi (2006) leave open: the rank of equation (19), what deleting rows does, and Baumgarte's diverging rows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from jourdain.errors import ConvergenceError
from jourdain.papers.common import Raw, raw_run
from jourdain.papers.four_bar import NAMES, FourBar
from jourdain.papers.three_angles import CLOSURE, PRINTED, Loose, ThreeAngles
from jourdain.progress import counted
from jourdain.result.conditioning import scaled_rows
from jourdain.system.compile import compile
from jourdain.system.system import System
from jourdain.viewer.section import Chart, Table

if TYPE_CHECKING:
    from jourdain.papers.singular import Study

NINE = "nine coordinates"
RANK = 1e-9  # of the largest singular value
AWAY = 1e-2  # m from the truth: a run that has gone astray
# c1 = c2, y [m] and time [s] of the paper's Table 2
STABILISED = (
    (20, -0.800926, 79.754), (30, 0.0950776, 101.455), (40, -0.540981, 122.046), (50, -0.319504, 107.375),
    (100, -0.0265222, 104.61), (200, -0.0264932, 107.485), (400, -0.0264944, 122.946),
)  # fmt: skip

# --------------------------------------------------------------------------- Figure 1 and equation (19)


def drawing(bar: FourBar) -> Chart:
    """The machine at its start, with its three angles."""
    pins = bar.pins(bar.th1)
    lines: dict[str, Any] = {f"{i + 1}: {NAMES[i]}": tuple(pins[i : i + 2].T) for i in range(3)}
    lines["ground AD"] = np.array([0.0, bar.long]), np.zeros(2)
    before, size = 0.0, 0.15 * bar.long
    for i, (at, angle) in enumerate(zip(pins, bar.directions(bar.th1), strict=False), 1):
        arc = np.exp(1j * np.linspace(before, angle, 40))
        path = complex(*at) + size * np.concatenate([[0.0], arc])  # from the bar before, drawn out
        lines[f"th{i} = {np.degrees(abs(angle - before)):.4g} deg"] = path.real, path.imag
        before = angle
    centre = (pins[2] + pins[3]) / 2
    lines["centre of CD"] = centre[:1], centre[1:]
    return Chart(pins[:, 0], lines, "x [m]", "y [m]", caption="Figure 1: the machine at its start", equal=True)


def _values(bar: FourBar, system: System, th1: float) -> dict[str, np.ndarray]:
    """Singular values of the three sets of rows at a position of the branch; those of nine coordinates in the mass metric."""
    angles, none = ThreeAngles(bar), np.zeros(3)
    q = angles.branch(th1)
    full = scaled_rows(system, 0.0, bar.positions(th1), np.zeros(9), system.w0, system.ref0)
    rows = {PRINTED: angles.printed(q), CLOSURE: angles.closure(q, none)[1], NINE: full}
    return {name: np.linalg.svd(G, compute_uv=False) for name, G in rows.items()}


def rank_table(bar: FourBar, system: System, degrees: Sequence[float]) -> Table:
    """Equation (19) along the branch: what it leaves open, and its rank beside those of the closure."""
    angles, rows = ThreeAngles(bar), []
    for th1 in np.radians(degrees):
        q = angles.branch(th1)
        found = _values(bar, system, th1)
        open_ = float(np.abs(angles.printed(q) @ angles.along(th1)).max())
        line: list[Any] = [float(np.degrees(th1)), open_, float(np.cos(q[0]) + np.cos(q[1]))]
        for sigma in found.values():
            line += [float(sigma[-1] / sigma[0]), int(np.count_nonzero(sigma > RANK * sigma[0]))]
        rows.append(tuple(line))
    names = [text for name in (PRINTED, CLOSURE, NINE) for text in (f"smin/smax, {name}", "rank")]
    head = ("th1 [deg]", "(19) on the branch [rad/rad]", "curl of its first row", *names)
    caption = "Equation (19): it holds on the branch, is no gradient, and loses a rank at k pi as the loop does"
    return Table(head, tuple(rows), caption)


def rank_chart(bar: FourBar, system: System, turns: float = 1.0) -> Chart:
    """Smallest against largest singular value along the branch."""
    th1 = np.linspace(0.0, 2 * np.pi * turns, 181)
    found = [_values(bar, system, float(x)) for x in th1]
    lines = {name: np.array([sigma[name][-1] / sigma[name][0] for sigma in found]) for name in found[0]}
    caption = "Equation (19) and the closure: they lose rank at k pi"
    return Chart(np.degrees(th1), lines, "th1 [deg]", "smallest/largest singular value", caption=caption)


# --------------------------------------------------------------------------- the rank rule


class Angular:
    """The paper's method in three angles, both kinds of rows."""

    def __init__(self, study: Study) -> None:
        self.study, self.angles = study, ThreeAngles(study.bar)
        self.systems = {rows: compile(self.angles.model(rows)) for rows in (CLOSURE, PRINTED)}

    def run(self, rows: str, c: float, c1: float, delete: float) -> Raw:
        """As Study.run, in these coordinates."""
        study = self.study
        method = study.modified(c, c1, delete)
        return raw_run(self.systems[rows], method, study.t_end, round(study.t_end / study.h))

    def y(self, rows: str, c: float, c1: float, delete: float) -> float:
        """At the end, in the paper's sign [m]."""
        return -self.angles.height(self.run(rows, c, c1, delete).q[-1])


def rule_table(
    study: Study, angular: Angular, pair: tuple[float, float], deletes: Sequence[float], truth: float
) -> Table:
    """One pair (c, c1) with all rank tolerances and in all coordinates."""
    rows = []
    for delete in deletes:
        runs = {NINE: study.run(study.modified(*pair, delete))}
        runs |= {f"three angles, {rows}": angular.run(rows, *pair, delete) for rows in (CLOSURE, PRINTED)}
        for i, (name, run) in enumerate(runs.items()):
            y = -float(run.q[-1, 7]) if name == NINE else -angular.angles.height(run.q[-1])
            label = f"{delete:g}" if i == 0 else ""
            rows.append((label, name, y, y - truth, run.tally["deleted"], run.figures[0]))
    head = ("rank tolerance", "coordinates", "y [m]", "y - one coordinate [m]", "rows deleted", "|energy error| [J]")
    return Table(
        head, tuple(rows), f"What deleting rows does to the end: modified method, c = {pair[0]:g}, c1 = {pair[1]:g}"
    )


# --------------------------------------------------------------------------- Baumgarte's stabilisation


def stabilised_table(study: Study, delete: float, tols: Sequence[float], truth: float, progress: bool | None) -> Table:
    """The paper's seven rows with two programmes of Adams: one that is told of deleted rows, and VODE, which is not."""
    times, angles = np.linspace(0.0, study.t_end, 301), ThreeAngles(study.bar)
    rows: list[tuple[Any, ...]] = []
    for c1, y, seconds in counted(STABILISED, lambda one: f"Baumgarte, c1 = {one[0]:g}, rank {delete:g}", progress):
        loose = [angles.stabilised(c1, delete, tol, times) for tol in tols]
        told = [_told(study, c1, tol, delete) for tol in tols]
        ends = [float("nan") if run.stopped else -float(run.height[-1]) for run in loose]
        rows.append((c1, y, seconds, *ends, *told, loose[-1].evaluations, _judged(y, ends, tols, truth)))
    head = ("c1 = c2", "y, paper [m]", "CPU, paper [s]", *(f"VODE, tol {tol:g}" for tol in tols),
            *(f"Adams, tol {tol:g}" for tol in tols), "evaluations, last VODE", "note")  # fmt: skip
    caption = f"Table 2: constraint violation stabilisation (a study), y [m], rows deleted at {delete:g}"
    return Table(head, tuple(rows), caption)


def _told(study: Study, c1: float, tol: float, delete: float) -> float | str:
    """y of the Adams method of this package, in nine coordinates."""
    try:
        return -float(study.run(study.stabilised(c1, tol, delete)).q[-1, 7])
    except ConvergenceError:
        return "stops"


def _judged(y: float, ends: Sequence[float], tols: Sequence[float], truth: float) -> str:
    """Where the print and VODE go."""
    gone = [f"{tol:g}" for tol, end in zip(tols, ends, strict=True) if not abs(end - truth) < AWAY]
    ours = f"VODE goes astray at tol {', '.join(gone)}" if gone else "VODE stays"
    if abs(y - truth) < AWAY:
        return f"the print is off by {abs(y - truth):.1g} m; {ours}"
    return f"the print goes astray; {ours}"


def astray(study: Study, c1: float, delete: float, tols: Sequence[float]) -> dict[str, Loose]:
    """Curves for Figures 2 and 3."""
    times, angles = np.linspace(0.0, study.t_end, 601), ThreeAngles(study.bar)
    return {f"Baumgarte, c1 = {c1:g}, VODE tol {tol:g}": angles.stabilised(c1, delete, tol, times) for tol in tols}

"""Xu, Qi (2006), controlled Baumgarte stabilisation through singular positions: the four-bar, its tables and figures."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from math import pi
from typing import Any

import numpy as np

from jourdain.integrators import ABM4, DOP853, DOPRI5, RK4, Adams, Integrator
from jourdain.integrators.treatments import ControlledBaumgarte, Projection
from jourdain.papers.common import OURS, PAPER, Raw, Reproduction, compared, raw_run
from jourdain.papers.four_bar import NAMES, FourBar
from jourdain.papers.rank_rule import Angular, astray, drawing, rank_chart, rank_table, rule_table, stabilised_table
from jourdain.papers.three_angles import CLOSURE, Loose
from jourdain.progress import counted
from jourdain.system.compile import compile
from jourdain.system.system import System
from jourdain.viewer.section import Chart, Table

SOURCE = (
    "Xu Yongsheng, Qi Zhaohui: A modified numerical method for dynamical equations of the multibody systems with singularity "
    "position (2006)."
)
NOTES = (
    "The paper's y is that of the short link which is not driven: with AB driven it is the centre of CD, with the other sign.",
    "The paper's figures hold without gravity, and on the antiparallelogram branch.",
    "Equation (19) holds on the branch only and is no gradient (its first row has a curl). Multiplied by 1/(sin th1 "
    "sin th2), which is infinite where it loses rank, it is one: that of the branch, tan(th2/2)/tan(th1/2) = const. It must "
    "not be used as Phi_q off the branch.",
    "k is computed with Phi_tt of the acceleration before: with the present one the formula is circular.",
    "Modified rows: the print is off by what deleting rows leaves behind at the crossing, hardly by its c and c1. The end "
    "moves with the rank tolerance, and in three angles passes by most of the printed values where it is 1e-3 or 2e-3. "
    "The paper does not give its tolerance; the note of each row names the nearest of our columns.",
    "Velocities are corrected once in every evaluation here, also where rates are below errvc: without that, slopes would jump "
    "where they come to be above it. The paper would correct where rates are above errvc.",
    "Baumgarte's diverging rows come out with an Adams programme of variable order and step (VODE, three angles) which is not "
    "told that rows are deleted. With a small rank tolerance steps may jump over the stretch in which rows are deleted, and "
    "lead to the other branch (y = 0.4247 m with the paper's numbers); where a step falls into it, velocities jump. Which it "
    "is, and the digits of what follows, are decided by rounding; so are the printed digits of these rows.",
    "The Adams method of this package is told of deleted rows and begins anew there: it goes astray far less often.",
    "CPU times are those of the time loop here; the paper names neither its machine nor its integrator.",
    "A good energy balance is no proof: with a small opening of the loop a finer step can lead to the other branch.",
)
# c, c1 = c2, y [m] and time [s] of the paper
MODIFIED = (
    (1e-2, 3, -0.0264678, 38.275), (1e2, 3, -0.0264678, 35.271), (1e-1, 5, -0.0264678, 33.168),
    (1e-4, 8, -0.026468, 32.377), (1e-2, 10, -0.0264678, 28.622), (1e-3, 20, -0.0264679, 28.902),
    (1e2, 20, -0.0264834, 28.321), (10.0, 30, -0.0264679, 29.082), (1e-4, 40, -0.0264848, 28.441),
    (1e-2, 40, -0.026485, 28.921), (1e4, 40, -0.0264687, 30.134), (1e-2, 50, -0.026468, 31.125),
    (1e3, 50, -0.0264986, 31.926),
)  # fmt: skip
ADAMS_Y = -0.0264866  # of the commercial programme, as the paper gives it
LINKS = ((12.0, 2.0, 4.0), (24.0, 4.0, 32.0), (12.0, 2.0, 4.0))  # Table 1: kg, m, kg m2
NO_LIMIT = 1e40  # for c and errvc: plain Baumgarte stabilisation, with the rank rule


@dataclass(frozen=True)
class Study:
    """The runs of the paper: with what and how far."""

    bar: FourBar
    h: float
    t_end: float
    errvc: float
    delete: float

    @cached_property
    def system(self) -> System:
        """Compiled once."""
        return compile(self.bar.model())

    def modified(self, c: float, c1: float, delete: float | None = None) -> Integrator:
        """The paper's method with ABM4."""
        options: dict[str, Any] = {"errvc": self.errvc, "delete": self.delete if delete is None else delete}
        return ABM4(step=self.h, constraints=ControlledBaumgarte(c=c, c1=c1, c2=c1, **options))

    def stabilised(self, c1: float, tol: float, delete: float | None = None) -> Integrator:
        """Plain Baumgarte with the paper's rank rule, Adams of variable step."""
        rule = self.delete if delete is None else delete
        no_limit = ControlledBaumgarte(c=NO_LIMIT, errvc=NO_LIMIT, c1=c1, c2=c1, delete=rule)
        return Adams(tol=tol, constraints=no_limit)

    def run(self, method: Integrator) -> Raw:
        """Output at every step of length h."""
        return raw_run(self.system, method, self.t_end, round(self.t_end / self.h))


def singular(
    *,
    short: float = 2.0,
    long: float = 4.0,
    masses: tuple[float, float, float] = (12.0, 24.0, 12.0),
    inertias: tuple[float, float, float] = (4.0, 32.0, 4.0),
    torque: float = 100.0,
    th1: float = pi / 3,
    opening: float = 0.0,
    h: float = 1e-3,
    t_end: float = 3.0,
    errvc: float = 1e-10,
    delete: float = 1e-3,
    deletes: Sequence[float] = (1e-4, 1e-3, 2e-3, 1e-2),
    c: float = 100.0,
    c1: float = 20.0,
    baumgarte: float = 50.0,
    baumgarte_deletes: Sequence[float] = (1e-4, 1e-3),
    tols: Sequence[float] = (1e-3, 1e-4, 1e-6),
    tol: float = 1e-9,
    progress: bool | None = None,
) -> Reproduction:
    """Tables and figures of Xu, Qi (2006), computed anew, and what the default treatment makes of the same machine.

    short, long [m], masses [kg], inertias [kg m2] of AB, BC, CD, torque [N m] on AB, th1 [rad] at the start, opening [rad]:
    closure error in the angle of CD. h [s], errvc, delete (rank tolerance): of the paper's method, run with ABM4; deletes:
    other rank tolerances; c, c1: those of its figures; baumgarte: c1 = c2 of the curves beside it; baumgarte_deletes, tols: of
    the study of Baumgarte's stabilisation; tol: of the error-controlled runs.
    """
    bar = FourBar(short, long, masses, inertias, torque=torque, th1=th1, opening=opening)
    study = Study(bar, h, t_end, errvc, delete)
    angle, _ = bar.reference([t_end])
    truth = -float(bar.height(angle[0]))
    angular = Angular(study)
    runs = {pair[:2]: study.run(study.modified(*pair[:2])) for pair in counted(MODIFIED, _named, progress)}
    tables = (
        _link_table(bar),
        rank_table(bar, study.system, (30.0, 60.0, 90.0, 120.0, 170.0, 179.0, 180.0, 190.0, 270.0, 359.0, 360.0)),
        _modified_table(study, runs, angular, truth),
        _count_table(runs),
        rule_table(study, angular, (c, c1), deletes, truth),
        *(stabilised_table(study, one, tols, truth, progress) for one in baumgarte_deletes),
        _robust_table(study, tol, float(angle[0]), truth, progress),
        _crossing_table(study),
    )
    curves = {f"modified, c = {c:g}, c1 = {c1:g}": study.run(study.modified(c, c1))}
    loose = astray(study, baumgarte, baumgarte_deletes[0], tols)
    charts = (drawing(bar), *_charts(study, curves, loose), rank_chart(bar, study.system))
    limited = [runs[pair].tally["limited"] for pair in runs]
    number = max(run.tally["evaluations"] for run in runs.values())
    some = f"k < 1 in {min(limited)} to {max(limited)} of about {number} evaluations."
    return Reproduction("Singular positions: the folding four-bar", SOURCE, tables, charts, (*NOTES, some))


def _named(pair: Sequence[float]) -> str:
    return f"c = {pair[0]:g}, c1 = {pair[1]:g}"


# --------------------------------------------------------------------------- tables


def _link_table(bar: FourBar) -> Table:
    rows: list[tuple[Any, ...]] = []
    for name, printed, mass, length, inertia in zip(NAMES, LINKS, bar.masses, bar.lengths, bar.inertias, strict=True):
        uniform = mass * length**2 / 12
        rows += compared(name, {PAPER: (*printed, None), OURS: (mass, length, inertia, uniform)})
    head = ("link", "", "mass [kg]", "length [m]", "inertia [kg m2]", "of a uniform rod [kg m2]")
    return Table(head, tuple(rows), f"Table 1: links; ground {bar.long:g} m, torque on AB {bar.torque:g} N m")


def _modified_table(study: Study, runs: dict[Any, Raw], angular: Angular, truth: float) -> Table:
    """y with the rank tolerance of the study in both coordinates, and with twice that; and which is next to the print."""
    columns = ("nine coordinates", "three angles", "three angles, twice the rank tolerance")
    rows: list[tuple[Any, ...]] = [("", "commercial programme", ADAMS_Y, *(None,) * 4)]
    rows.append(("", "one coordinate", None, truth, truth, truth, ""))
    for c, c1, y, _ in MODIFIED:
        ends = [-float(runs[c, c1].q[-1, 7])]
        ends += [angular.y(CLOSURE, c, c1, factor * study.delete) for factor in (1, 2)]
        nearest = int(np.abs(np.array(ends) - y).argmin())
        note = f"print {y - truth:+.1e} m off one coordinate; {y - ends[nearest]:+.1e} off {columns[nearest]}"
        rows.append((c, c1, y, *ends, note))
    head = ("c", "c1 = c2", "y, paper [m]", *(f"y, {name} [m]" for name in columns), "note")
    return Table(
        head, tuple(rows), f"Table 2: modified method, y of the link at the end, rank tolerance {study.delete:g}"
    )


def _count_table(runs: dict[Any, Raw]) -> Table:
    rows = []
    for c, c1, _, seconds in MODIFIED:
        run = runs[c, c1]
        tally = [run.tally[name] for name in ("evaluations", "late", "corrections", "limited", "deleted")]
        rows.append((c, c1, *tally, run.figures[0], run.steps, run.cpu, seconds))
    head = ("c", "c1 = c2", "evaluations", "rates above errvc", "velocity corrections", "k < 1", "rows deleted",
            "|energy error| [J]", "steps", "CPU, ours [s]", "CPU, paper [s]")  # fmt: skip
    return Table(head, tuple(rows), "Table 2: what the modified method did, nine coordinates")


def _robust_table(study: Study, tol: float, angle: float, truth: float, progress: bool | None) -> Table:
    """The default treatment: positions, then velocities closed in the mass metric, singular values near loss of rank."""
    h = study.h
    stages = Projection(stages=True)
    methods: list[Integrator] = [ABM4(step=h), RK4(step=h, constraints=stages)]
    methods += [DOPRI5(tol=tol), DOP853(tol=tol), Adams(tol=tol)]
    head = ("method", "setting", "y [m]", "error of y [m]", "error of the angle [deg]", "|energy error| [J]", "steps",
            "CPU [s]")  # fmt: skip
    rows = []
    for method in counted(methods, lambda one: one.name, progress):
        run = study.run(method)
        setting = f"h = {method.step:g}" if method.fixed else f"tol = {method.tol:g}"
        y = -float(run.q[-1, 7])
        error = float(np.degrees(run.q[-1, 2] - angle))
        rows.append((method.name, setting, y, y - truth, error, run.figures[0], run.steps, run.cpu))
    return Table(head, tuple(rows), "The default treatment of constraints, against one coordinate")


def _crossing_table(study: Study) -> Table:
    """The instants at which AB and the rest lie on one line, by one coordinate."""
    from scipy.optimize import brentq

    bar = study.bar
    times = np.linspace(0.0, study.t_end, 61)
    angle, _ = bar.reference(times)
    rows = []
    for k in range(int(np.ceil(angle.min() / pi)), int(np.floor(angle.max() / pi)) + 1):
        for i in np.flatnonzero(np.diff(np.sign(angle - k * pi))):
            t = brentq(lambda x, k=k: float(bar.reference([x])[0][0]) - k * pi, times[i], times[i + 1], xtol=1e-12)
            speed = float(bar.reference([t])[1][0])
            rows.append((f"th1 = {k} pi", float(t), speed, bar.acceleration(k * pi, speed)))
    head = ("", "t [s]", "speed of AB [rad/s]", "acceleration of AB [rad/s2]")
    return Table(head, tuple(rows), "Singular positions, by one coordinate")


# --------------------------------------------------------------------------- figures


def _charts(study: Study, curves: dict[str, Raw], loose: dict[str, Loose]) -> tuple[Chart, ...]:
    t = np.linspace(0.0, study.t_end, 301)[1:]
    angle, _ = study.bar.reference(t)
    heights: dict[str, Any] = {name: (run.t, -run.q[:, 7]) for name, run in curves.items()}
    heights |= {name: (run.t, -run.height) for name, run in loose.items()}
    heights["one coordinate"] = (t, -study.bar.height(angle))
    pulls = {name: (run.t, np.hypot(run.a[:, 6], run.a[:, 7])) for name, run in curves.items()}
    pulls |= {name: (run.t, run.pull) for name, run in loose.items()}
    modified = next(iter(curves.values()))
    power = {name: (run.t, run.energy) for name, run in curves.items()}
    work = {"work of the torque": modified.work}
    return (
        Chart(t, heights, "t [s]", "y [m]", caption="Figure 2: centre of the link"),
        Chart(t, pulls, "t [s]", "|acceleration| [m/s2]", caption="Figure 3: acceleration of the centre"),
        Chart(modified.t, work, "t [s]", "work [J]", caption="Figure 4: energy put in"),
        Chart(t, power, "t [s]", "energy gained - work [J]", caption="Figure 5: difference of energy"),
    )

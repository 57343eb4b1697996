"""Xu, Qi (2006), controlled Baumgarte stabilisation through singular positions: the four-bar, its table and figures.

The four-bar starts as an antiparallelogram, which folds onto one line twice per turn of AB: there the rows lose rank. On that
branch one coordinate is enough, and its equation has no singularity: that is the reference, computed with SciPy.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from math import pi
from typing import Any

import numpy as np

from jourdain.errors import ConvergenceError
from jourdain.integrators import ABM4, DOP853, DOPRI5, RK4, Adams, Integrator
from jourdain.integrators.treatments import ControlledBaumgarte, Projection
from jourdain.model.model import Model
from jourdain.papers.common import PAPER, Raw, Reproduction, raw_run
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
    "Its equation (19) holds on the branch only and is no gradient: rows are closed by the four pins here.",
    "k is computed with Phi_tt of the acceleration before: with the present one the formula is circular.",
    "Baumgarte's diverging rows and all CPU times depend on an integrator that the paper does not name. They are a study here: "
    "the same stabilisation and row deletion with Adams of variable step, at several tolerances.",
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
STABILISED = (
    (20, -0.800926, 79.754), (30, 0.0950776, 101.455), (40, -0.540981, 122.046), (50, -0.319504, 107.375),
    (100, -0.0265222, 104.61), (200, -0.0264932, 107.485), (400, -0.0264944, 122.946),
)  # fmt: skip
ADAMS_Y = -0.0264866  # of the commercial programme, as the paper gives it
NO_LIMIT = 1e40  # for c and errvc: plain Baumgarte stabilisation, with the rank rule


@dataclass(frozen=True)
class FourBar:
    """Antiparallelogram: AB = CD = short, BC = AD = long, a torque [N m] on AB.

    th1, speed: angle [rad] and speed [rad/s] of AB at the start; opening: error of the closure there, as an angle of CD [rad].
    """

    short: float = 2.0  # m
    long: float = 4.0  # m
    masses: tuple[float, float, float] = (12.0, 24.0, 12.0)  # kg
    inertias: tuple[float, float, float] = (4.0, 32.0, 4.0)  # kg m2
    torque: float = 100.0
    th1: float = pi / 3
    speed: float = 0.0
    opening: float = 0.0

    @property
    def lengths(self) -> tuple[float, float, float]:
        """Of AB, BC, CD [m]."""
        return self.short, self.long, self.short

    def second(self, th1: Any) -> Any:
        """th2 of the branch, tan(th2/2) = (long + short)/(long - short) tan(th1/2)."""
        ratio = (self.long + self.short) / (self.long - self.short)
        return 2 * np.arctan(ratio * np.tan(th1 / 2))

    def directions(self, th1: Any) -> tuple[Any, Any, Any]:
        """Of AB, BC, CD [rad]."""
        th2 = self.second(th1)
        return th1, th1 - th2, pi - th2

    def model(self) -> Model:
        """Planar bodies AB, BC, CD with pins A, B, C, D; no gravity."""
        model = Model("folding four-bar", planar=True)
        point, last = np.zeros(2), model.ground.marker("A")
        shapes = zip(("AB", "BC", "CD"), self.lengths, self.masses, self.inertias, strict=True)
        states = zip(self.directions(self.th1), self.velocities(self.th1), strict=True)
        for (name, length, mass, inertia), (direction, (velocity, rate)) in zip(shapes, states, strict=True):
            angle = float(direction) + (self.opening if name == "CD" else 0.0)
            along = length * np.array([np.cos(angle), np.sin(angle)])
            motion: dict[str, Any] = {"velocity": self.speed * velocity, "spin": self.speed * float(rate)}
            bar = model.body(name, mass=mass, inertia=inertia, at=point + along / 2, rotation=angle, **motion)
            first, second = (
                bar.marker(f"{name} {end}", at=(side * length / 2, 0.0)) for end, side in (("a", -1), ("b", 1))
            )
            model.joint(name[0], "revolute", last, first)
            point, last = point + along, second
        model.joint("D", "revolute", model.ground.marker("D", at=(self.long, 0.0)), last)
        model.load("torque", "AB", torque=self.torque)
        return model

    # -- one coordinate ----------------------------------------------------------------------------------------

    def velocities(self, th1: Any) -> list[tuple[Any, Any]]:
        """Velocity of the centre (2,) and spin of AB, BC, CD at unit speed of AB. Complex angles as well."""
        ratio = (self.long + self.short) / (self.long - self.short)
        slope = ratio / (np.cos(th1 / 2) ** 2 + ratio**2 * np.sin(th1 / 2) ** 2)  # dth2/dth1
        end, found = np.zeros(2), []
        for length, angle, rate in zip(self.lengths, self.directions(th1), (1.0, 1.0 - slope, -slope), strict=True):
            half = 0.5 * length * rate * np.array([-np.sin(angle), np.cos(angle)])
            found.append((end + half, rate))
            end = end + 2 * half
        return found

    def inertia(self, th1: Any) -> Any:
        """Of the whole machine about AB [kg m2]: twice the kinetic energy at unit speed of AB."""
        bars = zip(self.masses, self.inertias, self.velocities(th1), strict=True)
        return sum(mass * (v @ v) + inertia * rate**2 for mass, inertia, (v, rate) in bars)

    def acceleration(self, th1: float, speed: float) -> float:
        """Of AB [rad/s2]."""
        tiny = 1e-100
        growth = np.imag(self.inertia(th1 + 1j * tiny)) / tiny
        return float((self.torque - 0.5 * growth * speed**2) / np.real(self.inertia(th1 + 0j)))

    def reference(self, times: Any) -> tuple[np.ndarray, np.ndarray]:
        """Angle [rad] and speed [rad/s] of AB at the times [s] (n,)."""
        from scipy.integrate import solve_ivp

        def slope(_t: float, x: np.ndarray) -> list[float]:
            return [x[1], self.acceleration(x[0], x[1])]

        times = np.atleast_1d(np.asarray(times, float))
        start, options = [self.th1, self.speed], {"method": "DOP853", "rtol": 1e-13, "atol": 1e-13}
        found = solve_ivp(slope, (0.0, float(times.max())), start, t_eval=times, **options)
        return found.y[0], found.y[1]

    def height(self, th1: Any) -> Any:
        """y of the centre of CD [m]."""
        return -0.5 * self.short * np.sin(self.second(th1))


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

    def modified(self, c: float, c1: float) -> Integrator:
        """The paper's method with ABM4."""
        options: dict[str, Any] = {"errvc": self.errvc, "delete": self.delete}
        return ABM4(step=self.h, constraints=ControlledBaumgarte(c=c, c1=c1, c2=c1, **options))

    def stabilised(self, c1: float, tol: float) -> Integrator:
        """Plain Baumgarte with the paper's rank rule, Adams of variable step."""
        no_limit = ControlledBaumgarte(c=NO_LIMIT, errvc=NO_LIMIT, c1=c1, c2=c1, delete=self.delete)
        return Adams(tol=tol, constraints=no_limit)

    def run(self, method: Integrator) -> Raw:
        """Output at every step of length h."""
        return raw_run(self.system, method, self.t_end, round(self.t_end / self.h))


def singular(
    *,
    torque: float = 100.0,
    th1: float = pi / 3,
    opening: float = 0.0,
    h: float = 1e-3,
    t_end: float = 3.0,
    errvc: float = 1e-10,
    delete: float = 1e-3,
    c: float = 100.0,
    c1: float = 20.0,
    baumgarte: float = 50.0,
    tols: Sequence[float] = (1e-3, 1e-4, 1e-6),
    tol: float = 1e-9,
    progress: bool | None = None,
) -> Reproduction:
    """Table and figures of Xu, Qi (2006), computed anew, and what the default treatment makes of the same machine.

    torque [N m] on AB, th1 [rad] at the start, opening [rad]: closure error in the angle of CD.
    h [s], errvc, delete: of the paper's method, run with ABM4; c, c1: those of its figures; baumgarte: c1 = c2 of the curve
    beside it; tols: of the study with Adams; tol: of the error-controlled runs.
    """
    study = Study(FourBar(torque=torque, th1=th1, opening=opening), h, t_end, errvc, delete)
    angle, _ = study.bar.reference([t_end])
    truth = -float(study.bar.height(angle[0]))
    tables = (
        _modified_table(study, truth, progress),
        _stabilised_table(study, tols, truth, progress),
        _robust_table(study, tol, float(angle[0]), truth, progress),
        _crossing_table(study),
    )
    curves = {f"modified, c = {c:g}, c1 = {c1:g}": study.run(study.modified(c, c1))}
    for label, method in ((f"Baumgarte, c1 = {baumgarte:g}, tol {t:g}", study.stabilised(baumgarte, t)) for t in tols):
        try:
            curves[label] = study.run(method)
        except ConvergenceError:
            continue  # the table says so
    return Reproduction("Singular positions: the folding four-bar", SOURCE, tables, _charts(study, curves), NOTES)


# --------------------------------------------------------------------------- tables

FIGURES = ("|energy error| [J]", "steps", "CPU [s]")


def _line(study: Study, method: Integrator) -> tuple[Any, ...]:
    """y in the paper's sign [m], energy error [J], steps, CPU [s]; of a run that breaks off, where."""
    try:
        run = study.run(method)
    except ConvergenceError as problem:
        return str(problem), None, None, None
    return -float(run.q[-1, 7]), run.figures[0], run.steps, run.cpu


def _modified_table(study: Study, truth: float, progress: bool | None) -> Table:
    head = ("c", "c1 = c2", "y, paper [m]", "y, ours [m]", *FIGURES[:2], "CPU, ours [s]", "CPU, paper [s]")
    rows: list[tuple[Any, ...]] = [("", "commercial programme", ADAMS_Y, None, None, None, None, None)]
    rows.append(("", "one coordinate", None, truth, None, None, None, None))
    for c, c1, y, seconds in counted(MODIFIED, lambda pair: f"c = {pair[0]:g}, c1 = {pair[1]:g}", progress):
        rows.append((c, c1, y, *_line(study, study.modified(c, c1)), seconds))
    return Table(head, tuple(rows), "Table 2: modified method, y of the link at the end")


def _stabilised_table(study: Study, tols: Sequence[float], truth: float, progress: bool | None) -> Table:
    head = ("c1 = c2", "", "y [m]", *FIGURES)
    rows: list[tuple[Any, ...]] = []
    for c1, y, seconds in counted(STABILISED, lambda one: f"Baumgarte, c1 = {one[0]:g}", progress):
        rows.append((c1, PAPER, y, None, None, seconds))
        rows += [("", f"Adams, tol {tol:g}", *_line(study, study.stabilised(c1, tol))) for tol in tols]
    return Table(head, tuple(rows), "Table 2: constraint violation stabilisation (a study)")


def _robust_table(study: Study, tol: float, angle: float, truth: float, progress: bool | None) -> Table:
    """The default treatment: positions, then velocities closed in the mass metric, singular values near loss of rank."""
    h = study.h
    stages = Projection(stages=True)
    methods: list[Integrator] = [ABM4(step=h), RK4(step=h, constraints=stages)]
    methods += [DOPRI5(tol=tol), DOP853(tol=tol), Adams(tol=tol)]
    head = ("method", "setting", "y [m]", "error of y [m]", "error of the angle [deg]", *FIGURES)
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


def _charts(study: Study, curves: dict[str, Raw]) -> tuple[Chart, ...]:
    t = np.linspace(0.0, study.t_end, 301)[1:]
    angle, _ = study.bar.reference(t)
    heights: dict[str, Any] = {name: (run.t, -run.q[:, 7]) for name, run in curves.items()}
    heights["one coordinate"] = (t, -study.bar.height(angle))
    pulls = {name: (run.t, np.hypot(run.a[:, 6], run.a[:, 7])) for name, run in curves.items()}
    modified = next(iter(curves.values()))
    power = {name: (run.t, run.energy) for name, run in curves.items()}
    work = {"work of the torque": modified.work}
    return (
        Chart(t, heights, "t [s]", "y [m]", caption="Figure 2: centre of the link"),
        Chart(t, pulls, "t [s]", "|acceleration| [m/s2]", caption="Figure 3: acceleration of the centre"),
        Chart(modified.t, work, "t [s]", "work [J]", caption="Figure 4: energy put in"),
        Chart(t, power, "t [s]", "energy gained - work [J]", caption="Figure 5: difference of energy"),
    )

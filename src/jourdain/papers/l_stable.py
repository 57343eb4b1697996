"""Li, Ding, Li (2019), L-stable block methods for the equations of motion: coefficients, the two-link arm, tables and figures.

Largest values are taken over the ends of steps, of |E - E_0| and of the rows at the three levels. "re-derived" are values of
a plain dense implementation with Newton's method iterated to the end; where they differ from the paper, the notes say why.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from math import cos, pi, sin, sqrt
from typing import Any

import numpy as np

from jourdain.integrators import RK4, Block, Integrator
from jourdain.model.model import Model
from jourdain.papers.common import DERIVED, OURS, PAPER, Raw, Reproduction, compared, orders, raw_run
from jourdain.papers.l_stable_method import coefficient_table, stability_charts, stability_table, theorem_table
from jourdain.progress import counted
from jourdain.system.compile import compile
from jourdain.system.system import System
from jourdain.viewer.section import Chart, Table

SOURCE = (
    "Li Bowen, Ding Jieyu, Li Yanan: An L-stable method for differential-algebraic equations of multibody system dynamics. "
    "Applied Mathematics and Mechanics 40 (2019) 768-779."
)
NOTES = (
    "The paper's figures come out with g = 9.81 m/s2; it does not say which g it has.",
    "Its equations (13) to (15) are labelled (2,3) but hold the (1,3) coefficients, digit for digit; (11) is right. The r = 3 "
    "row of its Table 2 was computed with (1,3). All rows of its tables have k = r - 2.",
    "Theorem 1 holds: its three cases are found L- or A-stable, and no other is. k = r - 3 leaves the unit circle on the "
    "imaginary axis next to zero.",
    "'Round-off' columns of the paper depend on the programme; only their size can be compared.",
    "Its orders 4 (r = 4) and 2 (r = 3) of index 3 are pre-asymptotic: positions converge with order 5 and 3.",
    "The energy error of index 1 does grow, as t^2, but a thousand times slower than that of RK4. Beyond about 30 s the motion "
    "magnifies rounding: digits of single values at 50 s and 100 s differ from machine to machine.",
    "CPU times are those of the time loop here, and of the authors' MATLAB programme there.",
)
Figures = tuple[float | None, float | None, float | None, float | None]


@dataclass(frozen=True)
class Arm:
    """Two uniform links, pinned to the ground and to each other, released at rest; angles [rad] to the horizontal."""

    lengths: tuple[float, float] = (1.0, sqrt(3.0))  # m
    masses: tuple[float, float] = (1.0, 2.0)  # kg
    angles: tuple[float, float] = (pi / 3, -pi / 6)
    g: float = 9.81  # m/s2

    def model(self) -> Model:
        """Planar, q = (x1, y1, th1, x2, y2, th2); the rows of joint B are differences of the two bodies' points."""
        model = Model("two-link arm", planar=True, gravity=(0.0, -self.g))
        tip, last = np.zeros(2), model.ground
        for name, joint, length, mass, angle in zip("12", "AB", self.lengths, self.masses, self.angles, strict=True):
            along = length * np.array([cos(angle), sin(angle)])
            inertia = mass * length**2 / 12
            link = model.body(f"link {name}", mass=mass, inertia=inertia, at=tip + along / 2, rotation=angle)
            model.joint(joint, "revolute", last, link, at=tip)
            tip, last = tip + along, link
        return model

    def drawing(self) -> Chart:
        """The arm at its start."""
        tip, size, lines, centres = 0.0 + 0.0j, 0.3 * min(self.lengths), {}, []
        for name, length, mass, angle in zip("12", self.lengths, self.masses, self.angles, strict=True):
            end = tip + length * np.exp(1j * angle)
            path = np.array([tip, end])
            lines[f"link {name}: {length:.4g} m, {mass:g} kg"] = path.real, path.imag
            arc = tip + size * np.concatenate([[0.0], np.exp(1j * np.linspace(0.0, angle, 40))])
            lines[f"theta {name} = {np.degrees(angle):.4g} deg"] = arc.real, arc.imag
            centres.append((tip + end) / 2)
            tip = end
        for name, at in zip("12", centres, strict=True):
            lines[f"centre {name}"] = np.array([at.real]), np.array([at.imag])
        return Chart(np.zeros(1), lines, "x [m]", "y [m]", caption="Figure 1: the arm at its start", equal=True)

    def tip(self, q: np.ndarray) -> np.ndarray:
        """End of the second link (n, 2) from positions (n, 6) [m]."""
        along = np.stack([np.cos(q[:, 5]), np.sin(q[:, 5])], axis=1)
        return np.asarray(q[:, 3:5] + self.lengths[1] / 2 * along)


@dataclass(frozen=True)
class Case:
    """A line of the paper: its table, a label, the method, its CPU time [s] and figures, and ours re-derived."""

    table: int
    label: str
    method: Integrator
    cpu: float | None
    paper: Figures
    derived: Figures


def cases(h: float, r: int, nodes: Any, k: int | None) -> list[Case]:
    """Tables 1 to 5 for a step h [s], r nodes of one kind, and Pade degree k (None: r - 2)."""
    block = partial(Block, step=h, r=r, nodes=nodes, k=k)
    same = (7.0007e-5, 6.8459e-7, 3.7480e-7)
    one: Any = (block(index=1), 5.8906, (*same, 5.6595e-12), (*same, None))
    said, found = (1.1e-3, 2.6645e-15, 5.9405e-4, 0.9854), (1.0830e-3, None, 5.9405e-4, 0.98536)
    three: Any = (block(index=3), 5.6094, said, found)
    return [
        Case(1, f"h = {h:g}", *one),
        Case(1, f"h = {h / 2:g}", block(index=1, step=h / 2), 10.875, (8.8078e-7, 1.9154e-9, 6.6686e-9, 1.9846e-12),
             (8.8078e-7, 1.9154e-9, 6.6686e-9, None)),
        Case(1, f"h = {h / 10:g}", block(index=1, step=h / 10), 42.6406, (5.5074e-11, 7.6766e-13, 4.18e-13, 1.4211e-13),
             (5.4e-11, None, None, None)),
        Case(2, "r = 3, (1,3)", Block(step=h, r=3, k=1, nodes=nodes, index=1), 1.6875,
             (2.1e-3, 5.8212e-5, 3.9267e-4, 6.2625e-12), (2.1449e-3, 5.8212e-5, 3.9267e-4, None)),
        Case(2, "r = 3, (2,3)", Block(step=h, r=3, k=2, nodes=nodes, index=1), None, (None,) * 4,
             (2.7160e-3, 5.5328e-6, 1.0448e-4, None)),
        Case(2, f"r = {r}", *one),
        Case(3, "L-stable", *one),
        Case(3, "RK4, index 1", RK4(step=h, constraints="direct"), 0.3906, (0.2628, 0.0087, 0.0021, 9.2371e-14),
             (0.26276, 8.713e-3, 2.068e-3, None)),
        Case(4, "index 1", *one),
        Case(4, "index 2", block(index=2), 5.4219, (3.2163e-5, 4.3949e-9, 1.8498e-14, 0.0704),
             (3.2163e-5, 4.3949e-9, None, 0.070402)),
        Case(4, "index 3", *three),
        Case(5, "index 3, as above", *three),
        Case(5, "index 3, Chebyshev", Block(step=h, r=r, k=k, nodes="chebyshev", index=3), 5.2188,
             (4.3245e-5, 2.72e-15, 1.8094e-4, 0.6880), (4.3245e-5, None, 1.8094e-4, 0.68804)),
        Case(5, "index 3, Legendre", Block(step=h, r=r, k=k, nodes="legendre", index=3), 5.1094,
             (2.5327e-4, 2.8866e-15, 2.9047e-4, 0.7560), (2.5327e-4, None, 2.9047e-4, 0.75599)),
    ]  # fmt: skip


def l_stable(
    *,
    g: float = 9.81,
    lengths: tuple[float, float] = (1.0, sqrt(3.0)),
    masses: tuple[float, float] = (1.0, 2.0),
    angles: tuple[float, float] = (pi / 3, -pi / 6),
    h: float = 0.01,
    r: int = 4,
    nodes: Any = "equidistant",
    k: int | None = None,
    t_end: float = 10.0,
    t_long: float = 100.0,
    t_order: float = 1.0,
    steps: Sequence[float] = (0.02, 0.01, 0.005, 0.0025, 0.00125),
    sizes: Sequence[int] = (2, 3, 4),
    highest: int = 6,
    progress: bool | None = None,
) -> Reproduction:
    """Coefficients, tables and figures of Li, Ding, Li (2019), computed anew.

    g [m/s2], lengths [m], masses [kg], angles [rad]: the arm. h [s], r, nodes, k (None: r - 2): the block method.
    t_end [s]: of the tables; t_long [s]: of the long run; t_order, steps [s]: where and with which steps orders are measured.
    sizes: r of the stability functions; highest: j of Theorem 1.
    """
    arm = Arm(lengths, masses, angles, g)
    system = compile(arm.model())
    listed = cases(h, r, nodes, k)
    methods = {case.method: case.label for case in listed}
    runs: dict[Integrator, Raw] = {}
    for method, _ in counted(list(methods.items()), lambda pair: pair[1], progress):
        runs[method] = raw_run(system, method, t_end, round(t_end / (method.step or h)))
    long = _long_runs(system, h, r, nodes, k, t_long, progress)
    errors = _orders(system, t_order, steps, nodes, progress)
    tables = (
        coefficient_table(),
        stability_table(sizes),
        theorem_table(highest),
        *(_table(number, listed, runs) for number in range(1, 6)),
        _long_table(long, (10.0, 20.0, 50.0, 100.0)),
        _order_table(errors),
        _tip_table(arm, runs[listed[2].method]),
    )
    figures = (*_motion_charts(arm, runs, listed), *_long_charts(runs, listed, long), *_order_charts(errors))
    charts = (arm.drawing(), *figures, *stability_charts(r))
    return Reproduction("L-stable block methods: the two-link arm", SOURCE, tables, charts, NOTES)


def _table(number: int, listed: list[Case], runs: dict[Integrator, Raw]) -> Table:
    names = {
        1: "Table 1: steps", 2: "Table 2: numbers of nodes", 3: "Table 3: against RK4", 4: "Table 4: index",
        5: "Table 5: kinds of nodes",
    }  # fmt: skip
    rows: list[tuple[Any, ...]] = []
    for case in listed:
        if case.table == number:
            run = runs[case.method]
            lines = {PAPER: (*case.paper, case.cpu), DERIVED: (*case.derived, None), OURS: (*run.figures, run.cpu)}
            rows += compared(case.label, lines)
    return Table(("", "", "|H|max [J]", "Phi", "Phi_t", "Phi_tt", "CPU [s]"), tuple(rows), names[number])


# --------------------------------------------------------------------------- long runs

LONG_DERIVED = {
    "RK4": (0.2628, 1.157, 6.726, 27.04), "index 1": (1.31e-5, 4.63e-5, 2.45e-4, 9.36e-4),
    "index 2": (None, None, None, -2.36e-4), "index 3": (None, None, None, -1.04e-2),
}  # fmt: skip


def _long_runs(
    system: System, h: float, r: int, nodes: Any, k: int | None, t_end: float, progress: bool | None
) -> dict[str, Raw]:
    methods: dict[str, Integrator] = {"RK4": RK4(step=h, constraints="direct")}
    methods |= {f"index {i}": Block(step=h, r=r, nodes=nodes, k=k, index=i) for i in (1, 2, 3)}
    pairs = counted(list(methods.items()), lambda pair: f"{t_end:g} s, {pair[0]}", progress)
    return {name: raw_run(system, method, t_end, round(t_end / h)) for name, method in pairs}


def _long_table(long: dict[str, Raw], times: tuple[float, ...]) -> Table:
    rows: list[tuple[Any, ...]] = []
    for name, run in long.items():
        found = [float(run.energy[run.at(t)]) if t <= run.t[-1] else None for t in times]
        rows += compared(name, {DERIVED: LONG_DERIVED[name], OURS: found})
    head = ("E - E0 [J] at", "", *(f"{t:g} s" for t in times))
    return Table(head, tuple(rows), "Figures 6 and 7: energy in a long run")


def _long_charts(runs: dict[Integrator, Raw], listed: list[Case], long: dict[str, Raw]) -> tuple[Chart, ...]:
    block, rk4 = (runs[next(c.method for c in listed if c.label == label)] for label in ("L-stable", "RK4, index 1"))
    ten = {"L-stable, index 1": block.energy, "RK4, index 1": rk4.energy}
    every = max(1, len(long["RK4"].t) // 2000)
    hundred = {name: run.energy[::every] for name, run in long.items()}
    sizes = {name: np.abs(e) for name, e in hundred.items()}
    t = long["RK4"].t[::every]
    return (
        Chart(block.t, ten, "t [s]", "E - E0 [J]", caption="Figure 6: energy"),
        Chart(t, hundred, "t [s]", "E - E0 [J]", caption="Figure 7: energy, long run"),
        Chart(t, sizes, "t [s]", "|E - E0| [J]", y_log=True, caption="Figure 7 in powers of ten"),
    )


# --------------------------------------------------------------------------- motion


def _motion_charts(arm: Arm, runs: dict[Integrator, Raw], listed: list[Case]) -> tuple[Chart, ...]:
    run = runs[listed[0].method]
    tip = arm.tip(run.q)
    levels = {"Phi": run.position, "Phi_t": run.velocity, "Phi_tt": run.acceleration}
    energies = {"total": run.kinetic + run.potential, "kinetic": run.kinetic, "potential": run.potential}
    first, last = ((tip[i : i + 1, 0], tip[i : i + 1, 1]) for i in (0, len(tip) - 1))
    path: dict[str, Any] = {"end point": (tip[:, 0], tip[:, 1]), "start": first, "end": last}
    return (
        Chart(tip[:, 0], path, "x [m]", "y [m]", caption="Figure 2: path of the end point", equal=True),
        Chart(run.t, {"x": tip[:, 0], "y": tip[:, 1]}, "t [s]", "end point [m]", caption="Figure 3: end point"),
        Chart(run.t, energies, "t [s]", "energy [J]", caption="Figure 4: energies"),
        Chart(run.t, levels, "t [s]", "largest row", y_log=True, caption="Figure 5: rows at the three levels"),
    )


def _tip_table(arm: Arm, run: Raw) -> Table:
    derived = {1.0: (-0.88948437, -2.30102785), 10.0: (-0.73173329, -1.9338442)}
    rows: list[tuple[Any, ...]] = []
    tip = arm.tip(run.q)
    for t, values in derived.items():
        if t <= run.t[-1]:
            rows += compared(f"t = {t:g} s", {DERIVED: values, OURS: [float(x) for x in tip[run.at(t)]]})
    return Table(("", "", "x [m]", "y [m]"), tuple(rows), "End point of the arm, index 1 with the smallest step")


# --------------------------------------------------------------------------- orders

COMPONENTS = ("x1", "y1", "th1", "x2", "y2", "th2")


@dataclass(frozen=True)
class Orders:
    """Errors at one time: h (n,) and error (n, 6) of the positions."""

    r: int
    h: np.ndarray
    error: np.ndarray

    @property
    def norm(self) -> np.ndarray:
        """Of all positions, (n,)."""
        return np.asarray(np.linalg.norm(self.error, axis=1))


def _orders(system: System, t: float, steps: Sequence[float], nodes: Any, progress: bool | None) -> list[Orders]:
    """Index 3 with r = 4 and r = 3 against Radau IIA of order 11 in index 1."""
    exact = raw_run(system, Block(step=min(0.01, t / 10), r=6, nodes="radau", k=5, index=1), t, 1).q[-1]
    found = []
    for r in (4, 3):
        methods = [Block(step=h, r=r, nodes=nodes, index=3) for h in steps]
        shown = counted(methods, lambda m: f"r = {m.r}, h = {m.step:g}", progress)
        ends = [raw_run(system, one, t, 1).q[-1] for one in shown]
        found.append(Orders(r, np.array(steps, float), np.abs(np.array(ends) - exact)))
    return found


def _order_table(errors: list[Orders]) -> Table:
    """Errors of all positions and their orders, and the order of each component between the two smallest steps."""
    claims = {4: (4.0, 4.97), 3: (2.0, 3.0)}
    rows: list[tuple[Any, ...]] = []
    for one in errors:
        slope = [None, *orders(one.h, one.norm).tolist()]
        for i, (h, e) in enumerate(zip(one.h, one.norm, strict=True)):
            rows.append((f"r = {one.r}" if i == 0 else "", f"h = {h:g}", float(e), slope[i]))
        rows += [("", PAPER, None, claims[one.r][0]), ("", DERIVED, None, claims[one.r][1])]
        rows += [("", name, None, float(orders(one.h, e)[-1])) for name, e in zip(COMPONENTS, one.error.T, strict=True)]
    return Table(("", "", "|error of q|", "order"), tuple(rows), "Figures 8 to 13: orders of index 3")


def _order_charts(errors: list[Orders]) -> tuple[Chart, ...]:
    charts = []
    for one, figure in zip(errors, (8, 11), strict=True):
        parts = dict(zip(COMPONENTS, one.error.T, strict=True))
        first, second = ({name: parts[name] for name in some} for some in (COMPONENTS[:3], COMPONENTS[3:]))
        for n, lines in enumerate(({"q": one.norm}, first, second), figure):
            caption = f"Figure {n}: r = {one.r}, index 3"
            charts.append(Chart(one.h, lines, "h [s]", "error", x_log=True, y_log=True, points=True, caption=caption))
    return tuple(charts)

"""Ding, Pan (2011), time-discrete variational integrators for nonholonomic systems: the snakeboard, Table 1 and Figures 1 to 4.

The paper's run is a circle on which nothing but the heading changes: one angle e is enough to tell where it goes next, and
e' = 0 to second order there. A second run, with springs and in no special position, shows what orders the methods have.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from math import pi
from typing import Any

import numpy as np

from jourdain.errors import ModelError
from jourdain.integrators import DOP853, RK4, Galerkin, Integrator
from jourdain.papers.common import DERIVED, OURS, PAPER, Raw, Reproduction, compared, orders, raw_run
from jourdain.papers.galerkin_tables import (
    VARIANTS,
    drawing,
    polynomial_table,
    quadrature_table,
    start_table,
    step_table,
)
from jourdain.papers.snakeboard import Snakeboard
from jourdain.progress import counted
from jourdain.system.compile import compile
from jourdain.system.system import System
from jourdain.viewer.section import Chart, Table

SOURCE = (
    "Ding Jieyu, Pan Zhenkuan: Time-discrete variational integrator for multibody dynamic systems with nonholonomic "
    "constraints. Journal of Dynamics and Control, revised version of July 2011."
)
NOTES = (
    "Equation (22) is wrong: Phi q' is the row itself and not its derivative. Energy changes by -sum w lam . Phi q' and is "
    "kept only where that is zero, in variants C and P.",
    "With lam constant over the step, as printed (variant A), the order is 2 for every k; lam of degree k - 1 (variant B) "
    "gives 2 k.",
    "Table 1: for k = 2 M_3 = a (2 a - 1) is missing and the second M~_1 is M~_2; for k = 3 the second M_3 is M_4.",
    "The paper's run is a circle with constant lam on which A and B hardly differ. It sits on a saddle-node, e' = c e^2: a "
    "method stays or leaves by the sign of its error (most leave that lose energy), which tells nothing of the order. The "
    "generic run does.",
    "The printed start, 2.6414 rad/s, is rounded. Taken as it is, variant B keeps the rows as open as they are at the start; "
    "runs begin closed here, from the nearest velocities, which changes no digit that the paper gives.",
    "Level of k = 1: the paper's 1e-3 is ten times what H - H0 comes to in J. It is the level of (H - H0)/H0, and that of the "
    "place of the centre in m; with one Gauss point, the least that k = 1 takes, energy is off by a quarter. k = 2 with two "
    "points is no better than k = 1 in any of them, but the paper's 1e-4 for it is that of H - H0 in J.",
    "Figure 4, k = 2: 'no deviation' is true of the drawing and of 18 s. k = 2 loses energy, so that it leaves the circle "
    "as RK4 does, only later (the table says when); k = 1 gains some and stays beside the circle.",
    "CPU times are those of the time loop here.",
)
LEFT = 0.5  # rad; a wheel turned as far has left the circle


@dataclass(frozen=True)
class Study:
    """Runs of the paper and beside it."""

    board: Snakeboard
    h: float
    fine: float
    t_end: float
    t_long: float

    @cached_property
    def system(self) -> System:
        """The paper's run."""
        return compile(self.board.circle())

    @cached_property
    def generic(self) -> System:
        """The generic run."""
        return compile(self.board.generic())

    def run(self, method: Integrator, t_end: float) -> Raw:
        """The paper's run, output at every step."""
        return raw_run(self.system, method, t_end, round(t_end / (method.step or self.h)))

    def off_circle(self, run: Raw) -> np.ndarray:
        """Distance of the centre from the circle [m]."""
        radius = self.board.radius
        return np.asarray(np.hypot(run.q[:, 0], run.q[:, 1] - radius) - radius)

    def off_place(self, run: Raw) -> float:
        """Largest distance of the centre from where it should be [m]."""
        turn, radius = self.board.spin * run.t, self.board.radius
        x, y = radius * np.sin(turn), radius * (1.0 - np.cos(turn))
        return float(np.hypot(run.q[:, 0] - x, run.q[:, 1] - y).max())

    def leaves(self, run: Raw) -> float | None:
        """When a wheel has turned by more than LEFT [s]."""
        away = np.abs(run.q[:, 4] - run.q[0, 4]) > LEFT
        return float(run.t[away.argmax()]) if away.any() else None


def galerkin(
    *,
    mass: float = 6.0,
    board: float = 0.016,
    rotor: float = 0.0072,
    wheel: float = 0.0013,
    speed: float = 0.1,
    angle: float = pi / 3,
    springs: float = 0.01,
    h: float = 0.1,
    fine: float = 0.01,
    degrees: Sequence[int] = (1, 2, 3),
    points: Sequence[int] = (2, 2, 3),
    trace_points: int = 2,
    t_end: float = 10.0,
    t_long: float = 18.0,
    t_far: float = 60.0,
    printed_spin: float = 2.6414,
    most_points: int = 4,
    t_order: float = 2.0,
    steps: Sequence[float] = (0.1, 0.05, 0.025, 0.0125),
    offsets: Sequence[float] = (0.03, 0.02, 0.01, -0.01, -0.02),
    progress: bool | None = None,
) -> Reproduction:
    """Table 1, Figures 1 to 4 and error levels of Ding, Pan (2011), computed anew; orders; and what the paper's run hides.

    mass [kg], board, rotor, wheel [kg m2]: the snakeboard; speed [m/s], angle [rad]: of its circle; springs [N m]: of the
    generic run. h, fine [s]: steps; degrees k and points n of each; trace_points: n of Figure 4. t_end, t_long, t_far [s]: of
    Figures 2 and 3, of Figure 4, and how long it is waited for a run to leave the circle. printed_spin [rad/s]: the paper's
    start; most_points: of the table of quadrature. t_order, steps [s]: where and with which steps orders are measured.
    offsets [rad]: starts beside the circle.
    """
    if len(degrees) != len(points):
        raise ModelError(f"degrees = {degrees!r} and points = {points!r}: give a number of points for each degree.")
    study = Study(Snakeboard(mass, board, rotor, wheel, speed, angle, springs), h, fine, t_end, t_long)
    shown = _paper_runs(study, degrees, points, progress)
    traced = _traced(study, [k for k in degrees if k <= trace_points], trace_points)
    named = counted(list(traced.items()), lambda pair: f"{t_long:g} s, {pair[0]}", progress)
    traces = {name: study.run(method, t_long) for name, method in named}
    variants = _variant_runs(study, degrees, points, progress)
    errors = _orders(study.generic, degrees, t_order, steps, progress)
    sides = _sides(study, offsets, progress)
    tables = (
        polynomial_table(degrees),
        step_table(study.board, h, degrees, progress),
        start_table(study, printed_spin, degrees, points),
        _level_table(study, shown),
        quadrature_table(study, degrees, most_points, progress),
        _trace_table(study, traced, traces, t_far),
        _variant_table(study, variants),
        _side_table(study, sides),
        _order_table(errors, t_order),
    )
    best = list(shown)[len(degrees) - 1]
    charts = (
        drawing(study.board),
        *_paper_charts(shown, best),
        *_trace_charts(study, traces, sides),
        *_order_charts(errors),
    )
    return Reproduction("Continuous Galerkin methods: the snakeboard", SOURCE, tables, charts, NOTES)


# --------------------------------------------------------------------------- the paper's figures

# as the text says, and re-derived
LEVELS = {
    "cG(1), h = 0.1, n = 2": 1e-3, "cG(2), h = 0.1, n = 2": 1e-4, "cG(3), h = 0.1, n = 3": 1e-7, "RK4, h = 0.01": 1e-7,
}  # fmt: skip
FOUND = {
    "cG(1), h = 0.1, n = 2": 9.424e-5, "cG(2), h = 0.1, n = 2": -1.413e-4, "cG(3), h = 0.1, n = 3": -7.03e-8,
    "RK4, h = 0.1": -8.163e-4, "RK4, h = 0.01": -8.474e-8,
}  # fmt: skip


def _paper_runs(study: Study, degrees: Sequence[int], points: Sequence[int], progress: bool | None) -> dict[str, Raw]:
    methods: dict[str, Integrator] = {
        f"cG({k}), h = {study.h:g}, n = {n}": Galerkin(step=study.h, k=k, n=n, variant="B")
        for k, n in zip(degrees, points, strict=True)
    }
    methods |= {f"RK4, h = {h:g}": RK4(step=h, constraints="direct") for h in (study.h, study.fine)}
    pairs = counted(list(methods.items()), lambda pair: pair[0], progress)
    return {name: study.run(method, study.t_end) for name, method in pairs}


def _level_table(study: Study, shown: dict[str, Raw]) -> Table:
    rows: list[tuple[Any, ...]] = []
    for name, run in shown.items():
        lines: dict[str, Any] = {}
        if name in LEVELS:
            lines[PAPER] = (f"about {LEVELS[name]:g}", None, None, None, None)
        if name in FOUND:
            lines[DERIVED] = (FOUND[name], None, None, None, None)
        lines[OURS] = (float(run.energy[-1]), run.figures[0], study.off_place(run), run.figures[2], run.cpu)
        rows += compared(name, lines)
    head = (
        "",
        "",
        "H - H0 at the end [J]",
        "largest |H - H0| [J]",
        "centre off its place [m]",
        "largest row [m/s]",
        "CPU [s]",
    )
    return Table(head, tuple(rows), "Figures 2 and 3: energy and rows of the paper's run, variant B")


def _paper_charts(shown: dict[str, Raw], best: str) -> tuple[Chart, ...]:
    run = shown[best]
    energies = {name: (one.t[1:], np.abs(one.energy[1:])) for name, one in shown.items()}
    rows = {name: (one.t[1:], one.velocity[1:]) for name, one in shown.items()}
    return (
        Chart(run.t, {"energy [J]": run.kinetic, "row [m/s]": run.velocity}, "t [s]", "",
              caption=f"Figure 2: energy and largest row, {best}"),
        Chart(run.t, energies, "t [s]", "|H - H0| [J]", y_log=True, caption="Figure 3: errors of the energy"),
        Chart(run.t, rows, "t [s]", "largest row [m/s]", y_log=True, caption="Figure 3: errors of the rows"),
    )  # fmt: skip


def _traced(study: Study, degrees: Sequence[int], n: int) -> dict[str, Integrator]:
    """Methods of Figure 4."""
    methods: dict[str, Integrator] = {"RK4": RK4(step=study.h, constraints="direct")}
    return methods | {f"cG({k})": Galerkin(step=study.h, k=k, n=n, variant="B") for k in degrees}


def _trace_table(study: Study, traced: dict[str, Integrator], traces: dict[str, Raw], t_far: float) -> Table:
    said = {"RK4": "large, irregular", "cG(1)": "small, regular", "cG(2)": "none"}
    rows = []
    for name, run in traces.items():
        far = float(np.abs(study.off_circle(run)).max())
        left = study.leaves(study.run(traced[name], t_far))
        rows.append((name, said.get(name), far, far / study.board.radius, left))
    head = ("", "deviation, paper", "largest distance from the circle [m]", "of its radius",
            f"wheel turned by {LEFT:g} rad at [s], to {t_far:g} s")  # fmt: skip
    caption = f"Figure 4: trace to {study.t_long:g} s, a circle of radius {study.board.radius:.6g} m"
    return Table(head, tuple(rows), caption)


def _trace_charts(study: Study, traces: dict[str, Raw], sides: dict[float, Raw]) -> tuple[Chart, ...]:
    paths = {name: (run.q[:, 0], run.q[:, 1]) for name, run in traces.items()}
    turn = {f"e = {e:g} at the start": (run.t, run.q[:, 4] + study.board.angle) for e, run in sides.items()}
    turn |= {name: (run.t, run.q[:, 4] + study.board.angle) for name, run in traces.items()}
    first = next(iter(traces.values()))
    return (
        Chart(first.q[:, 0], paths, "x [m]", "y [m]", caption="Figure 4: traces of the centre", equal=True),
        Chart(first.t, turn, "t [s]", "e [rad]", caption="Which side of the circle a run is on"),
    )


# --------------------------------------------------------------------------- what the paper's run hides


def _variant_runs(
    study: Study, degrees: Sequence[int], points: Sequence[int], progress: bool | None
) -> dict[tuple[int, str], Raw]:
    pairs = [(k, n, variant) for k, n in zip(degrees, points, strict=True) for variant in VARIANTS]
    return {
        (k, variant): study.run(Galerkin(step=study.h, k=k, n=n, variant=variant), study.t_end)
        for k, n, variant in counted(pairs, lambda one: f"k = {one[0]}, variant {one[2]}", progress)
    }


def _variant_table(study: Study, runs: dict[tuple[int, str], Raw]) -> Table:
    rows, last = [], 0
    for (k, variant), run in runs.items():
        off = float(np.abs(study.off_circle(run)).max())
        found = (float(run.energy[-1]), run.figures[2], off, float(run.q[-1, 4] - run.q[0, 4]))
        rows.append((f"k = {k}" if k != last else "", VARIANTS[variant], *found))
        last = k
    head = ("", "variant", "H - H0 at the end [J]", "largest row [m/s]", "off the circle [m]", "e at the end [rad]")
    return Table(head, tuple(rows), "The paper's run with all variants: A and B hardly differ")


def _sides(study: Study, offsets: Sequence[float], progress: bool | None) -> dict[float, Raw]:
    """True motions from beside the circle."""
    named = counted(offsets, lambda e: f"e = {e:g} at the start", progress)
    exact = DOP853(tol=1e-11)
    return {e: raw_run(compile(study.board.circle(e)), exact, study.t_long, 180) for e in named}


def _side_table(study: Study, sides: dict[float, Raw]) -> Table:
    c = study.board.curvature
    rows = []
    for e, run in sides.items():
        one = float(study.board.turned(e, [0.0, study.t_long])[-1])
        end = float(run.q[-1, 4] + study.board.angle)
        rows.append((e, end, one, 1 / (c * e) if c * e > 0 else None))
    head = ("e at the start [rad]", "e at the end [rad]", "by one coordinate", "1/(c e) [s]")
    caption = f"True motions beside the circle, e' = c e^2 + .. with c = {c:.5g} 1/s: they leave it on one side alone"
    return Table(head, tuple(rows), caption)


# --------------------------------------------------------------------------- orders


@dataclass(frozen=True)
class Orders:
    """Errors of the generic run: h (n,), error (n,) of q at the end, largest |H - H0| (n,) [J] and row (n,)."""

    k: int
    variant: str
    h: np.ndarray
    error: np.ndarray
    energy: np.ndarray
    row: np.ndarray


def _orders(
    system: System, degrees: Sequence[int], t: float, steps: Sequence[float], progress: bool | None
) -> list[Orders]:
    exact = raw_run(system, DOP853(tol=1e-13), t, 1).q[-1]
    found = []
    pairs = [(k, variant) for variant in VARIANTS for k in degrees]
    for k, variant in counted(pairs, lambda one: f"order of {one[1]}, k = {one[0]}", progress):
        runs = [raw_run(system, Galerkin(step=h, k=k, n=k, variant=variant), t, round(t / h)) for h in steps]
        error = np.array([np.abs(run.q[-1] - exact).max() for run in runs])
        energy, row = (np.array([run.figures[i] for run in runs]) for i in (0, 2))
        found.append(Orders(k, variant, np.array(steps, float), error, energy, row))
    return found


def _order_table(found: list[Orders], t: float) -> Table:
    """Errors with all steps, the order between the last two, and energy and rows with the last."""
    rows: list[tuple[Any, ...]] = []
    for one in found:
        label = VARIANTS[one.variant] if one.k == found[0].k else ""
        errors = [float(x) for x in one.error]
        order = float(orders(one.h, one.error)[-1]) if len(errors) > 1 else None
        rows.append((label, one.k, *errors, order, float(one.energy[-1]), float(one.row[-1])))
    head = ("variant", "k", *(f"h = {h:g}" for h in found[0].h), "order", "|H - H0| [J]", "row [m/s]")
    caption = f"The generic run, n = k: |error of q| at {t:g} s; energy and rows with the last step"
    return Table(head, tuple(rows), caption)


def _order_charts(found: list[Orders]) -> tuple[Chart, ...]:
    charts = []
    for variant, name in VARIANTS.items():
        chosen = [one for one in found if one.variant == variant]
        lines = {f"k = {one.k}": one.error for one in chosen}
        caption = f"The generic run: variant {name}"
        charts.append(
            Chart(chosen[0].h, lines, "h [s]", "|error of q|", x_log=True, y_log=True, points=True, caption=caption)
        )
    return tuple(charts)

"""Beside the figures of Ding, Pan (2011): Table 1, one step, the printed start, what quadrature does, and a drawing."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from jourdain.integrators import Galerkin
from jourdain.papers.common import OURS, PAPER, raw_run
from jourdain.papers.galerkin_step import step, table_lines
from jourdain.papers.snakeboard import COORDINATES, GENERIC, Snakeboard
from jourdain.progress import counted
from jourdain.system.compile import compile
from jourdain.viewer.section import Chart, Table

if TYPE_CHECKING:
    from jourdain.papers.galerkin import Study

VARIANTS = {"A": "A (as printed)", "B": "B", "C": "C", "P": "P (default)"}


def drawing(board: Snakeboard) -> Chart:
    """The board at its start: wheels at the ends, whose axles meet in the centre of the circle."""
    l, turn = board.reach, np.linspace(0.0, 2 * np.pi, 121)
    lines: dict[str, Any] = {"board": (np.array([-l, l]), np.zeros(2))}
    for name, at, angle in (("back wheels, b", -l, -board.angle), ("front wheels, f", l, board.angle)):
        along = 0.25 * l * np.array([-1.0, 1.0])
        lines[name] = at + along * np.cos(angle), along * np.sin(angle)
    lines["rotor, psi = 0"] = np.zeros(2), 0.35 * l * np.array([-1.0, 1.0])
    lines["axles"] = np.array([-l, 0.0, l]), np.array([0.0, board.radius, 0.0])
    lines["path of the centre"] = board.radius * np.sin(turn), board.radius * (1.0 - np.cos(turn))
    lines["centre (x, y)"] = np.zeros(1), np.zeros(1)
    caption = f"Figure 1: the snakeboard at its start, wheels {2 * l:.4g} m apart"
    return Chart(np.zeros(1), lines, "x [m]", "y [m]", caption=caption, equal=True)


def polynomial_table(degrees: Sequence[int]) -> Table:
    """Table 1, computed with fractions, and how the paper has each line."""
    rows: list[tuple[Any, ...]] = []
    for k in dict.fromkeys(degrees):
        rows += [(k if i == 0 else "", *line) for i, line in enumerate(table_lines(k))]
    caption = "Table 1: polynomials in a = (t - t0)/h, and q~ (p~ likewise) by the values at nodes"
    return Table(("k", "", OURS, PAPER), tuple(rows), caption)


def step_table(board: Snakeboard, h: float, degrees: Sequence[int], progress: bool | None) -> Table:
    """One step without springs, n = k, from the generic start: energy changes by the work of the multipliers alone."""
    system, M = compile(board.model(_start(*GENERIC), 0.0)), board.mass_matrix
    q = np.array(GENERIC[0])
    p = M @ board.nearest(q, np.array(GENERIC[1]))
    pairs = [(k, variant) for k in dict.fromkeys(degrees) for variant in VARIANTS]
    rows = []
    for k, variant in counted(pairs, lambda one: f"a step of {one[1]}, k = {one[0]}", progress):
        end = step(board, q, p, h, k, k, variant)
        change = _energy(M, end.p) - _energy(M, p)
        psi = float(np.abs(board.rows(end.q) @ np.linalg.solve(M, end.p)).max())
        run = raw_run(system, Galerkin(step=h, k=k, n=k, variant=variant), h, 1)
        apart = float(np.abs(run.q[-1] - end.q).max())
        label = k if variant == "A" else ""
        rows.append((label, VARIANTS[variant], change, end.work, change + end.work, psi, float(run.energy[-1]), apart))
    head = ("k", "variant", "H1 - H0 [J]", "sum w lam . Phi q' [J]", "their sum [J]", "Psi at the end [m/s]",
            "H1 - H0, compiled [J]", "|q, compiled - q|")  # fmt: skip
    caption = (
        f"Equation (22): balance of energy in one step of {h:g} s, n = k, as the equations are written, and compiled"
    )
    return Table(head, tuple(rows), caption)


def _energy(M: np.ndarray, p: np.ndarray) -> float:
    return float(0.5 * p @ np.linalg.solve(M, p))


def _start(q: Any, v: Any) -> dict[str, tuple[float, float]]:
    return dict(zip(COORDINATES, ((float(x), float(u)) for x, u in zip(q, v, strict=True)), strict=True))


def start_table(study: Study, spin: float, degrees: Sequence[int], points: Sequence[int]) -> Table:
    """The printed start: what it leaves open, what stays open if it is taken as it is, and what it becomes when closed."""
    board, M = study.board, study.board.mass_matrix
    q = np.array([0.0, 0.0, 0.0, 0.0, -board.angle, board.angle])
    printed, own = (np.array([board.speed, 0.0, w, 0.0, 0.0, 0.0]) for w in (spin, board.spin))
    starts = {f"{PAPER}, th' = {spin:g}": printed, "the same, closed": board.nearest(q, printed), "by the rows": own}
    rows = []
    for name, v in starts.items():
        after = step(board, q, M @ v, study.h, degrees[0], points[0], "B")
        psi, later = (
            float(np.abs(board.rows(x) @ u).max()) for x, u in ((q, v), (after.q, np.linalg.solve(M, after.p)))
        )
        energies: list[float | None] = [None] * len(degrees)
        if name != next(iter(starts)):  # a run begins closed
            system = compile(board.model(_start(q, v), 0.0))
            for i, (k, n) in enumerate(zip(degrees, points, strict=True)):
                method = Galerkin(step=study.h, k=k, n=n, variant="B")
                energies[i] = float(raw_run(system, method, study.t_end, 1).energy[-1])
        rows.append((name, float(v[0]), float(v[2]), psi, later, _energy(M, M @ v), *energies))
    head = ("start", "x' [m/s]", "th' [rad/s]", "Psi [m/s]", f"Psi after {study.h:g} s, cG({degrees[0]})", "H0 [J]",
            *(f"H - H0, cG({k}) [J]" for k in degrees))  # fmt: skip
    caption = (
        f"The printed start: it is rounded, and the rows want th' = {board.spin:.10g}; energies at {study.t_end:g} s"
    )
    return Table(head, tuple(rows), caption)


def quadrature_table(study: Study, degrees: Sequence[int], most: int, progress: bool | None) -> Table:
    """The paper's run with more points: energy, also against H0, and the place; which of them is at the printed level."""
    pairs = [(k, n) for k in dict.fromkeys(degrees) for n in range(k, max(most, k) + 1)]
    rows: list[tuple[Any, ...]] = []
    for k, n in counted(pairs, lambda one: f"k = {one[0]}, n = {one[1]}", progress):
        run = study.run(Galerkin(step=study.h, k=k, n=n, variant="B"), study.t_end)
        energy = run.figures[0]
        rows.append(
            (k if n == k else "", n, energy, energy / float(run.kinetic[0]), study.off_place(run), run.figures[2])
        )
    head = ("k", "n", "largest |H - H0| [J]", "|H - H0|/H0", "centre off its place [m]", "largest row [m/s]")
    return Table(head, tuple(rows), "The paper's run, variant B, with other numbers of Gauss points")

"""The three machines of Miao, Zhu, Chen and Zhu (2008) as examples: what is compared of each, and tables of their own."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from jourdain.analyses.simulate import simulate
from jourdain.integrators import DOP853
from jourdain.lagrange.front import lagrangian
from jourdain.model.model import Model
from jourdain.papers.common import DERIVED, OURS, compared
from jourdain.papers.pinned_beam import PinnedBeam
from jourdain.papers.propeller_run import Propeller
from jourdain.papers.subcycling_study import ORIGINAL, Example, Study, rounded
from jourdain.result.result import Result
from jourdain.viewer.section import Chart, Table

ROD, BEAM, PROPELLER = NAMES = ("rod", "beam", "propeller")
PRINTED: dict[str, Mapping[int, float]] = {  # CPU against the original [%]; the paper says none of its beam
    ROD: {5: 44.7, 10: 36.2},
    BEAM: {},
    PROPELLER: {10: 65.1},
}


def _digits(*values: float) -> tuple[str, ...]:
    """All that were found independently."""
    return tuple(f"{x:.6f}" for x in values)


# --------------------------------------------------------------------------- the rod


@dataclass(frozen=True)
class Rod:
    """A rod that turns about its end, with a block on it that a spring holds at u0 from there; torque [N m] on the rod."""

    mass: float = 2.0  # kg
    length: float = 2.0  # m
    block: float = 5.0  # kg
    k: float = 1000.0  # N/m
    u0: float = 1.0  # m
    torque: float = 100.0

    def model(self) -> Model:
        """At rest, the spring unloaded."""
        text = "(ma*l**2/3 + mb*(x + u0)**2)*theta_rate**2/2 + mb*x_rate**2/2 - k*x**2/2"
        numbers = {
            "ma": self.mass, "l": self.length, "mb": self.block, "k": self.k, "u0": self.u0, "T": self.torque,
        }  # fmt: skip
        forces = {"theta": "T"}
        return lagrangian("rod, spring, block", text, "theta x", parameters=numbers, start=[0.0, 0.0], forces=forces)


def rod_example(rod: Rod, h: float, t_end: float) -> Example:
    """The block is fast."""

    def curves(found: Result) -> dict[str, np.ndarray]:
        return {"theta [rad]": found.q[:, 0], "x [m]": found.q[:, 1]}

    captions = {
        "theta [rad]": "Figures 4, 6: angle",
        "x [m]": "Figures 5, 7: vibration",
        "energy": "Figures 8, 9: energy",
    }
    return Example(ROD, rod.model(), ["x"], h, t_end, curves, PRINTED[ROD], captions)


def rod_table(rod: Rod, study: Study) -> Table:
    """Where it ends, and whether the block is still on the rod."""
    end = study.reference
    ours = (*_digits(end.q[-1, 0], end.v[-1, 0], end.q[-1, 1]), rounded(float(end.q[:, 1].max() + rod.u0)))
    lines: dict[str, tuple[Any, ...]] = {OURS: ours}
    if rod == Rod() and study.example.t_end == 2.0:
        lines = {DERIVED: (*_digits(13.711532, 9.743986, 0.889911), None), **lines}
    rows = compared(f"t = {study.example.t_end:g} s", lines)
    head = ("", "", "theta [rad]", "theta' [rad/s]", "x [m]", f"block at most at, of {rod.length:g} [m]")
    return Table(head, tuple(rows), "rod: the reference, DOP853")


# --------------------------------------------------------------------------- the beam


def beam_example(beam: PinnedBeam, h: float, t_end: float) -> Example:
    """All shapes are fast."""

    def curves(found: Result) -> dict[str, np.ndarray]:
        centre, velocity = beam.centre(found)
        return {
            "centre x [m]": centre[:, 0],
            "centre y [m]": centre[:, 1],
            "centre x' [m/s]": velocity[:, 0],
            "centre y' [m/s]": velocity[:, 1],
            "tip off the root's tangent [m]": beam.lag(found),
        }

    shown = {
        "centre x [m]": "Figure 11: centre of mass",
        "centre y [m]": "Figure 11: centre of mass",
        "centre x' [m/s]": "Figure 12: velocity of the centre of mass",
        "centre y' [m/s]": "Figure 12: velocity of the centre of mass",
    }
    return Example(BEAM, beam.model(), beam.names, h, t_end, curves, PRINTED[BEAM], shown)


def beam_table(beam: PinnedBeam, t_end: float) -> Table:
    """With clamped shapes, whose angle is that of the root."""
    clamped = replace(beam, shapes="clamped")
    found = simulate(clamped.model(), t_end, integrator=DOP853(tol=1e-11), output=2000, trust="fast", progress=False)
    ours = (*_digits(found.q[-1, 0], found.v[-1, 0]), rounded(float(clamped.lag(found).min()), 4))
    lines: dict[str, tuple[Any, ...]] = {OURS: ours}
    if beam == PinnedBeam() and t_end == 20.0:
        lines = {DERIVED: (*_digits(75.006137, 6.000151), -0.5688), **lines}
    rows = compared(f"t = {t_end:g} s", lines)
    head = ("", "", "angle of the root [rad]", "its rate [rad/s]", "least deflection of the tip [m]")
    return Table(head, tuple(rows), f"beam: the reference, {beam.modes} clamped shapes, DOP853")


def beam_path(beam: PinnedBeam, study: Study) -> Chart:
    """Of the centre of mass, by the original and by every ratio."""
    paths: dict[str, Any] = {}
    for line in study.shown:
        place, _ = beam.centre(line.result)
        paths[line.label] = place[:, 0], place[:, 1]
    caption = "beam: Figure 11: path of the centre of mass"
    return Chart(study.times, paths, "x [m]", "y [m]", caption=caption, equal=True)


# --------------------------------------------------------------------------- the propeller


def propeller_example(propeller: Propeller, h: float, t_end: float) -> Example:
    """All shapes are fast."""
    names = {"angle [rad]": "turn", "stress at the root [Pa]": "root", "tip along z [m]": "tip"}

    def curves(found: Result) -> dict[str, np.ndarray]:
        values = {label: np.asarray(found.measure(name)) for label, name in names.items()}
        values["tip along z [m]"] -= values["tip along z [m]"][0]  # nothing bends at the start
        return values

    shown = {"stress at the root [Pa]": "Figure 14: stress at the root", "tip along z [m]": "Figure 15: tip"}
    model, fast = propeller.model(), ["propeller.shapes"]
    return Example(PROPELLER, model, fast, h, t_end, curves, PRINTED[PROPELLER], shown, tol=1e-9)


def propeller_part_table(propeller: Propeller) -> Table:
    """What tells whether units and mesh are right, and whether free shapes turn with the shaft."""
    part, material = propeller.part, propeller.material
    twist = part.invariants.P1[:, 0, 1] - part.invariants.P1[:, 1, 0]  # angular momentum of each shape about the shaft
    rows: list[tuple[Any, ...]] = [
        ("bricks", 4140, sum(len(cells) for cells in propeller.bricks.cells.values())),
        ("speed of sound, sqrt(E/density) [m/s]", None, rounded(float(np.sqrt(material.E / material.density)), 5)),
        ("mass [kg]", None, rounded(part.mass, 5)),
        ("inertia about the shaft [kg m2]", None, rounded(float(part.inertia[2, 2]), 5)),
    ]
    hertz = part.frequencies / (2.0 * np.pi)
    rows += [(f"frequency of shape {i + 1} [Hz]", None, rounded(float(f), 4)) for i, f in enumerate(hertz)]
    rows.append(
        ("largest coupling of a shape to the turn, p^2/J", None, rounded(float((twist**2).max() / part.inertia[2, 2])))
    )
    return Table(("", "paper", "ours"), tuple(rows), f"propeller: the part, {propeller.shapes} shapes")


def propeller_table(study: Study) -> Table:
    """Against the original, as in the paper's figures; and how far the shaft joint opens."""
    first, rows = study.lines[0], []
    if first.result is None:
        return Table(("",), ((f"{ORIGINAL} {first.why}",),), "propeller: against the original")
    its = study.example.curves(first.result)
    for line in study.lines[1:]:
        if line.result is None:
            continue
        mine = study.example.curves(line.result)
        off = {name: float(np.abs(mine[name] - its[name]).max()) for name in its}
        share = [off[name] / float(np.abs(its[name]).max()) for name in list(its)[1:]]
        figures = (off["angle [rad]"], *share, float(line.result.gap.max()))
        rows.append((line.label, *(rounded(one) for one in figures)))
    head = ("", "angle [rad]", "stress at the root, relative", "tip, relative", "shaft joint opens by [m]")
    return Table(head, tuple(rows), "propeller: largest differences from the original")

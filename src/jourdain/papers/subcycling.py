"""Miao, Zhu, Chen, Zhu (2008), subcycling for flexible bodies: rod with spring and block, pinned beam, propeller."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from jourdain.analyses.simulate import simulate
from jourdain.errors import ModelError
from jourdain.integrators import DOP853
from jourdain.integrators.subcycling.growth import SCHEMES
from jourdain.lagrange.front import lagrangian
from jourdain.model.model import Model
from jourdain.papers.common import DERIVED, OURS, Reproduction, compared
from jourdain.papers.pinned_beam import PinnedBeam
from jourdain.papers.propeller_run import MESHES, Propeller, rad_per_s
from jourdain.papers.subcycling_study import Example, Line, Study
from jourdain.progress import counted
from jourdain.result.result import Result
from jourdain.run.energy_control import ControlledRun
from jourdain.viewer.section import Chart, Table

SOURCE = (
    "Miao Jiancheng, Zhu Ping, Chen Guanlong, Zhu Dawei: Study on sub-cycling algorithm for a flexible multi-body system. "
    "Chinese Journal of Theoretical and Applied Mechanics 40 (2008) 511-519."
)
EXAMPLES = ("rod", "beam", "propeller")
PRINTED = {
    "rod": {5: 44.7, 10: 36.2},
    "propeller": {10: 65.1},
}  # CPU against the original [%]; the paper's beam has none
NOTES = (
    "The paper does not give its steps, the rest position of the block, and nothing of its beam and of the geometry of its "
    "propeller but the diameter, the material and the number of elements. What is taken here is an option each.",
    "Its conclusion that subcycling is stable if each part keeps its own limit is false: coupled by inertia the printed scheme "
    "grows at every step size. What comes of it stands in the table of the printed scheme.",
    "Equations (21) and (22) are block Jacobi, and contract by the root of mu only; here the whole block is solved for.",
    "In equation (11) the first factor of the last term of M is C_i^T and not C_d^T, and gamma has the rate 2 C_qt q'.",
    "Density 2.78e-6 of the paper's propeller is in kg/mm3; in the tonnes of its other units it is 2.78e-9.",
    "With two coordinates CPU says little about compiled code: a step costs less than what surrounds it. Evaluations count "
    "common updates and substeps alike, of which the latter know the fast rows only.",
    "Central differences with the long step are the first thing to compare with: where they are stable, they are cheapest.",
    "Errors are the largest ones over the run, over the largest value of the curve.",
)


def subcycling(
    *,
    examples: Sequence[str] = EXAMPLES,
    scheme: str = SCHEMES[0],
    ratios: Sequence[int] = (5, 10),
    energy: float | None = 1e-3,
    repeats: int = 3,
    h: float = 1e-3,
    rod_mass: float = 2.0,
    rod_length: float = 2.0,
    block_mass: float = 5.0,
    k: float = 1000.0,
    u0: float = 1.0,
    torque: float = 100.0,
    t_rod: float = 2.0,
    h_beam: float = 2e-3,
    beam_length: float = 10.0,
    beam_stiffness: float = 1.4e4,
    beam_line_mass: float = 1.2,
    beam_modes: int = 3,
    beam_torque: float = 160.0,
    beam_rise: float = 15.0,
    t_beam: float = 20.0,
    h_propeller: float = 2.5e-5,
    rpm: float = 800.0,
    rise: float = 0.2,
    shake: float = 200.0,
    damping: float = 0.002,
    modes: int = 12,
    shapes: str = "free",
    mesh: str = "paper",
    t_propeller: float = 0.25,
    progress: bool | None = None,
) -> Reproduction:
    """The three examples of Miao, Zhu, Chen and Zhu (2008), computed anew.

    examples: which. scheme, ratios, energy (budget of its control): of the method; repeats: runs of which the quickest counts.
    h, h_beam, h_propeller: short steps [s]. rod_mass, block_mass [kg], rod_length [m], k [N/m], u0 [m], torque [N m], t_rod
    [s]: the rod. beam_length [m], beam_stiffness EI [N m2], beam_line_mass [kg/m], beam_modes, beam_torque [N m], beam_rise,
    t_beam [s]: the beam. rpm, rise [s], shake [m/s2], damping, modes, shapes ("free" or "clamped" at the bore), mesh ("coarse",
    "paper": 4140 bricks, "20 nodes": each of 20 nodes), t_propeller [s]: the propeller.
    """
    for name in examples:
        if name not in EXAMPLES:
            raise ModelError(f"examples: {name!r} is none of {', '.join(EXAMPLES)}.")
    if mesh not in MESHES:
        raise ModelError(f"mesh = {mesh!r}; it is one of {', '.join(map(repr, MESHES))}.")
    common: dict[str, Any] = dict(ratios=tuple(ratios), scheme=scheme, energy=energy, progress=progress)
    tables: list[Table] = []
    charts: list[Chart] = []
    beam = PinnedBeam(beam_length, beam_stiffness, beam_line_mass, beam_torque, beam_rise, beam_modes)
    studies: dict[str, Study] = {}
    if "rod" in examples:
        model = rod(rod_mass, rod_length, block_mass, k, u0, torque)
        studies["rod"] = Study(
            Example("rod", model, ["x"], h, t_rod, _of_rod, PRINTED["rod"]), repeats=repeats, **common
        )
    if "beam" in examples:
        example = Example("beam", beam.model(), beam.names, h_beam, t_beam, lambda found: _of_beam(beam, found))
        studies["beam"] = Study(example, repeats=repeats, **common)
    if "propeller" in examples:
        blades = Propeller(rad_per_s(rpm), rise, shake, damping, modes, shapes, mesh)
        for _ in counted([mesh], lambda one: f"reducing the propeller, mesh {one}", progress):
            model = blades.model()
        example = Example(
            "propeller",
            model,
            ["propeller.shapes"],
            h_propeller,
            t_propeller,
            _of_propeller,
            PRINTED["propeller"],
            1e-9,
        )
        studies["propeller"] = Study(example, repeats=1, **common)
    for name, study in studies.items():
        tables.append(study.table())
        charts += study.charts(FIGURES[name])
        if name == "beam":
            tables.append(_beam_table(replace(beam, shapes="clamped"), t_beam))
            charts += _beam_charts(beam, study)
        if name == "propeller":
            tables.append(_propeller_table(study))
    clamped = replace(beam, shapes="clamped")
    cases = [(name, study.example) for name, study in studies.items()]
    if "beam" in studies:
        cases.append(("beam, clamped shapes", replace(studies["beam"].example, model=clamped.model())))
    printed, repaired = _printed(cases, max(ratios), energy, progress)
    tables.append(printed)
    if repaired is not None:
        page = repaired.section()
        tables += [replace(one, caption=f"The repaired run. {one.caption}") for one in page.tables[:1]]
        charts += [replace(one, caption=f"The repaired run. {one.caption}") for one in page.charts]
    notes = (*NOTES, *(note for study in studies.values() for note in study.verdicts()))
    return Reproduction("Subcycling: slow and fast motion", SOURCE, tuple(tables), tuple(charts), notes)


# --------------------------------------------------------------------------- the rod

FIGURES: dict[str, dict[str, str]] = {
    "rod": {"theta [rad]": "Figures 4, 6: angle", "x [m]": "Figures 5, 7: vibration", "energy": "Figures 8, 9: energy"},
    "beam": {},
    "propeller": {"stress at the root [Pa]": "Figure 14: stress at the root", "tip along z [m]": "Figure 15: tip"},
}


def rod(mass: float, length: float, block: float, k: float, u0: float, torque: float) -> Model:
    """A rod that turns about its end, with a block on it that a spring holds at u0 from there."""
    lagrangian_text = "(ma*l**2/3 + mb*(x + u0)**2)*theta_rate**2/2 + mb*x_rate**2/2 - k*x**2/2"
    numbers = {"ma": mass, "l": length, "mb": block, "k": k, "u0": u0, "T": torque}
    start = dict(start=[0.0, 0.0], forces={"theta": "T"})
    return lagrangian("rod, spring, block", lagrangian_text, "theta x", parameters=numbers, **start)


def _of_rod(found: Result) -> dict[str, np.ndarray]:
    return {"theta [rad]": found.q[:, 0], "x [m]": found.q[:, 1]}


# --------------------------------------------------------------------------- the beam


def _of_beam(beam: PinnedBeam, found: Result) -> dict[str, np.ndarray]:
    centre = beam.centre(found)[0]
    return {
        "centre x [m]": centre[:, 0],
        "centre y [m]": centre[:, 1],
        "tip off the root's tangent [m]": beam.lag(found),
    }


def _beam_charts(beam: PinnedBeam, study: Study) -> list[Chart]:
    """Place and velocity of the centre of mass, by the original and the largest ratio."""
    runs = {one.label: one.result for one in study.lines if one.result is not None}
    chosen = {label: found for label, found in runs.items() if "original" in label or label.startswith("subcycling")}
    paths: dict[str, Any] = {}
    speeds: dict[str, np.ndarray] = {}
    for label, found in chosen.items():
        place, velocity = beam.centre(found)
        paths[label] = place[:, 0], place[:, 1]
        speeds |= {f"x, {label}": velocity[:, 0], f"y, {label}": velocity[:, 1]}
    return [
        Chart(study.times, paths, "x [m]", "y [m]", caption="Figure 11: centre of mass", equal=True),
        Chart(study.times, speeds, "t [s]", "velocity [m/s]", caption="Figure 12: velocity of the centre of mass"),
    ]


def _beam_table(beam: PinnedBeam, t_end: float) -> Table:
    """With clamped shapes, whose angle is that of the root."""
    found = simulate(beam.model(), t_end, integrator=DOP853(tol=1e-11), output=2000, trust="fast", progress=False)
    ours = (float(found.q[-1, 0]), float(found.v[-1, 0]), float(beam.lag(found).min()))
    usual = beam == PinnedBeam(shapes="clamped") and t_end == 20.0
    lines = {DERIVED: (75.006137, 6.000151, -0.5688)} if usual else {}
    rows = compared(f"t = {t_end:g} s", lines | {OURS: ours})
    head = ("", "", "angle of the root [rad]", "its rate [rad/s]", "least deflection of the tip [m]")
    return Table(head, tuple(rows), f"beam, {beam.modes} clamped shapes, DOP853")


# --------------------------------------------------------------------------- the propeller


def _of_propeller(found: Result) -> dict[str, np.ndarray]:
    names = {"angle [rad]": "turn", "stress at the root [Pa]": "root", "tip along z [m]": "tip"}
    return {label: np.asarray(found.measure(name)) for label, name in names.items()}


def _propeller_table(study: Study) -> Table:
    """Against the original, as in the paper's figures; and how far the shaft joint opens."""
    first = study.lines[0]
    rows = []
    for line in study.lines[1:]:
        if line.result is None or first.result is None:
            continue
        mine, its = (_of_propeller(one.result) for one in (line, first) if one.result is not None)
        off = {name: float(np.abs(mine[name] - its[name]).max()) for name in its}
        share = [off[name] / float(np.abs(its[name]).max()) for name in list(its)[1:]]
        rows.append((line.label, off["angle [rad]"], *share, float(line.result.gap.max())))
    head = ("", "angle [rad]", "stress at the root, relative", "tip, relative", "shaft joint opens by [m]")
    return Table(head, tuple(rows), "propeller: against the original")


# --------------------------------------------------------------------------- the printed scheme


def _printed(
    cases: list[tuple[str, Example]], m: int, energy: float | None, progress: bool | None
) -> tuple[Table, ControlledRun | None]:
    """What is said of the printed scheme before it runs, what it comes to, and what control of the energy makes of it."""
    rows: list[tuple[Any, ...]] = []
    worst: ControlledRun | None = None
    for name, example in counted(cases, lambda case: f"{case[0]}: the printed scheme", progress):
        study = Study(example, (m,), "printed", None, 1, False)
        refused = study.line("as it is", study.subcycled(m))
        loose = study.line("as it is", study.subcycled(m, allow_unstable=True))
        kept = study.line("controlled", study.subcycled(m, allow_unstable=True, energy=energy or 1e-3))
        said = "runs" if refused.result is not None else refused.why.partition(", for ever")[0]
        rows.append((name, said, *_came_to(loose), *_came_to(kept), _windows(kept)))
        if isinstance(kept.result, ControlledRun) and kept.result.changes:
            worst = kept.result
    errors = ("largest error", "energy error [J]")
    head = ("example", "before the run", *errors, *(f"{one}, controlled" for one in errors), "windows taken back")
    return Table(head, tuple(rows), f"The printed scheme, {m}:1"), worst


def _came_to(line: Line) -> tuple[Any, Any]:
    if line.result is None:
        return line.why.partition(" in model")[0].replace("subcycling ", ""), None
    return line.worst, line.result.trust.energy_error


def _windows(line: Line) -> Any:
    return None if line.result is None else int(sum(one.why != 2 for one in getattr(line.result, "changes", ())))

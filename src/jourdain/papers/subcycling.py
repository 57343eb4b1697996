"""Miao, Zhu, Chen, Zhu (2008), subcycling for flexible bodies: rod with spring and block, pinned beam, propeller."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from jourdain.errors import ModelError, near
from jourdain.integrators.subcycling.growth import SCHEMES, SUBSTEPS
from jourdain.integrators.subcycling.integrator import Subcycling
from jourdain.papers.common import DERIVED, OURS, Reproduction
from jourdain.papers.pinned_beam import PinnedBeam
from jourdain.papers.propeller_run import Propeller, rad_per_s
from jourdain.papers.subcycling_examples import (
    BEAM,
    NAMES,
    PROPELLER,
    ROD,
    Rod,
    beam_example,
    beam_path,
    beam_table,
    propeller_example,
    propeller_part_table,
    propeller_table,
    rod_example,
    rod_table,
)
from jourdain.papers.subcycling_study import Line, Study, rounded
from jourdain.progress import counted
from jourdain.run.energy_control import UNDONE, ControlledRun
from jourdain.run.run import Run
from jourdain.system.compile import compile
from jourdain.viewer.section import Chart, Table

SOURCE = (
    "Miao Jiancheng, Zhu Ping, Chen Guanlong, Zhu Dawei: Study on sub-cycling algorithm for a flexible multi-body system. "
    "Chinese Journal of Theoretical and Applied Mechanics 40 (2008) 511-519."
)
NOTES = (
    "The paper does not give its steps, the rest position of the block, and nothing of its beam and of the geometry of its "
    "propeller but the diameter, the material and the number of elements. What is taken here is an option each.",
    "Its conclusion that subcycling is stable if each part keeps its own limit is false: coupled by inertia the printed scheme "
    "grows at every step size, as it does by springs between both sides. The tables of schemes show what comes of it.",
    "In equation (11) the first factor of the last term of M is C_i^T and not C_d^T, and gamma has the rate 2 C_qt q'.",
    "Equations (21) and (22) are block Jacobi, and contract by the root of mu only; where nothing else is said the whole block "
    "is solved for. Newmark and Runge-Kutta substeps are the paper's outlook.",
    "Equations (29) to (31) need the velocity at the next common update, which is not known yet, and sum it by rectangles: "
    "slow coordinates follow q + tau q' + tau^2/2 q'' here. The last sign of (34) is that of (35), plus.",
    "The density 2.78e-6 of the paper's propeller is in kg/mm3; in the tonnes of its other units it is 2.78e-9.",
    "The paper names neither its machine nor its programme. In compiled code two coordinates cost less than what surrounds "
    "them, so that CPU says little about the rod and the beam; evaluations say more.",
    "Central differences with the long step are the first thing to compare with: where they are stable and good enough, they "
    "are cheapest. The second is generalized-alpha at the error of the better subcycling.",
    "Errors are the largest ones over the run, over the largest value of the curve.",
)

BUDGET = 1e-3  # of the energy


def subcycling(
    *,
    examples: Sequence[str] = NAMES,
    scheme: str = SCHEMES[0],
    ratios: Sequence[int] = (5, 10),
    energy: float | None = BUDGET,
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
    E: float = 7e10,
    nu: float = 0.3,
    density: float = 2780.0,
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
    t_beam [s]: the beam. rpm, rise [s], shake [m/s2], damping, E [Pa], nu, density [kg/m3], modes, shapes ("free" or "clamped"
    at the bore), mesh ("coarse", "paper": 4140 bricks, "20 nodes": each of 20 nodes), t_propeller [s]: the propeller.
    """
    examples = (examples,) if isinstance(examples, str) else tuple(examples)
    for name in examples:
        if name not in NAMES:
            raise ModelError(f"examples: {name!r} is none of {', '.join(NAMES)}.{near(str(name), NAMES)}")
    for m in ratios:
        if isinstance(m, bool) or m != int(m) or m < 2:
            raise ModelError(f"ratios: {m!r}; give whole numbers from 2 on, such as [5, 10].")
    common: dict[str, Any] = dict(ratios=tuple(map(int, ratios)), scheme=scheme, energy=energy, progress=progress)
    tables: list[Table] = []
    charts: list[Chart] = []
    studies: list[Study] = []
    said: list[str] = []
    if ROD in examples:
        bar = Rod(rod_mass, rod_length, block_mass, k, u0, torque)
        study = Study(rod_example(bar, h, t_rod), repeats=repeats, **common)
        usual = bar == Rod() and (h, t_rod) == (1e-3, 2.0)
        tables += [study.table(), rod_table(bar, study), _schemes(study, ROD_DERIVED if usual else {})]
        charts += study.charts()
        studies.append(study)
        said += study.remarks()
    if BEAM in examples:
        beam = PinnedBeam(beam_length, beam_stiffness, beam_line_mass, beam_torque, beam_rise, beam_modes)
        study = Study(beam_example(beam, h_beam, t_beam), repeats=repeats, **common)
        tables += [study.table(), beam_table(beam, t_beam), _schemes(study)]
        charts += [*study.charts(), beam_path(beam, study)]
        clamped = beam_example(replace(beam, shapes="clamped"), h_beam, t_beam)
        other = replace(study, example=replace(clamped, name="beam, clamped shapes"))
        tables.append(_schemes(other))
        studies += [study, other]
        said += study.remarks()
    if PROPELLER in examples:
        blades = Propeller(rad_per_s(rpm), rise, shake, damping, modes, shapes, mesh, E, nu, density)
        for _ in counted([mesh], lambda one: f"reducing the propeller, mesh {one}", progress):
            example = propeller_example(blades, h_propeller, t_propeller)
        study = Study(example, repeats=repeats, **common)
        tables += [propeller_part_table(blades), study.table(), propeller_table(study), _schemes(study)]
        charts += study.charts()
        studies.append(study)
        said += study.remarks()
    repaired, pages = _controlled(studies, energy or BUDGET, progress)
    return Reproduction(
        "Subcycling: slow and fast motion", SOURCE, (*tables, *repaired), (*charts, *pages), (*NOTES, *said)
    )


# --------------------------------------------------------------------------- schemes

# errors of theta and x of the rod at the short step 1e-3 s, by scheme and ratio
ROD_DERIVED: Mapping[tuple[str, int], tuple[float, float]] = {
    ("printed", 5): (2.7e-6, 2.4e-5),
    ("printed", 10): (1.1e-5, 1.5e-4),
    ("slow-momentum", 5): (7e-7, 5e-6),
    ("slow-momentum", 10): (2.6e-6, 1.6e-5),
}


# all schemes, and the printed one with the paper's iteration, equations (21) and (22)
VARIANTS: Mapping[str, Mapping[str, Any]] = {
    **{scheme: {"scheme": scheme} for scheme in SCHEMES},
    "printed, block Jacobi": {"scheme": "printed", "iteration": "block-jacobi"},
}
# what the paper's outlook proposes for substeps; a Lagrangian has none of these
OUTLOOK: Mapping[str, Mapping[str, Any]] = {f"substeps by {one}": {"substeps": one} for one in SUBSTEPS[1:]}


def _schemes(study: Study, derived: Mapping[tuple[str, int], tuple[float, float]] | None = None) -> Table:
    """What is said of each scheme before it runs, and what it comes to when it runs all the same, its energy not watched."""
    rows: list[tuple[Any, ...]] = []
    variants = {**VARIANTS, **OUTLOOK} if study.example.model.bodies else VARIANTS
    name, plan = study.example.name, [(label, m) for label in variants for m in study.ratios]
    for label, m in counted(plan, lambda pair: f"{name}: {pair[0]} {pair[1]}:1", study.progress):
        known = (derived or {}).get((label, m))
        if known is not None:
            rows.append((label, m, DERIVED, *known, None, ""))
        method = study.subcycled(m, **{"scheme": SCHEMES[0], **variants[label]})
        loose = study.line("", replace(method, energy=None, allow_unstable=True))
        rows.append((label, m, OURS, *_came_to(loose, len(study.exact)), _refusal(study, method)))
    head = ("scheme", "ratio", "", *(one.partition(" [")[0] for one in study.exact), "energy", "before the run")
    return Table(head, tuple(rows), f"{name}: errors of all schemes, run whatever is said of them before")


def _came_to(line: Line, curves: int) -> tuple[Any, ...]:
    if line.result is None:
        stopped = line.why.partition(" in model")[0].removeprefix("subcycling ")
        return (stopped if stopped.startswith("stopped") else None, *(None,) * curves)
    trust = line.result.trust
    return (*(rounded(one) for one in line.errors.values()), rounded(trust.energy_error / (trust.energy_size or 1.0)))


def _refusal(study: Study, method: Subcycling) -> str:
    """What a user is told who does not ask for what grows; empty: it runs."""
    try:
        Run(compile(study.example.model), method, study.times).begin()
    except ModelError as problem:
        text = str(problem).partition(", for ever")[0].replace("Subcycling: ", "")
        return f"refused: {text.partition(f'ratio {method.ratio} ')[2] or text}"
    return ""


# --------------------------------------------------------------------------- control of the energy


def _controlled(studies: Sequence[Study], energy: float, progress: bool | None) -> tuple[list[Table], list[Chart]]:
    """The printed scheme at the largest ratio, run whatever is said of it, its energy watched; pages of what was repaired."""
    rows: list[tuple[Any, ...]] = []
    charts: list[Chart] = []
    for study in counted(studies, lambda one: f"{one.example.name}: printed, its energy watched", progress):
        name, m = study.example.name, max(study.ratios)
        line = study.line("", study.subcycled(m, scheme="printed", energy=energy, allow_unstable=True))
        worst = rounded(line.worst) if line.result is not None else line.why.partition(" in model")[0]
        changes = getattr(line.result, "changes", ())
        taken, left = sum(one.why != UNDONE for one in changes), None
        if isinstance(line.result, ControlledRun):
            left = rounded(line.result.trust.energy_error / (line.result.trust.energy_size or 1.0))
        rows.append((name, m, worst, left, taken, min((one.ratio for one in changes), default=m)))
        if changes and isinstance(line.result, ControlledRun):
            page, title = line.result.section(), f"{name}, printed {m}:1, its energy watched"
            charts += [replace(one, caption=f"{title}: {one.caption}") for one in page.charts]
    head = ("example", "ratio", "largest error", "energy error", "windows taken back", "least ratio")
    caption = f"Control of the energy, budget {energy:g}: the printed scheme, run whatever is said of it"
    return [Table(head, tuple(rows), caption)], charts

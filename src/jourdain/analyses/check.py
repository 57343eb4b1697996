"""check: what a model is, before it runs. Mobility, redundant and contradictory rows by joint and direction, loops, motions
without inertia, gaps, implausible numbers, and freer joints that would remove the redundancy."""

from __future__ import annotations

from typing import Any

import numpy as np

from jourdain.analyses.check_bending import bending
from jourdain.analyses.check_report import Check, count, first
from jourdain.analyses.plausible import implausible
from jourdain.diagnosis.closure import Closure
from jourdain.diagnosis.dependence import Dependence, dependence, misfit, removable
from jourdain.diagnosis.free_motions import massless_motions
from jourdain.diagnosis.freer_joints import LARGEST, suggest
from jourdain.diagnosis.locked_bending import locked_bending, sentence
from jourdain.diagnosis.topology import topology
from jourdain.diagnosis.undetermined import Frames, locked_groups
from jourdain.errors import ModelError, largest_first
from jourdain.functions import pending_exception
from jourdain.kernels.tables import POSITION
from jourdain.lagrange.model import LagrangianModel
from jourdain.model.limits import not_acted_on, without_stops
from jourdain.model.model import Model
from jourdain.run.ahead import compile_beside
from jourdain.run.event_rows import joints_of_events
from jourdain.run.start import MISFIT, open_rows
from jourdain.run.stops import starts_beyond
from jourdain.system.compile import compile
from jourdain.system.spanning import described, spanning_tree
from jourdain.system.system import System, settle

STEPS = (0.03, 0.01, 0.003)  # how far to move for a second look [rad, lengths of the model]
NOTICED = 1e-6  # changes below this fraction are rounding of the input


def _position_mobility(closure: Closure, found: Dependence) -> int:
    """Coordinates less the independent rows of position level at the positions last evaluated."""
    held = closure.system.tables["rows"]["level"] == POSITION
    return found.mobility if held.all() else dependence(closure.system, closure.s, used=held).mobility


def check(model: Model, *, t: float = 0.0) -> Check:
    """Examine a model at its start at time t [s]. Raises ModelError only for what cannot be compiled or evaluated at all."""
    model = without_stops(model)
    compile_beside(model)
    system = compile(model) if t == 0.0 else settle(compile(model), t)
    closure = Closure(system, t)
    gaps = _sorted(open_rows(system, _evaluated(closure, system.q0).g))
    q = closure.closed(system.q0) if gaps else system.q0
    left_open = _sorted(open_rows(system, closure.s.g))
    contradictory = max(map(abs, left_open.values()), default=0.0) > MISFIT * max(1.0, system.length)
    if contradictory:  # ranks at a least-squares position would be those of a strained machine
        q = system.q0
        closure.at(q)
    found = dependence(system, closure.s)
    number_massless, massless = massless_motions(system, closure.s, found)
    moved = {} if contradictory else _ways(system, system.q0, q)
    errors, notes = _velocities(closure, q, found) if not contradictory else ([], [])
    nearby, general, frames = _nearby(model, closure, q, found)
    locked = locked_groups(system, frames, general)
    bent = bending(model, closure, q)
    chart = topology(model)
    result = Check(
        name=model.name,
        bodies=len({model.owner(name) for name in model.bodies}),
        joints=_own_rows(model) + len(_joints(model)),
        drives=sum(joint.kind == "drive" for joint in model.joints.values()),
        rows=system.n_rows,
        rank=found.rank,
        redundant=found.redundant,
        mobility=found.mobility,
        position_mobility=_position_mobility(closure, found),
        rate_rows=system.kind.a,
        count_mobility=system.kind.v - system.n_rows,
        nearby_rank=general.rank,
        nearby_mobility=general.mobility,
        removable=[system.row_names[r] for r in removable(general)],
        locked=locked,
        suggestions=[one for group in locked for one in suggest(model, frames, group)] if model.bodies else [],
        loops=chart.loops,
        mechanisms=len(chart.parts),
        floating=[name for part in chart.floating for name in part],
        massless=massless,
        gaps=gaps,
        left_open=left_open,
        moved=moved,
        coordinates=len(system.coordinates),
        in_joints=_tree(model),
    )
    locked_shapes = locked_bending(closure, q, found)
    beyond = starts_beyond(system, t, q)
    result.errors.extend(
        [
            *_contradictions(result, contradictory),
            *errors,
            *_inertia_errors(massless, number_massless),
            *([sentence(locked_shapes)] if locked_shapes else []),
            *([f"the model {beyond}"] if beyond else []),
        ]
    )
    result.warnings.extend(
        [*nearby, *_fit(result, contradictory, system.length), *(implausible(model) if model.bodies else []), *bent[0]]
    )
    result.notes.extend([*notes, *_notes(model, result), *bent[1]])
    return result


def _tree(model: Model) -> str:
    """The tree of joint coordinates in a sentence, where there is one."""
    try:
        return described(model, spanning_tree(model, joints_of_events(model).switchable))
    except ModelError:
        return ""


def _joints(model: Model) -> list[str]:
    """Those in force that are no drives and no parts of beams."""
    of_beams = {part for beam in model.beams.values() for part in beam.parts}
    return [j.name for j in model.joints.values() if j.active and j.kind != "drive" and j.name not in of_beams]


def _own_rows(model: Model) -> int:
    """Rows that the texts of a Lagrangian give."""
    return len(model.position_rows) + len(model.velocity_rows) if isinstance(model, LagrangianModel) else 0


def _evaluated(closure: Closure, q: np.ndarray) -> Any:
    """The context at the drawn positions; errors of user functions are raised here."""
    pending_exception()
    s = closure.at(q, closure.system.v0)
    problem = pending_exception()
    if problem is not None:
        raise problem
    bad = [name for name, g in zip(closure.system.row_names, s.g, strict=True) if not np.isfinite(g)]
    if bad:
        raise ModelError(
            f"model {closure.system.name!r}: {bad[0]} is not a finite number at t = {closure.t:g} s; check the text or "
            "function of that row (division by zero, root or logarithm of a negative number)."
        )
    return s


def _sorted(gaps: dict[str, float]) -> dict[str, float]:
    """Largest first, without what is only the rounding of the largest."""
    worst = max(map(abs, gaps.values()), default=0.0)
    return dict(largest_first({name: gap for name, gap in gaps.items() if abs(gap) > NOTICED * worst}))


def _ways(system: System, q0: np.ndarray, q: np.ndarray) -> dict[str, tuple[float, float]]:
    """How far each body is from q0, [m] and [rad], without those that stayed; of a coordinate its change."""
    if system.coordinates:
        changes = zip(system.coordinates, np.abs(q - q0).tolist(), strict=True)
        return {name: (change, 0.0) for name, change in changes if change > 1e-12}
    ways, angle = system.layout.apart(q0, q)
    way = np.linalg.norm(ways, axis=1)
    moves = (way > 1e-12 * system.length) | (angle > 1e-12)
    found: dict[str, tuple[float, float]] = {}
    for b in np.flatnonzero(moves):
        owner = system.model.owner(system.bodies[b])  # of a beam the farthest of its sections
        before = found.get(owner, (0.0, 0.0))
        found[owner] = (max(before[0], float(way[b])), max(before[1], float(angle[b])))
    return found


# --------------------------------------------------------------------------- velocities and accelerations


def _velocities(closure: Closure, q: np.ndarray, found: Dependence) -> tuple[list[str], list[str]]:
    """Errors: rates and accelerations that contradict each other. Notes: start velocities that do not fit."""
    system, errors = closure.system, []
    v = system.v0.copy()
    opened = closure.at(q, v).rate.copy()
    for _ in range(2):
        rate = closure.at(q, v).rate
        contradiction = misfit(found, rate)
        v -= closure.least_change(rate - contradiction)
    s, G = closure.at(q, v), closure.jacobian()
    speed, accelerated = closure.size(v), np.abs(s.gamma).max(initial=0.0)
    rough = max(NOTICED, found.tolerance)
    noticed = rough * (abs(G) @ np.abs(v) + np.abs(s.rate - G @ v)).max(initial=0.0)
    if open_rates := _open(system, contradiction, noticed):
        errors.append(
            f"speeds contradict each other: {_list_gaps(open_rates)}; look at the drives and rows of rates among these."
        )
    elif open_accelerations := _open(system, misfit(found, s.gamma), rough * (accelerated + system.length * speed**2)):
        errors.append(
            f"accelerations contradict each other: {_list_gaps(open_accelerations)}; look at the drives among these, or, "
            "at a singular position, start from rest or with speeds of one branch."
        )
    if not system.v0.any() or closure.size(v - system.v0) <= rough * max(speed, closure.size(system.v0)):
        return errors, []
    which = _list_gaps(_open(system, opened, noticed))
    what = "rows" if system.coordinates else "joints"
    return errors, [
        f"start velocities do not fit the {what} and drives; a run changes them as little as it can ({which})."
    ]


def _open(system: System, values: np.ndarray, least: float) -> dict[str, float]:
    """Rows with more than that left, largest first."""
    return _sorted({name: float(x) for name, x in zip(system.row_names, values, strict=True) if abs(x) > least})


def _list_gaps(gaps: dict[str, float]) -> str:
    return ", ".join(first([f"{name} by {abs(gap):.3g}" for name, gap in gaps.items()], 5))


# --------------------------------------------------------------------------- a second look in general position


def _nearby(model: Model, closure: Closure, q: np.ndarray, found: Dependence) -> tuple[list[str], Dependence, Frames]:
    """Is the rank only here what it is? Move along a random free motion, drives let go, and look again.

    Returns warnings, the dependence in general position, and the frames there. A full rank can only stay.
    """
    system = closure.system
    here = Frames(system, q, closure.at(q))
    if not found.redundant:
        return [], found, here
    drives = [name for name, joint in model.joints.items() if joint.kind == "drive"]
    held = np.concatenate([np.zeros(0, np.int64), *(system.joint_rows[n] for n in drives)])
    free = Closure(system, closure.t, np.setdiff1d(np.arange(system.n_rows), held))
    best, farthest = q, 0.0
    for seed in range(3):  # at a singular position a motion may lie across all branches
        other, share = _excursion(free, q, seed)
        if share > farthest:
            best, farthest = other, share
        if farthest > 0.3:
            break
    if farthest == 0.0:
        return [], found, here
    if farthest < 1e-3:
        return ["the machine is shaky: it has a motion to first order, but moves no further."], found, here
    general = dependence(system, free.at(best))
    if general.rank <= found.rank:
        return [], found, here
    return [_singular(found, general)], general, Frames(system, best, free.s)


def _excursion(free: Closure, q: np.ndarray, seed: int) -> tuple[np.ndarray, float]:
    """Closed positions a step along a random free motion, and how much of that step it went; 0 if nothing is free."""
    system = free.system
    free.at(q)
    gap = free.gap()
    motion = np.random.default_rng(seed).normal(size=system.kind.v)
    whole, G = free.size(motion), free.jacobian()
    for _ in range(3):
        motion -= free.least_change(G @ motion)
    if free.size(motion) < 1e-3 * whole:
        return q, 0.0
    for step in STEPS:
        other = free.closed(system.layout.moved(q, motion * (step / free.size(motion))))
        if free.gap() <= 2.0 * gap + 1e-9 * system.length:
            ways = _ways(system, q, other).values()
            return other, max((max(way / system.length, angle) for way, angle in ways), default=0.0) / step
    return q, 0.0


def _singular(here: Dependence, general: Dependence) -> str:
    return (
        f"the start is a singular position: {count(here.redundant, 'row')} dependent here, {general.redundant} a small way "
        f"off; mobility {here.mobility} here, {general.mobility} there. The motion may branch; "
        "start a little further on to be sure of the branch."
    )


# --------------------------------------------------------------------------- sentences


def _contradictions(result: Check, contradictory: bool) -> list[str]:
    if not contradictory:
        return []
    return [
        f"rows contradict each other and cannot be closed: {_list_gaps(result.left_open)} (least squares). Check "
        f"{'these texts' if result.coordinates else 'lengths, places and axes of these joints'}, and drives that ask for "
        "different values."
    ]


def _inertia_errors(names: list[str], number: int) -> list[str]:
    sentences = [f"{name} has no inertia and nothing holds it; give a mass or inertia, or hold it." for name in names]
    return sentences + ([f"{number - len(names)} more motions without inertia."] if number > len(names) else [])


def _fit(result: Check, contradictory: bool, length: float) -> list[str]:
    """Gaps of the drawing."""
    sentences = []
    if result.left_open and not contradictory:
        sentences.append(
            f"redundant joints do not quite fit: {_list_gaps(result.left_open)} stay open; "
            f"up to {MISFIT:g} of the model's length is taken as play."
        )
    if result.gaps and result.moved and result.coordinates:
        name = max(result.moved, key=lambda name: result.moved[name][0])
        sentences.append(
            f"rows are open at the start: {_list_gaps(result.gaps)}. Closing them changes {name!r} "
            f"by {result.moved[name][0]:.3g}" + (", others less." if len(result.moved) > 1 else ".")
        )
    elif result.gaps and result.moved:
        body = max(result.moved, key=lambda name: max(result.moved[name][0] / length, result.moved[name][1]))
        way, angle = result.moved[body]
        sentences.append(
            f"joints are open in the drawing: {_list_gaps(result.gaps)}. Closing them moves {body!r} "
            f"by {way:.3g} m and {angle:.3g} rad" + (", others less." if len(result.moved) > 1 else ".")
        )
    return sentences


def _notes(model: Model, result: Check) -> list[str]:
    notes = []
    if result.mechanisms > 1:
        notes.append(f"{result.mechanisms} parts share no joint and move independently of each other.")
    if result.floating:
        names = ", ".join(first([repr(name) for name in result.floating], 5))
        notes.append(f"no joint ties to the ground: {names}.")
    resting = [name for name, joint in model.joints.items() if not joint.active]
    if resting:
        notes.append(f"not in force at the start: {', '.join(first(resting, 5))}.")
    if result.mobility == 0 and not result.errors:
        driven = (
            "rows and drives determine the whole motion."
            if result.coordinates
            else "drives determine the whole motion."
        )
        moves = result.drives or result.coordinates
        notes.append(driven if moves else "nothing can move: this is a structure.")
    if any(group.count > LARGEST for group in result.locked):
        notes.append(f"no freer joints were looked for where more than {LARGEST} dependencies hang together.")
    limited = [name for name, joint in model.joints.items() if joint.limits]
    if limited:
        notes.append(
            f"limits act in simulate and statics: {', '.join(first(limited, 5))}. Kinematics and inverse say where a motion "
            "passes them; rigid ones do not count in linear, load_path and assemble."
        )
    notes += [f"{said}." for said in not_acted_on(model)]
    return notes

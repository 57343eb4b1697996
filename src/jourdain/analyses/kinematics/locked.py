"""Why a driven motion cannot go on: a lock, drives that contradict each other, a drive that jumps. In words."""

from __future__ import annotations

import numpy as np

from jourdain.analyses.kinematics.continuation import SHORTEST, Point, StuckError
from jourdain.analyses.kinematics.driven import dependent_drives, drives_of, few, joint_of
from jourdain.diagnosis.dependence import dependence, not_unique
from jourdain.functions import pending_exception
from jourdain.system.system import System, evaluate

NEARLY = (
    1e-3  # angle between rows below which they count as dependent: at a lock it goes with the root of the time left
)
JUMP = 1e-6  # [rad, m]: a drive that changes by more within the shortest step jumps


def joints_at(system: System, point: Point) -> tuple[str, ...]:
    """The joints (and drives) whose rows are all but dependent at a point, in the order of the model."""
    s = system.context()
    state = point.state
    evaluate(system.kind, s, point.t, state["q"], state["v"], w=state["w"], ref=state["ref"])
    rows = not_unique(dependence(system, s, tolerance=NEARLY))
    return tuple(dict.fromkeys(joint_of(system, r) for r in rows))


def why(system: System, stuck: StuckError, span: float) -> str:
    """A sentence: what, when, by which joints, and what to try."""
    problem = pending_exception()
    last, state, name = stuck.last, stuck.last.state, f"model {system.name!r}"
    if problem is not None:
        return f"{name}: a function failed after t = {last.t:.9g} s: {type(problem).__name__}: {problem}."
    s = system.context()
    later = last.t + np.sign(stuck.target - last.t) * 2.0 * SHORTEST * span
    evaluate(system.kind, s, later, state["q"], state["v"], w=state["w"], ref=state["ref"])
    drives = drives_of(system.model)
    bad = [one for one in drives if not np.isfinite(s.g[system.joint_rows[one]]).all()]
    if bad:
        return f"{name}: the motion of {few(bad)} is no number after t = {last.t:.9g} s; check its text or function."
    jumps = [one for one in drives if np.abs(s.g[system.joint_rows[one]]).max() > JUMP * max(1.0, system.length)]
    if jumps:
        return f"{name}: {few(jumps)} jumps at t = {last.t:.9g} s, which no mechanism can follow; write it with step or step5."
    evaluate(system.kind, s, last.t, state["q"], state["v"], w=state["w"], ref=state["ref"])
    twice = dependent_drives(system, dependence(system, s))
    if len(twice) > 1:
        return (
            f"{name} is over-driven: from t = {last.t:.9g} s on {few(twice)} contradict each other. Leave one of them out, or "
            "let their motions agree at all times."
        )
    joints = joints_at(system, last)
    return (
        f"{name} locks at t = {last.t:.9g} s: there {few(list(joints)) or 'joints'} cannot follow the drives any further. "
        f"jourdain.range_of_motion(model, drive) says how far each drive can go."
    )

"""Freer joints that remove redundancy without changing the motion.

Each kind of joint holds some of the components x y z (translations) and X Y Z (rotations) of its frame; a freer one holds fewer
of them. Letting go of k components leaves the rank, and with it the mobility, as it is exactly when the locked-in forces
along these components are k independent ones; what remains locked in then is what has no part in them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np

from jourdain.diagnosis.dependence import name_axis
from jourdain.diagnosis.undetermined import Frames, Locked
from jourdain.model.elements import Body, Marker
from jourdain.model.model import Model
from jourdain.model.rotations import frame_with_z

# what each kind holds, common machine elements first
HOLDS_IN_SPACE = {
    "fixed": "xyzXYZ",
    "revolute": "xyzXY",
    "prismatic": "xyXYZ",
    "cylindrical": "xyXY",
    "universal": "xyzZ",
    "spherical": "xyz",
    "planar": "zXY",
    "point_on_line": "xy",
    "parallel": "XY",
    "point_in_plane": "z",
}
HOLDS_IN_PLANE = {"fixed": "xyZ", "revolute": "xy", "prismatic": "yZ", "point_on_line": "y", "parallel": "Z"}
COMMON = ("revolute", "prismatic", "cylindrical", "universal", "spherical")
LETTERS = "xyzXYZ"
LARGEST = 40  # dependencies of one group: the search tries every joint for every step


@dataclass(frozen=True)
class Suggestion:
    """A joint to replace by a freer kind on the same markers; axis: direction in ground in which a pin is to let go."""

    joint: str
    old: str
    new: str
    removes: int  # redundant rows
    axis: tuple[float, ...] | None = None  # 3 numbers, planar 2

    def __str__(self) -> str:
        along = "" if self.axis is None else f" along {name_axis(np.array(self.axis))}"
        return f"{self.joint}: {self.old} -> {self.new}{along}"


@dataclass
class _Trial:
    """A joint as it stands in the search: its kind and frame, what is locked in there, what has been removed so far."""

    name: str
    drawn: str
    kind: str
    axes: np.ndarray  # (3, 3) in ground
    locked: np.ndarray  # (6, count) wrenches, torques divided by the model's length
    removed: int = 0
    turned: bool = False


class _Change(NamedTuple):
    """A freer kind for a joint, and the directions (k, 6) of its reaction that go."""

    trial: _Trial
    kind: str
    axes: np.ndarray
    lost: np.ndarray
    turned: bool


def suggest(model: Model, frames: Frames, group: Locked) -> list[Suggestion]:
    """Changes that remove as much as can be of the redundancy of a group, the largest step first, late joints preferred."""
    if group.count > LARGEST:
        return []
    holds = HOLDS_IN_PLANE if model.planar else HOLDS_IN_SPACE
    trials = []
    for name, wrench in group.wrenches.items():
        joint = model.joints[name]
        if joint.kind in holds and joint.function is None and joint.a is not None:
            locked = wrench / np.repeat([1.0, frames.system.length], 3)[:, None]
            trials.append(_Trial(name, joint.kind, joint.kind, frames.axes(joint.a), locked))
    least = 1e-4 * max((np.abs(trial.locked).max() for trial in trials), default=0.0)
    for choice in ([kind for kind in COMMON if kind in holds], list(holds)):
        while (change := _best(trials, choice, holds, least)) is not None:
            trial = change.trial
            free = _without(change.lost @ trial.locked)
            trial.kind, trial.axes, trial.turned = change.kind, change.axes, change.turned
            trial.removed += len(change.lost)
            for other in trials:
                other.locked = other.locked @ free
    column = np.s_[:2, 0] if model.planar else np.s_[:, 2]
    return [
        Suggestion(x.name, x.drawn, x.kind, x.removed, tuple(x.axes[column].tolist()) if x.turned else None)
        for x in trials
        if x.removed
    ]


def _best(trials: list[_Trial], choice: list[str], holds: dict[str, str], least: float) -> _Change | None:
    """The change that removes most; of equals the last, so that what was drawn first stays."""
    best: _Change | None = None
    for trial in trials:
        for change in _changes(trial, choice, holds):
            k = len(change.lost)
            if k > trial.locked.shape[1] or (best is not None and k < len(best.lost)):
                continue
            if np.linalg.svd(change.lost @ trial.locked, compute_uv=False).min() > least:
                best = change
    return best


def _changes(trial: _Trial, choice: list[str], holds: dict[str, str]) -> Iterator[_Change]:
    """Freer kinds on the frame as it is; a pin may also let go along the force that is locked in."""
    planar = holds is HOLDS_IN_PLANE
    held, pin = holds[trial.kind], "xy" if planar else "xyz"
    if held == pin and "point_on_line" in choice and trial.locked[:3].any():
        frame = _frame_along(np.linalg.svd(trial.locked[:3])[0][:, 0], planar)
        yield _Change(trial, "point_on_line", frame, _directions(frame, {"x" if planar else "z"}), True)
    if holds[trial.drawn] == pin:
        return  # the frame of a pin means nothing
    for kind in choice:
        if set(holds[kind]) < set(held):
            lost = _directions(trial.axes, set(held) - set(holds[kind]))
            yield _Change(trial, kind, trial.axes, lost, trial.turned)


def _without(components: np.ndarray) -> np.ndarray:
    """Combinations (count, count - k) of what is locked in that have none of the components (k, count)."""
    return np.linalg.svd(components)[2][len(components) :].T


def _frame_along(direction: np.ndarray, planar: bool) -> np.ndarray:
    """Axes whose free direction on a line (x in the plane, z in space) is the one given."""
    direction = direction * np.sign(direction[np.abs(direction).argmax()])
    if planar:
        c, s = direction[:2] / np.linalg.norm(direction[:2])
        return np.array([[c, -s, 0.0], [s, c, 0.0], [0.0, 0.0, 1.0]])
    return frame_with_z(direction).matrix


def _directions(axes: np.ndarray, letters: Iterable[str]) -> np.ndarray:
    """Rows (k, 6) that pick these components of a wrench in ground axes."""
    picks = np.zeros((len(set(letters)), 6))
    for i, letter in enumerate(sorted(letters, key=LETTERS.index)):
        k = LETTERS.index(letter)
        picks[i, 3 * (k // 3) : 3 * (k // 3) + 3] = axes[:, k % 3]
    return picks


def loosened(model: Model, suggestions: Iterable[Suggestion]) -> Model:
    """A copy of the model with the suggested kinds of joints."""
    other = model.copy()
    for change in suggestions:
        joint = other.joints.pop(change.joint)
        assert joint.a is not None and joint.b is not None
        a, b = joint.a, joint.b
        if change.axis is not None:
            a, b = (_turned(other.find_body(side.body, f"joint {joint.name!r}"), side, change.axis) for side in (a, b))
        other.joint(joint.name, change.new, a, b, active=joint.active)
    other.joints = {name: other.joints[name] for name in model.joints}
    return other


def _turned(body: Body, marker: Marker, axis: tuple[float, ...]) -> Marker:
    """A marker of the same place with z (planar: x) along a direction of the ground."""
    label = f"{marker.label} turned"
    if marker.planar:
        return replace(marker, label=label, angle=float(np.arctan2(axis[1], axis[0])) - body.angle)
    return replace(marker, label=label, rotation=body.rotation.inverse() @ frame_with_z(axis))

"""What events do to a model: switches, locks, joints that are engaged and released; where markers are at that moment."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

import numpy as np

from jourdain.model.elements import Joint, Marker, Row
from jourdain.model.events import Action, Engage, Event, Impact, Jump, Lock, Release, SetParameter, Switch, Unlock
from jourdain.model.joints import fixed, hold
from jourdain.model.limits import STOP, hold_at_limit
from jourdain.model.measures import GROUND, Measure
from jourdain.model.model import Model
from jourdain.model.rotations import Rotation, direction_cosines
from jourdain.system.bending import bent_marker
from jourdain.system.drawing import place
from jourdain.system.system import System

STRUCTURAL = (Switch, Lock, Unlock, Release, Engage, SetParameter)
TURNING, ABOUT_Z = (
    ("revolute", "cylindrical"),
    "align x y",
)  # joints with an angle of their own, and the row that fixes it


@dataclass(frozen=True)
class PlannedAction:
    """An action with the event that asks for it."""

    action: Action
    event: Event

    @property
    def struck_measure(self) -> Measure | None:
        """The measure along which it strikes, if it does: its own, or the event's."""
        if not isinstance(self.action, (Impact, Jump)):
            return None
        if self.action.measure is None and isinstance(self.event.function, Measure):
            return self.event.function
        return self.action.measure


@dataclass(frozen=True)
class Snapshot:
    """A state of a system: time [s], positions, velocities, extra states, counted angles."""

    t: float
    q: np.ndarray
    v: np.ndarray
    w: np.ndarray
    ref: np.ndarray


# -- the model after an event ------------------------------------------------------------------------------------


def apply_structural_actions(
    model: Model, original: Model, actions: Iterable[Action], system: System, now: Snapshot
) -> Model:
    """The model with its structural actions carried out; `original` tells what Unlock goes back to."""
    new = model.copy()
    for action in actions:
        if isinstance(action, Switch):
            _switch(new, action)
        elif isinstance(action, SetParameter):
            new.parameters[action.name] = float(action.value)
        elif isinstance(action, Lock):
            new.joints[action.joint] = _locked(new, new.joints[action.joint], system, now)
        elif isinstance(action, Unlock):
            active = new.joints[action.joint].active
            new.joints[action.joint] = replace(original.joints[action.joint], active=active)
        elif isinstance(action, (Release, Engage)) and new.joints[action.joint].kind == STOP:
            hold_at_limit(new, action.joint, isinstance(action, Engage))
        elif isinstance(action, (Release, Engage)):
            new.joints[action.joint] = replace(new.joints[action.joint], active=isinstance(action, Engage))
    return new


def _switch(model: Model, action: Switch) -> None:
    if action.motion is not None:
        joint = model.joints[action.element]
        row = replace(joint.rows[0], function=action.motion, derivatives=None)
        model.joints[action.element] = replace(joint, rows=(row,))
        return
    named = {name: getattr(action, name) for name in ("law", "stiffness", "damping", "rest")}
    changes = {name: value for name, value in named.items() if value is not None}
    model.forces[action.element] = replace(model.forces[action.element], **changes)


def _locked(model: Model, joint: Joint, system: System, now: Snapshot) -> Joint:
    """The joint with its second marker moved onto the first and fixed there."""
    return replace(joint, rows=locked_rows(joint, marker_of_lock(model, joint, system, now)), active=True)


def marker_of_lock(model: Model, joint: Joint, system: System, now: Snapshot) -> Marker | None:
    """The second marker of a joint, moved to where the first one is now; None for a drive or gear."""
    if joint.a is None or joint.b is None:
        return None
    p, R = marker_pose(joint.a, system, now.q)
    body = replace(model.bodies[joint.b.body]) if joint.b.body != GROUND else replace(model.ground)
    if body.name != GROUND:
        place(system.layout, body, now.q)
    if joint.b.carrier:  # an interface stays where it is on its body, and its axes turn with it
        unturned = bent_marker(system.layout, replace(joint.b, rotation=Rotation()), body, now.q)[1].T @ body.matrix.T
        return replace(joint.b, rotation=_nearest_rotation(unturned @ R))
    if body.planar:
        turned = 0.0 if joint.a.body == GROUND else system.layout.angles(now.q)[system.bodies.index(joint.a.body)]
        angle = joint.a.angle + float(turned)
        return body.place(joint.b.label, p, Rotation(), angle)
    return body.place(joint.b.label, p, _nearest_rotation(R), 0.0)


def locked_rows(joint: Joint, b: Marker | None) -> tuple[Row, ...]:
    """The rows that hold a joint; b: its second marker, moved onto the first. A drive or gear holds its measures."""
    if joint.a is None or b is None:
        return tuple(replace(row, constant=None, function=None, label=f"{row.label} (locked)") for row in joint.rows)
    rows = fixed(joint.a, b)
    if joint.a.carrier or b.carrier:  # where axes are not quite normal to each other, and places are given
        if (
            joint.kind in TURNING
        ):  # bent axes are normal to first order: the angle itself is held, which events may watch
            rows = [hold("angle", joint.angle) if row.label == ABOUT_Z else row for row in rows]
        return tuple(replace(row, constant=None) for row in rows)
    return tuple(rows)


def _nearest_rotation(axes: np.ndarray) -> Rotation:
    """The rotation nearest to axes (3, 3), which bending turns to first order only."""
    left, _, right = np.linalg.svd(axes)
    return direction_cosines(left @ right)


def body_pose(body: str, system: System, q: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Centre of mass (3,) and rotation matrix (3, 3) of a body at positions q."""
    return (np.zeros(3), np.eye(3)) if body == GROUND else system.layout.frame(body, q)


def marker_pose(marker: Marker, system: System, q: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Origin (3,) and axes (3, 3) of a marker in ground at positions q."""
    centre, R = body_pose(marker.body, system, q)
    com = np.zeros(3) if marker.body == GROUND else system.com[system.bodies.index(marker.body)]
    moved, axes = bent_marker(system.layout, marker, system.model.bodies.get(marker.body), q)
    return centre + R @ (np.array(marker.at) - com + moved), R @ axes

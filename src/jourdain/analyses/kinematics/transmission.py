"""Transmission angles of driven loops: how well the force in a coupler moves the follower behind it.

A coupler between two pins pushes along the line through them; a block on a guide pushes across the guide. The angle between
that force and the normal of the follower's motion is the transmission angle: 90 degrees is best, at 0 the follower is not moved
(for a four-bar: the angle between coupler and follower). Source: H. Alt, Der Uebertragungswinkel und seine Bedeutung,
Werkstattstechnik 26 (1932); the block follows by the same definition.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from jourdain.diagnosis.topology import topology
from jourdain.errors import ModelError, near
from jourdain.model.elements import Joint
from jourdain.model.measures import GROUND, Measure
from jourdain.model.model import Model
from jourdain.result.arrays import labelled
from jourdain.result.points import point_states
from jourdain.result.reactions import marker_axes

if TYPE_CHECKING:
    from xarray import DataArray

PINS = ("revolute", "spherical", "universal", "cylindrical")
LINKS = 4  # joints of a loop with one coupler


def driven_joint(model: Model, measure: Measure) -> str | None:
    """The joint that a drive of this measure moves: that between the bodies which the measure sees."""
    bodies = {port.body for port in measure.ports} | ({GROUND, measure.coordinate[0]} if measure.coordinate else set())
    for name, joint in model.joints.items():
        if joint.active and joint.a and joint.b and {joint.a.body, joint.b.body} == bodies:
            return name
    return None


def driven_joints(model: Model) -> list[str]:
    """The joints that drives move."""
    drives = [joint for joint in model.joints.values() if joint.kind == "drive" and joint.active]
    found = (driven_joint(model, drive.rows[0].terms[0][1]) for drive in drives)
    return [name for name in found if name is not None]


def transmission_angles(result: Any) -> dict[str, DataArray]:
    """Follower -> transmission angle [rad] over time, for all loops of four joints that drives reach, one after the other."""
    model: Model = result.model
    loops = [loop for loop in topology(model).loops if len(loop) == LINKS]
    driven, found = driven_joints(model), {}
    for name in driven:  # grows: a follower drives the next loop
        for loop in [loop for loop in loops if name in loop]:
            joints = [model.joints[one] for one in _from_driver(model, loop, name)]
            coupler, follower = _shared(joints[1], joints[2]), _shared(joints[2], joints[3])
            if follower not in found and joints[3].name not in driven and _is_defined(joints):
                found[follower] = _angle(result, joints, coupler, follower)
                driven.append(joints[3].name)
    return found


def transmission_angle(result: Any, coupler: str, follower: str) -> DataArray:
    """The angle [rad] over time at which a coupler (with two joints) moves a follower on the ground."""
    model: Model = result.model
    for name in (coupler, follower):
        if name not in model.bodies:
            raise ModelError(f"transmission_angle: there is no body {name!r}.{near(name, model.bodies)}")
    last = _joints(model, coupler, follower)
    first = [one for one in _joints(model, coupler) if one not in last]
    pivot = _joints(model, follower, GROUND)
    if len(last) != 1 or len(first) != 1 or len(pivot) != 1 or not _is_defined([pivot[0], first[0], last[0], pivot[0]]):
        raise ModelError(
            f"transmission_angle: {coupler!r} should have one pin to what drives it and one pin or guide to {follower!r}, and "
            f"{follower!r} a hinge or guide on the ground."
        )
    return _angle(result, [pivot[0], first[0], last[0], pivot[0]], coupler, follower)


def _joints(model: Model, *bodies: str) -> list[Joint]:
    """Joints in force that join all of these bodies."""
    found = [joint for joint in model.joints.values() if joint.active and joint.a and joint.b]
    return [joint for joint in found if joint.a and joint.b and set(bodies) <= {joint.a.body, joint.b.body}]


def _from_driver(model: Model, loop: tuple[str, ...], driver: str) -> list[str]:
    """The joints of a loop from the driver on; the other way round if its last joint would not be on the ground."""
    i = loop.index(driver)
    names = [*loop[i:], *loop[:i]]
    base = _shared(model.joints[names[0]], model.joints[names[-1]])
    return names if base == GROUND else [names[0], *reversed(names[1:])]


def _shared(one: Joint, other: Joint) -> str:
    """The body that two neighbours in a loop have in common."""
    assert one.a and one.b and other.a and other.b
    both = {one.a.body, one.b.body} & {other.a.body, other.b.body}
    return next(iter(both), "")


def _is_defined(joints: list[Joint]) -> bool:
    _, first, last, pivot = joints
    return first.kind in PINS and last.kind in (*PINS, "prismatic") and pivot.kind in ("revolute", "prismatic")


def _angle(result: Any, joints: list[Joint], coupler: str, follower: str) -> DataArray:
    _, first, last, pivot = joints
    driver_pin, follower_pin = (_place(result, joint, coupler) for joint in (first, last))
    contact = driver_pin if last.kind == "prismatic" else follower_pin
    moved = _direction_of_motion(result, pivot, contact)
    if last.kind == "prismatic":
        across = _unit(_axis(result, last))
        sine = np.linalg.norm(moved - np.einsum("ti,ti->t", moved, across)[:, None] * across, axis=1)
    else:
        sine = np.abs(np.einsum("ti,ti->t", moved, _unit(follower_pin - driver_pin)))
    angle = np.arcsin(np.clip(sine, 0.0, 1.0))
    return labelled(result.t, angle, "rad", f"transmission angle from {coupler} to {follower}")


def _direction_of_motion(result: Any, pivot: Joint, contact: np.ndarray) -> np.ndarray:
    """Of a point (nt, 3) of a follower on its hinge or guide, one long."""
    axis = _axis(result, pivot)
    if pivot.kind == "prismatic":
        return _unit(axis)
    assert pivot.a is not None
    return _unit(np.cross(axis, contact - point_states(result, pivot.a.body, np.array(pivot.a.at))[0]))


def _axis(result: Any, joint: Joint) -> np.ndarray:
    """Axis of a hinge or guide in ground axes (nt, 3)."""
    assert joint.a is not None
    axes = marker_axes(result, joint.a)
    column: np.ndarray = axes[:, :, 0 if joint.a.planar and joint.kind == "prismatic" else 2]
    return column


def _place(result: Any, joint: Joint, body: str) -> np.ndarray:
    """Where a joint is on one of its bodies, (nt, 3) in ground axes."""
    assert joint.a and joint.b
    marker = joint.a if joint.a.body == body else joint.b
    return point_states(result, marker.body, np.array(marker.at), marker.carrier)[0]


def _unit(x: np.ndarray) -> np.ndarray:
    with np.errstate(invalid="ignore", divide="ignore"):
        return x / np.linalg.norm(x, axis=1, keepdims=True)

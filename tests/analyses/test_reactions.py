"""Reactions: what joints, drives, forces and loads exert, against laws of motion, geometry and their own formulas."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import jourdain as jd
from helpers import close
from machines.many_elements import run

MACHINES = pytest.mark.parametrize("name", ["machine", "linkage"])


def elements(r: jd.Result, body: str) -> list[str]:
    """Joints, forces and loads that act on a body."""
    names = [*r.model.joints, *r.model.forces, *r.model.loads]
    found = []
    for name in names:
        try:
            r.reaction(name, on=body)
        except jd.ModelError:
            continue
        found.append(name)
    return found


def in_space(values: Any) -> np.ndarray:
    """Points, forces (nt, 2) and torques (nt,) of the plane as vectors (nt, 3); those of space as they are."""
    values = np.asarray(values)
    if values.ndim == 1:
        return np.pad(values[:, None], ((0, 0), (2, 0)))
    return np.pad(values, ((0, 0), (0, 3 - values.shape[1])))


@MACHINES
def test_reactions_are_newton_and_euler(name: str) -> None:
    """The sum of all that acts on a body, about its centre: m a - m g, and J w' + w x J w."""
    r = run(name)
    for body in r.system.bodies:
        acting = elements(r, body)
        assert len(acting) >= 2
        parts = [r.reaction(element, on=body, frame="ground", at=body) for element in acting]
        force, torque = (sum(getattr(part, what).values for part in parts) for what in ("force", "torque"))
        own = r.model.bodies[body]
        n = 2 if r.system.planar else 3
        close(force[:, :n], own.mass * (r[body].acceleration.values - r.model.gravity[:n]), 1e-10)
        if r.system.planar:
            close(torque, own.inertia[2, 2] * r[body].angular_acceleration.values, 1e-10)
            assert force.shape == (len(r.t), 2) and parts[0].point.shape == (len(r.t), 2)
        else:
            R, w = r[body].rotation.values, r[body].angular_velocity.values
            J = R @ own.inertia @ np.swapaxes(R, 1, 2)
            spin = np.einsum("tij,tj->ti", J, w)
            expected = np.einsum("tij,tj->ti", J, r[body].angular_acceleration.values) + np.cross(w, spin)
            close(torque, expected, 1e-10)


@MACHINES
def test_action_is_reaction(name: str) -> None:
    """Between the two sides of joints and forces, about any one point, in any one frame."""
    r = run(name)
    sides = {"A": ("ground", "crank"), "B": ("crank", "rod"), "C": ("rod", "slider"), "spring": ("ground", "slider")}
    if r.system.planar:
        sides = {
            "rail": ("ground", "cart"),
            "pin": ("cart", "bob"),
            "spring": ("ground", "bob"),
            "twist": ("ground", "pinion"),
        }
    point = (0.3, -0.2) if r.system.planar else (0.3, -0.2, 0.1)
    for element, (a, b) in sides.items():
        for frame in (a, b):
            on_a, on_b = (r.reaction(element, on=side, frame=frame, at=point) for side in (a, b))
            assert on_a.on == a and on_b.on == b and on_a.frame == frame
            close(on_a.force, -on_b.force.values, 1e-12)
            close(on_a.torque, -on_b.torque.values, 1e-11)
            assert np.abs(on_b.force).max() + np.abs(on_b.torque).max() > 1e-3


@MACHINES
def test_frames(name: str) -> None:
    """Components along the joint, the ground, a body and any marker are those of one vector."""
    r = run(name)
    element, body = ("pin", "bob") if r.system.planar else ("B", "rod")
    marker = r.model.bodies["bob"].markers["tip"] if r.system.planar else r.model.bodies["slider"].markers["eye"]
    joint = r.model.joints[element]
    carrier = r[joint.a.body].rotation.values
    frames: dict[Any, np.ndarray] = {
        "ground": np.tile(np.eye(3), (len(r.t), 1, 1)),
        body: r[body].rotation.values,
        "joint": carrier @ joint.a.matrix,
        "a": carrier @ joint.a.matrix,
        "b": r[joint.b.body].rotation.values @ joint.b.matrix,
        marker: r[marker.body].rotation.values @ marker.matrix,
    }
    plain = r.reaction(element, frame="ground")
    for frame, axes in frames.items():
        found = r.reaction(element, frame=frame)
        assert found.force.attrs["frame"] == found.frame
        for what in ("force", "torque"):
            components, expected = (in_space(getattr(one, what)) for one in (found, plain))
            close(np.einsum("tij,tj->ti", axes, components), expected, 1e-12)
    assert np.array_equal(r.reaction(element).force, r.reaction(element, frame="joint").force)
    with pytest.raises(jd.ModelError, match="there is no frame 'grund'"):
        r.reaction(element, frame="grund")


@MACHINES
def test_points_of_torques(name: str) -> None:
    """Moments about other points differ by the lever arm times the force; the default is the joint itself."""
    r = run(name)
    element, body = ("pin", "bob") if r.system.planar else ("B", "rod")
    marker = r.model.ground.markers["hook"]
    about = r.reaction(element, frame="ground")
    joint = r.model.joints[element]
    places: dict[Any, Any] = {
        "joint": r.point(joint.a).position,
        "b": r.point(joint.b).position,
        body: r[body].position,
        "ground": r.point("ground").position,
        marker: r.point(marker).position,
    }
    for at, place in places.items():
        found = r.reaction(element, frame="ground", at=at)
        close(found.point, place, 1e-13)
        close(found.force, about.force.values, 1e-15)
        moved = np.cross(in_space(about.point) - in_space(place), in_space(about.force))
        close(in_space(found.torque), in_space(about.torque) + moved, 1e-12)
    assert np.array_equal(about.point, r.reaction(element, at="a").point)
    fixed = (0.1, 0.2) if r.system.planar else (0.1, 0.2, 0.3)
    close(r.reaction(element, at=fixed).point.values[:, :2], np.tile(fixed[:2], (len(r.t), 1)), 1e-15)
    with pytest.raises(jd.ModelError, match=r"there is no point at='jont'.*'joint'"):
        r.reaction(element, at="jont")


@MACHINES
def test_springs_loads_and_free_axes(name: str) -> None:
    """Forces by their own laws; joints exert nothing along what they leave free."""
    r = run(name)
    body, marker = ("bob", "tip") if r.system.planar else ("slider", "eye")
    hook, tip = r.model.ground.markers["hook"], r.model.bodies[body].markers[marker]
    n = 2 if r.system.planar else 3
    way = r.point(tip).position.values - r.point(hook).position.values
    length = np.linalg.norm(way, axis=1)
    along = (way * r.point(tip).velocity.values).sum(axis=1) / length
    spring = r.model.forces["spring"]
    pull = -spring.stiffness * (length - spring.rest) - spring.damping * along
    found = r.reaction("spring", frame="ground", at=tip)
    close(found.force.values[:, :n], pull[:, None] * way / length[:, None], 1e-11)
    close(found.torque, np.zeros(found.torque.shape), 1e-11)
    for at, end in {"a": hook, "b": tip}.items():
        close(r.reaction("spring", at=at).point, r.point(end).position.values, 1e-13)
    with pytest.raises(jd.ModelError, match="there is no point at='joint'"):
        r.reaction("spring", at="joint")
    jet = r.reaction("jet", frame=tip, at=tip)
    if r.system.planar:
        close(jet.force, np.tile((0.3, 0.2), (len(r.t), 1)), 1e-14)
        free = r.reaction("pin").torque.values
        sliding = r.reaction("rail", frame="ground").force.values[:, 0]
        twist = r.reaction("twist", frame="ground")
        close(twist.torque, -(r["pinion"].angle.values - r["pinion"].angle.values[0]), 1e-13)
        rack = r.reaction("rack", on="cart", frame="ground")
        pinion = r.reaction("rack", on="pinion", frame="ground", at="pinion")
        close(pinion.torque.values**2, (0.2 * rack.force.values[:, 0]) ** 2, 1e-11)
    else:
        close(jet.force, np.stack([0.3 + 0 * r.t, 0 * r.t, r.t], axis=1), 1e-14)
        close(jet.torque, np.tile((0.0, 0.05, 0.0), (len(r.t), 1)), 1e-14)
        free = r.reaction("A").torque.values[:, 2]
        sliding = r.reaction("guide").force.values[:, 2]
        motor = r.reaction("motor", on="crank", frame="ground")
        close(motor.torque.values[:, 2], r.multipliers["motor: drive"].values, 1e-12)
        close(motor.force, np.zeros((len(r.t), 3)), 1e-12)
        push = r.reaction("push", frame="ground", at="rod")
        arm = r["rod"].rotation.values @ (0.1, 0.2, 0.0)
        force = np.stack([1 + 0 * r.t, 2 * np.sin(3 * r.t), 0.5 + 0 * r.t], axis=1)
        close(push.torque, np.cross(arm, force) + np.stack([0.1 + 0 * r.t, 0 * r.t, 0.2 * r.t], axis=1), 1e-12)
        gear = [r.reaction("gear", on=side, frame="ground", at=side).torque.values[:, 2] for side in ("crank", "wheel")]
        close(np.abs(gear[0] / gear[1]), np.full(len(r.t), 1.5), 1e-9)
    close(free, 0 * r.t, 1e-11)
    close(sliding, 0 * r.t, 1e-11)


def test_what_an_element_does_not_act_on() -> None:
    """Bodies and elements by their names."""
    r = run("machine")
    with pytest.raises(jd.ModelError, match="'B' acts on 'crank' and 'rod', not on 'wheel'"):
        r.reaction("B", on="wheel")
    with pytest.raises(jd.ModelError, match=r"there is no joint, drive, force or load 'sprng'.*'spring'"):
        r.reaction("sprng")


def test_reactions_that_are_not_unique_are_marked() -> None:
    """Two hinges of one axis share the load in any way; the sum of both, and the joint beyond them, are what they must be."""
    model = jd.Model("door", gravity=(0.0, 0.0, -9.81))
    leaf = model.body(
        "leaf", mass=20.0, inertia=(3.0, 2.2, 0.9), at=(0.4, 0.3, 1.0), velocity=(-0.3, 0.4, 0), spin=(0, 0, 1)
    )
    bell = model.body("bell", mass=0.5, inertia=(1e-3, 1e-3, 1e-3), at=(0.8, 0.6, 0.9))
    for name, height in (("lower", 0.0), ("upper", 2.0)):
        model.joint(name, "revolute", model.ground, leaf, at=(0, 0, height), axis=(0, 0, 1))
    model.joint("stem", "spherical", leaf, bell, at=(0.8, 0.6, 1.0))
    r = jd.simulate(model, 1.0, integrator=jd.DOP853(tol=1e-9), trust="fast")
    assert not r.reaction("lower").unique and not r.reaction("upper").unique and r.reaction("stem").unique
    both = sum(r.reaction(name, on="leaf", frame="ground").force.values for name in ("lower", "upper"))
    other = r.reaction("stem", on="leaf", frame="ground").force.values
    close(both + other, 20.0 * (r["leaf"].acceleration.values - (0.0, 0.0, -9.81)), 1e-9)
    assert all(run("machine").reaction(name).unique for name in ("A", "B", "C", "guide"))

"""Machines to start from."""

from __future__ import annotations

import math
from typing import Any

from jourdain.model.model import Model
from jourdain.model.rotations import axis_angle
from jourdain.model.shapes import box


def slider_crank(speed: float = 4.0 * math.pi) -> Model:
    """A slider-crank in space: three revolutes and a prismatic, crank 0.15 m, rod 0.4 m, started at `speed` [rad/s].

    The loop moves in the x-z plane; three of its twenty equations are redundant, as in most real drawings.
    """
    model = Model("slider-crank", gravity=(0.0, 0.0, -9.81))
    crank_length, rod_length, angle = 0.15, 0.4, math.radians(60.0)
    steel = 7850.0
    pin = (crank_length * math.cos(angle), 0.0, crank_length * math.sin(angle))
    tilt = math.asin(pin[2] / rod_length)
    end = (pin[0] + rod_length * math.cos(tilt), 0.0, 0.0)
    # velocities of the start: the crank turns about -y, so that it moves counter-clockwise in the x-z plane
    rod_rate = -speed * pin[0] / (rod_length * math.cos(tilt))
    slider_speed = -speed * pin[2] + rod_rate * pin[2]
    crank = model.body(
        "crank",
        shape=box(crank_length, 0.02, 0.03),
        density=steel,
        at=(pin[0] / 2, 0.0, pin[2] / 2),
        rotation=axis_angle((0, 1, 0), -angle),
        spin=(0.0, -speed, 0.0),
        velocity=(-speed * pin[2] / 2, 0.0, speed * pin[0] / 2),
    )
    rod = model.body(
        "rod",
        shape=box(rod_length, 0.015, 0.02),
        density=steel,
        at=((pin[0] + end[0]) / 2, 0.0, pin[2] / 2),
        rotation=axis_angle((0, 1, 0), tilt),
        spin=(0.0, -rod_rate, 0.0),
        velocity=((slider_speed - speed * pin[2]) / 2, 0.0, speed * pin[0] / 2),
    )
    slider = model.body("slider", shape=box(0.06, 0.04, 0.04), density=steel, at=end, velocity=(slider_speed, 0.0, 0.0))
    model.joint("A", "revolute", model.ground, crank, at=(0.0, 0.0, 0.0), axis=(0, 1, 0))
    model.joint("B", "revolute", crank, rod, at=pin, axis=(0, 1, 0))
    model.joint("C", "revolute", rod, slider, at=end, axis=(0, 1, 0))
    model.joint("guide", "prismatic", model.ground, slider, at=end, axis=(1, 0, 0))
    return model


def whipple(v: float = 5.0, lean_rate: float = 0.0) -> Model:
    """The bicycle of Meijaard et al. (2007), upright at the speed v [m/s] along x, z up: four bodies, wheels with sharp edges.

    lean_rate [rad/s]: it starts by falling about the line on the ground. Steady between 4.29 and 6.02 m/s.
    """
    model = Model("whipple bicycle", gravity=(0.0, 0.0, -9.81))
    base, trail, tilt = 1.02, 0.08, math.pi / 10.0
    parts: dict[str, tuple[float, tuple[float, float], Any, float]] = {  # mass, (x, z), inertia, radius of a wheel
        "rear wheel": (2.0, (0.0, 0.3), (0.0603, 0.12, 0.0603), 0.3),
        "frame": (85.0, (0.3, 0.9), ((9.2, 0.0, -2.4), (0.0, 11.0, 0.0), (-2.4, 0.0, 2.8)), 0.0),
        "fork": (4.0, (0.9, 0.7), ((0.05892, 0.0, 0.00756), (0.0, 0.06, 0.0), (0.00756, 0.0, 0.00708)), 0.0),
        "front wheel": (3.0, (base, 0.35), (0.1405, 0.28, 0.1405), 0.35),
    }
    for name, (mass, (x, z), inertia, radius) in parts.items():
        model.body(
            name,
            mass=mass,
            inertia=inertia,
            at=(x, 0.0, z),
            velocity=(v, -lean_rate * z, 0.0),
            spin=(lean_rate, v / radius if radius > 0.0 else 0.0, 0.0),
        )
    rear, frame, fork, front = model.bodies.values()
    height = 0.85595086466
    head = (base + trail - height * math.tan(tilt), 0.0, height)
    model.joint("rear hub", "revolute", frame, rear, at=(0.0, 0.0, 0.3), axis=(0, 1, 0))
    model.joint("steer", "revolute", frame, fork, at=head, axis=(-math.sin(tilt), 0.0, math.cos(tilt)))
    model.joint("front hub", "revolute", fork, front, at=(base, 0.0, 0.35), axis=(0, 1, 0))
    road = model.ground.marker("road")
    for wheel in (rear, front):
        axle = wheel.marker("axle", rotation=axis_angle((1, 0, 0), -math.pi / 2.0))  # z along y of the wheel
        model.joint(f"{wheel.name} rolls", "rolling", road, axle, radius=parts[wheel.name][3])
    return model

"""Machines to start from."""

from __future__ import annotations

import math

from jourdain.model import Model
from jourdain.rotations.conversions import axis_angle
from jourdain.shapes import box


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

"""Bodies that roll, with closed forms of their motion."""

from __future__ import annotations

from typing import Any

import numpy as np

import jourdain as jd

G = 9.81
MASS, RADIUS, TILT, RATIO = 0.3048, 0.05, np.deg2rad(5.0), 0.1  # radius of the disc to that of its circle
SPIN = np.sqrt(
    4 * (G / RADIUS) * np.sin(TILT) / ((6 - 5 * RATIO * np.sin(TILT)) * RATIO * np.cos(TILT))
)  # about the axle
TURN = RATIO * SPIN  # of the disc about the vertical [rad/s]
PERIOD = 2 * np.pi / TURN


def axle_frame(axle: np.ndarray, forward: np.ndarray) -> np.ndarray:
    """Rotation whose z is the axle and whose x is the forward direction."""
    return np.column_stack([forward, np.cross(axle, forward), axle])


def disc(crown: float = 0.0, turn: float = TURN, tilt: float = TILT) -> jd.Model:
    """A disc that runs a circle of radius RADIUS/RATIO about (0, RADIUS/RATIO, 0), leaning inwards (crown 0: for ever)."""
    model = jd.Model("disc", gravity=(0, 0, -G))
    up, axle = np.array([0, np.sin(tilt), np.cos(tilt)]), np.array([0, -np.cos(tilt), np.sin(tilt)])
    spin = turn * np.array([0, 0, 1]) - turn / RATIO * axle
    k = MASS * RADIUS**2
    body = model.body(
        "disc",
        mass=MASS,
        inertia=(k / 4, k / 4, k / 2),
        at=RADIUS * up,
        rotation=axle_frame(axle, np.array([1.0, 0.0, 0.0])),
        spin=spin,
        velocity=(turn * RADIUS * (1 / RATIO - np.sin(tilt)), 0, 0),
    )
    model.joint("road", "rolling", model.ground.marker("plane"), body.marker("hub"), radius=RADIUS, crown=crown)
    return model


BALL, BALL_RADIUS = 2.0, 0.1  # kg, m


def ball(model: jd.Model, name: str, at: Any, velocity: Any, spin: Any, radius: float = BALL_RADIUS) -> Any:
    """A solid ball of BALL kg."""
    return model.body(
        name,
        mass=BALL,
        inertia=(0.4 * BALL * radius**2,) * 3,
        at=at,
        velocity=velocity,
        spin=spin,
        rotation=jd.cardan(0.3, -0.4, 0.5),
    )


def turntable(omega: float = 3.0, by_rate: bool = False) -> jd.Model:
    """A ball on a table that is driven at omega [rad/s] about z through the origin; z of the plane is 0.

    by_rate: the motor holds the rate of the angle, not the angle.
    """
    model = jd.Model("turntable", gravity=(0, 0, -G))
    table = model.body("table", mass=5.0, inertia=(0.3, 0.3, 0.6), at=(0, 0, -0.1), spin=(0, 0, omega))
    hinge = model.joint("hinge", "revolute", model.ground, table, at=(0, 0, -0.1), axis=(0, 0, 1))
    if by_rate:
        model.row("motor", f"angle_rate - {omega!r}", inputs={"angle": hinge.angle}, level="velocity")
    else:
        model.drive("motor", hinge.angle, f"{omega!r}*t")
    at, velocity, up = np.array([0.4, -0.1, BALL_RADIUS]), np.array([0.2, 0.5, 0.0]), np.array([0.0, 0.0, 1.0])
    spin = np.cross(up, velocity - omega * np.cross(up, at)) / BALL_RADIUS + 0.3 * up
    body = ball(model, "ball", at, velocity, spin)
    plane = table.marker("plane", at=(0.1, 0.2, 0.1), rotation=jd.axis_angle((0, 0, 1), 0.7))
    model.joint("rolls", "rolling", plane, body.marker("centre"), radius=BALL_RADIUS, crown=BALL_RADIUS)
    return model


def sleigh(planar: bool = True, written: str = "", offset: float = 0.3) -> jd.Model:
    """Chaplygin's sleigh: a body on smooth ice with a blade `offset` behind its centre of mass.

    written: the text of a row instead of the joint; it reads x, y (of the blade) and th.
    """
    model = jd.Model("sleigh", planar=planar)
    at, heading, speed, turn = np.array([0.5, -0.2, 0.0]), 0.4, 1.5, 0.9
    n = 2 if planar else 3
    along, across = (
        np.array([np.cos(heading), np.sin(heading), 0.0]),
        np.array([-np.sin(heading), np.cos(heading), 0.0]),
    )
    motion = {"velocity": (speed * along + offset * turn * across)[:n], "spin": turn if planar else (0, 0, turn)}
    body = model.body(
        "sleigh",
        mass=2.0,
        inertia=0.15 if planar else (0.1, 0.2, 0.15),
        at=at[:n],
        rotation=heading if planar else jd.axis_angle((0, 0, 1), heading),
        com=(offset, 0, 0)[:n],
        **motion,
    )
    ice = model.ground.marker("ice")
    if not planar:
        model.joint("flat", "planar", ice, body.marker("flat"))
        model.joint("edge", "blade", ice, body.marker("edge", rotation=jd.axis_angle((1, 0, 0), np.pi / 2)))
    elif written:
        edge = body.marker("edge")
        inputs = {"x": jd.slide(ice, edge, "x"), "y": jd.slide(ice, edge, "y"), "th": jd.coordinate(body, "theta")}
        model.row("edge", written, inputs=inputs, level="velocity")
    else:
        model.joint("edge", "blade", ice, body.marker("edge"))
    return model


def sleigh_speed(t: np.ndarray, offset: float = 0.3) -> np.ndarray:
    """Of the blade along itself: u' = offset w^2, m u^2 + (I + m offset^2) w^2 constant."""
    mass, inertia, speed, turn = 2.0, 0.15, 1.5, 0.9
    about_blade = inertia + mass * offset**2
    most = np.sqrt(speed**2 + about_blade / mass * turn**2)
    return most * np.tanh(offset * mass * most / about_blade * t + np.arctanh(speed / most))

"""Machines whose equilibria are known in closed form."""

from __future__ import annotations

from typing import Any

import numpy as np

import jourdain as jd
from machines import drawings

G = 9.81


def hanging_chain(n: int, planar: bool = True) -> jd.Model:
    """n equal links between two fixed points, drawn as an arc."""
    model = jd.Model("chain", planar=planar, gravity=(0.0, -G) if planar else (0.0, -G, 0.0))
    angles, length = np.linspace(-1.0, 1.0, n), 1.0 / n
    steps = length * np.column_stack([np.cos(angles), np.sin(angles), np.zeros(n)])
    ends, size = np.vstack([np.zeros(3), np.cumsum(steps, axis=0)]), 2 if planar else 3
    before: Any = model.ground
    for i, angle in enumerate(angles):
        slender = length**3 / 12
        body = model.body(
            f"link {i + 1}",
            mass=length,
            inertia=slender if planar else (0.01 * slender, slender, slender),
            at=0.5 * (ends[i] + ends[i + 1])[:size],
            rotation=angle if planar else jd.axis_angle((0, 0, 1), angle),
        )
        axis: dict[str, Any] = {} if planar else {"axis": (0, 0, 1)}
        model.joint(f"hinge {i}", "revolute", before, body, at=ends[i, :size], **axis)
        before = body
    model.joint(f"hinge {n}", "revolute" if planar else "spherical", before, model.ground, at=ends[n, :size])
    return model


SPIN, STIFFNESS, REST = 2.0 * np.pi, 8e5, 0.5  # rad/s, N/m, m
ROD, BALL, SLIDER, ARM, THICK = 0.3, 5.0, 3.0, 0.05, 0.01  # kg, kg, kg, m, m


def governor(motor: bool) -> jd.Model:
    """The stiff flyball governor of the IFToMM collection (A05): rods of 1 m, springs from their middles to the slider."""
    model, tilt = jd.Model("governor", gravity=(0.0, 0.0, -G)), np.deg2rad(30.0)
    shaft = model.body("shaft", shape=jd.box(THICK, THICK, 1.0), mass=ROD, at=(0.0, 0.0, -0.5), spin=(0.0, 0.0, SPIN))
    slider = model.body("slider", shape=jd.box(0.1, 0.1, 0.1), mass=SLIDER, at=(0.0, 0.0, -0.5))
    axle = model.joint("axle", "revolute", model.ground, shaft, at=(0.0, 0.0, 0.0), axis=(0, 0, 1))
    model.joint("guide", "prismatic", shaft, slider, at=(0.0, 0.0, -0.5), axis=(0, 0, 1))
    mass, centre = ROD + BALL, (0.5 * ROD + BALL) / (ROD + BALL)
    along = ROD * 2 * THICK**2 / 12
    across = ROD * (1.0 + THICK**2) / 12 + ROD * (centre - 0.5) ** 2 + BALL * (1.0 - centre) ** 2
    for side, sign in (("left", -1.0), ("right", 1.0)):
        x, y = np.array([sign * np.cos(tilt), 0.0, -np.sin(tilt)]), np.array([0.0, 1.0, 0.0])
        hinge = np.array([sign * ARM, 0.0, 0.0])
        rod = model.body(
            side,
            mass=mass,
            inertia=(along, across, across),
            at=hinge + centre * x,
            rotation=jd.direction_cosines(np.column_stack([x, y, np.cross(x, y)])),
        )
        model.joint(f"hinge {side}", "revolute", shaft, rod, at=hinge, axis=(0, 1, 0))
        ends = rod.marker("middle", at=(0.5 - centre, 0, 0)), slider.marker(f"eye {side}", at=(sign * ARM, 0, 0))
        model.spring(f"spring {side}", *ends, stiffness=STIFFNESS, damping=4e4, rest=REST)
    if motor:
        model.drive("motor", axle.angle, f"{SPIN!r}*t")
    return model


def governor_balance(unknowns: np.ndarray) -> np.ndarray:
    """Force on the slider [N] and moment about a hinge [N m] at the angle of a rod and the height of the slider.

    With r = ARM + x cos(angle) the distance of a particle at x along the rod from the axis, gravity and the centrifugal force
    r w^2 have the moments x cos g dm and -x sin r w^2 dm; the thickness of the rod adds to the latter through its inertia.
    """
    angle, height = unknowns
    c, s = np.cos(angle), np.sin(angle)
    first, second = 0.5 * ROD + BALL, ROD / 3.0 + BALL  # integrals of x dm and x^2 dm
    thick = ROD * THICK**2 / 12.0
    gravity = first * c * G
    centrifugal = -(first * ARM * s + second * s * c - thick * s * c) * SPIN**2
    way = np.array([0.0, height]) - np.array(
        [0.5 * c, -0.5 * s]
    )  # from the middle of the rod to the eye, radial and up
    length = np.hypot(*way)
    force = STIFFNESS * (length - REST) * way / length  # on the rod
    lever = 0.5 * np.array([-s, -c])  # d(middle)/d(angle)
    return np.array([-2.0 * force[1] - SLIDER * G, gravity + centrifugal + force @ lever])


def pendulum(angle: float = 0.7, damping: float = 0.0) -> jd.Model:
    """A rod on a hinge, drawn at an angle [rad] from hanging."""
    model = jd.Model("pendulum", planar=True, gravity=(0.0, -G))
    rod = model.body("rod", mass=2.0, inertia=0.1, at=(np.sin(angle), -np.cos(angle)))
    hinge = model.joint("hinge", "revolute", model.ground, rod, at=(0.0, 0.0))
    model.measure("phi", hinge.angle)
    model.force("oil", hinge.angle, damping=damping)
    return model


def flying_pendulum(rate: float) -> jd.Model:
    """A point on an arm of 0.5 m, hinged to a frame that a motor turns about the vertical."""
    model = jd.Model("pendulum on a turntable", gravity=(0.0, 0.0, -G))
    frame = model.body("frame", mass=1.0, inertia=(0.1, 0.1, 0.1))
    ball = model.body("ball", mass=2.0, inertia=(0, 0, 0), at=(0.3, 0.0, -0.4))
    axle = model.joint("axle", "revolute", model.ground, frame, at=(0, 0, 0), axis=(0, 0, 1))
    model.joint("hinge", "revolute", frame, ball, at=(0, 0, 0), axis=(0, 1, 0))
    model.drive("motor", axle.angle, f"{rate!r}*t")
    return model


def four_bar(gravity: float = G) -> jd.Model:
    """The crank-rocker of the drawings, under gravity."""
    model = drawings.four_bar()
    model.gravity[1] = -gravity
    return model


def car() -> jd.Model:
    """A mass on a vertical guide and a spring of free length 0.4 m."""
    model = jd.Model("car", gravity=(0.0, 0.0, -G))
    chassis = model.body("chassis", mass=400.0, inertia=(50.0, 200.0, 220.0), at=(0.0, 0.0, 0.6))
    model.joint("guide", "prismatic", model.ground, chassis, at=(0.0, 0.0, 0.6), axis=(0, 0, 1))
    ends = model.ground.marker("road"), chassis.marker("mount")
    model.spring("spring", *ends, stiffness=2e4, damping=1e3, rest=0.4)
    return model

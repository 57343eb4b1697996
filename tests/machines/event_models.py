"""Small machines for the tests of events, and the integrators they run with."""

from __future__ import annotations

from math import cos, sin
from typing import Any

import numpy as np

import jourdain as jd

G = 9.81

# every integrator, with the accuracy of a smooth motion over a second or two that it is trusted with here
METHODS: dict[str, tuple[jd.GeneralizedAlpha | jd.RK4 | jd.DOP853, float]] = {
    "alpha step": (jd.GeneralizedAlpha(step=1e-3), 1e-4),
    "alpha tol": (jd.GeneralizedAlpha(tol=1e-7), 1e-5),
    "RK4": (jd.RK4(step=2e-3), 1e-9),
    "DOP853": (jd.DOP853(tol=1e-11), 1e-9),
}


def run(model: jd.Model, t_end: float, method: str | Any = "DOP853", **options: Any) -> jd.Result:
    """Simulate without the companion run; method: a key of METHODS, or an integrator."""
    integrator = METHODS[method][0] if isinstance(method, str) else method
    return jd.simulate(model, t_end, integrator=integrator, **({"trust": "fast"} | options))


def ball(planar: bool = True, restitution: float = 0.9, settle: jd.events.Action | None = None) -> jd.Model:
    """A ball dropped from 1 m; "floor" is not in force until an event engages it."""
    up = (0.0, 1.0) if planar else (0.0, 0.0, 1.0)
    model = jd.Model("ball", planar=planar, gravity=tuple(-G * c for c in up))
    body = model.body("ball", mass=1.0, inertia=0.1 if planar else (0.1, 0.1, 0.1), at=up)
    kind = "point_on_line" if planar else "point_in_plane"
    model.joint("floor", kind, model.ground.marker("floor"), body.marker("centre"), active=False)
    height = jd.coordinate(body, "y" if planar else "z")
    model.event("hit", height, direction="falling", actions=jd.Impact(restitution, settle=settle))
    return model


def slider(motion: str = "sin(2*pi*t)", planar: bool = True) -> tuple[jd.Model, jd.measures.Measure]:
    """A driven slider and its slide: x = motion(t) exactly, whatever the integrator."""
    model = jd.Model("slider", planar=planar)
    body = model.body("block", mass=2.0, inertia=1.0 if planar else (1.0, 1.0, 1.0))
    zero = (0.0, 0.0) if planar else (0.0, 0.0, 0.0)
    guide = model.joint("guide", "prismatic", model.ground, body, at=zero)
    model.drive("motor", guide.slide, motion)
    return model, model.measure("x", guide.slide)


def oscillator(stiffness: float = 4.0, at: float = 1.0, speed: float = 0.0) -> tuple[jd.Model, jd.measures.Measure]:
    """A mass of 1 kg on a spring, along x, otherwise free."""
    model = jd.Model("oscillator", planar=True)
    body = model.body("mass", mass=1.0, inertia=1.0, at=(at, 0.0), velocity=(speed, 0.0))
    x = model.measure("x", jd.coordinate(body, "x"))
    model.force("spring", x, stiffness=stiffness)
    return model, x


ROD = 1.0 / 3.0  # inertia of a rod of 1 m and 1 kg about its end [kg m2]


def pendulum(planar: bool = True, angle: float = 0.0, speed: float = 0.0) -> tuple[jd.Model, Any]:
    """A rod of 1 m and 1 kg on the hinge "hinge", at an angle from the x axis; gravity along -y. "phi" is its angle."""
    model = jd.Model("pendulum", planar=planar, gravity=(0.0, -G) if planar else (0.0, -G, 0.0))
    centre, across = (
        0.5 * np.array([cos(angle), sin(angle), 0.0]),
        speed * 0.5 * np.array([-sin(angle), cos(angle), 0.0]),
    )
    if planar:
        rod = model.body(
            "rod", mass=1.0, inertia=1 / 12, at=centre[:2], rotation=angle, velocity=across[:2], spin=speed
        )
        hinge = model.joint("hinge", "revolute", model.ground, rod, at=(0.0, 0.0))
    else:
        rod = model.body(
            "rod",
            mass=1.0,
            inertia=(0.01, 1 / 12, 1 / 12),
            at=centre,
            rotation=jd.axis_angle((0, 0, 1), angle),
            velocity=across,
            spin=(0, 0, speed),
        )
        hinge = model.joint("hinge", "revolute", model.ground, rod, at=(0.0, 0.0, 0.0), axis=(0, 0, 1))
    model.measure("phi", jd.angle(hinge.a, hinge.b))
    return model, hinge


FOUR_BAR = {"A": (0.0, 0.0), "B": (0.3, 0.4), "C": (1.1, 0.7), "D": (1.2, 0.0)}


def four_bar(planar: bool = True, speed: float = 3.0) -> jd.Model:
    """Crank AB, coupler BC, rocker CD; in space of four parallel revolutes, so that three rows are redundant.

    The crank turns at `speed`. "reach" is the x coordinate of the middle of the coupler.
    """
    model = jd.Model("four-bar", planar=planar, gravity=(0.0, -G) if planar else (0.0, -G, 0.0))
    points = {name: np.array([*p, 0.0]) for name, p in FOUR_BAR.items()}
    bars: dict[str, Any] = {"ground": model.ground}
    for name, (p, q), mass in (("crank", "AB", 1.0), ("coupler", "BC", 2.0), ("rocker", "CD", 1.5)):
        d = points[q] - points[p]
        length, angle = float(np.hypot(*d[:2])), float(np.arctan2(d[1], d[0]))
        middle, inertia = 0.5 * (points[p] + points[q]), mass * length**2 / 12
        spin = speed if name == "crank" else 0.0
        if planar:
            bars[name] = model.body(name, mass=mass, inertia=inertia, at=middle[:2], rotation=angle, spin=spin)
        else:
            turned, moments = jd.axis_angle((0, 0, 1), angle), (0.01 * inertia, inertia, inertia)
            bars[name] = model.body(name, mass=mass, inertia=moments, at=middle, rotation=turned, spin=(0, 0, spin))
    sides = {"A": ("ground", "crank"), "B": ("crank", "coupler"), "C": ("coupler", "rocker"), "D": ("ground", "rocker")}
    for name, (a, b) in sides.items():
        place: dict[str, Any] = {"at": FOUR_BAR[name]} if planar else {"at": points[name], "axis": (0, 0, 1)}
        model.joint(name, "revolute", bars[a], bars[b], **place)
    model.measure("reach", jd.coordinate(bars["coupler"], "x"))
    return model

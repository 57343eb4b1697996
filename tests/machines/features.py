"""One machine that has any of the features of a model, all of them in touch with each other by springs."""

from __future__ import annotations

import math
from collections.abc import Collection
from typing import Any

import jourdain as jd

FEATURES = (
    "state",
    "text event",
    "impact",
    "drive",
    "load",
    "velocity row",
    "redundant row",
    "massless body",
    "Python law",
)


def friction(_t: float, x: float, v: float) -> float:
    """A law in plain Python."""
    return -1.5 * math.sin(x) - 0.4 * v


def machine(features: Collection[str], planar: bool) -> jd.Model:
    """Two rods on hinges, a coil and a spring, and what is asked for."""
    n = 2 if planar else 3
    model = jd.Model("features", planar=planar, gravity=(0.5, -9.81, 0.7)[:n])

    def body(name: str, mass: float, at: tuple[float, ...], **options: Any) -> Any:
        inertia = 0.1 * mass if planar else (0.1 * mass, 0.12 * mass, 0.07 * mass)
        return model.body(name, mass=mass, inertia=inertia, at=at[:n], **options)

    def axis(*direction: float) -> dict[str, Any]:
        return {} if planar else {"axis": direction}

    def tied(name: str, one: Any, other: Any) -> None:
        ends = one.marker(f"{name} a", at=(0.1, 0.2, 0.0)[:n]), other.marker(f"{name} b", at=(0.0, 0.1, 0.1)[:n])
        model.spring(name, *ends, stiffness=6.0, damping=0.3, rest=0.7)

    upper = body("upper", 1.0, (0.4, -0.3, 0.0))
    lower = body("lower", 0.7, (1.1, -0.7, 0.1))
    hinge = model.joint("hinge", "revolute", model.ground, upper, at=(0.0, 0.0, 0.0)[:n], **axis(0, 0, 1))
    second = model.joint("second", "revolute", upper, lower, at=(0.8, -0.6, 0.0)[:n], **axis(0.3, 0.2, 1.0))
    model.measure("phi", hinge.angle)
    model.force("coil", hinge.angle, stiffness=2.0, damping=0.3)
    hook = model.ground.marker("hook", at=(2.0, 0.3, 0.2)[:n])
    model.spring("spring", hook, lower.marker("eye", at=(0.2, 0.0, 0.1)[:n]), stiffness=3.0, damping=0.2, rest=0.5)
    if "state" in features:
        model.state("e", "3*phi - 2*e", start=0.1)
        model.force("servo", hinge.angle, law="-4*e")
    if "text event" in features:
        text = "t - 0.23 + 0.1*phi" + (" + 0.3*e" if "state" in features else "")
        model.event("harder", text, actions=jd.Switch("coil", stiffness=6.0))
    if "impact" in features:
        model.event("buffer", hinge.angle, -0.15, direction="falling", actions=jd.Impact(0.6))
    if "drive" in features:
        model.drive("motor", second.angle, "0.15*(1 - cos(3*t))")
    if "load" in features:
        torque: Any = "cos(2*t)" if planar else (0.0, 0.2, "cos(2*t)")
        model.load("wind", lower, force=("2*sin(5*t)", 0.5, -0.3)[:n], torque=torque, follow=True)
    if "velocity row" in features and planar:
        sled = body("sled", 1.2, (1.6, -1.5), spin=0.5, velocity=(0.4, 0.0))
        model.joint("edge", "blade", model.ground.marker("ice"), sled.marker("edge"))
        tied("rope", lower, sled)
    elif "velocity row" in features:
        ball = body("ball", 1.2, (1.6, -1.5, 0.0))
        up = model.ground.marker("table", at=(0.0, -1.7, 0.0), rotation=jd.axis_angle((1, 0, 0), -math.pi / 2))
        model.joint("rolls", "rolling", up, ball.marker("centre"), radius=0.2, crown=0.2)
        tied("rope", lower, ball)
    if "redundant row" in features:
        model.joint("again", "revolute", model.ground, upper, at=(0.0, 0.0, 0.0)[:n], **axis(0, 0, 1))
    if "massless body" in features:
        bar = model.body("bar", mass=0.0, inertia=0.0 if planar else (0.0, 0.0, 0.0), at=(-0.6, -0.3, 0.0)[:n])
        weight = body("weight", 0.5, (-0.6, -0.7, 0.0))
        model.joint("top", "revolute", model.ground, bar, at=(-0.6, 0.0, 0.0)[:n], **axis(0.2, 0.0, 1.0))
        model.joint("end", "revolute" if planar else "spherical", bar, weight, at=(-0.6, -0.6, 0.0)[:n])
        tied("chain", upper, weight)
    if "Python law" in features:
        model.force("friction", hinge.angle, law=friction)
    return model

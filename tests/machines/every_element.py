"""Models that use everything there is, and functions of a module, as users write them; for tests of files."""

from __future__ import annotations

import math
from typing import Any

import numba
import numpy as np

import jourdain as jd
from jourdain.model.elements import Marker, Row
from jourdain.model.joints import COUPLES_JOINTS

# --------------------------------------------------------------------------- functions that have a module


def push(t: float) -> float:
    """A plain Python function."""
    return 3.0 * math.cos(t)


def push_rate(t: float) -> float:
    """Its derivative."""
    return -3.0 * math.sin(t)


def push_second(t: float) -> float:
    """Its second derivative."""
    return -3.0 * math.cos(t)


@numba.njit
def brake(t: float, x: float, v: float) -> float:
    """A compiled function."""
    return -0.3 * v * abs(v)


class Laws:
    """A place for functions that is not the module itself."""

    @staticmethod
    def stop(t: float, x: float, v: float) -> float:
        """A function with a qualified name."""
        return -100.0 * max(0.0, x - 1.0)


def scotch_yoke(a: Marker, b: Marker, *, radius: float, towards: Any = None, of: Any = ()) -> list[Row]:
    """A joint of the user's own, with a function that is made anew each time."""
    along = jd.slide(a, b, "x") if towards is None else jd.slide(a, b, direction=towards)
    return [
        Row("yoke", ((1.0, along),), 0.0, lambda t: radius * math.sin(t)),
        *(Row(f"held {i}", ((1.0, m),)) for i, m in enumerate(of)),
    ]


def keeps(a: Marker, b: Marker, *, given: Any) -> list[Row]:
    """A joint that shows what it was given."""
    return [Row("kept", ((1.0, jd.distance(a, b)),))]


# --------------------------------------------------------------------------- models with everything


def pair(planar: bool, **options: Any) -> tuple[jd.Model, Any, Any]:
    """Two bodies with a marker each, in general position."""
    n = 2 if planar else 3
    model = jd.Model("pair", planar=planar, gravity=(0.3, -9.81, 0.1)[:n])
    turn = (0.3, -0.9) if planar else (jd.cardan(0.3, 0.2, 0.1), jd.axis_angle((1, 2, 3), 2.5))
    inertia = (0.1, 1) if planar else ((0.1, 0.2, 0.15), [[2, 0.1, 0.2], [0.1, 3, 0.3], [0.2, 0.3, 4]])
    spin = 0.7 if planar else (0.7, -0.1, 1 / 3)
    arm = model.body("arm", mass=1.3, inertia=inertia[0], at=(0.1, 0.2, 0.3)[:n], rotation=turn[0], spin=spin)
    fork = model.body(
        "fork",
        mass=2,
        inertia=inertia[1],
        at=(1.1, 0.2, -0.3)[:n],
        rotation=turn[1],
        com=(0.01, 0.02, 0.03)[:n],
        velocity=(-0.0, 1e-320, 1 / 3)[:n],
    )
    return model, arm.marker("end", at=(0.5, 0.1, 0.2)[:n], rotation=turn[1]), fork.marker(at=(0.3, 0.4, 0.7)[:n])


OPTIONS: dict[str, dict[str, Any]] = {
    "screw": {"pitch": 0.3},
    "distance": {"length": 0.9},
    "gear": {"teeth": (37, 23), "internal": True},
    "rack_and_pinion": {"radius": np.float64(0.2)},
    "coupler": {"factors": [2, -3.0], "of": ("angle", "slide")},
    "rolling": {"radius": np.float64(0.3)},
    "rolling_balls": {"radii": [0.5, 0.3], "inside": True},
}


def joined(kind: Any, planar: bool, placed: bool = False, **options: Any) -> jd.Model:
    """The pair, joined by one kind of joint: at two markers, or at a place in ground."""
    model, a, b = pair(planar)
    n = 2 if planar else 3
    if kind in COUPLES_JOINTS:
        first = model.joint("first", "revolute", model.ground, "arm", at=(0.4, 0.3, 0.2)[:n])
        second = model.joint("second", "prismatic", model.ground, "fork", at=(1, 2, 3)[:n], axis=(1, 1, 0)[:n])
        if kind == "gear":
            second = model.joint("third", "revolute", "arm", "fork", at=(1, 2, 3)[:n])
        model.joint("joint", kind, first, second, **options)
    elif placed:
        model.joint(
            "joint", kind, "arm", "fork", at_a=(0.1, 0.7, 0.4)[:n], at_b=(1, 1, 1)[:n], axis=(1, 2, 2)[:n], **options
        )
    else:
        model.joint("joint", kind, a, b, **options)
    return model


def everything(planar: bool) -> jd.Model:
    """One of each element, in each of the ways it may be given."""
    model, a, b = pair(planar)
    n = 2 if planar else 3
    model.parameters |= {"k3": 5, "gain": np.float32(0.1)}
    model.body("block", shape=jd.box(1, 2, 0.5), density=7850, at=(4, 4, 4)[:n])
    model.body("ball", shape=jd.sphere(0.1), mass=np.float64(2.0))
    model.body("disc", mass=1, inertia=1 if planar else (1, 1, 2)).shape = jd.cylinder(0.1, 0.3)
    model.bodies["ball"].marker("", at=(0.1, -0.0, 0)[:n])
    hook = model.ground.marker("hook", at=(3, 1, 0)[:n], rotation=None if planar else jd.euler(0.1, 0.2, 0.3))
    hinge = model.joint("hinge", "revolute", model.ground, "arm", at=(0, 0, 0)[:n])
    guide = model.joint("guide", "prismatic", hook, b, active=False)
    model.drive("motor", hinge.angle, "gain*sin(3*t)")
    model.drive("servo", jd.coordinate(model.bodies["block"], "y"), push, derivatives=(push_rate, push_second))
    model.measure("phi", hinge.angle)
    model.measure("reach", jd.distance(hook, b))
    model.measure("tilt", jd.align(a.x, b.y))
    height = jd.slide(hook, b, "y")
    model.row("cam", "d + k3*phi**2", inputs={"d": height}, constant=None)
    model.row("sum", [(2, height), (-1 / 3, jd.coordinate(model.bodies["ball"], "x"))], constant=1e-3)
    model.row("skate", [(1.0, jd.blade(hook, b, "x"))], level="velocity")
    model.force("plain", height, stiffness=10, damping=0.1, rest=0.3)
    model.force(
        "text",
        guide.slide,
        law="-k3*x**3 + p + r - m + w",
        inputs={"p": height, "r": jd.Rate(height), "m": hinge.multiplier("slide x"), "w": "integral"},
    )
    model.force("code", jd.angle(a, b), law=brake)
    model.force("inner code", hinge.angle, law=Laws.stop)
    model.force("number", jd.coordinate(model.bodies["ball"], "y"), law=np.float64(-3))
    model.force("single number", jd.coordinate(model.bodies["ball"], "x"), law=np.float32(0.1))
    model.spring("spring", a, b, stiffness=100)
    model.bushing("mount", a, b, stiffness=[1] * (3 if planar else 6), damping=[0.1] * (3 if planar else 6))
    model.load("at a point", "ball", at=(0.1, 0.2, 0.3)[:n], force=("sin(t)", 0, push)[:n])
    model.load("whole numbers", b, force=np.arange(1, 4)[:n])
    model.load("follows", a, force=np.arange(1.0, 4.0)[:n], torque="phi" if planar else (0, "phi", 1), follow=True)
    model.state("integral", "phi - q", start=1, inputs={"q": height})
    model.state("algebraic", "w + phi", algebraic=True, inputs={"w": "integral"})
    stroke = (0.1, 0.2, 0.3)[:n]
    model.event("watched", hinge.angle)
    model.event(
        "end",
        "d - gain*t",
        0.5,
        direction="rising",
        inputs={"d": height},
        actions=[
            jd.Switch("text", law="-x"),
            jd.Switch("code", law=brake, stiffness=1, damping=2.0, rest=-0.0),
            jd.Switch("motor", motion="0.2*t"),
            jd.Lock("hinge"),
            jd.Unlock("hinge"),
            jd.Release("hinge"),
            jd.Engage("guide"),
            jd.Impact(0.5, hinge.angle),
            jd.Jump(height, 1),
            jd.Impulse(a, stroke),
            jd.Impulse(model.bodies["ball"].place("loose", np.array(stroke), jd.Rotation(), 0.0), stroke),
            jd.Reset("integral", 0.1),
            jd.SetParameter("gain", 2),
            jd.Stop(),
        ],
    )
    model.event("wall", height, direction="falling", actions=jd.Impact(1))
    model.event("floor", height, actions=jd.Impact(0.5, settle=jd.Impact(0, hinge.angle, settle=jd.Engage("guide"))))
    return model

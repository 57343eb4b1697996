"""Four machines for orders: a planar arm, a slow and a fast spinning top (large rotations), and a driven mechanism in space.

The slider of the last is moved by a motor and carries a damped pendulum. Planar undriven machines cannot see errors of the
rotation chart or of the terms c'(t) and c''(t). The reference is a run of DOP853 at 1e-12; test_order.py checks it against
SciPy solutions of equations of motion in minimal coordinates.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from math import cos, sin, sqrt
from typing import Any

import numpy as np

import jourdain as jd
from machines import problems as pb

GRAVITY = 9.81

# --------------------------------------------------------------------------- the machines


def arm() -> jd.Model:
    """Two planar rods."""
    return pb.planar_model(pb.two_link_arm())


TOP_MASS, TOP_CENTRE, TOP_SPIN = 3.0, np.array([0.0, 0.3, 0.1]), np.array([1.0, 20.0, -2.0])
TOP_INERTIA = np.array([[0.04, 0.003, 0.0], [0.003, 0.03, 0.002], [0.0, 0.002, 0.05]])


def top() -> jd.Model:
    """An unsymmetric body on a ball joint at the origin, spinning at 20 rad/s."""
    model = jd.Model("top", gravity=(0.0, 0.0, -GRAVITY))
    velocity = np.cross(TOP_SPIN, TOP_CENTRE)
    body = model.body("top", mass=TOP_MASS, inertia=TOP_INERTIA, at=TOP_CENTRE, velocity=velocity, spin=TOP_SPIN)
    model.joint("ball", "spherical", model.ground, body, at=(0.0, 0.0, 0.0))
    return model


CRANK, ROD, START = 0.15, 0.5, 0.4  # lengths, m; first angle of the crank, rad
GUIDE = (0.05, 0.02)  # y and z of the line on which the slider moves: the loop is not plane
BOB_MASS, BOB_INERTIA, BOB_LENGTH, BOB_DAMPING = 0.7, 0.006, 0.25, 0.3
MOTION = "1.5*t**2 + 0.5*(1 - cos(4*t))"


def _slider(angle: float) -> float:
    """Position of the slider for an angle of the crank."""
    return CRANK * cos(angle) + sqrt(ROD**2 - GUIDE[0] ** 2 - (CRANK * sin(angle) - GUIDE[1]) ** 2)


def driven() -> jd.Model:
    """A spatial slider-crank (no redundant rows), driven at the crank from rest; a pendulum hangs on the slider."""
    model = jd.Model("driven", gravity=(0.0, 0.0, -GRAVITY))
    pin = np.array([CRANK * cos(START), 0.0, CRANK * sin(START)])
    end = np.array([_slider(START), *GUIDE])
    turned = jd.axis_angle((0, 1, 0), -START)
    crank = model.body("crank", mass=0.8, inertia=(0.002, 0.004, 0.003), at=pin / 2, rotation=turned)
    rod = model.body("rod", mass=0.5, inertia=(0.0004, 0.011, 0.011), at=(pin + end) / 2)
    slider = model.body("slider", mass=1.2, inertia=(0.002, 0.002, 0.002), at=end)
    inertia = (BOB_INERTIA, BOB_INERTIA, 0.001)
    bob = model.body("bob", mass=BOB_MASS, inertia=inertia, at=end - np.array([0.0, 0.0, BOB_LENGTH]))
    shaft = model.joint("shaft", "revolute", model.ground, crank, at=(0, 0, 0), axis=(0, -1, 0))
    model.joint("pin", "spherical", crank, rod, at=pin)
    model.joint("cross", "universal", rod, slider, at=end, axis=end - pin)
    model.joint("guide", "prismatic", model.ground, slider, at=end, axis=(1, 0, 0))
    hang = model.joint("hang", "revolute", slider, bob, at=end, axis=(0, 1, 0))
    model.drive("motor", shaft.angle, MOTION)
    model.force("hinge", hang.angle, damping=BOB_DAMPING, law="0.2*sin(3*t)")
    model.load("wind", bob, force=("1.5*sin(2*t)", 0.0, 0.4))
    return model


MACHINES: dict[str, tuple[Callable[[], jd.Model], float]] = {  # and the time they are run for, s
    "arm": (arm, 1.0),
    "top": (top, 1.0),
    "fast top": (pb.heavy_top, 0.2),
    "driven": (driven, 1.0),
}
QUANTITIES = ("q", "v", "lam", "a")


def run(machine: str, integrator: Any, output: Any = 10) -> jd.Result:
    """Simulate one of the machines."""
    make, end = MACHINES[machine]
    return jd.simulate(make(), end, integrator=integrator, output=output)


@cache
def reference(machine: str, output: int = 10) -> jd.Result:
    """The motion with about eleven digits."""
    return run(machine, jd.DOP853(tol=1e-12), output)


def errors(result: jd.Result, exact: jd.Result) -> np.ndarray:
    """Largest errors of q, v, multipliers and accelerations over all outputs, each against its largest value."""
    pairs = [(getattr(result, name), getattr(exact, name)) for name in QUANTITIES]
    return np.array([np.abs(a - b).max() / np.abs(b).max() for a, b in pairs])

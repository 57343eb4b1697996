"""Small models of many sorts, in the plane and in space, with integers among the numbers."""

from __future__ import annotations

import math
from typing import Any

import numba
import numpy as np

import jourdain as jd


@numba.njit
def compiled(t: float) -> float:
    return 0.2 * math.sin(t)


def _pendulum(planar: bool) -> tuple[jd.Model, Any]:
    n = 2 if planar else 3
    model = jd.Model("pendulum", planar=planar, gravity=(0, -10, 1)[:n])
    bob = model.body("bob", mass=1, inertia=1 if planar else (1, 2, 2), at=(1, 0, 0)[:n], velocity=(0, 1, 0)[:n])
    axis = {} if planar else {"axis": (0, 0, 1)}
    return model, model.joint("hinge", "revolute", model.ground, bob, at=(0, 0, 0)[:n], **axis)


def _driven(planar: bool) -> jd.Model:
    model, hinge = _pendulum(planar)
    model.drive("motor", hinge.angle, "amount*sin(3*t)")
    model.parameters["amount"] = 1
    return model


def _sprung(planar: bool) -> jd.Model:
    model, hinge = _pendulum(planar)
    n = 2 if planar else 3
    end = model.bodies["bob"].marker("end", at=(1, 0, 0)[:n])
    model.spring("spring", model.ground.marker("hook", at=(3, 1, 0)[:n]), end, stiffness=100, damping=1, rest=1)
    model.torsion_spring("coil", hinge, stiffness=2, law="-0.1*x**3 - v*t")
    model.load("push", "bob", force=(1, "sin(t)", 0)[:n], torque=2 if planar else (0, 0, 2))
    return model


def _controlled(planar: bool) -> jd.Model:
    model, hinge = _pendulum(planar)
    n = 2 if planar else 3
    model.state("error", "angle - 1", start=0)
    model.measure("angle", hinge.angle)
    model.force("servo", hinge.angle, law="-20*angle - 4*angle_rate - error")
    model.body("free", mass=2, inertia=3 if planar else np.diag([3, 3, 3]), at=(5, 5, 5)[:n])
    model.joint("rod", "distance", model.ground, "free", at_a=(4, 4, 4)[:n], at_b=(5, 5, 5)[:n])
    height = jd.slide(model.ground.marker("o"), model.bodies["free"].marker("c"), "y")
    model.row("own", "d + angle**2", inputs={"d": height}, constant=None)
    return model


def _coupled(planar: bool) -> jd.Model:
    model, hinge = _pendulum(planar)
    n = 2 if planar else 3
    inertia, spin = (1, 1) if planar else ((1, 1, 1), (0, 0, 1))
    wheel = model.body("wheel", mass=1, inertia=inertia, at=(3, 0, 0)[:n], spin=spin)
    axis = {} if planar else {"axis": (0, 0, 1)}
    second = model.joint("second", "revolute", model.ground, wheel, at=(3, 0, 0)[:n], **axis)
    model.joint("mesh", "gear", hinge, second, teeth=(2, 3))
    model.row("skate", [(1, jd.blade(model.ground.marker("g"), wheel.marker("w"), "x"))], level="velocity")
    return model


MODELS = {
    "pendulum": lambda planar: _pendulum(planar)[0],
    "driven": _driven,
    "sprung": _sprung,
    "controlled": _controlled,
    "coupled": _coupled,
}

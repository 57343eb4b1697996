"""Runs that take about a second, for being interrupted. As a program: python interruptible.py NAME CHECKPOINT."""

from __future__ import annotations

import math
import sys
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import jourdain as jd
from machines import problems as pb
from machines import rods


def striking(planar: bool) -> jd.Model:
    """A pendulum that strikes a wall beyond its lowest point in every swing, elastically, and an integral of its angle."""
    model = jd.Model("striking", planar=planar, gravity=(0.0, -9.81) if planar else (0.0, -9.81, 0.0))
    at, inertia = ((1.0, 0.0), 0.1) if planar else ((1.0, 0.0, 0.0), (0.1, 0.2, 0.3))
    bob = model.body("bob", mass=2.0, inertia=inertia, at=at)
    pin = model.joint("pin", "revolute", model.ground, bob, at=(0.0, 0.0) if planar else (0.0, 0.0, 0.0))
    model.event("wall", pin.angle, -2.0, direction="falling", actions=jd.Impact(1.0))
    model.event("lowest", pin.angle, -1.5707963)
    model.state("sum", "a", inputs={"a": pin.angle})
    return model


def door() -> jd.Model:
    """A leaf on two hinges of one tilted axis: five rows too many."""
    model = jd.Model("door", gravity=(2.0, 0.0, -9.81))
    leaf = model.body("leaf", mass=20.0, inertia=(3.0, 2.2, 0.9), at=(0.1, 0.45, 1.0))
    for name, height in (("lower", 0.0), ("upper", 2.0)):
        model.joint(name, "revolute", model.ground, leaf, at=(0.0, 0.0, height), axis=(0, 0, 1))
    model.force("brake", model.joints["lower"].angle, damping=0.01)
    return model


def bending_door() -> jd.Model:
    """A leaf on three hinges of one axis that bends across it, with a spring at its middle."""
    model = jd.Model("bending door", gravity=(2.0, 0.0, -9.81))
    leaf = model.flexible("leaf", rods.part(rods.Rod(1.0, 5.0, 200.0, thin=1e-2), 4, "pinned", axes="z"))
    model.joint("A", "revolute", model.ground, leaf, at=(0, 0, 0), axis=(0, 1, 0))
    model.joint("B", "point_on_line", along_x(model, 1.0), leaf.interface("B"))
    model.joint("again", "point_on_line", along_x(model, 1.0), leaf.interface("B"))
    model.spring("spring", model.ground.marker("hook", at=(0.5, 0, 0.5)), leaf.interface("M"), stiffness=50.0)
    return model


def along_x(model: jd.Model, x: float) -> jd.Marker:
    """A marker of the ground whose z axis is along x."""
    return model.ground.marker(at=(x, 0, 0), rotation=jd.axis_angle((0, 1, 0), 0.5 * math.pi))


def rubber_beam() -> jd.Model:
    """A beam on a hinge that damps itself, is struck at its end, and whose hinge is locked later on."""
    model = jd.Model("beam", planar=True, gravity=(0.0, -9.81))
    rubber = jd.material(E=2e7, nu=0.3, density=1500)
    options: dict[str, Any] = dict(elements=4, section=jd.rectangle(0.02, 0.02), material=rubber, damping=1e-4)
    rod = model.beam("rod", start=(0, 0), end=(1, 0), **options)
    model.joint("hinge", "revolute", model.ground, rod.start, at=(0, 0))
    model.measure("bent", rod.strain(0.5, "bending"))
    model.event("knock", "t - 0.3", actions=jd.Impulse(rod.end.marker("tip"), (0.05, 0.0)))
    model.event("brake", "t - 1.0", actions=jd.Lock("hinge"))
    return model


def coordinate() -> jd.LagrangianModel:
    """The striking pendulum by its angle alone."""
    model = jd.lagrangian("striking", "l**2*th_rate**2/2 - 9.81*l*sin(th)", "th", start=[0.0], parameters={"l": 1.1})
    angle = model.coordinate("th")
    model.event("wall", angle, -2.0, direction="falling", actions=jd.Impact(1.0))
    model.event("lowest", angle, -1.5707963)
    model.state("sum", "a", inputs={"a": angle})
    return model


@dataclass(frozen=True)
class Interruptible:
    """A model and the options of a run of it."""

    model: Callable[[], jd.Model]
    end: float
    integrator: Any

    def simulate(self, **options: Any) -> jd.Result:
        """The run, without an estimate of its error unless asked for."""
        return jd.simulate(
            self.model(), self.end, integrator=self.integrator, output=300, **{"trust": "fast"} | options
        )


RUNS = {
    "planar generalized-alpha, impacts": Interruptible(lambda: striking(True), 60.0, jd.GeneralizedAlpha(step=1e-4)),
    "planar RK4, four-bar": Interruptible(lambda: pb.planar_model(pb.n_four_bar(2)), 20.0, jd.RK4(step=5e-4)),
    "planar DOP853, impacts": Interruptible(lambda: striking(True), 120.0, jd.DOP853(tol=1e-12)),
    "spatial generalized-alpha, top": Interruptible(pb.heavy_top, 2.0, jd.GeneralizedAlpha(tol=1e-7)),
    "spatial RK4, impacts": Interruptible(lambda: striking(False), 60.0, jd.RK4(step=1e-3)),
    "spatial DOP853, redundant": Interruptible(door, 300.0, jd.DOP853(tol=1e-11)),
    "spatial generalized-alpha, redundant": Interruptible(door, 60.0, jd.GeneralizedAlpha(step=1e-4)),
    "natural DOP853, impacts": Interruptible(
        lambda: striking(False), 30.0, jd.DOP853(tol=1e-11, coordinates="natural")
    ),
    "natural planar RK4, impacts": Interruptible(
        lambda: striking(True), 60.0, jd.RK4(step=1e-3, coordinates="natural")
    ),
    "joint DOP853, impacts": Interruptible(lambda: striking(False), 30.0, jd.DOP853(tol=1e-11, coordinates="joint")),
    "joint RK4, redundant": Interruptible(door, 20.0, jd.RK4(step=1e-4, coordinates="joint")),
    "joint generalized-alpha, redundant": Interruptible(
        door, 20.0, jd.GeneralizedAlpha(step=1e-4, coordinates="joint")
    ),
    "joint BDF, split": Interruptible(
        lambda: pb.planar_model(pb.n_four_bar(1)), 10.0, jd.BDF(tol=1e-9, coordinates="joint", splits=("coupler 0",))
    ),
    "flexible generalized-alpha, redundant": Interruptible(bending_door, 2.0, jd.GeneralizedAlpha(step=1e-5)),
    "planar generalized-alpha, beam": Interruptible(rubber_beam, 2.0, jd.GeneralizedAlpha(step=1e-5)),
    "Lagrangian DOP853, impacts": Interruptible(coordinate, 150.0, jd.DOP853(tol=1e-12)),
    "Lagrangian block, impacts": Interruptible(coordinate, 30.0, jd.Block(tol=1e-9)),
}

if __name__ == "__main__":
    RUNS[sys.argv[1]].simulate(checkpoint=sys.argv[2], checkpoint_every=0.1)

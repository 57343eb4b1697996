"""Two machines with many elements, in space and in the plane, and a close look at a second of each."""

from __future__ import annotations

from functools import cache

import jourdain as jd


def machine() -> jd.Model:
    """In space: a driven crank, a rod, a slider on a damped spring, a gear pair, a bushing, loads of all kinds."""
    model = jd.Model("machine", gravity=(0.5, -0.3, -9.81))
    tilt = jd.axis_angle((1, 2, 3), 0.7)
    com = (0.01, 0.02, 0.0)
    crank = model.body("crank", mass=0.8, inertia=(0.01, 0.02, 0.015), at=(0.05, 0.0, 0.0), rotation=tilt, com=com)
    rod = model.body("rod", mass=0.5, inertia=[[0.004, 0.001, 0], [0.001, 0.02, 0], [0, 0, 0.02]], at=(0.3, 0.0, 0.05))
    slider = model.body("slider", mass=1.5, inertia=(0.01, 0.01, 0.01), at=(0.55, 0.0, 0.0))
    wheel = model.body("wheel", mass=0.3, inertia=(0.001, 0.001, 0.002), at=(0.0, 0.4, 0.0))
    A = model.joint("A", "revolute", model.ground, crank, at=(0.0, 0.0, 0.0), axis=(0, 0, 1))
    model.joint("B", "universal", crank, rod, at=(0.1, 0.0, 0.0), rotation=jd.axis_angle((1, 0, 0), 0.4))
    model.joint("C", "spherical", rod, slider, at=(0.5, 0.0, 0.1))
    model.joint("guide", "prismatic", model.ground, slider, at=(0.55, 0.0, 0.0), axis=(1, 0.0, 0))
    W = model.joint("W", "revolute", model.ground, wheel, at=(0.0, 0.4, 0.1), axis=(0, 0, 1))
    model.joint("gear", "gear", A, W, teeth=(30, 20))
    model.drive("motor", A.angle, "3*t + 0.2*sin(5*t)")
    hook = model.ground.marker("hook", at=(1.2, 0.1, -0.2), rotation=jd.cardan(0.1, 0.2, 0.3))
    eye = slider.marker("eye", at=(0.1, 0.02, 0.03), rotation=jd.cardan(0.3, -0.2, 0.5))
    model.spring("spring", hook, eye, stiffness=80.0, damping=2.0, rest=0.5)
    model.torsion_spring("twist", W, stiffness=0.2, damping=0.01, rest=0.1)
    model.bushing(
        "mount", hook, rod.marker("back", at=(0.2, 0, 0)), stiffness=(5, 6, 7, 0.1, 0.2, 0.3), damping=(0.1,) * 6
    )
    model.load("push", rod, force=(1.0, "2*sin(3*t)", 0.5), torque=(0.1, 0.0, "0.2*t"), at=(0.1, 0.2, 0.0))
    model.load("jet", eye, force=(0.3, 0.0, "t"), torque=(0.0, 0.05, 0.0), follow=True)
    model.measure("gap", jd.distance(hook, eye))
    return model


def linkage() -> jd.Model:
    """In the plane: a pendulum on a cart with rack and pinion, a spring and a load."""
    model = jd.Model("linkage", planar=True, gravity=(0.2, -9.81))
    cart = model.body("cart", mass=2.0, inertia=0.3, at=(0.3, 0.1), com=(0.05, 0.02))
    bob = model.body("bob", mass=1.0, inertia=0.05, at=(0.3, -0.6), rotation=0.2, spin=1.0)
    pinion = model.body("pinion", mass=0.4, inertia=0.01, at=(0.0, 0.5))
    rail = model.joint("rail", "prismatic", model.ground, cart, at=(0.0, 0.1), axis=(1, 0))
    model.joint("pin", "revolute", cart, bob, at=(0.35, 0.1))
    axle = model.joint("axle", "revolute", model.ground, pinion, at=(0.01, 0.5))
    model.joint("rack", "rack_and_pinion", axle, rail, radius=0.2)
    hook = model.ground.marker("hook", at=(2.0, 0.3), rotation=0.4)
    model.spring(
        "spring", hook, bob.marker("tip", at=(0.1, -0.3), rotation=-0.7), stiffness=30.0, damping=0.5, rest=1.0
    )
    model.torsion_spring("twist", axle, stiffness=1.0)
    model.load("push", bob, force=("3*cos(t)", 0.4), torque="0.1*t", at=(0.05, 0.1))
    model.load("jet", bob.markers["tip"], force=(0.3, 0.2), follow=True)
    return model


@cache
def run(name: str) -> jd.Result:
    """A second of one of them, at close outputs."""
    make = {"machine": machine, "linkage": linkage}[name]
    return jd.simulate(make(), 1.0, integrator=jd.DOP853(tol=1e-12), output=400, trust="fast")

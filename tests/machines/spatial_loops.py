"""Closed machines in space on which implicit methods have to come through at small tolerances; no position is singular."""

from __future__ import annotations

from math import cos, sin, sqrt

import numpy as np

import jourdain as jd
from machines.mechanisms import bar, bennett

GRAVITY = (0.0, 0.0, -9.81)


def slider_crank() -> jd.Model:
    """Crank about y, rod on a ball and a universal joint, slider on a line beside the plane of the crank."""
    model = jd.Model("slider-crank in space", gravity=GRAVITY)
    crank_length, rod_length, angle, guide = 0.15, 0.5, 0.4, (0.05, 0.02)
    pin = crank_length * np.array([cos(angle), 0.0, sin(angle)])
    x = pin[0] + sqrt(rod_length**2 - guide[0] ** 2 - (pin[2] - guide[1]) ** 2)
    end = np.array([x, *guide])
    crank = bar(model, "crank", (0, 0, 0), pin, inertia=(0.002, 0.004, 0.003))
    rod = bar(model, "rod", pin, end, inertia=(0.01, 0.012, 0.011))
    slider = model.body("slider", mass=0.5, inertia=(0.001, 0.001, 0.001), at=end)
    model.joint("O", "revolute", model.ground, crank, at=(0, 0, 0), axis=(0, 1, 0))
    model.joint("ball", "spherical", crank, rod, at=pin)
    model.joint("cross", "universal", rod, slider, at=end, axis=end - pin)
    model.joint("guide", "prismatic", model.ground, slider, at=end, axis=(1, 0, 0))
    return model


def cardan_shafts() -> jd.Model:
    """Three shafts and two universal joints between them, turning; the outer shafts are on bearings."""
    model = jd.Model("cardan shafts")
    bend, speed = 0.4, 10.0
    points = [np.zeros(3), np.array([1.0, 0.0, 0.0])]
    points.append(points[1] + np.array([cos(bend), sin(bend), 0.0]))
    points.append(points[2] + np.array([1.0, 0.0, 0.0]))
    axes = [points[i + 1] - points[i] for i in range(3)]
    turning = [speed * axes[0], np.zeros(3), speed * axes[2]]
    shafts = [
        bar(model, f"shaft {i}", points[i], points[i + 1], inertia=(0.02, 0.1, 0.1), spin=turning[i]) for i in range(3)
    ]
    model.joint("first", "revolute", model.ground, shafts[0], at=points[0], axis=axes[0])
    model.joint("cross 0", "universal", shafts[0], shafts[1], at=points[1], axis=axes[0])
    model.joint("cross 1", "universal", shafts[1], shafts[2], at=points[2], axis=axes[2])
    model.joint("last", "cylindrical", model.ground, shafts[2], at=points[3], axis=axes[2])
    model.load("brake", shafts[2], torque=(-0.2, 0.0, 0.0))
    return model


def planetary_gear() -> jd.Model:
    """Sun, planet and ring on a carrier, two meshes; the ring is heavy and the sun is driven."""
    model = jd.Model("planetary gear")
    carrier = model.body("carrier", mass=2.0, inertia=(0.05, 0.05, 0.08))
    sun = model.body("sun", mass=1.0, inertia=(0.004, 0.004, 0.006))
    planet = model.body("planet", mass=0.5, inertia=(0.001, 0.001, 0.002), at=(0.2, 0.0, 0.0))
    ring = model.body("ring", mass=4.0, inertia=(0.2, 0.2, 0.4))
    axis = {"axis": (0, 0, 1)}
    model.joint("bearing", "revolute", model.ground, carrier, at=(0, 0, 0), **axis)
    on_sun = model.joint("sun bearing", "revolute", carrier, sun, at=(0, 0, 0), **axis)
    on_planet = model.joint("planet bearing", "revolute", carrier, planet, at=(0.2, 0, 0), **axis)
    on_ring = model.joint("ring bearing", "revolute", carrier, ring, at=(0, 0, 0), **axis)
    model.joint("sun mesh", "gear", on_sun, on_planet, teeth=(24, 18))
    model.joint("ring mesh", "gear", on_planet, on_ring, teeth=(18, 60), internal=True)
    model.load("motor", sun, torque=(0.0, 0.0, 0.02))
    return model


def bricard() -> jd.Model:
    """Six revolutes, each normal to the two bars of 1 m that it joins: three rows too many, and it moves all the same."""
    model = jd.Model("Bricard", gravity=GRAVITY)
    points = [np.array(p, float) for p in ((0, 0, 0), (1, 0, 0), (1, -1, 0), (1, -1, 1), (0, -1, 1), (0, 0, 1))]
    bars = [bar(model, f"bar {i}", points[i], points[i + 1]) for i in range(5)]
    sides = [model.ground, *bars, model.ground]
    for i, point in enumerate(points):
        model.joint(f"J{i}", "revolute", sides[i], sides[i + 1], at=point, axis=np.roll((0, 1, 0), i))
    return model


def heavy_bennett() -> jd.Model:
    """Bennett's linkage under gravity: three rows too many."""
    model = bennett()
    model.gravity = np.array(GRAVITY)
    return model


MACHINES = {  # with the length of a run [s]
    "slider-crank": (slider_crank, 5.0),
    "cardan": (cardan_shafts, 2.0),
    "planetary": (planetary_gear, 10.0),
    "Bricard": (bricard, 1.0),
    "Bennett": (heavy_bennett, 1.0),
}

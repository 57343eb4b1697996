"""Machines whose loops share everything: nets of distance joints, and two hubs with many legs between them."""

from __future__ import annotations

from math import atan2, cos, pi, sin

import numpy as np

import jourdain as jd


def grid(rows: int, columns: int, planar: bool = True) -> jd.Model:
    """Bodies joined by rods to their four neighbours, none of them quite regular; every fourth of the first row hangs."""
    n = 2 if planar else 3
    model = jd.Model("grid", planar=planar, gravity=(0.1, -9.81, 0.2)[:n])
    inertia = 0.02 if planar else (0.02, 0.03, 0.025)
    rng = np.random.default_rng(0)
    at = {}
    for i in range(rows):
        for j in range(columns):
            at[i, j] = np.array([j, -i, 0.0]) + 0.05 * rng.normal(size=3)
            model.body(f"{i} {j}", mass=1.0, inertia=inertia, at=tuple(at[i, j][:n]))

    def rod(name: str, a: tuple[int, int], b: tuple[int, int]) -> None:
        way = 0.2 * (at[b] - at[a]) + 0.05 * rng.normal(size=3)
        ends = at[a] + way, at[b] - way + 0.05 * rng.normal(size=3)
        model.joint(
            name, "distance", f"{a[0]} {a[1]}", f"{b[0]} {b[1]}", at_a=tuple(ends[0][:n]), at_b=tuple(ends[1][:n])
        )

    for i, j in at:
        if j + 1 < columns:
            rod(f"right {i} {j}", (i, j), (i, j + 1))
        if i + 1 < rows:
            rod(f"down {i} {j}", (i, j), (i + 1, j))
    for j in range(0, columns, 4):
        hook, eye = at[0, j] + np.array([0.0, 1.0, 0.1]), at[0, j] + np.array([0.03, 0.2, 0.02])
        model.joint(f"hook {j}", "distance", "ground", f"0 {j}", at_a=tuple(hook[:n]), at_b=tuple(eye[:n]))
    return model


def closed_hub(legs: int, *, bend: float = 0.2, bent: float | None = None) -> jd.Model:
    """A wheel on the ground and a ring, planar, with legs of two bars on three pins between them.

    bend: how far the knees are from the straight line [m]; bent: that of the first leg.
    """
    model = jd.Model("closed hub", planar=True, gravity=(0.0, -9.81))
    wheel = model.body("wheel", mass=5.0, inertia=1.0)
    ring = model.body("ring", mass=5.0, inertia=10.0)
    model.joint("axle", "revolute", model.ground, wheel, at=(0.0, 0.0))
    for k in range(legs):
        angle = 0.3 + 2.0 * pi * k / legs
        out, across = np.array([cos(angle), sin(angle)]), np.array([-sin(angle), cos(angle)])
        pins = [0.3 * out, 0.65 * out + (bend if k or bent is None else bent) * across, out]
        for name, a, b in zip(("inner", "outer"), pins, pins[1:], strict=False):
            way = b - a
            model.body(
                f"{name} {k}",
                mass=0.5,
                inertia=way @ way / 24.0,
                at=tuple(0.5 * (a + b)),
                rotation=atan2(way[1], way[0]),
            )
        model.joint(f"A{k}", "revolute", wheel, f"inner {k}", at=tuple(pins[0]))
        model.joint(f"B{k}", "revolute", f"inner {k}", f"outer {k}", at=tuple(pins[1]))
        model.joint(f"C{k}", "revolute", f"outer {k}", ring, at=tuple(pins[2]))
    return model

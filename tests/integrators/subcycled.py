"""Machines with a slow and a fast side, for tests of subcycling."""

from __future__ import annotations

from functools import cache
from typing import Any

import jourdain as jd


@cache
def rod(torque: float = 100.0, x: float = 0.0, speed: float = 0.0) -> jd.Model:
    """A block on a turning rod, held by a spring: x is fast."""
    return jd.lagrangian(
        "rod, spring, block",
        "(ma*l**2/3 + mb*(x + u0)**2)*theta_rate**2/2 + mb*x_rate**2/2 - k*x**2/2",
        "theta x",
        start=[0.0, x],
        velocity=[speed, 0.0],
        forces={"theta": "T"},
        parameters={"ma": 2.0, "l": 2.0, "mb": 5.0, "k": 1000.0, "u0": 1.0, "T": torque},
    )


@cache
def pair(mu: float, w: float = 1.0) -> jd.Model:
    """Two coordinates that are coupled by inertia, mu = p^2/(J m) with J = m = 1; b is fast."""
    return jd.lagrangian(
        "pair",
        "a_rate**2/2 + p*a_rate*b_rate + b_rate**2/2 - w**2*b**2/2",
        "a b",
        start=[0.3, 1.0],
        parameters={"p": mu**0.5, "w": w},
    )


@cache
def bead(driven: bool) -> jd.Model:
    """An arm in space with a light body on a stiff mount at its tip; driven: by a crank, to which it is joined."""
    m = jd.Model("bead", gravity=(0, 0, -9.81))
    arm = m.body("arm", mass=4.0, inertia=(0.02, 0.4, 0.4), at=(0.5, 0, 0))
    light = m.body("bead", mass=0.2, inertia=(1e-3, 2e-3, 3e-3), at=(1.1, 0, 0.1))
    if driven:
        crank = m.body("crank", mass=2.0, inertia=(0.02, 0.2, 0.2), at=(-0.25, 0, 0))
        pin = m.joint("pin", "revolute", m.ground, crank, at=(-0.5, 0, 0), axis=(0, 0, 1))
        m.joint("elbow", "spherical", crank, arm, at=(0, 0, 0))
        m.drive("motor", pin.angle, "0.5*sin(3*t)")
    else:
        m.joint("pin", "revolute", m.ground, arm, at=(0, 0, 0), axis=(0.3, 1, 0.2))
    tip, end = arm.marker("tip", at=(0.5, 0, 0)), light.marker("end", at=(-0.1, 0, -0.1))
    m.bushing("mount", tip, end, stiffness=(2e4, 3e4, 2e4, 300, 300, 300), damping=(5, 5, 5, 0.05, 0.05, 0.05))
    return m


@cache
def swinging(gravity: float = -9.81) -> jd.Model:
    """A pinned steel rod of four shapes, coupled to its rotation by inertia."""
    steel = jd.material(E=2e11, nu=0.3, density=7850.0)
    mesh = jd.beam_mesh([(0, 0, 0), (1, 0, 0)], 8, section=jd.rectangle(0.01, 0.01))
    m = jd.Model("swinging rod", gravity=(0, gravity, 0))
    part = jd.reduce(mesh, material=steel, interfaces={"A": "start", "B": "end"}, kind="free", modes=4, name="rod")
    body = m.flexible("rod", part)
    m.joint("pin", "revolute", m.ground, body, at=(0, 0, 0), axis=(0, 0, 1))
    return m


@cache
def chain(n: int, soft: int) -> jd.Model:
    """Links in space on hinges, one of which bends by four shapes."""
    mesh = jd.beam_mesh([(0, 0, 0), (0.2, 0, 0)], 8, section=jd.rectangle(0.01, 0.01))
    steel = jd.material(E=2e11, nu=0.3, density=7850.0)
    part = jd.reduce(mesh, material=steel, interfaces={"A": "start", "B": "end"}, kind="free", modes=4, name="link")
    m = jd.Model("chain", gravity=(0, -9.81, 0))
    last: Any = m.ground
    for i in range(n):
        rigid = dict(mass=0.157, inertia=(2.6e-6, 5.2e-4, 5.2e-4), at=(0.2 * i + 0.1, 0, 0))
        link: Any = m.flexible("soft", part, at=(0.2 * i, 0, 0)) if i == soft else m.body(f"link{i}", **rigid)
        m.joint(f"hinge{i}", "revolute", last, link, at=(0.2 * i, 0, 0), axis=(0, 0, 1))
        last = link
    return m


@cache
def two_mounts() -> jd.Model:
    """Three blocks in a row on springs, the last of them the fastest."""
    m = jd.Model("two mounts", planar=True)
    blocks = [m.body(f"block{i}", mass=mass, inertia=0.1, at=(i, 0)) for i, mass in enumerate((5.0, 0.5, 0.05))]
    for i, (block, k) in enumerate(zip(blocks, (200.0, 5e3, 5e4), strict=True)):
        m.joint(f"guide{i}", "prismatic", m.ground, block, at=(i, 0), axis=(1, 0))
        before = m.ground if i == 0 else blocks[i - 1]
        m.spring(
            f"spring{i}",
            before.marker(f"from{i}", at=(-1, 0) if i == 0 else (0, 0)),
            block.marker("to"),
            stiffness=k,
            rest=0.9,
        )
    return m


def swinging_arm() -> tuple[jd.Model, Any]:
    """An arm on a hinge with a light body on a stiff mount at its tip, and the joint."""
    m = jd.Model("arm", gravity=(0, 0, -9.81))
    arm = m.body("arm", mass=4.0, inertia=(0.02, 0.4, 0.4), at=(0.5, 0, 0))
    pin = m.joint("pin", "revolute", m.ground, arm, at=(0, 0, 0), axis=(0, 1, 0))
    light = m.body("bead", mass=0.2, inertia=(1e-3, 2e-3, 3e-3), at=(1.0, 0, 0))
    tip, end = arm.marker("tip", at=(0.5, 0, 0)), light.marker("end")
    m.bushing("mount", tip, end, stiffness=(2e4, 3e4, 2e4, 300, 300, 300), damping=(5, 5, 5, 0.05, 0.05, 0.05))
    return m, pin


def run(model: jd.Model, t_end: float, n: int = 5, **options: Any) -> jd.Result:
    return jd.simulate(model, t_end, integrator=jd.Subcycling(**dict(energy=None) | options), output=n, trust="fast")

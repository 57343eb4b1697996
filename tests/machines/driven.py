"""Driven mechanisms in the plane, with the closed forms of their positions (mpmath, so that they can be differentiated)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import mpmath as mp
import numpy as np
from scipy.integrate import solve_ivp

import jourdain as jd

TURN = "1 + 5*t + 0.3*sin(3*t)"
GROUND, CRANK, COUPLER, ROCKER = 0.6, 0.2, 0.5, 0.4  # of the four-bar: a crank-rocker


def turn(t: Any) -> Any:
    """TURN as a number."""
    return 1 + 5 * t + mp.mpf("0.3") * mp.sin(3 * t)


def link(model: jd.Model, name: str, a: complex, b: complex) -> Any:
    """A bar from a to b, its x axis along it."""
    length, centre = abs(b - a), (a + b) / 2
    at, angle = (centre.real, centre.imag), float(np.angle(b - a))
    return model.body(name, mass=length, inertia=length**3 / 12.0, at=at, rotation=angle)


def pin(model: jd.Model, name: str, one: Any, other: Any, at: complex) -> Any:
    """A hinge."""
    return model.joint(name, "revolute", one, other, at=(at.real, at.imag))


def four_bar(drive: str | None = TURN, start: float = 1.0) -> jd.Model:
    """A crank-rocker, crank at the angle `start` [rad]."""
    model = jd.Model("four-bar", planar=True, gravity=(0.0, -9.81))
    B, D = CRANK * np.exp(1j * start), GROUND + 0j
    C = complex(rocker_pin(mp.mpf(start)))
    crank, coupler, rocker = (link(model, *x) for x in (("crank", 0j, B), ("coupler", B, C), ("rocker", D, C)))
    pin(model, "A", model.ground, crank, 0j)
    pin(model, "B", crank, coupler, B)
    pin(model, "C", coupler, rocker, C)
    pin(model, "D", model.ground, rocker, D)
    if drive is not None:
        model.drive("motor", jd.coordinate(crank, "theta"), drive)
    return model


def rocker_pin(crank: Any) -> Any:
    """Where coupler and rocker meet, at an angle of the crank: the upper intersection of two circles."""
    B = CRANK * mp.expj(crank)
    way = GROUND - B
    length = abs(way)
    rise = mp.acos((mp.mpf(COUPLER) ** 2 + length**2 - mp.mpf(ROCKER) ** 2) / (2 * COUPLER * length))
    return B + COUPLER * way / length * mp.expj(rise)


def slider_crank() -> jd.Model:
    """Crank 0.15, rod 0.4, along x."""
    model = jd.Model("slider-crank", planar=True, gravity=(0.0, -9.81))
    B, C = 0.15 * np.exp(1j), complex(piston(mp.mpf(1)))
    crank, rod = link(model, "crank", 0j, B), link(model, "rod", B, C)
    slider = model.body("slider", mass=0.5, inertia=0.01, at=(C.real, 0.0))
    pin(model, "A", model.ground, crank, 0j)
    pin(model, "B", crank, rod, B)
    pin(model, "C", rod, slider, C)
    model.joint("guide", "prismatic", model.ground, slider, at=(C.real, 0.0), axis=(1.0, 0.0))
    model.drive("motor", jd.coordinate(crank, "theta"), TURN)
    return model


def piston(crank: Any) -> Any:
    """Place of the slider."""
    a, b = mp.mpf(0.15), mp.mpf(0.4)
    return a * mp.cos(crank) + mp.sqrt(b**2 - (a * mp.sin(crank)) ** 2)


def quick_return() -> jd.Model:
    """A crank of 0.1 turns a slotted lever on a pivot 0.3 below; a link of 0.25 moves the ram along y = 0.25."""
    model = jd.Model("quick-return", planar=True, gravity=(0.0, -9.81))
    B, foot = 0.1 * np.exp(1j), -0.3j
    along = (B - foot) / abs(B - foot)
    top, end = foot + 0.6 * along, complex(ram(mp.mpf(1))) + 0.25j
    crank, lever, rod = (link(model, *x) for x in (("crank", 0j, B), ("lever", foot, top), ("link", top, end)))
    block = model.body("block", mass=0.1, inertia=1e-4, at=(B.real, B.imag), rotation=float(np.angle(along)))
    body = model.body("ram", mass=1.0, inertia=0.1, at=(end.real, end.imag))
    pin(model, "A", model.ground, crank, 0j)
    pin(model, "B", crank, block, B)
    model.joint("slot", "prismatic", lever, block, at=(B.real, B.imag), axis=(along.real, along.imag))
    pin(model, "D", model.ground, lever, foot)
    pin(model, "E", lever, rod, top)
    pin(model, "F", rod, body, end)
    model.joint("guide", "prismatic", model.ground, body, at=(end.real, end.imag), axis=(1.0, 0.0))
    model.drive("motor", jd.coordinate(crank, "theta"), TURN)
    return model


def ram(crank: Any) -> Any:
    """Place of the ram."""
    way = mp.mpf(0.1) * mp.expj(crank) + mp.mpc(0, 0.3)
    top = -mp.mpc(0, 0.3) + mp.mpf(0.6) * way / abs(way)
    return top.real + mp.sqrt(mp.mpf(0.25) ** 2 - (mp.mpf(0.25) - top.imag) ** 2)


def motions(position: Callable[[Any], Any], times: Any) -> np.ndarray:
    """Value, rate and second derivative (nt, 3) of a function of the crank's angle along TURN, to 30 digits."""
    with mp.workdps(50):
        return np.array([[float(mp.diff(lambda s: position(turn(s)), mp.mpf(t), k)) for k in range(3)] for t in times])


def parallelograms(*drives: str) -> jd.Model:
    """Cranks of 1 m on bases of 2 m, upright, side by side; each lies flat where its crank does, and may branch there."""
    model = jd.Model("parallelograms", planar=True, gravity=(0.0, -9.81))
    for i, drive in enumerate(drives):
        foot, n = 4.0 * i + 0j, "" if i == 0 else str(i + 1)
        ends = (("crank", foot, foot + 1j), ("coupler", foot + 1j, foot + 2 + 1j), ("rocker", foot + 2, foot + 2 + 1j))
        crank, coupler, rocker = (link(model, name + n, a, b) for name, a, b in ends)
        pin(model, f"A{n}", model.ground, crank, foot)
        pin(model, f"B{n}", crank, coupler, foot + 1j)
        pin(model, f"C{n}", coupler, rocker, foot + 2 + 1j)
        pin(model, f"D{n}", model.ground, rocker, foot + 2)
        model.drive(f"motor{n}", jd.coordinate(crank, "theta"), drive)
    return model


def arm(law: bool = True) -> jd.Model:
    """Two links that hang on hinges, with torques at both."""
    model = jd.Model("arm", planar=True, gravity=(0.0, -9.81))
    upper, fore = link(model, "upper", 0j, 1.0 + 0j), link(model, "fore", 1.0 + 0j, 1.8 + 0j)
    for name, joint in (
        ("shoulder", pin(model, "A", model.ground, upper, 0j)),
        ("elbow", pin(model, "B", upper, fore, 1.0 + 0j)),
    ):
        model.measure(name, joint.angle)
    if law:
        model.force("lift", model.joints["A"].angle, law="14*cos(t) + 3*sin(5*t)")
        model.force("bend", model.joints["B"].angle, law="4*cos(2*t) - v")
    return model


def tower(storeys: int, planar: bool, tied: float = 0.0) -> jd.Model:
    """Parallelograms of 1 m upon each other, each driven by the same angle; in space three rows too many in each.

    tied [rad/s]: not driven; their angles are held equal, start at zero with this speed, and gravity pulls upwards.
    """
    up = (0.0, 1.0) if planar else (0.0, 1.0, 0.0)
    model = jd.Model("tower", planar=planar, gravity=9.81 * np.array(up) if tied else 0.0 * np.array(up))
    inertia = 0.1 if planar else (0.1, 0.1, 0.1)
    spin, axis = (tied, {}) if planar else ((0.0, 0.0, tied), {"axis": (0, 0, 1)})

    def body(name: str, x: float, y: float, **moving: Any) -> Any:
        velocity = (-tied * y, *(0.0 for _ in up[1:]))
        return model.body(name, mass=1.0, inertia=inertia, at=(x, y, 0.0)[: len(up)], velocity=velocity, **moving)

    below: Any = model.ground
    for i in range(storeys):
        top = body(f"top {i}", 0.5, i + 1.0)
        for x, side in ((0.0, "left"), (1.0, "right")):
            upright = body(f"{side} {i}", x, i + 0.5, spin=spin)
            for end, other, y in (("foot", below, i), ("head", top, i + 1.0)):
                model.joint(f"{side} {end} {i}", "revolute", other, upright, at=(x, y, 0.0)[: len(up)], **axis)
        hinge = model.joints[f"left foot {i}"]
        if not tied:
            model.drive(f"motor {i}", hinge.angle, "0.5*sin(t)")
        elif i:
            model.joint(f"tie {i}", "gear", model.joints["left foot 0"], hinge, teeth=(1, 1), internal=True)
        below = top
    return model


def tower_torque(storeys: int, t: np.ndarray) -> np.ndarray:
    """Torque of the lowest motor of the driven tower, which moves all above it, by d'Alembert's principle [N m]."""
    angle, rate, turn = 0.5 * np.sin(t), 0.5 * np.cos(t), -0.5 * np.sin(t)
    along = np.stack([-np.cos(angle), -np.sin(angle)])
    # acceleration of a top against that below
    climb = along * turn + np.stack([np.sin(angle), -np.cos(angle)]) * rate**2
    above = np.arange(1, storeys)
    moved = (2.0 * (above + 0.5) + above + 1.0).sum() + 1.5  # bodies of 1 kg, times the storeys that accelerate them
    return moved * (climb * along).sum(axis=0) + 2.0 * 0.1 * turn


def tied_tower_angle(storeys: int, t: np.ndarray, speed: float) -> np.ndarray:
    """Angle of the tied tower: all bodies go round on circles, each at its own height: a pendulum."""
    height = np.concatenate([np.repeat(np.arange(storeys) + 0.5, 2), np.arange(storeys) + 1.0])
    inertia, moment = (height**2).sum() + 2 * 0.1 * storeys, 9.81 * height.sum()
    options: dict[str, Any] = {"method": "DOP853", "rtol": 1e-13, "atol": 1e-14, "t_eval": t}
    swing = solve_ivp(lambda _, y: [y[1], -moment / inertia * np.sin(y[0])], (0.0, t[-1]), [0.0, speed], **options)
    return np.asarray(swing.y[0])

"""Machines that start, in motion, exactly at a singular position, with equations of one coordinate."""

from __future__ import annotations

from collections.abc import Callable
from math import pi
from typing import Any

import numpy as np
from scipy.integrate import solve_ivp

import jourdain as jd
from jourdain.papers.singular import FourBar

GRAVITY, SPEED = 9.81, 2.0
Machine = tuple[jd.Model, float, Callable[[jd.Result], float]]  # model, end [s], largest error of a run


def _angle(slope: Callable[[np.ndarray], float], start: float, speed: float, times: np.ndarray) -> np.ndarray:
    """The angle (nt,) with a'' = slope([a, a'])."""
    options: dict[str, Any] = {"method": "DOP853", "rtol": 1e-13, "atol": 1e-13}
    y0 = [start, speed]
    return solve_ivp(lambda _t, y: [y[1], slope(y)], (0.0, times[-1]), y0, t_eval=times, **options).y[0]


def uprights(masses: tuple[float, ...], couplers: tuple[float, ...], base: float) -> Machine:
    """Uprights of 1 m that lie flat to the right of their feet, `base` apart, and uniform couplers between their heads."""
    model = jd.Model("uprights lying flat", planar=True, gravity=(0.0, -GRAVITY))
    n, bars = len(masses), []
    for i, mass in enumerate(masses):
        at, velocity = (base * i + 0.5, 0.0), (0.0, 0.5 * SPEED)
        bars.append(model.body(f"upright {i}", mass=mass, inertia=mass / 12, at=at, velocity=velocity, spin=SPEED))
        model.joint(f"foot {i}", "revolute", model.ground, bars[i], at=(base * i, 0.0))
    for i, mass in enumerate(couplers):
        at, inertia = (base * (i + 0.5) + 1.0, 0.0), mass * base**2 / 12
        coupler = model.body(f"coupler {i}", mass=mass, inertia=inertia, at=at, velocity=(0.0, SPEED))
        model.joint(f"left {i}", "revolute", bars[i], coupler, at=(base * i + 1.0, 0.0))
        model.joint(f"right {i}", "revolute", coupler, bars[i + 1], at=(base * (i + 1) + 1.0, 0.0))
    inertia, weight = sum(masses) / 3 + sum(couplers), GRAVITY * (sum(masses) / 2 + sum(couplers))

    def error(result: jd.Result) -> float:
        angle = _angle(lambda y: -weight * np.cos(y[0]) / inertia, 0.0, SPEED, result.t)
        return max(float(np.abs(result[f"upright {i}"].angle.values - angle).max()) for i in range(n))

    return model, 2.0, error


def four_bar() -> Machine:
    """The paper's, all bars on one line."""
    bar = FourBar(th1=pi, speed=3.0)

    def error(result: jd.Result) -> float:
        angle, _ = bar.reference(result.t[1:])
        off = np.abs(result["AB"].angle.values[1:] - angle), result["CD"].position.values[1:, 1] - bar.height(angle)
        return float(np.abs(off).max())

    return bar.model(), 1.0, error


def slider_crank() -> Machine:
    """Crank and rod of equal length, unsymmetric, at 90 degrees: the slider stands over the crank's pin."""
    length, push, speed = 0.5, 6.0, 3.0
    (m1, i1, c1), (m2, i2, c2), m3 = (1.0, 0.05, (0.2, 0.04)), (2.5, 0.2, (0.15, -0.07)), 0.8
    model = jd.Model("slider over the pin", planar=True)
    tip = np.array([0.0, length])
    # centres of mass relative to the pins O and A, in the ground frame, and turned by 90 degrees
    crank_v, rod_v = speed * np.array([-c1[0], -c1[1]]), speed * np.array([-length - c2[0], -c2[1]])
    crank = model.body("crank", mass=m1, inertia=i1, com=c1, rotation=pi / 2, velocity=crank_v, spin=speed)
    rod = model.body("rod", mass=m2, inertia=i2, com=c2, at=tip, rotation=-pi / 2, velocity=rod_v, spin=-speed)
    slider = model.body("slider", mass=m3, inertia=1.0, velocity=(-2 * length * speed, 0.0))
    model.joint("O", "revolute", model.ground, crank, at=(0.0, 0.0))
    model.joint("A", "revolute", crank, rod, at=tip)
    model.joint("B", "revolute", rod, slider, at=(0.0, 0.0))
    model.joint("guide", "prismatic", model.ground, slider, at=(0.0, 0.0), axis=(1.0, 0.0))
    model.load("push", crank, torque=push)

    def inertia(a: complex) -> complex:
        """Twice the kinetic energy at unit speed."""
        c, s = np.cos(a), np.sin(a)
        rod = -length * s - s * c2[0] + c * c2[1], length * c - c * c2[0] - s * c2[1]
        total = m1 * (c1[0] ** 2 + c1[1] ** 2) + i1 + m2 * (rod[0] ** 2 + rod[1] ** 2) + i2
        return total + m3 * (2 * length * s) ** 2

    def slope(y: np.ndarray) -> float:
        growth = np.imag(inertia(y[0] + 1e-100j)) / 1e-100
        return float((push - 0.5 * growth * y[1] ** 2) / np.real(inertia(y[0] + 0j)))

    def error(result: jd.Result) -> float:
        angle = _angle(slope, pi / 2, speed, result.t)
        slid = result["slider"].position.values[:, 0] - 2 * length * np.cos(angle)
        return float(np.abs([result["crank"].angle.values - angle, slid]).max())

    return model, 1.0, error


MACHINES: dict[str, Callable[[], Machine]] = {
    "four-bar": four_bar,
    "parallelogram": lambda: uprights((1.0, 2.0), (1.5,), 2.0),
    "slider-crank": slider_crank,
    "two in line": lambda: uprights((1.0, 1.0, 1.0), (1.0, 1.0), 1.0),
}

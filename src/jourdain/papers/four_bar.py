"""The four-bar of Xu, Qi (2006), which folds onto one line twice per turn of AB: there its rows lose rank.

It starts as an antiparallelogram. On that branch one coordinate is enough, and its equation has no singularity: that is the
reference, computed with SciPy.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import pi
from typing import Any

import numpy as np

from jourdain.model.model import Model

NAMES = ("AB", "BC", "CD")


@dataclass(frozen=True)
class FourBar:
    """Antiparallelogram: AB = CD = short, BC = AD = long, a torque [N m] on AB.

    th1, speed: angle [rad] and speed [rad/s] of AB at the start; opening: error of the closure there, as an angle of CD [rad].
    """

    short: float = 2.0  # m
    long: float = 4.0  # m
    masses: tuple[float, float, float] = (12.0, 24.0, 12.0)  # kg
    inertias: tuple[float, float, float] = (4.0, 32.0, 4.0)  # kg m2
    torque: float = 100.0
    th1: float = pi / 3
    speed: float = 0.0
    opening: float = 0.0

    @property
    def lengths(self) -> tuple[float, float, float]:
        """Of AB, BC, CD [m]."""
        return self.short, self.long, self.short

    def second(self, th1: Any) -> Any:
        """th2 of the branch, tan(th2/2) = (long + short)/(long - short) tan(th1/2)."""
        ratio = (self.long + self.short) / (self.long - self.short)
        return 2 * np.arctan(ratio * np.tan(th1 / 2))

    def directions(self, th1: Any) -> tuple[Any, Any, Any]:
        """Of AB, BC, CD [rad]."""
        th2 = self.second(th1)
        return th1, th1 - th2, pi - th2

    def pins(self, th1: float, opening: float = 0.0) -> np.ndarray:
        """A, B, C and the end of CD (4, 2) [m]."""
        angles = np.array(self.directions(th1)) + np.array([0.0, 0.0, opening])
        bars = np.array(self.lengths)[:, None] * np.column_stack([np.cos(angles), np.sin(angles)])
        return np.vstack([np.zeros(2), np.cumsum(bars, axis=0)])

    def positions(self, th1: float) -> np.ndarray:
        """x, y and angle of AB, BC, CD on the branch (9,)."""
        pins = self.pins(th1)
        return np.column_stack([(pins[1:] + pins[:-1]) / 2, self.directions(th1)]).ravel()

    def model(self) -> Model:
        """Planar bodies AB, BC, CD with pins A, B, C, D; no gravity."""
        model = Model("folding four-bar", planar=True)
        pins, last = self.pins(self.th1, self.opening), model.ground.marker("A")
        shapes = zip(NAMES, self.lengths, self.masses, self.inertias, strict=True)
        states = zip(self.directions(self.th1), self.velocities(self.th1), strict=True)
        for i, ((name, length, mass, inertia), (direction, (velocity, rate))) in enumerate(
            zip(shapes, states, strict=True)
        ):
            angle = float(direction) + (self.opening if name == "CD" else 0.0)
            motion: dict[str, Any] = {"velocity": self.speed * velocity, "spin": self.speed * float(rate)}
            centre = (pins[i] + pins[i + 1]) / 2
            bar = model.body(name, mass=mass, inertia=inertia, at=centre, rotation=angle, **motion)
            first, second = (
                bar.marker(f"{name} {end}", at=(side * length / 2, 0.0)) for end, side in (("a", -1), ("b", 1))
            )
            model.joint(name[0], "revolute", last, first)
            last = second
        model.joint("D", "revolute", model.ground.marker("D", at=(self.long, 0.0)), last)
        model.load("torque", "AB", torque=self.torque)
        return model

    # -- one coordinate ----------------------------------------------------------------------------------------

    def velocities(self, th1: Any) -> list[tuple[Any, Any]]:
        """Velocity of the centre (2,) and spin of AB, BC, CD at unit speed of AB. Complex angles as well."""
        ratio = (self.long + self.short) / (self.long - self.short)
        slope = ratio / (np.cos(th1 / 2) ** 2 + ratio**2 * np.sin(th1 / 2) ** 2)  # dth2/dth1
        end, found = np.zeros(2), []
        for length, angle, rate in zip(self.lengths, self.directions(th1), (1.0, 1.0 - slope, -slope), strict=True):
            half = 0.5 * length * rate * np.array([-np.sin(angle), np.cos(angle)])
            found.append((end + half, rate))
            end = end + 2 * half
        return found

    def inertia(self, th1: Any) -> Any:
        """Of the whole machine about AB [kg m2]: twice the kinetic energy at unit speed of AB."""
        bars = zip(self.masses, self.inertias, self.velocities(th1), strict=True)
        return sum(mass * (v @ v) + inertia * rate**2 for mass, inertia, (v, rate) in bars)

    def acceleration(self, th1: float, speed: float) -> float:
        """Of AB [rad/s2]."""
        tiny = 1e-100
        growth = np.imag(self.inertia(th1 + 1j * tiny)) / tiny
        return float((self.torque - 0.5 * growth * speed**2) / np.real(self.inertia(th1 + 0j)))

    def reference(self, times: Any) -> tuple[np.ndarray, np.ndarray]:
        """Angle [rad] and speed [rad/s] of AB at the times [s] (n,)."""
        from scipy.integrate import solve_ivp

        def slope(_t: float, x: np.ndarray) -> list[float]:
            return [x[1], self.acceleration(x[0], x[1])]

        times = np.atleast_1d(np.asarray(times, float))
        start, options = [self.th1, self.speed], {"method": "DOP853", "rtol": 1e-13, "atol": 1e-13}
        found = solve_ivp(slope, (0.0, float(times.max())), start, t_eval=times, **options)
        return found.y[0], found.y[1]

    def height(self, th1: Any) -> Any:
        """y of the centre of CD [m]."""
        return -0.5 * self.short * np.sin(self.second(th1))

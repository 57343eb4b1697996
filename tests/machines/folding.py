"""Machines of one freedom that pass singular positions, with their exact motion by one coordinate.

Each is given by where its bars lie at an angle of its crank. The branch is smooth everywhere: only the rows of the joints
lose rank, where another branch crosses it. Inertia and work follow from the bars, and SciPy integrates one equation,

    I(a) a'' + I'(a)/2 a'^2 = torque + work of gravity per radian.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from math import pi
from typing import Any

import numpy as np
from scipy.integrate import solve_ivp

import jourdain as jd

GROUND = "ground"
LOST = 0.1  # lengths or radians: a run that is off by more is on another way, and passes other positions
Bars = Callable[
    [complex], list[tuple[complex, complex]]
]  # of the crank's angle: centre and direction, as complex numbers

# derivatives by differences of tenth order, in angles of 0.01 rad
_STEP, _WEIGHTS = 1e-2, ((1, 5 / 6), (2, -5 / 21), (3, 5 / 84), (4, -5 / 504), (5, 1 / 1260))


def _slope(f: Callable[[float], Any], x: float) -> Any:
    return sum(w * (f(x + k * _STEP) - f(x - k * _STEP)) for k, w in _WEIGHTS) / _STEP


@dataclass(frozen=True)
class Folding:
    """Bars, their pins (name, body, point along it; on the ground a point), one guide along x, and what drives them."""

    name: str
    bars: Bars
    masses: tuple[float, ...]
    inertias: tuple[float, ...]
    pins: tuple[tuple[str, Any, Any, Any, Any], ...]  # name, body or GROUND, point, body, point
    start: float  # rad, away from singular positions
    speed: float  # rad/s
    flat: float  # rad: a singular position
    torque: float = 0.0
    gravity: float = 0.0
    guided: int = -1  # body on a guide along the x axis
    t_end: float = 2.0

    def states(self, angle: float) -> np.ndarray:
        """x, y, cos, sin of every bar (n, 4)."""
        return np.array([(c.real, c.imag, d.real, d.imag) for c, d in self.bars(angle)])

    def rates(self, angle: float) -> np.ndarray:
        """Velocity of the centres and spin at unit speed (n, 3)."""
        now, slope = self.states(angle), _slope(self.states, angle)
        return np.column_stack([slope[:, :2], now[:, 2] * slope[:, 3] - now[:, 3] * slope[:, 2]])

    def inertia(self, angle: float) -> float:
        """About the crank [kg m2]."""
        rates = self.rates(angle)
        return float(
            np.array(self.masses) @ (rates[:, :2] ** 2).sum(axis=1) + np.array(self.inertias) @ rates[:, 2] ** 2
        )

    def model(self, at_flat: bool = False) -> jd.Model:
        """Planar, placed at the start or at the singular position."""
        angle = self.flat if at_flat else self.start
        model = jd.Model(self.name, planar=True, gravity=(0.0, -self.gravity))
        states, rates = self.states(angle), self.speed * self.rates(angle)
        bodies = [
            model.body(
                f"bar {i}",
                mass=self.masses[i],
                inertia=self.inertias[i],
                at=states[i, :2],
                rotation=float(np.arctan2(states[i, 3], states[i, 2])),
                velocity=rates[i, :2],
                spin=rates[i, 2],
            )
            for i in range(len(states))
        ]
        for name, *ends in self.pins:
            markers = [
                (model.ground if body == GROUND else bodies[body]).marker(
                    f"{name} {side}", at=np.broadcast_to(point, 2)
                )
                if np.ndim(point)
                else bodies[body].marker(f"{name} {side}", at=(point, 0.0))
                for side, (body, point) in enumerate((ends[:2], ends[2:]))
            ]
            model.joint(name, "revolute", *markers)
        if self.guided >= 0:
            model.joint("guide", "prismatic", model.ground, bodies[self.guided], at=(0.0, 0.0), axis=(1.0, 0.0))
        model.load("torque", bodies[0], torque=self.torque)
        return model

    def exact(self, times: np.ndarray, at_flat: bool = False) -> np.ndarray:
        """x, y, cos, sin of every bar (nt, n, 4)."""
        return np.array([self.states(a) for a in _angles(self, tuple(times), at_flat)])

    def flat_times(self, at_flat: bool = False) -> np.ndarray:
        """When the crank passes singular positions, which are half a turn apart."""
        times = np.linspace(0.0, self.t_end, 4001)
        turns = (_angles(self, tuple(times), at_flat) - self.flat) / pi
        crossed = np.flatnonzero(np.diff(np.floor(turns + 1e-12)))
        return times[crossed]


@cache
def _series(machine: Folding) -> tuple[np.ndarray, np.ndarray]:
    """Fourier coefficients of inertia and push over a turn of the crank: both are smooth, so that 128 of them are exact."""
    angles = np.linspace(0.0, 2 * pi, 256, endpoint=False)
    masses = np.array(machine.masses)
    push = [machine.torque - machine.gravity * float(masses @ machine.rates(a)[:, 1]) for a in angles]
    inertia, work = (np.fft.rfft(x)[:128] / 128 for x in ([machine.inertia(a) for a in angles], push))
    inertia[0], work[0] = inertia[0] / 2, work[0] / 2
    return inertia, work


@cache
def _angles(machine: Folding, times: tuple[float, ...], at_flat: bool) -> np.ndarray:
    inertia, push = _series(machine)
    order = np.arange(len(inertia))

    def slope(_t: float, x: np.ndarray) -> list[float]:
        waves = np.exp(1j * order * x[0])
        now, growth = (inertia @ waves).real, (1j * order * inertia @ waves).real
        return [x[1], ((push @ waves).real - 0.5 * growth * x[1] ** 2) / now]

    start = [machine.flat if at_flat else machine.start, machine.speed]
    options: dict[str, Any] = {"method": "DOP853", "rtol": 1e-13, "atol": 1e-14, "t_eval": times}
    return solve_ivp(slope, (0.0, times[-1]), start, **options).y[0]


def _unit(angle: Any) -> Any:
    return np.exp(1j * angle)


def _antiparallelogram(a: Any) -> list[tuple[Any, Any]]:
    """Cranks of 2 m, coupler and base of 4 m, crossed: tan(b/2) = 3 tan(a/2) (Xu, Qi 2006)."""
    c, s = np.cos(a / 2), np.sin(a / 2)
    back = (c - 3j * s) / (c + 3j * s)  # the unit vector of -b
    one, coupler, two = _unit(a), _unit(a) * back, -back
    tip = 2 * one
    return [(one, one), (tip + 2 * coupler, coupler), (tip + 4 * coupler + two, two)]


def _parallelogram(a: Any) -> list[tuple[Any, Any]]:
    """Cranks of 0.5 m on pivots 1.3 m apart."""
    one = _unit(a)
    return [(0.25 * one, one), (0.5 * one + 0.65, 1.0 + 0j), (1.3 + 0.25 * one, one)]


def _slider_crank(a: Any) -> list[tuple[Any, Any]]:
    """Crank and rod of 0.5 m."""
    one, back = _unit(a), 1 / _unit(a)
    return [(0.2 * one, one), (0.5 * one + 0.3 * back, back), (np.cos(a) + 0j, 1.0 + 0j)]


def _two_four_bars(a: Any) -> list[tuple[Any, Any]]:
    """Three uprights of 1 m, 1 m apart, and two couplers."""
    one = _unit(a)
    return [(x + 0.5 * one, one) for x in range(3)] + [(x + 0.5 + one, 1.0 + 0j) for x in range(2)]


FOLDING = {
    "paper's four-bar": Folding(
        "antiparallelogram",
        _antiparallelogram,
        (12.0, 24.0, 12.0),
        (4.0, 32.0, 4.0),
        (
            ("A", GROUND, (0.0, 0.0), 0, -1.0),
            ("B", 0, 1.0, 1, -2.0),
            ("C", 1, 2.0, 2, -1.0),
            ("D", 2, 1.0, GROUND, (4.0, 0.0)),
        ),
        start=pi / 3,
        speed=1.0,
        flat=pi,
        torque=100.0,
    ),
    "parallelogram": Folding(
        "parallelogram",
        _parallelogram,
        (1.0, 2.5, 1.7),
        (0.04, 0.3, 0.05),
        (
            ("O", GROUND, (0.0, 0.0), 0, -0.25),
            ("A", 0, 0.25, 1, -0.65),
            ("B", 1, 0.65, 2, 0.25),
            ("C", GROUND, (1.3, 0.0), 2, -0.25),
        ),
        start=0.6,
        speed=2.0,
        flat=pi,
        torque=0.7,
    ),
    "slider-crank": Folding(
        "folding slider-crank",
        _slider_crank,
        (1.0, 2.5, 0.8),
        (0.05, 0.2, 1.0),
        (("O", GROUND, (0.0, 0.0), 0, -0.2), ("A", 0, 0.3, 1, -0.3), ("B", 1, 0.2, 2, 0.0)),
        start=pi / 3,
        speed=1.0,
        flat=pi / 2,
        torque=6.0,
        guided=2,
    ),
    "two four-bars": Folding(
        "two four-bars",
        _two_four_bars,
        (1.0,) * 5,
        (1 / 12,) * 5,
        (
            *((f"A{i}", GROUND, (float(i), 0.0), i, -0.5) for i in range(3)),
            *((f"B{i}", i, 0.5, 3 + i, -0.5) for i in range(2)),
            *((f"C{i}", 3 + i, 0.5, i + 1, 0.5) for i in range(2)),
        ),
        start=pi / 2,
        speed=-1.0,
        flat=0.0,
        gravity=9.81,
    ),
}


@dataclass(frozen=True)
class Outcome:
    """Of a run: its largest error at any output in lengths of the model, its claim, passages not named, or why it stopped."""

    error: float = 0.0
    claim: float = float("inf")
    unnamed: int = 0
    stop: str = ""


def outcome(
    machine: Folding, at_flat: bool, integrator: Any, system: Any = None, trust: str = "full", output: int = 200
) -> Outcome:
    """Run it and compare."""
    try:
        result = jd.simulate(
            machine.model(at_flat) if system is None else system,
            machine.t_end,
            integrator=integrator,
            output=output,
            trust=trust,
        )
    except jd.JourdainError as stopped:
        return Outcome(stop=str(stopped))
    found = np.stack(
        [
            np.column_stack(
                [result[f"bar {i}"].position.values, np.cos(a := result[f"bar {i}"].angle.values), np.sin(a)]
            )
            for i in range(len(machine.masses))
        ],
        axis=1,
    )
    away = np.abs(found - machine.exact(result.t, at_flat))
    away[..., :2] /= result.trust.length
    lost = np.append(result.t[away.max(axis=(1, 2)) > LOST], machine.t_end)[0]
    passed = [t for t in machine.flat_times(at_flat) if 1e-3 < t < lost - 1e-3]
    unnamed = sum(not any(abs(t - p) < 0.02 for p in result.trust.passages) for t in passed)
    return Outcome(float(away.max()), result.trust.worst if result.trust.error is not None else float("inf"), unnamed)

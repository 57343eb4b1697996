"""The beam of Miao, Zhu, Chen and Zhu (2008): Euler-Bernoulli, pinned at one end, spun up by a torque there.

With shapes w = sum phi_k(x) e_k across the line through the pin that turns by theta,

    T = 1/2 (J + e.(M - D) e) theta'^2 + theta' p.e' + 1/2 e'.M e',   U = 1/2 e.M W^2 e,   work T (theta + s.e)

J = line_mass L^3/3, p = int x phi, D = int (L^2 - x^2)/2 phi' phi'^T (over the mass: bending shortens it), s = phi'(0).
Shapes of the pinned beam have p = 0; those of the clamped one have s = 0, and theta is then the angle of its root.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from jourdain.errors import ModelError
from jourdain.lagrange.front import lagrangian
from jourdain.model.model import Model
from jourdain.result.result import Result

POINTS = 200  # of Gauss along the beam


@dataclass(frozen=True)
class PinnedBeam:
    """length [m], stiffness EI [N m2], line_mass [kg/m]; torque (1 - cos(2 pi t/rise)) [N m] until rise [s]."""

    length: float = 10.0
    stiffness: float = 1.4e4
    line_mass: float = 1.2
    torque: float = 160.0
    rise: float = 15.0
    modes: int = 3
    shapes: str = "pinned"

    def __post_init__(self) -> None:
        if self.shapes not in ("pinned", "clamped"):
            raise ModelError(f"beam_shapes = {self.shapes!r}; they are 'pinned' or 'clamped'.")

    @cached_property
    def places(self) -> tuple[np.ndarray, np.ndarray]:
        """Points along the beam [m] and the mass that each stands for [kg]."""
        x, w = np.polynomial.legendre.leggauss(POINTS)
        return 0.5 * (x + 1.0) * self.length, 0.5 * w * self.length * self.line_mass

    @cached_property
    def wave_numbers(self) -> np.ndarray:
        """(modes,) of the shapes, times the length."""
        from scipy.optimize import brentq

        numbers = np.arange(self.modes)
        if self.shapes == "pinned":
            return np.array(
                [brentq(lambda b: math.tan(b) - math.tanh(b), *_around((k + 1.25) * math.pi)) for k in numbers]
            )
        return np.array(
            [brentq(lambda b: math.cos(b) + 1.0 / math.cosh(b), *_around((k + 0.5) * math.pi)) for k in numbers]
        )

    def bent(self, x: np.ndarray | float) -> tuple[np.ndarray, np.ndarray]:
        """Shapes and their slopes [1/m] at places x (n,) [m], (modes, n); 2 at the end."""
        b = self.wave_numbers[:, None]
        k, y = b / self.length, b * np.atleast_1d(x) / self.length
        if self.shapes == "pinned":
            one, two = 1.0 / np.sin(b), 1.0 / np.sinh(b)
            return one * np.sin(y) + two * np.sinh(y), k * (one * np.cos(y) + two * np.cosh(y))
        c = (np.cosh(b) + np.cos(b)) / (np.sinh(b) + np.sin(b))
        sign = np.where(np.arange(len(b)) % 2 == 0, 1.0, -1.0)[:, None]
        shape = np.cosh(y) - np.cos(y) - c * (np.sinh(y) - np.sin(y))
        slope = np.sinh(y) + np.sin(y) - c * (np.cosh(y) - np.cos(y))
        return sign * shape, sign * k * slope

    @cached_property
    def frequencies(self) -> np.ndarray:
        """(modes,) of the shapes [rad/s]."""
        return np.asarray(self.wave_numbers**2 / self.length**2 * math.sqrt(self.stiffness / self.line_mass))

    @property
    def names(self) -> tuple[str, ...]:
        """Of the amplitudes."""
        return tuple(f"e{k + 1}" for k in range(self.modes))

    def model(self) -> Model:
        """At rest."""
        x, dm = self.places
        phi, slope = self.bent(x)
        M, D = (phi * dm) @ phi.T, (slope * dm * (self.length**2 - x**2) / 2) @ slope.T
        p, root = phi @ (dm * x), self.bent(0.0)[1][:, 0]
        e, J = self.names, self.line_mass * self.length**3 / 3
        terms = [f"{J!r}*theta_rate**2/2"]
        for i, a in enumerate(e):
            terms += [f"({float(p[i])!r})*theta_rate*{a}_rate" if self.shapes == "clamped" else "0"]
            for j, b in enumerate(e):
                terms.append(f"({float(M[i, j] - D[i, j])!r})*{a}*{b}*theta_rate**2/2")
                if i == j:
                    terms.append(f"{float(M[i, i])!r}*({a}_rate**2 - {float(self.frequencies[i] ** 2)!r}*{a}**2)/2")
        torque = f"{self.torque!r}*(1 - cos(2*pi*min(t, {self.rise!r})/{self.rise!r}))"
        forces = {"theta": torque}
        if self.shapes == "pinned":
            forces |= {a: f"({float(s)!r})*{torque}" for a, s in zip(e, root, strict=True)}
        names, at_rest = ["theta", *e], [0.0] * (1 + self.modes)
        return lagrangian("pinned beam", " + ".join(terms), names, start=at_rest, forces=forces)

    def centre(self, found: Result) -> tuple[np.ndarray, np.ndarray]:
        """Centre of mass in ground (nt, 2) [m] and its velocity [m/s]."""
        x, dm = self.places
        phi, slope = self.bent(x)
        mass, across = self.line_mass * self.length, phi @ dm
        H = (slope * dm * (self.length - x)) @ slope.T
        (theta, *_), e = found.q.T, found.q[:, 1:]
        (omega, *_), rate = found.v.T, found.v[:, 1:]
        local = (self.length / 2 - np.einsum("ni,ij,nj->n", e, H, e) / (2 * mass)) + 1j * (e @ across) / mass
        moving = -np.einsum("ni,ij,nj->n", e, H, rate) / mass + 1j * (rate @ across) / mass
        turn = np.exp(1j * theta)
        place, velocity = turn * local, turn * (moving + 1j * omega * local)
        return np.stack([place.real, place.imag], 1), np.stack([velocity.real, velocity.imag], 1)

    def root(self, found: Result) -> np.ndarray:
        """Angle of the root [rad]."""
        return np.asarray(found.q[:, 0] + found.q[:, 1:] @ self.bent(0.0)[1][:, 0])

    def lag(self, found: Result) -> np.ndarray:
        """How far the end is off the tangent of the root [m]."""
        end = self.bent(self.length)[0][:, 0] - self.length * self.bent(0.0)[1][:, 0]
        return np.asarray(found.q[:, 1:] @ end)


def _around(place: float) -> tuple[float, float]:
    return place - 0.5, place + 0.5

"""The snakeboard of Lewis, Ostrowski, Burdick, Murray (1994): a Lagrangian with two nonholonomic rows, and its circle."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import cos, pi, sqrt, tan
from typing import Any

import numpy as np

from jourdain.lagrange.model import LagrangianModel

COORDINATES = ("x", "y", "th", "psi", "b", "f")
GENERIC = (0.0, 0.0, 0.2, 0.5, -0.6, 0.9), (0.25, 0.1, 1.5, 1.0, 0.8, -1.2)  # a start in no special position


@dataclass(frozen=True)
class Snakeboard:
    """Board on two steered wheel axles at the distance l, m l^2 = board + rotor + 2 wheel, with a rotor; masses kg, kg m2.

    q = (x, y, th, psi, b, f): centre, heading, and angles of the rotor and of the back and front wheels to the board.
    springs [N m]: of the wheels, and half of it of the rotor.
    """

    mass: float = 6.0
    board: float = 0.016
    rotor: float = 0.0072
    wheel: float = 0.0013
    speed: float = 0.1  # m/s, of the circle
    angle: float = pi / 3  # rad, of its wheels
    springs: float = 0.01

    @property
    def reach(self) -> float:
        """l [m]."""
        return sqrt((self.board + self.rotor + 2 * self.wheel) / self.mass)

    @property
    def spin(self) -> float:
        """Of the board on the circle [rad/s]."""
        return self.speed * tan(self.angle) / self.reach

    @property
    def radius(self) -> float:
        """Of the circle [m]."""
        return self.reach / tan(self.angle)

    def model(self, start: Mapping[str, tuple[float, float]], springs: float) -> LagrangianModel:
        """From positions and rates at the start; rates are those nearest in the mass metric that obey the rows."""
        kinetic = "m/2*(x_rate**2 + y_rate**2) + J/2*th_rate**2 + Jr/2*(psi_rate + th_rate)**2"
        wheels = "Jw/2*(b_rate + th_rate)**2 + Jw/2*(f_rate + th_rate)**2"
        potential = "c*(2 - cos(b) - cos(f) + (1 - cos(psi))/2)"
        return LagrangianModel(
            "snakeboard",
            coordinates=start,
            lagrangian=f"{kinetic} + {wheels} - {potential}",
            velocity_rows={
                "back wheels": "-x_rate*sin(th + b) + y_rate*cos(th + b) - l*th_rate*cos(b)",
                "front wheels": "-x_rate*sin(th + f) + y_rate*cos(th + f) + l*th_rate*cos(f)",
            },
            parameters=dict(m=self.mass, J=self.board, Jr=self.rotor, Jw=self.wheel, l=self.reach, c=springs),
        )

    @property
    def mass_matrix(self) -> np.ndarray:
        """M (6, 6), constant."""
        wheels = 2 * self.wheel
        M = np.diag([self.mass, self.mass, self.board + self.rotor + wheels, self.rotor, self.wheel, self.wheel])
        M[2, 3:] = M[3:, 2] = self.rotor, self.wheel, self.wheel
        return M

    def rows(self, q: np.ndarray) -> np.ndarray:
        """Phi (2, 6): rows of velocities of the back and the front wheels; complex q as well."""
        Phi = np.zeros((2, 6), q.dtype)
        for row, wheel, side in zip(Phi, q[4:], (-1.0, 1.0), strict=True):
            row[:3] = -np.sin(q[2] + wheel), np.cos(q[2] + wheel), side * self.reach * np.cos(wheel)
        return Phi

    def rates_of_rows(self, q: np.ndarray, dq: np.ndarray) -> np.ndarray:
        """Change of Phi (2, 6) along dq."""
        change = np.zeros((2, 6), np.result_type(q, dq))
        for row, wheel, turn, side in zip(change, q[4:], dq[4:], (-1.0, 1.0), strict=True):
            angle, spin = q[2] + wheel, dq[2] + turn
            row[:3] = -np.cos(angle) * spin, -np.sin(angle) * spin, -side * self.reach * np.sin(wheel) * turn
        return change

    def nearest(self, q: np.ndarray, v: np.ndarray) -> np.ndarray:
        """Velocities (6,) nearest to v in the mass metric that obey the rows."""
        Phi = self.rows(q)
        pull = np.linalg.solve(self.mass_matrix, Phi.T)
        return np.asarray(v - pull @ np.linalg.solve(Phi @ pull, Phi @ v))

    def circle(self, e: float = 0.0) -> LagrangianModel:
        """The paper's run; e [rad]: both wheels turned so far from it, at the same energy and spins of rotor and wheels."""
        th = float(self.heading_rate(e))
        forward, sideways = self._velocity(e, th)
        rates = (forward, sideways, th, self.spin - th, self.spin - th, self.spin - th)
        positions = (0.0, 0.0, 0.0, 0.0, e - self.angle, e + self.angle)
        return self.model(dict(zip(COORDINATES, zip(positions, rates, strict=True), strict=True)), 0.0)

    def generic(self) -> LagrangianModel:
        """With springs, from no special position."""
        return self.model(dict(zip(COORDINATES, zip(*GENERIC, strict=True), strict=True)), self.springs)

    # -- one coordinate: rotor and wheels keep their spins, so that b - f is constant and e alone is left ----------------

    def _velocity(self, e: float, th: float) -> tuple[float, float]:
        """Of the centre, along and across the board [m/s]."""
        back, front = tan(e - self.angle), tan(e + self.angle)
        return 2 * self.reach * th / (front - back), self.reach * th * (front + back) / (front - back)

    def heading_rate(self, e: Any) -> Any:
        """th' [rad/s] that belongs to e at the energy of the circle."""
        d = 2 * self.angle
        arm = self.reach**2 * (1 + np.cos(d) ** 2 + 2 * np.cos(d) * np.cos(2 * np.asarray(e))) / np.sin(d) ** 2
        first = self.mass * self.radius**2 + self.board
        return self.spin * np.sqrt(first / (self.mass * arm + self.board))

    @property
    def curvature(self) -> float:
        """c [1/s] of e' = spin - th' = c e^2 + .."""
        d = 2 * self.angle
        pull = -2 * self.mass * self.reach**2 * cos(d) / (1 - cos(d) ** 2)
        return self.spin * pull / (self.mass * self.radius**2 + self.board)

    def turned(self, e: float, times: Any) -> np.ndarray:
        """e(t) [rad] at the times [s] from e at t = 0."""
        from scipy.integrate import solve_ivp

        def slope(_t: float, y: np.ndarray) -> np.ndarray:
            return np.asarray(self.spin - self.heading_rate(y))

        times = np.asarray(times, float)
        span, options = (0.0, float(times[-1])), {"method": "DOP853", "rtol": 1e-12, "atol": 1e-12}
        return np.asarray(solve_ivp(slope, span, [e], t_eval=times, **options).y[0])

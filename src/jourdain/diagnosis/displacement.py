"""How far bodies stand from where they were drawn: the mass metric carried to finite displacements.

For one rigid body the sum over its particles of mass times squared displacement is

    m |p - p0|^2 + d^T J d        d = 2 e,  e the vector part of the quaternion from the drawn to the present orientation

(plane: d = 2 sin((theta - theta0)/2)). Half of it is the value here; its second derivative where it was drawn is M itself.
"""

from __future__ import annotations

import numpy as np

from jourdain.system.system import System, evaluate


def displacement(system: System, t: float) -> Displacement | CoordinateChange:
    """The one that fits the system; t [s]: when it was drawn."""
    return CoordinateChange(system, t) if system.coordinates else Displacement(system)


def mass_of_coordinates(system: System, t: float) -> np.ndarray:
    """M (n, n) of a Lagrangian system at its start."""
    s = system.context()
    evaluate(system.kind, s, t, system.q0, system.v0, w=system.w0, ref=system.ref0)
    return s.mass.copy()


class CoordinateChange:
    """The same for a Lagrangian system: half of u^T M u with u = q - q0, and M as it was where it was drawn."""

    def __init__(self, system: System, t: float) -> None:
        self.q0, self.width, self.translations = system.q0, system.kind.v, system.kind.v
        self.inertia = mass_of_coordinates(system, t)[None]

    def retract(self, q: np.ndarray, u: np.ndarray) -> np.ndarray:
        """q + u."""
        return q + u

    def value(self, q: np.ndarray) -> float:
        """Half of u^T M u."""
        return float(0.5 * (q - self.q0) @ self.inertia[0] @ (q - self.q0))

    def derivatives(self, q: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Gradient (n,) and Hessian (1, n, n)."""
        return self.inertia[0] @ (q - self.q0), self.inertia.copy()


class Displacement:
    """Half the mass-weighted sum of squared displacements from system.q0 [kg m2], with exact derivatives.

    Derivatives are by increments of the velocities' kind: planar (x, y, theta), in space translation and Cayley increments
    in body axes, see `retract`.
    """

    def __init__(self, system: System) -> None:
        self.planar, self.q0 = system.planar, system.q0
        self.width, self.translations = (3, 2) if system.planar else (6, 3)
        self.mass = system.tables["bodies"]["mass"]
        self.J = system.tables["bodies"]["J"]

    @property
    def inertia(self) -> np.ndarray:
        """M as one block per body, (nb, n, n)."""
        blocks = np.zeros((len(self.mass), self.width, self.width))
        n = 2 if self.planar else 3
        blocks[:, range(n), range(n)] = self.mass[:, None]
        blocks[:, n:, n:] = self.J[:, 2:, 2:] if self.planar else self.J
        return blocks

    def retract(self, q: np.ndarray, u: np.ndarray) -> np.ndarray:
        """q moved by u: added in the plane; in space translation, and e * (1, u/2)/|.| for each quaternion e."""
        if self.planar:
            return q + u
        states, steps = q.reshape(-1, 7), u.reshape(-1, 6)
        half = np.column_stack([np.ones(len(steps)), 0.5 * steps[:, 3:]])
        turned = _product(states[:, 3:], half)
        turned /= np.linalg.norm(turned, axis=1, keepdims=True)
        return np.hstack([states[:, :3] + steps[:, :3], turned]).ravel()

    def turned(self, q: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Cosine (nb,) and sine-times-axis (nb, 3) of half the rotation of each body since the drawing, in body axes."""
        if self.planar:
            half = 0.5 * (q - self.q0)[2::3]
            return np.cos(half), np.column_stack([np.zeros((len(half), 2)), np.sin(half)])
        relative = _product(self.q0.reshape(-1, 7)[:, 3:] * [1, -1, -1, -1], q.reshape(-1, 7)[:, 3:])
        sign = np.where(relative[:, :1] < 0.0, -1.0, 1.0)  # e and -e are the same orientation
        relative *= sign
        return relative[:, 0], relative[:, 1:]

    def shifts(self, q: np.ndarray) -> np.ndarray:
        """Translations of the centres of mass since the drawing, (nb, 2 or 3) [m]."""
        size, n = (3, 2) if self.planar else (7, 3)
        return (q - self.q0).reshape(-1, size)[:, :n]

    def value(self, q: np.ndarray) -> float:
        """Half the sum of squares [kg m2]."""
        shifts, (_, e) = self.shifts(q), self.turned(q)
        return float(0.5 * self.mass @ (shifts**2).sum(axis=1) + 2.0 * np.einsum("bi,bij,bj", e, self.J, e))

    def derivatives(self, q: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Gradient (nv,) and Hessian, one block per body (nb, n, n)."""
        c, e = self.turned(q)
        blocks, gradient = self.inertia, np.zeros((len(c), self.width))
        n = 2 if self.planar else 3
        gradient[:, :n] = self.mass[:, None] * self.shifts(q)
        if self.planar:
            s, J = e[:, 2], self.J[:, 2, 2]
            gradient[:, 2] = 2.0 * J * s * c
            blocks[:, 2, 2] = J * (c * c - s * s)
            return gradient.ravel(), blocks
        Je = np.einsum("bij,bj->bi", self.J, e)
        gradient[:, 3:] = 2.0 * (c[:, None] * Je - np.cross(e, Je))
        A = c[:, None, None] * np.eye(3) + _cross(e)
        level = np.einsum("bi,bi->b", e, Je)
        blocks[:, 3:, 3:] = np.einsum("bki,bkl,blj->bij", A, self.J, A) - level[:, None, None] * np.eye(3)
        return gradient.ravel(), blocks


def _product(p: np.ndarray, q: np.ndarray) -> np.ndarray:
    """Products of quaternions, (n, 4), w first."""
    w = p[:, 0] * q[:, 0] - (p[:, 1:] * q[:, 1:]).sum(axis=1)
    return np.column_stack([w, p[:, :1] * q[:, 1:] + q[:, :1] * p[:, 1:] + np.cross(p[:, 1:], q[:, 1:])])


def _cross(u: np.ndarray) -> np.ndarray:
    """u~ with u~ w = u x w, (n, 3, 3)."""
    m = np.zeros((len(u), 3, 3))
    m[:, 2, 1], m[:, 0, 2], m[:, 1, 0] = u.T
    m[:, 1, 2], m[:, 2, 0], m[:, 0, 1] = -u.T
    return m

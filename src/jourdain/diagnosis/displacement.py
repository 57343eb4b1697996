"""How far bodies stand from where they were drawn: the mass metric carried to finite displacements.

For one rigid body the sum over its particles of mass times squared displacement is

    m |p - p0|^2 + d^T J d        d = 2 e,  e the vector part of the quaternion from the drawn to the present orientation

(plane: d = 2 sin((theta - theta0)/2)). Half of it is the value here; its second derivative where it was drawn is M itself.
"""

from __future__ import annotations

import numpy as np

from jourdain.model import quaternions
from jourdain.system.system import System, evaluate

LIGHT = 1e-6  # massless directions move as if they had this part of the model's largest inertia
BENT = 1e6  # a body that bends by 1 mm counts as one that moves by 1 m: joints are closed by moving, if that is enough


def displacement(system: System, t: float) -> Displacement | CoordinateChange:
    """The one that fits the system; t [s]: when it was drawn."""
    if not system.coordinates and system.layout.orientation != "directors":
        return Displacement(system)
    return CoordinateChange(system, t)


class CoordinateChange:
    """The same where positions add up: half of u^T M u with u = q - q0, and M as it was where it was drawn.

    Of a Lagrangian system M is one block; of directors one per body, and this is what it is for rigid bodies, too.
    """

    def __init__(self, system: System, t: float) -> None:
        self.q0 = system.q0
        if not system.coordinates:
            bodies, layout = system.tables["bodies"], system.layout
            self.inertia = _body_blocks(layout.dimension, bodies["mass"], layout.moments(bodies["J"]))
            return
        s = system.context()
        evaluate(system.kind, s, t, system.q0, system.v0, w=system.w0, ref=system.ref0)
        self.inertia = s.mass[None].copy()

    @property
    def inverse(self) -> np.ndarray:
        """M^-1 as blocks (nb, n, n), with a little inertia where there is none."""
        M = self.inertia
        size = np.abs(np.diagonal(M, axis1=1, axis2=2))
        size = np.sqrt(np.where(size > 0.0, size, size.max() or 1.0))
        values, axes = np.linalg.eigh(M / (size[:, :, None] * size[:, None, :]))
        axes = axes / size[:, :, None]
        return np.asarray((axes / np.maximum(np.abs(values), LIGHT)[:, None, :]) @ np.swapaxes(axes, 1, 2))

    def value(self, q: np.ndarray) -> float:
        """Half of u^T M u."""
        return float(0.5 * (q - self.q0) @ self.derivatives(q)[0])

    def derivatives(self, q: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Gradient (n,) and Hessian (nb, n, n)."""
        change = (q - self.q0).reshape(len(self.inertia), -1)
        return np.einsum("bij,bj->bi", self.inertia, change).ravel(), self.inertia.copy()


def _body_blocks(dimension: int, moving: np.ndarray, turning: np.ndarray) -> np.ndarray:
    """Block-diagonal (nb, n, n) of numbers for translations (nb,) and matrices for rotations (nb, k, k)."""
    n = dimension + turning.shape[1]
    blocks = np.zeros((len(moving), n, n))
    blocks[:, range(dimension), range(dimension)] = moving[:, None]
    blocks[:, dimension:, dimension:] = turning
    return blocks


class Displacement:
    """Half the mass-weighted sum of squared displacements from system.q0 [kg m2], with exact derivatives.

    Derivatives are by increments of the velocities' kind, see `Layout.moved`: planar (x, y, theta), in space translation
    and Cayley increments in body axes, e * (1, u/2)/|.| for each quaternion e.
    """

    def __init__(self, system: System) -> None:
        self.layout, self.q0, self.length = system.layout, system.q0, system.length
        self.mass = system.tables["bodies"]["mass"]
        self.J = system.tables["bodies"]["J"]

    @property
    def width(self) -> int:
        """Numbers of an increment that belong to one body, at most."""
        return self.layout.block_width

    def _blocks(self, moving: np.ndarray, turning: np.ndarray, shapes: np.ndarray) -> np.ndarray:
        """Block-diagonal (nb, n, n): numbers for translations (nb,), matrices for rotations, numbers for shapes (nb,)."""
        own = _body_blocks(self.layout.dimension, moving, turning)
        blocks = np.zeros((len(own), self.width, self.width))
        blocks[:, : own.shape[1], : own.shape[1]] = own
        for b, n in enumerate(self.layout.modes):
            bent = range(own.shape[1], own.shape[1] + n)
            blocks[b, bent, bent] = shapes[b]
        return blocks

    @property
    def inertia(self) -> np.ndarray:
        """M as one block per body, (nb, n, n)."""
        return self._blocks(self.mass, self.layout.moments(self.J), BENT * self.mass)

    @property
    def inverse(self) -> np.ndarray:
        """M^-1 as one block per body, (nb, n, n), with a little inertia where there is none."""
        mass, J = self.mass.copy(), self.layout.moments(self.J).copy()
        heaviest = mass.max() if mass.max() > 0.0 else 1.0
        mass[mass <= 0.0] = LIGHT * heaviest
        largest = np.trace(J, axis1=1, axis2=2).max() or heaviest * self.length**2
        singular = np.linalg.eigvalsh(J)[:, 0] <= LIGHT * largest * 1e-6
        J[singular] += LIGHT * largest * np.eye(J.shape[1])
        return self._blocks(1.0 / mass, np.linalg.inv(J), 1.0 / (BENT * mass))

    def turned(self, q: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Cosine (nb,) and sine-times-axis (nb, 3) of half the rotation of each body since the drawing, in body axes."""
        own, drawn = self.layout.orientations(q), self.layout.orientations(self.q0)
        if self.layout.orientation == "angle":
            half = 0.5 * (own - drawn)
            return np.cos(half[:, 0]), np.sin(half) * [0.0, 0.0, 1.0]
        relative = quaternions.product(quaternions.conjugate(drawn), own)
        relative *= np.where(relative[:, :1] < 0.0, -1.0, 1.0)  # e and -e are the same orientation
        return relative[:, 0], relative[:, 1:]

    def shifts(self, q: np.ndarray) -> np.ndarray:
        """Translations of the centres of mass since the drawing, (nb, 2 or 3) [m]."""
        return self.layout.points(q) - self.layout.points(self.q0)

    def value(self, q: np.ndarray) -> float:
        """Half the sum of squares [kg m2]."""
        shifts, (_, e) = self.shifts(q), self.turned(q)
        bent = 0.5 * self._of_shapes @ (self.layout.elastic(q) - self.layout.elastic(self.q0)) ** 2
        return float(0.5 * self.mass @ (shifts**2).sum(axis=1) + 2.0 * np.einsum("bi,bij,bj", e, self.J, e) + bent)

    @property
    def _of_shapes(self) -> np.ndarray:
        """What bending counts, for each shape."""
        return BENT * np.repeat(self.mass, self.layout.modes or 0)

    def derivatives(self, q: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Gradient (nv,) and Hessian, one block per body (nb, n, n)."""
        c, e = self.turned(q)
        Je = np.einsum("bij,bj->bi", self.J, e)
        A = c[:, None, None] * np.eye(3) + quaternions.cross_matrices(e)
        level = np.einsum("bi,bi->b", e, Je)
        bent = np.einsum("bki,bkl,blj->bij", A, self.J, A) - level[:, None, None] * np.eye(3)
        gradient = np.zeros(self.layout.nv)
        self.layout.translations(gradient)[:] = self.mass[:, None] * self.shifts(q)
        turning = self.layout.turnings(gradient)
        turning[:] = 2.0 * (c[:, None] * Je - np.cross(e, Je))[:, -turning.shape[1] :]  # in the plane about z
        change = self.layout.elastic(q) - self.layout.elastic(self.q0)
        self.layout.elastic(gradient)[:] = self._of_shapes * change
        return gradient, self._blocks(self.mass, self.layout.moments(bent), BENT * self.mass)

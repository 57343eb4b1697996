"""Layout: where the numbers of each body stand in q and v, and what they are. The one place outside kernels that knows.

    plane                 q = (x, y, theta)          v = (x', y', theta')
    space                 q = (p, quaternion)        v = (p' in ground axes, angular velocity in body axes)
    flexible bodies       as in space, and behind all of them the amplitudes of their shapes [m] and their rates
    natural coordinates   q = (p, directors)         v = q'
    Euler parameters      q = (p, quaternion)        v = q'
    Lagrangian            q = its coordinates        v = q'        one block without a point

Arrays have the numbers of all bodies in their last dimension: (.., nq) or (.., nv). Accelerations, increments and rows of
Jacobians are laid out as velocities are. Views into such arrays are (.., nb, n), one row per body. An amplitude is the root
mean square, over the mass, of the displacements by its shape.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from jourdain.kernels.bodies.natural import second_moments
from jourdain.kernels.kinds import Kind, shape_of
from jourdain.model import quaternions

AXES = ("x", "y", "z")
# of rotations, among velocities
_LABELS = {"angle": ("angle",), "quaternion": ("rx", "ry", "rz"), "parameters": ("p0", "p1", "p2", "p3")}


@dataclass(frozen=True)
class Layout:
    """Bodies in the order of the state; a system of coordinates has no bodies, and one block of numbers."""

    bodies: tuple[str, ...]
    coordinates: tuple[str, ...]  # of a Lagrangian system
    dimension: int  # components of a point: 2 or 3, or 0 for a Lagrangian system
    orientation: str  # what follows the point in q: "angle", "quaternion", "parameters", "directors" or "none"
    position_width: int  # numbers of a block in q
    velocity_width: int  # numbers of a block in v
    modes: tuple[int, ...] = ()  # shapes of each body; empty if none bends

    @classmethod
    def of(
        cls, kind: type[Kind], bodies: Iterable[str], coordinates: Iterable[str] = (), modes: Iterable[int] = ()
    ) -> Layout:
        """The layout of a kind of systems with these bodies, or with these coordinates of a Lagrangian."""
        shape, coordinates = shape_of(kind), tuple(coordinates)
        n = len(coordinates)
        return cls(
            *(tuple(bodies), coordinates, shape.dimension, shape.orientation),
            *(shape.positions or n, shape.velocities or n, tuple(modes)),
        )

    # -- places --------------------------------------------------------------------------------------------------

    @property
    def blocks(self) -> int:
        """Blocks of numbers: one per body, or one of coordinates."""
        return len(self.bodies) if self.dimension else 1

    @property
    def nq(self) -> int:
        """Length of q."""
        return self.position_width * self.blocks + sum(self.modes)

    @property
    def nv(self) -> int:
        """Length of v."""
        return self.velocity_width * self.blocks + sum(self.modes)

    @property
    def block_width(self) -> int:
        """Columns of Jacobian blocks: velocities of the body that has the most."""
        return self.velocity_width + max(self.modes, default=0)

    @functools.cached_property
    def _index(self) -> dict[str, int]:
        return {name: b for b, name in enumerate(self.bodies)}

    def block(self, body: str | int) -> int:
        """Which block a body has."""
        return self._index[body] if isinstance(body, str) else int(body)

    def q(self, body: str | int) -> slice:
        """Where the positions of a body (or block) stand in q, without its shapes."""
        first = self.position_width * self.block(body)
        return slice(first, first + self.position_width)

    def v(self, body: str | int) -> slice:
        """Where the velocities of a body (or block) stand in v, without its shapes."""
        first = self.velocity_width * self.block(body)
        return slice(first, first + self.velocity_width)

    def alone(self, body: str | int) -> Layout:
        """The layout of the numbers of one body by themselves, q[.., layout.q(body)] and v[.., layout.v(body)]."""
        return replace(self, bodies=(self.bodies[self.block(body)],), modes=())

    def shapes(self, body: str | int) -> slice:
        """Which of the elastic coordinates are those of a body."""
        first = sum(self.modes[: self.block(body)])
        return slice(first, first + (self.modes[self.block(body)] if self.modes else 0))

    def own_columns(self, body: str | int) -> np.ndarray:
        """Where all velocities of a body (or block) stand in v: those of its frame, then those of its shapes."""
        return _places(self.v(body), self.shapes(body), self.velocity_width * self.blocks)

    def own_positions(self, body: str | int) -> np.ndarray:
        """Where all positions of a body (or block) stand in q: those of its frame, then those of its shapes."""
        return _places(self.q(body), self.shapes(body), self.position_width * self.blocks)

    @functools.cached_property
    def _columns_of_blocks(self) -> np.ndarray:
        found = np.repeat(self.velocity_width * np.arange(self.blocks)[:, None], self.block_width, axis=1)
        for b in range(self.blocks):
            own = self.own_columns(b)
            found[b, : len(own)] = own
        return found

    def columns(self, blocks: Any) -> np.ndarray:
        """Where the velocities of several blocks (..) stand in v, (.., block width).

        Columns that a body does not have stand for its first one: Jacobian blocks are zero there, so sums are right.
        """
        return np.asarray(self._columns_of_blocks[np.asarray(blocks)])

    def add_block(self, row: np.ndarray, body: str | int, block: np.ndarray) -> None:
        """row (.., nv) += a Jacobian block (.., block width) of a body."""
        own = self.own_columns(body)
        row[..., own] += block[..., : len(own)]

    def coordinate(self, body: str, letter: str) -> int:
        """Where "x", "y", "z" (or "theta" in the plane) stands among the numbers of a body, in q and v alike."""
        return (*AXES[: self.dimension], "theta").index(letter)

    # -- views ---------------------------------------------------------------------------------------------------

    def of_positions(self, q: np.ndarray) -> np.ndarray:
        """Positions by body, a view (.., nb, numbers) of q (.., nq)."""
        return _split(q, len(self.bodies), self.position_width)

    def of_velocities(self, v: np.ndarray) -> np.ndarray:
        """Velocities by body, a view (.., nb, numbers) of v (.., nv)."""
        return _split(v, len(self.bodies), self.velocity_width)

    def points(self, q: np.ndarray) -> np.ndarray:
        """Centres of mass, a view (.., nb, dimension) of q [m]."""
        return self.of_positions(q)[..., : self.dimension]

    def orientations(self, q: np.ndarray) -> np.ndarray:
        """What follows the points: angles (.., nb, 1) [rad], quaternions (.., nb, 4) or directors, a view of q."""
        return self.of_positions(q)[..., self.dimension :]

    def unit_quaternions(self, q: np.ndarray) -> np.ndarray:
        """Quaternions of bodies in space, (.., nb, 4), w first; of directors those of their rotations, of either sign."""
        return quaternions.of_matrices(self.rotations(q)) if self.orientation == "directors" else self.orientations(q)

    def elastic(self, x: np.ndarray) -> np.ndarray:
        """Amplitudes of all shapes or their rates, a view (.., n) of q or v [m, m/s]."""
        return x[..., x.shape[-1] - sum(self.modes) :]

    def angles(self, q: np.ndarray) -> np.ndarray:
        """Angles of the bodies in the plane, (.., nb) [rad]: a view of q; of directors within half a turn of zero."""
        assert self.dimension == 2
        own = self.orientations(q)
        return own[..., 0] if self.orientation == "angle" else np.arctan2(own[..., 1], own[..., 0])

    def translations(self, v: np.ndarray) -> np.ndarray:
        """Velocities of the centres of mass, a view (.., nb, dimension) of v [m/s]."""
        return self.of_velocities(v)[..., : self.dimension]

    def turnings(self, v: np.ndarray) -> np.ndarray:
        """Rates of angles (.., nb, 1), angular velocities in body axes (.., nb, 3) or rates of directors, a view of v."""
        return self.of_velocities(v)[..., self.dimension :]

    # -- vectors in space ----------------------------------------------------------------------------------------

    def positions(self, q: np.ndarray) -> np.ndarray:
        """Centres of mass in space, (.., nb, 3) [m]."""
        return _in_space(self.points(q))

    def velocities(self, v: np.ndarray) -> np.ndarray:
        """Velocities of the centres of mass in space, (.., nb, 3) [m/s]."""
        return _in_space(self.translations(v))

    def axes(self, q: np.ndarray) -> np.ndarray:
        """What vectors of a body are multiplied by, (.., nb, 3, 3): its rotation, or the matrix that its directors form."""
        return self._columns(self.orientations(q), 1.0) if self.orientation == "directors" else self.rotations(q)

    def rotations(self, q: np.ndarray) -> np.ndarray:
        """Rotation matrices body -> ground, (.., nb, 3, 3); sections that stretch are as if they did not."""
        if self.dimension == 2:
            return quaternions.matrices_about_z(self.angles(q))
        if self.orientation == "quaternion":
            return quaternions.matrices(self.orientations(q))
        if self.orientation == "parameters":
            return quaternions.matrices(quaternions.normalised(self.orientations(q)))
        if self.orientation == "none":
            return np.zeros((*q.shape[:-1], 0, len(AXES), len(AXES)))
        return quaternions.nearest_rotations(self.axes(q))

    def spins(self, q: np.ndarray, v: np.ndarray) -> np.ndarray:
        """Angular velocities in ground axes, (.., nb, 3) [rad/s]; of accelerations angular accelerations."""
        if self.orientation == "angle":
            return _about_z(self.turnings(v))
        if self.orientation == "none":
            return np.zeros((*v.shape[:-1], 0, len(AXES)))
        R, own = self.axes(q), self.turnings(v)
        if self.orientation == "parameters":
            own = quaternions.spins_of_rates(self.orientations(q), own)
        if self.orientation == "directors" and self.dimension == 2:
            own = quaternions.axial_vectors(np.swapaxes(R, -1, -2) @ self.director_matrices(v))
            return own / (R[..., :1, 0] ** 2 + R[..., 1:2, 0] ** 2)
        if self.orientation == "directors":
            R, own = quaternions.spins_of_directors(R, self.director_matrices(v))
        return np.einsum("...ij,...j->...i", R, own)

    def spin_rates(self, q: np.ndarray, v: np.ndarray, a: np.ndarray) -> np.ndarray:
        """Angular accelerations in ground axes, (.., nb, 3) [rad/s2], at accelerations a (.., nv)."""
        if self.orientation == "directors" and self.dimension == len(AXES):
            R, own = quaternions.spins_of_directors(self.axes(q), *map(self.director_matrices, (v, a)))
            return np.einsum("...ij,...j->...i", R, own)
        found = self.spins(q, a)
        if self.orientation == "directors":  # which may grow longer
            d = self.orientations(q)
            growth = (d * self.turnings(v)).sum(axis=-1, keepdims=True) / (d * d).sum(axis=-1, keepdims=True)
            found = found - 2.0 * growth * self.spins(q, v)
        return found

    def speeds(self, q: np.ndarray, velocities: np.ndarray, spins: np.ndarray) -> np.ndarray:
        """v (.., nv) of bodies at q with these velocities and spins (.., nb, 3) in ground axes [m/s, rad/s]; none bends."""
        if self.orientation == "directors":
            return self._with_directors(velocities, np.cross(spins[..., None, :], self._vectors(self.orientations(q))))
        if self.orientation in ("quaternion", "parameters"):
            spins = np.einsum("...ji,...j->...i", self.rotations(q), spins)
        if self.orientation == "parameters":
            spins = quaternions.rate(self.orientations(q), spins)
        return self.joined(velocities, spins)

    def carried(self, q: np.ndarray, turning: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """v and their rates (.., nv) of bodies at q that turn with a frame about the origin at the rate (3,) [rad/s]."""
        speed = np.cross(turning, self.positions(q))
        v, change = self.speeds(q, speed, np.broadcast_to(turning, speed.shape)), np.cross(turning, speed)
        if self.orientation == "directors":
            return v, self._with_directors(
                change, np.cross(turning, np.cross(turning, self._vectors(self.orientations(q))))
            )
        return v, self.joined(change, np.zeros_like(speed))

    def forces(self, q: np.ndarray, forces: np.ndarray, torques: np.ndarray) -> np.ndarray:
        """Generalised forces (.., nv) of forces at the centres of mass and torques (.., nb, 3) in ground axes [N, N m]."""
        if self.orientation != "directors":
            return self.speeds(q, forces, torques)
        d = self._vectors(self.orientations(q))
        arms = (d * d).sum(axis=(-2, -1))[..., None, None] - (self.dimension == 3)  # of three of them each has a half
        return self._with_directors(forces, np.cross(torques[..., None, :], d) / arms)

    def joined(self, moving: np.ndarray, turning: np.ndarray) -> np.ndarray:
        """Vectors for translations and rotations, (.., nb, 3) each, as one array (.., nv); in the plane x, y and about z."""
        turns = self.velocity_width - self.dimension
        parts = np.concatenate([moving[..., : self.dimension], turning[..., -turns:]], axis=-1)
        return self._with_elastic(parts, np.zeros((*parts.shape[:-2], sum(self.modes))))

    def _with_elastic(self, parts: np.ndarray, elastic: np.ndarray) -> np.ndarray:
        """Numbers of bodies (.., nb, n) and behind them those of shapes, as one array."""
        flat = parts.reshape(*parts.shape[:-2], parts.shape[-2] * parts.shape[-1])
        return np.concatenate([flat, elastic], axis=-1) if self.modes else flat

    def frame(self, body: str | int, q: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Centre of mass (3,) [m] and axes (3, 3) of one body at q (nq,)."""
        part, alone = q[self.q(body)], self.alone(body)
        return alone.positions(part)[0], alone.axes(part)[0]

    def wrenches(self, blocks: np.ndarray, R: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Force [N] and torque about the centre of mass [N m] in ground axes, (.., 3) each.

        blocks (.., width): generalised forces on one body each, R (.., 3, 3): its axes.
        """
        force, own = blocks[..., : self.dimension], blocks[..., self.dimension : self.velocity_width]
        if self.orientation == "directors":
            on = self._vectors(own)
            return _in_space(force), np.cross(np.swapaxes(R, -1, -2)[..., : on.shape[-2], :], on).sum(axis=-2)
        if self.orientation == "angle":
            return _in_space(force), _about_z(own)
        return force, np.einsum("...ij,...j->...i", R, own)

    def moments(self, J: np.ndarray) -> np.ndarray:
        """Of tensors (.., 3, 3) in body axes what belongs to rotations: all, (.., 1, 1) in the plane; of directors (n, n)."""
        if self.orientation == "directors":
            own = J[..., 2:, 2:] if self.dimension == 2 else second_moments(J)
            return np.kron(own, np.eye(self.dimension))
        if self.orientation == "parameters":  # in axes along them, and across
            found = np.zeros((*J.shape[:-2], 4, 4))
            found[..., 0, 0], found[..., 1:, 1:] = 4.0 / 3.0 * np.trace(J, axis1=-2, axis2=-1), 4.0 * J
            return found
        return J[..., 2:, 2:] if self.orientation == "angle" else J

    def each_director(self, A: np.ndarray) -> np.ndarray:
        """A matrix (3, 3) of vectors in ground axes as one that acts on all directors of a body, (n, n)."""
        return np.kron(np.eye(self.velocity_width // self.dimension - 1), A[: self.dimension, : self.dimension])

    # -- motion --------------------------------------------------------------------------------------------------

    def rate(self, q: np.ndarray, v: np.ndarray) -> np.ndarray:
        """q' = N(q) v, (.., nq)."""
        if self.orientation != "quaternion":
            return v.copy()
        turning = quaternions.rate(self.orientations(q), self.turnings(v))
        return self._with_elastic(np.concatenate([self.translations(v), turning], axis=-1), self.elastic(v))

    def moved(self, q: np.ndarray, u: np.ndarray) -> np.ndarray:
        """q moved by the increment u (nv,): added; quaternions by the chart, see model/quaternions.py."""
        moved = q + self.rate(q, u)
        self.normalise(moved)
        return moved

    def increment(self, q0: np.ndarray, q: np.ndarray) -> np.ndarray:
        """The u (nv,) with moved(q0, u) = q, for bodies turned by less than half a turn."""
        if self.orientation != "quaternion":
            return q - q0
        turning = quaternions.increment(self.orientations(q0), self.orientations(q))
        parts = np.concatenate([self.points(q) - self.points(q0), turning], axis=-1)
        return self._with_elastic(parts, self.elastic(q) - self.elastic(q0))

    def displaced(self, q: np.ndarray, ways: np.ndarray, turns: np.ndarray) -> np.ndarray:
        """q with bodies moved by ways and turned about the vectors turns in ground axes [m, rad].

        (nb, 3) each, or in the plane ways (nb, 2) and turns (nb, 1).
        """
        q = q.copy()
        self.points(q)[:] += ways[..., : self.dimension]
        own = self.orientations(q)
        if self.orientation == "angle":
            own[:] = own + turns[..., -1:]
        elif self.orientation in ("quaternion", "parameters"):
            own[:] = quaternions.normalised(quaternions.product(quaternions.of_vectors(turns), own))
        else:
            about = turns if turns.shape[-1] == len(AXES) else _about_z(turns)
            back = quaternions.matrices(quaternions.of_vectors(-about))
            own[:] = (self._vectors(own) @ back)[..., : self.dimension].reshape(own.shape)
        return q

    def normalise(self, q: np.ndarray) -> None:
        """Bring the quaternions in q (.., nq) to length one, in place."""
        if self.orientation == "quaternion":
            own = self.orientations(q)
            own /= np.linalg.norm(own, axis=-1, keepdims=True)

    def apart(self, q0: np.ndarray, q: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """How far bodies are at q from where they are at q0: ways (.., nb, dimension) [m] and angles (.., nb) [rad]."""
        ways = self.points(q) - self.points(q0)
        if self.orientation == "angle":
            return ways, np.abs(self.angles(q) - self.angles(q0))
        if self.orientation == "directors":  # what their ends move, which is the angle where it is small
            change = self.orientations(q) - self.orientations(q0)
            return ways, np.linalg.norm(change, axis=-1) / np.sqrt(self.dimension - 1.0)
        return ways, quaternions.angles_between(self.orientations(q0), self.orientations(q))

    def distances(self, q0: np.ndarray, q: np.ndarray, length: float) -> np.ndarray:
        """The largest way of a body in lengths [m], or angle [rad], or change of a coordinate, from q0 to q: (..)."""
        if not self.dimension:
            return np.asarray(np.abs(q - q0).max(axis=-1) / length)
        ways, angles = self.apart(q0, q)
        bent = np.abs(self.elastic(q) - self.elastic(q0)).max(axis=-1, initial=0.0)
        return np.maximum(np.maximum(np.abs(ways).max(axis=(-2, -1)), bent) / length, angles.max(axis=-1))

    # -- what the numbers are ------------------------------------------------------------------------------------

    @functools.cached_property
    def is_rotation(self) -> np.ndarray:
        """Which numbers of v turn something, (nv,); none of a Lagrangian, whose coordinates have units of their own."""
        own = np.arange(self.velocity_width) >= self.dimension if self.dimension else np.zeros(self.nv, bool)
        found = np.append(np.tile(own, self.blocks), np.zeros(sum(self.modes), bool))
        found.setflags(write=False)  # one array for all who ask
        return found

    def units(self, length: float) -> np.ndarray:
        """What counts as one in each number of v, (nv,): a length [m] in translations, 1 in rotations and coordinates."""
        return np.where(self.is_rotation, 1.0, length if self.dimension else 1.0)

    def size(self, u: np.ndarray, length: float) -> float:
        """The largest number of an increment u (nv,), translations in lengths [m]."""
        return float(np.abs(u / self.units(length)).max(initial=0.0))

    @functools.cached_property
    def names(self) -> tuple[str, ...]:
        """Names of the numbers of v: "rod.x", "rod.angle", in space "rod.rx" .., "rod.shape 1"; coordinates have their own."""
        if not self.dimension:
            return self.coordinates
        labels = [*AXES[: self.dimension], *_LABELS.get(self.orientation, self._director_labels)]
        names = [f"{body}.{label}" for body in self.bodies for label in labels]
        shapes = [f"{body}.shape {k + 1}" for body, n in zip(self.bodies, self.modes, strict=False) for k in range(n)]
        return tuple(names + shapes)

    # -- directors -----------------------------------------------------------------------------------------------

    @property
    def _director_labels(self) -> tuple[str, ...]:
        n = (self.velocity_width - self.dimension) // self.dimension
        return tuple(f"d{i + 1}{axis}" for i in range(n) for axis in AXES[: self.dimension])

    def _vectors(self, own: np.ndarray) -> np.ndarray:
        """Numbers of directors, (.., all), as vectors in space, (.., n, 3)."""
        return _in_space(own.reshape(*own.shape[:-1], -1, self.dimension))

    def _with_directors(self, points: np.ndarray, directors: np.ndarray) -> np.ndarray:
        """Vectors for points (.., nb, 3) and for directors (.., nb, n, 3) as one array (.., nv)."""
        every = np.concatenate([points[..., None, : self.dimension], directors[..., : self.dimension]], axis=-2)
        return every.reshape(*points.shape[:-2], self.nv)

    def director_matrices(self, v: np.ndarray) -> np.ndarray:
        """Rates of directors in v as the columns of matrices (.., nb, 3, 3) [1/s]."""
        return self._columns(self.turnings(v), 0.0)

    def _columns(self, own: np.ndarray, z: float) -> np.ndarray:
        """Directors (.., nb, n) as the columns of matrices (.., nb, 3, 3); z: the last number of those in the plane."""
        if self.dimension == len(AXES):
            return np.swapaxes(own.reshape(*own.shape[:-1], len(AXES), len(AXES)), -1, -2)
        c, s = own[..., 0], own[..., 1]
        zero = np.zeros_like(c)
        return np.moveaxis(np.array([[c, -s, zero], [s, c, zero], [zero, zero, zero + z]]), (0, 1), (-2, -1))


def _places(frame: slice, shapes: slice, elastic: int) -> np.ndarray:
    """Places of the numbers of a frame and of shapes, which are counted from where the elastic ones begin."""
    return np.concatenate([np.arange(frame.start, frame.stop), elastic + np.arange(shapes.start, shapes.stop)])


def _split(x: np.ndarray, blocks: int, width: int) -> np.ndarray:
    """The first numbers of the last dimension as (.., blocks, width): a view, since one dimension becomes two."""
    return x[..., : blocks * width].reshape(*x.shape[:-1], blocks, width)


def _in_space(x: np.ndarray) -> np.ndarray:
    """Vectors (.., n) of the plane or of space as vectors (.., 3)."""
    return np.concatenate([x, np.zeros((*x.shape[:-1], len(AXES) - x.shape[-1]))], axis=-1)


def _about_z(x: np.ndarray) -> np.ndarray:
    """Numbers (.., 1) as vectors (.., 3) along z."""
    zero = np.zeros_like(x)
    return np.concatenate([zero, zero, x], axis=-1)

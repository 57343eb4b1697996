"""What a reduction needs of an elastic body, whether it is made of solid elements, of beams, or of matrices from elsewhere.

A node has three coordinates (its displacement) or six (and its small rotation). The mass sits at places that may be the nodes
or others: a displacement of all coordinates moves the places by `motion`, and their mass matrix is the same for x, y and z.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from functools import cached_property

import numpy as np
from scipy.sparse import csr_array, eye_array, kron

from jourdain.errors import ModelError, near


class Structure(ABC):
    """nodes (n, 3) [m], numbers (n,) that messages and users call them by, sets: name -> indices of nodes."""

    name: str
    nodes: np.ndarray
    numbers: np.ndarray
    sets: dict[str, np.ndarray]
    width: int = 3  # coordinates of a node

    @property
    @abstractmethod
    def stiffness(self) -> csr_array:
        """(N, N) [N/m, ..] in the order x, y, z (and rotations about x, y, z) of each node."""

    @property
    @abstractmethod
    def places(self) -> np.ndarray:
        """(p, 3) [m]: where the mass is."""

    @property
    @abstractmethod
    def place_mass(self) -> csr_array:
        """(p, p) [kg] of the places, the same for x, y and z."""

    @property
    def motion(self) -> csr_array | None:
        """(3 p, N): displacements of the places by the coordinates; None if they are the coordinates."""
        return None

    @abstractmethod
    def stiffened(self, displacement: np.ndarray, shapes: np.ndarray) -> np.ndarray:
        """(k, k): the stiffness between shapes (N, k) by the stress of a displacement (N,)."""

    @abstractmethod
    def surface(self) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """What is drawn: points (s, 3) [m], their numbers (s,) and triangles (t, 3) of them."""

    @abstractmethod
    def on_surface(self, shapes: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Displacement (s, k, 3) [m] and stress (s, k, 6) [Pa] of the drawn points by shapes (N, k)."""

    def surface_turns(self, shapes: np.ndarray) -> np.ndarray:
        """Small rotation (s, k, 3) of the drawn points by shapes (N, k), where nodes turn by themselves; else (0, k, 3)."""
        return np.zeros((0, shapes.shape[1], 3))

    def elastic_energy(self, displacements: np.ndarray) -> np.ndarray:
        """(k,) [J] of displacements (N, k)."""
        return 0.5 * np.einsum("nk,nk->k", displacements, self.stiffness @ displacements)

    def direct_inertia(self) -> tuple[float, np.ndarray] | None:
        """Mass [kg] and second moments (3, 3) [kg m2] about the centre, by integration over the volume, if there is one."""
        return None

    @cached_property
    def mass(self) -> csr_array:
        """(N, N) [kg, ..]"""
        three = csr_array(kron(self.place_mass, eye_array(3), format="csr"))
        return three if self.motion is None else csr_array(self.motion.T @ three @ self.motion)

    @property
    def size(self) -> int:
        """How many coordinates."""
        return self.width * len(self.nodes)

    @cached_property
    def centre(self) -> np.ndarray:
        """Centre of mass (3,) [m]."""
        return np.asarray(self.place_mass.sum(axis=0)) @ self.places / self.place_mass.sum()

    def moved_places(self, shapes: np.ndarray) -> np.ndarray:
        """(p, 3, k): displacements of the mass by shapes (N, k)."""
        moved = shapes if self.motion is None else self.motion @ shapes
        return moved.reshape(len(self.places), 3, -1)

    def forces(self, fields: np.ndarray) -> np.ndarray:
        """(N, k): forces on the coordinates by accelerations of the mass (k, p, 3) [m/s2]."""
        at = np.stack([(self.place_mass @ one).ravel() for one in fields], axis=1)
        return at if self.motion is None else self.motion.T @ at

    def coordinates(self, nodes: np.ndarray) -> np.ndarray:
        """Indices of all coordinates of nodes."""
        return (self.width * np.asarray(nodes)[:, None] + np.arange(self.width)).ravel()

    def rigid(self, nodes: np.ndarray | None = None, about: np.ndarray | None = None) -> np.ndarray:
        """(coordinates of these nodes, 6): by translations and rotations of a frame at a point, by default the origin."""
        x = self.nodes if nodes is None else self.nodes[nodes]
        s = x if about is None else x - about
        found = np.zeros((len(x), self.width, 6))
        found[:, :3, :3] = np.eye(3)
        for axis in range(3):
            found[:, :3, 3 + axis] = np.cross(np.eye(3)[axis], s)
        found[:, 3:, 3:] = np.eye(3)[: self.width - 3]
        return found.reshape(-1, 6)

    def named(self, name: str) -> np.ndarray:
        """The nodes of a set."""
        if name not in self.sets:
            raise ModelError(f"{self.name} has no set of nodes {name!r}.{near(name, self.sets)}")
        if not len(self.sets[name]):
            raise ModelError(f"{self.name}: the set of nodes {name!r} is empty.")
        return self.sets[name]

    @property
    def stress_is(self) -> str:
        """What is not known of its stress, in words; empty if all of it is."""
        return ""

    @property
    def wave_speeds(self) -> tuple[float, ...]:
        """[m/s] of rods of its materials, as far as they are known."""
        return ()

    @property
    def made_of(self) -> list[str]:
        """What its parts are made of, in lines, if that is more than one material that was given."""
        return []

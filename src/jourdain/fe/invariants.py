"""What the inertia of a part needs of its mesh: integrals over the mass, and how its interfaces move with the shapes."""

from __future__ import annotations

import numpy as np

from jourdain.fe.interfaces import Interface
from jourdain.fe.matrices import Matrices
from jourdain.fe.modes import Modes
from jourdain.model.part import Frame, Invariants


def invariants(m: Matrices, shapes: np.ndarray, centre: np.ndarray) -> Invariants:
    """Of shapes (3 n, k) of a mesh."""
    s = m.mesh.nodes - centre
    Phi = shapes.reshape(len(s), 3, -1).transpose(2, 0, 1)  # (k, n, 3)
    weighted = np.stack([m.node_mass @ one for one in Phi])
    return Invariants(
        mass=float(m.node_mass.sum()),
        N=weighted.sum(axis=1),
        P0=s.T @ (m.node_mass @ s),
        P1=np.einsum("ni,knj->kij", s, weighted),
        P2=np.einsum("kni,lnj->klij", Phi, weighted, optimize=True),
    )


def frame(m: Matrices, one: Interface, shapes: np.ndarray, centre: np.ndarray) -> Frame:
    """How an interface moves with each shape: as it fits its nodes best, which is exact for a rigid one."""
    u = shapes.reshape(len(m.mesh.nodes), 3, -1)[one.nodes].reshape(3 * len(one.nodes), -1)
    moved = one.mean(m.mesh) @ u
    return Frame(one.at - centre, moved[:3].T.copy(), moved[3:].T.copy())


def centre_of(m: Matrices) -> np.ndarray:
    """Centre of mass of a mesh (3,) [m]."""
    return np.asarray(m.node_mass.sum(axis=0)) @ m.mesh.nodes / m.node_mass.sum()


def in_shapes(matrix: object, modes: Modes) -> np.ndarray:
    """A matrix (n, n), the same for x, y and z, between the shapes: (k, k)."""
    V = modes.shapes.reshape(-1, 3, modes.shapes.shape[1])
    return sum(V[:, i].T @ (matrix @ V[:, i]) for i in range(3))

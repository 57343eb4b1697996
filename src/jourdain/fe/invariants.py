"""What the motion of a part needs of its mesh: integrals over the mass, and how its interfaces move with the shapes."""

from __future__ import annotations

import numpy as np

from jourdain.fe.interfaces import Interface
from jourdain.fe.structure import Structure
from jourdain.model.part import Frame, Invariants


def invariants(m: Structure, shapes: np.ndarray) -> Invariants:
    """Of shapes (N, k)."""
    s = m.places - m.centre
    Phi = np.ascontiguousarray(m.moved_places(shapes).transpose(2, 0, 1))  # (k, p, 3)
    weighted = np.stack([m.place_mass @ one for one in Phi])
    k = len(Phi)
    flat = [one.transpose(0, 2, 1).reshape(3 * k, -1) for one in (Phi, weighted)]
    return Invariants(
        mass=float(m.place_mass.sum()),
        N=weighted.sum(axis=1),
        P0=s.T @ (m.place_mass @ s),
        P1=np.einsum("ni,knj->kij", s, weighted),
        P2=(flat[0] @ flat[1].T).reshape(k, 3, k, 3).transpose(0, 2, 1, 3).copy(),
    )


def frame(m: Structure, one: Interface, shapes: np.ndarray, bends: np.ndarray) -> Frame:
    """How an interface moves with each shape: as it fits its nodes best, which is exact for a rigid one; bends (3, k, k)."""
    moved = one.mean(m) @ shapes[m.coordinates(one.nodes)]
    return Frame(one.at - m.centre, moved[:3].T.copy(), moved[3:].T.copy(), bends=bends)

"""Stiffness by stress between the shapes of a part: by stress of the shapes themselves, and by what they leave out.

A load f bends a held part by u = K^-1 f. Of u the shapes carry V w^-2 V^T K u; the rest has its stress from the load itself and
follows it without delay. Only the rest is in `spin` and `pull`: the share of the shapes is in `cubic`, and would count twice.
A part with interface shapes may be held at its interfaces to find this rest, although it floats: whatever forces come in
through the interfaces, the shapes carry them.
Theory: docs/theory/modal.md.
"""

from __future__ import annotations

import numpy as np
from scipy.sparse import csc_array
from scipy.sparse.linalg import splu

from jourdain.fe.invariants import in_shapes
from jourdain.fe.matrices import Matrices
from jourdain.fe.modes import Held, Modes
from jourdain.fe.stress import stress_stiffness
from jourdain.model.part import SPINS

SMALLEST = 1e-9  # of the largest effect: smaller ones are rounding, and cost time


def by_loads(m: Matrices, modes: Modes, held: Held | None, centre: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """spin (6, k, k) and pull (3, k, k), by stress that the shapes do not carry.

    held: the interfaces that bear the part; None if it bears itself, so that accelerations cannot be told from gravity.
    """
    s = m.mesh.nodes - centre
    fields = [centrifugal(s, i, j) for i, j in SPINS]
    if held is not None:
        fields += [np.tile(-np.eye(3)[axis], (len(s), 1)) for axis in range(3)]
    forces = np.stack([(m.node_mass @ one).ravel() for one in fields], axis=1)
    moved = held.under(forces) if held is not None else in_balance(m, forces)
    V, w = modes.shapes, modes.frequencies
    rest = moved - V @ ((V.T @ (m.stiffness @ moved)) / (w * w)[:, None])
    found = np.array([in_shapes(stress_stiffness(m, one), modes) for one in rest.T])
    return found[:6], found[6:] if held is not None else np.zeros((3, len(w), len(w)))


def by_shapes(m: Matrices, modes: Modes) -> np.ndarray:
    """cubic (k, k, k): for each shape the stiffness by its stress; what has no effect beside the largest one is zero."""
    G = np.array([in_shapes(stress_stiffness(m, one), modes) for one in modes.shapes.T])
    w = modes.frequencies
    effect = np.abs(G) / (w[:, None, None] * w[:, None] * w)  # at amplitudes of the same energy
    G[effect < SMALLEST * effect.max(initial=0.0)] = 0.0
    return 0.5 * (G + G.transpose(0, 2, 1))


def centrifugal(s: np.ndarray, i: int, j: int) -> np.ndarray:
    """-w x (w x s) by the product w_i w_j (both orders together), (n, 3) for places s (n, 3)."""
    E = np.eye(3)
    both = s[:, [i]] * E[j] + s[:, [j]] * E[i]
    return s - s[:, [i]] * E[i] if i == j else -both


def in_balance(m: Matrices, forces: np.ndarray) -> np.ndarray:
    """Displacements of a free part under forces that are in balance: three nodes are held just enough."""
    x = m.mesh.nodes
    a = 0
    b = int(np.linalg.norm(x - x[a], axis=1).argmax())
    along = (x[b] - x[a]) / np.linalg.norm(x[b] - x[a])
    off = (x - x[a]) - np.outer((x - x[a]) @ along, along)
    c = int(np.linalg.norm(off, axis=1).argmax())
    # all of a; of b what is across the line a-b, of c what is across the plane, by the axes nearest to these directions
    across = np.argsort(np.abs(along))[:2]
    normal = int(np.abs(np.cross(along, off[c])).argmax())
    held = [*(3 * a + np.arange(3)), *(3 * b + across), 3 * c + normal]
    free = np.setdiff1d(np.arange(3 * len(x)), held)
    found = np.zeros_like(forces)
    found[free] = splu(csc_array(m.stiffness[free][:, free])).solve(forces[free])
    return found

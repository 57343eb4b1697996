"""Loads that follow from the motion of a part, and the stiffness by stress between its shapes.

A load f bends a held part by u = K^-1 f. Of u the shapes carry V w^-2 V^T K u; the rest, `Modes.rest`, has its stress from the
load itself and follows it without delay. Only the rest is in `spin` and `pull`: the share of the shapes is in `cubic`, and
would count twice. A part with interface shapes may be held at its interfaces to find this rest, although it floats: whatever
forces come in through the interfaces, the shapes carry them.
Theory: docs/theory/modal.md.
"""

from __future__ import annotations

import numpy as np

from jourdain.fe.interfaces import Interface
from jourdain.fe.modes import Floating, Held, Modes
from jourdain.fe.structure import Structure
from jourdain.model.part import SPINS

SMALLEST = 1e-9  # of the largest effect: smaller ones are rounding, and cost time


def spin_fields(s: np.ndarray) -> np.ndarray:
    """(6, p, 3): -w x (w x s) of places s (p, 3) by the products w_i w_j in the order of SPINS, both orders together."""
    E, found = np.eye(3), []
    for i, j in SPINS:
        both = s[:, [i]] * E[j] + s[:, [j]] * E[i]
        found.append(s - s[:, [i]] * E[i] if i == j else -both)
    return np.array(found)


def pull_fields(s: np.ndarray) -> np.ndarray:
    """(3, p, 3): -a of unit accelerations of the frame."""
    return -np.repeat(np.eye(3)[:, None, :], len(s), axis=1)


def turn_fields(s: np.ndarray) -> np.ndarray:
    """(3, p, 3): -alpha x s of unit angular accelerations of the frame."""
    return np.array([-np.cross(axis, s) for axis in np.eye(3)])


def rest_under(m: Structure, modes: Modes, borne: Held | Floating, fields: np.ndarray) -> np.ndarray:
    """(N, l): what shapes do not carry of the displacements by accelerations of the mass (l, p, 3)."""
    return modes.rest(m, borne.under(m.forces(fields)))


def by_loads(m: Structure, modes: Modes, rest: np.ndarray) -> np.ndarray:
    """(l, k, k): stiffness by the stress of displacements (N, l)."""
    return np.array([m.stiffened(one, modes.shapes) for one in rest.T])


def by_force(m: Structure, modes: Modes, borne: Held | Floating, one: Interface) -> np.ndarray:
    """bends (3, k, k): second order of the displacement of an interface. Forces on a part that is held there do nothing."""
    if isinstance(borne, Held):
        return np.zeros((3, *2 * modes.frequencies.shape))
    rest = modes.rest(m, borne.under(interface_forces(m, one)[:, :3]))
    found = -by_loads(m, modes, rest)
    found[np.abs(found) < SMALLEST * np.abs(found).max(initial=0.0)] = 0.0
    return 0.5 * (found + found.transpose(0, 2, 1))


def interface_forces(m: Structure, one: Interface) -> np.ndarray:
    """(N, 6): unit forces and moments at the frame of an interface, spread over its nodes."""
    found = np.zeros((m.size, 6))
    found[m.coordinates(one.nodes)] = one.mean(m).T
    return found


def by_shapes(m: Structure, modes: Modes) -> np.ndarray:
    """cubic (k, k, k): for each shape the stiffness by its stress; what has no effect beside the largest one is zero."""
    G = by_loads(m, modes, modes.shapes)
    w = modes.frequencies
    effect = np.abs(G) / (w[:, None, None] * w[:, None] * w)  # at amplitudes of the same energy
    G[effect < SMALLEST * effect.max(initial=0.0)] = 0.0
    return 0.5 * (G + G.transpose(0, 2, 1))

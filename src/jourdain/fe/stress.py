"""Stress by its components xx, yy, zz, xy, yz, zx [Pa], in the axes of the mesh, and what is made of them."""

from __future__ import annotations

import numpy as np

COMPONENTS = {"xx": (0, 0), "yy": (1, 1), "zz": (2, 2), "xy": (0, 1), "yz": (1, 2), "zx": (2, 0)}


def mises(stress: np.ndarray) -> np.ndarray:
    """Von Mises' stress [Pa] of components (.., 6)."""
    xx, yy, zz, xy, yz, zx = np.moveaxis(stress, -1, 0)
    return np.sqrt(0.5 * ((xx - yy) ** 2 + (yy - zz) ** 2 + (zz - xx) ** 2) + 3.0 * (xy**2 + yz**2 + zx**2))


def principal(stress: np.ndarray) -> np.ndarray:
    """Principal stresses (.., 3) [Pa], the smallest first, of components (.., 6)."""
    tensor = np.empty((*stress.shape[:-1], 3, 3))
    for c, (i, j) in enumerate(COMPONENTS.values()):
        tensor[..., i, j] = tensor[..., j, i] = stress[..., c]
    return np.linalg.eigvalsh(tensor)

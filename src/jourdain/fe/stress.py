"""Stress of displacements: at the points of a cell where it is best, and carried on to the nodes.

Components come in the order xx, yy, zz, xy, yz, zx [Pa], in the axes of the mesh.
"""

from __future__ import annotations

import numpy as np

from jourdain.fe.elements import SOLIDS, Rule
from jourdain.fe.matrices import Matrices, element_stiffness, lame, slopes

COMPONENTS = ("xx", "yy", "zz", "xy", "yz", "zx")
_AT = ((0, 0), (1, 1), (2, 2), (0, 1), (1, 2), (2, 0))


def cell_stress(m: Matrices, kind: str, shapes: np.ndarray, rule: Rule) -> np.ndarray:
    """(cells, points, 3, 3, shapes) [Pa] of displacements (3 n, shapes) [m]."""
    solid, cells = SOLIDS[kind], m.mesh.cells[kind]
    u = shapes.reshape(len(m.mesh.nodes), 3, -1)[cells]
    at = slopes(m.mesh, kind, rule, bubbles=solid.bubbles).of
    if solid.bubbles:  # they follow from the displacements of the nodes
        inner = element_stiffness(slopes(m.mesh, kind, solid.stiffness, bubbles=True), m.material, len(solid.places))[1]
        flat = u.reshape(len(cells), 3 * len(solid.places), -1)
        u = np.concatenate([u, (inner @ flat).reshape(len(cells), -1, 3, flat.shape[2])], axis=1)
    gradient = np.einsum("egkj,ekim->egijm", at, u, optimize=True)
    strain = 0.5 * (gradient + gradient.transpose(0, 1, 3, 2, 4))
    lam, mu = lame(m.material)
    stress = 2.0 * mu * strain
    pressure = lam * np.einsum("egiim->egm", strain)
    for i in range(3):
        stress[:, :, i, i] += pressure
    return stress


def node_stress(m: Matrices, shapes: np.ndarray) -> np.ndarray:
    """(n, 6, shapes) [Pa]: mean over the cells at a node of what their inner points say."""
    total = np.zeros((len(m.mesh.nodes), 6, shapes.shape[1]))
    count = np.zeros(len(m.mesh.nodes))
    for kind, cells in m.mesh.cells.items():
        solid = SOLIDS[kind]
        inside = cell_stress(m, kind, shapes, solid.stress)
        six = np.stack([inside[:, :, i, j] for i, j in _AT], axis=2)
        at_nodes = np.einsum("kg,egcm->ekcm", solid.to_nodes, six, optimize=True)
        np.add.at(total, cells, at_nodes)
        np.add.at(count, cells, 1.0)
    return total / count[:, None, None]


def mises(stress: np.ndarray) -> np.ndarray:
    """Von Mises' stress [Pa] of components (.., 6)."""
    xx, yy, zz, xy, yz, zx = np.moveaxis(stress, -1, 0)
    return np.sqrt(0.5 * ((xx - yy) ** 2 + (yy - zz) ** 2 + (zz - xx) ** 2) + 3.0 * (xy**2 + yz**2 + zx**2))


def principal(stress: np.ndarray) -> np.ndarray:
    """Principal stresses (.., 3) [Pa], the smallest first, of components (.., 6)."""
    tensor = np.empty((*stress.shape[:-1], 3, 3))
    for c, (i, j) in enumerate(_AT):
        tensor[..., i, j] = tensor[..., j, i] = stress[..., c]
    return np.linalg.eigvalsh(tensor)


def stress_stiffness(m: Matrices, shape: np.ndarray) -> np.ndarray:
    """The stiffness (n, n) [N/m] that the stress of a displacement (3 n,) gives to further ones."""
    stress = {kind: cell_stress(m, kind, shape[:, None], SOLIDS[kind].stiffness)[..., 0] for kind in m.mesh.cells}
    return m.stress_stiffness(stress)

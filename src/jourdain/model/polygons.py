"""Constants of a cross-section that is a polygon: area, moments, torsion constant, shear factors.

Area and moments are exact. The others are integrals of two boundary value problems on the section, solved by linear
triangles on two meshes, the second one finer by half, and extrapolated:

    torsion (Prandtl)   lap phi = -2,          phi = 0 on the edge        J = 2 int phi dA
    shear along z       lap chi = -(c . (y, z)), d chi/dn = 0 on the edge   energy of the stress grad chi (Poisson's ratio 0)

with c = I^-1 V for the shear force V. The shear factors are those of the energy: V.V/(k A) = int |grad chi|^2 dA.
"""

from __future__ import annotations

import functools
from dataclasses import dataclass

import numpy as np

from jourdain.errors import ModelError

Corners = tuple[tuple[float, float], ...]
FINEST = 4000  # triangles of the finer mesh, at least


@dataclass(frozen=True)
class Constants:
    """area [m2], centre (y, z) [m], second moments Iy, Iz, Iyz [m4] about the centre, torsion [m4], factors (ky, kz, kyz)."""

    area: float
    centre: tuple[float, float]
    Iy: float
    Iz: float
    Iyz: float
    torsion: float
    shear: tuple[float, float, float]


@functools.lru_cache(maxsize=64)
def constants(corners: Corners) -> Constants:
    """Of a simple polygon (n, 2) [m], corners in either direction around it."""
    points = np.array(corners)
    if _area(points) < 0.0:
        points = points[::-1]
    scale = float(np.ptp(points, axis=0).max())
    if not _area(points) > 1e-9 * scale**2 or _crossing(points):
        raise ModelError("polygon: its sides cross each other, or its corners are on a line; list them once around it.")
    triangles = _ears(points)
    area, centre, moments = _moments(points)
    coarse, fine = _meshes((points - centre) / scale, triangles)
    (J1, F1), (J2, F2) = _solve(*coarse), _solve(*fine)
    J, F = J2 + (J2 - J1) / 3.0, F2 + (F2 - F1) / 3.0
    k = np.linalg.inv(F) / (area / scale**2)
    Iz, Iy, Iyz = moments[0, 0], moments[1, 1], moments[0, 1]
    shear = (float(k[0, 0]), float(k[1, 1]), float(k[0, 1]) if abs(k[0, 1]) > 1e-9 else 0.0)
    product = float(Iyz) if abs(Iyz) > 1e-12 * (Iy + Iz) else 0.0
    return Constants(
        area, (float(centre[0]), float(centre[1])), float(Iy), float(Iz), product, float(J) * scale**4, shear
    )


def _cross(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    return a[..., 0] * b[..., 1] - a[..., 1] * b[..., 0]


def _area(points: np.ndarray) -> float:
    """Signed: positive if the corners go from y to z."""
    return 0.5 * float(_cross(points, np.roll(points, -1, axis=0)).sum())


def _crossing(points: np.ndarray) -> bool:
    """Do two sides cross?"""
    a, b = points, np.roll(points, -1, axis=0)

    def sides(p: np.ndarray) -> np.ndarray:
        """Sign of the side of the line of each side i that each point j is on."""
        return np.sign(_cross((b - a)[:, None], p[None] - a[:, None]))

    apart = sides(a) * sides(b) < 0.0
    return bool((apart & apart.T).any())


def _moments(points: np.ndarray) -> tuple[float, np.ndarray, np.ndarray]:
    """Area, centre (2,) and int (y, z)(y, z)^T dA about the centre (2, 2), of the triangles from the first corner."""
    a, b, c = points[:1], points[1:-1], points[2:]
    areas = 0.5 * _cross(b - a, c - a)
    total = float(areas.sum())
    centre = (areas[:, None] * (a + b + c) / 3.0).sum(axis=0) / total
    corners = np.stack([np.broadcast_to(a, b.shape), b, c]) - centre
    sums = corners.sum(axis=0)
    second = np.einsum("e,kei,kej->ij", areas, corners, corners) + np.einsum("e,ei,ej->ij", areas, sums, sums)
    return total, centre, second / 12.0


def _ears(points: np.ndarray) -> np.ndarray:
    """Triangles (n - 2, 3) of a simple polygon: one convex corner after another without a point inside is cut off."""
    left, found = list(range(len(points))), []
    while len(left) > 3:
        for i, tip in enumerate(left):
            one = (left[i - 1], tip, left[(i + 1) % len(left)])
            if _is_ear(points, one, [p for p in left if p not in one]):
                found.append(one)
                left.pop(i)
                break
        else:
            raise ModelError("polygon: its sides touch each other; list its corners once around it.")
    return np.array([*found, left])


def _is_ear(points: np.ndarray, corners: tuple[int, int, int], others: list[int]) -> bool:
    a, b, c = points[list(corners)]
    if not _cross(b - a, c - b) > 0.0:
        return False
    p = points[others]
    return not ((_cross(b - a, p - a) >= 0.0) & (_cross(c - b, p - b) >= 0.0) & (_cross(a - c, p - c) >= 0.0)).any()


Mesh = tuple[np.ndarray, np.ndarray, np.ndarray]


def _meshes(points: np.ndarray, triangles: np.ndarray) -> tuple[Mesh, Mesh]:
    """The triangles divided at the middles of their sides, again and again: the last two meshes (points, triangles, edge)."""
    n = len(points)
    edge = np.column_stack([np.arange(n), np.roll(np.arange(n), -1)])
    meshes = [(points, triangles, edge)]
    while len(meshes) < 3 or len(meshes[-1][1]) < FINEST:
        meshes.append(_refined(*meshes[-1]))
    return meshes[-2], meshes[-1]


def _refined(points: np.ndarray, triangles: np.ndarray, edge: np.ndarray) -> Mesh:
    sides = np.sort(np.concatenate([triangles[:, [0, 1]], triangles[:, [1, 2]], triangles[:, [2, 0]]]), axis=1)
    unique, inverse = np.unique(sides, axis=0, return_inverse=True)
    middle = len(points) + inverse.reshape(3, -1)
    place = {(int(a), int(b)): len(points) + i for i, (a, b) in enumerate(unique)}
    on_edge = np.array([place[(min(a, b), max(a, b))] for a, b in edge.tolist()])
    edge = np.concatenate([np.column_stack([edge[:, 0], on_edge]), np.column_stack([on_edge, edge[:, 1]])])
    (a, b, c), (ab, bc, ca) = triangles.T, middle
    pieces = [np.column_stack(piece) for piece in ((a, ab, ca), (ab, b, bc), (ca, bc, c), (ab, bc, ca))]
    return np.concatenate([points, points[unique].mean(axis=1)]), np.concatenate(pieces), edge


def _solve(points: np.ndarray, triangles: np.ndarray, edge: np.ndarray) -> tuple[float, np.ndarray]:
    """Torsion constant and shear flexibility (2, 2): V.F V is twice the energy of a shear force V at G = 1."""
    from scipy.sparse import coo_array  # of use for polygons only
    from scipy.sparse.linalg import splu

    n = len(points)
    corners = points[triangles]
    sides = np.roll(corners, -1, axis=1) - np.roll(corners, 1, axis=1)  # opposite to each corner
    areas = 0.5 * _cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    K_e = np.einsum("eic,ejc->eij", sides, sides) / (4.0 * areas)[:, None, None]
    rows, columns = np.repeat(triangles, 3, axis=1).ravel(), np.tile(triangles, (1, 3)).ravel()
    K = coo_array((K_e.ravel(), (rows, columns)), shape=(n, n)).tocsc()
    load = np.zeros(n)
    np.add.at(load, triangles, areas[:, None] / 3.0)
    inside = np.setdiff1d(np.arange(n), edge)
    phi = splu(K[inside][:, inside]).solve(2.0 * load[inside])
    first = np.zeros((n, 2))  # int N (y, z) dA
    np.add.at(first, triangles, areas[:, None, None] * (corners + corners.sum(axis=1, keepdims=True)) / 12.0)
    second = points.T @ first
    first -= np.outer(load, first.sum(axis=0) / load.sum())  # to rounding: the source has no mean
    chi = np.zeros((n, 2))
    chi[1:] = splu(K[1:][:, 1:]).solve(first[1:])
    inverse = np.linalg.inv(second)
    return 2.0 * float(load[inside] @ phi), inverse @ (chi.T @ (K @ chi)) @ inverse

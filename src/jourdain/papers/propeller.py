"""The propeller of Miao, Zhu, Chen and Zhu (2008): four twisted blades on a hub, aluminium, 900 mm across.

The paper does not give its geometry; this one has its size. Blades are lens-shaped and twisted by 35 degrees, and grow out of
the hub with the same faces that the hub has there, so that the mesh is one piece: 684 bricks of the hub, 1152 of the roots,
2304 of the blades.
"""

from __future__ import annotations

import math

import numpy as np

from jourdain.fe.mesh import Mesh, brick, merged
from jourdain.model.sections import Material, material

BORE, HUB, ROOT, TIP, LENGTH = 0.045, 0.075, 0.150, 0.450, 0.190  # radii and length of the hub [m]
_CHORD = 0.120  # of a blade where it leaves the hub [m]
_HALF = math.radians(15.0)  # of the hub that a blade takes


def aluminium() -> Material:
    """E = 70 GPa, nu = 0.3, 2780 kg/m3."""
    return material(E=7e10, nu=0.3, density=2780.0)


def propeller_mesh(kind: str = "hex8", *, finer: int = 1, coarse: bool = False) -> Mesh:
    """The mesh, turning about z; the set "bore" is the inner face of the hub, "tips" are the ends of the blades.

    finer: this many bricks along each edge in place of one. coarse: one brick through the thickness of blades.
    """
    # bricks of roots and blades along the radius, through the thickness, along the chord; of the hub before and behind that
    to_root, to_tip, thick, chord, *ends = (3, 6, 1, 4, 1, 1) if coarse else (8, 16, 3, 12, 3, 4)
    hub = brick((finer, 12 * thick * finer, (chord + sum(ends)) * finer), kind=kind).moved(
        lambda x: _hub(x, np.cumsum([0, ends[0], chord, ends[1]]) / (chord + sum(ends)))
    )
    hub.sets.update({"bore": hub.sets["x0"]})
    blades = []
    for quarter in range(4):
        root = brick((to_root * finer, thick * finer, chord * finer), kind=kind).moved(
            lambda x: _blade(HUB + (ROOT - HUB) * x[:, 0], x)
        )
        blade = brick((to_tip * finer, thick * finer, chord * finer), kind=kind).moved(
            lambda x: _blade(ROOT + (TIP - ROOT) * x[:, 0], x)
        )
        blade.sets.update({"tips": blade.sets["x1"]})
        c, s = round(math.cos(quarter * math.pi / 2)), round(math.sin(quarter * math.pi / 2))
        turn = np.array([[c, s, 0], [-s, c, 0], [0, 0, 1]])
        blades += [one.moved(lambda x, turn=turn: x @ turn) for one in (root, blade)]  # type: ignore[misc]
    for one in (hub, *blades):
        for name in set(one.sets) - {"bore", "tips"}:
            del one.sets[name]
    return merged([hub, *blades], "propeller")


def _hub(x: np.ndarray, shares: np.ndarray) -> np.ndarray:
    """Places in the hub; shares: where its length is divided, the chord of the blades between the second and the third."""
    r = BORE + (HUB - BORE) * x[:, 0]
    turn = 2.0 * math.pi * x[:, 1] - _HALF
    z = np.interp(x[:, 2], shares, [-LENGTH / 2, -_CHORD / 2, _CHORD / 2, LENGTH / 2])
    return np.column_stack([r * np.cos(turn), r * np.sin(turn), z])


def _blade(r: np.ndarray, x: np.ndarray) -> np.ndarray:
    """Places at radii r of a blade along x; x[:, 1] goes through its thickness and x[:, 2] along its chord, 0 to 1."""
    u, xi, zeta = np.maximum(r - ROOT, 0.0) / (TIP - ROOT), 2.0 * x[:, 2] - 1.0, 2.0 * x[:, 1] - 1.0
    chord = _CHORD + 0.060 * np.sin(math.pi * np.minimum(1.1 * u, 1.0)) - 0.040 * u
    thickness = (0.024 - 0.017 * u) * (1.0 - 0.75 * xi * xi)
    pitch = math.radians(35.0) * (r - HUB) / (TIP - HUB)
    along, across = 0.5 * chord * xi, 0.5 * thickness * zeta
    wing = np.column_stack(
        [r, across * np.cos(pitch) - along * np.sin(pitch), across * np.sin(pitch) + along * np.cos(pitch)]
    )
    foot = np.column_stack([r * np.cos(_HALF * zeta), r * np.sin(_HALF * zeta), 0.5 * _CHORD * xi])
    t = np.minimum((r - HUB) / (ROOT - HUB), 1.0)
    blend = (t * t * (3.0 - 2.0 * t))[:, None]
    return (1.0 - blend) * foot + blend * wing

"""From a mesh to a part with a few shapes."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from jourdain.errors import ModelError, near
from jourdain.fe.elements import SOLIDS
from jourdain.fe.interfaces import Interface, find_interfaces
from jourdain.fe.invariants import centre_of, frame, invariants
from jourdain.fe.matrices import Matrices
from jourdain.fe.mesh import Mesh
from jourdain.fe.modes import Held, Modes, free_modes, separated
from jourdain.fe.stiffening import by_loads, by_shapes
from jourdain.fe.stress import node_stress
from jourdain.model.part import Part, Surface
from jourdain.model.sections import Material

KINDS = ("craig-bampton", "clamped", "free")
LENGTHS = {"m": 1.0, "mm": 1e-3, "cm": 1e-2, "in": 0.0254}


def reduce(
    mesh: Mesh | str | Path,
    *,
    material: Material,
    interfaces: Mapping[str, Any] | None = None,
    modes: int = 12,
    kind: str = "craig-bampton",
    rigid: bool = True,
    lumped: bool = False,
    unit: str = "m",
    name: str | None = None,
) -> Part:
    """A part with few shapes instead of all displacements of a mesh (or of a file of one).

    interfaces: name -> nodes that a joint takes as one frame, rigid or (rigid=False) by their mean motion.
    kind: "craig-bampton" (the slowest motions with held interfaces, and those that move an interface), "clamped" (motions
    with all interfaces held; the frame moves with them), "free" (motions of the part by itself). modes: how many slow motions.
    unit: of length of the file.
    """
    if kind not in KINDS:
        raise ModelError(f"reduce: unknown kind {kind!r}.{near(kind, KINDS)}")
    if unit not in LENGTHS:
        raise ModelError(f"reduce: unit = {unit!r}.{near(unit, LENGTHS)}")
    if not isinstance(modes, int) or modes < 1:
        raise ModelError(f"reduce: modes = {modes!r}; give a whole number, at least 1.")
    solid = _mesh(mesh, LENGTHS[unit])
    m = Matrices(solid, material, lumped)
    ends = find_interfaces(solid, interfaces, rigid)
    if kind != "free" and not ends:
        raise ModelError(f"reduce: kind = {kind!r} needs interfaces; without any, take kind='free'.")
    held = Held(m, ends) if ends else None
    found = _shapes(kind, m, held, modes)
    centre = centre_of(m)
    borne = held if kind != "free" or len(ends) == 1 else None  # several interfaces may share the weight in any way
    spin, pull = by_loads(m, found, borne, centre)
    return Part(
        name or solid.name,
        kind,
        centre,
        found.frequencies,
        invariants(m, found.shapes, centre),
        {one.name: frame(m, one, found.shapes, centre) for one in ends},
        surface(m, found.shapes, centre),
        spin,
        pull,
        by_shapes(m, found),
        _notes(m, found, ends),
        str(solid),
    )


def _mesh(mesh: Mesh | str | Path, scale: float) -> Mesh:
    if not isinstance(mesh, Mesh):
        from jourdain.fe.readers import read_mesh

        mesh = read_mesh(mesh)
    return mesh if scale == 1.0 else mesh.moved(lambda x: scale * x)


def _shapes(kind: str, m: Matrices, held: Held | None, count: int) -> Modes:
    if held is None or kind == "free":
        return free_modes(m, count)
    slow = held.modes(count)
    if kind == "clamped":
        return separated(slow, m, floating=False)
    return separated(np.concatenate([slow, held.moving_interfaces()], axis=1), m, floating=True)


def surface(m: Matrices, shapes: np.ndarray, centre: np.ndarray) -> Surface:
    """Faces that one cell has and no other, cut into triangles, and stress at their nodes."""
    triangles = outer_triangles(m.mesh)
    kept, place = np.unique(triangles, return_inverse=True)
    stress = node_stress(m, shapes)[kept].transpose(0, 2, 1)
    moved = shapes.reshape(len(m.mesh.nodes), 3, -1)[kept].transpose(0, 2, 1)
    return Surface(m.mesh.nodes[kept] - centre, m.mesh.numbers[kept], place.reshape(-1, 3), moved, stress)


def outer_triangles(mesh: Mesh) -> np.ndarray:
    """(n, 3) indices of corners, seen from outside against the clock."""
    sides: dict[tuple[int, ...], np.ndarray | None] = {}
    for kind, cells in mesh.cells.items():
        for corners in SOLIDS[kind].faces:
            for face in cells[:, corners]:
                key = tuple(sorted(face.tolist()))
                sides[key] = None if key in sides else face
    outer = [face for face in sides.values() if face is not None]
    return np.array([(face[0], face[i], face[i + 1]) for face in outer for i in range(1, len(face) - 1)])


def _notes(m: Matrices, modes: Modes, ends: list[Interface]) -> tuple[str, ...]:
    zero = float(modes.rigid.max() / modes.frequencies[0])
    speed = float(np.sqrt(m.material.E / m.material.density))
    told = [f"rigid motions at {zero:.1e} of the first frequency; waves run at {speed:.4g} m/s"]
    if not 500.0 < speed < 20_000.0:
        told.append(
            f"warning: sound runs at 500 .. 13 000 m/s in solids, here at {speed:.4g}; check E, density and units."
        )
    told += [
        f"interface {one.name!r}: {len(one.nodes)} nodes about ({one.at[0]:.5g}, {one.at[1]:.5g}, {one.at[2]:.5g}) m"
        for one in ends
    ]
    return tuple(told)

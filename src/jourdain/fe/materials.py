"""Materials of the cells of a mesh: one for all, one for each group of cells, or those that the file of the mesh has."""

from __future__ import annotations

import reprlib
from collections.abc import Mapping
from typing import NamedTuple

import numpy as np

from jourdain.errors import ModelError
from jourdain.fe.mesh import Mesh
from jourdain.model.sections import Material, material

# length [m] and mass [kg] of the unit of a program that counts in N or lbf and s: t and mm, lbf s2/in and in
UNITS = {"m": (1.0, 1.0), "mm": (1e-3, 1e3), "in": (0.0254, 175.126836)}
Made = Material | Mapping[str, Material]


class Elastic(NamedTuple):
    """Of the cells of one kind, each (cells,): which of the materials, E [Pa], nu, Lame's lam and mu [Pa], density [kg/m3]."""

    which: np.ndarray
    E: np.ndarray
    nu: np.ndarray
    lam: np.ndarray
    mu: np.ndarray
    density: np.ndarray


def elastic(mesh: Mesh, made: Made) -> dict[str, Elastic]:
    """Kind of element -> the constants of its cells. Materials count from the softest one."""
    by_group: Mapping[str, Material] = made if isinstance(made, Mapping) else {"": made}
    for one in by_group.values():
        if not isinstance(one, Material):
            raise ModelError(
                f"reduce: {reprlib.repr(one)} is no material; give one, such as jd.material(E=2.1e11, nu=0.3, density=7850)."
            )
        if one.nu >= 0.5:
            raise ModelError(f"material: nu = {one.nu:g}; a solid of finite elements needs Poisson's ratio below 0.5.")
    names = sorted(by_group, key=lambda name: by_group[name].E)
    found = {}
    for kind, cells in mesh.cells.items():
        which = np.zeros(len(cells), int) if made is by_group.get("") else _by_group(mesh, kind, names)
        E, nu, density = (
            np.array([getattr(by_group[name], key) for name in names])[which] for key in ("E", "nu", "density")
        )
        found[kind] = Elastic(which, E, nu, E * nu / ((1 + nu) * (1 - 2 * nu)), E / (2 * (1 + nu)), density)
    return found


def _by_group(mesh: Mesh, kind: str, names: list[str]) -> np.ndarray:
    """(cells,): of which group each cell is, of one and no more."""
    which = np.full(len(mesh.cells[kind]), -1)
    for i, name in enumerate(names):
        cells = mesh.elements(name, "material").get(kind, np.zeros(0, int))
        twice = cells[which[cells] >= 0]
        if len(twice):
            raise ModelError(
                f"material: cell {mesh.cell_numbers[kind][twice[0]]} ({kind}) is in {names[which[twice[0]]]!r} and {name!r}, "
                "which have materials each."
            )
        which[cells] = i
    without = np.flatnonzero(which < 0)
    if len(without):
        raise ModelError(
            f"material: cell {mesh.cell_numbers[kind][without[0]]} ({kind}) has none, and {len(without) - 1} more; "
            f"materials are given for {', '.join(map(repr, names))}."
        )
    return which


def of_file(mesh: Mesh, unit: str) -> dict[str, Material]:
    """Group -> the material that the file of the mesh gives it, in SI units; unit of the file, "m", "mm" or "in"."""
    give = "; give material=jd.material(E=2.1e11, nu=0.3, density=7850), or one for each group of cells"
    if not mesh.sections:
        raise ModelError(f"reduce: {mesh.name} needs a material{give}.")
    if unit not in UNITS:
        raise ModelError(
            f"reduce: the file of {mesh.name} has materials, and unit = {unit!r} says nothing of these{give}."
        )
    length, mass = UNITS[unit]
    found = {}
    for group, one in mesh.sections.items():
        problem = one.problem or ("has no density" if not one.density else "has no E" if not one.E else "")
        if problem:
            raise ModelError(f"reduce: material {one.name!r} of {group!r} in the file of {mesh.name} {problem}{give}.")
        found[group] = material(E=one.E * mass / length, nu=one.nu, density=one.density * mass / length**3)
    return found


def told(mesh: Mesh, made: Made) -> list[str]:
    """What the groups of cells are made of, in lines; nothing of one material that was given."""
    if isinstance(made, Material):
        return []
    return [
        f"{name!r}: {sum(map(len, mesh.groups[name].values()))} cells of E = {one.E:.5g} Pa, nu = {one.nu:.4g}, "
        f"{one.density:.5g} kg/m3"
        for name, one in made.items()
    ]

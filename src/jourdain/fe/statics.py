"""Loads of a part whose stress the shapes do not carry: gravity, spin, forces at interfaces, forces and pressures by name."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np

from jourdain.errors import ModelError, near
from jourdain.fe.elements import SOLIDS
from jourdain.fe.interfaces import Interface, which_nodes
from jourdain.fe.modes import Floating, Held, Modes
from jourdain.fe.solids import Solids
from jourdain.fe.stiffening import interface_forces, rest_under, turn_fields
from jourdain.fe.structure import Structure
from jourdain.model.parsing import vector
from jourdain.model.part import Static

KNOWN = ("gravity", "spin", "interfaces")
OWN = (*KNOWN, "acceleration", "turning")  # loads that follow from the motion


def wanted(static: Any) -> tuple[set[str], dict[str, Any]]:
    """The words that were given, and the named loads."""
    words: set[str] = set()
    named: dict[str, Any] = {}
    for one in [static] if isinstance(static, (str, Mapping)) or not isinstance(static, Iterable) else static:
        if one is None:
            continue
        if isinstance(one, Mapping):
            taken = [name for name in one if not isinstance(name, str) or name in OWN or name.startswith("interface ")]
            if taken:
                raise ModelError(
                    f"reduce: static load {taken[0]!r}; loads of the motion have this name, give another one."
                )
            named.update(one)
        elif isinstance(one, str) and one in KNOWN:
            words.add(one)
        else:
            hint = near(str(one), KNOWN)
            raise ModelError(f"reduce: static = {one!r}.{hint} Loads of your own: {{'lift': {{'pressure': 'upper'}}}}.")
    return words, named


def statics(
    m: Structure, modes: Modes, borne: Held | Floating, ends: list[Interface], static: Any, rests: dict[str, np.ndarray]
) -> dict[str, Static]:
    """What was asked for; rests: displacements by spin and acceleration, which are known already."""
    words, named = wanted(static)
    found: dict[str, Static] = {}
    if "gravity" in words:
        found["acceleration"] = _at_surface(m, rests["acceleration"])
    if "spin" in words:
        found["spin"] = _at_surface(m, rests["spin"])
        found["turning"] = _at_surface(m, rest_under(m, modes, borne, turn_fields(m.places - m.centre)))
    if "interfaces" in words:
        for one in ends:
            rest = modes.rest(m, borne.under(interface_forces(m, one)))
            found[f"interface {one.name}"] = _at_surface(m, rest)
    for name, load in named.items():
        f = named_force(m, name, load)
        about = m.rigid(about=m.centre).T @ f
        moved, stress = m.on_surface(modes.rest(m, borne.under(f[:, None])))
        found[name] = Static(moved, stress, about[:3], about[3:], modes.shapes.T @ f)
    return found


def _at_surface(m: Structure, displacements: np.ndarray) -> Static:
    return Static(*m.on_surface(displacements))


def named_force(m: Structure, name: str, load: Any) -> np.ndarray:
    """(N,): {"force": (x, y, z) [N], "nodes": which}, shared by the nodes, {"pressure": set of nodes of faces}, 1 Pa, or a body
    force {"acceleration": (x, y, z)} [m/s2] of all mass.
    """
    where = f"static load {name!r}"
    keys = set(load) if isinstance(load, Mapping) else set()
    if keys == {"force", "nodes"}:
        at = which_nodes(load["nodes"], where).of(m, where)
        found = np.zeros((len(m.nodes), m.width))
        found[at, :3] = vector(load["force"], 3, f"{where}: force [N]") / len(at)
        return found.ravel()
    if keys == {"pressure"}:
        if not isinstance(m, Solids):
            raise ModelError(f"{where}: a pressure needs the faces of solid elements.")
        return pressure(m, m.named(load["pressure"]), where)
    if keys == {"acceleration"}:
        field = np.tile(vector(load["acceleration"], 3, f"{where}: acceleration [m/s2]"), (len(m.places), 1))
        return m.forces(field[None])[:, 0]
    raise ModelError(
        f"{where}: give {{'force': (x, y, z), 'nodes': ..}}, {{'pressure': set of nodes}} or {{'acceleration': (x, y, z)}}, "
        f"not {load!r}."
    )


def pressure(m: Solids, on: np.ndarray, where: str) -> np.ndarray:
    """(N,): forces of 1 Pa on the faces all of whose corners are among these nodes, int N_k n dA, against the outside."""
    chosen = np.zeros(len(m.nodes), bool)
    chosen[on] = True
    found, faces = np.zeros((len(m.nodes), 3)), 0
    for kind, cells in m.mesh.cells.items():
        solid = SOLIDS[kind]
        for corners in solid.faces:
            some = cells[chosen[cells[:, list(corners)]].all(axis=1)]
            faces += len(some)
            for point, along, weight in _face_points(solid.places[list(corners)]):
                N, slope = solid.values(point[None])[0], solid.slopes(point[None])[0]
                tangents = np.einsum("ka,eki->eai", slope, m.nodes[some])
                area = np.cross(along[0] @ tangents, along[1] @ tangents)
                np.add.at(found, some, -weight * N[None, :, None] * area[:, None, :])
    if not faces:
        raise ModelError(f"{where}: no face of an element has all of its corners in the set.")
    return found.ravel()


def _face_points(corners: np.ndarray) -> Sequence[tuple[np.ndarray, np.ndarray, float]]:
    """(point, two tangents, weight) in the reference element, of a face with three or four corners; exact to degree 5."""
    x, w = np.polynomial.legendre.leggauss(3)
    found = []
    for a, wa in zip(0.5 * (1 + x), 0.5 * w, strict=True):
        for b, wb in zip(0.5 * (1 + x), 0.5 * w, strict=True):
            if len(corners) == 4:  # opposite sides are equal, in the reference element
                tangents = np.array([corners[1] - corners[0], corners[3] - corners[0]])
                found.append((corners[0] + np.array([a, b]) @ tangents, tangents, wa * wb))
            else:  # a square with one side drawn into a point
                tangents = np.array([corners[1] - corners[0], corners[2] - corners[0]])
                found.append((corners[0] + np.array([a * (1 - b), a * b]) @ tangents, tangents, wa * wb * a))
    return found

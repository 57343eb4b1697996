"""From a mesh, or from matrices, to a part with a few shapes."""

from __future__ import annotations

import reprlib
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from jourdain.errors import FileFormatError, ModelError, near
from jourdain.fe.beams import BeamMesh, Beams
from jourdain.fe.given import Given
from jourdain.fe.interfaces import Nodes, find_interfaces, which_nodes
from jourdain.fe.invariants import frame, invariants
from jourdain.fe.materials import Made, of_file
from jourdain.fe.mesh import Mesh
from jourdain.fe.modes import Floating, Held, Modes, separated
from jourdain.fe.readers.matrices import read_columns
from jourdain.fe.report import notes
from jourdain.fe.solids import Solids
from jourdain.fe.source import Source, own
from jourdain.fe.statics import statics, wanted
from jourdain.fe.stiffening import by_force, by_loads, by_shapes, pull_fields, rest_under, spin_fields
from jourdain.fe.structure import Structure
from jourdain.model.parsing import flag
from jourdain.model.part import Part, Surface

KINDS = ("craig-bampton", "clamped", "free", "nodal", "given")
LENGTHS = {"m": 1.0, "mm": 1e-3, "cm": 1e-2, "in": 0.0254}
SLOWEST = 1e-6  # of the time that a wave takes through a part: a shape that slow has no elastic energy but rounding
MOST_NODAL = 240  # coordinates: the tables of a part grow with their square and cube


def reduce(
    mesh: Mesh | BeamMesh | Structure | str | Path,
    *,
    material: Made | None = None,
    interfaces: Mapping[str, Any] | None = None,
    modes: int = 12,
    kind: str = "craig-bampton",
    rigid: bool = True,
    static: Any = ("gravity", "spin"),
    shapes: Any = None,
    stress: Any = None,
    lumped: bool = False,
    keep: Any = None,
    elements: int | str | Sequence[int | str] | None = None,
    unit: str = "m",
    name: str | None = None,
) -> Part:
    """A part with few shapes instead of all displacements of a mesh (or of a file of one, or of matrices).

    material: one for all cells, or {group of cells: material}; without it the materials that the file of the mesh gives.
    interfaces: name -> nodes that a joint takes as one frame, rigid or (rigid=False) by their mean motion.
    kind: "craig-bampton" (the slowest motions with held interfaces, and those that move an interface), "clamped" (motions
    with all interfaces held; the frame moves with them), "free" (motions of the part by itself), "nodal" (all motions of a
    small mesh), "given" (shapes (N, k) [m] of your own, or a .npz, .mtx or .op4 file; of matrices also stress (n, 6, k)).
    modes: how many slow motions.
    static: loads whose stress is to be complete, "gravity", "spin", "interfaces", and by name {"lift": {"pressure": set}} or
    {"pull": {"force": (x, y, z) [N], "nodes": set}}; they cost no time in a run.
    lumped: all mass at the nodes. keep: nodes inside the part whose stress is wanted; elements: numbers of cells, or groups of
    them, whose own stress is wanted. unit: of length of the mesh.
    """
    _check(kind, modes, shapes, stress)
    rigid, lumped = flag(rigid, "reduce: rigid"), flag(lumped, "reduce: lumped")
    wanted(static)
    m = _structure(mesh, material, lumped, unit, keep, elements)
    shapes, m = _given(m, shapes, stress)
    ends = find_interfaces(m, interfaces, rigid)
    if kind in ("craig-bampton", "clamped") and not ends:
        raise ModelError(f"reduce: kind = {kind!r} needs interfaces; without any, take kind='free'.")
    held = Held(m, ends) if kind in ("craig-bampton", "clamped") or len(ends) == 1 else None
    borne = held or Floating(
        m
    )  # what holds a part against loads: its interfaces, if shapes carry their forces, or inertia
    found = _shapes(kind, m, held, borne, int(modes), shapes)
    _check_slowest(m, found)
    s = m.places - m.centre
    rests = {"spin": rest_under(m, found, borne, spin_fields(s))}
    rests["acceleration"] = rest_under(m, found, borne, pull_fields(s))
    points, numbers, triangles = m.surface()
    return Part(
        name or m.name,
        kind,
        m.centre,
        found.frequencies,
        invariants(m, found.shapes),
        {one.name: frame(m, one, found.shapes, by_force(m, found, borne, one)) for one in ends},
        Surface(points - m.centre, numbers, triangles, *m.on_surface(found.shapes), m.surface_turns(found.shapes)),
        by_loads(m, found, rests["spin"]),
        by_loads(m, found, rests["acceleration"]),
        by_shapes(m, found),
        notes(m, found, ends, borne, kind, rests["acceleration"]),
        str(m),
        statics(m, found, borne, ends, static, rests),
        None if m.stress_is else Source(own(m), tuple(ends), isinstance(borne, Held)),  # matrices alone know no stress
    )


def _check(kind: str, modes: Any, shapes: Any, stress: Any) -> None:
    if kind not in KINDS:
        raise ModelError(f"reduce: unknown kind {kind!r}.{near(kind, KINDS)}")
    if isinstance(modes, bool) or not isinstance(modes, (int, np.integer)) or modes < 1:
        raise ModelError(f"reduce: modes = {modes!r}; give a whole number, at least 1.")
    if stress is not None and shapes is None:
        raise ModelError("reduce: stress (nodes, 6, how many) is that of shapes; give these, too.")
    if (kind == "given") != (shapes is not None):
        raise ModelError("reduce: shapes (coordinates, how many) belong to kind='given', and it to them.")


def _check_slowest(m: Structure, found: Modes) -> None:
    """More than six motions without elastic energy are pieces that hang together by an edge or a node only."""
    if not m.wave_speeds:
        return
    slow = int(
        (found.frequencies < SLOWEST * min(m.wave_speeds) / float(np.linalg.norm(np.ptp(m.nodes, axis=0)))).sum()
    )
    if slow:
        hertz = found.frequencies[0] / (2 * np.pi)
        raise ModelError(
            f"reduce: {slow} shape(s) of {m.name} have no elastic energy ({hertz:.2g} Hz): parts of it are joined by an "
            "edge or a node only, and turn about these; join their faces."
        )


def _given(m: Structure, shapes: Any, stress: Any) -> tuple[Any, Structure]:
    """Shapes of the user's own from arrays or a file, and the body that knows their stress."""
    if isinstance(shapes, (str, Path)) and Path(shapes).suffix.lower() != ".npz":
        shapes = read_columns(shapes)
    elif isinstance(shapes, (str, Path)):
        try:
            with np.load(shapes, allow_pickle=False) as file:
                shapes, stress = file["shapes"], file["stress"] if stress is None and "stress" in file else stress
        except (OSError, ValueError, KeyError) as problem:
            raise FileFormatError(
                f"{shapes}: an .npz file with 'shapes' (coordinates, how many) is needed; {problem}."
            ) from None
    if shapes is None:
        return None, m
    V = np.asarray(shapes, float)
    if V.ndim != 2 or V.shape[0] != m.size or not np.isfinite(V).all():
        raise ModelError(f"reduce: shapes have the size {V.shape}; {m.name} needs {m.size} rows of finite numbers.")
    if stress is None:
        return V, m
    if not isinstance(m, Given) or m.solids is not None:
        raise ModelError("reduce: stress of shapes is for bodies by matrices; the elements of a mesh know their own.")
    return V, m.with_stress(V, stress)


def _structure(mesh: Any, material: Made | None, lumped: bool, unit: str, keep: Any, elements: Any) -> Structure:
    """The mesh with its matrices."""
    if unit not in LENGTHS:
        raise ModelError(f"reduce: unit = {unit!r}.{near(unit, LENGTHS)}")
    if isinstance(mesh, (str, Path)):
        from jourdain.fe.readers import read_mesh

        mesh = read_mesh(mesh)
    if elements is not None and isinstance(mesh, (Structure, BeamMesh)):
        raise ModelError("reduce: elements are those of a mesh of solids; matrices and beams have stress at nodes.")
    if isinstance(mesh, Structure):
        if material is not None or unit != "m" or lumped:
            raise ModelError("reduce: matrices have their material, unit and mass in them; leave these arguments out.")
        return mesh
    scaled = mesh if unit == "m" or not hasattr(mesh, "moved") else mesh.moved(lambda x: LENGTHS[unit] * x)
    if isinstance(scaled, BeamMesh):
        return Beams(scaled, material, lumped)  # type: ignore[arg-type]  # it says what it needs
    if not isinstance(scaled, Mesh):
        raise ModelError(
            f"reduce: {reprlib.repr(mesh)} is no mesh, no file of one, and no matrices; see box_mesh, read_mesh, matrices."
        )
    made = of_file(mesh, unit) if material is None else material
    kept = tuple(int(i) for one in _several(keep) for i in one.of(scaled, "reduce: keep"))
    wanted = {} if elements is None else scaled.elements(elements, "reduce: elements")
    return Solids(scaled, made, lumped, kept, wanted)


def _several(keep: Any) -> list[Nodes]:
    """Names of sets, numbers of nodes, or Nodes, one or several."""
    if keep is None:
        return []
    several = isinstance(keep, Iterable) and not isinstance(keep, str)
    return [which_nodes(one, "reduce: keep") for one in (keep if several else [keep])]


def _shapes(kind: str, m: Structure, held: Held | None, borne: Held | Floating, count: int, given: Any) -> Modes:
    if kind == "clamped" and held is not None:
        return separated(held.modes(count), m, floating=False)
    if kind == "craig-bampton" and held is not None:
        return separated(np.concatenate([held.modes(count), held.moving_interfaces()], axis=1), m, floating=True)
    if kind == "given":
        return separated(given, m, floating=True)
    if kind == "nodal":
        if m.size > MOST_NODAL:
            raise ModelError(
                f"reduce: kind='nodal' keeps all {m.size} coordinates of {m.name}; it is for at most {MOST_NODAL}."
            )
        return separated(np.eye(m.size), m, floating=True)
    return (borne if isinstance(borne, Floating) else Floating(m)).modes(count)

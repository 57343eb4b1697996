"""Reduced parts as NetCDF4 files: everything that a model needs of them, with units, and where they came from."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np

from jourdain.fe.statics import OWN
from jourdain.io.part_sources import PREFIX, source_of, source_variables
from jourdain.io.results.netcdf import Variable, read, write
from jourdain.model.part import Frame, Invariants, Part, Static, Surface

KIND = "part"
# name -> dimensions, unit, meaning
_ARRAYS: dict[str, tuple[tuple[str, ...], str, str]] = {
    "centre": (("axis",), "m", "centre of mass in the axes of the mesh"),
    "frequencies": (("shape",), "rad/s", "of the shapes"),
    "N": (("shape", "axis"), "kg m", "integral of each shape over the mass"),
    "P0": (("axis", "axis_b"), "kg m2", "second moments of the undeformed part"),
    "P1": (("shape", "axis", "axis_b"), "kg m2", "second moments of place and shape"),
    "P2": (("shape", "shape_b", "axis", "axis_b"), "kg m2", "second moments of two shapes"),
    "spin": (
        ("product", "shape", "shape_b"),
        "-",
        "stiffness by products of angular velocities: xx, yy, zz, xy, yz, zx",
    ),
    "pull": (("axis", "shape", "shape_b"), "1/m", "stiffness by acceleration along each axis"),
    "cubic": (
        ("shape", "shape_b", "shape_c"),
        "1/(kg m)",
        "stiffness between two shapes by the stress of the first one",
    ),
    "frame_at": (("frame", "axis"), "m", "places of interfaces from the centre"),
    "frame_moves": (("frame", "shape", "axis"), "m", "displacement of interfaces by each shape"),
    "frame_turns": (("frame", "shape", "axis"), "rad", "rotation of interfaces by each shape"),
    "frame_bends": (
        ("frame", "axis", "shape", "shape_b"),
        "1/kg",
        "second order of the displacement of interfaces, by two shapes",
    ),
    "nodes": (("node", "axis"), "m", "nodes of the surface from the centre"),
    "numbers": (("node",), "-", "their numbers in the mesh"),
    "triangles": (("triangle", "corner"), "-", "corners of the surface as places in nodes"),
    "node_shapes": (("node", "shape", "axis"), "m", "displacement of nodes by each shape"),
    "node_stress": (("node", "shape", "component"), "Pa", "stress by each shape: xx, yy, zz, xy, yz, zx"),
    "node_turns": (("turning", "shape", "axis"), "rad", "rotation of nodes by each shape, where nodes have any"),
    "static_shapes": (("node", "load", "axis"), "m", "displacement by unit loads that the shapes leave out"),
    "static_stress": (("node", "load", "component"), "Pa", "stress by unit loads that the shapes leave out"),
    "static_force": (("group", "axis"), "N", "sum of the forces of named loads"),
    "static_moment": (("group", "axis"), "N m", "of named loads, about the centre"),
    "static_modal": (("group", "shape"), "-", "named loads on the shapes"),
}


_NO_TURNS = np.zeros((0, 0, 3))  # of files without them


def save_part(part: Part, path: str | Path) -> None:
    """Write a part to a .nc file."""
    arrays, texts = variables_of(part)
    write(path, {name: Variable(value, *_about(name, value)) for name, value in arrays.items()}, texts, kind=KIND)


def _about(name: str, value: np.ndarray) -> tuple[tuple[str, ...], str, str]:
    """Dimensions, unit and meaning of an array."""
    if name in _ARRAYS:
        return _ARRAYS[name]
    dimensions = tuple(f"{name}_{axis}" for axis in range(value.ndim))
    return dimensions, "-", "of the body that the part was made of, see its text 'source'"


def variables_of(part: Part) -> tuple[dict[str, np.ndarray], dict[str, str]]:
    """All that a part is, as arrays and texts by name."""
    one, s, frames = part.invariants, part.surface, list(part.frames.values())
    k = part.modes
    arrays = dict(centre=part.centre, frequencies=part.frequencies, N=one.N, P0=one.P0, P1=one.P1, P2=one.P2)
    arrays |= dict(spin=part.spin, pull=part.pull, cubic=part.cubic)
    arrays |= dict(
        frame_at=np.array([f.at for f in frames]).reshape(-1, 3),
        frame_moves=np.array([f.moves for f in frames]).reshape(-1, k, 3),
        frame_turns=np.array([f.turns for f in frames]).reshape(-1, k, 3),
        frame_bends=np.array([f.bends for f in frames]).reshape(-1, 3, k, k),
    )
    arrays |= dict(nodes=s.nodes, numbers=s.numbers, triangles=s.triangles, node_shapes=s.shapes, node_stress=s.stress)
    arrays["node_turns"] = s.turns.reshape(-1, k, 3)
    arrays |= _static(part)
    source, text_of_source = source_variables(part.source)
    arrays |= source
    texts = dict(name=part.name, shapes=part.kind, origin=part.origin, mass=repr(one.mass))
    texts |= dict(frames=json.dumps(list(part.frames)), notes=json.dumps(list(part.notes)))
    texts |= dict(static=json.dumps({name: load.shapes.shape[1] for name, load in part.static.items()}))
    texts |= dict(source=text_of_source)
    return arrays, texts


def _static(part: Part) -> dict[str, np.ndarray]:
    """All static loads side by side."""
    n, k, loads = len(part.surface.nodes), part.modes, list(part.static.values())
    return dict(
        static_shapes=np.concatenate([np.zeros((n, 0, 3)), *(one.shapes for one in loads)], axis=1),
        static_stress=np.concatenate([np.zeros((n, 0, 6)), *(one.stress for one in loads)], axis=1),
        static_force=np.array([one.force for one in loads]).reshape(-1, 3),
        static_moment=np.array([one.moment for one in loads]).reshape(-1, 3),
        static_modal=np.array([one.modal if len(one.modal) else np.zeros(k) for one in loads]).reshape(-1, k),
    )


def load_part(path: str | Path) -> Part:
    """The part of a .nc file."""
    variables, texts = read(path, kind=KIND)
    known = [name for name in variables if name in _ARRAYS or name.startswith(PREFIX)]
    return part_of({name: np.asarray(variables[name].data) for name in known}, texts)


def part_of(a: dict[str, np.ndarray], texts: dict[str, str]) -> Part:
    """The part that `variables_of` took apart."""
    names = json.loads(texts["frames"])
    columns = zip(names, a["frame_at"], a["frame_moves"], a["frame_turns"], a["frame_bends"], strict=True)
    return Part(
        texts["name"],
        texts["shapes"],
        a["centre"],
        a["frequencies"],
        Invariants(float(texts["mass"]), a["N"], a["P0"], a["P1"], a["P2"]),
        {name: Frame(at, moves, turns, bends=bends) for name, at, moves, turns, bends in columns},
        Surface(
            a["nodes"], a["numbers"], a["triangles"], a["node_shapes"], a["node_stress"], a.get("node_turns", _NO_TURNS)
        ),
        a["spin"],
        a["pull"],
        a["cubic"],
        tuple(json.loads(texts["notes"])),
        texts["origin"],
        _loads(json.loads(texts["static"]), a),
        source_of(texts.get("source", ""), a),
    )


def _loads(counts: dict[str, int], a: dict[str, np.ndarray]) -> dict[str, Static]:
    ends = np.cumsum([0, *counts.values()])
    return {
        name: Static(
            a["static_shapes"][:, first:last],
            a["static_stress"][:, first:last],
            a["static_force"][i],
            a["static_moment"][i],
            np.zeros(0) if name in OWN or name.startswith("interface ") else a["static_modal"][i],
        )
        for i, (name, first, last) in enumerate(zip(counts, ends[:-1], ends[1:], strict=True))
    }

"""Solids from STL and OBJ files: mass, centre and inertia follow from the closed surface by the divergence theorem."""

from __future__ import annotations

import functools
import io
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from jourdain.errors import ModelError, near
from jourdain.model.parsing import LARGEST, number, triple
from jourdain.model.shapes import Mesh, Surface
from jourdain.reading import regular


def mesh(path: str | Path, scale: float = 1.0) -> Mesh:
    """The solid inside the closed surface of an STL (text or binary) or OBJ file, for `model.body(shape=..)`.

    scale: metres per unit of the file (0.001 for drawings in mm); a negative one turns all points round, as mirrored bodies
    have it. Its coordinates are those of the body frame, so the centre of mass need not be at the origin. ModelError for
    surfaces that are open or turned inside out.
    """
    file = Path(path)
    if not abs(number(scale, f"mesh {str(file)!r}: scale")) > 0.0:
        raise ModelError(f"mesh {str(file)!r}: scale = 0; it must not be zero.")
    points, faces = _weld(_triangles(file), str(file))
    vertices, faces = points * scale, faces if scale > 0.0 else faces[:, ::-1]
    _check_closed(vertices, faces, str(file))
    volume, centre, spread = _moments(vertices, faces)
    extent = np.ptp(vertices, axis=0)
    if abs(volume) <= 1e-12 * float(extent.max()) ** 3:
        raise ModelError(f"mesh {str(file)!r}: the surface encloses no volume; a body needs a solid.")
    if volume < 0.0:
        raise ModelError(
            f"mesh {str(file)!r}: the surface is inside out (its volume is {volume:.3g} m3); turn its faces round, so that "
            "their corners run counter-clockwise seen from outside."
        )
    gyration = np.trace(spread) * np.eye(3) - spread
    return Mesh(
        "mesh",
        triple(extent),
        volume,
        triple(np.diag(gyration)),
        path=str(path),
        scale=float(scale),
        offset=triple(centre),
        products=triple((gyration[0, 1], gyration[0, 2], gyration[1, 2])),
        vertices=vertices,
        faces=faces,
    )


FORMATS = (".stl", ".obj", ".dae", ".glb", ".gltf", ".ply")
"""Surfaces that can be drawn; all but the first two are read through trimesh."""


def surface(path: str | Path, scale: float | Sequence[float] | np.ndarray = 1.0) -> Surface:
    """A surface to be drawn, which need not be closed: STL, OBJ, and through trimesh (extra "meshes") DAE, GLB and PLY.

    scale: metres per unit of the file, one number or three along its axes. It is read when it is drawn.
    """
    file = Path(path)
    scales = np.broadcast_to(np.asarray(scale, dtype=np.float64) if np.ndim(scale) in (0, 1) else np.nan, (3,))
    for one in scales.tolist():
        number(abs(one), f"surface {str(file)!r}: scale", positive=True)
    if file.suffix.lower() not in FORMATS:
        raise ModelError(
            f"surface {str(file)!r}: files of this kind cannot be read.{near(file.suffix.lower(), FORMATS)}"
        )
    none = (0.0, 0.0, 0.0)
    return Surface("surface", (), 0.0, none, at=none, path=str(path), scale=triple(scales))


def drawn_surfaces(shape: Surface) -> list[tuple[Mesh, str]]:
    """A surface about its own origin, made coarser where it is too fine for a page: a part for each colour in the file.

    Colours as "#rrggbb"; "" where the file has none. ModelError for files that are not there or cannot be read.
    """
    none, found = (0.0, 0.0, 0.0), []
    for k, (vertices, faces, colour) in enumerate(_surfaces(shape.path, shape.scale)):
        extent, path = triple(np.ptp(vertices, axis=0)), f"{shape.path}#{k}" if k else shape.path
        place: dict[str, Any] = {"at": shape.at, "rotation": shape.rotation}
        found.append((Mesh("mesh", extent, 0.0, none, path, 1.0, none, none, vertices, faces, **place), colour))
    return found


@functools.lru_cache(maxsize=256)
def _surfaces(path: str, scale: tuple[float, float, float]) -> list[tuple[np.ndarray, np.ndarray, str]]:
    colours: list[str] = []
    corners = _triangles(Path(path), colours)
    found = []
    for colour in dict.fromkeys(colours or [""]):
        own = corners[[one == colour for one in colours]] if colours else corners
        vertices, index = np.unique(own.reshape(-1, 3), axis=0, return_inverse=True)
        vertices, faces = _coarser(vertices, index.reshape(-1, 3))
        found.append((vertices * scale, faces if np.prod(scale) > 0.0 else faces[:, ::-1], colour))
    return found


MOST_FACES = 8000  # of one surface that is drawn


def _coarser(vertices: np.ndarray, faces: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Vertices of one cell of a grid become one, until few faces are left."""
    cells = 512
    while len(faces) > MOST_FACES and cells > 8:
        low, size = vertices.min(axis=0), max(float(np.ptp(vertices, axis=0).max()), 1e-300)
        key = np.floor((vertices - low) / size * cells).astype(np.int64)
        _, group, count = np.unique(key, axis=0, return_inverse=True, return_counts=True)
        means = (
            np.stack([np.bincount(group.ravel(), weights=vertices[:, k]) for k in range(3)], axis=1) / count[:, None]
        )
        fewer = group.ravel()[faces]
        kept = (fewer[:, 0] != fewer[:, 1]) & (fewer[:, 1] != fewer[:, 2]) & (fewer[:, 2] != fewer[:, 0])
        if kept.sum() <= MOST_FACES or cells <= 16:
            return means, np.unique(fewer[kept], axis=0)
        cells //= 2
    return vertices, faces


# -- readers -----------------------------------------------------------------------------------------------------


def _triangles(file: Path, colours: list[str] | None = None) -> np.ndarray:
    """Corners of all triangles (n, 3, 3), in units of the file; with a list for colours, of all kinds that can be drawn.

    The colour of each triangle is put there, if the file has any.
    """
    readers: dict[str, Callable[[bytes], np.ndarray]] = {".stl": _read_stl, ".obj": _read_obj}
    if colours is not None:
        others = [kind for kind in FORMATS if kind not in readers]
        readers |= {kind: functools.partial(_read_others, kind, file, colours) for kind in others}
    kind = file.suffix.lower()
    if kind not in readers:
        raise ModelError(
            f"mesh {str(file)!r}: files of this kind cannot be read.{near(kind, readers)} Give STL or OBJ."
        )
    try:
        data = regular(file).read_bytes()
    except OSError as problem:
        raise ModelError(f"mesh {str(file)!r}: cannot be read: {problem.strerror or problem}.") from None
    try:
        corners = readers[kind](data)
    except (ValueError, IndexError) as problem:
        raise ModelError(f"mesh {str(file)!r}: damaged or no {kind[1:].upper()} file: {problem}.") from None
    if not len(corners):
        raise ModelError(f"mesh {str(file)!r}: there are no faces in it.")
    if not np.isfinite(corners).all() or np.abs(corners).max() > LARGEST:
        raise ModelError(f"mesh {str(file)!r}: it has coordinates that are not finite, or above {LARGEST:g}.")
    return corners


def _read_stl(data: bytes) -> np.ndarray:
    """Binary if the size fits its count of triangles, which no text does; else text."""
    record = np.dtype([("normal", "<f4", 3), ("corners", "<f4", (3, 3)), ("attribute", "<u2")])
    count = int.from_bytes(data[80:84], "little")
    if len(data) >= 84 and len(data) == 84 + record.itemsize * count:
        return np.frombuffer(data, record, offset=84)["corners"].astype(np.float64)
    if not data.lstrip().lower().startswith(b"solid"):
        raise ValueError(f"{len(data)} bytes do not fit the {count} triangles it announces")
    lines = (line.split() for line in data.decode("utf-8", "replace").splitlines())
    points = [[float(c) for c in words[1:4]] for words in lines if words and words[0].lower() == "vertex"]
    return np.array(points, dtype=np.float64).reshape(-1, 3, 3)


def _read_obj(data: bytes) -> np.ndarray:
    """Faces of more than three corners are cut into fans; textures, normals and names do not count."""
    points: list[list[float]] = []
    corners: list[list[list[float]]] = []
    for line in data.decode("utf-8", "replace").splitlines():
        words = line.split()
        if words and words[0] == "v":
            points.append([float(c) for c in words[1:4]])
        elif words and words[0] == "f":
            indices = [int(word.split("/")[0]) for word in words[1:]]
            face = [points[_place(i, len(points))] for i in indices]
            corners += [[face[0], face[k], face[k + 1]] for k in range(1, len(face) - 1)]
    return np.array(corners, dtype=np.float64).reshape(-1, 3, 3)


def _read_others(kind: str, file: Path, colours: list[str], data: bytes) -> np.ndarray:
    """All parts of a scene by trimesh, in their places; the colour of each triangle goes to `colours`."""
    try:
        import trimesh
    except ImportError:
        raise ModelError(
            f"surface {str(file)!r}: {kind} files are read by trimesh, which is not installed: pip install 'jourdain[meshes]'."
        ) from None
    try:
        found: Any = trimesh.load(io.BytesIO(data), file_type=kind[1:], force="scene")
        parts = [one for one in found.dump() if hasattr(one, "triangles")]
    except ImportError as problem:
        raise ModelError(f"surface {str(file)!r}: {problem}; pip install 'jourdain[meshes]'.") from None
    except Exception as problem:  # whatever a damaged file makes of it
        raise ValueError(f"{type(problem).__name__}: {problem}") from None
    for one in parts:
        colours += [_colour(one.visual)] * len(one.triangles)
    return np.concatenate([np.asarray(one.triangles, dtype=np.float64) for one in parts] or [np.zeros((0, 3, 3))])


def _colour(visual: Any) -> str:
    """The colour of a part as "#rrggbb": of its material, or of most of its faces; "" if it has none of its own."""
    if not getattr(visual, "defined", False):
        return ""
    own = getattr(visual, "material", visual)
    rgb = np.asarray(getattr(own, "main_color", ()), dtype=np.float64).ravel()[:3]
    return "#" + "".join(f"{round(c):02x}" for c in rgb) if len(rgb) == 3 and np.isfinite(rgb).all() else ""


def _place(index: int, count: int) -> int:
    """OBJ counts from 1, or from the end with a minus."""
    if index == 0 or abs(index) > count:
        raise ValueError(f"a face names the point {index} of {count}")
    return index - 1 if index > 0 else count + index


# -- the surface -------------------------------------------------------------------------------------------------


def _weld(corners: np.ndarray, file: str) -> tuple[np.ndarray, np.ndarray]:
    """Points (nv, 3), each once, and faces (nf, 3) by index; faces without area between equal corners are dropped.

    Programs compute a corner once for every face that it belongs to; what differs by rounding is the same point.
    """
    from scipy.sparse import coo_array  # here: most models are read without any surface
    from scipy.sparse.csgraph import connected_components
    from scipy.spatial import cKDTree

    vertices, index = np.unique(corners.reshape(-1, 3), axis=0, return_inverse=True)
    index = index.ravel()
    single = np.array_equal(corners, corners.astype(np.float32))  # binary STL files: seven digits, from the origin
    reach = 2.0**-22 * np.abs(vertices).max() if single else 1e-9 * np.ptp(vertices, axis=0).max()
    pairs = cKDTree(vertices).query_pairs(reach, output_type="ndarray")
    if len(pairs):
        links = coo_array((np.ones(len(pairs)), (pairs[:, 0], pairs[:, 1])), shape=(len(vertices), len(vertices)))
        _, group = connected_components(links, directed=False)
        _, first, group = np.unique(group, return_index=True, return_inverse=True)
        vertices, index = vertices[first], group[index]
    faces = index.reshape(-1, 3)
    flat = (faces[:, 0] == faces[:, 1]) | (faces[:, 1] == faces[:, 2]) | (faces[:, 2] == faces[:, 0])
    if flat.all():
        raise ModelError(f"mesh {file!r}: all of its faces have no area; check the coordinates.")
    return vertices, faces[~flat]


def _check_closed(vertices: np.ndarray, faces: np.ndarray, file: str) -> None:
    """Every edge must be passed as often in one direction as in the other: then, and only then, the integrals are right."""
    edges = np.concatenate([faces[:, [0, 1]], faces[:, [1, 2]], faces[:, [2, 0]]])
    direction = np.where(edges[:, 0] < edges[:, 1], 1, -1)
    unique, which, count = np.unique(np.sort(edges, axis=1), axis=0, return_inverse=True, return_counts=True)
    balance = np.bincount(which.ravel(), weights=direction, minlength=len(unique))
    wrong = np.flatnonzero(balance != 0)
    if not len(wrong):
        return
    open_ones = wrong[count[wrong] % 2 == 1]
    first = unique[(open_ones if len(open_ones) else wrong)[0]]
    where = " to ".join("(" + ", ".join(f"{c:.4g}" for c in vertices[i]) + ")" for i in first)
    if len(open_ones):
        raise ModelError(
            f"mesh {file!r}: the surface is open: {len(open_ones)} edges, such as {where} m, have a face on one side only; "
            "close it, and join points that are meant to be the same."
        )
    raise ModelError(
        f"mesh {file!r}: neighbouring faces are turned against each other at {len(wrong)} edges, such as {where} m; let the "
        "corners of all faces run counter-clockwise seen from outside."
    )


def _moments(vertices: np.ndarray, faces: np.ndarray) -> tuple[float, np.ndarray, np.ndarray]:
    """Volume [m3], centre (3,) [m], and mean of d d^T (3, 3) [m2] with d from the centre, over the solid.

    Sums over tetrahedra from a point in the middle to each face: far from the origin no digits are lost.
    """
    middle = 0.5 * (vertices.min(axis=0) + vertices.max(axis=0))
    corners = (vertices - middle)[faces]
    sixfold = np.einsum("fi,fi->f", corners[:, 0], np.cross(corners[:, 1], corners[:, 2]))
    volume = float(sixfold.sum()) / 6.0
    if volume == 0.0:
        return 0.0, middle, np.zeros((3, 3))
    total = corners.sum(axis=1)
    centre = sixfold @ total / (24.0 * volume)
    second = np.einsum("f,fi,fj->ij", sixfold, total, total) + np.einsum("f,fki,fkj->ij", sixfold, corners, corners)
    return volume, middle + centre, second / (120.0 * volume) - np.outer(centre, centre)

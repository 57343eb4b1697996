"""Meshes of solids: nodes, cells by kind of element, and named sets of nodes; structured ones of simple bodies."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from jourdain.errors import ModelError, near, shown
from jourdain.fe.elements import SOLIDS
from jourdain.model.parsing import number, several, vector


@dataclass(frozen=True)
class Listed:
    """A material as the file of a mesh has it, in units of the file; problem: why it is of no use, in words."""

    name: str
    E: float = 0.0
    nu: float = 0.0
    density: float = 0.0
    problem: str = ""


@dataclass(frozen=True, repr=False)
class Mesh:
    """nodes (n, 3) [m]; cells: kind of element -> (m, k) indices of nodes; sets: name -> indices of nodes.

    numbers (n,) and cell_numbers: what the file that it came from calls nodes and cells; messages use them. left_out: elements
    of that file that are no solids, in words. groups: name -> kind -> indices of cells, which may have a material of their
    own. sections: groups -> their materials in that file.
    """

    nodes: np.ndarray
    cells: dict[str, np.ndarray]
    sets: dict[str, np.ndarray] = field(default_factory=dict)
    numbers: np.ndarray = field(default_factory=lambda: np.zeros(0, np.int64), repr=False)
    cell_numbers: dict[str, np.ndarray] = field(default_factory=dict, repr=False)
    name: str = "mesh"
    left_out: str = ""
    groups: dict[str, dict[str, np.ndarray]] = field(default_factory=dict, repr=False)
    sections: dict[str, Listed] = field(default_factory=dict, repr=False)

    def __post_init__(self) -> None:
        if not len(self.numbers):
            object.__setattr__(self, "numbers", np.arange(1, len(self.nodes) + 1))
        for kind, cells in self.cells.items():
            if kind not in SOLIDS:
                raise ModelError(f"{self.name}: unknown kind of elements {kind!r}.{near(kind, SOLIDS)}")
            self.cell_numbers.setdefault(kind, np.arange(1, len(cells) + 1))

    def __str__(self) -> str:
        cells = ", ".join(f"{len(cells)} {kind}" for kind, cells in self.cells.items())
        size = np.ptp(self.nodes, axis=0)
        box = f"{size[0]:.4g} x {size[1]:.4g} x {size[2]:.4g} m"
        without = f", without {self.left_out}" if self.left_out else ""
        return f"{self.name}: {len(self.nodes)} nodes, {cells}, {box}{without}"

    def __repr__(self) -> str:
        return f"<{self}>"  # messages show what they were given

    def named(self, name: str) -> np.ndarray:
        """The nodes of a set."""
        if name not in self.sets:
            raise ModelError(f"{self.name} has no set of nodes {name!r}.{near(name, self.sets)}")
        if not len(self.sets[name]):
            raise ModelError(f"{self.name}: the set of nodes {name!r} is empty.")
        return self.sets[name]

    def elements(self, names: Any, where: str) -> dict[str, np.ndarray]:
        """Kind -> indices of cells, by their numbers and the names of groups, one or several."""
        found: dict[str, set[int]] = {}
        for one in several(names):
            if isinstance(one, str):
                if one not in self.groups:
                    known = ", ".join(map(repr, self.groups)) or "none"
                    raise ModelError(
                        f"{where}: {self.name} has no group of cells {one!r}; there is {known}.{near(one, self.groups)}"
                    )
                some = self.groups[one]
            else:
                whole = isinstance(one, (int, np.integer)) and not isinstance(one, bool)
                some = {kind: np.flatnonzero(numbers == one) for kind, numbers in self.cell_numbers.items() if whole}
                if not any(map(len, some.values())):
                    raise ModelError(f"{where}: {self.name} has no cell {one!r}.")
            for kind, cells in some.items():
                found.setdefault(kind, set()).update(cells.tolist())
        return {kind: np.array(sorted(cells)) for kind, cells in found.items() if cells}

    def moved(self, place: Callable[[np.ndarray], np.ndarray]) -> Mesh:
        """The same mesh with nodes at place(nodes), (n, 3) -> (n, 3) [m]."""
        return replace(self, nodes=np.asarray(place(self.nodes), float))


def brick(counts: Any, *, kind: str = "hex8", name: str = "brick") -> Mesh:
    """The cube from 0 to 1 in counts = (nx, ny, nz) bricks, with sets x0, x1, y0, .. of its faces; `moved` gives it a shape."""
    try:
        nx, ny, nz = (int(one) for one in counts)
        if min(nx, ny, nz) < 1:
            raise ValueError
    except (TypeError, ValueError):
        raise ModelError(f"{name}: counts = {counts!r}; give three whole numbers, at least 1.") from None
    if kind not in ("hex8", "hex20"):
        raise ModelError(f"{name}: kind = {kind!r}; a structured mesh is of 'hex8' or 'hex20'.")
    step = 1 if kind == "hex8" else 2
    shape = (step * nx + 1, step * ny + 1, step * nz + 1)
    grid = np.arange(math.prod(shape)).reshape(shape)
    corner = np.stack(np.meshgrid(*(step * np.arange(n) for n in (nx, ny, nz)), indexing="ij"), axis=-1).reshape(-1, 3)
    offset = ((SOLIDS[kind].places + 1.0) * (0.5 * step)).astype(int)
    at = corner[:, None, :] + offset[None, :, :]
    cells = grid[at[..., 0], at[..., 1], at[..., 2]]
    axes = np.meshgrid(*(np.linspace(0.0, 1.0, n) for n in shape), indexing="ij")
    nodes = np.stack(axes, axis=-1).reshape(-1, 3)
    return _used(nodes, {kind: cells}, name)


def _used(nodes: np.ndarray, cells: dict[str, np.ndarray], name: str) -> Mesh:
    """Without the nodes that no cell has, and with the sets of the faces of the unit cube."""
    kept = np.unique(np.concatenate([one.ravel() for one in cells.values()]))
    place = np.full(len(nodes), -1)
    place[kept] = np.arange(len(kept))
    nodes = nodes[kept]
    faces = {f"{axis}{side}": np.flatnonzero(nodes[:, i] == side) for i, axis in enumerate("xyz") for side in (0, 1)}
    return Mesh(nodes, {kind: place[one] for kind, one in cells.items()}, faces, name=name)


def joined(mesh: Mesh, tolerance: float | None = None) -> Mesh:
    """Nodes at the same place made one. tolerance [m]: 1e-6 of the size of the mesh by default."""
    from scipy.spatial import cKDTree

    near_enough = tolerance if tolerance is not None else 1e-6 * float(np.ptp(mesh.nodes, axis=0).max())
    first = np.arange(len(mesh.nodes))
    for a, b in sorted(cKDTree(mesh.nodes).query_pairs(near_enough)):
        first[b] = min(first[b], first[a])
    kept, place = np.unique(first, return_inverse=True)
    cells = {kind: place[one] for kind, one in mesh.cells.items()}
    sets = {name: np.unique(place[one]) for name, one in mesh.sets.items()}
    return replace(mesh, nodes=mesh.nodes[kept], cells=cells, sets=sets, numbers=mesh.numbers[kept])


def box_mesh(size: Any, counts: Any, *, kind: str = "hex8") -> Mesh:
    """A box of size (a, b, c) [m] about the origin, in counts = (nx, ny, nz) bricks; sets x0, x1, .. are its faces."""
    lengths = vector(size, 3, "box_mesh: size")
    for one in lengths:
        number(one, "box_mesh: size [m]", positive=True)
    return brick(counts, kind=kind, name="box").moved(lambda x: (x - 0.5) * lengths)


def tube_mesh(inner: float, outer: float, length: float, counts: Any, *, kind: str = "hex8") -> Mesh:
    """A tube about z, from -length/2 to length/2 [m], in counts = (along the radius, around, along z) bricks.

    inner, outer: radii [m]. Sets x0 and x1 are the inner and the outer face, z0 and z1 the ends.
    """
    a = number(inner, "tube_mesh: inner [m]", positive=True)
    b = number(outer, "tube_mesh: outer [m]", positive=True)
    h = number(length, "tube_mesh: length [m]", positive=True)
    if a >= b:
        raise ModelError(f"tube_mesh: the inner radius {a:g} m is not below the outer one, {b:g} m.")

    def place(x: np.ndarray) -> np.ndarray:
        r, turn = a + (b - a) * x[:, 0], 2.0 * math.pi * x[:, 1]
        return np.column_stack([r * np.cos(turn), r * np.sin(turn), h * (x[:, 2] - 0.5)])

    bricks = brick(counts, kind=kind, name="tube")
    if counts[1] < 3:
        raise ModelError(
            f"tube_mesh: counts = {counts!r}; {counts[1]} bricks around do not close a tube, at least 3 do."
        )
    return joined(bricks.moved(place))


def cylinder_mesh(radius: float, length: float, counts: Any, *, kind: str = "hex8") -> Mesh:
    """A cylinder about z, from -length/2 to length/2 [m], in counts = (across, along z) bricks; sets z0, z1, side."""
    r, h = (
        number(radius, "cylinder_mesh: radius [m]", positive=True),
        number(length, "cylinder_mesh: length [m]", positive=True),
    )
    try:
        across, along = (int(one) for one in counts)
    except (TypeError, ValueError):
        raise ModelError(f"cylinder_mesh: counts = {counts!r}; give two whole numbers.") from None

    def place(x: np.ndarray) -> np.ndarray:
        u, v = 2.0 * x[:, 0] - 1.0, 2.0 * x[:, 1] - 1.0
        return np.column_stack([r * u * np.sqrt(1 - v * v / 2), r * v * np.sqrt(1 - u * u / 2), h * (x[:, 2] - 0.5)])

    mesh = brick((across, across, along), kind=kind, name="cylinder").moved(place)
    mesh.sets["side"] = np.unique(np.concatenate([mesh.sets.pop(name) for name in ("x0", "x1", "y0", "y1")]))
    return mesh


def merged(meshes: list[Mesh], name: str) -> Mesh:
    """Several meshes as one; nodes at the same place are one. Sets of the same name are joined; each is a group of cells."""
    starts = np.cumsum([0, *(len(one.nodes) for one in meshes)])
    cells: dict[str, list[np.ndarray]] = {}
    sets: dict[str, list[np.ndarray]] = {}
    groups: dict[str, dict[str, np.ndarray]] = {}
    for start, one in zip(starts, meshes, strict=False):
        for kind, some in one.cells.items():
            before = sum(map(len, cells.setdefault(kind, [])))
            group = groups.setdefault(one.name, {})
            group[kind] = np.concatenate([group.get(kind, np.zeros(0, int)), before + np.arange(len(some))])
            cells[kind].append(start + some)
        for label, some in one.sets.items():
            sets.setdefault(label, []).append(start + some)
    whole = Mesh(
        np.concatenate([one.nodes for one in meshes]),
        {kind: np.concatenate(some) for kind, some in cells.items()},
        {label: np.concatenate(some) for label, some in sets.items()},
        name=name,
        groups=groups,
    )
    found = joined(whole)
    return replace(found, numbers=np.arange(1, len(found.nodes) + 1))


def sweep_mesh(
    section: Sequence[float] | Callable[..., Any],
    path: Sequence[Any] | np.ndarray,
    counts: Sequence[int],
    *,
    normal: Any = (0, 0, 1),
    kind: str = "hex8",
) -> Mesh:
    """A solid with a section along a path, in counts = (along, across y, across z) bricks; sets x0 and x1 are its ends.

    section: (width, height) [m] along y and z, or a function (s, a, b) -> (y, z) [m] of arrays, s from 0 to 1 along the path, a
    and b from -1 to 1 across. path: points (n, 3) [m] that a smooth curve goes through. z of the section is nearest to normal.
    """
    from scipy.interpolate import make_interp_spline

    if not callable(section) and np.shape(section) != (2,):
        raise ModelError(f"sweep_mesh: section = {shown(section)}; give (width, height) [m] or a function.")
    points = np.array([vector(one, 3, "sweep_mesh: path") for one in path]).reshape(-1, 3)
    along = np.concatenate([[0.0], np.cumsum(np.linalg.norm(np.diff(points, axis=0), axis=1))])
    if len(points) < 2 or not (np.diff(along) > 0.0).all():
        raise ModelError("sweep_mesh: the path needs two points or more, none of them twice.")
    curve = make_interp_spline(along / along[-1], points, k=min(3, len(points) - 1))
    if not callable(section):
        width, height = (number(one, "sweep_mesh: section [m]", positive=True) for one in section)
    up = vector(normal, 3, "sweep_mesh: normal")

    def place(x: np.ndarray) -> np.ndarray:
        s, a, b = x[:, 0], 2 * x[:, 1] - 1, 2 * x[:, 2] - 1
        y, z = section(s, a, b) if callable(section) else (a * width / 2, b * height / 2)
        tangent = curve.derivative()(s)
        across = np.cross(up, tangent)
        size = np.linalg.norm(across, axis=1)
        if not (size > 1e-6 * np.linalg.norm(up) * np.linalg.norm(tangent, axis=1)).all():
            raise ModelError("sweep_mesh: the path runs along the normal; give another one.")
        across /= size[:, None]
        upright = np.cross(tangent, across)
        upright /= np.linalg.norm(upright, axis=1)[:, None]
        return curve(s) + np.reshape(y, (-1, 1)) * across + np.reshape(z, (-1, 1)) * upright

    return brick(counts, kind=kind, name="sweep").moved(place)

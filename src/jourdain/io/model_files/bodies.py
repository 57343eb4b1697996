"""Bodies, shapes and markers as plain data."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from inspect import signature
from typing import Any

import numpy as np

from jourdain.errors import FileFormatError, near
from jourdain.io.meshes import mesh, surface
from jourdain.io.model_files.entries import Entry, as_table, joined, located, wrong
from jourdain.io.model_files.parts import Reader, Writer, as_name, components, without
from jourdain.model import shapes
from jourdain.model.elements import Body
from jourdain.model.rotations import Rotation
from jourdain.model.shapes import Mesh, Shape, Surface, Visual

SHAPES: dict[str, Callable[..., Shape]] = {"box": shapes.box, "cylinder": shapes.cylinder, "sphere": shapes.sphere}

PICTURES = ("visuals", "collisions")


def write_body(w: Writer, body: Body) -> dict[str, Any]:
    """What `Model.body` takes."""
    planar = body.planar
    zero = components(np.zeros(3), planar)
    entry = {
        "mass": float(body.mass),
        "inertia": _inertia(body),
        "shape": _shape(w, body.shape),
        "at": components(body.at, planar),
        "rotation": w.rotation(body.rotation, body.angle, planar),
        "com": components(body.com, planar),
        "velocity": components(body.velocity, planar),
        "spin": float(body.spin[2]) if planar else components(body.spin, planar),
        "markers": write_markers(w, body),
    }
    still: dict[str, Any] = {"rotation": 0.0 if planar else [1.0, 0.0, 0.0, 0.0], "spin": 0.0 if planar else zero}
    still |= {"inertia": None, "shape": None, "at": zero, "com": zero, "velocity": zero, "markers": {}}
    return without(still, entry) | write_pictures(w, body)


def _inertia(body: Body) -> Any:
    """The shortest form that gives these very numbers: nothing (that of the shape), one number, a diagonal, a tensor."""
    J = np.asarray(body.inertia, dtype=np.float64)
    if body.shape is not None and body.mass > 0.0 and is_solid(body, body.shape):
        return None
    if body.planar and J.tobytes() == np.diag([0.0, 0.0, J[2, 2]]).tobytes():
        return float(J[2, 2])
    return np.diag(J).tolist() if J.tobytes() == np.diag(np.diag(J)).tobytes() else J.tolist()


def is_solid(body: Body, shape: Shape) -> bool:
    """True if centre and inertia are those of the shape; else it is a picture only, such as those of robots."""
    n, centre = 2 if body.planar else 3, shape.centre
    same = np.asarray(body.inertia, dtype=np.float64).tobytes() == shape.inertia(body.mass).tobytes()
    return same and (not any(centre[:n]) or tuple(body.com[:n]) == centre[:n])


def _shape(w: Writer, shape: Shape | None) -> dict[str, Any] | None:
    if shape is None:
        return None
    place: dict[str, Any] = {} if shape.at is None else {"at": list(shape.at)}
    place["rotation"] = w.rotation(shape.rotation, 0.0, planar=False)
    place = without({"rotation": [1.0, 0.0, 0.0, 0.0]}, place)
    if isinstance(shape, Surface):
        scale = shape.scale[0] if len(set(shape.scale)) == 1 else list(shape.scale)
        at = without({"at": [0.0, 0.0, 0.0]}, place)
        return without({"scale": 1.0}, {"kind": shape.kind, "path": shape.path, "scale": scale}) | at
    if isinstance(shape, Mesh):
        return without({"scale": 1.0}, {"kind": shape.kind, "path": shape.path, "scale": shape.scale}) | place
    entry = {"kind": shape.kind, "size": [float(c) for c in shape.size]}
    if shape.kind in SHAPES and replace(SHAPES[shape.kind](*shape.size), at=shape.at, rotation=shape.rotation) == shape:
        return entry | place
    return entry | {"volume": float(shape.volume), "gyration2": [float(c) for c in shape.gyration2]} | place


def _visual(w: Writer, one: Visual) -> dict[str, Any]:
    """A picture: its shape, with its colour and opacity."""
    return (_shape(w, one.shape) or {}) | without(
        {"colour": "", "opacity": 1.0}, {"colour": one.colour, "opacity": one.opacity}
    )


def write_pictures(w: Writer, body: Body) -> dict[str, Any]:
    """What is drawn of a body, and its shapes of contact, if there are any."""
    kept = {key: [_visual(w, one) for one in getattr(body, key)] for key in PICTURES}
    return {key: value for key, value in kept.items() if value}


def read_pictures(body: Body, entry: Entry) -> None:
    """What is drawn of a body, and its shapes of contact."""
    body.visuals, body.collisions = _read_visuals(entry, "visuals"), _read_visuals(entry, "collisions")


def _read_visuals(entry: Entry, key: str) -> tuple[Visual, ...]:
    found = []
    for i, data in enumerate(entry.items(key), 1):
        path = joined(entry.at(key), str(i))
        table = dict(as_table(data, path))
        look = {name: table.pop(name) for name in ("colour", "opacity") if name in table}
        with located(path):
            found.append(Visual(read_shape(table, path), **look))
    return tuple(found)


def read_shape(data: Any, path: str) -> Shape:
    """A solid from its kind and size, with its place in the body if that is given."""
    table = as_table(data, path)
    place = Entry({key: table[key] for key in ("at", "rotation") if key in table}, path, optional=("at", "rotation"))
    shape = _own_shape({key: value for key, value in table.items() if key not in place}, path)
    if not place.data:
        return shape
    with located(path):
        turn = Rotation(*_quaternion(place)) if "rotation" in place else None
        return shape.placed(place.numbers("at") if "at" in place else (0.0, 0.0, 0.0), turn)


def _quaternion(entry: Entry) -> list[float]:
    parts = entry.numbers("rotation")
    if len(parts) != 4:
        raise wrong(entry.at("rotation"), entry["rotation"], "a rotation: a quaternion w, x, y, z")
    return parts


def _own_shape(data: dict[str, Any], path: str) -> Shape:
    if data.get("kind") in ("mesh", "surface"):
        entry = Entry(data, path, required=("kind", "path"), optional=("scale",))
        with located(path):
            if data["kind"] == "surface":
                return surface(entry.text("path"), entry.data.get("scale", 1.0))
            return mesh(entry.text("path"), entry.number("scale", 1.0))
    entry = Entry(data, path, required=("kind", "size"), optional=("volume", "gyration2"))
    kind, size = entry.text("kind"), entry.numbers("size")
    if "volume" in entry or "gyration2" in entry:
        entry = Entry(data, path, required=("kind", "size", "volume", "gyration2"))
        if len(entry.numbers("gyration2")) != 3:
            raise wrong(entry.at("gyration2"), entry["gyration2"], "three numbers [m2]")
        x, y, z = entry.numbers("gyration2")
        return Shape(kind, tuple(size), entry.number("volume"), (x, y, z))
    if kind not in SHAPES:
        raise FileFormatError(f"{entry.at('kind')}: unknown shape {kind!r}.{near(kind, SHAPES)}")
    with located(entry.at("size")):
        try:
            return SHAPES[kind](*size)
        except TypeError:
            wanted = ", ".join(signature(SHAPES[kind]).parameters)
            raise FileFormatError(
                f"{entry.at('size')}: {len(size)} numbers do not make a {kind}; give {wanted}."
            ) from None


def read_body(r: Reader, name: str, data: Any, path: str) -> None:
    """Add a body to the model."""
    vectors = ("at", "com", "velocity")
    optional = ("inertia", "shape", *PICTURES, "rotation", "spin", "markers", *vectors)
    entry = Entry(data, path, required=("mass",), optional=optional)
    planar, inertia = r.model.planar, entry.data.get("inertia")
    placed: dict[str, Any] = {key: entry.numbers(key) for key in vectors if key in entry}
    if "spin" in entry:
        placed["spin"] = entry.number("spin") if planar else entry.numbers("spin")
    shape = read_shape(entry["shape"], entry.at("shape")) if "shape" in entry else None
    tensor = _tensor(inertia, entry.at("inertia")) if isinstance(inertia, (list, tuple)) else None
    if tensor is not None:
        inertia = tensor[2, 2] if planar else tensor
    with located(path):
        body = r.model.body(
            name, mass=entry.number("mass"), inertia=inertia, shape=shape, rotation=r.rotation(entry), **placed
        )
    read_pictures(body, entry)
    if planar and tensor is not None:  # moments that do not count in the plane, of a body drawn as a solid
        body.inertia = tensor
    read_markers(r, body, entry)


def _tensor(data: Any, path: str) -> np.ndarray:
    """(3, 3) from a diagonal or a tensor."""
    try:
        given = np.array(data, dtype=np.float64)
    except (TypeError, ValueError):
        raise wrong(path, data, "a list of numbers") from None
    if given.shape not in ((3,), (3, 3)):
        raise wrong(path, data, "three numbers or a 3x3 tensor [kg m2]")
    return np.diag(given) if given.ndim == 1 else given


def write_markers(w: Writer, body: Body) -> dict[str, Any]:
    """The markers of a body or of the ground."""
    return {as_name(label, f"marker on {body.name!r}"): w.frame(m) for label, m in body.markers.items()}


def read_markers(r: Reader, body: Body, entry: Entry) -> None:
    """Add the markers of a body or of the ground."""
    for label, data in entry.table("markers").items():
        frame = Entry(data, joined(entry.at("markers"), label), optional=("at", "rotation"))
        at = {"at": frame.numbers("at")} if "at" in frame else {}
        with located(frame.path):
            body.marker(label, rotation=r.rotation(frame), **at)

"""Model files as people write them: each short form is turned into the plain one (io/plain.py), which stays valid too.

Numbers are SI values already when they come here (io/format.py).
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import fields
from pathlib import Path
from typing import Any

from jourdain.errors import FileFormatError, near
from jourdain.io.model_files.bodies import PICTURES, SHAPES, read_body, read_markers, read_pictures, read_shape
from jourdain.io.model_files.entries import Entry, Mistakes, as_number, as_table, as_text, joined, located, wrong
from jourdain.io.model_files.forces import read_event, read_force, read_load
from jourdain.io.model_files.format import BODY, DRIVE, FORCE, JOINT, JOINT_OPTIONS, LOAD
from jourdain.io.model_files.joints import ABOUT, read_about, read_joint, read_options
from jourdain.io.model_files.parts import Reader, fits
from jourdain.io.model_files.references import resolve
from jourdain.io.model_files.tables import beside
from jourdain.model import joints as joint_kinds
from jourdain.model.elements import Marker
from jourdain.model.events import ACTIONS
from jourdain.model.measures import GROUND, Measure, Port, distance
from jourdain.model.model import Model
from jourdain.model.naming import CALL
from jourdain.model.rotations import axis_angle, cardan, direction_cosines, euler


class HumanReader(Reader):
    """Reads texts such as "crank.tip", "A.angle", "crank.x" and "distance(ground.hook, crank.tip)" besides plain data."""

    def __init__(
        self,
        model: Model,
        materials: dict[str, Any],
        folder: Path = Path(),
        mistakes: Mistakes | None = None,
        failed: Collection[str] = (),
    ) -> None:
        """mistakes: where they are gathered; failed: paths of entries that have some already."""
        super().__init__(model)
        self.folder, self.mistakes, self.failed = folder, mistakes, failed
        self.know(materials)

    def know(self, materials: dict[str, Any]) -> None:
        """The materials of the file."""
        self.densities, self.materials = densities(materials, "materials"), materials

    def typed(self, data: Any, path: str, hint: Any, expected: str) -> Any:
        """A text where a measure or a marker may stand is one, unless it can only be an expression."""
        if isinstance(data, str) and fits(_A_MEASURE, hint) and (self.model.names_measure(data) or not fits("", hint)):
            return self.measure(data, path)
        if isinstance(data, (str, dict)) and fits(_A_MARKER, hint):
            return self.marker(data, path)
        return super().typed(data, path, hint, expected)

    def marker(self, data: Any, path: str, label: str = "") -> Marker:
        """A marker "body.marker", or plain data."""
        if not isinstance(data, str):
            return super().marker(data, path, label)
        with located(path):
            return self.model.marker_named(data)

    def rotation(self, entry: Entry) -> Any:
        """By an axis and an angle, angles, or a matrix, besides plain data."""
        if "rotation" not in entry:
            return None
        plain = {"rotation": rotation(entry["rotation"], self.model.planar, entry.at("rotation"))}
        return super().rotation(Entry(plain, entry.path, optional=("rotation",)))

    def port(self, data: Any, path: str) -> Port:
        """A direction "body.marker.x", a point "body.marker", or plain data."""
        if not isinstance(data, str):
            return super().port(data, path)
        with located(path):
            return self.model.port_named(data)

    def measure(self, data: Any, path: str) -> Measure:
        """A measure as a text, or plain data."""
        if not isinstance(data, str):
            return super().measure(data, path)
        with located(path):
            return self.model.measure_named(data)

    def _input(self, data: Any, path: str) -> Any:
        """A measure, or its rate, as a text: "A.angle", "rate(A.angle)"; or plain data."""
        if isinstance(data, str):
            call = CALL.fullmatch(data.strip())
            data = {"rate": call[2]} if call is not None and call[1] == "rate" else data
        return self.measure(data, path) if isinstance(data, str) else super()._input(data, path)


_A_MEASURE = Measure(0, ())
_A_MARKER = Marker(GROUND, "", (0.0, 0.0, 0.0), axis_angle((0, 0, 1), 0.0))


def rotation(data: Any, planar: bool, path: str) -> Any:
    """What the plain form has (a quaternion, or an angle in the plane) from an axis and an angle, angles, or a matrix."""
    if planar:
        return as_number(data, path)
    with located(path):
        if isinstance(data, list) and len(data) == 3:
            found = direction_cosines(data)
        elif isinstance(data, dict) and "axis" in data:
            entry = Entry(data, path, required=("axis", "angle"))
            found = axis_angle(entry.numbers("axis"), entry.number("angle"))
        elif isinstance(data, dict):
            entry = Entry(data, path, optional=("axis", "angle", "euler", "cardan"))
            kinds = [key for key in ("euler", "cardan") if key in entry]
            if len(kinds) != 1 or len(entry.data) != 1 or len(entry.numbers(kinds[0])) != 3:
                raise wrong(path, data, "{axis: .., angle: ..}, {euler: [..]} or {cardan: [..]} with three angles")
            found = (euler if kinds == ["euler"] else cardan)(*entry.numbers(kinds[0]))
        else:
            return data
    return [found.w, found.x, found.y, found.z]


def body(r: HumanReader, name: str, data: Any, path: str) -> None:
    """Add a body; shape: {box: [..]}, density or material, rotation, inertia_at and inertia_axes in short forms."""
    entry = Entry(data, path, optional=tuple(BODY.parts))
    plain = dict(entry.data)
    if "shape" in entry:
        plain["shape"] = _shape(r, entry["shape"], entry.at("shape"))
    plain |= _pictures(r, entry)
    given = [key for key in ("mass", "density", "material") if key in entry]
    if len(given) != 1:
        what = "no mass" if not given else " and ".join(given)
        raise FileFormatError(
            f"{path}: {what} given; give one of mass, density and material (the last two with a shape)."
        )
    if "mass" not in entry:
        if "shape" not in entry:
            raise FileFormatError(f"{path}: with {given[0]} goes a shape, such as shape: {{box: [..]}}.")
        plain["mass"] = _density(r, entry) * read_shape(plain["shape"], entry.at("shape")).volume
    elif "shape" not in entry and "inertia" not in entry:
        raise FileFormatError(f"{path}: 'inertia' is missing; give it in kg*m2, or a shape.")
    moved = {key: entry[key] for key in ("inertia_at", "inertia_axes", "com") if key in entry}
    if "inertia_at" in entry or "inertia_axes" in entry:
        plain["inertia"] = _inertia(r, entry, moved, path)
    read_body(r, name, {k: v for k, v in plain.items() if k not in _SHORT}, path)


def ground(r: HumanReader, data: Any) -> None:
    """Markers of the ground, and what is drawn of it."""
    entry = Entry(data, "ground", optional=("markers", *PICTURES))
    with located("ground"):
        read_markers(r, r.model.ground, entry)
    read_pictures(r.model.ground, Entry(_pictures(r, entry), "ground", optional=PICTURES))


def _pictures(r: HumanReader, entry: Entry) -> dict[str, Any]:
    """Lists of pictures in their plain form."""
    found = {}
    for key in PICTURES:
        if key in entry:
            items = enumerate(entry.items(key), 1)
            found[key] = [_shape(r, item, joined(entry.at(key), str(i))) for i, item in items]
    return found


_SHORT = ("density", "material", "inertia_at", "inertia_axes")


def _density(r: HumanReader, entry: Entry) -> float:
    if "density" in entry:
        density = entry.number("density")
        if not density > 0.0:
            raise FileFormatError(f"{entry.at('density')}: {density:g} kg/m3; it must be positive.")
        return density
    name = entry.text("material")
    if name not in r.densities:
        raise FileFormatError(f"{entry.at('material')}: there is no material {name!r}.{near(name, r.densities)}")
    return r.densities[name]


def _inertia(r: HumanReader, entry: Entry, moved: dict[str, Any], path: str) -> Any:
    """About the centre of mass and in body axes, as the model itself computes it."""
    axes = moved.get("inertia_axes")
    if axes is not None:
        parts = rotation(axes, r.model.planar, entry.at("inertia_axes"))
        moved["inertia_axes"] = r.rotation(Entry({"rotation": parts}, path, optional=("rotation",)))
    scratch = Model("scratch", planar=r.model.planar)
    with located(path):
        found = scratch.body(entry.path, mass=entry.number("mass"), inertia=entry.data.get("inertia"), **moved).inertia
    return float(found[2, 2]) if r.model.planar else found.tolist()


def _shape(r: HumanReader, data: Any, path: str) -> Any:
    """{box: [..]} as {kind: box, size: [..]}, {mesh: part.stl} as {kind: mesh, path: part.stl}, with at and rotation."""
    table = as_table(data, path)
    place = {key: table.pop(key) for key in ("at", "rotation", "colour", "opacity") if key in table}
    if "rotation" in place and not isinstance(place["rotation"], list | dict):  # in the plane
        place["rotation"] = {"axis": [0, 0, 1], "angle": place["rotation"]}
    if "rotation" in place:
        place["rotation"] = rotation(place["rotation"], False, joined(path, "rotation"))
    if "kind" not in table:
        scale = {"scale": table.pop("scale")} if "scale" in table and {"mesh", "surface"} & set(table) else {}
        if len(table) != 1:
            raise FileFormatError(f"{path}: give one shape, such as {{box: [x, y, z]}}.{near('', (*SHAPES, 'mesh'))}")
        kind, size = next(iter(table.items()))
        if kind not in (*SHAPES, "mesh", "surface"):
            known = (*SHAPES, "mesh", "surface")
            raise FileFormatError(f"{joined(path, kind)}: unknown shape {kind!r}.{near(kind, known)}")
        if kind in ("mesh", "surface"):
            table = {"kind": kind, "path": as_text(size, joined(path, kind)), **scale}
        else:
            table = {"kind": kind, "size": size if isinstance(size, list) else [as_number(size, joined(path, kind))]}
    if table["kind"] in ("mesh", "surface") and isinstance(table.get("path"), str):
        table["path"] = beside(r.folder, table["path"])
    return table | place


def joint(r: HumanReader, name: str, data: dict[str, Any], path: str) -> None:
    """Add a joint: between bodies at a place, or between markers, with its options beside them."""
    kind = data.get("kind")
    if isinstance(kind, str) and kind not in ("drive", "row"):
        with located(joined(path, "kind")):  # before the keys, which depend on it
            joint_kinds.find(kind, r.model.planar)
    entry = Entry(data, path, required=("kind",), optional=tuple(JOINT.parts))
    own = {key: entry[key] for key in JOINT_OPTIONS if key in entry}
    plain = {k: v for k, v in entry.data.items() if k not in (*JOINT_OPTIONS, "markers", "bodies")}
    if own:
        plain["options"] = entry.table("options") | own
    if "markers" in entry:
        plain |= dict(zip("ab", _pair(entry, "markers"), strict=True))
    if "bodies" in entry:
        _placed_joint(r, name, plain, _pair(entry, "bodies"), path)
    else:
        read_joint(r, name, plain, path)


def drive(r: HumanReader, name: str, data: Any, path: str) -> None:
    """Drive a measure."""
    entry = Entry(data, path, optional=tuple(DRIVE.parts))
    read_joint(r, name, {"kind": "drive", **entry.data}, path)


def _pair(entry: Entry, key: str) -> list[Any]:
    pair = entry.items(key)
    if len(pair) != 2:
        raise FileFormatError(f"{entry.at(key)}: a joint has two sides, here are {len(pair)}.")
    return pair


AXES = ("x", "y", "z", "-x", "-y", "-z")
_PLACE = ("at", "at_a", "at_b", "axis")


def _placed_joint(r: HumanReader, name: str, data: dict[str, Any], bodies: list[Any], path: str) -> None:
    entry = Entry(data, path, required=("kind",), optional=(*_PLACE, "rotation", "options", "active", *ABOUT))
    place: dict[str, Any] = {key: entry.numbers(key) for key in _PLACE if key in entry and entry[key] not in AXES}
    place |= {"axis": entry["axis"]} if entry.data.get("axis") in AXES else {}
    place["rotation"] = r.rotation(entry)
    options = read_options(r, entry)
    a, b = (r.body(Entry({"body": side}, joined(path, "bodies"), required=("body",))) for side in bodies)
    kind = _kind(entry)
    with located(path):
        limits = entry.data.get("limits")
        made = r.model.joint(name, kind, a, b, active=entry.flag("active", True), limits=limits, **place, **options)
    read_about(made, entry)


def _kind(entry: Entry) -> Any:
    """The kind of a joint: a name, or the user's own function."""
    kind = entry["kind"]
    if isinstance(kind, dict):
        return resolve(Entry(kind, entry.at("kind"), required=("function",))["function"], entry.at("kind"))
    return as_text(kind, entry.at("kind"))


def force(r: HumanReader, name: str, data: Any, path: str) -> None:
    """Add a force on a measure, a spring, a torsion spring or a bushing."""
    entry = Entry(data, path, optional=tuple(FORCE.parts))
    kinds = [key for key in ("measure", "spring", "torsion_spring", "bushing") if key in entry]
    if len(kinds) != 1:
        raise FileFormatError(f"{path}: give one of measure, spring, torsion_spring and bushing.")
    kind = kinds[0]
    rest = {k: v for k, v in entry.data.items() if k != kind}
    if kind == "measure":
        read_force(r, name, data, path)
    elif kind == "torsion_spring":
        read_force(r, name, rest | {"measure": {"kind": "angle", "joint": entry.text(kind)}}, path)
    else:
        a, b = (r.marker(side, entry.at(kind)) for side in _pair(entry, kind))
        if kind == "spring":
            return read_force(r, name, rest, path, distance(a, b))
        coefficients = Entry(rest, path, required=("stiffness", "damping"))
        values = {key: coefficients.numbers(key) for key in rest}
        with located(path):
            r.model.bushing(name, a, b, **values)


def load(r: HumanReader, name: str, data: Any, path: str) -> None:
    """Add a load at a marker, or on a body at its centre of mass or `at` a point of its frame."""
    entry = Entry(data, path, optional=tuple(LOAD.parts))
    plain = dict(entry.data)
    for key in ("torque", "torque_per_length"):
        if key in entry and not isinstance(entry[key], list):
            plain[key] = [entry[key]]
    if "on" in entry and "pattern" not in entry and entry["on"] not in r.model.beams:
        on = r.model.find_body(r.body(Entry({"body": plain.pop("on")}, path, required=("body",))), path)
        if "marker" in entry:
            raise FileFormatError(f"{path}: give on or marker, not both.")
        at = entry.numbers("at") if "at" in entry else [float(c) for c in on.com][: 2 if r.model.planar else 3]
        plain["marker"] = {"body": on.name, "at": at}
        plain.pop("at", None)
    read_load(r, name, plain, path)


def event(r: HumanReader, name: str, data: Any, path: str) -> None:
    """Add an event; actions: Stop, {Engage: floor}, {Impact: {restitution: 0.8}}, alone or in a list."""
    table = as_table(data, path)
    if "actions" in table:
        given, place = table["actions"], joined(path, "actions")
        several = given if isinstance(given, list) else [given]
        table["actions"] = [_action(item, joined(place, str(i))) for i, item in enumerate(several, 1)]
    read_event(r, name, table, path)


def _action(data: Any, path: str) -> Any:
    """The plain form {action: Engage, joint: floor} of {Engage: floor}."""
    if isinstance(data, str):
        return {"action": data}
    table = as_table(data, path)
    if "action" not in table:
        if len(table) != 1:
            raise FileFormatError(f"{path}: write one action, such as {{Lock: hinge}}.")
        name, value = next(iter(table.items()))
        if name not in ACTIONS:
            raise FileFormatError(f"{joined(path, name)}: unknown action {name!r}.{near(name, ACTIONS)}")
        first = next((f.name for f in fields(ACTIONS[name])), None)
        if not isinstance(value, dict):
            if first is None:
                raise FileFormatError(f"{joined(path, name)}: {name} takes nothing; write it alone.")
            value = {first: value}
        table = {"action": name, **value}
    if table.get("settle") is not None:
        table["settle"] = _action(table["settle"], joined(path, "settle"))
    return table


def densities(table: dict[str, Any], path: str) -> dict[str, float]:
    """Material -> density [kg/m3]."""
    found = {}
    for name, data in table.items():
        place = joined(path, name)
        known = ("E", "G", "nu")
        one = (
            Entry(data, place, required=("density",), optional=known).number("density")
            if isinstance(data, dict)
            else data
        )
        found[name] = as_number(one, place)
        if not found[name] > 0.0:
            raise FileFormatError(f"{place}: a density of {found[name]:g} kg/m3; it must be positive.")
    return found

"""What the report page shows of a Result, as plain data for JSON; arrays as base64 of little-endian float32.

Bodies are drawn about their centres of mass, so every point of a body here is counted from there, in body axes.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import astuple, dataclass, field, replace
from typing import Any

import numpy as np

from jourdain.errors import JourdainError
from jourdain.io.meshes import drawn_surfaces
from jourdain.io.model_files.yaml import as_data
from jourdain.io.model_files.yaml_text import dump
from jourdain.kernels.measures import DISTANCE
from jourdain.model.elements import Body, Force, Joint
from jourdain.model.joints import TOUCHING
from jourdain.model.limits import not_acted_on
from jourdain.model.measures import GROUND
from jourdain.model.rotations import Rotation
from jourdain.model.shapes import Mesh, Surface, Visual
from jourdain.result.arrays import AXES
from jourdain.result.generalised_forces import elements
from jourdain.result.points import point_states
from jourdain.result.reactions import marker_axes, reactions
from jourdain.result.result import Result
from jourdain.viewer.beams import beams_data, own_parts
from jourdain.viewer.deformation import Deformation
from jourdain.viewer.encode import Arrays, encoded
from jourdain.viewer.flexible import drawn_shape, own_deformations

TURNING = ("revolute", "cylindrical", "screw", "planar")  # joints whose angle tells where they stand
SLIDING = ("prismatic", "cylindrical", "screw")
ROUNDING = 1e-11  # of the largest load: what is never above this is none


@dataclass
class Store(Arrays):
    """The arrays (nt, width) of a run, the curves that are columns of them, and surfaces, each once."""

    meshes: list[Mesh] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    def vector(self, group: str, name: str, unit: str, array: int, *, length: bool = False) -> None:
        """Offer the components along x, y, (z), and the length if asked for."""
        if length:
            self.curve(group, f"{name} size", unit, array, None)
        for column in range(self.arrays[array].shape[1]):
            self.curve(group, f"{name} {AXES[column]}", unit, array, column)

    def shape(self, body: Body, deformation: Deformation | None = None) -> dict[str, Any] | None:
        """How a body is drawn, if it says so: about a point offset [m] from its centre of mass, turned by rotation w, x, y, z.

        Both in body axes. In the plane a shape may also lie off the plane, along z.
        """
        shape = drawn_shape(body)
        if shape is None:
            return None
        drawn: dict[str, Any] = {
            "kind": shape.kind,
            "offset": shape_place(body).tolist(),
            "rotation": [*astuple(shape.rotation)],
        }
        if not isinstance(shape, Mesh):
            return drawn | {"size": [float(c) for c in shape.size]}
        surface = replace(shape, at=None, rotation=Rotation())  # wherever it is placed, it is the same one
        if surface not in self.meshes:
            self.meshes.append(surface)
        drawn["mesh"] = self.meshes.index(surface)
        if deformation is not None:
            drawn["deformation"] = deformation.plain(self.array(deformation.amplitudes))
        return drawn

    def pictures(self, body: Body, visuals: tuple[Visual, ...]) -> list[dict[str, Any]]:
        """Pictures of a body, each as a shape is, with its colour and opacity; files that cannot be drawn are noted."""
        found = []
        for one in visuals:
            try:
                parts = drawn_surfaces(one.shape) if isinstance(one.shape, Surface) else [(one.shape, "")]
            except JourdainError as problem:
                self.notes.append(f"{body.name} is not drawn whole: {problem}")
                continue
            for shape, own in parts:
                drawn = self.shape(replace(body, shape=shape)) if type(body) is Body else None
                if drawn is not None:
                    found.append(drawn | {"colour": one.colour or own, "opacity": float(one.opacity)})
        return found

    def surfaces(self) -> list[dict[str, Any]]:
        """Vertices from the centre [m], in the axes of the file, and faces of all meshes, with the box around them."""
        found = []
        for mesh in self.meshes:
            vertices = mesh.vertices - mesh.offset
            box = {"low": vertices.min(axis=0).tolist(), "high": vertices.max(axis=0).tolist()}
            found.append(box | {"vertices": encoded(vertices), "faces": encoded(mesh.faces, "<u4")})
        return found


def shape_place(body: Body) -> np.ndarray:
    """Where the centre of a body's shape is, from its centre of mass (3,) [m], body axes."""
    shape = drawn_shape(body)
    if shape is None or (shape.at is None and not isinstance(shape, Mesh)):
        return np.zeros(3)
    return np.array(shape.centre) - body.com


def run_data(
    result: Result, label: str, deformations: Mapping[str, Deformation] | None = None, collisions: bool = False
) -> dict[str, Any]:
    """Everything of one run; deformations of bodies by their names; collisions: shapes of contact are seen first."""
    store = Store()
    for name, deformation in (deformations or {}).items():
        deformation.check(result, name)
    deformed = own_deformations(result) | dict(deformations or {})
    beams, sections = beams_data(result, store, coloured=True)
    points = drawn_points(result)
    bodies = [
        sections.get(name) or _body(result, name, store, points[name], deformed.get(name))
        for name in result.system.bodies
    ]
    _coordinates(result, store)
    joints = [_joint(result, joint, store) for joint in shown_joints(result)]
    for name in result.system.recorded:
        values = result.measure(name)
        store.curve("measures", name, values.attrs["units"], store.array(values))
    for name in result.system.state_names:
        store.curve("states", name, "-", store.array(result.state(name)))
    loads, table = _loads(result, store) if bodies else _generalised(result, store)
    _energies(result, store)
    scene = _scene(result, label, bodies, joints, beams, store)
    return scene | {
        "collisions": collisions,
        "driven": driven(result),
        "trust": str(result.trust).splitlines(),
        "trusted": bool(result.trust.worst < 0.1 and not result.trust.forbidden and not result.interrupted),
        "forbidden": bool(result.trust.forbidden),
        "summary": "\n".join([result.summary(), *not_acted_on(result.model), *store.notes]),
        "loads": loads,
        "table": table,
        "events": [{"name": event.name, "t": float(event.t)} for event in result.events],
        "curves": store.curves if len(result.t) > 1 else [],  # of an equilibrium there is one point only
        **_model_file(result),
    }


def motion_data(result: Result, label: str) -> dict[str, Any]:
    """What is drawn of a motion that is only looked at: no curves, loads or tables."""
    store = Store()
    beams, sections = beams_data(result, store, coloured=False)
    points = drawn_points(result)
    bodies = [sections.get(name) or _drawn(result, name, store, points[name]) for name in result.system.bodies]
    joints = [_joint(result, joint, Store()) for joint in shown_joints(result)]
    return _scene(result, label, bodies, joints, beams, store) | {"loads": [], "events": [], "curves": []}


def shown_joints(result: Result) -> list[Joint]:
    """Joints with a place, without those that beams are made of."""
    own = own_parts(result)
    return [joint for name, joint in result.model.joints.items() if joint.a is not None and name not in own]


def _scene(
    result: Result, label: str, bodies: list[Any], joints: list[Any], beams: list[Any], store: Store
) -> dict[str, Any]:
    """What every motion has, and which part of its outputs is shown."""
    kept, said = store.shown(len(result.t))
    ground = result.model.ground
    return {
        "label": label,
        "planar": bool(result.system.planar),
        "gravity": [float(g) for g in result.model.gravity],
        "t": encoded(result.t[kept], "<f8"),
        "thinned": said,
        "bodies": bodies,
        "joints": joints,
        "beams": beams,
        "links": links(result),
        "ground": store.pictures(ground, ground.visuals),
        "groundCollisions": store.pictures(ground, ground.collisions),
        "meshes": store.surfaces(),
        "arrays": store.plain(kept),
    }


# -- what is drawn ---------------------------------------------------------------------------------------------


def _body(
    result: Result, name: str, store: Store, points: list[Any], deformation: Deformation | None
) -> dict[str, Any]:
    motion, drawn = result[name], _drawn(result, name, store, points, deformation)
    store.vector("positions", name, "m", drawn["position"])
    store.vector("velocities", name, "m/s", store.array(motion.velocity, spare=True), length=True)
    store.vector("accelerations", name, "m/s2", store.array(motion.acceleration, spare=True), length=True)
    spin = store.array(motion.angular_velocity, spare=True)
    if motion.planar:
        store.curve("angles", name, "rad", drawn["rotation"])
        store.curve("angular velocities", name, "rad/s", spin)
    else:
        store.vector("angular velocities", name, "rad/s", spin, length=True)
    return drawn


def _drawn(
    result: Result, name: str, store: Store, points: list[Any], deformation: Deformation | None = None
) -> dict[str, Any]:
    """A body, with the numbers of the arrays of its poses."""
    motion, body = result[name], result.model.bodies[name]
    return {
        "name": name,
        "position": store.array(motion.position),
        "rotation": store.array(motion.angle if motion.planar else motion.quaternion),
        "shape": store.shape(body, deformation),
        "pictures": store.pictures(body, body.visuals),
        **({"collisions": store.pictures(body, body.collisions)} if body.collisions else {}),
        "points": points,
    }


def drawn_points(result: Result) -> dict[str, list[list[float]]]:
    """Where joints and loads hold each body, and its markers, each once, from its centre of mass [m], body axes."""
    model = result.model
    found: dict[str, dict[Any, None]] = {name: {} for name in (GROUND, *model.bodies)}
    sides = [marker for joint in model.joints.values() for marker in (joint.a, joint.b) if marker is not None]
    for marker in (*sides, *(load.marker for load in model.loads.values())):
        found[marker.body][marker.at] = None
    for name, body in model.bodies.items():
        found[name] |= dict.fromkeys(marker.at for marker in body.markers.values())
    return {name: [(np.array(at) - body.com).tolist() for at in found[name]] for name, body in model.bodies.items()}


def _anchor(result: Result, body: str, at: Any) -> dict[str, Any]:
    """A point [m] of a body's frame, or of the ground (body -1), counted from the centre of mass."""
    if body == GROUND:
        return {"body": -1, "at": [float(c) for c in at]}
    index = result.system.layout.block(body)
    return {"body": index, "at": (np.array(at) - result.system.com[index]).tolist()}


def _joint(result: Result, joint: Joint, store: Store) -> dict[str, Any]:
    """Markers, axis in the axes of a's body, way along it (least, largest) [m], and curves of its angle and slide."""
    a, b = joint.a, joint.b
    assert a is not None and b is not None
    if joint.kind in TOUCHING:  # drawn at the wheel: the plane has no place of its own
        a = b
    sliding_in_plane = a.planar and joint.kind in ("prismatic", "point_on_line")
    axis = a.matrix[:, 0 if sliding_in_plane else 2]
    Ra, Rb = (marker_axes(result, marker) for marker in (a, b))
    travel = [0.0, 0.0]
    if joint.kind in TURNING:
        between = np.einsum("tji,tjk->tik", Ra, Rb)
        turned = np.arctan2(between[:, 1, 0] - between[:, 0, 1], between[:, 0, 0] + between[:, 1, 1])
        store.curve("angles", joint.name, "rad", store.array(np.unwrap(turned)))
    if joint.kind in SLIDING:
        way = point_states(result, b.body, np.array(b.at))[0] - point_states(result, a.body, np.array(a.at))[0]
        slide = np.einsum("ti,ti->t", way, Ra[:, :, 0 if a.planar else 2])
        travel = [float(slide.min()), float(slide.max())]
        store.curve("slides", joint.name, "m", store.array(slide))
    anchors = {side: _anchor(result, marker.body, marker.at) for side, marker in (("a", a), ("b", b))}
    return {"name": joint.name, "kind": joint.kind, "axis": axis.tolist(), "travel": travel, **anchors}


def driven(result: Result) -> list[str]:
    """Joints whose angle or slide a drive holds: what they do is known beforehand."""
    model = result.model
    held = {measure for one in model.joints.values() if one.kind == "drive" for _, measure in one.rows[0].terms}
    moving = [joint for joint in model.joints.values() if held and joint.a is not None]
    return [joint.name for joint in moving if not held.isdisjoint((joint.angle, joint.slide))]


def links(result: Result) -> list[dict[str, Any]]:
    """Massless rods and springs: lines between two points."""
    model, own = result.model, own_parts(result)

    def link(kind: str, name: str, a: Any, b: Any) -> dict[str, Any]:
        return {"kind": kind, "name": name, "a": _anchor(result, *a), "b": _anchor(result, *b)}

    rods = [
        link("rod", joint.name, (joint.a.body, joint.a.at), (joint.b.body, joint.b.at))
        for joint in model.joints.values()
        if joint.kind in ("distance", "revolute_spherical") and joint.a is not None and joint.b is not None
    ]
    springs = [
        link(_acting(force), force.name, *((port.body, port.s) for port in force.measure.ports[1:3]))
        for force in model.forces.values()
        if force.measure.kind == DISTANCE
    ]
    return [one for one in rods + springs if one["name"] not in own]


def _acting(force: Force) -> str:
    """What a force between two points is drawn as."""
    parts = [name for name, value in (("spring", force.stiffness), ("damper", force.damping)) if value]
    return " and ".join(parts) or ("spring" if force.law is None else "actuator")


# -- coordinates of a Lagrangian -------------------------------------------------------------------------------


def _coordinates(result: Result, store: Store) -> None:
    """Curves of all coordinates, whose units are the user's own, and of generalised speeds."""
    names = result.system.coordinates
    groups = {"coordinates": result.q, "rates": result.v, "accelerations": result.a}
    groups |= {"momenta": result.momenta} if names else {}
    for group, values in groups.items() if names else ():
        array = store.array(values)
        for column, name in enumerate(names):
            store.curve(group, name, "-", array, column)
    for name, values in result.speeds.items():
        store.curve("speeds", name, "-", store.array(values))


def _generalised(result: Result, store: Store) -> tuple[list[Any], list[Any]]:
    """Curves of multipliers and of what each element exerts on each coordinate; there is nothing to draw as an arrow."""
    for name, values in result.multipliers.items():
        store.curve("multipliers", name, values.attrs["units"], store.array(values))
    for element in elements(result):
        force = result.reaction(element).force.values
        array = store.array(force)
        for column in np.flatnonzero(force.any(axis=0)).tolist():
            store.curve("generalised forces", f"{element}: {result.system.coordinates[column]}", "-", array, column)
    return [], []


# -- loads -----------------------------------------------------------------------------------------------------


def _loads(result: Result, store: Store) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """Arrows, and the table of peaks, of all joints, drives, forces and loads; curves of their components."""
    model = result.model
    kinds = {name: joint.kind for name, joint in model.joints.items()}
    kinds |= dict.fromkeys(model.forces, "force") | dict.fromkeys(model.loads, "load")
    own = own_parts(result)
    kinds = {name: kind for name, kind in kinds.items() if name not in own}
    found = reactions(result, list(kinds))
    about = {name: load.torque.values for name, load in found.items()}
    if result.system.planar:  # arrows of torques stand on the plane
        about = {name: np.pad(torque[:, None], ((0, 0), (2, 0))) for name, torque in about.items()}
    sizes = [_size(one.force) for one in found.values()]
    sizes += [_size(torque) / result.system.length for torque in about.values()]
    noise = ROUNDING * max(sizes, default=0.0)
    arrows, table = [], []
    for name, load in found.items():
        force = _above(load.force.values, noise)
        torque = _above(about[name], noise * result.system.length)
        at = _acting_point(result, name, load.on)
        arrow: dict[str, Any] = {"name": name, "at": at, "force": None, "torque": None}
        if kinds[name] == "drive":
            _drive_curve(result, name, store)
        if force.any():
            arrow["force"] = store.array(force)
            store.vector("reactions", f"{name}: force", "N", arrow["force"], length=True)
        if torque.any():
            arrow["torque"] = store.array(torque)
            if result.system.planar:
                store.curve("reactions", f"{name}: torque", "N m", arrow["torque"], 2)
            else:
                store.vector("reactions", f"{name}: torque", "N m", arrow["torque"], length=True)
        arrows.append(arrow)
        line = {"name": name, "kind": kinds[name], "on": load.on, "unique": bool(load.unique)}
        table.append(line | {"force": _peak(result.t, force), "torque": _peak(result.t, torque)})
    return arrows, table


def _drive_curve(result: Result, name: str, store: Store) -> None:
    """What a drive needs, with its sign: positive where it pushes its coordinate up."""
    rows = [row for row in result.multipliers if row.rpartition(": ")[0] == name]
    values = result.multipliers[rows[0]] if len(rows) == 1 else None
    if values is not None and not (result.system.planar and values.attrs["units"] == "N m"):  # there torques have signs
        what = "torque" if values.attrs["units"] == "N m" else "force"
        store.curve("reactions", f"{name}: {what}", values.attrs["units"], store.array(values))


def _size(vectors: Any) -> float:
    return float(np.linalg.norm(vectors, axis=1).max())


def _above(vectors: np.ndarray, noise: float) -> np.ndarray:
    """Zeros where nothing is ever larger than rounding: a hinge carries no torque about its axis, not 1e-16 N m."""
    return vectors if _size(vectors) > noise else np.zeros_like(vectors)


def _peak(t: np.ndarray, vectors: np.ndarray) -> dict[str, Any]:
    """Largest length over the outputs, when, and the components [ground axes] there."""
    i = int(np.linalg.norm(vectors, axis=1).argmax())
    return {"size": float(np.linalg.norm(vectors[i])), "t": float(t[i]), "parts": [float(c) for c in vectors[i]]}


def _acting_point(result: Result, name: str, on: str) -> dict[str, Any]:
    """Where the arrow starts: at the joint, where a load or spring holds, else at the centre of mass of the body."""
    model = result.model
    if name in model.joints and (marker := model.joints[name].a) is not None:
        if model.joints[name].kind in TOUCHING and (wheel := model.joints[name].b) is not None:
            marker = wheel
        return _anchor(result, marker.body, marker.at)
    if name in model.loads:
        return _anchor(result, on, model.loads[name].marker.at)
    if name in model.forces and model.forces[name].measure.kind == DISTANCE:
        return next(_anchor(result, port.body, port.s) for port in model.forces[name].measure.ports if port.body == on)
    return _anchor(result, on, np.zeros(3) if on == GROUND else model.bodies[on].com)


# -- energies, model -------------------------------------------------------------------------------------------


def _energies(result: Result, store: Store) -> None:
    energy = result.energy
    for name in ("kinetic", "potential", "drives", "dampers", "applied", "error"):
        values = getattr(energy, name)
        store.curve("energies", values.attrs["long_name"], "J", store.array(values))


def _model_file(result: Result) -> dict[str, Any]:
    """The model as its file would be; where there can be none, why."""
    try:
        return {"model": dump(as_data(result.model)), "model_written": True}
    except JourdainError as problem:
        return {"model": f"This model cannot be written to a file. {problem}", "model_written": False}

"""URDF files as links and joints: read, and checked to be a tree."""

from __future__ import annotations

import reprlib
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from jourdain.errors import FileFormatError, near
from jourdain.io.robots.xml_text import Element, parse
from jourdain.model.parsing import LARGEST
from jourdain.model.rotations import Rotation, axis_angle
from jourdain.reading import regular

KINDS = {"continuous": "revolute"} | {kind: kind for kind in ("revolute", "prismatic", "fixed", "planar", "spherical")}
TYPES = (*KINDS, "floating")
MOVING = ("revolute", "continuous", "prismatic")  # joints with one coordinate, which can be damped or follow another
# attributes of a shape, and how many numbers each has
SIZES = {"box": {"size": 3}, "cylinder": {"radius": 1, "length": 1}, "sphere": {"radius": 1}}


@dataclass(frozen=True)
class Pose:
    """Place [m] and orientation of a frame in another one."""

    at: np.ndarray
    rotation: Rotation = field(default_factory=Rotation)

    def __matmul__(self, inner: Pose) -> Pose:
        return Pose(self.at + self.rotation.apply(inner.at), self.rotation @ inner.rotation)


@dataclass(frozen=True)
class Visual:
    """A shape to draw: kind "box", "cylinder", "sphere" with its size [m], or "mesh" with the text that names it."""

    kind: str
    size: tuple[float, ...]
    pose: Pose
    mesh: str = ""
    colour: str = ""
    opacity: float = 1.0


@dataclass
class Link:
    """mass None: the link has no inertia. inertia (3, 3) [kg m2] about `centre`, in the axes of `centre`."""

    name: str
    line: int
    mass: float | None = None
    inertia: np.ndarray = field(default_factory=lambda: np.zeros((3, 3)))
    centre: Pose = field(default_factory=lambda: Pose(np.zeros(3)))
    visuals: list[Visual] = field(default_factory=list)
    collisions: list[Visual] = field(default_factory=list)


@dataclass
class Connection:
    """A joint of the file; mimic: (joint, multiplier, offset); limits: (lower, upper); rated: what is known besides."""

    name: str
    line: int
    kind: str
    parent: str
    child: str
    origin: Pose
    axis: np.ndarray
    damping: float = 0.0
    mimic: tuple[str, float, float] | None = None
    limits: tuple[float, float] | None = None
    rated: dict[str, Any] = field(default_factory=dict)


@dataclass
class Robot:
    """What a file says. Joints are in the order of the tree, from the root; remarks: what was read otherwise than written."""

    name: str
    root: str
    links: dict[str, Link]
    joints: list[Connection]
    remarks: list[str] = field(default_factory=list)


def parse_urdf(path: str | Path) -> Robot:
    """Links and joints of a file, checked to be a tree."""
    file = Path(path)
    try:
        text = regular(file).read_bytes()
    except OSError as problem:
        raise FileFormatError(f"cannot read {str(file)!r}: {problem.strerror or problem}.") from None
    try:
        return _robot(parse(text))
    except FileFormatError as problem:
        raise FileFormatError(f"{file.name}, {problem}") from None


def _robot(top: Element) -> Robot:
    if top.tag != "robot":
        raise _wrong(top, f"the file begins with <{top.tag}>; a URDF file begins with <robot>.")
    links: dict[str, Link] = {}
    colours = {one.attributes["name"]: _rgba(one) for one in top.all("material") if "name" in one.attributes}
    for element in top.all("link"):
        link = _link(element, colours)
        if link.name in links:
            raise _wrong(element, f"there is a link {link.name!r} already, in line {links[link.name].line}.")
        links[link.name] = link
    joints = [_connection(element, links) for element in top.all("joint")]
    if not links:
        raise _wrong(top, "the robot has no links.")
    _check_names(joints)
    _add_transmissions(top, {one.name: one for one in joints})
    root, ordered = _tree(links, joints)
    return Robot(top.attributes.get("name", "robot"), root, links, ordered, top.remarks)


def _wrong(element: Any, what: str) -> FileFormatError:
    return FileFormatError(f"line {element.line}: {what}")


def _text(element: Element, name: str) -> str:
    if name not in element.attributes:
        raise _wrong(element, f"<{element.tag}> has no {name!r}.")
    return element.attributes[name]


def _numbers(element: Element | None, name: str, default: tuple[float, ...]) -> tuple[float, ...]:
    """As many finite numbers as the default has; commas count as blanks, and numbers too many as none, as elsewhere."""
    if element is None or name not in element.attributes:
        return default
    try:
        found = tuple(float(part) for part in element.attributes[name].replace(",", " ").split())
    except ValueError:
        found = ()
    shown = reprlib.repr(element.attributes[name])
    if len(found) > len(default) > 1:
        element.remark(f"{name} = {shown}: the first {len(default)} numbers are taken.")
        found = found[: len(default)]
    if len(found) != len(default) or not np.isfinite(found).all():
        raise _wrong(element, f"{name} = {shown} is not {len(default)} number(s).")
    if max(map(abs, found)) > LARGEST:
        raise _wrong(element, f"{name} = {shown}: numbers above {LARGEST:g} cannot be computed with.")
    return found


def _number(element: Element | None, name: str, default: float = 0.0) -> float:
    return _numbers(element, name, (default,))[0]


def _pose(element: Element | None) -> Pose:
    """The origin inside an element: xyz, and roll, pitch, yaw about the fixed axes."""
    origin = element.one("origin") if element is not None else None
    roll, pitch, yaw = _numbers(origin, "rpy", (0.0, 0.0, 0.0))
    turned = axis_angle((0, 0, 1), yaw) @ axis_angle((0, 1, 0), pitch) @ axis_angle((1, 0, 0), roll)
    return Pose(np.array(_numbers(origin, "xyz", (0.0, 0.0, 0.0))), turned)


def _link(element: Element, colours: dict[str, tuple[str, float]]) -> Link:
    drawn = {
        tag: [found for one in element.all(tag) if (found := _visual(one, colours))] for tag in ("visual", "collision")
    }
    link = Link(_text(element, "name"), element.line, visuals=drawn["visual"], collisions=drawn["collision"])
    inertial = element.one("inertial")
    if inertial is not None:
        tensor, mass = inertial.one("inertia"), inertial.one("mass")
        if mass is None or "value" not in mass.attributes:
            raise _wrong(inertial, f"link {link.name!r}: mass [kg] is missing in <inertial>.")
        xx, xy, xz, yy, yz, zz = (_number(tensor, f"i{key}") for key in ("xx", "xy", "xz", "yy", "yz", "zz"))
        link.inertia = np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]])
        link.mass, link.centre, link.line = _number(mass, "value"), _pose(inertial), inertial.line
    return link


def _rgba(material: Element) -> tuple[str, float]:
    """Colour "#rrggbb" and opacity of a material; of a picture on it nothing."""
    colour = material.one("color")
    if colour is None:
        return "", 1.0
    red, green, blue, opacity = (min(max(part, 0.0), 1.0) for part in _numbers(colour, "rgba", (0.8, 0.8, 0.8, 1.0)))
    return "#" + "".join(f"{round(255 * part):02x}" for part in (red, green, blue)), opacity or 1.0


def _visual(element: Element, colours: dict[str, tuple[str, float]]) -> Visual | None:
    """None for a shape without size, which nobody could see."""
    material = element.one("material")
    look = ("", 1.0)
    if material is not None:
        own = _rgba(material)
        look = own if own[0] else colours.get(material.attributes.get("name", ""), own)
        if own[0] and "name" in material.attributes:
            colours.setdefault(material.attributes["name"], own)
    geometry = element.one("geometry")
    shape = geometry.children[0] if geometry is not None and geometry.children else None
    if shape is None:
        raise _wrong(element, f"<{element.tag}> has no geometry.")
    pose = _pose(element)
    if shape.tag == "mesh":
        return Visual("mesh", _numbers(shape, "scale", (1.0, 1.0, 1.0)), pose, _text(shape, "filename"), *look)
    if shape.tag == "capsule":  # of some programs: what is drawn is its cylinder
        shape.tag = "cylinder"
    if shape.tag not in SIZES:
        raise _wrong(shape, f"unknown geometry {shape.tag!r}.{near(shape.tag, (*SIZES, 'mesh'))}")
    sizes = tuple(size for name, n in SIZES[shape.tag].items() for size in _numbers(shape, name, (0.0,) * n))
    if not all(size > 0.0 for size in sizes):
        shape.remark(f"<{shape.tag}>: its sizes are missing, or not positive; it is not drawn.")
        return None
    return Visual(shape.tag, sizes, pose, "", *look)


def _connection(element: Element, links: dict[str, Link]) -> Connection:
    kind = _text(element, "type")
    if kind not in TYPES:
        raise _wrong(element, f"joint {element.attributes.get('name')!r}: unknown type {kind!r}.{near(kind, TYPES)}")
    ends = {}
    for end in ("parent", "child"):
        one = element.one(end)
        if one is None:
            raise _wrong(element, f"the joint has no <{end}>.")
        ends[end] = _text(one, "link")
        if ends[end] not in links:
            raise _wrong(one, f"there is no link {ends[end]!r}.{near(ends[end], links)}")
    axis = np.array(_numbers(element.one("axis"), "xyz", (1.0, 0.0, 0.0)))
    if not np.linalg.norm(axis) > 0.0 and kind not in ("fixed", "floating"):
        raise _wrong(element, "the axis has no direction.")
    name, origin = _text(element, "name"), _pose(element)
    found = Connection(name, element.line, kind, ends["parent"], ends["child"], origin, axis)
    dynamics = element.one("dynamics")
    found.damping = _number(dynamics, "damping")
    if friction := _number(dynamics, "friction"):
        found.rated["friction"] = friction
    _read_limit(element.one("limit"), found)
    mimic = element.one("mimic")
    if mimic is not None and kind != "fixed":  # what cannot move follows nothing
        found.mimic = _text(mimic, "joint"), _number(mimic, "multiplier", 1.0), _number(mimic, "offset")
    return found


def _read_limit(limit: Element | None, joint: Connection) -> None:
    """Ends of the travel, and what its motor can do; ends that leave no travel are none, and said."""
    if limit is None:
        return
    for name in ("effort", "velocity"):
        if value := _number(limit, name):
            joint.rated[name] = value
    if joint.kind not in ("revolute", "prismatic") or not {"lower", "upper"} & set(limit.attributes):
        return
    lower, upper = _number(limit, "lower"), _number(limit, "upper")
    if lower < upper:
        joint.limits = (lower, upper)
    else:
        limit.remark(f"joint {joint.name!r}: limits from {lower:g} to {upper:g} leave no travel; it has none.")


def _add_transmissions(top: Element, joints: dict[str, Connection]) -> None:
    """What drives each joint through which reduction, as far as it is said."""
    for one in top.all("transmission"):
        for place in one.all("joint"):
            joint = joints.get(place.attributes.get("name", ""))
            if joint is None:
                one.remark(f"a transmission of a joint {place.attributes.get('name', '')!r} that is not there.")
                continue
            found: dict[str, Any] = {"name": one.attributes.get("name", "")}
            for actuator in one.all("actuator"):
                found["actuator"] = actuator.attributes.get("name", "")
                found |= _reduction(actuator)
            joint.rated["transmission"] = found | _reduction(one) | _reduction(place)


def _reduction(element: Element) -> dict[str, float]:
    one = element.one("mechanicalReduction")
    try:
        return {} if one is None else {"reduction": float(one.text)}
    except ValueError:
        return {}


def _check_names(joints: list[Connection]) -> None:
    moving = [one.name for one in joints if one.kind in MOVING]
    still = {one.name for one in joints if one.kind == "fixed"}
    seen: dict[str, int] = {}
    for one in joints:
        if one.name in seen:
            raise _wrong(one, f"there is a joint {one.name!r} already, in line {seen[one.name]}.")
        seen[one.name] = one.line
        leader = one.name if one.mimic is None else one.mimic[0]
        if one.mimic is not None and leader == one.name:
            raise _wrong(one, f"joint {one.name!r} cannot mimic itself.")
        if one.mimic is not None and not {leader, one.name} - still <= set(moving):
            hint = f"both must turn or slide.{near(leader, moving)}"
            raise _wrong(one, f"joint {one.name!r} cannot mimic {leader!r}: {hint}")


def _tree(links: dict[str, Link], joints: list[Connection]) -> tuple[str, list[Connection]]:
    """The root, and the joints in the order from the root."""
    above: dict[str, Connection] = {}
    for one in joints:
        if one.child in above:
            other = above[one.child].name
            raise _wrong(one, f"link {one.child!r} is the child of {other!r} too; add loops to the model instead.")
        above[one.child] = one
    roots = [name for name in links if name not in above]
    if len(roots) != 1:
        what = f"several roots: {', '.join(roots)}" if roots else "no root: its joints go round in a circle"
        raise FileFormatError(f"line 1: the robot has {what}; one link must be the parent of all others.")
    ordered: list[Connection] = []
    reached = {roots[0]}
    waiting = list(joints)
    while waiting:
        ready = [one for one in waiting if one.parent in reached]
        if not ready:
            raise _wrong(waiting[0], f"joint {waiting[0].name!r} is part of a circle that the root does not reach.")
        ordered += ready
        reached |= {one.child for one in ready}
        waiting = [one for one in waiting if one not in ready]
    return roots[0], ordered

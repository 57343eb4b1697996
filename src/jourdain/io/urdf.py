"""Robots in the URDF form as models: links, joints, inertia, mimic, damping. Loops can be added to the model afterwards.

Links without inertia that are fixed to another one become markers on it. Limits, friction, transmissions and what belongs
to other programs are not taken over. Shapes and meshes are kept in `Robot`, to be drawn.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from jourdain.elements import Body, Joint
from jourdain.errors import FileFormatError, JourdainError, ModelError, near
from jourdain.io.xml_text import Element, parse
from jourdain.model import Model
from jourdain.parsing import inertia as read_inertia
from jourdain.parsing import number
from jourdain.rotations.conversions import Rotation, axis_angle

KINDS = {
    "revolute": "revolute",
    "continuous": "revolute",
    "prismatic": "prismatic",
    "fixed": "fixed",
    "planar": "planar",
}
TYPES = (*KINDS, "floating")


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


@dataclass
class Link:
    """mass None: the link has no inertia. inertia (3, 3) [kg m2] about `centre`, in the axes of `centre`."""

    name: str
    line: int
    mass: float | None = None
    inertia: np.ndarray = field(default_factory=lambda: np.zeros((3, 3)))
    centre: Pose = field(default_factory=lambda: Pose(np.zeros(3)))
    visuals: list[Visual] = field(default_factory=list)


@dataclass
class Connection:
    """A joint of the file; mimic: (joint, multiplier, offset)."""

    name: str
    line: int
    kind: str
    parent: str
    child: str
    origin: Pose
    axis: np.ndarray
    damping: float = 0.0
    mimic: tuple[str, float, float] | None = None


@dataclass
class Robot:
    """What a file says. Joints are in the order of the tree, from the root."""

    name: str
    root: str
    links: dict[str, Link]
    joints: list[Connection]


def read_urdf(path: str | Path, *, base: str = "fixed", gravity: Any = (0.0, 0.0, -9.81)) -> Model:
    """The model of a URDF file, drawn with all joints at zero; gravity [m/s2].

    base: "fixed" holds the root link to the ground, "floating" leaves it free. A root link without inertia is the ground.
    FileFormatError with file and line; problems of inertia are listed all at once.
    """
    if base not in ("fixed", "floating"):
        raise ModelError(f"base = {base!r}; it is 'fixed' or 'floating'.")
    file = Path(path)
    robot = parse_urdf(file)
    try:
        return _Builder(robot, base, gravity).model
    except JourdainError as problem:
        raise FileFormatError(f"{file.name}: {problem}") from None


def mesh_file(path: str | Path, mesh: str) -> Path | None:
    """The file of a mesh, None if there is none.

    mesh: a path from the URDF file at `path`, or "package://name/.." with a folder `name` that holds it or stands above it.
    """
    folder = Path(path).resolve().parent
    inside = mesh.removeprefix("package://")
    if inside == mesh:
        candidates = [folder / mesh.removeprefix("file://")]
    else:
        candidates = [above / inside for above in (folder, *folder.parents)]
    return next((file for file in candidates if file.is_file()), None)


# -- the file ----------------------------------------------------------------------------------------------------


def parse_urdf(path: str | Path) -> Robot:
    """Links and joints of a file, checked to be a tree."""
    file = Path(path)
    try:
        text = file.read_bytes()
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
    for element in top.all("link"):
        link = _link(element)
        if link.name in links:
            raise _wrong(element, f"there is a link {link.name!r} already, in line {links[link.name].line}.")
        links[link.name] = link
    joints = [_connection(element, links) for element in top.all("joint")]
    if not links:
        raise _wrong(top, "the robot has no links.")
    _check_names(joints)
    root, ordered = _tree(links, joints)
    return Robot(top.attributes.get("name", "robot"), root, links, ordered)


def _wrong(element: Any, what: str) -> FileFormatError:
    return FileFormatError(f"line {element.line}: {what}")


def _text(element: Element, name: str) -> str:
    if name not in element.attributes:
        raise _wrong(element, f"<{element.tag}> has no {name!r}.")
    return element.attributes[name]


def _numbers(element: Element | None, name: str, default: tuple[float, ...]) -> tuple[float, ...]:
    """As many finite numbers as the default has."""
    if element is None or name not in element.attributes:
        return default
    try:
        found = tuple(float(part) for part in element.attributes[name].split())
    except ValueError:
        found = ()
    if len(found) != len(default) or not np.isfinite(found).all():
        raise _wrong(element, f"{name} = {element.attributes[name]!r} is not {len(default)} number(s).")
    return found


def _number(element: Element | None, name: str, default: float = 0.0) -> float:
    return _numbers(element, name, (default,))[0]


def _pose(element: Element | None) -> Pose:
    """The origin inside an element: xyz, and roll, pitch, yaw about the fixed axes."""
    origin = element.one("origin") if element is not None else None
    roll, pitch, yaw = _numbers(origin, "rpy", (0.0, 0.0, 0.0))
    turned = axis_angle((0, 0, 1), yaw) @ axis_angle((0, 1, 0), pitch) @ axis_angle((1, 0, 0), roll)
    return Pose(np.array(_numbers(origin, "xyz", (0.0, 0.0, 0.0))), turned)


def _link(element: Element) -> Link:
    link = Link(_text(element, "name"), element.line, visuals=[_visual(one) for one in element.all("visual")])
    inertial = element.one("inertial")
    if inertial is not None:
        tensor, mass = inertial.one("inertia"), inertial.one("mass")
        xx, xy, xz, yy, yz, zz = (_number(tensor, f"i{key}") for key in ("xx", "xy", "xz", "yy", "yz", "zz"))
        link.inertia = np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]])
        link.mass, link.centre, link.line = _number(mass, "value"), _pose(inertial), inertial.line
    return link


def _visual(element: Element) -> Visual:
    geometry = element.one("geometry")
    shape = geometry.children[0] if geometry is not None and geometry.children else None
    if shape is None:
        raise _wrong(element, "<visual> has no geometry.")
    pose = _pose(element)
    match shape.tag:
        case "box":
            return Visual("box", _numbers(shape, "size", (0.0, 0.0, 0.0)), pose)
        case "cylinder":
            return Visual("cylinder", (_number(shape, "radius"), _number(shape, "length")), pose)
        case "sphere":
            return Visual("sphere", (_number(shape, "radius"),), pose)
        case "mesh":
            return Visual("mesh", _numbers(shape, "scale", (1.0, 1.0, 1.0)), pose, _text(shape, "filename"))
    raise _wrong(shape, f"unknown geometry {shape.tag!r}.{near(shape.tag, ('box', 'cylinder', 'sphere', 'mesh'))}")


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
    found.damping = _number(element.one("dynamics"), "damping")
    mimic = element.one("mimic")
    if mimic is not None:
        found.mimic = _text(mimic, "joint"), _number(mimic, "multiplier", 1.0), _number(mimic, "offset")
    return found


def _check_names(joints: list[Connection]) -> None:
    moving = [one.name for one in joints if one.kind in ("revolute", "continuous", "prismatic")]
    seen: dict[str, int] = {}
    for one in joints:
        if one.name in seen:
            raise _wrong(one, f"there is a joint {one.name!r} already, in line {seen[one.name]}.")
        seen[one.name] = one.line
        if one.mimic is not None and (one.mimic[0] not in moving or one.name not in moving):
            raise _wrong(
                one,
                f"joint {one.name!r} cannot mimic {one.mimic[0]!r}: both must turn or slide.{near(one.mimic[0], moving)}",
            )


def _tree(links: dict[str, Link], joints: list[Connection]) -> tuple[str, list[Connection]]:
    """The root, and the joints in the order from the root."""
    above: dict[str, Connection] = {}
    for one in joints:
        if one.child in above:
            raise _wrong(
                one,
                f"link {one.child!r} is the child of {above[one.child].name!r} too; add loops to the model instead.",
            )
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


# -- the model ---------------------------------------------------------------------------------------------------


class _Builder:
    """Builds a model from the root to the tips. Each link has its body (its own, or the one it is fixed to) and its pose."""

    def __init__(self, robot: Robot, base: str, gravity: Any) -> None:
        self.robot, self.model = robot, Model(robot.name, gravity=gravity)
        _check_inertia(robot)
        self.bodies: dict[str, Body] = {}
        self.poses = {robot.root: Pose(np.zeros(3))}
        self.joints: dict[str, Joint] = {}
        self._add_root(base)
        for one in robot.joints:
            self._add(one)
        for one in robot.joints:
            self._mimic_and_damping(one)

    def _add_root(self, base: str) -> None:
        root = self.robot.links[self.robot.root]
        if root.mass is None:
            self.bodies[root.name] = self.model.ground
            return
        self.bodies[root.name] = self._body(root)
        if base == "fixed":
            self.model.joint(self._free_name("base"), "fixed", self.model.ground, self.bodies[root.name], at=(0, 0, 0))

    def _body(self, link: Link) -> Body:
        pose = self.poses[link.name]
        return self.model.body(
            self._free_name(link.name),
            mass=link.mass,
            inertia=link.inertia,
            inertia_axes=link.centre.rotation,
            com=link.centre.at,
            at=pose.at,
            rotation=pose.rotation,
        )

    def _free_name(self, name: str) -> str:
        """A name that the model does not have yet: links and joints of a robot may be called alike."""
        taken = {"ground", *self.model.bodies, *self.model.joints, *self.model.forces}
        return (
            name if name not in taken else f"{name} joint" if f"{name} joint" not in taken else f"{name} ({len(taken)})"
        )

    def _add(self, one: Connection) -> None:
        link, parent = self.robot.links[one.child], self.bodies[one.parent]
        pose = self.poses[one.child] = self.poses[one.parent] @ one.origin
        if one.kind == "fixed" and link.mass is None:
            self.bodies[one.child] = parent
            inverse = Rotation() if parent is self.model.ground else parent.rotation.inverse()
            parent.marker(one.child, at=inverse.apply(pose.at - parent.at), rotation=inverse @ pose.rotation)
            return
        child = self.bodies[one.child] = self._body(link)
        if one.kind == "floating":
            return
        axis = None if one.kind == "fixed" else pose.rotation.apply(one.axis)
        name = self._free_name(one.name)
        self.joints[one.name] = self.model.joint(name, KINDS[one.kind], parent, child, at=pose.at, axis=axis)

    def _measure(self, name: str) -> Any:
        kind = next(one.kind for one in self.robot.joints if one.name == name)
        return self.joints[name].slide if kind == "prismatic" else self.joints[name].angle

    def _mimic_and_damping(self, one: Connection) -> None:
        if one.mimic is not None:
            leader, multiplier, offset = one.mimic
            terms = [(1.0, self._measure(one.name)), (-multiplier, self._measure(leader))]
            self.model.row(self._free_name(f"{one.name} mimic"), terms, constant=offset)
        if one.damping and one.kind in ("revolute", "continuous", "prismatic"):
            self.model.force(self._free_name(f"{one.name} damping"), self._measure(one.name), damping=one.damping)


def _check_inertia(robot: Robot) -> None:
    """All problems of inertia at once: whoever exported the file has to look at all of them."""
    problems = []
    fixed = {one.child for one in robot.joints if one.kind == "fixed"} | {robot.root}
    for name, link in robot.links.items():
        try:
            if link.mass is not None:
                number(link.mass, f"link {name!r}: mass [kg]", positive=True)
                read_inertia(link.inertia, False, f"link {name!r}")
            elif name not in fixed:
                raise ModelError(f"link {name!r} moves and has no <inertial>.")
        except ModelError as problem:
            problems.append(f"line {link.line}: {problem}")
    if problems:
        count = "problem" if len(problems) == 1 else f"{len(problems)} problems"
        raise FileFormatError(f"{count} of inertia:\n  " + "\n  ".join(problems))

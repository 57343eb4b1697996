"""Robots in the URDF form as models: links, joints, inertia, mimic, damping. Loops can be added to the model afterwards.

Links without mass that are fixed to another one become markers on it. Limits and damping of joints act; effort, velocity,
friction, transmissions and collision shapes are kept in the model, and `check` lists them.
"""

from __future__ import annotations

import os
import warnings
from pathlib import Path
from typing import Any

import numpy as np

from jourdain.errors import FileFormatError, ModelError, few
from jourdain.io.meshes import surface
from jourdain.io.model_files.bodies import SHAPES
from jourdain.io.model_files.entries import located
from jourdain.io.robots.urdf_inertia import settle_inertia
from jourdain.io.robots.urdf_text import KINDS, MOVING, Connection, Link, Pose, Robot, Visual, parse_urdf
from jourdain.model.elements import Body, Joint
from jourdain.model.model import Model
from jourdain.model.rotations import Rotation
from jourdain.model.shapes import Visual as Picture

__all__ = ["mesh_file", "parse_urdf", "read_urdf"]


def read_urdf(path: str | Path, *, base: str = "fixed", gravity: Any = (0.0, 0.0, -9.81)) -> Model:
    """The model of a URDF file, drawn with all joints at zero, or as near as their limits allow; gravity [m/s2].

    base: "fixed" holds the root link to the ground, "floating" leaves it free. A root link without mass is the ground, or a
    marker of the link it is fixed to. FileFormatError with file and line. What is read otherwise than it is written (inertia
    that no body can have, joints that move nothing with mass, ..) is listed in one warning.
    """
    if base not in ("fixed", "floating"):
        raise ModelError(f"base = {base!r}; it is 'fixed' or 'floating'.")
    file = Path(path)
    robot = parse_urdf(file)
    try:
        model = _Builder(robot, base, gravity, file).model
    except FileFormatError as problem:
        raise FileFormatError(f"{file.name}, {problem}") from None
    if robot.remarks:
        listed = "".join(f"\n  {one}" for one in robot.remarks)
        warnings.warn(f"{file.name} is read otherwise than it is written:{listed}", stacklevel=2)
    return model


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
    return next((file for file in candidates if os.path.isfile(file)), None)  # which refuses no text


def _limits(one: Connection) -> tuple[float, float] | None:
    """Limits of what still moves: joints that move nothing with mass are held."""
    return one.limits if one.kind in ("revolute", "prismatic") else None


class _Builder:
    """Builds a model from the root to the tips. Each link has its body (its own, or the one it is fixed to) and its pose."""

    def __init__(self, robot: Robot, base: str, gravity: Any, file: Path) -> None:
        self.robot, self.file, self.model = robot, file, Model(robot.name, gravity=gravity)
        settle_inertia(robot)
        self.kinds = {one.name: one.kind for one in robot.joints}
        self.bodies: dict[str, Body] = {}
        self.poses = {robot.root: Pose(np.zeros(3))}
        self.joints: dict[str, Joint] = {}
        self.missing: list[str] = []
        with located(f"line {robot.links[robot.root].line}"):
            self._add_root(base)
        for add in (self._add, self._mimic_and_damping):
            for one in robot.joints:
                with located(f"line {one.line}"):
                    add(one)
        self._pose_within_limits()
        if self.missing:
            lost = few(self.missing, 6)
            robot.remarks.append(
                f"not drawn, because there is no such file, or none of a kind that can be drawn: {lost}"
            )

    def _add_root(self, base: str) -> None:
        root = self.robot.links[self.robot.root]
        if root.mass is None and base == "fixed":
            self.bodies[root.name] = self.model.ground
            self._draw(self.model.ground, root, Pose(np.zeros(3)))
            return
        carrier = root.name
        for one in self.robot.joints:  # a floating base without mass is a frame of the first heavy link fixed to it
            if self.robot.links[carrier].mass is None and one.kind == "fixed" and one.parent == carrier:
                carrier = one.child
                self.poses[carrier] = self.poses[one.parent] @ one.origin
        self.bodies[carrier] = self._body(self.robot.links[carrier])
        if carrier != root.name:
            self.bodies[root.name] = self.bodies[carrier]
            self._mark(root.name)
        if base == "fixed":
            self.model.joint(self._free_name("base"), "fixed", self.model.ground, self.bodies[root.name], at=(0, 0, 0))

    def _body(self, link: Link) -> Body:
        pose = self.poses[link.name]
        placed: dict[str, Any] = {"at": pose.at, "rotation": pose.rotation, "com": link.centre.at}
        inertia: dict[str, Any] = {"inertia": link.inertia, "inertia_axes": link.centre.rotation}
        body = self.model.body(self._free_name(link.name), mass=link.mass or 0.0, **inertia, **placed)
        self._draw(body, link, Pose(np.zeros(3)))
        return body

    def _draw(self, body: Body, link: Link, pose: Pose) -> None:
        """All shapes of a link, which has a pose in the frame of the body, for pictures and for contact."""
        for name in ("visuals", "collisions"):
            shapes = [self._drawn(one, pose, link.name) for one in getattr(link, name)]
            setattr(body, name, getattr(body, name) + tuple(one for one in shapes if one is not None))

    def _drawn(self, one: Visual, pose: Pose, link: str) -> Picture | None:
        """A picture in the frame of a body; None for a file that is not there, which is noted."""
        place = pose @ one.pose
        if one.kind != "mesh":
            return Picture(SHAPES[one.kind](*one.size).placed(place.at, place.rotation), one.colour, one.opacity)
        stored = mesh_file(self.file, one.mesh)
        try:
            if stored is not None:
                return Picture(surface(stored, one.size).placed(place.at, place.rotation), one.colour, one.opacity)
        except ModelError:  # of a kind that nothing here draws
            pass
        if one.mesh not in self.missing:
            self.missing.append(one.mesh)
        return None

    def _free_name(self, name: str) -> str:
        """A name that the model does not have yet: links and joints of a robot may be called alike."""
        taken = {"ground", *self.model.bodies, *self.model.joints, *self.model.forces}
        return next((one for one in (name, f"{name} joint") if one not in taken), f"{name} ({len(taken)})")

    def _mark(self, link: str) -> None:
        """The frame of a link as a marker of its body."""
        body, pose = self.bodies[link], self.poses[link]
        inverse = Rotation() if body is self.model.ground else body.rotation.inverse()
        here = Pose(inverse.apply(pose.at - body.at), inverse @ pose.rotation)
        body.marker(link, at=here.at, rotation=here.rotation)
        self._draw(body, self.robot.links[link], here)

    def _add(self, one: Connection) -> None:
        if one.child in self.bodies:  # it carries a floating base
            return
        link, parent = self.robot.links[one.child], self.bodies[one.parent]
        pose = self.poses[one.child] = self.poses[one.parent] @ one.origin
        if one.kind == "fixed" and link.mass is None:
            self.bodies[one.child] = parent
            self._mark(one.child)
            return
        child = self.bodies[one.child] = self._body(link)
        if one.kind == "floating":
            return
        axis = None if one.kind in ("fixed", "spherical") else pose.rotation.apply(one.axis)
        name = self._free_name(one.name)
        made = self.model.joint(name, KINDS[one.kind], parent, child, at=pose.at, axis=axis, limits=_limits(one))
        made.rated = dict(one.rated)
        self.joints[one.name] = made

    def _measure(self, name: str) -> Any:
        return self.joints[name].slide if self.kinds[name] == "prismatic" else self.joints[name].angle

    def _mimic_and_damping(self, one: Connection) -> None:
        if one.mimic is not None:
            leader, multiplier, offset = one.mimic
            terms = [(1.0, self._measure(one.name))]
            if self.kinds[leader] in MOVING:  # one that is held stays at zero
                terms.append((-multiplier, self._measure(leader)))
            self.model.row(self._free_name(f"{one.name} mimic"), terms, constant=offset)
        if one.damping and one.kind in MOVING:
            self.model.force(self._free_name(f"{one.name} damping"), self._measure(one.name), damping=one.damping)

    def _pose_within_limits(self) -> None:
        """Joints whose limits leave out zero are drawn at the nearer end, which is said."""
        moved = {}
        for one in self.robot.joints:
            ends = _limits(one)
            if ends is not None and not ends[0] <= 0.0 <= ends[1] and one.mimic is None and one.name in self.joints:
                moved[self.joints[one.name].name] = min(ends, key=abs)
        if moved:
            self.model.pose(moved)
            shown = ", ".join(f"{name} at {value:.6g}" for name, value in moved.items())
            self.robot.remarks.append(f"drawn within their limits, which leave out zero: {shown}")

"""Robots in the URDF form as models: links, joints, inertia, mimic, damping. Loops can be added to the model afterwards.

Links without mass that are fixed to another one become markers on it. Limits, friction, transmissions and what belongs
to other programs are not taken over. A body is drawn by the first shape of its link; `Robot` keeps all of them.
"""

from __future__ import annotations

import os
import warnings
from pathlib import Path
from typing import Any

import numpy as np

from jourdain.errors import FileFormatError, ModelError
from jourdain.io.meshes import mesh
from jourdain.io.model_files.bodies import SHAPES
from jourdain.io.model_files.entries import located
from jourdain.io.robots.urdf_inertia import settle_inertia
from jourdain.io.robots.urdf_text import KINDS, MOVING, Connection, Link, Pose, Robot, Visual, parse_urdf
from jourdain.model.elements import Body, Joint
from jourdain.model.model import Model
from jourdain.model.rotations import Rotation
from jourdain.model.shapes import Shape

__all__ = ["mesh_file", "parse_urdf", "read_urdf"]


def read_urdf(path: str | Path, *, base: str = "fixed", gravity: Any = (0.0, 0.0, -9.81)) -> Model:
    """The model of a URDF file, drawn with all joints at zero; gravity [m/s2].

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


class _Builder:
    """Builds a model from the root to the tips. Each link has its body (its own, or the one it is fixed to) and its pose."""

    def __init__(self, robot: Robot, base: str, gravity: Any, file: Path) -> None:
        self.robot, self.file, self.model = robot, file, Model(robot.name, gravity=gravity)
        settle_inertia(robot)
        self.kinds = {one.name: one.kind for one in robot.joints}
        self.bodies: dict[str, Body] = {}
        self.poses = {robot.root: Pose(np.zeros(3))}
        self.joints: dict[str, Joint] = {}
        with located(f"line {robot.links[robot.root].line}"):
            self._add_root(base)
        for add in (self._add, self._mimic_and_damping):
            for one in robot.joints:
                with located(f"line {one.line}"):
                    add(one)

    def _add_root(self, base: str) -> None:
        root = self.robot.links[self.robot.root]
        if root.mass is None and base == "fixed":
            self.bodies[root.name] = self.model.ground
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
        body.shape = next((shape for one in link.visuals if (shape := _drawn(one, self.file)) is not None), None)
        return body

    def _free_name(self, name: str) -> str:
        """A name that the model does not have yet: links and joints of a robot may be called alike."""
        taken = {"ground", *self.model.bodies, *self.model.joints, *self.model.forces}
        return next((one for one in (name, f"{name} joint") if one not in taken), f"{name} ({len(taken)})")

    def _mark(self, link: str) -> None:
        """The frame of a link as a marker of its body."""
        body, pose = self.bodies[link], self.poses[link]
        inverse = Rotation() if body is self.model.ground else body.rotation.inverse()
        body.marker(link, at=inverse.apply(pose.at - body.at), rotation=inverse @ pose.rotation)

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
        self.joints[one.name] = self.model.joint(name, KINDS[one.kind], parent, child, at=pose.at, axis=axis)

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


def _drawn(visual: Visual, file: Path) -> Shape | None:
    """The shape of a visual; None for surfaces that are not there, not closed, of other kinds, or scaled unevenly."""
    if visual.kind != "mesh":
        return SHAPES[visual.kind](*visual.size).placed(visual.pose.at, visual.pose.rotation)
    stored = mesh_file(file, visual.mesh)
    if stored is None or len(set(visual.size)) > 1:
        return None
    try:
        return mesh(stored, visual.size[0]).placed(visual.pose.at, visual.pose.rotation)
    except ModelError:  # a picture need not be a solid; the inertia is given apart from it
        return None

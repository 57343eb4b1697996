"""Motions as pictures for slides and papers: a still or a film, drawn with matplotlib.

Bodies are polygons, painted from the farthest to the nearest: right for machines whose parts do not cross each other.
"""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from jourdain.errors import ModelError, near
from jourdain.io.meshes import drawn_surfaces
from jourdain.io.writing import replacing
from jourdain.model import quaternions
from jourdain.model.elements import GROUND, Body
from jourdain.model.shapes import Mesh, Shape, Surface
from jourdain.progress import counted
from jourdain.result.result import Result
from jourdain.viewer.data import drawn_points, links, shape_place, shown_joints
from jourdain.viewer.faces import COLOURS, faces, tube
from jourdain.viewer.flexible import drawn_shape, own_deformations

FILMS, STILLS = (".gif", ".mp4"), (".png", ".svg", ".pdf")
VIEWS = ("iso", "x", "y", "z")
LIGHT = np.array([0.35, -0.5, 0.8]) / np.linalg.norm([0.35, -0.5, 0.8])


@dataclass(frozen=True)
class Camera:
    """Looks along -back; right and up are those of the picture. All (3,), unit vectors of the ground."""

    right: np.ndarray
    up: np.ndarray
    back: np.ndarray

    def flat(self, points: np.ndarray) -> np.ndarray:
        """Points (.., 3) in the picture (.., 2) [m]."""
        return np.stack([points @ self.right, points @ self.up], axis=-1)


def camera(result: Result, view: str | Sequence[float] | None) -> Camera:
    """From an axis, from a corner ("iso"), or from a direction (3,); None: what is flat from z, others from a corner."""
    gravity = np.asarray(result.model.gravity, float)
    up = np.array([0.0, 1.0, 0.0]) if result.system.planar else np.array([0.0, 0.0, 1.0])
    if np.linalg.norm(gravity) > 0.0:
        up = -gravity / np.linalg.norm(gravity)
    if view is None:
        view = "z" if result.system.planar else "iso"
    if isinstance(view, str):
        if view not in VIEWS:
            raise ModelError(f"animation: view = {view!r}; give x, y, z, iso, or a direction.{near(view, VIEWS)}")
        across = np.eye(3)[np.abs(up).argmin()]
        back = 0.55 * across - np.cross(up, across) + 0.45 * up if view == "iso" else np.eye(3)["xyz".index(view)]
    else:
        back = np.asarray(view, float)
        if back.shape != (3,) or not np.isfinite(back).all() or not back.any():
            raise ModelError(f"animation: view = {view!r}; a direction has three numbers and is not zero.")
    back = back / np.linalg.norm(back)
    right = np.cross(up, back)
    if np.linalg.norm(right) < 1e-6:
        right = np.eye(3)[np.abs(back).argmin()] - back * back[np.abs(back).argmin()]
    right /= np.linalg.norm(right)
    return Camera(right, np.cross(back, right), back)


class Picture:
    """What is drawn of a run: polygons of its bodies in body axes, lines, joints."""

    def __init__(self, result: Result, seen_by: Camera) -> None:
        self.result, self.camera = result, seen_by
        self.size = result.system.length
        beams = result.model.beams.values()
        self.beams = [result[beam.name].shape.values for beam in beams]
        sections = {name for beam in beams for name in beam.nodes}
        self.bodies = [name for name in result.system.bodies if name not in sections]
        self.poses = {name: _poses(result, name) for name in result.system.bodies}
        points = drawn_points(result)
        self.parts = {name: self._faces(name, points[name]) for name in self.bodies}
        self.bent = own_deformations(result)
        self.links, self.joints = links(result), shown_joints(result)
        self.low, self.high = self._bounds()

    def _faces(self, name: str, points: list[list[float]]) -> np.ndarray:
        """Polygons (n, corners, 3) [m] of a body from its centre of mass, body axes; without a shape rods to these points."""
        body = self.result.model.bodies[name]
        pictures = [polygons for one in body.visuals if (polygons := _pictured(one.shape, body)) is not None]
        if pictures:
            corners = max(len(polygons[0]) for polygons in pictures)  # a triangle is a square with two equal corners
            return np.concatenate(
                [np.pad(one, ((0, 0), (0, corners - one.shape[1]), (0, 0)), "edge") for one in pictures]
            )
        shape = drawn_shape(body)
        if shape is not None:
            return np.asarray(faces(shape) @ shape.rotation.matrix.T + shape_place(body))
        rods = [tube(np.zeros(3), np.array(point), 0.008 * self.size) for point in points]
        return np.concatenate([np.zeros((0, 4, 3)), *rods])

    def _bounds(self) -> tuple[np.ndarray, np.ndarray]:
        """The corners (2,) of the picture that all of the motion stays in [m]."""
        found = [
            self.camera.flat(shape.reshape(-1, shape.shape[-1]) @ np.eye(shape.shape[-1], 3)) for shape in self.beams
        ]
        for name in self.bodies:
            corners = np.concatenate([np.zeros((1, 3)), self.parts[name].reshape(-1, 3)])
            box = np.array(np.meshgrid(*np.stack([corners.min(axis=0), corners.max(axis=0)], axis=1))).reshape(3, -1)
            place, turn = self.poses[name]
            found.append(self.camera.flat(place[:, None] + np.einsum("tij,jk->tki", turn, box)).reshape(-1, 2))
        ends = [end["at"] for link in self.links for end in (link["a"], link["b"]) if end["body"] < 0]
        found += [self.camera.flat(np.array(ends))] if ends else []
        every = np.concatenate(found) if found else np.zeros((1, 2))
        low, high = every.min(axis=0), every.max(axis=0)
        room = 0.04 * max(float((high - low).max()), 1e-9)
        return low - room, high + room

    def draw(self, axes: Any, k: int) -> None:
        """Everything at the output k."""
        from matplotlib.collections import LineCollection, PolyCollection
        from matplotlib.colors import to_rgb

        polygons: list[np.ndarray] = []
        tints, depths = [np.zeros((0, 3))], [np.zeros(0)]
        for number, name in enumerate(self.bodies):
            place, turn = (part[k] for part in self.poses[name])
            corners = place + (self.parts[name] + self._bent(name, k)) @ turn.T
            normal = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 1])
            facing = np.abs(normal @ LIGHT) / np.maximum(np.linalg.norm(normal, axis=1), 1e-300)
            polygons += list(self.camera.flat(corners))
            tints.append(np.outer(0.62 + 0.38 * facing, to_rgb(COLOURS[number % len(COLOURS)])))
            depths.append(corners.mean(axis=1) @ self.camera.back)
        order, tint = np.argsort(np.concatenate(depths)), np.concatenate(tints)
        seen = PolyCollection([polygons[i] for i in order], facecolors=tint[order], edgecolors="face", lw=0.3)
        axes.add_collection(seen)
        lines = [self.camera.flat(np.stack([self._at(link["a"], k), self._at(link["b"], k)])) for link in self.links]
        axes.add_collection(LineCollection(lines, colors="#5d6b7c", lw=1.6))
        for number, shape in enumerate(self.beams):
            line = self.camera.flat(shape[k] @ np.eye(shape.shape[-1], 3))
            axes.plot(*line.T, color=COLOURS[number % len(COLOURS)], lw=3.0, solid_capstyle="round")
        marks = [self._marker(joint.b, k) for joint in self.joints if joint.b is not None]
        if marks:
            axes.plot(*self.camera.flat(np.array(marks)).T, "o", color="#2f3742", ms=3.5)
        axes.set(xlim=(self.low[0], self.high[0]), ylim=(self.low[1], self.high[1]), aspect="equal")
        axes.set_axis_off()

    def _bent(self, name: str, k: int) -> np.ndarray | float:
        """How far the corners of a flexible body's faces have moved in its axes [m]."""
        if name not in self.bent:
            return 0.0
        bent, shape = self.bent[name], drawn_shape(self.result.model.bodies[name])
        assert isinstance(shape, Mesh)
        return np.asarray(np.tensordot(bent.amplitudes[k], bent.modes, axes=1)[shape.faces])

    def _at(self, end: dict[str, Any], k: int) -> np.ndarray:
        if end["body"] < 0:
            return np.array(end["at"])
        place, turn = self.poses[self.result.system.bodies[end["body"]]]
        return np.asarray(place[k] + turn[k] @ np.array(end["at"]))

    def _marker(self, marker: Any, k: int) -> np.ndarray:
        if marker.body == GROUND:
            return np.array(marker.at)
        place, turn = self.poses[marker.body]
        return np.asarray(place[k] + turn[k] @ (np.array(marker.at) - self.result.model.bodies[marker.body].com))


def _pictured(shape: Shape, body: Body) -> np.ndarray | None:
    """Polygons of a picture from the centre of mass of its body; None for files that cannot be drawn."""
    try:
        solids = [one for one, _ in drawn_surfaces(shape)] if isinstance(shape, Surface) else [shape]
    except ModelError:
        return None
    placed = [(one, shape_place(replace(body, shape=one))) for one in solids]
    return np.concatenate([faces(solid) @ solid.rotation.matrix.T + place for solid, place in placed])


def _poses(result: Result, name: str) -> tuple[np.ndarray, np.ndarray]:
    """Places (nt, 3) of the centre of mass and axes (nt, 3, 3) of a body."""
    motion = result[name]
    place = np.zeros((len(result.t), 3))
    place[:, : motion.position.shape[1]] = motion.position
    if not motion.planar:
        return place, quaternions.matrices(np.asarray(motion.quaternion))
    return place, quaternions.matrices_about_z(np.asarray(motion.angle))


def animation(
    result: Result,
    path: str | Path,
    *,
    view: str | Sequence[float] | None = None,
    t: float | None = None,
    seconds: float | None = None,
    fps: int = 25,
    width: float = 6.4,
    dpi: int = 100,
    progress: bool | None = None,
) -> Path:
    """Write the motion as a film (.gif, .mp4) or one moment of it (.png, .svg, .pdf), and return the path.

    view: "x", "y", "z", "iso", or a direction (3,) to look from. t [s]: the moment of a still, by default the middle of the
    run. seconds: how long the film takes, by default as long as the motion, but at most 10 s; fps: pictures a second.
    width [inch] and dpi: size of the picture.
    """
    import matplotlib.pyplot as plt

    target = Path(path)
    if target.suffix not in FILMS + STILLS:
        raise ModelError(f"animation: {target.name!r}; a film ends in .gif or .mp4, a still in .png, .svg or .pdf.")
    if not result.system.bodies:
        raise ModelError("animation: a Lagrangian has coordinates and no bodies to draw; plot its curves.")
    for name, value in (("seconds", seconds), ("fps", fps), ("width", width), ("dpi", dpi)):
        if value is not None and not value > 0:
            raise ModelError(f"animation: {name} = {value!r}; give a number above 0.")
    picture = Picture(result, camera(result, view))
    wide, high = picture.high - picture.low
    figure = plt.figure(figsize=(width, float(np.clip(width * high / wide, 0.3 * width, 1.5 * width))), dpi=dpi)
    axes = figure.add_axes((0.0, 0.0, 1.0, 1.0))
    try:
        with tempfile.TemporaryDirectory() as folder, replacing(target) as temporary:
            made = Path(folder) / f"motion{target.suffix}"  # the writers of films go by the suffix
            if target.suffix in STILLS:
                moment = 0.5 * (result.t[0] + result.t[-1]) if t is None else float(t)
                picture.draw(axes, int(np.abs(result.t - moment).argmin()))
                figure.savefig(made)
            else:
                _film(picture, figure, axes, made, seconds, fps, progress)
            shutil.copyfile(made, temporary)
    finally:
        plt.close(figure)
    return target


def _film(
    picture: Picture, figure: Any, axes: Any, path: Path, seconds: float | None, fps: int, progress: bool | None
) -> None:
    from matplotlib import animation as films

    t = picture.result.t
    long = float(min(t[-1] - t[0], 10.0)) if seconds is None else seconds
    moments = np.linspace(t[0], t[-1], max(2, round(long * fps)))
    if path.suffix == ".mp4" and not films.writers.is_available("ffmpeg"):
        raise ModelError("animation: .mp4 needs the program ffmpeg, which is not installed; write a .gif.")
    writer = films.PillowWriter(fps=fps) if path.suffix == ".gif" else films.FFMpegWriter(fps=fps)
    with writer.saving(figure, str(path), dpi=figure.dpi):
        for moment in counted(list(moments), lambda one: f"t = {one:.4g} s", progress):
            axes.clear()
            picture.draw(axes, int(np.abs(t - moment).argmin()))
            writer.grab_frame()

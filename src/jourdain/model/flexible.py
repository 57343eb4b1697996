"""Bodies that bend by sums of a few shapes: a reduced part in a model."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from jourdain.arguments import guarded_methods
from jourdain.errors import ModelError, near
from jourdain.kernels.bodies.spots import NAMES
from jourdain.model.elements import Body, Marker
from jourdain.model.measures import AtNode, Measure, Port, along_beam
from jourdain.model.parsing import number, orientation, pad, triple, vector
from jourdain.model.part import Frame, Part, Static
from jourdain.model.rotations import Rotation

if TYPE_CHECKING:
    from jourdain.model.model import Model

PATTERN = "~"  # before the name of a load of the part
NEAR = 1e-6  # of its size: a joint may be that far from the interface that it means


@guarded_methods
@dataclass
class FlexibleBody(Body):
    """A part that moves and bends. Its frame is that of the mesh: at, rotation where it is drawn, not bent.

    damping (k,): ratio of each shape. stiffening: whether stress makes it stiffer. amplitudes (k,) [sqrt(kg) m] and
    amplitude_rates (k,): of its shapes, at the start. Markers are at its interfaces and nodes.
    """

    part: Part = field(kw_only=True)
    damping: np.ndarray = field(kw_only=True)
    amplitudes: np.ndarray = field(kw_only=True)
    amplitude_rates: np.ndarray = field(kw_only=True)
    stiffening: bool = field(default=True, kw_only=True)
    file: str = field(default="", kw_only=True, compare=False)  # where its part was read from

    @property
    def unit(self) -> float:
        """Amplitude [sqrt(kg) m] of a shape whose displacements have the root mean square 1 m, which states count in."""
        return math.sqrt(self.mass)

    def carrier(self, name: str) -> Frame:
        """What a marker is fixed to: an interface, a node "#17" of the surface, or all of a load "~lift" of the part."""
        if name.startswith(PATTERN):
            return self._pattern(name[1:])
        frame = node_frame(self.part, int(name[1:])) if name.startswith("#") else self.part.frame(name)
        return frame if self.stiffening else replace(frame, bends=np.zeros_like(frame.bends))

    def interface(self, name: str, *, rotation: Any = None) -> Marker:
        """The marker at an interface of the part, in the axes of the mesh or turned by `rotation`."""
        self.part.frame(name)  # or there is none
        return self._at(name, name, rotation)

    def node(self, number: int, *, rotation: Any = None) -> Marker:
        """A marker at a node of the surface, by its number in the mesh; it turns with the nodes around it."""
        self.part.node(number)  # or it is not kept
        return self._at(f"#{number}", f"node {number}", rotation)

    def _pattern(self, name: str) -> Frame:
        """A frame at the centre that moves by the shapes as they take part in a named load, when a force of `pull` acts on it
        along x; without a name one that the shapes do not move. So forces at both make the load: see system/lowering.py."""
        moves = np.zeros((self.part.modes, 3))
        if name:
            moves[:, 0] = self.part.static[name].modal / self.pull(name)
        return Frame(np.zeros(3), moves, np.zeros_like(moves), bends=_unbent(self.part.modes))

    def pull(self, name: str) -> float:
        """A size [N] of a named load, of its sum where that is not zero."""
        return float(np.linalg.norm(self._named(name, f"load on {self.name!r}").force)) or 1.0

    def pattern(self, name: str, where: str) -> Marker:
        """What Model.load acts on for a named load of the part."""
        self._named(name, where)
        return Marker(self.name, name, triple(self.com), Rotation(), carrier=PATTERN + name)

    def _named(self, name: str, where: str) -> Static:
        """A load of the part by its name."""
        known = [one for one, load in self.part.static.items() if len(load.modal)]
        if name not in known:
            names = f" It has {', '.join(map(repr, known))}." if known else " It has none: reduce(.., static=[{..}])."
            raise ModelError(f"{where}: part {self.part.name!r} has no load {name!r}.{near(name, known)}{names}")
        return self.part.static[name]

    def stress(self, quantity: str = "mises", *, node: int | None = None, element: int | None = None) -> Measure:
        """Stress [Pa] at a node of the surface, or of an element, as a measure: recorded, in events, and in texts of laws.

        quantity: "mises", a component "xx", "yy", "zz", "xy", "yz", "zx" in the axes of the mesh, or principal stresses "s1",
        "s2", "s3". It is the stress that the shapes carry now; `Result.stress` has what follows loads without delay, too.
        """
        where = f"stress of {self.name!r}"
        if quantity not in NAMES:
            raise ModelError(f"{where}: there is no {quantity!r}; take {', '.join(NAMES)}.")
        self.part.check_stress(where)
        return along_beam(AtNode(self.name, quantity, self.part.point(node, element, where)))

    def _at(self, carrier: str, label: str, rotation: Any) -> Marker:
        at, turn = self.carrier(carrier).at, orientation(rotation, False, f"marker {label!r} on {self.name!r}")[0]
        known = self.markers.get(label)
        if known is not None and known.rotation == turn:
            return known
        if known is not None:
            label = f"{label}/{len(self.markers) + 1}"
        marker = Marker(self.name, label, triple(self.com + at), turn, carrier=carrier)
        self.markers[label] = marker
        return marker

    def marker(self, name: str | None = None, *, at: Any = (0.0, 0.0, 0.0), rotation: Any = None) -> Marker:
        """Refused: what moves with a bending body is one of its interfaces or nodes."""
        raise ModelError(
            f"marker {name!r} on {self.name!r}: this body bends, so its markers are its interfaces and nodes; "
            f"{self._interfaces()}, or a node: {self.name}.node(17)."
        )

    def place(self, label: str, point: np.ndarray, rotation: Rotation, angle: float) -> Marker:
        """The marker of the interface that stands at `point` in GROUND at the start, with this orientation."""
        local = self.matrix.T @ (pad(point) - pad(self.at)) - self.com
        gaps = {name: float(np.linalg.norm(frame.at - local)) for name, frame in self.part.frames.items()}
        best = min(gaps, key=lambda name: gaps[name]) if gaps else ""
        if not gaps or gaps[best] > NEAR * self.size:
            far = f"; the nearest one, {best!r}, is {gaps[best]:.6g} m away" if gaps else ""
            raise ModelError(f"{label}: {self.name!r} bends and has no interface there{far}. {self._interfaces()}.")
        turn = self.rotation.inverse() @ rotation
        return Marker(self.name, label, triple(self.com + self.part.frames[best].at), turn, carrier=best)

    def _interfaces(self) -> str:
        names = ", ".join(map(repr, self.part.frames))
        return f"take {self.name}.interface(..) of {names}" if names else "its part has no interfaces"

    @property
    def size(self) -> float:
        """Diagonal of the box around the part [m]."""
        points = [*self.part.surface.nodes, *(frame.at for frame in self.part.frames.values())]
        return float(np.linalg.norm(np.ptp(points, axis=0))) if points else 1.0


def modes_of(bodies: Mapping[str, Body]) -> tuple[int, ...]:
    """How many shapes each body has; empty if none bends."""
    modes = tuple(body.part.modes if isinstance(body, FlexibleBody) else 0 for body in bodies.values())
    return modes if any(modes) else ()


def ports_of(model: Model) -> dict[str, list[Port]]:
    """Where everything acts: joints, drives, forces and loads by their names."""
    found: dict[str, list[Port]] = {}
    for joint in model.joints.values():
        measures = [one for row in joint.rows for _, one in (*row.terms, *row.inputs)]
        found[joint.name] = [port for one in measures for port in one.ports]
    for force in model.forces.values():
        found[force.name] = list(force.measure.ports)
    for load in model.loads.values():
        found[load.name] = [Port(load.marker.body, load.marker.at, False, load.marker.carrier)]
    return found


def node_frame(part: Part, number: int) -> Frame:
    """A node of the surface as a frame; its turns are its own, or fit best to how the nodes around it move."""
    surface, i = part.surface, part.node(number)
    if len(surface.turns):
        return Frame(surface.nodes[i], surface.shapes[i], surface.turns[i], bends=_unbent(part.modes))
    around, turning = node_turning(part, number)
    ways = surface.shapes[around] - surface.shapes[i]  # (n, k, 3)
    turns = np.einsum("nij,nkj->ki", turning, ways)
    return Frame(surface.nodes[i], surface.shapes[i], turns, bends=_unbent(part.modes))


def node_turning(part: Part, number: int) -> tuple[np.ndarray, np.ndarray]:
    """The points around a node of the surface, and the turn (n, 3, 3) of it by how far each moves against it."""
    surface, i = part.surface, part.node(number)
    touching = surface.triangles[(surface.triangles == i).any(axis=1)]
    around = np.setdiff1d(touching, [i])
    if len(around) < 2:
        raise ModelError(
            f"part {part.name!r}: node {number} is in no face of the surface, so nothing says how it turns; take a node of the "
            "surface, or make an interface of the nodes around it."
        )
    arms = surface.nodes[around] - surface.nodes[i]
    across = np.cross(np.eye(3)[None, :, :], arms[:, None, :])  # (n, 3, 3): e_c x arm
    A = across.transpose(0, 2, 1).reshape(-1, 3)
    return around, np.linalg.pinv(A).reshape(3, -1, 3).transpose(1, 0, 2)


def damping_ratios(damping: Any, frequencies: np.ndarray, where: str) -> np.ndarray:
    """Ratio of each shape (k,) from one number, one per shape, or Rayleigh's {"mass": a [1/s], "stiffness": b [s]}."""
    if isinstance(damping, Mapping):
        unknown = set(damping) - {"mass", "stiffness"}
        if unknown:
            raise ModelError(f"{where}: damping has {sorted(unknown)}; Rayleigh's is {{'mass': .., 'stiffness': ..}}.")
        a, b = (number(damping.get(key, 0.0), f"{where}: damping {key}", least=0.0) for key in ("mass", "stiffness"))
        return np.asarray(0.5 * (a / frequencies + b * frequencies))
    if not isinstance(damping, (list, tuple, np.ndarray)):
        return np.full(len(frequencies), number(damping, f"{where}: damping", least=0.0))
    ratios = vector(damping, len(frequencies), f"{where}: damping")
    if (ratios < 0.0).any():
        raise ModelError(f"{where}: damping = {damping!r}; ratios are not negative.")
    return ratios


def _unbent(modes: int) -> np.ndarray:
    """No displacement of second order, (3, modes, modes)."""
    return np.zeros((3, modes, modes))

"""Beams: a line of sections, each a body of the model, with elastic elements between them.

The sections are named rod[0], rod[1], .. and are bodies like any others: joints, forces, drives, loads and measures take them.
What is drawn is free of strain. Theory: docs/theory/beams.md.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from jourdain.errors import ModelError
from jourdain.model.beam_elements import SHARES, Element, points_of
from jourdain.model.elements import Body
from jourdain.model.parsing import number, pad, vector
from jourdain.model.rotations import direction_cosines
from jourdain.model.sections import Material, Section

LARGEST_ANGLE = (
    1.0  # between neighbouring sections as drawn [rad]: beyond, an element says little about what is between
)


@dataclass
class Beam:
    """A beam of a model. stiffness, damping: of a section, (6, 6) in the order of the strains; arc: of the sections [m].

    mass: "consistent" (as the elements interpolate places) or "lumped" (all of it with the sections).
    """

    name: str
    nodes: tuple[str, ...]
    elements: tuple[Element, ...]
    section: Section
    material: Material
    stiffness: np.ndarray = field(repr=False)
    damping: np.ndarray = field(repr=False)
    arc: tuple[float, ...] = field(repr=False, default=())
    mass: str = "consistent"
    bodies: dict[str, Body] = field(repr=False, compare=False, default_factory=dict)  # of its model

    @property
    def start(self) -> Body:
        """The section where it begins."""
        return self.bodies[self.nodes[0]]

    @property
    def end(self) -> Body:
        """The section where it ends."""
        return self.bodies[self.nodes[-1]]

    def node(self, fraction: float) -> Body:
        """The section at a fraction of the length; there must be one."""
        where = f"beam {self.name!r}: node({fraction!r})"
        fraction = number(fraction, where)
        places = np.array(self.arc) / self.arc[-1]
        nearest = int(np.abs(places - fraction).argmin())
        if abs(places[nearest] - fraction) > 1e-6:
            raise ModelError(
                f"{where}: no section is there, the nearest one is at {places[nearest]:.6g}; sections are at whole numbers "
                f"of its {len(self.elements)} elements."
            )
        return self.bodies[self.nodes[nearest]]


def planar_part(C: np.ndarray) -> np.ndarray:
    """Stiffness by stretch, shear and bending in the plane, in the upper corner of a (6, 6) matrix.

    The normal of the section is y of the plane, so that bending in the plane is about -y of the section.
    """
    kept, sign = [0, 2, 4], np.diag([1.0, 1.0, -1.0])
    part = np.zeros((6, 6))
    part[:3, :3] = sign @ C[np.ix_(kept, kept)] @ sign
    return part


def line(where: str, start: Any, end: Any, points: Any, n: int, elements: int) -> tuple[np.ndarray, np.ndarray]:
    """Places of elements + 1 sections (elements + 1, 3) and tangents there: a straight line, or a smooth one through points."""
    if points is None:
        if start is None or end is None:
            raise ModelError(f"{where}: give start and end, or points.")
        a, b = pad(vector(start, n, f"{where}: start")), pad(vector(end, n, f"{where}: end"))
        if not np.linalg.norm(b - a) > 0.0:
            raise ModelError(f"{where}: start and end are the same point; a beam needs a length.")
        along = np.linspace(0.0, 1.0, elements + 1)[:, None]
        return a + along * (b - a), np.tile((b - a) / np.linalg.norm(b - a), (elements + 1, 1))
    if start is not None or end is not None:
        raise ModelError(f"{where}: give start and end, or points, not both.")
    given = np.array([pad(vector(point, n, f"{where}: points")) for point in points])
    if len(given) < 3 or not (np.linalg.norm(np.diff(given, axis=0), axis=1) > 0.0).all():
        raise ModelError(f"{where}: points are at least three, each different from the one before it.")
    return _smooth(given, elements)


def _smooth(points: np.ndarray, elements: int) -> tuple[np.ndarray, np.ndarray]:
    """A cubic spline through the points, divided into pieces of equal length."""
    from scipy.interpolate import CubicSpline  # of use for curved beams only

    chord = np.concatenate([[0.0], np.cumsum(np.linalg.norm(np.diff(points, axis=0), axis=1))])
    closed = np.allclose(points[0], points[-1])
    curve = CubicSpline(chord, points, bc_type="periodic" if closed else "not-a-knot" if len(points) > 3 else "natural")
    fine = np.linspace(0.0, chord[-1], 200 * max(elements, len(points)) + 1)
    speed = np.linalg.norm(curve(fine, 1), axis=1)
    arc = np.concatenate([[0.0], np.cumsum(0.5 * (speed[1:] + speed[:-1]) * np.diff(fine))])
    at = np.interp(np.linspace(0.0, arc[-1], elements + 1), arc, fine)
    tangents = curve(at, 1)
    return curve(at), tangents / np.linalg.norm(tangents, axis=1)[:, None]


def frames(where: str, tangents: np.ndarray, normal: Any, planar: bool) -> np.ndarray:
    """Axes of the sections as columns, (n, 3, 3): x along the beam, z the normal, carried on without twist."""
    if planar:
        if normal is not None:
            raise ModelError(f"{where}: in the plane the normal is in the plane; leave it out.")
        return np.array([np.column_stack([t, [-t[1], t[0], 0.0], [0.0, 0.0, 1.0]]) for t in tangents])
    z = _first_normal(where, tangents[0], normal)
    found = []
    for t in tangents:
        z = z - (z @ t) * t
        z = z / np.linalg.norm(z)
        found.append(np.column_stack([t, np.cross(z, t), z]))
    return np.array(found)


def _first_normal(where: str, tangent: np.ndarray, normal: Any) -> np.ndarray:
    """As given; else the upward direction, or for a vertical beam that of ground x."""
    if normal is None:
        given = np.array([0.0, 0.0, 1.0] if abs(tangent[2]) < 0.99 else [1.0, 0.0, 0.0])
    else:
        given = vector(normal, 3, f"{where}: normal")
    across = given - (given @ tangent) * tangent
    if not np.linalg.norm(across) > 1e-6 * max(float(np.linalg.norm(given)), 1e-300):
        raise ModelError(f"{where}: the normal {normal!r} is along the beam; it must point away from its side.")
    return across


class Slender:
    """The part of Model that adds beams; use it through Model."""

    planar: bool
    bodies: dict[str, Body]
    beams: dict[str, Beam]
    _claim: Any
    _keep: Any
    body: Any

    def beam(
        self,
        name: str,
        *,
        section: Section,
        material: Material,
        start: Any = None,
        end: Any = None,
        points: Any = None,
        elements: int = 10,
        nodes: int = 2,
        mass: str = "consistent",
        normal: Any = None,
        damping: float = 0.0,
        velocity: Any = (0.0, 0.0, 0.0),
        spin: Any = None,
    ) -> Beam:
        """Add a beam from start to end [m], or a smooth one through points; as drawn it is free of strain.

        elements: how many pieces, with two or three sections each (nodes). mass: "consistent" or "lumped", see Beam.
        normal: direction of z of the section at the start (in space; up by default).
        damping [s]: stress per strain rate over stress per strain. velocity [m/s] of the start, spin [rad/s] about it.
        """
        where = self._claim(name, "beam")
        if not isinstance(section, Section) or not isinstance(material, Material):
            raise ModelError(
                f"{where}: section is made by jourdain.rectangle, circle, .., material by jourdain.material."
            )
        if not isinstance(elements, int) or elements < 1:
            raise ModelError(f"{where}: elements = {elements!r}; give a whole number, at least 1.")
        if nodes not in (2, 3):
            raise ModelError(f"{where}: nodes = {nodes!r}; an element has 2 or 3.")
        if mass not in ("consistent", "lumped"):
            raise ModelError(f"{where}: mass = {mass!r}; it is 'consistent' or 'lumped'.")
        parts = nodes - 1  # of an element, between its sections
        places, tangents = line(where, start, end, points, 2 if self.planar else 3, parts * elements)
        axes = frames(where, tangents, normal, self.planar)
        C = section.stiffness(material)
        damping = number(damping, f"{where}: damping [s]", least=0.0)
        stiffness = planar_part(C) if self.planar else C
        turned = np.einsum("aji,aji->a", axes[1:], axes[:-1])  # trace of the rotation between sections: 1 + 2 cos
        if turned.min() < 1.0 + 2.0 * math.cos(LARGEST_ANGLE):
            raise ModelError(f"{where}: it is drawn with more than 1 rad between sections; take more elements.")
        of = [slice(parts * e, parts * e + nodes) for e in range(elements)]
        at = [points_of(self.planar, places[one], axes[one]) for one in of]
        lengths = np.array([sum(point.weight for point in one) for one in at])
        share = np.zeros(len(places))
        for one, length in zip(of, lengths, strict=True):
            share[one] += np.array(SHARES[nodes]) * length
        names = self._sections(name, section, material, places, axes, share, velocity, spin)
        per_length = material.density * section.area
        turning = float(section.inertia(material.density)[1, 1]) if self.planar else 0.0
        pieces = tuple(
            Element(names[one], float(length), float(per_length * length), float(turning * length), found)
            for one, length, found in zip(of, lengths, at, strict=True)
        )
        arc = np.interp(np.arange(len(places)), parts * np.arange(elements + 1), np.append(0.0, np.cumsum(lengths)))
        more = (stiffness, damping * stiffness, tuple(arc.tolist()), mass, self.bodies)
        return self._keep("beams", Beam(name, names, pieces, section, material, *more))

    def _sections(
        self,
        name: str,
        section: Section,
        material: Material,
        places: np.ndarray,
        axes: np.ndarray,
        share: np.ndarray,
        velocity: Any,
        spin: Any,
    ) -> tuple[str, ...]:
        """The bodies of a beam; share: the length [m] whose mass and moment each of them has."""
        n = 2 if self.planar else 3
        per_length = section.inertia(material.density)
        speed = pad(vector(velocity, n, f"beam {name!r}: velocity"))
        if self.planar:
            omega = np.array([0.0, 0.0, number(0.0 if spin is None else spin, f"beam {name!r}: spin")])
        else:
            omega = vector((0.0, 0.0, 0.0) if spin is None else spin, 3, f"beam {name!r}: spin")
        angles = np.unwrap(np.arctan2(axes[:, 1, 0], axes[:, 0, 0]))  # of a closed ring they do not jump
        names = []
        for i, part in enumerate(share):
            one = dict(mass=material.density * section.area * part, at=places[i][:n])
            one["velocity"] = (speed + np.cross(omega, places[i] - places[0]))[:n]
            if self.planar:
                one |= dict(inertia=per_length[1, 1] * part, rotation=angles[i])
                one["spin"] = omega[2]
            else:
                one |= dict(inertia=per_length * part, rotation=direction_cosines(axes[i]), spin=omega)
            names.append(self.body(f"{name}[{i}]", **one).name)
        return tuple(names)

"""The part of Model that adds beams."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from jourdain.arguments import guarded_methods
from jourdain.errors import ModelError, near
from jourdain.model.beam_elements import MASSES, SHARES, Element, Point, points_of
from jourdain.model.beam_lines import frames, line
from jourdain.model.beams import Beam, planar_part
from jourdain.model.elements import BeamNode, Body, Force, Joint
from jourdain.model.measures import align, angle, distance
from jourdain.model.parsing import number, pad, vector
from jourdain.model.rotations import direction_cosines
from jourdain.model.sections import GeneralSection, Material, Section

# between neighbouring sections as drawn [rad]: beyond, an element says little about what is between
LARGEST_ANGLE = 1.0
MOST_ELEMENTS = 100_000
THEORIES = ("exact", "ancf", "cable", "segments")


@dataclass(frozen=True)
class Drawing:
    """The sections of a beam as drawn, and its elements: which of them they join, and their points of integration.

    places (n, 3) [m], axes (n, 3, 3), lengths of the elements [m], share: the length that belongs to each section [m].
    """

    places: np.ndarray
    axes: np.ndarray
    of: tuple[slice, ...]
    points: tuple[tuple[Point, ...], ...]
    lengths: np.ndarray
    share: tuple[float, ...]

    @property
    def arc(self) -> tuple[float, ...]:
        """Arc length of the sections [m]."""
        ends = [one.stop - 1 for one in self.of]
        return tuple(np.interp(range(len(self.places)), [0, *ends], [0.0, *np.cumsum(self.lengths)]).tolist())

    def reaches(self, i: int) -> tuple[float, float]:
        """How far a rigid segment goes ahead and behind its section: half way to the neighbours."""
        n = len(self.lengths)
        return (self.lengths[i] / 2.0 if i < n else 0.0), (self.lengths[i - 1] / 2.0 if i > 0 else 0.0)

    def elements(self, names: tuple[str, ...], mass: float, moment: float) -> tuple[Element, ...]:
        """Between the sections of these names; mass [kg/m] and moment of inertia [kg m] per length, see Element."""
        pieces = zip(self.of, self.lengths.tolist(), self.points, strict=True)
        return tuple(Element(names[of], x, mass * x, moment * x, points) for of, x, points in pieces)


def _drawing(where: str, planar: bool, said: dict[str, Any]) -> Drawing:
    """From what Model.beam was told."""
    nodes, elements = said["nodes"], said["elements"]
    parts = nodes - 1  # of an element, between its sections
    places = (said[key] for key in ("start", "end", "through", "points"))
    drawn = line(where, parts * elements + 1, 2 if planar else 3, *places)
    axes = frames(where, drawn, said["normal"], planar)
    turned = np.einsum("aji,aji->a", axes[1:], axes[:-1])  # trace of the rotation between sections: 1 + 2 cos
    if turned.min() < 1.0 + 2.0 * math.cos(LARGEST_ANGLE):
        raise ModelError(f"{where}: it is drawn with more than 1 rad between sections; take more elements.")
    of = tuple(slice(parts * e, parts * e + nodes) for e in range(elements))
    points = tuple(points_of(planar, drawn.places[one], axes[one]) for one in of)
    lengths = np.array([sum(point.weight for point in one) for one in points])
    share = np.zeros(len(axes))
    for one, length in zip(of, lengths, strict=True):
        share[one] += np.array(SHARES[nodes]) * length
    return Drawing(drawn.places, axes, of, points, lengths, tuple(share.tolist()))


def _per_length(section: Any, material: Material | None) -> tuple[np.ndarray, float, np.ndarray]:
    """Stiffness (6, 6), mass [kg/m] and moments of inertia (3, 3) [kg m]."""
    density = material.density if material is not None else 0.0
    return section.stiffness(material), section.mass(material), section.inertia(density)


@guarded_methods
class Slender:
    """Adds beams; use it through Model."""

    planar: bool
    bodies: dict[str, Body]
    beams: dict[str, Beam]
    joints: dict[str, Joint]
    forces: dict[str, Force]
    _claim: Any
    _keep: Any
    joint: Any
    force: Any

    def beam(
        self,
        name: str,
        *,
        section: Section | GeneralSection,
        material: Material | None = None,
        start: Any = None,
        end: Any = None,
        through: Any = None,
        points: Any = None,
        elements: int = 10,
        nodes: int = 2,
        mass: str = "consistent",
        theory: str = "exact",
        normal: Any = None,
        damping: float = 0.0,
        velocity: Any = None,
        spin: Any = None,
    ) -> Beam:
        """Add a beam from start to end [m], through a third point on an arc, or a smooth one through points.

        As drawn it is free of strain. elements: how many pieces, with two or three sections each (nodes). mass: "consistent",
        "averaged" or "lumped", see Beam. theory: "exact" (bending, shear, stretch, twist of any size), "ancf" (the same by
        absolute nodal coordinates, which makes the model one of natural coordinates), "cable" (pulls only), "segments"
        (rigid bodies with joints and springs between them, no stretch or shear). normal: direction of z of the section at the
        start (in space; up by default), or one for each point: then it is twisted. damping [s]: stress per strain rate over
        stress per strain. velocity [m/s] of the start, spin [rad/s] about it.
        """
        where = self._claim(name, "beam")
        _check(where, section, material, elements, nodes, mass, theory)
        said = dict(start=start, end=end, through=through, points=points, elements=int(elements), nodes=int(nodes))
        said |= dict(mass=mass, theory=theory, normal=normal, damping=damping, velocity=velocity, spin=spin)
        drawn = _drawing(where, self.planar, said)
        C, m, J = _per_length(section, material)
        speeds = self._speeds(where, drawn.places, velocity, spin)
        names = self._sections(name, m, 0.0 * J if theory == "cable" else J, drawn, speeds, rigid=theory == "segments")
        stiffness = planar_part(C) if self.planar else C
        if (
            theory == "ancf" and self.planar
        ):  # of sections across the beam: half the frequency of shear, see docs/theory/beams.md
            stiffness[3, 3] = stiffness[1, 1] / 4.0
        factor = number(damping, f"{where}: damping [s]", least=0.0)
        own: tuple[str, ...] = ()
        if theory in ("cable", "segments"):
            own = (self._cable if theory == "cable" else self._segments)(name, names, drawn.lengths, C, factor)
        told = {key: _plain(value) for key, value in said.items() if value is not None}
        options: dict[str, Any] = dict(arc=drawn.arc, share=drawn.share, mass=mass, theory=theory, planar=self.planar)
        options |= dict(drawn=told, parts=own, bodies=self.bodies)
        pieces = drawn.elements(names, m, float(J[1, 1]) if self.planar else 0.0)
        beam = Beam(name, names, pieces, section, material, stiffness, factor * stiffness, **options)
        self._keep("beams", beam)
        self._order_parts()
        return beam

    def _order_parts(self) -> None:
        """Joints and forces of beams before all others, as files have it: their order numbers the equations."""
        own = [part for beam in self.beams.values() for part in beam.parts]
        tables: tuple[dict[str, Any], ...] = (self.joints, self.forces)
        for table in tables:
            others = [name for name in table if name not in set(own)]
            for name in [*(name for name in own if name in table), *others]:
                table[name] = table.pop(name)

    def _speeds(self, where: str, places: np.ndarray, velocity: Any, spin: Any) -> tuple[np.ndarray, np.ndarray]:
        """Velocities (n, 3) and the spin (3,) of sections that move as one rigid body."""
        speed = (
            np.zeros(3) if velocity is None else pad(vector(velocity, 2 if self.planar else 3, f"{where}: velocity"))
        )
        omega = np.zeros(3)
        if spin is not None and self.planar:
            omega[2] = number(spin, f"{where}: spin [rad/s]")
        elif spin is not None:
            omega = vector(spin, 3, f"{where}: spin [rad/s]")
        return speed + np.cross(omega, places - places[0]), omega

    def _sections(
        self, name: str, m: float, J: np.ndarray, drawn: Drawing, speeds: tuple[np.ndarray, np.ndarray], rigid: bool
    ) -> tuple[str, ...]:
        """The bodies of a beam with mass m and moments J (3, 3) per length; rigid: each goes half way to its neighbours."""
        n, places, axes = 2 if self.planar else 3, drawn.places, drawn.axes
        angles = np.unwrap(np.arctan2(axes[:, 1, 0], axes[:, 0, 0]))  # of a closed ring they do not jump
        names: list[str] = []
        scratch: Any = type(self)(planar=self.planar)  # type: ignore[call-arg]
        for i, part in enumerate(drawn.share):
            ahead, behind = drawn.reaches(i) if rigid else (0.0, 0.0)
            across = m * (ahead**3 + behind**3) / 3.0  # of a segment about its section
            one: dict[str, Any] = dict(mass=m * part, at=places[i][:n], velocity=speeds[0][i][:n])
            if self.planar:
                one |= dict(inertia=J[1, 1] * part + across, rotation=angles[i], spin=speeds[1][2])
            else:
                one["inertia"] = J * part + across * np.diag([0.0, 1.0, 1.0])
                one |= dict(rotation=direction_cosines(axes[i]), spin=speeds[1])
            self._claim(f"{name}[{i}]", "body")
            body = scratch.body(f"{name}[{i}]", **one)
            names.append(self._keep("bodies", BeamNode(**vars(body), beam=name)).name)
        return tuple(names)

    def _cable(
        self, name: str, nodes: tuple[str, ...], lengths: np.ndarray, C: np.ndarray, damping: float
    ) -> tuple[str, ...]:
        """Springs between neighbouring sections that pull and do not push."""
        own = []
        for i, rest in enumerate(lengths.tolist()):
            a, b = (self.bodies[node].frame for node in nodes[i : i + 2])  # type: ignore[attr-defined]
            k = float(C[0, 0]) / rest
            law = f"-max({k!r}*(x - {rest!r})" + (f" + {damping * k!r}*v" if damping else "") + f", 0)*(x > {rest!r})"
            own.append(self.force(f"{name}: {i + 1}", distance(a, b), law=law).name)
        return tuple(own)

    def _segments(
        self, name: str, nodes: tuple[str, ...], lengths: np.ndarray, C: np.ndarray, damping: float
    ) -> tuple[str, ...]:
        """Hinges (in space ball joints) half way between neighbouring sections, with springs that bend."""
        bends = C[3:, 3:]
        if not self.planar and np.abs(bends - np.diag(np.diag(bends))).max() > 1e-9 * np.abs(bends).max():
            raise ModelError(
                f"beam {name!r}: its section couples twist and bendings, as segments cannot; turn its normal into a principal "
                "axis of the section, or take theory='exact'."
            )
        own = []
        for i, length in enumerate(lengths.tolist()):
            a, b = (self.bodies[node] for node in nodes[i : i + 2])
            middle = 0.5 * (a.at + b.at)
            hinge = self.joint(
                f"{name}: joint {i + 1}",
                "revolute" if self.planar else "spherical",
                a,
                b,
                at=middle[: 2 if self.planar else 3],
                rotation=None if self.planar else a.rotation,
            )
            own.append(hinge.name)
            pa, pb = hinge.a, hinge.b
            if self.planar:
                measures, stiffness = [angle(pa, pb)], [C[4, 4]]
            else:  # the sines of the angles about x, y and z
                measures = [align(pa.z, pb.y), align(pa.x, pb.z), align(pa.y, pb.x)]
                stiffness = [C[3, 3], C[4, 4], C[5, 5]]
            for j, (one, k) in enumerate(zip(measures, stiffness, strict=True)):
                label = f"{name}: spring {i + 1}" + ("" if self.planar else " " + "xyz"[j])
                k = float(k) / length
                own.append(self.force(label, one, stiffness=k, damping=damping * k).name)
        return tuple(own)


def _check(where: str, section: Any, material: Any, elements: Any, nodes: Any, mass: Any, theory: Any) -> None:
    """Refuse what is no section, material, number or choice."""
    if not isinstance(section, (Section, GeneralSection)):
        raise ModelError(
            f"{where}: section = {section!r} is no section; use jourdain.rectangle, circle, tube, polygon or section."
        )
    if section.needs_material and not isinstance(material, Material):
        raise ModelError(
            f"{where}: material = {material!r} is no material; use jourdain.material(E=.., nu=.., density=..)."
        )
    if not section.needs_material and material is not None:
        raise ModelError(f"{where}: its section has stiffness and mass of its own; leave material out.")
    if not isinstance(elements, (int, np.integer)) or isinstance(elements, bool) or elements < 1:
        raise ModelError(f"{where}: elements = {elements!r}; give a whole number, at least 1.")
    if elements > MOST_ELEMENTS:
        raise ModelError(
            f"{where}: elements = {elements}; more than {MOST_ELEMENTS} would fill the memory: take fewer."
        )
    if nodes not in (2, 3):
        raise ModelError(f"{where}: nodes = {nodes!r}; an element has 2 or 3.")
    if mass not in MASSES:
        raise ModelError(f"{where}: mass = {mass!r}; it is 'consistent', 'averaged' or 'lumped'.")
    if theory not in THEORIES:
        raise ModelError(f"{where}: there is no theory {theory!r}.{near(str(theory), THEORIES)}")
    if theory in ("cable", "segments") and nodes != 2:
        raise ModelError(f"{where}: theory {theory!r} has no elements with three nodes; leave nodes out.")


def _plain(value: Any) -> Any:
    """Numbers and texts as they are, vectors as tuples of floats."""
    if isinstance(value, (str, int, float)):
        return value
    array = np.asarray(value, dtype=np.float64)
    return float(array) if array.ndim == 0 else tuple(_plain(item) if np.ndim(item) else float(item) for item in array)

"""Beams: a line of sections, each a body of the model, with elastic elements between them.

The sections are named rod[0], rod[1], .. and are bodies like any others: joints, forces, drives, loads and measures take them.
What is drawn is free of strain. Theory: docs/theory/beams.md.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np

from jourdain.arguments import guarded_methods
from jourdain.errors import ModelError, near
from jourdain.model.beam_elements import Element
from jourdain.model.elements import BeamNode, Body
from jourdain.model.measures import AlongBeam, Measure, along_beam
from jourdain.model.parsing import number
from jourdain.model.sections import GeneralSection, Material, Section

PLANAR_STRAINS = ("axial", "shear", "bending")
# mass of the director along the beam, of that of the lighter one across; where sections are rigid, their rows hold it
LIGHTEST = {"ancf": 1e-3, "exact": 1e-5}
SPATIAL_STRAINS = ("axial", "shear y", "shear z", "twist", "bending y", "bending z")


@guarded_methods
@dataclass(repr=False)
class Beam:
    """A beam of a model. stiffness, damping: of a section, (6, 6) in the order of the strains; arc: of the sections [m].

    mass: "consistent" (as the elements interpolate places), "lumped" (all of it with the sections), or "averaged" (half way
    between both). drawn: what it was made from, in the words of Model.beam. parts: joints and forces that are its own (theories
    "cable" and "segments", of which the elements say where the sections are, and are not elastic themselves).
    """

    name: str
    nodes: tuple[str, ...]
    elements: tuple[Element, ...]
    section: Section | GeneralSection
    material: Material | None
    stiffness: np.ndarray
    damping: np.ndarray
    arc: tuple[float, ...] = ()
    share: tuple[float, ...] = ()  # length that belongs to each section [m]
    mass: str = "consistent"
    theory: str = "exact"
    planar: bool = False
    drawn: dict[str, Any] = field(default_factory=dict)
    parts: tuple[str, ...] = ()
    bodies: dict[str, Body] = field(compare=False, default_factory=dict)  # of its model

    def __repr__(self) -> str:
        what = f"{len(self.nodes)} sections, {self.length:g} m, {self.section.kind}"
        return f"Beam({self.name!r}: {what}" + ("" if self.theory == "exact" else f", {self.theory}") + ")"

    @property
    def start(self) -> BeamNode:
        """The section where it begins."""
        return self.bodies[self.nodes[0]]  # type: ignore[return-value]

    @property
    def end(self) -> BeamNode:
        """The section where it ends."""
        return self.bodies[self.nodes[-1]]  # type: ignore[return-value]

    @property
    def length(self) -> float:
        """As drawn [m]."""
        return self.arc[-1]

    def node(self, fraction: float) -> BeamNode:
        """The section at a fraction of the length; there must be one."""
        where = f"beam {self.name!r}: node({fraction!r})"
        fraction = self._fraction(fraction, where)
        places = np.linspace(0.0, 1.0, len(self.nodes))
        nearest = int(np.abs(places - fraction).argmin())
        if abs(places[nearest] - fraction) > 1e-6:
            raise ModelError(
                f"{where}: no section is there, the nearest one is at {places[nearest]:.6g}; sections are at whole numbers "
                f"of 1/{len(self.nodes) - 1}: take other elements."
            )
        return self.bodies[self.nodes[nearest]]  # type: ignore[return-value]

    @staticmethod
    def _fraction(fraction: Any, where: str) -> float:
        found = number(fraction, where)
        if not 0.0 <= found <= 1.0:
            raise ModelError(f"{where} is off the beam; it goes from 0 at its start to 1 at its end.")
        return found

    @property
    def elastic(self) -> bool:
        """Are its elements elastic themselves? Cables and segments have springs between their sections."""
        return self.theory in ("exact", "ancf")

    @property
    def own_frequency(self) -> float:
        """Of the stretch of its sections with theory "ancf" [rad/s]: half of the highest one of shear, which is the limit."""
        node, share = self.bodies[self.nodes[0]], self.share[0]
        shears = [(self.stiffness[1, 1], node.inertia[2, 2])]
        if not self.planar:
            shears.append((self.stiffness[2, 2], node.inertia[1, 1]))
        return float(max(np.sqrt(stiffness * share / moment) for stiffness, moment in shears) / 2.0)

    @property
    def strains(self) -> tuple[str, ...]:
        """Names of its strains, in the order of stiffness and damping."""
        return PLANAR_STRAINS if self.planar else SPATIAL_STRAINS

    # -- what measures read -------------------------------------------------------------------------------------

    def strain(self, fraction: float, of: str) -> Measure:
        """A strain at a fraction of the length, as a measure, against the beam as drawn.

        of: "axial", "shear" [-], "bending" [1/m]; in space "axial", "shear y", "shear z", "twist", "bending y", "bending z".
        """
        return self._measure("strain", fraction, of)

    def force(self, fraction: float, of: str) -> Measure:
        """Elastic force in a section [N], axes of the section: "axial", "shear"; in space "axial", "shear y", "shear z".

        Cables have "axial" only: their tension, zero where they are slack.
        """
        return self._measure("force", fraction, of)

    def moment(self, fraction: float, of: str = "bending") -> Measure:
        """Elastic moment in a section [N m], axes of the section: "bending"; in space "twist", "bending y", "bending z"."""
        return self._measure("moment", fraction, of)

    def stress(self, fraction: float, *, y: float = 0.0, z: float = 0.0) -> Measure:
        """Normal stress [Pa] at the point (y, z) [m] of a section: from stretch and bending; z is along the normal."""
        where = f"beam {self.name!r}: stress"
        if self.material is None or not isinstance(self.section, Section):
            raise ModelError(f"{where}: its section is a matrix, which says nothing about points of it.")
        if self.planar and y != 0.0:
            raise ModelError(f"{where}: in the plane the stress is the same for all y; give z, along the normal.")
        point = (number(y, f"{where}: y [m]"), number(z, f"{where}: z [m]"))
        corners = np.array(self.section.outline or [(-np.inf, -np.inf), (np.inf, np.inf)])
        least, most = corners.min(axis=0), corners.max(axis=0)
        if (point < 1.001 * least).any() or (point > 1.001 * most).any():  # the centroid is between them
            raise ModelError(f"{where}: the point y = {point[0]:g}, z = {point[1]:g} m is outside the section.")
        return self._measure("stress", fraction, "", point)

    def _measure(self, quantity: str, fraction: Any, of: str, point: tuple[float, float] = (0.0, 0.0)) -> Measure:
        where = f"beam {self.name!r}: {quantity}({fraction!r}, {of!r})"
        known = allowed(self.planar, quantity)
        if of not in known:
            raise ModelError(f"{where}: there is no such {quantity}.{near(str(of), known)}")
        if not self.knows(quantity, of):
            raise ModelError(
                f"{where}: theory {self.theory!r} does not say that; 'exact' says all, 'segments' how it bends and twists, "
                "'cable' how it pulls: force(.., 'axial')."
            )
        return along_beam(AlongBeam(self.name, quantity, self._fraction(fraction, where), of, *point))

    def knows(self, quantity: str, of: str = "") -> bool:
        """Does its theory say this of its sections? Rigid segments do not stretch or shear, cables only pull."""
        if self.theory == "cable":
            return quantity == "stress" or (quantity, of) == ("force", "axial")
        bends = of.startswith(("bending", "twist")) and quantity in ("strain", "moment")
        return self.elastic or bends

    def weights(self, asked: AlongBeam) -> np.ndarray:
        """(6,): the asked quantity is weights . (strains - strains as drawn)."""
        unit = np.zeros(6)
        if asked.quantity == "stress":
            assert self.material is not None
            places = [0, 2] if self.planar else [0, 4, 5]
            unit[places] = [1.0, -asked.z] if self.planar else [1.0, asked.z, -asked.y]
            return self.material.E * unit
        unit[self.strains.index(asked.of)] = 1.0
        return unit if asked.quantity == "strain" else self.stiffness @ unit

    def places(self, fraction: float) -> list[tuple[int, int, float]]:
        """(element, point in it, factor): the points between which strains are interpolated at a fraction of the length.

        Of three sections the two points of the element; of two the middles of neighbouring elements. So it is never about more
        than three sections.
        """
        ends = np.linspace(0.0, 1.0, len(self.elements) + 1)
        e = int(np.clip(np.searchsorted(ends, fraction, side="left") - 1, 0, len(self.elements) - 1))
        if len(self.elements[e].points) == 2:
            half = (ends[e + 1] - ends[e]) / 2.0
            x = (fraction - ends[e] - half) / half * np.sqrt(3.0)  # -1 and 1 at the points of Gauss
            return [(e, 0, 0.5 * (1.0 - x)), (e, 1, 0.5 * (1.0 + x))]
        if len(self.elements) == 1:
            return [(0, 0, 1.0)]
        middles = 0.5 * (ends[1:] + ends[:-1])
        e = int(np.clip(np.searchsorted(middles, fraction) - 1, 0, len(middles) - 2))
        x = float((fraction - middles[e]) / (middles[e + 1] - middles[e]))
        return [(e, 0, 1.0 - x), (e + 1, 0, x)]


def with_light_director(J: np.ndarray, theory: str) -> np.ndarray:
    """Moments of inertia (3, 3) [kg m2] of a section, of which the director along the beam has a little, too.

    A section is flat: it has mass along d_2 and d_3 alone, and with no more than that its mass matrix is singular.
    """
    own = 0.5 * np.trace(J) * np.eye(3) - J
    missing = LIGHTEST.get(theory, 0.0) * float(np.linalg.eigvalsh(own[1:, 1:])[0]) - float(own[0, 0])
    return J + max(0.0, missing) * np.diag([0.0, 1.0, 1.0])


def allowed(planar: bool, quantity: str) -> tuple[str, ...]:
    """What a quantity of a section can be `of`."""
    strains, n = (PLANAR_STRAINS, 2) if planar else (SPATIAL_STRAINS, 3)
    return {"strain": strains, "force": strains[:n], "moment": strains[n:], "stress": ("",)}[quantity]


def planar_part(C: np.ndarray) -> np.ndarray:
    """Stiffness by stretch, shear and bending in the plane, in the upper corner of a (6, 6) matrix.

    The normal of the section is y of the plane, so that bending in the plane is about -y of the section.
    """
    kept, sign = [0, 2, 4], np.diag([1.0, 1.0, -1.0])
    part = np.zeros((6, 6))
    part[:3, :3] = sign @ C[np.ix_(kept, kept)] @ sign
    return part

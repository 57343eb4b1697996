"""What a Result says of a beam: its shape, strains, forces and moments over time and arc length.

Strains are those of the elements (kernels/bodies/beams_planar.py, beams_spatial.py), here for all times at once; their rates
by complex steps, which are exact.
"""

from __future__ import annotations

import functools
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from jourdain.errors import ModelError
from jourdain.kernels.bodies.natural import second_moments
from jourdain.model import quaternions
from jourdain.model.beam_elements import Element, Point
from jourdain.model.beams import Beam, with_light_director
from jourdain.result.arrays import AXES, labelled
from jourdain.system.layout import Layout

if TYPE_CHECKING:
    from xarray import DataArray

COARSE = 1.0  # angle between the ends of an element [rad] beyond which it says little about what is between
_TINY = 1e-30  # a complex step


@dataclass(frozen=True, repr=False)
class BeamMotion:
    """Motion of a beam: over time and arc length s [m] as drawn. q, v, a: of its sections, (nt, ..).

    Strains, forces and moments are in axes of the section and are given where the elements are integrated: there they are most
    accurate. Forces and moments are those that the part ahead (larger s) exerts on the part behind.
    """

    name: str
    beam: Beam
    layout: Layout  # of its sections alone
    t: np.ndarray
    q: np.ndarray
    v: np.ndarray
    a: np.ndarray

    def __repr__(self) -> str:
        return f"BeamMotion({self.beam!r}, {len(self.t)} times)"

    def _sections(self, values: np.ndarray, unit: str, what: str) -> DataArray:
        axes = AXES[: values.shape[-1]]
        array = labelled(self.t, values, unit, f"{what} of {self.name}", s=self.beam.arc, axis=axes)
        array.attrs["frame"] = "ground"
        return array

    @property
    def shape(self) -> DataArray:
        """Places of the sections [m], (time, s, axis) in ground axes."""
        return self._sections(self.layout.points(self.q), "m", "shape")

    @property
    def velocity(self) -> DataArray:
        """Of the sections [m/s], (time, s, axis) in ground axes."""
        return self._sections(self.layout.translations(self.v), "m/s", "velocity")

    @property
    def acceleration(self) -> DataArray:
        """Of the sections [m/s2], (time, s, axis) in ground axes."""
        return self._sections(self.layout.translations(self.a), "m/s2", "acceleration")

    @property
    def rotation(self) -> DataArray:
        """Axes of the sections as columns: rotation matrices section -> ground, (time, s, row, column)."""
        values = self.layout.rotations(self.q)
        return labelled(self.t, values, "-", f"rotation of {self.name}", s=self.beam.arc, row=AXES, column=AXES)

    # -- strains and forces -------------------------------------------------------------------------------------

    def _check(self, what: str, of: str) -> None:
        if not self.beam.knows(what, of):
            parts = f"; see result.reaction({self.beam.parts[0]!r}) and its other parts"
            raise ModelError(f"beam {self.name!r}: theory {self.beam.theory!r} does not say its {what}{parts}.")

    @functools.cached_property
    def _strains(self) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Arc lengths (m,) of the points, strains against those as drawn (nt, m, k), and their rates."""
        self._check("strain", "bending")
        index = {name: i for i, name in enumerate(self.beam.nodes)}
        x, xd = self.layout.points(self.q), self.layout.translations(self.v)
        turned, turning = _turning(self.layout, self.q, self.v, self._weights)
        places, strains, rates = [], [], []
        for element in self.beam.elements:
            of = [index[name] for name in element.nodes]
            for point in element.points:
                complex_step = [p[:, of] + 1j * _TINY * pd[:, of] for p, pd in ((x, xd), (turned, turning))]
                found = _strain(self.beam.planar, point, *complex_step)
                places.append(_arc_of(self.beam, element, point, of))
                strains.append(found.real - np.array(point.rest)[: found.shape[1]])
                rates.append(found.imag / _TINY)
        return np.array(places), np.stack(strains, axis=1), np.stack(rates, axis=1)

    @property
    def _weights(self) -> np.ndarray:
        """Second moments of mass of the sections, (n, 3, 3), by which their directors count."""
        J = np.array(
            [with_light_director(self.beam.bodies[name].inertia, self.beam.theory) for name in self.beam.nodes]
        )
        return second_moments(J)

    def _at_points(self, values: np.ndarray, unit: str, what: str, labels: tuple[str, ...]) -> DataArray:
        places = self._strains[0]
        array = labelled(self.t, values, unit, f"{what} of {self.name}", s=places, component=labels)
        array.attrs["frame"] = "section"
        return array

    @property
    def strain(self) -> DataArray:
        """Strains against the beam as drawn, (time, s, component): stretch and shears [-], twist and bendings [1/m]."""
        return self._at_points(self._strains[1], "- and 1/m", "strain", self.beam.strains)

    @functools.cached_property
    def _resultants(self) -> np.ndarray:
        """Forces and moments with those of the damping, (nt, m, k)."""
        if self.beam.theory == "cable":
            return self._tension[:, :, None]
        _, e, rate = self._strains
        k = e.shape[2]
        C, D = self.beam.stiffness[:k, :k], self.beam.damping[:k, :k]
        return e @ C.T + rate @ D.T

    @property
    def force(self) -> DataArray:
        """Forces in the sections [N], (time, s, component): axial and shears, with those of the damping."""
        if self.beam.theory == "cable":
            return labelled(
                self.t, self._resultants, "N", f"force of {self.name}", s=self._middles, component=("axial",)
            )
        self._check("force", "axial")
        n = self.layout.dimension
        return self._at_points(self._resultants[:, :, :n], "N", "force", self.beam.strains[:n])

    @property
    def moment(self) -> DataArray:
        """Moments in the sections [N m], (time, s, component): twist and bendings, with those of the damping."""
        self._check("moment", "bending")
        n = self.layout.dimension
        return self._at_points(self._resultants[:, :, n:], "N m", "moment", self.beam.strains[n:])

    @property
    def _middles(self) -> np.ndarray:
        """Arc lengths of the pieces of a cable."""
        return 0.5 * (np.array(self.beam.arc[1:]) + np.array(self.beam.arc[:-1]))

    @functools.cached_property
    def _stretch(self) -> tuple[np.ndarray, np.ndarray]:
        """Of a cable: strains of its pieces (nt, elements), negative where slack, and their rates."""
        x, v = self.layout.positions(self.q), self.layout.velocities(self.v)
        d, rest = np.diff(x, axis=1), np.diff(self.beam.arc)
        length = np.linalg.norm(d, axis=2)
        rate = np.einsum("tei,tei->te", np.diff(v, axis=1), d) / np.where(length > 0.0, length, 1.0)
        return length / rest - 1.0, rate / rest

    @functools.cached_property
    def _tension(self) -> np.ndarray:
        """Of a cable, (nt, elements) [N]."""
        e, rate = self._stretch
        pull = self.beam.stiffness[0, 0] * e + self.beam.damping[0, 0] * rate
        return np.where(e > 0.0, np.maximum(pull, 0.0), 0.0)

    def stress(self, *, y: float = 0.0, z: float = 0.0) -> DataArray:
        """Normal stress [Pa] at the point (y, z) [m] of all sections, (time, s): from stretch and bending, elastic part."""
        weights = self.beam.weights(self.beam.stress(0.0, y=y, z=z).along)  # type: ignore[arg-type]
        if self.beam.theory == "cable":
            places, e = self._middles, np.maximum(self._stretch[0], 0.0)[:, :, None]
        else:
            places, e, _ = self._strains
        return labelled(self.t, e @ weights[: e.shape[2]], "Pa", f"stress of {self.name}", s=places)

    @functools.cached_property
    def bent(self) -> float:
        """Largest angle between the ends of an element over all times [rad]: beyond 1 take more elements."""
        step = (len(self.beam.nodes) - 1) // max(1, len(self.beam.elements)) or 1
        R = self.layout.rotations(self.q)[:, ::step]
        trace = np.einsum("tnij,tnij->tn", R[:, 1:], R[:, :-1])
        return float(np.arccos(np.clip(0.5 * (trace.min(initial=3.0) - 1.0), -1.0, 1.0)))


def _arc_of(beam: Beam, element: Element, point: Point, of: list[int]) -> float:
    """Arc length of a point: by the shape functions of its sections."""
    return float(np.dot(point.shape, np.array(beam.arc)[of]))


def _turning(layout: Layout, q: np.ndarray, v: np.ndarray, weights: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Angles (nt, n), or quaternions (nt, n, 4), and their rates."""
    if layout.dimension == 2:
        angles = layout.angles(q)
        return np.unwrap(angles, axis=-1) if layout.orientation == "directors" else angles, layout.spins(q, v)[..., 2]
    if layout.orientation == "quaternion":
        turned, spins = layout.orientations(q), layout.turnings(v)
    else:
        R, spins = quaternions.spins_of_directors(layout.axes(q), layout.director_matrices(v), weights=weights)
        turned = quaternions.of_matrices(R)
    return turned, quaternions.rate(turned, spins)


def _strain(planar: bool, point: Point, x: np.ndarray, turned: np.ndarray) -> np.ndarray:
    """Strains (nt, k) at a point from places (nt, n, d) and angles or quaternions of its sections; analytic in both."""
    shape, slope = np.array(point.shape), np.array(point.slope)
    d = np.einsum("a,tad->td", slope, x)
    if planar:
        theta = turned @ shape
        c, s = np.cos(theta), np.sin(theta)
        return np.stack([c * d[:, 0] + s * d[:, 1], c * d[:, 1] - s * d[:, 0], turned @ slope], axis=1)
    main = turned[:, len(shape) // 2].real
    q = turned * np.where(np.einsum("tak,tk->ta", turned.real, main) < 0.0, -1.0, 1.0)[..., None]
    r, dr = np.einsum("a,tak->tk", shape, q), np.einsum("a,tak->tk", slope, q)
    n2 = (r * r).sum(axis=1, keepdims=True)
    kappa = 2.0 * (r[:, :1] * dr[:, 1:] - dr[:, :1] * r[:, 1:] - np.cross(r[:, 1:], dr[:, 1:])) / n2
    if len(shape) == 2:  # the rotation vector itself
        t2 = (kappa * kappa).sum(axis=1, keepdims=True) / (16.0 * slope[1] ** 2)
        t = np.sqrt(np.where(t2.real > 1e-12, t2, 1.0))
        kappa = kappa * np.where(t2.real > 1e-12, np.arctan(t) / t, 1.0 - t2 / 3.0)
    w, u = r[:, :1], r[:, 1:]
    cross = np.cross(u, d)
    back = d + 2.0 * (np.cross(u, cross) - w * cross) / n2  # R^T d
    return np.concatenate([back, kappa], axis=1)


def coarse(motions: Any) -> list[str]:
    """A line for each beam whose elements were bent too far."""
    return [
        f"beam {one.name!r}: an element was bent by {one.bent:.2g} rad, and results say little beyond {COARSE:g}; take more "
        "elements"
        for one in motions
        if one.bent > COARSE
    ]

"""What a run says of bodies that bend: is the motion still one of small deformations, and are there enough shapes?"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from jourdain.errors import few
from jourdain.model.flexible import FlexibleBody
from jourdain.result.hot_spots import Peak, largest_mises
from jourdain.result.motions import FlexibleMotion

if TYPE_CHECKING:
    from jourdain.result.result import Result

LARGE, TURNED = 0.1, 0.1  # deflection against the size of the body; rotation of a marker by bending [rad]


MANY = 5  # bodies that bend: so many have lines of their own


class Bent(NamedTuple):
    """How far a body bends at its markers and interfaces [m], [rad]; the share of its last shape; its largest stress."""

    body: FlexibleBody
    way: float
    turn: float
    share: float
    peak: Peak | None

    @property
    def far(self) -> bool:
        """Beyond what sums of shapes are for."""
        return self.way > LARGE * self.body.size or self.turn > TURNED

    @property
    def moved(self) -> str:
        """In words."""
        return f"{self.body.name} bends by up to {self.way:.3g} m and {self.turn:.2g} rad at its interfaces"

    def stressed(self, peak: Peak) -> str:
        """In words."""
        return (
            f"{self.body.name}: von Mises stress up to {peak.value / 1e6:.4g} MPa, at node {peak.node} and t = "
            f"{peak.time:.4g} s"
        )


def bending_lines(result: Result) -> list[str]:
    """Lines for each flexible body, of many for those where it is most, and warnings."""
    bodies = [body for body in result.model.bodies.values() if isinstance(body, FlexibleBody)]
    found = [_of_body(result, body) for body in bodies]
    lines = _of_many(found) if len(found) > MANY else [line for one in found for line in _of_one(one)]
    far = [one.body.name for one in found if one.far]
    if far:
        lines.append(
            f"{few(far, MANY)}: this is more than {100 * LARGE:.0f} % of its size or {TURNED:g} rad, and shapes are for small "
            "deformations; cut it into several parts, or use a beam"
        )
    return lines


def _of_one(one: Bent) -> list[str]:
    lines = [f"{one.moved}; its last shape has {100.0 * one.share:.2g} % of the elastic energy"]
    return lines if one.peak is None else [*lines, one.stressed(one.peak)]


def _of_many(found: list[Bent]) -> list[str]:
    most, shared = max(found, key=lambda one: one.way), max(found, key=lambda one: one.share)
    lines = [
        f"{len(found)} bodies bend; {most.moved}, most of all",
        f"{shared.body.name}: its last shape has {100.0 * shared.share:.2g} % of the elastic energy, most of all",
    ]
    peaks = [(one.peak.value, one.stressed(one.peak)) for one in found if one.peak is not None]
    return [*lines, max(peaks)[1]] if peaks else lines


def _of_body(result: Result, body: FlexibleBody) -> Bent:
    motion = result[body.name]
    assert isinstance(motion, FlexibleMotion)
    eta, rates, _ = motion.elastic
    energy = 0.5 * ((body.part.frequencies * eta) ** 2 + rates**2).max(axis=0)  # of each shape, at its largest
    share = float(energy[-1] / energy.sum()) if energy.sum() > 0.0 else 0.0
    frames = {marker.carrier: body.carrier(marker.carrier) for marker in body.markers.values()}
    frames |= body.part.frames
    way, turn = (
        max((float(np.linalg.norm(eta @ getattr(one, part), axis=-1).max()) for one in frames.values()), default=0.0)
        for part in ("moves", "turns")
    )
    return Bent(body, way, turn, share, largest_mises(result, body.name))

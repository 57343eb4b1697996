"""What a run says of bodies that bend: is the motion still one of small deformations, and are there enough shapes?"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from jourdain.model.flexible import FlexibleBody
from jourdain.result.hot_spots import largest_mises
from jourdain.result.motions import FlexibleMotion

if TYPE_CHECKING:
    from jourdain.result.result import Result

LARGE, TURNED = 0.1, 0.1  # deflection against the size of the body; rotation of a marker by bending [rad]


def bending_lines(result: Result) -> list[str]:
    """A line for each flexible body, and warnings."""
    found = []
    for name, body in result.model.bodies.items():
        if isinstance(body, FlexibleBody):
            motion = result[name]
            assert isinstance(motion, FlexibleMotion)
            found += _of_body(result, body, motion)
    return found


def _of_body(result: Result, body: FlexibleBody, motion: FlexibleMotion) -> list[str]:
    eta, rates, _ = motion.elastic
    energy = 0.5 * ((body.part.frequencies * eta) ** 2 + rates**2).max(axis=0)  # of each shape, at its largest
    share = energy[-1] / energy.sum() if energy.sum() > 0.0 else 0.0
    frames = {marker.carrier: body.carrier(marker.carrier) for marker in body.markers.values()}
    frames |= body.part.frames
    way, turn = (
        max((float(np.linalg.norm(eta @ getattr(one, part), axis=-1).max()) for one in frames.values()), default=0.0)
        for part in ("moves", "turns")
    )
    lines = [
        f"{body.name} bends by up to {way:.3g} m and {turn:.2g} rad at its interfaces; its last shape has "
        f"{100.0 * share:.2g} % of the elastic energy"
    ]
    peak = largest_mises(result, body.name)
    if peak is not None:
        lines.append(
            f"{body.name}: von Mises stress up to {peak.value / 1e6:.4g} MPa, at node {peak.node} and t = {peak.time:.4g} s"
        )
    if way > LARGE * body.size or turn > TURNED:
        lines.append(
            f"{body.name}: this is more than {100 * LARGE:.0f} % of its size or {TURNED:g} rad, and shapes are for small "
            "deformations; cut it into several parts, or use a beam"
        )
    return lines

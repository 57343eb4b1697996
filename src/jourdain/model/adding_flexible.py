"""The part of Model that adds bodies that bend."""

from __future__ import annotations

import reprlib
from typing import Any

import numpy as np

from jourdain.arguments import guarded_methods
from jourdain.errors import ModelError
from jourdain.model.flexible import FlexibleBody, damping_ratios
from jourdain.model.parsing import flag, orientation, vector
from jourdain.model.part import Part


@guarded_methods
class Elastic:
    """The part of Model that adds bodies that bend; use it through Model."""

    planar: bool
    _claim: Any
    _keep_body: Any

    def flexible(
        self,
        name: str,
        part: Part,
        *,
        at: Any = (0.0, 0.0, 0.0),
        rotation: Any = None,
        damping: Any = 0.0,
        stiffening: bool = True,
        velocity: Any = (0.0, 0.0, 0.0),
        spin: Any = (0.0, 0.0, 0.0),
        amplitudes: Any = None,
        amplitude_rates: Any = None,
    ) -> FlexibleBody:
        """Add a reduced part as a body that bends: joints, forces and sensors take its interfaces and nodes as markers.

        at [m], rotation: the frame of the mesh in ground at the start. damping: ratio of all shapes, one for each, or
        Rayleigh's {"mass": [1/s], "stiffness": [s]}. stiffening: stress of turning, pulling and bending makes it stiffer or
        weaker. velocity [m/s] of the centre of mass and spin [rad/s] in ground axes. amplitudes (k,) [sqrt(kg) m]: how far it
        is bent at the start, and how fast.
        """
        where = self._claim(name, "flexible body")
        if self.planar:
            raise ModelError(f"{where}: parts are solid and bend in space; make the model without planar=True.")
        if not isinstance(part, Part):
            raise ModelError(
                f"{where}: {reprlib.repr(part)} is no reduced part; make one with jourdain.reduce(..) or load_part(..)."
            )
        start = [_amplitudes(given, part, where) for given in (amplitudes, amplitude_rates)]
        body = FlexibleBody(
            *(name, part.mass, part.inertia, vector(at, 3, f"{where}: at"), orientation(rotation, False, where)[0]),
            *(np.array(part.centre), vector(velocity, 3, f"{where}: velocity"), vector(spin, 3, f"{where}: spin")),
            part=part,
            damping=damping_ratios(damping, part.frequencies, where),
            amplitudes=start[0],
            amplitude_rates=start[1],
            stiffening=flag(stiffening, f"{where}: stiffening"),
        )
        kept: FlexibleBody = self._keep_body(body)
        return kept


def _amplitudes(given: Any, part: Part, where: str) -> np.ndarray:
    """One number for each shape."""
    return np.zeros(part.modes) if given is None else vector(given, part.modes, f"{where}: amplitudes")

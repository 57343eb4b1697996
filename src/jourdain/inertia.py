"""Is there inertia in every motion? Massless motions are found and named before a run divides by them."""

from __future__ import annotations

import numpy as np

from jourdain.errors import ModelError
from jourdain.kinds import dimension
from jourdain.system import System


def check_inertia(system: System) -> None:
    """Refuse bodies without mass or moment of inertia, naming body and motion."""
    planar = dimension(system.kind) == 2
    for name, body in zip(system.bodies, system.tables["bodies"], strict=True):
        if body["mass"] <= 0.0:
            raise ModelError(
                f"body {name!r} has no mass, so its translation has no inertia; give it a mass [kg] "
                "(a massless link is a 'distance' or 'revolute_spherical' joint between its ends)."
            )
        J = body["J"]
        moments = J[2:3, 2] if planar else np.linalg.eigvalsh(J)
        if moments.min() <= 0.0:
            about = "its rotation" if planar else f"the rotation about {_axis(J)}"
            raise ModelError(
                f"body {name!r} has no moment of inertia, so {about} has no inertia; give it a positive "
                "inertia [kg m2], however small (a point mass may have any: nothing turns it)."
            )


def _axis(J: np.ndarray) -> str:
    axis = np.linalg.eigh(J)[1][:, 0]
    return "its body axis (" + ", ".join(f"{c:.3g}" for c in axis * np.sign(axis[np.abs(axis).argmax()])) + ")"

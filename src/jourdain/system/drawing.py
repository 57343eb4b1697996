"""Bodies as they are drawn, and the numbers of a state: from one to the other."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np

from jourdain.lagrange.model import LagrangianModel
from jourdain.model import quaternions
from jourdain.model.elements import Body
from jourdain.model.flexible import FlexibleBody
from jourdain.model.model import Model
from jourdain.model.rotations import Rotation
from jourdain.system.layout import Layout
from jourdain.system.system import frozen


def drawn(model: Model, layout: Layout) -> tuple[np.ndarray, np.ndarray]:
    """q and v as the user gave them, not to be written to."""
    if isinstance(model, LagrangianModel):
        return frozen(model.start, np.float64), frozen(model.start_rates, np.float64)
    q, v = of_bodies(layout, model.bodies.values())
    return frozen(q, np.float64), frozen(v, np.float64)


def of_bodies(layout: Layout, bodies: Iterable[Body]) -> tuple[np.ndarray, np.ndarray]:
    """q and v of bodies as they are drawn: centre of mass, orientation, velocity and spin."""
    q, v = [np.zeros(0)], [np.zeros(0)]
    bodies = list(bodies)
    bending = [body for body in bodies if isinstance(body, FlexibleBody) and layout.modes]
    for body in bodies:
        own: Any = body.angle if layout.orientation == "angle" else body.rotation.quaternion
        spin = body.spin[2:] if layout.orientation == "angle" else body.matrix.T @ body.spin
        if layout.orientation == "parameters":
            spin = quaternions.rate(own, spin)
        if layout.orientation == "directors":
            n, d = layout.velocity_width // layout.dimension - 1, body.matrix.T
            own, spin = (x[:n, : layout.dimension].ravel() for x in (d, np.cross(body.spin, d)))
        q += [(body.at + body.matrix @ body.com)[: layout.dimension], np.atleast_1d(own).astype(float)]
        v += [body.velocity[: layout.dimension], spin]
    q += [body.amplitudes / body.unit for body in bending]
    v += [body.amplitude_rates / body.unit for body in bending]
    return np.concatenate(q), np.concatenate(v)


def place(layout: Layout, body: Body, q: np.ndarray) -> None:
    """Draw a body where it is at q (nq,)."""
    centre, R = layout.frame(body.name, q)
    body.at = centre - R @ body.com
    b = layout.block(body.name)
    if layout.dimension == 2:
        angle = float(layout.angles(q)[b])
        turns = round((body.angle - angle) / (2.0 * np.pi)) if layout.orientation == "directors" else 0
        body.angle = angle + 2.0 * np.pi * turns
    else:
        body.rotation = Rotation(*(float(c) for c in layout.unit_quaternions(q)[b]))
    if isinstance(body, FlexibleBody):
        body.amplitudes = body.unit * layout.elastic(q)[layout.shapes(body.name)]


def set_moving(layout: Layout, body: Body, q: np.ndarray, v: np.ndarray) -> None:
    """Draw a body with the velocity and spin that it has at q, v."""
    b = layout.block(body.name)
    body.velocity, body.spin = layout.velocities(v)[b].copy(), layout.spins(q, v)[b].copy()
    if isinstance(body, FlexibleBody):
        body.amplitude_rates = body.unit * layout.elastic(v)[layout.shapes(body.name)]

"""Euler parameters beside quaternions and angular velocities: the row of their length, and states from one to the other."""

from __future__ import annotations

import numpy as np

from jourdain.errors import ModelError
from jourdain.kernels.kinds import EulerParameters, Spatial
from jourdain.model import quaternions
from jourdain.model.elements import Row
from jourdain.model.flexible import FlexibleBody
from jourdain.model.measures import Port, align
from jourdain.model.model import Model
from jourdain.system.layout import Layout


def lengths(model: Model) -> list[tuple[str, Row]]:
    """The row of every body: an axis of it is as long as the square of its Euler parameters, so (p.p)^2 = 1."""
    axes = [(name, Port(name, (1.0, 0.0, 0.0), True)) for name in model.bodies]
    return [(f"{name} (length)", Row("p.p", ((1.0, align(axis, axis)),), 1.0)) for name, axis in axes]


def check_parameters(model: Model) -> None:
    """Refuse models that have no Euler parameters."""
    what = next((f"beam {name!r}" for name in model.beams), None)
    what = what or next((f"flexible body {n!r}" for n, x in model.bodies.items() if isinstance(x, FlexibleBody)), None)
    if model.planar:
        raise ModelError(
            f"coordinates = 'euler-parameters': model {model.name!r} is planar, where an angle says all; leave coordinates out."
        )
    if what is not None:
        raise ModelError(
            f"coordinates = 'euler-parameters': {what} bends, and these are equations of rigid bodies; leave coordinates out."
        )


def to_parameters(q: np.ndarray, v: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Positions and velocities (.., n) of the equations in Euler parameters."""
    layout = Layout.of(Spatial, map(str, range(q.shape[-1] // 7)))
    return q.copy(), layout.rate(q, v)


def from_parameters(q: np.ndarray, v: np.ndarray, a: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Positions, velocities and accelerations (.., n) with quaternions of length one and angular velocities."""
    layout = Layout.of(EulerParameters, map(str, range(q.shape[-1] // 7)))
    q = q.copy()
    p = layout.orientations(q)
    square = (p * p).sum(axis=-1, keepdims=True)
    found = []
    for x in (v, a):
        own = quaternions.spins_of_rates(p, layout.turnings(x)) / square
        parts = np.concatenate([layout.translations(x), own], axis=-1)
        found.append(parts.reshape(*x.shape[:-1], -1))
    p /= np.sqrt(square)
    return q, found[0], found[1]

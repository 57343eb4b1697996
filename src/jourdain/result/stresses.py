"""Displacement and stress of bodies that bend, from their shapes and from the loads of the motion that shapes leave out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from jourdain.errors import ModelError, near
from jourdain.fe.recovery import by_forces, leaves_out
from jourdain.fe.stress import COMPONENTS, mises, principal
from jourdain.model.elements import Marker
from jourdain.model.flexible import PATTERN, FlexibleBody, ports_of
from jourdain.model.parsing import triple
from jourdain.model.part import SPINS
from jourdain.model.rotations import Rotation
from jourdain.result.arrays import labelled
from jourdain.result.reactions import factors, reaction

if TYPE_CHECKING:
    from xarray import DataArray

PRINCIPAL = ("s1", "s2", "s3")  # the smallest first
QUANTITIES = ("mises", *COMPONENTS, *PRINCIPAL)


def fields(result: Any, name: str) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """What a body's deformation is a sum of: amplitudes (nt, m), displacements (m, n, 3) [m] and stresses (m, n, 6) [Pa].

    First its shapes, then what they leave out by spin, acceleration, and forces at interfaces, as far as the part has it. What
    a bent rod is shorter by is a displacement without stress: the shapes that stretch it are in twice, once with stress alone.
    """
    body, motion = result.model.bodies[name], result[name]
    surface, static = body.part.surface, body.part.static
    own, of_shapes = surface.shapes.transpose(1, 0, 2), surface.stress.transpose(1, 0, 2)
    factors, shapes, stress = [motion.elastic[0]], [own], [of_shapes]
    if body.stiffening and body.part.cubic.any():
        factors.append(_shortening(body, motion.elastic[0]))
        shapes.append(np.zeros_like(own))
        stress.append(of_shapes)
    loads = {key: factor for key, factor in _loads(result, body, motion).items() if key in static}
    wrenches = _wrenches(result, body)
    rests = {key: static[key] for key in loads} | by_forces(body.part, wrenches)
    for key, rest in rests.items():
        factors.append(loads[key] if key in loads else wrenches[key])
        shapes.append(rest.shapes.transpose(1, 0, 2))
        stress.append(rest.stress.transpose(1, 0, 2))
    return np.concatenate(factors, axis=1), np.concatenate(shapes), np.concatenate(stress)


def _shortening(body: FlexibleBody, amplitudes: np.ndarray) -> np.ndarray:
    """eta^T G_k eta/(2 w_k^2), (nt, k): how far shape k is from the place where it has no stress, see model/part.py."""
    curved = np.einsum("klm,tl,tm->tk", body.part.cubic, amplitudes, amplitudes, optimize=True)
    return np.asarray(0.5 * curved / body.part.frequencies**2)


def _loads(result: Any, body: FlexibleBody, motion: Any) -> dict[str, np.ndarray]:
    """Loads by the motion (nt, ..) in the axes of the part, by their names in `Part.static`."""
    into = motion.matrices
    w, turning = (
        np.einsum("tji,tj->ti", into, x.values) for x in (motion.angular_velocity, motion.angular_acceleration)
    )
    pushed = motion.acceleration.values - np.asarray(result.model.gravity, float)
    found = {"acceleration": np.einsum("tji,tj->ti", into, pushed), "turning": turning}
    found["spin"] = np.stack([w[:, i] * w[:, j] for i, j in SPINS], axis=1)
    for load in result.model.loads.values():
        if load.marker.body == body.name and load.marker.carrier.startswith(PATTERN):
            name = load.marker.carrier[1:]
            found[name] = found.get(name, 0.0) + factors(result, load.name)[:, None] / body.pull(name)
    return found


def _wrenches(result: Any, body: FlexibleBody) -> dict[str, np.ndarray]:
    """Node "#17" or interface that shapes are not enough for -> force [N] and moment [N m] on the part, (nt, 6) in its axes.

    What acts between two places of the same body has no share: it is not known how much is at each.
    """
    found: dict[str, np.ndarray] = {}
    for element, ports in ports_of(result.model).items():
        carriers = {port.carrier for port in ports if port.body == body.name}
        if len(carriers) != 1 or (carrier := carriers.pop()).startswith(PATTERN) or not leaves_out(body.part, carrier):
            continue
        at = triple(body.com + body.carrier(carrier).at)
        acts = reaction(
            result, element, body.name, body.name, Marker(body.name, carrier, at, Rotation(), carrier=carrier)
        )
        found[carrier] = found.get(carrier, 0.0) + np.concatenate([acts.force.values, acts.torque.values], axis=1)
    return found


def flexible_body(result: Any, name: str) -> FlexibleBody:
    """The body by its name, whose stress is known."""
    body = result.model.bodies.get(name)
    if not isinstance(body, FlexibleBody):
        known = [key for key, one in result.model.bodies.items() if isinstance(one, FlexibleBody)]
        raise ModelError(f"stress of {name!r}: only flexible bodies have it.{near(name, known)}")
    body.part.check_stress(f"stress of {name!r}")
    return body


def stress(result: Any, name: str, quantity: str, node: int | None, element: int | None = None) -> DataArray:
    """See Result.stress."""
    body = flexible_body(result, name)
    if quantity not in QUANTITIES:
        raise ModelError(f"stress of {name!r}: there is no {quantity!r}; take {', '.join(QUANTITIES)}.")
    amplitudes, _, by = fields(result, name)
    numbers, one = body.part.surface.numbers, node is not None or element is not None
    chosen: Any = numbers >= 0
    if one:
        chosen = numbers == body.part.point(node, element, f"stress of {name!r}")
    components = np.tensordot(amplitudes, by[:, chosen], axes=1)
    if quantity in COMPONENTS:
        values = components[..., list(COMPONENTS).index(quantity)]
    else:
        values = mises(components) if quantity == "mises" else principal(components)[..., PRINCIPAL.index(quantity)]
    label = f"{quantity} stress of {name}"
    if one:
        at = f"node {node}" if element is None else f"element {element}"
        return labelled(result.t, values[:, 0], "Pa", f"{label}, {at}")
    return labelled(result.t, values, "Pa", label, node=numbers[chosen])

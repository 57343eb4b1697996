"""Masses, inertias, lengths and accelerations that can be computed with but hardly be meant: mostly mixed-up units.

Every test gives a sentence that says what was found, why it matters and what to look at. Nothing is refused.
"""

from __future__ import annotations

import numpy as np

from jourdain.errors import few
from jourdain.io.model_files.bodies import is_solid
from jourdain.model.flexible import FlexibleBody
from jourdain.model.model import Model

GRAVITY = 100.0  # m/s2; mm/s2 would be 9810
DENSITY = (0.1, 30000.0)  # kg/m3, from foam to osmium
SPARSE = 1e-6  # kg/m3 in the cube over a body's arm: a 67 m pendulum of 28 kg has 1e-4
MASS_RATIO = 1e8
GYRATION = (1e-4, 10.0)  # radius of gyration in sizes of the body, of the model


def implausible(model: Model) -> list[str]:
    """Warnings about what looks like a slip; sections of beams are small and light as they are."""
    model = model.copy()
    model.bodies = {name: body for name, body in model.bodies.items() if model.owner(name) == name}
    if not model.bodies:
        return _gravity(model)
    sizes = body_sizes(model)
    return [*_gravity(model), *_masses(model), *_densities(model), *_sparse(model, sizes), *_inertias(model, sizes)]


def body_sizes(model: Model) -> dict[str, float]:
    """Largest arm of each body's markers, joints and shape (or its part) from its centre of mass [m]; 0 if nothing tells."""
    points = {name: [marker.at for marker in body.markers.values()] for name, body in model.bodies.items()}
    for joint in model.joints.values():
        for marker in (joint.a, joint.b):
            if marker is not None and marker.body in points:
                points[marker.body].append(marker.at)
    sizes = {}
    for name, body in model.bodies.items():
        arms = [float(np.linalg.norm(np.array(point) - body.com)) for point in points[name]]
        arms += [0.5 * max(body.shape.size)] if body.shape is not None else []
        arms += [0.5 * body.size] if isinstance(body, FlexibleBody) else []
        sizes[name] = max(arms, default=0.0)
    return sizes


def _some(names: list[str]) -> str:
    """ "'a', 'b', 'c' and 4 more"."""
    return few(map(repr, names), 3)


def _gravity(model: Model) -> list[str]:
    g = float(np.linalg.norm(model.gravity))
    if g <= GRAVITY:
        return []
    return [f"gravity is {g:g} m/s2, {g / 9.81:.3g} times that of the earth; lengths are in m here, not in mm."]


def _masses(model: Model) -> list[str]:
    bodies = sorted((body for body in model.bodies.values() if body.mass > 0.0), key=lambda body: body.mass)
    if len(bodies) < 2 or bodies[-1].mass <= MASS_RATIO * bodies[0].mass:
        return []
    light, heavy = bodies[0], bodies[-1]
    return [
        f"{light.name!r} has {light.mass:g} kg and {heavy.name!r} {heavy.mass:g} kg: a ratio of "
        f"{heavy.mass / light.mass:.1e} costs as many digits in accelerations and reactions; check units, or make the light "
        "one massless."
    ]


def _densities(model: Model) -> list[str]:
    odd = {}
    for body in model.bodies.values():
        if body.shape is None or not is_solid(body, body.shape):  # the volume of a picture says nothing
            continue
        density = body.mass / body.shape.volume
        if not DENSITY[0] <= density <= DENSITY[1]:
            odd[body.name] = density
    if not odd:
        return []
    name, density = next(iter(odd.items()))
    return [
        f"{_some(list(odd))}: mass over volume is {density:.3g} kg/m3 for {name!r}, which no material has (steel 7850, "
        "wood 600, water 1000); lengths are in m and masses in kg."
    ]


def _sparse(model: Model, sizes: dict[str, float]) -> list[str]:
    known = [body for body in model.bodies.values() if body.mass > 0.0 and sizes[body.name] > 0.0]
    odd = [body for body in known if body.mass < SPARSE * sizes[body.name] ** 3]
    if 2 * len(odd) <= len(known):  # a tether may be meant; half of a machine is not
        return []
    one = odd[0]
    return [
        f"{_some([body.name for body in odd])}: {one.mass:g} kg with arms of {sizes[one.name]:g} m is lighter than "
        "any structure of that size; if lengths are in mm, divide them by 1000 (inertias in kg mm2 by a million)."
    ]


def _inertias(model: Model, sizes: dict[str, float]) -> list[str]:
    places = np.array([body.at for body in model.bodies.values()])
    size = max(*sizes.values(), float(np.ptp(places, axis=0).max()), 0.0)
    small, large = [], []
    for name, body in model.bodies.items():
        moment = float(body.inertia[2, 2] if model.planar else np.linalg.eigvalsh(body.inertia)[-1])
        if body.mass <= 0.0 or moment <= 0.0 or size == 0.0:
            continue
        radius = np.sqrt(moment / body.mass)
        if radius > GYRATION[1] * size:
            large.append(name)
        elif radius < GYRATION[0] * sizes[name]:
            small.append(name)
    warnings = []
    if large:
        warnings.append(
            f"{_some(large)}: the radius of gyration sqrt(inertia/mass) is more than {GYRATION[1]:g} times the size of the "
            f"whole model ({size:.3g} m), so it hardly turns; is the inertia in kg m2 (not kg mm2), about the centre of mass?"
        )
    if small:
        warnings.append(
            f"{_some(small)}: the radius of gyration sqrt(inertia/mass) is less than 1/10000 of its arms, so small "
            "moments turn it very fast and steps become short; is the inertia in kg m2?"
        )
    return warnings

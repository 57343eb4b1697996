"""BDF where one Newton correction a step seems to be enough."""

from __future__ import annotations

import numpy as np
import pytest

import jourdain as jd


def planetary_gear() -> jd.Model:
    """Sun, planet and ring on a carrier, driven to and fro; its accelerations turn with the carrier."""
    model = jd.Model("planetary gear")
    places = (("carrier", 0.1, 0.02), ("sun", 0.0, 0.01), ("planet", 0.2, 0.005), ("ring", 0.0, 0.1))
    carrier, *wheels = (model.body(n, mass=1.0, inertia=(j, j, j), at=(x, 0.0, 0.0)) for n, x, j in places)
    shaft = model.joint("shaft", "revolute", model.ground, carrier, at=(0.0, 0.0, 0.0), axis=(0, 0, 1))
    sun, planet, ring = (
        model.joint(f"{w.name} on carrier", "revolute", carrier, w, at=w.at, axis=(0, 0, 1)) for w in wheels
    )
    model.joint("inner", "gear", sun, planet, teeth=(20, 20))
    model.joint("outer", "gear", planet, ring, teeth=(20, 60), internal=True)
    model.force("drive", sun.angle, law="0.5*cos(t)")
    model.force("load", ring.angle, damping=0.05)
    model.force("brake", shaft.angle, law="0.2*sin(2*t)", damping=0.02)
    return model


@pytest.mark.parametrize("form", ["velocity", "acceleration"])
def test_what_one_correction_leaves(form: str) -> None:
    """How fast Newton's method converges is not believed for ever: what it leaves has one sign, and adds up in time."""
    tol, end = 1e-6, 3.0
    exact = jd.simulate(planetary_gear(), end, integrator=jd.DOP853(tol=1e-11), output=30, trust="fast")
    found = jd.simulate(planetary_gear(), end, integrator=jd.BDF(tol=tol, form=form), output=30, trust="fast")
    assert np.abs(found["planet"].position.values - exact["planet"].position.values).max() < tol

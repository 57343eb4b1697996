"""Every measure, planar and spatial, on two moving bodies and on the ground, at random states off the manifold.

The value is compared with its definition, all derivatives with differences of order eight; the tolerance 1e-10 is what
these differences can see, two orders above their rounding.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import jourdain as jd
from helpers import Probe, check_rows, close, derivative, marker_state, random_rotation
from jourdain.kernels.measures import ALIGN, ANGLE, BLADE, DISTANCE, SLIDE
from jourdain.model.measures import Measure, Port, ground_axis

SIDES = {"two bodies": ("first", "second"), "ground first": ("ground", "second"), "ground second": ("first", "ground")}


def two_bodies(planar: bool) -> tuple[jd.Model, dict[str, Any]]:
    """Three bodies with offset centres of mass, and a marker (off centre, turned) on each and on the ground."""
    rng = np.random.default_rng(7)
    n = 2 if planar else 3
    model = jd.Model("measures", planar=planar)
    markers = {}
    for name in ("first", "second", "third", "ground"):
        body = model.ground
        if name != "ground":
            inertia = 0.4 if planar else np.diag([0.3, 0.4, 0.5]) + 0.05
            body = model.body(name, mass=2.0, inertia=inertia, com=rng.normal(size=n), at=rng.normal(size=n))
        rotation = rng.normal() if planar else random_rotation(rng)
        markers[name] = body.marker("m", at=rng.normal(size=n), rotation=rotation)
    return model, markers


def _measures(planar: bool) -> dict[str, Measure]:
    """All measures under test by name."""
    model, m = two_bodies(planar)
    axes = ("x", "y") if planar else ("x", "y", "z")
    found: dict[str, Measure] = {}
    for where, (a, b) in SIDES.items():
        for axis in axes:
            found[f"slide {axis}, {where}"] = jd.slide(m[a], m[b], axis)
            found[f"align {axis} x, {where}"] = jd.align(getattr(m[a], axis), m[b].x)
            found[f"blade {axis}, {where}"] = jd.blade(m[a], m[b], axis)
        found[f"slide along ground, {where}"] = jd.slide(m[a], m[b], direction=ground_axis(1))
        found[f"slide along a third body, {where}"] = jd.slide(m[a], m[b], direction=m["third"].x)
        found[f"distance, {where}"] = jd.distance(m[a], m[b])
        found[f"angle, {where}"] = jd.angle(m[a], m[b])
    for name in ("x", "y", "theta") if planar else ("x", "y", "z"):
        found[f"coordinate {name}"] = jd.coordinate(model.bodies["second"], name)
    return found


CASES = [
    pytest.param(planar, name, id=f"{'planar' if planar else 'spatial'} {name}")
    for planar in (True, False)
    for name in _measures(planar)
]


def _port(p: Probe, model: jd.Model, port: Port) -> tuple[np.ndarray, np.ndarray]:
    """Position (or direction) and its rate, in ground axes."""
    body = model.ground if port.body == "ground" else model.bodies[port.body]
    n = 2 if model.planar else 3
    origin, axes, velocity, omega = marker_state(p, body.marker(f"{len(body.markers)}", at=(0.0,) * n))
    arm = axes @ np.array(port.s)
    point = 0.0 if port.direction else 1.0
    return point * origin + arm, point * velocity + np.cross(omega, arm)


def _definition(p: Probe, model: jd.Model, measure: Measure, planar: bool) -> float:
    """The measure from its definition; of a blade the rate."""
    if measure.coordinate is not None:
        column = {"x": 0, "y": 1, "z": 2, "theta": 2}[measure.coordinate[1]]
        return float(p.q[(3 if planar else 7) * p.system.bodies.index(measure.coordinate[0]) + column])
    ports = [_port(p, model, port) for port in measure.ports]
    P = [position for position, _ in ports]
    if measure.kind == SLIDE:
        return float(P[0] @ (P[2] - P[1]))
    if measure.kind == ALIGN:
        return float(P[0] @ P[1])
    if measure.kind == DISTANCE:
        return float(np.linalg.norm(P[2] - P[1]))
    if measure.kind == BLADE:
        return float(P[0] @ (ports[2][1] - ports[1][1]))
    assert measure.kind == ANGLE
    xa, ya, xb, yb = P if not planar else (P[0], np.cross([0, 0, 1], P[0]), P[2], np.cross([0, 0, 1], P[2]))
    return float(np.arctan2(ya @ xb - xa @ yb, xa @ xb + ya @ yb))


@pytest.mark.parametrize("seed", [1, 2, 3])
@pytest.mark.parametrize(("planar", "name"), CASES)
def test_measure(planar: bool, name: str, seed: int) -> None:
    """Value, J, rate, bias, d(J v)/dq; then, as a row: G, gamma, duality and K(lam) of this measure alone."""
    model, _ = two_bodies(planar)
    measure = _measures(planar)[name]
    blade = measure.kind == BLADE
    model.row("held", [(1.0, measure)], level="velocity" if blade else "position")
    p = Probe(model, seed)
    i = 0
    x = p.get("xd" if blade else "x")[i]
    expected = _definition(p, model, measure, planar)
    if measure.kind == ANGLE:  # the definition knows no turns
        expected += 2 * np.pi * np.round((x - expected) / (2 * np.pi))
    assert x == pytest.approx(expected, abs=1e-13)
    p.at()
    J, Jt, xd, xb = p.measure(i), p.measure(i, "Jt"), p.s.xd[i], p.s.xb[i]
    assert np.abs(J).max() > 1e-3
    if blade:  # it has no value, only a rate
        close(J, p.gradient(lambda u: p.get("xd", v=p.v + u)[i], p.kind.v))
    else:
        close(J, p.gradient(lambda u: p.get("x", q=p.moved(u))[i], p.kind.v))
        close(xd, derivative(lambda s: p.get("x", **p.motion(s))[i]))
    close(xd, J @ p.v, 1e-13)
    close(J @ p.a + xb, derivative(lambda s: p.get("xd", **p.motion(s))[i]))
    close(Jt, p.gradient(lambda u: p.get("xd", q=p.moved(u))[i], p.kind.v))
    check_rows(p)


@pytest.mark.parametrize("planar", [True, False])
def test_all_measures_together(planar: bool) -> None:
    """Shared ports, shared body pairs and the static pattern: the assembled matrix of all rows against differences."""
    model, _ = two_bodies(planar)
    for name, measure in _measures(planar).items():
        model.row(name, [(1.0, measure)], level="velocity" if measure.kind == BLADE else "position")
    p = Probe(model, 5)
    p.at(coefficients=(1.0, 0.3, 0.7, 0.2, 0.0))
    close(p.matrix(), p.difference_matrix(1.0, 0.3, 0.7, 0.2))


@pytest.mark.parametrize("planar", [True, False])
def test_zero_distance_has_no_direction(planar: bool) -> None:
    """As a law at length zero: no force, nothing infinite. As a row it is refused."""
    model = jd.Model("zero", planar=planar)
    n = 2 if planar else 3
    ends = []
    for name in ("first", "second"):
        body = model.body(name, mass=1.0, inertia=1.0 if planar else (1.0, 1.0, 1.0), at=(0.3,) * n)
        ends.append(body.marker("centre", at=(0.0,) * n))
    model.spring("spring", *ends, stiffness=10.0, damping=1.0, rest=0.5)
    p = Probe(model, 1)
    s = p.at(q=p.system.q0, coefficients=(1.0, 0.1, 0.01, 0.1, 0.0))
    assert s.x[0] == 0.0 and not s.J[:2].any()
    assert np.isfinite(s.residual).all() and np.isfinite(s.values).all()
    model.joint("rod", "distance", *ends)
    with pytest.raises(jd.ModelError, match="coincide"):
        jd.compile(model)

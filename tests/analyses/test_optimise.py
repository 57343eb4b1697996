"""Objectives and optima against closed forms."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from scipy.optimize import minimize

import jourdain as jd
from jourdain.errors import ModelError

SPEED, CRANK, ROD = 10.0, 0.1, 0.35  # rad/s, m, m
CRANK_MASS, ROD_MASS, SLIDER_MASS, ARM = 0.6, 0.5, 0.8, 0.08  # kg; arm of the counterweight [m]


def oscillator(k: float = 40.0, c: float = 0.5) -> jd.Model:
    model = jd.Model("oscillator", planar=True)
    block = model.body("block", mass=2.0, inertia=0.1, at=(0.1, 0.0))
    model.joint("guide", "prismatic", model.ground, block, at=(0.1, 0.0), axis="x")
    model.measure("x", model.measure_named("block.x"))
    model.force("spring", model.measures["x"], stiffness=k, damping=c)
    return model


def decay(k: float, c: float, t: np.ndarray, m: float = 2.0, x0: float = 0.1) -> np.ndarray:
    """m x'' + c x' + k x = 0 from rest at x0."""
    d, w = c / (2 * m), np.sqrt(k / m - (c / (2 * m)) ** 2)
    return np.asarray(x0 * np.exp(-d * t) * (np.cos(w * t) + d / w * np.sin(w * t)))


def test_stiffness_and_damping_behind_a_trace_are_found() -> None:
    t = np.linspace(0.0, 2.0, 101)
    found = jd.optimise(
        oscillator(),
        {"spring.stiffness": (10.0, 100.0), "spring.damping": (0.1, 3.0)},
        2.0,
        match={"x": decay(55.0, 1.3, t)},
        integrator=jd.DOP853(tol=1e-11),
        output=100,
    )
    assert found.ok
    assert found["spring.stiffness"] == pytest.approx(55.0, rel=1e-6)
    assert found["spring.damping"] == pytest.approx(1.3, rel=1e-6)


def slider_crank() -> jd.Model:
    """A crank at constant speed with a counterweight behind the shaft, all in the plane, without gravity."""
    model = jd.Model("slider-crank", planar=True)
    spin = (0.0, CRANK * SPEED / 2)
    crank = model.body("crank", mass=CRANK_MASS, inertia=1e-3, at=(CRANK / 2, 0.0), velocity=spin, spin=SPEED)
    weight = model.body("weight", mass=0.3, inertia=1e-4, at=(-ARM, 0.0), velocity=(0.0, -ARM * SPEED), spin=SPEED)
    middle = (CRANK + ROD / 2, 0.0)
    rate = -CRANK * SPEED / ROD
    rod = model.body("rod", mass=ROD_MASS, inertia=4e-3, at=middle, velocity=(0.0, CRANK * SPEED / 2), spin=rate)
    slider = model.body("slider", mass=SLIDER_MASS, inertia=1e-3, at=(CRANK + ROD, 0.0))
    shaft = model.joint("A", "revolute", model.ground, crank, at=(0.0, 0.0))
    model.joint("bolt", "fixed", crank, weight, at=(0.0, 0.0))
    model.joint("B", "revolute", crank, rod, at=(CRANK, 0.0))
    model.joint("C", "revolute", rod, slider, at=(CRANK + ROD, 0.0))
    model.joint("S", "prismatic", model.ground, slider, at=(CRANK + ROD, 0.0), axis="x")
    model.drive("motor", shaft.angle, f"{SPEED}*t")
    return model


def shaking(u: float) -> float:
    """Mean square of the sum of all m a over a turn, for a counterweight of mass u; by kinematics alone."""
    n = 512
    phi = 2 * np.pi * np.arange(n) / n
    x_slider = CRANK * np.cos(phi) + np.sqrt(ROD**2 - (CRANK * np.sin(phi)) ** 2)
    crank = np.stack([np.cos(phi), np.sin(phi)])
    pin, slider = CRANK * crank, np.stack([x_slider, 0 * phi])
    moment = (CRANK_MASS * 0.5 * CRANK - u * ARM) * crank + ROD_MASS * 0.5 * (pin + slider) + SLIDER_MASS * slider
    modes = np.fft.fft(moment, axis=1)
    harmonic = np.fft.fftfreq(n, 1.0 / n)
    force = np.fft.ifft(-((harmonic * SPEED) ** 2) * modes, axis=1).real
    return float((force**2).sum(axis=0).mean())


def test_a_counterweight_leaves_the_least_shaking_force() -> None:
    # a quadratic in u: its vertex from three values
    a, b, c = shaking(0.0), shaking(1.0), shaking(2.0)
    best = 0.5 - (b - a) / (c - 2 * b + a)
    turn = 2 * np.pi / SPEED
    found = jd.optimise(
        slider_crank(),
        {"weight.mass": (0.05, 2.0)},
        turn,
        minimise="integral((A.force.x + S.force.x)^2 + (A.force.y + S.force.y)^2)",
        integrator=jd.GeneralizedAlpha(step=turn / 400),
        output=100,
        gradient="differences",  # reactions are read state by state
    )
    assert found.ok
    assert found["weight.mass"] == pytest.approx(best, rel=1e-4)
    assert found.value == pytest.approx(shaking(best) * turn, rel=1e-4)
    assert np.isfinite(found.scalars).all() and len(found.section().charts) == 2


RANGES = {"spring.stiffness": (20.0, 80.0), "spring.damping": (0.1, 2.0)}


def test_both_gradients_agree_inside_and_at_the_end_of_a_range() -> None:
    adjoint, differences = (
        jd.objective(oscillator(), RANGES, 1.0, minimise="integral(x^2)", gradient=how)
        for how in ("adjoint", "differences")
    )
    assert jd.objective(oscillator(), RANGES, 1.0, minimise="integral(x^2)").how == "adjoint"
    for x in (adjoint.start, [20.0, 2.0]):
        assert adjoint(x) == differences(x)
        assert adjoint.gradient(x) == pytest.approx(differences.gradient(x), rel=1e-6)
    assert np.array_equal(adjoint.many([adjoint.start, [20.0, 2.0]]), [one for _, one in adjoint.history])


def test_any_optimiser_takes_an_objective() -> None:
    f = jd.objective(oscillator(), RANGES, 1.0, minimise="final(x)", gradient="differences")
    bounds = list(zip(f.lower, f.upper, strict=True))
    found = minimize(f, f.start, jac=f.gradient, bounds=bounds, method="L-BFGS-B")
    best = jd.optimise(oscillator(), RANGES, 1.0, minimise="final(x)", gradient="differences")
    assert found.fun == pytest.approx(best.value, rel=1e-6)


def test_conditions_are_kept() -> None:
    # x is cos(w t), so that its last value is least where half an oscillation ends
    ranges, t_end = {"spring.stiffness": (20.0, 90.0)}, 0.5
    most = 0.1 * np.cos(np.sqrt(60.0 / 2.0) * t_end)
    asked: dict[str, Any] = dict(integrator=jd.DOP853(tol=1e-10), output=50)
    held = jd.optimise(
        oscillator(c=0.0), ranges, t_end, minimise="final(x)", subject_to=[f"final(x) >= {most}"], **asked
    )
    assert held.ok and held["spring.stiffness"] == pytest.approx(60.0, rel=1e-6)
    free = jd.optimise(oscillator(c=0.0), ranges, t_end, minimise="final(x)", globally=True, most=10, **asked)
    assert free.ok and free["spring.stiffness"] == pytest.approx(2.0 * (np.pi / t_end) ** 2, rel=1e-3)


BAD: list[tuple[dict[str, Any], dict[str, Any], str]] = [
    ({"spring.stiffness": (80.0, 20.0)}, {"minimise": "final(x)"}, "lower bound comes first"),
    ({}, {"minimise": "final(x)"}, "give {name"),
    ({"spring.stifness": (20.0, 80.0)}, {"minimise": "final(x)"}, "spring.stiffness"),
    (RANGES, {"minimise": "x"}, "is a curve"),
    (RANGES, {}, "either minimise"),
    (RANGES, {"minimise": "final(x)", "subject_to": ["final(x)"]}, "write a scalar"),
    (RANGES, {"match": {"x": [1.0, 2.0]}}, "one for each|for each of the"),
    (RANGES, {"minimise": "final(x)", "gradient": "newton"}, "gradient"),
]


@pytest.mark.parametrize(("ranges", "more", "said"), BAD)
def test_bad_questions_are_refused(ranges: Any, more: dict[str, Any], said: str) -> None:
    with pytest.raises(ModelError, match=said):
        jd.optimise(oscillator(), ranges, 0.2, **more)

"""Extra states in motion: filters, integrals and algebraic unknowns against closed forms."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

import jourdain as jd
from helpers import Probe, close

INTEGRATORS = [jd.GeneralizedAlpha(step=1e-3), jd.RK4(step=1e-2), jd.DOP853(tol=1e-10)]
METHODS = pytest.mark.parametrize("integrator", INTEGRATORS, ids=lambda i: i.name)
COEFFICIENTS = (1.0, 0.3, 0.7, 0.2)


def _oscillator() -> tuple[jd.Model, Any]:
    """x'' = -4 x from x = 1: x = cos(2 t)."""
    model = jd.Model("oscillator", planar=True)
    body = model.body("mass", mass=1, inertia=1, at=(1, 0))
    x = jd.coordinate(body, "x")
    model.force("spring", x, stiffness=4)
    return model, x


@METHODS
def test_integral_and_filter(integrator: Any) -> None:
    """The integral of x is sin(2 t)/2; a first-order lag follows its closed form; states may drive each other."""
    model, x = _oscillator()
    model.state("area", "x", inputs={"x": x})
    model.state("lag", "3*(x - lag)", start=0.5, inputs={"x": x})
    model.state("second", "area", start=1)
    r = jd.simulate(model, 2.0, integrator=integrator, output=20)
    t, tol = r.t, 1e-5 if integrator.implicit else 1e-8
    close(r.state("area"), 0.5 * np.sin(2 * t), tol)
    close(r.state("second"), 1.25 - 0.25 * np.cos(2 * t), tol)
    lag = (9 * np.cos(2 * t) + 6 * np.sin(2 * t)) / 13
    close(r.state("lag"), lag + (0.5 - 9 / 13) * np.exp(-3 * t), tol)


@METHODS
def test_actuator(integrator: Any) -> None:
    """A force by way of a state is the same as a second body-free equation: x'' = w, w' = -w gives x = e^-t."""
    model = jd.Model("actuator", planar=True)
    body = model.body("mass", mass=2, inertia=1, at=(1, 0), velocity=(-1, 0))
    model.state("w", "-w", start=1)
    model.force("push", jd.coordinate(body, "x"), law="2*w")
    r = jd.simulate(model, 3.0, integrator=integrator, output=6)
    close(r["mass"].position[:, 0], np.exp(-r.t), 1e-5 if integrator.implicit else 1e-8)
    close(r["mass"].acceleration[:, 0], np.exp(-r.t), 1e-5 if integrator.implicit else 1e-8)


def test_algebraic_state() -> None:
    """0 = w^3 + w - x holds at every output, the start included, and x'' = -w from the first moment."""
    model = jd.Model("algebraic", planar=True)
    body = model.body("mass", mass=1, inertia=1, at=(2, 0))
    x = jd.coordinate(body, "x")
    model.state("w", "w**3 + w - x", start=0.9, algebraic=True, inputs={"x": x})
    model.force("pull", x, law="-w")
    r = jd.simulate(model, 1.0, integrator=jd.GeneralizedAlpha(step=1e-3), output=10)
    w = r.state("w").values
    assert np.abs(w**3 + w - r["mass"].position[:, 0]).max() < 1e-9
    assert r["mass"].acceleration[:, 0].values == pytest.approx(-w, rel=1e-9)
    assert w[0] == pytest.approx(1.0, abs=1e-9)
    for method in (jd.RK4(step=0.01), jd.DOP853()):
        with pytest.raises(jd.ModelError, match="algebraic"):
            jd.simulate(model, 1.0, integrator=method)


@pytest.mark.parametrize("reader", ["law", "load", "state", "row"])
def test_measures_of_the_ground_are_constants(reader: str) -> None:
    """A measure between two points of the ground may be read like any other; it moves nothing and couples nothing."""
    model, x = _oscillator()
    a, b = (model.ground.marker(at=(c, 0.0)) for c in (0.0, 2.0))
    inputs = {"d": jd.slide(a, b, "x"), "x": x}
    if reader == "law":
        model.force("own", x, law="-d*x**2", inputs={"d": inputs["d"]})
    elif reader == "load":
        model.load("own", "mass", force=("d*x", 0), inputs=inputs)
    elif reader == "state":
        model.state("own", "-d*own + x", inputs=inputs)
    else:
        model.row("own", "d*x + x**2 - 3", inputs=inputs)
    p = Probe(model, 2)
    p.at(coefficients=(*COEFFICIENTS, 0.0))
    close(p.matrix(), p.difference_matrix(*COEFFICIENTS))


def _servo(event: bool, rate: str, law: str, at: tuple[float, float] = (0.0, -1.0)) -> jd.Model:
    """A pendulum whose hinge is moved by way of a state e; the event never happens."""
    model = jd.Model("servo", planar=True, gravity=(0, -9.81))
    bob = model.body("bob", mass=1.0, inertia=0.1, at=at)
    hinge = model.joint("hinge", "revolute", model.ground, bob, at=(0.0, 0.0))
    model.measure("angle", hinge.angle)
    model.state("e", rate, start=0.0)
    model.force("servo", hinge.angle, law=law)
    if event:
        model.event("never", "t - 1e6", actions=jd.Stop())
    return model


@pytest.mark.parametrize("event", [False, True])
def test_an_event_beside_a_state_does_not_change_the_linear_model(event: bool) -> None:
    """e' = 3 phi - 2 e, 1.1 phi'' = -(20 + 9.81) phi - 4 phi' - 5 e: the roots of a cubic."""
    found = jd.linear(_servo(event, "3*angle - 2*e", "-20*angle - 4*angle_rate - 5*e")).eigenvalues
    roots = np.roots(np.convolve([1.0, 2.0], [1.1, 4.0, 29.81]) + np.array([0.0, 0.0, 0.0, 15.0]))
    close(np.sort_complex(found), np.sort_complex(roots), 1e-10)


@pytest.mark.parametrize(
    "integrator", [jd.GeneralizedAlpha(step=1e-2), jd.Block(tol=1e-6), jd.BDF(tol=1e-6)], ids=lambda i: i.name
)
def test_an_event_beside_a_stiff_state_costs_no_iterations(integrator: Any) -> None:
    """An actuator of 1 ms: the Newton matrix must know the state's own derivatives. (max_step: texts are looked at often.)"""
    texts = "1000*(angle - e)", "-20*e - 4*angle_rate"
    same = replace(integrator, max_step=0.01)
    found = [
        jd.simulate(_servo(event, *texts, (0.6, -0.8)), 2.0, integrator=same, trust="fast", output=10).stats
        for event in (False, True)
    ]
    assert found[0].steps == found[1].steps and found[0].iterations == found[1].iterations

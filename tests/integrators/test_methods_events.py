"""Events and outputs between steps with every integrator and every treatment."""

from __future__ import annotations

from functools import cache
from math import pi, sqrt
from typing import Any

import numpy as np
import pytest
from scipy.special import ellipk

import jourdain as jd
from integrators.methods import BDF_FORMS, TREATMENTS
from machines import event_models as em
from machines import order_machines as order

METHODS: dict[str, Any] = (
    {f"RK4, {name}": jd.RK4(step=1e-3, constraints=t) for name, t in TREATMENTS.items()}
    | {f"DOP853, {name}": jd.DOP853(tol=1e-11, constraints=t) for name, t in TREATMENTS.items()}
    | {
        "DOPRI5": jd.DOPRI5(tol=1e-10),
        "DOPRI5, fixed step": jd.DOPRI5(step=2e-3),
        "ABM4": jd.ABM4(step=5e-4),
        "Adams": jd.Adams(tol=1e-10),
        "SDIRK4": jd.SDIRK4(tol=1e-9),
        "SDIRK4, fixed step": jd.SDIRK4(step=1e-3),
        "central difference": jd.CentralDifference(step=5e-5),
        "generalized-alpha": jd.GeneralizedAlpha(tol=1e-8),
        "generalized-alpha, fixed step": jd.GeneralizedAlpha(step=1e-5),
    }
    | {f"block, index {i}": jd.Block(tol=1e-8, r=5, index=i) for i in (1, 2, 3)}
    | {f"block, index {i}, fixed step": jd.Block(step=2e-3, index=i) for i in (1, 2, 3)}
    | {f"BDF {name}": jd.BDF(tol=1e-11, **form) for name, form in BDF_FORMS.items()}
    | {f"BDF {name}, fixed step": jd.BDF(step=5e-4, fixed_order=5, **form) for name, form in BDF_FORMS.items()}
)


def accuracy(method: str) -> float:
    """How near to its time an event must be found, s: 1e-9, or what generalized-alpha at its least tolerance promises."""
    return 2e-8 if method == "generalized-alpha" else 1e-9


def event_times(model: jd.Model, end: float, method: str, output: Any) -> np.ndarray:
    """When events happened, s."""
    result = jd.simulate(model, end, integrator=METHODS[method], output=output, trust="fast")
    return np.array([event.t for event in result.events])


@cache
def lowest_point() -> Any:
    """A rod falling from the horizontal; the event is that it hangs down."""
    model, _ = em.pendulum()
    model.event("low", model.measures["phi"], value=-pi / 2)
    return jd.compile(model)


@pytest.mark.parametrize("method", METHODS)
def test_pendulum_through_its_lowest_point(method: str) -> None:
    """A quarter of a period: K(1/2) sqrt(2 L / 3 g)."""
    found = event_times(lowest_point(), 1.0, method, 2)
    assert found == pytest.approx([ellipk(0.5) / sqrt(1.5 * em.G)], rel=0, abs=accuracy(method))


def bounces(n: int, restitution: float = 0.5) -> np.ndarray:
    """When a ball dropped from 1 m meets the floor, (n,) s."""
    fall = sqrt(2.0 / em.G)
    return fall * (1.0 + 2.0 * np.array([sum(restitution**j for j in range(1, k + 1)) for k in range(n)]))


@pytest.mark.parametrize("method", METHODS)
def test_bouncing_ball(method: str) -> None:
    """Five bounces, with outputs inside the steps that end at them."""
    found = event_times(em.ball(restitution=0.5), 1.3, method, 130)
    np.testing.assert_allclose(found, bounces(5), rtol=0, atol=accuracy(method))


@pytest.mark.parametrize("method", METHODS)
def test_switch(method: str) -> None:
    """A spring that lets go at its rest length, at a quarter of a period; the mass flies on to a mark."""
    model, x = em.oscillator(stiffness=4.0)
    model.event("release", x, direction="falling", actions=jd.Switch("spring", stiffness=0.0))
    model.event("mark", x, value=-1.0, direction="falling")
    found = event_times(model, 1.5, method, 30)
    np.testing.assert_allclose(found, [pi / 4, pi / 4 + 0.5], rtol=0, atol=accuracy(method))


@pytest.mark.parametrize("method", METHODS)
def test_state_at_an_event(method: str) -> None:
    """A run that an event stops ends with the state of that instant: the rod hangs down, at the speed of its fall."""
    model, _ = em.pendulum()
    model.event("low", model.measures["phi"], value=-pi / 2, actions=jd.Stop())
    integrator = METHODS[method]
    if method in {f"BDF {name}" for name in BDF_FORMS}:
        integrator = jd.BDF(tol=1e-8, **BDF_FORMS[method.removeprefix("BDF ")])
    result = jd.simulate(model, 1.0, integrator=integrator, output=17, trust="fast")
    loose = integrator.tol == 1e-8 or method == "central difference"
    slack = 1e-6 if loose else 1e-8
    assert result.t[-1] == pytest.approx(ellipk(0.5) / sqrt(1.5 * em.G), abs=slack)
    assert float(result["rod"].angle[-1]) == pytest.approx(-pi / 2, abs=1e-10)
    assert float(result["rod"].angular_velocity[-1]) == pytest.approx(-sqrt(3.0 * em.G), abs=slack)
    np.testing.assert_allclose(result["rod"].position[-1], [0.0, -0.5], atol=slack)


# --------------------------------------------------------------------------- outputs inside steps

CONTROLLED: dict[str, Any] = {
    "DOPRI5": jd.DOPRI5(tol=1e-7),
    "DOP853": jd.DOP853(tol=1e-7),
    "Adams": jd.Adams(tol=1e-7),
    "SDIRK4": jd.SDIRK4(tol=1e-7),
    "generalized-alpha": jd.GeneralizedAlpha(tol=1e-6),
    "block": jd.Block(tol=1e-7),
    "block, r = 5": jd.Block(tol=1e-7, r=5),
    "block, radau": jd.Block(tol=1e-7, nodes="radau", k=3, index=1),
    "block, index 2": jd.Block(tol=1e-7, index=2),
    "BDF": jd.BDF(tol=1e-7),
}


@pytest.mark.parametrize("method", CONTROLLED)
@pytest.mark.parametrize("machine", ["arm", "driven"])
def test_outputs_inside_steps_keep_to_the_tolerance(machine: str, method: str) -> None:
    """Two hundred outputs, most of them inside steps, against a reference: what holds at the end holds everywhere."""
    integrator = CONTROLLED[method]
    found = order.errors(order.run(machine, integrator, 200), order.reference(machine, 200))
    assert (found[:2] < 20 * integrator.tol).all()


@pytest.mark.parametrize("method", CONTROLLED)
def test_outputs_do_not_change_the_motion(method: str) -> None:
    """Error-controlled steps are the same whatever is asked to be shown."""
    few, many = (order.run("arm", CONTROLLED[method], n) for n in (1, 200))
    assert few.stats.steps == many.stats.steps
    np.testing.assert_allclose(few.q[-1], many.q[-1], rtol=0, atol=1e-12)


BETWEEN = np.array([0.0, 0.2137, 0.3719, 0.6253, 0.8891, 1.0])  # hit by no step


@pytest.mark.parametrize(
    ("make", "least"),
    [
        (lambda h: jd.RK4(step=h), 4.0),
        (lambda h: jd.ABM4(step=h), 4.0),
        (lambda h: jd.DOPRI5(step=h), 5.0),
        (lambda h: jd.CentralDifference(step=h), 2.0),
        (lambda h: jd.SDIRK4(step=h), 4.0),
        (lambda h: jd.Block(step=2 * h, r=3), 3.0),
        (lambda h: jd.Block(step=2 * h, r=4), 4.0),
        (lambda h: jd.BDF(step=h, fixed_order=2), 2.0),
        (lambda h: jd.BDF(step=h, fixed_order=3), 3.0),
        (lambda h: jd.BDF(step=h, fixed_order=4), 4.0),
    ],
    ids=["RK4", "ABM4", "DOPRI5", "central", "SDIRK4", "block 3", "block 4", "BDF2", "BDF3", "BDF4"],
)
def test_order_between_steps(make: Any, least: float) -> None:
    """Positions and velocities at output times inside fixed steps converge as the method does."""
    exact = order.run("driven", jd.DOP853(tol=1e-12), BETWEEN)
    found = np.array(
        [order.errors(order.run("driven", make(h), BETWEEN), exact)[:2] for h in (1 / 50, 1 / 100, 1 / 200)]
    )
    slopes = np.log2(found[0] / found[2]) / 2
    assert (slopes > least - 0.3).all(), slopes

"""Events with every integrator and every treatment of constraints, at exactly known times; outputs inside their steps."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cache
from itertools import cycle
from math import pi, sqrt
from typing import Any

import numpy as np
import pytest
from scipy.special import ellipk

import jourdain as jd
from integrators.checks import CONTROLLED, SETTINGS, TREATMENTS
from jourdain.integrators import Integrator, OdeIntegrator, all_integrators
from jourdain.integrators.texts import method_text as named_method
from machines import event_models as em
from machines import order_machines as order
from pairs import Case, named, pairwise

# --------------------------------------------------------------------------- settings that see a nanosecond


def tuned(one: Integrator) -> tuple[Integrator, float]:
    """The same settings with a step or a tol that locates events to 1e-9 s, or to what it says, and that time.

    Generalized-alpha takes 1e-8 as its least tol; methods of low order, where steps are dear, are given larger ones.
    """
    if not one.fixed:
        second = one.order < 4
        return replace(one, tol=1e-8 if second else 1e-11), 2e-8 if second else 1e-9
    if one.order == 2 and isinstance(one, jd.GeneralizedAlpha | jd.CentralDifference):
        return replace(one, step=5e-6 if one.implicit else 5e-5), 1e-9
    step = {1: 1e-4, 2: 1e-4, 3: 2e-4, 4: 5e-4}.get(one.order, 5e-4 if isinstance(one, jd.BDF) else 2e-3)
    return replace(one, step=step), max(1e-9, 20 * step**one.order)


# --------------------------------------------------------------------------- events


@cache
def lowest_point() -> Any:
    """A rod falling from the horizontal; the event is that it hangs down."""
    model, _ = em.pendulum()
    model.event("low", model.measures["phi"], value=-pi / 2)
    return jd.compile(model)


def event_times(model: Any, end: float, integrator: Integrator, output: Any) -> np.ndarray:
    """When events happened, s."""
    result = jd.simulate(model, end, integrator=integrator, output=output, trust="fast")
    return np.array([event.t for event in result.events])


def pendulum_through_its_lowest_point(integrator: Integrator, accuracy: float) -> None:
    """A quarter of a period: K(1/2) sqrt(2 L / 3 g)."""
    found = event_times(lowest_point(), 1.0, integrator, 2)
    assert found == pytest.approx([ellipk(0.5) / sqrt(1.5 * em.G)], rel=0, abs=accuracy)


def bounces(n: int, restitution: float = 0.5) -> np.ndarray:
    """When a ball dropped from 1 m meets the floor, (n,) s."""
    fall = sqrt(2.0 / em.G)
    return fall * (1.0 + 2.0 * np.array([sum(restitution**j for j in range(1, k + 1)) for k in range(n)]))


def bouncing_ball(integrator: Integrator, accuracy: float) -> None:
    """Five bounces, with outputs inside the steps that end at them."""
    found = event_times(em.ball(restitution=0.5), 1.3, integrator, 130)
    np.testing.assert_allclose(found, bounces(5), rtol=0, atol=accuracy)


def switch(integrator: Integrator, accuracy: float) -> None:
    """A spring that lets go at its rest length, at a quarter of a period; the mass flies on to a mark."""
    model, x = em.oscillator(stiffness=4.0)
    model.event("release", x, direction="falling", actions=jd.Switch("spring", stiffness=0.0))
    model.event("mark", x, value=-1.0, direction="falling")
    found = event_times(model, 1.5, integrator, 30)
    np.testing.assert_allclose(found, [pi / 4, pi / 4 + 0.5], rtol=0, atol=accuracy)


def state_at_an_event(integrator: Integrator, accuracy: float) -> None:
    """A run that an event stops ends with the state of that instant: the rod hangs down, at the speed of its fall."""
    model, _ = em.pendulum()
    model.event("low", model.measures["phi"], value=-pi / 2, actions=jd.Stop())
    result = jd.simulate(model, 1.0, integrator=integrator, output=17, trust="fast")
    slack = 1e-8 if accuracy <= 1e-9 else 50 * accuracy
    if isinstance(integrator, jd.CentralDifference):
        slack = 1e-6
    if (
        getattr(integrator, "rho", 1.0) == 0.0
    ):  # in index 3 its rates are left open by what Newton's method leaves over h
        slack = 5e-8
    assert result.t[-1] == pytest.approx(ellipk(0.5) / sqrt(1.5 * em.G), abs=slack)
    assert float(result["rod"].angle[-1]) == pytest.approx(-pi / 2, abs=1e-10)
    assert float(result["rod"].angular_velocity[-1]) == pytest.approx(-sqrt(3.0 * em.G), abs=slack)
    np.testing.assert_allclose(result["rod"].position[-1], [0.0, -0.5], atol=slack)


EVENTS: dict[str, Callable[[Integrator, float], None]] = {
    "lowest point": pendulum_through_its_lowest_point,
    "bouncing ball": bouncing_ball,
    "switch": switch,
    "stop": state_at_an_event,
}


def cases() -> list[Case]:
    """Every method with every event and every treatment, and every treatment with every event; all settings in turn."""
    kinds = all_integrators()

    def exclude(case: Case) -> bool:
        treated = "method" not in case or issubclass(kinds[case["method"]], OdeIntegrator)
        return "treatment" in case and treated != (case["treatment"] != "none") and "method" in case

    made = pairwise({"method": list(kinds), "event": list(EVENTS), "treatment": ["none", *TREATMENTS]}, exclude)
    turns = {kind: cycle([name for name, one in SETTINGS.items() if type(one) is kinds[kind]]) for kind in kinds}
    made = [{"setting": next(turns[case.pop("method")])} | case for case in made]
    left = [name for name in SETTINGS if name not in {case["setting"] for case in made}]
    events = cycle(EVENTS)
    for name in left:
        treatment = "projection" if isinstance(SETTINGS[name], OdeIntegrator) else "none"
        made.append({"setting": name, "event": next(events), "treatment": treatment})
    return made


@pytest.mark.parametrize("case", cases(), ids=named)
def test_event(case: Case) -> None:
    integrator, accuracy = tuned(SETTINGS[case["setting"]])
    if case["treatment"] != "none":
        integrator = replace(integrator, constraints=TREATMENTS[case["treatment"]])
    EVENTS[case["event"]](integrator, accuracy)


# --------------------------------------------------------------------------- outputs inside steps


# velocities of Galerkin's variant C are of order 2, and its error control does not hold them: see test_all_orders.py
@pytest.mark.parametrize("name", [name for name in CONTROLLED if "variant='C'" not in name])
def test_outputs_inside_steps_keep_to_the_tolerance(name: str) -> None:
    """Two hundred outputs, most of them inside steps, against a reference: what holds at the end holds everywhere."""
    one = CONTROLLED[name]
    if one.order < 4:  # for Galerkin's, whose steps end at outputs, there is little to be seen
        one = replace(one, tol=1e-4 if one.ends_at_outputs else 1e-6)
    else:
        one = replace(one, tol=1e-7)
    machine = ("arm", "driven")[list(CONTROLLED).index(name) % 2]
    found = order.errors(order.run(machine, one, 200), order.reference(machine, 200))
    assert (found[:2] < 20 * one.tol).all(), found


@pytest.mark.parametrize("name", [name for name, one in CONTROLLED.items() if not one.ends_at_outputs])
def test_outputs_do_not_change_the_motion(name: str) -> None:
    """Error-controlled steps are the same whatever is asked to be shown."""
    one = CONTROLLED[name]
    one = replace(one, tol=1e-6 if one.order < 4 else 1e-7)
    few, many = (order.run("arm", one, n) for n in (1, 200))
    assert few.stats.steps == many.stats.steps
    np.testing.assert_allclose(few.q[-1], many.q[-1], rtol=0, atol=1e-12)


STANDING = [jd.BDF(step=1e-3), jd.BDF(tol=1e-7), jd.Block(tol=1e-7), jd.Galerkin(step=1e-3), jd.Galerkin(tol=1e-7)]


@pytest.mark.parametrize("method", STANDING, ids=named_method)
def test_nothing_is_left_to_move(method: Integrator) -> None:
    """A rod thrown up on its hinge is held fast as it comes back: all velocities are rounding from then on."""
    model = jd.Model("held fast", planar=True, gravity=(0.0, -9.81))
    rod = model.body("rod", mass=1.0, inertia=0.1, at=(0.5, 0.0), velocity=(0.0, 2.5), spin=5.0)
    hinge = model.joint("hinge", "revolute", model.ground, rod, at=(0.0, 0.0))
    model.joint("hold", "fixed", model.ground, rod, at=(0.0, 0.0), active=False)
    model.event("back", hinge.angle, 0.0, direction="falling", actions=jd.Engage("hold"))
    result = jd.simulate(model, 2.0, integrator=method, output=20, trust="fast")
    assert result.t[-1] == 2.0 and len(result.events) == 1
    assert np.abs(result.q[-1] - (0.5, 0.0, 0.0)).max() < 1e-6 and np.abs(result.v[-1]).max() < 1e-9


@pytest.mark.parametrize("method", [jd.BDF(step=1e-3), jd.Block(step=1e-3), jd.Galerkin(step=1e-3)], ids=named_method)
def test_events_where_a_step_ends(method: Integrator) -> None:
    """What is left to the event at 0.1 s is the rounding of a hundred steps: no step for a difference formula."""
    model = jd.Model("struck", planar=True, gravity=(0.0, -9.81))
    rod = model.body("rod", mass=1.0, inertia=0.1, at=(0.5, 0.0))
    model.joint("hinge", "revolute", model.ground, rod, at=(0.0, 0.0))
    model.event("blow", "t", 0.1, actions=jd.Impulse(rod.marker("centre"), (0.0, 1.0)))
    result = jd.simulate(model, 0.5, integrator=method, output=10, trust="fast")
    exact = jd.simulate(model, 0.5, integrator=jd.DOP853(tol=1e-11), output=10, trust="fast")
    assert np.abs(result.q - exact.q).max() < 1e-4

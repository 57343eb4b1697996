"""What events refuse: where it is written, or at the event itself with the motion up to there."""

from __future__ import annotations

from typing import Any

import pytest

import jourdain as jd
from machines.event_models import ball, oscillator, pendulum, run


def ends_badly(model: jd.Model, match: str, **options: Any) -> Any:
    """Run a model whose event cannot be carried out; the result up to there."""
    with pytest.raises(jd.ConvergenceError, match=match) as error:
        run(model, 1.0, output=10, **options)
    assert error.value.partial is not None and len(error.value.partial.events) >= 1
    return error.value.partial


def test_engage_of_an_open_joint() -> None:
    model = ball()
    model.event("early", "t", 0.25, actions=jd.Engage("floor"))
    partial = ends_badly(model, r"at t = 0\.25 s the event puts 'floor: slide y' in force while it is open by 0\.693")
    assert float(partial.t[-1]) == pytest.approx(0.2)


def test_a_law_that_cannot_be_compiled() -> None:
    model, x = oscillator()
    model.event("switch", x, 0.5, actions=jd.Switch("spring", law="-stiff*x"))
    ends_badly(model, r"what the event 'switch' asks for at t = 0\.523\d* s cannot be done: force 'spring'.*'stiff'")


def test_release_of_what_holds_a_massless_body() -> None:
    model = jd.Model("light", planar=True)
    link = model.body("link", mass=0.0, inertia=0.0)
    model.joint("pin", "revolute", model.ground, link, at=(0, 0))
    weight = model.body("weight", mass=1.0, inertia=1.0, at=(1, 0), velocity=(0, 1))
    model.joint("weld", "fixed", link, weight, at=(1, 0))
    model.event("break", "t", 0.5, actions=jd.Release("weld"))
    ends_badly(model, r"what the event 'break' asks for at t = 0\.5 s cannot be done: .*'link'")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (dict(actions=lambda: jd.Lock("hing")), "event 'e': there is no joint 'hing'. Did you mean 'hinge'"),
        (dict(actions=lambda: jd.Impact(2.0)), "restitution = 2.0; it is between 0"),
        (dict(actions=lambda: jd.Impact(-0.1)), "restitution = -0.1; it is between 0"),
        (dict(actions=lambda: jd.Impact(0.5, settle="floor")), "settle = 'floor' is no action"),
        (dict(actions=lambda: jd.Impact(0.5, settle=jd.Engage("flor"))), "there is no joint 'flor'"),
        (dict(measure="t", actions=lambda: jd.Impact(0.5)), "the event is a text; say along which measure"),
        (dict(actions=lambda: "stop"), "'stop' is no action; there is jourdain.Stop"),
        (dict(actions=lambda: [jd.Stop(), jd.Stop]), "is no action"),
        (dict(direction="up"), "direction 'up'; it is 'rising', 'falling' or 'both'"),
        (dict(value="high"), "event 'e': value"),
        (dict(measure=3.0), "3.0 is not a measure"),
        (dict(actions=lambda: jd.Switch("sprin", stiffness=1.0)), "there is no force 'sprin'. Did you mean 'spring'"),
        (dict(actions=lambda: jd.Switch("hinge", motion="t")), "'hinge' is a revolute, not a drive"),
        (dict(actions=lambda: jd.Switch("spring")), r"Switch\('spring'\) changes nothing; name law"),
        (dict(actions=lambda: jd.Reset("w", 1.0)), "there is no state 'w'"),
        (dict(actions=lambda: jd.SetParameter("k", 1.0)), "there is no parameter 'k'"),
        (dict(actions=lambda: jd.Lock("mesh")), r"'mesh' \(coupler\) leaves nothing of its own to lock"),
    ],
)
def test_bad_input_is_refused_where_it_is_written(arguments: dict[str, Any], message: str) -> None:
    model, hinge = pendulum()
    model.force("spring", hinge.angle, stiffness=1.0)
    other = model.body("other", mass=1.0, inertia=1.0)
    model.joint(
        "mesh", "coupler", hinge, model.joint("pin", "revolute", model.ground, other, at=(0, 0)), factors=(1, 2)
    )
    with pytest.raises(jd.ModelError, match=message):
        actions = arguments.pop("actions", lambda: None)()
        model.event("e", arguments.pop("measure", hinge.angle), actions=actions, **arguments)
    assert not model.events


def test_blows_on_what_is_not_there() -> None:
    model, hinge = pendulum()
    with pytest.raises(jd.ModelError, match="the blow is on 'ground', which is no body"):
        model.event("e", hinge.angle, actions=jd.Impulse(model.ground.marker("here"), (1.0, 0.0)))
    with pytest.raises(jd.ModelError, match=r"event 'e': impulse \[N s\]"):
        model.event("e", hinge.angle, actions=jd.Impulse(model.bodies["rod"].marker("tip"), (1.0,)))
    with pytest.raises(jd.ModelError, match="there is a joint of that name already"):
        model.event("hinge", hinge.angle)
    model.event("e", "phy - 1")
    with pytest.raises(jd.ModelError, match=r"event 'e'.*'phy'.*Did you mean 'phi'"):
        run(model, 1.0)

"""Impacts inside the compiled loop: the same motion, records and pieces as where Python carries them out."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from math import sqrt
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import jourdain as jd
from integrators.checks import SETTINGS, TREATMENTS
from jourdain.analyses import checkpoint as keeping
from jourdain.result.pieces import SAMPLES
from jourdain.run.run import Run
from machines.event_models import METHODS, G, ball, four_bar, pendulum, run, slider
from machines.interruptible import coordinate, striking

every_method = pytest.mark.parametrize("method", METHODS)


@pytest.fixture
def returns(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[float]]:
    """When the loop has returned to Python for an event [s]."""
    happen, found = Run._happen, []

    def noted(self: Run, segment: Any) -> None:
        found.append(float(segment.mo.clock.t))
        happen(self, segment)

    monkeypatch.setattr(Run, "_happen", noted)
    yield found


def by_python(model: jd.Model, end: float, method: Any, **options: Any) -> jd.Result:
    """The run with every event in Python."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Run, "blows_in_loop", 0)
        return run(model, end, method, **options)


def assert_equal(found: jd.Result, expected: jd.Result, tol: float) -> None:
    """The same pieces, outputs, starts of their systems, work, events and counts, to a tolerance."""
    assert len(found.pieces) == len(expected.pieces)
    for one, other in zip(found.pieces, expected.pieces, strict=True):
        assert len(one) == len(other) and np.array_equal(one.output, other.output)
        for name in ("t", "q", "v", "w", "work", "energies"):
            a, b = getattr(one, name), getattr(other, name)
            np.testing.assert_allclose(a, b, rtol=0, atol=tol * max(1.0, np.abs(b).max(initial=0.0)), err_msg=name)
        for name in ("a", "lam"):
            a, b = getattr(one, name), getattr(other, name)
            np.testing.assert_allclose(a, b, rtol=0, atol=1e3 * tol * max(1.0, np.abs(b).max(initial=0.0)))
        for name in ("q0", "v0", "w0", "ref0"):
            np.testing.assert_allclose(getattr(one.system, name), getattr(other.system, name), rtol=0, atol=50 * tol)
        assert one.model == other.model
    assert len(found.events) == len(expected.events)
    for event, twin in zip(found.events, expected.events, strict=True):
        assert (event.name, event.rising, event.actions) == (twin.name, twin.rising, twin.actions)
        assert event.t == pytest.approx(twin.t, abs=tol) and set(event.impulses) == set(twin.impulses)
        np.testing.assert_allclose(event.v_before, twin.v_before, rtol=0, atol=50 * tol)
        np.testing.assert_allclose(event.v_after, twin.v_after, rtol=0, atol=50 * tol)
        for name, size in event.impulses.items():
            assert size == pytest.approx(twin.impulses[name], abs=50 * tol)
    assert found.stats.steps == pytest.approx(expected.stats.steps, rel=1e-2 if tol < 1e-8 else 5e-2)
    assert found.trust.passages == expected.trust.passages


def arm() -> jd.Model:
    """A ball beside a double pendulum whose tip strikes a shelf; a damper does work in between."""
    model = jd.Model("arm", planar=True, gravity=(0.0, -G))
    body = model.body("ball", mass=1.0, inertia=0.1, at=(0.0, 0.3), velocity=(0.1, -1.0), spin=2.0)
    upper = model.body("upper", mass=1.0, inertia=0.1, at=(2.5, 1.0))
    lower = model.body("lower", mass=1.0, inertia=0.1, at=(3.5, 1.0), spin=-1.0, velocity=(0.0, -0.5))
    shoulder = model.joint("shoulder", "revolute", model.ground, upper, at=(2.0, 1.0))
    model.joint("elbow", "revolute", upper, lower, at=(3.0, 1.0))
    model.force("damper", shoulder.angle, damping=0.3, stiffness=2.0)
    ground, foot, tip = (
        model.ground.marker("floor"),
        body.marker("foot", at=(0.1, 0.0)),
        lower.marker("tip", at=(0.5, 0)),
    )
    model.event("hit", jd.slide(ground, foot, "y"), direction="falling", actions=jd.Impact(0.7))
    model.event("shelf", jd.slide(ground, tip, "y"), 0.2, direction="falling", actions=jd.Impact(0.5))
    return model


def one_of_each() -> list[str]:
    """Of every class one setting with fixed steps and one with tol."""
    return list({(type(one), one.fixed): name for name, one in SETTINGS.items()}.values())


@pytest.mark.parametrize("name", one_of_each())
def test_every_integrator(name: str, returns: list[float]) -> None:
    """It begins anew in the loop as it does in fresh memory. Index 3 turns rounding into 1e-9 of accelerations where steps
    are as small as those of rho = 0, each of the five blows makes it up to tenfold; and step sizes of BDF turn with rounding.
    """
    one = SETTINGS[name]
    found = run(arm(), 0.7, one, output=71)
    assert len(found.events) >= 3 and returns == [] and {event.name for event in found.events} == {"hit", "shelf"}
    tol = 1e-6 if isinstance(one, jd.GeneralizedAlpha) else 1e-7 if isinstance(one, jd.BDF) else 1e-9
    assert_equal(found, by_python(arm(), 0.7, one, output=71), tol)


@pytest.mark.parametrize("name", TREATMENTS)
def test_every_treatment(name: str, returns: list[float]) -> None:
    """Reduced coordinates stay what they were: positions do not jump. What drifts is closed at each blow."""
    one = jd.RK4(step=1e-3, constraints=TREATMENTS[name])
    found = run(arm(), 0.7, one, output=71)
    assert returns == []
    assert_equal(found, by_python(arm(), 0.7, one, output=71), 1e-9)


@every_method
@pytest.mark.parametrize(
    "make", [lambda: striking(True), lambda: striking(False), coordinate], ids=["plane", "space", "L"]
)
def test_other_events_in_between(method: str, make: Any, returns: list[float]) -> None:
    """Events that are only recorded come between the impacts, in order; extra states and counted angles go on."""
    found = run(make(), 4.0, method, output=41)
    assert [event.t for event in found.events] == sorted(event.t for event in found.events)
    assert returns == [event.t for event in found.events if event.name == "lowest"] != []
    assert sum(event.name == "wall" for event in found.events) >= 2
    assert_equal(found, by_python(make(), 4.0, method, output=41), 1e-6 if "alpha" in method else 1e-9)


@every_method
def test_many_balls(method: str, returns: list[float], monkeypatch: pytest.MonkeyPatch) -> None:
    """Three balls in space, each with its own bounces at times known exactly; more of them than the loop has room for."""
    monkeypatch.setattr(Run, "blows_in_loop", 16)
    model = jd.Model("balls", gravity=(0.0, 0.0, -G))
    for k, height in enumerate((0.2, 0.11, 0.031)):
        body = model.body(f"ball {k}", mass=1.0 + k, inertia=(0.1, 0.2, 0.3), at=(k, 0.0, height), spin=(1.0, 2.0, 3.0))
        model.event(f"hit {k}", jd.coordinate(body, "z"), direction="falling", actions=jd.Impact(1.0))
    found = run(model, 4.0, method, output=3)
    assert returns == [] and len(found.events) > Run.blows_in_loop and len(found.pieces) == len(found.events) + 1
    for k, height in enumerate((0.2, 0.11, 0.031)):
        times = [event.t for event in found.events if event.name == f"hit {k}"]
        fall = sqrt(2 * height / G)
        np.testing.assert_allclose(times, fall * (1 + 2 * np.arange(len(times))), rtol=0, atol=1e-7)
        assert np.abs(found.pieces[-1].v[0]).max() < 10.0
    assert found.trust.energy_error < 1e-5


@every_method
def test_pile_up_settles(method: str, returns: list[float]) -> None:
    """The first bounces are taken in the loop, those that may pile up in Python, which lets the floor take over."""
    model = ball(True, 0.5, jd.Engage("floor"))
    found = run(model, 2.0, method, output=21)
    assert found.events[-1].actions == ("Engage",) and len(returns) < len(found.events) - 10
    assert returns == [event.t for event in found.events[-len(returns) :]]
    assert_equal(found, by_python(model, 2.0, method, output=21), 1e-9)


@every_method
def test_two_at_one_instant_are_one_blow(method: str, returns: list[float]) -> None:
    """Events that happen together are carried out together, by Python; later ones apart from each other in the loop."""
    model = ball(True, 0.8)
    twin = model.body("twin", mass=2.0, inertia=0.1, at=(3.0, 1.0))
    model.event("twin hit", jd.coordinate(twin, "y"), direction="falling", actions=jd.Impact(0.6))
    found = run(model, 1.5, method, output=31)
    assert returns == [found.events[0].t] and [event.name for event in found.events[:2]] == ["hit", "twin hit"]
    assert found.events[0].t == found.events[1].t and len(found.events) > 3
    assert_equal(found, by_python(model, 1.5, method, output=31), 1e-9)


def test_output_at_the_time_of_a_blow() -> None:
    """It holds the state before; the blow at the end of the run has no output after it."""
    fall = sqrt(2 / G)
    for times in ([0.0, fall, 1.0], [0.0, 0.2, fall]):
        model = ball(True, 0.5)
        found = run(model, times[-1], "RK4", output=np.array(times))
        assert_equal(found, by_python(model, times[-1], "RK4", output=np.array(times)), 1e-12)


def test_blow_against_what_is_held() -> None:
    """A measure that a drive moves cannot be thrown back: the loop leaves it to Python, which says so."""
    model, x = slider()
    model.event("wall", x, 0.5, direction="rising", actions=jd.Impact(0.5))
    for simulate in (run, by_python):
        with pytest.raises(jd.ConvergenceError, match="'wall: impact' asks a measure for the rate"):
            simulate(model, 1.0, "RK4")


@pytest.mark.parametrize("planar", [True, False], ids=["plane", "space"])
def test_redundant_joints_share_in_python(planar: bool, returns: list[float]) -> None:
    """Where impulses are those of least norm, or coordinates others than the model's, Python takes the blow."""
    model = four_bar(planar)
    model.event("wall", model.measures["reach"], 0.6, direction="falling", actions=jd.Impact(0.5))
    events = run(model, 0.6).events
    assert len(events) > 0 and len(returns) == (0 if planar else len(events))
    returns.clear()
    assert len(run(model, 0.6, jd.RK4(step=1e-3, coordinates="natural")).events) == len(returns) > 0


def test_what_the_loop_does_not_do() -> None:
    """Plastic impacts may settle, and other actions or measures are for Python; settling for something is not."""
    free, hinge = pendulum()
    other = jd.coordinate(free.bodies["rod"], "x")
    doing = {
        "plain": jd.Impact(0.5),
        "named": jd.Impact(0.5, measure=hinge.angle, settle=jd.Stop()),
        "plastic": jd.Impact(0.0),
        "two": [jd.Impact(0.5), jd.Stop()],
        "elsewhere": jd.Impact(0.5, measure=other),
        "jump": jd.Jump(hinge.angle, 1.0),
    }
    for k, (name, actions) in enumerate(doing.items()):
        free.event(name, hinge.angle, 0.1 * k, actions=actions)
    assert jd.compile(free).tables["events"]["restitution"].tolist() == [0.5, 0.5, -1.0, -1.0, -1.0, -1.0]


@pytest.mark.parametrize("method", ["DOP853", "alpha tol", "RK4"])
def test_checkpoint_between_blows(method: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Files written between blocks of blows: from each the run goes on to the same end, bit for bit."""
    monkeypatch.setattr(Run, "blows_in_loop", 1)
    expected, path, copies = run(arm(), 0.75, method, output=76), tmp_path / "run.check", []
    write = keeping.Keeper.write

    def write_and_copy(self: Any, running: Run, notes: Any) -> None:
        write(self, running, notes)
        copies.append(shutil.copy(path, tmp_path / f"{len(copies)}.check"))

    monkeypatch.setattr(keeping.Keeper, "write", write_and_copy)
    run(arm(), 0.75, method, output=76, checkpoint=path, checkpoint_every=1e-9)
    monkeypatch.setattr(keeping.Keeper, "write", write)
    assert len(copies) >= 3
    for file in copies:
        found = jd.resume(file, trust_functions=True)
        assert found == expected
        for one, other in zip(found.pieces, expected.pieces, strict=True):
            assert all(getattr(one, name).tobytes() == getattr(other, name).tobytes() for name in SAMPLES)

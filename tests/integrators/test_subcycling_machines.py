"""Subcycling of machines: what substeps evaluate, and what else a machine may have."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

import jourdain as jd
from integrators.subcycled import chain, run, swinging, swinging_arm


def test_bodies_that_bend() -> None:
    exact = jd.simulate(swinging(), 0.05, integrator=jd.GeneralizedAlpha(tol=1e-9), output=5, trust="fast")
    errors = {}
    for ratio in (5, 10):
        found = run(swinging(), 0.05, step=2e-5, ratio=ratio, fast="rod.shapes")
        errors[ratio] = np.abs(found.q - exact.q).max()
    assert errors[5] < 4e-8 and errors[10] < 2e-7
    with pytest.raises(jd.ModelError, match=r"'printed' with ratio 5 grows by .* in a long step"):
        run(swinging(), 0.05, step=2e-5, ratio=5, fast="rod.shapes", scheme="printed")


def test_elements_on_the_slow_side_are_not_evaluated_in_substeps() -> None:
    """Of a beam with a fast tip: what substeps are asked has the elements that touch it, and the energy is kept."""
    m = jd.Model("cantilever", planar=True, gravity=(0.0, -9.81))
    bar = m.beam(
        "bar",
        start=(0, 0),
        end=(1, 0),
        section=jd.rectangle(0.01, 0.01),
        material=jd.material(E=2e9, nu=0.3, density=1000.0),
        elements=8,
        mass="lumped",
    )
    m.joint("pin", "revolute", m.ground, bar.start, at=(0, 0))
    tip = list(bar.nodes[-2:])
    method = jd.Subcycling(step=2.5e-6, ratio=2, fast=tip)
    system = jd.compile(m)
    motion = method.memory(system, np.array([0.0, 1.0]), False, 1.0)
    evaluated, all_of_them = len(motion.parts["fast side"].elements), len(system.tables["elements"])
    assert 2 <= evaluated <= 3 and all_of_them == 8 and not len(motion.parts["fast side"].rows)
    by_size = jd.Subcycling(step=2.5e-6, ratio=2, fast={"beam": "bar", "shorter": 1.0})
    assert by_size.groups(system).all()
    with pytest.raises(jd.ModelError, match=r"no element of beam 'bar' is shorter than 0\.1; they are 0\.125 to"):
        jd.Subcycling(step=2.5e-6, ratio=2, fast={"beam": "bar", "shorter": 0.1}).groups(system)
    known = jd.simulate(m, 0.005, integrator=jd.CentralDifference(step=2.5e-6), output=4, trust="fast")
    found = jd.simulate(m, 0.005, integrator=method, output=4, trust="fast")
    assert np.abs(found.q - known.q).max() < 1e-3 * np.ptp(known.q, axis=0).max()


def test_what_changes_with_time_alone_acts_in_substeps() -> None:
    """Of an arm with a motor and springs: the motor, a push of t, and what touches the fast body, but not the spring."""
    m, pin = swinging_arm()
    arm = m.bodies["arm"]
    m.load("motor", arm.marker("hub"), torque=(0, "8*sin(9*t)", 0))
    m.force("push", pin.angle, law="2*cos(4*t)")
    m.force("spring", pin.angle, law="-3*x - 0.1*v")
    method = jd.Subcycling(step=1e-4, ratio=10, fast="bead", energy=None)
    fast = method.memory(jd.compile(m), np.array([0.0, 1.0]), False, 1.0).parts["fast side"]
    mount = len(jd.compile(swinging_arm()[0]).tables["laws"])
    assert (len(fast.loads), len(fast.laws)) == (1, mount + 1)
    exact = jd.simulate(m, 0.5, integrator=jd.DOP853(tol=1e-11), output=5, trust="fast")
    errors = []
    for step in (2e-4, 1e-4):
        found = jd.simulate(m, 0.5, integrator=replace(method, step=step), output=5, trust="fast")
        errors.append(np.abs(found.q - exact.q).max())
    assert np.log2(errors[0] / errors[1]) == pytest.approx(2.0, abs=0.1) and errors[1] < 1e-5


def test_chain_with_one_link_that_bends() -> None:
    """Slow bodies are evaluated a few times in a long step, and the result is that of generalized-alpha at small steps."""
    m = chain(8, 3)
    exact = jd.simulate(m, 0.02, integrator=jd.GeneralizedAlpha(step=2e-5), output=2, trust="fast")
    found = run(m, 0.02, n=2, step=2e-5, ratio=10, fast="soft.shapes")
    assert found.integrator.constraints == "projection"  # of so many rows
    assert np.abs(found.q - exact.q).max() < 1e-6 * np.ptp(exact.q, axis=0).max() + 1e-9
    note = next(note for note in found.trust.notes if "evaluations of the fast side" in note)
    fast, whole = (int(word) for word in note.replace(",", " ").split() if word.isdigit())
    assert whole <= 4 * 100 and fast >= 9 * 100  # of 100 long steps


def test_beam_with_a_stiff_fine_tip() -> None:
    """Elements of the tip are found by their size or stiffness; at 5 : 1 as with one step for all."""
    m = jd.Model("two beams", planar=True, gravity=(0.0, -9.81))
    soft, stiff = (jd.material(E=E, nu=0.3, density=1000.0) for E in (2e8, 2e9))
    bar = dict(section=jd.rectangle(0.01, 0.01), mass="lumped")
    root = m.beam("root", start=(0, 0), end=(1, 0), material=soft, elements=20, **bar)
    tip = m.beam("tip", start=(1, 0), end=(1.2, 0), material=stiff, elements=20, **bar)
    m.joint("pin", "revolute", m.ground, root.start, at=(0, 0))
    m.joint("weld", "fixed", root.end, tip.start, at=(1, 0))
    one = run(m, 0.004, n=4, step=1e-6, ratio=1, fast="tip", constraints="projection")
    for limit in ({"shorter": 0.02}, {"stiffer": 1e7}):
        found = run(m, 0.004, n=4, step=1e-6, ratio=5, fast={"beam": "tip"} | limit, constraints="projection")
        assert np.abs(found.q - one.q).max() < 1e-3 * np.ptp(one.q, axis=0).max()
        assert found.stats.evaluations < 0.5 * one.stats.evaluations
    system = jd.compile(m)
    motion = found.integrator.memory(system, np.array([0.0, 1.0]), False, 1.0)
    assert len(motion.parts["fast side"].elements) == 20 < len(system.tables["elements"]) == 40


def test_outputs_and_events_end_a_long_step_early() -> None:
    m = jd.lagrangian("two", "a_rate**2/2 + b_rate**2/2 - 500*b**2 - b*a", "a b", start=[0.0, 0.1], velocity=[1.0, 0.0])
    m.event("there", m.coordinate("a"), 0.5, direction="rising", actions=jd.Stop())
    found = run(m, 1.0, 37, step=1e-3, ratio=10, fast="b")
    exact = jd.simulate(m, 1.0, integrator=jd.DOP853(tol=1e-11), output=37, trust="fast")
    assert found.t[-1] == pytest.approx(exact.t[-1], abs=2e-6)
    np.testing.assert_allclose(found.t[:-1], exact.t[:-1])
    assert np.abs(found.q - exact.q)[:-1].max() < 1e-3 and found.q[-1, 0] == pytest.approx(0.5, abs=1e-10)


def _impact(m: jd.Model, pin: Any) -> None:
    m.event("stop", pin.angle, 1.2, actions=jd.Impact(0.5))


def _lock(m: jd.Model, pin: Any) -> None:
    m.event("lock", pin.angle, 0.8, actions=jd.Lock("pin"))


def _redundant(m: jd.Model, pin: Any) -> None:
    m.joint("second", "revolute", m.ground, m.bodies["arm"], at=(0, 0.2, 0), axis=(0, 1, 0))


def _state(m: jd.Model, pin: Any) -> None:
    m.state("z", "sin(t) - z")


@pytest.mark.parametrize("substeps", ["central", "rk4"])
@pytest.mark.parametrize("add", [_impact, _lock, _redundant, _state])
def test_beside_all_else(add: Any, substeps: str) -> None:
    """Impacts, joints that are locked, redundant rows, states: as by DOP853, at the same events."""
    m, pin = swinging_arm()
    add(m, pin)
    exact = jd.simulate(m, 0.8, integrator=jd.DOP853(tol=1e-12), output=4, trust="fast")
    found = run(m, 0.8, n=4, step=1e-4, ratio=10, fast="bead", energy=1e-3, substeps=substeps)
    assert len(found.events) == len(exact.events) and not found.changes  # type: ignore[attr-defined]
    close, share = (1e-5, 1e-3) if substeps == "central" else (5e-8, 1e-6)
    assert np.abs(found.q - exact.q).max() < close
    assert np.abs(found.work - exact.work).max() < share * max(1.0, np.abs(exact.work).max())


@pytest.mark.parametrize("constraints", ["partitioning", "projection"])
def test_through_a_singular_position(constraints: str) -> None:
    m = jd.Model("parallelogram", planar=True)
    c, s = np.cos(0.6), np.sin(0.6)
    places = {"left": (0.5 * c, 0.5 * s), "bar": (c + 1, s), "right": (2 + 0.5 * c, 0.5 * s)}
    left, bar, right = (m.body(name, mass=1, inertia=0.1, at=at) for name, at in places.items())
    pin = m.joint("A", "revolute", m.ground, left, at=(0, 0))
    m.joint("B", "revolute", left, bar, at=(c, s))
    m.joint("C", "revolute", bar, right, at=(2 + c, s))
    m.joint("D", "revolute", m.ground, right, at=(2, 0))
    light = m.body("bead", mass=0.05, inertia=1e-3, at=places["bar"])
    m.bushing("mount", bar.marker("m"), light.marker("e"), stiffness=(5e3, 5e3, 50), damping=(0, 0, 0))
    m.force("push", pin.angle, law="-2")
    exact = jd.simulate(m, 1.5, integrator=jd.DOP853(tol=1e-9), output=3, trust="fast")
    found = run(m, 1.5, n=3, step=1e-4, ratio=10, fast="bead", constraints=constraints)
    assert any("singular at t = 1.02" in note for note in found.trust.notes)
    assert np.abs(found.q - exact.q).max() < 1e-5

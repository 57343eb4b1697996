"""Rows of bridges of a machine are told from rows of loops, by its graph alone."""

from __future__ import annotations

import numpy as np
import pytest

import jourdain as jd
from jourdain.system.compile import compile
from machines import mechanisms
from machines.chains import slender_chain


def looped(model: jd.Model) -> dict[str, bool]:
    """By joint: does it belong to a loop? All rows of a joint agree."""
    system = compile(model)
    flags = system.tables["rows"]["looped"]
    found = {name: set(flags[rows].tolist()) for name, rows in system.joint_rows.items() if len(rows)}
    assert all(len(values) == 1 for values in found.values())
    return {name: values == {1} for name, values in found.items()}


@pytest.mark.parametrize("kinds", [("revolute",), ("spherical",), ("revolute", "spherical")])
def test_trees_have_no_loops(kinds: tuple[str, ...]) -> None:
    assert not any(looped(slender_chain(6, kinds)).values())


def test_a_branch_hangs_on_a_loop() -> None:
    """A four-bar with a pendulum on its coupler: four joints are a loop, the fifth is not."""
    model = mechanisms.four_bar_in_space()
    bob = mechanisms.bar(model, "bob", (1.0, 1.0, 0.0), (1.0, 0.0, 0.0))
    model.joint("hook", "revolute", model.bodies["link 1"], bob, at=(1.0, 1.0, 0.0), axis=(0, 0, 1))
    assert looped(model) == {"A": True, "B": True, "C": True, "D": True, "hook": False}


def test_a_loop_over_the_ground_axes() -> None:
    """A row along one ground axis between two bodies ties both to the ground."""
    model = slender_chain(3)
    model.row("level", [(1.0, jd.slide(model.bodies["bar 0"].marker("a"), model.bodies["bar 2"].marker("b"), "z"))])
    found = looped(model)
    assert found["level"] and found["J1"] and found["J2"]


def test_two_joints_between_the_same_bodies() -> None:
    """A hinge and its drive are independent of each other; two hinges of a door are not."""
    model = slender_chain(2)
    hinge = model.joints["J1"]
    model.drive("motor", jd.angle(hinge.a, hinge.b), "sin(t)")
    assert looped(model) == {"J0": False, "J1": False, "motor": False}
    assert looped(mechanisms.door()) == {"lower": True, "upper": True}


def test_rows_that_come_and_go_count_as_loops() -> None:
    system = compile(slender_chain(2), switchable=("J1",))
    flags = system.tables["rows"]["looped"]
    assert flags[system.joint_rows["J1"]].all() and not flags[system.joint_rows["J0"]].any()


@pytest.mark.parametrize("bars", [20, 60])
def test_slender_chains_are_never_singular(bars: int) -> None:
    """Thickness has nothing to do with rank: no position is called singular, and accelerations are those of a fine run."""
    model = slender_chain(bars)
    result = jd.simulate(model, 0.1, output=5)
    assert result.trust.passages == () and result.stats.singular == 0 and result.redundant == 0
    fine = jd.simulate(model, 0.1, integrator=jd.GeneralizedAlpha(step=2e-5), output=5, trust="fast")
    assert np.abs(result.q - fine.q).max() < 1e-6
    assert result.trust.worst < 1e-5


def test_a_thin_double_pendulum_meets_no_singular_position() -> None:
    """Bars 0.02 m thick reported 125 of them in 100 s."""
    model = slender_chain(2)
    result = jd.simulate(model, 20.0, output=400, trust="fast")
    assert result.trust.passages == () and result.stats.singular == 0

"""Memory of runs: planned once for a system, of its own for each run, and given back when the run is over."""

from __future__ import annotations

import gc
import pickle

import numpy as np

import jourdain as jd
from jourdain.kernels.context import SCHEMAS, Context
from machines import problems as pb


def four_bar() -> jd.System:
    return jd.compile(pb.planar_model(pb.n_four_bar(1)))


def test_contexts_share_tables_and_nothing_else() -> None:
    system = four_bar()
    first, second = system.context(), system.context()
    for name in SCHEMAS["system"]:
        one, other = first.array(name), second.array(name)
        assert np.array_equal(one, other), name
        assert np.shares_memory(one, other) == (one is system.tables.get(name) and one.size > 0), name
    first.x[:], first.flags[:] = 3.0, 7.0
    assert np.shares_memory(first.x, first.Z)
    assert not second.x.any() and second.flags.max() < 7.0 and system.context().flags.max() < 7.0


def test_records_in_python_are_those_of_kernels() -> None:
    system = four_bar()
    mo = jd.RK4(step=1e-3).memory(system, np.linspace(0.0, 1.0, 11), False, 1.0)
    mo.clock.t, mo.counts.steps = 0.25, 3
    assert (
        mo.array("clock")["t"][0] == mo.clock_words.view(float)[list(mo.array("clock").dtype.names).index("t")] == 0.25
    )
    assert mo.array("counts")["steps"][0] == mo.counts.steps == 3
    mo.y[:] = np.arange(len(mo.y))
    assert mo.v[0] == system.kind.q and mo.work[-1] == len(mo.y) - 1  # parts of y


def test_a_system_that_has_run_travels_and_runs_again() -> None:
    system = four_bar()
    here = jd.simulate(system, 0.05)
    there = jd.simulate(pickle.loads(pickle.dumps(system)), 0.05)
    assert np.array_equal(here.q, there.q) and np.array_equal(here.q, jd.simulate(system, 0.05).q)


def test_a_run_that_is_over_keeps_no_memory() -> None:
    system = four_bar()
    jd.simulate(system, 0.05)
    gc.collect()
    gc.disable()
    try:
        before = sum(type(one) is Context for one in gc.get_objects())
        jd.simulate(system, 0.05)
        assert sum(type(one) is Context for one in gc.get_objects()) == before  # without a search for cycles
    finally:
        gc.enable()


def test_starts_with_functions_in_python_are_found_anew() -> None:
    push = [1.0]
    model = jd.Model("block", planar=True)
    block = model.body("block", mass=1.0, inertia=1.0, at=(0.0, 0.0))
    guide = model.joint("guide", "prismatic", model.ground, block, at=(0.0, 0.0), axis="x")
    model.force("push", guide.slide, law=lambda t, x, v: push[0])
    system = jd.compile(model)
    assert jd.simulate(system, 0.1)["block"].acceleration[0, 0] == 1.0
    push[0] = -2.0
    again = jd.simulate(system, 0.1)
    assert again["block"].acceleration[0, 0] == -2.0
    assert np.allclose(again["block"].position[-1, 0], -0.01, rtol=1e-9)

"""Ensembles: each run is that of `simulate`, bit for bit, however many threads there are; failed ones have a reason."""

from __future__ import annotations

import threading
from typing import Any

import numpy as np
import pytest

import jourdain as jd
from jourdain.analyses.ensemble import ensemble as ensembles
from jourdain.analyses.ensemble import slots
from jourdain.errors import ModelError
from jourdain.result.curves import curve
from machines import driven
from machines.problems import andrews_model, heavy_top

STEPS = jd.GeneralizedAlpha(step=2e-3)


def spread(model: jd.Model, names: list[str], n: int = 4, part: float = 1e-3) -> dict[str, np.ndarray]:
    """Values of parameters around those of the model."""
    rng, known = np.random.default_rng(5), jd.parameters(model)
    return {name: known[name].value * rng.uniform(1.0 - part, 1.0 + part, n) for name in names}


def pendulum(law: Any = None) -> jd.Model:
    model = jd.Model("pendulum", planar=True, gravity=(0, -9.81))
    bob = model.body("bob", mass=1.0, inertia=0.1, at=(1.0, 0.0))
    hinge = model.joint("hinge", "revolute", model.ground, bob, at=(0.0, 0.0))
    model.force("spring", hinge.angle, stiffness=2.0, damping=0.1, rest=0.1)
    model.measure("phi", hinge.angle)
    if law is not None:
        model.force("law", hinge.angle, law=law)
    return model


MACHINES = {
    "plane": (driven.slider_crank, ["rod.mass", "rod.inertia", "gravity.y"], ["slider.x", "guide.force"]),
    "space, fixed points move": (andrews_model, ["K6.mass", "K1.inertia", "ground.A5 a.y"], ["K1.angle", "B.force"]),
    "space": (heavy_top, ["top.mass", "top.inertia.xx", "top.spin.z"], ["top.x", "top.wz"]),
}


@pytest.mark.parametrize("machine", MACHINES)
@pytest.mark.parametrize("method", [STEPS, jd.DOP853(tol=1e-6)], ids=["steps", "tolerance"])
def test_every_run_is_that_of_simulate_bit_for_bit(machine: str, method: Any) -> None:
    make, names, outputs = MACHINES[machine]
    model = make()
    table = spread(model, names)
    found = jd.ensemble(model, table, 0.05, outputs=outputs, integrator=method)
    assert found.attrs["alone"] == 0  # none of them was compiled by itself
    for i in range(4):
        values = {name: column[i] for name, column in table.items()}
        alone = jd.simulate(jd.with_parameters(model, values), 0.05, integrator=method, trust="fast")
        for name in outputs:
            assert np.array_equal(np.asarray(curve(alone, name).values), found[name].values[i]), name


def test_neither_threads_nor_order_change_a_number() -> None:
    model = pendulum()
    table = spread(model, ["spring.stiffness", "bob.mass", "bob.at.x"], 9, 0.1)
    asked: dict[str, Any] = dict(outputs=["phi", "max(phi)"], integrator=STEPS)
    one = jd.ensemble(model, table, 0.3, workers=1, **asked)
    three = jd.ensemble(model, {name: x[::-1] for name, x in table.items()}, 0.3, workers=3, **asked)
    for name in ("phi", "max(phi)"):
        assert np.array_equal(one[name].values, three[name].values[::-1])
    assert one["phi"].dims == ("run", "time") and one["max(phi)"].dims == ("run",)
    assert np.array_equal(one.coords["bob.mass"].values, table["bob.mass"])


def test_parameters_of_texts_are_numbers_of_the_table() -> None:
    model = pendulum("-k*x - 0.1*sin(x)")
    model.parameters["k"] = 3.0
    table = spread(model, ["k", "spring.rest"], 3, 0.1)
    found = jd.ensemble(model, table, 0.2, integrator=STEPS)
    assert found.attrs["alone"] == 0
    for i in range(3):
        alone = jd.simulate(
            jd.with_parameters(model, {name: x[i] for name, x in table.items()}), 0.2, integrator=STEPS, trust="fast"
        )
        assert np.array_equal(alone.measure("phi").values, found["phi"].values[i])


def test_python_functions_run_one_by_one_and_it_says_so() -> None:
    found = jd.ensemble(pendulum(lambda t, x, v: -0.5 * x), {"bob.mass": [1.0, 2.0]}, 0.1, integrator=STEPS)
    assert found.attrs["alone"] == 2 and (found.status == "done").all()
    assert np.isfinite(found["phi"].values).all()


def test_a_run_that_fails_has_a_reason_and_costs_no_other() -> None:
    model = pendulum("sqrt(0.6 - k*t)")  # which is no number beyond t = 0.6/k
    model.parameters["k"] = 0.2
    table = {"k": [0.2, 5.0, 0.1], "spring.rest": [0.1, 0.1, 0.1]}
    found = jd.ensemble(model, table, 0.5, integrator=STEPS)
    assert found.status.values.tolist() == ["done", "failed", "done"]
    assert "NaN" in found.reason.values[1] and np.isnan(found["phi"].values[1]).all()
    again = jd.ensemble(model, {name: x[2:] for name, x in table.items()}, 0.5, integrator=STEPS)
    assert np.array_equal(again["phi"].values[0], found["phi"].values[2])  # the failure left nothing behind


def test_a_stop_leaves_the_rest_of_a_curve_open() -> None:
    model = pendulum()
    model.event("down", model.joints["hinge"].angle, value=-0.2, actions=jd.Stop())
    found = jd.ensemble(model, {"bob.mass": [1.0, 2.0]}, 0.6, integrator=STEPS, output=50)
    assert (found.status == "stopped").all() and found.attrs["alone"] == 2
    assert (found.reached < 0.6).all()
    missing = np.isnan(found["phi"].values)
    assert not missing[:, 0].any() and missing[:, -1].all()
    assert (found["phi"].values[~missing] > -0.2 - 1e-9).all()


def test_zero_in_one_row_does_not_thin_the_pattern_of_another() -> None:
    model = pendulum()
    table = {"bob.com.x": [0.0, 0.05], "spring.stiffness": [0.0, 3.0]}
    found = jd.ensemble(model, table, 0.2, integrator=STEPS)
    for i in range(2):
        values = {name: column[i] for name, column in table.items()}
        alone = jd.simulate(jd.with_parameters(model, values), 0.2, integrator=STEPS, trust="fast")
        assert np.abs(alone.measure("phi").values - found["phi"].values[i]).max() < 1e-12


def test_processes_give_the_same_numbers() -> None:
    model = pendulum()
    table = spread(model, ["spring.stiffness", "bob.mass"], 5, 0.1)
    here = jd.ensemble(model, table, 0.2, integrator=STEPS)
    there = jd.ensemble(model, table, 0.2, integrator=STEPS, where="processes", workers=1)
    assert np.array_equal(here["phi"].values, there["phi"].values)


def test_ctrl_c_keeps_what_is_there(monkeypatch: pytest.MonkeyPatch) -> None:
    made = threading.Event()
    run = slots.Slot.run

    def slow(self: Any, values: dict[str, float]) -> Any:
        if values["bob.mass"] > 1.5:
            made.set()
            self.stop.wait(20.0)
            return None
        return run(self, values)

    def pressed(*_: Any, **__: Any) -> None:
        assert made.wait(20.0)
        raise KeyboardInterrupt

    monkeypatch.setattr(slots.Slot, "run", slow)
    monkeypatch.setattr(ensembles, "wait", pressed)
    found = jd.ensemble(pendulum(), {"bob.mass": [1.0, 1.1, 2.0, 1.2]}, 0.1, integrator=STEPS, workers=1)
    assert found.status.values.tolist() == ["done", "done", "not run", "not run"]


def test_tables_of_other_shapes_are_read() -> None:
    model = pendulum()
    by_rows = jd.ensemble(model, [{"bob.mass": 1.0}, {"bob.mass": 1.1}], 0.1, integrator=STEPS)
    by_name = jd.ensemble(model, {"bob.mass": [1.0, 1.1], "gravity.y": -9.81}, 0.1, integrator=STEPS)
    assert np.array_equal(by_rows["phi"].values, by_name["phi"].values)


BAD: dict[str, tuple[Any, str]] = {
    "unknown": ({"bob.mas": [1.0]}, "no parameter 'bob.mas'"),
    "structure": ({"hinge.active": [1.0, 0.0]}, "decides which equations there are"),
    "nan": ({"bob.mass": [1.0, float("nan")]}, "row 1"),
    "empty": ({}, "it is empty"),
    "empty column": ({"bob.mass": []}, "it is empty"),
    "text": ({"bob.mass": ["heavy"]}, "no number"),
    "lengths": ({"bob.mass": [1.0, 2.0], "gravity.y": [1.0]}, "1 values where others have 2"),
    "rows": ([{"bob.mass": 1.0}, {}], "row 1 has no value"),
    "number": (3.0, "give {parameter"),
}


@pytest.mark.parametrize("what", BAD)
def test_bad_tables_are_refused(what: str) -> None:
    table, said = BAD[what]
    with pytest.raises(ModelError, match=said.replace("(", r"\(").replace("{", r"\{")):
        jd.ensemble(pendulum(), table, 0.1)


def test_bad_settings_are_refused() -> None:
    table = {"bob.mass": [1.0]}
    with pytest.raises(ModelError, match="'threads', 'processes'"):
        jd.ensemble(pendulum(), table, 0.1, where="cloud")
    with pytest.raises(ModelError, match=r"jourdain\[cluster\]"):
        jd.ensemble(pendulum(), table, 0.1, where="dask")
    with pytest.raises(ModelError, match="workers"):
        jd.ensemble(pendulum(), table, 0.1, workers=0)
    with pytest.raises(ModelError, match="no curve 'psi'"):
        jd.ensemble(pendulum(), table, 0.1, outputs=["max(psi)"])
    with pytest.raises(ModelError, match="cannot travel"):
        jd.ensemble(pendulum(lambda t, x, v: -x), table, 0.1, where="processes")

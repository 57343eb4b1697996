"""Methods and treatments through singular positions, and from them, against exact motions: pairs of the whole product.

The product itself is run by benchmarks/singular_positions.py.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import Any

import numpy as np
import pytest

import jourdain as jd
from integrators.checks import SETTINGS, TREATMENTS
from jourdain.integrators import OdeIntegrator
from jourdain.run import estimate
from jourdain.system.system import evaluate
from machines.folding import FOLDING, outcome
from machines.spatial_loops import heavy_bennett
from pairs import pairwise

ROUNDING = 2e-9  # of the model's length
EXPLICIT: dict[str, Any] = {
    one.name: one for one in (jd.RK4(step=1e-3), jd.ABM4(step=1e-3), jd.DOPRI5(tol=1e-7), jd.DOP853(tol=1e-7))
}
PAIRS = pairwise(
    {"method": list(EXPLICIT), "treatment": list(TREATMENTS), "machine": list(FOLDING), "at_flat": [False, True]}
)
SOLVERS = pairwise(
    {
        "method": [
            n for n, one in SETTINGS.items() if not isinstance(one, OdeIntegrator) and ("," not in n or "index" in n)
        ],
        "machine": list(FOLDING),
        "at_flat": [False, True],
    }
)


@cache
def system(machine: str, at_flat: bool) -> Any:
    return jd.compile(FOLDING[machine].model(at_flat))


def run(machine: str, at_flat: bool, method: Any, within: float = 1e-4) -> None:
    """Right at every output, with a claim that is not below a third of the error, and passages named."""
    found = outcome(FOLDING[machine], at_flat, method, system(machine, at_flat))
    assert not found.stop
    assert found.error < max(3.0 * found.claim, ROUNDING)
    assert found.error < within
    assert found.unnamed == 0


@pytest.mark.parametrize("case", PAIRS, ids=lambda case: ", ".join(map(str, case.values())))
def test_treatments(case: dict[str, Any]) -> None:
    method = replace(EXPLICIT[case["method"]], constraints=TREATMENTS[case["treatment"]])
    run(case["machine"], case["at_flat"], method, 1.0 if case["treatment"] == "controlled-baumgarte" else 1e-4)


@pytest.mark.parametrize("case", SOLVERS, ids=lambda case: ", ".join(map(str, case.values())))
def test_methods_with_constraints_of_their_own(case: dict[str, Any]) -> None:
    method = SETTINGS[case["method"]]
    method = replace(method, step=1e-3) if method.fixed else replace(method, tol=1e-7)
    run(case["machine"], case["at_flat"], method, 0.1 if method.fixed else 1e-4)


@pytest.mark.parametrize(
    ("machine", "method"),
    [("slider-crank", jd.DOPRI5(tol=1e-9)), ("slider-crank", jd.SDIRK4(tol=1e-9)), ("parallelogram", jd.BDF(tol=1e-9))],
    ids=lambda value: getattr(value, "name", value),
)
def test_starts_at_singular_positions_follow_tol(machine: str, method: Any) -> None:
    """Accelerations are those of the branch: with those of least norm errors were 4e-9, 2e-8, and a stop."""
    found = outcome(FOLDING[machine], True, method, system(machine, True), trust="fast")
    assert not found.stop and found.error < 2.0 * method.tol


@pytest.mark.parametrize("output", [1, 7])
@pytest.mark.parametrize(
    "method", [jd.DOP853(tol=1e-6), jd.RK4(step=3e-3), jd.GeneralizedAlpha(step=1e-3)], ids=lambda m: m.name
)
def test_passages_between_few_outputs(method: Any, output: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """They are named at their times, and the outputs are those that were asked for, by the same steps."""
    folding = FOLDING["paper's four-bar"]

    def run() -> jd.Result:
        options: Any = {"integrator": method, "output": output, "trust": "fast"}
        return jd.simulate(system("paper's four-bar", False), folding.t_end, **options)

    found, times = run(), folding.flat_times()
    assert len(found.t) == len(found.q) == output + 1
    assert len(found.trust.passages) == len(times)
    assert np.abs(np.array(found.trust.passages) - times).max() < 1e-3
    monkeypatch.setattr("jourdain.analyses.simulate.times_between", lambda *_: np.zeros(0))
    plain = run()
    assert plain.stats.steps == found.stats.steps
    assert np.abs(plain.q - found.q).max() < 1e-8


@pytest.mark.parametrize("treatment", ["projection", "direct"])
def test_pivots_of_redundant_rows_that_change_places(treatment: str) -> None:
    """In Bennett's linkage at 0.829 s; off the manifold, by differences, slopes were wrong there by any amount."""
    bennett = jd.compile(heavy_bennett())
    reference = jd.simulate(bennett, 1.0, integrator=jd.DOP853(tol=1e-10), output=20, trust="fast")
    result = jd.simulate(bennett, 1.0, integrator=jd.SDIRK4(tol=1e-6, constraints=treatment), output=20, trust="fast")
    assert np.abs(result.q - reference.q).max() < 1e-6
    assert not result.trust.passages


def test_strong_dissipation_through_a_passage() -> None:
    """Velocities of index 3 are positions over h, which a passage leaves open by the root of rounding: no error of a step."""
    run("parallelogram", False, jd.GeneralizedAlpha(tol=1e-7, rho=0.0))


@pytest.mark.parametrize(
    ("machine", "method"),
    [
        ("slider-crank", jd.DOPRI5(tol=1e-7)),
        ("slider-crank", jd.DOP853(tol=1e-7)),
        ("slider-crank", jd.SDIRK4(step=1e-3)),
        ("slider-crank", jd.CentralDifference(step=1e-3)),
        *((machine, jd.Adams(tol=1e-7)) for machine in FOLDING),
    ],
    ids=lambda value: getattr(value, "name", value),
)
def test_rows_that_are_deleted_and_come_back(machine: str, method: Any) -> None:
    """Slopes jump there, which no smaller step betters: runs go on, with a claim by projection.

    A finer run takes the same wrong branch: it must not be the companion.
    """
    run(machine, True, replace(method, constraints="controlled-baumgarte"), within=np.inf)


def test_rows_that_are_deleted_where_no_passage_is_named() -> None:
    """The companion is by projection all the same."""
    method = jd.DOPRI5(tol=1e-6, constraints="controlled-baumgarte")
    result = jd.simulate(system("slider-crank", True), 2.0, integrator=method, trust="fast")
    object.__setattr__(result, "trust", replace(result.trust, passages=()))
    (companion,) = estimate._companions(method, result, result.t)
    assert result.stats.singular and companion.name.endswith("by projection")


def test_stops_near_singular_positions_say_so() -> None:
    method = jd.Adams(tol=1e-11, constraints="baumgarte")
    stop = outcome(FOLDING["two four-bars"], True, method, system("two four-bars", True), trust="fast").stop
    assert "near a singular position, where rows of A0, A1, A2, B0, B1 and 2 more depend on each other" in stop
    assert "Try: the treatment 'projection'" in stop


@pytest.mark.parametrize("method", [jd.Adams(tol=1e-7), jd.Block(tol=1e-7)], ids=lambda m: m.name)
def test_work_inside_of_steps(method: Any) -> None:
    """Explicit steps near a passage have outputs inside: work is interpolated as well as positions are."""
    result = jd.simulate(system("paper's four-bar", False), 2.0, integrator=method, output=333, trust="fast")
    assert np.abs(result.energy.error.values).max() < 1e-5  # J of 572; along a line 2e-3 .. 5e-3


@pytest.mark.parametrize("machine", FOLDING)
def test_exact_motion_satisfies_the_joints(machine: str) -> None:
    """The reference keeps all joints together, at any angle."""
    folding = FOLDING[machine]
    drawn = jd.compile(folding.model())
    for angle in np.linspace(0.1, 6.0, 7):
        states = folding.states(angle)
        q = np.column_stack([states[:, :2], np.arctan2(states[:, 3], states[:, 2])]).ravel()
        s = drawn.context()
        evaluate(drawn.kind, s, 0.0, q, np.zeros(drawn.kind.v))
        assert np.abs(s.g).max() < 1e-12

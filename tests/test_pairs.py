"""Features in pairs: each was right alone while two of them together were wrong (an extra state beside an event).

With every method the features are combined so that any two of them meet. What a run must be is said by the same model with
DOP853 at a tight tolerance; the linear model is held against differences of accelerations.
"""

from __future__ import annotations

from functools import cache
from itertools import combinations, product
from typing import Any

import numpy as np
import pytest

import jourdain as jd
from differences import differences
from machines.features import FEATURES, machine
from pairs import Case, named, pairwise

END = 0.6  # s
# how large errors may be, each against the largest value of its kind (20 tol, as everywhere), and how much energy [J] may not
# balance: the work of drives, dampers and laws is added up with fewer digits than the motion has, most of all by BDF
METHODS: dict[str, tuple[Any, float, float]] = {
    "GeneralizedAlpha": (jd.GeneralizedAlpha(tol=1e-6), 2e-5, 1e-4),
    "Block": (jd.Block(tol=1e-8), 2e-7, 1e-6),
    "BDF": (jd.BDF(tol=1e-8), 2e-7, 2e-4),
    "DOP853": (jd.DOP853(tol=1e-9), 2e-8, 1e-8),
    "Galerkin": (jd.Galerkin(tol=1e-8), 2e-7, 1e-6),
    "SDIRK4": (jd.SDIRK4(tol=1e-8), 2e-7, 2e-5),
}
SWITCHES: dict[str, list[Any]] = {name: [True, False] for name in ("planar", "natural", *FEATURES)}


def cannot_be(case: Case) -> bool:
    """Galerkin refuses motions without momentum, except in space in natural coordinates."""
    refused = case.get("planar") is True or case.get("natural") is False
    return case.get("method") == "Galerkin" and bool(case.get("massless body")) and refused


def cases(method: str) -> list[Case]:
    """Any two features with this method."""
    return [{"method": method} | case for case in pairwise(SWITCHES, lambda case: cannot_be({"method": method} | case))]


def features_of(case: Case) -> tuple[str, ...]:
    return tuple(name for name in FEATURES if case[name])


@cache
def exact(features: tuple[str, ...], planar: bool) -> jd.Result:
    return jd.simulate(machine(features, planar), END, integrator=jd.DOP853(tol=1e-12), output=12, trust="fast")


@pytest.mark.parametrize("case", [case for method in METHODS for case in cases(method)], ids=named)
def test_runs(case: Case) -> None:
    """Motion, states, events and energy; rows stay closed."""
    method, bound, balance = METHODS[case["method"]]
    if case["natural"]:
        method = jd.integrators.integrator_from_plain(method.plain() | {"coordinates": "natural"})
    features = features_of(case)
    expected = exact(features, case["planar"])
    found = jd.simulate(machine(features, case["planar"]), END, integrator=method, output=12, trust="fast")
    assert [event.name for event in found.events] == [event.name for event in expected.events]
    assert ("text event" in features) == any(event.name == "harder" for event in found.events)
    assert ("impact" in features) == any(event.name == "buffer" for event in found.events)
    np.testing.assert_allclose([e.t for e in found.events], [e.t for e in expected.events], rtol=0, atol=bound)
    for part in ("q", "v"):
        one, other = getattr(found, part), getattr(expected, part)
        assert np.abs(one - other).max() < bound * np.abs(other).max(), part
    if "state" in features:
        assert np.abs(found.state("e") - expected.state("e")).max() < bound
    assert found.redundant == expected.redundant == (2 if case["planar"] else 5) * ("redundant row" in features)
    gap, lost = float(found.gap.max()), float(np.abs(found.energy.error).max())
    assert gap < 1e-9, gap
    assert lost < balance, lost


@pytest.mark.parametrize(
    "case", pairwise({name: levels for name, levels in SWITCHES.items() if name != "natural"}), ids=named
)
def test_linear(case: Case) -> None:
    """The state matrix against differences of accelerations; events change nothing of it."""
    features = features_of(case)
    found = jd.linear(machine(features, case["planar"]), t=0.1)
    expected = differences(found)
    assert np.abs(found.A - expected).max() < 1e-8 * np.abs(expected).max()
    calm = [name for name in features if name not in ("text event", "impact")]
    np.testing.assert_allclose(jd.linear(machine(calm, case["planar"]), t=0.1).A, found.A, rtol=1e-12, atol=1e-12)


@pytest.mark.parametrize("method", METHODS)
def test_every_pair_is_there(method: str) -> None:
    """Counted apart from the function that makes the cases."""
    made = cases(method)
    for (a, b), levels in product(combinations(SWITCHES, 2), product([True, False], repeat=2)):
        wanted = dict(zip((a, b), levels, strict=True))
        if not cannot_be({"method": method} | wanted):
            assert any(wanted.items() <= case.items() for case in made), wanted
    assert len(made) < 12

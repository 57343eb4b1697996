"""Orders of all schemes and substeps of subcycling on machines with joints in space."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import pytest

import jourdain as jd
from integrators.subcycled import bead, run, two_mounts
from jourdain.integrators.subcycling.growth import SCHEMES, SUBSTEPS, Oscillations


@cache
def exact_bead(driven: bool) -> jd.Result:
    return jd.simulate(bead(driven), 0.4, integrator=jd.DOP853(tol=1e-11), output=5, trust="fast")


def observed_orders(driven: bool, steps: tuple[float, ...], **options: Any) -> tuple[np.ndarray, float]:
    """By the largest error of all positions at all outputs; and the last of these errors."""
    errors = []
    for step in steps:
        found = run(bead(driven), 0.4, step=step, ratio=5, fast="bead", **options)
        errors.append(np.abs(found.q - exact_bead(driven).q).max())
        assert found.gap.max() < 1e-12
    return np.log2(np.array(errors[:-1]) / errors[1:]), float(errors[-1])


@pytest.mark.parametrize("driven", [False, True], ids=["free", "driven"])
@pytest.mark.parametrize(
    "options", [{}, {"constraints": "projection"}, *({"substeps": s} for s in SUBSTEPS[1:])], ids=lambda o: str(o)
)
def test_order_with_joints(driven: bool, options: dict[str, Any]) -> None:
    """As declared. Reactions of the joints depend on the fast part; they are closed at common updates, which outputs are."""
    orders, last = observed_orders(driven, (4e-4, 2e-4, 1e-4), **options)
    declared = jd.Subcycling(ratio=5, fast="bead", **options).order
    assert declared == (4 if options.get("substeps") == "rk4" else 2)
    np.testing.assert_allclose(orders, declared, atol=0.1)
    assert last < (2e-10 if declared == 4 else 4e-6)


@pytest.mark.parametrize("scheme", SCHEMES[1:])
def test_order_of_paths_with_joints(scheme: str) -> None:
    orders, last = observed_orders(True, (4e-4, 2e-4), scheme=scheme, allow_unstable=True)
    np.testing.assert_allclose(orders, 2.0, atol=0.1)
    assert last < 1e-3


@pytest.mark.parametrize("scheme", SCHEMES[2:])
def test_order_of_paths_in_free_motion(scheme: str) -> None:
    """At coarse steps errors of both sides of the printed scheme oppose each other: it seems to be of order 1.6 there."""
    orders, last = observed_orders(False, (5e-5, 2.5e-5), scheme=scheme, allow_unstable=True)
    np.testing.assert_allclose(orders, 2.0, atol=0.1)
    assert last < 1e-5


def test_schemes_agree_to_second_order() -> None:
    """Where both are stable: printed against slow momentum."""
    apart = []
    for step in (4e-4, 2e-4):
        both = [run(bead(True), 0.4, step=step, ratio=5, fast="bead", scheme=s).q for s in ("printed", SCHEMES[0])]
        apart.append(np.abs(both[0] - both[1]).max())
    assert np.log2(apart[0] / apart[1]) == pytest.approx(2.0, abs=0.1)


def test_substeps_past_the_explicit_limit() -> None:
    """Implicit ones go on with steps at which explicit ones are refused, and one factor serves for all of them."""
    for substeps in ("newmark", "generalized-alpha"):
        found = run(bead(False), 0.4, step=4e-3, ratio=2, fast="bead", substeps=substeps)
        assert np.abs(found.q - exact_bead(False).q).max() < 2e-4
        assert found.stats.factorizations <= 3
    with pytest.raises(jd.ModelError, match=r"above the limit of the coupled machine.*substeps='newmark'"):
        run(bead(False), 0.4, step=4e-3, ratio=2, fast="bead")


def test_the_multirate_method_is_its_map() -> None:
    """What is said of it before a run is what it does: its long step on blocks in a row, and where that grows."""
    # springs that act in long steps, and the one that does in substeps
    springs = np.array([[5200.0, -5000.0, 0.0], [-5000.0, 5000.0, 0.0], [0.0, 0.0, 0.0]])
    stiff = 5e4 * np.array([[0.0, 0.0, 0.0], [0.0, 1.0, -1.0], [0.0, -1.0, 1.0]])
    row = Oscillations(np.diag([5.0, 0.5, 0.05]), springs + stiff, springs, np.array([False, False, True]))
    options: dict[str, Any] = dict(step=1e-3, fast="block2", substeps="rk4")
    for ratio in (2, 8):  # of five intervals each has one or two substeps
        found = run(two_mounts(), 0.048, n=48 // ratio, ratio=ratio, **options, allow_unstable=True)
        assert found.stats.steps == 48 // ratio  # looks for singular positions cut no long step
        at = [found[f"block{i}"].position.values[:, 0] - (0.9 * (i + 1) - 1.0) for i in range(3)]
        step, state = row.long_step("slow-momentum", 1e-3, ratio, "rk4"), np.r_[[x[0] for x in at], np.zeros(3)]
        for k in range(len(found.t)):
            np.testing.assert_allclose([x[k] for x in at], state[:3], atol=1e-13)
            state = step @ state
        assert row.growth("slow-momentum", 1e-3, ratio, "rk4") == 0.0
    with pytest.raises(jd.ModelError, match=r"'slow-momentum' with ratio 40 grows by 0.009\d* in a long step"):
        run(two_mounts(), 0.048, **options | {"step": 2e-4, "ratio": 40})


def test_a_ratio_for_each_body() -> None:
    """A group between has steps of its own; of second order, and as good as if it were as fast as the fastest."""
    exact = jd.simulate(two_mounts(), 0.1, integrator=jd.DOP853(tol=1e-11), output=5, trust="fast")
    errors = {}
    for step in (1e-4, 5e-5):
        for ratio in ({"block2": 10, "block1": 2}, {"block2": 10, "block1": 10}):
            found = run(two_mounts(), 0.1, step=step, ratio=ratio)
            errors[step, ratio["block1"]] = np.abs(found.q - exact.q).max()
            assert found.integrator.fast == ("block2", "block1") and found.integrator.ratio == 10
            assert "closed by projection" in found.summary()
    assert np.log2(errors[1e-4, 2] / errors[5e-5, 2]) == pytest.approx(2.0, abs=0.1)
    assert errors[5e-5, 2] < 1.1 * errors[5e-5, 10] < 2e-3
    system = jd.compile(two_mounts())
    method = jd.Subcycling(step=1e-4, ratio={"block2": 10, "block1": 2})
    motion = method.memory(system, np.array([0.0, 1.0]), False, 1.0)
    laws = [len(motion.parts[name].laws) for name in ("fast side", "side 0")]
    assert laws == [1, 1] and not len(motion.parts["fast side"].rows)

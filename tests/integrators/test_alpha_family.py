"""The named members of the generalized-alpha family, in index 3, stabilised index 2, and with projection; stiff springs."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import jourdain as jd
from machines import problems
from machines.chains import slender_chain

MEMBERS: dict[str, tuple[Any, int]] = {
    "generalized-alpha": (lambda **o: jd.GeneralizedAlpha(**o), 2),
    "generalized-alpha, rho = 0": (lambda **o: jd.GeneralizedAlpha(rho=0.0, **o), 2),
    "index 2": (lambda **o: jd.GeneralizedAlpha(index=2, **o), 2),
    "index 2, rho = 1": (lambda **o: jd.GeneralizedAlpha(index=2, rho=1.0, **o), 2),
    "projected": (lambda **o: jd.GeneralizedAlpha(project=True, **o), 2),
    "HHT": (lambda **o: jd.HHT(**o), 2),
    "HHT, index 2": (lambda **o: jd.HHT(alpha=0.3, index=2, **o), 2),
    "Newmark": (lambda **o: jd.Newmark(**o), 1),
    "trapezoidal": (lambda **o: jd.Trapezoidal(**o), 2),
}


@pytest.mark.parametrize("machine", ["four-bar", "top"])
@pytest.mark.parametrize("name", MEMBERS)
def test_orders(name: str, machine: str) -> None:
    model, end = (
        (problems.planar_model(problems.n_four_bar(1)), 0.5) if machine == "four-bar" else (problems.heavy_top(), 0.1)
    )
    make, order = MEMBERS[name]
    exact = jd.simulate(model, end, integrator=jd.DOP853(tol=1e-12), output=2, trust="fast")
    errors = []
    for n in (200, 400, 800):
        found = jd.simulate(model, end, integrator=make(step=end / n), output=2, trust="fast")
        errors.append([np.abs(found.q - exact.q).max(), np.abs(found.v - exact.v).max()])
    slopes = np.log2(np.array(errors[-2]) / np.array(errors[-1]))
    assert slopes == pytest.approx(order, abs=0.15)
    assert make(step=0.1).order == order


@pytest.mark.parametrize("name", [name for name in MEMBERS if name != "Newmark"])
def test_error_control(name: str) -> None:
    model = problems.planar_model(problems.two_link_arm())
    exact = jd.simulate(model, 1.0, integrator=jd.DOP853(tol=1e-12), output=4, trust="fast")
    found = jd.simulate(model, 1.0, integrator=MEMBERS[name][0](tol=1e-5), output=4, trust="fast")
    assert np.abs(found.q - exact.q).max() < 2e-4


def test_levels_that_are_closed() -> None:
    """Index 3 leaves the rates open (and -eps W on the multipliers a trace of g); index 2 and projection leave nothing open."""
    model = problems.planar_model(problems.two_link_arm())
    raw = jd.simulate(model, 1.0, integrator=jd.GeneralizedAlpha(step=0.01), output=20, trust="fast")
    assert raw.gap.max() < 1e-9 and raw.rate_gap[1:].max() > 1e-5
    for name in ("index 2", "projected", "trapezoidal"):
        closed = jd.simulate(model, 1.0, integrator=MEMBERS[name][0](step=0.01), output=20, trust="fast")
        assert closed.gap.max() < 1e-12 and closed.rate_gap.max() < 1e-11


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: jd.GeneralizedAlpha(index=1), "2 .stabilised. or 3"),
        (lambda: jd.GeneralizedAlpha(rho=1.0), "index=2 takes 1 too"),
        (lambda: jd.HHT(alpha=0.5), "between 0"),
        (lambda: jd.HHT(alpha=0.0), "index=2 only"),
        (lambda: jd.Newmark(gamma=0.4), "gamma >= 1/2"),
        (lambda: jd.Newmark(beta=0.1, gamma=0.6), "beta >="),
        (lambda: jd.Newmark(step=None), "give step"),
        (lambda: jd.Trapezoidal(index=3), "index 3 is unstable"),
    ],
)
def test_refusals(make: Any, words: str) -> None:
    with pytest.raises(jd.ModelError, match=words):
        make()


# --------------------------------------------------------------------------- stiff


def spring_pendulum(omega: float) -> jd.Model:
    """A mass of 1 kg on a spring of frequency omega [1/s] and 1 m, stretched by 1 %: swings slowly, oscillates fast."""
    model = jd.Model("spring pendulum", planar=True, gravity=(0.0, -9.81))
    ball = model.body("ball", mass=1.0, inertia=1.0, at=(1.01, 0.0))
    ends = model.ground.marker("pin", at=(0.0, 0.0)), ball.marker("centre", at=(0.0, 0.0))
    model.spring("spring", *ends, stiffness=omega**2, rest=1.0)
    return model


@pytest.mark.parametrize(
    "method",
    [
        jd.Block(step=0.01, nodes="equidistant"),
        jd.Block(step=0.01),
        jd.Block(step=0.01, r=3),
        jd.Block(step=0.01, r=3, index=1),
        jd.Block(step=0.01, r=3, nodes="radau", k=2, index=1),
        jd.Block(step=0.01, r=2, nodes="radau", k=1),
    ],
    ids=str,
)
def test_fast_oscillations_are_lost_in_five_steps(method: jd.Block) -> None:
    """h omega = 100: L-stable methods do not see the oscillation, the trapezoidal rule keeps it for ever."""
    model = spring_pendulum(1e4)
    stretch = []
    for one in (method, jd.Trapezoidal(step=0.01)):
        found = jd.simulate(model, 0.1, integrator=one, output=10, trust="fast")
        stretch.append(np.abs(np.hypot(*found["ball"].position.values.T) - 1.0)[5:].max())
    assert stretch[0] < 1e-4 and stretch[1] > 5e-3


def test_rounding_adds_up_in_long_chains() -> None:
    """A kilometre of rods: what rounding leaves open in each joint is more at the end of the chain than in one joint."""
    chain, h = slender_chain(1000, length=1.0), 1e-4
    result = jd.simulate(chain, 20 * h, integrator=jd.GeneralizedAlpha(step=h), output=1, trust="fast")
    assert result.stats.halvings == 0
    assert result.stats.factorizations <= 5  # noise is not taken for poor convergence
    fall = 0.5 * 9.81 * result.t[-1] ** 2
    assert result["bar 900"].position.values[-1, 2] == pytest.approx(
        -fall, rel=1e-3
    )  # far from the wall nothing knows of it yet
    assert result.trust.drift < 1e-11

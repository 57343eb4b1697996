"""Subcycling: figures of its theory, growth of its schemes, and Lagrangians."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import Any

import numpy as np
import pytest
from scipy.integrate import solve_ivp

import jourdain as jd
from integrators.subcycled import bead, pair, rod, run, swinging
from jourdain.analyses.checkpoint import _memory
from jourdain.integrators.subcycling.growth import SCHEMES, Oscillations
from jourdain.kernels.lagrange_tasks import FORCES
from jourdain.lagrange.generate import generate, momenta
from jourdain.lagrange.halves import half
from jourdain.papers.pinned_beam import PinnedBeam

REACH, SPEED = 64.0 * 5.0 / (1000.0 - 64.0 * 5.0), 8.0  # of the free rod: where its block stays [m], rad/s


@cache
def exact_rod() -> Any:
    def slope(_: float, y: np.ndarray) -> list[float]:
        s = y[1] + 1.0
        return [y[2], y[3], (100.0 - 10.0 * s * y[3] * y[2]) / (8.0 / 3.0 + 5.0 * s * s), -200.0 * y[1] + s * y[2] ** 2]

    found = solve_ivp(slope, (0.0, 2.0), np.zeros(4), method="DOP853", rtol=1e-12, atol=1e-13, dense_output=True)
    np.testing.assert_allclose(found.y[[0, 2, 1], -1], [13.711532, 9.743986, 0.889911], atol=1e-6)
    return found.sol


def rod_errors(ratio: int, step: float = 1e-3, scheme: str = "slow-momentum") -> np.ndarray:
    """Of theta and x, the largest over the run against the largest value."""
    found = run(rod(), 2.0, 100, step=step, ratio=ratio, fast="x", scheme=scheme)
    exact = exact_rod()(found.t).T[:, :2]
    return np.abs(found.q - exact).max(axis=0) / np.abs(exact).max(axis=0)


@pytest.mark.parametrize(("ratio", "theta", "x"), [(5, 5e-6, 5e-5), (10, 2e-5, 3e-4)])
def test_rod_with_spring_and_block(ratio: int, theta: float, x: float) -> None:
    """The printed scheme within the bounds of its theory, and slow momentum closer than that."""
    printed, default = (rod_errors(ratio, scheme=scheme) for scheme in ("printed", "slow-momentum"))
    assert (printed < (theta, x)).all() and (printed > np.array([theta, x]) / 10.0).all()
    assert (default < 0.5 * printed).all()


def test_energy_of_the_free_rod() -> None:
    """Over 200 s the energy of slow momentum does not drift; the printed scheme has its error times 3.7."""
    grown = []
    for scheme in ("slow-momentum", "printed"):
        found = run(rod(0.0, REACH + 0.1, SPEED), 200.0, 5000, step=1e-3, ratio=20, fast="x", scheme=scheme)
        (_, x), (w, v) = found.q.T, found.v.T
        energy = 0.5 * (8.0 / 3.0 + 5.0 * (x + 1.0) ** 2) * w**2 + 2.5 * v**2 + 500.0 * x**2
        error = np.abs(energy - energy[0])
        grown.append(error[-250:].max() / error[:250].max())
    assert grown[0] < 1.05 and grown[1] == pytest.approx(3.7, abs=0.4)


@pytest.mark.parametrize("scheme", SCHEMES)
def test_order_on_the_rod(scheme: str) -> None:
    errors = np.array([rod_errors(5, step, scheme).max() for step in (2e-3, 1e-3, 5e-4)])
    np.testing.assert_allclose(np.log2(errors[:-1] / errors[1:]), 2.0, atol=0.1)


@pytest.mark.parametrize("mu", [0.05, 0.5, 0.95])
@pytest.mark.parametrize("m", [2, 5, 10])
def test_predicted_growth(mu: float, m: int) -> None:
    """Within 5 % while w H/(1 - mu)^(1/2) <= 0.1; two figures are known."""
    turned = 0.1 * (1.0 - mu) ** 0.5 * 0.9
    M = np.array([[1.0, mu**0.5], [mu**0.5, 1.0]])
    both = Oscillations(M, np.diag([0.0, 1.0]), np.zeros((2, 2)), np.array([False, True]))
    predicted = (1.0 - 1.0 / m) * mu / (1.0 - mu) * turned**2 / 4.0
    assert both.growth("printed", turned / m, m) == pytest.approx(predicted, rel=0.05)
    assert all(both.growth(scheme, turned / m, m) == 0.0 for scheme in ("slow-momentum", "mass-orthogonal"))
    if (mu, m) in ((0.5, 5), (0.95, 10)):
        known = {0.5: (0.05, 5.0e-4), 0.95: (0.02, 1.71e-3)}[mu]
        assert both.growth("printed", known[0] / m, m) == pytest.approx(known[1], rel=0.05)


@pytest.mark.parametrize(("mu", "m", "turned"), [(0.05, 2, 0.1), (0.5, 5, 0.05), (0.95, 10, 0.02)])
def test_growth_by_inertia_coupling(mu: float, m: int, turned: float) -> None:
    """The printed scheme grows by (1 - 1/m) r (w H)^2/4 in a long step, r = mu/(1 - mu); the cures keep |rho| = 1."""
    M, K = np.array([[1.0, mu**0.5], [mu**0.5, 1.0]]), np.diag([0.0, 1.0])
    both = Oscillations(M, K, np.zeros((2, 2)), np.array([False, True]))  # nothing acts on the slow row
    radius = {s: np.abs(np.linalg.eigvals(both.long_step(s, turned / m, m))) for s in SCHEMES}
    predicted = (1.0 - 1.0 / m) * mu / (1.0 - mu) * turned**2 / 4.0
    assert radius["printed"].max() - 1.0 == pytest.approx(predicted, rel=0.05)
    for scheme in ("slow-momentum", "mass-orthogonal"):
        oscillating = np.abs(np.linalg.eigvals(both.long_step(scheme, turned / m, m)).imag) > 1e-6
        assert oscillating.sum() == 2 and np.abs(radius[scheme][oscillating] - 1.0).max() <= 1e-10
    for scheme in SCHEMES:  # and the compiled method is this map
        found = run(pair(mu), 50 * turned, 50, step=turned / m, ratio=m, fast="b", scheme=scheme, allow_unstable=True)
        state = np.array([0.3, 1.0, 0.0, 0.0])
        for k in range(50):
            state = both.long_step(scheme, turned / m, m) @ state
            np.testing.assert_allclose([*found.q[k + 1], *found.v[k + 1]], state, atol=1e-11)


def test_kicks_shake_what_they_bend() -> None:
    """A slow force bends a fast coordinate: at common updates by (w H)^2/12 less, where it reads the state, and not just t."""
    lagrangian = "a_rate**2/2 + p*a_rate*b_rate + b_rate**2/2 - 50*b**2"
    for force, shaken in (("cos(1e-4*a)", True), ("1 + 0*t", False)):
        forces = {"a": force, "b": "-8*b_rate"}  # the second lets the vibration die
        m = jd.lagrangian("bent", lagrangian, "a b", start=[0.0, -0.007], forces=forces, parameters={"p": 0.7})
        for long in (0.02, 0.04):
            end = run(m, 4.0, 100, step=long / 20, ratio=20, fast="b").q[-1, 1]
            less = 100.0 / (1.0 - 0.7**2) * long**2 / 12.0 if shaken else 0.0
            assert 1.0 - end / -0.007 == pytest.approx(less, rel=0.02, abs=1e-6)


@pytest.mark.parametrize("ratio", [5, 10])
def test_torque_on_shapes_that_are_coupled(ratio: int) -> None:
    """Clamped shapes take 97 % of the inertia of the turn: a torque on it, as kicks, lost a percent of the momentum."""
    beam = PinnedBeam(shapes="clamped")
    found = run(beam.model(), 20.0, 50, step=2e-3, ratio=ratio, fast=beam.names)
    impulse = 160.0 * (found.t - 15.0 / (2 * np.pi) * np.sin(2 * np.pi * found.t / 15.0))
    momentum = momenta(beam.model(), found.t, found.q, found.v)[:, 0]
    assert np.abs(momentum - impulse)[found.t < 15.0].max() < 1e-7 * momentum.max()
    assert found.q[-1, 0] == pytest.approx(75.006137, abs=1e-3)
    assert found.stats.evaluations <= 20.0 / (2e-3 * ratio) + 2  # of slow forces: once in a long step


def test_ratio_one_is_the_central_difference() -> None:
    plain = jd.CentralDifference(step=2e-4, constraints="partitioning")
    for model, fast in ((rod(), "x"), (bead(False), "bead"), (swinging(), "rod.shapes")):
        known = jd.simulate(model, 0.02, integrator=plain, output=5, trust="fast")
        for scheme in SCHEMES:
            found = run(model, 0.02, step=2e-4, ratio=1, fast=fast, scheme=scheme)
            np.testing.assert_allclose(found.q, known.q, atol=1e-13)


def test_block_jacobi_finds_the_same() -> None:
    """In more evaluations; where it hardly contracts it is refused, with its rate."""
    options: dict[str, Any] = dict(step=2e-3, ratio=5, fast="b", scheme="printed", allow_unstable=True)
    full, jacobi = (run(pair(0.5), 0.5, **options, iteration=one) for one in ("full", "block-jacobi"))
    np.testing.assert_allclose(jacobi.q, full.q, atol=1e-8)
    assert jacobi.stats.evaluations > 2 * full.stats.evaluations
    with pytest.raises(jd.ModelError, match=r"block-jacobi does not contract well enough: a pass leaves 0\.994987"):
        run(pair(0.99), 0.5, **options, iteration="block-jacobi")


ORBIT = "(r_rate**2 + r**2*th_rate**2)/2 + 0.1*((r_rate + u_rate)**2 + (r + u)**2*th_rate**2) - 1000*u**2 + 1/r"
TIED = "(x_rate**2 + y_rate**2)/2 + 0.1*((x_rate + u_rate)**2 + y_rate**2) - 1000*u**2 - 11.772*y"
LAGRANGIANS: dict[str, tuple[str, str, dict[str, Any]]] = {
    # slow forces that read slow and fast coordinates and their rates, and one of time
    "orbit": (ORBIT, "r th u", dict(
        start=[1.0, 0.0, 0.01], velocity=[0.1, 1.1, 0.0],
        dissipation="0.05*r_rate**2", forces={"th": "0.1*sin(3*t) - 0.02*th_rate"},
    )),
    "tied": (TIED, "x y u", dict(start=[1.0, 0.0, 0.01], constraints=["x**2 + y**2 - 1"], forces={"x": "sin(5*t)"})),
}  # fmt: skip


def in_halves(name: str) -> jd.Model:
    text, coordinates, others = LAGRANGIANS[name]
    return jd.lagrangian(name, text, coordinates, **others)


@pytest.mark.parametrize("name", LAGRANGIANS)
def test_order_on_lagrangians(name: str) -> None:
    """By halves of their equations; with rows common updates ask the whole."""
    m = in_halves(name)
    exact, errors = jd.simulate(m, 1.0, integrator=jd.DOP853(tol=1e-11), output=5, trust="fast"), []
    for step in (4e-4, 2e-4):
        found = run(m, 1.0, step=step, ratio=5, fast="u")
        errors.append(np.abs(found.q - exact.q).max())
    assert np.log2(errors[0] / errors[1]) == pytest.approx(2.0, abs=0.1) and errors[1] < 2e-5
    assert found.stats.fast_evaluations > 5000 >= 0.7 * found.stats.evaluations
    np.testing.assert_allclose(found.work[-1], exact.work[-1], atol=1e-4)


def test_halves_of_a_lagrangian() -> None:
    """Together they are the whole, and the fast half reads of the slow rows the time alone."""
    m = in_halves("orbit")
    whole, random = generate(m), np.random.default_rng(1)
    memory = whole.work(0.7, random.uniform(0.5, 1.5, 3), random.uniform(-1.0, 1.0, 3))
    fast = np.array([False, False, True])
    total = whole.ask(FORCES, memory)[:3].copy()
    parts = [
        replace(whole, address=half(m, fast, which)[0]).ask(FORCES, memory)[:3].copy() for which in ("fast", "slow")
    ]
    np.testing.assert_allclose(parts[0] + parts[1], total, rtol=1e-13)
    q, v = memory[1:4], memory[4:7]  # th: p = (r^2 + 0.2 (r + u)^2) th'
    rate = (2 * q[0] * v[0] + 0.4 * (q[0] + q[2]) * (v[0] + v[2])) * v[1]
    assert parts[0][1] == pytest.approx(0.1 * np.sin(2.1) - rate) and parts[1][1] == pytest.approx(-0.02 * v[1])
    assert parts[1][2] == 0.0 and [half(m, fast, which)[1] for which in ("fast", "slow")] == [True, True]


def test_checkpoints_hold_no_addresses() -> None:
    """Code of the halves of a Lagrangian lies elsewhere in another process: what a checkpoint keeps of sides is their work."""
    motion = jd.Subcycling(step=1e-3, ratio=5, fast="u").memory(
        jd.compile(in_halves("orbit")), np.array([0.0, 1.0]), False, 1.0
    )
    kept = _memory(motion, "motion")
    assert "motion/fast side/mass" in kept and not any(name.endswith("/generated") for name in kept)

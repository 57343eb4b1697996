"""Subcycling: figures of its theory, orders, what substeps evaluate, and what is refused."""

from __future__ import annotations

import json
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import jsonschema
import numpy as np
import pytest
from scipy.integrate import solve_ivp

import jourdain as jd
from jourdain.analyses.checkpoint import _memory
from jourdain.integrators import integrator_from_plain
from jourdain.integrators.subcycling.growth import SCHEMES, SUBSTEPS, Oscillations
from jourdain.io.model_files.format import json_schema
from jourdain.io.model_files.yaml import read_document
from jourdain.io.model_files.yaml_text import parse
from jourdain.kernels.lagrange_tasks import FORCES
from jourdain.lagrange.generate import generate, momenta
from jourdain.lagrange.halves import half
from jourdain.papers.pinned_beam import PinnedBeam

REACH, SPEED = 64.0 * 5.0 / (1000.0 - 64.0 * 5.0), 8.0  # of the free rod: where its block stays [m], rad/s


@cache
def rod(torque: float = 100.0, x: float = 0.0, speed: float = 0.0) -> jd.Model:
    """A block on a turning rod, held by a spring: x is fast."""
    return jd.lagrangian(
        "rod, spring, block",
        "(ma*l**2/3 + mb*(x + u0)**2)*theta_rate**2/2 + mb*x_rate**2/2 - k*x**2/2",
        "theta x",
        start=[0.0, x],
        velocity=[speed, 0.0],
        forces={"theta": "T"},
        parameters={"ma": 2.0, "l": 2.0, "mb": 5.0, "k": 1000.0, "u0": 1.0, "T": torque},
    )


@cache
def pair(mu: float, w: float = 1.0) -> jd.Model:
    """Two coordinates that are coupled by inertia, mu = p^2/(J m) with J = m = 1; b is fast."""
    return jd.lagrangian(
        "pair",
        "a_rate**2/2 + p*a_rate*b_rate + b_rate**2/2 - w**2*b**2/2",
        "a b",
        start=[0.3, 1.0],
        parameters={"p": mu**0.5, "w": w},
    )


@cache
def bead(driven: bool) -> jd.Model:
    """An arm in space with a light body on a stiff mount at its tip; driven: by a crank, to which it is joined."""
    m = jd.Model("bead", gravity=(0, 0, -9.81))
    arm = m.body("arm", mass=4.0, inertia=(0.02, 0.4, 0.4), at=(0.5, 0, 0))
    light = m.body("bead", mass=0.2, inertia=(1e-3, 2e-3, 3e-3), at=(1.1, 0, 0.1))
    if driven:
        crank = m.body("crank", mass=2.0, inertia=(0.02, 0.2, 0.2), at=(-0.25, 0, 0))
        pin = m.joint("pin", "revolute", m.ground, crank, at=(-0.5, 0, 0), axis=(0, 0, 1))
        m.joint("elbow", "spherical", crank, arm, at=(0, 0, 0))
        m.drive("motor", pin.angle, "0.5*sin(3*t)")
    else:
        m.joint("pin", "revolute", m.ground, arm, at=(0, 0, 0), axis=(0.3, 1, 0.2))
    tip, end = arm.marker("tip", at=(0.5, 0, 0)), light.marker("end", at=(-0.1, 0, -0.1))
    m.bushing("mount", tip, end, stiffness=(2e4, 3e4, 2e4, 300, 300, 300), damping=(5, 5, 5, 0.05, 0.05, 0.05))
    return m


@cache
def swinging(gravity: float = -9.81) -> jd.Model:
    """A pinned steel rod of four shapes, coupled to its rotation by inertia."""
    steel = jd.material(E=2e11, nu=0.3, density=7850.0)
    mesh = jd.beam_mesh([(0, 0, 0), (1, 0, 0)], 8, section=jd.rectangle(0.01, 0.01))
    m = jd.Model("swinging rod", gravity=(0, gravity, 0))
    part = jd.reduce(mesh, material=steel, interfaces={"A": "start", "B": "end"}, kind="free", modes=4, name="rod")
    body = m.flexible("rod", part)
    m.joint("pin", "revolute", m.ground, body, at=(0, 0, 0), axis=(0, 0, 1))
    return m


@cache
def chain(n: int, soft: int) -> jd.Model:
    """Links in space on hinges, one of which bends by four shapes."""
    mesh = jd.beam_mesh([(0, 0, 0), (0.2, 0, 0)], 8, section=jd.rectangle(0.01, 0.01))
    steel = jd.material(E=2e11, nu=0.3, density=7850.0)
    part = jd.reduce(mesh, material=steel, interfaces={"A": "start", "B": "end"}, kind="free", modes=4, name="link")
    m = jd.Model("chain", gravity=(0, -9.81, 0))
    last: Any = m.ground
    for i in range(n):
        rigid = dict(mass=0.157, inertia=(2.6e-6, 5.2e-4, 5.2e-4), at=(0.2 * i + 0.1, 0, 0))
        link: Any = m.flexible("soft", part, at=(0.2 * i, 0, 0)) if i == soft else m.body(f"link{i}", **rigid)
        m.joint(f"hinge{i}", "revolute", last, link, at=(0.2 * i, 0, 0), axis=(0, 0, 1))
        last = link
    return m


def run(model: jd.Model, t_end: float, n: int = 5, **options: Any) -> jd.Result:
    return jd.simulate(model, t_end, integrator=jd.Subcycling(**dict(energy=None) | options), output=n, trust="fast")


# --------------------------------------------------------------------------- figures


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


# --------------------------------------------------------------------------- against other methods


def test_ratio_one_is_the_central_difference() -> None:
    plain = jd.CentralDifference(step=2e-4, constraints="partitioning")
    for model, fast in ((rod(), "x"), (bead(False), "bead"), (swinging(), "rod.shapes")):
        known = jd.simulate(model, 0.02, integrator=plain, output=5, trust="fast")
        for scheme in SCHEMES:
            found = run(model, 0.02, step=2e-4, ratio=1, fast=fast, scheme=scheme)
            np.testing.assert_allclose(found.q, known.q, atol=1e-13)


@pytest.mark.parametrize("scheme", SCHEMES)
def test_order_on_the_rod(scheme: str) -> None:
    errors = np.array([rod_errors(5, step, scheme).max() for step in (2e-3, 1e-3, 5e-4)])
    np.testing.assert_allclose(np.log2(errors[:-1] / errors[1:]), 2.0, atol=0.1)


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
    """Reactions of the joints depend on the fast part; they are closed at common updates, which outputs are."""
    orders, last = observed_orders(driven, (4e-4, 2e-4, 1e-4), **options)
    np.testing.assert_allclose(orders, 2.0, atol=0.1)
    assert last < 4e-6


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


def test_schemes_agree_to_second_order() -> None:
    """Where both are stable: printed against slow momentum."""
    apart = []
    for step in (4e-4, 2e-4):
        both = [run(bead(True), 0.4, step=step, ratio=5, fast="bead", scheme=s).q for s in ("printed", SCHEMES[0])]
        apart.append(np.abs(both[0] - both[1]).max())
    assert np.log2(apart[0] / apart[1]) == pytest.approx(2.0, abs=0.1)


def test_block_jacobi_finds_the_same() -> None:
    """In more evaluations; where it hardly contracts it is refused, with its rate."""
    options: dict[str, Any] = dict(step=2e-3, ratio=5, fast="b", scheme="printed", allow_unstable=True)
    full, jacobi = (run(pair(0.5), 0.5, **options, iteration=one) for one in ("full", "block-jacobi"))
    np.testing.assert_allclose(jacobi.q, full.q, atol=1e-8)
    assert jacobi.stats.evaluations > 2 * full.stats.evaluations
    with pytest.raises(jd.ModelError, match=r"block-jacobi does not contract well enough: a pass leaves 0\.994987"):
        run(pair(0.99), 0.5, **options, iteration="block-jacobi")


def test_substeps_past_the_explicit_limit() -> None:
    """Implicit ones go on with steps at which explicit ones are refused, and one factor serves for all of them."""
    for substeps in ("newmark", "generalized-alpha"):
        found = run(bead(False), 0.4, step=4e-3, ratio=2, fast="bead", substeps=substeps)
        assert np.abs(found.q - exact_bead(False).q).max() < 2e-4
        assert found.stats.factorizations <= 3
    with pytest.raises(jd.ModelError, match=r"above the limit of the coupled machine.*substeps='newmark'"):
        run(bead(False), 0.4, step=4e-3, ratio=2, fast="bead")


@cache
def two_mounts() -> jd.Model:
    """Three blocks in a row on springs, the last of them the fastest."""
    m = jd.Model("two mounts", planar=True)
    blocks = [m.body(f"block{i}", mass=mass, inertia=0.1, at=(i, 0)) for i, mass in enumerate((5.0, 0.5, 0.05))]
    for i, (block, k) in enumerate(zip(blocks, (200.0, 5e3, 5e4), strict=True)):
        m.joint(f"guide{i}", "prismatic", m.ground, block, at=(i, 0), axis=(1, 0))
        before = m.ground if i == 0 else blocks[i - 1]
        m.spring(
            f"spring{i}",
            before.marker(f"from{i}", at=(-1, 0) if i == 0 else (0, 0)),
            block.marker("to"),
            stiffness=k,
            rest=0.9,
        )
    return m


def test_runge_kutta_is_of_fourth_order_in_substeps() -> None:
    """While the long step stays."""
    options: dict[str, Any] = dict(fast="block2", substeps="rk4")
    exact = run(two_mounts(), 0.05, step=1e-3 / 64, ratio=64, **options)
    errors = [np.abs(run(two_mounts(), 0.05, step=1e-3 / m, ratio=m, **options).q - exact.q).max() for m in (2, 4, 8)]
    np.testing.assert_allclose(np.log2(np.array(errors[:-1]) / errors[1:]), 4.0, atol=0.2)


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


def test_checkpoints_hold_no_addresses() -> None:
    """Code of the halves of a Lagrangian lies elsewhere in another process: what a checkpoint keeps of sides is their work."""
    motion = jd.Subcycling(step=1e-3, ratio=5, fast="u").memory(
        jd.compile(in_halves("orbit")), np.array([0.0, 1.0]), False, 1.0
    )
    kept = _memory(motion, "motion")
    assert "motion/fast side/mass" in kept and not any(name.endswith("/generated") for name in kept)


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


# --------------------------------------------------------------------------- choosing and refusing


def test_what_is_chosen() -> None:
    found = jd.simulate(swinging(), 0.4, integrator=jd.Subcycling(step=4e-5), output=4, trust="fast")
    assert set(found.integrator.fast) <= {f"rod.shape {k}" for k in (2, 3, 4)} and found.integrator.ratio >= 10
    assert f"chosen: ratio {found.integrator.ratio}, fast: " in found.summary()
    found = run(bead(False), 0.01, step=2e-4, ratio=5)
    assert set(found.integrator.fast) <= {"bead", *(f"bead.{name}" for name in ("x", "y", "z", "rx", "ry", "rz"))}
    for step in (5e-3, 1e-3):
        assert run(rod(), 0.1, step=step, ratio=10).integrator.fast == ("x",)  # as in the paper
    slow = jd.simulate(rod(), 0.01, integrator=jd.Subcycling(step=1e-4), output=4, trust="fast")
    assert slow.integrator.ratio == 1 and "plain central differences" in slow.summary()
    turning = jd.simulate(rod(), 2.0, integrator=jd.Subcycling(step=1e-3), output=1, trust="fast")
    assert turning.integrator.ratio == 20  # nothing is lost by long steps, as its slow forces are of the time alone
    dear = run(
        bead(False), 2.0, n=1, step=1e-4, ratio="auto", fast="bead"
    )  # its pendulum is what is off, and more and more
    assert dear.integrator.ratio == 1 and "no ratio costs less at equal error" in dear.summary()


def test_growth_is_repaired_if_asked() -> None:
    options: dict[str, Any] = dict(step=0.01, ratio=5, fast="b", scheme="printed")
    with pytest.raises(jd.ModelError, match=r"grows by 0.0005 in a long step of 0.05 s.*scheme='slow-momentum'"):
        run(pair(0.5), 1.0, **options)
    found = run(pair(0.5), 1.0, **options, repair=True)
    assert found.integrator.scheme == "slow-momentum" and "repaired" in found.summary()
    assert np.abs(run(pair(0.5), 1.0, **options, allow_unstable=True).q).max() < 2.0


def test_outputs_and_events_end_a_long_step_early() -> None:
    m = jd.lagrangian("two", "a_rate**2/2 + b_rate**2/2 - 500*b**2 - b*a", "a b", start=[0.0, 0.1], velocity=[1.0, 0.0])
    m.event("there", m.coordinate("a"), 0.5, direction="rising", actions=jd.Stop())
    found = run(m, 1.0, 37, step=1e-3, ratio=10, fast="b")
    exact = jd.simulate(m, 1.0, integrator=jd.DOP853(tol=1e-11), output=37, trust="fast")
    assert found.t[-1] == pytest.approx(exact.t[-1], abs=2e-6)
    np.testing.assert_allclose(found.t[:-1], exact.t[:-1])
    assert np.abs(found.q - exact.q)[:-1].max() < 1e-3 and found.q[-1, 0] == pytest.approx(0.5, abs=1e-10)


def test_resonances_are_named() -> None:
    """A slow spring bends a fast coordinate by inertia: the kicks meet its oscillation in step."""
    lagrangian = "a_rate**2/2 + p*a_rate*b_rate + b_rate**2/2 - w**2*b**2/2 - 50*a**2"
    m = jd.lagrangian("pair", lagrangian, "a b", start=[0.3, 0.1], parameters={"p": 0.5, "w": 100.0})
    options: dict[str, Any] = dict(step=0.92 * 2 * np.pi / 115.6 / 40, ratio=40, fast="b")
    found = run(m, 1.0, **options, allow_unstable=True)
    assert "near a resonance: an oscillation of 115.6 rad/s turns by 0.92 turns in a long step" in found.summary()
    with pytest.raises(jd.ModelError, match=r"grows by .* \(resonance: w = 115\.6 rad/s turns by 0\.92 turns in it\)"):
        run(m, 1.0, **options)


def swinging_arm() -> tuple[jd.Model, Any]:
    """An arm on a hinge with a light body on a stiff mount at its tip, and the joint."""
    m = jd.Model("arm", gravity=(0, 0, -9.81))
    arm = m.body("arm", mass=4.0, inertia=(0.02, 0.4, 0.4), at=(0.5, 0, 0))
    pin = m.joint("pin", "revolute", m.ground, arm, at=(0, 0, 0), axis=(0, 1, 0))
    light = m.body("bead", mass=0.2, inertia=(1e-3, 2e-3, 3e-3), at=(1.0, 0, 0))
    tip, end = arm.marker("tip", at=(0.5, 0, 0)), light.marker("end")
    m.bushing("mount", tip, end, stiffness=(2e4, 3e4, 2e4, 300, 300, 300), damping=(5, 5, 5, 0.05, 0.05, 0.05))
    return m, pin


def _impact(m: jd.Model, pin: Any) -> None:
    m.event("stop", pin.angle, 1.2, actions=jd.Impact(0.5))


def _lock(m: jd.Model, pin: Any) -> None:
    m.event("lock", pin.angle, 0.8, actions=jd.Lock("pin"))


def _redundant(m: jd.Model, pin: Any) -> None:
    m.joint("second", "revolute", m.ground, m.bodies["arm"], at=(0, 0.2, 0), axis=(0, 1, 0))


def _state(m: jd.Model, pin: Any) -> None:
    m.state("z", "sin(t) - z")


@pytest.mark.parametrize("add", [_impact, _lock, _redundant, _state])
def test_beside_all_else(add: Any) -> None:
    """Impacts, joints that are locked, redundant rows, states: as by DOP853, at the same events."""
    m, pin = swinging_arm()
    add(m, pin)
    exact = jd.simulate(m, 0.8, integrator=jd.DOP853(tol=1e-10), output=4, trust="fast")
    found = run(m, 0.8, n=4, step=1e-4, ratio=10, fast="bead", energy=1e-3)
    assert len(found.events) == len(exact.events) and not found.changes  # type: ignore[attr-defined]
    assert np.abs(found.q - exact.q).max() < 1e-5 and np.abs(found.work - exact.work).max() < 1e-3 * max(
        1.0, np.abs(exact.work).max()
    )


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


OPTIONS = {
    "ratio: {bead: 10, arm: 2}": jd.Subcycling(step=25e-6, ratio={"bead": 10, "arm": 2}),
    "ratio: 5, fast: bead, scheme: printed, iteration: block-jacobi": jd.Subcycling(
        step=25e-6, ratio=5, fast="bead", scheme="printed", iteration="block-jacobi"
    ),
    "fast: [{beam: bar, shorter: 0.02}], substeps: newmark, constraints: projection, energy: 0.01": jd.Subcycling(
        step=25e-6, fast={"beam": "bar", "shorter": 0.02}, substeps="newmark", constraints="projection", energy=0.01
    ),
}


@pytest.mark.parametrize("options", OPTIONS)
def test_options_in_files(options: str, tmp_path: Path) -> None:
    text = f"name: m\nbodies: {{}}\nrun: {{t_end: 1, integrator: {{name: Subcycling, step: 25 us, {options}}}}}\n"
    (tmp_path / "model.yaml").write_text(text)
    jsonschema.validate(parse(text)[0], json_schema())
    found = read_document(tmp_path / "model.yaml").settings["run"]["integrator"]
    assert found == OPTIONS[options] and integrator_from_plain(json.loads(json.dumps(found.plain()))) == found


BAD: list[tuple[str, dict[str, Any], str]] = [
    ("ratio 0", dict(ratio=0), "ratio = 0; it is a whole number"),
    ("half a ratio", dict(ratio=2.5), "ratio = 2.5; it is a whole number"),
    ("a word for a ratio", dict(ratio="many"), "ratio = 'many'"),
    ("nothing fast", dict(ratio=5, fast=[]), "fast is empty"),
    ("numbers for names", dict(ratio=5, fast=[3]), "give names"),
    ("a number for names", dict(ratio=5, fast=3), "give names"),
    ("scheme", dict(scheme="slow-momentun"), "Did you mean 'slow-momentum'"),
    ("tol", dict(tol=1e-6), "has no error estimate"),
    ("substeps", dict(substeps="euler"), "substeps = 'euler'; there is none"),
    ("iteration", dict(iteration="block-jacobi"), "slow-momentum solves the whole"),
    ("no divisor", dict(ratio={"a": 10, "b": 3}), "take a divisor of it"),
    ("no ratios", dict(ratio={}), "ratio is empty"),
    ("half a ratio of a body", dict(ratio={"a": 2.5}), "ratio of 'a' = 2.5"),
    ("a limit without a beam", dict(fast={"shorter": 0.1}), "of elements give the beam and a limit"),
    ("no length", dict(fast={"beam": "a", "shorter": -1}), "fast: shorter"),
    ("a treatment", dict(constraints="baumgarte"), "They are 'auto' or 'partitioning' or 'projection'"),
    ("paths by projection", dict(scheme="printed", constraints="projection"), "has independent velocities"),
    ("paths in implicit substeps", dict(scheme="printed", substeps="newmark"), "goes with scheme='slow-momentum' only"),
    ("repaired and unstable", dict(repair=True, allow_unstable=True), "not both"),
]


@pytest.mark.parametrize(("options", "message"), [b[1:] for b in BAD], ids=[b[0] for b in BAD])
def test_bad_settings(options: dict[str, Any], message: str) -> None:
    with pytest.raises(jd.ModelError, match=message):
        jd.Subcycling(**options)


def knife() -> jd.Model:
    return jd.lagrangian(
        "skate",
        "(x_rate**2 + y_rate**2 + th_rate**2)/2",
        "x y th",
        start=[0.0, 0.0, 0.0],
        velocity_constraints=["y_rate - x_rate*th"],
    )


IMPOSSIBLE: list[tuple[str, Any, dict[str, Any], str]] = [
    ("a name that is not there", rod, dict(fast="xx"), "nothing that moves is called 'xx'.*'x'"),
    ("all of it fast", rod, dict(fast=["x", "theta"]), "nothing is left on the slow side"),
    ("too long a step", lambda: pair(0.5, 1000.0), dict(fast="b", step=2e-3), "above the limit of the coupled machine"),
    ("a joint holds it", two_mounts, dict(fast=["block1.y"], step=1e-4), r"prescribe fast velocities \('block1\.y'\)"),
    ("a velocity row holds it", knife, dict(fast="y"), "'y' is fast, but the velocity row"),
]


@pytest.mark.parametrize(("model", "options", "message"), [b[1:] for b in IMPOSSIBLE], ids=[b[0] for b in IMPOSSIBLE])
def test_machines_that_cannot_be_divided_so(model: Any, options: dict[str, Any], message: str) -> None:
    with pytest.raises(jd.ModelError, match=message):
        run(model(), 0.1, **{"step": 1e-3, "ratio": 5} | options)

"""Subcycling: figures of its theory, orders, what substeps evaluate, and what is refused."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import pytest
from scipy.integrate import solve_ivp

import jourdain as jd
from jourdain.integrators.subcycling.growth import SCHEMES, SUBSTEPS, Oscillations

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
    """A slow force bends a fast coordinate statically: at common updates that is less by (w H)^2/12."""
    lagrangian = "a_rate**2/2 + p*a_rate*b_rate + b_rate**2/2 - 50*b**2"
    forces = {"a": "1", "b": "-8*b_rate"}  # the second lets the vibration die
    m = jd.lagrangian("bent", lagrangian, "a b", start=[0.0, -0.007], forces=forces, parameters={"p": 0.7})
    for long in (0.02, 0.04):
        end = run(m, 4.0, 100, step=long / 20, ratio=20, fast="b").q[-1, 1]
        assert 1.0 - end / -0.007 == pytest.approx(100.0 / (1.0 - 0.7**2) * long**2 / 12.0, rel=0.02)


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
    assert evaluated + len(motion.parts["slow side"].elements) == all_of_them
    by_size = jd.Subcycling(step=2.5e-6, ratio=2, fast={"beam": "bar", "shorter": 1.0})
    assert by_size.groups(system).all()
    with pytest.raises(jd.ModelError, match=r"no element of beam 'bar' is shorter than 0\.1; they are 0\.125 to"):
        jd.Subcycling(step=2.5e-6, ratio=2, fast={"beam": "bar", "shorter": 0.1}).groups(system)
    known = jd.simulate(m, 0.005, integrator=jd.CentralDifference(step=2.5e-6), output=4, trust="fast")
    found = jd.simulate(m, 0.005, integrator=method, output=4, trust="fast")
    assert np.abs(found.q - known.q).max() < 1e-3 * np.ptp(known.q, axis=0).max()


# --------------------------------------------------------------------------- choosing and refusing


def test_what_is_chosen() -> None:
    found = jd.simulate(pair(0.5, 1000.0), 0.01, integrator=jd.Subcycling(step=1e-4), output=4, trust="fast")
    assert found.integrator.fast == ("b",) and found.integrator.ratio == 20
    assert "chosen: ratio 20, fast: b" in found.summary()
    found = run(bead(False), 0.01, step=2e-4, ratio=5)
    assert found.integrator.fast == ("bead",)
    slow = jd.simulate(rod(), 0.01, integrator=jd.Subcycling(step=1e-4), output=4, trust="fast")
    assert slow.integrator.ratio == 1 and "plain central differences" in slow.summary()


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
    ("a treatment", dict(constraints="baumgarte"), "They are 'partitioning' or 'projection'"),
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

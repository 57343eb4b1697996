"""linear: eigenvalues against closed forms written by hand, for equilibria and for steady motions."""

from __future__ import annotations

import sys

import numpy as np
import pytest

import jourdain as jd
from helpers import random_rotation

G = 9.81


def close(found: np.ndarray, expected: np.ndarray, tol: float = 1e-10) -> None:
    """Both as sets, relative to the largest."""
    found, expected = np.asarray(found, complex), np.asarray(expected, complex)
    assert found.shape == expected.shape
    left = list(expected)
    for value in found:
        best = int(np.abs(np.array(left) - value).argmin())
        assert abs(left.pop(best) - value) <= tol * np.abs(expected).max(), (found, expected)


def pairs(*rates: complex) -> np.ndarray:
    return np.array([sign * 1j * rate for rate in rates for sign in (1, -1)])


# --------------------------------------------------------------------------- equilibria


def double_pendulum(
    planar: bool, up: float, frame: np.ndarray | None = None, shift: np.ndarray | None = None
) -> jd.Model:
    """Two rods of lengths 0.8, 0.5, hanging (up = -1) or standing (up = 1), the whole turned and shifted."""
    R, p = (np.eye(3), np.zeros(3)) if frame is None else (frame, shift)
    place = lambda y: (R @ [0.0, y, 0.0] + p)[: 2 if planar else 3]  # noqa: E731
    gravity = R @ [0.0, -G, 0.0]
    model = jd.Model("double pendulum", planar=planar, gravity=gravity[: 2 if planar else 3])
    shape = (lambda j: j) if planar else (lambda j: R @ np.diag([0.6 * j, 0.5 * j, j]) @ R.T)
    first = model.body("first", mass=2.0, inertia=shape(0.11), at=place(0.3 * up))
    second = model.body("second", mass=0.7, inertia=shape(0.02), at=place(1.0 * up))
    axis = {} if planar else {"axis": R @ [0.0, 0.0, 1.0]}
    model.joint("A", "revolute", model.ground, first, at=place(0.0), **axis)
    model.joint("B", "revolute", first, second, at=place(0.8 * up), **axis)
    return model


def double_pendulum_rates(up: float) -> np.ndarray:
    M = np.array([[0.11 + 2.0 * 0.3**2 + 0.7 * 0.8**2, 0.7 * 0.8 * 0.2], [0.7 * 0.8 * 0.2, 0.02 + 0.7 * 0.2**2]])
    K = -up * G * np.diag([2.0 * 0.3 + 0.7 * 0.8, 0.7 * 0.2])
    return np.sqrt(np.linalg.eigvals(np.linalg.solve(M, K)).astype(complex))


@pytest.mark.parametrize("planar", [True, False])
@pytest.mark.parametrize("up", [-1.0, 1.0])
def test_double_pendulum(planar: bool, up: float) -> None:
    found = jd.linear(double_pendulum(planar, up))
    close(found.eigenvalues, pairs(*double_pendulum_rates(up)))
    assert found.steady and found.free == 0 and not found.turning.any()
    assert ("unstable" in found.verdict()) == (up > 0)
    assert all("angle" in name or ".r" in name for name in found.states)


def test_frame_invariance() -> None:
    rng = np.random.default_rng(3)
    for _ in range(3):
        found = jd.linear(double_pendulum(False, -1.0, random_rotation(rng), rng.normal(size=3)))
        close(found.eigenvalues, pairs(*double_pendulum_rates(-1.0)))


@pytest.mark.parametrize("planar", [True, False])
def test_chain_of_springs(planar: bool) -> None:
    """n equal masses between walls: 2 sqrt(k/m) sin(j pi / 2 (n + 1)), each on a slide."""
    n, k, m, d = 6, 340.0, 0.7, 0.5
    model = jd.Model("chain", planar=planar)
    size = 2 if planar else 3
    last = model.ground.marker("wall")
    for i in range(1, n + 1):
        at = np.array([i * d, 0.0, 0.0])[:size]
        body = model.body(f"b{i}", mass=m, inertia=0.01 if planar else (0.01, 0.01, 0.01), at=at)
        model.joint(f"s{i}", "prismatic", model.ground, body, at=at, axis=(1.0, 0.0, 0.0)[:size])
        centre = body.marker("c")
        model.spring(f"k{i}", last, centre, stiffness=k, rest=d)
        last = centre
    model.spring(
        "last", last, model.ground.marker("end", at=np.array([(n + 1) * d, 0.0, 0.0])[:size]), stiffness=k, rest=d
    )
    found = jd.linear(model)
    j = np.arange(1, n + 1)
    close(found.eigenvalues, pairs(*(2 * np.sqrt(k / m) * np.sin(j * np.pi / (2 * (n + 1))))))
    shape = np.array([found.mode(0).bodies[f"b{i}"][0][0] for i in j])
    expected = np.sin(j * np.pi / (n + 1))
    assert np.abs(shape / shape[0] - expected / expected[0]).max() < 1e-10
    assert np.abs(shape).max() == pytest.approx(found.start.system.length, rel=1e-12)


def test_damped_pendulum() -> None:
    m, J, l, c = 1.3, 0.2, 0.6, 0.9
    model = jd.Model("pendulum", planar=True, gravity=(0.0, -G))
    bob = model.body("bob", mass=m, inertia=J, at=(0.0, -l))
    hinge = model.joint("hinge", "revolute", model.ground, bob, at=(0.0, 0.0))
    model.force("damper", hinge.angle, damping=c)
    found = jd.linear(model)
    inertia, stiffness = J + m * l**2, m * G * l
    close(found.eigenvalues, np.roots([inertia, c, stiffness]))
    assert found.damping == pytest.approx([c / (2 * np.sqrt(inertia * stiffness))] * 2, rel=1e-12)
    assert found.frequencies[0] == pytest.approx(abs(found.eigenvalues[0].imag) / (2 * np.pi))
    assert np.allclose(found.A, [[0.0, 1.0], [-stiffness / inertia, -c / inertia]], rtol=1e-12, atol=1e-12)
    assert found.states == ("bob.angle", "bob.angle rate") and "stable" in str(found)


def door(second: bool) -> jd.Model:
    model = jd.Model("door", gravity=(0.0, 3.0, -G))  # hangs out of plumb
    leaf = model.body("leaf", mass=20.0, inertia=(6.0, 1.5, 5.0), at=(0.0, 0.4, 1.0))
    model.joint("lower", "revolute", model.ground, leaf, at=(0.0, 0.0, 0.3), axis=(0, 0, 1))
    if second:
        model.joint("upper", "revolute", model.ground, leaf, at=(0.0, 0.0, 1.8), axis=(0, 0, 1))
    return model


def test_redundant_rows_change_nothing() -> None:
    rate = np.sqrt(20.0 * 3.0 * 0.4 / (5.0 + 20.0 * 0.4**2))
    for second in (False, True):
        close(jd.linear(door(second)).eigenvalues, pairs(rate))


def test_a_massless_rod_carries_a_mass() -> None:
    """No inertia but that of the ball at its end: sqrt(g/l)."""
    model = jd.Model("massless", planar=True, gravity=(0.0, -G))
    rod = model.body("rod", mass=0.0, inertia=0.0, at=(0.0, -0.5))
    ball = model.body("ball", mass=2.0, inertia=0.0, at=(0.0, -1.2))
    model.joint("A", "revolute", model.ground, rod, at=(0.0, 0.0))
    model.joint("B", "fixed", rod, ball, at=(0.0, -1.2))
    close(jd.linear(model).eigenvalues, pairs(np.sqrt(G / 1.2)))


def test_free_bodies_have_zeros() -> None:
    """Two bodies tied by a spring in the plane, free: the spring's frequency and ten exact zeros."""
    model = jd.Model("free", planar=True)
    a, b = (model.body(name, mass=m, inertia=0.1, at=(x, 0.0)) for name, m, x in (("a", 1.0, 0.0), ("b", 3.0, 1.0)))
    model.spring("k", a.marker("c"), b.marker("c"), stiffness=50.0, rest=1.0)
    found = jd.linear(model)
    assert found.free == 10 and not found.eigenvalues[:10].any() and found.steady
    close(found.eigenvalues[10:], pairs(np.sqrt(50.0 * (1.0 + 1.0 / 3.0))))
    assert "10 free motions" in str(found)


def test_stiff_and_soft_together() -> None:
    """A mass on a soft spring with a stiff one behind: 1 and 1e4 rad/s do not disturb each other's zeros."""
    model = jd.Model("stiff", planar=True)
    a, b = (model.body(name, mass=1.0, inertia=1.0, at=(x, 0.0)) for name, x in (("a", 1.0), ("b", 2.0)))
    for body, x in ((a, 1.0), (b, 2.0)):
        model.joint(f"s{x}", "prismatic", model.ground, body, at=(x, 0.0), axis=(1.0, 0.0))
    model.force("soft", model.joints["s1.0"].slide, stiffness=2.0)
    model.force("stiff", jd.slide(a.marker("c"), b.marker("c"), "x"), stiffness=1e8, rest=1.0)
    found = jd.linear(model)
    K = np.array([[2.0 + 1e8, -1e8], [-1e8, 1e8]])
    large = 0.5 * (K.trace() + np.sqrt(K.trace() ** 2 - 8e8))
    expected = np.sqrt([2e8 / large, large])
    assert found.free == 0
    close(found.eigenvalues[2:], pairs(expected[1]))
    close(found.eigenvalues[:2], pairs(expected[0]), tol=1e-7)  # (1e4)^2 times rounding is lost in any K


# --------------------------------------------------------------------------- steady motions


def governor(rate: float, l: float, symmetric: bool) -> jd.Model:
    """A point mass on a light rod, hinged to a frame that a motor turns about the vertical."""
    model = jd.Model("governor", gravity=(0.0, 0.0, -G))
    angle = np.arccos(min(1.0, G / (l * rate**2)))
    frame = model.body("frame", mass=1.0, inertia=(0.1, 0.1, 0.1) if symmetric else (0.1, 0.2, 0.3), spin=(0, 0, rate))
    bob = model.body(
        "bob",
        mass=1.5,
        inertia=(0.0, 0.0, 0.0),
        at=(l * np.sin(angle), 0, -l * np.cos(angle)),
        rotation=jd.axis_angle((0, 1, 0), -angle),
        spin=(0, 0, rate),
        velocity=(0, rate * l * np.sin(angle), 0),
    )
    model.joint("axle", "revolute", model.ground, frame, at=(0, 0, 0), axis=(0, 0, 1))
    model.joint("hinge", "revolute", frame, bob, at=(0, 0, 0), axis=(0, 1, 0))
    model.drive("motor", model.joints["axle"].angle, f"{rate!r}*t")
    return model


@pytest.mark.parametrize("symmetric", [True, False])
@pytest.mark.parametrize("rate", [3.0, 7.0])
def test_governor(rate: float, symmetric: bool) -> None:
    """Below sqrt(g/l) it hangs, with sqrt(g/l - w^2); above it stands out at cos = g/(l w^2), with w sin."""
    l = 0.5
    found = jd.linear(governor(rate, l, symmetric))
    sine = np.sqrt(1.0 - (G / (l * rate**2)) ** 2) if rate**2 > G / l else 0.0
    close(found.eigenvalues, pairs(rate * sine if sine else np.sqrt(G / l - rate**2)), tol=1e-9)
    assert found.steady and np.allclose(found.turning, [0, 0, rate], rtol=1e-12, atol=1e-12)
    assert "frame that turns with (0, 0, " in str(found)


def test_governor_that_should_stand_out() -> None:
    """Hanging above the critical rate it is unstable."""
    model = governor(3.0, 0.5, True)
    for body in model.bodies.values():
        body.spin = np.array([0.0, 0.0, 7.0])
    model.joints.pop("motor")
    model.drive("motor", model.joints["axle"].angle, "7*t")
    found = jd.linear(model)
    growth = np.sqrt(49.0 - G / 0.5)
    close(found.eigenvalues, [growth, -growth])
    assert found.growth == pytest.approx(growth) and "unstable" in found.verdict()


J1, J3, MASS, ARM = 0.02, 0.03, 1.0, 0.3
ABOUT = J1 + MASS * ARM**2  # about the fixed point


def top(lean: float, precession: float, spin: float) -> jd.Model:
    """A top at an angle to the vertical [rad], precessing, with `spin` the whole rate about its axis [rad/s]."""
    model = jd.Model("top", gravity=(0.0, 0.0, -G))
    axis = np.array([np.sin(lean), 0.0, np.cos(lean)])
    rate = precession * (np.array([0.0, 0.0, 1.0]) - np.cos(lean) * axis) + spin * axis
    body = model.body(
        "top",
        mass=MASS,
        inertia=(J1, J1, J3),
        at=ARM * axis,
        rotation=jd.axis_angle((0, 1, 0), lean),
        spin=rate,
        velocity=np.cross(rate, ARM * axis),
    )
    model.joint("tip", "spherical", model.ground, body, at=(0, 0, 0))
    return model


@pytest.mark.parametrize("factor", [0.9, 1.1])
def test_sleeping_top(factor: float) -> None:
    """Stable above w^2 = 4 J1 m g l / J3^2; ground axes: J1 s^2 - i J3 w s - m g l = 0 and its conjugate."""
    spin = factor * np.sqrt(4 * ABOUT * MASS * G * ARM) / J3
    found = jd.linear(top(0.0, 0.0, spin))
    roots = np.roots([ABOUT, -1j * J3 * spin, -MASS * G * ARM])
    assert found.steady and found.free == 2 and not found.turning.any()
    close(found.eigenvalues[2:], [*roots, *roots.conj()])
    assert ("unstable" in found.verdict()) == (factor < 1.0)


@pytest.mark.parametrize("sign", [-1.0, 1.0])
def test_steady_precession(sign: float) -> None:
    """Slow and fast precession at 0.6 rad: nutation w^2 = (J3 n/J1 - 2 c p)^2 + (s p)^2."""
    lean, spin = 0.6, 60.0
    c, s = np.cos(lean), np.sin(lean)
    rate = (J3 * spin + sign * np.sqrt((J3 * spin) ** 2 - 4 * ABOUT * c * MASS * G * ARM)) / (2 * ABOUT * c)
    found = jd.linear(top(lean, rate, spin))
    assert found.steady and found.free == 4
    assert np.allclose(found.turning, [0, 0, rate], rtol=1e-9, atol=1e-9)
    close(found.eigenvalues[4:], pairs(np.hypot(J3 * spin / ABOUT - 2 * c * rate, s * rate)), tol=1e-9)


def test_free_body_about_its_middle_axis() -> None:
    """Euler: the rotation about the axis of middle inertia is unstable, w sqrt((J2 - J1)(J3 - J2)/(J1 J3))."""
    model = jd.Model("book")
    model.body("book", mass=1.0, inertia=(1.0, 2.0, 2.5), spin=(0.0, 5.0, 0.0))
    found = jd.linear(model)
    assert found.steady and np.allclose(found.turning, [0.0, 5.0, 0.0])
    assert found.growth == pytest.approx(5.0 * np.sqrt(1.0 * 0.5 / (1.0 * 2.5)), rel=1e-10)


def test_free_body_about_its_largest_axis() -> None:
    """Nothing grows, though eigenvalues of its free motion meet in the turning frame."""
    model = jd.Model("book")
    model.body("book", mass=1.0, inertia=(1.0, 2.0, 2.5), velocity=(0.0, 0.0, 0.3), spin=(0.0, 0.0, 5.0))
    found = jd.linear(model)
    assert found.steady and found.growth == 0.0 and "unstable" not in str(found)
    assert np.abs(found.eigenvalues - 5.0j * np.sqrt(1.5 * 0.5 / (1.0 * 2.0))).min() < 1e-9


@pytest.mark.parametrize("arm", [0.4, -0.4])
def test_sleigh_running_straight(arm: float) -> None:
    """Chaplygin: blade `arm` behind the centre; J w' + m a^2 w' = -m a u w, the rest is free."""
    m, J, speed = 2.0, 0.3, 1.5
    model = jd.Model("sleigh", planar=True)
    heading = np.array([np.cos(0.7), np.sin(0.7)])
    body = model.body("sleigh", mass=m, inertia=J, rotation=0.7, at=(3.0, -1.0), velocity=speed * heading)
    edge = jd.blade(model.ground.marker("o"), body.marker("edge", at=(-arm, 0.0)), "y")
    model.row("edge", [(1.0, edge)], level="velocity")
    found = jd.linear(model)
    assert found.steady and found.free == 4 and not found.turning.any()
    close(found.eigenvalues[4:], [-m * arm * speed / (J + m * arm**2)])


def test_skate_in_a_circle() -> None:
    """Blade under the centre: speed and spin stay what they are; the place of the circle is seen turning."""
    model = jd.Model("skate", planar=True)
    body = model.body("skate", mass=2.0, inertia=0.3, velocity=(1.5, 0.0), spin=0.5)
    edge = jd.blade(model.ground.marker("o"), body.marker("edge"), "y")
    model.row("edge", [(1.0, edge)], level="velocity")
    found = jd.linear(model)
    assert found.steady and found.free == 3 and found.turning[2] == pytest.approx(0.5)
    close(found.eigenvalues[3:], pairs(0.5))
    assert any("put elsewhere" in note for note in found.notes)


# --------------------------------------------------------------------------- states of runs, and what is not steady


def test_not_steady_says_so() -> None:
    model = jd.Model("falling", planar=True, gravity=(0.0, -G))
    rod = model.body("rod", mass=1.0, inertia=0.1, at=(0.5, 0.0))
    model.joint("hinge", "revolute", model.ground, rod, at=(0.0, 0.0))
    found = jd.linear(model)
    fall = G * 0.5 / (0.1 + 0.25)
    assert found.ok and not found.steady and found.angular_acceleration == pytest.approx(fall)
    assert "not steady: residual accelerations" in str(found) and "frozen" in str(found)


def test_at_the_end_of_a_run() -> None:
    """A damped pendulum that has come to rest, up to a fixed turn count."""
    model = jd.Model("damped", planar=True, gravity=(0.0, -G))
    rod = model.body("rod", mass=1.0, inertia=0.1, at=(0.5, 0.0))
    hinge = model.joint("hinge", "revolute", model.ground, rod, at=(0.0, 0.0))
    model.force("damper", hinge.angle, damping=1.0)
    result = jd.simulate(model, 40.0, integrator=jd.DOP853(tol=1e-12), output=10, trust="fast")
    found = jd.linear(model, at=result)
    assert found.steady and found.t == 40.0 and "at rest" in str(found)
    close(found.eigenvalues, np.roots([0.35, 1.0, 0.5 * G]), tol=1e-9)
    early = jd.linear(model, at=(result, 0.1))
    assert not early.steady and early.t == pytest.approx(0.1)


def test_mistakes_are_named() -> None:
    model = door(False)
    with pytest.raises(jd.ModelError, match="no model"):
        jd.linear(3)
    with pytest.raises(jd.ModelError, match="give a Result"):
        jd.linear(model, at="end")
    with pytest.raises(jd.ModelError, match="no force, load, extra state or measure 'pusch'"):
        jd.linear(model, inputs=["pusch"])
    with pytest.raises(jd.ModelError, match="no measure or extra state 'angel'"):
        jd.linear(model, outputs=["angel"])
    with pytest.raises(jd.ModelError, match="inputs and outputs"):
        jd.linear(model).to_statespace()
    with pytest.raises(jd.ModelError, match="no mode 9"):
        jd.linear(model).mode(9)


def test_too_large_for_dense_matrices(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys.modules[jd.linear.__module__], "LARGEST", 2)
    with pytest.raises(jd.ModelError, match=r"has \d+ velocities.* dense matrices, of 2 at most; linearise a part"):
        jd.linear(door(False))


def test_rest_that_does_not_last() -> None:
    """At t = 0 nothing pushes yet; an actuator that is still filling is no steady state either, an odometer is."""

    def cart(**load: str) -> jd.Model:
        model = jd.Model("cart", planar=True)
        body = model.body("cart", mass=1.0, inertia=1.0)
        model.joint("rail", "prismatic", model.ground, body, at=(0.0, 0.0), axis=(1.0, 0.0))
        model.measure("way", model.joints["rail"].slide)
        model.force("spring", model.joints["rail"].slide, stiffness=3.0, **load)
        return model

    assert jd.linear(cart()).steady
    assert not jd.linear(cart(law="sin(3*t)")).steady
    filling = cart(law="0.0*tank")
    filling.state("tank", "1.0 - tank")
    assert not jd.linear(filling).steady
    odometer = cart()
    odometer.state("count", "2.0 + way")
    found = jd.linear(odometer)
    assert found.steady and found.free == 1
    close(found.eigenvalues[1:], pairs(np.sqrt(3.0)))


def test_signals_that_do_not_turn_with_the_frame() -> None:
    """On the turning governor the angle of its hinge is an output like any other; a coordinate of the ground is not."""
    model = governor(7.0, 0.5, True)
    model.measure("angle", model.joints["hinge"].angle)
    found = jd.linear(model, inputs=["angle"])
    assert not found.notes
    model.measure("x", jd.coordinate(model.bodies["bob"], "x"))
    notes = " ".join(jd.linear(model, inputs=["angle"]).notes)
    assert notes.startswith("x: not the same") and "angle" not in notes


def test_nothing_can_move() -> None:
    """All is driven: no states, no modes, and still a finding with a section."""
    model = door(True)
    model.drive("closer", model.joints["lower"].angle, "0.1*t")
    found = jd.linear(model)
    assert found.A.shape == (0, 0) and found.ok and "nothing can move" in str(found)
    assert found.section().tables == () and found.growth == 0.0


def test_equal_frequencies() -> None:
    """A ball on a string swings both ways with the same frequency; two modes, at right angles."""
    model = jd.Model("plumb", gravity=(0.0, 0.0, -G))
    bob = model.body("bob", mass=1.0, inertia=(0.2, 0.2, 0.01), at=(0.0, 0.0, -0.8))
    model.joint("eye", "spherical", model.ground, bob, at=(0, 0, 0))
    found = jd.linear(model)
    rate = np.sqrt(G * 0.8 / (0.2 + 0.64))
    assert found.free == 2  # it may turn about the string
    close(found.eigenvalues[2:], pairs(rate, rate))
    shapes = np.array([np.concatenate(found.mode(2 + i).bodies["bob"]) for i in range(4)])
    assert np.linalg.svd(shapes)[1][1] > 0.1

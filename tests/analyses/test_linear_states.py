"""linear about states in motion: the whole state matrix against differences of the package's own accelerations; signals."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
import scipy.signal

import jourdain as jd
from differences import differences
from helpers import derivative, retract, rotation_matrix
from jourdain.system.system import evaluate

# --------------------------------------------------------------------------- machines in motion that is not steady


def four_bar() -> jd.Model:
    """Unequal bars, moving, with gravity, a spring and a damper."""
    m = jd.Model("four-bar", planar=True, gravity=(0.0, -9.81))
    A, B, C, D = (np.array(p) for p in ((0.0, 0.0), (0.3, 0.8), (1.9, 1.2), (2.0, 0.0)))
    bars = {}
    for name, (a, b), mass in (("crank", (A, B), 1.0), ("coupler", (B, C), 2.0), ("rocker", (C, D), 1.5)):
        bars[name] = m.body(name, mass=mass, inertia=0.1 * mass, at=0.5 * (a + b), spin=2.0 if name == "crank" else 0.0)
    for name, at, (a, b) in (
        ("A", A, (m.ground, bars["crank"])),
        ("B", B, (bars["crank"], bars["coupler"])),
        ("C", C, (bars["coupler"], bars["rocker"])),
        ("D", D, (m.ground, bars["rocker"])),
    ):
        m.joint(name, "revolute", a, b, at=at)
    hook = m.ground.marker("hook", at=(1.0, 2.0))
    m.spring("spring", hook, bars["coupler"].marker("c"), stiffness=30.0, damping=2.0, rest=0.3)
    m.force("brake", m.joints["D"].angle, law="-0.3*v**3")
    return m


def gyroscope() -> jd.Model:
    """Bodies in space on a universal and a spherical joint, with damping, a drive and a following load."""
    m = jd.Model("gyroscope", gravity=(1.0, -2.0, -9.81))
    first = m.body("first", mass=2.0, inertia=(0.3, 0.2, 0.4), at=(0.5, 0.1, 0.0), spin=(1.0, 2.0, -1.0))
    second = m.body(
        "second",
        mass=1.0,
        inertia=(0.1, 0.2, 0.15),
        at=(1.4, 0.2, 0.3),
        spin=(-2.0, 1.0, 3.0),
        rotation=jd.axis_angle((1, 2, 3), 0.7),
    )
    third = m.body("third", mass=0.5, inertia=(0.05, 0.05, 0.02), at=(1.4, 0.9, 0.3), spin=(0.0, 0.0, 5.0))
    m.joint("U", "universal", m.ground, first, at=(0, 0, 0), axis=(0, 0, 1))
    m.joint("S", "spherical", first, second, at=(1.0, 0.2, 0.1))
    m.joint("R", "revolute", second, third, at=(1.4, 0.6, 0.3), axis=(1, 1, 0))
    m.drive("motor", m.joints["R"].angle, "3*sin(2*t)")
    m.spring("damper", m.ground.marker("hook", at=(0, 2, 1)), second.marker("c"), stiffness=20.0, damping=3.0, rest=1.0)
    m.load(
        "jet", second.marker("nozzle", at=(0.1, 0.2, 0.0)), force=(2.0, 0.0, 1.0), torque=(0.1, 0.0, 0.0), follow=True
    )
    return m


def own_rows() -> jd.Model:
    """Rows that are functions of t and measures, and a blade: their rates change with the positions in every way."""
    m = jd.Model("rows", planar=True, gravity=(0.0, -9.81))
    a = m.body("a", mass=1.0, inertia=0.3, at=(0.4, 0.2), velocity=(1.0, 0.5), spin=0.7)
    b = m.body("b", mass=2.0, inertia=0.2, at=(1.3, 0.9), velocity=(-0.3, 0.8), spin=-1.1)
    o = m.ground.marker("o")
    reach, x = jd.distance(o, a.marker("p", at=(0.1, 0.3))), jd.coordinate(b, "x")
    m.row("cam", "d*d*(1 + 0.3*sin(2*t)) + 0.4*x*t + 0.5*x**2", inputs={"d": reach, "x": x}, constant=None)
    edge = jd.blade(o, b.marker("edge", at=(0.2, -0.1)), "y")
    m.row("blade", [(1.0, edge), (0.3, jd.coordinate(a, "theta"))], level="velocity")
    return m


def friction() -> jd.Model:
    """A brake on a hinge that is as strong as the force in the hinge; a first-order actuator and an algebraic valve."""
    m = jd.Model("friction", planar=True, gravity=(0.0, -9.81))
    rod = m.body("rod", mass=1.0, inertia=0.2, at=(0.6, -0.3), spin=1.5)
    weight = m.body("weight", mass=0.7, inertia=0.05, at=(1.2, -1.0), spin=-0.5)
    hinge = m.joint("hinge", "revolute", m.ground, rod, at=(0.0, 0.0))
    m.joint("second", "revolute", rod, weight, at=(1.2, -0.6))
    inputs = {"fx": hinge.multiplier("slide x"), "fy": hinge.multiplier("slide y")}
    m.force("brake", hinge.angle, law="-0.02*sqrt(fx**2 + fy**2)*tanh(2*v)", inputs=inputs)
    m.measure("phi", hinge.angle)
    m.state("valve", "valve + 0.5*phi + 0.1*valve**3 + 0.2*actuator", algebraic=True)
    m.state("actuator", "(sin(phi) - actuator)/0.3 + 0.5*phi_rate + valve", start=0.2)
    m.force("servo", m.joints["second"].angle, law="2*valve + actuator**2")
    return m


@pytest.mark.parametrize("build", [four_bar, gyroscope, own_rows, friction])
@pytest.mark.parametrize("t", [0.0, 0.35])
def test_state_matrix_against_differences(build: Callable[[], jd.Model], t: float) -> None:
    """Exact at every state: that is what makes Jacobians of motions, not only of equilibria."""
    found = jd.linear(build(), t=t)
    assert not found.steady
    expected = differences(found)
    assert np.abs(found.A - expected).max() < 1e-11 * np.abs(expected).max()


# --------------------------------------------------------------------------- inputs and outputs

M, C, K, T = 2.0, 3.0, 40.0, 0.05


def servo(step: float = 0.0) -> jd.Model:
    """A mass on a spring, pushed by an actuator of first order."""
    m = jd.Model("servo", planar=True)
    cart = m.body("cart", mass=M, inertia=1.0, at=(0.0, 0.2))
    rail = m.joint("rail", "prismatic", m.ground, cart, at=(0.0, 0.2), axis=(1.0, 0.0))
    m.measure("way", rail.slide)
    m.state("push", f"({step!r} - push)/{T}")
    m.force("spring", rail.slide, stiffness=K, damping=C, law="push")
    m.load("wind", cart, force=(0.0, 0.0))
    return m


def test_transfer_functions() -> None:
    """push' = .. + u, spring + u, wind + u, a unit force along any measure: all against closed forms."""
    model = servo()
    found = jd.linear(
        model, inputs=["push", "spring", "wind", model.joints["rail"].slide], outputs=["way", "way_rate", "push"]
    )
    assert found.inputs == ("push", "spring", "wind.fx", "wind.fy", "way")
    assert found.outputs == ("way", "way_rate", "push") and found.states == ("cart.x", "cart.x rate", "push")
    for s in (0.3j, 1.0 + 2.0j, 30.0j):
        H = found.C @ np.linalg.solve(s * np.eye(3) - found.A, found.B) + found.D
        mass, lag = 1.0 / (M * s**2 + C * s + K), 1.0 / (s + 1.0 / T)
        expected = np.array(
            [
                [lag * mass, mass, mass, 0.0, mass],
                [s * lag * mass, s * mass, s * mass, 0.0, s * mass],
                [lag, 0.0, 0.0, 0.0, 0.0],
            ]
        )
        assert np.abs(H - expected).max() < 1e-13 * np.abs(expected).max()
    assert [mode.kind for mode in found.modes] == ["oscillates, decays", "oscillates, decays", "decays"]
    assert set(found.mode(2).others) == {"push"}


def test_step_response_is_that_of_a_run() -> None:
    """The model is linear here, so that a run from rest with a command of 2 N is the step response."""
    found = jd.linear(servo(), inputs="push", outputs="way")
    run = jd.simulate(servo(2.0), 2.0, integrator=jd.DOP853(tol=1e-11), output=40, trust="fast")
    _, y = scipy.signal.step(found.to_statespace(), T=run.t)
    assert np.abs(2.0 / T * y - run.measure("way").values).max() < 1e-9


def test_small_step_of_a_pendulum() -> None:
    """Not linear, but nearly for a small torque: the difference falls with the third power of it."""

    def model(torque: float) -> jd.Model:
        m = jd.Model("pendulum", gravity=(0.0, 0.0, -9.81))
        rod = m.body("rod", mass=1.0, inertia=(0.1, 0.1, 0.1), at=(0.0, 0.0, -0.5))
        hinge = m.joint("hinge", "revolute", m.ground, rod, at=(0, 0, 0), axis=(0, 1, 0))
        m.measure("phi", hinge.angle)
        m.force("motor", hinge.angle, law=torque, damping=0.2)
        return m

    found = jd.linear(model(0.0), inputs=["motor"])
    assert found.outputs == ("phi",)
    gaps = []
    for torque in (0.4, 0.2):
        run = jd.simulate(model(torque), 1.0, integrator=jd.DOP853(tol=1e-12), output=20, trust="fast")
        _, y = scipy.signal.step(found.to_statespace(), T=run.t)
        gaps.append(np.abs(torque * y - run.measure("phi").values).max())
    assert gaps[0] < 1e-2 and 7.0 < gaps[0] / gaps[1] < 9.0


def test_rates_of_measures_in_motion() -> None:
    """d(rate)/d(state) of a measure between moving bodies, against differences of the measure's own rate."""
    model = gyroscope()
    stick = jd.distance(
        model.ground.marker("eye", at=(3.0, 1.0, 0.0)), model.bodies["third"].marker("tip", at=(0.0, 0.1, 0.2))
    )
    model.measure("stick", stick)
    found = jd.linear(model, outputs=["stick", jd.Rate(stick)])
    start = found.start
    system = start.system
    s, i = system.context(), system.measures[stick]
    R = [rotation_matrix(q) for q in start.q.reshape(-1, 7)[:, 3:]]
    n = system.kind.v
    for column, basis in zip(found.C.T, found.reduced.basis.T, strict=True):
        y, z = (x.reshape(-1, 6).copy() for x in (basis[:n], basis[n : 2 * n]))
        for b, axes in enumerate(R):
            y[b, 3:], z[b, 3:] = axes.T @ y[b, 3:], axes.T @ z[b, 3:]

        def value(h: float, y: np.ndarray = y, z: np.ndarray = z) -> np.ndarray:
            q, v = retract(False, start.q, h * y.ravel()), start.v + h * z.ravel()
            evaluate(system.kind, s, 0.0, q, v, ref=start.ref)
            m = s.measures[i]
            rate = sum(
                s.J[k] @ v.reshape(-1, 6)[s.block_body[k]] for k in range(m["block"], m["block"] + m["n_blocks"])
            )
            return np.array([s.x[i], rate])

        assert np.abs(derivative(value) - column).max() < 1e-10 * max(1.0, np.abs(found.C).max())
    assert found.outputs == ("stick", "stick_rate")


def test_signals_that_cannot_be() -> None:
    model = gyroscope()
    with pytest.raises(jd.ModelError, match="'motor' is a drive"):
        jd.linear(model, inputs=["motor"])
    with pytest.raises(jd.ModelError, match="algebraic state"):
        jd.linear(friction(), outputs=["valve"])
    with pytest.raises(jd.ModelError, match="give names or measures"):
        jd.linear(model, outputs=[3])

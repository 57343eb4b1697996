"""Figures that flexible bodies must meet: closed forms, and solutions by other means."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.integrate import solve_ivp

import jourdain as jd
from machines import rods
from machines.rods import Rod, part


def pendulum(rod: Rod, count: int, *, stiffening: bool = True) -> jd.Model:
    """A rod on a pin at its start, horizontal and at rest, g = 9.81 m/s2; measures x and y of its end."""
    m = jd.Model("pendulum", gravity=(0.0, -9.81, 0.0))
    body = m.flexible("rod", part(rod, count), stiffening=stiffening)
    m.joint("pin", "revolute", m.ground, body, at=(0, 0, 0), axis=(0, 0, 1))
    origin = m.ground.marker("origin")
    for axis in "xy":
        m.measure(axis, jd.slide(origin, body.interface("B"), axis))
    return m


@pytest.mark.parametrize(("stiffening", "x", "y"), [(True, -0.0903333, -0.99591), (False, -0.0902976, -0.99591)])
def test_swinging_steel_rod(stiffening: bool, x: float, y: float) -> None:
    """Eight clamped shapes, undamped; geometrically exact elements, extrapolated: x = -0.0903300."""
    r = jd.simulate(
        pendulum(rods.STEEL, 8, stiffening=stiffening), 0.5, integrator=jd.GeneralizedAlpha(step=5e-5), trust="fast"
    )
    assert float(r.measure("x")[-1]) == pytest.approx(x, abs=2e-6)
    assert float(r.measure("y")[-1]) == pytest.approx(y, abs=1e-5)


def test_two_shapes_against_an_ordinary_differential_equation() -> None:
    """T = 1/2 (J + e.(M - D) e) w^2 + w p.e' + 1/2 e'.M e', gravity with foreshortening: an angle and two amplitudes."""
    rod, g = Rod(1.0, 0.8, 8.0), 9.81
    frequencies, shapes, slopes = rods.clamped(rod, 2)
    x, w = np.polynomial.legendre.leggauss(80)
    x, w = 0.5 * (x + 1.0) * rod.length, 0.5 * w * rod.length
    m = w * rod.line_mass
    f = [1.0 / np.sqrt(m @ shape(x) ** 2) for shape in shapes]
    phi = np.array([a * shape(x) for a, shape in zip(f, shapes, strict=True)])
    dphi = np.array([a * one(x) for a, one in zip(f, slopes, strict=True)])
    J, p, n = m @ x**2, phi @ (m * x), phi @ m
    D = (dphi * w * rod.line_mass * (rod.length**2 - x**2) / 2) @ dphi.T
    H = (dphi * w * rod.line_mass * (rod.length - x)) @ dphi.T
    shorter = (dphi * w) @ dphi.T
    K, half = np.diag(frequencies**2), 0.5 * rod.line_mass * rod.length**2
    less = np.eye(2) - D

    def rates(t: float, y: np.ndarray) -> np.ndarray:
        theta, e, omega, ed = y[0], y[1:3], y[3], y[4:]
        mass = np.block([[np.array([[J + e @ less @ e]]), p[None]], [p[:, None], np.eye(2)]])
        turning = -2.0 * omega * (e @ less @ ed)
        turning -= g * (half * np.cos(theta) - 0.5 * e @ H @ e * np.cos(theta) - n @ e * np.sin(theta))
        bending = omega**2 * less @ e - K @ e + g * (H @ e * np.sin(theta) - n * np.cos(theta))
        return np.concatenate([y[3:], np.linalg.solve(mass, [turning, *bending])])

    exact = solve_ivp(rates, (0.0, 0.8), np.zeros(6), method="DOP853", rtol=1e-12, atol=1e-13).y[:, -1]
    reach = rod.length - 0.5 * exact[1:3] @ shorter @ exact[1:3]
    e = np.array([a * shape(rod.length) for a, shape in zip(f, shapes, strict=True)]) @ exact[1:3]
    c, s = np.cos(exact[0]), np.sin(exact[0])
    assert abs(e) > 1e-3
    r = jd.simulate(pendulum(rod, 2), 0.8, integrator=jd.DOP853(tol=1e-11), trust="fast", output=4)
    assert float(r.measure("x")[-1]) == pytest.approx(reach * c - e * s, abs=1e-7)
    assert float(r.measure("y")[-1]) == pytest.approx(reach * s + e * c, abs=1e-7)


def driven(motion: str, rod: Rod, count: int, axes: str = "y") -> jd.Model:
    """A rod clamped to a shaft along z that turns as told; measures v, w of its end across it."""
    m = jd.Model("driven")
    shaft = m.body("shaft", mass=1.0, inertia=(1.0, 1.0, 1.0))
    body = m.flexible("rod", part(rod, count, axes=axes))
    hinge = m.joint("hinge", "revolute", m.ground, shaft, at=(0, 0, 0), axis=(0, 0, 1))
    m.joint("clamp", "fixed", shaft.marker("clamp"), body.interface("A"))
    m.drive("motor", hinge.angle, motion)
    for name, axis in (("v", "y"), ("w", "z")):
        m.measure(name, jd.slide(body.interface("A"), body.interface("B"), axis))
    return m


def test_spin_up() -> None:
    """The manoeuvre of Kane, and of Simo and Vu-Quoc (1986): the largest lag of the end; three clamped shapes."""
    T = 15.0
    motion = f"0.4*(t**2/2 + ({T}/(2*pi))**2*(cos(2*pi*t/{T}) - 1))"
    rod = Rod(10.0, 1.2, 1.4e4)
    r = jd.simulate(driven(motion, rod, 3), 10.0, integrator=jd.GeneralizedAlpha(step=5e-3), output=1000, trust="fast")
    lag = r.measure("v")
    assert float(lag.min()) == pytest.approx(-0.574, abs=0.003)
    assert float(r.t[int(lag.argmin())]) == pytest.approx(6.76, abs=0.1)


def test_frequencies_of_a_turning_beam() -> None:
    """Clamped without a hub: out of plane by a Ritz method of ten terms; in plane less the speed under the root."""
    rod = Rod(1.0, 1.0, 1.0)
    table = (*((0.0, 3.5160, 22.0345), (2.0, 4.1373, 22.6149), (6.0, 7.3604, 26.8091)), (12.0, 13.1702, 37.6031))
    for speed, first, second in table:
        found = jd.linear(driven(f"{speed}*t", rod, 5, axes="yz"))
        assert found.steady
        own = np.unique(np.round(np.abs(found.eigenvalues.imag), 6))
        expected = [first, second, np.sqrt(first**2 - speed**2), np.sqrt(second**2 - speed**2)]
        for frequency in expected:
            assert np.abs(own - frequency).min() < 5e-3 * frequency

"""Stability functions and regions against known values."""

from __future__ import annotations

from collections.abc import Callable
from math import sqrt
from pathlib import Path

import matplotlib
import numpy as np
import pytest
from scipy.optimize import brentq

import jourdain as jd
from jourdain.integrators.block.coefficients import block_coefficients
from jourdain.integrators.stability import (
    NAMED,
    AlphaStability,
    Multistep,
    adams_bashforth,
    adams_moulton,
    adams_pece,
    bdf,
    plot_stability,
    runge_kutta,
    stability,
    stability_function,
)

matplotlib.use("Agg")


def limit(factor: Callable, direction: complex, low: float, high: float) -> float:
    """Where |R| passes 1 along a direction."""
    return brentq(lambda x: float(factor(x * direction)) - 1.0, low, high, xtol=1e-13)


# --------------------------------------------------------------------------- one-step methods


@pytest.mark.parametrize("r", range(2, 7))
def test_block_methods(r: int) -> None:
    """The value of one step of y' = z y, on any nodes; decay as r/z or r (r-1)/z^2; never above 1 on the imaginary axis."""
    z = np.array([0.0, 0.3j, -0.7 + 0.2j, -3.0, 5j, -20 + 30j, 1e3j, -1e9])
    for k in (r - 2, r - 1):
        for nodes in ("equidistant", "radau"):
            method = block_coefficients(r, nodes, k)
            numerator, denominator = stability_function(method)
            assert len(numerator) == k + 1 and len(denominator) == r + 1 and numerator[0] == denominator[0] == 1.0
            steps = np.array([np.linalg.solve(np.eye(r) - x * method.B, 1 + x * method.d)[-1] for x in z])
            R = stability(method)(z)
            assert np.abs(R - steps).max() < 2e-13 and R[0] == 1.0
        assert R[-1] == pytest.approx((-1) ** r * (r / -1e9 if k == r - 1 else r * (r - 1) / 1e18), rel=1e-6)
        y = np.logspace(-6, 12, 20000)
        assert stability(method).amplification(1j * y).max() <= 1 + 1e-15


def test_classical_runge_kutta() -> None:
    factor = stability("RK4").amplification
    assert limit(factor, -1, 2, 4) == pytest.approx(2.785293563405282, abs=1e-12)
    assert limit(factor, 1j, 2, 4) == pytest.approx(2 * sqrt(2), abs=1e-12)
    assert stability(jd.RK4()).amplification(-1.0) == pytest.approx(0.375, abs=1e-15)


def test_order_eight() -> None:
    """R agrees with exp through the eighth power and not the ninth."""
    R = stability(jd.DOP853())
    factorials = np.cumprod([1.0, *range(1, 10)])
    assert np.allclose(R.numerator[:9] * factorials[:9], 1.0, rtol=0, atol=1e-9)
    assert abs(R.numerator[9] * factorials[9] - 1.0) > 1e-3 and len(R.denominator) == 1


def test_implicit_tableau() -> None:
    """Gauss with two stages: the (2,2) Pade approximant, modulus 1 on the imaginary axis; and Radau IIA."""
    s = sqrt(3) / 6
    gauss = runge_kutta([[0.25, 0.25 - s], [0.25 + s, 0.25]], [0.5, 0.5])
    assert np.allclose(gauss.numerator, [1, 1 / 2, 1 / 12], rtol=0, atol=1e-15)
    assert np.allclose(gauss.denominator, [1, -1 / 2, 1 / 12], rtol=0, atol=1e-15)
    assert np.allclose(gauss.amplification(1j * np.logspace(-3, 6, 50)), 1.0, rtol=0, atol=1e-14)
    method = block_coefficients(3, "radau", 2)
    z = np.array([-1 + 2j, 7j, -40.0])
    assert np.allclose(runge_kutta(method.B, method.B[-1])(z), stability(method)(z), rtol=0, atol=1e-14)
    with pytest.raises(jd.ModelError, match="3 weights b needs a square A"):
        runge_kutta(np.zeros((2, 2)), [1, 2, 3])


# --------------------------------------------------------------------------- multistep methods


@pytest.mark.parametrize(("order", "angle"), [(1, 90), (2, 90), (3, 86.03), (4, 73.35), (5, 51.84), (6, 17.84)])
def test_backward_differentiation(order: int, angle: float) -> None:
    """A(alpha)-stability with the angles of the literature (Hairer, Wanner), from the root locus; R(infinity) = 0."""
    method = bdf(order)
    locus = method.locus(20000)[:, 0]
    locus = locus[np.abs(locus) > 1e-3]
    found = np.degrees(np.min(np.pi - np.abs(np.angle(locus))))
    assert min(found, 90.0) == pytest.approx(angle, abs=0.005)
    along = -np.exp(1j * np.radians(angle - 0.02)) * np.logspace(-4, 6, 2000)
    assert method.amplification(along).max() <= 1 + 1e-12
    assert method.amplification(-1e13) < 0.02


@pytest.mark.parametrize(
    ("method", "bound"),
    [
        (adams_bashforth(1), 2),
        (adams_bashforth(2), 1),
        (adams_bashforth(3), 6 / 11),
        (adams_bashforth(4), 3 / 10),
        (adams_moulton(3), 6),
        (adams_moulton(4), 3),
        (adams_moulton(5), 90 / 49),
        (adams_pece(1), 1),
        (adams_pece(2), 2),
    ],
    ids=lambda x: x.name if isinstance(x, Multistep) else "",
)
def test_adams_methods_on_the_real_axis(method: Multistep, bound: float) -> None:
    assert limit(method.amplification, -1, 0.5 * bound, 1.5 * bound) == pytest.approx(bound, abs=1e-10)
    assert method.amplification(-np.linspace(0.001, 0.999, 50) * bound).max() <= 1.0


def test_adams_weights_and_trapezoidal_rule() -> None:
    assert np.allclose(adams_bashforth(4).C[1] * 24, [9, -37, 59, -55, 0], rtol=0, atol=1e-12)
    assert np.allclose(adams_moulton(4).C[1] * 24, [-1, 5, -19, -9], rtol=0, atol=1e-12)
    z = np.array([0.3 + 1j, -2 + 5j, 3j])
    assert np.allclose(stability("AM2").amplification(z), np.abs((1 + z / 2) / (1 - z / 2)), rtol=0, atol=1e-14)
    assert stability("AM1").amplification(1.0) == np.inf  # backward Euler: no solution there


def test_predictor_corrector_is_what_it_does() -> None:
    """The largest factor is the growth of steps really taken: predict, evaluate, correct, evaluate."""
    z = -0.4 + 0.9j
    b, c = np.array([55, -59, 37, -9]) / 24, np.array([9, 19, -5, 1]) / 24
    y = [1.0 + 0j, 0.3, -0.2, 0.7]
    for _ in range(400):
        old = np.array(y[-1:-5:-1])
        predicted = y[-1] + z * b @ old
        y.append(y[-1] + z * (c[0] * predicted + c[1:] @ old[:3]))
    growth = (abs(y[-1]) / abs(y[-201])) ** (1 / 200)
    assert adams_pece(4).amplification(z) == pytest.approx(growth, rel=1e-3)


@pytest.mark.parametrize("name", ["BDF3", "AB4", "AM4", "ABM4"])
def test_on_the_locus_a_root_has_modulus_one(name: str) -> None:
    """And the orders: near 0 the largest root is exp(z) up to that power."""
    method = NAMED[name]()
    z = method.locus(64)
    polynomials = [np.roots(sum(x**i * row for i, row in enumerate(method.C))[::-1]) for x in z.ravel()]
    assert max(np.abs(np.abs(roots) - 1.0).min() for roots in polynomials) < 1e-7
    order = int(name[-1])
    errors = [abs(method.amplification(-h) - np.exp(-h)) for h in (0.1, 0.05)]
    assert np.log2(errors[0] / errors[1]) == pytest.approx(order + 1, abs=0.45)


# --------------------------------------------------------------------------- generalized-alpha


@pytest.mark.parametrize("rho", [0.0, 0.3, 0.6, 0.9])
def test_generalized_alpha(rho: float) -> None:
    """rho at infinity, 1 at zero, falling in between; second order: energy is lost with the fourth power of h w."""
    method = stability(jd.GeneralizedAlpha(rho=rho))
    y = np.logspace(-2, 4, 400)
    factor = method.amplification(1j * y)
    assert method.second_order and (np.diff(factor) < 1e-7).all() and factor.max() <= 1 + 1e-7
    assert method.amplification(1j * 1e7) == pytest.approx(rho, abs=1e-4)
    losses = 1 - method.amplification(1j * np.array([0.08, 0.04]))
    assert np.log2(losses[0] / losses[1]) == pytest.approx(4.0, abs=0.1)


def test_generalized_alpha_is_what_it_does() -> None:
    """Growth of steps really taken, from the formulas of the method."""
    rho, y = 0.5, 1.7
    am, af = (2 * rho - 1) / (rho + 1), rho / (rho + 1)
    gamma, beta = 0.5 - am + af, 0.25 * (1 - am + af) ** 2
    x, v, a, norms = 1.0, 0.3, -1.0, []
    for _ in range(300):
        guess = x + v + (0.5 - beta) * a
        new = -(am * a + y * y * ((1 - af) * guess + af * x)) / (1 - am + (1 - af) * beta * y * y)
        x, v, a = guess + beta * new, v + (1 - gamma) * a + gamma * new, new
        norms.append(np.hypot(y * x, v))
    rates = np.log(norms[100:])
    slope = np.polyfit(np.arange(200), rates, 1)[0]
    assert AlphaStability(rho).amplification(1j * y) == pytest.approx(np.exp(slope), abs=1e-3)


# --------------------------------------------------------------------------- names and pictures


@pytest.mark.parametrize("name", NAMED)
def test_every_name(name: str) -> None:
    """Small steps: |R| is near 1; and it has a name for titles."""
    method = stability(name)
    assert method.amplification(np.array([1e-3j, 1e-4j])) == pytest.approx([1, 1], abs=1e-6) and method.name


@pytest.mark.parametrize(
    "method",
    ["block (2,4)", "BDF4", jd.GeneralizedAlpha(rho=0.5), block_coefficients(3)],
    ids=["block", "bdf", "alpha", "coefficients"],
)
def test_picture(method: object, tmp_path: Path) -> None:
    """The curve drawn is the amplification; the window holds the boundary; the file is written."""
    figure = plot_stability(method, tmp_path / "region.png")
    found = stability(method)
    line = figure.axes[0].get_lines()[0]
    assert np.array_equal(line.get_ydata(), found.amplification(1j * line.get_xdata()))
    assert figure.get_suptitle() == found.name and (tmp_path / "region.png").stat().st_size > 5000
    assert len(figure.axes) == (1 if found.second_order else 2)
    if not found.second_order:
        size = figure.axes[1].get_xlim()[1]
        edge = size * np.exp(1j * np.linspace(0, np.pi, 50))
        assert 3 < size < 40 and found.amplification(edge).max() < 1.0
    matplotlib.pyplot.close(figure)


def test_refusals() -> None:
    with pytest.raises(jd.ModelError, match=r"nothing is known of 'BDF7'\. Did you mean 'BDF"):
        stability("BDF7")
    with pytest.raises(jd.ModelError, match="3 is no method"):
        stability(3)


def test_members_of_the_alpha_family() -> None:
    """At infinity HHT has (1 - alpha)/(1 + alpha), the trapezoidal rule damps nothing anywhere."""
    assert stability(jd.HHT(alpha=0.2)).amplification(1j * 1e7) == pytest.approx(0.8 / 1.2, abs=1e-4)
    for y in (0.1, 1.0, 30.0):
        assert stability(jd.Trapezoidal()).amplification(1j * y) == pytest.approx(1.0, abs=1e-12)
    assert stability("Newmark").amplification(1j * 1.0) < 1.0

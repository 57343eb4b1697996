"""Coefficients of the block methods: published values, Pade approximants, L-stability, orders, refusals."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement
from math import factorial, sqrt

import numpy as np
import pytest

from jourdain.errors import ModelError
from jourdain.integrators.block.coefficients import Coefficients, block_coefficients

FAMILIES = ("equidistant", "chebyshev", "legendre", "radau")
METHODS = [(r, nodes, k) for r in range(2, 7) for nodes in FAMILIES for k in (r - 2, r - 1)]
EVERY = pytest.mark.parametrize(("r", "nodes", "k"), METHODS)


def pade(k: int, r: int) -> tuple[np.ndarray, np.ndarray]:
    """Numerator and denominator, ascending powers, from p = q exp + O(z^(k+r+1)): linear equations, solved exactly."""
    n = r + 1
    rows = [
        [Fraction(1, factorial(p - j)) if p >= j else Fraction(0) for j in range(n)] for p in range(k + 1, k + r + 1)
    ]
    rows = [[1, *[0] * r, 1]] + [[*row, 0] for row in rows]  # q_0 = 1
    for i in range(n):
        pivot = next(row for row in rows[i:] if row[i] != 0)
        rows.remove(pivot)
        rows.insert(i, [Fraction(x) / pivot[i] for x in pivot])
        rows = [row if row is rows[i] else [a - row[i] * b for a, b in zip(row, rows[i], strict=True)] for row in rows]
    q = [row[-1] for row in rows]
    p = [sum(q[j] * Fraction(1, factorial(i - j)) for j in range(i + 1)) for i in range(k + 1)]
    return np.array(p, float), np.array(q, float)


def stability(method: Coefficients, z: complex) -> complex:
    """R(z) as the method itself does it: one step of y' = z y with h = 1."""
    return np.linalg.solve(np.eye(method.r) - z * method.B, 1 + z * method.d)[-1]


# --------------------------------------------------------------------------- values in closed form


def test_equidistant_nodes_of_three_and_four() -> None:
    three = block_coefficients(3, "equidistant", 1)
    assert np.array_equal(three.mu, [1 / 9, 2 / 9, 1])
    assert np.array_equal(three.B, [[43 / 72, -29 / 72, 1 / 8], [19 / 36, 1 / 36, 1 / 36], [3 / 8, 3 / 8, 1 / 8]])
    assert np.array_equal(three.d, [1 / 72, 1 / 12, 1 / 8])
    higher = block_coefficients(3, "equidistant", 2)
    assert np.array_equal(higher.mu, [1 / 45, 8 / 45, 1])
    assert np.array_equal(higher.B, [[107 / 360, -37 / 360, 1 / 40], [17 / 45, 8 / 45, -1 / 45], [3 / 8, 3 / 8, 1 / 8]])
    assert np.array_equal(higher.d, [41 / 360, 2 / 15, 1 / 8])
    four = block_coefficients(4, "equidistant")
    assert four.k == 2 and np.array_equal(four.mu, [-1 / 128, 1 / 24, 31 / 128, 1])
    assert np.array_equal(
        four.B,
        [
            [431 / 1440, -49 / 240, 161 / 1440, -73 / 2880],
            [23 / 90, 1 / 5, -7 / 90, 7 / 360],
            [133 / 480, 23 / 80, 43 / 480, 1 / 960],
            [16 / 45, 2 / 15, 16 / 45, 7 / 90],
        ],
    )
    assert np.array_equal(four.d, [197 / 2880, 37 / 360, 91 / 960, 7 / 90])


def test_irrational_nodes_of_three() -> None:
    close = dict(rtol=0, atol=2e-16)
    cheb, leg = block_coefficients(3, "chebyshev", 1), block_coefficients(3, "legendre", 1)
    s = sqrt(2)
    assert np.allclose(cheb.c, [(2 - s) / 4, (2 + s) / 4, 1], **close)
    assert np.allclose(cheb.mu, [(10 - 5 * s) / 32, (10 + 5 * s) / 32, 1], **close)
    assert np.allclose(
        48 * cheb.B,
        [[22 - 4 * s, 10 - 16 * s, 7 * s - 1], [10 + 16 * s, 22 + 4 * s, -7 * s - 1], [32, 32, -8]],
        rtol=0,
        atol=1e-14,
    )
    assert np.allclose(48 * cheb.d, [s - 7, -s - 7, -8], rtol=0, atol=1e-14)
    s = sqrt(3)
    assert np.allclose(leg.c, [(3 - s) / 6, (3 + s) / 6, 1], **close)
    assert np.allclose(leg.mu, [(3 - s) / 12, (3 + s) / 12, 1], **close)
    assert np.allclose(
        72 * leg.B, [[27 + s, 9 - 17 * s, 3 + 5 * s], [9 + 17 * s, 27 - s, 3 - 5 * s], [36, 36, 0]], rtol=0, atol=1e-14
    )
    assert np.allclose(72 * leg.d, [-s - 3, s - 3, 0], rtol=0, atol=1e-14)
    assert np.allclose(
        block_coefficients(3, "chebyshev", 2).mu, [(11 - 7 * sqrt(2)) / 40, (11 + 7 * sqrt(2)) / 40, 1], **close
    )
    assert np.allclose(block_coefficients(3, "legendre", 2).mu, [(2 - s) / 10, (2 + s) / 10, 1], **close)


@pytest.mark.parametrize("r", range(2, 7))
def test_radau_nodes_give_radau_iia(r: int) -> None:
    """d = 0, and B satisfies the r^2 collocation conditions, which have one solution; closed forms for r = 2, 3."""
    method = block_coefficients(r, "radau", r - 1)
    assert not method.d.any()
    powers = np.arange(1, r + 1)
    assert np.allclose(
        method.B @ method.c[:, None] ** (powers - 1), method.c[:, None] ** powers / powers, rtol=0, atol=1e-15
    )
    if r == 2:
        assert np.array_equal(method.B, [[5 / 12, -1 / 12], [3 / 4, 1 / 4]])
    if r == 3:
        s = sqrt(6)
        B = [
            [(88 - 7 * s) / 360, (296 - 169 * s) / 1800, (-2 + 3 * s) / 225],
            [(296 + 169 * s) / 1800, (88 + 7 * s) / 360, (-2 - 3 * s) / 225],
            [(16 - s) / 36, (16 + s) / 36, 1 / 9],
        ]
        assert np.allclose(method.B, B, rtol=0, atol=1e-16)


@EVERY
def test_nodes(r: int, nodes: str, k: int) -> None:
    """Increasing in (0, 1]; zeros of the classical polynomials to the last digit."""
    c = block_coefficients(r, nodes, k).c
    assert c[0] > 0 and (np.diff(c) > 0).all() and c[-1] == 1.0
    if nodes == "chebyshev":
        i = np.arange(r - 1, 0, -1)
        assert np.allclose(c[:-1], (1 + np.cos((2 * i - 1) * np.pi / (2 * (r - 1)))) / 2, rtol=0, atol=2e-16)
    elif nodes == "legendre":
        assert np.allclose(c[:-1], (1 + np.polynomial.legendre.leggauss(r - 1)[0]) / 2, rtol=0, atol=2e-16)
    elif nodes == "radau":  # P_r - P_(r-1) on (-1, 1), its zeros without 1
        zeros = np.sort(np.polynomial.legendre.legroots([*[0] * (r - 1), -1, 1]).real)
        assert np.allclose(c, (1 + zeros) / 2, rtol=0, atol=1e-13)


# --------------------------------------------------------------------------- stability


@EVERY
def test_stability_function_is_the_pade_approximant(r: int, nodes: str, k: int) -> None:
    method = block_coefficients(r, nodes, k)
    p, q = pade(k, r)
    rng = np.random.default_rng(r)
    for z in rng.normal(size=(100, 2)) @ [3, 3j]:
        expected = np.polyval(p[::-1], z) / np.polyval(q[::-1], z)
        assert abs(stability(method, z) - expected) <= 1e-12 * max(1, abs(expected))
    assert not r > 3 or abs(stability(method, 1.0) - np.e) < 1e-4


@EVERY
def test_l_stability(r: int, nodes: str, k: int) -> None:
    """|R| <= 1 on the imaginary axis with all poles to the right of it, and R decays as r/z or r (r-1)/z^2, signs aside."""
    method = block_coefficients(r, nodes, k)
    assert (np.linalg.eigvals(method.B).real > 0).all()
    y = np.logspace(-4, 8, 600)
    assert max(abs(stability(method, 1j * x)) for x in y) <= 1 + 1e-14
    z = -1e6
    limit = (-1) ** r * (r / z if k == r - 1 else r * (r - 1) / z**2)
    assert stability(method, z) == pytest.approx(limit, rel=1e-4)


@pytest.mark.parametrize("r", range(2, 7))
def test_eigenvalues_depend_on_the_pade_pair_only(r: int) -> None:
    own = np.linspace(0.3, 1.0, r) ** 2
    for k in (r - 2, r - 1):
        poles = 1 / np.roots(pade(k, r)[1][::-1])
        for nodes in (*FAMILIES, own):
            values = block_coefficients(r, nodes, k).eigenvalues
            assert len(values) == (r + 1) // 2 and (values.imag >= 0).all()
            assert (values.imag[0] == 0) == (r % 2 == 1) and (values.imag[1:] > 0).all()
            expected = poles[poles.imag > -1e-10]
            expected = expected[np.argsort(expected.imag)]
            assert np.allclose(values, expected, rtol=0, atol=1e-11)


@EVERY
def test_eigenbasis(r: int, nodes: str, k: int) -> None:
    """x = Re(T T_inverse x), B x = Re(T eigenvalues T_inverse x), and the same for powers of B."""
    method = block_coefficients(r, nodes, k)
    for power in (0, 1, 2, -1):
        rebuilt = (method.T @ (method.eigenvalues[:, None] ** power * method.T_inverse)).real
        size = (np.abs(method.T) @ (np.abs(method.eigenvalues[:, None]) ** power * np.abs(method.T_inverse))).max()
        assert np.abs(rebuilt - np.linalg.matrix_power(method.B, power)).max() <= 1e-14 * size


# --------------------------------------------------------------------------- orders


@cache
def trees(order: int) -> tuple[tuple, ...]:
    """Rooted trees with so many vertices, as nested sorted tuples."""
    return tuple(sorted({tuple(sorted(forest)) for forest in _forests(order - 1, order - 1)}))


def _forests(vertices: int, largest: int) -> Iterator[tuple]:
    """Sets of trees with so many vertices in all."""
    if vertices == 0:
        yield ()
    for size in range(min(largest, vertices), 0, -1):
        for number in range(1, vertices // size + 1):
            for rest in _forests(vertices - size * number, size - 1):
                for group in combinations_with_replacement(trees(size), number):
                    yield group + rest


def misses(method: Coefficients, order: int) -> float:
    """Largest |Phi(t) - 1/gamma(t)| over the rooted trees of an order (Butcher): what a Runge-Kutta method must make zero."""
    A = np.zeros((method.r + 1, method.r + 1))
    A[1:, 0], A[1:, 1:] = method.d, method.B

    @cache
    def weight(tree: tuple) -> tuple[np.ndarray, float, int]:
        """Derivative weights at the stages, density gamma, vertices."""
        stages, density, vertices = np.ones(method.r + 1), 1.0, 1
        for branch in tree:
            w, g, n = weight(branch)
            stages, density, vertices = stages * (A @ w), density * g, vertices + n
        return stages, density * vertices, vertices

    found = [weight(tree) for tree in trees(order)]
    return max(abs(A[-1] @ w - 1 / g) for w, g, _ in found)


def test_trees() -> None:
    assert [len(trees(n)) for n in range(1, 11)] == [1, 1, 2, 4, 9, 20, 48, 115, 286, 719]


@EVERY
def test_order_for_differential_equations(r: int, nodes: str, k: int) -> None:
    """All order conditions up to ode_order hold, and one of the next order does not."""
    method = block_coefficients(r, nodes, k)
    plain = r + 1 if r % 2 else r + 2
    best = {"radau": 2 * r - 1, "legendre": max(plain, 2 * r - 2)}.get(nodes, plain)
    assert method.ode_order == min(k + r, best)
    assert max(misses(method, p) for p in range(1, method.ode_order + 1)) < 1e-14
    assert misses(method, method.ode_order + 1) > 1e-9


@pytest.mark.parametrize(("r", "error"), [(4, 6.285e-12), (3, 5.25e-10)])
def test_prothero_robinson(r: int, error: float) -> None:
    """y' = lam (y - cos t) - sin t, lam = -1e4, ten steps to t = 1."""
    method, lam, h, y, slope = block_coefficients(r, "equidistant"), -1e4, 0.1, 1.0, 0.0
    for i in range(10):
        t = h * (i + method.c)
        known = y + h * method.d * slope + h * method.B @ (-lam * np.cos(t) - np.sin(t))
        values = np.linalg.solve(np.eye(r) - h * lam * method.B, known)
        y, slope = values[-1], lam * (values[-1] - np.cos(t[-1])) - np.sin(t[-1])
    assert abs(y - np.cos(1.0)) == pytest.approx(error, rel=0.03)


@EVERY
def test_error_estimate(r: int, nodes: str, k: int) -> None:
    """A multiple of the divided difference: zero below t^r, theta for t^r; the weight of f_0 is positive."""
    method = block_coefficients(r, nodes, k)
    x = np.array([0.0, *method.c])
    for power in range(r):
        assert abs(method.difference @ x**power) < 1e-14 * np.abs(method.difference).sum()
    assert method.difference @ x**r == pytest.approx(1.0, abs=1e-11)
    assert method.estimate @ x**r == pytest.approx(method.theta, rel=1e-11)
    assert method.estimate[0] == pytest.approx(abs(method.eigenvalues[0]), rel=1e-14)


# --------------------------------------------------------------------------- what users may give


def test_own_nodes() -> None:
    """Names and numbers mean the same; fractions stay exact; results are kept and cannot be changed."""
    given = block_coefficients(3, [1 / 3, 2 / 3, 1.0])
    named = block_coefficients(3, "equidistant")
    assert np.allclose(given.B, named.B, rtol=0, atol=1e-15) and given.nodes == "own"
    exact = block_coefficients(3, (Fraction(1, 3), Fraction(2, 3), 1))
    assert np.array_equal(exact.B, named.B) and exact is block_coefficients(3, [Fraction(1, 3), Fraction(2, 3), 1])
    assert block_coefficients(np.int64(3), "equidistant", np.int32(1)) is named
    with pytest.raises(ValueError, match="read-only"):
        named.B[0, 0] = 1.0


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((1,), "r = 1 nodes; there are methods with 2 to 6"),
        ((7,), "r = 7 nodes; there are methods with 2 to 6"),
        ((3.0,), "must be a whole number, not 3.0"),
        ((True,), "must be a whole number, not True"),
        (("3",), "must be a whole number, not '3'"),
        ((3, "chebishev"), "no family of nodes 'chebishev'. Did you mean 'chebyshev'?"),
        ((3, "lobatto xyz"), "'equidistant', 'legendre', 'radau'"),
        ((4, "radau", 4), "would not be L-stable. Take k = 2 or k = 3"),
        ((4, "radau", 1), "is not A-stable. Take k = 2 or k = 3"),
        ((4, "radau", -1), "does not exist. Take k = 2 or k = 3"),
        ((2, "radau", -1), "does not exist. Take k = 0 or k = 1"),
        ((4, "radau", 1.5), "k, the degree of the Pade numerator, must be a whole number"),
        ((3, (0.5, 1.0)), "2 nodes (0.5, 1) where r = 3 are needed"),
        ((3, (0.5, 0.4, 1.0)), "they must increase"),
        ((3, (0.4, 0.4, 1.0)), "they must increase"),
        ((3, (0.0, 0.4, 1.0)), "from a first one above 0"),
        ((3, (0.2, 0.4, 0.9)), "the last one must be 1"),
        ((3, (0.2, 0.4, 1.5)), "the last one must be 1"),
        ((3, (0.2, float("nan"), 1.0)), "finite numbers"),
        ((3, (0.2, "b", 1.0)), "finite numbers"),
        ((3, 0.5), "give a name or 3 finite numbers"),
        ((3, ()), "0 nodes () where r = 3"),
    ],
)
def test_refusals(arguments: tuple, message: str) -> None:
    with pytest.raises(ModelError) as error:
        block_coefficients(*arguments)
    assert message in str(error.value)

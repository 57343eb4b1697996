"""Coefficients of the L-stable block methods (Li, Ding, Li 2019), from exact arithmetic.

One step from t to t + h with nodes 0 < c_1 < ... < c_r = 1; Y, Y': values and derivatives at the nodes,

    Y = e y_0 + h d y'_0 + h B Y'

Each row integrates polynomials of degree r - 1 exactly. One number per row is free, mu_i, what it makes of (r + 1) t^r:

    m(t) = r!/(r+k)! d^k/dt^k [t^k (t-1)^r],     mu_i = c_i^(r+1) - (r+1) (integral of m from 0 to c_i)

This choice makes the stability function the (k, r) Pade approximant of exp for every set of nodes, L-stable for k = r - 1
and k = r - 2. With k = r - 1 the zeros of m are the Radau nodes; on these d = 0 and B is the matrix of Radau IIA.

Irrational nodes are computed to 60 digits, and everything after that is exact in fractions: solving the Vandermonde
system in double precision would lose up to four digits.
"""

from __future__ import annotations

import operator
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal, localcontext
from fractions import Fraction
from functools import cache
from itertools import pairwise
from math import comb, prod
from typing import Any

import numpy as np

from jourdain.errors import ModelError, near

DIGITS = 60  # of irrational nodes
EXACT = Fraction(1, 10 ** (DIGITS - 15))  # what nodes of that precision leave of conditions that hold exactly
MOST_NODES = 6

Polynomial = list[Fraction]  # ascending powers


@dataclass(frozen=True, eq=False)
class Coefficients:
    """A block method. Arrays are read-only; nodes run over c_1 .. c_r, and 0, c_1 .. c_r where shapes say r + 1."""

    r: int
    k: int
    nodes: str  # "chebyshev", .. or "own"
    c: np.ndarray  # (r,)
    B: np.ndarray  # (r, r)
    d: np.ndarray  # (r,)
    mu: np.ndarray  # (r,)
    eigenvalues: np.ndarray  # (e,) complex, of B: one of each pair, the real one (odd r) first, e = (r + 1) // 2
    T: np.ndarray  # (r, e) complex, eigenvectors; x = Re(T (T_inverse x)), columns of pairs count double
    T_inverse: np.ndarray  # (e, r) complex
    difference: np.ndarray  # (r + 1,): f[0, c_1 .. c_r] = difference . (f_0 .. f_r)
    theta: float  # of the error estimate
    ode_order: int  # as a method for ordinary differential equations

    @property
    def estimate(self) -> np.ndarray:
        """Weights (r + 1,) of the error estimate h estimate . (f_0 .. f_r) = theta h f[0, c_1 .. c_r] = O(h^(r+1)).

        f_0 has the weight gamma = |eigenvalues[0]|, as is customary for Radau IIA (Hairer, Wanner). The estimate grows
        with h J where the problem is stiff; multiplied by (1 - h gamma J)^-1, a matrix of the step, it stays bounded.
        """
        return self.theta * self.difference


def block_coefficients(r: int, nodes: str | Sequence[float] = "chebyshev", k: int | None = None) -> Coefficients:
    """The block method with r nodes (2 to 6) whose stability function is the (k, r) Pade approximant, k = r - 2 or r - 1.

    nodes: "equidistant", "chebyshev", "legendre", "radau", or r increasing numbers in (0, 1] that end in 1.
    k: r - 2 if not given, the natural choice for index-3 equations; r - 1 gives one more order, and Radau IIA on its nodes.
    """
    r = _whole(r, "r, the number of nodes,")
    if not 2 <= r <= MOST_NODES:
        raise ModelError(f"Block method: r = {r} nodes; there are methods with 2 to {MOST_NODES}.")
    k = r - 2 if k is None else _whole(k, "k, the degree of the Pade numerator,")
    _check_pade(k, r)
    if isinstance(nodes, str):
        if nodes not in FAMILIES:
            raise ModelError(f"Block method: no family of nodes {nodes!r}.{near(nodes, FAMILIES)}")
        return _coefficients(r, k, nodes, ())
    return _coefficients(r, k, "own", _own_nodes(nodes, r))


def _whole(value: Any, what: str) -> int:
    if not isinstance(value, bool):
        try:
            return operator.index(value)
        except TypeError:
            pass
    raise ModelError(f"Block method: {what} must be a whole number, not {value!r}.")


def _check_pade(k: int, r: int) -> None:
    if k in (r - 1, r - 2):
        return
    if k >= r:
        why = "does not vanish at infinity: the method would not be L-stable"
    elif k < 0:
        why = "does not exist"
    else:
        why = "is not A-stable"
    raise ModelError(
        f"Block method: k = {k} with r = {r}: this Pade approximant {why}. Take k = {r - 2} or k = {r - 1}."
    )


def _own_nodes(nodes: Sequence[float], r: int) -> tuple[Fraction, ...]:
    try:
        found = tuple(x if isinstance(x, Fraction) else Fraction(float(x)) for x in nodes)
    except (TypeError, ValueError, OverflowError):
        raise ModelError(f"Block method: nodes {nodes!r}; give a name or {r} finite numbers.") from None
    shown = ", ".join(f"{float(x):g}" for x in found)
    if len(found) != r:
        raise ModelError(f"Block method: {len(found)} nodes ({shown[:80]}) where r = {r} are needed.")
    if found[0] <= 0 or any(a >= b for a, b in pairwise(found)):
        raise ModelError(f"Block method: nodes {shown}; they must increase, from a first one above 0.")
    if found[-1] != 1:
        raise ModelError(f"Block method: nodes {shown}; the last one must be 1, the end of the step.")
    return found


# --------------------------------------------------------------------------- polynomials with fractions as coefficients


def _value(p: list[Any], x: Any) -> Any:
    """p(x) by Horner's scheme, coefficients and x all fractions or all decimals."""
    result = p[-1]
    for a in reversed(p[:-1]):
        result = result * x + a
    return result


def _product(p: Polynomial, q: Polynomial) -> Polynomial:
    result = [Fraction(0)] * (len(p) + len(q) - 1)
    for i, a in enumerate(p):
        for j, b in enumerate(q):
            result[i + j] += a * b
    return result


def _derivative(p: Polynomial) -> Polynomial:
    return [j * a for j, a in enumerate(p)][1:]


def _integral(p: Polynomial) -> Polynomial:
    return [Fraction(0), *(a / (j + 1) for j, a in enumerate(p))]


def _rodrigues(k: int, a: int, b: int) -> Polynomial:
    """d^k/dt^k [t^a (t-1)^b], up to a factor; monic."""
    p = [Fraction(0)] * a + [Fraction((-1) ** (b - j) * comb(b, j)) for j in range(b + 1)]
    for _ in range(k):
        p = _derivative(p)
    return [x / p[-1] for x in p]


def _chebyshev(n: int) -> Polynomial:
    """T_n(2 t - 1)."""
    before, now = [Fraction(1)], [Fraction(-1), Fraction(2)]
    for _ in range(n - 1):
        twice = _product([Fraction(-2), Fraction(4)], now)
        before, now = now, [a - b for a, b in zip(twice, before + [Fraction(0)] * 2, strict=True)]
    return now


def _zeros(p: Polynomial) -> list[Fraction]:
    """The zeros in (0, 1), all simple, increasing: exact if there is one, otherwise to DIGITS digits."""
    if len(p) == 2:
        return [-p[0] / p[1]]
    found = []
    with localcontext() as context:
        context.prec = DIGITS + 10
        decimals, slope = ([Decimal(a.numerator) / a.denominator for a in f] for f in (p, _derivative(p)))
        for start in sorted(np.roots([float(a) for a in reversed(p)]).real):
            x = Decimal(float(start))
            for _ in range(5):  # from 12 digits on, each step doubles them
                x -= _value(decimals, x) / _value(slope, x)
            found.append(Fraction(round(x, DIGITS)))
    return found


# --------------------------------------------------------------------------- the methods

FAMILIES = {
    "equidistant": lambda r: [Fraction(i, r) for i in range(1, r + 1)],
    "chebyshev": lambda r: [*_zeros(_chebyshev(r - 1)), Fraction(1)],
    "legendre": lambda r: [*_zeros(_rodrigues(r - 1, r - 1, r - 1)), Fraction(1)],
    "radau": lambda r: [*_zeros(_without_one(_rodrigues(r - 1, r - 1, r))), Fraction(1)],
}


def _without_one(p: Polynomial) -> Polynomial:
    """p / (t - 1) where p(1) = 0, by Horner's scheme."""
    result = [p[-1]]
    for a in reversed(p[1:-1]):
        result.append(result[-1] + a)
    return result[::-1]


@cache
def _coefficients(r: int, k: int, family: str, own: tuple[Fraction, ...]) -> Coefficients:
    c = list(own) or FAMILIES[family](r)
    integral_of_m = _integral(_rodrigues(k, k, r))
    mu = [x ** (r + 1) - (r + 1) * _value(integral_of_m, x) for x in c]
    basis = _lagrange([Fraction(0), *c])
    # row i applied to t^p: the exact integral c_i^(p+1)/(p+1), but mu_i/(r+1) for p = r
    moments = [[*(x ** (p + 1) / (p + 1) for p in range(r)), mu_i / (r + 1)] for x, mu_i in zip(c, mu, strict=True)]
    rows = [[sum(map(operator.mul, l, moment), Fraction(0)) for l in basis] for moment in moments]
    B = _floats([row[1:] for row in rows])
    eigenvalues, T, T_inverse = eigenbasis(B)
    difference = _floats([l[-1] for l in basis])  # leading coefficient of the interpolating polynomial
    return Coefficients(
        r=r,
        k=k,
        nodes=family,
        c=_floats(c),
        B=B,
        d=_floats([row[0] for row in rows]),
        mu=_floats(mu),
        eigenvalues=eigenvalues,
        T=T,
        T_inverse=T_inverse,
        difference=difference,
        theta=float(abs(eigenvalues[0]) / difference[0]),
        ode_order=min(k + r, _quadrature_order(rows[-1], [Fraction(0), *c])),
    )


def _lagrange(x: list[Fraction]) -> list[Polynomial]:
    """The polynomials that are 1 at one of the points and 0 at the others."""
    basis = []
    for i, xi in enumerate(x):
        p, others = [Fraction(1)], x[:i] + x[i + 1 :]
        for xj in others:
            p = _product(p, [-xj, Fraction(1)])
        scale = prod(xi - xj for xj in others)
        basis.append([a / scale for a in p])
    return basis


def _quadrature_order(weights: list[Fraction], x: list[Fraction]) -> int:
    """How many powers of t, from 1 on, the weights integrate exactly over (0, 1)."""
    order = 0
    while abs(sum(w * xi**order for w, xi in zip(weights, x, strict=True)) - Fraction(1, order + 1)) < EXACT:
        order += 1
    return order


def eigenbasis(B: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Eigenvalues, T and T_inverse as in Coefficients; B has one real eigenvalue for odd r and none for even r."""
    values, vectors = np.linalg.eig(B)
    inverse = np.linalg.inv(vectors)
    kept = np.flatnonzero(values.imag >= 0.0)
    kept = kept[np.argsort(values[kept].imag)]
    twice = np.where(values[kept].imag > 0.0, 2.0, 1.0)
    return _frozen(values[kept] + 0j), _frozen(vectors[:, kept] * twice + 0j), _frozen(inverse[kept] + 0j)


def _floats(exact: Any) -> np.ndarray:
    """Each fraction rounded once; zero where the digits of irrational nodes leave nothing else (d on Radau nodes)."""
    values = np.array(exact, dtype=object).astype(np.float64)
    return _frozen(np.where(abs(values) < float(EXACT), 0.0, values))


def _frozen(a: np.ndarray) -> np.ndarray:
    a = np.ascontiguousarray(a)
    a.setflags(write=False)
    return a

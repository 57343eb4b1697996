"""Coefficients of the continuous Galerkin method cG(k): polynomials of degree k in time, tested by those of degree k - 1.

Rates of positions and momenta, and multipliers, are given by their values at the k Gauss points of the step, whose Lagrange
polynomials l_j are orthogonal; so testing by l_i and n Gauss points of quadrature is a matrix, and for n = k the identity.
"""

from __future__ import annotations

import functools
from dataclasses import dataclass

import numpy as np

from jourdain.errors import ModelError
from jourdain.integrators.block.coefficients import eigenbasis

HIGHEST, MOST_POINTS = 4, 16


@dataclass(frozen=True)
class Coefficients:
    """c, b (k,): Gauss points and weights; A (k, k): integrals of l_j to c_i. tau, w (n,): points and weights of quadrature.

    integrals, values (n, k): integrals of l_j to tau_l, and l_j there; test (k, n): what the quadrature makes of values at tau.
    eigenvalues, T, T_inverse of A as in block_coefficients.
    """

    c: np.ndarray
    b: np.ndarray
    A: np.ndarray
    tau: np.ndarray
    w: np.ndarray
    integrals: np.ndarray
    values: np.ndarray
    test: np.ndarray
    eigenvalues: np.ndarray
    T: np.ndarray
    T_inverse: np.ndarray


def _gauss(n: int) -> tuple[np.ndarray, np.ndarray]:
    x, w = np.polynomial.legendre.leggauss(n)
    return 0.5 * (x + 1.0), 0.5 * w


@functools.cache
def galerkin_coefficients(k: int, n: int) -> Coefficients:
    """Coefficients of cG(k) with n points of quadrature."""
    if n < k:
        raise ModelError(
            f"Galerkin: n = {n} points of quadrature for k = {k}; at least n = k are needed: with fewer the equations "
            "of a step are singular."
        )
    c, b = _gauss(k)
    tau, w = _gauss(n)
    bases = [np.polynomial.Polynomial(np.polynomial.polynomial.polyfromroots(np.delete(c, j))) for j in range(k)]
    bases = [p / p(c[j]) for j, p in enumerate(bases)]
    sums = [p.integ() for p in bases]
    A = np.array([[p(ci) for p in sums] for ci in c])
    integrals = np.array([[p(z) for p in sums] for z in tau])
    values = np.array([[p(z) for p in bases] for z in tau])
    test = (values * w[:, None]).T / b[:, None]
    if n == k:
        values, test, integrals = np.eye(k), np.eye(k), A
    return Coefficients(c, b, A, tau, w, integrals, values, test, *eigenbasis(A))

"""Ding, Pan (2011): the polynomials of their Table 1, and one step of their equations (14) to (16) solved as it is written.

Unknown are the values of q and p at the nodes i/k, i = 1 .. k, and the multipliers; Newton's method runs on exact derivatives
by imaginary steps. It is slow, and shares no line with the compiled method, which works with slopes at Gauss points.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.polynomial import polynomial as poly

from jourdain.papers.snakeboard import Snakeboard

TINY = 1e-100
Exact = list[Fraction]  # ascending powers

# --------------------------------------------------------------------------- Table 1


def _times_roots(lead: Fraction, roots: Any) -> Exact:
    p = [lead]
    for root in roots:
        p = [a - root * b for a, b in zip([Fraction(0), *p], [*p, Fraction(0)], strict=True)]
    return p


def lagrange(nodes: list[Fraction]) -> list[Exact]:
    """The polynomials that are 1 at one node and 0 at the others."""
    found = []
    for i, node in enumerate(nodes):
        others = nodes[:i] + nodes[i + 1 :]
        lead = Fraction(1)
        for other in others:
            lead /= node - other
        found.append(_times_roots(lead, others))
    return found


def _slope(p: Exact, at: Fraction) -> Fraction:
    return sum((j * a * at ** (j - 1) for j, a in enumerate(p) if j), Fraction(0))


def polynomials(k: int) -> tuple[list[Exact], list[Exact], list[Exact]]:
    """M_i (k + 1), M~_j (k), and the coefficients of q_1 .. q_(k+1) in q~_j, of degree k in time."""
    tests = [Fraction(j, k - 1) for j in range(k)] if k > 1 else [Fraction(1)]
    shapes = lagrange([Fraction(i, k) for i in range(k + 1)])
    return shapes, lagrange(tests), [[_slope(p, b) for p in shapes] for b in tests]


def _printed(lead: str, *roots: str) -> Exact:
    return _times_roots(Fraction(lead), [Fraction(root) for root in roots])


def _numbers(text: str) -> Exact:
    return [Fraction(x) for x in text.split()]


# of the paper: (its label, what it is) of each column, in its order
PRINTED: dict[int, tuple[list[tuple[str, Exact]], ...]] = {
    1: ([("M_1", _printed("-1", "1")), ("M_2", _printed("1", "0"))], [("M~_1", [Fraction(1)])], [("q~", _numbers("-1 1"))]),
    2: (
        [("M_1", _printed("2", "1/2", "1")), ("M_2", _printed("-4", "0", "1"))],
        [("M~_1", _printed("-1", "1")), ("M~_1", _printed("1", "0"))],
        [("q~_1", _numbers("-3 4 -1")), ("q~_2", _numbers("1 -4 3"))],
    ),
    3: (
        [("M_1", _printed("-9/2", "1/3", "2/3", "1")), ("M_2", _printed("27/2", "2/3", "1", "0")),
         ("M_3", _printed("-27/2", "1/3", "1", "0")), ("M_3", _printed("9/2", "1/3", "2/3", "0"))],
        [("M~_1", _printed("2", "1/2", "1")), ("M~_2", _printed("-4", "0", "1")), ("M~_3", _printed("2", "1/2", "0"))],
        [("q~_1", _numbers("-11/2 9 -9/2 1")), ("q~_2", _numbers("1/8 -27/8 27/8 -1/8")),
         ("q~_3", _numbers("-1 9/2 -9 11/2"))],
    ),
}  # fmt: skip


def table_lines(k: int) -> list[tuple[str, str, str]]:
    """Name, text, and how the paper has it, of all polynomials and coefficients of degree k."""
    names = ("M", "M~", "q~")
    found = []
    for column, (name, ours) in enumerate(zip(names, polynomials(k), strict=True)):
        printed = PRINTED[k][column] if k in PRINTED else None
        for i, p in enumerate(ours):
            label = f"{name}_{i + 1}" if column < 2 or k > 1 else name
            text = written(p, [f"q_{j + 1}" for j in range(k + 1)] if column == 2 else None)
            found.append((label, text, _said(label, p, printed)))
    return found


def _said(label: str, p: Exact, printed: list[tuple[str, Exact]] | None) -> str:
    if printed is None:
        return ""
    labels = [name for name, other in printed if other == p]
    if labels:
        return "the same" if label in labels else f"the same, labelled {labels[0]}"
    return "another" if label in [name for name, _ in printed] else "missing"


def written(p: Exact, names: list[str] | None = None) -> str:
    """A sum as a text: powers of a, or the names given."""
    names = names or ["", "a", *(f"a^{j}" for j in range(2, len(p)))]
    text = ""
    for a, name in zip(p, names, strict=False):
        if a:
            size = "" if abs(a) == 1 and name else str(abs(a))
            sign = (" - " if a < 0 else " + ") if text else ("-" if a < 0 else "")
            text += sign + " ".join(part for part in (size, name) if part)
    return text


# --------------------------------------------------------------------------- a step


@dataclass(frozen=True)
class Step:
    """End of a step, q and p (6,), and work = sum w lam . Phi q' of the multipliers [J]."""

    q: np.ndarray
    p: np.ndarray
    work: float


def step(machine: Snakeboard, q: np.ndarray, p: np.ndarray, h: float, k: int, n: int, variant: str) -> Step:
    """One step without springs, variant A (lam constant), B, C or P (docs/theory/galerkin.md), n Gauss points."""
    equations = _Equations(machine, q, p, h, k, n, variant)
    x = equations.guess()
    for _ in range(30):
        residual = equations.residual(x)
        slopes = [equations.residual(x + 1j * TINY * e).imag / TINY for e in np.eye(len(x))]
        change = np.linalg.solve(np.array(slopes).T, -residual)
        x = x + change
        if np.abs(change).max() < 1e-14:
            break
    return equations.end(x)


class _Equations:
    """Equations (14) to (16) of one step in the unknowns x."""

    def __init__(
        self, machine: Snakeboard, q: np.ndarray, p: np.ndarray, h: float, k: int, n: int, variant: str
    ) -> None:
        self.machine, self.q, self.p, self.h, self.k, self.variant = machine, q, p, h, k, variant
        self.inverse = np.linalg.inv(machine.mass_matrix)
        shapes, tests, slopes = (np.array(part, float) for part in polynomials(k))
        points, weights = np.polynomial.legendre.leggauss(n)
        at = (points + 1) / 2
        self.weights = weights / 2
        self.shapes, self.tests = poly.polyval(at, shapes.T).T, poly.polyval(at, tests.T).T  # (n, k + 1), (n, k)
        self.slopes = self.tests @ slopes  # (n, k + 1): q' at the points
        self.lams = np.ones((n, 1)) if variant == "A" else self.tests

    def guess(self) -> np.ndarray:
        """Motion with constant velocities, no multipliers."""
        along = self.h * np.arange(1, self.k + 1)[:, None] / self.k
        parts = [
            self.q + along * (self.inverse @ self.p),
            np.tile(self.p, (self.k, 1)),
            np.zeros((self.lams.shape[1], 2)),
        ]
        return np.concatenate([*(part.ravel() for part in parts), np.zeros(2 if self.variant == "P" else 0)])

    def _parts(self, x: np.ndarray) -> tuple[np.ndarray, ...]:
        """q and p at all nodes (k + 1, 6), lam at the points (n, 2), p at the end."""
        k, count, mu = self.k, self.k * len(self.q), x[len(x) - 2 :]
        nodes, rest = x[: 2 * count].reshape(2, k, -1)
        q, p, end = np.vstack([self.q, nodes]), np.vstack([self.p, rest]), rest[-1]
        lam = x[2 * count : 2 * count + 2 * self.lams.shape[1]].reshape(-1, 2)
        if self.variant == "P":
            p = np.vstack([self.p + self._normals(self.q) @ mu, rest])
            end = end + (-1) ** k * self._normals(q[-1]) @ mu
        return q, p, self.lams @ lam, end

    def _normals(self, q: np.ndarray) -> np.ndarray:
        """N (6, 2): columns of Phi^T made orthonormal in the inverse mass."""
        Phi = self.machine.rows(q)
        S = Phi @ self.inverse @ Phi.T
        first = np.sqrt(S[0, 0])
        across = S[0, 1] / first
        second = np.sqrt(S[1, 1] - across**2)
        return np.stack([Phi[0] / first, (Phi[1] - across / first * Phi[0]) / second], axis=1)

    def residual(self, x: np.ndarray) -> np.ndarray:
        """Of all equations; complex x as well."""
        q, p, lam, end = self._parts(x)
        at_q, at_v = self.shapes @ q, self.shapes @ p @ self.inverse
        dq, dp = self.slopes @ q, self.slopes @ p
        Phi = np.array([self.machine.rows(one) for one in at_q])
        pull = np.einsum("nij,ni->nj", Phi, lam)
        if self.variant in "AB":
            turning = np.array([self.machine.rates_of_rows(one, way) for one, way in zip(at_q, dq, strict=True)])
            rows = np.einsum("nij,nj->ni", Phi, dp @ self.inverse) + np.einsum("nij,nj->ni", turning, at_v)
        else:
            rows = np.einsum("nij,nj->ni", Phi, dq)
        weighted = (self.tests * self.weights[:, None]).T
        over = self.weights[None, :] if self.variant == "A" else weighted
        found = [weighted @ (dq - self.h * at_v), weighted @ (dp + self.h * pull), over @ rows / self.h]
        if self.variant == "P":
            found.append(self.machine.rows(q[-1]) @ self.inverse @ end)
        return np.concatenate([part.ravel() for part in found])

    def end(self, x: np.ndarray) -> Step:
        """State at the end, and the work on the way."""
        q, _, lam, end = self._parts(x)
        rates = [self.machine.rows(one) @ way for one, way in zip(self.shapes @ q, self.slopes @ q, strict=True)]
        return Step(q[-1], end, float(self.weights @ (lam * np.array(rates)).sum(axis=1)))

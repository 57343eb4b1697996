"""Li, Ding, Li (2019): coefficients (10) to (15) of the block methods, their stability functions, and Theorem 1.

Printed coefficients are kept as the paper writes them, sums of a whole number and a root over a denominator.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import sqrt
from typing import Any

import numpy as np

from jourdain.integrators.block.coefficients import Coefficients, block_coefficients
from jourdain.integrators.stability import Rational, pade, stability_function
from jourdain.papers.common import OURS, PAPER
from jourdain.viewer.section import Chart, Table


@dataclass(frozen=True)
class Printed:
    """A set of the paper for r = 3: mu (3,), B (3, 3) and d (3,), each (a + b root)/c as (a, b, c); with its label."""

    places: str
    nodes: str
    root: float
    mu: tuple[tuple[int, int, int], ...]
    B: tuple[tuple[tuple[int, int, int], ...], ...]
    d: tuple[tuple[int, int, int], ...]

    def array(self, name: str) -> np.ndarray:
        """Numbers of mu, B or d."""
        x = np.array(getattr(self, name), float)
        return np.asarray((x[..., 0] + x[..., 1] * self.root) / x[..., 2])


ONE = (1, 0, 1)
SETS = (
    Printed("(10), (11)", "equidistant", 0.0, ((1, 0, 45), (8, 0, 45), ONE),
            (((107, 0, 360), (-37, 0, 360), (3, 0, 120)), ((17, 0, 45), (8, 0, 45), (-1, 0, 45)),
             ((9, 0, 24), (9, 0, 24), (3, 0, 24))), ((41, 0, 360), (2, 0, 15), (3, 0, 24))),
    Printed("(13), (14)", "chebyshev", sqrt(2.0), ((10, -5, 32), (10, 5, 32), ONE),
            (((11, -2, 24), (5, -8, 24), (-1, 7, 48)), ((5, 8, 24), (11, 2, 24), (-1, -7, 48)),
             ((2, 0, 3), (2, 0, 3), (-1, 0, 6))), ((-7, 1, 48), (-7, -1, 48), (-1, 0, 6))),
    Printed("(15)", "legendre", sqrt(3.0), ((3, -1, 12), (3, 1, 12), ONE),
            (((27, 1, 72), (9, -17, 72), (3, 5, 72)), ((9, 17, 72), (27, -1, 72), (3, -5, 72)),
             ((1, 0, 2), (1, 0, 2), (0, 0, 1))), ((-3, -1, 72), (-3, 1, 72), (0, 0, 1))),
)  # fmt: skip
LABEL = 2  # k of all three, as the paper says: compared with the (2,3) approximant


def coefficient_table() -> Table:
    """Printed numbers, and by how much they differ from the (2,3) and from the (1,3) coefficients."""
    rows: list[tuple[Any, ...]] = []
    for printed in SETS:
        rows += [
            ("" if i else printed.places, "" if i else printed.nodes, *row) for i, row in enumerate(_lines(printed))
        ]
    head = ("equation", "nodes", "", "c", "mu", "B", "", "", "d", "farthest from the print")
    caption = f"Equations (10) to (15), r = 3: printed as ({LABEL},3), ours with both degrees"
    return Table(head, tuple(rows), caption)


def _lines(printed: Printed) -> list[tuple[Any, ...]]:
    mu, B, d = (printed.array(name) for name in ("mu", "B", "d"))
    ours = {k: block_coefficients(3, printed.nodes, k) for k in (2, 1)}
    rows: list[tuple[Any, ...]] = []
    sets = {PAPER: (ours[LABEL].c, mu, B, d)} | {f"{OURS} ({k},3)": (x.c, x.mu, x.B, x.d) for k, x in ours.items()}
    for name, (c, own_mu, own_B, own_d) in sets.items():
        off = max(float(np.abs(x - y).max()) for x, y in ((own_mu, mu), (own_B, B), (own_d, d)))
        for i in range(3):
            line = (float(c[i]), float(own_mu[i]), *(float(x) for x in own_B[i]), float(own_d[i]))
            rows.append((name if i == 0 else "", *line, off if i == 0 and name != PAPER else None))
    return rows


# --------------------------------------------------------------------------- stability functions


def stability_table(sizes: Sequence[int]) -> Table:
    """R of equation (7), from B and d, against the Pade approximant, on all kinds of nodes."""
    z = np.concatenate([-np.logspace(-2, 4, 25), 1j * np.logspace(-2, 3, 25), [0.5 + 0.3j, -3.0 + 2.0j]])
    rows: list[tuple[Any, ...]] = []
    for r in sizes:
        for k in (r - 2, r - 1):
            numerator, denominator = pade(k, r)
            for nodes in ("equidistant", "chebyshev", "legendre", "radau"):
                found = block_coefficients(r, nodes, k)
                exact = Rational("", *stability_function(found))(z)
                off = float((np.abs(_of_nodes(found, z) - exact) / np.maximum(np.abs(exact), 1e-3)).max())
                first = nodes == "equidistant"
                texts = (_written(numerator), _written(denominator)) if first else ("", "")
                rows.append((f"({k},{r})" if first else "", nodes, *texts, off))
    head = ("(k, r)", "nodes", "numerator of R", "denominator of R", "largest difference to (7)")
    return Table(head, tuple(rows), "Equation (7): the stability function depends on (k, r) alone")


def _of_nodes(found: Coefficients, z: np.ndarray) -> np.ndarray:
    """e_r^T (1 - z B)^-1 (e + z d)."""
    one, eye = np.ones(found.r), np.eye(found.r)
    return np.array([np.linalg.solve(eye - x * found.B, one + x * found.d)[-1] for x in z])


def _written(p: Sequence[Any]) -> str:
    text = ""
    for j, a in enumerate(p):
        name = "" if j == 0 else "z" if j == 1 else f"z^{j}"
        size = str(abs(a)) if j == 0 or abs(a) != 1 else ""
        text += ("" if j == 0 else " - " if a < 0 else " + ") + " ".join(part for part in (size, name) if part)
    return text


def theorem_table(highest: int) -> Table:
    """Theorem 1 (Ehle): which approximants N/D are A- and L-stable, by their poles, the imaginary axis and infinity."""
    rows: list[tuple[Any, ...]] = []
    for j in range(1, highest + 1):
        for k in range(max(0, j - 4), j + 2):
            left = float(np.roots([float(a) for a in reversed(pade(k, j)[1])]).real.min())
            excess = on_the_axis(k, j)
            lead, limit = pade(k, j)[0][-1] / pade(k, j)[1][-1], "infinite" if k > j else "0"
            stable = left > 0 and never_negative(excess)
            ours = "neither" if not stable else "L-stable" if k < j else "A-stable"
            says = "L-stable" if k < j <= k + 2 else "A-stable" if k == j else ""
            infinity = str(abs(lead)) if k == j else limit
            rows.append((f"({k},{j})", j - k, left, _even(excess), infinity, says, ours))
    head = ("(k, j)", "j - k", "least real part of a pole", "|D(iy)|^2 - |N(iy)|^2", "|R| at infinity", PAPER, OURS)
    caption = "Theorem 1: Pade approximants N/D of exp; stable: poles to the right, fourth column nowhere negative"
    return Table(head, tuple(rows), caption)


def on_the_axis(k: int, j: int) -> list[Fraction]:
    """|D(iy)|^2 - |N(iy)|^2 of the (k, j) approximant, exact: coefficients of 1, y^2, y^4, .."""
    size = max(k, j) + 1
    total = [Fraction(0)] * size
    for side, sign in zip(pade(k, j), (-1, 1), strict=True):
        for m, a in enumerate(side):
            for n, b in enumerate(side):
                if (m + n) % 2 == 0:  # i^m (-i)^n
                    total[(m + n) // 2] += sign * a * b * (-1) ** (abs(m - n) // 2)
    return total


def never_negative(even: list[Fraction]) -> bool:
    """Whether a polynomial in y^2 is >= 0 for all y: near 0 and at infinity by its signs, between them on a grid."""
    some = [a for a in even if a]
    if not some or min(some) > 0:
        return True
    if some[0] < 0 or some[-1] < 0:
        return False
    y2 = np.logspace(-4, 8, 20001)
    return bool((np.polynomial.polynomial.polyval(y2, [float(a) for a in even]) >= 0).all())


def _even(p: list[Fraction]) -> str:
    terms = [(a, f"y^{2 * i}" if i else "") for i, a in enumerate(p) if a]
    text = ""
    for a, name in terms:
        text += (" - " if a < 0 else " + ") if text else ("-" if a < 0 else "")
        text += " ".join(part for part in ("" if abs(a) == 1 and name else str(abs(a)), name) if part)
    return text or "0"


def stability_charts(r: int) -> tuple[Chart, ...]:
    """|R| on the imaginary and on the negative real axis, of both degrees and of the one that is refused."""
    x = np.logspace(-1, 3, 401)
    named = {
        f"({k},{r})": Rational("", *(np.array(side, float) for side in pade(k, r))) for k in range(max(0, r - 3), r)
    }
    axis = {name: one.amplification(1j * x) for name, one in named.items()}
    real: dict[str, Any] = {name: one.amplification(-x) for name, one in named.items()}
    near = x[x < 20.0]
    real["exp"] = near, np.exp(-near)
    return (
        Chart(x, axis, "y", "|R(iy)|", x_log=True, caption="Stability functions on the imaginary axis"),
        Chart(x, real, "-z", "|R(z)|", x_log=True, y_log=True, caption="Stability functions on the negative real axis"),
    )

"""Tables: functions through given points, piecewise polynomials with exact first and second derivatives.

On a tape a table stands among the constants: n, the period (0: none), the starts s_0 .. s_(n-1) of its pieces, and for each
piece c0 .. c3 of c0 + c1 d + c2 d^2 + c3 d^3, d = x - s. Piece 0 also serves all that lies before it.
Theory: de Boor, A Practical Guide to Splines; Fritsch and Carlson (1980) for monotone ones. SciPy finds the coefficients.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from jourdain.errors import ModelError, near
from jourdain.jit import inner

KINDS = ("cubic", "linear", "monotone", "periodic")
BEYOND = ("line", "hold")
_MARGIN = 1e-12  # of its range: so far the last piece goes on, for times that are rounded


@dataclass(frozen=True, eq=False)
class Table:
    """A function through points x (n,), y (n,); see `table`. Calling it gives values at numbers or arrays."""

    x: tuple[float, ...]
    y: tuple[float, ...]
    kind: str = "cubic"
    beyond: str = "line"

    def __repr__(self) -> str:
        return f"table({len(self.x)} points from {self.x[0]:g} to {self.x[-1]:g}, {self.kind})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Table) and self._parts() == other._parts()

    def __hash__(self) -> int:
        return hash(self._parts())

    def _parts(self) -> tuple[Any, ...]:
        return self.x, self.y, self.kind, self.beyond

    def __call__(self, x: Any, derivative: int = 0) -> Any:
        """Values at x (any shape), or those of the first or second derivative; from the right where they jump."""
        return self.pieces.at(x, derivative)

    @cached_property
    def pieces(self) -> Pieces:
        """The polynomials, those before the first and behind the last point included."""
        x, y = np.array(self.x), np.array(self.y)
        coefficients = _polynomials(x, y, self.kind)
        if self.kind == "periodic":
            return Pieces(float(x[-1] - x[0]), x[:-1], coefficients)
        margin = _MARGIN * (x[-1] - x[0])
        c, d = coefficients[-1], x[-1] - x[-2] + margin
        last = c[0] + d * (c[1] + d * (c[2] + d * c[3]))
        slopes = np.array([coefficients[0, 1], c[1] + d * (2.0 * c[2] + d * 3.0 * c[3])]) * (self.beyond == "line")
        ends = np.array([[y[0], slopes[0], 0.0, 0.0], [last, slopes[1], 0.0, 0.0]])
        starts = np.concatenate([x[:1], x[:-1], x[-1:] + margin])
        return Pieces(0.0, starts, np.concatenate([ends[:1], coefficients, ends[1:]]))


@dataclass(frozen=True, eq=False)
class Pieces:
    """A piecewise polynomial: starts (n,), coefficients (n, 4) by powers of the distance from the start."""

    period: float
    starts: np.ndarray
    coefficients: np.ndarray

    @cached_property
    def slope(self) -> Pieces:
        """Its derivative."""
        c = self.coefficients
        return Pieces(self.period, self.starts, np.column_stack([c[:, 1:] * (1.0, 2.0, 3.0), np.zeros(len(c))]))

    @cached_property
    def constants(self) -> tuple[float, ...]:
        """As it stands on a tape."""
        return (float(len(self.starts)), self.period, *self.starts.tolist(), *self.coefficients.ravel().tolist())

    def at(self, x: Any, derivative: int = 0) -> Any:
        """Values at x."""
        if derivative:
            return self.slope.at(x, derivative - 1)
        x = np.asarray(x, dtype=float)
        if self.period > 0.0:
            x = self.starts[0] + np.mod(x - self.starts[0], self.period)
        i = np.maximum(np.searchsorted(self.starts, x, side="right") - 1, 0)
        d, c = x - self.starts[i], self.coefficients[i]
        found = c[..., 0] + d * (c[..., 1] + d * (c[..., 2] + d * c[..., 3]))
        return float(found) if found.ndim == 0 else found


def table(x: Any, y: Any, *, kind: str = "cubic", beyond: str = "line") -> Table:
    """A function through points, for motions, laws, loads and rates: `jd.table(t, angle)`, or by name in texts: Model.table.

    x (n,) rising, y (n,). kind: "cubic" (a spline with two continuous derivatives, not-a-knot ends), "linear", "monotone" (a
    cubic that does not overshoot, with one continuous derivative), "periodic" (a cubic spline of period x[-1] - x[0], with
    y[-1] = y[0]). beyond: outside of the points it goes on as a "line", or is on "hold" at the last value.
    """
    where = "table"
    for known, value, what in ((KINDS, kind, "kind"), (BEYOND, beyond, "beyond")):
        if value not in known:
            raise ModelError(f"{where}: {what} = {value!r} is none of {', '.join(known)}.{near(str(value), known)}")
    xs, ys = (_numbers(values, name) for values, name in ((x, "x"), (y, "y")))
    least = 3 if kind == "periodic" else 2
    if len(xs) != len(ys):
        raise ModelError(f"{where}: x has {len(xs)} numbers and y has {len(ys)}; every point needs both.")
    if len(xs) < least:
        raise ModelError(f"{where}: {len(xs)} points; a {kind} table needs at least {least}.")
    falls = np.flatnonzero(np.diff(xs) <= 0.0)
    if falls.size:
        i = int(falls[0])
        raise ModelError(f"{where}: x has to rise, but point {i + 2} ({xs[i + 1]:g}) comes after {xs[i]:g}.")
    if kind == "periodic" and abs(ys[-1] - ys[0]) > 1e-12 * np.abs(ys).max():
        raise ModelError(
            f"{where}: a periodic table ends as it begins, but y goes from {ys[0]:g} to {ys[-1]:g}; repeat the first point at "
            "the end of the period."
        )
    if kind == "periodic":
        ys[-1] = ys[0]
    return Table(tuple(xs.tolist()), tuple(ys.tolist()), kind, beyond)


def _numbers(values: Any, name: str) -> np.ndarray:
    try:
        found = np.array(values, dtype=float)
    except (TypeError, ValueError):
        raise ModelError(f"table: {name} is not a list of numbers.") from None
    if found.ndim != 1:
        raise ModelError(f"table: {name} has the shape {found.shape}; give a list of numbers.")
    if not np.all(np.isfinite(found)):
        i = int(np.flatnonzero(~np.isfinite(found))[0])
        raise ModelError(f"table: {name} number {i + 1} is {found[i]}; leave points without a value out.")
    return found


def _polynomials(x: np.ndarray, y: np.ndarray, kind: str) -> np.ndarray:
    """Coefficients (n - 1, 4) between the points, by powers."""
    if kind == "linear" or len(x) == 2:
        found = np.zeros((len(x) - 1, 4))
        found[:, 0], found[:, 1] = y[:-1], np.diff(y) / np.diff(x)
        return found
    from scipy.interpolate import CubicSpline, PchipInterpolator

    if kind == "monotone":
        return np.ascontiguousarray(PchipInterpolator(x, y).c[::-1].T)
    ends = "periodic" if kind == "periodic" else "not-a-knot"
    return np.ascontiguousarray(CubicSpline(x, y, bc_type=ends).c[::-1].T)


@inner
def table_jet(const, b, x, x1):  # type: ignore[no-untyped-def]
    """f, f', f'' of the table whose constants begin at b; x1 tells the side where pieces meet."""
    n, period, first = int(const[b]), const[b + 1], b + 2
    if period > 0.0:
        x -= period * math.floor((x - const[first]) / period)
    low, high = 0, n  # the last start that is not behind x
    while high - low > 1:
        middle = (low + high) // 2
        if const[first + middle] <= x:
            low = middle
        else:
            high = middle
    if x1 < 0.0 and x == const[first + low]:
        if low > 1 or (low == 1 and period > 0.0):  # the first point belongs to what is between the points
            low -= 1
        elif low == 0 and period > 0.0:
            low = n - 1
            x += period
    c, d = first + n + 4 * low, x - const[first + low]
    f = const[c] + d * (const[c + 1] + d * (const[c + 2] + d * const[c + 3]))
    p1 = const[c + 1] + d * (2.0 * const[c + 2] + d * 3.0 * const[c + 3])
    return f, p1, 2.0 * const[c + 2] + 6.0 * d * const[c + 3]

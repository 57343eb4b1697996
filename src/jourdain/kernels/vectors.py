"""Small loops over vectors that kernels share: for few numbers faster than slices, and built into their callers."""

from __future__ import annotations

from typing import Any

from jourdain.jit import leaf


@leaf
def copy(x: Any, y: Any) -> None:
    """y = x, as many numbers as y has."""
    for i in range(y.shape[0]):
        y[i] = x[i]


@leaf
def fill(x: Any, value: float) -> None:
    """x = value."""
    for i in range(x.shape[0]):
        x[i] = value


@leaf
def negate(x: Any, y: Any) -> None:
    """y = -x."""
    for i in range(y.shape[0]):
        y[i] = -x[i]


@leaf
def unit(x: Any, j: int) -> None:
    """x = the unit vector j."""
    for i in range(x.shape[0]):
        x[i] = 1.0 if i == j else 0.0


@leaf
def add(x: Any, y: Any) -> None:
    """y += x."""
    for i in range(y.shape[0]):
        y[i] += x[i]


@leaf
def add_times(c: float, x: Any, y: Any) -> None:
    """y += c x."""
    for i in range(y.shape[0]):
        y[i] += c * x[i]


@leaf
def take(x: Any, first: int, y: Any) -> None:
    """y = x[first:], as many numbers as y has."""
    for i in range(y.shape[0]):
        y[i] = x[first + i]


@leaf
def put(x: Any, y: Any, first: int) -> None:
    """y[first:] = x, as many numbers as x has."""
    for i in range(x.shape[0]):
        y[first + i] = x[i]


@leaf
def dot(x: Any, y: Any) -> float:
    """x . y."""
    total = 0.0
    for i in range(x.shape[0]):
        total += x[i] * y[i]
    return total


@leaf
def largest(x: Any) -> float:
    """The largest number of x without its sign; passes over NaN."""
    size = 0.0
    for i in range(x.shape[0]):
        size = max(size, abs(x[i]))
    return size


@leaf
def copy_matrix(A: Any, B: Any) -> None:
    """B = A."""
    for i in range(B.shape[0]):
        for j in range(B.shape[1]):
            B[i, j] = A[i, j]

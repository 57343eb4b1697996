"""The unknowns of a step of the Galerkin method as one vector, for Anderson's mixing."""

from __future__ import annotations

from typing import Any

from jourdain.integrators.mixing import NEXT, NOW, mixed, passed
from jourdain.jit import inner


@inner
def _exchange(mo: Any, k: int, x: Any, put: bool) -> None:
    """Take all unknowns to x, or put them from there: rates at the k nodes, what stands beside them, and mu."""
    at = 0
    for i in range(k):
        at = passed(mo.nodes_v[i], x, at, put)
    for i in range(k):
        at = passed(mo.nodes_x[i], x, at, put)
    passed(mo.mu, x, at, put)


@inner
def before(mo: Any, k: int) -> None:
    """Note the unknowns before a correction."""
    _exchange(mo, k, mo.unknowns[NOW], False)


@inner
def mix(mo: Any, k: int, made: int) -> None:
    """After a correction, made: how many there were before it in this step. Replaces the unknowns by the mixed ones."""
    _exchange(mo, k, mo.unknowns[NEXT], False)
    if mixed(mo.unknowns, mo.corrections, made, k * mo.v.shape[0]):
        _exchange(mo, k, mo.unknowns[NEXT], True)

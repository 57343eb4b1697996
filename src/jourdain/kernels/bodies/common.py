"""What systems of bodies answer to what only other kinds add by themselves: nothing."""

from __future__ import annotations

from typing import Any

from jourdain.jit import inner


@inner
def own_rates(s: Any, v: Any) -> None:
    return


@inner
def own_biases(s: Any, v: Any) -> None:
    return


@inner
def own_stiffness(s: Any, v: Any, lam: Any, probe: float) -> None:
    return


@inner
def own_row_tangent(s: Any, y: Any) -> None:
    return


@inner
def own_energies(s: Any, v: Any, lam: Any, out: Any) -> None:
    return


@inner
def canonical(s: Any, v: Any, p: Any) -> None:
    return


@inner
def velocity(s: Any, p: Any, v: Any) -> None:
    return


@inner
def momentum_along(s: Any, v: Any, u: Any, p: Any) -> None:
    return

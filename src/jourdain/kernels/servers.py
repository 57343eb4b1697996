"""Systems as C functions: one pair for each kind, and what lets a motion know whom to ask."""

from __future__ import annotations

import functools
from typing import Any

import numpy as np

from jourdain.jit import by_address
from jourdain.kernels.canonical import answer_canonical
from jourdain.kernels.context import Context, motion_at, system_at
from jourdain.kernels.kinds import Lagrangian, Natural, NaturalPlanar, Planar, Spatial
from jourdain.kernels.port import (
    CANONICAL_CALL,
    N_EVENTS,
    NEWTON_CALL,
    SIGNATURE,
    SIZES,
    SYSTEM_AT,
    SYSTEM_CALL,
    TREATMENT_CALL,
    answer,
    answer_newton,
)


# The C functions: each finds the system and its sizes in the motion. Spelled out, because functions made by functions are never
# found again in the cache on disk
def _planar(task, t, h, address):  # type: ignore[no-untyped-def]
    mo = motion_at(address)
    c = mo.calls
    n = SIZES
    kind = Planar(c[n], c[n + 1], c[n + 2], c[n + 3], c[n + 4], c[n + 5], c[n + 6], c[n + 7])
    return answer(kind, system_at(c[SYSTEM_AT]), mo, task, t, h)


def _planar_newton(task, t, h, address):  # type: ignore[no-untyped-def]
    mo = motion_at(address)
    c = mo.calls
    n = SIZES
    kind = Planar(c[n], c[n + 1], c[n + 2], c[n + 3], c[n + 4], c[n + 5], c[n + 6], c[n + 7])
    return answer_newton(kind, system_at(c[SYSTEM_AT]), mo, task, t, h)


def _spatial(task, t, h, address):  # type: ignore[no-untyped-def]
    mo = motion_at(address)
    c = mo.calls
    n = SIZES
    kind = Spatial(c[n], c[n + 1], c[n + 2], c[n + 3], c[n + 4], c[n + 5], c[n + 6], c[n + 7])
    return answer(kind, system_at(c[SYSTEM_AT]), mo, task, t, h)


def _spatial_newton(task, t, h, address):  # type: ignore[no-untyped-def]
    mo = motion_at(address)
    c = mo.calls
    n = SIZES
    kind = Spatial(c[n], c[n + 1], c[n + 2], c[n + 3], c[n + 4], c[n + 5], c[n + 6], c[n + 7])
    return answer_newton(kind, system_at(c[SYSTEM_AT]), mo, task, t, h)


def _natural(task, t, h, address):  # type: ignore[no-untyped-def]
    mo = motion_at(address)
    c = mo.calls
    n = SIZES
    kind = Natural(c[n], c[n + 1], c[n + 2], c[n + 3], c[n + 4], c[n + 5], c[n + 6], c[n + 7])
    return answer(kind, system_at(c[SYSTEM_AT]), mo, task, t, h)


def _natural_newton(task, t, h, address):  # type: ignore[no-untyped-def]
    mo = motion_at(address)
    c = mo.calls
    n = SIZES
    kind = Natural(c[n], c[n + 1], c[n + 2], c[n + 3], c[n + 4], c[n + 5], c[n + 6], c[n + 7])
    return answer_newton(kind, system_at(c[SYSTEM_AT]), mo, task, t, h)


def _natural_planar(task, t, h, address):  # type: ignore[no-untyped-def]
    mo = motion_at(address)
    c = mo.calls
    n = SIZES
    kind = NaturalPlanar(c[n], c[n + 1], c[n + 2], c[n + 3], c[n + 4], c[n + 5], c[n + 6], c[n + 7])
    return answer(kind, system_at(c[SYSTEM_AT]), mo, task, t, h)


def _natural_planar_newton(task, t, h, address):  # type: ignore[no-untyped-def]
    mo = motion_at(address)
    c = mo.calls
    n = SIZES
    kind = NaturalPlanar(c[n], c[n + 1], c[n + 2], c[n + 3], c[n + 4], c[n + 5], c[n + 6], c[n + 7])
    return answer_newton(kind, system_at(c[SYSTEM_AT]), mo, task, t, h)


def _lagrangian(task, t, h, address):  # type: ignore[no-untyped-def]
    mo = motion_at(address)
    c = mo.calls
    n = SIZES
    kind = Lagrangian(c[n], c[n + 1], c[n + 2], c[n + 3], c[n + 4], c[n + 5], c[n + 6], c[n + 7])
    return answer(kind, system_at(c[SYSTEM_AT]), mo, task, t, h)


def _lagrangian_newton(task, t, h, address):  # type: ignore[no-untyped-def]
    mo = motion_at(address)
    c = mo.calls
    n = SIZES
    kind = Lagrangian(c[n], c[n + 1], c[n + 2], c[n + 3], c[n + 4], c[n + 5], c[n + 6], c[n + 7])
    return answer_newton(kind, system_at(c[SYSTEM_AT]), mo, task, t, h)


def _planar_canonical(task, t, h, address):  # type: ignore[no-untyped-def]
    mo = motion_at(address)
    c = mo.calls
    n = SIZES
    kind = Planar(c[n], c[n + 1], c[n + 2], c[n + 3], c[n + 4], c[n + 5], c[n + 6], c[n + 7])
    return answer_canonical(kind, system_at(c[SYSTEM_AT]), mo, task, t)


def _natural_canonical(task, t, h, address):  # type: ignore[no-untyped-def]
    mo = motion_at(address)
    c = mo.calls
    n = SIZES
    kind = Natural(c[n], c[n + 1], c[n + 2], c[n + 3], c[n + 4], c[n + 5], c[n + 6], c[n + 7])
    return answer_canonical(kind, system_at(c[SYSTEM_AT]), mo, task, t)


def _natural_planar_canonical(task, t, h, address):  # type: ignore[no-untyped-def]
    mo = motion_at(address)
    c = mo.calls
    n = SIZES
    kind = NaturalPlanar(c[n], c[n + 1], c[n + 2], c[n + 3], c[n + 4], c[n + 5], c[n + 6], c[n + 7])
    return answer_canonical(kind, system_at(c[SYSTEM_AT]), mo, task, t)


def _lagrangian_canonical(task, t, h, address):  # type: ignore[no-untyped-def]
    mo = motion_at(address)
    c = mo.calls
    n = SIZES
    kind = Lagrangian(c[n], c[n + 1], c[n + 2], c[n + 3], c[n + 4], c[n + 5], c[n + 6], c[n + 7])
    return answer_canonical(kind, system_at(c[SYSTEM_AT]), mo, task, t)


_SERVERS = {
    Planar: (_planar, _planar_newton),
    Spatial: (_spatial, _spatial_newton),
    Natural: (_natural, _natural_newton),
    NaturalPlanar: (_natural_planar, _natural_planar_newton),
    Lagrangian: (_lagrangian, _lagrangian_newton),
}
_CANONICAL = {
    Planar: _planar_canonical,
    Natural: _natural_canonical,
    NaturalPlanar: _natural_planar_canonical,
    Lagrangian: _lagrangian_canonical,
}


@functools.cache
def compiled(function: Any) -> Any:
    """A server or treatment as C function, compiled or loaded once; keep it, or its address is gone."""
    return by_address(function, SIGNATURE)


def connect(
    kind: Any, s: Context, mo: Context, treatment: Any, *, implicit: bool = False, canonical: bool = False
) -> None:
    """Let the motion know whom to ask: its addresses hold for this process only."""
    server, newton = _SERVERS[type(kind)]
    mo.calls[SYSTEM_CALL] = compiled(server).address
    mo.calls[NEWTON_CALL] = compiled(newton).address if implicit else 0
    mo.calls[CANONICAL_CALL] = compiled(_CANONICAL[type(kind)]).address if canonical else 0
    mo.calls[TREATMENT_CALL] = compiled(treatment).address if treatment is not None else 0
    mo.calls[SYSTEM_AT] = s.address
    mo.calls[N_EVENTS] = len(s.events)
    mo.calls[SIZES : SIZES + len(kind)] = np.array(kind, np.int64)
    for name in ("g", "rate", "gamma", "force", "k", "residual"):
        mo.bind(name, getattr(s, name))

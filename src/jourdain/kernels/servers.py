"""Systems as C functions: what a motion asks by address, for each kind.

The functions are made by a function: what they hold is a class and a number, by which Numba finds them again in its cache
on disk.
Theory: docs/architecture.md.
"""

from __future__ import annotations

import functools
from typing import Any

from jourdain.jit import by_address
from jourdain.kernels.answers import answer, answer_newton, answer_watch
from jourdain.kernels.blows import strike
from jourdain.kernels.canonical import answer_canonical
from jourdain.kernels.context import Context, system_at
from jourdain.kernels.kinds import Sizes, Spatial
from jourdain.kernels.motion import ANSWERS, motion_at
from jourdain.kernels.port import SIGNATURE

_WHAT = ("system", "newton", "canonical", "blows", "watch")


def _server(kind: type[Sizes], what: int) -> Any:
    def server(task, t, h, address):  # type: ignore[no-untyped-def]
        mo = motion_at(address)
        c = mo.calls
        sizes = kind(c.q, c.v, c.g, c.a, c.w, c.turns, c.active, c.rates)
        if what == 0:  # known when it is compiled: the others are left out
            return answer(sizes, system_at(c.context), mo, task, t, h)
        if what == 1:
            return answer_newton(sizes, system_at(c.context), mo, task, t, h)
        if what == 2:
            return answer_canonical(sizes, system_at(c.context), mo, task, t)
        if what == 4:
            return answer_watch(sizes, system_at(c.context), mo, task, t, h)
        return strike(sizes, system_at(c.context), mo, t, h)

    return server


@functools.cache
def compiled(function: Any) -> Any:
    """A method or treatment as C function, compiled or loaded once; keep it, or its address is gone."""
    return by_address(function, SIGNATURE)


@functools.cache
def served(what: str, kind: Any) -> Any:
    """The C function of a kind of system: "system", "newton", "canonical", "blows" or "watch"."""
    return by_address(_server(kind, _WHAT.index(what)), SIGNATURE)


def connect(kind: Any, s: Context, mo: Context, *, newton: bool = False, canonical: bool = False) -> None:
    """Let the motion know whom to ask: addresses hold for this process only."""
    calls = mo.calls
    calls.system = served("system", type(kind)).address  # type: ignore[arg-type]
    calls.newton = served("newton", type(kind)).address if newton else 0  # type: ignore[arg-type]
    if canonical and not isinstance(kind, Spatial):  # with quaternions there are no canonical momenta
        calls.canonical = served("canonical", type(kind)).address  # type: ignore[arg-type]
    if len(mo.blows):
        calls.blows = served("blows", type(kind)).address  # type: ignore[arg-type]
    calls.context, calls.n_events = s.address, len(s.events)
    calls.watch = served("watch", type(kind)).address if calls.n_events else 0  # type: ignore[arg-type]
    for name, size in zip(kind._fields, kind, strict=True):
        setattr(calls, name, size)
    for name in ANSWERS:
        mo.bind(name, getattr(s, name))
